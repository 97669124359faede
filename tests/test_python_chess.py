"""python-chess's own tests of boards, moves and records, run on the package: each passes or differs in a named way.

FEERIE_PYTHON_CHESS_TESTS names the file `test.py` of python-chess's sources, with their folder `data` beside it. The
adapter (python_chess_adapter.py) has the names of python-chess; data/python_chess.json says what comes out.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from facts import DATA

import feerie

FACTS: dict[str, Any] = json.loads((DATA / "python_chess.json").read_text(encoding="utf-8"))
TESTS = os.environ.get("FEERIE_PYTHON_CHESS_TESTS", "")
ADAPTER = Path(__file__).with_name("python_chess_adapter.py")
LIBRARY = Path(__file__).parent.parent / "docs" / "library.md"


def found(path: Path, classes: list[str]) -> dict[str, tuple[int, str] | None]:
    """What the tests of some classes say, in a process in which the adapter stands for python-chess."""
    environment = {**os.environ, "PYTHONPATH": str(Path(feerie.__file__).parent.parent)}
    done = subprocess.run([sys.executable, str(ADAPTER), str(path), *classes], capture_output=True, text=True,
                          env=environment, check=False)
    assert done.returncode == 0, done.stderr
    outcomes: dict[str, tuple[int, str] | None] = json.loads(done.stdout)
    return outcomes


@pytest.mark.skipif(not TESTS, reason="FEERIE_PYTHON_CHESS_TESTS names no file of python-chess's tests")
def test_every_difference_is_named() -> None:
    path = Path(TESTS)
    assert sha256(path.read_bytes()).hexdigest() == FACTS["sha256"], f"the facts are of version {FACTS['version']}"
    expected = {name: None if outcome == "passes" else outcome["line"] for name, outcome in FACTS["tests"].items()}
    outcomes = found(path, list(dict.fromkeys(name.split(".")[0] for name in expected)))
    stopped = {name: outcome and outcome[0] for name, outcome in outcomes.items()}
    assert stopped == expected, {name: outcomes.get(name, "not run") for name in expected
                                 if stopped.get(name, -1) != expected[name]}


def test_differences_are_those_of_the_tests() -> None:
    causes = [cause for outcome in FACTS["tests"].values() if outcome != "passes" for cause in outcome["because"]]
    assert set(causes) == set(FACTS["differences"])


def test_the_adapter_tells_what_passes_and_where_the_others_stop(tmp_path: Path) -> None:
    tests = tmp_path / "test.py"
    tests.write_text("""import unittest
import chess, chess.pgn
class Some(unittest.TestCase):
    def test_right(self):
        board = chess.Board()
        board.push_san("e4")
        self.assertIn(chess.Move(chess.E7, chess.E5), board.legal_moves)
    def test_wrong(self):
        self.assertEqual(chess.Board().piece_at(chess.E1), chess.Piece.from_symbol("q"))
    def test_missing(self):
        chess.Board().no_such_name()
""", encoding="utf-8")
    outcomes = found(tests, ["Some"])
    assert {name: outcome and outcome[0] for name, outcome in outcomes.items()} == {
        "Some.test_right": None, "Some.test_wrong": 9, "Some.test_missing": 11}


def test_the_documentation_has_the_count() -> None:
    passing = sum(outcome == "passes" for outcome in FACTS["tests"].values())
    assert f"{passing} of {len(FACTS['tests'])}" in LIBRARY.read_text(encoding="utf-8")
