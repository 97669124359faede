"""Files of problems converted from one format into another: facts in data/convert, examples, a thousand problems.

The program says what is lost; here that is found independently, by comparing the problems as values and what other
programs read: YAML and a JSON Schema for YACPDB's entries, python-chess for PGN and EPD.
"""
from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import chess.pgn
import jsonschema
import pytest
import yaml
from click.testing import CliRunner
from facts import DATA, ROOT
from some_men import OLDEST

from feerie.apps.cli import main
from feerie.base.errors import ProblemError
from feerie.formats import convert, decoding, popeye, problem_json, problem_pgn
from feerie.formats.convert import FORMATS
from feerie.formats.entries import Content, Defaults, Diagram, Entry
from feerie.formats.popeye.tex_letters import from_tex
from feerie.formats.popeye.words import LANGUAGES
from feerie.formats.popeye.writer import twin_text
from feerie.genres import find, with_men_of
from feerie.men import MEN
from feerie.problems.metadata import Award, Metadata, Source, display_name, filed_name, persons
from feerie.problems.problem import Problem
from feerie.problems.schema import schema
from feerie.problems.twins import Unreadable
from feerie.rules.board import WHITE
from feerie.rules.setup import Setup
from feerie.rules.trait import Trait
from feerie.rules.unit import Unit

GENERAL = [name for name in FORMATS if name != "proof-games"]
"""The formats that hold problems of all kinds; lists of proof games have tests of their own."""
FOLDER = DATA / "convert"
FACTS = json.loads((FOLDER / "facts.json").read_text(encoding="utf-8"))
READ = [(name, number) for name, found in FACTS["read"].items() for number in range(len(found))]
NEVER = {name: set(fields) for name, fields in FACTS["never"].items()}
SOURCES = [*sorted((ROOT / "examples").glob("*.*")), *sorted((DATA / "problem_files").glob("*.pop")),
           *sorted((DATA / "problem_files").glob("*.yaml")), FOLDER / "full.yaml", FOLDER / "collection.olv"]


def entries(path: Path) -> list[Entry]:
    """The entries of a file, in the format it seems to have."""
    text = decoding.decode(path.read_bytes())
    return list(convert.read(text, convert.format_of(text, path.name), Defaults()))


@cache
def seeds() -> list[tuple[str, Problem]]:
    """Every problem of the sources that can be written at all, with its place."""
    found = []
    for path in SOURCES:
        for entry in entries(path):
            content = entry.content
            if isinstance(content, Problem) and not any(isinstance(step, Unreadable)
                                                        for twin in content.twins for step in twin.steps):
                found.append((f"{path.name}-{entry.number}", content))
    return found


def as_values(content: Content) -> dict[str, Any]:
    """A content as the facts write it."""
    if isinstance(content, Diagram):
        return {"genre": content.genre.name, "fen": content.fen, "stipulation": None, "unread": list(content.unread),
                "operations": {name: list(value) if isinstance(value, tuple) else value
                               for name, value in content.operations}}
    return {**content.as_json(), "twins": [twin_text(twin, "en") for twin in content.twins],
            "zeroposition": content.zeroposition, "remarks": list(content.remarks),
            "solution_text": content.solution_text, "unread": list(content.unread),
            "metadata": content.metadata.as_json()}


def run(*arguments: str, stdin: bytes | str = "") -> Any:
    """The result of `feerie convert`."""
    result = CliRunner().invoke(main, ["convert", *arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


# Facts

@pytest.mark.parametrize(("name", "number"), READ)
def test_a_file_says_what_it_says(name: str, number: int) -> None:
    fact = dict(FACTS["read"][name][number])
    entry = entries(FOLDER / name)[number]
    assert (entry.number, entry.line) == (number + 1, fact.pop("line"))
    if "error" in fact:
        assert str(entry.error).startswith(fact["error"]) and entry.content is None
        with pytest.raises(ProblemError):
            entry.get()
        return
    lost = fact.pop("lost", {})
    values = as_values(entry.get())
    assert {key: values[key] for key in fact} == fact
    for form, names in lost.items():
        assert list(convert.write(entry.get(), FORMATS[form]).lost) == names, form


def test_no_entry_is_left_out() -> None:
    for name, found in FACTS["read"].items():
        assert len(entries(FOLDER / name)) == len(found)
    assert {path.name for path in FOLDER.iterdir()} == {*FACTS["read"], "facts.json"}


# Every pair

def same(before: Problem, after: Problem, form: str) -> bool:
    """Whether two problems are equal as values, up to what the format has no place for."""
    def bare(problem: Problem) -> Problem:
        gone: dict[str, Any] = {"metadata": Metadata()}
        for name, empty in (("target", None), ("twins", ()), ("source", ""), ("title", ""), ("award", "")):
            if name in NEVER[form]:
                gone[name] = empty
        if "intended solutions" in NEVER[form]:
            gone["intended"] = ""
        if "solution" in NEVER[form]:
            gone["solution_text"] = ""
        gone["zeroposition"] = problem.zeroposition and "zeroposition" not in NEVER[form]
        gone["author"] = () if "authors" in NEVER[form] else persons(problem.author)
        gone["remarks"] = () if "remarks" in NEVER[form] else problem.remarks
        if "clocks" in NEVER[form]:
            gone["diagram"] = replace(problem.diagram, halfmoves=0, moves=1)
        return replace(problem, **gone)

    keeps = "keywords" in NEVER[form] or before.metadata.keywords == after.metadata.keywords
    return bare(before) == bare(after) and keeps


@pytest.mark.parametrize("form", GENERAL)
def test_every_problem_comes_back_from_every_format(form: str) -> None:
    refused = 0
    for place, problem in seeds():
        try:
            written = convert.write(problem, FORMATS[form])
        except ProblemError as error:
            assert re.search(FACTS["refused"][form], str(error)), place
            refused += 1
            continue
        assert set(written.lost) <= NEVER[form], (place, written.lost)
        begin, _, end = FORMATS[form].frame("en")
        (again,) = FORMATS[form].read(begin + written.text + end, Defaults())
        content = again.get()
        assert isinstance(content, Problem) and same(problem, content, form), place
    assert len(seeds()) > 50 and refused <= 2


@pytest.mark.parametrize(("genre", "fen", "stipulation", "target", "reason"), [
    ("rollerball", "7/2K4/2***2/2***2/2***1k/7/7 w - - K 0 1", "#2", None,
     r"the state of the game \(K in the FEN, not -\)"),
    ("platzwechselrochade-popeye", "r6k/8/8/8/8/8/8/K6N w - - X 0 1", "h#2", None,
     r"the state of the game \(X in the FEN, not Xx\)"),
    ("orthodox", "8/8/8/8/8/8/8/K1k5 w - -", "a=>b 2", "8/8/8/8/8/8/8/1K1k4", "a second position"),
    ("orthodox", "rnbqkb1r/pppppppp/5n2/8/8/5+2/PPPPPPPP/RNBQKB1R", "dia1.5", None, "an unfinished diagram"),
])
def test_what_yacpdb_refuses_other_formats_hold(genre: str, fen: str, stipulation: str, target: str | None,
                                                reason: str) -> None:
    problem = Problem(genre, fen, stipulation, target=target)
    for form in ("yacpdb", "olive"):
        with pytest.raises(ProblemError, match=rf"a YACPDB entry has no place for {reason}.*: write it as popeye, pgn "
                                               "or json$"):
            convert.write(problem, FORMATS[form])
    for form in ("popeye", "pgn", "json"):
        assert convert.write(problem, FORMATS[form]).lost == ()


@pytest.mark.parametrize("target", GENERAL)
@pytest.mark.parametrize("source", GENERAL)
def test_every_pair_of_formats(source: str, target: str) -> None:
    """What two formats can both hold is not lost on the way from one to the other."""
    compared = 0
    for place, problem in seeds()[::8]:
        try:
            first = convert.write(problem, FORMATS[source])
            begin, _, end = FORMATS[source].frame("en")
            (entry,) = FORMATS[source].read(begin + first.text + end, Defaults())
            between = entry.get()
            second = convert.write(between, FORMATS[target])
        except ProblemError as error:
            assert re.search("|".join(FACTS["refused"].values()), str(error)), place
            continue
        assert set(second.lost) <= NEVER[target], place
        begin, _, end = FORMATS[target].frame("en")
        (entry,) = FORMATS[target].read(begin + second.text + end, Defaults())
        assert isinstance(between, Problem)
        assert same(between, entry.get(), target), place  # type: ignore[arg-type]
        compared += 1
    assert compared > 3


def test_the_program_tells_what_is_lost() -> None:
    """The comparison itself: every field of a problem that is changed is named, and no other."""
    problem = dict(seeds())["full.yaml-1"]
    told = problem.metadata
    changes: dict[str, Problem] = {
        "genre": replace(problem, genre=dict(seeds())["full.yaml-2"].genre), "title": replace(problem, title="T"),
        "stipulation": replace(problem, stipulation=replace(problem.stipulation, moves=2)),
        "options": replace(problem, options=replace(problem.options, duplex=True)),
        "twins": replace(problem, twins=problem.twins[:1]), "zeroposition": replace(problem, zeroposition=True),
        "diagram": replace(problem, diagram=replace(problem.diagram, men=("",) * 64)),
        "clocks": replace(problem, diagram=replace(problem.diagram, moves=9)),
        "authors": replace(problem, author=()), "source": replace(problem, source=""),
        "award": replace(problem, award=""), "remarks": replace(problem, remarks=problem.remarks[:1]),
        "intended solutions": replace(problem, intended="1"), "solution": replace(problem, solution_text="1.Ra1-a2"),
        "keywords": replace(problem, metadata=replace(told, keywords=())),
        "page": replace(problem, metadata=replace(told, source=replace(told.source, pagenumber=""))),
        "judges": replace(problem, metadata=replace(told, award=replace(told.award, judges=()))),
        "reprints": replace(problem, metadata=replace(told, reprints=told.reprints[:1])),
        "references": replace(problem, metadata=replace(told, references=())),
        "foreign ids": replace(problem, metadata=replace(told, foreign_ids=())),
        "glyphs": replace(problem, metadata=replace(told, glyphs=())),
        "correctors": replace(problem, metadata=replace(told, correctors=())),
        "versionists": replace(problem, metadata=replace(told, versionists=())),
        "non-standard stipulation": replace(problem, metadata=replace(told, stipulation="")),
    }
    for name, changed in changes.items():
        found = {convert.losses(changed, problem), convert.losses(problem, changed)}
        parts = {"source": ("page", "comments on the source"), "award": ("judges", "date of the tourney")}
        assert (name, *parts.get(name, ())) in found, name
    assert convert.losses(problem, problem) == ()


# A thousand problems

def varied(number: int) -> Iterator[Problem]:
    """Problems of the sources with other texts; those that every format can hold, apart from texts."""
    rng = random.Random(12)
    plain = [problem for _, problem in seeds() if not problem.target and problem.diagram.moves == 1
             and set(problem.diagram.flags) == set(problem.genre.extra_state.default if problem.genre.extra_state
                                                   else "")]
    letters = "abc ÄÖéßИ'\"\\:#&%[]{}()-,!?"
    for at in range(number):
        problem = rng.choice(plain)
        text = " ".join("".join(rng.choices(letters, k=rng.randint(1, 30))).split()).strip(" ,;.") or "x"
        yield replace(problem, title=f"No. {at}: {text}", remarks=(f"r {text}", *problem.remarks),
                      source=rng.choice([problem.source, f"S{text}", f"S{text}, {rng.randint(1850, 2026)}"]),
                      author=(f"A. {rng.choice('BCDÉ')} Name{at % 7}", *problem.author)[:rng.randint(1, 2)])


def mixed(folder: Path, number: int) -> tuple[list[str], list[dict[str, Any]]]:
    """Files in several formats which together hold `number` problems, and the JSON of each problem."""
    problems = list(varied(number))
    names = []
    documents = []
    quarter = number // 4
    for at, form in enumerate(("popeye", "yacpdb", "json", "epd")):
        part = problems[at * quarter:(at + 1) * quarter if at < 3 else number]
        if form == "popeye":
            part = [replace(problem, solution_text="", metadata=Metadata()) for problem in part]
        elif form == "epd":
            part = [replace(problem, metadata=Metadata(keywords=problem.metadata.keywords)) for problem in part]
        name = str(folder / f"{at}.{FORMATS[form].suffixes[0]}")
        texts = (FORMATS[form].write(problem, "en") for problem in part)
        Path(name).write_text("".join(FORMATS[form].document(texts)), encoding="utf-8")
        names.append(name)
        documents += [problem_json.document(problem) for problem in part]
    return names, documents


def round_trip(folder: Path, number: int, target: str) -> None:
    """Convert all files to a format and from there to JSON, which must say what it should: in Popeye's language letters
    as TeX writes them become what they mean.
    """
    names, wanted = mixed(folder, number)
    there, back = str(folder / f"there.{FORMATS[target].suffixes[0]}"), str(folder / "back.json")
    summary = json.loads(run(*names, "-o", there, "--json").stdout)
    assert (summary["read"], summary["written"], summary["failed"]) == (number, number, [])
    in_tex = {"source", "title", "remarks"} if target == "popeye" else set()
    assert {name for entry in summary["lost"] for name in entry["fields"]} <= NEVER[target] | in_tex
    assert json.loads(run(there, "-o", back, "--json").stdout)["lost"] == []
    found = json.loads(Path(back).read_text(encoding="utf-8"))["problems"]
    assert len(found) == number
    gone = {"metadata", "unread"} | ({"solution_text"} if "solution" in NEVER[target] else set())
    if target == "fen":
        gone |= {"author", "source", "title", "award", "intended", "remarks", "twins", "zeroposition"}
    for before, after in zip(wanted, found, strict=True):
        before["author"] = [display_name(name) for name in persons(before["author"])]
        after["author"] = list(persons(after["author"]))
        for name in in_tex:
            before[name] = [*map(from_tex, before[name])] if name == "remarks" else from_tex(before[name])
        assert {key: value for key, value in after.items() if key not in gone} == \
            {key: value for key, value in before.items() if key not in gone}


@pytest.mark.parametrize("target", GENERAL)
def test_some_mixed_problems_there_and_back(target: str, tmp_path: Path) -> None:
    round_trip(tmp_path, 24, target)


def test_many_mixed_problems_there_and_back(tmp_path: Path) -> None:
    round_trip(tmp_path, 200, "epd")


@pytest.mark.long
@pytest.mark.parametrize("target", GENERAL)
def test_a_thousand_mixed_problems_in_every_format(target: str, tmp_path: Path) -> None:
    round_trip(tmp_path, 1000, target)


# YACPDB and Olive

TEXT = {"type": ["string", "number"], "minLength": 1, "maxLength": 255}
PERSON = {"type": "string", "pattern": "^[^,]+(, [^,]+)?$", "maxLength": 255}
PEOPLE = {"type": "array", "items": PERSON, "minItems": 1, "uniqueItems": True}
TEXTS = {"type": "array", "minItems": 1, "uniqueItems": True}
YEAR = {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 9999}, {"type": "string", "pattern": r"^\d{4}-\d{4}$"}]}
DATE = {"type": "object", "required": ["year"], "additionalProperties": False, "dependentRequired": {"day": ["month"]},
        "properties": {"year": YEAR, "month": {"type": "integer", "minimum": 1, "maximum": 12},
                       "day": {"type": "integer", "minimum": 1, "maximum": 31}}}
PUBLICATION = {"type": "object", "required": ["name", "date"], "additionalProperties": False, "properties": {
    "name": TEXT, "date": DATE, "volume": TEXT, "issue": TEXT, "round": TEXT, "problemid": TEXT, "variant": TEXT,
    "pagenumber": {"type": "integer", "minimum": 1}, "comments": TEXTS}}
PROBLEM_ID = {"type": "integer", "minimum": 4}
ORDER = r"\d*(1st|2nd|3rd|[04-9]th|1[123]th)"
DISTINCTION = rf"(?i)^((Special|{ORDER})(-{ORDER})? )?(Special )?(Prize|Place|HM|Commendation|Comm\.|cm)(, .*)?$"
ENTRY: dict[str, Any] = {
    "type": "object", "required": ["stipulation", "algebraic", "solution"], "additionalProperties": False,
    "dependentRequired": {"award": ["source"], "versionists": ["version-of"]},
    "properties": {
        "authors": PEOPLE, "versionists": PEOPLE, "correctors": PEOPLE, "source": PUBLICATION,
        "reprints": {**TEXTS, "items": PUBLICATION}, "stipulation": TEXT, "non-standard-stipulation": TEXT,
        "after": PROBLEM_ID, "version-of": PROBLEM_ID, "correction-of": PROBLEM_ID, "anticipated-by": PROBLEM_ID,
        "award": {"type": "object", "required": ["tourney", "distinction"], "additionalProperties": False,
                  "properties": {"distinction": {"type": "string", "pattern": DISTINCTION}, "judges": PEOPLE,
                                 "tourney": {"anyOf": [{"const": "ditto"}, {
                                     "type": "object", "required": ["name"], "additionalProperties": False,
                                     "properties": {"name": TEXT, "date": DATE}}]}}},
        "algebraic": {"type": "object", "additionalProperties": False, "patternProperties": {
            "^(white|black|neutral)$": {**TEXTS, "items": {
                "type": "string", "pattern": "^((Kamikaze|Royal) )*[A-Za-z0-9]{1,2}[a-h][1-8]$"}}}},
        "twins": {"type": "object", "required": ["b"], "additionalProperties": False, "patternProperties": {
            r"^([a-z]|z\d+)$": TEXT}},
        "intended-solutions": {"anyOf": [{"type": "integer", "minimum": 2},
                                         {"type": "string", "pattern": r"^\d+(\.\d+)*(\.\.\.)?$"}]},
        "solution": {"type": "string", "minLength": 1}, "options": TEXTS, "keywords": TEXTS, "comments": TEXTS,
        "glyphs": {"type": "object", "additionalProperties": {"type": "string", "pattern": "^[kqrbspeaofwdx][1-3]?$"}},
        "foreignids": {"type": "array", "items": {"type": "object", "required": ["domain", "problemid"]}},
    }}
"""What YACPDB's documentation of entries and its JSON Schema require of an entry, stated again."""


def test_entries_are_as_yacpdb_wants_them() -> None:
    check = jsonschema.Draft202012Validator(ENTRY)
    number = 0
    for place, problem in [*seeds(), *(("varied", problem) for problem in varied(40))]:
        try:
            (entry,) = yaml.safe_load_all(convert.write(problem, FORMATS["yacpdb"]).text)
        except ProblemError:
            continue
        assert not [error.message for error in check.iter_errors(entry)], place
        number += 1
    assert number > 100
    for wrong in ({"title": "x"}, {"solution": ""}, {"authors": ["A, B, C"]}, {"award": {"distinction": "1st Prize"}},
                  {"source": {"name": "x"}}):
        assert not check.is_valid({**entry, **wrong})


@pytest.mark.parametrize("form", ["yacpdb", "olive"])
def test_an_entry_stays_what_it_was(form: str) -> None:
    """Parsed by PyYAML, every field and value of an entry of the real form is there again."""
    for path in (FOLDER / "full.yaml", DATA / "problem_files" / "entries.yaml", ROOT / "examples" / "orthodox.yaml"):
        wanted = []
        for document in yaml.safe_load_all(path.read_text(encoding="utf-8")):
            wanted += document if isinstance(document, list) else [document]
        for before, entry in zip(wanted, entries(path), strict=True):
            (after,) = yaml.safe_load_all(convert.write(entry.get(), FORMATS[form]).text)
            assert plain(after) == plain(before), path.name


def plain(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry without what may be written in several ways: numbers as strings, the order of men, blanks, "Try" beside
    "Defence 2".
    """
    def text(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: text(item) for key, item in value.items()}
        if isinstance(value, list):
            return [text(item) for item in value]
        return "\n".join(line.rstrip() for line in str(value).split("\n")).strip()

    found: dict[str, Any] = text(entry)
    found["algebraic"] = {colour: sorted(men) for colour, men in found["algebraic"].items()}
    found["options"] = sorted({"".join(option.split()) for option in found.get("options", [])} - {"Try"})
    found["twins"] = {label: "".join(twin.split()) for label, twin in found.get("twins", {}).items()}
    if found.get("solution") == "{unknown}":
        del found["solution"]
    found["stipulation"] = found["stipulation"].replace("PG", "dia")
    return found


def test_several_ways_of_naming_authors_in_one_line_are_no_loss() -> None:
    text = "BeginProblem\nAuthor\tA. Name & B. Name ; Family,\tC.\nOrigin\tA\tpaper,\t1999\nPieces White Ka1 " \
        "Black Kc1\nStipulation h#2\nEndProblem\n"
    problem = popeye.parse(text)[0].get()
    assert problem.source == "A paper, 1999"
    for form in GENERAL:
        assert convert.write(problem, FORMATS[form]).lost == () or "authors" in NEVER[form], form
    assert yaml.safe_load(convert.write(problem, FORMATS["yacpdb"]).text.removeprefix("---\n"))["source"] == {
        "name": "A paper", "date": {"year": 1999}}


def test_names_of_persons() -> None:
    for name, filed in (("Erika Muster", "Muster, Erika"), ("Muster, Erika", "Muster, Erika"), ("Muster", "Muster"),
                        ("Jan van der Exempel", "van der Exempel, Jan"), ("J. d' Exempel", "d' Exempel, J."),
                        ("A. B. Example jr.", "Example jr., A. B.")):
        assert filed_name(name) == filed and display_name(filed) == (name if "," not in name else "Erika Muster")
    assert persons(["A. Name & B. Name", "C. Name und D. Name", "Andreas Name"]) == (
        "A. Name", "B. Name", "C. Name", "D. Name", "Andreas Name")


def test_parts_that_no_longer_fit_are_not_written() -> None:
    problem = replace(dict(seeds())["full.yaml-1"], source="Another, 1999", award="Place", author=("New Name",))
    (entry,) = yaml.safe_load_all(FORMATS["yacpdb"].write(problem, "en"))
    assert entry["source"] == {"name": "Another", "date": {"year": 1999}}
    assert entry["award"] == {"tourney": "ditto", "distinction": "Place"} and entry["authors"] == ["Name, New"]
    assert Source("A", "1999-03-05").text == "A, 5/3/1999" and Award("1st Prize", "ditto").text == "1st Prize"


@pytest.mark.parametrize("data", [[], {"x": 1}, {"authors": "A"}, {"authors": [1]}, {"source": {"name": 1}},
                                  {"source": []}, {"reprints": {}}, {"references": [["a"]]}, {"stipulation": []}])
def test_metadata_of_another_form_are_refused(data: Any) -> None:
    with pytest.raises(ProblemError):
        Metadata.of(data)


# Other programs

def test_python_chess_reads_what_is_written() -> None:
    moves = 0
    for place, problem in seeds():
        if problem.genre.name != "orthodox" or problem.stipulation.play.is_series:
            continue
        game = chess.pgn.read_game(io.StringIO(FORMATS["pgn"].write(problem, "en")))
        assert game is not None and not game.errors, place
        assert game.headers["Stipulation"] == str(problem.stipulation)
        if "FEN" in game.headers:
            assert game.board().board_fen() == problem.fen.split()[0], place
        found = problem_pgn.solution_moves(problem) or []
        assert [move.uci() for move in game.mainline_moves()] == [move.uci() for move in found]
        moves += len(found)
        board = chess.Board()
        operations = board.set_epd(FORMATS["epd"].write(replace(problem, solution_text=""), "en").strip())
        assert board.board_fen() == problem.fen.split()[0], place
        assert operations.get("id", "") == problem.title
        assert operations.get("dm") == (problem.stipulation.moves if re.fullmatch("#[0-9]+", str(problem.stipulation))
                                        else None)
    assert moves


def test_the_json_fits_its_schema() -> None:
    check = jsonschema.Draft202012Validator({"$ref": "#/$defs/converted", "$defs": schema()["$defs"]})
    contents: list[Content] = [problem for _, problem in seeds()]
    contents += [content for name in ("positions.epd", "games.pgn") for entry in entries(FOLDER / name)
                 if (content := entry.content)]
    text = "".join(FORMATS["json"].document(FORMATS["json"].write(content, "en") for content in contents))
    document = json.loads(text)
    assert len(document["problems"]) == len(contents) and check.is_valid(document)
    for wrong in ({"genre": "roque"}, {"genre": "roque", "fen": "8/8", "stipulation": "#2"}, {**document["problems"][0],
                  "metadata": {"strange": 1}}, {**document["problems"][0], "twins": [1]}):
        assert not check.is_valid({**document, "problems": [wrong]})


# The command

def test_solutions_go_into_entries(tmp_path: Path) -> None:
    solved = str(tmp_path / "solved.json")
    assert CliRunner().invoke(main, ["solve", str(ROOT / "examples" / "rokagogo.pop"), "-o", solved]).exit_code == 0
    found = run(solved, "--to", "yacpdb")
    assert found.exit_code == 0 and found.stderr == ""
    _, entry = yaml.safe_load_all(found.stdout)
    assert entry["solution"].split("\n") == ["1.e7-e8=R ! zugzwang.", "   1...Kd3*c2", "       2.Ke1-e3/wRe8-e2 #"]


def test_solved_problems_are_whole(tmp_path: Path) -> None:
    """What a file says about its problems is in the JSON of their solutions, even if they were not solved to the end.
    """
    for path in SOURCES:
        before = [entry.content for entry in entries(path) if isinstance(entry.content, Problem)]
        before = [problem for problem in before if all(isinstance(part, Problem) for _, part in problem.parts())]
        kept, solved = tmp_path / "kept.json", tmp_path / "solved.json"
        lines = [problem_json.write(problem) for problem in before]
        kept.write_text(problem_json.BEGIN + ",\n".join(lines) + problem_json.END, encoding="utf-8")
        result = CliRunner().invoke(main, ["solve", str(kept), "--json", "--nodes", "1"])
        document = json.loads(result.stdout)
        jsonschema.validate(document, schema())
        solved.write_text(result.stdout, encoding="utf-8")
        after = [entry.content for entry in entries(solved) if entry.content]
        assert [as_values(content) for content in after] == [as_values(problem) for problem in before], path.name


def test_solutions_of_twins_and_duplexes_go_into_entries(tmp_path: Path) -> None:
    path, solved = tmp_path / "twins.pop", tmp_path / "solved.json"
    path.write_text("""BeginProblem
Remark a comment
Pieces White Ka1 Rh1 Black Kc8 Qd5
Stipulation ser-#2
Twin Move c8 b8
Twin Move c8 a8 Remove d5
NextProblem
Remark a solution of its own
Pieces White Kf6 Rg1 Black Kh8 Rg8
Option Duplex Variation
Stipulation #1
EndProblem
""", encoding="utf-8")
    for _ in range(2):      # the same file twice: one problem each
        CliRunner().invoke(main, ["solve", str(path), str(path), "-o", str(solved)])
    document = json.loads(solved.read_text(encoding="utf-8"))
    twins, duplex = (entry.get() for entry in convert.read(
        json.dumps(document), FORMATS["json"], Defaults(solution_text=lambda result: result["problem"]["fen"][:5])))
    assert isinstance(twins, Problem) and isinstance(duplex, Problem)
    assert twins.solution_text.split("\n") == ["a)", "2k5/8", "", "b)", "1k6/8", "", "c)", "k7/8/"]
    assert twins.remarks == ("a comment",) and duplex.options.duplex
    assert duplex.solution_text.split("\n") == ["6rk/8", "", "6rk/8"]
    document["problems"][2]["problem"]["solution_text"] = "that of the author"
    own, _ = (entry.get() for entry in convert.read(json.dumps(document), FORMATS["json"], Defaults(
        solution_text=lambda result: "found")))
    assert isinstance(own, Problem) and own.solution_text == "that of the author"


def test_parts_of_a_problem_with_an_unreadable_twin_are_converted(tmp_path: Path) -> None:
    path, solved = tmp_path / "twins.pop", tmp_path / "solved.json"
    path.write_text("BeginProblem Pieces White Ka1 Rh1 Black Kc8 Stipulation ser-#2 Twin Foo Twin Move c8 b8 "
                    "EndProblem", encoding="utf-8")
    CliRunner().invoke(main, ["solve", str(path), "-o", str(solved)])
    found = entries(solved)
    assert [entry.error is None for entry in found] == [json.loads(solved.read_text(encoding="utf-8"))["results"][
        number].get("error") is None for number in range(len(found))] and any(entry.error for entry in found)


def test_a_file_is_left_as_it_was_if_nothing_is_converted(tmp_path: Path) -> None:
    bad, old = tmp_path / "bad.pop", tmp_path / "old.epd"
    bad.write_text("BeginProblem Stipulation #2 EndProblem", encoding="utf-8")
    old.write_text("old", encoding="utf-8")
    result = run(str(bad), "-o", str(old))
    assert result.exit_code == 2 and old.read_text(encoding="utf-8") == "old" and "problem 1" in result.stderr
    assert run(str(old), "-o", str(old)).exit_code == 2 and old.read_text(encoding="utf-8") == "old"


def test_bytes_of_other_encodings_are_read(tmp_path: Path) -> None:
    text = popeye.write(replace(seeds()[0][1], author=("Ärger Groß",)))
    result = run("-", "--to", "json", stdin=text.encode("cp1252"))
    assert json.loads(result.stdout)["problems"][0]["author"] == ["Ärger Groß"]
    result = run("-", "--to", "popeye", "--language", "fr", stdin=b"\xef\xbb\xbf" + text.encode())
    assert result.stdout.startswith("DebutProbleme\n") and "Auteur Ärger Groß" in result.stdout


@pytest.mark.parametrize("number", range(12))
def test_men_and_traits_come_back_from_every_format(number: int) -> None:
    chosen = random.Random(number)
    base = find(chosen.choice(["orthodox", "rokagogo", "holes:d4e5", "rex-multiplex", "cylinder", "siamois+holes:a1"]))
    squares = chosen.sample([square for square in base.board.squares if 8 <= square < 56], 10)
    men = dict(zip(squares, "Kk", strict=False))
    special = frozenset(chosen.sample([*Trait], chosen.randint(1, 3)))
    for square in squares[2:]:
        traits = chosen.choice([frozenset(), frozenset({Trait.NEUTRAL}), special])
        side = WHITE if Trait.NEUTRAL in traits else chosen.randint(0, 1)
        there = OLDEST if "cylinder" in base.name else MEN      # some men have too many lines on a cylinder
        men[square] = str(Unit(chosen.choice([*(man.letter for man in there), *"QRBNP"]), side, traits))
    placed = tuple(men.get(square, "") for square in range(base.board.size))
    problem = Problem(with_men_of(base, placed), Setup(placed), "h#2")
    for name in GENERAL:
        for language in LANGUAGES if name == "popeye" else ("en",):
            assert convert.write(problem, FORMATS[name], language).lost == ()
