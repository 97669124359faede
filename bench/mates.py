"""Time to find one forced mate, compared with programs that speak UCI, on positions with known mates.

    python bench/mates.py POSITIONS.epd [--lengths 4-9] [--count 40] [--seed 1] [--half first|second|both]
                          [--limit SECONDS] [--rival NAME=COMMAND]... [--set NAME:OPTION=VALUE]...
                          [--times FILE.json] [--no-own]

POSITIONS.epd: lines "FEN bm #N;", such as those of vondele/matetrack. Of each length `count` positions are drawn by
`seed`; the halves of the draw are for tuning and for measuring. Each program is told "mate in N or less"; what counts
is the CPU time of its process (user and system, all threads) from the question to the first announcement of a mate in
at most N, without start-up: ours is that of `feerie.find_mate` in this process, after the tables of the genre are
built. A rival gets a new process for each position. `--times` keeps the rivals' times: those already there are not
measured again.

Times below FLOOR count as FLOOR, and those of unsolved positions as the limit. A ratio is the best single rival's
geometric mean divided by ours.
"""
from __future__ import annotations

import argparse
import json
import math
import os
import random
import re
import select
import shlex
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import feerie

FLOOR = 0.05
"""Seconds: anything less is noise."""
POLL = 0.01
"""Seconds between two checks of a rival's clock."""
ENTRY = re.compile(r"(\S+ \S+ \S+ \S+).*\bbm #(\d+);")
FOUND = re.compile(r" score mate (\d+)\b")


class Question(NamedTuple):
    """A position and a number of moves in which a mate is known."""

    fen: str
    moves: int


class Answer(NamedTuple):
    """CPU seconds, and whether a mate was announced in them."""

    seconds: float
    solved: bool

    def counted(self, limit: float) -> float:
        """The seconds that count."""
        return max(FLOOR, min(self.seconds, limit) if self.solved else limit)


def draw(path: str, lengths: range, count: int, seed: int, half: str) -> list[Question]:
    """The questions: of each length `count` drawn from the file, or half of those."""
    found: dict[int, list[Question]] = {}
    for line in Path(path).read_text().splitlines():
        if entry := ENTRY.match(line):
            found.setdefault(int(entry[2]), []).append(Question(entry[1] + " 0 1", int(entry[2])))
    drawn = []
    for moves in lengths:
        some = random.Random(f"{seed} {moves}").sample(found[moves], min(count, len(found[moves])))
        middle = (len(some) + 1) // 2
        drawn += {"first": some[:middle], "second": some[middle:], "both": some}[half]
    return drawn


# ------------------------------------------------------------------------------------------------- programs

class _CpuLimit:
    """A flag that is set after this many CPU seconds."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds

    def is_set(self) -> bool:
        """Whether they have passed."""
        return time.process_time() > self._end


def own(question: Question, limit: float) -> Answer:
    """Our answer."""
    position = feerie.Position("orthodox", question.fen)
    begun = time.process_time()
    found = feerie.find_mate(position, question.moves, stop=_CpuLimit(limit), tree=False)
    seconds = time.process_time() - begun
    return Answer(seconds, found.moves is not None)


class Rival:
    """A program that speaks UCI: its name, its command, its options."""

    def __init__(self, name: str, command: str) -> None:
        self.name, self.command, self.options = name, shlex.split(command), [("Threads", "1")]

    def answer(self, question: Question, limit: float) -> Answer:
        """Its answer, from a new process."""
        with subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, bufsize=0) as process:
            try:
                return self._ask(process, question, limit)
            finally:
                process.kill()

    def _ask(self, process: subprocess.Popen[bytes], question: Question, limit: float) -> Answer:
        def tell(text: str) -> None:
            assert process.stdin
            process.stdin.write(f"{text}\n".encode())

        lines = _Lines(process)
        for name, value in self.options:
            tell(f"setoption name {name} value {value}")
        tell(f"position fen {question.fen}\nisready")
        while lines.next() not in ("readyok", None):
            pass
        before = _seconds_of(process.pid)
        tell(f"go mate {question.moves}")
        while True:
            line = lines.next(POLL)
            spent = _seconds_of(process.pid) - before
            if line is None:
                return Answer(spent, False)
            mate = FOUND.search(line)
            if mate and 0 < int(mate[1]) <= question.moves:
                return Answer(spent, True)
            if spent > limit or line.startswith("bestmove"):
                return Answer(spent, False)


class _Lines:
    """What a process writes, line by line."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout
        self._file, self._rest = process.stdout.fileno(), b""

    def next(self, wait: float | None = None) -> str | None:
        """The next line; "" if none comes within `wait` seconds, None at the end."""
        while b"\n" not in self._rest:
            if not select.select([self._file], [], [], wait)[0]:
                return ""
            more = os.read(self._file, 1 << 16)
            if not more:
                return None
            self._rest += more
        line, self._rest = self._rest.split(b"\n", 1)
        return line.decode(errors="replace").strip()


def _seconds_of(pid: int) -> float:
    """The CPU seconds of all threads of a process (Linux)."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            total += int((task / "schedstat").read_text().split()[0])
        except OSError:
            continue
    return total / 1e9


# --------------------------------------------------------------------------------------------------- tables

class Times:
    """Answers of rivals, kept in a file."""

    def __init__(self, path: str | None) -> None:
        self._path = path
        self._known = json.loads(Path(path).read_text()) if path and Path(path).exists() else {}

    def answer(self, rival: Rival, question: Question, limit: float) -> Answer:
        """The known answer, if its limit was not lower; else a new one."""
        key = f"{rival.name} {question.moves} {question.fen}"
        known = self._known.get(key)
        if known and (known["solved"] or known["limit"] >= limit):
            return Answer(known["seconds"], known["solved"] and known["seconds"] <= limit)
        found = rival.answer(question, limit)
        self._known[key] = {**found._asdict(), "limit": limit}
        if self._path:
            Path(self._path).write_text(json.dumps(self._known, indent=0))
        return found


def mean(answers: list[Answer], limit: float) -> float:
    """The geometric mean of the seconds that count."""
    return math.exp(sum(math.log(answer.counted(limit)) for answer in answers) / len(answers))


def table(columns: dict[str, dict[Question, Answer]], questions: list[Question], limit: float) -> Iterator[str]:
    """The rows: by length and program, how many are solved and the geometric mean; our ratio to the best rival."""
    yield "length  positions" + "".join(f"{name:>24}" for name in columns) + "   ratio to the best rival"
    for moves in sorted({question.moves for question in questions}):
        asked = [question for question in questions if question.moves == moves]
        means = {name: mean([answers[question] for question in asked], limit) for name, answers in columns.items()}
        row = f"#{moves:<6} {len(asked):9}"
        for name, answers in columns.items():
            row += f"{sum(answers[question].solved for question in asked):>10} in {means[name]:.3f} s".rjust(24)
        rivals = {name: value for name, value in means.items() if name != OWN}
        if rivals and OWN in means:
            best = min(rivals, key=rivals.__getitem__)
            row += f"   {rivals[best] / means[OWN]:.2f} ({best})"
        yield row


OWN = "feerie"


def main() -> None:
    """Measure and print the table."""
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("positions")
    parser.add_argument("--lengths", default="4-9")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--half", choices=("first", "second", "both"), default="both")
    parser.add_argument("--limit", type=float, default=5.0)
    parser.add_argument("--rival", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--set", action="append", default=[], metavar="NAME:OPTION=VALUE")
    parser.add_argument("--times", metavar="FILE.json")
    parser.add_argument("--no-own", action="store_true")
    parser.add_argument("--each", action="store_true", help="print the times of each position")
    options = parser.parse_args()
    first, _, last = options.lengths.partition("-")
    questions = draw(options.positions, range(int(first), int(last or first) + 1), options.count, options.seed,
                     options.half)
    rivals = [Rival(*text.split("=", 1)) for text in options.rival]
    for text in options.set:
        name, setting = text.split(":", 1)
        for rival in rivals:
            if rival.name == name:
                rival.options.append(tuple(setting.split("=", 1)))
    times = Times(options.times)
    columns: dict[str, dict[Question, Answer]] = {} if options.no_own else {OWN: {}}
    columns |= {rival.name: {} for rival in rivals}
    if not options.no_own:
        own(Question("8/8/8/8/8/8/5k2/7K w - - 0 1", 1), 1.0)      # builds the tables
    for question in questions:
        if not options.no_own:
            columns[OWN][question] = own(question, options.limit)
        for rival in rivals:
            columns[rival.name][question] = times.answer(rival, question, options.limit)
        if options.each:
            print(f"#{question.moves} {question.fen}", *(
                f"{name} {answers[question].seconds:.3f}{'' if answers[question].solved else '*'}"
                for name, answers in columns.items()), flush=True)
    print("\n".join(table(columns, questions, options.limit)))


if __name__ == "__main__":
    main()
