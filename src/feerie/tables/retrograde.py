# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Retrograde analysis: the outcome of every position of some men, and its distance to mate in plies.

The method is that of endgame tables (Ströhlein 1970; Thompson, "Retrograde analysis of certain endgames", 1986). Each
position is first judged by its moves into other tables, which are known, and counts those that stay. Then, distance by
distance, moves are taken back from the positions decided: one that loses makes those before it wins; one that wins
counts down those before it, which lose when no other move is left.

Taking back finds candidates only; whatever a count says, a position is declared lost by its own legal moves. So a
candidate too many costs time and does no harm, and none may be missing: moves of all men back along their rays, and
castlings. `find_error` judges every position again by its moves.

A win by king run is a mate here. Draws by repetition or by the number of moves do not exist.
"""
from __future__ import annotations

import mmap
import sys
from array import array
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import cython

from feerie.kernel.compiled_rules import CompiledRules
from feerie.kernel.tables import tables_of
from feerie.kernel.verdict import Judge
from feerie.rules.genre import Genre
from feerie.rules.movement import Mode
from feerie.rules.properties import Property
from feerie.tables.indexing import PositionIndex

if not cython.compiled:
    from feerie.kernel.compiled_rules import MULTIPLEX, i32_view, u8_view, u16_view, u64_view
    from feerie.kernel.packed_move import move_kind, move_man, move_result, move_target
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import FAMILIES, MEN, NONE, PLAIN, SQUARES
    from feerie.kernel.verdict import VERDICT_UNPARRYABLE
    from feerie.tables.indexing import index_in_image, index_of, place_cell
    from feerie.tables.table_structs import Part
    TABLE_PARTS, UNKNOWN, INVALID, DRAWN, JUDGED, NO_DISTANCE = 128, 0, 1, 1, 2, 65535

NEEDS = Property.LINES | Property.STEADY_KIND | Property.STEADY_SIDE | Property.FEWER | Property.SMALL | Property.FREE
"""For taking moves back: men move along rays, and nothing else happens."""
NO_POSITION, FIRST_DISTANCE = 1, 2
"""What a table says of a position while it is made: 0 nothing yet, in the end a draw; 1 that there is none; from 2 on
the plies to mate + 2, which are even if the side to move is mated."""


def room(size: int, form: str) -> memoryview:
    """`size` zeros of a format, in large pages of memory where the system has them: what is asked lies anywhere."""
    count = size * array(form).itemsize
    if sys.platform != "linux":
        return memoryview(bytearray(count)).cast(form)
    area = mmap.mmap(-1, count, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with suppress(OSError):         # a kernel without them
        area.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(area).cast(form)


def signature_of(frames: Any, p: int) -> int:
    """The counts of all men at p as one number: Material.signature."""
    found = 0
    for kind in range(MEN):
        count = popcount(frames[p].men[kind] & frames[p].sides[0])
        found |= count << 4 * kind
        count = popcount(frames[p].men[kind] & frames[p].sides[1])
        found |= count << 4 * (kind + 8)
    return found


class Retrograde:
    """The table of one material in the making.

    `smaller`: for each material that a move can lead to, its signature, the index of its table, the table itself, and
    whether sides are exchanged in it. `values`: what is known of each position, as NO_POSITION and FIRST_DISTANCE say.
    """

    def __init__(self, rules: CompiledRules, index: PositionIndex,
                 smaller: Sequence[tuple[int, PositionIndex, Any, bool]]) -> None:
        self.judge, self.index, self.references = Judge(rules, 8), index, []
        self.judge.ensure_list()
        self.values_array, self.counters_array = room(index.size, "H"), room(index.size, "B")
        self.values, self.counters = u16_view(self.values_array, 0), u8_view(self.counters_array, 0)
        self.highest, self.strays, self.waiting, self.due = -1, 0, 0, NO_DISTANCE
        self.deferred: dict[int, list[int]] = {}
        if cython.compiled:
            self.own = cython.address(self.index.scheme)
        else:
            self.own = index.scheme
            self.parts = [Part() for _ in range(TABLE_PARTS)]
            self.castle_starts = [0] * (2 * FAMILIES * SQUARES + 1)
        self.own_signature = index.material.signature
        self.exact, self.part_count = self.judge.doctrine != MULTIPLEX, 0
        for signature, other, values, exchanged in smaller:
            self._add_part(signature, other, values, exchanged)
        self._list_origins(rules.tables.genre)
        self._list_castlings(rules.tables)

    def _add_part(self, signature: int, other: PositionIndex, values: Any, exchanged: bool) -> None:
        """Note a table that moves lead to."""
        i: int = self.part_count
        if cython.compiled:
            self.parts[i].scheme = cython.address(other.scheme)
        else:
            self.parts[i].scheme = other.scheme
        self.parts[i].values = u16_view(values, 0)
        self.parts[i].signature, self.parts[i].exchanged = signature, exchanged
        self.references.append((other, values))
        self.part_count += 1

    def _list_origins(self, genre: Genre) -> None:
        """For each side, kind and square: from where a man can have come without a capture, and what must be empty."""
        tables = tables_of(genre)
        starts, origins, masks = array("i", [0]), bytearray(), array("Q")
        for side in (0, 1):
            for kind in range(MEN):
                found: list[list[tuple[int, int]]] = [[] for _ in range(SQUARES)]
                if kind < len(genre.men):
                    for mode, component in tables.rays_of(genre.men[kind], side):
                        if mode != Mode.CAPTURE:
                            for origin, rays in enumerate(component):
                                for ray in rays:
                                    mask = 1 << origin
                                    for square in ray:
                                        found[square].append((origin, mask & ~(1 << square)))
                                        mask |= 1 << square
                for steps in found:
                    for origin, mask in steps:
                        origins.append(origin)
                        masks.append(mask)
                    starts.append(len(origins))
        origins.append(0)
        masks.append(0)
        self.references += [starts, origins, masks]
        self.starts, self.origins, self.masks = i32_view(starts, 0), u8_view(origins, 0), u64_view(masks, 0)

    def _list_castlings(self, tables: Any) -> None:
        """For each family of castlings and square of the king after it: those that need no right of the FEN."""
        flags: int = sum(tables.flag_bits.values())
        sorted_castles = array("H")
        for f in range(2 * FAMILIES):
            families = tables.families[f // FAMILIES]
            castles = families[f % FAMILIES].castles if f % FAMILIES < len(families) else []
            by_target: list[list[int]] = [[] for _ in range(SQUARES)]
            for number, castle in enumerate(castles):
                if not castle.right & ~flags:
                    by_target[castle.king_to].append(number)
            for square in range(SQUARES):
                sorted_castles.extend(by_target[square])
                self.castle_starts[f * SQUARES + square + 1] = len(sorted_castles)
        sorted_castles.append(0)
        self.references.append(sorted_castles)
        self.castles = u16_view(sorted_castles, 0)

    # ------------------------------------------------------------------------------------------- forward

    def value_after(self, p: int, n: int, move: int, done: int) -> int:
        """What is known of the position at p + 1, made by a move at p: UNKNOWN, DRAWN, or as in a table.

        A win in more than `done` plies may still become shorter, and counts as UNKNOWN.
        """
        if self.judge.frames[p + 1].ep_square != NONE:
            value = self.judged(p + 1, n, done)
            if value >= JUDGED and value & 1 and value - 2 > done:
                if value - 2 < self.due:
                    self.due = value - 2
                return UNKNOWN
            return value
        us = self.judge.frames[p].turn
        if move_kind(move) == PLAIN and move_man(move) == move_result(move) \
                and not self.judge.frames[p].sides[us ^ 1] >> move_target(move) & 1:
            return self.own_value(p + 1, done)
        signature = signature_of(self.judge.frames, p + 1)
        for i in range(self.part_count):
            if self.parts[i].signature == signature:
                cell = index_of(self.parts[i].scheme, self.judge.frames, p + 1, self.parts[i].exchanged)
                if cell < 0:
                    self.strays += 1
                    return DRAWN
                value = self.parts[i].values[cell]
                return value if value >= JUDGED else DRAWN
        if signature == self.own_signature:
            return self.own_value(p + 1, done)
        self.strays += 1
        return DRAWN

    def own_value(self, p: int, done: int) -> int:
        """value_after, for a position of this table."""
        cell = index_of(self.own, self.judge.frames, p, 0)
        value = INVALID if cell < 0 else self.values[cell]
        if value == INVALID:
            self.strays += 1
            return DRAWN
        return UNKNOWN if value & 1 and value - 2 > done else value

    def judged(self, p: int, n: int, done: int) -> int:
        """What the legal moves at p say of it, as value_after.

        Sets `waiting` to the number of moves that may yet turn out to lose, 0 if some move holds a draw for certain,
        and lowers `due` to the distance of a capture en passant that wins, but not soonest as far as is known.
        """
        end = self.judge.list_legal(p, n)
        if end == n:
            self.waiting = 0
            return JUDGED if self.judge.is_checkmate_at(p, n) else DRAWN
        best, worst, waiting, drawn = NO_DISTANCE, 0, 0, False
        for i in range(n, end):
            move = self.judge.list[i]
            self.judge.make(p, p + 1, move)
            value = self.value_after(p, end, move, done)
            if value == UNKNOWN:
                waiting += 1
            elif value == DRAWN:
                drawn = True
            elif value & 1:
                worst = max(worst, value)
            else:
                best = min(best, value + 1)
        self.waiting = 0 if drawn else waiting
        if best != NO_DISTANCE:
            return best
        return UNKNOWN if waiting else DRAWN if drawn else worst + 1

    def keep(self, cell: int, value: int) -> None:
        """Note what `judged` has said of a position."""
        if value >= JUDGED:
            if not self.values[cell] or value < self.values[cell]:
                self.values[cell] = value
                self.highest = max(self.highest, value - 2)
            return
        self.counters[cell] = min(self.waiting, 255)
        if self.due != NO_DISTANCE and self.waiting:
            with cython.gil:
                self.deferred.setdefault(self.due, []).append(cell)

    def is_position(self, cell: int) -> bool:
        """Put the position with this number at frame 0; whether there is one and the game is not over by a king run.

        If not, its value is noted.
        """
        self.values[cell] = INVALID
        if not place_cell(self.own, self.judge.frames, 0, cell):
            return False
        us = self.judge.frames[0].turn
        if self.judge.in_check_at(0, us ^ 1):
            return False
        if not self.exact:
            self.judge.frames[0].key = self.judge.full_key(0)
            if self.judge.verdict_at(0, 0) == VERDICT_UNPARRYABLE:
                return False
        winner = self.judge.run_winner_at(0)
        if winner != NONE:
            if winner != us:
                self.values[cell] = JUDGED
                self.highest = max(self.highest, 0)
            return False
        self.values[cell] = UNKNOWN
        return True

    def begin(self, start: int, end: int) -> None:
        """Judge the positions with numbers from `start` to `end` - 1 by their moves into other tables."""
        first, last = start, end
        with cython.nogil:
            self.begin_cells(first, last)

    def begin_cells(self, start: int, end: int) -> None:
        """`begin` without the interpreter's lock: which are positions, then what their moves say."""
        for cell in range(start, end):
            if self.is_position(cell):
                self.due = NO_DISTANCE
                self.keep(cell, self.judged(0, 0, -1))

    def judge_again(self, cell: int, done: int) -> None:
        """Judge a position by its moves, now that all positions with at most `done` plies are known."""
        place_cell(self.own, self.judge.frames, 2, cell)
        if not self.exact:
            self.judge.frames[2].key = self.judge.full_key(2)
        self.due = NO_DISTANCE
        self.keep(cell, self.judged(2, 0, done))

    # -------------------------------------------------------------------------------------------- backward

    def take_back(self, distance: int, start: int, end: int) -> None:
        """Take moves back from the positions, from `start` to `end` - 1, that are decided in so many plies.

        All distances below must be done, and this one must be done whole before the next.
        """
        first, last, d = start, end, distance
        with cython.nogil:
            self.take_back_cells(d, first, last)

    def take_back_cells(self, d: int, start: int, end: int) -> None:
        """`take_back` without the interpreter's lock."""
        for cell in range(start, end):
            if self.values[cell] == d + 2:
                place_cell(self.own, self.judge.frames, 0, cell)
                self.take_back_men(d)
                self.take_back_castlings(d)

    def finish(self, distance: int) -> None:
        """Judge the positions again that waited for this distance because of a capture en passant."""
        for cell in self.deferred.pop(distance, ()):
            if not self.values_array[cell]:
                self.judge_again(cell, distance)

    def take_back_men(self, d: int) -> None:
        """Take back the moves of single men that lead to the position at frame 0."""
        frames = self.judge.frames
        us = frames[0].turn ^ 1
        occupied = frames[0].sides[0] | frames[0].sides[1]
        for g in range(self.own.group_count):
            if self.own.groups[g].side != us:
                continue
            kind = self.own.groups[g].kind
            men = frames[0].men[kind] & frames[0].sides[us]
            while men:
                target = lowest(men)
                men &= men - 1
                seen = 0
                i = (us * MEN + kind) * SQUARES + target
                for j in range(self.starts[i], self.starts[i + 1]):
                    if not self.masks[j] & occupied and not seen >> self.origins[j] & 1:
                        seen |= ONE << self.origins[j]
                        self.step_back(kind, self.origins[j], target, d)

    def step_back(self, kind: int, origin: int, target: int, d: int) -> None:
        """Take back one move of a man to frame 1, with each set of run flags that it may have been made with."""
        frames = self.judge.frames
        us = frames[0].turn ^ 1
        bits = ONE << origin | ONE << target
        self.judge.copy_frame(0, 1)
        frames[1].turn = us
        frames[1].men[kind] ^= bits
        frames[1].sides[us] ^= bits
        exact = self.exact
        if kind == self.judge.ep_man and self.judge.double_step_to[us][origin] == target:
            exact = exact and not (self.judge.ep_origins[us ^ 1][self.judge.double_step_over[us][origin]]
                                   & frames[0].men[kind] & frames[0].sides[us ^ 1])
        if kind != self.judge.royal or not self.judge.run_flags[us]:
            self.reach_back(exact, d)
            return
        for i in range(self.own.flag_sets):
            if self.flags_after(self.own.flag_rights[i], us, ONE << origin, ONE << target) \
                    == frames[0].rights:
                frames[1].rights = self.own.flag_rights[i]
                self.reach_back(exact, d)

    def flags_after(self, rights: int, us: int, leaving: int, arriving: int) -> int:
        """The flags after a king's step, as MoveGenerator.apply sets them."""
        if leaving & self.judge.gates[2 * us] and arriving & self.judge.gates[2 * us + 1]:
            return rights | self.judge.run_flags[us]
        if leaving & self.judge.gates[2 * us + 1] and arriving & self.judge.gates[2 * us]:
            return rights & ~self.judge.run_flags[us] & 255
        return rights

    def take_back_castlings(self, d: int) -> None:
        """Take back the castlings that may lead to the position at frame 0."""
        us = self.judge.frames[0].turn ^ 1
        for f in range(us * FAMILIES, us * FAMILIES + self.judge.family_count):
            kings = self.judge.frames[0].men[self.judge.royal] & self.judge.frames[0].sides[us]
            while kings:
                king = lowest(kings)
                kings &= kings - 1
                for i in range(self.castle_starts[f * SQUARES + king], self.castle_starts[f * SQUARES + king + 1]):
                    self.uncastle(f, self.castles[i], d)

    def uncastle(self, f: int, c: int, d: int) -> None:
        """Take back one castling, if king and partner stand where it leaves them and could have stood before it."""
        frames = self.judge.frames
        occupied = frames[0].sides[0] | frames[0].sides[1]
        partner_to = ONE << self.judge.families[f].castles[c].partner_to
        if not occupied & partner_to or not self.judge.partner_men(0, f) & partner_to:
            return
        king_to = ONE << self.judge.families[f].castles[c].king_to
        king, partner = ONE << self.judge.families[f].castles[c].king, ONE << self.judge.families[f].castles[c].partner
        if (occupied ^ king_to ^ partner_to) & (king | partner):
            return
        us = frames[0].turn ^ 1
        owner = us if frames[0].sides[us] & partner_to else us ^ 1
        kind = self.judge.kind_at(0, partner_to)
        self.judge.copy_frame(0, 1)
        frames[1].turn = us
        frames[1].men[self.judge.royal] ^= king_to
        frames[1].sides[us] ^= king_to
        frames[1].men[kind] ^= partner_to ^ partner
        frames[1].sides[owner] ^= partner_to ^ partner
        frames[1].men[self.judge.royal] ^= king
        frames[1].sides[us] ^= king
        for i in range(self.own.flag_sets):
            frames[1].rights = self.own.flag_rights[i]
            self.reach_back(False, d)

    def reach_back(self, exact: bool, d: int) -> None:
        """Note that the position at frame 1 may lead to one decided in d plies; `exact`: it does if it is one.

        It is noted under each number that the position has.
        """
        if self.own.folding < 0:
            self.note_before(index_in_image(self.own, self.judge.frames, 1, 0, 0), exact, d)
            return
        king = lowest(self.judge.frames[1].men[self.own.king] & self.judge.frames[1].sides[self.own.folding])
        place = self.own.images[self.own.fold[king] * SQUARES + king]
        for i in range(self.own.image_count):
            if self.own.images[i * SQUARES + king] == place:
                self.note_before(index_in_image(self.own, self.judge.frames, 1, 0, i), exact, d)

    def note_before(self, cell: int, exact: bool, d: int) -> None:
        """Note of a position, if its number is not negative, that it may lead to one decided in d plies."""
        if cell < 0:
            return
        value = self.values[cell]
        if d & 1:
            if value == UNKNOWN and self.counters[cell]:
                self.counters[cell] -= 1
                if not self.counters[cell]:
                    self.judge_again(cell, d)
        elif value != INVALID and (value == UNKNOWN or (value & 1 and value > d + 3)):
            if exact:
                self.values[cell] = d + 3
                self.highest = max(self.highest, d + 1)
            else:
                self.judge_again(cell, d)

    # ------------------------------------------------------------------------------------------- afterwards

    def find_error(self, start: int, end: int) -> int:
        """The number of the first position, from `start` to `end` - 1, that its moves judge otherwise; -1 if none."""
        first, last = start, end
        with cython.nogil:
            found = self.first_error(first, last)
        return found

    def first_error(self, start: int, end: int) -> int:
        """`find_error` without the interpreter's lock."""
        for cell in range(start, end):
            value = self.values[cell]
            if not self.is_position(cell):
                if self.values[cell] == JUDGED and value != JUDGED:
                    return cell
                continue
            self.values[cell] = value
            again = self.judged(0, 0, NO_DISTANCE)
            if (again if again >= JUDGED else UNKNOWN) != value:
                return cell
        return -1
