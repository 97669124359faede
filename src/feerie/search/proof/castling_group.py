# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The moves that a king and two partners need together: a pattern database of a side's castling group.

A castling moves two men in one move, so what king and partners need is not the sum of what each needs. The table gives
the exact number of moves for every placing of the king and the two men, if these three were alone with the men that
never move: breadth-first search from their destinies backwards (Culberson and Schaeffer, "Pattern databases", 1998). A
castling with any other man is a move of the king alone here.

This requires of a genre that castlings take no men of the other side as partners. A side has a group if it has a single
king and men that castlings may move. The moves of its other men are added to the group's.
"""
from __future__ import annotations

import cython

from feerie.search.proof.paths import Paths

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import ONE, lowest
    from feerie.kernel.tables import SQUARES
    from feerie.search.proof.proof_structs import Step
    from feerie.search.proof.structs import ALL_MEN, CASTLING_KING, IS_CAPTURED, SIDE_LIMIT, TRANSPORT, UNREACHABLE
    PLACES, OFF_BOARD, STATES, GROUP_STEPS = 65, 64, SQUARES * 65 * 65, 4096


class CastlingGroup:
    """The group of a side, chosen after a deduction. `applies`: is there one? Then `measure` makes the table.

    `distance` of (king's square * PLACES + place of a partner) * PLACES + place of the other: moves that the three
    need, or more than `most`. A place is a square, or OFF_BOARD.
    """

    def __init__(self, paths: Paths) -> None:
        self.paths = paths
        self.applies = False
        if cython.compiled:
            self.steps = cython.cast(cython.pointer(Step), malloc(GROUP_STEPS * cython.sizeof(Step)))
            self.distance = cython.cast(cython.pointer(u8), malloc(STATES))
            self.queue = cython.cast(cython.pointer(u32), malloc(STATES * cython.sizeof(u32)))
            if not self.steps or not self.distance or not self.queue:
                raise MemoryError
        else:
            self.steps, self.first = [Step() for _ in range(GROUP_STEPS)], [0] * (3 * (SQUARES + 1))
            self.distance, self.queue = [0] * STATES, [0] * STATES
            self.partner, self.captured_on = [-1, -1], [0, 0]

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.steps)
            free(self.distance)
            free(self.queue)

    def choose(self, side: int, king: int) -> None:
        """Choose a side's group: its single king and the first two men that are partners from the start."""
        self.side, self.king, self.applies = side, king, False
        self.partner[0] = self.partner[1] = -1
        if king < 0:
            return
        count = 0
        for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
            if man != king and count < 2 and self._is_partner(man):
                self.partner[count] = man
                count += 1
        for slot in range(2):
            man = self.partner[slot]
            self.captured_on[slot] = self.paths.victim_squares[man] \
                if man >= 0 and self.paths.destinies[man] >> IS_CAPTURED & 1 else 0
        self.applies = count > 0
        if self.applies:
            self._list_steps()
            self.applies = self.step_count < GROUP_STEPS

    def _is_partner(self, man: int) -> bool:
        """Can castlings move a man, as what it is now, and does it stay so? Then its squares are its nodes."""
        found = False
        for i in range(self.paths.edge_count[man]):
            edge = self.paths.edges[man * self.paths.most_edges + i]
            if self.paths.graph.target[edge] // SQUARES != self.paths.home[man] // SQUARES:
                return False
            found = found or self.paths.graph.flags[edge] & TRANSPORT != 0
        return found

    def _list_steps(self) -> None:
        """List the moves of the three men by target: the king's, with castlings, then those of the partners."""
        self.step_count = 0
        for slot in range(3):
            man = self.king if slot == 0 else self.partner[slot - 1]
            for square in range(SQUARES):
                self.first[slot * (SQUARES + 1) + square] = self.step_count
                if man < 0:
                    continue
                for i in range(self.paths.edge_count[man]):
                    edge = self.paths.edges[man * self.paths.most_edges + i]
                    if self.paths.graph.target[edge] % SQUARES != square:
                        continue
                    if self.paths.graph.flags[edge] & CASTLING_KING:
                        self._add_castlings(edge)
                    elif not self.paths.graph.flags[edge] & TRANSPORT:
                        self._add_step(self.paths.graph.path[edge] | ONE << square,
                                       self.paths.graph.origin[edge] % SQUARES, 0, 0, 0)
            self.first[slot * (SQUARES + 1) + SQUARES] = self.step_count

    def _add_castlings(self, king_edge: int) -> None:
        """Add a castling with each of the partners, and with any other man."""
        castling = self.paths.graph.castling[king_edge]
        others = False
        for man in range(ALL_MEN):
            if man % SIDE_LIMIT >= self.paths.men_count[man // SIDE_LIMIT]:
                continue
            slot = 1 if man == self.partner[0] else 2 if man == self.partner[1] else 3
            for i in range(self.paths.edge_count[man]):
                edge = self.paths.edges[man * self.paths.most_edges + i]
                if self.paths.graph.castling[edge] != castling \
                        or not self.paths.graph.flags[edge] & TRANSPORT:
                    continue
                if slot < 3:
                    self._add_step(self.paths.graph.path[edge], self.paths.graph.origin[king_edge] % SQUARES,
                                   slot, self.paths.graph.origin[edge] % SQUARES,
                                   self.paths.graph.target[edge] % SQUARES)
                else:
                    others = True
        if others:
            self._add_step(self.paths.graph.path[king_edge], self.paths.graph.origin[king_edge] % SQUARES,
                           3, 0, 0)

    def _add_step(self, path: int, origin: int, castles: int, partner: int, partner_to: int) -> None:
        if self.step_count >= GROUP_STEPS:
            return
        self.steps[self.step_count].path, self.steps[self.step_count].origin = path, origin
        self.steps[self.step_count].castles, self.steps[self.step_count].partner = castles, partner
        self.steps[self.step_count].partner_to = partner_to
        self.step_count += 1

    def measure(self, most: int) -> None:
        """Make the table, up to distances of `most`."""
        self.most = most
        for i in range(STATES):
            self.distance[i] = UNREACHABLE
        head, tail = 0, self._add_goals()
        while head < tail:
            state = self.queue[head]
            head += 1
            if self.distance[state] >= most:
                return
            tail = self._go_back(state, tail)

    def _goals(self, slot: int) -> int:
        """The squares (bits) of a partner's targets."""
        man, found = self.partner[slot], 0
        destinies = self.paths.destinies[man]
        while destinies:
            destiny = lowest(destinies)
            destinies &= destinies - 1
            if destiny != IS_CAPTURED:
                found |= ONE << (self.paths.target_node[self.side * SIDE_LIMIT + destiny] % SQUARES)
            elif self.paths.unfinished:
                found |= self.paths.open_squares[self.side]
        return found

    def _add_goals(self) -> int:
        """Begin with the placings in which all three have reached a destiny; return the end of the queue."""
        tail = 0
        king = self.paths.target_node[
            self.side * SIDE_LIMIT + lowest(self.paths.destinies[self.king])] % SQUARES
        for first in range(PLACES):
            if first < OFF_BOARD and (self.partner[0] < 0 or not self._goals(0) >> first & 1 or first == king):
                continue
            for second in range(PLACES):
                if second < OFF_BOARD and (self.partner[1] < 0 or not (self._goals(1) & ~(ONE << king)) >> second & 1
                                      or second == first):
                    continue
                tail = self._reach(king, first, second, 0, tail)
        return tail

    def _reach(self, king: int, first: int, second: int, level: int, tail: int) -> int:
        """Note that a placing is reached, unless it was before; return the new end of the queue.

        A partner that is gone may have been captured just before, without a move of its side.
        """
        state = (king * PLACES + first) * PLACES + second
        if self.distance[state] <= level:
            return tail
        self.distance[state] = level
        self.queue[tail] = state
        tail += 1
        if first == OFF_BOARD:
            squares = self.captured_on[0]
            while squares:
                if lowest(squares) != king and lowest(squares) != second:
                    tail = self._reach(king, lowest(squares), second, level, tail)
                squares &= squares - 1
        if second == OFF_BOARD:
            squares = self.captured_on[1]
            while squares:
                if lowest(squares) != king and lowest(squares) != first:
                    tail = self._reach(king, first, lowest(squares), level, tail)
                squares &= squares - 1
        return tail

    def _go_back(self, state: int, tail: int) -> int:
        """Reach all placings from which one move leads to a state; return the new end of the queue."""
        level = self.distance[state] + 1
        second, first, king = state % PLACES, state // PLACES % PLACES, state // (PLACES * PLACES)
        places = (ONE << first if first < OFF_BOARD else 0) | (ONE << second if second < OFF_BOARD else 0)
        for i in range(self.first[king], self.first[king + 1]):
            before = self.steps[i].origin
            if self.steps[i].castles == 0 or self.steps[i].castles == 3:
                if not (self.steps[i].path | ONE << before) & places:
                    tail = self._reach(before, first, second, level, tail)
            elif self.steps[i].castles == 1:
                if first == self.steps[i].partner_to and not (
                        second < OFF_BOARD and (self.steps[i].path | ONE << before | ONE << self.steps[i].partner)
                        >> second & 1):
                    tail = self._reach(before, self.steps[i].partner, second, level, tail)
            elif second == self.steps[i].partner_to and not (
                    first < OFF_BOARD and (self.steps[i].path | ONE << before | ONE << self.steps[i].partner)
                    >> first & 1):
                tail = self._reach(before, first, self.steps[i].partner, level, tail)
        if first < OFF_BOARD:
            places = ONE << king | (ONE << second if second < OFF_BOARD else 0)
            for i in range(self.first[SQUARES + 1 + first], self.first[SQUARES + 2 + first]):
                if not (self.steps[i].path | ONE << self.steps[i].origin) & places:
                    tail = self._reach(king, self.steps[i].origin, second, level, tail)
        if second < OFF_BOARD:
            places = ONE << king | (ONE << first if first < OFF_BOARD else 0)
            for i in range(self.first[2 * (SQUARES + 1) + second], self.first[2 * (SQUARES + 1) + second + 1]):
                if not (self.steps[i].path | ONE << self.steps[i].origin) & places:
                    tail = self._reach(king, first, self.steps[i].origin, level, tail)
        return tail
