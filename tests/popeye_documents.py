"""Popeye's printed solutions as documents, for the checker of solutions: what it says of play that we did not write."""
from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

from popeye_cases import EXCHANGE

from feerie import Position
from feerie.base.errors import IllegalMoveError
from feerie.notation import fen
from feerie.problems.problem import Problem
from feerie.problems.solution import key_line

Tree = dict[str, Any]

MOVE = re.compile(r"^(?:\d+\.(?:\.\.)?)?(?P<move>\S+(?: ep\.)?)(?P<rest>.*)$")
LINE = re.compile(r"1\.")
HALF = re.compile(r"(?:(\d+)\.(?:\.\.)?)?([A-Z]?[a-h]\d[-*]\S+(?: ep\.)?|0-0(?:-0)?\S*|[A-Z][a-h]\d<->\S+)")
"""A move of a line, and its number if it has one."""


def uci(position: Position, text: str) -> str:
    """Popeye's move in UCI."""
    text = EXCHANGE.sub(r"\2<->\1", text.replace(" ep.", ""))
    try:
        return position.parse(text).uci()
    except IllegalMoveError:        # legal by its goal alone, as a double mate is
        found = re.fullmatch(r"[A-Z]?([a-h]\d)[-*]([a-h]\d)(?:=([A-Z]))?", text)
        assert found
        return found[1] + found[2] + {"S": "n"}.get(found[3] or "", (found[3] or "").lower())


def after(position: Position, move: str) -> Position:
    """The position after a move; the same one if only a goal that ends the play makes the move legal."""
    return position.play(move) if move in position.legal_moves else position


def lines(problem: Problem, printed: str) -> list[list[str]]:
    """The lines of help and series play; in series, the moves after a number belong to the side that plays alone.

    A number that is not a greater than the last one ends introductory moves.
    """
    found = []
    for text in map(str.strip, printed.splitlines()):
        if not LINE.match(text):
            continue
        position, line, last = Position(problem.genre, problem.start), [], 0
        for number, move in HALF.findall(text):
            if problem.stipulation.play.is_series and number and 0 < last < int(number):
                position = position.pass_turn()
            line.append(uci(position, move))
            position, last = after(position, line[-1]), int(number or 0)
        found.append(line)
    return found


def tree(problem: Problem, printed: str) -> Tree:
    """The tree of a battle, by the indentation of its lines."""
    start = Position(problem.genre, problem.start)
    root: Tree = {"move": None, "role": "diagram", "children": []}
    above: list[tuple[int, Position, Tree]] = [(-1, start, root)]
    for text in printed.splitlines():
        body = text.strip()
        if not body:
            continue
        indent = len(text) - len(text.lstrip())
        if body == "refutes.":
            above[-1][2]["role"] = "refutation"
        elif body.startswith("zugzwang"):       # before post-key play
            root["zugzwang"] = True
        if not body[0].isdigit():               # these, `but`, and what Popeye remarks
            continue
        while above[-1][0] >= indent:
            above.pop()
        _, position, parent = above[-1]
        number = re.match(r"\d+\.(\.\.)?", body)
        assert number
        found = MOVE.match(body)
        assert found
        rest = found["rest"]
        answers = number[0].endswith("...")
        if "?!?" in rest:
            role = "duty"
        elif parent is root and problem.is_post_key:
            role = "variation" if answers else "threat"
        elif parent is root:
            role = "set play" if answers else "key" if " !" in rest else "try"
        elif answers:
            role = "refutation" if rest.rstrip().endswith("!") else "variation"
        else:
            role = "continuation" if parent["role"] in ("variation", "set play") else "threat"
        if role == "threat":
            position = position.pass_turn()
        elif role == "set play":
            position = Position(problem.genre, problem.set_play_start)
        node: Tree = {"move": uci(position, found["move"]), "role": role, "children": []}
        if "zugzwang" in rest:
            node["zugzwang"] = True
        parent["children"].append(node)
        above.append((indent, after(position, node["move"]), node))
    return root


def depth(node: Tree) -> int:
    """The number of attacker's moves in the play of a move of his."""
    answers = [answer for child in node["children"]
               for answer in ([child] if child["role"] == "threat" else child["children"])]
    return 1 + max(map(depth, answers), default=0)


def is_short(problem: Problem, printed: str, root: Tree | None, found: list[list[str]]) -> bool:
    """Whether some solution is shorter than the stipulation; for a parry series, by the number of its last move."""
    stipulation = problem.stipulation
    if root is not None:
        return any(depth(node) < stipulation.moves for node in root["children"] if node["role"] == "key")
    if stipulation.play.is_parry:
        numbers = [re.findall(r"(\d+)\.", text) for text in map(str.strip, printed.splitlines()) if LINE.match(text)]
        return any(int(line[-1]) < stipulation.moves or stipulation.introductory and line.count("1") == 2
                   and line[1:].index("1") + 1 < stipulation.introductory for line in numbers)
    return any(len(line) < problem.plies - stipulation.play.is_reciprocal for line in found)


def document(problem: Problem, printed: str, *, variations: bool) -> dict[str, Any]:
    """What Popeye printed, as the program would write it; `sound` follows from the number of solutions."""
    options = problem.options
    told = {item.name: getattr(options, item.name) for item in fields(options)
            if getattr(options, item.name) != item.default and item.name not in ("variations", "set_play")}
    battle = problem.stipulation.play.is_battle
    root = tree(problem, printed) if battle else None
    found = [] if battle else lines(problem, printed)
    keys = [node["move"] for node in root["children"] if node["role"] == "key"] if root else \
        list(dict.fromkeys(line[0] for line in found))
    count = len(keys) if battle else len({key_line(problem, tuple(line)) for line in found})
    short = is_short(problem, printed, root, found) if variations or not battle else False
    sound = False if short else count == 1 if battle or count < 2 else None
    return {"problem": {"genre": problem.genre.name, "fen": problem.fen,
                        "stipulation": str(problem.stipulation), "options": told, "intended": "",
                        "target": fen.write(problem.genre, problem.target).split()[0] if problem.target else None},
            "complete": True, "sound": None if problem.is_post_key else sound, "short": short, "variations": variations,
            "keys": keys, "tries": [node["move"] for node in root["children"] if node["role"] == "try"] if root else [],
            "set_play": [node["move"] for node in root["children"] if node["role"] == "set play"] if root else [],
            "lines": found, "tree": root or {}}
