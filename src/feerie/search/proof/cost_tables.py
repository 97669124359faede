# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""What the men of a position need, as tables that follow from a deduction; `ProofBound` adds it up during the search.

How a man's moves are counted: those of a side's king and its partners by their castling group, or the king's by the
number of its castlings and the others' at a price for each transport; men of a pair by the table of the pair; all
others alone.
"""
from __future__ import annotations

from collections.abc import Sequence

import cython

from feerie.kernel.verdict import Judge
from feerie.search.proof.castling_group import CastlingGroup
from feerie.search.proof.castling_prices import CastlingPrices
from feerie.search.proof.deduction import Deduction
from feerie.search.proof.pair_tables import PairTables

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import lowest
    from feerie.kernel.tables import SQUARES
    from feerie.search.proof.structs import (
        ALL_MEN,
        CASTLING_KING,
        DESTINIES,
        GRAPH_NODES,
        IS_CAPTURED,
        NO_REQUIRED_MOVE,
        OPEN_CASE,
        SIDE_LIMIT,
        TRANSPORT,
        UNREACHABLE,
        USE_ASSIGNMENT,
        USE_CASTLINGS,
        USE_PAIRS,
        USE_PRICES,
    )
    NO_TRANSPORT, CAPTURE_COUNT, BESIDE_GROUP, PRICED, MOST_CASTLINGS = 3, 4, 5, 6, 8
    FIRST_ROUNDS, LATER_ROUNDS = 160, 20


class CostTables:
    """The tables of a deduction for the men `wanted`; see `ProofBound`, of which this is a part."""

    def __init__(self, judge: Judge, wanted: Sequence[int], bounds: int, previous: CostTables | None,
                 rights: int) -> None:
        self.judge, self.bounds, self.previous = judge, bounds, previous
        self.deduction, self.pair_tables = Deduction(judge, wanted, bounds, previous is None, rights), None
        self.paths, self.pairs = self.deduction.paths, self.deduction.pairs
        self.triples = None if previous is None else self.previous.triples
        self.prices, self.priced = None, False
        self.improves_prices = previous is not None and self.previous.improves_prices
        if bounds & USE_PRICES and self.paths.graph.castles_with_enemy:
            self.prices = CastlingPrices(self.paths)
        if previous is None:
            self.white_group, self.black_group = CastlingGroup(self.paths), CastlingGroup(self.paths)
            if bounds & USE_PAIRS:
                self.pair_tables = PairTables(self.paths, self.pairs.pairs)
        else:
            self.white_group, self.black_group = self.previous.white_group, self.previous.black_group
            self.pair_tables = self.previous.pair_tables
        if cython.compiled:
            self.distance = cython.cast(cython.pointer(u8), malloc(2 * ALL_MEN * DESTINIES * GRAPH_NODES))
            if not self.distance:
                raise MemoryError
        else:
            self.distance = [0] * (2 * ALL_MEN * DESTINIES * GRAPH_NODES)
            self.pair_of, self.first_man, self.man_of = [-1] * ALL_MEN, [0] * ALL_MEN, [-1] * ALL_MEN
            self.allowed, self.work = [0] * (ALL_MEN * GRAPH_NODES), [0] * GRAPH_NODES
            self.only_destiny, self.only_king, self.free_targets = [-1] * ALL_MEN, [-1, -1], [0, 0]
            self.has_group, self.partner, self.castles = [False, False], [-1] * 4, [False, False]
            self.king_distance = [0] * (2 * (MOST_CASTLINGS + 1) * GRAPH_NODES)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.distance)

    def prepare(self) -> None:
        """Make the tables that follow from the deductions."""
        self.transports = self.counts_captures = False
        for side in range(2):
            self.castles[side] = False
            self.free_targets[side] = (1 << self.paths.target_count[side]) - 1
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                self._look_for_castlings(side, man)
        for side in range(2):
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                destinies = self.paths.destinies[man]
                self.only_destiny[man] = -1 if destinies & (destinies - 1) else lowest(destinies)
                if self.only_destiny[man] >= 0 and self.only_destiny[man] != IS_CAPTURED:
                    self.free_targets[side] &= ~(1 << self.only_destiny[man])
                for node in range(GRAPH_NODES):
                    self.allowed[man * GRAPH_NODES + node] = False
                self.allowed[man * GRAPH_NODES + self.paths.home[man]] = True
                for node in range(self.paths.edge_count[man]):
                    self.allowed[man * GRAPH_NODES + self.paths.graph.target[
                        self.paths.edges[man * self.paths.most_edges + node]]] = True
                self._look_for_captures(man)
            self.only_king[side] = self._single_king(side)

    def _look_for_captures(self, man: int) -> None:
        """Note whether a man needs captures for one of its destinies."""
        for destiny in range(DESTINIES):
            base = (man * DESTINIES + destiny) * GRAPH_NODES
            if self.paths.destinies[man] >> destiny & 1 \
                    and (self.paths.capture_back[base + self.paths.home[man]]
                         or self.paths.required_move[man] != NO_REQUIRED_MOVE):
                self.counts_captures = True

    def price_transports(self, side: int) -> None:
        """Make the tables of a side whose transports are priced, since it has no castling group."""
        for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
            if self.transports:
                self._fill_layers(man)
        if self.only_king[side] >= 0:
            self._fill_king(side)

    def set_prices(self) -> None:
        """Find prices for the castlings, and what the men pay."""
        self.priced = False
        if self.prices is None or not self.transports or not self.bounds & USE_ASSIGNMENT:
            return
        if self.previous is None:
            self.prices.begin(self.only_king[0], self.only_king[1], None)
        else:
            self.prices.begin(self.only_king[0], self.only_king[1], self.previous.prices)
        if self.prices.applies:
            if self.improves_prices:
                self.prices.improve(FIRST_ROUNDS if self.previous is None else LATER_ROUNDS,
                                    self.paths.moves[0] + self.paths.moves[1])
            self.prices.measure()
            self.priced = True

    def find_groups(self) -> None:
        """Choose and measure each side's castling group in the first bound; in later ones, find its men again."""
        for side in range(2):
            self.partner[2 * side] = self.partner[2 * side + 1] = -1
            if self.previous is not None:
                self.has_group[side] = self.previous.has_group[side] and self.only_king[side] >= 0
                for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                    for i in range(2 * side, 2 * side + 2):
                        if self.previous.partner[i] >= 0 and self.previous.partner[i] == self.paths.former_at[
                                self.paths.home[man] % SQUARES]:
                            self.partner[i] = man
                continue
            self.has_group[side] = False
            if self.castles[side] and not self.paths.graph.castles_with_enemy \
                    and not self.paths.graph.once[side] and self.bounds & USE_CASTLINGS:
                if side:
                    self._choose_group(self.black_group, side)
                else:
                    self._choose_group(self.white_group, side)

    def pair_up(self) -> None:
        """Find the men whose moves are counted by the tables of pairs: not where transports are priced."""
        for man in range(ALL_MEN):
            self.pair_of[man] = -1
        for side in range(2):
            if not self.has_group[side] and not self.castles[side] and not self.transports:
                self.only_king[side] = -1       # then it is treated like other men
        for man in range(ALL_MEN):
            self.man_of[man] = -1
        for side in range(2):
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                self.first_man[man] = man if self.previous is None else self.previous.first_man[
                    self.paths.former_at[self.paths.home[man] % SQUARES]]
                self.man_of[self.first_man[man]] = man
        if self.previous is None and self.pair_tables is not None:
            self.pair_tables.made = False
        for i in range(self.pairs.pair_count):
            first, second = self.pairs.pair_first[i], self.pairs.pair_second[i]
            if first < 0 or second < 0 or not self._can_pair(first) or not self._can_pair(second):
                continue
            self.pair_of[first] = self.pair_of[second] = i
            self.free_targets[first // SIDE_LIMIT] &= ~(self.paths.destinies[first]
                                                        | self.paths.destinies[second])

    def _can_pair(self, man: int) -> bool:
        """May a man be counted in a pair? Not if it is counted elsewhere."""
        side = man // SIDE_LIMIT
        if self.paths.required_move[man] != NO_REQUIRED_MOVE or man == self.only_king[side] \
                or man == self.partner[2 * side] or man == self.partner[2 * side + 1]:
            return False
        return self.has_group[side] or not self.transports

    def _choose_group(self, group: CastlingGroup, side: int) -> None:
        group.choose(side, self.only_king[side])
        self.has_group[side] = group.applies
        if group.applies:
            group.measure(self.paths.moves[side])
            self.partner[2 * side], self.partner[2 * side + 1] = group.partner[0], group.partner[1]

    def _look_for_castlings(self, side: int, man: int) -> None:
        """Note whether a man may be moved by castlings, as a king or as a partner; not where the case is known."""
        if self.paths.cases[side] != OPEN_CASE:
            return
        for i in range(self.paths.edge_count[man]):
            edge = self.paths.edges[man * self.paths.most_edges + i]
            if self.paths.graph.flags[edge] & TRANSPORT:
                self.transports = True
            elif self.paths.graph.flags[edge] & CASTLING_KING:
                self.castles[side] = True

    def _single_king(self, side: int) -> int:
        """The man that is the side's king, now and ever after; -1 if there may be others."""
        king = -1
        for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
            if self.paths.home[man] // SQUARES == self.paths.graph.royal:
                if king >= 0:
                    return -1
                king = man
            else:
                for i in range(self.paths.target_count[side]):
                    if self.paths.target_node[side * SIDE_LIMIT + i] // SQUARES == self.paths.graph.royal \
                            and self.paths.destinies[man] >> i & 1:
                        return -1
        return king if king >= 0 and self.only_destiny[king] >= 0 and self.only_destiny[king] != IS_CAPTURED else -1

    def _fill_layers(self, man: int) -> None:
        """Fill `distance` of a man: with no transport, with one at most, with any number."""
        size = ALL_MEN * DESTINIES * GRAPH_NODES
        destinies = self.paths.destinies[man]
        while destinies:
            destiny = lowest(destinies)
            destinies &= destinies - 1
            base = (man * DESTINIES + destiny) * GRAPH_NODES
            self._set_sources(man, destiny)
            self._relax(man, TRANSPORT)
            for node in range(GRAPH_NODES):
                self.distance[base + node] = self.work[node]
            for i in range(self.paths.edge_count[man]):
                edge = self.paths.edges[man * self.paths.most_edges + i]
                if self.paths.graph.flags[edge] & TRANSPORT:
                    node = self.paths.graph.origin[edge]
                    cost = self.distance[base + self.paths.graph.target[edge]]
                    self.work[node] = min(self.work[node], cost)
            self._relax(man, TRANSPORT)
            for node in range(GRAPH_NODES):
                self.distance[size + base + node] = self.work[node]

    def _set_sources(self, man: int, destiny: int) -> None:
        """Set distance 0 in `work` where a destiny is reached."""
        for node in range(GRAPH_NODES):
            self.work[node] = UNREACHABLE
        if destiny != IS_CAPTURED:
            self.work[self.paths.target_node[man // SIDE_LIMIT * SIDE_LIMIT + destiny]] = 0
            return
        victims = self.paths.ends_of_captured(man)
        for node in range(self.judge.kinds * SQUARES):
            if victims >> (node % SQUARES) & 1:
                self.work[node] = 0

    def _relax(self, man: int, barred: int) -> None:
        """Lower `work` to distances from what it holds, against a man's moves except those with a barred flag."""
        side = man // SIDE_LIMIT
        level = highest = 0
        for node in range(GRAPH_NODES):
            if self.work[node] < UNREACHABLE:
                highest = max(highest, self.work[node])
        while level <= highest:
            again = True
            while again:
                again = False
                for node in range(GRAPH_NODES):
                    if self.work[node] != level:
                        continue
                    row = side * (GRAPH_NODES + 1) + node
                    for place in range(self.paths.graph.first_entering[row],
                                       self.paths.graph.first_entering[row + 1]):
                        edge = self.paths.graph.entering[place]
                        if self.paths.graph.flags[edge] & barred \
                                or not self.paths.alive[man * self.paths.most_edges + edge]:
                            continue
                        cost = level + (not self.paths.graph.flags[edge] & TRANSPORT)
                        if self.work[self.paths.graph.origin[edge]] > cost:
                            self.work[self.paths.graph.origin[edge]] = cost
                            highest = max(highest, cost)
                            again = again or cost == level
            level += 1
        self.paths.effort += level * GRAPH_NODES // 4

    def _fill_king(self, side: int) -> None:
        """Fill `king_distance`: the king's moves to its target with a given number of castlings among them."""
        man = self.only_king[side]
        if not self.castles[side] and not self.transports:
            row = side * (MOST_CASTLINGS + 1) * GRAPH_NODES
            base = (man * DESTINIES + self.only_destiny[man]) * GRAPH_NODES
            for node in range(GRAPH_NODES):
                self.king_distance[row + node] = self.paths.back[base + node]
            return
        for castlings in range(MOST_CASTLINGS + 1 if self.castles[side] else 1):
            for node in range(GRAPH_NODES):
                self.work[node] = UNREACHABLE
            if castlings == 0:
                self.work[self.paths.target_node[side * SIDE_LIMIT + self.only_destiny[man]]] = 0
            else:
                row = (side * (MOST_CASTLINGS + 1) + castlings - 1) * GRAPH_NODES
                for i in range(self.paths.edge_count[man]):
                    edge = self.paths.edges[man * self.paths.most_edges + i]
                    if self.paths.graph.flags[edge] & CASTLING_KING:
                        node = self.paths.graph.origin[edge]
                        before = self.king_distance[row + self.paths.graph.target[edge]]
                        if before + 1 < self.work[node]:
                            self.work[node] = before + 1
            self._relax(man, CASTLING_KING)
            row = (side * (MOST_CASTLINGS + 1) + castlings) * GRAPH_NODES
            for node in range(GRAPH_NODES):
                self.king_distance[row + node] = self.work[node]

    def cost_of(self, man: int, destiny: int, node: int, price: int, is_open: bool) -> int:
        """The moves a man needs to a destiny where a transport has a price; or the captures (CAPTURE_COUNT).

        `is_open`: its required move is not made yet.
        """
        base = (man * DESTINIES + destiny) * GRAPH_NODES + node
        if price == CAPTURE_COUNT:
            return self.paths.open_capture_back[base] if is_open else self.paths.capture_back[base]
        if price == PRICED:
            return self.prices.distance[base] if self.priced else 0
        if price == BESIDE_GROUP:
            group = 2 * (man // SIDE_LIMIT)
            if man == self.partner[group] or man == self.partner[group + 1]:
                return 0
        elif self.transports and not self.has_group[man // SIDE_LIMIT]:
            return max(self._priced(base, price), self.paths.open_back[base] if is_open else 0)
        return self.paths.open_back[base] if is_open else self.paths.back[base]

    def _priced(self, base: int, price: int) -> int:
        """The moves of a man where a transport has a price; its required move is not counted."""
        size = ALL_MEN * DESTINIES * GRAPH_NODES
        if price == NO_TRANSPORT:
            return self.distance[base]
        return min(self.distance[base], min(price + self.distance[size + base], 2 * price + self.paths.back[base]))
