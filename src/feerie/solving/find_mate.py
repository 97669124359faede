"""Looking for one forced mate, as opposed to all solutions: by proof numbers, in slices, within limits.

With a number of moves, the search is for a mate in at most that many, and nothing shorter is refuted first. Without
one, lengths from the shortest not refuted up to some bound take turns, and both the bound and the turns grow: iterative
broadening over lengths. Each mate found is a bound for the searches that follow, until none shorter is left.
"""
from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from feerie.errors import ArgumentError, ProblemError, check_callable, check_whole, wrong_type
from feerie.kernel.verdict import Judge
from feerie.position import Position
from feerie.problems.forced_mate import LONGEST_MATE, STIPULATIONS, ForcedMate, main_line, mate_problem
from feerie.problems.problem import Problem
from feerie.problems.solution import Node, Role
from feerie.problems.stipulation import Play
from feerie.rules.goal import Aim
from feerie.search.forced import ForcedSearch, Stopped
from feerie.search.goal_search import NO_NODE_LIMIT
from feerie.search.proof_numbers import ProofNumberSearch
from feerie.search.transposition import MIN_ENTRIES
from feerie.solving.limits import NO_LIMITS, Limits, StopFlag, check_limits
from feerie.solving.table_sizes import entries_in, table_of
from feerie.solving.task import Task
from feerie.status_text import illegality

__all__ = ["LengthBounds", "MateSearch", "can_find", "deepen", "find_mate"]

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

    `table` keeps proofs and refutations as ForcedSearch does, so the search for all solutions may use it.
    """

    def __init__(self, problem: Problem, limits: Limits = NO_LIMITS, hash_mb: int | None = None) -> None:
        play, self.goal = problem.stipulation.play, problem.stipulation.goal
        self.problem, self.limits = problem, limits
        self.most_moves, most = problem.stipulation.moves, entries_in(hash_mb) // 2
        self.judge: Judge = Task.judge(problem, problem.start)
        self.table, numbers = (table_of(2 * self.most_moves, most, MIN_ENTRIES) for _ in range(2))
        self._forced = ForcedSearch(self.judge, Task.search_goal(problem, self.goal), PLAYS.index(play), self.table)
        self._search = ProofNumberSearch(self._forced, numbers)
        self._is_direct = play is Play.DIRECT
        self._begun = time.monotonic()
        self._trees: dict[tuple[int, int], Node] = {}
        self.uci = self.judge.rules.tables.uci

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return int(self._forced.nodes)

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
            self._forced.node_limit = self.nodes + slice_nodes
            self.judge.stopped = False
            try:
                return int(self._search.prove(length))
            except Stopped:
                if self.judge.out_of_memory:
                    raise MemoryError from None

    # ------------------------------------------------------------------------------------------ the proof

    def line(self, length: int) -> tuple[str, ...]:
        """The moves of a goal in at most `length` moves, which `prove` has found, against the longest defence known."""
        self._begin_proof()
        line: list[str] = []
        played = 0
        while length:
            move = self.winning_move(length)
            line.append(self.uci(move))
            self.judge.push(move)
            played += 1
            reply, length = self._longest_reply(move, length)
            if reply:
                line.append(self.uci(reply))
                self.judge.push(reply)
                played += 1
        for _ in range(played):
            self.judge.pop()
        return tuple(line)

    def _longest_reply(self, move: int, length: int) -> tuple[int, int]:
        """The reply to the attacker's move after which most moves are needed, 0 for none, and their number."""
        best = 0, 0
        if self._is_direct and self._forced.is_reached(move):
            return best
        for reply in self.judge.moves():
            self.judge.push(reply)
            left = 0 if not self._is_direct and self._forced.is_reached(reply) else int(self._search.prove(length - 1))
            self.judge.pop()
            if not best[0] or left > best[1]:
                best = reply, left
        return best

    def _begin_proof(self) -> None:
        self._forced.node_limit = NO_NODE_LIMIT
        self.judge.stopped = False

    def winning_move(self, length: int) -> int:
        """A move that forces the goal in at most `length` moves, as `prove` has found; found again if it was lost."""
        return int(self._search.winning_move(length) or (self._search.prove(length)
                                                         and self._search.winning_move(length)))

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

FIRST_TURN = 50_000
"""Positions for a length in the first round; twice as many in each round that follows."""
SHARE = 4
"""The number of moves asked for gets that many times the turn of a smaller one."""


class LengthBounds:
    """What is known: the goal is forced in `found` moves (None: not known), and not in `refuted` moves or fewer.

    `asked`: in how many moves it is looked for, None for any number; `shortest`: whether the smallest number is wanted.
    """

    def __init__(self, asked: int | None, shortest: bool) -> None:
        self.asked, self.shortest = asked, shortest or asked is None
        self.refuted = 0
        self.found: int | None = None

    @property
    def open(self) -> range:
        """The lengths of which nothing is known and that matter."""
        if self.found is not None and not self.shortest:
            return range(0)
        return range(self.refuted + 1, self.found or (self.asked or LONGEST_MATE) + 1)

    def turns(self, number: int) -> list[tuple[int, int]]:
        """The lengths of a round, numbered from 0, each with the positions that it gets."""
        lengths, turn = self.open, FIRST_TURN << number
        if self.found is None and self.asked is not None:
            smaller = lengths[:-1]
            rest = [(smaller[number % len(smaller)], turn)] if number and smaller else []
            return [(self.asked, SHARE * turn), *rest]
        if self.found is None:
            lengths = lengths[:number + 2]
        return [(length, turn) for length in lengths]

    def learn(self, length: int, answer: int) -> bool:
        """Note the answer of `MateSearch.prove`; is it a goal in fewer moves than known?"""
        if answer < 0:
            self.refuted = max(self.refuted, length)
        improves = answer > 0 and (self.found is None or answer < self.found)
        if improves:
            self.found = answer
        return improves


def deepen(search: MateSearch, bounds: LengthBounds) -> Iterator[int]:
    """Search until nothing is open or the limits end it; gives each number of moves that is an improvement."""
    number = 0
    while bounds.open and not search.is_over():
        for length, nodes in bounds.turns(number):
            if length in bounds.open and bounds.learn(length, search.prove(length, nodes)):
                assert bounds.found is not None
                yield bounds.found
        number += 1


def find_mate(position: Position, moves: int | None = None, *, goal: str = "mate", play: str = "direct",
              shortest: bool = False, tree: bool = True, max_seconds: float | None = None,
              max_nodes: int | None = None, hash_mb: int | None = None, stop: StopFlag | None = None,
              improved: Callable[[ForcedMate], None] | None = None) -> ForcedMate:
    """A forced mate of the side to move, in at most `moves` moves of its own; it need not be the shortest.

    `goal`: "mate", "stalemate" or, in genres with a king run, "run". `play`: "direct"; or "self": the side to move
    forces the other to reach the goal. Without `moves`, longer and longer mates are looked for and, once one is found,
    shorter ones, until there can be none. Where there is no mate at all that never ends, so set a limit. `shortest`:
    look for shorter ones in any case. `tree`: whether the value is to contain the proof.

    `max_seconds`, `max_nodes` (positions searched, approximately) and `stop` end the search early, as in `solve`;
    what was found is kept, and the value says that it is not complete. Ctrl-C raises KeyboardInterrupt. `hash_mb`:
    the most megabytes for the tables, None for a quarter of the memory. `improved` is called with each mate that is
    shorter than those before.

    Raises ArgumentError for another goal or play and for numbers out of range, ProblemError for an illegal position and
    for a king run in a genre that has none.

    >>> import feerie
    >>> found = feerie.find_mate(feerie.Position("orthodox", "7k/8/5K2/8/8/8/8/6R1 w - -"), 2)
    >>> found.moves, found.line
    (2, ('f6f7', 'h8h7', 'g1h1'))
    """
    if not isinstance(position, Position):
        raise wrong_type("position", "a Position", position)
    if (play, goal) not in STIPULATIONS:
        raise ArgumentError("goal {}, play {}: the goal is mate, stalemate or run, the play direct or self", repr(goal),
                            repr(play))
    check_whole(moves=moves)
    check_callable(improved=improved)
    check_limits(stop, {"max_seconds": max_seconds}, {"max_nodes": max_nodes, "hash_mb": hash_mb})
    moves = None if moves is None else int(moves)
    if moves is not None and not 1 <= moves <= LONGEST_MATE:
        raise ArgumentError("moves: {} is not between 1 and {}", moves, LONGEST_MATE)
    if not position.is_valid():
        raise ProblemError("the diagram is illegal: {}", illegality(position))
    position = position.without_move_rule()
    limits = Limits(max_seconds, max_nodes, stop)
    search = MateSearch(mate_problem(position, moves or LONGEST_MATE, goal, play), limits, hash_mb)
    bounds = LengthBounds(moves, shortest)

    def value(complete: bool, with_proof: bool = tree) -> ForcedMate:
        known = bounds.found or moves
        problem = mate_problem(position, known, goal, play) if known else None
        proof = search.tree(bounds.found) if bounds.found and with_proof else None
        line = main_line(proof) if proof else search.line(bounds.found) if bounds.found else ()
        return ForcedMate(position, goal, play, bounds.found, moves,
                          bounds.refuted if bounds.shortest or not bounds.found else 0, complete, problem, proof, line,
                          search.nodes, search.seconds)

    for _ in deepen(search, bounds):
        if improved is not None and bounds.open:
            improved(value(False, with_proof=False))
    return value(not bounds.open)
