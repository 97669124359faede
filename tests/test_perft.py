"""Perft: the facts of data/perft/*.perft, counted in every way the kernel can count."""
from __future__ import annotations

import pytest
from facts import PerftFact, perft_facts

from feerie import Position
from feerie.kernel.perft import count_leaves, divide
from feerie.kernel.tables import LARGE_TABLE_BITS, SMALL_TABLE_BITS
from feerie.kernel.verdict import Judge, compiled_rules

FACTS: dict[str, list[PerftFact]] = {}
for fact in perft_facts():
    FACTS.setdefault(fact.genre, []).append(fact)
QUICK = 500_000
"""The most leaves for the slower ways of counting in a quick run."""


def judge_of(fact: PerftFact, bits: int = SMALL_TABLE_BITS) -> Judge:
    """The position of a fact in the kernel; its tables have at most `bits` relevant squares a look-up."""
    position = Position(fact.genre, fact.epd)
    judge = Judge(compiled_rules(position.genre, bits))
    judge.load(position.setup)
    return judge


def count_in_every_way(fact: PerftFact, limit: int, large_tables: bool) -> None:
    """Compare counts that are within a limit."""
    judge = judge_of(fact)
    for depth, leaves in fact.up_to(limit):
        assert count_leaves(judge, depth, False) == leaves, f"{fact}, depth {depth}, every move made"
        for threads in (1, 2):
            assert sum(divide(judge, depth, threads).values()) == leaves, f"{fact}, depth {depth}, {threads} threads"
    if large_tables:
        judge = judge_of(fact, LARGE_TABLE_BITS)
        for depth, leaves in fact.up_to(limit):
            assert count_leaves(judge, depth) == leaves, f"{fact}, depth {depth}, large tables"
            assert count_leaves(judge, depth, False) == leaves, f"{fact}, depth {depth}, large tables, every move made"


@pytest.mark.parametrize("genre", FACTS)
def test_perft(genre: str) -> None:
    for fact in FACTS[genre]:
        position = Position(fact.genre, fact.epd)
        for depth, leaves in fact.leaves.items():
            assert position.perft(depth, threads=2) == leaves, f"{fact}, depth {depth}"


@pytest.mark.parametrize("genre", FACTS)
def test_every_way_of_counting(genre: str) -> None:
    for fact in FACTS[genre]:
        count_in_every_way(fact, QUICK, large_tables="+" not in genre)


@pytest.mark.long
@pytest.mark.parametrize("genre", FACTS)
def test_every_way_of_counting_far(genre: str) -> None:
    for fact in FACTS[genre]:
        count_in_every_way(fact, 10**12, large_tables=True)


@pytest.mark.parametrize("name", ["orthodox", "rollerball", "roque+rex-multiplex"])
def test_divide_adds_up(name: str) -> None:
    position = Position(name)
    shares = position.divide(3)
    assert set(shares) == {move.uci() for move in position.legal_moves}
    assert shares == {move: position.play(move).perft(2) for move in shares}
    assert position.perft(0) == 1 and position.perft(1) == len(position.legal_moves)


def test_a_finished_game_has_no_continuation() -> None:
    won = Position("rollerball", "7/3K3/2***2/2***2/2***1k/7/7 b - - K 0 1")
    assert won.status().word == "win" and won.perft(1) == won.perft(3) == 0 and won.divide(2) == {}
    assert Position("orthodox", "7k/6Q1/6K1/8/8/8/8/8 b - -").perft(2) == 0


@pytest.mark.parametrize("depth", [-1, 10**6])
def test_impossible_depths_are_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="depth"):
        Position("orthodox").perft(depth)
