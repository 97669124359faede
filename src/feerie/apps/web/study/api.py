"""The interface for studying: studies with their variations, and the engine's lines."""
from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, WebSocket
from fastapi.responses import Response

from feerie import genres
from feerie.apps.web.compose.solving_jobs import SolvingJobs
from feerie.apps.web.games.answers import View, illegal, why_document
from feerie.apps.web.games.schemas import LONGEST_FEN, LONGEST_GENRE, LanguageCode, Notation, Why
from feerie.apps.web.serving.error_messages import error_message
from feerie.apps.web.serving.refusal import RefusedError
from feerie.apps.web.serving.sockets import BrowserName, tell, visitor_of
from feerie.apps.web.study.analyses import Analyses, AnalysisJob
from feerie.apps.web.study.schemas import NewStudy, StudyAct, StudyMove, StudyOpened, StudyState
from feerie.apps.web.study.studies import Studies, changed, new_game, played, study_of_solution
from feerie.base.errors import Error, IllegalMoveError, ProblemError
from feerie.game.game import Game
from feerie.game.position import Position

__all__ = ["router"]

router = APIRouter()


def _studies(request: Request) -> Studies:
    studies: Studies = request.app.state.studies
    return studies


@router.get("/api/studies")
def list_studies(request: Request) -> list[dict[str, Any]]:
    """The most recently changed studies."""
    return _studies(request).store.studies()


@router.post("/api/studies", status_code=201)
def open_study(asked: NewStudy, request: Request) -> StudyOpened:
    """Start a study. It is on the disk when this is answered."""
    game = _solved(asked, request) if asked.solution else new_game(asked.genre, asked.fen, asked.pgn, asked.language)
    title = asked.title.strip() or _title(game)
    return StudyOpened(id=_studies(request).begin(game, title).study.id)


def _solved(asked: NewStudy, request: Request) -> Game:
    """The game of a solution."""
    jobs: SolvingJobs = request.app.state.jobs
    parts = jobs.find(asked.solution).parts
    solution = parts[asked.part].so_far() if asked.part < len(parts) else None
    if solution is None:
        raise ProblemError("nothing has been found yet")
    return study_of_solution(solution)


def _title(game: Game) -> str:
    """A title from the headers of a game."""
    players = [game.headers.get(name, "?") for name in ("White", "Black")]
    event = game.headers.get("Event", "?")
    named = " – ".join(players) if players != ["?", "?"] else ""
    return ", ".join(filter(None, (named, event if event != "?" else "")))[:200]


@router.get("/api/studies/{study}")
def show_study(study: str, request: Request, language: LanguageCode = "en", notation: Notation = "short"
               ) -> StudyState:
    """A study with all its moves."""
    found = _studies(request).find(study)
    with found.lock:
        return StudyState(**found.document(View(language, notation), found.game.root))


@router.delete("/api/studies/{study}")
def remove_study(study: str, request: Request) -> StudyOpened:
    """Delete a study."""
    _studies(request).remove(study)
    return StudyOpened(id=study)


@router.get("/api/studies/{study}/nodes/{node}")
def show_node(study: str, node: int, request: Request, language: LanguageCode = "en") -> dict[str, Any]:
    """The position after a move of a study, and what can be played there."""
    found = _studies(request).find(study)
    with found.lock:
        return found.position(found.node(node), View(language))


@router.post("/api/studies/{study}/moves")
def play(study: str, asked: StudyMove, request: Request, language: LanguageCode = "en", notation: Notation = "short"
         ) -> StudyState:
    """Play a move in a study: a new variation, unless the move is there already."""
    studies = _studies(request)
    found = studies.find(study)
    with found.lock:
        try:
            at = studies.change(found, asked.revision, played(asked.node, asked.move, asked.language))
        except IllegalMoveError as error:
            raise illegal(error, lambda: found.why(asked.node, asked.move, asked.language),
                          asked.language) from None
        return StudyState(**found.document(View(language, notation), at))


@router.post("/api/studies/{study}/acts")
def act(study: str, asked: StudyAct, request: Request, language: LanguageCode = "en", notation: Notation = "short"
        ) -> StudyState:
    """Comment or mark a move, move its variation up, delete it with all that follows, or give the study a title."""
    studies = _studies(request)
    found = studies.find(study)
    with found.lock:
        if asked.act == "title":
            at = studies.change(found, asked.revision, lambda each: each.node(asked.node), asked.text.strip()[:200])
        else:
            at = studies.change(found, asked.revision, changed(asked.node, asked.act, asked.text, asked.mark))
        return StudyState(**found.document(View(language, notation), at))


@router.get("/api/studies/{study}/why")
def why(study: str, node: Annotated[int, Query(ge=0)], move: Annotated[str, Query(min_length=1, max_length=64)],
        request: Request, language: LanguageCode = "en") -> Why:
    """Why a move is legal or not after a move of a study."""
    found = _studies(request).find(study)
    with found.lock:
        return Why(**why_document(found.why(node, move, language)))


@router.get("/api/studies/{study}/pgn", response_class=Response)
def pgn(study: str, request: Request) -> Response:
    """A study as PGN, with variations and comments."""
    found = _studies(request).find(study)
    with found.lock:
        text = found.game.pgn()
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
