"""Solutions for the page: printed lines whose moves name the play that leads to them, and positions after that play.

The play that leads to a move is its *line*: UCI texts in the order in which they are made. Where a side moves twice in
a row, as in threats, set play and series play, the other side has passed.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from feerie.apps.web.games.answers import genre_document, position_document
from feerie.apps.web.serving.error_messages import error_message
from feerie.base.errors import IllegalMoveError, InvalidMoveError, ProblemError
from feerie.game.position import Position
from feerie.notation.languages import Language
from feerie.notation.moves import squares_of
from feerie.problems.line import LinePlayer
from feerie.problems.parts import AskedPart, Part
from feerie.problems.problem import Problem
from feerie.problems.solution import Role, Solution, UciLine
from feerie.problems.soundness import soundness
from feerie.rules.move import Move
from feerie.views.captions import capital, computer_tested, part_heading, twins
from feerie.views.notations import Notation
from feerie.views.play import Branch, LineWriter, PrintedSolution, last_move, passage, typeset
from feerie.views.solution_text import verdict
from feerie.views.soundness_text import report

if TYPE_CHECKING:       # Python in a browser has no jobs
    from feerie.apps.web.compose.solving_jobs import SolvingJob

__all__ = ["AnswerPart", "lines_document", "position_after", "results_of", "rows_after", "solution_document"]

MOST_ROWS = 600
"""Printed lines of a part that are sent at once; what is folded deeper is requested when it is opened."""
OPEN_ROWS = 60
"""Play with more rows than this is folded."""
MOST_LINES = 200
"""Lines of help and series play that are sent at once."""
LONGEST_SHOWN_LINE = 4000
"""Single moves."""


class AnswerPart(Protocol):
    """A part of a problem with what has been found. `solution`: at the end; `error`: why it cannot be solved."""

    asked: AskedPart
    solution: Solution | None
    error: str

    def so_far(self) -> Solution | None:
        """The solution, or as much of it as there is."""


def solution_document(job: SolvingJob, language: str, notation: str) -> dict[str, Any]:
    """What a job has found, part by part."""
    return {**job.snapshot().model_dump(), "results": results_of(job.problem, job.parts, language, notation)}


def results_of(problem: Problem, parts: Iterable[AnswerPart], language: str, notation: str) -> list[dict[str, Any]]:
    """What has been found of a problem, part by part."""
    changes = twins(problem, language)
    return [_part(part, changes, language, Notation(notation)) for part in parts]


def _part(part: AnswerPart, changes: Mapping[str, str], language: str, notation: Notation) -> dict[str, Any]:
    found: dict[str, Any] = {"heading": part_heading(part.asked, changes, language),
                             "error": error_message(part.error, language)}
    problem, solution = part.asked.problem, part.so_far()
    if problem is not None:
        found |= {"genre": genre_document(problem.genre, language, problem=True),
                  "diagram": position_document(Position(problem.genre, problem.start))}
    if solution is None or part.error:
        return found
    is_over = part.solution is not None
    found |= {"verdict": capital(verdict(solution, language)) if is_over else "", "report": [], "tested": "",
              "complete": solution.complete, "sound": solution.is_sound if solution.complete else None,
              "nodes": solution.nodes, "seconds": round(solution.seconds, 2), "sections": [], "lists": []}
    if is_over:
        *notes, told = report(soundness(solution), language, notation).split("\n")
        found |= {"report": notes, "told": told, "tested": computer_tested(Part(solution), language)}
    if solution.tree is not None:
        found["sections"] = list(_sections(PrintedSolution(solution, language, notation)))
    else:
        found["lists"] = [lines_document(solution, language, notation, is_set_play=is_set_play)
                          for is_set_play in (True, False) if solution.set_lines or not is_set_play]
    return found


# ----------------------------------------------------------------------------------------------- battles

def _sections(printed: PrintedSolution) -> Iterator[dict[str, Any]]:
    """Set play, tries and keys, with headings if there are not only keys."""
    attacks = printed.attacks
    tries = [branch for branch in attacks if branch.role is Role.TRY]
    rest = [branch for branch in attacks if branch.role is not Role.TRY]
    groups = [("set play", list(printed.set_play)), ("tries", tries), ("solution", rest)]
    budget = _RowsLeft(MOST_ROWS)
    headed = sum(1 for _, branches in groups if branches) > 1
    for word, branches in groups:
        if branches:
            rows = [row for branch in branches for row in _rows(branch, (), budget)]
            _unfold(rows, is_small=sum(map(_size, rows)) <= OPEN_ROWS)
            yield {"heading": capital(printed.words.word(word)) if headed else "", "set": word == "set play",
                   "rows": rows}


def _size(row: dict[str, Any]) -> int:
    """Number of rows in a row, itself included."""
    return 1 + sum(map(_size, row["rows"]))


def _unfold(rows: list[dict[str, Any]], *, is_small: bool) -> None:
    """Mark the rows that are open: all in a small solution, otherwise the first ones that have little below them."""
    for row in rows:
        row["open"] = row["more"] is None and (is_small or _size(row) <= OPEN_ROWS)
        if is_small:
            _unfold(row["rows"], is_small=True)


@dataclass
class _RowsLeft:
    """How many more rows may be sent."""

    rows: int


def _rows(branch: Branch, line: UciLine, budget: _RowsLeft) -> Iterator[dict[str, Any]]:
    """A printed line and what is folded below it; for a diagram without a move only the latter.

    `line`: the moves before the branch. `more`: the line after which the rows below have to be requested.
    """
    part = passage(branch)
    lines, at = dict[int, UciLine](), line
    for move in part.moves:
        at = lines[id(move)] = (*at, move.node.move) if move.node.move else at
    lines |= {id(beside): (*at, str(beside.node.move)) for beside in (*part.threats, *part.refutations)}
    items: list[dict[str, Any]] = []
    before = line
    for span, owner in part.pieces():
        items.append({"kind": span.kind, "text": span.text})
        if owner is not None and span.kind == "move":       # not in `lines`: what reflex play forces after a refutation
            before = lines.get(id(owner), (*before, str(owner.node.move)))
            items[-1]["line"] = list(before)
    budget.rows -= 1
    is_sent = budget.rows > 0
    below = [row for following in (part.rest if is_sent else ()) for row in _rows(following, at, budget)]
    if items:
        yield {"items": items, "rows": below, "more": list(at) if part.rest and not is_sent else None, "open": False}
    else:
        yield from below


def rows_after(solution: Solution, line: Sequence[str], is_set_play: bool, language: str, notation: str
               ) -> list[dict[str, Any]]:
    """The rows below the last move of a line; ProblemError if the solution has no such line."""
    printed = PrintedSolution(solution, language, Notation(notation))
    branches = printed.set_play if is_set_play else printed.attacks
    if solution.problem.is_post_key and not is_set_play:
        branches = branches[0].children()
    branch: Branch | None = None
    for at, uci in enumerate(line):
        branch = next((each for each in branches if each.node.move == uci), None)
        if branch is None:
            raise ProblemError("the solution has no move {} after {} moves", uci[:10], at)
        branches = branch.children()
    if branch is None:
        raise ProblemError("the line is empty")
    budget = _RowsLeft(MOST_ROWS)
    return [row for following in passage(branch).rest for row in _rows(following, tuple(line), budget)]


# ------------------------------------------------------------------------------------------------- lines

def lines_document(solution: Solution, language: str | Language, notation: Notation, *, is_set_play: bool = False,
                   offset: int = 0) -> dict[str, Any]:
    """Lines of help and series play from `offset` on. `more`: whether others follow."""
    words = notation.words(language)
    lines = solution.set_lines if is_set_play else solution.lines
    chosen = list(islice(lines, offset, offset + MOST_LINES + 1))
    writer = LineWriter(solution, words, notation, is_set_play=is_set_play)
    shown = []
    for line in chosen[:MOST_LINES]:
        written, items, at = writer.written(line), list[dict[str, Any]](), 0
        for ply in written.plies:
            if ply.number:
                items.append({"kind": "number", "text": ply.number})
            if ply.text:
                at += 1
                items.append({"kind": "move", "text": typeset(ply.text, ply.sign), "line": list(line[:at])})
        if written.is_short:
            items.append({"kind": "badge", "text": words.word("short")})
        shown.append(items)
    headed = bool(solution.set_lines)
    word = "set play" if is_set_play else "solution"
    return {"heading": capital(words.word(word)) if headed else "", "set": is_set_play, "lines": shown,
            "offset": offset, "more": len(chosen) > MOST_LINES}


# --------------------------------------------------------------------------------------------- positions

def position_after(problem: Problem, line: Sequence[str], is_set_play: bool) -> tuple[Position, Move | None]:
    """The position after a line, and the move that led to it; ProblemError if the line cannot be played."""
    if len(line) > LONGEST_SHOWN_LINE:
        raise ProblemError("the line is too long")
    player = LinePlayer(problem, is_set_play=is_set_play)
    if not line:
        return player.start, None
    try:
        *_, last = player.moves(tuple(line))
        origin, _, _ = squares_of(last.uci)
        if not last.position.man_at(origin):
            raise IllegalMoveError("{} is empty", origin)
        move, after = last_move(last.position, last.uci)
    except (IllegalMoveError, InvalidMoveError, IndexError, KeyError, ValueError) as error:
        raise ProblemError("the line cannot be played: {}", error) from None
    return after, move
