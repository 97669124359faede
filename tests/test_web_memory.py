"""What the page's server keeps in memory of its games: only the last positions, and nothing of idle games."""
from __future__ import annotations

import gc
import random
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")

from feerie import Game
from feerie.apps.web import hall as halls
from feerie.apps.web.documents import View, game_document
from feerie.apps.web.hall import Hall
from feerie.apps.web.opponents import Opponents
from feerie.apps.web.store import Store
from feerie.apps.web.table import POSITIONS_KEPT, Settings, Table
from feerie.genres import GENRES
from feerie.position import Position


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """A hall without tables."""
    kept = Hall(Store(tmp_path / "games.sqlite"), Opponents(1))
    yield kept
    kept.close()


def known(table: Table) -> int:
    """How many positions of a game are in memory, the first one left out."""
    return sum(node._position is not None for node in table.game.node.line()[1:])


@pytest.mark.parametrize("genre", [genre.name for genre in GENRES])
def test_a_history_is_found_anew(hall: Hall, genre: str) -> None:
    rng, game = random.Random(genre), Game(genre)
    table = hall.open(Position(genre), Settings(), [])
    views = [View("fr", "long"), View("en", "short")]
    for number in range(40):
        if game.outcome():
            break
        move = rng.choice(game.position.legal_moves)
        with hall.changing(table):
            table.move(move.uci())
        game.push(move)
        assert known(table) <= POSITIONS_KEPT
        if number % 10 == 9:
            with hall.changing(table):
                table.take_back(3)
            for _ in range(3):
                game.pop()
            table.pgn()
    for view in views:
        shown = game_document(table, view)["history"]
        assert [row["fen"] for row in shown] == [position.fen() for position in game.positions]
        assert [row["uci"] for row in shown[1:]] == [move.uci() for move in game.moves] == table.moves
        assert [row["text"] for row in shown[1:]] == [
            position.long(move, "fr") if view.notation == "long" else position.san(move)
            for position, move in zip(game.positions, game.moves, strict=False)]
        assert known(table) <= POSITIONS_KEPT
    last = game_document(table, views[0], len(game) - 1)["history"]
    assert [row["fen"] for row in last] == [position.fen() for position in game.positions[-2:]]
    assert hall.table(table.id) is table and table.game.repetitions() == game.repetitions()


def test_idle_games_leave_memory(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "IDLE_SECONDS", 0.0)
    table = hall.open(Position("rokagogo"), Settings(), [])
    with hall.changing(table):
        table.move("e2e4")
    name, seen = table.id, weakref.ref(table)
    time.sleep(0.01)
    hall.tidy()
    assert known(table) == 0                # also while somebody has it
    assert table.game.position.turn == "black"
    del table
    gc.collect()
    assert seen() is None
    assert hall.table(name).moves == ["e2e4"]
