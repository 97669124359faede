"""Problems with the solutions that Popeye prints, from tests/data/popeye_cases.json, and how ours compare.

A case: the problem (genre, fen, target of `a=>b`, stipulation, options and twins in Popeye's English) and `printed`,
Popeye's text. `differs`: why our answer is different, and right. `long`: takes more than a moment. `incomplete`: Popeye
did not finish, so all that it found must be found here. "men" has cases with men of the dictionary, traits and holes,
"conditions" those with its conditions; they have an `input` in Popeye's English instead of a FEN and options. "beyond"
names the cases whose rules or language are not part of this project.
"""
from __future__ import annotations

import json
import re
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from feerie.base.errors import ProblemError
from feerie.formats import popeye
from feerie.formats.popeye.writer import condition_words
from feerie.genres import find
from feerie.problems.problem import Problem
from feerie.solving.solve import solve
from feerie.views.solution_text import play

Case = dict[str, Any]
Chains = Counter[tuple[str, ...]]

LABEL = re.compile(r"\+?[a-z]\)")
MOVE = re.compile(r"\d+\.|zugzwang\.|threat:|refutes\.")
EXCHANGE = re.compile(r"([QRBSP]\w\d)<->(K\w\d)")
SHORT = re.compile(r"Ke1-g1/wRh1-f1|Ke8-g8/bRh8-f8")
LONG = re.compile(r"Ke1-c1/wRa1-d1|Ke8-c8/bRa8-d8")
ILLEGAL = "can capture the king"

_READ = json.loads((Path(__file__).parent / "data" / "popeye_cases.json").read_text(encoding="utf-8"))
CASES: list[Case] = _READ["cases"]
MEN: list[Case] = [*_READ["men"], *_READ["conditions"]]
BEYOND: list[Case] = _READ["beyond"]
SOLVED = [case for case in CASES
          if not {"differs", "awaits", "incomplete"} & case.keys() and ILLEGAL not in case["printed"]]
"""The cases of legal diagrams whose answer is Popeye's."""


@dataclass(frozen=True)
class CaseResult:
    """The result of a case: "equal", "different", "refused" (`why`), "unfinished"; the lines that only one side has."""

    word: str
    why: str = ""
    only_ours: tuple[str, ...] = ()
    only_popeye: tuple[str, ...] = ()


class Budget:
    """Tells a search to stop once this process has spent a number of further CPU seconds; None: never."""

    def __init__(self, seconds: float | None) -> None:
        self.end = None if seconds is None else time.process_time() + seconds

    def is_set(self) -> bool:
        return self.end is not None and time.process_time() > self.end


def problem_text(case: Case) -> str:
    """The problem in Popeye's language."""
    if "input" in case:
        return "\n".join(["BeginProblem", *case["input"], "EndProblem"]) + "\n"
    lines = ["BeginProblem", _forsyth(case["fen"]), f"Stipulation {case['stipulation']}"]
    if "target" in case:
        lines.append(_forsyth(case["target"]))
    if conditions := condition_words(find(case["genre"]), "en"):
        lines.append(f"Condition {' '.join(conditions)}")
    if case.get("options"):
        lines.append(f"Option {' '.join(case['options'])}")
    return "\n".join([*lines, *case.get("twins", ()), "EndProblem"]) + "\n"


def _forsyth(fen: str) -> str:
    return "Forsyth " + fen.replace("N", "S").replace("n", "s")


def parts_of(case: Case) -> list[Problem]:
    """The problem of a case, part by part."""
    problem = popeye.parse(problem_text(case))[0].get()
    return [part for _, twin in problem.twins_applied() for part in twin.colours()]


def chains(printed: str) -> Chains:
    """Every line of a text with the lines it follows from, by indentation; the king first in an exchange.

    Where castling is a case of another kind of castling, Popeye writes it with both men; here it is 0-0 or 0-0-0.
    """
    found: Chains = Counter()
    above: list[tuple[int, str]] = []
    for line in LONG.sub("0-0-0", SHORT.sub("0-0", printed)).splitlines():
        move = EXCHANGE.sub(r"\2<->\1", " ".join(line.split()))      # numbers from ten on are padded less
        if not MOVE.match(move) or LABEL.match(move):
            continue
        indent = len(line) - len(line.lstrip())
        while above and above[-1][0] >= indent:
            above.pop()
        above.append((indent, move))
        found[tuple(text for _, text in above)] += 1
    return found


def first_moves(found: Chains) -> Chains:
    """For a battle whose variations Popeye was not asked for: keys, tries, and what refutes them."""
    moves = (tuple(re.sub(r" (threat:|zugzwang\.)$", "", move) for move in chain) for chain in found
             if re.match(r"1\.[^.]", chain[0]) and (len(chain) == 1 or chain[1].endswith("!")))
    return Counter(dict.fromkeys(moves, 1))


def outcome(case: Case, limit: float | None = None) -> CaseResult:
    """Solve a case within `limit` CPU seconds a part, and compare."""
    ours, wanted = [], case["printed"]
    try:
        parts = parts_of(case)
    except ProblemError as error:
        return CaseResult("refused", str(error))
    for part in parts:
        try:
            solution = solve(part, stop=Budget(limit))
        except ProblemError as error:
            if "side not to move in check" in str(error) and ILLEGAL in wanted:
                continue
            return CaseResult("refused", str(error))
        if not solution.complete:
            return CaseResult("unfinished")
        ours.append(play(solution))
    mine, theirs = chains("\n".join(ours)), chains(wanted)
    if any(part.stipulation.play.is_battle for part in parts) and not (
            {"Variations", "PostKeyPlay"} & set(case.get("options", ()))):
        mine, theirs = first_moves(mine), first_moves(theirs)
    if mine == theirs or case.get("incomplete") and not theirs - mine:
        return CaseResult("equal")
    return CaseResult("different", "", tuple("  ".join(chain) for chain in mine - theirs),
                   tuple("  ".join(chain) for chain in theirs - mine))
