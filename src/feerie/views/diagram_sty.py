"""Problems for `diagram.sty`, the LaTeX package of problem magazines (CTAN: chess-problem-diagrams).

Every problem is an environment `diagram` that can be pasted into a magazine's own document: men and colours have the
package's own German letters (wK, sD); lists of conditions, twins and remarks have its separator "; ". Holes of a board
are squares without colour (`\\nofields`) inside lines (`\\gridlines`), which divide the board of grid chess too;
squares that a rule names have a frame (`\\fieldframe`). latex with dvips makes the pages, and pdflatex too.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from feerie.notation.languages import MEN
from feerie.notation.languages import language as language_of
from feerie.problems.metadata import persons
from feerie.problems.parts import Solved
from feerie.rules.board import Board
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup
from feerie.views.board_signs import borders, framed
from feerie.views.captions import (
    SIGNED,
    ShownPart,
    Solutions,
    capital,
    clean,
    collect,
    is_tested,
    legend_of,
    men_count,
    name_of,
    notes,
    requests,
    rules,
    shown_parts,
    stipulation,
    title_of,
    twin_lines,
    unseen,
)
from feerie.views.figures import Figure, figures_of
from feerie.views.layout import Layout, Placement
from feerie.views.legend import trait_lines, units
from feerie.views.notations import Notation
from feerie.views.play import PrintedLine, PrintedSolution, unbroken
from feerie.views.solution_latex import LATEX_PAPERS, NEW_PAGE, declared, escape, span_text, texts_of
from feerie.views.solution_text import verdict

__all__ = ["diagram_sty", "pieces"]

_LETTERS = dict(zip(MEN, "KDTLSB", strict=True))
_COLOURS = {"w": "w", "b": "s", "n": "n"}
_TURNS = {0: "", 90: "R", 180: "U", 270: "L"}
_PREAMBLE = r"""\documentclass[%s,10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage[margin=15mm]{geometry}
\usepackage{diagram}
\setlength{\parindent}{0pt}
\diagcenter
\setboolean{piececounter}{true}
\renewcommand*{\notcomputerproofedsymbol}{}
\newcommand{\feeriefigurine}[1]{#1}
\newcommand{\feerieword}[1]{\textit{#1}}
\newcommand{\feeriebadge}[1]{\textsuperscript{#1}}
\newcommand{\feeriemissing}[1]{\allowbreak[U+#1]\allowbreak}
"""


def diagram_sty(solutions: Solutions, language: str = "en", *, title: str | None = None, columns: int | None = None,
                paper: str = "a4", placement: str = "apart", notation: str = "long") -> str:
    """A LaTeX document for `diagram.sty`; for the arguments see `solution_latex.latex`.

    >>> import feerie
    >>> document = diagram_sty(feerie.solve(feerie.Problem("rokagogo", "6B1/4P3/8/8/8/2pk4/2N5/4K2R", "#2")))
    >>> "\\\\pieces[5+2]{wKe1, wTh1, wLg8, wSc2, wBe7, sKd3, sBc3}" in document
    True
    """
    return "".join(pieces(solutions, language, Layout(title, columns, paper, Placement(placement),
                                                      Notation(notation))))


def pieces(solutions: Solutions, language: str = "en", layout: Layout = Layout()) -> Iterator[str]:     # noqa: B008
    """The same document in pieces."""
    entries = collect(solutions)
    title = title_of(entries, language) if layout.title is None else layout.title
    yield f"% {SIGNED}\n{_PREAMBLE % LATEX_PAPERS[layout.paper]}"
    yield from (f"\\newcommand{{\\feeriew{man}}}{{{{\\w{letter}}}}}\n" for man, letter in _LETTERS.items())
    yield from declared("".join([title, *(text for entry in entries for text in texts_of(entry, language))]))
    yield "\\begin{document}\n"
    if title and (len(entries) > 1 or layout.title):
        yield f"\\begin{{center}}\\Large\\bfseries {escape(capital(title))}\\end{{center}}\n"
    if len(entries) > 1:
        yield "\\diagnumbering{arabic}\n"
    columns = layout.columns_for(len(entries))
    for at, entry in enumerate(entries, 1):
        yield "\\hspace*{\\fill}%\n"
        yield from _problem(entry, language, layout)
        if at % columns == 0 or at == len(entries):
            yield "\\hspace*{\\fill}\\par\\bigskip\n"
            if layout.placement is Placement.BELOW:
                yield "\\putsol\\bigskip\n"
    if layout.placement.is_after_all and any(entry.parts or entry.error for entry in entries):
        yield NEW_PAGE if layout.placement is Placement.NEXT_PAGE else ""
        yield f"\\par\\hrule\\medskip\\textbf{{{escape(capital(language_of(language).word('solutions')))}}}\\par\n"
        yield "\\putsol\n"
    if layout.closing:
        yield f"\\par\\textbf{{{escape(capital(layout.closing))}}}\n"
    yield "\\end{document}\n"


def _problem(entry: Solved, language: str, layout: Layout) -> Iterator[str]:
    """The environment of a problem."""
    problem, words = entry.problem, language_of(language)
    board = problem.genre.board
    size = "" if (board.files, board.ranks) == (8, 8) else f"[{board.files}x{board.ranks}]"
    yield f"\\begin{{diagram}}{size}\n"
    if problem.author:
        yield f"  \\author{{{'; '.join(map(_author, persons(problem.author)))}}}\n"
    for command, text in (("dedic", name_of(problem)), ("source", clean(problem.source)),
                          ("award", clean(problem.award))):
        if text:
            yield f"  \\{command}{{{escape(text)}}}\n"
    yield from _position(problem.genre, problem.diagram)
    yield f"  \\stip{{{escape(stipulation(problem, layout.notation.words(language)))}}}\n"
    named = legend_of(problem, language)
    remarks = [*(str(man) if man.letter == man.figure.letter else f"{man.figure.letter} = {man}"
                 for man in named if man.figure.letter not in _LETTERS),
               *trait_lines(problem.genre, problem.diagram, language), *requests(problem, words), *notes(problem)]
    if drawn := [f"{{{_COLOURS[man.figure.colour]}}}{{{_symbol(man.figure)}}}{{{escape(str(man))}}}"
                 for man in named if man.figure.letter in _LETTERS]:
        yield f"  \\piecedefs{{{'; '.join(drawn)}}}\n"
    for command, texts in (("cond", [*filter(None, [rules(problem, language), *unseen(problem, language)])]),
                           ("twins", twin_lines(entry, language)), ("rem", remarks)):
        if texts:
            yield f"  \\{command}{{{_list(texts)}}}\n"
    if is_tested(entry):
        yield "  \\Co+\n"
    if layout.placement is not Placement.NONE and (entry.parts or entry.error):
        lines = [line for shown in shown_parts(entry, language) for line in _part(shown, language, layout.notation)]
        if entry.error:
            lines.append(escape(capital(words.sentence("unsolved", reason=clean(entry.error)))))
        yield "  \\sol{%\n"
        yield "\\newline%\n".join(f"    {line}" for line in lines)     # no paragraphs: \\putsol reads one argument
        yield "}\n"
    yield "\\end{diagram}%\n"


def _list(texts: tuple[str, ...] | list[str]) -> str:
    """Several texts with the package's separator, which none of them may contain."""
    return "; ".join(map(_item, texts))


def _item(text: str) -> str:
    """A text that the package does not divide at its separators."""
    return f"{{{escape(clean(text))}}}" if ";" in text or "/" in text else escape(clean(text))


def _author(name: str) -> str:
    """A name as the package divides it: "Bakke, Nils Adrian", "van der Linden, Jan"."""
    family, comma, given = clean(name).partition(", ")
    if not comma:
        names = family.split()
        first = len(names) - 1
        while first > 1 and names[first - 1][:1].islower():
            first -= 1
        given, family = " ".join(names[:first]), " ".join(names[first:])
    return f"{_item(family)}, {_item(given) or '{}'}"


def _position(genre: Genre, setup: Setup) -> Iterator[str]:
    """The men (as letters if the package has no symbol for them) and the holes of the board."""
    board, figures = genre.board, figures_of(genre.men, [text for _, text, _ in units(setup)])
    known: dict[Figure, list[str]] = {}
    letters = []
    for square, text in setup.pieces:
        figure, name = figures.get(text), _square(board, square)
        if figure is not None and figure.letter in _LETTERS:
            known.setdefault(replace(figure, traits=()), []).append(name)
        else:
            letters.append(f"{{{figure.written if figure else text}}}{name}")
    listed = [_COLOURS[figure.colour] + _symbol(figure) + "".join(known[figure])
              for figure in sorted(known, key=_place)]
    counts = [sum(len(squares) for figure, squares in known.items() if figure.colour == colour) for colour in _COLOURS]
    yield f"  \\pieces[{'+'.join(map(str, counts if counts[2] else counts[:2]))}]{{{', '.join(listed)}}}\n"
    if letters:
        yield f"  \\fieldtext{{{', '.join(letters)}}}\n"
        # the package does not count letters
        yield f"  \\makeatletter\\def\\do@put@count{{\\ \\ {men_count(setup)}}}\\makeatother\n"
    if board.joins_files:
        yield "  \\verticalcylinder\n"
    if board.joins_ranks:
        yield "  \\horizontalcylinder\n"
    if board.walls:
        yield f"  \\nofields{{{', '.join(_square(board, wall) for wall in sorted(board.walls))}}}\n"
    if lines := [*_edges(board), *_borders(genre)]:
        yield f"  \\gridlines{{{', '.join(lines)}}}\n"
    if named := framed(genre.rules, board):
        yield f"  \\fieldframe{{{', '.join(_square(board, square) for square in named)}}}\n"


def _symbol(figure: Figure) -> str:
    """The package's letters for a figure: "DU" is a queen upside down."""
    return _LETTERS[figure.letter] + _TURNS[figure.degrees]


def _place(figure: Figure) -> tuple[int, int, int]:
    """The place of a figure in the list of men."""
    return [*_COLOURS].index(figure.colour), MEN.index(figure.letter), figure.degrees


def _edges(board: Board) -> Iterator[str]:
    """The lines between the board and its holes: "v217" begins left of c2's left edge and is 7 squares long."""
    def is_wall(file: int, rank: int) -> bool:
        return rank * board.files + file in board.walls

    inner_files, inner_ranks = range(1, board.files), range(1, board.ranks)
    upright = (("v", file, rank) for file in inner_files for rank in range(board.ranks)
               if is_wall(file, rank) != is_wall(file - 1, rank))
    level = (("h", file, rank) for rank in inner_ranks for file in range(board.files)
             if is_wall(file, rank) != is_wall(file, rank - 1))
    for kind, file, rank in chain(upright, level):
        yield f"{kind}{_digit(file)}{_digit(rank)}1"


def _borders(genre: Genre) -> Iterator[str]:
    """The lines between the parts of the board, written as its edges are."""
    board = genre.board
    for square, other in borders(genre.rules, board):
        file, rank = board.file(other), board.rank(other)
        kind = "h" if file == board.file(square) else "v"
        if (rank if kind == "h" else file):         # not across the edge of a cylinder
            yield f"{kind}{_digit(file)}{_digit(rank)}1"


def _square(board: Board, square: int) -> str:
    """The name of a square as the package reads it: "a1", "a{10}"."""
    return chr(97 + board.file(square)) + _digit(board.rank(square) + 1)


def _digit(number: int) -> str:
    return str(number) if number < 10 else f"{{{number}}}"


def _part(shown: ShownPart, language: str, notation: Notation) -> Iterator[str]:
    """The lines of the play and the verdict of a part."""
    solution = shown.part.solution
    if shown.heading:
        yield f"\\textbf{{{escape(shown.heading)}}}"
    for line in PrintedSolution(solution, language, notation).printed_lines():
        yield _line(line)
    yield escape(capital(verdict(solution, language)))


def _line(line: PrintedLine) -> str:
    if line.level < 0:
        return f"\\textit{{{escape(capital(line.spans[0].text))}}}"
    return (f"\\hspace*{{{line.level}em}}" if line.level else "") + " ".join(
        "".join(map(span_text, group)) for group in unbroken(line.spans))
