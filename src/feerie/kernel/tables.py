"""A genre compiled to flat tables: rays to look-up tables, attacks backwards, castlings, hash keys.

Everything the kernel knows of a genre is here; it names no man, no board and no genre. What comes out is plain
arrays and records of numbers, which state.py takes into its C structures as they are.

    movements ──► components (rays by square) ──► slots   "where can it go from here?"      one look-up
                                             └──► sights  "who sees this square?"           near, far, between
    castlings ──► families: records by the squares of king and partner
"""
from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from feerie.kernel.packed_move import move_kind, move_origin, move_result, move_target
from feerie.kernel.lookup import LookupTables
from feerie.rules.board import Ray
from feerie.rules.castling import CastlingFamily, Partners, Style
from feerie.rules.genre import Genre, GenreError, Man
from feerie.rules.movement import Mode
from feerie.rules.royalty import Royalty

SQUARES = 64
"""The kernel's words have 64 bits: no board may have more squares."""
MEN = 8
"""Kinds of men a side may have."""
FAMILIES = 4
"""Kinds of castling a genre may have."""
MOVE_TABLES = 24
ATTACK_TABLES = 8
NONE = 255
SEGMENTS = 8
QUIET_BITS, LONG_BITS = 9, 12
"""Relevant squares of a look-up at most: quick to build, or quicker to use in long searches."""

PLAIN, EN_PASSANT, CASTLING = 0, 1, 2
"""Kinds of moves in a move's number: plain, en passant, castling of family f is CASTLING + f."""

Component = tuple[tuple[Ray, ...], ...]


def mask_of(squares: Iterable[int]) -> int:
    """The word in which the bits of these squares are set."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


@dataclass
class StepTable:
    """One movement of one kind of man of one side; state.pxd says what the fields are for."""

    man: int
    mode: int
    component: int
    codes: tuple[int, ...]
    zone: int = 0
    shift: int = 0
    leave: int = 0
    onward: int = 0
    translation: bool = False
    last: bool = True
    other: int = NONE
    crown: int = 0
    crowning: int = 0

    def __post_init__(self) -> None:
        if self.other == NONE:
            self.other = self.man


@dataclass
class FamilyTable:
    """One kind of castling of one side."""

    men: tuple[int, ...]
    inverted: bool
    either: bool
    own: bool
    rights: int
    in_check: bool
    swap: bool
    spends: bool
    style: Style
    partners: array[int]
    record: array[int]
    castles: list[tuple[int, ...]] = field(default_factory=list)

    @property
    def few(self) -> int:
        """How many castles there are where each needs a right that only men at home have, else 0."""
        return len(self.castles) if self.style is Style.WING else 0


class Tables:
    """The tables of a genre. `bits`: relevant squares of a look-up at most."""

    def __init__(self, genre: Genre, bits: int = QUIET_BITS) -> None:
        board = genre.board
        if board.size > SQUARES:
            raise GenreError(f"{genre.name}: a board of {board.size} squares; the kernel takes {SQUARES} at most")
        if len(genre.men) > MEN or len(genre.castlings) > FAMILIES:
            raise GenreError(f"{genre.name}: more than {MEN} kinds of men or {FAMILIES} kinds of castling")
        self.genre = genre
        self.letters = tuple(man.letter for man in genre.men)
        self.numbers = {letter: number for number, letter in enumerate(self.letters)}
        self.royal = self.letters.index(genre.royal.letter)
        self.squares = mask_of(board.squares)
        self._compile_rights()
        self._compile_men()
        self._compile_slots(bits)
        self._compile_sights()
        self.families = [self._families(side) for side in (0, 1)]
        self._compile_keys()

    # ------------------------------------------------------------------------------------------- rights

    def _compile_rights(self) -> None:
        """Bits of castling rights and extra state; what is left of them when something leaves or reaches a square."""
        genre = self.genre
        flags = genre.extra_state.letters if genre.extra_state else ""
        self.right_bits = {letter: 1 << number for number, letter in enumerate(genre.rights)}
        self.flag_bits = {letter: 1 << number + len(genre.rights) for number, letter in enumerate(flags)}
        self.keep = array("B", [255]) * SQUARES
        for letter, squares in genre.home_rights.items():
            for square in squares:
                self.keep[square] &= ~self.right_bits[letter]
        run = genre.king_run
        self.goals = [1 << goal for goal in run.goals] if run else [0, 0]
        self.gates = [mask_of(gate) for gates in run.gates for gate in gates] if run else [0, 0, 0, 0]
        self.run_flags = [self.flag_bits[letter] for letter in run.flags] if run else [0, 0]

    # ---------------------------------------------------------------------------------------------- men

    def rays_of(self, man: Man, side: int) -> list[tuple[int, Component]]:
        """The man's movements as (mode, component), with overlapping ones merged: a move must come once only."""
        board = self.genre.board
        parts: list[tuple[int, Component]] = []
        for movement, mode in man.moves:
            key = (movement, side)
            if key not in self._ray_cache:
                squares = set(board.squares)
                self._ray_cache[key] = tuple(movement.rays(board, square, side) if square in squares else ()
                                             for square in range(board.size))
            component = self._ray_cache[key]
            reach = [mask_of(target for ray in rays for target in ray) for rays in component]
            for number, (other_mode, other) in enumerate(parts):
                overlap = any(reached & mask_of(target for ray in rays for target in ray)
                              for reached, rays in zip(reach, other))
                if overlap and Mode.BOTH not in (mode, other_mode) and mode != other_mode:
                    continue
                if overlap and mode != other_mode:
                    raise GenreError(f"{self.genre.name}: two movements of {man.letter} for different ends overlap")
                if overlap:
                    parts[number] = (mode, tuple(a + b for a, b in zip(other, component)))
                    break
            else:
                parts.append((int(mode), component))
        return parts

    def _compile_men(self) -> None:
        """Components and the steps of each side; which men double-step and pass over a square."""
        genre = self.genre
        self._ray_cache: dict[object, Component] = {}
        self.components: list[Component] = []
        numbers: dict[Component, int] = {}
        self.steps: list[list[StepTable]] = [[], []]
        self.king_steps: list[StepTable] = []
        self.king_promotion_from = [0, 0]
        self.sees: list[dict[int, list[int]]] = [{}, {}]
        self.ep_man = next((number for number, man in enumerate(genre.men) if man.en_passant), NONE)
        self.passed_over = [array("B", [NONE]) * SQUARES for _ in (0, 1)]
        self.double_to = [array("B", [NONE]) * SQUARES for _ in (0, 1)]
        for side in (0, 1):
            for number, man in enumerate(genre.men):
                zone = mask_of(man.promotion.zones[side]) if man.promotion else 0
                becomes = [self.numbers[letter] for letter in man.promotion.to] if man.promotion else []
                codes = tuple(number << 12 | new << 15 for new in [number, *becomes] if new != self.royal or man.royal)
                crown = number << 12 | self.royal << 15 if self.royal in becomes else 0
                for mode, component in self.rays_of(man, side):
                    index = numbers.setdefault(component, len(self.components))
                    if index == len(self.components):
                        self.components.append(component)
                    if mode != Mode.QUIET:
                        self.sees[side].setdefault(index, []).append(number)
                    step = StepTable(number, mode, index, codes, zone)
                    if crown:
                        step.crown, step.crowning = crown, mask_of(
                            square for square, rays in enumerate(component)
                            if any(zone >> target & 1 for ray in rays for target in ray))
                        self.king_promotion_from[side] |= step.crowning
                    if man.royal:
                        self.king_steps.append(step)
                    else:
                        self.steps[side].extend(self._translated(step, component))
                    if man.en_passant and mode == Mode.QUIET:
                        for square, rays in enumerate(component):
                            for ray in rays:
                                if len(ray) == 2:
                                    self.double_to[side][square], self.passed_over[side][square] = ray[1], ray[0]
            self.steps[side] = self._paired(self.steps[side])
        self.shifting = [sum(step.translation for step in steps) for steps in self.steps]
        if len(self.king_steps) != 2:
            raise GenreError(f"{genre.name}: the king must have exactly one movement")
        if any(len(ray) > 1 for step in self.king_steps for rays in self.components[step.component] for ray in rays):
            raise GenreError(f"{genre.name}: the king's movement must be single steps")

    @staticmethod
    def _translated(step: StepTable, component: Component) -> list[StepTable]:
        """The step as whole-set shifts where all its rays are one or two equal steps in at most two directions."""
        shifts: dict[int, tuple[int, int]] = {}
        for square, rays in enumerate(component):
            for ray in rays:
                shift = ray[0] - square
                if len(ray) > 2 or (len(ray) == 2 and ray[1] - ray[0] != shift):
                    return [step]
                leave, onward = shifts.get(shift, (0, 0))
                shifts[shift] = (leave | 1 << square, onward | (1 << ray[0] if len(ray) == 2 else 0))
        if not 0 < len(shifts) <= 2:
            return [step]
        out = [StepTable(step.man, step.mode, step.component, step.codes, step.zone, shift, leave, onward, True, False)
               for shift, (leave, onward) in shifts.items()]
        out[-1].last, out[-1].crown, out[-1].crowning = True, step.crown, step.crowning
        return out

    @staticmethod
    def _paired(steps: list[StepTable]) -> list[StepTable]:
        """The steps, translations first; two kinds of men that move alike and promote nowhere share one step."""
        paired: list[StepTable] = []
        for step in sorted(steps, key=lambda step: not step.translation):
            for fellow in paired:
                if not (step.translation or step.zone or fellow.zone) and fellow.other == fellow.man \
                        and (fellow.component, fellow.mode) == (step.component, step.mode):
                    fellow.other = step.man
                    break
            else:
                paired.append(step)
        return paired

    # -------------------------------------------------------------------------------------------- slots

    def _compile_slots(self, bits: int) -> None:
        """For each component, segment and square: (mask, magic, shift, offset into the joined table, gate)."""
        fill = LookupTables()
        self.segments: list[int] = []
        self.slots: list[tuple[int, int, int, int, int]] = []
        self.slot_start: list[int] = []
        for component in self.components:
            packed = [_pack(component[square] if square < len(component) else (), bits) for square in range(SQUARES)]
            segments = max(len(segment) for segment in packed)
            if segments > SEGMENTS:
                raise GenreError(f"{self.genre.name}: rays too long for the look-up tables")
            self.segments.append(segments)
            self.slot_start.append(len(self.slots))
            for number in range(segments):
                for square in range(SQUARES):
                    mask, rays, gate = packed[square][number] if number < len(packed[square]) else (0, [], 0)
                    self.slots.append((mask, *fill.add(mask, rays), gate))
        self.table = fill.joined()

    # ------------------------------------------------------------------------------------------- sights

    def _compile_sights(self) -> None:
        """The attack relation backwards, for each component that captures.

        near[k], far[k], reach[k]: origins that see square k with nothing between, with squares between, either;
        between[k, o]: these squares; several[k]: origins with more than one way, all listed in
        ways[first[k, o]:first[k, o + 1]];
        ray[k, o]: number of the ray of o that meets k; mutual: every square sees back the same way.
        leaps[o] is forward: all squares that o sees on an empty board, the whole story where rays are single steps.
        """
        count = len(self.components)
        self.near, self.far, self.reach, self.several, self.leaps = (
            array("Q", bytes(8 * SQUARES * count)) for _ in range(5))
        self.between = array("Q", bytes(8 * SQUARES * SQUARES * count))
        self.first = array("i", bytes(4 * (SQUARES * SQUARES * count + 1)))
        self.ways = array("Q", [0])
        self.ray = array("B", bytes(SQUARES * SQUARES * count))
        self.mutual: list[bool] = []
        for number, component in enumerate(self.components):
            ways: dict[int, list[int]] = {}
            for origin, rays in enumerate(component):
                self.leaps[number * SQUARES + origin] = mask_of(square for ray in rays for square in ray)
                for index, ray in enumerate(rays):
                    between = 0
                    for square in ray:
                        self.ray[(number * SQUARES + square) * SQUARES + origin] = index
                        ways.setdefault(square * SQUARES + origin, []).append(between)
                        between |= 1 << square
            base = number * SQUARES
            for pair, masks in ways.items():
                seen, bit = base + pair // SQUARES, 1 << pair % SQUARES
                for mask in masks:
                    self.between[base * SQUARES + pair] = mask
                    if mask:
                        self.far[seen] |= bit
                    else:
                        self.near[seen] |= bit
                if len(masks) > 1:
                    self.several[seen] |= bit
            for square in range(base, base + SQUARES):
                self.reach[square] = self.near[square] | self.far[square]
            self.mutual.append(all(ways.get(pair % SQUARES * SQUARES + pair // SQUARES) == masks
                                   for pair, masks in ways.items()))
            several = {pair: masks for pair, masks in ways.items() if len(masks) > 1}
            if several:
                for pair in range(SQUARES * SQUARES):
                    self.first[base * SQUARES + pair] = len(self.ways)
                    self.ways.extend(several.get(pair, ()))
                self.first[(base + SQUARES) * SQUARES] = len(self.ways)
        self.sights: list[list[tuple[int, int, int]]] = [[], []]
        self.leaping: list[int] = [0, 0]
        for side in (0, 1):
            for number, men in sorted(self.sees[side].items(), key=lambda item: self.rides(item[0])):
                for at in range(0, len(men), 2):
                    self.sights[side].append((number, men[at], men[min(at + 1, len(men) - 1)]))
                    self.leaping[side] += not self.rides(number)
        self.approach = [[self._approach(component, self.king_steps[side ^ 1].component)
                          for component, *_ in self.sights[side]] for side in (0, 1)]
        if self.doctrine is Royalty.MULTIPLEX and any(self.several):
            raise GenreError(f"{self.genre.name}: Rex Multiplex needs men with one way to a square")
        passing = [number for side in (0, 1) for number, man, _ in self.sights[side] if man == self.ep_man]
        self.passers = [self.near[number * SQUARES:(number + 1) * SQUARES] for number in passing] \
            or [array("Q", bytes(8 * SQUARES))] * 2
        self.tails = all(self._has_tails(number) for side in (0, 1) for number in self.sees[side])

    def _approach(self, component: int, king: int) -> array[int]:
        """By square: origins from which a component sees, on an empty board, it or some square a king steps to."""
        reach = self.reach[component * SQUARES:(component + 1) * SQUARES]
        approach = array("Q", reach)
        for square, rays in enumerate(self.components[king]):
            for target in (ray[0] for ray in rays):
                approach[square] |= reach[target]
        return approach

    def rides(self, component: int) -> bool:
        """Whether some ray of a component is longer than a step."""
        return any(self.far[component * SQUARES:(component + 1) * SQUARES])

    def _has_tails(self, component: int) -> bool:
        """Whether each ray, from any of its squares on, starts a ray of that square too (see State.compute_check_info)."""
        rays = self.components[component]
        starts = [{ray[:length] for ray in of for length in range(1, len(ray) + 1)} for of in rays]
        return all(ray[at + 1:] in starts[square] for of in rays for ray in of
                   for at, square in enumerate(ray[:-1]))

    # --------------------------------------------------------------------------------------- castlings

    def _families(self, side: int) -> list[FamilyTable]:
        return [self._family(family, side) for family in self.genre.castlings]

    def _family(self, family: CastlingFamily, side: int) -> FamilyTable:
        men = tuple(self.numbers[letter] for letter in family.men if letter in self.numbers)
        others = tuple(number for number in range(len(self.letters)) if number not in men)
        partners = array("Q", bytes(8 * SQUARES))
        record = array("H", bytes(2 * SQUARES * SQUARES))
        inverted = len(others) < len(men)
        table = FamilyTable(others if inverted else men, inverted, family.partners is Partners.EITHER, True, 0,
                            family.in_check, True, family.spends, family.style, partners, record)
        limits: dict[int, tuple[int, int]] = {}
        for castling in family.castlings(self.genre.board, side):
            king, king_to, partner, partner_to, empty, safe, letter = castling
            if partner_to not in limits:
                limits[partner_to] = self._limits(partner_to, side)
            right = 0
            if letter is not None:
                right = self.flag_bits[letter] if letter in self.flag_bits else self.right_bits[letter]
            partners[king] |= 1 << partner
            record[king * SQUARES + partner] = len(table.castles)
            table.castles.append((mask_of(empty), mask_of(safe), king_to, partner_to, right, *limits[partner_to], king,
                                  partner))
            table.rights |= right
            table.swap &= king_to == partner and partner_to == king and not empty
        return table

    def _limits(self, square: int, side: int) -> tuple[int, int]:
        """The men (bits) that may not arrive on a square as partners, and those that promote there."""
        barred = promotes = 0
        for number, man in enumerate(self.genre.men):
            if man.promotion and square in man.promotion.zones[side]:
                promotes |= 1 << number
            elif man.region and square not in man.region[side]:
                barred |= 1 << number
        return barred, promotes

    # --------------------------------------------------------------------------------------------- keys

    def _compile_keys(self) -> None:
        """Hash keys: of men on squares, of the rights that change anything, of the passed square, of the turn."""
        numbers = _random_words()
        self.keys = array("Q", (next(numbers) for _ in range(2 * MEN * SQUARES)))
        self.passed_keys = array("Q", (next(numbers) for _ in range(SQUARES)))
        self.turn_key = next(numbers)
        needed = 0
        for letter in self.flag_bits:
            needed |= self.flag_bits[letter]
        for families in self.families:
            for family in families:
                needed |= family.rights
        of_bit = [next(numbers) for _ in range(8)]
        self.right_keys = array("Q", bytes(8 * 256))
        for rights in range(256):
            for bit in range(8):
                if rights & needed & 1 << bit:
                    self.right_keys[rights] ^= of_bit[bit]

    def uci(self, move: int) -> str:
        """A move's number (see state.py) as UCI text."""
        name = self.genre.board.name
        was = move >> (27 if move_kind(move) >= CASTLING else 12) & 7
        becomes = move_result(move)
        return name(move_origin(move)) + name(move_target(move)) + (self.letters[becomes].lower() if becomes != was else "")

    @property
    def doctrine(self) -> Royalty:
        """What check and mate mean."""
        return self.genre.royalty

    @property
    def bytes(self) -> int:
        """The size of the larger arrays."""
        arrays = (self.table, self.near, self.far, self.reach, self.several, self.leaps, self.between, self.first,
                  self.ways, self.keys)
        return sum(len(values) * values.itemsize for values in arrays)


def _pack(rays: Sequence[Ray], bits: int) -> list[tuple[int, list[Ray], int]]:
    """The rays of a square as segments (relevant squares, rays, gate) of at most `bits` relevant squares.

    The last square of a ray is not relevant. A ray too long for one segment is cut; its far parts count only
    while no man stands on `gate`, the squares before them. Segments without a gate come first.
    """
    plain: list[tuple[int, list[Ray], int]] = []
    gated: list[tuple[int, list[Ray], int]] = []
    for ray in rays:
        gate = 0
        while ray:
            part, ray = (ray, ()) if len(ray) <= bits + 1 else (ray[:bits], ray[bits:])
            mask = mask_of(part if ray else part[:-1])
            if gate:
                gated.append((mask, [part], gate))
            else:
                for number, (other, others, _) in enumerate(plain):
                    if (other | mask).bit_count() <= bits:
                        plain[number] = (other | mask, [*others, part], 0)
                        break
                else:
                    plain.append((mask, [part], 0))
            gate |= mask_of(part)
    return (plain or [(0, [], 0)]) + gated


def _random_words() -> Iterator[int]:
    """The sequence splitmix64 (Steele, Lea, Flood 2014), the same in every run."""
    full = (1 << 64) - 1
    seed = 0x9E3779B97F4A7C15
    while True:
        seed = seed + 0x9E3779B97F4A7C15 & full
        word = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & full
        word = (word ^ word >> 27) * 0x94D049BB133111EB & full
        yield word ^ word >> 31


@lru_cache(maxsize=32)
def tables_of(genre: Genre, bits: int = QUIET_BITS) -> Tables:
    """The tables of a genre, made once."""
    return Tables(genre, bits)
