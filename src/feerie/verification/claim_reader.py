"""Reading the JSON documents of solved problems. Every part that does not fit is a one-line error."""
from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, replace
from typing import Any

from feerie.base.errors import Error, Message, ProblemError
from feerie.genres import find
from feerie.problems.constraints import Constraints
from feerie.problems.json_values import typed
from feerie.problems.options import Options
from feerie.problems.problem import Problem, placed_for, read_fen
from feerie.problems.solution import Node, Role, UciLine
from feerie.problems.stipulation import Play
from feerie.rules.board import WHITE

__all__ = ["Claims", "ProofClaims", "Unsolved", "read"]

MAX_TREE_DEPTH = 500
_MOVE = re.compile(r"([a-z][1-9]\d?){2}([a-z]|\.[a-z][a-z0-9])?(@[a-z0-9]+)*")


@dataclass(frozen=True)
class Claims:
    """What a document says about the solution of one problem.

    `variations`: whether the tree has the play after keys and tries; if not, forced play claims only these moves.
    """

    problem: Problem
    complete: bool
    sound: bool | None
    short: bool
    keys: tuple[str, ...]
    tries: tuple[str, ...]
    set_play: tuple[str | UciLine, ...]
    lines: tuple[UciLine, ...]
    tree: Node | None
    variations: bool = True
    label: str = ""


@dataclass(frozen=True)
class ProofClaims:
    """What a document says about one forced mate (`feerie mate --json`).

    `moves`: the number of moves in which it is forced; `tree`: the proof, None if nothing was found. `none_within`: the
    number of moves in which it cannot be forced, 0 if that is not claimed.
    """

    problem: Problem
    moves: int
    tree: Node | None
    line: UciLine
    none_within: int
    label: str = ""


@dataclass(frozen=True)
class Unsolved:
    """A problem that was not solved, with the reason: a Message if the document says how to translate it."""

    error: str


def read(text: str) -> list[Claims | ProofClaims | Unsolved]:
    """The results of a document that `feerie solve --json` printed, or the single result of `Solution.as_json`.

    The result of `feerie mate --json` or `ForcedMate.as_json` is read too.

    Raises ProblemError, with the place of the fault, for any other text.
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise ProblemError("no JSON document: {}", error) from None
    except (RecursionError, ValueError):
        raise ProblemError("no JSON document: nested too deeply, or a number is too long") from None
    if not isinstance(document, dict) or not ("results" in document or "problem" in document):
        raise ProblemError('no document of solutions: an object with "results" is expected')
    if "verdict" in document and "mate" in document:
        return [_proof(document, "$")]
    if "results" not in document:
        return [_result(document, "$")]
    return [_result(entry, f"results[{number}]") for number, entry in enumerate(_get(document, "results", list, "$"))]


def _result(entry: Any, where: str) -> Claims | Unsolved:
    if isinstance(entry, dict) and "error" in entry and "problem" not in entry:
        error, message = _get(entry, "error", str, where), Message.from_json(entry.get("message"))
        return Unsolved(message if message == error and message is not None else error)
    if not isinstance(entry, dict):
        raise ProblemError("{} is not an object", where)
    problem = _problem(_get(entry, "problem", dict, where), f"{where}.problem")
    if problem.stipulation.is_kept:
        return Unsolved(Message("{}: a study, or a stipulation in words, is kept and not solved", problem.stipulation))
    tree = _get(entry, "tree", dict, where)
    sound = entry.get("sound")
    if sound is not None and not isinstance(sound, bool):
        raise ProblemError("{}.sound must be true, false or null", where)
    if bool(tree) != problem.stipulation.play.is_battle:
        raise ProblemError("{}: {} is solved by lines" if tree else "{}: {} is solved by a tree", where,
                           problem.stipulation)
    return Claims(
        problem, _get(entry, "complete", bool, where), sound, _get(entry, "short", bool, where, False),
        tuple(_moves(entry, "keys", where)), tuple(_moves(entry, "tries", where)),
        tuple(_line(item, f"{where}.set_play") if isinstance(item, list) else _move(item, f"{where}.set_play")
              for item in _get(entry, "set_play", list, where)),
        tuple(_line(item, f"{where}.lines") for item in _get(entry, "lines", list, where)),
        _node(tree, f"{where}.tree") if tree else None, _get(entry, "variations", bool, where, True),
        _get(entry, "label", str, where, ""))


def _proof(document: dict[str, Any], where: str) -> ProofClaims | Unsolved:
    none_within = _number(document, "none_within", where)
    if document["mate"] is None and not none_within or document.get("problem") is None:
        return Unsolved(_get(document, "verdict", str, where))
    problem = _problem(_get(document, "problem", dict, where), f"{where}.problem")
    stipulation = problem.stipulation
    if stipulation.play not in (Play.DIRECT, Play.SELF) or stipulation.exact or stipulation.introductory \
            or problem.options != replace(Options(), half_duplex=problem.options.half_duplex,
                                          no_castling=problem.options.no_castling):
        raise ProblemError("{}: {} with such options is not what one forced mate is about", where, stipulation)
    if document["mate"] is None:
        return ProofClaims(problem, 0, None, (), none_within)
    moves, tree = _number(document, "mate", where), _get(document, "tree", dict, where)
    if moves != stipulation.moves or not tree:
        raise ProblemError("{}: two lengths of the mate" if tree else "{}: a tree is missing", where)
    return ProofClaims(problem, moves, _node(tree, f"{where}.tree"), _line(_get(document, "line", list, where),
                                                                           f"{where}.line"), none_within)


def _number(data: dict[str, Any], name: str, where: str) -> int:
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_TREE_DEPTH:
        raise ProblemError("{}.{} must be a number from 0 to {}", where, name, MAX_TREE_DEPTH)
    return value


def _get(data: dict[str, Any], name: str, kind: type, where: str, default: Any = MISSING) -> Any:
    """A member of a JSON object. Raises ProblemError if its type is wrong, or if it is missing and has no default."""
    value = data.get(name, default)
    if value is MISSING:
        raise ProblemError("{}.{} is missing", where, name)
    return typed(value, kind, Message("{}.{}", where, name))


def _move(value: Any, where: str) -> str:
    if not isinstance(value, str) or not _MOVE.fullmatch(value):
        raise ProblemError("{}: {} is not a move (they are written e2e4, a7a8q)", where, repr(str(value)[:20]))
    return value


def _moves(data: dict[str, Any], name: str, where: str) -> Iterator[str]:
    return (_move(value, f"{where}.{name}") for value in _get(data, name, list, where))


def _line(value: Any, where: str) -> UciLine:
    if not isinstance(value, list) or not value:
        raise ProblemError("{}: a line is a list of moves", where)
    return tuple(_move(move, where) for move in value)


def _node(data: Any, where: str, depth: int = 0) -> Node:
    if not isinstance(data, dict):
        raise ProblemError("{}: a move of the tree is an object", where)
    if depth > MAX_TREE_DEPTH:
        raise ProblemError("{}: deeper than {} moves", where, MAX_TREE_DEPTH)
    roles = {role.value: role for role in Role}
    role = roles.get(_get(data, "role", str, where))
    if role is None:
        raise ProblemError("{}: there is no role {} (known: {})", where, repr(data["role"][:20]), ", ".join(roles))
    if (role is Role.DIAGRAM) != (depth == 0):
        raise ProblemError("{}: the role {} is that of the root", where, repr(Role.DIAGRAM.value))
    move = data.get("move")
    if role is Role.DIAGRAM and move is not None:
        raise ProblemError("{}: the root of a tree has no move", where)
    return Node(None if role is Role.DIAGRAM else _move(move, where), role,
                tuple(_node(child, where, depth + 1) for child in _get(data, "children", list, where)),
                _get(data, "zugzwang", bool, where, False))


def _problem(data: dict[str, Any], where: str) -> Problem:
    """The problem. The side to move of its FEN must be the side that moves first."""
    names = {name: _get(data, name, str, where) for name in ("genre", "fen", "stipulation")}
    target = data.get("target")
    if target is not None and not isinstance(target, str):
        raise ProblemError("{}.target must be a FEN or null", where)
    try:
        genre = placed_for(find(names["genre"]), names["fen"], names["stipulation"])
        setup = read_fen(genre, names["fen"], names["stipulation"])
        problem = Problem(genre, replace(setup, turn=WHITE), names["stipulation"], target=target,
                          constraints=Constraints.of(_get(data, "constraints", list, where, [])),
                          options=Options.of(_get(data, "options", dict, where, {}), f"{where}.options"),
                          intended=_get(data, "intended", str, where, ""))
    except (Error, ValueError) as error:
        raise ProblemError("{}: {}", where, error) from None
    if problem.first_side != setup.turn and problem.end is None:
        raise ProblemError("{}: the stipulation is begun by the other side than the FEN says", where)
    return problem
