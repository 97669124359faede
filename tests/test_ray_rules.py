"""The rules that movements declare: together they give the rays, and explanations name the one that applies."""
from __future__ import annotations

import pytest
from facts import Fact, facts

from feerie import Position
from feerie.genres import GENRES
from feerie.notation.languages import LANGUAGES
from feerie.rules.board import WHITE
from feerie.rules.genre import Genre
from feerie.rules.movement import RayKind, RuledMovement
from feerie.why.reach import nearest, ray_rules

RULED = [(genre, man.letter, movement) for genre in GENRES for man in genre.men for movement, _ in man.moves
         if isinstance(movement, RuledMovement)]
"""The movements that declare rules, with their genres and men."""


@pytest.mark.parametrize(("genre", "letter", "movement"), RULED,
                         ids=lambda value: getattr(value, "name", ""))
def test_rules_give_the_squares_of_the_rays(genre: Genre, letter: str, movement: RuledMovement) -> None:
    for square in genre.board.squares:
        for side in (0, 1):
            rules = movement.ray_rules(genre.board, square, side)
            rays = movement.rays(genre.board, square, side)
            assert {at for rule in rules for at in rule.given} == {at for ray in rays for at in ray}, letter
            ends = {ray[-1] for ray in rays}
            assert all(rule.given[-1] in ends for rule in rules if rule.beyond)
            assert not any(set(rule.given) & set(rule.beyond) for rule in rules)


def test_some_genre_declares_every_kind_of_rule() -> None:
    declared = {rule.kind for genre in GENRES for man in genre.men for square in genre.board.squares
                for rule in ray_rules(genre, man.letter, square, WHITE)}
    assert declared == set(RayKind)
    for words in LANGUAGES.values():
        assert not {f"moves so: {kind.value}" for kind in RayKind} - set(words.sentences)
        ended = {rule.kind for genre in GENRES for man in genre.men for square in genre.board.squares
                 for rule in ray_rules(genre, man.letter, square, WHITE) if rule.beyond}
        assert not {f"moves so: no further {kind.value}" for kind in ended} - set(words.sentences)


@pytest.mark.parametrize("fact", facts("ray_rules"), ids=lambda fact: f"{fact['move']} {fact['fen'].split()[0]}")
def test_a_fact(fact: Fact) -> None:
    for code in LANGUAGES:
        explanation = Position(fact["genre"], fact["fen"]).explain(fact["move"], code)
        assert explanation.legal is fact["legal"]
        assert set(fact.get(code, ())) <= {finding.sentence for finding in explanation.findings}, str(explanation)


@pytest.mark.parametrize("genre", dict.fromkeys(genre for genre, _, _ in RULED), ids=lambda genre: genre.name)
def test_the_nearest_square_is_legal_and_none_is_nearer(genre: Genre) -> None:
    position, board = Position(genre), genre.board
    for square, name in ((board.index(name), name) for name in position.men()):
        legal = {move.target for move in position.legal_moves if move.origin == name}
        for target in board.squares:
            found = nearest(position, square, target)
            assert set(found) <= legal and bool(found) == bool(legal)
            assert board.name(target) not in legal or found == (board.name(target),)
