"""Problems that can be solved on the page: a checked set of our own, and saved problems.

Those of our own are made by `scripts/make-exercises` and stand in `exercises.json`, from genre to genre, each with what
the solver counted.
"""
from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from feerie.base.errors import Error
from feerie.problems.options import Options
from feerie.problems.problem import Problem
from feerie.problems.stipulation import Aim, Play

__all__ = ["KINDS", "Exercise", "is_offered", "kind_of", "own_exercises", "row_of"]

KINDS = {Play.DIRECT: "direct", Play.SELF: "self", Play.HELP: "help", Play.SERIES: "series",
         Play.SERIES_HELP: "series help"}
"""The kinds of play that are offered, with the words for them in keys of texts."""
MOST_MOVES = {Play.DIRECT: 4, Play.SELF: 3, Play.HELP: 4, Play.SERIES: 8, Play.SERIES_HELP: 8}
"""Longer problems are not offered: the server has to know at each move what it leads to."""
_FREE = ("half_duplex", "white_to_play", "no_castling", "no_white_king", "no_black_king", "set_play", "defence",
         "avoid_trivial_tries", "variations", "no_threat", "no_short_variations", "max_solutions", "max_time",
         "intelligent", "solutions_per_target", "move_numbers", "no_board", "other")
"""The options that do not change what has to be found."""


@dataclass(frozen=True)
class Exercise:
    """A problem to solve. `grade`: 0 for one that has none."""

    id: str
    problem: Problem
    grade: int = 0


def is_offered(problem: Problem) -> bool:
    """Whether a problem can be solved on the page: a mate of few moves, without twins and unusual options."""
    asked = problem.stipulation
    usual = Options()
    return (not problem.twins and asked.play in KINDS and asked.goal.aim is Aim.MATE and not asked.shortest
            and not asked.exact and not asked.introductory and asked.moves <= MOST_MOVES[asked.play]
            and all(value == getattr(usual, name) for name, value in vars(problem.options).items()
                    if name not in _FREE))


def kind_of(problem: Problem) -> str:
    """The kind of play of a problem that is offered."""
    return KINDS[problem.stipulation.play]


def row_of(exercise: Exercise, language: str) -> dict[str, Any]:
    """An exercise in a list."""
    problem = exercise.problem
    return {"id": exercise.id, "genre": problem.genre.name, "title": problem.genre.title(language),
            "stipulation": str(problem.stipulation), "kind": kind_of(problem), "moves": problem.stipulation.moves,
            "grade": exercise.grade, "author": ", ".join(problem.author), "source": problem.source}


@cache
def own_exercises() -> Mapping[str, Exercise]:
    """The set of our own by id."""
    rows = json.loads(Path(__file__).with_name("exercises.json").read_text(encoding="utf-8"))
    return MappingProxyType({row["id"]: Exercise(row["id"], _problem(row), row["grade"]) for row in rows})


def _problem(row: Mapping[str, Any]) -> Problem:
    intended = str(row["solutions"]) if row["solutions"] > 1 else ""
    try:
        return Problem(row["genre"], row["fen"], row["stipulation"], intended=intended)
    except Error as error:
        raise ValueError(f"exercises.json: {row['id']}: {error}") from error
