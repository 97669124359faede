"""Diagrams: what is on the drawing and where."""
from __future__ import annotations

import re
import struct
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from feerie.apps.web.games.pictures import board_picture
from feerie.base.errors import Error
from feerie.game.position import Position
from feerie.genres import GENRES, find
from feerie.genres.orthodox import ORTHODOX
from feerie.genres.platzwechselrochade import PLATZWECHSELROCHADE
from feerie.genres.rokagogo import ROKAGOGO
from feerie.genres.rollerball import ROLLERBALL
from feerie.notation.fen import parse
from feerie.rules.board import Board
from feerie.rules.genre import Genre
from feerie.rules.literals import BoardStyle, SideName
from feerie.rules.move import Move
from feerie.rules.setup import Setup
from feerie.views import pieces
from feerie.views.arrows import Route
from feerie.views.diagram import STYLES, Diagram, Palette, draw
from feerie.views.images import ImageError, pdf, png, save

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
ROKAGOGO_CASTLING = Move("K", "d3", "f3", partner=("h3", "e3"), partner_man="R")


@dataclass(frozen=True)
class Shown:
    """The part of a position that a diagram needs."""

    genre: Genre
    setup: Setup


@dataclass(frozen=True)
class Checked(Shown):
    """A position that knows who is in check."""

    checked: tuple[str, ...] = ()

    def checked_squares(self) -> tuple[str, ...]:
        return self.checked


def shown(genre: Genre, fen: str | None = None) -> Shown:
    return Shown(genre, parse(genre, fen or genre.start or ORTHODOX.start or ""))


START = shown(ORTHODOX)
RING = shown(ROLLERBALL)
PROBLEM = shown(ROKAGOGO, "4k3/3R4/8/8/r7/1R2RK2/8/8 b - - 1 1")


def layer(diagram: str, name: str) -> ElementTree.Element:
    """The group of a diagram called feerie-`name`; an empty one if there is none."""
    found = ElementTree.fromstring(diagram).find(f".//{SVG}g[@class='feerie-{name}']")
    return ElementTree.Element("g") if found is None else found


def named(group: ElementTree.Element) -> list[str]:
    """The squares that the elements of a group are about."""
    return [element.attrib["data-square"] for element in group.iter() if "data-square" in element.attrib]


def places(diagram: str) -> dict[str, tuple[int, int]]:
    """Column and row, counted from the upper left corner, at which each man is drawn."""
    return {use.attrib["data-square"]: (int(use.attrib["x"]) // 45, int(use.attrib["y"]) // 45)
            for use in layer(diagram, "men")}


def pixels(image: bytes) -> list[list[tuple[int, ...]]]:
    """The rows of a PNG image with eight bits a channel, four channels, not interlaced."""
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", image[16:29])
    assert (depth, kind, interlaced) == (8, 6, 0)
    data, at = b"", 8
    while at < len(image):
        length = struct.unpack(">I", image[at:at + 4])[0]
        if image[at + 4:at + 8] == b"IDAT":
            data += image[at + 8:at + 8 + length]
        at += length + 12
    raw, stride = zlib.decompress(data), 4 * width
    rows = [bytes(stride)]
    for number in range(height):
        mode, *line = raw[number * (stride + 1):(number + 1) * (stride + 1)]
        above = rows[-1]
        for byte in range(stride):
            left, corner = (line[byte - 4], above[byte - 4]) if byte >= 4 else (0, 0)
            guess = left + above[byte] - corner
            paeth = min((left, above[byte], corner), key=lambda value: abs(guess - value))
            line[byte] = (line[byte] + (0, left, above[byte], (left + above[byte]) // 2, paeth)[mode]) % 256
        rows.append(bytes(line))
    return [[tuple(row[at:at + 4]) for at in range(0, stride, 4)] for row in rows[1:]]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_the_start_of_every_genre_is_well_formed_and_small(genre: Genre, style: BoardStyle) -> None:
    diagram = draw(shown(genre), style=style)
    root = ElementTree.fromstring(diagram)
    assert root.tag == SVG + "svg" and root.attrib["width"] == root.attrib["height"] == "400"
    assert len(diagram.encode()) < 25_000


@pytest.mark.parametrize("style", STYLES)
def test_every_man_is_drawn_once_and_its_shape_defined_once(style: BoardStyle) -> None:
    for position in (START, RING, PROBLEM):
        diagram = draw(position, style=style)
        board = position.genre.board
        assert named(layer(diagram, "men")) == [board.name(square) for square, _ in position.setup.pieces]
        names = [element.attrib["id"] for element in ElementTree.fromstring(diagram).iter() if "id" in element.attrib]
        used = {use.attrib[LINK][1:] for use in ElementTree.fromstring(diagram).iter(SVG + "use")}
        assert len(names) == len(set(names)) and set(names) == used


def test_several_kings_and_men_without_artwork_are_drawn() -> None:
    men = ["K", "K", "k", "k", "A", "z"] + [""] * 58
    diagram = draw(Shown(ORTHODOX, Setup(tuple(men))))
    assert named(layer(diagram, "men")) == ["a1", "b1", "c1", "d1", "e1", "f1"]
    with pytest.raises(ValueError, match="no drawing for a man called"):
        draw(Shown(ORTHODOX, Setup(("+p",) + ("",) * 63)))


def test_walls_are_not_drawn_and_have_a_border() -> None:
    tiles = ElementTree.fromstring(draw(RING)).findall(f"{SVG}g/{SVG}path")
    border, light, dark = (path.attrib["d"] for path in tiles)
    assert light.count("M") + dark.count("M") == 40 == len(ROLLERBALL.board.squares)
    assert "M90 90h" not in light + dark
    assert sorted(border.replace("M", " M").split(" M")[1:]) == sorted([
        "0 0h315", "0 315h315", "0 0v315", "315 0v315", "90 90h135", "90 225h135", "90 90v135", "225 90v135"])


def test_the_hole_of_a_board_is_background() -> None:
    image = pixels(png(draw(Shown(ROLLERBALL, Setup(("",) * 49)), style=Palette(
        light="#ff0000", dark="#00ff00", frame="#000", lettering="#000", tint="#000", check="#000", arrow="#000",
        mark="#000", background="#0000ff"), coordinates=False, size=100)))
    left = next(at for at, colour in enumerate(image[10]) if colour[1] == 255)
    cell = sum(colour[:2] != (0, 0) for colour in image[10]) // 7
    colours = "".join("RGB"[image[left + cell // 2 + row * cell][left + cell // 2 + file * cell].index(255)]
                      for row in range(7) for file in range(7))
    assert colours == "GRGRGRG" "RGRGRGR" "GRBBBRG" "RGBBBGR" "GRBBBRG" "RGRGRGR" "GRGRGRG"


def test_turning_the_board_moves_a1_to_the_upper_right() -> None:
    assert places(draw(START))["a1"] == (0, 7) and places(draw(START))["h8"] == (7, 0)
    turned = draw(START, orientation="black")
    assert places(turned)["a1"] == (7, 0) and places(turned)["e1"] == (3, 0) and places(turned)["h8"] == (0, 7)
    assert places(draw(RING, orientation="black"))["c1"] == (4, 0)


def test_boards_need_not_be_square() -> None:
    @dataclass(frozen=True)
    class Wide:
        board: Board

    board = Board(12, 10, frozenset({0, 65}))
    diagram = draw(SimpleNamespace(genre=Wide(board), setup=Setup(("",) * 119 + ("k",))))
    root = ElementTree.fromstring(diagram)
    assert root.attrib["width"] == "400" and int(root.attrib["height"]) < 400
    assert places(diagram) == {"l10": (11, 0)}
    assert len(layer(diagram, "coordinates")) == 12 + 9 + 2


def test_coordinates_are_paths() -> None:
    diagram = draw(START)
    assert "<text" not in diagram
    assert [path.tag for path in layer(diagram, "coordinates")] == [SVG + "path"] * 16
    assert not len(layer(draw(START, coordinates=False), "coordinates"))


def test_the_last_move_marks_both_displacements_of_a_castling() -> None:
    assert named(layer(draw(PROBLEM, last_move=ROKAGOGO_CASTLING), "move")) == ["d3", "e3", "f3", "h3"]
    exchange = Move("K", "c2", "g6", partner=("g6", "c2"), partner_man="R")
    position = shown(PLATZWECHSELROCHADE, "4k3/8/6K1/8/8/8/2R5/8 b - - 1 1")
    assert named(layer(draw(position, last_move=exchange), "move")) == ["c2", "g6"]
    assert named(layer(draw(START, last_move=Move("P", "e2", "e4")), "move")) == ["e2", "e4"]
    assert named(layer(draw(START), "move")) == []


def test_check_is_shown_on_several_squares_or_asked_of_the_position() -> None:
    assert named(layer(draw(PROBLEM, check=["e8", "f3"]), "check")) == ["f3", "e8"]
    assert named(layer(draw(PROBLEM, check="e8"), "check")) == ["e8"]
    asked = Checked(PROBLEM.genre, PROBLEM.setup, ("e8",))
    assert named(layer(draw(asked), "check")) == ["e8"]
    assert named(layer(draw(asked, check=()), "check")) == []


def test_arrows_have_colours_and_keep_aside_of_those_that_come_towards_them() -> None:
    alone = layer(draw(START, arrows=[("b1", "c3")]), "arrows")
    assert len(alone) == 1 and alone[0].attrib["fill"] == STYLES["print"].arrow
    coloured = layer(draw(START, arrows=[("b1", "c3", "#123abc"), ("a1", "a8", "red")]), "arrows")
    assert coloured[0].attrib["fill"] == "#123abc" and coloured[0].attrib["d"] == alone[0].attrib["d"]
    single = layer(draw(START, arrows=[("d3", "f3")]), "arrows")[0].attrib["d"]
    for other, aside in ((("h3", "e3"), True), (("f3", "d3"), True), (("a3", "h3"), False), (("h3", "f3"), False),
                         (("h4", "d4"), False), (("f3", "d5"), False)):
        drawn = layer(draw(START, arrows=[("d3", "f3"), other]), "arrows")[0].attrib["d"]
        assert (drawn != single) == aside, other


def test_marks_are_a_mapping_or_pairs() -> None:
    marks = {"e4": "dot", "d5": "cross", "a1": "circle", "h8": "12", "e5": "Ab?"}
    diagram = draw(START, marks=marks)
    assert diagram == draw(START, marks=list(marks.items()))
    groups = ElementTree.fromstring(diagram).findall(f".//{SVG}g[@class='feerie-marks']")
    assert [child.tag.removeprefix(SVG) for group in groups for child in group] == [
        "circle", "circle", "path", "g", "circle", "g"]


def test_every_letter_and_digit_is_drawn() -> None:
    for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-=?!":
        width, path = pieces.GLYPHS[letter]
        assert width > 0 and path.startswith("M")


def test_a_caption_is_escaped_wrapped_and_adds_to_the_height() -> None:
    root = ElementTree.fromstring(draw(START, caption="Échecs <&> \"féeriques\"\x00\nMat en 2"))
    lines = [text.text for text in root.iter(SVG + "text")]
    assert lines == ['Échecs <&> "féeriques"', "Mat en 2"]
    assert int(root.attrib["height"]) > 400 == int(root.attrib["width"])
    assert root.attrib["aria-label"] == 'Échecs <&> "féeriques" Mat en 2'
    assert len(list(ElementTree.fromstring(draw(START, caption="word " * 30)).iter(SVG + "text"))) > 2


def test_the_same_diagram_is_the_same_text() -> None:
    first, second = (draw(PROBLEM, last_move=ROKAGOGO_CASTLING, check=["e8"], marks={"a1": "dot"}) for _ in range(2))
    assert first == second and png(first) == png(second)


def test_a_diagram_is_text_and_shows_itself_in_notebooks() -> None:
    diagram = draw(START)
    assert isinstance(diagram, Diagram) and isinstance(diagram, str)
    assert diagram._repr_svg_() == diagram and diagram.startswith("<svg ") and diagram.endswith("</svg>")


@pytest.mark.parametrize("style", STYLES)
def test_png_has_the_size_asked_for(style: BoardStyle) -> None:
    image = png(draw(START, style=style, size=300))
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", image[16:24]) == (300, 300)
    assert struct.unpack(">II", png(draw(START, style=style), width=123)[16:24]) == (123, 123)


def test_saving_goes_by_the_ending(tmp_path: Path) -> None:
    diagram = draw(PROBLEM, caption="Échecs féeriques")
    save(diagram, tmp_path / "diagram.svg")
    assert (tmp_path / "diagram.svg").read_text(encoding="utf-8") == diagram
    save(diagram, str(tmp_path / "DIAGRAM.PNG"))
    assert (tmp_path / "DIAGRAM.PNG").read_bytes().startswith(b"\x89PNG")
    save(diagram, tmp_path / "diagram.pdf")
    assert (tmp_path / "diagram.pdf").read_bytes().startswith(b"%PDF-")
    assert pdf(diagram) == pdf(diagram)
    for name in ("diagram.gif", "diagram"):
        with pytest.raises(ValueError, match=r"saved as \.svg, \.png or \.pdf"):
            save(diagram, tmp_path / name)
        assert not (tmp_path / name).exists()


@pytest.mark.parametrize("turn, module, extra", [(png, "resvg_py", "images"), (pdf, "typst", "pdf")])
def test_a_missing_package_is_named(turn: Callable[[str], bytes], module: str, extra: str,
                                    monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImageError, match=rf'pip install "feerie\[{extra}\]"'):
        turn(draw(START))
    assert issubclass(ImageError, Error)


def test_an_arrow_from_a_square_to_itself_is_a_ring() -> None:
    drawing = draw(START, arrows=[("e2", "e2", "red"), ("d2", "d4")])
    assert drawing.count('class="feerie-ring"') == 1 and drawing.count('class="feerie-arrows"') == 1


@pytest.mark.parametrize("turn, kind", [(png, "PNG"), (pdf, "PDF")])
def test_text_that_is_no_drawing_makes_no_image(turn: Callable[[str], bytes], kind: str) -> None:
    with pytest.raises(ImageError, match=f"no {kind} could be made"):
        turn("nonsense")


@pytest.mark.parametrize("wrong, message", [
    ({"arrows": [("e2", "e9")]}, "'e9' is not a square"),
    ({"arrows": [("e9", "e9")]}, "'e9' is not a square"),
    ({"arrows": [("e2", "e2", "url(#x)")]}, "a colour is a name or #rrggbb"),
    ({"arrows": [Route(("e2", "e2"))]}, "an arrow needs two squares"),
    ({"arrows": [("e2",)]}, "an arrow is"),
    ({"arrows": [("e2", "e4", "url(#x)")]}, "a colour is a name or #rrggbb"),
    ({"marks": {"i1": "dot"}}, "'i1' is not a square"),
    ({"marks": {"e4": "blob"}}, "a mark is"),
    ({"marks": {"e4": ""}}, "a mark is"),
    ({"marks": {"e4": "é"}}, "no letter is drawn for 'é'"),
    ({"check": ["e0"]}, "'e0' is not a square"),
    ({"last_move": Move("K", "e1", "z1")}, "'z1' is not a square"),
    ({"size": 0}, "size 0 is too small: this board needs at least 35 pixels"),
    ({"size": -400}, "size -400 is too small"),
    ({"style": "marble"}, r"no style is called 'marble' \(known: print, hatched, board\)"),
    ({"orientation": "left"}, "orientation is 'white' or 'black'"),
])
def test_what_does_not_exist_is_refused(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        draw(START, **wrong)  # type: ignore[arg-type]


def test_squares_in_a_hole_are_refused() -> None:
    with pytest.raises(ValueError, match="'d4' is not a square of this board"):
        draw(RING, marks={"d4": "dot"})


@pytest.mark.parametrize("width", [0, 10_001, 10**6])
def test_png_of_no_width_or_a_huge_one_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match="1 to 10000 pixels wide"):
        png(draw(START), width=width)


def test_rings_are_tinted_and_the_corners_cut() -> None:
    diagram = draw(RING, rings=True, check=["a1"])
    assert "clip" not in draw(RING) and "feerie-rings" not in draw(RING)
    assert [tile.attrib["d"].count("M") for tile in layer(diagram, "rings")] == [24, 16]
    [clip] = ElementTree.fromstring(diagram).iter(f"{SVG}clipPath")
    assert diagram.count(f'clip-path="url(#{clip.attrib["id"]})"') == 2
    image = pixels(png(diagram))
    assert image[len(image) // 2][len(image) // 2][:3] == (255, 255, 255)
    red, green, blue, *_ = image[len(image) // 2][len(image) // 6]
    assert red > blue and red > green


@pytest.mark.parametrize("turned", [False, True])
def test_lines_and_frames_of_rules(turned: bool) -> None:
    """Grid chess has three lines each way; magic squares are framed, where they are seen. Both are on the page, too."""
    side: SideName = "black" if turned else "white"
    edges = {f"M{x} {y}{way}45" for x in range(0, 360, 45) for y in range(0, 360, 45) for way in "hv"
             if (x if way == "v" else y) in (90, 180, 270)}
    framed = {"M3 318h39v39h-39z", "M273 3h39v39h-39z"} if not turned else {"M318 3h39v39h-39z", "M48 318h39v39h-39z"}
    for name, drawn in (("grid", edges), ("magic-squares:a1g8", framed)):
        genre = find(name)
        for picture in (draw(Position(genre), orientation=side), board_picture(genre, turned)):
            paths = [each.attrib["d"] for each in ElementTree.fromstring(picture).iter(f"{SVG}path")]
            assert any(set(re.findall("M[^M]+", path)) == drawn for path in paths)
    assert "M90 0v45" not in draw(START) and "M3 318h39" not in draw(START)
    across = draw(Position("grid+cylinder"))
    assert "M90 0v45" in across and "M0 0v45" not in across and "M360 0v45" not in across


def test_a_board_without_a_hole_has_no_rings() -> None:
    for board in (START, SimpleNamespace(genre=SimpleNamespace(board=Board.with_walls(8, 8, "a1")), setup=START.setup)):
        with pytest.raises(ValueError, match="no rings: they go round a hole"):
            draw(board, rings=True)
