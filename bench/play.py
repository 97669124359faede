"""Matches of the engine against others: the numbers it is measured by.

    python bench/play.py                        lists the rows
    python bench/play.py ROW... [--games N]     plays them, one after another; "all" for every row that can be played
    python bench/play.py one-ply --games 20     a row's name, or the beginning of several

Each row is kept in a file in --folder and goes on from there, so a run may be stopped at any time, and a larger --games
adds to what was played. Programs that are missing (Stockfish, Jocly) make their rows "not run". Jocly: npm package
`jocly`, its folder named by the environment variable JOCLY (bench/jocly_player.mjs). The bot of COL333: its program
named by the environment variable COL333 (bench/col333_player.py). Processor times are measured; the row of two threads
needs two cores for itself.
"""
from __future__ import annotations

import argparse
import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path

from course_rollerball import COURSE_ROLLERBALL
from self_play import Player as SearchPlayer
from self_play import openings, play

from feerie.base.errors import Error
from feerie.engine.levels import LEVELS
from feerie.engine.net_file import net_of
from feerie.engine.search import MATE_SCORE
from feerie.game.engine import Engine
from feerie.game.position import Position
from feerie.genres import GENRES, find
from feerie.match.match import Match, Standing
from feerie.match.openings import MadeOpenings
from feerie.match.own_engine import OwnEngine, balanced_by_engine
from feerie.match.player import Player
from feerie.match.players import PlayerSpecification, parse_player
from feerie.match.record import MatchRecord
from feerie.match.referee import GameRecord
from feerie.match.statistics import Sprt
from feerie.match.time_control import TimeControl
from feerie.match.uci_player import UciPlayer
from feerie.notation.fen import write
from feerie.problems.problem import Problem
from feerie.rules.board import WHITE
from feerie.rules.genre import Genre
from feerie.solving.solve import solve

FOLDER = Path(__file__).parent
COMBINATIONS = ("rokagogo+rex-multiplex", "roque+siamois")
STOCKFISH = shutil.which("stockfish") or "/usr/games/stockfish"
JOCLY = f'uci:node "{FOLDER / "jocly_player.mjs"}",Level=strong,name=jocly'
COL333 = f'uci:"{sys.executable}" "{FOLDER / "col333_player.py"}",Clock=20000,name=col333'

PLAIN_CASTLINGS = "feerie with plain castlings"
"""A player of the bench: the engine with Engine.plain_castlings."""


class PlainCastlings(PlayerSpecification):
    """PLAIN_CASTLINGS as a player that a match can open."""

    def open(self, genre: Genre, control: TimeControl, seed: str) -> Player:
        """Our engine, whose castlings are ordered as ordinary king moves."""
        player = OwnEngine(genre, self.options)
        player._engine.plain_castlings = True
        return player


class StartedAnewPlayer(UciPlayer):
    """A UCI program that is started for every game."""

    def begin(self, number: int) -> None:
        """End it, and start it again."""
        self.close()
        super().begin(number)


class StartedAnew(PlayerSpecification):
    """A UCI program that keeps from game to game what it should forget, or all the memory it has used."""

    def open(self, genre: Genre, control: TimeControl, seed: str) -> Player:
        """The program, started for every game."""
        return StartedAnewPlayer(genre, self.command, self.options)


@dataclass(frozen=True)
class Row:
    """A match to be measured. `least`: the score that is wanted, of 1; None if the sequential test decides.

    `ratio`: what else is shown, "cpu" (ours to theirs, per move) or "nodes" (ours to theirs, per second), or nothing.
    `anew`: the second player, a UCI program, is started for every game. `needs`: an environment variable.
    """

    name: str
    first: str
    second: str
    genre: str
    control: TimeControl
    least: float | None
    games: int = 200
    sprt: Sprt | None = None
    ratio: str = ""
    anew: bool = False
    needs: str = ""


MATCHES = (
    *(Row(f"one-ply {name}", "feerie", "oneply", name, TimeControl(nodes=5000), 0.99)
      for name in (*(genre.name for genre in GENRES), *COMBINATIONS)),
    Row("stockfish", "feerie", f'uci:"{STOCKFISH}",UCI_Elo=2300,name=stockfish', "orthodox",
        TimeControl(cpu=0.1), 0.5, ratio="cpu"),
    Row("jocly", "feerie", JOCLY, "rollerball", TimeControl(cpu=0.05, patience=300), 0.99, ratio="cpu"),
    Row("col333", "feerie", COL333, COURSE_ROLLERBALL.name, TimeControl(cpu=0.032, patience=300), 0.95, ratio="cpu",
        anew=True, needs="COL333"),
    *(Row(f"threads {name}", "feerie:threads=2", "feerie", name, TimeControl(seconds=0.1, margin=5), None, 1000,
          Sprt(0, 30), "nodes") for name in ("rollerball", "orthodox")),
    *(Row(f"ladder {name} {above.name}", f"feerie:level={above.name}", f"feerie:level={below.name}", name,
          TimeControl(nodes=60_000), 0.6, 80)
      for name in ("orthodox", "rollerball", "rokagogo") for below, above in pairwise(LEVELS)),
    *(Row(f"anchor {level} {elo}", f"feerie:level={level}", f'uci:"{STOCKFISH}",UCI_Elo={elo},name=stockfish',
          "orthodox", TimeControl(nodes=20_000), None, 40)
      for level, elo in (("strong", 1350), ("expert", 1600), ("master", 1900))),
    *(Row(f"castlings {name}", "feerie", PLAIN_CASTLINGS, name, TimeControl(nodes=3000), None, 1000, Sprt(0, 30))
      for name in ("roque", "rokagogo", "platzwechselrochade", "platzwechselrochade-popeye")),
)


@dataclass(frozen=True)
class Speed:
    """Positions per second of CPU time, in the positions after some openings. `least`: what is wanted, in millions.

    `evaluation`: by the "tables" of the genre or its "net".
    """

    name: str
    genre: str
    least: float
    evaluation: str

    OPENINGS = 4
    NODES = 300_000

    def measure(self) -> str:
        """A row of the table."""
        openings = MadeOpenings(find(self.genre), "speed", 8, balanced_by_engine())
        engine, nodes, seconds = Engine(hash_mb=64, evaluation=self.evaluation), 0, 0.0
        for number in range(self.OPENINGS):
            game = openings[number].game(find(self.genre))
            engine.search(game, depth=1)    # makes the tables of the genre, and touches the memory, outside the time
            engine.clear()
            began = time.process_time()
            nodes += engine.search(game, nodes=self.NODES).nodes
            seconds += time.process_time() - began
        speed = nodes / seconds / 1e6
        return f"{self.name:34}  {speed:.2f} million positions a second  wanted {self.least}: " \
               f"{'reached' if speed >= self.least else 'missed'}"


@dataclass(frozen=True)
class SelfPlay:
    """Games of the engine against itself, every move looked up among those of tests/reference.py.

    One side plays a level below full strength, so that an opening gives two games. `moves`: how many are wanted, in
    all games; identical games count once.
    """

    name: str
    genre: str
    moves: int = 100_000

    def measure(self, record: MatchRecord) -> str:
        """A row of the table: the moves of a record checked again, by the slow reference."""
        sys.path.append(str(FOLDER.parent / "tests"))
        from reference import reference

        checked, illegal = 0, []
        different = {(game.fen, tuple(game.moves)): game for game in record.games.values()}
        for game in different.values():
            board = reference(self.genre, game.fen)
            for text in game.moves:
                checked += 1
                if text not in board.moves():
                    illegal.append(f"game {game.number}: {text}")
                    break
                board = board.play(text)
        return f"{self.name:34}  {checked} moves checked, {len(illegal)} illegal {' '.join(illegal[:3])}" \
               f"  wanted {self.moves}, 0"


@dataclass(frozen=True)
class Mates:
    """Mates in 3 to 5 at the ends of games of the engine against itself: `go mate` and the solver, by CPU time.

    Only mates that the solver proves count.
    """

    name: str
    genre: str

    SHORTEST, LONGEST, GAMES, NODES = 3, 5, 40, 2000
    RATIO = 3.0

    def problems(self) -> Iterator[tuple[Position, int]]:
        """Positions in which a search has seen a mate of such a length."""
        genre = find(self.genre)
        player = SearchPlayer(genre, 16, nodes=self.NODES)
        for line in islice(openings(genre, f"mates {genre.name}"), self.GAMES):
            last = play(genre, line, (player, player))[1][-1]
            length = (MATE_SCORE - last.score + 1) // 2
            if last.setup.turn == WHITE and self.SHORTEST <= length <= self.LONGEST:
                yield Position(genre, write(genre, last.setup)), length

    def measure(self) -> str:
        """A row of the table: how many were found, and the times."""
        proved = found = 0
        solver = ours = 0.0
        for position, length in self.problems():
            began = time.process_time()
            solution = solve(Problem(position.genre, write(position.genre, position.setup), f"#{length}"),
                             threads=1, hash_mb=64)
            if not solution.keys:
                continue
            proved += 1
            solver += time.process_time() - began
            began = time.process_time()
            mate = Engine(hash_mb=1).search(position, mate=length).score
            ours += time.process_time() - began
            found += mate is not None and mate.mate is not None and 0 < mate.mate <= length
        return f"{self.name:34}  {found} of {proved} found, {ours:.2f} s, the solver {solver:.2f} s  wanted all, " \
               f"at most {self.RATIO:g} times the time: " \
               f"{'reached' if 0 < proved == found and ours <= self.RATIO * solver else 'missed'}"


WANTED_SPEEDS = {"rollerball": 4.5, "orthodox": 3.8}
"""Millions of positions per second from the tables; SLOWEST for other genres, half with a net."""
SLOWEST = 2.0
SPEEDS = tuple(Speed(f"speed {genre.name} {evaluation}", genre.name,
                     WANTED_SPEEDS.get(genre.name, SLOWEST) / (1 + (evaluation == "net")), evaluation)
               for genre in GENRES for evaluation in ("tables", "net")
               if evaluation == "tables" or net_of(genre) is not None)
SELF_PLAY = tuple(SelfPlay(f"self-play {genre.name}", genre.name) for genre in GENRES)
MATES = tuple(Mates(f"mates {name}", name) for name in (*(genre.name for genre in GENRES), *COMBINATIONS))
ROWS: tuple[Row | Speed | SelfPlay | Mates, ...] = (*SPEEDS, *MATCHES, *SELF_PLAY, *MATES)


def match_of(row: Row, games: int | None) -> Match:
    """The match of a row."""
    genre = COURSE_ROLLERBALL if row.genre == COURSE_ROLLERBALL.name else find(row.genre)
    openings = MadeOpenings(genre, "bench", 6, balanced_by_engine())
    second = PlainCastlings(row.second, "feerie", name=row.second) if row.second == PLAIN_CASTLINGS \
        else parse_player(row.second)
    if row.anew:
        second = StartedAnew(second.text, second.kind, second.command, second.options, second.name)
    return Match(genre, (parse_player(row.first), second), openings, row.control,
                 games or row.games, sprt=row.sprt)


def played(row: Row, games: int | None, folder: Path, concurrency: int) -> tuple[Match, MatchRecord]:
    """Play what is missing of a row; Error if it cannot be played."""
    if row.needs and not os.environ.get(row.needs):
        raise Error(f"the environment variable {row.needs} is not set")
    match = match_of(row, games)
    match.try_players()
    folder.mkdir(parents=True, exist_ok=True)
    record = MatchRecord(match.settings(), str(folder / f"{row.name.replace(' ', '-')}.jsonl"))
    stop = threading.Event()

    def show(game: GameRecord) -> None:
        print(f"{row.name}: {len(record.games)}/{match.games}  game {game.number} {game.white}-{game.black} "
              f"{game.result} {game.reason}", file=sys.stderr, flush=True)

    try:
        match.play(record, concurrency, stop, show)
    except KeyboardInterrupt:
        stop.set()
        raise
    finally:
        record.close()
    return match, record


def line_of(row: Row | Speed | SelfPlay | Mates, games: int | None, folder: Path, concurrency: int) -> str:
    """Measure a row and write it as a line of the table; Error if that cannot be done."""
    if isinstance(row, (Speed, Mates)):
        return row.measure()
    if isinstance(row, SelfPlay):       # games of about a hundred plies, a tenth of them identical to another
        own = Row(row.name, "feerie:hash=4", "feerie:level=master,hash=4", row.genre, TimeControl(nodes=300), None,
                  row.moves // 85)
        return row.measure(played(own, games, folder, concurrency)[1])
    return describe(row, *played(row, games, folder, concurrency))


def describe(row: Row, match: Match, record: MatchRecord) -> str:
    """A row of the table."""
    standing = Standing.of(record.games)
    elo = standing.elo()
    parts = [f"{row.name:34}", f"+{standing.wins} ={standing.draws} -{standing.losses}".rjust(16)]
    if elo:
        parts.append(f"{100 * elo.score:6.1f} %")
        parts.append("" if elo.elo is None or elo.error is None else f"{elo.elo:+.0f} ± {elo.error:.0f}")
        if row.least is not None:
            parts.append(f"wanted {100 * row.least:.0f} %: {'reached' if elo.score >= row.least else 'missed'}")
    if match.sprt:
        parts.append(f"LLR {match.sprt.llr(standing.pairs):+.2f}, {match.decision(standing) or 'undecided'}")
    parts += ratios(row, list(record.games.values()))
    faults = sum(bool(game.detail) for game in record.games.values())
    return "  ".join([*parts, *([f"{faults} games lost by a fault"] if faults else [])])


def ratios(row: Row, games: list[GameRecord]) -> Iterator[str]:
    """Processor time per move, or nodes per second of wall time, ours and theirs."""
    asked = {who: sum(game.asked[who] for game in games) for who in "AB"}
    if row.ratio == "cpu" and all(asked.values()):
        ours, theirs = (sum(game.cpu[who] for game in games) / asked[who] for who in "AB")
        yield f"cpu a move {ours:.3f} s, {theirs:.3f} s" + (f": 1/{theirs / ours:.1f}" if ours else "")
    if row.ratio == "nodes":
        seconds = {who: sum(game.seconds[who] for game in games) for who in "AB"}
        if all(seconds.values()):
            ours, theirs = (sum(game.nodes[who] for game in games) / seconds[who] for who in "AB")
            yield f"nodes a second {ours:,.0f}, {theirs:,.0f}" + (f": {ours / theirs:.2f} x" if theirs else "")


def chosen(names: list[str]) -> list[Row | Speed | SelfPlay | Mates]:
    """The rows that names, or beginnings of names, choose."""
    rows = [row for row in ROWS if "all" in names or any(row.name.startswith(name) for name in names)]
    unknown = [name for name in names if name != "all" and not any(row.name.startswith(name) for row in ROWS)]
    if unknown:
        raise SystemExit(f"no row is called {unknown[0]!r}")
    return rows


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="ROW")
    parser.add_argument("--games", type=int, help="how many in each row, at most")
    parser.add_argument("--folder", type=Path, default=FOLDER / "matches", help="where the records are kept")
    parser.add_argument("--concurrency", type=int, default=1)
    options = parser.parse_args()
    if not options.rows:
        for row in ROWS:
            what = f"{row.games} games, {row.control}" if isinstance(row, Row) else ""
            print(f"{row.name:34}  {what}".rstrip())
        return
    for row in chosen(options.rows):
        try:
            print(line_of(row, options.games, options.folder, options.concurrency), flush=True)
        except Error as error:
            print(f"{row.name:34}  not run: {error}", flush=True)


if __name__ == "__main__":
    main()
