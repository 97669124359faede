"""`feerie play` at a terminal: editing, history and completion, and Ctrl-C. Piped sessions are facts in data/cli."""
from __future__ import annotations

import io
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from waiting import PATIENCE, until_at_work, until_idle, until_used, works_within

import feerie
from feerie.apps.playing import session
from feerie.apps.playing.line_editor import LineEditor
from feerie.apps.playing.opponents import EngineOpponent
from feerie.engine.levels import LEVELS
from feerie.kernel.state import COMPILED
from feerie.match.time_control import parse_clock
from feerie.notation.languages import LANGUAGES
from feerie.notation.moves import parse_uci

fcntl, pty, termios = (pytest.importorskip(name) for name in ("fcntl", "pty", "termios"))
pytest.importorskip("readline")

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(feerie.__file__).parent.parent), "TERM": "xterm", "COLUMNS": "120"}
UP, LEFT, START, CTRL_C = "\x1b[A", "\x1b[D", "\x01", "\x03"


def _control() -> None:
    """Make the terminal the one that sends signals, in the new process."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A program at a pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        self._end, inner = pty.openpty()
        self.process = subprocess.Popen([sys.executable, "-m", "feerie", *arguments], stdin=inner, stdout=inner,
                                        stderr=inner, env=ENVIRONMENT, start_new_session=True,
                                        preexec_fn=_control)
        os.close(inner)
        self.shown = ""

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._end, text.encode())

    def until(self, wanted: str) -> str:
        """What is shown up to and including a text, without the terminal's control sequences."""
        limit = time.monotonic() + PATIENCE
        while (at := self.shown.find(wanted)) < 0:
            ready, _, _ = select.select([self._end], [], [], max(0.0, limit - time.monotonic()))
            assert ready, f"{wanted!r} does not come: {self.shown[-600:]!r}"
            new = os.read(self._end, 4096).decode(errors="replace")
            self.shown = re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]|\r|\x07", "", self.shown + new)
        found, self.shown = self.shown[:at + len(wanted)], self.shown[at + len(wanted):]
        return found

    def close(self) -> int:
        """The exit status, which must come soon."""
        try:
            return self.process.wait(timeout=PATIENCE)
        finally:
            self.process.kill()
            os.close(self._end)


@pytest.fixture
def game() -> Iterator[Terminal]:
    """A game at a terminal between two people at one board."""
    terminal = Terminal("play", "orthodox", "--side", "both")
    terminal.until("White> ")
    yield terminal
    terminal.process.kill()


def test_lines_are_edited_and_come_again(game: Terminal) -> None:
    game.type("4" + LEFT + "e\n")                       # "e" before the "4"
    game.until("1. e4\n")
    game.until("Black> ")
    game.type("xx5" + START + "\x1b[3~\x1b[3~e\n")     # two characters deleted at the start
    game.until("1... e5\n")
    game.until("White> ")
    game.type("fen\n")
    first = game.until("White> ")
    game.type(UP + "\n")
    assert re.search(r"\S+ w KQkq \S+ 0 2", first) and re.search(r"\S+ w KQkq \S+ 0 2", game.until("White> "))
    game.type(UP * 2 + "\x15" + "resign\n")             # the history is left again
    game.until("Black wins: 0-1 (resignation)")
    game.until("over> ")                                # before that, the terminal does not yet hand over single keys
    game.type("\x04")                                   # the end of the input
    assert game.close() == 0


def test_commands_and_moves_are_completed(game: Terminal) -> None:
    game.type("res\t\n")
    game.until("resign")
    game.until("Black wins")
    game.type("und\t\n")
    game.until("White to move")
    game.type("g1h\t\n")
    game.until("1. Nh3\n")
    game.until("Black> ")
    game.type("why Nf\t\n")
    game.until("Nf6 is legal")
    game.type("level ma\t\n")
    game.until("level: master")
    game.type(f"load {__file__[:-2]}\t\n")
    game.until(f"{Path(__file__).name} has no game that can go on")
    game.type("why Zz9\n")
    game.until("not a move: 'Zz9'")
    game.type("quit\n")
    assert game.close() == 0


@pytest.mark.parametrize("width", [40, 80])
def test_lines_fit_the_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "COLUMNS", str(width))
    terminal = Terminal("play", "orthodox", "--side", "both", "--language", "fr")
    terminal.until("Blancs> ")
    terminal.type("aide\n")
    shown = terminal.until("Blancs> ")
    terminal.type("coups\n")
    shown += terminal.until("Blancs> ")
    assert max(map(len, shown.splitlines())) < width
    terminal.type("quitter\n")
    assert terminal.close() == 0


def test_ctrl_c_at_the_prompt_leaves(game: Terminal) -> None:
    game.type("e4\n")
    game.until("Black> ")
    game.type("d7d")
    game.until("d7d")
    until_idle(game.process.pid)        # Python notices a signal while readline waits for a key, not while it shows one
    game.type(CTRL_C)
    assert game.close() == 1


@pytest.mark.skipif(not COMPILED, reason="the first iteration takes long uncompiled")
def test_ctrl_c_makes_the_engine_move() -> None:
    terminal = Terminal("play", "orthodox", "--seconds", "600")
    terminal.until("White> ")
    terminal.type("e4\n")
    terminal.until("1. e4\n")
    terminal.until("the engine thinks ...")
    until_used(terminal.process.pid, 0.5)
    with works_within(5, terminal.process.pid):
        terminal.type(CTRL_C)
        terminal.until("1... ")
        terminal.until("White> ")
    terminal.type("fen\n")
    assert " w KQkq " in terminal.until("White> ")
    terminal.type("quit\n")
    assert terminal.close() == 0


@pytest.mark.skipif(not COMPILED, reason="the first iteration takes long uncompiled")
def test_ctrl_c_ends_a_game_that_nobody_plays() -> None:
    terminal = Terminal("play", "orthodox", "--side", "none", "--seconds", "600")
    terminal.until("White to move")
    until_at_work(terminal.process.pid)
    terminal.type(CTRL_C)
    terminal.until("1. ")
    assert terminal.close() == 1


def test_input_that_never_ends_a_line_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("e" * (17 << 20)))
    with pytest.raises(OSError, match="more than 16 MB"):
        LineEditor(io.StringIO(), lambda text: []).ask("")


def test_a_change_of_level_leaves_the_clock_as_it_is() -> None:
    first, second = (EngineOpponent(level, 1, None, parse_clock("60")) for level in LEVELS[:2])
    first.choose(feerie.Game("rollerball"))
    second.take_over(first)
    assert 0 < second.left == first.left < 60


def test_commands_mean_one_thing_in_all_languages() -> None:
    """No two commands share a name, no command is a move, and the help names all."""
    names = [(alias, name) for words in LANGUAGES.values() for name in session.COMMANDS
             for alias in words.word(f"command: {name}").split("|")]
    assert len({alias for alias, _ in names}) == len(set(names))
    for words in LANGUAGES.values():
        assert all(words.sentence(f"play help: {name}") for name in session.COMMANDS)
    for alias, _ in names:
        with pytest.raises(feerie.Error):
            parse_uci(feerie.Position("orthodox"), alias)
