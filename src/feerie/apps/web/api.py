"""The interface over HTTP, and the WebSocket that tells a page of every change of its game."""
from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from itertools import zip_longest
from typing import Annotated, Any

from fastapi import APIRouter, Header, HTTPException, Query, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import PlainTextResponse, Response

from feerie import genres
from feerie.apps.web.documents import View, game_document, genre_list, summary
from feerie.apps.web.game_texts import read_game
from feerie.apps.web.hall import BACKLOG, Hall, Listener, NoSuchGameError
from feerie.apps.web.opponents import levels
from feerie.apps.web.pictures import board_picture, letters_of, man_picture, sheet_of_men
from feerie.apps.web.refusal import RefusedError
from feerie.apps.web.schemas import (
    Act,
    Answer,
    GameState,
    GameSummary,
    LanguageCode,
    MoveText,
    NewGame,
    Notation,
    Opened,
    Played,
    Why,
)
from feerie.apps.web.table import LONGEST_GAME, Settings, Table, other
from feerie.errors import ArgumentError, FenError, IllegalMoveError
from feerie.notation.page_texts import PAGE_TEXTS
from feerie.position import SIDES, Position

__all__ = ["router"]

router = APIRouter()
Seat = Annotated[str, Header(alias="X-Seat", max_length=64)]
SVG = "image/svg+xml"


def _hall(request: Request | WebSocket) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def _table(request: Request | WebSocket, game: str) -> Table:
    if len(game) > 64:
        raise NoSuchGameError(game)
    return _hall(request).table(game)


def _admit_thinking(request: Request) -> str:
    """The client's address; refused where the engine thinks for it in too many games already."""
    client = request.client.host if request.client else ""
    if not _hall(request).may_think(client):
        raise HTTPException(429, "the engine thinks in many games of yours already")
    return client


def _sides(table: Table, seat: str) -> tuple[str, ...]:
    """The sides a seat may move; refused where it may move none."""
    sides = table.sides_of(seat)
    if not sides:
        raise HTTPException(403, "you do not play in this game")
    return sides


# --------------------------------------------------------------------------------------------- before a game

@router.get("/api/texts/{language}")
def texts(language: LanguageCode) -> dict[str, str]:
    """The texts of the page in a language."""
    return dict(PAGE_TEXTS[language])


@router.get("/api/genres")
def list_genres(language: LanguageCode = "en") -> list[dict[str, Any]]:
    """The genres, and with which others each goes together."""
    return genre_list(language, genres.known())


@router.get("/api/levels")
def list_levels() -> list[dict[str, Any]]:
    """The strengths of the engine, the weakest first."""
    return levels()


@router.get("/pictures/board.svg", response_class=Response)
def picture_of_board(genre: Annotated[str, Query(max_length=120)], turned: bool = False) -> Response:
    """The board of a genre without men."""
    return Response(board_picture(genres.find(genre), turned), media_type=SVG)


@router.get("/pictures/men/{name}.svg", response_class=Response)
def picture_of_man(name: str) -> Response:
    """A man: "wK"."""
    if len(name) != 2 or name[0] not in "wb" or not ("A" <= name[1] <= "Z"):
        raise HTTPException(404, "no such man")
    letter = name[1] if name[0] == "w" else name[1].lower()
    return Response(man_picture(letter), media_type=SVG, headers={"Cache-Control": "max-age=86400"})


@router.get("/pictures/men.css", response_class=Response)
def style_of_men() -> Response:
    """The style sheet with the pictures of the men."""
    return Response(sheet_of_men(letters_of(genres.known())), media_type="text/css")


# ----------------------------------------------------------------------------------------------------- games

def _begin(asked: NewGame) -> tuple[Position, list[str]]:
    """The first position and the moves of a new game."""
    if not asked.pgn:
        genre = genres.find(asked.genre)
        start, moves = Position(genre, asked.fen or None), list[str]()
    else:
        game = read_game(asked.pgn, asked.genre, asked.language)
        start, moves = Position(game.genre, game.start.setup), [move.uci() for move in game.moves]
        game.check_played()
        if len(moves) > LONGEST_GAME:
            raise RefusedError("too long")
    if not start.is_valid():
        reason = start.status().reason
        raise FenError(f"the position is illegal: {reason.value if reason else ''}")
    return start, moves


@router.post("/api/games", status_code=201)
def open_game(asked: NewGame, request: Request) -> Opened:
    """Open a game."""
    start, moves = _begin(asked)
    if not any(asked.level == level["key"] for level in levels()):
        raise ArgumentError(f"no such level: {asked.level!r}")
    side = random.choice(SIDES) if asked.side == "random" else asked.side
    if asked.days is not None and (asked.opponent != "link" or asked.clock is not None):
        raise RefusedError("days by a link only")
    settings = Settings(asked.opponent, side, asked.level, asked.seconds, asked.clock, asked.increment, asked.days)
    client = _admit_thinking(request) if asked.opponent == "engine" else ""
    table = _hall(request).open(start, settings, moves, client)
    token = request.app.state.token
    admission = f"?token={token}" if token else ""
    invitation = f"/play/{table.id}{admission}#{table.seats[other(side)]}" if asked.opponent == "link" else None
    return Opened(id=table.id, seat=table.seats[side], invitation=invitation)


@router.get("/api/games")
def list_games(games: Annotated[str, Query(max_length=1000)], request: Request, language: LanguageCode = "en",
               seats: Annotated[str, Header(alias="X-Seats", max_length=1000)] = "") -> list[GameSummary]:
    """Games by their ids, and the seats in them, both with commas; at most 20. Unknown ones are left out."""
    found = []
    for game, seat in zip_longest(games.split(",")[:20], seats.split(",")[:20], fillvalue=""):
        with contextlib.suppress(NoSuchGameError):
            table = _table(request, game)
            with table.lock:
                found.append(GameSummary(**summary(table, seat, View(language))))
    return found


@router.get("/api/games/{game}")
def show_game(game: str, request: Request, language: LanguageCode = "en", notation: Notation = "short",
              seat: Seat = "") -> GameState:
    """A game as it is."""
    table = _table(request, game)
    with table.lock:
        return GameState(sides=list(table.sides_of(seat)), **game_document(table, View(language, notation)))


@router.post("/api/games/{game}/moves")
def play_move(game: str, asked: MoveText, request: Request, seat: Seat = "") -> Played:
    """Play a move. It is kept before anybody is told of it."""
    table, hall = _table(request, game), _hall(request)
    sides = _sides(table, seat)
    if table.settings.opponent == "engine":
        table.client = _admit_thinking(request)
    with hall.changing(table):
        if asked.ply != len(table.game):
            raise RefusedError("stale")
        if table.turn not in sides or table.turn == table.settings.engine_side:
            raise RefusedError("not your turn")
        try:
            move = table.move(asked.move, asked.language)
        except IllegalMoveError as error:
            reasons = [finding["sentence"] for finding in table.why(asked.move, asked.language)["findings"]
                       if not finding["holds"]]
            raise IllegalMoveError("; ".join(reasons) or str(error)) from None
        return Played(uci=move.uci(), revision=table.revision)


@router.post("/api/games/{game}/acts")
def act(game: str, asked: Act, request: Request, seat: Seat = "") -> Answer:
    """Take a move back, resign, offer, accept or claim a draw, decline an offer."""
    table, hall = _table(request, game), _hall(request)
    sides = _sides(table, seat)
    side = table.turn if len(sides) == 2 else sides[0]
    with hall.changing(table):
        if asked.act == "takeback":
            table.ask_take_back(side)
        elif asked.act == "resign":
            table.resign(side)
        elif asked.act == "draw":
            table.draw(side)
        elif table.offer and table.offer[1] != side:
            table.decline()
        return Answer(revision=table.revision)


@router.get("/api/games/{game}/why")
def why(game: str, move: Annotated[str, Query(min_length=1, max_length=64)], request: Request,
        language: LanguageCode = "en") -> Why:
    """Why a move is legal or not, now."""
    table = _table(request, game)
    with table.lock:
        found = table.why(move, language)
    reasons = [finding["sentence"] for finding in found["findings"] if not finding["holds"]]
    return Why(move=found["move"], legal=found["legal"], verdict=found["verdict"], reasons=reasons)


@router.get("/api/games/{game}/pgn", response_class=PlainTextResponse)
def pgn(game: str, request: Request) -> Response:
    """A game as PGN."""
    table = _table(request, game)
    with table.lock:
        text = table.pgn()
    return Response(text, media_type="application/x-chess-pgn; charset=utf-8",
                    headers={"Content-Disposition": f'attachment; filename="feerie-{table.id}.pgn"'})


@router.websocket("/api/games/{game}/live")
async def live(socket: WebSocket, game: str, language: LanguageCode = "en", notation: Notation = "short") -> None:
    """A game as it is, then every change of it. What the client sends is not read."""
    try:
        table = await asyncio.to_thread(_table, socket, game)
    except NoSuchGameError:
        await socket.close(4404, "no such game")
        return
    except sqlite3.Error:       # it is said in answer to a question
        await socket.close(1011)
        return
    await socket.accept()
    listener = Listener(View(language, notation), asyncio.get_running_loop(), asyncio.Queue(BACKLOG + 2))
    hall = _hall(socket)
    await asyncio.to_thread(hall.listen, table, listener)
    tasks = [asyncio.create_task(_tell(socket, listener)), asyncio.create_task(_until_gone(socket))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hall.leave(table, listener)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close()


async def _tell(socket: WebSocket, listener: Listener) -> None:
    while (document := await listener.queue.get()) is not None:
        await socket.send_json(document)


async def _until_gone(socket: WebSocket) -> None:
    """Returns when the client leaves, or sends what it has no reason to send."""
    with contextlib.suppress(WebSocketDisconnect):
        message = await socket.receive()
        assert message
