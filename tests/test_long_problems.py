"""Long direct problems, of which proof numbers decide every first move, and all that is shown of the play.

By decree they decide short problems, too. Then the solutions must be those of the search without pruning, in every
genre, and those of the ordinary search where that one is too slow.
"""
from __future__ import annotations

from random import Random

import pytest
from random_positions import GENRE_NAMES
from test_find_mate import random_position

import feerie
from feerie.problems.options import Options
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.solving.forced_task import PROVED_FROM, ForcedTask

CASES: tuple[tuple[str, int, list[str]], ...] = (
    ("7k/8/R7/8/8/8/8/4K3", 9, ["a6g6"]), ("3k4/2p2p2/2P2P2/3r4/4R3/8/8/4K3", 9, ["e4a4"]),
    ("8/8/8/8/8/5k2/8/7K", 8, []))
"""Men, moves and keys: two published problems, and a position without a key."""
LEAST_LEAF = 1
"""Then proof numbers decide all that they can decide at all."""


def proved(problem: Problem, leaf: int = LEAST_LEAF) -> Solution:
    task = ForcedTask(problem, proved_from=1, leaf=leaf)
    assert task.proves
    return task.alone()


def agree(problem: Problem, *, shortcuts: bool) -> Solution:
    """Solve a problem by proof numbers, and without; the solutions must be equal."""
    plain = ForcedTask(problem, shortcuts=shortcuts, proved_from=problem.stipulation.moves + 1).alone()
    for leaf in (LEAST_LEAF, 3):
        found = proved(problem, leaf)
        assert (found.tree, found.short, found.complete) == (plain.tree, plain.short, True), (problem, leaf)
    return plain


def compare(rng: Random, genre: str, lengths: tuple[int, ...], most_moves: int, *, shortcuts: bool) -> bool:
    """Compare the solutions of a random problem; whether it has a key that takes more than one move."""
    goal = rng.choice(("#", "#", "=", "run") if feerie.find(genre).king_run else ("#", "#", "="))
    position = random_position(rng, genre, "direct")
    if position is None or len(position.legal_moves) > most_moves:
        return False
    options = Options(defence=rng.choice((0, 0, 1)), set_play=rng.random() < 0.2)
    problem = Problem(genre, position.fen(), f"{goal}{rng.choice(lengths)}", options=options)
    return bool(agree(problem, shortcuts=shortcuts).keys)


def compare_until(rng: Random, genre: str, lengths: tuple[int, ...], keys: int) -> None:
    """Compare with the ordinary search until so many problems have had keys."""
    found = 0
    for _ in range(1000):
        found += compare(rng, genre, lengths, 60, shortcuts=True)
        if found == keys:
            return
    raise AssertionError("too few problems with keys")


@pytest.mark.sample(6)
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_proof_numbers_change_no_solution(genre: str) -> None:
    rng = Random(f"{genre} proved")
    for _ in range(4):
        compare(rng, genre, (3,), 10, shortcuts=False)
    compare_until(rng, genre, (3, 4), 1)


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_proof_numbers_change_no_solution_far(genre: str) -> None:
    rng = Random(f"{genre} proved far")
    for _ in range(200):
        compare(rng, genre, (3,), 12, shortcuts=False)
    compare_until(rng, genre, (3, 4, 5), 20)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("fen", "moves", "keys"), CASES)
def test_long_problems(fen: str, moves: int, keys: list[str], threads: int) -> None:
    found = feerie.solve(Problem("orthodox", fen, f"#{moves}"), threads=threads)
    assert (list(found.keys), found.complete, found.short) == (keys, True, False)
    assert found.is_sound is bool(keys)


def test_shorter_mates_are_told() -> None:
    problem = Problem("orthodox", "7k/8/5K2/8/8/8/P7/1Q3R2", "#8", options=Options(max_solutions=2))
    found = feerie.solve(problem, threads=1, variations=False)
    assert found.short and len(found.keys) == 2


@pytest.mark.parametrize(("fen", "moves", "key"), [
    ("8/8/5N2/8/3K1N1p/1p3knR/1Pp2prb/n1B2b1B", 14, "d4c5"),
    ("1K1n2q1/1p4pR/1prPPpPn/1RB1p1rP/8/1B2p3/2p2b2/1k2N3", 69, "b3c4")])
def test_a_key_is_proved_first(fen: str, moves: int, key: str) -> None:
    problem = Problem("orthodox", fen, f"#{moves}")
    found = feerie.solve(problem, threads=1, max_nodes=2_000_000)
    assert (list(found.keys), found.complete, found.is_sound) == ([key], False, None)


def test_short_problems_are_searched_as_before() -> None:
    problem = Problem("orthodox", "7k/8/5K2/8/8/8/P7/1Q3R2", f"#{PROVED_FROM - 1}")
    assert not ForcedTask(problem).proves
    assert ForcedTask(Problem("orthodox", problem.fen, f"#{PROVED_FROM}")).proves
    assert not any(ForcedTask(Problem("orthodox", problem.fen, f"{play}{PROVED_FROM}")).proves
                   for play in ("s#", "r#", "exact-#", "##!"))
