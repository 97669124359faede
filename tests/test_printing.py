"""What is printed for magazines: notations, twins, verdicts, captions; LaTeX for diagram.sty; paths of men on diagrams.

tests/data/printing.json: `printed`, moves in the three notations; `routes`, where paths bend; `moves_of`, marks;
`twins`, `verdicts` in three languages; `twin signs`, as people type them.
"""
from __future__ import annotations

import json
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import chess
import pytest
from random_positions import random_fen
from waiting import PATIENCE

import feerie
from feerie.formats import files
from feerie.formats.problem_texts import twin_of
from feerie.genres import GENRES, ORTHODOX
from feerie.notation.languages import FIGURINES, LANGUAGES
from feerie.problems.options import Options
from feerie.problems.parts import Solved
from feerie.problems.problem import Problem
from feerie.problems.stipulation import Stipulation
from feerie.problems.twins import Rotate, Twin
from feerie.rules.board import Board
from feerie.rules.genre import Man
from feerie.rules.movement import ORTHOGONAL, Leaper, Mode
from feerie.views.captions import asked, caption, twin_lines
from feerie.views.diagram_sty import diagram_sty
from feerie.views.layout import Layout
from feerie.views.notations import Notation
from feerie.views.play import typeset
from feerie.views.routes import moves_of, route, steps
from feerie.views.sheet import sheet
from feerie.views.solution_text import verdict

ROOT = Path(__file__).parents[1]
DATA = json.loads((Path(__file__).parent / "data" / "printing.json").read_text(encoding="utf-8"))
MATE = feerie.Problem("rokagogo", "6B1/4P3/8/8/8/2pk4/2N5/4K2R", "#2", author="Conrad Staugaard")


def position_of(fact: dict[str, Any]) -> feerie.Position:
    return feerie.Position(fact["genre"], None if fact["fen"] == "-" else fact["fen"])


# ------------------------------------------------------------------------------------------------- notations

@pytest.mark.parametrize("fact", DATA["printed"], ids=lambda fact: f"{fact['move']}-{fact['language']}")
def test_a_move_in_every_notation(fact: dict[str, Any]) -> None:
    position = position_of(fact)
    move = position.parse(fact["move"])
    assert typeset(position.long(move, fact["language"]), "") == fact["long"]
    for notation in (Notation.SHORT, Notation.FIGURINE):
        words = notation.words(fact["language"])
        sign = words.signs.get(position.sign_after(move), "")
        assert typeset(notation.text(position, move, words), sign) == fact[notation.value]


@pytest.mark.parametrize("genre", [genre.name for genre in GENRES])
def test_what_is_printed_is_read_back(genre: str) -> None:
    rng = Random(12)
    read = 0
    for _ in range(12):
        position = feerie.Position(genre, random_fen(rng, genre))
        for code in LANGUAGES:
            words = Notation.SHORT.words(code)
            for notation in Notation:
                texts = {notation.text(position, move, words): move for move in position.legal_moves}
                assert len(texts) == len(position.legal_moves)
                assert all(position.parse(typeset(text, ""), code) == move for text, move in texts.items())
                read += len(texts)
    assert read


def test_orthodox_moves_are_written_as_python_chess_writes_them() -> None:
    rng, compared = Random(5), 0
    for _ in range(60):
        board = chess.Board(random_fen(rng, "orthodox"))
        position = feerie.Position("orthodox", board.fen())
        words = Notation.SHORT.words("en")
        if not board.is_valid():
            continue
        for move in board.legal_moves:
            wanted = board.san(move).rstrip("+#").replace("N", "S").replace("O", "0")
            found = Notation.SHORT.text(position, position.parse(move.uci()), words)
            assert found.removesuffix(" e.p.") == wanted and found.endswith(" e.p.") is board.is_en_passant(move)
            compared += 1
    assert compared > 300


def test_the_same_moves_in_every_document() -> None:
    solution = feerie.solve(MATE)
    assert "1...R×c2 2.Re3(Te2)‡" in feerie.text(solution, "fr", notation="short")
    page = feerie.html(solution, "fr", notation="short")
    assert "<b>R×c2</b>" in page and "<b>Re3(Te2)‡</b>" in page
    document = feerie.latex(solution, "fr", notation="short")
    assert "\\mbox{1...R\\(\\times\\)c2}" in document and "2.Re3(Te2)\\ddag{}" in document
    plain = diagram_sty(solution, "fr", notation="short")
    assert "1...R\\(\\times\\)c2 2.Re3(Te2)\\ddag{}" in plain and "\\mbox{1" not in plain
    assert "Kd3*c2" in feerie.text(solution) and "2.Ke1-e3/wRe8-e2 #" in feerie.text(solution)
    assert "♖" in feerie.text(solution, notation="figurine")
    for sign in FIGURINES.values():
        assert sign not in feerie.latex(solution, notation="figurine")
    with pytest.raises(ValueError, match="descriptive"):
        feerie.text(solution, notation="descriptive")      # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------ captions, twins

def test_captions_do_not_name_orthodox_chess() -> None:
    plain = Problem("orthodox", "8/Q7/8/8/8/8/8/2k1K2R", "h#2.5")
    assert caption(plain, "fr") == ["h#2½", "(3+1)"]
    for text, printed in (("h#0.5", "h#½"), ("hs=0.5", "hs=½"), ("reci-h#10.5", "reci-h#10½"), ("h#2", "h#2"),
                          ("exact-h#0.5", "exact-h#½"), ("2->h#0.5", "2->h#½")):
        half = Problem("orthodox", "8/Q7/8/8/8/8/8/2k1K2R", text)
        assert caption(half, "de")[0] == printed and Stipulation.parse(printed) == half.stipulation
    assert caption(MATE, "fr", tested=True) == ["#2", "Rokagogo", "C+ (5+2)"]
    assert ">C+ (5+2)<" in feerie.html(feerie.solve(MATE))
    assert "C+" not in feerie.html(Solved(MATE))


def test_captions_as_magazines_have_them() -> None:
    both = Problem("orthodox", "8/Q7/8/8/8/8/8/2k1K2R", "h#2.5*")
    assert both == Problem("orthodox", both.fen, "h#2.5", options=Options(set_play=True))
    assert caption(both, "fr")[0] == "h#2½*" and caption(both, Notation.SHORT.words("fr"))[0] == "h‡2½*"
    assert "h‡2½*" in feerie.html(Solved(both), "fr", notation="short")
    assert "h\\ddag{}2" in feerie.latex(Solved(both), "fr", notation="short")
    assert "h\\ddag{}2" in diagram_sty(Solved(both), "fr", notation="short")
    game = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    for stipulation, language, printed in (("dia8", "en", "PG 8.0"), ("dia8", "fr", "PJ 8,0"), ("dia8", "de", "BP 8,0"),
                                           ("dia8.5", "de", "BP 8,5"), ("dia?", "en", "PG ?"),
                                           ("ser-dia4", "en", "ser-PG 4")):
        assert caption(Problem("orthodox", game, stipulation), language)[0] == printed


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no pdftotext here")
def test_a_row_of_a_sheet_stays_with_its_solutions(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    part = feerie.Part(feerie.solve(MATE))
    problems = [Solved(replace(MATE, title=f"Title {number}"), (replace(part),) * 5) for number in range(6)]
    (tmp_path / "a.pdf").write_bytes(sheet(problems, columns=2, placement="below"))
    text = subprocess.run(["pdftotext", "-layout", "a.pdf", "-"], cwd=tmp_path, capture_output=True, check=True,
                          text=True).stdout
    pages = text.removesuffix("\f").split("\f")
    assert len(pages) > 1 and [page.count("C+ F") for page in pages] == [5 * page.count("Title") for page in pages]


@pytest.mark.parametrize("fact", DATA["captions"])
def test_captions_name_what_the_board_does_not_show(fact: dict[str, Any]) -> None:
    problem = Problem(fact["genre"], fact["fen"], fact["stipulation"], options=Options(**fact.get("options", {})))
    for language in {"en", "fr", "de"} & fact.keys():
        assert caption(problem, language) == fact[language]
        assert asked(problem, language) == "  ".join(fact[language])


@pytest.mark.parametrize("fact", DATA["twins"])
def test_twins_name_man_and_squares(fact: dict[str, Any]) -> None:
    lines = [f"Forsyth {fact['fen']}", "Stipulation #2", *(f"Twin {twin}" for twin in fact["twins"])]
    [entry] = files.Entries("\n".join(["BeginProblem", *lines, "EndProblem"]))
    for code in LANGUAGES:
        assert twin_lines(Solved(entry.get()), code) == fact[code]


@pytest.mark.parametrize("fact", DATA["twins"])
def test_twins_are_read_as_they_are_printed(fact: dict[str, Any]) -> None:
    """Men that are added are read in English letters only."""
    for code in LANGUAGES:
        for printed, words in zip(fact[code], fact["twins"], strict=True):
            sign = printed.partition(") ")[2]
            if code == "en" or not sign.startswith("+"):
                assert twin_of(sign).steps == twin_of(words.removeprefix("cont ")).steps


@pytest.mark.parametrize("sign,words", DATA["twin signs"])
def test_twins_in_other_signs(sign: str, words: str) -> None:
    assert twin_of(sign) == twin_of(words)


@pytest.mark.parametrize("text", ["a1", "→a1", "Ka1→", "+wa1", "+xQa1", "a1→b1, foo", "S→", "h#", ",", "-a", "Ka0-b1"])
def test_what_is_no_twin(text: str) -> None:
    with pytest.raises(feerie.ProblemError):
        twin_of(text)


def test_a_twin_that_cannot_be_made_is_told_all_the_same() -> None:
    problem = Problem("orthodox", "8/Q7/8/8/8/8/8/2k1K2R", "#2", twins=[Twin((Rotate(90),), continued=True)])
    assert twin_lines(Solved(problem), "en") == ["+b) Rotate 90°"]


@pytest.mark.parametrize("fact", DATA["verdicts"], ids=lambda fact: fact["about"])
def test_verdicts(fact: dict[str, Any]) -> None:
    solution = feerie.solve(Problem(fact["genre"], fact["fen"], fact["stipulation"], intended=fact["intended"]))
    assert {code: verdict(solution, code) for code in LANGUAGES} == {code: fact[code] for code in LANGUAGES}


# ---------------------------------------------------------------------------------------------------- ways

@pytest.mark.parametrize("fact", DATA["routes"], ids=lambda fact: fact["way"])
def test_ways_bend_where_men_rebound(fact: dict[str, Any]) -> None:
    assert list(route(position_of(fact), *fact["way"].split())) == fact["squares"]


@pytest.mark.parametrize("genre", [genre.name for genre in GENRES])
def test_the_way_of_a_legal_move_is_straight_between_bends_and_free(genre: str) -> None:
    rng = Random(3)
    for _ in range(20):
        position = feerie.Position(genre, random_fen(rng, genre))
        for move in position.legal_moves:
            routes = steps(position, move)
            assert [item.number for item in routes] == (["1", "2"] if move.partner else [""])
            assert [(item.squares[0], item.squares[-1]) for item in routes] == list(move.displacements)
            if move.partner or move.man in "Nn":
                continue
            for here, there in pairwise(routes[0].squares):
                files, ranks = ord(there[0]) - ord(here[0]), int(there[1:]) - int(here[1:])
                assert files == 0 or ranks == 0 or abs(files) == abs(ranks)
                for step in range(1, max(abs(files), abs(ranks))):
                    far = max(abs(files), abs(ranks))
                    between = chr(ord(here[0]) + files * step // far) + str(int(here[1:]) + ranks * step // far)
                    assert position.man_at(between) in ("", position.man_at(move.origin)), (move, between)


@pytest.mark.parametrize("fact", DATA["moves_of"], ids=lambda fact: fact["square"])
def test_where_a_man_may_go(fact: dict[str, Any]) -> None:
    assert moves_of(position_of(fact), fact["square"]) == fact["marks"]


def test_nobody_may_move_in_an_illegal_diagram() -> None:
    with pytest.raises(ValueError, match="illegal"):
        moves_of(feerie.Position("orthodox", "kR6/8/8/8/8/8/8/K7 w"), "b8")


def test_the_way_round_leads_along_the_ring() -> None:
    for genre in GENRES:
        for square, ahead in genre.arrows:
            names = [genre.board.name(square), genre.board.name(ahead)]
            assert max(abs(ord(a) - ord(b)) for a, b in zip(*names, strict=True)) == 1
        if genre.arrows:        # every square, and from each the way round leads back
            following = dict(genre.arrows)
            assert set(following) == set(genre.board.squares)
            assert set(following.values()) <= set(following)
            assert "feerie-flow" in feerie.draw(feerie.Position(genre), flow=True)
        assert "feerie-flow" not in feerie.draw(feerie.Position(genre) if genre.start else
                                                feerie.Position(genre, "8/8/8/8/8/8/8/8"))


# ------------------------------------------------------------------------------------------------- LaTeX

def compiles(document: str, folder: Path) -> str:
    """The log of pdfLaTeX; the document must compile."""
    (folder / "a.tex").write_text(document, encoding="utf-8")
    run = subprocess.run(["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "a.tex"], cwd=folder,
                         capture_output=True, timeout=PATIENCE, check=False)
    log = run.stdout.decode("utf-8", "replace")
    assert run.returncode == 0, log[-2000:]
    assert (folder / "a.pdf").read_bytes().startswith(b"%PDF-")
    return log


def has_package(name: str) -> bool:
    """Whether LaTeX and a package are installed."""
    if shutil.which("pdflatex") is None or shutil.which("kpsewhich") is None:
        return False
    return all(subprocess.run(["kpsewhich", each], capture_output=True, check=False).returncode == 0
               for each in (name, "pstricks.sty"))


def entries() -> list[Solved]:
    """Problems of examples with strange texts, a hole, and one part that is not solved."""
    ring = Problem("rollerball", "7/k6/2***2/2***2/2***R1/1R5/2K4", "h#1", author=("Félix/ Test", "50% & more_#"),
                   source="{\\bad}", title="~^", remarks=["$1$"])
    found = [feerie.Part(feerie.solve(ring))]
    several = [entry.get() for entry in files.read(ROOT / "examples" / "roque_fr.pop")]
    return [Solved(ring, tuple(found)), *(Solved(problem, (), "") for problem in several), Solved(MATE, (
        feerie.Part(feerie.solve(MATE)),))]


def test_holes_are_framed_and_without_colour() -> None:
    document = diagram_sty(entries()[:1])
    assert "\\begin{diagram}[7x7]" in document
    assert "\\nofields{c3, d3, e3, c4, d4, e4, c5, d5, e5}" in document
    lines = re.search(r"gridlines\{(.*)\}", document)
    assert lines and sorted(lines[1].split(", ")) == ["h221", "h251", "h321", "h351", "h421", "h451",
                                                      "v221", "v231", "v241", "v521", "v531", "v541"]
    assert "  \\author{Test, {Félix/}; " in document


def test_the_parts_of_a_board_are_divided_and_named_squares_framed() -> None:
    problem = Problem("grid+magic-squares:d4e5", "7k/8/8/8/3Q4/8/8/K7", "h#2")
    document = diagram_sty(Solved(problem), placement="none")
    lines = re.search(r"gridlines\{(.*)\}", document)
    drawn = lines[1].split(", ") if lines else []
    assert sorted(drawn) == sorted([f"{kind}{x}{y}1" for kind in "hv" for x in range(8) for y in range(8)
                                    if (across := y if kind == "h" else x) and across % 2 == 0])
    assert "\\fieldframe{d4, e5}" in document
    assert "gridlines" not in diagram_sty(Solved(MATE), placement="none")


def test_large_boards_and_men_without_symbols() -> None:
    board = Board.with_walls(10, 10, "e10")
    walker = Man("W", ((Leaper(ORTHOGONAL), Mode.BOTH),), name="walker")
    genre = replace(ORTHODOX, name="large", board=board, men=(*ORTHODOX.men, walker), castlings=(), start=None)
    genre = replace(genre, men=tuple(replace(man, region=None, promotion=None) for man in genre.men))
    document = diagram_sty(Solved(Problem(genre, "k3*5/10/10/10/10/10/10/10/10/K8w", "h#2")), placement="none")
    assert "\\begin{diagram}[10x10]" in document and "\\pieces[1+1]{wKa1, sKa{10}}" in document
    assert "\\fieldtext{{w}j1}" in document and "\\nofields{e{10}}" in document
    assert "\\gridlines{v491, v591, h491}" in document and "{\\ \\ (1+2)}" in document


@pytest.mark.parametrize(("name", "divided"), [
    ("Nils Adrian Bakke", "Bakke, Nils Adrian"), ("Jan van der Linden", "van der Linden, Jan"), ("Ajax", "Ajax, {}"),
    ("Loyd, Sam", "Loyd, Sam"), ("A/B C", "C, {A/B}"),
    ("Jean Roux & Émile van Loo", "Roux, Jean; van Loo, Émile"), ("B. Petit et C. Roux", "Petit, B.; Roux, C.")])
def test_names_are_divided_for_the_index(name: str, divided: str) -> None:
    problem = Problem("orthodox", "8/Q7/8/8/8/8/8/2k1K2R", "#2", author=name)
    assert f"\\author{{{divided}}}" in diagram_sty(Solved(problem))


@pytest.mark.skipif(not has_package("diagram.sty"),
                    reason="no LaTeX with diagram.sty here (Debian: texlive-games, texlive-pstricks)")
@pytest.mark.parametrize("placement", ["apart", "next-page", "below", "none"])
def test_documents_for_diagram_sty_compile(tmp_path: Path, placement: str) -> None:
    document = diagram_sty(entries(), "fr", title="A & B", columns=3, placement=placement, notation="figurine")
    log = compiles(document, tmp_path)     # the package itself compares the numbers of men with those on the board
    assert "Wrong number" not in log and "Overfull \\hbox" not in log
    if shutil.which("pdftotext"):
        text = subprocess.run(["pdftotext", "-layout", "a.pdf", "-"], cwd=tmp_path, capture_output=True, check=True,
                              text=True).stdout
        assert ("Solutions" in text) is (placement in ("apart", "next-page"))
        assert text.count("\f") == 1 + (placement == "next-page")
        assert "Staugaard" in text and "(5+2)" in text and "C-" not in text
        assert ("e8=" in text) is (placement != "none")


NAMES = "Nguyễn Văn Ưu & Ľ. Żółw & Mu\u0308ller „ß“ ‚Ħ‘ – 5 €, И"
"""Letters with several accents, a combining one, signs of German, and letters that LaTeX's fonts lack."""


@pytest.mark.skipif(not has_package("diagram.sty"), reason="no LaTeX with diagram.sty here")
@pytest.mark.parametrize("write", [diagram_sty, feerie.latex])
def test_letters_of_names_in_latex(tmp_path: Path, write: Callable[..., str]) -> None:
    document = write(Solved(replace(MATE, author=("A. Uthor",), remarks=(NAMES,))), "de")
    assert document.count("DeclareUnicodeCharacter") == 4 and "{\\~{\\^{e}}}" in document
    compiles(document, tmp_path)
    if shutil.which("pdftotext"):
        text = subprocess.run(["pdftotext", "a.pdf", "-"], cwd=tmp_path, capture_output=True, check=True, text=True)
        said = unicodedata.normalize("NFC", "".join(text.stdout.split()))
        for word in ("Nguyễn", "Văn", "[U+01AF]u", "Ľ.Żółw", "Müller", "„ß“", "‚[U+0126]‘", "5€", "[U+0418]"):
            assert word in said, (word, said)


@pytest.mark.end_to_end
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here")
def test_sheets_in_latex_compile(tmp_path: Path) -> None:
    several = [Solved(MATE, (feerie.Part(feerie.solve(MATE)),))] * 8
    log = compiles(feerie.latex(several, "de", title="A & B", columns=3, paper="a5", placement="apart",
                                notation="figurine"), tmp_path)
    assert "Overfull \\vbox" not in log
    if shutil.which("pdftotext"):       # no diagram is lost at the end of a column
        text = subprocess.run(["pdftotext", "a.pdf", "-"], cwd=tmp_path, capture_output=True, check=True, text=True)
        assert text.stdout.count("Staugaard") == 16


# ------------------------------------------------------------------------------------------------- sheets

@pytest.mark.parametrize("wrong", [{"columns": 0}, {"columns": 5}, {"paper": "parchment"}])
def test_layouts_that_do_not_exist(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="not"):
        Layout(**wrong)


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no pdftotext here (Debian: poppler-utils)")
@pytest.mark.parametrize("placement", ["apart", "next-page", "below", "none"])
def test_the_text_of_a_sheet(tmp_path: Path, placement: str) -> None:
    pages = feerie.sheet(entries(), "fr", title="Concours", columns=2, paper="us-letter", placement=placement,
                         notation="short")
    (tmp_path / "a.pdf").write_bytes(pages)
    text = subprocess.run(["pdftotext", "-layout", "a.pdf", "-"], cwd=tmp_path, capture_output=True, check=True,
                          text=True).stdout.replace("\u00a0", " ")
    assert "Concours" in text and "Conrad Staugaard" in text and "C+ (5+2)" in text
    assert ("Solutions" in text) is (placement in ("apart", "next-page"))
    if placement == "next-page":
        *diagrams, _ = text.partition("Solutions")[0].split("\f")
        assert "(5+2)" in "".join(diagrams) and "1.e8=T!" not in "".join(diagrams)
    assert ("1.e8=T!" in text) is (placement != "none")
