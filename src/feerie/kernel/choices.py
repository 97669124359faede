"""What the player may choose for the effects of a capture, as numbers in a move.

Usually that is what a man becomes which an effect puts where it promotes: the species + 1. Where rules let the player
choose the square as well (`places`, rules/facet.py), the number is an index into all that may be chosen in a genre:
first the squares, where the man stays what it is, then each square on which men promote with each kind that they may
become. Of a capture that promotes, what the capturer becomes is a part of the index, too: that is a multiple of their
count.
"""
from __future__ import annotations

from array import array

from feerie.kernel.tables import SQUARES
from feerie.rules.genre import Genre, GenreError

__all__ = ["Choices"]

ROOM = 1 << 13
"""Indices for which a move has bits: twelve of them where others have what the man becomes and what is aside."""
ROOM_ASIDE = 1 << 8
"""Indices of a capture on another square than the target, by a man that does not promote."""


class Choices:
    """What may be chosen in a genre. GenreError if a move has no room for that.

    `places`: whether squares are chosen; `squares`: those on which men promote; `kinds`: what they may become, by the
    numbers of the kinds of men; `count`: how many indices there are, those of capturers that promote left out.
    `table_squares`, `table_kinds`: by index the square, and the kind + 1 that a man becomes there, 0 if it stays what
    it is; `first`: by square the first index of men that promote there; `ranks`: by kind its number among `kinds`;
    `ranked`: the kinds, never none.
    """

    def __init__(self, genre: Genre, *, takes_aside: bool, promotes_aside: bool) -> None:
        self.places = any(hasattr(rule, "places") for rule in genre.rules)
        promoting = [man.promotion for man in genre.men if man.promotion] if self.places else []
        self.squares = sorted({square for promotion in promoting for zone in promotion.zones for square in zone})
        letters = [man.letter for man in genre.men]
        self.kinds = array("B", sorted({letters.index(letter) for promotion in promoting for letter in promotion.to}))
        self.count = SQUARES + len(self.squares) * len(self.kinds)
        if self.places and (self.count * max(1, len(self.kinds)) > ROOM or takes_aside and self.count > ROOM_ASIDE
                            or promotes_aside):
            raise GenreError("{}: men may become too many kinds of men for the choice of a square", genre.name)
        found = [self.at(number) for number in range(self.count)]
        self.table_squares = array("B", (square for square, _ in found))
        self.table_kinds = array("B", (0 if kind is None else kind + 1 for _, kind in found))
        self.first, self.ranks = array("Q", bytes(8 * SQUARES)), array("B", bytes(SQUARES))
        for place, square in enumerate(self.squares):
            self.first[square] = SQUARES + place * len(self.kinds)
        self.ranked = self.kinds or array("B", [0])
        for rank, kind in enumerate(self.kinds):
            self.ranks[kind] = rank

    def number(self, square: int, kind: int | None) -> int:
        """The index of a square and of what a man becomes there; None if it stays what it is."""
        if kind is None:
            return square
        return SQUARES + self.squares.index(square) * len(self.kinds) + self.kinds.index(kind)

    def at(self, number: int) -> tuple[int, int | None]:
        """The square of an index, and what a man becomes there."""
        number %= self.count
        if number < SQUARES:
            return number, None
        place, kind = divmod(number - SQUARES, len(self.kinds))
        return self.squares[place], self.kinds[kind]

    def becomes(self, number: int) -> int:
        """What the capturer becomes by a capture that promotes."""
        return self.kinds[number // self.count]
