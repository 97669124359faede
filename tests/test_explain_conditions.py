"""Explanations of conditions of the dictionary: the facts of data/explain_conditions.json, and random positions.

What is explained is worked out from the plain methods of the rules; the kernel, which works otherwise, says which moves
are legal, and both must agree about every move that the men could make.
"""
from __future__ import annotations

from random import Random

import pytest
from facts import Fact, facts
from test_explain_men import check_position, random_setup

from feerie import Position
from feerie.conditions import CONDITIONS
from feerie.genres import find
from feerie.notation.languages import LANGUAGES
from feerie.rules.genre import Genre
from feerie.why.what_if import WhatIf

FACTS = facts("explain_conditions")
NAMES = [condition.name for condition in CONDITIONS]
MIXED = ("circe+grasshopper+neutral", "anticirce+kamikaze", "andernach+neutral", "einstein+locust", "pwc+lion",
         "rokagogo+circe", "rex-multiplex+circe:rex", "circe+andernach", "anticirce+einstein", "immune+anticirce",
         "madrasi+grasshopper", "isardam+neutral", "patrol+locust", "koko+rokagogo", "grid+roque", "checkless+kamikaze",
         "maximummer:black+grasshopper", "madrasi+circe", "maximummer:black+ultraschachzwang:white",
         "isardam+anticirce")


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact['genre']} {fact.get('move')} {fact['fen'].split()[0]}")
def test_a_fact(fact: Fact) -> None:
    position = Position(fact["genre"], fact["fen"])
    for code in LANGUAGES:
        explanation = position.explain(fact.get("move"), code)
        assert explanation.legal is fact["legal"]
        told = {finding.sentence for finding in explanation.findings}
        assert set(fact.get(code, ())) <= told, "\n".join(sorted(told))


@pytest.mark.parametrize("fact", facts("condition_rulings"), ids=lambda fact: f"{fact['genre']} {fact['move']}")
def test_a_ruling(fact: Fact) -> None:
    position = Position(fact["genre"], fact["fen"])
    assert (fact["move"] in position.legal_moves) is ("after" in fact) is position.explain(fact["move"]).legal
    if "after" in fact:
        assert position.play(fact["move"]).fen().rsplit(" ", 2)[0] == fact["after"]


def test_facts_are_of_every_family() -> None:
    named = {part.partition(":")[0] for fact in FACTS for part in fact["genre"].split("+")}
    assert named >= {name.partition(":")[0] for name in NAMES}
    assert all(fact.keys() >= {"en", "fr", "de"} for fact in FACTS)


def check(position: Position, rng: Random, share: float) -> None:
    """Compare the plain methods with the kernel: checks, moves, what they do, and whether they are legal.

    `share`: of the moves that are explained in another language too.
    """
    diagram, side = WhatIf.at(position), position.turn.number
    assert position.is_check() == (not diagram.is_safe_for(side)), position
    assert diagram.is_safe_for(side ^ 1), position
    legal = {move.uci(): move for move in position.legal_moves}
    attempts = {attempt.move(diagram).uci(): attempt for attempt in diagram.one_man_moves()}
    for uci, move in legal.items():
        if not move.is_castling:
            assert uci in attempts, (position, uci)
            assert attempts[uci].after.men == position.play(move).setup.men, (position, uci)
    for uci in (*legal, *attempts):
        explanation = position.explain(uci)
        assert explanation.findings and explanation.legal == all(finding.holds for finding in explanation.findings) \
            == (uci in legal), (position, uci, str(explanation))
        if rng.random() < share:
            for code in ("fr", "de"):
                text = position.explain(uci, code).text
                assert "{" not in text and "  " not in text
    check_position(position)


def check_random(genre: Genre, rng: Random, count: int, share: float) -> None:
    seen = 0
    while seen < count:
        position = Position(genre, random_setup(rng, genre))
        check_position(position)
        if position.is_valid():
            check(position, rng, share)
            seen += 1


@pytest.mark.sample(40)
@pytest.mark.parametrize("name", [name for name in (*NAMES, *MIXED)
                                  if not any(getattr(rule, "takes_kings", False) for rule in find(name).rules)])
def test_random_positions(name: str) -> None:
    check_random(find(name), Random(f"conditions {name}"), 1, 0.2)


@pytest.mark.long
@pytest.mark.parametrize("name", [*NAMES, *MIXED])
def test_many_random_positions(name: str) -> None:
    check_random(find(name), Random(f"many conditions {name}"), 3, 0.2)
