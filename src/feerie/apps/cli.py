"""The command `feerie` and its commands about positions: legal moves, status, perft, diagrams, genres."""
from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import click

from feerie import __version__
from feerie import genres as all_genres
from feerie.apps.shell.move_arguments import play_typed, without_fen
from feerie.apps.shell.run_language import run_language, wording
from feerie.apps.shell.terminal import (
    DONE,
    PARTLY,
    Bar,
    Programs,
    complain,
    emit,
    fen_argument,
    genre_argument,
    genre_file_option,
    json_option,
    language_option,
    position_of,
    say,
    signs_option,
    status_document,
    status_line,
    warn,
    words_of,
)
from feerie.base.errors import Message
from feerie.game.position import LONG_PERFT, Position, Status
from feerie.game.status import StatusWord
from feerie.kernel.state import COMPILED
from feerie.kernel.tables import LARGE_TABLE_BITS
from feerie.kernel.verdict import compiled_rules
from feerie.men.elements import known_elements
from feerie.notation.control import json_text
from feerie.notation.languages import LANGUAGES
from feerie.notation.languages import language as language_of
from feerie.rules.genre import Genre
from feerie.rules.move import Move

if TYPE_CHECKING:
    from feerie.game.game import Game

__all__ = ["main"]


LATER = {"draw": "feerie.apps.draw", "solve": "feerie.apps.solving.solve", "sheet": "feerie.apps.sheet",
         "convert": "feerie.apps.convert",
         "verify": "feerie.apps.solving.verify", "schema": "feerie.apps.schema",
         "analyse": "feerie.apps.playing.analyse", "mate": "feerie.apps.playing.mate",
         "tables": "feerie.apps.playing.tables",
         "match": "feerie.apps.playing.match", "play": "feerie.apps.playing.play",
         "serve": "feerie.apps.serve", "site": "feerie.apps.site",
         "uci": "feerie.apps.protocols.uci", "xboard": "feerie.apps.protocols.xboard",
         "worker": "feerie.apps.solving.worker", "scheduler": "feerie.apps.solving.worker",
         "doctor": "feerie.apps.doctor",
         "completion": "feerie.apps.shell.completion"}


@click.group("feerie", cls=Programs, later=LATER, invoke_without_command=True,
             context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> int:
    """Fairy chess: play, solve and study chess by other rules.

    GENRE is the name of a set of rules in English, French or German, or several names joined with "+":
    rokagogo, "échecs roque", rokagogo+rex-multiplex. The last fields of a FEN may be missing; "-" is the game array.
    Exit status: 0 done, 1 stopped by a limit or Ctrl-C, 2 bad input.
    """
    if not COMPILED:
        complain("feerie runs uncompiled, several hundred times slower (no C compiler when it was installed)", "note")
    if context.invoked_subcommand is None:
        print(context.get_help())
    return DONE


# ----------------------------------------------------------------------------------------------- positions

@main.command(short_help="List the legal moves.")
@genre_argument
@fen_argument(required=False)
@language_option
@signs_option
@json_option
def moves(genre: Genre, fen: str, language: str, signs: str, as_json: bool) -> int:
    """List the legal moves: as UCI writes them, short, and as problemists do.

    \b
    Example:
      feerie moves rokagogo "4k3/3R4/8/8/r7/1R1K3R/8/8 w - -"
    """
    position = position_of(genre, fen)
    status = position.status()
    if as_json:
        emit({"genre": genre.name, "fen": position.fen(), "status": status.word, "winner": status.winner,
              "reason": status.reason.value if status.reason else None,
              "moves": [_move_document(position, move) for move in position.legal_moves]})
        return DONE
    words = words_of(language, signs)
    rows = [(move.uci(), position.san(move, words), position.long(move, words)) for move in position.legal_moves]
    first, second = (max((len(row[column]) for row in rows), default=0) for column in (0, 1))
    lines = [f"{uci:{max(first, 5)}}  {short:{second}}  {long}".rstrip() for uci, short, long in rows]
    print("\n".join([*lines, status_line(position, status, language)]))
    return DONE


def _move_document(position: Position, move: Move) -> dict[str, Any]:
    """The JSON form of a legal move."""
    partner = {"from": move.partner[0], "to": move.partner[1]} if move.partner else None
    return {"uci": move.uci(), "san": position.san(move), "long": position.long(move),
            "french": position.san(move, "fr", book_signs=True), "from": move.origin, "to": move.target,
            "partner": partner, "capture": move.is_capture,
            "promotion": move.promotion.lower() if move.promotion else None, "check": position.gives_check(move)}


@main.command(short_help="Say what a position is.")
@genre_argument
@fen_argument(required=False)
@language_option
@json_option
def status(genre: Genre, fen: str, language: str, as_json: bool) -> int:
    """Say what a position is (ok, check, mate, stalemate, win, draw or illegal) and why.

    \b
    Example:
      feerie status siamois "4k3/8/8/8/8/3n4/8/K1K5 w - -"
    """
    from feerie.game.game import Game

    position = position_of(genre, fen)
    _answer_status(position, _status_of(Game(genre, position)), {}, language, as_json)
    return DONE


@main.command("play-line", short_help="Play moves from a position.")
@genre_argument
@fen_argument(required=True)
@click.argument("line", metavar="MOVE...", nargs=-1)
@language_option
@json_option
def play_line(genre: Genre, fen: str, line: tuple[str, ...], language: str, as_json: bool) -> int:
    """Play moves from a position and print the result; draws by repetition are recognised.

    Moves are written in UCI, short or long, with letters of any language, those of the run's language first; move
    numbers are skipped.

    \b
    Example:
      feerie play-line rokagogo "4k3/3R4/8/8/r7/1R1K3R/8/8 w - -" d3f3 e8f8
    """
    from feerie.game.game import Game

    fen, line = without_fen(genre, fen, line)
    game = Game(genre, position_of(genre, fen))
    written = play_typed(game, line, language)
    _answer_status(game.position, _status_of(game),
                   {"moves": [node.uci() for node in game.node.line()[1:]], "san": written}, language, as_json)
    return DONE


def _status_of(game: Game) -> Status:
    """The status of the last position, including draws that depend on the game: repetition, dead material."""
    found, outcome = game.position.status(), game.outcome()
    goes_on = found.word in (StatusWord.OK, StatusWord.CHECK)
    return Status(StatusWord.DRAW, None, outcome.reason) if outcome and goes_on else found


def _answer_status(position: Position, found: Status, more: dict[str, Any], language: str, as_json: bool) -> None:
    if as_json:
        emit({**status_document(position, found), **more})
    else:
        print(f"{status_line(position, found, language)}\n{position.fen()}")


@main.command(short_help="Explain why a move is legal or not, or what a position is.")
@genre_argument
@fen_argument(required=False)
@click.argument("move", required=False)
@click.option("--format", "form", type=click.Choice(["text", "html", "json"]),
              help="Text if not given, or as -o ends; html has diagrams with arrows.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="FILE",
              help="Write a file .txt, .html or .json instead of standard output.")
@language_option
@signs_option
@json_option
def why(genre: Genre, fen: str, move: str | None, form: str | None, output: str | None, language: str, signs: str,
        as_json: bool) -> int:
    """Explain, rule by rule, why a move is legal or not.

    Without a move: why this is mate, check, stalemate, illegal or over; each king, each flight and each parry is named.

    \b
    Example:
      feerie why rokagogo "4k3/3R4/8/8/r7/1R1K3R/8/8 w - -" d3f3 --language fr
      feerie why siamois "4k3/8/8/8/8/3n4/8/K1K5 w - -"
    """
    from pathlib import Path

    from feerie.base.replacing import replace_file
    from feerie.game.tables import Tables
    from feerie.why.explain import explain
    from feerie.why.typed_moves import explained

    if move is None:
        fen, moved = without_fen(genre, fen, ())
        move = moved[0] if moved else None
    position, words = position_of(genre, fen), words_of(language, signs)
    explanation = explained(position, move, words) if move else explain(position, None, words)
    known = None if move or position.is_game_over() else Tables().probe(position)
    ending = Path(output).suffix[1:].lower() if output else ""
    form = "json" if as_json and not output else form or (ending if ending in ("html", "json") else "text")
    if form == "json":
        document = {"genre": genre.name, "fen": position.fen(), "text": explanation.text, **explanation.as_json(),
                    **({"table": {"outcome": known.outcome, "moves": known.moves}} if known else {})}
        written = json_text(document)
    elif form == "html":
        from feerie.views.explanation_html import explanation_html

        written = explanation_html(position, explanation, words)
    else:
        written = explanation.text
        if known:
            written = f"{written.rstrip()}\n{words.sentence('the table', said=known.text(words))}\n"
    if output and output != "-":
        replace_file(output, [written.encode(), b"" if written.endswith("\n") else b"\n"])
        if as_json:
            emit({"file": output, "bytes": Path(output).stat().st_size})
    elif form == "json":
        emit(document)
    else:
        say(written, end="" if written.endswith("\n") else "\n")
    return DONE


# ------------------------------------------------------------------------------------------------ counting

@main.command()
@genre_argument
@click.argument("depth", type=click.IntRange(min=0))
@click.option("--fen", default="-", metavar="FEN", help="The position; the game array if not given.")
@click.option("--divide", is_flag=True, help="Show the number for each first move.")
@click.option("--threads", type=click.IntRange(0, 256), default=1, show_default=True, help="Threads, 0 for all cores.")
@json_option
def perft(genre: Genre, depth: int, fen: str, divide: bool, threads: int, as_json: bool) -> int:
    """Count the lines of DEPTH legal moves.

    Ctrl-C stops the count; the numbers so far are printed.

    \b
    Example:
      feerie perft orthodox 5 --divide
    """
    position = position_of(genre, fen)
    if depth >= LONG_PERFT:
        compiled_rules(genre, LARGE_TABLE_BITS)        # built once, before the time is measured
    begin = time.perf_counter()
    found, complete = _count(position, depth, threads)
    seconds = time.perf_counter() - begin
    nodes = sum(found.values()) if depth else 1
    if as_json:
        emit({"genre": genre.name, "fen": position.fen(), "depth": depth, "status": position.status().word,
              "complete": complete, "nodes": nodes, "seconds": round(seconds, 6),
              **({"divide": found} if divide else {})})
        return DONE if complete else PARTLY
    if divide:
        last, partial = None if complete else next(reversed(found), None), wording(" (partial)")
        print("".join(f"{uci}: {leaves}{partial if uci == last else ''}\n" for uci, leaves in found.items()))
    if not position.is_valid():
        print(status_line(position, position.status()))
    number = language_of(run_language()).decimal
    rate = wording(", {} million a second", number(nodes / seconds / 1e6, 1)) if nodes and seconds else ""
    partly = "" if complete else wording(", partial: stopped in first move {} of {}", len(found),
                                      len(position.legal_moves))
    print(wording("{} nodes in {} s", nodes, number(seconds, 3)) + rate + partly)
    return DONE if complete else PARTLY


def _count(position: Position, depth: int, threads: int) -> tuple[dict[str, int], bool]:
    """Perft by first move, and whether it is complete; after Ctrl-C the numbers so far."""
    from feerie.kernel.perft import MAX_PERFT_DEPTH

    if depth > MAX_PERFT_DEPTH:
        raise click.BadParameter(Message("{} is more than {}", depth, MAX_PERFT_DEPTH), param_hint="DEPTH")
    found: dict[str, int] = {}
    with Bar(f"perft {depth}") as bar:
        try:
            if depth:
                position.divide(depth, threads=threads, progress=bar, found=found)
        except KeyboardInterrupt:
            return found, False
    return found, True


# ------------------------------------------------------------------------------------------------- genres

@main.command()
@click.option("--dictionary", is_flag=True, help="List instead what every genre can have: conditions, men, traits.")
@genre_file_option
@json_option
def genres(dictionary: bool, as_json: bool) -> int:
    """List the genres with their names, those of installed packages too.

    \b
    Examples:
      feerie genres
      feerie genres --dictionary
    """
    if dictionary:
        _list_dictionary(as_json)
        return DONE
    listed = all_genres.known()
    for warning in all_genres.installed()[1]:
        warn(warning)
    if as_json:
        emit([_genre_document(genre) for genre in listed])
        return DONE
    width = max(len(genre.name) for genre in listed)
    for genre in listed:
        titles = dict.fromkeys(genre.title(language) for language in (run_language(), *LANGUAGES))
        print(f"{genre.name:{width}}  {genre.board.files}x{genre.board.ranks}  {', '.join(titles)}")
    return DONE


def _list_dictionary(as_json: bool) -> None:
    """List the elements of the dictionary that have names of their own."""
    listed = known_elements()
    if as_json:
        emit([{"name": found.names[0], "names": {code: found.titles(code)[0] for code in LANGUAGES}}
              for found in listed])
        return
    width = max(len(found.names[0]) for found in listed)
    for found in listed:
        titles = dict.fromkeys(found.titles(language)[0] for language in (run_language(), *LANGUAGES))
        print(f"{found.names[0]:{width}}  {', '.join(titles)}")


def _genre_document(genre: Genre) -> dict[str, Any]:
    """The JSON form of a genre; `castling`: the notation styles of its castling moves."""
    board = genre.board
    return {"name": genre.name, "names": {language: list(names) for language, names in vars(genre.names).items()},
            "board": {"files": board.files, "ranks": board.ranks, "squares": len(board.squares),
                      "walls": [board.name(wall) for wall in sorted(board.walls)]},
            "start": genre.start, "men": "".join(man.letter for man in genre.men),
            "castling": [family.style.value for family in genre.castlings], "royalty": genre.royalty.doctrine.value}


if __name__ == "__main__":
    sys.exit(main())
