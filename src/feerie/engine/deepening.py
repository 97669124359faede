"""Iterative deepening: the root searched one ply deeper each time, within aspiration windows, for one or more lines."""
from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from feerie.engine.search import DEEPEST, INFINITE_SCORE, WON_SCORE, Search

WINDOW = 18
"""Half the width of the first aspiration window."""
ASPIRE_FROM = 5
"""The first iteration with a narrow window."""


class Found(NamedTuple):
    """A line found: its score and its moves, packed."""

    score: int
    moves: list[int]


class Iteration(NamedTuple):
    """The lines of an iteration, the best one first. `finished`: it was not stopped before its end."""

    depth: int
    lines: list[Found]
    finished: bool = True


def deepen(search: Search, lines: int = 1, first: int = 1, deepest: int = DEEPEST) -> Iterator[Iteration]:
    """Search the root of `search`, which must have been set, deeper and deeper from depth `first` until it is stopped.

    An iteration that is stopped is yielded only if it has found a different first move by then; the first one, if it
    has found any.
    """
    lines = min(lines, search.root_end)
    known: list[Found] = []
    for depth in range(first, deepest + 1):
        found: list[Found] = []
        for number in range(lines):
            before = known[number].score if number < len(known) else None
            score = aspire(search, depth, number, before)
            line = search.line()
            if search.judge.stopped:
                if line and score > -INFINITE_SCORE:
                    found.append(Found(score, line))
                if found and (not known or not number and found[0].moves[0] != known[0].moves[0]):
                    others = [other for other in known if other.moves[0] != found[0].moves[0]]
                    yield Iteration(depth, [*found, *others][:lines], finished=False)
                return
            found.append(Found(score, line or [search.root_moves()[number]]))
        known = sorted(found, key=lambda line: -line.score)
        yield Iteration(depth, known)


def aspire(search: Search, depth: int, number: int, before: int | None) -> int:
    """The score of the best of the root's moves from `number` on, looked for near the score `before` first."""
    alpha, beta, width = -INFINITE_SCORE, INFINITE_SCORE, WINDOW
    if before is not None and depth >= ASPIRE_FROM and abs(before) < WON_SCORE:
        alpha, beta = before - width, before + width
    while True:
        score = search.search_root(depth, alpha, beta, number)
        if search.judge.stopped or alpha < score < beta:
            return score
        width *= 3
        if score <= alpha:
            alpha = max(-INFINITE_SCORE, score - width) if width < 600 else -INFINITE_SCORE
        else:
            beta = min(INFINITE_SCORE, score + width) if width < 600 else INFINITE_SCORE
