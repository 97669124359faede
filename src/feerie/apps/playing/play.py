"""`feerie play`: a game in the terminal against the engine, against a random mover, or between two at one board."""
from __future__ import annotations

import sys

import click

from feerie.apps.playing.knowledge import book_of, book_option, syzygy_of, syzygy_option
from feerie.apps.playing.opponents import EngineOpponent, Opponent, RandomOpponent, level_called
from feerie.apps.playing.session import Quit, Session
from feerie.apps.shell.programs import Program
from feerie.apps.shell.terminal import (
    DONE,
    PARTLY,
    emit,
    genre_argument,
    json_option,
    language_option,
    position_of,
    require_legal,
    signs_option,
    words_of,
)
from feerie.base.errors import Message
from feerie.engine.levels import LEVELS, Level
from feerie.match.time_control import parse_clock
from feerie.rules.genre import Genre
from feerie.rules.side import SIDES, Side

__all__ = ["play"]

HUMANS: dict[str, tuple[Side, ...]] = {"white": (Side.WHITE,), "black": (Side.BLACK,), "both": SIDES, "none": ()}


@click.command(cls=Program, short_help="Play a game in the terminal.")
@genre_argument
@click.option("--fen", default="-", metavar="FEN", help="Where to begin; the game array where none is given.")
@click.option("--side", type=click.Choice(list(HUMANS), case_sensitive=False), default="white", show_default=True,
              help="The side you play.")
@click.option("--opponent", default="engine", show_default=True, metavar="engine|random|LEVEL",
              help="Who plays the other side: the engine, perhaps at a level, or a random mover.")
@click.option("--level", metavar="LEVEL", help=f"Level of the engine: 1 to {len(LEVELS)}, or its name, from "
              f"{LEVELS[0].name} to {LEVELS[-1].name}.")
@click.option("--time", "--seconds", "seconds", metavar="SECONDS", type=click.FloatRange(min=0, min_open=True),
              help="Seconds the engine has for a move; 1 by default.")
@click.option("--clock", metavar="M+S", help="Seconds, or minutes:seconds, the engine has for its game, and increment: "
              "2:00+1.")
@click.option("--seed", type=int, help="Makes the random mover, or the errors of a level, repeatable.")
@book_option
@syzygy_option
@language_option
@signs_option
@json_option
def play(genre: Genre, fen: str, side: str, opponent: str, level: str | None, seconds: float | None, clock: str | None,
         seed: int | None, book: str | None, syzygy: str | None, language: str, signs: str, as_json: bool) -> int:
    """Play a game in the terminal; "help" lists what can be entered.

    Ctrl-C makes the engine move at once while it thinks, and leaves the game otherwise. With --json the game is shown
    on standard error and written as JSON at its end.

    \b
    Example:
      feerie play rollerball --side black --level novice
    """
    if seconds is not None and clock is not None:
        raise click.UsageError("--time and --clock are given: the engine has one limit")
    if level is not None and opponent != "engine":
        raise click.UsageError(Message("--level is for the engine, and the opponent is {}", repr(opponent[:40])))
    if opponent == "random" and (seconds is not None or clock is not None):
        raise click.UsageError("a random mover needs no time")
    time = parse_clock(clock) if clock is not None else None

    opened, tables = book_of(book, seed), syzygy_of(syzygy)

    def engine(level: Level) -> EngineOpponent:
        return EngineOpponent(level, seed, seconds, time, opened, tables)

    start = position_of(genre, fen)
    require_legal(start)
    chosen = level if level is not None else LEVELS[-1].name if opponent == "engine" else opponent
    other: Opponent = RandomOpponent(seed) if opponent == "random" else engine(level_called(chosen))
    session = Session(start, HUMANS[side], words_of(language, signs), other, engine,
                      sys.stderr if as_json else sys.stdout, turned=side == "black")
    complete = True
    try:
        session.run()
    except Quit:
        pass
    except KeyboardInterrupt:
        session.say("")
        complete = False
    if as_json:
        emit(session.document(complete))
    return DONE if complete else PARTLY
