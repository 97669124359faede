"""The schemas of the interface, which the OpenAPI page shows. Every text and number has its limits."""
from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from feerie.notation.languages import LANGUAGES

__all__ = ["LONGEST_FEN", "LONGEST_GENRE", "Act", "Answer", "GameState", "GameSummary", "LanguageCode", "MoveText",
           "NewGame", "Notation", "Opened", "Played", "PlayerName", "Strict", "UciText", "Why"]

if TYPE_CHECKING:
    LanguageCode = str
else:
    LanguageCode = Literal[tuple(LANGUAGES)]
LONGEST_GENRE, LONGEST_FEN = 300, 1500
"""Characters of the name of a genre, which may list many elements, and of a FEN, whose men may have traits."""
Notation = Literal["short", "long"]
UciText = Annotated[str, Field(min_length=4, max_length=40)]
MoveWords = Annotated[str, Field(min_length=1, max_length=64)]


class Strict(BaseModel):
    """What a client sends: unknown fields are refused, not ignored."""

    model_config = ConfigDict(extra="forbid")


class NewGame(Strict):
    """A game to be opened: of a genre, from its game array, a FEN or the end of a PGN.

    `added_men`: men of the dictionary that the genre adds stand in place of others; of no use with a PGN.
    """

    genre: str = Field("orthodox", max_length=LONGEST_GENRE)
    fen: str = Field("", max_length=LONGEST_FEN)
    pgn: str = Field("", max_length=100_000)
    added_men: bool = False
    language: LanguageCode = "en"
    opponent: Literal["engine", "board", "link"] = "board"
    side: Literal["white", "black", "random"] = "white"
    level: str = Field("full", max_length=20)
    seconds: float = Field(1.0, ge=0.05, le=10, description="the engine's time for a move, without a clock")
    clock: float | None = Field(None, ge=10, le=6 * 3600, description="seconds for the whole game")
    increment: float = Field(0, ge=0, le=180)
    days: int | None = Field(None, ge=1, le=30, description="by correspondence: days for each move, without a clock")


class Opened(BaseModel):
    """A game has been opened. `player_token` lets its holder move; `invitation`: the address for the other player."""

    id: str
    player_token: str
    invitation: str | None


class MoveText(Strict):
    """A move in UCI, short or long form, with the letters of a language. `ply`: number of moves made before it."""

    move: MoveWords
    ply: int = Field(ge=0, le=100_000)
    language: LanguageCode = "en"


class Played(BaseModel):
    """The move that was played."""

    uci: str
    revision: int


class Act(Strict):
    """What a player does besides moving."""

    act: Literal["takeback", "resign", "draw", "decline"]


class Rematch(Strict):
    """How the game that follows begins: with `new_array` from another array than this one, in genres that have several.
    """

    new_array: bool = False


class PlayerName(Strict):
    """What a player wants to be called, "" for nothing. `side`: which one, where the player has both."""

    name: str = Field(max_length=40)
    side: Literal["white", "black"] | None = None


class Answer(BaseModel):
    """It is done."""

    revision: int


class Why(BaseModel):
    """Why a move is legal or not; `reasons`: the reasons against it; `table`: what an endgame table says of the
    position, "" where none is asked or knows it."""

    move: str
    legal: bool
    verdict: str
    reasons: list[str]
    table: str


class GameSummary(BaseModel):
    """A game in a list. `ply`: number of moves made; `yours`: whether the holder of a player token is to move;
    `diagram`: the position as SVG while the game goes on.
    """

    id: str
    title: str
    opponent: str
    diagram: str
    said: str
    ply: int
    over: bool
    yours: bool


class GameState(BaseModel):
    """A game as the page shows it. `sides`: those that the client may move; `link`: the address of the game for
    whoever is to watch; `is_guest`: whether the client may reach this game only.
    """

    model_config = ConfigDict(extra="allow")

    id: str
    revision: int
    sides: list[str]
    link: str
    is_guest: bool
    turn: str
    said: str
    history: list[dict[str, Any]]
    destinations: list[dict[str, Any]]
    outcome: dict[str, Any] | None
