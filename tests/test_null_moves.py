"""Null moves in records: read as other programs read them, and written so that those can read them."""
from __future__ import annotations

import io

import pytest

import feerie
from feerie import Engine, Game, IllegalMoveError, Position
from feerie.base.errors import Error, PgnError
from feerie.game.node import NULL_MOVE
from feerie.game.pgn_reader import MovetextReader
from feerie.genres import ORTHODOX
from feerie.notation.pgn import records

PGN = """[SetUp "1"]
[FEN "7k/p7/5K2/8/8/8/8/R7 w - - 0 1"]

1. Kg6 {quiet} -- (1... a5 2. Ra2 -- 3. Rb2) 2. Rf1 -- 3. Rf8# 1-0
"""


def read(text: str) -> Game:
    record = next(records(text.split("\n")))
    return Game.from_record(record, Position("orthodox", record.headers["FEN"]),
                            MovetextReader(ORTHODOX))


def test_null_moves_are_nodes() -> None:
    game = read(PGN)
    assert not game.errors
    assert [node.uci() for node in game.mainline()] == ["f6g6", NULL_MOVE, "a1f1", NULL_MOVE, "f1f8"]
    passed = game.mainline()[1]
    assert passed.is_null and passed.move is None and passed.position == game.mainline()[0].position.pass_turn()
    assert read(game.pgn()).pgn() == game.pgn()
    assert " -- " in game.pgn(headers=False) and "1... a5 2. Ra2 -- 3. Rb2" in game.pgn(headers=False)


def test_python_chess_reads_the_same() -> None:
    pgn = pytest.importorskip("chess.pgn")
    ours, theirs = read(PGN), pgn.read_game(io.StringIO(read(PGN).pgn()))
    assert not theirs.errors
    assert [move.uci() for move in theirs.mainline_moves()] == [node.uci() for node in ours.mainline()]
    board, position = theirs.end().board(), ours.end().position      # a null move counts in its half-move clock
    assert board.board_fen() == position.fen().split()[0] and board.fullmove_number == position.fullmove_number
    assert board.is_checkmate() and position.is_checkmate()


@pytest.mark.parametrize("line", ["1. e4 Z0 2. d4 e5", "1. e4 @@@@ 2. d4 e5", "1.-- e5 2. 0000 d5 3. e4",
                                  "1. e4 -- $1 (1... e5 2. -- d5) 2. d4", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ --",
                                  "1. f3 e5 2. g4 Qh4# --"])
def test_every_form_is_read_as_python_chess_reads_it(line: str) -> None:
    pgn = pytest.importorskip("chess.pgn")
    ours, theirs = Game.from_pgn(line), pgn.read_game(io.StringIO(line))
    assert not ours.errors and not theirs.errors
    assert [node.uci() for node in ours.mainline()] == [move.uci() for move in theirs.mainline_moves()]
    assert Game.from_pgn(ours.pgn()).pgn() == ours.pgn()


def test_after_a_null_move_in_check_nothing_is_played() -> None:
    game = Game.from_pgn("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- 4. Qxe8")
    assert len(game.mainline()) == 6 and "not a legal move" in str(game.errors[0])


def test_null_moves_are_not_played() -> None:
    with pytest.raises(Error):
        Game("orthodox").push("--")
    with pytest.raises(Error):
        Game("orthodox").push(NULL_MOVE)
    with pytest.raises(PgnError, match="null moves"):
        read(PGN).check_played()
    Game.from_pgn("1. e4 e5 (1... --)").check_played()


def test_moves_before_null_moves_are_taken_back() -> None:
    game = Game.from_pgn("1. e4 -- 2. -- *")
    assert len(game) == 3 and game.peek().uci() == "e2e4" and [move.uci() for move in game.moves] == ["e2e4"]
    assert game.pop().uci() == "e2e4" and len(game) == 0
    begun = Game.from_pgn("1. -- *")
    with pytest.raises(IndexError):
        begun.pop()
    assert len(begun) == 1


def test_a_long_series() -> None:
    """More moves than the reader's stack holds at first."""
    game = Game("orthodox", "7k/8/8/8/8/8/8/K7 w - -")
    node = game.root
    for number in range(140):
        node = node.add_variation("a1b1" if number % 2 == 0 else "b1a1").add_null_move()
    again = read(game.pgn())
    assert not again.errors and len(again.mainline()) == 280
    assert again.end().position == node.position


def test_nothing_follows_a_null_move_out_of_check() -> None:
    game = Game.from_pgn("1. e4 f6 2. Qh5+ -- 3. Nf3 Nc6 *")
    assert [str(error) for error in game.errors] == ["3. Nf3: not a legal move: 'Nf3' (knight to f3)"]
    assert game.pgn(headers=False) == "1. e4 f6 2. Qh5+ -- *\n"


def test_a_turn_is_passed_and_taken_back() -> None:
    game = Game("orthodox", moves=["e2e4", "--", "d2d4", "0000"])
    assert game.pgn(headers=False) == "1. e4 -- 2. d4 -- *\n" and game.position.turn == feerie.WHITE
    assert [node.san() for node in game.mainline()] == ["e4", "--", "d4", "--"]
    game.pop_null()
    assert (len(game), game.node.uci(), game.node.variations) == (3, "d2d4", [])
    with pytest.raises(IndexError):
        game.pop_null()
    node = game.push_null()
    assert node is game.node and node.is_null and node.position == game.positions[-2].pass_turn()
    assert game.repetitions() == 1 and Game.from_pgn(game.pgn()).pgn() == game.pgn()
    game.push("Nf3")
    assert Engine(hash_mb=1).search(game, depth=1).best in game.position.legal_moves


@pytest.mark.parametrize(("genre", "fen", "message"), [
    ("orthodox", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "in check"), ("orthodox", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "over"),
    ("siamois", "k3k3/8/2Q5/8/8/6B1/8/K6K b - - 0 1", "over"),
    ("rex-multiplex", "4k2k/8/8/8/8/8/4R3/K7 b - - 0 1", "in check")])
def test_who_may_not_pass(genre: str, fen: str, message: str) -> None:
    game = Game(genre, fen)
    assert not game.position.can_pass()
    with pytest.raises(IllegalMoveError, match=message):
        game.push_null()
    with pytest.raises(IllegalMoveError, match=message):
        game.push_line(["0000"])
    assert len(game) == 0


def test_a_list_with_a_pass_that_is_not_legal_plays_nothing() -> None:
    game = Game("orthodox")
    with pytest.raises(IllegalMoveError, match="cannot pass"):
        game.push_line(["e2e4", "f7f6", "d1h5", "0000"])
    assert len(game) == 0
