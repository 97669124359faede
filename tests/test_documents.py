"""Documents made of solutions: HTML, LaTeX, the PDF sheet, JSON with its schema.

tests/data/documents.json: `facts`, problems with the lines that a document prints for their solutions (headings after
"# ", badges in brackets); `mutations`, changes to a document that its schema must notice; `texts`, things that authors
write and that each kind of document must survive.
"""
from __future__ import annotations

import copy
import importlib
import json
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from facts import ROOT
from test_solver import FACTS as SOLVED
from test_solver import parts_of
from waiting import PATIENCE

import feerie
from feerie.apps.cli import main
from feerie.apps.solving.output_formats import FORMATS, format_of
from feerie.base import extras
from feerie.base.errors import Error
from feerie.genres import GENRES
from feerie.genres.orthodox import ORTHODOX
from feerie.men.chess import PAWN
from feerie.notation.languages import LANGUAGES
from feerie.problems.options import Options
from feerie.problems.parts import Part, Solved
from feerie.problems.problem import Problem
from feerie.problems.schema import schema
from feerie.problems.solution import Role, Solution
from feerie.problems.stipulation import Stipulation
from feerie.problems.twins import AddMan, ChangeStipulation, ExchangeColours, Mirror, MoveMan, Rotate, Shift, Twin
from feerie.rules.board import CHESSBOARD, Board, Ray
from feerie.rules.genre import Names
from feerie.rules.movement import Movement
from feerie.rules.promotion import Promotion
from feerie.solving.solve import solve
from feerie.verification.king_exposing import pseudo_legal_moves
from feerie.views import solution_html, solution_latex
from feerie.views.captions import clean, shown_parts, twin_lines
from feerie.views.images import ImageError
from feerie.views.play import PrintedLine, PrintedSolution, last_move
from feerie.views.solution_text import play

DATA = json.loads((Path(__file__).parent / "data" / "documents.json").read_text(encoding="utf-8"))
RESULT = {"$ref": "#/$defs/result", "$defs": schema()["$defs"]}
LATEX = shutil.which("pdflatex")
MOVE = re.compile(r"[A-Z]?[a-h]\d[-*<]\S+|0-0(-0)?")


def printed(line: PrintedLine) -> str:
    """A printed line as text."""
    out = ""
    before = ""
    for kind, text in line.spans:
        gap = "" if not out or kind == "mark" or before == "number" and kind == "move" else " "
        out += gap + (f"[{text}]" if kind == "badge" else text)
        before = kind
    return ("# " if line.level < 0 else "  " * line.level) + out


def problem_of(fact: dict[str, Any]) -> Problem:
    """The problem of a fact."""
    return Problem(fact["genre"], fact["fen"], fact["stipulation"], options=Options(**fact.get("options", {})))


def validator(part: dict[str, Any] | None = None) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(part or schema())


# ------------------------------------------------------------------------------------------------- the play

@pytest.mark.parametrize("fact", DATA["facts"], ids=lambda fact: fact["about"])
def test_lines_as_they_are_printed(fact: dict[str, Any]) -> None:
    solution = solve(problem_of(fact))
    assert [printed(line) for line in PrintedSolution(solution, fact["language"]).printed_lines()] == fact["printed"]


class Page(HTMLParser):
    """Reads a page: `errors` are tags that do not fit, `moves` what is written as a move, `texts` everything."""

    VOID = frozenset({"meta", "link", "br", "img"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.moves: list[str] = []
        self.headings: list[int] = []
        self.texts: list[str] = []
        self.errors: list[str] = []
        self.feed(text)
        self.close()
        self.errors += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.append((tag, values))
        self.ids += [value for key, value in attrs if key == "id" and value]
        self.targets += [value for key, value in attrs if key in ("href", "xlink:href", "src") and value]
        self.targets += [f"#{value}" for key, value in attrs if key == "aria-labelledby"]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.errors.append(f"</{tag}> closes {self.open[-1:]}")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if self.open and self.open[-1] == "b":
            self.moves.append(data)


def check_page(text: str) -> Page:
    """Check that a page is well formed and complete, and needs nothing from elsewhere."""
    page = Page(text)
    assert not page.errors
    assert len(page.ids) == len(set(page.ids))
    assert all(target.startswith("#") and target[1:] in page.ids for target in page.targets)
    tags = Counter(tag for tag, _ in page.tags)
    assert tags["h1"] == 1 and tags["main"] == 1 and tags["title"] == 1 and not tags["script"] and not tags["link"]
    assert page.headings[0] == 1 and all(deep - above <= 1 for above, deep in zip(page.headings, page.headings[1:]))
    for tag, values in page.tags:
        if tag == "svg":
            assert values.get("aria-hidden") == "true" or values["role"] == "img" and values["aria-label"]
        assert tag != "html" or values["lang"] in LANGUAGES
        assert not [key for key in values if key.startswith("on")]
    assert "url(" not in text and "@import" not in text
    return page


def moves_of(text: str) -> Counter[str]:
    """The moves in a text of `play`, as they are printed elsewhere."""
    found: Counter[str] = Counter()
    for line in text.splitlines():
        words = re.sub(r"(^|\s)\d+\.(\.\.)?", " ", line).split()
        moves: list[str] = []
        for word in words:
            if MOVE.match(word):
                moves.append(word)
            elif word == "ep." or moves and (
                    word in ("x", "z", "a=>b", "dia") or word == "!#" and moves[-1][-1] == "+"):
                moves[-1] += f" {word}"
            elif word in ("+", "#", "=", "==", "!=", "#=", "##", "##!", "!#"):
                moves[-1] += word
        found.update(move.replace("<->", "↔").replace("*", "×") for move in moves)
    return found


def problems() -> Iterator[Any]:
    """All problems of the solver's facts that take no more than a moment; one in five if time is short."""
    quick = (case for case in [*SOLVED["popeye"], *SOLVED["published"]] if not case.get("long"))
    for number, case in enumerate(quick):
        yield pytest.param(case, id=case.get("id") or f"{case['genre']} {case['stipulation']} {case['fen']}",
                           marks=pytest.mark.long if number % 5 else ())


@pytest.mark.parametrize("case", list(problems()))
def test_every_solution_in_every_form(case: dict[str, Any]) -> None:
    parts = parts_of(case) if "printed" in case else [Problem(case["genre"], case["fen"], case["stipulation"])]
    for solution in map(solve, parts):
        document = json.loads(json.dumps(solution.as_json()))
        errors = [error.message for error in validator(RESULT).iter_errors(document)]
        assert not errors
        assert undescribed(document) == []
        text = play(solution)
        found = Counter(check_page(feerie.html(solution)).moves)
        assert found == moves_of(text)
        check_latex(feerie.latex(solution), sum(found.values()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_of_a_page(language: str) -> None:
    words = LANGUAGES[language]
    solution = solve(problem_of(DATA["facts"][2]))
    page = "".join(check_page(feerie.html([solution, solution], language)).texts)
    for word in ("contents", "set play", "tries", "solution"):
        assert words.word(word)[1:] in page
    assert f"1.{words.letter('Q')}b6-f6!" in page.replace("\n", "")


# ------------------------------------------------------------------------------------------------- documents

def nasty() -> list[Solved]:
    """Problems whose authors write whatever they like; a twin, a ring, a failure."""
    texts = DATA["texts"]
    stipulation = Stipulation.parse("h#1")
    first = Problem("orthodox", "8/Q7/8/8/8/8/8/2k1K2R", "#2", author=texts, source=texts[0], title=texts[1],
                    award=texts[2], remarks=texts,
                    twins=[Twin((ChangeStipulation(stipulation), AddMan("n", "d4"), Rotate(90)), continued=True)])
    ring = Problem("rollerball", "7/k6/2***2/2***2/2***R1/1R5/2K4", "h#1", author="Я. Автор", source="日本 1999")
    plain = solve(Problem("orthodox", "8/Q7/8/8/8/8/8/2k1K2R", "#2"))
    return [Solved(first, (Part(Solution(**{**vars(plain), "problem": first}), "a"),
                           Part(solve(ring), "b", report=texts))),
            Solved(ring, (Part(solve(ring)),)), Solved(first, (), texts[0])]


def test_texts_are_escaped_in_html() -> None:
    assert feerie.html(nasty()).count('<p class="report">') == len(DATA["texts"])
    page = check_page(feerie.html(nasty()))
    found = " ".join(" ".join(page.texts).split())
    for text in DATA["texts"]:
        assert clean(text) in found and "\u202e" not in found


UNESCAPED = re.compile(r"(?<!\\)[#&%_$^~]")


def check_latex(document: str, moves: int | None = None) -> None:
    """Check that a document's braces and environments match, and that nothing of the authors' could be read as TeX."""
    body = document.partition("\\begin{document}")[2]
    assert body.endswith("\\end{document}\n")
    lines = [re.sub(r"%$", "", line) for line in body.splitlines()
             if not line.startswith(("\\path", "\\node", "\\begin{tikzpicture}"))]
    for line in lines:
        assert not UNESCAPED.search(re.sub(r"\\\\", "", line)), line
    bare = re.sub(r"\\[{}\\]", "", body)
    assert bare.count("{") == bare.count("}")
    environments: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", body.removesuffix("\\end{document}\n")):
        assert kind == "begin" or environments.pop() == name
        environments += [name] if kind == "begin" else []
    assert not environments
    if moves is not None:
        assert body.count("\\mbox{") >= moves > 0 or "feerieline" not in body


def test_twins_are_told_in_signs() -> None:
    entry = nasty()[0]
    assert [twin_lines(entry, language) for language in LANGUAGES] == [
        ["+b) h#1, +bSd4, Rotate 90°"], ["+b) h#1, +nCd4, Rotation 90°"], ["+b) h#1, +sSd4, Drehung 90°"]]
    assert [part.heading for part in shown_parts(entry, "en")] == ["a)", "+b) h#1, +bSd4, Rotate 90°"]


def test_signs_and_words_of_twins() -> None:
    problem = Problem("orthodox", "8/8/8/8/8/8/8/KQk5", "h#2", options=Options(duplex=True), twins=[
        Twin((Mirror("a8h1"),)), Twin((Shift("a1", "b2"),)), Twin((ExchangeColours(),))])
    assert [twin_lines(Solved(problem), language) for language in LANGUAGES] == [
        ["b) Mirror a8↔h1", "c) Shift a1→b2", "d) colours exchanged"],
        ["b) Miroir a8↔h1", "c) Translation a1→b2", "d) couleurs échangées"],
        ["b) Spiegelung a8↔h1", "c) Verschiebung a1→b2", "d) Farbwechsel"]]


def test_the_second_side_of_a_duplex_has_the_diagram_of_the_first() -> None:
    problem = Problem("orthodox", "8/8/8/8/8/8/8/KQ5k", "h#1", options=Options(duplex=True),
                      twins=[Twin((Mirror("a8h1"),))])
    parts = [Part(Solution(side, True), label, is_duplex=True)
             for label, twin in problem.parts() if isinstance(twin, Problem) for side in twin.colours()]
    entry = Solved(problem, tuple(parts))
    assert [part.is_redrawn for part in shown_parts(entry, "en")] == [False, False, True, False]


def test_texts_are_escaped_in_latex() -> None:
    check_latex(feerie.latex(nasty()))
    for text in DATA["texts"]:
        assert solution_latex.escape(text) in feerie.latex(nasty())


@pytest.mark.end_to_end
@pytest.mark.skipif(LATEX is None, reason="no LaTeX here")
def test_latex_compiles(tmp_path: Path) -> None:
    facts = [solve(problem_of(fact)) for fact in DATA["facts"]]
    (tmp_path / "out.tex").write_text(feerie.latex([*nasty(), *facts], "fr"), encoding="utf-8")
    run = subprocess.run(["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "out.tex"], cwd=tmp_path,
                         capture_output=True, timeout=PATIENCE, check=False)
    assert run.returncode == 0, run.stdout.decode("utf-8", "replace")[-2000:]
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF-")
    assert b"Overfull \\hbox" not in run.stdout


def test_sheets() -> None:
    facts = [solve(problem_of(fact)) for fact in DATA["facts"]]
    for columns in (None, 1, 2, 3, 4):
        assert feerie.sheet([*nasty(), *facts], "fr", columns=columns, paper="a4").startswith(b"%PDF-")
    assert feerie.sheet(facts[0], title="#set page(width: 0pt)").startswith(b"%PDF-")
    assert feerie.sheet([]).startswith(b"%PDF-")
    for wrong in ({"columns": 0}, {"columns": 9}, {"paper": "parchment"}):
        with pytest.raises(ValueError, match="not"):
            feerie.sheet(facts, **wrong)


def test_the_diagrams_of_twins_are_not_squeezed_at_the_foot_of_a_column(monkeypatch: pytest.MonkeyPatch) -> None:
    typst = pytest.importorskip("typst")
    pages: list[bytes] = []

    def compiled(page: bytes, **wanted: Any) -> bytes:
        pages.extend(typst.compile(page, **{**wanted, "format": "svg"}))
        return b""

    monkeypatch.setattr("feerie.views.sheet.package", lambda *_: SimpleNamespace(compile=compiled))
    problem = Problem("orthodox", "8/8/8/8/8/8/8/KQ5k", "h#1",
                      twins=[Twin((MoveMan("b1", f"{file}{rank}"),)) for rank in (3, 4) for file in "abcdefg"])
    parts = tuple(Part(Solution(twin, True), label) for label, twin in problem.parts() if isinstance(twin, Problem))
    feerie.sheet(Solved(problem, parts))
    assert len(pages) == 2
    assert len({width for page in pages for width in re.findall(rb'<image[^>]*? width="([^"]+)"', page)}) == 2


def test_a_sheet_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    from feerie.views.sheet import sheet
    with pytest.raises(Error, match=r'pip install "feerie\[pdf\]", in a checkout: pip install "\.\[pdf\]"'):
        sheet([])


def test_a_package_that_is_missing_is_missed_before_anything_is_solved(monkeypatch: pytest.MonkeyPatch,
                                                                       tmp_path: Path) -> None:
    def missing(module: str, name: str, extra: str) -> Any:
        raise ImageError(extras.missing(name, extra))

    monkeypatch.setattr("feerie.views.images.package", missing)
    out = tmp_path / "a.pdf"
    result = CliRunner().invoke(main, ["solve", "--fen", "8/Q7/8/8/8/8/8/2k1K2R", "--stipulation", "#2", "-o",
                                       str(out)])
    assert result.exit_code == 2 and result.stdout == "" and not out.exists()
    assert result.stderr == f"error: {extras.missing('typst', 'pdf')}\n"


def test_an_old_file_stays_where_the_new_one_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(*_: object) -> Iterator[str]:
        yield "<!DOCTYPE html>"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(solution_html, "pieces", full)
    old, other = tmp_path / "old.html", tmp_path / "other.txt"
    old.write_text("precious")
    result = CliRunner().invoke(main, ["solve", "--fen", "8/Q7/8/8/8/8/8/2k1K2R", "--stipulation", "#2", "--no-board",
                                       "-o", str(old), "-o", str(other)])
    assert result.exit_code == 2 and result.stderr == f"error: {old}: No space left on device\n"
    assert "1.Qa7-f2 !" in result.stdout and other.read_text() == result.stdout
    assert old.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old.html", "other.txt"]


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "geteuid"), reason="rights are those of POSIX")
def test_a_written_file_has_the_usual_rights(tmp_path: Path) -> None:
    new, old = tmp_path / "new.txt", tmp_path / "old.txt"
    old.write_text("")
    old.chmod(0o640)
    mask = os.umask(0o022)
    try:
        result = CliRunner().invoke(main, ["solve", "--fen", "8/Q7/8/8/8/8/8/2k1K2R", "--stipulation", "#2",
                                           "-o", str(new), "-o", str(old)])
    finally:
        os.umask(mask)
    assert result.exit_code == 0
    assert [path.stat().st_mode & 0o777 for path in (new, old)] == [0o644, 0o640]


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_every_board_in_every_form(genre: Any) -> None:
    if genre.start is None:
        pytest.skip("no game array")
    solution = solve(Problem(genre, genre.start, "h#1"))
    check_page(feerie.html(solution, "de"))
    check_latex(feerie.latex(solution, "de"))
    assert feerie.sheet(solution, "de").startswith(b"%PDF-")


def test_partial_solutions_are_marked() -> None:
    solution = solve(Problem("orthodox", "7k/8/8/8/8/8/8/1R4QK b - -", "h#2"), max_solutions=3)
    for language, words in LANGUAGES.items():
        said = words.sentence("partial")
        assert said in feerie.html(solution, language) and "verdict partial" in feerie.html(solution, language)
        assert solution_latex.escape(said) in feerie.latex(solution, language)
        assert "C+" not in feerie.html(solution, language)


def test_what_is_sound_is_claimed_with_the_version() -> None:
    solution = solve(Problem("orthodox", "8/Q7/8/8/8/8/8/2k1K2R", "#2"))
    claim = f"C+ Féerie {feerie.__version__}"
    assert claim in feerie.html(solution) and claim in feerie.latex(solution)
    assert solution.as_json()["program"] == {"name": "Féerie", "version": feerie.__version__}


def test_long_lists_are_folded_and_come_piece_by_piece() -> None:
    problem = Problem("orthodox", "7k/8/8/8/8/8/8/1R4QK", "h#3.5")
    start = feerie.Position("orthodox", problem.start)

    def walk(position: feerie.Position, plies: int) -> Iterator[tuple[str, ...]]:
        for move in position.legal_moves:
            yield from ((move.uci(), *rest) for rest in walk(position.play(move), plies - 1)) if plies > 1 \
                else [(move.uci(),)]

    lines = tuple(sorted(line for line, _ in zip(walk(start, 7), range(15_000))))
    solution = Solution(problem, True, None, lines)
    count = size = 0
    for piece in solution_html.pieces(solution):
        assert len(piece) < 100_000
        count += piece.startswith("<li>") and piece.endswith("</li>\n")
        size += len(piece)
    assert count == len(lines) == 15_000 and size < 300 * count
    assert len(json.dumps(solution.as_json())) < 100 * count


# --------------------------------------------------------------------------------------------------- schema

NODES = {"diagram": "diagram", "set play": "defence", "variation": "defence", "refutation": "refutation"}


def undescribed(document: dict[str, Any]) -> list[str]:
    """The keys of a result that its schema does not describe."""
    known = schema()["$defs"]

    def names(part: str) -> set[str]:
        assert all(value.get("description") or "$ref" in value or "const" in value or "enum" in value
                   for value in known[part]["properties"].values())
        more = known[part].get("$ref", "").removeprefix("#/$defs/") if part in ("result", "failure") else ""
        return set(known[part]["properties"]) | (names(more) if more else set())

    found = document.keys() - names("result")
    found |= document["problem"].keys() - names("problem")
    found |= document["problem"]["options"].keys() - names("options")
    found |= document["program"].keys() - names("program")
    waiting = [document["tree"]] if document["tree"] else []
    while waiting:
        node = waiting.pop()
        found |= node.keys() - names(NODES.get(node["role"], "attack"))
        waiting += node["children"]
    return sorted(found)


def test_the_schema_is_one_and_knows_all_options_and_roles() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    known = schema()["$defs"]
    assert known["options"]["properties"].keys() == {item.name for item in fields(Options)}
    roles = {role for part in ("diagram", "attack", "defence", "refutation", "duty")
             for value in [known[part]["properties"]["role"]] for role in value.get("enum", [value.get("const")])}
    assert roles == {role.value for role in Role}


def test_the_page_about_the_json_has_every_key() -> None:
    text = (Path(__file__).parent.parent / "docs" / "solution-json.md").read_text(encoding="utf-8")
    known = schema()["$defs"]
    keys = {key for part in ("place", "result", "problem", "failure", "settings", "program")
            for key in known[part]["properties"]} | schema()["properties"].keys() | {"zugzwang"}
    assert not {key for key in keys if f"`{key}`" not in text and f'"{key}"' not in text}
    assert not {role.value for role in Role if f"`{role.value}`" not in text}


def documents() -> list[dict[str, Any]]:
    """Documents of a battle, of lines, of set play, and of a failure."""
    few = {mutation["of"] for mutation in DATA["mutations"]}
    results = [solve(problem_of(fact)).as_json() for fact in DATA["facts"]
               if fact["about"] in few and len(fact["printed"]) < 10]
    place = {"file": "a.pop", "number": 1, "line": 1}
    document = {"program": results[0]["program"], "settings": {"variations": True}, "complete": True,
                "results": [*({**place, "label": "", **result} for result in results), {**place, "error": "no"},
                            {"file": "b.pop", "error": "no such file"}]}
    found: dict[str, Any] = json.loads(json.dumps(document))
    return [{**found, "results": [result]} for result in found["results"]]


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the values of a document are."""
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, (*path, key))
    elif isinstance(value, list):
        for at, item in enumerate(value[:3]):
            yield from paths(item, (*path, at))


def changed(document: Any, path: tuple[Any, ...], **change: Any) -> Any:
    """A copy with the value at a path set to `value`, or without it."""
    found = copy.deepcopy(document)
    place = found
    for step in path[:-1]:
        place = place[step]
    if "value" in change:
        place[path[-1]] = change["value"]
    else:
        del place[path[-1]]
    return found


def test_the_schema_rejects_values_of_other_kinds_and_missing_keys() -> None:
    optional = {"label", "number", "line", "zugzwang", "file", "remarks", "solution_text", "metadata", "unread"}
    check = validator()
    for document in documents():
        assert check.is_valid(document)
        for path in [path for path in paths(document) if path]:
            in_options = "options" in path or "settings" in path
            assert not check.is_valid(changed(document, path, value={"strange": [1]})) or path[-1] in (
                "settings", ), path
            if isinstance(path[-1], str) and path[-1] not in optional and not in_options \
                    and "error" not in document["results"][0]:
                assert not check.is_valid(changed(document, path)), path


def test_what_the_command_line_writes_fits_the_schema(tmp_path: Path) -> None:
    """Reports on soundness and superfluous men too; every one of their keys is described."""
    men, problems = tmp_path / "men.json", tmp_path / "problems.json"
    examples = Path(__file__).parent.parent / "examples"
    for arguments in (["--fen", "k7/8/1K6/8/8/P7/8/6R1", "--stipulation", "#1", "--superfluous", "-o", str(men)],
                      [str(examples / "roque.pop"), str(examples / "orthodox.yaml"), "--tries", "--set-play",
                       "-o", str(problems)]):
        assert CliRunner().invoke(main, ["solve", *arguments]).exit_code == 0
    known = schema()["$defs"]
    for path in (men, problems, *examples.glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        assert not [error.message for error in validator().iter_errors(document)]
        assert not document["settings"].keys() - known["settings"]["properties"].keys()
        for result in document["results"]:
            assert not undescribed(result)
            for part in ("soundness", "superfluous"):
                assert not result.get(part, {}).keys() - known[part]["properties"].keys()


@pytest.mark.parametrize("mutation", DATA["mutations"], ids=lambda mutation: mutation["about"])
def test_the_schema_rejects(mutation: dict[str, Any]) -> None:
    fact = next(fact for fact in DATA["facts"] if fact["about"] == mutation["of"])
    document = json.loads(json.dumps(solve(problem_of(fact)).as_json()))
    assert validator(RESULT).is_valid(document)
    assert not validator(RESULT).is_valid(changed(document, tuple(mutation["path"]), value=mutation["value"]))


@pytest.mark.parametrize("name", FORMATS)
def test_formats_are_found_by_name_and_suffix_and_are_documented(name: str) -> None:
    form = FORMATS[name]
    assert all(format_of(suffix.upper()) is form for suffix in (name, *form.suffixes))
    assert f".{name}" in CliRunner().invoke(main, ["solve", "--help"]).output
    documentation = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    [row] = [line for line in documentation.splitlines() if line.startswith("| `--format ")]
    assert re.search(rf"\b{name}\b", row)


@pytest.mark.parametrize(("genre", "fen", "move", "captured"), [
    ("rollerball", "2K4/5Rp/k1***2/2***b1/2***2/1b5/4R2 b - - - 0 1", "g6f5", None),
    ("rollerball", "2K4/5Rp/k1***R1/2***b1/2***2/1b5/4R2 b - - - 0 1", "g6f5", "R"),
    ("orthodox", "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "p"),
    ("orthodox", "4r2k/8/3p4/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "p")])
def test_a_last_move_that_only_the_goal_makes_legal_is_played_by_the_rules(genre: str, fen: str, move: str,
                                                                           captured: str | None) -> None:
    position = feerie.Position(genre, fen)
    assert move not in {legal.uci() for legal in position.legal_moves}
    played, after = last_move(position, move)
    known = {uci: setup.men for uci, setup in pseudo_legal_moves(position)}
    assert after.setup.men == known[move] and played.captured == captured


@dataclass(frozen=True)
class Sideways:
    """A movement with files and ranks exchanged."""

    movement: Movement

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        def turned(at: int) -> int:
            return board.rank(at) + board.files * board.file(at)

        return tuple(tuple(map(turned, ray)) for ray in self.movement.rays(board, turned(square), side))


def test_a_man_captured_en_passant_stands_where_the_rules_say() -> None:
    """The pawns of this genre move along ranks: the one that has gone from g4 to e4 is captured on f4."""
    columns = [frozenset(at for at in CHESSBOARD.squares if at % 8 in files) for files in (range(1, 7), (7,), (0,))]
    pawn = replace(PAWN, moves=tuple((Sideways(movement), mode) for movement, mode in PAWN.moves),
                   promotion=Promotion((columns[1], columns[2]), ("Q",)), region=(columns[0], columns[0]))
    genre = replace(ORTHODOX, name="sideways", names=Names(), men=(pawn, *ORTHODOX.men[1:]), start=None, castlings=())
    position = feerie.Position(genre, "7k/8/8/K3P2r/4p3/8/8/8 w - f4 0 1")
    assert position.legal_moves.number("e5f4") is None
    played, after = last_move(position, "e5f4")
    assert (played.captured, played.captured_on) == ("p", "e4")
    assert after.fen().split()[0] == "7k/8/8/K6r/5P2/8/8/8"
