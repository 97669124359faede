"""The players that a command line can name.

    feerie[:OPTION=VALUE,...]           our engine: level, threads, hash (megabytes), seed (of a level's errors and
                                        of the moves of a book), book (a file of Polyglot), syzygy (a folder)
    random[:seed=N]   oneply[:seed=N]
    uci:COMMAND[,OPTION=VALUE,...]      a UCI program and its options
    xboard:COMMAND[,OPTION=VALUE,...]   a program of the XBoard protocol and its options

COMMAND is split into words as by a shell, but no shell sees it; in double quotes it may hold commas. Values may be
quoted, too. `name=TEXT` is what any player is called in records.
"""
from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

from feerie.base.errors import Message
from feerie.match.movers import OnePlyMover, RandomMover
from feerie.match.own_engine import OWN_OPTIONS, OwnEngine
from feerie.match.player import Player, PlayerError
from feerie.match.time_control import TimeControl
from feerie.match.uci_player import UciPlayer
from feerie.match.xboard_player import XboardPlayer
from feerie.rules.genre import Genre

__all__ = ["PlayerSpecification", "parse_player"]

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_COMMAND = re.compile(rf"(?:{_QUOTED}|[^,\"])+")
_ITEM = re.compile(rf",(?P<name>[^=,\"]+)=(?P<value>{_QUOTED}|[^,]*)")
_PROGRAMS = ("uci", "xboard")
_OPTIONS: Mapping[str, tuple[str, ...]] = {"feerie": OWN_OPTIONS, "random": ("seed",), "oneply": ("seed",)}


@dataclass(frozen=True)
class PlayerSpecification:
    """A player as it was requested. `text`: as written; `command`: of a program, its words, else empty."""

    text: str
    kind: str
    command: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    name: str = ""

    def open(self, genre: Genre, control: TimeControl, seed: str) -> Player:
        """The player; PlayerError if the genre, the time control or an option does not suit it.

        `seed`: of players who choose at random, unless they have one of their own. Programs are started by `begin`.
        """
        if self.kind == "uci":
            return UciPlayer(genre, self.command, self.options)
        if self.kind == "xboard":
            if control.nodes is not None:
                raise PlayerError("{}: the XBoard protocol has no limit by nodes", repr(self.text[:40]))
            return XboardPlayer(genre, self.command, self.options)
        if self.kind == "feerie":
            return OwnEngine(genre, self.options, seed)
        mover = RandomMover if self.kind == "random" else OnePlyMover
        return mover(genre, self.options.get("seed", seed))


def parse_player(text: str) -> PlayerSpecification:
    """The player that a text names; PlayerError if it names none.

    >>> parse_player('uci:stockfish,UCI_Elo=2300,Skill Level=20').options
    {'UCI_Elo': '2300', 'Skill Level': '20'}
    >>> parse_player('uci:"my engine" --log "a, b",name=mine').command
    ('my engine', '--log', 'a, b')
    """
    kind, colon, rest = text.partition(":")
    if kind in _PROGRAMS:
        found = _COMMAND.match(rest)
        if found is None or not found[0].strip():
            raise PlayerError("{} names no command", repr(text[:40]))
        try:
            command = tuple(shlex.split(found[0]))
        except ValueError as error:
            raise PlayerError("{}: {}", repr(text[:40]), Message(str(error).lower())) from None
        options = _options(text, rest[found.end():])
    elif kind in _OPTIONS:
        command, options = (), _options(text, f",{rest}" if colon else "")
        unknown = next((name for name in options if name not in (*_OPTIONS[kind], "name")), None)
        if unknown is not None:
            raise PlayerError("{} has no option {} (known: {})", kind, repr(unknown[:40]), ", ".join(_OPTIONS[kind]))
    else:
        raise PlayerError("{} is not a player (known: {})", repr(text[:40]), ", ".join((*_OPTIONS, *_PROGRAMS)))
    name = options.pop("name", "") or text
    return PlayerSpecification(text, kind, command, options, name)


def _options(text: str, rest: str) -> dict[str, str]:
    """The options of ",NAME=VALUE,NAME=VALUE"."""
    options: dict[str, str] = {}
    at = 0
    while at < len(rest):
        found = _ITEM.match(rest, at)
        if found is None:
            raise PlayerError("{}: expected OPTION=VALUE at {}", repr(text[:60]), repr(rest[at:].lstrip(",")[:40]))
        name, value = found["name"].strip(), found["value"]
        if value.startswith('"'):
            value = re.sub(r"\\(.)", r"\1", value[1:-1])
        if name in options:
            raise PlayerError("{}: {} is given twice", repr(text[:60]), name[:40])
        if any(ord(letter) < 32 for letter in value + name):
            raise PlayerError("{}: a control character in an option", repr(text[:60]))
        options[name] = value
        at = found.end()
    return options
