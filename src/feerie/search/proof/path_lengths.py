# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Which numbers of moves the men of a side can make, where the side makes a given number of moves: parity and tempo.

A man can come to a square in some numbers of moves and not in others: a knight to squares of its own colour only in
even numbers, a pawn of the array in one or two, a rook that has room in any from some number on. These numbers are the
lengths of paths in the graph of the man's moves (walks, in its theory: squares may come again), found by breadth-first
search with a set of lengths for each node. A side whose men cannot make its number of moves together has no game; where
a single man can lose a move, the others lose none. Which sums are possible is found by dynamic programming over subset
sums (R. Bellman, "Notes on the theory of dynamic programming IV", Naval Research Logistics Quarterly 3, 1956), with
sets of sums as words of bits.

Men with several destinies are counted by reduced costs: whatever the assignment, its total is that of the best one plus
the reduced costs of its pairs. So each man has an *excess*, of its path and its destiny, and the excesses of all men
sum to the spare moves.

This requires nothing of a genre: that castlings move men at no cost, and that no man stands in another's way, is a
relaxation that adds lengths. It requires of play that each side makes a given number of moves, neither fewer nor more.
"""
from __future__ import annotations

import cython

from feerie.search.proof.pair_deductions import PairDeductions
from feerie.search.proof.paths import Paths

if not cython.compiled:
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.search.proof.structs import (
        DESTINIES,
        GRAPH_NODES,
        IS_CAPTURED,
        SIDE_LIMIT,
        TRANSPORT,
    )
    MOST_LENGTH, MOST_SPARE = 60, 31


class PathLengths:
    """The lengths of paths of the men of a deduction; sets `Paths.longest`."""

    def __init__(self, men: Paths, pairs: PairDeductions) -> None:
        self.men, self.pairs = men, pairs
        if not cython.compiled:
            self.lengths, self.excess = [0] * (SIDE_LIMIT * DESTINIES), [0] * SIDE_LIMIT
            self.before, self.after = [0] * GRAPH_NODES, [0] * GRAPH_NODES
            self.unit_excess, self.unit_men, self.other_sums = [0] * SIDE_LIMIT, [0] * SIDE_LIMIT, [0] * SIDE_LIMIT
            self.unit_least, self.order = [0] * SIDE_LIMIT, [0] * SIDE_LIMIT

    def restrict(self, side: int) -> int:
        """Find the lengths with which the men of a side make exactly its number of moves; remove destinies without any.

        Returns -1 if there are none, 1 if anything is new, else 0.
        """
        spare = self.men.spare[side]
        if not 0 < spare <= MOST_SPARE or not self._measure_side(side, spare):
            return 0
        self._group(side, spare)
        if not self._sum_up(spare):
            return -1
        found = 0
        for unit in range(self.unit_count):
            men = self.unit_men[unit]
            while men:
                man = lowest(men)
                allowed = self._allowed(unit, man, spare)
                if allowed != self.excess[man] and self._keep(side, man, allowed):
                    found = 1
                men &= men - 1
        return found

    def _measure_side(self, side: int, spare: int) -> bool:
        """Find the excesses that each man can have; False where one man can have any, as then nothing follows."""
        count = self.men.men_count[side]
        for i in range(count):
            place = i
            while place > 0 and self.men.edge_count[side * SIDE_LIMIT + self.order[place - 1]] \
                    < self.men.edge_count[side * SIDE_LIMIT + i]:
                self.order[place] = self.order[place - 1]
                place -= 1
            self.order[place] = i
        for i in range(count):
            if not self._measure(side, self.order[i], spare) \
                    or self.excess[self.order[i]] == (ONE << (spare + 1)) - 1:
                return False
        return True

    def _measure(self, side: int, number: int, spare: int) -> bool:
        """Find the lengths of the paths of a man and its excesses; False if these are too long to be told apart."""
        man = side * SIDE_LIMIT + number
        most = 0
        destinies = self.men.destinies[man]
        while destinies:
            most = max(most, self.men.most_moves(man * DESTINIES + lowest(destinies)))
            destinies &= destinies - 1
        if most > MOST_LENGTH:
            return False
        self._find_lengths(man, most)
        self.excess[number] = 0
        destinies = self.men.destinies[man]
        while destinies:
            destiny = lowest(destinies)
            destinies &= destinies - 1
            i = man * DESTINIES + destiny
            lengths = self._lengths_to(man, destiny) & ((ONE << (self.men.most_moves(i) + 1)) - 1)
            least = self.men.cost_from_home(man, destiny)
            lengths &= FULL << least if least <= MOST_LENGTH else 0
            self.lengths[number * DESTINIES + destiny] = lengths
            for column in range(self._first_column(side, destiny), self._end_column(side, destiny)):
                self.excess[number] |= self._excess_of(lengths, self.men.row_dual[man] + self.men.column_dual[
                    side * SIDE_LIMIT + column])
        self.excess[number] &= (ONE << (spare + 1)) - 1
        return True

    def _excess_of(self, lengths: int, dual: int) -> int:
        """The excesses, as bits, of paths of some lengths where a man and its place have these dual values together."""
        if dual > MOST_LENGTH or dual < -MOST_SPARE:
            return 0
        return lengths >> dual if dual >= 0 else lengths << -dual & FULL

    def _first_column(self, side: int, destiny: int) -> int:
        """The first of the columns of the assignment that stand for a destiny."""
        return self.men.target_count[side] if destiny == IS_CAPTURED else destiny

    def _end_column(self, side: int, destiny: int) -> int:
        """The end of these columns."""
        return self.men.men_count[side] if destiny == IS_CAPTURED else destiny + 1

    def _find_lengths(self, man: int, most: int) -> None:
        """Set which lengths up to `most` lead to each node: before the man's required move in `before`, after it in
        `after`.
        """
        base, required = man * self.men.most_edges, self.men.required_move[man]
        self.before[self.men.home[man]] = self.after[self.men.home[man]] = 0
        for i in range(self.men.edge_count[man]):
            edge = self.men.edges[base + i]
            self.before[self.men.graph.target[edge]] = self.after[self.men.graph.target[edge]] = 0
            self.before[self.men.graph.origin[edge]] = self.after[self.men.graph.origin[edge]] = 0
        self.before[self.men.home[man]] = 1
        level, again = 0, False
        while level <= most:
            again = False
            for i in range(self.men.edge_count[man]):
                edge = self.men.edges[base + i]
                origin, target = self.men.graph.origin[edge], self.men.graph.target[edge]
                bit = ONE << level if self.men.graph.flags[edge] & TRANSPORT else ONE << (level + 1)
                reached = 0
                if self.before[origin] >> level & 1:
                    if not self.before[target] & bit:
                        self.before[target] |= bit
                        again = again or bit == ONE << level
                    reached = required and self.men.is_required(man, edge)
                if required and (reached or self.after[origin] >> level & 1) and not self.after[target] & bit:
                    self.after[target] |= bit
                    again = again or bit == ONE << level
            if not again:
                level += 1
        self.men.effort += (most + 1) * self.men.edge_count[man] // 4

    def _lengths_to(self, man: int, destiny: int) -> int:
        """The lengths of paths to a destiny."""
        if destiny != IS_CAPTURED:
            return self._lengths_at(man, self.men.target_node[man // SIDE_LIMIT * SIDE_LIMIT + destiny])
        base = (man * DESTINIES + IS_CAPTURED) * GRAPH_NODES
        found = 0
        if not self.men.back[base + self.men.home[man]]:
            found = self._lengths_at(man, self.men.home[man])
        for i in range(self.men.edge_count[man]):
            node = self.men.graph.target[self.men.edges[man * self.men.most_edges + i]]
            if not self.men.back[base + node]:
                found |= self._lengths_at(man, node)
        return found

    def _lengths_at(self, man: int, node: int) -> int:
        """The lengths of paths to a node that the man's moves reach, or where it is, after its required move."""
        return self.after[node] if self.men.required_move[man] else self.before[node]

    def _group(self, side: int, spare: int) -> None:
        """Make units of men whose excesses add up: pairs that the deduction has chosen, which have a least excess, and
        the others by themselves."""
        self.unit_count, used = 0, 0
        for i in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.pairs.chosen_count[side]):
            men = self.pairs.chosen_men[i]
            used |= men
            sums = self._sums(self.excess[lowest(men)], self.excess[lowest(men & (men - 1))], spare)
            self._add_unit(men, min(spare + 1, self.pairs.chosen_excess[i]), sums)
        for i in range(self.men.men_count[side]):
            if not used >> i & 1:
                self._add_unit(1 << i, 0, self.excess[i])

    def _add_unit(self, men: int, least: int, sums: int) -> None:
        self.unit_men[self.unit_count], self.unit_least[self.unit_count] = men, least
        self.unit_excess[self.unit_count] = sums & ~((ONE << least) - 1)
        self.unit_count += 1

    def _sums(self, first: int, second: int, spare: int) -> int:
        """The sums up to `spare`, as bits, of one number from each set."""
        found = 0
        while first:
            found |= second << lowest(first)
            first &= first - 1
        return found & ((ONE << (spare + 1)) - 1)

    def _sum_up(self, spare: int) -> bool:
        """Set for each unit the sums that the others can have; False if all together cannot have exactly the spare
        moves."""
        sums = 1
        for unit in range(self.unit_count):
            self.other_sums[unit] = sums
            sums = self._sums(self.unit_excess[unit], sums, spare)
        if not sums >> spare & 1:
            return False
        sums = 1
        unit = self.unit_count - 1
        while unit >= 0:
            self.other_sums[unit] = self._sums(self.other_sums[unit], sums, spare)
            sums = self._sums(self.unit_excess[unit], sums, spare)
            unit -= 1
        return True

    def _allowed(self, unit: int, man: int, spare: int) -> int:
        """The excesses of a man with which all men of its side can together have exactly the spare moves."""
        found = 0
        partner = self.unit_men[unit] & ~(1 << man)
        excess = self.excess[man]
        while excess:
            own = lowest(excess)
            excess &= excess - 1
            sums = ONE << own
            if partner:
                sums = self._sums(sums, self.excess[lowest(partner)], spare) & ~((ONE << self.unit_least[unit]) - 1)
            while sums:
                if self.other_sums[unit] >> (spare - lowest(sums)) & 1:
                    found |= ONE << own
                sums &= sums - 1
        return found

    def _keep(self, side: int, number: int, allowed: int) -> bool:
        """Keep the paths of a man that have one of some excesses; is anything new?"""
        man = side * SIDE_LIMIT + number
        found = False
        destinies = self.men.destinies[man]
        while destinies:
            destiny = lowest(destinies)
            destinies &= destinies - 1
            longest = -1
            for length in range(MOST_LENGTH + 1):
                if self.lengths[number * DESTINIES + destiny] >> length & 1 and self._has(
                        side, number, destiny, length, allowed):
                    longest = length
            i = man * DESTINIES + destiny
            if longest < 0:
                self.men.destinies[man] = self.men.destinies[man] & ~(1 << destiny)
                found = True
            elif longest < self.men.most_moves(i):
                self.men.longest[i] = longest
                found = True
        return found

    def _has(self, side: int, number: int, destiny: int, length: int, allowed: int) -> bool:
        """Has a path of a length to a destiny one of some excesses?"""
        for column in range(self._first_column(side, destiny), self._end_column(side, destiny)):
            excess = length - self.men.row_dual[side * SIDE_LIMIT + number] - self.men.column_dual[
                side * SIDE_LIMIT + column]
            if 0 <= excess <= MOST_SPARE and allowed >> excess & 1:
                return True
        return False
