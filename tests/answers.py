"""Asks the package about positions and prints what it says; run on its own with another build of the package.

    python answers.py [--without-cython] < questions.json > answers.json

The questions: {"positions": [[genre, fen, depth], ...], "problems": [[genre, fen, stipulation, target], ...]};
depth is that of the perft, target the position to be reached or null.
"""
from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

Question = tuple[str, str, int]
ProblemQuestion = tuple[str, str, str, str | None]


class NoCython(MetaPathFinder):
    """Makes Cython impossible to import."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name.lower().split(".")[0] == "cython":
            raise ModuleNotFoundError(f"{name} is hidden", name=name)
        return None


def forced_play(genre: str, fen: str) -> list[Any]:
    """The solution trees of short forced problems; none for many men or illegal positions."""
    from feerie import Error
    from feerie.problems.problem import Problem
    from feerie.solving.forced_task import ForcedTask

    men = sum(letter.isalpha() for letter in fen.split()[0])
    found = []
    for stipulation, most in (("s#1", 7), ("#1", 7), ("#2", 4)):
        try:
            task = ForcedTask(Problem(genre, fen, stipulation)) if men <= most else None
        except Error:
            continue
        if task:
            tree = task.alone().tree
            found.append(tree and tree.as_json())
    return found


def answer(genre: str, fen: str, depth: int) -> dict[str, Any]:
    """What the package says about a position."""
    from feerie import Position

    position = Position(genre, fen)
    status = position.status()
    return {"fen": position.fen(), "status": [status.word, status.winner, status.reason and status.reason.value],
            "checked": position.checked_squares(), "key": position.key, "perft": position.perft(depth, threads=2),
            "forced play": forced_play(genre, fen),
            "moves": {move.uci(): [move.partner, move.captured_on, position.sign_after(move), position.play(move).key,
                                   position.gives_check(move)] for move in position.legal_moves}}


def solved(genre: str, fen: str, stipulation: str, target: str | None, shortcuts: bool = True) -> dict[str, Any]:
    """The solution of a problem with the number of nodes, found by one search with a small table."""
    from feerie.problems.problem import Problem
    from feerie.search.transposition import TranspositionTable
    from feerie.solving.forced_task import ForcedTask
    from feerie.solving.help_task import HelpTask

    problem = Problem(genre, fen, stipulation, target=target)
    task = (ForcedTask if problem.stipulation.play.is_battle else HelpTask)(problem, shortcuts=shortcuts)
    value, nodes, done = task.worker(lambda: TranspositionTable(1 << 12)).work(task.whole)
    return task.solution(value, done, nodes, 0.0).as_json()


if __name__ == "__main__":
    if "--without-cython" in sys.argv:
        sys.meta_path.insert(0, NoCython())
    from feerie.kernel.state import COMPILED

    questions = json.load(sys.stdin)
    json.dump({"compiled": COMPILED, "cython": hasattr(sys.modules.get("cython"), "__file__"),
               "answers": [answer(*question) for question in questions["positions"]],
               "solutions": [solved(*question) for question in questions["problems"]]}, sys.stdout)
