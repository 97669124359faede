# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Which moves may belong to a line of help or series play, by the filters of its last moves.

- For mate, the filter of the move before it (mate_filter), where there are patterns; for several kings, kings_filter,
  with the endings AT_GOAL, BY_OTHER and OFFERED.
- For double mates and auto-mates double_mate_filter; for stalemate stalemate_filter, with EITHER for the other side's
  own.
- In help-self-mates, what forced_endings.py says of the mating side's last free move.
- Where a side must not be able to mate when it is to move (OFFERED), that is tested as flights.py does.
- For castling as the goal, the rights that are left, where none come back; before a capture en passant, only double
  steps.
"""
from __future__ import annotations

import cython

from feerie.search.filters.double_mate_filter import DoubleMateFilter
from feerie.search.filters.kings_filter import KingsFilter
from feerie.search.filters.mate_filter import MateFilter
from feerie.search.filters.stalemate_filter import StalemateFilter
from feerie.search.goal.frontier import FrontierPruning
from feerie.search.goal.goal_search import GoalSearch
from feerie.search.lines.forced_endings import ForcedEndings
from feerie.search.patterns.base import Patterns
from feerie.search.questions import LineQuestion, SearchGoal

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_man
    from feerie.kernel.plain import FULL
    from feerie.kernel.tables import FAMILIES, NONE, PLAIN
    from feerie.search.goal.goal_search import GOAL_CASTLING, GOAL_EN_PASSANT, GOAL_MATE
    from feerie.search.lines.target_bounds import HELP, SERIES
    AT_GOAL, BY_OTHER, FORCED, OFFERED, EITHER, HELPED = 0, 1, 2, 3, 4, 5
    NOT_LISTED = -1


class LineFilters:
    """The patterns and filters that serve the lines from a position, and the moves that they leave.

    `PatternChoice` sets them; a filter is None where there is none. Throughout, `left` is the number of moves before
    the ending, not counting parries. The patterns that a position can still reach are patterns.live[first:end]; where
    `end` is NOT_LISTED, they are not known. `checks_only`: must the victim's last move give check?
    """

    def __init__(self, goals: GoalSearch, question: LineQuestion, *, shortcuts: bool) -> None:
        self.judge, self.goals, self.shortcuts = goals.judge, goals, shortcuts
        self.play, self.ending, self.goal = question.play, question.ending, question.goal.number
        self.own_goal = (question.own_goal or SearchGoal(0)).number
        self.frontier = FrontierPruning(goals)
        self.replies, self.flights = self.frontier.replies, self.frontier.flights
        self.forced_endings = ForcedEndings(goals, self.frontier)
        self.mating_side, self.awaits_last, self.uses_patterns, self.checks_only = -1, False, False, False
        self.foresees_mates = shortcuts and not self.goals.finds_checks and self.play == HELP \
            and self.ending == AT_GOAL and self.goal == GOAL_MATE
        self.counts_rights = shortcuts and self.goal == GOAL_CASTLING and self.ending != EITHER \
            and not self.judge.rules.tables.genre.regains
        self.patterns: Patterns | None = None
        self.mate_filter: MateFilter | None = None
        self.kings_filter: KingsFilter | None = None
        self.stalemate_filter: StalemateFilter | None = None
        self.double_mate_filter: DoubleMateFilter | None = None

    def moves_last(self, left: int) -> bool:
        """Is the side to move the one that makes the last move before the ending?"""
        return self.play != HELP or left % 2 != 0

    def first_goal(self) -> int:
        """The goal that ends the line, or, where the ending is EITHER, the other side's own, which comes first."""
        return self.own_goal if self.ending == EITHER else self.goal

    def is_before_mate(self, left: int) -> bool:
        """Is the next move the victim's last before his king is mated? Then the mate filter is used."""
        if not self.uses_patterns and self.kings_filter is None or self.first_goal() != GOAL_MATE \
                or self.ending == HELPED:
            return False
        return left == 1 if self.ending != AT_GOAL else left == 2 and self.play == HELP

    def is_before_double_mate(self, left: int) -> bool:
        """Is the next move the one before a move that leaves its own king mated? Then it is filtered."""
        if self.double_mate_filter is None:
            return False
        return left == 1 if self.ending != AT_GOAL else left == 2 and self.play == HELP

    def is_before_stalemate(self, left: int) -> bool:
        """Is the next move the victim's last before he is stalemated? Then it is filtered."""
        if self.stalemate_filter is None or self.ending == HELPED:
            return False
        return left == 1 if self.ending != AT_GOAL else left == 2 and self.play == HELP

    def is_before_forcing(self, left: int) -> bool:
        """Is the next move the mating side's last before the one that he is forced to mate with? Then it is
        filtered.
        """
        return self.forced_endings.filters_closing and (left == 2 and self.play == HELP
                                         or left == 1 and self.play == SERIES and self.ending == HELPED)

    def is_before_en_passant(self, left: int) -> bool:
        """Is the next move the double step after which a capture en passant is the goal?"""
        if self.goal != GOAL_EN_PASSANT or not self.shortcuts or not self.goals.finds_checks:
            return False
        if self.ending == AT_GOAL:
            return left == 2 and self.play == HELP
        return left == 1 and self.ending <= OFFERED

    # ------------------------------------------------------------------------------------ positions and moves

    def has_line_move(self, p: int, n: int, left: int, first: int, end: int) -> bool:
        """Can a move at p belong to a line? Not if no mate can follow, or if the side to move must reach the goal."""
        if not self.checks_only and self.is_before_mate(left):
            if self.kings_filter is not None:
                if not self.kings_filter.may_be_mated(p):
                    return False
            elif not self.mate_filter.mateable_squares(
                    p, FULL if end == NOT_LISTED or self.awaits_last else self.patterns.kings(first, end)):
                return False
        if self.counts_rights and not self.has_castling_right(p):
            return False
        if self.is_before_double_mate(left) and not self.double_mate_filter.may_be_reached(p):
            return False
        if self.stalemate_filter is not None and left > 1 and self.play == SERIES and self.ending == AT_GOAL \
                and self.stalemate_filter.takes_longer(p, left):
            return False
        return self.ending != OFFERED or not self.has_duty(p, n)

    def has_castling_right(self, p: int) -> bool:
        """Has the side that must castle a castling that needs no right, or a right that is left?"""
        for f in range(self.mating_side * FAMILIES, self.mating_side * FAMILIES + self.judge.family_count):
            if not self.judge.families[f].rights or self.judge.families[f].rights & self.judge.frames[p].rights:
                return True
        return False

    def has_duty(self, p: int, n: int) -> bool:
        """Must the side to move at p reach the goal, since it can? Makes no check that is seen to leave a step."""
        end = self.goals.goal_candidates(p, n)
        if self.goal == GOAL_MATE and self.shortcuts and self.replies.applicable:
            end = self.flights.drop_evaded_checks(p, n, end)
        return self.goals.one_reaches_goal(p, n, end)

    def list_line_moves(self, p: int, n: int, left: int) -> int:
        """List, from list[n] on, the moves at p with which lines may continue; returns the end."""
        if self.ending == AT_GOAL and left == 1:
            return self.list_goal_moves(p, n)
        if self.is_before_stalemate(left):
            return self.stalemate_filter.filter_moves(p, n, self.judge.list_legal(p, n))
        if self.is_before_en_passant(left):
            return self.keep_double_steps(p, n, self.judge.list_legal(p, n))
        if self.is_before_double_mate(left):
            return self.double_mate_filter.filter_moves(p, n, self.judge.list_legal(p, n))
        if self.ending == AT_GOAL and self.goals.is_king_exposing() and self.moves_last(left):
            return self.goal_side_moves_at(p, n)
        if self.checks_only:
            return self.forced_endings.closing_checks(p, n)
        if self.is_before_mate(left) and self.kings_filter is not None:
            return self.kings_filter.filter_moves(p, n, self.judge.list_legal(p, n))
        if self.is_before_mate(left):
            end = self.mate_filter.filter_moves(p, n, self.judge.list_legal(p, n))
            return self.replies.prune_met_quietly(p, n, end) if self.ending == FORCED and end > n else end
        if left == 2 and self.play == SERIES and self.ending == AT_GOAL and self.goal == GOAL_MATE and self.shortcuts:
            return self.frontier.prune_slow_series(p, n, self.judge.list_legal(p, n))
        if self.is_before_forcing(left):
            return self.forced_endings.keep_forcing(p, n, self.judge.list_legal(p, n))
        if left == 2 and self.foresees_mates:
            return self.judge.keep_before_mate(p, n, self.judge.list_legal(p, n))
        return self.judge.list_legal(p, n)

    def list_goal_moves(self, p: int, n: int) -> int:
        """List, from list[n] on, the moves at p that may reach the goal; returns the end."""
        if self.stalemate_filter is not None and self.judge.frames[p].turn == self.stalemate_filter.mating_side:
            return self.stalemate_filter.list_stalemating(p, n)
        return self.goal_candidates(p, n)

    def goal_candidates(self, p: int, n: int) -> int:
        """GoalSearch.goal_candidates, unless the filter of double mates knows that there are none."""
        return n if self.exposes_in_vain(p, n) else self.goals.goal_candidates(p, n)

    def goal_side_moves_at(self, p: int, n: int) -> int:
        """GoalSearch.goal_side_moves_at; king-exposing moves only where the filter of double mates leaves some."""
        end = self.judge.list_legal(p, n)
        if not self.goals.is_king_exposing() or self.exposes_in_vain(p, end):
            return end
        return self.goals.king_exposing_moves(p, end)

    def exposes_in_vain(self, p: int, n: int) -> bool:
        """Does the filter of double mates know that no king-exposing move at p reaches the goal? list[n:] is free."""
        return self.double_mate_filter is not None and (
            n + self.judge.list_reserve > self.judge.list_size and not self.judge.grow_list(n)
            or self.double_mate_filter.list_last_moves(p, n) == n)

    def keep_double_steps(self, p: int, n: int, end: int) -> int:
        """Keep in list[n:end] the moves at p after which there is a capture en passant; the new end."""
        kept = n
        for i in range(n, end):
            if move_kind(self.judge.list[i]) == PLAIN and move_man(self.judge.list[i]) == self.judge.ep_man:
                self.judge.make(p, p + 1, self.judge.list[i])
                if self.judge.frames[p + 1].ep_square != NONE:
                    self.judge.list[kept] = self.judge.list[i]
                    kept += 1
        return kept
