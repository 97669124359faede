# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""What must hold in every game from a position to a target, found before the search.

Each man has a graph of its own, the moves it may still make, and a set of destinies: a square of the target, or to be
captured. Deductions remove moves and destinies in rounds, until nothing changes:

- Each side's men are assigned to destinies at least total distance (`Matching`). A destiny that leaves the others too
  few moves is removed; so is a move that makes its man's path too long for any destiny (REGIONS). Captures, which pawns
  need to change files, are counted in the same way.
- A man that never moves and is not captured blocks its square; one that is confined to a few squares blocks the paths
  that lead over all of them (OBSTRUCTION). It also keeps kings from squares it attacks (KING_ATTACKS).
- A man can be captured only where an enemy's move can capture (VICTIMS), and a move that can only capture needs a man
  that can be captured there.
- A castling needs both its king's and its partner's move. In a *case* of which castling a side makes, its king and the
  partner are required to make it, and castle in no other way.
- Where each side makes a given number of moves, its men make exactly as many together; see `PathLengths` (PARITY).
- If a man is certainly captured, and only one man can capture it, that man is required to do so (CAPTORS).

The method is that of Euclide (E. Dupuis) and Natch (P. Wassong), as far as described; arc consistency after Mackworth,
"Consistency in networks of relations", Artificial Intelligence 8, 1977. Partners of castlings move at no cost here;
that is a relaxation, so everything holds in all genres.
"""
from __future__ import annotations

from collections.abc import Sequence

import cython

from feerie.kernel.verdict import Judge
from feerie.search.proof.captor_deductions import CaptorDeductions
from feerie.search.proof.matching import Matching
from feerie.search.proof.pair_deductions import PairDeductions
from feerie.search.proof.path_lengths import PathLengths
from feerie.search.proof.paths import Paths

if not cython.compiled:
    from feerie.kernel.plain import ONE, popcount
    from feerie.kernel.tables import ATTACK_TABLES, NONE, SQUARES
    from feerie.search.proof.structs import (
        ALL_MEN,
        CAPTURING,
        CASTLING_KING,
        DESTINIES,
        IMPOSSIBLE,
        IS_CAPTURED,
        OPEN_CASE,
        QUIET_MOVE,
        SIDE_LIMIT,
        TO_CASTLE,
        TRANSPORT,
        UNREACHABLE,
        USE_CAPTORS,
        USE_CAPTURES,
        USE_KING_ATTACKS,
        USE_OBSTRUCTION,
        USE_PARITY,
        USE_VICTIMS,
    )
    MAX_ROUNDS, FEW_SQUARES = 24, 7


class Deduction:
    """What is known of all games from a position of a judge to the men `wanted`: squares (bits) at 2 * kind + side.

    `run` deduces and says whether there may be a game at all. Where a side has too many men (`Paths.fits`), nothing is
    known.
    """

    def __init__(self, judge: Judge, wanted: Sequence[int], bounds: int, first: bool = True,
                 rights: int = -1) -> None:
        """`first`: whether this one does not continue another."""
        self.judge, self.bounds, self.rounds = judge, bounds, 0
        self.paths = Paths(judge, wanted, bounds, rights)
        self.graph = self.paths.graph
        self.pairs = PairDeductions(self.paths, bounds, first)
        self.captors = CaptorDeductions(self.paths, bounds)
        self.matching = Matching()
        self.path_lengths = PathLengths(self.paths, self.pairs) if bounds & USE_PARITY else None
        self.has_given_moves, self.refuted_by_parity = False, -1

    def facts(self) -> list[tuple[int, int, list[tuple[int, int, int]], int, int]]:
        """After `run`, of each man: its side, its node, its destinies as (node or -1 for captured, moves, most moves),
        the squares (bits) where it can be, and those where it can be captured."""
        found = []
        for man in range(ALL_MEN):
            if man % SIDE_LIMIT >= self.paths.men_count[man // SIDE_LIMIT]:
                continue
            ends = []
            for destiny in range(DESTINIES):
                if self.paths.destinies[man] >> destiny & 1:
                    node = -1 if destiny == IS_CAPTURED else self.paths.target_node[
                        man // SIDE_LIMIT * SIDE_LIMIT + destiny]
                    ends.append((node, self.paths.cost_from_home(man, destiny),
                                 self.paths.most_moves(man * DESTINIES + destiny)))
            found.append((man // SIDE_LIMIT, self.paths.home[man], ends, self.paths.squares[man],
                          self.paths.victim_squares[man]))
        return found

    def run(self, p: int, white_moves: int, black_moves: int, before: Deduction | None) -> bool:
        """Deduce what holds for all games from p with at most the given moves; False if there are none.

        `before`: what is known of games from an earlier position that lead to p; `former_at` says which of its men
        are where at p.
        """
        self.paths.moves[0], self.paths.moves[1] = white_moves, black_moves
        self.refuted_by_parity = -1
        self.paths.fits = self.paths.number(p)
        if not self.paths.fits:
            return True
        for side in range(2):
            if self.paths.captures[side] < 0 \
                    or self.paths.captures[side] > self.paths.moves[side ^ 1] and not self.paths.unfinished:
                return False
        self.pairs.begin()
        self.paths.has_beside = False
        if before is None:
            self.paths.begin()
        else:
            self.paths.go_on_from(before.paths)
            self.pairs.take_over(before.pairs)
        for side in range(2):
            if self.paths.cases[side] >= 0 and before is None and not (
                    self.paths.has_castling(self.paths.cases[side])
                    and self.judge.frames[p].rights & self.graph.castling_right[self.paths.cases[side]]):
                return False
        self.rounds, self.paths.effort, self.paths.changed = 0, 0, True
        while self.paths.changed and self.rounds < (MAX_ROUNDS if self.pairs.triples is None else 4 * MAX_ROUNDS):
            self.paths.changed = False
            self.rounds += 1
            if not self._round(p):
                return False
            if not self.paths.changed and self.path_lengths is not None and self.has_given_moves \
                    and not (self._restrict_lengths(0) and self._restrict_lengths(1)):
                return False
            if not self.paths.changed and self.pairs.pairs is not None:
                self.paths.changed = self.pairs.measure()
                if not self.paths.changed and self.pairs.triples is not None:
                    self.paths.changed = self.pairs.measure_triples()
        if self.pairs.pairs is not None:
            self.pairs.make_tables()
        return True

    def _round(self, p: int) -> bool:
        """One round of all deductions; False if there is no game."""
        for side in range(2):
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                self.paths.effort += 4 * self.paths.edge_count[man]
                self._drop_edges(man)
                if self.paths.dirty[man]:
                    self.paths.measure(man)
            if not self._assign(side, False) or not self._assign(side, True):
                return False
        for side in range(2):
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                self.paths.dirty[man] = False
                self.paths.restrict(man)
                self.paths.find_squares(man)
        self._find_castlings()
        self._find_captures(p)
        self._find_fixed(p)
        return self.paths.unfinished or not self.bounds & USE_CAPTORS or self.captors.find(0) and self.captors.find(1)

    def _restrict_lengths(self, side: int) -> bool:
        """Keep the destinies and lengths with which a side makes exactly its number of moves; False if there are none.
        """
        result = self.path_lengths.restrict(side)
        if result < 0:
            self.refuted_by_parity = side
            return False
        self.paths.changed = self.paths.changed or result > 0
        return True

    def _drop_edges(self, man: int) -> None:
        """Remove moves of a man that others make impossible."""
        side = man // SIDE_LIMIT
        victims = self.paths.passing_targets[side]
        for other in range((side ^ 1) * SIDE_LIMIT, (side ^ 1) * SIDE_LIMIT + self.paths.men_count[side ^ 1]):
            if self.paths.destinies[other] >> IS_CAPTURED & 1:
                victims |= self.paths.victim_squares[other]
        kept = 0
        for i in range(self.paths.edge_count[man]):
            edge = self.paths.edges[man * self.paths.most_edges + i]
            flags, castling = self.graph.flags[edge], self.graph.castling[edge]
            path, target = self.graph.path[edge], self.graph.target[edge] % SQUARES
            if castling >= 0:
                possible = self.paths.king_castles[castling] and self.paths.partner_castles[castling] and (
                    self.paths.cases[side] == OPEN_CASE or self.paths.required_move[man] == TO_CASTLE)
            else:
                possible = True
                path |= ONE << target
            if not possible or self._is_obstructed(man, path) or self.bounds & USE_VICTIMS and not flags & QUIET_MOVE \
                    and not victims >> target & 1 \
                    or not flags & TRANSPORT and self.paths.never_safe[side] >> target & 1 \
                    and self.graph.target[edge] // SQUARES == self.graph.royal:
                self.paths.alive[man * self.paths.most_edges + edge] = 0
                self.paths.dirty[man] = self.paths.changed = True
            else:
                self.paths.edges[man * self.paths.most_edges + kept] = edge
                kept += 1
        self.paths.edge_count[man] = kept

    def _is_obstructed(self, man: int, path: int) -> bool:
        """Do other men always stand on one of these squares?"""
        if not self.bounds & USE_OBSTRUCTION:
            return False
        own = self.paths.squares[man] if not self.paths.squares[man] & (self.paths.squares[man] - 1) else 0
        if path & self.paths.fixed & ~own:
            return True
        if not path & (path - 1):
            return False
        for i in range(self.paths.confined_count):
            if self.paths.confined[i] != man and not self.paths.squares[self.paths.confined[i]] & ~path:
                return True
        return False

    def _assign(self, side: int, by_captures: bool) -> bool:
        """Assign a side's men to destinies by moves or captures; remove destinies, set budgets; False if impossible."""
        count = self.paths.men_count[side]
        if by_captures and not self.paths.captures[side ^ 1]:
            return self._forbid_captures(side)
        for i in range(count):
            man = side * SIDE_LIMIT + i
            for j in range(count):
                destiny = j if j < self.paths.target_count[side] else IS_CAPTURED
                distance = IMPOSSIBLE
                if self.paths.destinies[man] >> destiny & 1:
                    if by_captures:
                        distance = self.paths.captures_from_home(man, destiny)
                    else:
                        distance = self.paths.cost_from_home(man, destiny)
                self.matching.cost[i * SIDE_LIMIT + j] = IMPOSSIBLE if distance >= UNREACHABLE else distance
        total = self.matching.solve(count)
        if total >= IMPOSSIBLE:
            return False
        allowed = self.paths.captures[side ^ 1] if by_captures else self.paths.moves[side]
        if by_captures and not self.bounds & USE_CAPTURES:
            allowed = UNREACHABLE - 1
        if total > allowed:
            return False
        if not by_captures:
            self.paths.spare[side] = allowed - total
            self._keep_duals(side)
            for i in range(count):
                self.paths.cost[side * SIDE_LIMIT + i] = self.matching.cost[i * SIDE_LIMIT + self.matching.column_of[i]]
            self.pairs.choose_groups(side)
            if self.pairs.reserved(side, 0) > self.paths.spare[side]:
                return False
        self.matching.find_exchanges()
        for i in range(count):
            man = side * SIDE_LIMIT + i
            reserved = 0 if by_captures else self.pairs.reserved(side, 1 << i)
            for j in range(count):
                destiny = j if j < self.paths.target_count[side] else IS_CAPTURED
                if not self.paths.destinies[man] >> destiny & 1 or j > self.paths.target_count[side]:
                    continue
                most = allowed - reserved - self.matching.total_with(i, j) + self.matching.cost[i * SIDE_LIMIT + j]
                if most < self.matching.cost[i * SIDE_LIMIT + j] or not by_captures \
                        and self.matching.cost[i * SIDE_LIMIT + j] > self.paths.longest[man * DESTINIES + destiny]:
                    self.paths.destinies[man] = self.paths.destinies[man] & ~(1 << destiny)
                    self.paths.changed = True
                if by_captures:
                    self.paths.capture_budget[man * DESTINIES + destiny] = most
                else:
                    self.paths.budget[man * DESTINIES + destiny] = most
        return True

    def _keep_duals(self, side: int) -> None:
        """Keep the dual values of the assignment of a side by moves."""
        for i in range(self.paths.men_count[side]):
            self.paths.row_dual[side * SIDE_LIMIT + i] = self.matching.row_dual[i + 1]
            self.paths.column_dual[side * SIDE_LIMIT + i] = self.matching.column_dual[i + 1]

    def _forbid_captures(self, side: int) -> bool:
        """Remove destinies that need captures; False if a man has no other."""
        for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
            for destiny in range(DESTINIES):
                self.paths.capture_budget[man * DESTINIES + destiny] = 0 if self.bounds & USE_CAPTURES else UNREACHABLE
                if self.bounds & USE_CAPTURES and self.paths.destinies[man] >> destiny & 1 \
                        and self.paths.captures_from_home(man, destiny):
                    self.paths.destinies[man] = self.paths.destinies[man] & ~(1 << destiny)
                    self.paths.changed = True
            if not self.paths.destinies[man]:
                return False
        return True

    def _find_castlings(self) -> None:
        """Find which castlings their kings and their partners may still make."""
        for i in range(self.graph.castling_count):
            self.paths.king_castles[i] = self.paths.partner_castles[i] = 0
        for man in range(ALL_MEN):
            if man % SIDE_LIMIT >= self.paths.men_count[man // SIDE_LIMIT]:
                continue
            for i in range(self.paths.edge_count[man]):
                edge = self.paths.edges[man * self.paths.most_edges + i]
                castling = self.graph.castling[edge]
                if castling >= 0:
                    if self.graph.flags[edge] & CASTLING_KING:
                        self.paths.king_castles[castling] = 1
                    else:
                        self.paths.partner_castles[castling] = 1

    def _find_captures(self, p: int) -> None:
        """Find where each side can capture."""
        for side in range(2):
            before, passing_before = self.paths.capture_targets[side], self.paths.passing_targets[side]
            captured = entered = 0      # entered: squares that captors en passant may enter
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                for i in range(self.paths.edge_count[man]):
                    edge = self.paths.edges[man * self.paths.most_edges + i]
                    if self.graph.flags[edge] & CAPTURING and self.captors.may_capture(man, edge):
                        captured |= ONE << (self.graph.target[edge] % SQUARES)
                        if self.graph.origin[edge] // SQUARES == self.graph.ep_man:
                            entered |= ONE << (self.graph.target[edge] % SQUARES)
            self.paths.passing_targets[side] = 0
            passed = 0          # squares of enemy men that can be captured en passant
            for man in range((side ^ 1) * SIDE_LIMIT, (side ^ 1) * SIDE_LIMIT + self.paths.men_count[side ^ 1]):
                if self.paths.destinies[man] >> IS_CAPTURED & 1 and entered:
                    passed |= self._double_steps(man, side, entered)
            if self.judge.frames[p].ep_square != NONE and self.judge.frames[p].turn == side:
                self.paths.passing_targets[side] = self.paths.passing_targets[side] \
                    | ONE << self.judge.frames[p].ep_square
                passed |= ONE << self.judge.frames[p].ep_pawn
            self.paths.capture_targets[side] = captured | passed
            self.paths.changed = self.paths.changed or self.paths.passing_targets[side] != passing_before
            if self.paths.capture_targets[side] != before:
                self.paths.changed = True
                for man in range((side ^ 1) * SIDE_LIMIT, (side ^ 1) * SIDE_LIMIT + self.paths.men_count[side ^ 1]):
                    if self.paths.destinies[man] >> IS_CAPTURED & 1:
                        self.paths.dirty[man] = True

    def _double_steps(self, man: int, side: int, entered: int) -> int:
        """Where those double steps of a man end that a side may capture en passant on squares it enters; notes the
        squares passed.
        """
        passed = 0
        for i in range(self.paths.edge_count[man]):
            edge = self.paths.edges[man * self.paths.most_edges + i]
            square = self.graph.origin[edge] % SQUARES
            over = self.graph.double_step_over[side ^ 1][square]
            if over != NONE and entered >> over & 1 and self.graph.origin[edge] // SQUARES == self.graph.ep_man \
                    and self.graph.target[edge] % SQUARES == self.graph.double_step_to[side ^ 1][square]:
                self.paths.passing_targets[side] = self.paths.passing_targets[side] | ONE << over
                passed |= ONE << self.graph.double_step_to[side ^ 1][square]
        return passed

    def _find_fixed(self, p: int) -> None:
        """Find the men that are not captured and are confined to few squares, and what those of them that never move
        attack."""
        self.paths.confined_count = 0
        self.paths.fixed = self.paths.never_safe[0] = self.paths.never_safe[1] = 0
        for side in range(2):
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                if self.paths.destinies[man] >> IS_CAPTURED & 1 or popcount(self.paths.squares[man]) > FEW_SQUARES:
                    continue
                if self.paths.squares[man] & (self.paths.squares[man] - 1):
                    self.paths.confined[self.paths.confined_count] = man
                    self.paths.confined_count += 1
                    continue
                self.paths.fixed |= self.paths.squares[man]
                if self.bounds & USE_KING_ATTACKS and self.paths.knows_checks and popcount(
                        self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[side ^ 1]) == 1:
                    self.paths.never_safe[side ^ 1] = self.paths.never_safe[side ^ 1] \
                        | self._attacked_by(side, self.paths.home[man])

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
