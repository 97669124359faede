"""Sides without a king: accepted in every genre, never in check, never mated, stalemated without a move."""
from __future__ import annotations

import pytest

from feerie import Position
from feerie.genres import GENRES
from feerie.rules.genre import Genre

CHESS = [genre for genre in GENRES if not genre.board.walls]
RINGS = [genre for genre in GENRES if genre.board.walls]


@pytest.mark.parametrize("genre", CHESS, ids=lambda genre: genre.name)
def test_a_side_without_a_king(genre: Genre) -> None:
    position = Position(genre, "r3k2r/8/8/8/8/8/4P3/R6R w kq - 0 1")
    assert position.status().word == "ok" and not any(move.is_castling for move in position.legal_moves)
    assert {"e2e4", "h1h8"} <= {move.uci() for move in position.legal_moves}
    attacked = Position(genre, "4k3/8/8/8/4r3/4P3/8/8 w - - 0 1")
    assert attacked.status().word == "stalemate" and not attacked.is_check()
    assert Position(genre, "8/8/8/8/8/8/8/k3R3 b - - 0 1").is_check()


@pytest.mark.parametrize("genre", RINGS, ids=lambda genre: genre.name)
def test_a_ring_without_a_king(genre: Genre) -> None:
    position = Position(genre, "7/7/2***2/2***2/2***1k/7/1R5 w - - - 0 1")
    assert position.status().word == "ok" and position.legal_moves


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_a_board_without_kings(genre: Genre) -> None:
    fen = "7/7/2***2/2***2/2***2/7/1R5 w - - - 0 1" if genre.board.walls else "8/8/8/8/8/8/4P3/8 w - - 0 1"
    position = Position(genre, fen)
    assert position.status().word == "ok" and position.legal_moves
    after = position.play(next(iter(position.legal_moves)))
    assert after.status().word == "stalemate"
