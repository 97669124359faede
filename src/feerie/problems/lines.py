"""Help and series play: every line that reaches the goal."""
from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from feerie.kernel.verdict import Judge
from feerie.problems.help import ENDINGS, PLAYS, Helpers
from feerie.problems.memory import Memory, places_for
from feerie.problems.problem import Problem
from feerie.problems.solution import Line, Solution
from feerie.problems.stipulation import Play
from feerie.problems.task import Progress, Task

__all__ = ["HelpTask"]

SHAPES = {
    Play.HELP: ("help", "at goal", 0),
    Play.HELP_SELF: ("help", "forced", 1),
    Play.HELP_REFLEX: ("help", "offered", 1),
    Play.RECIPROCAL: ("help", "either", 2),
    Play.SERIES: ("series", "at goal", 0),
    Play.SERIES_HELP: ("series", "by other", 1),
    Play.SERIES_SELF: ("series", "forced", 1),
    Play.SERIES_REFLEX: ("series", "offered", 1),
    Play.SERIES_HELP_SELF: ("series", "helped", 2),
    Play.PARRY_SERIES: ("parry", "at goal", 0),
    Play.PARRY_SERIES_SELF: ("parry", "forced", 1),
    Play.PARRY_SERIES_REFLEX: ("parry", "offered", 1),
    Play.PARRY_SERIES_HELP: ("parry help", "by other", 1),
    Play.PARRY_SERIES_HELP_SELF: ("parry help", "helped", 2),
    Play.PARRY_HELP_SERIES: ("parry help", "at goal", 0),
    Play.PARRY_HELP_SERIES_SELF: ("parry help", "forced", 1),
    Play.PARRY_HELP_SERIES_REFLEX: ("parry help", "offered", 1),
    Play.A_TO_B: ("help", "at goal", 0),
}
"""How the moves go, what must hold after the last of them, and how many moves of the length the ending takes."""


class HelpTask(Task):
    """All lines of a problem, and of its set play; at most `limit` of them where that is not 0.

    `shortcuts`: positions that cannot lead to the goal are left where this can be told; the lines are the same.
    """

    PLAYS = tuple(SHAPES)

    def __init__(self, problem: Problem, limit: int, shortcuts: bool = True) -> None:
        stipulation = problem.stipulation
        self.play, self.ending, self.last = SHAPES[stipulation.play]
        plain = stipulation.play is Play.A_TO_B
        judges = [self.judge(problem, problem.start, legal=not stipulation.introductory)]
        shown = problem.plies > 1 and not plain and (self.play == "help" or self.last == 1)
        if problem.options.set_play and shown and not judges[0].in_check(judges[0].turn):   # nobody passes in check
            judges.append(self.judge(problem, problem.set_play_start, legal=False))
        super().__init__(problem, judges)
        memory = Memory(places_for(problem.plies))
        self.shortcuts = shortcuts
        self.searches = [self._search(problem, judge, memory, limit) for judge in judges]
        self.introductions: list[Line] = []

    def _search(self, problem: Problem, judge: Judge, memory: Memory, limit: int) -> Helpers:
        stipulation = problem.stipulation
        own = stipulation.own_goal
        search = Helpers(judge, self.goal_number(stipulation.goal), PLAYS.index(self.play),
                         memory, ENDINGS.index(self.ending), stipulation.exact, limit, self.goal_square(problem),
                         self.goal_number(own) if own else 0, self.shortcuts)
        end = problem.end
        if end is not None:
            search.want(end)
        return search

    @property
    def length(self) -> int:
        """How many moves there are before the ending, answers to checks not counted."""
        if self.problem.stipulation.play.is_parry:
            return self.problem.stipulation.moves
        return self.problem.plies - self.problem.stipulation.introductory - self.last

    def search(self, progress: Progress | None) -> None:
        if self.problem.stipulation.introductory:
            self._introduced(progress)
            return
        of = sum(judge.count_moves() for judge in self.judges)
        done = 0
        for number, (search, judge) in enumerate(zip(self.searches, self.judges)):
            # the set play of a series is its ending alone
            length = self.length - number if self.play == "help" else 0 if number else self.length
            if length == 0:
                search.conclude()
                continue
            if search.owes():       # whoever is to end the line must do so at once, anybody else must not be able to
                if self.play == "help" and length % 2 == 0:
                    search.conclude()
                continue
            for move in judge.moves():
                search.begin(move, length)
                if judge.stopped:
                    return
                done += 1
                if progress:
                    progress(done, of)

    def _introduced(self, progress: Progress | None) -> None:
        """Play every series of introductory moves, then search from where it ends."""
        judge, search = self.judges[0], self.searches[0]
        firsts = judge.moves()
        for done, first in enumerate(firsts, 1):
            for line in self._introduction(judge, (first,), self.problem.stipulation.introductory - 1):
                before = len(search.lines)
                for move in judge.moves():
                    search.begin(move, self.length)
                    if judge.stopped:
                        break
                search.lines[before:] = [line + found for found in search.lines[before:]]
                if judge.stopped:
                    return
            if progress:
                progress(done, len(firsts))

    def _introduction(self, judge: Judge, line: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        """Every way to go on with `left` introductory moves at most after the last of `line`; it stands on the judge
        then."""
        judge.push(line[-1])
        try:
            yield line
            if left and not judge.in_check(judge.turn):
                judge.pass_turn()
                for move in judge.moves():
                    yield from self._introduction(judge, (*line, move), left - 1)
                judge.pop()
        finally:
            judge.pop()

    def solution(self, seconds: float) -> Solution:
        found = [tuple(sorted({tuple(map(uci, line)) for line in search.lines}))
                 for search, uci in zip(self.searches, (cache(judge.program.tables.uci) for judge in self.judges))]
        lengths = [len(line) for line in found[0]]
        if self.problem.options.stop_on_short_solutions:
            found = [tuple(line for line in lines if len(line) == min(map(len, lines))) for lines in found]
        own = self.ending == "either"
        return Solution(self.problem, self.finished, None, found[0], found[1] if len(found) > 1 else (),
                        any(length < self.problem.plies - own for length in lengths),
                        sum(search.nodes for search in self.searches), seconds)
