"""How much a server stores: old games go, those that are going on stay, and what has no room is refused."""
from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from serving import Server

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

from feerie import Position
from feerie.apps.web.compose.problem_store import ProblemStore
from feerie.apps.web.games.game_store import ABANDONED_DAYS, DAY, GameStore, StoredGame
from feerie.apps.web.games.live_game import LiveGame, Settings
from feerie.apps.web.serving.database import MEGABYTE, StoreLimits
from feerie.apps.web.serving.refusal import RefusedError
from feerie.apps.web.serving.texts import page_texts
from feerie.problems.problem import Problem

START = Position("orthodox").fen()


def game(name: str, result: str = "*", days: float = 0, moves: int = 0) -> StoredGame:
    """A game that was opened some days ago."""
    return StoredGame(name, "orthodox", START, {}, ("w", "b"), result, "", ["e2e4"] * moves,
                      created=time.time() - days * DAY)


def stored(store: GameStore, names: str) -> str:
    """Those of the games, named by letters, that are stored."""
    return "".join(name for name in names if store.has(name))


def test_old_games_that_are_over_or_abandoned_go_first(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.sqlite", StoreLimits(games=4))
    store.add(game("a", days=ABANDONED_DAYS + 1, moves=1))      # abandoned, but for a move of today
    store.add(game("b", "1-0", days=1))
    store.add(game("c", days=ABANDONED_DAYS + 1))
    store.add(game("d", "0-1", days=2))
    for name, expected in (("e", "abde"), ("f", "abef"), ("g", "aefg")):
        store.add(game(name))
        assert stored(store, "abcdefg") == expected
    with pytest.raises(RefusedError, match="games full"):
        store.add(game("h"))
    assert stored(store, "abcdefgh") == "aefg" and store.find("a").moves == ["e2e4"]        # type: ignore[union-attr]
    store.end("f", "1/2-1/2", "agreement")
    store.add(game("h", moves=3))
    assert stored(store, "aefgh") == "aegh"
    assert {row[0] for row in store._base.execute("SELECT DISTINCT game FROM moves")} == {"a", "h"}
    store.close()


def test_one_game_in_a_hundred_makes_room(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.sqlite", StoreLimits(games=300))
    for number in range(300):
        store.add(game(f"{number:03}", "1-0", days=300 - number))
    store.add(game("new"))
    count = store._base.execute("SELECT COUNT(*) FROM games").fetchone()[0]
    assert count == 298 and not any(store.has(f"{number:03}") for number in range(3)) and store.has("003")
    store.close()


def test_bytes_are_limited_too(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    store = GameStore(path, StoreLimits(megabytes=1))
    for number in range(60):
        store.add(game(f"{number:02}", "1-0", days=60 - number, moves=1000))
    store._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert path.stat().st_size < 1.2 * MEGABYTE and store.has("59") and not store.has("00")
    store._base.execute("UPDATE games SET result='*', created=?", (time.time(),))
    with pytest.raises(RefusedError, match="games full"):
        for number in range(60):
            store.add(game(f"new {number}", moves=1000))
    store.close()


def test_a_game_that_has_gone_is_not_played_on(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.sqlite", StoreLimits(games=1))
    live_game = LiveGame.open(store, Position("orthodox"), Settings(), ["e2e4"])
    live_game.resign("black")
    store.add(game("new"))
    with pytest.raises(RefusedError, match="no such game"):
        live_game.take_back(1)
    assert live_game.is_over and live_game.moves == ["e2e4"]
    with pytest.raises(RefusedError, match="no such game"):
        store.move(live_game.id, 1, "e7e5", None)
    with pytest.raises(RefusedError, match="no such game"):
        store.end(live_game.id, "*", "")
    assert not store._base.execute("SELECT 1 FROM moves").fetchall()
    store.close()


def test_problems_and_studies_are_limited(tmp_path: Path) -> None:
    store = ProblemStore(tmp_path / "problems.sqlite", StoreLimits(megabytes=1))
    problem = Problem("orthodox", "8/8/8/8/8/5K2/1Q6/7k w - - 0 1", "#2", remarks=["x" * 100_000])
    names = []
    with pytest.raises(RefusedError, match="too many"):
        for _ in range(60):
            names += store.add([(problem, "")], 1)
    assert len(names) >= 3
    with pytest.raises(RefusedError, match="too many"):
        store.change(names[0], 1, problem, 1)
    with pytest.raises(RefusedError, match="too many"):
        store.add_studies([("", "orthodox", "*")])
    for name in names[1:]:
        store.remove(name)
    assert store.change(names[0], 1, problem, 1) == 2
    study = store.add_studies([("", "orthodox", "*")])[0]
    assert store.change_study(study, "", "1. e4 *").revision == 2
    store.close()


@pytest.mark.end_to_end
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_server_that_is_full_says_so(tmp_path: Path, language: str) -> None:
    def opens() -> tuple[int, Any]:
        return server.ask("/api/games", {"genre": "rollerball"}, headers={"Accept-Language": language})[:2]

    with Server(tmp_path, "--most-games", "2", "--most-mb", "3") as server:
        first = opens()[1]
        assert opens()[0] == 201
        assert opens() == (409, {"error": "games full", "code": "games full"}) and page_texts(language)["games full"]
        player = {"X-Player-Token": first["player_token"]}
        server.ask(f"/api/games/{first['id']}/acts", {"act": "resign"}, headers=player)
        assert opens()[0] == 201
        server.kill()
        server.start()
        assert server.ask(f"/api/games/{first['id']}")[0] == 404
