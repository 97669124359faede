"""Diagrams: a position as an SVG drawing, for screen and print.

Boards of any shape, with walls; no fonts are needed except for the caption, so every program draws the same.

    diagram = draw(position, last_move=move, check=["e8"])     # a str: the SVG text
"""
from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Protocol
from xml.sax.saxutils import quoteattr

from feerie.base.errors import ArgumentError, check_number, wrong_type
from feerie.rules.board import Board
from feerie.rules.facet import Rule
from feerie.rules.genre import Genre
from feerie.rules.literals import BoardStyle, SideName
from feerie.rules.move import Move
from feerie.rules.setup import Setup
from feerie.views import board_signs
from feerie.views import legend as legends
from feerie.views.arrows import Point, Route, along, brief, meet, outline
from feerie.views.below import Below, Explained, caption_below, legend_below, printable
from feerie.views.figures import CLIPS, Figure, figures_of
from feerie.views.pieces import BOX, lettering

__all__ = ["STYLES", "Arrow", "Diagram", "Drawable", "Palette", "definitions", "draw"]


class _HasBoard(Protocol):
    """The part of a genre that a diagram needs."""

    @property
    def board(self) -> Board:
        """The board."""


class Drawable(Protocol):
    """What can be drawn: men on a board. If it has a method `checked_squares`, that says who is in check."""

    @property
    def genre(self) -> _HasBoard:
        """The genre, for its board."""

    @property
    def setup(self) -> Setup:
        """The men."""


class Diagram(str):
    """The complete text of an SVG drawing; notebooks display it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Diagram: {len(self)} characters of SVG>"

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True)
class Palette:
    """The colours of a diagram, as SVG writes them.

    `hatched`: dark squares are lines of colour `dark` on `light`, and men have a halo. `background`: None for a
    transparent one. `tint` and `check` lie on the squares with the opacity `strength` (0 to 1); `outline` frames the
    squares of the last move, None for no frame. `rings`: the tints of the rings of a board with a hole, alternating
    from the edge inwards; `flow`: the arrows on the squares of a board that is played round.
    """

    light: str
    dark: str
    frame: str
    lettering: str
    tint: str
    check: str
    arrow: str
    mark: str
    outline: str | None = None
    strength: float = 0.5
    background: str | None = "#fff"
    hatched: bool = False
    rings: tuple[str, str] = ("#d62f1f", "#1f5fbf")
    flow: str = "#979797"


STYLES: Mapping[str, Palette] = MappingProxyType({
    "print": Palette(light="#fff", dark="#cbcbcb", frame="#000", lettering="#333", tint="#f2d35c", check="#e23b2e",
                     arrow="#1f5f99", mark="#b3261e", outline="#8a6a00"),
    "hatched": Palette(light="#fff", dark="#555", frame="#000", lettering="#333", tint="#f2d35c", check="#e23b2e",
                       arrow="#1f5f99", mark="#b3261e", outline="#8a6a00", hatched=True),
    "board": Palette(light="#f0dfc0", dark="#b58f6b", frame="#5d4632", lettering="#5d4632", tint="#c8c52f",
                     check="#e0342a", arrow="#1a6b3c", mark="#123f73", strength=0.55),
})
"""The styles by name: "print" (plain tones), "hatched" (the engraved look of old problem books), "board" (colour)."""

_COLOURS: Mapping[str, str] = MappingProxyType({"green": "#15781b", "red": "#a32020", "yellow": "#d98a00",
                                               "blue": "#1b4f9c"})

Arrow = tuple[str, str] | tuple[str, str, str] | Route
"""Names of the squares from and to, and a colour if it is not the default; or a route through several squares."""

# Widths of a margin with and without coordinates, in units of which a square has 45; fewest pixels of a square.
_LETTERED = 20
_PLAIN = 6
_SMALLEST = 4

# How much of the sides of a corner is cut off a board with rings, in the same units.
_CUT = 15


def draw(position: Drawable, *, last_move: Move | None = None, arrows: Iterable[Arrow] = (),
         marks: Mapping[str, str] | Iterable[tuple[str, str]] = (), orientation: SideName = "white", size: int = 400,
         coordinates: bool = True, check: str | Iterable[str] | None = None, caption: str = "",
         style: BoardStyle | Palette = "print", label: str = "", defined: bool = True, rings: bool = False,
         flow: bool = False, legend: str = "") -> Diagram:
    """Draw a position.

    `last_move`: its squares are highlighted, those of a castling partner too. `arrows`: (from, to) or (from, to,
    colour), with an SVG colour, from a square to itself for a ring; or routes (`routes.route` finds them). `marks`:
    what to put on squares, by name: "dot", "cross", "circle" or one to three letters, digits and signs. `orientation`:
    the side at the bottom, "white" or "black". `size`: the longer side in pixels, without the caption. `check`: squares
    to show as attacked; None asks the position, () shows none. `style`: a name in STYLES, or a Palette of your own.
    `label`: what is read out instead of the drawing; if it is empty, the caption or the men. `defined`: False for a
    drawing that takes its men from its page, which has their `definitions` once. `rings`: tint the rings round the hole
    of a board and cut its corners. `flow`: show the way ahead on every square, if the genre has one (`Genre.arrows`).
    `legend`: a language, "en", "fr" or "de", in which the men that are none of the six are named below the caption.

    Raises ArgumentError for a square, style, mark, colour, size or orientation that does not exist, and for rings
    without a hole.
    """
    _check_types(position, last_move, arrows, marks, check, caption=caption, label=label, legend=legend)
    check_number(size=size)
    board = position.genre.board
    palette = _palette(style)
    if orientation not in ("white", "black"):
        raise ArgumentError("orientation is 'white' or 'black', not {}", repr(orientation))
    if check is None:
        ask = getattr(position, "checked_squares", None)
        check = ask() if ask else ()
    if rings and not _has_rings(board):
        raise ArgumentError("this board has no rings: they go round a hole")
    frame = _Frame.of(board, orientation == "black", size, coordinates, _CUT if rings else 0)
    men = {square: man for square, man in position.setup.pieces if square not in board.walls}
    figures = figures_of(getattr(position.genre, "men", ()), men.values())
    attacked = [board.index(name) for name in ((check,) if isinstance(check, str) else check)]
    marked = {board.index(name): kind for name, kind in (marks.items() if isinstance(marks, Mapping) else marks)}
    parts = [
        _border(frame, palette),
        _clipped(frame, _squares(frame, palette) + (_rings(frame, palette) if rings else "")),
        _signs(frame, palette, getattr(position.genre, "rules", ())),
        _flow(frame, palette, [step for step in getattr(position.genre, "arrows", ()) if step[0] not in marked])
        if flow else "",
        _coordinates(frame, palette) if coordinates else "",
        _clipped(frame, (_last_move(frame, palette, last_move) if last_move is not None else "")
                 + _check(frame, palette, attacked)),
        _marks(frame, palette, {square: kind for square, kind in marked.items() if kind == "circle"}, men),
        _men(frame, palette, {square: figures[man] for square, man in men.items()}, defined),
        _marks(frame, palette, {square: kind for square, kind in marked.items() if kind != "circle"}, men),
        _arrows(frame, palette, arrows),
    ]
    explained = _explained(position, legend, palette) if legend else []
    label = label or printable(caption) or ", ".join(f"{man}{board.name(square)}" for square, man in men.items())
    return _page(frame, palette, "".join(parts), caption, explained, label)


def _check_types(position: object, last_move: object, arrows: object, marks: object, check: object,
                 **texts: object) -> None:
    """Raise TypeError for arguments of `draw` that are no such things."""
    if not hasattr(position, "setup") or not hasattr(position, "genre"):
        hint = "give its position" if hasattr(position, "position") else ""
        raise wrong_type("position", "a Position", position, hint)
    if last_move is not None and not hasattr(last_move, "displacements"):
        raise wrong_type("last_move", "a Move or None", last_move, "Position.parse reads the text of one")
    for name, text in texts.items():
        if not isinstance(text, str):
            raise wrong_type(name, "a text", text)
    for name, given, expected in (("arrows", arrows, "a list of arrows"), ("marks", marks, "a dict, square to mark")):
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise wrong_type(name, expected, given)
    if not (check is None or isinstance(check, Iterable)):
        raise wrong_type("check", "a square, a list of squares or None", check)


def definitions(figures: Iterable[Figure], style: str | Palette = "print") -> str:
    """The drawings of men that diagrams of a style refer to, for an <svg> element of the page."""
    palette = _palette(style)
    drawn = {figure.name: figure for figure in figures}
    clips = CLIPS if any(figure.is_halved for figure in drawn.values()) else ""
    return f'<defs>{clips}{"".join(_definition(figure, palette) for figure in _in_order(drawn.values()))}</defs>'


def _in_order(figures: Iterable[Figure]) -> list[Figure]:
    """Figures as they are defined: White's first, each side's by letter."""
    return sorted(figures, key=lambda figure: ("wbn".index(figure.colour), figure.name))


@dataclass(frozen=True)
class _Frame:
    """Where the board lies on the page: pixels outside, units of 45 to a square inside, from the upper left corner.

    A square is a whole number of pixels wide, so its edges are sharp. `cut`: how much of the corners' sides is cut off.
    """

    board: Board
    turned: bool
    cell: int
    left: int
    top: int
    width: int
    height: int
    cut: int = 0

    @classmethod
    def of(cls, board: Board, turned: bool, size: int, coordinates: bool, cut: int = 0) -> _Frame:
        longer = max(board.files, board.ranks)
        lettered = _LETTERED if coordinates else _PLAIN
        cell = math.floor(size / (longer + (lettered + _PLAIN) / BOX))
        if cell < _SMALLEST:
            raise ArgumentError("size {} is too small: this board needs at least {} pixels", repr(size),
                                math.ceil(_SMALLEST * (longer + (lettered + _PLAIN) / BOX)))
        outside = int(size) - longer * cell
        before = round(outside * lettered / (lettered + _PLAIN))
        return cls(board, turned, cell, left=before, top=outside - before,
                   width=board.files * cell + outside, height=board.ranks * cell + outside, cut=cut)

    def corner(self, square: int) -> tuple[int, int]:
        """The upper left corner of a square."""
        file, rank = self.board.file(square), self.board.rank(square)
        if self.turned:
            return (self.board.files - 1 - file) * BOX, rank * BOX
        return file * BOX, (self.board.ranks - 1 - rank) * BOX

    def centre(self, square: int) -> Point:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + BOX / 2, y + BOX / 2

    def border(self) -> str:
        """The path of all edges between the board and what is not board, in as few strokes as can be."""
        board = self.board
        here = {(x // BOX, y // BOX) for x, y in map(self.corner, board.squares)}
        if board.joins_files:           # a board that goes on has no edges there
            here |= {(board.files if x == 0 else -1, y) for x, y in here if x in (0, board.files - 1)}
        if board.joins_ranks:
            here |= {(x, board.ranks if y == 0 else -1) for x, y in here if y in (0, board.ranks - 1)}
        strokes = [self.outline()] if self.cut else []
        skip = 1 if self.cut else 0
        for y in range(skip, board.ranks + 1 - skip):
            edges = [((x, y) in here) != ((x, y - 1) in here) for x in range(board.files)]
            strokes += [f"M{start * BOX} {y * BOX}h{length * BOX}" for start, length in _runs(edges)]
        for x in range(skip, board.files + 1 - skip):
            edges = [((x, y) in here) != ((x - 1, y) in here) for y in range(board.ranks)]
            strokes += [f"M{x * BOX} {start * BOX}v{length * BOX}" for start, length in _runs(edges)]
        return "".join(strokes)

    def outline(self) -> str:
        """The path round the board, with its corners cut."""
        width, height, cut = self.board.files * BOX, self.board.ranks * BOX, self.cut
        return (f"M{cut} 0H{width - cut}L{width} {cut}V{height - cut}L{width - cut} {height}H{cut}L0 {height - cut}"
                f"V{cut}z")


def _runs(flags: list[bool]) -> list[tuple[int, int]]:
    """Start and length of each run of true flags."""
    runs = []
    start = 0
    for at, flag in enumerate([*flags, False]):
        if not flag:
            if at > start:
                runs.append((start, at - start))
            start = at + 1
    return runs


def _border(frame: _Frame, palette: Palette) -> str:
    line = 2 * max(1, round(frame.cell / 30)) * BOX / frame.cell
    clip = f'<clipPath id="{_clip(frame)}"><path d="{frame.outline()}"/></clipPath>' if frame.cut else ""
    return (f'{clip}<path d="{frame.border()}" fill="none" stroke="{palette.frame}" stroke-width="{brief(line)}" '
            'stroke-linecap="square"/>')


def _clip(frame: _Frame) -> str:
    """The name of the outline of a board with cut corners."""
    return f"feerie-board-{frame.board.files}x{frame.board.ranks}"


def _clipped(frame: _Frame, drawing: str) -> str:
    """A drawing without what lies in the corners that are cut off."""
    return f'<g clip-path="url(#{_clip(frame)})">{drawing}</g>' if frame.cut and drawing else drawing


def _has_rings(board: Board) -> bool:
    """Whether a board has a hole and is whole at its edges."""
    return bool(board.walls) and not any(board.file(wall) in (0, board.files - 1)
                                         or board.rank(wall) in (0, board.ranks - 1) for wall in board.walls)


def _rings(frame: _Frame, palette: Palette) -> str:
    """A tint for each ring: the squares that are equally far from the edge."""
    board = frame.board
    rings: dict[int, list[tuple[int, int]]] = {}
    for square in board.squares:
        file, rank = board.file(square), board.rank(square)
        depth = min(file, rank, board.files - 1 - file, board.ranks - 1 - rank)
        rings.setdefault(depth, []).append(frame.corner(square))
    tiles = "".join(_tiles(corners, palette.rings[depth % 2]) for depth, corners in sorted(rings.items()))
    return f'<g class="feerie-rings" fill-opacity=".32">{tiles}</g>'


def _squares(frame: _Frame, palette: Palette) -> str:
    board = frame.board
    light: list[tuple[int, int]] = []
    dark: list[tuple[int, int]] = []
    for square in board.squares:
        (light if (board.file(square) + board.rank(square)) % 2 else dark).append(frame.corner(square))
    out = [_tiles(light + dark if palette.hatched else light, palette.light)]
    if palette.hatched:
        out += [f'<defs><path id="feerie-hatching" d="{_hatching()}"/></defs><g fill="{palette.dark}">',
                *(f'<use xlink:href="#feerie-hatching" x="{x}" y="{y}"/>' for x, y in dark), "</g>"]
    else:
        out.append(_tiles(dark, palette.dark))
    return "".join(out)


def _signs(frame: _Frame, palette: Palette, rules: Iterable[Rule]) -> str:
    """What the rules make of the board."""
    drawn = (board_signs.lines(rules, frame.board, frame.corner), board_signs.frames(rules, frame.board, frame.corner))
    return "".join(f'<path d="{path}" fill="none" stroke="{palette.frame}" stroke-width="{width}"/>'
                   for path, width in zip(drawn, ("1.8", "1.4"), strict=True) if path)


def _tiles(corners: list[tuple[int, int]], colour: str) -> str:
    path = "".join(f"M{x} {y}h{BOX}v{BOX}h-{BOX}z" for x, y in corners)
    return f'<path d="{path}" fill="{colour}"/>'


def _hatching(lines: int = 9, thickness: float = 1.1) -> str:
    """Slanting bars that fill one square and end exactly at its edges."""
    step = BOX / lines
    bars = []
    for line in range(2 * lines):
        near, far = step * (line + 0.5) - thickness / 2, step * (line + 0.5) + thickness / 2
        if line < lines:
            corners = (near, 0.0), (far, 0.0), (0.0, far), (0.0, near)
        else:
            corners = (BOX, near - BOX), (BOX, far - BOX), (far - BOX, BOX), (near - BOX, BOX)
        bars.append("M" + "L".join(f"{brief(x)} {brief(y)}" for x, y in corners) + "z")
    return "".join(bars)


def _coordinates(frame: _Frame, palette: Palette) -> str:
    board = frame.board
    files = [chr(97 + file) for file in range(board.files)]
    ranks = [str(rank + 1) for rank in range(board.ranks)]
    if frame.turned:
        files.reverse()
    else:
        ranks.reverse()
    under = board.ranks * BOX + 6
    letters = [lettering(name, (at + 0.5) * BOX, under) for at, name in enumerate(files)]
    digits = [lettering(name, -_LETTERED / 2 - 1, (at + 0.5) * BOX - 5) for at, name in enumerate(ranks)]
    return (f'<g class="feerie-coordinates" fill="none" stroke="{palette.lettering}" stroke-width="1.3" '
            f'stroke-linecap="round" stroke-linejoin="round">{"".join(letters + digits)}</g>')


def _last_move(frame: _Frame, palette: Palette, move: Move) -> str:
    index = frame.board.index
    targets = {index(target) for _, target in move.displacements}
    origins = {index(origin) for origin, _ in move.displacements} - targets
    out = []
    for square in sorted(origins | targets):
        x, y = frame.corner(square)
        name = frame.board.name(square)
        out.append(f'<rect x="{x}" y="{y}" width="{BOX}" height="{BOX}" fill="{palette.tint}" '
                   f'fill-opacity="{palette.strength}" data-square="{name}"/>')
        if palette.outline:
            dashes = ' stroke-dasharray="4.1 4.1"' if square in origins else ""
            out.append(f'<rect x="{x + 1}" y="{y + 1}" width="{BOX - 2}" height="{BOX - 2}" fill="none" '
                       f'stroke="{palette.outline}" stroke-width="2"{dashes}/>')
    return f'<g class="feerie-move">{"".join(out)}</g>'


def _check(frame: _Frame, palette: Palette, squares: Iterable[int]) -> str:
    out = []
    for square in sorted(set(squares)):
        x, y = frame.corner(square)
        cx, cy = frame.centre(square)
        out.append(f'<rect x="{x}" y="{y}" width="{BOX}" height="{BOX}" fill="{palette.check}" '
                   f'fill-opacity="{palette.strength}" data-square="{frame.board.name(square)}"/>'
                   f'<circle cx="{brief(cx)}" cy="{brief(cy)}" r="20.5" fill="none" stroke="{palette.check}" '
                   'stroke-width="2.5"/>')
    return f'<g class="feerie-check">{"".join(out)}</g>' if out else ""


def _men(frame: _Frame, palette: Palette, men: Mapping[int, Figure], defined: bool) -> str:
    uses = []
    for square, figure in men.items():
        x, y = frame.corner(square)
        uses.append(f'<use xlink:href="#{_name(figure, palette)}" x="{x}" y="{y}" '
                    f'data-square="{frame.board.name(square)}"/>')
    drawings = definitions(men.values(), palette) if defined else ""
    return f'{drawings}<g class="feerie-men">{"".join(uses)}</g>'


def _name(figure: Figure, palette: Palette) -> str:
    """The name of a figure in a style."""
    return f"{figure.name}{'-halo' if palette.hatched else ''}"


def _definition(figure: Figure, palette: Palette) -> str:
    halo = figure.halo(5) if palette.hatched else ""
    return f'<g id="{_name(figure, palette)}">{halo}{figure.drawing()}</g>'


def _marks(frame: _Frame, palette: Palette, marks: Mapping[int, str], men: Mapping[int, str]) -> str:
    """Marks in the middle of their squares; dots and texts go to the corner where a man stands."""
    out = []
    for square, kind in sorted(marks.items()):
        x, y = frame.centre(square)
        if kind == "circle":
            out.append(f'<circle cx="{brief(x)}" cy="{brief(y)}" r="20"/>')
        elif kind == "cross":
            out.append(f'<path d="M{brief(x - 13)} {brief(y - 13)}l26 26m0-26l-26 26"/>')
        elif kind == "dot":
            shift, radius = (15.5, 4) if square in men else (0, 6.5)
            out.append(f'<circle cx="{brief(x + shift)}" cy="{brief(y - shift)}" r="{radius}" '
                       f'fill="{palette.mark}" stroke="none"/>')
        elif isinstance(kind, str) and 1 <= len(kind) <= 3:
            if square in men:
                out.append(f'<circle cx="{brief(x + 14)}" cy="{brief(y - 14)}" r="8.5" fill="#fff" '
                           f'stroke-width="1"/><g stroke-width="2">{lettering(kind, x + 14, y - 18, 0.8)}</g>')
            else:
                out.append(f'<g stroke-width="1.3">{lettering(kind, x, y - 10, 2)}</g>')
        else:
            raise ArgumentError("a mark is 'dot', 'cross', 'circle' or a text of one to three characters, not {}",
                                repr(kind))
    if not out:
        return ""
    return (f'<g class="feerie-marks" fill="none" stroke="{palette.mark}" stroke-width="3" stroke-linecap="round" '
            f'stroke-linejoin="round">{"".join(out)}</g>')


def _arrows(frame: _Frame, palette: Palette, arrows: Iterable[Arrow]) -> str:
    """Arrows between the middles of squares; those that come towards each other keep to their right.

    One from a square to itself is a ring round it.
    """
    routes, rings = list[Route](), list[str]()
    for arrow in arrows:
        if isinstance(arrow, tuple) and len(arrow) in (2, 3) and arrow[0] == arrow[1]:
            rings.append(_ring(frame, arrow[0], _colour(arrow[2]) if len(arrow) == 3 else palette.arrow))
        else:
            routes.append(_route(arrow))
    lines = [[frame.centre(frame.board.index(name)) for name in route.squares] for route in routes]
    asides = [8 if any(meet(line, other) for other in lines) else 0 for line in lines]
    colours = [_colour(route.colour) if route.colour else palette.arrow for route in routes]
    out = [f'<path d="{outline(line, aside)}" fill="{colour}"/>'
           for line, aside, colour in zip(lines, asides, colours)]
    numbers = [_badge(route.number, along(line, 0.4, aside), colour)
               for route, line, aside, colour in zip(routes, lines, asides, colours) if route.number]
    return "".join(rings) + (f'<g class="feerie-arrows" fill-opacity=".75">{"".join(out)}</g>' if out else "") \
        + "".join(numbers)


def _ring(frame: _Frame, name: str, colour: str) -> str:
    """A ring within a square."""
    x, y = frame.centre(frame.board.index(name))
    return (f'<circle class="feerie-ring" cx="{brief(x)}" cy="{brief(y)}" r="20" fill="none" stroke="{colour}" '
            'stroke-width="3" stroke-opacity=".75"/>')


def _route(arrow: Arrow) -> Route:
    """The arrow as a route. Raises ArgumentError if it is not one."""
    if not isinstance(arrow, Route):
        if not isinstance(arrow, (tuple, list)) or len(arrow) not in (2, 3):
            raise ArgumentError("an arrow is (from, to) or (from, to, colour), not {}", repr(arrow))
        arrow = Route(tuple(arrow[:2]), arrow[2] if len(arrow) == 3 else "")
    if len(arrow.squares) < 2:
        raise ArgumentError("an arrow needs two squares, not {}", len(arrow.squares))
    if any(here == there for here, there in pairwise(arrow.squares)):
        raise ArgumentError("an arrow needs two squares, not {} twice", arrow.squares[0])
    return arrow


def _badge(number: str, place: Point, colour: str) -> str:
    """A number in a small circle on an arrow."""
    x, y = place
    return (f'<circle cx="{brief(x)}" cy="{brief(y)}" r="7.5" fill="#fff" stroke="{colour}" stroke-width="1.2"/>'
            f'<g fill="none" stroke="{colour}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">'
            f'{lettering(number, x, y - 4, 0.8)}</g>')


def _flow(frame: _Frame, palette: Palette, steps: Iterable[tuple[int, int]]) -> str:
    """A chevron on each square from which the rules define a way ahead."""
    out = []
    for square, ahead in steps:
        (x, y), (end_x, end_y) = frame.centre(square), frame.centre(ahead)
        length = math.dist((x, y), (end_x, end_y))
        files, ranks = 7 * (end_x - x) / length, 7 * (end_y - y) / length
        out.append(f"M{brief(x - files / 2 - ranks)} {brief(y - ranks / 2 + files)}"
                   f"L{brief(x + files / 2)} {brief(y + ranks / 2)}"
                   f"L{brief(x - files / 2 + ranks)} {brief(y - ranks / 2 - files)}")
    return (f'<path class="feerie-flow" d="{"".join(out)}" fill="none" stroke="{palette.flow}" stroke-width="2.2" '
            'stroke-linecap="round" stroke-linejoin="round"/>') if out else ""


def _explained(position: Drawable, language: str, palette: Palette) -> list[Explained]:
    """The lines of the legend."""
    genre, setup = position.genre, position.setup
    if not isinstance(genre, Genre):
        raise wrong_type("position", "a Position", position, "a legend names the men of a genre")
    return [*((_name(named.figure, palette), str(named)) for named in legends.legend(genre, setup, language)),
            *(("", line) for line in legends.trait_lines(genre, setup, language))]


def _page(frame: _Frame, palette: Palette, board: str, caption: str, legend: Sequence[Explained],
          label: str) -> Diagram:
    """The whole drawing: background, board, caption, legend."""
    place = Below(frame.left, frame.left + frame.board.files * frame.cell / 2, frame.height, frame.width, frame.cell,
                  palette.frame)
    captioned, height = caption_below(place, caption)
    explained, more = legend_below(replace(place, top=frame.height + height), legend)
    height += frame.height + more
    out = [(f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
           f'class="feerie-diagram" width="{frame.width}" height="{height}" viewBox="0 0 {frame.width} {height}" '
           f'role="img" aria-label={quoteattr(" ".join(label.split()))}>')]
    if palette.background:
        out.append(f'<rect width="{frame.width}" height="{height}" fill="{palette.background}"/>')
    out.append(f'<g transform="translate({frame.left} {frame.top}) scale({frame.cell / BOX:.6g})">{board}</g>')
    return Diagram("".join([*out, captioned, explained]) + "</svg>")


def _palette(style: str | Palette) -> Palette:
    if isinstance(style, Palette):
        return style
    if style not in STYLES:
        raise ArgumentError("no style is called {} (known: {})", repr(style), ", ".join(STYLES))
    return STYLES[style]


def _colour(text: str) -> str:
    """A colour as SVG writes it. Raises ArgumentError if it is neither a name nor #rgb or #rrggbb."""
    if not re.fullmatch(r"#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6}|[A-Za-z]+", text):
        raise ArgumentError("a colour is a name or #rrggbb, not {}", repr(text))
    return _COLOURS.get(text, text)
