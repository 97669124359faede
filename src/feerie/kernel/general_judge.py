# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The general path: a judge for every genre whose men do not fit the attack tables, pins and masks of the fast one.

Positions have the frames of the fast path and beside each a board: species by square; where rules ask where men were
born, birthplaces by square too. Of `men` in a frame only `men[royal]` is kept: all royal men of both sides. A neutral
man stands in both `sides`.

- Where a man may go is a look-up of any content (general_tables.py); a move is 32 bits (general_move.py).
- What a move does is a list of changes of squares, and that alone makes the new board, its key and its royal men.
- Check is one question: may a man in this genre make the capture of that square (`strikers_of`)?
- What a genre file writes in Python (rules/facet.py) is asked through the hooks at the end of this file, which take
  the interpreter's lock: then every square is sensitive.
- What rules forbid for where it leads, and what they choose, has a section of its own.
- A move that touches no *sensitive* square, on which it depends whether a king is struck, is legal exactly if no king
  is struck now. All other moves are made and tested.

Common parameters are those of move_generator.py; `s` is an index in `species`: side * SIDE + species.
"""
from __future__ import annotations

from dataclasses import replace
from typing import Any

import cython

from feerie.kernel.facets import failure
from feerie.kernel.general_rules import GeneralRules
from feerie.kernel.move_generator import DEPTH
from feerie.kernel.state import State
from feerie.kernel.verdict import Judge, PositionVerdict
from feerie.rules.births import elsewhere
from feerie.rules.change import Change, Stage
from feerie.rules.properties import Property
from feerie.rules.scene import Passed, Played, Scene
from feerie.rules.setup import Setup
from feerie.rules.unit import unit_of

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
    from cython.cimports.libc.string import memcpy  # type: ignore[import-not-found]
else:
    from feerie.kernel.compiled_rules import CAPTURE, MULTIPLEX, QUIET, ULTRA
    from feerie.kernel.forms import COMPLETES_ALL, SAFE_SWINGS, SWINGS_ON_CHECK
    from feerie.kernel.general_move import (
        ASIDE_BIT,
        CHOICE_BIT,
        PROMOTION_BIT,
        ZEROING_BIT,
        becomes_of,
        choice_of,
        index_of,
        names_choice_by_becomes,
        square_aside,
        with_choice,
        with_index,
    )
    from feerie.kernel.general_rules import (
        ANYWHERE,
        AT_HOME,
        BIRTH,
        BIRTHPLACE,
        CAGE,
        IMMUNE,
        NOWHERE,
        PHASES,
        REBORN,
        RETURNED,
        REVIVED,
        SIDE,
        STEP,
        TURNS,
        WHERE_LEFT,
    )
    from feerie.kernel.move_generator import LISTED
    from feerie.kernel.packed_move import move_kind, move_origin, move_partner, move_target
    from feerie.kernel.plain import (
        FULL,
        ONE,
        BirthBoard,
        Board,
        Flight,
        Frame,
        SquareChange,
        Watch,
        is_checked,
        lowest,
        popcount,
        reached_from,
    )
    from feerie.kernel.restraints import NOBODY
    from feerie.kernel.tables import CASTLING, EN_PASSANT, FAMILIES, MEN, NONE, PLAIN, SQUARES
    from feerie.kernel.verdict import MAY_CHECK, RECURSION
    MOST_CHANGES, MOST_WATCHES, ARRIVE, VANISH, PROMOTE, TRANSMUTE = 80, 256, 0, 1, 2, 3
    RETURN, RECOLOUR, EXCHANGE, REBIRTH, EFFECT = 4, 5, 6, 7, 8
    AGAIN, IF_EMPTY, IF_THESE, IF_ONE, FLIGHTS, MOST_CAPTURES, MOST_CHOICES = 2, 0, 1, 2, 3, 4096, 4096
    PLACES_RESERVE = 4
    UNKNOWN, TAKEN, LEFT = 0, 1, 2
    LINKS, OTHERS = 1, 2
    OUTCOME_QUIET, OUTCOME_CHECK, OUTCOME_MATE, ANY_OUTCOME = 1, 2, 4, 7
    BENT = 6

NEEDS = Property.STEPS
"""What it takes to say that a king has a flight. find_flights knows what contact, watches and outcomes forbid."""
NEEDS_OF_GUARDS = Property.FREE
"""What it takes to take what rules say of captures into account there: else no man may strike the square at all."""


class GeneralJudge(Judge):
    """A judge of one genre on the general path. What it does otherwise than `Judge` is said there."""

    def __init__(self, rules: GeneralRules, capacity: int = DEPTH) -> None:
        super().__init__(rules, capacity)
        if cython.compiled:
            self.boards = cython.cast(cython.pointer(Board), calloc(self.capacity, cython.sizeof(Board)))
            if not self.boards:
                raise MemoryError
            if rules.tables.genre.has_births:
                self.births = cython.cast(cython.pointer(BirthBoard),
                                          calloc(self.capacity, cython.sizeof(BirthBoard)))
                if not self.births:
                    raise MemoryError
        else:
            self.boards = [Board() for _ in range(self.capacity)]
            self.births = [BirthBoard() for _ in range(self.capacity)]
            self.changes = [SquareChange() for _ in range(MOST_CHANGES)]
            self.watches = [Watch() for _ in range(MOST_WATCHES)]
            self.flights = [Flight() for _ in range(FLIGHTS)]
            self.refuting = [0] * (1 << FLIGHTS)
            self.list, self.choices, self.scratch = [], [0] * MOST_CHOICES, [0] * MOST_CAPTURES
        self._copy_general(rules)
        self.strays = self.everywhere or self.takes_kings
        self.loosely = not self.has(NEEDS_OF_GUARDS)
        self.leaves_flights = not self.by_effects and not self.prepares and not self.in_python and self.has(NEEDS) \
            and rules.tables.restraints.pairs_alike
        self.foresees_mates = self.leaves_flights and not self.limited[0] and not self.limited[1] \
            and not (self.silence_count and self.has_effects) \
            and (self.placings[REVIVED].place == NOWHERE or self.loud) and self.recolours & 3 != 3 \
            and not self.asks_takings and not self.linked and not self.assumed and not self.inherited \
            and not self.woozled and not self.aligned and not self.magic \
            and self.doctrine != MULTIPLEX and self.doctrine != ULTRA and not (self.run_flags[0] | self.run_flags[1]) \
            and not self.completes
        if is_checked():
            self._poison()

    def _poison(self) -> None:
        """Put men on all squares in what a frame keeps for the fast path alone: a search that reads it, and forgets to
        need `LINES`, goes wrong."""
        for p in range(self.capacity):
            for kind in range(1, MEN):
                self.frames[p].men[kind] = FULL

    def _copy_general(self, rules: GeneralRules) -> None:
        """Copy into the state what it reads of the rules."""
        self.ways, self.species, self.men_keys, self.homes = rules.ways, rules.species, rules.men_keys, rules.homes
        self.birth_keys, self.has_births = rules.birth_keys, rules.tables.genre.has_births
        self.strikers, self.partners, self.change_count = rules.strikers, rules.partners, 0
        facets = rules.tables.facets
        self.asks_captures, self.failed = facets.asks_captures, None
        self.everywhere = self.in_python = facets.asks_python
        self.regains, self.board_squares = rules.tables.genre.regains, rules.tables.squares
        self.plain_effects, self.plain_arrivals = facets.has_effects, facets.asks_arrivals
        self.plain_choices = facets.has_choices
        self.placings, self.recolours, self.transmutes = rules.placings, rules.recolours, rules.transmutes
        self.assumed, self.inherited, self.assumes = rules.assumed, rules.inherited, rules.assumes
        self.left, self.leaving, self.most_left = rules.left, rules.leaving, rules.most_left
        self.leaves_men = False
        if self.left:
            self.leaves_men = True
        self.has_forms = self.placings[REBORN].place != NOWHERE or self.placings[RETURNED].place != NOWHERE \
            or self.recolours != 0 or self.transmutes or self.leaves_men
        if self.assumed or self.inherited:
            self.has_forms = True
        self.has_effects = self.plain_effects or self.has_forms
        self.asks_arrivals = self.plain_arrivals or self.placings[RETURNED].place != NOWHERE \
            or self.placings[IMMUNE].place != NOWHERE
        if self.assumed:
            self.asks_arrivals = True
        self.has_choices = self.plain_choices or rules.form_choices
        self.saves_kings = self.placings[REBORN].kings != 0
        self.by_effects = facets.takes_kings or self.placings[REBORN].crushes
        self.takes_kings = self.saves_kings or self.by_effects
        self.risks_kings = False
        for s in range(rules.species_count):
            if self.species[s].revives and self.species[s].royal:
                self.risks_kings = True
        self.loud = self.plain_effects or self.placings[REBORN].place != NOWHERE \
            or self.placings[RETURNED].place != NOWHERE or self.recolours & 1 or self.leaves_men
        if self.assumed or self.inherited:
            self.loud = True
        self.hunts, self.changed = False, 0
        self.asks_moves, self.asks_leads = facets.asks_moves, facets.asks_leads
        self.asks_accepts, self.measures, self.mates_alone = facets.asks_accepts, facets.measures, facets.mates_alone
        self._copy_parts(rules)
        self.guarded = self.asks_captures or self.asks_moves or self.asks_arrivals or self.saves_kings \
            or self.completes == COMPLETES_ALL or self.prepares
        self.singly = self.completes > 0 or self.asks_arrivals or self.has_choices or self.takes_kings \
            or self.risks_kings
        self.turns_quiet = self.recolours & 2 or self.leaves_men
        self.everywhere = self.everywhere or self.by_effects or self.completes == COMPLETES_ALL or self.prepares
        self._copy_effects(rules)
        self._copy_restraints(rules)
        self.flight_count = 0
        if not cython.compiled:
            self.zones, self.changing = [0, 0], [0, 0]
        for side in range(2):
            self.changing[side] = rules.changing[side]
            self.zones[side] = 0
            for s in range(side * SIDE, side * SIDE + rules.species_count):
                self.zones[side] |= self.species[s].zone

    def _copy_parts(self, rules: GeneralRules) -> None:
        """Copy what the rules say of captures of two parts."""
        facets = rules.tables.facets
        self.completes = rules.completes if rules.completes else facets.completes
        self.prepares = rules.prepares or facets.prepares
        self.plain_completes, self.plain_prepares = facets.completes > 0, facets.prepares
        if not cython.compiled:
            self.avoided = [0, 0]
        for side in range(2):
            self.avoided[side] = rules.avoided[side]

    def _copy_effects(self, rules: GeneralRules) -> None:
        """Copy what men become, and what the player chooses of that."""
        self.has_places, self.choice_count = rules.has_places, rules.choice_count
        self.choice_squares, self.choice_kinds = rules.choice_squares, rules.choice_kinds
        self.fronts = rules.fronts
        self.first_choice, self.kind_ranks, self.ranked_kinds = rules.first_choice, rules.kind_ranks, rules.ranked_kinds
        if self.has_places:
            self.list_reserve *= PLACES_RESERVE
        self.recoloured, self.clones, self.turning = rules.recoloured, rules.clones, rules.turning
        self.sides_of = rules.sides_of
        self.after_capture, self.after_quiet = rules.after_capture, rules.after_quiet
        self.reborn_kinds, self.revived_kinds = rules.reborn_kinds, rules.revived_kinds
        if not cython.compiled:
            self.swings = [0, 0]
        self.swings[0], self.swings[1] = rules.swings[0], rules.swings[1]
        self.oscillates, self.magic = (self.swings[0] | self.swings[1]) != 0, rules.magic
        if self.oscillates or self.magic:
            self.has_forms = self.has_effects = self.loud = self.turns_quiet = self.everywhere = True

    def _copy_restraints(self, rules: GeneralRules) -> None:
        """Copy what is forbidden and what must be chosen."""
        self.silences, self.silence_count = rules.silences, rules.silence_count
        self.unwatched, self.unwatched_count = rules.unwatched, rules.unwatched_count
        self.contact, self.neighbours, self.files = rules.contact, rules.neighbours, rules.files
        if not cython.compiled:
            self.file_of, self.rank_of = [0] * SQUARES, [0] * SQUARES
        for square in range(SQUARES):
            self.file_of[square], self.rank_of[square] = square % self.files, square // self.files
        self.shelters, self.shelter_count = rules.shelters, rules.shelter_count
        self.sole, self.linked, self.spared = rules.sole, rules.linked, rules.spared
        self.kings_safe, self.left_to_watchers = rules.kings_safe, rules.left_to_watchers
        self.woozled, self.aligned, self.like_for_like = rules.woozled, rules.aligned, rules.like_for_like
        self.asks_each = self.shelter_count > 0 or self.spared != 0 or self.like_for_like
        self.asks_takings = self.sole or self.asks_each
        self.asks_stands = self.linked or self.placings[BIRTH].place != NOWHERE
        if not cython.compiled:
            self.barred = [0, 0]
        self.barred[0], self.barred[1] = rules.barred[0], rules.barred[1]
        self.filtered = self.asks_leads or self.unwatched_count > 0 or self.contact > 0 or self.kings_safe \
            or self.left_to_watchers or (self.barred[0] | self.barred[1]) != 0
        self.checks_filtered = self.asks_leads or self.contact > 0 or self.kings_safe or self.left_to_watchers
        for side in range(2):
            if self.swings[side] == SAFE_SWINGS:
                self.filtered = self.checks_filtered = True
        for i in range(self.unwatched_count):
            if self.unwatched[i].checks:
                self.checks_filtered = self.everywhere = True
        self.guarded = self.guarded or self.silence_count > 0 or self.checks_filtered or self.asks_takings \
            or self.asks_stands or (self.woozled | self.aligned) > 0
        self.restrained = self.silence_count > 0 or self.contact > 0 or self.asks_takings or self.asks_stands \
            or (self.woozled | self.aligned) > 0
        self.everywhere = self.everywhere or self.linked or self.kings_safe or self.left_to_watchers \
            or self.restrained and (self.has_effects or self.asks_arrivals)
        self.pairs_key, self.pair_squares, self.pairs_known = 0, FULL, False
        self.pairs = self.unwatched_count > 0
        for i in range(self.silence_count):
            if not self.silences[i].own:
                self.pairs = True
        self._find_blinds()
        self.nesting, self.spare, self.parries = 0, self.capacity - 2, False
        if not cython.compiled:
            self.accepted, self.lengths, self.limited, self.chooses = [0, 0], [0, 0], [0, 0], [0, 0]
            self.captures, self.order, self.prefers, self.forced = [0, 0], [None, None], [0, 0], [0, 0]
        for side in range(2):
            self.accepted[side], self.lengths[side] = rules.accepted[side], rules.lengths[side]
            self.captures[side], self.order[side] = rules.captures[side], rules.order[side]
            self.forced[side] = rules.forced[side]
            self.prefers[side] = self.lengths[side] != 0 or self.captures[side] != 0 or self.order[side][0] != 0 \
                or self.forced[side] != 0
            self.limited[side] = self.asks_accepts or self.mates_alone or self.accepted[side] != ANY_OUTCOME
            self.chooses[side] = self.limited[side] or self.measures or self.prefers[side]

    def _find_blinds(self) -> None:
        """Set `blinds`: whether rules paralyse men, and others ask who observes whom; and `everywhere` for that, and
        where captures depend on who else could make them (`others`) and on what rules say of those."""
        paralyses = self.placings[BIRTH].place != NOWHERE
        asks = (self.woozled | self.aligned) > 0 or self.kings_safe
        several = self.silence_count > 0 or self.asks_stands or self.sole or self.spared or self.like_for_like \
            or self.shelter_count > 1
        for i in range(self.silence_count):
            paralyses = paralyses or self.silences[i].paralyses
            asks = asks or self.silences[i].kinds[0] == NONE
        for i in range(self.unwatched_count):
            asks = asks or self.unwatched[i].kinds[0] == NONE
        for i in range(self.shelter_count):
            asks = asks or not self.shelters[i].others and self.shelters[i].kinds[0] == NONE
            if self.shelters[i].others and several:
                self.everywhere = True
        self.blinds = paralyses and asks
        self.everywhere = self.everywhere or self.blinds

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.boards)
            free(self.births)

    # ------------------------------------------------------------------------------------------- observation

    def reach(self, p: int, way: int, square: int, occupied: int) -> int:
        """The squares that a man strikes from a square by a way; `occupied`: as at p, perhaps without one man."""
        if self.ways[way].plain:
            return self.plain_struck(p, way, square, occupied)
        if self.ways[way].made:
            return self.made_reach(p, way, square, occupied)
        return reached_from(self.ways[way].slots, square, self.ways[way].segments, occupied)

    def made_reach(self, p: int, way: int, square: int, occupied: int) -> int:
        """`reach` of a way that is made of another."""
        of, again = self.ways[way].of, self.ways[way].made == AGAIN
        occupied = occupied | ONE << square if again else occupied & ~(ONE << square)
        onwards = self.ways[way].onwards & ~occupied
        first = self.reach(p, of, square, occupied)
        found = first if again else 0
        left = first & onwards
        while left:
            ends = self.reach(p, of, lowest(left), occupied)
            left &= left - 1
            if again:
                left |= ends & ~found & onwards
            found |= ends
        return found & self.ways[way].ever[square] & ~(ONE << square)

    def strikes(self, p: int, way: int, origin: int, square: int, occupied: int) -> bool:
        """Whether a man strikes what stands on a square that it strikes on some board, by the squares that decide."""
        if self.ways[way].plain:
            return self.plain_struck(p, way, origin, occupied | ONE << square) >> square & 1 != 0
        at = square * SQUARES + origin
        found = self.ways[way].deciding[at] & occupied
        how = self.ways[way].how[at]
        if how == IF_EMPTY:
            return found == 0
        if how == IF_ONE:
            return found != 0 and found & (found - 1) == 0
        if how == IF_THESE:
            return found == self.ways[way].needed[at]
        return self.reach(p, way, origin, occupied | ONE << square) >> square & 1 != 0

    def species_on(self, p: int, side: int, square: int) -> int:
        """The index of the species of the man on an occupied square, as a man of a side."""
        return side * SIDE + self.boards[p].men[square] - 1

    def owners_on(self, p: int, square: int) -> int:
        """Whose the man on a square is: bit 0 for White, bit 1 for Black."""
        return (self.frames[p].sides[0] >> square & 1) | (self.frames[p].sides[1] >> square & 1) << 1

    def strikers_of(self, p: int, by: int, square: int, occupied: int, without: int, one: bool) -> int:
        """The men of `by` on occupied squares that may capture on a square, those on `without` left out; `one`: one of
        them is enough.
        """
        if self.prepares:
            return self.strikers_prepared(p, by, square, occupied, without, one)
        found = 0
        men = self.frames[p].sides[by] & self.strikers[by][square] & occupied & ~without
        while men:
            origin = lowest(men)
            men &= men - 1
            s = self.species_on(p, by, origin)
            for i in range(self.species[s].count):
                w = self.species[s].ways[i]
                if self.species[s].modes[i] != QUIET and self.ways[w].onto[square] >> origin & 1 \
                        and self.strikes(p, w, origin, square, occupied) \
                        and (not self.guarded or self.threatens(p, by, w, origin, square, occupied)):
                    found |= ONE << origin
                    if one:
                        return found
        return found

    def attacked_at(self, p: int, by: int, square: int) -> bool:
        return self.strikers_of(p, by, square, self.frames[p].sides[0] | self.frames[p].sides[1], 0, True) != 0

    def attackers(self, p: int, by: int, square: int) -> int:
        return self.strikers_of(p, by, square, self.frames[p].sides[0] | self.frames[p].sides[1], 0, False)

    def safe(self, p: int, us: int) -> bool:
        if self.by_effects and self.doctrine != ULTRA:
            return not self.hunted(p, us)
        kings = self.frames[p].men[0] & self.frames[p].sides[us]
        if self.doctrine == ULTRA:
            found = not kings
            while kings and not found:
                found = not self.attacked_at(p, us ^ 1, lowest(kings))
                kings &= kings - 1
            return found
        if not self.prepares and self.frames[p].turn != us and self.frames[p].ep_square != NONE \
                and kings >> self.frames[p].ep_pawn & 1:
            return self.takes_kings and not self.hunted(p, us)      # a royal pawn that may be captured en passant
        while kings:
            if self.attacked_at(p, us ^ 1, lowest(kings)):
                return False
            kings &= kings - 1
        return True

    def permitted(self, p: int, by: int, origin: int, struck: int, occupied: int) -> int:
        """Those of the squares `struck` on which the rules let the man of `by` on `origin` capture, as far as that
        does not depend on what comes of it: see `arrives` and `may_lead`."""
        if struck:
            struck = self.let_take(p, by, origin, struck, occupied, 0)
        if self.asks_captures and struck:
            struck = self.allowed(p, by, origin, struck, occupied)
        return struck

    def threatens(self, p: int, by: int, way: int, origin: int, square: int, occupied: int) -> bool:
        """Whether the rules let the man of `by` on `origin`, which strikes a square by a way, capture there."""
        if not self.permitted(p, by, origin, ONE << square, occupied):
            return False
        target = self.ways[way].landing[origin * SQUARES + square] if self.ways[way].landing else square
        if self.completes != COMPLETES_ALL or not self.boards[p].men[square]:
            return self.succeeds(p, by, origin, target, square, occupied)
        ends = self.completions(p, by, origin, target, square, occupied)
        while ends:
            if self.succeeds(p, by, origin, lowest(ends), square, occupied):
                return True
            ends &= ends - 1
        return False

    def succeeds(self, p: int, by: int, origin: int, target: int, square: int, occupied: int) -> bool:
        """Whether rules allow the man of `by` on `origin` to arrive on a square by capturing on another, for what comes
        of it."""
        if not self.asks_arrivals and not self.saves_kings and not self.checks_filtered:
            return True
        s = self.species_on(p, by, origin)
        promotes = self.promotes_by(s, target)
        for i in range(self.species[s].choices if promotes else 1):
            becomes = self.species[s].becomes[i] if promotes else s & SIDE - 1
            if self.takes(p, by, origin, target, square, becomes, occupied) \
                    and (not self.checks_filtered or self.allows_capture(p, by, origin, target, square, becomes)):
                return True
        return False

    def takes(self, p: int, by: int, origin: int, target: int, struck: int, becomes: int, occupied: int) -> bool:
        """Whether rules allow a capture, and do not bring a king that is taken back."""
        return self.arrives(p, by, origin, target, struck, becomes, occupied) and not (
            self.saves_kings and self.comes_back(p, by, origin, target, struck, becomes, occupied))

    def comes_back(self, p: int, by: int, origin: int, target: int, struck: int, becomes: int, occupied: int) -> bool:
        """Whether a royal man stands on the square `struck` and is put somewhere by its capture."""
        man = self.boards[p].men[struck]
        if not man or not self.species[man - 1].royal:
            return False
        s = self.species_on(p, by, origin)
        captor = self.taken_as(p, s, target, struck, becomes)
        square = self.reborn_on(p, by ^ 1, man - 1, s, captor, origin, target, struck)
        if square == NONE or square == self.ends_on(p, s, origin, target, struck, becomes):
            return False
        return square in (origin, struck) or not occupied >> square & 1

    def ends_on(self, p: int, s: int, origin: int, target: int, struck: int, becomes: int) -> int:
        """Where a man that captures at p, and becomes a species, is then, if that is empty; NONE if it is gone.
        """
        if self.species[s].kamikaze:
            return NONE
        if self.species[s].revives:
            return self.place_of(p, REVIVED, s & SIDE | self.revived_kinds[becomes], origin, target, struck)
        if self.placings[RETURNED].place == NOWHERE:
            return target
        return self.place_of(p, RETURNED, self.taken_as(p, s, target, struck, becomes), origin, target, struck)

    def taken_as(self, p: int, s: int, target: int, struck: int, becomes: int) -> int:
        """What a man (of a side) is after it has captured, arrived on a square, and promoted to a species if not its
        own."""
        if self.assumes and self.boards[p].men[struck]:
            becomes = self.assumed[(self.boards[p].men[struck] - 1) * SIDE + becomes]
        if self.transmutes and becomes == s & SIDE - 1 and self.changing[s >> 6] >> target & 1:
            becomes = self.after_capture[becomes]
        if self.placings[RETURNED].clones and self.boards[p].men[struck]:
            becomes = self.assumed[(self.boards[p].men[struck] - 1) * SIDE + becomes]
        return s & SIDE | becomes

    def reborn_as(self, side: int, species: int, mover: int) -> int:
        """What a species of a side is reborn as, taken by the species `mover` (of a side)."""
        if self.placings[REBORN].clones and not self.species[mover].royal:
            species = self.clones[species] + self.species[mover].kind
        if self.placings[REBORN].turns:
            side ^= 1
        return side * SIDE + self.reborn_kinds[species]

    def reborn_on(self, p: int, side: int, species: int, mover: int, captor: int, origin: int, target: int,
                  struck: int) -> int:
        """Where a species of a side is reborn, taken at p by the species `mover` that is `captor` afterwards (of a
        side)."""
        reborn = captor if self.placings[REBORN].others else self.reborn_as(side, species, mover)
        return self.place_of(p, REBORN, reborn, origin, target, struck)

    def guards_on(self, p: int, by: int, way: int, origin: int, square: int) -> int:
        """The squares besides those of its way on which it depends whether a man of `by` may take a royal man of the
        other side on a square: the places that must be free, or on which that man could come back; what
        `restraints_on` says."""
        found = self.restraints_on(p, by, origin, square) if self.restrained else 0
        if not self.asks_arrivals and not self.saves_kings:
            return found
        target = self.ways[way].landing[origin * SQUARES + square] if self.ways[way].landing else square
        s = self.species_on(p, by, origin)
        count = self.species[s].choices if self.promotes_by(s, target) else 1
        if self.placings[RETURNED].place != NOWHERE:
            for i in range(count):
                becomes = self.species[s].becomes[i] if count > 1 or self.promotes_by(s, target) else s & SIDE - 1
                place = self.ends_on(p, s, origin, target, square, becomes)
                if place != NONE:
                    found |= ONE << place
        if self.placings[IMMUNE].others:
            place = self.place_of(p, IMMUNE, s, origin, target, origin)
            if place != NONE:
                found |= ONE << place
        if self.boards[p].men[square]:
            man = self.boards[p].men[square] - 1
            if self.placings[IMMUNE].place != NOWHERE and not self.placings[IMMUNE].others:
                place = self.place_of(p, IMMUNE, (by ^ 1) * SIDE + man, origin, target, square)
                if place != NONE:
                    found |= ONE << place
            if self.saves_kings:
                for i in range(count):
                    becomes = self.species[s].becomes[i] if count > 1 or self.promotes_by(s, target) else s & SIDE - 1
                    captor = self.taken_as(p, s, target, square, becomes)
                    place = self.reborn_on(p, by ^ 1, man, s, captor, origin, target, square)
                    if place != NONE:
                        found |= ONE << place
        return found & ~(ONE << origin)

    def promotes_by(self, s: int, target: int) -> bool:
        """Whether a man promotes when it captures and arrives on a square."""
        return self.species[s].zone >> target & 1 and self.species[s].choices and not self.species[s].kamikaze

    def arrives(self, p: int, by: int, origin: int, target: int, struck: int, becomes: int, occupied: int) -> bool:
        """Whether rules allow a capture with what comes of it: the man of `by` on `origin` arrives on a square as the
        species `becomes`."""
        if self.placings[IMMUNE].others:
            s = self.species_on(p, by, origin)
            if not self.species[s].royal:
                square = self.place_of(p, IMMUNE, s, origin, target, origin)
                if square == NONE or (occupied | ONE << origin | ONE << struck) >> square & 1:
                    return False
        elif self.placings[IMMUNE].place != NOWHERE and self.boards[p].men[struck]:
            s = self.species_on(p, by ^ 1, struck)
            if self.placings[IMMUNE].kings or not self.species[s].royal:
                square = self.place_of(p, IMMUNE, s, origin, target, struck)
                if square == NONE or square != origin and (occupied | ONE << struck) >> square & 1:
                    return False
        if self.placings[RETURNED].place != NOWHERE and self.placings[RETURNED].place < ANYWHERE \
                and not self.species[self.species_on(p, by, origin)].kamikaze \
                and not self.species[self.species_on(p, by, origin)].revives:
            s = self.taken_as(p, self.species_on(p, by, origin), target, struck, becomes)
            square = self.place_of(p, RETURNED, s, origin, target, struck)
            if square == NONE:
                return False
            if square == target:
                if not self.placings[RETURNED].stays:
                    return False
            elif square != origin and square != struck and occupied >> square & 1:
                return False
        if self.assumes and self.boards[p].men[struck] and not self.takes_over(p, by, origin, struck, becomes):
            return False
        return not self.plain_arrivals or self.plain_arrives(p, by, origin, target, struck, becomes, occupied)

    def takes_over(self, p: int, by: int, origin: int, struck: int, becomes: int) -> bool:
        """Whether a man that takes another and promotes to a species, if that is not its own, becomes what it takes."""
        taken, s = self.species_on(p, by ^ 1, struck), self.species_on(p, by, origin)
        return self.species[taken].royal or self.species[becomes].kind == self.species[taken].kind \
            or self.species[becomes].kind == self.species[s].kind

    def place_of(self, p: int, k: int, s: int, origin: int, target: int, struck: int) -> int:
        """The place of a species of a side by placing k for a capture at p on the square `struck`; NONE for none, and
        where the player chooses."""
        if self.placings[k].place == AT_HOME:
            return self.placings[k].homes[s * SQUARES + struck]
        if self.placings[k].place == WHERE_LEFT:
            return origin
        if self.placings[k].place == BIRTHPLACE:
            return self.births[p].of[origin if self.placings[k].others else struck]
        if self.placings[k].place >= ANYWHERE:
            return NONE
        file = (struck & 7) + (target & 7) - (origin & 7)
        rank = (struck >> 3) + (target >> 3) - (origin >> 3)
        if file < 0 or file > 7 or rank < 0 or rank > 7 or not self.board_squares >> (file + 8 * rank) & 1:
            return NONE
        return file + 8 * rank

    def find_sensitive(self, p: int, us: int) -> None:
        """Set `watches`, what may strike a king of `us` on some board, `checking`, the men that do so now, and
        `sensitive`, the squares on which that depends.

        Under ULTRA several kings depend on each other: then every square is sensitive, and there are no watches
        (`watch_count` is -1); nor are there if they would be too many, or where a rule cannot say what it depends on
        (`everywhere`).
        """
        kings = self.frames[p].men[0] & self.frames[p].sides[us]
        self.sensitive = self.checking = 0
        if self.doctrine == ULTRA and kings & (kings - 1) or self.everywhere \
                or (self.silence_count or self.asks_takings or self.woozled | self.aligned) \
                and self.frames[p].ep_square != NONE:
            self.sensitive, self.watch_count = FULL, -1
        else:
            self.find_watches(p, us, self.guarded)

    def find_strikes(self, p: int, us: int) -> None:
        """find_sensitive where it suffices to know too many: if not all squares that decide are known, those are set by
        which movement alone decides, and in `checking` what would give check if rules allowed it. Every square is
        sensitive only where a king may be taken by another capture than its own, and under ULTRA."""
        if self.everywhere and not self.by_effects and not self.in_python and not self.prepares \
                and not self.oscillates and self.doctrine != ULTRA:
            self.sensitive = self.checking = 0
            self.find_watches(p, us, False)
        else:
            self.find_sensitive(p, us)

    def find_watches(self, p: int, us: int, guarded: bool) -> None:
        """find_sensitive where watches can be known, from empty sets. Not `guarded`: by movement alone."""
        kings = self.frames[p].men[0] & self.frames[p].sides[us]
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        count = 0
        while kings:
            king = lowest(kings)
            kings &= kings - 1
            men = self.frames[p].sides[us ^ 1] & self.strikers[us ^ 1][king]
            while men:
                origin = lowest(men)
                men &= men - 1
                s = self.species_on(p, us ^ 1, origin)
                for i in range(self.species[s].count):
                    w = self.species[s].ways[i]
                    if self.species[s].modes[i] == QUIET or not self.ways[w].onto[king] >> origin & 1:
                        continue
                    if count == MOST_WATCHES:
                        self.sensitive, self.watch_count = FULL, -1
                        return
                    self.watches[count].way, self.watches[count].origin, self.watches[count].king = w, origin, king
                    self.watches[count].deciding = self.ways[w].deciding[king * SQUARES + origin]
                    self.watches[count].strikes = self.strikes(p, w, origin, king, occupied)
                    if guarded:
                        self.watches[count].deciding |= self.guards_on(p, us ^ 1, w, origin, king)
                        self.watches[count].strikes = self.watches[count].strikes \
                            and self.threatens(p, us ^ 1, w, origin, king, occupied)
                    self.sensitive |= self.watches[count].deciding
                    if self.watches[count].strikes:
                        self.checking |= ONE << origin
                    count += 1
        self.sensitive |= self.checking
        self.watch_count = count

    def has_safe_king_step(self, p: int) -> bool:
        return False

    def compute_check_info(self, p: int) -> None:
        pass

    # ------------------------------------------------------------------------------------------------- moves

    def man_moves(self, p: int, n: int, origin: int, quiets: int, prey: int, mask: int) -> int:
        """List the moves of the man on a square to the squares `quiets` without capture, and those that capture on the
        squares `prey`; of both only those to squares of `mask`, unless they capture aside or en passant.

        Adds to `changed` the squares that they change, without `origin`; every square for captures en passant.
        Castlings are not listed. Kings may be left attacked. A royal man that would vanish by capturing takes nothing.
        """
        us = self.frames[p].turn
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        s = self.species_on(p, us, origin)
        if self.guarded and self.is_motionless(p, us, origin, occupied):
            return n
        if self.species[s].royal and self.species[s].kamikaze:
            prey = 0
        code = origin | (ZEROING_BIT if self.species[s].choices else 0)
        if self.prepares and prey:
            n = self.prepared_captures(p, n, origin, code, prey)
            prey = 0
        for i in range(self.species[s].count):
            w = self.species[s].ways[i]
            if self.ways[w].plain:
                n = self.plain_moves(p, n, w, origin, quiets, prey)
                self.changed = FULL
                continue
            if not self.ways[w].ever[origin] & mask and not self.ways[w].landing and not self.species[s].en_passant \
                    and not self.loud and not self.singly:
                continue
            struck = self.reach(p, w, origin, occupied)
            targets = 0
            if self.species[s].modes[i] != CAPTURE:
                targets = struck & quiets & mask
            if self.species[s].modes[i] != QUIET:
                if self.species[s].en_passant and self.species[s].modes[i] == CAPTURE \
                        and self.frames[p].ep_square != NONE and prey >> self.frames[p].ep_pawn & 1:
                    n = self.captures_in_passing(p, n, w, origin, code, occupied)
                struck &= prey
                if self.guarded and struck:
                    struck = self.permitted(p, us, origin, struck, occupied)
                if self.singly or self.ways[w].landing:
                    n = self.captures_singly(p, n, w, origin, code, struck)
                else:
                    targets |= struck if self.loud else struck & mask
                if self.loud and struck:
                    self.changed = FULL
            self.changed |= targets
            n = self.add_targets(n, s, code, targets, occupied)
        return n

    def add_targets(self, n: int, s: int, code: int, targets: int, occupied: int) -> int:
        """Add the moves of a man to several squares, where it takes whatever stands there."""
        if self.species[s].choices and targets & self.species[s].zone:
            while targets:
                square = lowest(targets)
                targets &= targets - 1
                n = self.add_arrival(n, s, code, square, occupied >> square & 1 != 0)
            return n
        code |= (s & SIDE - 1) << 12
        while targets:
            self.list[n] = code | lowest(targets) << 6
            targets &= targets - 1
            n += 1
        return n

    def captures_in_passing(self, p: int, n: int, w: int, origin: int, code: int, occupied: int) -> int:
        """List captures en passant by a way, for man_moves."""
        us = self.frames[p].turn
        targets = self.passing(p, w, origin, occupied)
        if not targets or self.guarded \
                and not self.permitted(p, us, origin, ONE << self.frames[p].ep_pawn, occupied):
            return n
        s = self.species_on(p, us, origin)
        self.changed = FULL
        while targets:
            n = self.add_capture(p, n, s, code | EN_PASSANT << 18, lowest(targets), self.frames[p].ep_pawn)
            targets &= targets - 1
        return n

    def captures_singly(self, p: int, n: int, w: int, origin: int, code: int, struck: int) -> int:
        """List captures on the squares `struck` by a way, for man_moves: where rules look at each, or that take aside.
        """
        s = self.species_on(p, self.frames[p].turn, origin)
        self.changed |= struck
        while struck:
            square = lowest(struck)
            target = square
            struck &= struck - 1
            aside = 0
            if self.ways[w].landing:
                target = self.ways[w].landing[origin * SQUARES + square]
                aside = ASIDE_BIT | square << 21
            self.changed |= ONE << target
            if self.singly:
                n = self.add_capture(p, n, s, code | aside, target, square)
            else:
                n = self.add_arrival(n, s, code | aside, target, True)
        return n

    def add_arrival(self, n: int, s: int, code: int, target: int, captures: bool) -> int:
        """Add a move to a square, once for each species that the man may become there; not if it vanishes by capturing.
        """
        code |= target << 6
        if self.species[s].zone >> target & 1 and self.species[s].choices and not (
                captures and self.species[s].kamikaze):
            for i in range(self.species[s].choices):
                self.list[n] = code | self.species[s].becomes[i] << 12 | PROMOTION_BIT
                n += 1
            return n
        self.list[n] = code | (s & SIDE - 1) << 12
        return n + 1

    def add_capture(self, p: int, n: int, s: int, code: int, target: int, struck: int) -> int:
        """Add a capture as add_arrival does, as far as rules allow it, once for each further choice of the player."""
        if self.completes == COMPLETES_ALL or self.completes and (
                self.takes_kings and not self.hunts or not self.species[self.boards[p].men[struck] - 1].royal):
            return self.add_completed(p, n, s, code, target, struck)
        return self.add_allowed(p, n, s, code, target, struck)

    def add_completed(self, p: int, n: int, s: int, code: int, target: int, struck: int) -> int:
        """add_capture of a man that goes on from where it has captured. The move is one to where it goes, which takes
        aside; one en passant has where the pawn took as its square aside."""
        squares = self.completions(p, self.frames[p].turn, code & 63, target, struck,
                                   self.frames[p].sides[0] | self.frames[p].sides[1])
        if move_kind(code) == EN_PASSANT:
            code |= target << 21
        else:
            code |= ASIDE_BIT | struck << 21
        self.changed = FULL
        while squares:
            n = self.add_allowed(p, n, s, code, lowest(squares), struck)
            squares &= squares - 1
        return n

    def completions(self, p: int, by: int, origin: int, target: int, struck: int, occupied: int) -> int:
        """The squares to which the man of `by` on `origin` may go on that has arrived on `target` by capturing."""
        if self.plain_completes:
            return self.plain_completions(p, by, origin, target, struck, occupied)
        occupied = occupied & ~(ONE << origin | ONE << struck) | ONE << target
        found = self.steps_of(p, self.species_on(p, by ^ 1, struck), target, occupied)
        return found & ~self.avoided[by] if self.species[self.species_on(p, by, origin)].choices else found

    def steps_of(self, p: int, s: int, square: int, occupied: int) -> int:
        """The squares to which a man of a species goes from a square without capture."""
        found = 0
        for i in range(self.species[s].count):
            w = self.species[s].ways[i]
            if self.species[s].modes[i] != CAPTURE and not self.ways[w].landing:
                found |= self.plain_steps(p, w, square, occupied) if self.ways[w].plain \
                    else self.reach(p, w, square, occupied)
        return found & ~occupied

    def prepared_captures(self, p: int, n: int, origin: int, code: int, prey: int) -> int:
        """List the captures of the man on a square on the squares `prey` that it makes after going as what it takes."""
        us = self.frames[p].turn
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        s = self.species_on(p, us, origin)
        self.changed = FULL
        prey &= ~(ONE << origin)
        while prey:
            struck = lowest(prey)
            prey &= prey - 1
            plainly = self.prepared(p, us, origin, struck, occupied, False)
            targets = plainly | self.prepared(p, us, origin, struck, occupied, True)
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                aside = 0
                if not plainly >> target & 1:
                    aside = EN_PASSANT << 18
                elif target != struck:
                    aside = ASIDE_BIT | struck << 21
                n = self.add_capture(p, n, s, code | aside, target, struck)
        return n

    def prepared(self, p: int, by: int, origin: int, square: int, occupied: int, in_passing: bool) -> int:
        """The squares on which the man of `by` on `origin` may arrive by taking what stands on a square, after it has
        gone somewhere as that man goes; `in_passing`: by captures en passant, otherwise by others."""
        found = 0
        if not self.boards[p].men[square] or in_passing and not (
                self.species[self.species_on(p, by, origin)].en_passant and self.frames[p].ep_square != NONE
                and square == self.frames[p].ep_pawn and by == self.taker_at(p)):
            return found
        s = self.species_on(p, by ^ 1, square)
        if self.plain_prepares:
            squares = self.plain_preparations(p, by, origin, square, occupied)
        elif self.species[s].choices and self.avoided[by ^ 1] >> origin & 1:
            return found
        else:
            squares = self.steps_of(p, s, origin, occupied)
        s = self.species_on(p, by, origin)
        if self.species[s].choices:
            squares &= ~self.avoided[by]
        while squares:
            at = lowest(squares)
            squares &= squares - 1
            there = occupied & ~(ONE << origin) | ONE << at
            for i in range(self.species[s].count):
                w = self.species[s].ways[i]
                if self.species[s].modes[i] == QUIET or in_passing and self.species[s].modes[i] != CAPTURE:
                    continue
                targets = 0
                if in_passing:
                    targets = self.passing(p, w, at, there)
                elif self.strikes_from(p, w, at, square, there):
                    targets = ONE << (self.ways[w].landing[at * SQUARES + square] if self.ways[w].landing else square)
                if targets & ~found and self.permitted(p, by, origin, ONE << square, occupied):
                    found |= targets
        return found

    def strikes_from(self, p: int, way: int, origin: int, square: int, occupied: int) -> bool:
        """`strikes` of a man that need not stand on `origin`, of any square."""
        return self.ways[way].ever[origin] >> square & 1 and self.strikes(p, way, origin, square, occupied)

    def strikers_prepared(self, p: int, by: int, square: int, occupied: int, without: int, one: bool) -> int:
        """strikers_of where men go before they capture as what they take."""
        found = 0
        men = self.frames[p].sides[by] & occupied & ~without & ~(ONE << square)
        while men:
            origin = lowest(men)
            men &= men - 1
            targets = self.prepared(p, by, origin, square, occupied, False) \
                | self.prepared(p, by, origin, square, occupied, True)
            while targets:
                if self.succeeds(p, by, origin, lowest(targets), square, occupied):
                    found |= ONE << origin
                    if one:
                        return found
                targets &= targets - 1
        return found

    def add_allowed(self, p: int, n: int, s: int, code: int, target: int, struck: int) -> int:
        """add_capture of a man that stays where it arrives."""
        start = n
        n = self.add_arrival(n, s, code, target, True)
        if not self.singly:
            return n
        us, origin, kept = self.frames[p].turn, code & 63, n
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        for i in range(start, n):
            move = self.list[i]
            if not self.asks_arrivals or self.arrives(p, us, origin, target, struck, move >> 12 & 63, occupied):
                kept = self.add_choices(p, kept, move)
        for i in range(n, kept):
            self.list[start + i - n] = self.list[i]
        return start + kept - n

    def add_choices(self, p: int, n: int, move: int) -> int:
        """Add a capture once for each choice that its effects leave the player, and that costs no side a royal man."""
        for i in range(self.find_choices(p, move)):
            chosen = move
            if self.choices[i]:
                chosen = self.with_place(move, self.choices[i] - 1) if self.has_places \
                    else with_choice(move, self.choices[i])
            if not self.takes_kings and not self.risks_kings or self.hunts or not self.costs_king(p, chosen, 0) \
                    and not self.costs_king(p, chosen, 1):
                self.list[n] = chosen
                n += 1
        return n

    def find_choices(self, p: int, move: int) -> int:
        """Set `choices` to what the effects of a capture leave the player to choose, species + 1, or to 0 for no
        choice; their number. Where squares are chosen: indices + 1, 0 for nowhere; none if the capture is none.
        """
        if self.plain_choices:
            return self.ask_choices(p, move)
        if self.has_places:
            return self.find_places(p, move)
        self.choices[0] = 0
        us = self.frames[p].turn
        if not self.has_choices or self.barred[us] & 2:
            return 1
        self.find_changes(p, move)
        for i in range(self.change_count):
            if self.changes[i].after and (self.changes[i].stage == RETURN and not self.placings[RETURNED].clones
                                          or self.changes[i].stage == REBIRTH):
                back = self.placings[REVIVED].turns == 0 if self.changes[i].stage == RETURN \
                    else self.placings[REBORN].turns != 0
                s = (us if back else us ^ 1) * SIDE + self.changes[i].after - 1
                if self.species[s].zone >> self.changes[i].square & 1 and self.species[s].choices:
                    for j in range(self.species[s].choices):
                        self.choices[j] = self.species[s].becomes[j] + 1
                    return self.species[s].choices
        return 1

    def find_places(self, p: int, move: int) -> int:
        """find_choices where the player chooses a square for the man that captures, or for the man taken. Overwrites
        the spare frame where that is a cage."""
        us = self.frames[p].turn
        target, struck = move_target(move), self.struck_by(p, move)
        returning = self.placings[RETURNED].place >= ANYWHERE
        place = self.placings[RETURNED].place if returning else self.placings[REBORN].place
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        man = 0
        self.find_changes(p, move)
        for i in range(self.change_count):
            if self.changes[i].stage < (RETURN if returning else REBIRTH):
                occupied &= ~(ONE << self.changes[i].square)
                if self.changes[i].after:
                    occupied |= ONE << self.changes[i].square
                if self.changes[i].square == target:
                    man = self.changes[i].after
        if not returning:
            man = self.boards[p].men[struck]
            if man and self.species[man - 1].royal:
                man = 0
        count = 0
        self.choices[0] = 0
        if not man:
            return 1
        if place == CAGE:
            self.make(p, self.spare, move)
        if not returning and place == ANYWHERE:
            count = 1
        s = (us if returning else us ^ 1) * SIDE + man - 1
        squares = self.steps_of(p, s, struck, occupied) if place == STEP else self.board_squares & ~occupied
        if returning:
            squares |= ONE << target
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            promotes = self.species[s].zone >> square & 1 and self.species[s].choices and not self.barred[us] & 2 \
                and not (returning and square == target)
            for i in range(self.species[s].choices if promotes else 1):
                reborn = s & SIDE | self.species[s].becomes[i] if promotes else s
                if place != CAGE or self.is_caged(self.spare, reborn, square, occupied):
                    self.choices[count] = 1 + (self.first_choice[square] + self.kind_ranks[self.species[reborn].kind]
                                               if promotes else square)
                    count += 1
        return 1 if place == CAGE and not count else count

    def is_caged(self, p: int, s: int, square: int, occupied: int) -> bool:
        """Whether a man of a species could not go anywhere from an empty square at frame p, where it is not yet put,
        without leaving a king of its side attacked, by movement alone."""
        targets = self.fronts[2 * s * SQUARES + square] & ~occupied
        if self.fronts[(2 * s + 1) * SQUARES + square] & self.frames[p].men[0] & self.frames[p].sides[(s >> 6) ^ 1]:
            return False
        if not self.fronts[2 * s * SQUARES + square]:
            targets = self.steps_of(p, s, square, occupied)
        neutral, guarded, self.guarded = self.species[s].neutral, self.guarded, False
        kings = FULL
        while targets and kings:
            target = lowest(targets)
            targets &= targets - 1
            if neutral:
                self.boards[p].men[target] = (s & SIDE - 1) + 1
                self.frames[p].sides[(s >> 6) ^ 1] |= ONE << target
            kings = self.frames[p].men[0] & self.frames[p].sides[s >> 6]
            while kings and not self.strikers_of(p, (s >> 6) ^ 1, lowest(kings), occupied | ONE << target, 0, True):
                kings &= kings - 1
            if neutral:
                self.boards[p].men[target] = 0
                self.frames[p].sides[(s >> 6) ^ 1] &= ~(ONE << target)
        self.guarded = guarded
        return kings != 0

    def with_place(self, move: int, index: int) -> int:
        """A capture with the index of what the player chooses, and what a man becomes that promotes in it."""
        if move & PROMOTION_BIT:
            index += self.choice_count * self.kind_ranks[self.species[move >> 12 & 63].kind]
        return with_index(move, index)

    def chosen_square(self, move: int) -> int:
        """The square that the player chooses for a man; NONE for nowhere."""
        return self.choice_squares[index_of(move) % self.choice_count] if move & CHOICE_BIT else NONE

    def chosen_as(self, move: int, man: int) -> int:
        """What a man (species + 1) is on the square that the player chooses for it, species + 1."""
        kind = self.choice_kinds[index_of(move) % self.choice_count]
        return self.as_kind(man, kind - 1) if kind else man

    def as_kind(self, man: int, kind: int) -> int:
        """What a man (species + 1) is, species + 1, that becomes one of a kind to which it may promote."""
        for i in range(self.species[man - 1].choices):
            if self.species[self.species[man - 1].becomes[i]].kind == kind:
                return self.species[man - 1].becomes[i] + 1
        return man

    def costs_king(self, p: int, move: int, side: int) -> bool:
        """Whether a side has a royal man less after a move."""
        self.find_changes(p, move)
        lost = 0
        for i in range(self.change_count):
            if self.changes[i].before and self.changes[i].owners_before >> side & 1 \
                    and self.species[self.changes[i].before - 1].royal:
                lost += 1
            if self.changes[i].after and self.changes[i].owners_after >> side & 1 \
                    and self.species[self.changes[i].after - 1].royal:
                lost -= 1
        return lost > 0

    def hunted(self, p: int, us: int) -> bool:
        """Whether some capture of the other side would leave `us` with a royal man less."""
        turn, ep_square, found = self.frames[p].turn, self.frames[p].ep_square, False
        moves, self.list, self.hunts = self.list, self.scratch, True
        if turn == us:
            self.frames[p].turn, self.frames[p].ep_square = us ^ 1, NONE
        prey = self.frames[p].sides[us]
        if not self.in_python and not self.placings[REBORN].crushes:
            prey &= self.frames[p].men[0]
        men = self.frames[p].sides[us ^ 1]
        while men and not found:
            end = self.man_moves(p, 0, lowest(men), 0, prey, FULL)
            men &= men - 1
            for i in range(end):
                found = found or self.costs_king(p, self.list[i], us) \
                    and (not self.filtered or self.allows_move(p, self.list[i]))
        self.frames[p].turn, self.frames[p].ep_square = turn, ep_square
        self.list, self.hunts = moves, False
        return found

    def prey_of(self, p: int, us: int) -> int:
        """The men that a side may take, as far as their kind decides."""
        prey = self.frames[p].sides[us ^ 1]
        return prey if self.takes_kings else prey & ~self.frames[p].men[0]

    def pseudo(self, p: int, n: int, quiets: int, prey: int) -> int:
        """The moves of all men as man_moves lists them."""
        men = self.frames[p].sides[self.frames[p].turn]
        while men:
            n = self.man_moves(p, n, lowest(men), quiets, prey, FULL)
            men &= men - 1
        return n

    def ordinary(self, p: int, n: int) -> int:
        """List all moves but castlings, whatever becomes of kings, none of which is taken."""
        prey = self.prey_of(p, self.frames[p].turn)
        return self.pseudo(p, n, ~(self.frames[p].sides[0] | self.frames[p].sides[1]) & FULL, prey)

    def touched_by(self, p: int, move: int) -> int:
        """The squares that change by a move that is no castling."""
        return ONE << move_origin(move) | ONE << move_target(move) | ONE << self.struck_by(p, move)

    def struck_by(self, p: int, move: int) -> int:
        """The square on which a move at p that is no castling takes what stands there, if anything does."""
        if move & ASIDE_BIT:
            return square_aside(move)
        return self.frames[p].ep_pawn if move_kind(move) == EN_PASSANT else move_target(move)

    def is_safe(self, p: int, move: int) -> bool:
        """Whether a move that is no castling leaves the mover's kings safe, and rules allow it; needs find_sensitive of
        the mover.

        What strikes a king after the move is what its watches say on the board without what is taken, and, where the
        king itself moves, what may strike its new square. Moves that make, or unmake, an enemy man or a king, are made.
        """
        us = self.frames[p].turn
        if self.filtered and not self.allows_move(p, move):
            return False
        s = self.species_on(p, us, move_origin(move))
        touched = self.touched_by(p, move)
        if self.watch_count < 0 or self.species[s].made or self.guarded and self.species[s].royal:
            self.make(p, p + 1, move)
            return self.safe(p + 1, us)
        if (self.loud or self.turns_quiet) and self.has_effects_at(p, move):
            return self.is_safe_by_changes(p, move)
        if not self.species[s].royal and not touched & self.sensitive:
            return not self.checking
        if self.restrained:
            self.make(p, p + 1, move)
            return self.safe(p + 1, us)
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        taken = (touched ^ ONE << move_origin(move)) & occupied
        occupied &= ~touched
        if not taken or not self.species[s].kamikaze:
            occupied |= ONE << move_target(move)
        if self.species[s].royal and self.strikers_of(p, us ^ 1, move_target(move), occupied, taken, True):
            return False
        return self.withstands(p, us, touched, taken, move_origin(move), occupied)

    def withstands(self, p: int, us: int, touched: int, gone: int, left: int, occupied: int) -> bool:
        """Whether no watch of the kings of `us` strikes when the squares `touched` have changed and men stand on
        `occupied`; those of men that are `gone`, and of a king that has left a square, are over."""
        for i in range(self.watch_count):
            if gone >> self.watches[i].origin & 1 or self.watches[i].king == left:
                continue
            if self.watches[i].deciding & touched:
                if self.strikes(p, self.watches[i].way, self.watches[i].origin, self.watches[i].king, occupied) \
                        and (not self.guarded or self.threatens(p, us ^ 1, self.watches[i].way, self.watches[i].origin,
                                                                self.watches[i].king, occupied)):
                    return False
            elif self.watches[i].strikes:
                return False
        return True

    def has_effects_at(self, p: int, move: int) -> bool:
        """Whether a move at p, no castling, is of the kind that has effects, but for what a man becomes by its move."""
        return self.loud if self.is_capture_at(p, move) else self.turns_quiet

    def is_safe_by_changes(self, p: int, move: int) -> bool:
        """is_safe of a move with effects: what they change is touched, too. It is made where a royal or neutral man
        is among it, or a man that could strike a king from where it is put."""
        us = self.frames[p].turn
        kings = self.frames[p].men[0] & self.frames[p].sides[us]
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        touched = 0
        self.find_changes(p, move)
        for i in range(self.change_count):
            square = self.changes[i].square
            touched |= ONE << square
            occupied &= ~(ONE << square)
            if self.changes[i].before and self.species[self.changes[i].before - 1].royal:
                touched = 0
                break
            if self.changes[i].after:
                occupied |= ONE << square
                if self.changes[i].owners_after >> (us ^ 1) & 1 and (
                        self.changes[i].owners_after >> us & 1
                        or self.squares_onto((us ^ 1) * SIDE + self.changes[i].after - 1, kings) >> square & 1):
                    touched = 0
                    break
        if not touched:
            self.make(p, p + 1, move)
            return self.safe(p + 1, us)
        return self.withstands(p, us, touched, touched, NONE, occupied)

    def may_decide(self, p: int, move: int, deciding: int, flights: int) -> bool:
        """Whether a move with effects may be one of `decisive_moves`, with the first `flights` of the flights."""
        us = self.frames[p].turn
        kings = self.frames[p].men[0] & self.frames[p].sides[us ^ 1]
        touched = 0
        self.find_changes(p, move)
        for i in range(self.change_count):
            touched |= ONE << self.changes[i].square
            if self.changes[i].owners_before == 3 or self.changes[i].owners_after == 3 \
                    or self.changes[i].before and kings >> self.changes[i].square & 1:
                return True
        for f in range(flights):
            if not touched & self.flights[f].deciding and not self.strikes_after(us, ONE << self.flights[f].square):
                return False
        return touched & deciding != 0 or self.strikes_after(us, kings)

    def strikes_after(self, us: int, squares: int) -> bool:
        """Whether a man of `us` that `changes` put somewhere may strike one of some squares from there."""
        for i in range(self.change_count):
            if self.changes[i].after and self.changes[i].owners_after >> us & 1 \
                    and self.squares_onto(us * SIDE + self.changes[i].after - 1, squares) >> self.changes[i].square & 1:
                return True
        return False

    def keep_safe(self, p: int, n: int, end: int) -> int:
        """Keep those of the moves list[n:end] at p that leave the mover's kings safe; the new end."""
        kept = n
        for i in range(n, end):
            if self.is_safe(p, self.list[i]):
                self.list[kept] = self.list[i]
                kept += 1
        return kept

    def squares_to_check(self, s: int, kings: int) -> int:
        """The squares from which a man, or what it may become there, may strike one of `kings`."""
        found = self.species[s].zone if self.species[s].choices else 0
        if self.transmutes:
            found |= self.squares_onto(s & SIDE | self.after_quiet[s & SIDE - 1], kings)
            if self.changing[s >> 6] != FULL:
                found |= self.squares_onto(s, kings)
            s = s & SIDE | self.after_capture[s & SIDE - 1]
        return found | self.squares_onto(s, kings)

    def squares_onto(self, s: int, kings: int) -> int:
        """The squares from which a man, as it is, may strike one of `kings`."""
        found = 0
        while kings:
            for i in range(self.species[s].count):
                if self.species[s].modes[i] != QUIET:
                    found |= self.ways[self.species[s].ways[i]].onto[lowest(kings)]
            kings &= kings - 1
        return found

    def safe_moves(self, p: int, n: int, men: int, one: bool) -> int:
        """List the moves, but castlings, of the men on some squares that leave the mover's kings safe; the new end.

        Needs find_sensitive of the mover. `one`: one of them is enough; what is listed then is no such list.
        """
        us = self.frames[p].turn
        quiets = ~(self.frames[p].sides[0] | self.frames[p].sides[1]) & FULL
        prey = self.prey_of(p, us)
        while men:
            origin = lowest(men)
            men &= men - 1
            s = self.species_on(p, us, origin)
            tested = self.species[s].royal or self.species[s].made or self.sensitive >> origin & 1
            start = n
            self.changed = 0
            n = self.man_moves(p, n, origin, quiets, prey, self.sensitive if self.checking and not tested else FULL)
            if one:
                for i in range(start, n):
                    if self.is_safe(p, self.list[i]):
                        return n
                n = start
            elif tested or self.checking or self.filtered or self.changed & self.sensitive \
                    or self.turns_quiet \
                    or self.loud and self.changed == FULL:
                n = self.keep_safe(p, start, n)
        return n

    def decisive_moves(self, p: int, n: int, deciding: int) -> int:
        """List the moves, but castlings, that may give check, and perhaps others; the new end. The mover's kings may be
        left attacked.

        `deciding`: the sensitive squares of the other side, which is not in check, or FULL. A move gives check from a
        square from which what the man is then may strike a king, or by changing a square on which it depends whether
        another man does. Of these only moves that may make all `flights` unsafe, of which the same holds.
        """
        us = self.frames[p].turn
        quiets = ~(self.frames[p].sides[0] | self.frames[p].sides[1]) & FULL
        prey = self.prey_of(p, us)
        kings = self.frames[p].men[0] & self.frames[p].sides[us ^ 1]
        men = self.frames[p].sides[us]
        while men:
            origin = lowest(men)
            men &= men - 1
            s = self.species_on(p, us, origin)
            mask = FULL
            if not (self.species[s].neutral and self.species[s].royal) and not self.leaves_men:
                if not deciding >> origin & 1:
                    mask = deciding | self.squares_to_check(s, kings)
                pairing = self.pairing_squares(p, us, s) if self.flight_count and self.unwatched_count else 0
                for i in range(self.flight_count):
                    if not self.flights[i].deciding >> origin & 1:
                        mask &= self.flights[i].deciding | pairing \
                            | self.squares_to_check(s, ONE << self.flights[i].square)
            start = n
            n = self.man_moves(p, n, origin, quiets, prey, mask)
            if (self.loud or self.turns_quiet) and not self.plain_effects:
                kept = start
                for i in range(start, n):
                    if not self.has_effects_at(p, self.list[i]) \
                            or self.may_decide(p, self.list[i], deciding, self.flight_count):
                        self.list[kept] = self.list[i]
                        kept += 1
                n = kept
        return n

    def find_flights(self, p: int, loosely: bool) -> None:
        """Set `flights`: squares, FLIGHTS at most, to which the single king of the side not to move at p could go, and
        the squares that decide about it: those before it on the king's way, those on which it depends whether the
        square is struck, and whether rules allow what the step leads to. A move that changes none of them, does not
        strike the square with the man that it moves, and sets no man up to be watched, leaves the flight.

        `loosely`: by movement alone, so that no man strikes the square whatever rules say of captures.
        """
        us = self.frames[p].turn
        kings = self.frames[p].men[0] & self.frames[p].sides[us ^ 1]
        self.flight_count = 0
        if not kings or kings & (kings - 1):
            return
        king = lowest(kings)
        s = self.species_on(p, us ^ 1, king)
        if self.species[s].made or self.species[s].choices or self.silence_count and (
                not self.species[s].castles or self.frames[p].ep_square != NONE):
            return
        shown = self.shown_squares(p, us, king)
        if shown >> king & 1:
            return
        occupied = (self.frames[p].sides[0] | self.frames[p].sides[1]) & ~kings
        prey = 0 if self.species[s].kamikaze or self.loud or self.singly or loosely or self.asks_takings \
            else self.frames[p].sides[us] & ~self.frames[p].men[0]
        for i in range(self.species[s].count):
            w = self.species[s].ways[i]
            if self.ways[w].landing:
                continue
            targets = self.reach(p, w, king, occupied) & ~shown
            if self.species[s].modes[i] == QUIET:
                targets &= ~occupied
            elif self.species[s].modes[i] == CAPTURE:
                targets &= prey
            else:
                targets &= ~occupied | prey
            while targets:
                square = lowest(targets)
                targets &= targets - 1
                if self.ways[w].line[square * SQUARES + king] == NONE or (
                        self.is_observed(p, us, square, occupied, NONE, 0, False) if loosely
                        else self.strikers_of(p, us, square, occupied | ONE << square, ONE << square, True) != 0):
                    continue
                self.flights[self.flight_count].square = square
                self.flights[self.flight_count].deciding = ONE << square \
                    | self.ways[w].deciding[square * SQUARES + king] \
                    | (self.deciding_about_kind(p, us, square, NONE) if loosely else self.deciding_about(p, us, square))
                if self.limited[us ^ 1]:
                    self.flights[self.flight_count].deciding |= self.frames[p].men[0] & ~kings
                if self.contact:
                    near = self.neighbours[square] & occupied
                    if not self.has_contact(p, king, square, occupied):
                        continue
                    self.flights[self.flight_count].deciding |= near & -near if self.contact & 2 == 0 \
                        else self.neighbours[square]
                self.flight_count += 1
                if self.flight_count == FLIGHTS:
                    return

    def shown_squares(self, p: int, us: int, king: int) -> int:
        """The squares that the king of the side not to move may perhaps not leave or enter, for what rules forbid."""
        if not self.limited[us ^ 1] and not self.unwatched_count:
            return 0
        own = self.frames[p].men[0] & self.frames[p].sides[us]
        if self.has_effects or self.frames[p].sides[0] & self.frames[p].sides[1] or own & (own - 1) \
                or self.unwatched_count and not self.may_leave(p, king):
            return FULL
        return self.squares_of_checks(p, us, king) if self.limited[us ^ 1] else 0

    def squares_of_checks(self, p: int, us: int, king: int) -> int:
        """The squares that a king of the other side cannot leave or enter without perhaps giving check; all where that
        side must give check."""
        if self.asks_accepts or not self.accepted[us ^ 1] & OUTCOME_QUIET:
            return FULL
        self.find_strikes(p, us)
        kings = self.frames[p].men[0] & self.frames[p].sides[us]
        return self.sensitive | self.squares_onto(self.species_on(p, us ^ 1, king), kings)

    def may_leave(self, p: int, square: int) -> bool:
        """Whether a royal man may leave a square without uncovering a man that rules want unwatched."""
        if self.pairs_key != self.frames[p].key:
            self.find_pairs(p)
        return self.pairs_known and not self.pair_squares >> square & 1

    def pairing_squares(self, p: int, side: int, s: int) -> int:
        """The squares from which a man of `side` may ever watch an enemy man of its kind, or be watched by it."""
        found = 0
        men = self.of_kind(p, side ^ 1, FULL, self.species[s].kind)
        while men:
            other = lowest(men)
            men &= men - 1
            found |= self.squares_onto(s, ONE << other)
            like = self.species_on(p, side ^ 1, other)
            for i in range(self.species[like].count):
                if self.species[like].modes[i] != QUIET:
                    found |= self.ways[self.species[like].ways[i]].ever[other]
        return found

    def deciding_about(self, p: int, by: int, square: int) -> int:
        """The squares on which it depends whether a man of `by` strikes a square."""
        found = 0
        men = self.frames[p].sides[by] & self.strikers[by][square]
        while men:
            origin = lowest(men)
            men &= men - 1
            s = self.species_on(p, by, origin)
            for i in range(self.species[s].count):
                w = self.species[s].ways[i]
                if self.species[s].modes[i] != QUIET and self.ways[w].ever[origin] >> square & 1:
                    found |= self.ways[w].deciding[square * SQUARES + origin]
                    if self.guarded:
                        found |= self.guards_on(p, by, w, origin, square)
        return found

    def list_moves(self, p: int, n: int) -> int:
        if self.king_run_won(p):
            return n
        self.find_sensitive(p, self.frames[p].turn)
        return self.all_castlings(p, self.safe_moves(p, n, self.frames[p].sides[self.frames[p].turn], False))

    def pseudo_legal(self, p: int, n: int) -> int:
        return self.ordinary(p, n)

    def generate_checks(self, p: int, n: int) -> int:
        self.quiet_count = 0
        return self.list_moves(p, n)

    def list_legal(self, p: int, n: int) -> int:
        if n + self.list_reserve > self.list_size and not self.grow_list(n):
            return n
        us = self.frames[p].turn
        if self.prefers[us] and not self.limited[us] and not self.measures and self.doctrine != MULTIPLEX:
            return self.list_preferred(p, n)
        end = self.list_moves(p, n)
        kings = self.frames[p].men[0] & self.frames[p].sides[us ^ 1]
        if self.doctrine != MULTIPLEX or not kings & (kings - 1):
            return self.choose(p, n, end)
        kept = n
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
            if self.check_is_legal(p + 1, end, 0):
                self.list[kept] = self.list[i]
                kept += 1
        return self.choose(p, n, kept)

    def list_preferred(self, p: int, n: int) -> int:
        """list_legal where a measure alone chooses among the legal moves: unless the king is in check, when few moves
        are worth a look, only those are asked whether they are legal that surpass the legal ones before them."""
        if self.king_run_won(p):
            return n
        us = self.frames[p].turn
        self.find_sensitive(p, us)
        if self.checking:
            return self.keep_preferred(p, n, self.all_castlings(p, self.safe_moves(
                p, n, self.frames[p].sides[us], False)), False)
        return self.keep_preferred(p, n, self.all_castlings(p, self.ordinary(p, n)), True)

    def list_checks(self, p: int, n: int) -> int:
        self.flight_count = 0
        return self.list_decisive(p, n)

    def list_mating(self, p: int, n: int) -> int:
        self.flight_count = 0
        if self.leaves_flights and self.doctrine != MULTIPLEX and self.doctrine != ULTRA:
            self.find_flights(p, self.loosely)
        return self.list_decisive(p, n)

    def list_decisive(self, p: int, n: int) -> int:
        """list_checks, of which only those that may take the king's flights if there are some."""
        us = self.frames[p].turn
        if self.doctrine == MULTIPLEX or self.doctrine == ULTRA or self.prefers[us] or self.measures:
            return self.list_legal(p, n)
        if n + self.list_reserve > self.list_size and not self.grow_list(n) or self.king_run_won(p):
            return n
        self.find_strikes(p, us ^ 1)
        end = self.decisive_moves(p, n, FULL if self.checking else self.sensitive)
        if end > n:
            self.find_sensitive(p, us)
            end = self.keep_safe(p, n, end)
        end = self.all_castlings(p, end)
        return self.keep_accepted(p, n, end) if self.limited[us] else end

    def keep_before_mate(self, p: int, n: int, end: int) -> int:
        us = self.frames[p].turn
        if not self.foresees_mates or n == end or self.may_castle_at(p, us ^ 1):
            return end
        self.copy_frame(p, p + 1)
        self.null_move(p + 1)
        if self.silence_count and self.frames[p].sides[0] & self.frames[p].sides[1]:
            return end
        self.find_flights(p + 1, self.loosely or self.silence_count > 0)
        if not self.flight_count:
            return end
        if self.strays:
            self.sensitive = self.checking = 0
            self.find_watches(p + 1, us, False)
            if self.checking:
                return end
        else:
            self.find_sensitive(p + 1, us)
        for i in range(1 << FLIGHTS):
            self.refuting[i] = UNKNOWN
        kept = n
        for i in range(n, end):
            move = self.list[i]
            if self.may_precede_mate(p, move):
                self.list[i] = self.list[kept]
                self.list[kept] = move
                kept += 1
        return kept

    def may_precede_mate(self, p: int, move: int) -> bool:
        """Whether the other side may mate after a move at p, for keep_before_mate. There at p + 1 the side to move has
        passed; a flight is still there after a move that touches none of the squares that decide about it."""
        us = self.frames[p].turn
        origin, target = move_origin(move), move_target(move)
        s = self.species_on(p, us, origin)
        if move_kind(move) != PLAIN or self.species[s].royal or self.species[s].made or self.species[s].neutral \
                or (self.loud or self.turns_quiet) and self.has_effects_at(p, move) \
                or self.species[s].en_passant and self.species[s].double_over[origin * SQUARES + target] != NONE:
            return True
        touched = self.touched_by(p, move)
        if self.strays and touched & self.sensitive \
                or self.pairs and self.pairing_squares(p, us, us * SIDE + (move >> 12 & 63)) >> target & 1 \
                or self.unwatched_count and self.of_kind(p, us ^ 1, FULL, self.species[move >> 12 & 63].kind):
            return True
        flights = 0
        for f in range(self.flight_count):
            if not self.flights[f].deciding & touched:
                flights |= 1 << f
        if not flights:
            return True
        if self.refuting[flights] == UNKNOWN:
            self.refuting[flights] = TAKEN if self.may_take_flights(p + 1, flights) else LEFT
        if self.refuting[flights] == TAKEN:
            return True
        if not self.loud:
            return False
        becomes = move >> 12 & 63
        if self.transmutes and not move & PROMOTION_BIT and self.changing[us] >> target & 1:
            becomes = self.after_capture[becomes] if self.is_capture_at(p, move) else self.after_quiet[becomes]
        if self.has_births:
            self.births[p + 1].of[target] = self.births[p].of[origin]
        men = self.frames[p + 1].sides[us ^ 1] & self.strikers[us ^ 1][target]
        while men:
            if self.may_take_flights_by_capture(p + 1, flights, lowest(men), target, becomes):
                return True
            men &= men - 1
        return False

    def may_take_flights(self, p: int, flights: int) -> bool:
        """Whether a move at p, no castling, may give check and take those of the `flights` that have a bit, wherever
        other men stand. Needs find_sensitive of the side that is not to move."""
        us = self.frames[p].turn
        kings = self.frames[p].men[0] & self.frames[p].sides[us ^ 1]
        deciding = FULL if self.watch_count < 0 else self.sensitive
        men = self.frames[p].sides[us]
        while men:
            origin = lowest(men)
            men &= men - 1
            s = self.species_on(p, us, origin)
            if self.species[s].neutral and self.species[s].royal:
                return True
            mask = struck = 0
            for i in range(self.species[s].count):
                w = self.species[s].ways[i]
                if self.ways[w].landing:
                    return True
                mask |= self.ways[w].ever[origin]
                if self.species[s].modes[i] != QUIET:
                    struck |= self.ways[w].ever[origin]
            if not deciding >> origin & 1:
                mask &= deciding | self.squares_to_check(s, kings)
            pairing = self.pairing_squares(p, us, s) if self.unwatched_count else 0
            for f in range(self.flight_count):
                if mask and flights >> f & 1 and not self.flights[f].deciding >> origin & 1:
                    mask &= self.flights[f].deciding | pairing | self.squares_to_check(s, ONE << self.flights[f].square)
            if mask:
                return True
            if self.loud:
                struck &= self.frames[p].sides[us ^ 1] & ~kings
                while struck:
                    square = lowest(struck)
                    struck &= struck - 1
                    if self.may_take_flights_by_capture(p, flights, origin, square, self.boards[p].men[square] - 1):
                        return True
        return False

    def may_take_flights_by_capture(self, p: int, flights: int, origin: int, square: int, taken: int) -> bool:
        """may_take_flights of a capture with effects: of the species `taken` on a square."""
        us = self.frames[p].turn
        kings = self.frames[p].men[0] & self.frames[p].sides[us ^ 1]
        s = self.species_on(p, us, origin)
        if self.promotes_by(s, square) or self.species[s].revives or self.has_places:
            return True
        touched = ONE << origin | ONE << square
        stands = ONE << square
        turned = 0                      # where a man of `us` is reborn
        reborn = self.reborn_as(us ^ 1, taken, s)
        if self.placings[REBORN].place != NOWHERE:
            place = self.reborn_on(p, us ^ 1, taken, s, self.taken_as(p, s, square, square, s & SIDE - 1), origin,
                                   square, square)
            if place != NONE:
                touched |= ONE << place
                if self.placings[REBORN].turns:
                    turned = ONE << place
                    if self.species[reborn].zone & turned and self.species[reborn].choices:
                        return True
        if self.placings[RETURNED].place != NOWHERE:
            place = self.ends_on(p, s, origin, square, square, s & SIDE - 1)
            if place != NONE:
                touched |= ONE << place
                stands |= ONE << place
        for f in range(self.flight_count):
            if flights >> f & 1 and not self.flights[f].deciding & touched \
                    and not self.squares_to_check(s, ONE << self.flights[f].square) & stands \
                    and not (turned and self.squares_onto(reborn, ONE << self.flights[f].square) & turned):
                return False
        return self.watch_count < 0 or self.sensitive & touched != 0 or self.squares_to_check(s, kings) & stands != 0 \
            or turned and self.squares_onto(reborn, kings) & turned != 0

    def may_castle_at(self, p: int, side: int) -> bool:
        """Whether a side has castlings that need no right, or a right, at p."""
        for f in range(side * FAMILIES, side * FAMILIES + self.family_count):
            if not self.families[f].rights or self.families[f].rights & self.frames[p].rights:
                return True
        return False

    def count_legal(self, p: int, n: int) -> int:
        return self.list_legal(p, n) - n

    def has_legal(self, p: int, n: int) -> bool:
        if self.doctrine == MULTIPLEX:
            return self.list_legal(p, n) > n
        if self.limited[self.frames[p].turn]:
            return (n + self.list_reserve <= self.list_size or self.grow_list(n)) and not self.king_run_won(p) \
                and self.has_accepted(p, n)
        if n + self.list_reserve > self.list_size and not self.grow_list(n) or self.king_run_won(p):
            return False
        self.find_sensitive(p, self.frames[p].turn)
        return self.has_safe_move(p, n)

    def has_safe_move(self, p: int, n: int) -> bool:
        """has_legal after find_sensitive, with room in the list: steps of kings come first."""
        men = self.frames[p].sides[self.frames[p].turn]
        kings = self.frames[p].men[0] & men
        return self.safe_moves(p, n, kings, True) > n or self.safe_moves(p, n, men & ~kings, True) > n \
            or self.all_castlings(p, n) > n

    def is_checkmate_at(self, p: int, n: int) -> bool:
        us = self.frames[p].turn
        if self.limited[us]:
            return self.in_check_at(p, us) and not self.has_parry(p, n)
        if self.doctrine == MULTIPLEX or self.doctrine == ULTRA:
            return self.in_check_at(p, us) and not self.has_legal(p, n)
        self.find_sensitive(p, us)
        if self.watch_count < 0:
            return self.in_check_at(p, us) and not self.has_legal(p, n)
        return self.checking != 0 and not self.king_run_won(p) \
            and (n + self.list_reserve <= self.list_size or self.grow_list(n)) and not self.has_safe_move(p, n)

    def has_parry(self, p: int, n: int) -> bool:
        """Whether the side to move at p, which is in check, has a move that is legal or only not so because it gives no
        check. Uses list[n] on as scratch space."""
        before, self.parries = self.parries, True
        found = self.has_legal(p, n)
        self.parries = before
        return found

    def can_parry(self, p: int, n: int, depth: int, unexposed: bool) -> bool:
        us = self.frames[p].turn
        if not self.limited[us]:
            return Judge.can_parry(self, p, n, depth, unexposed)
        if n + self.list_reserve > self.list_size and not self.grow_list(n):
            return False
        before, self.parries = self.parries, False
        end = self.list_moves(p, n)
        kept = n
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
            if self.check_is_clearly_legal(p + 1, True) or self.check_is_legal_memo(p + 1, end, depth + 1, True):
                self.list[kept] = self.list[i]
                kept += 1
        found = self.keep_accepted(p, n, kept) > n
        self.parries = before
        return found

    def keep_parries(self, p: int, n: int, end: int) -> int:
        us = self.frames[p].turn
        if not self.limited[us]:
            return end
        before, self.parries = self.parries, True
        end = self.keep_accepted(p, n, end)
        self.parries = before
        return end

    def is_legal_at(self, p: int, n: int, move: int) -> bool:
        us = self.frames[p].turn
        origin = move_origin(move)
        if not self.frames[p].sides[us] >> origin & 1 or move_kind(move) >= CASTLING or self.doctrine == MULTIPLEX \
                or self.chooses[us] or n + self.list_reserve > self.list_size and not self.grow_list(n) \
                or self.king_run_won(p):
            return False
        prey = self.prey_of(p, us)
        end = self.man_moves(p, n, origin, ~(self.frames[p].sides[0] | self.frames[p].sides[1]) & FULL, prey,
                             ONE << move_target(move))
        for i in range(n, end):
            if self.list[i] == move:
                self.find_sensitive(p, us)
                return self.is_safe(p, move)
        return False

    def checks_to_front(self, p: int, n: int, end: int) -> int:
        self.find_sensitive(p, self.frames[p].turn ^ 1)
        first = n
        for i in range(n, end):
            move = self.list[i]
            if move_kind(move) >= CASTLING or self.may_give_check(p, move):
                self.list[i] = self.list[first]
                self.list[first] = move
                first += 1
        return first

    def may_give_check(self, p: int, move: int) -> bool:
        """Whether a move at p, no castling, may give check; needs find_sensitive of the side that is not to move.

        It does so by what the man is on its target, or by changing a square on which it depends whether another man
        strikes a king. Perhaps it does not.
        """
        us = self.frames[p].turn
        s = us * SIDE + (move >> 12 & 63)
        kings = self.frames[p].men[0] & self.frames[p].sides[us ^ 1]
        return self.checking != 0 or self.touched_by(p, move) & self.sensitive != 0 \
            or (self.leaves_men or self.loud and self.is_capture_at(p, move)) \
            and self.may_decide(p, move, self.sensitive, 0) \
            or self.species[s].neutral and self.species[s].royal \
            or self.squares_to_check(s, kings) >> move_target(move) & 1 != 0

    def list_noisy(self, p: int, n: int) -> int:
        us = self.frames[p].turn
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        prey = self.prey_of(p, us)
        end = self.list_legal(p, n) if self.chooses[us] else \
            self.pseudo(p, n, (self.zones[us] | self.goals[us]) & ~occupied, prey)
        kept = n
        for i in range(n, end):
            move = self.list[i]
            if move & PROMOTION_BIT or self.is_capture_at(p, move) or self.goals[us] >> move_target(move) & 1:
                self.list[kept] = move
                kept += 1
        if self.chooses[us]:
            return kept
        self.find_sensitive(p, us)
        return self.keep_safe(p, n, kept)

    def add_quiet_checks(self, p: int, n: int) -> int:
        us = self.frames[p].turn
        end = self.list_legal(p, n) if self.chooses[us] else \
            self.pseudo(p, n, ~(self.frames[p].sides[0] | self.frames[p].sides[1]) & FULL, 0)
        self.find_sensitive(p, us ^ 1)
        kept = n
        for i in range(n, end):
            if not self.is_capture_at(p, self.list[i]) and (move_kind(self.list[i]) >= CASTLING
                                                            or self.may_give_check(p, self.list[i])):
                self.list[kept] = self.list[i]
                kept += 1
        if self.chooses[us]:
            return kept
        self.find_sensitive(p, us)
        end = self.all_castlings(p, self.keep_safe(p, n, kept))
        self.find_sensitive(p, us ^ 1)      # for those who ask whether a move gives check
        return end

    # ------------------------------------------------------------------- what is forbidden, what must be chosen

    def is_watched(self, p: int, side: int, square: int, occupied: int, own: bool, kind: int) -> bool:
        """Whether the man of `side` on a square is watched, by its movement alone, by an enemy man (`own`: by another
        of its side), of a kind unless that is NONE, then by none that is paralysed. Neither pins nor any other rule are
        asked. One that may be taken en passant is watched by those who may take it.
        """
        by = side if own else side ^ 1
        blind = self.paralysed(p, by, occupied) if kind == NONE else 0
        return self.is_observed(p, by, square, occupied & ~(ONE << square), kind, blind, False) \
            or self.frames[p].ep_square != NONE and square == self.frames[p].ep_pawn and by == self.taker_at(p) \
            and self.is_observed(p, by, self.frames[p].ep_square, occupied, kind, blind, True)

    def taker_at(self, p: int) -> int:
        """Whose capture en passant a double step allows at p."""
        return 1 if self.frames[p].ep_pawn > self.frames[p].ep_square else 0

    def paralysed(self, p: int, by: int, occupied: int) -> int:
        """The men of `by` that are paralysed, and so watch their like alone, if that matters."""
        found = 0
        men = self.frames[p].sides[by] & occupied if self.blinds else 0
        while men:
            square = lowest(men)
            men &= men - 1
            if self.placings[BIRTH].place != NOWHERE and self.is_at_home(p, by, square, occupied):
                found |= ONE << square
            for i in range(self.silence_count):
                if self.silences[i].paralyses and self.is_silenced(p, i, by, square, occupied):
                    found |= ONE << square
        return found

    def is_observed(self, p: int, by: int, square: int, occupied: int, kind: int, without: int,
                    in_passing: bool) -> bool:
        """Whether a man of `by`, of a kind unless that is NONE and none on `without`, strikes a square by its movement;
        `in_passing`: one that captures en passant."""
        men = self.frames[p].sides[by] & self.strikers[by][square] & occupied & ~without
        while men:
            other = lowest(men)
            men &= men - 1
            s = self.species_on(p, by, other)
            if kind != NONE and self.species[s].kind != kind or in_passing and not self.species[s].en_passant:
                continue
            if self.strikes_in_passing(p, by, other, square, occupied) if in_passing \
                    else self.observes(p, by, other, square, occupied):
                return True
        return False

    def is_silent(self, p: int, side: int, square: int, occupied: int, moving: bool) -> bool:
        """Whether the man of `side` on a square captures nothing or, if `moving`, does not move at all."""
        for i in range(self.silence_count):
            if (not moving or self.silences[i].still) and self.is_silenced(p, i, side, square, occupied):
                return True
        return False

    def is_silenced(self, p: int, i: int, side: int, square: int, occupied: int) -> bool:
        """Whether a rule, the i-th of `silences`, silences the man of `side` on a square."""
        s = self.species_on(p, side, square)
        return self.silences[i].concerns >> (s & SIDE - 1) & 1 \
            and (self.silences[i].kings or not self.species[s].royal) \
            and self.is_watched(p, side, square, occupied, self.silences[i].own,
                                self.silences[i].kinds[self.species[s].kind]) == (self.silences[i].watched != 0)

    def is_motionless(self, p: int, side: int, square: int, occupied: int) -> bool:
        """Whether rules keep the man of `side` on a square from moving at all."""
        return self.silence_count > 0 and self.is_silent(p, side, square, occupied, True) \
            or self.asks_stands and self.stands_fast(p, side, square, occupied, 0) \
            or self.asks_moves and self.plain_motionless(p, side, square, occupied)

    def stands_fast(self, p: int, side: int, square: int, occupied: int, without: int) -> bool:
        """Whether the man of `side` on a square does not move, for its place of birth or for lack of a link; `without`:
        see let_take."""
        return self.placings[BIRTH].place != NOWHERE and self.is_at_home(p, side, square, occupied) \
            or self.linked and not without & LINKS and not self.is_linked(p, side, square, occupied, without)

    def is_at_home(self, p: int, side: int, square: int, occupied: int) -> bool:
        """Whether something stands where the man of `side` on a square was born, perhaps itself."""
        place = self.place_of(p, BIRTH, self.species_on(p, side, square), square, square, square)
        return place != NONE and (occupied | ONE << square) >> place & 1

    def is_linked(self, p: int, side: int, square: int, occupied: int, without: int) -> bool:
        """Whether a chain of men of `side`, each observed by the next, which could take it, leads from a square to a
        royal one; `without`: see let_take."""
        reached = waiting = ONE << square
        kings = self.frames[p].men[0] & self.frames[p].sides[side] & (occupied | ONE << square)
        while waiting:
            at = lowest(waiting)
            waiting &= waiting - 1
            if kings >> at & 1:
                return True
            men = self.observers_near(p, side, at) & occupied & ~reached
            while men:
                other = lowest(men)
                men &= men - 1
                if self.sees(p, side, other, at, occupied) \
                        and self.let_take(p, side, other, ONE << at, occupied, without | LINKS):
                    reached |= ONE << other
                    waiting |= ONE << other
        return False

    def observers_near(self, p: int, side: int, square: int) -> int:
        """The men of a side that might observe a square on some board, or what stands there en passant."""
        found = self.strikers[side][square]
        if self.frames[p].ep_square != NONE and square == self.frames[p].ep_pawn and side == self.taker_at(p):
            found |= self.strikers[side][self.frames[p].ep_square]
        return self.frames[p].sides[side] & found

    def mutual_watchers(self, p: int, by: int, origin: int, occupied: int, whose: int, one: bool) -> int:
        """The men that the man of `by` on a square observes and that observe it: with bit 0 of `whose` those of its
        side, with bit 1 the enemy's; `one`: one of them is enough."""
        found = 0
        for side in range(2):
            men = 0
            if whose & (1 if side == by else 2):
                men = self.observers_near(p, side, origin) & occupied & ~(ONE << origin)
            if men:
                men &= ~self.paralysed(p, side, occupied)
            while men:
                other = lowest(men)
                men &= men - 1
                if self.sees(p, side, other, origin, occupied) and self.sees(p, by, origin, other, occupied):
                    found |= ONE << other
                    if one:
                        return found
        return found

    def off_lines(self, p: int, by: int, origin: int, struck: int, occupied: int) -> int:
        """Those of the squares `struck` on which the man of `by` on `origin` does not take on a line of the men that it
        observes and that observe it."""
        watchers = self.mutual_watchers(p, by, origin, occupied, self.aligned, False)
        found = 0 if watchers else struck
        while watchers and struck:
            square = lowest(struck)
            struck &= struck - 1
            if not self.are_aligned(origin, self.arrivals_by(p, by, origin, square, occupied), watchers):
                found |= ONE << square
        return found

    def arrivals_by(self, p: int, by: int, origin: int, square: int, occupied: int) -> int:
        """The squares on which the man of `by` on `origin` might arrive by taking on a square."""
        s = self.species_on(p, by, origin)
        in_passing = self.observes_in_passing(p, by, origin, square, occupied)
        found = 0
        for i in range(self.species[s].count if self.frames[p].sides[by ^ 1] >> square & 1 else 0):
            w = self.species[s].ways[i]
            if self.species[s].modes[i] != QUIET \
                    and self.strikes_from(p, w, origin, square, occupied & ~(ONE << square)):
                found |= ONE << (self.ways[w].landing[origin * SQUARES + square] if self.ways[w].landing else square)
            if in_passing and self.species[s].modes[i] == CAPTURE:
                found |= self.passing(p, w, origin, occupied)
        return found if found else ONE << square

    def are_aligned(self, origin: int, targets: int, men: int) -> bool:
        """Whether one of the squares `targets` and one of some men are on one line through a square."""
        targets &= ~(ONE << origin)
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            files, ranks = target % self.files - origin % self.files, target // self.files - origin // self.files
            others = men
            while others:
                other = lowest(others)
                others &= others - 1
                if files * (other // self.files - origin // self.files) \
                        == ranks * (other % self.files - origin % self.files):
                    return True
        return False

    def is_left_to_watchers(self, p: int, us: int, move: int) -> bool:
        """Whether a man of `us` could make its move at p as one of the kind of an enemy man that observes it."""
        origin, target = move_origin(move), move_target(move)
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        men = self.observers_near(p, us ^ 1, origin) & ~(ONE << origin)
        while men:
            other = lowest(men)
            men &= men - 1
            kind = self.species[self.species_on(p, us ^ 1, other)].kind
            if self.sees(p, us ^ 1, other, origin, occupied) and self.goes_as(p, us, us * SIDE + kind, origin, target):
                return True
        return False

    def goes_as(self, p: int, us: int, s: int, origin: int, target: int) -> bool:
        """Whether a man of `us` of a species on `origin` could arrive on a square, by its movement alone."""
        enemies = self.frames[p].sides[us ^ 1]
        occupied = self.frames[p].sides[us] | enemies
        in_passing = self.species[s].en_passant and self.frames[p].ep_square != NONE and us == self.taker_at(p)
        if not self.species[s].region >> origin & 1:
            return False
        for i in range(self.species[s].count):
            w = self.species[s].ways[i]
            if in_passing and self.species[s].modes[i] == CAPTURE \
                    and self.passing(p, w, origin, occupied) >> target & 1:
                return True
            struck = self.reach(p, w, origin, occupied)
            if not self.ways[w].landing:
                if struck >> target & 1 and self.species[s].modes[i] != (QUIET if enemies >> target & 1 else CAPTURE) \
                        and (enemies | ~occupied) >> target & 1:
                    return True
                continue
            struck &= enemies
            while struck:
                if self.ways[w].landing[origin * SQUARES + lowest(struck)] == target:
                    return True
                struck &= struck - 1
        return False

    def sees(self, p: int, by: int, origin: int, square: int, occupied: int) -> bool:
        """Whether the man of `by` on `origin` strikes what stands on a square by its movement, or en passant."""
        return self.observes(p, by, origin, square, occupied & ~(ONE << square)) \
            or self.observes_in_passing(p, by, origin, square, occupied)

    def let_take(self, p: int, by: int, origin: int, struck: int, occupied: int, without: int) -> int:
        """Those of the squares `struck`, which the man of `by` on `origin` observes, on which compiled rules let it
        move and take. `without`: bits of rules that ask others, and are left out: LINKS, OTHERS."""
        if self.silence_count and self.is_silent(p, by, origin, occupied, False) \
                or self.asks_stands and self.stands_fast(p, by, origin, occupied, without) \
                or self.woozled and self.mutual_watchers(p, by, origin, occupied, self.woozled, True):
            return 0
        if self.aligned:
            struck = self.off_lines(p, by, origin, struck, occupied)
        if self.sole and self.count_takings(p, by, origin, occupied) != 1:
            struck &= ~self.frames[p].sides[by ^ 1]
        found = 0 if self.asks_each else struck
        while struck and self.asks_each:
            square = lowest(struck)
            struck &= struck - 1
            if self.is_takeable(p, by, origin, square, occupied, without):
                found |= ONE << square
        return found

    def is_takeable(self, p: int, by: int, origin: int, square: int, occupied: int, without: int) -> bool:
        """Whether rules about who can be taken let the man of `by` on `origin` take on a square; `without`: see
        let_take."""
        if not self.boards[p].men[square]:
            return True
        s = self.species_on(p, by ^ 1, square)
        if self.spared >> (s & SIDE - 1) & 1 and not self.species[s].royal:
            return False
        in_passing = self.takes_in_passing(p, by, origin, square, occupied)
        taker = self.species_on(p, by, origin)
        if self.like_for_like and not self.species[s].royal and self.frames[p].sides[by ^ 1] >> square & 1 and (
                in_passing or self.species[taker].royal or self.species[taker].kind != self.species[s].kind):
            return False
        for i in range(self.shelter_count):
            if self.shelters[i].kings and not (self.species[s].royal and self.species[taker].royal) \
                    or self.shelters[i].others and (without & OTHERS or not self.frames[p].sides[by ^ 1] >> square & 1):
                continue
            if self.shelters[i].others:
                found = self.is_taken_by_others(p, by, origin, square, occupied, in_passing, without) \
                    or not in_passing and self.count_lines(p, taker, origin, square, occupied) > 1
            else:
                found = not in_passing and self.is_watched(p, by ^ 1, square, occupied, self.shelters[i].own,
                                                           self.shelters[i].kinds[self.species[s].kind])
            if found != (self.shelters[i].watched != 0):
                return False
        return True

    def is_taken_by_others(self, p: int, by: int, origin: int, square: int, occupied: int, in_passing: bool,
                           without: int) -> bool:
        """Whether a man of `by` on another square than `origin` could take on a square, for what other rules say of it;
        `in_passing`: so, en passant; `without`: see let_take."""
        aim = self.frames[p].ep_square if in_passing else square
        men = self.frames[p].sides[by] & self.strikers[by][aim] & occupied & ~(ONE << origin | ONE << square)
        while men:
            other = lowest(men)
            men &= men - 1
            if (self.takes_in_passing(p, by, other, square, occupied) if in_passing
                    else self.observes(p, by, other, square, occupied & ~(ONE << square))) \
                    and self.let_take(p, by, other, ONE << square, occupied, without | OTHERS):
                return True
        return False

    def count_lines(self, p: int, s: int, origin: int, square: int, occupied: int) -> int:
        """By how many lines a man on `origin` strikes a square."""
        found = 0
        for i in range(self.species[s].count):
            w = self.species[s].ways[i]
            if self.species[s].modes[i] == QUIET or not self.ways[w].ever[origin] >> square & 1:
                continue
            if not self.ways[w].part_count and self.strikes(p, w, origin, square, occupied):
                found += 1
            for part in range(self.ways[w].first_part, self.ways[w].first_part + self.ways[w].part_count):
                if self.ways[part].ever[origin] >> square & 1 and self.strikes(p, part, origin, square, occupied):
                    found += 1
        return found

    def takes_in_passing(self, p: int, by: int, origin: int, square: int, occupied: int) -> bool:
        """Whether the man of `by` on `origin` that takes on a square does so en passant."""
        return self.observes_in_passing(p, by, origin, square, occupied) \
            and not self.observes(p, by, origin, square, occupied & ~(ONE << square))

    def observes_in_passing(self, p: int, by: int, origin: int, square: int, occupied: int) -> bool:
        """Whether the man of `by` on `origin` could take en passant what stands on a square."""
        return self.frames[p].ep_square != NONE and square == self.frames[p].ep_pawn and by == self.taker_at(p) \
            and self.species[self.species_on(p, by, origin)].en_passant \
            and self.strikes_in_passing(p, by, origin, self.frames[p].ep_square, occupied)

    def strikes_in_passing(self, p: int, by: int, origin: int, square: int, occupied: int) -> bool:
        """As `observes`, by what a man does to capture alone: so, and not as it moves, does it capture en passant."""
        s = self.species_on(p, by, origin)
        for i in range(self.species[s].count):
            w = self.species[s].ways[i]
            if self.species[s].modes[i] == CAPTURE and self.ways[w].ever[origin] >> square & 1 \
                    and self.strikes(p, w, origin, square, occupied):
                return True
        return False

    def observes(self, p: int, by: int, origin: int, square: int, occupied: int) -> bool:
        """Whether the man of `by` on `origin` strikes a square by its movement."""
        s = self.species_on(p, by, origin)
        for i in range(self.species[s].count):
            w = self.species[s].ways[i]
            if self.species[s].modes[i] != QUIET and self.ways[w].ever[origin] >> square & 1 \
                    and self.strikes(p, w, origin, square, occupied):
                return True
        return False

    def count_takings(self, p: int, by: int, origin: int, occupied: int) -> int:
        """How many captures the man of `by` on `origin` has by its movement alone, along each of its lines."""
        s = self.species_on(p, by, origin)
        enemies = self.frames[p].sides[by ^ 1] & occupied & ~(ONE << origin)
        taken = passing = 0
        count = 0
        for i in range(self.species[s].count):
            w = self.species[s].ways[i]
            if self.species[s].modes[i] == QUIET:
                continue
            struck = self.reach(p, w, origin, occupied)
            if self.species[s].en_passant and self.species[s].modes[i] == CAPTURE \
                    and self.frames[p].ep_square != NONE and by == self.taker_at(p):
                passing |= self.passing(p, w, origin, occupied)
            struck &= enemies
            for part in range(self.ways[w].first_part, self.ways[w].first_part + self.ways[w].part_count):
                count += popcount(self.reach(p, part, origin, occupied) & enemies)
            if not self.ways[w].landing:
                taken |= 0 if self.ways[w].part_count else struck
                continue
            while struck:
                square = lowest(struck)
                struck &= struck - 1
                known = False
                for j in range(i):
                    other = self.species[s].ways[j]
                    if self.species[s].modes[j] != QUIET and self.ways[other].landing \
                            and self.ways[other].landing[origin * SQUARES + square] \
                            == self.ways[w].landing[origin * SQUARES + square] \
                            and self.reach(p, other, origin, occupied) >> square & 1:
                        known = True
                if not known:
                    count += 1
        return count + popcount(taken) + popcount(passing)

    def is_unwatched(self, p: int, asks_checks: bool) -> bool:
        """Whether no man that rules want unwatched is watched at p; `asks_checks`: by rules that decide about checks.
        """
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        for i in range(self.unwatched_count):
            if asks_checks and not self.unwatched[i].checks:
                continue
            for side in range(2):
                men = self.frames[p].sides[side] & ~self.frames[p].men[0]
                while men:
                    square = lowest(men)
                    men &= men - 1
                    if self.is_watched(p, side, square, occupied, self.unwatched[i].own,
                                       self.unwatched[i].kinds[self.species[self.species_on(p, side, square)].kind]):
                        return False
        return True

    def has_contact(self, p: int, origin: int, square: int, occupied: int) -> bool:
        """Whether a man that has come to a square from another one at p touches what it must; `occupied`: the squares
        on which men stand now."""
        occupied &= self.neighbours[square]
        if self.contact & 4:
            return (occupied != 0) == ((self.frames[p].sides[0] | self.frames[p].sides[1])
                                       & self.neighbours[origin] != 0)
        return occupied == 0 if self.contact & 2 else occupied != 0

    def restraints_on(self, p: int, by: int, origin: int, square: int) -> int:
        """The squares on which it depends whether rules let the man of `by` on `origin`, which strikes a square, take a
        king there: those on which a move may change who watches the man, and those beside what must have contact.

        A new watcher may come to a square if its side is to move. Nothing can be taken en passant at p.
        """
        found = self.neighbours[square] | self.neighbours[origin] if self.contact else 0
        if self.woozled | self.aligned:
            found |= self.mutual_squares(p, by, origin, square)
        for i in range(self.silence_count):
            side = by if self.silences[i].own else by ^ 1
            kind = self.silences[i].kinds[self.species[self.species_on(p, by, origin)].kind]
            if kind == NOBODY:
                continue
            found |= self.deciding_about_kind(p, side, origin, kind) \
                | self.of_kind(p, side, self.strikers[side][origin], kind)
            if side == self.frames[p].turn:
                found |= self.strikers[side][origin] if kind == NONE else self.watching_squares(side, kind, origin)
        return found | self.stands_and_takings_on(p, by, origin, square) if self.asks_takings or self.asks_stands \
            else found

    def mutual_squares(self, p: int, by: int, origin: int, square: int) -> int:
        """restraints_on of rules about men that observe each other."""
        s = self.species_on(p, by, origin)
        whose = self.woozled | self.aligned
        found = 0
        for side in range(2):
            if not whose & (1 if side == by else 2):
                continue
            found |= self.strikers[side][origin] if side == self.frames[p].turn else 0
            men = self.frames[p].sides[side] & self.strikers[side][origin] & ~(ONE << origin)
            found |= men | self.deciding_about_kind(p, side, origin, NONE)
            while men:
                other = lowest(men)
                men &= men - 1
                for i in range(self.species[s].count):
                    if self.species[s].modes[i] != QUIET:
                        found |= self.ways[self.species[s].ways[i]].deciding[other * SQUARES + origin]
        for i in range(self.species[s].count if self.aligned else 0):
            if self.species[s].modes[i] != QUIET:
                found |= self.ways[self.species[s].ways[i]].deciding[square * SQUARES + origin]
        return found

    def stands_and_takings_on(self, p: int, by: int, origin: int, square: int) -> int:
        """restraints_on of rules about who can be taken, what else a man could take, and places of birth."""
        found = 0
        for i in range(self.shelter_count):
            side = by ^ 1 if self.shelters[i].own else by
            found |= self.deciding_about_kind(p, side, square, NONE) | self.frames[p].sides[side] \
                & self.strikers[side][square]
            if side == self.frames[p].turn:
                found |= self.strikers[side][square]
        s = self.species_on(p, by, origin)
        if self.sole:
            if self.species[s].en_passant:
                return FULL         # a double step changes what it could take, besides where it begins and ends
            for i in range(self.species[s].count):
                if self.species[s].modes[i] != QUIET:
                    found |= self.squares_about(self.species[s].ways[i], origin)
        if self.placings[BIRTH].place != NOWHERE:
            place = self.place_of(p, BIRTH, s, origin, origin, origin)
            if place != NONE:
                found |= ONE << place
        return found

    def squares_about(self, way: int, origin: int) -> int:
        """The squares on which it depends what a man strikes from a square by a way."""
        struck = self.ways[way].ever[origin]
        found = struck
        while struck:
            square = lowest(struck)
            struck &= struck - 1
            found |= self.ways[way].deciding[square * SQUARES + origin]
        return found

    def watching_squares(self, side: int, kind: int, square: int) -> int:
        """The squares from which a man of a kind and side may ever strike a square."""
        found = 0
        s = side * SIDE + kind
        for i in range(self.species[s].count):
            if self.species[s].modes[i] != QUIET:
                found |= self.ways[self.species[s].ways[i]].onto[square]
        return found

    def mover_after(self, move: int) -> int:
        """Where the man that moved stands after the `changes` of a move, NONE if it is gone."""
        at = move_target(move)
        for i in range(self.change_count):
            if self.changes[i].stage == VANISH:
                at = NONE
            elif self.changes[i].stage == RETURN:
                at = self.changes[i].square if self.changes[i].after else NONE
        return at

    def may_lead(self, p: int, d: int, us: int, move: int, asks_checks: bool) -> bool:
        """Whether rules allow a move of `us` at p for what it leads to; it has just been made in frame d.

        `asks_checks`: it captures a king, and it is asked whether that is check.
        """
        mover = self.mover_after(move)
        return (not self.contact or mover == NONE
                or self.has_contact(p, move_origin(move), mover, self.frames[d].sides[0] | self.frames[d].sides[1])) \
            and (not self.unwatched_count or self.is_unwatched(d, asks_checks)) \
            and (not self.asks_leads or self.plain_may_lead(p, d, us, move, mover)) \
            and (not self.kings_safe or not self.takes_king(p, move) or self.has_kings(p, d, us ^ 1)
                 or not self.has_observed_king(d, us)) \
            and (self.swings[us] != SAFE_SWINGS or not self.exposes)

    def takes_king(self, p: int, move: int) -> bool:
        """Whether a move at p takes a royal man."""
        return move_kind(move) < CASTLING \
            and self.frames[p].men[0] & self.touched_by(p, move) & ~(ONE << move_origin(move)) != 0

    def has_kings(self, p: int, d: int, side: int) -> bool:
        """Whether a side has as many kings in frame d as at p."""
        return popcount(self.frames[d].men[0] & self.frames[d].sides[side]) \
            == popcount(self.frames[p].men[0] & self.frames[p].sides[side])

    def has_observed_king(self, p: int, us: int) -> bool:
        """Whether a man of the other side strikes a royal one of `us` by its movement."""
        kings = self.frames[p].men[0] & self.frames[p].sides[us]
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        blind = self.paralysed(p, us ^ 1, occupied)
        while kings:
            square = lowest(kings)
            kings &= kings - 1
            if self.is_observed(p, us ^ 1, square, occupied, NONE, ONE << square | blind, False):
                return True
        return False

    def allows_move(self, p: int, move: int) -> bool:
        """Whether rules allow a move at p for what it does and leads to. Overwrites frame p + 1."""
        if self.barred[self.frames[p].turn] and self.is_barred(p, move) \
                or self.left_to_watchers and self.is_left_to_watchers(p, self.frames[p].turn, move):
            return False
        if not self.asks_leads and not (self.kings_safe and self.takes_king(p, move)) and not self.has_effects \
                and move_kind(move) < CASTLING \
                and not self.species[self.boards[p].men[move_origin(move)] - 1].kamikaze:
            if self.contact and not self.has_contact(p, move_origin(move), move_target(move), (
                    self.frames[p].sides[0] | self.frames[p].sides[1]) & ~self.touched_by(p, move)):
                return False
            if not self.unwatched_count or self.stays_unwatched(p, move):
                return True
        self.make(p, p + 1, move)
        return self.may_lead(p, p + 1, self.frames[p].turn, move, False)

    def is_barred(self, p: int, move: int) -> bool:
        """Whether a move that takes no king captures, or promotes a man, where its side may not."""
        us = self.frames[p].turn
        if self.hunts or not self.saves_kings \
                and self.frames[p].men[0] & ~self.frames[p].sides[us] & ONE << move_target(move):
            return False
        return self.barred[us] & 1 and self.is_capture_at(p, move) or self.barred[us] & 2 \
            and move & PROMOTION_BIT != 0 and not (self.has_places and move & ASIDE_BIT)

    def stays_unwatched(self, p: int, move: int) -> bool:
        """Whether a move at p that is no castling and has no effects surely leaves all men unwatched: all are so now,
        it changes no square on which it depends whether two of them see each other, and the man that moves sees none
        and is seen by none from its target.
        """
        us = self.frames[p].turn
        s = us * SIDE + (move >> 12 & 63)
        target = move_target(move)
        touched = self.touched_by(p, move)
        if self.pairs_key != self.frames[p].key:
            self.find_pairs(p)
        if not self.pairs_known or touched & self.pair_squares or self.species[s].neutral \
                or self.species[s].en_passant \
                and self.species[s].double_over[move_origin(move) * SQUARES + target] != NONE:
            return False
        occupied = (self.frames[p].sides[0] | self.frames[p].sides[1]) & ~touched
        for i in range(self.unwatched_count):
            kind = self.unwatched[i].kinds[self.species[s].kind]
            if not self.species[s].royal and self.is_observed(p, us ^ 1, target, occupied, kind, 0, False):
                return False
            men = self.frames[p].sides[us ^ 1] & occupied & ~self.frames[p].men[0]
            while men:
                other = lowest(men)
                men &= men - 1
                kind = self.unwatched[i].kinds[self.species[self.species_on(p, us ^ 1, other)].kind]
                if kind != NONE and kind != self.species[s].kind:
                    continue
                for j in range(self.species[s].count):
                    w = self.species[s].ways[j]
                    if self.species[s].modes[j] != QUIET and self.ways[w].ever[target] >> other & 1 \
                            and self.strikes(p, w, target, other, occupied | ONE << target):
                        return False
        return True

    def find_pairs(self, p: int) -> None:
        """Set `pair_squares`: those on which it depends whether a man at p is watched that rules want unwatched; and
        `pairs_known`: whether none is, and this can be said."""
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        self.pairs_key, self.pair_squares = self.frames[p].key, 0
        self.pairs_known = self.frames[p].ep_square == NONE
        for i in range(self.unwatched_count):
            if self.unwatched[i].own:
                self.pairs_known = False
            for side in range(2):
                men = self.frames[p].sides[side] & ~self.frames[p].men[0]
                while men and self.pairs_known:
                    square = lowest(men)
                    men &= men - 1
                    kind = self.unwatched[i].kinds[self.species[self.species_on(p, side, square)].kind]
                    self.pair_squares |= self.deciding_about_kind(p, side ^ 1, square, kind)
                    self.pairs_known = not self.is_observed(p, side ^ 1, square, occupied & ~(ONE << square), kind,
                                                            0, False)

    def deciding_about_kind(self, p: int, by: int, square: int, kind: int) -> int:
        """The squares on which it depends whether a man of `by`, of a kind unless that is NONE, observes a square."""
        found = 0
        men = self.of_kind(p, by, self.strikers[by][square] & ~(ONE << square), kind)
        while men:
            other = lowest(men)
            men &= men - 1
            s = self.species_on(p, by, other)
            for i in range(self.species[s].count):
                if self.species[s].modes[i] != QUIET:
                    found |= self.ways[self.species[s].ways[i]].deciding[square * SQUARES + other]
        return found

    def of_kind(self, p: int, side: int, squares: int, kind: int) -> int:
        """The men of a side on some squares, of a kind unless that is NONE."""
        squares &= self.frames[p].sides[side]
        if kind == NONE:
            return squares
        found = 0
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            if self.species[self.species_on(p, side, square)].kind == kind:
                found |= ONE << square
        return found

    def allows_capture(self, p: int, by: int, origin: int, target: int, square: int, becomes: int) -> bool:
        """Whether rules allow a man of `by` the capture of a king on a square for what it would lead to, if it were to
        move. Overwrites the spare frame.
        """
        move = origin | target << 6 | becomes << 12
        if square != target:
            move |= ASIDE_BIT | square << 21
        if self.left_to_watchers and self.is_left_to_watchers(p, by, move):
            return False
        turn = self.frames[p].turn
        self.frames[p].turn = by
        self.make(p, self.spare, move)
        found = self.may_lead(p, self.spare, by, move, True)
        self.frames[p].turn = turn
        return found

    def choose(self, p: int, n: int, end: int) -> int:
        """Keep those of the moves list[n:end], all that are legal but for that, that the side to move must choose
        among; the new end. The list from `end` on is scratch space.
        """
        us = self.frames[p].turn
        if not self.chooses[us]:
            return end
        if self.limited[us]:
            end = self.keep_accepted(p, n, end)
        if self.prefers[us]:
            end = self.keep_preferred(p, n, end, False)
        return self.plain_greatest(p, n, end) if self.measures else end

    def keep_accepted(self, p: int, n: int, end: int) -> int:
        """`choose` by outcomes. Nested deeper than RECURSION, a check counts as one that does not mate.

        Where parries are asked for (`parries`), moves need not give check: a side that can only parry so is not mated.
        """
        self.mark_checks(p, n, end)
        mates = 0
        kept = n
        for i in range(n, end):
            move = self.list[i] & ~MAY_CHECK
            outcome = self.outcome_of(p, end, move, self.list[i] & MAY_CHECK != 0)
            if self.is_accepted(p, move, outcome):
                if outcome == OUTCOME_MATE and self.mates_alone:
                    mates += 1
                    move |= MAY_CHECK
                self.list[kept] = move
                kept += 1
        return self.keep_lone_mate(n, kept, mates) if mates else kept

    def keep_lone_mate(self, n: int, end: int, mates: int) -> int:
        """Keep those of the list[n:end] that are legal where a mate must be the only one; MAY_CHECK marks them."""
        kept = n
        for i in range(n, end):
            if mates == 1 or not self.list[i] & MAY_CHECK:
                self.list[kept] = self.list[i] & ~MAY_CHECK
                kept += 1
        return kept

    def has_accepted(self, p: int, n: int) -> bool:
        """has_legal where moves may be illegal for their outcome: steps of kings that give no check are asked first,
        then other moves that give none."""
        us = self.frames[p].turn
        self.find_sensitive(p, us)
        end = self.safe_moves(p, n, self.frames[p].men[0] & self.frames[p].sides[us], False)
        self.mark_checks(p, n, end)
        for i in range(n, end):
            if not self.list[i] & MAY_CHECK and self.is_accepted(p, self.list[i], OUTCOME_QUIET):
                return True
        end = self.list_moves(p, n)
        self.mark_checks(p, n, end)
        for i in range(n, end):
            if not self.list[i] & MAY_CHECK and self.is_accepted(p, self.list[i], OUTCOME_QUIET):
                return True
        mates = 0
        for i in range(n, end):
            if self.list[i] & MAY_CHECK:
                move = self.list[i] & ~MAY_CHECK
                outcome = self.outcome_of(p, end, move, True)
                if self.is_accepted(p, move, outcome):
                    if outcome != OUTCOME_MATE or not self.mates_alone:
                        return True
                    mates += 1
        return mates == 1

    def mark_checks(self, p: int, n: int, end: int) -> None:
        """Set MAY_CHECK in those of the moves list[n:end] that give check."""
        us = self.frames[p].turn
        self.find_sensitive(p, us ^ 1)
        for i in range(n, end):
            if move_kind(self.list[i]) >= CASTLING or self.may_give_check(p, self.list[i]):
                self.make(p, p + 1, self.list[i])
                if self.in_check_at(p + 1, us ^ 1):
                    self.list[i] |= MAY_CHECK

    def outcome_of(self, p: int, n: int, move: int, checks: bool) -> int:
        """The outcome of a move that is legal otherwise, a mate being a check where rules do not tell them apart;
        list[n] on is scratch space."""
        us = self.frames[p].turn
        if not checks:
            return OUTCOME_QUIET
        if (self.asks_accepts or self.mates_alone or (self.accepted[us] & OUTCOME_CHECK != 0)
                != (self.accepted[us] & OUTCOME_MATE != 0)) and self.is_mate_after(p, n, move):
            return OUTCOME_MATE
        return OUTCOME_CHECK

    def is_accepted(self, p: int, move: int, outcome: int) -> bool:
        """Whether a move that is legal otherwise may have an outcome, whatever others have."""
        us = self.frames[p].turn
        if outcome == OUTCOME_QUIET and self.parries:
            return True
        return self.accepted[us] & outcome != 0 and (not self.asks_accepts or self.plain_accepts(p, move, outcome))

    def is_mate_after(self, p: int, n: int, move: int) -> bool:
        """Whether a move at p that gives check mates, as far as RECURSION shows; list[n] on is scratch space."""
        if self.nesting > RECURSION:
            return False
        self.make(p, p + 1, move)
        self.nesting += 1
        mates = self.is_checkmate_at(p + 1, n)
        self.nesting -= 1
        return mates

    def keep_preferred(self, p: int, n: int, end: int, unsafe: bool) -> int:
        """`choose` by the greatest measure. `unsafe`: of moves that may be illegal, but for castlings; needs
        find_sensitive then."""
        best = 0
        kept = n
        for i in range(n, end):
            move = self.list[i]
            measure = self.measure_of(p, move)
            if (kept == n or measure >= best) and (not unsafe or move_kind(move) >= CASTLING or self.is_safe(p, move)):
                if measure > best:
                    kept = n
                best = measure
                self.list[kept] = move
                kept += 1
        return kept

    def measure_of(self, p: int, move: int) -> int:
        """How far the side to move prefers a move."""
        us = self.frames[p].turn
        found = self.order[us][move_origin(move)] + (self.forced[us] >> move_target(move) & 1)
        if self.captures[us] and self.is_capture_at(p, move):
            found += self.captures[us]
        return found + self.lengths[us] * self.length_of(p, move) if self.lengths[us] else found

    def length_of(self, p: int, move: int) -> int:
        """The square of the length of a move; a castling is as long as the two moves, of one direction, together."""
        s = self.species_on(p, self.frames[p].turn, move_origin(move))
        found = self.squared(move_origin(move), move_target(move))
        if move_kind(move) < CASTLING and self.species[s].bends:
            found = BENT
        if move_kind(move) >= CASTLING:
            other = self.squared(move_partner(move), self.partner_target(self.frames[p].turn, move))
            product = found * other
            root = 0
            while (root + 1) * (root + 1) <= product:
                root += 1
            found += other + 2 * root
        return found

    def squared(self, origin: int, target: int) -> int:
        """The square of the distance of two squares."""
        files, ranks = self.file_of[origin] - self.file_of[target], self.rank_of[origin] - self.rank_of[target]
        return files * files + ranks * ranks

    # ------------------------------------------------------------------------------------------------ castling

    def all_castlings(self, p: int, n: int) -> int:
        """List the castlings of all families."""
        us = self.frames[p].turn
        for f in range(us * FAMILIES, us * FAMILIES + self.family_count):
            if not self.families[f].rights or self.families[f].rights & self.frames[p].rights:
                n = self.castlings(p, f, n, True, LISTED)
        return n

    def castlings(self, p: int, f: int, n: int, tested: bool, task: int) -> int:
        us = self.frames[p].turn
        own = self.frames[p].sides[us]
        kings = self.frames[p].men[0] & own
        if not kings & (kings - 1) and not self.families[f].in_check and kings and (
                self.hunted(p, us) if self.by_effects else self.attacked_at(p, us ^ 1, lowest(kings))):
            return n
        bits = kings
        while bits:
            king = lowest(bits)
            bits &= bits - 1
            if not self.species[self.species_on(p, us, king)].castles or self.guarded \
                    and self.is_motionless(p, us, king, self.frames[p].sides[0] | self.frames[p].sides[1]):
                continue
            among = self.families[f].partners[king] & (own | (self.frames[p].sides[us ^ 1] if self.families[f].either
                                                              else 0))
            while among:
                partner = lowest(among)
                among &= among - 1
                kind = self.species[self.species_on(p, us, partner)].kind
                c = self.families[f].record[king * SQUARES + partner]
                if self.partners[f - us * FAMILIES] >> kind & 1 and not self.families[f].castles[c].barred >> kind & 1 \
                        and self.may_castle(p, f, c, king):
                    n = self.add_castling(p, n, f, c, king, partner, tested)
        return n

    def may_castle(self, p: int, f: int, c: int, king: int) -> bool:
        """Whether rights, empty squares and squares that the king crosses allow a castling; where it arrives is tested
        when it is there.

        The squares are tested with the king on each of them and the partner at home.
        """
        us = self.frames[p].turn
        home = self.frames[p].sides[0] | self.frames[p].sides[1]
        right = self.families[f].castles[c].right
        if self.families[f].castles[c].empty & home or right & self.frames[p].rights != right:
            return False
        home ^= ONE << king
        several = (self.frames[p].men[0] & self.frames[p].sides[us] & ~(ONE << king)) != 0
        bits = self.families[f].castles[c].safe & ~(ONE << self.families[f].castles[c].king_to)
        if not several or self.families[f].in_check:
            bits &= ~(ONE << king)
        while bits:
            square = lowest(bits)
            if self.guarded or self.by_effects:
                if self.is_in_danger_on(p, us, king, square):
                    return False
            elif self.strikers_of(p, us ^ 1, square, home | ONE << square, 0, True):
                return False
            bits &= bits - 1
        return True

    def is_in_danger_on(self, p: int, us: int, king: int, square: int) -> bool:
        """Whether the other side could take a king of `us` if it stood on another square. Overwrites frame p + 1."""
        self.copy_frame(p, p + 1)
        self.change_count = 0
        self.change(king, self.boards[p].men[king], self.owners_on(p, king), 0, 0, ARRIVE)
        if self.boards[p].men[square] and square != king:
            self.change(square, self.boards[p].men[square], self.owners_on(p, square), 0, 0, ARRIVE)
        self.change(square, 0, 0, self.boards[p].men[king], self.owners_on(p, king), ARRIVE)
        self.apply_changes(p + 1, 0)
        self.frames[p + 1].ep_square = NONE
        return self.hunted(p + 1, us) if self.by_effects else self.attacked_at(p + 1, us ^ 1, square)

    def add_castling(self, p: int, n: int, f: int, c: int, king: int, partner: int, tested: bool) -> int:
        """Add a castling that leaves the king that castles safe, once for each species that the partner may become.

        Not `tested`: kings that do not castle may be attacked, unless rules take the one that castles elsewhere.
        """
        us = self.frames[p].turn
        s = self.species_on(p, us, partner)
        code = king | self.families[f].castles[c].king_to << 6 | (CASTLING + f - us * FAMILIES) << 18 | partner << 21
        if self.species[s].choices:
            code |= ZEROING_BIT
        promoting = self.families[f].castles[c].promotes >> self.species[s].kind & 1
        for i in range(self.species[s].choices if promoting else 1):
            move = code | (self.species[s].becomes[i] << 12 | PROMOTION_BIT if promoting else (s & SIDE - 1) << 12)
            self.make(p, p + 1, move)
            stays = self.frames[p + 1].men[0] & self.frames[p + 1].sides[us] \
                & ONE << self.families[f].castles[c].king_to and not self.by_effects
            if (not stays or not self.attacked_at(p + 1, us ^ 1, self.families[f].castles[c].king_to)) \
                    and (not tested and stays or self.safe(p + 1, us)) \
                    and (not self.filtered or self.allows_move(p, move)):
                self.list[n] = move
                n += 1
        return n

    # ------------------------------------------------------------------------------------------------- playing

    def change(self, square: int, before: int, owners_before: int, after: int, owners_after: int, stage: int) -> None:
        """Note a change of a square."""
        i = self.change_count
        self.changes[i].square, self.changes[i].stage = square, stage
        self.changes[i].before, self.changes[i].owners_before = before, owners_before
        self.changes[i].after, self.changes[i].owners_after = after, owners_after
        self.change_count = i + 1

    def find_changes(self, p: int, move: int) -> None:
        """Set `changes` to all that a move at p does to the board, in its order."""
        self.change_count = 0
        if move_kind(move) >= CASTLING:
            self.find_castling(p, move)
        else:
            self.find_displacement(p, move)
        if self.has_forms:
            self.add_forms(p, move)
        if self.plain_effects:
            self.add_effects(p, move)

    def add_swing(self, p: int) -> None:
        """Note that the kings exchange places after the `changes`, if each side has one of its own and rules say so;
        where it matters, set `exposes`, whether the own king is attacked before.
        """
        us = self.frames[p].turn
        white, black = self.king_after(p, 0), self.king_after(p, 1)
        self.exposes = False
        if white in (NONE, black) or black == NONE:
            return
        if self.swings[us] == SAFE_SWINGS:
            self.exposes = self.is_attacked_after(p, us ^ 1, black if us else white)
        if self.swings[us] != SWINGS_ON_CHECK or self.is_attacked_after(p, us, white if us else black):
            self.add_exchange(p, white, black)

    def add_exchange(self, p: int, first: int, second: int) -> None:
        """Note that what stands on two squares after the `changes` exchanges places."""
        before, owners = self.man_after(p, first), self.owners_after(p, first)
        after, owners_of_after = self.man_after(p, second), self.owners_after(p, second)
        self.change(first, before, owners, after, owners_of_after, EXCHANGE)
        self.change(second, after, owners_of_after, before, owners, EXCHANGE)

    def king_after(self, p: int, side: int) -> int:
        """The first square of a royal man of a side after the `changes`, NONE if there is none."""
        kings = self.frames[p].men[0] & self.frames[p].sides[side]
        for i in range(self.change_count):
            bit = ONE << self.changes[i].square
            kings &= ~bit
            if self.changes[i].after and self.changes[i].owners_after >> side & 1 \
                    and self.species[self.changes[i].after - 1].royal:
                kings |= bit
        return lowest(kings) if kings else NONE

    def is_attacked_after(self, p: int, by: int, square: int) -> bool:
        """Whether a man of `by` strikes, by its movement, what stands on a square after the `changes`. Overwrites the
        frame after the spare one."""
        d = self.spare + 1
        self.copy_frame(p, d)
        self.apply_changes(d, 0)
        occupied = self.frames[d].sides[0] | self.frames[d].sides[1]
        return self.is_observed(d, by, square, occupied & ~(ONE << square), NONE, 0, False)

    def add_forms(self, p: int, move: int) -> None:
        """Note what rules with compiled forms do after a move, whose own `changes` are known, in the order of stages.
        """
        us = self.frames[p].turn
        origin, target = move_origin(move), move_target(move)
        castles = move_kind(move) >= CASTLING
        struck = target if castles else self.struck_by(p, move)
        captured = 0 if castles else self.boards[p].men[struck]
        last = self.change_count - (2 if castles else 1)
        man, owners, at = self.changes[last].after, self.changes[last].owners_after, self.changes[last].square
        occupied = (self.frames[p].sides[0] | self.frames[p].sides[1]) & ~(ONE << origin | ONE << struck)
        if man and not castles:
            occupied |= ONE << at
        if self.assumes and man and captured:
            man = self.assume(last, captured)
        if self.transmutes and (not move & PROMOTION_BIT or self.has_places and move & ASIDE_BIT):
            man = self.transmute(last, captured != 0, us)
            if castles and self.transmutes & 2:
                self.transmute(last + 1, False, us)
        if self.inherited and captured and not self.species[captured - 1].royal:
            self.add_inheritance(p, captured - 1)
        if man and captured and self.species[man - 1].revives:
            at = self.add_revival(p, move, at, man, struck, occupied)
            man, owners = self.changes[self.change_count - 1].after, self.changes[self.change_count - 1].owners_after
            occupied &= ~(ONE << target)
            if at != NONE:
                occupied |= ONE << at
        elif man and captured and self.placings[RETURNED].place != NOWHERE:
            becomes = self.assumed[(captured - 1) * SIDE + man - 1] + 1 if self.placings[RETURNED].clones else man
            square = self.chosen_square(move) if self.placings[RETURNED].place >= ANYWHERE \
                else self.place_of(p, RETURNED, us * SIDE + becomes - 1, origin, target, struck)
            if square != NONE and (square != at or becomes != man):
                if self.placings[RETURNED].place >= ANYWHERE:
                    becomes = self.chosen_as(move, man)
                elif not self.placings[RETURNED].clones and not self.has_places and move & CHOICE_BIT \
                        and self.species[us * SIDE + man - 1].zone >> square & 1:
                    becomes = choice_of(move)
                self.change(at, man, owners, 0, 0, RETURN)
                self.change(square, 0, 0, becomes, owners, RETURN)
                occupied = occupied & ~(ONE << at) | ONE << square
                man, at = becomes, square
        captor = us * SIDE + man - 1 if man else self.species_on(p, us, origin)
        if man and not castles and self.turns_sides(us, origin, at, man, captured):
            becomes = self.recoloured[man - 1] + 1
            self.change(at, man, owners, becomes, self.sides_after(us, man, owners), RECOLOUR)
        if self.swings[us]:
            self.add_swing(p)
        if captured and self.placings[REBORN].place != NOWHERE:
            self.add_rebirth(p, move, captured, self.owners_on(p, struck), captor, struck, occupied)
        if self.leaves_men and not castles:
            self.add_left_man(p, move)
        if self.magic:
            self.add_magic(p)

    def assume(self, i: int, captured: int) -> int:
        """Note what the man that arrived by changes[i] becomes by having taken another, species + 1; what it is then.
        """
        man = self.changes[i].after
        becomes = self.assumed[(captured - 1) * SIDE + man - 1] + 1
        if becomes != man:
            self.change(self.changes[i].square, man, self.changes[i].owners_after, becomes,
                        self.changes[i].owners_after, TRANSMUTE)
        return becomes

    def add_inheritance(self, p: int, captured: int) -> None:
        """Note what the royal men become whose side loses a man of the species `captured`."""
        side = self.frames[p].turn ^ 1
        kings = self.frames[p].men[0] & self.frames[p].sides[side]
        for i in range(self.change_count):
            kings &= ~(ONE << self.changes[i].square)
            if self.changes[i].after and self.changes[i].owners_after >> side & 1 \
                    and self.species[self.changes[i].after - 1].royal:
                kings |= ONE << self.changes[i].square
        while kings:
            square = lowest(kings)
            kings &= kings - 1
            man = self.man_after(p, square)
            owners = self.owners_after(p, square)
            becomes = self.inherited[captured * SIDE + man - 1] + 1
            if becomes != man:
                self.change(square, man, owners, becomes, owners, TRANSMUTE)

    def add_left_man(self, p: int, move: int) -> None:
        """Note what a man leaves on the square where it stood."""
        us = self.frames[p].turn
        origin = move_origin(move)
        man = self.left[self.species_on(p, us, origin)]
        if not man or not self.leaving >> origin & 1 or self.man_after(p, origin):
            return
        count = 0
        men = self.frames[p].sides[us]
        for i in range(self.change_count):
            men |= ONE << self.changes[i].square
        while men:
            square = lowest(men)
            men &= men - 1
            if self.man_after(p, square) == man and self.owners_after(p, square) == 1 << us:
                count += 1
        if count < self.most_left:
            self.change(origin, 0, 0, man, 1 << us, EFFECT)

    def add_magic(self, p: int) -> None:
        """Note that men that the `changes` put on magic squares change sides, but for royal and neutral ones."""
        squares = 0
        for i in range(self.change_count):
            squares |= ONE << self.changes[i].square
        squares &= self.magic
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            man, owners = self.man_after(p, square), self.owners_after(p, square)
            if man and owners != 3 and not self.species[man - 1].royal:
                self.change(square, man, owners, man, owners ^ 3, EFFECT)

    def man_after(self, p: int, square: int) -> int:
        """What stands on a square after the `changes`, species + 1."""
        found = self.boards[p].men[square]
        for i in range(self.change_count):
            if self.changes[i].square == square:
                found = self.changes[i].after
        return found

    def owners_after(self, p: int, square: int) -> int:
        """Whose the man on a square is after the `changes`."""
        found = self.owners_on(p, square)
        for i in range(self.change_count):
            if self.changes[i].square == square:
                found = self.changes[i].owners_after
        return found

    def add_revival(self, p: int, move: int, at: int, man: int, struck: int, occupied: int) -> int:
        """Note what becomes of a kamikaze man (species + 1) on `at` that captured; where it is then, NONE if nowhere.
        """
        us = self.frames[p].turn
        becomes = man
        if self.placings[REVIVED].clones and not self.species[man - 1].royal \
                and not self.species[self.boards[p].men[struck] - 1].royal:
            becomes = self.clones[man - 1] + self.species[self.boards[p].men[struck] - 1].kind + 1
        else:
            becomes = self.revived_kinds[man - 1] + 1
        turns = self.placings[REVIVED].turns
        s = (us ^ 1 if turns else us) * SIDE + becomes - 1
        square = self.place_of(p, REVIVED, s, move_origin(move), move_target(move), struck)
        owners = self.changes[self.change_count - 1].owners_after
        if turns and self.species[s].royal:
            square = NONE
        if square == at:
            if becomes != man:
                self.change(at, man, owners, becomes, owners, RETURN)
        else:
            self.change(at, man, owners, 0, 0, RETURN)
            if square == NONE or occupied >> square & 1:
                return NONE
            if move & CHOICE_BIT and self.species[s].zone >> square & 1:
                becomes = choice_of(move)
            self.change(square, 0, 0, becomes, owners, RETURN)
        if turns and owners != 3:
            self.change(square, becomes, owners, becomes, owners ^ 3, RETURN)
        return square

    def turns_sides(self, us: int, origin: int, at: int, man: int, captured: int) -> bool:
        """Whether a man (species + 1) that `us` moved changes sides; `captured`: what it took, species + 1 or 0."""
        if self.sides_of[man - 1] != TURNS:
            return self.sides_of[man - 1] == PHASES
        if not self.recolours & (1 if captured else 2) \
                or self.recolours & 4 and captured and self.species[man - 1].kind == self.species[captured - 1].kind:
            return False
        return self.turning[us * SQUARES + origin] >> at & 1

    def sides_after(self, us: int, man: int, owners: int) -> int:
        """Whose a man (species + 1) is that `us` moved and that changes sides."""
        if self.sides_of[man - 1] == TURNS:
            return 1 << (us ^ 1)
        return 1 << us if owners == 3 else 3

    def transmute(self, i: int, captures: bool, us: int) -> int:
        """Note what the man that arrived by changes[i] becomes by its move; the species + 1 that it is then."""
        man = self.changes[i].after
        if not man or not self.changing[us] >> self.changes[i].square & 1:
            return man
        becomes = (self.after_capture[man - 1] if captures else self.after_quiet[man - 1]) + 1
        if becomes != man:
            self.change(self.changes[i].square, man, self.changes[i].owners_after, becomes,
                        self.changes[i].owners_after, TRANSMUTE)
        return becomes

    def add_rebirth(self, p: int, move: int, man: int, owners: int, captor: int, struck: int, occupied: int) -> None:
        """Note what becomes of a man (species + 1) that was taken by one that is the species `captor` (of a side) then;
        `occupied`: the squares with men, without it."""
        us = self.frames[p].turn
        if self.species[man - 1].royal and not self.placings[REBORN].kings:
            return
        if self.placings[REBORN].place >= ANYWHERE:
            square = self.chosen_square(move)
            if square != NONE:
                self.change(square, 0, 0, self.chosen_as(move, man), owners, REBIRTH)
            return
        mover = self.species_on(p, us, move_origin(move))
        square = self.reborn_on(p, us ^ 1, man - 1, mover, captor, move_origin(move), move_target(move), struck)
        s = self.reborn_as(us ^ 1, man - 1, mover)
        man = (s & SIDE - 1) + 1
        if square == NONE or occupied >> square & 1 and not self.placings[REBORN].crushes:
            return
        if move & CHOICE_BIT and self.species[s].zone >> square & 1:
            man = choice_of(move)
        before, owners_before = self.boards[p].men[square], self.owners_on(p, square)
        for i in range(self.change_count):
            if self.changes[i].square == square:
                before, owners_before = self.changes[i].after, self.changes[i].owners_after
        self.change(square, before, owners_before, man, owners, REBIRTH)
        if self.placings[REBORN].turns and owners != 3:
            self.change(square, man, owners, man, owners ^ 3, REBIRTH)

    def find_displacement(self, p: int, move: int) -> None:
        """find_changes of a move that is no castling, effects of rules in Python left out."""
        us = self.frames[p].turn
        origin, target = move_origin(move), move_target(move)
        species, becomes = self.boards[p].men[origin], (move >> 12 & 63) + 1
        if move & CHOICE_BIT and self.has_places:
            becomes = species
            if move & PROMOTION_BIT and not move & ASIDE_BIT:
                becomes = self.as_kind(species, self.ranked_kinds[index_of(move) // self.choice_count])
        elif move & CHOICE_BIT and names_choice_by_becomes(move):
            becomes = species
        owners, struck = self.owners_on(p, origin), self.struck_by(p, move)
        captured, victims = self.boards[p].men[struck], self.owners_on(p, struck)
        self.change(origin, species, owners, 0, 0, ARRIVE)
        if struck != target:
            self.change(struck, captured, victims, 0, 0, ARRIVE)
            self.change(target, 0, 0, species, owners, ARRIVE)
        else:
            self.change(target, captured, victims, species, owners, ARRIVE)
        if captured and self.species[us * SIDE + species - 1].kamikaze:
            self.change(target, species, owners, 0, 0, VANISH)
        elif becomes != species:
            self.change(target, species, owners, becomes, owners, PROMOTE)

    def find_castling(self, p: int, move: int) -> None:
        """find_changes of a castling: both men leave before either arrives, since they may change places."""
        us = self.frames[p].turn
        king, partner = move_origin(move), move_partner(move)
        f = us * FAMILIES + move_kind(move) - CASTLING
        c = self.families[f].record[king * SQUARES + partner]
        species, was = self.boards[p].men[king], self.boards[p].men[partner]
        owners, owner = self.owners_on(p, king), self.owners_on(p, partner)
        self.change(king, species, owners, 0, 0, ARRIVE)
        self.change(partner, was, owner, 0, 0, ARRIVE)
        self.change(self.families[f].castles[c].king_to, 0, 0, species, owners, ARRIVE)
        self.change(self.families[f].castles[c].partner_to, 0, 0, (move >> 12 & 63) + 1, owner, ARRIVE)

    def man_key(self, species: int, owners: int, square: int) -> int:
        """What a man (`species`: its number + 1) contributes to the key."""
        key = 0
        if owners & 1:
            key = self.men_keys[(species - 1) * SQUARES + square]
        if owners & 2:
            key ^= self.men_keys[(SIDE + species - 1) * SQUARES + square]
        return key

    def apply_changes(self, d: int, key: int) -> int:
        """Make `changes` in frame d; returns the key after them."""
        royals = self.frames[d].men[0]
        sides0, sides1 = self.frames[d].sides[0], self.frames[d].sides[1]
        for i in range(self.change_count):
            square = self.changes[i].square
            bit = ONE << square
            if self.changes[i].before:
                key ^= self.man_key(self.changes[i].before, self.changes[i].owners_before, square)
                royals &= ~bit
                sides0 &= ~bit
                sides1 &= ~bit
            self.boards[d].men[square] = self.changes[i].after
            if self.changes[i].after:
                key ^= self.man_key(self.changes[i].after, self.changes[i].owners_after, square)
                if self.changes[i].owners_after & 1:
                    sides0 |= bit
                if self.changes[i].owners_after & 2:
                    sides1 |= bit
                if self.species[self.changes[i].after - 1].royal:
                    royals |= bit
        self.frames[d].men[0] = royals
        self.frames[d].sides[0], self.frames[d].sides[1] = sides0, sides1
        return key ^ self.carry_births(d) if self.has_births else key

    def carry_births(self, d: int) -> int:
        """Make of the birthplaces before `changes` in frame d those after them, as births_after does
        (rules/births.py); what that changes of the key."""
        key = 0
        mover, other, swung, leaving, arriving = NONE, NONE, NONE, 0, 0
        for i in range(self.change_count):
            square, stage = self.changes[i].square, self.changes[i].stage
            birth = self.births[d].of[square]
            key ^= self.birth_key(square, birth)
            if stage == REBIRTH and self.changes[i].after:
                birth = other
            elif stage == ARRIVE and not self.changes[i].after:
                if leaving:
                    other = birth
                else:
                    mover = birth
                leaving += 1
                birth = NONE
            elif stage == ARRIVE:
                if self.changes[i].before:
                    other = birth
                birth = other if arriving else mover
                arriving += 1
            elif stage == RETURN and not self.changes[i].before:
                birth = mover
            elif stage == EXCHANGE and swung == NONE:
                swung = square
            elif stage == EXCHANGE:
                key ^= self.birth_key(swung, self.births[d].of[swung]) ^ self.birth_key(swung, birth)
                self.births[d].of[swung], birth = birth, self.births[d].of[swung]
            elif not self.changes[i].before or not self.changes[i].after:
                if stage == RETURN:
                    mover = birth
                birth = NONE
            self.births[d].of[square] = birth
            key ^= self.birth_key(square, birth)
        return key

    def birth_key(self, square: int, birth: int) -> int:
        """What a birthplace contributes to the key."""
        return 0 if birth == NONE else self.birth_keys[square * SQUARES + birth]

    def key_after(self, p: int, move: int) -> int:
        us = self.frames[p].turn
        origin, struck = move_origin(move), move_target(move)
        s = self.species_on(p, us, origin)
        if move_kind(move) != PLAIN or self.frames[p].rights or self.species[s].en_passant \
                or self.plain_effects or self.transmutes or self.turns_quiet \
                or (self.loud or self.has_births) and self.is_capture_at(p, move) \
                or self.species[s].royal and self.run_flags[us]:
            return 0
        owners = self.owners_on(p, origin)
        key = self.frames[p].key ^ self.turn_key ^ self.man_key(self.boards[p].men[origin], owners, origin)
        if self.frames[p].ep_square != NONE:
            key ^= self.ep_keys[self.frames[p].ep_square]
        if self.has_births:
            birth = self.births[p].of[origin]
            key ^= self.birth_key(origin, birth) ^ self.birth_key(move_target(move), birth)
        if move & ASIDE_BIT:
            struck = move_partner(move)
        if self.boards[p].men[struck]:
            key ^= self.man_key(self.boards[p].men[struck], self.owners_on(p, struck), struck)
            if self.species[s].kamikaze:
                return key
        return key ^ self.man_key((move >> 12 & 63) + 1, owners, move_target(move))

    def make(self, p: int, d: int, move: int) -> None:
        us = self.frames[p].turn
        origin, target = move_origin(move), move_target(move)
        s = self.species_on(p, us, origin)
        self.find_changes(p, move)
        self.copy_frame(p, d)
        key = self.frames[p].key ^ self.turn_key
        if self.frames[p].ep_square != NONE:
            key ^= self.ep_keys[self.frames[p].ep_square]
        key = self.apply_changes(d, key)
        rights = self.frames[p].rights
        if rights or self.regains:
            for i in range(self.change_count):
                rights &= self.rights_mask[self.changes[i].square]
                if self.regains and self.changes[i].stage > PROMOTE and self.changes[i].after \
                        and self.species[self.changes[i].after - 1].kind == self.homes[self.changes[i].square].kind \
                        and self.changes[i].owners_after == self.homes[self.changes[i].square].owners \
                        and not self.homes[self.changes[i].square].needed & ~rights:
                    rights |= self.homes[self.changes[i].square].bit
        self.frames[d].turn = us ^ 1
        self.frames[d].ep_square = self.frames[d].ep_pawn = NONE
        if move_kind(move) >= CASTLING:
            f = us * FAMILIES + move_kind(move) - CASTLING
            i = self.families[f].record[origin * SQUARES + move_partner(move)]
            if self.families[f].spends_right:
                rights &= ~self.families[f].castles[i].right
        elif self.species[s].en_passant and self.species[s].double_over[origin * SQUARES + target] != NONE \
                and not self.is_capture_at(p, move):
            if self.frames[d].sides[us] >> target & 1 and self.species[self.boards[d].men[target] - 1].en_passant:
                self.frames[d].ep_square = self.species[s].double_over[origin * SQUARES + target]
                self.frames[d].ep_pawn = target
                if self.awaits_en_passant(d, us ^ 1):
                    key ^= self.ep_keys[self.frames[d].ep_square]
                else:
                    self.frames[d].ep_square = self.frames[d].ep_pawn = NONE
        elif self.species[s].royal and self.run_flags[us]:
            if self.gates[2 * us] >> origin & 1 and self.gates[2 * us + 1] >> target & 1:
                rights |= self.run_flags[us]
            elif self.gates[2 * us + 1] >> origin & 1 and self.gates[2 * us] >> target & 1:
                rights &= ~self.run_flags[us] & 255
        self.frames[d].rights = rights
        self.frames[d].key = key ^ self.right_keys[self.frames[p].rights] ^ self.right_keys[rights]

    def passed_squares(self, p: int) -> int:
        """The squares that the man on `ep_pawn` has passed: `ep_square`, and what lies between after three steps."""
        ep_square, ep_pawn = self.frames[p].ep_square, self.frames[p].ep_pawn
        found = ONE << ep_square
        apart = ep_pawn - ep_square if ep_pawn > ep_square else ep_square - ep_pawn
        if apart in (14, 16, 18):
            found |= ONE << (ep_pawn + ep_square) // 2
        return found

    def passing(self, p: int, way: int, origin: int, occupied: int) -> int:
        """The squares on which a man on `origin` arrives by a way for captures alone if it takes en passant: it strikes
        a square that was passed, as if a man stood there."""
        squares = self.passed_squares(p)
        if not self.ways[way].landing:
            return self.reach(p, way, origin, occupied) & squares
        found = 0
        squares &= self.ways[way].ever[origin]
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            if self.strikes(p, way, origin, square, occupied):
                found |= ONE << self.ways[way].landing[origin * SQUARES + square]
        return found

    def awaits_en_passant(self, p: int, us: int) -> bool:
        """Whether a man of `us` stands ready to capture on an en passant square; perhaps not, where it goes before."""
        if self.prepares:
            return True
        squares = self.passed_squares(p)
        while squares:
            if self.awaits_on(p, us, lowest(squares)):
                return True
            squares &= squares - 1
        return False

    def awaits_on(self, p: int, us: int, ep_square: int) -> bool:
        """Whether a man of `us` stands ready to capture en passant on a square."""
        men = self.frames[p].sides[us] & self.strikers[us][ep_square]
        while men:
            origin = lowest(men)
            men &= men - 1
            s = self.species_on(p, us, origin)
            if self.species[s].en_passant:
                for i in range(self.species[s].count):
                    if self.species[s].modes[i] == CAPTURE \
                            and self.ways[self.species[s].ways[i]].ever[origin] >> ep_square & 1:
                        return True
        return False

    def null_move(self, p: int) -> None:
        """A null move in frame p itself. Where rules silence men that are watched, one that has just made a double step
        is still watched by those that could have taken it en passant: after the next move of its side no more.
        """
        watched = self.asks_moves or self.asks_captures or self.asks_takings or self.asks_stands \
            or (self.woozled | self.aligned) > 0
        for i in range(self.silence_count):
            watched = watched or not self.silences[i].own
        if self.frames[p].ep_square != NONE and (not watched or self.owners_on(p, self.frames[p].ep_pawn) == 3
                                                 or self.frames[p].turn != self.taker_at(p)):
            self.frames[p].key ^= self.ep_keys[self.frames[p].ep_square]
            self.frames[p].ep_square = NONE
        self.frames[p].turn ^= 1
        self.frames[p].key ^= self.turn_key

    def make_each(self, p: int, n: int, end: int) -> int:
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
        return end - n

    def count_after_each(self, p: int, n: int, end: int) -> int:
        total = 0
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
            total += self.count_legal(p + 1, end)
        return total

    def copy_frame(self, p: int, d: int) -> None:
        if cython.compiled:
            self.frames[d] = self.frames[p]
            self.boards[d] = self.boards[p]
            if self.has_births:
                self.births[d] = self.births[p]
        else:
            self.frames[d].copy(self.frames[p])
            self.boards[d].men[:] = self.boards[p].men
            self.births[d].of[:] = self.births[p].of

    # ------------------------------------------------------------------------------------------------ verdicts

    def king_before(self, p: int, move: int, king: int) -> int:
        if king == move_target(move):
            return move_origin(move) if self.frames[p].men[0] >> move_origin(move) & 1 else NONE
        if move_kind(move) >= CASTLING and king == self.partner_target(self.frames[p].turn, move):
            return move_partner(move) if self.frames[p].men[0] >> move_partner(move) & 1 else NONE
        return king

    def attack_pairs(self, p: int, by: int, square: int, out: Any) -> int:
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        men = self.frames[p].sides[by] & self.strikers[by][square]
        found = 0
        while men:
            origin = lowest(men)
            men &= men - 1
            s = self.species_on(p, by, origin)
            for i in range(self.species[s].count):
                w = self.species[s].ways[i]
                if self.species[s].modes[i] == QUIET or not self.ways[w].ever[origin] >> square & 1 \
                        or not self.strikes(p, w, origin, square, occupied) \
                        or self.guarded and not self.threatens(p, by, w, origin, square, occupied):
                    continue
                if not self.ways[w].part_count:
                    out[found] = w << 16 | self.ways[w].line[square * SQUARES + origin] << 8 | origin
                    found += 1
                for part in range(self.ways[w].first_part, self.ways[w].first_part + self.ways[w].part_count):
                    if self.ways[part].ever[origin] >> square & 1 and self.strikes(p, part, origin, square, occupied):
                        out[found] = part << 16 | self.ways[part].line[square * SQUARES + origin] << 8 | origin
                        found += 1
        return found

    def mated(self, p: int, n: int) -> bool:
        us = self.frames[p].turn
        if not self.in_check_at(p, us) or self.has_legal(p, n) or self.limited[us] and self.has_parry(p, n):
            return False
        prey = self.frames[p].sides[us ^ 1] & ~self.frames[p].sides[us] & self.frames[p].men[0]     # no neutral king
        end = self.pseudo(p, n, 0, prey)
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
            if self.safe(p + 1, us) and (not self.filtered or self.allows_move(p, self.list[i])):
                return False
        kings = self.frames[p].men[0] & self.frames[p].sides[us]
        return self.doctrine != MULTIPLEX or not kings & (kings - 1) or self.every_king_mated(p, n, 0)

    def arrives_on(self, p: int, move: int) -> int:
        self.find_changes(p, move)
        return self.mover_after(move)

    def is_capture_at(self, p: int, move: int) -> bool:
        if move_kind(move) >= CASTLING:
            return False
        return move & ASIDE_BIT != 0 or move_kind(move) == EN_PASSANT or self.boards[p].men[move_target(move)] != 0

    def men_at(self, p: int, kind: int, side: int) -> int:
        found = 0
        bits = self.frames[p].sides[side]
        while bits:
            square = lowest(bits)
            bits &= bits - 1
            if self.boards[p].men[square] == kind + 1:
                found |= ONE << square
        return found

    def kind_after(self, move: int) -> int:
        return becomes_of(move)

    def extended(self, p: int, move: int) -> int:
        us = self.frames[p].turn
        was = self.boards[p].men[move_origin(move)] - 1
        found = move
        found |= us << 32 | was << 52
        if move_kind(move) >= CASTLING:
            was = self.boards[p].men[move_partner(move)] - 1
            found |= (self.frames[p].sides[1] >> move_partner(move) & 1) << 33 | was << 58
            return found
        square = self.struck_by(p, move)
        if self.boards[p].men[square]:
            was = self.boards[p].men[square] - 1
            found |= ONE << 34 | was << 35
            was = square
            found |= was << 41
        return found

    # ----------------------------------------------------------------------------------------- stack, for Python

    def full_key(self, p: int) -> int:
        key = self.right_keys[self.frames[p].rights]
        if self.frames[p].turn:
            key ^= self.turn_key
        if self.frames[p].ep_square != NONE:
            key ^= self.ep_keys[self.frames[p].ep_square]
        for side in range(2):
            bits = self.frames[p].sides[side]
            while bits:
                square = lowest(bits)
                bits &= bits - 1
                key ^= self.men_keys[self.species_on(p, side, square) * SQUARES + square]
        for square in range(SQUARES if self.has_births else 0):
            key ^= self.birth_key(square, self.births[p].of[square])
        return key

    def load(self, setup: Setup) -> None:
        tables = self.rules.tables
        self.ply = 0
        self.frames[0].sides[0] = self.frames[0].sides[1] = self.frames[0].men[0] = 0
        for square in range(SQUARES):
            self.boards[0].men[square] = 0
        for square, text in setup.pieces:
            unit = unit_of(text)
            number = tables.numbers[unit.kind]
            bit = ONE << square
            self.boards[0].men[square] = number + 1
            side = unit.side
            if self.species[number].neutral:
                self.frames[0].sides[side ^ 1] |= bit
            self.frames[0].sides[side] |= bit
            if self.species[number].royal:
                self.frames[0].men[0] |= bit
        if self.has_births:
            for square in range(SQUARES):
                self.births[0].of[square] = NONE
            for square, born in enumerate(setup.birthplaces):
                self.births[0].of[square] = NONE if born is None else born
        rights = 0
        for letter in setup.rights:
            rights |= tables.right_bits.get(letter, 0)
        for letter in setup.flags:
            rights |= tables.flag_bits[letter]
        self.frames[0].turn, self.frames[0].rights = setup.turn, rights
        self.frames[0].ep_square = self.frames[0].ep_pawn = NONE
        if setup.en_passant is not None:
            self._load_ep_square(setup.en_passant, setup.turn ^ 1)
        self.frames[0].key = self.full_key(0)

    def _load_ep_square(self, ep_square: int, by: int) -> None:
        occupied = self.frames[0].sides[0] | self.frames[0].sides[1]
        for at in range(SQUARES):
            if not self.frames[0].sides[by] >> at & 1:
                continue
            s = self.species_on(0, by, at)
            if self.species[s].en_passant:
                for origin in range(SQUARES):
                    if self.species[s].double_over[origin * SQUARES + at] != ep_square:
                        continue
                    self.frames[0].ep_square, self.frames[0].ep_pawn = ep_square, at
                    if not self.passed_squares(0) & occupied and self.awaits_en_passant(0, by ^ 1):
                        return
                    self.frames[0].ep_square = self.frames[0].ep_pawn = NONE

    def _men_by_square(self, size: int, letters: tuple[str, ...]) -> list[str]:
        return [self.man_at(square) for square in range(size)]

    def save(self, halfmoves: int = 0, moves: int = 1) -> Setup:
        setup = Judge.save(self, halfmoves, moves)
        return replace(setup, births=elsewhere(self.births_at(self.ply), setup.men)) if self.has_births else setup

    def man_at(self, square: int) -> str:
        p = self.ply
        return self._text(self.boards[p].men[square], self.owners_on(p, square))

    def men_of(self, kind: int, side: int) -> int:
        return self.men_at(self.ply, kind, side)

    def man_count(self) -> int:
        """How many men there are."""
        return popcount(self.frames[self.ply].sides[0] | self.frames[self.ply].sides[1])

    def has_same_men(self, other: State) -> bool:
        source = other
        p = other.ply
        for square in range(SQUARES):
            if self.boards[self.ply].men[square] != source.boards[p].men[square] \
                    or self.has_births and self.births[self.ply].of[square] != source.births[p].of[square]:
                return False
        return bool(self.frames[self.ply].sides[0] == source.frames[p].sides[0]
                    and self.frames[self.ply].sides[1] == source.frames[p].sides[1]
                    and self.frames[self.ply].turn == source.frames[p].turn
                    and self.right_keys[self.frames[self.ply].rights] == self.right_keys[source.frames[p].rights])

    def snapshot(self) -> Any:
        """The position on top as a small value, which `restore` of any state of the same genre takes."""
        if cython.compiled:
            snapshot = cython.cast(cython.p_char, cython.address(self.frames[self.ply]))[:cython.sizeof(Frame)] \
                + cython.cast(cython.p_char, cython.address(self.boards[self.ply]))[:cython.sizeof(Board)]
            if self.has_births:
                snapshot += cython.cast(cython.p_char, cython.address(self.births[self.ply]))[
                    :cython.sizeof(BirthBoard)]
            return snapshot
        frame = Frame()
        frame.copy(self.frames[self.ply])
        return frame, list(self.boards[self.ply].men), list(self.births[self.ply].of)

    def restore(self, snapshot: Any) -> None:
        self.ply, self.stopped, self.out_of_memory = 0, False, False
        if cython.compiled:
            memcpy(cython.address(self.frames[0]), cython.cast(cython.p_char, snapshot), cython.sizeof(Frame))
            memcpy(cython.address(self.boards[0]), cython.cast(cython.p_char, snapshot) + cython.sizeof(Frame),
                   cython.sizeof(Board))
            if self.has_births:
                memcpy(cython.address(self.births[0]), cython.cast(cython.p_char, snapshot) + cython.sizeof(Frame)
                       + cython.sizeof(Board), cython.sizeof(BirthBoard))
        else:
            self.frames[0].copy(snapshot[0])
            self.boards[0].men[:], self.births[0].of[:] = snapshot[1], snapshot[2]

    def copy_from(self, other: State) -> None:
        source = other
        p = other.ply
        self.ply = 0
        if cython.compiled:
            self.frames[0] = source.frames[p]
            self.boards[0] = source.boards[p]
            if self.has_births:
                self.births[0] = source.births[p]
        else:
            self.frames[0].copy(source.frames[p])
            self.boards[0].men[:], self.births[0].of[:] = source.boards[p].men, source.births[p].of

    def pinners(self, square: int) -> list[int]:
        p = self.ply
        by = 1 if self.frames[p].sides[0] >> square & 1 else 0
        kings = self.frames[p].men[0] & self.frames[p].sides[by ^ 1] & ~(ONE << square) & FULL
        self.copy_frame(p, p + 1)
        self.boards[p + 1].men[square] = 0
        self.frames[p + 1].sides[0] &= ~(ONE << square)
        self.frames[p + 1].sides[1] &= ~(ONE << square)
        found = 0
        while kings:
            king = lowest(kings)
            kings &= kings - 1
            found |= self.attackers(p + 1, by, king) & ~self.attackers(p, by, king)
        return [i for i in range(SQUARES) if found >> i & 1]

    def changes_of(self, move: int) -> list[Change]:
        """What a legal move of the position on top does to the board, in its order (rules/change.py)."""
        self.find_changes(self.ply, move)
        names = self.rules.tables.genre.board.names
        return [Change(names[self.changes[i].square], self._text(self.changes[i].before, self.changes[i].owners_before),
                       self._text(self.changes[i].after, self.changes[i].owners_after), Stage(self.changes[i].stage))
                for i in range(self.change_count)]

    def _text(self, number: int, owners: int) -> str:
        """The text of a man; `number`: species + 1, 0 for none."""
        if not number:
            return ""
        text: str = self.rules.tables.texts[0 if owners & 1 else 1][number - 1]
        return text

    # ------------------------------------------------------------------------------- rules in Python (rules/facet.py)

    def men_texts(self, p: int, occupied: int, thought: str = "") -> list[str]:
        """The men at p by square as texts, those on `occupied` squares alone; `thought`: what is thought to stand on
        one of these that has no man."""
        found = [""] * self.rules.tables.genre.board.size
        while occupied:
            square = lowest(occupied)
            occupied &= occupied - 1
            found[square] = self._text(self.boards[p].men[square], self.owners_on(p, square)) \
                if self.boards[p].men[square] else thought
        return found

    def births_at(self, p: int) -> list[int | None]:
        """Where the men at p were born, by square; [] if no rule asks for it."""
        found: list[int | None] = []
        for square in range(self.rules.tables.genre.board.size if self.has_births else 0):
            birth: int = self.births[p].of[square]
            found.append(None if birth == NONE else birth)
        return found

    def fail(self, error: Exception) -> None:
        """Keep the error of a rule in Python, to be raised by `raise_failure`, and stop whatever searches here."""
        self.failed, self.stopped = self.failed or failure(error), True

    def raise_failure(self) -> None:
        if self.failed is not None:
            error, self.failed = self.failed, None
            raise error

    def plain_struck(self, p: int, way: int, square: int, occupied: int) -> int:
        """`reach` of a way that is asked in Python."""
        found = 0
        try:
            asked = self.rules.tables.plain_ways[self.ways[way].plain - 1]
            found = asked.struck(self.men_texts(p, occupied, asked.prey), square)
        except Exception as error:
            self.fail(error)
        return found

    def plain_moves(self, p: int, n: int, way: int, origin: int, quiets: int, prey: int) -> int:
        """`pseudo` of a man that is asked in Python."""
        us = self.frames[p].turn
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        s = self.species_on(p, us, origin)
        zeroing = ZEROING_BIT if self.species[s].choices else 0
        try:
            asked = self.rules.tables.plain_ways[self.ways[way].plain - 1]
            for target, struck in asked.moves(self.men_texts(p, occupied), origin, quiets, prey):
                at = target
                taken = struck
                code = origin | zeroing
                captures = taken != at or occupied >> at & 1
                if captures and self.guarded and not self.permitted(p, us, origin, ONE << taken, occupied):
                    continue
                if taken != at:
                    code |= ASIDE_BIT | taken << 21
                if captures:
                    n = self.add_capture(p, n, s, code, at, taken)
                else:
                    n = self.add_arrival(n, s, code, at, False)
        except Exception as error:
            self.fail(error)
        return n

    def plain_steps(self, p: int, way: int, square: int, occupied: int) -> int:
        """`steps_of` a man whose movements are asked in Python, empty or not."""
        found = 0
        try:
            found = self.rules.tables.plain_ways[self.ways[way].plain - 1].steps(self.men_texts(p, occupied), square)
        except Exception as error:
            self.fail(error)
        return found

    def plain_completions(self, p: int, by: int, origin: int, target: int, struck: int, occupied: int) -> int:
        """`completions` by rules in Python."""
        found = 0
        try:
            facets = self.rules.tables.facets
            men_before = self.men_texts(p, occupied | ONE << origin | ONE << struck)
            men = list(men_before)
            men[origin] = men[struck] = ""
            men[target] = men_before[origin]
            found = facets.goes_on_to(men, self.boards[p].men[origin] - 1, facets.played(
                men_before, self.births_at(p), men, by, (origin, target), struck, None))
        except Exception as error:
            self.fail(error)
        return found

    def plain_preparations(self, p: int, by: int, origin: int, square: int, occupied: int) -> int:
        """The squares to which a man goes to take from there, by rules in Python."""
        found = 0
        try:
            found = self.rules.tables.facets.takes_from(self.men_texts(p, occupied | ONE << origin | ONE << square),
                                                        self.boards[p].men[origin] - 1, origin, by, square)
        except Exception as error:
            self.fail(error)
        return found

    def allowed(self, p: int, by: int, origin: int, struck: int, occupied: int) -> int:
        """Those of the squares `struck` on which rules in Python let a man of `by` capture."""
        found = 0
        try:
            found = self.rules.tables.facets.captures(self.men_texts(p, occupied), self._passed(p),
                                                      self.boards[p].men[origin] - 1, origin, by, struck)
        except Exception as error:
            self.fail(error)
        return found

    def _passed(self, p: int) -> Any:
        """What may be taken en passant at p, as rules in Python see it."""
        if self.frames[p].ep_square == NONE:
            return None
        return Passed(self.frames[p].ep_square, self.frames[p].ep_pawn, self.taker_at(p))

    def _scene(self, p: int) -> Any:
        """The men at p, as rules in Python see them."""
        men = self.men_texts(p, self.frames[p].sides[0] | self.frames[p].sides[1])
        return Scene(self.rules.tables.genre, men, self._passed(p), self.births_at(p))

    def _led(self, p: int, us: int, move: int, mover: int) -> Any:
        """A move of `us` at p, as rules in Python see it after its effects; `mover`: see mover_after."""
        return Played(self._scene(p), us, move_origin(move), move_target(move), self._struck(p, move),
                      self._castled(p, move), None if mover == NONE else mover)

    def plain_motionless(self, p: int, side: int, square: int, occupied: int) -> bool:
        """Whether rules in Python keep the man of `side` on a square from moving at all."""
        found = False
        try:
            found = not self.rules.tables.facets.moves(self.men_texts(p, occupied), self._passed(p),
                                                       self.boards[p].men[square] - 1, square, side)
        except Exception as error:
            self.fail(error)
        return found

    def plain_may_lead(self, p: int, d: int, us: int, move: int, mover: int) -> bool:
        """`may_lead` of rules in Python."""
        found = False
        try:
            found = self.rules.tables.facets.may_lead(self._scene(d), self.boards[p].men[move_origin(move)] - 1,
                                                      self._led(p, us, move, mover))
        except Exception as error:
            self.fail(error)
        return found

    def plain_accepts(self, p: int, move: int, outcome: int) -> bool:
        """Whether rules in Python accept an outcome of a move at p."""
        found = False
        try:
            found = self.rules.tables.facets.accepts(self.boards[p].men[move_origin(move)] - 1, self.frames[p].turn,
                                                     outcome)
        except Exception as error:
            self.fail(error)
        return found

    def plain_greatest(self, p: int, n: int, end: int) -> int:
        """Keep those of the moves list[n:end] that have the greatest measure by rules in Python; the new end."""
        us = self.frames[p].turn
        try:
            found = []
            for i in range(n, end):
                self.make(p, p + 1, self.list[i])
                found.append((self._scene(p + 1), self.boards[p].men[move_origin(self.list[i])] - 1,
                              self._led(p, us, self.list[i], self.mover_after(self.list[i]))))
            moves = [self.list[n + at] for at in self.rules.tables.facets.greatest(found)]
            end = n + len(moves)
            for at in range(len(moves)):
                self.list[n + at] = moves[at]
        except Exception as error:
            self.fail(error)
        return end

    def plain_arrives(self, p: int, by: int, origin: int, target: int, struck: int, becomes: int,
                      occupied: int) -> bool:
        """`arrives` of rules in Python."""
        found = False
        try:
            facets = self.rules.tables.facets
            species: int = self.boards[p].men[origin] - 1
            men_before = self.men_texts(p, occupied | ONE << origin)
            if not men_before[struck]:      # what is asked about is a square, whatever may stand there
                men_before[struck] = self.man_at_frame(p, struck)
            men = list(men_before)
            men[origin] = men[struck] = ""
            if self.species[by * SIDE + species].kamikaze:
                men[target] = ""
            else:
                men[target] = self._text(becomes + 1, self.owners_on(p, origin))
            found = facets.admits(men, species, facets.played(men_before, self.births_at(p), men, by, (origin, target),
                                                              struck, None))
        except Exception as error:
            self.fail(error)
        return found

    def man_at_frame(self, p: int, square: int) -> str:
        return self._text(self.boards[p].men[square], self.owners_on(p, square))

    def _played(self, p: int, move: int) -> Any:
        """The men after a move, without its effects, and the move, as rules in Python see them; needs its `changes`."""
        men_before = self.men_texts(p, self.frames[p].sides[0] | self.frames[p].sides[1])
        men = list(men_before)
        for i in range(self.change_count):
            at = self.changes[i].square
            men[at] = self._text(self.changes[i].after, self.changes[i].owners_after)
        squares = move_origin(move), move_target(move)
        played = self.rules.tables.facets.played(men_before, self.births_at(p), men, self.frames[p].turn, squares,
                                                 self._struck(p, move), self._castled(p, move))
        return men, played

    def ask_choices(self, p: int, move: int) -> int:
        """`find_choices` of rules in Python."""
        self.choices[0] = 0
        count = 1
        try:
            self.change_count = 0
            self.find_displacement(p, move)
            men, played = self._played(p, move)
            found = self.rules.tables.facets.choices(men, self.boards[p].men[move_origin(move)] - 1, played)
            if self.has_places:
                count = 0
            for i in range(len(found)):
                self.choices[i] = found[i]
                count = i + 1
        except Exception as error:
            self.fail(error)
        return count

    def add_effects(self, p: int, move: int) -> None:
        """Note what rules in Python do after a move, whose own `changes` are known."""
        try:
            men, played = self._played(p, move)
            now = [(self.boards[p].men[square], self.owners_on(p, square)) for square in range(len(men))]
            for i in range(self.change_count):
                now[self.changes[i].square] = self.changes[i].after, self.changes[i].owners_after
            choice = self.chosen_by(move)
            for square, after, owners, stage in self.rules.tables.facets.effects(
                    men, self.boards[p].men[move_origin(move)] - 1, played, choice):
                before, owners_before = now[square]
                self.change(square, before, owners_before, after, owners, stage)
                now[square] = after, owners
        except Exception as error:
            self.fail(error)

    def chosen_by(self, move: int) -> int:
        """What a move chooses for its effects, as in `choices`; 0 for none."""
        if move & CHOICE_BIT and self.has_places:
            return index_of(move) % self.choice_count + 1
        return choice_of(move)

    def _struck(self, p: int, move: int) -> Any:
        """Where a move at p takes a man; None if it takes none."""
        if move_kind(move) >= CASTLING:
            return None
        square = self.struck_by(p, move)
        return square if self.boards[p].men[square] else None

    def _castled(self, p: int, move: int) -> Any:
        """Of a castling at p: where the partner stood and where it goes; None for other moves."""
        if move_kind(move) < CASTLING:
            return None
        return move_partner(move), self.partner_target(self.frames[p].turn, move)

    # What a failure interrupts, for Python:

    def survey(self) -> tuple[PositionVerdict, list[int]]:
        found = Judge.survey(self)
        self.raise_failure()
        return found

    def moves(self) -> list[int]:
        found = Judge.moves(self)
        self.raise_failure()
        return found

    def legal_move_count(self) -> int:
        found = Judge.legal_move_count(self)
        self.raise_failure()
        return found

    def verdict(self) -> PositionVerdict:
        found = Judge.verdict(self)
        self.raise_failure()
        return found

    def verdict_after(self, move: int) -> PositionVerdict:
        found = Judge.verdict_after(self, move)
        self.raise_failure()
        return found

    def follow(self, move: int) -> int:
        found = Judge.follow(self, move)
        self.raise_failure()
        return found
