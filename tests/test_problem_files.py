"""Stipulations, problems and problem files, against the facts in data/problem_files/."""
from __future__ import annotations

import ast
import json
import random
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import feerie
from feerie.apps.solving.verify import verify
from feerie.base import limited
from feerie.base.errors import ProblemError
from feerie.formats import decoding, files, popeye, yacpdb
from feerie.formats.popeye.phrases import Phrases
from feerie.game.genre_file import load
from feerie.genres import GENRES, find
from feerie.match.openings import OpeningFile
from feerie.notation import fen
from feerie.problems.metadata import persons
from feerie.problems.options import Options
from feerie.problems.problem import Problem, ProblemEntry
from feerie.problems.stipulation import Goal, Play, Stipulation
from feerie.problems.twins import AddMan, ChangeStipulation, MoveMan, Rotate, Twin, Unreadable, labels
from feerie.rules.board import Board
from feerie.rules.goal import Aim
from feerie.rules.setup import Setup

DATA = Path(__file__).parent / "data" / "problem_files"
EXAMPLES = Path(__file__).parent.parent / "examples"
STIPULATIONS, PROBLEMS, FILES = (json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
                                 for name in ("stipulations", "problems", "files"))
ENTRIES = [(name, number) for name, entries in FILES.items() if name != "about" for number in range(len(entries))]
GOOD = [(name, number) for name, number in ENTRIES if "error" not in FILES[name][number]
        and "error: " not in str(FILES[name][number].get("parts"))]
SIDES = "wb"


def entry(name: str, number: int) -> ProblemEntry:
    """An entry of a file of facts."""
    return files.read(DATA / name)[number]


def options(values: dict[str, Any]) -> Options:
    """Options from a fact."""
    given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    return Options(**given)


@pytest.mark.parametrize(("text", "canonical", "play", "goal", "first", "ends", "plies"), STIPULATIONS["read"])
def test_a_stipulation_is_read(text: str, canonical: str, play: str, goal: str, first: str, ends: str,
                               plies: int) -> None:
    stipulation = Stipulation.parse(text)
    assert (str(stipulation), stipulation.play.name, str(stipulation.goal)) == (canonical, play, goal)
    assert (SIDES[stipulation.first_side], SIDES[stipulation.goal_side], stipulation.plies) == (first, ends, plies)
    assert Stipulation.parse(canonical) == stipulation == eval(repr(stipulation))


@pytest.mark.parametrize(("text", "words"), STIPULATIONS["refused"])
def test_what_is_no_stipulation_is_refused(text: str, words: str) -> None:
    with pytest.raises(ProblemError, match=words):
        Stipulation.parse(text)


def test_parts_of_a_stipulation_must_go_together() -> None:
    mate = Goal(Aim.MATE)
    for make in (lambda: Goal(Aim.TARGET), lambda: Goal(Aim.MATE, "a1"), lambda: Stipulation(Play.PROOF, mate, 3),
                 lambda: Stipulation(Play.HELP, mate, 3, own_goal=mate), lambda: Stipulation(Play.RECIPROCAL, mate, 3)):
        with pytest.raises(ProblemError):
            make()
    assert str(Stipulation(Play.DIRECT, Goal(Aim.TARGET, "a8"), 2)) == "za82"
    assert Stipulation.parse("hzj612.5") == Stipulation(Play.HELP, Goal(Aim.TARGET, "j6"), 12, half=True)
    assert Play.PARRY_SERIES.is_parry and Play.SERIES.is_series and Play.SELF.is_battle
    assert not Play.PROOF.is_parry


def test_the_search_numbers_goals_as_the_list_does() -> None:
    expected = {f"GOAL_{aim.name}": aim.number for aim in Aim if aim.number is not None}
    assert set(expected.values()) == set(range(len(expected)))
    expected["GOAL_WIN"] = len(expected)        # mate or a king run: what the engine asks, and no problem
    folder = Path(feerie.__file__).parent / "search" / "goal"
    declarations = (folder / "goal_search.pxd").read_text(encoding="utf-8")
    declared = re.findall(r"^    (GOAL_\w+) = (\d+)(?: +#.*)?$", declarations, re.MULTILINE)
    assert {name: int(number) for name, number in declared} == expected
    tree = ast.parse((folder / "goal_search.py").read_text(encoding="utf-8"))
    values: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and "GOAL_" in ast.unparse(node):
            names = ast.unparse(node.targets[0]).strip("()").split(", ")
            numbers = range(*(ast.literal_eval(argument) for argument in node.value.args))
            values |= dict(zip(names, numbers, strict=True))
    assert values == expected


@pytest.mark.parametrize(("genre", "diagram", "stipulation", "given", "text", "attacker", "plies", "added", "set_play"),
                         PROBLEMS["values"])
def test_a_problem_knows_who_begins_and_who_may_castle(
        genre: str, diagram: str, stipulation: str, given: dict[str, Any], text: str, attacker: str, plies: int,
        added: dict[str, Any], set_play: str) -> None:
    problem = Problem(genre, diagram, stipulation, options=options(given))
    assert (problem.fen, SIDES[problem.attacker], problem.plies) == (text, attacker, plies)
    assert problem.options == options(added)
    assert fen.write(problem.genre, problem.set_play_start) == set_play
    assert problem == replace(problem) == replace(replace(problem, title="x"), title="")
    assert hash(problem) == hash(replace(problem))


@pytest.mark.parametrize(("genre", "diagram", "stipulation", "given", "words"), PROBLEMS["refused"])
def test_what_is_no_problem_is_refused(genre: str, diagram: str, stipulation: str, given: dict[str, Any],
                                       words: str) -> None:
    with pytest.raises(ProblemError, match=words):
        Problem(genre, diagram, stipulation, options=options(given))


def test_the_other_parts_of_a_problem() -> None:
    problem = Problem(find("roque"), Setup(("K",) + ("",) * 62 + ("k",)), "h#2", author="A. Name", intended="2.2.1...")
    assert problem.author == ("A. Name",)
    assert problem.intended_solutions == 4
    assert Problem("roque", "8/8/8/8/8/2k5/8/K6R", "#2", intended=3).intended_solutions == 3
    assert problem.end is None and problem.start.turn == 1
    for wrong in ({"intended": "0"}, {"intended": "two"}, {"zeroposition": True}, {"target": "8/8/8/8/8/8/8/8"},
                  {"options": Options(no_castling=("b2",))}):
        with pytest.raises(ProblemError):
            replace(problem, **wrong)
    for men in (("K",), ("X",) + ("",) * 63, ("KK",) + ("",) * 63):
        with pytest.raises(ProblemError):
            Problem("roque", Setup(men), "#2")
    with pytest.raises(ProblemError, match="'K' on c3, which is not a square of this board"):
        Problem("rollerball", Setup(("",) * 16 + ("K",) + ("",) * 32), "#2")
    with pytest.raises(ProblemError, match="game array"):
        Problem(replace(find("roque"), start=None), "8/8/8/8/8/2k5/8/K6R", "dia4")
    assert repr(problem) == ("Problem('roque', '7k/8/8/8/8/8/8/K7 b - - 0 1', 'h#2', author=('A. Name',), "
                             "intended='2.2.1...')")


def test_duplex_and_positions_to_reach() -> None:
    problem = Problem("orthodox", "8/8/8/8/8/2k5/8/K6R", "h#2", options=Options(duplex=True))
    white, black = problem.colours()
    assert (white.attacker, white.first_side, black.attacker, black.first_side) == (0, 1, 1, 0)
    assert white.colours() == (white,)
    game = Problem("orthodox", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R", "dia0.5")
    assert game.end is not None and game.end.turn == 1 and game.fen.split()[1] == "b"
    assert fen.write(game.genre, game.start) == game.genre.start
    way = Problem("orthodox", "8/8/8/8/8/2k5/8/K6R w", "a=>b1", target="8/8/8/8/8/k7/8/K6R")
    assert way.first_side == 0 and way.end is not None and way.end.turn == 0
    assert replace(way, options=Options()).first_side == 1


@pytest.mark.parametrize(("diagram", "text", "expected"), PROBLEMS["twins"])
def test_a_twin_is_carried_out(diagram: str, text: str, expected: str) -> None:
    phrases = Phrases(text, "en")
    try:
        twin = phrases.twin()
        if phrases.peek():
            raise ProblemError("no change")
        problem = Problem("orthodox", diagram, "#2", twins=[twin])
        (_, before), (label, after) = problem.twins_applied()
    except ProblemError as error:
        assert expected.startswith("error: ") and expected[7:] in str(error)
    else:
        assert (before.fen.split()[0], label, after.fen.split()[0]) == (diagram, "b", expected)
        assert after.twins == () and after.stipulation == problem.stipulation


@pytest.mark.parametrize(("genre", "fen", "stipulation", "text", "expected"), PROBLEMS["twins with a state"])
def test_a_twin_keeps_the_state_of_the_game(genre: str, fen: str, stipulation: str, text: str, expected: str) -> None:
    twin = Phrases(text, "en").twin()
    assert Problem(genre, fen, stipulation, twins=[twin]).twins_applied()[1][1].fen == expected


def test_castling_is_presumed_again_in_a_twin() -> None:
    twins = [Twin((MoveMan("b1", "a1"),)), Twin((AddMan("r", "h8"),), continued=True)]
    problem = Problem("orthodox", "4k3/8/8/8/8/8/8/1R2K2R w -", "#2", twins=twins)
    assert [part.fen.split()[2] for _, part in problem.twins_applied()] == ["-", "Q", "Qk"]
    with pytest.raises(ProblemError, match=r"^b\) twin: b2"):
        replace(problem, twins=(Twin((MoveMan("b2", "a1"),)),)).twins_applied()
    with pytest.raises(ProblemError, match="square board"):
        Rotate(90).apply(Problem(replace(find("orthodox"), board=Board(16, 4)), Setup(("",) * 64), "#2"))


def test_an_en_passant_square_goes_where_it_makes_no_sense() -> None:
    problem = Problem("orthodox", "4k3/8/8/3pP3/8/8/8/4K3 w - d6", "#2", twins=[Twin((MoveMan("d5", "d4"),))])
    assert [part.fen.split()[3] for _, part in problem.twins_applied()] == ["d6", "-"]


def test_labels_go_on_behind_z() -> None:
    names = labels()
    assert [next(names) for _ in range(28)][-4:] == ["y", "z", "z1", "z2"]


@pytest.mark.parametrize(("name", "number"), ENTRIES)
def test_a_file_says_what_it_says(name: str, number: int) -> None:
    fact = FILES[name][number]
    found = entry(name, number)
    assert (found.number, found.line) == (number + 1, fact["line"])
    if "error" in fact:
        with pytest.raises(ProblemError) as error:
            found.get()
        assert str(error.value) == fact["error"] == str(found.error)
        return
    problem = found.get()
    parts = [[label, f"error: {part}"] if isinstance(part, ProblemError) else
             [label, part.genre.name, part.fen, str(part.stipulation)] for label, part in problem.parts()]
    values = {"line": found.line, "genre": problem.genre.name, "fen": problem.fen,
              "stipulation": str(problem.stipulation), "options": repr(problem.options), "author": list(problem.author),
              "source": problem.source, "title": problem.title, "award": problem.award,
              "remarks": list(problem.remarks), "intended": problem.intended, "solution_text": problem.solution_text,
              "zeroposition": problem.zeroposition, "parts": parts, "warnings": list(problem.warnings),
              "target": problem.target and fen.write(problem.genre, problem.target).split()[0]}
    fact = {"options": "Options()", "target": None, **fact}
    fact["target"] = fact["target"] and fact["target"].split()[0]
    for key, value in values.items():
        assert fact.get(key, parts if key == "parts" else type(value)()) == value, key


def test_no_entry_is_left_out() -> None:
    for name, facts in FILES.items():
        if name != "about":
            assert len(files.read(DATA / name)) == len(facts)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize(("name", "number"), GOOD)
def test_what_is_written_for_popeye_is_read_again(name: str, number: int, language: str) -> None:
    problem = replace(entry(name, number).get(), solution_text="")
    text = popeye.write(problem, problem, language=language)
    assert [found.get() for found in files.parse(text)] == [problem, problem]


@pytest.mark.parametrize(("name", "number"), GOOD)
def test_what_is_written_as_an_entry_is_read_again(name: str, number: int) -> None:
    problem = replace(entry(name, number).get(), title="")
    problem = replace(problem, author=persons(problem.author))      # each has an entry of the list
    if problem.target or problem.diagram.flags == "K":
        with pytest.raises(ProblemError):
            yacpdb.write(problem)
        return
    (found,) = files.parse(yacpdb.write(problem))
    again = found.get()
    assert replace(again, remarks=(), source="", award="") == replace(problem, remarks=(), source="", award="")
    assert set(problem.remarks) <= set(again.remarks)
    for text in (problem.source, problem.award):
        assert text in (again.source, again.award) or any(text in remark for remark in again.remarks)


@pytest.mark.parametrize("path", [DATA / "entries.yaml", DATA.parent / "convert" / "full.yaml",
                                  EXAMPLES / "orthodox.yaml"], ids=lambda path: path.name)
def test_entries_are_read_from_json_too(path: Path) -> None:
    """JSON may hold the entries of a YAML file, as a list, by name, or one alone: the same problems."""
    text = path.read_text(encoding="utf-8")
    data = [entry for document in yaml.load_all(text, Loader=yaml.BaseLoader)
            for entry in (document if isinstance(document, list) else [document])]
    expected = [entry.problem for entry in files.parse(text)]
    assert len(data) == len(expected) > 0
    for form in (data, {"entries": data}, {"success": True, "problems": data}):
        assert [entry.problem for entry in files.parse(json.dumps(form, indent=1))] == expected
    assert [entry.problem for one in data for entry in files.parse(json.dumps(one))] == expected


def test_entries_in_json_have_numbers_nulls_and_lines() -> None:
    fields = {"algebraic": {"white": ["Kb6", "Ra1"], "black": ["Kb8"]}, "stipulation": "#1", "intended-solutions": 1,
             "source": {"name": "\x85 \U0001f600", "date": {"year": 1990}}, "solution": None, "twins": None}
    text = json.dumps([fields, {"algebraic": {}}, fields | {"circe": True}, fields | {"solution": ["a"]}], indent=1)
    good, *bad = files.parse(text)
    problem = good.get()
    assert (problem.intended, problem.metadata.source.date, problem.solution_text) == ("1", "1990", "")
    assert good.line == 3 and bad[0].line == text[:text.index('"algebraic": {}')].count("\n") + 1
    assert str(bad[0].error) == f"line {bad[0].line}: the field 'stipulation' is missing"
    assert bad[1].get().unread == (f"line {bad[1].line}: the field 'circe' is unknown and was ignored",)
    assert str(bad[2].error) == f"line {bad[2].line}: solution must be a text"
    deep = json.dumps(fields | {"comments": 0}).replace('"comments": 0', f'"comments": {"[" * 200}{"]" * 200}')
    assert str(files.parse(deep)[0].error) == "line 1: it is nested too deeply"
    long = json.dumps(fields | {"comments": "a" * 1_000_001})
    assert str(files.parse(long)[0].error) == "line 1: the entry is longer than 1000000 letters"
    assert str(files.parse('[{"stipulation": "#2"}]')[0].error) == "line 1: fen is missing"


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_every_genre_has_its_words(genre: Any) -> None:
    problem = Problem(genre, genre.start.split()[0], "#2")
    for language in ("en", "fr", "de"):
        assert popeye.parse(popeye.write(problem, language=language))[0].get() == problem
    assert yacpdb.parse(yacpdb.write(problem))[0].get() == problem


def test_what_cannot_be_written_is_refused() -> None:
    problem = Problem(replace(find("roque"), name="own rules"), "8/8/8/8/8/2k5/8/K6R", "#2")
    with pytest.raises(ProblemError, match="own rules"):
        popeye.write(problem)
    with pytest.raises(ProblemError, match="'it'"):
        popeye.write(problem, language="it")


def test_conditions_by_their_names() -> None:
    def names(text: str, language: str) -> str:
        return Phrases("", language).condition(text) or "none"

    assert names("castl", "en") == "roque" and names("cast", "en") == names("CASTChess", "en") == "cast"
    assert names("echecsroque", "fr") == names("ÉchecsRoque", "fr") == "roque" and names("echecsr", "fr") == "none"
    assert names("ExchangeCastling", "en") == names("exch", "en") == "platzwechselrochade-popeye"
    assert names("PlatzwechselRochade", "de") == names("echangeroq", "fr") == "platzwechselrochade-popeye"
    assert names("ExchangeCastlingFree", "de") == "platzwechselrochade"
    assert names("rex-multiplex", "fr") == names("RexMult", "en") == "rex-multiplex"
    assert names("Siamois", "fr") == names("SiameseKings", "en") == "siamois"
    with pytest.raises(ProblemError, match="ExchangeCastlingFree"):
        names("Platzwechselrochade", "en")


def test_neither_format_is_guessed() -> None:
    for text in ("", "hello", "Stipulation #2", "\x00\x01"):
        (found,) = files.parse(text)
        assert "none of the formats" in str(found.error)
    assert files.parse("\ufeffBeginProblem Forsyth k7 Stipulation #2 EndProblem")[0].problem
    assert decoding.decode(b"\x81\xff") == "\x81\xff"


@pytest.mark.parametrize("path", sorted({*EXAMPLES.glob("*.*")} - {*EXAMPLES.glob("*.json")}),
                         ids=lambda path: path.name)
def test_the_examples_can_be_read(path: Path) -> None:
    problems = list(files.problems(path))
    assert problems and all(problem.author for problem in problems)


SEEDS = [decoding.decode((DATA / name).read_bytes()) for name in FILES if name != "about"]
SNIPPETS = ["\n", " ", ";", "#2", "h#2.5", "a=>b 4", "nextproblem\n", "endproblem\n", "twin ", "option ",
            "pieces white ", "forsyth 8/8 w - - ", "zeroposition ", "condition rollerball ", "k", "99999999999", "/",
            '"\\UFFFFFFFF"', '"\\ud800"', "\n%YAML " + "9" * 5000 + ".1\n---\n", "conditions: [Roque]\n", "-", "\x00",
            "é", "---\n", "- [", "{", "}", ": ", "&a [*a]", "*a", "\t", "'", '"', "|\n",
            "!!python/object:os.system "]


PIECES = ["h", "s", "r", "ser-", "reci-", "semi-", "pser-", "exact-", "2->", "#", "=", "+", "x", "z", "a8", "dia",
          "a=>b", "00", "ep", "c81", "(", ")", "1", "9", ".5", "k", "ct", "é"]


def mutated(seed: int) -> str:
    """A file of facts with parts cut out, doubled, inserted and exchanged."""
    chance = random.Random(seed)
    text = chance.choice(SEEDS)
    for _ in range(chance.randint(1, 8)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + int(chance.expovariate(0.05)))
        new = chance.choice([chance.choice(SNIPPETS), "", text[start:end] * 2, chr(chance.randrange(1, 0x3000)),
                             chance.choice(SEEDS)[start:end]])
        text = text[:start] + new + text[end:]
    return text


def is_unreadable(problem: Problem) -> bool:
    """Whether a problem has a twin that could not be read."""
    return any(isinstance(step, Unreadable) for twin in problem.twins for step in twin.steps)


def is_kept(problem: Problem) -> bool:
    """Whether a problem, or a twin of it, is kept, but not solved."""
    changed = (step.stipulation for twin in problem.twins for step in twin.steps if isinstance(step, ChangeStipulation))
    return any(stipulation.is_kept for stipulation in (problem.stipulation, *changed))


def check_entries(entries: list[ProblemEntry]) -> None:
    """Every entry is a problem that can be written and read again, or an error that names its line."""
    for number, found in enumerate(entries, 1):
        assert found.number == number and (found.problem is None) != (found.error is None)
        if found.error:
            assert type(found.error) is ProblemError and str(found.error).startswith("line ")
            assert len(str(found.error)) < 500
        if found.problem and is_unreadable(found.problem):
            for write in (popeye.write, yacpdb.write):
                with pytest.raises(ProblemError):
                    write(found.problem)
        elif found.problem and is_kept(found.problem):
            with pytest.raises(ProblemError, match="studies"):
                popeye.write(found.problem)
            assert found.problem.twins or [found.problem] == [
                each.get() for each in yacpdb.parse(yacpdb.write(found.problem))]
        elif found.problem:
            (again,) = (each.get() for each in popeye.parse(popeye.write(found.problem)))
            bare = [replace(each, author=(), source="", title="", award="", remarks=(), solution_text="")
                    for each in (again, found.problem)]
            assert bare[0] == bare[1]
            assert [each.get() for each in popeye.parse(popeye.write(again))] == [again]



@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9))
def test_mutated_files_give_problems_or_errors(seed: int) -> None:
    text = mutated(seed)
    begin = time.process_time()
    for parse in (files.parse, popeye.parse, yacpdb.parse):
        check_entries(parse(text))
    assert time.process_time() - begin < 5


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200), st.sampled_from([b"", b"beginproblem ", b"stipulation: '#2'\nalgebraic: "]))
def test_random_bytes_give_problems_or_errors(data: bytes, start: bytes) -> None:
    check_entries(files.parse(decoding.decode(start + data)))


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_stipulation_texts_are_read_or_refused(text: str) -> None:
    try:
        stipulation = Stipulation.parse(text)
    except ProblemError:
        return
    assert Stipulation.parse(str(stipulation)) == stipulation
    assert stipulation.plies >= 1 or stipulation.is_kept


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_twenty_thousand_mutated_files(block: int) -> None:
    for seed in range(block * 1000, block * 1000 + 1000):
        text = mutated(10**10 + seed)
        check_entries(popeye.parse(text))
        check_entries(yacpdb.parse(text))


@pytest.mark.parametrize("text", ["beginproblem " + "forsyth " + "1" * 100_000, "beginproblem " * 20_000,
                                  "beginproblem\n" + "nextproblem\n" * 50_000, "- " * 2_000 + "algebraic:",
                                  "stipulation: " + "[" * 20_000, "beginproblem option " + "try " * 50_000,
                                  "beginproblem pieces white " + "ka1" * 50_000, "a" * 500_000,
                                  "beginproblem condition " + "é" * 200_000], ids=range(9))
def test_long_texts_take_no_long_time(text: str) -> None:
    begin = time.process_time()
    for parse in (files.parse, popeye.parse, yacpdb.parse):
        assert parse(text)[0].error
    assert time.process_time() - begin < 10


CYRILLIC = "BeginProblem\nAuthor Иванов\nForsyth k7/8/1K6/8/8/8/8/7R\nStipulation #1\nEndProblem\n"


@pytest.mark.parametrize(("encoding", "said", "doubtful"), [
    ("utf-8", "", False), ("utf-8-sig", "", False), ("utf-16", "", False), ("utf-32", "", False),
    ("cp1251", "cp1251", False), ("koi8-r", "koi8-r", False), ("utf-16-le", "utf-16-le", False), ("cp1251", "", True)])
def test_files_are_decoded(encoding: str, said: str, doubtful: bool, tmp_path: Path) -> None:
    """By their byte order mark, as UTF-8, as is said, or by a guess that is told."""
    path = tmp_path / "problem.inp"
    path.write_bytes(CYRILLIC.encode(encoding))
    text, doubt = decoding.Reading(said).file(path)
    assert (text == CYRILLIC) is not doubtful and (doubt is not None) is doubtful
    [entry] = files.read(path, said)
    assert entry.problem and (entry.problem.author == ("Иванов",)) is not doubtful


@pytest.mark.parametrize(("encoding", "words"), [("utf-8", "this is not utf-8"), ("nonesuch", "no encoding 'nonesuch'"),
                                                 ("base64", "no encoding")])
def test_a_wrong_encoding_is_refused(encoding: str, words: str) -> None:
    with pytest.raises(ProblemError, match=words):
        decoding.decoded(CYRILLIC.encode("cp1251"), encoding)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.fen"
    with path.open("wb") as file:
        file.truncate((1 << 20) + 1)
    with pytest.raises(OSError, match="larger than 1 MB"):
        decoding.Reading(megabytes=1).file(path)
    assert len(decoding.Reading(megabytes=2).file(path).text) == (1 << 20) + 1


@pytest.mark.parametrize("read", [
    lambda path: next(feerie.read_pgn(path), None), load, lambda path: OpeningFile(find("orthodox"), str(path)),
    lambda path: verify(["--", str(path)], standalone_mode=False)])
def test_every_reader_of_files_has_a_limit(read: Callable[[Path], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                           ) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"#")
    monkeypatch.setattr(limited, "LONGEST_LINE_MEGABYTES", 0)
    monkeypatch.setattr(limited.limited, "__defaults__", (0, ""))
    monkeypatch.setattr(OpeningFile.__init__, "__defaults__", (None, 0))
    with pytest.raises((OSError, click.ClickException), match="than 0 MB"):
        read(path)


ENTRY = "---\nalgebraic: {{white: [Ka1, Rb1, {}], black: [ka8, ge5]}}\nstipulation: h#2\noptions: [{}]\n"


@pytest.mark.parametrize(("options", "genre"), [
    ("Anti Circe", "anticirce+grasshopper"), ("Circe Rex Inclusive", "circe:rex+grasshopper"),
    ("No Capture", "no-capture+grasshopper"), ("Vertical Cylinder", "grasshopper+cylinder"),
    ("'3,5-leaper'", "grasshopper+3,5-leaper"), ("immune", "immune+grasshopper")])
def test_names_of_conditions_in_entries(options: str, genre: str) -> None:
    """Conditions whose words stand apart, begin like several others, or have a comma."""
    [read] = yacpdb.entries(ENTRY.format("Sc3", options))
    assert read.get().genre.name == genre


@pytest.mark.parametrize(("text", "said"), [
    (ENTRY.format("Volage Sc3", "Anti Andernach") + ENTRY.format("Sc3", "Circe"),
     "anti-andernach and volage cannot be combined"),
    (ENTRY.format("Sc3", "Anti Kings") + ENTRY.format("Sc3", "Circe"), "'Anti Kings' is not supported")])
def test_an_entry_with_rules_that_it_cannot_have_is_reported_alone(text: str, said: str) -> None:
    bad, good = yacpdb.entries(text)
    with pytest.raises(ProblemError, match=said):
        bad.get()
    assert good.get().genre.name == "circe+grasshopper"


def test_twins_with_rules_that_their_men_cannot_have_are_reported_alone() -> None:
    [read] = popeye.entries("BeginProblem\nCondition Circe\nPieces White Kb8 Qd6 White volage Sa4 Black Kf7\n"
                            "Stipulation h#1\nTwin Condition AntiAndernach\nTwin Condition Madrasi\nEndProblem\n")
    parts = dict(read.get().parts())
    assert [label for label, part in parts.items() if isinstance(part, ProblemError)] == ["b"]


def test_men_whose_letters_are_figures_keep_their_colour_in_popeyes_language() -> None:
    problem = Problem("ibis+3,5-leaper", "6k1/8/8/R7/3K.C53/8/8/.a56q b - -", "h#2")
    assert "Pieces Black 15a1 White 35e4" in popeye.write(problem) and \
        next(popeye.entries(popeye.write(problem))).get().diagram.men == problem.diagram.men


@pytest.mark.parametrize("side", ["w - -", "", "b - -"])
def test_a_helpmate_in_json_may_name_either_side(side: str) -> None:
    text = json.dumps({"genre": "circe", "fen": f"8/8/8/3k4/8/2Q5/8/1K5R {side}".strip(), "stipulation": "h#2"})
    assert files.parse(text)[0].get().first_side == 1
