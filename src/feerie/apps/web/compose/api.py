"""The interface for composing: setups, problems, solving, collections, files."""
from __future__ import annotations

import asyncio
import json
import sqlite3
import tempfile
from collections.abc import Generator, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, WebSocket
from fastapi.responses import Response, StreamingResponse
from pydantic import Field

from feerie.apps.web.compose.drafts import draft_of, problem_document, problem_of, with_requested_play
from feerie.apps.web.compose.exports import (
    EXPORTS,
    LISTS,
    File,
    export_collection,
    export_problem,
    solved,
    text_of,
    thumbnail,
)
from feerie.apps.web.compose.imports import Found, parts_apart, read_apart
from feerie.apps.web.compose.problem_store import Order, ProblemStore
from feerie.apps.web.compose.schemas import (
    CollectionName,
    Draft,
    ExportAsked,
    FileAsked,
    ImportAsked,
    Imported,
    JobState,
    Kept,
    ProblemSaved,
    Saved,
    SetupAsked,
    SolveAsked,
    Started,
)
from feerie.apps.web.compose.setups import setup_document, setup_of
from feerie.apps.web.compose.solution_answers import (
    lines_document,
    position_after,
    rows_after,
    solution_document,
)
from feerie.apps.web.compose.solving_jobs import JobPart, SolvingJob, SolvingJobs
from feerie.apps.web.games.answers import position_document
from feerie.apps.web.games.schemas import LONGEST_FEN, LONGEST_GENRE, LanguageCode
from feerie.apps.web.serving.error_messages import error_message, language_of
from feerie.apps.web.serving.refusal import RefusedError
from feerie.apps.web.serving.sockets import BrowserName, tell, visitor_of
from feerie.base.errors import Error, ProblemError
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.rules.literals import NotationName
from feerie.views.captions import computer_tested, is_tested
from feerie.views.notations import Notation

__all__ = ["router"]

router = APIRouter()
LOOK = 0.1
"""Seconds between two looks at a job that somebody listens to."""
Words = Annotated[str, Query(max_length=200)]
CollectionNumber = Annotated[int, Field(ge=0, le=2**31)]
LineText = Annotated[str, Query(max_length=3000, pattern=r"^[a-z0-9,.@]*$")]


def _store(request: Request) -> ProblemStore:
    store: ProblemStore = request.app.state.problems
    return store


def _jobs(request: Request | WebSocket) -> SolvingJobs:
    jobs: SolvingJobs = request.app.state.jobs
    return jobs


# ------------------------------------------------------------------------------------------------ composing

@router.post("/api/setups")
def setup(asked: SetupAsked, language: LanguageCode = "en") -> dict[str, Any]:
    """Men put on squares: the FEN, and what its other fields may be."""
    genre, found = setup_of(asked)
    return setup_document(genre, found, language)


@router.get("/api/setups")
def setup_of_fen(genre: Annotated[str, Query(max_length=LONGEST_GENRE)] = "orthodox",
                 fen: Annotated[str, Query(max_length=LONGEST_FEN)] = "", begins: bool = False,
                 language: LanguageCode = "en") -> dict[str, Any]:
    """The setup of a FEN, or of a game array, which a browser may keep: the package alone decides it."""
    return setup(SetupAsked(genre=genre, fen=fen, begins=begins), language)


@router.post("/api/problems/check")
def check(asked: Draft, language: LanguageCode = "en") -> dict[str, Any]:
    """Whether a draft is a problem, and which."""
    return problem_document(problem_of(asked), language)


# -------------------------------------------------------------------------------------------------- solving

@router.post("/api/solutions", status_code=201)
def begin_solving(asked: SolveAsked, request: Request, browser: BrowserName = "") -> Started:
    """Solve a problem. The job ends when nobody has listened for a few seconds."""
    problem = with_requested_play(problem_of(asked.draft), tries=asked.tries, set_play=asked.set_play)
    job = _jobs(request).begin(problem, visitor_of(request, browser), asked.seconds, quick=asked.quick)
    return Started(id=job.id)


@router.get("/api/solutions/{job}")
def show_solution(job: str, request: Request, language: LanguageCode = "en", notation: NotationName = "long"
                  ) -> dict[str, Any]:
    """What a job has found so far."""
    return solution_document(_jobs(request).find(job), language, notation)


@router.post("/api/solutions/{job}/stop")
def stop_solving(job: str, request: Request) -> JobState:
    """Stop a job; what it has found is kept, and a later job for the same problem continues from there."""
    found = _jobs(request).find(job)
    found.stop()
    return found.snapshot()


def _part(job: SolvingJob, number: int) -> tuple[JobPart, Problem]:
    part = job.parts[number] if 0 <= number < len(job.parts) else None
    if part is None or part.asked.problem is None:
        raise ProblemError("there is no part {}", number)
    return part, part.asked.problem


def _solution(job: SolvingJob, number: int) -> Solution:
    found = _part(job, number)[0].so_far()
    if found is None:
        raise ProblemError("nothing has been found yet")
    return found


@router.get("/api/solutions/{job}/{part}/position")
def position(job: str, part: int, request: Request, line: LineText = "", set_play: bool = False) -> dict[str, Any]:
    """The position after a line of the play, given as UCI moves separated by commas."""
    problem = _part(_jobs(request).find(job), part)[1]
    moves = [move for move in line.split(",") if move]
    return position_document(*position_after(problem, moves, set_play))


@router.get("/api/solutions/{job}/{part}/rows")
def rows(job: str, part: int, line: LineText, request: Request, set_play: bool = False, language: LanguageCode = "en",
         notation: NotationName = "long") -> list[dict[str, Any]]:
    """The play that is folded below a move of forced play."""
    return rows_after(_solution(_jobs(request).find(job), part), line.split(","), set_play, language, notation)


@router.get("/api/solutions/{job}/{part}/lines")
def more_lines(job: str, part: int, request: Request, offset: Annotated[int, Query(ge=0, le=10**6)] = 0,
               set_play: bool = False, language: LanguageCode = "en", notation: NotationName = "long"
               ) -> dict[str, Any]:
    """Further lines of help and series play."""
    return lines_document(_solution(_jobs(request).find(job), part), language, Notation(notation),
                          is_set_play=set_play, offset=offset)


@router.websocket("/api/solutions/{job}/live")
async def live(socket: WebSocket, job: str) -> None:
    """The progress of a job whenever it changes; closed when the job has ended. What the client sends is not read."""
    try:
        found = _jobs(socket).find(job)
    except RefusedError:
        await socket.close(4404, "no such job")
        return
    await socket.accept()
    found.listen(1)
    await tell(socket, _send(socket, found), lambda: found.listen(-1))


async def _send(socket: WebSocket, job: SolvingJob) -> None:
    sent: JobState | None = None
    while True:
        now = job.snapshot()
        if now != sent:
            await socket.send_json(now.model_dump())
            sent = now
        if now.state not in ("waiting", "running"):
            return
        await asyncio.sleep(LOOK)


# -------------------------------------------------------------------------------------------------- keeping

@router.get("/api/collections")
def list_collections(request: Request) -> list[dict[str, Any]]:
    """The collections; the first has no name and is always there."""
    return _store(request).collections()


@router.post("/api/collections", status_code=201)
def add_collection(asked: CollectionName, request: Request) -> dict[str, int]:
    """A new collection."""
    return {"id": _store(request).add_collection(asked.name.strip())}


@router.put("/api/collections/{collection}")
def rename_collection(collection: CollectionNumber, asked: CollectionName, request: Request) -> dict[str, int]:
    """Another name for a collection."""
    _store(request).rename_collection(collection, asked.name.strip())
    return {"id": collection}


@router.delete("/api/collections/{collection}")
def remove_collection(collection: CollectionNumber, request: Request) -> dict[str, int]:
    """Remove an empty collection."""
    _store(request).remove_collection(collection)
    return {"id": collection}


@router.get("/api/problems")
def search(request: Request, words: Words = "", collection: CollectionNumber | None = None,
           offset: Annotated[int, Query(ge=0, le=10**6)] = 0, order: Order = "changed",
           fen: Annotated[str, Query(max_length=LONGEST_FEN)] = "") -> dict[str, Any]:
    """Saved problems that have all these words, 50 at a time. `fen`: with the men of this diagram on their squares."""
    found = _store(request).search(words, collection, offset, 51, order, fen)
    return {"problems": found[:50], "more": len(found) > 50}


@router.post("/api/problems", status_code=201)
def save(asked: ProblemSaved, request: Request) -> Saved:
    """Save a new problem. It is on the disk when this is answered."""
    problem, tested = _to_keep(asked, request)
    return Saved(id=_store(request).add([(problem, tested)], asked.collection)[0], revision=1, tested=tested)


@router.put("/api/problems/{problem}")
def save_again(problem: str, asked: ProblemSaved, request: Request) -> Saved:
    """Save a changed problem; refused if it has changed in the meantime."""
    changed, tested = _to_keep(asked, request)
    revision = _store(request).change(problem, asked.revision, changed, asked.collection, tested)
    return Saved(id=problem, revision=revision, tested=tested)


def _to_keep(asked: ProblemSaved, request: Request) -> tuple[Problem, str]:
    """The problem with the solution that a job has found, and how it was tested."""
    problem = problem_of(asked.draft)
    job = _jobs(request).solution_of(asked.solution, problem) if asked.solution else None
    if job is None:
        return problem, ""
    entry = solved(problem, job)
    problem = replace(problem, solution_text=text_of(entry, asked.language) or problem.solution_text)
    return problem, computer_tested(entry.parts[0], asked.language) if is_tested(entry) else ""


@router.get("/api/problems/{problem}")
def show_problem(problem: str, request: Request, language: LanguageCode = "en") -> Kept:
    """A saved problem."""
    found = _store(request).find(problem)
    draft = draft_of(found.problem)
    genre, at = setup_of(SetupAsked(genre=draft.genre, fen=draft.fen))
    return Kept(id=found.id, collection=found.collection, revision=found.revision, tested=found.tested, draft=draft,
                setup=setup_document(genre, at, language))


@router.delete("/api/problems/{problem}")
def remove(problem: str, request: Request) -> dict[str, str]:
    """Delete a problem."""
    _store(request).remove(problem)
    return {"id": problem}


# ---------------------------------------------------------------------------------------------------- files

@router.get("/api/formats")
def formats() -> dict[str, Any]:
    """The names of the formats for one problem, and for lists; all titles, "" where the page has words."""
    return {"problem": list(EXPORTS), "list": list(LISTS), "titles": EXPORTS}


@router.post("/api/problems/import", status_code=201)
def read(asked: ImportAsked, request: Request) -> Imported:
    """Read problems from a text or file in any of the formats, and save them."""
    problems, errors, left_at = read_apart(asked, language_of(request.query_params, request.headers))
    ids = _store(request).add([(problem, "") for problem in problems], asked.collection) if problems else []
    return Imported(ids=ids, errors=errors, left_at=left_at)


@router.post("/api/problems/import/file", response_class=StreamingResponse)
async def read_file(asked: Annotated[FileAsked, Query()], request: Request) -> StreamingResponse:
    """Read a file of problems, which is the body as it is, and save them part by part.

    The answer has a line of JSON after each part: `count` of problems saved, `read` entries, `errors` of the part;
    `error` in the last one if the rest could not be read.
    """
    with tempfile.NamedTemporaryFile(prefix="feerie-problems-", delete=False) as file:
        path = Path(file.name)
        try:
            async for piece in request.stream():
                file.write(piece)
            file.close()
            parts = parts_apart(path, asked.model_dump(), asked.language)
            first = await asyncio.to_thread(next, parts, None)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    return StreamingResponse(_saved(first, parts, asked, _store(request), path), media_type="application/x-ndjson")


def _saved(first: Found | None, parts: Generator[Found], asked: FileAsked, store: ProblemStore, path: Path
           ) -> Iterator[str]:
    """Save the parts of a file, and tell of each; at last the file goes."""
    count = 0
    try:
        for problems, errors, looked_at in chain([first] if first else [], parts):
            count += len(store.add([(problem, "") for problem in problems], asked.collection) if problems else [])
            yield json.dumps({"count": count, "read": looked_at, "errors": errors}) + "\n"
    except (Error, sqlite3.Error) as error:
        said = error.code if isinstance(error, RefusedError) else error_message(error, asked.language)
        yield json.dumps({"count": count, "error": said, "errors": []}) + "\n"
    finally:
        parts.close()
        path.unlink(missing_ok=True)


@router.post("/api/problems/export", response_class=Response)
def write(asked: ExportAsked, request: Request) -> Response:
    """A problem as a file. The header X-Lost names the fields that the format does not hold."""
    problem = problem_of(asked.draft)
    job = _jobs(request).solution_of(asked.solution, problem) if asked.solution else None
    return _download(export_problem(solved(problem, job), asked.format, asked.language, asked.notation), "problem")


@router.get("/api/collections/{collection}/file", response_class=Response)
def write_collection(collection: CollectionNumber, request: Request, format: Annotated[str, Query(max_length=20)],
                     language: LanguageCode = "en") -> Response:
    """All problems of a collection in one file."""
    problems = _store(request).all_of(collection)
    if not problems:
        raise RefusedError("collection empty")
    return _download(export_collection(problems, format, language), "problems")


@router.get("/api/problems/{problem}/diagram.svg", response_class=Response)
def diagram(problem: str, request: Request) -> Response:
    """The diagram of a saved problem, small."""
    found = _store(request).find(problem).problem
    return Response(thumbnail(found), media_type="image/svg+xml")


def _download(file: File, name: str) -> Response:
    return Response(file.content, media_type=file.type, headers={
        "Content-Disposition": f'attachment; filename="{name}.{file.suffix}"',
        "X-Lost": json.dumps(file.lost) if file.lost else "[]"})
