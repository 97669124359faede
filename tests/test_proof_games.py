"""Proof games: the games that lead from the array, or any position, to a diagram; replayed, and counted."""
from __future__ import annotations

import pytest

import feerie

ROKAGOGO = "rn1qkbnr/ppp2ppp/3pp3/8/4K1b1/4P3/PPPP1PPP/RNBQ1BNR"


def solved(genre: str, diagram: str, stipulation: str, max_solutions: int | None = None) -> feerie.Solution:
    problem = feerie.Problem(genre, diagram, stipulation)
    return feerie.solve(problem, threads=1, hash_mb=16, max_solutions=max_solutions)


@pytest.mark.parametrize("stipulation", ["dia3.5", "exact-dia3.5", "PG 3.5", "PJ en 3,5 coups", "dia?"])
def test_proof_game(stipulation: str) -> None:
    solution = solved("rokagogo", ROKAGOGO, stipulation)
    assert solution.complete
    assert [" ".join(line) for line in solution.lines] == ["e2e3 d7d6 e1e2 c8g4 e2d3 e7e6 d3e4"]


def test_no_game_is_shorter_than_the_shortest() -> None:
    assert not solved("rokagogo", ROKAGOGO, "exact-dia2.5").lines
    assert not solved("rokagogo", ROKAGOGO, "dia3").lines
    assert len(solved("orthodox", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R", "dia?").lines) == 1


def test_series() -> None:
    diagram = "rnbqkbnr/pppppppp/8/8/8/3BPN2/PPPP1PPP/RNBQ1RK1"
    solution = solved("orthodox", diagram, "ser-dia4")
    assert solution.complete and len(solution.lines) == 3
    assert solved("orthodox", diagram, "ser-dia?").lines == solution.lines


def test_any_start_either_side() -> None:
    problem = feerie.Problem("orthodox", "4k3/8/8/8/8/8/8/R3K3 b Q -", "a=>b?", target="3k4/8/8/8/8/8/8/2KR4")
    assert feerie.solve(problem, threads=1).lines == (("e8d8", "e1c1"),)


def test_at_most_so_many() -> None:
    diagram = "rnbqkbnr/pppppppp/8/8/8/3BPN2/PPPP1PPP/RNBQ1RK1"
    solution = solved("orthodox", diagram, "ser-dia4", max_solutions=2)
    assert not solution.complete and len(solution.lines) == 2
