"""Rulings about play for which Popeye once gave other answers (docs/popeye.md): tests/data/popeye_rulings.json.

The cases have the form of popeye_cases.json. Solver, checker and the split search have to agree with them, and for
parry series without help also a plain reference on python-chess.
"""
from __future__ import annotations

import json
from random import Random

import chess
import pytest
from facts import DATA
from parry_reference import ParrySeries
from popeye_cases import Case, outcome, parts_of
from test_verification import claims_of

from feerie import Problem, solve
from feerie.verification.claims import CheckResult, Claim, RefutationReason
from feerie.verification.verify import verify

CASES: list[Case] = json.loads((DATA / "popeye_rulings.json").read_text(encoding="utf-8"))["cases"]
PARRY = [("pser-#2", "#", ""), ("pser-#3", "#", ""), ("pser-=2", "=", ""), ("pser-x2", "x", ""), ("pser-+2", "+", ""),
         ("pser-s#2", "#", "s"), ("pser-sx2", "x", "s"), ("pser-s+2", "+", "s"), ("pser-r#2", "#", "r"),
         ("pser-rx2", "x", "r"), ("pser-#=2", "#=", "")]
"""Stipulations with their goals and kinds of play."""
BOARDS = {False: 4, True: 60}
"""Random diagrams of each stipulation, in quick and long runs."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_answer_is_that_of_popeye(case: Case) -> None:
    found = outcome(case)

    assert found.word == "equal", found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_split_search_finds_the_same_and_the_checker_confirms_it(case: Case) -> None:
    [problem] = parts_of(case)
    solution = solve(problem, threads=1)
    split = solve(problem, threads=3)

    assert (split.lines, split.tree, split.short) == (solution.lines, solution.tree, solution.short)
    found = verify(claims_of(solution.as_json()))
    assert found.verdict is not CheckResult.REFUTED, found


def test_a_line_that_is_not_among_the_shortest_is_refuted() -> None:
    """1.Kf7 2.Rh1# hides the longer lines after 1.Kf7."""
    document = solve(Problem("orthodox", "7k/8/5K2/8/8/8/8/R7", "pser-#3")).as_json()
    document["lines"].append(["f6f7", "a1a2", "a2h2"])
    faults = verify(claims_of(document)).findings[Claim.SHORTEST].faults

    assert [fault.reason for fault in faults] == [RefutationReason.SHORTER]


def test_a_solution_of_a_parry_series_is_as_long_as_its_longest_line() -> None:
    """1.Qb2+ K*b2 takes one move, 1.Qb2+ Ka4 2.Qb4+ K*b4 two: together they are not short."""
    solution = solve(Problem("orthodox", "8/8/8/8/4P3/k7/6Q1/4K2R", "pser-sx2"))

    assert not solution.short
    assert solution.count == 3


@pytest.mark.parametrize("many", [False, pytest.param(True, marks=pytest.mark.long)], ids=["few", "many"])
@pytest.mark.parametrize(("stipulation", "goal", "play"), PARRY, ids=[entry[0] for entry in PARRY])
def test_parry_series_have_the_lines_of_their_definition(stipulation: str, goal: str, play: str, many: bool) -> None:
    rng = Random(stipulation)
    met = compared = 0
    while compared < BOARDS[many] or not (met or play) and compared < BOARDS[True]:
        board = random_board(rng)
        wanted = ParrySeries(goal, play).lines(board, int(stipulation[-1]))
        solution = solve(Problem("orthodox", f"{board.board_fen()} w - -", stipulation))

        assert sorted(solution.lines) == sorted(wanted), board.board_fen()
        met += bool(wanted)
        compared += 1
    assert met or play


def random_board(rng: Random) -> chess.Board:
    """A legal diagram of both kings and two to four other men, White to move and not in check."""
    while True:
        board = chess.Board(None)
        king, other, *squares = rng.sample(chess.SQUARES, 6)
        board.set_piece_at(king, chess.Piece(chess.KING, chess.WHITE))
        corner = rng.random() < 0.6
        board.set_piece_at(rng.choice((0, 7, 56, 63)) if corner else other, chess.Piece(chess.KING, chess.BLACK))
        for square in squares[:rng.randint(2, 4)]:
            if not board.piece_at(square):
                board.set_piece_at(square, chess.Piece.from_symbol(rng.choice("QRRBNqrbnn")))
        if board.status() == chess.STATUS_VALID and not board.is_check():
            return board
