"""The solution tree of forced play (direct, self and reflex): keys, tries, threats, variations and continuations.

Which moves a solution shows follows the composers' conventions: all of the attacker's shortest continuations, and
the defences that do not prevent the goal but defeat at least one threat. `forced_jobs` builds the same tree piece by
piece, for several workers.
"""
from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from feerie.kernel.verdict import Judge
from feerie.problems.problem import Problem
from feerie.problems.solution import Node, Role
from feerie.problems.stipulation import Play
from feerie.rules.target import may_be_of
from feerie.rules.unit import letter_of
from feerie.search.forced.forced import ForcedSearch
from feerie.search.forced.forced_play import ForcedPlay
from feerie.search.forced.proof_numbers import ProofNumberSearch
from feerie.solving.jobs import LinePlayed, PackedLine

__all__ = ["PLAYS", "Threats", "TreeBuilder"]

PLAYS = (Play.DIRECT, Play.SELF, Play.REFLEX, Play.SEMI_REFLEX)
"""The kinds of forced play; the index is the search's number for each."""

LEAF, REFUTES, HIDDEN, FIRST_RECORD = 0, 1, 2, 3
"""As in forced_play.pxd."""

MOVE_TEXT = attrgetter("move")


class Threats(NamedTuple):
    """What an attacker's move threatens: the moves that reach the goal in `length` moves if the defender passes."""

    length: int = 0
    moves: PackedLine = ()
    nodes: tuple[Node, ...] = ()


class TreeBuilder:
    """Builds the nodes of a solution tree by asking a search about the position on its board.

    Lengths are moves of the attacker, including the one in question. The play is found as records (see ForcedPlay),
    and nodes are made of them: one for each move with its record, however many lines lead to it. `line` holds the
    moves on the board (PASS for a pass); `uci` gives the text of a move. `decider`: what answers long questions, the
    search itself unless another is given.
    """

    MAX_WORDS = 1 << 20
    """Records are forgotten when they are longer than this together."""

    search: ForcedSearch
    decider: ForcedSearch | ProofNumberSearch
    records: ForcedPlay

    def __init__(self, problem: Problem, judge: Judge) -> None:
        self.options, self.play, self.exact = problem.options, problem.stipulation.play, problem.stipulation.exact
        self.judge, self.royal = judge, problem.genre.royal.letter
        self.uci: Callable[[int], str] = judge.rules.tables.uci_texts.__getitem__
        self.line: list[int] = []
        self.words = array("I", bytes(4 * FIRST_RECORD))
        self.plays: dict[int, tuple[tuple[Node, ...], bool]] = {}
        self.continuations: dict[tuple[int, Role], tuple[Node, ...]] = {}
        self.made: dict[Role, dict[tuple[int, int], Node]] = {role: {} for role in Role}

    def ask(self, search: ForcedSearch, decider: ProofNumberSearch | None) -> None:
        """Ask this search, before anything is built."""
        self.search, self.decider = search, decider or search
        self.records = ForcedPlay(search, self.options.no_threat, self.options.no_short_variations, decider)

    def played(self, move: int) -> LinePlayed:
        """A block in which the move is on the board."""
        return LinePlayed(self.judge, (move,), self.line)

    def line_played(self, line: PackedLine) -> LinePlayed:
        """A block in which the moves of a line are on the board."""
        return LinePlayed(self.judge, line, self.line)

    def allowance_spent(self, length: int) -> AbstractContextManager[None]:
        """A block in which the allowance of non-trivial defences is what the move on the board leaves of it.

        The move is the first of `length` moves. Without the option "non-trivial" nothing changes.
        """
        return self._allowance_spent(length) if self.options.non_trivial else nullcontext()

    @contextmanager
    def _allowance_spent(self, length: int) -> Iterator[None]:
        allowance = self.search.charge_allowance(length)
        try:
            yield
        finally:
            self.search.restore_allowance(allowance)

    def is_reached(self) -> bool:
        """Whether the last move of the line has reached the goal."""
        return self.search.is_reached(self.line[-1])

    def attacks(self) -> list[int]:
        """The attacker's moves; none where a reflex duty forces him to reach the goal himself."""
        if self.play is Play.REFLEX and self.search.can_reach_goal():
            return []
        return self._sorted(self.search.attacker_moves())

    def duties(self) -> tuple[Node, ...]:
        """The goal-reaching moves that a reflex duty forces on the attacker."""
        if self.play is not Play.REFLEX:
            return ()
        return tuple(Node(self.uci(move), Role.DUTY) for move in self._sorted(self.search.goals.reaching_moves()))

    def _sorted(self, moves: list[int]) -> list[int]:
        """Moves sorted by their UCI texts, so that the order does not depend on the search."""
        return sorted(moves, key=self.uci)

    def replies(self) -> list[int]:
        """The defender's moves; in reflex play only those that reach the goal, if there are any."""
        return self._sorted(self.records.replies())

    def attack(self, move: int, length: int, role: Role) -> Node:
        """The node of the attacker's move on the board, which forces the goal in `length` moves."""
        if self.has_reached():
            return Node(self.uci(move), role)
        self._forget_records()
        record = self.records.play(length)
        self._read_records()
        return self._attack_node(move, role, record)

    def _forget_records(self) -> None:
        """Forget all records if they are long."""
        if len(self.words) > self.MAX_WORDS:
            self.records.clear()
            self.plays.clear()
            self.continuations.clear()
            for nodes in self.made.values():
                nodes.clear()
            del self.words[FIRST_RECORD:]

    def _read_records(self) -> None:
        """Read the records found since the last time."""
        self.words.frombytes(self.records.hand_over())

    def _attack_node(self, move: int, role: Role, record: int) -> Node:
        """The node of an attacker's move, by the record of the play after it."""
        if record == LEAF:
            return Node(self.uci(move), role)
        return Node(self.uci(move), role, *(self.plays.get(record) or self._play(record)))

    def _play(self, record: int) -> tuple[tuple[Node, ...], bool]:
        """The play of a record, and whether it is zugzwang."""
        threats, zugzwang, count = self.words[record:record + 3]
        nodes = self._attack_nodes(threats, Role.THREAT)
        defences = self._nodes(self._defence_node, Role.VARIATION, record + 3, count)
        found = self.plays[record] = (*nodes, *self.worth_showing(defences, bool(nodes))), bool(zugzwang)
        return found

    def _defence_node(self, move: int, role: Role, record: int) -> Node:
        """The node of a defence, by the record of the continuations after it."""
        if record == REFUTES:
            return Node(self.uci(move), Role.REFUTATION)
        return Node(self.uci(move), role, self._attack_nodes(record, Role.CONTINUATION))

    def _attack_nodes(self, record: int, role: Role) -> tuple[Node, ...]:
        """The nodes of a record of continuations, or of threats; none for LEAF."""
        if record == LEAF:
            return ()
        found = self.continuations.get((record, role))
        if found is None:
            found = tuple(self._nodes(self._attack_node, role, record + 1, self.words[record]))
            self.continuations[record, role] = found
        return found

    def _nodes(self, make: Callable[[int, Role, int], Node], role: Role, start: int, count: int) -> list[Node]:
        """The nodes of `count` moves from words[start] on, which are followed by their records.

        They are sorted by the texts of the moves, so that the order does not depend on the search. What `make` has made
        of the same move and record is used again.
        """
        made, middle = self.made[role], start + count
        found = []
        for entry in zip(self.words[start:middle], self.words[middle:middle + count]):
            node = made.get(entry)
            if node is None:
                node = made[entry] = make(entry[0], role, entry[1])
            found.append(node)
        found.sort(key=MOVE_TEXT)
        return found

    def has_reached(self) -> bool:
        """Whether the attacker's move on the board has reached the goal, where the attacker is the one to reach it."""
        return (self.play is Play.DIRECT or self.search.quodlibet) and self.is_reached()

    def threats(self, length: int) -> tuple[Threats, bool]:
        """The shortest threats of the attacker's move on the board, and whether it is zugzwang.

        Zugzwang: the defender could pass, and then the attacker could not reach the goal in time.
        """
        self._forget_records()
        record, least, zugzwang = self.records.threats(length)
        self._read_records()
        moves = self._sorted(self.words[record + 1:record + 1 + self.words[record]].tolist())
        return Threats(least, tuple(moves), self._attack_nodes(record, Role.THREAT)), zugzwang

    def defences(self, length: int, role: Role, threats: Threats) -> Sequence[Node]:
        """The defences worth showing, with their shortest continuations.

        Not shown: refutations; defences after which all threats still work, or the goal comes sooner; and, in self
        and reflex play, defences that reach the goal at once, unless there are no others and no threats.
        """
        nodes = [node for reply in self.replies() for node in self.defence(reply, length, role, threats)]
        return self.worth_showing(nodes, bool(threats.moves))

    def defence(self, reply: int, length: int, role: Role, threats: Threats) -> Iterator[Node]:
        """The node of one defence, nothing if it is not worth showing; a refutation if it prevents the goal.

        The node has no children if the defence itself reaches the goal.
        """
        self._forget_records()
        record = self.records.defence(reply, length, threats.moves, threats.length)
        self._read_records()
        if record != HIDDEN:
            yield self._defence_node(reply, role, record)

    def worth_showing(self, nodes: Sequence[Node], has_threats: bool) -> Sequence[Node]:
        """The defences without refutations, and without those that reach the goal at once, unless all do.

        If there are threats, defences that reach the goal at once are not shown even then. With the option
        "mates in 1" they are shown in any case.
        """
        if self.options.mates_in_1:
            return [node for node in nodes if node.children or node.role is not Role.REFUTATION]
        shown = [node for node in nodes if node.children]
        if shown or has_threats or any(node.role is Role.REFUTATION for node in nodes):
            return shown
        return nodes

    def refutations(self, length: int) -> Iterator[Node]:
        """The defences against the move on the board that prevent the goal in `length` moves, in no order."""
        for reply in self.records.replies():
            with self.played(reply):
                ends = self.play is not Play.DIRECT and self.is_reached()
                holds = ends and not (self.exact and length > 1) \
                    or length > 1 and self.decider.attacker_wins(length - 1)
            if not holds:
                yield self.refutation(reply)

    def refutation(self, reply: int) -> Node:
        """The node of a refutation, with the duties it leaves to the attacker in reflex play."""
        with self.played(reply):
            ends = self.play is not Play.DIRECT and self.is_reached()
            return Node(self.uci(reply), Role.REFUTATION, () if ends else self.duties())

    def is_trivial(self) -> bool:
        """Whether an option excludes the try on the board.

        "Avoid trivial tries" excludes checks; "keep mating piece" excludes moves that leave the mating side only kings.
        """
        if self.options.keep_mating_piece:
            men = [man for man in self.judge.save().men if man]
            side = self.judge.turn ^ (self.play is Play.DIRECT)
            if all(letter_of(man) == self.royal for man in men if may_be_of(man, side)):
                return True
        return self.options.avoid_trivial_tries and self.judge.in_check(self.judge.turn)

    def tries(self, move: int, length: int) -> Iterator[Node]:
        """The node of a first move, with its refutations, if it is a try: some defences refute it, but not too many."""
        with self.played(move):
            if not self.search.is_within_limits(length):
                return
            with self.allowance_spent(length):
                refutations = list(islice(self.refutations(length), self.options.defence + 1))
            if 0 < len(refutations) <= self.options.defence and not self.is_trivial():
                node = self.attack(move, length, Role.TRY)
                yield self.tried(node, sorted(refutations, key=lambda node: node.move or ""))

    @staticmethod
    def tried(node: Node, refutations: Sequence[Node]) -> Node:
        """The node of a try with its refutations."""
        return Node(node.move, node.role, (*node.children, *refutations), node.zugzwang)

    def post_key(self, length: int) -> tuple[tuple[Node, ...], bool]:
        """The play after the key, when the defender is to move in the diagram; and whether it is zugzwang.

        The length is the smallest that no defence refutes (in exact play only `length`), else `length`, and then
        refutations are among the nodes.
        Empty where the diagram gives the defender more freedom than the options allow.
        """
        if not self.search.is_within_limits(length, False):
            return (), False
        with self.allowance_spent(length):
            if not self.exact:
                length = next((short for short in range(1, length) if not any(self.refutations(short))), length)
            threats, zugzwang = self.threats(length)
            defences = self.defences(length, Role.VARIATION, threats)
            refutations = sorted(self.refutations(length), key=lambda node: node.move or "")
            return (*threats.nodes, *defences, *refutations), zugzwang

    def freedom(self, move: int) -> tuple[int, str]:
        """A sort key for move ordering: the number of replies a move leaves to the other side, then its text."""
        with self.played(move):
            return self.judge.legal_move_count(), self.uci(move)
