"""Captures of two parts (rules/completion.py): where a man goes on to that has captured, or goes before it does."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from feerie.why.line_inquiry import LineInquiry
from feerie.why.pair import Pair

__all__ = ["PartInquiry"]


class PartInquiry(LineInquiry):
    """Checks the parts of captures that have two."""

    def first_part(self, pair: Pair) -> Pair:
        """The pair or, where it names a square from which the man goes on, the capture alone."""
        if pair.taken is None or self.now.completion is None:
            return pair
        goings = self.now.goings(pair.origin, self.side)
        target = next((target for target, taken in goings if taken == pair.taken), pair.taken)
        return replace(pair, target=target, taken=None, promotion=None)

    def goes_on(self, pair: Pair, first: Pair, taken: int | None) -> bool:
        """Whether a man that has captured goes on as it must; noted if it captures."""
        if not self.now.completes(taken):
            return first is pair or self.note("taken on the way", False, squares=[first.target], men=[pair.origin],
                                              captured=self.name(first.target), man=self.named(pair.origin),
                                              target=self.name(pair.target))
        assert taken is not None
        squares = self.now.completions(pair.origin, self.side, first.target, taken)
        holds = pair.taken is not None and pair.target in squares
        variant = "" if holds or squares and pair.taken is not None else "missing" if squares else "none"
        return self.note("goes on", holds, variant, squares=[first.target, *([pair.target] if holds else squares)],
                         men=[pair.origin, taken], man=self.named(pair.origin), captured=self.named(taken),
                         target=self.name(pair.target), places=self.places(squares) if squares else "")

    def prey(self, pair: Pair) -> int | None:
        """The square of the man that a move would take after a step elsewhere; None for any other move."""
        if self.now.preparation is None:
            return None
        if self.now.is_own(pair.target, self.side ^ 1) and not self.is_royal(pair.target):
            return pair.target
        return next((taken for target, taken in self.now.goings(pair.origin, self.side)
                     if target == pair.target and taken is not None and pair.taken in (None, taken)
                     and not self.is_royal(taken)), None)

    def prepares(self, pair: Pair, struck: int) -> bool:
        """Whether a man goes somewhere from where it takes another one; noted with the squares."""
        taking = [via for via, target in self.now.prepared(pair.origin, self.side, struck) if target == pair.target]
        vias = sorted({*taking}) or list(self.now.preparations(pair.origin, self.side, struck))
        holds = bool(taking)
        said: dict[str, Any] = {"man": self.named(pair.origin), "captured": self.named(struck),
                                "target": self.name(pair.target), "places": self.places(vias) if vias else ""}
        self.note("prepared", holds, "" if holds or vias else "none", squares=vias, men=[pair.origin, struck], **said)
        aside = "capture in passing" if self.now.is_in_passing(pair.origin, self.side, pair.target, struck) \
            else "capture on the way"
        return holds and self.note("capture" if struck == pair.target else aside, True,
                                   squares=[pair.target], men=[pair.origin, struck], **said)
