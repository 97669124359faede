"""Checking the tree of forced play: every move, every length, and the conventions about which play is shown.

The length of a move of the attacker is the number of his moves until the goal, this one included. It is the depth of
the tree, since the longest defence is always shown. (For a try it is the length of the problem, and in exact play
always what remains of the problem's length.)
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from feerie.game.position import Position
from feerie.problems.solution import Node, Role
from feerie.problems.stipulation import Play
from feerie.rules.side import SIDES
from feerie.rules.target import may_be_of
from feerie.rules.unit import unit_of
from feerie.verification.claim_reader import Claims
from feerie.verification.claims import PASS, CheckBudget, CheckReport, Claim, Path, RefutationReason
from feerie.verification.forcing import Forcing
from feerie.verification.referee import Referee

__all__ = ["check_tree"]

ROLES = {
    Role.KEY: (Role.THREAT, Role.VARIATION),
    Role.TRY: (Role.THREAT, Role.VARIATION, Role.REFUTATION),
    Role.THREAT: (Role.THREAT, Role.VARIATION),
    Role.CONTINUATION: (Role.THREAT, Role.VARIATION),
    Role.VARIATION: (Role.CONTINUATION,),
    Role.SET_PLAY: (Role.CONTINUATION,),
    Role.REFUTATION: (Role.DUTY,),
    Role.DUTY: (),
}
"""What may follow a move of each role."""
LAST = 1000
"""The cost of the checks that are made last."""


def check_tree(claims: Claims, report: CheckReport, budget: CheckBudget) -> None:
    """Check all claims of a tree; costly checks are queued (see CheckReport.run)."""
    assert claims.tree is not None
    _Tree(claims, claims.tree, report, budget).check()


@dataclass(frozen=True)
class _After:
    """A position with the defender to move: after a move of the attacker, or (set play) after a null move.

    `length`: the number of moves of the attacker to the goal, the one just played included. Defences that refute are
    listed as refutations; in set play they may be left out.
    """

    position: Position
    node: Node
    path: Path
    length: int
    threats: Sequence[str] = ()
    threat_length: int = 0
    role: Role = Role.VARIATION

    @property
    def may_fail(self) -> bool:
        """Whether refutations are possible, which must then be listed."""
        return self.node.role is Role.TRY or self.node.role is Role.DIAGRAM and not self.is_set_play

    @property
    def is_set_play(self) -> bool:
        """Whether it is the diagram after a null move."""
        return self.role is Role.SET_PLAY


class _Tree:
    def __init__(self, claims: Claims, tree: Node, report: CheckReport, budget: CheckBudget) -> None:
        self.claims, self.tree, self.report = claims, tree, report
        self.problem, self.options = claims.problem, claims.problem.options
        self.moves = self.problem.stipulation.moves
        stipulation = self.problem.stipulation
        self.exact = stipulation.exact
        goal_side = stipulation.goal_side ^ self.problem.attacker
        sides = SIDES if stipulation.play is Play.REFLEX or self.options.quodlibet else (SIDES[goal_side],)
        self.forcing = Forcing(Referee(stipulation.goal, budget, sides=sides), stipulation.play, stipulation.exact,
                               self.options.threat, self.options.max_flights, self.options.quodlibet)
        self.limited = self.options.threat is not None or self.options.max_flights is not None
        self.referee = self.forcing.referee
        self.short = False

    # ------------------------------------------------------------------------------------------- the root

    def check(self) -> None:
        start = Position(self.problem.genre, self.problem.start).without_clocks()
        if self.problem.is_post_key:
            self.post_key(start)
            return
        self.places(self.tree, (Role.SET_PLAY, Role.DUTY, Role.TRY, Role.KEY), ())
        self.set_play(start)
        self.duties(start, self.tree, ())
        for node in self.tree.with_role(Role.KEY, Role.TRY):
            self.first_move(start, node)
        if self.claims.variations:
            self.report.note(Claim.SOUND, (), RefutationReason.SHORT if self.short != self.claims.short else None)
        elif not self.exact:
            self.report.later(self.moves, Claim.SOUND, (), lambda: RefutationReason.SHORT if self.claims.short != any(
                self.forcing.forces(start, str(node.move), self.moves - 1)
                for node in self.tree.with_role(Role.KEY)) else None)
        self.further(start)

    def post_key(self, start: Position) -> None:
        """Check post-key play: the shortest play after the key, or what refutes it."""
        tree = self.tree
        self.places(tree, (Role.THREAT, Role.VARIATION, Role.REFUTATION), ())
        self.report.note(Claim.SOUND, (), RefutationReason.SHORT if self.claims.short else None)
        refuted = bool(tree.with_role(Role.REFUTATION))
        length = self.moves
        if not self.forcing.has_few_flights(start, length):
            self.report.note(Claim.LISTS, (), RefutationReason.ROLE if tree.children else None)
            return
        if not refuted and not self.exact and self.claims.variations:
            length = min(self.depth(tree) or self.moves, self.moves)
            if length > 1:
                self.report.later(length - 1, Claim.SHORTEST, (), lambda: (
                    RefutationReason.SHORTER if self.forcing.replies(start)
                    and not next(self.forcing.refutations(start, length - 1), None) else None))
        if self.claims.variations or refuted:
            self.after(start, tree, (), length)
        else:
            self.keys_only(tree, ())

    def keys_only(self, node: Node, path: Path) -> None:
        """Check that nothing is said of what follows, where no variations are claimed."""
        if node.children:
            self.report.note(Claim.LISTS, path, RefutationReason.ROLE)
        if node.zugzwang:
            self.report.note(Claim.ZUGZWANG, path, RefutationReason.NO_THREAT_POSSIBLE)

    def duties(self, position: Position, node: Node, path: Path) -> None:
        """Check the moves of the attacker that a reflex duty forces: exactly those that reach the goal."""
        goals = self.referee.goals(position) if self.forcing.play is Play.REFLEX else ()
        shown = node.with_role(Role.DUTY)
        for child in shown:
            below = (*path, str(child.move))
            self.places(child, ROLES[child.role], below)
            legal = self.referee.is_option(position, child.move)
            if self.report.note(Claim.LEGAL, below, None if legal else RefutationReason.ILLEGAL):
                self.report.note(Claim.RULES, below, None if child.move in goals else RefutationReason.DUTY)
        for move in goals if self.claims.variations else ():
            if move not in [child.move for child in shown]:
                self.report.note(Claim.RULES, (*path, move), RefutationReason.DUTY)

    def set_play(self, start: Position) -> None:
        """Check set play; there is none if the side that begins is in check."""
        shown = self.tree.with_role(Role.SET_PLAY)
        position = Position(self.problem.genre, self.problem.set_play_start).without_clocks()
        if self.limited and not self.forcing.is_within_limits(position, self.moves):
            self.report.note(Claim.LISTS, (PASS,), RefutationReason.ROLE if shown else None)
        elif shown or self.options.set_play and self.claims.variations and not start.is_check():
            node = Node(None, Role.DIAGRAM, shown)
            self.defences(_After(position, node, (PASS,), self.moves, role=Role.SET_PLAY))

    def first_move(self, start: Position, node: Node) -> None:
        """Check a key or a try."""
        is_try = node.role is Role.TRY
        length = self.attack(start, node, (), self.moves)
        move = str(node.move)
        if self.limited and self.referee.is_legal(start, move) and not (
                self.forcing.reaches and move in self.referee.goals(start)):
            after = self.referee.play(start, move)
            self.report.later(self.moves, Claim.FORCED, (move,), lambda: (
                None if self.forcing.is_within_limits(after, self.moves) else RefutationReason.NOT_FORCED))
        if length is None or is_try:
            return
        self.short = self.short or length < self.moves
        if length > 1 and not self.exact and self.claims.variations:
            self.report.later(length - 1, Claim.SHORTEST, (str(node.move),), lambda: (
                RefutationReason.SHORTER if self.forcing.forces(start, str(node.move), length - 1) else None))

    def further(self, start: Position) -> None:
        """Check that no other move solves, and that no try is missing."""
        if not self.claims.complete:
            return
        first = {node.move: node.role for node in self.tree.with_role(Role.KEY, Role.TRY)}

        def solves(move: str) -> RefutationReason | None:
            return RefutationReason.FURTHER if self.forcing.forces(start, move, self.moves) else None

        def tries(move: str) -> RefutationReason | None:
            if self.forcing.forces(start, move, self.moves) or not self.referee.is_legal(start, move):
                return None
            after = self.referee.play(start, move)
            if not self.forcing.is_within_limits(after, self.moves):
                return None
            few = 0
            for few, _ in enumerate(self.forcing.refutations(after, self.moves), 1):
                if few > self.options.defence:
                    return None
            if not few or self.options.avoid_trivial_tries and after.is_check() or self.no_man_left(after):
                return None
            return RefutationReason.FURTHER_TRY

        for move in self.forcing.attacks(start):
            if first.get(move) is not Role.KEY:
                self.report.later(LAST, Claim.COMPLETE, (move,), partial(solves, move))
            refutable = self.moves > 1 or self.forcing.play is Play.SELF
            if move not in first and self.options.tries and refutable:
                self.report.later(LAST + 1, Claim.COMPLETE, (move,), partial(tries, move))

    def no_man_left(self, position: Position) -> bool:
        """Whether the side that is to mate has only kings left, if the option "keep mating piece" is set."""
        side = self.problem.stipulation.goal_side ^ self.problem.attacker
        men = [unit_of(man) for man in position.men().values() if may_be_of(man, side)]
        return self.options.keep_mating_piece and all(man.letter == position.genre.royal.letter for man in men)

    # --------------------------------------------------------------------------------------- attacker's moves

    def attack(self, position: Position, node: Node, path: Path, limit: int) -> int | None:
        """Check a move of the attacker and all below it; returns its length, None if it is unknown."""
        assert node.move is not None
        path = (*path, node.move)
        self.places(node, ROLES[node.role], path)
        legal = self.referee.is_option(position, node.move)
        if not self.report.note(Claim.LEGAL, path, None if legal else RefutationReason.ILLEGAL):
            return None
        if node.move not in self.forcing.attacks(position):
            self.report.note(Claim.RULES, path, RefutationReason.DUTY)
            return None
        self.forcing.hints.setdefault(position.key, []).append(node.move)
        if self.forcing.reaches and node.move in self.referee.goals(position):
            self.report.note(Claim.GOAL, path, RefutationReason.GOES_ON if node.children or node.zugzwang else None)
            self.report.note(Claim.LENGTH, path, RefutationReason.WRONG_LENGTH if self.exact and limit > 1 else None)
            return 1
        after = self.referee.play(position, node.move)
        length = self.length(node, limit)
        if length is None:
            self.report.note(Claim.GOAL, path, RefutationReason.NO_GOAL)
            return None
        if not self.report.note(Claim.LENGTH, path, RefutationReason.TOO_LONG if length > limit else None):
            return None
        if node.role is not Role.TRY:
            self.report.later(length, Claim.FORCED, path, lambda: (
                None if self.forcing.forces(position, str(node.move), length) else RefutationReason.NOT_FORCED))
        if self.claims.variations or node.role is Role.TRY:
            self.after(after, node, path, length)
        else:
            self.keys_only(node, path)
        return length

    def length(self, node: Node, limit: int) -> int | None:
        """The length of a move according to the tree; None if the tree does not reach the goal."""
        if self.exact or node.role is Role.TRY or not self.claims.variations:
            return limit
        return self.depth(node)

    def depth(self, node: Node) -> int | None:
        """The number of attacker's moves in the longest play of a move of the attacker; None if it does not end."""
        below = []
        for child in node.children:
            if child.role is Role.THREAT:
                below.append(self.depth(child))
            elif child.children:
                below.extend(self.depth(answer) for answer in child.children)
            elif not self.forcing.is_direct:
                below.append(0)
        known = [length for length in below if length is not None]
        if len(known) < len(below):
            return None
        return 1 + max(known) if known else 1 if self.forcing.reaches and not node.children else None

    # ------------------------------------------------------------------------------------- defender's moves

    def after(self, position: Position, node: Node, path: Path, length: int) -> None:
        """Check what follows a move of the attacker, or the diagram of post-key play."""
        threats, threat_length = self.threats(position, node, path, length)
        self.forcing.threats[position.key] = list(threats)
        if node.role is Role.TRY or node.with_role(Role.REFUTATION):
            self.refutations(position, node, path, length)
        self.defences(_After(position, node, path, length, threats, threat_length))

    def threats(self, position: Position, node: Node, path: Path, length: int) -> tuple[Sequence[str], int]:
        """Check the threats, or that there are none; returns the threats and their length (0 for none)."""
        note = self.report.note
        nodes = node.with_role(Role.THREAT)
        expected = length > 1 and not self.options.no_threat and not position.is_check() and self.claims.variations
        if not expected:
            if nodes or node.zugzwang:
                note(Claim.THREATS if nodes else Claim.ZUGZWANG, path, RefutationReason.NO_THREAT_POSSIBLE)
            return (), 0
        passed = self.referee.passed(position)
        if not nodes:
            if node.zugzwang:
                self.report.later(length - 1, Claim.ZUGZWANG, path, lambda: (
                    None if self.nothing_threatened(position, length) else RefutationReason.THREATENS))
            else:
                note(Claim.ZUGZWANG, path, RefutationReason.NOTHING_SAID)
            return (), 0
        if node.zugzwang:
            note(Claim.ZUGZWANG, path, RefutationReason.THREATENS)
        moves, threat_length = self.answers(passed, nodes, (*path, PASS), length - 1, Claim.THREATS,
                                            RefutationReason.THREAT_MISSING)
        return moves, threat_length

    def nothing_threatened(self, position: Position, length: int) -> bool:
        """Whether a null move of the defender would refute; False if he is in check."""
        return not position.is_check() and not self.forcing.wins(self.referee.passed(position), length - 1)

    def answers(self, position: Position, nodes: Sequence[Node], path: Path, limit: int, claim: Claim,
                missing: RefutationReason) -> tuple[list[str], int]:
        """Check alternatives of the attacker: of equal length, none shorter, none missing; returns moves and length."""
        lengths = [self.attack(position, node, path, limit) for node in nodes]
        moves = [str(node.move) for node in nodes]
        known = {length for length in lengths if length}
        if None in lengths or not known:
            return moves, 0
        length = min(known)
        if not self.report.note(Claim.LENGTH, path, RefutationReason.UNEQUAL if len(known) > 1 else None):
            return moves, 0
        if not self.exact:
            self.report.later(length - 1, Claim.SHORTEST, path, lambda: (
                RefutationReason.SHORTER if self.forcing.shortest(position, length - 1) else None))
        self.report.later(length, claim, path, lambda: missing if any(
            self.forcing.forces(position, move, length) for move in self.forcing.attacks(position)
            if move not in moves) else None)
        return moves, length

    def refutations(self, position: Position, node: Node, path: Path, length: int) -> None:
        """Check that the refutations refute, and how many a try has."""
        found = node.with_role(Role.REFUTATION)
        limit = self.options.defence or len(found)
        if node.role is Role.TRY:
            few = 0 < len(found) <= limit
            trivial = self.options.avoid_trivial_tries and position.is_check()
            self.report.note(Claim.TRIES, path, None if few and not trivial else RefutationReason.REFUTATIONS)
        replies = self.forcing.replies(position)
        for child in found:
            move = str(child.move)
            below = (*path, move)
            self.places(child, ROLES[child.role], below)
            if self.legal(position, replies, below):
                self.report.later(length - 1, Claim.REFUTED, below, partial(self.refutes, position, move, length))
                if not self.forcing.is_direct and move in self.referee.goals(position):
                    self.report.note(Claim.RULES, below, RefutationReason.DUTY if child.children else None)
                else:
                    self.duties(self.referee.play(position, move), child, below)

    def refutes(self, position: Position, move: str, length: int) -> RefutationReason | None:
        """The reason why a defence does not refute; None if it does."""
        return RefutationReason.ANSWERED if self.forcing.holds(position, move, length) else None

    def legal(self, position: Position, replies: Sequence[str], path: Path) -> bool:
        """Record whether the last move of a path is legal for the defender and fulfils his duty."""
        legal = self.referee.is_option(position, path[-1])
        if not self.report.note(Claim.LEGAL, path, None if legal else RefutationReason.ILLEGAL):
            return False
        return path[-1] in replies or self.report.note(Claim.RULES, path, RefutationReason.DUTY)

    def defences(self, after: _After) -> None:
        """Check the defences listed, and that no other has to be listed."""
        position, path = after.position, after.path
        replies = self.forcing.replies(position)
        refutations = {child.move for child in after.node.with_role(Role.REFUTATION)}
        shown = after.node.with_role(after.role)
        ends = () if self.forcing.is_direct else self.referee.goals(position)
        if not self.claims.variations:
            shown = ()
        ends_at_once = after.length == 1 and self.problem.is_post_key      # refutations are shown beside other play
        goes_on = not self.options.mates_in_1 and (
            bool(refutations) and not ends_at_once or bool(after.threats)
            or any(child.move not in ends for child in shown))
        for child in shown:
            self.defence(after, child, replies, ends, goes_on)
        listed = {child.move for child in shown} | refutations
        for reply in replies:
            if reply in listed:
                continue
            if reply in ends and not self.exact:
                if self.claims.variations and not goes_on:
                    self.end(after, (*path, reply), RefutationReason.DEFENCE_MISSING)
            elif self.claims.variations or after.may_fail:
                self.report.later(max(after.length - 1, 1), Claim.DEFENCES, (*path, reply),
                                  partial(self.unlisted, after, reply))

    def end(self, after: _After, path: Path, reason: RefutationReason | None) -> None:
        """Check a defence that reaches the goal, where no other play is shown; `reason`: what is wrong, or None.

        In set play of several moves it is listed only if no defence refutes.
        """
        if not after.is_set_play or after.length == 1 or self.options.mates_in_1:
            self.report.note(Claim.DEFENCES, path, reason)
            return
        opposite = None if reason else RefutationReason.NEEDLESS
        self.report.later(after.length, Claim.DEFENCES, path, lambda: (
            opposite if next(self.forcing.refutations(after.position, after.length), None) else reason))

    def defence(self, after: _After, child: Node, replies: Sequence[str], ends: Sequence[str], goes_on: bool) -> None:
        """Check a listed defence and its answers; `goes_on`: other play is listed, some of it without the goal."""
        assert child.move is not None
        path = (*after.path, child.move)
        self.places(child, ROLES[child.role], path)
        if not self.legal(after.position, replies, path):
            return
        if child.move in ends:
            self.report.note(Claim.GOAL, path, RefutationReason.GOES_ON if child.children or child.zugzwang else None)
            if goes_on:
                self.report.note(Claim.DEFENCES, path, RefutationReason.NEEDLESS)
            else:
                self.end(after, path, None)
            return
        if not child.children:
            self.report.note(Claim.GOAL, path, RefutationReason.NO_GOAL)
            return
        position = self.referee.play(after.position, child.move)
        _, length = self.answers(position, child.children, path, after.length - 1, Claim.ANSWERS,
                                 RefutationReason.ANSWER_MISSING)
        if not length:
            return
        if length < after.threat_length or self.options.no_short_variations and length < after.length - 1:
            self.report.note(Claim.DEFENCES, path, RefutationReason.NEEDLESS)
        elif length == after.threat_length:
            self.report.later(length, Claim.DEFENCES, path, lambda: (
                RefutationReason.NEEDLESS if self.threats_work(after, position) else None))

    def unlisted(self, after: _After, reply: str) -> RefutationReason | None:
        """The reason why a defence should have been listed; None if it need not be."""
        if after.may_fail and not self.forcing.holds(after.position, reply, after.length, after.threats):
            return RefutationReason.REFUTATION_MISSING
        if not self.claims.variations or not self.referee.is_legal(after.position, reply):
            return None
        position = self.referee.play(after.position, reply)
        if after.threat_length and self.threats_work(after, position):
            return None
        least = after.length - 1 if self.options.no_short_variations else after.threat_length
        if least > 1 and not self.exact and self.forcing.shortest(position, least - 1):
            return None
        if after.is_set_play and not self.forcing.shortest(position, after.length - 1):
            return None
        return RefutationReason.DEFENCE_MISSING

    def threats_work(self, after: _After, position: Position) -> bool:
        """Whether every threat still forces the goal after a defence, in the same length as it has as a threat."""
        attacks = self.forcing.attacks(position)
        return all(threat in attacks and self.forcing.forces(position, threat, after.threat_length)
                   for threat in after.threats)

    # ------------------------------------------------------------------------------------------- the form

    def places(self, node: Node, roles: Sequence[Role], path: Path) -> None:
        """Record whether the roles of the moves after a move are possible there, and whether a move is listed twice."""
        stray = next((child for child in node.children if child.role not in roles), None)
        below = (*path, str(stray.move)) if stray else path
        self.report.note(Claim.LISTS, below, RefutationReason.ROLE if stray else None)
        seen: set[tuple[str | None, bool]] = set()
        for child in node.children:
            entry = child.move, child.role is Role.THREAT
            if entry in seen:
                self.report.note(Claim.LISTS, (*path, str(child.move)), RefutationReason.DOUBLE)
            seen.add(entry)
        defends = node.role in (Role.VARIATION, Role.SET_PLAY, Role.REFUTATION)
        if node.zugzwang and (defends or node.role is Role.DUTY or node is self.tree and not self.problem.is_post_key):
            self.report.note(Claim.LISTS, path, RefutationReason.ROLE)
