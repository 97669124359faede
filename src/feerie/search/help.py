# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Help and series play: finds all lines that reach a goal.

A line consists of moves of both sides in turn (HELP) or of one side alone (the series): SERIES; PARRY, where the other
side moves only to parry a check, as it likes, and each of its parries must leave a line; PARRY_HELP, where it parries
as a helper. A line has a given number of moves and an ending, which says what must hold after its last move:

    ending    what must hold                                                            stipulations
    AT_GOAL   the last move reaches the goal                                            h#, ser-#, pser-#, phser-#, a=>b
    BY_OTHER  the other side can reach the goal with its next move                      ser-h#, pser-h#
    FORCED    every move of the other side reaches the goal                             hs#, ser-s#, pser-s#, phser-s#
    OFFERED   the other side can reach the goal, so it must (reflex play); before       hr#, ser-r#, pser-r#, phser-r#
              that neither side may be able to when it is to move
    EITHER    the other side can reach its own goal; it also has a move after which     reci-h#, ser-reci-h#
              the goal can be reached
    HELPED    the other side has a move after which every move reaches the goal         ser-hs#, pser-hs#

In a series only the last move may give check, unless checks are parried. Shorter lines are found as well, unless
`exact`. A line is listed with the moves of its ending. Where the goal is stalemate, series lines also go on after it.

In PARRY, unless `exact`, only the shortest lines count: each first move has those of the least length with which it
succeeds, and so has each later position with the side of the series to move. Where a check is parried, the length is
that of the longest of the parries' shortest lines. With the ending FORCED a parry that reaches the goal ends its line.

The search is depth-first, with a transposition table of positions known to have no line of a given length. Its depth is
given, and it is cut off by admissible bounds as in IDA* (R. E. Korf, "Depth-First Iterative-Deepening", Artificial
Intelligence 27, 1985): a position is left when the moves that remain cannot bring about the goal.

- Mate, stalemate and target patterns (search/patterns): the patterns that a position can still reach are listed once
  and then advanced move by move; each carries the spare moves of both sides. They require of a position that the victim
  has one king and can get no other (`suits_patterns`). They serve every ending; EITHER, however, only in HELP where
  both goals are mate or stalemate: the first is the other side's own.
- For mate, the filter of the move before it (mate_filter), under the same conditions; for several kings, kings_filter,
  with the endings AT_GOAL, BY_OTHER and OFFERED.
- Where a side must not be able to mate when it is to move (OFFERED), that is tested as flights.py does.
- For double mates and auto-mates, double stalemates and auto-stalemates, patterns of one of the kings concerned, where
  there are patterns for both, in HELP and SERIES with the endings AT_GOAL and BY_OTHER; for mates double_mate_filter.
- For stalemate, the filter of the last two moves (stalemate_filter), where patterns serve the ending; with EITHER for
  the other side's own.
- For castling as the goal, the rights that are left; before a capture en passant, only double steps.
- For a king run, the moves of the king to its goal on an empty board, in genres without castlings.
- For a position as the goal, the number of squares that differ (`is_target_too_far`), in any genre.
"""
from __future__ import annotations

from typing import Any

import cython

from feerie.search.double_mate_filter import DoubleMateFilter
from feerie.search.kings_filter import KingsFilter
from feerie.search.line_endings import LineEndings
from feerie.search.mate_filter import MateFilter
from feerie.search.patterns.base import suits_patterns
from feerie.search.patterns.distances import sides_that_may_castle
from feerie.search.patterns.mate import MatePatterns
from feerie.search.patterns.stalemate import StalematePatterns
from feerie.search.patterns.target import TargetPatterns
from feerie.search.proof.structs import Bounds
from feerie.search.stalemate_filter import StalemateFilter
from feerie.search.transposition import TranspositionTable

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import FULL, ONE, SPREAD, popcount
    from feerie.kernel.tables import FAMILIES, MEN, NONE, PLAIN, SQUARES
    from feerie.search.goal_search import (
        GOAL_AUTO_MATE,
        GOAL_AUTO_STALEMATE,
        GOAL_CASTLING,
        GOAL_DOUBLE_STALEMATE,
        GOAL_EN_PASSANT,
        GOAL_KING_RUN,
        GOAL_MATE,
        GOAL_MATE_OR_STALEMATE,
        GOAL_POSITION,
        GOAL_STALEMATE,
    )
    from feerie.search.line_endings import AT_GOAL, BY_OTHER, EITHER, FORCED, HELPED, OFFERED
    from feerie.search.line_records import MOST_ROOM
    from feerie.search.proof.structs import EARLY_TABLES, OPEN_CASE, USE_CASES
    from feerie.search.target_bounds import HELP, PARRY, RETRY_INTERVAL, SAMPLED_LENGTHS, SERIES
    NOT_LISTED = -1
    MAX_PATTERNS, STEPS_PER_PATTERN, LONG_SEARCH_STEPS, MAX_WASTED_STEPS = 1 << 15, 16, 1 << 22, 1 << 18
    CASTLING_STEPS = 1 << 14
    MIN_SAMPLE, FEW_SAMPLES, HOPELESS_OF_64 = 100, 20, 63
    POSITION_COST, REFILTER_COST, IDLE_COST, TRIAL_COST, RETRY_ADVANCING = 64, 24, 32, 1 << 15, 31
    LONG_LIST, SHORT_LIST, MAX_LAST_PATTERNS, MAX_LATE_PATTERNS, MAX_FOLLOWED = 64, 8, 32, 128, 250
    ENDING_HASH = 0x9E3779B97F4A7C15
    SHORT_PROOF, TRIAL_NODES = 3, 4000

PLAYS = ("help", "series", "parry", "parry help")
"""The kinds of play by their numbers."""
ENDINGS = ("at goal", "by other", "forced", "offered", "either", "helped")
"""The endings by their numbers."""


class HelpSearch(LineEndings):
    """Finds lines from the position on top of a judge's stack and adds them to `lines`, as tuples of packed moves.

    `lines`: a LineList (solving/line_store), or an object with the same `append`, `add_packed`, `len`, `del lines[n:]`.

    `play`: its number among PLAYS; `ending`: its number among ENDINGS; `exact`: no shorter lines; `limit`: stop when
    that many lines are found, 0: find all; `own_goal`, `own_square`: the other side's goal where the ending is EITHER;
    `shortcuts`: use the bounds.
    `backwards`, `rotated`: the order in which moves are tried, so that searches that share a table, each in an order of
    its own, do not come to the same positions at the same time.

    Throughout, `left` is the number of moves before the ending, not counting parries. The patterns that are still
    reachable are patterns.live[first:end]; where `end` is NOT_LISTED, they are not known.
    """

    def __init__(self, judge: Any, goal: int, play: int, table: TranspositionTable, ending: int = 0, *,
                 exact: bool = False, limit: int = 0, square: int = -1, own_goal: int = 0, own_square: int = -1,
                 shortcuts: bool = True) -> None:
        super().__init__(judge, goal, table, square, play, ending, own_goal, own_square)
        self.shortcuts = self.asks_all_kings = shortcuts
        self.exact, self.limit = exact, limit
        self.mating_side, self.awaits_last, self.rights, self.castling_sides = -1, False, 0, 0
        if not cython.compiled:
            self.tried, self.failed = [0] * SAMPLED_LENGTHS, [0] * SAMPLED_LENGTHS
            self.skipped = [0] * SAMPLED_LENGTHS
            self.visits, self.pattern_cost = [0] * SAMPLED_LENGTHS, [0] * SAMPLED_LENGTHS
            self.dropped_moves, self.kept_moves = [0] * SAMPLED_LENGTHS, [0] * SAMPLED_LENGTHS
            self.nodes_after = [0] * SAMPLED_LENGTHS
            self.patterns = None
        self.kings_filter, self.suits_patterns = None, False
        self.of_own_king = False
        self.backwards, self.rotated, self.holds_list = False, 0, False
        self.bounds = int(Bounds.ALL) if shortcuts else 0
        self.in_trial = self.trial_over = False
        self.memoizes = shortcuts and play <= SERIES and goal != GOAL_POSITION

    # --------------------------------------------------------------------------- when patterns are looked for

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
        elif self.awaits_last:
            self.mating_side_moves = (left + 3) // 2
            self.other_moves = left // 2 + 1
        else:
            self.mating_side_moves = left // 2 + 1
            self.other_moves = (left + 1) // 2
        if self.of_own_king:
            self.mating_side_moves, self.other_moves = self.other_moves, self.mating_side_moves

    def max_patterns(self, left: int) -> int:
        """How many patterns may be listed: fewer near the end, where the search that they could save is short."""
        return MAX_PATTERNS if left > 6 else (4 if left > 4 else 1) << 2 * left

    def max_steps(self, left: int) -> int:
        """How many steps the pattern search may take: few before forced endings, where lists are mostly too long."""
        if self.patterns.moves_men_by_castling():
            return min(STEPS_PER_PATTERN * self.max_patterns(left), CASTLING_STEPS)
        if left > 9 or left > 5 and self.goal == GOAL_STALEMATE:
            return LONG_SEARCH_STEPS
        if self.ending == FORCED:
            return self.max_patterns(left)
        return STEPS_PER_PATTERN * self.max_patterns(left)

    def most_wasted_steps(self) -> int:
        """The steps without result after which no more patterns are listed; castlings that move men make them weak."""
        if self.patterns.moves_men_by_castling():
            return CASTLING_STEPS + self.nodes // 16
        return MAX_WASTED_STEPS + self.nodes // 2

    def is_run_too_far(self, p: int, left: int) -> bool:
        """Has the side that must win by king run too few moves left at p for that?"""
        if self.goal != GOAL_KING_RUN or not self.shortcuts or self.ending == EITHER:
            return False
        self.set_move_budgets(left)
        return self.fewest_run_moves(p, self.mating_side) > self.mating_side_moves

    def is_listing_worthwhile(self, left: int) -> bool:
        """Is it worth trying to list patterns, after the failures so far? Counts a position that is skipped."""
        if self.patterns.wasted_steps > self.most_wasted_steps():
            return False
        if left >= SAMPLED_LENGTHS or self.tried[left] < (FEW_SAMPLES if self.ending == FORCED else MIN_SAMPLE) \
                or self.failed[left] * 64 < self.tried[left] * HOPELESS_OF_64:
            return True
        self.skipped[left] += 1
        return self.skipped[left] % RETRY_INTERVAL == 0

    def list_patterns(self, p: int, left: int) -> int:
        """List the patterns that can be reached from p; how many, or NOT_LISTED where they exceed the limits."""
        self.set_move_budgets(left)
        return self.patterns.find(p, self.mating_side_moves, self.other_moves, self.max_patterns(left),
                                  self.max_steps(left))

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
        if not self.patterns.moves_men_by_castling():
            steps = max(steps, (1 if self.ending == FORCED else STEPS_PER_PATTERN) * most)
        end = self.patterns.find(p, self.mating_side_moves, self.other_moves, most, steps)
        if end == NOT_LISTED and not self.judge.stopped:
            self.unlisted_left, self.unlisted_key = left, key
        return end

    def needs_list(self, left: int, end: int) -> bool:
        """Should patterns be listed now? Not before the last move, and not where the mate filter does their work.

        Nor while the moves before this one still need a list that has merely not been advanced: there is room for one.
        """
        return self.uses_patterns and not self.holds_list and end == NOT_LISTED and not self.is_before_mate(left) \
            and not self.is_before_double_mate(left) \
            and (left > 1 or self.ending != AT_GOAL) and self.is_listing_worthwhile(left)

    # --------------------------------------------------------------------------------------------- the search

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
        return self.filters_closing and (left == 2 and self.play == HELP
                                         or left == 1 and self.play == SERIES and self.ending == HELPED)

    def uses_table(self, left: int, end: int) -> bool:
        """Is the table used? Not in the last two moves before mate with patterns listed: the search is cheaper."""
        return not self.uses_patterns or self.goal != GOAL_MATE or left > 2 or self.play != HELP \
            or end == NOT_LISTED and self.is_before_mate(left)

    def probes_before_advancing(self, left: int, first: int, end: int) -> bool:
        """Are positions after moves looked up in the table before patterns are advanced? Yes where patterns are many.

        In help play only moves of the side that does not move last are worth it, and none just before the last moves.
        Not where rights are required, which the keys of positions do not always distinguish.
        """
        if self.play == SERIES:
            return left > 1 and end - first > SHORT_LIST and (self.ending != AT_GOAL or self.goal == GOAL_MATE)
        return end - first > LONG_LIST and left > 3 and not self.moves_last(left) and self.ending == AT_GOAL \
            and not self.required_rights

    def advances_patterns(self, left: int, first: int, end: int) -> bool:
        """Are patterns advanced by the next move? Near the end only if they are few: what they could save is cheap."""
        if end == NOT_LISTED:
            return False
        if self.is_before_mate(left) or left == 1 and self.play == SERIES and self.goal == GOAL_MATE:
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
        left, losses do not count: patterns are not advanced there.
        """
        gain = 0
        for length in range(2, left + 1):
            if self.kept_moves[length]:
                gain += 2 * POSITION_COST * (self.dropped_moves[length] * self.nodes_after[length]
                                             // self.kept_moves[length])
            gain -= self.pattern_cost[length]
            if length < left:
                gain = max(gain, 0)
        return gain

    def has_line_move(self, p: int, n: int, left: int, first: int, end: int) -> bool:
        """Can a move at p belong to a line? Not if no mate can follow, or if the side to move must reach the goal."""
        if not self.checks_only and self.is_before_mate(left):
            if self.kings_filter is not None:
                if not self.kings_filter.may_be_mated(p):
                    return False
            elif not self.mate_filter.mateable_squares(
                    p, FULL if end == NOT_LISTED or self.awaits_last else self.patterns.kings(first, end)):
                return False
        if self.goal == GOAL_CASTLING and self.shortcuts and self.ending != EITHER and not self.has_castling_right(p):
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

    def is_before_en_passant(self, left: int) -> bool:
        """Is the next move the double step after which a capture en passant is the goal?"""
        if self.goal != GOAL_EN_PASSANT or not self.shortcuts:
            return False
        if self.ending == AT_GOAL:
            return left == 2 and self.play == HELP
        return left == 1 and self.ending <= OFFERED

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

    def has_duty(self, p: int, n: int) -> bool:
        """Must the side to move at p reach the goal, since it can? Makes no check that is seen to leave a step."""
        end = self.goal_candidates(p, n)
        if self.goal == GOAL_MATE and self.shortcuts and self.can_prune:
            end = self.drop_evaded_checks(p, n, end)
        return self.one_reaches_goal(p, n, end)

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
        if self.ending == AT_GOAL and self.is_king_exposing() and self.moves_last(left):
            return self.goal_side_moves_at(p, n)
        if self.checks_only:
            return self.closing_checks(p, n)
        if self.is_before_mate(left) and self.kings_filter is not None:
            return self.kings_filter.filter_moves(p, n, self.judge.list_legal(p, n))
        if self.is_before_mate(left):
            end = self.mate_filter.filter_moves(p, n, self.judge.list_legal(p, n))
            return self.prune_met_quietly(p, n, end) if self.ending == FORCED and end > n else end
        if left == 2 and self.play == SERIES and self.ending == AT_GOAL and self.goal == GOAL_MATE and self.shortcuts:
            return self.prune_slow_series(p, n, self.judge.list_legal(p, n))
        if self.is_before_forcing(left):
            return self.keep_forcing(p, n, self.judge.list_legal(p, n))
        return self.judge.list_legal(p, n)

    def search(self, p: int, n: int, left: int, depth: int, first: int, end: int) -> int:
        """Find the lines from p, `depth` moves after the start; returns how many. list[n:] is free for moves."""
        if self.judge.stopped:
            return 0
        if self.nodes >= self.node_limit:
            if self.in_trial:
                self.trial_over = True
            else:
                self.judge.stopped = True
            return 0
        if self.is_run_too_far(p, left):
            return 0
        key = self.judge.frames[p].key ^ self.case_key(p)
        if self.required_rights:
            key ^= (self.judge.frames[p].rights & self.required_rights) * SPREAD & FULL
        if self.limits is not None and self.uses_proof_bound:
            key ^= self.proof_bound.journeys(p)
        in_table = self.uses_table(left, end)
        if in_table and self.is_refuted(key, left):
            return 0
        memoizes = self.memoizes and self.ending == AT_GOAL and left > 1
        if memoizes:
            found = self.copy_known_lines(key, left, depth)
            if found:
                return found
        start, generation = self.records.size, self.records.generation
        listed = False
        if self.needs_list(left, end):
            first, end = 0, self.list_patterns(p, left)
            self.holds_list = listed = end > 0
            if left < SAMPLED_LENGTHS:
                self.tried[left] += 1
                self.failed[left] += end == NOT_LISTED
        elif end > first and left > 1:
            end = self.keep_patterns(p, left, first, end)
        if end == first and end != NOT_LISTED:
            if in_table and not self.judge.stopped:
                self.table.store_loss(key, left, 0)
            return 0
        if self.goal == GOAL_POSITION and self.shortcuts and (self.unfinished or not self.uses_proof_bound) \
                and self.is_target_too_far(p, left):
            self.holds_list = self.holds_list and not listed
            return 0
        if self.uses_proof_bound and left > SHORT_PROOF:
            found = self.search_with_deduction(p, n, left, depth)
        else:
            self.checks_only = self.filters_closing and left == 1 and depth > 0 \
                and self.needs_check_now(p, self.line[depth - 1])
            found = self.search_moves(p, n, left, depth, first, end) \
                if self.has_line_move(p, n, left, first, end) else 0
        if listed:
            self.holds_list = False
        if self.judge.stopped or self.trial_over:
            return found
        if not found and in_table:
            self.table.store_loss(key, left, 0)
        if found and memoizes:
            self.records.note(self.memo_key(key, left), start, generation, depth, found)
        return found

    def keep_patterns(self, p: int, left: int, first: int, end: int) -> int:
        """Drop those of the live patterns [first:end] of p, just advanced, that are refuted now; the new end."""
        kept = self.patterns.refilter(p, first, end)
        if left + 1 < SAMPLED_LENGTHS:
            self.pattern_cost[left + 1] += (end - first) * REFILTER_COST
            self.dropped_moves[left + 1] += kept == first
        return kept

    def memo_key(self, key: int, left: int) -> int:
        """The key under which it is noted how lines continue from a position with `left` moves left."""
        return key ^ left * SPREAD & FULL

    def copy_known_lines(self, key: int, left: int, depth: int) -> int:
        """Record the known continuations of a position reached after `depth` moves; returns how many, 0 if none."""
        found = self.records.copy(self.memo_key(key, left), self.line, depth,
                                  self.limit - self.count if self.limit else MOST_ROOM)
        self.count += found
        if self.limit and self.count >= self.limit:
            self.judge.stopped = True
        return found

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

    def goes_on_after_goal(self) -> bool:
        """May lines go on after a move with which a shorter one ends?

        Not where the goal ends the line or must be reached; but after stalemate the side of a series may move again.
        """
        if self.ending == AT_GOAL:
            return self.play != HELP and (self.goal == GOAL_STALEMATE or self.goal == GOAL_MATE_OR_STALEMATE)
        return self.ending != OFFERED

    def search_moves(self, p: int, n: int, left: int, depth: int, first: int, end: int) -> int:
        """Find the lines that go on with each move at p; returns how many."""
        found = 0
        probes = self.probes_before_advancing(left, first, end)
        advances = self.advances_patterns(left, first, end)
        may_end = probes and self.ending != AT_GOAL and not self.exact \
            and self.leaves_moves_unused(left - 1, first, end)
        stop = self.list_line_moves(p, n, left)
        count = stop - n
        noted = advances and stop > n + 1 and self.patterns.note_idle_moves(p, first, end)
        if noted:
            stop = self.patterns.drop_idle_moves(n, stop)
        if advances and left < SAMPLED_LENGTHS:
            self.pattern_cost[left] += (end - first) * (stop - n + (IDLE_COST if noted else 0))
            self.dropped_moves[left] += count - (stop - n)
        count = stop - n
        announces = left > 1 and (noted or not advances) and self.play <= SERIES and self.shortcuts \
            and not self.uses_proof_bound
        for j in range(count):
            i = n + (j + self.rotated) % count
            following = n + (j + 1 + self.rotated) % count
            if self.backwards:
                i = n + stop - 1 - i
                following = n + stop - 1 - following
            if announces:
                self.prefetch_move(p, self.judge.list[following])
            after = NOT_LISTED
            if probes:
                self.judge.make(p, p + 1, self.judge.list[i])
                if self.is_refuted_series(p + 1, left, may_end) if self.play == SERIES \
                        else self.is_refuted(self.judge.frames[p + 1].key, left - 1):
                    continue
            if advances:
                after = self.patterns.advance(p, self.judge.list[i], first, end, noted)
                if after == end:
                    if left < SAMPLED_LENGTHS:
                        self.dropped_moves[left] += 1
                    continue
                self.patterns.track_men(p, self.judge.list[i])
            self.line[depth] = self.judge.list[i]
            if not probes:
                self.judge.make(p, p + 1, self.judge.list[i])
            if self.uses_proof_bound and not self.can_end_at_target(p, self.judge.list[i], left):
                continue
            before = self.nodes
            found += self.after_move(p + 1, stop, self.judge.list[i], left, depth, end, after)
            if left < SAMPLED_LENGTHS:
                self.kept_moves[left] += 1
                self.nodes_after[left] += self.nodes - before
        return found

    def prefetch_move(self, p: int, move: int) -> None:
        """Prefetch the table's entry for the position after a move at p that will soon be made.

        Only a hint: rights lost by the move, and captures en passant that it allows, are left out of the key.
        """
        if move_kind(move) != PLAIN:
            return
        us = self.judge.frames[p].turn
        key = self.judge.frames[p].key \
            ^ self.judge.keys[(us * MEN + move_man(move)) * SQUARES + move_origin(move)] \
            ^ self.judge.keys[(us * MEN + move_result(move)) * SQUARES + move_target(move)]
        if self.play == HELP:
            key ^= self.judge.turn_key
        if self.judge.frames[p].sides[us ^ 1] >> move_target(move) & 1:
            key ^= self.judge.keys[((us ^ 1) * MEN + self.judge.kind_at(p, ONE << move_target(move))) * SQUARES
                                   + move_target(move)]
        if self.judge.frames[p].ep_square != NONE:
            key ^= self.judge.ep_keys[self.judge.frames[p].ep_square]
        self.table.prefetch(key)

    def search_with_deduction(self, p: int, n: int, left: int, depth: int) -> int:
        """Find the lines from p to the target, first deducing afresh from p where that pays; returns how many.

        What pays is learnt from positions with the same number of moves left: how many positions were searched below
        them, with a deduction (whose cost counts as some positions, too) and without.
        """
        before = self.nodes
        if not self.is_deduction_worthwhile(left):
            found = self.search_moves(p, n, left, depth, NOT_LISTED, NOT_LISTED)
            self.learn_plain(left, self.nodes - before)
            return found
        with cython.gil:
            try:
                self.proof_bound = self.bound_at_level(self.proof_bound.level + 1)
            except MemoryError:
                self.lacks_memory = True
        if self.lacks_memory:
            return self.search_moves(p, n, left, depth, NOT_LISTED, NOT_LISTED)
        self.deductions += 1
        found = 0
        if self.begin_proof(p, left):
            found = self.search_moves(p, n, left, depth, NOT_LISTED, NOT_LISTED)
        self.learn_deduced(left, self.nodes - before)
        with cython.gil:
            self.proof_bound = self.proof_bounds[self.proof_bound.level - 1]
        return found

    def is_refuted(self, key: int, left: int) -> bool:
        """Does the table know that the position of this key has no line of `left` moves?"""
        refuted = self.table.probe(key) >> 16 & 0xFFFF
        return refuted == left if self.exact else refuted >= left

    def is_refuted_series(self, p: int, left: int, may_end: bool) -> bool:
        """Does the table know that there is neither an ending at p, after a series move made with `left` moves left,
        nor a line from there? For mate and for endings of the other side; `may_end`: may there be endings at p?"""
        if self.judge.in_check_at(p, self.judge.frames[p].turn) or may_end and not self.has_no_ending(p):
            return False
        self.judge.copy_frame(p, p + 1)
        self.judge.null_move(p + 1)
        return self.is_refuted(self.judge.frames[p + 1].key, left - 1)

    def remembers_endings(self) -> bool:
        """Are series positions without an ending stored in the table? Yes where the test costs more than an entry."""
        return self.play == SERIES and self.shortcuts and self.goal == GOAL_MATE

    def has_no_ending(self, p: int) -> bool:
        """Is it known that no ending was found at p, in a series?"""
        return self.remembers_endings() and (
            self.table.probe(self.judge.frames[p].key ^ ENDING_HASH) >> 16 & 0xFFFF) != 0

    def after_move(self, p: int, n: int, move: int, left: int, depth: int, first: int, end: int) -> int:
        """Find the lines that end or go on at p, after a move made with `left` moves left; returns how many.

        `move` is line[depth]; the patterns are those that remain after it.
        """
        self.nodes += 1
        memoizes = self.memoizes and self.ending != AT_GOAL
        if memoizes:
            found = self.copy_known_lines(self.judge.frames[p].key, left, depth + 1)
            if found:
                return found
        start, generation, key = self.records.size, self.records.generation, self.judge.frames[p].key
        found = self.end_or_go_on(p, n, move, left, depth, first, end)
        if found and memoizes and not self.judge.stopped and not self.trial_over:
            self.records.note(self.memo_key(key, left), start, generation, depth + 1, found)
        return found

    def end_or_go_on(self, p: int, n: int, move: int, left: int, depth: int, first: int, end: int) -> int:
        """`after_move` where it is not known how the lines go on."""
        found = 0
        if (left == 1 or not self.exact and not self.only_shortest()) and self.moves_last(left):
            if self.ending == AT_GOAL:
                if self.is_reached_at(p, n, move):
                    found = self.record_line(depth + 1)
            elif left == 1 or self.leaves_moves_unused(left - 1, first, end) and not self.has_no_ending(p):
                if self.ending == EITHER and self.play == SERIES:
                    found = self.record_reciprocal_after_series(p, n, depth + 1)
                else:
                    found = self.record_endings(p, n, depth + 1)
                if not found and left > 1 and self.remembers_endings() and not self.judge.stopped:
                    self.table.store_loss(self.judge.frames[p].key ^ ENDING_HASH, 1, 0)
            if found and not self.goes_on_after_goal():
                return found
        if left > 1:
            if self.play == HELP:
                found += self.search(p, n, left - 1, depth + 1, first, end)
            elif not self.judge.in_check_at(p, self.judge.frames[p].turn):
                self.judge.null_move(p)
                found += self.search_on(p, n, left - 1, depth + 1, first, end)
            elif self.play >= PARRY:
                found += self.search_parries(p, n, left, depth + 1, first, end)
        return found

    def leaves_moves_unused(self, left: int, first: int, end: int) -> bool:
        """May a line end with `left` moves unused? Only if a pattern leaves each side its share of them to spare."""
        if end == NOT_LISTED or self.play > SERIES:
            return True
        self.set_move_budgets(0)
        mating_side_moves, other_moves = self.mating_side_moves, self.other_moves
        self.set_move_budgets(left)
        for i in range(first, end):
            if self.patterns.live[i].slack[0] >= self.mating_side_moves - mating_side_moves \
                    and self.patterns.live[i].slack[1] >= self.other_moves - other_moves:
                return True
        return False

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

    def is_target_too_far(self, p: int, left: int) -> bool:
        """Is the goal a position that `left` moves cannot reach? An admissible bound on squares and men.

        Each side's surplus of men must be captured, one by each move of the other side. A move changes two squares, an
        en-passant capture three (every second move at most), a castling four. But of a single king's squares only the
        first and the last differ in the end: with one king a side all castlings add four at most.
        """
        if self.play <= SERIES:
            self.set_move_budgets(left)
            for side in range(2):
                surplus = popcount(self.judge.frames[p].sides[side])
                if surplus < self.least_men[side] or surplus - self.most_men[side] > (
                        self.other_moves if side == self.mating_side else self.mating_side_moves):
                    return True
        wrong = 0
        for i in range(self.judge.kinds):
            for side in range(2):
                wrong |= (self.judge.frames[p].men[i] & self.judge.frames[p].sides[side] & self.known_squares) \
                    ^ self.target_men[2 * i + side]
        kings = self.judge.frames[p].men[self.judge.royal]
        if popcount(kings) > 2 or self.judge.king_promotion_from[0] | self.judge.king_promotion_from[1]:
            return popcount(wrong) > 4 * left
        return popcount(wrong) > 2 * left + (left + 1) // 2 + 4

    # ------------------------------------------------------------------------------- the interface for tasks

    def search_after(self, move: int, length: int) -> int:
        """Find the lines of `length` moves and an ending that begin with a legal move; returns how many.

        Where `limit` was reached, judge.stopped is set.
        """
        self.line[0] = move
        self.count = len(self.lines)
        self._choose_patterns(length)
        if self.uses_proof_bound and self.has_thorough_search():
            found = self._search_for_game(move, length)
        else:
            with cython.nogil:
                for left in range(1 if self.only_shortest() else length, length + 1):
                    found = self.search_first_move(self.judge.ply, move, left)
                    if found or self.judge.stopped:
                        break
        self.flush_lines()
        if self.limit and self.count >= self.limit:
            self.judge.stopped = True
        return found

    def _search_for_game(self, move: int, length: int) -> int:
        """`search_after` for play to a position: where that is long, thoroughly for each case of castlings by itself.

        That is done only if a plain search of a limited number of positions does not finish.
        """
        plain = self.proof_bounds
        first = self.bound_at_level(0)
        white, black = first.cases_of(0), first.cases_of(1)
        if not self.bounds & USE_CASES or not white or not black:
            white = black = [OPEN_CASE]
        if not self.trial_failed and not self.bounds & EARLY_TABLES:
            found = self._try_plainly(move, length)
            if not self.trial_over:
                return found
            self.drop_lines(self.count - found)
            self.trial_failed, self.trial_over = True, False
        found = 0
        number = 0
        for white_case in white:
            for black_case in black:
                while len(self.cases) <= number:
                    self.cases.append([])
                self.proof_bounds = self.cases[number]
                number += 1
                self.proof_bound = self.bound_at_level(0)
                self.distinguish_cases(white_case, black_case)
                self.proof_bound.set_cases(white_case, black_case)
                self.proof_possible = self.begin_at_root(length)
                if self.proof_possible and not self.judge.stopped:
                    with cython.nogil:
                        some = self.search_first_move(self.judge.ply, move, length)
                    found += some
        self.proof_bounds = plain
        self.proof_bound = self.bound_at_level(0)
        self.distinguish_cases(OPEN_CASE, OPEN_CASE)
        return found

    def _try_plainly(self, move: int, length: int) -> int:
        """Search plainly for some positions; `trial_over` says that these were not enough."""
        limit = self.node_limit
        self.node_limit, self.in_trial = min(limit, self.nodes + TRIAL_NODES), True
        with cython.nogil:
            found = self.search_first_move(self.judge.ply, move, length)
        self.node_limit, self.in_trial = limit, False
        return found

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
        castling_sides = sides_that_may_castle(self.judge, moves)
        chooses = self.mating_side != mating_side or self.suits_patterns != suits or self.rights != rights \
            or self.castling_sides != castling_sides
        if chooses:
            self.mating_side, self.suits_patterns, self.rights, self.castling_sides = \
                mating_side, suits, rights, castling_sides
            self.unlisted_left = -1
            self.patterns = self.mate_filter = self.kings_filter = self.stalemate_filter = self.closing = None
            self.double_mate_filter = None
            self.awaits_last = self.filters_closing = self.of_own_king = False
            if self.shortcuts and not suits and self.goal == GOAL_MATE and (
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
        self.uses_proof_bound = self.bounds != 0 and self.goal == GOAL_POSITION and self.ending == AT_GOAL \
            and self.play <= SERIES and self.judge.ply + length + 1 < MAX_FOLLOWED
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

    def concerns_own_king(self) -> bool:
        """Does the goal leave the side that reaches it mated or stalemated, too?"""
        return self.is_king_exposing() or self.goal == GOAL_DOUBLE_STALEMATE or self.goal == GOAL_AUTO_STALEMATE

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

    def search_first_move(self, p: int, move: int, left: int) -> int:
        """Find the lines from p that begin with a move; returns how many."""
        end = after = NOT_LISTED
        if self.uses_patterns and not (left == 1 and self.ending == AT_GOAL):
            end = self.list_patterns_of_start(p, left)
            if end != NOT_LISTED:
                after = self.patterns.advance(p, move, 0, end, False)
                if after == end:
                    return 0
            if after != NOT_LISTED:
                self.patterns.track_men(p, move)
        self.judge.make(p, p + 1, move)
        if self.uses_proof_bound and not (self.proof_possible and self.can_end_at_target(p, move, left)):
            return 0
        self.holds_list = after != NOT_LISTED
        found = self.after_move(p + 1, 0, move, left, 0, end, after)
        self.holds_list = False
        return found

    def search_endings(self) -> int:
        """Find the endings of the position on top itself, with no move before them; returns how many."""
        self.count = len(self.lines)
        found = self.record_endings(self.judge.ply, 0, 0)
        self.flush_lines()
        return found

    def first_moves(self, length: int) -> list[int]:
        """The moves of the position on top that lines of `length` moves may begin with, in the order of the search."""
        if self.ending == AT_GOAL and length == 1:
            self.judge.ensure_list()
            end = self.goal_candidates(self.judge.ply, 0)
            return [self.judge.list[i] for i in range(end)]
        if self.ending == AT_GOAL and self.moves_last(length):
            return self.goal_side_moves()
        return self.judge.moves()

    def must_reach_goal(self) -> bool:
        """Must the side to move reach the goal at once, by its reflex duty?"""
        return self.ending == OFFERED and self.can_reach_goal_at(self.judge.ply, 0)
