"""Lists of positions, one a line: FEN and EPD. Empty lines and lines that begin with # or % are comments.

    4k3/8/8/8/8/8/8/4K2R w K - 0 1 ; #2 ; Rokagogo ; SetPlay
    4k3/8/8/8/8/8/8/4K2R w K - stip "#2"; variant "rokagogo"; options "SetPlay"; dm 2;

After a FEN a semicolon begins a comment: the stipulation, then conditions and options in Popeye's English, each after a
semicolon. An EPD has operations; some write a semicolon before the first one, too
(";D1 20 ;D2 400"). Those of the standard: `id` is the title; `c0`, `c1` and so on are remarks; `dm 3`, or
`bm #3` as in collections of forced mates, is a stipulation if no other is given; any other `bm` is the solution if none
is given. Besides these, `variant` is the genre, and there are those of `OPCODES`. For several authors, options or lines
of a solution, the opcodes are `author`, `author2` and so on, as many programs read one operand only. The line itself
shows which of the two it is.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from feerie.base.errors import Error, FenError, Message, ProblemError
from feerie.formats.entries import Content, Defaults, Diagram, Entry
from feerie.formats.popeye.phrases import hunters_of
from feerie.formats.popeye.writer import condition_words, option_words
from feerie.formats.problem_texts import LISTS, options_of, problem_of, texts_of
from feerie.genres import GENRES, elements_of, find_variant
from feerie.men.elements import Elements
from feerie.notation import epd
from feerie.notation import fen as fens
from feerie.problems.problem import Problem, placed_for, read_fen
from feerie.problems.stipulation import Play
from feerie.rules.genre import Genre
from feerie.rules.goal import Aim
from feerie.rules.setup import Setup

__all__ = ["OPCODES", "entries", "is_position", "write_epd", "write_fen"]

OPCODES = {"stipulation": "stip", "target": "target", "constraints": "constraint", "options": "options",
           "twins": "twins", "zeroposition": "zeroposition", "author": "author", "source": "source", "title": "id",
           "award": "award", "intended": "intended", "keywords": "keywords", "solution": "solution"}
"""Opcodes by what they say about a problem."""

_POSITION = re.compile(r"\s*/*[A-Za-z0-9*~?+().,=-]+(?:/+[A-Za-z0-9*~?+().,=-]+)+(?:\s+[wb]\b|\s*(?:;|$))")
_MATE = re.compile("(#?)0*([1-9][0-9]{0,2})")
_OPERATION = re.compile(r"(?:D[0-9]{1,2}|[cv][0-9]|id|[abps]m|dm|pv|rc|ac[dns]|ce|eco|hmvc|fmvn|stip|variant)\s")
_VARIANT = re.compile(r'\bvariant\s+(?:"([^"]*)"|([^\s;]+))')


def is_position(text: str) -> bool:
    """Whether the first line that is not a comment is a FEN or an EPD."""
    first = next((line for line in text.splitlines() if not _is_comment(line)), "")
    return _POSITION.match(first) is not None


def entries(text: str, defaults: Defaults) -> Iterator[Entry]:
    """The positions and problems of a list, one after another; errors begin with their line."""
    number = 0
    for line, row in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if _is_comment(row):
            continue
        number += 1
        try:
            yield Entry(number, line, _read(row, defaults.genre))
        except Error as error:
            yield Entry(number, line, error=ProblemError("line {}: {}", line, error))


def _is_comment(row: str) -> bool:
    return not row.strip() or row.lstrip()[0] in "#%"


def _read(row: str, genre: Genre) -> Content:
    head, _, comment = row.partition(";")
    if _OPERATION.match(comment.lstrip()):
        row = f"{head.rstrip()} {comment.lstrip()}" if _is_fen(head) else row
    elif _is_fen(head):
        return _of_fen(head, [text.strip() for text in comment.split(";")], genre)
    found = _VARIANT.search(row)
    genre = find_variant(found[1] or found[2] or "") if found else genre
    return _of_epd(row, genre)


def _is_fen(head: str) -> bool:
    """Whether the text before the first semicolon is just a FEN: up to six fields, seven with a state or birthplaces.
    """
    fields = head.split()
    if len(fields) > 5 and fields[-2].isdecimal() and fields[-1].isdecimal():
        del fields[-2:]
    return len(fields) < 5 or len(fields) == 5 and (fens.are_births(fields[4]) or any(
        set(fields[4]) <= set(genre.extra_state.letters) for genre in GENRES if genre.extra_state))


def _of_fen(text: str, comment: list[str], genre: Genre) -> Content:
    genre, _ = options_of(filter(None, comment[1:]), genre, hunters_of(genre))
    if not comment[0]:
        return Diagram(genre, fens.parse(genre, text))
    return problem_of(genre, text, {"stipulation": comment[:1], "options": [*filter(None, comment[1:])]})


def _of_epd(text: str, genre: Genre) -> Content:
    try:
        setup, operations = epd.parse(genre, text)
    except FenError:
        setup, operations = epd.parse(genre, text, target=True)     # may be an unfinished diagram
        if OPCODES["stipulation"] not in operations:
            raise
    mate = _mate(operations)
    if OPCODES["stipulation"] not in operations and not mate:
        operations.pop("variant", None)
        return Diagram(genre, setup, tuple(operations.items()))
    texts = {name: found for name, opcode in OPCODES.items() if (found := _taken(operations, opcode)) is not None}
    texts.setdefault("stipulation", [mate])
    remarks = _taken(operations, "c") or []
    best = " ".join(_texts(operations.pop("bm", None)))
    if best and "solution" not in texts and not _MATE.fullmatch(best):
        texts["solution"] = [best]
    if "zeroposition" in texts:
        texts["zeroposition"] = ["1"]
    for name, values in texts.items():
        if name not in LISTS and len(values) != 1:
            raise ProblemError("{} has one operand, not {}", OPCODES[name], len(values))
    problem = problem_of(genre, fens.write(genre, setup), texts | {"remarks": remarks})
    known = ("dm", "variant", "hmvc", "fmvn")
    unread = tuple(Message("the opcode {} is unknown and was ignored", opcode[:40]) for opcode in operations
                   if opcode not in known)
    return replace(problem, unread=unread) if unread else problem


def _mate(operations: Mapping[str, epd.Operand]) -> str:
    """The stipulation given by `dm 3`, or by `bm #3` as in collections of forced mates; "" if there is neither."""
    for opcode in ("dm", "bm"):
        length = _MATE.fullmatch(" ".join(_texts(operations.get(opcode))))
        if length and (opcode == "dm") != bool(length[1]):
            return f"#{int(length[2])}"
    return ""


def _taken(operations: dict[str, epd.Operand], opcode: str) -> list[str] | None:
    """Take out the operands of an opcode and of those with its name and a number; None if there are none."""
    numbered = {int(found[1] or 0): name for name in operations if (found := re.fullmatch(opcode + r"(\d{0,6})", name))}
    if not numbered:
        return None
    return [text for _, name in sorted(numbered.items()) for text in _texts(operations.pop(name))]


def _texts(operand: epd.Operand) -> list[str]:
    """The operands of an opcode as texts."""
    if isinstance(operand, (tuple, list)):
        return [str(item) for item in operand]
    return [] if operand is None else [str(operand)]


def write_fen(content: Content) -> str:
    """A line of a FEN list. The traits that men may have are named like conditions."""
    traits = Elements(traits=elements_of(content.genre).traits).names
    parts, conditions = [content.fen], [*condition_words(content.genre, "en"), *traits]
    if isinstance(content, Problem):
        parts.append(str(content.stipulation))
        parts += [*conditions, *option_words(content.options, "en")]
    elif conditions:
        parts += ["", *conditions]
    return " ; ".join(parts).replace(" ;  ;", " ; ;") + "\n"


def write_epd(content: Content) -> str:
    """A line of an EPD list. A solution that would make the line too long to be read is left out."""
    if isinstance(content, Diagram):
        return _line(content.genre, content.setup, dict(content.operations))
    operations: dict[str, epd.Operand] = {}
    texts = texts_of(content)
    for name, opcode in OPCODES.items():
        if name == "zeroposition" and name in texts:
            operations[opcode] = None
        else:
            operations.update((f"{opcode}{at}" if at > 1 else opcode, text)
                              for at, text in enumerate(texts.get(name, ()), 1))
    stipulation = content.stipulation
    is_mate = stipulation.play is Play.DIRECT and stipulation.goal.aim is Aim.MATE
    if is_mate and str(stipulation) == f"#{stipulation.moves}":
        operations["dm"] = int(stipulation.moves)
    operations.update((f"c{number}", remark) for number, remark in enumerate(texts.get("remarks", ())))
    genre = placed_for(content.genre, content.fen, stipulation)
    setup = read_fen(genre, content.fen, stipulation)
    line = _line(genre, setup, operations)
    if len(line) > epd.LARGEST_TEXT and _taken(operations, OPCODES["solution"]):
        line = _line(genre, setup, operations)
    return line


def _line(genre: Genre, setup: Setup, operations: dict[str, epd.Operand]) -> str:
    """The EPD of a setup, with the genre and with the clocks if they say something."""
    clocks: dict[str, epd.Operand] = {"hmvc": setup.halfmoves} if setup.halfmoves else {}
    if setup.moves != 1:
        clocks["fmvn"] = setup.moves
    variant: dict[str, epd.Operand] = {} if genre == find_variant("") else {"variant": genre.name}
    return epd.write(genre, setup, variant | operations | clocks) + "\n"
