"""The library as its users meet it: genres found by name, positions, games, values, errors."""
from __future__ import annotations

import base64
import copy
import dataclasses
import itertools
import json
import pickle
import zlib
from random import Random
from typing import Any

import chess
import pytest
from facts import Fact, facts
from random_positions import COMBINATIONS, GENRE_NAMES

import feerie
from feerie import (
    AmbiguousMoveError,
    Error,
    FenError,
    Game,
    GenreError,
    IllegalMoveError,
    InvalidMoveError,
    Outcome,
    Position,
    Reason,
    find,
)
from feerie.genres import GENRES, ROKAGOGO, ROLLERBALL
from feerie.rules.board import SquareError

DIAGRAM = "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1"
PINNED = "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1"
"""The black pawn that could capture en passant after e2-e4 is pinned: the double step gives no right."""


# As the design shows it

def test_the_first_lines_of_the_design() -> None:
    position = Position(ROKAGOGO, DIAGRAM)
    assert (position.turn, position.is_check(), position.is_checkmate(), position.outcome()) == (
        "white", False, False, None)
    assert "Kf3(Re3)+" in [position.san(move) for move in position.legal_moves]
    move = position.parse("Kf3(Re3)")
    assert (move.origin, move.target, move.partner) == ("d3", "f3", ("h3", "e3"))
    assert position.parse("Rf3 (Te3)", language="fr") == position.parse("d3f3") == move
    after = position.play(move)
    assert after.fen() == "4k3/3R4/8/8/r7/1R2RK2/8/8 b - - 1 1"
    assert after.attackers("d4") == ("a4", "d7") and after.attackers("d4", "black") == ("a4",)
    assert after.perft(3) == sum(after.divide(3).values()) > 0
    assert not position.explain("d3d5").legal


def test_a_game_of_the_design() -> None:
    game = Game(ROLLERBALL)
    game.push("c1b1")
    assert game.pop().uci() == "c1b1"
    assert game.outcome() is None and len(game) == 0


def test_questions_about_a_position() -> None:
    position = Position("orthodox", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 7")
    assert position.man_at("e1") == "K" and position.man_at("h8") == "r" and position.man_at("e4") == ""
    assert position.men() == {"a1": "R", "e1": "K", "h1": "R", "a8": "r", "e8": "k", "h8": "r"}
    assert position.kings("white") == ("e1",) and position.kings("black") == ("e8",)
    assert (position.halfmove_clock, position.fullmove_number) == (3, 7)
    assert position.is_attacked("a4", "black") and not position.is_attacked("b4", "black")
    assert position.gives_check("a1a8") and not position.gives_check("e1g1")
    assert position.is_valid() and not position.is_game_over()
    black = position.play("e1g1")
    assert (black.turn, black.halfmove_clock, black.fullmove_number) == ("black", 4, 7)
    assert black.play("e8c8").fen() == "2kr3r/8/8/8/8/8/8/R4RK1 w - - 5 8"
    assert str(position).splitlines()[0] == "8 r . . . k . . r"
    assert eval(repr(position)) == position


def test_a_neutral_man_attacks_once() -> None:
    assert Position("neutral", "7k/8/8/8/8/8/3=R4/K7 w - -").attackers("d4") == ("d2",)


@pytest.mark.parametrize(("name", "said"), [
    ("holes:i9", "'i9' names none"), ("holes:", "'' names none"), ("circe madrasi", r"did you mean circe\+madrasi\?"),
    ("hunter1:", "did you mean hunter1:NB?"), ("royl:Q", "did you mean royal:Q?"), ("promotion", "promotion:QR?"),
    ("Circe,Madrasi", r"did you mean Circe\+Madrasi\?"), ("circe wobble", "no genre is called 'circe wobble'")])
def test_names_that_are_nearly_right(name: str, said: str) -> None:
    with pytest.raises(feerie.GenreError, match=said):
        Position(name)


@pytest.mark.parametrize("name", ["orthodox", "rokagogo", "rex-multiplex", "rollerball"])
def test_attacks_are_attackers_the_other_way_round(name: str) -> None:
    random, position = Random(name), Position(name)
    for _ in range(30):
        men = position.men()
        assert set(men) < set(position.squares) and len(set(position.squares)) == len(position.genre.board.squares)
        for origin in position.squares:
            attacked = [square for square in position.squares if origin in position.attackers(square)]
            assert sorted(position.attacks(origin)) == sorted(attacked) and (origin in men or not attacked)
        position = position.play(random.choice(position.legal_moves)) if position.legal_moves else Position(name)


def test_attacks_as_python_chess_has_them() -> None:
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    board, position = chess.Board(fen), Position("orthodox", fen)
    for square in position.squares:
        assert position.attacks(square) == tuple(map(chess.square_name, board.attacks(chess.parse_square(square))))


@pytest.mark.parametrize("name", ["orthodox", "rokagogo", "rex-multiplex", "rollerball"])
def test_replaced_men_turn_and_clocks(name: str) -> None:
    random, position = Random(name), Position(name)
    empty = dict.fromkeys(position.squares)
    for _ in range(20):
        assert position.replace() == copy.copy(position) == position
        assert position.replace(position.men()).men() == position.men()
        assert Position(name).replace(empty | position.men()).men() == position.men()
        black = position.replace(turn="black", halfmove_clock=3, fullmove_number=9)
        assert (black.turn, black.halfmove_clock, black.fullmove_number) == ("black", 3, 9)
        assert black.men() == position.men()
        position = position.play(random.choice(position.legal_moves)) if position.legal_moves else Position(name)
    with pytest.raises(feerie.FenError, match="board"):
        position.replace({position.squares[0]: "X"})
    with pytest.raises(SquareError):
        position.replace({"z9": "K"})


def test_replaced_rights() -> None:
    position = Position("orthodox")
    assert position.replace(castling_rights="Kq").castling_rights == "Kq"
    assert position.replace(castling_rights="").castling_rights == ""
    assert position.replace({"h1": None}).castling_rights == position.replace({"h1": "r"}).castling_rights == "Qkq"
    with pytest.raises(feerie.FenError, match="castling"):
        position.replace(castling_rights="XY")
    pawns = {"e2": None, "e4": "P", "d7": None, "d4": "p"}
    passing = position.replace(pawns, turn="black", ep_square="e3")
    assert passing.parse("d4e3").is_en_passant and passing.replace(fullmove_number=5).ep_square == "e3"
    assert passing.replace({"a2": None}).ep_square is passing.replace(ep_square="").ep_square is None
    with pytest.raises(feerie.FenError, match="en passant"):
        position.replace(ep_square="e3")
    assert position.replace({"e8": None}).status().word == "ok" and position.replace({"d5": "K"}).is_valid() is False


def test_several_kings() -> None:
    position = Position("siamois", "k3k3/8/2Q5/8/8/6B1/8/K6K b - - 0 1")
    assert position.kings("white") == ("a1", "h1")
    assert position.checked_squares() == ("a8", "e8")
    assert position.outcome() == Outcome(Reason.CHECKMATE, feerie.WHITE)
    assert not Position("ultra-rex-multiplex", "k6k/8/8/8/8/8/8/K6R b - - 0 1").checked_squares()


def test_legal_moves_are_a_collection() -> None:
    position = Position("orthodox")
    moves = position.legal_moves
    assert len(moves) == moves.count() == len(list(moves)) == 20
    asked: list[object] = ["e2e4", "e2e5", 5]
    assert [text in moves for text in asked] == [True, False, False]
    move = position.parse("e4")
    assert move in moves and move not in position.play(move).legal_moves
    assert [move.uci() for move in moves] == [move.uci() for move in moves]
    assert position.legal_moves is moves


def test_a_move_that_only_looks_like_a_legal_one_is_not_in() -> None:
    move = Position("orthodox", "4k3/8/8/8/8/8/4p3/R3K3 w - -").parse("Kxe2")
    assert move.is_capture and move not in Position("orthodox", "4k3/8/8/8/8/8/8/R3K3 w - -").legal_moves


def test_moves_say_what_they_do() -> None:
    passing = Position("orthodox", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").parse("exd6")
    assert (passing.captured, passing.captured_on, passing.is_en_passant) == ("p", "d5", True)
    assert passing.displacements == (("e5", "d6"),) and not passing.is_castling
    castling = Position("orthodox", "4k3/8/8/8/8/8/8/4K2R w K -").parse("O-O")
    assert castling.displacements == (("e1", "g1"), ("h1", "f1")) and castling.partner_man == "R"
    exchange = Position("platzwechselrochade", "4K3/8/8/8/8/8/4P3/k7 w - -").parse("e8e2q")
    assert (exchange.promotion, exchange.partner, exchange.partner_man) == ("Q", ("e2", "e8"), "P")
    hop = Position("roque", "k7/8/8/8/7p/8/8/4K3 w - -").parse("Kg3")
    assert hop.partner_man == "p" and not hop.is_capture


def test_verdicts() -> None:
    mate = Position("orthodox", "7k/6Q1/6K1/8/8/8/8/8 b - -")
    assert mate.is_checkmate() and mate.is_check() and mate.is_game_over()
    assert mate.outcome() == Outcome(Reason.CHECKMATE, feerie.WHITE)
    results = [Outcome(Reason.CHECKMATE, winner).result for winner in (feerie.WHITE, feerie.BLACK, None)]
    assert results == ["1-0", "0-1", "1/2-1/2"]
    stalemate = Position("orthodox", "7k/5Q2/6K1/8/8/8/8/8 b - -")
    assert stalemate.is_stalemate() and stalemate.outcome() == Outcome(Reason.STALEMATE)
    run = Position("rollerball", "7/3K3/2***2/2***2/2***1k/7/7 b - - K 0 1")
    assert run.outcome() == Outcome(Reason.KING_RUN, feerie.WHITE) and not run.legal_moves
    assert Position("orthodox", "4k3/8/8/8/8/8/8/R3K3 w - - 150 99").outcome() == Outcome(Reason.MOVE_RULE)
    exposed = Position("orthodox", "4k3/8/8/8/8/8/8/K3R3 w - -").status()
    assert (exposed.word, exposed.reason) == ("illegal", Reason.SIDE_NOT_TO_MOVE_IN_CHECK)
    crowded = Position("orthodox", "4k3/8/8/8/8/8/8/K3K3 w - -").status()
    assert (crowded.word, crowded.reason, crowded.square) == ("illegal", Reason.TOO_MANY_KINGS, "e1")
    strayed = Position("orthodox", "p3k3/8/8/8/8/8/8/K7 w - -").status()
    assert (strayed.reason, strayed.square, strayed.man) == (Reason.MISPLACED_MAN, "a8", "p")
    runner = Position("rollerball", "3k3/7/2***2/2***2/2***2/3K3/4P2 w - - -").status()
    assert (runner.reason, runner.square, runner.man) == (Reason.MISPLACED_MAN, "e1", "P")
    forked = Position("rex-multiplex", "2k3k1/8/4Q3/8/8/8/8/7K b - -").status()
    assert (forked.word, forked.reason) == ("illegal", Reason.UNPARRYABLE_CHECK)


# Games

def test_a_game_is_played_and_taken_back() -> None:
    game = Game("orthodox")
    for text in ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6"):
        game.push(text)
    assert [move.uci() for move in game.moves] == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]
    assert len(game.positions) == 7 == len(game) + 1 and game.positions[0] == game.start == Position("orthodox")
    assert game.peek().uci() == "a7a6"
    before = game.positions[-2]
    game.pop()
    assert game.position == before and game.result() == "*" and not game.is_over()
    with pytest.raises(IllegalMoveError):
        game.push("Ke3")
    assert game.position == before and len(game.moves) == 5


def test_an_empty_game_has_no_last_move() -> None:
    for ask in (Game("orthodox").pop, Game("orthodox").peek):
        with pytest.raises(IndexError):
            ask()


def test_a_game_from_a_position_and_in_french() -> None:
    game = Game(ROKAGOGO, Position(ROKAGOGO, DIAGRAM))
    assert game.push("Rf3 (Te3) †", language="fr").uci() == "d3f3"
    assert game.genre is ROKAGOGO is feerie.ROKAGOGO and game.position.is_check()


def shuffled(genre: str, fen: str | None, moves: str, times: int = 1) -> Game:
    """A game in which some moves are played, possibly over and over."""
    game = Game(genre, fen)
    for move in moves.split() * times:
        game.push(move)
    return game


def test_repetition() -> None:
    moves = "g1f3 g8f6 f3g1 f6g8"
    game = shuffled("orthodox", None, moves, 2)
    assert game.repetitions() == 3 and game.outcome() is None
    assert game.outcome(claim_draw=True) == Outcome(Reason.REPETITION)
    game = shuffled("orthodox", None, moves, 4)
    assert game.repetitions() == 5 and game.outcome() == Outcome(Reason.REPETITION) and game.result() == "1/2-1/2"
    for _ in range(4):
        game.pop()
    assert game.repetitions() == 4 and game.outcome() is None
    rollerball = shuffled("rollerball", "3k3/7/2***2/2***2/2***2/3K3/7 w - - - 0 1", "d2e2 d7c7 e2d2 c7d7", 2)
    assert rollerball.outcome() == Outcome(Reason.REPETITION)


def test_a_double_step_that_gives_no_right_does_not_hinder_repetition() -> None:
    game = shuffled("orthodox", PINNED, "e2e4 d8e8 e1e2 e8d8 e2e1 d8e8 e1e2 e8d8 e2e1")
    assert game.position.without_clocks() == game.positions[1].without_clocks()
    assert game.repetitions() == 3


def test_rights_that_make_no_difference_make_no_other_position() -> None:
    game = shuffled("roque", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1g1 h8g8 g1h1 g8h8")
    first, now = game.start.without_clocks(), game.position.without_clocks()
    assert game.repetitions() == 2 and first == now and hash(first) == hash(now) and first.fen() != now.fen()
    orthodox = [Position("orthodox", f"r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1") for rights in ("KQkq", "Qq")]
    assert orthodox[0] != orthodox[1]


def test_claims_with_a_move_can_be_left_out() -> None:
    game = shuffled("orthodox", None, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1")
    assert game.outcome(claim_draw=True) == Outcome(Reason.REPETITION) and game.is_over(claim_draw=True)
    assert not game.is_over(claim_draw=True, announced=False) and game.outcome() is None


def test_rights_hinder_repetition() -> None:
    game = shuffled("orthodox", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1b1 a8b8 b1a1 b8a8", 2)
    assert game.repetitions() == 2


def test_run_flags_hinder_repetition() -> None:
    through_the_gate = "d2c2 d7c7 c2b2 c7d7 b2c2 d7c7 c2d2 c7d7"
    game = shuffled("rollerball", "3k3/7/2***2/2***2/2***2/3K3/7 w - - - 0 1", through_the_gate)
    assert game.repetitions() == 2  # the flag that c2 sets is cleared by the step back
    game = shuffled("rollerball", "3k3/7/2***2/2***2/2***2/2K4/7 w - - - 0 1", "c2d2 d7c7 d2c2 c7d7")
    assert game.repetitions() == 1


def test_dead_material() -> None:
    game = Game("orthodox", "4k3/8/8/8/8/8/4p3/4K1N1 w - - 0 1")
    assert game.outcome() is None
    game.push("Kxe2")
    assert game.outcome() == Outcome(Reason.DEAD_MATERIAL)
    assert Game("orthodox", "4k3/8/8/8/8/8/8/4K2R w - - 0 1").outcome() is None
    assert Game("rollerball", "3k3/7/2***2/2***2/2***2/3K3/7 w - - - 0 1").outcome() is None


def test_move_rule() -> None:
    game = Game("orthodox", "4k3/8/8/8/8/8/8/R3K3 w - - 98 99")
    assert game.outcome(claim_draw=True) is None
    game.push("Ra2")
    assert game.outcome() is game.outcome(claim_draw=True, announced=False) is None
    assert game.outcome(claim_draw=True) == Outcome(Reason.MOVE_RULE)
    game.push("Kd7")
    assert game.outcome() is None and game.outcome(claim_draw=True) == Outcome(Reason.MOVE_RULE)


def test_clocks() -> None:
    roque = Position("roque", "k7/8/8/8/8/8/8/4K2N w - - 7 9")
    assert roque.play("e1g1").halfmove_clock == 8
    pawn = Position("roque", "k7/8/8/8/7p/8/8/4K3 w - - 7 9")
    assert pawn.play("e1g3").halfmove_clock == 0  # a partner that is a pawn resets the clock
    assert Position("platzwechselrochade", "k7/8/8/8/4P3/8/3K4/8 w - - 7 9").play("d2e4").halfmove_clock == 0


# Values

@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_positions_travel(genre: str) -> None:
    position = Position(genre)
    for twin in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
        assert twin == position and hash(twin) == hash(position) and twin.genre == position.genre
        assert twin.play("c1b1" if "rollerball" in genre else "e2e4").fen()


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_a_pickled_position_holds_its_genre_by_name(genre: str) -> None:
    position = Position(genre)
    packed = pickle.dumps(position)
    assert len(packed) < 300 and pickle.loads(packed).genre is position.genre
    own = dataclasses.replace(position.genre, name="own")
    assert pickle.loads(pickle.dumps(own)) == own and copy.deepcopy(position.genre) is position.genre


@pytest.mark.parametrize("fact", facts("pickles"), ids=lambda fact: fact["genre"])
def test_old_pickles_open(fact: Fact) -> None:
    position = pickle.loads(zlib.decompress(base64.b64decode("".join(fact["pickle"]))))
    assert position == Position(fact["genre"], fact["fen"]) and position.legal_moves


def test_games_moves_and_errors_travel() -> None:
    game = Game("orthodox")
    move = game.push("e4")
    assert pickle.loads(pickle.dumps(move)) == move
    legal = game.position.legal_moves
    for again in (pickle.loads(pickle.dumps(legal)), copy.copy(legal), copy.deepcopy(legal)):
        assert again == legal and again[0].uci() in again
    assert pickle.loads(pickle.dumps(game)).position == game.position
    assert {move, pickle.loads(pickle.dumps(move))} == {move}
    with pytest.raises(FenError) as caught:
        Position("orthodox", "8/8")
    assert pickle.loads(pickle.dumps(caught.value)).field == "board"


def test_equality() -> None:
    position = Position("orthodox")
    again = position.play("g1f3").play("g8f6").play("f3g1").play("f6g8")
    assert again != position and again.without_clocks() == position
    assert hash(again.without_clocks()) == hash(position)
    assert position != Position("roque") and position != "a string"
    assert Position("orthodox", "4k3/8/8/8/8/8/8/4K2R w K -") != Position("orthodox", "4k3/8/8/8/8/8/8/4K2R w - -")
    assert len({Position(genre) for genre in GENRES} | {Position(genre) for genre in GENRES}) == len(GENRES)


def test_legal_moves_are_equal_where_their_moves_are() -> None:
    positions = [Position(genre) for genre in ("orthodox", "orthodox", "roque")]
    moves = [position.legal_moves for position in positions]
    assert moves[0] == moves[1] == moves[2] and len(set(moves)) == 1
    assert moves[0] != positions[0].play("e2e4").legal_moves and moves[0] != list(moves[0])


def test_equal_positions_have_equal_hashes() -> None:
    """Also after a double step that gives no right to capture en passant."""
    after = Position("orthodox", PINNED).play("e2e4")
    again = Position("orthodox", after.fen())
    assert after.fen().split()[3] == "-"
    assert after == again
    assert hash(after) == hash(again)


def test_what_differs_has_different_keys() -> None:
    positions = [Position("rollerball", f"3k3/7/2***2/2***2/2***2/3K3/7 {turn} - - {flags} 0 1")
                 for turn in "wb" for flags in ("-", "K", "k", "Kk")]
    positions += [Position("platzwechselrochade-popeye", f"k7/8/8/8/8/8/8/KN6 {turn} - - {flags} 0 1")
                  for turn in "wb" for flags in ("-", "X", "x", "Xx")]
    positions += [Position("orthodox", f"r3k2r/8/8/8/8/8/8/R3K2R w {''.join(rights) or '-'} - 0 1")
                  for number in range(5) for rights in itertools.combinations("KQkq", number)]
    positions += [Position("orthodox", f"4k3/8/8/2pPp3/8/8/8/4K3 w - {passed} 0 1") for passed in ("-", "c6", "e6")]
    assert len({position.key for position in positions}) == len(positions)


@pytest.mark.parametrize("name", ["genre", "halfmove_clock", "fullmove_number", "turn", "key", "legal_moves"])
def test_positions_do_not_change(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Position("orthodox"), name, "changed")


def test_questions_leave_a_position_as_it_is() -> None:
    position = Position("rex-multiplex", "5k1k/8/5n2/8/2B5/8/3Q4/4RR1K w - -")
    before = (position.fen(), position.key)
    for move in position.legal_moves:
        position.play(move)
        position.san(move), position.long(move), position.gives_check(move), position.sign_after(move)
    position.perft(2), position.status(), position.checked_squares(), position.attackers("e4")
    assert (position.fen(), position.key) == before


# Errors

CALLS: dict[str, Any] = {
    "no genre": (GenreError, lambda: Position("no such genre")),
    "impossible genre": (GenreError, lambda: find("roque+rokagogo")),
    "king run with several kings": (GenreError, lambda: find("rollerball+siamois")),
    "two boards": (GenreError, lambda: find("rollerball+roque")),
    "two doctrines": (GenreError, lambda: find("siamois+rex-multiplex")),
    "empty genre": (GenreError, lambda: find("")),
    "half a genre": (GenreError, lambda: find("roque+")),
    "FEN": (FenError, lambda: Position("orthodox", "8/8/8/8 w - -")),
    "castling in Rollerball": (FenError, lambda: Position("rollerball", "3k3/7/2***2/2***2/2***2/3K3/7 w K - -")),
    "no move": (InvalidMoveError, lambda: Position("orthodox").parse("hello")),
    "illegal move": (IllegalMoveError, lambda: Position("orthodox").parse("e5")),
    "ambiguous move": (AmbiguousMoveError, lambda: Position("orthodox", "4k3/8/8/8/8/5N2/8/1N2K3 w - -").parse("Nd2")),
    "language": (Error, lambda: Position("orthodox").parse("e4", "it")),
    "a second move instead of a language": (Error, lambda: Position("orthodox").play("e2e4", "e7e5")),
    "square": (Error, lambda: Position("orthodox").man_at("e9")),
    "square in the hole": (Error, lambda: Position("rollerball").attackers("d4")),
    "illegal play": (IllegalMoveError, lambda: Position("orthodox").play("e2e5")),
    "illegal san": (IllegalMoveError, lambda: Position("orthodox").san("e2e5")),
    "illegal check": (IllegalMoveError, lambda: Position("orthodox").gives_check("e2e5")),
    "side": (ValueError, lambda: Position("orthodox").kings("red")),      # type: ignore[arg-type]
}


@pytest.mark.parametrize("case", CALLS)
def test_errors(case: str) -> None:
    error, call = CALLS[case]
    with pytest.raises(error) as caught:
        call()
    assert isinstance(caught.value, ValueError)
    assert str(caught.value) and "\n" not in str(caught.value)


def test_every_error_is_an_error_of_the_package() -> None:
    for name in feerie.__all__:
        if name.endswith("Error"):
            assert issubclass(getattr(feerie, name), Error)


# Genres

@pytest.mark.parametrize(("name", "found"), [
    ("échecs roque", "roque"), ("CastlingChess", "roque"), ("EchecsRoque", "roque"), ("Rochade-Schach", "roque"),
    ("Rois siamois", "siamois"), ("Siamesische Könige", "siamois"), ("chess", "orthodox"), ("Schach", "orthodox"),
    ("ÉCHECS", "orthodox"), ("Platzwechsel-Rochade", "platzwechselrochade"), ("rex multiplex", "rex-multiplex"),
    ("Échecs Ultra Rex Multiplex", "ultra-rex-multiplex"), ("Rollerball, literal reading", "rollerball-literal"),
    ("rokagogo + Rex Multiplex", "rokagogo+rex-multiplex"),
    ("rex-multiplex+rokagogo", "rokagogo+rex-multiplex"), ("orthodox+roque", "roque"), ("roque+roque", "roque"),
    ("orthodox+grasshopper", "grasshopper"), ("Löwe + Sauterelle", "grasshopper+lion"),
    ("neutral+pion Berolina+rokagogo", "rokagogo+berolina-pawn+neutral"),
    ("hole:b2a1+mao+Vertical cylinder", "mao+holes:a1b2+cylinder"),
    ("royal+royal-neutral+königlich", "royal+neutral-royal")])
def test_genres_are_found_by_name(name: str, found: str) -> None:
    assert find(name).name == found


def test_every_name_finds_its_genre() -> None:
    for genre in GENRES:
        for name in genre.all_names():
            assert find(name) is genre
        assert all(genre.title(language) for language in ("en", "fr", "de"))


@pytest.mark.parametrize("name", COMBINATIONS)
def test_combinations(name: str) -> None:
    first, second = name.split("+")
    genre = find(name)
    assert genre.name == name and find(f"{second}+{first}").royalty == genre.royalty == find(second).royalty
    assert genre.castlings == find(first).castlings and genre.men == find(second).men
    assert genre.start and Position(genre).status().word == "ok"


# Null moves

def test_a_null_move_gives_the_turn_away() -> None:
    position = Position("orthodox", "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq e6 3 7")
    assert "d5e6" in [move.uci() for move in position.legal_moves]
    after = position.pass_turn()
    assert after.fen() == "r3k2r/8/8/3Pp3/8/8/8/R3K2R b KQkq - 3 7"
    assert after.pass_turn().fen() == "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq - 3 8"
    assert position.fen() == "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq e6 3 7"
    assert after == Position("orthodox", after.fen()) and after.key == Position("orthodox", after.fen()).key
    assert after.legal_moves.count() == Position("orthodox", after.fen()).legal_moves.count()


def test_a_null_move_in_check_gives_an_illegal_diagram() -> None:
    after = Position("orthodox", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1").pass_turn()
    assert after.turn == "black" and after.status().reason is Reason.SIDE_NOT_TO_MOVE_IN_CHECK
    assert not after.is_valid() and not after.legal_moves


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_two_null_moves_give_the_position_back(genre: str) -> None:
    position = Position(genre) if find(genre).start else Position(genre, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    twice = position.pass_turn().pass_turn()
    assert twice.without_clocks() == position.without_clocks() and twice.key == position.key


def test_sides_and_words_of_statuses_are_their_texts() -> None:
    position = Position("orthodox", "7k/8/8/8/8/8/8/K7 b - -")
    side, word = position.turn, position.status().word
    assert (side, word) == ("black", "ok") and side is feerie.BLACK and side.other is feerie.WHITE
    assert (repr(side), str(word), f"{side}") == ("'black'", "ok", "black")
    assert json.dumps({side: word}) == '{"black": "ok"}'
    assert {"black": 1}[side] == 1 and ("w", "b")[side] == "b" and side.number == position.setup.turn
    assert pickle.loads(pickle.dumps((side, word))) == ("black", "ok")
    assert Outcome(Reason.CHECKMATE, side).result == "0-1"
