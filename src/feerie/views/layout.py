"""How a printed document is laid out: heading, columns, paper, the place of the solutions, the notation of moves."""
from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Never

from feerie.base.errors import ArgumentError
from feerie.views.notations import Notation

__all__ = ["PAPERS", "Layout", "Placement"]

PAPERS = ("a4", "a5", "us-letter")
"""The papers, as typst names them."""
MAX_COLUMNS = 4


class Placement(Enum):
    """Where the solutions of the problems go: APART, after all diagrams; NEXT_PAGE, there on a new page; BELOW each
    diagram; NONE, nowhere.
    """

    APART = "apart"
    NEXT_PAGE = "next-page"
    BELOW = "below"
    NONE = "none"

    @classmethod
    def _missing_(cls, value: object) -> Never:
        raise ArgumentError("no placement is called {} (known: {})", repr(value), ", ".join(each.value for each in cls))

    @property
    def is_after_all(self) -> bool:
        """Whether the solutions of all problems follow the last diagram."""
        return self in (Placement.APART, Placement.NEXT_PAGE)


@dataclass(frozen=True)
class Layout:
    """A layout. `title`: the heading; None for the default, "" for none. `columns`: problems in a row, 1 to 4; None for
    the default. `paper`: one of PAPERS. `closing`: a line after everything else, "" for none.

    Raises ArgumentError for other values.
    """

    title: str | None = None
    columns: int | None = None
    paper: str = "a4"
    placement: Placement = Placement.APART
    notation: Notation = Notation.LONG
    closing: str = ""

    def __post_init__(self) -> None:
        if self.columns is not None and not 1 <= self.columns <= MAX_COLUMNS:
            raise ArgumentError("a row has 1 to {} problems, not {}", MAX_COLUMNS, repr(self.columns))
        if self.paper not in PAPERS:
            raise ArgumentError("the paper is one of {}, not {}", ", ".join(PAPERS), repr(self.paper))

    def columns_for(self, problems: int) -> int:
        """The number of problems in a row: if not given, two for fewer than five problems, otherwise three."""
        return min(self.columns or (2 if problems < 5 else 3), max(1, problems)) if problems > 1 else 2
