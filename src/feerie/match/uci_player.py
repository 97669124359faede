"""A program that speaks UCI as a player.

Source: the description of the universal chess interface, Meyer-Kahlen, April 2006. The options UCI_Variant, UCI_Elo,
UCI_LimitStrength and UCI_Chess960 as is usual.
"""
from __future__ import annotations

import re
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from feerie import genres
from feerie.base.errors import Message
from feerie.game.game import Game
from feerie.match.player import Allowance, Choice, Failure, Fault, PlayerError, Stopped
from feerie.match.process import EngineProcess
from feerie.match.program_player import POLL_SECONDS, READY_SECONDS, START_SECONDS, CpuWatch, ProgramPlayer
from feerie.match.uci_info import before_text, number_after, score_of
from feerie.rules.genre import Genre
from feerie.rules.side import Side

__all__ = ["UciPlayer"]

VARIANT = "UCI_Variant"
CHESS960 = "UCI_Chess960"
_OPTION = re.compile(r"option name (?P<name>.+?) type (?P<type>\w+)(?P<rest>.*)")
_BOUND = re.compile(r"\b(min|max) (-?\d+)")


@dataclass(frozen=True)
class _Option:
    """An option as the program declares it."""

    name: str
    type: str
    bounds: Mapping[str, int] = field(default_factory=dict)
    choices: tuple[str, ...] = ()

    def checked(self, value: str) -> str:
        """The value as it is sent; PlayerError if the option does not take it."""
        if self.type == "check" and value.lower() not in ("true", "false"):
            raise PlayerError("the option {} is true or false, not {}", self.name, repr(value[:40]))
        if self.type == "spin":
            number = int(value) if re.fullmatch(r"-?\d{1,18}", value) else None
            low, high = self.bounds.get("min"), self.bounds.get("max")
            if number is None or (low is not None and number < low) or (high is not None and number > high):
                raise PlayerError("the option {} is a number from {} to {}, not {}", self.name, low, high,
                                  repr(value[:40]))
        if self.type == "combo" and value not in self.choices:
            raise PlayerError("the option {} is one of {}, not {}", self.name, ", ".join(self.choices)[:200],
                              repr(value[:40]))
        return value.lower() if self.type == "check" else value


class UciPlayer(ProgramPlayer):
    """Plays by a UCI program. `options` are set once; UCI_Elo sets UCI_LimitStrength unless that is given too.

    Genres other than orthodox chess need a program that offers their name, or a name joined with "+", for UCI_Variant;
    if that is among the options, the program takes its value, whatever it offers.
    """

    def __init__(self, genre: Genre, command: Sequence[str], options: Mapping[str, str]) -> None:
        super().__init__(genre, command, options)
        self._known: dict[str, _Option] = {}

    def begin(self, number: int) -> None:
        """Start the program if it is not running; PlayerError if it does not start or lacks an option."""
        try:
            if self._process is None:
                self._start()
            self._send("ucinewgame")
            self.running.send("isready")
            self.running.wait_for("readyok", READY_SECONDS)
        except Failure as failure:
            self.close()
            raise PlayerError("{} is not a usable UCI program: {}", repr(self._command[0]), failure) from None
        except PlayerError:
            self.close()
            raise

    def has_option(self, name: str) -> bool:
        """Whether the program, which has been started, offers an option."""
        return name.lower() in self._known

    def _send(self, line: str) -> None:
        self.running.send(line)

    def _start(self) -> None:
        self._process = EngineProcess(self._command)
        self._send("uci")
        for line in self._process.wait_for("uciok", START_SECONDS):
            if found := _OPTION.match(line):
                rest = found["rest"]
                bounds = {name: int(value) for name, value in _BOUND.findall(rest)}
                option = _Option(found["name"], found["type"], bounds, tuple(rest.split(" var ")[1:]))
                self._known[option.name.lower()] = option
        wanted = dict(self._options)
        given = {name.lower() for name in wanted}
        if "uci_elo" in given and "uci_limitstrength" in self._known and "uci_limitstrength" not in given:
            wanted["UCI_LimitStrength"] = "true"
        if VARIANT.lower() not in given:
            wanted |= self._variant()
        elif offered := self._known.get(VARIANT.lower()):
            self._combined(offered)
        for name, value in wanted.items():
            known = self._known.get(name.lower())
            if known is None:
                raise PlayerError("{} has no option {}", repr(self._command[0]), repr(name[:40]))
            self._send(f"setoption name {known.name} value {known.checked(value)}")

    def _variant(self) -> dict[str, str]:
        """The option that chooses the genre, none if nothing needs to be chosen."""
        option, genre, chosen = self._known.get(VARIANT.lower()), self.genre, dict[str, str]()
        if CHESS960.lower() in self._known and (orthodox := genres.without_chess960(genre)) is not genre:
            genre, chosen = orthodox, {CHESS960: "true"}
        names = {name.casefold() for name in genre.all_names()}
        found = next((choice for choice in (option.choices if option else ()) if choice.casefold() in names), None)
        if found is not None:
            return {VARIANT: found} | chosen
        if genre == genres.ORTHODOX:
            return chosen
        if option is not None and (option.type == "string" or set(genre.name.split("+")) <= set(option.choices)):
            if option.type != "string":
                self._combined(option)
            return {VARIANT: genre.name} | chosen
        raise PlayerError("{} does not know the genre {}", repr(self._command[0]), self.genre.name)

    def _combined(self, option: _Option) -> None:
        """Take the names of a combined genre, joined, if the program knows each: UCI cannot list all combinations."""
        self._known[option.name.lower()] = _Option(option.name, "string")

    def prepare(self, game: Game, allowance: Allowance) -> None:
        """Wait until the program is ready; what it has printed before is dropped."""
        self._send("isready")
        self.running.wait_for("readyok", allowance.wait)

    def choose(self, game: Game, allowance: Allowance, stop: threading.Event) -> Choice:
        """The program's best move."""
        moves = " ".join(move.uci() for move in game.moves)
        self._send(f"position fen {game.start.fen()}{f' moves {moves}' if moves else ''}")
        self._send(_go(allowance, game.position.turn))
        process, nodes, score = self.running, None, None
        end, watch = time.monotonic() + allowance.wait, CpuWatch(process, allowance.cpu)
        while (left := end - time.monotonic()) > 0:
            if stop.is_set():
                raise Stopped
            line = process.receive(min(left, 0.1 if watch.is_over else POLL_SECONDS))
            if not watch.is_over and watch.has_ended():
                self._send("stop")
            words = line.split() if line else []
            if words[:1] == ["info"]:
                told = before_text(words)
                nodes = nodes if (count := number_after(told, "nodes")) is None else abs(count)
                score = (score_of(told) if number_after(told, "multipv") in (None, 1) else None) or score
            elif words[:1] == ["bestmove"]:
                return Choice(words[1].lower() if len(words) > 1 else "", nodes, score)
        raise Failure(Fault.TIME if allowance.clocks else Fault.HANGS,
                      Message("no bestmove in {} s", f"{allowance.wait:g}"))

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            with suppress(Failure):
                self._process.send("stop")
        super().close()


def _go(allowance: Allowance, side: Side) -> str:
    if allowance.clocks:
        white, black = allowance.clocks
        times = (white.seconds, black.seconds, white.increment, black.increment)
        moves = allowance.clocks[side].moves
        return "go " + " ".join(f"{name} {max(0, int(1000 * value))}" for name, value in zip(
            ("wtime", "btime", "winc", "binc"), times, strict=True)) + (f" movestogo {moves}" if moves else "")
    if allowance.nodes is not None:
        return f"go nodes {allowance.nodes}"
    if allowance.depth is not None:
        return f"go depth {allowance.depth}"
    return "go infinite" if allowance.cpu is not None else f"go movetime {int(1000 * (allowance.seconds or 0))}"
