"""Random problems with men and traits of the dictionary, solved here and by Popeye, one thread and a table each.

    POPEYE_BIN=/path/to/py python bench/fairy.py [--set tune|held] [--only WORD] [--runs N] [--json FILE]
    POPEYE_BIN=/path/to/py python bench/fairy.py --make
    POPEYE_BIN=/path/to/py python bench/fairy.py --compare N [--seed WORD]
    POPEYE_BIN=/path/to/py python bench/fairy.py --conditions N [--seed WORD] [--json FILE]

Nobody composed these problems; but for self-mates half of them have a solution. There are two sets, drawn alike from
different seeds: speed-ups are made with "tune" at hand, and "held" shows what they are worth. --make draws what the
file lacks, keeps problems that cost Popeye a moment but not long, and writes them with its answers and times into
fairy_problems.json; these count, marked "*", where POPEYE_BIN is not set. --compare draws N more problems of each kind
and compares answers. --conditions draws N new problems of each group of conditions that cost Popeye 0.1 to 10 s, one
condition in each, and prints the ratios.
Seconds, ratios and answers are those of solve.py. Popeye has no cylinders, so there are none here.
"""
from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import solve as bench

import feerie
from feerie.conditions.andernach import ANDERNACH
from feerie.conditions.anticirce import ANTICIRCE
from feerie.conditions.checkless import CHECKLESS
from feerie.conditions.circe import CIRCE
from feerie.conditions.einstein import EINSTEIN
from feerie.conditions.grid import GRID
from feerie.conditions.immune import IMMUNE
from feerie.conditions.koko import KOKO
from feerie.conditions.mummer import MUMMERS
from feerie.conditions.observation import OBSERVATION
from feerie.conditions.ultraschachzwang import ULTRASCHACHZWANG
from feerie.formats import popeye
from feerie.men import MEN, name_of_man
from feerie.problems.problem import Problem
from feerie.rules.trait import Trait
from feerie.rules.unit import Unit
from feerie.views.solution_text import play

PROBLEMS = Path(__file__).parent / "fairy_problems.json"
SETS = ("tune", "held")
FAMILIES = {"h#2": (5, 10), "h#2.5": (5, 9), "#2": (7, 14), "#3": (6, 10), "ser-h#3": (5, 10), "s#2": (6, 11)}
"""Stipulations, with the least and the greatest number of men."""
GOALS = {"h#2.5": 7.0, "#3": 4.0}
"""How many times faster than Popeye these should be."""
OF_EACH = 6
UNSOLVED = ("s#2",)
"""Where next to no random problem has a solution."""
LEAST_SECONDS = {"#2": 0.004, "s#2": 0.02, "ser-h#3": 0.05}
MOST_SECONDS = 5.0
"""What a problem costs Popeye; 0.1 seconds at least unless listed."""
MOST_SOLUTIONS = 200
GROUPS = {name: tuple(condition.name for condition in of) for name, of in (
    ("Circe", CIRCE), ("Anticirce, immune", (*ANTICIRCE, *IMMUNE)), ("colour and kind", (*ANDERNACH, *EINSTEIN)),
    ("observation", OBSERVATION), ("choice and filters", (*MUMMERS, *ULTRASCHACHZWANG, *GRID, *KOKO, *CHECKLESS)))}
"""Conditions whose speed is measured together."""
PAWNS = ("P", *(man.letter for man in MEN if man.promotion))
FILES = "abcdefgh"


# ------------------------------------------------------------------------------------------------- drawing

def drawn(rng: Random, stipulation: str, condition: str = "") -> tuple[str, str]:
    """The genre and the FEN of a random problem; it may be illegal. With a condition most men are orthodox."""
    men = rng.sample(MEN, int(rng.random() < 0.3) if condition else rng.randint(1, 4))
    traits = [frozenset({trait}) for trait in Trait if not condition and rng.random() < 0.15]
    holes = sorted(rng.sample([file + rank for file in FILES for rank in "12345678"], 3)) \
        if not condition and rng.random() < 0.1 else []
    letters = [man.letter for man in men] * 2 + list("QRBNPP")
    free = [file + rank for file in FILES for rank in "12345678" if file + rank not in holes]
    corner = 0.1 if stipulation in ("#2", "#3") else rng.choice([0.1, 1.0])     # kings at the edge make for mates
    placed: dict[str, Unit] = {}
    count = rng.randint(*FAMILIES[stipulation])
    royal = frozenset({Trait.ROYAL})
    for side in (0, 1):
        squares = [square for square in free if square not in ("e1", "e8")
                   and (square[0] in "ah" or square[1] in "18" or rng.random() < corner)]
        letter, marks = ("K", frozenset[Trait]())
        if royal in traits and rng.random() < 0.3:
            letter, marks = rng.choice([man.letter for man in men if man.letter not in PAWNS] or ["K"]), royal
            marks = frozenset() if letter == "K" else royal
        square = rng.choice(squares)
        placed[square] = Unit(letter, side, marks)
        free.remove(square)
    for number in range(count - 2):
        letter = men[number % len(men)].letter if men and number < 3 else rng.choice(letters)
        marks = rng.choice(traits) if traits and rng.random() < 0.3 else frozenset()
        if Trait.ROYAL in marks:
            marks = frozenset()
        squares = [square for square in free if letter not in PAWNS or square[1] not in "18"]
        square = rng.choice(squares)
        side = 0 if Trait.NEUTRAL in marks else int(rng.random() < (0.25 if stipulation in ("#2", "#3") else 0.5))
        placed[square] = Unit(letter, side, marks)
        free.remove(square)
    shown = {unit.letter for unit in placed.values()}
    marked = {trait for unit in placed.values() for trait in unit.traits}
    names = [*([condition] if condition else []), *(name_of_man(man) for man in men if man.letter in shown),
             *(trait.value for each in traits for trait in each if trait in marked),
             *(["holes:" + "".join(holes)] if holes else [])]
    rows = []
    for rank in "87654321":
        row = "".join("*" if file + rank in holes else str(placed.get(file + rank, "1")) if file + rank in placed
                      else "_" for file in FILES)
        for run in range(8, 0, -1):
            row = row.replace("_" * run, str(run))
        rows.append(row)
    turn = "b" if stipulation.startswith(("h", "ser-h")) and ".5" not in stipulation else "w"
    return "+".join(names), f"{'/'.join(rows)} {turn} - -"


def problems(rng: Random, stipulation: str, conditions: Sequence[str] = ()) -> Iterator[Problem]:
    """Random legal problems, each with one of the conditions, if there are any."""
    while True:
        genre, fen = drawn(rng, stipulation, rng.choice(conditions) if conditions else "")
        try:
            problem = Problem(genre, fen, stipulation)
            if feerie.Position(problem.genre, problem.start).is_valid():
                yield problem
        except feerie.Error:
            continue


def popeye_text(problem: Problem) -> str:
    """The problem in Popeye's language, without its begin and end words."""
    words = ["NoBoard"] + (["Variations"] if problem.stipulation.play.is_battle else [])
    return popeye.block(problem) + f"\nOption {' '.join(words)}"


# ------------------------------------------------------------------------------------------------- solving

def ours(problem: Problem, limit: float, runs: int) -> bench.Timing:
    """Our own solving of a problem: the median of some runs, short ones repeated."""
    len(feerie.Position(problem.genre, problem.start).legal_moves)      # makes the tables of the genre
    samples: list[float] = []
    repeat = 1
    while len(samples) < runs:
        began = time.process_time()
        for _ in range(repeat):
            solution = feerie.solve(problem, stop=bench.Budget(limit), threads=1)
        spent = time.process_time() - began
        if not solution.complete:
            return bench.Timing(spent, nodes=solution.nodes, stopped=True)
        if not samples and repeat == 1 and spent < bench.ENOUGH / 3 and runs > 1:
            repeat = max(2, min(100, int(bench.ENOUGH / max(spent, 1e-4))))
            continue
        samples.append(spent / repeat)
    return bench.Timing(statistics.median(samples), nodes=solution.nodes, answer=bench.chains(play(solution), True))


def popeyes(binary: str, problem: Problem, limit: float, runs: int, start_up: float) -> bench.Timing:
    """Popeye's solving of a problem."""
    answer, samples, repeat = None, list[float](), 1
    while len(samples) < runs:
        text = "\nNextProblem\n".join([popeye_text(problem)] * repeat)
        printed, cpu, _, stopped = bench.run_popeye(binary, f"BeginProblem\n{text}\nEndProblem\n", limit * repeat)
        if stopped:
            return bench.Timing(cpu, stopped=True)
        if answer is None:
            answer = bench.chains(bench.END.split(printed)[0], True)
        spent = max(cpu - start_up, 1e-4)
        if repeat == 1 and spent < bench.ENOUGH / 3 and runs > 1:
            repeat = max(2, min(100, int(bench.ENOUGH / spent)))
            continue
        samples.append(spent / repeat)
    return bench.Timing(statistics.median(samples), answer=answer)


def start_up_of(binary: str) -> float:
    """CPU seconds of Popeye for nothing."""
    empty = "BeginProblem\nForsyth 8/8/8/8/8/1k6/8/K7\nStipulation ~1\nOption NoBoard\nEndProblem\n"
    return min(bench.run_popeye(binary, empty, 5)[1] for _ in range(15))


# ------------------------------------------------------------------------------------------------- the sets

def made(binary: str, start_up: float, name: str, stipulation: str) -> Iterator[dict[str, Any]]:
    """The problems of a set and a family: half of them with a solution."""
    rng = Random(f"fairy {name} {stipulation}")
    solved = OF_EACH // 2 if stipulation not in UNSOLVED else 0
    lacking = {True: solved, False: OF_EACH - solved}
    for problem in problems(rng, stipulation):
        quick = feerie.solve(problem, stop=bench.Budget(MOST_SECONDS), threads=1)
        found = quick.keys if quick.tree is not None else quick.lines
        if not quick.complete or not lacking[bool(found)] or len(found) > MOST_SOLUTIONS:
            continue
        other = popeyes(binary, problem, MOST_SECONDS, 1, start_up)
        if not other.stopped and other.cpu >= LEAST_SECONDS.get(stipulation, 0.1) and other.answer is not None:
            lacking[bool(found)] -= 1
            yield {"set": name, "genre": problem.genre.name, "fen": problem.fen, "stipulation": stipulation,
                   "answer": bench.digest(other.answer), "popeye": round(other.cpu, 3)}
        if not any(lacking.values()):
            return


def make(binary: str) -> None:
    """Draw what is not in the file of both sets, and write it."""
    start_up = start_up_of(binary)
    found = json.loads(PROBLEMS.read_text(encoding="utf-8")) if PROBLEMS.exists() else []
    known = {(entry["set"], entry["stipulation"]) for entry in found}
    for name in SETS:
        for stipulation in FAMILIES:
            for entry in made(binary, start_up, name, stipulation) if (name, stipulation) not in known else ():
                found.append(entry)
                print(entry, flush=True)
    found.sort(key=lambda entry: (SETS.index(entry["set"]), [*FAMILIES].index(entry["stipulation"])))
    PROBLEMS.write_text("[\n" + ",\n".join(json.dumps(entry) for entry in found) + "\n]\n", encoding="utf-8")


def compare(binary: str, count: int, seed: str, limit: float) -> int:
    """Compare answers on further random problems; how many differ."""
    wrong = 0
    for stipulation in FAMILIES:
        seen: Counter[str] = Counter()
        for problem in problems(Random(f"compare {seed} {stipulation}"), stipulation):
            if seen["equal"] + seen["different"] >= count:
                break
            mine, other = ours(problem, limit, 1), popeyes(binary, problem, limit, 1, 0.0)
            if mine.answer is None or other.answer is None:
                seen["stopped"] += 1
                continue
            seen["with a solution"] += bool(mine.answer)
            same = bench.digest(mine.answer) == bench.digest(other.answer)
            seen["equal" if same else "different"] += 1
            if not same:
                print(f"DIFFERENT {problem.genre.name} {problem.fen} {stipulation}: only here "
                      f"{sorted(mine.answer - other.answer)[:3]}, only there {sorted(other.answer - mine.answer)[:3]}")
                wrong += 1
        print(stipulation, dict(seen), flush=True)
    return wrong


def time_conditions(binary: str, count: int, seed: str) -> Iterator[dict[str, Any]]:
    """Time new random problems of each group of conditions."""
    start_up = start_up_of(binary)
    for group, conditions in GROUPS.items():
        rng, found = Random(f"conditions {seed} {group}"), 0
        while found < count:
            stipulation = rng.choice([*FAMILIES])
            problem = next(problems(rng, stipulation, conditions))
            with contextlib.suppress(feerie.Error):     # what Popeye cannot be told
                other = popeyes(binary, problem, 10, 1, start_up)
                if other.answer is None or other.stopped or other.cpu < 0.1 or len(other.answer) > MOST_SOLUTIONS:
                    continue
                mine = ours(problem, 60, 1)
                found += 1
                yield {"group": group, "genre": problem.genre.name, "fen": problem.fen, "stipulation": stipulation,
                       "popeye": round(other.cpu, 3), "seconds": round(mine.cpu, 4), "unfinished": mine.stopped,
                       "equal": mine.answer is not None and bench.digest(mine.answer) == bench.digest(other.answer)}


def print_conditions(rows: Sequence[dict[str, Any]]) -> None:
    """The ratios of each group and stipulation, and what was lost."""
    for key in ("group", "stipulation"):
        for name in dict.fromkeys(row[key] for row in rows):
            ratios = [row["popeye"] / max(row["seconds"], 1e-5) for row in rows if row[key] == name]
            print(f"{name:24}{len(ratios):5}{statistics.geometric_mean(ratios):8.2f}{min(ratios):8.2f}")
    for row in rows:
        if row["unfinished"] or not row["equal"] or row["popeye"] < row["seconds"]:
            print("unfinished" if row["unfinished"] else "lost" if row["equal"] else "DIFFERENT", row)


def main() -> None:
    """Solve, time, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=SETS, help="only that set")
    parser.add_argument("--only", default="", metavar="WORD", help="problems whose genre or stipulation has this word")
    parser.add_argument("--runs", type=int, default=3, help="the median of so many counts")
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds for a problem")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    parser.add_argument("--make", action="store_true", help="draw the problems anew")
    parser.add_argument("--compare", type=int, metavar="N", help="only compare answers, on N new problems of each kind")
    parser.add_argument("--conditions", type=int, metavar="N", help="time N new problems of each group of conditions")
    parser.add_argument("--seed", default="1", metavar="WORD", help="of the new problems")
    given = parser.parse_args()
    binary = os.environ.get("POPEYE_BIN")
    if (given.make or given.compare or given.conditions) and not binary:
        parser.error("POPEYE_BIN is not set")
    if given.make and binary:
        make(binary)
        return
    if given.compare and binary:
        sys.exit(1 if compare(binary, given.compare, given.seed, given.limit) else 0)
    if given.conditions and binary:
        timed = []
        for row in time_conditions(binary, given.conditions, given.seed):
            timed.append(row)
            print(row, flush=True)
        print_conditions(timed)
        if given.json:
            given.json.write_text(json.dumps(timed, indent=1) + "\n", encoding="utf-8")
        return
    start_up = start_up_of(binary) if binary else 0.0
    rows: list[tuple[dict[str, Any], bench.Timing, float, float]] = []
    for entry in json.loads(PROBLEMS.read_text(encoding="utf-8")):
        if given.set not in (None, entry["set"]) or given.only not in f"{entry['genre']} {entry['stipulation']}":
            continue
        problem = Problem(entry["genre"], entry["fen"], entry["stipulation"])
        mine = ours(problem, given.limit, given.runs)
        other = popeyes(binary, problem, given.limit, given.runs, start_up).cpu if binary else entry["popeye"]
        same = "-" if mine.answer is None else "equal" if bench.digest(mine.answer) == entry["answer"] else "DIFFERENT"
        rows.append((entry, mine, other, other / max(mine.cpu, 1e-5)))
        print(f"{entry['set']:5}{entry['stipulation']:8}{mine.cpu:9.4f} s {mine.nodes:10} {other:8.3f}"
              f"{'' if binary else '*'} s {'<' if mine.stopped else ''}{rows[-1][3]:8.2f}  {same:10}{entry['genre']}",
              flush=True)
    print(f"\n{'set':5}{'family':8}{'problems':>9}{'ratio':>8}{'goal':>6}{'worst':>8}  {'nodes/s':>10}")
    for name in SETS:
        for stipulation in FAMILIES:
            own = [row for row in rows if (row[0]["set"], row[0]["stipulation"]) == (name, stipulation)]
            if own:
                mean = math.exp(statistics.fmean(math.log(row[3]) for row in own))
                speed = sum(row[1].nodes for row in own) / sum(row[1].cpu for row in own)
                print(f"{name:5}{stipulation:8}{len(own):9}{mean:8.2f}{GOALS.get(stipulation, 0) or '-':>6}"
                      f"{min(row[3] for row in own):8.2f}  {speed / 1e6:8.2f} M")
    for entry, _, _, value in rows:
        if value < 1:
            print(f"lost: {value:.2f} {entry['genre']} {entry['fen']} {entry['stipulation']}")
    if given.json:
        given.json.write_text(json.dumps([{**entry, "seconds": mine.cpu, "nodes": mine.nodes, "ratio": value}
                                          for entry, mine, _, value in rows], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
