"""What people pass to the library: moves in every form, lists of moves, and arguments of a wrong type."""
from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from random_positions import GENRE_NAMES

import feerie
from feerie import Game, IllegalMoveError, Move, Position, Problem
from feerie.game import foreign_names
from feerie.rules.setup import Setup

LANGUAGES = ("en", "fr", "de")
POSITIONS = [("rokagogo", "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1"),
             ("orthodox", "r3k2r/1P4P1/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"),
             ("siamois", "8/k3k3/8/8/8/1P6/3P1N2/K6K w - - 0 1"),
             ("platzwechselrochade", "r3k2r/8/8/8/3B4/8/1P6/R3K2R w - - 0 1"),
             ("rollerball", "7/2K4/2***2/2***2/2***1k/7/7 w - - K 0 1")]


def forms(position: Position, move: Move, language: str) -> set[str]:
    """A move as people and programs write it."""
    number = f"{position.fullmove_number}{'.' if position.turn == 'white' else '...'}"
    short, long = position.san(move, language), position.long(move, language)
    written = {short, short.rstrip("+#"), long, position.long(move, language, signs=False),
               position.san(move, language, book_signs=True)}
    if language == "en":
        written.add(position.pgn_san(move))
    return {*written, *(f"{number} {text}" for text in written), move.uci(), f" {short} "}


def check_all_forms(position: Position) -> int:
    """Every form of every legal move is read by a position and a game, in every language; returns their number."""
    compared = 0
    for move in position.legal_moves:
        after = position.play(move)
        for language in LANGUAGES:
            for text in forms(position, move, language):
                try:
                    meant = position.parse(text, language)
                except feerie.AmbiguousMoveError:
                    # PGN names only the king's arrival square, which castlings of some genres share
                    assert position.pgn_san(move) in text and any(other.is_castling for other in position.legal_moves)
                    continue
                assert position.play(text, language) == position.play(meant), (text, language)
                game = Game(position.genre, position)
                assert game.push(text, language) == meant and game.position == position.play(meant)
                if text != position.pgn_san(move):
                    assert meant == move and position.play(text, language) == after, (text, language)
                compared += 1
    return compared


@pytest.mark.parametrize(("genre", "fen"), POSITIONS)
def test_every_form_of_a_move_is_played(genre: str, fen: str) -> None:
    assert check_all_forms(Position(genre, fen)) > 100


@pytest.mark.parametrize("genre", [name for name in GENRE_NAMES if feerie.find(name).start])
def test_every_form_of_a_move_is_played_in_every_genre(genre: str) -> None:
    rng = Random(genre)
    position = Position(genre)
    for _ in range(rng.randrange(14, 22)):
        after = position.play(rng.choice(position.legal_moves))
        position = after if after.legal_moves else position
    assert check_all_forms(position)


def test_lists_of_moves() -> None:
    game = Game("rollerball", moves=["c1b1", "e7f7"])
    assert [move.uci() for move in game.moves] == ["c1b1", "e7f7"]
    assert Game("rollerball", moves=game.moves).moves == game.moves
    assert Game("orthodox", moves=("e4", "Sg8-f6", "b1c3")).pgn(headers=False) == "1. e4 Nf6 2. Nc3 *\n"
    assert Game("orthodox", moves=("e4", "Cf6"), language="fr").position.man_at("f6") == "n"
    assert Game("orthodox", moves=[]).moves == Game("orthodox", moves=iter(())).moves
    with pytest.raises(IllegalMoveError, match="Kg7"):
        game.push_line([game.position.legal_moves[0], "Kg7"])
    assert len(game) == 2 and not game.node.variations


lib: Any = feerie
"""The library, for calls that a type checker would reject."""
MATE = Problem("orthodox", "k7/8/1K6/8/8/8/8/6R1", "#1")


@pytest.mark.parametrize(("call", "message"), [
    (lambda: lib.Game("rollerball", ["c1b1"]),
     "fen must be a FEN, a Position, a Setup or None, not list: moves are given as moves=..."),
    (lambda: lib.Game("rollerball", moves=5), "moves must be a text or a list of moves, not int"),
    (lambda: lib.Game("rollerball", moves=[5]), "text must be the text of a move, not int"),
    (lambda: lib.Game(["rollerball"]), "genre must be a Genre or the name of one, not list"),
    (lambda: lib.Position("orthodox", 5), "fen must be a FEN, a Setup or None, not int"),
    (lambda: lib.Position("orthodox", lib.Position("orthodox")), "fen must be a FEN, a Setup or None, not Position"),
    (lambda: lib.Position(5), "genre must be a Genre or the name of one, not int"),
    (lambda: lib.Position(None), "genre must be a Genre or the name of one, not NoneType"),
    (lambda: lib.Position("orthodox").play(None), "move must be a Move or a text, not NoneType"),
    (lambda: lib.Position("orthodox").play(("e2", "e4")), "move must be a Move or a text, not tuple"),
    (lambda: lib.Position("orthodox").san(b"e4"), "move must be a Move or a text, not bytes"),
    (lambda: lib.Position("orthodox").parse(5), "text must be the text of a move, not int"),
    (lambda: lib.Game("orthodox").push(None), "text must be the text of a move, not NoneType"),
    (lambda: lib.find(5), "name must be the name of a genre, not int"),
    (lambda: lib.solve("#2"),
     "problem must be a Problem, not str: feerie.Problem(genre, fen, stipulation) makes one"),
    (lambda: lib.solve(lib.Position("orthodox")),
     "problem must be a Problem, not Position: feerie.Problem(genre, fen, stipulation) makes one"),
    (lambda: lib.draw("8/8/8/8/8/8/8/K1k5"), "position must be a Position, not str"),
    (lambda: lib.draw(lib.Game("orthodox")), "position must be a Position, not Game: give its position"),
    (lambda: lib.text("solution"), "solution must be a Solution, not str"),
    (lambda: lib.soundness(MATE), "solution must be a Solution, not Problem"),
    (lambda: lib.html("solution"), "solutions must be a Solution, a Solved or several of these, not str"),
    (lambda: lib.html(MATE), "solutions must be a Solution, a Solved or several of these, not Problem"),
    (lambda: lib.latex([MATE]), "solutions must be a Solution, a Solved or several of these, not Problem"),
    (lambda: lib.sheet(5), "solutions must be a Solution, a Solved or several of these, not int"),
    (lambda: lib.save("castled.svg", lib.draw(lib.Position("orthodox"))),
     "path must be the path of a file, not Diagram: the diagram comes first"),
    (lambda: lib.png(lib.Position("orthodox")), "diagram must be a drawing, not Position: feerie.draw makes one"),
    (lambda: lib.Problem("orthodox", 5, "#2"), "diagram must be a FEN or a Setup, not int"),
    (lambda: lib.Problem("orthodox", lib.Position("orthodox"), "#2"),
     "diagram must be a FEN or a Setup, not Position: that of a position is position.setup"),
    (lambda: lib.Problem("orthodox", "8/8/8/8/8/8/8/K1k5", 2),
     "stipulation must be a Stipulation or a text such as '#2', not int"),
    (lambda: lib.Problem("orthodox", "8/8/8/8/8/8/8/K1k5", "#2", options="Duplex"), "options must be Options, not str"),
    (lambda: lib.Problem("orthodox", "8/8/8/8/8/8/8/K1k5", "#2", twins=["b) move a1 b1"]),
     "twins must be a list of Twin values, not str"),
    (lambda: lib.Engine(hash_mb=1).search("orthodox", depth=1), "position must be a Position or a Game, not str"),
    (lambda: lib.Engine(hash_mb=1).search(lib.Position("orthodox"), depth="1"), "depth must be a number, not str"),
    (lambda: lib.Engine(hash_mb=1).search(lib.Position("orthodox"), clock=60), "clock must be a Clock, not int"),
    (lambda: lib.Engine(hash_mb="64"), "hash_mb must be a whole number, not str"),
    (lambda: lib.Engine(threads=None), "threads must be a whole number, not NoneType"),
    (lambda: lib.Engine(seed="x"), "seed must be a whole number, not str"),
    (lambda: lib.Engine(evaluation=None), "evaluation must be 'net', 'tables' or the path of a net, not NoneType"),
    (lambda: lib.Engine(hash_mb=1).search(lib.Position("orthodox"), depth=1, multipv=None),
     "multipv must be a whole number, not NoneType"),
    (lambda: lib.Engine(hash_mb=1).search(lib.Position("orthodox"), depth=1, moves="e2e4"),
     "moves must be a list of moves, not str"),
    (lambda: lib.Engine(hash_mb=1).search(lib.Position("orthodox"), depth=1, moves=5),
     "moves must be a list of moves, not int"),
    (lambda: lib.Game("orthodox").go("e4"), "node must be a Node of this game, not str"),
    (lambda: lib.Game.from_pgn(["1. e4"]), "text must be the text of a game, not list: feerie.read_pgn reads files"),
    (lambda: lib.draw(lib.Position("orthodox"), last_move="e2e4"),
     "last_move must be a Move or None, not str: Position.parse reads the text of one"),
    (lambda: lib.draw(lib.Position("orthodox"), caption=5), "caption must be a text, not int"),
    (lambda: lib.solve(MATE, hash_mb=3.5), "hash_mb must be a whole number, not float"),
    (lambda: lib.solve(MATE, max_solutions="3"), "max_solutions must be a whole number, not str"),
    (lambda: lib.solve(MATE, stop=True), "stop must be a threading.Event or None, not bool"),
    (lambda: lib.find_mate(lib.Position("orthodox"), 1, hash_mb=3.5), "hash_mb must be a whole number, not float"),
    (lambda: lib.Problem("orthodox", "8/8/8/8/8/8/8/K1k5", "#2", author=None),
     "author must be a text or a list of texts, not NoneType"),
    (lambda: lib.Problem("orthodox", "8/8/8/8/8/8/8/K1k5", "#2", remarks=[5]),
     "remarks must be a text or a list of texts, not int"),
    (lambda: lib.Problem("orthodox", "8/8/8/8/8/8/8/K1k5", "#2", twins=None),
     "twins must be a list of Twin values, not NoneType"),
    (lambda: next(lib.read_pgn(5)), "file must be a path, an open file or lines, not int"),
    (lambda: lib.Options(defence="1"), "defence must be a whole number, not str"),
    (lambda: lib.Options(duplex="no"), "duplex must be True or False, not str"),
    (lambda: lib.Options(no_castling="a1"), "no_castling must be a tuple of texts, not str"),
    (lambda: lib.Options(start_move=(1, "2")), "start_move[1] must be a whole number, not str"),
    (lambda: lib.Stipulation.parse(2), "text must be the text of a stipulation, not int"),
    (lambda: lib.Position("orthodox").man_at(28), "square must be the name of a square, not int"),
    (lambda: lib.Position("orthodox").attackers(None), "square must be the name of a square, not NoneType"),
    (lambda: lib.Position("orthodox").explain(5), "move must be a Move, a text or None, not int"),
    (lambda: lib.Position("orthodox").perft("3"), "depth must be a whole number, not str"),
    (lambda: lib.Position("orthodox").divide(2, threads=None), "threads must be a whole number, not NoneType"),
    (lambda: lib.Position("orthodox").epd(bm=object()),
     "bm must be a move, a text, a number, several of these, or None, not object"),
    (lambda: next(lib.read_pgn([5])), "a line of the file must be a text or bytes, not int"),
    (lambda: next(lib.read_pgn(b"1. e4")),
     "file must be a path, an open file or lines, not bytes: io.BytesIO makes a file of bytes"),
    (lambda: lib.draw(lib.Position("orthodox"), size="big"), "size must be a number, not str"),
    (lambda: lib.draw(lib.Position("orthodox"), arrows=5), "arrows must be a list of arrows, not int"),
    (lambda: lib.draw(lib.Position("orthodox"), marks=None), "marks must be a dict, square to mark, not NoneType"),
    (lambda: lib.draw(lib.Position("orthodox"), check=5),
     "check must be a square, a list of squares or None, not int"),
    (lambda: lib.png(lib.draw(lib.Position("orthodox")), width="wide"), "width must be a whole number, not str"),
    (lambda: lib.save(lib.draw(lib.Position("orthodox")), None), "path must be the path of a file, not NoneType"),
    (lambda: lib.Engine(hash_mb=1).search(lib.Position("orthodox"), depth=1.5),
     "depth must be a whole number, not float"),
    (lambda: lib.Engine(hash_mb=1).search(lib.Position("orthodox"), depth=1, clock=lib.Clock("a")),
     "seconds must be a number, not str"),
    (lambda: lib.find_mate(lib.Position("orthodox"), 1, max_seconds="1"), "max_seconds must be a number, not str"),
    (lambda: lib.solve(MATE, progress=5), "progress must be a function or None, not int"),
    (lambda: lib.solve(MATE, found=5), "found must be a function or None, not int"),
    (lambda: lib.solve(MATE, checkpoint=5), "checkpoint must be the path of a file, not int"),
    (lambda: lib.find_mate(lib.Position("orthodox"), 1, improved=5), "improved must be a function or None, not int"),
    (lambda: lib.Position("orthodox").divide(2, progress=5), "progress must be a function or None, not int"),
    (lambda: next(lib.read_pgn(["1. e4 *"], wanted=5)), "wanted must be a function or None, not int"),
    (lambda: lib.read_problems(None), "path must be the path of a file, not NoneType"),
    (lambda: lib.Score("12"), "centipawns must be a whole number, not str"),
    (lambda: lib.Score(mate=1.5), "mate must be a whole number, not float"),
    (lambda: lib.find_mate(lib.Position("orthodox"), 1, stop=5), "stop must be a threading.Event or None, not int"),
])
def test_arguments_of_a_wrong_type(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(TypeError) as raised:
        call()
    assert str(raised.value) == message


@pytest.mark.parametrize("text", ["1. e4 e5", "e2e4", '[Event "x"]', "O-O", "1. e4 e5\n" * 300, "\u2658f3 d5"])
def test_games_given_for_the_path_of_a_file(text: str) -> None:
    with pytest.raises(lib.ArgumentError, match=r"^no file is called '.*', which looks like a game: Game.from_pgn "
                                                r"reads the text of one, read_pgn a path, an open file or lines"):
        next(lib.read_pgn(text))


@pytest.mark.parametrize("text", ["4k3/8/8/8/8/8/8/4K2R w - - #2", "BeginProblem\nPieces", "#2\n", "a\n" * 3000])
def test_problems_given_for_the_path_of_a_file(text: str) -> None:
    with pytest.raises(lib.ArgumentError, match=r"^no file is called '.*', which looks like problems: "
                                                r"feerie.formats.files.parse reads a text, read_problems the path"):
        lib.read_problems(text)


def test_paths_of_files_that_do_not_exist() -> None:
    for path in ("games.pgn", "4. Runde.pgn", "/no/such/folder/e4 c5.pgn", ""):
        with pytest.raises(FileNotFoundError):
            next(lib.read_pgn(path))
        with pytest.raises(FileNotFoundError):
            lib.read_problems(path or "problems.pop")


@pytest.mark.parametrize(("fen", "move", "why"), [
    ("4k3/8/8/8/8/8/8/R3K3 b - - 150 90", "Kd8", "move rule"),
    ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", "h8h7", "checkmate"),
])
def test_a_move_after_the_end_of_a_game_is_told_why(fen: str, move: str, why: str) -> None:
    with pytest.raises(lib.IllegalMoveError, match=rf"the game is over \({why}\)"):
        lib.Position("orthodox", fen).play(move)


def test_numbers_that_make_no_sense() -> None:
    with pytest.raises(ValueError, match="threads must not be negative, and is -1"):
        lib.Position("orthodox").perft(2, threads=-1)
    with pytest.raises(ValueError, match="max_seconds must not be negative, and is nan"):
        lib.solve(MATE, max_seconds=float("nan"))
    assert repr(lib.Engine(hash_mb=1, level="novice")) == "<Engine hash_mb=1, threads=1, level='novice'>"


def test_limits_may_be_larger_than_any_search() -> None:
    assert lib.Engine(hash_mb=1).search(lib.Position("orthodox"), depth=1, nodes=10**30).depth == 1
    assert lib.solve(MATE, threads=1, hash_mb=10**30, max_nodes=10**30, max_solutions=10**30).complete


@pytest.mark.parametrize("name", ["threads", "hash_mb", "max_solutions", "max_seconds", "max_nodes"])
def test_limits_are_not_negative(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must not be negative, and is -1"):
        lib.solve(MATE, **{name: -1})


def test_sides_are_named() -> None:
    position = Position("orthodox")
    for call in (position.kings, position.pins, lambda side: position.attackers("d4", side)):
        with pytest.raises(ValueError, match="side must be 'white' or 'black', not 'green'"):
            call("green")       # type: ignore[arg-type]


def test_legal_moves_are_found_by_their_texts() -> None:
    moves = Position("orthodox").legal_moves
    assert all(moves.index(move) == moves.index(move.uci()) == place for place, move in enumerate(moves))
    assert moves.index("e2e4", 1) == moves.index("e2e4")
    with pytest.raises(ValueError, match="'e2e5' is not one of these moves"):
        moves.index("e2e5")
    with pytest.raises(ValueError, match="e2e4 is not one of these moves"):
        moves.index(moves[moves.index("e2e4")], 0, 0)


def test_a_root_move_counts_once() -> None:
    found = feerie.Engine(hash_mb=1).search(Position("orthodox"), depth=2, moves=["e4", "e2e4"], multipv=3)
    assert len(found.lines) == 1


def test_scores_are_ordered() -> None:
    best = [feerie.Score(mate=1), feerie.Score(mate=4), feerie.Score(10), feerie.Score(0), feerie.Score(-10),
            feerie.Score(mate=-4), feerie.Score(mate=-1), feerie.Score(mate=0)]
    assert sorted(best[1::2] + best[::2], reverse=True) == best
    assert [-score for score in best[:7]] == best[6::-1]
    for given in ({}, {"mate": 1, "centipawns": 3}):
        with pytest.raises(ValueError, match="exactly one of them"):
            lib.Score(**given)
    with pytest.raises(ValueError, match="lost already"):
        assert -best[-1]


@pytest.mark.parametrize(("text", "meant"), [("h‡2", "h#2"), ("h≠2,5", "h#2.5"), ("‡3", "#3"), ("ser.h#2", "ser-h#2"),
                                             ("ser.-‡4", "ser-#4"), ("pser.h‡2", "pser-h#2")])
def test_stipulations_with_the_signs_of_books(text: str, meant: str) -> None:
    assert feerie.Stipulation.parse(text) == feerie.Stipulation.parse(meant)


def test_a_diagram_of_post_key_play_may_be_refuted() -> None:
    options = lib.Options(post_key_play=True)
    refuted = lib.solve(lib.Problem("orthodox", "n2k4/8/2K5/8/8/8/8/R7 w - -", "#2", options=options))
    assert [lib.text(refuted, code).split("\n")[-1] for code in LANGUAGES] == ["refuted.", "réfuté.", "widerlegt."]


def test_one_text_is_a_list_of_one() -> None:
    problem = lib.Problem("orthodox", "8/8/8/8/8/8/8/K1k5", "#2", author="N. A. Bakke", remarks="after 1911")
    assert (problem.author, problem.remarks) == (("N. A. Bakke",), ("after 1911",))


def test_a_fen_in_the_place_of_a_genre() -> None:
    with pytest.raises(feerie.GenreError, match="a genre is expected first, and only then a FEN"):
        Position("4k3/8/8/8/8/8/8/4K3 w - -")


def test_integers_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    position = lib.Position("orthodox", "k7/8/1K6/8/8/8/8/6R1 w - -")
    for number in (numpy.int64, numpy.int32, numpy.uint8):
        engine = lib.Engine(hash_mb=number(1), threads=number(1), seed=number(4), level=number(3))
        engine.seed = number(5)
        assert engine.search(position, depth=number(2), nodes=number(100), multipv=number(2)).best is not None
        assert lib.solve(MATE, max_seconds=number(9), threads=number(1), hash_mb=number(2),
                         max_nodes=number(100), max_solutions=number(3)).keys == ("g1g8",)
        assert lib.find_mate(position, number(1), hash_mb=number(2), max_seconds=number(9)).moves == 1
        assert position.perft(number(2), threads=number(1)) == position.perft(2)
        assert lib.draw(position, size=number(200)) == lib.draw(position, size=200)
        assert position.epd(acd=number(3)) == position.epd(acd=3)
    assert position.epd(ce=numpy.float64(0.5)) == position.epd(ce=0.5)
    assert lib.Engine(hash_mb=1).search(position, seconds=numpy.float32(0.05)).best is not None


@pytest.mark.parametrize(("call", "message"), [
    (lambda: lib.Engine(evaluation="none"),
     "evaluation must be 'net', 'tables' or the path of a net; there is no file 'none'"),
    (lambda: lib.Position("orthodox").kings("green"), "side must be 'white' or 'black', not 'green'"),
    (lambda: lib.Position("orthodox").perft(-1), "the depth must be between 0 and 60, not -1"),
    (lambda: lib.Position("orthodox").divide(0), "the depth must be between 1 and 60, not 0"),
    (lambda: lib.solve(MATE, threads=-1), "threads must not be negative, and is -1"),
    (lambda: lib.find_mate(lib.Position("orthodox"), 0), "moves: 0 is not between 1 and 200"),
    (lambda: lib.find_mate(lib.Position("orthodox"), 1, max_seconds=float("nan")),
     "max_seconds must not be negative, and is nan"),
    (lambda: lib.find_mate(lib.Position("orthodox"), 1, max_nodes=-1), "max_nodes must not be negative, and is -1"),
    (lambda: lib.find_mate(lib.Position("orthodox"), 1, hash_mb=-1), "hash_mb must not be negative, and is -1"),
    (lambda: lib.draw(lib.Position("orthodox"), style="neon"),
     "no style is called 'neon' (known: print, hatched, board)"),
    (lambda: lib.draw(lib.Position("orthodox"), arrows=[lib.Position("orthodox").legal_moves[0]]),
     "an arrow is (from, to) or (from, to, colour), not <Move P a2-a3>"),
    (lambda: lib.draw(lib.Position("orthodox"), marks={"e4": 3}),
     "a mark is 'dot', 'cross', 'circle' or a text of one to three characters, not 3"),
    (lambda: lib.save(lib.draw(lib.Position("orthodox")), "x.bmp"),
     "a diagram is saved as .svg, .png or .pdf, not 'x.bmp'"),
    (lambda: lib.Score(), "a score is either centipawns or mate: exactly one of them is given"),
    (lambda: lib.Game("rollerball", lib.Position("orthodox")),
     "the position is one of orthodox, the game one of rollerball: give its setup to play on by other rules"),
    (lambda: lib.Game("orthodox").go(lib.Game("orthodox").root), "the node belongs to another game"),
    (lambda: lib.Game("orthodox").root.san(), "no move leads to the root"),
])
def test_arguments_that_make_no_sense_are_errors_of_the_package(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(feerie.ArgumentError) as raised:
        call()
    assert str(raised.value) == message and isinstance(raised.value, feerie.Error)


def test_a_setup_of_another_board() -> None:
    orthodox = Position("orthodox")
    with pytest.raises(feerie.FenError, match="the setup has 64 squares, and the board of rollerball 49"):
        Position("rollerball", orthodox.setup)
    with pytest.raises(feerie.FenError, match="'X' on a1, expected one of the men PNBRQK, pnbrqk"):
        Position("orthodox", Setup(("X", *orthodox.setup.men[1:])))
    assert Game("rokagogo", orthodox.setup).position == Position("rokagogo")


@pytest.mark.parametrize(("look", "advice"), [
    (lambda: lib.Board, "module 'feerie' has no attribute 'Board'; use feerie.Position, which never changes, or"),
    (lambda: lib.Position("orthodox").push, "'Position' object has no attribute 'push'; use position.play(move)"),
    (lambda: lib.Game("orthodox").push_san, "'Game' object has no attribute 'push_san'; use game.push(text)"),
    (lambda: lib.Game("orthodox").root.set_eval, "'Node' object has no attribute 'set_eval'; use node.set_evaluation("),
    (lambda: lib.Move("N", "g1", "f3").from_square, "'Move' object has no attribute 'from_square'; use move.origin"),
    (lambda: lib.Position("orthodox").legal_move, "'Position' object has no attribute 'legal_move'"),
])
def test_names_of_other_libraries_are_met_with_advice(look: Callable[[], object], advice: str) -> None:
    with pytest.raises(AttributeError) as raised:
        look()
    assert str(raised.value).startswith(advice)


@pytest.mark.parametrize(("value", "advice"), [
    (lib.Position("orthodox"), foreign_names.OF_POSITION), (lib.Game("orthodox"), foreign_names.OF_GAME),
    (lib.Game("orthodox").root, foreign_names.OF_NODE), (lib, foreign_names.OF_PACKAGE)])
def test_advice_is_for_names_that_are_not_there(value: object, advice: dict[str, str]) -> None:
    assert not [name for name in advice if hasattr(value, name)]
