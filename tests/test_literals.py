"""The types of fixed words name what the code accepts and gives, no more and no less."""
from __future__ import annotations

from types import FunctionType
from typing import get_args

import pytest

from feerie import Game, Position, find_mate, text
from feerie.game.score import PovScore
from feerie.game.status import result_of
from feerie.problems.forced_mate import STIPULATIONS
from feerie.rules import literals
from feerie.rules.side import SIDES, Side
from feerie.views.diagram import STYLES, draw
from feerie.views.notations import Notation


def test_the_words_are_those_that_are_taken() -> None:
    side, words = get_args(literals.SideName)
    assert side is Side and get_args(words) == SIDES
    assert get_args(literals.Result) == tuple(map(result_of, (*SIDES, None)))
    assert get_args(literals.GameResult) == (*get_args(literals.Result), "*")
    assert set(get_args(literals.BoardStyle)) == set(STYLES)
    assert set(get_args(literals.NotationName)) == {notation.value for notation in Notation}
    plays, goals = get_args(literals.MatePlay), get_args(literals.MateGoal)
    assert {(play, goal) for play in plays for goal in goals} == set(STIPULATIONS)


@pytest.mark.parametrize(("function", "argument", "expected"), [
    (Position.kings, "side", "SideName"), (PovScore.pov, "side", "SideName"), (Game.result, "return", "GameResult"),
    (draw, "orientation", "SideName"), (find_mate, "goal", "MateGoal"), (find_mate, "play", "MatePlay"),
    (text, "notation", "NotationName | Notation")])
def test_public_functions_have_them(function: FunctionType, argument: str, expected: str) -> None:
    assert function.__annotations__[argument] == expected
