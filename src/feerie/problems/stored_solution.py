"""Solutions as files store them: moves that are still text, nested by their numbers.

`formats.printed_solution` reads them from text; `problems.comparison` finds out which moves are meant and whether they
agree with a solution that was found.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["StoredMove", "StoredPart"]

_BETWEEN = re.compile(r"[/,(]")
_WHOLE = re.compile(r"(?![a-z][A-Z]).*(?:[a-z][1-9]|[0Oo]-[0Oo]|~)")
"""What is a move of itself in a list, unlike "B" in "a8/B" and "wRe3" in "Kd3-f3/wRh3-e3"."""
_PROMOTED = re.compile(r"(.*[a-z](?:1|[2-9]\d?|1\d)[=/]?)[^\W\d_a-z]$")
_LETTER = re.compile(r"[^\W\d_a-z]")


@dataclass
class StoredMove:
    """A move of a stored solution.

    `text`: as written, without its number; or a list of moves that are followed by the same: "Rb5/Ra6". `place`: 0 for
    the move after "1.", 1 for "1...", 2 for "2.": what follows a move directly has the next place; a move two places
    later follows a null move: it is a threat, or part of a series. `marks`: the signs after it, "!" and "?" among them.
    """

    text: str
    place: int
    marks: str = ""
    children: list[StoredMove] = field(default_factory=list)

    @property
    def alternatives(self) -> list[str]:
        """The moves of a list; the text itself if it is none.

        "e1=Q/R" has e1=Q and e1=R. "Sf4/e3" and "Sf4(e3)" have Sf4 and e3, which may mean Se3.
        """
        found: list[str] = []
        for text in _BETWEEN.split(self.text):
            text = text.rstrip(")")
            promoted = _PROMOTED.match(found[-1]) if found and _LETTER.fullmatch(text) else None
            if promoted:
                found.append(promoted[1] + text)
            elif found and not _WHOLE.match(text):
                found[-1] += f"/{text}"
            else:
                found.append(text)
        return found

    @property
    def letter(self) -> str:
        """The letter with which the text begins: that of the man; "" for a pawn's move."""
        first = self.text[:1]
        return first if _LETTER.fullmatch(first) else ""

    @property
    def is_any(self) -> bool:
        """Whether it stands for any other move, of any man ("~") or of one ("Kd5~", "K~")."""
        return all("~" in text for text in self.alternatives)

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

    `is_none`: without moves, whether this says that there is no solution. `is_partial`: whether it is what a search
    found that did not end, so there may be more.
    """

    label: str = ""
    moves: list[StoredMove] = field(default_factory=list)
    is_none: bool = False
    is_partial: bool = False

    def lines(self) -> Iterator[tuple[StoredMove, ...]]:
        """All lines, from a first move to the last one that follows it."""
        waiting: list[tuple[StoredMove, ...]] = [(move,) for move in reversed(self.moves)]
        while waiting:
            line = waiting.pop()
            if not line[-1].children:
                yield line
            waiting.extend((*line, child) for child in reversed(line[-1].children))
