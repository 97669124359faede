"""What the page is told about an exercise before it is played."""
from __future__ import annotations

from typing import Any

from feerie.apps.web.compose.drafts import draft_of
from feerie.apps.web.games.answers import View, genre_document
from feerie.apps.web.serving.texts import page_texts
from feerie.apps.web.solve.documents import verdict_document
from feerie.apps.web.solve.exercises import Exercise, kind_of, row_of
from feerie.apps.web.solve.play import mating_side
from feerie.apps.web.solve.verdicts import begin, solutions_of
from feerie.notation.languages import language as language_of
from feerie.problems.problem import Problem
from feerie.rules.side import SIDES
from feerie.views.captions import caption, named

__all__ = ["exercise_document", "task"]


def task(problem: Problem, language: str) -> str:
    """What has to be done, as a sentence."""
    words, asked = language_of(language, problem.genre), problem.stipulation
    first, mating = problem.first_side, mating_side(problem)
    moves = f"{asked.moves}½" if asked.half else str(asked.moves)
    return page_texts(language)[f"task: {kind_of(problem)}"].format(
        moves=moves, side=words.colours[first], other=words.colours[1 - first], mating=words.colours[mating])


def exercise_document(exercise: Exercise, view: View) -> dict[str, Any]:
    """A problem to solve. `count`: how many solutions there are; `helps`: whether the board may make the moves of the
    side that helps; `draft`: the problem as *Compose* edits it; `begun`: the line before the first move, in help
    play also where the board makes moves."""
    problem = exercise.problem
    return row_of(exercise, view.language) | {
        "task": task(problem, view.language), "caption": caption(problem, view.language),
        "named": named(problem), "genre_document": genre_document(problem.genre, view.language),
        "count": len(solutions_of(problem)), "helps": kind_of(problem) == "help",
        "first": SIDES[problem.first_side], "below": SIDES[mating_side(problem) if kind_of(problem) != "self"
                                                           else problem.first_side],
        "draft": draft_of(problem).model_dump(),
        "begun": [verdict_document(exercise, begin(problem, helped=helped), (), view) for helped in
                  (False, True)[:1 + (kind_of(problem) == "help")]]}
