# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The compiled state: a stack of positions of any genre, their moves, playing and taking back.

`State` walks the tables of tables.py and knows no genre. The moves it lists leave the mover's kings as the
royalty doctrine wants them; what else the doctrine asks of a move (verdict.py) is decided above.

A move is one number: origin, target << 6, man << 12, what it becomes << 15, kind << 18 (plain, en passant,
castling of family f), and for castling partner's square << 21 and kind << 27, where "becomes" is what the
partner becomes. This file is plain Python; state.pxd gives the C types, plain.py what is C's in Python.
Uncompiled it gives the same answers, slowly. What keeps both readings equal: items and attributes instead of
pointers, no whole-structure assignment, complements masked by FULL.
"""
from __future__ import annotations

from array import array
from typing import Any

import cython

from feerie.rules.royalty import Royalty
from feerie.rules.setup import Setup

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free, malloc, realloc  # type: ignore[import-not-found]
else:
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_partner, move_partner_man, move_result, move_target
    from feerie.kernel.plain import (FULL, ONE, Castle, Family, Frame, AttackTable, Slot, MoveTable, lowest, popcount,
                                     slot_index, view)
    from feerie.kernel.tables import CASTLING, FAMILIES, MEN, NONE, EN_PASSANT, PLAIN, ATTACK_TABLES, SQUARES, MOVE_TABLES
    BOTH, QUIET, CAPTURE = 0, 1, 2
    LIST, MOST, MARGIN, KING_MOVE_TABLE = 8192, 224, 32, 2 * MOVE_TABLES
    ONE_KING, MULTIPLEX, ULTRA, SIAMESE = 0, 1, 2, 3
    COUNTED, LISTED, CHECKS_ONLY = 0, 1, 2

COMPILED: bool = cython.compiled
DOCTRINES = (Royalty.ONE_KING, Royalty.MULTIPLEX, Royalty.ULTRA, Royalty.SIAMESE)
DEPTH = 128
"""Positions a state can stack by default."""


class CompiledRules:
    """The tables of a genre in the kernel's own structures; made once, shared by all states."""

    def __init__(self, tables: Any) -> None:
        self.tables = tables
        self.kept = []
        if not cython.compiled:
            for name, kind, size in (("move_tables", MoveTable, KING_MOVE_TABLE + 2), ("attack_tables", AttackTable, 2 * ATTACK_TABLES),
                                     ("families", Family, 2 * FAMILIES), ("passed_over", int, 2), ("gates", int, 4),
                                     ("double_to", int, 2), ("passers", int, 2), ("goals", int, 2),
                                     ("king_promotion_from", int, 2), ("run_flags", int, 2),
                                     ("move_table_count", int, 2), ("shifting", int, 2), ("attack_table_count", int, 2),
                                     ("leaping", int, 2)):
                setattr(self, name, [kind() for _ in range(size)])
        slots = tables.slots
        if cython.compiled:
            self.slots = cython.cast(cython.pointer(Slot), calloc(len(slots), cython.sizeof(Slot)))
            if not self.slots:
                raise MemoryError
        else:
            self.slots = [Slot() for _ in slots]
        for i in range(len(slots)):
            self.slots[i].mask, self.slots[i].magic, self.slots[i].shift = slots[i][0], slots[i][1], slots[i][2]
            self.slots[i].table = words(tables.table, slots[i][3])
            self.slots[i].gate = slots[i][4]
        self.ways = words(tables.ways, 0)
        self.keys = words(tables.keys, 0)
        self.passed_keys = words(tables.passed_keys, 0)
        self.right_keys = words(tables.right_keys, 0)
        self.turn_key = tables.turn_key
        self.keep = octets(tables.keep, 0)
        self.royal, self.ep_man, self.kinds = tables.royal, tables.ep_man, len(tables.letters)
        self.doctrine, self.tails = DOCTRINES.index(tables.doctrine), tables.tails
        self.family_count = len(tables.families[0])
        self.partial = any(step.mode != BOTH for steps in tables.steps for step in steps)
        for side in range(2):
            self.passed_over[side] = octets(tables.passed_over[side], 0)
            self.double_to[side] = octets(tables.double_to[side], 0)
            self.passers[side] = words(tables.passers[side], 0)
            self.goals[side], self.king_promotion_from[side] = tables.goals[side], tables.king_promotion_from[side]
            self.run_flags[side] = tables.run_flags[side]
            self.gates[2 * side], self.gates[2 * side + 1] = tables.gates[2 * side], tables.gates[2 * side + 1]
            self.move_table_count[side], self.shifting[side] = len(tables.steps[side]), tables.shifting[side]
            self.attack_table_count[side] = len(tables.sights[side])
            self.leaping[side] = tables.leaping[side]
            if self.move_table_count[side] > MOVE_TABLES or self.attack_table_count[side] > ATTACK_TABLES:
                raise ValueError("too many movements for the kernel")
            for i in range(len(tables.steps[side])):
                self._step(side * MOVE_TABLES + i, tables.steps[side][i])
            self._step(KING_MOVE_TABLE + side, tables.king_steps[side])
            for i in range(len(tables.sights[side])):
                self._sight(side * ATTACK_TABLES + i, tables.sights[side][i])
                self.attack_tables[side * ATTACK_TABLES + i].approach = words(tables.approach[side][i], 0)
            for i in range(self.family_count):
                self._family(side * FAMILIES + i, tables.families[side][i])

    def _step(self, i: int, step: Any) -> None:
        tables = self.tables
        codes = array("I", step.codes)
        self.kept.append(codes)
        self.move_tables[i].slots = slots_from(self.slots, tables.slot_start[step.component])
        self.move_tables[i].codes = codes_from(codes)
        self.move_tables[i].zone, self.move_tables[i].leave, self.move_tables[i].onward = step.zone, step.leave, step.onward
        self.move_tables[i].man, self.move_tables[i].other, self.move_tables[i].mode = step.man, step.other, step.mode
        self.move_tables[i].segments = tables.segments[step.component]
        self.move_tables[i].choices, self.move_tables[i].shift = max(1, len(step.codes) - 1), step.shift
        self.move_tables[i].translation, self.move_tables[i].last = step.translation, step.last
        self.move_tables[i].crown, self.move_tables[i].crowning = step.crown, step.crowning
        self.move_tables[i].other_code = step.other << 12 | step.other << 15
        self.move_tables[i].leaping = not tables.rides(step.component)
        self.move_tables[i].leaps = words(tables.leaps, step.component * SQUARES)

    def _sight(self, i: int, sight: tuple[int, int, int]) -> None:
        tables = self.tables
        component, man, other = sight
        start = component * SQUARES
        self.attack_tables[i].near, self.attack_tables[i].far = words(tables.near, start), words(tables.far, start)
        self.attack_tables[i].reach, self.attack_tables[i].leaps = words(tables.reach, start), words(tables.leaps, start)
        self.attack_tables[i].several = words(tables.several, start)
        self.attack_tables[i].between = words(tables.between, start * SQUARES)
        self.attack_tables[i].first = numbers(tables.first, start * SQUARES)
        self.attack_tables[i].ray = octets(tables.ray, start * SQUARES)
        self.attack_tables[i].slots = slots_from(self.slots, tables.slot_start[component])
        self.attack_tables[i].segments, self.attack_tables[i].mutual = tables.segments[component], tables.mutual[component]
        self.attack_tables[i].man, self.attack_tables[i].other = man, other

    def _family(self, i: int, family: Any) -> None:
        castles = family.castles
        if cython.compiled:
            records = cython.cast(cython.pointer(Castle), calloc(max(1, len(castles)), cython.sizeof(Castle)))
            if not records:
                raise MemoryError
        else:
            records = [Castle() for _ in castles]
        for c in range(len(castles)):
            records[c].empty, records[c].safe = castles[c][0], castles[c][1]
            records[c].king_to, records[c].partner_to, records[c].right = castles[c][2], castles[c][3], castles[c][4]
            records[c].barred, records[c].promotes = castles[c][5], castles[c][6]
            records[c].king, records[c].partner = castles[c][7], castles[c][8]
        self.families[i].castles = records
        self.families[i].partners = words(family.partners, 0)
        self.families[i].record = shorts(family.record, 0)
        self.families[i].count = len(family.men)
        for c in range(len(family.men)):
            self.families[i].men[c] = family.men[c]
        self.families[i].inverted, self.families[i].either = family.inverted, family.either
        self.families[i].rights, self.families[i].in_check = family.rights, family.in_check
        self.families[i].swap, self.families[i].spends = family.swap, family.spends
        self.families[i].few = family.few

    def __dealloc__(self) -> None:
        if cython.compiled:
            for i in range(2 * FAMILIES):
                free(self.families[i].castles)
            free(self.slots)


class State:
    """A stack of positions of a genre, `capacity` moves deep; `ply` is the top. Not to be shared between threads."""

    def __init__(self, rules: CompiledRules, capacity: int = DEPTH) -> None:
        self.rules = rules
        capacity += MARGIN
        self.capacity, self.ply, self.list_size, self.stopped, self.out_of_memory = capacity, 0, 0, False, False
        if cython.compiled:
            self.frames = cython.cast(cython.pointer(Frame), calloc(capacity, cython.sizeof(Frame)))
            if not self.frames:
                raise MemoryError
        else:
            self.frames = [Frame() for _ in range(capacity)]
            for name in ("pin", "way", "king_check", "king_to"):
                setattr(self, name, [0] * SQUARES)
            self.target_mask, self.king_promotion_from, self.direct = [0] * 3, [0] * 2, [0] * MEN
            for name in ("goals", "run_flags", "move_table_count", "shifting", "attack_table_count", "leaping"):
                setattr(self, name, [0, 0])
        self._adopt(rules)

    def _adopt(self, rules: CompiledRules) -> None:
        """Take over what the hot path reads of the rules: one load nearer."""
        self.move_tables, self.attack_tables, self.families = rules.move_tables, rules.attack_tables, rules.families
        self.ways, self.keys, self.keep = rules.ways, rules.keys, rules.keep
        self.passed_keys, self.right_keys, self.turn_key = rules.passed_keys, rules.right_keys, rules.turn_key
        self.passed_over, self.double_to, self.passers = rules.passed_over, rules.double_to, rules.passers
        self.gates = rules.gates
        self.family_count, self.kinds = rules.family_count, rules.kinds
        self.royal, self.ep_man = rules.royal, rules.ep_man
        self.doctrine, self.tails = rules.doctrine, rules.tails
        self.list_reserve = (12 if self.doctrine == MULTIPLEX else 4) * LIST
        for side in range(2):
            self.goals[side], self.run_flags[side] = rules.goals[side], rules.run_flags[side]
            self.move_table_count[side], self.shifting[side] = rules.move_table_count[side], rules.shifting[side]
            self.attack_table_count[side] = rules.attack_table_count[side]
            self.leaping[side] = rules.leaping[side]
            self.king_promotion_from[side] = rules.king_promotion_from[side]
        self.running = self.run_flags[0] | self.run_flags[1]
        self.partial = rules.partial

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.frames)
            free(self.list)

    def ensure_list(self) -> None:
        """Make the list of moves, where it is not there yet: room for the plies and for what `list_reserve` is kept for."""
        if self.list_size:
            return
        self.list_size = self.capacity * MOST + self.list_reserve
        if cython.compiled:
            self.list = cython.cast(cython.pointer(u32), malloc(self.list_size * cython.sizeof(u32)))
            if not self.list:
                self.list_size = 0
                raise MemoryError
        else:
            self.list = array("I", bytes(4 * self.list_size))

    def grow_list(self, n: int) -> bool:
        """Make the list large enough to have room to spare from list[n] on. Without memory for that: False, and
        the state is stopped and out_of_memory."""
        size = 2 * n + self.list_reserve
        if cython.compiled:
            grown = realloc(self.list, size * cython.sizeof(u32))
            if not grown:
                self.out_of_memory = self.stopped = True
                return False
            self.list = cython.cast(cython.pointer(u32), grown)
        else:
            self.list.extend(array("I", bytes(4 * (size - self.list_size))))
        self.list_size = size
        return True

    def release_list(self) -> None:
        """Give the memory of the list of moves back until it is needed again."""
        if self.list_size:
            self.list_size = 0
            if cython.compiled:
                free(self.list)
                self.list = cython.NULL
            else:
                self.list = None

    # ------------------------------------------------------------------------------------------- looking

    def look_up(self, slots: Any, square: int, segments: int, occupied: int) -> int:
        """The squares reached from a square: one look-up for each group of rays."""
        reached = slots[square].table[slot_index(occupied, slots[square].mask, slots[square].magic,
                                                 slots[square].shift)]
        if segments == 1:
            return reached
        for i in range(square + SQUARES, square + SQUARES * segments, 64):
            if not occupied & slots[i].gate:
                reached |= slots[i].table[slot_index(occupied, slots[i].mask, slots[i].magic, slots[i].shift)]
        return reached

    def attacked(self, p: int, by: int, square: int, occupied: int, among: int) -> bool:
        """Does a man of `by` among `among` see the square, with these squares occupied?"""
        for i in range(by * ATTACK_TABLES, by * ATTACK_TABLES + self.leaping[by]):
            if (self.frames[p].men[self.attack_tables[i].man] | self.frames[p].men[self.attack_tables[i].other]) \
                    & among & self.attack_tables[i].near[square]:
                return True
        return self.attacked_by_rider(p, by, square, occupied, among)

    def attacked_by_rider(self, p: int, by: int, square: int, occupied: int, among: int) -> bool:
        """attacked, by the men that see beyond the next square only."""
        for i in range(by * ATTACK_TABLES + self.leaping[by], by * ATTACK_TABLES + self.attack_table_count[by]):
            origins = (self.frames[p].men[self.attack_tables[i].man] | self.frames[p].men[self.attack_tables[i].other]) \
                & among & self.attack_tables[i].reach[square]
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                if not self.attack_tables[i].between[square * SQUARES + origin] & occupied:
                    return True
                if self.attack_tables[i].several[square] >> origin & 1:
                    for j in range(self.attack_tables[i].first[square * SQUARES + origin],
                                   self.attack_tables[i].first[square * SQUARES + origin + 1]):
                        if not self.ways[j] & occupied:
                            return True
        return False

    def attackers(self, p: int, by: int, square: int) -> int:
        """All men of `by` that see the square."""
        found = 0
        for i in range(by * ATTACK_TABLES, by * ATTACK_TABLES + self.attack_table_count[by]):
            origins = (self.frames[p].men[self.attack_tables[i].man] | self.frames[p].men[self.attack_tables[i].other]) \
                & self.frames[p].sides[by] & self.attack_tables[i].reach[square]
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                if not self.attack_tables[i].between[square * SQUARES + origin] \
                        & (self.frames[p].sides[0] | self.frames[p].sides[1]):
                    found |= ONE << origin
                elif self.attack_tables[i].several[square] >> origin & 1:
                    for j in range(self.attack_tables[i].first[square * SQUARES + origin],
                                   self.attack_tables[i].first[square * SQUARES + origin + 1]):
                        if not self.ways[j] & (self.frames[p].sides[0] | self.frames[p].sides[1]):
                            found |= ONE << origin
        return found

    def all_seen(self, p: int, by: int, occupied: int) -> int:
        """All squares that men of `by` see, together, with these squares occupied."""
        seen = 0
        for i in range(by * MOVE_TABLES, by * MOVE_TABLES + self.move_table_count[by]):
            if self.move_tables[i].mode == QUIET:
                continue
            men = (self.frames[p].men[self.move_tables[i].man] | self.frames[p].men[self.move_tables[i].other]) \
                & self.frames[p].sides[by]
            if self.move_tables[i].translation and not self.move_tables[i].onward:
                men &= self.move_tables[i].leave
                s = self.move_tables[i].shift
                seen |= men << (s & 63) | men >> (-s & 63)
                continue
            if self.move_tables[i].translation and not self.move_tables[i].last:
                continue
            if self.move_tables[i].leaping:
                while men:
                    seen |= self.move_tables[i].leaps[lowest(men)]
                    men &= men - 1
            while men:
                seen |= self.look_up(self.move_tables[i].slots, lowest(men), self.move_tables[i].segments, occupied)
                men &= men - 1
        men = self.frames[p].men[self.royal] & self.frames[p].sides[by]
        while men:
            seen |= self.move_tables[KING_MOVE_TABLE + by].leaps[lowest(men)]
            men &= men - 1
        return seen

    def seen_near(self, p: int, by: int, kings: int, occupied: int) -> int:
        """all_seen, where of all squares only the other side's kings' and those they step to matter."""
        seen = 0
        for i in range(by * ATTACK_TABLES, by * ATTACK_TABLES + self.attack_table_count[by]):
            approach = 0
            bits = kings
            while bits:
                approach |= self.attack_tables[i].approach[lowest(bits)]
                bits &= bits - 1
            origins = (self.frames[p].men[self.attack_tables[i].man] | self.frames[p].men[self.attack_tables[i].other]) \
                & self.frames[p].sides[by] & approach
            if i < by * ATTACK_TABLES + self.leaping[by]:
                while origins:
                    seen |= self.attack_tables[i].leaps[lowest(origins)]
                    origins &= origins - 1
            while origins:
                seen |= self.look_up(self.attack_tables[i].slots, lowest(origins), self.attack_tables[i].segments, occupied)
                origins &= origins - 1
        return seen

    def kind_at(self, p: int, bit: int) -> int:
        """The kind of the man on a square that is occupied."""
        i = 0
        while not self.frames[p].men[i] & bit:
            i += 1
        return i

    # --------------------------------------------------------------------------------------- royal safety

    def kings_safe(self, p: int, us: int, kings: int, occupied: int, among: int) -> bool:
        """May the kings of `us` stand so? No king attacked; under ULTRA not all of them."""
        if self.doctrine == ULTRA:
            safe = not kings
            while kings and not safe:
                safe = not self.attacked(p, us ^ 1, lowest(kings), occupied, among)
                kings &= kings - 1
            return safe
        while kings:
            if self.attacked(p, us ^ 1, lowest(kings), occupied, among):
                return False
            kings &= kings - 1
        return True

    def safe(self, p: int, us: int) -> bool:
        """May the kings of `us` stand as they do at p?"""
        return self.kings_safe(p, us, self.frames[p].men[self.royal] & self.frames[p].sides[us],
                               self.frames[p].sides[0] | self.frames[p].sides[1], self.frames[p].sides[us ^ 1])

    def in_check_at(self, p: int, us: int) -> bool:
        """Is `us` in check at p?"""
        return not self.safe(p, us)

    def line(self, origin: int, way: int, occupied: int, own: int) -> None:
        """A way from an enemy's square to a king: a check, a pin or nothing."""
        blockers = way & occupied
        way |= ONE << origin
        if not blockers:
            self.check &= way
        elif not blockers & (blockers - 1) and blockers & own:
            square = lowest(blockers)
            self.pin[square] = self.pin[square] & way if self.pinned & blockers else way
            self.pinned |= blockers

    def king_lines(self, p: int, us: int, king: int, targets: int) -> int:
        """Add the lines on one king to check, pinned and pin; gives those of its targets where it is not attacked.

        One look at each enemy that may see the king's square or, where there are targets, one it could step to.
        The king's own square is vacated for that: it shelters no square behind it.
        """
        them = us ^ 1
        own = self.frames[p].sides[us]
        enemy = self.frames[p].sides[them]
        occupied = own | enemy
        seen = checking = 0
        for i in range(them * ATTACK_TABLES, them * ATTACK_TABLES + self.leaping[them]):
            origins = (self.frames[p].men[self.attack_tables[i].man] | self.frames[p].men[self.attack_tables[i].other]) \
                & enemy & self.attack_tables[i].approach[king]
            if origins:
                checking |= origins & self.attack_tables[i].near[king]
                while origins:
                    seen |= self.attack_tables[i].leaps[lowest(origins)]
                    origins &= origins - 1
        if checking:
            self.check &= 0 if checking & (checking - 1) else checking
        for i in range(them * ATTACK_TABLES + self.leaping[them], them * ATTACK_TABLES + self.attack_table_count[them]):
            origins = (self.frames[p].men[self.attack_tables[i].man] | self.frames[p].men[self.attack_tables[i].other]) \
                & enemy & (self.attack_tables[i].approach[king] if targets else self.attack_tables[i].reach[king])
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                if targets:
                    seen |= self.look_up(self.attack_tables[i].slots, origin, self.attack_tables[i].segments, occupied ^ ONE << king)
                if not self.attack_tables[i].reach[king] >> origin & 1:
                    continue
                if self.attack_tables[i].several[king] >> origin & 1:
                    for j in range(self.attack_tables[i].first[king * SQUARES + origin],
                                   self.attack_tables[i].first[king * SQUARES + origin + 1]):
                        self.line(origin, self.ways[j], occupied, own)
                else:
                    self.line(origin, self.attack_tables[i].between[king * SQUARES + origin], occupied, own)
        return targets & ~seen

    def royal_lines(self, p: int, us: int) -> None:
        """Set check (targets that answer every check, FULL for none), pinned men and pin (what each may reach).

        king_to is set too: where each king would not be attacked; but for several kings under ULTRA.
        """
        self.check = FULL
        self.pinned = 0
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        if kings & (kings - 1):
            if self.doctrine == ULTRA:
                self.ultra_lines(p, us)
            else:
                self.several_lines(p, us)
        elif kings:
            king = lowest(kings)
            self.king_to[king] = self.king_lines(p, us, king, self.king_targets(p, us, king))

    def king_targets(self, p: int, us: int, king: int) -> int:
        """Where a king could step if nothing were attacked."""
        return self.move_tables[KING_MOVE_TABLE + us].leaps[king] & self.target_mask[BOTH]

    def king_flees(self, p: int) -> bool:
        """Has the side to move a step of a king after which no king of either side is attacked? Quick, not exhaustive.

        For several kings, none of which may be attacked, where the other side's kings are safe at p: the step can
        but open a line to them. All kings of the side are lifted off the board to see what is attacked.
        """
        us = self.frames[p].turn
        own = self.frames[p].sides[us]
        enemy = self.frames[p].sides[us ^ 1]
        kings = self.frames[p].men[self.royal] & own
        seen = self.seen_near(p, us ^ 1, kings, (own | enemy) ^ kings)
        bits = kings
        while bits:
            left = bits & -bits
            bits ^= left
            if seen & (kings ^ left):
                continue
            targets = self.move_tables[KING_MOVE_TABLE + us].leaps[lowest(left)] & ~(seen | own | self.frames[p].men[self.royal])
            if targets:
                bits = self.frames[p].men[self.royal] & enemy
                while bits:
                    if self.attacked_by_rider(p, us, lowest(bits), (own | enemy) ^ left | targets & -targets, own):
                        return False
                    bits &= bits - 1
                return True
        return False

    def several_lines(self, p: int, us: int) -> None:
        """The same for several kings, none of which may be attacked; each king's checks are kept in king_check."""
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        check = FULL
        while kings:
            king = lowest(kings)
            kings &= kings - 1
            self.check = FULL
            self.king_to[king] = self.king_lines(p, us, king, self.king_targets(p, us, king))
            self.king_check[king] = self.check
            check &= self.check
        self.check = check

    def ultra_lines(self, p: int, us: int) -> None:
        """The same where one safe king is enough: a man may go where at least one king is left unattacked."""
        own = self.frames[p].sides[us]
        bound = own
        kings = self.frames[p].men[self.royal] & own
        rest = kings
        self.tied = kings
        while rest and (bound or self.tied):
            self.check = FULL
            self.pinned = 0
            self.king_lines(p, us, lowest(rest), 0)
            if self.check == FULL:
                bound &= self.pinned
                self.tied &= self.pinned | rest & -rest
            rest &= rest - 1
        if bound:
            for square in range(SQUARES):
                self.way[square] = 0
            kings = self.frames[p].men[self.royal] & own
            while kings:
                self.check = FULL
                self.pinned = 0
                self.king_lines(p, us, lowest(kings), 0)
                rest = bound
                while rest:
                    square = lowest(rest)
                    self.way[square] |= self.check & self.pin[square] if self.pinned >> square & 1 else self.check
                    rest &= rest - 1
                kings &= kings - 1
            rest = bound
            while rest:
                square = lowest(rest)
                self.pin[square] = self.way[square]
                rest &= rest - 1
        self.check = FULL
        self.pinned = bound

    # ---------------------------------------------------------------------------------------------- checking

    def compute_check_info(self, p: int) -> None:
        """Set direct (by man: squares from which it would see an enemy king) and discover (men that shield one).

        Needs, for a man's own square not to count as a blocker of its own line, that every part of a ray is a
        ray of the square it starts from: the tables say so (`tails`). Where it is not so, every square is direct.
        """
        us = self.frames[p].turn
        own = self.frames[p].sides[us]
        occupied = own | self.frames[p].sides[us ^ 1]
        for i in range(MEN):
            self.direct[i] = 0 if self.tails else FULL
        self.discover = 0
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us ^ 1]
        while kings:
            king = lowest(kings)
            kings &= kings - 1
            for i in range(us * ATTACK_TABLES, us * ATTACK_TABLES + self.leaping[us]):
                self.direct[self.attack_tables[i].man] |= self.attack_tables[i].near[king]
                self.direct[self.attack_tables[i].other] |= self.attack_tables[i].near[king]
            for i in range(us * ATTACK_TABLES + self.leaping[us], us * ATTACK_TABLES + self.attack_table_count[us]):
                seen = self.attack_tables[i].near[king]
                if self.attack_tables[i].mutual:
                    seen |= self.look_up(self.attack_tables[i].slots, king, self.attack_tables[i].segments, occupied)
                else:
                    origins = self.attack_tables[i].far[king]
                    while origins:
                        origin = lowest(origins)
                        origins &= origins - 1
                        if not self.attack_tables[i].between[king * SQUARES + origin] & occupied:
                            seen |= ONE << origin
                        elif self.attack_tables[i].several[king] >> origin & 1:
                            for j in range(self.attack_tables[i].first[king * SQUARES + origin],
                                           self.attack_tables[i].first[king * SQUARES + origin + 1]):
                                if not self.ways[j] & occupied:
                                    seen |= ONE << origin
                self.direct[self.attack_tables[i].man] |= seen
                self.direct[self.attack_tables[i].other] |= seen
                origins = (self.frames[p].men[self.attack_tables[i].man] | self.frames[p].men[self.attack_tables[i].other]) \
                    & own & self.attack_tables[i].far[king]
                while origins:
                    origin = lowest(origins)
                    origins &= origins - 1
                    blockers = self.attack_tables[i].between[king * SQUARES + origin] & occupied
                    if not blockers & (blockers - 1):
                        self.discover |= blockers
                    if self.attack_tables[i].several[king] >> origin & 1:
                        for j in range(self.attack_tables[i].first[king * SQUARES + origin],
                                       self.attack_tables[i].first[king * SQUARES + origin + 1]):
                            blockers = self.ways[j] & occupied
                            if not blockers & (blockers - 1):
                                self.discover |= blockers

    def may_check(self, move: int) -> bool:
        """Whether a move may give check, by compute_check_info; never wrong when it says no."""
        becomes = move_result(move)
        origin = move_origin(move)
        return move_kind(move) != PLAIN or becomes != move_man(move) \
            or (self.direct[becomes] >> move_target(move) | self.discover >> origin) & 1

    # ------------------------------------------------------------------------------------------ generating

    # Every function below has a task. COUNTED: n grows by the number of moves. LISTED: they are in list as well.
    # CHECKS_ONLY: those that may give check by compute_check_info are, and n grows by them; the others are counted in quiet_count.

    def emit(self, n: int, step: int, origin: int, back: int, targets: int, wanted: int, zone: int, code: int,
             task: int) -> int:
        """n plus the moves to the targets, from `origin`, or from target - back where `back` is set.

        `wanted`: where a CHECKS_ONLY move may give check; `zone`: where the man promotes; `code`: what its other moves
        have besides origin and target.
        """
        if task == CHECKS_ONLY:
            self.quiet_count += popcount(targets & ~(wanted | zone))
            targets &= wanted | zone
        promoting = targets & zone
        if task == COUNTED:
            n += popcount(targets)
            if promoting:
                n += (self.move_tables[step].choices - 1) * popcount(promoting)
            return n
        targets ^= promoting
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            self.list[n] = (target - back if back else origin) | target << 6 | code
            n += 1
        while promoting:
            target = lowest(promoting)
            promoting &= promoting - 1
            for i in range(1, self.move_tables[step].choices + 1):
                self.list[n] = (target - back if back else origin) | target << 6 | self.move_tables[step].codes[i]
                n += 1
        return n

    def men_moves(self, p: int, n: int, us: int, task: int) -> int:
        """n plus the moves of all men but kings; check, pinned, pin and target_mask are set."""
        single = self.pinned | self.discover if task == CHECKS_ONLY else self.pinned
        free = self.frames[p].sides[us] & ~single
        n = self.shifted_moves(p, n, free, us, task)
        n = self.looked_up_moves(p, n, free, us, task)
        if single:
            n = self.single_moves(p, n, self.frames[p].sides[us] & single, task)
        return n

    def shifted_moves(self, p: int, n: int, free: int, us: int, task: int) -> int:
        """n plus the moves that are translations, of the men in `free`: all men of a kind at once."""
        check = self.check
        for s in range(us * MOVE_TABLES, us * MOVE_TABLES + self.shifting[us]):
            target_mask = self.target_mask[self.move_tables[s].mode]
            shift = self.move_tables[s].shift
            zone = self.move_tables[s].zone
            code = self.move_tables[s].codes[0] if task else 0
            wanted = self.direct[self.move_tables[s].man] if task == CHECKS_ONLY else FULL
            once = self.frames[p].men[self.move_tables[s].man] & free & self.move_tables[s].leave
            once = (once << (shift & 63) | once >> (-shift & 63)) & target_mask
            n = self.emit(n, s, 0, shift, once & check, wanted, zone, code, task)
            once &= self.move_tables[s].onward
            if once:
                twice = (once << (shift & 63) | once >> (-shift & 63)) & target_mask
                n = self.emit(n, s, 0, 2 * shift, twice & check, wanted, zone, code, task)
        return n

    def looked_up_moves(self, p: int, n: int, free: int, us: int, task: int) -> int:
        """n plus the moves that are no translations, of the men in `free`: one look-up for each man."""
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        for s in range(us * MOVE_TABLES + self.shifting[us], us * MOVE_TABLES + self.move_table_count[us]):
            men = (self.frames[p].men[self.move_tables[s].man] | self.frames[p].men[self.move_tables[s].other]) & free
            targets = self.target_mask[self.move_tables[s].mode] & self.check
            zone = self.move_tables[s].zone & targets
            segments = self.move_tables[s].segments
            if self.move_tables[s].leaping:
                while men:
                    square = lowest(men)
                    men &= men - 1
                    n = self.single(p, n, s, square, self.move_tables[s].leaps[square] & targets, zone, task)
            elif segments == 1 and not zone:
                while men:
                    square = lowest(men)
                    men &= men - 1
                    n = self.single(p, n, s, square, self.look_up(self.move_tables[s].slots, square, 1, occupied) & targets, 0,
                                    task)
            while men:
                square = lowest(men)
                men &= men - 1
                n = self.single(p, n, s, square, self.look_up(self.move_tables[s].slots, square, segments, occupied) & targets,
                                zone, task)
        return n

    def single_moves(self, p: int, n: int, single: int, task: int) -> int:
        """n plus the moves of the men in `single`, each looked at by itself: pinned men keep to their lines."""
        us = self.frames[p].turn
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        for s in range(us * MOVE_TABLES, us * MOVE_TABLES + self.move_table_count[us]):
            if not self.move_tables[s].last:
                continue
            men = (self.frames[p].men[self.move_tables[s].man] | self.frames[p].men[self.move_tables[s].other]) & single
            while men:
                square = lowest(men)
                men &= men - 1
                targets = self.look_up(self.move_tables[s].slots, square, self.move_tables[s].segments, occupied) \
                    & self.target_mask[self.move_tables[s].mode] & self.check
                if self.pinned >> square & 1:
                    targets &= self.pin[square]
                n = self.single(p, n, s, square, targets, self.move_tables[s].zone, task)
        return n

    def single(self, p: int, n: int, step: int, square: int, targets: int, zone: int, task: int) -> int:
        """n plus the moves by a step of the man on a square to the targets."""
        if task == COUNTED:
            return self.emit(n, step, square, 0, targets, FULL, zone, 0, task)
        man, code = self.move_tables[step].man, self.move_tables[step].codes[0]
        if not self.frames[p].men[man] >> square & 1:
            man, code = self.move_tables[step].other, self.move_tables[step].other_code
        wanted = FULL if task == LISTED or self.discover >> square & 1 else self.direct[man]
        return self.emit(n, step, square, 0, targets, wanted, zone, code, task)

    def king_steps(self, n: int, us: int, king: int, targets: int, task: int) -> int:
        """n plus the steps of a king to the targets."""
        wanted = FULL if task != CHECKS_ONLY or self.discover >> king & 1 else self.direct[self.royal]
        return self.emit(n, KING_MOVE_TABLE + us, king, 0, targets, wanted, 0, self.royal << 12 | self.royal << 15, task)

    def king_moves(self, p: int, n: int, us: int, task: int) -> int:
        """n plus the kings' steps and castlings; what royal_lines sets is set."""
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        if kings & (kings - 1):
            n = self.several_kings_steps(p, n, task)
        elif kings:
            n = self.king_steps(n, us, lowest(kings), self.king_to[lowest(kings)], task)
        for f in range(us * FAMILIES, us * FAMILIES + self.family_count):
            if not self.families[f].rights:
                n = self.castlings(p, f, n, task)
            elif self.families[f].rights & self.frames[p].rights:
                if self.families[f].few:
                    n = self.castlings_by_right(p, f, n, task)
                else:
                    n = self.castlings(p, f, n, task)
        return n

    def several_kings_steps(self, p: int, n: int, task: int) -> int:
        """n plus the move_tables of several kings: what shields another king keeps to its line, checks are answered."""
        us = self.frames[p].turn
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        bits = kings
        while bits:
            king = lowest(bits)
            bits &= bits - 1
            if self.doctrine == ULTRA:
                n = self.ultra_steps(p, n, king, self.king_targets(p, us, king), task)
                continue
            targets = self.king_to[king]
            if self.pinned >> king & 1:
                targets &= self.pin[king]
            if self.check != FULL:
                others = kings ^ ONE << king
                while others:
                    targets &= self.king_check[lowest(others)]
                    others &= others - 1
            n = self.king_steps(n, us, king, targets, task)
        return n

    def ultra_steps(self, p: int, n: int, king: int, targets: int, task: int) -> int:
        """n plus the steps of a king of several where one safe king is enough."""
        us = self.frames[p].turn
        own = self.frames[p].sides[us]
        enemy = self.frames[p].sides[us ^ 1]
        kings = self.frames[p].men[self.royal] & own
        code = self.move_tables[KING_MOVE_TABLE + us].codes[0]
        tied = self.tied >> king & 1
        if not tied and task == COUNTED:
            return n + popcount(targets)
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            after = ((own | enemy) ^ ONE << king) | ONE << target
            if tied and not self.kings_safe(p, us, kings ^ ONE << king | ONE << target, after,
                                            enemy & ~(ONE << target)):
                continue
            if task:
                self.list[n] = king | target << 6 | code
            n += 1
        return n

    def en_passant_moves(self, p: int, n: int, task: int) -> int:
        """n plus the captures in passing, each tested on the board as it will be."""
        us = self.frames[p].turn
        own = self.frames[p].sides[us]
        kings = self.frames[p].men[self.royal] & own
        target = self.frames[p].ep_square
        victim = ONE << self.frames[p].ep_pawn
        bits = self.passers[us][target] & self.frames[p].men[self.ep_man] & own
        while bits:
            occupied = (own | self.frames[p].sides[us ^ 1]) ^ (bits & -bits) ^ victim | ONE << target
            if self.kings_safe(p, us, kings, occupied, self.frames[p].sides[us ^ 1] & ~victim):
                if task:
                    self.list[n] = lowest(bits) | target << 6 | self.ep_man << 12 | self.ep_man << 15 \
                        | EN_PASSANT << 18
                n += 1
            bits &= bits - 1
        return n

    def king_promotions(self, p: int, n: int, tested: bool, task: int) -> int:
        """n plus the promotions to king: a king more may be attacked where it is born, or be the one safe king."""
        us = self.frames[p].turn
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        for s in range(us * MOVE_TABLES, us * MOVE_TABLES + self.move_table_count[us]):
            men = self.frames[p].men[self.move_tables[s].man] & self.frames[p].sides[us] & self.move_tables[s].crowning
            while men:
                square = lowest(men)
                men &= men - 1
                targets = self.look_up(self.move_tables[s].slots, square, self.move_tables[s].segments, occupied) \
                    & self.target_mask[self.move_tables[s].mode] & self.move_tables[s].zone
                while targets:
                    move = square | lowest(targets) << 6 | self.move_tables[s].crown
                    targets &= targets - 1
                    if tested:
                        self.make(p, p + 1, move)
                        if not self.safe(p + 1, us):
                            continue
                    if task:
                        self.list[n] = move
                    n += 1
        return n

    def castlings_by_right(self, p: int, f: int, n: int, task: int) -> int:
        """n plus the castlings of a family of few castles: the right says that king and partner are at home."""
        us = self.frames[p].turn
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        for c in range(self.families[f].few):
            if occupied & self.families[f].castles[c].empty \
                    or not self.families[f].castles[c].right & self.frames[p].rights:
                continue
            if self.check != FULL and not self.families[f].in_check:
                continue
            if self.castles_safely(p, f, c, self.families[f].castles[c].king, self.families[f].castles[c].partner):
                if task:
                    self.list[n] = self.families[f].castles[c].king | self.families[f].castles[c].king_to << 6 \
                        | self.royal << 12 | CASTLING + f - us * FAMILIES << 18 \
                        | self.families[f].castles[c].partner << 21 \
                        | self.kind_at(p, ONE << self.families[f].castles[c].partner) * (1 << 15 | 1 << 27)
                n += 1
        return n

    def castlings(self, p: int, f: int, n: int, task: int) -> int:
        """n plus the castlings of a family."""
        us = self.frames[p].turn
        own = self.frames[p].sides[us]
        enemy = self.frames[p].sides[us ^ 1]
        occupied = own | enemy
        kings = self.frames[p].men[self.royal] & own
        several = kings & (kings - 1)
        if not several and self.check != FULL and not self.families[f].in_check:
            return n
        men = 0
        for i in range(self.families[f].count):
            men |= self.frames[p].men[self.families[f].men[i]]
        if self.families[f].inverted:
            men = ~men & FULL
        men &= occupied if self.families[f].either else own
        seen = 0
        known = self.families[f].swap and not several       # nothing is vacated: the king may go where none sees
        if known:
            seen = self.all_seen(p, us ^ 1, occupied)
        bits = kings
        while bits:
            king = lowest(bits)
            bits &= bits - 1
            among = self.families[f].partners[king] & men & ~seen
            if known and among:
                c = self.families[f].record[king * SQUARES + lowest(among)]
                promoting = 0
                for i in range(self.kinds):
                    if self.families[f].castles[c].barred >> i & 1:
                        among &= ~self.frames[p].men[i]
                    if self.families[f].castles[c].promotes >> i & 1:
                        promoting |= self.frames[p].men[i]
                if task == COUNTED and not among & promoting:
                    n += popcount(among)
                    continue
            while among:
                partner = lowest(among)
                among &= among - 1
                c = self.families[f].record[king * SQUARES + partner]
                if self.families[f].castles[c].empty & occupied:
                    continue
                if self.families[f].castles[c].right \
                        and not self.families[f].castles[c].right & self.frames[p].rights:
                    continue
                kind = 0
                if task or self.families[f].castles[c].barred or self.families[f].castles[c].promotes:
                    kind = self.kind_at(p, ONE << partner)
                    if self.families[f].castles[c].barred >> kind & 1:
                        continue
                if not known and not self.castles_safely(p, f, c, king, partner):
                    continue
                code = king | self.families[f].castles[c].king_to << 6 | self.royal << 12 \
                    | CASTLING + f - us * FAMILIES << 18 | partner << 21 | kind << 27
                if self.families[f].castles[c].promotes >> kind & 1:
                    n = self.promoting_partner(p, n, kind, code, task)
                    continue
                if task:
                    self.list[n] = code | kind << 15
                n += 1
        return n

    def promoting_partner(self, p: int, n: int, kind: int, code: int, task: int) -> int:
        """n plus one castling for each man the partner may become."""
        us = self.frames[p].turn
        i = us * MOVE_TABLES
        while self.move_tables[i].man != kind:
            i += 1
        for choice in range(1, self.move_tables[i].choices + 1):
            if task:
                self.list[n] = code | (self.move_tables[i].codes[choice] & 7 << 15)
            n += 1
        if self.move_tables[i].crown:
            self.make(p, p + 1, code | self.royal << 15)
            if self.safe(p + 1, us):
                if task:
                    self.list[n] = code | self.royal << 15
                n += 1
        return n

    def castles_safely(self, p: int, f: int, c: int, king: int, partner: int) -> bool:
        """Is the castling king safe on all squares it needs, and are the kings safe at the end?

        Where king_to is set it knows already of empty squares: there the king is not attacked with its own vacated.
        """
        us = self.frames[p].turn
        own = self.frames[p].sides[us]
        enemy = self.frames[p].sides[us ^ 1]
        kings = self.frames[p].men[self.royal] & own
        several = kings & (kings - 1)
        king_bit = ONE << king
        home = (own | enemy) ^ king_bit
        bits = self.families[f].castles[c].safe
        if not several:
            bits &= ~king_bit
        if not several or self.doctrine != ULTRA:
            bits &= home | ~self.king_to[king]
        while bits:
            if self.attacked(p, us ^ 1, lowest(bits), home, enemy):
                return False
            bits &= bits - 1
        partner_bit = ONE << partner
        king_to = self.families[f].castles[c].king_to
        partner_to = self.families[f].castles[c].partner_to
        if partner_bit & enemy:
            self.make(p, p + 1, king | king_to << 6 | self.royal << 12 | CASTLING + f - us * FAMILIES << 18
                      | partner << 21 | self.kind_at(p, partner_bit) << 27 | self.kind_at(p, partner_bit) << 15)
            return not self.attacked(p + 1, us ^ 1, king_to, self.frames[p + 1].sides[0] | self.frames[p + 1].sides[1],
                                     self.frames[p + 1].sides[us ^ 1]) and self.safe(p + 1, us)
        after = home & ~partner_bit | ONE << king_to | ONE << partner_to
        if self.attacked(p, us ^ 1, king_to, after, enemy):
            return False
        if several:
            if kings & partner_bit:
                kings = kings ^ partner_bit | ONE << partner_to
            return self.kings_safe(p, us, kings ^ king_bit | ONE << king_to, after, enemy)
        return True

    def run_won(self, p: int) -> bool:
        """Has a king run been won at p?"""
        if not self.frames[p].rights & self.running:
            return False
        for us in range(2):
            if self.frames[p].rights & self.run_flags[us] \
                    and self.frames[p].men[self.royal] & self.frames[p].sides[us] & self.goals[us]:
                return True
        return False

    def prepare(self, p: int, us: int) -> None:
        """Set what all moves at p need: target_mask, by mode the squares to go to, and what royal_lines sets."""
        self.target_mask[BOTH] = ~(self.frames[p].sides[us] | self.frames[p].men[self.royal]) & FULL
        if self.partial:
            self.target_mask[QUIET] = ~(self.frames[p].sides[0] | self.frames[p].sides[1]) & FULL
            self.target_mask[CAPTURE] = self.frames[p].sides[us ^ 1] & ~self.frames[p].men[self.royal]
        self.royal_lines(p, us)

    def generate(self, p: int, n: int, us: int, task: int) -> int:
        """n plus the moves at p that leave the mover's kings as they must be; where listed, from list[n] on."""
        if self.run_won(p):
            return n
        self.prepare(p, us)
        if self.check:
            n = self.men_moves(p, n, us, task)
        if self.frames[p].ep_square != NONE:
            n = self.en_passant_moves(p, n, task)
        if self.king_promotion_from[us] & self.frames[p].sides[us]:
            n = self.king_promotions(p, n, True, task)
        return self.king_moves(p, n, us, task)

    def list_moves(self, p: int, n: int) -> int:
        """List the moves of generate."""
        return self.generate(p, n, self.frames[p].turn, LISTED)

    def count_moves(self, p: int) -> int:
        """Count the moves of generate."""
        return self.generate(p, 0, self.frames[p].turn, COUNTED)

    def generate_checks(self, p: int, n: int) -> int:
        """List those moves of generate that may give check, by compute_check_info, and set quiet_count to how many may not."""
        self.quiet_count = 0
        return self.generate(p, n, self.frames[p].turn, CHECKS_ONLY)

    # --------------------------------------------------------------------------------------------- playing

    def make(self, p: int, d: int, move: int) -> None:
        """Write at d the position after the move at p."""
        self.apply(p, d, move, self.frames[p].turn, True)

    def make_each(self, p: int, n: int, end: int) -> int:
        """How many moves list[n:end] are, each made at p in its turn."""
        for i in range(n, end):
            self.apply(p, p + 1, self.list[i], self.frames[p].turn, True)
        return end - n

    def count_after_each(self, p: int, n: int, end: int) -> int:
        """How many moves of generate there are after the moves list[n:end] at p, together."""
        return self.count_replies(p, n, end, 1) if self.frames[p].turn else self.count_replies(p, n, end, 0)

    def count_replies(self, p: int, n: int, end: int, us: int) -> int:
        """count_after_each for the moves of `us`: written out for each side, it is known when it is compiled."""
        total = 0
        for i in range(n, end):
            self.apply(p, p + 1, self.list[i], us, False)
            total += self.generate(p + 1, 0, us ^ 1, COUNTED)
        return total

    def apply(self, p: int, d: int, move: int, us: int, keyed: bool) -> None:
        """make, for the places where the call would cost too much; not `keyed`: where nothing asks for the key.

        What is written is computed from p: to read at d what has just been written there would take longer.
        """
        them = us ^ 1
        origin, target, man, becomes = move_origin(move), move_target(move), move_man(move), move_result(move)
        kind = move_kind(move)
        if cython.compiled:
            self.frames[d] = self.frames[p]
        else:
            self.frames[d].copy(self.frames[p])
        key = self.frames[p].key ^ self.turn_key
        if keyed and self.frames[p].ep_square != NONE:
            key ^= self.passed_keys[self.frames[p].ep_square]
        self.frames[d].turn = them
        self.frames[d].ep_square = NONE
        if keyed:
            self.frames[d].key = key
        if kind >= CASTLING:
            self.castle(p, d, move)
            return
        leaving = ONE << origin
        arriving = ONE << target
        rights = self.frames[p].rights & self.keep[origin] & self.keep[target]
        stay = self.frames[p].men[man] ^ leaving
        if self.frames[p].sides[them] & arriving:
            i = self.kind_at(p, arriving)
            self.frames[d].men[i] = self.frames[p].men[i] ^ arriving
            self.frames[d].sides[them] = self.frames[p].sides[them] ^ arriving
            key ^= self.keys[(them * MEN + i) * SQUARES + target]
        elif kind == EN_PASSANT:
            stay ^= ONE << self.frames[p].ep_pawn
            self.frames[d].sides[them] = self.frames[p].sides[them] ^ ONE << self.frames[p].ep_pawn
            key ^= self.keys[(them * MEN + man) * SQUARES + self.frames[p].ep_pawn]
        if man == becomes:
            self.frames[d].men[man] = stay | arriving
        else:
            self.frames[d].men[man] ^= leaving
            self.frames[d].men[becomes] |= arriving
        self.frames[d].sides[us] = self.frames[p].sides[us] ^ (leaving | arriving)
        key ^= self.keys[(us * MEN + man) * SQUARES + origin] ^ self.keys[(us * MEN + becomes) * SQUARES + target]
        if man == self.ep_man and self.double_to[us][origin] == target:
            passed = self.passed_over[us][origin]
            if self.passers[them][passed] & self.frames[d].men[man] & self.frames[d].sides[them]:
                self.frames[d].ep_square = passed
                self.frames[d].ep_pawn = target
                key ^= self.passed_keys[passed]
        elif man == self.royal and self.run_flags[us]:
            if leaving & self.gates[2 * us] and arriving & self.gates[2 * us + 1]:
                rights |= self.run_flags[us]
            elif leaving & self.gates[2 * us + 1] and arriving & self.gates[2 * us]:
                rights &= ~self.run_flags[us] & 255
        if rights != self.frames[p].rights:
            key ^= self.right_keys[self.frames[p].rights] ^ self.right_keys[rights]
        self.frames[d].rights = rights
        if keyed:
            self.frames[d].key = key

    def castle(self, p: int, d: int, move: int) -> None:
        """The castling part of make: two men change squares, nothing is taken."""
        us = self.frames[p].turn
        king, partner, becomes, was = move_origin(move), move_partner(move), move_result(move), move_partner_man(move)
        f = us * FAMILIES + move_kind(move) - CASTLING
        c = self.families[f].record[king * SQUARES + partner]
        owner = us if self.frames[p].sides[us] >> partner & 1 else us ^ 1
        left = ONE << partner
        reached = ONE << self.families[f].castles[c].partner_to
        self.frames[d].men[was] ^= left
        self.frames[d].sides[owner] ^= left
        left = ONE << king
        self.frames[d].men[self.royal] ^= left
        self.frames[d].sides[us] ^= left
        self.frames[d].men[becomes] |= reached
        self.frames[d].sides[owner] |= reached
        reached = ONE << self.families[f].castles[c].king_to
        self.frames[d].men[self.royal] |= reached
        self.frames[d].sides[us] |= reached
        rights = self.frames[p].rights & self.keep[king] & self.keep[partner]
        if self.families[f].spends:
            rights &= ~self.families[f].castles[c].right & 255
        key = self.frames[d].key ^ self.right_keys[self.frames[p].rights] ^ self.right_keys[rights]
        key ^= self.keys[(us * MEN + self.royal) * SQUARES + king]
        key ^= self.keys[(us * MEN + self.royal) * SQUARES + self.families[f].castles[c].king_to]
        key ^= self.keys[(owner * MEN + was) * SQUARES + partner]
        key ^= self.keys[(owner * MEN + becomes) * SQUARES + self.families[f].castles[c].partner_to]
        self.frames[d].rights = rights
        self.frames[d].key = key

    def null_move(self, p: int) -> None:
        """Give the move at p to the other side, as if the side to move passed; what was passed over is forgotten."""
        if self.frames[p].ep_square != NONE:
            self.frames[p].key ^= self.passed_keys[self.frames[p].ep_square]
            self.frames[p].ep_square = NONE
        self.frames[p].turn ^= 1
        self.frames[p].key ^= self.turn_key

    def copy_frame(self, p: int, d: int) -> None:
        """Write the position at p to d."""
        if cython.compiled:
            self.frames[d] = self.frames[p]
        else:
            self.frames[d].copy(self.frames[p])

    def partner_target(self, us: int, move: int) -> int:
        """Where the partner goes in a castling of `us`."""
        f = us * FAMILIES + move_kind(move) - CASTLING
        return self.families[f].castles[self.families[f].record[move_origin(move) * SQUARES + move_partner(move)]].partner_to

    def full_key(self, p: int) -> int:
        """The hash key of the position at p, from nothing."""
        key = self.right_keys[self.frames[p].rights]
        if self.frames[p].turn:
            key ^= self.turn_key
        if self.frames[p].ep_square != NONE:
            key ^= self.passed_keys[self.frames[p].ep_square]
        for i in range(self.kinds):
            for side in range(2):
                bits = self.frames[p].men[i] & self.frames[p].sides[side]
                while bits:
                    key ^= self.keys[(side * MEN + i) * SQUARES + lowest(bits)]
                    bits &= bits - 1
        return key

    # ----------------------------------------------------------------------------------- the face in Python

    def load(self, setup: Setup) -> None:
        """Empty the stack and put the setup on it."""
        tables = self.rules.tables
        self.ply = 0
        for i in range(MEN):
            self.frames[0].men[i] = 0
        self.frames[0].sides[0] = self.frames[0].sides[1] = 0
        for square, letter in setup.pieces:
            number: int = tables.numbers[letter.upper()]
            side: int = 0 if letter.isupper() else 1
            bit: int = ONE << square
            self.frames[0].men[number] |= bit
            self.frames[0].sides[side] |= bit
        rights: int = 0
        for letter in setup.rights:
            rights |= tables.right_bits.get(letter, 0)
        for letter in setup.flags:
            rights |= tables.flag_bits[letter]
        self.frames[0].turn, self.frames[0].rights = setup.turn, rights
        self.frames[0].ep_square = self.frames[0].ep_pawn = NONE
        if setup.en_passant is not None:
            self._load_passed(setup.en_passant, setup.turn ^ 1)
        self.frames[0].key = self.full_key(0)

    def _load_passed(self, passed: int, by: int) -> None:
        """Record that a man of `by` has just passed over a square, where an enemy can take it so."""
        tables = self.rules.tables
        us = by ^ 1
        for origin in range(SQUARES):
            if tables.passed_over[by][origin] == passed:
                victim: int = tables.double_to[by][origin]
                if not self.frames[0].men[self.ep_man] >> victim & 1:
                    continue
                if self.passers[us][passed] & self.frames[0].men[self.ep_man] & self.frames[0].sides[us]:
                    self.frames[0].ep_square, self.frames[0].ep_pawn = passed, victim

    def save(self, halfmoves: int = 0, moves: int = 1) -> Setup:
        """The position on top as a setup; the passed square is kept only where a man can take there by its move."""
        tables = self.rules.tables
        p = self.ply
        men = [""] * tables.genre.board.size
        for square in tables.genre.board.squares:
            men[square] = self.man_at(square)
        rights = "".join(letter for letter, bit in tables.right_bits.items() if self.frames[p].rights & bit)
        flags = "".join(letter for letter, bit in tables.flag_bits.items() if self.frames[p].rights & bit)
        passed = None if self.frames[p].ep_square == NONE else int(self.frames[p].ep_square)
        return Setup(tuple(men), self.frames[p].turn, rights, passed, flags, halfmoves, moves)

    def man_at(self, square: int) -> str:
        """The FEN letter of the man on a square, "" where there is none."""
        tables = self.rules.tables
        p = self.ply
        for i in range(self.kinds):
            if self.frames[p].men[i] >> square & 1:
                letter: str = tables.letters[i]
                return letter if self.frames[p].sides[0] >> square & 1 else letter.lower()
        return ""

    def copy_top(self, other: State) -> None:
        """Make the position on top of another state of the same genre this state's only one."""
        p = other.ply
        self.ply = 0
        if cython.compiled:
            self.frames[0] = other.frames[p]
        else:
            self.frames[0].copy(other.frames[p])

    def push(self, move: int) -> None:
        """Play a move; IndexError where the stack is full."""
        if self.ply + MARGIN >= self.capacity:
            raise IndexError("the stack of positions is full")
        self.make(self.ply, self.ply + 1, move)
        self.ply += 1

    def pass_turn(self) -> None:
        """Let the side to move pass; taken back by pop as a move is."""
        if self.ply + MARGIN >= self.capacity:
            raise IndexError("the stack of positions is full")
        if cython.compiled:
            self.frames[self.ply + 1] = self.frames[self.ply]
        else:
            self.frames[self.ply + 1].copy(self.frames[self.ply])
        self.ply += 1
        self.null_move(self.ply)

    def play_alone(self, move: int) -> None:
        """Play a move and forget what was before it: the position after it is the only one on the stack."""
        self.make(self.ply, self.ply + 1, move)
        self.ply += 1
        self.copy_top(self)

    def pop(self) -> None:
        """Take the last move back; IndexError where there is none."""
        if not self.ply:
            raise IndexError("no move to take back")
        self.ply -= 1

    @property
    def turn(self) -> int:
        """The side to move at the top, 0 White."""
        return int(self.frames[self.ply].turn)

    @property
    def key(self) -> int:
        """The hash key of the position on top."""
        return self.frames[self.ply].key

    def attacks(self, side: int, square: int) -> list[int]:
        """Squares of the men of a side that see a square."""
        found = self.attackers(self.ply, side, square)
        return [i for i in range(SQUARES) if found >> i & 1]

    def kings(self, side: int) -> list[int]:
        """Squares of the kings of a side."""
        found = self.frames[self.ply].men[self.royal] & self.frames[self.ply].sides[side]
        return [i for i in range(SQUARES) if found >> i & 1]

    def in_check(self, side: int) -> bool:
        """Whether a side is in check by its royalty doctrine."""
        return bool(self.in_check_at(self.ply, side))

    def key_from_nothing(self) -> int:
        """The hash key computed anew: what `key` must be (for tests)."""
        return self.full_key(self.ply)


# An array from some item on: a pointer where compiled, a memoryview where not.

def words(values: Any, start: int) -> Any:
    if not cython.compiled:
        return view(values, start)
    at = values
    return cython.address(at[start])


def numbers(values: Any, start: int) -> Any:
    if not cython.compiled:
        return view(values, start)
    at = values
    return cython.address(at[start])


def shorts(values: Any, start: int) -> Any:
    if not cython.compiled:
        return view(values, start)
    at = values
    return cython.address(at[start])


def octets(values: Any, start: int) -> Any:
    if not cython.compiled:
        return view(values, start)
    at = values
    return cython.address(at[start])


def codes_from(values: Any) -> Any:
    if not cython.compiled:
        return view(values)
    at = values
    return cython.address(at[0])


def slots_from(slots: Any, start: int) -> Any:
    if not cython.compiled:
        return slots[start:]
    return slots + start
