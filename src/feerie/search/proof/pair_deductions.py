# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""What deductions know of pairs of men in each other's way: excesses of disjoint pairs, and moves that none uses.

Pairs of a side with an excess need spare moves, which the other men then do not have. Moves of a man that no path of a
pair in time uses are removed; so are those after which a third man has no square, in thorough deductions (`Triples`).
Any genre: see `Pairs`.
"""
from __future__ import annotations

import cython

from feerie.search.proof.pairs import Pairs
from feerie.search.proof.paths import Paths
from feerie.search.proof.triples import Triples

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import ONE, lowest
    from feerie.kernel.tables import SQUARES
    from feerie.search.proof.structs import (
        ALL_MEN,
        DESTINIES,
        GRAPH_NODES,
        IS_CAPTURED,
        SIDE_LIMIT,
        USE_PAIRS,
        USE_TRIPLES,
    )
    MOST_PAIRS, PAIR_SIZE = 16, SQUARES * SQUARES


class PairDeductions:
    """What is known of the pairs of men of a deduction, whose paths they share."""

    def __init__(self, paths: Paths, bounds: int, first: bool) -> None:
        """`first`: whether the deduction does not continue another."""
        self.paths, self.bounds = paths, bounds
        self.pairs = Pairs(paths) if first and bounds & USE_PAIRS else None
        self.triples = None
        if cython.compiled:
            if self.pairs is not None:
                self.pair_tables = cython.cast(cython.pointer(u8), calloc(MOST_PAIRS * PAIR_SIZE, 1))
                if not self.pair_tables:
                    raise MemoryError
                self.owns_tables = True
        else:
            self.pair_tables = [0] * (MOST_PAIRS * PAIR_SIZE)
            self.chosen_count = [0, 0]
            self.needs, self.measured = [0] * (2 * SIDE_LIMIT * SIDE_LIMIT), [0] * (ALL_MEN * ALL_MEN)
            self.weighed = [0] * (2 * SIDE_LIMIT * SIDE_LIMIT)
            self.chosen_men, self.chosen_excess = [0] * (2 * SIDE_LIMIT), [0] * (2 * SIDE_LIMIT)
            self.pair_first, self.pair_second = [0] * MOST_PAIRS, [0] * MOST_PAIRS

    def __dealloc__(self) -> None:
        if cython.compiled and self.owns_tables:
            free(self.pair_tables)

    def begin(self) -> None:
        """Begin a deduction: nothing is known yet."""
        for i in range(2 * SIDE_LIMIT * SIDE_LIMIT):
            self.needs[i] = self.weighed[i] = 0
        for i in range(ALL_MEN * ALL_MEN):
            self.measured[i] = 0
        self.pair_count = self.chosen_count[0] = self.chosen_count[1] = 0
        if self.triples is not None:
            self.triples.begin()

    def be_thorough(self) -> int:
        """Before `run`: have three men at a time examined, too, which takes more time. Returns 0."""
        if self.triples is None and self.pairs is not None and self.bounds & USE_TRIPLES:
            self.triples = Triples(self.paths, self.pairs)
        return 0

    def measure(self) -> bool:
        """Measure the pairs of men and remove moves that they exclude; has anything changed?"""
        changed = False
        for first in range(ALL_MEN):
            if self._moves_and_stays(first):
                for second in range(first + 1, ALL_MEN):
                    if self._moves_and_stays(second) and self._measure_pair(first, second):
                        changed = True
        return changed

    def _measure_pair(self, first: int, second: int) -> bool:
        """Measure a pair if a man's moves, or the spare moves, have become fewer; has anything changed?"""
        side, changed = first // SIDE_LIMIT, False
        enemies = second // SIDE_LIMIT != side
        reserved = first_more = second_more = 0
        spare = self.paths.spare[0] + self.paths.spare[1]
        if not enemies:
            reserved = self.reserved(side, 1 << first % SIDE_LIMIT | 1 << second % SIDE_LIMIT)
            first_more = self.reserved(side, 1 << first % SIDE_LIMIT) - reserved
            second_more = self.reserved(side, 1 << second % SIDE_LIMIT) - reserved
            spare = self.paths.spare[side] - reserved
        place = first * ALL_MEN + second
        if self.measured[place] == self._mark(spare, first, second):
            return False
        # it is quick if the first man has few squares
        swapped = self.paths.edge_count[first] > self.paths.edge_count[second]
        if not (self.pairs.begin(second, first) if swapped else self.pairs.begin(first, second)):
            return False
        if self.pairs.meets:
            if not enemies and self.pairs.closed:
                least = self.pairs.needed(self.paths.cost[first] + self.paths.cost[second] + spare)
                i = first * SIDE_LIMIT + second % SIDE_LIMIT
                if least > self.needs[i]:
                    self.needs[i] = least
                    changed = least > self.paths.cost[first] + self.paths.cost[second]
            if swapped:
                removed = self.pairs.restrict(second_more, first_more)
                removed = removed >> 1 | (removed & 1) << 1
            else:
                removed = self.pairs.restrict(first_more, second_more)
            self.paths.dirty[first] = self.paths.dirty[first] or removed & 1
            self.paths.dirty[second] = self.paths.dirty[second] or removed >> 1
            changed = changed or removed
        self.measured[place] = self._mark(spare, first, second)
        return changed

    def _mark(self, spare: int, first: int, second: int) -> int:
        """What a measure of a pair depends on, as a number."""
        return (spare << 40) + (self.paths.edge_count[first] << 20) + self.paths.edge_count[second]

    def measure_triples(self) -> bool:
        """Find where pairs of men can stand, and remove moves that leave others no square; are there any?"""
        self.triples.begin()
        for first in range(ALL_MEN):
            if not self._moves_and_stays(first):
                continue
            side = first // SIDE_LIMIT
            for second in range(ALL_MEN):
                if second == first or not self._moves_and_stays(second):
                    continue
                first_more = second_more = 0
                if second // SIDE_LIMIT == side:
                    reserved = self.reserved(side, 1 << first % SIDE_LIMIT | 1 << second % SIDE_LIMIT)
                    first_more = self.reserved(side, 1 << first % SIDE_LIMIT) - reserved
                    second_more = self.reserved(side, 1 << second % SIDE_LIMIT) - reserved
                self.triples.add(first, second, first_more, second_more)
        if not self.triples.restrict():
            return False
        for i in range(ALL_MEN * ALL_MEN):
            self.measured[i] = 0
        return True

    def _moves_and_stays(self, man: int) -> bool:
        """Is there a man of this number that may move, and is not captured?"""
        return man % SIDE_LIMIT < self.paths.men_count[man // SIDE_LIMIT] and self.paths.edge_count[man] > 0 \
            and not self.paths.destinies[man] >> IS_CAPTURED & 1

    def reserved(self, side: int, men: int) -> int:
        """The spare moves of a side that are needed by the chosen groups which contain none of some men."""
        total = 0
        for i in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.chosen_count[side]):
            if not self.chosen_men[i] & men:
                total += self.chosen_excess[i]
        return total

    def choose_groups(self, side: int) -> None:
        """Choose disjoint pairs that need more than their part of the assignment, those with most excess first."""
        self.chosen_count[side], used = 0, 0
        best = 1
        while best:
            best = 0
            for first in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                if used >> first % SIDE_LIMIT & 1:
                    continue
                for second in range(first + 1, side * SIDE_LIMIT + self.paths.men_count[side]):
                    excess = self.needs[first * SIDE_LIMIT + second % SIDE_LIMIT] \
                        - self.paths.cost[first] - self.paths.cost[second]
                    if excess > best and not used >> second % SIDE_LIMIT & 1:
                        best, best_men = excess, 1 << first % SIDE_LIMIT | 1 << second % SIDE_LIMIT
            if best:
                used |= best_men
                self.chosen_men[side * SIDE_LIMIT + self.chosen_count[side]] = best_men
                self.chosen_excess[side * SIDE_LIMIT + self.chosen_count[side]] = best
                self.chosen_count[side] += 1

    def make_tables(self) -> None:
        """Make tables of the chosen pairs, then of others: the pairs whose placings have the most excess."""
        for side in range(2):
            used = 0
            for i in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.chosen_count[side]):
                men = self.chosen_men[i]
                used |= men
                self._make_table(side * SIDE_LIMIT + lowest(men), side * SIDE_LIMIT + lowest(men & (men - 1)))
            best = 1
            while best and self.pair_count < (side + 1) * (MOST_PAIRS // 2):
                best = 0
                for first in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                    if used >> first % SIDE_LIMIT & 1 or not self.paths.edge_count[first]:
                        continue
                    for second in range(first + 1, side * SIDE_LIMIT + self.paths.men_count[side]):
                        if used >> second % SIDE_LIMIT & 1 or not self.paths.edge_count[second]:
                            continue
                        i = first * SIDE_LIMIT + second % SIDE_LIMIT
                        if not self.weighed[i]:
                            self.weighed[i] = 1 + self._excess_of_placings(first, second)
                        if self.weighed[i] > best + 1:
                            best, best_first, best_second = self.weighed[i] - 1, first, second
                if best:
                    used |= 1 << best_first % SIDE_LIMIT | 1 << best_second % SIDE_LIMIT
                    self._make_table(best_first, best_second)

    def _make_table(self, first: int, second: int) -> None:
        """Make the table of a pair."""
        if self.pair_count < MOST_PAIRS and self.pairs.begin(first, second) and self.pairs.closed:
            self.pairs.fill(self.pair_tables, self.pair_count * PAIR_SIZE)
            self.pair_first[self.pair_count], self.pair_second[self.pair_count] = first, second
            self.pair_count += 1

    def _excess_of_placings(self, first: int, second: int) -> int:
        """The sum of the excess, at most 4 each, of a closed pair over its placings; uses the last table."""
        if not self.pairs.begin(first, second) or not self.pairs.closed or not self.pairs.meets \
                or self.paths.destinies[first] & (self.paths.destinies[first] - 1):
            return 0
        self.pairs.fill(self.pair_tables, (MOST_PAIRS - 1) * PAIR_SIZE)
        total = 0
        own, other = self.paths.home[first] // SQUARES * SQUARES, self.paths.home[second] // SQUARES * SQUARES
        base = (first * DESTINIES + lowest(self.paths.destinies[first])) * GRAPH_NODES + own
        other_base = (second * DESTINIES + lowest(self.paths.destinies[second])) * GRAPH_NODES + other
        squares = self.paths.squares[first]
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            places = self.paths.squares[second] & ~(ONE << square)
            while places:
                place = lowest(places)
                places &= places - 1
                excess = self.pair_tables[(MOST_PAIRS - 1) * PAIR_SIZE + square * SQUARES + place] \
                    - self.paths.back[base + square] - self.paths.back[other_base + place]
                total += min(4, max(0, excess))
        return total

    def take_over(self, before: PairDeductions) -> None:
        """Take over the tables of an earlier deduction for the same men."""
        self.pair_count = before.pair_count
        self.pair_tables = before.pair_tables
        for i in range(self.pair_count):
            first = second = -1
            for side in range(2):
                for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                    if self.paths.former_at[self.paths.home[man] % SQUARES] == before.pair_first[i]:
                        first = man
                    if self.paths.former_at[self.paths.home[man] % SQUARES] == before.pair_second[i]:
                        second = man
            self.pair_first[i], self.pair_second[i] = first, second
            if first >= 0 and second >= 0:
                self.needs[min(first, second) * SIDE_LIMIT + max(first, second) % SIDE_LIMIT] = self.pair_tables[
                    i * PAIR_SIZE + self.paths.home[first] % SQUARES * SQUARES + self.paths.home[second] % SQUARES]
