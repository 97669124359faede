"""ForcedSearch play: from the search's answers to a tree of keys, tries, threats, variations and continuations.

Which moves a solution shows is the composers' convention: of the attacker's answers the shortest, all of them;
of the defences those that the goal survives, but not those that leave every threat as it was. How the tree is made
piece by piece, by several workers, is in `campaign`.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from feerie.kernel.verdict import Judge
from feerie.search.defence import Defence, DefenceKind
from feerie.search.forced import ForcedSearch
from feerie.problems.problem import Problem
from feerie.problems.solution import Node, Role
from feerie.problems.stipulation import Play
from feerie.solving.jobs import PASS

__all__ = ["PLAYS", "Known", "Threats", "Tree"]

PLAYS = (Play.DIRECT, Play.SELF, Play.REFLEX, Play.SEMI_REFLEX)
"""The plays solved by trees, in the order of the search's numbers for them."""

SQUARES_OF_MOVE = 0xFFF
"""Origin and target in a move's number."""


class Threats(NamedTuple):
    """What an attacker's move threatens: moves that reach the goal in `length` if the defender passes."""

    length: int = 0
    moves: tuple[int, ...] = ()
    nodes: tuple[Node, ...] = ()


Known = dict[tuple[int, int, int], tuple[tuple[Node, ...], bool]]
"""The play after an attacker's move, and whether there is zugzwang: by the key of the position, how many moves the goal
takes, and what defences that are not trivial are still allowed."""


class Tree:
    """Builds nodes by asking a search; lengths are moves of the attacker, the one in question included.

    `known`: the play that was found before, for trees of the same problem; lines often come to the same position.
    """

    MOST = 1 << 16
    """Positions whose play is remembered at most."""

    def __init__(self, problem: Problem, judge: Judge, search: ForcedSearch, known: Known) -> None:
        self.options, self.play, self.exact = problem.options, problem.stipulation.play, problem.stipulation.exact
        self.judge, self.search, self.royal = judge, search, problem.genre.royal.letter
        self.uci: Callable[[int], str] = lru_cache(maxsize=1 << 16)(judge.rules.tables.uci)
        self.leaf: Callable[[str, Role], Node] = lru_cache(maxsize=1 << 12)(Node)
        self.line: list[int] = []
        self.known = known

    def played(self, move: int) -> AbstractContextManager[None]:
        """The move on the board for the length of a block."""
        return _Played(self, move)

    @contextmanager
    def standing(self, line: Sequence[int]) -> Iterator[None]:
        """The moves of a line, PASS for none, on the board for the length of a block."""
        for move in line:
            self.judge.pass_turn() if move == PASS else self.judge.push(move)
        self.line += line
        try:
            yield
        finally:
            for _ in line:
                self.line.pop()
                self.judge.pop()

    def spent(self, length: int) -> AbstractContextManager[None]:
        """The allowance for defences that are not trivial, as it is after the first of `length` moves on the board."""
        return self._spent(length) if self.options.non_trivial else nullcontext()

    @contextmanager
    def _spent(self, length: int) -> Iterator[None]:
        allowance = self.search.spend(length)
        try:
            yield
        finally:
            self.search.refund(allowance)

    def is_reached(self) -> bool:
        """Has the last move played reached the goal?"""
        return self.search.is_reached(self.line[-1])

    def attacks(self) -> list[int]:
        """The attacker's moves; none where a reflex duty forbids him to go on."""
        if self.play is Play.REFLEX and self.search.can_reach():
            return []
        return self._sorted(self.search.attacks())

    def duties(self) -> tuple[Node, ...]:
        """The attacker's moves that reach the goal and that a reflex duty forces on him."""
        if self.play is not Play.REFLEX or not self.search.can_reach():
            return ()
        return tuple(Node(self.uci(move), Role.DUTY) for move in self._sorted(self.search.goal_side_moves()) if self.reaches(move))

    def _sorted(self, moves: list[int]) -> list[int]:
        """Moves in an order that no search changes: by their UCI texts."""
        return sorted(moves, key=self.uci)

    def replies(self) -> list[int]:
        """The defender's moves; in reflex play only those that reach the goal, where he can."""
        moves = self._sorted(self.search.replies())
        if self.play in (Play.REFLEX, Play.SEMI_REFLEX) and self.search.can_reach():
            return [move for move in moves if self.reaches(move)]
        return moves

    def reaches(self, move: int) -> bool:
        """Does a move reach the goal?"""
        with self.played(move):
            return self.is_reached()

    def attack(self, move: int, length: int, role: Role) -> Node:
        """The node of an attacker's move that is on the board and reaches the goal in `length` moves."""
        if self.has_reached():
            return Node(self.uci(move), role)
        place = (self.judge.key, length, self.search.allowance)
        found = self.known.get(place) if self.search.shortcuts else None
        if found is None:
            with self.spent(length):
                threats, zugzwang = self.threats(length)
                found = (*threats.nodes, *self.defences(length, Role.VARIATION, threats)), zugzwang
            if self.search.shortcuts:
                if len(self.known) >= self.MOST:
                    self.known.clear()
                self.known[place] = found
        return Node(self.uci(move), role, found[0], found[1])

    def has_reached(self) -> bool:
        """Has the attacker's move on the board reached the goal, and was he to?"""
        return (self.play is Play.DIRECT or self.search.either) and self.is_reached()

    def cannot_threaten(self, length: int) -> bool:
        """Is there no room for a threat after the attacker's move on the board, or is none to be shown?"""
        return length == 1 or self.options.no_threat or self.judge.in_check(self.judge.turn)

    def threats(self, length: int) -> tuple[Threats, bool]:
        """The shortest ways to the goal if the defender could pass; and whether there are none, though he could."""
        if self.cannot_threaten(length):
            return Threats(), False
        self.judge.pass_turn()
        try:
            short = self.search.shortest_win(length - 1)
            found = list(self._continuations(self.search.winning_moves(short), short, Role.THREAT)) if short else []
            return Threats(short, tuple(move for move, _ in found), tuple(node for _, node in found)), not short
        finally:
            self.judge.pop()

    def defences(self, length: int, role: Role, threats: Threats = Threats()) -> list[Node]:
        """The defences that the goal survives and that are worth showing, with the shortest continuations.

        Not shown: those that leave every threat or shorten it; and those that reach the goal of self and reflex
        play at once, unless there are no others (in set play of more than a move: none that hold either).
        """
        defences = self.search.classify_defences(self.replies(), length, threats.moves, threats.length)
        nodes = [node for defence in defences for node in self._defended(defence, length, role, threats)]
        return self.worth_showing(nodes)

    def defence(self, reply: int, length: int, role: Role, threats: Threats) -> Iterator[Node]:
        """The node of one defence, where it is worth showing, or holds: a refutation then.

        Without children where it reaches the goal itself.
        """
        for found in self.search.classify_defences([reply], length, threats.moves, threats.length):
            yield from self._defended(found, length, role, threats)

    def _defended(self, found: Defence, length: int, role: Role, threats: Threats) -> Iterator[Node]:
        """The node of a defence as the search classified it, where it is worth showing or refutes."""
        if found.kind is DefenceKind.REACHES_GOAL:
            yield Node(self.uci(found.move), Role.REFUTATION if self.exact and length > 1 else role)
            return
        if found.kind is DefenceKind.REFUTATION:
            if length > 1:
                yield Node(self.uci(found.move), Role.REFUTATION)
            return
        if self.options.no_short_variations and found.length < length - 1:
            return
        with self.played(found.move):
            if found.kind is DefenceKind.MAYBE_INEFFECTIVE and self._all_work(threats):
                return
            continuations = self._continuations(found.winning_moves, found.length, Role.CONTINUATION)
            yield Node(self.uci(found.move), role, tuple(node for _, node in continuations))

    def worth_showing(self, nodes: Sequence[Node]) -> list[Node]:
        """Of defences those that reach the goal of self and reflex play at once only where there are no others.

        With the option "mates in 1" they are shown in any case.
        """
        if self.options.mates_in_1:
            return [node for node in nodes if node.children or node.role is not Role.REFUTATION]
        shown = [node for node in nodes if node.children]
        return shown if shown or any(node.role is Role.REFUTATION for node in nodes) else list(nodes)

    def _all_work(self, threats: Threats) -> bool:
        """Do all threats work as quickly after the defence that is on the board?"""
        found = [self.same_move(threat) for threat in threats.moves]
        return all(move is not None and self._works(move, threats.length) for move in found)

    def same_move(self, move: int) -> int | None:
        """The legal move with the same text as one of another position, if there is one."""
        moves = self.search.attacks()
        if move in moves:
            return move
        return next((other for other in moves
                     if (other ^ move) & SQUARES_OF_MOVE == 0 and self.uci(other) == self.uci(move)), None)

    def _works(self, move: int, length: int) -> bool:
        with self.played(move):
            return self.search.forces_goal(move, length)

    def _continuations(self, moves: Sequence[int], length: int, role: Role) -> Iterator[tuple[int, Node]]:
        """The attacker's moves, all that reach the goal in `length` moves, with their nodes."""
        if self.play is Play.REFLEX and self.search.can_reach():
            return
        for move in sorted(moves, key=self.uci):
            if length == 1 and self.play is Play.DIRECT:
                yield move, self.leaf(self.uci(move), role)
                continue
            with self.played(move):
                yield move, self.attack(move, length, role)

    def refutations(self, length: int) -> Iterator[Node]:
        """The defences against the move on the board after which the goal is not reached in `length` moves."""
        for reply in self.replies():
            with self.played(reply):
                ends = self.play is not Play.DIRECT and self.is_reached()
                holds = ends and not (self.exact and length > 1) or length > 1 and self.search.attacker_wins(length - 1)
            if not holds:
                yield self.refutation(reply)

    def refutation(self, reply: int) -> Node:
        """The node of a defence that refutes, with the duty it leaves the attacker."""
        with self.played(reply):
            ends = self.play is not Play.DIRECT and self.is_reached()
            return Node(self.uci(reply), Role.REFUTATION, () if ends else self.duties())

    def is_trivial(self) -> bool:
        """Is the try on the board one that is not to be shown?

        So is a check where those are to be left out, and what leaves the side that is to mate but kings, if it must not.
        """
        if self.options.keep_mating_piece:
            men = [man for man in self.judge.save().men if man]
            side = self.judge.turn ^ (self.play is Play.DIRECT)
            if all(man.upper() == self.royal for man in men if man.islower() == bool(side)):
                return True
        return self.options.avoid_trivial_tries and self.judge.in_check(self.judge.turn)

    def tries(self, move: int, length: int) -> Iterator[Node]:
        """The node of a first move that few enough defences refute."""
        with self.played(move):
            if not self.search.is_within_limits(length):
                return
            with self.spent(length):
                refutations = list(islice(self.refutations(length), self.options.defence + 1))
            if 0 < len(refutations) <= self.options.defence and not self.is_trivial():
                node = self.attack(move, length, Role.TRY)
                yield self.tried(node, refutations)

    @staticmethod
    def tried(node: Node, refutations: Sequence[Node]) -> Node:
        """The node of a try with its refutations."""
        return Node(node.move, node.role, (*node.children, *refutations), node.zugzwang)

    def post_key(self, length: int) -> tuple[tuple[Node, ...], bool]:
        """The play after a key that is on the board, in as few moves as it takes, and what refutes it.

        And whether there is zugzwang. Nothing where the diagram gives the defender more freedom than allowed.
        """
        if not self.search.is_within_limits(length, False):
            return (), False
        with self.spent(length):
            length = next((short for short in range(1, length) if not any(self.refutations(short))), length)
            threats, zugzwang = self.threats(length)
            return (*threats.nodes, *self.defences(length, Role.VARIATION, threats), *self.refutations(length)), zugzwang

    def freedom(self, move: int) -> tuple[int, str]:
        """How many moves a move leaves to the other side, and its text: an order to try moves in."""
        with self.played(move):
            return self.judge.legal_move_count(), self.uci(move)


class _Played:
    """What Tree.played gives."""

    __slots__ = ("move", "tree")

    def __init__(self, tree: Tree, move: int) -> None:
        self.tree, self.move = tree, move

    def __enter__(self) -> None:
        self.tree.judge.push(self.move)
        self.tree.line.append(self.move)

    def __exit__(self, *unused: object) -> None:
        self.tree.line.pop()
        self.tree.judge.pop()
