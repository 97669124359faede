"""Play to a position under conditions: the bounds on men that have yet to arrive or to disappear miss no line."""
from __future__ import annotations

from random import Random

import pytest
from test_own_men import solved

from feerie import Position, Problem
from feerie.genres import find

GENRES = ("anticirce", "symmetry-anticirce", "make-and-take", "take-and-make", "madrasi", "einstein", "grid",
          "anticirce+grasshopper", "patrol+locust", "kobul-kings", "circe", "andernach", "mars-circe", "frankfurt",
          "sentinelles", "maximummer:black", "neutral", "white-oscillating-kings", "kamikaze", "take-and-make+rokagogo")
STARTS = ("r3k2r/2p2p2/8/3n4/1B6/8/P2P4/R3K2R w KQkq -", "4k3/1P3p2/3r4/8/2b5/4N3/3Q2p1/R3K3 w Q -",
          "4k3/pp3p2/2n5/5b2/2p5/1P2N3/P5PP/R3K3 w Q -")


@pytest.mark.parametrize("genre", GENRES)
def test_no_bound_changes_a_solution(genre: str) -> None:
    rng, compared = Random(genre), 0
    for start in STARTS:
        before = position = Position(find(genre), start)
        played = 0
        while played < 3 and position.is_valid() and (moves := list(position.legal_moves)):
            position, played = position.play(rng.choice(moves)), played + 1
        if played < 3:
            continue
        problem = Problem(genre, before.fen(), "a=>b1.5", target=position.fen().split()[0])
        quick, plain = (solved(problem, shortcuts=shortcuts) for shortcuts in (True, False))
        assert quick.lines and sorted(map(str, quick.lines)) == sorted(map(str, plain.lines)), problem
        compared += 1
    assert compared
