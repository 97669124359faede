"""The tables of a genre: magic look-ups of rays, attack tables, castlings, Zobrist keys.

All that the kernel knows of a genre is here, as flat arrays and records of numbers, which compiled_rules.py turns into
C structures. No man, board or genre is named.

    movements ──► components (rays by square) ──► slots          where can a man go from here?     one magic look-up
                                             └──► attack tables  which men attack this square?     near, far, between
    castlings ──► families: castlings by the squares of king and partner

The look-ups are those of magic bitboards (Kannan 2007), for rays of any form. The hash keys are Zobrist's (1970).
"""
from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import chain
from operator import or_
from typing import Any, NamedTuple, Self

from feerie.base.errors import IllegalMoveError
from feerie.kernel.lookup import LookupTables, fill_attacks, is_mutual
from feerie.kernel.packed_move import (
    move_kind,
    move_man,
    move_origin,
    move_partner,
    move_partner_man,
    move_result,
    move_target,
)
from feerie.kernel.properties import lost_by_rules, properties_of
from feerie.rules.board import Ray
from feerie.rules.castling import CastlingFamily, Partners, Style
from feerie.rules.genre import Genre, GenreError, Man
from feerie.rules.movement import Mode
from feerie.rules.properties import Property
from feerie.rules.royalty import Doctrine
from feerie.rules.unit import kind_texts

SQUARES = 64
"""Bits of a bitboard: no board may have more squares."""
MEN = 8
"""Kinds of men a side may have."""
FAMILIES = 4
"""Kinds of castling a genre may have."""
MOVE_TABLES = 24
"""Move tables a side may have."""
ATTACK_TABLES = 8
"""Attack tables a side may have."""
NONE = 255
"""No square, or no kind of man."""
SEGMENTS = 8
"""Magic look-ups a component may need for one square."""
SMALL_TABLE_BITS, LARGE_TABLE_BITS = 9, 12
"""The most relevant squares of a look-up: for small tables that are fast to build, or large ones, faster to use."""

PLAIN, EN_PASSANT, CASTLING = 0, 1, 2
"""Kinds of moves in a packed move. A castling of family f has the kind CASTLING + f."""

Component = tuple[tuple[Ray, ...], ...]
"""Rays by square."""


def mask_of(squares: Iterable[int]) -> int:
    """The bitboard of some squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


@lru_cache(maxsize=1 << 13)
def ray_mask(ray: Ray) -> int:
    """The bitboard of a ray, remembered: sides, men and genres have most rays in common."""
    return mask_of(ray)


@dataclass
class MoveRecord:
    """A movement of a kind of man of a side; for the fields see MoveTable in compiled_rules.pxd."""

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
    king_promotion_code: int = 0
    king_promotion_origins: int = 0

    def __post_init__(self) -> None:
        if self.other == NONE:
            self.other = self.man


class SlotRecord(NamedTuple):
    """One look-up; `offset`: where its part of `Tables.table` begins. Other fields: Slot in compiled_rules.pxd."""

    mask: int
    magic: int
    shift: int
    offset: int
    empty: int


class CastlingRecord(NamedTuple):
    """One castling of a side; for the fields see Castle in compiled_rules.pxd."""

    empty: int
    safe: int
    king_to: int
    partner_to: int
    right: int
    barred: int
    promotes: int
    king: int
    partner: int


@dataclass
class FamilyRecord:
    """Castlings of a family and side; `style`: how they are written. Other fields: Family in compiled_rules.pxd."""

    men: tuple[int, ...]
    inverted: bool
    either: bool
    in_check: bool
    spends_right: bool
    right_implies_home: bool
    style: Style
    partners: array[int]
    record: array[int]
    rights: int = 0
    swap: bool = True
    castles: list[CastlingRecord] = field(default_factory=list)

    @property
    def home_castle_count(self) -> int:
        """The number of castlings where each needs a right that implies that king and partner are at home, else 0."""
        return len(self.castles) if self.right_implies_home else 0


class MoveText(str):
    """The UCI text of a move that was found; it remembers the packed move it is the text of.

    To everything else it is the text, and only the text is pickled: the numbers of moves are those of one version.
    """

    __slots__ = ("packed",)
    packed: int

    @classmethod
    def of(cls, text: str, packed: int) -> Self:
        """The text of a packed move."""
        made = cls(text)
        made.packed = packed
        return made

    def __reduce__(self) -> Any:
        return str, (str(self),)


class MoveTexts(dict[int, MoveText]):
    """The UCI texts of packed moves, each computed once: there may be millions of lines.

    IllegalMoveError for a number that no move of the genre has, as only a file that was changed may hold.
    """

    def __init__(self, text: Callable[[int], str]) -> None:
        super().__init__()
        self.text = text

    def __missing__(self, move: int) -> MoveText:
        try:
            return self.setdefault(move, MoveText.of(self.text(move), move))
        except IndexError:
            raise IllegalMoveError("the number {} is not a move of this genre", move) from None


class GenreTables:
    """What the tables of both paths have in common: rights, castlings, the keys of all but men.

    `letters`, `numbers`: the men by number, and the other way round; the men of the genre come first. `royal`: where in
    `men` of a frame the kings are.
    """

    genre: Genre
    letters: tuple[str, ...]
    numbers: dict[str, int]
    royal: int

    @property
    def doctrine(self) -> Doctrine:
        """What check and mate mean."""
        return self.genre.royalty.doctrine

    # ------------------------------------------------------------------------------------------- rights

    def _compile_rights(self) -> None:
        """Bits of castling rights and extra state; rights_mask by square: the bits a move from or to it leaves."""
        genre = self.genre
        bits = self._bits_of_rights()
        self.right_bits = {letter: reduce(or_, of.values()) for letter, of in bits.items()}
        count = reduce(or_, self.right_bits.values(), 0).bit_length()
        if count + len(genre.flags) > 8:
            raise GenreError("{}: more castling rights and flags than the kernel has room for", genre.name)
        self.flag_bits = {letter: 1 << number + count for number, letter in enumerate(genre.flags)}
        self.rights_mask = array("B", [255]) * SQUARES
        for of in bits.values():
            for number, (square, bit) in enumerate(of.items()):
                is_king_for_good = number == 0 and not genre.regains_kings
                self.rights_mask[square] &= ~(reduce(or_, of.values()) if is_king_for_good else bit)
        run = genre.king_run
        self.goals = [1 << goal for goal in run.goals] if run else [0, 0]
        self.gates = [mask_of(gate) for gates in run.gates for gate in gates] if run else [0, 0, 0, 0]
        self.run_flags = [self.flag_bits[letter] for letter in run.flags] if run else [0, 0]

    def _bits_of_rights(self) -> dict[str, dict[int, int]]:
        """For each castling right, by square, the bit that is lost with what stands there: one bit a right or, where
        men regain theirs, one a man.
        """
        squares = self.genre.right_squares
        numbers = {square: number for number, square in enumerate(dict.fromkeys(chain(*squares.values())))}
        return {letter: {square: 1 << (numbers[square] if self.genre.regains else number) for square in of}
                for number, (letter, of) in enumerate(squares.items())}

    # --------------------------------------------------------------------------------------- castlings

    def _families(self, side: int) -> list[FamilyRecord]:
        return [self._family(family, side) for family in self.genre.castlings]

    def _family(self, family: CastlingFamily, side: int) -> FamilyRecord:
        men = tuple(self.numbers[letter] for letter in family.men if letter in self.numbers)
        others = tuple(number for number in range(len(self.letters)) if number not in men)
        partners = array("Q", bytes(8 * SQUARES))
        record = array("H", bytes(2 * SQUARES * SQUARES))
        inverted = len(others) < len(men)
        table = FamilyRecord(others if inverted else men, inverted, family.partners is Partners.EITHER,
                               family.in_check, family.spends_right, family.right_implies_home, family.style,
                               partners, record, swap=not family.right_implies_home)
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
            table.castles.append(CastlingRecord(mask_of(empty), mask_of(safe), king_to, partner_to, right,
                                                *limits[partner_to], king, partner))
            table.rights |= right
            table.swap &= king_to == partner and partner_to == king and not empty
        return table

    def _uci_target(self, move: int) -> int:
        """The second square of a packed move in UCI: the partner's where kings take rooks."""
        takes_rook = move_kind(move) >= CASTLING \
            and self.genre.castlings[move_kind(move) - CASTLING].style is Style.KING_TAKES_ROOK
        return move_partner(move) if takes_rook else move_target(move)

    def _limits(self, square: int, side: int) -> tuple[int, int]:
        """The kinds of men (bits) that may not arrive on a square as partners, and those that promote there."""
        barred = promotes = 0
        for number, man in enumerate(self.genre.men):
            if man.promotion and square in man.promotion.zones[side]:
                promotes |= 1 << number
            elif man.region and square not in man.region[side]:
                barred |= 1 << number
        return barred, promotes

    def _compile_other_keys(self, numbers: Iterator[int]) -> None:
        """The Zobrist keys of en passant squares, of the turn, and of the rights that make a difference."""
        self.families = [self._families(side) for side in (0, 1)]
        self.ep_keys = array("Q", (next(numbers) for _ in range(SQUARES)))
        self.turn_key = next(numbers)
        needed = 0
        for letter in self.flag_bits:
            needed |= self.flag_bits[letter]
        for families in self.families:
            for family in families:
                needed |= family.rights
        of_bit = [next(numbers) for _ in range(8)]
        self.right_keys = array("Q", bytes(8 * 256))
        for rights in range(1, 256):
            lowest = rights & -rights
            self.right_keys[rights] = self.right_keys[rights ^ lowest] ^ (
                of_bit[lowest.bit_length() - 1] if lowest & needed else 0)


class Tables(GenreTables):
    """The tables of a genre. `bits`: the most relevant squares of a look-up.

    GenreError if the genre exceeds the kernel's limits: by its board, the number of its men, castlings or rays.
    """

    def __init__(self, genre: Genre, bits: int = SMALL_TABLE_BITS) -> None:
        board = genre.board
        if board.size > SQUARES:
            raise GenreError("{}: a board of {} squares; the kernel takes {} at most", genre.name, board.size, SQUARES)
        if len(genre.men) > MEN or len(genre.castlings) > FAMILIES:
            raise GenreError("{}: more than {} kinds of men or {} kinds of castling", genre.name, MEN, FAMILIES)
        self.genre = genre
        self.letters = kind_texts(genre)
        self.numbers = {man.letter: number for number, man in enumerate(genre.men)}
        self.royal = self.numbers[genre.royal.letter]
        self.numbers |= {text: number for number, text in enumerate(self.letters)}
        self.squares = mask_of(board.squares)
        self.lost = lost_by_rules(genre)
        self._compile_rights()
        self._compile_men()
        self._compile_slots(bits)
        self._compile_attacks()
        self.properties = properties_of(self)
        self._compile_keys()
        self.uci_texts = MoveTexts(self.uci)

    @staticmethod
    def hold(genre: Genre) -> bool:
        """Whether there are such tables of a genre, by what its parts say that they do not keep. If not, it takes the
        general path: where men do not simply go along lines, where there are more kinds of men than a frame has room
        for, and with Rex Multiplex on a board on which a man may have several ways to a square.
        """
        return not lost_by_rules(genre) & Property.LINES and len(genre.men) <= MEN \
            and not (genre.board.wraps is not None and genre.royalty.doctrine is Doctrine.MULTIPLEX)

    # ---------------------------------------------------------------------------------------------- men

    def rays_of(self, man: Man, side: int) -> list[tuple[int, Component]]:
        """The man's movements as (mode, component). Overlapping ones are merged, so that no move is listed twice."""
        key = man.letter, side
        if key not in self._parts:
            self._parts[key] = self._rays_of(man, side)
        return self._parts[key]

    def _rays_of(self, man: Man, side: int) -> list[tuple[int, Component]]:
        board = self.genre.board
        parts: list[tuple[int, Component]] = []
        for movement, mode in man.moves:
            key = (movement, side)
            if key not in self._ray_cache:
                squares = set(board.squares)
                self._ray_cache[key] = tuple(movement.rays(board, square, side) if square in squares else ()
                                             for square in range(board.size))
            component = self._ray_cache[key]
            for number, (other_mode, other) in enumerate(parts):
                overlap = any(mask_of(chain.from_iterable(rays)) & mask_of(chain.from_iterable(others))
                              for rays, others in zip(component, other, strict=True))
                if overlap and Mode.BOTH not in (mode, other_mode) and mode != other_mode:
                    continue
                if overlap and mode != other_mode:
                    raise GenreError("{}: two movements of {} for different ends overlap", self.genre.name, man.letter)
                if overlap:
                    parts[number] = (mode, tuple(a + b for a, b in zip(other, component, strict=True)))
                    break
            else:
                parts.append((int(mode), component))
        return parts

    def _compile_men(self) -> None:
        """The components, the move tables of each side, and the double steps that allow a capture en passant."""
        genre = self.genre
        self._ray_cache: dict[object, Component] = {}
        self._parts: dict[tuple[str, int], list[tuple[int, Component]]] = {}
        self.components: list[Component] = []
        numbers: dict[Component, int] = {}
        self.move_records: list[list[MoveRecord]] = [[], []]
        self.king_steps: list[MoveRecord] = []
        self.king_promotion_from = [0, 0]
        self.attackers_by_component: list[dict[int, list[int]]] = [{}, {}]
        if sum(man.en_passant for man in genre.men) > 1:
            raise GenreError("{}: more than one kind of men captures en passant", genre.name)
        self.ep_man = next((number for number, man in enumerate(genre.men) if man.en_passant), NONE)
        self.double_step_over = [array("B", [NONE]) * SQUARES for _ in (0, 1)]
        self.double_step_to = [array("B", [NONE]) * SQUARES for _ in (0, 1)]
        for side in (0, 1):
            for number, man in enumerate(genre.men):
                for mode, component in self.rays_of(man, side):
                    index = numbers.setdefault(component, len(self.components))
                    if index == len(self.components):
                        self.components.append(component)
                    if mode != Mode.QUIET:
                        self.attackers_by_component[side].setdefault(index, []).append(number)
                    step = self._step(man, side, mode, index)
                    if man.royal:
                        self.king_steps.append(step)
                    else:
                        self.move_records[side].extend(self._translated(step, component))
                    if man.en_passant and mode == Mode.QUIET:
                        self._note_double_steps(side, component)
            self.move_records[side] = self._paired(self.move_records[side])
        self.shifting = [sum(step.translation for step in steps) for steps in self.move_records]
        if len(self.king_steps) != 2:
            raise GenreError("{}: the king must have exactly one movement", genre.name)
        if any(len(ray) > 1 for step in self.king_steps for rays in self.components[step.component] for ray in rays):
            raise GenreError("{}: the king's movement must be single steps", genre.name)

    def _step(self, man: Man, side: int, mode: int, index: int) -> MoveRecord:
        """The record of a movement of a man of a side, whose component has this number."""
        number = self.numbers[man.letter]
        zone = mask_of(man.promotion.zones[side]) if man.promotion else 0
        becomes = [self.numbers[letter] for letter in man.promotion.to] if man.promotion else []
        codes = tuple(number << 12 | new << 15 for new in [number, *becomes] if new != self.royal or man.royal)
        step = MoveRecord(number, mode, index, codes, zone)
        if self.royal in becomes:
            step.king_promotion_code = number << 12 | self.royal << 15
            step.king_promotion_origins = mask_of(square for square, rays in enumerate(self.components[index])
                                                  if any(zone >> target & 1 for ray in rays for target in ray))
            self.king_promotion_from[side] |= step.king_promotion_origins
        return step

    def _note_double_steps(self, side: int, component: Component) -> None:
        """Note what the double steps of a movement pass over, and where they lead."""
        over, to = self.double_step_over[side], self.double_step_to[side]
        for square, rays in enumerate(component):
            for ray in rays:
                if len(ray) == 2:
                    if to[square] not in (NONE, ray[1]):
                        raise GenreError("{}: two double steps that allow a capture en passant begin on {}",
                                         self.genre.name, self.genre.board.name(square))
                    over[square], to[square] = ray

    @staticmethod
    def _translated(step: MoveRecord, component: Component) -> list[MoveRecord]:
        """The movement as shifts of whole sets, if its rays are one or two equal steps in at most two directions."""
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
        out = [MoveRecord(step.man, step.mode, step.component, step.codes, step.zone, shift, leave, onward, True, False)
               for shift, (leave, onward) in shifts.items()]
        out[-1].last = True
        out[-1].king_promotion_code = step.king_promotion_code
        out[-1].king_promotion_origins = step.king_promotion_origins
        return out

    @staticmethod
    def _paired(steps: list[MoveRecord]) -> list[MoveRecord]:
        """Translations first; two kinds of men that move alike and do not promote share one record."""
        paired: list[MoveRecord] = []
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
        """The slots by component, segment and square."""
        fill = LookupTables()
        self.segments: list[int] = []
        self.slots: list[SlotRecord] = []
        self.slot_start: list[int] = []
        for component in self.components:
            packed = [pack(component[square] if square < len(component) else (), bits) for square in range(SQUARES)]
            segments = max(len(segment) for segment in packed)
            if segments > SEGMENTS:
                raise GenreError("{}: rays too long for the look-up tables", self.genre.name)
            self.segments.append(segments)
            self.slot_start.append(len(self.slots))
            for number in range(segments):
                for square in range(SQUARES):
                    mask, rays, empty = packed[square][number] if number < len(packed[square]) else (0, [], 0)
                    self.slots.append(SlotRecord(mask, *fill.add(mask, rays), empty))
        self.table = fill.joined()

    # ------------------------------------------------------------------------------------------ attacks

    def _compile_attacks(self) -> None:
        """The attack tables, which answer who attacks a square: the components that capture, seen from their targets.

        Flat arrays, for component c (offset c * SQUARES), attacked square k and origin o:
        near[k], far[k], reach[k]: the origins that attack k with no square between, with squares between, either way;
        between[k, o]: the squares between; ray_index[k, o]: the number of the ray of o on which k lies;
        several[k]: the origins with more than one path to k, all of which are
        paths[path_start[k, o]:path_start[k, o + 1]];
        leaps[o]: the squares o attacks on an empty board.
        mutual[c]: whether a attacks b exactly when b attacks a, along the same squares.
        """
        count = len(self.components)
        self.near, self.far, self.reach, self.several, self.leaps = (
            array("Q", bytes(8 * SQUARES * count)) for _ in range(5))
        self.between = array("Q", bytes(8 * SQUARES * SQUARES * count))
        self.path_start = array("i", bytes(4 * (SQUARES * SQUARES * count + 1)))
        self.paths = array("Q", [0])
        self.ray_index = array("B", bytes(SQUARES * SQUARES * count))
        self.mutual: list[bool] = []
        for number in range(count):
            self._compile_attacks_of(number)
        self.attack_records: list[list[tuple[int, int, int]]] = [[], []]
        self.leaping: list[int] = [0, 0]
        for side in (0, 1):
            for number, men in sorted(self.attackers_by_component[side].items(), key=lambda item: self.rides(item[0])):
                for at in range(0, len(men), 2):
                    self.attack_records[side].append((number, men[at], men[min(at + 1, len(men) - 1)]))
                    self.leaping[side] += not self.rides(number)
        kings = [step.component for step in self.king_steps]
        needed = [[(component, kings[side ^ 1]) for component, *_ in self.attack_records[side]] for side in (0, 1)]
        approach = {pair: self._approach(*pair) for pair in {*needed[0], *needed[1]}}
        self.approach = [[approach[pair] for pair in pairs] for pairs in needed]
        if self.doctrine is Doctrine.MULTIPLEX and any(self.several):
            raise GenreError("{}: Rex Multiplex needs men with one way to a square", self.genre.name)
        captures = [number for side in (0, 1) for number, man, _ in self.attack_records[side] if man == self.ep_man]
        self.ep_origins = [self.near[number * SQUARES:(number + 1) * SQUARES] for number in captures] \
            or [array("Q", bytes(8 * SQUARES))] * 2

    def _compile_attacks_of(self, number: int) -> None:
        """Fill the attack tables of one component."""
        base, end = number * SQUARES, (number + 1) * SQUARES
        fill_attacks(self.components[number], base, (self.near, self.far, self.several, self.leaps), self.between,
                     self.ray_index)
        self.reach[base:end] = array("Q", map(or_, self.near[base:end], self.far[base:end]))
        if not any(self.several[base:end]):
            self.mutual.append(is_mutual(base, self.reach, self.between))
            return
        paths = self._paths(number)
        self.mutual.append(all(paths.get(pair % SQUARES * SQUARES + pair // SQUARES) == masks
                               for pair, masks in paths.items()))
        for pair in range(SQUARES * SQUARES):
            self.path_start[base * SQUARES + pair] = len(self.paths)
            masks = paths.get(pair, [])
            self.paths.extend(masks if len(masks) > 1 else [])
        self.path_start[end * SQUARES] = len(self.paths)

    def _paths(self, number: int) -> dict[int, list[int]]:
        """For attacked square * SQUARES + origin: the squares between on each path."""
        paths: dict[int, list[int]] = {}
        for origin, rays in enumerate(self.components[number]):
            for ray in rays:
                between = 0
                for square in ray:
                    paths.setdefault(square * SQUARES + origin, []).append(between)
                    between |= 1 << square
        return paths

    def _approach(self, component: int, king: int) -> array[int]:
        """By king's square: the origins from which a component may attack it or a square the king can step to."""
        reach = self.reach[component * SQUARES:(component + 1) * SQUARES]
        approach = array("Q", reach)
        for square, rays in enumerate(self.components[king]):
            for ray in rays:
                approach[square] |= reach[ray[0]]
        return approach

    def rides(self, component: int) -> bool:
        """Whether some ray of a component is longer than one square."""
        return any(self.far[component * SQUARES:(component + 1) * SQUARES])

    def has_several_paths(self, component: int) -> bool:
        """Whether more than one ray of a component leads from some square to another."""
        return any(self.several[component * SQUARES:(component + 1) * SQUARES])

    def tails_are_rays(self, component: int) -> bool:
        """Whether every tail of a ray is the beginning of a ray of the square at which the tail starts.

        It is true of straight riders; compute_check_info needs it. What holds for the tails of all rays from their
        second square on holds for the shorter tails, too.
        """
        rays = self.components[component]
        return all(any(start[:len(ray) - 1] == ray[1:] for start in rays[ray[0]])
                   for of in rays for ray in of if len(ray) > 1)

    # --------------------------------------------------------------------------------------------- keys

    def _compile_keys(self) -> None:
        """The Zobrist keys: of men on squares, of rights that make a difference, of en passant squares, of the turn."""
        numbers = random_words()
        self.keys = array("Q", (next(numbers) for _ in range(2 * MEN * SQUARES)))
        self._compile_other_keys(numbers)

    def uci(self, move: int) -> str:
        """A packed move as UCI text."""
        was = move_partner_man(move) if move_kind(move) >= CASTLING else move_man(move)
        becomes = move_result(move)
        promotion = self.letters[becomes] if becomes != was else None
        return self.genre.board.uci(move_origin(move), self._uci_target(move), promotion)

    @property
    def have_room(self) -> bool:
        """Whether compiled rules have room for the men's movements."""
        return max(map(len, self.move_records)) <= MOVE_TABLES and max(map(len, self.attack_records)) <= ATTACK_TABLES

    @property
    def bytes(self) -> int:
        """The size of the larger arrays."""
        arrays = (self.table, self.near, self.far, self.reach, self.several, self.leaps, self.between, self.path_start,
                  self.paths, self.keys)
        return sum(len(values) * values.itemsize for values in arrays)


def pack(rays: Sequence[Ray], bits: int) -> list[tuple[int, list[Ray], int]]:
    """The rays of a square as segments (relevant squares, rays, squares that must be empty) of at most `bits` relevant
    squares each.

    The last square of a ray is not relevant. A ray too long for one segment is cut. Its further parts
    count only while the squares before them are empty. Segments that always count come first.
    """
    if all(len(ray) == 1 for ray in rays):
        return [(0, list(rays), 0)]
    plain: list[tuple[int, list[Ray], int]] = []
    further: list[tuple[int, list[Ray], int]] = []
    for ray in rays:
        before = 0
        while ray:
            part, ray = (ray, ()) if len(ray) <= bits + 1 else (ray[:bits], ray[bits:])
            mask = ray_mask(part if ray else part[:-1])
            if before:
                further.append((mask, [part], before))
            else:
                for number, (other, others, _) in enumerate(plain):
                    if (other | mask).bit_count() <= bits:
                        plain[number] = (other | mask, [*others, part], 0)
                        break
                else:
                    plain.append((mask, [part], 0))
            before |= ray_mask(part)
    return (plain or [(0, [], 0)]) + further


def random_words() -> Iterator[int]:
    """The sequence splitmix64 (Steele, Lea, Flood 2014), the same in every run."""
    full = (1 << 64) - 1
    seed = 0x9E3779B97F4A7C15
    while True:
        seed = seed + 0x9E3779B97F4A7C15 & full
        word = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & full
        word = (word ^ word >> 27) * 0x94D049BB133111EB & full
        yield word ^ word >> 31


def tables_of(genre: Genre, bits: int = SMALL_TABLE_BITS) -> Tables:
    """The tables of a genre, made once."""
    return _tables_of(genre, bits)


@lru_cache(maxsize=32)
def _tables_of(genre: Genre, bits: int) -> Tables:
    return Tables(genre, bits)
