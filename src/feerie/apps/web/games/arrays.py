"""Game arrays with the men of the dictionary that a genre adds: without them only promotions would bring these men."""
from __future__ import annotations

from itertools import permutations

from feerie.game.position import Position
from feerie.genres import elements_of
from feerie.rules.unit import kind_text

__all__ = ["with_added_men"]

_PLACES = "QNRB"
"""Whose places added men take, kind after kind, unless they attack a king there; those that promote take pawns'."""


def with_added_men(start: Position) -> Position:
    """A position in which the added men stand in place of others; the same one where that cannot be."""
    return next((found for places in permutations(_PLACES) if not (found := _placed(start, places)).checked_squares()
                 and found.is_valid()), start)


def _placed(start: Position, order: tuple[str, ...]) -> Position:
    present = {man.upper() for _, man in start.setup.pieces}
    places = iter([letter for letter in order if letter in present])
    becomes: dict[str, str] = {}
    for man in elements_of(start.genre).men:
        becomes.setdefault("P" if man.promotion else next(places, ""), kind_text(man.letter))
    board = start.genre.board
    return start.replace({board.name(square): new if man.isupper() else new.lower()
                          for square, man in start.setup.pieces if (new := becomes.get(man.upper()))})
