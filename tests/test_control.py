"""How searches are controlled: threads, limits, progress, checkpoints, clusters. None of them may change a solution.

Problems and what is known of them come from tests/data/control.json and solutions.json.
"""
from __future__ import annotations

import itertools
import json
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from random_positions import GENRE_NAMES, random_fen
from test_solver import FACTS as SOLUTIONS
from test_solver import parts_of
from waiting import PATIENCE, works_within

import feerie
from feerie.apps.cli import main
from feerie.apps.shell.terminal import remaining
from feerie.apps.solving.unfinished import EarlyLines
from feerie.base.errors import CheckpointError, ClusterError, ProblemError
from feerie.base.replacing import replace_file
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.search.transposition import TranspositionTable, entries_for
from feerie.solving import checkpoint, scheduler, table_sizes, worker_pool
from feerie.solving.cluster import Cluster
from feerie.solving.cluster_security import Protection
from feerie.solving.help_task import HelpTask
from feerie.solving.jobs import Job, Value, Worker, decode, drive, encode
from feerie.solving.line_store import LineList
from feerie.solving.lines_in_order import MOST_IN_ORDER, LinesInOrder
from feerie.solving.solve import solve
from feerie.solving.table_sizes import entries_in, table_of
from feerie.solving.task import Task
from feerie.solving.tasks import task_for
from feerie.views.notations import Notation
from feerie.views.solution_text import GrowingPlay
from feerie.views.solution_text import lines as lines_of

FACTS = json.loads((Path(__file__).parent / "data" / "control.json").read_text(encoding="utf-8"))
CASES = [case for case in SOLUTIONS["popeye"] if not case.get("long")]


def problem_of(fact: dict[str, Any]) -> Problem:
    """The problem of a fact of control.json."""
    return Problem(fact["genre"], fact["fen"], fact["stipulation"], options=feerie.Options(**fact.get("options", {})))


def found(solution: Solution) -> tuple[Any, ...]:
    """What must not depend on who solved it."""
    return solution.complete, solution.tree, solution.lines, solution.set_lines, solution.short


class Splitter:
    """Answers jobs by splitting them as far as possible, but only `most` times, since lines transpose."""

    def __init__(self, worker: Worker, most: int = 20_000) -> None:
        self.worker, self.most = worker, most
        self.jobs: list[Job] = []

    def answer(self, job: Job) -> Value:
        """The value of a job, found from smaller ones."""
        self.jobs.append(job)
        split = len(self.jobs) <= self.most and job.can_split(self.worker)
        value = drive(job.plan(self.worker), self.answer, {}) if split else job.answer(self.worker)
        assert decode(json.loads(json.dumps(encode(value), default=LineList.as_json)), LineList.from_json) == value, job
        assert pickle.loads(pickle.dumps(job)) == job
        return value


def is_small(task: Task, most: int) -> bool:
    """Whether the problem takes at most `most` positions without shortcuts: splitting uses none."""
    task.shortcuts = False
    worker = task.worker(lambda: TranspositionTable(1 << 12))
    task.shortcuts = True
    done = threading.Event()

    def stop_if_large() -> None:
        while not done.wait(0.001):
            if worker.nodes > most:
                worker.stop()

    watcher = threading.Thread(target=stop_if_large)
    watcher.start()
    outcome = worker.work(task.whole)
    done.set()
    watcher.join()
    return outcome.done and outcome.nodes <= most


def check_splitting(case: dict[str, Any], most: int) -> None:
    """A problem that is split as far as possible has the same solution; skipped if all its parts are too large."""
    tasks = [task for task in map(task_for, parts_of(case)) if is_small(task, most)]
    if not tasks:
        pytest.skip(f"more than {most} positions")
    for task in tasks:
        plain = task.worker(lambda: TranspositionTable(1 << 14)).work(task.whole)
        splitter = Splitter(task.worker(lambda: TranspositionTable(1 << 14)))
        assert plain.done and splitter.answer(task.whole) == plain.value
        names = [job.name for job in splitter.jobs]
        assert len({*splitter.jobs}) == len({*names}), "every job has a name of its own"


@pytest.mark.parametrize("case", CASES[::4], ids=lambda case: case["id"])
def test_what_is_split_is_the_same(case: dict[str, Any]) -> None:
    check_splitting(case, 2000)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_what_is_split_is_the_same_for_longer_problems(case: dict[str, Any]) -> None:
    check_splitting(case, 300_000)


STIPULATIONS = ("#2", "#3", "s#2", "r#2", "semi-r#2", "=2", "s=2", "+2", "exact-#2", "exact-s#2", "exact-r#2", "h#2",
                "h#1.5", "ser-h#3", "ser-#3", "hs#2", "hr#2", "reci-h#2", "ser-s#2", "ser-r#2", "exact-h#2",
                "2->ser-h#2", "hx2", "exact-ser-h#3", "ser-h+2", "ser-hs#2", "pser-#2", "pser-h#2")


def check_random(genre: str, seed: int, wanted: int, most: int) -> None:
    """Compare as many small random problems as wanted, with all stipulations and some options."""
    chance = random.Random(f"{genre} {seed}")
    compared = 0
    while compared < wanted:
        options = feerie.Options(defence=chance.choice((0, 1, 2)), set_play=chance.random() < 0.4,
                                 post_key_play=chance.random() < 0.1, no_threat=chance.random() < 0.1)
        try:
            task = task_for(Problem(genre, random_fen(chance, genre), chance.choice(STIPULATIONS), options=options))
        except feerie.Error:        # not every random position is legal
            continue
        if is_small(task, most):
            outcome = task.worker(lambda: TranspositionTable(1 << 12)).work(task.whole)
            splitter = Splitter(task.worker(lambda: TranspositionTable(1 << 12)))
            assert splitter.answer(task.whole) == outcome.value, task.problem
            compared += 1


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_what_is_split_is_the_same_in_random_positions(genre: str) -> None:
    check_random(genre, 0, 3, 1000)


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_what_is_split_is_the_same_in_many_random_positions(genre: str) -> None:
    check_random(genre, 1, 80, 10_000)


# ------------------------------------------------------------------------------------------------- threads

@pytest.mark.parametrize("fact", FACTS["problems"], ids=lambda fact: fact["name"])
def test_threads_do_not_change_solutions(fact: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does the order of lines change, even if jobs are split all the time and the table starts out tiny."""
    problem = problem_of(fact)
    one = solve(problem, threads=1)
    assert found(one) == found(task_for(problem).alone())
    assert one.complete and one.count == fact["solutions"] and list(one.keys)[:1] == fact["first"]
    monkeypatch.setattr(worker_pool.ThreadPool, "split_after", 0.002)
    monkeypatch.setattr(worker_pool.ThreadPool, "SHORT_TRIAL", 0.0)
    monkeypatch.setattr(worker_pool.ThreadPool, "LONG_TRIAL", 0.0)
    monkeypatch.setattr(table_sizes, "FIRST_ENTRIES", 1 << 8)
    for threads in (1, 2, 3):
        assert found(solve(problem, threads=threads)) == found(one)


@pytest.mark.parametrize("fact", FACTS["in order"], ids=lambda fact: fact["name"])
@pytest.mark.parametrize("threads", [1, 3])
def test_lines_are_handed_over_in_the_order_of_the_solution(
        fact: dict[str, Any], threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is handed over during the search begins the solution, printed too."""
    problem = problem_of(fact)
    for name in ("SHORT_TRIAL", "LONG_TRIAL", "split_after"):
        monkeypatch.setattr(worker_pool.ThreadPool, name, 0.0)
    monkeypatch.setattr(scheduler, "POLL_SECONDS", 0.0)
    monkeypatch.setattr(scheduler, "SHORT_POLL_SECONDS", 0.0005)
    early: list[tuple[bool, tuple[str, ...]]] = []
    times: list[int] = []

    def add(lines: Iterable[tuple[bool, tuple[str, ...]]]) -> None:
        early.extend(lines)
        times.append(len(early))

    solution = solve(problem, threads=threads, in_order=add)
    every = [*((True, line) for line in solution.set_lines), *((False, line) for line in solution.lines)]
    assert solution.complete and early == every[:len(early)] and len(early) <= MOST_IN_ORDER
    assert solution.count == fact["solutions"] and len(times) >= fact["early"]
    for notation in Notation:
        printed = list(lines_of(solution, "fr", notation))
        assert list(GrowingPlay(problem, "fr", notation).texts(every)) == printed


@pytest.mark.parametrize("options", [(), ("--set-play", "--notation", "figurine"), ("--stipulation", "pser-#4")])
def test_the_command_prints_early_what_it_prints_anyway(options: tuple[str, ...], tmp_path: Path,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    fact = FACTS["in order"][0]
    early = list[int]()
    show = EarlyLines.__call__

    def counting(self: EarlyLines, lines: Iterable[tuple[bool, tuple[str, ...]]]) -> None:
        show(self, lines)
        early.append(self.count)

    monkeypatch.setattr(EarlyLines, "__call__", counting)
    document = tmp_path / "out.txt"
    words = ["solve", "--genre", fact["genre"], "--fen", fact["fen"], "--stipulation", "h#3.5", *options, "--threads",
             "2", "--no-board", "-o", str(document)]
    for name in ("SHORT_TRIAL", "LONG_TRIAL"):
        monkeypatch.setattr(worker_pool.ThreadPool, name, PATIENCE)
    plain = CliRunner().invoke(main, words)
    assert plain.exit_code == 0 and not early and document.read_text(encoding="utf-8") == plain.stdout
    for name in ("SHORT_TRIAL", "LONG_TRIAL", "split_after"):
        monkeypatch.setattr(worker_pool.ThreadPool, name, 0.0)
    monkeypatch.setattr(scheduler, "POLL_SECONDS", 0.0)
    again = CliRunner().invoke(main, words)
    assert again.stdout == plain.stdout == document.read_text(encoding="utf-8")
    assert bool(early) is ("pser-#4" not in options)


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
def test_lines_on_a_terminal_do_not_mix_with_the_bar() -> None:
    import pty

    fact = FACTS["in order"][0]
    words = [sys.executable, "-m", "feerie", "solve", fact["genre"], fact["fen"], fact["stipulation"], "--no-board",
             "--threads", "1"]
    environment = {**os.environ, "PYTHONPATH": str(Path(feerie.__file__).parent.parent), "TERM": "xterm",
                   "COLUMNS": "120"}
    terminal, end = pty.openpty()
    running = subprocess.Popen(words, stdout=end, stderr=end, env=environment)
    os.close(end)
    shown = b""
    with suppress(OSError):     # raised when the other end is closed
        while some := os.read(terminal, 10_000):
            shown += some
    os.close(terminal)
    assert running.wait(timeout=PATIENCE) == 0
    plain = re.sub(r"\x1b\[[0-9?]*[A-Za-z]", "\r", re.sub(r"\x1b\[[0-9;]*m", "", shown.decode()))
    printed = [line for line in plain.splitlines() if line.strip() and "%" not in line]
    assert "%" in plain
    assert printed == list(filter(None, subprocess.run(words, capture_output=True, text=True, env=environment)
                                  .stdout.splitlines()))


def test_lines_wait_for_those_before_them() -> None:
    came: list[tuple[bool, tuple[str, ...]]] = []
    order = LinesInOrder(came.extend)
    order.add((True, ("b1",)), [(False, ("b1", "c1")), (False, ("b1", "a1"))])
    order.release((True, ("a1", "z1")))
    assert not came and order.is_waiting
    order.add((False, ("c1",)), [(True, ("c1",))])
    order.release((True, ("b1", "b1")))
    assert came == [(True, ("c1",)), (False, ("b1", "a1"))]
    order.add((True, ("c2",)), [(False, ("c2", str(number))) for number in range(MOST_IN_ORDER)])     # too many
    order.add((True, ("c1",)), [(False, ("c1", "a1"))])
    order.add((True, ("d1",)), [(False, ("d1", "a1"))])
    order.release((True, ("e1",)))
    assert came[2:] == [(False, ("b1", "c1")), (False, ("c1", "a1"))] and not order.is_waiting


def test_a_limited_number_of_solutions_is_the_same_for_all() -> None:
    problem = problem_of(FACTS["many"])
    some = [solve(problem, threads=threads, max_solutions=7) for threads in (1, 2, 3)]
    assert all(not solution.complete and len(solution.lines) == 7 for solution in some)
    assert set(some[0].lines) < set(solve(problem).lines)
    keys = [solve(Problem("orthodox", "k7/8/5K2/8/8/8/6RR/8", "#2"), threads=threads, max_solutions=2)
            for threads in (1, 3)]
    assert keys[0].keys == keys[1].keys and len(keys[0].keys) == 2 and not keys[0].complete


def test_a_table_grows_and_keeps_its_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_sizes, "FIRST_ENTRIES", 1 << 8)
    growing = table_of(20, 1 << 12)
    rng, sizes = random.Random("growth"), {growing.entries}
    stored = [(rng.getrandbits(64), rng.randint(1, 99)) for _ in range(900)]
    for entry in stored:
        growing.load(array("Q", entry))
        sizes.add(growing.entries)
    assert sizes == {256, 1024, 2048}, "all areas together have at most 4096 entries"
    words = growing.export_deepest(1 << 12)
    assert len({*stored} & {*zip(words[::2], words[1::2], strict=True)}) > 800
    problem = problem_of(FACTS["problems"][0])
    table = TranspositionTable(1 << 16)
    task = task_for(problem)
    first = task.worker(lambda: table)
    first.work(task.whole)
    deepest = table.export_deepest(500)
    assert 0 < len(deepest) <= 1000 and table.export_deepest(1 << 16)[0]
    assert not TranspositionTable(1 << 8).export_deepest(9)
    other = TranspositionTable(1 << 16)
    other.load(deepest)
    assert sorted(other.export_deepest(500)) == sorted(deepest)
    again = task_for(problem).worker(lambda: other)
    assert again.work(task.whole).nodes < first.nodes * 0.9


def test_memory_is_bounded() -> None:
    assert entries_in(1) == 65536 and entries_for(40, entries_in(1)) == 65536
    assert entries_in(None) >= 1 << 20


# -------------------------------------------------------------------------------------------------- limits

def test_limits() -> None:
    problem = problem_of(FACTS["endless"])
    for threads in (1, 2):
        with works_within(10):
            timed = solve(problem, threads=threads, max_seconds=0.3)
            counted = solve(problem, threads=threads, max_nodes=20_000)
        assert not timed.complete and not counted.complete and counted.nodes >= 20_000
    whole = solve(problem_of(FACTS["problems"][0]), max_nodes=10**9)
    assert whole.complete


def test_partial_solutions_hold() -> None:
    """What is found until some limit is part of the whole."""
    for fact in FACTS["problems"]:
        problem = problem_of(fact)
        whole = solve(problem)
        for nodes in (1, whole.nodes // 2):
            part = solve(problem, max_nodes=nodes)
            assert set(part.lines) <= set(whole.lines) and set(part.keys) <= set(whole.keys)


def test_progress_goes_forward() -> None:
    reported: list[float] = []

    def report(done: float, of: float) -> None:
        assert of == 1.0
        reported.append(done)

    solve(problem_of(FACTS["slow"]), threads=2, progress=report)
    assert reported and reported == sorted(reported) and reported[0] >= 0 and reported[-1] <= 1
    assert len(set(reported)) > 2


@pytest.mark.parametrize(("seconds", "before", "now", "text"), [
    (4, 0, 0.5, ""), (60, 0, 0.04, ""), (60, 0.5, 0.54, ""), (10, 0, 1, ""),
    (10, 0, 0.5, "about 10 s left"), (60, 0.5, 0.75, "about 60 s left"), (600, 0, 0.5, "about 10 min left"),
    (36000, 0, 0.5, "about 10 h left"),
])
def test_time_left_is_told_where_it_means_something(seconds: float, before: float, now: float, text: str) -> None:
    assert remaining(seconds, before, now) == text


# --------------------------------------------------------------------------------------------- checkpoints

@pytest.fixture
def saved_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints are saved, and jobs split, all the time."""
    monkeypatch.setattr(checkpoint, "SAVE_SECONDS", 0.0)
    monkeypatch.setattr(checkpoint, "SAVE_SHARE", 1.0)
    monkeypatch.setattr(HelpTask, "job_nodes", 2000)
    monkeypatch.setattr(table_sizes, "FIRST_ENTRIES", 1 << 8)


@pytest.mark.parametrize("fact", FACTS["problems"], ids=lambda fact: fact["name"])
def test_a_search_goes_on_from_its_checkpoint(fact: dict[str, Any], saved_often: None, tmp_path: Path) -> None:
    problem, path = problem_of(fact), tmp_path / "work.json"
    whole = solve(problem)
    runs = [solve(problem, checkpoint=path, max_nodes=max(1, whole.nodes // 6), threads=1 + number % 2)
            for number in range(3)]
    assert all(later.nodes > earlier.nodes for earlier, later in itertools.pairwise(runs) if not later.complete)
    last = solve(problem, checkpoint=path)
    assert found(last) == found(whole)
    again = solve(problem, checkpoint=path)
    assert found(again) == found(whole) and again.nodes == last.nodes
    [log] = json.loads(path.read_text())["logs"]
    assert [*log["done"]] == [task_for(problem).whole.name] and not log["split"] and not log["tables"]


@pytest.mark.parametrize("fact", FACTS["problems"], ids=lambda fact: fact["name"])
def test_a_checkpoint_changes_no_search(fact: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread plays as many positions with a checkpoint as without one, in every run, however small its table is."""
    budget = scheduler.Scheduler._budget
    monkeypatch.setattr(scheduler.Scheduler, "_budget",        # the trial, the only thing that ends by the clock
                        lambda self, node: 1 if node is self._root else budget(self, node))
    monkeypatch.setattr(checkpoint, "SAVE_SECONDS", 0.0)
    monkeypatch.setattr(HelpTask, "job_nodes", 2000)
    for entries in (table_sizes.FIRST_ENTRIES, 1 << 8):
        monkeypatch.setattr(table_sizes, "FIRST_ENTRIES", entries)
        runs = [solve(problem_of(fact), threads=1, checkpoint=path)
                for path in (None, None, tmp_path / str(entries))]
        assert runs[0].nodes == runs[1].nodes == runs[2].nodes
        assert found(runs[0]) == found(runs[2])


def test_a_search_for_a_tree_is_not_split_for_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """If lines are wanted as they are found, only a search that finds lines splits off parts."""
    monkeypatch.setattr(scheduler.Scheduler, "HAND_OVER_SECONDS", 0.0)
    jobs: list[Job] = []
    split = scheduler.Scheduler._split

    def noted(self: scheduler.Scheduler, node: scheduler.JobNode) -> None:
        jobs.append(node.job)
        split(self, node)

    monkeypatch.setattr(scheduler.Scheduler, "_split", noted)
    tree, lines = (solve(problem_of(fact), threads=1, found=lambda _: None) for fact in (FACTS["problems"][0],
                                                                                         FACTS["many"]))
    assert tree.tree and not tree.lines and lines.lines
    kinds = [type(job).__name__ for job in jobs]
    assert set(kinds) <= {"ForcedWhole", "HelpWhole", "LinesJob"}


def test_a_checkpoint_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "work.json"
    problem = problem_of(FACTS["problems"][0])
    solve(problem, checkpoint=path)
    good = path.read_bytes()
    others = [problem_of(FACTS["problems"][1]), Problem(problem.genre, problem.diagram, "#2"),
              Problem(problem.genre, problem.diagram, problem.stipulation, options=feerie.Options(defence=1))]
    for other in others:
        with pytest.raises(CheckpointError, match="other problems or settings"):
            solve(other, checkpoint=path)
    with pytest.raises(CheckpointError, match="other problems or settings"):
        solve(problem, checkpoint=path, max_solutions=1)
    version = good.replace(feerie.__version__.encode(), b"0.0.0")
    older = good.replace(f'"format": {checkpoint.FORMAT}'.encode(), b'"format": 1')
    for bad, message in ((good[:-9], "damaged"), (good.replace(b'"nodes": ', b'"nodes": 1'), "damaged"),
                         (b"", "not a checkpoint"), (b"\xff\xfe", "not a checkpoint"),
                         (b"[" * 10**5, "not a checkpoint"), (b'{"kind": 1}', "not a checkpoint"),
                         (version, "version 0.0.0"),
                         (older, f"format 1, not {checkpoint.FORMAT}")):
        path.write_bytes(bad)
        with pytest.raises(CheckpointError, match=message):
            solve(problem, checkpoint=path)
        assert path.read_bytes() == bad
    with pytest.raises(OSError, match="No such file"):
        solve(problem, checkpoint=tmp_path / "nowhere" / "work.json")


def test_a_disk_that_is_full_loses_no_solution(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    write = replace_file

    def full(path: Path, pieces: Iterable[bytes], *, saved: Callable[[int], None] | None = None,
             is_new: bool = False) -> None:
        if path.exists():
            raise OSError(28, "No space left on device", str(path))
        write(path, pieces, saved=saved, is_new=is_new)

    monkeypatch.setattr(checkpoint, "replace_file", full)
    Path("problems.pop").write_text(FILE)
    result = CliRunner().invoke(main, ["solve", "problems.pop", "--resume", "kept", "--json"])
    assert result.exit_code == 2 and result.stderr == "error: kept: No space left on device\n"
    *results, failure = json.loads(result.stdout)["results"]
    assert all(solved["complete"] for solved in results) and failure["file"] == "kept"


WORK = """import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)    # some parents have their children ignore it
from feerie.solving import checkpoint, table_sizes, worker_pool
from feerie.solving.help_task import HelpTask
checkpoint.SAVE_SECONDS, HelpTask.job_nodes = 0.1, 50_000
from feerie.apps.cli import main
sys.exit(main(sys.argv[1:], standalone_mode=False))"""


def file_of(facts: list[dict[str, Any]]) -> str:
    """A file of problems whose solutions have variations."""
    return "BeginProblem\n{}\nEndProblem\n".format("\nNextProblem\n".join(
        f"Forsyth {fact['fen'].replace('N', 'S').replace('n', 's')}\nStipulation {fact['stipulation']}\n"
        "Option Variations" for fact in facts))


LONG_FILE, FILE = file_of(FACTS["killed"]), file_of(FACTS["killed"][1:])


def run(*arguments: str, printed: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """A process of the command line that saves checkpoints often; Ctrl-C reaches it."""
    environment = {**os.environ, "PYTHONPATH": str(Path(feerie.__file__).parent.parent)}
    return subprocess.Popen([sys.executable, "-c", WORK, *arguments], env=environment,
                            stdout=printed, stderr=subprocess.PIPE)


def start(path: Path, *options: str, text: str = FILE, printed: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """A process that solves the problems of a text, from a file."""
    path.write_text(text)
    return run("solve", str(path), "--json", *options, printed=printed)


def answers(process: subprocess.Popen[bytes], status: int = 0) -> list[Any]:
    """What a process found."""
    out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == status, errors
    results = json.loads(out)["results"]
    assert all(result["complete"] for result in results) or status == 1
    return [{key: value for key, value in result.items() if key not in ("nodes", "seconds", "file")}
            for result in results]


def nodes_in(kept: Path) -> int:
    """How much work a checkpoint holds."""
    return sum(log["nodes"] for log in json.loads(kept.read_text())["logs"]) if kept.exists() else 0


@cache
def undisturbed(text: str) -> list[Any]:
    """What a process finds if nobody kills it."""
    with tempfile.TemporaryDirectory() as folder:
        return answers(start(Path(folder) / "problems.pop", text=text))


def kill_and_resume(folder: Path, text: str, deaths: Iterator[float], how: int) -> None:
    """Kill the process these times after it has saved something new, then let it end: it finds what others find."""
    path, kept, before, alive = folder / "problems.pop", folder / "kept.json", 0, 0
    for seconds in deaths:
        process = start(path, "--resume", str(kept), "--threads", "2", text=text, printed=subprocess.DEVNULL)
        while process.poll() is None and nodes_in(kept) <= before:
            time.sleep(0.02)
        time.sleep(seconds)
        alive += process.poll() is None
        process.send_signal(how)
        process.communicate(timeout=PATIENCE)
        assert nodes_in(kept) >= before, "work was lost"
        before = nodes_in(kept)
    assert before > 0 and alive, "nothing was killed in mid-work"
    last = start(path, "--resume", str(kept), text=text)
    assert answers(last) == undisturbed(text)


@pytest.mark.end_to_end
@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX does")
@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM"])
def test_a_killed_process_loses_little(how: str, tmp_path: Path) -> None:
    kill_and_resume(tmp_path, FILE, iter((0.0, 0.1)), getattr(signal, how))


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX does")
@pytest.mark.parametrize("seed", range(10))
def test_killed_again_and_again(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    kill_and_resume(tmp_path, LONG_FILE, iter([chance.uniform(0.0, 0.1) for _ in range(6)]), signal.SIGKILL)


# ------------------------------------------------------------------------------------------------ clusters

def test_an_address_without_a_cluster_is_an_error() -> None:
    """Whether or not the package for clusters is installed."""
    with pytest.raises(ClusterError, match=r"feerie\[cluster\]|no scheduler answers at 127.0.0.1:9"):
        solve(problem_of(FACTS["problems"][0]), cluster="127.0.0.1:9")


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    """A scheduler and two worker processes of one thread each, which are restarted when they die."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        yield cluster


@pytest.fixture
def joined(local: Any) -> Iterator[Cluster]:
    """A connection to that cluster, which does not know the user's secret."""
    with Cluster(local.scheduler_address, Protection(insecure=True)) as cluster:
        yield cluster


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("fact", [*FACTS["problems"], FACTS["slow"]], ids=lambda fact: fact["name"])
def test_a_cluster_finds_the_same(fact: dict[str, Any], joined: Cluster) -> None:
    problem = problem_of(fact)
    assert found(solve(problem, cluster=joined)) == found(solve(problem))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(3))
def test_a_worker_killed_in_mid_work_loses_nothing(seed: int, local: Any, joined: Cluster) -> None:
    problem = problem_of(FACTS["long"])
    alone = solve(problem)
    killed = []

    def kill() -> None:
        process = local.workers[seed % 2].process.process
        killed.append(process.pid)
        os.kill(process.pid, signal.SIGKILL)

    timers = [threading.Timer(seconds, kill) for seconds in (1.5, 3.5)]
    for timer in timers:
        timer.start()
    shared = solve(problem, cluster=joined)
    for timer in timers:
        timer.join()
    assert found(shared) == found(alone) and len(set(killed)) == 2 and shared.seconds > 3.5


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX does")
def test_a_cluster_started_at_the_command_line(tmp_path: Path) -> None:
    """A scheduler, two workers of which one is killed, and a file of problems, whose order is kept."""
    pytest.importorskip("distributed")
    path = tmp_path / "problems.pop"
    alone = answers(start(path))

    def service(*command: str) -> tuple[subprocess.Popen[bytes], Any]:
        process = run(*command, "--json")
        assert process.stdout
        return process, json.loads(process.stdout.readline())

    services = [service("scheduler", "--port", "0")]
    address = services[0][1]["address"]
    services += [service("worker", address, "--threads", "1") for _ in range(2)]
    assert [printed.get("threads") for _, printed in services] == [None, 1, 1]
    solving = start(path, "--cluster", address, "--resume", str(tmp_path / "kept"))
    time.sleep(1.5)
    services[1][0].kill()
    assert answers(solving) == alone
    assert answers(start(path, "--cluster", address)) == alone
    interrupted = start(tmp_path / "problems.pop", "--cluster", address, "--time", "0")
    assert not any(result["complete"] for result in answers(interrupted, 1))
    for process, _ in services[2], services[0]:
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0 and not out and not errors
    services[1][0].communicate(timeout=PATIENCE)
    _, errors = start(path, "--cluster", address).communicate(timeout=PATIENCE)
    assert errors.decode().startswith(f"error: no scheduler answers at {address} with this user's secret")


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_limits_and_checkpoints_of_a_cluster(joined: Cluster, tmp_path: Path) -> None:
    problem = problem_of(FACTS["long"])
    stopped = solve(problem, cluster=joined, max_seconds=2.5, checkpoint=tmp_path / "kept")
    assert not stopped.complete and stopped.nodes
    whole = solve(problem, checkpoint=tmp_path / "kept", threads=1)
    assert found(whole) == found(solve(problem))
    with pytest.raises(ProblemError, match="illegal"):
        solve(Problem("orthodox", "kR6/8/8/8/8/8/8/K7", "#2"), cluster=joined)
