"""`feerie match`: games between two players."""
from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextvars import copy_context
from functools import wraps
from typing import Any, BinaryIO

import click

from feerie.apps.shell.candidates import genre_names
from feerie.apps.shell.programs import Program
from feerie.apps.shell.run_language import run_language, translated, wording
from feerie.apps.shell.terminal import (
    DONE,
    PARTLY,
    emit,
    find_genre,
    genre_file_option,
    interruptible,
    json_option,
    say,
)
from feerie.base.errors import Message, conjoined
from feerie.base.replacing import check_writable, naming
from feerie.kernel.state import COMPILED
from feerie.match.game_text import pgn
from feerie.match.match import Match, Standing
from feerie.match.openings import MadeOpenings, OpeningFile, is_calm
from feerie.match.own_engine import balanced_by_engine
from feerie.match.players import parse_player
from feerie.match.record import MatchRecord
from feerie.match.referee import GameRecord
from feerie.match.statistics import PAIR_SCORES, Sprt
from feerie.match.time_control import TimeControl, parse_periods
from feerie.notation.languages import language
from feerie.rules.genre import Genre

__all__ = ["match"]

USUAL_NODES = 10_000
"""The limit if none is given."""
USUAL_PLIES = 6
"""The length of openings that are made, if none is given."""


def _limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options that limit thinking; the command gets one value, `control`."""
    @click.option("--nodes", type=click.IntRange(1), help=f"Positions a move; {USUAL_NODES} where no limit is given.")
    @click.option("--depth", type=click.IntRange(1, 200), help="Depth of the search, in single moves.")
    @click.option("--cpu", type=click.FloatRange(0.001), metavar="S", help="Seconds of processor time a move.")
    @click.option("--time", "seconds", type=click.FloatRange(0.001), metavar="S", help="Seconds a move.")
    @click.option("--clock", metavar="[N/]M+S", help="Seconds, or minutes:seconds, a game or N moves, and increment: "
                  "60+0.5, 40/60.")
    @click.option("--margin", type=click.FloatRange(0), default=0.1, show_default=True, metavar="S",
                  help="Seconds by which --time and --clock may be exceeded.")
    @click.option("--patience", type=click.FloatRange(0.1), default=60.0, show_default=True, metavar="S",
                  help="A silent player loses after so many seconds.")
    @wraps(command)
    def limited(*, nodes: int | None, depth: int | None, cpu: float | None, seconds: float | None, clock: str | None,
                margin: float, patience: float, **others: Any) -> Any:
        given = [name for name, value in (("--nodes", nodes), ("--depth", depth), ("--cpu", cpu), ("--time", seconds),
                                          ("--clock", clock)) if value is not None]
        if len(given) > 1:
            raise click.UsageError(Message("{} are given: a match has one limit", conjoined(given)))
        control = TimeControl(nodes if given else USUAL_NODES, depth, cpu, seconds,
                              parse_periods(clock) if clock is not None else None, margin, patience)
        return command(control=control, **others)

    return limited


def _test_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options of the sequential test; the command gets one value, `sprt`."""
    @click.option("--sprt", "bounds", type=(float, float), metavar="ELO0 ELO1",
                  help="Stop when a sequential test has decided.")
    @click.option("--alpha", type=float, default=0.05, show_default=True,
                  help="Error of the test: ELO1 where it is ELO0.")
    @click.option("--beta", type=float, default=0.05, show_default=True,
                  help="Error of the test: ELO0 where it is ELO1.")
    @wraps(command)
    def tested(*, bounds: tuple[float, float] | None, alpha: float, beta: float, **others: Any) -> Any:
        return command(sprt=Sprt(*bounds, alpha, beta) if bounds else None, **others)

    return tested


class _Listener:
    """Shows the games as they end, and writes them to a file of PGN."""

    def __init__(self, match: Match, record: MatchRecord, output: str | None, quiet: bool) -> None:
        self._match, self._record, self._quiet = match, record, quiet
        self._file: BinaryIO | None = None
        self._path = output or ""
        if output is not None:
            check_writable(output)
            self._file = open(output, "wb")  # noqa: SIM115
            for _, game in sorted(record.games.items()):
                self._write(game)

    def _write(self, game: GameRecord) -> None:
        if self._file is not None:
            names = [player.name for player in self._match.players]
            text = pgn(game, self._match.genre, names, str(self._match.control), time.strftime("%Y.%m.%d"))
            with naming(self._path):
                self._file.write(text.encode())
                self._file.flush()

    def __call__(self, game: GameRecord) -> None:
        """Another game has ended."""
        self._write(game)
        if not self._quiet:
            said = wording("game {}: {}-{} {} ({})", game.number, game.white, game.black, game.result, game.reason)
            say(f"{said}  {_score(self._match, Standing.of(self._record.games))}", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            with naming(self._path):
                self._file.close()


def _score(match: Match, standing: Standing) -> str:
    """The score so far, in one line."""
    words = language(run_language())
    text = f"{standing.games}/{match.games}: +{standing.wins} ={standing.draws} -{standing.losses}"
    elo = standing.elo()
    if elo is not None:
        text += f", {words.decimal(100 * elo.score, 1)} %"
        if elo.elo is not None:
            text += f", Elo {elo.elo:+.0f}" + (f" ± {elo.error:.0f}" if elo.error is not None else "")
    if match.sprt:
        llr = match.sprt.llr(standing.pairs)
        bounds = f"({words.decimal(match.sprt.lower, 2)}, {words.decimal(match.sprt.upper, 2)})"
        text += f", LLR {words.numeral(f'{llr:+.2f}')} {bounds}"
    return text


def _document(match: Match, record: MatchRecord, complete: bool) -> dict[str, Any]:
    """The JSON form of a match."""
    standing = Standing.of(record.games)
    elo = standing.elo()
    document: dict[str, Any] = {
        "A": match.players[0].name, "B": match.players[1].name, "settings": match.settings(),
        "wins": standing.wins, "draws": standing.draws, "losses": standing.losses,
        "score": round(elo.score, 6) if elo else None,
        "elo": round(elo.elo, 2) if elo and elo.elo is not None else None,
        "error": round(elo.error, 2) if elo and elo.error is not None else None, "pairs": list(standing.pairs)}
    if match.sprt:
        llr = match.sprt.llr(standing.pairs, PAIR_SCORES)
        document["sprt"] = {"elo0": match.sprt.elo0, "elo1": match.sprt.elo1, "alpha": match.sprt.alpha,
                            "beta": match.sprt.beta, "llr": round(llr, 4), "lower": round(match.sprt.lower, 4),
                            "upper": round(match.sprt.upper, 4), "verdict": match.sprt.verdict(llr)}
    return {**document, "complete": complete,
            "games": [game.document() for _, game in sorted(record.games.items())]}


@click.command(cls=Program, short_help="Play games between two players.")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@genre_file_option
@click.option("--genre", required=True, callback=find_genre, shell_complete=genre_names, metavar="GENRE",
              help="The rules.")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True,
              help="How many, at most; two with each opening.")
@_limit_options
@click.option("--openings", "file", type=click.Path(exists=True, dir_okay=False), metavar="FILE",
              help="Openings: PGN, or FEN, EPD or UCI moves, one a line.")
@click.option("--plies", type=click.IntRange(0, 40),
              help=f"The length of openings that are made, by default {USUAL_PLIES}; the most moves of those of a "
              "file.")
@click.option("--seed", default=0, show_default=True, help="Of openings that are made and of players who draw lots.")
@click.option("--max-moves", type=click.IntRange(1, 100_000), default=300, show_default=True,
              help="A game is drawn after so many moves of each side.")
@_test_options
@click.option("--concurrency", type=click.IntRange(1, 256), default=1, show_default=True, help="Games at a time.")
@click.option("--resume", type=click.Path(dir_okay=False), metavar="FILE", help="Keep finished games in a file, and go "
              "on from it.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write the games as PGN.")
@click.option("--quiet", is_flag=True, help="No line for each game.")
@json_option
def match(first: str, second: str, genre: Genre, games: int, control: TimeControl, file: str | None, plies: int | None,
          seed: int, max_moves: int, sprt: Sprt | None, concurrency: int, resume: str | None, output: str | None,
          quiet: bool, as_json: bool) -> int:
    """Play games between the players A and B, with colours reversed in every second one.

    A player is feerie, feerie:level=club, random, oneply, uci:COMMAND or xboard:COMMAND. Options follow, separated by
    commas: uci:stockfish,UCI_Elo=2300.

    \b
    Example:
      feerie match oneply random --genre rollerball --games 10
    """
    players = parse_player(first), parse_player(second)
    files = [os.path.realpath(path) for path in (file, resume, output) if path]
    if len(set(files)) < len(files):
        raise click.UsageError("--openings, --resume and -o must be different files")
    openings = OpeningFile(genre, file, plies) if file else MadeOpenings(
        genre, str(seed), USUAL_PLIES if plies is None else plies, balanced_by_engine() if COMPILED else is_calm)
    planned = Match(genre, players, openings, control, games, max_moves, str(seed), sprt)
    return _run(planned, concurrency, resume, output, quiet, as_json)


def _run(match: Match, concurrency: int, resume: str | None, output: str | None, quiet: bool, as_json: bool) -> int:
    """Play a match and report its result."""
    with interruptible() as stop:
        match.try_players()
        record = MatchRecord(match.settings(), resume)
        try:
            listener = _Listener(match, record, output, quiet)
            try:
                known = copy_context()      # games end in threads that do not know the language of the run
                complete = match.play(record, concurrency, stop, lambda game: known.run(listener, game))
            finally:
                listener.close()
        finally:
            record.close()
    if as_json:
        emit(_document(match, record, complete))
    else:
        A, B = match.players
        control = language(run_language()).numeral(translated(str(match.control)))
        say(f"{A.name} - {B.name}, {match.genre.title(run_language())}, {control}")
        decision = match.decision(Standing.of(record.games))
        say(_score(match, Standing.of(record.games)) + (wording(", {} accepted", decision) if decision else "")
            + ("" if complete else wording(", partial")))
    return DONE if complete else PARTLY


