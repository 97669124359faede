# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The paths of single men from a position to a target: the moves that each may still make, and how many it needs.

Each man has a graph of its own, the moves it may still make, and a set of destinies: a square of the target, or to be
captured. `Deduction` removes moves and destinies; here they are measured, by breadth-first search. Partners of
castlings move at no cost; that is a relaxation, so everything holds in all genres.

A man may have a *required move*: one of certain moves is part of its path, those of a castling or those that capture a
given man. Until then its distances are those of paths with such a move, in a graph of two layers.
"""
from __future__ import annotations

from collections.abc import MutableSequence, Sequence

import cython

from feerie.kernel.verdict import Judge
from feerie.search.proof.graph import NEEDS_OF_ATTACKS
from feerie.search.proof.man_graphs import ManGraphs

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free, malloc  # type: ignore[import-not-found]
else:
    from feerie.kernel.compiled_rules import ONE_KING
    from feerie.kernel.plain import FULL, ONE, lowest, popcount
    from feerie.kernel.tables import MEN, NONE, SQUARES
    from feerie.search.proof.structs import (
        ALL_MEN,
        CAPTURING,
        DESTINIES,
        GRAPH_NODES,
        IS_CAPTURED,
        NO_REQUIRED_MOVE,
        OPEN_CASE,
        QUIET_MOVE,
        SIDE_LIMIT,
        TO_CAPTURE,
        TO_CASTLE,
        TRANSPORT,
        UNREACHABLE,
        USE_REGIONS,
        USE_VICTIMS,
    )
    MOST_MOVES = 192


class Paths(ManGraphs):
    """The men of a position of a judge and the men `wanted` (squares, bits, at 2 * kind + side), and the paths between.

    An unfinished target says who stands there only of some squares. Then `wanted` are those men, and the destiny of the
    others, IS_CAPTURED, is to be captured or to stand on a square that is open (`leave_open`); how many are captured
    is not known, only how many at most.
    `fits`: False where a side has too many men; then nothing is known.
    """

    def __init__(self, judge: Judge, wanted: Sequence[int], bounds: int, rights: int = -1) -> None:
        super().__init__(judge, rights)
        self.bounds = bounds
        self.fits = True
        if not cython.compiled:
            self.cases, self.former_open = [0, 0], [0, 0]
            self.limited, self.taken_on, self.least = [False] * ALL_MEN, [FULL] * ALL_MEN, [0] * ALL_MEN
            self.longest = [UNREACHABLE] * (ALL_MEN * DESTINIES)
            self.beside_count, self.beside_known = [0] * ALL_MEN, [0] * ALL_MEN
        self.cases[0] = self.cases[1] = OPEN_CASE
        self.has_beside = False
        self.knows_checks = self.judge.doctrine == ONE_KING and self.judge.has(NEEDS_OF_ATTACKS)
        self.limits, self.uses_limits = None, False
        if cython.compiled:
            self.king_castles = cython.cast(cython.pointer(u8), calloc(self.graph.castling_count + 1, 1))
            self.partner_castles = cython.cast(cython.pointer(u8), calloc(self.graph.castling_count + 1, 1))
            self.back = cython.cast(cython.pointer(u8), malloc(ALL_MEN * DESTINIES * GRAPH_NODES))
            self.capture_back = cython.cast(cython.pointer(u8), malloc(ALL_MEN * DESTINIES * GRAPH_NODES))
            self.open_back = cython.cast(cython.pointer(u8), malloc(ALL_MEN * DESTINIES * GRAPH_NODES))
            self.open_capture_back = cython.cast(cython.pointer(u8), malloc(ALL_MEN * DESTINIES * GRAPH_NODES))
            if not self.king_castles or not self.partner_castles or not self.back or not self.capture_back \
                    or not self.open_back or not self.open_capture_back:
                raise MemoryError
        else:
            self.dirty, self.former_at = [False] * ALL_MEN, [0] * SQUARES
            self.king_castles = [0] * (self.graph.castling_count + 1)
            self.partner_castles = [0] * (self.graph.castling_count + 1)
            self.wanted, self.target_node = [0] * (2 * MEN), [0] * ALL_MEN
            self.men_count, self.target_count, self.captures, self.moves = [0, 0], [0, 0], [0, 0], [0, 0]
            self.destinies, self.squares, self.victim_squares = [0] * ALL_MEN, [0] * ALL_MEN, [0] * ALL_MEN
            self.budget, self.capture_budget = [0] * (ALL_MEN * DESTINIES), [0] * (ALL_MEN * DESTINIES)
            self.capture_targets, self.passing_targets, self.never_safe = [0, 0], [0, 0], [0, 0]
            self.forward, self.capture_forward = [0] * (ALL_MEN * GRAPH_NODES), [0] * (ALL_MEN * GRAPH_NODES)
            self.back = [0] * (ALL_MEN * DESTINIES * GRAPH_NODES)
            self.capture_back = [0] * (ALL_MEN * DESTINIES * GRAPH_NODES)
            self.confined = [0] * ALL_MEN
            self.required_move, self.required_object, self.captor = \
                [NO_REQUIRED_MOVE] * ALL_MEN, [0] * ALL_MEN, [-1] * ALL_MEN
            self.required_squares, self.required_passing = [0] * ALL_MEN, [0] * ALL_MEN
            self.done, self.capture_done = [0] * (ALL_MEN * GRAPH_NODES), [0] * (ALL_MEN * GRAPH_NODES)
            self.open_back = [0] * (ALL_MEN * DESTINIES * GRAPH_NODES)
            self.open_capture_back = [0] * (ALL_MEN * DESTINIES * GRAPH_NODES)
            self.open_squares = [0, 0]
            self.spare, self.cost = [0, 0], [0] * ALL_MEN
            self.row_dual, self.column_dual = [0] * ALL_MEN, [0] * (2 * SIDE_LIMIT)
        self.unfinished = False
        for i in range(2 * self.judge.kinds):
            self.wanted[i] = wanted[i]

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.king_castles)
            free(self.partner_castles)
            free(self.back)
            free(self.capture_back)
            free(self.open_back)
            free(self.open_capture_back)

    def leave_open(self, white: int, black: int) -> None:
        """Before `run`: the target is unfinished; the squares (bits) on which it lets White and Black have any man."""
        self.unfinished = True
        self.open_squares[0], self.open_squares[1] = white, black

    def cost_from_home(self, man: int, destiny: int) -> int:
        """The moves that a man needs to a destiny from where it is, with its required move and the author's limits."""
        place = (man * DESTINIES + destiny) * GRAPH_NODES + self.home[man]
        return max(self.open_back[place] if self.required_move[man] else self.back[place], self.least[man])

    def most_moves(self, path: int) -> int:
        """The moves that a man may make on its path to a destiny: man * DESTINIES + destiny."""
        return min(self.budget[path], self.longest[path])

    def captures_from_home(self, man: int, destiny: int) -> int:
        """The captures that a man needs to a destiny from where it is, with its required move."""
        place = (man * DESTINIES + destiny) * GRAPH_NODES + self.home[man]
        return self.open_capture_back[place] if self.required_move[man] else self.capture_back[place]

    def number(self, p: int) -> bool:
        """Number the men of p and the targets; False if there are too many."""
        for side in range(2):
            self.men_count[side] = self.target_count[side] = 0
            for kind in range(self.judge.kinds):
                men = self.judge.men_at(p, kind, side)
                squares = self.wanted[2 * kind + side]
                if self.men_count[side] + popcount(men) > SIDE_LIMIT \
                        or self.target_count[side] + popcount(squares) > SIDE_LIMIT:
                    return False
                while men:
                    self.home[side * SIDE_LIMIT + self.men_count[side]] = kind * SQUARES + lowest(men)
                    self.men_count[side] += 1
                    men &= men - 1
                while squares:
                    self.target_node[side * SIDE_LIMIT + self.target_count[side]] = kind * SQUARES + lowest(squares)
                    self.target_count[side] += 1
                    squares &= squares - 1
            self.captures[side] = self.men_count[side] - self.target_count[side]
        return True

    def begin(self) -> None:
        """Start with everything still possible."""
        for i in range(self.graph.castling_count):
            case = self.cases[self.graph.castling_side[i]]
            self.king_castles[i] = self.partner_castles[i] = case in (OPEN_CASE, i)
        for i in range(ALL_MEN):
            self.required_move[i], self.captor[i] = NO_REQUIRED_MOVE, -1
        self.fixed = self.never_safe[0] = self.never_safe[1] = self.confined_count = 0
        for side in range(2):
            self.capture_targets[side] = FULL
            self.passing_targets[side] = FULL
            for i in range(self.men_count[side]):
                man = side * SIDE_LIMIT + i
                self.destinies[man] = (1 << self.target_count[side]) - 1
                if self.captures[side] and (self.unfinished or not (
                        self.judge.doctrine == ONE_KING and self.home[man] // SQUARES == self.graph.royal)):
                    self.destinies[man] |= 1 << IS_CAPTURED
                self.squares[man] = self.victim_squares[man] = FULL
                self._collect(man, self.moves[side])
                self.dirty[man] = True
                self._give_castling(man)
        for man in range(ALL_MEN):
            self.limited[man], self.taken_on[man] = False, FULL
            self.least[man] = 0
            self._allow_any_length(man)
            if self.uses_limits and man % SIDE_LIMIT < self.men_count[man // SIDE_LIMIT]:
                self._limit(man)

    def _allow_any_length(self, man: int) -> None:
        """Let a man's paths be of any length that the budgets allow."""
        for i in range(DESTINIES):
            self.longest[man * DESTINIES + i] = UNREACHABLE

    def _limit(self, man: int) -> None:
        """Remove what the author's limits exclude for a man."""
        home = self.home[man] % SQUARES
        self.limited[man], self.taken_on[man] = self.limits.limited[home], self.limits.taken_on[home]
        self.least[man] = self.limits.least[home]
        for i in range(DESTINIES):
            self.longest[man * DESTINIES + i] = self.limits.most[home]
        if self.limits.captured[home] == 0 and not self.unfinished:
            self.destinies[man] &= ~(1 << IS_CAPTURED)
        elif self.limits.captured[home] > 0:
            self.destinies[man] &= 1 << IS_CAPTURED
        if self.limits.has_path[home]:
            for i in range(self.target_count[man // SIDE_LIMIT]):
                if self.target_node[man // SIDE_LIMIT * SIDE_LIMIT + i] % SQUARES != self.limits.last[home]:
                    self.destinies[man] &= ~(1 << i)
        kept = 0
        for i in range(self.edge_count[man]):
            edge = self.edges[man * self.most_edges + i]
            target = self.graph.target[edge] % SQUARES
            if self.limits.never >> target & 1 or self.limits.has_path[home] and not self.limits.steps[
                    home * SQUARES + self.graph.origin[edge] % SQUARES] >> target & 1:
                self.alive[man * self.most_edges + edge] = 0
            else:
                self.edges[man * self.most_edges + kept] = edge
                kept += 1
        self.edge_count[man] = kept
        if self.limits.taken_by[home] != NONE and self.destinies[man] == 1 << IS_CAPTURED and not self.unfinished:
            for other in range(ALL_MEN):
                if other % SIDE_LIMIT < self.men_count[other // SIDE_LIMIT] \
                        and self.home[other] % SQUARES == self.limits.taken_by[home]:
                    self.captor[man] = other

    def _give_castling(self, man: int) -> None:
        """Require a king and its partner to castle, where it is known which castling their side makes."""
        case = self.cases[man // SIDE_LIMIT]
        if case < 0:
            return
        for i in range(self.edge_count[man]):
            edge = self.edges[man * self.most_edges + i]
            if self.graph.castling[edge] == case and self.graph.origin[edge] == self.home[man]:
                self.required_move[man], self.required_object[man] = TO_CASTLE, case

    def has_castling(self, castling: int) -> bool:
        """Are a king and its partner required to make a castling?"""
        men = 0
        for man in range(ALL_MEN):
            if man % SIDE_LIMIT < self.men_count[man // SIDE_LIMIT] and self.required_move[man] == TO_CASTLE \
                    and self.required_object[man] == castling:
                men += 1
        return men == 2

    def _take_required_moves(self, before: Paths) -> None:
        """Take over the required moves that are still to be made, as `former_open` says, and who captures whom."""
        for man in range(ALL_MEN):
            self.required_move[man], self.captor[man] = NO_REQUIRED_MOVE, -1
            self.least[man] = 0
            self._allow_any_length(man)
        for i in range(self.graph.castling_count):
            self.cases[self.graph.castling_side[i]] = before.cases[self.graph.castling_side[i]]
        for man in range(ALL_MEN):
            if man % SIDE_LIMIT >= self.men_count[man // SIDE_LIMIT]:
                continue
            former = self.former_at[self.home[man] % SQUARES]
            self.limited[man], self.taken_on[man] = before.limited[former], before.taken_on[former]
            if before.required_move[former] and self.former_open[man // SIDE_LIMIT] >> former % SIDE_LIMIT & 1:
                self.required_move[man], self.required_object[man] = \
                    before.required_move[former], before.required_object[former]
                self.required_squares[man], self.required_passing[man] = \
                    before.required_squares[former], before.required_passing[former]
                if self.required_move[man] == TO_CAPTURE:
                    for other in range(ALL_MEN):
                        if other % SIDE_LIMIT < self.men_count[other // SIDE_LIMIT] \
                                and self.former_at[self.home[other] % SQUARES] == before.required_object[former]:
                            self.required_object[man], self.captor[other] = other, man

    def go_on_from(self, before: Paths) -> None:
        """Take over what was possible at an earlier position."""
        self._take_required_moves(before)
        for i in range(self.graph.castling_count):
            possible = self.cases[self.graph.castling_side[i]] == OPEN_CASE or self.has_castling(i)
            self.king_castles[i] = self.partner_castles[i] = possible and before.king_castles[i] \
                and before.partner_castles[i]
        self.fixed = self.never_safe[0] = self.never_safe[1] = self.confined_count = 0
        for side in range(2):
            self.capture_targets[side] = before.capture_targets[side]
            self.passing_targets[side] = before.passing_targets[side]
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.men_count[side]):
                former = self.former_at[self.home[man] % SQUARES]
                self.destinies[man] = before.destinies[former]
                if not self.captures[side]:
                    self.destinies[man] &= ~(1 << IS_CAPTURED)
                self.squares[man], self.victim_squares[man] = before.squares[former], before.victim_squares[former]
                for i in range(self.edge_count[man]):
                    self.alive[man * self.most_edges + self.edges[man * self.most_edges + i]] = 0
                self.edge_count[man] = before.edge_count[former]
                for i in range(self.edge_count[man]):
                    edge = before.edges[former * self.most_edges + i]
                    self.edges[man * self.most_edges + i] = edge
                    self.alive[man * self.most_edges + edge] = 1
                self.dirty[man] = True

    def measure(self, man: int) -> None:
        """Measure the man's paths from home, and to each of its destinies: only at nodes that its moves reach."""
        side = man // SIDE_LIMIT
        captures = self._list_nodes(man)
        self._measure_from_home(man, False, self.forward)
        if captures:
            self._measure_from_home(man, True, self.capture_forward)
        else:
            self._store_no_captures(self.capture_forward, man * GRAPH_NODES)
        for destiny in range(DESTINIES):
            if not self.destinies[man] >> destiny & 1:
                continue
            if destiny != IS_CAPTURED:
                node = self.target_node[side * SIDE_LIMIT + destiny]
                if not self._is_listed(node) or self.forward[man * GRAPH_NODES + node] > self.moves[side]:
                    self.destinies[man] &= ~(1 << destiny)
                    continue
            self._measure_to(man, destiny, False, self.back)
            if captures:
                self._measure_to(man, destiny, True, self.capture_back)
            else:
                self._store_no_captures(self.capture_back, (man * DESTINIES + destiny) * GRAPH_NODES)
        if self.required_move[man]:
            self._measure_required_move(man)

    def _measure_required_move(self, man: int) -> None:
        """Measure a man's paths with its required move: from home with it made, and to its destinies before it."""
        self._measure_done(man, False, self.done)
        self._measure_done(man, True, self.capture_done)
        for destiny in range(DESTINIES):
            if self.destinies[man] >> destiny & 1:
                self._measure_open(man, destiny, False, self.back, self.open_back)
                self._measure_open(man, destiny, True, self.capture_back, self.open_capture_back)

    def _measure_from_home(self, man: int, by_captures: bool, table: MutableSequence[int]) -> None:
        """Measure a man's paths from home, into a table by man and node."""
        self._clear()
        self._add_source(self.home[man])
        self._relax(man, True, by_captures)
        self._store(table, man * GRAPH_NODES)

    def _measure_to(self, man: int, destiny: int, by_captures: bool, table: MutableSequence[int]) -> None:
        """Measure a man's paths to a destiny, into a table by man, destiny, and node."""
        self._set_sources(man, destiny)
        self._relax(man, False, by_captures)
        self._store(table, (man * DESTINIES + destiny) * GRAPH_NODES)

    def _measure_done(self, man: int, by_captures: bool, table: MutableSequence[int]) -> None:
        """Measure a man's paths from home with its required move made, into a table by man and node."""
        self._clear()
        for i in range(self.edge_count[man]):
            edge = self.edges[man * self.most_edges + i]
            if self.is_required(man, edge):
                node = self.graph.target[edge]
                self.work[node] = min(self.work[node], self._cost_to(man, edge, by_captures))
        self._relax_levels(man, True, by_captures)
        self._store(table, man * GRAPH_NODES)

    def _measure_open(self, man: int, destiny: int, by_captures: bool, after: MutableSequence[int],
                      table: MutableSequence[int]) -> None:
        """Measure a man's paths to a destiny before its required move, into a table; `after`: those after it."""
        base = (man * DESTINIES + destiny) * GRAPH_NODES
        self._clear()
        for i in range(self.edge_count[man]):
            edge = self.edges[man * self.most_edges + i]
            if self.is_required(man, edge):
                node = self.graph.origin[edge]
                cost = after[base + self.graph.target[edge]] + self._cost_of_required_move(man, edge, by_captures)
                self.work[node] = min(self.work[node], cost)
        self._relax_levels(man, False, by_captures)
        self._store(table, base)

    def _cost_of_required_move(self, man: int, edge: int, by_captures: bool) -> int:
        """The cost, in moves or captures, of a required move of a man."""
        if by_captures:
            return not self.graph.flags[edge] & QUIET_MOVE or self.required_move[man] != TO_CASTLE
        return not self.graph.flags[edge] & TRANSPORT

    def is_required(self, man: int, edge: int) -> bool:
        """Is a move one of those of which a man is required to make one?"""
        if self.required_move[man] == TO_CASTLE:
            return self.graph.castling[edge] == self.required_object[man]
        return self.graph.flags[edge] & CAPTURING and self.can_capture_on(
            edge, self.required_squares[man], self.required_passing[man])

    def can_capture_on(self, edge: int, squares: int, passing: int) -> bool:
        """Does a capture take a man on some squares, or one that passed some?"""
        target = self.graph.target[edge] % SQUARES
        return squares >> target & 1 or passing >> target & 1 \
            and self.graph.origin[edge] // SQUARES == self.graph.ep_man

    def _cost_to(self, man: int, edge: int, by_captures: bool) -> int:
        """The moves, or captures, from a man's home up to the end of a required move."""
        origin = man * GRAPH_NODES + self.graph.origin[edge]
        before = self.capture_forward[origin] if by_captures else self.forward[origin]
        return before + self._cost_of_required_move(man, edge, by_captures)

    def _set_sources(self, man: int, destiny: int) -> None:
        """Set distance 0 where a destiny is reached."""
        self._clear()
        if destiny != IS_CAPTURED:
            self._add_source(self.target_node[man // SIDE_LIMIT * SIDE_LIMIT + destiny])
            return
        victims = self.ends_of_captured(man)
        for i in range(self.node_count):
            if victims >> (self.nodes[i] % SQUARES) & 1:
                self._add_source(self.nodes[i])

    def ends_of_captured(self, man: int) -> int:
        """The squares (bits) where a man is captured, or where it may stand in the end as any man."""
        victims = self.taken_on[man]
        if self.bounds & USE_VICTIMS:
            victims &= self.capture_targets[man // SIDE_LIMIT ^ 1]
        if self.unfinished:
            victims |= self.open_squares[man // SIDE_LIMIT]
        return victims

    def restrict(self, man: int) -> None:
        """Remove the moves that take too long for every destiny: what is left keeps all distances that matter."""
        kept = 0
        for i in range(self.edge_count[man]):
            edge = self.edges[man * self.most_edges + i]
            origin, target = self.graph.origin[edge], self.graph.target[edge]
            possible = self.forward[man * GRAPH_NODES + origin] < UNREACHABLE
            if possible and self.bounds & USE_REGIONS:
                cost, capture = not self.graph.flags[edge] & TRANSPORT, not self.graph.flags[edge] & QUIET_MOVE
                if self.required_move[man]:
                    possible = self._is_on_way_with_required_move(man, edge, cost, capture)
                else:
                    possible = self._is_on_way(man, self.forward[man * GRAPH_NODES + origin] + cost,
                                               self.capture_forward[man * GRAPH_NODES + origin] + capture, target)
            if possible:
                self.edges[man * self.most_edges + kept] = edge
                kept += 1
            else:
                self.alive[man * self.most_edges + edge] = 0
        self.edge_count[man] = kept

    def _is_on_way(self, man: int, moves: int, captures: int, node: int) -> bool:
        """Can a man that has made its required move still reach some destiny in time from a node, after these moves and
        captures?
        """
        destinies = self.destinies[man]
        while destinies:
            destiny = lowest(destinies)
            destinies &= destinies - 1
            base = man * DESTINIES + destiny
            if moves + self.back[base * GRAPH_NODES + node] <= self.most_moves(base) \
                    and captures + self.capture_back[base * GRAPH_NODES + node] <= self.capture_budget[base]:
                return True
        return False

    def _is_on_way_with_required_move(self, man: int, edge: int, cost: int, capture: int) -> bool:
        """Is a move part of some path in time with its required move: before it, as it, or after it?"""
        origin, target = man * GRAPH_NODES + self.graph.origin[edge], self.graph.target[edge]
        if self.done[origin] < UNREACHABLE \
                and self._is_on_way(man, self.done[origin] + cost, self.capture_done[origin] + capture, target):
            return True
        if self.is_required(man, edge):
            return self._is_on_way(man, self._cost_to(man, edge, False), self._cost_to(man, edge, True), target)
        if self.required_move[man] == TO_CASTLE:
            return False                # men that castle have not moved before
        destinies = self.destinies[man]
        while destinies:
            destiny = lowest(destinies)
            destinies &= destinies - 1
            base = man * DESTINIES + destiny
            if self.forward[origin] + cost + self.open_back[base * GRAPH_NODES + target] <= self.most_moves(base) \
                    and self.capture_forward[origin] + capture \
                    + self.open_capture_back[base * GRAPH_NODES + target] <= self.capture_budget[base]:
                return True
        return False

    def find_squares(self, man: int) -> None:
        """Set where a man can be, and where it can be captured."""
        node = self.home[man]
        squares = ONE << (node % SQUARES)
        victims = squares if self._may_be_captured(man, node) else 0
        for i in range(self.edge_count[man]):
            node = self.graph.target[self.edges[man * self.most_edges + i]]
            squares |= ONE << (node % SQUARES)
            if not victims >> (node % SQUARES) & 1 and self._may_be_captured(man, node):
                victims |= ONE << (node % SQUARES)
        if squares != self.squares[man] or victims != self.victim_squares[man]:
            self.changed = True
        self.squares[man], self.victim_squares[man] = squares, victims

    def _may_be_captured(self, man: int, node: int) -> bool:
        """Can a man be captured at a node that it reaches?"""
        base = man * DESTINIES + IS_CAPTURED
        return self.destinies[man] >> IS_CAPTURED & 1 and self.back[base * GRAPH_NODES + node] == 0 and (
            not self.bounds & USE_REGIONS or self.forward[man * GRAPH_NODES + node] <= self.most_moves(base))
