"""`feerie xboard`: dialogues from data/xboard.json, python-chess as the other side, and XBoard itself."""
from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import chess
import chess.engine
import pytest
from dialogues import ENVIRONMENT, Program
from facts import facts
from waiting import PATIENCE

from feerie import Game, read_pgn
from feerie.kernel.state import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="searching takes long uncompiled")
COMMAND = [sys.executable, "-m", "feerie", "xboard"]


def started() -> Program:
    """The program, which says at once that its features are still to come."""
    program = Program("xboard")
    program.talk(["< feature done=0"])
    return program


@pytest.fixture(scope="module")
def program() -> Iterator[Program]:
    """One process for all dialogues."""
    program = started()
    yield program
    status, _, errors = program.end()
    assert (status, errors) == (0, "")


@pytest.mark.parametrize("fact", facts("xboard"), ids=lambda fact: fact["id"])
def test_dialogue(program: Program, fact: dict[str, Any]) -> None:
    program.talk(["> new", "> level 40 5 0", "> nopost", *fact["dialogue"], "> force", "> ping 99", "<* pong 99"])


def test_features_are_announced_before_the_program_is_loaded() -> None:
    """XBoard and python-chess wait for two seconds only; with options nothing is said that was not asked for."""
    program = Program("xboard")
    assert program.line() == "feature done=0" and program.end() == (0, [], "")
    assert Program("xboard", "--genre", "roque").end() == (0, [], "")


def test_a_genre_that_is_not_in_the_list() -> None:
    program = Program("xboard", "--genre", "rokagogo+rex-multiplex")
    program.talk(["> protover 2", "<* feature variants=\"normal,...,rokagogo+rex-multiplex\"", "<* feature done=1",
                  "> quit"])
    assert program.end()[::2] == (0, "")
    document = json.loads("".join(Program("xboard", "--json").end()[1]))
    assert document["variants"]["rollerball"][0].startswith("setup (PNBRQKpnbrqk) 7x7+0_fairy 2rbp2/")


def test_against_a_program_the_loser_tells_the_end() -> None:
    """XBoard would check the win that an engine claims, by its own rules."""
    program = started()
    run = ["> new", "> variant rollerball", "< setup ...", "< piece ...", "> computer", "> force",
           "> setboard 7/2K4/2***2/2***2/2***2/7/4k2 w - - K 0 1"]
    program.talk([*run, "> sd 2", "> go", "<* move c6d6", "> ping 1", "< pong 1"])
    program.talk([*run, "> playother", "> usermove c6d6", "< 1-0 {king run}", "> quit"])
    assert program.end()[::2] == (0, "")


def test_a_line_of_10_megabytes_and_bytes_that_are_no_text() -> None:
    program = started()
    program.send_bytes(b"usermove " + b"e2e4" * 2_500_000 + b"\n\xff\xfe\x00\n")
    program.talk(["< Error (a line of more than 1048576 bytes): ...", "< Error (unknown command): ...", "> force",
                  "> usermove e2e4", "> ping 1", "< pong 1"])
    assert program.end() == (0, [], "")


@pytest.mark.parametrize("last", ["usermove e2e4", "analyze"])
def test_the_input_ends_in_the_middle_of_a_search(last: str) -> None:
    program = started()
    program.talk(["> st 60", "> post", f"> {last}", "<* 3 ..."])
    status, lines, errors = program.end()
    assert (status, errors) == (0, "")
    assert [line for line in lines if line.startswith("move")] == [] or last != "analyze"


# ------------------------------------------------------------------------------------- python-chess drives

def test_python_chess_plays_and_analyses() -> None:
    with chess.engine.SimpleEngine.popen_xboard(COMMAND, env=ENVIRONMENT, timeout=PATIENCE) as engine:
        board, game = chess.Board(), object()
        for number in range(6):
            limit = chess.engine.Limit(depth=4) if number % 2 else chess.engine.Limit(nodes=2000)
            result = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL)
            assert result.move and result.move in board.legal_moves and result.info["depth"] > 0
            board.push(result.move)
        found = engine.analyse(chess.Board("6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1"), chess.engine.Limit(depth=3))
        assert found["pv"] == [chess.Move.from_uci("b1b8")] and found["score"].white() == chess.engine.Mate(1)
        engine.ping()


# ------------------------------------------------------------------------------------------- XBoard itself

XBOARD = shutil.which("xboard") or shutil.which("xboard", path="/usr/games")
XVFB = shutil.which("Xvfb")
without_xboard = pytest.mark.skipif(not (XBOARD and XVFB), reason="needs XBoard and Xvfb")


@pytest.fixture
def display() -> Iterator[str]:
    """A display that nobody sees."""
    assert XVFB
    out, into = os.pipe()
    server = subprocess.Popen([XVFB, "-displayfd", str(into), "-screen", "0", "800x800x24"], pass_fds=[into],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(into)
    with os.fdopen(out) as stream:
        number = stream.readline().strip()
    assert number, "Xvfb does not start"
    yield f":{number}"
    server.terminate()
    server.wait(timeout=PATIENCE)


def match(folder: Path, display: str, variant: str, *more: str) -> str:
    """The game that two of our engines play under XBoard, as XBoard writes it."""
    assert XBOARD
    engine, saved = f"{sys.executable} -m feerie xboard", folder / "game.pgn"
    environment = {**ENVIRONMENT, "DISPLAY": display, "HOME": str(folder)}
    xboard = subprocess.Popen(
        [XBOARD, "-fcp", engine, "-scp", engine, "-variant", variant, "-mode", "TwoMachines", "-matchGames", "1",
         "-testLegality", "false", "-saveGameFile", str(saved), "-popupExitMessage", "false", "-popupMoveErrors",
         "false", "-debug", "-nameOfDebugFile", str(folder / "debug"), *more],
        env=environment, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        xboard.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        pytest.fail(f"XBoard does not end:\n{(folder / 'debug').read_text(errors='replace')[-2000:]}")
    finally:
        with suppress(OSError):
            xboard.kill()
        xboard.wait(timeout=PATIENCE)
    return saved.read_text(encoding="utf-8")


def moves_of(debug: str) -> list[str]:
    """The moves that the engines made, as XBoard noted them."""
    return re.findall(r"<(?:first |second): move (\S+)", debug)


def whole_game(folder: Path, display: str, variant: str, depth: int) -> tuple[Game, str]:
    """A game to its end under XBoard: according to the moves, and as XBoard wrote it. Both end alike."""
    pgn = match(folder, display, variant, "-searchTime", "0:01", "-depth", str(depth))
    game = Game(variant)
    for move in moves_of((folder / "debug").read_text(errors="replace")):
        game.push(move)
    outcome = game.outcome()
    assert outcome, f"{len(game)} moves, no end"
    assert f'[Result "{outcome.result}"]' in pgn and f"{{{outcome.reason.value}}}" in pgn
    return game, pgn


@pytest.mark.end_to_end
@without_xboard
def test_xboard_plays_a_whole_game_of_rollerball(tmp_path: Path, display: str) -> None:
    _, pgn = whole_game(tmp_path, display, "rollerball", 3)
    assert '[Variant "rollerball"]' in pgn and '[FEN "2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w' in pgn


@pytest.mark.long
@without_xboard
def test_xboard_plays_a_whole_game_with_exchanges(tmp_path: Path, display: str) -> None:
    game, _ = whole_game(tmp_path, display, "platzwechselrochade", 5)
    assert any(move.partner for move in game.moves)


@pytest.mark.long
@without_xboard
def test_xboard_plays_chess960(tmp_path: Path, display: str) -> None:
    """From an array that XBoard draws and by its own test of legality, which ends a game at the first wrong move."""
    pgn = match(tmp_path, display, "fischerandom", "-searchTime", "0:01", "-depth", "1", "-testLegality", "true",
                "-defaultFrcPosition", "-1")
    [game] = read_pgn(io.StringIO(pgn))
    assert isinstance(game, Game) and game.genre.name == "chess960" and not game.errors
    assert game.outcome(claim_draw=True), pgn
