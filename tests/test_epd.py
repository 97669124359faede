"""EPD: positions with operations, written and read; compared with python-chess."""
from __future__ import annotations

import random

import chess
import pytest
from random_positions import GENRE_NAMES

from feerie import Error, FenError, Game, PgnError, Position, find
from feerie.formats.entries import Defaults
from feerie.formats.position_list import entries
from feerie.notation import epd

MATE = "k7/8/K7/7R/8/8/8/8 w - -"


@pytest.mark.parametrize(("text", "operations"), [
    (f"{MATE}", {}),
    (f"{MATE} bm Rh8#; dm 1;", {"bm": ("Rh8#",), "dm": 1}),
    (f'{MATE} am Kb6 Rh7; id "a;b \\"c\\""; c0 "12";', {"am": ("Kb6", "Rh7"), "id": 'a;b "c"', "c0": "12"}),
    (f"{MATE} ce -325; weight 0.5; draw_offer;", {"ce": -325, "weight": 0.5, "draw_offer": None}),
    (f"{MATE} pv Rh8#;", {"pv": ("Rh8#",)}),
    (f'{MATE} list "a" "b c";', {"list": ("a", "b c")}),
])
def test_operations(text: str, operations: dict[str, epd.Operand]) -> None:
    genre = find("chess")
    setup, found = epd.parse(genre, text)
    assert found == operations
    assert epd.write(genre, setup, operations) == text


def test_clocks_and_forgiveness() -> None:
    genre = find("chess")
    for text in (f"{MATE} hmvc 7; fmvn 30;", f"{MATE} 7 30", f"{MATE} 7 30 dm 1;", f"  {MATE}   hmvc 7;fmvn 30 "):
        setup, _ = epd.parse(genre, text)
        assert (setup.halfmoves, setup.moves) == (7, 30), text
    assert epd.parse(genre, f"{MATE} id quick")[1] == {"id": "quick"}
    assert epd.parse(genre, f"{MATE} - id quick") == epd.parse(genre, f"{MATE} id quick")


def test_the_extra_state_of_a_genre() -> None:
    genre = find("rollerball")
    board = "2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w - -"
    assert epd.parse(genre, f"{board} Kk dm 3;")[0].flags == "Kk"
    assert epd.parse(genre, f"{board} dm 3;")[1] == {"dm": 3}
    assert epd.write(genre, *epd.parse(genre, f"{board} K dm 3;")) == f"{board} K dm 3;"


@pytest.mark.parametrize(("operations", "found"), [
    ("bm #5; Duals(3); 00:01;", {"bm": ("#5",), "c0": "Duals(3)", "c1": "00:01"}),
    ('bm #4; c0 "x"; 00\'40" (Gustav); Test;', {"bm": ("#4",), "c0": "x", "Test": None, "c1": "00'40\" (Gustav)"}),
    ("bm #3; --:-- @ C0/R-4", {"bm": ("#3",), "c0": "--:-- @ C0/R-4"}),
])
def test_what_is_no_operation_is_a_comment(operations: str, found: dict[str, epd.Operand]) -> None:
    """As in files of problems."""
    assert epd.parse(find("chess"), f"{MATE} {operations}")[1] == found


def test_comments_find_no_more_opcodes() -> None:
    with pytest.raises(PgnError, match="expected an opcode, found '11'"):
        epd.parse(find("chess"), f"{MATE} bm #1; " + "; ".join(map(str, range(1, 12))))


@pytest.mark.parametrize(("text", "error"), [
    ("", FenError), ("8/8 w - -", FenError), (f'{MATE} id "open', PgnError), (f"{MATE} hmvc x;", FenError),
    (f"{MATE} fmvn 0;", FenError), (f"{MATE} 3 4 5 6;", PgnError), (f"{MATE} " + "x" * 10_001, PgnError)])
def test_errors(text: str, error: type[Error]) -> None:
    with pytest.raises(error):
        epd.parse(find("chess"), text)
    with pytest.raises(PgnError):
        epd.write(find("chess"), Position("orthodox").setup, {"no opcode": 1})


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_positions_of_every_genre(genre: str) -> None:
    rng = random.Random(5)
    game = Game(genre)
    while len(game) < 30 and not game.is_over():
        move = rng.choice(list(game.position.legal_moves))
        asked = epd.with_move_texts(game.position, {"bm": (move,), "id": "x"})
        text = epd.write(game.genre, game.position.setup, asked)
        setup, operations = epd.parse(game.genre, text)
        assert Position(genre, setup).without_clocks() == game.position.without_clocks()
        assert operations == {"bm": (game.position.pgn_san(move),), "id": "x"}
        game.push(move)


def test_python_chess_writes_and_reads_the_same() -> None:
    rng = random.Random(3)
    for _ in range(40):
        board = chess.Board()
        for _ in range(rng.randrange(60)):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        if board.is_game_over():
            continue
        move = rng.choice(list(board.legal_moves))
        text = board.epd(en_passant="legal", bm=[move], id='a "b"', dm=3, hmvc=board.halfmove_clock)
        setup, operations = epd.parse(find("chess"), text)
        position = Position("orthodox", setup)
        assert operations == {"bm": (board.san(move),), "id": 'a "b"', "dm": 3, "hmvc": board.halfmove_clock}
        assert position.halfmove_clock == board.halfmove_clock
        written = epd.write(find("chess"), position.setup, operations)
        again, found = chess.Board.from_epd(written)
        assert again.board_fen() == board.board_fen() and found["bm"] == [move] and found["id"] == 'a "b"'


@pytest.mark.parametrize(("name", "genre"), [('"Échecs Roque"', "roque"), ("roque", "roque"), ('""', "orthodox"),
                                             ('"Standard"', "orthodox"), ('"nothing"', "")])
def test_a_line_names_its_genre(name: str, genre: str) -> None:
    [entry] = entries(f"8/8/8/8/8/8/8/R4K1k w - - variant {name}; dm 2;", Defaults())
    assert (entry.content.genre.name if entry.content else "") == genre
