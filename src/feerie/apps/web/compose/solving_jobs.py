"""Jobs that solve problems for browsers, in threads of the server; they stop when nobody listens any more.

A job that is stopped, or whose server is killed, leaves a checkpoint; the next job for the same problem continues from
it. While others wait, a job that has had its share of time gives way in the same manner, and goes on in its next turn.
"""
from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from feerie.apps.web.compose.schemas import JobState, State
from feerie.apps.web.serving.refusal import RefusedError
from feerie.apps.web.serving.turns import Turns, Visitor, may_ask
from feerie.base.errors import CheckpointError, Error, ProblemError
from feerie.problems.parts import AskedPart, parts_of
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution, UciLine
from feerie.solving.checkpoint import Checkpoint, ProgressLog, identity, remove_unused
from feerie.solving.solve import solve

__all__ = ["JobPart", "SolvingJob", "SolvingJobs"]

MOST_RUNNING = 4
"""Simultaneous jobs of all clients; others wait."""
MOST_JOBS = 4
"""Jobs of one browser that are running or waiting."""
MOST_JOBS_OF_CLIENT = 100
"""Jobs of all browsers of a client that are running or waiting: a school class."""
SHARE = 60.0
"""Seconds after which a job gives way for the first time if another one waits; then twice as many, and so on, so that
every job comes to its end."""
MOST_PARTS = 100
"""Parts of a problem."""
MOST_REMEMBERED = 64
"""Finished jobs whose solutions are kept in memory."""
SOLVER_HASH_MB = 128
QUICK_HASH_MB = 8
QUICK_SECONDS = 2.0
"""Seconds for each part of a quick job."""
GRACE = 8.0
"""Seconds that a job continues while no browser listens."""
MOST_FOUND = 500
"""Lines that are shown before a part is finished."""
MOST_CHECKPOINTS = 100


@dataclass
class JobPart:
    """A part of a problem while it is being solved. `found`: lines found so far, unsorted and not all of them; `count`:
    how many there are; `spent`: seconds of all turns; `ended`: it is solved, or its limit is reached."""

    asked: AskedPart
    solution: Solution | None = None
    error: str = ""
    progress: float = 0.0
    found: set[UciLine] = field(default_factory=set)
    count: int = 0
    spent: float = 0.0
    ended: bool = False

    def so_far(self) -> Solution | None:
        """The solution, or as much of it as there is."""
        if self.solution is None and self.asked.problem is not None and self.found:
            return Solution(self.asked.problem, False, lines=tuple(sorted(self.found.copy())))
        return self.solution


class SolvingJob:
    """A problem that is being solved. `visitor`: who asked; `listeners`: number of browsers that listen."""

    def __init__(self, problem: Problem, visitor: Visitor, seconds: float, *, quick: bool) -> None:
        self.id = secrets.token_urlsafe(9)
        self.problem, self.visitor, self.quick = problem, visitor, quick
        self.limit = min(seconds, QUICK_SECONDS) if quick else seconds
        self.parts = [JobPart(part, error=part.error) for part in parts_of(problem)]
        self.state: State = "waiting"
        self.error = ""
        self.part = 0
        self.resumed = False
        self.listeners = 0
        self.since = self.begun = time.monotonic()
        self.ended: float | None = None
        self._stop = threading.Event()
        self._share = SHARE
        self._turn_begun = 0.0
        self._others_wait: Callable[[], bool] = lambda: False
        self._gives_way = False

    # ------------------------------------------------------------------------------------------- from outside

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.state not in ("waiting", "running")

    def stop(self) -> None:
        """End it; what was found is kept."""
        self._stop.set()

    def listen(self, more: int) -> None:
        """A browser begins (1) or ceases (-1) to listen."""
        self.listeners += more
        self.since = time.monotonic()

    @property
    def is_unwanted(self) -> bool:
        """Whether it was stopped, or nobody has listened for a while."""
        return self._stop.is_set() or (self.listeners <= 0 and time.monotonic() - self.since > GRACE)

    def is_set(self) -> bool:
        """Whether the search has to end: it is unwanted, or gives way to others."""
        if not self._gives_way and not self.quick and time.monotonic() - self._turn_begun > self._share:
            self._gives_way = self._others_wait()
        return self._gives_way or self.is_unwanted

    def snapshot(self) -> JobState:
        """The state of the job."""
        part = self.parts[min(self.part, len(self.parts) - 1)]
        return JobState(id=self.id, state=self.state, part=self.part, parts=len(self.parts), found=part.count,
                        progress=round(part.progress, 3), resumed=self.resumed, error=self.error,
                        seconds=round((self.ended or time.monotonic()) - self.begun, 1))

    # ------------------------------------------------------------------------------------------------ solving

    def run(self, threads: int, folder: Path, others_wait: Callable[[], bool]) -> bool:
        """Solve all parts, one after another. False if it has given way to others: the next call goes on."""
        if self.is_unwanted:
            self._end("stopped")
            return True
        self._turn_begun, self._others_wait, self._gives_way = time.monotonic(), others_wait, False
        if self.state == "waiting" and not any(part.spent for part in self.parts):
            self.begun = self._turn_begun
        self.state = "running"
        file = None if self.quick else self._checkpoint(folder)
        with ExitStack() as ends:
            if file is not None:
                ends.callback(file.close)
            logs = iter([file.progress_log(number) for number, _ in enumerate(self._problems())] if file else [])
            for number, part in enumerate(self.parts):
                if self.is_set():
                    break
                if part.asked.problem is None:
                    continue
                log = next(logs, None)
                if not part.ended:
                    self.part = number
                    self._solve(part, part.asked.problem, threads, log)
            done = all(part.error or (part.solution and part.solution.complete) for part in self.parts)
            with suppress(OSError):         # a disk may be full; what was found is shown
                if file is not None:
                    (file.remove if done else file.save)()
        if self._gives_way and not done and not self.is_unwanted:
            self._share *= 2
            self.state = "waiting"
            return False
        self._end("done" if done else "stopped")
        return True

    def fail(self, error: BaseException) -> None:
        """The job ended with an error of the program or the machine."""
        self._end("failed", f"{type(error).__name__}: {error}"[:500])

    def _end(self, state: State, error: str = "") -> None:
        self.ended = self.since = time.monotonic()
        self.error, self.state = error, state

    def _solve(self, part: JobPart, problem: Problem, threads: int, log: ProgressLog | None) -> None:
        def progress(done: float, total: float) -> None:
            part.progress = max(part.progress, min(1.0, done / total)) if total else 0.0

        def found(lines: Iterable[tuple[bool, UciLine]]) -> None:
            for is_set_play, line in lines:
                part.count += not is_set_play
                if not is_set_play and len(part.found) < MOST_FOUND:
                    part.found.add(line)

        begun = time.monotonic()
        part.count, part.found = 0, set()       # a search that goes on reports what it knows again
        try:
            part.solution = solve(problem, threads=threads, hash_mb=QUICK_HASH_MB if self.quick else SOLVER_HASH_MB,
                                  max_seconds=max(0.01, self.limit - part.spent), progress=progress, found=found,
                                  stop=self, checkpoint=log)
        except Error as error:
            part.error = str(error)
        part.spent += time.monotonic() - begun
        part.ended = not self._gives_way or bool(part.solution and part.solution.complete)
        if part.ended:
            part.progress = 1.0

    def _problems(self) -> list[Problem]:
        return [part.asked.problem for part in self.parts if part.asked.problem is not None]

    def _path(self, folder: Path) -> Path:
        names = "".join(identity(problem, problem.options.max_solutions or 0) for problem in self._problems())
        return folder / f"{hashlib.sha256(names.encode()).hexdigest()[:32]}.checkpoint"

    def _checkpoint(self, folder: Path) -> Checkpoint | None:
        """The checkpoint of this problem; None if another job is using it, or none can be written.

        A checkpoint that is damaged, or of another version, is started afresh.
        """
        path = self._path(folder)
        names = [identity(problem, problem.options.max_solutions or 0) for problem in self._problems()]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _forget_oldest(folder)
            if not names:
                return None
            file = Checkpoint(path, names, renew=True)
        except (OSError, CheckpointError):
            return None
        self.resumed = not file.is_new
        return file


def _forget_oldest(folder: Path) -> None:
    """Keep only the newest checkpoints, and those in use by jobs."""
    found: list[tuple[float, Path]] = []
    for path in folder.glob("*.checkpoint"):
        with suppress(OSError):         # another job may remove it in the meantime
            found.append((path.stat().st_mtime, path))
    for _, path in sorted(found)[:max(0, len(found) - MOST_CHECKPOINTS)]:
        with suppress(OSError):
            remove_unused(path)


class SolvingJobs:
    """All jobs, by id. Its methods may be called from any thread."""

    def __init__(self, folder: Path, threads: int) -> None:
        self._folder, self._threads = folder, threads
        self._pool = ThreadPoolExecutor(MOST_RUNNING, "solving")
        self._quick = ThreadPoolExecutor(2, "quick-solving")
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, SolvingJob] = OrderedDict()
        self._waiting = {False: Turns[SolvingJob](), True: Turns[SolvingJob]()}

    def begin(self, problem: Problem, visitor: Visitor, seconds: float, *, quick: bool) -> SolvingJob:
        """Start a job; RefusedError if the visitor has too many, ProblemError for a problem with too many parts."""
        job = SolvingJob(problem, visitor, seconds, quick=quick)
        if len(job.parts) > MOST_PARTS:
            raise ProblemError("the problem has {} parts, more than {}", len(job.parts), MOST_PARTS)
        with self._lock:
            asked = [each.visitor for each in self._jobs.values() if not each.is_over and not each.is_unwanted]
            if not may_ask(visitor, asked, MOST_JOBS, MOST_JOBS_OF_CLIENT):
                raise RefusedError("too many jobs")
            self._jobs[job.id] = job
            over = [name for name, each in self._jobs.items() if each.is_over and not each.listeners]
            for name in over[:max(0, len(self._jobs) - MOST_REMEMBERED)]:
                del self._jobs[name]
        self._wait(job)
        return job

    def _wait(self, job: SolvingJob) -> None:
        """Let a job wait for its turn."""
        with self._lock:
            self._waiting[job.quick].add(job.visitor, job)
        (self._quick if job.quick else self._pool).submit(self._run, self._waiting[job.quick])

    def find(self, name: str) -> SolvingJob:
        """The job with an id; RefusedError if there is none any more."""
        with self._lock:
            job = self._jobs.get(name)
        if job is None:
            raise RefusedError("no such job")
        return job

    def solution_of(self, name: str, problem: Problem) -> SolvingJob | None:
        """The finished job with an id if it solved this problem, whatever was asked in addition; else None."""
        with self._lock:
            job = self._jobs.get(name)
        return job if job is not None and job.is_over and _same(job.problem, problem) else None

    def close(self) -> None:
        """Stop all jobs."""
        with self._lock:
            jobs = list(self._jobs.values())
        for job in jobs:
            job.stop()
        for pool in (self._pool, self._quick):
            pool.shutdown(wait=True, cancel_futures=True)

    def _run(self, waiting: Turns[SolvingJob]) -> None:
        with self._lock:
            job = waiting.take()
        if job is None:
            return
        try:
            if not job.run(self._threads, self._folder, lambda: len(waiting) > 0):
                self._wait(job)
        except BaseException as error:      # the thread goes on with other jobs
            job.fail(error)


def _same(one: Problem, other: Problem) -> bool:
    """Whether two problems ask the same, apart from set play and tries."""
    first, second = parts_of(one), parts_of(other)
    return len(first) == len(second) and all(
        a.problem is not None and b.problem is not None and _asked(a.problem) == _asked(b.problem)
        for a, b in zip(first, second, strict=True))


def _asked(problem: Problem) -> str:
    return identity(replace(problem, options=replace(problem.options, set_play=False, defence=0, variations=False)))
