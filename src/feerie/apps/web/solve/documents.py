"""What the page is told about the play of an exercise: a line with its verdict, hints, small diagrams."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from feerie.apps.web.games.answers import View, destinations, genre_document, position_document, position_said
from feerie.apps.web.games.pictures import BOARD_STYLE, small_board
from feerie.apps.web.serving.texts import page_texts
from feerie.apps.web.solve.exercises import Exercise
from feerie.apps.web.solve.play import after, length, moves_of, numbered, start_of
from feerie.apps.web.solve.verdicts import Found, Hint, Verdict
from feerie.game.position import Position
from feerie.problems.problem import Problem
from feerie.views.diagram import definitions
from feerie.views.figures import Figure, figures_of

__all__ = ["diagrams_document", "hint_document", "verdict_document"]


def verdict_document(exercise: Exercise, verdict: Verdict, found: Found, view: View) -> dict[str, Any]:
    """The position after a line and what is said of it. `shown`: the length of the line without a refutation;
    `solved`: the line that counts as a solution, and whether it is new."""
    problem, line = exercise.problem, verdict.line
    position, moves = after(problem, line), numbered(problem, line, view.language, view.notation)
    goes_on = verdict.state not in ("wrong", "solved")
    last = after(problem, line[:-1]).parse(line[-1]) if line else None
    counted = line[:1] if problem.stipulation.play.is_battle else line
    return position_document(position, last) | {
        "line": list(line), "state": verdict.state, "moves": moves, "said": _said(problem, verdict, view),
        "destinations": _destinations(problem, position, len(line)) if goes_on else [],
        "to_move": position_said(position, view) if goes_on else "",
        "left": max(0, length(problem) - len(line)),
        "text": moves[-1]["text"] if moves else "",
        "solution": list(counted) if verdict.state == "solved" else [],
        "is_new": verdict.state == "solved" and list(counted) not in [list(each) for each in found]}


def _destinations(problem: Problem, position: Position, ply: int) -> list[dict[str, Any]]:
    known = {move.uci() for move in moves_of(problem, position, ply)}
    return [each for each in destinations(position) if each["uci"] in known]


def _said(problem: Problem, verdict: Verdict, view: View) -> str:
    """The sentence of a verdict, "" for none."""
    if not verdict.reason:
        return ""
    said = {}
    for name, value in verdict.values.items():
        if isinstance(value, int):
            said[name] = str(value)
        else:
            position = after(problem, verdict.line[:value[0]])
            said[name] = (position.long if view.notation == "long" else position.san)(value[1], view.language)
    return page_texts(view.language)[verdict.reason].format(**said)


def hint_document(problem: Problem, line: tuple[str, ...], hint: Hint, step: int, view: View) -> dict[str, Any]:
    """A hint in steps: 1 the man, 2 the square too, 3 the move. `square`, `target`: what is shown on the board."""
    texts = page_texts(view.language)
    if not hint.move:
        return {"back": hint.back, "square": "", "target": "", "said": texts["trial: take back"].format(
            count=hint.back)}
    position = after(problem, line)
    move = position.parse(hint.move)
    man = genre_document(problem.genre, view.language)["men"][position.men()[move.origin]]["name"]
    written = (position.long if view.notation == "long" else position.san)(move, view.language)
    said = texts[f"hint: step {step}"].format(man=man, square=move.origin, target=move.target, move=written)
    return {"back": 0, "square": move.origin, "target": move.target if step > 1 else "", "said": said}


def diagrams_document(exercises: Iterable[Exercise], language: str) -> dict[str, Any]:
    """Small diagrams by id, and the drawings of men that they refer to."""
    drawn: dict[str, str] = {}
    figures: dict[str, Figure] = {}
    for each in exercises:
        problem = each.problem
        position = start_of(problem)
        own = figures_of(problem.genre.men, [man for _, man in position.setup.pieces])
        figures |= {figure.name: figure for figure in own.values()}
        drawn[each.id] = small_board(position, label=problem.genre.title(language))
    return {"definitions": definitions(figures.values(), BOARD_STYLE), "diagrams": drawn}
