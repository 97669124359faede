"""How solutions, problems and analyses are displayed: printed, and in notebooks.

The HTML is a fragment that needs no network and no scripts: play unfolds by <details>, and diagrams are embedded
pictures. A notebook that is not trusted loses the styles; what is left can still be read and unfolded.
"""
from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from itertools import islice

from feerie.base.errors import wrong_type
from feerie.game.engine import Analysis, Line
from feerie.game.position import Position
from feerie.problems.line import ManyLines
from feerie.problems.parts import Part, Solved
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.problems.soundness import soundness
from feerie.views.board_text import board
from feerie.views.captions import (
    ShownPart,
    asked,
    capital,
    caption,
    further_diagrams,
    genre_with_twins,
    named,
    spoken,
    twin_lines,
)
from feerie.views.diagram import draw
from feerie.views.legend import legend_lines
from feerie.views.notations import Notation
from feerie.views.play import PrintedSolution, last_move
from feerie.views.solution_html import LARGE, Article, spans_html
from feerie.views.solution_text import text as solution_text
from feerie.views.soundness_text import report
from feerie.views.unfinished import Marks, Shown

__all__ = ["html", "text"]

MOST_LINES = 200
"""The most lines of help and series play that a notebook shows."""
MOST_SHOWN_MOVES = 2_000
"""The number of moves of a battle above which a notebook shows only first moves and refutations."""
WHOLE = "<p>print(solution) shows all play.</p>\n"

_STYLE = """<style>
.feerie { display: flex; flex-wrap: wrap; gap: 0 2em; align-items: flex-start; text-align: left; }
.feerie .play { flex: 1 1 20em; min-width: 15em; }
.feerie figure, .feerie p { margin: 0 0 .4em; }
.feerie figure img { background: #fff; margin: 0; max-width: 100%; }
.feerie .diagram figcaption span { margin-right: .9em; }
.feerie ul, .feerie ol { margin: 0; }
.feerie ul.moves, .feerie ul.groups { list-style: none; padding-left: 0; }
.feerie ul ul { margin-left: .4em; padding-left: 1.1em !important; border-left: 1px solid #8886; }
.feerie li { margin: 0; }
.feerie li > b:first-child, .feerie li > .no:first-child { margin-left: 1.05em; }
.feerie ol.lines li > .no:first-child { margin-left: 0; }
.feerie ol.lines li:only-child { list-style: none; margin-left: -1.5em; }
.feerie summary { cursor: pointer; display: list-item; }
.feerie .play b { font-weight: normal; white-space: nowrap; }
.feerie .play > section > ul > li > details > summary b:first-of-type { font-weight: bold; }
.feerie .no, .feerie i, .feerie figcaption { opacity: .7; }
.feerie .badge, .feerie .tested { font-size: 80%;
  border: 1px solid; border-radius: .6em; padding: 0 .4em; opacity: .8; }
.feerie .verdict { margin-top: .6em; font-weight: bold; }
.feerie .ends { display: flex; flex-wrap: wrap; gap: 1em; }
.feerie td { text-align: left !important; }
</style>
"""


def text(value: Solution | Problem) -> str:
    """What `print` shows: the text of `feerie solve --no-board` for a solution, diagram and caption for a problem."""
    if isinstance(value, Problem):
        return "\n".join([*named(value), board(value.genre, value.diagram), asked(value, "en", game=True)])
    if not isinstance(value, Solution):
        raise wrong_type("value", "a Solution or a Problem", value)
    return "\n".join([*named(value.problem), asked(value.problem, "en"), "", solution_text(value),
                      report(soundness(value))])


def html(value: Solution | Problem | Analysis | Line) -> str:
    """A fragment of HTML for notebooks.

    >>> problem = Problem("rokagogo", "6B1/4P3/8/8/8/2pk4/2N5/4K2R", "#2")
    >>> shown = html(problem)
    >>> shown.startswith('<div class="feerie">'), "<img" in shown, "<script" in shown, "<svg" in shown
    (True, True, False, False)
    """
    return f'<div class="feerie">{_STYLE}{"".join(_pieces(value))}</div>'


def _pieces(value: Solution | Problem | Analysis | Line) -> Iterator[str]:
    if isinstance(value, Line):
        yield from _analysis((value,), "")
    elif isinstance(value, Analysis):
        yield from _analysis(value.lines, str(value).partition("\n")[0])
    elif isinstance(value, (Problem, Solution)):
        yield from _Fragment(value).pieces()
    else:
        raise wrong_type("value", "a Solution, a Problem, an Analysis or a Line", value)


def _picture(drawing: str, words: str) -> str:
    """A drawing as an embedded picture: the names of its parts cannot clash with other names on the page."""
    data = b64encode(drawing.encode()).decode()
    return f'<img alt="{escape(words)}" src="data:image/svg+xml;base64,{data}">'


def _analysis(lines: tuple[Line, ...], said: str) -> Iterator[str]:
    """The position with the first move of the best line, and a table of lines."""
    position = lines[0].position if lines else None
    if position is not None:
        best = lines[0].moves[:1]
        drawing = draw(position, size=LARGE, arrows=[way for move in best for way in move.displacements])
        yield f'<figure>{_picture(drawing, spoken(position.genre, position.setup, "en"))}</figure>\n'
    rows = "".join(f"<tr><td><b>{escape(str(line.score))}</b></td><td>{escape(line.san())}</td></tr>\n"
                   for line in lines)
    yield f'<div class="play">{f"<p>{escape(said)}</p>" if said else ""}<table>\n{rows}</table></div>\n'


class _Fragment(Article):
    """A problem, or its solution, without the frame of a page."""

    def __init__(self, value: Problem | Solution) -> None:
        solution = value if isinstance(value, Solution) else None
        problem = solution.problem if solution else value
        assert isinstance(problem, Problem)
        super().__init__(Solved(problem), "en", None, Notation.LONG)
        self.solution = solution

    def pieces(self) -> Iterator[str]:
        """Diagram and caption; for a solution, also the play and the verdict beside them."""
        problem = self.entry.problem
        yield '<div class="board">\n'
        yield from (f"<p>{escape(line)}</p>\n" for line in named(problem))
        under = " ".join(f"<span>{escape(words)}</span>" for words in caption(problem, "en"))
        yield self.diagram(problem.genre, problem.diagram, under, LARGE)
        yield from (f"<p>{escape(line)}</p>\n" for line in legend_lines(
            genre_with_twins(problem), problem.diagram, "en", *further_diagrams(problem)))
        yield from (f"<p>{escape(twin)}</p>\n" for twin in twin_lines(self.entry, "en"))
        yield "</div>\n"
        if self.solution:
            yield '<div class="play">\n'
            yield from self._play(self.solution)
            yield "</div>\n"

    def figure(self, position: Position | Shown, under: str, size: int, last: str | None = None, *,
               marks: Marks = ()) -> str:
        """A diagram as a picture, with a caption (HTML)."""
        move, after = last_move(position, last) if last and isinstance(position, Position) else (None, position)
        drawing = draw(after, size=size, coordinates=size == LARGE, check=(), last_move=move, marks=marks,
                       flow=bool(after.genre.arrows))
        picture = _picture(drawing, spoken(after.genre, after.setup, "en"))
        return f'<figure class="diagram">{picture}<figcaption>{under}</figcaption></figure>\n'

    def headed(self, word: str, depth: int) -> str:
        """Not a heading of the notebook: those appear in its table of contents."""
        return f"<p><i>{escape(capital(self.words.word(word)))}</i></p>\n"

    def _play(self, solution: Solution) -> Iterator[str]:
        """The play and the verdict; of very long play, only the beginning."""
        tree = solution.tree
        if isinstance(solution.lines, ManyLines) or len(solution.lines) > MOST_LINES:
            yield from self._first(solution)
            yield WHOLE
            return
        is_long = tree is not None and next(islice(tree, MOST_SHOWN_MOVES, None), None) is not None
        if tree is not None and is_long and not solution.problem.is_post_key:
            solution = solution.without_variations()
        yield from self.part(ShownPart(Part(solution)))
        if is_long:
            yield WHOLE

    def _first(self, solution: Solution) -> Iterator[str]:
        """The first few of many lines."""
        yield '<ol class="lines">\n'
        for line in islice(PrintedSolution(solution, "en").lines(), MOST_LINES):
            yield f"<li>{spans_html(line.spans(self.words))}</li>\n"
        yield "</ol>\n"
