# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The tables of a genre for the general path (general_tables.py) as C structures.

To all that knows the fast path, a genre of the general path has rules with no men in their tables: nothing there lists
or makes a move by them.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from feerie.kernel.compiled_rules import DOCTRINES, CompiledRules
from feerie.rules.trait import Trait

if TYPE_CHECKING:
    from feerie.kernel.general_tables import GeneralTables

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
else:
    from feerie.kernel.compiled_rules import FAMILIES, slots_from, u8_view, u64_view
    from feerie.kernel.plain import Demand, HomeSquare, Placing, Slot, Species, Way
    from feerie.kernel.restraints import RESTRAINTS
    from feerie.kernel.tables import NONE, SQUARES
    SIDE, PLACINGS = 64, 5
    NOWHERE, AT_HOME, WHERE_LEFT, BY_VECTOR, BIRTHPLACE, ANYWHERE, CAGE, STEP = 0, 1, 2, 3, 4, 5, 6, 7
    REBORN, RETURNED, IMMUNE, REVIVED, BIRTH = 0, 1, 2, 3, 4
    STAYS, TURNS, PHASES = 0, 1, 2


class GeneralRules(CompiledRules):
    """The tables of a genre for the general path, made once and shared by all its states."""

    def __init__(self, tables: GeneralTables) -> None:
        self.tables = tables
        self.references = []
        self._make_room()
        if not cython.compiled:
            self.species, self.strikers = [Species() for _ in range(2 * SIDE)], [None, None]
            self.partners, self.birth_keys = [0] * FAMILIES, None
            self.homes = [HomeSquare() for _ in range(SQUARES)]
            self.placings = [Placing() for _ in range(PLACINGS)]
            self.changing = [0, 0]
            self.silences, self.unwatched, self.shelters = ([Demand() for _ in range(RESTRAINTS)] for _ in range(3))
            self.assumed = self.inherited = self.left = self.fronts = None
            self.choice_squares = self.choice_kinds = self.first_choice = self.kind_ranks = self.ranked_kinds = None
            self.leaving = self.most_left = 0
            self.avoided, self.swings = [0, 0], [0, 0]
            self.accepted, self.barred = [0, 0], [0, 0]
            self.lengths, self.captures, self.order, self.forced = [0, 0], [0, 0], [None, None], [0, 0]
        self._add_ways()
        self._add_homes()
        self._add_forms()
        self._add_restraints()
        self.men_keys = u64_view(tables.keys, 0)
        if tables.birth_keys:
            self.birth_keys = u64_view(tables.birth_keys, 0)
        self.ep_keys = u64_view(tables.ep_keys, 0)
        self.right_keys = u64_view(tables.right_keys, 0)
        self.turn_key = tables.turn_key
        self.rights_mask = u8_view(tables.rights_mask, 0)
        self.royal, self.ep_man, self.kinds = 0, NONE, len(tables.letters)
        self.doctrine, self.properties = DOCTRINES.index(tables.doctrine), int(tables.properties)
        self.family_count, self.species_count = len(tables.families[0]), len(tables.species[0])
        for i in range(self.family_count):
            at: int = i
            self.partners[at] = tables.partners[i]
        for side in range(2):
            self.goals[side], self.run_flags[side] = tables.goals[side], tables.run_flags[side]
            self.gates[2 * side], self.gates[2 * side + 1] = tables.gates[2 * side], tables.gates[2 * side + 1]
            self.strikers[side] = u64_view(tables.strikers[side], 0)
            self._add_species(side)
            for i in range(self.family_count):
                self._add_family(side * FAMILIES + i, tables.families[side][i])

    def _add_homes(self) -> None:
        for square in range(SQUARES):
            home = self.tables.homes[square]
            self.homes[square].kind, self.homes[square].owners = home.kind, home.owners
            self.homes[square].bit, self.homes[square].needed = home.bit, home.needed

    def _add_forms(self) -> None:
        forms = self.tables.forms
        records = [forms.rebirth, forms.returning, forms.immunity, forms.revival, forms.birth]
        for i in range(PLACINGS):
            self.placings[i].place, self.placings[i].kings = records[i].place, records[i].kings
            self.placings[i].crushes, self.placings[i].clones = records[i].crushes, records[i].clones
            self.placings[i].stays, self.placings[i].others = records[i].stays, records[i].others
            self.placings[i].turns = records[i].turns
            if records[i].homes:
                self.placings[i].homes = u8_view(records[i].homes, 0)
        self.recolours, self.transmutes, self.form_choices = forms.recolours, forms.transmutes, forms.has_choices
        choices = self.tables.choices
        self.has_places, self.choice_count = choices.places, choices.count
        if choices.places:
            self.choice_squares, self.choice_kinds = u8_view(choices.table_squares, 0), u8_view(choices.table_kinds, 0)
            self.first_choice = u64_view(choices.first, 0)
            self.kind_ranks, self.ranked_kinds = u8_view(choices.ranks, 0), u8_view(choices.ranked, 0)
        self.reborn_kinds, self.revived_kinds = u8_view(forms.reborn_kinds, 0), u8_view(forms.revived_kinds, 0)
        self.turning = u64_view(forms.turning, 0)
        self.changing[0], self.changing[1] = forms.changing
        self.recoloured, self.clones = u8_view(forms.recoloured, 0), u8_view(forms.clones, 0)
        self.sides_of = u8_view(forms.sides_of, 0)
        self.after_capture, self.after_quiet = u8_view(forms.after_capture, 0), u8_view(forms.after_quiet, 0)
        self.assumes = forms.assumes
        if forms.assumed is not None:
            self.assumed = u8_view(forms.assumed, 0)
        if forms.inherited is not None:
            self.inherited = u8_view(forms.inherited, 0)
        self.completes, self.prepares = forms.completes, forms.prepares
        self.swings[0], self.swings[1] = forms.swings
        self.magic = forms.magic
        self.avoided[0], self.avoided[1] = forms.avoided
        if forms.fronts is not None:
            self.fronts = u64_view(forms.fronts, 0)
        if forms.left is not None:
            self.left, self.leaving, self.most_left = u8_view(forms.left, 0), forms.leaving, forms.most_left

    def _add_ways(self) -> None:
        ways, start = self.tables.ways, 0
        count: int = sum(len(way.slots) for way in ways)
        if cython.compiled:
            self.ways = cython.cast(cython.pointer(Way), calloc(max(1, len(ways)), cython.sizeof(Way)))
            self.slots = cython.cast(cython.pointer(Slot), calloc(max(1, count), cython.sizeof(Slot)))
            if not self.ways or not self.slots:
                raise MemoryError
        else:
            self.ways, self.slots = [Way() for _ in ways], [Slot() for _ in range(count)]
        for i in range(len(ways)):
            self.ways[i].slots = slots_from(self.slots, start)
            for slot in ways[i].slots:
                self.slots[start].mask, self.slots[start].magic = slot.mask, slot.magic
                self.slots[start].shift = slot.shift
                self.slots[start].table, self.slots[start].empty = u64_view(ways[i].table, slot.offset), slot.empty
                start += 1
            self.ways[i].segments, self.ways[i].plain = ways[i].segments, ways[i].plain
            self.ways[i].made, self.ways[i].of, self.ways[i].onwards = ways[i].made, ways[i].of, ways[i].onwards
            self.ways[i].ever, self.ways[i].onto = u64_view(ways[i].ever, 0), u64_view(ways[i].onto, 0)
            self.ways[i].deciding, self.ways[i].line = u64_view(ways[i].deciding, 0), u8_view(ways[i].line, 0)
            self.ways[i].how = u8_view(ways[i].how, 0)
            self.ways[i].needed = u64_view(ways[i].needed, 0)
            if ways[i].landing is not None:
                self.ways[i].landing = u8_view(ways[i].landing, 0)
        for number, parts in self.tables.parts.items():
            self.ways[number].first_part, self.ways[number].part_count = parts.start, len(parts)

    def _add_species(self, side: int) -> None:
        records = self.tables.species[side]
        for i in range(len(records)):
            record = records[i]
            at: int = side * SIDE + i
            self.species[at].count = len(record.ways)
            for j in range(len(record.ways)):
                self.species[at].ways[j], self.species[at].modes[j] = record.ways[j]
            self.species[at].kind, self.species[at].royal = record.kind, record.royal
            self.species[at].bends = any(getattr(movement, "bends", False)
                                         for movement, _ in self.tables.genre.men[record.kind].moves)
            self.species[at].castles = record.castles
            self.species[at].en_passant, self.species[at].zone = record.en_passant, record.zone
            self.species[at].region = record.region
            self.species[at].neutral = Trait.NEUTRAL in record.traits
            self.species[at].kamikaze = Trait.KAMIKAZE in record.traits and not self.tables.genre.revives
            self.species[at].revives = Trait.KAMIKAZE in record.traits and self.tables.genre.revives
            self.species[at].choices = len(record.becomes)
            self.species[at].made = self.species[at].neutral or record.royal and (
                Trait.KAMIKAZE in record.traits or record.en_passant) or any(
                records[other].royal != record.royal for other in record.becomes)
            for j in range(len(record.becomes)):
                self.species[at].becomes[j] = record.becomes[j]
            if record.double_over is not None:
                self.species[at].double_over = u8_view(record.double_over, 0)

    def _add_restraints(self) -> None:
        restraints = self.tables.restraints
        silences, unwatched = restraints.silences, restraints.unwatched
        self.silence_count, self.unwatched_count = len(silences), len(unwatched)
        for i in range(len(silences)):
            self.silences[i].own = silences[i].watch.own
            kinds = restraints.watching(silences[i].watch)
            for j in range(len(kinds)):
                self.silences[i].kinds[j] = kinds[j]
            self.silences[i].watched, self.silences[i].still = silences[i].watched, silences[i].still
            self.silences[i].kings, self.silences[i].paralyses = silences[i].kings, silences[i].paralyses
            self.silences[i].concerns = self._species_with(silences[i].trait)
        for i in range(len(unwatched)):
            self.unwatched[i].own = unwatched[i].watch.own
            kinds = restraints.watching(unwatched[i].watch)
            for j in range(len(kinds)):
                self.unwatched[i].kinds[j] = kinds[j]
            self.unwatched[i].checks = unwatched[i].checks
        self._add_shelters()
        for i in range(2):
            self.accepted[i], self.barred[i] = restraints.accepted[i], restraints.barred[i]
            self.lengths[i], self.captures[i] = restraints.lengths[i], restraints.captures[i]
            self.order[i], self.forced[i] = u8_view(restraints.order[i], 0), restraints.forced[i]
        self.contact, self.files = restraints.contact, self.tables.genre.board.files
        self.neighbours = u64_view(restraints.neighbours, 0)

    def _add_shelters(self) -> None:
        restraints = self.tables.restraints
        shelters = restraints.shelters
        self.shelter_count, self.sole, self.linked = len(shelters), restraints.sole, restraints.linked
        self.spared, self.kings_safe, self.woozled = 0, restraints.kings_safe, restraints.woozled
        self.aligned, self.left_to_watchers = restraints.aligned, restraints.left_to_watchers
        self.like_for_like = restraints.like_for_like
        for form in restraints.spared:
            self.spared |= self._species_with(form.trait)
        for i in range(len(shelters)):
            self.shelters[i].own, self.shelters[i].others = shelters[i].watch.own, shelters[i].others
            kinds = restraints.watching(shelters[i].watch)
            for j in range(len(kinds)):
                self.shelters[i].kinds[j] = kinds[j]
            self.shelters[i].watched, self.shelters[i].kings = shelters[i].watched, shelters[i].kings

    def _species_with(self, trait: Any) -> int:
        """The species (bits) that have a trait; all for None."""
        return sum(1 << number for number, record in enumerate(self.tables.species[0])
                   if trait is None or trait in record.traits)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.ways)
