"""What a tester wants to know about many problems: a row for each part, and totals."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from enum import Enum
from typing import Any

from feerie.base.frozen import frozen
from feerie.problems.comparison import Agreement, Comparison
from feerie.problems.place import Place
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.problems.soundness import DualKind, Soundness

__all__ = ["COLUMNS", "PartReport", "Report", "Unreached", "Verdict"]


class Verdict(Enum):
    """What became of a problem."""

    SOUND = "sound"
    UNSOUND = "unsound"
    OPEN = "open"
    """A complete search; the problem does not say how many solutions are intended, or it is post-key play
    that nothing refutes."""
    INCOMPLETE = "incomplete"
    ERROR = "error"
    """It could not be read or solved."""
    UNREACHED = "unreached"
    """The run was stopped before."""
    KEPT = "kept"
    """A study, or a stipulation in words: kept, not solved."""


@frozen
class Unreached:
    """The problems that a run did not reach because it was stopped; their number is an estimate unless `exact`.

    `place`: that of the first.
    """

    place: Place
    problems: int
    exact: bool

    def as_json(self) -> dict[str, Any]:
        """{"file", "number", "line", "problems", "exact"}."""
        return {**self.place.as_json(), "problems": self.problems, "exact": self.exact}

    def row(self, text: str) -> PartReport:
        """A row that stands for all of them; `text` says how many."""
        return PartReport(**asdict(self.place), verdict=Verdict.UNREACHED, complete=False, error=text)


@dataclass(frozen=True)
class PartReport:
    """The row of a part. `flaws`: as in Soundness; `stored`: an Agreement as text, "" if nothing is stored.

    `solutions`: the number found, `intended`: None if not given; `duals`: major ones. `missing`, `extra`, `dual`:
    as in Comparison. `nodes`: positions; `seconds`: wall time. `error`: why it could not be solved, or "".
    """

    no: int
    file: str | None
    number: int | None
    line: int | None
    label: str
    side: str
    genre: str = ""
    fen: str = ""
    stipulation: str = ""
    author: str = ""
    source: str = ""
    verdict: Verdict = Verdict.ERROR
    complete: bool = True
    certificate: str = ""
    flaws: tuple[str, ...] = ()
    solutions: int = 0
    intended: int | None = None
    duals: int = 0
    stored: str = ""
    missing: int = 0
    extra: int = 0
    dual: int = 0
    nodes: int = 0
    seconds: float = 0.0
    error: str = ""

    @classmethod
    def of(cls, place: Place, solution: Solution, soundness: Soundness, comparison: Comparison | None) -> PartReport:
        """The row of a part that was solved."""
        problem = solution.problem
        verdict = (Verdict.KEPT if problem.stipulation.is_kept
                   else Verdict.UNSOUND if soundness.flaws else Verdict.INCOMPLETE if not solution.complete
                   else Verdict.SOUND if solution.is_sound else Verdict.OPEN)
        differences = (comparison.missing.count, comparison.extra.count, comparison.dual.count) if comparison else (
            0, 0, 0)
        return cls(**asdict(place), **_asked(problem), verdict=verdict,
                   complete=solution.complete, certificate=soundness.certificate or "",
                   flaws=tuple(flaw.value for flaw in soundness.flaws), solutions=solution.count,
                   intended=problem.intended_solutions,
                   duals=sum(dual.kind is DualKind.MAJOR for dual in soundness.duals),
                   stored=comparison.agreement.value if comparison else "", missing=differences[0],
                   extra=differences[1], dual=differences[2], nodes=solution.nodes, seconds=round(solution.seconds, 3))

    @classmethod
    def unsolved(cls, place: Place, error: str = "", problem: Problem | None = None) -> PartReport:
        """The row of what was not solved, or is not yet. `problem`: the part, None if it could not be read."""
        return cls(**asdict(place), **_asked(problem) if problem else {}, error=error)

    @classmethod
    def unreached(cls, place: Place, problem: Problem) -> PartReport:
        """The row of a part that a stopped run did not reach."""
        return cls(**asdict(place), **_asked(problem), verdict=Verdict.UNREACHED, complete=False)

    @property
    def differs(self) -> bool:
        """Whether the solution differs from the stored one, or this could not be determined."""
        return self.stored not in ("", Agreement.SAME.value)

    @property
    def is_solved(self) -> bool:
        """Whether it was searched, completely or in part."""
        return self.verdict not in (Verdict.ERROR, Verdict.UNREACHED, Verdict.KEPT)

    @property
    def name(self) -> str:
        """The number with the label: "3b"; for a duplex "3b/white"."""
        return f"{self.no}{self.label}{'/' if self.side else ''}{self.side}"

    def as_json(self) -> dict[str, Any]:
        """The values by column, for JSON."""
        return asdict(self) | {"verdict": self.verdict.value, "flaws": list(self.flaws)}

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> PartReport:
        """The row of a JSON form. Raises KeyError, TypeError or ValueError for any other object."""
        return cls(**row | {"verdict": Verdict(row["verdict"]), "flaws": tuple(row["flaws"])})

    def cells(self) -> list[str]:
        """The values in the order of COLUMNS, as strings: "" for None, flaws joined by "; "."""
        row = self.as_json() | {"flaws": "; ".join(self.flaws), "complete": "yes" if self.complete else "no"}
        return ["" if row[name] is None else str(row[name]) for name in COLUMNS]


def _asked(problem: Problem) -> dict[str, Any]:
    """The values that say which problem it is."""
    return {"genre": problem.genre.name, "fen": problem.fen, "stipulation": str(problem.stipulation),
            "author": " & ".join(problem.author), "source": problem.source}


COLUMNS = tuple(item.name for item in fields(PartReport))
"""The columns of tables for programs to read."""


class Report:
    """The rows of a run in order, and what follows from all of them. `unreached`: the problems without rows, if any."""

    def __init__(self, rows: Iterable[PartReport] = ()) -> None:
        self.rows: list[PartReport] = list(rows)
        self.unreached: Unreached | None = None

    @property
    def slowest(self) -> PartReport | None:
        """The part that took longest; None if nothing was solved."""
        return max((row for row in self.rows if row.is_solved), key=lambda row: row.seconds, default=None)

    @property
    def repeated(self) -> list[tuple[PartReport, PartReport]]:
        """Parts with the diagram, rules and stipulation of a part of an earlier problem, each with the first of these.

        Parts towards a position are left out: rows do not say which.
        """
        first: dict[tuple[str, str, str], PartReport] = {}
        found = []
        for row in self.rows:
            if row.fen and "=>" not in row.stipulation:
                earlier = first.setdefault((row.genre, row.fen, row.stipulation), row)
                if earlier.no != row.no:
                    found.append((row, earlier))
        return found

    @property
    def nodes(self) -> int:
        """The number of positions searched in all."""
        return sum(row.nodes for row in self.rows)

    @property
    def seconds(self) -> float:
        """The total time of all parts."""
        return sum(row.seconds for row in self.rows)

    def as_json(self) -> dict[str, Any]:
        """{"problems", "parts", "verdicts", "stored", "nodes", "seconds", "slowest", "repeated", "rows"}."""
        verdicts, stored = Counter(row.verdict.value for row in self.rows), Counter(
            row.stored for row in self.rows if row.stored)
        return {"problems": len({row.no for row in self.rows}), "parts": len(self.rows),
                "verdicts": {verdict.value: verdicts[verdict.value] for verdict in Verdict},
                "stored": {agreement.value: stored[agreement.value] for agreement in Agreement},
                "nodes": self.nodes, "seconds": round(self.seconds, 3),
                "slowest": self.slowest.name if self.slowest else None,
                "repeated": [{"part": row.name, "first": earlier.name} for row, earlier in self.repeated],
                "rows": [row.as_json() for row in self.rows]}
