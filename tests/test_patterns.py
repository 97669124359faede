"""The lower bounds that patterns give are admissible: without them, help play has the same solutions.

Random positions of every genre, of few men so that many have solutions, some with castlings.
"""
from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from random_positions import GENRE_NAMES, random_fen

import feerie
from feerie.solving.help_task import HelpTask

STIPULATIONS = ("h#2", "h#2.5", "h#3", "exact-h#2", "ser-h#3", "ser-#3", "hs#2", "hs#2.5", "hr#2", "ser-s#2", "ser-r#3",
                "h=2", "h=2.5", "h=3", "ser-h=3", "ser-=3", "hs=2", "reci-h#2", "reci-h#2.5", "reci-h=2")
LONG = 10


def lines(problem: feerie.Problem, shortcuts: bool) -> Sequence[tuple[str, ...]]:
    return HelpTask(problem, shortcuts=shortcuts).alone().lines


def compare(genre: str, stipulation: str, wanted: int, seed: int) -> int:
    """Compare as many positions as wanted; returns how many had solutions."""
    rng, done, solved = Random(f"{genre} {stipulation} {seed}"), 0, 0
    most = (6 if "3" in stipulation or "2.5" in stipulation else 9) if seed > 1 else 5
    while done < wanted:
        fen = random_fen(rng, genre)
        men = sum(letter.isalpha() for letter in fen.split()[0])
        if men > most:
            continue
        try:
            problem = feerie.Problem(genre, fen, stipulation)
            found = lines(problem, shortcuts=True)
        except feerie.Error:
            continue
        assert found == lines(problem, shortcuts=False), (genre, fen, stipulation)
        done += 1
        solved += bool(found)
    return solved


@pytest.mark.parametrize("genre", [genre for genre in GENRE_NAMES if "+" not in genre])
def test_same_lines(genre: str) -> None:
    solved = sum(compare(genre, stipulation, 1, 1) for stipulation in STIPULATIONS)
    assert solved or any(compare(genre, stipulation, 3, 0) for stipulation in STIPULATIONS)


@pytest.mark.long
@pytest.mark.parametrize("stipulation", STIPULATIONS)
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_same_lines_long(genre: str, stipulation: str) -> None:
    compare(genre, stipulation, LONG, 2)


@pytest.mark.parametrize("genre", [genre for genre in GENRE_NAMES if "rollerball" not in genre])
def test_same_lines_to_positions(genre: str) -> None:
    """Positions that arise after a few random moves are reached by the same lines."""
    rng, done = Random(genre), 0
    while done < 3:
        try:
            start = position = feerie.Position(genre, random_fen(rng, genre))
        except feerie.Error:
            continue
        for _ in range(3):
            moves = list(position.legal_moves)
            position = position.play(rng.choice(moves)) if moves else position
        if sum(map(bool, start.setup.men)) > 12 or position.turn == start.turn:
            continue
        problem = feerie.Problem(genre, start.fen(), "a=>b1.5", target=position.fen())
        found = lines(problem, shortcuts=True)
        assert found and found == lines(problem, shortcuts=False), (problem.fen, position.fen())
        done += 1


@pytest.mark.parametrize(("fen", "count"), [
    ("8/8/8/8/7N/1K6/3p4/k7 b - - 0 1", 6),         # the pawn becomes a knight that blocks
    ("7R/8/8/8/8/1p6/8/2k1K3 b - - 0 1", 29),
])
def test_promoted_men_block(fen: str, count: int) -> None:
    problem = feerie.Problem("orthodox", fen, "h#3")
    found = lines(problem, shortcuts=True)
    assert len(found) == count and found == lines(problem, shortcuts=False)


def test_few_men_take_few_positions() -> None:
    """The pawn must stay on its file and could block as a knight only, so that Black has no move to spare."""
    solution = HelpTask(feerie.Problem("orthodox", "2B5/8/k2p4/8/6b1/8/3K4/8 b - - 0 1", "h#10")).alone()
    assert not solution.lines and solution.nodes < 200_000      # without kinds and files of pawns 2.7 million
