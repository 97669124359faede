"""The parts of a problem as `feerie solve` takes them: twins and sides, and what is printed above each."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from feerie.base.errors import Message, ProblemError, at_line
from feerie.base.frozen import frozen
from feerie.game.position import SIDES
from feerie.notation.languages import Language
from feerie.problems.place import Place
from feerie.problems.problem import Problem
from feerie.views.board_text import board
from feerie.views.document import asked, named, part_heading, twins

__all__ = ["ProblemPart", "ProblemTwin", "located", "place_of", "problem_heading", "twins_of"]


@frozen
class ProblemPart:
    """A problem or a part of it.

    `label`: "a" of a twin; `heading`: "b) wKc1→e1", "White to move"; `is_duplex`: one of two sides.
    """

    problem: Problem
    label: str = ""
    heading: str = ""
    is_duplex: bool = False


@frozen
class ProblemTwin:
    """A twin of a problem, or the problem itself: what has one label.

    `parts`: one, or one for each side of a duplex; none if the twin cannot be built. Then `error` says why, beginning
    with the line or the label.
    """

    label: str
    parts: tuple[ProblemPart, ...] = ()
    error: str = ""


def place_of(part: ProblemPart, place: Place) -> Place:
    """The place of a part of the problem at a place: its label and, in a duplex, the side that begins."""
    return replace(place, label=part.label, side=SIDES[part.problem.first_side] if part.is_duplex else "")


def located(place: Place, message: str) -> str:
    """A message with the file and line of the problem and the label of the twin, unless it has them already."""
    if place.label and f"{place.label}) " not in message:
        message = Message("{}) {}", place.label, message)
    return message if place.line is None else Message("{}: {}", place.file, at_line(place.line, message))


def twins_of(problem: Problem, language: str) -> Iterator[ProblemTwin]:
    """The twins of a problem in order; without twins, the problem itself."""
    changes = twins(problem, language)
    for label, twin in problem.parts():
        if isinstance(twin, ProblemError):
            yield ProblemTwin(label, error=str(twin))
            continue
        sides = twin.colours()
        is_duplex = len(sides) > 1
        yield ProblemTwin(label, tuple(
            ProblemPart(each, label, part_heading(each, label, changes, language, is_duplex=is_duplex), is_duplex)
            for each in sides))


def problem_heading(problem: Problem, words: Language, no_board: bool) -> str:
    """Author, source, title and board of a problem; stipulation, rules and number of men; `words`: of a notation."""
    drawn = [] if no_board else ["", board(problem.genre, problem.diagram, words.code, problem=True), ""]
    return "\n".join([*named(problem), *drawn, asked(problem, words), *problem.constraints.texts]).strip("\n")


