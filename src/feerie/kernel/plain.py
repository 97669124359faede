"""Stand-ins in Python for the C instructions, structures and types of the .pxd files of the kernel.

The compiled modules are ordinary Python. When they run uncompiled, they import from here what C provides.
"""
from __future__ import annotations

import sys
from array import array
from functools import lru_cache
from types import ModuleType
from typing import Any

FULL = (1 << 64) - 1
ONE = 1
SPREAD = 2685821657736338717
"""The multiplier of the generator xorshift64* (Vigna 2014)."""
u32 = u64 = int
popcount = int.bit_count


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set."""
    return (bits & -bits).bit_length() - 1


@lru_cache(maxsize=1 << 18)
def slot_index(occupied: int, mask: int, magic: int, shift: int) -> int:
    """The bits of `occupied` under `mask`, gathered one by one: in Python that is quicker than finding magics."""
    index, bit = 0, 1
    while mask:
        if occupied & mask & -mask:
            index |= bit
        mask &= mask - 1
        bit += bit
    return index


class Slot:
    """See compiled_rules.pxd."""

    mask = magic = empty = shift = 0
    table: Any = None


def reached_from(slots: Any, square: int, segments: int, occupied: int) -> int:
    """The squares reached from a square along all rays: see compiled_rules.pxd."""
    reached = 0
    for i in range(square, square + 64 * segments, 64):
        if not occupied & slots[i].empty:
            reached |= slots[i].table[slot_index(occupied, slots[i].mask, slots[i].magic, slots[i].shift)]
    return reached


def kind_on(frames: Any, p: int, bit: int) -> int:
    """The kind of the man on an occupied square at frame p, given as a bit: see MoveGenerator.kind_at."""
    return next(kind for kind, men in enumerate(frames[p].men) if men & bit)


def add_set(moves: Any, n: int, targets: int, code: int, shift: int) -> int:
    """Append a set of moves to a list: see move_generator.pxd."""
    moves[n:n + 4] = array("I", (code | 1 << 30, targets & 0xFFFFFFFF, targets >> 32, shift + 64))
    return n + 4


class MoveSet:
    """See move_generator.pxd."""

    targets = code = shift = 0


def move_of(sets: Any, k: int, target: int) -> int:
    """The move of a set to one of its targets: see move_generator.pxd."""
    code: int = sets[k].code
    return (target - sets[k].shift if sets[k].shift else 0) | target << 6 | code


class MoveTable:
    """See compiled_rules.pxd."""

    slots: Any = None
    codes: Any = None
    leaps: Any = None
    zone = leave = onward = king_promotion_code = king_promotion_origins = other_code = 0
    man = other = mode = segments = choices = shift = translation = last = leaping = 0


class AttackTable:
    """See compiled_rules.pxd."""

    near: Any = None
    far: Any = None
    reach: Any = None
    several: Any = None
    between: Any = None
    path_start: Any = None
    ray_index: Any = None
    approach: Any = None
    slots: Any = None
    leaps: Any = None
    man = other = segments = mutual = 0


class Castle:
    """See compiled_rules.pxd."""

    empty = safe = 0
    king = partner = king_to = partner_to = right = barred = promotes = 0


class Family:
    """See compiled_rules.pxd."""

    partners: Any = None
    record: Any = None
    castles: Any = None
    rights = in_check = swap = either = spends_right = count = inverted = home_castle_count = 0

    def __init__(self) -> None:
        self.men = [0] * 8


class Way:
    """See general_rules.pxd."""

    slots: Any = None
    ever: Any = None
    onto: Any = None
    deciding: Any = None
    how: Any = None
    needed: Any = None
    line: Any = None
    landing: Any = None
    segments = plain = made = of = onwards = 0


class Species:
    """See general_rules.pxd."""

    double_over: Any = None
    count = kind = royal = bends = castles = en_passant = neutral = kamikaze = revives = made = zone = region = 0
    choices = 0

    def __init__(self) -> None:
        self.ways, self.modes, self.becomes = [0] * 8, [0] * 8, [0] * 64


class Demand:
    """See general_rules.pxd."""

    own = watched = still = kings = paralyses = checks = concerns = others = 0

    def __init__(self) -> None:
        self.kinds = [0] * 64


class Board:
    """See general_judge.pxd."""

    def __init__(self) -> None:
        self.men = [0] * 64


class BirthBoard:
    """See general_judge.pxd."""

    def __init__(self) -> None:
        self.of = [0] * 64


class SquareChange:
    """See general_judge.pxd."""

    square = stage = before = after = owners_before = owners_after = 0


class Placing:
    """See general_rules.pxd."""

    homes: Any = None
    place = kings = crushes = clones = stays = others = turns = 0


class HomeSquare:
    """See general_rules.pxd."""

    kind = owners = bit = needed = 0


class Flight:
    """See general_judge.pxd."""

    deciding = square = 0


class Watch:
    """See general_judge.pxd."""

    deciding = way = origin = king = strikes = 0


class Frame:
    """See move_generator.pxd."""

    key = 0
    turn = rights = ep_square = ep_pawn = 0

    def __init__(self) -> None:
        self.men = [0] * 8
        self.sides = [0] * 2

    def copy(self, other: Frame) -> None:
        """The assignment of a whole structure in C."""
        self.men[:], self.sides[:], self.key = other.men, other.sides, other.key
        self.turn, self.rights = other.turn, other.rights
        self.ep_square, self.ep_pawn = other.ep_square, other.ep_pawn


def is_checked() -> bool:
    """Whether this is a build with checks: see general_judge.pxd."""
    return True


def view(values: array[int] | memoryview, start: int = 0) -> memoryview:
    """The items of an array from `start` on, as a pointer into it in C."""
    return memoryview(values)[start:]


class _NoGil:
    def __enter__(self) -> None: ...

    def __exit__(self, *error: object) -> None: ...


def supply_cython() -> None:
    """Make `import cython` work where Cython is not installed; uncompiled modules need no more than this."""
    if "cython" in sys.modules:
        return
    try:
        import cython  # noqa: F401
    except ModuleNotFoundError:
        module = ModuleType("cython")
        module.compiled = False  # type: ignore[attr-defined]
        module.nogil = _NoGil()  # type: ignore[attr-defined]
        module.gil = _NoGil()  # type: ignore[attr-defined]
        module.cclass = module.final = module.cfunc = module.ccall = lambda thing: thing  # type: ignore[attr-defined]
        sys.modules["cython"] = module
