"""Problems written in Popeye's input language."""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields

from feerie.base.errors import ProblemError
from feerie.formats.popeye.words import COLOURS, COMMANDS, CONDITIONS, LANGUAGES, NUMBERS, OPTIONS, TWINNINGS, word
from feerie.genres import known
from feerie.notation import fen
from feerie.notation.languages import language as language_of
from feerie.problems import twins
from feerie.problems.options import Options
from feerie.problems.problem import Problem, without_fields
from feerie.rules.genre import Genre
from feerie.rules.goal import Aim
from feerie.rules.setup import Setup

__all__ = ["CONSTRAINT", "INTENDED", "block", "condition_words", "double_step", "frame", "men_words", "option_words",
           "twin_text", "write"]

CONSTRAINT = re.compile(r"Constraint: (\S.*)")
"""A remark that holds an author's constraint on a proof game."""
INTENDED = re.compile(r"Intended solutions: ([1-9][0-9]{0,5}(?:\.[1-9][0-9]{0,5}){0,50}(?:\.\.\.)?)")
"""The remark that holds the intended number of solutions."""

_LINE_END = re.compile("\r\n|\r|\n")
_CORNERS = {"a1h1": "a1<-->h1", "a1a8": "a1<-->a8", "a1h8": "a1<-->h8", "a8h1": "a8<-->h1"}


def write(problem: Problem, *more: Problem, language: str = "en") -> str:
    """An input file with these problems; reading it gives the same problems.

    Lost are `solution_text` and, in other texts, blank lines, spaces around lines and signs (. , ;) before them.
    ProblemError for rules without a word in the language.
    """
    if language not in LANGUAGES:
        raise ProblemError("Popeye's input language has English, French and German words, not {}", repr(language))
    begin, between, end = frame(language)
    return begin + between.join(block(each, language) for each in (problem, *more)) + end


def frame(language: str) -> tuple[str, str, str]:
    """What stands before the first problem of a file, between two, and behind the last one."""
    begin, between, end = (word(COMMANDS, command, language) for command in ("begin", "next", "end"))
    return f"{begin}\n\n", f"\n\n{between}\n\n", f"\n\n{end}\n"


def block(problem: Problem, language: str = "en") -> str:
    """The commands of one problem, without the words around it; see `write`."""
    return "\n".join(f"{word(COMMANDS, command, language)} {text}".rstrip()
                     for command, text in _commands(problem, language))


def _commands(problem: Problem, language: str) -> Iterator[tuple[str, str]]:
    """The commands of a problem with their arguments."""
    intended = [f"Intended solutions: {problem.intended}"] if problem.intended else []
    constraints = [f"Constraint: {text}" for text in problem.constraints.texts]
    for command, texts in (("author", problem.author), ("source", (problem.source,)), ("title", (problem.title,)),
                           ("award", (problem.award,)), ("remark", (*problem.remarks, *constraints, *intended))):
        for text in texts:
            yield from ((command, line.strip()) for line in _LINE_END.split(text) if line.strip())
    genre = problem.genre
    changes = (step for twin in problem.twins for step in twin.steps if isinstance(step, twins.ChangeStipulation))
    for asked in (problem.stipulation, *(step.stipulation for step in changes)):
        if asked.is_kept:
            raise ProblemError("Popeye's input language has no studies and no stipulations in words: {}", asked)
    conditions = condition_words(genre, language)
    if conditions:
        yield "condition", " ".join(conditions)
    second = []
    if problem.target:
        fields = (problem.target_fen or "").split(maxsplit=1)[1:]
        second = [("forsyth", " ".join([_forsyth(genre, problem.target, language), *fields]))]
    diagram = ("forsyth", _forsyth(genre, problem.diagram, language) + _further_fields(problem))
    stipulation = ("stipulation", str(problem.stipulation))
    yield from [diagram, stipulation, *second]
    options = list(option_words(problem.options, language, _rooks_without_right(problem)))
    if problem.diagram.en_passant is not None:
        options.append(f"{word(OPTIONS, 'en_passant', language)} {double_step(genre, problem.diagram.en_passant)}")
    if options:
        yield "option", " ".join(options)
    for number, twin in enumerate(problem.twins):
        command = "zeroposition" if problem.zeroposition and not number else "twin"
        yield command, twin_text(twin, language, problem.genre)


def condition_words(genre: Genre, language: str) -> list[str]:
    """The words for the rules of a genre, none for orthodox chess."""
    found = []
    for name in genre.name.split("+"):
        if name in CONDITIONS:
            found.append(word(CONDITIONS, name, language))
        elif name != "orthodox":
            if all(name != other.name for other in known()):
                raise ProblemError("there is no word for the condition {}", name)
            found.append(name)      # a genre of one's own goes by its name
    return found


def option_words(options: Options, language: str, no_castling: tuple[str, ...] | None = None) -> Iterator[str]:
    """Each option with its arguments. `no_castling`: rooks that replace those of the options."""
    rooks = options.no_castling if no_castling is None else no_castling
    for item in fields(options):
        value = rooks if item.name == "no_castling" else getattr(options, item.name)
        if value == item.default or item.name == "solutions_per_target":
            continue
        if item.name == "other":
            for text in value:
                name, *rest = text.split()
                yield " ".join([word(OPTIONS, name, language) if name in OPTIONS else name, *rest])
        elif item.name == "castling_exclusive":
            yield from (f"{word(OPTIONS, item.name, language)} {pair}" for pair in value)
        elif item.name == "defence" and value == 1:
            yield word(OPTIONS, "try", language)
        else:
            yield " ".join([word(OPTIONS, item.name, language), *_arguments(item.name, value, options)])


def _arguments(name: str, value: object, options: Options) -> Iterator[str]:
    """The arguments of an option."""
    if name == "no_castling" and isinstance(value, tuple):
        yield "".join(value)
    elif name in ("start_move", "up_to_move") and isinstance(value, tuple):
        yield ":".join(map(str, value))
    elif name == "intelligent" and options.solutions_per_target is not None:
        yield str(options.solutions_per_target)
    elif NUMBERS.get(name):
        yield from map(str, value if isinstance(value, tuple) else (value,))


def men_words(genre: Genre, setup: Setup, side: int, language: str = "en") -> list[str]:
    """The men of a side with their squares ("Kd3", "Sg1"), strongest first."""
    letter = language_of(language, genre).letter
    men = [man.letter if side == 0 else man.letter.lower() for man in reversed(genre.men)]
    return [letter(man.upper(), problem=True) + genre.board.name(square)
            for man in men for square in setup.squares_of(man)]


def twin_text(twin: twins.Twin, language: str, genre: Genre | None = None) -> str:
    """The changes of a twin, one after another; a genre has letters for men of its own."""
    steps = [word(TWINNINGS, "continued", language)] if twin.continued else []
    return " ".join([*steps, *(_step_text(step, language, genre) for step in twin.steps)])


def _step_text(step: twins.TwinStep, language: str, genre: Genre | None) -> str:
    letter = language_of(language, genre).letter

    def phrase(name: str, *rest: str) -> str:
        return " ".join([word(TWINNINGS, name, language), *rest])

    match step:
        case twins.MoveMan(origin, target):
            return phrase("move", origin, target)
        case twins.ExchangeMen(first, second):
            return phrase("exchange", first, second)
        case twins.AddMan(man, square):
            colour = word(COLOURS, "white" if man.isupper() else "black", language)
            return phrase("add", colour, letter(man.upper(), problem=True) + square)
        case twins.RemoveMan(square):
            return phrase("remove", square)
        case twins.Substitute(old, new):
            return phrase("substitute", letter(old, problem=True), letter(new, problem=True))
        case twins.Rotate(degrees):
            return phrase("rotate", str(degrees))
        case twins.Mirror(corners):
            return phrase("mirror", _CORNERS[corners])
        case twins.Shift(origin, target):
            return phrase("shift", origin, target)
        case twins.ExchangeColours():
            return phrase("colours")
        case twins.ChangeStipulation(stipulation):
            return phrase("stipulation", str(stipulation))
        case twins.ChangeCondition(genre):
            return phrase("condition", *(condition_words(genre, language) or ["orthodox"]))
    if isinstance(step, twins.Unreadable):
        raise ProblemError("a twin that could not be read cannot be written ({})", step.reason)
    raise ProblemError("there is no word for the twin {}", step)


def _forsyth(genre: Genre, setup: Setup, language: str) -> str:
    """The board of a FEN in the letters of a language."""
    letter = language_of(language, genre).letter
    board = fen.write(genre, setup).split()[0]
    return "".join(sign if not sign.isalpha() else
                   letter(sign, problem=True) if sign.isupper() else letter(sign.upper(), problem=True).lower()
                   for sign in board)


def _rooks_without_right(problem: Problem) -> tuple[str, ...]:
    """The rooks for the option "no castling": none if the FEN has a castling field."""
    return () if _further_fields(problem) else problem.options.no_castling


def _further_fields(problem: Problem) -> str:
    """The other fields of the FEN, if the diagram has state that Popeye's language cannot express."""
    genre, diagram = problem.genre, problem.diagram
    plain = without_fields(genre, diagram.men, problem.stipulation)
    is_required = diagram.rights if problem.stipulation.goal.aim is Aim.DIAGRAM else ""
    if not is_required and (set(diagram.flags), diagram.halfmoves, diagram.moves) == (set(plain.flags), 0, 1):
        return ""
    return " " + problem.fen.split(maxsplit=1)[1]


def double_step(genre: Genre, passed: int) -> str:
    """The three squares of the double step over a square: "e7e6e5"."""
    name = genre.board.name(passed)
    first, last = (2, 4) if name.endswith("3") else (7, 5)
    return f"{name[0]}{first}{name}{name[0]}{last}"
