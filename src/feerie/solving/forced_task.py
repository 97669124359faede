"""ForcedSearch play piece by piece: the tree of `battles` from jobs that several workers can do.

Units: "succeeds" and "wins" (the search's questions: truth), "least" (the fewest moves in which a move succeeds),
"attack", "threats", "defence", "continuation", "try" and "post key" (pieces of the tree: nodes, threats with whether
there is zugzwang). Each is answered by the tree, or split as the tree itself goes on.
"""
from __future__ import annotations

from collections.abc import Sequence

from feerie.solving.forced_tree import PLAYS, Known, Threats, Tree
from feerie.search.forced import ForcedSearch
from feerie.search.transposition import TranspositionTable
from feerie.problems.problem import Problem
from feerie.problems.solution import Node, Role, Solution
from feerie.problems.stipulation import Play
from feerie.solving.task import Task
from feerie.solving.jobs import PASS, WHOLE, Batch, Worker, Plan, Job, Value

__all__ = ["ForcedTask"]

SPLIT = ("succeeds", "wins", "least", "attack", "threats", "defence", "continuation", "try")
STAGES = {False: (0.05, 0.8, 0.82, 1.0), True: (0.03, 0.4, 0.42, 0.5)}
"""How far the work has come after set play, keys, their lengths and their play, roughly; where tries are asked for
they are the rest."""


class ForcedTask(Task):
    """Keys with their play; tries and set play where they are asked for."""

    PLAYS = PLAYS

    def __init__(self, problem: Problem, limit: int = 0, *, shortcuts: bool = True) -> None:
        super().__init__(problem, limit, shortcuts=shortcuts)
        self._known: Known = {}     # to all workers

    def worker(self, table: TranspositionTable) -> ForcedWorker:
        """A place for one worker."""
        return ForcedWorker(self.problem, self.limit, table, self.shortcuts, self._known)

    def solution(self, value: Value, complete: bool, nodes: int, seconds: float) -> Solution:
        """Value of the whole: nodes of set play, tries and keys; is a key short, is there zugzwang, was it cut."""
        set_play, tries, keys, short, zugzwang, cut = value if value is not None else ((), (), (), False, False, False)
        return Solution(self.problem, complete and not cut,
                        Node(None, Role.DIAGRAM, (*set_play, *tries, *keys), zugzwang), (), (), short, nodes, seconds)


class ForcedWorker(Worker):
    """Trees for the problem and, where it is asked for, for its set play."""

    def __init__(self, problem: Problem, limit: int, table: TranspositionTable, shortcuts: bool, known: Known) -> None:
        self.problem, self.limit, self.play = problem, limit, problem.stipulation.play
        self.moves, self.exact = problem.stipulation.moves, problem.stipulation.exact
        judges = [Task.judge(problem, problem.start)]
        if problem.options.set_play and not problem.is_post_key:
            judges.append(Task.judge(problem, problem.set_play_start))
        self.trees = [
            Tree(problem, judge, ForcedSearch(judge, Task.goal_number(problem.stipulation.goal),
                                        ForcedTask.play_number(problem), table, self.exact,
                                        Task.goal_square(problem, problem.stipulation.goal),
                                        shortcuts and not problem.options.quodlibet), known)
            for judge in judges]
        for tree in self.trees:
            allowance, trivial = problem.options.non_trivial or (0, -1)
            tree.search.limit(-1 if problem.options.threat is None else problem.options.threat,
                              -1 if problem.options.max_flights is None else problem.options.max_flights,
                              trivial, allowance)
            # whoever must not reach the goal himself by a reflex duty may not by an option
            tree.search.either = problem.options.quodlibet and self.play in (Play.SELF, Play.SEMI_REFLEX)
        super().__init__([tree.search for tree in self.trees])

    # ------------------------------------------------------------------------------------------------- work

    def do(self, job: Job) -> Value:
        """Ask the tree."""
        tree, length = self.trees[job.part], job.length
        own = job.kind in ("defence", "continuation", "try")      # the tree plays the last move itself
        with tree.standing(job.line[:-1] if own else job.line):
            if job.kind == "succeeds":
                return tree.search.forces_goal(job.line[-1], length)
            if job.kind == "wins":
                return tree.search.attacker_wins(length)
            if job.kind == "least":
                return next(short for short in range(1, length + 1) if tree.search.forces_goal(job.line[-1], short))
            if job.kind == "attack":
                return tree.attack(job.line[-1], length, Role(job.more[0]))
            if job.kind == "threats":
                return tree.threats(length)
            if job.kind == "post key":
                return tree.post_key(length)
            if job.kind == "defence":
                role, *threats = job.more
                return tuple(tree.defence(job.line[-1], length, Role(role), Threats(*threats)))
            if job.kind == "try":
                return tuple(tree.tries(job.line[-1], length))
            move = job.line[-1]
            with tree.played(move):
                succeeds = tree.search.forces_goal(move, length)
                return (tree.attack(move, length, Role(job.more[0])),) if succeeds else ()

    def can_split(self, job: Job) -> bool:
        """All that is about more than one move."""
        return job == WHOLE or (job.kind in SPLIT and job.length > 1 and self.problem.options.non_trivial is None)

    # ------------------------------------------------------------------------------------------------ plans

    def plan(self, job: Job) -> Plan:
        """A job by the moves that come next."""
        if job == WHOLE:
            return self._post_key() if self.problem.is_post_key else self._whole()
        plan: Plan = getattr(self, f"_{job.kind}")(job)
        return plan

    def _whole(self) -> Plan:
        tree, moves, role = self.trees[0], self.moves, Role.SET_PLAY.value
        after_set_play, after_keys, after_least, after_play = STAGES[self.problem.options.tries]
        set_play: tuple[Node, ...] = ()
        if len(self.trees) > 1 and not tree.judge.in_check(tree.judge.turn) \
                and self.trees[1].search.is_within_limits(moves, True, False):
            jobs = [Job("defence", (reply,), moves, 1, (role, *Threats())) for reply in self.trees[1].replies()]
            values = yield Batch(jobs, until=after_set_play)
            set_play = tuple(tree.worth_showing([node for value in values for node in value or ()]))
        attacks = tree.attacks()
        values = yield Batch([Job("succeeds", (move,), moves) for move in attacks], self._enough, after_keys)
        cut = self._enough(values)
        keys = [move for move, value in zip(attacks, values) if value]
        if cut:
            keys = keys[:self.limit]
        lengths = yield Batch([Job("least", (move,), moves) for move in keys], until=after_least)
        short = any(length is not None and length < moves for length in lengths)
        jobs = [Job("attack", (move,), length, 0, (Role.KEY.value,)) for move, length in zip(keys, lengths) if length]
        found = yield Batch(jobs, until=after_play)
        nodes = {job.line[0]: node for job, node in zip(jobs, found) if node is not None}
        shown = tuple(nodes.get(move) or Node(tree.uci(move), Role.KEY) for move in keys)
        tries: list[Value] = []
        if self.problem.options.tries and not cut and (moves > 1 or self.play is Play.SELF):    # else nobody answers
            tries = yield Batch([Job("try", (move,), moves) for move in attacks if move not in keys])
        tried = (*tree.duties(), *(node for value in tries for node in value or ()))
        return set_play, tried, shown, short, False, cut

    def _enough(self, values: Sequence[Value]) -> bool:
        """Whether the first moves, in their order, give keys enough."""
        if not self.limit:
            return False
        known = values[:values.index(None)] if None in values else values
        return known.count(True) >= self.limit

    def _post_key(self) -> Plan:
        [value] = yield Batch([Job("post key", (), self.moves)])
        if value is None:
            return None
        nodes, zugzwang = value
        return (), (), nodes, False, zugzwang, False

    def _attack(self, job: Job) -> Plan:
        tree = self.trees[job.part]
        role, uci = Role(job.more[0]), tree.uci(job.line[-1])
        with tree.standing(job.line):
            if tree.has_reached():
                return Node(uci, role)
            replies = tree.replies()
        [value] = yield Batch([Job("threats", job.line, job.length, job.part)], until=0.3)
        if value is None:
            return None
        threats, zugzwang = value
        more = (Role.VARIATION.value, threats[0], tuple(threats[1]))
        values = yield Batch([Job("defence", (*job.line, reply), job.length, job.part, more) for reply in replies])
        if None in values:
            return None
        defences = tree.worth_showing([node for value in values for node in value])
        return Node(uci, role, (*threats[2], *defences), zugzwang)

    def _threats(self, job: Job) -> Plan:
        tree = self.trees[job.part]
        line = (*job.line, PASS)
        with tree.standing(job.line):
            if tree.cannot_threaten(job.length):
                return Threats(), False
        for short in range(1, job.length):
            [wins] = yield Batch([Job("wins", line, short, job.part)], until=0.5)
            if wins is None:
                return None
            if not wins:
                continue
            batch = self._continuations(job, line, short, Role.THREAT)
            values = yield batch
            if None in values:
                return None
            moves = tuple(threat.line[-1] for threat, value in zip(batch.jobs, values) if value)
            return Threats(short, moves, tuple(node for value in values for node in value)), False
        return Threats(), True

    def _continuations(self, job: Job, line: tuple[int, ...], length: int, role: Role) -> Batch:
        tree = self.trees[job.part]
        with tree.standing(line):
            attacks = tree.attacks()
        return Batch([Job("continuation", (*line, move), length, job.part, (role.value,)) for move in attacks])

    def _continuation(self, job: Job) -> Plan:
        [succeeds] = yield Batch([Job("succeeds", job.line, job.length, job.part)], until=0.5)
        if not succeeds:
            return None if succeeds is None else ()
        [node] = yield Batch([Job("attack", job.line, job.length, job.part, job.more)])
        return None if node is None else (node,)

    def _defence(self, job: Job) -> Plan:
        tree = self.trees[job.part]
        role, least, threats = Role(job.more[0]), job.more[1], job.more[2]
        with tree.standing(job.line):
            if self.play is not Play.DIRECT and tree.is_reached():
                return (Node(tree.uci(job.line[-1]), Role.REFUTATION if self.exact and job.length > 1 else role),)
            still = [tree.same_move(threat) for threat in threats]
        short = 0
        for moves in range(1, job.length):
            [wins] = yield Batch([Job("wins", job.line, moves, job.part)], until=0.4)
            if wins is None:
                return None
            if wins:
                short = moves
                break
        if not short and job.length > 1:
            return (Node(tree.uci(job.line[-1]), Role.REFUTATION),)
        if short < max(1, least) or self.problem.options.no_short_variations and short < job.length - 1:
            return ()
        if short == least and None not in still:
            works = yield Batch([Job("succeeds", (*job.line, move), least, job.part) for move in still if move],
                                self._any_fails, 0.5)
            if False not in works:
                return None if None in works else ()
        values = yield self._continuations(job, job.line, short, Role.CONTINUATION)
        if None in values:
            return None
        return (Node(tree.uci(job.line[-1]), role, tuple(node for value in values for node in value)),)

    @staticmethod
    def _any_fails(values: Sequence[Value]) -> bool:
        return False in values

    def _try(self, job: Job) -> Plan:
        tree, options = self.trees[0], self.problem.options
        with tree.standing(job.line):
            if tree.is_trivial() or not tree.search.is_within_limits(job.length):
                return ()
            replies = tree.replies()
            open_ = [reply for reply in replies if self.play is Play.DIRECT or not tree.reaches(reply)]
            reaching = [reply for reply in replies if reply not in open_] if self.exact else []
        values = yield Batch([Job("wins", (*job.line, reply), job.length - 1) for reply in open_],
                             lambda values: values.count(False) + len(reaching) > options.defence, 0.6)
        if values.count(False) + len(reaching) > options.defence:
            return ()
        if None in values:
            return None
        lost = {reply for reply, holds in zip(open_, values) if holds}
        refutations = [reply for reply in replies if reply in reaching or (reply in open_ and reply not in lost)]
        if not refutations:
            return ()
        [node] = yield Batch([Job("attack", job.line, job.length, 0, (Role.TRY.value,))])
        with tree.standing(job.line):
            return None if node is None else (tree.tried(node, [tree.refutation(reply) for reply in refutations]),)

    def _least(self, job: Job) -> Plan:
        for short in range(1, job.length):
            [succeeds] = yield Batch([Job("succeeds", job.line, short, job.part)], until=0.5)
            if succeeds is None:
                return None
            if succeeds:
                return short
        return job.length

    def _succeeds(self, job: Job) -> Plan:
        """All replies must lose, those first that leave few moves; of reflex play, those that reach the goal are the only
        ones."""
        tree = self.trees[job.part]
        with tree.standing(job.line):
            if tree.has_reached():
                return not self.exact
            if self.play in (Play.REFLEX, Play.SEMI_REFLEX) and tree.search.can_reach():
                return not self.exact
            if not tree.search.is_within_limits(job.length):
                return False
            replies = sorted(tree.search.replies(), key=tree.freedom)
            reaching = {reply for reply in replies if self.play is Play.SELF and tree.reaches(reply)}
        if not replies or (reaching and self.exact):
            return False
        values = yield Batch([Job("wins", (*job.line, reply), job.length - 1, job.part)
                              for reply in replies if reply not in reaching], self._any_fails)
        return False if False in values else None if None in values else True

    def _wins(self, job: Job) -> Plan:
        """Some attack must succeed, the soonest first, and those first that leave the defender few moves."""
        tree = self.trees[job.part]
        with tree.standing(job.line):
            attacks = sorted(tree.attacks(), key=tree.freedom)
        for length in (job.length,) if self.exact else range(1, job.length + 1):
            values = yield Batch([Job("succeeds", (*job.line, move), length, job.part) for move in attacks],
                                 lambda values: True in values, length / job.length)
            if True in values:
                return True
            if None in values:
                return None
        return False
