"""The problems that bench/made.py makes, of Rollerball, several kings and combinations, have the solutions kept."""
from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import feerie

BENCH = Path(__file__).parent.parent / "bench"
sys.path.insert(0, str(BENCH))

import made

PROBLEMS: list[dict[str, Any]] = json.loads(made.PROBLEMS.read_text(encoding="utf-8"))


def test_there_are_ten_of_each_genre() -> None:
    assert Counter(entry["genre"] for entry in PROBLEMS) == Counter(dict.fromkeys(made.GENRES, 10))


@pytest.mark.parametrize("genre", made.GENRES)
def test_answers(genre: str) -> None:
    for entry in PROBLEMS:
        if entry["genre"] == genre:
            problem = feerie.Problem(genre, entry["fen"], entry["stipulation"])
            assert made.answer(made.task(problem, shortcuts=True).alone()) == entry["answer"], entry


@pytest.mark.long
@pytest.mark.parametrize("genre", made.GENRES)
def test_plain_answers(genre: str) -> None:
    for entry in PROBLEMS:
        if entry["genre"] == genre:
            problem = feerie.Problem(genre, entry["fen"], entry["stipulation"])
            assert made.answer(made.task(problem, shortcuts=False).alone()) == entry["answer"], entry
