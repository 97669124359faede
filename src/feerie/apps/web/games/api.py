"""The HTTP interface, and the WebSocket that sends a page every change of its game."""
from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from itertools import zip_longest
from typing import Annotated, Any

from fastapi import APIRouter, Header, HTTPException, Query, Request, WebSocket
from fastapi.responses import PlainTextResponse, Response

from feerie import genres
from feerie.apps.web.games.answers import (
    View,
    element_list,
    game_document,
    genre_list,
    illegal,
    summary,
    table_said,
    why_document,
)
from feerie.apps.web.games.arrays import with_added_men
from feerie.apps.web.games.engine_pool import levels
from feerie.apps.web.games.game_texts import read_game
from feerie.apps.web.games.live_game import LONGEST_GAME, LiveGame, Settings
from feerie.apps.web.games.live_games import BACKLOG, Listener, LiveGames
from feerie.apps.web.games.pictures import board_picture, figure_of, men_picture
from feerie.apps.web.games.schemas import (
    LONGEST_GENRE,
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
    PlayerName,
    Rematch,
    Why,
)
from feerie.apps.web.serving.access import Access
from feerie.apps.web.serving.refusal import RefusedError
from feerie.apps.web.serving.sockets import client_of, tell
from feerie.apps.web.serving.texts import page_texts
from feerie.base.errors import ArgumentError, FenError, IllegalMoveError
from feerie.game.position import Position
from feerie.game.status import other_side
from feerie.game.status_text import illegality
from feerie.game.tables import Tables
from feerie.notation.fen import men_in
from feerie.rules.side import SIDES

__all__ = ["router"]

router = APIRouter()
PlayerToken = Annotated[str, Header(alias="X-Player-Token", max_length=64)]
SVG = "image/svg+xml"


def _games(request: Request | WebSocket) -> LiveGames:
    games: LiveGames = request.app.state.games
    return games


def _live_game(request: Request | WebSocket, game: str) -> LiveGame:
    if len(game) > 64:
        raise RefusedError("no such game")
    return _games(request).find(game)


def _admit_thinking(request: Request) -> str:
    """The client's address; refused if the engine is thinking for it in too many games already."""
    client = client_of(request)
    if not _games(request).may_think(client):
        raise HTTPException(429, "the engine thinks in many games of yours already")
    return client


def _link(request: Request, live_game: LiveGame) -> str:
    """The address of a game, which opens it to whoever has it, and nothing else."""
    access: Access | None = request.app.state.access
    return f"/play/{live_game.id}" + (f"?key={access.key_of(live_game.id)}" if access else "")


def _is_guest(request: Request) -> bool:
    """Whether the client may reach no more than the game that it asks for."""
    access: Access | None = request.app.state.access
    return access is not None and not access.knows_token(request.scope, request.headers)


def _sides(live_game: LiveGame, player_token: str) -> tuple[str, ...]:
    """The sides that the holder of a player token may move; refused if there are none."""
    sides = live_game.sides_of(player_token)
    if not sides:
        raise HTTPException(403, "you do not play in this game")
    return sides


# --------------------------------------------------------------------------------------------- before a game

@router.get("/api/texts/{language}")
def texts(language: LanguageCode) -> dict[str, str]:
    """The texts of the page in a language."""
    return dict(page_texts(language))


@router.get("/api/genres")
def list_genres(language: LanguageCode = "en") -> list[dict[str, Any]]:
    """The genres, and the others with which each can be combined."""
    return genre_list(language, genres.known())


@router.get("/api/elements")
def list_elements(language: LanguageCode = "en") -> list[dict[str, str]]:
    """The men, traits and boards of the dictionary, which any genre can have: "rokagogo+grasshopper+neutral"."""
    return element_list(language)


@router.get("/api/catalogue")
def list_all(language: LanguageCode = "en") -> dict[str, Any]:
    """The genres and the elements, in one answer."""
    return {"genres": list_genres(language), "elements": list_elements(language)}


@router.get("/api/levels")
def list_levels() -> list[dict[str, Any]]:
    """The strengths of the engine, the weakest first."""
    return levels()


@router.get("/pictures/board.svg", response_class=Response)
def picture_of_board(genre: Annotated[str, Query(max_length=LONGEST_GENRE)], turned: bool = False) -> Response:
    """The board of a genre without men."""
    return Response(board_picture(genres.find(genre), turned), media_type=SVG)


@router.get("/pictures/men.svg", response_class=Response)
def picture_of_men() -> Response:
    """The orthodox men, each a view: "#wK"."""
    return Response(men_picture(), media_type=SVG)


@router.get("/pictures/men/{name}.svg", response_class=Response)
def picture_of_man(name: str) -> Response:
    """A man: "wK", "bQ-180" a figure that is turned, "nN-royal" a neutral man with the badge of a trait."""
    figure = figure_of(name)
    if figure is None:
        raise HTTPException(404, "no such man")
    return Response(figure.picture(), media_type=SVG, headers={"Cache-Control": "max-age=86400"})


# ----------------------------------------------------------------------------------------------------- games

def _begin(asked: NewGame) -> tuple[Position, list[str]]:
    """The initial position and the moves of a new game."""
    if not asked.pgn:
        genre = genres.with_men_of(genres.find(asked.genre), men_in(asked.fen))
        start, moves = Position(genre, asked.fen or None), list[str]()
        start = with_added_men(start) if asked.added_men else start
    else:
        game = read_game(asked.pgn, asked.genre, asked.language)
        start, moves = Position(game.genre, game.start.setup), [move.uci() for move in game.moves]
        game.check_played()
        if len(moves) > LONGEST_GAME:
            raise RefusedError("too long")
    if not start.is_valid():
        raise FenError("the position is illegal: {}", illegality(start))
    return start, moves


@router.post("/api/games", status_code=201)
def open_game(asked: NewGame, request: Request) -> Opened:
    """Open a game."""
    start, moves = _begin(asked)
    if not any(asked.level == level["key"] for level in levels()):
        raise ArgumentError("no such level: {}", repr(asked.level))
    side = random.choice(SIDES) if asked.side == "random" else asked.side
    if asked.days is not None and (asked.opponent != "link" or asked.clock is not None):
        raise RefusedError("days by a link only")
    settings = Settings(asked.opponent, side, asked.level, asked.seconds, asked.clock, asked.increment, asked.days)
    client = _admit_thinking(request) if asked.opponent == "engine" else ""
    live_game = _games(request).open(start, settings, moves, client)
    tokens = live_game.player_tokens
    invitation = f"{_link(request, live_game)}#{tokens[other_side(side)]}" if asked.opponent == "link" else None
    return Opened(id=live_game.id, player_token=tokens[side], invitation=invitation)


@router.get("/api/games")
def list_games(games: Annotated[str, Query(max_length=1000)], request: Request, language: LanguageCode = "en",
               player_tokens: Annotated[str, Header(alias="X-Player-Tokens", max_length=1000)] = ""
               ) -> list[GameSummary]:
    """Games by their ids, with the player tokens in them, both comma-separated; at most 20. Unknown ids are skipped."""
    found = []
    for game, token in zip_longest(games.split(",")[:20], player_tokens.split(",")[:20], fillvalue=""):
        with contextlib.suppress(RefusedError):
            live_game = _live_game(request, game)
            with live_game.lock:
                found.append(GameSummary(**summary(live_game, token, View(language))))
    return found


@router.get("/api/games/{game}")
def show_game(game: str, request: Request, language: LanguageCode = "en", notation: Notation = "short",
              player_token: PlayerToken = "") -> GameState:
    """The current state of a game."""
    live_game = _live_game(request, game)
    with live_game.lock:
        document = game_document(live_game, View(language, notation))
        return GameState(sides=list(live_game.sides_of(player_token)), link=_link(request, live_game),
                         is_guest=_is_guest(request), **document)


@router.post("/api/games/{game}/moves")
def play_move(game: str, asked: MoveText, request: Request, player_token: PlayerToken = "") -> Played:
    """Play a move. It is on the disk before anybody sees it."""
    live_game, games = _live_game(request, game), _games(request)
    sides = _sides(live_game, player_token)
    if live_game.settings.opponent == "engine":
        live_game.client = _admit_thinking(request)
    with games.changing(live_game):
        if asked.ply != len(live_game.game):
            raise RefusedError("stale")
        if live_game.turn not in sides or live_game.turn == live_game.settings.engine_side:
            raise RefusedError("not your turn")
        try:
            move = live_game.move(asked.move, asked.language)
        except IllegalMoveError as error:
            raise illegal(error, lambda: live_game.why(asked.move, asked.language),
                          asked.language) from None
        return Played(uci=move.uci(), revision=live_game.revision)


@router.post("/api/games/{game}/acts")
def act(game: str, asked: Act, request: Request, player_token: PlayerToken = "") -> Answer:
    """Take a move back, resign, offer, accept or claim a draw, decline an offer."""
    live_game, games = _live_game(request, game), _games(request)
    sides = _sides(live_game, player_token)
    side = live_game.turn if len(sides) == 2 else sides[0]
    with games.changing(live_game):
        if asked.act == "takeback":
            live_game.ask_take_back(side)
        elif asked.act == "resign":
            live_game.resign(side)
        elif asked.act == "draw":
            live_game.draw(side)
        elif live_game.offer and live_game.offer.side != side:
            live_game.decline()
        return Answer(revision=live_game.revision)


@router.post("/api/games/{game}/name")
def name_player(game: str, asked: PlayerName, request: Request, player_token: PlayerToken = "") -> Answer:
    """Give a player a name, which those who play and watch see."""
    live_game, games = _live_game(request, game), _games(request)
    sides = _sides(live_game, player_token)
    if (asked.side or sides[0]) not in sides:
        raise HTTPException(403, "you do not play in this game")
    with games.changing(live_game):
        live_game.rename(asked.side or sides[0], asked.name)
        return Answer(revision=live_game.revision)


@router.post("/api/games/{game}/rematch", status_code=201)
def rematch(game: str, asked: Rematch, request: Request, response: Response, player_token: PlayerToken = "") -> Opened:
    """Open the game that follows one that is over, with the sides exchanged; who asks second finds the same game."""
    live_game = _live_game(request, game)
    sides = _sides(live_game, player_token)
    client = _admit_thinking(request) if live_game.settings.opponent == "engine" else ""
    following = _games(request).rematch(live_game, client, new_array=asked.new_array)
    side = sides[0] if len(sides) == 2 else other_side(sides[0])
    access: Access | None = request.app.state.access
    for cookie in access.cookies_of(following.id) if access else ():
        response.headers.append("set-cookie", cookie)
    return Opened(id=following.id, player_token=following.player_tokens[side], invitation=None)


@router.get("/api/games/{game}/why")
def why(game: str, move: Annotated[str, Query(min_length=1, max_length=64)], request: Request,
        language: LanguageCode = "en") -> Why:
    """Why a move is legal or not in the current position. Who plays against another is not told what tables say."""
    live_game = _live_game(request, game)
    with live_game.lock:
        found, position = live_game.why(move, language), live_game.game.position
    tables: Tables = request.app.state.tables
    is_told = live_game.settings.opponent == "board"
    return Why(**why_document(found, table_said(tables, position, language) if is_told else ""))


@router.get("/api/games/{game}/pgn", response_class=PlainTextResponse)
def pgn(game: str, request: Request) -> Response:
    """A game as PGN."""
    live_game = _live_game(request, game)
    with live_game.lock:
        text = live_game.pgn()
    return Response(text, media_type="application/x-chess-pgn; charset=utf-8",
                    headers={"Content-Disposition": f'attachment; filename="feerie-{live_game.id}.pgn"'})


@router.websocket("/api/games/{game}/live")
async def live(socket: WebSocket, game: str, language: LanguageCode = "en", notation: Notation = "short") -> None:
    """The current state of a game, then every change. What the client sends is not read.

    A player shows the player token as the subprotocol of the connection: then the others see that the player is here.
    """
    try:
        live_game = await asyncio.to_thread(_live_game, socket, game)
    except RefusedError:
        await socket.close(4404, "no such game")
        return
    except sqlite3.Error:       # the answers to requests give the reason
        await socket.close(1011)
        return
    shown = next(iter(socket.scope["subprotocols"]), None)
    await socket.accept(shown)
    loop, games = asyncio.get_running_loop(), _games(socket)
    listener = Listener(View(language, notation), loop, asyncio.Queue(BACKLOG + 2), live_game.sides_of(shown or ""))
    await asyncio.to_thread(games.add_listener, live_game, listener)
    await tell(socket, _send(socket, listener), lambda: games.remove_listener(live_game, listener))
    if listener.sides:
        await asyncio.to_thread(games.tell_presence, live_game)


async def _send(socket: WebSocket, listener: Listener) -> None:
    while (document := await listener.queue.get()) is not None:
        await socket.send_json(document)

