"""Games as PGN: read, written, read again; compared with python-chess, and fed damaged files."""
from __future__ import annotations

import copy
import io
import pickle
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.pgn
import pytest
from facts import Fact, facts
from random_positions import GENRE_NAMES

from feerie import (
    BLACK,
    WHITE,
    ArgumentError,
    ForeignGame,
    Game,
    IllegalMoveError,
    InvalidMoveError,
    Node,
    PgnError,
    Position,
    PovScore,
    Score,
    find,
    read_pgn,
)
from feerie.game.node_walk import NodeWalk
from feerie.game.pgn_reader import MovetextReader
from feerie.notation import pgn
from feerie.rules.castling import HomeCastling

FACTS = facts("pgn")
ROKAGOGO = "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1"


def path(node: Node) -> str:
    """The line that leads to a node."""
    return " ".join(other.uci() for other in node.line()[1:])


def nodes(root: Node) -> Iterator[Node]:
    """All nodes after one, each before what follows it, the main line before its alternatives."""
    for child in root.variations:
        yield child
        yield from nodes(child)


def leaves(game: Game) -> list[str]:
    """The lines to the ends of the tree."""
    return [path(node) for node in nodes(game.root) if node.is_end()]


def same(one: Game, other: Game) -> None:
    """Check that two games say the same."""
    assert leaves(one) == leaves(other) and one.headers == other.headers and one.comment == other.comment
    for left, right in zip(nodes(one.root), nodes(other.root), strict=True):
        assert (left.uci(), left.nags, left.comment, left.starting_comment) == \
            (right.uci(), right.nags, right.comment, right.starting_comment)


# Facts

@pytest.mark.parametrize("fact", FACTS, ids=[fact["id"] for fact in FACTS])
def test_reading(fact: Fact) -> None:
    game = Game.from_pgn(fact["text"], language=fact.get("language"))
    assert leaves(game) == fact["lines"]
    assert " ".join(move.uci() for move in game.moves) == fact["lines"][0]
    assert len(game.errors) == len(fact.get("errors", ()))
    assert all(part in str(error) for part, error in zip(fact.get("errors", ()), game.errors, strict=True))
    assert game.headers["Result"] == fact.get("result", "*")
    found = {path(node): node for node in (game.root, *nodes(game.root))}
    for name, ask in (("comments", lambda node: node.comment), ("nags", lambda node: sorted(node.nags)),
                      ("clocks", Node.clock), ("texts", Node.text),
                      ("evaluations", lambda node: list(node.evaluation()))):
        for line, expected in fact.get(name, {}).items():
            assert ask(found[line]) == expected
    if "comments" in fact:
        assert {line for line, node in found.items() if node.comment} == set(fact["comments"])


@pytest.mark.parametrize("fact", FACTS, ids=[fact["id"] for fact in FACTS])
def test_what_is_written_is_read_back(fact: Fact) -> None:
    game = Game.from_pgn(fact["text"], language=fact.get("language"))
    text = game.pgn()
    again = Game.from_pgn(text)
    assert not again.errors and again.pgn() == text == str(game)
    assert again.headers["Result"] == fact.get("written result", game.headers["Result"])
    assert again.headers == {**game.headers, **again.headers} and again.headers.keys() >= game.headers.keys()
    again._headers = game.headers
    same(game, again)


# Files

def test_games_of_a_file() -> None:
    text = ('\ufeff[Event "one"]\n[Site "a"] [Round "1"]\n\n1. e4 e5\n1-0\n\n\n'
            '[Event "two"]\n[Event "three"]\n1. d4 *\n[Event "four"]\n\n'
            '[Event "five"] 1. c4\n\n1... c5 *\n\n1. Nf3 Nf6 1/2-1/2\n')
    games = list(read_pgn(io.StringIO(text)))
    assert [game.headers.get("Event") for game in games] == ["one", "three", "four", "five", None]
    assert games[0].headers == {"Event": "one", "Site": "a", "Round": "1", "Result": "1-0"}
    assert [len(game.mainline()) for game in games] == [2, 1, 0, 2, 2]
    assert not any(game.errors for game in games)


def test_an_empty_line_and_a_first_move_begin_a_game() -> None:
    text = ("{1. d4} 1. e4 e5 2. Ke3\n\n1. d4 ( {(} 1. c4\n\n1. f4 ) d5 ; (\n\n2. c4\n\n1... e6\n\n1. b3 ))\n"
            "1... b6 {\n\n1. a3}\n\n  1.a4\n")
    assert [[leaf.split()[0] for leaf in leaves(game)] for game in read_pgn(io.StringIO(text)) if game.genre] == [
        ["e2e4"], ["d2d4", "c2c4"], ["b2b3"], ["a2a4"]]
    assert [len(game.mainline()) for game in read_pgn(io.StringIO("{a}\n\n1. e4 e5"))] == [2]


def test_files_by_path_in_bytes_and_with_old_letters(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_bytes('[White "Müller"]\r\n\r\n1. e4 *\r\n\r\n'.encode()
                     + '[White "Jürgens"]\n\n1. d4 *\n'.encode("latin-1"))
    expected = ["Müller", "Jürgens"]
    assert [game.headers["White"] for game in read_pgn(file)] == expected
    assert [game.headers["White"] for game in read_pgn(str(file))] == expected
    with file.open("rb") as opened:
        assert [game.headers["White"] for game in read_pgn(opened)] == expected
    with pytest.raises(FileNotFoundError):
        next(read_pgn(tmp_path / "none.pgn"))


def test_a_comment_that_is_not_closed_swallows_one_game_only() -> None:
    text = '[Event "1"]\n\n1. e4 {oh\n\n[Event "2"]\n\n1. d4 *\n\n[Event "3"]\n\n1. c4 *\n'
    games = list(read_pgn(io.StringIO(text)))
    assert [game.headers["Event"] for game in games] == ["1", "2", "3"]
    assert "not closed" in str(games[0].errors[0]) and not games[1].errors


def test_headers_keep_their_order_and_signs() -> None:
    headers = {"Zeta": 'a "quoted" \\ name', "Event": "x", "Alpha": "", "Result": "0-1"}
    text = pgn.write_headers(headers)
    game = Game.from_pgn(text + "\n1. e4 0-1")
    assert list(game.headers.items()) == list(headers.items())
    assert game.pgn().startswith(text)
    foreign = '[Événement "a"]\n[Site.2 "b"]\n\n1. e4 *\n'
    [only] = read_pgn(io.StringIO(foreign))
    assert only.headers == {"Événement": "a", "Site.2": "b", "Result": "*"} and not only.errors
    loose = Game.from_pgn('[Event "The "Great" game"]\n[White Smith]\n[Broken\n\n1. e4 *')
    assert loose.headers["Event"] == 'The "Great" game' and loose.headers["White"] == "Smith"


@pytest.mark.parametrize("header", ['[Variant "Zork"]', '[Variant "roque+rokagogo"]', '[FEN "8/8"]',
                                    '[Variant "Crazyhouse"]'])
def test_what_cannot_be_set_up_is_written_back(header: str) -> None:
    text = f'[Event "x"]\n{header}\n[Other "y"]\n\n% {{ escaped\n1. Zz9 {{what}} (1. a4) $7\n% too\n1... q@e4 *\n'
    [game] = read_pgn(io.StringIO(text))
    assert isinstance(game, ForeignGame) and game.genre is None and game.errors
    assert str(game) == text and not game.mainline_moves()
    assert [token.text for token in game.tokens()][:3] == ["Zz9", "what", "("]


def test_a_genre_of_ones_own() -> None:
    from dataclasses import replace

    mine = replace(find("roque"), name="my own")
    [game] = read_pgn(io.StringIO('[Variant "my own"]\n\n1. e4 e5 *\n'), genre=mine)
    assert isinstance(game, Game) and game.genre == mine and len(game) == 2
    assert Game.from_pgn("1. c1b1", genre="rollerball").genre == find("rollerball")


@pytest.mark.parametrize("text", ["", "\n\n  \n"])
def test_no_game(text: str) -> None:
    with pytest.raises(PgnError):
        Game.from_pgn(text)
    assert not list(read_pgn(io.StringIO(text)))


# The tree

def test_a_tree_is_built_and_changed() -> None:
    game = Game("orthodox")
    node = game.add_variation("e4", comment="best by test", nags=[1])
    line = node.add_variation("e5").add_line(["Nf3", "Nc6"], starting_comment="a", comment="b", nags=(10,))
    assert line.parent is not None and (line.parent.starting_comment, line.parent.comment, line.parent.nags,
                                        line.starting_comment, line.comment, line.nags) == ("a", "", set(), "", "b",
                                                                                            {10})
    assert line.add_line([], comment="c") is line and line.comment == "b"
    sicilian = node.add_variation("c5")
    game.add_variation("d4")
    assert leaves(game) == ["e2e4 e7e5 g1f3 b8c6", "e2e4 c7c5", "d2d4"]
    node.promote_to_main(sicilian)
    assert game.mainline_moves()[1].uci() == "c7c5" and sicilian.is_mainline() and sicilian.is_main_variation()
    node.demote("c7c5")
    assert not sicilian.is_mainline() and node.variation("c7c5") is sicilian and node.variation(1) is sicilian
    node.promote(sicilian)
    node.remove_variation("e7e5")
    assert leaves(game) == ["e2e4 c7c5", "d2d4"] and game.end() is sicilian and game.next() is node
    assert sicilian.parent is node and sicilian.root is game.root and sicilian.ply() == 2
    assert sicilian.san() == "c5" and sicilian.board() == game.board().play("e4").play("c5")
    assert "1. e4 $1 {best by test} ( 1. d4 ) 1... c5 *" in str(game)
    assert game.pgn(headers=False, comments=False, variations=False) == "1. e4 c5 *\n"
    with pytest.raises(IllegalMoveError):
        node.add_variation("e4")
    with pytest.raises(KeyError):
        node.variation("a7a6")
    with pytest.raises(ValueError, match="root"):
        game.root.san()


def test_comments_with_braces_are_written_to_the_end_of_the_line() -> None:
    game = Game("orthodox", moves="1. e4 (1. d4 d5) e5 2. Nf3")
    first, second, third = game.mainline()
    game.comment, first.comment, second.comment, third.comment = "} one", "a } or {", "b { without the other", "last }"
    game.root.variations[1].starting_comment = "{in} the variation 1-0"
    game.root.variations[1].variations[0].comment = "plain"
    assert game.pgn(headers=False) == (
        "; } one\n1. e4 ; a } or {\n( ; {in} the variation 1-0\n1. d4 d5 {plain} ) 1... e5 ; b { without the other\n"
        "2. Nf3 ; last }\n*\n")
    for text in (str(game), f"{game}\n{game}"):
        for again in read_pgn(io.StringIO(text)):
            assert isinstance(again, Game) and not again.errors
            same(game, again)
    theirs = chess.pgn.read_game(io.StringIO(str(game)))        # it passes over comments to the end of the line
    assert theirs and [move.uci() for move in theirs.mainline_moves()] == ["e2e4", "e7e5", "g1f3"]
    assert theirs.variations[1].variations[0].comment == "plain"


def test_the_line_on_the_board_may_be_removed() -> None:
    game = Game("orthodox", moves="f3 e5 g4 Qh4")
    removed = game.root.variations[0]
    game.root.remove_variation(removed)
    assert not removed.is_main_variation() and not game.node.is_mainline()
    assert game.pgn(headers=False) == "*\n"


def test_the_habits_of_python_chess() -> None:
    game = Game.from_pgn("1. e4 e5 2. Nf3 *")
    position = game.board()
    for move in game.mainline_moves():
        position = position.play(move)
    assert position == game.end().board() == game.position
    node, texts = game.next(), list[str]()
    while node:
        texts.append(node.san())
        node = node.next()
    assert texts == ["e4", "e5", "Nf3"]


def test_variations_are_found_by_every_text() -> None:
    game = Game("orthodox", moves="1. e4 (1. d4) (1. Nf3) e5")
    assert game.root.variation("Nf3") is game.root.variation("g1f3") is game.root.variation(2)
    game.root.promote_to_main("d4")
    assert [node.uci() for node in game.variations] == ["d2d4", "e2e4", "g1f3"]
    for missing in ("c4", "c2c4", "x9", ""):
        with pytest.raises(KeyError, match="no variation begins with"):
            game.root.variation(missing)


def test_commands_are_written() -> None:
    game = Game("rokagogo", moves="1. e4 {a plan} e5")
    first, second = game.mainline()
    first.set_clock(598.25)
    first.set_elapsed(2)
    first.set_evaluation(Score(31), 12)
    second.set_evaluation(Score(31))
    assert first.comment == "[%clk 0:09:58.25] [%emt 0:00:02] [%eval -0.31,12] a plan"
    assert (first.clock(), first.elapsed(), first.evaluation()) == (598.25, 2.0, ("pawns", -0.31))
    assert second.evaluation() == ("pawns", 0.31) and first.text() == "a plan"
    first.set_clock(1)
    first.set_evaluation(Score(mate=-2))
    assert first.comment == "[%clk 0:00:01] [%emt 0:00:02] [%eval #2] a plan"
    same(game, Game.from_pgn(game.pgn()))
    first.set_clock(None)
    first.set_elapsed(None)
    first.set_evaluation(None)
    second.set_evaluation(None)
    assert first.score() is None
    first.set_evaluation(PovScore(Score(-40), BLACK))
    assert first.evaluation() == ("pawns", 0.4) and first.score() == PovScore(Score(40), WHITE)
    first.set_evaluation(first.score())
    assert first.score() == PovScore(Score(40), WHITE)
    first.set_evaluation(("mate", -2))
    assert first.score() == PovScore(Score(mate=-2), WHITE)
    first.set_evaluation(None)
    assert (first.comment, second.comment) == ("a plan", "")


def test_arrows_are_read_and_written_as_python_chess_does() -> None:
    game = Game("orthodox", moves="1. e4 {[%csl Ge4,Rd5][%cal Yd1h5,Be7e5] a plan}")
    node = game.node
    assert node.arrows() == [("e4", "e4", "green"), ("d5", "d5", "red"), ("d1", "h5", "yellow"), ("e7", "e5", "blue")]
    shown = game._repr_svg_()
    assert shown and shown.count("feerie-ring") == 2
    theirs = chess.pgn.read_game(io.StringIO(str(game)))
    assert theirs and [(chess.square_name(arrow.tail), chess.square_name(arrow.head), arrow.color)
                       for arrow in theirs.variations[0].arrows()] == node.arrows()
    node.comment = "[%csl Ge4, Rd5,Bz9,Ga1a2][%cal e2e4,Gz1z2,Ge7] [%cal Ga1a8]"
    assert node.arrows() == [("e4", "e4", "green"), ("d5", "d5", "red"), ("a1", "a8", "green")]
    node.comment = "[%csl Ge4] a plan"
    node.set_arrows([("a1", "a1"), ("g1", "f3", "blue")])
    assert node.comment == "[%csl Ga1] [%cal Bg1f3] a plan" and node.text() == "a plan"
    node.set_arrows([])
    assert node.comment == "a plan" and not node.arrows()
    with pytest.raises(ArgumentError, match="the colour of an arrow in a comment is green, red, yellow, blue, not 'pi"):
        node.set_arrows([("a1", "a2", "pink")])
    with pytest.raises(ArgumentError, match="200 arrows are more than a comment can hold"):
        node.set_arrows([("a1", "a2")] * 200)
    with pytest.raises(ValueError, match="'z9' is not a square"):
        node.set_arrows([("a1", "z9")])
    with pytest.raises(ArgumentError, match="an arrow is"):
        node.set_arrows(["a1a2"])       # type: ignore[list-item]
    with pytest.raises(TypeError, match="a list of arrows"):
        node.set_arrows(5)              # type: ignore[arg-type]


@pytest.mark.parametrize("score", [Score(mate=0), ("mate", 0), ("cows", 3), ("pawns", float("inf"))])
def test_evaluations_that_make_no_sense(score: Score) -> None:
    with pytest.raises(ArgumentError, match="an evaluation is a Score"):
        Game("orthodox").root.set_evaluation(score)
    for seconds in (-1.0, float("nan")):
        with pytest.raises(ArgumentError, match="seconds must be a number from 0 on"):
            Game("orthodox").root.set_clock(seconds)


def test_only_wanted_games_are_read() -> None:
    file = io.StringIO('[White "A"]\n\n1. e4 *\n\n[White "B"]\n[Variant "x"]\n\n1. zz *\n\n[White "A"]\n\n1. d4 *\n')
    asked = list[str]()

    def wanted(headers: dict[str, str]) -> bool:
        asked.append(headers["White"])
        return headers["White"] == "A"

    assert [game.mainline_moves()[0].uci() for game in read_pgn(file, wanted=wanted)] == ["e2e4", "d2d4"]
    assert asked == ["A", "B", "A"]


def test_walking_pushing_and_popping() -> None:
    game = Game.from_pgn("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *")
    assert game.repetitions() == 3
    game.go(game.root.variations[0])
    assert len(game) == 1 and game.repetitions() == 1
    game.push("d5")
    assert [child.uci() for child in game.root.variations[0].variations] == ["g8f6", "d7d5"]
    game.pop()
    assert [child.uci() for child in game.root.variations[0].variations] == ["g8f6"]
    game.push("Nf6")
    assert len(game.end().line()) == 9 and game.node is game.root.variations[0].variations[0]
    game.go(game.end())
    assert game.repetitions() == 3
    with pytest.raises(ValueError, match="another game"):
        game.go(Game("orthodox").root)


def test_lists_of_moves() -> None:
    game = Game("orthodox", moves="1. e4 e5 2. ♘f3")
    assert [move.uci() for move in game.push_line("2... Cc6 3. Fb5 {l'espagnole} (3. Fc4) a6!", "fr")] == \
        ["b8c6", "f1b5", "a7a6"]
    assert game.pgn(headers=False) == "1. e4 e5 2. Nf3 Nc6 3. Bb5 {l'espagnole} ( 3. Bc4 ) 3... a6 $1 *\n"
    before = game.pgn()
    for text, error in (("4. Ba4 Nf6 5. O-O-O", IllegalMoveError), ("4. Ba4 Nx99", InvalidMoveError),
                            ("4. Ba4 huh?", PgnError),
                        ("4. Ba4 )", PgnError)):
        with pytest.raises(error):
            game.push_line(text)
        assert game.pgn() == before and len(game) == 6
    with pytest.raises(IllegalMoveError, match="Fb6"):
        Game("orthodox").push_line("1. e4 e5 2. Cf3 Cc6 3. Fb6")
    assert Game("orthodox", moves=["e4", "e5", "Cf3"]).node.uci() == "g1f3"
    with pytest.raises(InvalidMoveError, match="'Xc6'"):
        Game("orthodox", moves=["e4", "e5", "Sf3", "Xc6"])
    game.go(game.root)
    assert len(game.push_line("1. e4 (1. d4) e5 (1... e6) {yes} 2. d4")) == 3
    assert leaves(game)[2:] == ["e2e4 e7e5 d2d4", "e2e4 e7e6", "d2d4"]
    assert game.position == Position("orthodox").play("e4").play("e5").play("d4")


def test_results() -> None:
    game = Game("orthodox", moves="1. f3 e5 2. g4 Qh4#")
    assert '[Result "0-1"]' in game.pgn() and game.pgn().endswith("Qh4# 0-1\n")
    left_open = Game.from_pgn('[Result "*"]\n\n1. f3 e5 2. g4 *')
    left_open.push("Qh4#")
    assert left_open.pgn().endswith("Qh4# 0-1\n")           # what follows a record is not of the record
    left_open = pickle.loads(pickle.dumps(Game.from_pgn('[Result "*"] 1. f3 e5 2. g4 Qh4# *')))
    assert left_open.pgn().endswith("Qh4# *\n") and left_open.result() == "0-1"
    resigned = Game("orthodox", moves="1. e4")
    resigned.headers["Result"] = "1-0"
    assert resigned.pgn().endswith("1. e4 1-0\n") and resigned.result() == "*"


def test_names_of_headers_that_pgn_cannot_hold() -> None:
    """They are refused: what is written could not be read again."""
    for name in ("two words", "", "a\nb", 'x"]\n[Y "z', "A]", "_x", 3):
        game = Game("orthodox", moves="e4 e5")
        headers: dict[object, str] = game.headers   # type: ignore[assignment]
        headers[name] = "v"
        with pytest.raises(PgnError, match="the name of a header must be one word"):
            game.pgn()
        assert game.pgn(headers=False) == "1. e4 e5 *\n"
    for name in ("é", "x-y", "1", "Opening:Name"):
        game = Game("orthodox", moves="e4 e5")
        game.headers[name] = "v"
        assert Game.from_pgn(game.pgn()).headers == game.headers


def test_a_comment_is_a_text() -> None:
    game = Game("orthodox", moves="e4 e5")
    game.node.comment = 3   # type: ignore[assignment]
    with pytest.raises(TypeError, match="comment must be a text, not int"):
        game.pgn()


def test_headers_of_a_new_game() -> None:
    assert list(Game("orthodox").headers) == list(pgn.ROSTER)
    assert Game("rokagogo", ROKAGOGO).headers == {**pgn.ROSTER, "Variant": "rokagogo", "SetUp": "1", "FEN": ROKAGOGO}
    assert Game("rollerball").headers == {**pgn.ROSTER, "Variant": "rollerball"}
    assert "FEN" in Game("orthodox", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 7").headers


def test_games_travel() -> None:
    game = Game.from_pgn("{c} 1. e4 $1 (1. d4 {x} d5) ({s} 1. c4) e5 2. Ke3 *")
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        same(game, twin)
        assert twin.position == game.position and twin.moves == game.moves and len(twin.errors) == 1


def test_nodes_travel_with_their_tree() -> None:
    game = Game.from_pgn("Nf3 Nf6 Ng1 Ng8 " * 300 + "e4 (d4 $1 {why not} d5) e5")
    node = game.root.mainline()[-2]
    for twin in (pickle.loads(pickle.dumps(node)), copy.deepcopy(node), copy.copy(node)):
        assert twin.uci() == "e2e4" and twin.line()[0] is not game.root and twin.position == node.position
        assert len(twin.line()) == 1202 and twin.variations[0].uci() == "e7e5"
        assert twin.parent
        other = twin.parent.variations[1]
        assert (other.uci(), other.nags, other.comment, other.variations[0].uci()) == ("d2d4", {1}, "why not", "d7d5")
    [foreign], [again] = (list(read_pgn(['[Variant "Zork"]', "", "1. a4 *"])) for _ in range(2))
    assert foreign == again == pickle.loads(pickle.dumps(foreign)) and again.errors


def test_long_games_and_deep_variations() -> None:
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 30 + "e4 e5 " + "Nf3 Nf6 Ng1 Ng8 " * 30 + "d4 d5 " + "Nf3 Nf6 Ng1 Ng8 " * 30
    game = Game.from_pgn(shuffle)
    assert not game.errors and len(game) == 364
    assert pickle.loads(pickle.dumps(game)).position == game.position
    deep = Game.from_pgn("1. e4 " + "(1. d4 " * 3000 + ")" * 3000)
    assert not deep.errors and len(deep.variations) == 3001
    nested = Game.from_pgn("1. e4 e5 " + "(1... c5 " * 2000)
    assert len(nested.errors) == 1 and len(Game.from_pgn(nested.pgn()).mainline()) == 2


@pytest.mark.parametrize("text", ["1" * 50_000, "(" * 50_000, "1. e4 " + "{" * 50_000, "[" * 50_000, "." * 50_000,
                                  "[Event " + " " * 50_000, "$" * 50_000, "1. e4 {[%clk " + "[%clk " * 50_000 + "}",
                                  '[A "' + "\\" * 50_000, "x" * 50_000, "- " * 30_000, "!" * 50_000])
def test_long_rubbish_is_read_in_time(text: str) -> None:
    for game in read_pgn(io.StringIO(text)):
        assert len(game.errors) <= 101 and all(len(str(error)) < 500 for error in game.errors)
        for node in game.mainline():
            node.clock()


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_random_games_are_read_back(genre: str) -> None:
    for seed in range(2):
        game = random_game(genre, random.Random(seed))
        again = Game.from_pgn(str(game))
        assert not again.errors and again.moves == game.moves and again.positions == game.positions
        assert str(again) == str(game)
        seen = [same_play(position) for position in game.positions]
        for ply, position in enumerate(seen):
            game.go(game.root if not ply else game.root.mainline()[ply - 1])
            assert game.repetitions() == seen[:ply + 1].count(position)


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_what_is_written_is_what_positions_say(genre: str) -> None:
    """Games are written on one stack of the kernel; each position by itself gives the same texts, keys and clocks."""
    rng = random.Random(5)
    game = random_game(genre, rng)
    for node in rng.sample(game.mainline(), min(20, len(game))):
        assert node.parent
        for move in rng.sample(list(node.parent.position.legal_moves), min(2, len(node.parent.position.legal_moves))):
            if not node.parent.has_variation(move):
                node.parent.add_variation(move)
    walk = NodeWalk(game.root)
    waiting = list(nodes(game.root))
    rng.shuffle(waiting)
    for node in waiting:
        assert node.parent and node.move
        walk.go(node.parent, len(node.parent.line()) - 1)
        assert walk.step(node) == node.parent.position.pgn_san(node.move)
        assert walk.keys == [hash(other.position) for other in node.line()]
        assert walk.position() == node.position and walk.position().fen() == node.position.fen()


@pytest.mark.parametrize(("moves", "result"), [
    ("Nf3 Nf6 Ng1 Ng8 " * 4, "1/2-1/2"), ("Nf3 Nf6 Ng1 Ng8 " * 3, "*"),
    ("Nf3 Nf6 Nc3 Nc6 Ng1 Ng8 Nb1 Nb8 " * 100, "1/2-1/2"),
    ("f3 e5 g4 Qh4", "0-1"), ("f3 (e4) e5 g4 (g3 d5 -- d4) Qh4", "0-1"), ("e4 e5 -- d5", "*"), ("", "*")])
def test_results_that_the_rules_give(moves: str, result: str) -> None:
    game = Game.from_pgn(f'[Event "x"]\n\n{moves} *')
    assert not game.errors and str(game).split()[-1] == result
    assert str(game) == str(pickle.loads(pickle.dumps(game))) and game.result() == result


def same_play(position: Position) -> tuple[object, ...]:
    """What recurs when a position recurs; castling rights only if the genre uses them."""
    setup = position.setup
    asked = any(isinstance(family, HomeCastling) for family in position.genre.castlings)
    return setup.men, setup.turn, setup.flags, setup.en_passant, asked and setup.rights


def random_game(genre: str, rng: random.Random, plies: int = 80) -> Game:
    """A game of random moves, with king moves and castlings preferred, some of them taken back at once."""
    game = Game(genre)
    while len(game) < plies and not game.is_over():
        moves = sorted(game.position.legal_moves, key=str)
        before = game.moves[-2] if len(game) > 1 else None
        back = [move for move in moves if before and (move.target, move.origin) == (before.origin, before.target)]
        castling = [move for move in moves if move.is_castling]
        preferred = castling if castling and rng.random() < 0.5 else back if back and rng.random() < 0.3 else moves
        game.push(rng.choice(preferred))
    return game


def test_records_go_on_after_the_move_rule() -> None:
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 40
    game = Game.from_pgn(f"{shuffle} 81. e4 (81. Nc3 Nc6) e5 1-0")
    assert not game.errors and len(game) == 162 and game.position.halfmove_clock == 0 and game.result() == "*"
    drawn = game.root.mainline()[153]
    assert drawn.position.halfmove_clock == 154 and drawn.san() == "Nf6"
    outcome = drawn.position.outcome()
    assert outcome and outcome.reason.value == "move rule" and not drawn.position.legal_moves
    twin = pickle.loads(pickle.dumps(game))
    assert twin.positions == game.positions
    same(game, Game.from_pgn(str(game)))
    assert drawn.variation("Ng1") is drawn.variations[0]
    drawn.add_variation("a3")
    assert len(Game("orthodox", moves=[move.uci() for move in game.moves])) == len(game)
    game.go(drawn)
    game.push("d4")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        drawn.position.play(drawn.variations[0].uci())


# python-chess

def compare_with_python_chess(seed: int) -> None:
    """A random orthodox game with variations, comments and NAGs, written by either program and read by the other."""
    rng = random.Random(seed)
    theirs = chess.pgn.Game()
    if seed % 4 == 0:
        theirs.setup("r3k2r/pPp2p1p/8/3pP3/8/8/P1P2PpP/R3K2R w KQkq d6 0 11")
    theirs.headers["White"] = f"number {seed}"
    node: chess.pgn.GameNode = theirs
    for _ in range(rng.randrange(80)):
        board = node.board()
        moves = list(board.legal_moves)
        if not moves or board.is_game_over():
            break
        for number, move in enumerate(rng.sample(moves, min(len(moves), rng.choice((1, 1, 1, 2, 3))))):
            child = node.add_variation(move, comment=rng.choice(("", "", "a comment [%clk 0:00:01]")),
                                       nags=rng.choice(((), (), (1,), (14, 2))),
                                       starting_comment=rng.choice(("", "first")) if number else "")
            if number and not child.board().is_game_over():
                child.add_variation(rng.choice(list(child.board().legal_moves)))
        node = node.variations[0]
    theirs.headers["Result"] = theirs.end().board().result()
    text = str(theirs)
    ours = Game.from_pgn(text)
    assert not ours.errors
    assert dict(theirs.headers) == ours.headers
    compare_nodes(theirs, ours.root)
    back = chess.pgn.read_game(io.StringIO(str(ours)))
    assert back is not None and not back.errors and str(back) == text
    assert ours.position.fen() == theirs.end().board().fen(en_passant="legal")


def compare_nodes(theirs: chess.pgn.GameNode, ours: Node) -> None:
    """Check that moves, comments and NAGs are the same everywhere."""
    waiting = [(theirs, ours)]
    while waiting:
        theirs, ours = waiting.pop()
        assert theirs.comment == ours.comment and len(theirs.variations) == len(ours.variations)
        for left, right in zip(theirs.variations, ours.variations, strict=True):
            assert (left.move.uci(), left.nags, left.starting_comment) == \
                (right.uci(), right.nags, right.starting_comment)
            assert left.san() == ours.position.pgn_san(right.uci()) and left.clock() == right.clock()
            waiting.append((left, right))


@pytest.mark.parametrize("seed", range(12))
def test_python_chess_reads_the_same(seed: int) -> None:
    compare_with_python_chess(seed)


@pytest.mark.long
def test_python_chess_reads_the_same_at_length() -> None:
    for seed in range(1000, 2000):
        compare_with_python_chess(seed)


# Damaged files

RUBBISH = ["{", "}", "(", ")", "[", "]", "\\", '"', ";", "$", "$9999999999", "%", "\n%", "\n\n", "\r", "\0", "\x1b[2J",
           "\ufeff", "1.", "...", "*", "1-0", " ", "--", "O-O-O", "e8=Q", "Kf3(Re3)", "<->", "=",
           "\u265a", "\u00e9", "\ud800", "K", "a1a1", '\n[Variant "roque"]\n', '\n[FEN "8/8/8/8 w"]\n', "9" * 5000,
           "x" * 5000, "\u2028", "\x85", "\u0663"]


def damaged(seed: int) -> str:
    """A file of games with random changes."""
    rng = random.Random(seed)
    texts = [fact["text"] for fact in FACTS]
    text = "\n\n".join(rng.sample(texts, 3))
    for _ in range(rng.choice((1, 2, 5, 20))):
        at, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        end = rng.choice((end, at, at + 1, at + 3))
        text = text[:at] + rng.choice(("", "", rng.choice(RUBBISH), text[at:end] * 2, text[at:end][::-1])) + text[end:]
    return text


def check_damaged(seed: int, directory: Path) -> None:
    """A damaged file is read without a traceback, and what is written from it is read again without errors."""
    text = damaged(seed)
    file = directory / "damaged.pgn"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    for game in read_pgn(file, language=("en", "fr", "de")[seed % 3]):
        written = str(game)
        if isinstance(game, Game):
            again = Game.from_pgn(written)
            assert not again.errors, written
            assert leaves(again) == leaves(game)


def test_damaged_files(tmp_path: Path) -> None:
    for seed in range(500):
        check_damaged(seed, tmp_path)


@pytest.mark.long
def test_many_damaged_files(tmp_path: Path) -> None:
    for seed in range(500, 10_500):
        check_damaged(seed, tmp_path)


# Memory

def test_files_are_streams() -> None:
    """The peak of memory does not grow with the number of games."""
    text = str(Game.from_pgn("1. e4 {a comment} e5 (1... c5) 2. Nf3 Nc6 3. Bb5 a6 *")) + "\n"

    def peak(games: int) -> int:
        tracemalloc.start()
        try:
            assert sum(1 for _ in read_pgn(line + "\n" for _ in range(games) for line in text.split("\n"))) == games
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(50)
    assert peak(1600) < 2 * peak(400)       # after some hundreds the garbage collector keeps it level


# Every way of writing

@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_moves_written_in_every_way_are_read(genre: str) -> None:
    """Whatever a position writes is read in a movetext, and means the same move."""
    rng = random.Random(11)
    readers = {language: MovetextReader(find(genre), language) for language in ("en", "fr", "de")}
    game = random_game(genre, rng, 40)
    for node in game.mainline()[::6]:
        position = node.position
        moves = sorted(position.legal_moves, key=lambda move: (not move.is_castling, str(move)))
        for move in moves[:4] + rng.sample(moves, min(6, len(moves))):
            texts = [("en", position.pgn_san(move)), ("en", move.uci())]
            texts += [(language, write) for language in readers
                      for write in (position.san(move, language), position.long(move, language),
                                    position.san(move, language, book_signs=True))]
            for language, text in texts:
                root = Node(None, "", position)
                errors = readers[language].read(root, pgn.tokens(f"{position.fullmove_number}.{text}")).errors
                assert not errors, (position.fen(), text, errors)
                assert [child.move for child in root.variations] == [move], (position.fen(), text)
                assert not root.variations[0].variations
