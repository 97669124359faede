"""The engine: what it finds, how it keeps its limits, and that it is the same compiled and uncompiled."""
from __future__ import annotations

import copy
import json
import os
import pickle
import shutil
import subprocess
import sys
import threading
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from facts import DATA, SOURCE
from random_positions import GENRE_NAMES
from waiting import PATIENCE, works_within

from feerie import Analysis, ArgumentError, Clock, Engine, EngineError, Error, Game, IllegalMoveError, Position
from feerie.engine.timing import budget_of
from feerie.engine.weights import weights_of
from feerie.genres import find
from feerie.kernel.state import COMPILED
from feerie.rules.properties import EVERY_PROPERTY, Property

FACTS: dict[str, list[dict[str, Any]]] = json.loads((DATA / "engine.json").read_text(encoding="utf-8"))
GENRES = (*(name for name in GENRE_NAMES if "+" not in name), "rokagogo+siamois", "roque+rex-multiplex")
MIDDLE_GAME = "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNBQK2R w KQkq - 0 6"
OPEN_GAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
COMPARED = (("orthodox", MIDDLE_GAME, 4), ("rollerball", None, 5),
            ("rex-multiplex", "r3k2r/ppp2ppp/8/2k5/8/5K2/PPP2PPP/R3K2R w KQkq - 0 1", 3),
            ("platzwechselrochade", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 4),
            ("orthodox", "8/8/8/4k3/8/3PK3/8/8 w - - 0 1", 8))
"""Genre, position, depth."""
STOP = 0.05
"""Seconds within which a search stops."""
SLACK = 0.1
"""Seconds of processor time for what surrounds a search."""


def name_of(fact: dict[str, Any]) -> str:
    return f"{fact['genre']} {fact['fen'].split()[0]}"


def fingerprint(found: Analysis) -> tuple[int, int, str, tuple[str, ...]]:
    """What must be the same whenever the same search is repeated."""
    return found.nodes, found.selective_depth, str(found.score), tuple(move.uci() for move in found.pv)


def replayed(position: Position, found: Analysis) -> None:
    """Check that every move of every line is legal."""
    for line in found.lines:
        at = position
        for move in line.moves:
            at = at.play(move)


@pytest.mark.parametrize("fact", FACTS["mates"], ids=name_of)
def test_mates(fact: dict[str, Any]) -> None:
    position, moves = Position(fact["genre"], fact["fen"]), fact["mate"]
    engine = Engine(hash_mb=4)
    proved = engine.search(position, mate=moves)
    assert proved.score and proved.score.mate == moves
    assert len(proved.pv) == 2 * moves - 1
    replayed(position, proved)
    assert moves == 1 or not engine.search(position, mate=moves - 1).lines
    found = next(found for found in engine.iterate(position, nodes=2_000_000 if COMPILED else 6_000)
                 if found.score and found.score.mate == moves)
    replayed(position, found)
    if "best" in fact:
        assert found.best and found.best.uci() in fact["best"]


@pytest.mark.parametrize("fact", FACTS["hunts"], ids=name_of)
def test_a_lone_king_is_mated_in_time(fact: dict[str, Any]) -> None:
    game, players = Game(fact["genre"], fact["fen"]), (Engine(hash_mb=4), Engine(hash_mb=4))
    while not game.outcome():
        game.push(players[len(game.moves) % 2].search(game, nodes=10_000).best or "")
    outcome = game.outcome()
    assert outcome and outcome.winner == "white" and len(game.moves) < 100


@pytest.mark.parametrize("fact", [fact for fact in FACTS["mates"] if fact["mate"] == 2], ids=name_of)
def test_shortcuts_change_no_mate(fact: dict[str, Any]) -> None:
    """A search without pruning and reductions finds the mate in the same number of moves."""
    engine = Engine(hash_mb=4)
    engine.shortcuts = False
    position = Position(fact["genre"], fact["fen"])
    assert str(engine.search(position, depth=3).score) == "#2"
    engine.shortcuts = True
    assert any(str(found.score) == "#2" for found in engine.iterate(position, depth=8))


ASKED = Property.LINES | Property.STEADY_KIND | Property.STEADY_SIDE | Property.FEWER | Property.SMALL \
    | Property.FREE | Property.KEYED
"""Without LINES a genre goes the general path."""


@pytest.mark.parametrize("taken", ASKED, ids=lambda taken: taken.name)
def test_the_engine_asks_for_what_it_needs(taken: Property) -> None:
    """Without a property that some shortcut needs, a search visits other positions."""
    genre = find("orthodox")
    usual, plain = (Engine(hash_mb=4).search(Position(each, MIDDLE_GAME), depth=6) for each in
                    (genre, replace(genre, loses=taken)))
    assert usual.nodes != plain.nodes


@pytest.mark.parametrize("taken", [*ASKED, EVERY_PROPERTY], ids=lambda taken: taken.name or "all")
@pytest.mark.parametrize("fact", [fact for fact in FACTS["mates"] if fact["mate"] == 2][::3], ids=name_of)
def test_no_mate_depends_on_a_property(fact: dict[str, Any], taken: Property) -> None:
    position = Position(replace(find(fact["genre"]), loses=taken), fact["fen"])
    assert any(str(found.score) == "#2" for found in Engine(hash_mb=4).iterate(position, depth=9))


@pytest.mark.parametrize("fact", FACTS["best"], ids=name_of)
def test_best_moves(fact: dict[str, Any]) -> None:
    found = Engine(hash_mb=16).search(Position(fact["genre"], fact["fen"]), nodes=200_000 if COMPILED else 4_000)
    assert found.best and found.best.uci() == fact["best"]


@pytest.mark.parametrize("genre", GENRES)
def test_every_genre(genre: str) -> None:
    """Lines are legal move by move, two searches give the same result, and the win of a man is seen."""
    position = Position(genre)
    first = [fingerprint(found) for found in Engine(hash_mb=1).iterate(position, depth=5)]
    engine = Engine(hash_mb=1)
    again = []
    for found in engine.iterate(position, depth=5):
        replayed(position, found)
        again.append(fingerprint(found))
    assert first == again and len(again) == 5
    engine.clear()
    assert fingerprint(engine.search(position, depth=5)) == first[-1]


@pytest.mark.parametrize("genre", GENRES)
def test_weights(genre: str) -> None:
    """Both sides are worth the same, kings nothing, and men that reach more are worth more."""
    weights = weights_of(find(genre))
    kings = [value for value, man in zip(weights.values, weights.tables.genre.men, strict=True) if man.royal]
    assert kings == [0]
    others = [value for value, man in zip(weights.values, weights.tables.genre.men, strict=True) if not man.royal]
    assert others == sorted(others)
    start = Engine(hash_mb=1).search(Position(genre), depth=1).score
    assert start and start.centipawns is not None and abs(start.centipawns) < 100


@pytest.mark.parametrize("fen", [MIDDLE_GAME, OPEN_GAME, "8/5pk1/6p1/3R3p/1r5P/6P1/P4PK1/8 w - - 0 40"])
def test_evaluation_is_fair(fen: str) -> None:
    """The same position with the colours exchanged is worth the same to the side to move."""
    board, _, rights, *rest = fen.split()
    mirrored = " ".join(("/".join(reversed(board.swapcase().split("/"))), "b", rights.swapcase(), *rest))
    engine = Engine(hash_mb=1)
    engine.search(Position("orthodox"), depth=1)
    scores = [engine._searches[0].evaluation.score_of(Position("orthodox", each)._judge) for each in (fen, mirrored)]
    assert scores[0] == scores[1] != 0


def test_several_lines() -> None:
    position = Position("orthodox", MIDDLE_GAME)
    found = Engine(hash_mb=4).search(position, depth=6, multipv=5)
    assert len(found.lines) == 5 and len({line.moves[0] for line in found.lines}) == 5
    scores = [line.score.centipawns or 0 for line in found.lines]
    assert all(better >= worse for better, worse in pairwise(scores))
    replayed(position, found)
    assert len(Engine(hash_mb=1).search(Position("orthodox", "k7/8/1K6/8/8/8/8/7R b - - 0 1"), depth=3,
                                        multipv=9).lines) == 1


def test_some_moves_only() -> None:
    found = Engine(hash_mb=1).search(Position("orthodox"), depth=4, multipv=3, moves=["a2a3", "Nh3"])
    assert {line.moves[0].uci() for line in found.lines} == {"a2a3", "g1h3"}


def test_node_limit() -> None:
    for nodes in (1, 2, 100, 5_000):
        found = Engine(hash_mb=1).search(Position("orthodox"), nodes=nodes)
        assert found.nodes <= nodes and found.best


@pytest.mark.parametrize("threads", [1, 2])
def test_time_limit(threads: int) -> None:
    engine = Engine(hash_mb=4, threads=threads)
    engine.search(Position("rollerball"), depth=1)
    with works_within(threads * (0.2 + STOP) + SLACK):
        assert engine.search(Position("rollerball"), seconds=0.2).seconds > 0.15
    with works_within(threads * 1.0):
        assert engine.search(Position("rollerball"), clock=Clock(2.0, 0.01)).best
    assert engine.search(Position("rollerball"), seconds=0).best


def test_a_clock_is_never_used_up() -> None:
    """In a game of 80 moves in which every search takes all it may, and then some, time never runs out."""
    for seconds, increment, moves in ((60.0, 0.0, None), (2.0, 0.05, None), (4.0, 0.0, 40), (1.0, 0.01, None),
                                      (0.3, 0.05, 10)):
        left = seconds
        for made in range(80):
            to_go = moves and moves - made % moves
            left -= budget_of(left, increment, to_go).hard
            assert left > 0
            left += increment + (seconds if to_go == 1 else 0.0)


def test_time_depends_on_how_the_search_goes() -> None:
    budget = budget_of(60.0, 0.5, None)
    steady = budget.until(9, [10, 10, 10, 10, 10, 10])
    assert steady < budget.soft < budget.until(0, [10]) < budget.hard < 60 / 4
    assert budget.until(9, [10, 10, 10, 10, 12, -60]) == pytest.approx(2 * steady)
    assert budget.until(9, [10, 10, 10, 10, 12, 2000]) < steady
    assert budget.until(0, [0, 0, 0, 0, 0, -31000]) == pytest.approx(min(budget.hard, 2 * budget.until(0, [0])))


def test_an_only_move_takes_no_time() -> None:
    position = Position("orthodox", "4k3/8/8/8/8/8/4q3/4K3 w - -")
    with works_within(5):
        found = Engine(hash_mb=1).search(position, clock=Clock(600.0))
    assert found.best and found.depth == 1
    assert Engine(hash_mb=1).search(position, depth=4).depth == 4


@pytest.mark.parametrize(("genre", "fen", "best"), [
    ("orthodox", "6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1", "b1b8"),
    ("orthodox", "4k3/8/8/3q4/4P3/8/PPP5/K7 w - - 0 1", "e4d5"),
    ("roque", "4k3/8/8/3q4/4P3/8/PPP5/K7 w - - 0 1", "e4d5"),
])
def test_a_search_stopped_before_its_first_result_still_looks_at_every_move(genre: str, fen: str, best: str) -> None:
    engine = Engine(hash_mb=1)
    for number in range(3):
        results = engine.iterate(Position(genre, fen))
        engine.stop()
        with works_within(STOP + (SLACK if number else 5)):         # the tables of the genre are made first
            *_, found = results
        assert found.best and found.best.uci() == best and found.depth == 1
    assert engine.search(Position(genre, fen), seconds=0).best
    assert engine.search(Position(genre, fen), nodes=1).nodes == 1


def test_a_limit_of_nodes_before_the_first_result_gives_the_best_of_the_moves_searched() -> None:
    position = Position("orthodox", "q2r1k2/1B1n1p2/2P1p1p1/3pPq1p/r2R1Q1P/3n1NP1/1B3P2/2R3K1 w - - 0 1")
    found = Engine(hash_mb=1).search(position, nodes=1000)
    assert found.nodes == 1000 and found.depth == 1
    assert found.best and found.best.uci() == "f4h6"        # g3g4, the first of the list, loses the queen


def test_stop() -> None:
    engine = Engine(hash_mb=4)
    engine.search(Position("orthodox"), depth=1)
    times: list[float] = []

    def stop() -> None:
        times.append(time.process_time())
        engine.stop()

    lines = engine.iterate(Position("orthodox"))
    threading.Timer(0.2, stop).start()
    *_, found = lines
    assert found.best and time.process_time() - times[0] < STOP + SLACK
    lines = engine.iterate(Position("orthodox"))
    engine.stop()
    assert len(list(lines)) >= 1, "stopped before it began, it still has a move"


def test_closing_stops() -> None:
    engine = Engine(hash_mb=1, threads=2)
    lines = engine.iterate(Position("orthodox"))
    for _ in range(3):
        next(lines)
    before = threading.active_count()
    lines.close()  # type: ignore[attr-defined]
    assert threading.active_count() <= before
    assert engine.search(Position("orthodox"), depth=2).best


def test_ponder() -> None:
    engine = Engine(hash_mb=1)
    engine.search(Position("orthodox"), depth=1)
    lines = engine.iterate(Position("orthodox"), seconds=0.1, ponder=True)
    threading.Timer(0.3, engine.ponder_hit).start()
    with works_within(0.4 + STOP + SLACK):
        *_, found = lines
    assert found.seconds > 0.35
    lines = engine.iterate(Position("orthodox"), depth=1, ponder=True)
    began = time.monotonic()
    threading.Timer(0.2, engine.stop).start()
    *_, found = lines
    assert found.best and time.monotonic() - began > 0.15, "it is done, but its opponent still thinks"


@pytest.mark.parametrize("threads", [1, 2])
def test_one_search_at_a_time(threads: int) -> None:
    engine, position = Engine(hash_mb=1, threads=threads), Position("rokagogo")
    started, found = threading.Event(), list[Analysis]()

    def search() -> None:
        for analysis in engine.iterate(position):
            started.set()
            found.append(analysis)

    first = threading.Thread(target=search)
    first.start()
    assert started.wait(PATIENCE)
    with pytest.raises(EngineError, match="the engine is searching already"):
        while first.is_alive():         # between two results a search gives way, so this may begin once
            engine.iterate(position, depth=1)
    engine.stop()
    assert engine.search(position, depth=3).depth == 3, "what is stopped is waited for"
    first.join()
    assert found[-1].best is not None


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_that_waits_gives_way(threads: int) -> None:
    engine, position = Engine(hash_mb=1, threads=threads), Position("rollerball")
    waiting, running = engine.iterate(position), threading.active_count()
    assert next(waiting).depth == 1
    assert engine.search(position, depth=4).depth == 4 and list(waiting) == []
    assert threading.active_count() == running and engine.search(position, mate=1).lines == ()


def test_engines_travel_without_their_tables() -> None:
    engine = Engine(hash_mb=2, threads=2, level="club", seed=7, evaluation="tables")
    engine.shortcuts = False
    for other in (copy.copy(engine), copy.deepcopy(engine), pickle.loads(pickle.dumps(engine))):
        assert repr(other) == repr(engine) and (other.seed, other.evaluation, other.shortcuts) == (7, "tables", False)
    single = Engine(hash_mb=2, level="club", seed=7)        # with two threads the best move depends on their timing
    before = single.search(Position("rollerball"), depth=2)
    for other in (copy.copy(single), pickle.loads(pickle.dumps(single))):
        assert other.search(Position("rollerball"), depth=2).best == before.best
    assert copy.copy(Engine(hash_mb=1)).seed != Engine(hash_mb=1).seed


def test_without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    engine = Engine(hash_mb=1, threads=2)
    assert engine.search(Position("orthodox"), depth=4).best
    mate = engine.search(Position("orthodox", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), mate=2)
    assert str(mate.score) == "#1"
    assert sum(Position("orthodox").divide(3, threads=2).values()) == 8902


def test_interrupt_is_not_lost() -> None:
    """The exception that interrupts the search is raised, and the engine still works afterwards."""
    engine = Engine(hash_mb=1)
    lines = engine.iterate(Position("orthodox"))
    next(lines)
    search = engine._searches[0]

    def interrupt() -> bool:
        raise KeyboardInterrupt

    search.poll = interrupt
    with pytest.raises(KeyboardInterrupt):
        list(lines)
    assert engine.search(Position("orthodox"), depth=2).best


# -------------------------------------------------------------------------------------------------- endings

def test_repetition_is_sought() -> None:
    """Two rooks down and about to be mated, White has a perpetual check, and every other first move loses."""
    position = Position("orthodox", "6k1/6p1/8/7Q/8/r7/qr6/7K w - - 0 1")
    found = Engine(hash_mb=4).search(position, depth=10)
    assert found.score and found.score.centipawns == 0 and found.best and found.best.uci() == "h5e8"


def test_repetition_is_avoided() -> None:
    """A rook ahead, White does not repeat the position a third time."""
    game = Game("orthodox", "7k/8/8/8/8/8/R7/K7 w - - 0 1")
    for move in ("a2b2", "h8g8", "b2a2", "g8h8", "a2b2", "h8g8"):
        game.push(move)
    found = Engine(hash_mb=4).search(game, depth=6)
    assert found.best and found.best.uci() != "b2a2"
    assert found.score and (found.score.centipawns or 0) > 200
    only = Engine(hash_mb=4).search(game, depth=6, moves=["b2a2"])
    assert only.score and only.score.centipawns == 0


def test_third_occurrence_is_a_draw() -> None:
    game = Game("rollerball")
    for _ in range(2):
        for move in ("e1f1", "c7b7", "f1e1", "b7c7"):
            game.push(move)
    assert game.is_over() and Engine(hash_mb=1).search(game, depth=4).lines == ()


def test_mate_counts_king_runs() -> None:
    engine = Engine(hash_mb=1)
    run = Position("rollerball", "6b/1Kr4/2***2/2***2/2***2/1k5/7 w - - K 0 1")
    assert str(engine.search(run, mate=2).score) == "#2" and not engine.search(run, mate=1).lines
    step = engine.search(Position("rollerball", "7/2K4/2***2/2***2/2***2/7/5k1 w - - K 0 1"), mate=3)
    assert str(step.score) == "#1" and step.best and step.best.uci() == "c6d6"


def test_dead_material_and_move_rule() -> None:
    engine = Engine(hash_mb=1)
    for genre, fen in (("orthodox", "8/8/4k3/8/8/3BK3/4p3/8 w - - 0 1"),
                       ("orthodox", "7K/8/8/7B/1k6/3B4/8/8 w - - 0 1"),
                       ("rokagogo", "8/8/K7/8/8/8/8/b1Bk4 w - - 0 1")):
        dead = engine.search(Position(genre, fen), depth=6).score
        assert dead and dead.centipawns == 0
    alive = engine.search(Position("orthodox", "7K/8/8/7B/1k6/4B3/8/8 w - - 0 1"), depth=6).score
    assert alive and alive.centipawns != 0, "bishops of both colours mate"
    last = engine.search(Position("orthodox", "7k/8/8/8/8/8/R7/K7 w - - 99 90"), depth=6).score
    assert last and last.centipawns == 0
    mate = engine.search(Position("orthodox", "7k/R7/6K1/8/8/8/8/8 w - - 99 90"), depth=3).score
    assert str(mate) == "#1"


def test_king_run_wins() -> None:
    position = Position("rollerball", "7/2K4/r1***2/2***2/2***k1/7/6R w - - Kk 0 1")
    goal = next((move for move in position.legal_moves if move.uci() == "c6d6"), None)
    assert goal
    found = Engine(hash_mb=1).search(position, depth=3)
    assert str(found.score) == "#1" and found.best == goal
    over = position.play(goal)
    assert Engine(hash_mb=1).search(over, depth=3).lines == ()


def test_finished_games_have_no_lines() -> None:
    for fen in ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "k7/8/1Q6/8/8/8/8/1K6 b - - 0 1"):
        found = Engine(hash_mb=1).search(Position("orthodox", fen), seconds=1)
        assert not found.lines and found.best is None and found.ponder is None


# --------------------------------------------------------------------------------------------------- errors

@pytest.mark.parametrize("arguments", [
    {"seconds": -1}, {"seconds": float("nan")}, {"depth": 0}, {"nodes": -5}, {"mate": 0}, {"depth": 3, "multipv": 0},
    {"seconds": 1, "clock": Clock(1)}, {"clock": Clock(1, -1)}, {"clock": Clock(1, 0, 0)}, {"depth": 3, "moves": []},
], ids=str)
def test_limits_that_make_no_sense(arguments: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError) as error:
        Engine(hash_mb=1).search(Position("orthodox"), **arguments)
    assert isinstance(error.value, Error) and isinstance(error.value, ValueError)


@pytest.mark.parametrize("arguments", [{"hash_mb": 0}, {"threads": 0}, {"level": "no such level"}], ids=str)
def test_engines_that_make_no_sense(arguments: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError):
        Engine(**arguments)


def test_illegal_questions() -> None:
    with pytest.raises(EngineError, match="illegal"):
        Engine(hash_mb=1).search(Position("orthodox", "k6R/8/8/8/8/8/8/K7 w - - 0 1"), depth=1)
    with pytest.raises(IllegalMoveError):
        Engine(hash_mb=1).search(Position("orthodox"), depth=1, moves=["e2e5"])


# ----------------------------------------------------------------------------------------------- uncompiled

@pytest.mark.end_to_end
@pytest.mark.skipif(not COMPILED, reason="the package is not compiled here")
def test_uncompiled_searches_the_same(tmp_path: Path) -> None:
    """Numbers of nodes, scores and lines are the same."""
    shutil.copytree(SOURCE, tmp_path / "feerie", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.c"))
    program = ("import json, sys\nfrom feerie import Engine, Position\nfrom feerie.kernel.state import COMPILED\n"
               "assert not COMPILED\nout = []\n"
               "for genre, fen, depth in json.load(sys.stdin):\n"
               "    found = Engine(hash_mb=1).search(Position(genre, fen), depth=depth)\n"
               "    out.append([found.nodes, found.selective_depth, str(found.score), [m.uci() for m in found.pv]])\n"
               "print(json.dumps(out))")
    run = subprocess.run([sys.executable, "-c", program], input=json.dumps(COMPARED), text=True, capture_output=True,
                         env={**os.environ, "PYTHONPATH": str(tmp_path)}, check=False)
    assert run.returncode == 0, run.stderr
    for (genre, fen, depth), theirs in zip(COMPARED, json.loads(run.stdout), strict=True):
        nodes, deepest, score, line = fingerprint(Engine(hash_mb=1).search(Position(genre, fen), depth=depth))
        assert [nodes, deepest, score, list(line)] == theirs
