"""Birthplaces (rules/births.py): positions know them, and so do their keys, FENs, problems and explanations."""
from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from facts import DATA, Fact, facts
from plain_rules import leaves
from test_conditions import judge_of, scattered

from feerie import FenError, Game, Position, Problem, ProblemError, solve
from feerie.formats import convert, popeye
from feerie.genres import find
from feerie.notation import epd
from feerie.problems.twins import MoveMan, RemoveMan, Twin
from feerie.rules.births import births_after
from feerie.rules.change import Stage
from feerie.rules.scene import Scene
from feerie.rules.setup import Setup
from feerie.why.what_if import WhatIf

NAMES = ("diagram-circe", "diagram-circe:rex", "diagram-anticirce", "diagram-circe+einstein",
         "platzwechselrochade+diagram-circe", "sentinelles+diagram-circe", "diagram-circe+locust+neutral",
         "diagram-circe+diagram-anticirce", "diagram-circe+kamikaze")
SWAPPED = "k7/8/8/8/8/8/8/K1N2N2 w - - "


@pytest.mark.parametrize("fact", facts("births"), ids=lambda fact: fact["why"])
def test_a_fact(fact: Fact) -> None:
    position = Position(fact["genre"], fact["fen"])
    for move in fact["moves"]:
        position = position.play(move)
    assert position.fen() == fact["after"]
    again = Position(fact["genre"], fact["after"])
    assert again == position and again.key == position.key and again.fen() == fact["after"]


@pytest.mark.parametrize("fact", json.loads((DATA / "births.json").read_text(encoding="utf-8"))["errors"],
                         ids=lambda fact: fact["error"])
def test_what_is_no_field_of_birthplaces(fact: Fact) -> None:
    with pytest.raises(FenError) as error:
        Position(fact["genre"], fact["fen"])
    assert str(error.value) == fact["error"]


def test_a_setup_has_birthplaces_only_where_men_remember_theirs() -> None:
    setup = replace(Position("circe", "7k/8/8/8/8/8/8/K7 w - -").setup, births=((0, 1),))
    with pytest.raises(FenError, match="birthplaces: the men of circe do not remember theirs"):
        Position("circe", setup)


@pytest.mark.parametrize("name", NAMES)
def test_keys_follow_birthplaces(name: str) -> None:
    """Of random games: the key is that of the position, and explanations know the same birthplaces."""
    genre = find(name)
    for number in range(3):
        rng = Random(f"births {name} {number}")
        setup = scattered(rng, genre)
        judge, position = judge_of(genre, setup), Position(genre, setup)
        for _ in range(8):
            moves = list(position.legal_moves)
            if not moves:
                break
            for move in rng.sample(moves, min(4, len(moves))):
                before = WhatIf.at(position)
                found = {attempt.after.setup.births for attempt in (*before.one_man_moves(), *before.castlings())
                         if attempt.move(before).uci() == move.uci()}
                assert found == {position.play(move).setup.births}, (position.fen(), str(move))
            move = rng.choice(moves)
            [number_of_move] = [each for each in judge.moves() if judge.rules.tables.uci_texts[each] == str(move)]
            judge.push(number_of_move)
            assert judge.key == judge.recomputed_key()
            position = position.play(move)
            assert position.key == judge.key and Position(genre, position.fen()) == position


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(3))
def test_lines_are_those_of_a_generator_in_python(number: int) -> None:
    genre, found = find("diagram-circe"), 0
    for attempt in range(200):
        setup = scattered(Random(f"lines of births {number} {attempt}"), genre, rights=False)
        position = Position(genre, setup)
        if len(setup.pieces) > 6 or not position.is_valid() or any(man in "Pp" for _, man in setup.pieces):
            continue
        assert position.perft(3) == leaves(Scene(genre, setup.men, births=setup.birthplaces), setup.turn, 3)
        found += 1
        break
    assert found


def test_men_that_have_changed_places_make_another_position() -> None:
    one, other = Position("diagram-circe", SWAPPED), Position("diagram-circe", SWAPPED + "c1f1,f1c1")
    assert one.men() == other.men() and one != other and one.key != other.key and hash(one) != hash(other)


def test_positions_that_differ_in_birthplaces_are_not_repeated() -> None:
    game = Game("diagram-circe", SWAPPED)
    for _ in range(2):
        for move in ("c1e2", "a8a7", "f1d2", "a7a8", "e2g1", "a8a7", "d2b1", "a7a8", "g1e2", "a8a7", "b1d2", "a7a8",
                     "e2f4", "a8a7", "d2b3", "a7a8", "f4d3", "a8a7", "b3d2", "a7a8", "d2f1", "a8a7", "d3c1", "a7a8"):
            game.push(move)
        assert game.position.fen().split()[0] == SWAPPED.split()[0]
    assert game.position.setup.births == ()


def test_a_null_move_and_edited_and_mirrored_positions_keep_birthplaces() -> None:
    position = Position("diagram-circe", "7k/8/8/3r4/8/8/8/3RK3 w - - d5b6,d1-")
    assert position.pass_turn().setup.births == position.setup.births
    assert position.replace({"d5": None}).fen() == "7k/8/8/8/8/8/8/3RK3 w - - d1- 0 1"
    assert position.replace({"d5": "n", "d1": "R"}).setup.births == ((3, None),)
    assert position.mirror().fen() == "3rk3/8/8/8/3R4/8/8/7K b - - d4b3,d8- 0 1"


def test_files_keep_birthplaces() -> None:
    fen = "7k/8/8/3r4/8/8/8/3R2K1 w - - d5b6 0 1"
    problem = Problem("diagram-circe", fen, "#2")
    for name in ("pgn", "json", "epd", "fen", "popeye"):
        assert not convert.write(problem, convert.FORMATS[name]).lost, name
    for name in ("yacpdb", "olive"):
        with pytest.raises(ProblemError, match="no place for men that were born elsewhere"):
            convert.write(problem, convert.FORMATS[name])
    genre = find("diagram-circe")
    setup = Position(genre, fen).setup
    assert epd.parse(genre, epd.write(genre, setup, {"bm": "Rd5"})) == (setup, {"bm": ("Rd5",)})


def test_a_twin_has_a_diagram_of_its_own() -> None:
    problem = Problem("diagram-circe", "7k/8/8/3r4/8/8/8/3RK3 w - - d5b6,d1c1", "#2",
                      twins=[Twin((MoveMan("d5", "d6"),)), Twin((RemoveMan("d1"),))])
    births = [part.diagram.births for _, part in problem.parts() if isinstance(part, Problem)]
    assert births == [((3, 2), (35, 41)), ((3, 2),), ((35, 41),)]


def test_the_stage_says_who_arrives() -> None:
    """The mover, its partner, the man taken; a man that is put on the board at another stage has no birthplace."""
    births = (5, 6, 7, None)
    assert births_after(births, [(0, "K", "", Stage.ARRIVE), (1, "R", "", Stage.ARRIVE), (1, "", "K", Stage.ARRIVE),
                                 (0, "", "R", Stage.ARRIVE)]) == (6, 5, 7, None)
    assert births_after(births, [(0, "R", "", Stage.ARRIVE), (2, "n", "R", Stage.ARRIVE), (2, "R", "", Stage.RETURN),
                                 (3, "", "R", Stage.RETURN), (2, "", "n", Stage.REBIRTH), (0, "", "P", Stage.EFFECT)]) \
        == (None, 6, 7, 5)
    assert births_after(births, [(0, "R", "", Stage.ARRIVE), (2, "n", "R", Stage.ARRIVE), (2, "R", "r", Stage.RECOLOUR),
                                 (1, "P", "", Stage.EFFECT)]) == (None, None, 5, None)


def test_a_problem_of_popeyes_needs_the_birthplaces() -> None:
    """From its regressions: without them in the key the hash table loses the solution."""
    text = """BeginProblem
pieces white se7 pd2e3g2 black ke4 qc3 pf3
stip h#3
condition DiagramCirce
option nowk
EndProblem
"""
    [entry] = popeye.parse(text)
    [line] = solve(entry.get()).lines
    assert line == ("c3d4", "e3d4", "c3e3", "d2e3", "c3d3", "g2f3")


def test_setups_of_men_without_birthplaces_are_as_before() -> None:
    setup = Setup(("K", "", "k"))
    assert setup.births == () and setup.birthplaces == (0, None, 2) and setup.births_for(("K", "k", "")) == ()
