"""`feerie tables`: endgame tables made, checked and asked."""
from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from feerie.apps.shell.programs import Program
from feerie.apps.shell.run_language import run_language, wording
from feerie.apps.shell.terminal import (
    BAD,
    DONE,
    PARTLY,
    Bar,
    complain,
    emit,
    genre_argument,
    interruptible,
    json_option,
    position_of,
    require_legal,
    say,
    words_of,
)
from feerie.apps.solving.cluster_options import joined, protection_options
from feerie.base.errors import ArgumentError
from feerie.game.tables import Made, Material, TablePart, Tables
from feerie.notation.languages import Language, language
from feerie.rules.genre import Genre
from feerie.solving.cluster_security import Protection

if TYPE_CHECKING:
    from feerie.solving.cluster import Cluster

__all__ = ["tables"]

MOST_TABLE_MEN = 6
"""Of all the sets of men that a number stands for."""


@click.command(cls=Program, short_help="Make, check and ask endgame tables.")
@genre_argument
@click.argument("men", metavar="MEN...", nargs=-1)
@click.option("--fen", metavar="FEN", help="Say what the tables say of this position, and of its moves.")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="Where the tables are; a folder of the user's data if not given.")
@click.option("--memory", type=click.IntRange(1), metavar="MB", help="Refuse a table that takes more memory.")
@click.option("--check", is_flag=True, help="Judge every position of the tables again by its legal moves.")
@click.option("--cluster", metavar="ADDRESS", help="Have the workers of this scheduler make the tables.")
@protection_options
@json_option
def tables(genre: Genre, men: tuple[str, ...], fen: str | None, folder: Path | None, memory: int | None, check: bool,
           cluster: str | None, protection: Protection, as_json: bool) -> int:
    """Make the endgame tables of MEN: for every position who wins, and in how many moves. Print their results.

    MEN are White's and Black's, as in KR-K, or a number: all sets of so many men. Tables that these need are made
    first; those that are there are kept. Ctrl-C stops the work, and the same command goes on from there. Several such
    commands with one folder, also on several machines, share the work; so do the workers of a cluster.

    \b
    Examples:
      feerie tables rollerball 3
      feerie tables orthodox KP-K --check
      feerie tables rollerball --fen "2k4/7/2***2/2***2/2***2/2KB3/7 w - -"
    """
    known = Tables(folder)
    if fen is not None:
        return _ask(known, genre, fen, as_json)
    materials = [material for text in men for material in _materials(genre, text)]
    if not materials:
        raise ArgumentError("MEN are missing, such as KR-K, or --fen")
    documents: dict[str, dict[str, Any]] = {}
    try:
        with Bar(wording("tables")) as bar, interruptible() as stop, ExitStack() as ends:
            make: Callable[..., list[Made]] = partial(known.make, genre, materials)
            if cluster is not None:
                from feerie.solving.cluster_tables import make_in_cluster

                connection = ends.enter_context(joined(cluster, protection))
                ends.callback(_tell_troubles, connection)
                make = partial(make_in_cluster, materials, known.folder, connection)
            for made in make(memory=None if memory is None else memory * 1_000_000, stop=stop,
                             progress=lambda name, done: _tell(bar, name, done)):
                document = {**(known.about(made.material) or {}), "file": str(made.path),
                            "bytes": made.path.stat().st_size, "seconds": round(made.seconds, 1)}
                if check:
                    document["error"] = known.find_error(made.material, stop=stop)
                documents[made.material.name] = document
    except TablePart:
        complain(wording("stopped; the same command goes on from here"), "note")
        return PARTLY
    words = language(run_language())
    if as_json:
        emit({"genre": genre.name, "tables": list(documents.values())})
    else:
        say(_table(documents.values(), words))
    wrong = [name for name, document in documents.items() if document.get("error")]
    for name in wrong:
        complain(wording("{}: the table is wrong about {}", name, documents[name]["error"]))
    return BAD if wrong else DONE


def _materials(genre: Genre, text: str) -> tuple[Material, ...]:
    """The materials that an argument means."""
    if not text.isdigit():
        return (Material.parse(genre, text).canonical,)
    if not 2 <= int(text) <= MOST_TABLE_MEN:
        raise ArgumentError("a number of men is between 2 and {}, not {}", MOST_TABLE_MEN, text)
    return Material.all_of(genre, int(text))


def _tell_troubles(cluster: Cluster) -> None:
    """Report on standard error why the cluster could not go on."""
    for trouble in cluster.troubles:
        complain(trouble)


def _tell(bar: Bar, name: str, done: float) -> None:
    """Show which table is being made, and how far it is: positions judged first, then half-moves taken back."""
    bar.tell(name if done <= 1 else f"{name} {int(done) - 1}")
    bar(min(done, 1.0), 1.0)


def _table(documents: Any, words: Language) -> str:
    """The results as lines: for all positions of each table who wins, and the longest wins."""
    rows = [(wording("men"), wording("positions"), wording("White wins"), wording("drawn"), wording("Black wins"),
             wording("longest"), wording("zugzwangs"), wording("KB"))]
    for document in documents:
        counts = document["draws_wins_losses"]
        white, black = counts["white"], counts["black"]
        total = sum(white) + sum(black) or 1
        shares = (white[1] + black[2], white[0] + black[0], white[2] + black[1])
        longest = max((entry["plies"] for entry in document["longest"] if entry["outcome"] == "win"), default=-1)
        rows.append((document["material"], str(total),
                     *(words.decimal(100 * share / total, 1) + " %" for share in shares),
                     str((longest + 1) // 2) if longest > 0 else "-", str(sum(document["zugzwangs"].values())),
                     str(-(-document["bytes"] // 1000))))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in
                                                        zip(row[1:], widths[1:], strict=True))]) for row in rows)


def _ask(known: Tables, genre: Genre, fen: str, as_json: bool) -> int:
    """Say what the tables know of a position."""
    position = position_of(genre, fen)
    require_legal(position)
    result, words = known.probe(position), words_of(run_language(), "letters")
    moves = known.moves(position)
    if as_json:
        emit({"genre": genre.name, "fen": position.fen(), "outcome": result and result.outcome,
              "moves_to_end": result and result.moves, "line": [move.uci() for move in known.line(position)],
              "moves": [{"uci": move.uci(), "san": position.san(move), "outcome": of.outcome, "moves_to_end": of.moves}
                        for move, of in moves]})
        return DONE
    if result is None:
        raise ArgumentError("there is no table of this position")
    say(words.sentence("the table", said=result.text(words)))
    for move, of in moves:
        say(f"  {position.san(move, words):8} {of.text(words)}")
    return DONE
