"""Why moves are legal or not: the facts of data/explain.json, and every pair of squares of random positions."""
from __future__ import annotations

import string
from random import Random

import pytest
from facts import Fact, facts
from hypothesis import given, settings
from hypothesis import strategies as st
from random_positions import GENRE_NAMES, favoured, random_fen
from reference import Ref, rays, reference, square_named

from feerie import AmbiguousMoveError, Error, InvalidMoveError, Move, Position
from feerie.genres import GENRES
from feerie.notation.languages import LANGUAGES, Named, language
from feerie.why.explain import Explanation, RuleFinding, explain

FACTS = facts("explain")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
DIAGRAM = "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1"


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact['genre']} {fact['move']} in {fact['fen'].split()[0]}")
def test_fact(fact: Fact) -> None:
    position = Position(fact["genre"], fact["fen"])
    explanation = explain(position, fact["move"])
    assert explanation.legal is fact["legal"]
    assert [finding.rule for finding in explanation.reasons] == fact["fails"]
    assert {finding.rule for finding in explanation.findings if finding.holds} >= set(fact.get("holds", ()))
    for code in LANGUAGES:
        told = explanation if code == "en" else explain(position, explanation.move, code) if code in fact else None
        assert told is None or set(fact.get(code, ())) <= {finding.sentence for finding in told.findings}


def test_facts_are_of_every_genre() -> None:
    assert {fact["genre"] for fact in FACTS} >= {genre.name for genre in GENRES} - {"rollerball-literal"}


# ------------------------------------------------------------------------------------- random positions

def asked(position: Position, rng: Random) -> list[str]:
    """All pairs from the squares of the side to move, its promotions, some with wrong letters, and some others."""
    board = position.genre.board
    squares = [board.name(square) for square in board.squares]
    own = [square for square, man in position.men().items() if man.isupper() == (position.turn == "white")]
    if not position.is_valid():
        own = own[:1]
    pairs = [origin + target for origin in own for target in squares]
    return [*pairs, *(move.uci() for move in position.legal_moves if move.promotion),
            *(pair + rng.choice("qrbnkp") for pair in rng.sample(pairs, len(pairs) // 20)),
            *(rng.choice(squares) + rng.choice(squares) for _ in range(8))]


def check(position: Position, move: str) -> Explanation:
    """Explain a move: a legal one keeps all rules, an illegal one breaks at least one."""
    explanation = explain(position, move)
    legal = {text for found in position.legal_moves
             for text in [found.uci(), *[found.origin + found.target] * (found.is_castling and not found.promotion)]}
    assert explanation.legal == (move in legal), explanation
    assert explanation.findings, (position, move)
    assert explanation.legal == all(finding.holds for finding in explanation.findings), (position, str(explanation))
    for finding in explanation.findings:
        assert not finding.sentence.endswith(("not mate", "is allowed")), (position, finding)  # no reason was found
    return explanation


def check_against_reference(ref: Ref, move: str, finding: RuleFinding) -> None:
    """What a finding says about men and squares must agree with the other program."""
    origin, target = square_named(move[:2]), square_named(move[2:4])
    man = ref.board.get(origin, "")
    enemy = "b" if ref.side == "w" else "w"
    named = {square_named(text[1:]) for text in finding.men}
    if finding.rule == "moves so" and (man.lower() != "p" or ref.genre.geometry != "chess"):
        reached = any(target in path for _, path in rays(ref.genre.geometry, man, origin))
        assert finding.holds == reached, (ref.fen(), move)
    board = {square: unit for square, unit in ref.board.items() if square != origin}
    if finding.rule == "king not attacked":
        assert named == {square for square, _ in ref._attacks(ref.board, origin, enemy)}, (ref.fen(), move)
    if finding.rule == "crossed square not attacked":
        [crossed] = finding.squares
        assert named == {square for square, _ in ref._attacks(board, square_named(crossed), enemy)}, (ref.fen(), move)
    if finding.rule == "king's square not attacked":
        board[target] = man
        assert named == {square for square, _ in ref._attacks(board, target, enemy)}, (ref.fen(), move)
    if finding.rule in ("man not pinned", "check parried", "king safe") and not finding.holds and man.lower() != "k":
        [king] = finding.squares
        board[target] = man
        attackers = {square for square, _ in ref._attacks(board, square_named(king), enemy)}
        assert named - {origin} <= attackers, (ref.fen(), move)


def check_position(genre: str, rng: Random) -> None:
    """Every pair of squares of a random position and of two positions that arise from it."""
    position = Position(genre, random_fen(rng, genre))
    for _ in range(3):
        ref = reference(genre, position.fen())
        for move in asked(position, rng):
            for finding in check(position, move).findings:
                check_against_reference(ref, move, finding)
        played = favoured(rng, [found.uci() + ("/" if found.is_castling else "") for found in position.legal_moves])
        if not played:
            return
        position = position.play(played)


@pytest.mark.sample(8)
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_random_positions(genre: str) -> None:
    rng = Random(f"explain {genre}")
    for _ in range(2):
        check_position(genre, rng)


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_many_random_positions(genre: str) -> None:
    rng = Random(f"explain long {genre}")
    for _ in range(100):
        check_position(genre, rng)


@pytest.mark.parametrize("genre", ["orthodox", "rollerball"])
def test_all_pairs_of_the_game_array(genre: str) -> None:
    position = Position(genre)
    squares = [position.genre.board.name(square) for square in position.genre.board.squares]
    for origin in squares:
        for target in squares:
            check(position, origin + target)


@pytest.mark.parametrize("code", ["fr", "de"])
def test_other_languages_say_the_same(code: str) -> None:
    rng = Random(code)
    for genre in GENRE_NAMES:
        position = Position(genre, random_fen(rng, genre))
        for move in rng.sample(asked(position, rng), 8):
            here, there = explain(position, move), explain(position, move, code)
            assert [(one.rule, one.holds, one.squares, one.men) for one in here.findings] == \
                [(one.rule, one.holds, one.squares, one.men) for one in there.findings]
            assert "{" not in there.text and "  " not in there.text


# ------------------------------------------------------------------------------------------------ texts

def test_short_texts() -> None:
    position = Position("rokagogo", DIAGRAM)
    for move in position.legal_moves:
        for code in LANGUAGES:
            for text in position.san(move, code), position.long(move, code), move.uci():
                explanation = explain(position, text, code)
                assert explanation.legal and explanation.move == move.uci()
    assert explain(position, position.parse("Kf3(Re3)")).legal
    assert position.explain("Rd5 (Td4)", "fr").reasons == position.explain("d3d5", "fr").reasons


def test_a_text_that_names_several_men_blames_them_all() -> None:
    origins = {finding.squares[0] for finding in explain(Position("orthodox", START), "Nd4").reasons}
    assert origins == {"b1", "g1"}


@pytest.mark.parametrize("text", ["", "e9", "e2e9", "i2i4", "e2e4x", "e2e4e6", "hello", "☺e2", "é" * 5000, "--"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        explain(Position("orthodox", START), text)


def test_walls_are_no_squares() -> None:
    with pytest.raises(InvalidMoveError):
        explain(Position("rollerball"), "d2d3")


def test_ambiguous_text() -> None:
    with pytest.raises(AmbiguousMoveError):
        explain(Position("orthodox", "4k3/8/8/8/8/8/4K3/R6R w - -"), "Rd1")


@given(st.text("KQRBNPSDTFCLabcdefgh12345678x-+=/()*<>0O# ", max_size=14))
@settings(max_examples=200, deadline=None)
def test_any_text(text: str) -> None:
    for genre in ("rokagogo", "platzwechselrochade-popeye"):
        try:
            explanation = explain(Position(genre, DIAGRAM), text)
        except Error:
            continue
        assert explanation.legal == all(finding.holds for finding in explanation.findings) and explanation.findings


# ----------------------------------------------------------------------------------------------- values

def test_text_and_json() -> None:
    explanation = explain(Position("rokagogo", DIAGRAM), "d3d5", "fr")
    assert str(explanation) == explanation.text
    assert explanation.text.splitlines()[0] == "d3d5 n’est pas légal\u00a0:"
    assert "✗ la case d4, que le Roi traverse, est attaquée par la Tour a4" in explanation.text.splitlines()
    assert explain(Position("rokagogo", DIAGRAM), Move("K", "d3", "f3"), "fr").verdict == "Rf3 (Te3)+ est légal\u00a0:"
    found = explanation.as_json()
    assert (found["move"], found["legal"]) == ("d3d5", False)
    assert [finding for finding in found["findings"] if not finding["holds"]] == [
        {"rule": "crossed square not attacked", "holds": False, "squares": ["d4"], "men": ["ra4"],
         "ways": [["a4", "b4", "c4", "d4"]], "moves": [],
         "sentence": "la case d4, que le Roi traverse, est attaquée par la Tour a4"}]


def test_forms_of_names() -> None:
    forms = {code: set(words.forms) for code, words in LANGUAGES.items()}
    assert forms["en"] == forms["fr"] == forms["de"]
    for words in LANGUAGES.values():
        for template in words.sentences.values():
            forms_used = {form for _, _, form, _ in string.Formatter().parse(template) if form and "|" not in form}
            assert forms_used <= {*words.forms, "or"}
    men = Named(language("de"), [("R", "a4"), ("p", "b5"), ("N", "c6")])
    assert f"{men:by}" == "vom Turm a4, vom Bauern b5 und vom Springer c6"
    assert f"{Named(language('fr'), [('R', 'a4')]):of}" == "de la Tour a4"
