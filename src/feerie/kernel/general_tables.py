"""The tables of a genre for the general path: look-ups of any content, species, keys.

A *species* is a kind of man with its traits; it has a number from 0. A *way* is all that a species of a side may do for
one end (rules/movement.Mode), from every square: one look-up gives the squares that it strikes, which mostly are those
where it arrives. Behind a way lie tables of what a question about it depends on, by the square struck and the origin.

No man, board or genre is named. See docs/architecture.md, "The general path".
"""
from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from feerie.kernel.general_move import (
    becomes_of,
    captured_of,
    captured_square_of,
    man_of,
    partner_man_of,
    promotes,
    square_aside,
    takes_aside,
)
from feerie.kernel.lookup import LookupTables
from feerie.kernel.packed_move import (
    extended_is_capture,
    extended_partner_side,
    extended_side,
    move_kind,
    move_origin,
    move_target,
)
from feerie.kernel.properties import lost_by_rules
from feerie.kernel.tables import (
    CASTLING,
    FAMILIES,
    MEN,
    NONE,
    SEGMENTS,
    SMALL_TABLE_BITS,
    SQUARES,
    GenreTables,
    MoveTexts,
    SlotRecord,
    mask_of,
    pack,
    random_words,
    ray_mask,
)
from feerie.rules.along import RIDE, Along, Line, lines_of
from feerie.rules.board import BLACK, Ray
from feerie.rules.castling import Style
from feerie.rules.genre import Genre, GenreError, Man
from feerie.rules.move import Move
from feerie.rules.movement import Mode
from feerie.rules.properties import EVERY_PROPERTY, Property
from feerie.rules.royalty import Royalty
from feerie.rules.trait import Trait, Traits
from feerie.rules.unit import kind_text, kind_texts

__all__ = ["KINDS", "SPECIES", "WAYS", "GeneralTables", "SpeciesRecord", "WayRecord", "general_tables_of",
           "takes_general_path"]

SPECIES = 63
"""The most species of a genre."""
KINDS = 31
"""The most kinds of men of a genre."""
WAYS = 255
"""The most ways of all species together."""
WAYS_OF_ONE = 4
"""The most ways of one species of a side."""
LONGEST_HOP = 12
"""Squares of a line that is not simply ridden along, at most."""

Lines = tuple[tuple[Line, ...], ...]
"""What a man may do, by square: lines, and how it goes along them."""


def takes_general_path(genre: Genre) -> bool:
    """Whether the rules of a genre need the general path, by what its parts say that they do not keep.

    So do more kinds of men than a frame of the fast path has room for, and Rex Multiplex on a board on which a man may
    have several ways to a square.
    """
    return bool(lost_by_rules(genre) & Property.LINES) or len(genre.men) > MEN \
        or genre.board.wraps is not None and genre.royalty is Royalty.MULTIPLEX


class Pattern(NamedTuple):
    """Where a man arrives on a line of some length. Sets of squares are bits, bit 0 for the first square.

    `struck`: by occupied squares, the squares struck; `relevant`: the squares that make a difference; `target`: by
    square struck, where the man arrives.
    """

    struck: tuple[int, ...]
    relevant: int
    target: dict[int, int]


@lru_cache(maxsize=256)
def pattern_of(along: Along, length: int) -> Pattern:
    """The pattern of a way to go along lines of a length."""
    line = tuple(range(length))
    struck: list[int] = []
    target: dict[int, int] = {}
    for occupied in range(1 << length):
        arrivals = list(along.arrivals(line, frozenset(at for at in line if occupied >> at & 1)))
        struck.append(mask_of(arrival.struck for arrival in arrivals))
        for arrival in arrivals:
            if target.setdefault(arrival.struck, arrival.target) != arrival.target:
                raise GenreError("a man takes on one square and may arrive on several: {}", repr(along))
    relevant = mask_of(at for at in line if any(struck[occupied] != struck[occupied ^ 1 << at]
                                                for occupied in range(1 << length)))
    return Pattern(tuple(struck), relevant, target)


@dataclass
class WayRecord:
    """A way; for the fields see Way in general_rules.pxd. `segments`: look-ups, `slot_start`: where they begin."""

    slot_start: int
    segments: int
    ever: array[int]
    onto: array[int]
    deciding: array[int]
    line: array[int]
    landing: array[int] | None


class SpeciesRecord(NamedTuple):
    """A species of a side; for the fields see Species in general_rules.pxd. `ways`: (number of the way, mode)."""

    ways: tuple[tuple[int, int], ...]
    kind: int
    traits: Traits
    royal: bool
    castles: bool
    en_passant: bool
    zone: int
    becomes: tuple[int, ...]
    double_over: array[int] | None


class GeneralTables(GenreTables):
    """The tables of a genre for the general path. GenreError if it exceeds the limits of this path."""

    def __init__(self, genre: Genre) -> None:
        if genre.board.size > SQUARES:
            raise GenreError("{}: a board of {} squares; the kernel takes {} at most", genre.name, genre.board.size,
                             SQUARES)
        self.genre = genre
        self.all_traits: tuple[Traits, ...] = tuple(dict.fromkeys((frozenset(), *genre.traits)))
        count = len(genre.men) * len(self.all_traits)
        if count > SPECIES or len(genre.men) > KINDS or len(genre.castlings) > FAMILIES:
            raise GenreError("{}: more than {} kinds of men, {} with their traits, or {} kinds of castling", genre.name,
                             KINDS, SPECIES, FAMILIES)
        self.letters = kind_texts(genre)
        self.texts = self.letters, kind_texts(genre, BLACK)
        self.numbers = {letter: number for number, letter in enumerate(self.letters)}
        self.numbers |= {man.letter: number for number, man in enumerate(genre.men)}
        self._compile_rights()
        self._fill, self._numbers_of_ways = LookupTables(), dict[Lines, int]()
        self.slots: list[SlotRecord] = []
        self.ways: list[WayRecord] = []
        self.species = [self._species(side) for side in (0, 1)]
        if any(len(record.ways) > WAYS_OF_ONE for records in self.species for record in records):
            raise GenreError("{}: a man has more than {} kinds of movement", genre.name, WAYS_OF_ONE)
        self.table = self._fill.joined()
        if len(self.ways) > WAYS:
            raise GenreError("{}: the men have too many movements for the kernel", genre.name)
        self.strikers = [self._strikers(side) for side in (0, 1)]
        self.partners = [self._partner_kinds(letters) for letters in (family.men for family in genre.castlings)]
        self.properties = EVERY_PROPERTY & ~(lost_by_rules(genre) | Property.LINES)
        numbers = random_words()
        self.keys = array("Q", (next(numbers) for _ in range(2 * (SPECIES + 1) * SQUARES)))
        self._compile_other_keys(numbers)
        self.uci_texts = MoveTexts(self.uci)

    def _partner_kinds(self, letters: Sequence[str]) -> int:
        """The kinds of men (bits) that may be partners in a castling."""
        return mask_of(number for number, man in enumerate(self.genre.men) if man.letter in letters)

    # -------------------------------------------------------------------------------------------- species

    def _species(self, side: int) -> list[SpeciesRecord]:
        return [self._record(man, kind, traits, side) for traits in self.all_traits
                for kind, man in enumerate(self.genre.men)]

    def _record(self, man: Man, kind: int, traits: Traits, side: int) -> SpeciesRecord:
        zone, becomes = 0, tuple[int, ...]()
        if man.promotion:
            zone = mask_of(man.promotion.zones[side])
            becomes = tuple(self.numbers[kind_text(letter, traits)] for letter in man.promotion.to)
        royal = man.royal or Trait.ROYAL in traits
        return SpeciesRecord(tuple(self._ways(man, side)), kind, traits, royal, man.royal, man.en_passant, zone,
                             becomes, self._double_steps(man, side) if man.en_passant else None)

    def _lines(self, man: Man, side: int, *modes: Mode) -> list[list[Line]]:
        """The lines of a man's movements for some ends, by square."""
        board, squares = self.genre.board, set(self.genre.board.squares)
        return [[line for movement, mode in man.moves if mode in modes
                 for line in lines_of(movement, board, square, side)] if square in squares else []
                for square in range(SQUARES)]

    def _double_steps(self, man: Man, side: int) -> array[int]:
        """By origin and target: what a double step of a man passes over, NONE if there is none."""
        over = array("B", [NONE]) * (SQUARES * SQUARES)
        for square, lines in enumerate(self._lines(man, side, Mode.QUIET)):
            for line, along in lines:
                if len(line) == 2 and along == RIDE:
                    over[square * SQUARES + line[1]] = line[0]
        return over

    def _ways(self, man: Man, side: int) -> Iterator[tuple[int, int]]:
        """The ways of a man with what each is for: one for both ends where it captures as it moves."""
        quiet, capture = (self._lines(man, side, Mode.BOTH, mode) for mode in (Mode.QUIET, Mode.CAPTURE))
        aside = [[line for line in lines if _takes_aside(line)] for lines in capture]
        plain = [[line for line in lines if not _takes_aside(line)] for lines in capture]
        quiet = [[line for line in lines if not _takes_aside(line)] for lines in quiet]
        if quiet == plain:
            yield self._way(plain), Mode.BOTH
        else:
            yield self._way(quiet), Mode.QUIET
            yield self._way(plain), Mode.CAPTURE
        for part in _apart(aside):
            yield self._way(part), Mode.CAPTURE

    def _way(self, lines: list[list[Line]]) -> int:
        """The number of the way that these lines are, which is made if it is new."""
        key = tuple(map(tuple, lines))
        if key not in self._numbers_of_ways:
            self._numbers_of_ways[key] = len(self.ways)
            self.ways.append(self._compiled(key))
        return self._numbers_of_ways[key]

    def _compiled(self, lines: Lines) -> WayRecord:
        ever, onto = array("Q", bytes(8 * SQUARES)), array("Q", bytes(8 * SQUARES))
        way = WayRecord(len(self.slots), self._add_slots(lines), ever, onto, array("Q", bytes(8 * SQUARES * SQUARES)),
                        array("B", [NONE]) * (SQUARES * SQUARES), None)
        for origin in range(SQUARES):
            for number, (line, along) in enumerate(lines[origin]):
                self._note_line(way, origin, number, line, along)
        return way

    @staticmethod
    def _note_line(way: WayRecord, origin: int, number: int, line: Ray, along: Along) -> None:
        """Note for every square that a man may strike on a line what that depends on, and where the man arrives."""
        pattern = None if along == RIDE else pattern_of(along, len(line))
        ever = (1 << len(line)) - 1 if pattern is None else mask_of(pattern.target)
        before = 0
        for index, square in enumerate(line):
            if ever >> index & 1:
                known = way.ever[origin] >> square & 1
                way.ever[origin] |= 1 << square
                way.onto[square] |= 1 << origin
                at = square * SQUARES + origin
                way.line[at] = NONE if known else number
                way.deciding[at] |= before
                if pattern and pattern.target[index] != index:
                    landing = line[pattern.target[index]]
                    way.deciding[at] |= 1 << landing
                    if way.landing is None:
                        way.landing = array("B", [NONE]) * (SQUARES * SQUARES)
                    way.landing[origin * SQUARES + square] = landing
            before |= 1 << square

    def _add_slots(self, lines: Lines) -> int:
        """Add the look-ups of a way; returns how many of them each square has."""
        packed = [_packed(of, self.genre.name) for of in lines]
        segments = max(len(of) for of in packed)
        if segments > SEGMENTS:
            raise GenreError("{}: rays too long for the look-up tables", self.genre.name)
        for number in range(segments):
            for of in packed:
                mask, group, empty = of[number] if number < len(of) else (0, (), 0)
                rides = [line for line, along in group if along == RIDE]
                place = self._fill.add(mask, rides) if len(rides) == len(group) else self._fill.add_lines(
                    mask, [line for line, _ in group], [pattern_of(along, len(line)).struck for line, along in group])
                self.slots.append(SlotRecord(mask, *place, empty))
        return segments

    def _strikers(self, side: int) -> array[int]:
        """By square: the squares from which some man of a side may ever strike it."""
        found = array("Q", bytes(8 * SQUARES))
        for number in {way for species in self.species[side] for way, mode in species.ways if mode != Mode.QUIET}:
            for square in range(SQUARES):
                found[square] |= self.ways[number].onto[square]
        return found

    # ---------------------------------------------------------------------------------------------- texts

    def uci(self, move: int) -> str:
        """A packed move (see general_move) as UCI text."""
        name = self.genre.board.name
        promotion = self._promotion(move) or ""
        return name(move_origin(move)) + name(move_target(move)) + promotion.lower() + self._choice(move)

    def _promotion(self, move: int) -> str | None:
        """What the man becomes, without traits, which it keeps; None if it stays what it is."""
        return kind_text(self.genre.men[becomes_of(move) % len(self.genre.men)].letter) if promotes(move) else None

    def _choice(self, move: int) -> str:
        """What squares and promotion leave open.

        Where a king changes places with a man that he might take as well, the square on which that man arrives; on a
        board where two lines may lead to one square, the one on which a man is taken, if not where the mover arrives.
        """
        if move_kind(move) >= CASTLING:
            exchanges = self.genre.castlings[move_kind(move) - CASTLING].style is Style.EXCHANGE
            is_neutral = Trait.NEUTRAL in self.species[0][becomes_of(move)].traits
            return f"@{self.genre.board.name(move_origin(move))}" if exchanges and is_neutral else ""
        return f"@{self.genre.board.name(square_aside(move))}" if takes_aside(move) and self.genre.board.wraps else ""

    def move_of(self, number: int) -> Move:
        """An extended move (see general_move) as a value."""
        name, side, kind = self.genre.board.name, extended_side(number), move_kind(number)
        man, origin, target = self.texts[side][man_of(number)], name(move_origin(number)), name(move_target(number))
        if kind >= CASTLING:
            family = self.families[side][kind - CASTLING]
            castle = family.castles[family.record[move_origin(number) * SQUARES + square_aside(number)]]
            return Move(man, origin, target, self._promotion(number),
                        partner=(name(square_aside(number)), name(castle.partner_to)),
                        partner_man=self.texts[extended_partner_side(number)][partner_man_of(number)],
                        style=family.style, choice=self._choice(number))
        captured = on = None
        if extended_is_capture(number):
            captured, on = self.texts[side ^ 1][captured_of(number)], name(captured_square_of(number))
        return Move(man, origin, target, self._promotion(number), captured, on, choice=self._choice(number))


def _apart(lines: list[list[Line]]) -> Iterator[list[list[Line]]]:
    """Lines by square in as few parts as may be in which no two lines of a square meet."""
    left = lines
    while any(left):
        part: list[list[Line]] = []
        for of in left:
            met: set[int] = set()
            part.append([])
            for line in of:
                if not met & set(line[0]):
                    part[-1].append(line)
                    met |= set(line[0])
        yield part
        left = [[line for line in of if line not in taken] for of, taken in zip(left, part, strict=True)]


def _takes_aside(line: Line) -> bool:
    """Whether a man that goes along a line takes a man elsewhere than where it arrives."""
    squares, along = line
    return along != RIDE and any(struck != target for struck, target in pattern_of(along, len(squares)).target.items())


def _packed(lines: Iterable[Line], name: str) -> list[tuple[int, Sequence[Line], int]]:
    """The lines of a square in groups for one look-up each: relevant squares, lines, squares that must be empty."""
    lines = tuple(lines)
    out: list[tuple[int, Sequence[Line], int]] = [
        (mask, [(ray, RIDE) for ray in rays], empty)
        for mask, rays, empty in pack([line for line, along in lines if along == RIDE], SMALL_TABLE_BITS)]
    groups: list[tuple[int, list[Line], int]] = []
    for line, along in lines:
        if along == RIDE:
            continue
        if len(line) > LONGEST_HOP:
            raise GenreError("{}: rays too long for the look-up tables", name)
        relevant = pattern_of(along, len(line)).relevant
        mask = ray_mask(tuple(square for at, square in enumerate(line) if relevant >> at & 1))
        for number, (other, others, _) in enumerate(groups):
            if (other | mask).bit_count() <= SMALL_TABLE_BITS:
                groups[number] = (other | mask, [*others, (line, along)], 0)
                break
        else:
            groups.append((mask, [(line, along)], 0))
    if groups and not out[0][1]:
        return [*groups]
    return out + groups


@lru_cache(maxsize=32)
def general_tables_of(genre: Genre) -> GeneralTables:
    """The tables of a genre for the general path, made once."""
    return GeneralTables(genre)
