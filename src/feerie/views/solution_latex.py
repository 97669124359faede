"""Solutions as a LaTeX document with its diagrams drawn in it; pdfLaTeX, LuaLaTeX and XeLaTeX compile it.

It needs packages that every installation has (TikZ, multicol, geometry), and no chess fonts.
"""
from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from importlib import resources

from feerie.notation.languages import FIGURINES
from feerie.notation.languages import language as language_of
from feerie.problems.parts import Solved
from feerie.problems.problem import Problem
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup
from feerie.views.captions import (
    SIGNED,
    ShownPart,
    Solutions,
    capital,
    caption,
    clean,
    collect,
    computer_tested,
    heading,
    is_tested,
    legend_of,
    name_of,
    notes,
    shown_parts,
    source,
    stipulation,
    title_of,
    twin_lines,
)
from feerie.views.figures import figures_of
from feerie.views.layout import Layout, Placement
from feerie.views.legend import trait_lines, units
from feerie.views.notations import Notation
from feerie.views.play import PrintedLine, PrintedSolution, Span, unbroken
from feerie.views.solution_text import verdict
from feerie.views.tikz import box_name, boxes, picture
from feerie.views.unfinished import draw_setup

__all__ = ["LATEX_PAPERS", "declared", "escape", "latex", "pieces", "span_text", "texts_of"]

NEW_PAGE = "\\clearpage\n"
USUAL = Layout(placement=Placement.BELOW)
_SIZE = 400
LATEX_PAPERS = {"a4": "a4paper", "a5": "a5paper", "us-letter": "letterpaper"}
"""The papers as LaTeX names them."""
_ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "'": r"\textquotesingle{}", "`": r"\textasciigrave{}",
    "-": r"{-}", "×": r"\(\times\)", "↔": r"\(\leftrightarrow\)", "→": r"\(\rightarrow\)",
    "½": r"\(\frac12\)", "…": r"\dots{}", "–": r"\textendash{}", "—": r"\textemdash{}", "’": r"\textquoteright{}",
    "‘": r"\textquoteleft{}", "“": r"\textquotedblleft{}", "”": r"\textquotedblright{}", "†": r"\dag{}",
    "‡": r"\ddag{}", "\u00a0": "~", "?": "?{}", "!": "!{}", ",": ",{}",
    **{sign: f"\\feeriefigurine{{{box_name(f'feerie-w{man}')}}}" for man, sign in FIGURINES.items()},
}
"""Characters that are special in TeX, and signs that not every font has."""
_USUAL = re.compile("[\u0000-\u024f\u1e00-\u1eff\u2010-\u203a\u20ac]")
"""Letters that the usual fonts of LuaLaTeX and XeLaTeX have."""
_T1 = re.compile("[\u0000-\u007f\u00a0-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165\u0168-\u017e"
                 "\u01c4-\u01d4\u01e2\u01e3\u01e6-\u01eb\u01f0\u01f4\u01f5\u0218-\u021b\u0232\u0233\u0237\u1e9e"
                 "\u2010-\u2015\u2018-\u201a\u201c-\u201e\u2030\u2039\u203a\u20ac]")
"""Letters and signs that pdfLaTeX knows in the font encoding T1, with textcomp."""
_ACCENTS = {"\u0300": r"\`", "\u0301": r"\'", "\u0302": r"\^", "\u0303": r"\~", "\u0304": r"\=", "\u0306": r"\u",
            "\u0307": r"\.", "\u0308": r'\"', "\u030a": r"\r", "\u030b": r"\H", "\u030c": r"\v", "\u0323": r"\d",
            "\u0327": r"\c", "\u0328": r"\k", "\u0331": r"\b"}
"""The accents of TeX by combining characters."""


def latex(solutions: Solutions, language: str = "en", *, title: str | None = None, columns: int | None = None,
          paper: str = "a4", placement: str = "below", notation: str = "long") -> str:
    """A LaTeX document about one solution, several, or problems with all their parts (`Solved`).

    `title`: the heading; None for the default, "" for none. `columns`: those of the page, 1 to 4; None for two.
    `paper`: "a4", "a5" or "us-letter". `placement`: where the solutions go, "below" each diagram, "apart" after all of
    them, the same on the "next-page", or "none".
    `notation`: that of the moves, "long", "short" or "figurine". Raises ArgumentError for other values.

    >>> import feerie
    >>> document = latex(feerie.solve(feerie.Problem("rokagogo", "6B1/4P3/8/8/8/2pk4/2N5/4K2R", "#2")))
    >>> document.startswith("% ") and document.endswith("\\\\end{document}\\n")
    True
    """
    return "".join(pieces(solutions, language, Layout(title, columns, paper, Placement(placement),
                                                      Notation(notation))))


def pieces(solutions: Solutions, language: str = "en", layout: Layout = USUAL) -> Iterator[str]:
    """The same document in pieces, so a long one is never held in memory."""
    entries = collect(solutions)
    figures = {figure for entry in entries for problem in _problems(entry)
               for setup in (problem.diagram, problem.target) if setup
               for figure in figures_of(problem.genre.men, [text for _, text, _ in units(setup)]).values()}
    figures |= {named.figure for entry in entries for named in legend_of(entry.problem, language)}
    if layout.notation is Notation.FIGURINE:
        figures |= set(figures_of((), FIGURINES).values())
    preamble = resources.files("feerie.views").joinpath("solution.tex").read_text(encoding="utf-8")
    title = title_of(entries, language) if layout.title is None else layout.title
    said = "".join([title, *(text for entry in entries for text in texts_of(entry, language))])
    yield f"% {SIGNED}\n{preamble.replace('a4paper', LATEX_PAPERS[layout.paper])}"
    yield from _unusual(said)
    yield from (f"{line}\n" for line in boxes(figures))
    yield "\\begin{document}\n"
    if title and (len(entries) > 1 or layout.title):
        yield f"\\feerietitle{{{escape(capital(title))}}}\n"
    columns = layout.columns or 2
    yield _begin(columns)
    for number, entry in enumerate(entries, 1):
        yield from _problem(entry, language, str(number) if len(entries) > 1 else "", layout.notation)
        if layout.placement is Placement.BELOW:
            yield from _play(entry, language, layout.notation)
    yield _end(columns)
    if layout.placement.is_after_all:
        yield NEW_PAGE if layout.placement is Placement.NEXT_PAGE else ""
        yield f"\\feeriesolutions{{{escape(capital(language_of(language).word('solutions')))}}}\n" + _begin(2)
        for number, entry in enumerate(entries, 1):
            named = ", ".join(filter(None, (heading(entry.problem), stipulation(entry.problem, language))))
            yield f"\\feeriepart{{{escape(' '.join(filter(None, (str(number) if entries[1:] else '', named))))}}}\n"
            yield from _play(entry, language, layout.notation)
        yield _end(2)
    if layout.closing:
        yield f"\\par\\textbf{{{escape(capital(layout.closing))}}}\n"
    yield "\\end{document}\n"


def _begin(columns: int) -> str:
    return f"\\begin{{multicols}}{{{columns}}}\n" if columns > 1 else ""


def _end(columns: int) -> str:
    return "\\end{multicols}\n" if columns > 1 else ""


def _problems(entry: Solved) -> list[Problem]:
    return [entry.problem, *(part.solution.problem for part in entry.parts)]


def texts_of(entry: Solved, language: str) -> Iterator[str]:
    """All texts of a problem that may contain unusual letters."""
    problem = entry.problem
    yield from (heading(problem), source(problem), name_of(problem), *notes(problem), clean(entry.error))
    for shown in shown_parts(entry, language):
        yield from (shown.heading, *shown.part.report)


def _unusual(text: str) -> Iterator[str]:
    """Declarations for letters that the usual fonts lack: for pdfLaTeX those of `declared`, otherwise another font."""
    for_pdftex = [*declared(text)]
    if for_pdftex:
        others = any(not _USUAL.match(sign) for sign in _strange(text))
        yield from ("\\ifPDFTeX\n", *for_pdftex, *(["\\else\n\\feeriefonts\n"] if others else []), "\\fi\n")


def declared(text: str) -> Iterator[str]:
    """Declarations for the letters of a text that pdfLaTeX does not know: a letter with accents, or its code point."""
    for sign in _strange(text):
        yield f"\\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{{_accented(sign)}}}\n"


def _strange(text: str) -> list[str]:
    """The signs of a text, as `escape` leaves them, that pdfLaTeX does not know."""
    return sorted({sign for sign in unicodedata.normalize("NFC", text)
                   if sign not in _ESCAPES and not _T1.match(sign) and sign.isprintable()})


def _accented(sign: str) -> str:
    """A letter as TeX composes it of a letter and accents, or its code point.

    >>> _accented("\\N{LATIN SMALL LETTER E WITH CIRCUMFLEX AND TILDE}"), _accented("\\N{CYRILLIC SMALL LETTER BE}")
    ('\\\\~{\\\\^{e}}', '\\\\feeriemissing{0431}')
    """
    letter, *accents = list(unicodedata.normalize("NFD", sign))
    if not letter.isascii() or not accents or any(accent not in _ACCENTS for accent in accents):
        return f"\\feeriemissing{{{ord(sign):04X}}}"
    for accent in accents:
        letter = f"{_ACCENTS[accent]}{{{letter}}}"
    return letter


def _problem(entry: Solved, language: str, number: str, notation: Notation) -> Iterator[str]:
    """The diagram of a problem with heading and caption."""
    problem = entry.problem
    asked, *rest, men = caption(problem, notation.words(language), tested=is_tested(entry))
    board = _drawn(problem.genre, problem.diagram)
    yield (f"\\begin{{feerieproblem}}{{{escape(number)}}}{{{escape(heading(problem))}}}"
           f"{{{escape(name_of(problem))}}}{{{escape(source(problem))}}}%\n\\feerieboard{{{board}}}%\n"
           f"\\feeriecaption{{{escape(asked)}}}{{{escape(', '.join(rest))}}}{{{escape(men)}}}%\n")
    for named in legend_of(problem, language):
        yield f"{{\\small\\feeriefigurine{{{box_name(named.figure.name)}}} {escape(str(named))}\\par}}%\n"
    for line in trait_lines(problem.genre, problem.diagram, language):
        yield f"{{\\small {escape(line)}\\par}}%\n"
    if problem.target is not None:
        yield f"\\feerieboard{{{_drawn(problem.genre, problem.target)}}}%\n"
    yield from (f"\\feerietwin{{{escape(twin)}}}%\n" for twin in twin_lines(entry, language))
    yield from (f"\\feerienote{{{escape(remark)}}}%\n" for remark in notes(problem))
    yield "\\end{feerieproblem}\n"


def _play(entry: Solved, language: str, notation: Notation) -> Iterator[str]:
    """The play and the verdicts of a problem."""
    for shown in shown_parts(entry, language):
        yield from _part(shown, language, notation)
    if entry.error:
        said = language_of(language).sentence("unsolved", reason=clean(entry.error))
        yield f"\\feerieverdict{{{escape(said)}}}{{}}\n"


def _part(shown: ShownPart, language: str, notation: Notation) -> Iterator[str]:
    part, solution = shown.part, shown.part.solution
    if shown.heading:
        yield f"\\feeriepart{{{escape(shown.heading)}}}\n"
    if shown.is_redrawn:
        yield f"\\feeriesmall{{{_drawn(solution.problem.genre, solution.problem.diagram)}}}\n"
    for line in PrintedSolution(solution, language, notation).printed_lines():
        yield _line(line)
    tested = computer_tested(part, language)
    yield f"\\feerieverdict{{{escape(capital(verdict(solution, language)))}}}{{{escape(tested)}}}\n"
    yield from (f"\\feeriereport{{{escape(clean(line))}}}\n" for line in part.report)


def _drawn(genre: Genre, setup: Setup) -> str:
    return picture(draw_setup(genre, setup, _SIZE, defined=False))


def _line(line: PrintedLine) -> str:
    if line.level < 0:
        return f"\\feeriehead{{{escape(capital(line.spans[0].text))}}}\n"
    return f"\\feerieline{{{line.level}}}{{{spans(line.spans)}}}\n"


def spans(spans: tuple[Span, ...]) -> str:
    """A printed line: each group of spans is a box, which is never broken."""
    return " ".join(f"\\mbox{{{''.join(map(span_text, group))}}}" for group in unbroken(spans))


def span_text(span: Span) -> str:
    """A span; moves are plain text."""
    text = escape(span.text)
    return {"word": f"\\feerieword{{{text}}}", "badge": f"\\feeriebadge{{{text}}}"}.get(span.kind, text)


def escape(text: str) -> str:
    """The text escaped so that LaTeX prints it as it is; control characters are removed.

    >>> escape("50% & #2_{x}")
    '50\\\\% \\\\& \\\\#2\\\\_\\\\{x\\\\}'
    """
    return "".join(_ESCAPES.get(sign, sign) for sign in unicodedata.normalize("NFC", " ".join(text.split()))
                   if sign.isprintable())
