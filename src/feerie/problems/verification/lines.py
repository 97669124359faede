"""Checking lines: help and series play, move by move, and by brute force whether there are any others.

A line is its play and an ending. The play: moves of both sides in turn, or of one side alone while the other
passes. The ending, by kind of play, from the position in which it begins:

goal     a move reaches the goal. It belongs to whoever played last in a series, else to the other side.
reply    the other side reaches the goal (ser-h#).
forced   every move of the other side reaches the goal, and there is one (hs#, ser-s#).
offered  the other side can reach the goal and does; neither side could at its turn before (hr#, ser-r#).
either   a move that reaches the own goal, or any move and one that reaches the goal; both must be there (reci-h#).

In a series no move but its last may give check. Unless the length is exact, a line may be shorter; then it ends as
soon as it can (goal, offered). What is shorter must leave a move of play before the ending, but for a goal reached
at once and a reflex duty in the diagram.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from feerie.position import Position
from feerie.problems.problem import Problem
from feerie.problems.solution import Line
from feerie.problems.stipulation import Play
from feerie.problems.verification.claims import Budget, Claim, OutOfBudget, Reason, Report
from feerie.problems.verification.document import Claims
from feerie.problems.verification.referee import Referee

__all__ = ["PLAYS", "check_lines"]

LAST = 1000


class Ending(Enum):
    """How a line ends; see above."""

    GOAL = "goal"
    REPLY = "reply"
    FORCED = "forced"
    OFFERED = "offered"
    EITHER = "either"


PLAYS = {
    Play.HELP: Ending.GOAL, Play.A_TO_B: Ending.GOAL, Play.PROOF: Ending.GOAL, Play.HELP_SELF: Ending.FORCED,
    Play.HELP_REFLEX: Ending.OFFERED, Play.RECIPROCAL: Ending.EITHER,
    Play.SERIES: Ending.GOAL, Play.SERIES_HELP: Ending.REPLY, Play.SERIES_SELF: Ending.FORCED,
    Play.SERIES_REFLEX: Ending.OFFERED, Play.SERIES_RECIPROCAL: Ending.EITHER,
}
"""The endings of the kinds of play that are known."""
TAILS = {Ending.EITHER: 2}
"""How many moves of a full line belong to the ending, where that is not one."""


def check_lines(claims: Claims, report: Report, budget: Budget) -> None:
    """Check all that lines claim; what is costly is put off (see Report.run)."""
    problem = claims.problem
    rules = _Rules.of(problem, budget)
    most = problem.plies - problem.stipulation.introductory - TAILS.get(rules.ending, 1)
    start = Position(problem.genre, problem.start).without_clocks()
    _check_all(_Lines(rules, start, most, problem.stipulation.introductory), claims.lines, claims, report, budget)
    full = problem.plies - (rules.ending is Ending.EITHER)
    short = any(len(line) < full for line in claims.lines)
    report.note(Claim.SOUND, (), Reason.SHORT if short != claims.short else None)
    set_lines = tuple(line for line in claims.set_play if isinstance(line, tuple))
    left = 0 if rules.series else most - 1
    fits = problem.stipulation.play is not Play.A_TO_B and problem.plies > 1 and left >= 0 and not (
        rules.series and rules.same_side)
    if set_lines and not fits:
        report.note(Claim.LISTS, set_lines[0], Reason.ROLE)
    elif fits and (set_lines or problem.options.set_play):
        before = Position(problem.genre, problem.set_play_start).without_clocks()
        _check_all(_Lines(rules, before, left, 0), set_lines, claims, report, budget, wanted=problem.options.set_play)


def _check_all(search: _Lines, lines: tuple[Line, ...], claims: Claims, report: Report, budget: Budget, *,
               wanted: bool = True) -> None:
    """Check lines from one position, one by one and as a whole."""
    problem = claims.problem
    for line in dict.fromkeys(lines):
        for claim, reason in search.judge(line).items():
            report.note(claim, line, reason)
    for line in {line for line in lines if lines.count(line) > 1} if len(lines) < 2000 else ():
        report.note(Claim.LISTS, line, Reason.DOUBLE)
    if len(lines) >= 2000 and len(set(lines)) < len(lines):
        report.note(Claim.LISTS, (), Reason.DOUBLE)
    if not claims.complete or not wanted:
        return
    brief = problem.options.stop_on_short_solutions
    known = set(lines)

    def further() -> Reason | None:
        expected = search.estimate()
        if expected > budget.left:
            raise OutOfBudget
        found = set(search.all())
        if brief:
            found = {line for line in found if len(line) == min(map(len, found))}
        return None if found <= known else Reason.FURTHER

    def all_ends() -> Reason | None:
        return None if set(search.neighbours(known)) <= known else Reason.ANSWER_MISSING

    report.later(LAST, Claim.COMPLETE, (), further)
    if lines and not brief:
        report.later(len(lines), Claim.ANSWERS, (), all_ends)


@dataclass(frozen=True)
class _Rules:
    """How the play goes. `referee` knows the goal, `own` the goal that the side may reach itself in reciprocal play."""

    series: bool
    ending: Ending
    exact: bool
    referee: Referee
    own: Referee

    @classmethod
    def of(cls, problem: Problem, budget: Budget) -> _Rules:
        """The rules of a problem's stipulation."""
        stipulation = problem.stipulation
        referee = Referee(stipulation.goal, budget, problem.end)
        own = Referee(stipulation.own_goal, budget) if stipulation.own_goal else referee
        return cls(stipulation.play.is_series, PLAYS[stipulation.play], stipulation.exact, referee, own)

    @property
    def same_side(self) -> bool:
        """Whether the ending of a series belongs to the side that played it."""
        return self.ending in (Ending.GOAL, Ending.EITHER)

    def ends(self, position: Position) -> list[Line]:
        """All endings from a position."""
        goals = self.referee.goals(position)
        if self.ending is Ending.EITHER:
            own = self.own.goals(position)
            others = [(move, goal) for move in self.referee.moves(position)
                      for goal in self.referee.goals(self.referee.play(position, move))] if own else []
            return [*((move,) for move in own), *others] if others else []
        if self.ending is Ending.FORCED and len(goals) < len(position.legal_moves):
            return []
        return [(move,) for move in goals]

    def owes(self, position: Position) -> bool:
        """Whether a reflex duty keeps the side to move from anything but reaching the goal."""
        return self.ending is Ending.OFFERED and bool(self.referee.goals(position))


class _Lines:
    """Lines from one position with `most` moves of play before the ending, after `introductory` ones."""

    def __init__(self, rules: _Rules, start: Position, most: int, introductory: int) -> None:
        self.rules, self.start, self.most, self.introductory = rules, start, most, introductory
        self.referee = rules.referee
        self._known: dict[tuple[int, int], list[Line]] = {}

    def may_end(self, played: int) -> bool:
        """Whether an ending may follow so many moves of play."""
        if played == self.most:
            return True
        if self.rules.exact or not 0 <= played < self.most or not self.rules.series and (self.most - played) % 2:
            return False
        if played == 0:
            return self.rules.ending is Ending.GOAL or not self.rules.series and self.rules.owes(self.start)
        return True

    # -------------------------------------------------------------------------------------------- one line

    def judge(self, line: Line) -> dict[Claim, Reason | None]:
        """What a line claims, each with the reason why it is wrong or None; claims behind a wrong one are left out."""
        position = self.start
        for number, move in enumerate(line[:self.introductory], 1):
            if not self.referee.is_legal(position, move):
                return {Claim.LEGAL: Reason.ILLEGAL}
            position = self.referee.play(position, move)
            if number < self.introductory:
                if position.is_check():
                    return {Claim.LEGAL: None, Claim.RULES: Reason.CHECK}
                position = self.referee.passed(position)
        rest = line[self.introductory:]
        tails = (1, 2) if self.rules.ending is Ending.EITHER else (1,)
        verdicts = [self._follow(position, rest, len(rest) - tail) for tail in tails]
        return max(verdicts, key=lambda verdict: (None in verdict.values() and len(verdict),
                                                  not any(verdict.values())))

    def _follow(self, position: Position, line: Line, play: int) -> dict[Claim, Reason | None]:
        """The verdict on a line that has so many moves of play before its ending."""
        rules = self.rules
        if not self.may_end(play):
            return {Claim.LENGTH: Reason.TOO_LONG if play > self.most else Reason.WRONG_LENGTH}
        said: dict[Claim, Reason | None] = {Claim.LENGTH: None}
        for number, move in enumerate(line[:play], 1):
            if not self.referee.is_legal(position, move):
                return said | {Claim.LEGAL: Reason.ILLEGAL}
            if rules.owes(position):
                return said | {Claim.RULES: Reason.DUTY}
            if rules.ending is Ending.GOAL and self.may_end(number - 1) and not rules.exact \
                    and move in self.referee.goals(position):
                return said | {Claim.RULES: Reason.EARLY}
            position = self.referee.play(position, move)
            if rules.series and (number < play or rules.same_side):
                if position.is_check():
                    return said | {Claim.RULES: Reason.CHECK}
                if not rules.exact and rules.owes(position):
                    return said | {Claim.RULES: Reason.DUTY}
                position = self.referee.passed(position)
        end = line[play:]
        if not self.referee.is_legal(position, end[0]):
            return said | {Claim.LEGAL: Reason.ILLEGAL}
        if len(end) > 1 and not self.referee.is_legal(self.referee.play(position, end[0]), end[1]):
            return said | {Claim.LEGAL: Reason.ILLEGAL}
        said |= {Claim.LEGAL: None, Claim.RULES: None}
        if end in rules.ends(position):
            return said | {Claim.GOAL: None}
        if rules.ending is Ending.FORCED and end[0] in self.referee.goals(position):
            return said | {Claim.RULES: Reason.OTHER_REPLY}
        return said | {Claim.GOAL: Reason.NO_GOAL}

    def neighbours(self, lines: Iterable[Line]) -> list[Line]:
        """All lines that have their play in common with one of those given, and differ in the ending."""
        found = []
        for play in {line[:-tail] for line in lines for tail in range(1, TAILS.get(self.rules.ending, 1) + 1)}:
            position, legal = self.start, True
            if len(play) < self.introductory or not self.may_end(len(play) - self.introductory):
                continue
            for number, move in enumerate(play, 1):
                legal = legal and self.referee.is_legal(position, move)
                if not legal:
                    break
                position = self.referee.play(position, move)
                introduced = number <= self.introductory
                if number < self.introductory or not introduced and self.rules.series and (
                        number < len(play) or self.rules.same_side):
                    position = self.referee.passed(position)
            if legal:
                found += [(*play, *end) for end in self.rules.ends(position)]
        return found

    # ------------------------------------------------------------------------------------------- all lines

    def estimate(self) -> float:
        """About how many positions a search for all lines plays: leaves of the play, and looking for goals there."""
        depth = self.most + self.introductory
        if not self.start.is_valid() or depth > 40:
            return float("inf") if depth > 40 else 0
        here = max(1, len(self.start.legal_moves))
        if not depth:
            return here * here
        if self.rules.series:
            return float(here) ** depth / max(1, depth - 1) * here / 8
        counted = min(depth, 4)
        leaves = float(self.start.perft(counted))
        growth = max(1.0, leaves / max(1, self.start.perft(counted - 1)))
        return leaves * growth ** (depth - counted) * 10

    def all(self) -> list[Line]:
        """Every line, by trying everything; OutOfBudget where that costs too much."""
        if self.introductory:
            return self._introduced(self.start, self.introductory)
        return self._play(self.start, 0)

    def _introduced(self, position: Position, left: int) -> list[Line]:
        """The lines with so many introductory moves still to be made."""
        if not left:
            return self._play(position, 0)
        found: list[Line] = []
        for move in self.referee.moves(position):
            after = self.referee.play(position, move)
            if left > 1 and after.is_check():
                continue
            found += [(move, *line) for line in
                      self._introduced(self.referee.passed(after) if left > 1 else after, left - 1)]
        return found

    def _play(self, position: Position, played: int) -> list[Line]:
        """What can follow so many moves of play, when a move of play or an ending is due."""
        key = position.key, played
        if key not in self._known:
            self._known[key] = self._series(position, played) if self.rules.series else self._help(position, played)
        return self._known[key]

    def _help(self, position: Position, played: int) -> list[Line]:
        found = self.rules.ends(position) if self.may_end(played) else []
        if played == self.most or self.rules.owes(position):
            return found
        ended = {line[0] for line in found} if self.rules.ending is Ending.GOAL else set()
        for move in self.referee.moves(position):
            if move not in ended:
                after = self.referee.play(position, move)
                found = found + [(move, *line) for line in self._play(after, played + 1)]
        return found

    def _series(self, position: Position, played: int) -> list[Line]:
        rules = self.rules
        found = rules.ends(position) if (rules.same_side or self.most == 0) and self.may_end(played) else []
        if played == self.most or rules.owes(position):
            return found
        ended = {line[0] for line in found} if rules.ending is Ending.GOAL and not rules.exact else set()
        for move in self.referee.moves(position):
            if move in ended:
                continue
            after = self.referee.play(position, move)
            if not rules.same_side and self.may_end(played + 1):
                ends = rules.ends(after)
                found = found + [(move, *end) for end in ends]
                if ends and rules.ending is Ending.OFFERED:
                    continue
            if not after.is_check() and (rules.same_side or played + 1 < self.most):
                found = found + [(move, *line) for line in self._play(self.referee.passed(after), played + 1)]
        return found
