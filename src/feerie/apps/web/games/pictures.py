"""Pictures for the page: boards without men, and men, as SVG."""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from feerie.game.position import Position
from feerie.rules.along import lines_of
from feerie.rules.board import BLACK, WHITE, Board
from feerie.rules.genre import FIGURES, Genre
from feerie.rules.literals import SideName
from feerie.rules.movement import ORTHOGONAL
from feerie.rules.trait import Trait
from feerie.rules.unit import kind_texts
from feerie.views.board_signs import frames, lines
from feerie.views.diagram import STYLES, Arrow, draw
from feerie.views.figures import Figure, figures_of
from feerie.views.pieces import BOX

__all__ = ["BOARD_STYLE", "board_picture", "figure_of", "men_picture", "picture_name", "pictures_of", "small_board"]

BOARD_STYLE = "board"
"""The style of the boards on the page."""

HOLE = "#5d4632"
"""The colour of squares that do not exist, which are part of the board."""
_SMALL = replace(STYLES[BOARD_STYLE], background=HOLE)
_ARROWHEAD = "M-5 4 0 -4 5 4"
_BEFORE = "feerie-"
_NAME = re.compile("(?P<colour>[wbn])(?P<letter>[A-Z][A-Z0-9]?)(?:-(?P<degrees>90|180|270))?"
                   f"(?P<traits>(?:-(?:{'|'.join(trait.value for trait in Trait)}))*)")


def picture_name(figure: Figure) -> str:
    """The name of the picture of a man: "wK", "bQ-180-royal"."""
    return figure.name.removeprefix(_BEFORE)


def figure_of(name: str) -> Figure | None:
    """The figure of a picture; None if there is no such picture."""
    found = _NAME.fullmatch(name)
    if not found:
        return None
    traits = tuple(map(Trait, found["traits"].split("-")[1:]))
    figure = Figure(found["letter"], found["colour"], int(found["degrees"] or 0), traits)
    return figure if len(set(traits)) == len(traits) else None


def pictures_of(genres: Iterable[Genre]) -> dict[str, Figure]:
    """The pictures of all men of some genres, by name."""
    figures = [figure for genre in genres for side in (WHITE, BLACK)
               for figure in figures_of(genre.men, kind_texts(genre, side)).values()]
    return {picture_name(figure): figure for figure in figures}


def men_picture() -> str:
    """The orthodox men in one picture, each a view of it by the name of its own picture ("men.svg#wK")."""
    figures = [Figure(letter, colour) for colour in "wb" for letter in FIGURES]
    views = "".join(f'<view id="{picture_name(figure)}" viewBox="{BOX * number} 0 {BOX} {BOX}"/>'
                    f'<g transform="translate({BOX * number} 0)">{figure.drawing()}</g>'
                    for number, figure in enumerate(figures))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BOX} {BOX}">{views}</svg>'


def board_picture(genre: Genre, turned: bool) -> str:
    """The squares of a board, its hole, the way round it, and where a king run ends."""
    board, palette = genre.board, STYLES[BOARD_STYLE]
    width, height = board.files * BOX, board.ranks * BOX
    tiles, signs = [], []
    arrows = _ways_round(genre)
    goals = genre.king_run.goals if genre.king_run else ()
    for wall in board.walls:
        x, y = _corner(board, wall, turned)
        tiles.append(f'<rect fill="{HOLE}" x="{x}" y="{y}" width="{BOX}" height="{BOX}"/>')
    for square in board.squares:
        file, rank = board.file(square), board.rank(square)
        x, y = _corner(board, square, turned)
        colour = palette.light if (file + rank) % 2 else palette.dark
        tiles.append(f'<path fill="{colour}" d="M{x} {y}h{BOX}v{BOX}h-{BOX}z"/>')
        if square in goals:
            signs.append(f'<circle cx="{x + BOX / 2}" cy="{y + BOX / 2}" r="17" stroke-dasharray="4 3"/>')
        if square in arrows:
            files, ranks = arrows[square]
            angle = {(0, 1): 0, (1, 0): 90, (0, -1): 180, (-1, 0): 270}[files, ranks] + (180 if turned else 0)
            signs.append(f'<path transform="translate({x + BOX / 2} {y + BOX / 2}) rotate({angle})" '
                         f'd="{_ARROWHEAD}"/>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" preserveAspectRatio="none">'
            f'{"".join(tiles)}<g fill="none" stroke="#3f2c1a" stroke-opacity=".5" stroke-width="2.5" '
            f'stroke-linecap="round">{"".join(signs)}</g>{_signs_of_rules(genre, turned)}</svg>')


def _signs_of_rules(genre: Genre, turned: bool) -> str:
    """Lines that divide the board, and frames on squares with an effect."""
    board = genre.board
    drawn = "".join(draw_signs(genre.rules, board, lambda square: _corner(board, square, turned))
                    for draw_signs in (lines, frames))
    return f'<path fill="none" stroke="#3f2c1a" stroke-width="1.5" d="{drawn}"/>' if drawn else ""


def _corner(board: Board, square: int, turned: bool) -> tuple[int, int]:
    """The upper left corner of a square on the picture."""
    file, rank = board.file(square), board.rank(square)
    return ((board.files - 1 - file if turned else file) * BOX, (rank if turned else board.ranks - 1 - rank) * BOX)


def _ways_round(genre: Genre) -> dict[int, tuple[int, int]]:
    """Square -> the direction in which men run there, on a board with a hole that men run round.

    That is where a promoting man steps straight ahead: in one direction only, and not the same everywhere.
    """
    board = genre.board
    man = next((man for man in genre.men if man.promotion), None)
    if not board.walls or man is None:
        return {}
    found: dict[int, tuple[int, int]] = {}
    for square in board.squares:
        targets = {ray[0] for movement, _ in man.moves for ray, _ in lines_of(movement, board, square, WHITE)}
        ahead = [step for step in ORTHOGONAL if board.step(square, *step) in targets]
        if len(ahead) == 1:
            found[square] = ahead[0]
    return found if len(set(found.values())) > 1 else {}


def small_board(position: Position, arrows: Iterable[Arrow] = (), marks: Mapping[str, str] | None = None, *, label: str,
                defined: bool = False, orientation: SideName = "white") -> str:
    """A position as a small drawing; its men are drawn elsewhere on the page, unless they are `defined`."""
    return str(draw(position, arrows=arrows, marks=marks or {}, orientation=orientation, size=240, coordinates=False,
                    style=_SMALL, label=label, defined=defined, flow=bool(position.genre.board.walls)))
