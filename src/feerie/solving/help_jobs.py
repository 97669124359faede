"""The jobs of help and series play, and the worker that answers them.

All values are lines of packed moves: a tuple or, where they are many, a LineList. A job either searches for the lines
that begin with its own line, or is split by the move that comes next.
"""
from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import NamedTuple

from feerie.base.frozen import frozen
from feerie.kernel.verdict import Judge
from feerie.problems.constraints import MOST_MOVES_OF_A_MAN
from feerie.problems.journeys import journeys
from feerie.problems.line import LinePlayer
from feerie.problems.problem import Problem
from feerie.problems.stipulation import Play
from feerie.search.forced.forced import Stopped
from feerie.search.lines.help import HelpSearch
from feerie.search.proof.limits import PathLimits
from feerie.search.proof.structs import Bounds
from feerie.search.questions import Finish, LinePlay, LineQuestion
from feerie.search.transposition import TranspositionTable
from feerie.solving.first_moves import MoveList
from feerie.solving.jobs import PASS, Batch, Job, LinePlayed, PackedLine, Plan, Value, Whole, Worker
from feerie.solving.limits import FirstMove
from feerie.solving.line_store import LineList, Lines, Spill, joined
from feerie.solving.task import Task

__all__ = ["SHAPES", "EndingsJob", "EndsJob", "HelpWhole", "HelpWorker", "IntroducedJob", "LinesJob", "ProbeJob"]

MOST_BARREN = 1 << 20
"""Positions of introductory moves that are remembered: some hundred megabytes."""


class Shape(NamedTuple):
    """How a kind of play is searched.

    `ending_moves`: how many moves of the stipulated length belong to the ending.
    """

    play: LinePlay
    ending: Finish
    ending_moves: int


SHAPES = {
    Play.HELP: Shape(LinePlay.HELP, Finish.AT_GOAL, 0),
    Play.HELP_SELF: Shape(LinePlay.HELP, Finish.FORCED, 1),
    Play.HELP_REFLEX: Shape(LinePlay.HELP, Finish.OFFERED, 1),
    Play.RECIPROCAL: Shape(LinePlay.HELP, Finish.EITHER, 2),
    Play.SERIES: Shape(LinePlay.SERIES, Finish.AT_GOAL, 0),
    Play.SERIES_HELP: Shape(LinePlay.SERIES, Finish.BY_OTHER, 1),
    Play.SERIES_SELF: Shape(LinePlay.SERIES, Finish.FORCED, 1),
    Play.SERIES_REFLEX: Shape(LinePlay.SERIES, Finish.OFFERED, 1),
    Play.SERIES_HELP_SELF: Shape(LinePlay.SERIES, Finish.HELPED, 2),
    Play.SERIES_RECIPROCAL: Shape(LinePlay.SERIES, Finish.EITHER, 2),
    Play.PARRY_SERIES: Shape(LinePlay.PARRY, Finish.AT_GOAL, 0),
    Play.PARRY_SERIES_SELF: Shape(LinePlay.PARRY, Finish.FORCED, 1),
    Play.PARRY_SERIES_REFLEX: Shape(LinePlay.PARRY, Finish.OFFERED, 1),
    Play.PARRY_SERIES_HELP: Shape(LinePlay.PARRY_HELP, Finish.BY_OTHER, 1),
    Play.PARRY_SERIES_HELP_SELF: Shape(LinePlay.PARRY_HELP, Finish.HELPED, 2),
    Play.PARRY_HELP_SERIES: Shape(LinePlay.PARRY_HELP, Finish.AT_GOAL, 0),
    Play.PARRY_HELP_SERIES_SELF: Shape(LinePlay.PARRY_HELP, Finish.FORCED, 1),
    Play.PARRY_HELP_SERIES_REFLEX: Shape(LinePlay.PARRY_HELP, Finish.OFFERED, 1),
    Play.A_TO_B: Shape(LinePlay.HELP, Finish.AT_GOAL, 0),
    Play.PROOF: Shape(LinePlay.HELP, Finish.AT_GOAL, 0),
}


ROTATION = 7
"""The moves by which the order of moves is rotated further for each pair of workers that share a table."""


class HelpWorker(Worker):
    """Searches for the lines of a problem and, where it is asked for, of its set play.

    `limit`: the most lines wanted, 0 for all. `searches`: one for each part. `partial`: the lines found so far.
    `spill`: keeps lines where they are many; for all workers of the problem. `prober`: what a ProbeJob has done so far.
    """

    def __init__(self, problem: Problem, limit: int, table: Callable[[], TranspositionTable], shortcuts: bool,
                 spill: Spill, bounds: Bounds = Bounds.ALL) -> None:
        super().__init__()
        self.problem, self.limit, self.shortcuts, self.spill = problem, limit, shortcuts, spill
        self.bounds = bounds
        self.prober: _Prober | None = None
        self._player = LinePlayer(problem) if problem.constraints else None
        self.play, self.ending, self.ending_moves = SHAPES[problem.stipulation.play]
        judges = [Task.judge(problem, problem.start)]
        can_pass = not judges[0].in_check(judges[0].turn)       # set play begins with a pass
        if problem.options.set_play and self._has_set_play() and can_pass:
            judges.append(Task.judge(problem, problem.set_play_start))
        self.listed = [MoveList(judge, problem.options) for judge in judges]
        self.searches = [self._search(judge, table()) for judge in judges]
        self.search_with(self.searches)

    def vary(self, number: int) -> None:
        """Every second worker tries moves backwards; the next pair begins with later ones."""
        for search in self.searches:
            search.backwards, search.rotated = number % 2 == 1, number // 2 * ROTATION

    def _has_set_play(self) -> bool:
        """Whether the stipulation leaves any moves for set play."""
        if self.problem.plies <= 1 or self.problem.stipulation.play in (Play.A_TO_B, Play.PROOF):
            return False
        if self.play is LinePlay.HELP:
            return self.length > (self.ending is Finish.EITHER)
        return self.ending_moves == 1

    def _search(self, judge: Judge, table: TranspositionTable) -> HelpSearch:
        stipulation = self.problem.stipulation
        own = stipulation.own_goal
        question = LineQuestion(self.play, Task.search_goal(self.problem, stipulation.goal),
                                self.ending, Task.search_goal(self.problem, own) if own else None,
                                exact=stipulation.exact or stipulation.shortest or bool(self.problem.constraints))
        search = HelpSearch(judge, question, table, limit=0 if self.problem.constraints else self.limit,
                            shortcuts=self.shortcuts)
        end = self.problem.end
        if end is not None:
            search.goals.set_target(end)
            search.target.bounds = self.bounds if self.shortcuts else 0
            if self.problem.constraints and search.target.bounds:
                search.target.limits = self._limits()
        return search

    def _limits(self) -> PathLimits:
        """What the author's constraints leave of the ways of the men."""
        index = self.problem.genre.board.index
        limits = PathLimits(sum(1 << index(square) for square in self.problem.constraints.never))
        for man in self.problem.constraints.men:
            limits.add(index(man.square), None if man.path is None else tuple(map(index, man.path)), man.captured,
                       None if man.on is None else index(man.on), None if man.by is None else index(man.by))
            limits.set_moves(index(man.square), man.least, MOST_MOVES_OF_A_MAN if man.most is None else man.most)
        return limits

    @property
    def length(self) -> int:
        """The number of moves before the ending, introductory moves and answers to checks not counted."""
        if self.problem.stipulation.play.is_parry:
            return self.problem.stipulation.moves
        return self.problem.plies - self.problem.stipulation.introductory - self.ending_moves

    def in_order(self, moves: Sequence[int]) -> Sequence[int]:
        """Moves in the order in which they are searched: if all lines are wanted, in the order of the solution, so that
        its first lines are known first."""
        return moves if self.limit else sorted(moves, key=self.searches[0].judge.rules.tables.uci_texts.__getitem__)

    def first_moves(self, part: int, length: int) -> list[int]:
        """The moves that lines of a part may begin with, of those that are asked for."""
        return self.listed[part].wanted(self.searches[part].first_moves(length))

    @property
    def is_cut(self) -> bool:
        """Whether only lines are asked for that begin with some of the first moves."""
        return any(moves.is_cut for moves in self.listed)

    def introductions(self, judge: Judge, line: PackedLine, left: int, barren: set[tuple[int, int]] | None = None
                      ) -> Generator[PackedLine, None, None]:
        """The last move of `line` and every way to go on with at most `left` introductory moves after it.

        Each line is on the board of the judge while it is yielded; close the generator to take it back. `barren`:
        positions, each with the moves left, to which nothing was added to `partial`; they are not gone through again.
        """
        judge.push(line[-1])
        try:
            place, before = (judge.key, left), len(self.partial or ())
            if barren is not None and place in barren:
                return
            yield line
            if left and not judge.in_check(judge.turn):
                judge.pass_turn()
                try:
                    for move in judge.moves():
                        yield from self.introductions(judge, (*line, PASS, move), left - 1, barren)
                finally:
                    judge.pop()
            if barren is not None and len(self.partial or ()) == before and len(barren) < MOST_BARREN:
                barren.add(place)
        finally:
            judge.pop()

    def begin_lines(self, search: HelpSearch, before: PackedLine) -> None:
        """Let a search begin a new list of lines, with these moves before each."""
        search.endings.lines = LineList(self.spill, tuple(move for move in before if move != PASS))
        search.target.played = before

    def take_lines(self, search: HelpSearch) -> Lines:
        """The lines the search has found; raises Stopped if there may be more."""
        lines: Lines = search.endings.lines.value()
        if self._player is not None:
            lines = self._kept(lines, self._player)
        if search.judge.stopped:
            if not search.endings.limit or len(lines) < search.endings.limit:
                self.partial = joined(self.spill, (self.partial, lines))
                raise Stopped
            search.judge.stopped = False        # the search stopped itself at its limit
        return lines

    def _kept(self, lines: Lines, player: LinePlayer) -> Lines:
        """Those of the lines that keep to the author's constraints."""
        texts = self.searches[0].judge.rules.tables.uci_texts
        kept = LineList(self.spill)
        kept.extend(line for line in lines if self.problem.constraints.broken_by(
            journeys(player, tuple(texts[move] for move in line))) is None)
        found: Lines = kept.value()
        return found

    def batch(self, jobs: Sequence[Job], until: float = 1.0) -> Batch:
        """Jobs of which later ones may be left out when earlier ones have found `limit` lines."""
        return Batch(jobs, self.has_enough, until, steps=self.steps(jobs))

    def steps(self, jobs: Sequence[Job]) -> list[FirstMove | None]:
        """The first moves of the actual play that jobs are about."""
        lines: list[PackedLine] = [getattr(job, "line", ()) if getattr(job, "part", 0) == 0 else () for job in jobs]
        return [self.listed[0].step(line[0]) if len(line) == 1 else None for line in lines]

    def has_enough(self, values: Sequence[Value]) -> bool:
        """Whether the known values at the beginning contain `limit` lines."""
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

    def merged(self, values: Sequence[Value]) -> Lines:
        """The lines of several values in their order, at most `limit`."""
        return joined(self.spill, (value for value in values if value is not None), self.limit)


PROBE_NODES = (1 << 15, 1000), (1 << 17, 250)
"""Positions of the searches of a `ProbeJob`: of one move after another, then of each first move; and again, then of
each reply."""
NEAR_A_GAME = 16
"""A search that has found a game is continued for this many times as many positions."""


@frozen
class LinesJob(Job):
    """The lines that begin with `line` and have `length` moves from its last one on, before the ending.

    `part`: 0 for actual play, 1 for set play.
    """

    part: int
    line: PackedLine
    length: int

    def answer(self, worker: HelpWorker) -> Lines:
        """The lines."""
        search = worker.searches[self.part]
        worker.begin_lines(search, self.line[:-1])
        worker.partial = ()
        with LinePlayed(search.judge, self.line[:-1]):
            search.search_after(self.line[-1], self.length)
        return worker.take_lines(search)

    def can_split(self, worker: HelpWorker) -> bool:
        """Whether lines go on, and who moves next does not depend on checks."""
        return self.length > 1 and worker.play in (LinePlay.HELP, LinePlay.SERIES)

    def plan(self, worker: HelpWorker) -> Plan:
        """First the lines that end after this move, since some of them must not go on; then by the next move."""
        search, series = worker.searches[self.part], worker.play is LinePlay.SERIES
        judge = search.judge
        ends: Lines = ()
        if not search.exact and (series or self.length % 2):
            [ends] = yield Batch([EndsJob(self.part, self.line)], until=0.0)
            if ends and not search.goes_on_after_goal:
                return ends
        between: PackedLine = (PASS,) if series else ()
        moves: list[int] = []
        with LinePlayed(judge, self.line):
            if not (series and judge.in_check(judge.turn)):         # a check ends a series
                with LinePlayed(judge, between):
                    if not search.must_reach_goal():
                        moves = search.first_moves(self.length - 1)
        ordered = worker.in_order(moves)
        values = yield worker.batch([LinesJob(self.part, (*self.line, *between, move), self.length - 1)
                                     for move in ordered])
        found = dict(zip(ordered, values))
        return worker.merged([ends, *(found[move] for move in moves)])      # the value is that of `answer`


@frozen
class EndsJob(Job):
    """The lines that consist of `line` and an ending."""

    part: int
    line: PackedLine

    def answer(self, worker: HelpWorker) -> Lines:
        """The lines."""
        return LinesJob(self.part, self.line, 1).answer(worker)


@frozen
class EndingsJob(Job):
    """The endings of the diagram itself, without any move before them."""

    part: int

    def answer(self, worker: HelpWorker) -> Lines:
        """The lines."""
        search = worker.searches[self.part]
        worker.begin_lines(search, ())
        worker.partial = ()
        search.search_endings()
        return worker.take_lines(search)


@frozen
class IntroducedJob(Job):
    """The lines whose introductory moves begin with `line`, with at most `length` more of them."""

    line: PackedLine
    length: int

    def answer(self, worker: HelpWorker) -> Lines:
        """The lines."""
        search = worker.searches[0]
        worker.partial = ()
        # closed explicitly: a stopped search must take its moves back at once, not when the generator is collected
        with closing(worker.introductions(search.judge, self.line, self.length, set())) as introductions:
            for introduction in introductions:
                for move in search.first_moves(worker.length):
                    worker.begin_lines(search, introduction)
                    search.search_after(move, worker.length)
                    found = joined(worker.spill, (worker.partial, worker.take_lines(search)), worker.limit)
                    worker.partial = found
                    if worker.limit and len(found) >= worker.limit:
                        return found
        every: Lines = worker.partial
        return every

    def can_split(self, worker: HelpWorker) -> bool:
        """Always."""
        return True

    def plan(self, worker: HelpWorker) -> Plan:
        """By whole introductions and the move after them."""
        search = worker.searches[0]
        jobs = []
        with LinePlayed(search.judge, self.line[:-1]):
            for introduction in worker.introductions(search.judge, self.line[-1:], self.length):
                jobs += [LinesJob(0, (*self.line[:-1], *introduction, move), worker.length)
                         for move in search.first_moves(worker.length)]
        values = yield worker.batch(jobs)
        return worker.merged(values)


@frozen
class ProbeJob(Job):
    """Games to a position: as many as are wanted, or those that a limited search finds.

    The games of a diagram that has many often follow one first move and are seldom among the first after another one,
    so a search that finishes one move after another may take thousands of times as long until it finds some. So when
    such a search gets long, it looks at the beginning of the search after each first move, later after each reply, too.
    """

    length: int

    def answer(self, worker: HelpWorker) -> Lines:
        """The games."""
        search = worker.searches[0]
        order = search.backwards, search.rotated
        search.backwards, search.rotated = False, 0     # so that all workers find the same
        worker.partial = ()
        try:
            worker.prober = worker.prober or _Prober(worker)
            return worker.prober.run(self.length)
        finally:
            search.backwards, search.rotated = order


class _Prober:
    """The searches of a ProbeJob; `run` goes on where it was stopped.

    `looked_at`: the rounds of searches that are over, with the line they were made after; `finished`: lines that were
    searched completely; `found`: games; `newest`: how many of them the last search has found.
    """

    def __init__(self, worker: HelpWorker) -> None:
        self.worker, self.search = worker, worker.searches[0]
        self.looked_at: set[tuple[int, PackedLine]] = set()
        self.finished: set[PackedLine] = set()
        self.found: set[PackedLine] = set()
        self.newest = 0

    def run(self, length: int) -> Lines:
        """The value of the job."""
        firsts: list[PackedLine] = [(move,) for move in self.search.first_moves(length)]
        for number, (all_nodes, nodes) in enumerate(PROBE_NODES):
            if (number, ()) not in self.looked_at:
                end = self.search.goals.nodes + all_nodes
                for line in firsts:
                    if not self._finishes(line, length, end - self.search.goals.nodes):
                        break
                self.looked_at.add((number, ()))
            if self._has_enough() or all(line in self.finished for line in firsts):
                break
            lines = [line for line in firsts if line not in self.finished]
            if number:
                lines = [(*line, reply) for line in lines for reply in self._replies(line, length - 1)]
            for line in lines:
                if (number, line) in self.looked_at:
                    continue
                # counted anew after each stop: a search that goes on must not take its games for known ones
                games, budget = 0, nodes
                while not self._finishes(line, length - number, budget) and self.newest > games:
                    games, budget = self.newest, budget * NEAR_A_GAME
                self.looked_at.add((number, line))
                if self._has_enough():
                    break
        return self._lines()

    def _lines(self) -> Lines:
        return tuple(sorted(self.found)[:self.worker.limit])

    def _has_enough(self) -> bool:
        return len(self.found) >= self.worker.limit

    def _replies(self, line: PackedLine, length: int) -> list[int]:
        with LinePlayed(self.search.judge, line):
            return self.search.first_moves(length) if length else []

    def _finishes(self, line: PackedLine, length: int, nodes: int) -> bool:
        """Whether a search of at most this many positions finds all lines that begin so; those it finds are kept.

        Stopped if it is stopped from outside.
        """
        if line in self.finished or self._has_enough():
            return True
        search, worker = self.search, self.worker
        limit, until = search.goals.node_limit, min(search.goals.node_limit, search.goals.nodes + max(nodes, 1))
        search.goals.node_limit = until
        worker.begin_lines(search, line[:-1])
        with LinePlayed(search.judge, line[:-1]):
            search.search_after(line[-1], length)
        search.goals.node_limit = limit
        lines = search.endings.lines.value()
        self.newest = len(lines)
        self.found.update(lines)
        worker.partial = self._lines()
        if not search.judge.stopped:
            self.finished.add(line)
        elif not self._has_enough() and (search.goals.nodes < until or search.goals.nodes >= limit):
            raise Stopped
        search.judge.stopped = False
        if worker.stop_wanted:
            raise Stopped
        return line in self.finished


@frozen
class HelpWhole(Whole):
    """All lines. The value: a tuple with the lines of each part, and whether lines beyond the limit, or after first
    moves that are not asked for, were left out.
    """

    def plan(self, worker: HelpWorker) -> Plan:
        """By the first move of each part."""
        if worker.problem.stipulation.shortest:
            return (yield from self._shortest(worker))
        if worker.problem.constraints and not worker.problem.stipulation.exact:
            return (yield from self._constrained(worker))
        introductory = worker.problem.stipulation.introductory
        if introductory:
            firsts = worker.listed[0].wanted(worker.searches[0].judge.moves())
            values = yield worker.batch([IntroducedJob((move,), introductory - 1) for move in firsts])
            return (worker.merged(values),), worker.is_cut or worker.has_enough(values)
        probed: Lines = ()
        if worker.limit and worker.problem.end is not None and worker.play is LinePlay.HELP and not worker.is_cut:
            [found] = yield Batch([ProbeJob(worker.length)], until=0.0)
            probed = found or ()
            if len(probed) >= worker.limit:
                return (probed,), True
        jobs = [self._jobs(worker, part) for part in range(len(worker.searches))]
        if worker.limit and len(jobs) > 1:      # as many of the set play as of the play
            set_play = yield worker.batch(jobs[1], until=0.5)
            is_stopped = None in set_play and not worker.has_enough(set_play)
            parts = [[] if is_stopped else (yield worker.batch(jobs[0])), set_play]
        elif len(jobs) == 1:
            parts = [(yield worker.batch(jobs[0]))]
        else:                                   # set play, with which the solution begins, is the shorter search
            values = yield worker.batch([*jobs[1], *jobs[0]])
            parts = [values[len(jobs[1]):], values[:len(jobs[1])]]
        if probed and None in parts[0]:     # stopped
            return (tuple(sorted({*probed, *worker.merged(parts[0])})[:worker.limit]),), False
        return tuple(worker.merged(part) for part in parts), \
            worker.is_cut or any(worker.has_enough(part) for part in parts)

    def _shortest(self, worker: HelpWorker) -> Plan:
        """By length, from one move on: iterative deepening (Korf 1985); what is found first has the least length."""
        for length in range(1, worker.length + 1):
            jobs = [LinesJob(0, (move,), length) for move in worker.first_moves(0, length)]
            values = yield Batch(jobs, worker.has_enough, length / (worker.length + 1), worker.steps(jobs))
            lines = worker.merged(values)
            if lines or None in values:         # None: stopped
                return (lines,), worker.is_cut or worker.has_enough(values)
        return ((),), worker.is_cut

    def _constrained(self, worker: HelpWorker) -> Plan:
        """By length: a line that reaches the position against a constraint may go on and reach it again."""
        step = 2 if worker.play is LinePlay.HELP else 1
        lengths = range((worker.length - 1) % step + 1, worker.length + 1, step)
        jobs = [LinesJob(0, (move,), length) for length in lengths
                for move in worker.first_moves(0, length)]
        values = yield worker.batch(jobs)
        lines = worker.merged(values)
        ends = set(lines)
        if any(line[:length] in ends for line in ends for length in lengths if length < len(line)):
            lines = tuple(line for line in lines if not any(line[:length] in ends for length in range(len(line))))
        return (lines,), worker.is_cut or worker.has_enough(values)

    def _jobs(self, worker: HelpWorker, part: int) -> list[Job]:
        """The jobs of a part; the set play of a series is its ending alone."""
        search, is_help = worker.searches[part], worker.play is LinePlay.HELP
        length = worker.length
        if part:
            length = length - 1 if is_help else 0
        ends_at_once: list[Job] = [EndingsJob(part)]
        if length == 0:
            return ends_at_once
        side_that_ends = is_help and length % 2 == 0
        if search.must_reach_goal():        # by a reflex duty: lines end here, and only the right side may end one
            return ends_at_once if side_that_ends else []
        either = worker.ending is Finish.EITHER and not worker.problem.stipulation.exact and side_that_ends
        firsts = worker.in_order(worker.first_moves(part, length))
        jobs: list[Job] = [LinesJob(part, (move,), length) for move in firsts]
        return ends_at_once + jobs if either else jobs
