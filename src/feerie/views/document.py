"""What a document about problems shows of each, whatever it is written in: heading, caption, parts, verdicts.

HTML, LaTeX and the PDF sheet take solutions, or problems as a file has them: with twins and duplex parts under one
heading, and with those that could not be solved.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from feerie import __version__ as VERSION
from feerie.notation.languages import Language
from feerie.notation.languages import language as language_of
from feerie.problems.popeye_writer import men_words
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup

__all__ = ["PROGRAM", "VERSION", "Part", "Solutions", "Solved", "capital", "caption", "collect", "computer_tested",
           "heading", "men_count", "part_heading", "source", "spoken", "stipulation", "title_of", "twin_lines"]

PROGRAM = "Féerie"


@dataclass(frozen=True)
class Part:
    """A problem, or a part of one, with its solution.

    `label`: "a" of a twin; `change`: what makes the twin, in words; `is_duplex`: it is one of two sides.
    """

    solution: Solution
    label: str = ""
    change: str = ""
    is_duplex: bool = False


@dataclass(frozen=True)
class Solved:
    """A problem with the solutions of its parts. `error`: why there are not all of them, in words, or ""."""

    problem: Problem
    parts: tuple[Part, ...] = ()
    error: str = ""


Solutions = Solution | Solved | Iterable[Solution | Solved]
"""What a document may be made of."""


def collect(solutions: Solutions) -> list[Solved]:
    """The problems of a document, in order."""
    given = [solutions] if isinstance(solutions, (Solution, Solved)) else solutions
    return [entry if isinstance(entry, Solved) else Solved(entry.problem, (Part(entry),)) for entry in given]


def title_of(entries: list[Solved], language: str) -> str:
    """A title for a document: of one problem who made it and what is asked for."""
    if len(entries) != 1:
        return capital(language_of(language).word("problems"))
    problem = entries[0].problem
    return ", ".join(filter(None, (", ".join(problem.author), problem.title, stipulation(problem))))


def heading(problem: Problem) -> str:
    """Who made the problem; "" where that is not said."""
    return ", ".join(problem.author)


def source(problem: Problem) -> str:
    """Where the problem was published, and the award it got."""
    return ", ".join(filter(None, (problem.source, problem.award)))


def stipulation(problem: Problem) -> str:
    """What is asked for, as composers write it: "h#2½"."""
    text = str(problem.stipulation)
    return text.removesuffix(".5") + "½" if problem.stipulation.half else text


def men_count(problem: Problem) -> str:
    """How many men there are: "(5+2)"."""
    men = [man for man in problem.diagram.men if man]
    white = sum(man.isupper() for man in men)
    return f"({white}+{len(men) - white})"


def wishes(problem: Problem, words: Language) -> Iterator[str]:
    """What is asked for besides the stipulation."""
    if problem.intended:
        wanted = problem.intended_solutions
        if problem.intended != str(wanted):
            yield problem.intended
        elif wanted != 1:
            yield words.sentence("solutions", count=wanted)
    if problem.options.set_play:
        yield words.word("set play")
    if problem.options.duplex:
        yield words.word("duplex")
    if problem.is_post_key:
        yield words.word("post-key play")


def caption(problem: Problem, language: str) -> list[str]:
    """What stands under a diagram, left to right: stipulation, rules, wishes, the number of men."""
    words = language_of(language)
    return [stipulation(problem), problem.genre.title(language), *wishes(problem, words), men_count(problem)]


def part_heading(part: Part, language: str) -> str:
    """What tells a part from the others: "b) Exchange e8 a8", "White to move"."""
    words = language_of(language)
    side = words.sentence("to move", side=words.colours[part.solution.problem.first_side]) if part.is_duplex else ""
    return " ".join(filter(None, (f"{part.label})" if part.label else "", part.change, side)))


def twin_lines(entry: Solved) -> list[str]:
    """What stands under the diagram about the twins: "b) Exchange e8 a8"."""
    return list(dict.fromkeys(f"{part.label}) {part.change}" for part in entry.parts if part.label and part.change))


def computer_tested(solution: Solution, language: str) -> str:
    """ "C+" with the program and its version where the solver answers for the problem being sound; else ""."""
    if not (solution.complete and solution.is_sound):
        return ""
    return language_of(language).sentence("computer tested", program=PROGRAM, version=VERSION)


def spoken(genre: Genre, setup: Setup, language: str) -> str:
    """A diagram in words, for those who do not see it."""
    white, black = (", ".join(men_words(genre, setup, side, language)) or "–" for side in (0, 1))
    return language_of(language).sentence("diagram", white=white, black=black)


def capital(text: str) -> str:
    """The text with a capital letter first."""
    return text[:1].upper() + text[1:]
