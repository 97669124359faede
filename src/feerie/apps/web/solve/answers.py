"""Answers to what is done with an exercise, for the server and for the site without one."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feerie.apps.web.games.answers import View, illegal, why_document
from feerie.apps.web.solve import verdicts
from feerie.apps.web.solve.documents import hint_document, verdict_document
from feerie.apps.web.solve.exercises import Exercise
from feerie.apps.web.solve.play import after, moves_of
from feerie.base.errors import IllegalMoveError
from feerie.game.typed_moves import typed_move
from feerie.notation.languages import language as language_of
from feerie.problems.problem import Problem
from feerie.why.typed_moves import explained

if TYPE_CHECKING:
    from feerie.apps.web.solve.schemas import HintAsked, LineAsked

__all__ = ["hinted", "played", "told_why"]


def played(exercise: Exercise, asked: LineAsked) -> dict[str, Any]:
    """A line, and what the move after it is worth; IllegalMoveError with the reasons."""
    view, problem, line = View(asked.language, asked.notation), exercise.problem, tuple(asked.line)
    if asked.move is None:
        verdict = verdicts.Verdict(line, "open") if line else verdicts.begin(
            problem, helped=asked.helped, found=asked.found)
    else:
        verdict = verdicts.judge(problem, (*line, _move(problem, line, asked.move, view)), helped=asked.helped,
                                 found=asked.found)
    return verdict_document(exercise, verdict, asked.found, view)


def _move(problem: Problem, line: tuple[str, ...], text: str, view: View) -> str:
    """The legal move that a text means; IllegalMoveError with the rules' reasons."""
    position = after(problem, line)
    try:
        uci = typed_move(position, text, view.language).uci()
    except IllegalMoveError as error:
        raise illegal(error, lambda: explained(position, text, language_of(view.language)), view.language) from None
    if uci not in {move.uci() for move in moves_of(problem, position, len(line))}:
        raise IllegalMoveError("in series play only the last move may give check")
    return uci


def told_why(exercise: Exercise, asked: LineAsked) -> dict[str, Any]:
    """Why a move is legal or not after a line, rule by rule."""
    position = after(exercise.problem, tuple(asked.line))
    return why_document(explained(position, asked.move or "", language_of(asked.language)))


def hinted(exercise: Exercise, asked: HintAsked) -> dict[str, Any]:
    """The next move of a solution, as much of it as is asked for."""
    problem, line = exercise.problem, tuple(asked.line)
    found = verdicts.hint_for(problem, line, asked.found)
    return hint_document(problem, line, found, asked.step, View(asked.language, asked.notation))
