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

from feerie.kernel.verdict import Judge
from feerie.search.filters.double_mate_filter import DoubleMateFilter
from feerie.search.filters.kings_filter import KingsFilter
from feerie.search.filters.mate_filter import MateFilter
from feerie.search.filters.stalemate_filter import StalemateFilter
from feerie.search.lines.pattern_lists import PatternLists
from feerie.search.patterns.base import suits_patterns
from feerie.search.patterns.distances import sides_that_may_castle
from feerie.search.patterns.mate import MatePatterns
from feerie.search.patterns.stalemate import StalematePatterns
from feerie.search.patterns.target import TargetPatterns
from feerie.search.questions import LineQuestion
from feerie.search.transposition import TranspositionTable

if not cython.compiled:
    from feerie.search.goal.goal_search import (
        GOAL_AUTO_MATE,
        GOAL_AUTO_STALEMATE,
        GOAL_DOUBLE_STALEMATE,
        GOAL_MATE,
        GOAL_POSITION,
        GOAL_STALEMATE,
    )
    from feerie.search.lines.line_endings import AT_GOAL, BY_OTHER, EITHER, FORCED, HELPED, OFFERED
    from feerie.search.lines.line_filters import NOT_LISTED
    from feerie.search.lines.target_bounds import HELP, SERIES
    MAX_FOLLOWED = 250


class PatternChoice(PatternLists):
    """Makes patterns and filters before a search, once for all lines that they serve."""

    def __init__(self, judge: Judge, question: LineQuestion, table: TranspositionTable, *, shortcuts: bool) -> None:
        super().__init__(judge, question, table, shortcuts=shortcuts)
        self.suits_patterns, self.rights, self.castling_sides = False, 0, 0
        self.asked_key = self.asked_moves = self.may_castle = 0

    def _choose_patterns(self, length: int) -> None:
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
        chooses = self.mating_side != mating_side or self.suits_patterns != suits or self.rights != rights \
            or self.castling_sides != castling_sides
        if chooses:
            self.mating_side, self.suits_patterns, self.rights, self.castling_sides = \
                mating_side, suits, rights, castling_sides
            self.unlisted_left = -1
            self.patterns = self.mate_filter = self.kings_filter = self.stalemate_filter = self.closing = None
            self.double_mate_filter = None
            self.awaits_last = self.filters_closing = self.of_own_king = False
            if self.shortcuts and self.finds_checks and not suits and self.goal == GOAL_MATE and (
                    self.ending == AT_GOAL and self.play == HELP or self.ending in (BY_OTHER, OFFERED)):
                self.kings_filter = KingsFilter(self.judge, mating_side)
                if not self.kings_filter.applicable:
                    self.kings_filter = None
            if suits:
                if self.first_goal() == GOAL_MATE:
                    self.mate_filter = MateFilter(self.judge, mating_side)
                    self.patterns = MatePatterns(self.judge, mating_side)
                    if self.ending == FORCED or self.ending == HELPED:
                        self.filter_closing(mating_side)
                elif self.first_goal() == GOAL_STALEMATE or self.goal == GOAL_DOUBLE_STALEMATE:
                    self.patterns = StalematePatterns(self.judge, mating_side)
                    self.stalemate_filter = StalemateFilter(self.judge, mating_side)
                    if not self.stalemate_filter.applicable:
                        self.stalemate_filter = None
            for view in (self.patterns, self.mate_filter, self.closing, self.stalemate_filter):
                if view is not None:
                    view.limit_castlings(castling_sides)
        self.uses_proof_bound = self.bounds != 0 and self.finds_checks and self.goal == GOAL_POSITION \
            and self.ending == AT_GOAL and self.play <= SERIES and self.judge.ply + length + 1 < MAX_FOLLOWED
        if self.uses_proof_bound:
            self.follow_from_root(length)
        if not self.uses_proof_bound and self.goal == GOAL_POSITION and suits and not self.unfinished \
                and self.patterns is None:
            self.patterns = TargetPatterns(self.judge, mating_side,
                                           [self.target_men[i] for i in range(2 * self.judge.kinds)])
        self.uses_patterns = self.patterns is not None and self.patterns.applicable and not self.uses_proof_bound
        if self.uses_patterns and self.ending == EITHER and chooses:
            self._choose_side(mating_side, length)
        if suits and chooses and self.play <= SERIES and self.ending <= BY_OTHER and self.concerns_own_king() \
                and suits_patterns(self.judge, mating_side ^ 1, moves):
            self._choose_king(mating_side, length)

    def _sides_that_may_castle(self, moves: int) -> int:
        """The sides that may castle, kept: a problem is searched after one first move after another."""
        key = self.judge.frames[self.judge.ply].key
        if self.asked_moves != moves or self.asked_key != key:
            self.asked_key, self.asked_moves = key, moves
            self.may_castle = sides_that_may_castle(self.judge, moves) if self.finds_checks else 3
        return self.may_castle

    def _choose_side(self, mating_side: int, length: int) -> None:
        """EITHER: take the patterns of the last move's goal if they are fewer than those of the other side's own."""
        own, most = self.patterns, self.list_patterns(self.judge.ply, length)
        self.patterns = MatePatterns(self.judge, mating_side ^ 1) if self.goal == GOAL_MATE \
            else StalematePatterns(self.judge, mating_side ^ 1)
        self.patterns.limit_castlings(self.castling_sides)
        self.awaits_last = True
        count = NOT_LISTED
        if self.patterns.applicable and suits_patterns(self.judge, mating_side ^ 1, length // 2 + 2):
            count = self.list_patterns(self.judge.ply, length)
        if count == NOT_LISTED or most != NOT_LISTED and most <= count:
            self.patterns, self.awaits_last = own, False

    def _choose_king(self, mating_side: int, length: int) -> None:
        """For goals that concern the mating side's own king: patterns of the king that has fewer; make the filter.
        """
        exposes = self.is_king_exposing()
        if exposes:
            self.double_mate_filter = DoubleMateFilter(self.judge, mating_side, self.goal != GOAL_AUTO_MATE)
            self.double_mate_filter.limit_castlings(self.castling_sides)
            if not self.double_mate_filter.applicable:
                self.double_mate_filter = None
        self.patterns, fewest = None, NOT_LISTED
        for of_own_king in range(self.goal == GOAL_AUTO_MATE or self.goal == GOAL_AUTO_STALEMATE, 2):
            before, was_own = self.patterns, self.of_own_king
            self.patterns = MatePatterns(self.judge, mating_side ^ of_own_king, mating_side) if exposes \
                else StalematePatterns(self.judge, mating_side ^ of_own_king)
            self.patterns.limit_castlings(self.castling_sides)
            self.of_own_king = of_own_king != 0
            count = self.list_patterns(self.judge.ply, length) if self.patterns.applicable else NOT_LISTED
            if before is not None and (count == NOT_LISTED or fewest != NOT_LISTED and fewest <= count):
                self.patterns, self.of_own_king = before, was_own
            else:
                fewest = count
        self.uses_patterns = self.patterns.applicable

    def concerns_own_king(self) -> bool:
        """Does the goal leave the side that reaches it mated or stalemated, too?"""
        return self.is_king_exposing() or self.goal == GOAL_DOUBLE_STALEMATE or self.goal == GOAL_AUTO_STALEMATE
