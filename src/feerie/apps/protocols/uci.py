"""`feerie uci`: the engine for chess programs that speak UCI, the Universal Chess Interface (Kahlen and Meyer-Kahlen).

A command that is wrong has no effect, and one line `info string error: ...` says why. The other program waits for a
move after every `go`, however, so only those of its words that make no sense are ignored, each with such a line.
`UCI_Variant` is as in other engines for chess variants.
"""
from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from feerie import __version__
from feerie import genres as all_genres
from feerie.apps.protocols.dialogue import (
    USUAL_HASH,
    Dialogue,
    Quit,
    Refused,
    Search,
    first_position,
    move_of,
    number,
    opened_book,
    opened_syzygy,
    shown,
)
from feerie.apps.shell.candidates import genre_names
from feerie.apps.shell.programs import Program
from feerie.apps.shell.terminal import DONE, emit, find_genre, genre_file_option, json_option, status_line
from feerie.base.errors import Error
from feerie.engine.levels import LEVELS, Level, find_level, level_of_elo
from feerie.engine.net_file import read_net
from feerie.game.game import Game
from feerie.game.node import NULL_MOVE
from feerie.game.position import Position
from feerie.notation.variant_names import UCI_NAMES
from feerie.rules.genre import Genre
from feerie.rules.move import Move

if TYPE_CHECKING:
    from feerie.game.book import Book
    from feerie.game.engine import Analysis, Engine, Line
    from feerie.game.syzygy import Syzygy
    from feerie.game.tables import Tables

__all__ = ["uci"]

AUTHOR = "the Féerie developers"
LARGEST_HASH = 65536
NODES_WITHOUT_LIMIT = 20000
"""Nodes of the search for a move if `go mate` has found no mate, or no limit of `go` makes sense."""
ELO = tuple(level.elo for level in LEVELS if level.elo is not None)
"""What UCI_Elo refers to, see docs/playing.md."""
MAKES_ENGINE = ("Hash", "Threads", "Level", "UCI_LimitStrength", "UCI_Elo", "UCI_AnalyseMode",
                "Evaluation", "EvalFile", "TablesPath", "SyzygyPath", "Book")
"""Options whose change requires a new engine."""
EVALUATIONS = ("net", "tables")
"""What the engine evaluates positions by, see Engine."""
NO_FILE = "<empty>"
"""How UCI writes an empty string."""
USUAL_TABLES = "<usual>"
"""The value of TablesPath for the tables of the package, and those in the folder of the user's data."""
OVERHEAD = "Move Overhead"
"""The option for the milliseconds lost with each move on the way to a server, as other engines call it."""
LARGEST_OVERHEAD = 10000
LARGEST_LIMIT = 10**12
"""More milliseconds or nodes than anybody asks for."""


@dataclass(frozen=True)
class Option:
    """An option as the protocol declares it. `default` is None for a button; `low` and `high` are those of a spin."""

    name: str
    kind: str
    default: str | None = None
    low: int = 0
    high: int = 0
    values: tuple[str, ...] = ()

    def declaration(self) -> str:
        """The line that declares it."""
        text = f"option name {self.name} type {self.kind}"
        text += f" default {self.default}" if self.default is not None else ""
        text += f" min {self.low} max {self.high}" if self.kind == "spin" else ""
        return text + "".join(f" var {value}" for value in self.values)

    def document(self) -> dict[str, Any]:
        """The JSON form."""
        limits = {"min": self.low, "max": self.high} if self.kind == "spin" else {}
        return {"name": self.name, "type": self.kind, "default": self.default, **limits,
                **({"values": list(self.values)} if self.values else {})}

    def read(self, text: str) -> Any:
        """A value of the option: int, bool or str; Refused if it has no such value."""
        if self.kind == "spin":
            return number(text, self.name, self.low, self.high)
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise Refused("{}: expected true or false, found {}", self.name, repr(shown(text, 30)))
            return text.lower() == "true"
        return text


def options() -> tuple[Option, ...]:
    """All options."""
    return (
        Option("Hash", "spin", str(USUAL_HASH), 1, LARGEST_HASH),
        Option("Threads", "spin", "1", 1, 256),
        Option("MultiPV", "spin", "1", 1, 256),
        Option("Ponder", "check", "false"),
        Option("Clear Hash", "button"),
        Option(OVERHEAD, "spin", "0", 0, LARGEST_OVERHEAD),
        Option("UCI_Variant", "combo", UCI_NAMES.of(all_genres.ORTHODOX), values=UCI_NAMES.all()),
        Option("UCI_Chess960", "check", "false"),
        Option("UCI_AnalyseMode", "check", "false"),
        Option("Level", "combo", LEVELS[-1].name, values=tuple(level.name for level in LEVELS)),
        Option("UCI_LimitStrength", "check", "false"),
        Option("UCI_Elo", "spin", str(ELO[-1]), ELO[0], ELO[-1]),
        Option("Evaluation", "combo", EVALUATIONS[0], values=EVALUATIONS),
        Option("EvalFile", "string", NO_FILE),
        Option("TablesPath", "string", USUAL_TABLES),
        Option("SyzygyPath", "string", NO_FILE),
        Option("Book", "string", NO_FILE),
    )


@dataclass
class Uci(Dialogue):
    """A dialogue in UCI. `genre`: the rules that are played, `variant`: those that UCI_Variant names. `played`: the
    moves of the game as the last `position` named them, from `start` on.
    """

    genre: Genre = all_genres.ORTHODOX
    variant: Genre = field(init=False)
    values: dict[str, Any] = field(default_factory=dict)
    start: Position = field(init=False)
    game: Game = field(init=False)
    played: list[str] = field(default_factory=list)
    _engine: Engine | None = None

    def __post_init__(self) -> None:
        self.values = {option.name: option.read(option.default) for option in options() if option.default is not None}
        self.variant = self.genre
        self._set_up(first_position(self.genre))

    def _set_up(self, start: Position) -> None:
        self.start, self.game, self.played = start, Game(start.genre, start), []

    @property
    def engine(self) -> Engine:
        """The engine, made when it is first needed and after a change of its options."""
        if self._engine is None:
            from feerie.game.engine import Engine

            self._engine = Engine(hash_mb=self.values["Hash"], threads=self.values["Threads"], level=self.level,
                                  evaluation=self.evaluation, tables=self.tables, syzygy=self.syzygy, book=self.book)
        return self._engine

    @property
    def syzygy(self) -> Syzygy | None:
        """The tables of Syzygy in the folders that are named."""
        return None if self.values["SyzygyPath"] in ("", NO_FILE) else opened_syzygy(self.values["SyzygyPath"])

    @property
    def book(self) -> Book | None:
        """The book that is named; none in analysis."""
        file = self.values["Book"]
        return None if file in ("", NO_FILE) or self.values["UCI_AnalyseMode"] else opened_book(file)

    @property
    def tables(self) -> Tables | None:
        """The endgame tables of the folder that is named."""
        from feerie.game.tables import Tables

        folder = self.values["TablesPath"]
        return None if folder in ("", NO_FILE) else Tables(None if folder == USUAL_TABLES else folder)

    @property
    def level(self) -> Level:
        """The level of the engine: full strength in analysis, whatever is asked for."""
        if self.values["UCI_AnalyseMode"]:
            return LEVELS[-1]
        return level_of_elo(self.values["UCI_Elo"]) if self.values["UCI_LimitStrength"] else \
            find_level(self.values["Level"])

    @property
    def evaluation(self) -> str | Path:
        """What the engine evaluates by: the file of a net where one is named, else "net" or "tables"."""
        file = self.values["EvalFile"]
        return str(self.values["Evaluation"]) if file in ("", NO_FILE) else Path(file)

    # ---------------------------------------------------------------------------------------------- commands

    def obey(self, line: str) -> None:
        """Do what a line says; unknown words before a command are skipped, as the protocol demands."""
        words = line.split()
        at = next((at for at, word in enumerate(words) if word in COMMANDS), None)
        if at != 0:
            self.complain(f"unknown command {shown(words[0], 30)!r}", line)
        if at is not None and all(word.isascii() for word in words[:at]):       # else the line is garbled
            COMMANDS[words[at]](self, words[at + 1:])

    def complain(self, message: str, line: str) -> None:
        """Report an error."""
        self.say(f"info string error: {message}")

    def introduce(self, _: list[str]) -> None:
        """Answer `uci`: name and options."""
        self.say(f"id name Feerie {__version__}")
        self.say(f"id author {AUTHOR}")
        for option in options():
            self.say(option.declaration())
        self.say("uciok")

    def ready(self, _: list[str]) -> None:
        """Answer `isready`, when everything is made that would otherwise be made while the clock runs."""
        if self.search is None:
            self.prepare(self.game.position)
        self.say("readyok")

    def take_usual_hash(self, reason: str) -> None:
        self.complain(reason, "")
        self.values["Hash"], self._engine = USUAL_HASH, None

    def ignore(self, _: list[str]) -> None:
        """Commands that require nothing."""

    def quit(self, _: list[str]) -> None:
        """Leave."""
        raise Quit

    def new_game(self, _: list[str]) -> None:
        """Forget what earlier searches found."""
        self.settle("ucinewgame")
        if self._engine is not None:
            self._engine.clear()

    def set_option(self, words: list[str]) -> None:
        """Set an option: name NAME [value VALUE]."""
        self.settle("setoption")
        if words[:1] != ["name"]:
            raise Refused("setoption: expected name")
        at = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:at]), " ".join(words[at + 1:])
        option = next((option for option in options() if option.name.lower() == name.lower()), None)
        if option is None:
            raise Refused("no option is called {}", repr(shown(name, 40)))
        if option.kind == "button":
            self.new_game([])
        elif option.name == "UCI_Variant":
            self.set_genre(UCI_NAMES.find(value), chess960=self.values["UCI_Chess960"])
        elif option.name == "UCI_Chess960":
            self.set_genre(self.variant, chess960=bool(option.read(value)))
        else:
            self.values[option.name] = self.read(option, value)
            if option.name in MAKES_ENGINE:
                self._engine = None

    def read(self, option: Option, text: str) -> Any:
        """A value for an option; Refused or Error if it has no such value."""
        if option.name == "Level":
            return find_level(text).name
        if option.name == "Evaluation" and text not in EVALUATIONS:
            raise Refused("Evaluation: expected {}, found {}", " or ".join(EVALUATIONS), repr(shown(text, 30)))
        if option.name == "EvalFile" and text not in ("", NO_FILE):
            read_net(Path(text))
        if option.name == "Book" and text not in ("", NO_FILE):
            opened_book(text).close()
        if option.name == "SyzygyPath" and text not in ("", NO_FILE):
            opened_syzygy(text).close()
        return option.read(text)

    def set_genre(self, variant: Genre, *, chess960: bool) -> None:
        """Change the rules, and tell the board; `chess960`: they have the castling of Chess960 besides."""
        genre = all_genres.with_chess960(variant) if chess960 else variant
        start = first_position(genre)
        if self._engine is not None and genre != self.genre:
            self._engine.clear()
        self.genre, self.variant, self.values["UCI_Chess960"] = genre, variant, chess960
        self._set_up(start)
        board = genre.board
        self.say(f"info string variant {UCI_NAMES.of(genre)} files {board.files} ranks {board.ranks} pocket 0 "
                 f"template fairy{f' startpos {start.fen()}' if genre.start else ''}")

    def set_position(self, words: list[str]) -> None:
        """Set the position: startpos or fen FEN, then moves MOVE..."""
        self.settle("position")
        at = words.index("moves") if "moves" in words else len(words)
        if words[:1] == ["fen"]:
            start = Position(self.genre, " ".join(words[1:at]))
        elif words[:at] == ["startpos"]:
            start = Position(self.genre)
        else:
            raise Refused("position: expected startpos or fen")
        if not start.is_valid():
            raise Refused("the diagram is {}", status_line(start, start.status()))
        moves = words[at + 1:]
        extends = start == self.start and moves[:len(self.played)] == self.played
        game = self.game if extends else Game(self.genre, start)
        known = len(self.played) if extends else 0
        try:
            for count, text in enumerate(moves[known:], known + 1):
                try:
                    if text == NULL_MOVE:
                        game.push_null()
                    else:
                        game.push(move_of(game.position.beyond_move_rule(), text))
                except Error as error:
                    raise Refused("move {}: {}", count, error) from None
        except Refused:
            while len(game) > known:
                if game.node.is_null:
                    game.pop_null()
                else:
                    game.pop()
            raise
        self.start, self.game, self.played = start, game, moves

    def go(self, words: list[str]) -> None:
        """Search, within the limits that follow."""
        if words[:1] == ["perft"]:
            self.perft(words[1:])
            return
        self.settle("go")
        began = time.monotonic()
        self.prepare(self.game.position)
        position = self.game.position.beyond_move_rule()
        asked = self._limits(words, round(1000 * (time.monotonic() - began)))
        held = "infinite" in words or "ponder" in words
        subject = position if self.game.outcome() else self.game     # a draw that the other program has not noticed
        search = Search(self.engine, subject, {**asked, "multipv": self.values["MultiPV"]}, held)
        if not position.legal_moves:
            score = "cp 0" if position.outcome() and not position.status().winner else "mate 0"
            self.say(f"info depth 0 score {score}")
            search.finished = True
            self.search = search
            if not held:
                self.release()
            return
        self.begin(search)

    def _limits(self, words: list[str], spent: int) -> dict[str, Any]:
        """The arguments of the search, from the words after `go`; `spent`: milliseconds since they came."""
        from feerie.game.engine import Clock

        given, wrong = _parameters(words)
        moves = self._moves(given["searchmoves"], wrong) if "searchmoves" in given else None
        asked: dict[str, Any] = {key: given[key] for key in ("depth", "nodes", "mate") if key in given}
        overhead = self.values[OVERHEAD] + spent
        if "movetime" in given:
            asked["seconds"] = max(given["movetime"] - overhead, 1) / 1000
        side = self.game.position.turn[0]
        if f"{side}time" in given and "movetime" not in given:
            left, increment = given[f"{side}time"] - overhead, given.get(f"{side}inc", 0)
            asked["clock"] = Clock(max(left, 1) / 1000, max(increment, 0) / 1000, given.get("movestogo"))
        if wrong and not asked and not any(word in given for word in ALONE):
            asked["nodes"] = NODES_WITHOUT_LIMIT
        if moves:
            asked["moves"] = moves
        if "ponder" in given:
            asked["ponder"] = True
        for message in wrong:
            self.complain(message, "")
        return asked

    def _moves(self, texts: list[str], wrong: list[str]) -> tuple[Move, ...]:
        """The legal moves of `searchmoves`; what is wrong with others is added to `wrong`."""
        moves = []
        for text in texts:
            try:
                moves.append(move_of(self.game.position.beyond_move_rule(), text))
            except Error as error:
                wrong.append(f"go searchmoves: {error}")
        if not texts:
            wrong.append("go searchmoves: no moves")
        return tuple(moves)

    def stop(self, _: list[str]) -> None:
        """End the search and report its result."""
        if self.search is not None:
            if not self.search.finished:
                self.search.stop()
            self.release()

    def ponder_hit(self, _: list[str]) -> None:
        """The move that was pondered on has been played: the clock runs."""
        if self.search is not None:
            if not self.search.finished:
                self.search.engine.ponder_hit()
            self.release()

    def show(self, _: list[str]) -> None:
        """Show the board."""
        position = self.game.position
        for row in f"{position}\nFen: {position.fen()}\nKey: {position.key:016X}".splitlines():
            print(row, flush=True)

    def perft(self, words: list[str]) -> None:
        """Count the lines of so many moves, by first move."""
        from feerie.kernel.perft import MAX_PERFT_DEPTH

        self.settle("perft")
        depth = number(words[0] if words else "", "perft", 1, MAX_PERFT_DEPTH)
        found = self.game.position.divide(depth, threads=self.values["Threads"])
        for text, leaves in found.items():
            self.say(f"{text}: {leaves}")
        self.say(f"Nodes searched: {sum(found.values())}")

    # ------------------------------------------------------------------------------------------------ answers

    def report(self, search: Search, analysis: Analysis) -> None:
        """Report the lines of an iteration."""
        for rank, line in enumerate(analysis.lines, 1):
            self.say(_info(analysis, rank, line))

    def conclude(self, search: Search) -> None:
        """Report the best move."""
        if search.failure:
            self.complain(shown(search.failure, 300), "")
        if "mate" in search.options and not (search.latest and search.latest.best) and not search.failure:
            self.say(f"info string no mate in {search.options['mate']}")
            self.begin(Search(search.engine, search.subject, {"nodes": NODES_WITHOUT_LIMIT}))
            return
        best = search.best()
        ponder = search.latest.ponder if search.latest and search.latest.best else None
        self.say(f"bestmove {best.uci() if best else '(none)'}" + (f" ponder {ponder.uci()}" if ponder else ""))


def _info(analysis: Analysis, rank: int, line: Line) -> str:
    """A line of an iteration in the syntax of the protocol."""
    score = line.score
    value = f"cp {score.centipawns}" if score.centipawns is not None else f"mate {score.mate}"
    return (f"info depth {analysis.depth} seldepth {analysis.selective_depth} multipv {rank} score {value} "
            f"nodes {analysis.nodes} nps {analysis.speed} hashfull {analysis.hash_full} "
            f"time {round(analysis.seconds * 1000)} pv {' '.join(move.uci() for move in line.moves)}")


TIME = (-LARGEST_LIMIT, LARGEST_LIMIT)
NUMBERS = {"wtime": TIME, "btime": TIME, "winc": TIME, "binc": TIME, "movestogo": (1, 10000),
           "movetime": (0, LARGEST_LIMIT), "depth": (1, 1000), "nodes": (1, LARGEST_LIMIT), "mate": (1, 500)}
"""The parameters of `go` that take a number, each with its limits."""
ALONE = ("infinite", "ponder")


def _parameters(words: list[str]) -> tuple[dict[str, Any], list[str]]:
    """The parameters of `go` by name (numbers, True, the moves of `searchmoves`), and what is wrong with them."""
    found: dict[str, Any] = {}
    wrong = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in ALONE:
            found[word] = True
        elif word == "searchmoves":
            begin = at
            while at < len(words) and words[at] not in NUMBERS and words[at] not in ALONE:
                at += 1
            found[word] = words[begin:at]
        elif word in NUMBERS:
            try:
                found[word] = number(words[at] if at < len(words) else "", f"go {word}", *NUMBERS[word])
            except Refused as error:
                wrong.append(str(error))
            at += 1
        else:
            wrong.append(f"go: unknown word {shown(word, 30)!r}")
    return found, wrong


COMMANDS: dict[str, Callable[[Uci, list[str]], None]] = {
    "uci": Uci.introduce, "isready": Uci.ready, "ucinewgame": Uci.new_game, "setoption": Uci.set_option,
    "position": Uci.set_position, "go": Uci.go, "stop": Uci.stop, "ponderhit": Uci.ponder_hit, "quit": Uci.quit,
    "debug": Uci.ignore, "register": Uci.ignore, "d": Uci.show, "perft": Uci.perft,
}


@click.command(cls=Program, short_help="Speak UCI with a chess program.")
@genre_file_option
@click.option("--genre", callback=find_genre, shell_complete=genre_names, default="orthodox", show_default=True,
              help="The rules to begin with; UCI_Variant changes them.")
@json_option
def uci(genre: Genre, as_json: bool) -> int:
    """Play and analyse for a chess program that speaks UCI; it starts this command itself.

    With --json the options are written and the program ends.

    \b
    Example:
      feerie uci --genre rollerball
    """
    if as_json:
        declared = [option.document() for option in options()]
        emit({"name": f"Feerie {__version__}", "author": AUTHOR, "options": declared})
        return DONE
    Uci(genre=genre).run()
    return DONE
