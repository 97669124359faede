"""The lengths of a forced mate: those known to be enough or too few, and turns for those that are not known."""
from __future__ import annotations

from feerie.problems.forced_mate import LONGEST_MATE

__all__ = ["LengthBounds"]

FIRST_TURN = 50_000
"""Positions for a length in the first round; twice as many in each round that follows."""
SHARE = 4
"""The number of moves asked for gets that many times the turn of a smaller one."""


class LengthBounds:
    """What is known: the goal is forced in `found` moves (None: not known), and not in `refuted` moves or fewer.

    `asked`: in how many moves it is looked for, None for any number; `shortest`: whether the smallest number is wanted.
    `round`: the number of the round of turns, from 0.
    """

    def __init__(self, asked: int | None, shortest: bool) -> None:
        self.asked, self.shortest = asked, shortest or asked is None
        self.refuted = self.round = 0
        self.found: int | None = None

    @property
    def open(self) -> range:
        """The lengths of which nothing is known and that matter."""
        if self.found is not None and not self.shortest:
            return range(0)
        return range(self.refuted + 1, self.found or (self.asked or LONGEST_MATE) + 1)

    def turns(self) -> list[tuple[int, int]]:
        """The lengths of the round, each with the positions that it gets."""
        number = self.round
        lengths, turn = self.open, FIRST_TURN << number
        if self.found is None and self.asked is not None:
            smaller = lengths[:-1]
            rest = [(smaller[number % len(smaller)], turn)] if number and smaller else []
            return [(self.asked, SHARE * turn), *rest]
        if self.found is None:
            lengths = lengths[:number + 2]
        return [(length, turn) for length in lengths]

    def learn(self, length: int, answer: int) -> bool:
        """Note the answer of `MateSearch.prove`; is it a goal in fewer moves than known?"""
        if answer < 0:
            self.refuted = max(self.refuted, length)
        improves = answer > 0 and (self.found is None or answer < self.found)
        if improves:
            self.found = answer
        return improves
