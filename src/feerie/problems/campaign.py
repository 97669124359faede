"""Battle play piece by piece: the tree of `battles` from units that several workers can do.

Units: "succeeds" and "wins" (the search's questions: truth), "least" (the fewest moves in which a move succeeds),
"attack", "threats", "defence", "continuation", "try" and "post key" (pieces of the tree: nodes, threats with whether
there is zugzwang). Each is answered by the tree, or split as the tree itself goes on.
"""
from __future__ import annotations

from collections.abc import Sequence

from feerie.problems.battles import PLAYS, Known, Threats, Tree
from feerie.problems.direct import Battle
from feerie.problems.memory import Memory
from feerie.problems.problem import Problem
from feerie.problems.solution import Node, Role, Solution
from feerie.problems.stipulation import Play
from feerie.problems.task import Task
from feerie.problems.units import PASS, WHOLE, Batch, Desk, Plan, Unit, Value

__all__ = ["BattleTask"]

SPLIT = ("succeeds", "wins", "least", "attack", "threats", "defence", "continuation", "try")
STAGES = {False: (0.05, 0.8, 0.82, 1.0), True: (0.03, 0.4, 0.42, 0.5)}
"""How far the work has come after set play, keys, their lengths and their play, roughly; where tries are asked for
they are the rest."""


class BattleTask(Task):
    """Keys with their play; tries and set play where they are asked for."""

    PLAYS = PLAYS

    def __init__(self, problem: Problem, limit: int = 0, *, shortcuts: bool = True) -> None:
        super().__init__(problem, limit, shortcuts=shortcuts)
        self._known: Known = {}     # to all desks

    def desk(self, memory: Memory) -> BattleDesk:
        """A place for one worker."""
        return BattleDesk(self.problem, self.limit, memory, self.shortcuts, self._known)

    def solution(self, value: Value, complete: bool, nodes: int, seconds: float) -> Solution:
        """Value of the whole: nodes of set play, tries and keys; is a key short, is there zugzwang, was it cut."""
        set_play, tries, keys, short, zugzwang, cut = value if value is not None else ((), (), (), False, False, False)
        return Solution(self.problem, complete and not cut,
                        Node(None, Role.DIAGRAM, (*set_play, *tries, *keys), zugzwang), (), (), short, nodes, seconds)


class BattleDesk(Desk):
    """Trees for the problem and, where it is asked for, for its set play."""

    def __init__(self, problem: Problem, limit: int, memory: Memory, shortcuts: bool, known: Known) -> None:
        self.problem, self.limit, self.play = problem, limit, problem.stipulation.play
        self.moves, self.exact = problem.stipulation.moves, problem.stipulation.exact
        judges = [Task.judge(problem, problem.start)]
        if problem.options.set_play and not problem.is_post_key:
            judges.append(Task.judge(problem, problem.set_play_start))
        self.trees = [
            Tree(problem, judge, Battle(judge, Task.goal_number(problem.stipulation.goal),
                                        BattleTask.play_number(problem), memory, self.exact,
                                        Task.goal_square(problem, problem.stipulation.goal),
                                        shortcuts and not problem.options.quodlibet), known)
            for judge in judges]
        for tree in self.trees:
            allowance, trivial = problem.options.non_trivial or (0, -1)
            tree.battle.limit(-1 if problem.options.threat is None else problem.options.threat,
                              -1 if problem.options.max_flights is None else problem.options.max_flights,
                              trivial, allowance)
            # whoever must not reach the goal himself by a reflex duty may not by an option
            tree.battle.either = problem.options.quodlibet and self.play in (Play.SELF, Play.SEMI_REFLEX)
        super().__init__([tree.battle for tree in self.trees])

    # ------------------------------------------------------------------------------------------------- work

    def do(self, unit: Unit) -> Value:
        """Ask the tree."""
        tree, length = self.trees[unit.part], unit.length
        own = unit.kind in ("defence", "continuation", "try")      # the tree plays the last move itself
        with tree.standing(unit.line[:-1] if own else unit.line):
            if unit.kind == "succeeds":
                return tree.battle.succeeds(unit.line[-1], length)
            if unit.kind == "wins":
                return tree.battle.wins(length)
            if unit.kind == "least":
                return next(short for short in range(1, length + 1) if tree.battle.succeeds(unit.line[-1], short))
            if unit.kind == "attack":
                return tree.attack(unit.line[-1], length, Role(unit.more[0]))
            if unit.kind == "threats":
                return tree.threats(length)
            if unit.kind == "post key":
                return tree.post_key(length)
            if unit.kind == "defence":
                role, *threats = unit.more
                return tuple(tree.defence(unit.line[-1], length, Role(role), Threats(*threats)))
            if unit.kind == "try":
                return tuple(tree.tries(unit.line[-1], length))
            move = unit.line[-1]
            with tree.played(move):
                succeeds = tree.battle.succeeds(move, length)
                return (tree.attack(move, length, Role(unit.more[0])),) if succeeds else ()

    def can_split(self, unit: Unit) -> bool:
        """All that is about more than one move."""
        return unit == WHOLE or (unit.kind in SPLIT and unit.length > 1 and self.problem.options.non_trivial is None)

    # ------------------------------------------------------------------------------------------------ plans

    def plan(self, unit: Unit) -> Plan:
        """A unit by the moves that come next."""
        if unit == WHOLE:
            return self._post_key() if self.problem.is_post_key else self._whole()
        plan: Plan = getattr(self, f"_{unit.kind}")(unit)
        return plan

    def _whole(self) -> Plan:
        tree, moves, role = self.trees[0], self.moves, Role.SET_PLAY.value
        after_set_play, after_keys, after_least, after_play = STAGES[self.problem.options.tries]
        set_play: tuple[Node, ...] = ()
        if len(self.trees) > 1 and not tree.judge.in_check(tree.judge.turn) \
                and self.trees[1].battle.is_within_limits(moves, True, False):
            units = [Unit("defence", (reply,), moves, 1, (role, *Threats())) for reply in self.trees[1].replies()]
            values = yield Batch(units, until=after_set_play)
            set_play = tuple(tree.worth_showing([node for value in values for node in value or ()]))
        attacks = tree.attacks()
        values = yield Batch([Unit("succeeds", (move,), moves) for move in attacks], self._enough, after_keys)
        cut = self._enough(values)
        keys = [move for move, value in zip(attacks, values) if value]
        if cut:
            keys = keys[:self.limit]
        lengths = yield Batch([Unit("least", (move,), moves) for move in keys], until=after_least)
        short = any(length is not None and length < moves for length in lengths)
        units = [Unit("attack", (move,), length, 0, (Role.KEY.value,)) for move, length in zip(keys, lengths) if length]
        found = yield Batch(units, until=after_play)
        nodes = {unit.line[0]: node for unit, node in zip(units, found) if node is not None}
        shown = tuple(nodes.get(move) or Node(tree.uci(move), Role.KEY) for move in keys)
        tries: list[Value] = []
        if self.problem.options.tries and not cut and (moves > 1 or self.play is Play.SELF):    # else nobody answers
            tries = yield Batch([Unit("try", (move,), moves) for move in attacks if move not in keys])
        tried = (*tree.duties(), *(node for value in tries for node in value or ()))
        return set_play, tried, shown, short, False, cut

    def _enough(self, values: Sequence[Value]) -> bool:
        """Whether the first moves, in their order, give keys enough."""
        if not self.limit:
            return False
        known = values[:values.index(None)] if None in values else values
        return known.count(True) >= self.limit

    def _post_key(self) -> Plan:
        [value] = yield Batch([Unit("post key", (), self.moves)])
        if value is None:
            return None
        nodes, zugzwang = value
        return (), (), nodes, False, zugzwang, False

    def _attack(self, unit: Unit) -> Plan:
        tree = self.trees[unit.part]
        role, uci = Role(unit.more[0]), tree.uci(unit.line[-1])
        with tree.standing(unit.line):
            if tree.has_reached():
                return Node(uci, role)
            replies = tree.replies()
        [value] = yield Batch([Unit("threats", unit.line, unit.length, unit.part)], until=0.3)
        if value is None:
            return None
        threats, zugzwang = value
        more = (Role.VARIATION.value, threats[0], tuple(threats[1]))
        values = yield Batch([Unit("defence", (*unit.line, reply), unit.length, unit.part, more) for reply in replies])
        if None in values:
            return None
        defences = tree.worth_showing([node for value in values for node in value])
        return Node(uci, role, (*threats[2], *defences), zugzwang)

    def _threats(self, unit: Unit) -> Plan:
        tree = self.trees[unit.part]
        line = (*unit.line, PASS)
        with tree.standing(unit.line):
            if tree.cannot_threaten(unit.length):
                return Threats(), False
        for short in range(1, unit.length):
            [wins] = yield Batch([Unit("wins", line, short, unit.part)], until=0.5)
            if wins is None:
                return None
            if not wins:
                continue
            batch = self._continuations(unit, line, short, Role.THREAT)
            values = yield batch
            if None in values:
                return None
            moves = tuple(threat.line[-1] for threat, value in zip(batch.units, values) if value)
            return Threats(short, moves, tuple(node for value in values for node in value)), False
        return Threats(), True

    def _continuations(self, unit: Unit, line: tuple[int, ...], length: int, role: Role) -> Batch:
        tree = self.trees[unit.part]
        with tree.standing(line):
            attacks = tree.attacks()
        return Batch([Unit("continuation", (*line, move), length, unit.part, (role.value,)) for move in attacks])

    def _continuation(self, unit: Unit) -> Plan:
        [succeeds] = yield Batch([Unit("succeeds", unit.line, unit.length, unit.part)], until=0.5)
        if not succeeds:
            return None if succeeds is None else ()
        [node] = yield Batch([Unit("attack", unit.line, unit.length, unit.part, unit.more)])
        return None if node is None else (node,)

    def _defence(self, unit: Unit) -> Plan:
        tree = self.trees[unit.part]
        role, least, threats = Role(unit.more[0]), unit.more[1], unit.more[2]
        with tree.standing(unit.line):
            if self.play is not Play.DIRECT and tree.is_reached():
                return (Node(tree.uci(unit.line[-1]), Role.REFUTATION if self.exact and unit.length > 1 else role),)
            still = [tree.same_move(threat) for threat in threats]
        short = 0
        for moves in range(1, unit.length):
            [wins] = yield Batch([Unit("wins", unit.line, moves, unit.part)], until=0.4)
            if wins is None:
                return None
            if wins:
                short = moves
                break
        if not short and unit.length > 1:
            return (Node(tree.uci(unit.line[-1]), Role.REFUTATION),)
        if short < max(1, least) or self.problem.options.no_short_variations and short < unit.length - 1:
            return ()
        if short == least and None not in still:
            works = yield Batch([Unit("succeeds", (*unit.line, move), least, unit.part) for move in still if move],
                                self._any_fails, 0.5)
            if False not in works:
                return None if None in works else ()
        values = yield self._continuations(unit, unit.line, short, Role.CONTINUATION)
        if None in values:
            return None
        return (Node(tree.uci(unit.line[-1]), role, tuple(node for value in values for node in value)),)

    @staticmethod
    def _any_fails(values: Sequence[Value]) -> bool:
        return False in values

    def _try(self, unit: Unit) -> Plan:
        tree, options = self.trees[0], self.problem.options
        with tree.standing(unit.line):
            if tree.is_trivial() or not tree.battle.is_within_limits(unit.length):
                return ()
            replies = tree.replies()
            open_ = [reply for reply in replies if self.play is Play.DIRECT or not tree.reaches(reply)]
            reaching = [reply for reply in replies if reply not in open_] if self.exact else []
        values = yield Batch([Unit("wins", (*unit.line, reply), unit.length - 1) for reply in open_],
                             lambda values: values.count(False) + len(reaching) > options.defence, 0.6)
        if values.count(False) + len(reaching) > options.defence:
            return ()
        if None in values:
            return None
        lost = {reply for reply, holds in zip(open_, values) if holds}
        refutations = [reply for reply in replies if reply in reaching or (reply in open_ and reply not in lost)]
        if not refutations:
            return ()
        [node] = yield Batch([Unit("attack", unit.line, unit.length, 0, (Role.TRY.value,))])
        with tree.standing(unit.line):
            return None if node is None else (tree.tried(node, [tree.refutation(reply) for reply in refutations]),)

    def _least(self, unit: Unit) -> Plan:
        for short in range(1, unit.length):
            [succeeds] = yield Batch([Unit("succeeds", unit.line, short, unit.part)], until=0.5)
            if succeeds is None:
                return None
            if succeeds:
                return short
        return unit.length

    def _succeeds(self, unit: Unit) -> Plan:
        """All replies must lose, those first that leave few moves; of reflex play, those that reach the goal are the only
        ones."""
        tree = self.trees[unit.part]
        with tree.standing(unit.line):
            if tree.has_reached():
                return not self.exact
            if self.play in (Play.REFLEX, Play.SEMI_REFLEX) and tree.battle.can_reach():
                return not self.exact
            if not tree.battle.is_within_limits(unit.length):
                return False
            replies = sorted(tree.battle.replies(), key=tree.freedom)
            reaching = {reply for reply in replies if self.play is Play.SELF and tree.reaches(reply)}
        if not replies or (reaching and self.exact):
            return False
        values = yield Batch([Unit("wins", (*unit.line, reply), unit.length - 1, unit.part)
                              for reply in replies if reply not in reaching], self._any_fails)
        return False if False in values else None if None in values else True

    def _wins(self, unit: Unit) -> Plan:
        """Some attack must succeed, the soonest first, and those first that leave the defender few moves."""
        tree = self.trees[unit.part]
        with tree.standing(unit.line):
            attacks = sorted(tree.attacks(), key=tree.freedom)
        for length in (unit.length,) if self.exact else range(1, unit.length + 1):
            values = yield Batch([Unit("succeeds", (*unit.line, move), length, unit.part) for move in attacks],
                                 lambda values: True in values, length / unit.length)
            if True in values:
                return True
            if None in values:
                return None
        return False
