# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Tables of the moves that pairs of men need, for all pairs in which one man stands in the other's way.

They are pattern databases (Culberson and Schaeffer, "Pattern databases", Computational Intelligence 14, 1998). Of pairs
with a man in common only one counts, so a search tests the pairs of the man that has moved one by one. A pair here is
two men with one destiny each.
"""
from __future__ import annotations

import cython

from feerie.search.proof.pairs import Pairs
from feerie.search.proof.paths import Paths

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import ONE, lowest
    from feerie.kernel.tables import SQUARES
    from feerie.search.proof.pair_deductions import PAIR_SIZE
    from feerie.search.proof.structs import ALL_MEN, DESTINIES, GRAPH_NODES, IS_CAPTURED, SIDE_LIMIT
    MOST_PAIR_TABLES = 512


class PairTables:
    """The tables after a deduction; `made` says whether there are any yet.

    `other`, `place`: for each of a man's `count` pairs, the other man, and where in `tables` the pair's table begins,
    which is indexed by the square of the one with the lower number * SQUARES + that of the other.
    """

    def __init__(self, paths: Paths, pairs: Pairs) -> None:
        self.paths, self.pairs, self.made = paths, pairs, False
        if cython.compiled:
            self.tables = cython.cast(cython.pointer(u8), malloc(MOST_PAIR_TABLES * PAIR_SIZE))
            if not self.tables:
                raise MemoryError
        else:
            self.tables = [0] * (MOST_PAIR_TABLES * PAIR_SIZE)
            self.count, self.other, self.place = [0] * ALL_MEN, [0] * (ALL_MEN * ALL_MEN), [0] * (ALL_MEN * ALL_MEN)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.tables)

    def make(self) -> None:
        """Make the tables."""
        self.made = True
        made = 0
        for first in range(ALL_MEN):
            self.count[first] = 0
        for first in range(ALL_MEN):
            for second in range(first + 1, ALL_MEN):
                if made < MOST_PAIR_TABLES and self._has_one_destiny(first) and self._has_one_destiny(second) \
                        and self.pairs.begin(first, second) and self.pairs.meets:
                    self.pairs.fill(self.tables, made * PAIR_SIZE)
                    if self._has_excess(first, second, made * PAIR_SIZE):
                        self._add(first, second, made * PAIR_SIZE)
                        self._add(second, first, made * PAIR_SIZE)
                        made += 1

    def _add(self, man: int, other: int, place: int) -> None:
        self.other[man * ALL_MEN + self.count[man]] = other
        self.place[man * ALL_MEN + self.count[man]] = place
        self.count[man] += 1

    def _has_one_destiny(self, man: int) -> bool:
        """Does a man move, and has it a single destiny on the board?"""
        if man % SIDE_LIMIT >= self.paths.men_count[man // SIDE_LIMIT] or not self.paths.edge_count[man]:
            return False
        destinies = self.paths.destinies[man]
        return destinies != 0 and not destinies & (destinies - 1) and not destinies >> IS_CAPTURED & 1

    def _has_excess(self, first: int, second: int, table: int) -> bool:
        """Does some placing need more moves than both men alone?"""
        base = self._cost_table(first)
        other_base = self._cost_table(second)
        squares = self.paths.squares[first]
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            places = self.paths.squares[second] & ~(ONE << square)
            while places:
                place = lowest(places)
                places &= places - 1
                if self.tables[table + square * SQUARES + place] \
                        > self.paths.back[base + square] + self.paths.back[other_base + place]:
                    return True
        return False

    def _cost_table(self, man: int) -> int:
        """Where in `paths.back` the moves are that a man needs alone, by square."""
        return (man * DESTINIES + lowest(self.paths.destinies[man])) * GRAPH_NODES \
            + self.paths.home[man] // SQUARES * SQUARES
