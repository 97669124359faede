"""The interface for lessons, and for positions to try moves in."""
from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from feerie import genres
from feerie.apps.web.games.answers import View
from feerie.apps.web.games.live_games import LiveGames
from feerie.apps.web.games.schemas import LONGEST_FEN, LONGEST_GENRE, LanguageCode, MoveWords, Notation, UciText
from feerie.apps.web.learn.front import front_document
from feerie.apps.web.learn.lesson_documents import lesson_document
from feerie.apps.web.learn.practice_boards import MOVES_TRIED, PracticeBoards
from feerie.apps.web.learn.rulebook import rulebook

__all__ = ["router"]

router = APIRouter()


class Tried(BaseModel):
    """A position, and a line from it. `move`: one more, in any notation."""

    model_config = ConfigDict(extra="forbid")

    genre: str = Field("orthodox", max_length=LONGEST_GENRE)
    fen: str | None = Field(None, max_length=LONGEST_FEN)
    line: list[UciText] = Field(default_factory=list, max_length=MOVES_TRIED)
    move: MoveWords | None = None
    language: LanguageCode = "en"
    notation: Notation = "short"


def _boards(request: Request) -> PracticeBoards:
    boards: PracticeBoards = request.app.state.practice_boards
    return boards


@router.get("/api/front")
def show_front(language: LanguageCode = "en") -> dict[str, Any]:
    """The genres as cards of the front page, and the families of the dictionary."""
    return front_document(language, genres.known())


@router.get("/api/rules")
def show_rules(genre: Annotated[str, Query(max_length=LONGEST_GENRE)], language: LanguageCode = "en") -> dict[str, Any]:
    """The rules of a genre in a few sentences, and how its men move."""
    return rulebook(genres.find(genre), language)


@router.get("/api/games/{game}/rules")
def show_rules_of_game(game: str, request: Request, language: LanguageCode = "en") -> dict[str, Any]:
    """The rules of the genre of a game, also for its guests."""
    games: LiveGames = request.app.state.games
    return rulebook(games.find(game[:64]).game.genre, language)


@router.get("/api/lessons")
def list_lessons(language: LanguageCode = "en") -> list[dict[str, str]]:
    """The genres that have a rules page."""
    return [{"name": genre.name, "title": genre.title(language)} for genre in genres.GENRES]


@router.get("/api/lessons/{genre}")
def show_lesson(genre: str, language: LanguageCode = "en") -> dict[str, Any]:
    """The rules page of a genre: HTML, and the positions on its boards."""
    return lesson_document(genre, language)


@router.post("/api/practice")
def try_position(asked: Tried, request: Request) -> dict[str, Any]:
    """A position after a line, and after one more move if there is one."""
    view, boards = View(asked.language, asked.notation), _boards(request)
    if asked.move is None:
        return boards.show(asked.genre, asked.fen, asked.line, view)
    return boards.play(asked.genre, asked.fen, asked.line, asked.move, view)


@router.post("/api/practice/why")
def why_in_position(asked: Tried, request: Request) -> dict[str, Any]:
    """Why a move is legal or not after a line, rule by rule."""
    return _boards(request).why(asked.genre, asked.fen, asked.line, asked.move or "", asked.language)
