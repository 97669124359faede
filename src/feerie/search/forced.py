# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""ForcedSearch play: one side forces a goal against the other's best defence (#n, s#n, r#n, semi-r#n).

Lengths are moves of the attacker, the one in question included. In direct play the attacker reaches the goal, in
self and reflex play he makes the defender reach it. In reflex play whoever can reach the goal at once must do so,
in semi-reflex play only the defender.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from feerie.search.transposition import TranspositionTable
from feerie.search.frontier import FrontierPruning

if not cython.compiled:
    from feerie.kernel.packed_move import move_man
    from feerie.kernel.plain import FULL
    from feerie.search.goal_search import GOAL_MATE, GOAL_STALEMATE
    from feerie.search.frontier import KILLERS
    DIRECT, SELF, REFLEX, SEMI_REFLEX = 0, 1, 2, 3
    ENDS, PERHAPS, SAME, LENGTHS, COUNTED, SQUARES_OF_MOVE = 1 << 16, 2 << 16, 3 << 16, 0xFFFF, 18, 0xFFF
    WAYS, NEAR, HINTS, TIGHT, FEW, ALLOWED = 4096, 1 << 13, 4, 3, 8, 0x9E3779B97F4A7C15

LEFT = ("", "ends", "perhaps same")
"""What a reply leaves besides a number of moves: see ForcedSearch.classify_defences."""


class Stopped(Exception):
    """The search was stopped from outside; what it answered last is void."""


class ForcedSearch(FrontierPruning):
    """Questions about the position on top of a judge's stack."""

    def __init__(self, judge: Any, goal: int, play: int, table: TranspositionTable, exact: bool = False,
                 square: int = -1, shortcuts: bool = True) -> None:
        super().__init__(judge, goal, table, square)
        self.play, self.exact, self.shortcuts = play, exact, shortcuts
        self.small_table, self.quiet = TranspositionTable(NEAR), 0
        self.limited, self.most_threat, self.most_flights = False, -1, -1
        self.either = False
        self.trivial, self.allowance = -1, 0
        if not cython.compiled:
            self.countermoves = [0] * WAYS

    def attacker_can_win(self, p: int, n: int, length: int) -> bool:
        """Can the attacker, to move at p, force the goal in `length` moves?"""
        if self.judge.stopped:
            return False
        key = self.judge.frames[p].key
        if self.trivial >= 0:
            key ^= (self.allowance + 1) * ALLOWED & FULL
        if length == 1 and self.shortcuts and self.play <= SELF:
            known = self.small_table.probe(key)
            if known:
                return known & 0xFFFF != 0
            if self.try_attacks(p, n, 1, 0):
                self.small_table.store(key, 1)
                return True
            if not self.judge.stopped:
                self.small_table.store(key, 1 << 16)
            return False
        known = self.table.probe(key)
        refuted = known >> 16 & 0xFFFF
        proved = known & 0xFFFF
        if self.exact and refuted == length or not self.exact and length <= refuted:
            return False
        if proved and (proved == length if self.exact else proved <= length):
            return True
        if self.play == REFLEX and not refuted and self.can_reach_goal(p, n):
            self.table.store_loss(key, 999, 0)
            return False
        short = length if self.exact or not self.shortcuts else refuted + 1
        while not self.try_attacks(p, n, short, known >> 32):
            if short == length:
                if not self.judge.stopped:
                    self.table.store_loss(key, length, 0)
                return False
            short += 1
        if self.judge.stopped:
            return False
        self.table.store_win(key, short, self.killers[2 * (p & KILLERS - 1)])
        return True

    def try_attacks(self, p: int, n: int, length: int, best: int) -> bool:
        """attack, by trying the moves, `best` first."""
        end = self.ordered_attacks(p, n, length, best)
        quiet = self.quiet
        for i in range(n, end):
            if self.move_wins(p, end, i, length, quiet):
                self.store_killer(p, self.judge.list[i])
                return True
        return False

    def ordered_attacks(self, p: int, n: int, length: int, best: int) -> int:
        """n plus the moves that may force the goal, listed from list[n] on; `quiet` then says where checks end.

        From there on stand the moves that steady replies may answer; where those are not asked, there are none.
        """
        if self.play == DIRECT:
            end = self.goal_moves(p, n) if length == 1 else self.moves_to_goal(p, n)
        else:
            end = self.judge.list_legal(p, n)
        self.quiet = end
        if not self.shortcuts:
            return end
        if length == 1 and (self.play == SELF and self.goal == GOAL_MATE or self.play == DIRECT and self.goal == GOAL_STALEMATE):
            end = self.prune_refuted(p, n, end, self.play == SELF)
        elif length == 2 and self.play == DIRECT and self.goal == GOAL_MATE:
            end = self.prune_slow_mates(p, n, end)
        next = self.move_to_front(n, end, best)
        next = self.move_to_front(next, end, self.killers[2 * (p & KILLERS - 1)])
        next = self.move_to_front(next, end, self.killers[2 * (p & KILLERS - 1) + 1])
        if length > 1:
            self.quiet = self.checks_first(p, next, end)
        if length > 2 or self.play != DIRECT or self.goal != GOAL_MATE:
            self.quiet = end
        return end

    def move_wins(self, p: int, n: int, i: int, length: int, quiet: int) -> bool:
        """Does list[i], a move at p, force the goal in `length`?"""
        self.judge.make(p, p + 1, self.judge.list[i])
        self.nodes += 1
        return not (i >= quiet and self.answered(p, n, self.judge.list[i])) \
            and self.defender_loses(p + 1, n, self.judge.list[i], length)

    def answered(self, p: int, n: int, move: int) -> bool:
        """Is the quiet move from p to p + 1 known to be answered by a steady reply, so that no mate follows at once?"""
        for j in range(self.steady):
            if self.holds(j, move):
                self.judge.make(p + 1, p + 2, self.steadies[j])
                self.nodes += 1
                return not self.attacker_can_win(p + 2, n, 1)
        return False

    def defender_loses(self, p: int, n: int, move: int, length: int) -> bool:
        """Has the attacker's move that led to p, the first of `length`, forced the goal?"""
        if self.judge.stopped:
            return False
        if self.either and self.reached(p, n, move):
            return length == 1 or not self.exact
        if self.play == DIRECT:
            if length == 1 and self.goal == GOAL_MATE and self.shortcuts and self.has_king_step(p):
                return False
            if self.reached(p, n, move):
                return length == 1 or not self.exact
            if length == 1:
                return False
        elif self.play != SELF and self.can_reach_goal(p, n):
            return length == 1 or not self.exact
        elif self.play != SELF and length == 1:
            return False
        if self.limited and not self.within_limits(p, n, length):
            return False
        if self.trivial >= 0 and length - 1 > self.trivial:
            return self.defender_loses_within_allowance(p, n, move, length)
        if length == 1 or self.exact or self.limited or not self.shortcuts:
            return self.try_defences(p, n, move, length, 0)
        key = self.judge.frames[p].key
        if length == 2 and self.play == DIRECT:
            known = self.small_table.probe(key)
        else:
            known = self.table.probe(key)
        refuted = known >> 16 & 0xFFFF
        proved = known & 0xFFFF
        if length <= refuted:
            return False
        if proved and proved <= length:
            return True
        wins = self.try_defences(p, n, move, length, known >> 32)
        if not self.judge.stopped:
            if length == 2 and self.play == DIRECT:
                self.small_table.store(key, 2 if wins else 2 << 16)
            elif wins:
                self.table.store_win(key, length, known >> 32)
            else:
                self.table.store_loss(key, length, self.killers[2 * (p & KILLERS - 1)])
        return wins

    def limit(self, threat: int, flights: int, trivial: int, allowance: int) -> None:
        """Bound the defender's freedom after the attacker's moves; -1 for no bound.

        `threat`: with so many moves left, or more, the attacker must threaten the goal in so many, or give check.
        `flights`: with two moves left, or more, the king must not have more moves than so many.
        `trivial`: with more moves left than so many, a defence is not trivial unless the goal is reached in so many
        after it (but in self play in one more). One such defence is free after each move, `allowance` others in all the
        play after a first move; where there is none, one is saved.
        """
        self.most_threat, self.most_flights, self.trivial, self.allowance = threat, flights, trivial, allowance
        self.limited = threat >= 0 or flights >= 0 or trivial >= 0

    def defender_loses_within_allowance(self, p: int, n: int, move: int, length: int) -> bool:
        """forced_in, if the defences at p that are not trivial are allowed for."""
        allowance = self.allowance
        found = self.not_trivial(p, n)
        if found > allowance + 1:
            return False
        self.allowance = allowance + 1 - found
        wins = self.try_defences(p, n, move, length, 0)
        self.allowance = allowance
        return wins

    def not_trivial(self, p: int, n: int) -> int:
        """How many defences at p are not trivial; counted until there are too many."""
        moves = self.trivial + (self.play != SELF)
        end = self.judge.list_legal(p, n) if self.play == DIRECT else self.moves_to_goal(p, n)
        found = 0
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.play != DIRECT and self.reached(p + 1, end, self.judge.list[i]):
                continue
            if not moves or not self.attacker_can_win(p + 1, end, moves):
                found += 1
                if found > self.allowance + 1:
                    break
        return found

    def within_limits(self, p: int, n: int, length: int) -> bool:
        """Is the defender, to move at p after the first of `length` moves, kept within the limits?"""
        if not self.has_few_flights(p, n, length):
            return False
        if self.most_threat < 0 or length <= self.most_threat or self.judge.in_check_at(p, self.judge.frames[p].turn):
            return True
        if not self.most_threat:
            return False
        self.judge.copy_frame(p, p + 1)
        self.judge.null_move(p + 1)
        return self.attacker_can_win(p + 1, n, self.most_threat)

    def has_few_flights(self, p: int, n: int, length: int) -> bool:
        """Has the king of the side to move no more steps than allowed, or are there too few moves left to ask?"""
        if self.most_flights < 0 or length <= 2:
            return True
        end = self.judge.list_legal(p, n)
        flights = 0
        for i in range(n, end):
            flights += move_man(self.judge.list[i]) == self.judge.royal
        return flights <= self.most_flights

    def try_defences(self, p: int, n: int, move: int, length: int, best: int) -> bool:
        """forced, by trying the replies; the goal is not reached at p.

        First comes, near the end, `best` and what else has refuted before, otherwise what binds the attacker most.
        """
        if self.play == SELF and length == 1 and self.goal == GOAL_MATE:
            if self.shortcuts and self.steps_quietly(p):
                return False
            end = self.goal_moves(p, n)
            if self.judge.quiet_count:
                return False
        else:
            end = self.judge.list_legal(p, n) if self.play == DIRECT else self.moves_to_goal(p, n)
        if end == n:
            return False
        hints = 0 if self.shortcuts else HINTS
        if self.shortcuts and length >= TIGHT:
            self.fewest_replies_first(p, n, end)
            hints = HINTS
        for i in range(n, end):
            while hints < HINTS:
                hints += 1
                if self.move_to_front(i, end, self.ordering_move(p, move, best, hints)) > i:
                    break
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.play == SELF and self.reached(p + 1, end, self.judge.list[i]):
                if length == 1 or not self.exact:
                    continue
            elif length > 1 and self.attacker_can_win(p + 1, end, length - 1):
                continue
            self.store_killer(p, self.judge.list[i])
            self.countermoves[move & WAYS - 1] = self.judge.list[i]
            return False
        return True

    def fewest_replies_first(self, p: int, n: int, end: int) -> None:
        """Put the reply of list[n:end] in front that leaves the attacker the fewest moves; but some, if he may want none.

        If it refutes, that is soonest found out. Checks come first: one that leaves two is enough, and after all of
        them one that leaves a FEW.
        """
        least, place = 0, n
        quiet = self.checks_first(p, n, end)
        for i in range(n, end):
            if 0 < least <= (2 if i < quiet else FEW):
                break
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            count = self.judge.count_legal(p + 1, end)
            if not count and self.play == DIRECT:
                place = i
                break
            if count and (not least or count < least):
                least, place = count, i
        self.move_to_front(n, end, self.judge.list[place])

    def ordering_move(self, p: int, move: int, best: int, number: int) -> int:
        """A reply at p to try before others: the known one, what answered the move elsewhere, killers."""
        if number == 1:
            return best
        if number == 2:
            return self.countermoves[move & WAYS - 1]
        return self.killers[2 * (p & KILLERS - 1) + number - 3]

    # ----------------------------------------------------------------- questions; Stopped when stopped

    def attacker_wins(self, length: int) -> bool:
        """Can the attacker, to move, force the goal in `length` moves?"""
        moves = length
        with cython.nogil:
            found = self.attacker_can_win(self.judge.ply, 0, moves)
        if self.judge.stopped:
            raise Stopped
        return found

    def shortest_win(self, length: int) -> int:
        """In how few moves, `length` at most, the attacker, to move, can force the goal; 0: in none of them."""
        moves = length
        with cython.nogil:
            found = self.shortest_win_at(self.judge.ply, 0, moves)
        if self.judge.stopped:
            raise Stopped
        return found

    def shortest_win_at(self, p: int, n: int, length: int) -> int:
        """What `shortest_win` says, of the position at p."""
        for short in range(1, length + 1):
            if self.attacker_can_win(p, n, short):
                return short
        return 0

    def classify_defences(self, replies: Sequence[int], length: int, threats: Sequence[int],
               least: int) -> list[tuple[int, str, int, list[int]]]:
        """What the replies to the attacker's last move, the first of `length`, leave him, but those that change nothing.

        Those are left out after which he needs fewer moves than `least`, or so many and all `threats` are moves that
        do it. Of the others: "ends" where the reply itself reaches the goal in self or reflex play, "perhaps same"
        where nothing changes if moves between the same squares are the same; in how few moves he can force the goal,
        0 for in none of those left; and all moves that do so.
        """
        moves, quick, p, n = length, least, self.judge.ply, 0
        self.judge.ensure_list()
        end = len(replies) + len(threats)
        if end + self.judge.list_reserve > self.judge.list_size and not self.judge.grow_list(end):
            raise MemoryError
        for move in replies:
            self.judge.list[n] = move
            n += 1
        end = n
        for move in threats:
            self.judge.list[end] = move
            end += 1
        last = end
        with cython.nogil:
            for i in range(n):
                left = self.classify_defence(p, n, end, last, self.judge.list[i], moves, quick)
                kept = last
                if left < SAME and left & LENGTHS:
                    kept = self.winning_moves_at(p + 1, last, left & LENGTHS)
                self.judge.list[i] = left | (kept - last) << COUNTED
                last = kept
        if self.judge.stopped:
            raise Stopped
        found, last = [], end
        for i, move in enumerate(replies):
            left = self.judge.list[i] & (1 << COUNTED) - 1
            kept = last + (self.judge.list[i] >> COUNTED)
            if left != SAME:
                found.append((move, LEFT[left >> 16], left & LENGTHS, [self.judge.list[j] for j in range(last, kept)]))
            last = kept
        return found

    def classify_defence(self, p: int, n: int, end: int, spare: int, reply: int, length: int, least: int) -> int:
        """What `classify_defences` says of a reply at p, as one number; the threats are list[n:end], list[spare] on is free."""
        self.judge.make(p, p + 1, reply)
        if self.play != DIRECT and self.reached(p + 1, spare, reply):
            return ENDS
        short = self.shortest_win_at(p + 1, spare, length - 1)
        if not short or short > least:
            return short
        if short < least:
            return SAME
        last = self.moves_to_goal(p + 1, spare) if self.play == DIRECT else self.judge.list_legal(p + 1, spare)
        said = SAME
        for i in range(n, end):
            found = similar = False
            for j in range(spare, last):
                if self.judge.list[j] == self.judge.list[i]:
                    found = True
                elif not (self.judge.list[j] ^ self.judge.list[i]) & SQUARES_OF_MOVE:
                    similar = True
            if found:
                self.judge.make(p + 1, p + 2, self.judge.list[i])
                if not self.defender_loses(p + 2, last, self.judge.list[i], least):
                    return short
            elif similar:
                said = short | PERHAPS
            else:
                return short
        return said

    def winning_moves(self, length: int) -> list[int]:
        """The attacker's moves that force the goal in `length`."""
        moves = length
        self.judge.ensure_list()
        with cython.nogil:
            end = self.winning_moves_at(self.judge.ply, 0, moves)
        if self.judge.stopped:
            raise Stopped
        return [self.judge.list[i] for i in range(end)]

    def winning_moves_at(self, p: int, n: int, length: int) -> int:
        """n plus the moves at p that force the goal in `length`, listed from list[n] on."""
        end = self.ordered_attacks(p, n, length, 0)
        quiet, kept = self.quiet, n
        for i in range(n, end):
            if self.move_wins(p, end, i, length, quiet):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        return kept

    def forces_goal(self, move: int, length: int) -> bool:
        """Has the attacker's last move, the first of `length`, forced the goal?"""
        moves = length
        with cython.nogil:
            found = self.defender_loses(self.judge.ply, 0, move, moves)
        if self.judge.stopped:
            raise Stopped
        return found

    def attacks(self) -> list[int]:
        """The attacker's moves."""
        return self.goal_side_moves() if self.play == DIRECT else self.judge.moves()

    def replies(self) -> list[int]:
        """The defender's moves."""
        return self.judge.moves() if self.play == DIRECT else self.goal_side_moves()

    def is_within_limits(self, length: int, threats: bool = True, trivial: bool = True) -> bool:
        """Is the defender, to move after the first of `length` moves of the attacker, kept within the limits?

        `threats`, `trivial`: those of threats and of defences that are not trivial included. Limits do not matter
        where a reflex duty ends the play.
        """
        moves = length
        with cython.nogil:
            if not self.limited or self.play > SELF and self.can_reach_goal(self.judge.ply, 0):
                found = True
            elif threats:
                found = self.within_limits(self.judge.ply, 0, moves)
            else:
                found = self.has_few_flights(self.judge.ply, 0, moves)
            if found and trivial and self.trivial >= 0 and moves - 1 > self.trivial:
                found = self.not_trivial(self.judge.ply, 0) <= self.allowance + 1
        if self.judge.stopped:
            raise Stopped
        return found

    def spend(self, length: int) -> int:
        """Spend what the defences cost, after the first of `length` moves; what is to be given back to refund."""
        before = self.allowance
        if self.trivial >= 0 and length - 1 > self.trivial:
            self.allowance += 1 - self.not_trivial(self.judge.ply, 0)
        return before

    def refund(self, allowance: int) -> None:
        """Set the allowance as it was before spend."""
        self.allowance = allowance

    def is_reached(self, move: int) -> bool:
        """Has the last move reached the goal?"""
        return self.reached(self.judge.ply, 0, move)

    def can_reach(self) -> bool:
        """Can the side to move reach the goal at once?"""
        return self.can_reach_goal(self.judge.ply, 0)
