"""The tables of a genre for the general path: look-ups of any content, species, keys.

A *species* is a kind of man with its traits; it has a number from 0. A *way* is all that a species of a side may do for
one end (rules/movement.Mode), from every square: one look-up gives the squares that it strikes, which mostly are those
where it arrives. Behind a way lie tables of what a question about it depends on, by the square struck and the origin.

No man, board or genre is named. See docs/architecture.md, "The general path".
"""
from __future__ import annotations

import sys
from array import array
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, repeat
from typing import NamedTuple, cast

from feerie.kernel.choices import Choices
from feerie.kernel.facets import Facets, PlainWay
from feerie.kernel.forms import FormTables
from feerie.kernel.general_move import (
    ZEROING_BIT,
    becomes_of,
    captured_of,
    captured_square_of,
    choice_number_of,
    choice_of,
    man_of,
    partner_man_of,
    promotes,
    square_aside,
    takes_aside,
)
from feerie.kernel.lookup import LookupTables, fill_strikes
from feerie.kernel.packed_move import (
    extended_is_capture,
    extended_partner_side,
    extended_side,
    move_kind,
    move_origin,
    move_target,
)
from feerie.kernel.properties import lost_by_rules
from feerie.kernel.restraints import Restraints
from feerie.kernel.tables import (
    CASTLING,
    EN_PASSANT,
    FAMILIES,
    NONE,
    SEGMENTS,
    SMALL_TABLE_BITS,
    SQUARES,
    FamilyRecord,
    GenreTables,
    MoveTexts,
    SlotRecord,
    Tables,
    mask_of,
    pack,
    random_words,
    ray_mask,
    tables_of,
)
from feerie.rules.along import RIDE, Along, lines_of
from feerie.rules.board import BLACK, Board, Ray, uci_text
from feerie.rules.castling import CastlingFamily, Style
from feerie.rules.compound import Compound, Wandering
from feerie.rules.facet import has_plain_movement, is_plain_movement, rules_of_going
from feerie.rules.genre import Genre, GenreError, Man
from feerie.rules.move import Move
from feerie.rules.movement import Mode
from feerie.rules.properties import EVERY_PROPERTY, Property
from feerie.rules.royalty import Doctrine
from feerie.rules.trait import OwnTrait, Trait, Traits
from feerie.rules.unit import kind_text, kind_texts

__all__ = ["KINDS", "SPECIES", "WAYS", "GeneralTables", "SpeciesRecord", "WayRecord", "general_tables_of",
           "takes_general_path"]

SPECIES = 63
"""The most species of a genre."""
KINDS = 31
"""The most kinds of men of a genre."""
WAYS = 255
"""The most ways of all species together."""
WAYS_OF_ONE = 8
"""The most ways of one species of a side."""
LONGEST_HOP = 12
"""Squares of a line that is not simply ridden along, at most."""

LONGEST_WAY = 7
"""The squares of a line on the usual board: what a way to go is like shows there."""
IF_EMPTY, IF_THESE, IF_ONE, IF_REACHED = range(4)
SIMPLE, TWICE, AGAIN = range(3)
"""How the squares that decide about a strike do so: see general_rules.pxd."""

FULL_BOARD = (1 << SQUARES) - 1
_SAYS_MORE = ~((1 << 18) - 1 | ZEROING_BIT)
"""The bits of a packed move of which none is set if its text is that of its two squares."""

Lines = tuple[Along, tuple[tuple[Ray, ...], ...]]
"""What a man may do by one movement: how it goes along lines, and these by square."""


@lru_cache(maxsize=64)
def takes_general_path(genre: Genre) -> bool:
    """Whether the rules of a genre need the general path: where the tables of the fast path do not hold them, or do not
    have room for men of the dictionary.
    """
    if not Tables.hold(genre) or all(len(man.letter) == 1 for man in genre.men):
        return not Tables.hold(genre)
    try:
        return not tables_of(genre).have_room
    except GenreError:
        return True


class Pattern(NamedTuple):
    """Where a man arrives on a line of some length. Sets of squares are bits, bit 0 for the first square.

    `struck`: by occupied squares, the squares struck; `relevant`: the squares that make a difference. By square struck
    `targets`: where the man arrives, NONE for squares that are never struck; `hows`: what decides about it, the squares
    before it, and where the man arrives if that is elsewhere; `needs`: of IF_THESE those that must be occupied.
    """

    struck: array[int]
    relevant: int
    targets: array[int]
    hows: array[int]
    needs: array[int]

    @property
    def takes_aside(self) -> bool:
        """Whether the man takes a man elsewhere than where it arrives."""
        return any(target not in (NONE, struck) for struck, target in enumerate(self.targets))


@lru_cache(maxsize=256)
def pattern_of(along: Along, length: int) -> Pattern:
    """The pattern of a way to go along lines of a length."""
    if along == RIDE:       # without trying: such lines may be long
        return Pattern(array("Q"), 0, array("B", range(length)), array("B", bytes(length)),
                       array("Q", bytes(8 * length)))
    line = tuple(range(length))
    struck = array("Q")
    target: dict[int, int] = {}
    for occupied in range(1 << length):
        arrivals = list(along.arrivals(line, frozenset(at for at in line if occupied >> at & 1)))
        struck.append(mask_of(arrival.struck for arrival in arrivals))
        for arrival in arrivals:
            if target.setdefault(arrival.struck, arrival.target) != arrival.target:
                raise GenreError("a man takes on one square and may arrive on several: {}", repr(along))
    relevant = mask_of(at for at in line if any(struck[occupied] != struck[occupied ^ 1 << at]
                                                for occupied in range(1 << length)))
    tests = [_strike_of(struck, at, target[at]) if at in target else (IF_REACHED, 0) for at in line]
    return Pattern(struck, relevant, array("B", (target.get(at, NONE) for at in line)),
                   array("B", (how for how, _ in tests)), array("Q", (needed for _, needed in tests)))


def _strike_of(struck: Sequence[int], at: int, target: int) -> tuple[int, int]:
    """How the squares that decide about a strike at a man do so: IF_EMPTY and the like, and what must be occupied."""
    deciding = (1 << at) - 1 | (1 << target & ~(1 << at))
    found = {occupied & deciding for occupied, squares in enumerate(struck) if occupied & squares & 1 << at}
    free = {occupied & deciding for occupied, squares in enumerate(struck) if occupied & ~squares & 1 << at}
    if found & free:
        return IF_REACHED, 0
    if len(found) == 1:
        [needed] = found
        return IF_THESE if needed else IF_EMPTY, needed
    singles = {1 << other for other in range(len(struck).bit_length()) if deciding >> other & 1}
    return (IF_ONE if found == singles else IF_REACHED), 0


class WayRecord(NamedTuple):
    """A way; for the fields see Way in general_rules.pxd.

    `slots`: its look-ups, `segments` for each square; their offsets lead into `table`. `plain`: the number in
    `plain_ways` + 1 of one that is asked in Python and has no look-ups, else 0. `made`: how it is made of the way
    `of`, which has them (rules/compound.py); `onwards`: the squares from which it goes on.
    """

    slots: list[SlotRecord]
    segments: int
    table: array[int]
    ever: array[int]
    onto: array[int]
    deciding: array[int]
    how: array[int]
    needed: array[int]
    line: array[int]
    landing: array[int] | None
    plain: int = 0
    made: int = SIMPLE
    of: int = 0
    onwards: int = 0


@lru_cache(maxsize=256)
def way_of(parts: tuple[Lines, ...], admitted: tuple[int, ...]) -> WayRecord | None:
    """The way along all these lines, made once; None if the look-up tables have no room for them.

    `admitted`: by origin, the squares (bits) where a man may arrive.
    """
    by_square = [[(line, along) for along, lines in parts for line in lines[square]] for square in range(SQUARES)]
    slots, table = _look_ups(by_square)
    if table is None:
        return None
    lands = any(_takes_aside(part) for part in parts)
    arrays = (array("Q", bytes(8 * SQUARES)), array("Q", bytes(8 * SQUARES)), array("Q", bytes(8 * SQUARES * SQUARES)),
              array("B", bytes(SQUARES * SQUARES)), array("Q", bytes(8 * SQUARES * SQUARES)),
              array("B", [NONE]) * (SQUARES * SQUARES), array("B", [NONE]) * (SQUARES * SQUARES if lands else 0))
    for origin, of in enumerate(by_square):
        for number, (line, along) in enumerate(of):
            pattern = pattern_of(along, len(line))
            fill_strikes(arrays, origin, number, bytes(line), (pattern.targets, pattern.hows, pattern.needs))
    for origin, admits in enumerate(admitted):
        _leave_out(arrays, slots, table, origin, admits)
    return WayRecord(slots, len(slots) // SQUARES, table, *arrays[:6], arrays[6] if lands else None)


def _asked(board: Board, admitted: Sequence[int]) -> WayRecord:
    """A way without look-ups, about which any square may decide. `admitted`: by origin, where it may lead."""
    squares = mask_of(board.squares)
    ever = array("Q", (squares & admitted[at] if squares >> at & 1 else 0 for at in range(SQUARES)))
    onto = array("Q", (mask_of(at for at in range(SQUARES) if ever[at] >> square & 1) for square in range(SQUARES)))
    return WayRecord([], 0, array("Q"), ever, onto, array("Q", [squares]) * (SQUARES * SQUARES),
                     array("B", [IF_REACHED]) * (SQUARES * SQUARES), array("Q", bytes(8 * SQUARES * SQUARES)),
                     array("B", [NONE]) * (SQUARES * SQUARES), None)


def _leave_out(arrays: Sequence[array[int]], slots: Sequence[SlotRecord], table: array[int], origin: int,
               admits: int) -> None:
    """Take from the arrays of a way (see way_of) and from its look-ups what arrives where none may from a square."""
    ever, onto, _, _, _, _, landing = arrays
    barred = mask_of(struck for struck in range(SQUARES) if ever[origin] >> struck & 1 and not admits >> (
        landing[origin * SQUARES + struck] if landing and landing[origin * SQUARES + struck] != NONE else struck) & 1)
    if not barred:
        return
    ever[origin] &= ~barred
    for struck in range(SQUARES):
        if barred >> struck & 1:
            onto[struck] &= ~(1 << origin)
    for number in range(origin, len(slots), SQUARES):
        end = slots[number + 1].offset if number + 1 < len(slots) else len(table)
        for at in range(slots[number].offset, end):
            table[at] &= ~barred


def _look_ups(by_square: list[list[tuple[Ray, Along]]]) -> tuple[list[SlotRecord], array[int] | None]:
    """The look-ups for lines by square, and their table; None where there is no room for them."""
    fill, slots = LookupTables(), list[SlotRecord]()
    if any(len(line) > LONGEST_HOP for of in by_square for line, along in of if along is not RIDE):
        return slots, None
    packed = [_packed(of) for of in by_square]
    segments = max(len(of) for of in packed)
    if segments > SEGMENTS:
        return slots, None
    for number in range(segments):
        for of in packed:
            mask, group, empty = of[number] if number < len(of) else (0, (), 0)
            if all(along is RIDE for _, along in group):
                place = fill.add(mask, [line for line, _ in group])
            else:
                place = fill.add_lines(mask, [line for line, _ in group],
                                       [pattern_of(along, len(line)).struck for line, along in group])
            slots.append(SlotRecord(mask, *place, empty))
    return slots, fill.joined()


@lru_cache(maxsize=512)
def _lines_of(movement: object, board: Board, side: int) -> Lines:
    """The lines of a movement of a man of a side."""
    squares = set(board.squares)
    by_square = [lines_of(movement, board, square, side) if square in squares else () for square in range(SQUARES)]
    along = next((along for of in by_square for _, along in of), RIDE)
    return RIDE if along == RIDE else along, tuple(tuple(line for line, _ in of) for of in by_square)


class SpeciesRecord(NamedTuple):
    """A species of a side; for the fields see Species in general_rules.pxd. `ways`: (number of the way, mode)."""

    ways: tuple[tuple[int, int], ...]
    kind: int
    traits: Traits
    royal: bool
    castles: bool
    en_passant: bool
    zone: int
    region: int
    becomes: tuple[int, ...]
    double_over: array[int] | None


class HomeRecord(NamedTuple):
    """A home square of a castling: the kind of the man, whatever its traits, and its owners, the bit of the rights that
    says that it has not moved (0 on other squares), those without which that does not matter."""

    kind: int
    owners: int
    bit: int
    needed: int


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
        self.restraints = Restraints(genre)
        self.admitted = self._admitted(0), self._admitted(1)
        self._numbers_of_ways = dict[tuple[tuple[int, ...], tuple[Lines, ...]], int]()
        self.ways: list[WayRecord] = []
        self.plain_ways: list[PlainWay] = []
        self._compound_ways = dict[tuple[Compound, int], int]()
        self.species = [self._species(side) for side in (0, 1)]
        if any(len(record.ways) > WAYS_OF_ONE for records in self.species for record in records):
            raise GenreError("{}: a man has more than {} kinds of movement", genre.name, WAYS_OF_ONE)
        counts_lines = self.restraints.sole or any(shelter.others for shelter in self.restraints.shelters)
        self.parts = self._parts() if counts_lines or genre.royalty.doctrine is Doctrine.MULTIPLEX else {}
        if len(self.ways) > WAYS:
            raise GenreError("{}: the men have too many movements for the kernel", genre.name)
        self.choices = self._choices()
        self.facets = self._facets()
        self.squares = mask_of(genre.board.squares)
        self.forms = FormTables(genre, self.all_traits)
        self.completes = bool(self.forms.completes or self.facets.completes)
        self.prepares = self.forms.prepares or self.facets.prepares
        self.homes = self._homes()
        self.strikers = [self._strikers(side) for side in (0, 1)]
        self.partners = [self._partner_kinds(letters) for letters in (family.men for family in genre.castlings)]
        self.properties = EVERY_PROPERTY & ~(lost_by_rules(genre) | Property.LINES)
        if not Tables.hold(genre.without_rules):
            self.properties &= ~Property.RAYS
        self.royal = 0
        numbers = random_words()
        self.keys = array("Q", bytes(2 * 8 * (SPECIES + 1) * SQUARES))
        for start in (0, (SPECIES + 1) * SQUARES):
            self.keys[start:start + count * SQUARES] = array("Q", islice(numbers, count * SQUARES))
        self._compile_other_keys(numbers)
        self.birth_keys = array("Q", islice(numbers, SQUARES * SQUARES if genre.has_births else 0))
        self.uci_texts = MoveTexts(self.uci)

    def _admitted(self, side: int, *, partners: bool = False) -> tuple[int, ...]:
        """By square: where a man of a side that stands there may go to, as far as rules know before the game;
        `partners`: the partner of a king that castles."""
        board, blocks = self.genre.board, list(rules_of_going(self.restraints.blocks, side))
        if partners:
            blocks = [block for block in blocks if getattr(block, "binds_partners", False)]
        return tuple(mask_of(target for target in board.squares
                             if all(block.admits(board, origin, target) for block in blocks)) if blocks else FULL_BOARD
                     for origin in range(SQUARES))

    def _family(self, family: CastlingFamily, side: int) -> FamilyRecord:
        table = super()._family(family, side)
        partners = self._admitted(side, partners=True)
        for castle in table.castles:
            if not self.admitted[side][castle.king] >> castle.king_to & 1 \
                    or not partners[castle.partner] >> castle.partner_to & 1:
                table.partners[castle.king] &= ~(1 << castle.partner)
        return table

    def _partner_kinds(self, letters: Sequence[str]) -> int:
        """The kinds of men (bits) that may be partners in a castling."""
        return mask_of(number for number, man in enumerate(self.genre.men) if man.letter in letters)

    def _choices(self) -> Choices:
        """What may be chosen. Of men in Python it is not known that they do not take aside."""
        aside = [record for records in self.species for record in records
                 if any(self.ways[number].landing or self.ways[number].plain for number, _ in record.ways)]
        return Choices(self.genre, takes_aside=bool(aside), promotes_aside=any(record.becomes for record in aside))

    def _facets(self) -> Facets:
        """The rules in Python. GenreError for a man with a trait of a genre file's own that has no rule."""
        unknown = [trait for traits in self.all_traits for trait in traits
                   if isinstance(trait, OwnTrait) and trait.rule is None]
        if unknown:
            raise GenreError("{}: the trait {} has no rule", self.genre.name, unknown[0].value)
        facets = Facets(self.genre, self.all_traits, self.choices, bool(self.plain_ways))
        facets.know(self.texts, [Trait.NEUTRAL in record.traits for record in self.species[0]])
        return facets

    def _homes(self) -> list[HomeRecord]:
        """By square: which man may castle from there if an effect puts it there."""
        homes = [HomeRecord(0, 0, 0, 0)] * SQUARES
        for right, of in self._bits_of_rights().items() if self.genre.regains else ():
            for square, bit in of.items():
                man = self.genre.home_man(right, square)
                needed = 0 if self.genre.regains_kings else next(iter(of.values())) & ~bit
                homes[square] = HomeRecord(self.numbers[man.upper()], 1 if man.isupper() else 2, bit, needed)
        return homes

    # -------------------------------------------------------------------------------------------- species

    def _species(self, side: int) -> list[SpeciesRecord]:
        return [self._record(man, kind, traits, side) for traits in self.all_traits
                for kind, man in enumerate(self.genre.men)]

    def _record(self, man: Man, kind: int, traits: Traits, side: int) -> SpeciesRecord:
        zone, becomes = 0, tuple[int, ...]()
        if man.promotion:
            zone = mask_of(man.promotion.zones[side])
            becomes = tuple(self.numbers[kind_text(letter, traits)] for letter in man.promotion.to)
        royal = man.letter in self.genre.royal_letters or Trait.ROYAL in traits
        region = mask_of(man.region[side]) if man.region else FULL_BOARD
        return SpeciesRecord(tuple(self._ways(man, side)), kind, traits, royal, man.royal, man.en_passant, zone, region,
                             becomes, self._double_steps(man, side) if man.en_passant else None)

    def _lines(self, man: Man, side: int, *modes: Mode) -> list[Lines]:
        """The lines of a man's movements for some ends; of movements in Python there are none."""
        return [_lines_of(movement, self.genre.board, side) for movement, mode in man.moves
                if mode in modes and not is_plain_movement(movement)]

    def _double_steps(self, man: Man, side: int) -> array[int]:
        """By origin and target: what a double step of a man passes over, of a longer one the first; NONE for none.
        """
        over = array("B", [NONE]) * (SQUARES * SQUARES)
        for along, by_square in self._lines(man, side, Mode.QUIET):
            for square, lines in enumerate(by_square):
                for line in lines:
                    for target in line[1:] if along == RIDE else ():
                        over[square * SQUARES + target] = line[0]
        return over

    def _ways(self, man: Man, side: int) -> Iterator[tuple[int, int]]:
        """The ways of a man with what each is for: one for both ends where it captures as it moves.

        A man that captures en passant has a way of its own for what it only captures with: so, and not as it moves,
        does it capture en passant.
        """
        if has_plain_movement(man.moves):
            yield self._compound_way(man, side) or self._plain_way(man, side), Mode.BOTH
            return
        shared = () if man.en_passant else (Mode.BOTH,)
        both = self._lines(man, side, Mode.BOTH) if man.en_passant else []
        quiet, capture = (self._lines(man, side, *shared, mode) for mode in (Mode.QUIET, Mode.CAPTURE))
        always, going, taking = ([lines for lines in of if not _takes_aside(lines)] for of in (both, quiet, capture))
        straight = [(Mode.BOTH, always)] if always else []
        straight += [(Mode.BOTH, going)] if going == taking else [(Mode.QUIET, going), (Mode.CAPTURE, taking)]
        for mode, parts in straight:
            for way in self._roomy(parts, side):
                yield way, mode
        for mode, every in ((Mode.BOTH, both), (Mode.CAPTURE, capture)):
            for joined in _joined([part for lines in every if _takes_aside(lines) for part in _apart(lines)]):
                yield self._way(joined, side), mode

    def _roomy(self, parts: Sequence[Lines], side: int) -> Iterator[int]:
        """The numbers of the ways that these lines are for a side: one or, where the look-up tables have no room for
        it, one for the lines of each set of movements that share no square of arrival with those of another.
        """
        if len(parts) < 2 or way_of(tuple(parts), self.admitted[side]) is not None:
            yield self._way(parts, side)
            return
        sets: list[list[Lines]] = []
        for lines in parts:
            met = [each for each in sets if any(map(_meet, each, repeat(lines)))]
            sets = [*(each for each in sets if each not in met), [*chain.from_iterable(met), lines]]
        for each in sets:
            yield self._way(each, side)

    def _way(self, parts: Sequence[Lines], side: int) -> int:
        """The number of the way that these lines are for a side, which is made if it is new."""
        key = self.admitted[side], tuple(parts)
        if key not in self._numbers_of_ways:
            way = way_of(key[1], self.admitted[side])
            if way is None:
                raise GenreError("{}: rays too long for the look-up tables", self.genre.name)
            self._numbers_of_ways[key] = len(self.ways)
            self.ways.append(way)
        return self._numbers_of_ways[key]

    def _parts(self) -> dict[int, range]:
        """Of each way on which several lines lead from a square to another: ways that tell these lines apart.

        Checks from several directions are several checks, see Royalty.MULTIPLEX, and captures along several lines are
        several captures, see Joint and Few; else this does not matter.
        """
        found = dict[int, range]()
        for (admitted, parts), number in self._numbers_of_ways.items():
            way, first = self.ways[number], len(self.ways)
            if any(way.line[struck * SQUARES + origin] == NONE
                   for origin in range(SQUARES) for struck in range(SQUARES) if way.ever[origin] >> struck & 1):
                for part in (part for lines in parts for part in _apart(lines)):
                    alone = way_of((part,), admitted)
                    assert alone is not None    # it takes less room than the whole
                    self.ways.append(alone)
                found[number] = range(first, len(self.ways))
        return found

    def _compound_way(self, man: Man, side: int) -> int | None:
        """The number of the way of a man that has one movement, a compound one; None for others, and where the look-up
        tables have no room for what it is made of.
        """
        [(movement, mode), *others] = man.moves
        if others or mode is not Mode.BOTH or not isinstance(movement, Compound):
            return None
        if (movement, side) not in self._compound_ways:
            board, part = self.genre.board, cast(Hashable, movement.movement)
            of = way_of((_lines_of(part, board, side),), (FULL_BOARD,) * SQUARES)
            if of is None or of.landing is not None:
                return None
            again = isinstance(movement, Wandering)
            onwards = mask_of(at for at in board.squares if not movement.bouncing or board.is_at_edge(at))
            self.ways += [of, _asked(board, self.admitted[side])._replace(
                made=AGAIN if again else TWICE, of=len(self.ways), onwards=onwards)]
            self._compound_ways[movement, side] = len(self.ways) - 1
        return self._compound_ways[movement, side]

    def _plain_way(self, man: Man, side: int) -> int:
        """The number of the way that asks the plain methods of a man."""
        self.plain_ways.append(PlainWay(self.genre, man, side, self.admitted[side]))
        self.ways.append(_asked(self.genre.board, (FULL_BOARD,) * SQUARES)._replace(plain=len(self.plain_ways)))
        return len(self.ways) - 1

    def _strikers(self, side: int) -> array[int]:
        """By square: the squares from which some man of a side may ever strike it."""
        found = 0
        for number in {way for species in self.species[side] for way, mode in species.ways if mode != Mode.QUIET}:
            found |= int.from_bytes(self.ways[number].onto.tobytes(), sys.byteorder)
        return array("Q", found.to_bytes(8 * SQUARES, sys.byteorder))

    # ---------------------------------------------------------------------------------------------- texts

    def uci(self, move: int) -> str:
        """A packed move (see general_move) as UCI text."""
        if not move & _SAYS_MORE:
            return uci_text(self.genre.board.names[move_origin(move)], self.genre.board.names[move_target(move)])
        return self.genre.board.uci(move_origin(move), self._uci_target(move), self._promotion(move)) \
            + self._choice(move)

    def _promotion(self, move: int) -> str | None:
        """What the man becomes, without traits, which it keeps; None if it stays what it is."""
        number = choice_number_of(move) if self.choices.places and move_kind(move) < CASTLING else None
        if not promotes(move) or number is not None and takes_aside(move):
            return None
        kind = becomes_of(move) % len(self.genre.men) if number is None else self.choices.becomes(number)
        return kind_text(self.genre.men[kind].letter)

    def _choice(self, move: int) -> str:
        """What squares and promotion leave open.

        Where a king changes places with a man that he might take as well, the square on which that man arrives; where
        two lines, a step before or a rule in Python may lead to one square, the one on which a man is taken, if not
        where the mover arrives; where a man goes on that has captured, the square on which it did. Then
        where the player has a man put, and what it becomes.
        """
        if move_kind(move) >= CASTLING:
            exchanges = self.genre.castlings[move_kind(move) - CASTLING].style is Style.EXCHANGE
            is_neutral = Trait.NEUTRAL in self.species[0][becomes_of(move)].traits
            return f"@{self.genre.board.name(move_origin(move))}" if exchanges and is_neutral else ""
        square = f"@{self.genre.board.name(square_aside(move))}" if self._goes_on(move) \
            or takes_aside(move) and (self.genre.board.wraps or self.plain_ways or self.prepares) else ""
        if self.choices.places:
            number = choice_number_of(move)
            return square if number is None else square + self._place(number)
        if chosen := choice_of(move):
            square = square if self.completes else ""
            return f"{square}@{kind_text(self.genre.men[(chosen - 1) % len(self.genre.men)].letter).lower()}"
        return square

    def _place(self, number: int) -> str:
        """The square that the player chooses, and what a man becomes there."""
        at, kind = self.choices.at(number)
        becomes = "" if kind is None else kind_text(self.genre.men[kind].letter).lower()
        return f"@{self.genre.board.name(at)}{becomes}"

    def _goes_on(self, move: int) -> bool:
        """Whether a man goes on from where it has captured: in a genre where men do so, all that capture."""
        return self.completes and (takes_aside(move) or move_kind(move) == EN_PASSANT)

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
        return Move(man, origin, target, self._promotion(number), captured, on, choice=self._choice(number),
                    goes_on=self._goes_on(number), takes_aside=takes_aside(number) and not self._goes_on(number))


def _apart(lines: Lines) -> Iterator[Lines]:
    """Lines in as few parts as may be in which no two lines of a square meet."""
    along, left = lines[0], [list(of) for of in lines[1]]
    while any(left):
        part: list[tuple[Ray, ...]] = []
        for of in left:
            met, taken = set[int](), list[Ray]()
            for line in of:
                if not met & set(line):
                    taken.append(line)
                    met |= set(line)
            part.append(tuple(taken))
        yield along, tuple(part)
        left = [[line for line in of if line not in taken] for of, taken in zip(left, part, strict=True)]


def _joined(parts: Iterable[Lines]) -> list[list[Lines]]:
    """Parts of lines in as few sets as may be in which no two lines of a square meet."""
    sets: list[list[Lines]] = []
    for part in parts:
        fitting = (each for each in sets if all({*chain.from_iterable(of)}.isdisjoint(chain.from_iterable(own))
                                                for lines in each for of, own in zip(lines[1], part[1], strict=True)))
        if (found := next(fitting, None)) is not None:
            found.append(part)
        else:
            sets.append([part])
    return sets


def _meet(one: Lines, other: Lines) -> bool:
    """Whether a man may arrive on a square along lines of two movements."""
    return any(not _ends(one[0], first).isdisjoint(_ends(other[0], second))
               for first, second in zip(one[1], other[1], strict=True))


def _ends(along: Along, lines: Iterable[Ray]) -> set[int]:
    """Where a man may arrive that takes nothing aside."""
    return {at for line in lines for at, target in zip(line, pattern_of(along, len(line)).targets, strict=True)
            if target != NONE}


def _takes_aside(lines: Lines) -> bool:
    """Whether a man that goes along lines takes a man elsewhere than where it arrives."""
    return lines[0] != RIDE and pattern_of(lines[0], LONGEST_WAY).takes_aside


def _packed(lines: Sequence[tuple[Ray, Along]]) -> list[tuple[int, Sequence[tuple[Ray, Along]], int]]:
    """The lines of a square in groups for one look-up each: relevant squares, lines, squares that must be empty."""
    out: list[tuple[int, Sequence[tuple[Ray, Along]], int]] = [
        (mask, [(ray, RIDE) for ray in rays], empty)
        for mask, rays, empty in pack([line for line, along in lines if along is RIDE], SMALL_TABLE_BITS)]
    groups: list[tuple[int, list[tuple[Ray, Along]], int]] = []
    for line, along in lines:
        if along is RIDE:
            continue
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
