"""How values are displayed: `repr` in a line, `print`, and fragments of HTML for notebooks."""
from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import feerie
from feerie import Analysis, Engine, Game, Line, Options, Position, Problem, Score, Solution
from feerie.apps.cli import main
from feerie.game import display
from feerie.problems.line import ManyLines
from feerie.problems.solution import Role

STAUGAARD = Problem("rokagogo", "6B1/4P3/8/8/8/2pk4/2N5/4K2R", "#2", author="Conrad Staugaard")
HELP = Problem("roque", "4k3/8/2rpp1Nr/6n1/b1pp2K1/8/8/8", "h#3", intended=1)
VOID = {"img", "br", "hr", "meta"}
SHOWN = {"div", "style", "p", "i", "b", "span", "ul", "ol", "li", "details", "summary", "figure", "figcaption", "img",
         "section", "table", "tr", "td"}
"""All that fragments may contain: nothing that runs or loads."""
from feerie.views.captions import Solved
from feerie.views.diagram_sty import diagram_sty


class Fragment(HTMLParser):
    """The elements of a fragment; what is not closed stays in `open`."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def fragment(value: Solution | Problem | Analysis | Line) -> Fragment:
    """What a notebook gets."""
    shown = value._repr_html_()
    assert shown
    found = Fragment(shown)
    assert not found.open and set(found.names) <= SHOWN
    for name, text in found.attributes:
        assert not name.startswith("on") and name != "href" and name != "id"
        if name == "src":
            kind, _, data = (text or "").partition(",")
            assert kind == "data:image/svg+xml;base64"
            assert ElementTree.fromstring(b64decode(data)).tag == "{http://www.w3.org/2000/svg}svg"
    return found


@pytest.fixture(scope="module")
def battle() -> Solution:
    return feerie.solve(STAUGAARD, threads=1, hash_mb=10)


@pytest.fixture(scope="module")
def helped() -> Solution:
    return feerie.solve(HELP, threads=1, hash_mb=10)


# Representations

def test_representations_are_one_line(battle: Solution, helped: Solution) -> None:
    assert repr(battle) == "<Solution #2 rokagogo: key e7e8r, sound>"
    assert repr(helped) == "<Solution h#3 roque: 1 line: c6c5 g4g3 e8c6 g3f4 c6d5 g6e7, sound>"
    assert repr(replace(helped, lines=[*helped.lines] * 3, complete=False)) == (
        "<Solution h#3 roque: 3 lines: c6c5 g4g3 e8c6 g3f4 c6d5 g6e7, ..., not complete>")
    no_play = feerie.solve(replace(STAUGAARD, options=Options(post_key_play=True)), threads=1, hash_mb=10)
    assert repr(no_play) == "<Solution #2 rokagogo: post-key play>"
    assert battle.tree
    assert repr(replace(battle, tree=replace(battle.tree, children=()))) == (
        "<Solution #2 rokagogo: no key, unsound>")


def test_representations_of_explanations_and_foreign_games() -> None:
    position = Position("orthodox")
    assert repr(position.explain()) == "<Explanation: White is to move and is not in check>"
    assert repr(position.explain("e4")) == "<Explanation: e4 is legal>"
    assert repr(position.explain("e2e5")) == ("<Explanation: e2e5 is not legal: the movement of the pawn does not lead "
                                              "from e2 to e5>")
    [foreign] = feerie.read_pgn(['[Variant "Atlantis"]', "", "1. x9 *"])
    assert repr(foreign).startswith("<ForeignGame Atlantis: no genre is called 'Atlantis' (known: orthodox, ")


def test_many_lines_are_not_computed_for_a_representation(helped: Solution) -> None:
    class Endless(ManyLines):
        first_moves = ("c6c5",)

        def __len__(self) -> int:
            return 1_000_000

        def shorter_than(self, length: int) -> int:
            return 0

        def __getitem__(self, index: Any) -> Any:
            raise AssertionError("computed")

        def __iter__(self) -> Iterator[tuple[str, ...]]:
            while True:
                yield helped.lines[0]

    many = replace(helped, lines=Endless())
    assert repr(many) == "<Solution h#3 roque: 1000000 lines, unsound>"
    found = fragment(many)
    assert found.names.count("li") == 200 and "print(solution)" in found.words


@pytest.mark.parametrize(("genre", "fen", "text", "expected"), [
    ("orthodox", None, "Ng1-f3", "<Move N g1-f3>"),
    ("rokagogo", "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1", "d3f3", "<Move K d3-f3, R h3-e3>"),
    ("orthodox", "4k3/8/8/8/8/8/4p3/K2R4 b - - 0 1", "e2d1q", "<Move p e2xd1=Q>"),
    ("orthodox", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "<Move P e5xd6 e.p.>"),
])
def test_representations_of_moves(genre: str, fen: str | None, text: str, expected: str) -> None:
    assert repr(Position(genre, fen).parse(text)) == expected


def test_long_values_are_shown_in_a_line() -> None:
    assert repr(feerie.find("rokagogo+rex-multiplex")) == "<Genre rokagogo+rex-multiplex>"
    diagram = feerie.draw(Position("orthodox"))
    assert repr(diagram) == f"<Diagram: {len(diagram)} characters of SVG>" and str(diagram).startswith("<svg ")


def test_an_analysis_is_told_in_words() -> None:
    position = Position("rokagogo", "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 7")
    line = Line(Score(35), tuple(map(position.parse, ["d3f3"])), position)
    line = replace(line, moves=(*line.moves, position.play("d3f3").parse("e8d7")))
    assert (repr(line), str(line), line.san("fr")) == (
        "<Line +0.35 d3f3 e8d7>", "+0.35  7. Kf3(Re3)+ Kxd7", "7. Rf3 (Te3)+ Rxd7")
    assert line == replace(line, position=None) and str(replace(line, position=None)) == "+0.35  d3f3 e8d7"
    assert Line(Score(mate=0), (), position).san() == "" and str(Line(Score(mate=0), ())) == "#0"
    later = Line(Score(-20), (line.moves[1],), position.play("d3f3"))
    assert later.san() == "7... Kxd7"
    analysis = Analysis((line, later), 5, 9, 1234, 0.5)
    assert repr(analysis) == "<Analysis depth 5: +0.35 d3f3 e8d7 (2 lines)>"
    assert str(analysis).splitlines() == ["depth 5/9, 1234 nodes, 0.50 s", str(line), str(later)]
    assert repr(Analysis((), 0, 0, 0, 0.0)) == "<Analysis depth 0: no line>"


def test_a_search_knows_where_its_lines_begin() -> None:
    position = Position("siamois")
    found = Engine(hash_mb=1).search(position, depth=3, multipv=2)
    assert [line.position for line in found.lines] == [position] * 2
    for line in found.lines:
        assert Game("siamois", moves=line.san()).mainline_moves() == list(line.moves)
    mate = Engine(hash_mb=1).search(Position("orthodox", "7k/8/5KQ1/8/8/8/8/8 w - -"), mate=1)
    assert mate.lines and mate.lines[0].san() == "1. Qg7#"


# Printed

@pytest.mark.parametrize("name", ["rokagogo", "orthodox", "roque"])
def test_print_shows_what_the_command_prints(name: str) -> None:
    path = Path(__file__).parent.parent / "examples" / f"{name}.pop"
    compared = 0
    for entry in feerie.read_problems(path):
        problem = entry.get()
        if problem.twins or problem.plies > 6:
            continue
        text = path.read_text(encoding="utf-8").splitlines()
        begin, end = text[0], text[-1]
        following = [other.line for other in feerie.read_problems(path) if other.line > entry.line]
        body = text[entry.line - 1:following[0] - 2 if following else len(text) - 1]
        alone = "\n".join([begin, *(line for line in body if line not in (begin, end)), end]) + "\n"
        printed = CliRunner().invoke(main, ["solve", "-", "--no-board", "--threads", "1", "--hash", "10"], input=alone)
        assert printed.exit_code == 0, printed.output
        assert f"{feerie.solve(problem, threads=1, hash_mb=10)}\n" == printed.stdout
        compared += 1
    assert compared


def test_a_problem_is_printed_with_its_board() -> None:
    lines = str(STAUGAARD).splitlines()
    assert lines[0] == "Conrad Staugaard" and lines[-1] == "#2  Rokagogo  (5+2)"
    assert lines[1:-1] == str(Position("rokagogo", STAUGAARD.fen)).splitlines()


def test_an_unfinished_diagram_is_printed_with_its_signs() -> None:
    fen = "rnbqkb1r/pppppppp/5n2/8/8/5?~1/PPPPPPPP/RNBQKB1+"
    lines = str(feerie.Problem("orthodox", fen, "dia1")).splitlines()
    assert lines[5] == "3 . . . . . ? ~ ." and lines[7] == "1 R N B Q K B . +" and lines[-1] == "PG 1.0  (15+16+?)"
    printed = CliRunner().invoke(main, ["solve", "--fen", fen, "--stipulation", "dia1", "--language", "de"])
    assert printed.exit_code == 0 and "3 . . . . . ? ~ ." in printed.stdout, printed.output
    document = diagram_sty(Solved(feerie.Problem("orthodox", fen, "dia1")))
    assert "{?}f3" in document and "(15+16+?)" in document


# Notebooks

def test_a_battle_unfolds(battle: Solution) -> None:
    found = fragment(battle)
    assert found.names.count("details") == 1 and found.names.count("img") == 2
    assert "e7-e8=R" in found.words and "Ke1-e3/wRe8-e2#" in found.words and "Sound, one key." in found.words


def test_lines_and_their_end(helped: Solution) -> None:
    found = fragment(helped)
    assert found.names.count("li") == 1 and found.names.count("img") == 2 and "Sg6-e7#" in found.words
    many = fragment(replace(helped, lines=[*helped.lines] * 201))
    assert many.names.count("li") == 200 and "print(solution)" in many.words


def test_a_long_battle_is_cut(battle: Solution) -> None:
    assert battle.tree
    key = battle.tree.with_role(Role.KEY)[0]
    many = replace(battle, tree=replace(battle.tree, children=(replace(key, children=key.children * 2000),)))
    found = fragment(many)
    assert found.names.count("li") == 1 and "print(solution)" in found.words


def test_what_a_file_says_is_no_markup() -> None:
    shown = fragment(replace(STAUGAARD, title="<script>alert(1)</script>", source='"><img src=x onerror=y>'))
    assert "<script>alert(1)</script>" in shown.words and shown.names.count("img") == 1


def test_problems_and_analyses(battle: Solution) -> None:
    assert "Rokagogo" in fragment(STAUGAARD).words
    found = Engine(hash_mb=1).search(Position("rollerball"), depth=3, multipv=2)
    shown = fragment(found)
    assert shown.names.count("tr") == 2 and shown.names.count("img") == 1
    assert all(line.san() in shown.words for line in found.lines)
    assert fragment(found.lines[1]).names.count("tr") == 1
    assert fragment(replace(found.lines[1], position=None)).names.count("img") == 0
    assert fragment(Analysis((), 0, 0, 0, 0.0)).names.count("tr") == 0


def test_without_views_values_show_their_representation(battle: Solution, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "_views", {})
    assert str(battle) == repr(battle) and battle._repr_html_() is None
    assert str(STAUGAARD) == repr(STAUGAARD) and STAUGAARD._repr_html_() is None
    assert Analysis((), 0, 0, 0, 0.0)._repr_html_() is None
