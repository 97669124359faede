"""What must hold in any position: agreement with the reference and with python-chess, texts, symmetries."""
from __future__ import annotations

from random import Random

import chess
import pytest
from facts import Fact, facts, kernel_moves, long_text
from hypothesis import HealthCheck, Phase, given, settings
from random_positions import CHESS_NAMES, GENRE_NAMES, crowded_fen, random_fen, random_game, randoms
from reference import ROLLERBALL_GENRES, Ref, reference

from feerie import Game, IllegalMoveError, Move, Position
from feerie.kernel.verdict import Judge, compiled_rules
from feerie.notation.languages import LANGUAGES
from feerie.rules.side import SIDES

FAR = 4_000
"""Positions of each genre in a long run."""
CHEAP = 24
"""A position with no more moves than this is also counted two moves deep."""
LINE_GENRES = ("roque", "rokagogo")
MULTIPLEX_NAMES = tuple(genre for genre in GENRE_NAMES if genre.split("+")[-1] == "rex-multiplex")


def examples(number: int) -> settings:
    """A number of examples, the same in every run; no exhaustive shrinking, as every step costs a reference run."""
    return settings(max_examples=number, deadline=None, derandomize=True, database=None,
                    suppress_health_check=list(HealthCheck), phases=(Phase.generate, Phase.shrink))


# Against the reference

def compare(position: Position, ref: Ref, rng: Random, cheap: int = CHEAP) -> None:
    """Compare everything that both programs can be asked about a position."""
    where = f"{position.genre.name} {ref.fen()}"
    assert position.fen() == ref.fen()
    assert position.status().word == ref.status(), where
    moves = sorted(long_text(move) for move in position.legal_moves)
    assert moves == ref.long_moves(), where
    if len(moves) <= cheap:
        assert position.perft(2) == ref.perft(2), where
    for square in rng.sample([position.genre.board.name(at) for at in position.genre.board.squares], 3):
        for side, letter in zip(SIDES, "wb", strict=True):
            assert position.is_attacked(square, side) == ref.attacked_by(square, letter), f"{where}: {square}"


def check_kernel(position: Position) -> None:
    """Playing and taking back, keys and counts, through the kernel's own interface."""
    judge, fresh = (Judge(compiled_rules(position.genre), 4) for _ in range(2))
    judge.load(position.setup)
    before, key = judge.save(), judge.key
    where = repr(position)
    assert key == judge.recomputed_key(), where
    moves = kernel_moves(judge)
    assert judge.legal_move_count() == len(moves), where
    for text, code in moves.items():
        judge.push(code)
        assert judge.key == judge.recomputed_key(), f"{where}: {text}"
        fresh.load(judge.save())
        assert judge.key == fresh.key, f"{where}: {text}"
        assert judge.turn != position.setup.turn
        checks = judge.in_check(judge.turn)
        judge.pop()
        assert judge.gives_check(code) == checks, f"{where}: {text}"
    assert judge.save() == before and judge.key == key, where


def check_values(position: Position) -> None:
    """A position read from its own FEN is equal to it."""
    again = Position(position.genre, position.fen())
    assert again == position and again.fen() == position.fen()
    assert hash(again) == hash(position), f"equal positions with different hashes: {position!r}"
    assert [move.uci() for move in again.legal_moves] == [move.uci() for move in position.legal_moves]


def play_random_game(genre: str, rng: Random, plies: int = 3, cheap: int = CHEAP) -> int:
    """Compare along a random game; returns the number of positions."""
    position = None
    number = 0
    for ref, move in random_game(rng, genre, plies):
        number += 1
        position = position or Position(genre, ref.fen())
        compare(position, ref, rng, cheap)
        if position.is_valid():
            check_kernel(position)
        check_values(position)
        if move:
            position = position.play(move)
    return number


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_the_kernel_agrees_with_the_reference(genre: str) -> None:
    @examples(10 if "+" in genre else 25)
    @given(randoms)
    def run(rng: Random) -> None:
        play_random_game(genre, rng)

    run()


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_the_kernel_agrees_with_the_reference_far(genre: str) -> None:
    rng = Random(f"{genre} far")
    positions = 0
    while positions < FAR:
        positions += play_random_game(genre, rng, plies=5)


def compare_crowded(genre: str, number: int) -> None:
    """Compare moves and verdicts where many kings stand among many men; illegal diagrams are mostly left out."""
    rng = Random(f"{genre} crowded")
    while number:
        fen = crowded_fen(rng)
        position = Position(genre, fen)
        if not position.is_valid() and rng.random() < 0.95:
            continue
        ref = reference(genre, fen)
        where = f"{genre} {fen}"
        assert position.status().word == ref.status(), where
        assert sorted(map(long_text, position.legal_moves)) == ref.long_moves(), where
        number -= 1


@pytest.mark.parametrize("genre", MULTIPLEX_NAMES)
def test_many_kings_among_many_men(genre: str) -> None:
    compare_crowded(genre, 40)


@pytest.mark.long
@pytest.mark.parametrize("genre", MULTIPLEX_NAMES)
def test_many_kings_among_many_men_far(genre: str) -> None:
    compare_crowded(genre, FAR)


# Against python-chess

def random_board(rng: Random) -> chess.Board | None:
    """A position that python-chess knows too, from the array or thrown together; None if it is not one."""
    if rng.random() < 0.3:
        return chess.Board()
    board = chess.Board(random_fen(rng, "orthodox"))
    if len(board.pieces(chess.KING, chess.WHITE)) != 1 or len(board.pieces(chess.KING, chess.BLACK)) != 1:
        return None
    return None if board.was_into_check() or board.pawns & chess.BB_BACKRANKS else board


def compare_with_chess(position: Position, board: chess.Board, rng: Random, texts: int) -> None:
    """Moves, texts of some moves, FEN and verdicts."""
    where = board.fen()
    assert position.fen() == board.fen(en_passant="legal")
    moves = {move.uci() for move in position.legal_moves}
    assert moves == {move.uci() for move in board.legal_moves}, where
    assert (position.is_check(), position.is_checkmate(), position.is_stalemate()) == (
        board.is_check(), board.is_checkmate(), board.is_stalemate()), where
    for move in rng.sample(list(position.legal_moves), min(texts, len(position.legal_moves))):
        other = chess.Move.from_uci(move.uci())
        assert position.pgn_san(move) == board.san(other), where
        assert position.parse(board.san(other)) == move, where
        assert position.parse(board.lan(other)) == move, where
        assert (move.is_capture, move.is_en_passant, move.is_castling) == (
            board.is_capture(other), board.is_en_passant(other), board.is_castling(other)), where
        assert position.gives_check(move) == board.gives_check(other), where


def reasons(board: chess.Board) -> set[str]:
    """Why python-chess calls a game over, in our words, without claims."""
    found = {"checkmate": board.is_checkmate(), "stalemate": board.is_stalemate(),
             "repetition": board.is_fivefold_repetition(), "move rule": board.is_seventyfive_moves(),
             "dead material": board.is_insufficient_material()}
    return {reason for reason, holds in found.items() if holds}


def play_chess(rng: Random, plies: int, texts: int, back: float) -> None:
    """Compare along a random game, in which men often go back where they came from."""
    board = random_board(rng)
    if board is None:
        return
    game = Game("orthodox", board.fen())
    for _ in range(plies):
        if texts:
            compare_with_chess(game.position, board, rng, texts)
        over, claims = reasons(board), {"repetition": board.can_claim_threefold_repetition(),
                                          "move rule": board.can_claim_fifty_moves()}
        outcome, claimed = game.outcome(), game.outcome(claim_draw=True)
        assert (outcome.reason.value in over) if outcome else not over, board.fen()
        allowed = over | {reason for reason, holds in claims.items() if holds}
        assert (claimed.reason.value in allowed) if claimed else not allowed, board.fen()
        if over:
            assert outcome and outcome.result == board.result() != "*"
            return
        move = rng.choice(list(board.legal_moves))
        if len(board.move_stack) > 1 and rng.random() < back:
            last = board.move_stack[-2]
            back_again = chess.Move(last.to_square, last.from_square)
            move = back_again if back_again in board.legal_moves else move
        assert game.push(move.uci()).uci() == move.uci()
        board.push(move)


@pytest.mark.parametrize(("plies", "texts", "back"), [(12, 5, 0.0), (120, 0, 0.8)], ids=["texts", "endings"])
def test_orthodox_chess_agrees_with_python_chess(plies: int, texts: int, back: float) -> None:
    @examples(60 if texts else 40)
    @given(randoms)
    def run(rng: Random) -> None:
        play_chess(rng, plies, texts, back)

    run()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_orthodox_chess_agrees_with_python_chess_far(seed: int) -> None:
    rng = Random(seed)
    for _ in range(250):
        play_chess(rng, 60, 100, 0.0)
        play_chess(rng, 400, 0, 0.8)


# Texts

def check_texts(position: Position) -> None:
    """Every form of each legal move in every language is read back, and no two moves look alike."""
    moves = list(position.legal_moves)
    forms: list[tuple[str, list[str]]] = [("en", [position.pgn_san(move) for move in moves])]
    for language in LANGUAGES:
        forms.append((language, [move.uci() for move in moves]))
        forms.append((language, [position.san(move, language) for move in moves]))
        forms.append((language, [position.san(move, language, book_signs=True) for move in moves]))
        forms.append((language, [position.long(move, language) for move in moves]))
        forms.append((language, [position.long(move, LANGUAGES[language].with_book_signs()) for move in moves]))
    for language, written in forms:
        assert len(set(written)) == len(moves), f"{position!r}: {written}"
        for move, text in zip(moves, written, strict=True):
            assert position.parse(text, language) == move, f"{position!r}: {text} in {language}"


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_what_is_written_is_read_back(genre: str) -> None:
    rng = Random(genre)
    for _ in range(4):
        *_, (ref, _) = random_game(rng, genre, 2)
        check_texts(Position(genre, ref.fen()))


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_what_is_written_is_read_back_far(genre: str) -> None:
    rng = Random(f"{genre} far")
    for _ in range(500):
        *_, (ref, _) = random_game(rng, genre, 3)
        check_texts(Position(genre, ref.fen()))


@pytest.mark.parametrize("fact", facts("positions"), ids=lambda fact: f"{fact['genre']}:{fact['id']}")
def test_what_is_written_of_the_facts_is_read_back(fact: Fact) -> None:
    check_texts(Position(fact["genre"], fact["fen"]))


# Consequences of the rules

def positions(genre: str, number: int, plies: int = 2) -> list[Position]:
    """Some random legal positions of a genre."""
    rng = Random(f"{genre} {number}")
    found: list[Position] = []
    while len(found) < number:
        *_, (ref, _) = random_game(rng, genre, plies)
        position = Position(genre, ref.fen())
        if position.is_valid():
            found.append(position)
    return found


@pytest.mark.parametrize("genre", LINE_GENRES)
def test_a_castling_along_a_line_includes_the_plain_step(genre: str) -> None:
    """So it never lifts a stalemate or a mate."""
    castlings = 0
    for position in positions(genre, 150):
        moves = {move.uci() for move in position.legal_moves}
        for move in position.legal_moves:
            if move.partner:
                castlings += 1
                assert f"{move.origin}{move.partner[1]}" in moves, f"{position!r}: {move}"
    assert castlings > 5


def mirrored(text: str, files: str, ranks: str) -> str:
    """A text whose squares are mapped elsewhere: `files` and `ranks` say what a, b, c... and 1, 2, 3... become."""
    table = str.maketrans("abcdefgh"[:len(files)] + "12345678"[:len(ranks)], files + ranks)
    move, slash, partner = text.partition("/")
    return move[:4].translate(table) + move[4:] + slash + partner.translate(table)


def exchanged(fen: str) -> str:
    """A FEN as seen by the other side: ranks and colours exchanged."""
    board, turn, rights, passed, *rest = fen.split()
    rows = "/".join(reversed(board.split("/"))).swapcase()
    if len(rest) > 2:
        rest[0] = "".join(sorted(rest[0].swapcase()))
    rights = "".join(letter for letter in "KQkq" if letter in rights.swapcase()) or "-"
    passed = passed.translate(str.maketrans("36", "63"))
    return " ".join([rows, "wb"[turn == "w"], rights, passed, *rest])


def half_turned(fen: str) -> str:
    """A FEN of Rollerball with the board turned round and the colours exchanged."""
    board, turn, castling, passed, flags, *rest = fen.split()
    return " ".join([board[::-1].swapcase(), "wb"[turn == "w"], castling, passed,
                     "".join(sorted(flags.swapcase())), *rest])


def flopped(fen: str) -> str:
    """A FEN with its files exchanged, without castling rights."""
    board, turn, _, passed, *rest = fen.split()
    passed = passed.translate(str.maketrans("abcdefgh", "hgfedcba"))
    return " ".join(["/".join(row[::-1] for row in board.split("/")), turn, "-", passed, *rest])


def check_twins(position: Position, fen: str, files: str, ranks: str) -> None:
    """The position and its image have the same status, counts and moves."""
    twin = Position(position.genre, fen)
    assert twin.status().word == position.status().word, f"{position!r}, {twin!r}"
    assert sorted(map(long_text, twin.legal_moves)) == sorted(
        mirrored(long_text(move), files, ranks) for move in position.legal_moves), f"{position!r}, {twin!r}"
    assert twin.perft(2) == position.perft(2), f"{position!r}, {twin!r}"


@pytest.mark.parametrize("genre", CHESS_NAMES)
def test_colours_are_alike(genre: str) -> None:
    for position in positions(genre, 12):
        check_twins(position, exchanged(position.fen()), "abcdefgh", "87654321")


@pytest.mark.parametrize("genre", CHESS_NAMES)
def test_wings_are_alike_without_castling_rights(genre: str) -> None:
    for position in positions(genre, 8):
        board, turn, _, *rest = position.fen().split()
        position = Position(genre, " ".join([board, turn, "-", *rest]))
        check_twins(position, flopped(position.fen()), "hgfedcba", "12345678")


@pytest.mark.parametrize("genre", ROLLERBALL_GENRES)
def test_half_a_turn_of_rollerball(genre: str) -> None:
    for position in positions(genre, 60):
        check_twins(position, half_turned(position.fen()), "gfedcba", "7654321")


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_an_illegal_diagram_has_no_moves(genre: str) -> None:
    rng = Random(f"{genre} illegal")
    diagrams = (Position(genre, random_fen(rng, genre)) for _ in range(60))
    illegal = [position for position in diagrams if not position.is_valid()]
    assert illegal
    for position in illegal:
        assert not position.legal_moves and position.status().reason and position.perft(1) == 0
        with pytest.raises(IllegalMoveError):
            position.play(Move("K", "a1", "a2"))
