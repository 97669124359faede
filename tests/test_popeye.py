"""The solver against the solutions Popeye prints: tests/data/popeye_cases.json, read by popeye_cases.py."""
from __future__ import annotations

import pytest
from conftest import Unfinished
from popeye_cases import BEYOND, CASES, MEN, Case, outcome, problem_text

from feerie.base.errors import ProblemError
from feerie.formats import popeye

LIMIT = 120.0
"""CPU seconds for a part of a case; one that takes longer is counted and named at the end of the run."""


@pytest.mark.parametrize("case", [
    pytest.param(case, id=case["id"], marks=[pytest.mark.long] if case.get("long") else []) for case in CASES + MEN])
def test_solutions_are_those_popeye_prints(case: Case, unfinished: Unfinished) -> None:
    """A case that `differs` must differ, and one that `awaits` something is refused."""
    found = outcome(case, LIMIT)

    if found.word == "unfinished":
        unfinished(LIMIT)
    wanted = ("different", "refused") if "differs" in case else ("refused",) if "awaits" in case else ("equal",)
    assert found.word in wanted, found


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case["id"] for case in CASES + MEN + BEYOND]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_problems_are_read_as_they_were_written(language: str) -> None:
    """Every stipulation, option and twin among the cases, in the three languages."""
    for case in CASES + MEN:
        try:
            problem = popeye.parse(problem_text(case))[0].get()
        except ProblemError:
            assert "differs" in case or "awaits" in case
            continue
        assert popeye.parse(popeye.write(problem, language=language))[0].get() == problem, case["id"]
