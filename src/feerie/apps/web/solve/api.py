"""The interface for solving problems oneself."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Request

from feerie.apps.web.compose.problem_store import ProblemStore
from feerie.apps.web.games.answers import View
from feerie.apps.web.games.schemas import LanguageCode, Notation
from feerie.apps.web.serving.refusal import RefusedError
from feerie.apps.web.solve.answers import hinted, played, told_why
from feerie.apps.web.solve.documents import diagrams_document
from feerie.apps.web.solve.exercise_documents import exercise_document
from feerie.apps.web.solve.exercises import Exercise, is_offered, own_exercises, row_of
from feerie.apps.web.solve.schemas import ExerciseList, ExerciseRow, HintAsked, LineAsked

__all__ = ["Examiner", "router"]

router = APIRouter()
READ_AT_ONCE = 50
"""Saved problems that are looked at for one answer."""
MOST_DIAGRAMS = 60
THREADS = 2
MOST_WAITING = 100
"""Questions that may wait for the solver."""
Given = TypeVar("Given")


class Examiner:
    """Threads that solve and judge, so that the server does not wait for them."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "exercises")
        self._waiting = 0

    async def ask(self, work: Callable[[], Given]) -> Given:
        """The result of some work; RefusedError if too much waits."""
        if self._waiting >= MOST_WAITING:
            raise RefusedError("too many jobs")
        self._waiting += 1
        try:
            return await asyncio.wrap_future(self._pool.submit(work))
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _examiner(request: Request) -> Examiner:
    examiner: Examiner = request.app.state.examiner
    return examiner


def _find(name: str, request: Request) -> Exercise:
    """An exercise of our own or a saved problem; RefusedError if there is none, or it cannot be solved here."""
    own = own_exercises().get(name)
    if own is not None:
        return own
    store: ProblemStore = request.app.state.problems
    problem = store.find(name[:64]).problem
    if not is_offered(problem):
        raise RefusedError("not offered")
    return Exercise(name, problem)


@router.get("/api/exercises")
def list_exercises(request: Request, language: LanguageCode = "en",
                   collection: Annotated[int, Query(ge=0, le=2**31)] = 0,
                   offset: Annotated[int, Query(ge=0, le=10**6)] = 0) -> ExerciseList:
    """The checked set that comes with the page; with `collection`, the saved problems of one that can be solved here,
    of the next 50 from `offset` on."""
    if not collection:
        rows = [row_of(each, language) for each in own_exercises().values()]
        return ExerciseList(exercises=[ExerciseRow(**row) for row in rows], next=None)
    store: ProblemStore = request.app.state.problems
    found = store.search("", collection, offset, READ_AT_ONCE + 1, "added")
    saved = [Exercise(row["id"], store.find(row["id"]).problem) for row in found[:READ_AT_ONCE]]
    rows = [row_of(each, language) for each in saved if is_offered(each.problem)]
    return ExerciseList(exercises=[ExerciseRow(**row) for row in rows],
                        next=offset + READ_AT_ONCE if len(found) > READ_AT_ONCE else None)


@router.get("/api/exercises/diagrams")
def show_diagrams(request: Request, ids: Annotated[str, Query(max_length=1000)], language: LanguageCode = "en"
                  ) -> dict[str, Any]:
    """Small diagrams of exercises, whose ids are separated by commas."""
    return diagrams_document([_find(each, request) for each in ids.split(",")[:MOST_DIAGRAMS] if each], language)


@router.get("/api/exercises/{exercise}")
async def show_exercise(exercise: str, request: Request, language: LanguageCode = "en", notation: Notation = "short"
                        ) -> dict[str, Any]:
    """A problem to solve."""
    return await _examiner(request).ask(
        lambda: exercise_document(_find(exercise, request), View(language, notation)))


@router.post("/api/exercises/{exercise}/line")
async def play(exercise: str, asked: LineAsked, request: Request) -> dict[str, Any]:
    """A line, and what the move after it is worth. A move that is not legal is refused with the reasons."""
    return await _examiner(request).ask(lambda: played(_find(exercise, request), asked))


@router.post("/api/exercises/{exercise}/why")
def why(exercise: str, asked: LineAsked, request: Request) -> dict[str, Any]:
    """Why a move is legal or not after a line, rule by rule."""
    return told_why(_find(exercise, request), asked)


@router.post("/api/exercises/{exercise}/hint")
async def hint(exercise: str, asked: HintAsked, request: Request) -> dict[str, Any]:
    """The next move of a solution, as much of it as is asked for."""
    return await _examiner(request).ask(lambda: hinted(_find(exercise, request), asked))
