# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The moves that two men need together, as each may stand in the other's way.

A pair has a joint move graph: placings of both men, and the moves of either on whose squares the other does not stand.
The breadth-first search in it is bit-parallel: a set of placings is a word of the second man's squares for each square
of the first. What a pair needs beyond what its men need alone is its *excess*; excesses of disjoint groups of men add
up, as every move is made by one man (additive pattern databases: Korf and Felner, Artificial Intelligence 134, 2002).

A pair has two men that are not captured and stay what they are; it is *closed* if no other man can have their
destinies. A king and a man that its castlings may move are not a pair. Of two enemies the moves of both are counted,
and a king is not left attacked by the other man with nothing between, where kings may never be left so.
"""
from __future__ import annotations

from collections.abc import MutableSequence

import cython

from feerie.search.proof.paths import Paths

if not cython.compiled:
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import ATTACK_TABLES, SQUARES
    from feerie.search.proof.paths import MOST_MOVES
    from feerie.search.proof.proof_structs import Goal, PairMove
    from feerie.search.proof.structs import (
        ALL_MEN,
        CASTLING_KING,
        DESTINIES,
        IS_CAPTURED,
        SIDE_LIMIT,
        TRANSPORT,
        UNREACHABLE,
        USE_KING_ATTACKS,
    )
    LEVELS, PAIR_MOVES, FREE_MOVES = 40, 2048, 16

Words = Table = MutableSequence[int]


class Pairs:
    """Measures pairs of men of `paths`: `begin` first, then the other methods.

    `ahead` and `behind`: by number of moves * SQUARES + square of the first man, the squares of the second such that
    at most that many moves lead there from their homes, or from there to their destinies.
    """

    def __init__(self, paths: Paths) -> None:
        self.paths = paths
        if not cython.compiled:
            self.moves = [PairMove() for _ in range(2 * PAIR_MOVES)]
            self.move_count, self.squares = [0, 0], [0, 0]
            self.ahead, self.behind = [0] * (LEVELS * SQUARES), [0] * (LEVELS * SQUARES)
            self.goals, self.goal_count = [Goal() for _ in range(SIDE_LIMIT * SIDE_LIMIT)], 0
            self.fresh, self.found, self.column, self.shifted = ([0] * SQUARES for _ in range(4))

    def begin(self, first: int, second: int) -> bool:
        """Take two men; False if they are not a pair."""
        self.first, self.second, self.has_free_moves = first, second, False
        either = self.paths.destinies[first] | self.paths.destinies[second]
        if either >> IS_CAPTURED & 1:
            return False
        self.enemies = first // SIDE_LIMIT != second // SIDE_LIMIT
        if self.enemies:
            self.closed = popcount(self.paths.destinies[first]) == 1 and popcount(self.paths.destinies[second]) == 1
        else:
            self.closed = popcount(either) == 2
        first_flags, second_flags = self._list_moves(first, 0), self._list_moves(second, 1)
        if self.paths.has_beside and first_flags >= 0 and second_flags >= 0:
            self._keep_others(first, second, 0)
            self._keep_others(second, first, PAIR_MOVES)
        if self.enemies and first_flags >= 0 and second_flags >= 0 and self.paths.bounds & USE_KING_ATTACKS:
            self._forbid_checks(0)
            self._forbid_checks(1)
        self.meets = self._can_meet(0) or self._can_meet(1)
        return not (first_flags < 0 or second_flags < 0 or first_flags & CASTLING_KING and second_flags & TRANSPORT
                    or second_flags & CASTLING_KING and first_flags & TRANSPORT)

    def _list_moves(self, man: int, slot: int) -> int:
        """List the moves of a man as the first or the second; all their flags.

        -1 if it may become another man, or if castlings may move it from so many squares that it can go round any
        other.
        """
        every, free, count = 0, 0, slot * PAIR_MOVES
        self.squares[slot] = ONE << (self.paths.home[man] % SQUARES)
        if self.paths.edge_count[man] >= PAIR_MOVES:
            return -1
        for i in range(self.paths.edge_count[man]):
            edge = self.paths.edges[man * self.paths.most_edges + i]
            flags = self.paths.graph.flags[edge]
            origin, target = self.paths.graph.origin[edge] % SQUARES, self.paths.graph.target[edge] % SQUARES
            if self.paths.graph.target[edge] // SQUARES != self.paths.home[man] // SQUARES:
                return -1
            every |= flags
            free += flags & TRANSPORT != 0
            if free > FREE_MOVES:
                return -1
            self.has_free_moves = self.has_free_moves or flags & TRANSPORT != 0
            self.moves[count].origin, self.moves[count].target = origin, target
            self.moves[count].cost = not flags & TRANSPORT
            self.moves[count].path = self.paths.graph.path[edge] | ONE << origin | ONE << target
            self.squares[slot] |= ONE << origin | ONE << target
            count += 1
        self.move_count[slot] = count - slot * PAIR_MOVES
        return every

    def _keep_others(self, man: int, other: int, start: int) -> None:
        """Add to the paths of a man's moves, from `start` on, the squares where third men do not let the other be."""
        if not self.paths.beside_known[man] >> other & 1:
            return
        number = 0
        for i in range(self.paths.edge_count[man]):
            edge = self.paths.edges[man * self.paths.most_edges + i]
            while number < self.paths.beside_count[man] and self.paths.beside_edge[man * MOST_MOVES + number] != edge:
                number += 1
            if number < self.paths.beside_count[man]:
                self.moves[start + i].path |= ~self.paths.beside[(man * MOST_MOVES + number) * ALL_MEN + other]

    def _forbid_checks(self, slot: int) -> None:
        """Let the paths of moves ensure that a man, if it is its side's only king, is never left attacked by the other.

        It moves to no square that the other attacks with nothing between, nor does the other move while it so attacks
        the king.
        """
        king, other = (self.second, self.first) if slot else (self.first, self.second)
        side = king // SIDE_LIMIT
        if not self.paths.knows_checks or self.paths.home[king] // SQUARES != self.paths.graph.royal \
                or self.paths.judge.king_promotion_from[side]:
            return
        kind, by = self.paths.home[other] // SQUARES, other // SIDE_LIMIT
        for square in range(SQUARES):
            self.found[square] = self.column[square] = 0
        for i in range(by * ATTACK_TABLES, by * ATTACK_TABLES + self.paths.judge.attack_table_count[by]):
            if self.paths.judge.attack_tables[i].man != kind and self.paths.judge.attack_tables[i].other != kind:
                continue
            for square in range(SQUARES):
                self.found[square] |= self.paths.judge.attack_tables[i].near[square]
        for square in range(SQUARES):
            places = self.found[square]
            while places:
                self.column[lowest(places)] |= ONE << square
                places &= places - 1
        start = slot * PAIR_MOVES
        for i in range(start, start + self.move_count[slot]):
            self.moves[i].path |= self.found[self.moves[i].target]
        start = PAIR_MOVES - start
        for i in range(start, start + self.move_count[1 - slot]):
            if self.moves[i].cost:
                self.moves[i].path |= self.column[self.moves[i].origin]

    def _can_meet(self, slot: int) -> bool:
        """Does a man stand in the way of some move of the other, the first (0) or the second (1)?"""
        start, paths = slot * PAIR_MOVES, 0
        for i in range(start, start + self.move_count[slot]):
            paths |= self.moves[i].path
        return paths & self.squares[1 - slot] != 0

    def needed(self, most: int) -> int:
        """The moves that a closed pair needs, UNREACHABLE if more than `most`; sets `behind` that far."""
        self._find_goals()
        first, second = self.paths.home[self.first] % SQUARES, self.paths.home[self.second] % SQUARES
        level = self._spread(self.behind, most, False, first, second)
        return level if self.behind[level * SQUARES + first] >> second & 1 else UNREACHABLE

    def _find_goals(self) -> None:
        """List the placings in which both men have reached a destiny; sets `rows`, the first man's squares of all."""
        self.goal_count, self.rows = 0, self.squares[0]
        destinies = self.paths.destinies[self.first]
        while destinies:
            i = lowest(destinies)
            destinies &= destinies - 1
            self.rows |= ONE << (self.paths.target_node[self.first // SIDE_LIMIT * SIDE_LIMIT + i] % SQUARES)
            others = self.paths.destinies[self.second]
            while others:
                j = lowest(others)
                others &= others - 1
                if self.enemies or i != j:
                    self.goals[self.goal_count].first, self.goals[self.goal_count].second = i, j
                    self.goals[self.goal_count].late = 0
                    self.goal_count += 1

    def _delay_goals(self, first_more: int, second_more: int) -> int:
        """Set for each goal how many fewer moves there are for it than for the one with most; return the most, below 0
        if there are none."""
        best = -1
        for i in range(self.goal_count):
            best = max(best, self._most(i, first_more, second_more))
        for i in range(self.goal_count):
            self.goals[i].late = best - max(-1, self._most(i, first_more, second_more))
        return best

    def _most(self, goal: int, first_more: int, second_more: int) -> int:
        """The moves that the pair may make up to a goal: what either man may make beside the other's cheapest path."""
        i = self.first * DESTINIES + self.goals[goal].first
        j = self.second * DESTINIES + self.goals[goal].second
        both = self.paths.most_moves(i) + self.paths.most_moves(j)
        if self.enemies:
            return both
        return min(both, min(
            self.paths.budget[i] + first_more + self.paths.cost_from_home(self.second, self.goals[goal].second),
            self.paths.budget[j] + second_more + self.paths.cost_from_home(self.first, self.goals[goal].first)))

    def _add_goals(self, level: int) -> bool:
        """Add the goals of a level to `behind` and to `fresh`; do some come later?"""
        later = False
        for i in range(self.goal_count):
            square = self.paths.target_node[self.first // SIDE_LIMIT * SIDE_LIMIT + self.goals[i].first] % SQUARES
            other = self.paths.target_node[self.second // SIDE_LIMIT * SIDE_LIMIT + self.goals[i].second] % SQUARES
            later = later or self.goals[i].late > level
            if self.goals[i].late == level and not self.behind[level * SQUARES + square] >> other & 1:
                self.behind[level * SQUARES + square] |= ONE << other
                self.fresh[square] |= ONE << other
        return later

    def spread_both(self, first_more: int, second_more: int) -> int:
        """Set `ahead` and `behind` as far as the pair may move; its most moves, -1 if these are too many."""
        self._find_goals()
        most = self._delay_goals(first_more, second_more)
        if most >= LEVELS or most < 0:
            return -1
        last = self._spread(self.behind, most, False, -1, -1)
        for level in range(last + 1, most + 1):
            self._copy(self.behind, level, last)
        last = self._spread(self.ahead, most, True, -1, -1)
        for level in range(last + 1, most + 1):
            self._copy(self.ahead, level, last)
        return most

    def squares_beside(self, square: int, most: int) -> int:
        """After `spread_both`: the squares (bits) of the second man when the first is on a square, on paths in time."""
        found = 0
        if not self.rows >> square & 1:
            return 0
        for level in range(most + 1):
            found |= self.ahead[level * SQUARES + square] & self.behind[(most - level) * SQUARES + square]
        return found

    def squares_during(self, move: int, most: int) -> int:
        """After `spread_both`: the squares (bits) of the second man while the first makes a move, on paths in time."""
        found, cost = 0, self.moves[move].cost
        for level in range(most - cost + 1):
            found |= self.ahead[level * SQUARES + self.moves[move].origin] \
                & self.behind[(most - cost - level) * SQUARES + self.moves[move].target]
        return found & ~self.moves[move].path

    def restrict(self, first_more: int, second_more: int) -> int:
        """Remove the moves of both men that no path of the pair in time uses; returns which men lose some (bits 0, 1).

        In addition to the budgets of the men: spare moves of either that are reserved for the other.
        """
        most = self.spread_both(first_more, second_more)
        if most < 0:
            return 0
        return self._restrict_moves(0, most) | self._restrict_moves(1, most) << 1

    def _restrict_moves(self, slot: int, most: int) -> bool:
        """Remove the moves of a man, the first or the second, that no path of the pair uses; are there any?"""
        man = self.second if slot else self.first
        kept = 0
        for i in range(self.move_count[slot]):
            edge = self.paths.edges[man * self.paths.most_edges + i]
            if self._is_used_by_second(PAIR_MOVES + i, most) if slot else self._is_used(i, most):
                self.paths.edges[man * self.paths.most_edges + kept] = edge
                kept += 1
            else:
                self.paths.alive[man * self.paths.most_edges + edge] = 0
        self.paths.edge_count[man] = kept
        return kept < self.move_count[slot]

    def _is_used(self, move: int, most: int) -> bool:
        """Is there a path of the pair with a move of the first man and at most `most` moves?"""
        origin, target = self.moves[move].origin, self.moves[move].target
        most -= self.moves[move].cost
        for level in range(most + 1):
            if self.ahead[level * SQUARES + origin] & self.behind[(most - level) * SQUARES + target] \
                    & ~self.moves[move].path:
                return True
        return False

    def _is_used_by_second(self, move: int, most: int) -> bool:
        """The same for a move of the second man."""
        origin, target = self.moves[move].origin, self.moves[move].target
        places = self.squares[0] & ~self.moves[move].path
        most -= self.moves[move].cost
        while places:
            square = lowest(places)
            places &= places - 1
            for level in range(most + 1):
                if self.ahead[level * SQUARES + square] >> origin \
                        & self.behind[(most - level) * SQUARES + square] >> target & 1:
                    return True
        return False

    def fill(self, table: Table, start: int) -> None:
        """Fill a table from a place on, by first square * SQUARES + second square, with the moves needed.

        UNREACHABLE: more than are told apart, or none suffice.
        """
        self._find_goals()
        last = self._spread(self.behind, LEVELS - 1, False, -1, -1)
        for square in range(SQUARES):
            for other in range(SQUARES):
                table[start + square * SQUARES + other] = UNREACHABLE
            level = last if self.rows >> square & 1 else -1
            while level >= 0:
                places = self.behind[level * SQUARES + square]
                while places:
                    table[start + square * SQUARES + lowest(places)] = level
                    places &= places - 1
                level -= 1

    def _copy(self, levels: Words, to: int, source: int) -> None:
        rows = self.rows
        while rows:
            square = lowest(rows)
            rows &= rows - 1
            levels[to * SQUARES + square] = levels[source * SQUARES + square]

    def _spread(self, levels: Words, most: int, forward: bool, first: int, second: int) -> int:
        """Fill levels up to `most`, or until nothing is new, or a placing is reached; returns the last one.

        Forward: from the men's homes; else from the goals.
        """
        rows = self.rows
        while rows:
            square = lowest(rows)
            rows &= rows - 1
            levels[square] = self.fresh[square] = 0
        if forward:
            square = self.paths.home[self.first] % SQUARES
            levels[square] = self.fresh[square] = ONE << (self.paths.home[self.second] % SQUARES)
        level = 0
        while True:
            later = not forward and self._add_goals(level)
            some = self.has_free_moves
            while some:
                self._step(False, forward)
                some = self._add_found(levels, level)
            if level >= most or level >= LEVELS - 1 or first >= 0 and levels[level * SQUARES + first] >> second & 1:
                return level
            if self.has_free_moves:
                rows = self.rows                    # every placing of this level, not only those found last
                while rows:
                    square = lowest(rows)
                    rows &= rows - 1
                    self.fresh[square] = levels[level * SQUARES + square]
            self._step(True, forward)
            self._copy(levels, level + 1, level)
            if not self._add_found(levels, level + 1) and not later:
                return level
            level += 1

    def _add_found(self, levels: Words, level: int) -> bool:
        """Add what is found to a level; the new part is then in `fresh`. Is there any?"""
        some = False
        rows = self.rows
        while rows:
            square = lowest(rows)
            rows &= rows - 1
            self.fresh[square] = self.found[square] & ~levels[level * SQUARES + square]
            if self.fresh[square]:
                levels[level * SQUARES + square] |= self.fresh[square]
                some = True
        return some

    def _step(self, cost: bool, forward: bool) -> None:
        """Set `found` to the placings that one move leads to from those in `fresh`, or from which it leads there."""
        for square in range(SQUARES):
            self.column[square] = self.shifted[square] = 0
        rows = self.rows
        while rows:
            self.found[lowest(rows)] = 0
            rows &= rows - 1
        self._transpose(self.squares[0], self.fresh, self.column)
        self._shift(0, cost, forward, self.fresh, self.found)
        self._shift(1, cost, forward, self.column, self.shifted)
        self._transpose(self.squares[1], self.shifted, self.found)

    def _transpose(self, squares: int, source: Words, result: Words) -> None:
        """Add to placings by one man's square what `source` has by the other's, on some squares of the latter."""
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            places = source[square]
            while places:
                result[lowest(places)] |= ONE << square
                places &= places - 1

    def _shift(self, slot: int, cost: bool, forward: bool, source: Words, result: Words) -> None:
        """Add what the moves of the first or the second man make of placings by its square."""
        start = slot * PAIR_MOVES
        for i in range(start, start + self.move_count[slot]):
            if self.moves[i].cost == cost:
                origin, target = self.moves[i].origin, self.moves[i].target
                if forward:
                    result[target] |= source[origin] & ~self.moves[i].path
                else:
                    result[origin] |= source[target] & ~self.moves[i].path
