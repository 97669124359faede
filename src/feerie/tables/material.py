"""The men of an endgame table, and which other tables the moves of its positions lead to."""
from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations_with_replacement

from feerie.base.errors import ArgumentError
from feerie.base.frozen import frozen
from feerie.rules.genre import Genre
from feerie.rules.symmetry import exchange_of_sides

__all__ = ["Material"]

Counts = tuple[int, ...]
"""By number of a kind of men in the genre: how many there are."""


@frozen
class Material:
    """The men of both sides: `counts[side][kind]` of them."""

    genre: Genre
    counts: tuple[Counts, Counts]

    @classmethod
    def parse(cls, genre: Genre, text: str) -> Material:
        """The material of a text such as "KB-K", White's men first; ArgumentError if it is none of this genre.

        Without "-" or "v" the second king begins Black's men: "KBK".
        """
        letters, royal = {man.letter: kind for kind, man in enumerate(genre.men)}, genre.royal.letter
        plain = text.strip().upper().replace("V", "-")
        if "-" not in plain and plain.count(royal) == 2:
            second = plain.rindex(royal)
            plain = plain[:second] + "-" + plain[second:]
        sides = plain.split("-")
        if len(sides) != 2:
            raise ArgumentError("{} is not the men of two sides: KR-K, for instance", repr(text))
        counts = []
        for side in sides:
            wrong = next((letter for letter in side if letter not in letters), None)
            if wrong is not None:
                raise ArgumentError("there is no man {} in {}", wrong, genre.name)
            if royal not in side:
                raise ArgumentError("{}: each side needs a king", text)
            counts.append(tuple(side.count(man.letter) for man in genre.men))
        limit, king = genre.royalty.kings, letters[royal]
        if limit is not None and any(of[king] > limit for of in counts):
            raise ArgumentError("{}: more kings than {} has", text, genre.name)
        return cls(genre, (counts[0], counts[1]))

    @classmethod
    def all_of(cls, genre: Genre, men: int) -> tuple[Material, ...]:
        """All canonical materials of so many men, a king or more a side, those of few kinds of men first."""
        kings = 1 if genre.royalty.kings == 1 else men
        royal = genre.men.index(genre.royal)
        found: dict[Material, None] = {}
        for chosen in combinations_with_replacement(range(2 * len(genre.men)), men):
            counts = tuple(tuple(chosen.count(side * len(genre.men) + kind) for kind in range(len(genre.men)))
                           for side in (0, 1))
            if all(1 <= of[royal] <= kings for of in counts):
                found[cls(genre, (counts[0], counts[1])).canonical] = None
        return tuple(found)

    @cached_property
    def name(self) -> str:
        """The men, White's first, each side's strongest first: "KB-K"."""
        return "-".join(self._letters(counts) for counts in self.counts)

    def _letters(self, counts: Counts) -> str:
        strongest_first = sorted(enumerate(self.genre.men), key=lambda item: (not item[1].royal, -item[0]))
        return "".join(man.letter * counts[kind] for kind, man in strongest_first)

    def _rank(self, letter: str) -> int:
        return next(number for number, man in enumerate(self.genre.men) if man.letter == letter)

    @property
    def men(self) -> int:
        """How many men there are."""
        return sum(map(sum, self.counts))

    @property
    def signature(self) -> int:
        """The counts as one number, four bits each: see signature_of in retrograde.py."""
        return sum(count << 4 * (8 * side + kind) for side in (0, 1) for kind, count in enumerate(self.counts[side]))

    @property
    def turned(self) -> Material:
        """The same with sides exchanged."""
        return Material(self.genre, (self.counts[1], self.counts[0]))

    @property
    def canonical(self) -> Material:
        """The one of the two, this or `turned`, that has a table: the side with more men, or stronger ones, is White.

        Where the sides have different rules, each has its own.
        """
        if exchange_of_sides(self.genre) is None:
            return self
        white, black = ((sum(counts), counts[::-1]) for counts in self.counts)
        return self if white >= black else self.turned

    @property
    def next(self) -> tuple[Material, ...]:
        """What captures, promotions, and both in one move can make of the men, each once."""
        found: dict[Material, None] = {}
        for side in (0, 1):
            for own in (self.counts[side], *self._promoted(self.counts[side])):
                other = self.counts[side ^ 1]
                for enemy in (other, *self._reduced(other)):
                    pair = (own, enemy) if not side else (enemy, own)
                    if pair != self.counts:
                        found[Material(self.genre, pair)] = None
        return tuple(found)

    def _promoted(self, counts: Counts) -> Iterator[Counts]:
        for kind, man in enumerate(self.genre.men):
            if counts[kind] and man.promotion:
                for letter in man.promotion.to:
                    to = self._rank(letter)
                    yield tuple(count - (at == kind) + (at == to) for at, count in enumerate(counts))

    def _reduced(self, counts: Counts) -> Iterator[Counts]:
        for kind, man in enumerate(self.genre.men):
            if counts[kind] and not man.royal:
                yield tuple(count - (at == kind) for at, count in enumerate(counts))

    @property
    def needed(self) -> tuple[Material, ...]:
        """The canonical materials whose tables this one is made from, and their own first; this one is the last."""
        ordered: dict[Material, None] = {}

        def add(material: Material) -> None:
            if material not in ordered:
                for other in material.next:
                    add(other.canonical)
                ordered[material] = None

        add(self.canonical)
        return tuple(ordered)
