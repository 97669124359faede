"""Solutions as files store them: moves that are still text, nested by their numbers.

`formats.printed_solution` reads them from text; `problems.comparison` finds out which moves are meant and whether they
agree with a solution that was found.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["StoredMove", "StoredPart"]


@dataclass
class StoredMove:
    """A move of a stored solution.

    `text`: as written, without its number. `place`: 0 for the move after "1.", 1 for "1...", 2 for "2.": what follows a
    move directly has the next place; a move two places later follows a null move: it is a threat, or part of a series.
    `marks`: the signs after it, "!" and "?" among them.
    """

    text: str
    place: int
    marks: str = ""
    children: list[StoredMove] = field(default_factory=list)

    @property
    def is_try(self) -> bool:
        """Whether it is marked as a try."""
        return "?" in self.marks and "!" not in self.marks

    @property
    def is_duty(self) -> bool:
        """Whether it is marked as a mate to which reflex play obliges the side to move, not as a key."""
        return "?!?" in self.marks

    @property
    def numbered(self) -> str:
        """The move with its number, for messages: "1...Kb8"."""
        return f"{self.place // 2 + 1}{'...' if self.place % 2 else '.'}{self.text}"


@dataclass
class StoredPart:
    """What is stored about a problem or one of its twins. `label`: "a" for a twin, or ""; `moves`: the first moves.

    `is_none`: without moves, whether this says that there is no solution.
    """

    label: str = ""
    moves: list[StoredMove] = field(default_factory=list)
    is_none: bool = False

    def lines(self) -> Iterator[tuple[StoredMove, ...]]:
        """All lines, from a first move to the last one that follows it."""
        waiting: list[tuple[StoredMove, ...]] = [(move,) for move in reversed(self.moves)]
        while waiting:
            line = waiting.pop()
            if not line[-1].children:
                yield line
            waiting.extend((*line, child) for child in reversed(line[-1].children))
