"""Problems in JSON: the object "problem" of the documents of `feerie solve --json`, with some parts it has only here.

    {"program": {...}, "problems": [{"genre": ..., "fen": ..., "stipulation": ..., ...}, ...]}

The reader takes such documents, those of solutions (where each part of a twin is a problem of its own), single
problems, and entries of YACPDB ("algebraic" instead of "fen"), alone, in a list, or as "entries". A diagram is a
problem without "stipulation"; it may have "pgn", the game that led to it. The JSON Schema of solutions describes a
problem: see `feerie.problems.schema`.
"""
from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from feerie.errors import Error, Message, ProblemError, at_line
from feerie.formats import yacpdb
from feerie.formats.entries import Content, Defaults, Diagram, Entry
from feerie.formats.popeye.writer import twin_text
from feerie.formats.problem_texts import twin_of
from feerie.genres import find
from feerie.notation import fen
from feerie.notation.control import json_text
from feerie.problems.constraints import Constraints
from feerie.problems.json_values import texts, typed
from feerie.problems.metadata import Metadata
from feerie.problems.options import Options
from feerie.problems.problem import Problem, read_fen
from feerie.problems.solution import PROGRAM
from feerie.rules.board import WHITE
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup

__all__ = ["BEGIN", "END", "document", "entries", "is_json", "write"]

BEGIN = f'{{"program": {json.dumps(PROGRAM, ensure_ascii=False)}, "problems": [\n'
END = "]}\n"
_TEXTS = ("source", "title", "award", "intended", "solution_text")
_LISTS = ("author", "remarks")
_KEYS = {"genre", "fen", "stipulation", "target", "constraints", "options", "twins", "zeroposition", "metadata", "pgn",
         "operations", *_TEXTS, *_LISTS}


def is_json(text: str) -> bool:
    """Whether a text begins like a JSON object or a list of objects."""
    start = text[:1000].lstrip("\ufeff \t\r\n")
    return start.startswith("{") or (start.startswith("[") and start[1:].lstrip().startswith("{"))


def entries(text: str, defaults: Defaults) -> Iterator[Entry]:
    """The problems of a document, one after another; errors begin with the line if it is known, else with 1."""
    try:
        found = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        fault = Message("no JSON document: {}", Message(error.msg))
        yield Entry(1, error.lineno, error=ProblemError(at_line(error.lineno, fault)))
        return
    except (RecursionError, ValueError):
        fault = Message("no JSON document: nested too deeply, or a number is too long")
        yield Entry(1, 1, error=ProblemError(at_line(1, fault)))
        return
    lines = _Lines(text)
    for number, item in enumerate(_items(found), 1):
        line = lines.of(item)
        try:
            yield Entry(number, line, _content(item, line, defaults))
        except Error as error:
            yield Entry(number, line, error=ProblemError("line {}: {}", line, error))


class _Lines:
    """Finds the line on which each problem of a document stands: where its FEN is or its men are, in order."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._line = text, 0, 1

    def of(self, item: Any) -> int:
        """The line of the next problem, or that of the previous one if its FEN or men are not found."""
        problem = item.get("problem", item) if isinstance(item, dict) else {}
        text = problem.get("fen") if isinstance(problem, dict) else None
        if _is_yacpdb(problem):
            text = "algebraic"
        at = self._text.find(f'"{text}"', self._at) if isinstance(text, str) else -1
        if at >= 0:
            self._line += self._text.count("\n", self._at, at)
            self._at = at + 1
        return self._line


def _items(found: Any) -> list[Any]:
    if isinstance(found, dict):
        for name in ("problems", "results", "entries"):
            if name in found:
                return found[name] if isinstance(found[name], list) else [None]
        return [found]
    return found if isinstance(found, list) else [None]


def _is_yacpdb(data: Any) -> bool:
    """Whether an item is an entry of YACPDB."""
    return isinstance(data, dict) and "algebraic" in data and "fen" not in data


def _content(item: Any, line: int, defaults: Defaults) -> Content:
    if not isinstance(item, dict):
        raise ProblemError("no problem: an object is expected")
    if isinstance(item.get("error"), str) and "problem" not in item:
        raise ProblemError("it was not solved: {}", item["error"])
    data = typed(item.get("problem", item), dict, "problem")
    if _is_yacpdb(data):
        return yacpdb.problem_of(data, line)
    if data.get("stipulation") is None:
        genre, setup = _diagram(data, defaults)
        return Diagram(genre, setup, _operations(data.get("operations", {})), _text(data, "pgn"))
    problem = _problem(data, defaults)
    if item.keys() & {"lines", "tree"} and defaults.solution_text and not problem.solution_text:
        problem = replace(problem, solution_text=defaults.solution_text(item))
    return problem


def _diagram(data: dict[str, Any], defaults: Defaults) -> tuple[Genre, Setup]:
    genre, text = find(_text(data, "genre", defaults.genre.name)), _text(data, "fen")
    if not text:
        raise ProblemError("fen is missing")
    stipulation = _text(data, "stipulation")
    return genre, read_fen(genre, text, stipulation) if stipulation else fen.parse(genre, text)


def _problem(data: dict[str, Any], defaults: Defaults) -> Problem:
    """The problem of a JSON object. The side to move of its FEN must be the side that moves first."""
    genre, setup = _diagram(data, defaults)
    unread = [Message("{} is unknown and was ignored", repr(name[:40])) for name in data if name not in _KEYS]
    parts: dict[str, Any] = {name: _text(data, name) for name in _TEXTS}
    parts |= {name: texts(data.get(name, []), name) for name in _LISTS}
    problem = Problem(genre, replace(setup, turn=WHITE), _text(data, "stipulation"),
                      target=_text(data, "target") or None, constraints=Constraints.of(data.get("constraints", [])),
                      options=Options.of(typed(data.get("options", {}), dict, "options")),
                      twins=[twin_of(twin) for twin in texts(data.get("twins", []), "twins")],
                      zeroposition=data.get("zeroposition") is True, metadata=Metadata.of(data.get("metadata", {})),
                      unread=unread, **parts)
    if problem.first_side != setup.turn and problem.end is None:
        raise ProblemError("the stipulation is begun by the other side than the FEN says")
    return problem


def _text(data: dict[str, Any], name: str, default: str = "") -> str:
    value = data.get(name)
    return default if value is None else typed(value, str, name)


def _operations(data: Any) -> tuple[tuple[str, Any], ...]:
    """The operations of an EPD."""
    operations = typed(data, dict, "operations")
    for opcode, operand in operations.items():
        items = operand if isinstance(operand, list) else [operand]
        if not all(item is None or type(item) in (str, int, float) for item in items):
            raise ProblemError("the operation {} has an operand of the wrong type", repr(opcode[:20]))
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in operations.items())


def document(content: Content) -> dict[str, Any]:
    """The JSON form of a problem or a diagram."""
    if isinstance(content, Diagram):
        found: dict[str, Any] = {"genre": content.genre.name, "fen": content.fen}
        if content.operations:
            found["operations"] = dict(content.operations)
        return found | ({"pgn": content.game} if content.game else {})
    problem = content.as_json()
    problem["twins"] = [twin_text(twin, "en", content.genre) for twin in content.twins]
    problem["zeroposition"] = content.zeroposition
    problem["remarks"] = list(content.remarks)
    problem["solution_text"] = content.solution_text
    problem["metadata"] = content.metadata.as_json()
    return problem


def write(content: Content) -> str:
    """The JSON of a problem or diagram, on one line."""
    return json_text(document(content))
