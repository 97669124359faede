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
from feerie.apps.web.games import live_games
from feerie.apps.web.games.answers import View, game_document
from feerie.apps.web.games.engine_pool import EnginePool
from feerie.apps.web.games.game_store import GameStore
from feerie.apps.web.games.live_game import POSITIONS_KEPT, LiveGame, Settings
from feerie.apps.web.games.live_games import LiveGames
from feerie.game.position import Position
from feerie.genres import GENRES


@pytest.fixture
def games(tmp_path: Path) -> Iterator[LiveGames]:
    """Live games, none so far."""
    kept = LiveGames(GameStore(tmp_path / "games.sqlite"), EnginePool(1))
    yield kept
    kept.close()


def known(live_game: LiveGame) -> int:
    """How many positions of a game are in memory, the first one left out."""
    return sum(node._position is not None for node in live_game.game.node.line()[1:])


@pytest.mark.parametrize("genre", [genre.name for genre in GENRES])
def test_a_history_is_found_anew(games: LiveGames, genre: str) -> None:
    rng, game = random.Random(genre), Game(genre)
    live_game = games.open(Position(genre), Settings(), [])
    views = [View("fr", "long"), View("en", "short")]
    for number in range(40):
        if game.outcome():
            break
        move = rng.choice(game.position.legal_moves)
        with games.changing(live_game):
            live_game.move(move.uci())
        game.push(move)
        assert known(live_game) <= POSITIONS_KEPT
        if number % 10 == 9:
            with games.changing(live_game):
                live_game.take_back(3)
            for _ in range(3):
                game.pop()
            live_game.pgn()
    for view in views:
        shown = game_document(live_game, view)["history"]
        assert [row["fen"] for row in shown] == [position.fen() for position in game.positions]
        assert [row["uci"] for row in shown[1:]] == [move.uci() for move in game.moves] == live_game.moves
        assert [row["text"] for row in shown[1:]] == [
            position.long(move, "fr") if view.notation == "long" else position.san(move)
            for position, move in zip(game.positions, game.moves, strict=False)]
        assert known(live_game) <= POSITIONS_KEPT
    last = game_document(live_game, views[0], len(game) - 1)["history"]
    assert [row["fen"] for row in last] == [position.fen() for position in game.positions[-2:]]
    assert games.find(live_game.id) is live_game and live_game.game.repetitions() == game.repetitions()


@pytest.mark.end_to_end
def test_idle_games_leave_memory(games: LiveGames, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_games, "IDLE_SECONDS", 0.0)
    live_game = games.open(Position("rokagogo"), Settings(), [])
    with games.changing(live_game):
        live_game.move("e2e4")
    name, seen = live_game.id, weakref.ref(live_game)
    time.sleep(0.01)
    games.tidy()
    assert known(live_game) == 0                # also while somebody has it
    assert live_game.game.position.turn == "black"
    del live_game
    gc.collect()
    assert seen() is None
    assert games.find(name).moves == ["e2e4"]
