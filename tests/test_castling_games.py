"""The collection of shortest unique games that end in each castling (scripts/collect-castlings): each is unique.

Solver and independent checker say so; for games of at most three plies the checker searches by itself. Orthodox games
are replayed with python-chess.
"""
from __future__ import annotations

import json
from pathlib import Path

import chess
import pytest
from random_positions import COMBINATIONS

import feerie
from feerie.verification.claim_reader import Claims, read
from feerie.verification.claims import CheckResult
from feerie.verification.verify import verify

GAMES = json.loads((Path(__file__).parent / "data" / "castling_games.json").read_text(encoding="utf-8"))
ROKAGOGO = [
    {"fen": "rnb1rk2/pppp1ppp/3bpq1N/8/8/8/PPPPPPPP/R1BQKBNR", "stipulation": "dia5",
     "game": "b1c3 e7e6 c3d5 d8f6 d5e7 e8d8 e7g8 f8d6 g8h6 d8f8"},
    {"fen": "2kr1bnr/pp1qpppp/4b3/3p4/3P4/8/PPP1PPPP/RN1QKBNR", "stipulation": "dia5",
     "game": "d2d3 d7d5 c1f4 c8e6 f4c7 d8d7 c7b8 a8b8 d3d4 e8c8"},
]
"""Published ones (P. Fayers 2009; J. Auclair, Messigny 1999) that end in castling: shorter ones are not collected."""
GENRES = sorted({game["genre"] for game in GAMES})


@pytest.mark.parametrize("genre", GENRES)
def test_each_game_is_the_only_one(genre: str) -> None:
    """Only some of them: the whole collection takes a run of the script."""
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


@pytest.mark.parametrize("genre", [genre for genre in COMBINATIONS if not genre.startswith("chess960")])
def test_they_are_the_only_ones_in_combined_genres(genre: str) -> None:
    """Nothing is promoted in so few moves, and each side has one king."""
    castlings = genre.split("+")[0]
    games = [game for game in GAMES if game["genre"] == castlings][::24] or ROKAGOGO
    for game in games:
        solution = feerie.solve(feerie.Problem(genre, game["fen"], game["stipulation"]), threads=1, hash_mb=1)
        assert solution.complete and [" ".join(line) for line in solution.lines] == [game["game"]], game
        *before, last = game["game"].split()
        position = feerie.Position(genre)
        for uci in before:
            position = position.play(uci)
        [move] = [move for move in position.legal_moves if move.uci() == last]
        assert move.is_castling and position.play(move).fen().split()[0] == game["fen"]


def test_the_checker_agrees() -> None:
    short = [game for game in GAMES if len(game["game"].split()) <= 3]
    for game in short[::40]:
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
