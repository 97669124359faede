"""Checking all claims of a solution."""
from __future__ import annotations

from collections.abc import Callable

from feerie.game.position import Position
from feerie.problems.problem import Problem
from feerie.problems.solution import Role
from feerie.problems.stipulation import Play
from feerie.rules.goal import Aim
from feerie.rules.royalty import Doctrine
from feerie.verification.claim_reader import Claims, ProofClaims
from feerie.verification.claims import (
    CheckBudget,
    CheckReport,
    Claim,
    Flag,
    OutOfBudget,
    RefutationReason,
    Verification,
)
from feerie.verification.line_rules import ENDINGS
from feerie.verification.lines import check_lines, count_solutions
from feerie.verification.proof_tree import check_proof
from feerie.verification.referee import Referee
from feerie.verification.tree import check_tree

__all__ = ["NODES", "verify"]

NODES = 200_000
"""The default limit of positions played for one solution: some seconds."""
UNKNOWN = ("non_trivial", "goal_is_end", "null_moves", "castling_exclusive")
"""Options that change what a solution is and that the checker does not implement."""


def verify(claims: Claims | ProofClaims, *, max_nodes: int | None = NODES, max_seconds: float | None = None,
           progress: Callable[[int, int], None] | None = None, stop: Flag | None = None) -> Verification:
    """Check every claim of a solution; claims that would exceed the limits (None: no limit) are not checked.

    `progress`: called with the number of costly checks done and their total. `stop`: when it is set, the check ends
    soon.
    """
    problem = claims.problem
    if isinstance(claims, ProofClaims):
        return _verify_proof(claims, CheckBudget(max_nodes, max_seconds, stop), progress)
    searches = problem.stipulation.exact and problem.stipulation.play.is_battle     # lengths are searched first
    budget, report = CheckBudget(max_nodes if searches else None, max_seconds, stop), CheckReport()
    _check_lists(claims, report)
    _check_verdict(claims, report)
    diagram = Position(problem.genre, problem.start)
    claims_nothing = not claims.lines and not (claims.tree and claims.tree.children)
    legal = diagram.is_valid() or bool(problem.stipulation.introductory)
    report.note(Claim.DIAGRAM, (), None if legal else RefutationReason.ILLEGAL_DIAGRAM)
    if not _is_known(problem):
        report.skip(Claim.LEGAL if not claims_nothing else Claim.COMPLETE, "unknown")
    elif legal or not claims_nothing:
        try:
            (check_tree if claims.tree is not None else check_lines)(claims, report, budget)
        except (OutOfBudget, RecursionError):
            report.skip(Claim.LEGAL, "budget")
        budget.limit = max_nodes        # until here only the moves of the document were played
        report.run(progress)
    return Verification(report.findings, budget.nodes, budget.seconds)


def _verify_proof(claims: ProofClaims, budget: CheckBudget, progress: Callable[[int, int], None] | None
                  ) -> Verification:
    """Check the claims about one forced mate."""
    report = CheckReport()
    legal = Position(claims.problem.genre, claims.problem.start).is_valid()
    report.note(Claim.DIAGRAM, (), None if legal else RefutationReason.ILLEGAL_DIAGRAM)
    if legal:
        check_proof(claims, report, budget)
        report.run(progress)
    return Verification(report.findings, budget.nodes, budget.seconds)


def _is_known(problem: Problem) -> bool:
    """Whether the checker implements the goal, the kind of play and the options."""
    stipulation, plain = problem.stipulation, type(problem.options)()
    many = problem.genre.royalty.doctrine is Doctrine.MULTIPLEX       # its mates are defined for legal positions only
    return (stipulation.play in ENDINGS or stipulation.play.is_battle and not stipulation.introductory) \
        and all(goal is None or Referee.knows(goal) and not (goal.aim.exposes_king and many)
                for goal in (stipulation.goal, stipulation.own_goal)) \
        and not (problem.end is not None and stipulation.play.is_series and stipulation.play is not Play.SERIES) \
        and not (problem.options.keep_mating_piece and stipulation.goal.aim is not Aim.MATE) \
        and all(getattr(problem.options, name) == getattr(plain, name) for name in UNKNOWN)


def _check_lists(claims: Claims, report: CheckReport) -> None:
    """Keys, tries, set play and lines are those of the tree; without a tree the keys are the lines' first moves."""
    tree = claims.tree

    def first(role: Role) -> list[str | None]:
        return [node.move for node in tree.with_role(role)] if tree else []

    keys: list[str | None] = first(Role.KEY) if tree else list(dict.fromkeys(line[0] for line in claims.lines))
    if claims.problem.is_post_key and not first(Role.KEY):
        keys = []
    expected = {"keys": list(claims.keys) == keys, "tries": list(claims.tries) == first(Role.TRY),
                "set_play": list(claims.set_play) == first(Role.SET_PLAY) if tree else
                all(isinstance(line, tuple) for line in claims.set_play), "lines": not (tree and claims.lines)}
    for name, fits in expected.items():
        report.note(Claim.LISTS, () if fits else (name,), None if fits else RefutationReason.LIST)


def _check_verdict(claims: Claims, report: CheckReport) -> None:
    """Check whether "sound" follows from the number of solutions.

    Forced play has one key unless another number is intended; other play is sound with the intended number or with one
    solution, and open (None) with several; shorter solutions make it unsound. An incomplete search can only say "no".
    In a parry series without help, all parries of a check belong to one solution.
    """
    wanted = claims.problem.intended_solutions
    count = len(claims.keys) if claims.tree else count_solutions(claims)
    sound: bool | None
    if claims.problem.is_post_key:
        sound = None
    elif claims.short or claims.complete and not count:
        sound = False
    elif not claims.complete:
        most = wanted if wanted is not None else 1 if claims.tree else count
        sound = False if count > most else None
    elif wanted is None and not claims.tree and count > 1:
        sound = None
    else:
        sound = count == (wanted or 1)
    report.note(Claim.SOUND, (), None if sound is claims.sound else RefutationReason.VERDICT)
