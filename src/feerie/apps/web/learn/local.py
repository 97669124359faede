"""Python in the browser for the built site: the answers of the server, from one thread, without FastAPI."""
from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl, urlsplit

from feerie import genres
from feerie.apps.web.compose.setups import setup_document, setup_of
from feerie.apps.web.games.answers import View
from feerie.apps.web.learn.practice_boards import PracticeBoards
from feerie.apps.web.learn.solving_here import SolvedHere
from feerie.apps.web.serving.error_messages import error_message, language_of
from feerie.apps.web.serving.refusal import RefusedError
from feerie.apps.web.solve.answers import hinted, played, told_why
from feerie.apps.web.solve.exercises import Exercise, own_exercises
from feerie.base.errors import Error
from feerie.game.position import Position
from feerie.notation.fen import men_in
from feerie.rules.genre import Genre
from feerie.views.diagram import draw

if TYPE_CHECKING:
    from feerie.apps.web.compose.schemas import SetupAsked

__all__ = ["Local", "setup_here"]

SETUP = {"genre": "orthodox", "fen": "", "men": {}, "fitting": False, "begins": False, "turn": "white", "denied": "",
         "flags": "", "passed": ""}
"""What a setup is where nothing else is asked for."""
LINE: dict[str, Any] = {"line": [], "move": None, "helped": False, "found": [], "language": "en", "notation": "short",
                        "step": 1}
"""What is said of a line of an exercise where nothing else is."""
SOLUTIONS, EXERCISES = "/api/solutions/", "/api/exercises/"
Asked = dict[str, Any]


class Local:
    """Answers requests with the paths and bodies of the server's interface, and a few that only the site has."""

    def __init__(self) -> None:
        self._boards, self._solved = PracticeBoards(), SolvedHere()
        self._answers: dict[str, Callable[[Asked], Any]] = {
            "/api/practice": self._try, "/api/practice/why": self._why, "/api/practice/pgn": self._pgn,
            "/api/practice/svg": self._draw, "/api/setups": setup_here, "/api/solutions": self._solved.solve}
        self._of_exercises: dict[str, Callable[[Exercise, Any], Any]] = {"line": played, "why": told_why,
                                                                         "hint": hinted}

    def answer(self, path: str, body: str) -> str:
        """The answer to a request, as JSON: `status` as in HTTP, and `answer`."""
        asked: Asked = {}
        try:
            asked = {**dict(parse_qsl(urlsplit(path).query)), **(json.loads(body) or {})}
            if path.startswith(SOLUTIONS):
                found = self._solved.look(path.removeprefix(SOLUTIONS))
            elif path.startswith(EXERCISES):
                name, what = path.removeprefix(EXERCISES).split("/")
                found = self._of_exercises[what](own_exercises()[name], SimpleNamespace(**{**LINE, **asked}))
            else:
                found = self._answers[urlsplit(path).path](asked)
            return json.dumps({"status": 200, "answer": found})
        except (Error, ValueError, LookupError) as error:
            said = error_message(error, language_of(asked, {}))
            code = error.code if isinstance(error, RefusedError) else ""
            return json.dumps({"status": 422, "answer": {"error": said, "code": code}})

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


def setup_here(asked: Asked) -> Any:
    """A setup as the page's editor asks for it; see `compose.setups`."""
    setup = cast("SetupAsked", SimpleNamespace(**{**SETUP, **asked}))
    return setup_document(*setup_of(setup), asked["language"])


def _genre(asked: Asked) -> Genre:
    """The genre that is asked for, with the men of the dictionary that the FEN has."""
    return genres.with_men_of(genres.find(asked["genre"]), men_in(asked["fen"] or ""))
