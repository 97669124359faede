"""Help and series play: every line that reaches the goal."""
from __future__ import annotations

from feerie.problems.help import Helpers
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.problems.stipulation import Play
from feerie.problems.task import Progress, Task

__all__ = ["HelpTask"]


class HelpTask(Task):
    """All lines of a problem, and of its set play; at most `limit` of them where that is not 0."""

    PLAYS = (Play.HELP, Play.SERIES, Play.SERIES_HELP)

    def __init__(self, problem: Problem, limit: int) -> None:
        judges = [self.judge(problem, problem.start)]
        if problem.options.set_play and problem.plies > 1 and problem.stipulation.play is not Play.SERIES:
            judges.append(self.judge(problem, problem.set_play_start, legal=False))
        super().__init__(problem, judges)
        self.searches = [Helpers(judge, self.goal_number(problem), self.play_number(problem),
                                 problem.stipulation.exact, limit) for judge in judges]

    def search(self, progress: Progress | None) -> None:
        # of series help play the search counts the moves of the series; its set play is the last move alone
        series = self.problem.stipulation.play is Play.SERIES_HELP
        length = self.problem.plies - series
        of = sum(judge.count_moves() for judge in self.judges)
        done = 0
        if series and len(self.searches) > 1:
            self.searches[1].play = self.PLAYS.index(Play.SERIES)
        for search, judge, plies in zip(self.searches, self.judges, (length, 1 if series else length - 1)):
            for move in judge.moves():
                search.begin(move, plies)
                if judge.stopped:
                    return
                done += 1
                if progress:
                    progress(done, of)

    def solution(self, seconds: float) -> Solution:
        found = [tuple(tuple(judge.program.tables.uci(code) for code in line) for line in search.lines)
                 for search, judge in zip(self.searches, self.judges)]
        if self.problem.options.stop_on_short_solutions:
            found = [tuple(line for line in lines if len(line) == min(map(len, lines))) for lines in found]
        lines = found[0]
        return Solution(self.problem, self.finished, None, lines, found[1] if len(found) > 1 else (),
                        any(len(line) < self.problem.plies for line in lines),
                        sum(search.nodes for search in self.searches), seconds)
