"""Checking help and series play: every line move by move, and by exhaustive search whether there are others."""
from __future__ import annotations

from collections import Counter
from dataclasses import replace

from feerie.game.position import Position
from feerie.problems.problem import Problem
from feerie.problems.solution import UciLine
from feerie.problems.stipulation import Play
from feerie.verification.claim_reader import Claims
from feerie.verification.claims import CheckBudget, CheckReport, Claim, OutOfBudget, RefutationReason
from feerie.verification.constrained import ConstraintChecker
from feerie.verification.line_replay import LineReplay
from feerie.verification.line_rules import OPPOSED, LineEnding, LineRules, LinesAsked
from feerie.verification.line_search import LineSearch

__all__ = ["check_lines", "count_solutions"]

LAST = 1000


def check_lines(claims: Claims, report: CheckReport, budget: CheckBudget) -> None:
    """Check all claims of lines; costly checks are queued (see CheckReport.run)."""
    problem = claims.problem
    rules = LineRules.of(problem, budget)
    most = _most(problem, rules)
    start = Position(problem.genre, problem.start).without_clocks()
    if problem.stipulation.shortest:
        _check_shortest(rules, start, claims, report, budget)
        return
    asked = LinesAsked(rules, start, most, problem.stipulation.introductory)
    _check_all(asked, claims.lines, claims, report, budget)
    is_short = LineReplay(asked).has_short_solution(claims.lines)
    report.note(Claim.SOUND, (), RefutationReason.SHORT if is_short != claims.short else None)
    set_lines = tuple(line for line in claims.set_play if isinstance(line, tuple))
    left = 0 if rules.series else most - 1
    least = rules.ending is LineEnding.EITHER       # its set play has a move before the ending
    fits = problem.stipulation.play is not Play.A_TO_B and problem.plies > 1 and left >= least and not (
        rules.series and (rules.same_side or rules.ending is LineEnding.HELPED))
    if set_lines and not fits:
        report.note(Claim.LISTS, set_lines[0], RefutationReason.ROLE)
    elif fits and (set_lines or problem.options.set_play):
        before = Position(problem.genre, problem.set_play_start).without_clocks()
        _check_all(LinesAsked(rules, before, left), set_lines, claims, report, budget, wanted=problem.options.set_play)


def _check_shortest(rules: LineRules, start: Position, claims: Claims, report: CheckReport, budget: CheckBudget
                    ) -> None:
    """Check the shortest lines to a position: all have the least length, and there is none that is shorter."""
    report.note(Claim.SOUND, (), RefutationReason.SHORT if claims.short else None)
    if not claims.lines:
        if claims.complete:
            report.skip(Claim.COMPLETE, "budget")
        return
    exact, checker = replace(rules, exact=True), ConstraintChecker(claims.problem, start)
    least = min(map(len, claims.lines))
    _check_all(LinesAsked(exact, start, least - 1), claims.lines, claims, report, budget)

    def shorter() -> RefutationReason | None:
        for most in range(least - 1):
            search = LineSearch(LinesAsked(exact, start, most))
            if search.estimate() > budget.left:
                raise OutOfBudget
            if checker.solutions(search.all()):
                return RefutationReason.SHORTER
        return None

    if claims.complete:
        report.later(LAST, Claim.SHORTEST, (), shorter)


def count_solutions(claims: Claims) -> int:
    """The number of solutions: in parry series without help, lines that differ before the first parry."""
    problem = claims.problem
    if problem.stipulation.play not in OPPOSED:
        return len(claims.lines)
    rules = LineRules.of(problem, CheckBudget())
    start = Position(problem.genre, problem.start).without_clocks()
    replay = LineReplay(LinesAsked(rules, start, _most(problem, rules), problem.stipulation.introductory))
    return len({replay.key_line(line) for line in claims.lines})


def _most(problem: Problem, rules: LineRules) -> int:
    """The number of moves of play a full line has before its ending, without introductory moves and parries."""
    if rules.parry:
        return problem.stipulation.moves - (rules.ending is LineEnding.GOAL)
    return problem.plies - problem.stipulation.introductory - rules.ending.lengths[-1]


def _check_all(asked: LinesAsked, lines: tuple[UciLine, ...], claims: Claims, report: CheckReport,
               budget: CheckBudget, *, wanted: bool = True) -> None:
    """Check the lines from one position, one by one and as a whole."""
    problem, replay, search = claims.problem, LineReplay(asked), LineSearch(asked)
    checker = ConstraintChecker(problem, asked.start)
    solutions = checker.solutions(line for line in lines if Claim.GOAL in replay.claims(line)) \
        if problem.constraints else set(lines)
    for line in dict.fromkeys(lines):
        said = replay.claims(line)
        if line not in solutions and Claim.GOAL in said:
            kept = checker.meets(line)
            said[Claim.RULES] = RefutationReason.EARLY if kept else RefutationReason.CONSTRAINT
        for claim, reason in said.items():
            report.note(claim, line, reason)
    for line, times in Counter(lines).items():
        if times > 1:
            report.note(Claim.LISTS, line, RefutationReason.DOUBLE)
    if not claims.complete or not wanted:
        return
    brief = problem.options.stop_on_short_solutions
    known = set(lines)

    def further() -> RefutationReason | None:
        expected = search.estimate()
        if expected > budget.left:
            raise OutOfBudget
        found = checker.solutions(search.all())
        if brief:
            found = {line for line in found if len(line) == min(map(len, found))}
        return None if found <= known else RefutationReason.FURTHER

    def all_ends() -> RefutationReason | None:
        return None if checker.solutions(replay.neighbours(known)) <= known else RefutationReason.ANSWER_MISSING

    def longer() -> RefutationReason | None:
        if search.estimate() > budget.left:
            raise OutOfBudget
        return None if known <= set(search.all()) else RefutationReason.SHORTER

    report.later(LAST, Claim.COMPLETE, (), further)
    if lines and asked.rules.only_shortest:
        report.later(LAST, Claim.SHORTEST, (), longer)
    if lines and not brief:
        report.later(len(lines), Claim.ANSWERS, (), all_ends)
    if asked.rules.opposed and not brief:
        for path, met in replay.parries(known).items():
            report.note(Claim.FORCED, path, None if met else RefutationReason.NOT_FORCED)
