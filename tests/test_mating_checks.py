"""Direct and reflex play near the end: what is proved of checks and last moves changes no solution.

Crowded positions, promotions and castlings of every kind, with and without shortcuts; facts that a proof gets wrong if
it forgets what it depends on.
"""
from __future__ import annotations

from random import Random

import pytest
from random_positions import CHESS_NAMES, GENRE_NAMES, random_fen
from test_crowded import crowded
from test_shortcuts import promotion_fen, selfmate_fen

import feerie
from feerie.problems.options import Options
from feerie.problems.problem import Problem
from feerie.search.forced.prunings import Prunings
from feerie.search.transposition import TranspositionTable
from feerie.solving import forced_jobs
from feerie.solving.forced_task import ForcedTask

STIPULATIONS = ("#2", "#3", "exact-#2", "r#2", "r#3", "semi-r#2", "semi-r#3", "s#2")
DEPEND = [      # the quiet move unmasks a check, or enters a square over which it would be parried
    ("orthodox", "2K5/7k/3QN3/7B/8/8/8/8 w - - 0 1", "#3"),
    ("rokagogo", "5b1K/8/8/1p5k/q7/6p1/8/8 b - - 0 1", "#3"),
    ("roque", "6k1/2P5/1P1N1K2/8/4B3/4p1p1/8/8 w - - 0 1", "#3"),
]
FEW_POSITIONS = [       # with the mate filter; five to ten times as many without
    ("3Q4/k7/8/8/1Pp5/p5R1/K1N5/8 w - - 0 1", "r#4", "g3a3", 250_000),
    ("8/3B4/1Q6/8/8/2k4B/r4R2/1K6 w - - 0 1", "r#4", "b6e3", 150_000),
]


def agree(problem: Problem, off: Prunings = Prunings.MET_QUIETLY) -> bool:
    """Solve a problem with and without shortcuts, and without one; the solutions must be equal. Does it have a key?"""
    quick = ForcedTask(problem).alone()
    for other in (ForcedTask(problem, shortcuts=False), ForcedTask(problem, prunings=Prunings.ALL & ~off)):
        solution = other.alone()
        assert (quick.tree, quick.short) == (solution.tree, solution.short), (problem, off)
    return bool(quick.keys)


def compare(rng: Random, genre: str, stipulation: str) -> bool | None:
    """`agree` for a random problem; None if none was made."""
    chess = genre in CHESS_NAMES
    direct = stipulation.endswith(("#2", "#3")) and stipulation[0] in "#e"
    fen = random_fen(rng, genre)
    if chess and rng.random() < 0.7:
        fen = rng.choice((crowded(rng, 12), promotion_fen(rng))) if direct else selfmate_fen(rng)
    if sum(letter.isalpha() for letter in fen.split()[0]) > (8 if stipulation[-1] == "3" else 14):
        return None
    try:
        options = Options(defence=rng.choice((0, 1)), set_play=rng.random() < 0.3, half_duplex=rng.random() < 0.2)
        problem = Problem(genre, fen, stipulation, options=options)
        ForcedTask(problem)
    except feerie.Error:
        return None
    return agree(problem, rng.choice(list(Prunings)))


@pytest.mark.parametrize(("genre", "fen", "stipulation"), DEPEND)
def test_a_proof_keeps_what_it_depends_on(genre: str, fen: str, stipulation: str) -> None:
    agree(Problem(genre, fen, stipulation, options=Options(defence=1, half_duplex=" b " in fen)))


@pytest.mark.sample(6)
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_same_solutions(genre: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forced_jobs, "FILTERED_FROM", 1)
    rng = Random(f"{genre} mating checks")
    assert sum(compare(rng, genre, rng.choice(STIPULATIONS)) is not None for _ in range(45)) > 5


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_same_solutions_long(genre: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forced_jobs, "FILTERED_FROM", 1)
    rng = Random(f"{genre} mating checks, long")
    assert sum(bool(compare(rng, genre, rng.choice(STIPULATIONS))) for _ in range(4000)) > 20


@pytest.mark.parametrize(("fen", "stipulation", "key", "most"), FEW_POSITIONS)
def test_few_positions_are_enough(fen: str, stipulation: str, key: str, most: int) -> None:
    solution = ForcedTask(Problem("orthodox", fen, stipulation)).alone()
    assert list(solution.keys) == [key]
    assert solution.nodes < most


def test_a_refutation_in_one_move_says_nothing_of_duties() -> None:
    problem = Problem("orthodox", "8/8/2Q5/8/8/5p2/7R/k5K1 w - - 0 1", "r#4")      # many attackers' mates in one
    for shortcuts in (True, False):
        worker = ForcedTask(problem, shortcuts=shortcuts).worker(lambda: TranspositionTable(1 << 12))
        assert len(worker.builders[0].search.winning_moves(4)) == 7
