# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""What must be so in every game from a position to a target, found before the search.

Each man has a graph of its own, the moves it may still make, and a set of destinies: a square of the target, or to be
captured. Deductions remove moves and destinies in rounds, until nothing changes:

- Each side's men are assigned to destinies at least total distance (`Matching`). A destiny that leaves the others too
  few moves goes; so does a move that makes its man's way too long for any destiny (REGIONS). Captures, which pawns need
  to change files, are counted in the same way.
- A man that never moves and is not captured blocks its square; one that is confined to a few squares blocks the ways
  that lead over all of them (OBSTRUCTION). It also keeps kings from squares it attacks (KING_ATTACKS).
- A man can be captured only where an enemy's move can capture (VICTIMS), and a move that can only capture needs a man
  that can be captured there.
- A castling needs both its king's and its partner's move.

The method is that of Euclide (E. Dupuis) and Natch (P. Wassong), as far as described; arc consistency after Mackworth,
"Consistency in networks of relations", Artificial Intelligence 8, 1977. Partners of castlings move for nothing here;
that is a relaxation, so everything holds in all genres.
"""
from __future__ import annotations

from collections.abc import Sequence

import cython

from feerie.kernel.verdict import Judge
from feerie.search.proof.graph import graph_of
from feerie.search.proof.matching import Matching

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import FULL, ONE, lowest, popcount
    from feerie.kernel.state import ONE_KING
    from feerie.kernel.tables import ATTACK_TABLES, MEN, NONE, SQUARES
    from feerie.search.proof.structs import (
        ALL_MEN,
        CAPTURING,
        CASTLING_KING,
        DESTINIES,
        GRAPH_NODES,
        IMPOSSIBLE,
        IS_CAPTURED,
        QUIET_MOVE,
        SIDE_LIMIT,
        TRANSPORT,
        UNREACHABLE,
        USE_CAPTURES,
        USE_KING_ATTACKS,
        USE_OBSTRUCTION,
        USE_REGIONS,
        USE_VICTIMS,
    )
    MAX_ROUNDS, FRESH, FEW_SQUARES = 24, 255, 7


class Deduction:
    """What is known of all games from a position of a judge to the men `wanted`: squares (bits) at 2 * kind + side.

    `run` deduces; afterwards `feasible` says whether there may be a game at all. `fits`: False where a side has too
    many men; then nothing is known.
    """

    def __init__(self, judge: Judge, wanted: Sequence[int], bounds: int) -> None:
        self.judge, self.bounds = judge, bounds
        self.graph = graph_of(judge.rules.tables.genre, int(self.judge.frames[self.judge.ply].rights))
        self.matching = Matching()
        self.fits = self.feasible = True
        self.most_edges = self.graph.edge_count
        self.rounds = 0
        if cython.compiled:
            self.alive = cython.cast(cython.pointer(u8), calloc(ALL_MEN * self.most_edges + 1, 1))
            self.edges = cython.cast(cython.pointer(u32), calloc(ALL_MEN * self.most_edges + 1, 4))
            self.king_castles = cython.cast(cython.pointer(u8), calloc(self.graph.castling_count + 1, 1))
            self.partner_castles = cython.cast(cython.pointer(u8), calloc(self.graph.castling_count + 1, 1))
            if not self.alive or not self.edges or not self.king_castles or not self.partner_castles:
                raise MemoryError
        else:
            self.alive = [0] * (ALL_MEN * self.most_edges + 1)
            self.edges = [0] * (ALL_MEN * self.most_edges + 1)
            self.edge_count, self.dirty, self.former_at = [0] * ALL_MEN, [False] * ALL_MEN, [0] * SQUARES
            self.king_castles = [0] * (self.graph.castling_count + 1)
            self.partner_castles = [0] * (self.graph.castling_count + 1)
            self.wanted, self.home, self.target_node = [0] * (2 * MEN), [0] * ALL_MEN, [0] * ALL_MEN
            self.men_count, self.target_count, self.captures, self.moves = [0, 0], [0, 0], [0, 0], [0, 0]
            self.destinies, self.squares, self.victim_squares = [0] * ALL_MEN, [0] * ALL_MEN, [0] * ALL_MEN
            self.budget, self.capture_budget = [0] * (ALL_MEN * DESTINIES), [0] * (ALL_MEN * DESTINIES)
            self.capture_targets, self.passing_targets, self.never_safe = [0, 0], [0, 0], [0, 0]
            self.forward, self.capture_forward = [0] * (ALL_MEN * GRAPH_NODES), [0] * (ALL_MEN * GRAPH_NODES)
            self.back = [0] * (ALL_MEN * DESTINIES * GRAPH_NODES)
            self.capture_back = [0] * (ALL_MEN * DESTINIES * GRAPH_NODES)
            self.work, self.queue, self.later = [0] * GRAPH_NODES, [0] * (2 * GRAPH_NODES), [0] * (2 * GRAPH_NODES)
            self.nodes, self.confined = [0] * GRAPH_NODES, [0] * ALL_MEN
        for i in range(2 * self.judge.kinds):
            self.wanted[i] = wanted[i]

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.alive)
            free(self.edges)
            free(self.king_castles)
            free(self.partner_castles)

    def run(self, p: int, white_moves: int, black_moves: int, before: Deduction | None) -> bool:
        """Deduce what holds for all games from p with at most so many moves; False if there are none.

        `before`: what is known of games from an earlier position that go on to p; `former_at` says which of its men
        are where at p.
        """
        self.moves[0], self.moves[1] = white_moves, black_moves
        self.fits = self._number(p)
        if not self.fits:
            return True
        self.feasible = True
        for side in range(2):
            if self.captures[side] < 0 or self.captures[side] > self.moves[side ^ 1]:
                self.feasible = False
                return False
        if before is None:
            self._begin()
        else:
            self._go_on_from(before)
        self.rounds, self.effort, self.changed = 0, 0, True
        while self.changed and self.rounds < MAX_ROUNDS:
            self.changed = False
            self.rounds += 1
            if not self._round(p):
                self.feasible = False
                return False
        return True

    def _number(self, p: int) -> bool:
        """Number the men of p and the targets; False if there are too many."""
        for side in range(2):
            self.men_count[side] = self.target_count[side] = 0
            for kind in range(self.judge.kinds):
                men = self.judge.frames[p].men[kind] & self.judge.frames[p].sides[side]
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

    def _begin(self) -> None:
        """Everything is possible yet."""
        for i in range(self.graph.castling_count):
            self.king_castles[i] = self.partner_castles[i] = 1
        self.fixed = self.never_safe[0] = self.never_safe[1] = self.confined_count = 0
        for side in range(2):
            self.capture_targets[side] = FULL
            self.passing_targets[side] = FULL
            for i in range(self.men_count[side]):
                man = side * SIDE_LIMIT + i
                self.destinies[man] = (1 << self.target_count[side]) - 1
                if self.captures[side] and not (self.judge.doctrine == ONE_KING
                                                and self.home[man] // SQUARES == self.judge.royal):
                    self.destinies[man] |= 1 << IS_CAPTURED
                self.squares[man] = self.victim_squares[man] = FULL
                self._collect(man)

    def _go_on_from(self, before: Deduction) -> None:
        """Take over what was possible at an earlier position."""
        for i in range(self.graph.castling_count):
            self.king_castles[i] = self.partner_castles[i] = before.king_castles[i] and before.partner_castles[i]
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

    def _collect(self, man: int) -> None:
        """List the moves that a man can make in time, on an empty board."""
        side = man // SIDE_LIMIT
        for edge in range(self.most_edges):
            self.alive[man * self.most_edges + edge] = 0
        for node in range(GRAPH_NODES):
            self.work[node] = UNREACHABLE
        self.edge_count[man] = 0
        self.work[self.home[man]] = self.queue_end = self.later_end = 0
        node = self.home[man]
        level = 0
        while node >= 0:
            row = side * (GRAPH_NODES + 1) + node
            for edge in range(self.graph.first_leaving[row], self.graph.first_leaving[row + 1]):
                cost = level + (not self.graph.flags[edge] & TRANSPORT)
                if cost > self.moves[side]:
                    continue
                if not self.alive[man * self.most_edges + edge]:
                    self.alive[man * self.most_edges + edge] = 1
                    self.edges[man * self.most_edges + self.edge_count[man]] = edge
                    self.edge_count[man] += 1
                if self.work[self.graph.target[edge]] > cost:
                    self.work[self.graph.target[edge]] = cost
                    if cost == level:
                        self.queue[self.queue_end] = self.graph.target[edge]
                        self.queue_end += 1
                    else:
                        self.later[self.later_end] = self.graph.target[edge]
                        self.later_end += 1
            node = -1
            while node < 0 and (self.queue_end or self.later_end):
                if not self.queue_end:
                    level += 1
                    while self.later_end:
                        self.later_end -= 1
                        self.queue[self.queue_end] = self.later[self.later_end]
                        self.queue_end += 1
                self.queue_end -= 1
                node = self.queue[self.queue_end]
                if self.work[node] != level:
                    node = -1
        self.dirty[man] = True

    def _round(self, p: int) -> bool:
        """One round of all deductions; False if there is no game."""
        for side in range(2):
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.men_count[side]):
                self.effort += 4 * self.edge_count[man]
                self._drop_edges(man)
                if self.dirty[man]:
                    self._measure(man)
            if not self._assign(side, False) or not self._assign(side, True):
                return False
        for side in range(2):
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.men_count[side]):
                self.dirty[man] = False
                self._restrict(man)
                self._find_squares(man)
        self._find_castlings()
        self._find_captures(p)
        self._find_fixed(p)
        return True

    # ------------------------------------------------------------------------------------------- single men

    def _drop_edges(self, man: int) -> None:
        """Remove moves of a man that others make impossible."""
        side = man // SIDE_LIMIT
        victims = self.passing_targets[side]
        for other in range((side ^ 1) * SIDE_LIMIT, (side ^ 1) * SIDE_LIMIT + self.men_count[side ^ 1]):
            if self.destinies[other] >> IS_CAPTURED & 1:
                victims |= self.victim_squares[other]
        kept = 0
        for i in range(self.edge_count[man]):
            edge = self.edges[man * self.most_edges + i]
            flags, castling = self.graph.flags[edge], self.graph.castling[edge]
            path, target = self.graph.path[edge], self.graph.target[edge] % SQUARES
            if castling >= 0:
                possible = self.king_castles[castling] and self.partner_castles[castling]
            else:
                possible = True
                path |= ONE << target
            if not possible or self._is_obstructed(man, path) or self.bounds & USE_VICTIMS and not flags & QUIET_MOVE \
                    and not victims >> target & 1 or not flags & TRANSPORT and self.never_safe[side] >> target & 1 \
                    and self.graph.target[edge] // SQUARES == self.judge.royal:
                self.alive[man * self.most_edges + edge] = 0
                self.dirty[man] = self.changed = True
            else:
                self.edges[man * self.most_edges + kept] = edge
                kept += 1
        self.edge_count[man] = kept

    def _is_obstructed(self, man: int, path: int) -> bool:
        """Do other men always stand on one of these squares?"""
        if not self.bounds & USE_OBSTRUCTION:
            return False
        own = self.squares[man] if not self.squares[man] & (self.squares[man] - 1) else 0
        if path & self.fixed & ~own:
            return True
        if not path & (path - 1):
            return False
        for i in range(self.confined_count):
            if self.confined[i] != man and not self.squares[self.confined[i]] & ~path:
                return True
        return False

    def _measure(self, man: int) -> None:
        """Measure the man's ways from home, and to each of its destinies: only at nodes that its moves reach."""
        side = man // SIDE_LIMIT
        self.node_count = 1
        self.nodes[0] = self.home[man]
        self.work[self.home[man]] = FRESH
        for i in range(self.edge_count[man]):
            node = self.graph.target[self.edges[man * self.most_edges + i]]
            if self.work[node] != FRESH:
                self.work[node] = FRESH
                self.nodes[self.node_count] = node
                self.node_count += 1
        for by_captures in range(2):
            self._clear()
            self._add_source(self.home[man])
            self._relax(man, True, by_captures != 0)
            for i in range(self.node_count):
                node = self.nodes[i]
                if by_captures:
                    self.capture_forward[man * GRAPH_NODES + node] = self.work[node]
                else:
                    self.forward[man * GRAPH_NODES + node] = self.work[node]
        for destiny in range(DESTINIES):
            if not self.destinies[man] >> destiny & 1:
                continue
            if destiny != IS_CAPTURED:
                node = self.target_node[side * SIDE_LIMIT + destiny]
                if not self._is_listed(node) or self.forward[man * GRAPH_NODES + node] > self.moves[side]:
                    self.destinies[man] &= ~(1 << destiny)
                    continue
            for by_captures in range(2):
                self._set_sources(man, destiny)
                self._relax(man, False, by_captures != 0)
                for i in range(self.node_count):
                    node = self.nodes[i]
                    if by_captures:
                        self.capture_back[(man * DESTINIES + destiny) * GRAPH_NODES + node] = self.work[node]
                    else:
                        self.back[(man * DESTINIES + destiny) * GRAPH_NODES + node] = self.work[node]

    def _is_listed(self, node: int) -> bool:
        """Is a node one of those that the moves of the man being measured reach?"""
        listed = False
        for i in range(self.node_count):
            listed = listed or self.nodes[i] == node
        return listed

    def _clear(self) -> None:
        """Set all distances to UNREACHABLE, without sources."""
        self.queue_end = 0
        for i in range(self.node_count):
            self.work[self.nodes[i]] = UNREACHABLE

    def _add_source(self, node: int) -> None:
        """Set distance 0 at a node."""
        self.work[node] = 0
        self.queue[self.queue_end] = node
        self.queue_end += 1

    def _set_sources(self, man: int, destiny: int) -> None:
        """Set distance 0 where a destiny is reached."""
        self._clear()
        if destiny != IS_CAPTURED:
            self._add_source(self.target_node[man // SIDE_LIMIT * SIDE_LIMIT + destiny])
            return
        victims = self.capture_targets[man // SIDE_LIMIT ^ 1] if self.bounds & USE_VICTIMS else FULL
        for i in range(self.node_count):
            if victims >> (self.nodes[i] % SQUARES) & 1:
                self._add_source(self.nodes[i])

    def _relax(self, man: int, forward: bool, by_captures: bool) -> None:
        """Fill `work` with distances from the sources, by breadth-first search with edges of cost 0 or 1.

        `forward`: along the moves, else against them; `by_captures`: count captures instead of moves.
        """
        self.later_end = level = 0
        while self.queue_end:
            while self.queue_end:
                self.queue_end -= 1
                node = self.queue[self.queue_end]
                if self.work[node] == level:
                    self._relax_node(man, node, level, forward, by_captures)
            level += 1
            for i in range(self.later_end):
                if self.work[self.later[i]] == level:
                    self.queue[self.queue_end] = self.later[i]
                    self.queue_end += 1
            self.later_end = 0

    def _relax_node(self, man: int, node: int, level: int, forward: bool, by_captures: bool) -> None:
        """Take the edges of a node at distance `level`. A node comes into each of the two queues once at most."""
        side = man // SIDE_LIMIT
        row = side * (GRAPH_NODES + 1) + node
        i = self.graph.first_leaving[row] if forward else self.graph.first_entering[row]
        end = self.graph.first_leaving[row + 1] if forward else self.graph.first_entering[row + 1]
        self.effort += end - i
        for place in range(i, end):
            edge = place if forward else self.graph.entering[place]
            if not self.alive[man * self.most_edges + edge]:
                continue
            if by_captures:
                cost = level + (not self.graph.flags[edge] & QUIET_MOVE)
            else:
                cost = level + (not self.graph.flags[edge] & TRANSPORT)
            reached = self.graph.target[edge] if forward else self.graph.origin[edge]
            if self.work[reached] <= cost:
                continue
            self.work[reached] = cost
            if cost == level:
                self.queue[self.queue_end] = reached
                self.queue_end += 1
            else:
                self.later[self.later_end] = reached
                self.later_end += 1

    def _restrict(self, man: int) -> None:
        """Remove the moves that take too long for every destiny: what is left keeps all distances that matter."""
        kept = 0
        for i in range(self.edge_count[man]):
            edge = self.edges[man * self.most_edges + i]
            origin, target = self.graph.origin[edge], self.graph.target[edge]
            possible = self.forward[man * GRAPH_NODES + origin] < UNREACHABLE
            if possible and self.bounds & USE_REGIONS:
                possible = False
                cost = self.forward[man * GRAPH_NODES + origin] + (not self.graph.flags[edge] & TRANSPORT)
                capture = self.capture_forward[man * GRAPH_NODES + origin] + (not self.graph.flags[edge] & QUIET_MOVE)
                destinies = self.destinies[man]
                while destinies and not possible:
                    destiny = lowest(destinies)
                    destinies &= destinies - 1
                    base = man * DESTINIES + destiny
                    possible = cost + self.back[base * GRAPH_NODES + target] <= self.budget[base] \
                        and capture + self.capture_back[base * GRAPH_NODES + target] <= self.capture_budget[base]
            if possible:
                self.edges[man * self.most_edges + kept] = edge
                kept += 1
            else:
                self.alive[man * self.most_edges + edge] = 0
        self.edge_count[man] = kept

    def _find_squares(self, man: int) -> None:
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
            not self.bounds & USE_REGIONS or self.forward[man * GRAPH_NODES + node] <= self.budget[base])

    # ------------------------------------------------------------------------------------------- all men

    def _assign(self, side: int, by_captures: bool) -> bool:
        """Assign a side's men to destinies by moves or captures; remove destinies, set budgets; False if impossible."""
        count = self.men_count[side]
        if by_captures and not self.captures[side ^ 1]:
            return self._forbid_captures(side)
        for i in range(count):
            man = side * SIDE_LIMIT + i
            for j in range(count):
                destiny = j if j < self.target_count[side] else IS_CAPTURED
                distance = IMPOSSIBLE
                if self.destinies[man] >> destiny & 1:
                    if by_captures:
                        distance = self.capture_back[(man * DESTINIES + destiny) * GRAPH_NODES + self.home[man]]
                    else:
                        distance = self.back[(man * DESTINIES + destiny) * GRAPH_NODES + self.home[man]]
                self.matching.cost[i * SIDE_LIMIT + j] = IMPOSSIBLE if distance >= UNREACHABLE else distance
        total = self.matching.solve(count)
        if total >= IMPOSSIBLE:
            return False
        allowed = self.captures[side ^ 1] if by_captures else self.moves[side]
        if by_captures and not self.bounds & USE_CAPTURES:
            allowed = UNREACHABLE - 1
        if total > allowed:
            return False
        self.matching.find_exchanges()
        for i in range(count):
            man = side * SIDE_LIMIT + i
            for j in range(count):
                destiny = j if j < self.target_count[side] else IS_CAPTURED
                if not self.destinies[man] >> destiny & 1 or j > self.target_count[side]:
                    continue
                most = allowed - self.matching.total_with(i, j) + self.matching.cost[i * SIDE_LIMIT + j]
                if most < self.matching.cost[i * SIDE_LIMIT + j]:
                    self.destinies[man] &= ~(1 << destiny)
                    self.changed = True
                if by_captures:
                    self.capture_budget[man * DESTINIES + destiny] = most
                else:
                    self.budget[man * DESTINIES + destiny] = most
        return True

    def _forbid_captures(self, side: int) -> bool:
        """Remove destinies that need captures; False if a man has no other."""
        for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.men_count[side]):
            for destiny in range(DESTINIES):
                self.capture_budget[man * DESTINIES + destiny] = 0 if self.bounds & USE_CAPTURES else UNREACHABLE
                if self.bounds & USE_CAPTURES and self.destinies[man] >> destiny & 1 \
                        and self.capture_back[(man * DESTINIES + destiny) * GRAPH_NODES + self.home[man]]:
                    self.destinies[man] &= ~(1 << destiny)
                    self.changed = True
            if not self.destinies[man]:
                return False
        return True

    def _find_castlings(self) -> None:
        """Find which castlings their kings and their partners may still make."""
        for i in range(self.graph.castling_count):
            self.king_castles[i] = self.partner_castles[i] = 0
        for man in range(ALL_MEN):
            if man % SIDE_LIMIT >= self.men_count[man // SIDE_LIMIT]:
                continue
            for i in range(self.edge_count[man]):
                edge = self.edges[man * self.most_edges + i]
                castling = self.graph.castling[edge]
                if castling >= 0:
                    if self.graph.flags[edge] & CASTLING_KING:
                        self.king_castles[castling] = 1
                    else:
                        self.partner_castles[castling] = 1

    def _may_capture(self, man: int, edge: int) -> bool:
        """Are there captures enough for a man's move to be one, with those that the side's men need?"""
        if not self.bounds & USE_CAPTURES or not self.graph.flags[edge] & QUIET_MOVE:
            return True
        capture = self.capture_forward[man * GRAPH_NODES + self.graph.origin[edge]] + 1
        destinies = self.destinies[man]
        while destinies:
            destiny = lowest(destinies)
            destinies &= destinies - 1
            if capture + self.capture_back[(man * DESTINIES + destiny) * GRAPH_NODES + self.graph.target[edge]] \
                    <= self.capture_budget[man * DESTINIES + destiny]:
                return True
        return False

    def _find_captures(self, p: int) -> None:
        """Find where each side can capture."""
        for side in range(2):
            before = self.capture_targets[side]
            self.capture_targets[side] = 0
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.men_count[side]):
                for i in range(self.edge_count[man]):
                    edge = self.edges[man * self.most_edges + i]
                    if self.graph.flags[edge] & CAPTURING and self._may_capture(man, edge):
                        self.capture_targets[side] |= ONE << (self.graph.target[edge] % SQUARES)
            self.passing_targets[side] = 0
            passed = 0          # squares of enemy men that can be captured en passant
            for i in range(self.men_count[side ^ 1]):
                man = (side ^ 1) * SIDE_LIMIT + i
                if not self.destinies[man] >> IS_CAPTURED & 1 or self.judge.ep_man == NONE:
                    continue
                for square in range(SQUARES):
                    if self.judge.double_step_over[side ^ 1][square] != NONE \
                            and self.forward[man * GRAPH_NODES + self.judge.ep_man * SQUARES + square] < UNREACHABLE:
                        self.passing_targets[side] |= ONE << self.judge.double_step_over[side ^ 1][square]
                        passed |= ONE << self.judge.double_step_to[side ^ 1][square]
            if self.judge.frames[p].ep_square != NONE and self.judge.frames[p].turn == side:
                self.passing_targets[side] |= ONE << self.judge.frames[p].ep_square
                passed |= ONE << self.judge.frames[p].ep_pawn
            self.capture_targets[side] |= passed
            if self.capture_targets[side] != before:
                self.changed = True
                for man in range((side ^ 1) * SIDE_LIMIT, (side ^ 1) * SIDE_LIMIT + self.men_count[side ^ 1]):
                    if self.destinies[man] >> IS_CAPTURED & 1:
                        self.dirty[man] = True

    def _find_fixed(self, p: int) -> None:
        """Find the men that are not captured and confined to few squares; what those attack that never move."""
        self.confined_count = 0
        self.fixed = self.never_safe[0] = self.never_safe[1] = 0
        for side in range(2):
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.men_count[side]):
                if self.destinies[man] >> IS_CAPTURED & 1 or popcount(self.squares[man]) > FEW_SQUARES:
                    continue
                if self.squares[man] & (self.squares[man] - 1):
                    self.confined[self.confined_count] = man
                    self.confined_count += 1
                    continue
                self.fixed |= self.squares[man]
                if self.bounds & USE_KING_ATTACKS and self.judge.doctrine == ONE_KING and popcount(
                        self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[side ^ 1]) == 1:
                    self.never_safe[side ^ 1] |= self._attacked_by(side, self.home[man])

    def _attacked_by(self, side: int, node: int) -> int:
        """The squares that a man attacks with nothing between."""
        found = 0
        kind = node // SQUARES
        for i in range(side * ATTACK_TABLES, side * ATTACK_TABLES + self.judge.attack_table_count[side]):
            if self.judge.attack_tables[i].man != kind and self.judge.attack_tables[i].other != kind:
                continue
            for square in range(SQUARES):
                if self.judge.attack_tables[i].near[square] >> (node % SQUARES) & 1:
                    found |= ONE << square
        return found
