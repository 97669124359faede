"""Popeye's printed solutions as documents, for the checker of solutions: what it says of play not written by us."""
from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from feerie import Position
from feerie.problems.problem import Problem
from feerie.problems.stipulation import Play

Tree = dict[str, Any]

MOVE = re.compile(r"^(?:\d+\.(?:\.\.)?)?(?P<move>\S+(?: ep\.)?)(?P<rest>.*)$")
EXCHANGE = re.compile(r"([QRBSP]\w\d)<->(K\w\d)")


def passed(position: Position) -> Position:
    """The position with the other side to move."""
    return Position(position.genre, replace(position.setup, turn=1 - position.setup.turn, en_passant=None))


def uci(position: Position, text: str) -> str:
    """Popeye's move as UCI."""
    text = EXCHANGE.sub(r"\2<->\1", text.replace(" ep.", ""))
    return position.parse(text).uci()


def lines(problem: Problem, printed: str) -> list[list[str]]:
    """The lines of help and series play; set play, which begins with dots, left out."""
    found = []
    for text in filter(None, map(str.strip, printed.splitlines())):
        moves = [word for word in re.sub(r"\d+\.(\.\.)?", " ", text.replace(" ep.", "ep.")).split()
                 if word not in ("+", "#", "=", "==", "!=", "...", "dia")]
        position, line = Position(problem.genre, problem.start), []
        series = len(moves) - (problem.stipulation.play is not Play.SERIES)
        for number, move in enumerate(moves, 1):
            line.append(uci(position, move.replace("ep.", " ep.")))
            position = position.play(line[-1])
            if problem.stipulation.play.is_series and number < series:
                position = passed(position)
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
        if body == "but" or "?!?" in body:      # the attacker reaches the goal that he must not reach
            continue
        if not body[0].isdigit():               # what stands before post-key play
            if "zugzwang" in body:
                root["zugzwang"] = True
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
        if parent is root and problem.is_post_key:
            role = "variation" if answers else "threat"
        elif parent is root:
            role = "variation" if answers else "key" if " !" in rest else "try"
        elif answers:
            role = "refutation" if rest.rstrip().endswith("!") else "variation"
        else:
            role = "continuation" if parent["role"] == "variation" else "threat"
        if role == "threat":
            position = passed(position)
        node: Tree = {"move": uci(position, found["move"]), "role": role, "children": []}
        if "zugzwang" in rest:
            node["zugzwang"] = True
        parent["children"].append(node)
        above.append((indent, position.play(node["move"]), node))
    return root


def depth(node: Tree) -> int:
    """How many moves of the attacker the play of his move takes."""
    answers = [answer for child in node["children"]
               for answer in ([child] if child["role"] == "threat" else child["children"])]
    return 1 + max(map(depth, answers), default=0)


def is_short(problem: Problem, root: Tree | None, found: list[list[str]]) -> bool:
    """Whether some solution is shorter than the stipulation."""
    if root is None:
        return any(len(line) < problem.plies - problem.stipulation.play.is_reciprocal for line in found)
    return any(depth(node) < problem.stipulation.moves for node in root["children"] if node["role"] == "key")


def document(problem: Problem, printed: str, *, variations: bool) -> dict[str, Any]:
    """What Popeye printed, as the program would write it; `sound` as it follows from the number of solutions."""
    options = problem.options
    told = {"half_duplex": options.half_duplex, "no_castling": list(options.no_castling),
            "post_key_play": options.post_key_play, "white_to_play": options.white_to_play,
            "defence": options.defence, "no_threat": options.no_threat}
    battle = problem.stipulation.play.is_battle
    root = tree(problem, printed) if battle else None
    found = [] if battle else lines(problem, printed)
    keys = [node["move"] for node in root["children"] if node["role"] == "key"] if root else \
        list(dict.fromkeys(line[0] for line in found))
    count = len(keys) if battle else len(found)
    short = is_short(problem, root, found) if variations or not battle else False
    sound = False if short else count == 1 if battle or count < 2 else None
    return {"problem": {"genre": problem.genre.name, "fen": problem.fen,
                        "stipulation": str(problem.stipulation), "options": told, "intended": "", "target": None},
            "complete": True, "sound": None if problem.is_post_key else sound, "short": short, "variations": variations,
            "keys": keys, "tries": [node["move"] for node in root["children"] if node["role"] == "try"] if root else [],
            "set_play": [], "lines": found, "tree": root or {}}
