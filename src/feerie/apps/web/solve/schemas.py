"""The schemas of the interface for solving problems oneself."""
from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from feerie.apps.web.games.schemas import LanguageCode, MoveWords, Notation, Strict, UciText

__all__ = ["ExerciseList", "ExerciseRow", "HintAsked", "LineAsked"]

LONGEST_LINE, MOST_FOUND = 24, 64
Line = Annotated[list[UciText], Field(max_length=LONGEST_LINE)]


class LineAsked(Strict):
    """A line, and a move after it, in any notation. `helped`: the board makes the moves of the side that helps;
    `found`: the solutions that are known already, as lines; in battles their first moves."""

    line: Line = Field(default_factory=list)
    move: MoveWords | None = None
    helped: bool = False
    found: list[Line] = Field(default_factory=list, max_length=MOST_FOUND)
    language: LanguageCode = "en"
    notation: Notation = "short"


class HintAsked(Strict):
    """A line after which a hint is wanted: 1 the man, 2 the square it goes to, 3 the move."""

    line: Line = Field(default_factory=list)
    step: Literal[1, 2, 3] = 1
    found: list[Line] = Field(default_factory=list, max_length=MOST_FOUND)
    language: LanguageCode = "en"
    notation: Notation = "short"


class ExerciseRow(BaseModel):
    """A problem in a list. `kind`: of its play; `grade`: from 1 to 5, 0 for a saved one."""

    id: str
    genre: str
    title: str
    stipulation: str
    kind: str
    moves: int
    grade: int
    author: str
    source: str


class ExerciseList(BaseModel):
    """Problems to solve; `next`: from where a collection goes on, null at its end."""

    exercises: list[ExerciseRow]
    next: int | None
