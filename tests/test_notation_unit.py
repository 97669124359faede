"""Texts of positions and moves, against the facts of data/notation.json; positions are made by hand."""
from __future__ import annotations

import json
import pickle
import re
import string
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from facts import facts
from hypothesis import given, settings
from hypothesis import strategies as st

import feerie.base.errors
from feerie import Position
from feerie.base.errors import AmbiguousMoveError, Error, FenError, IllegalMoveError, InvalidMoveError, Message
from feerie.genres import GENRES, find, with_men_of
from feerie.genres.orthodox import ORTHODOX
from feerie.men.chess import KING
from feerie.notation import fen, moves
from feerie.notation.effects import Effect
from feerie.notation.languages import LANGUAGES, MEN, LanguageError, language
from feerie.rules.board import Board
from feerie.rules.castling import Style
from feerie.rules.genre import Genre, Man
from feerie.rules.move import Move
from feerie.rules.movement import KNIGHTWISE, Mode, Rider
from feerie.rules.promotion import Promotion
from feerie.rules.unit import UNIT

FACTS = json.loads((Path(__file__).parent / "data" / "notation.json").read_text(encoding="utf-8"))
WIDE = replace(ORTHODOX, name="12x3", board=Board.with_walls(12, 3, "l3"), men=(KING,), castlings=(), start=None)
CODES = list(LANGUAGES)


def genre_named(name: str) -> Genre:
    """A genre, or the wide board made for these tests."""
    return WIDE if name == "12x3" else find(name)


def move_from(fact: str) -> Move:
    """Read a move of the facts."""
    man, origin, target, *rest = fact.split()
    values: dict[str, object] = {}
    if rest and rest[0][0] == "x":
        values["captured"], values["captured_on"] = rest.pop(0)[1:].split("@")
    style = Style[rest.pop()] if rest and rest[-1].isupper() and rest[-1][0] != "=" else None
    for word in [word for word in rest if word[0] == "="]:
        values["promotion"] = word[1:]
        rest.remove(word)
    if rest:
        values.update(partner=(rest[1], rest[2]), partner_man=rest[0], style=style)
    return Move(man, origin, target, **values)  # type: ignore[arg-type]


class Moves(list[Move]):
    """Legal moves, as the writing of a move needs them."""

    def ambiguous_with(self, move: Move) -> list[Move]:
        return [other for other in self if (other.man, other.target) == (move.man, move.target) and other != move]


class Stub:
    """A position made of a list of moves."""

    def __init__(self, name: str) -> None:
        facts = FACTS["contexts"][name]
        self.genre = find(facts["genre"])
        self.legal_moves = Moves(map(move_from, facts["moves"]))
        self.signs = facts["signs"]
        self.men = {move.origin: move.man for move in self.legal_moves}

    def man_at(self, square: str) -> str:
        return self.men.get(square, "")

    def effects_of(self, move: Move) -> tuple[Effect, ...]:
        return ()

    def sign_after(self, move: Move) -> str:
        return self.signs.get(move.uci(), "")

    def move(self, uci: str) -> Move:
        [move] = [move for move in self.legal_moves if move.uci() == uci]
        return move


CONTEXTS = {name: Stub(name) for name in FACTS["contexts"]}


# FEN

@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_start_comes_back(genre):
    assert fen.write(genre, fen.parse(genre, genre.start)) == replaced_default(genre)


def replaced_default(genre):
    """The start FEN with an extra-state field it does not spell out."""
    fields = genre.start.split()
    if genre.extra_state and len(fields) == 6:
        fields.insert(4, genre.extra_state.default)
    return " ".join(fields)


@pytest.mark.parametrize(("genre", "text", "written"), FACTS["fens"])
def test_fen(genre, text, written):
    genre = genre_named(genre)
    setup = fen.parse(genre, text)
    assert fen.write(genre, setup) == written
    assert fen.parse(genre, written) == setup


@pytest.mark.parametrize(("genre", "text", "field", "message"), FACTS["bad_fens"])
def test_bad_fen(genre, text, field, message):
    with pytest.raises(FenError) as caught:
        fen.parse(genre_named(genre), text)
    assert caught.value.field == field
    assert message in str(caught.value) and str(caught.value).startswith(f"{field}: ")
    assert pickle.loads(pickle.dumps(caught.value)).field == field


@pytest.mark.parametrize("text", [" " * 10**6, "8/" * 10**6, "1" * 10**6, "9" * 300, "/" * 300])
def test_long_fen_is_refused_at_once(text):
    with pytest.raises(FenError):
        fen.parse(ORTHODOX, text)


@given(st.sampled_from(GENRES), st.integers(0, 80), st.integers(0, 3),
       st.text(max_size=3) | st.sampled_from(list("Kkx-*/19 ")))
@settings(max_examples=300, deadline=None)
def test_damaged_fen_is_read_or_refused(genre, at, cut, put):
    text = genre.start[:at] + put + genre.start[at + cut:]
    try:
        setup = fen.parse(genre, text)
    except FenError:
        return
    assert fen.parse(genre, fen.write(genre, setup)) == setup


def test_ascii():
    rollerball = find("rollerball")
    assert fen.ascii(rollerball, fen.parse(rollerball, rollerball.start or "")).splitlines() == [
        "7 . . r b p . .", "6 . . r k p . .", "5 . .       . .", "4 . .       . .", "3 . .       . .",
        "2 . . P K R . .", "1 . . P B R . .", "  a b c d e f g"]
    assert fen.ascii(WIDE, fen.parse(WIDE, "11*/K9k1/12")).splitlines()[0] == "3 . . . . . . . . . . ."


# Moves

@pytest.mark.parametrize(("context", "uci", "texts"), FACTS["written"])
def test_written(context, uci, texts):
    context = CONTEXTS[context]
    move = context.move(uci)
    written = {"pgn": moves.pgn_san(context, move)}
    for code in CODES:
        written |= {code: moves.san(context, move, code),
                    f"book {code}": moves.san(context, move, code, book_signs=True),
                    f"long {code}": moves.long(context, move, code),
                    f"bare {code}": moves.long(context, move, code, signs=False)}
    assert {form: written[form] for form in texts} == texts


@pytest.mark.parametrize(("context", "code", "text", "answer"), FACTS["read"])
def test_read(context, code, text, answer):
    context = CONTEXTS[context]
    if answer.endswith("Error"):
        with pytest.raises(getattr(feerie.base.errors, answer)):
            moves.parse(context, text, code)
    else:
        assert moves.parse(context, text, code) == context.move(answer)


@pytest.mark.parametrize(("context", "text", "message"), FACTS["messages"])
def test_messages_say_what_was_asked(context, text, message):
    with pytest.raises(Error) as caught:
        moves.parse(CONTEXTS[context], text)
    assert str(caught.value) == message


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("context", CONTEXTS.values(), ids=CONTEXTS)
def test_what_is_written_is_read_back_and_written_once(context, code):
    forms = [lambda move: move.uci(),
             lambda move: moves.san(context, move, code),
             lambda move: moves.san(context, move, code, book_signs=True),
             lambda move: moves.long(context, move, code),
             lambda move: moves.long(context, move, code, signs=False)]
    forms += [lambda move: moves.pgn_san(context, move)] if code == "en" else []
    for form in forms:
        texts = {form(move): move for move in context.legal_moves}
        assert len(texts) == len(context.legal_moves)
        for text, move in texts.items():
            assert moves.parse(context, text, code) == move


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("fact", facts("men")[::6], ids=lambda fact: fact["fen"])
def test_moves_of_men_and_traits_are_read_back(fact, code):
    men = re.findall(UNIT, fact["fen"].split()[0])
    position = Position(with_men_of(find(fact.get("genre", "orthodox")), men), fact["fen"])
    written = Counter[str]()
    for move in position.legal_moves:
        forms = {moves.long(position, move, code), moves.san(position, move, code), move.uci(),
                 *([moves.pgn_san(position, move)] if code == "en" else [])}
        assert {moves.parse(position, form, code) for form in forms} == {move}, forms
        written.update([moves.long(position, move, code, signs=False)])
    assert not written or max(written.values()) == 1


@pytest.mark.parametrize(("text", "uci", "texts"), [
    ("6k1/8/8/=L7/=P7/2p5/8/L6K w - - 0 1", "a1d4", ("La1*c3-d4", "La1*c3-d4", "Ha1*c3-d4")),
    ("6k1/8/8/=L7/=P7/2p5/8/L6K w - - 0 1", "a5a3", ("nLa5*a4-a3", "nLa5*a4-a3", "nHa5*a4-a3")),
    ("4k3/8/8/8/3p4/4(kamikaze)P3/8/K7 w - - 0 1", "e3d4", ("kPe3*d4[-wkPd4]", "kPe3*d4[-bkPd4]", "kBe3*d4[-wkBd4]")),
    ("4k3/8/8/8/8/8/8/(royal)G1.CA5 w - - 0 1", "a1d1", ("rGa1-d1", "rSa1-d1", "kGa1-d1")),
    ("4k3/8/8/8/8/8/8/K2N.NR3 w - - 0 1", "e1f3", ("Ne1-f3", "Ne1-f3", "Ne1-f3")),
    ("4k3/8/8/8/8/8/8/K2N.NR3 w - - 0 1", "d1c3", ("Sd1-c3", "Cd1-c3", "Sd1-c3"))])
def test_the_long_form_of_men_and_traits_is_popeyes(text, uci, texts):
    position = Position(with_men_of(ORTHODOX, re.findall(UNIT, text.split()[0])), text)
    move = position.parse(uci)
    assert tuple(moves.long(position, move, code, signs=False) for code in CODES) == texts


@pytest.mark.parametrize("context", CONTEXTS.values(), ids=CONTEXTS)
def test_pgn_has_no_brackets_and_no_slash(context):
    assert not set("()/<>↔") & set("".join(moves.pgn_san(context, move) for move in context.legal_moves))


@pytest.mark.parametrize(("text", "error"), [
    ("e1g1", None), ("h2h4", None), ("a7a8q", None), ("a7a8", IllegalMoveError), ("e2e9", InvalidMoveError),
    ("O-O", InvalidMoveError), ("", InvalidMoveError), ("a7a8Q", InvalidMoveError), (" h2h4", InvalidMoveError),
    ("0000", InvalidMoveError), ("h2h4" * 999, InvalidMoveError)])
def test_uci(text, error):
    context = CONTEXTS["orthodox"]
    if error is None:
        assert moves.parse_uci(context, text) == context.move(text)
    else:
        with pytest.raises(error):
            moves.parse_uci(context, text)


@given(st.text(alphabet="abcdefghxKQRBNSDTFCLP12345678-O0*:=+#†‡!?()/<>↔ e.p\t²😀", max_size=70),
       st.sampled_from(CODES), st.sampled_from(list(CONTEXTS.values())))
@settings(max_examples=500, deadline=None)
def test_any_text_is_read_or_refused(text, code, context):
    for read in (lambda: moves.parse(context, text, code), lambda: moves.parse_uci(context, text)):
        try:
            assert read() in context.legal_moves
        except (InvalidMoveError, IllegalMoveError, AmbiguousMoveError) as error:
            assert "\n" not in str(error)


# Languages

@pytest.mark.parametrize("words", LANGUAGES.values(), ids=CODES)
def test_letters_come_back(words):
    for man in MEN:
        assert words.parse_letter(words.letter(man)) == man
        assert words.parse_letter(words.letter(man, problem=True), problem=True) == man
    assert len(set(words.game)) == len(set(words.problem)) == len(MEN)
    for letters in words.game, words.problem:  # a letter means the same man in both styles
        assert all(words.parse_letter(letter) == man for man, letter in zip(MEN, letters, strict=True))


def test_letters_of_each_language():
    assert [language(code).letter("N") for code in CODES] == ["N", "C", "S"]
    assert [language(code).letter("N", problem=True) for code in CODES] == ["S", "C", "S"]
    assert [language(code).parse_letter("R") for code in ("en", "fr")] == ["R", "K"]
    with pytest.raises(LanguageError, match="French"):
        language("fr").parse_letter("N")
    with pytest.raises(LanguageError):
        language("en").parse_letter("S", problem=False)
    with pytest.raises(LanguageError):
        language("en").letter("x")


def test_names():
    french = language("fr")
    assert [french.the(man) for man in MEN] == ["le Roi", "la Dame", "la Tour", "le Fou", "le Cavalier", "le Pion"]
    rooks = [language(code).the("R", coloured=True) for code in CODES]
    assert rooks == ["the white rook", "la Tour blanche", "der weiße Turm"]


def places(templates):
    """The names of the placeholders in each template."""
    return {key: {name for _, name, _, _ in string.Formatter().parse(text) if name} for key, text in templates.items()}


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=CODES)
def test_languages_have_the_same_words(words):
    english = language("en")
    assert words.words.keys() == english.words.keys()
    assert places(words.sentences) == places(english.sentences)
    assert set(words.men) == set(MEN)
    assert words.sentence("mate", side=words.colours[1])


def test_unknown_words():
    with pytest.raises(LanguageError, match=re.escape("(known: en, fr, de)")):
        language("it")
    with pytest.raises(LanguageError):
        language("fr").sentence("no such sentence")
    with pytest.raises(LanguageError, match="side"):
        language("fr").sentence("mate")
    with pytest.raises(LanguageError):
        language("fr").word("no such word")


# Men that no language has words for

PAWN = ORTHODOX.men[0]
assert PAWN.promotion is not None
RIDERS = replace(ORTHODOX, name="riders", men=(
    replace(PAWN, promotion=Promotion(PAWN.promotion.zones, ("Q", "A", "D"))),
    Man("A", ((Rider(KNIGHTWISE), Mode.BOTH),), name="nightrider"),
    Man("D", ((Rider(((0, 2), (2, 0), (0, -2), (-2, 0))), Mode.BOTH),), name="dabbaba-rider"), *ORTHODOX.men[1:]))
RIDERS_DIAGRAM = "4k3/1P6/8/3r4/8/8/A2D3P/4K3 w - - 0 1"


def test_men_of_a_genre_have_their_own_letters_and_names():
    position = Position(RIDERS, RIDERS_DIAGRAM)
    assert [position.san("a2e4", code) for code in CODES] == ["Ae4", "Ae4", "Ae4"]
    assert [position.san("d2d8", code) for code in CODES] == ["Dd8", "Bd8", "Rd8"]     # D is a queen elsewhere
    assert [position.long("b7b8d", code) for code in CODES] == ["b7-b8=D", "b7-b8=B", "b7-b8=R"]
    assert position.pgn_san("d2d8") == "Dd8"
    words = language("fr", RIDERS)
    assert words.parse_letter("B") == "D" and words.the("A") == "le nightrider"
    assert language("fr", ORTHODOX) == language("fr")
    with pytest.raises(LanguageError):
        language("fr").letter("A")


@pytest.mark.parametrize("code", CODES)
def test_moves_of_a_genre_with_its_own_men_are_read_back(code):
    position = Position(RIDERS, RIDERS_DIAGRAM)
    for move in position.legal_moves:
        assert position.parse(position.san(move, code), code) == position.parse(position.long(move, code), code) == move
        assert position.explain(move.uci(), code).legal
    with pytest.raises(IllegalMoveError, match="nightrider"):
        position.parse("Aa3")


def test_moves_of_own_men_are_explained():
    position = Position(RIDERS, RIDERS_DIAGRAM)
    [reason] = position.explain("d2d3").reasons
    assert reason.sentence == "the movement of the dabbaba-rider does not lead from d2 to d3"
    assert "la marche du nightrider mène de a2 à c6" in position.explain("a2c6", "fr").text
    assert [finding.rule for finding in position.explain("Aa3").reasons] == ["moves so"]
    assert position.explain("b7b8b").reasons[0].sentence == \
        "the pawn on b7 cannot become a bishop (only: queen, nightrider or dabbaba-rider)"


def test_errors_are_value_errors():
    offered = (getattr(feerie.base.errors, name) for name in feerie.base.errors.__all__)
    errors = [each for each in offered if isinstance(each, type) and each not in (Error, Message)]
    assert all(issubclass(error, Error) and issubclass(error, ValueError) for error in [*errors, LanguageError])
