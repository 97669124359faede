"""`feerie analyse`: what only a process can show, and its lines against python-chess; facts are in data/cli."""
from __future__ import annotations

import json
import signal
import subprocess
import sys

import chess
import pytest
from click.testing import CliRunner
from dialogues import ENVIRONMENT, Program
from waiting import PATIENCE, ends_within, until_at_work

from feerie import Position
from feerie.apps.cli import main
from feerie.genres import GENRES
from feerie.kernel.state import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="searching takes long uncompiled")


def analyse(*arguments: str) -> dict[str, object]:
    """The document of an analysis."""
    found = subprocess.run([sys.executable, "-m", "feerie", "analyse", *arguments, "--json"], env=ENVIRONMENT,
                           capture_output=True, text=True, check=True, timeout=PATIENCE)
    document: dict[str, object] = json.loads(found.stdout)
    return document


@pytest.mark.parametrize("genre", [*(genre.name for genre in GENRES), "rokagogo+rex-multiplex"])
def test_the_lines_of_every_genre_are_legal(genre: str) -> None:
    found = CliRunner().invoke(main, ["analyse", genre, "--depth", "4", "--multipv", "2", "--json"])
    assert found.exit_code == 0 and not found.stderr
    document = json.loads(found.stdout)
    lines = document["lines"]
    assert isinstance(lines, list) and len(lines) == 2 and document["complete"] is True
    assert document["best"] == lines[0]["pv"][0]
    for line in lines:
        position = Position(genre)
        for move in line["pv"]:
            assert move in list(map(str, position.legal_moves))
            position = position.play(move)


def test_python_chess_understands_the_best_line() -> None:
    board = chess.Board()
    lines = analyse("orthodox", "--nodes", "20000")["lines"]
    assert isinstance(lines, list)
    for text in lines[0]["pv"]:
        board.push_uci(text)
    assert len(board.move_stack) > 3


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as POSIX does")
@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c_gives_what_is_there(as_json: bool) -> None:
    program = Program("analyse", "orthodox", "--seconds", "600", *(["--json"] if as_json else []),
                      preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    if as_json:
        until_at_work(program.process.pid)
    else:
        program.until("  5 ...")
    with ends_within(2, program.process.pid):
        program.process.send_signal(signal.SIGINT)
        status, lines, errors = program.end()
    assert status == 1 and not errors
    if as_json:
        document = json.loads("".join(lines))
        assert document["complete"] is False and document["lines"] and document["best"]
    else:
        assert lines[-1].startswith("best move: ")
