"""bench/course_rollerball.py against the course's board, and bench/col333_player.py against a bot of the tests."""
from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from types import ModuleType

import pytest
from facts import ROOT, SOURCE, Fact, facts
from waiting import PATIENCE

from feerie.game.game import Game
from feerie.match.match import Match
from feerie.match.openings import MadeOpenings, is_calm
from feerie.match.players import parse_player
from feerie.match.record import MatchRecord
from feerie.match.referee import GameRecord
from feerie.match.time_control import TimeControl
from feerie.notation.moves import parse_uci
from feerie.rules.genre import Genre

pytestmark = pytest.mark.end_to_end

BENCH = ROOT / "bench"
PLAYER = BENCH / "col333_player.py"


def module(name: str) -> ModuleType:
    """A module of bench/."""
    spec = importlib.util.spec_from_file_location(name, BENCH / f"{name}.py")
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


GENRE: Genre = module("course_rollerball").COURSE_ROLLERBALL
player = module("col333_player")

BOT = '''
import os, random, sys, threading, time
sys.path[:0] = [{source!r}, {bench!r}]
from websockets.sync.server import serve
from course_rollerball import COURSE_ROLLERBALL
from feerie.game.game import Game
from feerie.notation.moves import parse_uci

assert sys.argv[1] == "-p"
games, searches = [], [0]

def talk(link):
    for line in link:
        words = line.split()
        with open({log!r}, "a") as log:
            log.write(line + "\\n")
        if words == ["uci"]:
            link.send("something else")
            link.ping()
            link.send("uciok")
        elif words[:2] == ["ucinewgame", "board-7-3"]:
            games.append(Game(COURSE_ROLLERBALL))
            link.send("newgameok")
        elif words[:3] == ["position", "startpos", "moves"]:    # only the last is played
            games[-1].push(parse_uci(games[-1].position, words[-1]))
        elif words[0] == "go":
            searches[0] += 1
            if searches[0] == {dies}:
                os._exit(3)
            end = time.process_time() + 0.02
            while time.process_time() < end:
                pass
            moves = sorted(games[-1].position.legal_moves, key=str)
            move = random.Random(len(games[-1])).choice(moves).uci() if searches[0] > 1 else "c1b2"
            link.send("bestmove " + move)
            games[-1].push(parse_uci(games[-1].position, move))

with serve(talk, "127.0.0.1", int(sys.argv[2])) as server:
    server.serve_forever()
'''
"""A bot like those of the course: its first move is always the same, wherever the game begins."""


@pytest.mark.parametrize("fact", facts("course_rollerball"), ids=lambda fact: fact["theme"])
def test_rules(fact: Fact) -> None:
    game = Game(GENRE)
    for text in fact["moves"].split():
        game.push(parse_uci(game.position, text))
    assert game.position.is_check() == fact["check"]
    assert sorted(move.uci() for move in game.position.legal_moves) == fact["legal"].split()


def made_bot(folder: Path, monkeypatch: pytest.MonkeyPatch, dies: int = 0) -> Path:
    """A bot that the environment variable names; returns the file where it logs its input. `dies`: at which `go`."""
    pytest.importorskip("websockets", reason="the bot of the tests is a WebSocket server")
    if not hasattr(os, "fork"):
        pytest.skip("the player needs POSIX")
    log, program = folder / "heard.txt", folder / "bot"
    text = textwrap.dedent(BOT).format(source=str(SOURCE.parent), bench=str(BENCH), log=str(log), dies=dies)
    program.write_text(f"#!{sys.executable}\n{text}")
    program.chmod(0o755)
    monkeypatch.setenv("COL333", str(program))
    return log


def games_with(moves: int, games: int) -> list[GameRecord]:
    """Games of a random mover, A, against the bot, B."""
    players = parse_player("random"), parse_player(f'uci:"{sys.executable}" "{PLAYER}",Clock=4321,name=bot')
    match = Match(GENRE, players, MadeOpenings(GENRE, "1", 4, is_calm), TimeControl(cpu=0.01, patience=PATIENCE), games,
                  max_moves=moves)
    record = MatchRecord(match.settings(), None)
    match.play(record, 1, threading.Event(), lambda game: None)
    return list(record.games.values())


def test_games_with_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = made_bot(tmp_path, monkeypatch)
    games = games_with(40, 2)
    assert len(games) == 2 and not any(game.detail for game in games)
    for game in games:
        assert game.asked["B"] > 3
        assert 0.018 < game.cpu["B"] / game.asked["B"] < 0.2        # the bot's processor time, not the translator's
    heard = log.read_text().splitlines()
    assert heard[:4] == ["uci", "ucinewgame board-7-3 120000", "go 1", "ucinewgame board-7-3 120000"]
    assert heard[4] == "ucinewgame board-7-3 4321" and set(heard) >= {"go 4321"}
    longest = max(heard, key=len)
    assert len(longest) > 126       # a frame with a longer head
    texts = longest.split()[3:]
    assert any(game.moves[:len(texts)] == texts for game in games)


def test_a_bot_that_dies_loses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made_bot(tmp_path, monkeypatch, dies=4)
    game, = games_with(40, 1)
    assert (game.result, game.reason) == ("1-0", "engine died")


def test_the_row_is_not_run_without_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COL333", raising=False)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCE.parent), *sys.path])}
    run = subprocess.run([sys.executable, str(BENCH / "play.py"), "col333", "--games", "2", "--folder", str(tmp_path)],
                         text=True, capture_output=True, timeout=PATIENCE, env=environment, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.split(maxsplit=1) == ["col333", "not run: the environment variable COL333 is not set\n"]
    said = subprocess.run([sys.executable, str(PLAYER)], input="uci\n", text=True, capture_output=True,
                          timeout=PATIENCE, check=False)
    assert (said.returncode, said.stderr) == (1, "")
    assert said.stdout == "info string the environment variable COL333 names no program\n"


@pytest.mark.parametrize(("line", "moves"), [
    ("position startpos", []),
    ("position startpos moves c2b2 e6f6", ["c2b2", "e6f6"]),
    (f"position fen {player.START} w - - 0 1", []),
    (f"position fen {player.START} w - - 0 1 moves c2b2", ["c2b2"]),
])
def test_lines_of_positions(line: str, moves: list[str]) -> None:
    assert player.moves_of(line.split()) == moves


@pytest.mark.parametrize("line", ["position fen 2rb3/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w - - 0 1", "position"])
def test_other_positions_are_refused(line: str) -> None:
    with pytest.raises(player.BotError, match="from the array"):
        player.moves_of(line.split())


def test_a_frame() -> None:
    """The example of RFC 6455, section 5.7: a single-frame masked text message."""
    assert player.frame(player.TEXT, b"Hello", bytes.fromhex("37fa213d")).hex() == "818537fa213d7f9f4d5158"
