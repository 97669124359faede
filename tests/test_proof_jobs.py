"""Jobs of proof games do not depend on what their worker did before: bounds belong to one root and its rights, and to
the men that reached a position.
"""
from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import feerie
from feerie.search.proof.structs import Bounds
from feerie.search.transposition import TranspositionTable
from feerie.solving.help_jobs import HelpWorker, LinesJob, ProbeJob
from feerie.solving.help_task import HelpTask

FACTS = json.loads((Path(__file__).parent / "data" / "castlings_on_the_way.json").read_text(encoding="utf-8"))["games"]
UNIQUE = [
    ("1n1r1kn1/1pp2ppp/3ppq1r/p4b1B/3P1BQb/1RN1P3/PPP2PPP/2N2RK1", "dia14"),     # both sides castle
    ("1nbqkbnr/1pppp1pp/5p2/p4r2/2B2R2/2N1PQ2/PPPP2PP/RNB3K1", "exact-dia6.5"),
    ("2kr1bnr/pppbpppp/8/8/n7/3q1P2/PPPPP1PP/RNBQKBNR", "exact-dia8"),
]


def lines_of_job(worker: HelpWorker, before: list[int], move: int, plies: int) -> int:
    """The number of games beginning with these moves that the job finds."""
    return len(LinesJob(0, (*before, move), plies - len(before)).answer(worker))


@pytest.mark.parametrize(("fen", "stipulation"), UNIQUE, ids=[stipulation for _, stipulation in UNIQUE])
def test_jobs_in_any_order_find_the_game(fen: str, stipulation: str) -> None:
    task = HelpTask(feerie.Problem("orthodox", fen, stipulation))
    [line] = task.alone().lines
    judge = task.worker(lambda: TranspositionTable(1 << 12)).searches[0].judge
    codes: list[int] = []
    legal: list[list[int]] = []
    for text in line:
        legal.append(judge.moves())
        codes.append(next(code for code in legal[-1] if judge.rules.tables.uci_texts[code] == text))
        judge.push(codes[-1])
    rng = Random(stipulation)
    for _ in range(6):
        worker = task.worker(lambda: TranspositionTable(1 << 16))
        for _ in range(4):
            at = rng.randrange(min(10, len(codes) - 1))
            move = codes[at] if rng.random() < 0.6 else rng.choice(legal[at])
            assert lines_of_job(worker, codes[:at], move, len(codes)) == (move == codes[at])


def games_in_parts(worker: HelpWorker, before: list[int], plies: int, budget: int) -> int:
    """How many games begin with these moves; jobs of more positions than `budget` are split by the next move."""
    judge = worker.searches[0].judge
    for move in before:
        judge.push(move)
    moves = judge.moves()
    for _ in before:
        judge.pop()
    found = 0
    for move in moves:
        worker.ready(budget)
        result = worker.work(LinesJob(0, (*before, move), plies - len(before)))
        found += len(result.value) if result.done \
            else games_in_parts(worker, [*before, move], plies, budget)
    return found


@pytest.mark.parametrize("budget", [500, 1000, 2000, 3000])
def test_jobs_stopped_and_split_find_the_game(budget: int) -> None:
    """A job begins at the position where its parent was stopped, which was reached with other names of the men."""
    diagram = feerie.Problem("orthodox", "5rrk/pp2np1p/2n1pq2/2p5/1b1p2b1/2P3pP/PP1PPPPQ/RNB1KBNR", "exact-dia16")
    task = HelpTask(diagram, bounds=Bounds.ALL | Bounds.EARLY_TABLES)
    assert games_in_parts(task.worker(lambda: TranspositionTable(1 << 16)), [], task.problem.plies, budget) == 1


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact["fen"])
def test_jobs_begun_before_and_after_a_castling_share_what_they_know(fact: dict[str, Any]) -> None:
    """Castlings are renumbered for each set of rights; a game with one is not refuted where none was looked for."""
    problem = feerie.Problem("orthodox", fact["fen"], fact["stipulation"], target=fact["target"])
    task = HelpTask(problem, bounds=Bounds.ALL | Bounds.EARLY_TABLES)
    for budget in (30, 300, 3000):
        worker = task.worker(lambda: TranspositionTable(1 << 16))
        assert games_in_parts(worker, [], problem.plies, budget) == fact["games"]


def test_constraints_narrow_jobs_below_the_first_move() -> None:
    """What an author says of a man by its first square is known even after other moves have been made."""
    fen, said = "rnbqkb1r/pp1ppppp/8/2p5/4n3/2N2N2/PPPPPPPP/R1BQKB1R", ["c7 path c6 c5", "b1 moves 3"]
    kept = {}
    for constraints in ((), said):
        task = HelpTask(feerie.Problem("orthodox", fen, "dia4", constraints=constraints))
        worker = task.worker(lambda: TranspositionTable(1 << 16))
        judge = worker.searches[0].judge
        texts = judge.rules.tables.uci_texts
        found: set[tuple[str, ...]] = set()
        for first in judge.moves():
            judge.push(first)
            replies = judge.moves()
            judge.pop()
            for reply in replies:
                for line in LinesJob(0, (first, reply), task.problem.plies - 1).answer(worker):
                    found.add(tuple(texts[move] for move in line))
        assert found == set(task.alone().lines)
        kept[bool(constraints)] = len(found), worker.nodes
    assert 0 < kept[True][0] < kept[False][0] and kept[True][1] < kept[False][1]


@pytest.mark.parametrize("budget", range(140_000, 220_000, 10_000))
def test_a_stopped_probe_goes_on(budget: int) -> None:
    """It finds as many games as one that is not stopped."""
    diagram = feerie.Problem("orthodox", "r1b1kbnr/p1p1p1p1/p6p/5p2/8/N2QPN2/PP3PPP/R1B1K2R", "exact-dia7.5")
    worker = HelpTask(diagram, limit=10).worker(lambda: TranspositionTable(1 << 16))
    worker.ready(budget)
    assert not worker.work(ProbeJob(diagram.plies)).done
    worker.ready()
    assert len(worker.work(ProbeJob(diagram.plies)).value) == 10
