# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Forced play: one side forces a goal against every defence of the other (#n, s#n, r#n, semi-r#n).

The algorithm is a depth-first AND/OR search with iterative deepening inside each node (the shortest length not yet
refuted is tried first), a transposition table of proof and refutation lengths, and these orderings and prunings:

- killer moves (Huberman 1968; Chess Programming Wiki, "Killer Heuristic"): see move_order.py;
- countermoves (Uiterwijk, "The Countermove Heuristic", ICCA Journal 15(1), 1992);
- defences that leave the attacker the fewest moves first: the mobility ordering of mate solvers and of proof-number
  search (Allis 1994); before these, one that the table knows to refute: enhanced transposition cutoffs (Schaeffer and
  Plaat, "New Advances in Alpha-Beta Searching", 1996);
- the attacker's moves pruned and ordered near the leaves: see attack_moves.py, which also names the kinds of play.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.forced.attack_moves import AttackMoves
from feerie.search.goal.goal_search import GoalSearch
from feerie.search.questions import SearchGoal
from feerie.search.transposition import TranspositionTable

if not cython.compiled:
    from feerie.kernel.plain import FULL
    from feerie.search.forced.attack_moves import DIRECT, REFLEX, SELF
    from feerie.search.forced.prunings import DROP_EVADED
    from feerie.search.goal.goal_search import GOAL_KING_RUN, GOAL_MATE
    from feerie.search.table_entry import NEVER, entry_move, loss_entry, loss_length, win_entry, win_length
    ORDERING_MOVES, COUNT_REPLIES_FROM, PROBE_REPLIES_FROM, FEW_REPLIES_TO_CHECK, FEW_REPLIES = 4, 3, 5, 2, 8
    SMALL_TABLE_ENTRIES, SQUARES_OF_MOVE, COUNTERMOVES, KILLER_PLIES = 8192, 0xFFF, 4096, 512
    NO_LIMIT = -1
    ALLOWANCE_HASH = 0x9E3779B97F4A7C15


class Stopped(Exception):
    """The search was stopped from outside, and its last answer is void."""


class ForcedSearch:
    """Answers questions about the current position of a judge: what the attacker can force.

    `play`, `exact` and `shortcuts` are those of `AttackMoves`. Searches may share a `table` only if they have the same
    goal and ask the same kind of question. `small_table` is for questions that are answered so quickly that a cache
    miss in the large table would cost more. `goals` counts the moves made, and limits them.

    Methods `x_at` belong to the compiled recursion: they take the frame `p` and the first free index `n` of the move
    list. Their answers are void once the judge is stopped. Methods `x` ask about the current position, release the
    interpreter's lock and raise Stopped.
    """

    def __init__(self, judge: Judge, goal: SearchGoal, play: int, table: TranspositionTable, exact: bool = False,
                 shortcuts: bool = True) -> None:
        self.judge, self.goal, self.table = judge, goal.number, table
        self.play, self.exact, self.shortcuts = play, exact, shortcuts
        self.goals = GoalSearch(judge, goal)
        self.attacks = AttackMoves(self.goals, play, exact, shortcuts)
        self.flights, self.order, self.replies = self.attacks.flights, self.attacks.order, self.attacks.replies
        self.small_table, self.quodlibet = TranspositionTable(SMALL_TABLE_ENTRIES), False
        self.limited, self.max_threat, self.max_flights = False, NO_LIMIT, NO_LIMIT
        self.non_trivial, self.allowance = NO_LIMIT, 0
        self.tries_known = shortcuts and not self.goals.finds_checks
        self.foresees_mates = self.tries_known and self.play == DIRECT and self.goal == GOAL_MATE
        if not cython.compiled:
            self.countermoves = [0] * COUNTERMOVES
            self.fewest_moves, self.fewest_counts = [0] * KILLER_PLIES, [0] * KILLER_PLIES

    # ------------------------------------------------------------------------------------- the attacker's moves

    def attacker_wins_at(self, p: int, n: int, length: int) -> bool:
        """Can the attacker, to move at p, force the goal in `length` moves?"""
        if self.judge.stopped or self.is_run_too_far(p, length):
            return False
        key = self.judge.frames[p].key
        if self.non_trivial >= 0:
            key ^= (self.allowance + 1) * ALLOWANCE_HASH & FULL
        if length == 1 and self.shortcuts and self.play <= REFLEX:
            return self.attacker_wins_in_one(p, n, key)
        known = self.table.probe(key)
        refuted = loss_length(known)
        proved = win_length(known)
        if refuted == length or refuted > length and (not self.exact or refuted == NEVER):
            return False
        if proved and (proved == length if self.exact else proved <= length):
            return True
        if length == 1 and self.attacks.filters_mates \
                and not self.attacks.forced_mates.mateable_squares(p):      # semi-reflex play
            self.table.store_loss(key, 1, 0)
            return False
        if self.play == REFLEX and not refuted and self.may_end_play_at(p, n):
            self.table.store_loss(key, NEVER, 0)
            return False
        return self.deepen(p, n, length, key, known)

    def is_run_too_far(self, p: int, length: int) -> bool:
        """Are `length` moves too few for the side that must win by king run? The attacker is to move at p."""
        if self.goal != GOAL_KING_RUN or not self.shortcuts or self.quodlibet:
            return False
        runner = self.judge.frames[p].turn if self.play == DIRECT else self.judge.frames[p].turn ^ 1
        return self.goals.fewest_run_moves(p, runner) > length

    def attacker_wins_in_one(self, p: int, n: int, key: int) -> bool:
        """attacker_wins_at for length 1 in direct, self and reflex play.

        The attacker's own reflex duty is tested only where a move of his would win, which is rare. What is stored here
        says nothing about that duty, which matters for other lengths, too.
        """
        known = self.small_table.probe(key)
        if known:
            return win_length(known) != 0
        if self.try_attacks(p, n, 1, 0, True) and not (self.play == REFLEX and self.may_end_play_at(p, n)):
            self.small_table.store(key, win_entry(1))
            return True
        if not self.judge.stopped:
            self.small_table.store(key, loss_entry(1))
        return False

    def deepen(self, p: int, n: int, length: int, key: int, known: int) -> bool:
        """Iterative deepening in a node: try lengths from the shortest not refuted up to `length`; store the result.

        `known` is the table's entry for `key`. Exact play and searches without shortcuts try `length` only.
        """
        if self.goals.nodes >= self.goals.node_limit:
            self.judge.stopped = True
            return False
        short = length if self.exact or not self.shortcuts else loss_length(known) + 1
        if short == 1 and length > 1 and self.small_table.probe(key) == loss_entry(1):
            short = 2
        while not self.try_attacks(p, n, short, entry_move(known), short == 1 or self.exact or not self.shortcuts):
            if short == length:
                if not self.judge.stopped:
                    self.table.store_loss(key, length, 0)
                return False
            short += 1
        if self.judge.stopped:
            return False
        self.table.store_win(key, short, self.order.killer(p, 0))
        return True

    def try_attacks(self, p: int, n: int, length: int, best: int, may_end: bool) -> bool:
        """Does one of the moves at p, `best` tried first, force the goal in `length` moves or fewer?

        `may_end`: might the goal be reachable right after one of them? False where that has been tried.
        """
        end = self.attacks.generate_attacks(p, n, length, best, may_end)
        first_quiet = self.attacks.first_quiet
        for i in range(n, end):
            if self.attack_wins(p, end, i, length, first_quiet, may_end):
                self.order.store_killer(p, self.judge.list[i])
                return True
        return False

    def attack_wins(self, p: int, n: int, i: int, length: int, first_quiet: int, may_end: bool) -> bool:
        """Does list[i], a move at p, force the goal in `length`? Makes it at p + 1. `may_end`: see `try_attacks`."""
        self.judge.make(p, p + 1, self.judge.list[i])
        self.goals.nodes += 1
        if length > 2:
            self.table.prefetch(self.judge.frames[p + 1].key)
        return not (i >= first_quiet and self.standing_reply_refutes(p, n, self.judge.list[i])) \
            and self.forces_goal_at(p + 1, n, self.judge.list[i], length, may_end)

    def standing_reply_refutes(self, p: int, n: int, move: int) -> bool:
        """Does a standing reply prevent mate on the attacker's next move after the quiet move from p to p + 1?

        Only the first reply that stands is tried.
        """
        for j in range(self.replies.count):
            if self.replies.stands(j, move):
                self.judge.make(p + 1, p + 2, self.replies.moves[j])
                self.goals.nodes += 1
                return not self.attacker_wins_at(p + 2, n, 1)
        return False

    def may_end_play_at(self, p: int, n: int) -> bool:
        """can_reach_goal_at, making only those checks that are not known to leave the king a step."""
        end = self.goals.goal_candidates(p, n)
        if self.goal == GOAL_MATE and self.attacks.prunings & DROP_EVADED and self.replies.applicable:
            end = self.flights.drop_evaded_checks(p, n, end)
        return self.goals.one_reaches_goal(p, n, end)

    # ------------------------------------------------------------------------------------ the defender's moves

    def forces_goal_at(self, p: int, n: int, move: int, length: int, may_end: bool) -> bool:
        """Has the attacker's move that led to p, the first of `length`, forced the goal? `may_end`: see `try_attacks`.
        """
        if self.judge.stopped:
            return False
        if self.quodlibet and self.goals.is_reached_at(p, n, move):
            return length == 1 or not self.exact
        if self.play == DIRECT:
            if length == 1 and self.goal == GOAL_MATE and self.shortcuts:
                return self.goals.is_mate_at(p, n)
            if self.goals.is_reached_at(p, n, move):
                return length == 1 or not self.exact
            if length == 1:
                return False
        elif self.play != SELF and may_end and self.may_end_play_at(p, n):
            return length == 1 or not self.exact
        elif self.play != SELF and length == 1:
            return False
        if self.limited and not self.is_within_limits_at(p, n, length):
            return False
        if self.is_limited_by_allowance(length):
            return self.forces_goal_within_allowance(p, n, move, length)
        if length == 1 or self.exact or self.limited or not self.shortcuts:
            return self.try_defences(p, n, move, length, 0)
        return self.probe_defences(p, n, move, length)

    def probe_defences(self, p: int, n: int, move: int, length: int) -> bool:
        """try_defences, looking the position up in a table before and storing it after: for two moves of direct and
        self play in the small table, otherwise in the large one.
        """
        key = self.judge.frames[p].key
        small = length == 2 and self.play <= SELF
        known = self.small_table.probe(key) if small else self.table.probe(key)
        refuted = loss_length(known)
        proved = win_length(known)
        if length <= refuted:
            return False
        if proved and proved <= length:
            return True
        wins = self.try_defences(p, n, move, length, entry_move(known))
        if not self.judge.stopped:
            if small:
                self.small_table.store(key, win_entry(2) if wins else loss_entry(2))
            elif wins:
                self.table.store_win(key, length, entry_move(known))
            else:
                self.table.store_loss(key, length, self.order.killer(p, 0))
        return wins

    def try_defences(self, p: int, n: int, move: int, length: int, best: int) -> bool:
        """Do all defences at p lose against the attacker's `move`? The goal is not reached at p.

        From length COUNT_REPLIES_FROM on, the one that leaves the attacker the fewest moves comes first; nearer to the
        leaves, `best` and the other moves of ordering_move do. These are looked up one at a time, since often the first
        one refutes; where listing moves is costly, before the list is made.
        """
        if self.tries_known and self.known_defence_refutes(p, n, move, length, best):
            return False
        if self.play == SELF and length == 1 and self.goal == GOAL_MATE:
            if self.shortcuts and self.goals.has_quiet_king_step(p):
                return False
            end = self.goals.goal_candidates_and_others(p, n)
            if self.judge.quiet_count or self.attacks.prunings & DROP_EVADED and self.replies.applicable \
                    and self.flights.drop_evaded_checks(p, n, end) < end:
                return False
        else:
            end = self.judge.list_legal(p, n) if self.play == DIRECT else self.goals.goal_side_moves_at(p, n)
        if end == n or length == 2 and self.foresees_mates and self.is_mate_out_of_reach(p, n, move, end):
            return False
        tried = 0 if self.shortcuts else ORDERING_MOVES
        if self.shortcuts and length >= COUNT_REPLIES_FROM:
            self.fewest_replies_first(p, n, end, length)
            tried = ORDERING_MOVES
        for i in range(n, end):
            while tried < ORDERING_MOVES:
                tried += 1
                if self.order.move_to_front(i, end, self.ordering_move(p, move, best, tried)) > i:
                    break
            if self.defence_refutes(p, end, move, self.judge.list[i], length):
                return False
        return True

    def is_mate_out_of_reach(self, p: int, n: int, move: int, end: int) -> bool:
        """Does one of the defences list[n:end] at p to `move` leave the king a flight whatever the attacker then plays?
        """
        kept = self.judge.keep_before_mate(p, n, end)
        if kept == end:
            return False
        self.order.store_killer(p, self.judge.list[kept])
        self.countermoves[move & SQUARES_OF_MOVE] = self.judge.list[kept]
        return True

    def known_defence_refutes(self, p: int, n: int, move: int, length: int, best: int) -> bool:
        """Does one of the moves of ordering_move, if it is legal at p, refute? They are tried before all are listed."""
        for number in range(1, ORDERING_MOVES + 1):
            reply = self.ordering_move(p, move, best, number)
            if reply and self.judge.is_legal_at(p, n, reply) and self.defence_refutes(p, n, move, reply, length):
                return True
        return False

    def defence_refutes(self, p: int, n: int, move: int, reply: int, length: int) -> bool:
        """Does a reply at p to the attacker's `move`, the first of `length`, prevent the goal? Makes it at p + 1."""
        self.judge.make(p, p + 1, reply)
        self.goals.nodes += 1
        if self.play == SELF and self.goals.is_reached_at(p + 1, n, reply):
            if length == 1 or not self.exact:
                return False
        elif length > 1 and self.attacker_wins_at(p + 1, n, length - 1):
            return False
        self.order.store_killer(p, reply)
        self.countermoves[move & SQUARES_OF_MOVE] = reply
        return True

    def fewest_replies_first(self, p: int, n: int, end: int, length: int) -> None:
        """Move to the front the defence of list[n:end] that leaves the attacker the fewest moves, but at least one.

        If it refutes, that is shown soonest. Leaving no move is best only in direct play; otherwise the attacker may
        want that. The defence that was last put in front at this ply is counted first. At the least `length` for which
        moves are counted, it ends the count if it leaves no more moves than it did then; further from the end, where
        trees are larger and nodes few, it does not. Then checks and killers are counted, until a defence leaves few
        enough. From length PROBE_REPLIES_FROM on, one that the table knows to refute ends the count at once.
        """
        least, place, slot = 0, n, p & KILLER_PLIES - 1
        i = self.order.move_to_front(n, end, self.fewest_moves[slot])
        first_quiet = self.order.checks_first(p, i, end)
        j = self.order.move_to_front(first_quiet, end, self.order.killer(p, 0))
        self.order.move_to_front(j, end, self.order.killer(p, 1))
        for j in range(n, end):
            enough = FEW_REPLIES_TO_CHECK if j < first_quiet else FEW_REPLIES
            if j == i and length == COUNT_REPLIES_FROM:
                enough = self.fewest_counts[slot]
            if 0 < least <= enough:
                break
            self.judge.make(p, p + 1, self.judge.list[j])
            self.goals.nodes += 1
            if length >= PROBE_REPLIES_FROM \
                    and loss_length(self.table.probe(self.judge.frames[p + 1].key)) >= length - 1:
                place, least = j, 0
                break
            count = self.judge.count_legal(p + 1, end)
            if not count and self.play == DIRECT:
                place = j
                break
            if count and (not least or count < least):
                least, place = count, j
                self.table.prefetch(self.judge.frames[p + 1].key)
        self.fewest_moves[slot], self.fewest_counts[slot] = self.judge.list[place], least
        self.order.move_to_front(n, end, self.judge.list[place])

    def ordering_move(self, p: int, move: int, best: int, number: int) -> int:
        """A defence at p to try before others, by number: 1 `best`, 2 the countermove to `move`, 3 and 4 killers."""
        if number == 1:
            return best
        if number == 2:
            return self.countermoves[move & SQUARES_OF_MOVE]
        return self.order.killer(p, number - 3)

    # ----------------------------------------------------------------------- limits on the defender's freedom

    def set_limits(self, threat: int, flights: int, trivial: int, allowance: int) -> None:
        """Limit the defender's freedom after the attacker's moves: Popeye's Threat, MaxFlightsquares and NonTrivial.

        Each may be NO_LIMIT; moves left are counted after the move just made. `threat`: with at least that many moves
        left, the move must give check or threaten to force the goal in `threat` moves. `flights`: with at least two
        moves left, the king may have no more than that many moves. `trivial`: with more moves left than that, a defence
        is non-trivial unless the attacker then forces the goal in `trivial` moves (in direct and reflex play one more).
        Each attacker's move may have one non-trivial defence, and the whole play after a first move `allowance` more;
        a move that has none adds one to the allowance.
        """
        self.max_threat, self.max_flights, self.non_trivial, self.allowance = threat, flights, trivial, allowance
        self.limited = threat >= 0 or flights >= 0 or trivial >= 0

    def is_within_limits_at(self, p: int, n: int, length: int) -> bool:
        """Are threat and flights at p, after the attacker's first of `length` moves, within the limits?"""
        if not self.has_few_flights(p, n, length):
            return False
        if self.max_threat < 0 or length <= self.max_threat or self.judge.in_check_at(p, self.judge.frames[p].turn):
            return True
        if not self.max_threat:
            return False
        self.judge.copy_frame(p, p + 1)
        self.judge.null_move(p + 1)
        return self.attacker_wins_at(p + 1, n, self.max_threat)

    def has_few_flights(self, p: int, n: int, length: int) -> bool:
        """Has the king of the side to move at most `max_flights` moves? True with fewer than two moves left."""
        if self.max_flights < 0 or length <= 2:
            return True
        end = self.judge.list_legal(p, n)
        flights = 0
        for i in range(n, end):
            flights += self.judge.moves_king_at(p, self.judge.list[i])
        return flights <= self.max_flights

    def is_limited_by_allowance(self, length: int) -> bool:
        """Do non-trivial defences count after the first of `length` moves?"""
        return self.non_trivial >= 0 and length - 1 > self.non_trivial

    def forces_goal_within_allowance(self, p: int, n: int, move: int, length: int) -> bool:
        """try_defences, if the allowance covers the non-trivial defences at p."""
        allowance = self.allowance
        found = self.count_non_trivial(p, n)
        if found > allowance + 1:
            return False
        self.allowance = allowance + 1 - found
        wins = self.try_defences(p, n, move, length, 0)
        self.allowance = allowance
        return wins

    def count_non_trivial(self, p: int, n: int) -> int:
        """The number of non-trivial defences at p, counted up to one more than allowed."""
        moves = self.non_trivial + (self.play != SELF)
        end = self.judge.list_legal(p, n) if self.play == DIRECT else self.goals.goal_side_moves_at(p, n)
        found = 0
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.goals.nodes += 1
            if self.play != DIRECT and self.goals.is_reached_at(p + 1, end, self.judge.list[i]):
                continue
            if not moves or not self.attacker_wins_at(p + 1, end, moves):
                found += 1
                if found > self.allowance + 1:
                    break
        return found

    def charge_allowance(self, length: int) -> int:
        """Charge the allowance for the defences after the first of `length` moves; returns it as it was before."""
        before = self.allowance
        if self.is_limited_by_allowance(length):
            self.allowance += 1 - self.count_non_trivial(self.judge.ply, 0)
        return before

    def restore_allowance(self, allowance: int) -> None:
        """Set the allowance back to what it was."""
        self.allowance = allowance

    # --------------------------------------------------------------- several lengths, several winning moves

    def shortest_win_at(self, p: int, n: int, length: int) -> int:
        """The smallest number of moves, up to `length`, in which the attacker, to move at p, can win; 0 for none.

        In exact play only `length` counts.
        """
        for short in range(length if self.exact and length else 1, length + 1):
            if self.attacker_wins_at(p, n, short):
                return short
        return 0

    def winning_moves_at(self, p: int, n: int, length: int) -> int:
        """List the moves at p that force the goal in `length`, from list[n] on; the index after the last."""
        end = self.attacks.generate_attacks(p, n, length, 0, True)
        first_quiet, kept = self.attacks.first_quiet, n
        for i in range(n, end):
            if self.attack_wins(p, end, i, length, first_quiet, True):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        return kept

    # ------------------------------------------------------------------- questions about the current position

    def raise_if_stopped(self) -> int:
        """Raise Stopped if the judge was stopped, so that the last answer is void; else 0.

        A signal that has arrived meanwhile is handled first: the exception that Ctrl-C raises would be lost while the
        traceback of Stopped is made.
        """
        if self.judge.stopped:
            if cython.compiled:
                check_signals()
            raise Stopped
        return 0

    def attacker_wins(self, length: int) -> bool:
        """Can the attacker, to move, force the goal in `length` moves?"""
        with cython.nogil:
            found = self.attacker_wins_at(self.judge.ply, 0, length)
        self.raise_if_stopped()
        return found

    def forces_goal(self, move: int, length: int) -> bool:
        """Has the attacker's last move, the first of `length`, forced the goal?"""
        with cython.nogil:
            found = self.forces_goal_at(self.judge.ply, 0, move, length, True)
        self.raise_if_stopped()
        return found

    def winning_moves(self, length: int) -> list[int]:
        """The attacker's moves that force the goal in `length`."""
        self.judge.ensure_list()
        with cython.nogil:
            end = self.winning_moves_at(self.judge.ply, 0, length)
        self.raise_if_stopped()
        return [self.judge.list[i] for i in range(end)]

    def is_within_limits(self, length: int, threats: bool = True, trivial: bool = True) -> bool:
        """Is the defender, to move after the attacker's first of `length` moves, kept within the limits?

        `threats`, `trivial`: test the threat and the non-trivial defences, too. Limits do not matter where a reflex
        duty ends the play.
        """
        with cython.nogil:
            if not self.limited or self.play > SELF and self.may_end_play_at(self.judge.ply, 0):
                found = True
            elif threats:
                found = self.is_within_limits_at(self.judge.ply, 0, length)
            else:
                found = self.has_few_flights(self.judge.ply, 0, length)
            if found and trivial and self.is_limited_by_allowance(length):
                found = self.count_non_trivial(self.judge.ply, 0) <= self.allowance + 1
        self.raise_if_stopped()
        return found

    def is_reached(self, move: int) -> bool:
        """Has the last move reached the goal?"""
        return self.goals.is_reached_at(self.judge.ply, 0, move)

    def can_reach_goal(self) -> bool:
        """Can the side to move reach the goal by its next move?"""
        return self.may_end_play_at(self.judge.ply, 0)

    def attacker_moves(self) -> list[int]:
        """The attacker's moves."""
        return self.goals.goal_side_moves() if self.play == DIRECT else self.judge.moves()

    def defender_moves(self) -> list[int]:
        """The defender's moves."""
        return self.judge.moves() if self.play == DIRECT else self.goals.goal_side_moves()
