"""`feerie draw`: a position, or the diagrams of a problem file, as SVG, PNG or PDF."""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from feerie import genres
from feerie.apps.shell.candidates import genre_names, output_files
from feerie.apps.shell.problem_files import part_of, read, reading_options
from feerie.apps.shell.programs import Program
from feerie.apps.shell.run_language import file_language
from feerie.apps.shell.terminal import (
    BAD,
    DONE,
    emit,
    genre_file_option,
    json_option,
    language_option,
    position_of,
    require_legal,
    say,
)
from feerie.apps.solving.entry_messages import EntryMessages
from feerie.base.errors import Error, Message, ProblemError, at_line, message_of
from feerie.formats.decoding import Reading
from feerie.formats.files import Entries
from feerie.game.game import Game
from feerie.game.position import Position
from feerie.game.typed_moves import typed_move
from feerie.problems.problem import Problem
from feerie.rules.genre import Genre
from feerie.rules.move import Move
from feerie.rules.target import Target

if TYPE_CHECKING:
    from feerie.formats.entries import Content
    from feerie.views.diagram import Arrow, Diagram

__all__ = ["draw"]


@dataclass(frozen=True)
class Look:
    """The options for the look of a diagram. `flow`: None for the genre's default."""

    arrows: tuple[str, ...]
    marks: tuple[str, ...]
    moves_of: tuple[str, ...]
    shown: tuple[str, ...]
    last_move: str | None
    check: bool
    flow: bool | None
    values: dict[str, Any]
    language: str

    def drawn(self, position: Position, move: Move | None = None, **values: Any) -> Diagram:
        """The drawing of a position to which a move has led."""
        from feerie.views import diagram, routes

        marks = [mark for square in self.moves_of for mark in routes.moves_of(position, square).items()]
        arrows: list[Arrow] = [_arrow(position, text) for text in self.arrows]
        for text in self.shown:
            require_legal(position)
            arrows += routes.steps(position, typed_move(position, text, self.language))
        flow = bool(position.genre.arrows) if self.flow is None else self.flow
        if self.last_move is not None:
            move = _last_move(position, self.last_move)
        return diagram.draw(position, last_move=move, arrows=arrows, marks=marks + [_mark(text) for text in self.marks],
                            check=None if self.check else (), flow=flow, **(self.values | values))

    def drawn_unfinished(self, problem: Problem, **values: Any) -> Diagram:
        """The drawing of an unfinished diagram, whose signs become marks; Error if options ask for its moves."""
        from feerie.views import diagram
        from feerie.views.unfinished import drawable

        if self.moves_of or self.shown or self.arrows or self.last_move is not None:
            raise Error("the diagram is unfinished: there are no moves to be drawn in it")
        shown, signs = drawable(problem.genre, problem.diagram)
        return diagram.draw(shown, marks=[*signs, *map(_mark, self.marks)], check=(), flow=bool(self.flow),
                            **(self.values | values))


@click.command(cls=Program, short_help="Draw a position or the diagrams of a problem file.")
@genre_file_option
@reading_options
@click.argument("subject", metavar="GENRE|FILE", shell_complete=genre_names)
@click.argument("fen", metavar="[FEN]", required=False)
@click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="FILE",
              shell_complete=output_files("svg", "png", "pdf"), help="A file .svg, .png or .pdf; standard output (SVG) "
              "if not given.")
@click.option("--problem", "number", type=click.IntRange(1), metavar="N", help="The Nth problem of the file; without "
              "it all are drawn, to files named like FILE-1.svg if there are several.")
@click.option("--twin", metavar="LABEL", help="A twin of the problem: b.")
@click.option("--play", "played", multiple=True, metavar="MOVE", help="Play a move first and mark it; may be repeated.")
@click.option("--last-move", metavar="UCI", help="Mark the squares of the move that led here: d3f3, or d3f3/h3e3.")
@click.option("--show", "shown", multiple=True, metavar="MOVE", help="Show a move that may be played by an arrow, a "
              "castling by two that are numbered; may be repeated.")
@click.option("--moves-of", multiple=True, metavar="SQUARE", help="Put dots where the man on a square may go, circles "
              "where it may take; may be repeated.")
@click.option("--arrow", "arrows", multiple=True, metavar="a1b2[:COLOUR]", help="Draw an arrow, which rebounds as the "
              "man on its first square does; may be repeated.")
@click.option("--mark", "marks", multiple=True, metavar="a1:MARK", help="Put dot, cross, circle or a short text on a "
              "square; may be repeated.")
@click.option("--check/--no-check", default=True, help="Show which kings are in check; on by default.")
@click.option("--coordinates/--no-coordinates", default=True, help="Letter and number the edges; on by default.")
@click.option("--orientation", type=click.Choice(["white", "black"]), default="white", show_default=True,
              help="The side at the bottom.")
@click.option("--size", type=click.IntRange(1, 10000), default=400, show_default=True,
              help="Pixels of the longer side.")
@click.option("--style", type=click.Choice(["print", "hatched", "board"]), default="print", show_default=True,
              help="The look.")
@click.option("--rings", is_flag=True, help="Tint the rings round a hole (Rollerball) and cut the corners.")
@click.option("--flow/--no-flow", default=None, help="Show the way round on every square; on by default where the "
              "genre is played in one direction (Rollerball).")
@click.option("--caption", help="A text below the board; if not given, of a problem "
              "its stipulation and rules, of a position its conditions.")
@language_option
@json_option
def draw(subject: str, fen: str | None, output: str | None, number: int | None, twin: str | None,
         played: tuple[str, ...], last_move: str | None, shown: tuple[str, ...], moves_of: tuple[str, ...],
         arrows: tuple[str, ...], marks: tuple[str, ...], check: bool, coordinates: bool, orientation: str, size: int,
         style: str, rings: bool, flow: bool | None, caption: str | None, reading: Reading, language: str,
         as_json: bool) -> int:
    """Draw a position as SVG, PNG or PDF, or the diagrams of a problem file.

    \b
    Examples:
      feerie draw rollerball - -o start.svg --arrow c1b1
      feerie draw examples/rokagogo.pop -o diagram.svg
    """
    look = Look(arrows, marks, moves_of, shown, last_move, check, flow,
                {"coordinates": coordinates, "orientation": orientation, "size": size, "style": style, "rings": rings},
                language)
    if Path(subject).is_file():
        if fen is not None:
            raise click.UsageError("a problem file has its own diagrams: give no FEN")
        return _draw_file(read(subject, reading), look, output, number, twin, played, caption, as_json)
    if number is not None or twin is not None:
        raise click.UsageError(Message("{} goes with a problem file, and {} is none",
                                       "--problem" if number else "--twin", subject))
    if Path(subject).is_dir():
        raise click.UsageError(Message("{} is a directory", subject))
    if any(sign in subject for sign in "/\\."):
        raise click.UsageError(Message("{}: no such file, and no genre is called so", subject))
    genre = genres.find(subject)
    game = Game(genre, position_of(genre, fen or "-"))
    below = _conditions(genre, language) if caption is None else caption
    document = _put(_drawing(game, look, played, below), output, as_json)
    if as_json:
        emit(document)
    return DONE


def _drawing(game: Game, look: Look, played: tuple[str, ...], caption: str) -> Diagram:
    """The drawing of a game's position after more moves."""
    for text in played:
        require_legal(game.position)
        game.push(typed_move(game.position, text, look.language))
    return look.drawn(game.position, game.peek() if played else None, caption=caption)


def _draw_file(source: Entries, look: Look, output: str | None, number: int | None, twin: str | None,
               played: tuple[str, ...], caption: str | None, as_json: bool) -> int:
    """Draw the problems of a file; those that cannot be read are reported, and the others are drawn."""
    look = replace(look, language=file_language(source.language))
    entries = [entry for entry in source.with_diagrams() if number in (None, entry.number)]
    if not entries:
        raise click.BadParameter(Message("the file has no problem {}", number or 1), param_hint="--problem")
    several = len(entries) > 1
    if several and output in (None, "-"):
        raise click.UsageError(Message("{} has {} problems: give --problem, or -o for a file of each", source.path,
                                       len(entries)))
    status, documents = DONE, []
    with EntryMessages() as messages:
        for entry in entries:
            try:
                drawing = _drawing_of_entry(entry.get(), twin, look, played, caption)
                target = _numbered(output, entry.number) if several and output else output
                documents.append(_put(drawing, target, as_json))
            except Error as error:
                messages.error(Message("{}: {}", source.path, at_line(entry.line, message_of(error))))
                status = BAD
    if as_json and (several or documents):
        emit({"files": documents} if several else documents[0])
    return status


def _drawing_of_entry(content: Content, twin: str | None, look: Look, played: tuple[str, ...],
                      caption: str | None) -> Diagram:
    """The drawing of a problem or one of its twins, or of a diagram without a stipulation, which gets no caption."""
    if not isinstance(content, Problem):
        if twin:
            raise ProblemError("a diagram without a stipulation has no twins")
        return _drawing(Game(content.genre, content.fen), look, played, caption or "")
    problem = part_of(content, twin) if twin else content
    if caption is None:
        look = replace(look, values={**look.values, "legend": look.language})
        caption = "  ".join(_under(problem, look.language))
    return _drawing_of(problem, look, played, caption)


def _conditions(genre: Genre, language: str) -> str:
    """The caption of a position: the rules, if there are conditions among them, which the board does not show."""
    from feerie.views.captions import rules_of

    return rules_of(genre, language) if genres.elements_of(genre).conditions else ""


def _under(problem: Problem, language: str) -> Iterator[str]:
    """The caption of a problem."""
    from feerie.views.captions import caption

    asked, *rest, men = caption(problem, language)
    yield from (asked, *([", ".join(rest)] if rest else []), men)


def _drawing_of(problem: Problem, look: Look, played: tuple[str, ...], caption: str) -> Diagram:
    """The drawing of a problem's diagram, with the side that begins to move; for a proof game the target diagram."""
    if not Target(problem.diagram.men).is_finished:
        if played:
            raise Error("the diagram is unfinished: no move can be played")
        return look.drawn_unfinished(problem, caption=caption)
    return _drawing(Game(problem.genre, Position(problem.genre, problem.fen)), look, played, caption)


def _numbered(path: str, number: int) -> str:
    """The name of a file for one of several problems: "x-2.svg"."""
    file = Path(path)
    return str(file.with_name(f"{file.stem}-{number}{file.suffix}"))


def _put(drawing: Diagram, output: str | None, as_json: bool) -> dict[str, Any]:
    """Write a drawing to a file or, unless JSON goes there, to standard output; returns what the JSON says of it."""
    from feerie.views import images

    if output and output != "-":
        images.save(drawing, output)
        return {"file": output, "bytes": Path(output).stat().st_size}
    if not as_json:
        say(str(drawing))
    return {"file": None, "bytes": len(drawing.encode()), "svg": str(drawing)}


def _pair(option: str, text: str) -> tuple[str, str]:
    """Two squares written together: "e2e4"."""
    match = re.fullmatch("([a-z][0-9]+)([a-z][0-9]+)", text)
    if match is None:
        raise click.BadParameter(Message("{} is not two squares, like e2e4", repr(text[:40])), param_hint=option)
    return match[1], match[2]


def _last_move(position: Position, text: str) -> Move:
    """The move that led to a position, from "d3f3" or, for castling, "d3f3/h3e3"."""
    king, slash, partner = text.partition("/")
    origin, target = _pair("--last-move", king)
    for square in (origin, target):
        position.genre.board.index(square)
    return Move(position.man_at(target), origin, target, partner=_pair("--last-move", partner) if slash else None)


def _arrow(position: Position, text: str) -> Arrow:
    """An arrow, from "e2e4" or "e2e4:red", along the path of the man on its first square."""
    from feerie.views.arrows import Route
    from feerie.views.routes import route

    squares, _, colour = text.partition(":")
    return Route(route(position, *_pair("--arrow", squares)), colour)


def _mark(text: str) -> tuple[str, str]:
    """A mark, from "e4:dot"."""
    square, colon, kind = text.partition(":")
    if not colon:
        raise click.BadParameter(Message("{} is not a square and a mark, like e4:dot",
                                         repr(text[:40])), param_hint="--mark")
    return square, kind
