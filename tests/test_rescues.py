"""Mates under Rex Multiplex: whatever would free a king is refuted by a new check or is itself an illegal check."""
from __future__ import annotations

from dataclasses import replace

import pytest
from facts import Fact, facts

from feerie import Position
from feerie.genres import ORTHODOX, REX_MULTIPLEX
from feerie.rules.castling import ORTHODOX_CASTLING, Exchange, HomeCastling
from feerie.rules.combination import combine
from feerie.why.explain import explain
from feerie.why.what_if import WhatIf

MATES = [fact for fact in facts("positions") if fact["genre"] == "rex-multiplex" and fact.get("status") == "mate"]


def mate(genre: str, fen: str) -> WhatIf:
    """The setup of a mate of several kings."""
    position = Position(genre, fen)
    assert position.is_checkmate()
    return WhatIf(position.genre, position.setup)


@pytest.mark.parametrize("fact", MATES, ids=lambda fact: fact["id"])
def test_all_attempts_are_refuted(fact: Fact) -> None:
    diagram = mate(fact["genre"], fact["fen"])
    for king in diagram.kings(diagram.setup.turn):
        assert diagram.rescue(king) is None
        for attempt in diagram.attempts(king):
            assert attempt.new_checks or not attempt.after.check_is_legal(1)


# Families that are allowed in check, under Rex Multiplex: diagrams, and the castlings that rescue each king.
CASTLINGS: dict[Exchange | HomeCastling, tuple[str, dict[str, list[str]]]] = {
    Exchange(("Q", "R", "B", "N", "P"), in_check=True): (
        "rr1k2rr/8/8/8/4N3/8/8/K6K w - - 0 1", {"a1": ["a1e4"], "h1": ["h1e4"]}),
    replace(ORTHODOX_CASTLING, in_check=True): (
        "k3r3/8/8/8/8/8/8/4K2R w K - 0 1", {"e1": ["e1g1"]})}


@pytest.mark.parametrize("family", CASTLINGS, ids=lambda family: type(family).__name__)
def test_castlings_out_of_check_rescue(family: Exchange | HomeCastling) -> None:
    fen, wanted = CASTLINGS[family]
    own = combine(ORTHODOX, replace(ORTHODOX, name="own", castlings=(family,)), REX_MULTIPLEX)
    position = Position(own, fen)
    diagram, name = WhatIf(own, position.setup), own.board.name
    found = {name(king): [name(attempt.origin) + name(attempt.target) for attempt in diagram.attempts(king)
                          if attempt.castling and not attempt.new_checks]
             for king in diagram.kings(0)}
    assert {king: moves for king, moves in found.items() if moves} == wanted
    assert position.status().word == ("illegal" if len(wanted) > 1 else "check")


def test_new_checks_name_the_king_and_who_attacks_it() -> None:
    diagram = mate("rex-multiplex", "5k1k/8/5n1Q/8/2B5/8/8/4RR1K b - -")
    name = diagram.genre.board.name
    found = {(name(king), name(attempt.origin), name(attempt.target)):
             {name(exposed): [name(square) for square in of] for exposed, of in attempt.new_checks.items()}
             for king in diagram.kings(1) for attempt in diagram.attempts(king)}
    assert found == {("f8", "h8", "g7"): {"g7": ["h6"]}, ("h8", "f6", "h7"): {"f8": ["f1"]}}


def test_every_defence_of_a_mate_is_explained() -> None:
    """The refutations reported for the mating move are those reported for the attempts."""
    before = Position("rex-multiplex", "5k2/5k1K/8/p5Q1/3N4/8/4R1qB/3K4 w - -")
    told = {finding.sentence for finding in before.explain("g5g7").findings if finding.rule == "rescue refuted"}
    after = before.play("g5g7")
    pairs = [origin + after.genre.board.name(target) for origin in ("f8", "f7", "g2") for target in range(64)]
    asked = {finding.sentence for pair in pairs for finding in explain(after, pair).findings
             if finding.rule == "rescue refuted"}
    assert asked <= told and told
