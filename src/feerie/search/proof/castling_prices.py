# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Prices of castlings, where these take men of either side: a bound on the moves of both sides together.

A castling is a move of its king, and carries one man. With a price for each castling, at most one move, a man pays the
price of each castling that carries it, and the king receives it. No game can do with less than all men and kings then
need at least, each by itself: the prices paid equal those received (Lagrangian relaxation: A. M. Geoffrion, "Lagrangean
relaxation for integer programming", Mathematical Programming Study 2, 1974). A king that moves about and castles with
men that gain nothing by it receives nothing for it.

Good prices are found by a subgradient method (Held and Karp 1971). It begins with a price of one move for each castling
(or with the prices found before); those that men would pay and no king earns rise, and those that a king earns and no
man pays fall. All prices are admissible, so it may end at any time.

This requires nothing of a genre; it applies where each side has one king, now and ever after.
"""
from __future__ import annotations

import cython

from feerie.search.proof.matching import Matching
from feerie.search.proof.paths import Paths

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import lowest
    from feerie.kernel.tables import SQUARES
    from feerie.search.proof.structs import (
        ALL_MEN,
        CASTLING_KING,
        DESTINIES,
        GRAPH_NODES,
        IMPOSSIBLE,
        IS_CAPTURED,
        SIDE_LIMIT,
        TRANSPORT,
        UNREACHABLE,
    )
    UNIT, MOST_COST = 4, 199


class CastlingPrices:
    """Prices for the men of a deduction: `begin`, `improve`, then `measure` makes the tables.

    `distance` of (man * DESTINIES + destiny) * GRAPH_NODES + node: what the man pays up to its destiny, in UNITs of a
    move; `king_distance` of side * GRAPH_NODES + node: what the king pays, less what it receives.
    """

    def __init__(self, paths: Paths) -> None:
        self.paths, self.matching, self.applies = paths, Matching(), False
        count = self.paths.graph.castling_count + 1
        if cython.compiled:
            self.price = cython.cast(cython.pointer(u8), calloc(count, 1))
            self.best = cython.cast(cython.pointer(u8), calloc(count, 1))
            self.used = cython.cast(cython.pointer(cython.int), calloc(count, cython.sizeof(cython.int)))
            self.distance = cython.cast(cython.pointer(u8), calloc(ALL_MEN * DESTINIES * GRAPH_NODES, 1))
            if not self.price or not self.best or not self.used or not self.distance:
                raise MemoryError
        else:
            self.price, self.best, self.used = [0] * count, [0] * count, [0] * count
            self.distance, self.king_distance = [0] * (ALL_MEN * DESTINIES * GRAPH_NODES), [0] * (2 * GRAPH_NODES)
            self.king, self.work, self.rows = [-1, -1], [0] * GRAPH_NODES, [0] * SIDE_LIMIT
            self.came_by, self.ends = [0] * (SIDE_LIMIT * GRAPH_NODES), [0] * (SIDE_LIMIT * (SIDE_LIMIT + 1))
            self.buckets, self.filled = [0] * ((UNIT + 1) * GRAPH_NODES), [0] * (UNIT + 1)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.price)
            free(self.best)
            free(self.used)
            free(self.distance)

    def begin(self, white_king: int, black_king: int, before: CastlingPrices | None) -> None:
        """Begin with the prices of an earlier deduction, or with none; kings: men, -1 where a side may have several."""
        self.king[0], self.king[1] = white_king, black_king
        self.applies = white_king >= 0 and black_king >= 0
        for i in range(self.paths.graph.castling_count):
            self.price[i] = self.best[i] = UNIT if before is None else before.best[i]

    def improve(self, most_rounds: int, moves: int) -> int:
        """Look for better prices for `most_rounds` rounds, or until both sides need more than `moves`; returns what
        they need."""
        most = -1
        for _ in range(most_rounds):
            for i in range(self.paths.graph.castling_count):
                self.used[i] = 0
            total = self._assign(0) + self._assign(1) + self._king(0) + self._king(1)
            if total > most:
                most = total
                for i in range(self.paths.graph.castling_count):
                    self.best[i] = self.price[i]
            if most > UNIT * moves:
                return most
            changed = False
            for i in range(self.paths.graph.castling_count):
                if self.used[i]:
                    price = min(UNIT, max(0, self.price[i] + self.used[i]))
                    changed = changed or price != self.price[i]
                    self.price[i] = price
            if not changed:
                return most
        return most

    def _assign(self, side: int) -> int:
        """Assign the side's men except the king to destinies; note the castlings on their paths; return what they pay.
        """
        king_target = lowest(self.paths.destinies[self.king[side]])
        self.row_count = 0
        for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
            if man == self.king[side]:
                continue
            i = self.row_count
            self.rows[i] = man
            self.row_count += 1
            self._clear()
            self._add(self.paths.home[man], 0)
            self._relax(man, True)
            column = 0
            for destiny in range(self.paths.target_count[side]):
                if destiny == king_target:
                    continue
                self.matching.cost[i * SIDE_LIMIT + column] = self._cheapest_end(i, man, destiny)
                self.ends[i * (SIDE_LIMIT + 1) + column] = self.paths.target_node[side * SIDE_LIMIT + destiny]
                column += 1
            distance = self._cheapest_end(i, man, IS_CAPTURED)
            for j in range(column, self.paths.men_count[side] - 1):
                self.matching.cost[i * SIDE_LIMIT + j] = distance
        distance = self.matching.solve(self.row_count)
        if distance >= IMPOSSIBLE:
            return distance
        for i in range(self.row_count):
            column = min(self.matching.column_of[i], self.paths.target_count[side] - 1)
            self._note_path(self.rows[i], self.ends[i * (SIDE_LIMIT + 1) + column])
        return distance

    def _cheapest_end(self, row: int, man: int, destiny: int) -> int:
        """What a man pays to a destiny, from `work`; IMPOSSIBLE if that is not one of its destinies. Notes where
        captured men end."""
        if not self.paths.destinies[man] >> destiny & 1:
            return IMPOSSIBLE
        if destiny != IS_CAPTURED:
            best = self.work[self.paths.target_node[man // SIDE_LIMIT * SIDE_LIMIT + destiny]]
            return IMPOSSIBLE if best >= UNREACHABLE else best
        best = IMPOSSIBLE
        victims = self.paths.ends_of_captured(man)
        for node in range(self.paths.judge.kinds * SQUARES):
            if self.work[node] < best and self.work[node] < UNREACHABLE and victims >> (node % SQUARES) & 1:
                best = self.work[node]
                i = self.paths.target_count[man // SIDE_LIMIT] - 1
                self.ends[row * (SIDE_LIMIT + 1) + i] = node
        return best

    def _note_path(self, man: int, node: int) -> None:
        """Count in `used` the castlings of a man's cheapest path to a node, as its partner (1) or as its king (-1)."""
        while node != self.paths.home[man]:
            edge = self.came_by[man % SIDE_LIMIT * GRAPH_NODES + node]
            if self.paths.graph.castling[edge] >= 0:
                self.used[self.paths.graph.castling[edge]] += 1 if self.paths.graph.flags[edge] & TRANSPORT \
                    else -1
            node = self.paths.graph.origin[edge]

    def _king(self, side: int) -> int:
        """What a king pays, less what it receives; notes its castlings."""
        man = self.king[side]
        node = self.paths.target_node[side * SIDE_LIMIT + lowest(self.paths.destinies[man])]
        self._clear()
        self._add(self.paths.home[man], 0)
        self._relax(man, True)
        if self.work[node] >= UNREACHABLE:
            return IMPOSSIBLE
        self._note_path(man, node)
        return self.work[node]

    def _clear(self) -> None:
        """Set all costs to UNREACHABLE."""
        for node in range(GRAPH_NODES):
            self.work[node] = UNREACHABLE
        for node in range(UNIT + 1):
            self.filled[node] = 0

    def _add(self, node: int, cost: int) -> None:
        """Set the cost of a node, and put it into its bucket."""
        self.work[node] = cost
        self.buckets[cost % (UNIT + 1) * GRAPH_NODES + self.filled[cost % (UNIT + 1)]] = node
        self.filled[cost % (UNIT + 1)] += 1

    def _relax(self, man: int, forward: bool) -> None:
        """Fill `work` with costs from the nodes added, along a man's moves or against them: Dijkstra's algorithm with
        buckets (R. B. Dial, "Shortest-path forest with topological ordering", Communications of the ACM 12, 1969)."""
        side = man // SIDE_LIMIT
        level = left = 0
        while left <= UNIT and level < MOST_COST:
            slot = level % (UNIT + 1)
            left = left + 1 if not self.filled[slot] else 0
            while self.filled[slot]:
                self.filled[slot] -= 1
                node = self.buckets[slot * GRAPH_NODES + self.filled[slot]]
                if self.work[node] != level:
                    continue
                row = side * (GRAPH_NODES + 1) + node
                place = self.paths.graph.first_leaving[row] if forward else self.paths.graph.first_entering[row]
                end = self.paths.graph.first_leaving[row + 1] if forward \
                    else self.paths.graph.first_entering[row + 1]
                self.paths.effort += end - place
                while place < end:
                    edge = place if forward else self.paths.graph.entering[place]
                    place += 1
                    if not self.paths.alive[man * self.paths.most_edges + edge]:
                        continue
                    cost = UNIT
                    if self.paths.graph.flags[edge] & TRANSPORT:
                        cost = self.price[self.paths.graph.castling[edge]]
                    elif self.paths.graph.flags[edge] & CASTLING_KING:
                        cost = UNIT - self.price[self.paths.graph.castling[edge]]
                    cost = min(MOST_COST, level + cost)
                    reached = self.paths.graph.target[edge] if forward else self.paths.graph.origin[edge]
                    if self.work[reached] > cost:
                        self._add(reached, cost)
                        if forward:
                            self.came_by[man % SIDE_LIMIT * GRAPH_NODES + reached] = edge
            level += 1

    def measure(self) -> None:
        """Make the tables with the best prices found."""
        for i in range(self.paths.graph.castling_count):
            self.price[i] = self.best[i]
        for side in range(2):
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                destinies = self.paths.destinies[man]
                while destinies:
                    self._measure_to(side, man, lowest(destinies))
                    destinies &= destinies - 1

    def _measure_to(self, side: int, man: int, destiny: int) -> None:
        """Fill `distance` of a man of a side to a destiny."""
        self._clear()
        if destiny != IS_CAPTURED:
            self._add(self.paths.target_node[side * SIDE_LIMIT + destiny], 0)
        else:
            victims = self.paths.ends_of_captured(man)
            for node in range(self.paths.judge.kinds * SQUARES):
                if victims >> (node % SQUARES) & 1:
                    self._add(node, 0)
        self._relax(man, False)
        base = (man * DESTINIES + destiny) * GRAPH_NODES
        for node in range(GRAPH_NODES):
            self.distance[base + node] = self.work[node]
            if man == self.king[side]:
                self.king_distance[side * GRAPH_NODES + node] = self.work[node]
