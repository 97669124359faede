"""Everything a genre's kernel can be made to do, for builds that notice what it must not do: random play and solving.

    python tests/stress.py [seconds]

Nothing is compared with anything here; in a build with checks an error ends the process with a report.
"""
from __future__ import annotations

import sys
import time
from random import Random

from random_positions import GENRE_NAMES, Diagram, crowded_fen, random_fen
from reference import ROLLERBALL_GENRES

from feerie import Position, Problem, ProblemError, solve
from feerie.kernel.perft import count_leaves
from feerie.kernel.verdict import Judge, compiled_rules

STIPULATIONS = ("#2", "=2", "s#2", "r#2", "semi-r#2", "h#2", "h#2.5", "h=2", "hs#2", "hr#2", "reci-h#2", "ser-#3",
                "ser-=3", "ser-h#3", "ser-s#2", "ser-r#2", "ser-reci-h#2", "exact-#2", "x2", "z a82", "h002", "+2",
                "h~1", "hep2", "#1", "h#0.5")
PLIES = 24


def full_fen(rng: Random) -> str:
    """A board with few or no empty squares: as many kings, promotions or exchanges as there can be."""
    diagram = Diagram(rng, 8)
    letters = rng.choice(("K", "KQ", "KP", "KPR", "QRBN", "KQRBNPkqrbnp"))
    for _ in range(rng.choice((64, 63, 60, 48))):
        man = rng.choice(letters)
        diagram.put(man, diagram.rank(2, 3, 4, 5, 6, 7) if man in "Pp" else ())
    diagram.put("k")
    return f"{diagram.field()} {rng.choice('wb')} KQkq - 0 1"


def fen_for(rng: Random, genre: str) -> str:
    """Any position a genre may have to cope with, including one with more kings of a side than its rules have."""
    if genre in ROLLERBALL_GENRES or rng.random() < 0.4:
        return random_fen(rng, genre)
    return crowded_fen(rng) if rng.random() < 0.5 else full_fen(rng)


def play(rng: Random, genre: str) -> None:
    """A random game on the kernel's own interface to the end of its stack and back, with every question on the way."""
    position = Position(genre, fen_for(rng, genre))
    judge = Judge(compiled_rules(position.genre), PLIES)
    judge.load(position.setup)
    if judge.in_check(judge.turn ^ 1):
        return
    for ply in range(PLIES):
        judge.verdict()
        moves = judge.moves()
        assert judge.legal_move_count() == len(moves)
        if not moves:
            break
        for move in rng.sample(moves, min(6, len(moves))):
            judge.gives_check(move)
        count_leaves(judge, min(2, PLIES - ply) if len(moves) < 60 else 1, bulk=rng.random() < 0.5)
        castlings = [move for move in moves if move >> 18 & 7]
        judge.push(rng.choice(castlings if castlings and rng.random() < 0.5 else moves))
    while judge.ply:
        judge.pop()
    assert judge.key == judge.recomputed_key()


def pose(rng: Random, genre: str) -> None:
    """A random problem of a random kind, given a moment."""
    fen = random_fen(rng, genre)
    try:
        solve(Problem(genre, fen, rng.choice(STIPULATIONS)), max_solutions=rng.choice((1, 100)), max_seconds=0.3)
    except (ProblemError, ValueError):
        return


def main() -> None:
    """Play and solve for a number of seconds."""
    rng = Random(1)
    end = time.monotonic() + float(sys.argv[1] if len(sys.argv) > 1 else 60)
    games = problems = 0
    while time.monotonic() < end:
        for genre in GENRE_NAMES:
            for _ in range(3):
                play(rng, genre)
            pose(rng, genre)
            games, problems = games + 3, problems + 1
    print(f"{games} games, {problems} problems")


if __name__ == "__main__":
    main()
