"""`feerie mate`: one forced mate from a position, with its proof."""
from __future__ import annotations

import math
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from feerie.apps.playing.analyse import short_count
from feerie.apps.shell.programs import Program
from feerie.apps.shell.terminal import (
    BAD,
    DONE,
    PARTLY,
    complain,
    emit,
    fen_argument,
    file_error,
    genre_argument,
    interruptible,
    json_option,
    language_option,
    position_of,
    require_legal,
    say,
    signs_option,
    words_of,
)
from feerie.game.analysis import line_text
from feerie.notation.languages import Language
from feerie.problems.forced_mate import LONGEST_MATE, ForcedMate, MateVerdict
from feerie.rules.genre import Genre
from feerie.rules.literals import MateGoal, MatePlay

if TYPE_CHECKING:
    from feerie.solving.mate_checkpoint import MateCheckpoint

__all__ = ["mate"]


@click.command(cls=Program, short_help="Find one forced mate and prove it.")
@genre_argument
@fen_argument(required=True)
@click.argument("moves", metavar="[N]", type=click.IntRange(1, LONGEST_MATE), required=False)
@click.option("--goal", type=click.Choice(["mate", "stalemate", "run"]), default="mate", show_default=True,
              help="What the side to move forces; run: a king run, in genres that have it.")
@click.option("--self", "self_play", is_flag=True, help="The side to move forces the other side to reach the goal.")
@click.option("--shortest", is_flag=True, help="Go on until none shorter is possible; without N always so.")
@click.option("--time", "seconds", type=click.FloatRange(min=0), metavar="SECONDS", help="Stop after this time.")
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="Stop after about N positions.")
@click.option("--hash", "hash_mb", type=click.IntRange(1, 1 << 30), metavar="MB",
              help="Megabytes for the tables at most; a quarter of the memory if not given.")
@click.option("--resume", type=click.Path(dir_okay=False), metavar="FILE", help="Keep what is finished in this file, "
              "and go on from it if it is there.")
@language_option
@signs_option
@json_option
def mate(genre: Genre, fen: str, moves: int | None, goal: MateGoal, self_play: bool, shortest: bool,
         seconds: float | None, nodes: int | None, hash_mb: int | None, resume: str | None, language: str, signs: str,
         as_json: bool) -> int:
    """Find a forced mate of the side to move in at most N moves, and the moves of its longest line.

    It need not be the shortest, unless --shortest asks for that. Without N longer and longer mates are looked for,
    then shorter ones, and each improvement is shown; where there is no mate that never ends. Ctrl-C stops with what
    was found; with --resume the same command continues from there, even after a crash. The document of --json has
    the whole proof, with an answer to every defence; "feerie verify" checks it. Endgame tables (feerie tables) answer
    at once, without a search.

    \b
    Examples:
      feerie mate orthodox "r1b2rk1/p2p1pp1/2pQ4/1p2Pq1p/6R1/2N1B2P/PP2BPP1/6K1 w - -" 6
      feerie mate orthodox "4Q3/p7/7k/8/8/8/5q2/7K w - -" --goal stalemate --self
      feerie mate rollerball "6b/1Kr4/2***2/2***2/2***2/1k5/7 w - - K" 2 --goal run
    """
    from feerie.game.tables import Tables
    from feerie.solving.find_mate import find_mate
    from feerie.solving.table_mate import mate_by_tables

    if seconds is not None and math.isnan(seconds):
        raise click.BadParameter("nan is not a time", param_hint="--time")
    position, words = position_of(genre, fen), words_of(language, signs)
    require_legal(position)
    play: MatePlay = "self" if self_play else "direct"
    known = mate_by_tables(position, moves, goal, play, Tables())
    if known is not None and not (as_json and known):       # the document has the proof
        if as_json:
            emit(known.as_json())
        else:
            _show(known, words)
            say(words.sentence("the table", said=_verdict(known, words)))
        return DONE
    with ExitStack() as ends:
        file = None
        if resume is not None:
            from feerie.solving.mate_checkpoint import MateCheckpoint, mate_identity

            file = MateCheckpoint(resume, [mate_identity(position, moves, goal, play, shortest)])
            ends.callback(file.close)
        stop = ends.enter_context(interruptible())
        found = find_mate(position, moves, goal=goal, play=play, shortest=shortest, tree=as_json, max_seconds=seconds,
                          max_nodes=nodes, hash_mb=hash_mb, stop=stop,
                          checkpoint=file.progress_log(0) if file else None,
                          improved=None if as_json else lambda better: _show(better, words))
        is_kept = file is None or _is_saved(file)
    if as_json:
        emit(found.as_json())
    else:
        _show(found, words)
        say(_verdict(found, words))
    return (DONE if found.complete else PARTLY) if is_kept else BAD


def _is_saved(file: MateCheckpoint) -> bool:
    """Save a checkpoint; if that fails, that is reported, and what was found is printed nevertheless."""
    try:
        file.save()
    except OSError as error:
        complain(file_error(error))
        return False
    return True


def _show(found: ForcedMate, words: Language) -> None:
    """Show a mate: stipulation, positions, time, and the line in the language."""
    if found.moves is None or found.problem is None:
        return
    counted = f"{short_count(found.nodes, words)} {words.decimal(found.seconds, 2)} s"
    line = line_text(found.position, found.line, words)
    say(f"{found.problem.stipulation!s:>5} {counted:>14}  {line}", flush=True)


def _verdict(found: ForcedMate, words: Language) -> str:
    """What is known, in a sentence."""
    if found.moves is not None:
        said = words.sentence(f"mate: {found.goal}", problem=str(found.problem and found.problem.stipulation))
        return said + words.sentence("mate: shortest") if found.is_shortest else said
    if found.verdict is MateVerdict.NONE:
        return words.sentence("mate: none", moves=found.refuted)
    more = words.sentence("mate: none so far", moves=found.refuted) if found.refuted else ""
    return words.sentence("mate: undecided") + more
