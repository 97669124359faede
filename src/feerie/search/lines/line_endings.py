# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""What must hold after the last move of a line of help or series play, and the list of the lines that were found.

The endings are those of `HelpSearch`, which see; a line is listed with the moves of its ending.
"""
from __future__ import annotations

from typing import Any

import cython

from feerie.search.goal.goal_search import GoalSearch
from feerie.search.lines.line_filters import LineFilters
from feerie.search.lines.line_records import LineRecords
from feerie.search.questions import LineQuestion, SearchGoal

if not cython.compiled:
    from feerie.kernel.plain import FULL
    from feerie.search.goal.goal_search import GOAL_MATE
    from feerie.search.lines.line_filters import EITHER, FORCED, HELPED
    from feerie.search.lines.target_bounds import PARRY
    MAX_LINE = 2048


class LineEndings:
    """Records the endings of the line that leads to a position; `question` and `limit` are those of `HelpSearch`.

    `line`: the moves that have led there. `count`: lines found; some of them may not be in `lines` before
    `flush_lines`.
    """

    def __init__(self, goals: GoalSearch, filters: LineFilters, question: LineQuestion, limit: int) -> None:
        self.judge, self.goals, self.filters = goals.judge, goals, filters
        self.replies, self.forced_endings = filters.replies, filters.forced_endings
        self.play, self.ending, self.goal = question.play, question.ending, question.goal.number
        self.own_goal, self.own_square = question.own_goal or SearchGoal(0)
        self.lines: Any = []
        self.count, self.limit = 0, limit
        if not cython.compiled:
            self.line = [0] * MAX_LINE
        self.records = LineRecords()

    def record_endings(self, p: int, n: int, depth: int) -> int:
        """Record every ending at p of the line so far, of `depth` moves; returns how many. Not for AT_GOAL."""
        if self.ending == HELPED:
            return self.record_helped(p, n, depth)
        if self.ending == EITHER:
            return self.record_reciprocal(p, n, depth)
        if self.ending == FORCED and not self.goals.every_move_reaches_goal(p, n):
            return 0
        return self.record_goal_moves(p, n, depth)

    def record_goal_moves(self, p: int, n: int, depth: int) -> int:
        """Record every move at p that reaches the goal; returns how many."""
        found = 0
        end = self.filters.list_goal_moves(p, n)
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.goals.nodes += 1
            if self.goals.is_reached_at(p + 1, end, self.judge.list[i]):
                self.line[depth] = self.judge.list[i]
                found += self.record_line(depth + 1)
        return found

    def record_helped(self, p: int, n: int, depth: int) -> int:
        """Record each move at p after which every move reaches the goal, with each of those; returns how many lines."""
        found = 0
        filters = self.filters.uses_patterns and self.goal == GOAL_MATE
        checks = self.needs_check(p, depth)
        if filters and not checks and not self.filters.mate_filter.mateable_squares(p, FULL):
            return 0
        end = self.forced_endings.closing_checks(p, n) if checks else self.judge.list_legal(p, n)
        if filters and not checks:
            end = self.filters.mate_filter.filter_moves(p, n, end)
            if end > n:
                end = self.replies.prune_met_quietly(p, n, end)
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.goals.nodes += 1
            if self.goals.every_move_reaches_goal(p + 1, end):
                self.line[depth] = self.judge.list[i]
                found += self.record_goal_moves(p + 1, end, depth + 1)
        return found

    def needs_check(self, p: int, depth: int) -> bool:
        """Is it known that the victim's move at p, after the line so far, must give check? See `ForcedEndings`."""
        return self.forced_endings.filters_closing and depth > 0 \
            and self.forced_endings.needs_check_now(p, self.line[depth - 1])

    def record_reciprocal(self, p: int, n: int, depth: int) -> int:
        """EITHER: record the moves at p that reach the mover's own goal, and those that let the goal be reached, if
        there are both; returns how many lines."""
        if not self.has_reciprocal_ending(p, n):
            return 0
        goal, square = self.goals.goal, self.goals.square
        self.goals.goal, self.goals.square = self.own_goal, self.own_square
        found = self.record_goal_moves(p, n, depth)
        self.goals.goal, self.goals.square = goal, square
        end = self.judge.list_legal(p, n)
        for i in range(n, end):
            self.line[depth] = self.judge.list[i]
            self.judge.make(p, p + 1, self.judge.list[i])
            found += self.record_goal_moves(p + 1, end, depth + 1)
        return found

    def record_reciprocal_after_series(self, p: int, n: int, depth: int) -> int:
        """`record_reciprocal` after a series, whose side also makes the ending's first move and so must not have given
        check."""
        if self.judge.in_check_at(p, self.judge.frames[p].turn):
            return 0
        self.judge.copy_frame(p, p + 1)
        self.judge.null_move(p + 1)
        return self.record_reciprocal(p + 1, n, depth)

    def has_reciprocal_ending(self, p: int, n: int) -> bool:
        """Has p both a move that reaches the mover's own goal and one that lets the goal be reached?"""
        goal, square = self.goals.goal, self.goals.square
        self.goals.goal, self.goals.square = self.own_goal, self.own_square
        found = self.goals.one_reaches_goal(p, n, self.filters.list_goal_moves(p, n))
        self.goals.goal, self.goals.square = goal, square
        if not found:
            return False
        end = self.judge.list_legal(p, n)
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            if self.goals.can_reach_goal_at(p + 1, end):
                return True
        return False

    def record_line(self, depth: int) -> int:
        """Add the line of `depth` moves to `lines`; returns 1. Stops the search at the limit."""
        if not self.records.makes_room(depth + 1):
            self.flush_lines()
            self.records.clear()
        self.records.add(self.line, depth)
        self.count += 1
        if self.limit and self.count >= self.limit and self.play != PARRY:      # there lines may be dropped again
            self.judge.stopped = True
        return 1

    def flush_lines(self) -> None:
        """Add the lines found since the last call to `lines`, many at once: otherwise threads would wait for the
        interpreter's lock."""
        with cython.gil:
            self.records.hand_over(self.lines)

    def drop_lines(self, before: int) -> None:
        """Drop all lines but the first `before`."""
        if self.count > before:
            self.flush_lines()
            self.count = before
            with cython.gil:
                del self.lines[before:]
