"""The walk of `feerie solve` through the rooms of the package: it returns to few of them."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pytest
from facts import SOURCE, TESTS

from feerie.kernel.packed_move import PACKED
from feerie.kernel.tables import MoveText
from feerie.kernel.verdict import compiled_rules
from feerie.problems.problem import Problem
from feerie.solving.solve import solve

pytestmark = pytest.mark.end_to_end

PROBLEM = "BeginProblem\nPieces White {} Black Ka1\nStipulation {}\nEndProblem\n"


MOST_RETURNS = 3


@pytest.mark.parametrize(("white", "stipulation", "solution"), [
    ("Kc2 Rd1 Rh8", "h#1", "1.Ka1-a2 Rh8-a8 #"), ("Kb3 Rd2", "#1", "1.Rd2-d1 # !"),
    ("Kc2 Rg7", "ser-#1", "1.Rg7-a7 #")], ids=["help", "direct", "series"])
def test_solving_returns_to_few_rooms(white: str, stipulation: str, solution: str, tmp_path: Path) -> None:
    """From the module `solving.solve` on, modules in the order in which their first function runs."""
    (tmp_path / "problem.pop").write_text(PROBLEM.format(white, stipulation), encoding="utf-8")
    shutil.copytree(SOURCE, tmp_path / "feerie", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.c"))
    run = subprocess.run([sys.executable, str(TESTS / "walk.py"), str(tmp_path / "problem.pop"), "--threads", "1"],
                         env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True)
    assert solution in run.stdout
    walked = json.loads(run.stderr.splitlines()[-1])
    assert walked["status"] == 0
    begun = walked["modules"].index("solving/solve.py")
    rooms = [room for room, _ in groupby(module.split("/")[0] for module in walked["modules"][begun:])]
    assert {"solving", "kernel", "search", "problems", "views"} <= set(rooms)
    assert len(rooms) - len(set(rooms)) <= MOST_RETURNS, " ".join(rooms)


def test_solutions_carry_their_packed_moves() -> None:
    problem = Problem("orthodox", "8/8/8/8/8/1K6/3R4/k7 w - -", "#2")
    tables = compiled_rules(problem.genre).tables
    tree = solve(problem, threads=1).tree
    assert tree
    moves = [node.move for node in tree if node.move]
    helped = solve(Problem("orthodox", "7R/8/8/8/8/8/2K5/k2R4 b - -", "h#1"), threads=1)
    moves += [move for line in helped.lines for move in line]
    assert len(moves) > 10
    for move in moves:
        assert isinstance(move, MoveText) and 0 < move.packed <= PACKED and tables.uci(move.packed) == move
