"""Hunters: stored positions (data/hunters.json) and, in long runs with POPEYE_BIN, new ones; tables and plain methods;
names, letters, files, explanations.
"""
from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from certified import answer, read_moves, run_popeye
from facts import Fact, facts
from plain_men import in_plain_terms
from test_explain_men import check_random
from test_facets import changes, judge_of, random_setup

from feerie import FenError, GenreError, Position, Problem, find
from feerie.formats import convert, yacpdb, yacpdb_writer
from feerie.formats.popeye import reader, writer
from feerie.genres import elements_of
from feerie.men import MEN
from feerie.men.chess import CHESSMEN
from feerie.men.elements import hunter_name
from feerie.notation.languages import LANGUAGES, language
from feerie.rules.facet import has_plain_movement
from feerie.rules.genre import Genre, Names
from feerie.rules.properties import Property
from feerie.views.figures import figures_of

POPEYE = os.environ.get("POPEYE_BIN", "")
WALKS = [man for man in (*CHESSMEN, *MEN) if man.moves]
BESIDE = ("", "circe+", "anticirce+", "madrasi+", "circe+madrasi+", "anticirce+madrasi+", "holes:c3e5f2+", "cylinder+")


def hunters(rng: Random, beside: str = "") -> Iterator[Genre]:
    """Genres with hunters of two men drawn at random."""
    while True:
        up, down = rng.choice(WALKS), rng.choice(WALKS)
        try:
            yield find(beside + hunter_name(1, up.letter, down.letter))
        except GenreError:
            assert up.en_passant


@pytest.mark.sample(16)
@pytest.mark.parametrize("fact", facts("hunters"), ids=lambda fact: f"{fact['genre']} {fact['fen'].split()[1]}")
def test_moves_and_checks_are_those_popeye_prints(fact: Fact) -> None:
    position = Position(fact["genre"], fact["fen"])
    found = answer(position.genre, position.setup)
    assert "; ".join(text + " +" * is_check for text, is_check in found) == fact["moves"]
    for move in position.legal_moves:
        for text in (move.uci(), position.long(move), position.san(move)):
            assert position.parse(text) == move, text


@pytest.mark.long
@pytest.mark.skipif(not POPEYE, reason="POPEYE_BIN names no binary of Popeye's")
@pytest.mark.parametrize("seed", range(10))
def test_moves_of_random_positions(seed: int) -> None:
    """RR and BR are left out, as halves of which Popeye's checks are not the captures that it lists."""
    rng = Random(f"hunters {seed}")
    for genre in islice((each for each in hunters(rng) if "RR" not in each.name and "BR" not in each.name), 5):
        setups = [setup for setup in (random_setup(rng, genre, [".H1"] * 4 + ["Q", "R", "B", "N", "P"])
                                      for _ in range(12))
                  if ".H1" in "".join(setup.men).upper() and Position(genre, setup).is_valid()]
        men = [[" ".join(writer.men_words(genre, setup, side)) for side in (0, 1)] for setup in setups]
        asked = [f"sstip {'black' if setup.turn else 'white'} 1h[~]h\nPieces White {white} Black {black}\n"
                 "Option NoBoard NoCastling a1h1a8h8e1e8" for setup, (white, black) in zip(setups, men, strict=True)]
        for setup, block in zip(setups, run_popeye(POPEYE, asked, "0"), strict=True):
            setup = replace(setup, rights="")
            assert answer(genre, setup) == read_moves(block), Position(genre, setup)


@pytest.mark.parametrize("beside", BESIDE)
def test_tables_hold_what_the_plain_methods_say(beside: str, count: int = 2) -> None:
    rng = Random(f"tables {beside} {count}")
    for made in islice((each for each in hunters(rng, beside) if not has_plain_movement(each.man("H1").moves)), count):
        whole = replace(made, castlings=(), loses=Property.LINES, name=f"{made.name} by decree", men=tuple(
            replace(man, en_passant=False) if man.letter == "H1" else man for man in made.men))
        plain = replace(whole, name="plain", names=Names(), men=tuple(
            in_plain_terms(man) if man.letter == "H1" else man for man in whole.men))
        for _ in range(3):
            setup = random_setup(rng, whole, [".H1"] * 4 + ["Q", "R", "B", "N", "P"])
            try:
                fast = judge_of(whole, setup)
            except GenreError as error:
                assert "too long" in str(error) and "cylinder" in beside
                break
            slow = judge_of(plain, setup)
            assert fast.verdict() is slow.verdict() and changes(fast) == changes(slow), Position(made, setup)


@pytest.mark.long
@pytest.mark.parametrize("beside", BESIDE)
def test_tables_hold_what_the_plain_methods_say_of_many(beside: str) -> None:
    test_tables_hold_what_the_plain_methods_say(beside, 40)


def test_men_in_python_that_take_on_their_way_are_seen() -> None:
    """Each rose locust could take the other, so neither moves (Popeye)."""
    position = Position("madrasi+rose-locust", "7k/8/8/3.ls4/8/2.LSR4/8/7K b - - 0 1")
    assert {move.origin for move in position.legal_moves} == {"h8"}


@pytest.mark.parametrize(("fen", "moves"), [
    ("7k/8/8/8/8/8/3.H14/7K w", "d2c1 d2d3 d2d4 d2e1"),
    ("7k/3.h14/8/8/8/8/8/7K b", "d7c8 d7d5 d7d6 d7e8"),
    ("7k/8/8/3.H1p3/8/8/8/7K w - e6", "d5a2 d5b3 d5c4 d5d6 d5e4 d5e6 d5f3 d5g2"),
    ("7k/8/8/8/8/8/4n3/3.H13K w", "d1e2"),
    ("3.H13k/8/8/8/8/8/8/7K w", "d8a5 d8b6 d8c7 d8e7 d8f6 d8g5 d8h4"),
])
def test_hunters_that_are_pawns_one_way(fen: str, moves: str) -> None:
    position = Position("hunter1:PB", fen)
    assert sorted(move.uci() for move in position.legal_moves if position.man_at(move.origin)[-2:] in ("H1", "h1")) \
        == moves.split()


def test_a_double_step_of_a_hunter_is_taken_en_passant() -> None:
    after = Position("hunter1:PB", "7k/8/8/8/4p3/8/3.H14/7K w").play("d2d4")
    assert after.ep_square == "d3" and "e4d3" in {move.uci() for move in after.legal_moves}


def test_names_letters_and_figures() -> None:
    genre = find("hunter2:.lig+hunter1:nb+circe")
    assert genre.name == "circe+hunter1:NB+hunter2:.LIG" and find(genre.name) == genre
    assert [language(code, genre).letter("H1", problem=True) for code in LANGUAGES] == ["S/B", "C/F", "S/L"]
    assert [language(code, genre).letter("H1") for code in LANGUAGES] == ["N/B", "C/F", "S/L"]
    assert [language(code, genre).form("the", "H1") for code in LANGUAGES] == [
        "the knight-bishop hunter", "le Cavalier-fou chasseur", "der Springer-Läufer-Jäger"]
    assert elements_of(genre).titles("de") == ("Circe", "Springer-Läufer-Jäger", "Löwe-Grashüpfer-Jäger")
    figures = figures_of(genre.men, [".H1", ".H2"])
    assert [(figures[text].letter, figures[text].degrees) for text in (".H1", ".H2")] == [("N", 270), ("Q", 90)]


@pytest.mark.parametrize(("name", "said"), [
    ("hunter1:NB+hunter1:BN", "hunter1:BN and hunter1:NB cannot be combined: both say what H1 is"),
    ("hunter1:NB+hunter2:NB", "hunter1:NB and hunter2:NB are the same man"),
    ("hunter1:N", "hunter1 needs the letters of two men, like hunter1:NB"),
    ("hunter1:N.XX", "no man has the letter XX"), ("hunter1:N.H2", "no man has the letter H2"),
    ("hunter1:P.PA", "P/.PA is not supported"), ("hunter1:NB+torus", "needs a board with an end above"),
    ("hunter:NB", "did you mean hunter1:NB?"),
])
def test_names_that_are_refused(name: str, said: str) -> None:
    with pytest.raises(GenreError, match=re.escape(said)):
        find(name)


def test_a_letter_that_the_genre_does_not_explain() -> None:
    with pytest.raises(FenError, match="must say what it is, like hunter1:NB"):
        Position("orthodox", "7k/8/8/8/3.H14/8/8/7K w")


PIECES = ("Pieces White Kh1 Pb7 s/bd4 Black Kh8 qd1 15/s1b1\nStipulation h#1.5\nTwin add white r/ba4\n"
          "Twin substitute p s/b\nTwin condition circe promonly r/b")


def test_popeyes_words_are_read_and_written() -> None:
    [entry] = reader.parse(f"BeginProblem\n{PIECES}\nEndProblem")
    problem = entry.get()
    assert problem.genre.name == "hunter1:NB+hunter2:.A5.S1+hunter3:RB"
    for code in LANGUAGES:
        text = writer.write(problem, language=code)
        assert [again.problem for again in reader.parse(text)] == [problem], text
    for form in (convert.FORMATS[name] for name in ("popeye", "yacpdb", "json", "fen", "epd", "pgn")):
        assert not [lost for lost in convert.write(problem, form).lost if form.name in ("popeye", "yacpdb", "json")]
    [again] = yacpdb.parse(yacpdb_writer.write(problem))
    assert (again.get().genre, again.get().diagram, again.get().twins) == (
        problem.genre, problem.diagram, problem.twins)


def test_only_numbers_that_popeye_would_not_give_are_written() -> None:
    usual, other = (Problem(find(name), "7k/8/8/8/3.H14/8/4.h23/7K", "h#1.5") for name in (
        "hunter1:NB+hunter2:QR", "hunter1:NB+hunter2:QR+hunter3:RB"))
    assert "hunter" not in writer.write(usual).lower() and "hunter3:RB" in writer.write(other)
    for problem in (usual, other):
        assert [entry.problem for entry in reader.parse(writer.write(problem))] == [problem]


def test_ten_kinds_are_too_many() -> None:
    men = "s/qa1 s/rb1 s/bc1 s/kd1 s/ge1 s/nf1 s/cag1 s/zh1 s/lia2 s/leb2"
    [entry] = reader.parse(f"BeginProblem\nPieces White Kh8 {men} Black Ka8\nStipulation h#1.5\nEndProblem")
    assert "more than 9 kinds of hunters are not supported" in str(entry.error)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["hunter1:PN+hunter2:.RO.SK", "hunter1:.LRQ+kamikaze", "hunter1:.LI.PA+neutral"])
def test_explanations(name: str) -> None:
    check_random(find(name), Random(name), 1, 0.05)


@pytest.mark.parametrize("man", ["PA/", "/PA", "/", "S/B/G"])
def test_half_a_hunter_in_a_twin_is_refused(man: str) -> None:
    text = f"BeginProblem\nPieces White Ka1 PAb1 Black Kh8\nStipulation h#2\nTwin Substitute PA {man}\nEndProblem\n"
    [entry] = reader.parse(text)
    assert "is not supported" in repr(entry.problem)
