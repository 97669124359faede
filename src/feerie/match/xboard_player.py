"""A program that speaks the protocol of XBoard as a player.

Source: Mann and Muller, "Chess Engine Communication Protocol", version 2.
"""
from __future__ import annotations

import math
import re
import threading
import time
from collections.abc import Mapping, Sequence

from feerie import genres
from feerie.base.errors import Message
from feerie.game.game import Game
from feerie.game.status import result_of
from feerie.match.player import Allowance, Choice, Failure, Fault, PlayerError, Stopped
from feerie.match.process import EngineProcess
from feerie.match.program_player import POLL_SECONDS, READY_SECONDS, START_SECONDS, CpuWatch, ProgramPlayer
from feerie.notation.variant_names import XBOARD_NAMES, xboard_move
from feerie.rules.genre import Genre
from feerie.rules.side import Side

__all__ = ["XboardPlayer"]

FEATURE_SECONDS = 2.0
"""How long a program may take to announce its features if it never says that it is done."""
_FEATURE = re.compile(r'(?<![\w-])([\w-]++)=("[^"]*"|\S+)')


class XboardPlayer(ProgramPlayer):
    """Plays by a program of the XBoard protocol. `options`: those that the program announces by `feature option`, and
    `memory` and `cores` if it has these features.

    A move is "move MOVE", or "NUMBER. ... MOVE" as GNU Chess writes it, which XBoard reads too.

    There is no limit by positions in this protocol. If processor time is limited, the program is sent `?`.
    """

    notation = "any"

    def __init__(self, genre: Genre, command: Sequence[str], options: Mapping[str, str]) -> None:
        super().__init__(genre, command, options)
        self._features: dict[str, str] = {}
        self._known: dict[str, str] = {}
        self._told: int | None = None       # how many moves the program knows; None if not even the start
        self._pings = 0

    def begin(self, number: int) -> None:
        """Start the program if it is not running, and begin a game; PlayerError if that cannot be done."""
        try:
            if self._process is None or self._features.get("reuse") == "0":
                self.close()
                self._start()
            send = self.running.send
            send("new")
            if self.genre != genres.ORTHODOX:
                send(f"variant {XBOARD_NAMES.of(self.genre)}")
            for line in ("force", "easy", "nopost"):
                send(line)
            for name, value in self._options.items():
                send(f"{name} {value}" if name in ("memory", "cores") else f"option {self._known[name]}={value}")
            self._told = None
            self.ping(READY_SECONDS)
        except Failure as failure:
            self.close()
            raise PlayerError("{} is not a usable XBoard program: {}", repr(self._command[0]), failure) from None
        except PlayerError:
            self.close()
            raise

    def _start(self) -> None:
        self._process = EngineProcess(self._command)
        self._features, self._known = {}, {}
        self._process.send("xboard")
        self._process.send("protover 2")
        self._read_features()
        if not self._features:              # GNU Chess 6 announces them when the next command comes
            self._process.send("new")
            self._read_features()
        variants = self._features.get("variants", "normal").split(",")
        if self.genre != genres.ORTHODOX and XBOARD_NAMES.of(self.genre) not in variants:
            raise PlayerError("{} does not know the genre {}", repr(self._command[0]), self.genre.name)
        for name in self._options:
            if name not in self._known and not (name == "memory" and self._features.get("memory") == "1") \
                    and not (name == "cores" and self._features.get("smp") == "1"):
                raise PlayerError("{} has no option {}", repr(self._command[0]), repr(name[:40]))

    def _read_features(self) -> None:
        """Read what the program announces, until it is done or silent for too long."""
        end = time.monotonic() + FEATURE_SECONDS
        while self._features.get("done") != "1" and (left := end - time.monotonic()) > 0:
            line = self.running.receive(left) or ""
            if line.startswith("feature "):
                end = max(end, time.monotonic() + START_SECONDS) if "done=0" in line else end
                self._take_features(line)

    def _take_features(self, line: str) -> None:
        for name, value in _FEATURE.findall(line[len("feature "):]):
            plain = value.strip('"')
            if name == "option":
                option = re.split(r"(?<!\s)\s+-", plain, maxsplit=1)[0]
                self._known[option] = option
            else:
                self._features[name] = plain
            if name != "done":
                self.running.send(f"accepted {name}")

    def ping(self, seconds: float) -> None:
        """Wait until the program has done all that it was told, if it can say so."""
        if self._features.get("ping") == "1":
            self._pings += 1
            self.running.send(f"ping {self._pings}")
            end = time.monotonic() + seconds
            while (left := end - time.monotonic()) > 0:
                line = self.running.receive(left) or ""
                _check_refusal(line.split())
                if line == f"pong {self._pings}":
                    return
            raise Failure(Fault.HANGS, Message("no pong in {} s", f"{seconds:g}"))

    def prepare(self, game: Game, allowance: Allowance) -> None:
        """Tell the program what it does not know yet: the start, the time control, and the moves of the other side."""
        send = self.running.send
        if self._told is None:
            if game.start.fen() != self.genre.start:
                send(f"setboard {game.start.fen()}")
            send(_time_control(game, allowance))
            self._told = 0
        for move in game.moves[self._told:]:
            send(f"usermove {xboard_move(move)}" if self._features.get("usermove") == "1" else xboard_move(move))
        self._told = len(game)
        if allowance.clocks:
            own, other = allowance.clocks if game.position.turn == Side.WHITE else allowance.clocks[::-1]
            send(f"time {int(100 * own.seconds)}")
            send(f"otim {int(100 * other.seconds)}")
        self.ping(allowance.wait)

    def choose(self, game: Game, allowance: Allowance, stop: threading.Event) -> Choice:
        """The program's move."""
        process = self.running
        process.send("go")
        end, watch = time.monotonic() + allowance.wait, CpuWatch(process, allowance.cpu)
        while (left := end - time.monotonic()) > 0:
            if stop.is_set():
                raise Stopped
            words = (process.receive(min(left, 0.1 if watch.is_over else POLL_SECONDS)) or "").split()
            if not watch.is_over and watch.has_ended():
                process.send("?")
            if (words[:1] == ["move"] and len(words) > 1) or (len(words) == 3 and words[1] == "..."):
                process.send("force")
                self._told = len(game) + 1
                return Choice(words[-1] if words[1] == "..." else words[1])
            if words[:1] == ["resign"] or words[:1] == [result_of(game.position.turn.other)]:
                raise Failure(Fault.RESIGNED)
            _check_refusal(words)
        raise Failure(Fault.TIME if allowance.clocks else Fault.HANGS,
                      Message("no move in {} s", f"{allowance.wait:g}"))


def _check_refusal(words: Sequence[str]) -> None:
    """Failure if the program refuses the move it was sent: "Illegal move (reason): MOVE"."""
    if words[:1] == ["Illegal"] and words[1:2] and words[1].startswith("move"):
        raise Failure(Fault.REFUSES, " ".join(words)[:80])


def _time_control(game: Game, allowance: Allowance) -> str:
    """The command that says how the program may use its time; once per game."""
    if allowance.clocks:
        own = allowance.clocks[game.position.turn]
        made = sum(position.turn == game.position.turn for position in game.positions[:-1])
        minutes, seconds = divmod(int(own.seconds), 60)
        return f"level {own.moves + made if own.moves else 0} {minutes}:{seconds:02} {own.increment:g}"
    if allowance.depth is not None:
        return f"sd {allowance.depth}"
    if allowance.cpu is not None:
        return f"st {math.ceil(10 * allowance.cpu) + 1}"        # "?" comes long before
    return f"st {allowance.seconds:g}"
