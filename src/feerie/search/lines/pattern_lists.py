# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""When patterns are listed and advanced in help and series play, and what that has cost and saved.

A list of patterns (search/patterns) prunes the search below a position, if it is short enough to be found and to be
advanced move by move. How often lists could not be made is counted by moves left, and what advancing them has cost is
compared with the positions that dropped moves have saved. None of this changes which lines are found.
"""
from __future__ import annotations

import cython

from feerie.search.goal.goal_search import GoalSearch
from feerie.search.lines.line_filters import LineFilters
from feerie.search.questions import LineQuestion

if not cython.compiled:
    from feerie.search.goal.goal_search import GOAL_MATE, GOAL_STALEMATE
    from feerie.search.lines.line_filters import AT_GOAL, FORCED, HELPED, NOT_LISTED
    from feerie.search.lines.target_bounds import HELP, PARRY, RETRY_INTERVAL, SAMPLED_LENGTHS, SERIES
    MAX_PATTERNS, STEPS_PER_PATTERN, LONG_SEARCH_STEPS, MAX_WASTED_STEPS = 1 << 15, 16, 1 << 22, 1 << 18
    CASTLING_STEPS = 1 << 14
    MIN_SAMPLE, FEW_SAMPLES, HOPELESS_OF_64 = 100, 20, 63
    POSITION_COST, REFILTER_COST, IDLE_COST, TRIAL_COST, RETRY_ADVANCING = 64, 24, 32, 1 << 15, 31
    LONG_LIST, SHORT_LIST, MAX_LAST_PATTERNS, MAX_LATE_PATTERNS = 64, 8, 32, 128


class PatternLists:
    """Lists and keeps the patterns of `filters` where that pays; for `left`, `first` and `end` see `LineFilters`."""

    def __init__(self, goals: GoalSearch, filters: LineFilters, question: LineQuestion) -> None:
        self.judge, self.goals, self.filters = goals.judge, goals, filters
        self.play, self.ending, self.goal = question.play, question.ending, question.goal.number
        self.unlisted_left, self.of_own_king, self.holds_list = -1, False, False
        if not cython.compiled:
            self.tried, self.failed = [0] * SAMPLED_LENGTHS, [0] * SAMPLED_LENGTHS
            self.skipped = [0] * SAMPLED_LENGTHS
            self.visits, self.pattern_cost = [0] * SAMPLED_LENGTHS, [0] * SAMPLED_LENGTHS
            self.dropped_moves, self.kept_moves = [0] * SAMPLED_LENGTHS, [0] * SAMPLED_LENGTHS
            self.nodes_after = [0] * SAMPLED_LENGTHS

    def set_move_budgets(self, left: int) -> None:
        """Set `mating_side_moves` and `other_moves`: the moves of each side up to the goal, including the ending's.

        The mating side is the side that mates in the patterns: with `of_own_king` not the one that reaches the goal.
        """
        if self.play >= PARRY:
            self.mating_side_moves = left
            self.other_moves = left - 1 if self.ending == AT_GOAL else left
        elif self.ending == HELPED:
            self.mating_side_moves = left + 1
            self.other_moves = 1
        elif self.play == SERIES:
            self.mating_side_moves = left if self.ending == AT_GOAL else 1
            self.other_moves = 0 if self.ending == AT_GOAL else left
        elif self.ending == AT_GOAL:
            self.mating_side_moves = (left + 1) // 2
            self.other_moves = left // 2
        elif self.filters.awaits_last:
            self.mating_side_moves = (left + 3) // 2
            self.other_moves = left // 2 + 1
        else:
            self.mating_side_moves = left // 2 + 1
            self.other_moves = (left + 1) // 2
        if self.of_own_king:
            self.mating_side_moves, self.other_moves = self.other_moves, self.mating_side_moves

    # --------------------------------------------------------------------------------------- listing patterns

    def max_patterns(self, left: int) -> int:
        """How many patterns may be listed: fewer near the end, where the search that they could save is short."""
        return MAX_PATTERNS if left > 6 else (4 if left > 4 else 1) << 2 * left

    def max_steps(self, left: int) -> int:
        """How many steps the pattern search may take: few before forced endings, where lists are mostly too long."""
        if self.filters.patterns.moves_men_by_castling():
            return min(STEPS_PER_PATTERN * self.max_patterns(left), CASTLING_STEPS)
        if left > 9 or left > 5 and self.goal == GOAL_STALEMATE:
            return LONG_SEARCH_STEPS
        if self.ending == FORCED:
            return self.max_patterns(left)
        return STEPS_PER_PATTERN * self.max_patterns(left)

    def most_wasted_steps(self) -> int:
        """The steps without result after which no more patterns are listed; castlings that move men make them weak."""
        if self.filters.patterns.moves_men_by_castling():
            return CASTLING_STEPS + self.goals.nodes // 16
        return MAX_WASTED_STEPS + self.goals.nodes // 2

    def needs_list(self, left: int, end: int) -> bool:
        """Should patterns be listed now? Not before the last move, and not where the mate filter does their work.

        Nor while the moves before this one still need a list that has merely not been advanced: there is room for one.
        """
        return self.filters.uses_patterns and not self.holds_list and end == NOT_LISTED \
            and not self.filters.is_before_mate(left) and not self.filters.is_before_double_mate(left) \
            and (left > 1 or self.ending != AT_GOAL) and self.is_listing_worthwhile(left)

    def is_listing_worthwhile(self, left: int) -> bool:
        """Is it worth trying to list patterns, after the failures so far? Counts a position that is skipped."""
        if self.filters.patterns.wasted_steps > self.most_wasted_steps():
            return False
        if left >= SAMPLED_LENGTHS or self.tried[left] < (FEW_SAMPLES if self.ending == FORCED else MIN_SAMPLE) \
                or self.failed[left] * 64 < self.tried[left] * HOPELESS_OF_64:
            return True
        self.skipped[left] += 1
        return self.skipped[left] % RETRY_INTERVAL == 0

    def list_patterns(self, p: int, left: int) -> int:
        """List the patterns that can be reached from p; how many, or NOT_LISTED where they exceed the limits."""
        self.set_move_budgets(left)
        return self.filters.patterns.find(p, self.mating_side_moves, self.other_moves, self.max_patterns(left),
                                  self.max_steps(left))

    def list_patterns_later(self, p: int, left: int) -> int:
        """`list_patterns` for a position that lines come to; counts the failures."""
        end = self.list_patterns(p, left)
        if left < SAMPLED_LENGTHS:
            self.tried[left] += 1
            self.failed[left] += end == NOT_LISTED
        return end

    def list_patterns_of_start(self, p: int, left: int) -> int:
        """List the patterns of the position that lines begin from, more than elsewhere; returns as `list_patterns`.

        Called for each first move, it remembers that there are too many.
        """
        key = self.judge.frames[p].key
        if self.unlisted_left == left and self.unlisted_key == key:
            return NOT_LISTED
        self.set_move_budgets(left)
        most = self.max_patterns(left) if left > 4 else 4 << 2 * left
        steps = self.max_steps(left)
        if not self.filters.patterns.moves_men_by_castling():
            steps = max(steps, (1 if self.ending == FORCED else STEPS_PER_PATTERN) * most)
        end = self.filters.patterns.find(p, self.mating_side_moves, self.other_moves, most, steps)
        if end == NOT_LISTED and not self.judge.stopped:
            self.unlisted_left, self.unlisted_key = left, key
        return end

    # ------------------------------------------------------------------------------------- advancing patterns

    def advances_patterns(self, left: int, first: int, end: int) -> bool:
        """Are patterns advanced by the next move? Near the end only if they are few: what they could save is cheap."""
        if end == NOT_LISTED:
            return False
        if self.filters.is_before_mate(left) or left == 1 and self.play == SERIES and self.goal == GOAL_MATE:
            return end - first < MAX_LAST_PATTERNS
        if self.play == HELP:
            return left >= SAMPLED_LENGTHS or self.is_advancing_worthwhile(left)
        if left > 4 or self.play != SERIES or self.goal != GOAL_MATE:
            return True
        if self.ending != AT_GOAL:
            return left > 2 or end - first < 4 * MAX_LATE_PATTERNS
        return end - first < MAX_LATE_PATTERNS << 3 * (left - 2)

    def is_advancing_worthwhile(self, left: int) -> bool:
        """Is it worth advancing patterns with `left` moves left, by what that has cost and saved so far?

        It is tried until that has cost as much as some hundred positions, and now and then afterwards. Counts a
        position.
        """
        self.visits[left] += 1
        return self.pattern_cost[left] < TRIAL_COST or self.visits[left] % RETRY_ADVANCING == 0 \
            or self.pattern_gain(left) >= 0

    def pattern_gain(self, left: int) -> int:
        """What advancing patterns has saved, with `left` moves left and fewer, less what it has cost.

        In 1/64 of what a position costs. A move dropped saves the positions that are searched after a move on average.
        The savings are counted twice, for these averages are those of a search with patterns. Where fewer moves are
        left, losses do not count: patterns are not advanced there. 0 where all moves have been dropped: what a move
        would have cost is not known then, and may be much.
        """
        gain = 0
        for length in range(2, left + 1):
            if self.kept_moves[length]:
                gain += 2 * POSITION_COST * (self.dropped_moves[length] * self.nodes_after[length]
                                             // self.kept_moves[length])
            elif self.dropped_moves[length]:
                return 0
            gain -= self.pattern_cost[length]
            if length < left:
                gain = max(gain, 0)
        return gain

    def note_moves(self, left: int, cost: int, dropped: int, kept: int, nodes: int) -> None:
        """Note what advancing patterns by the moves of a position has cost, how many of them it has dropped and kept,
        and how many positions were searched after these."""
        if left < SAMPLED_LENGTHS:
            self.pattern_cost[left] += cost
            self.dropped_moves[left] += dropped
            self.kept_moves[left] += kept
            self.nodes_after[left] += nodes

    def keep_patterns(self, p: int, left: int, first: int, end: int) -> int:
        """Drop those of the live patterns [first:end] of p, just advanced, that are refuted now; the new end."""
        kept = self.filters.patterns.refilter(p, first, end)
        if left + 1 < SAMPLED_LENGTHS:
            self.pattern_cost[left + 1] += (end - first) * REFILTER_COST
            self.dropped_moves[left + 1] += kept == first
        return kept

    def probes_before_advancing(self, left: int, first: int, end: int) -> bool:
        """Are positions after moves looked up in the table before patterns are advanced? Yes where patterns are many.

        In help play only moves of the side that does not move last are worth it, and none just before the last moves.
        Not where rights are required, which the keys of positions do not always distinguish.
        """
        if self.play == SERIES:
            return left > 1 and end - first > SHORT_LIST and (self.ending != AT_GOAL or self.goal == GOAL_MATE)
        return end - first > LONG_LIST and left > 3 and not self.filters.moves_last(left) and self.ending == AT_GOAL \
            and not self.goals.required_rights

    def leaves_moves_unused(self, left: int, first: int, end: int) -> bool:
        """May a line end with `left` moves unused? Only if a pattern leaves each side its share of them to spare."""
        if end == NOT_LISTED or self.play > SERIES:
            return True
        self.set_move_budgets(0)
        mating_side_moves, other_moves = self.mating_side_moves, self.other_moves
        self.set_move_budgets(left)
        for i in range(first, end):
            if self.filters.patterns.live[i].slack[0] >= self.mating_side_moves - mating_side_moves \
                    and self.filters.patterns.live[i].slack[1] >= self.other_moves - other_moves:
                return True
        return False
