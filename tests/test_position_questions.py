"""What a position answers besides moves and verdicts, compared with python-chess and with the rules themselves."""
from __future__ import annotations

import random
import resource
import tracemalloc
from dataclasses import replace
from pathlib import Path

import chess
import pytest
from hypothesis import given, settings
from random_positions import GENRE_NAMES, randoms
from test_properties import random_board

import feerie
from feerie.base.errors import ArgumentError, IllegalMoveError
from feerie.game.legal_moves import MOST_VALUES, move_values
from feerie.game.position import LegalMoves, Position
from feerie.genres import GENRES, ORTHODOX, ROLLERBALL
from feerie.kernel.state import COMPILED
from feerie.rules.genre import Genre
from feerie.rules.literals import SideName
from feerie.rules.move import Move
from feerie.rules.movement import Leaper, Mode
from feerie.rules.side import SIDES
from feerie.rules.symmetry import exchange_of_men, exchange_of_sides

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
STATM = Path("/proc/self/statm")
COLOURS: dict[SideName, chess.Color] = {"white": chess.WHITE, "black": chess.BLACK}


def memory() -> int:
    """Bytes of address space that this process has."""
    return int(STATM.read_text(encoding="ascii").split()[0]) * resource.getpagesize()


def some_positions(genre: str, seed: int, games: int = 2, plies: int = 40) -> list[Position]:
    """Positions of random games from the array."""
    rng = random.Random(seed)
    found = []
    for _ in range(games):
        position = Position(genre)
        for _ in range(plies):
            found.append(position)
            if not position.legal_moves:
                break
            position = position.play(rng.choice(position.legal_moves))
    return found


# Against python-chess

@given(randoms)
@settings(max_examples=150, deadline=None)
def test_as_python_chess_answers(rng: random.Random) -> None:
    board = random_board(rng)
    if board is None:
        return
    for _ in range(6):
        check_with_chess(Position("orthodox", board.fen()), board)
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))


def check_with_chess(position: Position, board: chess.Board) -> None:
    """Compare everything that both libraries know."""
    where = board.fen()
    assert set(position.checkers()) == {chess.square_name(square) for square in board.checkers()}, where
    assert (position.castling_rights or "-") == board.castling_xfen(), where
    for side, colour in COLOURS.items():
        pinned = {chess.square_name(square) for square in chess.SquareSet(board.occupied_co[colour])
                  if board.is_pinned(colour, square)}
        pins = position.pins(side)
        assert set(pins) == pinned, where
        for name, pinners in pins.items():
            line = board.pin(colour, chess.parse_square(name))
            assert pinners and all(chess.parse_square(pinner) in line for pinner in pinners), where
    for name in position.men():
        square = chess.parse_square(name)
        assert position.is_pinned(name) == board.is_pinned(bool(board.color_at(square)), square), where
    assert position.mirror().fen() == board.mirror().fen(en_passant="legal"), where
    assert position.epd() == board.epd(en_passant="legal"), where
    for move in position.legal_moves:
        other = chess.Move.from_uci(move.uci())
        assert position.epd(bm=move, ce=12) == board.epd(en_passant="legal", bm=other, ce=12), where
        assert (position.is_capture(move), position.is_castling(move), position.is_en_passant(move)) == (
            board.is_capture(other), board.is_castling(other), board.is_en_passant(other)), where
    assert position.is_insufficient_material() == (
        board.is_insufficient_material() and chess.popcount(board.occupied) <= 3), where


def test_questions_take_texts_and_refuse_illegal_moves() -> None:
    position = Position("orthodox", KIWIPETE)
    assert position.is_capture("Nxd7") and position.is_castling("0-0") and not position.is_en_passant("e5d7")
    for ask in (position.is_capture, position.is_castling, position.is_en_passant):
        with pytest.raises(IllegalMoveError):
            ask("e1e8")


def test_a_notebook_shows_the_diagram() -> None:
    shown = Position("rollerball")._repr_svg_()
    assert shown and shown.startswith("<svg") and shown == feerie.draw(Position("rollerball"))._repr_svg_()


# Checks and pins of other genres

def test_pins_along_a_rebound() -> None:
    """On the ring a rook's line turns in the corner: the man in it is pinned round the corner."""
    position = Position("rollerball", "k6/7/B1***2/2***2/R1***2/7/5K1 b - - - 0 1")
    assert not position.pins() and position.pins("white") == {}
    round_the_corner = Position("rollerball", "1b1k3/7/2***2/2***2/R1***2/7/5K1 b - - - 0 1")
    assert round_the_corner.pins() == {"b7": ("a3",)} and round_the_corner.is_pinned("b7")


def test_two_kings_checked_and_pins_to_each() -> None:
    position = Position("siamois", "k3r2k/8/8/1b6/8/3N4/4R3/K3K3 w - -")
    assert position.pins() == {"e2": ("e8",)} and position.checkers() == ()
    forked = Position("siamois", "k3k3/8/2Q5/8/8/6B1/8/K6K b - -")
    assert forked.checkers() == ("c6",) and forked.checked_squares() == ("a8", "e8")
    ultra = Position("ultra-rex-multiplex", "k6k/8/8/8/8/8/8/Q3K3 b - -")
    assert ultra.checkers() == ("a1",)
    assert Position("ultra-rex-multiplex", "k5k1/8/8/8/8/8/8/Q3K3 b - -").checkers() == ()


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_a_pin_is_what_the_rules_say(genre: str) -> None:
    """A man is pinned exactly if without it an enemy man would attack a king that it does not attack now."""
    for position in some_positions(genre, 7, games=1, plies=24)[4::4]:
        for side, other in (SIDES, SIDES[::-1]):
            pins = position.pins(side)
            kings = position.kings(side)
            for name, man in position.men().items():
                if man.isupper() != (side == "white") or name in kings:
                    continue
                men = list(position.setup.men)
                men[position.genre.board.index(name)] = ""
                without = Position(position.genre, replace(position.setup, men=tuple(men), en_passant=None))
                new = {(king, at) for king in kings for at in without.attackers(king, other)} - {
                    (king, at) for king in kings for at in position.attackers(king, other)}
                assert set(pins.get(name, ())) == {at for _, at in new}, f"{position!r} {name}"


# The sides exchanged

def check_exchanged(position: Position) -> None:
    """A position with its sides exchanged plays the same."""
    twin = position.mirror()
    assert twin.turn != position.turn and twin.mirror() == position, f"{position!r}"
    assert twin.status().word == position.status().word, f"{position!r}"
    assert twin.perft(2, threads=1) == position.perft(2, threads=1), f"{position!r}"
    image = exchange_of_sides(position.genre)
    assert image is not None
    board = position.genre.board
    moved = {square: board.name(image[board.index(square)]) for square in map(board.name, board.squares)}
    assert sorted(move.origin + move.target for move in twin.legal_moves) == sorted(
        moved[move.origin] + moved[move.target] for move in position.legal_moves), f"{position!r}"


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_a_mirrored_position_plays_the_same(genre: str) -> None:
    for position in some_positions(genre, 3, games=1, plies=60)[::6]:
        check_exchanged(position)


def test_the_ring_makes_half_a_turn() -> None:
    assert Position("rollerball").mirror().without_clocks() == Position(
        "rollerball", "2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 b - - - 0 1")
    running = Position("rollerball", "7/3k3/2***2/2***2/2***2/2K4/7 w - - K 3 5")
    assert running.mirror().fen() == "7/4k2/2***2/2***2/2***2/3K3/7 b - - k 3 5"


def test_flags_and_passing_are_exchanged() -> None:
    popeye = Position("platzwechselrochade-popeye", "4k3/8/8/8/8/8/8/4K2R w K - X 5 9")
    assert popeye.mirror().fen() == "4k2r/8/8/8/8/8/8/4K3 b k - x 5 9"
    passing = Position("orthodox", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert passing.mirror().fen() == "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1"


@pytest.mark.parametrize("genre", ["grasshopper", "mao", "locust", "circe", "madrasi+nightrider", "magic-squares:d4d5"])
def test_exchanged_sides_of_the_dictionary_have_the_same_moves(genre: str) -> None:
    men = {"grasshopper": "G", "mao": "MA", "locust": "L"}.get(genre, "N")
    men = f".{men}" if len(men) > 1 else men
    check_exchanged(Position(genre, f"4k3/8/2p5/3{men}4/3p4/5{men.lower()}2/4P3/4K2R w K - 0 1"))


@pytest.mark.parametrize("genre", ["maximummer:black", "alphabetic", "magic-squares:d4", "edgemover:white",
                                   "rook-bishop-hunter"])
def test_rules_that_bind_a_side_or_name_squares_may_forbid_the_exchange(genre: str) -> None:
    with pytest.raises(ArgumentError, match="cannot be exchanged"):
        Position(genre).mirror()


def test_sides_with_different_rules_cannot_be_exchanged() -> None:
    """A man that goes only towards the last rank, for both sides, has no mirror image; nor has half a turn."""
    one_way = replace(ORTHODOX, name="one-way", men=tuple(
        replace(man, moves=((Leaper(((1, 2), (0, 1))), Mode.BOTH),)) if man.letter == "N" else man
        for man in ORTHODOX.men))
    assert exchange_of_sides(one_way) is None
    with pytest.raises(ValueError, match="one-way"):
        Position(one_way, "4k3/8/8/8/8/8/8/4K1N1 w - -").mirror()


def test_movements_may_be_exchanged_with_one_another() -> None:
    """Half a turn exchanges two movements of the knight, forwards to the right and backwards to the left."""
    moves = ((Leaper(((1, 2),)), Mode.BOTH), (Leaper(((-1, -2),)), Mode.BOTH))
    turned = replace(ORTHODOX, name="turned", men=tuple(
        replace(man, moves=moves) if man.letter == "N" else man for man in ORTHODOX.men))
    assert exchange_of_men(turned) == tuple(reversed(range(64)))
    assert exchange_of_sides(turned) is None, "the kings' homes are not opposite each other"


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_every_genre_of_the_package_has_an_exchange_of_sides(genre: Genre) -> None:
    image = exchange_of_sides(genre)
    assert image is not None and sorted(image) == list(range(genre.board.size))
    assert (image[0] == genre.board.size - 1) == (genre.board == ROLLERBALL.board)


# Lists of moves

@pytest.mark.parametrize("genre", ["orthodox", "roque", "platzwechselrochade", "rollerball", "rex-multiplex"])
def test_legal_moves_are_a_sequence(genre: str) -> None:
    for position in some_positions(genre, 11, games=1, plies=30):
        moves = position.legal_moves
        assert len(moves) == len(list(moves)) == moves.count() == len({move.uci() for move in moves})
        assert [moves[i] for i in range(len(moves))] == list(moves) == moves[:] and moves[-1:] == list(moves)[-1:]
        assert list(reversed(moves)) == list(moves)[::-1]
        for i, move in enumerate(moves):
            text: object = move.uci()
            assert move in moves and text in moves and moves.index(move) == i and moves.count(move) == 1
            assert position.play(move) == position.play(move.uci())


def test_what_is_not_in_the_list() -> None:
    moves = Position("orthodox").legal_moves
    others: tuple[object, ...] = ("e2e5", "", 7, None, [])
    assert not any(other in moves for other in others)
    assert moves.count(Move("N", "g1", "f4")) == 0
    with pytest.raises(IndexError):
        moves[20]
    assert not Position("orthodox", "7k/6Q1/6K1/8/8/8/8/8 b - -").legal_moves
    assert repr(Position("orthodox", "7k/8/8/8/8/8/r7/K7 w - -").legal_moves) in (
        "<LegalMoves (a1b1, a1a2)>", "<LegalMoves (a1a2, a1b1)>")


def test_a_move_made_by_hand_is_played() -> None:
    """It is equal to the one in the list, or has the same UCI text."""
    position = Position("orthodox", "4k3/8/8/8/8/8/4p3/R3K3 w - -")
    whole, bare = Move("K", "e1", "e2", captured="p", captured_on="e2"), Move("K", "e1", "e2")
    assert position.play(whole) == position.play(bare) == position.play("Kxe2")
    assert whole in position.legal_moves and bare not in position.legal_moves


def test_values_of_moves_are_shared_and_not_kept_without_end() -> None:
    values = move_values(ORTHODOX)
    values.forget()
    first, again = Position("orthodox").legal_moves, Position("orthodox").legal_moves
    assert all(move is other for move, other in zip(first, again, strict=True))
    kept = dict.fromkeys(range(MOST_VALUES - len(values)), first[0])
    values.update({-1 - number: move for number, move in kept.items()})
    try:
        later = Position("orthodox", KIWIPETE)
        assert len(list(later.legal_moves)) == 48 and len(values) < MOST_VALUES
        assert all(move in first for move in first) and first[0] == Position("orthodox").legal_moves[0]
        assert Position("orthodox").play(first[0]) == Position("orthodox").play(first[0].uci())
    finally:
        values.forget()


def test_moves_of_other_positions_are_refused() -> None:
    move = Position("orthodox").parse("e4")
    with pytest.raises(IllegalMoveError):
        Position("orthodox").play("e4").play(move)
    rook = Position("orthodox", "4k3/8/8/8/8/8/8/R3K3 w - -").parse("Ra5")
    with pytest.raises(IllegalMoveError):
        Position("orthodox").play(rook)


@pytest.mark.skipif(not COMPILED, reason="uncompiled, what the kernel keeps of a position is an object of Python")
@pytest.mark.parametrize("genre", ["orthodox", "rex-multiplex", "rollerball"])
def test_a_played_position_takes_little(genre: str) -> None:
    """At most 1.5 kB, its status and its moves asked for."""
    start = Position(genre)
    moves = list(start.legal_moves)
    for move in moves:
        assert start.play(move).status()
    tracemalloc.start()
    kept = [start.play(moves[number % len(moves)]) for number in range(500)]
    played, _ = tracemalloc.get_traced_memory()
    for position in kept:
        assert position.status() and isinstance(position.legal_moves, LegalMoves)
    asked, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert played < 500 * len(kept) and asked < 1500 * len(kept)


@pytest.mark.skipif(not STATM.exists(), reason="memory is read from /proc")
@pytest.mark.parametrize("genre", ["orthodox", "platzwechselrochade", "rollerball"])
def test_a_position_is_small(genre: str) -> None:
    """Thousands may be kept, their moves and statuses asked for."""
    position = Position(genre)
    kept = [position.play(position.legal_moves[0])]
    before = memory()
    for number in range(4000):
        after = position.play(position.legal_moves[number % len(position.legal_moves)])
        assert isinstance(after.legal_moves, LegalMoves) and after.status()
        kept.append(after)
    assert memory() - before < len(kept) * 4_000
