"""Runs tests of python-chess on the package, in a process of its own.

    python tests/python_chess_adapter.py test.py BoardTestCase ...

The first argument is python-chess's file of tests, with its folder `data` beside it. The modules that this file imports
are put in their places: they have the names of python-chess and ask the package. What comes out is JSON: the test ->
null if it passes, else the line of the file at which it stops, and why.
"""
from __future__ import annotations

import json
import os
import sys
import unittest
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Any

import python_chess_board as board
import python_chess_pgn as pgn

__all__ = ["install", "outcomes"]


def _module(name: str, **names: object) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(names)
    sys.modules[name] = module
    return module


def install() -> None:
    """Put the modules in the places of those of python-chess."""
    squares = {board.name_of(square).upper(): square for square in board.SQUARES}
    bits = {f"BB_{name}": 1 << square for name, square in squares.items()}
    ranks = {f"BB_RANK_{rank + 1}": 0xFF << 8 * rank for rank in range(8)}
    statuses = {f"STATUS_{name}": status for name, status in board.Status.__members__.items()}
    parts: dict[str, dict[str, Any]] = {
        "pgn": {name: getattr(pgn, name) for name in pgn.__all__},
        "engine": {"Cp": pgn.Cp, "Mate": pgn.Mate, "PovScore": pgn.PovScore}, "svg": {"Arrow": pgn.Arrow},
        "gaviota": {"MissingTableError": KeyError}, "polyglot": {}, "syzygy": {"MissingTableError": KeyError},
        "variant": {}}
    modules = {part: _module(f"chess.{part}", **names) for part, names in parts.items()}
    _module("chess", **{name: getattr(board, name) for name in board.__all__}, popcount=int.bit_count, **squares,
            **bits, **ranks, **statuses, **modules)


class _Outcomes(unittest.TestResult):
    """What came out, by "class.test"."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = str(path)
        self.found: dict[str, tuple[int, str] | None] = {}

    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        self.found[test.id().split(".", 1)[1]] = None

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        super().addError(test, err)
        kind, error, trace = err
        lines = [line for frame, line in walk_tb(trace) if frame.f_code.co_filename == self.path]
        self.found[test.id().split(".", 1)[1]] = lines[-1], f"{kind.__name__}: {error}"

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:
        self.addError(test, err)


def outcomes(path: Path, classes: list[str]) -> dict[str, tuple[int, str] | None]:
    """Run the classes of a file of tests, in the folder of the file."""
    install()
    os.chdir(path.parent)
    spec = spec_from_file_location("test_python_chess_itself", path)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    result = _Outcomes(path)
    for name in classes:
        unittest.defaultTestLoader.loadTestsFromTestCase(getattr(module, name)).run(result)
    return result.found


if __name__ == "__main__":
    print(json.dumps(outcomes(Path(sys.argv[1]).resolve(), sys.argv[2:])))
