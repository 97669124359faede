"""What Python in a browser solves, where nothing is compiled: which problems are small enough, and their solutions."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from feerie import genres
from feerie.apps.web.compose.solution_answers import lines_document, position_after, results_of, rows_after
from feerie.apps.web.games.answers import position_document
from feerie.base.errors import ProblemError
from feerie.notation.fen import men_in
from feerie.problems.parts import AskedPart, parts_of
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.problems.stipulation import Play
from feerie.solving.solve import solve
from feerie.views.notations import Notation

__all__ = ["SolvedHere", "is_small", "require_small"]

HASH_MB = 4
MOST_KEPT = 8
"""Solutions whose moves can still be shown."""
MOST_PLIES = {Play.DIRECT: 3, Play.SELF: 2, Play.REFLEX: 2, Play.SEMI_REFLEX: 2, Play.HELP: 4, Play.SERIES: 3,
              Play.SERIES_HELP: 4, Play.SERIES_SELF: 3}
"""Single moves of the longest play that is solved: #2, s#1, h#2, ser-#3, ser-h#3, ser-s#2. Nothing else is."""
MOST_PLIES_OF_CONDITIONS = {Play.DIRECT: 3, Play.HELP: 3, Play.SERIES: 2, Play.SERIES_HELP: 3}
"""The same for problems with elements of the dictionary, whose moves take several times as long to find."""


def require_small(problem: Problem) -> None:
    """ProblemError if a problem takes too long where nothing is compiled."""
    is_plain = genres.conditions_of(problem.genre) == problem.genre and problem.genre.name.split("+")[0] in {
        genre.name for genre in genres.GENRES}
    most = MOST_PLIES if is_plain else MOST_PLIES_OF_CONDITIONS
    if problem.stipulation.plies > most.get(problem.stipulation.play, 0):
        raise ProblemError("{} is too long to be solved in a browser, where nothing is compiled: feerie on a computer "
                           "solves it", str(problem.stipulation))


def is_small(problem: Problem) -> bool:
    """Whether a problem can be solved where nothing is compiled."""
    try:
        require_small(problem)
    except ProblemError:
        return False
    return True


@dataclass
class _Part:
    asked: AskedPart
    solution: Solution | None
    error: str = ""

    def so_far(self) -> Solution | None:
        """The solution."""
        return self.solution


class SolvedHere:
    """The last solutions by number, and what the page asks about them."""

    def __init__(self) -> None:
        self._solved: dict[int, tuple[Problem, list[_Part]]] = {}
        self._count = 0

    def solve(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Solve a problem: `genre`, `fen`, `stipulation`, `language`. ProblemError if it is too long."""
        genre = genres.with_men_of(genres.find(asked["genre"]), men_in(asked["fen"] or ""))
        problem = Problem(genre, asked["fen"], asked["stipulation"])
        require_small(problem)
        parts = [_Part(part, solve(part.problem, threads=1, hash_mb=HASH_MB) if part.problem else None, part.error)
                 for part in parts_of(problem)]
        self._count += 1
        self._solved = {**dict(list(self._solved.items())[1 - MOST_KEPT:]), self._count: (problem, parts)}
        return {"id": self._count, "state": "done",
                "results": results_of(problem, parts, asked["language"], asked.get("notation", "short"))}

    def look(self, address: str) -> Any:
        """What the page asks about a solution, by addresses like the server's: "1/0/position?line=a1a8"."""
        path, query = urlsplit(address).path, parse_qs(urlsplit(address).query)
        number, part, what = path.split("/")
        problem, parts = self._solved[int(number)]
        found, is_set_play = parts[int(part)], query.get("set_play") == ["true"]
        line = [move for move in query.get("line", [""])[0].split(",") if move]
        language, notation = query.get("language", ["en"])[0], query.get("notation", ["short"])[0]
        if what == "position":
            return position_document(*position_after(found.asked.problem or problem, line, is_set_play))
        if found.solution is None:
            raise ProblemError("nothing has been found yet")
        if what == "rows":
            return rows_after(found.solution, line, is_set_play, language, notation)
        return lines_document(found.solution, language, Notation(notation), is_set_play=is_set_play,
                              offset=int(query["offset"][0]))
