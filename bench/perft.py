"""Nodes per second of every genre, and one signature line.

    python bench/perft.py [--quick] [--rounds N] [--full]

Every position is counted several times in CPU time, the genres in turn; the best round counts, because noise only
adds time. The orthodox position that a genre is compared with is counted just before it, as often as the genre itself.
The last line is the signature: all counts folded into one number. A change of the kernel must not change it, unless
the commit message says why. UCI engines whose `go perft` is to be timed in the same rounds are named by the environment
variable PERFT_PEER (separated by ":").
"""
from __future__ import annotations

import argparse
import os
import resource
import subprocess
import time
from typing import NamedTuple

from feerie.genres import find
from feerie.kernel.perft import count_leaves
from feerie.kernel.state import COMPILED
from feerie.kernel.tables import LARGE_TABLE_BITS
from feerie.kernel.verdict import Judge, compiled_rules
from feerie.notation.fen import parse

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
TWO_KINGS = "rnbqk1nr/pppp1kpp/8/4pp2/4PP2/8/PPPP1KPP/RNBQK1NR w KQkq - 0 1"
THREE_KINGS = "1nbqk1nr/ppppkkpp/8/4pp2/4PP2/8/PPPPKKPP/1NBQK1NR w Kk - 0 1"


class Task(NamedTuple):
    """A perft to time; `deep` without --quick."""

    genre: str
    name: str
    fen: str | None
    quick: int
    deep: int


TASKS = (
    Task("orthodox", "start", START, 5, 6),
    Task("orthodox", "kiwipete", KIWIPETE, 4, 5),
    Task("rollerball", "start", None, 7, 8),
    Task("rollerball-literal", "start", None, 7, 8),
    *(Task(genre, name, fen, quick, quick + 1)
      for genre in ("roque", "rokagogo", "platzwechselrochade", "platzwechselrochade-popeye")
      for name, fen, quick in (("start", START, 4), ("kiwipete", KIWIPETE, 3))),
    *(Task(genre, name, fen, 3, 4)
      for genre in ("siamois", "ultra-rex-multiplex", "rex-multiplex")
      for name, fen in (("one king", KIWIPETE), ("two kings", TWO_KINGS), ("three kings", THREE_KINGS))),
)


def judge(task: Task) -> Judge:
    """The position of a task, ready to be counted."""
    genre = find(task.genre)
    made = Judge(compiled_rules(genre, LARGE_TABLE_BITS), 16)
    made.load(parse(genre, task.fen or genre.start or ""))
    return made


def compared_with(task: Task) -> int:
    """The number of the orthodox task that a task is compared with."""
    return 0 if task.name == "start" else 1


def peer_seconds(path: str, fen: str, depth: int) -> float:
    """CPU seconds of a peer's perft, without its start-up."""
    def run(plies: int) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([path], input=f"position fen {fen}\ngo perft {plies}\nquit\n", text=True, capture_output=True,
                       check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return run(depth) - run(1)


def main() -> None:
    """Count, time, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one ply less everywhere")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--full", action="store_true", help="make every leaf instead of counting the last ply")
    options = parser.parse_args()
    judges = [judge(task) for task in TASKS]
    best = [float("inf")] * len(TASKS)
    beside = [float("inf")] * len(TASKS)
    counts = [0] * len(TASKS)
    peers = {path: [float("inf")] * 2 for path in os.environ.get("PERFT_PEER", "").split(":") if path}

    def seconds_of(number: int) -> float:
        task = TASKS[number]
        began = time.process_time()
        counts[number] = count_leaves(judges[number], task.quick if options.quick else task.deep, not options.full)
        return time.process_time() - began

    for _ in range(options.rounds):
        for number, task in enumerate(TASKS):
            beside[number] = min(beside[number], seconds_of(compared_with(task)))
            best[number] = min(best[number], seconds_of(number))
        for path, seconds in peers.items():
            for number in (0, 1):
                task = TASKS[number]
                seconds[number] = min(seconds[number], peer_seconds(path, task.fen or START, task.deep))
    orthodox = [counts[number] / best[number] for number in (0, 1)]
    print(f"{'genre':28}{'position':14}{'depth':>6}{'nodes':>14}{'seconds':>10}{'M nodes/s':>11}{'of orthodox':>13}")
    signature = 0
    for task, nodes, taken, orthodox_taken in zip(TASKS, counts, best, beside, strict=True):
        depth = task.quick if options.quick else task.deep
        rate = nodes / taken
        share = rate / (counts[compared_with(task)] / orthodox_taken)
        print(f"{task.genre:28}{task.name:14}{depth:6}{nodes:14,}{taken:10.3f}{rate / 1e6:11.1f}{share:13.2f}")
        signature = (signature * 1_000_003 + nodes) % (1 << 64)
    for path, seconds in peers.items():
        for number, nodes in ((0, 119_060_324), (1, 193_690_690)):
            rate = nodes / seconds[number]
            print(f"{os.path.basename(path):28}{TASKS[number].name:14}{TASKS[number].deep:6}{nodes:14,}"
                  f"{seconds[number]:10.3f}{rate / 1e6:11.1f}   we: {orthodox[number] / rate:.2f} x")
    build = "compiled" if COMPILED else "uncompiled"
    print(f"signature {'quick' if options.quick else 'deep'} {signature:016x}  ({build})")


if __name__ == "__main__":
    main()
