"""What a move does besides, as text: facts (data/effects.json), and every move of random positions, in every form."""
from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from certified import CONDITION_ENTRIES, MOODS, Entry, pairs, scattered
from facts import Fact, facts

from feerie import IllegalMoveError, Move, Position
from feerie.game.game import Game
from feerie.notation.languages import LANGUAGES


@pytest.mark.parametrize("fact", facts("effects"), ids=lambda fact: f"{fact['genre']} {fact['long']}")
def test_effects_are_written_as_magazines_and_popeye_do(fact: Fact) -> None:
    position = Position(fact["genre"], fact["fen"])
    move = position.parse(fact["uci"])
    assert (position.long(move), position.san(move)) == (fact["long"], fact["short"])
    assert "fr" not in fact or position.long(move, "fr") == fact["fr"]
    for text in (fact["long"], fact["short"], position.pgn_san(move)):
        assert position.parse(text) == move


FORMS = [(form, code) for code in LANGUAGES for form in ("long", "short", "book")] + [("pgn", "en"), ("uci", "en")]
NUMBERED = ["ibis+circe", "lancer", "grasshopper-2+circe", "rook-bouncer", "einstein+3,5-leaper",
            "1,1-zigzag nightrider+anticirce"]
"""Men whose letters have digits, which might be those of ranks."""
QUICK = [*CONDITION_ENTRIES, *NUMBERED, *(entry.name for entry in pairs(400)[::20])]


def text_of(position: Position, move: Move, form: str, code: str) -> str:
    if form in ("long", "short"):
        return position.long(move, code) if form == "long" else position.san(move, code)
    return position.san(move, code, book_signs=True) if form == "book" else \
        position.pgn_san(move) if form == "pgn" else move.uci()


def check_forms(name: str, seed: int, count: int) -> None:
    """Every legal move of random positions is written otherwise than any other, and read back, in every form."""
    rng, found = Random(f"{name} {seed}"), 0
    while found < count:
        diagram = scattered(rng, Entry(name), rng.choice("wb"), MOODS[found % len(MOODS)], (5, 8, 10))
        if diagram is None:
            continue
        position = Position(diagram.genre, diagram.setup)
        found += 1
        written = Counter[tuple[str, str, str]]()
        for move in position.legal_moves:
            for form, code in FORMS:
                text = text_of(position, move, form, code)
                written[form, code, text] += 1
                assert position.parse(text, code) == move, (position.fen(), text)
        assert not written or max(written.values()) == 1, (position.fen(), written.most_common(1))


@pytest.mark.sample(30)
@pytest.mark.parametrize("name", QUICK)
def test_moves_are_one_to_one_in_every_form(name: str) -> None:
    check_forms(name, 1, 4)


@pytest.mark.long
@pytest.mark.parametrize("name", [*CONDITION_ENTRIES, *NUMBERED, *(entry.name for entry in pairs(400))])
def test_moves_of_many_positions_are_one_to_one_in_every_form(name: str) -> None:
    check_forms(name, 2, 12)


@pytest.mark.parametrize(("text", "is_right"), [
    ("Rxb3(Rh1)", True), ("Rb1*b3[wRb3->h1]", True), ("Rxb3", True), ("Rxb3(Ra1)", False), ("Rb1*b3[wRb3->a1]", False),
    ("Rxb3(+Pb7)", False), ("Rxb3=b", False), ("bxc8=Q(Qd1)", True), ("b7*c8=Q", True), ("bxc8=R(Qd1)", False),
    ("e5*d6 ep. [ wPd6->d2 ]", True)])
def test_effects_that_a_move_has_not_are_refused(text: str, is_right: bool) -> None:
    position = Position("anticirce", "2r4k/1P6/8/3pP3/8/1p6/6K1/1R6 w - d6 0 1")
    if is_right:
        assert position.parse(text)
    else:
        with pytest.raises(IllegalMoveError):
            position.parse(text)


@pytest.mark.parametrize(("text", "move"), [
    ("Rxc4(+bPf4)", "f4c4"), ("Rxc4(+Pf4)", "f4c4@f4"), ("Rxc4(+Pf3)(+bPf4)", "f4c4@f3"),
    ("Rxc4(+Pf3)(+Pf4)", "f4c4@f3"), ("Rf4*c4[+wPf4]", "f4c4@f4"), ("Rf4*c4[+bPf4]", "f4c4")])
def test_a_sentinel_and_a_pawn_that_is_reborn_are_told_apart(text: str, move: str) -> None:
    position = Position("super-circe+sentinelles", "8/2k1p3/8/8/2P2r2/1P6/4P3/3K4 b - - 0 1")
    assert position.parse(text).uci() == move


def test_games_hold_choices_without_their_effects() -> None:
    game = Game("pwc", "5k2/8/8/8/7p/r1p3P1/7K/1N6 w - - 0 1")
    game.push("b1c3@n")
    assert "Nxc3@n" in game.pgn() and "[+" not in game.pgn()
