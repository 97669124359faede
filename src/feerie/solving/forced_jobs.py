"""The jobs of forced play (direct, self and reflex), and the worker that answers them.

Four kinds ask the search a question (FindsKey, ForcesGoal, AttackerWins, ShortestWin); the others are pieces of the
solution tree, as `forced_tree.TreeBuilder` builds it. Each is answered by the search or the builder, or is split by the
moves that come next.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from feerie.base.frozen import frozen
from feerie.problems.problem import Problem
from feerie.problems.solution import Node, Role
from feerie.problems.stipulation import Play
from feerie.search.forced.forced import ForcedSearch
from feerie.search.forced.proof_numbers import ProofNumberSearch
from feerie.search.forced.prunings import Prunings
from feerie.search.transposition import TranspositionTable
from feerie.solving.first_moves import MoveList
from feerie.solving.forced_tree import PLAYS, Threats, TreeBuilder
from feerie.solving.jobs import PASS, Batch, Job, PackedLine, Plan, Value, Whole, Worker
from feerie.solving.task import Task

__all__ = ["AttackNode", "AttackerWins", "ContinuationJob", "DefenceJob", "FindsKey", "ForcedWhole", "ForcedWorker",
           "ForcesGoal", "KeysOnly", "PostKeyJob", "ProofNumbers", "ShortestWin", "ThreatsJob", "TryJob"]

ACTUAL_PLAY, SET_PLAY = 0, 1
"""The parts of a problem: indices of `ForcedWorker.builders`."""


FILTERED_FROM = 3
"""Reflex problems of fewer moves are solved before the mate filter's tables are made."""


class ProofNumbers(NamedTuple):
    """What the searches by proof numbers need: a table for the numbers, and the length of the leaves of what decides.
    """

    numbers: TranspositionTable
    leaf: int


class ForcedWorker(Worker):
    """Tree builders for the actual play of a problem and, where it is asked for, for its set play.

    `limit`: the most keys wanted, 0 for all. `first`: the first move to be tried before others, packed, 0 for none.
    `listed`: the first moves of the actual play. `proofs`: given where proof numbers decide; then a `finder` proves one
    key first. `table` and `proofs` are asked when the searches are made, in this order.
    """

    first = 0

    def __init__(self, problem: Problem, limit: int, table: Callable[[], TranspositionTable], shortcuts: bool,
                 prunings: Prunings = Prunings.ALL, proofs: Callable[[], ProofNumbers | None] = lambda: None) -> None:
        super().__init__()
        self.problem, self.limit, self.play = problem, limit, problem.stipulation.play
        self.moves, self.exact = problem.stipulation.moves, problem.stipulation.exact
        starts = [problem.start]
        if problem.options.set_play and not problem.is_post_key:
            starts.append(problem.set_play_start)
        self.finder: ProofNumberSearch | None = None
        self.builders = [TreeBuilder(problem, Task.judge(problem, start)) for start in starts]
        self.listed = MoveList(self.builders[ACTUAL_PLAY].judge, problem.options)
        shared, numbers = table(), proofs()
        for builder in self.builders:
            goal = Task.search_goal(problem, problem.stipulation.goal)
            search = ForcedSearch(builder.judge, goal, PLAYS.index(self.play), shared, self.exact,
                                  shortcuts and not problem.options.quodlibet)
            search.attacks.prunings &= prunings
            self._set_limits(search)
            if self.moves >= FILTERED_FROM:
                search.attacks.filter_mates(problem.start.turn ^ problem.is_post_key)
            decider = None if numbers is None else ProofNumberSearch(search, *numbers)
            if numbers is not None and self.finder is None:
                self.finder = ProofNumberSearch(search, numbers.numbers)
            builder.ask(search, decider)
        self.search_with([builder.search for builder in self.builders])

    def _set_limits(self, search: ForcedSearch) -> None:
        """Limit the play as the problem's options say."""
        options = self.problem.options
        allowance, trivial = options.non_trivial or (0, -1)
        search.set_limits(-1 if options.threat is None else options.threat,
                     -1 if options.max_flights is None else options.max_flights, trivial, allowance)
        # a reflex duty forbids the attacker to reach the goal himself, whatever the option says
        search.quodlibet = options.quodlibet and self.play in (Play.SELF, Play.SEMI_REFLEX)

    def lengths_after(self, length: int) -> range:
        """The lengths of play that may be shown after the first of `length` moves, in the order they are tried."""
        return range(length - 1 if self.exact else 1, length)

    def keys_among(self, attacks: Sequence[int], values: Sequence[Value]) -> Sequence[Value]:
        """Which of the first moves are keys, None for not known, by the values of FindsKey, if asked, and ForcesGoal.
        """
        if len(values) == len(attacks):
            return values
        key, *known = values
        if key == 0:
            return [False] * len(attacks)
        return [value if move != key else True for move, value in zip(attacks, known)]

    def has_enough_keys(self, values: Sequence[Value]) -> bool:
        """Whether the known values at the beginning, one for each first move, contain `limit` keys."""
        if not self.limit:
            return False
        known = values[:values.index(None)] if None in values else values
        return known.count(True) >= self.limit

    def knows_enough(self, values: Sequence[Value]) -> bool:
        """Whether no more first moves must be decided: there are enough keys, or all values are known."""
        return None not in values or self.has_enough_keys(values)


@frozen
class ForcedJob(Job):
    """`part`: actual play or set play; `line`: the moves from the diagram on; `length`: moves of the attacker.

    Unless the docstring says otherwise the last move of `line` is the one the job is about.
    """

    part: int
    line: PackedLine
    length: int

    def can_split(self, worker: ForcedWorker) -> bool:
        """More than one move; the allowance of non-trivial defences cannot be shared among jobs."""
        return self.length > 1 and worker.problem.options.non_trivial is None


# ------------------------------------------------------------------------------------ questions to the search

@frozen
class FindsKey(ForcedJob):
    """One first move that forces the goal in `length` moves, packed; 0 if there is none, -1 if the table has lost it.

    `line` is empty. Asked where proof numbers decide about all first moves. It is never split, because they choose
    which first move is searched next; its proofs and refutations help to decide about each of the first moves. Which
    move it is may depend on other searches that share the tables; no solution does.
    """

    def answer(self, worker: ForcedWorker) -> int:
        """The move."""
        assert worker.finder is not None
        if not worker.finder.attacker_wins(self.length):
            return 0
        return worker.finder.winning_move(self.length) or -1

    def can_split(self, worker: ForcedWorker) -> bool:
        """Never."""
        return False


def _any_false(values: Sequence[Value]) -> bool:
    return False in values


def _any_true(values: Sequence[Value]) -> bool:
    return True in values


@frozen
class ForcesGoal(ForcedJob):
    """Does the attacker's move force the goal in `length` moves, itself included?"""

    def answer(self, worker: ForcedWorker) -> bool:
        """Truth."""
        builder = worker.builders[self.part]
        with builder.line_played(self.line):
            return builder.decider.forces_goal(self.line[-1], self.length)

    def plan(self, worker: ForcedWorker) -> Plan:
        """All replies must lose; those that leave the attacker the fewest moves come first.

        The first is searched alone, since it often refutes the move: Young Brothers Wait (R. Feldmann, B. Monien,
        P. Mysliwietz and O. Vornberger, "Distributed Game-Tree Search", ICCA Journal 12(2), 1989).
        In reflex play a reply that reaches the goal must be played, so no other one matters.
        """
        builder, exact = worker.builders[self.part], worker.exact
        with builder.line_played(self.line):
            if builder.has_reached():
                return not exact
            if worker.play in (Play.REFLEX, Play.SEMI_REFLEX) and builder.search.can_reach_goal():
                return not exact
            if not builder.search.is_within_limits(self.length):
                return False
            replies = sorted(builder.search.defender_moves(), key=builder.freedom)
            reaching = builder.search.goals.reaching_moves() if worker.play is Play.SELF else []
        if not replies or (reaching and exact):
            return False
        jobs = [AttackerWins(self.part, (*self.line, reply), self.length - 1)
                for reply in replies if reply not in reaching]
        for some, until in (jobs[:1], 0.5), (jobs[1:], 1.0):
            values = yield Batch(some, _any_false, until)
            if False in values:
                return False
            if None in values:
                return None
        return True


@frozen
class AttackerWins(ForcedJob):
    """Can the attacker, to move after `line`, force the goal in `length` moves?"""

    def answer(self, worker: ForcedWorker) -> bool:
        """Truth."""
        builder = worker.builders[self.part]
        with builder.line_played(self.line):
            return builder.decider.attacker_wins(self.length)

    def plan(self, worker: ForcedWorker) -> Plan:
        """Some move must force the goal: shorter lengths first, then moves that leave the fewest replies.

        Where proof numbers decide, shorter lengths are no help.
        """
        builder = worker.builders[self.part]
        with builder.line_played(self.line):
            attacks = sorted(builder.attacks(), key=builder.freedom)
        for length in (self.length,) if worker.exact or worker.finder else range(1, self.length + 1):
            values = yield Batch([ForcesGoal(self.part, (*self.line, move), length) for move in attacks],
                                 _any_true, length / self.length)
            if True in values:
                return True
            if None in values:
                return None
        return False


@frozen
class ShortestWin(ForcedJob):
    """The smallest number of moves in which the attacker's move forces the goal, as it does in `length`.

    In exact play that is `length`. 0 where it does not force the goal.
    """

    def answer(self, worker: ForcedWorker) -> int:
        """The number of moves."""
        if worker.exact:
            return self.length
        builder, move = worker.builders[self.part], self.line[-1]
        with builder.line_played(self.line):
            if worker.finder is None:
                return next((short for short in range(1, self.length + 1) if builder.search.forces_goal(move, short)),
                            0)
            length = self.length if builder.decider.forces_goal(move, self.length) else 0
            while length > 1 and builder.decider.forces_goal(move, length - 1):
                length -= 1
            return length

    def plan(self, worker: ForcedWorker) -> Plan:
        """One length after another, as in `answer`: upwards or, where proof numbers decide, downwards."""
        if worker.exact:
            return self.length
        falls = worker.finder is not None
        for short in range(self.length - 1, 0, -1) if falls else range(1, self.length):
            [forces] = yield Batch([ForcesGoal(self.part, self.line, short)], until=0.5)
            if forces is None:
                return None
            if forces != falls:
                return short + falls
        return 1 if falls else self.length


# ---------------------------------------------------------------------------------------- pieces of the tree

def _continuations(worker: ForcedWorker, part: int, line: PackedLine, length: int, role: Role) -> Batch:
    """The attacker's moves after a line, of which those are shown that force the goal in `length` moves."""
    builder = worker.builders[part]
    with builder.line_played(line):
        attacks = builder.attacks()
    return Batch([ContinuationJob(part, (*line, move), length, role) for move in attacks])


@frozen
class AttackNode(ForcedJob):
    """The node of an attacker's move that forces the goal in `length` moves, with all play after it."""

    role: Role

    def answer(self, worker: ForcedWorker) -> Node:
        """The node."""
        builder = worker.builders[self.part]
        with builder.line_played(self.line):
            return builder.attack(self.line[-1], self.length, self.role)

    def plan(self, worker: ForcedWorker) -> Plan:
        """The threats, then each defence."""
        builder = worker.builders[self.part]
        uci = builder.uci(self.line[-1])
        with builder.line_played(self.line):
            if builder.has_reached():
                return Node(uci, self.role)
            replies = builder.replies()
        [value] = yield Batch([ThreatsJob(self.part, self.line, self.length)], until=0.3)
        if value is None:
            return None
        threats, zugzwang = Threats(*value[0]), value[1]
        values = yield Batch([DefenceJob(self.part, (*self.line, reply), self.length, Role.VARIATION,
                                         threats.length, tuple(threats.moves)) for reply in replies])
        if None in values:
            return None
        defences = builder.worth_showing([node for value in values for node in value], bool(threats.moves))
        return Node(uci, self.role, (*threats.nodes, *defences), zugzwang)


@frozen
class ThreatsJob(ForcedJob):
    """The threats of the attacker's move, and whether it is zugzwang."""

    def answer(self, worker: ForcedWorker) -> tuple[Threats, bool]:
        """As `TreeBuilder.threats`."""
        builder = worker.builders[self.part]
        with builder.line_played(self.line):
            return builder.threats(self.length)

    def plan(self, worker: ForcedWorker) -> Plan:
        """The length of the threats after a pass, then each move that may be one."""
        builder = worker.builders[self.part]
        line = (*self.line, PASS)
        with builder.line_played(self.line):
            if builder.records.cannot_threaten(self.length):
                return Threats(), False
        for short in worker.lengths_after(self.length):
            [wins] = yield Batch([AttackerWins(self.part, line, short)], until=0.5)
            if wins is None:
                return None
            if not wins:
                continue
            batch = _continuations(worker, self.part, line, short, Role.THREAT)
            values = yield batch
            if None in values:
                return None
            found = [(job, value) for job, value in zip(batch.jobs, values) if value]
            moves = tuple(job.line[-1] for job, _ in found if isinstance(job, ContinuationJob))
            return Threats(short, moves, tuple(node for _, value in found for node in value)), False
        return Threats(), True


@frozen
class ContinuationJob(ForcedJob):
    """The node of an attacker's move, as a tuple of one; empty if the move does not force the goal."""

    role: Role

    def answer(self, worker: ForcedWorker) -> tuple[Node, ...]:
        """The node, if any."""
        builder, move = worker.builders[self.part], self.line[-1]
        with builder.line_played(self.line):
            forces = builder.decider.forces_goal(move, self.length)
            return (builder.attack(move, self.length, self.role),) if forces else ()

    def plan(self, worker: ForcedWorker) -> Plan:
        """First whether the move forces the goal, then its node."""
        [forces] = yield Batch([ForcesGoal(self.part, self.line, self.length)], until=0.5)
        if not forces:
            return None if forces is None else ()
        [node] = yield Batch([AttackNode(self.part, self.line, self.length, self.role)])
        return None if node is None else (node,)


@frozen
class DefenceJob(ForcedJob):
    """The node of a defence, as a tuple of one; empty if the defence is not worth showing.

    `length`: of the attacker's move before the defence. `threats`, `threat_length`: what that move threatens.
    """

    role: Role
    threat_length: int = 0
    threats: PackedLine = ()

    def answer(self, worker: ForcedWorker) -> tuple[Node, ...]:
        """The node, if any."""
        builder = worker.builders[self.part]
        with builder.line_played(self.line[:-1]):
            threats = Threats(self.threat_length, self.threats)
            return tuple(builder.defence(self.line[-1], self.length, self.role, threats))

    def plan(self, worker: ForcedWorker) -> Plan:
        """The length of the shortest continuations, whether all threats still work, then the continuations."""
        builder, options = worker.builders[self.part], worker.problem.options
        uci = builder.uci(self.line[-1])
        with builder.line_played(self.line):
            if worker.play is not Play.DIRECT and builder.is_reached():
                return (Node(uci, Role.REFUTATION if worker.exact and self.length > 1 else self.role),)
            threats = [builder.records.still_legal(threat) for threat in self.threats]
        short = 0
        for moves in worker.lengths_after(self.length):
            [wins] = yield Batch([AttackerWins(self.part, self.line, moves)], until=0.4)
            if wins is None:
                return None
            if wins:
                short = moves
                break
        if not short and self.length > 1:
            return (Node(uci, Role.REFUTATION),)
        if short < max(1, self.threat_length) or options.no_short_variations and short < self.length - 1:
            return ()
        if short == self.threat_length and all(threats):
            works = yield Batch([ForcesGoal(self.part, (*self.line, move), short) for move in threats],
                                _any_false, 0.5)
            if False not in works:
                return None if None in works else ()
        values = yield _continuations(worker, self.part, self.line, short, Role.CONTINUATION)
        if None in values:
            return None
        return (Node(uci, self.role, tuple(node for value in values for node in value)),)


@frozen
class TryJob(ForcedJob):
    """The node of a first move with its refutations, as a tuple of one; empty if the move is not a try."""

    def answer(self, worker: ForcedWorker) -> tuple[Node, ...]:
        """The node, if any."""
        return tuple(worker.builders[self.part].tries(self.line[-1], self.length))

    def plan(self, worker: ForcedWorker) -> Plan:
        """The refutations; if there are some and not too many, the play after the move."""
        builder, most = worker.builders[self.part], worker.problem.options.defence
        with builder.line_played(self.line):
            if builder.is_trivial() or not builder.search.is_within_limits(self.length):
                return ()
            replies = builder.replies()
            reaching = [] if worker.play is Play.DIRECT else builder.search.goals.reaching_moves()
            undecided = [reply for reply in replies if reply not in reaching]
        # in exact play a defence that reaches the goal too early is a refutation
        early = len(replies) - len(undecided) if worker.exact else 0
        values = yield Batch([AttackerWins(self.part, (*self.line, reply), self.length - 1) for reply in undecided],
                             lambda values: values.count(False) + early > most, 0.6)
        if values.count(False) + early > most:
            return ()
        if None in values:
            return None
        losing = {reply for reply, wins in zip(undecided, values) if wins}
        if not worker.exact:
            losing.update(reply for reply in replies if reply not in undecided)
        refutations = [reply for reply in replies if reply not in losing]
        if not refutations:
            return ()
        [node] = yield Batch([AttackNode(self.part, self.line, self.length, Role.TRY)])
        if node is None:
            return None
        with builder.line_played(self.line):
            return (builder.tried(node, [builder.refutation(reply) for reply in refutations]),)


@frozen
class PostKeyJob(ForcedJob):
    """The play after the key, when the defender is to move in the diagram; `line` is empty. It is never split."""

    def answer(self, worker: ForcedWorker) -> tuple[tuple[Node, ...], bool]:
        """As `TreeBuilder.post_key`."""
        return worker.builders[self.part].post_key(self.length)

    def can_split(self, worker: ForcedWorker) -> bool:
        """Never."""
        return False


# ----------------------------------------------------------------------------------------------- the whole

class Stages(NamedTuple):
    """Estimated shares of the work that are done after set play, keys, their lengths and their play."""

    set_play: float
    keys: float
    lengths: float
    play: float


STAGES, STAGES_WITH_TRIES = Stages(0.05, 0.8, 0.82, 1.0), Stages(0.03, 0.4, 0.42, 0.5)


@frozen
class ForcedWhole(Whole):
    """Set play, tries and keys of a problem, with all their play.

    The value: nodes of set play, of tries and of keys; whether a key is shorter than the stipulation; whether there
    is zugzwang after the key (post-key play only); whether keys beyond the limit, or first moves, were left out. If it
    was stopped, one more: the number of first moves that are undecided.
    """

    shows_play = True

    def plan(self, worker: ForcedWorker) -> Plan:
        """Set play, which first moves are keys, how long they take, their play, then tries."""
        if worker.problem.is_post_key:
            return (yield from self._post_key(worker))
        builder, moves, limit = worker.builders[ACTUAL_PLAY], worker.moves, worker.limit
        stages = STAGES_WITH_TRIES if worker.problem.options.tries else STAGES
        set_play = yield from self._set_play(worker, stages.set_play)
        listed = worker.listed
        wanted = listed.wanted(builder.attacks())
        attacks = sorted(wanted, key=builder.freedom) if worker.finder else list(wanted)
        attacks.sort(key=lambda move: move != worker.first)
        finds = [FindsKey(ACTUAL_PLAY, (), moves)] if worker.finder and not listed.is_cut else []
        values = yield Batch([*finds, *(ForcesGoal(ACTUAL_PLAY, (move,), moves) for move in attacks)],
                             lambda values: worker.knows_enough(worker.keys_among(attacks, values)), stages.keys,
                             [*(None for _ in finds), *map(listed.step, attacks)])
        values = list(worker.keys_among(attacks, values))
        cut = worker.has_enough_keys(values)
        keys = sorted([move for move, value in zip(attacks, values) if value][:limit if cut else None], key=builder.uci)
        lengths = yield Batch([ShortestWin(ACTUAL_PLAY, (move,), moves) for move in keys], until=stages.lengths)
        short = any(length is not None and length < moves for length in lengths)
        known = [(move, length) for move, length in zip(keys, lengths) if length]
        found = (yield Batch([AttackNode(ACTUAL_PLAY, (move,), length, Role.KEY) for move, length in known],
                             until=stages.play)) if self.shows_play else ()
        nodes = {move: node for (move, _), node in zip(known, found) if node is not None}
        shown = tuple(nodes.get(move) or Node(builder.uci(move), Role.KEY) for move in keys)
        tries: list[Value] = []
        can_refute = moves > 1 or worker.play is Play.SELF      # else the defender does not move at all
        if worker.problem.options.tries and not cut and can_refute:
            others = [move for move in wanted if move not in keys]
            tries = yield Batch([TryJob(ACTUAL_PLAY, (move,), moves) for move in others],
                                steps=list(map(listed.step, others)))
        tried = (*builder.duties(), *(node for value in tries for node in value or ()))
        value = set_play, tried, shown, short, False, cut or listed.is_cut
        return value if cut or None not in values else (*value, values.count(None))

    def _set_play(self, worker: ForcedWorker, until: float) -> Plan:
        """The nodes of set play; nothing if the attacker is in check, since then he could not pass."""
        builder = worker.builders[ACTUAL_PLAY]
        if len(worker.builders) == 1 or builder.judge.in_check(builder.judge.turn) \
                or not worker.builders[SET_PLAY].search.is_within_limits(worker.moves, True, False):
            return ()
        values = yield Batch([DefenceJob(SET_PLAY, (reply,), worker.moves, Role.SET_PLAY)
                              for reply in worker.builders[SET_PLAY].replies()], until=until)
        return tuple(builder.worth_showing([node for value in values for node in value or ()], False))

    def _post_key(self, worker: ForcedWorker) -> Plan:
        [value] = yield Batch([PostKeyJob(ACTUAL_PLAY, (), worker.moves)])
        if value is None:
            return None
        nodes, zugzwang = value
        return (), (), nodes, False, zugzwang, False


@frozen
class KeysOnly(ForcedWhole):
    """The same without the play after keys, which can cost much more than finding them."""

    shows_play = False
