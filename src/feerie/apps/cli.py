"""The command `feerie` and its commands about positions: legal moves, status, perft, diagrams, genres."""
from __future__ import annotations

import re
import sys
import time
from typing import TYPE_CHECKING, Any

import click

from feerie import __version__
from feerie import genres as all_genres
from feerie.apps.terminal import (
    DONE,
    PARTLY,
    Bar,
    Programs,
    emit,
    fen_argument,
    genre_argument,
    json_option,
    language_option,
    position_of,
    require_legal,
    say,
    signs_option,
    status_document,
    status_line,
    words_of,
)
from feerie.errors import Error, IllegalMoveError
from feerie.game import Game
from feerie.kernel.state import COMPILED
from feerie.kernel.tables import LONG_BITS
from feerie.kernel.verdict import compiled_rules
from feerie.notation.moves import unnumbered
from feerie.position import LONG_PERFT, Position, Status
from feerie.rules.genre import Genre
from feerie.rules.move import Move

if TYPE_CHECKING:
    from feerie.views.diagram import Arrow

__all__ = ["main"]


LATER = {"solve": "feerie.apps.solve", "verify": "feerie.apps.verify", "schema": "feerie.apps.schema",
         "analyse": "feerie.apps.analyse", "match": "feerie.apps.match", "play": "feerie.apps.play",
         "serve": "feerie.apps.serve", "uci": "feerie.apps.uci", "xboard": "feerie.apps.xboard",
         "worker": "feerie.apps.worker", "scheduler": "feerie.apps.worker"}


@click.group("feerie", cls=Programs, later=LATER, invoke_without_command=True,
             context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> int:
    """Fairy chess: play, solve and study chess by other rules.

    GENRE is the name of a set of rules in English, French or German, or several names joined with "+":
    rokagogo, "échecs roque", rokagogo+rex-multiplex. FEN is one quoted text, whose last fields may be missing;
    "-" is the game array. Exit status: 0 done, 1 stopped by a limit or Ctrl-C, 2 bad input.
    """
    if not COMPILED:
        print("note: feerie runs uncompiled, several hundred times slower (no C compiler when it was installed)",
              file=sys.stderr)
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
    width = max((len(short) for _, short, _ in rows), default=0)
    lines = [f"{uci:5}  {short:{width}}  {long}".rstrip() for uci, short, long in rows]
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
    position = position_of(genre, fen)
    _answer_status(position, position.status(), {}, language, as_json)
    return DONE


@main.command("play-line", short_help="Play moves from a position.")
@genre_argument
@fen_argument(required=True)
@click.argument("line", metavar="MOVE...", nargs=-1)
@language_option
@json_option
def play_line(genre: Genre, fen: str, line: tuple[str, ...], language: str, as_json: bool) -> int:
    """Play moves from a position and print the result; draws by repetition are recognised.

    Moves are written in UCI, short or long, with letters of the language; move numbers are skipped.

    \b
    Example:
      feerie play-line rokagogo "4k3/3R4/8/8/r7/1R1K3R/8/8 w - -" d3f3 e8f8
    """
    game, written = Game(genre, position_of(genre, fen)), []
    if line:
        require_legal(game.position)
    for number, text in enumerate((text for text in line if unnumbered(text)), 1):
        try:
            written.append(_push(game, text, language))
        except Error as error:
            raise type(error)(f"move {number} ({text[:40]}): {error}") from None
    _answer_status(game.position, _status_of(game),
                   {"moves": [move.uci() for move in game.moves], "san": written}, language, as_json)
    return DONE


def _push(game: Game, text: str, language: str) -> str:
    """Play a move given as UCI, SAN or in long notation; returns it as English SAN."""
    position = game.position
    outcome = position.outcome()
    if outcome:
        raise IllegalMoveError(f"the game is over ({outcome.reason.value})")
    move = position.parse(text, language)
    game.push(move)
    return position.san(move)


def _status_of(game: Game) -> Status:
    """The status of the last position, including draws that only the game knows: repetition, dead material."""
    found, outcome = game.position.status(), game.outcome()
    return Status("draw", None, outcome.reason) if outcome and found.word in ("ok", "check") else found


def _answer_status(position: Position, found: Status, more: dict[str, Any], language: str, as_json: bool) -> None:
    if as_json:
        emit({**status_document(position, found), **more})
    else:
        print(f"{status_line(position, found, language)}\n{position.fen()}")


@main.command(short_help="Explain why a move is legal or not.")
@genre_argument
@fen_argument(required=True)
@click.argument("move")
@language_option
@signs_option
@json_option
def why(genre: Genre, fen: str, move: str, language: str, signs: str, as_json: bool) -> int:
    """Explain, rule by rule, why a move is legal or not.

    \b
    Example:
      feerie why rokagogo "4k3/3R4/8/8/r7/1R1K3R/8/8 w - -" d3f3 --language fr
    """
    from feerie.explain import explain

    position = position_of(genre, fen)
    explanation = explain(position, move, words_of(language, signs))
    if as_json:
        emit({"genre": genre.name, "fen": position.fen(), "text": explanation.text, **explanation.as_json()})
    else:
        say(explanation.text)
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
        compiled_rules(genre, LONG_BITS)        # built once, before the time is measured
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
        last = None if complete else next(reversed(found), None)
        print("".join(f"{uci}: {leaves}{' (partial)' if uci == last else ''}\n" for uci, leaves in found.items()))
    if not position.is_valid():
        print(status_line(position, position.status()))
    rate = f", {nodes / seconds / 1e6:.3g} million a second" if nodes and seconds else ""
    partly = "" if complete else f", partial: stopped in first move {len(found)} of {len(position.legal_moves)}"
    print(f"{nodes} nodes in {seconds:.3f} s{rate}{partly}")
    return DONE if complete else PARTLY


def _count(position: Position, depth: int, threads: int) -> tuple[dict[str, int], bool]:
    """Perft by first move, and whether it is complete; after Ctrl-C the numbers so far."""
    from feerie.kernel.perft import MAX_PERFT_DEPTH

    if depth > MAX_PERFT_DEPTH:
        raise click.BadParameter(f"{depth} is more than {MAX_PERFT_DEPTH}", param_hint="DEPTH")
    found: dict[str, int] = {}
    with Bar(f"perft {depth}") as bar:
        try:
            if depth:
                position.divide(depth, threads=threads, progress=bar, found=found)
        except KeyboardInterrupt:
            return found, False
    return found, True


# ----------------------------------------------------------------------------------------------- diagrams

def _pair(option: str, text: str) -> tuple[str, str]:
    """Two squares written together: "e2e4"."""
    match = re.fullmatch("([a-z][0-9]+)([a-z][0-9]+)", text)
    if match is None:
        raise click.BadParameter(f"{text[:40]!r} is not two squares, like e2e4", param_hint=option)
    return match[1], match[2]


def _last_move(position: Position, text: str) -> Move:
    """The move that led to a position, from "d3f3" or, of a castling, "d3f3/h3e3"."""
    king, slash, partner = text.partition("/")
    origin, target = _pair("--last-move", king)
    for square in (origin, target):
        position.genre.board.index(square)
    return Move(position.man_at(target), origin, target, partner=_pair("--last-move", partner) if slash else None)


def _arrow(text: str) -> Arrow:
    """An arrow, from "e2e4" or "e2e4:red"."""
    squares, colon, colour = text.partition(":")
    origin, target = _pair("--arrow", squares)
    return (origin, target, colour) if colon else (origin, target)


def _mark(text: str) -> tuple[str, str]:
    """A mark, from "e4:dot"."""
    square, colon, kind = text.partition(":")
    if not colon:
        raise click.BadParameter(f"{text[:40]!r} is not a square and a mark, like e4:dot", param_hint="--mark")
    return square, kind


@main.command()
@genre_argument
@fen_argument(required=False)
@click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="A file .svg, .png or .pdf; "
              "standard output (SVG) if not given.")
@click.option("--play", "played", multiple=True, metavar="MOVE", help="Play a move first and mark it; may be repeated.")
@click.option("--last-move", metavar="UCI", help="Mark the squares of the move that led here: d3f3, or d3f3/h3e3.")
@click.option("--arrow", "arrows", multiple=True, metavar="a1b2[:COLOUR]", help="Draw an arrow; may be repeated.")
@click.option("--mark", "marks", multiple=True, metavar="a1:MARK", help="Put dot, cross, circle or a short text on a "
              "square; may be repeated.")
@click.option("--check/--no-check", default=True, help="Show which kings are in check; on by default.")
@click.option("--coordinates/--no-coordinates", default=True, help="Letter and number the edges; on by default.")
@click.option("--orientation", type=click.Choice(["white", "black"]), default="white", show_default=True,
              help="The side at the bottom.")
@click.option("--size", type=click.IntRange(1, 10000), default=400, show_default=True,
              help="Pixels of the longer side.")
@click.option("--style", type=click.Choice(["print", "hatched", "board"]), default="print", show_default=True,
              help="The look.")
@click.option("--rings", is_flag=True, help="Tint the rings round a hole (Rollerball) and cut the corners.")
@click.option("--caption", default="", help="A text below the board.")
@language_option
@json_option
def draw(genre: Genre, fen: str, output: str | None, played: tuple[str, ...], last_move: str | None,
         arrows: tuple[str, ...], marks: tuple[str, ...], check: bool, coordinates: bool, orientation: str, size: int,
         style: str, rings: bool, caption: str, language: str, as_json: bool) -> int:
    """Draw a position as SVG, PNG or PDF.

    \b
    Example:
      feerie draw rollerball - -o start.svg --arrow c1b1
    """
    from pathlib import Path

    from feerie.views import diagram

    game = Game(genre, position_of(genre, fen))
    for text in played:
        require_legal(game.position)
        _push(game, text, language)
    position = game.position
    move = _last_move(position, last_move) if last_move is not None else game.peek() if played else None
    drawing = diagram.draw(position, last_move=move, arrows=[_arrow(text) for text in arrows],
                           marks=[_mark(text) for text in marks], orientation=orientation, size=size,
                           coordinates=coordinates, check=None if check else (), caption=caption, style=style,
                           rings=rings)
    if output and output != "-":
        diagram.save(drawing, output)
        if as_json:
            emit({"file": output, "bytes": Path(output).stat().st_size})
    elif as_json:
        emit({"file": None, "bytes": len(drawing.encode()), "svg": str(drawing)})
    else:
        say(str(drawing))
    return DONE


# ------------------------------------------------------------------------------------------------- genres

@main.command()
@json_option
def genres(as_json: bool) -> int:
    """List the genres with their names.

    \b
    Example:
      feerie genres
    """
    if as_json:
        emit([_genre_document(genre) for genre in all_genres.GENRES])
        return DONE
    width = max(len(genre.name) for genre in all_genres.GENRES)
    for genre in all_genres.GENRES:
        titles = dict.fromkeys(genre.title(language) for language in ("en", "fr", "de"))
        print(f"{genre.name:{width}}  {genre.board.files}x{genre.board.ranks}  {', '.join(titles)}")
    return DONE


def _genre_document(genre: Genre) -> dict[str, Any]:
    """The JSON form of a genre; `castling`: the notation styles of its castlings."""
    board = genre.board
    return {"name": genre.name, "names": {language: list(names) for language, names in vars(genre.names).items()},
            "board": {"files": board.files, "ranks": board.ranks, "squares": len(board.squares),
                      "walls": [board.name(wall) for wall in sorted(board.walls)]},
            "start": genre.start, "men": "".join(man.letter for man in genre.men),
            "castling": [family.style.value for family in genre.castlings], "royalty": genre.royalty.value}


if __name__ == "__main__":
    sys.exit(main())
