"""Checking help and series play: every line move by move, and by exhaustive search whether there are others.

A line consists of its play and an ending. The play: moves of both sides in turn, or of one side alone while the other
passes. In parry series checks are parried: every parry must leave a line, or (with help) one of them. The endings, by
kind of play, from the position in which they begin:

goal     a move reaches the goal: in a series a move of the side that played it, otherwise of the other side.
reply    the other side reaches the goal (ser-h#).
forced   every move of the other side reaches the goal, and there is one (hs#, ser-s#).
offered  the other side can reach the goal and does; neither side could on its turns before (hr#, ser-r#).
helped   any move after which every move of the other side reaches the goal, and there is one (ser-hs#).
either   a move that reaches the mover's own goal, or any move and one that reaches the goal; both must exist (reci-h#).
         In a series (ser-reci-h#) it begins with the side that played the series.

In a series that is not a parry series only the last move may give check. Unless the length is exact, a line may be
shorter; then it ends as soon as it can (goal, offered), though a series with stalemate as the goal may also go on after
it. In parry series without help no shorter line may exist: each first move has its shortest lines, and so has every
position in which the series goes on; after a check it is as long as the longest of the parries' shortest lines. Where
every move must reach the goal (forced), a parry that does so ends its line, whatever its length. A shorter line must
have a move of play before the ending; exceptions are a goal reached at once and, outside series, reciprocal play and a
reflex duty in the diagram. There may be fewer introductory moves than stated, but at least one.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from feerie.position import SIDES, Position
from feerie.problems.problem import Problem
from feerie.problems.solution import Line
from feerie.problems.stipulation import Play
from feerie.rules.goal import Aim
from feerie.verification.claims import PASS, Budget, CheckReport, Claim, OutOfBudget, RefutationReason
from feerie.verification.constrained import ConstraintChecker
from feerie.verification.document import Claims
from feerie.verification.referee import Referee

__all__ = ["ENDINGS", "check_lines", "count_solutions"]

LAST = 1000


class LineEnding(Enum):
    """How a line ends; see above."""

    GOAL = "goal"
    REPLY = "reply"
    FORCED = "forced"
    OFFERED = "offered"
    HELPED = "helped"
    EITHER = "either"

    @property
    def lengths(self) -> tuple[int, ...]:
        """The numbers of moves that the ending may have, that of a full line last."""
        return (1, 2) if self is LineEnding.EITHER else (2,) if self is LineEnding.HELPED else (1,)


ENDINGS = {play: ending for ending, plays in {
    LineEnding.GOAL: (Play.HELP, Play.A_TO_B, Play.PROOF, Play.SERIES, Play.PARRY_SERIES, Play.PARRY_HELP_SERIES),
    LineEnding.REPLY: (Play.SERIES_HELP, Play.PARRY_SERIES_HELP),
    LineEnding.FORCED: (Play.HELP_SELF, Play.SERIES_SELF, Play.PARRY_SERIES_SELF, Play.PARRY_HELP_SERIES_SELF),
    LineEnding.OFFERED: (Play.HELP_REFLEX, Play.SERIES_REFLEX, Play.PARRY_SERIES_REFLEX, Play.PARRY_HELP_SERIES_REFLEX),
    LineEnding.HELPED: (Play.SERIES_HELP_SELF, Play.PARRY_SERIES_HELP_SELF),
    LineEnding.EITHER: (Play.RECIPROCAL, Play.SERIES_RECIPROCAL),
}.items() for play in plays}
"""The kinds of play that the checker knows, with their endings."""
OPPOSED = (Play.PARRY_SERIES, Play.PARRY_SERIES_SELF, Play.PARRY_SERIES_REFLEX)
"""The parry series without help: every parry must leave a line."""


def check_lines(claims: Claims, report: CheckReport, budget: Budget) -> None:
    """Check all claims of lines; costly checks are queued (see CheckReport.run)."""
    problem = claims.problem
    rules = _Rules.of(problem, budget)
    most = _most(problem, rules)
    start = Position(problem.genre, problem.start).without_clocks()
    if problem.stipulation.shortest:
        _check_shortest(rules, start, claims, report, budget)
        return
    search = _Lines(rules, start, most, problem.stipulation.introductory)
    _check_all(search, claims.lines, claims, report, budget)
    is_short = search.has_short_solution(claims.lines)
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
        _check_all(_Lines(rules, before, left, 0), set_lines, claims, report, budget, wanted=problem.options.set_play)


def _check_shortest(rules: _Rules, start: Position, claims: Claims, report: CheckReport, budget: Budget) -> None:
    """Check the shortest lines to a position: all have the least length, and there is none that is shorter."""
    report.note(Claim.SOUND, (), RefutationReason.SHORT if claims.short else None)
    if not claims.lines:
        if claims.complete:
            report.skip(Claim.COMPLETE, "budget")
        return
    exact, checker = replace(rules, exact=True), ConstraintChecker(claims.problem, start)
    least = min(map(len, claims.lines))
    _check_all(_Lines(exact, start, least - 1, 0), claims.lines, claims, report, budget)

    def shorter() -> RefutationReason | None:
        for most in range(least - 1):
            search = _Lines(exact, start, most, 0)
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
    rules = _Rules.of(problem, Budget())
    start = Position(problem.genre, problem.start).without_clocks()
    search = _Lines(rules, start, _most(problem, rules), problem.stipulation.introductory)
    return len({search.key_line(line) for line in claims.lines})


def _most(problem: Problem, rules: _Rules) -> int:
    """The number of moves of play a full line has before its ending, without introductory moves and parries."""
    if rules.parry:
        return problem.stipulation.moves - (rules.ending is LineEnding.GOAL)
    return problem.plies - problem.stipulation.introductory - rules.ending.lengths[-1]


def _check_all(search: _Lines, lines: tuple[Line, ...], claims: Claims, report: CheckReport, budget: Budget, *,
               wanted: bool = True) -> None:
    """Check the lines from one position, one by one and as a whole."""
    problem = claims.problem
    checker = ConstraintChecker(problem, search.start)
    solutions = checker.solutions(line for line in lines if Claim.GOAL in search.judge(line)) \
        if problem.constraints else set(lines)
    for line in dict.fromkeys(lines):
        said = search.judge(line)
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
        return None if checker.solutions(search.neighbours(known)) <= known else RefutationReason.ANSWER_MISSING

    def longer() -> RefutationReason | None:
        if search.estimate() > budget.left:
            raise OutOfBudget
        return None if known <= set(search.all()) else RefutationReason.SHORTER

    report.later(LAST, Claim.COMPLETE, (), further)
    if lines and search.rules.only_shortest:
        report.later(LAST, Claim.SHORTEST, (), longer)
    if lines and not brief:
        report.later(len(lines), Claim.ANSWERS, (), all_ends)
    if search.rules.opposed and not brief:
        for path, met in search.parries(known).items():
            report.note(Claim.FORCED, path, None if met else RefutationReason.NOT_FORCED)


@dataclass(frozen=True)
class _Rules:
    """The rules of a kind of play. `referee` knows the goal, `own` the other side's goal in reciprocal play.

    `parry`: checks in the series are parried; `opposed`: every parry must leave a line. `goes_on`: a line may go on
    from the goal and reach it again, because there are constraints.
    """

    series: bool
    parry: bool
    opposed: bool
    ending: LineEnding
    exact: bool
    referee: Referee
    own: Referee
    goes_on: bool = False

    @classmethod
    def of(cls, problem: Problem, budget: Budget) -> _Rules:
        """The rules of a problem's stipulation."""
        stipulation = problem.stipulation
        play = stipulation.play
        side = stipulation.goal_side ^ problem.attacker
        both = ENDINGS[play] is LineEnding.OFFERED        # both sides have duties
        referee = Referee(stipulation.goal, budget, problem.end, SIDES if both else (SIDES[side],))
        own = Referee(stipulation.own_goal, budget, sides=(SIDES[1 - side],)) if stipulation.own_goal else referee
        return cls(play.is_series, play.is_parry, play in OPPOSED, ENDINGS[play], stipulation.exact, referee, own,
                   bool(problem.constraints))

    @property
    def same_side(self) -> bool:
        """Whether the side that plays a series also plays its ending."""
        return self.ending in (LineEnding.GOAL, LineEnding.EITHER)

    @property
    def only_shortest(self) -> bool:
        """Whether only the shortest lines count: in parry series without help."""
        return self.opposed and not self.exact

    @property
    def goal_ends_line(self) -> bool:
        """Whether a move that reaches the goal, where a line may end, ends it; after stalemate a series may go on."""
        return self.ending is LineEnding.GOAL and not self.exact and not self.goes_on and (
            not self.series or self.opposed or self.referee.goal.aim not in (Aim.STALEMATE, Aim.MATE_OR_STALEMATE))

    def parry_ends(self, position: Position) -> bool:
        """Whether a parry of the check may end a line: he must reach the goal and chooses the parry."""
        return self.opposed and self.ending is LineEnding.FORCED and position.is_check()

    def ends(self, position: Position) -> list[Line]:
        """All endings from a position."""
        if self.ending is LineEnding.HELPED:
            return [(move, end) for move in self.referee.moves(position)
                    for end in self.all_reach(self.referee.play(position, move))]
        goals = self.referee.goals(position)
        if self.ending is LineEnding.EITHER:
            own = self.own.goals(position)
            others = [(move, goal) for move in self.referee.moves(position)
                      for goal in self.referee.goals(self.referee.play(position, move))] if own else []
            return [*((move,) for move in own), *others] if others else []
        return [(move,) for move in (self.all_reach(position) if self.ending is LineEnding.FORCED else goals)]

    def all_reach(self, position: Position) -> tuple[str, ...]:
        """The legal moves if all of them reach the goal, otherwise none."""
        goals = self.referee.goals(position)
        return goals if all(move in goals for move in self.referee.options(position)) else ()

    def must_reach_goal(self, position: Position) -> bool:
        """Whether the side to move has a reflex duty: it can reach the goal and therefore must."""
        return self.ending is LineEnding.OFFERED and bool(self.referee.goals(position))


@dataclass(frozen=True)
class _LinePosition:
    """A position within a line. `played`: the moves of play before it, without introductory moves and parries.

    `parries`: the side to move parries a check.
    """

    position: Position
    played: int = 0
    parries: bool = False


def _agreement(claims: dict[Claim, RefutationReason | None]) -> tuple[int, bool]:
    """Sort key for readings of a line: how many claims it makes, if any is right, then whether all are right."""
    return None in claims.values() and len(claims), not any(claims.values())


class _Lines:
    """Lines from one position: `introductory` moves, at most `most` moves of play, and the ending."""

    def __init__(self, rules: _Rules, start: Position, most: int, introductory: int) -> None:
        self.rules, self.start, self.most, self.introductory = rules, start, most, introductory
        self.referee = rules.referee
        self._known: dict[tuple[int, int], list[Line]] = {}

    def may_end(self, played: int) -> bool:
        """Whether an ending may follow after `played` moves of play."""
        if played == self.most:
            return True
        if self.rules.exact or not 0 <= played < self.most or not self.rules.series and (self.most - played) % 2:
            return False
        if played == 0:
            return self.rules.ending is LineEnding.GOAL or not self.rules.series and (
                self.rules.same_side or self.rules.must_reach_goal(self.start))
        return True

    # -------------------------------------------------------------------------------------------- one line

    def judge(self, line: Line) -> dict[Claim, RefutationReason | None]:
        """The claims of a line, each with the reason why it is wrong or None; those after a wrong one are left out."""
        return max((self._introduction(line, number) for number in self._introductions(line)),
                   key=_agreement,
                   default={Claim.LENGTH: RefutationReason.WRONG_LENGTH})

    def _introductions(self, line: Line) -> range:
        """The numbers of introductory moves a line may have."""
        return range(1, min(self.introductory, len(line) - 1) + 1) if self.introductory else range(1)

    def _introduction(self, line: Line, introductory: int) -> dict[Claim, RefutationReason | None]:
        """The claims of a line with this number of introductory moves."""
        position = self.start
        for number, move in enumerate(line[:introductory], 1):
            if not self.referee.is_legal(position, move):
                return {Claim.LEGAL: RefutationReason.ILLEGAL}
            position = self.referee.play(position, move)
            if number < introductory:
                if position.is_check():
                    return {Claim.LEGAL: None, Claim.RULES: RefutationReason.CHECK}
                position = self.referee.passed(position)
        rest = line[introductory:]
        verdicts = [self._follow(position, rest, len(rest) - length) for length in self.rules.ending.lengths]
        return max(verdicts, key=_agreement)

    def _follow(self, position: Position, line: Line, play: int) -> dict[Claim, RefutationReason | None]:
        """The claims of a line with this number of moves of play, parries included, before its ending."""
        rules = self.rules
        if play < 0 or not rules.parry and not self.may_end(play):
            return {Claim.LENGTH: RefutationReason.TOO_LONG if play > self.most else RefutationReason.WRONG_LENGTH}
        said: dict[Claim, RefutationReason | None] = {} if rules.parry else {Claim.LENGTH: None}
        played, parries = 0, False
        for number, move in enumerate(line[:play], 1):
            if not self.referee.is_legal(position, move):
                return said | {Claim.LEGAL: RefutationReason.ILLEGAL}
            if rules.must_reach_goal(position):
                return said | {Claim.RULES: RefutationReason.DUTY}
            if parries:
                position, parries = self.referee.play(position, move), False
                continue
            if rules.goal_ends_line and self.may_end(played) and move in self.referee.goals(position):
                return said | {Claim.RULES: RefutationReason.EARLY}
            position, played = self.referee.play(position, move), played + 1
            if rules.series and (number < play or rules.same_side):
                if position.is_check() and not rules.parry:
                    return said | {Claim.RULES: RefutationReason.CHECK}
                if not rules.exact and rules.must_reach_goal(position):
                    return said | {Claim.RULES: RefutationReason.DUTY}
                parries = position.is_check()
                if not parries:
                    position = self.referee.passed(position)
        by_parry = rules.parry_ends(position) and 0 < played <= self.most
        if not by_parry and (parries or not self.may_end(played)):
            return {Claim.LENGTH: RefutationReason.TOO_LONG if played > self.most else RefutationReason.WRONG_LENGTH}
        said[Claim.LENGTH] = None
        end = line[play:]
        if len(end) > 1 and not self.referee.is_legal(position, end[0]):
            return said | {Claim.LEGAL: RefutationReason.ILLEGAL}
        last = self.referee.play(position, end[0]) if len(end) > 1 else position
        referees = (self.referee, rules.own) if len(end) == 1 else (self.referee,)
        if not any(referee.is_option(last, end[-1]) for referee in referees):
            return said | {Claim.LEGAL: RefutationReason.ILLEGAL}
        said |= {Claim.LEGAL: None, Claim.RULES: None}
        if end in rules.ends(position) or by_parry and end[0] in self.referee.goals(position):
            return said | {Claim.GOAL: None}
        if rules.ending is LineEnding.FORCED and end[0] in self.referee.goals(position):
            return said | {Claim.RULES: RefutationReason.OTHER_REPLY}
        return said | {Claim.GOAL: RefutationReason.NO_GOAL}

    def _positions(self, play: Line, introductory: int) -> list[_LinePosition]:
        """The positions before each move of a play and before the ending; none if a move is illegal."""
        found, current = [], _LinePosition(self.start)
        for number, move in enumerate(play, 1):
            found.append(current)
            if not self.referee.is_legal(current.position, move):
                return []
            position, introduced = self.referee.play(current.position, move), number <= introductory
            ends = number == len(play) and not self.rules.same_side
            alone = number < introductory if introduced else self.rules.series and not current.parries and not ends
            parries = alone and not introduced and self.rules.parry and position.is_check()
            if alone and not parries:
                position = self.referee.passed(position)
            current = _LinePosition(position, current.played + (not introduced and not current.parries), parries)
        return [*found, current]

    def _plays(self, lines: Iterable[Line]) -> Iterator[tuple[Line, int, list[_LinePosition]]]:
        """The valid plays of lines, each once, with the number of introductory moves and the positions."""
        lengths = self.rules.ending.lengths
        for play in {line[:-length] for line in lines for length in lengths if len(line) >= length}:
            for introductory in self._introductions((*play, PASS)):
                positions = self._positions(play, introductory)
                if not positions or positions[-1].parries:
                    continue
                if self.may_end(positions[-1].played) or self.rules.parry_ends(positions[-1].position):
                    yield play, introductory, positions

    def is_short(self, line: Line) -> bool:
        """Whether a line has fewer moves than it may have."""
        if self.rules.series and self.rules.ending is LineEnding.EITHER:
            return any(positions[-1].played < self.most and line[len(play):] in self.rules.ends(positions[-1].position)
                       for play, _, positions in self._plays([line]))
        if not self.rules.parry:
            return len(line) < self.introductory + self.most + self.rules.ending.lengths[0]
        return any(introductory < self.introductory or positions[-1].played < self.most
                   for _, introductory, positions in self._plays([line]))

    def has_short_solution(self, lines: Iterable[Line]) -> bool:
        """Whether all lines of some solution are short: where parries are opposed, all with the same key line."""
        if not self.rules.opposed:
            return any(map(self.is_short, lines))
        found: dict[Line, bool] = {}
        for line in lines:
            key = self.key_line(line)
            found[key] = found.get(key, True) and self.is_short(line)
        return any(found.values())

    def key_line(self, line: Line) -> Line:
        """A line up to the first parry or last reply of the other side; the whole line if it is not valid."""
        for play, _, positions in self._plays([line]):
            parry = next((number for number, current in enumerate(positions[:-1]) if current.parries), None)
            return line[:len(play) + self.rules.same_side if parry is None else parry]
        return line

    def neighbours(self, lines: Iterable[Line]) -> list[Line]:
        """All lines whose play is that of a given line, with any ending."""
        return [(*play, *end) for play, _, positions in self._plays(lines)
                for end in self.rules.ends(positions[-1].position)]

    def parries(self, lines: Iterable[Line]) -> dict[Line, bool]:
        """Every parry of a check in the lines, with the moves before it, and whether a line continues after it."""
        met: set[Line] = set(lines)         # a parry may end its line
        wanted: set[Line] = set()
        for play, _, positions in self._plays(lines):
            for number, current in enumerate(positions[:-1]):
                if current.parries:
                    met.add(play[:number + 1])
                    wanted |= {(*play[:number], move) for move in self.referee.moves(current.position)}
        return {path: path in met for path in sorted(wanted)}

    # ------------------------------------------------------------------------------------------- all lines

    def estimate(self) -> float:
        """An estimate of the positions that a search for all lines plays."""
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
        """All lines, by exhaustive search; OutOfBudget if that costs too much."""
        if self.introductory:
            return self._introduced(self.start, self.introductory)
        return self._play(self.start, 0)

    def _introduced(self, position: Position, left: int) -> list[Line]:
        """The lines with at most `left` further introductory moves."""
        found: list[Line] = []
        for move in self.referee.moves(position) if left else ():
            after = self.referee.play(position, move)
            found += [(move, *line) for line in self._play(after, 0)]
            if left > 1 and not after.is_check():
                found += [(move, *line) for line in self._introduced(self.referee.passed(after), left - 1)]
        return found

    def _play(self, position: Position, played: int) -> list[Line]:
        """All continuations after `played` moves of play, when a move of play or an ending follows."""
        if self.rules.only_shortest:
            return self._shortest_by_move(position)
        key = position.key, played
        if key not in self._known:
            self._known[key] = self._series(position, played) if self.rules.series else self._help(position, played)
        return self._known[key]

    def _help(self, position: Position, played: int) -> list[Line]:
        found = self.rules.ends(position) if self.may_end(played) else []
        if played == self.most or self.rules.must_reach_goal(position):
            return found
        stops = self.rules.ending is LineEnding.GOAL and not self.rules.goes_on
        ended = {line[0] for line in found} if stops else set()
        for move in self.referee.moves(position):
            if move not in ended:
                after = self.referee.play(position, move)
                found = found + [(move, *line) for line in self._play(after, played + 1)]
        return found

    def _series(self, position: Position, played: int) -> list[Line]:
        rules = self.rules
        found = rules.ends(position) if (rules.same_side or self.most == 0) and self.may_end(played) else []
        if played == self.most or rules.must_reach_goal(position):
            return found
        ended = {line[0] for line in found} if rules.goal_ends_line else set()
        for move in self.referee.moves(position):
            if move in ended:
                continue
            after = self.referee.play(position, move)
            if not rules.same_side and self.may_end(played + 1):
                ends = rules.ends(after)
                found = found + [(move, *end) for end in ends]
                if ends and rules.ending is LineEnding.OFFERED:
                    continue
            if not rules.same_side and played + 1 == self.most:
                continue
            if not after.is_check():
                found = found + [(move, *line) for line in self._play(self.referee.passed(after), played + 1)]
            elif rules.parry:
                found = found + [(move, *line) for line in self._parried(after, played + 1)]
        return found

    def _parried(self, position: Position, played: int) -> list[Line]:
        """All continuations after a check that must be parried."""
        found: list[Line] = []
        goals = self.referee.goals(position) if self.rules.parry_ends(position) else ()
        found += [(parry,) for parry in goals]
        for parry in self.referee.moves(position):
            if parry in goals:
                continue
            lines = self._play(self.referee.play(position, parry), played)
            if not lines and self.rules.opposed:
                return []
            found += [(parry, *line) for line in lines]
        return found

    # ----------------------------------------------------------------------------------- the shortest lines

    def _shortest_by_move(self, position: Position) -> list[Line]:
        """For each first move of the series, its shortest lines."""
        rules = self.rules
        if not rules.same_side and not self.most:       # set play: the ending alone
            return rules.ends(position)
        if rules.must_reach_goal(position):
            return []
        found: list[Line] = []
        for move in self.referee.options(position):
            lengths = range(1, self.most + rules.same_side + 1)
            found += next(filter(None, (self._of_length(position, move, length) for length in lengths)), [])
        return found

    def _shortest(self, position: Position, most: int) -> list[Line]:
        """The shortest continuations from a position, of at most `most` moves of the series."""
        key = position.key, most
        if key not in self._known:
            lines: list[Line] = self._shortest(position, most - 1) if most > 1 else []
            if not lines and not self.rules.must_reach_goal(position):
                lines = [line for move in self.referee.options(position)
                         for line in self._of_length(position, move, most)]
            self._known[key] = lines
        return self._known[key]

    def _of_length(self, position: Position, move: str, length: int) -> list[Line]:
        """The lines of `length` moves of the series that begin with a move, if it has no shorter ones."""
        if self.rules.same_side and length == 1:
            return [(move,)] if move in self.referee.goals(position) else []
        if not self.referee.is_legal(position, move):
            return []
        after = self.referee.play(position, move)
        if length == 1:
            return [(move, *end) for end in self.rules.ends(after)]
        if not after.is_check():
            return [(move, *line) for line in self._shortest(self.referee.passed(after), length - 1)]
        ending = self.referee.goals(after) if self.rules.parry_ends(after) else ()
        found: list[Line] = []
        for parry in self.referee.moves(after):
            lines = [()] if parry in ending else self._shortest(self.referee.play(after, parry), length - 1)
            if not lines:
                return []
            found += [(move, parry, *line) for line in lines]
        return found
