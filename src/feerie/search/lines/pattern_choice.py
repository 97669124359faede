# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Which patterns and filters serve the lines from a position in help and series play.

- Mate, stalemate and target patterns (search/patterns) serve every ending; EITHER, however, only in HELP where both
  goals are mate or stalemate: the first is the other side's own. What they require of a position: `suits_patterns`.
- The mate filter and the stalemate filter are used under the same conditions; for several kings, kings_filter.
- For double mates and auto-mates, double stalemates and auto-stalemates, patterns of one of the kings concerned, where
  there are patterns for both, in HELP and SERIES with the endings AT_GOAL and BY_OTHER; for mates double_mate_filter.
- For a position as the goal, the bounds of search/proof (`TargetBounds`), or else target patterns.
"""
from __future__ import annotations

import cython

from feerie.search.filters.double_mate_filter import DoubleMateFilter
from feerie.search.filters.kings_filter import KingsFilter
from feerie.search.filters.mate_filter import MateFilter
from feerie.search.filters.stalemate_filter import StalemateFilter
from feerie.search.lines.pattern_lists import PatternLists
from feerie.search.lines.target_bounds import TargetBounds
from feerie.search.patterns.base import suits_patterns
from feerie.search.patterns.distances import sides_that_may_castle
from feerie.search.patterns.mate import MatePatterns
from feerie.search.patterns.stalemate import StalematePatterns
from feerie.search.patterns.target import TargetPatterns
from feerie.search.proof.graph import can_be_followed
from feerie.search.questions import LineQuestion

if not cython.compiled:
    from feerie.search.goal.goal_search import (
        GOAL_AUTO_MATE,
        GOAL_AUTO_STALEMATE,
        GOAL_DOUBLE_STALEMATE,
        GOAL_MATE,
        GOAL_POSITION,
        GOAL_STALEMATE,
    )
    from feerie.search.lines.line_filters import AT_GOAL, BY_OTHER, EITHER, FORCED, HELPED, NOT_LISTED, OFFERED
    from feerie.search.lines.target_bounds import HELP, SERIES
    MAX_FOLLOWED = 250


class PatternChoice:
    """Makes patterns and filters for `filters` before a search, once for all lines that they serve."""

    def __init__(self, lists: PatternLists, target: TargetBounds, question: LineQuestion) -> None:
        self.judge, self.goals, self.filters = lists.judge, lists.goals, lists.filters
        self.lists, self.target, self.forced_endings = lists, target, lists.filters.forced_endings
        self.shortcuts = self.filters.shortcuts
        self.play, self.ending, self.goal = question.play, question.ending, question.goal.number
        self.own_goal = self.filters.own_goal
        self.suits_patterns, self.rights, self.castling_sides = False, 0, 0
        self.asked_key = self.asked_moves = self.may_castle = 0

    def choose(self, length: int) -> None:
        """Make the patterns and the mate filter for lines of `length` moves from the position on top."""
        mating_side = self.judge.turn
        if self.play != HELP:
            mating_side ^= self.ending != AT_GOAL and self.ending != HELPED
        else:
            mating_side ^= (length % 2 == 0) == (self.ending == AT_GOAL)
        moves = length // 2 + 2 if self.play == HELP else length + 2        # of each side, at most
        suits = self.shortcuts and suits_patterns(self.judge, mating_side, moves) \
            and (self.ending != EITHER or self.play == HELP and self.goal <= GOAL_STALEMATE
                 and self.own_goal <= GOAL_STALEMATE)
        rights = int(self.judge.frames[self.judge.ply].rights)
        castling_sides = self._sides_that_may_castle(moves)
        filters = self.filters
        chooses = filters.mating_side != mating_side or self.suits_patterns != suits or self.rights != rights \
            or self.castling_sides != castling_sides
        if chooses:
            filters.mating_side, self.suits_patterns, self.rights, self.castling_sides = \
                mating_side, suits, rights, castling_sides
            self._make_filters()
        self.target.uses_proof_bound = self.target.bounds != 0 \
            and self.goal == GOAL_POSITION and self.ending == AT_GOAL and self.play <= SERIES \
            and self.judge.ply + length + 1 < MAX_FOLLOWED and can_be_followed(self.judge)
        if self.target.uses_proof_bound:
            self.target.follow_from_root(length)
        if not self.target.uses_proof_bound and self.goal == GOAL_POSITION and suits and not self.goals.unfinished \
                and filters.patterns is None:
            filters.patterns = TargetPatterns(self.judge, mating_side,
                                              [self.goals.target_men[i] for i in range(2 * self.judge.kinds)])
        filters.uses_patterns = filters.patterns is not None and filters.patterns.applicable \
            and not self.target.uses_proof_bound
        if filters.uses_patterns and self.ending == EITHER and chooses:
            self._choose_side(length)
        if suits and chooses and self.play <= SERIES and self.ending <= BY_OTHER and self.concerns_own_king() \
                and suits_patterns(self.judge, mating_side ^ 1, moves):
            self._choose_king(length)

    def _make_filters(self) -> None:
        """Make the filters anew, and patterns of mates or stalemates, for the position on top."""
        filters, mating_side = self.filters, self.filters.mating_side
        self.lists.unlisted_left = -1
        filters.patterns = filters.mate_filter = filters.kings_filter = filters.stalemate_filter = None
        filters.double_mate_filter = self.forced_endings.closing = None
        filters.awaits_last = self.forced_endings.filters_closing = self.lists.of_own_king = False
        if self.shortcuts and self.goals.finds_checks and not self.suits_patterns and self.goal == GOAL_MATE and (
                self.ending == AT_GOAL and self.play == HELP or self.ending in (BY_OTHER, OFFERED)):
            filters.kings_filter = KingsFilter(self.judge, mating_side)
            if not filters.kings_filter.applicable:
                filters.kings_filter = None
        if self.suits_patterns:
            if filters.first_goal() == GOAL_MATE:
                filters.mate_filter = MateFilter(self.judge, mating_side)
                filters.patterns = MatePatterns(self.judge, mating_side)
                if self.ending == FORCED or self.ending == HELPED:
                    self.forced_endings.filter_closing(mating_side)
            elif filters.first_goal() == GOAL_STALEMATE or self.goal == GOAL_DOUBLE_STALEMATE:
                filters.patterns = StalematePatterns(self.judge, mating_side)
                filters.stalemate_filter = StalemateFilter(self.judge, mating_side)
                if not filters.stalemate_filter.applicable:
                    filters.stalemate_filter = None
        for view in (filters.patterns, filters.mate_filter, self.forced_endings.closing, filters.stalemate_filter):
            if view is not None:
                view.limit_castlings(self.castling_sides)

    def _sides_that_may_castle(self, moves: int) -> int:
        """The sides that may castle, kept: a problem is searched after one first move after another."""
        key = self.judge.frames[self.judge.ply].key
        if self.asked_moves != moves or self.asked_key != key:
            self.asked_key, self.asked_moves = key, moves
            self.may_castle = sides_that_may_castle(self.judge, moves) if self.goals.finds_checks else 3
        return self.may_castle

    def _choose_side(self, length: int) -> None:
        """EITHER: take the patterns of the last move's goal if they are fewer than those of the other side's own."""
        filters, mating_side = self.filters, self.filters.mating_side
        own, most = filters.patterns, self.lists.list_patterns(self.judge.ply, length)
        filters.patterns = MatePatterns(self.judge, mating_side ^ 1) if self.goal == GOAL_MATE \
            else StalematePatterns(self.judge, mating_side ^ 1)
        filters.patterns.limit_castlings(self.castling_sides)
        filters.awaits_last = True
        count = NOT_LISTED
        if filters.patterns.applicable and suits_patterns(self.judge, mating_side ^ 1, length // 2 + 2):
            count = self.lists.list_patterns(self.judge.ply, length)
        if count == NOT_LISTED or most != NOT_LISTED and most <= count:
            filters.patterns, filters.awaits_last = own, False

    def _choose_king(self, length: int) -> None:
        """For goals that concern the mating side's own king: patterns of the king that has fewer; make the filter.
        """
        filters, mating_side = self.filters, self.filters.mating_side
        exposes = self.goals.is_king_exposing()
        if exposes:
            filters.double_mate_filter = DoubleMateFilter(self.judge, mating_side, self.goal != GOAL_AUTO_MATE)
            filters.double_mate_filter.limit_castlings(self.castling_sides)
            if not filters.double_mate_filter.applicable:
                filters.double_mate_filter = None
        filters.patterns, fewest = None, NOT_LISTED
        for of_own_king in range(self.goal == GOAL_AUTO_MATE or self.goal == GOAL_AUTO_STALEMATE, 2):
            before, was_own = filters.patterns, self.lists.of_own_king
            filters.patterns = MatePatterns(self.judge, mating_side ^ of_own_king, mating_side) if exposes \
                else StalematePatterns(self.judge, mating_side ^ of_own_king)
            filters.patterns.limit_castlings(self.castling_sides)
            self.lists.of_own_king = of_own_king != 0
            count = self.lists.list_patterns(self.judge.ply, length) if filters.patterns.applicable else NOT_LISTED
            if before is not None and (count == NOT_LISTED or fewest != NOT_LISTED and fewest <= count):
                filters.patterns, self.lists.of_own_king = before, was_own
            else:
                fewest = count
        filters.uses_patterns = filters.patterns.applicable

    def concerns_own_king(self) -> bool:
        """Does the goal leave the side that reaches it mated or stalemated, too?"""
        return self.goals.is_king_exposing() or self.goal == GOAL_DOUBLE_STALEMATE or self.goal == GOAL_AUTO_STALEMATE
