# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Minimum-cost perfect matching: the Hungarian algorithm, by shortest augmenting paths.

H. W. Kuhn, "The Hungarian method for the assignment problem", Naval Research Logistics Quarterly 2, 1955; J. Munkres,
"Algorithms for the assignment and transportation problems", J. SIAM 5, 1957. The extra cost of a prescribed pair
follows from the reduced costs by shortest paths between all rows (R. W. Floyd, "Algorithm 97", CACM 5, 1962).
"""
from __future__ import annotations

import cython

if not cython.compiled:
    from feerie.search.proof.structs import SIDE_LIMIT, UNREACHABLE


class Matching:
    """Assigns `size` rows to as many columns at the least total cost. `cost`: by 16 * row + column, set by the user.

    A cost of IMPOSSIBLE forbids a pair; then a `total` of IMPOSSIBLE or more means that there is no assignment.
    """

    def __init__(self) -> None:
        self.size = self.total = 0
        if not cython.compiled:
            self.cost, self.exchange = [0] * (SIDE_LIMIT * SIDE_LIMIT), [0] * (SIDE_LIMIT * SIDE_LIMIT)
            self.row_dual, self.column_dual = [0] * (SIDE_LIMIT + 1), [0] * (SIDE_LIMIT + 1)
            self.row_of, self.column_of = [0] * (SIDE_LIMIT + 1), [0] * SIDE_LIMIT
            self.previous, self.least = [0] * (SIDE_LIMIT + 1), [0] * (SIDE_LIMIT + 1)
            self.used = [False] * (SIDE_LIMIT + 1)

    def solve(self, size: int) -> int:
        """Find an assignment of the least total cost; return the total."""
        self.size = size
        for column in range(size + 1):
            self.row_of[column] = self.row_dual[column] = self.column_dual[column] = 0
        for row in range(1, size + 1):
            column = self._augment(row)
            while column:
                before = self.previous[column]
                self.row_of[column] = self.row_of[before]
                column = before
        self.total = 0
        for column in range(1, size + 1):
            row = self.row_of[column] - 1
            self.column_of[row] = column - 1
            self.total += self.cost[row * SIDE_LIMIT + column - 1]
        return self.total

    def _augment(self, row: int) -> int:
        """Find the shortest augmenting path from a row; return its last column, from which `previous` leads back."""
        self.row_of[0] = row
        column = 0
        for j in range(self.size + 1):
            self.least[j], self.used[j] = 1 << 24, False
        while True:
            self.used[column] = True
            i = self.row_of[column]
            delta, next_column = 1 << 24, 0
            for j in range(1, self.size + 1):
                if self.used[j]:
                    continue
                reduced = self.cost[(i - 1) * SIDE_LIMIT + j - 1] - self.row_dual[i] - self.column_dual[j]
                if reduced < self.least[j]:
                    self.least[j], self.previous[j] = reduced, column
                if self.least[j] < delta:
                    delta, next_column = self.least[j], j
            for j in range(self.size + 1):
                if self.used[j]:
                    self.row_dual[self.row_of[j]] += delta
                    self.column_dual[j] -= delta
                else:
                    self.least[j] -= delta
            column = next_column
            if self.row_of[column] == 0:
                return column

    def find_exchanges(self) -> None:
        """After `solve`: fill `exchange` [row, row]: the extra cost if the first row takes the second one's place,
        directly or through others, which move up."""
        for i in range(self.size):
            for j in range(self.size):
                reduced = self.cost[i * SIDE_LIMIT + self.column_of[j]] - self.row_dual[i + 1] \
                    - self.column_dual[self.column_of[j] + 1]
                self.exchange[i * SIDE_LIMIT + j] = 0 if i == j else reduced
        for k in range(self.size):
            for i in range(self.size):
                through = self.exchange[i * SIDE_LIMIT + k]
                if through >= UNREACHABLE:
                    continue
                for j in range(self.size):
                    if through + self.exchange[k * SIDE_LIMIT + j] < self.exchange[i * SIDE_LIMIT + j]:
                        self.exchange[i * SIDE_LIMIT + j] = through + self.exchange[k * SIDE_LIMIT + j]

    def total_with(self, row: int, column: int) -> int:
        """After `find_exchanges`: the least total cost of an assignment with a prescribed pair."""
        reduced = self.cost[row * SIDE_LIMIT + column] - self.row_dual[row + 1] - self.column_dual[column + 1]
        return self.total + reduced + self.exchange[(self.row_of[column + 1] - 1) * SIDE_LIMIT + row]
