"""The play of forced problems as records: what is kept, shared, forgotten and found again, and by several workers."""
from __future__ import annotations

import pytest

from feerie import Problem, solve
from feerie.problems.solution import Node, Role
from feerie.search.transposition import TranspositionTable
from feerie.solving.forced_jobs import AttackNode, ForcedWorker
from feerie.solving.forced_task import ForcedTask
from feerie.solving.forced_tree import TreeBuilder
from feerie.solving.jobs import Worker

MANY_KEYS = ("orthodox", "7k/8/5K2/8/8/8/P7/1Q3R2", "#3")
PROBLEMS = (MANY_KEYS, ("platzwechselrochade-popeye", "3k4/8/7Q/2B5/4R1B1/2QK4/R7/8", "s#3"),
            ("rokagogo", "7k/8/5K2/8/8/8/8/R3R3", "#3"), ("rex-multiplex", "6K1/5Q2/1BQ5/8/8/4P2k/8/1k2b2K", "+2"),
            ("orthodox", "5B1k/8/3R4/P7/8/R7/3NK3/2Q5", "r#3"))


def worker_of(problem: tuple[str, str, str], shortcuts: bool = True) -> ForcedWorker:
    """A worker for a problem."""
    task = ForcedTask(Problem(*problem), shortcuts=shortcuts)
    worker = task.worker(lambda: TranspositionTable(1 << 12))
    worker.ready()
    return worker


def tree(problem: tuple[str, str, str], shortcuts: bool = True) -> Node:
    """The solution tree, found by one worker."""
    found = ForcedTask(Problem(*problem), shortcuts=shortcuts).alone().tree
    assert found is not None
    return found


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: f"{problem[0]} {problem[2]}")
def test_records_change_no_tree(problem: tuple[str, str, str]) -> None:
    assert tree(problem) == tree(problem, shortcuts=False)


def test_play_is_found_again_after_records_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tree(MANY_KEYS)
    assert len(kept.with_role(Role.KEY)) > 5
    monkeypatch.setattr(TreeBuilder, "MAX_WORDS", 3)
    assert tree(MANY_KEYS) == kept


def test_equal_play_is_one_record() -> None:
    worker = worker_of(MANY_KEYS)
    keys = worker.work(ForcedTask.whole).value[2]
    builder = worker.builders[0]
    inner = sum(1 for key in keys for node in key if node.children)
    assert 3 * (len(builder.plays) + len(builder.continuations)) < 2 * inner
    assert len({id(node) for key in keys for node in key}) < sum(1 for key in keys for _ in key)


def test_play_that_was_stopped_is_found_when_asked_again() -> None:
    worker, stops = worker_of(MANY_KEYS), 0
    for key in worker.builders[0].attacks():
        if answers(worker, key):
            job = AttackNode(0, (key,), 3, Role.KEY)
            other, budget = worker_of(MANY_KEYS), 1
            other.ready(budget)
            found = other.work(job)
            while not found.done:
                budget, stops = 2 * budget, stops + 1
                other.ready(budget)
                found = other.work(job)
            assert found.value == worker.work(job).value
    assert stops > 5


def answers(worker: Worker, move: int) -> bool:
    """Whether a first move mates in exactly three."""
    assert isinstance(worker, ForcedWorker)
    builder = worker.builders[0]
    with builder.played(move):
        return builder.search.forces_goal(move, 3) and not builder.search.forces_goal(move, 2)


def test_threads_find_the_same_tree() -> None:
    assert solve(Problem(*MANY_KEYS), threads=2).tree == tree(MANY_KEYS)
