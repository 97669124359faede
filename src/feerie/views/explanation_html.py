"""Explanations as HTML: the sentences, each with its diagram; arrows show the paths of men and the moves in question.

A page is complete in itself and needs no script.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from importlib import resources
from itertools import chain, pairwise

from feerie.base.errors import InvalidMoveError
from feerie.game.explanation import Explanation, RuleFinding
from feerie.game.position import Position
from feerie.notation.languages import Language
from feerie.notation.languages import language as language_of
from feerie.notation.moves import squares_of
from feerie.rules.board import Board
from feerie.rules.literals import BoardStyle
from feerie.views.arrows import Route
from feerie.views.captions import SIGNED
from feerie.views.diagram import Arrow, definitions, draw
from feerie.views.figures import figures_of
from feerie.views.legend import board_name, legend_html
from feerie.why.what_if import WhatIf

__all__ = ["explanation_html"]

STYLE: BoardStyle = "print"
LARGE, SMALL = 360, 240
"""The longer side in pixels of the first diagram and of those of the sentences."""
LEGAL, ILLEGAL, ATTACK = "green", "yellow", "red"


def explanation_html(position: Position, explanation: Explanation, language: str | Language = "en") -> str:
    """A page with an explanation of a position or of one of its moves, as `explain` returns it.

    >>> from feerie.why.explain import explain
    >>> position = Position("orthodox", "R3k3/R7/8/8/8/8/8/4K3 b - -")
    >>> page = explanation_html(position, explain(position))
    >>> page.startswith("<!DOCTYPE html>"), "f8 is guarded by the rook on a8" in page
    (True, True)
    """
    return "".join(_pieces(position, explanation, language_of(language, position.genre)))


def _pieces(position: Position, explanation: Explanation, words: Language) -> Iterator[str]:
    style = resources.files("feerie.views").joinpath("explanation.css").read_text(encoding="utf-8")
    figures = figures_of(position.genre.men, position.men().values())
    title = f"{position.genre.title(words.code)}: {explanation.verdict}".rstrip(" :")
    yield (f'<!DOCTYPE html>\n<html lang="{words.code}">\n<head>\n<meta charset="utf-8">\n'
           '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
           f'<meta name="generator" content="{SIGNED}">\n<title>{escape(title)}</title>\n'
           f"<style>\n{style}</style>\n</head>\n<body>\n"
           f'<svg class="stock" width="0" height="0" aria-hidden="true">'
           f'{definitions(figures.values(), STYLE)}</svg>\n')
    yield f"<main>\n<h1>{escape(explanation.verdict)}</h1>\n"
    yield f"<figure>{_overview(position, explanation)}<figcaption>{escape(position.fen())}"
    yield from legend_html(position.genre, position.setup, words, problem=False)
    if named := board_name(position.genre.board, words):
        yield f'<p class="legend">{escape(named)}</p>\n'
    yield "</figcaption></figure>\n<ol>\n"
    for finding in explanation.findings:
        yield _item(position, explanation, finding)
    yield f"</ol>\n</main>\n<footer><p>{SIGNED}</p></footer>\n</body>\n</html>\n"


def _overview(position: Position, explanation: Explanation) -> str:
    """The main diagram: for a move, the move; for a position, the attacks on kings and the state of the flights."""
    board = position.genre.board
    arrows: list[Arrow] = []
    marks = {}
    if explanation.move:
        arrows += _moves(position, [explanation.move], explanation.legal)
    for finding in explanation.findings:
        if finding.rule == "king attacked":
            arrows += _arrows(board, finding.ways, ATTACK)
        elif finding.rule == "flight":
            marks[finding.squares[0]] = "dot" if finding.holds else "cross"
    return draw(position, arrows=dict.fromkeys(arrows), marks=marks, size=LARGE, style=STYLE, defined=False)


def _item(position: Position, explanation: Explanation, finding: RuleFinding) -> str:
    """A sentence; if there is something to show, a diagram unfolds below it."""
    sign = explanation.sign(finding).strip()
    kind = {"✓": "yes", "✗": "no"}.get(sign, "fact")
    said = f'<span class="sign">{sign}</span> {escape(finding.sentence)}'
    board = position.genre.board
    moves = finding.moves or ((explanation.move,) if explanation.move and finding.ways else ())
    holds = finding.holds if finding.moves else explanation.legal
    attacks = [way for way in finding.ways if not any(uci.startswith(way[0] + way[-1]) for uci in moves)]
    arrows = [*_moves(position, moves, holds), *_arrows(board, attacks, ATTACK)]
    if not arrows:
        return f'<li class="{kind}">{said}</li>\n'
    marks = dict.fromkeys(finding.squares, "circle")
    drawn = draw(position, arrows=dict.fromkeys(arrows), marks=marks, size=SMALL, style=STYLE, defined=False)
    return f'<li class="{kind}"><details><summary>{said}</summary>{drawn}</details></li>\n'


def _moves(position: Position, moves: Iterable[str], holds: bool) -> list[Arrow]:
    """Arrows for moves given in UCI, along their paths; other texts, and moves that lead nowhere, have none."""
    board = position.genre.board
    diagram = WhatIf(position.genre, position.setup)
    squares = {board.name(square): square for square in board.squares}
    colour = LEGAL if holds else ILLEGAL
    found = []
    for uci in moves:
        try:
            pair = squares_of(uci)[:2]
        except InvalidMoveError:
            continue
        if set(pair) <= set(squares) and pair[0] != pair[1]:
            way = next(iter(diagram.paths_to(squares[pair[1]], [squares[pair[0]]])), tuple(map(squares.get, pair)))
            found += _arrows(board, [tuple(board.name(at) for at in way if at is not None)], colour)
    return found


def _arrows(board: Board, ways: Iterable[tuple[str, ...]], colour: str) -> list[Arrow]:
    """Arrows along paths, each bent where its path is: at a rebound."""
    out: list[Arrow] = []
    for way in chain.from_iterable(_apart(board, whole) for whole in ways):
        turns = (way[0], *(at for before, at, after in zip(way, way[1:], way[2:])
                           if _step(board, before, at) != _step(board, at, after)), way[-1])
        if len(set(turns)) > 1:
            out.append(Route(turns, colour))
    return out


def _apart(board: Board, way: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A path in the parts between which it crosses the edge of a cylinder; whole if none of these is an arrow."""
    parts = [way[:1]]
    for before, at in pairwise(way):
        if board.crosses_edge(board.index(before), board.index(at)):
            parts.append(())
        parts[-1] += (at,)
    return [part for part in parts if len(part) > 1] or [way]


def _step(board: Board, start: str, end: str) -> tuple[int, int]:
    """Files and ranks from one square to another."""
    one, other = board.index(start), board.index(end)
    return board.file(other) - board.file(one), board.rank(other) - board.rank(one)
