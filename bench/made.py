"""Problems of Rollerball, of genres with several kings, and of combinations: made here, solved with pruning or none.

    python bench/made.py [--only WORD] [--json FILE]
    python bench/made.py --make

There are few published problems of these genres. --make draws random diagrams from a fixed seed, ten problems per
genre, and keeps those with few solutions that cost the plain solver, all pruning off, some hundred positions or more;
what it finds goes into made_problems.json. Without it each of them is solved with all shortcuts and without any: CPU
seconds and positions of both, and whether both find what the file has. Means are geometric.
"""
from __future__ import annotations

import argparse
import hashlib
import json
import math
import resource
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import feerie
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.solving.forced_task import ForcedTask
from feerie.solving.help_task import HelpTask
from feerie.solving.task import Task

PROBLEMS = Path(__file__).parent / "made_problems.json"
GENRES = ("rollerball", "rex-multiplex", "ultra-rex-multiplex", "siamois", "roque+rex-multiplex", "rokagogo+siamois",
          "platzwechselrochade+ultra-rex-multiplex")
STIPULATIONS = ("#2", "#3", "h#2", "h#2.5", "#2", "ser-h#3", "h=2", "ser-#3", "h#2", "ser-h=2")
"""One problem of each, for each genre."""
LEAST_POSITIONS, MOST_POSITIONS = 500, 300_000
"""What a problem costs the plain solver."""
MOST_SOLUTIONS = 30


def task(problem: Problem, *, shortcuts: bool) -> Task:
    """The task of a problem, with all shortcuts or with none."""
    kind = ForcedTask if problem.stipulation.play.is_battle else HelpTask
    return kind(problem, shortcuts=shortcuts)


def answer(solution: Solution) -> str:
    """How many keys or lines a solution has, and their digest."""
    found = sorted(solution.keys) if solution.tree is not None else sorted(map(" ".join, solution.lines))
    return f"{len(found)}-{hashlib.sha256(chr(10).join(found).encode()).hexdigest()[:12]}"


def diagrams(rng: Random, genre: str) -> Iterator[str]:
    """Random diagrams of a genre, of few men; they may be illegal."""
    board = feerie.find(genre).board
    several = "rex" in genre or "siamois" in genre
    while True:
        men: dict[int, str] = {}
        kings = [rng.choice((1, 2, 2, 3)) if several else 1 for _ in "Kk"]
        count = rng.randint(2, 5)
        letters = "K" * kings[0] + "k" * kings[1] + "".join(rng.choice("QRRBBNNPPqrbnppp") for _ in range(count))
        if board.size < 64:
            letters = letters.replace("Q", "R").replace("q", "r").replace("N", "B").replace("n", "b")
        squares = list(board.squares)
        for letter in letters:
            square = rng.choice(squares)
            if square not in men and not (letter in "Pp" and board.name(square)[1] in "18"):
                men[square] = letter
        if {"K", "k"} <= set(men.values()):
            yield placement(board, men)


def placement(board: Any, men: dict[int, str]) -> str:
    """The board's field of a FEN."""
    names = {board.name(square): men.get(square, "1") for square in board.squares}
    size = max(int(name[1:]) for name in names)
    rows = ["".join(names.get(f"{file}{rank}", "*") for file in "abcdefgh"[:size]) for rank in range(size, 0, -1)]
    text = "/".join(rows)
    for run in range(size, 1, -1):
        text = text.replace("1" * run, str(run))
    return text


def made(genre: str, stipulation: str, number: int) -> dict[str, Any]:
    """The first of the diagrams drawn that makes a problem."""
    for fen in diagrams(Random(f"made {genre} {stipulation} {number}"), genre):
        try:
            problem = Problem(genre, f"{fen} w - -", stipulation)
            solution = task(problem, shortcuts=True).alone()
            if not 0 < solution.count <= MOST_SOLUTIONS:
                continue
            plain = task(problem, shortcuts=False).alone()
        except feerie.Error:
            continue
        if LEAST_POSITIONS <= plain.nodes <= MOST_POSITIONS:
            return {"genre": genre, "fen": f"{fen} w - -", "stipulation": stipulation, "answer": answer(plain)}
    raise AssertionError("diagrams do not end")


def make() -> None:
    """Make all problems and write the file."""
    found = []
    for genre in GENRES:
        for number, stipulation in enumerate(STIPULATIONS):
            found.append(made(genre, stipulation, number))
            print(found[-1], flush=True)
    PROBLEMS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def mean(values: Iterable[float]) -> float:
    """The geometric mean, nan if there are no values."""
    logarithms = [math.log(value) for value in values]
    return math.exp(sum(logarithms) / len(logarithms)) if logarithms else math.nan


def measured(entry: dict[str, Any], *, shortcuts: bool) -> tuple[float, int, str]:
    """CPU seconds, positions and answer."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    solution = task(Problem(entry["genre"], entry["fen"], entry["stipulation"]), shortcuts=shortcuts).alone()
    after = resource.getrusage(resource.RUSAGE_SELF)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, solution.nodes, answer(solution)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--make", action="store_true", help="make the problems anew")
    parser.add_argument("--only", default="", metavar="WORD", help="only genres or stipulations with this word")
    parser.add_argument("--json", metavar="FILE", help="write all figures to a file")
    given = parser.parse_args()
    if given.make:
        make()
        return
    rows, wrong = [], 0
    for entry in json.loads(PROBLEMS.read_text(encoding="utf-8")):
        if given.only not in f"{entry['genre']} {entry['stipulation']}":
            continue
        quick, plain = (measured(entry, shortcuts=shortcuts) for shortcuts in (True, False))
        same = quick[2] == plain[2] == entry["answer"]
        wrong += not same
        rows.append({**entry, "seconds": quick[0], "nodes": quick[1], "plain_seconds": plain[0],
                     "plain_nodes": plain[1]})
        print(f"{entry['genre']:40} {entry['stipulation']:8} {quick[0]:7.4f} s {quick[1]:8} positions, plain "
              f"{plain[0]:7.4f} s {plain[1]:8}  {'same' if same else 'DIFFERENT'}", flush=True)
    for genre in dict.fromkeys(row["genre"] for row in rows):
        own = [row for row in rows if row["genre"] == genre]
        fewer = mean(row["plain_nodes"] / max(row["nodes"], 1) for row in own)
        faster = mean(max(row["plain_seconds"], 1e-4) / max(row["seconds"], 1e-4) for row in own)
        print(f"{genre:40} {fewer:8.1f} times fewer positions, {faster:6.1f} times faster")
    if given.json:
        Path(given.json).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
