"""Solutions as one self-contained HTML page without scripts: foldable play and diagrams.

The page has a light and a dark theme, fits small screens, and prints with all play unfolded.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib import resources
from itertools import chain, groupby

from feerie.game.position import Position
from feerie.notation.languages import language as language_of
from feerie.problems.parts import Part, Solved
from feerie.problems.solution import Node, Role, UciLine
from feerie.rules.board import BLACK
from feerie.rules.genre import Genre
from feerie.rules.literals import NotationName
from feerie.rules.setup import Setup
from feerie.rules.unit import kind_texts
from feerie.views.captions import (
    SIGNED,
    ShownPart,
    Solutions,
    capital,
    caption,
    clean,
    collect,
    computer_tested,
    further_diagrams,
    genre_with_twins,
    heading,
    is_tested,
    name_of,
    notes,
    shown_parts,
    source,
    spoken,
    stipulation,
    title_of,
    twin_lines,
)
from feerie.views.diagram import Palette, definitions, draw
from feerie.views.figures import figures_of
from feerie.views.legend import legend_html
from feerie.views.notations import Notation
from feerie.views.play import Branch, PrintedSolution, Span, WrittenLine, last_move, passage, unbroken
from feerie.views.solution_text import verdict
from feerie.views.unfinished import Marks, Shown, drawable

__all__ = ["Article", "html", "pieces", "spans_html"]

PALETTE = Palette(light="var(--light)", dark="var(--dark)", frame="var(--ink)", lettering="var(--faint)",
                  tint="var(--tint)", check="#e23b2e", arrow="#1f5f99", mark="#b3261e", outline="var(--outline)",
                  background=None)
"""Colours that follow those of the page."""

LARGE, SMALL = 320, 170
"""The size in pixels of the diagram of a problem, and of a position in its play."""
SHOWN = 6
"""Positions are drawn after keys and at the ends of lines if there are no more than this."""
MAX_UNFOLDED_LINES = 60
"""Lists longer than this are folded into groups."""
BUSY = 40
"""Play after a first move is folded if it has more moves than this."""


def html(solutions: Solutions, language: str = "en", *, notation: NotationName | Notation = Notation.LONG) -> str:
    """An HTML page about one solution, several, or problems with all their parts (`Solved`).

    `notation`: that of the moves, "long", "short" or "figurine".

    >>> import feerie
    >>> page = html(feerie.solve(feerie.Problem("rokagogo", "6B1/4P3/8/8/8/2pk4/2N5/4K2R", "#2")), "fr")
    >>> page.startswith('<!DOCTYPE html>\\n<html lang="fr">'), "1.e7-e8=T!" in page, "e7-e8=T" in page
    (True, False, True)
    """
    return "".join(pieces(solutions, language, Notation(notation)))


def pieces(solutions: Solutions, language: str = "en", notation: Notation = Notation.LONG,
           closing: str = "") -> Iterator[str]:
    """The same page in pieces, so a long one is never held in memory. `closing`: a line after everything else."""
    entries = collect(solutions)
    words = language_of(language)
    title = escape(title_of(entries, language))
    figures = {figure for entry in entries for genre in _genres(entry)
               for figure in figures_of(genre.men, [*kind_texts(genre), *kind_texts(genre, BLACK)]).values()}
    style = resources.files("feerie.views").joinpath("solution.css").read_text(encoding="utf-8")
    yield (f'<!DOCTYPE html>\n<html lang="{words.code}">\n<head>\n<meta charset="utf-8">\n'
           '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
           '<meta name="color-scheme" content="light dark">\n'
           f'<meta name="generator" content="{SIGNED}">\n<title>{title}</title>\n'
           f'<style>\n{style}</style>\n</head>\n<body>\n'
           f'<svg class="stock" width="0" height="0" aria-hidden="true">{definitions(figures, PALETTE)}</svg>\n')
    several = len(entries) > 1
    if several:
        yield f"<header class=\"page\">\n<h1>{title}</h1>\n"
        yield from _contents(entries, language)
        yield "</header>\n"
    yield "<main>\n"
    for number, entry in enumerate(entries, 1):
        yield from Article(entry, language, number if several else None, notation).pieces()
    if closing:
        yield f'<p class="verdict">{escape(capital(closing))}</p>\n'
    yield f"</main>\n<footer><p>{SIGNED}</p></footer>\n</body>\n</html>\n"


def _genres(entry: Solved) -> set[Genre]:
    """The genres of a problem and its parts."""
    return {entry.problem.genre, *(part.solution.problem.genre for part in entry.parts)}


def _contents(entries: Sequence[Solved], language: str) -> Iterator[str]:
    name = escape(capital(language_of(language).word("contents")))
    yield f'<nav aria-label="{name}">\n<h2>{name}</h2>\n<ol>\n'
    for number, entry in enumerate(entries, 1):
        problem = entry.problem
        who = escape(", ".join(filter(None, (heading(problem), name_of(problem)))) or problem.genre.title(language))
        what = escape(stipulation(problem, language))
        yield f'<li><a href="#p{number}">{who}, <span class="what">{what}</span></a></li>\n'
    yield "</ol>\n</nav>\n"


class Article:
    """One problem on the page. `number`: its place among several; None if it is the only one."""

    def __init__(self, entry: Solved, language: str, number: int | None, notation: Notation) -> None:
        self.entry, self.language, self.number, self.notation = entry, language, number, notation
        self.words = language_of(language)
        self.depth = 1 if number is None else 2

    def pieces(self) -> Iterator[str]:
        """The article."""
        problem, name = self.entry.problem, f"p{self.number or 1}"
        top = heading(problem) or name_of(problem) or stipulation(problem, self.language)
        number = f'<span class="number">{self.number}</span> ' if self.number else ""
        yield (f'<article id="{name}" aria-labelledby="{name}-h">\n<header>\n'
               f'<h{self.depth} id="{name}-h">{number}{escape(top)}</h{self.depth}>\n')
        if name_of(problem) and name_of(problem) != top:
            yield f'<p class="title">{escape(name_of(problem))}</p>\n'
        if source(problem):
            yield f'<p class="source">{escape(source(problem))}</p>\n'
        yield "</header>\n<div class=\"board\">\n"
        under_board = caption(problem, self.notation.words(self.language), tested=is_tested(self.entry))
        under = "".join(f'<span class="{kind}">{escape(text)}</span> ' for kind, text in zip(
            ["what", *["wish"] * (len(under_board) - 2), "count"], under_board, strict=True)).strip()
        yield self.diagram(problem.genre, problem.diagram, under, LARGE)
        yield from self.legend()
        yield from (f'<p class="twin">{escape(twin)}</p>\n' for twin in twin_lines(self.entry, self.language))
        if problem.target is not None:
            yield self.diagram(problem.genre, problem.target, "→", SMALL)
        yield f'<p class="fen"><code>{escape(problem.fen)}</code></p>\n'
        yield from (f'<p class="note">{escape(remark)}</p>\n' for remark in notes(problem))
        yield "</div>\n<div class=\"play\">\n"
        for shown in shown_parts(self.entry, self.language):
            yield from self.part(shown)
        if self.entry.error:
            yield f'<p class="error">{escape(self.words.sentence("unsolved", reason=clean(self.entry.error)))}</p>\n'
        yield "</div>\n</article>\n"

    def legend(self) -> Iterator[str]:
        """The men that are none of the six, with their figures; where men with traits stand."""
        problem = self.entry.problem
        return legend_html(genre_with_twins(problem), problem.diagram, self.language, *further_diagrams(problem))

    def diagram(self, genre: Genre, setup: Setup, under: str, size: int) -> str:
        """The diagram of a problem, which may be unfinished, with a caption (HTML)."""
        drawn, marks = drawable(genre, setup)
        return self.figure(drawn, under, size, marks=marks)

    def figure(self, position: Position | Shown, under: str, size: int, last: str | None = None, *,
               marks: Marks = ()) -> str:
        """A diagram with a caption (HTML). `last`: a move to be played first from `position`, and marked."""
        move, after = last_move(position, last) if last and isinstance(position, Position) else (None, position)
        drawing = draw(after, size=size, coordinates=size == LARGE, check=(), style=PALETTE, defined=False,
                       last_move=move, marks=marks, flow=bool(after.genre.arrows),
                       label=spoken(after.genre, after.setup, self.language))
        kind = "diagram" if size == LARGE else "diagram small"
        return f'<figure class="{kind}">{drawing}<figcaption>{under}</figcaption></figure>\n'

    def part(self, shown: ShownPart) -> Iterator[str]:
        """The play and the verdict of a part."""
        solution = shown.part.solution
        yield "<section>\n"
        if shown.heading:
            yield f'<h{self.depth + 1} class="part">{escape(shown.heading)}</h{self.depth + 1}>\n'
        if shown.is_redrawn:
            under = " ".join(map(escape, caption(solution.problem, self.notation.words(self.language))))
            yield self.diagram(solution.problem.genre, solution.problem.diagram, under, SMALL)
        play = PrintedSolution(solution, self.language, self.notation)
        deeper = self.depth + 1 + bool(shown.heading)
        if solution.tree is None:
            yield from self.lines(play, deeper)
        else:
            yield from self.battle(play, deeper)
        yield from self.verdict(shown.part)
        yield "</section>\n"

    def verdict(self, part: Part) -> Iterator[str]:
        """The verdict, and the program that solved the problem."""
        solution = part.solution
        kind = {True: "sound", False: "unsound", None: "open"}[solution.is_sound] if solution.complete else "partial"
        tested = computer_tested(part, self.language)
        badge = f' <span class="tested">{escape(tested)}</span>' if tested else ""
        yield f'<p class="verdict {kind}">{escape(capital(verdict(solution, self.language)))}{badge}</p>\n'
        yield from (f'<p class="report">{escape(clean(line))}</p>\n' for line in part.report)

    # ------------------------------------------------------------------------------------------ battles

    def battle(self, play: PrintedSolution, depth: int) -> Iterator[str]:
        """Set play, tries and keys, with headings unless there are only keys."""
        attacks = play.attacks
        tries = [branch for branch in attacks if branch.role is Role.TRY]
        keys = [branch for branch in attacks if branch.role is not Role.TRY]
        set_play = play.set_play
        if set_play:
            yield self.headed("set play", depth)
            yield from self.branches(set_play, 1)
        if tries:
            word = escape(capital(self.words.word("tries")))
            opened = " open" if len(tries) <= SHOWN else ""
            yield (f'<details class="tries"{opened}><summary><span role="heading" aria-level="{depth}">{word} '
                   f'({len(tries)})</span></summary>\n')
            yield from self.branches(tries, 1)
            yield "</details>\n"
        if keys and (set_play or tries):
            yield self.headed("solution", depth)
        yield from self.branches(keys, 0, drawn=len(keys) <= SHOWN)

    def headed(self, word: str, depth: int) -> str:
        """A heading of one word."""
        return f"<h{depth}>{escape(capital(self.words.word(word)))}</h{depth}>\n"

    def branches(self, branches: Sequence[Branch], level: int, *, drawn: bool = False) -> Iterator[str]:
        """A list of branches."""
        if not branches:
            return
        yield '<ul class="moves">\n'
        for branch in branches:
            yield from self.branch(branch, level, drawn=drawn)
        yield "</ul>\n"

    def branch(self, branch: Branch, level: int, *, drawn: bool) -> Iterator[str]:
        """A passage, and what follows folded below it."""
        part = passage(branch)
        line = spans_html(part.spans())
        figure = ""
        if drawn and branch.role is Role.KEY and branch.node.move:
            under = self.words.sentence("after", move=f"{branch.label}{branch.text}")
            figure = self.figure(branch.position, escape(under), SMALL, last=branch.node.move)
        if not part.rest:
            yield f"<li>{figure}{line}</li>\n" if line else ""
            return
        folded = level > 0 and _more_than(branch.node, BUSY)
        yield f"<li><details{'' if folded else ' open'}><summary>{line or '…'}</summary>\n{figure}"
        yield from self.branches(part.rest, level + 1)
        yield "</details></li>\n"

    # -------------------------------------------------------------------------------------------- lines

    def lines(self, play: PrintedSolution, depth: int) -> Iterator[str]:
        """Help and series play: set play first."""
        solution = play.solution
        if solution.set_lines:
            yield self.headed("set play", depth)
            yield from self.line_list(solution.set_lines, play.set_lines())
            yield self.headed("solution" if solution.count < 2 else "solutions", depth)
        ends: list[str] = []
        yield from self.line_list(solution.lines, self.noting_ends(play, ends))
        if ends:
            yield f'<div class="ends">\n{"".join(ends)}</div>\n'

    def noting_ends(self, play: PrintedSolution, ends: list[str]) -> Iterator[WrittenLine]:
        """The lines; if they are few, diagrams of their final positions are appended to `ends`."""
        several = len(play.solution.lines) > 1
        for number, line in enumerate(play.lines(), 1):
            if len(play.solution.lines) <= SHOWN and line.before is not None:
                word = escape(capital(self.words.word("final position")))
                if line.moves[-1] in {move.uci() for move in line.before.legal_moves}:
                    under = f"{word} {number}" if several else word
                    ends.append(self.figure(line.before, under, SMALL, line.moves[-1]))
            yield line

    def line_list(self, lines: Sequence[UciLine], written: Iterator[WrittenLine], depth: int = 0) -> Iterator[str]:
        """A list of lines; many lines are folded into groups by their first moves."""
        if not lines:
            return
        shortest = min(map(len, lines))
        while depth < shortest - 1 and len({line[depth] for line in lines}) == 1:
            depth += 1
        if len(lines) <= MAX_UNFOLDED_LINES or depth >= shortest - 1:
            yield '<ol class="lines">\n'
            for _ in lines:
                yield f"<li>{spans_html(next(written).spans(self.words))}</li>\n"
            yield "</ol>\n"
            return
        yield '<ul class="groups">\n'
        for _, group in groupby(lines, lambda line: line[:depth + 1]):
            alike = list(group)
            first = next(written)
            common = sum(1 for ply in first.plies if not ply.text) + depth + 1
            start = WrittenLine(first.plies[:common], first.moves)
            count = self.words.sentence("solutions" if alike[1:] else "one solution", count=len(alike))
            yield (f"<li><details><summary>{spans_html(start.spans(self.words))} "
                   f'<span class="badge">{escape(count)}</span></summary>\n')
            yield from self.line_list(alike, chain([first], written), depth + 1)
            yield "</details></li>\n"
        yield "</ul>\n"


def _more_than(node: Node, limit: int) -> bool:
    """Whether a node has more than `limit` moves below it; counts no further than that."""
    return any(count > limit for count, _ in enumerate(node))


_TAGS = {"number": 'span class="no"', "move": "b", "mark": 'span class="mark"', "word": "i",
         "badge": 'span class="badge"'}


def spans_html(spans: Iterable[Span]) -> str:
    """A printed line as HTML; no line break separates a move from its number."""
    return " ".join("".join(map(_span, group)) for group in unbroken(spans))


def _span(span: Span) -> str:
    tag = _TAGS[span.kind]
    return f"<{tag}>{escape(span.text)}</{tag.split()[0]}>"
