"""Null moves in records: read only where they are asked for, and written so that other programs read them."""
from __future__ import annotations

import io

import pytest

from feerie import Game, Position
from feerie.errors import Error
from feerie.genres import ORTHODOX
from feerie.movetext import MovetextReader
from feerie.node import NULL_MOVE
from feerie.notation.pgn import records

PGN = """[SetUp "1"]
[FEN "7k/p7/5K2/8/8/8/8/R7 w - - 0 1"]

1. Kg6 {quiet} -- (1... a5 2. Ra2 -- 3. Rb2) 2. Rf1 -- 3. Rf8# 1-0
"""


def read(text: str, *, null_moves: bool) -> Game:
    record = next(records(text.split("\n")))
    return Game.from_record(record, Position("orthodox", record.headers["FEN"]),
                            MovetextReader(ORTHODOX, null_moves=null_moves))


def test_null_moves_are_nodes() -> None:
    game = read(PGN, null_moves=True)
    assert not game.errors
    assert [node.uci() for node in game.mainline()] == ["f6g6", NULL_MOVE, "a1f1", NULL_MOVE, "f1f8"]
    passed = game.mainline()[1]
    assert passed.is_null and passed.move is None and passed.position == game.mainline()[0].position.pass_turn()
    assert read(game.pgn(), null_moves=True).pgn() == game.pgn()
    assert " -- " in game.pgn(headers=False) and "1... a5 2. Ra2 -- 3. Rb2" in game.pgn(headers=False)


def test_python_chess_reads_the_same() -> None:
    pgn = pytest.importorskip("chess.pgn")
    ours, theirs = read(PGN, null_moves=True), pgn.read_game(io.StringIO(read(PGN, null_moves=True).pgn()))
    assert not theirs.errors
    assert [move.uci() for move in theirs.mainline_moves()] == [node.uci() for node in ours.mainline()]
    board, position = theirs.end().board(), ours.end().position      # a null move counts in its half-move clock
    assert board.board_fen() == position.fen().split()[0] and board.fullmove_number == position.fullmove_number
    assert board.is_checkmate() and position.is_checkmate()


def test_games_have_none() -> None:
    game = read(PGN, null_moves=False)
    assert game.errors
    with pytest.raises(Error):
        Game("orthodox").push("--")
    with pytest.raises(Error):
        Game("orthodox").push(NULL_MOVE)


def test_a_long_series() -> None:
    """More moves than the reader's stack holds at first."""
    game = Game("orthodox", "7k/8/8/8/8/8/8/K7 w - -")
    node = game.root
    for number in range(140):
        node = node.add_variation("a1b1" if number % 2 == 0 else "b1a1").add_null_move()
    again = read(game.pgn(), null_moves=True)
    assert not again.errors and len(again.mainline()) == 280
    assert again.end().position == node.position
