# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Help and series play: all lines that reach a goal.

A line is a number of moves, of both sides in turn (HELP) or of one side alone (SERIES; PARRY: the other side moves
only to answer a check, as it likes, and each of its answers must leave a line; PARRY_HELP: as a helper), and an
ending, which says what must hold after its last move:

    AT_GOAL    it has reached the goal                                                  h#  ser-#
    BY_OTHER   the other side reaches the goal with its next move                       ser-h#
    FORCED     whatever the other side does now reaches the goal                        hs#  ser-s#
    OFFERED    the other side can reach the goal, and so must; so must anybody before   hr#  ser-r#
    HELPED     the other side can make a move after which every move reaches the goal      ser-hs#
    EITHER     the other side can reach its own goal, and can let the goal be reached   reci-h#  ser-reci-h#

In a series only its last move may give check. Lines that reach their ending sooner are found too, unless `exact`.

Where the goal is mate of a single king, positions from which no mate pattern can be reached are left (patterns.py);
where it is a position, those that differ from it in too many squares.
"""
from __future__ import annotations

from typing import Any

import cython

from feerie.search.mate_filter import MateFilter
from feerie.search.patterns.mate import MatePatterns
from feerie.search.transposition import TranspositionTable
from feerie.search.goal_search import GoalSearch
from feerie.search.patterns.stalemate import StalematePatterns
from feerie.search.patterns.target import TargetPatterns

if not cython.compiled:
    from feerie.kernel.plain import FULL, popcount
    from feerie.search.goal_search import GOAL_MATE, GOAL_POSITION, GOAL_STALEMATE
    HELP, SERIES, PARRY, PARRY_HELP = 0, 1, 2, 3
    AT_GOAL, BY_OTHER, FORCED, OFFERED, EITHER, HELPED = 0, 1, 2, 3, 4, 5
    LINE, LEVELS, ENOUGH, FEW, LONG, MANY, WASTE, STEPS_PER_PATTERN, LABOUR = 2048, 64, 100, 32, 64, 1 << 15, 1 << 18, 16, 1 << 22

PLAYS = ("help", "series", "parry", "parry help")
"""The kinds of play by their numbers."""
ENDINGS = ("at goal", "by other", "forced", "offered", "either", "helped")
"""The endings by their numbers."""


class HelpSearch(GoalSearch):
    """Lines from the position on top of a judge's stack; found ones go to `lines`, `limit` of them at most.

    `play`: its number among PLAYS; `ending`: its number among ENDINGS; `own_goal`, `own_square`: of EITHER the other
    side's goal.
    `shortcuts`: use mate patterns where they hold.
    """

    def __init__(self, judge: Any, goal: int, play: int, table: TranspositionTable, ending: int = 0, exact: bool = False,
                 limit: int = 0, square: int = -1, own_goal: int = 0, own_square: int = -1,
                 shortcuts: bool = True) -> None:
        super().__init__(judge, goal, table, square)
        self.shortcuts = shortcuts
        self.play, self.ending, self.own_goal, self.own_square = play, ending, own_goal, own_square
        self.exact, self.limit = exact, limit
        self.mater = -1
        self.lines: list[tuple[int, ...]] = []
        if not cython.compiled:
            self.line = [0] * LINE
            self.asked, self.passed, self.skipped = [0] * LEVELS, [0] * LEVELS, [0] * LEVELS
            self.patterns = self.mate_filter = None

    def set_move_budgets(self, left: int) -> None:
        """Set `own` and `other`: how many moves the mater and the other side have, with `left` before the ending."""
        if self.play >= PARRY:
            self.own = left
            self.other = left - 1 if self.ending == AT_GOAL else left
        elif self.ending == HELPED:
            self.own = left + 1
            self.other = 1
        elif self.play == SERIES:
            self.own = left if self.ending == AT_GOAL else 1
            self.other = 0 if self.ending == AT_GOAL else left
        elif self.ending == AT_GOAL:
            self.own = (left + 1) // 2
            self.other = left // 2
        else:
            self.own = left // 2 + 1
            self.other = (left + 1) // 2

    def allowed(self, left: int) -> int:
        """So many mate patterns may be followed with so many moves left."""
        return MANY if left > 7 else 1 << 2 * left

    def patience(self, left: int) -> int:
        """So many steps to find patterns are allowed with so many moves left."""
        return LABOUR if left > 9 or left > 5 and self.goal == GOAL_STALEMATE else STEPS_PER_PATTERN * self.allowed(left)

    def asks(self, left: int) -> bool:
        """Is it worth looking for mate patterns with so many moves left? Where there are too many, only now and then."""
        if self.patterns.wasted_steps > WASTE + self.nodes // 2:
            return False
        if left >= LEVELS or self.asked[left] < ENOUGH or self.passed[left] * 64 < self.asked[left] * 63:
            return True
        self.skipped[left] += 1
        return self.skipped[left] % 16 == 0

    def search(self, p: int, n: int, left: int, depth: int, first: int, end: int) -> int:
        """Find the lines from p with `left` more moves before their ending; how many.

        The chances [first:end] of `patterns` are those that there are; where `end` is -1, that is not known.
        """
        if self.judge.stopped:
            return 0
        key = self.judge.frames[p].key
        # the victim moves once, then he is to be mated
        last = self.follows_patterns and self.goal == GOAL_MATE and self.ending != HELPED and (
            left == 1 if self.ending != AT_GOAL else left == 2 and self.play == HELP)
        remembered = not self.follows_patterns or self.goal != GOAL_MATE or left > 2 or last and end < 0 or self.play != HELP
        if remembered:
            if self.is_refuted(key, left):
                return 0
        if self.follows_patterns and end < 0 and not last and (left > 1 or self.ending != AT_GOAL) and self.asks(left):
            self.set_move_budgets(left)
            first, end = 0, self.patterns.find(p, self.own, self.other, self.allowed(left), self.patience(left))
            if left < LEVELS:
                self.asked[left] += 1
                self.passed[left] += end < 0
        elif end > first and left > 1:
            end = self.patterns.refilter(p, first, end)
        if 0 <= end == first or self.goal == GOAL_POSITION and self.shortcuts and self.too_far(p, left):
            return 0
        found = 0
        if (not last or self.mate_filter.mateable_squares(p, self.patterns.kings(first, end) if end >= 0 else FULL)) \
                and (self.ending != OFFERED or not self.can_reach_goal(p, n)):
            if self.ending == AT_GOAL and (left == 1 or self.is_king_exposing() and (self.play != HELP or left % 2)):
                stop = self.goal_moves(p, n) if left == 1 else self.moves_to_goal(p, n)
            else:
                stop = self.judge.list_legal(p, n)
            if last:
                stop = self.mate_filter.filter_moves(p, n, stop)
            # long lists are not followed to positions that are known to lead nowhere
            knows = end - first > LONG and left > 3 and left % 2 == 0 and self.play == HELP and self.ending == AT_GOAL
            for i in range(n, stop):
                more = -1
                if knows:
                    self.judge.make(p, p + 1, self.judge.list[i])
                    if self.is_refuted(self.judge.frames[p + 1].key, left - 1):
                        continue
                if end >= 0 and (not last or end - first < FEW):
                    more = self.patterns.advance(p, self.judge.list[i], first, end)
                    if more == end:
                        continue
                    self.patterns.track_men(p, self.judge.list[i])
                self.line[depth] = self.judge.list[i]
                if not knows:
                    self.judge.make(p, p + 1, self.judge.list[i])
                found += self.after_move(p + 1, stop, self.judge.list[i], left, depth, end, more)
        if remembered and not found and not self.judge.stopped:
            self.table.store_loss(key, left, 0)
        return found

    def is_refuted(self, key: int, left: int) -> bool:
        """Is it known that no line of so many moves goes on from a position?"""
        refuted = self.table.probe(key) >> 16 & 0xFFFF
        return refuted == left if self.exact else refuted >= left

    def after_move(self, p: int, n: int, move: int, left: int, depth: int, first: int, live: int) -> int:
        """Find the lines after the move that led to p, the first of `left`; how many. Chances: as for `search`."""
        self.nodes += 1
        found = 0
        if (left == 1 or not self.exact) and (self.play != HELP or left % 2):
            if self.ending == AT_GOAL:
                if self.reached(p, n, move):
                    return self.record(depth + 1)
            elif self.ending == HELPED:
                found = self.helped(p, n, depth + 1)
            elif self.ending == EITHER and self.play == SERIES:
                if self.judge.in_check_at(p, self.judge.frames[p].turn):
                    return 0
                self.judge.copy_frame(p, p + 1)
                self.judge.null_move(p + 1)
                found = self.finish_both(p + 1, n, depth + 1)
            elif self.ending == BY_OTHER or self.ending == OFFERED or self.all_reach(p, n):
                found = self.finish_both(p, n, depth + 1) if self.ending == EITHER else self.finish(p, n, depth + 1)
                if found and self.ending == OFFERED:
                    return found
        if left > 1:
            if self.play == HELP:
                found += self.search(p, n, left - 1, depth + 1, first, live)
            elif not self.judge.in_check_at(p, self.judge.frames[p].turn):
                self.judge.null_move(p)
                found += self.search(p, n, left - 1, depth + 1, first, live)
            elif self.play >= PARRY:
                found += self.parry(p, n, left, depth + 1, first, live)
        return found

    def too_far(self, p: int, left: int) -> bool:
        """Do more squares differ from the position that is to be reached, or more men, than `left` moves can change?

        A move changes two squares, a capture in passing three, a castling four; but of a single king's squares two
        count however often it castles.
        """
        if self.play <= SERIES:
            self.set_move_budgets(left)
            for side in range(2):
                surplus = popcount(self.judge.frames[p].sides[side])
                for i in range(self.judge.kinds):
                    surplus -= popcount(self.wanted[2 * i + side])
                if surplus < 0 or surplus > (self.other if side == self.mater else self.own):
                    return True
        wrong = 0
        for i in range(self.judge.kinds):
            for side in range(2):
                wrong |= (self.judge.frames[p].men[i] & self.judge.frames[p].sides[side]) ^ self.wanted[2 * i + side]
        kings = self.judge.frames[p].men[self.judge.royal]
        if popcount(kings) > 2 or self.judge.king_promotion_from[0] | self.judge.king_promotion_from[1]:
            return popcount(wrong) > 4 * left
        return popcount(wrong) > 2 * left + (left + 1) // 2 + 4

    def parry(self, p: int, n: int, left: int, depth: int, first: int, end: int) -> int:
        """Find the lines after the answers at p to a check that the first of `left` moves has given; how many."""
        found = 0
        before = self.count
        stop = self.judge.list_legal(p, n)
        for i in range(n, stop):
            more = end
            if end >= 0:
                more = self.patterns.advance(p, self.judge.list[i], first, end)
                self.patterns.track_men(p, self.judge.list[i])
            self.line[depth] = self.judge.list[i]
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            lines = self.search(p + 1, stop, left - 1, depth + 1, end, more)
            if not lines and self.play == PARRY:
                self.forget(before)
                return 0
            found += lines
        return found

    def forget(self, before: int) -> None:
        """Keep the first lines only, so many."""
        if self.count > before:
            self.count = before
            with cython.gil:
                del self.lines[before:]

    def helped(self, p: int, n: int, depth: int) -> int:
        """Record the moves at p after which every move reaches the goal, each with each of these; how many."""
        found = 0
        end = self.judge.list_legal(p, n)
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.all_reach(p + 1, end):
                self.line[depth] = self.judge.list[i]
                found += self.finish(p + 1, end, depth + 1)
        return found

    def finish(self, p: int, n: int, depth: int) -> int:
        """Record every move at p that reaches the goal; how many."""
        found = 0
        end = self.goal_moves(p, n)
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.reached(p + 1, end, self.judge.list[i]):
                self.line[depth] = self.judge.list[i]
                found += self.record(depth + 1)
        return found

    def all_reach(self, p: int, n: int) -> bool:
        """Of FORCED and HELPED: does every move at p reach the goal, and is there one? Of other endings: True."""
        if self.ending != FORCED and self.ending != HELPED:
            return True
        end = self.moves_to_goal(p, n)
        fits = end > n
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            fits = self.reached(p + 1, end, self.judge.list[i])
            if not fits:
                break
        return fits

    def finish_both(self, p: int, n: int, depth: int) -> int:
        """Of EITHER: record the moves at p that reach the own goal and those that let the goal be reached, if both."""
        goal, square = self.goal, self.square
        self.goal, self.square = self.own_goal, self.own_square
        own = 1 if self.can_reach_goal(p, n) else 0
        self.goal, self.square = goal, square
        other = 0
        end = self.judge.list_legal(p, n)
        for i in range(n, end):
            if not own:
                break
            self.judge.make(p, p + 1, self.judge.list[i])
            if self.can_reach_goal(p + 1, end):
                other = 1
                break
        if not own or not other:
            return 0
        self.goal, self.square = self.own_goal, self.own_square
        own = self.finish(p, n, depth)
        self.goal, self.square = goal, square
        end = self.judge.list_legal(p, n)
        for i in range(n, end):
            self.line[depth] = self.judge.list[i]
            self.judge.make(p, p + 1, self.judge.list[i])
            own += self.finish(p + 1, end, depth + 1)
        return own

    def record(self, depth: int) -> int:
        """Keep the line of `depth` moves; 1."""
        self.count += 1
        with cython.gil:
            self.lines.append(tuple([self.line[i] for i in range(depth)]))
            if self.limit and self.count >= self.limit and self.play != PARRY:      # there they may yet be withdrawn
                self.judge.stopped = True
        return 1

    # ------------------------------------------------------------------------------------- from the outside

    def search_after(self, move: int, length: int) -> int:
        """Find the lines of `length` moves and an ending that begin with a legal move of the position on top."""
        left = length
        self.line[0] = move
        self.count = len(self.lines)
        self._look_for_pictures(length)
        with cython.nogil:
            found = self._follow_first(self.judge.ply, move, left)
        if self.limit and self.count >= self.limit:
            self.judge.stopped = True
        return found

    def _follow_first(self, p: int, move: int, left: int) -> int:
        """Find the lines of so many moves from the position at p that begin with a move; how many."""
        end = more = -1
        if self.follows_patterns and not (left == 1 and self.ending == AT_GOAL):
            self.set_move_budgets(left)
            end = self.patterns.find(p, self.own, self.other, self.allowed(left), self.patience(left))
            more = self.patterns.advance(p, move, 0, end) if end >= 0 else end
            if end >= 0 and more == end:
                return 0
            if more >= 0:
                self.patterns.track_men(p, move)
        self.judge.make(p, p + 1, move)
        return self.after_move(p + 1, 0, move, left, 0, end, more)

    def _look_for_pictures(self, length: int) -> None:
        """Decide whether mate patterns hold for lines of so many moves from the position on top."""
        mater = self.judge.turn
        if self.play != HELP:
            mater ^= self.ending != AT_GOAL and self.ending != HELPED
        else:
            mater ^= (length % 2 == 0) == (self.ending == AT_GOAL)
        if self.mater != mater:
            self.mater = mater
            self.patterns, self.mate_filter = None, MateFilter(self.judge, mater)
            if self.shortcuts and self.ending != EITHER:
                if self.goal == GOAL_MATE:
                    self.patterns = MatePatterns(self.judge, mater)
                elif self.goal == GOAL_STALEMATE:
                    self.patterns = StalematePatterns(self.judge, mater)
                elif self.goal == GOAL_POSITION:
                    self.patterns = TargetPatterns(self.judge, mater, [self.wanted[i] for i in range(2 * self.judge.kinds)])
        self.follows_patterns = self.patterns is not None and self.patterns.applicable

    def search_endings(self) -> int:
        """Find the endings of the position on top itself, no move before them; how many."""
        self.count = len(self.lines)
        if self.ending == HELPED:
            return self.helped(self.judge.ply, 0, 0)
        if not self.all_reach(self.judge.ply, 0):
            return 0
        if self.ending == EITHER:
            return self.finish_both(self.judge.ply, 0, 0)
        return self.finish(self.judge.ply, 0, 0)

    def first_moves(self, length: int) -> list[int]:
        """The moves of the position on top that lines of `length` moves before the ending may begin with."""
        if self.ending == AT_GOAL and length == 1:
            self.judge.ensure_list()
            end = self.goal_moves(self.judge.ply, 0)        # in their order
            return [self.judge.list[i] for i in range(end)]
        if self.ending == AT_GOAL and (self.play != HELP or length % 2):
            return self.goal_side_moves()
        return self.judge.moves()

    def must_reach_goal(self) -> bool:
        """Must the side to move reach the goal at once, by a reflex duty?"""
        return self.ending == OFFERED and self.can_reach_goal(self.judge.ply, 0)
