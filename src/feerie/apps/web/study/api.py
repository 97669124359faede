"""The interface for studying: studies with their variations, and the engine's lines."""
from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, WebSocket
from fastapi.responses import Response

from feerie import genres
from feerie.apps.web.compose.solving_jobs import SolvingJobs
from feerie.apps.web.games.answers import View, illegal, why_document
from feerie.apps.web.games.live_games import BACKLOG, Listener
from feerie.apps.web.games.schemas import LONGEST_FEN, LONGEST_GENRE, LanguageCode, Notation, Why
from feerie.apps.web.serving.error_messages import error_message
from feerie.apps.web.serving.refusal import RefusedError
from feerie.apps.web.serving.sockets import BrowserName, tell, visitor_of
from feerie.apps.web.study.analyses import Analyses, AnalysisJob
from feerie.apps.web.study.schemas import NewStudy, StudyAct, StudyMove, StudyOpened, StudyState
from feerie.apps.web.study.studies import (
    OpenStudy,
    Studies,
    changed,
    new_games,
    played,
    study_of_solution,
    title_of,
)
from feerie.base.errors import Error, IllegalMoveError, ProblemError
from feerie.game.game import Game
from feerie.game.node import Node
from feerie.game.position import Position

__all__ = ["router"]

router = APIRouter()
Line = Annotated[str, Query(max_length=60_000)]
"""The moves that lead to a node, in UCI, with commas between them."""


def _studies(request: Request | WebSocket) -> Studies:
    studies: Studies = request.app.state.studies
    return studies


@router.get("/api/studies")
def list_studies(request: Request, language: LanguageCode = "en") -> list[dict[str, Any]]:
    """The most recently changed studies."""
    return [_called(each, language) for each in _studies(request).store.studies()]


@router.post("/api/studies", status_code=201)
def open_study(asked: NewStudy, request: Request) -> StudyOpened:
    """Start a study, or add chapters to one. It is on the disk when this is answered."""
    games = [_solved(asked, request)] if asked.solution \
        else new_games(asked.genre, asked.fen, asked.pgn, asked.language)
    title = asked.title.strip() if len(games) == 1 else ""
    titled = [(title or title_of(game), game) for game in games]
    return StudyOpened(id=_studies(request).add(titled, asked.chapter_of)[0])


def _solved(asked: NewStudy, request: Request) -> Game:
    """The game of a solution."""
    jobs: SolvingJobs = request.app.state.jobs
    parts = jobs.find(asked.solution).parts
    solution = parts[asked.part].so_far() if asked.part < len(parts) else None
    if solution is None:
        raise ProblemError("nothing has been found yet")
    return study_of_solution(solution)


def _shown(studies: Studies, found: OpenStudy, view: View, at: Node) -> StudyState:
    chapters = [_called(each, view.language) for each in studies.store.chapters(found.study.book)]
    return StudyState(**found.document(view, at), chapters=chapters)


def _called(study: dict[str, Any], language: str) -> dict[str, Any]:
    """A study in a list, with the name of its genre."""
    try:
        return study | {"genre_title": genres.find(study["genre"]).title(language)}
    except Error:               # a genre of one's own that this server does not have
        return study | {"genre_title": study["genre"]}


@router.get("/api/studies/{study}")
def show_study(study: str, request: Request, language: LanguageCode = "en", notation: Notation = "short"
               ) -> StudyState:
    """A study with all its moves."""
    studies = _studies(request)
    found = studies.find(study)
    with found.lock:
        return _shown(studies, found, View(language, notation), found.game.root)


@router.delete("/api/studies/{study}")
def remove_study(study: str, request: Request, whole: bool = False) -> StudyOpened:
    """Delete a chapter or, `whole`, the study with all its chapters; the id of a chapter that is left, "" for none."""
    return StudyOpened(id=_studies(request).remove(study, whole))


@router.get("/api/studies/{study}/position")
def show_position(study: str, request: Request, line: Line = "", language: LanguageCode = "en") -> dict[str, Any]:
    """The position after a line of a study, and what can be played there."""
    studies = _studies(request)
    found = studies.find(study)
    with found.lock:
        return studies.position(found, found.find(_moves(line)), View(language))


def _moves(line: str) -> list[str]:
    return line.split(",") if line else []


@router.post("/api/studies/{study}/moves")
def play(study: str, asked: StudyMove, request: Request, language: LanguageCode = "en", notation: Notation = "short"
         ) -> StudyState:
    """Play a move in a study: a new variation, unless the move is there already."""
    studies = _studies(request)
    found = studies.find(study)
    with found.lock:
        try:
            at = studies.change(found, played(asked.line, asked.move, asked.language))
        except IllegalMoveError as error:
            raise illegal(error, lambda: found.why(asked.line, asked.move, asked.language),
                          asked.language) from None
        return _shown(studies, found, View(language, notation), at)


@router.post("/api/studies/{study}/acts")
def act(study: str, asked: StudyAct, request: Request, language: LanguageCode = "en", notation: Notation = "short"
        ) -> StudyState:
    """Comment or mark a move, draw arrows, move a variation up, delete one, give the study a title or a header, move
    the chapter, undo or redo a change of any page."""
    studies = _studies(request)
    found = studies.find(study)
    with found.lock:
        if asked.act in ("undo", "redo"):
            at = studies.step(found, asked.act == "undo")
        elif asked.act in ("earlier", "later"):
            at = studies.move(found, -1 if asked.act == "earlier" else 1, asked.line)
        else:
            at = studies.change(found, changed(asked), asked.text.strip()[:200] if asked.act == "title" else None)
        return _shown(studies, found, View(language, notation), at)


@router.get("/api/studies/{study}/why")
def why(study: str, move: Annotated[str, Query(min_length=1, max_length=64)], request: Request, line: Line = "",
        language: LanguageCode = "en") -> Why:
    """Why a move is legal or not after a line of a study. What tables say is said of its position."""
    found = _studies(request).find(study)
    with found.lock:
        return Why(**why_document(found.why(_moves(line), move, language)))


@router.websocket("/api/studies/{study}/live")
async def live(socket: WebSocket, study: str) -> None:
    """The revision of a study, then that of every change, whoever makes it, and whether there are other chapters."""
    studies = _studies(socket)
    try:
        found = await asyncio.to_thread(studies.find, study)
    except RefusedError:
        await socket.close(4404, "no such study")
        return
    await socket.accept()
    listener = Listener(View(), asyncio.get_running_loop(), asyncio.Queue(BACKLOG + 2))
    await asyncio.to_thread(studies.listen, found, listener)
    await tell(socket, _send(socket, listener.queue), lambda: studies.leave(found, listener))


@router.get("/api/studies/{study}/pgn", response_class=Response)
def pgn(study: str, request: Request) -> Response:
    """A study as PGN, with variations and comments, each chapter a game."""
    studies = _studies(request)
    found = studies.find(study)
    text = studies.games_of(found)
    return Response(text, media_type="application/x-chess-pgn; charset=utf-8",
                    headers={"Content-Disposition": f'attachment; filename="feerie-{found.study.id}.pgn"'})


# ------------------------------------------------------------------------------------------------ the engine

@router.websocket("/api/analysis")
async def analysis(socket: WebSocket, genre: Annotated[str, Query(max_length=LONGEST_GENRE)],
                   fen: Annotated[str, Query(max_length=LONGEST_FEN)], lines: Annotated[int, Query(ge=1, le=8)] = 1,
                   language: LanguageCode = "en", browser: BrowserName = "") -> None:
    """The engine's best lines from a position, after each iteration.

    The search ends with the connection, or when others wait and it has had its share of time.
    """
    await socket.accept()
    analyses: Analyses = socket.app.state.analyses
    queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
    try:
        position = Position(genres.find(genre), fen)
        job = AnalysisJob(position, lines, language, asyncio.get_running_loop(), queue)
        analyses.begin(job, visitor_of(socket, browser))
    except Error as error:
        code = error.code if isinstance(error, RefusedError) else ""
        await socket.send_json({"error": error_message(error, language), "code": code, "lines": []})
        await socket.close()
        return
    await tell(socket, _send(socket, queue), job.stop)


async def _send(socket: WebSocket, queue: asyncio.Queue[dict[str, Any] | None]) -> None:
    """Send results as they come; if several are waiting, only the last."""
    while True:
        document = await queue.get()
        while document is not None and not queue.empty():
            newer = queue.get_nowait()
            if newer is None:
                await socket.send_json(document)
            document = newer
        if document is None:
            return
        await socket.send_json(document)
