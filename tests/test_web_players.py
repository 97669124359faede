"""Names of the players of a game, and who of them has it open."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from serving import Server
from waiting import PATIENCE

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")
websockets = pytest.importorskip("websockets.sync.client")


def opened(server: Server, **asked: Any) -> tuple[str, str, str]:
    """The path of a new game by a link, White's token and Black's."""
    game = server.ask("/api/games", {"opponent": "link", **asked})[1]
    return f"/api/games/{game['id']}", game["player_token"], (game["invitation"] or "").partition("#")[2]


def live(server: Server, game: str, *tokens: str) -> Any:
    """A connection to a game; `tokens`: of a player."""
    address = server.address.replace("http", "ws") + game + "/live"
    return websockets.connect(address, origin=server.address, subprotocols=list(tokens) or None)


def told(socket: Any) -> Any:
    """The next document."""
    return json.loads(socket.recv(PATIENCE))


def test_players_take_names_which_are_kept(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        game, white, black = opened(server)

        def named(name: str, token: str, **more: Any) -> int:
            return server.ask(game + "/name", {"name": name, **more}, headers={"X-Player-Token": token})[0]

        assert named(" Ada\n  Lovelace\u202e ", white) == 200 and named("Bert", black) == 200
        assert named("Eve", "") == named("Eve", "x") == 403 and named("Eve", white, side="black") == 403
        assert named("x" * 41, white) == 422
        server.kill()
        server.start()
        assert server.ask(game)[1]["names"] == {"white": "Ada Lovelace", "black": "Bert"}
        text = server.ask(game + "/pgn")[1]
        assert '[White "Ada Lovelace"]' in text and '[Black "Bert"]' in text
        assert named("", black) == 200 and '[Black "?"]' in server.ask(game + "/pgn")[1]


def test_both_sides_of_a_board_are_named(server: Server) -> None:
    game, both, _ = opened(server, opponent="board")
    for side in ("white", "black"):
        assert server.ask(game + "/name", {"name": side, "side": side}, headers={"X-Player-Token": both})[0] == 200
    assert server.ask(game)[1]["names"] == {"white": "white", "black": "black"}


def test_who_has_the_game_open(server: Server) -> None:
    game, white, black = opened(server)
    with live(server, game, white) as one:
        assert told(one)["present"] == ["white"]
        with live(server, game), live(server, game, "no-token"):        # they watch
            with live(server, game, black) as two:
                assert two.subprotocol == black and told(two)["present"] == ["black", "white"]
                change = told(one)
                assert change["present"] == ["black", "white"] and change["since"] == 0 and len(change["history"]) == 1
                with live(server, game, black):                         # another tab
                    pass
            assert told(one)["present"] == ["white"]
    assert server.ask(game)[1]["revision"] >= 3
