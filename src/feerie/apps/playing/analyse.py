"""`feerie analyse`: the best moves of a position."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from feerie.apps.playing.knowledge import syzygy_of, syzygy_option
from feerie.apps.playing.thinking import think
from feerie.apps.shell.move_arguments import play_typed, without_fen
from feerie.apps.shell.programs import Program
from feerie.apps.shell.terminal import (
    DONE,
    PARTLY,
    emit,
    fen_argument,
    genre_argument,
    json_option,
    language_option,
    position_of,
    say,
    signs_option,
    status_document,
    status_line,
    words_of,
)
from feerie.game.analysis import line_text
from feerie.game.game import Game
from feerie.game.position import Position
from feerie.notation.languages import Language
from feerie.rules.genre import Genre

if TYPE_CHECKING:
    from feerie.game.engine import Analysis, Score

__all__ = ["analyse", "short_count"]

USUAL_SECONDS = 5.0
"""Seconds of the search where no limit is given."""


@click.command(cls=Program, short_help="Find the best moves of a position.")
@genre_argument
@fen_argument(required=False)
@click.argument("line", metavar="[MOVE...]", nargs=-1)
@click.option("--time", "--seconds", "seconds", metavar="SECONDS", type=click.FloatRange(min=0, min_open=True),
              help=f"Stop after this time; after {USUAL_SECONDS:.0f} seconds where no limit is given.")
@click.option("--depth", type=click.IntRange(1, 1000), help="Stop after this many single moves of depth.")
@click.option("--nodes", type=click.IntRange(min=1), help="Stop after so many positions.")
@click.option("--mate", type=click.IntRange(1, 500), metavar="N", help="Look for a forced mate in N moves.")
@click.option("--multipv", type=click.IntRange(1, 256), default=1, show_default=True, metavar="K",
              help="Show the K best moves.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads.")
@click.option("--hash", "hash_mb", type=click.IntRange(1, 65536), default=64, show_default=True,
              help="Megabytes of the hash table.")
@syzygy_option
@language_option
@signs_option
@json_option
def analyse(genre: Genre, fen: str, line: tuple[str, ...], seconds: float | None, depth: int | None,
            nodes: int | None, mate: int | None, multipv: int, threads: int, hash_mb: int, syzygy: str | None,
            language: str, signs: str, as_json: bool) -> int:
    """Find the best moves of a position, or of that after moves from it, and show each iteration as it comes.

    A score counts for the side to move, in pawns; #3 is a win in three moves, by mate or as the genre has it, and #-3
    a loss. Ctrl-C ends the search; what it has found is shown.

    \b
    Example:
      feerie analyse rollerball --depth 6
      feerie analyse orthodox startpos 1. e4 e5 2. Nf3
    """
    from feerie.game.engine import Engine
    from feerie.game.tables import Tables

    fen, line = without_fen(genre, fen, line)
    game = Game(genre, position_of(genre, fen))
    play_typed(game, line, language)
    position = game.position
    words = words_of(language, signs)
    if not position.legal_moves:
        _answer(position, None, True, words, as_json)
        return DONE
    if seconds is None and depth is None and nodes is None and mate is None:
        seconds = USUAL_SECONDS
    limits = {"seconds": seconds, "depth": depth, "nodes": nodes, "mate": mate, "multipv": multipv}
    engine = Engine(hash_mb=hash_mb, threads=threads, tables=Tables(), syzygy=syzygy_of(syzygy))
    last, complete = think(engine, game, limits,
                           None if as_json else lambda analysis: _show(position, analysis, words))
    _answer(position, last, complete, words, as_json, mate)
    return DONE if complete else PARTLY


# ------------------------------------------------------------------------------------------------- answers

def _show(position: Position, analysis: Analysis, words: Language) -> None:
    """Show an iteration: depth, score, nodes, time, and the line in the language."""
    for line in analysis.lines:
        counted = f"{short_count(analysis.nodes, words)} {words.decimal(analysis.seconds, 2)} s"
        text = line_text(line.position or position, line.moves, words)
        say(f"{analysis.depth:3} {words.numeral(str(line.score)):>7} {counted:>14}  {text}", flush=True)


def short_count(count: int, words: Language) -> str:
    """A number of nodes in a few letters: 950, 12k, 3.4M."""
    if count < 10_000:
        return str(count)
    return f"{count // 1000}k" if count < 1_000_000 else f"{words.decimal(count / 1e6, 1)}M"


def _answer(position: Position, analysis: Analysis | None, complete: bool, words: Language, as_json: bool,
            mate: int | None = None) -> None:
    """Show the result: the best move, or why there is none."""
    status = position.status()
    if as_json:
        emit({**status_document(position, status), **_document(analysis), "complete": complete})
    elif not position.legal_moves:
        say(status_line(position, status, words.code))
    elif analysis is None or analysis.best is None:
        say(words.sentence("no forced win", moves=mate) if mate and complete else words.sentence("no best move"))
    else:
        score = words.numeral(str(analysis.score))
        say(words.sentence("best move", move=position.san(analysis.best, words), score=score))


def _document(analysis: Analysis | None) -> dict[str, Any]:
    """The JSON form of an analysis."""
    if analysis is None:
        return {"lines": [], "best": None, "ponder": None, "depth": 0, "selective_depth": 0, "nodes": 0,
                "seconds": 0.0, "speed": 0, "hash_full": 0}
    lines = [{"score": _score_document(line.score), "depth": analysis.depth,
              "pv": [move.uci() for move in line.moves]} for line in analysis.lines]
    return {"lines": lines, "best": analysis.best.uci() if analysis.best else None,
            "ponder": analysis.ponder.uci() if analysis.ponder else None, "depth": analysis.depth,
            "selective_depth": analysis.selective_depth, "nodes": analysis.nodes,
            "seconds": round(analysis.seconds, 6), "speed": analysis.speed, "hash_full": analysis.hash_full}


def _score_document(score: Score) -> dict[str, int | None]:
    """{"cp": 35} or {"mate": 3}."""
    return {"cp": score.centipawns} if score.centipawns is not None else {"mate": score.mate}
