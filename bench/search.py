"""Speed of the engine in every genre and two combinations, and one signature line.

    python bench/search.py [--nodes N] [--rounds N] [--only GENRE]

First every position is searched to a fixed depth by one thread with an empty table; the nodes of all these searches,
folded into one number, are the signature. A change of the engine that alters it says so in its commit message. Then
each position is searched for a number of nodes, in CPU time, several times; the best round counts.
"""
from __future__ import annotations

import argparse
import time

from feerie import Engine, Position
from feerie.kernel.state import COMPILED

MIDDLE_GAME = "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNBQK2R w KQkq - 0 6"
OPEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROOKS = "8/5pk1/6p1/3R3p/1r5P/6P1/5PK1/8 w - - 0 40"
TWO_KINGS = "rnbqk1nr/pppp1kpp/8/4pp2/4PP2/8/PPPP1KPP/RNBQK1NR w KQkq - 0 1"
CASTLING = ("roque", "rokagogo", "platzwechselrochade", "platzwechselrochade-popeye")
KINGS = ("siamois", "ultra-rex-multiplex", "rex-multiplex")
POSITIONS: tuple[tuple[str, str | None], ...] = (
    ("orthodox", None), ("orthodox", MIDDLE_GAME), ("orthodox", OPEN), ("orthodox", ROOKS),
    ("rollerball", None), ("rollerball", "3P2k/2K4/2***b1/2***2/1R***2/2r2p1/4p2 w - - Kk 0 1"),
    ("rollerball-literal", None),
    *((genre, fen) for genre in CASTLING for fen in (None, OPEN)),
    *((genre, fen) for genre in KINGS for fen in (OPEN, TWO_KINGS)),
    ("rokagogo+siamois", TWO_KINGS), ("roque+rex-multiplex", TWO_KINGS),
)
DEPTH = 7


def signature() -> int:
    """The nodes of all searches to DEPTH as one number."""
    folded = 0
    for genre, fen in POSITIONS:
        nodes = Engine(hash_mb=4).search(Position(genre, fen), depth=DEPTH).nodes
        folded = (folded * 1_000_003 + nodes) % (1 << 64)
    return folded


def speed(genre: str, nodes: int) -> float:
    """Nodes per CPU second in the positions of a genre."""
    visited = 0
    seconds = 0.0
    engine = Engine(hash_mb=16)
    for name, fen in POSITIONS:
        if name == genre:
            engine.search(Position(genre, fen), depth=1)
            engine.clear()
            began = time.process_time()
            visited += engine.search(Position(genre, fen), nodes=nodes).nodes
            seconds += time.process_time() - began
    return visited / seconds


def main() -> None:
    """Search, time, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=1_000_000, help="of each timed search")
    parser.add_argument("--rounds", type=int, default=3, help="0: the signature only")
    parser.add_argument("--only", metavar="GENRE", help="time this genre only")
    options = parser.parse_args()
    print(f"signature {signature():016x}  ({'compiled' if COMPILED else 'uncompiled'})", flush=True)
    for genre in dict.fromkeys(genre for genre, _ in POSITIONS):
        if options.rounds and options.only in (None, genre):
            best = max(speed(genre, options.nodes) for _ in range(options.rounds))
            print(f"{genre:28}{best / 1e6:8.2f} M nodes/s", flush=True)


if __name__ == "__main__":
    main()
