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
- A castling needs both its king's and its partner's move. In a *case* of which castling a side makes, its king and the
  partner have the duty to make it, and castle in no other way.
- A man that is certainly captured, and by one man only, gives that man the duty to do so (CAPTORS).

The method is that of Euclide (E. Dupuis) and Natch (P. Wassong), as far as described; arc consistency after Mackworth,
"Consistency in networks of relations", Artificial Intelligence 8, 1977. Partners of castlings move for nothing here;
that is a relaxation, so everything holds in all genres.
"""
from __future__ import annotations

from collections.abc import Sequence

import cython

from feerie.kernel.verdict import Judge
from feerie.search.proof.matching import Matching
from feerie.search.proof.pairs import Pairs
from feerie.search.proof.placings import Placings
from feerie.search.proof.ways import Ways

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.state import ONE_KING
    from feerie.kernel.tables import ATTACK_TABLES, NONE, SQUARES
    from feerie.search.proof.structs import (
        ALL_MEN,
        CAPTURING,
        CASTLING_KING,
        DESTINIES,
        GRAPH_NODES,
        IMPOSSIBLE,
        IS_CAPTURED,
        NO_DUTY,
        OPEN_CASE,
        QUIET_MOVE,
        SIDE_LIMIT,
        TO_CAPTURE,
        TO_CASTLE,
        TRANSPORT,
        UNREACHABLE,
        USE_CAPTORS,
        USE_CAPTURES,
        USE_KING_ATTACKS,
        USE_OBSTRUCTION,
        USE_PAIRS,
        USE_PLACINGS,
        USE_VICTIMS,
    )
    MAX_ROUNDS, FEW_SQUARES, MOST_PAIRS, PAIR_SIZE = 24, 7, 16, SQUARES * SQUARES


class Deduction(Ways):
    """What is known of all games from a position of a judge to the men `wanted`: squares (bits) at 2 * kind + side.

    `run` deduces; afterwards `feasible` says whether there may be a game at all. `fits`: False where a side has too
    many men; then nothing is known.
    """

    def __init__(self, judge: Judge, wanted: Sequence[int], bounds: int, first: bool = True,
                 rights: int = -1) -> None:
        """`first`: whether this one does not go on from another."""
        super().__init__(judge, wanted, bounds, rights)
        self.matching = Matching()
        self.pairs = Pairs(self) if first and bounds & USE_PAIRS else None
        self.placings = None
        if cython.compiled:
            if self.pairs is not None:
                self.pair_tables = cython.cast(cython.pointer(u8), calloc(MOST_PAIRS * PAIR_SIZE, 1))
                if not self.pair_tables:
                    raise MemoryError
                self.owns_tables = True
        else:
            self.pair_tables = [0] * (MOST_PAIRS * PAIR_SIZE)
            self.spare, self.cost, self.chosen_count = [0, 0], [0] * ALL_MEN, [0, 0]
            self.needs, self.measured = [0] * (2 * SIDE_LIMIT * SIDE_LIMIT), [0] * (4 * SIDE_LIMIT * SIDE_LIMIT)
            self.weighed = [0] * (2 * SIDE_LIMIT * SIDE_LIMIT)
            self.chosen_men, self.chosen_excess = [0] * (2 * SIDE_LIMIT), [0] * (2 * SIDE_LIMIT)
            self.pair_first, self.pair_second = [0] * MOST_PAIRS, [0] * MOST_PAIRS

    def __dealloc__(self) -> None:
        if cython.compiled and self.owns_tables:
            free(self.pair_tables)

    def be_thorough(self) -> int:
        """Before `run`: look at three men at a time, too, which takes more time. Returns 0."""
        if self.placings is None and self.pairs is not None and self.bounds & USE_PLACINGS:
            self.placings = Placings(self, self.pairs)
        return 0

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
            if self.captures[side] < 0 or self.captures[side] > self.moves[side ^ 1] and not self.unfinished:
                self.feasible = False
                return False
        for i in range(2 * SIDE_LIMIT * SIDE_LIMIT):
            self.needs[i] = self.measured[2 * i] = self.measured[2 * i + 1] = self.weighed[i] = 0
        self.pair_count = self.chosen_count[0] = self.chosen_count[1] = 0
        self.has_beside = False
        if self.placings is not None:
            self.placings.begin()
        if before is None:
            self._begin()
        else:
            self._go_on_from(before)
            self._take_pairs(before)
        for side in range(2):
            if self.cases[side] >= 0 and before is None and not (
                    self._has_castling(self.cases[side])
                    and self.judge.frames[p].rights & self.graph.castling_right[self.cases[side]]):
                self.feasible = False
                return False
        self.rounds, self.effort, self.changed = 0, 0, True
        while self.changed and self.rounds < (MAX_ROUNDS if self.placings is None else 4 * MAX_ROUNDS):
            self.changed = False
            self.rounds += 1
            if not self._round(p):
                self.feasible = False
                return False
            if not self.changed and self.pairs is not None:
                self.changed = self._measure_pairs()
                if not self.changed and self.placings is not None:
                    self.changed = self._measure_placings()
        if self.pairs is not None:
            self._make_tables()
        return True

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
        return not self.bounds & USE_CAPTORS or self.unfinished or self._find_captors(0) and self._find_captors(1)

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
                possible = self.king_castles[castling] and self.partner_castles[castling] and (
                    self.cases[side] == OPEN_CASE or self.duty[man] == TO_CASTLE)
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
                        distance = self.captures_from_home(man, destiny)
                    else:
                        distance = self.cost_from_home(man, destiny)
                self.matching.cost[i * SIDE_LIMIT + j] = IMPOSSIBLE if distance >= UNREACHABLE else distance
        total = self.matching.solve(count)
        if total >= IMPOSSIBLE:
            return False
        allowed = self.captures[side ^ 1] if by_captures else self.moves[side]
        if by_captures and not self.bounds & USE_CAPTURES:
            allowed = UNREACHABLE - 1
        if total > allowed:
            return False
        if not by_captures:
            self.spare[side] = allowed - total
            for i in range(count):
                self.cost[side * SIDE_LIMIT + i] = self.matching.cost[i * SIDE_LIMIT + self.matching.column_of[i]]
            self._choose_groups(side)
            if self._reserved(side, 0) > self.spare[side]:
                return False
        self.matching.find_exchanges()
        for i in range(count):
            man = side * SIDE_LIMIT + i
            reserved = 0 if by_captures else self._reserved(side, 1 << i)
            for j in range(count):
                destiny = j if j < self.target_count[side] else IS_CAPTURED
                if not self.destinies[man] >> destiny & 1 or j > self.target_count[side]:
                    continue
                most = allowed - reserved - self.matching.total_with(i, j) + self.matching.cost[i * SIDE_LIMIT + j]
                if most < self.matching.cost[i * SIDE_LIMIT + j] or not by_captures \
                        and self.matching.cost[i * SIDE_LIMIT + j] > self.most[man]:
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
                        and self.captures_from_home(man, destiny):
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
            before, passing_before = self.capture_targets[side], self.passing_targets[side]
            self.capture_targets[side] = entered = 0      # entered: squares that captors en passant may enter
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.men_count[side]):
                for i in range(self.edge_count[man]):
                    edge = self.edges[man * self.most_edges + i]
                    if self.graph.flags[edge] & CAPTURING and self._may_capture(man, edge):
                        self.capture_targets[side] |= ONE << (self.graph.target[edge] % SQUARES)
                        if self.graph.origin[edge] // SQUARES == self.judge.ep_man:
                            entered |= ONE << (self.graph.target[edge] % SQUARES)
            self.passing_targets[side] = 0
            passed = 0          # squares of enemy men that can be captured en passant
            for man in range((side ^ 1) * SIDE_LIMIT, (side ^ 1) * SIDE_LIMIT + self.men_count[side ^ 1]):
                if self.destinies[man] >> IS_CAPTURED & 1 and entered:
                    passed |= self._double_steps(man, side, entered)
            if self.judge.frames[p].ep_square != NONE and self.judge.frames[p].turn == side:
                self.passing_targets[side] |= ONE << self.judge.frames[p].ep_square
                passed |= ONE << self.judge.frames[p].ep_pawn
            self.capture_targets[side] |= passed
            self.changed = self.changed or self.passing_targets[side] != passing_before
            if self.capture_targets[side] != before:
                self.changed = True
                for man in range((side ^ 1) * SIDE_LIMIT, (side ^ 1) * SIDE_LIMIT + self.men_count[side ^ 1]):
                    if self.destinies[man] >> IS_CAPTURED & 1:
                        self.dirty[man] = True

    def _find_captors(self, side: int) -> bool:
        """Find by whom the men of a side are captured that certainly are; False if one cannot be.

        Who alone can do it has the duty, unless it has another one.
        """
        for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.men_count[side]):
            if self.destinies[man] != 1 << IS_CAPTURED:
                continue
            passing = self._passed_squares(man, side)
            captor = self.captor[man]
            if captor >= 0:
                if not self._can_capture(captor, man, passing):
                    return False
            else:
                count = 0
                for other in range((side ^ 1) * SIDE_LIMIT, (side ^ 1) * SIDE_LIMIT + self.men_count[side ^ 1]):
                    if self._can_capture(other, man, passing):
                        count, captor = count + 1, other
                if not count:
                    return False
                if count > 1:
                    continue
                self.captor[man] = captor
            if self.duty[captor] == NO_DUTY or self.duty[captor] == TO_CAPTURE and self.duty_of[captor] == man and (
                    self.duty_squares[captor] != self.victim_squares[man] or self.duty_passing[captor] != passing):
                self.duty[captor], self.duty_of[captor] = TO_CAPTURE, man
                self.duty_squares[captor], self.duty_passing[captor] = self.victim_squares[man], passing
                self.dirty[captor] = self.changed = True
        return True

    def _can_capture(self, man: int, victim: int, passing: int) -> bool:
        """Can a man capture another, on the other's squares, or en passant on those that it passes?"""
        for i in range(self.edge_count[man]):
            edge = self.edges[man * self.most_edges + i]
            if self.graph.flags[edge] & CAPTURING and self._can_capture_on(edge, self.victim_squares[victim], passing) \
                    and self._may_capture(man, edge):
                return True
        return False

    def _passed_squares(self, man: int, side: int) -> int:
        """The squares that a man may pass when it can be captured en passant after that."""
        passing = 0
        if self.judge.ep_man == NONE:
            return 0
        for square in range(SQUARES):
            if self.judge.double_step_over[side][square] != NONE \
                    and self.victim_squares[man] >> self.judge.double_step_to[side][square] & 1:
                passing |= ONE << self.judge.double_step_over[side][square]
        return passing

    def _double_steps(self, man: int, side: int, entered: int) -> int:
        """Where a man's double steps end that a side may capture en passant on squares it enters; notes those passed.
        """
        passed = 0
        for i in range(self.edge_count[man]):
            edge = self.edges[man * self.most_edges + i]
            square = self.graph.origin[edge] % SQUARES
            over = self.judge.double_step_over[side ^ 1][square]
            if over != NONE and entered >> over & 1 and self.graph.origin[edge] // SQUARES == self.judge.ep_man \
                    and self.graph.target[edge] % SQUARES == self.judge.double_step_to[side ^ 1][square]:
                self.passing_targets[side] |= ONE << over
                passed |= ONE << self.judge.double_step_to[side ^ 1][square]
        return passed

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

    # --------------------------------------------------------------------------------------------- pairs of men

    def _measure_pairs(self) -> bool:
        """Measure the pairs of both sides and remove moves that they exclude; has anything changed?"""
        again = False
        for side in range(2):
            again = self._measure_pairs_of(side) or again
        for first in range(ALL_MEN):
            if first % SIDE_LIMIT < self.men_count[first // SIDE_LIMIT] and self.edge_count[first]:
                again = self._measure_enemies(first) or again
        return again

    def _measure_enemies(self, first: int) -> bool:
        """Remove moves of a man that are excluded by pairs with an enemy's man; are there any?"""
        removed = False
        enemy = SIDE_LIMIT - first // SIDE_LIMIT * SIDE_LIMIT
        for second in range(enemy, enemy + self.men_count[enemy // SIDE_LIMIT]):
            if not self.edge_count[second]:
                continue
            i = (first * 2 + 1) * SIDE_LIMIT + second % SIDE_LIMIT
            mark = self.spare[0] + self.spare[1]
            mark = (mark << 40) + (self.edge_count[first] << 20) + self.edge_count[second]
            if self.measured[i] != mark and self.pairs.begin(first, second):
                if self.pairs.restrict(0, 0):
                    self.dirty[first] = removed = True
                mark = self.spare[0] + self.spare[1]
                self.measured[i] = (mark << 40) + (self.edge_count[first] << 20) + self.edge_count[second]
        return removed

    def _measure_pairs_of(self, side: int) -> bool:
        """Measure those pairs of a side of which a man's moves have become fewer, or its spare moves."""
        changed = False
        for first in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.men_count[side]):
            if self.destinies[first] >> IS_CAPTURED & 1:
                continue
            for second in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.men_count[side]):
                if first == second or not self.edge_count[first] or not self.edge_count[second]:
                    continue
                men = 1 << first % SIDE_LIMIT | 1 << second % SIDE_LIMIT
                reserved = self._reserved(side, men)
                i = first * SIDE_LIMIT + second % SIDE_LIMIT
                place = first * 2 * SIDE_LIMIT + second % SIDE_LIMIT
                mark = self.spare[side] - reserved
                mark = (mark << 40) + (self.edge_count[first] << 20) + self.edge_count[second]
                if self.measured[place] == mark or not self.pairs.begin(first, second):
                    continue
                self.measured[place] = mark
                if first < second and self.pairs.closed:
                    least = self.pairs.needed(self.cost[first] + self.cost[second] + self.spare[side] - reserved)
                    if least > self.needs[i]:
                        self.needs[i] = least
                        changed = changed or least > self.cost[first] + self.cost[second]
                if self.pairs.restrict(self._reserved(side, 1 << first % SIDE_LIMIT) - reserved,
                                       self._reserved(side, 1 << second % SIDE_LIMIT) - reserved):
                    self.dirty[first] = changed = True
        return changed

    def _measure_placings(self) -> bool:
        """Find where pairs of men can stand, and remove moves that leave others no square; are there any?"""
        self.placings.begin()
        for first in range(ALL_MEN):
            if not self._moves_and_stays(first):
                continue
            side = first // SIDE_LIMIT
            for second in range(ALL_MEN):
                if second == first or not self._moves_and_stays(second):
                    continue
                first_more = second_more = 0
                if second // SIDE_LIMIT == side:
                    reserved = self._reserved(side, 1 << first % SIDE_LIMIT | 1 << second % SIDE_LIMIT)
                    first_more = self._reserved(side, 1 << first % SIDE_LIMIT) - reserved
                    second_more = self._reserved(side, 1 << second % SIDE_LIMIT) - reserved
                self.placings.add(first, second, first_more, second_more)
        if not self.placings.restrict():
            return False
        for i in range(2 * SIDE_LIMIT * SIDE_LIMIT):
            self.measured[2 * i] = self.measured[2 * i + 1] = 0
        return True

    def _moves_and_stays(self, man: int) -> bool:
        """Is there a man of this number that may move, and is not captured?"""
        return man % SIDE_LIMIT < self.men_count[man // SIDE_LIMIT] and self.edge_count[man] > 0 \
            and not self.destinies[man] >> IS_CAPTURED & 1

    def _reserved(self, side: int, men: int) -> int:
        """The spare moves of a side that chosen groups need in which none of some men is."""
        total = 0
        for i in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.chosen_count[side]):
            if not self.chosen_men[i] & men:
                total += self.chosen_excess[i]
        return total

    def _choose_groups(self, side: int) -> None:
        """Choose disjoint pairs that need more than their part of the assignment, those with most excess first."""
        self.chosen_count[side], used = 0, 0
        best = 1
        while best:
            best = 0
            for first in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.men_count[side]):
                if used >> first % SIDE_LIMIT & 1:
                    continue
                for second in range(first + 1, side * SIDE_LIMIT + self.men_count[side]):
                    excess = self.needs[first * SIDE_LIMIT + second % SIDE_LIMIT] - self.cost[first] - self.cost[second]
                    if excess > best and not used >> second % SIDE_LIMIT & 1:
                        best, best_men = excess, 1 << first % SIDE_LIMIT | 1 << second % SIDE_LIMIT
            if best:
                used |= best_men
                self.chosen_men[side * SIDE_LIMIT + self.chosen_count[side]] = best_men
                self.chosen_excess[side * SIDE_LIMIT + self.chosen_count[side]] = best
                self.chosen_count[side] += 1

    def _make_tables(self) -> None:
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
                for first in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.men_count[side]):
                    if used >> first % SIDE_LIMIT & 1 or not self.edge_count[first]:
                        continue
                    for second in range(first + 1, side * SIDE_LIMIT + self.men_count[side]):
                        if used >> second % SIDE_LIMIT & 1 or not self.edge_count[second]:
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
        if not self.pairs.begin(first, second) or not self.pairs.closed \
                or self.destinies[first] & (self.destinies[first] - 1):
            return 0
        self.pairs.fill(self.pair_tables, (MOST_PAIRS - 1) * PAIR_SIZE)
        total = 0
        own, other = self.home[first] // SQUARES * SQUARES, self.home[second] // SQUARES * SQUARES
        base = (first * DESTINIES + lowest(self.destinies[first])) * GRAPH_NODES + own
        other_base = (second * DESTINIES + lowest(self.destinies[second])) * GRAPH_NODES + other
        squares = self.squares[first]
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            places = self.squares[second] & ~(ONE << square)
            while places:
                place = lowest(places)
                places &= places - 1
                excess = self.pair_tables[(MOST_PAIRS - 1) * PAIR_SIZE + square * SQUARES + place] \
                    - self.back[base + square] - self.back[other_base + place]
                total += min(4, max(0, excess))
        return total

    def _take_pairs(self, before: Deduction) -> None:
        """Take over the tables of an earlier deduction for the same men."""
        self.pair_count = before.pair_count
        self.pair_tables = before.pair_tables
        for i in range(self.pair_count):
            first = second = -1
            for side in range(2):
                for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.men_count[side]):
                    if self.former_at[self.home[man] % SQUARES] == before.pair_first[i]:
                        first = man
                    if self.former_at[self.home[man] % SQUARES] == before.pair_second[i]:
                        second = man
            self.pair_first[i], self.pair_second[i] = first, second
            if first >= 0 and second >= 0:
                self.needs[min(first, second) * SIDE_LIMIT + max(first, second) % SIDE_LIMIT] = self.pair_tables[
                    i * PAIR_SIZE + self.home[first] % SQUARES * SQUARES + self.home[second] % SQUARES]
