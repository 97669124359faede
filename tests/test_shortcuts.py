"""What the searches of battle play leave out does not matter: with and without their shortcuts the same solutions."""
from __future__ import annotations

from random import Random

import pytest
from random_positions import GENRE_NAMES, random_fen

from feerie.errors import Error
from feerie.problems.campaign import BattleTask
from feerie.problems.options import Options
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution

STIPULATIONS = ("#2", "#3", "s#1", "s#2", "s#3", "r#2", "semi-r#2", "=2", "s=2", "+2", "==2", "!=2", "exact-#2", "exact-s#2")


def solved(problem: Problem, *, shortcuts: bool, seconds: float = 5.0) -> Solution | None:
    """The solution; None where it takes too many positions."""
    return BattleTask(problem, shortcuts=shortcuts).alone()


def compare(rng: Random, genre: str, stipulation: str) -> bool:
    """Solve a random position both ways; False where it cannot be a problem."""
    fen = random_fen(rng, genre)
    options = Options(defence=rng.choice((0, 1)), set_play=rng.random() < 0.3)
    if fen.count("/") and sum(letter.isalpha() for letter in fen.split()[0]) > (10 if stipulation[-1] == "3" else 16):
        return False
    try:
        problem = Problem(genre, fen, stipulation, options=options)
        quick = solved(problem, shortcuts=True)
    except Error:
        return False
    plain = solved(problem, shortcuts=False)
    assert quick.tree == plain.tree and quick.short == plain.short, (genre, fen, stipulation)
    return True


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_shortcuts_change_no_solution(genre: str) -> None:
    rng = Random(f"{genre} shortcuts")
    assert sum(compare(rng, genre, rng.choice(STIPULATIONS)) for _ in range(12)) > 2


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRE_NAMES)
@pytest.mark.parametrize("stipulation", STIPULATIONS)
def test_shortcuts_change_no_solution_far(genre: str, stipulation: str) -> None:
    rng = Random(f"{genre} {stipulation} shortcuts far")
    assert sum(compare(rng, genre, stipulation) for _ in range(100)) > 20
