"""Other programs as engines, asked in turn and in asyncio: what they show, how they are stopped, how they fail."""
from __future__ import annotations

import asyncio
import shutil
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from waiting import PATIENCE

import feerie
from feerie import AsyncEngine, EngineError, Game, Position, Score, UciEngine, XboardEngine
from feerie.kernel.state import COMPILED
from feerie.match.program_engine import ProgramEngine

pytestmark = pytest.mark.skipif(not COMPILED, reason="searches take long uncompiled")

FEERIE = [sys.executable, "-m", "feerie"]
ROOK = Position("orthodox", "7k/p7/8/3q4/8/8/P7/3R3K w - - 0 1")
MATE = Position("orthodox", "7k/8/6K1/8/8/8/8/R7 w - - 0 1")
STOCKFISH = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")

FAKE = """
import sys
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        say("option name MultiPV type spin default 1 min 1 max 5")
        say("uciok")
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "go":
        for text in {shown!r}:
            say(text)
        {then}
    elif words[0] == "stop":
        say("bestmove {stopped}")
    elif words[0] == "quit":
        break
"""


def fake(*shown: str, then: str = "pass", stopped: str = "d1d5") -> UciEngine:
    """A program that shows lines when it is told to search; "bestmove" comes after `stop` or among these lines."""
    return UciEngine([sys.executable, "-c", FAKE.format(shown=shown, then=then, stopped=stopped)], patience=0.2)


@pytest.fixture(scope="module")
def ours() -> Iterator[UciEngine]:
    """Our own engine, by UCI."""
    with UciEngine([*FEERIE, "uci"], {"Hash": 1}) as engine:
        yield engine


# What is shown

def test_lines_are_read() -> None:
    with fake("info depth 1 seldepth 3 multipv 1 score cp 31 nodes 70 time 20 hashfull 4 pv d1d5 h8g8",
              "info depth 1 multipv 2 score mate -3 nodes 80 time 30 pv h1h2 d5d1 zzzz",
              "info depth 2 multipv 1 score cp 50 upperbound nodes 90 pv h1g1", "info string depth 7 score cp 1",
              "info depth 2 multipv 1 score cp -900 pv h1g1 h8h1 d5d1", "bestmove d1d5 ponder h8g8") as engine:
        results = list(engine.iterate(ROOK, multipv=2))
    assert [(found.depth, found.nodes, len(found.lines)) for found in results] == [(1, 80, 2), (2, 90, 2)]
    assert (results[0].selective_depth, results[0].seconds, results[0].hash_full) == (3, 0.03, 4)
    assert [(line.score, [move.uci() for move in line.moves]) for line in results[0].lines] == [
        (Score(31), ["d1d5", "h8g8"]), (Score(mate=-3), ["h1h2", "d5d1"])]
    last = results[-1]
    assert last.best == ROOK.parse("d1d5") and last.score == Score(-900) and last.lines[1].moves[0].uci() == "h1g1"


@pytest.mark.parametrize("shown", [(), ("info score cp 3", "nonsense \x1b[2J", "info depth x score mate y pv")])
def test_a_program_that_shows_no_line_still_moves(shown: tuple[str, ...]) -> None:
    with fake(*shown, "bestmove d1d5") as engine:
        found = engine.search(ROOK, nodes=1)
    assert found.best == ROOK.parse("d1d5") and (found.depth, found.score) == (0, Score(0))


def test_searches_of_our_engine_by_uci(ours: UciEngine) -> None:
    own = feerie.Engine(hash_mb=1).search(ROOK, depth=4, multipv=3)
    found = ours.search(ROOK, depth=4, multipv=3)
    assert [(line.score, line.moves) for line in found.lines] == [(line.score, line.moves) for line in own.lines]
    assert (found.depth, found.nodes) == (own.depth, own.nodes)
    assert ours.search(MATE, mate=1).score == Score(mate=1)
    assert ours.search(ROOK, depth=2, moves=["h1g1", "h1h2"]).pv[0].uci() in ("h1g1", "h1h2")
    game = Game("rollerball", moves="c1b1 e7f7")
    assert ours.search(game, clock=feerie.Clock(1.0, 0.1)).best in game.position.legal_moves
    assert not ours.search(MATE.play("a1a8"), depth=3).lines


@pytest.mark.skipif(STOCKFISH is None, reason="needs Stockfish")
def test_searches_of_stockfish() -> None:
    assert STOCKFISH
    with UciEngine(STOCKFISH, {"Hash": 1, "Threads": 1}) as engine:
        depths = [found.depth for found in engine.iterate(Position("orthodox"), depth=5)]
        assert depths == [1, 2, 3, 4, 5, 5]
        assert engine.search(MATE, depth=5).score == Score(mate=1)
        assert len(engine.search(Game("orthodox", moves="e4 e5"), nodes=2000, multipv=3).lines) == 3
        castled = engine.search(Position("orthodox", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), nodes=500, moves=["e1g1"])
        assert castled.best and castled.best.is_castling
        with pytest.raises(EngineError, match="rollerball"):
            engine.search(Position("rollerball"), nodes=1)


def test_searches_of_our_engine_by_xboard() -> None:
    with XboardEngine([*FEERIE, "xboard"]) as engine:
        results = list(engine.iterate(ROOK, depth=3))
        assert results[-1].depth == 3 and results[-1].best == ROOK.parse("d1d5")
        assert engine.search(MATE, depth=2).score == Score(mate=1)
        assert engine.search(ROOK, seconds=0.05).best
        for found in engine.iterate(ROOK):
            if found.depth == 3:
                break
        assert engine.search(Game("orthodox", moves="e4 e5"), clock=feerie.Clock(0.5)).best
        for limits in ({"nodes": 3}, {"multipv": 2}, {"mate": 2}):
            with pytest.raises(feerie.ArgumentError, match="XBoard"):
                engine.search(ROOK, **limits)       # type: ignore[arg-type]


# How a search ends

@pytest.mark.parametrize(("engine", "message"), [
    (lambda: fake("info depth 1", then="sys.exit(3)"), r"has failed: engine died: exit status 3"),
    (lambda: fake("bestmove e2e4"), r"has failed: illegal move: 'e2e4'"),
    (lambda: fake("bestmove"), "has failed: illegal move"),
    (lambda: fake(), "has failed: engine does not answer"),
    (lambda: UciEngine("no-such-program"), "not a command"),
    (lambda: UciEngine([*FEERIE, "uci"], {"Nonsense": 1}), "no option 'Nonsense'"),
])
def test_failures_have_their_reasons(engine: object, message: str) -> None:
    with engine() as asked:     # type: ignore[operator]
        assert isinstance(asked, ProgramEngine)
        with pytest.raises(EngineError, match=message):
            asked.search(ROOK, seconds=0.05)


def test_a_program_that_died_is_started_again() -> None:
    with fake("bestmove d1d5") as engine:
        engine.prepare(ROOK)
        assert engine._player and engine._player._process
        engine._player._process.close()
        with pytest.raises(EngineError, match="died"):
            engine.search(ROOK, depth=1)
        assert engine.search(ROOK, depth=1).best


def test_bad_arguments() -> None:
    engine = fake()
    for wrong in ({"depth": 0}, {"multipv": 0}):
        with pytest.raises(feerie.ArgumentError):
            engine.search(ROOK, **wrong)        # type: ignore[arg-type]
    with pytest.raises(feerie.ArgumentError, match="no move"):
        engine.search(ROOK, moves=[])
    with pytest.raises(feerie.ArgumentError):
        UciEngine("")
    with pytest.raises(TypeError):
        engine.search("e2e4")       # type: ignore[arg-type]
    with pytest.raises(EngineError, match="illegal"):
        engine.search(Position("orthodox", "k6R/8/8/8/8/8/8/K7 w - - 0 1"), depth=1)


def test_a_search_is_stopped_from_another_thread_and_by_leaving_it() -> None:
    with fake("info depth 1 score cp 1 pv d1d5") as engine:
        threading.Timer(0.05, engine.stop).start()
        assert engine.search(ROOK).best == ROOK.parse("d1d5")
        results = engine.iterate(ROOK)
        engine.stop()           # before the first result was asked for
        assert [found.best for found in results] == [ROOK.parse("d1d5")] * 2
        assert next(iter(engine.iterate(ROOK))).depth == 1
        assert engine.search(MATE.play("a1a8"), seconds=9).best is None


def test_a_thread_that_started_a_program_may_end() -> None:
    with fake("bestmove d1d5") as engine:
        thread = threading.Thread(target=engine.prepare, args=(ROOK,))
        thread.start()
        thread.join()
        time.sleep(0.05)
        assert engine.search(ROOK, depth=1).best == ROOK.parse("d1d5")


# In asyncio

async def asked(engine: AsyncEngine) -> None:
    """Ask an engine in every way."""
    await engine.prepare(ROOK)
    assert await engine.play(ROOK, depth=2) == ROOK.parse("d1d5")
    assert (await engine.search(MATE, depth=2)).score == Score(mate=1)
    assert await engine.play(MATE.play("a1a8"), depth=1) is None
    depths = []
    async for found in engine.iterate(ROOK):
        depths.append(found.depth)
        if found.depth >= 3:
            break
    assert depths[-1] == 3
    endless = asyncio.create_task(engine.search(ROOK))
    await asyncio.sleep(0.05)
    with pytest.raises(EngineError, match="already"):
        await engine.play(ROOK, depth=1)
    endless.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(endless, PATIENCE)
    assert await engine.play(ROOK, depth=2) == ROOK.parse("d1d5")
    endless = asyncio.create_task(engine.search(ROOK))
    await asyncio.sleep(0.05)
    engine.stop()
    assert (await asyncio.wait_for(endless, PATIENCE)).best == ROOK.parse("d1d5")
    with pytest.raises(feerie.ArgumentError):
        await engine.play(ROOK, depth=0)


def test_searches_in_asyncio(ours: UciEngine) -> None:
    async def both() -> None:
        async with AsyncEngine(feerie.Engine(hash_mb=1)) as own:
            await asked(own)
        await asked(AsyncEngine(ours))
        async with AsyncEngine(fake("bestmove d1d5")) as by_uci:
            assert await by_uci.play(ROOK, depth=1) == ROOK.parse("d1d5")
        assert by_uci.engine.search(ROOK, depth=1).best     # it is started again
        await by_uci.close()

    asyncio.run(both())


def test_failures_in_asyncio() -> None:
    async def failed() -> None:
        async with AsyncEngine(fake("info depth 1 score cp 1 pv d1d5", then="sys.exit(3)")) as engine:
            stream = engine.iterate(ROOK)
            assert (await anext(stream)).depth == 1
            with pytest.raises(EngineError, match="exit status 3"):
                await anext(stream)
            with pytest.raises(StopAsyncIteration):
                await anext(stream)

    asyncio.run(failed())


@pytest.mark.parametrize("kind, command", [(UciEngine, "uci"), (XboardEngine, "xboard")])
def test_castlings_of_chess960(kind: type[ProgramEngine], command: str) -> None:
    """Each program is told the genre by its name in the protocol, and castlings as the protocol writes them."""
    game = Game("chess960", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", moves="O-O")
    with kind([*FEERIE, command]) as engine:
        assert engine.search(game, depth=1).best in game.position.legal_moves
        mated_by_castling = Position("chess960", "N1B5/3p4/8/4Q3/p7/5k1P/8/1K4R1 w K - 0 1")
        assert engine.search(mated_by_castling, depth=2).best == mated_by_castling.parse("O-O")
