"""`feerie uci`: dialogues from data/uci.json, python-chess as the other side, and what only a process can show."""
from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import chess
import chess.engine
import pytest
from click.testing import CliRunner
from dialogues import ENVIRONMENT, Program
from facts import facts
from waiting import PATIENCE, used, works_within

from feerie import Game
from feerie.apps.cli import main
from feerie.apps.protocols.uci import Uci
from feerie.engine.playing_table import PlayingTable
from feerie.game import engine as engines
from feerie.kernel.state import COMPILED
from feerie.notation.moves import parse_uci

pytestmark = pytest.mark.skipif(not COMPILED, reason="searching takes long uncompiled")


@pytest.fixture(scope="module")
def program() -> Iterator[Program]:
    """One process for all dialogues."""
    program = Program("uci")
    yield program
    status, _, errors = program.end()
    assert (status, errors) == (0, "")


@pytest.mark.parametrize("fact", facts("uci"), ids=lambda fact: fact["id"])
def test_dialogue(program: Program, fact: dict[str, Any]) -> None:
    program.talk(["> setoption name UCI_Variant value chess", "<* info string variant chess ...", "> ucinewgame",
                  *fact["dialogue"], "> isready", "<* readyok"])


def test_a_rollerball_game_against_itself() -> None:
    """Every best move is legal, to the end of the game."""
    program, game = Program("uci", "--genre", "rollerball"), Game("rollerball")
    while not game.outcome() and len(game) < 30:
        moves = " ".join(move.uci() for move in game.moves)
        program.send(f"position startpos{' moves ' + moves if moves else ''}")
        program.send("go nodes 500")
        best = program.until("bestmove ...")[-1].split()[1]
        game.push(parse_uci(game.position, best))
    assert len(game) > 4
    assert program.end()[::2] == (0, "")


# ------------------------------------------------------------------------------------- python-chess drives

@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    """The engine as python-chess drives it."""
    with chess.engine.SimpleEngine.popen_uci([sys.executable, "-m", "feerie", "uci"], env=ENVIRONMENT,
                                             timeout=PATIENCE) as engine:
        yield engine


def test_python_chess_plays_some_moves(engine: chess.engine.SimpleEngine) -> None:
    board, game = chess.Board(), object()
    for _ in range(8):
        result = engine.play(board, chess.engine.Limit(nodes=2000), game=game, info=chess.engine.INFO_ALL)
        assert result.move and result.move in board.legal_moves and result.info["nodes"] > 0
        board.push(result.move)
    assert engine.play(chess.Board("6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1"), chess.engine.Limit(depth=3)).move == \
        chess.Move.from_uci("b1b8")
    assert engine.play(chess.Board("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"), chess.engine.Limit(depth=3)).move is None


def test_python_chess_analyses(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    found = engine.analyse(board, chess.engine.Limit(depth=4), multipv=3)
    assert len(found) == 3 and [info["multipv"] for info in found] == [1, 2, 3]
    assert found[0]["pv"][0] == chess.Move.from_uci("h5f7") and found[0]["score"].white() == chess.engine.Mate(1)
    firsts = {info["pv"][0] for info in found}
    assert len(firsts) == 3 and firsts <= set(board.legal_moves)
    for info in found:
        line = board.copy()
        for move in info["pv"]:
            assert move in line.legal_moves
            line.push(move)


def test_python_chess_restricts_and_configures(engine: chess.engine.SimpleEngine) -> None:
    engine.configure({"Hash": 8, "Threads": 1})
    moves = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    assert engine.play(chess.Board(), chess.engine.Limit(depth=3), root_moves=moves).move in moves
    with pytest.raises(chess.engine.EngineError):
        engine.configure({"Hash": 0})


def test_python_chess_stops_an_analysis_at_once(engine: chess.engine.SimpleEngine) -> None:
    """50 ms of processor time for the engine; the best of several runs."""
    engine.ping()
    pid, shortest = engine.transport.get_pid(), 60.0
    for _ in range(4):
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 6:
                    break
            begin = used(pid)
            analysis.stop()
            analysis.wait()
            shortest = min(shortest, used(pid) - begin)
    assert shortest < 0.1


def test_move_overhead_is_left(engine: chess.engine.SimpleEngine) -> None:
    engine.configure({"Move Overhead": 5000})
    for limit in (chess.engine.Limit(time=5), chess.engine.Limit(white_clock=5.01, black_clock=60)):
        with works_within(3, engine.transport.get_pid()):
            engine.play(chess.Board(), limit)


# ------------------------------------------------------------------------------------------------ processes

def test_a_line_of_10_megabytes() -> None:
    program = Program("uci")
    program.send("position startpos moves e2e4")
    program.send_bytes(b"position startpos moves" + b" e2e4" * 2_000_000 + b"\n")
    program.talk(["< info string error: a line of more than 1048576 bytes", "> d",
                  "<* Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "< Key: ..."])
    program.send_bytes(b"x" * 10_000_000)       # without an end of line
    status, lines, errors = program.end()
    assert (status, lines, errors) == (0, ["info string error: a line of more than 1048576 bytes"], "")


def test_bytes_that_are_no_text() -> None:
    program = Program("uci")
    program.send_bytes(bytes(range(256)).replace(b"\n", b"") + b"\r\n\xff\xfe go\r\nisready\r\n")
    lines = program.until("readyok")
    assert len(lines) == 3 and all(line.startswith("info string error: unknown command") for line in lines[:2])
    assert program.end() == (0, [], "")


def test_the_input_ends_in_the_middle_of_a_search() -> None:
    program = Program("uci")
    program.talk(["> go infinite", "<* info depth 3 ..."])
    status, lines, errors = program.end()
    assert status == 0 and lines[-1].startswith("bestmove ") and not errors


def test_quit_in_the_middle_of_a_search() -> None:
    program = Program("uci")
    program.talk(["> go infinite", "<* info depth 3 ...", "> quit"])
    assert program.process.wait(timeout=PATIENCE) == 0
    assert program.end()[2] == ""


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are closed as POSIX does")
def test_nobody_listens_any_more() -> None:
    """The program ends though its input is open."""
    process = subprocess.Popen([sys.executable, "-m", "feerie", "uci"], env=ENVIRONMENT, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin and process.stdout and process.stderr
    process.stdin.write(b"isready\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"readyok\n"
    process.stdout.close()
    process.stdin.write(b"go infinite\n")
    process.stdin.flush()
    assert process.wait(timeout=PATIENCE) in (0, 1)
    assert process.stderr.read() == b""
    process.stderr.close()
    process.stdin.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as POSIX does")
def test_ctrl_c_ends_it() -> None:
    program = Program("uci", preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    program.talk(["> go infinite", "<* info depth 3 ..."])
    program.process.send_signal(signal.SIGINT)
    status, _, errors = program.end()
    assert status == 1 and errors.strip() == "error: interrupted"


@pytest.mark.parametrize("command", ["uci", "xboard"])
def test_where_no_thread_can_be_started(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    result = CliRunner().invoke(main, [command], input="quit\n")
    assert result.exit_code == 2
    assert result.stderr == "error: no thread can be started here, which a dialogue needs\n"


@pytest.mark.parametrize(("commands", "fewest", "answer"), [
    ("position startpos\ngo depth 1\ngo depth 2\ngo depth 3\n", 2, "bestmove "),
    ("go depth 1\n", 1, "info string error: no thread can be started here to search in")])
def test_one_thread_reads_and_one_searches(commands: str, fewest: int, answer: str,
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all searches; a new thread for each would lose time on a busy machine."""
    started: list[threading.Thread] = []
    start = threading.Thread.start

    def start_no_more(thread: threading.Thread) -> None:
        if len(started) == fewest:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    class Slowly(Uci):
        """It is sent a command when the last one is done."""

        def _read(self, text: str | None) -> None:
            self._wait()
            super()._read(text)

    monkeypatch.setattr(threading.Thread, "start", start_no_more)
    monkeypatch.setattr("feerie.apps.protocols.uci.Uci", Slowly)
    said = CliRunner().invoke(main, ["uci"], input=commands).stdout.splitlines()
    assert len([line for line in said if line.startswith(answer)]) == commands.count("go")
    assert len(started) == fewest


def no_room(megabytes: int) -> PlayingTable:
    """A table, if it is small."""
    if megabytes > 64:
        raise MemoryError
    return PlayingTable(megabytes)


@pytest.mark.parametrize(("command", "asked", "go", "answer"), [
    ("uci", "setoption name Hash value 5000\nisready", "go depth 4", "info string error: "),
    ("xboard", "memory 5000\nping 1\nsd 4", "usermove e2e4", "telluser ")])
def test_a_table_too_large_for_the_memory(command: str, asked: str, go: str, answer: str,
                                          monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine plays with the usual table."""
    monkeypatch.setattr(engines, "PlayingTable", no_room)
    said = CliRunner().invoke(main, [command], input=f"{asked}\n{go}\n").stdout.splitlines()
    assert said[0] == f"{answer}there is not enough memory for a table of 5000 MB; it has 64 MB"
    assert said[1] in ("readyok", "pong 1")
    assert said[-1].startswith(("bestmove ", "move ")) and sum(answer in line for line in said) == 1


def test_the_engine_is_made_before_readyok() -> None:
    """What takes long the first time is not done while the clock runs."""
    dialogue = Uci()
    dialogue.values["Hash"] = 1
    dialogue.ready([])
    engine = dialogue.engine
    assert engine._genre == dialogue.genre and engine._table and engine._table.per_mille_used() == 0
    engine.search(dialogue.game, depth=10)
    used = engine._table.per_mille_used()
    dialogue.ready([])          # in the middle of a game nothing is forgotten
    assert dialogue.engine is engine and 0 < used == engine._table.per_mille_used()


def test_the_options_as_json() -> None:
    program = Program("uci", "--json")
    document = json.loads("".join(program.end()[1]))
    options = {option["name"]: option for option in document["options"]}
    assert options["Hash"]["min"] == 1 and "rollerball" in options["UCI_Variant"]["values"]
