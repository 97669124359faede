"""Matches: the players, how they lose, the statistics, and records that are resumed."""
from __future__ import annotations

import json
import math
import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import chess.engine
import chess.pgn
import pytest
from waiting import PATIENCE, is_over, until

import feerie
from feerie import find
from feerie.apps import cli
from feerie.game.engine import Clock
from feerie.kernel.state import COMPILED
from feerie.match import statistics
from feerie.match.game_text import pgn
from feerie.match.match import Match, Standing
from feerie.match.movers import OnePlyMover, mobility_values
from feerie.match.openings import MadeOpenings, Opening, OpeningError, OpeningFile, is_calm
from feerie.match.own_engine import OwnEngine, balanced_by_engine
from feerie.match.player import Allowance, PlayerError
from feerie.match.players import parse_player
from feerie.match.record import MatchRecord, RecordError
from feerie.match.referee import GameRecord, play_game
from feerie.match.time_control import ClockPair, TimeControl, TimeControlError, parse_clock, parse_periods
from feerie.rules.genre import Names

ORTHODOX, ROLLERBALL = find("orthodox"), find("rollerball")
CONTROL = TimeControl(nodes=100, patience=20)

FAKE = '''
import os, sys, time
protocol, way = sys.argv[1:3]
if len(sys.argv) > 3:
    open(sys.argv[3], "a").write(f"{os.getpid()}\\n")
def say(line):
    print(line, flush=True)
def move():
    """Plays by the package itself: the first legal move, or what the engine does instead."""
    if way == "dies":
        os._exit(3)
    if way == "killed":
        os.kill(os.getpid(), 9)
    if way == "hangs":
        time.sleep(1000)
    if way == "illegal":
        return "a1a1"
    if way == "garbage":
        sys.stdout.buffer.write(b"\\xff\\x00\\x1b[31m" + bytes(range(256)) * 20 + b"\\n")
        sys.stdout.flush()
        return "\\x1b[2Jnonsense"
    if way == "floods":
        try:
            while True:
                sys.stdout.write("info string " + "x" * 100000)
        except BrokenPipeError:
            os._exit(0)
    if way == "spins":
        while True:
            pass
    if way == "noisy":
        sys.stdout.write("info string " + "noise " * 50000 + "\\ninfo depth 1 nodes 17 score cp 3 pv x\\n")
    if way == "slow":
        time.sleep(0.2)
    return sorted(str(move.uci()) for move in position.legal_moves)[0]
position = None
if way in ("legal", "noisy", "fairy", "slow", "refuses", "gnu", "tells"):
    from feerie import Position
else:
    class Position:
        fullmove_number = 1
        def __init__(self, *unused):
            pass
        def play(self, move):
            return self
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if way == "tells":
        open(sys.argv[4], "a").write(line)
    if words[0] == "quit":
        break
    if protocol == "uci":
        if words[0] == "uci":
            if way == "mute":
                time.sleep(1000)
            say("id name fake")
            say("option name Level of Play type spin default 1 min 0 max 20")
            say("option name Style type combo default Calm var Calm var Very Wild")
            if way == "fairy":
                say("option name UCI_Variant type combo default chess var chess var rollerball var roque")
            say("uciok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "setoption":
            say("info string " + line.strip())
            genre = words[-1] if words[2] == "UCI_Variant" else "orthodox"
        elif words[0] == "position":
            cut = words.index("moves") if "moves" in words else len(words)
            position = Position(genre if way == "fairy" else "orthodox", " ".join(words[2:cut]))
            for text in words[cut + 1:]:
                position = position.play(text)
        elif words[0] == "go":
            say("bestmove " + move())
    else:
        if words[0] == ("new" if way == "gnu" else "protover"):
            position = Position("orthodox")
            say('feature ping=1 setboard=1 usermove=1 variants="normal" option="Temper -spin 1 0 9" done=1')
        elif words[0] == "new":
            position = Position("orthodox")
        elif words[0] == "setboard":
            position = Position("orthodox", " ".join(words[1:]))
        elif words[0] == "usermove":
            if way == "refuses":
                say("Illegal move: " + words[1])
            position = position.play(words[1])
        elif words[0] == "ping":
            say("pong " + words[1])
        elif words[0] == "go":
            if way == "resigns":
                say("resign")
                continue
            if way == "refuses" and position.fullmove_number > 1:
                continue
            text = move()
            position = position.play(text) if way in ("legal", "slow", "gnu", "tells") else position
            say(f"1. ... {text}\\nMy move is : {text}" if way == "gnu" else f"move {text}")
'''


@pytest.fixture(scope="module")
def fake(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of an engine that does what its arguments say: protocol, behaviour, file for its process number."""
    path = tmp_path_factory.mktemp("engines") / "fake engine.py"
    path.write_text(FAKE, encoding="utf-8")
    os.environ["PYTHONPATH"] = str(Path(feerie.__file__).parent.parent)
    return str(path)


def engine(fake: str, protocol: str, way: str, *more: str) -> str:
    """The fake engine as a player."""
    return f'{protocol}:"{sys.executable}" "{fake}" {protocol} {way} {" ".join(more)}'.strip()


def played(first: str, second: str, games: int = 2, genre: str = "orthodox", control: TimeControl = CONTROL,
           **more: Any) -> list[GameRecord]:
    """The games of a match."""
    openings = more.pop("openings", None) or MadeOpenings(find(genre), "1", more.pop("plies", 2), is_calm)
    path, concurrency = more.pop("path", None), more.pop("concurrency", 1)
    match = Match(find(genre), (parse_player(first), parse_player(second)), openings, control, games, **more)
    record = MatchRecord(match.settings(), path)
    try:
        assert match.play(record, concurrency, threading.Event(), lambda game: None)
    finally:
        record.close()
    return [record.games[number] for number in sorted(record.games)]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of `feerie match`."""
    status = cli.main(["match", *arguments], standalone_mode=False)
    return status, *capsys.readouterr()


# How a player loses

@pytest.mark.parametrize(("protocol", "way", "reason"), [
    ("uci", "dies", "engine died"), ("uci", "killed", "engine died"), ("uci", "hangs", "engine does not answer"),
    ("uci", "floods", "engine does not answer"), ("uci", "illegal", "illegal move"),
    ("uci", "garbage", "illegal move"), ("xboard", "dies", "engine died"),
    ("xboard", "hangs", "engine does not answer"), ("xboard", "illegal", "illegal move"),
    ("xboard", "garbage", "illegal move"), ("xboard", "refuses", "engine refuses a legal move"),
    ("xboard", "resigns", "resignation")])
def test_faults_lose(fake: str, protocol: str, way: str, reason: str) -> None:
    control = TimeControl(seconds=0.1, margin=PATIENCE, patience=0.4 if way in ("hangs", "floods") else 20)
    games = played(engine(fake, protocol, way), "random", control=control, plies=0)
    assert [(game.white, game.result, game.reason) for game in games] == [("A", "0-1", reason), ("B", "1-0", reason)]
    assert all(game.detail.isprintable() for game in games)
    if way == "dies":
        assert "exit status 3" in games[0].detail
    if way == "killed":
        assert "signal 9" in games[0].detail


@pytest.mark.parametrize("way", ["legal", "noisy"])
def test_uci_games_are_played_to_the_end(fake: str, way: str) -> None:
    games = played(engine(fake, "uci", way), "random", max_moves=8)
    assert len(games) == 2
    for game in games:
        assert game.reason in ("move limit", "checkmate", "stalemate", "repetition", "dead material")
        assert game.asked["A"] >= 6 and (game.nodes["A"] == 17 * game.asked["A"]) == (way == "noisy")
        assert game.cpu["A"] > 0 and game.seconds["A"] > 0


def test_gnu_chess_is_understood(fake: str) -> None:
    """It says what it can do only when the next command comes, and writes moves as in version 1 of the protocol."""
    games = played(engine(fake, "xboard", "gnu"), "random", max_moves=5, control=TimeControl(seconds=5))
    assert all(game.reason in ("move limit", "checkmate") and game.asked["A"] > 2 for game in games)


def test_xboard_games_are_played_to_the_end(fake: str, tmp_path: Path) -> None:
    file = tmp_path / "openings.epd"
    file.write_text("4k3/8/8/8/8/8/4P3/4K3 b - -\n")
    games = played(engine(fake, "xboard", "legal"), "random", max_moves=8, openings=OpeningFile(ORTHODOX, str(file)),
                   control=TimeControl(clock=parse_clock("60+1")))
    assert [game.white for game in games] == ["A", "B"]
    assert all(game.asked["A"] >= 7 and not game.detail and game.fen.startswith("4k3/8") for game in games)


def test_a_uci_program_is_told_the_genre(fake: str) -> None:
    assert all(game.asked["A"] > 3 for game in played(engine(fake, "uci", "fairy"), "random", genre="rollerball",
                                                      max_moves=6))
    [game, _] = played(engine(fake, "uci", "fairy"), "random", genre="roque", max_moves=3)
    assert game.reason == "move limit"


def test_the_flag_falls(fake: str) -> None:
    games = played(engine(fake, "uci", "slow"), "random", control=TimeControl(clock=parse_clock("0.5"), margin=0.02))
    assert [(game.result, game.reason) for game in games] == [("0-1", "time forfeit"), ("1-0", "time forfeit")]
    assert games[0].asked["A"] <= 3
    late = played(engine(fake, "uci", "slow"), "random", 1, control=TimeControl(seconds=0.1, margin=0.1))
    assert late[0].reason == "time forfeit"


@pytest.mark.skipif(sys.platform != "linux", reason="the processor time of other processes is read from Linux")
def test_processor_time_ends_a_move(fake: str) -> None:
    """A program that never stops by itself is told to stop after its processor time; it does not react, and loses."""
    [game] = played(engine(fake, "uci", "spins"), "random", 1, control=TimeControl(cpu=0.05, patience=0.8))
    assert game.reason == "engine does not answer"


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("how", ["SIGINT", "SIGKILL"])
def test_no_program_outlives_the_match(fake: str, tmp_path: Path, how: str) -> None:
    pids = tmp_path / "pids"
    code = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n" \
        "from feerie.__main__ import main\nmain()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "match", engine(fake, "uci", "hangs", str(pids)), "random", "--genre", "orthodox",
         "--plies", "0", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until(lambda: pids.exists() and len(pids.read_text().split()) == 2)     # the first was the trial, the second plays
    time.sleep(0.3)
    started = [int(pid) for pid in pids.read_text().split()]
    assert not is_over(started[-1])
    process.send_signal(getattr(signal, how))
    out, errors = process.communicate(timeout=PATIENCE)
    if how == "SIGINT":
        assert process.returncode == 1 and not errors
        document = json.loads(out)
        assert document["complete"] is False and document["games"] == [] and document["elo"] is None
    until(lambda: all(map(is_over, started)), "the end of all programs")


# Bad input

@pytest.mark.parametrize(("arguments", "message"), [
    (["nobody", "random"], "'nobody' is not a player"),
    (["random", "random:speed=3"], "random has no option 'speed'"),
    (["random", "random:seed"], "expected OPTION=VALUE"),
    (["random", "uci:no-such-program-anywhere"], "not a command that can be run"),
    (["random", "uci:"], "names no command"),
    (["random", "uci:true"], "not a usable UCI program"),
    (["random", "xboard:true", "--depth", "1"], "not a usable XBoard program"),
    (["random", "FAKE uci legal,Levl=1"], "no option 'Levl'"),
    (["random", "FAKE uci legal,Level of Play=21"], "from 0 to 20"),
    (["random", "FAKE uci legal,Style=Mild"], "Calm, Very Wild"),
    (["random", "FAKE xboard legal,Humour=2", "--depth", "1"], "no option 'Humour'"),
    (["random", "FAKE xboard legal", "--nodes", "5"], "no limit by nodes"),
    (["random", "FAKE uci legal", "--genre", "rollerball"], "does not know the genre rollerball"),
    (["random", "FAKE xboard legal", "--genre", "rollerball", "--depth", "1"], "does not know the genre rollerball"),
    (["random", "feerie:level=godlike"], "godlike"),
    (["random", "feerie:threads=0"], "threads"),
    (["random", "feerie:hash=big"], "the option hash is a number"),
    (["random", "random", "--genre", "chess961"], "no genre is called"),
    (["random", "random", "--nodes", "5", "--cpu", "1"], "--nodes and --cpu are given"),
    (["random", "random", "--clock", "soon"], "is not a clock"),
    (["random", "random", "--sprt", "5", "0"], "must be less"),
    (["random", "random", "--sprt", "0", "5", "--alpha", "1.5"], "between 0 and 0.5"),
    (["random", "random", "--games", "0"], "--games"),
    (["random", "random", "-o", "/no/such/folder/x.pgn"], "/no/such/folder/x.pgn"),
    (["random", "random", "--resume", "missing/x", "-o", "missing/../missing/x"], "must be different files"),
    (["random", "random", "--openings", "/no/such/file"], "/no/such/file"),
    (["random", "random", "--resume", "/no/such/folder/x"], "/no/such/folder/x"),
])
def test_bad_input_is_one_line(fake: str, capsys: pytest.CaptureFixture[str], arguments: list[str],
                               message: str) -> None:
    given = [engine(fake, *text[5:].split(",")[0].split()) + "".join(f",{part}" for part in text.split(",")[1:])
             if text.startswith("FAKE ") else text for text in arguments]
    genre = [] if "--genre" in given else ["--genre", "orthodox"]
    status, out, errors = run(capsys, *given, *genre)
    assert (status, out) == (2, "") and message in errors
    assert errors.startswith("error: ") and errors.count("\n") == 1


def test_names_of_players() -> None:
    found = parse_player('uci:"a b" c,Skill Level=3,Book="x, \\"y\\".bin",name=the one')
    assert found.command == ("a b", "c") and found.name == "the one"
    assert found.options == {"Skill Level": "3", "Book": 'x, "y".bin'}
    assert parse_player("random:seed=7").name == "random:seed=7"
    for text in ("", "uci:x,", "uci:x,=3", "uci:x,a=1,a=2", 'uci:"x', "uci:x,a=1\nquit", "random:"):
        with pytest.raises(PlayerError):
            parse_player(text)


def test_time_controls() -> None:
    assert parse_clock("2:30+0.5") == parse_periods("2:30+0.5") == Clock(150, 0.5)
    assert parse_periods("40/1:00+0.1") == Clock(60, 0.1, 40)
    assert [str(TimeControl(clock=parse_periods(text))) for text in ("40/60", "9/60+1", "60")] \
        == ["40/60", "9/60+1", "60+0"]
    for text in ("/60", "0/60", "x/60", "4/", "40/0", "1/2/3"):
        with pytest.raises(TimeControlError):
            parse_periods(text)
    for text in ("", "0", "1:", "5+", "-3", "1e9", "1:2:3"):
        with pytest.raises(TimeControlError):
            parse_clock(text)
    with pytest.raises(TimeControlError):
        TimeControl()
    with pytest.raises(TimeControlError):
        TimeControl(nodes=1, cpu=1)


def test_after_so_many_moves_there_is_time_again() -> None:
    clocks = ClockPair(TimeControl(clock=parse_periods("3/10+1")), (1, 0))     # White has made a move of the opening
    shown = []
    for _ in range(4):
        for side in (0, 1):
            allowance = clocks.allowance(side)
            assert allowance.clocks
            shown.append((allowance.clocks[side].seconds, allowance.clocks[side].moves))
            assert clocks.spend(side, 4.0)
    assert shown == [(10, 2), (10, 3), (7, 1), (7, 2), (14, 3), (4, 1), (11, 2), (11, 3)]


def test_programs_are_told_the_moves_to_go(fake: str, tmp_path: Path) -> None:
    control = TimeControl(clock=parse_periods("3/20"))
    told = tmp_path / "told"
    for protocol, sent in (("uci", ["movestogo 3", "movestogo 2", "movestogo 1", "movestogo 3"]),
                           ("xboard", ["level 3 0:20 0", "time 2000"])):
        told.write_text("")
        played(engine(fake, protocol, "tells", str(tmp_path / "process"), str(told)), "random", 1, control=control,
               max_moves=4, plies=0)
        text = told.read_text()
        at = 0
        for part in sent:
            at = text.index(part, at) + 1


# Movers and openings

@pytest.mark.parametrize(("genre", "fen", "best"), [
    ("orthodox", "6k1/5ppp/8/8/8/8/8/R1b1K3 w - -", {"a1a8"}),               # mates rather than captures
    ("orthodox", "q3k3/1P6/8/8/8/8/8/4K2R w - -", {"b7a8q"}),                 # captures and promotes
    ("orthodox", "7k/5K2/8/8/8/8/6Q1/8 w - -", {"g2g7", "g2g8", "g2h2", "g2h3", "g2h1"}),
])
def test_the_one_ply_mover(genre: str, fen: str, best: set[str]) -> None:
    game = feerie.Game(genre, fen)
    mover = OnePlyMover(find(genre), "1")
    for number in range(12):
        mover.begin(number)
        assert mover.choose(game, Allowance(1, nodes=1), threading.Event()).text in best


def test_values_by_mobility() -> None:
    """The usual means on the empty board in the literature: 14 for rooks, 8.75 for bishops."""
    values = mobility_values(ORTHODOX)
    assert values["R"] == 14 and values["B"] == 8.75 and values["Q"] == 22.75 and values["N"] == 5.25


@pytest.mark.parametrize("genre", ["orthodox", "rollerball", "rokagogo+rex-multiplex"])
def test_openings_that_are_made(genre: str) -> None:
    made = MadeOpenings(find(genre), "3", 6, is_calm)
    found = [made[number] for number in range(5)]
    again = MadeOpenings(find(genre), "3", 6, is_calm)
    assert [again[number] for number in range(5)] == found
    assert found != [MadeOpenings(find(genre), "4", 6, is_calm)[number] for number in range(5)]
    games = [opening.game(find(genre)) for opening in found]
    assert all(len(game) == 6 and not game.is_over() for game in games)
    assert len({game.position.without_clocks() for game in games}) == 5
    for game in games:
        assert not any(game.position.sign_after(move) in ("mate", "win") for move in game.position.legal_moves)
    with pytest.raises(OpeningError):
        MadeOpenings(find(genre), "3", 1, lambda game: False)[0]


def test_files_of_openings(tmp_path: Path) -> None:
    file = tmp_path / "openings"
    file.write_text(textwrap.dedent("""\
        # four ways of writing an opening
        e2e4 e7e5 g1f3

        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3; id "open; game";
        4k3/8/8/8/8/8/4P3/4K3 w
        """))
    openings = OpeningFile(ORTHODOX, str(file))
    assert openings[0] == openings[4] == Opening(ORTHODOX.start or "", ("e2e4", "e7e5", "g1f3"))
    assert openings[1].fen.endswith("w KQkq - 0 2") and openings[2].fen.endswith("w KQkq - 0 1")
    assert openings[3].game(ORTHODOX).position.fen() == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    for text, problem in (("e2e5", "line 1: not a legal"), ("\n4k3/8 w", "line 2: board"), ("", "no openings"),
                          ("7k/5Q2/6K1/8/8/8/8/8 b", "line 1: the game is over"),
                          ("k7/1Q6/8/8/8/8/8/7K w", "line 1: the diagram is illegal")):
        file.write_text(text)
        with pytest.raises(OpeningError, match=problem):
            OpeningFile(ORTHODOX, str(file))


def test_openings_of_games(tmp_path: Path) -> None:
    file = tmp_path / "openings.pgn"
    file.write_text('\ufeff[Event "a"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {a comment} *\n\n'
                    '[Event "b"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]\n[SetUp "1"]\n\n1... Kd7 *\n', "utf-8")
    openings = OpeningFile(ORTHODOX, str(file))
    assert [openings[number].moves for number in range(3)] == [("e2e4", "e7e5", "g1f3"), ("e8d7",),
                                                               ("e2e4", "e7e5", "g1f3")]
    assert openings[1].fen.startswith("4k3/8")
    cut = OpeningFile(ORTHODOX, str(file), 2)
    assert cut[0].moves == ("e2e4", "e7e5") and cut.identity != openings.identity
    for text, problem in (('[Event "a"]\n\n1. e4 e5 2. Ke3 *', "game 1: 2. Ke3: not a legal"),
                          ('[Event "a"]\n\n1. e4 *\n\n[Variant "rollerball"]\n\n1. c1b1 *', "game 2: a game of roll"),
                          ('[Variant "Atomic"]\n\n1. e4 *', "game 1: .*Atomic"),
                          ('[Event "a"]\n\n1. f3 e5 2. g4 Qh4# 0-1', "game 1: the game is over")):
        file.write_text(text)
        with pytest.raises(OpeningError, match=problem):
            OpeningFile(ORTHODOX, str(file))


# Matches

def test_random_players_repeat_themselves() -> None:
    first = played("random", "random", 6, "rollerball", max_moves=40)
    again = played("random", "random", 6, "rollerball", max_moves=40, concurrency=3)
    assert [game.moves for game in first] == [game.moves for game in again]
    assert len({tuple(game.moves) for game in first}) == 6
    other = played("random", "random", 6, "rollerball", max_moves=40, seed="2")
    assert [game.moves for game in first] != [game.moves for game in other]


@pytest.mark.skipif(not COMPILED, reason="searches take long uncompiled")
def test_our_engine_repeats_itself(tmp_path: Path) -> None:
    """With a limit of nodes: in another order, resumed, and in two threads at a time."""
    control, path = TimeControl(nodes=300), str(tmp_path / "record")
    first = played("feerie:hash=1", "oneply", 4, "rollerball", control, max_moves=40)
    played("feerie:hash=1", "oneply", 1, "rollerball", control, max_moves=40, path=path)
    again = played("feerie:hash=1", "oneply", 4, "rollerball", control, max_moves=40, path=path, concurrency=2)
    assert [game.moves for game in first] == [game.moves for game in again]
    assert all(0 < game.nodes["A"] <= 400 * game.asked["A"] for game in first)
    assert Standing.of(dict(enumerate(first, 1))).wins == 4


@pytest.mark.skipif(not COMPILED, reason="searches take long uncompiled")
@pytest.mark.parametrize("control", [TimeControl(cpu=0.03), TimeControl(seconds=0.03, margin=PATIENCE),
                                     TimeControl(clock=parse_clock("1+0.01"), margin=PATIENCE), TimeControl(depth=3)])
def test_our_engine_heeds_every_limit(control: TimeControl) -> None:
    [game] = played("feerie:hash=1", "feerie:hash=1,threads=2", 1, control=control, max_moves=6)
    assert game.reason == "move limit" and game.asked == {"A": 5, "B": 5}
    if control.cpu:
        assert 5 * 0.03 <= game.cpu["A"] < 5 * 0.2
    if control.seconds:
        assert game.seconds["A"] >= 5 * 0.03


@pytest.mark.skipif(not COMPILED, reason="searches take long uncompiled")
def test_a_search_judges_openings() -> None:
    """The array with an extra rook is not balanced, the array is."""
    is_balanced = balanced_by_engine()
    assert is_balanced(feerie.Game("orthodox"))
    assert not is_balanced(feerie.Game("orthodox", "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1"))
    assert not is_balanced(feerie.Game("orthodox", "7k/5K2/8/8/8/8/6Q1/8 w - -"))


@pytest.mark.skipif(not COMPILED, reason="measures the speed of the compiled search")
def test_the_first_move_has_its_time_for_the_search() -> None:
    """The tables of a genre, this one new to the process, are made before the first move's time begins."""
    genre = replace(ROLLERBALL, name="rollerball-new-to-the-process", names=Names())
    player, game, allowance = OwnEngine(genre, {}), feerie.Game(genre), Allowance(20, cpu=0.04)
    player.begin(1)
    nodes = []
    for _ in range(2):
        player.prepare(game, allowance)
        nodes.append(player.choose(game, allowance, threading.Event()).nodes or 0)
    assert min(nodes) > 1000


def test_each_opening_is_played_with_both_colours() -> None:
    games = played("random", "oneply", 6, plies=4, max_moves=10)
    assert [game.white for game in games] == ["A", "B"] * 3
    for one, two in zip(games[::2], games[1::2], strict=True):
        assert one.fen == two.fen and one.opening == two.opening == 4 and one.moves[:4] == two.moves[:4]
    assert len({tuple(game.moves[:4]) for game in games}) == 3


@pytest.mark.parametrize("genre", ["orthodox", "rollerball", "siamois", "rokagogo+rex-multiplex"])
def test_one_ply_beats_random(genre: str) -> None:
    standing = Standing.of(dict(enumerate(played("oneply", "random", 6, genre), 1)))
    assert standing.wins > standing.losses + 2 and sum(standing.pairs) == 3


def test_results_are_those_of_the_rules() -> None:
    """Every game is replayed by python-chess, which finds the same result."""
    games = played("oneply", "random", 6, max_moves=150)
    assert {game.reason for game in games} >= {"checkmate"}
    for game in games:
        board = chess.Board(game.fen)
        for text in game.moves:
            assert not board.outcome(claim_draw=False)
            board.push_uci(text)
        found = board.outcome(claim_draw=True)
        if game.reason == "move limit":
            assert game.result == "1/2-1/2" and len(game.moves) == 300
        else:
            assert found and found.result() == game.result


def test_pgn_is_read_by_python_chess() -> None:
    for game in played("oneply", "random", 4, max_moves=20):
        names = ("uci:x,UCI_Elo=1500", "random")
        read = chess.pgn.read_game(StringIO(pgn(game, ORTHODOX, names, "60+1", "2026.01.31")))
        assert read is not None and not read.errors
        assert [move.uci() for move in read.mainline_moves()] == game.moves
        assert read.headers["White"] == names["AB".index(game.white)] and read.headers["Result"] == game.result


@pytest.mark.skipif(not COMPILED, reason="searches take long uncompiled")
def test_scores_are_recorded_as_white_sees_them(fake: str) -> None:
    fens = {engine(fake, "uci", "noisy"): "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "feerie": "k7/8/1K6/8/8/8/8/6R1 w - - 0 1"}
    for (text, fen), last in zip(fens.items(), ("-0.03", "#1"), strict=True):
        control = TimeControl(nodes=100)
        player = parse_player(text).open(ORTHODOX, control, "1")
        game = play_game(ORTHODOX, 1, (player, player), Opening(fen), control, 1, threading.Event())
        player.close()
        assert game.scores[0] == last and len(game.scores) == len(game.moves)
        read = chess.pgn.read_game(StringIO(pgn(game, ORTHODOX, ("a", "b"), "60+1", "2026.01.31")))
        assert read is not None and (found := read.next()) is not None and (score := found.eval()) is not None
        assert score.white() == (chess.engine.Cp(-3) if last == "-0.03" else chess.engine.Mate(1))
        assert GameRecord.read(game.document()) == game


def test_a_match_resumes(tmp_path: Path) -> None:
    path = tmp_path / "record"
    whole = played("oneply", "random", 8, "rollerball", max_moves=30)
    first = played("oneply", "random", 3, "rollerball", max_moves=30, path=str(path))
    with path.open("ab") as file:
        file.write(b'{"game": {"number": 4, "whi')     # killed while it wrote
    rest = played("oneply", "random", 8, "rollerball", max_moves=30, path=str(path))
    assert [game.moves for game in rest] == [game.moves for game in whole]
    assert rest[:3] == first
    assert [game.result for game in rest] == [game.result for game in whole]
    lines = path.read_text().splitlines()
    assert len(lines) == 9 and sorted(json.loads(line)["game"]["number"] for line in lines[1:]) == list(range(1, 9))


def test_a_record_without_checksums_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "record"
    whole = played("oneply", "random", 4, "rollerball", max_moves=20, path=str(path))
    head, *games = (json.loads(line) for line in path.read_text().splitlines())
    assert head["format"] == "feerie match 2" and all(game["checksum"] for game in games)
    older = [{**head, "format": "feerie match"}, *({"game": game["game"]} for game in games[:2])]
    path.write_text("".join(json.dumps(line) + "\n" for line in older))
    assert played("oneply", "random", 4, "rollerball", max_moves=20, path=str(path))[:2] == whole[:2]
    assert ["checksum" in line for line in path.read_text().splitlines()] == [False] * 5


def test_a_record_of_other_settings_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record"
    usual = ["oneply", "random", "--genre", "rollerball", "--games", "2", "--max-moves", "20", "--resume", str(path)]
    status, out, _ = run(capsys, *usual, "--json")
    assert status == 0
    before = path.read_bytes()
    assert run(capsys, *usual, "--json")[1] == out        # nothing is left to be played
    for other in (["--seed", "1"], ["--nodes", "7"], ["--max-moves", "9"], ["--plies", "4"], ["--genre", "orthodox"]):
        status, out, errors = run(capsys, *usual, *other)
        assert (status, out) == (2, "") and "other settings" in errors and errors.count("\n") == 1
        assert path.read_bytes() == before
    head, game = before.splitlines(keepends=True)[:2]
    for damaged in (b"1. e4 e5\n", b"[" * 100_000 + b"\n", head + b"[" * 100_000 + b"\n",
                    head + game.replace(b'"moves": [', b'"moves": [5, '),
                    head + game.replace(b'"white": "A"', b'"white": "B"'),
                    head + re.sub(rb'"checksum": "[^"]*"', b'"checksum": ""', game)):
        path.write_bytes(damaged)
        status, out, errors = run(capsys, *usual, "-o", str(tmp_path / "games.pgn"))
        assert (status, out) == (2, "") and errors.count("\n") == 1 and path.read_bytes() == damaged
    with MatchRecordOpen(tmp_path / "locked"), pytest.raises(RecordError):
        MatchRecord({}, str(tmp_path / "locked"))


class MatchRecordOpen:
    """A record that is being written."""

    def __init__(self, path: Path) -> None:
        self.record = MatchRecord({}, str(path))

    def __enter__(self) -> None:
        pass

    def __exit__(self, *unused: object) -> None:
        self.record.close()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.pgn"
    status, out, errors = run(capsys, "oneply", "random", "--genre", "rollerball", "--games", "4", "--json", "-o",
                              str(path), "--sprt", "0", "400", "--concurrency", "2")
    document = json.loads(out)
    assert status == 0 and document["complete"] and len(document["games"]) == 4
    assert document["wins"] + document["draws"] + document["losses"] == 4
    assert {"elo", "error"} <= set(document) and document["sprt"]["upper"] == round(math.log(19), 4)
    assert errors.count("\n") == 4 and "LLR" in errors
    assert path.read_text().count('[Variant "rollerball"]') == 4
    status, out, errors = run(capsys, "oneply", "random", "--genre", "orthodox", "--games", "400", "--max-moves", "60",
                              "--sprt", "-50", "50", "--alpha", "0.1", "--beta", "0.1", "--quiet")
    assert status == 0 and "H1 accepted" in out and not errors and "/400: " in out


@pytest.mark.parametrize(("code", "sign"), [("en", r"\."), ("fr", ","), ("de", ",")])
def test_numbers_of_a_report_have_the_decimal_sign_of_the_language(
        code: str, sign: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FEERIE_LANGUAGE", code)
    _, out, errors = run(capsys, "random", "random", "--genre", "rollerball", "--games", "2", "--max-moves", "2",
                         "--sprt", "0", "400")
    wanted = rf", 50{sign}0 %.*, LLR -?\+?\d{sign}\d\d \(-2{sign}94, 2{sign}94\)"
    assert re.search(wanted, out) and re.search(wanted, errors), out


# Statistics

def test_elo_against_published_numbers() -> None:
    """The logistic curve: 64 per cent for 100 points, 76 for 200, ten points in eleven for 400 (the usual table)."""
    for difference, score in ((0, 0.5), (100, 0.64), (200, 0.76), (300, 0.85), (500, 0.95), (-200, 0.24)):
        assert round(statistics.expected_score(difference), 2) == score
        found = statistics.elo_difference(statistics.expected_score(difference))
        assert found == pytest.approx(difference)
    assert statistics.expected_score(400) == pytest.approx(10 / 11)
    assert statistics.elo_difference(1) is None and statistics.elo_difference(0) is None


def most_likely(counts: tuple[int, int, int], mean: float) -> float:
    """The greatest log-likelihood of losses, draws and wins with a mean score: a search over the share of draws."""
    losses, draws, wins = counts

    def likelihood(share: float) -> float:
        return (losses * math.log(1 - mean - share / 2) + draws * math.log(share) + wins * math.log(mean - share / 2))

    low, high = 1e-12, 2 * min(mean, 1 - mean) - 1e-12
    for _ in range(300):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        low, high = (one, high) if likelihood(one) < likelihood(two) else (low, two)
    return likelihood(low)


@pytest.mark.parametrize("counts", [(100, 300, 120), (7, 11, 30), (1000, 5000, 1100), (50, 1, 40), (3, 200, 2)])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 5), (-3, 1), (0, 100)])
def test_the_likelihood_ratio_is_that_of_a_direct_search(counts: tuple[int, int, int], elo0: float,
                                                         elo1: float) -> None:
    scores = [statistics.expected_score(elo) for elo in (elo0, elo1)]
    expected = most_likely(counts, scores[1]) - most_likely(counts, scores[0])
    found = statistics.log_likelihood_ratio(counts, statistics.SINGLE_SCORES, *scores)
    assert found == pytest.approx(expected, abs=1e-6)


def test_the_likelihood_ratio_is_near_its_normal_approximation() -> None:
    """For many games and small differences: (s1 - s0) (2 mean - s0 - s1) / (2 variance / n); Van den Bergh."""
    pairs, scores = (31, 410, 812, 452, 45), statistics.PAIR_SCORES
    total = sum(pairs)
    mean = sum(count * score for count, score in zip(pairs, scores, strict=True)) / total
    variance = sum(count * (score - mean) ** 2 for count, score in zip(pairs, scores, strict=True)) / total
    low, high = statistics.expected_score(0), statistics.expected_score(5)
    expected = (high - low) * (2 * mean - low - high) / (2 * variance / total)
    assert statistics.Sprt(0, 5).llr(pairs) == pytest.approx(expected, rel=0.01)


def test_error_bars_cover_the_truth() -> None:
    """About 95 per cent of simulated matches have the true difference within their error bars."""
    import random

    chance, inside = random.Random(5), 0
    truth = statistics.elo_difference(0.35 + 0.4 / 2)
    assert truth is not None
    for _ in range(1000):
        results = chance.choices("ldw", (0.25, 0.4, 0.35), k=300)
        found = statistics.estimate([results.count(letter) for letter in "ldw"])
        assert found and found.elo is not None and found.error is not None
        inside += abs(found.elo - truth) <= found.error
    assert 930 <= inside <= 970


def test_errors_of_the_sequential_test() -> None:
    """Simulated matches of equal players: about alpha of them find one better, and they end."""
    import random

    test, chance = statistics.Sprt(0, 80, 0.1, 0.1), random.Random(7)
    accepted = 0
    for _ in range(80):
        pairs = [0, 0, 0, 0, 0]
        verdict = None
        while verdict is None:
            pairs[sum(chance.choices((0, 1, 2), (0.3, 0.4, 0.3), k=2))] += 1
            verdict = test.verdict(test.llr(pairs))
        accepted += verdict == "H1"
    assert accepted <= 0.2 * 80
    assert statistics.Sprt(0, 5).lower == pytest.approx(-2.944, abs=1e-3)
