"""The dictionary against Popeye: stored positions (data/certified.json) and, in long runs with POPEYE_BIN, new ones."""
from __future__ import annotations

import os

import pytest
from certified import (
    CONDITION_ENTRIES,
    FAMILIES,
    FAMILIES_OF_CONDITIONS,
    ONE_BY_ONE,
    Entry,
    answer,
    diagrams,
    is_answered,
    mixtures,
    popeyes,
    problems,
    solved_by_popeye,
    solved_here,
)
from facts import Fact, facts

from feerie import Position

POPEYE = os.environ.get("POPEYE_BIN", "")
with_popeye = pytest.mark.skipif(not POPEYE, reason="POPEYE_BIN names no binary of Popeye's")

DIFFERENT = {"2Rn4/5P2/Bq2k3/2p5/4p3/P1L3l1/7N/R3K1n1 w Q - 0 1": "a locust in immune chess",
             "r3k2r/N7/2Q2K2/2B5/1p6/5.NH2/3R4/7n b kq - 0 1": "castling under CAST",
             "Stipulation r#2\nPieces\nBlack Qb3 Kh7\nNeutral Rc3 NHd5 Pf3\nWhite Ke1": "the key can be taken back"}
"""What is known to differ, and why (docs/popeye.md); still compared, lest it be forgotten when it no longer does."""


def agree(here: object, theirs: object, text: str) -> bool:
    """Whether two answers are equal, or different where that is known."""
    return (here == theirs) != any(text.startswith(known) for known in DIFFERENT)


@pytest.mark.parametrize("fact", facts("certified"), ids=lambda fact: fact["fen"])
def test_moves_and_checks_are_those_popeye_prints(fact: Fact) -> None:
    position = Position(fact["genre"], fact["fen"])
    found = answer(position.genre, position.setup)
    assert "; ".join(text + " +" * is_check for text, is_check in found) == fact["moves"]


@pytest.mark.long
@with_popeye
@pytest.mark.parametrize("name", [*ONE_BY_ONE, *CONDITION_ENTRIES, *(entry.name for entry in mixtures(60))])
def test_moves_of_random_positions(name: str) -> None:
    found = [diagram for _, diagram, _ in diagrams(Entry(name), 2, 0, 10)]
    for diagram, theirs in zip(found, popeyes(POPEYE, found), strict=True):
        fen = Position(diagram.genre, diagram.setup).fen()
        assert not is_answered(theirs) or agree(answer(diagram.genre, diagram.setup), theirs, fen), fen


@pytest.mark.long
@with_popeye
@pytest.mark.parametrize("family", [*FAMILIES, *FAMILIES_OF_CONDITIONS])
def test_random_problems(family: str) -> None:
    made = list(problems(family, 2, 0, 8))
    for problem, theirs in zip(made, solved_by_popeye(POPEYE, made), strict=True):
        assert theirs is None or agree(solved_here(problem), theirs, problem.text), problem.text
