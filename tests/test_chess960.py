"""Chess960: arrays by number, castling rights in FEN, and games beside python-chess."""
from __future__ import annotations

import io
import pickle
from random import Random

import chess
import chess.pgn
import pytest

import feerie
from feerie.apps.web.compose.schemas import SetupAsked
from feerie.apps.web.compose.setups import setup_of
from feerie.base.errors import FenError
from feerie.engine.net_file import net_of
from feerie.genres import CHESS960, ORTHODOX, with_chess960, without_chess960
from feerie.rules.chess960 import ARRAYS, array_fen, array_number, is_like

INNER = "4k3/8/8/8/8/8/8/4KR1R w F - 0 1"


def test_arrays_have_the_published_numbers() -> None:
    for number in range(ARRAYS):
        assert array_fen(number) == chess.Board.from_chess960_pos(number).fen()
        assert array_number(array_fen(number)) == number
    assert array_number(INNER) is None
    assert feerie.Position("chess960", "518") == feerie.Position("chess960")
    for text in ("960", "-1", "1.5"):
        with pytest.raises(FenError):
            feerie.Position("chess960", text)


@pytest.mark.long
def test_every_array_counted() -> None:
    for number in range(ARRAYS):
        board = chess.Board.from_chess960_pos(number)
        position, leaves = feerie.Position("chess960", str(number)), 0
        for move in board.legal_moves:
            board.push(move)
            leaves += board.legal_moves.count()
            board.pop()
        assert position.perft(2) == leaves


def _compared(board: chess.Board, position: feerie.Position, thoroughly: bool) -> None:
    moves = {move.uci(): move for move in board.legal_moves}
    assert {move.uci() for move in position.legal_moves} == set(moves), board.fen()
    assert position.fen() == board.fen(en_passant="legal")
    assert position.shredder_fen() == board.shredder_fen(en_passant="legal")
    for uci, move in moves.items():
        if board.is_castling(move):
            assert position.pgn_san(uci) == board.san(move) and position.parse(board.san(move)).uci() == uci
            assert position.is_castling(uci) and position.gives_check(uci) == board.gives_check(move)
    if thoroughly:
        for again in (board.fen(), board.shredder_fen()):
            read = feerie.Position("chess960", again)
            assert read.fen() == position.fen() and len(read.legal_moves) == len(moves)
        for same in (position.fen(), position.setup):
            read = feerie.Position(position.genre, same)
            assert read == position and read.genre == position.genre
        assert pickle.loads(pickle.dumps(position)) == position


@pytest.mark.parametrize("games", [8, pytest.param(150, marks=pytest.mark.long)])
def test_random_games_are_those_of_python_chess(games: int) -> None:
    rng = Random(games)
    castlings = 0
    for _ in range(games):
        number = rng.randrange(ARRAYS)
        board, position = chess.Board.from_chess960_pos(number), feerie.Position("chess960", str(number))
        while not board.is_game_over() and board.ply() < 90:
            _compared(board, position, board.ply() % 40 == 20)
            castling = [move for move in board.legal_moves if board.is_castling(move)]
            castlings += len(castling)
            move = rng.choice(castling if castling and rng.random() < 0.3 else list(board.legal_moves))
            board.push(move)
            position = position.play(move.uci())
    assert castlings >= games


def test_castling_rights_say_where_the_rooks_start() -> None:
    position = feerie.Position("chess960", INNER)
    assert position.castling_rights == "K" and position.fen() == position.shredder_fen() == INNER
    assert position.parse("e1f1") == position.parse("O-O") == position.parse("e1g1")
    outer = feerie.Position("chess960", INNER.replace(" F ", " K "))
    assert outer.shredder_fen().split()[2] == "H"
    assert not any(move.is_castling for move in outer.legal_moves)      # the other rook is in the way
    assert position.genre != outer.genre and is_like(position.genre, outer.genre) and not is_like(CHESS960, ORTHODOX)
    with pytest.raises(FenError, match="G is the right of no rook"):
        feerie.Position("chess960", INNER.replace(" F ", " G "))
    with pytest.raises(FenError, match="Chess960"):
        feerie.Position("orthodox", INNER)
    combined = feerie.Position("chess960+circe", INNER)
    assert combined.play("O-O").man_at("f1") == "R" and combined.fen().split()[2] == "F"


def test_a_position_to_be_reached_names_rooks_by_their_files() -> None:
    start = "1k6/8/8/8/8/8/8/R1RK2R1 w KC - 0 1"
    problem = feerie.Problem("chess960", start, "a=>b2", target="8/1k6/8/8/8/8/8/R1RK2R1 w KC")
    assert problem.target is not None and problem.target.rights == "KQ"
    assert problem.target_fen is not None
    assert feerie.Problem("chess960", start, "a=>b2", target=problem.target_fen).target == problem.target
    with pytest.raises(feerie.ProblemError, match="D is the right of no rook"):
        feerie.Problem("chess960", start, "a=>b2", target="8/1k6/8/8/8/8/8/R1RK2R1 w KD")


def test_a_diagram_without_rights_lets_every_rook_castle() -> None:
    diagram = "N1B5/3p4/8/4Q3/p7/5k1P/8/1K4R1"
    problem = feerie.Problem("chess960", diagram, "#1")
    assert problem.fen.split()[2] == "K" and list(feerie.solve(problem).keys) == ["b1g1"]
    denied = feerie.Problem("chess960", f"{diagram} w - -", "#1")
    assert denied.options.no_castling == ("g1",) and not feerie.solve(denied).keys
    assert feerie.Problem("chess960", problem.fen, "#1") == problem


def test_a_game_is_read_and_written() -> None:
    game = feerie.Game("chess960", INNER, moves="O-O Ke7")
    text = game.pgn()
    assert '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "' + INNER in text and "1. O-O Ke7" in text
    other = text.replace(INNER, "4k3/8/8/8/8/8/8/1RK5 w B - 0 1").replace("O-O ", "O-O-O ")
    read = list(feerie.read_pgn(io.StringIO(f"{text}\n{other}\n{text}")))
    assert [len(each.mainline()) for each in read] == [2, 2, 2] and not any(each.errors for each in read)
    assert read[0].pgn() == text
    other_reader = chess.pgn.read_game(io.StringIO(text))
    assert other_reader is not None and other_reader.board().chess960 and not other_reader.errors
    other_start = feerie.Position("chess960", read[1].headers["FEN"])
    assert feerie.Game(CHESS960, other_start).start.man_at("c1") == "K"


def test_combinations_and_their_parts() -> None:
    assert with_chess960(ORTHODOX) is CHESS960 and without_chess960(CHESS960) is ORTHODOX
    assert with_chess960(feerie.find("circe")).name == feerie.find("chess960+circe").name
    with pytest.raises(feerie.GenreError, match="both change the castlings"):
        with_chess960(feerie.find("roque"))
    assert net_of(CHESS960) == net_of(feerie.Position("chess960", "0").genre) == net_of(ORTHODOX)


def test_the_editor_of_the_page_reads_where_castlings_start() -> None:
    genre, setup = setup_of(SetupAsked(genre="chess960", fen="1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1"))
    assert genre.home_rights["K"] == (genre.board.index("c1"), genre.board.index("h1")) and setup.rights == "KQkq"
