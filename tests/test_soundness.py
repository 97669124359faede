"""The report on soundness and the search for superfluous men; facts in tests/data/soundness.json.

A report's fact has some of the keys of its JSON form, with their expected values.
"""
from __future__ import annotations

import json
import threading
from dataclasses import replace
from typing import Any

import pytest
from facts import DATA

import feerie
from feerie import Options, Problem, Solution, solve, soundness
from feerie.base.errors import ProblemError
from feerie.notation.languages import LANGUAGES
from feerie.solving.superfluous import superfluous
from feerie.views.soundness_text import needless, report

FACTS = json.loads((DATA / "soundness.json").read_text(encoding="utf-8"))


def solved(fact: dict[str, Any]) -> Solution:
    """The solution of a fact's problem."""
    genre, fen, stipulation, options, intended = fact["problem"]
    return solve(Problem(genre, fen, stipulation, options=Options(**options), intended=intended))


@pytest.mark.parametrize("fact", FACTS["reports"], ids=lambda fact: fact["about"])
def test_reports(fact: dict[str, Any]) -> None:
    solution = solved(fact)
    said = soundness(solution).as_json()
    for key in fact.keys() - {"about", "problem"}:
        assert said[key] == fact[key], key
    assert said["sound"] is solution.is_sound
    assert (said["tested"] == "tested") == bool(said["certificate"])
    for language in LANGUAGES:
        assert feerie.__version__ in report(soundness(solution), language).splitlines()[-1]


@pytest.mark.parametrize("fact", FACTS["superfluous"], ids=lambda fact: fact["about"])
def test_superfluous_men(fact: dict[str, Any]) -> None:
    found = superfluous(solved(fact), solve)
    assert [list(man) for man in found.men] == fact["men"]
    assert found.complete


def test_a_partial_search_gives_no_certificate() -> None:
    solution = solve(Problem("orthodox", "8/8/8/8/8/1P1k1p2/7r/R3K2R", "h#2"), max_solutions=1)
    said = soundness(solution)
    assert said.tested.value == "partial" and said.certificate is None and "C?" in report(said)
    with pytest.raises(ProblemError, match="whole solution"):
        superfluous(solution, solve)


def test_set_play_that_changes() -> None:
    """1...Ka8 is answered by Rc8 before and after the key; in the other problem 1...c3 by Qb1 in the set play only."""
    kept = soundness(solve(Problem("orthodox", "1k6/8/K1R5/2p5/8/8/8/8", "#2", options=Options(set_play=True))))
    assert kept.set_play is not None and (kept.set_play.answered, kept.set_play.changed) == (1, 0)
    assert kept.settings == {"set_play": True}
    options = Options(set_play=True)
    changed = soundness(solve(Problem("orthodox", "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3", "#3", options=options)))
    assert changed.set_play is not None and (changed.set_play.answered, changed.set_play.changed) == (1, 1)
    lines = solve(Problem("orthodox", "r3k3/3np3/8/3K4/6B1/6B1/8/8", "h#2", options=Options(set_play=True)))
    found = soundness(lines).set_play
    assert found is not None and found.answered == 1


def test_looking_for_superfluous_men_can_be_stopped() -> None:
    solution = solve(Problem("orthodox", "k7/8/1K6/8/8/P7/8/6R1", "#1"))
    stop = threading.Event()
    stop.set()
    found = superfluous(solution, solve, stop=stop)
    assert (found.tried, found.of, found.complete) == (0, 2, False)
    assert "0" in needless(found) and "2" in needless(found)

    found = superfluous(solution, lambda problem: replace(solve(problem), complete=False))
    assert found.men == () and not found.complete
