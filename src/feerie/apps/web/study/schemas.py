"""The schemas of the interface for studying."""
from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from feerie.apps.web.games.schemas import LONGEST_FEN, LONGEST_GENRE, LanguageCode, MoveWords, Strict

__all__ = ["NewStudy", "StudyAct", "StudyMove", "StudyOpened", "StudyState"]


class NewStudy(Strict):
    """A study of a position (a FEN), of a game (PGN or a list of moves), or of the solution that a job has found.

    A PGN with several games becomes a study with as many chapters; `chapter_of`: any chapter of the study to which new
    ones are added.
    """

    genre: str = Field(default="orthodox", max_length=LONGEST_GENRE)
    fen: str = Field(default="", max_length=LONGEST_FEN)
    pgn: str = Field(default="", max_length=100_000)
    title: str = Field(default="", max_length=200)
    solution: str = Field(default="", max_length=64)
    chapter_of: str = Field(default="", max_length=64)
    part: int = Field(default=0, ge=0, le=1000)
    language: LanguageCode = "en"


class StudyOpened(BaseModel):
    """The study has been saved."""

    id: str


Line = Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=3000)]
"""The moves that lead to a node, in UCI: those of the variation, whatever others do to the study in the meantime."""
Square = Annotated[str, Field(pattern=r"^[a-z]\d{1,2}$")]
Arrows = list[tuple[Square, Square, Literal["green", "red", "yellow", "blue"]]]
Header = Literal["White", "Black", "Event", "Site", "Date", "Round", "Annotator", "Result"]


class StudyMove(Strict):
    """A move played after a node."""

    line: Line = Field(default_factory=list)
    move: MoveWords
    language: LanguageCode = "en"


class StudyAct(Strict):
    """A change of a node, or of the study.

    `text`: the comment, the title, or the value of a header; `mark`: a NAG from 1 (!) to 6 (?!), 0 for none; `arrows`:
    all that are drawn there, (from, to, colour), a circled square from itself to itself; `header`: which one is meant.
    "earlier" and "later" move the chapter by one place among the others.
    """

    act: Literal["promote", "delete", "comment", "mark", "arrows", "title", "header", "earlier", "later", "undo",
                 "redo"]
    line: Line = Field(default_factory=list)
    text: Annotated[str, Field(max_length=4000)] = ""
    mark: int = Field(default=0, ge=0, le=6)
    arrows: Arrows = Field(default_factory=list, max_length=100)
    header: Header = "White"


class StudyState(BaseModel):
    """A study as the page shows it. `at`: the node to look at; `chapters`: those of the study that it belongs to."""

    model_config = ConfigDict(extra="allow")

    id: str
    revision: int
    title: str
    at: int
    nodes: list[dict[str, Any]]
    chapters: list[dict[str, str]]
