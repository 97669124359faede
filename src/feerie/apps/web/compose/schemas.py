"""The schemas of the interface for composing; every text, list and number has its limits."""
from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, Field, WithJsonSchema, model_validator

from feerie.apps.web.games.schemas import LONGEST_FEN, LONGEST_GENRE, LanguageCode, Strict
from feerie.problems.stipulation import LONGEST_WORDS
from feerie.rules.literals import NotationName

__all__ = ["CollectionName", "Draft", "ExportAsked", "ImportAsked", "Imported", "JobState", "Kept",
           "ProblemSaved", "Saved", "SetupAsked", "SolveAsked", "Started", "State"]

State = Literal["waiting", "running", "stopped", "done", "failed"]
GenreName = Annotated[str, Field(max_length=LONGEST_GENRE)]
Square = Annotated[str, Field(max_length=3)]
TextLine = Annotated[str, Field(max_length=500)]
Remark = Annotated[str, Field(max_length=4000)]
OptionValue = Annotated[Any, WithJsonSchema({"anyOf": [
    {"type": "boolean"}, {"type": "integer"}, {"type": "array", "items": {"type": ["string", "integer"]}}]})]
"""`drafts.problem_of` says which of them an option takes."""


class SetupAsked(Strict):
    """Men on squares: by a FEN or, where that is empty, one by one. `denied`: castling rights that are lost.

    The genre gets the men and traits of the dictionary that a FEN has. Men one by one are texts of `rules.unit`, or
    signs of unfinished diagrams (`rules.target`); `fitting`: those that the genre does not have are left out. `begins`:
    the game array, where the genre has one.
    """

    genre: GenreName = "orthodox"
    fen: str = Field(default="", max_length=LONGEST_FEN)
    men: dict[Square, Annotated[str, Field(max_length=40)]] = Field(default_factory=dict, max_length=64)
    fitting: bool = False
    begins: bool = False
    turn: Literal["white", "black"] = "white"
    denied: str = Field(default="", max_length=16)
    flags: str = Field(default="", max_length=16)
    passed: str = Field(default="", max_length=3)


class Draft(Strict):
    """A problem as it is edited. `required`: whether a proof game must leave the castling rights and the flags that its
    FEN has. `constraints`: those of `problems.constraints`. `options`: by the names of `problems.options`;
    `twins`: in Popeye's English, each with or without a label; `metadata`: what databases say besides, kept as it is.
    """

    genre: GenreName = "orthodox"
    fen: str = Field(default="", max_length=LONGEST_FEN)
    stipulation: str = Field(default="", max_length=LONGEST_WORDS + 2)
    required: bool = False
    target: str = Field(default="", max_length=LONGEST_FEN)
    constraints: list[TextLine] = Field(default_factory=list, max_length=64)
    options: dict[Annotated[str, Field(max_length=40)], OptionValue] = Field(default_factory=dict, max_length=40)
    twins: list[TextLine] = Field(default_factory=list, max_length=60)
    zeroposition: bool = False
    author: list[TextLine] = Field(default_factory=list, max_length=30)
    source: TextLine = ""
    title: TextLine = ""
    award: TextLine = ""
    keywords: list[TextLine] = Field(default_factory=list, max_length=60)
    remarks: list[Remark] = Field(default_factory=list, max_length=60)
    intended: str = Field(default="", max_length=400)
    solution_text: str = Field(default="", max_length=100_000)
    metadata: dict[str, Any] = Field(default_factory=dict, max_length=20)
    unread: list[Remark] = Field(default_factory=list, max_length=60)


class SolveAsked(Strict):
    """What is to be solved. `tries`: with how many refutations, 0 for none; `seconds`: for each part.

    `quick`: answers at once or not at all, and keeps no checkpoint; otherwise a later job for the same problem
    continues where this one was stopped.
    """

    draft: Draft
    tries: int = Field(default=0, ge=0, le=9)
    set_play: bool = False
    seconds: float = Field(default=3600, gt=0, le=24 * 3600)
    quick: bool = False


class Started(BaseModel):
    """A job has begun."""

    id: str


class JobState(BaseModel):
    """The state of a job. `progress`: of the part being solved, 0 to 1; `found`: lines of help play so far."""

    id: str
    state: State
    part: int
    parts: int
    progress: float
    seconds: float
    found: int
    resumed: bool
    error: str


class CollectionName(Strict):
    """The name of a collection."""

    name: str = Field(min_length=1, max_length=100, pattern=r"\S")


class ProblemSaved(Strict):
    """A problem to be saved. `revision`: of the one it replaces; `solution`: the job that solved it, or ""."""

    draft: Draft
    collection: int = Field(default=1, ge=1, le=2**31)
    revision: int = Field(default=0, ge=0)
    solution: str = Field(default="", max_length=64)
    language: LanguageCode = "en"


class Saved(BaseModel):
    """The problem is saved: committed to the file."""

    id: str
    revision: int
    tested: str


LARGEST_IMPORT = 32 << 20
"""Characters of a text, or bytes of a file, that are imported."""


class ImportAsked(Strict):
    """A file of problems: its text, or `data`, its bytes in base64, with their `encoding`, "" to recognise it.

    `format`: "" to recognise it by the text and the file's `name`; `stipulation`: of diagrams that have none;
    `skip`: how many entries have been read already.
    """

    text: str = Field(default="", max_length=LARGEST_IMPORT)
    data: str = Field(default="", max_length=-(-LARGEST_IMPORT // 3) * 4, pattern=r"^[A-Za-z0-9+/]*={0,2}$")
    encoding: str = Field(default="", max_length=40)
    format: str = Field(default="", max_length=20)
    name: str = Field(default="", max_length=200)
    genre: GenreName = "orthodox"
    stipulation: str = Field(default="", max_length=100)
    collection: int = Field(default=1, ge=1, le=2**31)
    skip: int = Field(default=0, ge=0, le=10**6)

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if bool(self.text) == bool(self.data):
            raise ValueError("either text or data")
        return self


class Imported(BaseModel):
    """The problems that were read and saved, and a sentence for each entry that was not.

    `left_at`: what to skip next, where there are more entries than are read at a time.
    """

    ids: list[str]
    errors: list[str]
    left_at: int | None = None


class FileAsked(Strict):
    """How a file of problems is read that is sent as it is; the fields are those of ImportAsked."""

    encoding: str = Field(default="", max_length=40)
    format: str = Field(default="", max_length=20)
    name: str = Field(default="", max_length=200)
    genre: GenreName = "orthodox"
    stipulation: str = Field(default="", max_length=100)
    collection: int = Field(default=1, ge=1, le=2**31)
    language: LanguageCode = "en"


class ExportAsked(Strict):
    """A problem to be written in a format. `solution`: the job that solved it, or ""."""

    draft: Draft
    format: str = Field(max_length=20)
    language: LanguageCode = "en"
    notation: NotationName = "long"
    solution: str = Field(default="", max_length=64)


class Kept(BaseModel):
    """A saved problem, to be edited."""

    id: str
    collection: int
    revision: int
    tested: str
    draft: Draft
    setup: dict[str, Any]
