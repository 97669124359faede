"""Problems in JSON: the object "problem" of the documents of `feerie solve --json`, with their twins.

    {"program": {...}, "problems": [{"genre": ..., "fen": ..., "stipulation": ..., ...}, ...]}

The reader takes such documents, those of solutions, single problems, and entries of YACPDB ("algebraic" instead of
"fen"), alone, in a list, or as "entries". A document of solutions has its problems whole, each with its place, and the
results of their parts have the same place; in a single result the part is the problem. A diagram is a problem without
"stipulation"; it may have "pgn", the game that led to it. The JSON Schema of solutions describes a problem: see
`feerie.problems.schema`.
"""
from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from feerie.base.errors import Error, Message, ProblemError, at_line
from feerie.formats import yacpdb
from feerie.formats.entries import Content, Defaults, Diagram, Entry
from feerie.formats.popeye.phrases import hunters_of
from feerie.formats.popeye.writer import twin_text
from feerie.formats.problem_texts import twin_of
from feerie.genres import find
from feerie.notation import fen
from feerie.notation.control import json_text
from feerie.problems.constraints import Constraints
from feerie.problems.json_values import texts, typed
from feerie.problems.metadata import Metadata
from feerie.problems.options import Options
from feerie.problems.problem import Problem, placed_for, read_fen
from feerie.problems.solution import PROGRAM
from feerie.rules.board import BLACK, WHITE
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup

__all__ = ["BEGIN", "END", "document", "entries", "is_json", "write"]

BEGIN = f'{{"program": {json.dumps(PROGRAM, ensure_ascii=False)}, "problems": [\n'
END = "]}\n"
_TEXTS = ("source", "title", "award", "intended", "solution_text")
_LISTS = ("author", "remarks", "unread")
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
    """What a document lists; a problem with the results of its parts as "results"."""
    if isinstance(found, dict):
        problems, results = found.get("problems"), found.get("results")
        if isinstance(problems, list) and isinstance(results, list):
            return _with_results(problems, results)
        for name in ("problems", "results", "entries"):
            if name in found:
                return found[name] if isinstance(found[name], list) else [None]
        return [found]
    return found if isinstance(found, list) else [None]


def _with_results(problems: list[Any], results: list[Any]) -> list[Any]:
    """Problems with the results that have the same place, and the other results, in the order of the results."""
    whole = {_place(problem): problem for problem in problems if isinstance(problem, dict)}
    found: dict[Any, Any] = {}
    for number, result in enumerate(results):
        place = _place(result) if isinstance(result, dict) else None
        if place in whole:
            found.setdefault(place, {**whole[place], "results": []})["results"].append(result)
        else:
            found[number] = result
    return list(found.values())


def _place(item: dict[str, Any]) -> tuple[str, str]:
    return repr(item.get("file")), repr(item.get("number"))


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
    if defaults.solution_text and not problem.solution_text:
        results = typed(item.get("results", [item]), list, "results")
        problem = replace(problem, solution_text=_solution_text(results, defaults.solution_text))
    return problem


def _solution_text(results: list[Any], text_of: Callable[[dict[str, Any]], str]) -> str:
    """The solutions of the parts of a problem, one below another, with the labels of twins."""
    parts: dict[tuple[str, str], str] = {}
    for result in results:
        if isinstance(result, dict) and result.keys() & {"lines", "tree"}:
            asked = typed(result.get("problem", {}), dict, "problem")
            parts[_text(result, "label"), _text(asked, "fen")] = text_of(result)
    if not any(parts.values()):
        return ""
    texts: list[str] = []
    labels = [""]
    for (label, _), text in parts.items():      # of a duplex, both sides have one label
        texts += [f"{label})\n{text}" if label != labels[-1] else text]
        labels.append(label)
    return "\n\n".join(text.rstrip("\n") for text in texts if text)


def _diagram(data: dict[str, Any], defaults: Defaults) -> tuple[Genre, Setup]:
    genre, text = find(_text(data, "genre", defaults.genre.name)), _text(data, "fen")
    if not text:
        raise ProblemError("fen is missing")
    stipulation = _text(data, "stipulation")
    genre = placed_for(genre, text, stipulation)
    return genre, read_fen(genre, text, stipulation) if stipulation else fen.parse(genre, text)


def _problem(data: dict[str, Any], defaults: Defaults) -> Problem:
    """The problem of a JSON object. Black may be to move in its FEN only if the stipulation is begun by Black; White,
    or nobody, says nothing, as in other formats."""
    genre, setup = _diagram(data, defaults)
    unread = [Message("{} is unknown and was ignored", repr(name[:40])) for name in data if name not in _KEYS]
    parts: dict[str, Any] = {name: _text(data, name) for name in _TEXTS}
    parts |= {name: texts(data.get(name, []), name) for name in _LISTS}
    problem = Problem(genre, replace(setup, turn=WHITE), _text(data, "stipulation"),
                      target=_text(data, "target") or None, constraints=Constraints.of(data.get("constraints", [])),
                      options=Options.of(typed(data.get("options", {}), dict, "options")),
                      twins=[twin_of(twin, hunters_of(genre)) for twin in texts(data.get("twins", []), "twins")],
                      zeroposition=data.get("zeroposition") is True, metadata=Metadata.of(data.get("metadata", {})),
                      **parts | {"unread": (*parts["unread"], *unread)})
    if setup.turn == BLACK and problem.first_side == WHITE and problem.end is None:
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
    return problem


def write(content: Content) -> str:
    """The JSON of a problem or diagram, on one line."""
    return json_text(document(content))
