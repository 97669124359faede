"""The pruning of last moves loses no solution: help-self-mates, series, and checks that cannot mate.

tests/data/pruned_endings.json: `facts`, problems with the number of their solutions, lines or keys, some of which
earlier versions lost; the first move of a problem is never pruned, so direct and self play ask for the winning moves as
well. `selfmates`, published diagrams whose neighbours have many help-self-mates.
"""
from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import feerie
from feerie.problems.stipulation import Play
from feerie.search.transposition import TranspositionTable
from feerie.solving.forced_task import ForcedTask
from feerie.solving.help_task import HelpTask

DATA = json.loads((Path(__file__).parent / "data" / "pruned_endings.json").read_text(encoding="utf-8"))
SELF_PLAY = ("hs#1.5", "hs#1.5", "hs#2", "ser-s#2")
SERIES = ("ser-#2", "exact-ser-#3", "ser-h#2", "ser-hs#2", "ser-r#2", "ser-reci-h#2")
GENRES = ("orthodox", "roque", "rokagogo", "platzwechselrochade-popeye", "siamois")


def solutions(problem: feerie.Problem, *, shortcuts: bool) -> list[Any]:
    if problem.stipulation.play.is_battle:
        return sorted(ForcedTask(problem, shortcuts=shortcuts).alone().keys)
    return list(HelpTask(problem, shortcuts=shortcuts).alone().lines)


@pytest.mark.parametrize("fact", DATA["facts"], ids=lambda fact: fact["about"])
def test_facts(fact: dict[str, Any]) -> None:
    problem = feerie.Problem(fact["genre"], fact["fen"], fact["stipulation"])
    assert len(solutions(problem, shortcuts=True)) == fact["solutions"] == len(solutions(problem, shortcuts=False))
    if problem.stipulation.play in (Play.DIRECT, Play.SELF):
        worker = ForcedTask(problem).worker(lambda: TranspositionTable(1 << 12))
        assert len(worker.builders[0].search.winning_moves(problem.stipulation.moves)) == fact["solutions"]


def neighbour(rng: Random, diagram: str) -> str:
    """A diagram with up to three men moved to squares nearby, and perhaps one removed."""
    rows = ["".join("1" * int(letter) if letter.isdigit() else letter for letter in row) for row in diagram.split("/")]
    board = [list(row) for row in rows]
    for change in range(rng.randint(0, 4)):
        taken = [(row, file) for row in range(8) for file in range(8) if board[row][file] != "1"]
        row, file = rng.choice(taken)
        to_row, to_file = (min(7, max(0, at + rng.randint(-2, 2))) for at in (row, file))
        if board[to_row][to_file] != "1" or board[row][file] in "Pp" and to_row in (0, 7) \
                or change == 3 and board[row][file] in "Kk":
            continue
        board[to_row][to_file], board[row][file] = board[row][file] if change < 3 else "1", "1"
    return "/".join(re.sub("1+", lambda run: str(len(run[0])), "".join(row)) for row in board)


def compare(genre: str, stipulations: tuple[str, ...], wanted: int, seed: int) -> int:
    """Compare as many problems as wanted with and without pruning; returns how many had solutions."""
    rng, done, solved = Random(f"{genre} {stipulations} {seed}"), 0, 0
    while done < wanted:
        try:
            problem = feerie.Problem(genre, neighbour(rng, rng.choice(DATA["selfmates"])), rng.choice(stipulations))
            found = solutions(problem, shortcuts=True)
        except feerie.Error:
            continue
        assert found == solutions(problem, shortcuts=False), (genre, problem.fen, problem.stipulation)
        done += 1
        solved += bool(found)
    return solved


@pytest.mark.parametrize("genre", GENRES)
def test_same_self_play(genre: str) -> None:
    assert compare(genre, SELF_PLAY, 150, 1) > 0 or genre == "platzwechselrochade-popeye"


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRES)
def test_same_self_play_long(genre: str) -> None:
    assert compare(genre, SELF_PLAY, 5000, 2) > 0


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRES)
def test_same_series_long(genre: str) -> None:
    assert compare(genre, SERIES, 300, 3) > 0
