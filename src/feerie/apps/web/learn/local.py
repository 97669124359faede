"""Python in the browser for the built site: the answers of the server, from one thread, without FastAPI."""
from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from feerie import genres
from feerie.apps.web.games.answers import View
from feerie.apps.web.learn.practice_boards import PracticeBoards
from feerie.apps.web.serving.error_messages import error_message, language_of
from feerie.base.errors import Error
from feerie.game.position import Position
from feerie.notation.fen import men_in
from feerie.problems.problem import Problem
from feerie.rules.genre import Genre
from feerie.solving.solve import solve
from feerie.views.diagram import draw
from feerie.views.solution_text import text

__all__ = ["Local"]

PLAIN_HASH_MB = 4
Asked = dict[str, Any]


class Local:
    """Answers requests with the paths and bodies of the server's interface, and a few that only the site has."""

    def __init__(self) -> None:
        self._boards = PracticeBoards()
        self._answers: dict[str, Callable[[Asked], Any]] = {
            "/api/practice": self._try, "/api/practice/why": self._why, "/api/practice/pgn": self._pgn,
            "/api/practice/svg": self._draw, "/api/solutions": self._solve}

    def answer(self, path: str, body: str) -> str:
        """The answer to a request, as JSON: `status` as in HTTP, and `answer`."""
        asked: Asked = {}
        try:
            asked = json.loads(body)
            return json.dumps({"status": 200, "answer": self._answers[path](asked)})
        except (Error, ValueError, LookupError) as error:
            said = error_message(error, language_of(asked, {}))
            return json.dumps({"status": 422, "answer": {"error": said, "code": ""}})

    def _try(self, asked: Asked) -> Any:
        view = View(asked["language"], asked["notation"])
        if asked.get("move") is None:
            return self._boards.show(asked["genre"], asked["fen"], asked["line"], view)
        return self._boards.play(asked["genre"], asked["fen"], asked["line"], asked["move"], view)

    def _why(self, asked: Asked) -> Any:
        return self._boards.why(asked["genre"], asked["fen"], asked["line"], asked["move"], asked["language"])

    def _pgn(self, asked: Asked) -> Any:
        return {"text": self._boards.pgn(asked["genre"], asked["fen"], asked["line"])}

    def _draw(self, asked: Asked) -> Any:
        return {"text": draw(Position(_genre(asked), asked["fen"]))}

    @staticmethod
    def _solve(asked: Asked) -> Any:
        problem = Problem(_genre(asked), asked["fen"], asked["stipulation"])
        return {"text": text(solve(problem, threads=1, hash_mb=PLAIN_HASH_MB), language=asked["language"])}


def _genre(asked: Asked) -> Genre:
    """The genre that is asked for, with the men of the dictionary that the FEN has."""
    return genres.with_men_of(genres.find(asked["genre"]), men_in(asked["fen"] or ""))
