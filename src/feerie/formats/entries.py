"""What files hold: problems, and diagrams without a stipulation."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from feerie.base.errors import Error, ProblemError
from feerie.genres import find_variant
from feerie.notation import fen
from feerie.notation.epd import Operand
from feerie.problems.problem import Problem, ProblemEntry
from feerie.problems.stipulation import Stipulation
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup

__all__ = ["Content", "Defaults", "Diagram", "Entry", "of_problems", "unquoted"]

_QUOTED = re.compile(r"\s*>")
_QUOTATION = re.compile("^[ \t]*>(?:[ \t]?>)*[ \t]?", re.MULTILINE)


def unquoted(text: str) -> str:
    """A text without a byte order mark and, if it begins as a quotation in a letter, without the quotation marks (">").

    Lines keep their numbers.
    """
    text = text.removeprefix("\ufeff")
    return _QUOTATION.sub("", text) if _QUOTED.match(text) else text


@dataclass(frozen=True, repr=False)
class Diagram:
    """A position without a stipulation. `operations`: those of an EPD. `game`: PGN of the game that led to it, or "".
    `unread`: what was left out of the game; it does not count in comparisons.
    """

    genre: Genre
    setup: Setup
    operations: tuple[tuple[str, Operand], ...] = ()
    game: str = ""
    unread: tuple[str, ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        """Genre and FEN, and whatever else is given."""
        rest = f", operations={self.operations!r}" if self.operations else ""
        return f"Diagram({self.genre.name!r}, {self.fen!r}{rest}{', game=' + repr(self.game) if self.game else ''})"

    @property
    def fen(self) -> str:
        """The FEN of the position."""
        return fen.write(self.genre, self.setup)


Content = Problem | Diagram


@dataclass(frozen=True)
class Defaults:
    """What is meant if a file does not say it.

    `genre`: orthodox chess if not given. `stipulation`: for diagrams; None leaves them as they are. `solution_text`: a
    function that writes the solution of a result of `feerie solve --json`; None leaves it out.
    """

    genre: Genre = field(default_factory=lambda: find_variant(""))
    stipulation: Stipulation | None = None
    solution_text: Callable[[dict[str, Any]], str] | None = None


@dataclass(frozen=True)
class Entry:
    """One entry of a file, or why it could not be read: `number` and `line` as in ProblemEntry.

    Either `content` or `error` is None; the error begins with its line if that is known.
    """

    number: int
    line: int
    content: Content | None = None
    error: Error | None = None

    def get(self) -> Content:
        """The content; raises the error if there is none."""
        if self.content is None:
            raise self.error or ProblemError("no problem")
        return self.content


def of_problems(entries: Iterable[ProblemEntry]) -> Iterator[Entry]:
    """The entries of a file that holds problems only."""
    return (Entry(entry.number, entry.line, entry.problem, entry.error) for entry in entries)
