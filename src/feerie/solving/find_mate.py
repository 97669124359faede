"""Looking for one forced mate, as opposed to all solutions: by proof numbers, in slices, within limits.

With a number of moves, the search is for a mate in at most that many, and nothing shorter is refuted first. Without
one, lengths from the shortest not refuted up to some bound take turns, and both the bound and the turns grow: iterative
broadening over lengths. Each mate found is a bound for the searches that follow, until none shorter is left.
"""
from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

from feerie.base.errors import ArgumentError, ProblemError, check_callable, check_whole, require_path, wrong_type
from feerie.game.position import Position
from feerie.game.status_text import illegality
from feerie.kernel.verdict import Judge
from feerie.problems.forced_mate import LONGEST_MATE, STIPULATIONS, ForcedMate, main_line, mate_problem
from feerie.problems.problem import Problem
from feerie.problems.solution import Node, Role
from feerie.problems.stipulation import Play
from feerie.rules.goal import Aim
from feerie.rules.literals import MateGoal, MatePlay
from feerie.search.forced.forced import ForcedSearch, Stopped
from feerie.search.forced.proof_numbers import ProofNumberSearch
from feerie.search.forced.proved_line import proved_line, winning_move
from feerie.search.goal.goal_search import NO_NODE_LIMIT
from feerie.search.transposition import MIN_ENTRIES
from feerie.solving.length_bounds import LengthBounds
from feerie.solving.limits import NO_LIMITS, Limits, StopFlag, check_limits
from feerie.solving.table_sizes import entries_in, table_of
from feerie.solving.task import Task

if TYPE_CHECKING:
    from feerie.solving.mate_checkpoint import MateCheckpoint, MateLog

__all__ = ["MateSearch", "can_find", "deepen", "find_mate"]

SLICE, FIRST_SLICE = 100_000, 10_000
"""Positions searched between two checks of the limits; fewer at first, so that short limits are kept."""
PLAYS, AIMS = (Play.DIRECT, Play.SELF), (Aim.MATE, Aim.STALEMATE, Aim.KING_RUN)


def can_find(problem: Problem) -> bool:
    """Whether one forced goal of a problem can be looked for: direct or self play, no limits."""
    stipulation, options = problem.stipulation, problem.options
    return stipulation.play in PLAYS and stipulation.goal.aim in AIMS \
        and not stipulation.exact and not stipulation.introductory and stipulation.moves <= LONGEST_MATE \
        and not problem.is_post_key and not options.limits_defence and not options.quodlibet \
        and not options.chooses_moves


class MateSearch:
    """Proof-number search from one position: `problem` gives position, attacker, goal and the most moves.

    `table` keeps proofs and refutations as ForcedSearch does, so the search for all solutions may use it; `numbers`
    keeps proof numbers. `pause` is called now and then during the search.
    """

    def __init__(self, problem: Problem, limits: Limits = NO_LIMITS, hash_mb: int | None = None,
                 pause: Callable[[], None] | None = None) -> None:
        play, self.goal = problem.stipulation.play, problem.stipulation.goal
        self.problem, self.limits, self._pause = problem, limits, pause
        self.most_moves, most = problem.stipulation.moves, entries_in(hash_mb) // 2
        self.judge: Judge = Task.judge(problem, problem.start)
        self.table, self.numbers = (table_of(2 * self.most_moves, most, MIN_ENTRIES) for _ in range(2))
        self._forced = ForcedSearch(self.judge, Task.search_goal(problem, self.goal), PLAYS.index(play), self.table)
        self._search = ProofNumberSearch(self._forced, self.numbers)
        self._is_direct = play is Play.DIRECT
        self._begun = time.monotonic()
        self._trees: dict[tuple[int, int], Node] = {}
        self.uci: Callable[[int], str] = self.judge.rules.tables.uci_texts.__getitem__

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return int(self._forced.goals.nodes)

    @property
    def seconds(self) -> float:
        """Wall time since the beginning."""
        return time.monotonic() - self._begun

    def is_over(self) -> bool:
        """Whether a limit is reached or a stop is wanted."""
        limits = self.limits
        return (limits.seconds is not None and self.seconds >= limits.seconds) \
            or (limits.nodes is not None and self.nodes >= limits.nodes) \
            or (limits.stop is not None and limits.stop.is_set())

    def prove(self, length: int, nodes: int | None = None) -> int:
        """The number of moves, at most `length`, in which the goal can be forced; -1 if it cannot, 0 if not known.

        Ends without an answer when a limit is reached, or after about `nodes` positions (None: no limit).
        """
        until = None if nodes is None else self.nodes + nodes
        while True:
            slice_nodes = SLICE if self.nodes >= SLICE else FIRST_SLICE
            for bound in (until, self.limits.nodes):
                slice_nodes = slice_nodes if bound is None else min(slice_nodes, bound - self.nodes)
            if slice_nodes <= 0 or self.is_over():
                return 0
            self._forced.goals.node_limit = self.nodes + slice_nodes
            self.judge.stopped = False
            try:
                return int(self._search.prove(length))
            except Stopped:
                if self.judge.out_of_memory:
                    raise MemoryError from None
            if self._pause:
                self._pause()

    # ------------------------------------------------------------------------------------------ the proof

    def line(self, length: int) -> tuple[str, ...]:
        """The moves of a goal in at most `length` moves, which `prove` has found, against the longest defence known."""
        self._begin_proof()
        line = proved_line(self._search, self._forced, length, is_direct=self._is_direct)
        return tuple(map(self.uci, line))

    def _begin_proof(self) -> None:
        self._forced.goals.node_limit = NO_NODE_LIMIT
        self.judge.stopped = False

    def winning_move(self, length: int) -> int:
        """A move that forces the goal in at most `length` moves, as `prove` has found; found again if it was lost."""
        return winning_move(self._search, length)

    def tree(self, length: int) -> Node:
        """The proof of a goal in at most `length` moves, which `prove` has found: all replies, one answer to each.

        Nodes of the same position are shared. Raises Stopped if the judge is stopped meanwhile.
        """
        self._begin_proof()
        return Node(None, Role.DIAGRAM, (self._attack(length, Role.KEY),))

    def _attack(self, length: int, role: Role) -> Node:
        """The node of the attacker's move on the board's position, which forces the goal in `length` moves."""
        key = self.judge.key, length
        known = self._trees.get(key)
        if known is None:
            move = self.winning_move(length)
            known = self._trees[key] = Node(self.uci(move), Role.CONTINUATION, self._defences(move, length))
        return known if role is Role.CONTINUATION else Node(known.move, role, known.children)

    def _defences(self, move: int, length: int) -> tuple[Node, ...]:
        """The nodes of all replies to the attacker's move."""
        found = []
        self.judge.push(move)
        if not self._is_direct or not self._forced.is_reached(move):
            for reply in self.judge.moves():
                self.judge.push(reply)
                answer: tuple[Node, ...] = ()
                if self._is_direct or not self._forced.is_reached(reply):
                    answer = (self._attack(self._search.prove(length - 1), Role.CONTINUATION),)
                found.append(Node(self.uci(reply), Role.VARIATION, answer))
                self.judge.pop()
        self.judge.pop()
        return tuple(found)


# ------------------------------------------------------------------------------------------------ the lengths

def deepen(search: MateSearch, bounds: LengthBounds) -> Iterator[int]:
    """Search until nothing is open or the limits end it; gives each number of moves that is an improvement."""
    while bounds.open and not search.is_over():
        for length, nodes in bounds.turns():
            if length in bounds.open and bounds.learn(length, search.prove(length, nodes)):
                assert bounds.found is not None
                yield bounds.found
        if not search.is_over():
            bounds.round += 1


def find_mate(position: Position, moves: int | None = None, *, goal: MateGoal = "mate", play: MatePlay = "direct",
              shortest: bool = False, tree: bool = True, max_seconds: float | None = None,
              max_nodes: int | None = None, hash_mb: int | None = None, stop: StopFlag | None = None,
              improved: Callable[[ForcedMate], None] | None = None,
              checkpoint: str | os.PathLike[str] | MateLog | None = None) -> ForcedMate:
    """A forced mate of the side to move, in at most `moves` moves of its own; it need not be the shortest.

    `goal`: "mate", "stalemate" or, in genres with a king run, "run". `play`: "direct"; or "self": the side to move
    forces the other to reach the goal. Without `moves`, longer and longer mates are looked for and, once one is found,
    shorter ones, until there can be none. Where there is no mate at all that never ends, so set a limit. `shortest`:
    look for shorter ones in any case. `tree`: whether the value is to contain the proof.

    `max_seconds`, `max_nodes` (positions searched, approximately) and `stop` end the search early, as in `solve`;
    what was found is kept, and the value says that it is not complete. Ctrl-C raises KeyboardInterrupt. `hash_mb`:
    the most megabytes for the tables, None for a quarter of the memory. `improved` is called with each mate that is
    shorter than those before.

    `checkpoint`: a file that keeps what is known, saved now and then and at the end; if it is there already the search
    continues from it, and positions and time of the value are those of all runs.

    Raises ArgumentError for another goal or play and for numbers out of range, ProblemError for an illegal position and
    for a king run in a genre that has none, CheckpointError for a checkpoint of something else or in use, and OSError
    if it cannot be written.

    >>> import feerie
    >>> found = feerie.find_mate(feerie.Position("orthodox", "7k/8/5K2/8/8/8/8/6R1 w - -"), 2)
    >>> found.moves, found.line
    (2, ('f6f7', 'h8h7', 'g1h1'))
    """
    moves = _checked(position, moves, goal, play)
    check_callable(improved=improved)
    check_limits(stop, {"max_seconds": max_seconds}, {"max_nodes": max_nodes, "hash_mb": hash_mb})
    position = position.without_move_rule()
    question = _Question(position, moves, goal, play, LengthBounds(moves, shortest))
    with ExitStack() as ends:
        file, log = _opened(checkpoint, question)
        if file is not None:
            ends.callback(file.close)
            ends.callback(file.save)
        search = _Search(question, Limits(max_seconds, max_nodes, stop), hash_mb, log)
        for _ in deepen(search, question.bounds):
            if improved is not None and question.bounds.open:
                improved(search.value(False, with_proof=False))
        return search.value(not question.bounds.open, tree)


def _checked(position: Position, moves: int | None, goal: str, play: str) -> int | None:
    """The number of moves; errors as find_mate."""
    if not isinstance(position, Position):
        raise wrong_type("position", "a Position", position)
    if (play, goal) not in STIPULATIONS:
        raise ArgumentError("goal {}, play {}: the goal is mate, stalemate or run, the play direct or self", repr(goal),
                            repr(play))
    check_whole(moves=moves)
    moves = None if moves is None else int(moves)
    if moves is not None and not 1 <= moves <= LONGEST_MATE:
        raise ArgumentError("moves: {} is not between 1 and {}", moves, LONGEST_MATE)
    if not position.is_valid():
        raise ProblemError("the diagram is illegal: {}", illegality(position))
    return moves


class _Question(NamedTuple):
    """What find_mate is asked, and what is known of it."""

    position: Position
    moves: int | None
    goal: str
    play: str
    bounds: LengthBounds

    def problem(self, moves: int) -> Problem:
        """The goal in that many moves."""
        return mate_problem(self.position, moves, self.goal, self.play)


def _opened(checkpoint: str | os.PathLike[str] | MateLog | None, question: _Question) \
        -> tuple[MateCheckpoint | None, MateLog | None]:
    """The file of a checkpoint, None unless it is given by its path; and the log of the search, if there is one."""
    if checkpoint is None:
        return None, None
    from feerie.solving.mate_checkpoint import MateCheckpoint, MateLog, mate_identity

    if isinstance(checkpoint, MateLog):
        return None, checkpoint
    require_path(checkpoint=checkpoint)
    position, moves, goal, play, bounds = question
    file = MateCheckpoint(checkpoint, [mate_identity(position, moves, goal, play, bounds.shortest)])
    return file, file.progress_log(0)


class _Search(MateSearch):
    """The search for the answer of a question; `log`: where its progress is kept."""

    def __init__(self, question: _Question, limits: Limits, hash_mb: int | None, log: MateLog | None) -> None:
        super().__init__(question.problem(question.moves or LONGEST_MATE), limits, hash_mb, self._keep if log else None)
        self._question, self._log = question, log
        self._nodes_before, self._seconds_before = (log.nodes, log.seconds) if log else (0, 0.0)
        if log:
            question.bounds.refuted, question.bounds.found, question.bounds.round = log.refuted, log.found, log.round
            log.attach((self.table, self.numbers))

    def _note(self) -> None:
        """Tell the log how far the search has come."""
        if self._log:
            self._log.keep(self._question.bounds, self._nodes_before + self.nodes, self._seconds_before + self.seconds)

    def _keep(self) -> None:
        """Save the checkpoint if it is time to."""
        if self._log and self._log.is_due():
            self._note()
            self._log.save_if_due()

    def value(self, complete: bool, with_proof: bool) -> ForcedMate:
        """What is known."""
        position, moves, goal, play, bounds = self._question
        known = bounds.found or moves
        problem = self._question.problem(known) if known else None
        proof = self.tree(bounds.found) if bounds.found and with_proof else None
        line = main_line(proof) if proof else self.line(bounds.found) if bounds.found else ()
        self._note()
        return ForcedMate(position, goal, play, bounds.found, moves,
                          bounds.refuted if bounds.shortest or not bounds.found else 0, complete, problem, proof, line,
                          self._nodes_before + self.nodes, self._seconds_before + self.seconds)
