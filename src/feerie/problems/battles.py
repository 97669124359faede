"""Battle play: from the search's answers to a tree of keys, tries, threats, variations and continuations.

Which moves a solution shows is the composers' convention: of the attacker's answers the shortest, all of them;
of the defences those that the goal survives, but not those that leave every threat as it was.
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

from feerie.kernel.verdict import Judge
from feerie.problems.direct import Battle
from feerie.problems.memory import Memory, places_for
from feerie.problems.problem import Problem
from feerie.problems.solution import Node, Role, Solution
from feerie.problems.stipulation import Play
from feerie.problems.task import Progress, Task

__all__ = ["BattleTask"]


class Threats(NamedTuple):
    """What an attacker's move threatens: moves (UCI) that reach the goal in `length` if the defender passes."""

    length: int = 0
    moves: tuple[str, ...] = ()
    nodes: tuple[Node, ...] = ()


class BattleTask(Task):
    """Keys with their play; tries and set play where they are asked for."""

    PLAYS = (Play.DIRECT, Play.SELF, Play.REFLEX, Play.SEMI_REFLEX)

    def __init__(self, problem: Problem) -> None:
        judges = [self.judge(problem, problem.start)]
        if problem.options.set_play and not problem.is_post_key:
            judges.append(self.judge(problem, problem.set_play_start, legal=False))
        super().__init__(problem, judges)
        stipulation = problem.stipulation
        memory = Memory(places_for(problem.plies))
        self.trees = [_Tree(problem, judge, Battle(judge, self.goal_number(stipulation.goal), self.play_number(problem),
                                                   memory, stipulation.exact, self.goal_square(problem)))
                      for judge in judges]
        self.first: dict[Role, list[Node]] = {Role.SET_PLAY: [], Role.TRY: [], Role.KEY: []}
        self.short = self.zugzwang = False

    def search(self, progress: Progress | None) -> None:
        tree, moves = self.trees[0], self.problem.stipulation.moves
        if self.problem.is_post_key:
            self.first[Role.KEY].extend(self._post_key(tree, moves))
            return
        if len(self.trees) > 1 and not tree.judge.in_check(tree.judge.turn):
            self.first[Role.SET_PLAY].extend(self.trees[1].defences(moves, Role.SET_PLAY))
        self.first[Role.TRY].extend(tree.duties())
        attacks = tree.attacks()
        keys: dict[int, int] = {}
        for done, move in enumerate(attacks, 1):
            with tree.played(move):
                if tree.battle.succeeds(move, moves):
                    keys[move] = len(self.first[Role.KEY])
                    self.first[Role.KEY].append(Node(tree.uci(move), Role.KEY))
            if progress:
                progress(done, len(attacks))
        for move, place in keys.items():
            with tree.played(move):
                length = next(short for short in range(1, moves + 1) if tree.battle.succeeds(move, short))
                self.short = self.short or length < moves
                self.first[Role.KEY][place] = tree.attack(move, length, Role.KEY)
        if self.problem.options.tries:
            for move in attacks:
                if move not in keys:
                    self.first[Role.TRY].extend(tree.tries(move, moves))

    def _post_key(self, tree: _Tree, moves: int) -> Iterator[Node]:
        """The play after a key that is on the board, in as few moves as it takes; and what refutes it."""
        length = next((short for short in range(1, moves) if not any(tree.refutations(short))), moves)
        threats, self.zugzwang = tree.threats(length)
        yield from threats.nodes
        yield from tree.defences(length, Role.VARIATION, threats)
        yield from tree.refutations(length)

    def solution(self, seconds: float) -> Solution:
        root = Node(None, Role.DIAGRAM, tuple(node for nodes in self.first.values() for node in nodes),
                    self.zugzwang)
        return Solution(self.problem, self.finished, root, short=self.short,
                        nodes=sum(tree.battle.nodes for tree in self.trees), seconds=seconds)


class _Tree:
    """Builds nodes by asking a search; lengths are moves of the attacker, the one in question included."""

    def __init__(self, problem: Problem, judge: Judge, battle: Battle) -> None:
        self.options, self.play, self.exact = problem.options, problem.stipulation.play, problem.stipulation.exact
        self.judge, self.battle = judge, battle
        self.uci = judge.program.tables.uci
        self.line: list[int] = []

    @contextmanager
    def played(self, move: int) -> Iterator[None]:
        """The move on the board for the length of a block."""
        self.judge.push(move)
        self.line.append(move)
        try:
            yield
        finally:
            self.line.pop()
            self.judge.pop()

    def is_reached(self) -> bool:
        """Has the last move played reached the goal?"""
        return self.battle.is_reached(self.line[-1])

    def attacks(self) -> list[int]:
        """The attacker's moves; none where a reflex duty forbids him to go on."""
        if self.play is Play.REFLEX and self.battle.can_reach():
            return []
        return self._moves()

    def duties(self) -> tuple[Node, ...]:
        """The attacker's moves that reach the goal and that a reflex duty forces on him."""
        if self.play is not Play.REFLEX or not self.battle.can_reach():
            return ()
        return tuple(Node(self.uci(move), Role.DUTY) for move in self._moves() if self._reaches(move))

    def _moves(self) -> list[int]:
        """The legal moves in an order that no search changes: by their UCI texts."""
        return sorted(self.judge.moves(), key=self.uci)

    def replies(self) -> list[int]:
        """The defender's moves; in reflex play only those that reach the goal, where he can."""
        moves = self._moves()
        if self.play in (Play.REFLEX, Play.SEMI_REFLEX) and self.battle.can_reach():
            return [move for move in moves if self._reaches(move)]
        return moves

    def _reaches(self, move: int) -> bool:
        with self.played(move):
            return self.is_reached()

    def attack(self, move: int, length: int, role: Role) -> Node:
        """The node of an attacker's move that is on the board and reaches the goal in `length` moves."""
        if self.play is Play.DIRECT and self.is_reached():
            return Node(self.uci(move), role)
        threats, zugzwang = self.threats(length)
        return Node(self.uci(move), role, (*threats.nodes, *self.defences(length, Role.VARIATION, threats)), zugzwang)

    def threats(self, length: int) -> tuple[Threats, bool]:
        """The shortest ways to the goal if the defender could pass; and whether there are none, though he could."""
        if length == 1 or self.options.no_threat or self.judge.in_check(self.judge.turn):
            return Threats(), False
        self.judge.pass_turn()
        try:
            for short in range(1, length):
                if self.battle.wins(short):
                    found = list(self._continuations(short, Role.THREAT))
                    return Threats(short, tuple(uci for uci, _ in found), tuple(node for _, node in found)), False
            return Threats(), True
        finally:
            self.judge.pop()

    def defences(self, length: int, role: Role, threats: Threats = Threats()) -> list[Node]:
        """The defences that the goal survives and that are worth showing, with the shortest continuations.

        Not shown: those that leave every threat or shorten it; and those that reach the goal of self and reflex
        play at once, unless there are no others (in set play of more than a move: none that hold either).
        """
        nodes, ends, holds = [], [], False
        for reply in self.replies():
            with self.played(reply):
                uci = self.uci(reply)
                if self.play is not Play.DIRECT and self.is_reached():
                    ends.append(Node(uci, role))
                    continue
                short = next((moves for moves in range(1, length) if self.battle.wins(moves)), 0)
                holds = holds or not short and length > 1
                if self.options.no_short_variations and short < length - 1:
                    continue
                if short < max(1, threats.length) or short == threats.length and self._all_work(threats):
                    continue
                nodes.append(Node(uci, role, tuple(node for _, node in self._continuations(short, Role.CONTINUATION))))
        return nodes or ([] if holds else ends)

    def _all_work(self, threats: Threats) -> bool:
        """Do all threats work as quickly after the defence that is on the board?"""
        legal = {self.uci(move): move for move in self.judge.moves()}
        return all(threat in legal and self._works(legal[threat], threats.length) for threat in threats.moves)

    def _works(self, move: int, length: int) -> bool:
        with self.played(move):
            return self.battle.succeeds(move, length)

    def _continuations(self, length: int, role: Role) -> Iterator[tuple[str, Node]]:
        """The attacker's moves that reach the goal in `length` moves, as UCI text and node."""
        for move in self.attacks():
            with self.played(move):
                if self.battle.succeeds(move, length):
                    yield self.uci(move), self.attack(move, length, role)

    def refutations(self, length: int) -> Iterator[Node]:
        """The defences against the move on the board after which the goal is not reached in `length` moves."""
        for reply in self.replies():
            with self.played(reply):
                ends = self.play is not Play.DIRECT and self.is_reached()
                holds = ends and not (self.exact and length > 1) or length > 1 and self.battle.wins(length - 1)
                if not holds:
                    yield Node(self.uci(reply), Role.REFUTATION, () if ends else self.duties())

    def tries(self, move: int, length: int) -> Iterator[Node]:
        """The node of a first move that few enough defences refute."""
        with self.played(move):
            refutations = list(islice(self.refutations(length), self.options.defence + 1))
            if not 0 < len(refutations) <= self.options.defence:
                return
            if self.options.avoid_trivial_tries and self.judge.in_check(self.judge.turn):
                return
            node = self.attack(move, length, Role.TRY)
            yield Node(node.move, node.role, (*node.children, *refutations), node.zugzwang)
