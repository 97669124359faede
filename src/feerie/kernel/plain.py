"""What the compiled kernel takes from the machine (bits.pxd, state.pxd), spelled in Python.

The kernel's modules are ordinary Python; where they run uncompiled, these stand-ins take the place of C's
bit instructions, structures and pointers.
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
popcount = int.bit_count


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set."""
    return (bits & -bits).bit_length() - 1


@lru_cache(maxsize=1 << 18)
def slot_index(occupied: int, mask: int, magic: int, shift: int) -> int:
    """The bits of `occupied` under `mask`, gathered: uncompiled, that is quicker than a search for magics."""
    index, bit = 0, 1
    while mask:
        if occupied & mask & -mask:
            index |= bit
        mask &= mask - 1
        bit += bit
    return index


class Slot:
    """See state.pxd."""

    mask = magic = gate = shift = 0
    table: Any = None


class MoveTable:
    """See state.pxd."""

    slots: Any = None
    codes: Any = None
    leaps: Any = None
    zone = leave = onward = crown = crowning = other_code = 0
    man = other = mode = segments = choices = shift = translation = last = leaping = 0


class AttackTable:
    """See state.pxd."""

    near: Any = None
    far: Any = None
    reach: Any = None
    several: Any = None
    between: Any = None
    first: Any = None
    ray: Any = None
    approach: Any = None
    slots: Any = None
    leaps: Any = None
    man = other = segments = mutual = 0


class Castle:
    """See state.pxd."""

    empty = safe = 0
    king = partner = king_to = partner_to = right = barred = promotes = 0


class Family:
    """See state.pxd."""

    partners: Any = None
    record: Any = None
    castles: Any = None
    rights = in_check = swap = own = either = spends = count = inverted = few = 0

    def __init__(self) -> None:
        self.men = [0] * 8


class Entry:
    """See problems/memory.pxd."""

    lock = data = 0


class Frame:
    """See state.pxd."""

    key = 0
    turn = rights = ep_square = ep_pawn = 0

    def __init__(self) -> None:
        self.men = [0] * 8
        self.sides = [0] * 2

    def copy(self, other: Frame) -> None:
        """What the assignment of a structure does in C."""
        self.men[:], self.sides[:], self.key = other.men, other.sides, other.key
        self.turn, self.rights = other.turn, other.rights
        self.ep_square, self.ep_pawn = other.ep_square, other.ep_pawn


def view(values: array[int] | memoryview, start: int = 0) -> memoryview:
    """An array from some item on: what a pointer into it is in C."""
    return memoryview(values)[start:]


class _NoGil:
    def __enter__(self) -> None: ...

    def __exit__(self, *error: object) -> None: ...


def supply_cython() -> None:
    """Make `import cython` work where Cython is not installed; uncompiled modules use only what is here."""
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
