"""Twins as printed below a diagram, in composers' signs."""
from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from feerie.base.errors import ProblemError
from feerie.formats.popeye.words import TWINNINGS, word
from feerie.genres import with_men_of
from feerie.notation.languages import Language
from feerie.notation.languages import language as language_of
from feerie.problems.problem import Problem
from feerie.problems.twins import (
    AddMan,
    ChangeCondition,
    ChangeStipulation,
    ExchangeColours,
    ExchangeMen,
    Mirror,
    MoveMan,
    RemoveMan,
    Rotate,
    Shift,
    Substitute,
    Twin,
    TwinStep,
    Unreadable,
    labels,
)
from feerie.rules.trait import Trait
from feerie.rules.unit import side_of, unit_of

__all__ = ["changes"]


def changes(problem: Problem, language: str) -> dict[str, str]:
    """The twins by their labels, as printed: "b) wKc1→e1"; a plus marks a continued twin."""
    words = language_of(language, problem.genre)
    names = labels()
    if not problem.zeroposition:
        next(names)
    found: dict[str, str] = {}
    all_twins = problem.twins
    before = problem = replace(problem, twins=(), zeroposition=False)       # its changes would copy all of them
    for twin, name in zip(all_twins, names):
        change, before = _change(twin, before if twin.continued else problem, words)
        found[name] = f"{'+' if twin.continued else ''}{name}) {change}"
    return found


def _change(twin: Twin, problem: Problem, words: Language) -> tuple[str, Problem]:
    """The change of a twin in composers' signs, or in words if there is no sign; and the problem after it.

    A step that cannot be made is reported and changes nothing.
    """
    told = []
    for step in twin.steps:
        told.append(_step(step, problem, words))
        with suppress(ProblemError):
            problem = step.apply(problem)
    return ", ".join(told), problem


def _step(step: TwinStep, problem: Problem, words: Language) -> str:
    def letter(man: str) -> str:
        """The letter of a man that the genre may lack, since the twin brings it."""
        return language_of(words, with_men_of(problem.genre, [man])).letter(man.upper(), problem=True)

    def coloured(man: str) -> str:
        traits = unit_of(man).traits
        colour = "" if Trait.NEUTRAL in traits else words.colour_letters[side_of(man)]
        return colour + words.traits(traits) + letter(man)

    def named(square: str) -> str:
        man = dict(problem.diagram.pieces).get(problem.genre.board.index(square), "") if square in on_board else ""
        return (coloured(man) if man[-1:].isalnum() else "") + square

    on_board = {problem.genre.board.name(square) for square in problem.genre.board.squares}
    match step:
        case MoveMan(origin, target):
            return f"{named(origin)}→{target}"
        case ExchangeMen(first, second):
            return f"{named(first)}↔{named(second)}"
        case AddMan(man, square):
            return f"+{coloured(man)}{square}"
        case RemoveMan(square):
            return f"–{named(square)}"
        case Substitute(old, new):
            return f"{letter(old)}→{letter(new)}"
        case Rotate(degrees):
            return f"{word(TWINNINGS, 'rotate', words.code)} {degrees}°"
        case Mirror(corners):
            return f"{word(TWINNINGS, 'mirror', words.code)} {corners[:2]}↔{corners[2:]}"
        case Shift(origin, target):
            return f"{word(TWINNINGS, 'shift', words.code)} {origin}→{target}"
        case ExchangeColours():
            return words.sentence("colours exchanged")
        case ChangeStipulation(asked):
            return str(asked)
        case ChangeCondition(genre):
            return genre.title(words.code)
        case Unreadable():
            return "?"
    raise ProblemError("there is no sign for the twin {}", step)
