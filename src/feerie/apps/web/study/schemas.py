"""The schemas of the interface for studying."""
from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from feerie.apps.web.games.schemas import LONGEST_FEN, LONGEST_GENRE, LanguageCode, MoveWords, Strict

__all__ = ["NewStudy", "StudyAct", "StudyMove", "StudyOpened", "StudyState"]


class NewStudy(Strict):
    """A study of a position (a FEN), of a game (PGN or a list of moves), or of the solution that a job has found."""

    genre: str = Field(default="orthodox", max_length=LONGEST_GENRE)
    fen: str = Field(default="", max_length=LONGEST_FEN)
    pgn: str = Field(default="", max_length=100_000)
    title: str = Field(default="", max_length=200)
    solution: str = Field(default="", max_length=64)
    part: int = Field(default=0, ge=0, le=1000)
    language: LanguageCode = "en"


class StudyOpened(BaseModel):
    """The study has been saved."""

    id: str


class StudyMove(Strict):
    """A move played after a node. `revision`: of the study that the client has seen."""

    node: int = Field(ge=0, le=100_000)
    move: MoveWords
    revision: int = Field(ge=0)
    language: LanguageCode = "en"


class StudyAct(Strict):
    """A change of a node. `text`: the comment or the title; `mark`: a NAG from 1 (!) to 6 (?!), 0 for none."""

    act: Literal["promote", "delete", "comment", "mark", "title"]
    node: int = Field(default=0, ge=0, le=100_000)
    text: Annotated[str, Field(max_length=4000)] = ""
    mark: int = Field(default=0, ge=0, le=6)
    revision: int = Field(ge=0)


class StudyState(BaseModel):
    """A study as the page shows it. `at`: the node to look at."""

    model_config = ConfigDict(extra="allow")

    id: str
    revision: int
    title: str
    at: int
    nodes: list[dict[str, Any]]
