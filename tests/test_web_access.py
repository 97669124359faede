"""Who may reach what on a server with a token: everything by the token, one game by its key, nothing without either."""
from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import Server

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")
websockets = pytest.importorskip("websockets.sync.client")

from feerie.apps.web.serving.access import PUBLIC
from feerie.apps.web.serving.texts import page_texts

TOKEN = "correct-horse-battery"
OWNER = {"Authorization": f"Bearer {TOKEN}"}
BROWSER = {"Accept": "text/html,application/xhtml+xml"}
SOCKETS = ("/api/games/{game}/live", "/api/solutions/x/live", "/api/studies/x/live",
           "/api/analysis?genre=orthodox&fen=8/8/8/8/8/8/8/K1k5")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a token."""
    with Server(tmp_path_factory.mktemp("data"), "--token", TOKEN) as serving:
        yield serving


def opened(server: Server, **asked: Any) -> dict[str, Any]:
    """A new game by a link."""
    status, answer, _ = server.ask("/api/games", {"opponent": "link", "side": "white", **asked}, headers=OWNER)
    assert status == 201, answer
    found: dict[str, Any] = answer
    return found


def key_of(game: dict[str, Any]) -> str:
    """The key in the address of a game."""
    found = re.search(r"\?key=([\w-]{24})#", game["invitation"])
    assert found
    return found[1]


def guest_of(game: dict[str, Any]) -> dict[str, str]:
    """The header of a browser that keeps the key of a game."""
    return {"Cookie": f"feerie-game={key_of(game)}"}


def can_listen(server: Server, path: str, headers: dict[str, str]) -> bool:
    """Whether a WebSocket is opened."""
    try:
        with websockets.connect(server.address.replace("http", "ws") + path, origin=server.address,
                                additional_headers=headers):
            return True
    except websockets.InvalidStatus as refused:
        assert refused.response.status_code == 403
        return False


def test_the_key_of_a_game_opens_that_game_alone(server: Server) -> None:
    own, other = opened(server), opened(server)
    paths = server.ask("/api/openapi.json", headers=OWNER)[1]["paths"]
    pages: dict[str, Any] = {path: {"get": {}} for path in (
        "/", "/api", "/api/openapi.json", "/compose", "/study", "/solve", "/learn/roque", "/play/{game}")}
    reached = set()
    assert len(paths) > 30
    for path, methods in {**paths, **pages}.items():
        for game in (own["id"], other["id"]):
            address = re.sub(r"{\w+}", "en", path.replace("{game}", game))
            for method in methods:
                body = b"{}" if method in ("post", "put") else None
                status = server.ask(address, body, method.upper(), guest_of(own))[0]
                if status != 401:
                    reached.add(path if game == own["id"] else address)
    opens = {path for path in {**paths, **pages} if "{game}" in path}
    assert reached == opens | {path for path in reached if path.startswith(PUBLIC)}
    assert opens == {"/play/{game}", *(f"/api/games/{{game}}{what}" for what in (
        "", "/moves", "/acts", "/name", "/rematch", "/rules", "/why", "/pgn"))}


def test_every_socket_asks_for_the_token_or_the_key(server: Server) -> None:
    own, other = opened(server), opened(server)
    for path in SOCKETS:
        assert not can_listen(server, path.format(game=other["id"]), guest_of(own)), path
        assert not can_listen(server, path.format(game=own["id"]), {}), path
    assert can_listen(server, SOCKETS[0].format(game=own["id"]), guest_of(own))
    assert can_listen(server, SOCKETS[0].format(game=own["id"]) + f"?key={key_of(own)}", {})
    assert can_listen(server, SOCKETS[-1], OWNER)


def test_a_link_becomes_cookies_of_its_game(server: Server) -> None:
    own, other = opened(server), opened(server)
    path, _, player = own["invitation"].partition("#")
    assert TOKEN not in path
    status, _, headers = server.ask(path, headers=BROWSER)
    assert (status, headers["location"]) == (303, f"/play/{own['id']}")
    for wrong in (f"/play/{other['id']}?key={key_of(own)}", f"/?key={key_of(own)}", f"/api/genres?key={key_of(own)}",
                  f"/play/{own['id']}", f"/play/{own['id']}?key=", f"/play/{own['id']}/x/y?key={key_of(own)}",
                  f"/api/games/{own['id']}%2F..%2F..%2Fgenres?key={key_of(own)}",
                  f"/api/games?games={own['id']}&key={key_of(own)}"):
        assert server.ask(wrong, headers=BROWSER)[0] == 401, wrong
    game = f"/api/games/{own['id']}"
    shown = server.ask(game, headers={**guest_of(own), "X-Player-Token": player})[1]
    assert shown["is_guest"] and shown["sides"] == ["black"] and f"{shown['link']}#{player}" == own["invitation"]
    assert not server.ask(game, headers=OWNER)[1]["is_guest"]
    assert server.ask(f"{game}/moves", {"move": "e4", "ply": 0}, headers=guest_of(own))[0] == 403    # a watcher
    white = {**guest_of(own), "X-Player-Token": own["player_token"]}
    assert server.ask(f"{game}/moves", {"move": "e4", "ply": 0}, headers=white)[0] == 200
    assert server.ask(f"{game}/acts", {"act": "resign"}, headers=white)[0] == 200
    status, again, headers = server.ask(f"{game}/rematch", {}, headers=white)
    assert status == 201
    cookie = {"Cookie": headers["set-cookie"].partition(";")[0]}
    assert server.ask(f"/api/games/{again['id']}", headers=cookie)[0] == 200
    assert server.ask(f"/api/games/{other['id']}", headers=cookie)[0] == 401


def test_another_token_ends_all_keys(tmp_path: Path) -> None:
    with Server(tmp_path, "--token", TOKEN) as server:
        game = opened(server)
        assert server.ask(f"/api/games/{game['id']}", headers=guest_of(game))[0] == 200
    with Server(tmp_path, "--token", TOKEN + "2") as server:
        assert server.ask(f"/api/games/{game['id']}", headers=guest_of(game))[0] == 401


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_browsers_get_a_page_with_a_field(server: Server, language: str) -> None:
    for path in ("/", "/compose", "/?token=a-wrong-one<script>"):
        status, page, headers = server.ask(path, headers={**BROWSER, "Accept-Language": language})
        assert status == 401 and 'name="token"' in page and page_texts(language)["token"] in page
        assert "[[" not in page and "<script" not in page and f'lang="{language}"' in page
        assert "form-action 'self'" in headers["content-security-policy"] and headers["cache-control"] == "no-store"
    status, answer, _ = server.ask("/api/genres")
    assert status == 401 and answer["error"].startswith("the token is missing or wrong")
