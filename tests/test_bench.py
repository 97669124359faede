"""The problems of the benchmark have the solutions that Popeye finds."""
from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).parent.parent / "bench"
SPEC = importlib.util.spec_from_file_location("bench_solve", BENCH / "solve.py")
assert SPEC and SPEC.loader
bench = importlib.util.module_from_spec(SPEC)
sys.modules["bench_solve"] = bench
SPEC.loader.exec_module(bench)

PROBLEMS: list[dict[str, Any]] = json.loads((BENCH / "problems.json").read_text(encoding="utf-8"))
LONG = ("direct, long", "self", "help, castling genres", "castling, made", "proof")
"""Classes in which some problems take more than a second."""


def name(entry: dict[str, Any]) -> str:
    return f"{entry['class']}: {entry['name']} {entry['stipulation']}"


def check(entry: dict[str, Any]) -> None:
    timing = bench.ours(entry, 600.0, 1)
    assert not timing.stopped
    assert bench.digest(timing.answer) == entry["answer"]


@pytest.mark.parametrize("entry", [entry for entry in PROBLEMS if entry["class"] not in LONG], ids=name)
def test_answers(entry: dict[str, Any]) -> None:
    check(entry)


@pytest.mark.long
@pytest.mark.parametrize("entry", [entry for entry in PROBLEMS if entry["class"] in LONG], ids=name)
def test_long_answers(entry: dict[str, Any]) -> None:
    check(entry)
