"""The collection of shortest unique games that end in each castling (scripts/collect-castlings): each is unique.

Solver and independent checker say so; the checker searches the games of three plies at most by itself. Orthodox games
are replayed with python-chess.
"""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import chess
import pytest

import feerie
from feerie.verification.claims import CheckResult
from feerie.verification.document import Claims, read
from feerie.verification.verify import verify

GAMES = json.loads((Path(__file__).parent / "data" / "castling_games.json").read_text(encoding="utf-8"))
GENRES = sorted({game["genre"] for game in GAMES})


@pytest.mark.parametrize("genre", GENRES)
def test_each_game_is_the_only_one(genre: str) -> None:
    """A part of them: the whole collection is a run of the script."""
    for game in [game for game in GAMES if game["genre"] == genre][::6]:
        solution = feerie.solve(feerie.Problem(genre, game["fen"], game["stipulation"]), threads=1, hash_mb=1)
        assert solution.complete and [" ".join(line) for line in solution.lines] == [game["game"]], game


@pytest.mark.parametrize("genre", GENRES)
def test_the_last_move_is_the_castling(genre: str) -> None:
    for game in (game for game in GAMES if game["genre"] == genre):
        position = feerie.Position(genre)
        *before, last = game["game"].split()
        for uci in before:
            position = position.play(uci)
        [move] = [move for move in position.legal_moves if move.uci() == last]
        assert move.partner is not None
        assert game["castling"] == f"{move.uci()} with {move.partner_man}{move.partner[0]}"
        assert position.play(move).fen().split()[0] == game["fen"]


def test_the_checker_agrees() -> None:
    short = [game for game in GAMES if len(game["game"].split()) <= 3]
    for game in short[::20]:
        solution = feerie.solve(feerie.Problem(game["genre"], game["fen"], game["stipulation"]), threads=1, hash_mb=1)
        [claims] = read(json.dumps(solution.as_json()))
        assert isinstance(claims, Claims)
        assert verify(claims, max_nodes=30_000).verdict is CheckResult.CONFIRMED, game


def test_orthodox_games() -> None:
    for game in (game for game in GAMES if game["genre"] == "orthodox"):
        board = chess.Board()
        for uci in game["game"].split():
            assert not board.is_castling(chess.Move.from_uci(uci)) or uci == game["game"].split()[-1]
            board.push_uci(uci)
        assert board.board_fen() == game["fen"]
