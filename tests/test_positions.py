"""The facts about positions: from the rule texts, from Popeye, from published games."""
from __future__ import annotations

import re

import pytest
from facts import SOURCE, Fact, facts, kernel_moves, long_text

from feerie import Game, Position
from feerie.genres import find
from feerie.kernel.verdict import Judge, PositionVerdict, compiled_rules
from feerie.notation import fen

POSITIONS, POPEYE, GAMES = facts("positions"), facts("popeye_moves"), facts("published_games")
ENDINGS = facts("endings")


def played(position: Position, text: str) -> Position:
    """The position after a move of the facts."""
    return position.play(next(move for move in position.legal_moves if long_text(move) == text))


def check_moves(fact: Fact, moves: set[str]) -> None:
    """Compare what a fact says about legal moves."""
    assert moves >= set(fact.get("legal", ()))
    assert not moves & set(fact.get("illegal", ()))
    if "special_moves_exactly" in fact:
        assert {move for move in moves if "/" in move} == set(fact["special_moves_exactly"])


@pytest.mark.parametrize("fact", POSITIONS, ids=lambda fact: f"{fact['genre']}:{fact['id']}")
def test_position(fact: Fact) -> None:
    position = Position(fact["genre"], fact["fen"])
    if "exposed" in fact:
        assert position.status().word == "illegal" and not position.legal_moves
        return
    check_moves(fact, {long_text(move) for move in position.legal_moves})
    if "status" in fact:
        assert position.status().word == fact["status"]
    for move, status in fact.get("after", {}).items():
        assert played(position, move).status().word == status, move
    for move in fact.get("playable_line", ()):
        position = played(position, move)


@pytest.mark.parametrize("fact", POSITIONS, ids=lambda fact: f"{fact['genre']}:{fact['id']}")
def test_position_in_the_kernel(fact: Fact) -> None:
    genre = fen.placed(find(fact["genre"]), fact["fen"])
    judge = Judge(compiled_rules(genre))
    judge.load(fen.parse(genre, fact["fen"]))
    moves = kernel_moves(judge)
    check_moves(fact, set(moves))
    assert judge.legal_move_count() == len(moves)
    for move in fact.get("playable_line", ()):
        judge.push(kernel_moves(judge)[move])


@pytest.mark.parametrize("fact", POPEYE, ids=lambda fact: f"{fact['genre']}:{fact['fen']}")
def test_moves_of_popeye(fact: Fact) -> None:
    position = Position(fact["genre"], fact["fen"])
    assert sorted(long_text(move) for move in position.legal_moves) == sorted(fact["moves"])
    assert {long_text(move) for move in position.legal_moves if position.gives_check(move)} == set(fact["checks"])
    assert [position.perft(depth) for depth in range(1, len(fact["perft"]) + 1)] == fact["perft"]


@pytest.mark.parametrize(("fact", "genre"), [(fact, genre) for fact in GAMES for genre in fact["genres"]])
def test_published_game(fact: Fact, genre: str) -> None:
    position = Position(genre, fact["fen"])
    for text in fact["moves"]:
        texts = {long_text(move): move for move in position.legal_moves}
        position = position.play(texts.get(text) or position.parse(text))
    if "end" in fact:
        assert position.fen().split()[0] == fact["end"]
    if "end_status" in fact:
        assert position.status().word == fact["end_status"]


@pytest.mark.parametrize("fact", ENDINGS, ids=lambda fact: f"{fact['genre']}:{fact['why']}")
def test_ending(fact: Fact) -> None:
    game = Game(fact["genre"], fact["fen"])
    for move in fact.get("line", "").split() * fact.get("times", 1):
        game.push(move)
    outcome, claimed = game.outcome(), game.outcome(claim_draw=True)
    assert (outcome and outcome.reason.value) == fact["outcome"]
    assert (claimed and claimed.reason.value) == fact["claimed"]


def test_compiled_verdicts_are_those_of_the_enumeration() -> None:
    members = {f"VERDICT_{verdict.name}": int(verdict) for verdict in PositionVerdict}
    declared = re.findall(r"(VERDICT_\w+) = (\d+)", (SOURCE / "kernel" / "verdict.pxd").read_text(encoding="utf-8"))
    assert {name: int(number) for name, number in declared} == members
    assigned: dict[str, int] = {}
    for names, numbers in re.findall(r"^ +(VERDICT_[\w, ]+) = ([\d, ]+)$",
                                     (SOURCE / "kernel" / "verdict.py").read_text(encoding="utf-8"), re.MULTILINE):
        assigned.update(zip(names.split(", "), map(int, numbers.split(", ")), strict=True))
    assert assigned == members
