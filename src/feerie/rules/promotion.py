"""Promotion: where a man must become another, and what."""
from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.properties import Property

if TYPE_CHECKING:
    from feerie.rules.genre import Genre

__all__ = ["Promotion", "PromotionRank"]


@frozen
class Promotion:
    """A man of side s that arrives on `zones[s]` becomes one of the men `to` (letters), of its owner's choice."""

    zones: tuple[frozenset[int], frozenset[int]]
    to: tuple[str, ...]


@frozen
class PromotionRank:
    """Men promote on another rank, counted from the last of their side: 1 for the last but one.

    Men that did not promote go on as ever.
    """

    before_last: int = 1

    @property
    def forms(self) -> tuple[object, ...]:
        return ()

    @property
    def loses(self) -> Property:
        return Property.PAWNS

    @property
    def slot(self) -> Message:
        return Message("where pawns promote")

    def adapt(self, genre: Genre) -> Genre:
        """Pawns may have come to the ranks beyond, where they stand for good."""
        zones = genre.board.rows(-1 - self.before_last), genre.board.rows(self.before_last)
        return replace(genre, men=tuple(
            replace(man, region=None, promotion=replace(man.promotion, zones=zones)) if man.promotion else man
            for man in genre.men))
