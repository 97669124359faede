"""The problems of bench/fairy.py, with men and traits of the dictionary, have the solutions that Popeye found."""
from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import feerie

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

import fairy
import solve

PROBLEMS: list[dict[str, Any]] = json.loads(fairy.PROBLEMS.read_text(encoding="utf-8"))


def test_there_are_as_many_of_each_kind_in_both_sets() -> None:
    kinds = Counter((entry["set"], entry["stipulation"]) for entry in PROBLEMS)
    assert kinds == {(name, stipulation): fairy.OF_EACH for name in fairy.SETS for stipulation in fairy.FAMILIES}
    assert {entry["answer"].startswith("0-") for entry in PROBLEMS} == {False, True}


@pytest.mark.parametrize("stipulation", fairy.FAMILIES)
def test_answers(stipulation: str) -> None:
    for entry in PROBLEMS:
        if entry["stipulation"] == stipulation:
            timing = fairy.ours(feerie.Problem(entry["genre"], entry["fen"], stipulation), 600.0, 1)
            assert timing.answer is not None and solve.digest(timing.answer) == entry["answer"], entry
