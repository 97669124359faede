# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Series: what is peculiar to lines in which one side moves alone, perhaps with parries of its checks.

After each move of a series the other side passes. In a series only the last move may give check, unless checks are
parried. In PARRY, where the other side parries as it likes and each of its parries must leave a line, only the shortest
lines count unless `exact`: each first move has those of the least length with which it succeeds, and so has each later
position with the side of the series to move. Where a check is parried, the length is that of the longest of the
parries' shortest lines. With the ending FORCED a parry that reaches the goal ends its line.
"""
from __future__ import annotations

import cython

from feerie.search.pattern_choice import PatternChoice

if not cython.compiled:
    from feerie.search.goal_search import GOAL_MATE
    from feerie.search.line_endings import FORCED
    from feerie.search.line_filters import NOT_LISTED
    from feerie.search.target_bounds import PARRY, SERIES
    ENDING_HASH = 0x9E3779B97F4A7C15


class SeriesPlay(PatternChoice):
    """Goes on after the moves of a series; a subclass adds the search."""

    def search(self, p: int, n: int, left: int, depth: int, first: int, end: int) -> int:
        """Find the lines from p, `depth` moves after the start; returns how many. list[n:] is free for moves."""
        return 0

    def go_on_in_series(self, p: int, n: int, left: int, depth: int, first: int, end: int) -> int:
        """Find the lines that go on at p, after a series move made with `left` moves left; returns how many."""
        if not self.judge.in_check_at(p, self.judge.frames[p].turn):
            self.judge.null_move(p)
            return self.search_on(p, n, left - 1, depth, first, end)
        return self.search_parries(p, n, left, depth, first, end) if self.play >= PARRY else 0

    def search_on(self, p: int, n: int, left: int, depth: int, first: int, end: int) -> int:
        """Find the lines from p as `search` does, in PARRY without `exact` only the shortest; returns how many."""
        if not self.only_shortest():
            return self.search(p, n, left, depth, first, end)
        if end != NOT_LISTED:
            end = self.patterns.refilter(p, first, end)
        for length in range(1, left + 1):
            found = self.search(p, n, length, depth, first, end)
            if found:
                return found
        return 0

    def only_shortest(self) -> bool:
        """Do only the shortest lines count from each position, and from the first one after each move?"""
        return self.play == PARRY and not self.exact

    def search_parries(self, p: int, n: int, left: int, depth: int, first: int, end: int) -> int:
        """Find the lines after each parry of the check at p, given with `left` moves left; returns how many.

        PARRY: none unless every parry leaves a line.
        """
        found = 0
        before = self.count
        stop = self.judge.list_legal(p, n)
        for i in range(n, stop):
            after = end
            if end != NOT_LISTED:
                after = self.patterns.advance(p, self.judge.list[i], first, end, False)
                self.patterns.track_men(p, self.judge.list[i])
            self.line[depth] = self.judge.list[i]
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.play == PARRY and self.ending == FORCED and self.is_reached_at(p + 1, stop, self.judge.list[i]):
                found += self.record_line(depth + 1)
                continue
            lines = self.search_on(p + 1, stop, left - 1, depth + 1, end, after)
            if not lines and self.play == PARRY:
                self.drop_lines(before)
                return 0
            found += lines
        return found

    # ---------------------------------------------------------------------- positions that are known to have no ending

    def must_go_on(self, p: int, may_end: bool) -> bool:
        """Can a series only go on after a move to p, which gives no check? Then p + 1 is what it goes on from.

        `may_end`: may there be endings at p, unless it is known that there are none? For mate as the goal, and for
        endings of the other side.
        """
        if self.judge.in_check_at(p, self.judge.frames[p].turn) or may_end and not self.has_no_ending(p):
            return False
        self.judge.copy_frame(p, p + 1)
        self.judge.null_move(p + 1)
        return True

    def remembers_endings(self) -> bool:
        """Are series positions without an ending stored in the table? Yes where the test costs more than an entry."""
        return self.play == SERIES and self.shortcuts and self.goal == GOAL_MATE

    def has_no_ending(self, p: int) -> bool:
        """Is it known that no ending was found at p, in a series?"""
        return self.remembers_endings() and (
            self.table.probe(self.judge.frames[p].key ^ ENDING_HASH) >> 16 & 0xFFFF) != 0

    def note_no_ending(self, p: int) -> None:
        """Note that no ending was found at p, where that is worth it."""
        if self.remembers_endings() and not self.judge.stopped:
            self.table.store_loss(self.judge.frames[p].key ^ ENDING_HASH, 1, 0)
