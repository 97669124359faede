"""Checking the proof of one forced mate: a tree with all replies of the defender and one answer to each.

- The first move is the key; it and every answer are legal.
- Each of them is followed by all legal replies, each once, unless it has reached the goal.
- Each branch ends with the goal, after at most the number of moves claimed.

If the claim is that the goal cannot be forced in fewer moves, `forcing` searches for that.
"""
from __future__ import annotations

from feerie.game.position import Position
from feerie.problems.solution import Node, Role
from feerie.problems.stipulation import Play
from feerie.verification.claim_reader import ProofClaims
from feerie.verification.claims import CheckBudget, CheckReport, Claim, OutOfBudget, Path, RefutationReason
from feerie.verification.forcing import Forcing
from feerie.verification.referee import Referee

__all__ = ["check_proof"]


def check_proof(claims: ProofClaims, report: CheckReport, budget: CheckBudget) -> None:
    """Check the proof, and queue the search for shorter play."""
    stipulation = claims.problem.stipulation
    position = Position(claims.problem.genre, claims.problem.start)
    referee = Referee(stipulation.goal, budget)
    if claims.tree is not None:
        _Proof(referee, stipulation.play is Play.DIRECT, report).check(position, claims.tree, claims.moves)
        report.note(Claim.LISTS, (), None if _has_line(claims.tree, claims.line) else RefutationReason.LIST)
    if claims.none_within:
        forcing = Forcing(referee, stipulation.play, False)
        report.later(claims.none_within, Claim.SHORTEST, (), lambda: (
            RefutationReason.SHORTER if forcing.wins(position, claims.none_within) else None))


def _has_line(tree: Node, line: Path) -> bool:
    """Whether a line is a branch of a tree from the root to its end."""
    node: Node | None = tree
    for move in line:
        node = next((child for child in node.children if child.move == move), None) if node else None
    return node is not None and not node.children


class _Proof:
    """Walks through a proof. `is_direct`: the attacker reaches the goal; otherwise he makes the defender reach it."""

    def __init__(self, referee: Referee, is_direct: bool, report: CheckReport) -> None:
        self.referee, self.is_direct, self.report = referee, is_direct, report

    def check(self, position: Position, tree: Node, moves: int) -> None:
        """Check the whole proof; what exceeds the budget is not checked."""
        try:
            self.attack(position, tree, (), moves, Role.KEY)
        except OutOfBudget:
            self.report.skip(Claim.FORCED, "budget")

    def attack(self, position: Position, before: Node, path: Path, moves: int, role: Role) -> None:
        """Check the one move of the attacker after a node, the first of `moves`, and what follows."""
        if len(before.children) != 1:
            self.report.note(Claim.FORCED, path, RefutationReason.NOT_FORCED if not before.children
                             else RefutationReason.LIST)
            return
        [node] = before.children
        path = (*path, str(node.move))
        self.report.note(Claim.LISTS, path, None if node.role is role else RefutationReason.ROLE)
        if not self.report.note(Claim.LEGAL, path, None if self.referee.is_legal(position, node.move)
                                else RefutationReason.ILLEGAL):
            return
        if not self.report.note(Claim.LENGTH, path, None if moves > 0 else RefutationReason.TOO_LONG):
            return
        if self.is_direct and node.move in self.referee.goals(position):
            self.report.note(Claim.GOAL, path, RefutationReason.GOES_ON if node.children else None)
            return
        self.replies(self.referee.play(position, str(node.move)), node, path, moves)

    def replies(self, position: Position, node: Node, path: Path, moves: int) -> None:
        """Check that all replies are there, and each of them."""
        listed = [str(child.move) for child in node.children]
        legal = self.referee.moves(position)
        if not legal:
            self.report.note(Claim.GOAL, path, RefutationReason.NO_GOAL)
            return
        self.report.note(Claim.LISTS, path, None if len(set(listed)) == len(listed) else RefutationReason.DOUBLE)
        for missing in sorted(set(legal) - set(listed)):
            self.report.note(Claim.FORCED, (*path, missing), RefutationReason.DEFENCE_MISSING)
        for child in node.children:
            below = (*path, str(child.move))
            self.report.note(Claim.LISTS, below, None if child.role is Role.VARIATION else RefutationReason.ROLE)
            if not self.report.note(Claim.LEGAL, below, None if child.move in legal else RefutationReason.ILLEGAL):
                continue
            if not self.is_direct and child.move in self.referee.goals(position):
                self.report.note(Claim.GOAL, below, RefutationReason.GOES_ON if child.children else None)
            else:
                self.attack(self.referee.play(position, str(child.move)), child, below, moves - 1, Role.CONTINUATION)
        self.report.note(Claim.FORCED, path, None)
