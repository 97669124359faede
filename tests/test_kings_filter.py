"""What is concluded about mates of several kings, and about the move before, drops no move wrongly.

Random positions: several kings close together with men of their own, a few men of the other side that can mate them;
sometimes a king and his rook at home with their rights. Help and forced play have the same solutions without shortcuts.
"""
from __future__ import annotations

from random import Random

import pytest
from random_positions import Diagram

import feerie
from feerie.problems.options import Options
from feerie.solving.forced_task import ForcedTask
from feerie.solving.help_task import HelpTask

GENRES = ("rex-multiplex", "ultra-rex-multiplex", "siamois")
COMBINATIONS = ("roque+rex-multiplex", "rokagogo+siamois", "platzwechselrochade+ultra-rex-multiplex")
STIPULATIONS = ("h#1", "h#1.5", "h#1.5", "h#2", "h#2", "ser-h#1", "ser-h#2", "ser-h#3", "pser-h#2", "hs#1.5", "h=1.5",
                "h#2.5", "hr#1", "hr#1.5", "hr#1.5", "hr#2", "ser-r#2", "h+1.5")
FORCED = ("r#2", "r#2", "semi-r#2", "exact-r#2", "s#2", "#2", "r=2")


def crowded_fen(rng: Random) -> str:
    """Black's kings in a square of four by four with some of their men, and White's men anywhere."""
    diagram = Diagram(rng, 8)
    file, rank = rng.randint(0, 4), rng.randint(1, 5)
    near = ["abcdefgh"[file + i] + str(rank + j) for i in range(4) for j in range(4)]
    inside = [square for square in near if square[1] not in "18"]
    rights = "-"
    if rng.random() < 0.25:
        rights = rng.choice(("k", "q", "kq"))
        for man, square in (("k", "e8"), ("r", "h8"), ("r", "a8")):
            diagram.put(man, [square])
    for _ in range(rng.choice((1, 2, 2, 3))):
        diagram.put("k", near)
    for _ in range(rng.randint(0, 5)):
        diagram.put(rng.choice("pppprnb"), inside)
    for _ in range(rng.choice((1, 1, 1, 2))):
        diagram.put("K")
    for _ in range(rng.randint(2, 5)):
        diagram.put(rng.choice("QQRRBBNN"))
    for _ in range(rng.randint(0, 2)):
        diagram.put("P", diagram.rank(2, 4, 6, 7))
    return f"{diagram.field()} w {rights} -"


def compare(rng: Random, genre: str) -> int:
    """Compare a random problem with and without shortcuts; returns its number of lines, -1 if illegal or large."""
    fen, stipulation = crowded_fen(rng), rng.choice(STIPULATIONS)
    men = sum(letter.isalpha() for letter in fen.split()[0])
    if men > (8 if stipulation in ("h#2.5", "ser-h#3") else 12):
        return -1
    try:
        problem = feerie.Problem(genre, fen, stipulation)
        lines = HelpTask(problem).alone().lines
    except feerie.Error:
        return -1
    assert list(lines) == list(HelpTask(problem, shortcuts=False).alone().lines), (genre, fen, stipulation)
    return len(lines)


def compare_forced(rng: Random, genre: str) -> int:
    """compare for forced play, Black to move in half of the positions: how many keys there are, -1 as there."""
    fen, stipulation = crowded_fen(rng), rng.choice(FORCED)
    if sum(letter.isalpha() for letter in fen.split()[0]) > 12:
        return -1
    try:
        problem = feerie.Problem(genre, fen.replace(" w ", rng.choice((" w ", " b "))), stipulation,
                                 options=Options(defence=1))
        quick = ForcedTask(problem).alone()
    except feerie.Error:
        return -1
    plain = ForcedTask(problem, shortcuts=False).alone()
    assert (quick.tree, quick.short) == (plain.tree, plain.short), (genre, fen, stipulation)
    return len(quick.keys)


@pytest.mark.parametrize("genre", GENRES)
def test_same_keys(genre: str) -> None:
    rng = Random(f"{genre} kings forced")
    counts = [compare_forced(rng, genre) for _ in range(400)]
    assert sum(count >= 0 for count in counts) > 15
    assert sum(count > 0 for count in counts) > 2


@pytest.mark.long
@pytest.mark.parametrize("genre", (*GENRES, *COMBINATIONS))
def test_same_keys_long(genre: str) -> None:
    rng = Random(f"{genre} kings forced long")
    assert sum(compare_forced(rng, genre) > 0 for _ in range(3000)) > 20


@pytest.mark.parametrize("genre", GENRES)
def test_same_lines(genre: str) -> None:
    rng = Random(f"{genre} kings")
    counts = [compare(rng, genre) for _ in range(250)]
    assert sum(count >= 0 for count in counts) > 20
    assert sum(count > 0 for count in counts) > 5


@pytest.mark.long
@pytest.mark.parametrize("genre", (*GENRES, *COMBINATIONS))
def test_same_lines_long(genre: str) -> None:
    rng = Random(f"{genre} kings long")
    assert sum(compare(rng, genre) > 0 for _ in range(5000)) > 100


@pytest.mark.parametrize(("genre", "fen", "stipulation", "most"), [
    ("rex-multiplex", "5k2/8/8/p7/6q1/4r3/2KBk3/1N3n2 w - -", "h#3", 1_000_000),
    ("ultra-rex-multiplex", "8/6k1/2K1P3/k3K3/8/8/6Pq/1rN5 w - -", "ser-h#5", 2_000_000),
    ("siamois", "3k3K/8/3P3P/8/1p1k4/4p3/1K6/3n4 w - -", "h#2.5", 4_000),
])
def test_few_positions(genre: str, fen: str, stipulation: str, most: int) -> None:
    """Without the filter these take three times as many positions, or more."""
    assert HelpTask(feerie.Problem(genre, fen, stipulation)).alone().nodes < most


@pytest.mark.parametrize(("genre", "fen", "stipulation", "most"), [
    ("ultra-rex-multiplex", "8/6rk/5K2/2K5/k7/1P6/7N/8 w - -", "hr#3", 400_000),
    ("ultra-rex-multiplex", "8/4P3/4K2k/R2pkk2/7n/8/1K6/4B1N1 w - -", "r#4", 300_000),
    ("rex-multiplex", "2k4k/8/7p/K6k/1R6/Q2K3K/8/8 w - -", "r#4", 150_000),
])
def test_duties_cost_few_positions(genre: str, fen: str, stipulation: str, most: int) -> None:
    """Whether a side must mate is asked at every move; if all checks were tried these would take ten times as many."""
    task = ForcedTask if stipulation[0] == "r" else HelpTask
    assert task(feerie.Problem(genre, fen, stipulation)).alone().nodes < most
