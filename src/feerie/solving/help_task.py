"""Help and series play: every line that reaches the goal.

Units: "lines" (those that begin with a line of moves and go on for `length` moves from its last one on), "ends" (of
those the ones that end with it), "endings" (no move at all before the ending), "introduced" (those whose introductory
moves begin with a line). Values: tuples of lines of move numbers.
"""
from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager

from feerie.kernel.verdict import Judge
from feerie.search.forced import Stopped
from feerie.search.help import ENDINGS, PLAYS, HelpSearch
from feerie.search.transposition import TranspositionTable
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution, is_short
from feerie.problems.stipulation import Play
from feerie.solving.task import Task
from feerie.solving.jobs import PASS, WHOLE, Batch, Worker, Plan, Job, Value

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
    Play.SERIES_RECIPROCAL: ("series", "either", 2),
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

Moves = tuple[int, ...]


class HelpTask(Task):
    """All lines of a problem, and of its set play; at most `limit` of each where that is not 0."""

    PLAYS = tuple(SHAPES)

    def worker(self, table: TranspositionTable) -> HelpWorker:
        """A place for one worker."""
        return HelpWorker(self.problem, self.limit, table, self.shortcuts)

    def solution(self, value: Value, complete: bool, nodes: int, seconds: float) -> Solution:
        """Value of the whole: the lines of each part, and whether some were left out."""
        parts, cut = value if value is not None else (((),), False)
        text = _Texts(self.judge(self.problem, self.problem.start).rules.tables.uci).__getitem__
        found = [tuple(sorted({tuple(map(text, line)) for line in lines})) for lines in parts]
        if self.problem.options.stop_on_short_solutions:
            found = [tuple(line for line in lines if len(line) == min(map(len, lines))) for lines in found]
        return Solution(self.problem, complete and not cut, None, found[0], found[1] if len(found) > 1 else (),
                        any(is_short(self.problem, line) for line in found[0]), nodes, seconds)


class _Texts(dict[int, str]):
    """The texts of moves, each found out once: of ten thousands of lines."""

    def __init__(self, text: Callable[[int], str]) -> None:
        super().__init__()
        self.text = text

    def __missing__(self, move: int) -> str:
        return self.setdefault(move, self.text(move))


class HelpWorker(Worker):
    """Searches for the lines of a problem and, where it is asked for, of its set play."""

    def __init__(self, problem: Problem, limit: int, table: TranspositionTable, shortcuts: bool) -> None:
        self.problem, self.limit, self.shortcuts = problem, limit, shortcuts
        self.play, self.ending, self.last = SHAPES[problem.stipulation.play]
        plain = problem.stipulation.play is Play.A_TO_B
        judges = [Task.judge(problem, problem.start)]
        shown = problem.plies > 1 and not plain and (
            self.length > (self.ending == "either") if self.play == "help" else self.last == 1)
        if problem.options.set_play and shown and not judges[0].in_check(judges[0].turn):   # nobody passes in check
            judges.append(Task.judge(problem, problem.set_play_start))
        self.searches = [self._search(judge, table) for judge in judges]
        self.found: tuple[Moves, ...] = ()
        super().__init__(self.searches)

    def _search(self, judge: Judge, table: TranspositionTable) -> HelpSearch:
        stipulation = self.problem.stipulation
        own = stipulation.own_goal
        search = HelpSearch(judge, Task.goal_number(stipulation.goal), PLAYS.index(self.play),
                         table, ENDINGS.index(self.ending), exact=stipulation.exact, limit=self.limit,
                         square=Task.goal_square(self.problem, stipulation.goal),
                         own_goal=Task.goal_number(own) if own else 0,
                         own_square=Task.goal_square(self.problem, own) if own else -1, shortcuts=self.shortcuts)
        end = self.problem.end
        if end is not None:
            search.set_target(end)
        return search

    @property
    def length(self) -> int:
        """How many moves there are before the ending, answers to checks not counted."""
        if self.problem.stipulation.play.is_parry:
            return self.problem.stipulation.moves
        return self.problem.plies - self.problem.stipulation.introductory - self.last

    # ------------------------------------------------------------------------------------------------ plans

    def plan(self, job: Job) -> Plan:
        """The lines of a job by the moves that come next."""
        if job == WHOLE:
            return self._whole()
        return self._introduced(job) if job.kind == "introduced" else self._split(job)

    def can_split(self, job: Job) -> bool:
        """Lines that go on can be split by how they go on."""
        return job.kind == "introduced" or job == WHOLE or (job.kind == "lines" and job.length > 1
                                                                  and self.play in ("help", "series"))

    def _whole(self) -> Plan:
        introductory = self.problem.stipulation.introductory
        if introductory:
            firsts = self.searches[0].judge.moves()
            values = yield self._batch([Job("introduced", (move,), introductory - 1) for move in firsts])
            return self._merged(values), bool(self.limit) and self._enough(values)
        jobs = [self._jobs(part) for part in range(len(self.searches))]
        values = yield self._batch([job for part in jobs for job in part])
        lines = tuple(self._merged(values[:len(jobs[0])] if part == 0 else values[len(jobs[0]):])[0]
                      for part in range(len(jobs)))
        return lines, self._enough(values)

    def _jobs(self, part: int) -> list[Job]:
        """The jobs of a part; the set play of a series is its ending alone."""
        search = self.searches[part]
        length = self.length - part if self.play == "help" else 0 if part else self.length
        at_once = [Job("endings", (), 0, part)] if length == 0 or self._may_end_at_once(length) else []
        if length == 0:
            return at_once
        if search.must_reach_goal():       # whoever is to end the line must do so at once, anybody else must not be able to
            return [Job("endings", (), 0, part)] if self.play == "help" and length % 2 == 0 else []
        return at_once + [Job("lines", (move,), length, part) for move in search.first_moves(length)]

    def _may_end_at_once(self, length: int) -> bool:
        """Whether lines of so many moves before the ending may have none: of reciprocal play that is no series."""
        return self.ending == "either" and not self.problem.stipulation.exact and self.play == "help" and length % 2 == 0

    def _split(self, job: Job) -> Plan:
        """Lines by their next move; first those that end here, after which some do not go on."""
        search, judge = self.searches[job.part], self.searches[job.part].judge
        ends: tuple[Moves, ...] = ()
        if not search.exact and (self.play == "series" or job.length % 2):
            [ends] = yield Batch([Job("ends", job.line, 1, job.part)], until=0.0)
            if ends and self.ending in ("at goal", "offered"):
                return ends
        between: Moves = ()
        with self._played(judge, job.line):
            goes_on = True
            if self.play == "series":
                between = (PASS,)
                goes_on = not judge.in_check(judge.turn)
                if goes_on:
                    judge.pass_turn()
            moves = search.first_moves(job.length - 1) if goes_on and not search.must_reach_goal() else []
            if between and goes_on:
                judge.pop()
        line = job.line + between
        values = yield self._batch([Job("lines", (*line, move), job.length - 1, job.part) for move in moves])
        return self._merged([ends, *values])[0]

    def _introduced(self, job: Job) -> Plan:
        """Lines by whole introductions and the move after them."""
        judge = self.searches[0].judge
        jobs = []
        with self._played(judge, job.line[:-1]):
            for line in self._introductions(judge, job.line[-1:], job.length):
                jobs += [Job("lines", (*job.line[:-1], *line, move), self.length)
                          for move in self.searches[0].first_moves(self.length)]
        values = yield self._batch(jobs)
        return self._merged(values)[0]

    def _introductions(self, judge: Judge, line: Moves, left: int) -> Generator[Moves, None, None]:
        """Every way to go on with at most `left` introductory moves after the last of `line`.

        It stands on the judge then.
        """
        judge.push(line[-1])
        try:
            yield line
            if left and not judge.in_check(judge.turn):
                judge.pass_turn()
                try:
                    for move in judge.moves():
                        yield from self._introductions(judge, (*line, PASS, move), left - 1)
                finally:
                    judge.pop()
        finally:
            judge.pop()

    def _batch(self, jobs: list[Job]) -> Batch:
        return Batch(jobs, self._enough)

    def _enough(self, values: Sequence[Value]) -> bool:
        """Whether the first jobs, in their order, have lines enough."""
        if not self.limit:
            return False
        count = 0
        for value in values:
            if value is None:
                return False
            count += len(value)
            if count >= self.limit:
                return True
        return False

    def _merged(self, values: Sequence[Value]) -> tuple[tuple[Moves, ...], ...]:
        """One part: the lines of jobs in their order, no more than wanted."""
        lines = tuple(line for value in values if value is not None for line in value)
        return (lines[:self.limit] if self.limit else lines,)

    # ------------------------------------------------------------------------------------------------- work

    def do(self, job: Job) -> Value:
        """The lines of a job."""
        search, judge = self.searches[job.part], self.searches[job.part].judge
        search.lines = []
        self.found = ()
        if job.kind == "endings":
            search.search_endings()
            return self._lines(search, ())
        if job.kind == "introduced":
            found: list[Moves] = []
            # closed at once when a search is stopped, not when the interpreter sees fit: it takes its moves back
            with closing(self._introductions(judge, job.line, job.length)) as lines:
                for line in lines:
                    for move in search.first_moves(self.length):
                        search.lines = []
                        search.search_after(move, self.length)
                        found += self._lines(search, line)
                        self.found = tuple(found)
                        if self.limit and len(found) >= self.limit:
                            return self.found[:self.limit]
            return self.found
        with self._played(judge, job.line[:-1]):
            search.search_after(job.line[-1], job.length)
        return self._lines(search, job.line[:-1])

    def _lines(self, search: HelpSearch, before: Moves) -> tuple[Moves, ...]:
        """The lines found, with the moves before them; Stopped where there may be more."""
        moves = tuple(move for move in before if move != PASS)
        lines = tuple(moves + line for line in search.lines)
        if search.judge.stopped:
            if not self.limit or len(lines) < self.limit:
                self.found += lines
                raise Stopped
            search.judge.stopped = False        # its own limit stopped the search
        return lines

    def salvage(self) -> Value:
        """The lines found until the search was stopped."""
        return self.found

    @contextmanager
    def _played(self, judge: Judge, line: Moves) -> Iterator[None]:
        """The moves on the board for the length of a block."""
        for move in line:
            judge.pass_turn() if move == PASS else judge.push(move)
        try:
            yield
        finally:
            for _ in line:
                judge.pop()
