"""Problems as a FEN with named texts: what EPD has as operations and PGN as headers.

Options, conditions and twins are written in Popeye's English, as in databases; twins are also read in signs.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from feerie.base.errors import Message, ProblemError
from feerie.formats.popeye.phrases import Hunters, OptionValues, Phrases, combined, hunter_names, hunters_of
from feerie.formats.popeye.words import CONDITIONS, OPTIONS, suggestion
from feerie.formats.popeye.writer import option_words, twin_text
from feerie.formats.twin_signs import in_words
from feerie.problems.metadata import Metadata
from feerie.problems.problem import Problem
from feerie.problems.twins import Twin
from feerie.rules.genre import Genre

__all__ = ["LISTS", "options_of", "problem_of", "texts_of", "twin_of"]

LISTS = ("constraints", "options", "twins", "author", "remarks", "keywords", "solution")
"""The texts of which there may be several; for a solution, its lines."""

Texts = Mapping[str, Sequence[str]]


def texts_of(problem: Problem) -> dict[str, tuple[str, ...]]:
    """The texts of a problem by name, without empty ones. Its genre and FEN are not among them."""
    texts: dict[str, tuple[str, ...]] = {
        "stipulation": (str(problem.stipulation),), "target": (problem.target_fen or "",),
        "constraints": problem.constraints.texts,
        "options": tuple(option_words(problem.options, "en")),
        "twins": tuple(twin_text(twin, "en", problem.genre) for twin in problem.twins),
        "zeroposition": ("1",) if problem.zeroposition else (), "author": problem.author, "source": (problem.source,),
        "title": (problem.title,), "award": (problem.award,), "intended": (problem.intended,),
        "remarks": problem.remarks, "keywords": problem.metadata.keywords,
        "solution": tuple(problem.solution_text.split("\n"))}
    return {name: values for name, values in texts.items() if any(values)}


def problem_of(genre: Genre, diagram: str, texts: Texts) -> Problem:
    """The problem given by a genre, a FEN and texts. Raises ProblemError if they do not make one."""
    def text(name: str) -> str:
        return "\n".join(texts.get(name, ()))

    hunters = hunters_of(genre)
    genre, options = options_of(texts.get("options", ()), genre, hunters)
    twins = [twin_of(twin, hunters) for twin in texts.get("twins", ())]
    problem = Problem(genre, diagram, text("stipulation"), target=text("target") or None,
                      constraints=texts.get("constraints", ()), options=options.options(),
                      twins=twins, zeroposition=bool(text("zeroposition")),
                      author=texts.get("author", ()), source=text("source"), title=text("title"), award=text("award"),
                      remarks=texts.get("remarks", ()), intended=text("intended"), solution_text=text("solution"),
                      metadata=Metadata(keywords=tuple(texts.get("keywords", ()))))
    if options.en_passant is None:
        return problem
    passed = genre.board.index(options.en_passant)
    return replace(problem, diagram=replace(problem.diagram, en_passant=passed))


def options_of(texts: Iterable[str], genre: Genre, hunters: Hunters) -> tuple[Genre, OptionValues]:
    """Options, and the genre combined with the conditions among them; `hunters`: those known so far, to which they may
    add. Raises ProblemError for anything else.
    """
    names, values = [genre.name], OptionValues()
    for text in texts:
        phrases = Phrases(text, "en", hunters)
        name = phrases.spaced_condition()       # "No Capture" begins like options
        if name is None and phrases.option(values) and phrases.peek() is None:
            continue
        name = name or (phrases.whole_condition() if phrases.index == 0 else None)
        if name is None:
            unknown = Message("option or condition {} is not supported", repr(text[:40]))
            raise ProblemError(suggestion(unknown, text[:40], "en", CONDITIONS, OPTIONS))
        names.append(name)
    return (combined([*names, *hunter_names(hunters)]) if len(names) > 1 else genre), values


def twin_of(text: str, hunters: Hunters | None = None) -> Twin:
    """The twin of a text, in Popeye's English or in composers' signs. Raises ProblemError for any other text."""
    phrases = Phrases(in_words(text), "en", hunters)
    twin = phrases.twin()
    if rest := phrases.peek():
        raise ProblemError("{} is not a change that a twin can make", repr(rest.text[:40]))
    return twin
