"""The evaluation from the tables on pairs of positions, and what a search learns about its errors."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from facts import facts

from feerie import find
from feerie.engine import weights
from feerie.engine.general_evaluation import new_evaluation
from feerie.game.engine import Engine
from feerie.game.position import Position
from feerie.kernel.judges import new_judge
from feerie.kernel.tables import SMALL_TABLE_BITS
from feerie.kernel.verdict import compiled_rules
from feerie.tables.table_file import rules_digest

PAIRS = facts("evaluation")
DRAWISH, CLEAR = 50, 120
"""Centipawns."""


def score(position: Position) -> int:
    evaluation = new_evaluation(new_judge(compiled_rules(position.genre, SMALL_TABLE_BITS), 128), learned=False)
    return evaluation.score_of(position._judge)


@pytest.mark.parametrize("fact", PAIRS, ids=lambda fact: f"{fact['genre']} {fact['why']}")
def test_better_and_worse(fact: dict[str, Any]) -> None:
    better, worse = (score(Position(fact["genre"], fact[name])) for name in ("better", "worse"))
    assert better > worse


def test_no_search_remembers_another_game() -> None:
    """What was learnt about the evaluation is forgotten with everything else: the same search visits the same nodes."""
    engine, position = Engine(hash_mb=1), Position("orthodox")
    first = engine.search(position, depth=7).nodes
    engine.search(Position("orthodox", "r3k3/2Qp3R/1p6/1b2K3/4p3/8/5p2/8 w q - 0 1"), depth=7)
    engine.clear()
    assert engine.search(position, depth=7).nodes == first


@pytest.mark.parametrize("fact", facts("drawn_endings"), ids=lambda fact: f"{fact['genre']} {fact['why']}")
def test_drawn_endings(fact: dict[str, Any]) -> None:
    """By a search, and by the evaluation for either side."""
    position = Position(fact["genre"], fact["fen"])
    found = Engine(hash_mb=1).search(position, depth=fact.get("depth", 4)).lines[0].score
    values = [CLEAR if found.centipawns is None else found.centipawns]
    if "depth" not in fact:
        values += [score(position), score(position.mirror())]
    for value in values:
        assert abs(value) <= DRAWISH if fact["drawn"] else value >= CLEAR, values


def test_what_is_left_of_a_lead_is_known_by_the_rules_as_they_are() -> None:
    """scripts/write-shares writes them."""
    known = json.loads((Path(weights.__file__).parent / "shares.json").read_text(encoding="utf-8"))["genres"]
    assert {name: own["rules"] for name, own in known.items()} == {name: rules_digest(find(name)) for name in known}
    assert all(weights.shares_of(find(name)) for name in known)
    assert not weights.shares_of(find("rollerball"))
