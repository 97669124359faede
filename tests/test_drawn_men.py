"""How men of the dictionary, men with traits, holes and cylinders are drawn in each format.

data/drawn_men.json: `facts`, diagrams with the names of their figures by square, their legends by language, the count
of their men, and what stands in text and for `diagram.sty`; a fact says what it is about.
"""
from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from facts import Fact, facts
from test_diagram import LINK, SVG, layer, pixels
from waiting import PATIENCE

from feerie.base.errors import IllegalMoveError
from feerie.game.position import Position
from feerie.genres import ORTHODOX
from feerie.men import GRASSHOPPER, LION, MEN, with_men
from feerie.notation.fen import parse
from feerie.problems.parts import Solved
from feerie.problems.problem import Problem
from feerie.problems.twins import AddMan, Twin
from feerie.rules.board import FILES, Board
from feerie.rules.genre import Genre, GenreError, Man, Turned
from feerie.rules.movement import ORTHOGONAL, Leaper, Mode
from feerie.rules.setup import Setup
from feerie.rules.trait import Trait
from feerie.solving.solve import solve
from feerie.views import diagram_sty, sheet, solution_html, solution_latex
from feerie.views.board_text import board
from feerie.views.captions import men_count, spoken, unseen
from feerie.views.diagram import STYLES, Diagram, draw
from feerie.views.figures import Figure
from feerie.views.images import png
from feerie.views.legend import legend_lines
from feerie.views.play import last_move
from feerie.views.routes import moves_of, route
from feerie.views.showing import html, text
from feerie.views.unfinished import Shown

FACTS = facts("drawn_men")
KNOWN = {man.letter: man for man in MEN}


def genre_of(fact: Fact) -> Genre:
    """Orthodox chess with the men, the traits and the board of a fact."""
    genre = with_men(ORTHODOX, [KNOWN[letter] for letter in fact.get("men", "").split()])
    shape = Board.with_walls(8, 8, *fact.get("holes", "").split())
    cylinder = replace(shape, wraps=FILES if fact.get("cylinder") else None)
    traits = tuple(frozenset(map(Trait, each.split(","))) for each in fact.get("traits", ()))
    castlings = genre.castlings if cylinder == ORTHODOX.board else ()
    return replace(genre, board=cylinder, castlings=castlings, traits=traits)


def setup_of(fact: Fact) -> Setup:
    return parse(genre_of(fact), fact["fen"])


def problem_of(fact: Fact) -> Problem:
    return Problem(genre_of(fact), fact["fen"], "h#2")


def drawn(fact: Fact, **values: object) -> Diagram:
    return draw(Shown(genre_of(fact), setup_of(fact)), check=(), **values)      # type: ignore[arg-type]


def uses(diagram: str) -> dict[str, str]:
    """The name of the figure on each square."""
    return {use.attrib["data-square"]: use.attrib[LINK][1:] for use in layer(diagram, "men")}


def undefined_boxes(latex: str) -> set[str]:
    """The drawings that a LaTeX document puts somewhere and does not make."""
    made = re.findall(r"\\newsavebox(\\\w+)", latex)
    return set(re.findall(r"\\(?:usebox|feeriefigurine{)(\\\w+)", latex)) - set(made)


every_fact = pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact["about"])


@every_fact
def test_figures(fact: Fact) -> None:
    found = uses(drawn(fact))
    assert {square: found[square] for square in fact["figures"]} == fact["figures"]
    assert len(found) == len(setup_of(fact).pieces)


@every_fact
@pytest.mark.parametrize("style", STYLES)
def test_figures_are_defined_once_and_their_parts_too(fact: Fact, style: str) -> None:
    diagram = drawn(fact, style=style, legend="de")
    root = ElementTree.fromstring(diagram)
    names = [element.attrib["id"] for element in root.iter() if "id" in element.attrib and element.tag == SVG + "g"]
    assert len(names) == len(set(names)) and set(names) == {use.attrib[LINK][1:] for use in root.iter(SVG + "use")
                                                            if "hatching" not in use.attrib[LINK]}
    clips = set(re.findall(r'clip-path="url\(#([^)]*)\)"', diagram))
    assert clips == {element.attrib["id"] for element in root.iter(SVG + "clipPath")}
    assert clips == ({"feerie-left", "feerie-right"} if "=" in fact["fen"] else set())
    assert png(diagram).startswith(b"\x89PNG")


@every_fact
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_legends(fact: Fact, language: str) -> None:
    genre, setup, expected = genre_of(fact), setup_of(fact), fact["legend"][language]
    assert legend_lines(genre, setup, language) == expected
    kinds = [kind for line in expected for kind in line.split(", ") if " = " in kind]
    said = [line for line in expected if " = " not in line]
    lines = [written.text for written in layer(drawn(fact, legend=language), "legend").iter(SVG + "text")]
    assert lines == kinds + said
    entry = Solved(problem_of(fact))
    page = solution_html.html(entry, language)
    assert re.findall(r'<p class="legend">(?:<svg.*?</svg> )?(.*?)</p>', page) == kinds + said
    assert set(re.findall(r'xlink:href="#(.*?)"', page)) <= set(re.findall(r'<g id="(.*?)"', page))
    latex = solution_latex.latex(entry, language)
    assert latex.count(r"{\small\feeriefigurine") == len(kinds)
    assert not undefined_boxes(latex)
    assert all(solution_latex.escape(line) in latex for line in kinds + said)


@every_fact
def test_boards_in_letters(fact: Fact) -> None:
    problem = problem_of(fact)
    lines = board(problem.genre, problem.diagram).splitlines()
    for number, line in fact["text"].items():
        assert next(each for each in lines if each.split()[0] == number) == line
    assert text(problem).splitlines()[:len(lines)] == lines
    assert text(problem).splitlines()[len(lines) + 1:] == \
        legend_lines(problem.genre, problem.diagram, "en", problem=False)
    assert f"<p>{fact['legend']['en'][0]}</p>" in html(problem)


@every_fact
def test_the_package_of_magazines(fact: Fact) -> None:
    written = diagram_sty.diagram_sty(Solved(problem_of(fact)), "en")
    commands = ("pieces", "fieldtext", "piecedefs", "rem", "verticalcylinder", "nofields")
    found = [line.strip() for line in written.splitlines() if line.strip().lstrip("\\").startswith(commands)]
    assert found == fact["sty"]


@every_fact
def test_men_are_counted_and_read_out(fact: Fact) -> None:
    genre, setup = genre_of(fact), setup_of(fact)
    assert men_count(setup) == fact["count"]
    assert spoken(genre, setup, "fr") == fact["spoken"]


@pytest.mark.end_to_end
def test_documents_of_all_kinds_hold_such_diagrams(tmp_path: Path) -> None:
    entries = [Solved(problem_of(fact)) for fact in FACTS]
    assert sheet.sheet(entries, "de").startswith(b"%PDF-")
    if shutil.which("pdflatex") is None:
        pytest.skip("no LaTeX here")
    (tmp_path / "a.tex").write_text(solution_latex.latex(entries, "fr"), encoding="utf-8")
    files = ["a.tex"]
    if subprocess.run(["kpsewhich", "diagram.sty"], capture_output=True, check=False).stdout:
        (tmp_path / "b.tex").write_text(diagram_sty.diagram_sty(entries, "fr"), encoding="utf-8")
        files.append("b.tex")
    for name in files:
        run = subprocess.run(["pdflatex", "-halt-on-error", "-interaction=nonstopmode", name], cwd=tmp_path,
                             capture_output=True, timeout=PATIENCE, check=False)
        assert run.returncode == 0, run.stdout.decode("utf-8", "replace")[-2000:]


def test_a_solution_has_a_legend_too() -> None:
    solution = solve(Problem(with_men(ORTHODOX, [GRASSHOPPER]), "7k/8/5K2/8/8/8/8/6Q1 w - -", "#2"))
    assert "G = grasshopper" not in solution_html.html(solution)
    solution = solve(Problem(with_men(ORTHODOX, [GRASSHOPPER]), "7k/8/5K1G/8/8/8/8/6Q1 w - -", "#2"))
    for written in (solution_html.html(solution, "fr"), solution_latex.latex(solution, "fr"),
                    diagram_sty.diagram_sty(solution, "fr")):
        assert "= sauterelle" in written
    assert "G = grasshopper" in text(solution)


def test_a_neutral_man_is_half_white_and_half_black() -> None:
    def brightness(figure: Figure, columns: slice) -> int:
        rows = pixels(png(figure.picture(90)))
        return sum(pixel[0] for row in rows for pixel in row[columns] if pixel[3] == 255)

    left, right = slice(0, 45), slice(45, 90)
    white, black, neutral = (Figure("P", colour) for colour in "wbn")
    assert brightness(neutral, left) == pytest.approx(brightness(white, left), rel=0.02)
    assert brightness(neutral, right) == pytest.approx(brightness(black, right), abs=2000)
    turned = Figure("P", "n", 180)
    assert brightness(turned, right) == pytest.approx(brightness(white, left), rel=0.02)


def test_a_board_without_edges_has_no_lines_there() -> None:
    def border(shape: Board) -> str:
        genre = replace(ORTHODOX, board=shape, castlings=())
        drawing = ElementTree.fromstring(draw(Shown(genre, Setup(("",) * 64))))
        path = drawing.find(f"{SVG}g/{SVG}path")
        assert path is not None
        return path.attrib["d"]

    chessboard = Board(8, 8)
    assert border(chessboard) == "M0 0h360M0 360h360M0 0v360M360 0v360"
    assert border(replace(chessboard, wraps=FILES)) == "M0 0h360M0 360h360"
    assert border(Board(8, 8, frozenset({0}), wraps=FILES)) == \
        "M0 0h360M0 315h45M45 360h315M0 315v45M45 315v45M360 315v45"
    cylinder = replace(ORTHODOX, board=replace(chessboard, wraps=FILES), castlings=())
    assert unseen(Problem(cylinder, "k7/8/8/8/8/8/8/K7 w - -", "h#2"), "fr") == ["cylindre vertical"]


def test_the_ways_of_men_over_and_past_others() -> None:
    traits = (frozenset({Trait.NEUTRAL}),)
    genre = replace(with_men(ORTHODOX, [GRASSHOPPER, KNOWN["MA"], KNOWN["L"]]), traits=traits)
    position = Position(genre, "7k/8/8/G1p5/8/2=G4L/6p1/K2.MA4 b - -")
    for way in ("a5 d5", "d1 d2 e3", "h3 f1", "a5 b7", "e4 e5"):
        origin, *_, target = squares = tuple(way.split())
        assert route(position, origin, target) == squares
    assert moves_of(position, "a5") == {"d2": "dot", "d5": "dot"}
    other = Position(genre, position.fen().replace(" b ", " w "))
    assert moves_of(position, "c3") == moves_of(other, "c3") == {"c6": "dot"}


@pytest.mark.parametrize("genre", [with_men(ORTHODOX, [GRASSHOPPER, KNOWN["Z"]]), "grasshopper"],
                         ids=["of the genre", "brought by the twin"])
def test_legends_name_the_men_of_twins(genre: Genre | str) -> None:
    problem = Problem(genre, "7k/8/8/3G4/8/8/8/K7 w - -", "h#2", twins=(Twin((AddMan("z", "c3"),)),))
    latex, page = solution_latex.latex(Solved(problem)), solution_html.html(Solved(problem))
    package, shown = diagram_sty.diagram_sty(Solved(problem)), text(problem)
    assert all("Z = zebra" in written for written in (latex, page, package, shown, html(problem)))
    assert not undefined_boxes(latex)


@pytest.mark.parametrize(("fen", "uci", "after"), [
    ("r6k/8/8/8/8/8/GN6/K7 w - -", "a2c2", "r6k/8/8/8/8/8/1NG5/K7"),
    ("8/8/8/8/8/8/3(royal)p4/K3=N2R b - -", "d2e1g", "8/8/8/8/8/8/8/K3(royal)g2R"),
])
def test_a_last_move_that_only_the_goal_makes_legal(fen: str, uci: str, after: str) -> None:
    traits = (frozenset({Trait.ROYAL}), frozenset({Trait.NEUTRAL}))
    position = Position(replace(with_men(ORTHODOX, [GRASSHOPPER, KNOWN["LI"]]), traits=traits), fen)
    with pytest.raises(IllegalMoveError):
        position.play(uci)
    assert last_move(position, uci)[1].fen().split()[0] == after
    with pytest.raises(IllegalMoveError):
        last_move(position, "a1a3")


def test_figures_that_do_not_exist() -> None:
    for figure, degrees in (("G", 180), ("Q", 0), ("Q", 45), ("KQ", 90), ("", 90)):
        with pytest.raises(GenreError, match="a man is drawn as one of K, Q, R, B, N, P turned by 90, 180 or 270"):
            Turned(figure, degrees)
    wazir = Man("W", ((Leaper(ORTHOGONAL), Mode.BOTH),), drawn=LION.drawn)
    for men, figure in (((wazir, LION), "feerie-wQ-90"), ((LION, wazir), "feerie-wW")):
        genre = with_men(ORTHODOX, men)
        assert uses(draw(Shown(genre, parse(genre, "W6k/8/8/8/8/8/8/K7 w - -"))))["a8"] == figure
        assert legend_lines(genre, parse(genre, "W6k/8/8/8/8/8/8/K7 w - -"), "en") == []
    bare = SimpleNamespace(genre=SimpleNamespace(board=ORTHODOX.board), setup=Setup(("G",) + ("",) * 63))
    assert uses(draw(bare)) == {"a1": "feerie-wG"}
    with pytest.raises(TypeError, match="a legend names the men of a genre"):
        draw(bare, legend="en")
