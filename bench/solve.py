"""Time and nodes of the solver on the problems of bench/problems.json, compared with Popeye's.

    python bench/solve.py [--only WORD] [--runs N] [--limit SECONDS] [--json FILE] [--record]
    POPEYE_BIN=/path/to/py python bench/solve.py

Seconds are CPU seconds (user and system) of one thread without start-up: ours are those of `feerie.solve` in this
process, after the tables of the genre are built; Popeye's are those of its process minus those of an empty run. Short
problems are solved many times over; the median of the runs counts. Either program is stopped after --limit CPU seconds.
Without POPEYE_BIN, the times and answers that --record wrote into problems.json are used and marked "*": they come from
another machine, so their ratio is only a hint. `answers` says whether the same solutions were found: the whole play if
Popeye prints it, otherwise keys or lines. A ratio is Popeye's time divided by ours; ">" and "<" mark bounds where one
of the two was stopped. Means are geometric.
"""
from __future__ import annotations

import argparse
import compileall
import hashlib
import inspect
import json
import math
import os
import re
import resource
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import feerie
from feerie.base.errors import ProblemError
from feerie.formats import popeye
from feerie.formats.popeye.writer import condition_words
from feerie.problems.problem import Problem
from feerie.views.solution_text import play

PROBLEMS = Path(__file__).parent / "problems.json"
GOALS = {"direct": 2.0, "direct, long": 3.0, "self": 10.0, "reflex": 20.0, "help": 50.0, "help, intelligent": 1.0,
         "help, castling genres": 20.0, "castling, made": 15.0}
"""The goals: how many times faster than Popeye each class should be; the whole set WHOLE times."""
WHOLE = 10.0
ENOUGH = 0.3
"""A short problem is solved repeatedly until a run takes this many CPU seconds."""
TWO_MOVER = ("8/Q7/8/8/8/8/8/2k1K2R", "#2")
END = re.compile(r"^.*(?:solution finished|Partial solution|solving interrupted).*$", re.MULTILINE)
EXCHANGE = re.compile(r"([QRBSP]\w\d)<->(K\w\d)")
SHORT = re.compile(r"Ke1-g1/wRh1-f1|Ke8-g8/bRh8-f8")
LONG = re.compile(r"Ke1-c1/wRa1-d1|Ke8-c8/bRa8-d8")
SIGN = re.compile(r" (?:dia|a=>b|z\w\d|00|ep|\+|==?|#|!=|x|~)?$")


@dataclass
class Timing:
    """CPU and wall seconds of a program, its nodes (0: unknown) and its answer; `stopped`: by the limit."""

    cpu: float = 0.0
    wall: float = 0.0
    nodes: int = 0
    answer: Counter[tuple[str, ...]] | None = None
    stopped: bool = False
    refused: str = ""


class Budget:
    """Stops a search after this many further CPU seconds of this process."""

    def __init__(self, seconds: float) -> None:
        self.end = time.process_time() + seconds

    def is_set(self) -> bool:
        return time.process_time() > self.end


# ------------------------------------------------------------------------------------------------- problems

def popeye_text(entry: dict[str, Any], *extra: str) -> str:
    """The problem in Popeye's language, without its begin and end words."""
    def forsyth(fen: str) -> str:
        return "Forsyth " + fen.replace("N", "S").replace("n", "s")

    lines = [forsyth(entry["fen"]), f"Stipulation {entry['stipulation']}"]
    if "target" in entry:
        lines.append(forsyth(entry["target"]))
    if conditions := condition_words(feerie.find(entry["genre"]), "en"):
        lines.append(f"Condition {' '.join(conditions)}")
    options = [*entry.get("options", ()), *extra]
    return "\n".join(lines + ([f"Option {' '.join(options)}"] if options else []))


def chains(printed: str, whole: bool) -> Counter[tuple[str, ...]]:
    """Every printed line with the lines it follows from, by indentation; only the keys unless the play is `whole`.

    Castling is 0-0 or 0-0-0 even if Popeye writes it with both men, as a case of another castling.
    """
    found: Counter[tuple[str, ...]] = Counter()
    above: list[tuple[int, str]] = []
    for line in LONG.sub("0-0-0", SHORT.sub("0-0", printed)).splitlines():
        text = re.sub(r" +(?=\d\d\.)", "  ", EXCHANGE.sub(r"\2<->\1", line.strip()))
        if not re.match(r"\d+\.", text):
            continue
        indent = len(line) - len(line.lstrip())
        while above and above[-1][0] >= indent:
            above.pop()
        above.append((indent, text if whole else text.split(" !")[0]))
        if whole or (" !" in text and text.startswith("1.") and not text.startswith("1...")):
            found[tuple(text for _, text in above)] += 1
    return found if whole else Counter(dict.fromkeys(found, 1))


def prints_all(entry: dict[str, Any], problem: Problem) -> bool:
    """Whether Popeye prints the whole play: for battles only with the option Variations."""
    return not problem.stipulation.play.is_battle or "Variations" in entry.get("options", ())


def digest(answer: Counter[tuple[str, ...]]) -> str:
    """A digest of an answer, independent of the order of its lines and of goal signs."""
    lines = sorted(f"{count} {'|'.join(SIGN.sub('', line) for line in chain)}" for chain, count in answer.items())
    return f"{len(answer)}-{hashlib.sha256(chr(10).join(lines).encode()).hexdigest()[:12]}"


# ------------------------------------------------------------------------------------------------- ours

def ours(entry: dict[str, Any], limit: float, runs: int) -> Timing:
    """Our own solving of a problem."""
    [read] = popeye.parse(f"BeginProblem\n{popeye_text(entry)}\nEndProblem\n")
    problem = read.get()
    len(feerie.Position(problem.genre, problem.start).legal_moves)      # makes the tables of the genre
    threads: dict[str, Any] = {"threads": 1} if "threads" in inspect.signature(feerie.solve).parameters else {}
    samples: list[tuple[float, float]] = []
    repeat = 1
    while len(samples) < runs:
        cpu, wall = time.process_time(), time.monotonic()
        for _ in range(repeat):
            try:
                solution = feerie.solve(problem, stop=Budget(limit), **threads)
            except ProblemError as error:
                return Timing(refused=str(error))
        cpu, wall = time.process_time() - cpu, time.monotonic() - wall
        if not solution.complete:
            return Timing(cpu, wall, solution.nodes, stopped=True)
        if not samples and repeat == 1 and cpu < ENOUGH / 3 and runs > 1:
            repeat = max(2, min(100, int(ENOUGH / max(cpu, 1e-4))))
            continue
        samples.append((cpu / repeat, wall / repeat))
        if cpu > 10:
            break
    return Timing(statistics.median(cpu for cpu, _ in samples), statistics.median(wall for _, wall in samples),
                  solution.nodes, chains(play(solution), prints_all(entry, problem)))


# ------------------------------------------------------------------------------------------------- Popeye

def run_popeye(binary: str, text: str, limit: float) -> tuple[str, float, float, bool]:
    """Popeye's output for a file, then its warnings; its CPU and wall seconds; whether the limit stopped it."""
    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 1))

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before, wall = spent(), time.monotonic()
    done = subprocess.run([binary, "-maxmem", os.environ.get("POPEYE_MEM", "1G")], input=text, text=True, check=False,
                          errors="replace", capture_output=True, preexec_fn=bound)
    return f"{done.stdout}\n{done.stderr}", spent() - before, time.monotonic() - wall, done.returncode != 0


def popeyes(binary: str, entry: dict[str, Any], limit: float, runs: int, start_up: float) -> Timing:
    """Popeye's solving of a problem."""
    one = popeye_text(entry, "NoBoard")
    [read] = popeye.parse(f"BeginProblem\n{one}\nEndProblem\n")
    samples: list[tuple[float, float]] = []
    repeat, answer = 1, None
    while len(samples) < runs:
        text = "BeginProblem\n" + "\nNextProblem\n".join([one] * repeat) + "\nEndProblem\n"
        printed, cpu, wall, stopped = run_popeye(binary, text, limit * repeat)
        if stopped:
            return Timing(cpu, wall, stopped=True)
        if answer is None:
            answer = chains(END.split(printed)[0], prints_all(entry, read.get()))
        cpu = max(cpu - start_up, 1e-4)
        if not samples and repeat == 1 and cpu < ENOUGH / 3 and runs > 1:
            repeat = max(2, min(100, int(ENOUGH / cpu)))
            continue
        samples.append((cpu / repeat, wall / repeat))
        if cpu > 10:
            break
    return Timing(statistics.median(cpu for cpu, _ in samples), statistics.median(wall for _, wall in samples),
                  0, answer)


def recorded(entry: dict[str, Any]) -> Timing:
    """The recorded time of Popeye."""
    found = entry.get("popeye")
    if found is None:
        return Timing(refused="not recorded")
    return Timing(found["seconds"], stopped=found.get("stopped", False))


# ------------------------------------------------------------------------------------------------- the table

def agreement(mine: Timing, other: Timing, entry: dict[str, Any]) -> str:
    """Whether the answers are equal, if both are known."""
    if mine.answer is None:
        return "-"
    if other.answer is not None:
        known = digest(other.answer)
    elif "answer" in entry:
        known = entry["answer"]
    else:
        return "-"
    return "equal" if digest(mine.answer) == known else "DIFFER"


def ratio(mine: Timing, other: Timing) -> tuple[str, float | None]:
    """Popeye's time divided by ours, with the sign of a bound; None if it is meaningless."""
    if mine.refused or other.refused or (mine.stopped and other.stopped):
        return "", None
    return ">" if other.stopped else "<" if mine.stopped else "", other.cpu / max(mine.cpu, 1e-5)


def mean(values: Iterable[float]) -> float:
    """The geometric mean."""
    return math.exp(statistics.fmean(map(math.log, values)))


def seconds(timing: Timing, mark: str = "") -> str:
    """A time as printed in the table."""
    if timing.refused:
        return "-"
    digits = 1 if timing.cpu >= 10 else 4 if timing.cpu < 0.1 else 3
    return f"{'>' if timing.stopped else ''}{timing.cpu:.{digits}f}{mark}"


def first_output(command: list[str], text: str = "") -> tuple[float, float]:
    """Wall milliseconds from the start of a command to its first output and to its end, medians of nine."""
    firsts, ends = [], []
    for _ in range(9):
        began = time.monotonic()
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              bufsize=0) as child:
            assert child.stdin and child.stdout
            child.stdin.write(text.encode())
            child.stdin.close()
            child.stdout.read(1)
            firsts.append(time.monotonic() - began)
            child.stdout.read()
            while child.stdout.read(65536):
                pass
        ends.append(time.monotonic() - began)
    return 1000 * statistics.median(firsts), 1000 * statistics.median(ends)


def start_up_table(binary: str | None) -> None:
    """Shell start to first output on a two-mover."""
    fen, stipulation = TWO_MOVER
    print("\nfrom the shell, a two-mover                 first output ms      end ms")
    compileall.compile_dir(Path(feerie.__file__).parent, quiet=1)       # as an installation does
    command = [sys.executable, "-m", "feerie", "solve", "--fen", fen, "--stipulation", stipulation]
    first, end = first_output(command)
    print(f"{'feerie (at most 200 ms)':44}{first:15.0f}{end:12.0f}")
    if binary:
        entry = {"fen": fen, "stipulation": stipulation, "genre": "orthodox", "options": ["Variations"]}
        first, end = first_output([binary], f"BeginProblem\n{popeye_text(entry)}\nEndProblem\n")
        print(f"{'Popeye':44}{first:15.0f}{end:12.0f}")


def summary(rows: list[tuple[dict[str, Any], Timing, str, float | None]]) -> None:
    """Geometric means of each class and of the whole set, and our time for the slowest problem."""
    print(f"\n{'class':28}{'problems':>9}{'ratio':>10}{'worst':>10}{'goal':>7}{'slowest s':>11}")
    for name in [*dict.fromkeys(entry["class"] for entry, *_ in rows), "whole set"]:
        belong = [row for row in rows if name in (row[0]["class"], "whole set")]
        found = [(sign, value) for _, _, sign, value in belong if value]
        slowest = seconds(max((mine for _, mine, _, _ in belong), key=lambda mine: mine.cpu))
        if not found:
            print(f"{name:28}{0:5}/{len(belong):<3}{'-':>10}{'':17}{slowest:>11}")
            continue
        signs = {sign for sign, _ in found} - {""}
        sign = signs.pop() if len(signs) == 1 else "?" if signs else ""
        goal = WHOLE if name == "whole set" else GOALS.get(name)
        print(f"{name:28}{len(found):5}/{len(belong):<3}{sign + format(mean(value for _, value in found), '.2f'):>10}"
              f"{min(value for _, value in found):10.2f}{f'{goal:.0f}' if goal else '-':>7}{slowest:>11}")


def record(entries: list[dict[str, Any]]) -> None:
    """Write the problems with Popeye's times; if it was stopped, with what it found with an option."""
    for entry in entries:
        same = [other["answer"] for other in entries if "answer" in other and all(
            other[field] == entry[field] for field in ("genre", "fen", "stipulation"))]
        if same and entry.get("popeye", {}).get("stopped"):
            entry["answer"] = same[0]
    PROBLEMS.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    """Solve, time, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="WORD", help="problems whose name, class, genre or stipulation has this word")
    parser.add_argument("--runs", type=int, default=3, help="the median of so many counts")
    parser.add_argument("--limit", type=float, default=100, help="CPU seconds for a problem")
    parser.add_argument("--no-start", action="store_true", help="without the time from the shell")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    parser.add_argument("--record", action="store_true",
                        help="only Popeye: write its times and answers into problems.json")
    options = parser.parse_args()
    binary = os.environ.get("POPEYE_BIN")
    entries = json.loads(PROBLEMS.read_text(encoding="utf-8"))
    chosen = [entry for entry in entries if not options.only or any(
        options.only.lower() in entry[field].lower() for field in ("name", "class", "genre", "stipulation"))]
    if options.record and not binary:
        parser.error("--record needs POPEYE_BIN")
    empty = "BeginProblem\nForsyth 8/8/8/8/8/1k6/8/K7\nStipulation ~1\nOption NoBoard\nEndProblem\n"
    start_up = min(run_popeye(binary, empty, 5)[1] for _ in range(15)) if binary else 0.0
    print(f"feerie from {feerie.__file__}; {len(chosen)} problems, at most {options.runs} runs, {options.limit:g} s; "
          + (f"{binary}, start-up {1000 * start_up:.1f} ms taken off" if binary else "Popeye's recorded times (*)"))
    print(f"{'class':24}{'problem':24}{'':10}{'CPU s':>10}{'wall s':>10}{'nodes':>13}{'Popeye':>10}{'ratio':>9}"
          "  answers")
    rows, figures = [], []
    for entry in chosen:
        mine = Timing(refused="not solved") if options.record else ours(entry, options.limit, options.runs)
        other = popeyes(binary, entry, options.limit, options.runs, start_up) if binary else recorded(entry)
        sign, value = ratio(mine, other)
        rows.append((entry, mine, sign, value))
        said = mine.refused or agreement(mine, other, entry)
        print(f"{entry['class']:24}{entry['name']:24}{entry['stipulation']:10}{seconds(mine):>10}"
              f"{'-' if mine.refused else format(mine.wall, '.3f'):>10}{mine.nodes or '-':>13}"
              f"{seconds(other, '' if binary else '*'):>10}"
              f"{'' if value is None else sign + format(value, '.2f'):>9}  {said}", flush=True)
        figures.append({"name": entry["name"], "stipulation": entry["stipulation"], "class": entry["class"],
                        "cpu": mine.cpu, "wall": mine.wall, "nodes": mine.nodes, "stopped": mine.stopped,
                        "popeye": other.cpu, "popeye_stopped": other.stopped, "answers": said})
        if options.record:
            entry["popeye"] = {"seconds": round(other.cpu, 4)} | ({"stopped": True} if other.stopped else {})
            if other.answer is not None:
                entry["answer"] = digest(other.answer)
            record(entries)
    summary(rows)
    if not options.no_start:
        start_up_table(binary)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
