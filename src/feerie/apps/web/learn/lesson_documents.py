"""Lessons as the page is told them: with the positions of their boards."""
from __future__ import annotations

from functools import lru_cache
from typing import Any

from feerie.apps.web.games.answers import View
from feerie.apps.web.learn.lessons import lesson
from feerie.apps.web.learn.practice_boards import PracticeBoards

__all__ = ["lesson_document"]


@lru_cache(maxsize=64)
def lesson_document(genre: str, language: str) -> dict[str, Any]:
    """A lesson with the positions of its boards, `shown`, which then need not be asked for; NoLessonError."""
    found, boards = lesson(genre, language).as_json(), PracticeBoards()
    for board in found["boards"]:
        board["shown"] = boards.show(board["genre"], board["fen"], board["line"], View(language))
    return found
