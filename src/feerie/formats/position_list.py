"""Lists of positions, one a line: FEN and EPD. What begins with # or %, and empty lines, are comments.

    4k3/8/8/8/8/8/8/4K2R w K - 0 1 ; #2 ; Rokagogo ; SetPlay
    4k3/8/8/8/8/8/8/4K2R w K - stip "#2"; variant "rokagogo"; options "SetPlay"; dm 2;

Behind a FEN a semicolon begins a comment: the stipulation, then conditions and options in Popeye's English, each behind
a semicolon. An EPD has operations: those of the standard (`id` is the title, `c0` to `c9` are remarks, `dm` a
stipulation where no other is given, `bm` the solution where none is given), `variant`, the genre, and those of
`OPCODES`. Which of the two a line is, is seen from the line.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from feerie.errors import Error, ProblemError
from feerie.formats.entries import Content, Defaults, Diagram, Entry
from feerie.formats.popeye.writer import condition_words, option_words
from feerie.formats.problem_texts import LISTS, options_of, problem_of, texts_of
from feerie.genres import find_variant
from feerie.notation import epd
from feerie.notation import fen as fens
from feerie.problems.problem import Problem
from feerie.problems.stipulation import Play
from feerie.rules.genre import Genre
from feerie.rules.goal import Aim

__all__ = ["OPCODES", "entries", "is_position", "write_epd", "write_fen"]

OPCODES = {"stipulation": "stip", "target": "target", "options": "options", "twins": "twins",
           "zeroposition": "zeroposition", "author": "author", "source": "source", "title": "id", "award": "award",
           "intended": "intended", "keywords": "keywords", "solution": "solution"}
"""Opcodes by what they say of a problem. Several operands are several authors, options, or lines of a solution."""

_REMARKS = 10
"""There are the opcodes c0 to c9."""
_POSITION = re.compile(r"\s*[A-Za-z0-9*~/()]+(?:/[A-Za-z0-9*~()]+)+(?:\s+[wb]\b|\s*(?:;|$))")
_VARIANT = re.compile(r'\bvariant\s+(?:"([^"]*)"|([^\s;]+))')


def is_position(text: str) -> bool:
    """Whether the first line that is no comment is a FEN or an EPD."""
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
            yield Entry(number, line, error=ProblemError(f"line {line}: {error}"))


def _is_comment(row: str) -> bool:
    return not row.strip() or row.lstrip()[0] in "#%"


def _read(row: str, genre: Genre) -> Content:
    head, semicolon, comment = row.partition(";")
    if semicolon and len(row) <= epd.LARGEST_TEXT:
        texts = [text.strip() for text in comment.split(";")]
        with_conditions = _genre_of(texts[1:], genre)
        fields = head.split()
        if len(fields) < 4 or with_conditions and not epd.parse(with_conditions, head)[1]:
            return _of_fen(head, texts, genre)
    found = _VARIANT.search(row)
    genre = find_variant(found[1] or found[2]) if found else genre
    return _of_epd(row, genre)


def _genre_of(texts: list[str], genre: Genre) -> Genre | None:
    """The genre that the comment of a FEN names, None where this is no such comment."""
    try:
        return options_of(filter(None, texts), genre)[0]
    except ProblemError:
        return None


def _of_fen(text: str, comment: list[str], genre: Genre) -> Content:
    genre, _ = options_of(filter(None, comment[1:]), genre)
    if not comment[0]:
        return Diagram(genre, fens.parse(genre, text))
    return problem_of(genre, text, {"stipulation": comment[:1], "options": [*filter(None, comment[1:])]})


def _of_epd(text: str, genre: Genre) -> Content:
    setup, operations = epd.parse(genre, text)
    texts = {name: _texts(operations.pop(opcode)) for name, opcode in OPCODES.items() if opcode in operations}
    if "stipulation" not in texts:
        mate = operations.get("dm")
        if not isinstance(mate, int) or not 0 < mate < 1000:
            operations.update((OPCODES[name], tuple(values)) for name, values in texts.items())
            operations.pop("variant", None)
            return Diagram(genre, setup, tuple(operations.items()))
        texts["stipulation"] = [f"#{mate}"]
    remarks = [text for number in range(_REMARKS) for text in _texts(operations.pop(f"c{number}", ()))]
    if "solution" not in texts and (best := operations.pop("bm", None)):
        texts["solution"] = [" ".join(_texts(best))]
    if "zeroposition" in texts:
        texts["zeroposition"] = ["1"]
    for name, values in texts.items():
        if name not in LISTS and len(values) != 1:
            raise ProblemError(f"{OPCODES[name]} has one operand, not {len(values)}")
    problem = problem_of(genre, fens.write(genre, setup), texts | {"remarks": remarks})
    known = ("dm", "variant", "hmvc", "fmvn")
    unread = [f"the opcode {opcode[:40]} is unknown and was ignored" for opcode in operations if opcode not in known]
    return replace(problem, unread=unread) if unread else problem


def _texts(operand: epd.Operand) -> list[str]:
    """The operands of an opcode as texts."""
    if isinstance(operand, (tuple, list)):
        return [str(item) for item in operand]
    return [] if operand is None else [str(operand)]


def write_fen(content: Content) -> str:
    """A line of a FEN list."""
    parts = [content.fen]
    if isinstance(content, Problem):
        parts.append(str(content.stipulation))
        parts += [*condition_words(content.genre, "en"), *option_words(content.options, "en")]
    elif conditions := condition_words(content.genre, "en"):
        parts += ["", *conditions]
    return " ; ".join(parts).replace(" ;  ;", " ; ;") + "\n"


def write_epd(content: Content) -> str:
    """A line of an EPD list. A solution with which the line would be longer than is read is left out."""
    if isinstance(content, Diagram):
        return _line(content.genre, content.fen, dict(content.operations))
    operations: dict[str, epd.Operand] = {}
    texts = texts_of(content)
    for name, opcode in OPCODES.items():
        if name in texts:
            operations[opcode] = None if name == "zeroposition" else texts[name]
    stipulation = content.stipulation
    is_mate = stipulation.play is Play.DIRECT and stipulation.goal.aim is Aim.MATE
    if is_mate and str(stipulation) == f"#{stipulation.moves}":
        operations["dm"] = int(stipulation.moves)
    remarks = texts.get("remarks", ())
    for number, remark in enumerate(remarks[:_REMARKS - 1]):
        operations[f"c{number}"] = remark
    if rest := remarks[_REMARKS - 1:]:
        operations[f"c{_REMARKS - 1}"] = rest
    line = _line(content.genre, content.fen, operations)
    if len(line) > epd.LARGEST_TEXT and operations.pop(OPCODES["solution"], None):
        line = _line(content.genre, content.fen, operations)
    return line


def _line(genre: Genre, text: str, operations: dict[str, epd.Operand]) -> str:
    """The EPD of a FEN, with the clocks where they say something, and the genre."""
    setup = fens.parse(genre, text)
    clocks: dict[str, epd.Operand] = {"hmvc": setup.halfmoves} if setup.halfmoves else {}
    if setup.moves != 1:
        clocks["fmvn"] = setup.moves
    variant: dict[str, epd.Operand] = {} if genre == find_variant("") else {"variant": genre.name}
    return epd.write(genre, setup, variant | operations | clocks) + "\n"
