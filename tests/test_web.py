"""The server of the page: what it answers, what it refuses, and that it loses no move."""
from __future__ import annotations

import asyncio
import gzip
import http.client
import ipaddress
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from facts import PACKAGE, ROOT, SOURCE
from serving import Server
from waiting import PATIENCE, until

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")
websockets = pytest.importorskip("websockets.sync.client")

from feerie import Position
from feerie.apps.shell.catalogue import catalogue
from feerie.apps.web.games.engine_pool import EnginePool, MoveRequest
from feerie.apps.web.games.game_store import UPGRADES, GameStore, StoredGame, StoreError
from feerie.apps.web.games.live_game import LiveGame, Settings
from feerie.apps.web.games.live_games import LiveGames
from feerie.apps.web.server import _watch_clocks
from feerie.apps.web.serving.page_files import version
from feerie.apps.web.serving.security import LARGEST_BODY, RateLimit
from feerie.apps.web.serving.texts import ENGLISH_TEXTS, page_texts
from feerie.apps.web.serving.turns import Turns, Visitor, may_ask
from feerie.base.extras import missing
from feerie.genres import GENRES, ORTHODOX
from feerie.notation.languages import LANGUAGES

STATIC = SOURCE / "apps" / "web" / "static"


def opened(server: Server, **asked: Any) -> tuple[str, dict[str, str]]:
    """The address of a new game, and the header with its player token."""
    status, answer, _ = server.ask("/api/games", asked)
    assert status == 201, answer
    return f"/api/games/{answer['id']}", {"X-Player-Token": answer["player_token"]}


def play(server: Server, game: str, token: dict[str, str], *moves: str) -> tuple[int, Any]:
    """Play moves; the answer to the last."""
    status, answer = 0, None
    for move in moves:
        ply = len(server.ask(game)[1]["history"]) - 1
        status, answer, _ = server.ask(f"{game}/moves", {"move": move, "ply": ply}, headers=token)
    return status, answer


# ----------------------------------------------------------------------------------------------------- games

@pytest.mark.parametrize("genre", [genre.name for genre in GENRES if genre.start] + ["rokagogo+siamois"])
def test_a_genre_is_shown(server: Server, genre: str) -> None:
    game, _ = opened(server, genre=genre)
    shown = server.ask(game)[1]
    position = Position(genre)
    assert shown["history"][0]["men"] == position.men()
    assert {move["uci"] for move in shown["destinations"]} == {move.uci() for move in position.legal_moves}
    assert set(shown["genre"]["walls"]) == {position.genre.board.name(wall) for wall in position.genre.board.walls}
    board = server.ask(f"/pictures/board.svg?genre={genre.replace('+', '%2B')}")[1]
    assert board.count("<path fill=") == len(position.genre.board.squares)


def test_a_game_to_its_end(server: Server) -> None:
    game, token = opened(server, genre="orthodox")
    assert play(server, game, token, "f3", "e5", "g4", "Qh4")[0] == 200
    shown = server.ask(f"{game}?language=fr")[1]
    assert [move["text"] for move in shown["history"][1:]] == ["f3", "e5", "g4", "Dh4#"]
    assert shown["outcome"]["text"] == "Les Noirs gagnent (échec et mat)" and shown["destinations"] == []
    assert shown["history"][-1]["check"] == ["e1"]
    status, answer, _ = server.ask(f"{game}/moves", {"move": "a3", "ply": 4}, headers=token)
    assert (status, answer["code"]) == (409, "game over")
    text, headers = server.ask(f"{game}/pgn")[1:]
    assert "1. f3 e5 2. g4 Qh4# 0-1" in text and "attachment" in headers["content-disposition"]


def test_a_castling_names_its_partner(server: Server) -> None:
    game, token = opened(server, genre="rokagogo", fen="4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1")
    moves = {move["uci"]: move for move in server.ask(game)[1]["destinations"]}
    assert moves["d3f3"]["partner"] == ["h3", "e3"] and moves["d3c3"]["partner"] is None
    why = server.ask(f"{game}/why?move=d3d5&language=fr")[1]
    assert not why["legal"] and why["reasons"] == ["la case d4, que le Roi traverse, est attaquée par la Tour a4"]
    status, answer = play(server, game, token, "d3d5")
    assert status == 422 and "d4" in answer["error"]
    assert play(server, game, token, "d3f3")[0] == 200
    assert server.ask(game)[1]["history"][1]["last"] == ["d3", "f3", "h3", "e3"]


def test_the_run_is_shown(server: Server) -> None:
    game, token = opened(server, genre="rollerball")
    play(server, game, token, "c2b2", "e6f6", "d2c2")
    assert server.ask(game)[1]["history"][-1]["flags"] == ["white"]


def test_records_in(server: Server) -> None:
    game, _ = opened(server, genre="orthodox", pgn='[Event "x"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *')
    assert [move["uci"] for move in server.ask(game)[1]["history"]] == [None, "e2e4", "e7e5", "g1f3"]
    status, answer, _ = server.ask("/api/games", {"pgn": "1. e4 e5 2. Ke3"})
    assert status == 422 and "Ke3" in answer["error"]
    status, answer, _ = server.ask("/api/games", {"fen": "8/8/8/8/8/8/8/KK6 w - -"})
    assert status == 422


@pytest.mark.parametrize("moves", ["1. e4 e5 2. Nf3 Nc6", "1. e4 e5 2. Cf3 Cc6"])
def test_records_have_english_letters_or_those_of_the_page(server: Server, moves: str) -> None:
    game, _ = opened(server, pgn=moves, language="fr")
    assert [row["uci"] for row in server.ask(game)[1]["history"]][1:] == ["e2e4", "e7e5", "g1f3", "b8c6"]
    status, answer, _ = server.ask("/api/games", {"pgn": "1. e4 -- 2. d4", "language": "fr"})
    assert status == 422 and "null moves" in answer["error"]


def test_offers_and_taking_back(server: Server) -> None:
    _, answer, _ = server.ask("/api/games", {"opponent": "link", "side": "white"})
    game, white = f"/api/games/{answer['id']}", {"X-Player-Token": answer["player_token"]}
    black = {"X-Player-Token": answer["invitation"].partition("#")[2]}
    assert answer["invitation"].startswith(f"/play/{answer['id']}#")
    assert server.ask(game, headers=black)[1]["sides"] == ["black"] and server.ask(game)[1]["sides"] == []
    assert play(server, game, black, "e4")[1]["code"] == "not your turn"
    assert play(server, game, {}, "e4")[0] == play(server, game, {"X-Player-Token": "é"}, "e4")[0] == 403
    assert play(server, game, white, "e4")[0] == 200
    for token, act in ((white, "takeback"), (black, "decline"), (white, "takeback"), (black, "takeback")):
        assert server.ask(f"{game}/acts", {"act": act}, headers=token)[0] == 200
    assert len(server.ask(game)[1]["history"]) == 1
    play(server, game, white, "d4")
    server.ask(f"{game}/acts", {"act": "draw"}, headers=white)
    assert server.ask(game)[1]["offer"] == {"kind": "draw", "side": "white"}
    server.ask(f"{game}/acts", {"act": "draw"}, headers=black)
    assert server.ask(game)[1]["outcome"]["reason"] == "agreement"


@pytest.mark.end_to_end
@pytest.mark.parametrize("opponent", ["link", "board", "engine"])
def test_a_rematch_is_one_game_with_the_sides_exchanged(tmp_path: Path, opponent: str) -> None:
    fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
    with Server(tmp_path) as server:
        game = server.ask("/api/games", {"fen": fen, "opponent": opponent, "clock": 60, "seconds": 0.1})[1]
        white = {"X-Player-Token": game["player_token"]}
        path = f"/api/games/{game['id']}"
        assert server.ask(f"{path}/rematch", {}, headers=white)[:2] == (409, {"error": "not over", "code": "not over"})
        server.ask(f"{path}/acts", {"act": "resign"}, headers=white)
        assert server.ask(path)[1]["rematch"] is None and server.ask(f"{path}/rematch", {})[0] == 403
        status, again, _ = server.ask(f"{path}/rematch", {}, headers=white)
        assert status == 201 and again["player_token"] != game["player_token"]
        server.kill()
        server.start()
        assert server.ask(path)[1]["rematch"] == again["id"]
        assert server.ask(f"{path}/rematch", {}, headers=white)[1] == again
        shown = server.ask(f"/api/games/{again['id']}", headers={"X-Player-Token": again["player_token"]})[1]
        sides = {"link": ["black"], "board": ["white", "black"], "engine": ["black"]}
        assert shown["sides"] == sides[opponent] and shown["history"][0]["fen"] == fen and shown["clock"]["white"] > 55
        if opponent == "link":
            black = {"X-Player-Token": game["invitation"].partition("#")[2]}
            found = server.ask(f"{path}/rematch", {}, headers=black)[1]
            assert found["id"] == again["id"]
            shown = server.ask(f"/api/games/{again['id']}", headers={"X-Player-Token": found["player_token"]})[1]
            assert shown["sides"] == ["white"]


@pytest.mark.parametrize(("genre", "fen"), [
    ("siren", "rnb.sikbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB.SIKBNR w KQkq - 0 1"),
    ("circe+grasshopper+lion", "r.libgkb.lir/pppppppp/8/8/8/8/PPPPPPPP/R.LIBGKB.LIR w KQkq - 0 1"),
    ("berolina-pawn", "rnbqkbnr/.bp.bp.bp.bp.bp.bp.bp.bp/8/8/8/8/.BP.BP.BP.BP.BP.BP.BP.BP/RNBQKBNR w KQkq - 0 1"),
    ("root-50-leaper", "r.rfbqkb.rfr/pppppppp/8/8/8/8/PPPPPPPP/R.RFBQKB.RFR w KQkq - 0 1"),      # from d1 it attacks e8
    ("circe", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")])
def test_a_game_with_added_men_on_the_board(server: Server, genre: str, fen: str) -> None:
    path, _ = opened(server, genre=genre, added_men=True)
    assert server.ask(path)[1]["history"][0]["fen"] == fen
    assert server.ask(opened(server, genre=genre)[0])[1]["history"][0]["fen"].startswith("rnbqkbnr/pppppppp/")


@pytest.mark.parametrize(("genre", "is_new"), [("chess960", True), ("chess960+circe", True), ("roque", False)])
def test_a_rematch_from_another_array(server: Server, genre: str, is_new: bool) -> None:
    path, player = opened(server, genre=genre)
    server.ask(f"{path}/acts", {"act": "resign"}, headers=player)
    again = server.ask(f"{path}/rematch", {"new_array": True}, headers=player)[1]
    first, other = (server.ask(each)[1] for each in (path, f"/api/games/{again['id']}"))
    assert (first["history"][0]["fen"] != other["history"][0]["fen"]) == is_new
    assert (first["array"] != other["array"]) == is_new and (other["array"] in range(960)) == is_new
    assert server.ask(f"{path}/rematch", {}, headers=player)[1] == again


def test_the_engine_answers(server: Server) -> None:
    game, token = opened(server, genre="roque", opponent="engine", seconds=0.05)
    assert play(server, game, token, "e4")[0] == 200
    until(lambda: len(server.ask(game)[1]["history"]) >= 3, "an answer")
    server.ask(f"{game}/acts", {"act": "takeback"}, headers=token)
    assert len(server.ask(game)[1]["history"]) == 1


@pytest.mark.parametrize(("genre", "fen", "move"), [
    ("grasshopper", "", "e2e4"), ("lion+neutral", "7k/1P6/8/8/3=N4/8/6.LI1/K7 w - - 0 1", "b7b8.li"),
    ("locust+cylinder", "4k3/8/8/8/8/8/p6L/K7 w - - 0 1", "h2b2@a2"),
    ("holes:a1", "4k3/8/8/8/8/8/8/*3K2R w - - 0 1", "h1h7")])
def test_the_engine_plays_men_of_the_dictionary(server: Server, genre: str, fen: str, move: str) -> None:
    game, token = opened(server, genre=genre, fen=fen, opponent="engine", side="white", level="novice", seconds=0.2)
    assert play(server, game, token, move)[:1] == (200,)
    until(lambda: len(server.ask(game)[1]["history"]) == 3, "an answer")
    document = server.ask(game)[1]
    assert document["history"][1]["uci"] == move and not document["outcome"]


def test_the_flag_falls(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.sqlite")
    live_game = LiveGame.open(store, Position("orthodox"), Settings(clock=10.0, increment=1.0), [])
    for move in ("e4", "e5", "Nf3"):
        live_game.move(move)
    assert live_game.running == "black" and 10.9 < live_game.left("white") <= 11.0
    live_game._since -= 12
    assert live_game.fall_of_the_flag() and (live_game.result, live_game.reason) == ("1-0", "time")
    found = store.find(live_game.id)
    assert found and found.result == "1-0" and found.clocks
    store.close()


def test_correspondence(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.sqlite")
    live_game = LiveGame.open(store, Position("orthodox"), Settings("link", days=3), [])
    for move in ("e4", "e5", "Nf3"):
        live_game.move(move)
    assert live_game.running == "black" and live_game.left("white") == 3 * 86_400 and not live_game.fall_of_the_flag()
    # as if the server had been down for two days, then four
    with closing(sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)) as base:
        base.execute("UPDATE moves SET played = played - 2 * 86400")
    found = store.find(live_game.id)
    assert found
    later = LiveGame(found, store)
    assert 0.99 * 86_400 < later.left("black") <= 86_400 and not later.fall_of_the_flag()
    later.take_back(1)
    assert later.turn == "white" and later.left("white") > 2.99 * 86_400
    later.move("Nc3")
    with closing(sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)) as base:
        base.execute("UPDATE moves SET played = played - 4 * 86400")
    found = store.find(live_game.id)
    assert found
    late = LiveGame(found, store)
    assert late.fall_of_the_flag() and (late.result, late.reason) == ("1-0", "time")
    store.close()


def test_games_are_found_again(server: Server) -> None:
    _, answer, _ = server.ask("/api/games", {"opponent": "link", "days": 2})
    game, token = answer["id"], answer["player_token"]
    _, other, _ = server.ask("/api/games", {"genre": "rollerball", "opponent": "link", "side": "black"})
    play(server, f"/api/games/{game}", {"X-Player-Token": token}, "e4")
    status, found, _ = server.ask(f"/api/games?games={game},none,{other['id']}&language=de",
                                  headers={"X-Player-Tokens": f"{token},x,{other['invitation'].partition('#')[2]}"})
    assert status == 200 and [(each["id"], each["ply"], each["yours"]) for each in found] == \
        [(game, 1, False), (other["id"], 0, True)]
    assert found[0]["said"] == "Schwarz am Zug"
    assert server.ask("/api/games", {"opponent": "board", "days": 2})[1]["code"] == "days by a link only"
    assert server.ask("/api/games", {"opponent": "link", "days": 2, "clock": 60})[0] == 409
    assert server.ask("/api/games", {"opponent": "link", "days": 0})[0] == 422


# ---------------------------------------------------------------------------------------------- live updates

def socket_address(server: Server, game: str) -> str:
    """The address of a game's WebSocket."""
    return server.address.replace("http", "ws") + f"{game}/live"


def test_live_updates(server: Server) -> None:
    game, token = opened(server)
    with websockets.connect(socket_address(server, game), origin=server.address) as live:
        assert len(json.loads(live.recv(PATIENCE))["history"]) == 1
        play(server, game, token, "e4")
        told = json.loads(live.recv(PATIENCE))
        assert told["since"] == 0 and told["history"][-1]["uci"] == "e2e4"
        play(server, game, token, "e5")
        told = json.loads(live.recv(PATIENCE))
        assert told["since"] == 1 and [each["uci"] for each in told["history"]] == ["e2e4", "e7e5"]


@pytest.mark.parametrize("origin", ["http://evil.example", None, "null"])
def test_a_foreign_socket_is_refused(server: Server, origin: str | None) -> None:
    game, _ = opened(server)
    with pytest.raises(Exception, match="403"), websockets.connect(socket_address(server, game), origin=origin):
        pass


def test_a_socket_that_talks_is_closed(server: Server) -> None:
    game, _ = opened(server)
    with websockets.connect(socket_address(server, game), origin=server.address) as live:
        live.recv(PATIENCE)
        live.send("x" * 5000)
        with pytest.raises(Exception, match=r"received|close"):
            live.recv(PATIENCE)


def test_pings_of_a_client_that_does_not_read_are_not_answered_for_ever(server: Server) -> None:
    game, _ = opened(server)
    with socket.create_connection(("127.0.0.1", server.port), timeout=2) as deaf:
        deaf.sendall(f"GET {game}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.address}\r\n"
                     "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode())
        assert deaf.recv(12) == b"HTTP/1.1 101"
        pings, sent = (b"\x89\xfd" + bytes(4) + bytes(125)) * 1000, 0
        with pytest.raises(TimeoutError):       # the server has stopped reading
            while sent < 100_000_000:
                sent += deaf.send(pings)
    assert server.ask(game)[0] == 200


# ------------------------------------------------------------------------------------------------- the guard

def test_security_headers(server: Server) -> None:
    for path in ("/", "/static/js/main.js", "/api/genres", "/nowhere", "/pictures/men/wK.svg"):
        headers = server.ask(path)[2]
        assert "script-src 'self';" in headers["content-security-policy"] and "unsafe" not in str(headers), path
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path, what", [("/api/front", True), ("/api/exercises?collection=0", False),
                                        ("/api/exercises?collection=0&v={}", True)])
def test_what_is_nobodys_own_is_compressed(server: Server, path: str, what: bool) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", path.format(version()), headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    assert answer.status == 200 and (answer.getheader("content-encoding") == "gzip") is what
    connection.close()


def test_the_files_of_the_page_are_compressed(server: Server) -> None:
    path = "/static/js/game.js"
    plain, packed = server.ask(path), http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    packed.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = packed.getresponse()
    assert answer.getheader("content-encoding") == "gzip" and "content-encoding" not in plain[2]
    assert gzip.decompress(answer.read()).decode() == plain[1]
    packed.request("GET", path, headers={"Accept-Encoding": "gzip", "If-None-Match": answer.getheader("etag") or ""})
    assert packed.getresponse().status == 304
    packed.close()


def test_requests_from_elsewhere(server: Server) -> None:
    assert server.ask("/api/games", {}, headers={"Origin": "http://evil.example"})[0] == 403
    assert server.ask("/api/games", {}, headers={"Origin": server.address})[0] == 201
    assert server.ask("/", headers={"Host": "evil.example"})[0] == 421
    assert server.ask("/", headers={"Host": "["})[0] == 421
    assert server.ask("/api/games", {}, headers={"Origin": "http://["})[0] == 403
    assert server.ask("/", headers={"Host": f"localhost:{server.port}"})[0] == 200


@pytest.mark.parametrize("body, status", [
    (b"{", 422), (b"[]", 422), (b"null", 422), (b"\xff\xfe", 422), ({"genre": "x" * 200}, 422),
    ({"genre": "no such"}, 422), ({"clock": 1}, 422), ({"clock": 1e400}, 422), ({"more": 1}, 422),
    ({"fen": "8/8"}, 422), ({"pgn": "x" * 100_001}, 422), ({"level": "none"}, 422), (b" " * (LARGEST_BODY + 1), 413),
], ids=lambda value: str(value)[:60])
def test_malformed_requests(server: Server, body: object, status: int) -> None:
    found, answer, _ = server.ask("/api/games", body)
    assert found == status and answer["error"] and len(str(answer)) < 1200


@pytest.mark.parametrize("path, status", [
    ("/api/games/none", 404), ("/api/games/" + "x" * 5000, 414), ("/api/games/none/why", 422), ("/play/none", 200),
    ("/static/../server.py", 404), ("/static/%2e%2e/server.py", 404), ("/pictures/men/xx.svg", 404),
    ("/pictures/board.svg?genre=none", 422), ("/api/texts/xx", 422), ("/api/openapi.json", 200), ("/api", 200),
])
def test_addresses(server: Server, path: str, status: int) -> None:
    assert server.ask(path)[0] == status


def test_a_wrong_address_is_the_page(server: Server) -> None:
    status, page, _ = server.ask("/nonesuch", headers={"Accept": "text/html,*/*"})
    assert status == 404 and 'id="main"' in page
    status, answer, _ = server.ask("/nonesuch")
    assert status == 404 and answer["error"]


def test_a_slow_sender_is_left(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as slow:
        slow.sendall(f"POST /api/games HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Type: application/json\r\n"
                     "Content-Length: 100\r\n\r\n{".encode())
        assert server.ask("/api/genres")[0] == 200
        slow.settimeout(PATIENCE)
        said = slow.recv(100)
    assert said == b"" or b" 4" in said[:13], said


@pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")
def test_the_end_does_not_wait_for_a_slow_sender(tmp_path: Path) -> None:
    with Server(tmp_path) as server, socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as slow:
        slow.sendall(f"POST /api/games HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Length: 9\r\n\r\n".encode())
        assert server.ask("/api/genres")[0] == 200
        server.process.send_signal(signal.SIGINT)
        said = server.process.communicate(timeout=PATIENCE)[1]
        assert "Traceback" not in said and server.process.returncode == 0
        assert b'{"error": "the server has been stopped"}' in slow.makefile("rb").read()


def test_rates_are_limited() -> None:
    limit = RateLimit(rate=0.0, burst=3)
    assert [limit.allows("one") for _ in range(5)] == [True, True, True, False, False]
    assert limit.allows("two")


@pytest.mark.end_to_end
def test_a_class_behind_one_address_can_open_the_page(tmp_path: Path) -> None:
    """Files of the page have a limit of their own: forty browsers need sixty each, and then the interface."""
    with Server(tmp_path) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        found = []
        for number in range(2400):
            path = ("/static/js/dom.js", "/pictures/men/wK.svg", "/pictures/men/bQ.svg")[number % 3]
            connection.request("HEAD" if number % 3 == 0 else "GET", path)
            answer = connection.getresponse()
            answer.read()
            found.append(answer.status)
        assert set(found) == {200}
        assert server.ask("/api/genres")[0] == 200
        connection.close()


def test_new_games_are_limited(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        found = [server.ask("/api/games", b"{")[0] for _ in range(130)]
        assert found[:120] == [422] * 120 and found[-1] == 429 and server.ask("/api/genres")[0] == 200


def test_the_engine_thinks_in_some_games_of_a_client_only(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        asked = {"opponent": "engine", "side": "black", "seconds": 10}
        found = [server.ask("/api/games", asked)[0] for _ in range(42)]
        assert found == [201] * 40 + [429] * 2
        assert server.ask("/api/games", {"opponent": "board"})[0] == 201


def test_the_engine_answers_clients_by_turns() -> None:
    pool, begun, may_go = EnginePool(1), threading.Event(), threading.Event()
    answered: list[str] = []

    def ask(client: str, name: str) -> None:
        def answer(move: str, score: int | None) -> None:
            if name == "first":
                begun.set()
                may_go.wait(PATIENCE)
            answered.append(name)

        pool.submit(MoveRequest(Position(ORTHODOX), [], "full", 0.01, None, client, answer))

    ask("class", "first")
    assert begun.wait(PATIENCE)
    for client, name in (("class", "a1"), ("class", "a2"), ("class", "a3"), ("home", "b1"), ("home", "b2")):
        ask(client, name)
    may_go.set()
    until(lambda: len(answered) == 6)
    pool.close()
    assert answered == ["first", "a1", "b1", "a2", "b2", "a3"]


def test_clients_and_their_browsers_have_turns() -> None:
    turns = Turns[str]()
    for client, browser, work in (("class", "ann", "a1"), ("class", "ann", "a2"), ("class", "bob", "b1"),
                                  ("home", "", "h1"), ("class", "bob", "b2"), ("home", "", "h2")):
        turns.add(Visitor(client, browser), work)
    assert [turns.take() for _ in range(7)] == ["a1", "h1", "b1", "h2", "a2", "b2", None] and len(turns) == 0
    asked = [Visitor("class", "ann"), Visitor("class", "ann"), Visitor("class", "bob")]
    assert [may_ask(visitor, asked, 2, most) for visitor, most in (
        (Visitor("class", "ann"), 9), (Visitor("class", "bob"), 9), (Visitor("class", "bob"), 3), (Visitor("home"), 3),
    )] == [False, True, False, True]


def test_connections_are_limited_and_do_not_wait(server: Server) -> None:
    from feerie.apps.web.serving.connections import CONNECTIONS_OF_ONE

    sockets = [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
               for _ in range(CONNECTIONS_OF_ONE + 5)]
    assert sockets[-1].recv(12) == b"HTTP/1.1 429"
    for each in sockets:
        each.close()
    until(lambda: server.ask("/api/genres")[0] == 200)
    for wrong in (b"rubbish\r\n\r\n", b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
                  f"POST /api/games HTTP/1.1\r\nHost: localhost:{server.port}\r\nTransfer-Encoding: chunked\r\n\r\n"
                  "zz\r\n".encode()):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as raw:
            raw.sendall(wrong)
            assert raw.recv(12) == b"HTTP/1.1 400", wrong


@pytest.mark.long
def test_an_idle_connection_is_closed(server: Server) -> None:
    from feerie.apps.web.serving.connections import REQUEST_SECONDS

    with socket.create_connection(("127.0.0.1", server.port), timeout=2 * REQUEST_SECONDS) as idle, \
            socket.create_connection(("127.0.0.1", server.port), timeout=2 * REQUEST_SECONDS) as slow:
        begin = time.monotonic()
        slow.sendall(b"GET / HTTP/1.1\r\nHo")
        assert idle.recv(12) == slow.recv(12) == b"HTTP/1.1 408"
        assert time.monotonic() - begin < REQUEST_SECONDS + 3


@pytest.mark.end_to_end
def test_behind_a_proxy_its_clients_are_counted(tmp_path: Path) -> None:
    from feerie.apps.web.serving.connections import CONNECTIONS_OF_ONE

    def new_games(server: Server, clients: int) -> set[int]:
        shown = {"Authorization": "Bearer correct-horse-battery"}
        return {server.ask("/api/games", b"{", headers=shown | {"X-Forwarded-For": f"192.0.2.{number % clients}"})[0]
                for number in range(130)}

    options = ("--token", "correct-horse-battery")
    with Server(tmp_path / "proxy", "--proxy", "127.0.0.1", *options) as server:
        assert server.ask("/api/genres")[0] == 401
        assert new_games(server, 130) == {422} and new_games(server, 1) == {422, 429}
        sockets = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(CONNECTIONS_OF_ONE + 5)]
        sockets[-1].sendall(b"rubbish\r\n\r\n")
        assert sockets[-1].recv(12) == b"HTTP/1.1 400"
        for each in sockets:
            each.close()
    for others in ((), ("--proxy", "192.0.2.1")):         # nobody else is believed
        with Server(tmp_path / "others", *options, *others) as server:
            assert new_games(server, 130) == {422, 429}


def test_the_printed_address_is_one_that_phones_know(tmp_path: Path) -> None:
    with Server(tmp_path, "--host", "0.0.0.0") as server:
        name = server.address.removeprefix("http://").partition(":")[0]
        assert name != "0.0.0.0" and (name == socket.gethostname() or ipaddress.ip_address(name))


def test_a_token_is_needed_elsewhere(tmp_path: Path) -> None:
    token = "correct-horse-battery"
    with Server(tmp_path, "--host", "0.0.0.0", "--token", token) as server:
        assert server.ask("/")[0] == 401 and server.ask("/?token=wrong-horse-battery")[0] == 401
        status, _, headers = server.ask(f"/play/abc?token={token}")
        assert status == 303 and headers["location"] == "/play/abc" and "HttpOnly" in headers["set-cookie"]
        assert server.ask("/", headers={"Cookie": headers["set-cookie"].partition(";")[0]})[0] == 200
        status, _, headers = server.ask(f"//evil.example/?token={token}")
        assert headers["location"].startswith("/evil.example")
        assert server.ask(f"/%5Cevil.example/%0d%0a?token={token}")[2]["location"] == "/%5Cevil.example/%0D%0A"


# ------------------------------------------------------------------------------------------------- the store

@pytest.mark.end_to_end
def test_kill_loses_no_move(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        game, token = opened(server, genre="rollerball")
        for move in ("c1b1", "e6f6", "b1a2"):
            assert play(server, game, token, move)[0] == 200
        server.kill()
        server.start()
        assert [each["uci"] for each in server.ask(game)[1]["history"]][1:] == ["c1b1", "e6f6", "b1a2"]
        assert play(server, game, token, server.ask(game)[1]["destinations"][0]["uci"])[0] == 200


def test_what_cannot_be_kept_is_not_played(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.sqlite")
    live_game = LiveGame.open(store, Position("orthodox"), Settings("engine", "black"), [])
    games = LiveGames(store, EnginePool(1))
    games._keep(live_game)
    store._base.execute("PRAGMA query_only=1")
    with pytest.raises(sqlite3.OperationalError):
        live_game.move("e4")
    assert not live_game.moves and live_game.turn == "white" and not live_game.game.root.variations
    games.tidy()
    until(lambda: not games._requests)      # the engine's move cannot be kept either
    store._base.execute("PRAGMA query_only=0")
    games.tidy()
    until(lambda: live_game.moves)
    games.close()


def test_a_move_and_the_end_it_brings_are_kept_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = GameStore(tmp_path / "games.sqlite")
    live_game = LiveGame.open(store, Position("orthodox"), Settings(), [])
    monkeypatch.setattr(store, "end", lambda *_: pytest.fail("kept apart from the move"))
    for move in ("f3", "e5", "g4", "Qh4"):
        live_game.move(move)
    found = store.find(live_game.id)
    assert found and (found.result, found.reason) == (live_game.result, live_game.reason) == ("0-1", "checkmate")
    live_game.take_back(1)
    found = store.find(live_game.id)
    assert found and len(found.moves) == 3
    assert (found.result, found.reason) == (live_game.result, live_game.reason) == ("*", "")
    store.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the size of another process's files is limited")
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    import resource

    with Server(tmp_path) as server:
        game, token = opened(server)
        before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        status, answer = play(server, game, token, "e4")
        assert status == 503 and answer["error"].startswith("the server's file cannot be used: ")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
        assert play(server, game, token, "e4")[0] == 200
        server.process.kill()
        assert server.process.communicate()[1] == ""


@pytest.mark.end_to_end
@pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be removed")
def test_files_that_are_removed_are_written_again(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data) as server:
        game, token = opened(server)
        assert play(server, game, token, "e4")[0] == 200
        server.ask("/api/studies", {"pgn": "1. d4"})
        for path in data.iterdir():
            path.unlink()
        data.rmdir()
        data.write_text("in the way")
        status, answer = play(server, game, token, "e5")
        assert status == 503 and "was removed while the server was running, and cannot be" in answer["error"]
        data.unlink()
        assert play(server, game, token, "e5")[0] == 200
        until((data / "problems.sqlite").exists)        # of which nobody has asked
        (data / "games.sqlite-wal").unlink()
        assert play(server, game, token, "Nf3")[0] == 200
        server.process.kill()
        said = server.process.communicate()[1].splitlines()
        assert all("was removed while the server was running" in line for line in said), said
        assert len([line for line in said if line.endswith("nothing is lost")]) == 3, said
        server.start()
        assert [row["uci"] for row in server.ask(game)[1]["history"]] == [None, "e2e4", "e7e5", "g1f3"]
        assert len(server.ask("/api/studies")[1]) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be removed")
def test_a_file_that_is_replaced_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with Server(tmp_path) as server:
        game, token = opened(server)
        path.rename(tmp_path / "own")
        path.write_text("another file")
        for _ in range(2):
            status, answer = play(server, game, {**token, "Accept-Language": "de"}, "e4")
            assert status == 503 and answer["error"].startswith(
                "die Datei des Servers ist unbrauchbar: games.sqlite wurde ersetzt, während der Server lief")
        assert len(server.ask(game)[1]["history"]) == 1
        server.process.terminate()
        said = server.process.communicate()[1].splitlines()
        assert len(said) == 1 and "start the server again" in said[0], said
        assert path.read_text() == "another file"


@pytest.mark.end_to_end
def test_files_are_copied_while_the_server_runs_and_put_back(tmp_path: Path) -> None:
    data, copies = tmp_path / "data", tmp_path / "copies"

    def run(*options: str) -> tuple[int, list[str], str]:
        done = subprocess.run([sys.executable, "-m", "feerie", "serve", "--data", str(data), *options],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.splitlines(), done.stderr

    assert run("--back-up", str(copies)) == (2, [], f"error: {data} holds no file of games or problems\n")
    with Server(data) as server:
        game, token = opened(server)
        play(server, game, token, "e4")
        written = [str(copies / name) for name in ("games.sqlite", "problems.sqlite")]
        assert run("--back-up", str(copies)) == (0, written, "")
        assert sorted(str(path) for path in copies.iterdir()) == written
        for move in ("e5", "Nf3", "Nc6"):
            assert play(server, game, token, move)[0] == 200
        later, _ = opened(server)
        in_use = f"error: {data}/games.sqlite is in use: stop the server first\n"
        assert run("--restore", str(copies)) == (2, [], in_use)
        assert len(server.ask(game)[1]["history"]) == 5
        server.kill()                               # it leaves its log, with moves that the copies do not have
        assert (data / "games.sqlite-wal").stat().st_size > 0
        assert run("--restore", str(copies))[0] == 0
        server.start()
        assert len(server.ask(game)[1]["history"]) == 2 and server.ask(later)[0] == 404
        assert play(server, game, token, "c5")[0] == 200
        server.process.terminate()
        server.process.communicate()
        (data / "games.sqlite").write_bytes(b"damaged")
        assert run("--restore", str(copies), "--json")[0] == 0
        assert (data / "games.sqlite-damaged").read_bytes() == b"damaged"
        server.start()
        assert len(server.ask(game)[1]["history"]) == 2
    half = tmp_path / "half"
    half.mkdir()
    sqlite3.connect(half / "games.sqlite").execute("PRAGMA journal_mode=WAL")
    assert run("--restore", str(half))[2] == f"error: {half}/games.sqlite is not a complete copy of the server's file\n"
    (half / "games.sqlite").write_bytes(b"x" * 5000)
    assert run("--restore", str(half))[0] == 2


def test_clocks_go_on_when_the_end_of_a_game_could_not_be_kept() -> None:
    class Enough(Exception):
        pass

    class FullDisk:
        looks = 0

        def fall_of_flags(self) -> None:
            self.looks += 1
            raise Enough if self.looks == 3 else sqlite3.OperationalError("database or disk is full")

    games: Any = FullDisk()
    with pytest.raises(Enough):
        asyncio.run(_watch_clocks(games))


def test_the_schema_has_a_number(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    store = GameStore(path)
    assert store.version == len(UPGRADES)
    store.add(StoredGame("a", "orthodox", Position("orthodox").fen(), {}, ("w", "b"), moves=["e2e4"]))
    store.close()
    again = GameStore(path)
    found = again.find("a")
    assert found and found.moves == ["e2e4"] and again.find("b") is None
    again.close()
    with closing(sqlite3.connect(path)) as base:
        base.execute(f"PRAGMA user_version={len(UPGRADES) + 1}")
    with pytest.raises(StoreError, match="later version"):
        GameStore(path)
    path.write_bytes(b"no database" * 100)
    with pytest.raises(StoreError):
        GameStore(path)


# ---------------------------------------------------------------------------------------------- the command

def complaint(*options: str) -> str:
    """What `feerie serve` says on standard error when it ends with status 2."""
    done = subprocess.run([sys.executable, "-m", "feerie", "serve", "--no-browser", *options], capture_output=True,
                          text=True, timeout=PATIENCE, check=False, env={"PYTHONPATH": str(PACKAGE.parent)})
    assert done.returncode == 2 and not done.stdout
    return done.stderr


def test_a_port_in_use_is_one_line(server: Server, tmp_path: Path) -> None:
    said = complaint("--port", str(server.port), "--data", str(tmp_path))
    assert re.fullmatch(r"error: cannot serve at 127\.0\.0\.1:\d+: .*in use\n", said)


def test_json(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-m", "feerie", "serve", "--no-browser", "--port", "0", "--json", "--data",
                           str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        told = json.loads(process.stdout.readline())
        process.terminate()
    assert told == {"address": f"http://127.0.0.1:{told['port']}/", "port": told["port"], "token": None,
                    "data": str(tmp_path)}


def test_a_missing_extra_is_one_line(tmp_path: Path) -> None:
    code = ("import sys; sys.modules['uvicorn'] = None; from feerie.apps.cli import main; "
            "main(['serve', '--no-browser'])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                          env={"PYTHONPATH": str(PACKAGE.parent)})
    assert done.returncode == 2
    assert done.stderr == f"error: {missing('uvicorn', 'web')}\n"


# ------------------------------------------------------------------------------------------------- the page

def test_every_language_has_every_text() -> None:
    for code in LANGUAGES:
        assert page_texts(code).keys() == page_texts("en").keys()
        assert code == "en" or catalogue(code).keyed.keys() == ENGLISH_TEXTS.keys()
    for key, english in page_texts("en").items():
        for texts in map(page_texts, LANGUAGES):
            assert texts[key] and set(re.findall(r"\{\w+\}", texts[key])) == set(re.findall(r"\{\w+\}", english)), key


def test_the_page_uses_texts_that_exist() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in (*STATIC.glob("js/*.js"), *STATIC.glob("site/*.js")))
    used = set(re.findall(r"\btext\('([^']+)'", scripts)) | set(re.findall(r"\b(?:button|step)\((?:'.', )?'([^']+)'",
                                                                        scripts))
    assert used and not used - set(page_texts("en"))


def test_nothing_comes_from_elsewhere() -> None:
    for path in STATIC.rglob("*"):
        if path.suffix in (".html", ".css", ".js") and "vendor" not in path.parts:
            text = path.read_text(encoding="utf-8")
            text = text.replace("http://www.w3.org/2000/svg", "")       # a name, not an address
            assert "http://" not in text and "https://" not in text, path
            assert not re.search(r"<script(?![^>]* src=)|\son\w+=\"|style=\"", text) or path.suffix == ".js", path
    assert "GNU GENERAL PUBLIC LICENSE" in (STATIC / "vendor/chessgroundx/LICENSE").read_text(encoding="utf-8")


@pytest.mark.end_to_end
def test_a_genre_of_ones_own_is_played_while_its_file_is_given(tmp_path: Path) -> None:
    with Server(tmp_path, "--genre-file", str(ROOT / "examples" / "genres" / "cavalcade.py")) as server:
        _, listed, _ = server.ask("/api/genres")
        assert [genre["name"] for genre in listed] == [*(genre.name for genre in GENRES), "cavalcade"]
        assert [genre["name"] for genre in listed if not genre["has_rules"]] == ["cavalcade"]
        game, token = opened(server, genre="cavalcade", opponent="board")
        status, answer = play(server, game, token, "a2a3")
        assert status == 200, answer
        server.kill()
        server.options = ()
        server.start()
        status, answer, _ = server.ask(game)
        assert status == 422 and answer["error"].startswith("no genre is called 'cavalcade'")
        server.kill()
        server.options = ("--genre-file", str(ROOT / "examples" / "genres" / "cavalcade.py"))
        server.start()
        status, answer, _ = server.ask(game)
        assert status == 200 and len(answer["history"]) == 2
