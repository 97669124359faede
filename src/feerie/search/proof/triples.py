# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Where pairs of men can stand at the same time, and what follows for three.

Each pair of men that are not captured (see `Pairs`) has placings through which both can go in time. A placing
of two men needs, for each third man, a square on which it can stand with either; and so does a move: path consistency
(U. Montanari, "Networks of constraints", Information Sciences 7, 1974; A. K. Mackworth, "Consistency in networks of
relations", Artificial Intelligence 8, 1977). So a bishop that is freed by a pawn's move, which must wait for a rook to
pass, does not cross the square on which that rook stays.

It holds in any genre, as the pairs do. It takes some milliseconds, so only long searches use it.
"""
from __future__ import annotations

import cython

from feerie.search.proof.pairs import Pairs
from feerie.search.proof.paths import Paths

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import SQUARES
    from feerie.search.proof.paths import MOST_MOVES
    from feerie.search.proof.structs import ALL_MEN


class Triples:
    """Triples of the men of `paths`; `begin`, `add` for all pairs of men, then `restrict`.

    `joint`: by (man * SQUARES + square) * ALL_MEN + other man: the squares (bits) where the other can stand then.
    `known`: by man: the men (bits) with which it is a pair.
    """

    def __init__(self, paths: Paths, pairs: Pairs) -> None:
        self.paths, self.pairs, self.total = paths, pairs, 0
        if cython.compiled:
            self.joint = cython.cast(cython.pointer(u64), malloc(ALL_MEN * SQUARES * ALL_MEN * 8))
            self.beside = cython.cast(cython.pointer(u64), malloc(ALL_MEN * MOST_MOVES * ALL_MEN * 8))
            self.fresh = cython.cast(cython.pointer(u64), malloc(ALL_MEN * MOST_MOVES * ALL_MEN * 8))
            self.beside_edge = cython.cast(cython.pointer(u32), malloc(ALL_MEN * MOST_MOVES * 4))
            if not self.joint or not self.beside or not self.fresh or not self.beside_edge:
                raise MemoryError
        else:
            self.joint, self.known = [0] * (ALL_MEN * SQUARES * ALL_MEN), [0] * ALL_MEN
            self.beside, self.where = [0] * (ALL_MEN * MOST_MOVES * ALL_MEN), [0] * ALL_MEN
            self.fresh = [0] * (ALL_MEN * MOST_MOVES * ALL_MEN)
            self.beside_edge = [0] * (ALL_MEN * MOST_MOVES)
        self.paths.beside, self.paths.beside_edge = self.beside, self.beside_edge

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.joint)
            free(self.beside)
            free(self.fresh)
            free(self.beside_edge)

    def begin(self) -> None:
        """Forget all pairs; where men stand during moves stays known to `Pairs` until `restrict`."""
        for man in range(ALL_MEN):
            self.known[man] = 0

    def add(self, first: int, second: int, first_more: int, second_more: int) -> None:
        """Add a pair, if it is one: its placings, and the squares of the second man beside each move of the first.

        The numbers are those of `Pairs.restrict`.
        """
        if self.paths.edge_count[first] > MOST_MOVES or not self.pairs.begin(first, second):
            return
        most = self.pairs.spread_both(first_more, second_more)
        if most < 0:
            return
        self.known[first] |= ONE << second
        for square in range(SQUARES):
            self.joint[(first * SQUARES + square) * ALL_MEN + second] = self.pairs.squares_beside(square, most)
        for i in range(self.paths.edge_count[first]):
            self.fresh[(first * MOST_MOVES + i) * ALL_MEN + second] = self.pairs.squares_during(i, most)

    def restrict(self) -> bool:
        """Remove placings and moves that leave some man no square; is anything new known?"""
        for man in range(ALL_MEN):
            for other in range(man):
                if not self.known[man] >> other & 1 or not self.known[other] >> man & 1:
                    self.known[man] &= ~(ONE << other)
                    self.known[other] &= ~(ONE << man)
        again = True
        while again:
            again = False
            for man in range(ALL_MEN):
                others = self.known[man]
                while others:
                    again = self._restrict_pair(man, lowest(others)) or again
                    others &= others - 1
        before, self.total = self.total, 0
        for man in range(ALL_MEN):
            self.paths.beside_known[man], self.paths.beside_count[man] = self.known[man], 0
            if self.known[man]:
                self._restrict_moves(man)
        self.paths.has_beside = True
        return self.total != before

    def _restrict_pair(self, first: int, second: int) -> bool:
        """Remove the placings of a pair that leave a third man no square; are there any?"""
        removed = False
        common = self.known[first] & self.known[second]
        for square in range(SQUARES):
            row = (first * SQUARES + square) * ALL_MEN
            places = self.joint[row + second]
            while places:
                place = lowest(places)
                places &= places - 1
                others = common
                possible = self.joint[(second * SQUARES + place) * ALL_MEN + first] >> square & 1
                while others and possible:
                    third = lowest(others)
                    others &= others - 1
                    possible = self.joint[row + third] & self.joint[(second * SQUARES + place) * ALL_MEN + third] != 0
                if not possible:
                    self.joint[row + second] &= ~(ONE << place)
                    self.joint[(second * SQUARES + place) * ALL_MEN + first] &= ~(ONE << square)
                    removed = True
        return removed

    def _restrict_moves(self, man: int) -> None:
        """Remove the moves of a man during which others cannot stand anywhere, and note where others can.

        `total` counts what is left.
        """
        kept = 0
        for i in range(self.paths.edge_count[man]):
            edge = self.paths.edges[man * self.paths.most_edges + i]
            if not self._can_be_made(man, i):
                self.paths.alive[man * self.paths.most_edges + edge] = 0
                self.paths.dirty[man] = True
                continue
            self.paths.edges[man * self.paths.most_edges + kept] = self.beside_edge[man * MOST_MOVES + kept] = edge
            others = self.known[man]
            while others:
                self.beside[(man * MOST_MOVES + kept) * ALL_MEN + lowest(others)] = self.where[lowest(others)]
                self.total += 1 + popcount(self.where[lowest(others)])
                others &= others - 1
            kept += 1
        self.paths.edge_count[man] = self.paths.beside_count[man] = kept

    def _can_be_made(self, man: int, move: int) -> bool:
        """Is there a square for each of the other men during a move, such that all pairs of them may stand so?"""
        others = self.known[man]
        while others:
            other = lowest(others)
            others &= others - 1
            self.where[other] = self.fresh[(man * MOST_MOVES + move) * ALL_MEN + other]
        again = True
        while again:
            again = False
            others = self.known[man]
            while others:
                other = lowest(others)
                others &= others - 1
                left = self._supported(other, self.known[man] & self.known[other])
                if not left:
                    return False
                again = again or left != self.where[other]
                self.where[other] = left
        return True

    def _supported(self, man: int, others: int) -> int:
        """The squares of a man's `where` that leave each of some other men a square of its own."""
        left, squares = 0, self.where[man]
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            row = (man * SQUARES + square) * ALL_MEN
            rest, possible = others, True
            while rest and possible:
                possible = self.joint[row + lowest(rest)] & self.where[lowest(rest)] != 0
                rest &= rest - 1
            if possible:
                left |= ONE << square
        return left
