"""The application: the interface, the page's files, and what runs in the background."""
from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import re
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from feerie import __version__, genres
from feerie.apps.web.compose.api import router as compose_router
from feerie.apps.web.compose.problem_store import ProblemStore
from feerie.apps.web.compose.solving_jobs import SolvingJobs
from feerie.apps.web.games.api import router
from feerie.apps.web.games.engine_pool import EnginePool
from feerie.apps.web.games.game_store import GameStore
from feerie.apps.web.games.live_games import LiveGames
from feerie.apps.web.learn import api as learning
from feerie.apps.web.learn.practice_boards import PracticeBoards
from feerie.apps.web.serving import memory
from feerie.apps.web.serving.access import Access
from feerie.apps.web.serving.compression import PublicGZip
from feerie.apps.web.serving.database import Store, StoreLimits
from feerie.apps.web.serving.error_messages import error_message, language_of
from feerie.apps.web.serving.page_files import packed, page, page_style, script
from feerie.apps.web.serving.refusal import RefusedError
from feerie.apps.web.serving.security import SecurityMiddleware
from feerie.apps.web.serving.texts import STATIC
from feerie.apps.web.solve.api import Examiner
from feerie.apps.web.solve.api import router as exercise_router
from feerie.apps.web.study.analyses import Analyses
from feerie.apps.web.study.api import router as study_router
from feerie.apps.web.study.studies import Studies
from feerie.base.errors import Error, Message
from feerie.game.tables import Tables
from feerie.kernel.verdict import compiled_rules

__all__ = ["application"]

FLAGS_EVERY = 0.1
"""Seconds between two looks at the clocks."""
TIDY_AFTER = 100
"""Number of looks at the clocks between two looks for games that nobody uses."""
FILES_EVERY = 1.0
"""Seconds between two checks that the files of games and problems are still there."""


def application(data: Path, token: str | None = None, threads: int = 0, limits: StoreLimits | None = None
                ) -> SecurityMiddleware:
    """The whole server as an ASGI application. `data`: the folder of the games; StoreError where it cannot be used."""
    store = GameStore(data / "games.sqlite", limits)
    problems = ProblemStore(data / "problems.sqlite", limits)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        memory.limit_arenas()
        for genre in genres.known():
            compiled_rules(genre)           # before anybody has to wait for it
        games = app.state.games = LiveGames(store, EnginePool(threads))
        jobs = app.state.jobs = SolvingJobs(data / "checkpoints", threads or os.cpu_count() or 1)
        app.state.tables, app.state.problems, app.state.studies = Tables(), problems, Studies(problems)
        analyses = app.state.analyses = Analyses(threads)
        examiner = app.state.examiner = Examiner()
        watches = [asyncio.create_task(_watch_clocks(games)), asyncio.create_task(_watch_files(store, problems))]
        gc.collect()
        gc.freeze()         # garbage collections skip what lasts as long as the server, and are shorter
        yield
        for watch in watches:
            watch.cancel()
        analyses.close()
        examiner.close()
        await asyncio.to_thread(jobs.close)
        problems.close()
        games.close()

    app = FastAPI(title="Féerie", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
                  openapi_url="/api/openapi.json")
    access = app.state.access = Access(token) if token else None
    app.state.practice_boards = PracticeBoards()
    app.include_router(router)
    app.include_router(learning.router)
    app.include_router(compose_router)
    app.include_router(study_router)
    app.include_router(exercise_router)
    app.add_api_route("/", _page, include_in_schema=False)
    for path in ("/new", "/play/{game}", "/learn", "/learn/{genre}", "/study", "/study/{study}", "/compose",
                 "/compose/{problem}", "/solve", "/solve/{exercise}"):
        app.add_api_route(path, _page, include_in_schema=False)
    app.add_api_route("/api", _reference, include_in_schema=False)
    app.add_api_route("/static/page.js", _script, include_in_schema=False)
    app.add_api_route("/static/page.css", _style, include_in_schema=False)
    app.mount("/static", StaticFiles(directory=STATIC))
    app.add_exception_handler(HTTPException, _declined)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(Error, _refused)
    app.add_exception_handler(sqlite3.Error, _not_kept)
    return SecurityMiddleware(PublicGZip(app), access)


async def _watch_clocks(games: LiveGames) -> None:
    looks = 0
    while True:
        await asyncio.sleep(FLAGS_EVERY)
        looks += 1
        with contextlib.suppress(sqlite3.Error):        # a disk may be full for a while; clocks go on
            await asyncio.to_thread(games.fall_of_flags)
            if looks % TIDY_AFTER == 0:
                await asyncio.to_thread(games.tidy)


async def _watch_files(*stores: Store) -> None:
    """Notice that a file has been removed, also while nobody uses it."""
    while True:
        await asyncio.sleep(FILES_EVERY)
        for store in stores:
            with contextlib.suppress(sqlite3.Error):        # it has been said on standard error
                await asyncio.to_thread(store.check)


def _page(request: Request) -> HTMLResponse:
    """The page, with what its script will ask for first; a cookie says which language was chosen."""
    path = "/new" if "genre" in request.query_params else re.sub("^/compose/.*", "/compose", request.url.path)
    language = language_of(request.cookies, request.headers)
    return HTMLResponse(page(path, language), headers={"Vary": "Accept-Language, Cookie"})


def _script(request: Request) -> Response:
    return _file(request, script(), "text/javascript")


def _style(request: Request) -> Response:
    return _file(request, page_style(), "text/css")


def _file(request: Request, content: bytes, kind: str) -> Response:
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, headers = packed(content), {**headers, "Content-Encoding": "gzip"}
    return Response(content, media_type=kind, headers=headers)


def _declined(request: Request, error: Exception) -> Response:
    """Errors of HTTP itself. A browser that opens a wrong address gets the page, which then shows its front."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(page("/", language_of(request.cookies, request.headers)), 404)
    said = error_message(str(error.detail), language_of(request.query_params, request.headers))
    return JSONResponse({"error": said, "code": ""}, error.status_code, error.headers)


def _reference() -> FileResponse:
    return FileResponse(STATIC / "api.html")


def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0] if error.errors() else {}
    place = ".".join(str(part) for part in first.get("loc", ()))[:100]
    return JSONResponse({"error": f"{place}: {first.get('msg', 'invalid')}", "code": "invalid"}, 422)


def _refused(request: Request, error: Exception) -> JSONResponse:
    """Errors of the package; `code`: the key of the page's own sentence for it, if it has one."""
    if isinstance(error, RefusedError):
        status = 404 if error.code.startswith("no such") else 409
        return JSONResponse({"error": error.code, "code": error.code}, status)
    said = error_message(error, language_of(request.query_params, request.headers))
    return JSONResponse({"error": said, "code": ""}, 422)


def _not_kept(request: Request, error: Exception) -> JSONResponse:
    """The file of the games or problems cannot be used: the disk is full, or the file is damaged or was replaced."""
    language = language_of(request.query_params, request.headers)
    said = error_message(Message("the server's file cannot be used: {}", error), language)
    return JSONResponse({"error": said, "code": ""}, 503)
