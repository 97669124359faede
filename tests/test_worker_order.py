"""Workers that share a table try moves in different orders, and find the same lines."""
from __future__ import annotations

from random import Random

import pytest
from random_positions import GENRE_NAMES, random_fen

import feerie
from feerie.search.transposition import TranspositionTable
from feerie.solving.help_jobs import LinesJob
from feerie.solving.help_task import HelpTask

STIPULATIONS = ("h#1.5", "h#2", "h=1.5", "hs#2", "ser-#2", "ser-h#2", "ser-hs#2", "pser-#2", "reci-h#2", "ser-=3")


def lines(task: HelpTask, number: int | None) -> set[tuple[int, ...]]:
    """The lines found job by job, by a worker with this number; None: by one without a number."""
    worker = task.worker(lambda: TranspositionTable(1 << 12))
    if number is not None:
        worker.vary(number)
    found: set[tuple[int, ...]] = set()
    for move in worker.searches[0].first_moves(worker.length):
        found.update(LinesJob(0, (move,), worker.length).answer(worker))
    return found


def compare(genre: str, seed: int, count: int) -> int:
    """Compare the lines of some problems; returns how many lines there were."""
    rng, done, found = Random(f"{genre} {seed} order"), 0, 0
    while done < count:
        fen = random_fen(rng, genre)
        if sum(letter.isalpha() for letter in fen.split()[0]) > 9:
            continue
        try:
            task = HelpTask(feerie.Problem(genre, fen, rng.choice(STIPULATIONS)))
        except feerie.Error:
            continue
        wanted = lines(task, None)
        assert all(lines(task, number) == wanted for number in (1, 2, 3)), repr(task.problem)
        done, found = done + 1, found + len(wanted)
    return found


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_each_order_finds_the_same_lines(genre: str) -> None:
    compare(genre, 1, 5)


@pytest.mark.parametrize("rook", ("a1", "h1"))
@pytest.mark.parametrize("fen", ("8/8/8/8/7N/2k5/8/R3K2R b KQ -", "8/p7/8/8/8/8/1k6/R3K2R b KQ -"))
def test_jobs_after_a_rook_has_moved_come_first(fen: str, rook: str) -> None:
    """Each job has castling rights of its own; which jobs a worker has answered before does not matter."""
    task = HelpTask(feerie.Problem("orthodox", fen, "exact-h#2"))
    worker = task.worker(lambda: TranspositionTable(1 << 12))
    judge = worker.searches[0].judge
    texts = judge.rules.tables.uci_texts
    starts = []
    for first in judge.moves():
        judge.push(first)
        for second in judge.moves():
            judge.push(second)
            starts += [(first, second, third) for third in judge.moves()]
            judge.pop()
        judge.pop()
    rooks = {second for _, second, _ in starts if texts[second].startswith(rook)}
    starts.sort(key=lambda start: start[1] not in rooks)
    found = [tuple(texts[move] for move in line) for start in starts for line in LinesJob(0, start, 2).answer(worker)]
    assert sorted(found) == sorted(map(tuple, HelpTask(task.problem, shortcuts=False).alone().lines))


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_each_order_finds_the_same_lines_long(genre: str) -> None:
    assert compare(genre, 2, 300)
