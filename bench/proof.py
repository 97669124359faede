"""Proof games: time and answers of the solver on bench/proof_games.json, compared with Euclide's and Popeye's.

    python bench/proof.py [ROW ...] [--limit SECONDS] [--every N] [--held-back] [--json FILE]
    EUCLIDE_BIN=/path/to/euclide-console POPEYE_BIN=/path/to/py python bench/proof.py

Without rows, all are run except the open one. Seconds are CPU seconds of one thread: ours are those of `feerie.solve`
in this process after the tables of the genre are built, theirs those of their process. Peers run in the same minutes,
problem by problem, and stop after the limit of the row; without the variables they are left out. In geometric means no
time is below FLOOR. Half of the set is held back: look at it with --held-back only to judge, not to tune. `--every`
takes each N-th problem. A wrong number of solutions is marked "!", a search that was stopped ">".
"""
from __future__ import annotations

import argparse
import json
import math
import os
import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import feerie
from feerie.formats import popeye

GAMES = Path(__file__).parent / "proof_games.json"
FLOOR = 0.02
PEER_LIMIT = 15.0
"""Orthodox games are divided into those that Euclide solves in this many seconds, and the others."""
MEMORY_MB = 256
MOST_SOLUTIONS = 10
"""The most solutions that either program is asked for in orthodox games: there may be hundreds of thousands."""


@dataclass(frozen=True)
class Row:
    """A row of the table. `limit`: CPU seconds for each problem; `goal`: what the row should reach, in words."""

    limit: float
    goal: str
    peer: str = "Popeye"


ROWS = {
    "orthodox": Row(60, "those Euclide solves in 15 s: all, mean not above Euclide's; of the others a third in 60 s",
                    "Euclide"),
    "rokagogo short": Row(10, "under 0.05 s"),
    "roque 4.0": Row(10, "under 0.1 s each"),
    "roque 4.5": Row(10, "under 1 s each"),
    "rokagogo long": Row(60, "8.0 in 1 s, 11.5 in 10 s, 13.5 in 20 s"),
    "roque long": Row(600, "complete"),
    "a=>b tails": Row(10, "0.002 to 0.026 s"),
    "rokagogo open": Row(3600, "its games, or how far the search got"),
}


@dataclass
class Timing:
    """CPU seconds of a program, and the number of solutions it found; None if it was stopped or gives no number."""

    cpu: float
    solutions: int | None
    stopped: bool = False

    def shown(self, expected: int | None) -> str:
        """The time, marked if the search was stopped or the number is not the expected one."""
        wrong = not self.stopped and None not in (self.solutions, expected) and self.solutions != expected
        return f"{'>' if self.stopped else ''}{self.cpu:.2f}{f'! ({self.solutions})' if wrong else ''}"


class Budget:
    """Stops a search after this many further CPU seconds of this process."""

    def __init__(self, seconds: float) -> None:
        self.end = time.process_time() + seconds

    def is_set(self) -> bool:
        return time.process_time() > self.end


def problem_of(game: dict[str, Any]) -> feerie.Problem:
    return feerie.Problem(game["genre"], game["fen"], game["stipulation"], target=game.get("target"))


def ours(game: dict[str, Any], limit: float) -> Timing:
    """Our own solving, warm; of orthodox games at most MOST_SOLUTIONS, as many as Euclide is asked for."""
    problem = problem_of(game)
    most = MOST_SOLUTIONS if game["row"] == "orthodox" else None
    feerie.solve(problem, threads=1, hash_mb=1, max_nodes=1)        # makes the tables of the genre
    begun = time.process_time()
    solution = feerie.solve(problem, threads=1, hash_mb=MEMORY_MB, stop=Budget(limit), max_solutions=most)
    found = len(solution.lines)
    if most is not None and found >= most:
        return Timing(time.process_time() - begun, None)
    return Timing(time.process_time() - begun, found, not solution.complete)


def run(command: Sequence[str], limit: float, text: str = "") -> tuple[float, str, bool]:
    """CPU seconds, output, and whether it had to be stopped, of a process that gets a text."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)

    def restrict() -> None:
        seconds = math.ceil(limit) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    done = subprocess.run(command, input=text, capture_output=True, text=True, errors="replace", check=False,
                          preexec_fn=restrict)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, done.stdout, done.returncode < 0


def euclide(binary: str, game: dict[str, Any], limit: float) -> Timing | None:
    """Euclide's solving; None for problems that it does not support.

    Its own limit is wall time, which under load is far from CPU time, so it is set high and the process is stopped.
    """
    problem = problem_of(game)
    if problem.genre != feerie.find("orthodox") or not problem.stipulation.exact:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.txt"
        path.write_text(f"{game['fen']}\n{problem.plies}\n", encoding="utf-8")
        cpu, said, killed = run([binary, str(path), f"--timeout={100 * math.ceil(limit)}", "--quiet", "--threads=1",
                                 f"--solutions={MOST_SOLUTIONS}"], limit)
    finished = re.search(r"Unique proofgame|No solution|(?:One|Two|Three|Four|More) solutions?|Cooked|At least", said)
    found = len(re.findall(r"^Solution #", said, re.MULTILINE))
    return Timing(cpu, found if found < MOST_SOLUTIONS else None, killed or finished is None)


def popeye_solves(binary: str, game: dict[str, Any], limit: float) -> Timing:
    """Popeye's solving."""
    text = popeye.write(problem_of(game)).replace("EndProblem", "Option NoBoard\nEndProblem")
    with tempfile.NamedTemporaryFile("w", suffix=".inp", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        cpu, said, killed = run([binary, "-maxmem", "256M", file.name], limit)
    found = len(re.findall(r"^\s+1\.", said, re.MULTILINE))
    return Timing(cpu, found, killed or "solution finished" not in said)


def mean(times: Iterable[float]) -> float:
    """The geometric mean, no time below FLOOR."""
    floored = [max(FLOOR, cpu) for cpu in times]
    return math.exp(sum(map(math.log, floored)) / len(floored)) if floored else math.nan


def report_orthodox(found: list[dict[str, Any]]) -> None:
    """The two rows of the orthodox games: those that Euclide solves in PEER_LIMIT seconds, and the others."""
    known = [game for game in found if game["peer"]]
    solved = [game for game in known if not game["peer"]["stopped"] and game["peer"]["cpu"] <= PEER_LIMIT]
    others = [game for game in known if game not in solved]
    if solved:
        both = [game for game in solved if not game["ours"]["stopped"]]
        quick = mean(game["ours"]["cpu"] for game in both)
        peer = mean(game["peer"]["cpu"] for game in both)
        whole = mean(game["ours"]["cpu"] for game in solved)
        print(f"  Euclide solves {len(solved)} in {PEER_LIMIT:g} s, of these ours {len(both)}; geometric means of "
              f"those: ours {quick:.3f}, Euclide {peer:.3f}, ratio {quick / peer:.2f} (all, ours at the limit: "
              f"{whole / mean(game['peer']['cpu'] for game in solved):.2f})")
    if others:
        ours_too = sum(not game["ours"]["stopped"] for game in others)
        print(f"  of the {len(others)} others ours solves {ours_too}")
    for number in (1, 10, 60):
        print(f"  ours within {number} s: {sum(g['ours']['cpu'] <= number and not g['ours']['stopped'] for g in found)}"
              f" of {len(found)}")


def run_row(name: str, games: list[dict[str, Any]], limit: float | None) -> list[dict[str, Any]]:
    """Run one row and print it."""
    row, found = ROWS[name], []
    limit = limit or row.limit
    binaries = {"Euclide": os.environ.get("EUCLIDE_BIN"), "Popeye": os.environ.get("POPEYE_BIN")}
    binary = binaries[row.peer]
    print(f"\n{name}: {len(games)} problems, at most {limit:g} s each; goal: {row.goal}")
    for game in games:
        mine = ours(game, limit)
        peer = None
        if binary is not None:
            peer = euclide(binary, game, PEER_LIMIT) if row.peer == "Euclide" else popeye_solves(binary, game, limit)
        expected = game.get("solutions")
        found.append(game | {"ours": asdict(mine), "peer": asdict(peer) if peer else None})
        print(f"  {game['id']:44.44} {game['stipulation']:14} {mine.shown(expected):>12}"
              + (f"   {row.peer} {peer.shown(expected):>12}" if peer else ""), flush=True)
    wrong = [game["id"] for game in found if not game["ours"]["stopped"] and game.get("solutions") is not None
             and game["ours"]["solutions"] != game["solutions"]]
    print(f"  ours: {sum(not game['ours']['stopped'] for game in found)} complete, {len(wrong)} with another number of "
          f"solutions than stored{': ' + ', '.join(wrong) if wrong else ''}; geometric mean "
          f"{mean(game['ours']['cpu'] for game in found):.3f} s")
    if name == "orthodox":
        report_orthodox(found)
    return found


def main() -> None:
    """Read the command line and run the rows."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("rows", nargs="*", choices=[[], *ROWS], metavar="ROW", help=", ".join(ROWS))
    parser.add_argument("--limit", type=float, help="CPU seconds for each problem, instead of those of the row")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th problem of a row")
    parser.add_argument("--held-back", action="store_true", help="the half that is held back instead of the other")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all results to a file")
    options = parser.parse_args()
    games = json.loads(GAMES.read_text(encoding="utf-8"))
    found = []
    for name in options.rows or [name for name in ROWS if name != "rokagogo open"]:
        whole = [game for game in games if game["row"] == name]
        small = len(whole) < 20     # a row of few problems is whole in either half
        some = [game for game in whole if small or game["held_back"] == options.held_back]
        found += run_row(name, some[::options.every], options.limit)
    if options.json:
        options.json.write_text(json.dumps(found, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
