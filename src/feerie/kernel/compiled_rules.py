# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The tables of a genre as C structures, in the form in which states and searches read them.

tables.py makes flat arrays and records of numbers. `CompiledRules` points into the arrays and copies the records into
the structures that compiled_rules.pxd declares. Nothing is written after that, so all states of a genre, in any thread,
share one `CompiledRules`.

Uncompiled, plain.py has the structures, and a view of an array stands for a pointer into it.
"""
from __future__ import annotations

from array import array
from typing import Any

import cython

from feerie.kernel.tables import FamilyRecord, MoveRecord, Tables
from feerie.rules.genre import GenreError
from feerie.rules.royalty import Doctrine

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import AttackTable, Castle, Family, MoveTable, Slot, view
    from feerie.kernel.tables import ATTACK_TABLES, FAMILIES, MOVE_TABLES, SQUARES
    BOTH, QUIET, CAPTURE = 0, 1, 2
    KING_MOVE_TABLE = 2 * MOVE_TABLES
    ONE_KING, MULTIPLEX, ULTRA, SIAMESE = 0, 1, 2, 3

DOCTRINES: tuple[Doctrine, ...] = (Doctrine.ONE_KING, Doctrine.MULTIPLEX, Doctrine.ULTRA, Doctrine.SIAMESE)
"""The doctrines by their numbers in compiled code: ONE_KING, MULTIPLEX, ULTRA, SIAMESE."""


class CompiledRules:
    """The tables of a genre (tables.py) as C structures, made once and shared by all states of the genre.

    GenreError if the genre has more tables than there is room for.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.references = []
        self._make_room()
        self._add_slots()
        self.paths = u64_view(tables.paths, 0)
        self.keys = u64_view(tables.keys, 0)
        self.ep_keys = u64_view(tables.ep_keys, 0)
        self.right_keys = u64_view(tables.right_keys, 0)
        self.turn_key = tables.turn_key
        self.rights_mask = u8_view(tables.rights_mask, 0)
        self.royal, self.ep_man, self.kinds = tables.royal, tables.ep_man, len(tables.letters)
        self.doctrine, self.properties = DOCTRINES.index(tables.doctrine), tables.properties
        self.family_count = len(tables.families[0])
        self.has_divergent_men = any(step.mode != BOTH for steps in tables.move_records for step in steps)
        for side in range(2):
            self._add_side(side)

    def _make_room(self) -> None:
        """Uncompiled: what the declarations of compiled_rules.pxd do."""
        if not cython.compiled:
            self.move_tables = [MoveTable() for _ in range(KING_MOVE_TABLE + 2)]
            self.attack_tables = [AttackTable() for _ in range(2 * ATTACK_TABLES)]
            self.families = [Family() for _ in range(2 * FAMILIES)]
            self.gates, self.has_divergent_men = [0] * 4, False
            self.paths = self.keys = None
            for name in ("double_step_over", "double_step_to", "ep_origins", "goals", "king_promotion_from",
                         "run_flags", "move_table_count", "shifting", "attack_table_count", "leaping"):
                setattr(self, name, [0, 0])

    def _add_side(self, side: int) -> None:
        tables = self.tables
        self.double_step_over[side] = u8_view(tables.double_step_over[side], 0)
        self.double_step_to[side] = u8_view(tables.double_step_to[side], 0)
        self.ep_origins[side] = u64_view(tables.ep_origins[side], 0)
        self.goals[side], self.king_promotion_from[side] = tables.goals[side], tables.king_promotion_from[side]
        self.run_flags[side] = tables.run_flags[side]
        self.gates[2 * side], self.gates[2 * side + 1] = tables.gates[2 * side], tables.gates[2 * side + 1]
        self.move_table_count[side], self.shifting[side] = len(tables.move_records[side]), tables.shifting[side]
        self.attack_table_count[side] = len(tables.attack_records[side])
        self.leaping[side] = tables.leaping[side]
        if self.move_table_count[side] > MOVE_TABLES or self.attack_table_count[side] > ATTACK_TABLES:
            raise GenreError("{}: the men have too many movements for the kernel", tables.genre.name)
        for i in range(len(tables.move_records[side])):
            self._add_move_table(side * MOVE_TABLES + i, tables.move_records[side][i])
        self._add_move_table(KING_MOVE_TABLE + side, tables.king_steps[side])
        for i in range(len(tables.attack_records[side])):
            self._add_attack_table(side * ATTACK_TABLES + i, tables.attack_records[side][i])
            self.attack_tables[side * ATTACK_TABLES + i].approach = u64_view(tables.approach[side][i], 0)
        for i in range(self.family_count):
            self._add_family(side * FAMILIES + i, tables.families[side][i])

    def _add_slots(self) -> None:
        tables = self.tables
        slots = tables.slots
        if cython.compiled:
            self.slots = cython.cast(cython.pointer(Slot), calloc(len(slots), cython.sizeof(Slot)))
            if not self.slots:
                raise MemoryError
        else:
            self.slots = [Slot() for _ in slots]
        for i in range(len(slots)):
            self.slots[i].mask, self.slots[i].magic, self.slots[i].shift = slots[i].mask, slots[i].magic, slots[i].shift
            self.slots[i].table, self.slots[i].empty = u64_view(tables.table, slots[i].offset), slots[i].empty

    def _add_move_table(self, i: int, step: MoveRecord) -> None:
        tables = self.tables
        codes = array("I", step.codes)
        self.references.append(codes)
        self.move_tables[i].slots = slots_from(self.slots, tables.slot_start[step.component])
        self.move_tables[i].codes = u32_view(codes)
        self.move_tables[i].zone = step.zone
        self.move_tables[i].leave, self.move_tables[i].onward = step.leave, step.onward
        self.move_tables[i].man, self.move_tables[i].other, self.move_tables[i].mode = step.man, step.other, step.mode
        self.move_tables[i].segments = tables.segments[step.component]
        self.move_tables[i].choices, self.move_tables[i].shift = max(1, len(step.codes) - 1), step.shift
        self.move_tables[i].translation, self.move_tables[i].last = step.translation, step.last
        self.move_tables[i].king_promotion_code = step.king_promotion_code
        self.move_tables[i].king_promotion_origins = step.king_promotion_origins
        self.move_tables[i].other_code = step.other << 12 | step.other << 15
        self.move_tables[i].leaping = not tables.rides(step.component)
        self.move_tables[i].leaps = u64_view(tables.leaps, step.component * SQUARES)

    def _add_attack_table(self, i: int, attack: tuple[int, int, int]) -> None:
        tables = self.tables
        component, man, other = attack
        start = component * SQUARES
        self.attack_tables[i].near = u64_view(tables.near, start)
        self.attack_tables[i].far = u64_view(tables.far, start)
        self.attack_tables[i].reach = u64_view(tables.reach, start)
        self.attack_tables[i].leaps = u64_view(tables.leaps, start)
        self.attack_tables[i].several = u64_view(tables.several, start)
        self.attack_tables[i].between = u64_view(tables.between, start * SQUARES)
        self.attack_tables[i].path_start = i32_view(tables.path_start, start * SQUARES)
        self.attack_tables[i].ray_index = u8_view(tables.ray_index, start * SQUARES)
        self.attack_tables[i].slots = slots_from(self.slots, tables.slot_start[component])
        self.attack_tables[i].segments = tables.segments[component]
        self.attack_tables[i].mutual = tables.mutual[component]
        self.attack_tables[i].man, self.attack_tables[i].other = man, other

    def _add_family(self, i: int, family: FamilyRecord) -> None:
        castles = family.castles
        if cython.compiled:
            records = cython.cast(cython.pointer(Castle), calloc(max(1, len(castles)), cython.sizeof(Castle)))
            if not records:
                raise MemoryError
        else:
            records = [Castle() for _ in castles]
        for c in range(len(castles)):
            records[c].empty, records[c].safe, records[c].right = castles[c].empty, castles[c].safe, castles[c].right
            records[c].king, records[c].king_to = castles[c].king, castles[c].king_to
            records[c].partner, records[c].partner_to = castles[c].partner, castles[c].partner_to
            records[c].barred, records[c].promotes = castles[c].barred, castles[c].promotes
        self.families[i].castles = records
        self.families[i].partners = u64_view(family.partners, 0)
        self.families[i].record = u16_view(family.record, 0)
        self.families[i].count = len(family.men)
        for c in range(len(family.men)):
            self.families[i].men[c] = family.men[c]
        self.families[i].inverted, self.families[i].either = family.inverted, family.either
        self.families[i].rights, self.families[i].in_check = family.rights, family.in_check
        self.families[i].swap, self.families[i].spends_right = family.swap, family.spends_right
        self.families[i].home_castle_count = family.home_castle_count

    def __dealloc__(self) -> None:
        if cython.compiled:
            for i in range(2 * FAMILIES):
                free(self.families[i].castles)
            free(self.slots)


# The items of an array from `start` on: a pointer where compiled, a memoryview where not. The array must be kept alive.

def u64_view(values: Any, start: int) -> Any:
    if not cython.compiled:
        return view(values, start)
    at = values
    return cython.address(at[start])


def i32_view(values: Any, start: int) -> Any:
    if not cython.compiled:
        return view(values, start)
    at = values
    return cython.address(at[start])


def u16_view(values: Any, start: int) -> Any:
    if not cython.compiled:
        return view(values, start)
    at = values
    return cython.address(at[start])


def u8_view(values: Any, start: int) -> Any:
    if not cython.compiled:
        return view(values, start)
    at = values
    return cython.address(at[start])


def u32_view(values: Any) -> Any:
    if not cython.compiled:
        return view(values)
    at = values
    return cython.address(at[0])


def slots_from(slots: Any, start: int) -> Any:
    if not cython.compiled:
        return slots[start:]
    return slots + start
