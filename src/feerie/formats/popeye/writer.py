"""Problems written in Popeye's input language."""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace

from feerie.base.errors import ProblemError
from feerie.formats.popeye.words import (
    COLOURS,
    COMMANDS,
    HOLE,
    KINDS,
    LANGUAGES,
    NUMBERS,
    OPTIONS,
    PROMOTION,
    SETS,
    TWINNINGS,
    UNCOLOURED,
    condition_word,
    word,
)
from feerie.genres import ORTHODOX, elements_of, known, with_men_of
from feerie.men import NIGHTRIDER, name_of_man
from feerie.men.elements import Elements, element, of_men
from feerie.men.sets import SETS as MEN_SETS
from feerie.notation import fen
from feerie.notation.languages import language as language_of
from feerie.problems import twins
from feerie.problems.options import Options
from feerie.problems.problem import Problem, without_fields
from feerie.rules.board import BLACK, CHESSBOARD, WHITE
from feerie.rules.genre import Genre
from feerie.rules.goal import Aim
from feerie.rules.setup import Setup
from feerie.rules.trait import OwnTrait, Trait
from feerie.rules.unit import UNIT, Unit, letter_of, unit_of

__all__ = ["CONSTRAINT", "INTENDED", "block", "condition_words", "double_step", "frame", "men_of", "men_words",
           "option_words", "twin_text", "write"]

CONSTRAINT = re.compile(r"Constraint: (\S.*)")
"""A remark that holds an author's constraint on a proof game."""
INTENDED = re.compile(r"Intended solutions: ([1-9][0-9]{0,5}(?:\.[1-9][0-9]{0,5}){0,50}(?:\.\.\.)?)")
"""The remark that holds the intended number of solutions."""

_CELLS = re.compile(f"{UNIT}|.")
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
    second = problem.target.men if problem.target else ()
    further = _further_fields(problem)
    conditions = condition_words(genre, language, sorted((*problem.diagram.men, *second), key=letter_of),
                                 problem.options.of_defender, is_fen=bool(further or problem.target))
    if conditions:
        yield "condition", " ".join(conditions)
    yield from _board(genre, problem.diagram, language, further)
    yield "stipulation", str(problem.stipulation)
    if problem.target:
        fields = (problem.target_fen or "").split(maxsplit=1)[1:]
        yield from _board(genre, problem.target, language, *(f" {text}" for text in fields))
    options = list(option_words(problem.options, language, _rooks_without_right(problem)))
    if problem.diagram.en_passant is not None:
        options.append(f"{word(OPTIONS, 'en_passant', language)} {double_step(genre, problem.diagram)}")
    if options:
        yield "option", " ".join(options)
    for number, twin in enumerate(problem.twins):
        command = "zeroposition" if problem.zeroposition and not number else "twin"
        yield command, twin_text(twin, language, problem.genre)


def condition_words(genre: Genre, language: str, men: Iterable[str] = (), of_defender: Iterable[str] = (), *,
                    is_fen: bool = False) -> list[str]:
    """The words for the rules of a genre, none for orthodox chess.

    Elements of the dictionary that the men (texts of setups) show are left out, and traits: these belong to single men;
    hunters if the men, in their order, number them as the genre does. `of_defender`: conditions that are written
    without their side; `is_fen`: the men are written with their letters in a FEN.
    """
    found, elements, men = [], elements_of(genre), tuple(men)
    hunters = [man.letter for man in elements.men if man.halves]
    order = dict.fromkeys(letter for letter in (*elements.promotion, *map(letter_of, men)) if letter in hunters)
    named = {*elements.promotion, *elements.royal, *elements.array}
    shown = {*of_men(men).names, *Elements(traits=elements.traits).names,
             *(name_of_man(man) for man in elements.men if man.letter in named and not man.halves)}
    if not is_fen and [*order] == [f"H{number}" for number, _ in enumerate(order, 1)]:
        shown |= {name_of_man(man) for man in elements.men if man.letter in order}
    seen = {unit_of(man).letter for man in men if man[-1:].isalnum()}
    of_array = next((each for each in MEN_SETS if each.array and each.array == elements.array
                     and {*each.promotion} <= {*elements.promotion} <= {*each.promotion} | seen), None)
    sideless = {f"{name}:black": word(UNCOLOURED, f"{name}:black", language) for name in of_defender}
    for name in genre.name.split("+"):
        if words := sideless.get(name) or condition_word(name, language):
            found.append(words)
        elif name.startswith("holes:"):
            found.append(f"{word(HOLE, 'hole', language)} {name.removeprefix('holes:')}")
        elif name.startswith("array:") and of_array:
            found.append(word(SETS, of_array.name, language))
        elif name.startswith("promotion:") and not of_array:
            letters = (language_of(language, genre).letter(letter, problem=True) for letter in elements.promotion)
            found.append(" ".join([word(PROMOTION, "promotion", language), *letters]))
        elif name != "orthodox" and name not in shown and not name.startswith("promotion:"):
            if not element(name) and all(name != other.name for other in known()):
                raise ProblemError("there is no word for the condition {}", name)
            found.append(name)      # a genre of one's own goes by its name, as what Popeye does not have
    return found


def option_words(options: Options, language: str, no_castling: tuple[str, ...] | None = None) -> Iterator[str]:
    """Each option with its arguments. `no_castling`: rooks that replace those of the options."""
    rooks = options.no_castling if no_castling is None else no_castling
    for item in fields(options):
        value = rooks if item.name == "no_castling" else getattr(options, item.name)
        if value == item.default or item.name in ("solutions_per_target", "of_defender"):
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


def men_words(genre: Genre, setup: Setup, side: int | None, language: str = "en") -> list[str]:
    """The men of a side with their squares ("Kd3", "Sg1", "Royal Gc4"), strongest first; None for neutral men."""
    return [" ".join([*_kinds(unit, language), _letter(genre, unit, language) + genre.board.name(square)])
            for unit, square in men_of(genre, setup, side)]


def men_of(genre: Genre, setup: Setup, side: int | None) -> list[tuple[Unit, int]]:
    """The men of a side with their squares, strongest first; None for neutral men."""
    order = [man.letter for man in reversed(genre.men)]
    placed = [(unit, square) for square, man in setup.pieces if man[-1].isalnum()
              for unit in (unit_of(man),) if (None if Trait.NEUTRAL in unit.traits else unit.side) == side]
    placed.sort(key=lambda item: (order.index(item[0].letter), len(item[0].traits), item[1]))
    return placed


def _letter(genre: Genre, unit: Unit, language: str) -> str:
    """The letter of a man, a capital."""
    return language_of(language, genre).letter(unit.letter, problem=True)


def _kinds(unit: Unit, language: str) -> list[str]:
    """The words for the traits of a man, except that it is neutral; ProblemError for a trait without a word."""
    if own := [trait.value for trait in unit.traits if isinstance(trait, OwnTrait)]:
        raise ProblemError("Popeye's input language has no word for the trait {}", own[0])
    return [word(KINDS, trait.value, language) for trait in Trait
            if trait in unit.traits and trait is not Trait.NEUTRAL]


def _placed(genre: Genre, man: str, square: str, language: str) -> str:
    """A man on a square, behind its colour: "white Sg1", "Neutral royal Gc4"."""
    unit = unit_of(man)
    colour = "neutral" if Trait.NEUTRAL in unit.traits else "black" if unit.side else "white"
    return " ".join([word(COLOURS, colour, language), *_kinds(unit, language),
                     _letter(genre, unit, language) + square])


def twin_text(twin: twins.Twin, language: str, genre: Genre | None = None) -> str:
    """The changes of a twin, one after another; a genre has letters for men of its own."""
    steps = [word(TWINNINGS, "continued", language)] if twin.continued else []
    return " ".join([*steps, *(_step_text(step, language, genre) for step in twin.steps)])


def _step_text(step: twins.TwinStep, language: str, genre: Genre | None) -> str:
    def letter(man: str) -> str:
        """The letter of a man that the genre may lack, since the twin brings it."""
        return _letter(with_men_of(genre or ORTHODOX, [man]), unit_of(man), language)

    def phrase(name: str, *rest: str) -> str:
        return " ".join([word(TWINNINGS, name, language), *rest])

    match step:
        case twins.MoveMan(origin, target):
            return phrase("move", origin, target)
        case twins.ExchangeMen(first, second):
            return phrase("exchange", first, second)
        case twins.AddMan(man, square):
            return phrase("add", _placed(with_men_of(genre or ORTHODOX, [man]), man, square, language))
        case twins.RemoveMan(square):
            return phrase("remove", square)
        case twins.Substitute(old, new):
            return phrase("substitute", letter(old), letter(new))
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


def _board(genre: Genre, setup: Setup, language: str, fields: str = "") -> Iterator[tuple[str, str]]:
    """The commands of a board. `fields`: the other fields of its FEN, behind a blank.

    Without these, men for which Forsyth has no sign are placed one by one: hunters, by their numbers, men with traits,
    and those whose letters, being digits, have no case.
    """
    apart = {} if fields else {square: man for square, man in setup.pieces if "(" in man or _is_hunter(genre, man)
                               or any(map(str.isalpha, man)) and _letter(genre, unit_of(man), language).isdecimal()}
    men = tuple("" if square in apart else man for square, man in enumerate(setup.men))
    yield "forsyth", _forsyth(genre, replace(setup, men=men), language, is_fen=bool(fields)) + fields
    if apart:
        yield "pieces", " ".join(_placed(genre, man, genre.board.name(square), language)
                                 for square, man in sorted(apart.items(), key=lambda item: letter_of(item[1])))


def _is_hunter(genre: Genre, man: str) -> bool:
    return any(each.halves and each.letter == letter_of(man) for each in genre.men)


def _forsyth(genre: Genre, setup: Setup, language: str, *, is_fen: bool) -> str:
    """The board of a FEN in the letters of a language; holes are empty squares to Popeye."""
    board = fen.write(replace(genre, board=CHESSBOARD) if elements_of(genre).holes else genre, setup).split()[0]
    return "".join(_cell(genre, sign, language, is_fen) if any(map(str.isalpha, sign)) else sign
                   for sign in _CELLS.findall(board))


def _cell(genre: Genre, man: str, language: str, is_fen: bool) -> str:
    """A man of a Forsyth text."""
    unit = unit_of(man)
    letter = _letter(genre, unit, language)
    if is_fen and (language == "en" and unit.letter == NIGHTRIDER.letter or _is_hunter(genre, man)):
        letter = unit.letter
    return str(replace(unit, letter=letter))


def _rooks_without_right(problem: Problem) -> tuple[str, ...]:
    """The rooks for the option "no castling": none if the FEN has a castling field."""
    return () if _further_fields(problem) else problem.options.no_castling


def _further_fields(problem: Problem) -> str:
    """The other fields of the FEN, if the diagram has state that Popeye's language cannot express."""
    genre, diagram = problem.genre, problem.diagram
    plain = without_fields(genre, diagram.men, problem.stipulation)
    is_required = diagram.rights if problem.stipulation.goal.aim is Aim.DIAGRAM else ""
    if not is_required and (set(diagram.flags), diagram.halfmoves, diagram.moves, diagram.births) \
            == (set(plain.flags), 0, 1, ()):
        return ""
    return " " + problem.fen.split(maxsplit=1)[1]


def double_step(genre: Genre, diagram: Setup) -> str:
    """The three squares of the double step over the en passant square of a diagram: "e7e6e5"."""
    passed = diagram.en_passant
    assert passed is not None
    side = WHITE if 2 * genre.board.rank(passed) < genre.board.ranks else BLACK
    steps = [(origin, arrival) for letter, origin, arrival in fen.double_steps(genre, side, passed)
             if diagram.men[arrival] and unit_of(diagram.men[arrival]).letter == letter and not diagram.men[origin]]
    origin, arrival = steps[-1]
    return "".join(map(genre.board.name, (origin, passed, arrival)))
