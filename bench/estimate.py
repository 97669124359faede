"""How large the search for a proof game is: an estimate by random probes.

    python bench/estimate.py GENRE FEN STIPULATION [--seed N] [--minutes X] [--positions N]

A probe plays at random one of the moves that the bounds leave, counts how many there are, and goes on until the search
after a move ends within --positions positions. The number of positions on its way, each times the product of the
choices before it, is an unbiased estimate of the size of the tree (D. E. Knuth, "Estimating the efficiency of
backtrack programs", Mathematics of Computation 29, 1975). It varies by orders of magnitude, so mean and median are
printed. Positions that are reached by several orders of moves count each time: the real search, which remembers them,
is smaller.
"""
from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from random import Random
from statistics import mean, median

import feerie
from feerie.search.transposition import TranspositionTable
from feerie.solving.help_jobs import LinesJob
from feerie.solving.help_task import HelpTask

FIRST_LOOK = 30
"""Positions of the search that tells whether the bounds leave a move at all."""
SHORTEST = 6
"""Moves of a probe before the rest is searched."""


@dataclass
class Prober:
    """Probes a problem; `positions`: how large a search may be that ends a probe."""

    task: HelpTask
    positions: int
    rng: Random

    def __post_init__(self) -> None:
        self.worker = self.task.worker(lambda: TranspositionTable(1 << 20))

    def search(self, line: tuple[int, ...], budget: int) -> tuple[bool, int, int]:
        """Search the games that begin with a line; return whether that ended in time, the positions, the games."""
        self.worker.ready(budget)
        result = self.worker.work(LinesJob(0, line, self.task.problem.plies - len(line) + 1))
        return result.done, result.nodes, len(result.value or ())

    def moves(self, line: tuple[int, ...]) -> list[int]:
        """The legal moves after a line."""
        judge = self.worker.searches[0].judge
        for move in line:
            judge.push(move)
        moves = judge.moves()
        for _ in line:
            judge.pop()
        return moves

    def probe(self) -> float:
        """The estimate of one probe."""
        line: tuple[int, ...] = ()
        weight, total = 1.0, 0.0
        while True:
            left = []
            for move in self.moves(line):
                done, nodes, games = self.search((*line, move), FIRST_LOOK)
                if not done:
                    left.append(move)
                elif games:
                    print("game found:", self.texts((*line, move)), flush=True)
                total += weight * nodes * done
            if not left:
                return total
            weight *= len(left)
            line = (*line, self.rng.choice(left))
            total += weight
            if len(line) >= SHORTEST:
                done, nodes, games = self.search(line, self.positions)
                if games:
                    print("game found after:", self.texts(line), flush=True)
                if done:
                    return total + weight * nodes

    def texts(self, line: tuple[int, ...]) -> str:
        """A line in UCI."""
        texts = self.worker.searches[0].judge.rules.tables.uci_texts
        return " ".join(texts[move] for move in line)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("genre")
    parser.add_argument("fen")
    parser.add_argument("stipulation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--positions", type=int, default=200_000)
    options = parser.parse_args()
    prober = Prober(HelpTask(feerie.Problem(options.genre, options.fen, options.stipulation)), options.positions,
                    Random(options.seed))
    end, found = time.monotonic() + 60 * options.minutes, []
    while time.monotonic() < end:
        found.append(prober.probe())
        print(f"{len(found)} probes: {found[-1]:.2g}; mean {mean(found):.2g}, median {median(found):.2g}", flush=True)


if __name__ == "__main__":
    main()
