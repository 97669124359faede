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

- by patterns (search/patterns): those that a position can still reach are listed once and then advanced move by move;
  each carries the spare moves of both sides. See pattern_choice.py, which ones, and pattern_lists.py, when;
- by filters of the last moves: see line_filters.py;
- for a king run, by the moves of the king to its goal on an empty board, in genres without castlings;
- for a position as the goal, by the number of squares that differ (`is_target_too_far`), and by the
  bounds of search/proof: see target_bounds.py.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.rules.properties import Property
from feerie.search.goal.goal_search import GoalSearch
from feerie.search.lines.line_endings import LineEndings
from feerie.search.lines.line_filters import LineFilters
from feerie.search.lines.pattern_choice import PatternChoice
from feerie.search.lines.pattern_lists import PatternLists
from feerie.search.lines.target_bounds import TargetBounds
from feerie.search.proof.structs import Bounds
from feerie.search.questions import LineQuestion
from feerie.search.transposition import TranspositionTable

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import FULL, ONE, SPREAD, popcount
    from feerie.kernel.tables import FAMILIES, MEN, NONE, PLAIN, SQUARES
    from feerie.search.goal.goal_search import (
        GOAL_KING_RUN,
        GOAL_MATE,
        GOAL_MATE_OR_STALEMATE,
        GOAL_POSITION,
        GOAL_STALEMATE,
    )
    from feerie.search.lines.line_filters import AT_GOAL, EITHER, FORCED, NOT_LISTED, OFFERED
    from feerie.search.lines.line_records import MOST_ROOM
    from feerie.search.lines.pattern_lists import IDLE_COST
    from feerie.search.lines.target_bounds import HELP, PARRY, SERIES
    from feerie.search.proof.structs import EARLY_TABLES
    from feerie.search.search_structs import LineNode
    SHORT_PROOF, TRIAL_NODES = 3, 4000
    ENDING_HASH = 0x9E3779B97F4A7C15

NEEDS = Property.LINES | Property.STEADY_KIND | Property.STEADY_SIDE | Property.FEWER | Property.SMALL
"""What counting the squares that differ from a position, and the men, needs."""
NEEDS_OF_SQUARES = Property.SMALL
"""What counting the squares alone needs, where a man may also be taken elsewhere than where its captor arrives."""
NEEDS_OF_PLACES = Property.PLACES_ONE | Property.STEADY_SIDE | Property.FEWER
"""What counting the men that have yet to arrive, or to disappear, needs."""


class HelpSearch:
    """Finds lines from the position on top of a judge's stack, and adds them as tuples of packed moves to
    `endings.lines`.

    That is a LineList (solving/line_store), or an object with the same `append`, `add_packed`, `len`, `del lines[n:]`.
    What is asked, and how far, is set at the members: the position that is the goal, and how many moves may be made, at
    `goals`; what is known of the men's ways to it at `target`. Searches may share a `table` only if they have the same
    goal and ask the same kind of question.

    `limit`: stop when that many lines are found, 0: find all; `shortcuts`: use the bounds.
    `backwards`, `rotated`: the order in which moves are tried, so that searches that share a table, each in an order of
    its own, do not come to the same positions at the same time.

    `goes_on_after_goal`: may lines go on after a move with which a shorter one ends? Not where the goal ends the line
    or must be reached, nor in help play where every reply would reach it; but after stalemate the side of a series may
    move again.

    A *node* of the search (`LineNode`): the position at frame `p`, which `depth` moves have led to; list[n:] is free
    for its moves. For `left`, and the live patterns `first` to `end`, see `LineFilters`. Nodes are never changed.
    """

    def __init__(self, judge: Judge, question: LineQuestion, table: TranspositionTable, *, limit: int = 0,
                 shortcuts: bool = True) -> None:
        self.judge, self.table, self.shortcuts = judge, table, shortcuts
        self.play, self.ending, self.exact = question.play, question.ending, question.exact
        self.goal = question.goal.number
        self.goals = GoalSearch(judge, question.goal)
        self.goals.asks_all_kings = shortcuts
        self.filters = LineFilters(self.goals, question, shortcuts=shortcuts)
        self.endings = LineEndings(self.goals, self.filters, question, limit)
        self.records = self.endings.records
        self.lists = PatternLists(self.goals, self.filters, question)
        self.target = TargetBounds(self.goals, question)
        self.target.bounds = int(Bounds.ALL) if shortcuts else 0
        self.choice = PatternChoice(self.lists, self.target, question)
        self.backwards, self.rotated = False, 0
        self.counts_men = shortcuts and judge.has(NEEDS)
        self.counts_squares = self.counts_men or shortcuts and judge.has(NEEDS_OF_SQUARES)
        self.counts_places = shortcuts and not self.counts_men and judge.has(NEEDS_OF_PLACES)
        self.in_trial = self.trial_over = False
        self.thorough_key = 0
        self.memoizes = shortcuts and self.play <= SERIES and self.goal != GOAL_POSITION
        self.skips_refuted = shortcuts and not self.goals.finds_checks and self.play == HELP \
            and self.goal != GOAL_POSITION
        self.goes_on_after_goal = self.ending != OFFERED and (self.ending != FORCED or self.play != HELP) \
            if self.ending != AT_GOAL else self.play != HELP and self.goal in (GOAL_STALEMATE, GOAL_MATE_OR_STALEMATE)

    def search(self, node: LineNode) -> int:
        """Find the lines from a node; returns how many."""
        p, left, first, end = node.p, node.left, node.first, node.end
        if self.judge.stopped:
            return 0
        if self.goals.nodes >= self.goals.node_limit:
            if self.in_trial:
                self.trial_over = True
            else:
                self.judge.stopped = True
            return 0
        if self.is_run_too_far(p, left):
            return 0
        key = self.judge.frames[p].key ^ self.target.case_key(p)
        if self.goals.required_rights:
            key ^= (self.judge.frames[p].rights & self.goals.required_rights) * SPREAD & FULL
        if self.target.limits is not None and self.target.uses_proof_bound:
            key ^= self.target.proof_bound.path_key(p)
        in_table = self.uses_table(left, end)
        if in_table and self.is_refuted(key, left):
            return 0
        memoizes = self.memoizes and self.ending == AT_GOAL and left > 1
        if memoizes:
            found = self.copy_known_lines(key, left, node.depth)
            if found:
                return found
        start, generation = self.records.size, self.records.generation
        listed = False
        if self.lists.needs_list(left, end):
            first, end = 0, self.lists.list_patterns_later(p, left)
            self.lists.holds_list = listed = end > 0
        elif end > first and left > 1:
            end = self.lists.keep_patterns(p, left, first, end)
        if end == first and end != NOT_LISTED:
            if in_table and not self.judge.stopped:
                self.table.store_loss(self.table_key(key, left), left, 0)
            return 0
        if self.goal == GOAL_POSITION and (self.counts_squares or self.counts_places) \
                and (self.goals.unfinished or not self.target.uses_proof_bound) and self.is_target_too_far(p, left):
            self.lists.holds_list = self.lists.holds_list and not listed
            return 0
        if self.target.uses_proof_bound and left > SHORT_PROOF:
            found = self.search_with_deduction(node)
        else:
            self.filters.checks_only = left == 1 and self.endings.needs_check(p, node.depth)
            found = self.search_moves(LineNode(p, node.n, left, node.depth, first, end)) \
                if self.filters.has_line_move(p, node.n, left, first, end) else 0
        if listed:
            self.lists.holds_list = False
        if self.judge.stopped or self.trial_over:
            return found
        if not found and in_table:
            self.table.store_loss(self.table_key(key, left), left, 0)
        if found and memoizes:
            self.records.note(self.memo_key(key, left), start, generation, node.depth, found)
        return found

    def is_run_too_far(self, p: int, left: int) -> bool:
        """Has the side that must win by king run too few moves left at p for that?"""
        if self.goal != GOAL_KING_RUN or not self.shortcuts or self.ending == EITHER:
            return False
        self.lists.set_move_budgets(left)
        return self.goals.fewest_run_moves(p, self.filters.mating_side) > self.lists.mating_side_moves

    def uses_table(self, left: int, end: int) -> bool:
        """Is the table used? Not in the last two moves before mate with patterns listed: the search is cheaper.

        Before forced endings it is used: two moves more follow, and every reply to the first must be tried.
        """
        return not self.filters.uses_patterns or self.goal != GOAL_MATE or left > 2 or self.play != HELP \
            or self.ending == FORCED or end == NOT_LISTED and self.filters.is_before_mate(left)

    def is_refuted(self, key: int, left: int) -> bool:
        """Does the table know that the position of this key has no line of `left` moves?"""
        refuted = self.table.probe(self.table_key(key, left)) >> 16 & 0xFFFF
        return refuted == left if self.exact else refuted >= left

    def table_key(self, key: int, left: int) -> int:
        """The key of an entry of the table: one for each length where a series comes to a position with many, and one
        of them says nothing of another.
        """
        return self.memo_key(key, left) if self.exact and self.play != HELP else key

    def memo_key(self, key: int, left: int) -> int:
        """The key under which it is noted how lines continue from a position with `left` moves left."""
        return key ^ left * SPREAD & FULL

    def copy_known_lines(self, key: int, left: int, depth: int) -> int:
        """Record the known continuations of a position reached after `depth` moves; returns how many, 0 if none."""
        found = self.records.copy(self.memo_key(key, left), self.endings.line, depth,
                                  self.endings.limit - self.endings.count if self.endings.limit else MOST_ROOM)
        self.endings.count += found
        if self.endings.limit and self.endings.count >= self.endings.limit:
            self.judge.stopped = True
        return found

    def search_moves(self, node: LineNode) -> int:
        """Find the lines that go on with each move at a node; returns how many."""
        p, left = node.p, node.left
        found = kept = 0
        probes = self.lists.probes_before_advancing(left, node.first, node.end)
        advances = self.lists.advances_patterns(left, node.first, node.end)
        may_end = probes and self.ending != AT_GOAL and not self.exact \
            and self.lists.leaves_moves_unused(left - 1, node.first, node.end)
        stop = self.filters.list_line_moves(p, node.n, left)
        dropped = stop - node.n
        noted = advances and stop > node.n + 1 and self.filters.patterns.note_idle_moves(p, node.first, node.end)
        if noted:
            stop = self.filters.patterns.drop_idle_moves(node.n, stop)
        count = stop - node.n
        dropped -= count
        before = self.goals.nodes
        ordered = self.target.uses_proof_bound and left > SHORT_PROOF
        if ordered:
            self.order_moves(p, node.n, stop)
        announces = left > 1 and (noted or not advances) and self.play <= SERIES and self.shortcuts \
            and self.goals.finds_checks and not self.target.uses_proof_bound
        ahead = 0
        skips = self.skips_refuted and count > 0 and left > 1 and (self.exact or not self.filters.moves_last(left))
        if skips:
            ahead = self.look_ahead(p, self.judge.list[self.place_in_order(0, node.n, count)])
        for j in range(count):
            i = node.n + j if ordered else self.place_in_order(j, node.n, count)
            if skips:
                key = ahead
                ahead = self.look_ahead(p, self.judge.list[self.place_in_order(j + 1, node.n, count)])
                if key and self.is_refuted(key, left - 1):
                    continue
            if announces:
                self.prefetch_move(p, self.judge.list[self.place_in_order(j + 1, node.n, count)])
            after = NOT_LISTED
            if probes:
                self.judge.make(p, p + 1, self.judge.list[i])
                if self.must_go_on(p + 1, may_end) and self.is_refuted(self.judge.frames[p + 2].key, left - 1) \
                        if self.play == SERIES else self.is_refuted(self.judge.frames[p + 1].key, left - 1):
                    continue
            if advances:
                after = self.filters.patterns.advance(p, self.judge.list[i], node.first, node.end, noted)
                if after == node.end:
                    dropped += 1
                    continue
                self.filters.patterns.track_men(p, self.judge.list[i])
            self.endings.line[node.depth] = self.judge.list[i]
            if not probes:
                self.judge.make(p, p + 1, self.judge.list[i])
            if self.target.uses_proof_bound and not self.target.can_end_at_target(p, self.judge.list[i], left):
                continue
            found += self.after_move(LineNode(p + 1, stop, left, node.depth, node.end, after), self.judge.list[i])
            kept += 1
        cost = (node.end - node.first) * (count + (IDLE_COST if noted else 0)) if advances else 0
        self.lists.note_moves(left, cost, dropped, kept, self.goals.nodes - before)
        return found

    def place_in_order(self, j: int, n: int, count: int) -> int:
        """The place of the move that is tried after j others of the `count` in list[n:]."""
        i = (j + self.rotated) % count
        return n + count - 1 - i if self.backwards else n + i

    def order_moves(self, p: int, n: int, stop: int) -> None:
        """Put first, in play to a position, moves at p that seem to lead to it: list[n:stop], in its order otherwise.

        Where there are many games, the first ones are found much sooner.
        """
        count = stop - n
        for j in range(count):
            self.judge.list[stop + j] = self.judge.list[self.place_in_order(j, n, count)]
            self.judge.list[stop + count + j] = self.target.proof_bound.waste(p, self.judge.list[stop + j])
        for waste in range(3):
            for i in range(stop, stop + count):
                if self.judge.list[count + i] == waste:
                    self.judge.list[n] = self.judge.list[i]
                    n += 1

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

    def look_ahead(self, p: int, move: int) -> int:
        """The key after a move at p, whose table's entry is prefetched; 0 if it is not seen without making the move."""
        key = self.judge.key_after(p, move)
        if key:
            self.table.prefetch(key)
        return key

    def after_move(self, node: LineNode, move: int) -> int:
        """Find the lines that end or go on at a node, after a move made with its `left` moves left; returns how many.

        `move` is line[depth]; the patterns are those that remain after it.
        """
        self.goals.nodes += 1
        memoizes = self.memoizes and self.ending != AT_GOAL
        if memoizes:
            found = self.copy_known_lines(self.judge.frames[node.p].key, node.left, node.depth + 1)
            if found:
                return found
        start, generation, key = self.records.size, self.records.generation, self.judge.frames[node.p].key
        found = self.end_or_go_on(node, move)
        if found and memoizes and not self.judge.stopped and not self.trial_over:
            self.records.note(self.memo_key(key, node.left), start, generation, node.depth + 1, found)
        return found

    def end_or_go_on(self, node: LineNode, move: int) -> int:
        """`after_move` where it is not known how the lines go on."""
        p, left = node.p, node.left
        found = 0
        if (left == 1 or not self.exact and not self.only_shortest()) and self.filters.moves_last(left):
            if self.ending == AT_GOAL:
                if self.goals.is_reached_at(p, node.n, move):
                    found = self.endings.record_line(node.depth + 1)
            elif left == 1 or self.lists.leaves_moves_unused(left - 1, node.first, node.end) \
                    and not self.has_no_ending(p):
                if self.ending == EITHER and self.play == SERIES:
                    found = self.endings.record_reciprocal_after_series(p, node.n, node.depth + 1)
                else:
                    found = self.endings.record_endings(p, node.n, node.depth + 1)
                if not found and left > 1:
                    self.note_no_ending(p)
            if found and not self.goes_on_after_goal:
                return found
        if left > 1:
            if self.play == HELP:
                found += self.search(LineNode(p, node.n, left - 1, node.depth + 1, node.first, node.end))
            else:
                found += self.go_on_in_series(LineNode(p, node.n, left, node.depth + 1, node.first, node.end))
        return found

    # ------------------------------------------------------------------------------- the interface for tasks

    def search_after(self, move: int, length: int) -> int:
        """Find the lines of `length` moves and an ending that begin with a legal move; returns how many.

        Where `limit` was reached, judge.stopped is set.
        """
        self.endings.line[0] = move
        self.endings.count = len(self.endings.lines)
        self.choice.choose(length)
        if self.target.uses_proof_bound and self.target.has_thorough_search():
            found = self._search_for_game(move, length)
        else:
            with cython.nogil:
                for left in range(1 if self.only_shortest() else length, length + 1):
                    found = self.search_first_move(self.judge.ply, move, left)
                    if found or self.judge.stopped:
                        break
        self.endings.flush_lines()
        if self.endings.limit and self.endings.count >= self.endings.limit:
            self.judge.stopped = True
        return found

    def search_first_move(self, p: int, move: int, left: int) -> int:
        """Find the lines from p that begin with a move; returns how many."""
        end = after = NOT_LISTED
        if self.filters.uses_patterns and not (left == 1 and self.ending == AT_GOAL):
            end = self.lists.list_patterns_of_start(p, left)
            if end != NOT_LISTED:
                after = self.filters.patterns.advance(p, move, 0, end, False)
                if after == end:
                    return 0
            if after != NOT_LISTED:
                self.filters.patterns.track_men(p, move)
        self.judge.make(p, p + 1, move)
        if self.target.uses_proof_bound \
                and not (self.target.proof_possible and self.target.can_end_at_target(p, move, left)):
            return 0
        self.lists.holds_list = after != NOT_LISTED
        found = self.after_move(LineNode(p + 1, 0, left, 0, end, after), move)
        self.lists.holds_list = False
        return found

    def search_endings(self) -> int:
        """Find the endings of the position on top itself, with no move before them; returns how many."""
        self.endings.count = len(self.endings.lines)
        found = self.endings.record_endings(self.judge.ply, 0, 0)
        self.endings.flush_lines()
        return found

    def first_moves(self, length: int) -> list[int]:
        """The moves of the position on top that lines of `length` moves may begin with, in the order of the search."""
        if self.ending == AT_GOAL and length == 1:
            self.judge.ensure_list()
            end = self.filters.goal_candidates(self.judge.ply, 0)
            return [self.judge.list[i] for i in range(end)]
        if self.ending == AT_GOAL and self.filters.moves_last(length):
            self.judge.ensure_list()
            end = self.filters.goal_side_moves_at(self.judge.ply, 0)
            return [self.judge.list[i] for i in range(end)]
        return self.judge.moves()

    def must_reach_goal(self) -> bool:
        """Must the side to move reach the goal at once, by its reflex duty?"""
        return self.ending == OFFERED and self.goals.can_reach_goal_at(self.judge.ply, 0)

    # ------------------------------------------------------------------------------------------------- series

    def go_on_in_series(self, node: LineNode) -> int:
        """Find the lines that go on at a node, after a series move made with `left` moves left; returns how many."""
        if not self.judge.in_check_at(node.p, self.judge.frames[node.p].turn):
            self.judge.null_move(node.p)
            return self.search_on(LineNode(node.p, node.n, node.left - 1, node.depth, node.first, node.end))
        return self.search_parries(node) if self.play >= PARRY else 0

    def search_on(self, node: LineNode) -> int:
        """Find the lines from a node as `search` does, in PARRY without `exact` only the shortest; returns how many."""
        if not self.only_shortest():
            return self.search(node)
        end = node.end
        if end != NOT_LISTED:
            end = self.filters.patterns.refilter(node.p, node.first, end)
        for length in range(1, node.left + 1):
            found = self.search(LineNode(node.p, node.n, length, node.depth, node.first, end))
            if found:
                return found
        return 0

    def only_shortest(self) -> bool:
        """Do only the shortest lines count from each position, and from the first one after each move?"""
        return self.play == PARRY and not self.exact

    def search_parries(self, node: LineNode) -> int:
        """Find the lines after each parry of the check at a node, given with its `left` moves left; returns how many.

        PARRY: none unless every parry leaves a line.
        """
        p = node.p
        found = 0
        before = self.endings.count
        stop = self.judge.list_legal(p, node.n)
        for i in range(node.n, stop):
            after = node.end
            if node.end != NOT_LISTED:
                after = self.filters.patterns.advance(p, self.judge.list[i], node.first, node.end, False)
                self.filters.patterns.track_men(p, self.judge.list[i])
            self.endings.line[node.depth] = self.judge.list[i]
            self.judge.make(p, p + 1, self.judge.list[i])
            self.goals.nodes += 1
            if self.play == PARRY and self.ending == FORCED \
                    and self.goals.is_reached_at(p + 1, stop, self.judge.list[i]):
                found += self.endings.record_line(node.depth + 1)
                continue
            lines = self.search_on(LineNode(p + 1, stop, node.left - 1, node.depth + 1, node.end, after))
            if not lines and self.play == PARRY:
                self.endings.drop_lines(before)
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

    # ---------------------------------------------------------------------------------------- play to a position

    def is_target_too_far(self, p: int, left: int) -> bool:
        """Is the goal a position that `left` moves cannot reach? An admissible bound on squares and men.

        Without `counts_men` on squares only: any move may change three, a castling four. A right to castle that an
        effect gives back comes of a move that changes two, so that three a move are enough for both.

        Each side's surplus of men must be captured, one by each move of the other side. A move changes two squares, an
        en-passant capture three (every second move at most), a castling four. But of a single king's squares only the
        first and the last differ in the end: with one king a side all castlings add four at most.
        """
        if self.counts_places and self.play <= SERIES and (self.men_too_many(p, left)
                                                           or self.places_too_many(p, left)):
            return True
        if not self.counts_men:
            return self.counts_squares and self.play <= SERIES \
                and self.wrong_squares(p) > (4 if self.may_castle(p) else 3) * left
        if self.play <= SERIES and self.men_too_many(p, left):
            return True
        wrong = 0
        for i in range(self.judge.kinds):
            for side in range(2):
                wrong |= (self.judge.frames[p].men[i] & self.judge.frames[p].sides[side] & self.goals.known_squares) \
                    ^ self.goals.target_men[2 * i + side]
        kings = self.judge.frames[p].men[self.judge.royal]
        if popcount(kings) > 2 or self.judge.king_promotion_from[0] | self.judge.king_promotion_from[1]:
            return popcount(wrong) > 4 * left
        return popcount(wrong) > 2 * left + (left + 1) // 2 + 4

    def men_too_many(self, p: int, left: int) -> bool:
        """Has a side fewer men than in the target, or must it lose more than the other side has moves to take them?"""
        self.lists.set_move_budgets(left)
        for side in range(2):
            surplus = popcount(self.judge.frames[p].sides[side])
            if surplus < self.goals.least_men[side] or surplus - self.goals.most_men[side] > (
                    self.lists.other_moves if side == self.filters.mating_side else self.lists.mating_side_moves):
                return True
        return False

    def places_too_many(self, p: int, left: int) -> bool:
        """Must a side place more men than can be, where each of its moves places one, and a castling one more, of the
        other side if that is its partner's?
        """
        self.lists.set_move_budgets(left)
        for side in range(2):
            moves, others = self.lists.mating_side_moves, self.lists.other_moves
            if side != self.filters.mating_side:
                moves, others = others, moves
            missing = 0
            for i in range(self.judge.kinds):
                if self.goals.target_men[2 * i + side]:
                    missing |= self.goals.target_men[2 * i + side] & ~self.judge.men_at(p, i, side)
            if popcount(missing) > moves + self.most_castlings(p, side, moves) \
                    + (self.most_castlings(p, side ^ 1, others) if self.castles_with_enemy() else 0):
                return True
        return False

    def most_castlings(self, p: int, side: int, moves: int) -> int:
        """The most castlings among so many moves of a side after p: one by a right that no effect gives back."""
        found = 0
        for f in range(side * FAMILIES, side * FAMILIES + self.judge.family_count):
            if not self.judge.families[f].rights or self.goals.regains:
                return moves
            if self.judge.families[f].rights & self.judge.frames[p].rights:
                found = 1
        return found

    def castles_with_enemy(self) -> bool:
        """May the partner in a castling be a man of the other side?"""
        for f in range(2 * FAMILIES):
            if f % FAMILIES < self.judge.family_count and self.judge.families[f].either:
                return True
        return False

    def may_castle(self, p: int) -> bool:
        """Are there castlings that need no right, or a right, at p? Else there never are any after p."""
        for f in range(2 * FAMILIES):
            if f % FAMILIES < self.judge.family_count and (
                    not self.judge.families[f].rights or self.judge.families[f].rights & self.judge.frames[p].rights):
                return True
        return False

    def wrong_squares(self, p: int) -> int:
        """The number of squares with other men at p than in the position that is the goal, of those that are known."""
        wrong = 0
        for i in range(self.judge.kinds):
            for side in range(2):
                wrong |= (self.judge.men_at(p, i, side) & self.goals.known_squares) \
                    ^ self.goals.target_men[2 * i + side]
        return popcount(wrong)

    def search_with_deduction(self, node: LineNode) -> int:
        """Find the lines from a node to the target, first deducing afresh from it where that pays; returns how many.

        What pays is learnt from positions with the same number of moves left: how many positions were searched below
        them, with a deduction (whose cost counts as some positions, too) and without.
        """
        before = self.goals.nodes
        if not self.target.is_deduction_worthwhile(node.left):
            found = self.search_moves(node)
            self.target.learn_plain(node.left, self.goals.nodes - before)
            return found
        if not self.target.takes_next_bound():
            return self.search_moves(node)
        found = 0
        if self.target.begin_proof(node.p, node.left):
            found = self.search_moves(node)
        self.target.learn_deduced(node.left, self.goals.nodes - before)
        self.target.return_to_last_bound()
        return found

    def _search_for_game(self, move: int, length: int) -> int:
        """`search_after` for play to a position: where that is long, thoroughly for each case of castlings by itself.

        That is done only if a plain search of a limited number of positions does not finish.
        """
        plain = self.target.proof_bounds
        white, black = self.target.cases_of_sides()
        key = self.judge.frames[self.judge.ply].key
        is_short = self.goals.node_limit - self.goals.nodes <= TRIAL_NODES \
            and self.thorough_key != key        # too short to pay
        if (is_short or not self.target.trial_failed) and not self.target.bounds & EARLY_TABLES:
            found = self._try_plainly(move, length)
            if not self.trial_over:
                return found
            self.endings.drop_lines(self.endings.count - found)
            self.target.trial_failed, self.trial_over = True, False
        self.thorough_key = key
        found = 0
        number = 0
        for white_case in white:
            for black_case in black:
                if self.judge.stopped:
                    break
                if self.target.begin_case(number, white_case, black_case, length) and not self.judge.stopped:
                    with cython.nogil:
                        some = self.search_first_move(self.judge.ply, move, length)
                    found += some
                number += 1
        self.target.leave_cases(plain)
        return found

    def _try_plainly(self, move: int, length: int) -> int:
        """Search plainly for some positions; `trial_over` says that these were not enough."""
        limit = self.goals.node_limit
        until = self.goals.nodes + TRIAL_NODES
        self.goals.node_limit, self.in_trial = min(limit, until), until < limit
        with cython.nogil:
            found = self.search_first_move(self.judge.ply, move, length)
        self.goals.node_limit, self.in_trial = limit, False
        return found
