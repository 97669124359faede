"""Popeye's input language, read and written: many problems a file, in English, French or German.

    BeginProblem  ...commands...  NextProblem  ...commands...  EndProblem

The first word of a file determines the language of all others and of the men's letters (knight: S in English and
German, C in French). Words may be abbreviated ("stip", "cond"); case and accents do not matter. Extensions are
conditions that Popeye does not have, the signs of unfinished diagrams (see `rules.target`), remarks "Constraint: ..."
(see `problems.constraints`), and a whole FEN after `Forsyth`:

    Forsyth 4k2r/8/8/8/8/8/8/4K3 b k -

Its letters are those of the language; in English both N and S then mean a knight, and .NR a nightrider. Kings and rooks
at home may castle unless `NoCastling` or the FEN denies it.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from feerie.base.errors import FenError, Message, ProblemError, at_line
from feerie.formats.popeye.phrases import Men, OptionValues, Phrases, combined, hunter_names, with_men
from feerie.formats.popeye.tex_letters import from_tex
from feerie.formats.popeye.words import (
    BEGIN,
    COLOURS,
    COMMANDS,
    CONDITIONS,
    LANGUAGES,
    OPTIONS,
    TEXTS,
    TWINNINGS,
    Table,
    find_word,
    word,
)
from feerie.formats.popeye.writer import CONSTRAINT, INTENDED
from feerie.genres import elements_of
from feerie.men import NIGHTRIDER
from feerie.men.elements import array_name, promotion_name
from feerie.men.sets import SETS
from feerie.notation import fen
from feerie.problems.problem import Problem, ProblemEntry, without_fields
from feerie.problems.stipulation import Aim, Stipulation
from feerie.problems.twins import Twin, Unreadable
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup
from feerie.rules.target import SIGNS
from feerie.rules.trait import Trait
from feerie.rules.unit import UNIT, Unit, letter_of, unit_of

__all__ = ["entries", "is_popeye", "parse"]

_FIRST = re.compile(r"\s*(\S+)")
_FORSYTH = re.compile(rf"[0-9]{{1,2}}|[/*]|=?\.[A-Za-z0-9]{{1,2}}|{UNIT}|=?.", re.DOTALL)
_UNKNOWN = {"": "{} is not a command", "condition": "condition {} is not supported", "option": "option {} is unknown",
            "pieces": "{} is neither a man with squares, a colour nor a command",
            "twin": "{} is neither a change that a twin can make nor a command"}
"""The message for an unknown word, by the list that precedes it."""
_LISTS: dict[str, tuple[Table, ...]] = {"": (), "condition": (CONDITIONS,), "option": (OPTIONS,),
                                        "pieces": (COLOURS,), "twin": (TWINNINGS,)}
"""The words that could have stood there, besides the commands."""
_MAN = re.compile("[A-Za-z0-9]{1,2}$")
_OWN = {"N": "N", NIGHTRIDER.letter: NIGHTRIDER.letter}
"""Letters that a FEN has and Popeye's English reads otherwise."""
_LATEX_MAN = re.compile("[a-z0-9]{1,2}", re.IGNORECASE)


def is_popeye(text: str) -> bool:
    """Whether the first word of a text is one that begins an input file, in any of the languages."""
    return language(text) is not None


def language(text: str) -> str | None:
    """The language of an input file: that of its first word; None where this begins none."""
    first = _FIRST.match(text)
    return next((code for code in LANGUAGES if first and find_word(BEGIN, first[1], code)), None)


def parse(text: str) -> list[ProblemEntry]:
    """All problems of an input file in order; an error in one does not affect the others.

    Errors begin with the number of the line. Text after the end word is skipped up to the next begin word.
    """
    return list(entries(text))


def entries(text: str) -> Iterator[ProblemEntry]:
    """The problems of an input file one after another; see `parse`."""
    reader = Phrases(text.replace("\r\n", "\n").replace("\r", "\n"), "en")
    number = 0
    while token := reader.peek():
        language = _begins(reader)
        if language:
            reader.take(Message("a begin word"))
            reader.language = language
            for entry in _read_block(reader):
                number += 1
                yield replace(entry, number=number)
            continue
        if not reader.index:
            number += 1
            names = ", ".join(word(BEGIN, "begin", language) for language in LANGUAGES)
            fault = Message("an input file begins with one of {}", names)
            yield ProblemEntry(number, token.line, error=ProblemError(at_line(token.line, fault)))
        reader.skip()


def _begins(reader: Phrases) -> str | None:
    """The language of a begin word at the beginning of a line, if that is the next word; otherwise None."""
    token = reader.peek()
    if token is None or not token.leads:
        return None
    return next((language for language in LANGUAGES if find_word(BEGIN, token.text, language)), None)


def _read_block(reader: Phrases) -> Iterator[ProblemEntry]:
    """The problems up to the end word, all with the number 1."""
    last = False
    while not last and (token := reader.peek()):
        draft = _Draft()
        reader.hunters = {}
        start = reader.index
        try:
            last = _read_commands(reader, draft)
            if reader.index > start + 1:
                yield ProblemEntry(1, token.line, _finish(reader, draft))
        except ProblemError as error:
            yield ProblemEntry(1, token.line, error=ProblemError("line {}: {}", reader.line, error))
            if not draft.complete:
                last = _skip(reader, start)
    if not last:
        end = word(COMMANDS, "end", reader.language)
        fault = Message("the text ends where {} is expected", end)
        yield ProblemEntry(1, reader.line, error=ProblemError(at_line(reader.line, fault)))


def _skip(reader: Phrases, start: int) -> bool:
    """Skips the rest of the problem being read; returns whether it is the last one of its block."""
    if reader.index > start:
        reader.back()
    while token := reader.peek():
        if token.leads:
            if _begins(reader):
                return True
            if _command(token.text, reader.language) in ("next", "end"):
                reader.skip()
                return _command(token.text, reader.language) == "end"
        reader.skip()
    return True


def _command(text: str, language: str) -> str | None:
    """The command that a word means, None for any other word."""
    try:
        return find_word(COMMANDS, text, language)
    except ProblemError:
        return None


def _unknown(reader: Phrases, text: str) -> ProblemError:
    """What is wrong with a word after the list that was read last."""
    if reader.within == "pieces":
        try:
            reader.refuse_kind(text)
        except ProblemError as error:
            return error
    unknown = Message(_UNKNOWN[reader.within], repr(text[:40]))
    return ProblemError(reader.suggestion(unknown, text, *_LISTS[reader.within]))


def _read_twin(reader: Phrases) -> Twin:
    """A twin; if it cannot be read, one that says why, and its words are passed over."""
    start = reader.index
    try:
        twin = reader.twin()
        token = reader.peek()
        if token is not None and _command(token.text, reader.language) is None:
            reader.take(Message("a twin"))
            raise _unknown(reader, token.text)
    except ProblemError as error:
        unreadable = Unreadable(str(error), reader.line)
        if reader.index > start:
            reader.back()
        while (token := reader.peek()) and not (token.leads and _command(token.text, reader.language)):
            reader.skip()
        return Twin((unreadable,))
    return twin


@dataclass
class _Placement:
    """Men, a Forsyth text or the game array, with its line and the further fields of a FEN."""

    line: int
    men: list[tuple[str, str]] = field(default_factory=list)
    forsyth: str = ""
    fields: str = ""
    array: bool = False


@dataclass
class _Draft:
    """A problem while it is being read. `boards`: placements of the diagram, and of the second position."""

    texts: dict[str, list[str]] = field(default_factory=dict)
    conditions: list[str] = field(default_factory=list)
    uncoloured: set[str] = field(default_factory=set)
    condition_line: int = 1
    options: OptionValues = field(default_factory=OptionValues)
    stipulation: Stipulation | None = None
    boards: tuple[list[_Placement], list[_Placement]] = field(default_factory=lambda: ([], []))
    twins: list[Twin] = field(default_factory=list)
    zeroposition: bool = False
    complete: bool = False

    @property
    def placements(self) -> list[_Placement]:
        """The placements of the board being read: the second one after a stipulation `a=>b`."""
        second = self.stipulation is not None and self.stipulation.goal.aim is Aim.POSITION
        return self.boards[second]


def _read_commands(reader: Phrases, draft: _Draft) -> bool:
    """Reads to the end of a problem; returns whether it is the last one of its block."""
    while True:
        end = word(COMMANDS, "end", reader.language)
        token = reader.take(end)
        command = find_word(COMMANDS, token.text, reader.language)
        if command is None:
            raise _unknown(reader, token.text)
        if command in ("next", "end"):
            draft.complete = True
            return command == "end"
        if command == "begin":
            raise ProblemError("{} or {} is missing", word(COMMANDS, "next", reader.language), end)
        reader.within = ""
        _read_command(reader, draft, command, token.line)


def _read_command(reader: Phrases, draft: _Draft, command: str, line: int) -> None:
    if command in TEXTS:
        text = from_tex(reader.rest_of_line().replace("\t", " "))
        if text:
            draft.texts.setdefault(command, []).append(text)
        if command == "latex":
            _skip_latex_men(reader)
    elif command == "latex pieces":
        _skip_latex_men(reader)
    elif command == "condition":
        draft.condition_line = line
        draft.conditions += reader.conditions()
        draft.uncoloured |= reader.uncoloured
    elif command == "option":
        if not reader.option(draft.options):
            raise _unknown(reader, reader.take("an option").text)
        while reader.option(draft.options):
            pass
    elif command == "stipulation":
        draft.stipulation = reader.stipulation()
    elif command == "structured":
        raise ProblemError("structured stipulations are not supported")
    elif command == "pieces":
        draft.placements.append(_Placement(line, reader.men()))
    elif command == "array":
        draft.placements.append(_Placement(line, array=True))
    elif command == "forsyth":
        draft.placements.append(_read_forsyth(reader))
    elif command == "zeroposition" and draft.twins:
        _read_twin(reader)
        draft.twins.append(Twin((Unreadable(Message("a zeroposition comes before all twins"), line),)))
    else:
        draft.zeroposition = draft.zeroposition or command == "zeroposition"
        draft.twins.append(_read_twin(reader))


def _skip_latex_men(reader: Phrases) -> None:
    """Skips the LaTeX names of men, one on each line."""
    while (token := reader.peek()) and token.leads and _LATEX_MAN.fullmatch(token.text):
        reader.take(Message("a man"))
        reader.rest_of_line()


def _read_forsyth(reader: Phrases) -> _Placement:
    token = reader.take(Message("a position"))
    following = reader.peek()
    fields = ""
    if following and not following.leads and following.text in ("w", "b"):
        fields = reader.rest_of_line()
    return _Placement(token.line, forsyth=token.text, fields=fields)


def _finish(reader: Phrases, draft: _Draft) -> Problem:
    """The problem of a draft; `reader.line` is always the line that an error refers to."""
    stipulation = draft.stipulation
    if stipulation is None:
        raise ProblemError("the stipulation is missing")
    if not draft.boards[0] and not (draft.options.values.get("no_white_king")
                                    and draft.options.values.get("no_black_king")):
        raise ProblemError("the position is missing")
    end = reader.line
    reader.line = draft.condition_line if draft.conditions else end
    genre = _genre(reader, draft)
    doubts: list[str] = []
    men, fields = _men(reader, genre, draft.boards[0], doubts)
    passed = draft.options.en_passant
    diagram = f"{_board_text(genre, men)} {fields}" if fields else without_fields(genre, men, stipulation)
    target: Setup | str | None = None
    if draft.boards[1]:
        second, required = _men(reader, genre, draft.boards[1], doubts)
        target = f"{_board_text(genre, second)} {required}" if required else Setup(second)
    reader.line = draft.boards[0][-1].line if fields else end
    texts: dict[str, Any] = {name: "\n".join(draft.texts.get(name, ())) for name in ("source", "title", "award")}
    remarks = draft.texts.get("remark", [])
    intended = next((found[1] for remark in remarks if (found := INTENDED.fullmatch(remark))), "")
    constraints = [found[1] for remark in remarks if (found := CONSTRAINT.fullmatch(remark))]
    options = draft.options.options()
    if options.duplex:
        options = replace(options, of_defender=tuple(sorted(name.split(":")[0] for name in draft.uncoloured)))
    problem = Problem(genre, diagram, stipulation, target=target, constraints=constraints, options=options,
                      twins=draft.twins, zeroposition=draft.zeroposition,
                      author=draft.texts.get("author", ()), intended=intended,
                      remarks=[remark for remark in remarks if not INTENDED.fullmatch(remark)
                               and not CONSTRAINT.fullmatch(remark)], unread=doubts, **texts)
    reader.line = end
    if passed is not None:
        problem = replace(problem, diagram=replace(problem.diagram, en_passant=genre.board.index(passed)))
    return problem


def _genre(reader: Phrases, draft: _Draft) -> Genre:
    """The genre of the conditions, with what the men of the diagrams need."""
    conditions = draft.conditions
    if draft.options.values.get("half_duplex"):     # a condition of one side that is not named is that of the defender
        conditions = [name.replace(":black", ":white") if name in draft.uncoloured else name for name in conditions]
    conditions = list(dict.fromkeys([*conditions, *hunter_names(reader.hunters)]))
    genre, men = combined(conditions), set[str]()
    for board in draft.boards:
        standing = {square: man for placement in board for man, square in placement.men}
        men.update(standing.values())
        for placement in board:
            reader.line = placement.line
            signs = [sign for sign in _signs(placement.forsyth) if not sign.isdecimal() and sign not in "/*"]
            men.update(_forsyth_man(reader, sign, bool(placement.fields)) for sign in dict.fromkeys(signs))
    if any(each.promotion and each.name in conditions for each in SETS):
        genre = combined(_promoting(conditions, men))
    return with_men(genre, men)


def _promoting(conditions: list[str], men: set[str]) -> list[str]:
    """Conditions with a rule of promotion in place of a set that pawns promote to alone: to its men, and to others of
    the diagram, as in Popeye."""
    sets = [each for each in SETS if each.promotion and each.name in conditions]
    others = [name for name in conditions if name not in {each.name for each in sets}]
    letters = [letter for each in sets for letter in each.promotion]
    usual = {letter for man in with_men(combined(others), men).men if man.promotion for letter in man.promotion.to}
    return [*others, *(array_name(each.array) for each in sets),
            promotion_name(dict.fromkeys([*letters, *sorted({*map(letter_of, men)} & usual)]))]


def _signs(forsyth: str) -> list[str]:
    """The men, the signs and the runs of empty squares of a Forsyth text."""
    return _FORSYTH.findall(forsyth)


def _men(reader: Phrases, genre: Genre, placements: list[_Placement], doubts: list[str]
         ) -> tuple[tuple[str, ...], str]:
    """The men of all placements together, and the fields of the last FEN.

    Of two men on a square the later one stands, as in Popeye; a sentence about them is added to the doubts.
    """
    men = Men(genre, reader.language)
    fields = ""

    def put(man: str, square: str) -> None:
        if twice := men.replace(man, square):
            doubts.append(at_line(reader.line, Message("{}; the later one stands", twice)))

    for placement in placements:
        reader.line = placement.line
        fields = placement.fields or fields
        if placement.array:
            if genre.start is None:
                raise ProblemError("{} has no game array", genre.name)
            if men.clear():
                doubts.append(at_line(reader.line, Message("the game array replaces the men placed before it")))
            for square, man in fen.parse(genre, genre.start).pieces:
                put(man, genre.board.name(square))
        if placement.forsyth:
            try:
                read = Setup(fen.read_ranks(genre, _forsyth_ranks(reader, genre, placement), SIGNS))
            except FenError as error:
                raise ProblemError("diagram: {}", error) from error
            for square, man in read.pieces:
                put(man, genre.board.name(square))
        for man, name in placement.men:
            put(man, name)
    return men.all(), fields


def _forsyth_ranks(reader: Phrases, genre: Genre, placement: _Placement) -> list[list[str]]:
    """The squares of a Forsyth text in the letters of a FEN, rank by rank from the last one down.

    Runs of empty squares have any length. Slashes are optional, but allowed only between ranks; empty squares after the
    last man may be missing.
    """
    board = genre.board
    order = [rank * board.files + file for rank in reversed(range(board.ranks)) for file in range(board.files)]
    empty = ["*" if square in board.walls else "1" for square in order]
    holes = elements_of(genre).holes        # empty squares to Popeye
    cells: list[str] = []
    for sign in _signs(placement.forsyth):
        if sign == "/":
            before = len(cells) % board.files
            if before or not cells:
                raise ProblemError("position: {} squares before a stroke instead of {}", before, board.files) \
                    if before != 1 else ProblemError("position: 1 square before a stroke instead of {}", board.files)
            continue
        run = int(sign) if sign.isdecimal() else 1
        if not run or len(cells) + run > board.size:
            raise ProblemError("position: more than {} squares", board.size) if run else \
                ProblemError("position: a run of no squares")
        if sign.isdecimal():
            cells += empty[len(cells):len(cells) + run] if holes else run * ["1"]
        else:
            cells.append(sign if sign == "*" else _forsyth_man(reader, sign, bool(placement.fields)))
    cells += empty[len(cells):]
    return [cells[at:at + board.files] for at in range(0, board.size, board.files)]


def _forsyth_man(reader: Phrases, sign: str, whole_fen: bool) -> str:
    """The FEN letter of a man in a Forsyth text."""
    if sign in SIGNS:
        return sign
    found = _MAN.search(sign)
    if not found or "(" in sign and not whole_fen:
        raise ProblemError("position: {} is not a man that is supported", repr(sign))
    letters, traits = found[0], unit_of(sign[:found.start()].rstrip(".") + "K").traits
    if whole_fen and reader.language == "en" and letters.upper() in _OWN:
        kind = _OWN[letters.upper()]
    elif whole_fen and letters.upper() in reader.hunters.values():
        kind = letters.upper()
    else:
        kind = letter_of(reader.man(letters))
    is_black = letters[0].islower() and Trait.NEUTRAL not in traits
    return str(Unit(kind, int(is_black), traits))


def _board_text(genre: Genre, men: tuple[str, ...]) -> str:
    return fen.write(genre, Setup(men)).split()[0]
