"""A search that is stopped ends within 50 ms, however busy the machine is: its own processor time is what counts."""
from __future__ import annotations

import threading
import time

import pytest
from random_positions import GENRE_NAMES

from feerie import Engine, Position
from feerie.kernel.state import COMPILED

STOP = 0.05
"""Seconds of processor time within which a search stops."""
OPEN_GAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
TWO_KINGS = "rnbqk1nr/pppp1kpp/8/4pp2/4PP2/8/PPPP1KPP/RNBQK1NR w KQkq - 0 1"
KINGS = ("siamois", "rex-multiplex", "ultra-rex-multiplex")

pytestmark = [pytest.mark.skipif(not COMPILED, reason="searching takes long uncompiled"),
              pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="no clocks of other threads")]


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_stop_takes_little_processor_time(genre: str) -> None:
    """The time between stop(), called from another thread, and the end of the search; the least of three counts."""
    fen = None if genre.startswith("rollerball") else TWO_KINGS if any(name in genre for name in KINGS) else OPEN_GAME
    engine, position = Engine(hash_mb=4), Position(genre, fen)
    engine.search(position, depth=1)
    used, nodes = [], 0
    for _ in range(3):
        clock = time.pthread_getcpuclockid(threading.get_ident())
        stopped: list[float] = []

        def stop(clock: int = clock, stopped: list[float] = stopped) -> None:
            stopped.append(time.clock_gettime(clock))
            engine.stop()

        iterations = engine.iterate(position)
        timer = threading.Timer(0.1, stop)
        timer.start()
        *_, found = iterations
        used.append(time.clock_gettime(clock) - stopped[0])
        timer.join()
        assert found.best
        nodes += found.nodes        # none where a busy machine lets the timer end before the search begins
    assert nodes and min(used) < STOP
