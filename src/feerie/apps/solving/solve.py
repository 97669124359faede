"""`feerie solve`: the problems of files, or one given by its FEN, with board, solution and verdict."""
from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from feerie.apps.shell.candidates import PROBLEMS, existing_files, genre_names, output_files
from feerie.apps.shell.notation_option import notation_option, printed_words
from feerie.apps.shell.problem_files import read, reading_options
from feerie.apps.shell.programs import Program
from feerie.apps.shell.run_language import file_language
from feerie.apps.shell.terminal import (
    complain,
    emit,
    find_genre,
    genre_file_option,
    is_array,
    json_option,
    language_option,
    position_of,
    signs_option,
)
from feerie.apps.solving.cluster_options import protection_options
from feerie.apps.solving.collector import rare_collections
from feerie.apps.solving.documents import Documents
from feerie.apps.solving.output import PrintedForm, RunOutput
from feerie.apps.solving.output_formats import FORMATS
from feerie.apps.solving.proof_options import ProofOptions, proof_options
from feerie.apps.solving.reading import Source
from feerie.apps.solving.run import SolvingRun
from feerie.apps.solving.run_settings import SolvingOptions, SolvingResources
from feerie.apps.solving.testing_options import Testing, testing_options
from feerie.base.errors import Message
from feerie.genres import find, find_variant
from feerie.problems.problem import Problem, ProblemEntry
from feerie.problems.stipulation import Stipulation
from feerie.rules.genre import Genre
from feerie.rules.unit import UNIT
from feerie.solving.cluster_security import Protection
from feerie.views.notations import Notation

if TYPE_CHECKING:

    from feerie.formats import files
    from feerie.formats.decoding import Reading
    from feerie.formats.entries import Defaults

__all__ = ["solve"]

_CELL = re.compile(rf"([0-9]+)|{UNIT}|.")


@click.command(cls=Program, short_help="Solve problems: files, or a diagram.")
@click.argument("paths", metavar="FILE...|[GENRE] FEN TEXT", nargs=-1, type=click.Path(dir_okay=False, allow_dash=True),
                shell_complete=existing_files(*PROBLEMS))
@genre_file_option
@reading_options
@click.option("--genre", callback=find_genre, shell_complete=genre_names, metavar="GENRE",
              help="Rules of the problem given by --fen, and of diagrams of files that name none; orthodox if not "
              "given.")
@click.option("--fen", metavar="FEN", help="Solve this diagram (- is the array); without a castling field, king and "
              "rook at home may castle.")
@click.option("--stipulation", metavar="TEXT", help="What is asked of it, and of diagrams of files without a "
              'stipulation: "#2", "h#2.5", "s#3", "ser-h=4"; for a proof game "dia6.5", "dia?" or "PJ en 6,5 coups".')
@click.option("--intended", metavar="N", help="How many solutions it should have: 3, or 2.1.1.1 move by move.")
@click.option("--set-play/--no-set-play", default=None, help="With or without set play, whatever the file says.")
@click.option("--tries/--no-tries", default=None, help="With or without tries, whatever the file says.")
@click.option("--refutations", type=click.IntRange(1, 100), metavar="N", help="Show tries with up to N refutations.")
@click.option("--variations/--no-variations", default=True, help="Show the play after keys and tries; on by default.")
@click.option("--max-solutions", type=click.IntRange(1), metavar="N", help="Stop each problem after N solutions.")
@click.option("--time", "seconds", type=click.FloatRange(0), metavar="SECONDS",
              help="Stop each problem after this time.")
@click.option("--nodes", "--max-nodes", "nodes", type=click.IntRange(1), metavar="N",
              help="Stop each problem after about N positions.")
@click.option("--move-numbers", is_flag=True, help="Print each first move when the search comes to it, with its number "
              "and the time.")
@click.option("--start-move", type=click.IntRange(1), metavar="N", help="Begin with the first move of this number.")
@click.option("--up-to-move", type=click.IntRange(1), metavar="N", help="Stop after the first move of this number.")
@click.option("--find", "find_first", is_flag=True, help="Of direct mates and selfmates look for one solution first, "
              "and show it at once.")
@click.option("--threads", type=click.IntRange(0, 256), default=0, metavar="N",
              help="Threads; one for each core if not given.")
@click.option("--hash", "hash_mb", type=click.IntRange(1, 1 << 30), metavar="MB",
              help="Megabytes for the transposition table; a quarter of the memory if not given.")
@click.option("--resume", type=click.Path(dir_okay=False), metavar="FILE", help="Keep what is finished in this file, "
              "and go on from it if it is there.")
@click.option("--cluster", metavar="ADDRESS", help="Have the workers of this scheduler search.")
@protection_options
@proof_options
@click.option("--superfluous", is_flag=True, help="Look for men that can be removed without harm.")
@testing_options
@click.option("--no-board", is_flag=True, help="No diagram.")
@click.option("-o", "--output", "targets", multiple=True, metavar="FILE", shell_complete=output_files(*FORMATS),
              help="Also write everything to a file "
              f"({', '.join(f'.{name}' for name in FORMATS)}); may be repeated.")
@click.option("--format", "kind", type=click.Choice(list(FORMATS)), help="The format, whatever the file is called; "
              "without -o, on standard output.")
@language_option
@signs_option
@notation_option
@json_option
@click.option("--json-lines", "json_lines", is_flag=True, help="Write a JSON document a line: each line of help and "
              "series play as it is found, then the result.")
def solve(paths: tuple[str, ...], genre: Genre | None, fen: str | None, stipulation: str | None, intended: str | None,
          set_play: bool | None, tries: bool | None, refutations: int | None, variations: bool, testing: Testing,
          max_solutions: int | None, seconds: float | None, nodes: int | None, move_numbers: bool,
          start_move: int | None, up_to_move: int | None, find_first: bool, threads: int,
          hash_mb: int | None, resume: str | None, cluster: str | None, protection: Protection, proof: ProofOptions,
          superfluous: bool, no_board: bool, targets: tuple[str, ...], kind: str | None, language: str, signs: str,
          notation: str, reading: Reading,
          as_json: bool, json_lines: bool) -> int:
    """Solve the problems of files ("-" is standard input), or one diagram. A file is one that `feerie convert` reads:
    Popeye's language, YACPDB or Olive entries, lists of proof games, FEN, EPD, PGN or JSON. A diagram is given by its
    genre (orthodox chess if there is none), FEN and stipulation, or by the options of these names.

    A problem that cannot be read or solved is reported on standard error, and the others are solved. Ctrl-C stops with
    the solutions found so far; with --resume the same command continues from there, even after a crash.

    \b
    Examples:
      feerie solve examples/rokagogo.pop
      feerie solve roque "4k3/8/2rpp1Nr/6n1/b1pp2K1/8/8/8" "h#3"
      feerie solve examples/rokagogo.pop -o rokagogo.html
      feerie solve examples/orthodox.yaml examples/roque.pop --check --only unsound
    """
    as_json = as_json or json_lines
    paths, genre, fen, stipulation = _asked(paths, genre, fen, stipulation)
    kept = [path for path in (resume, resume and f"{resume}.lines", testing.journal, testing.stored) if path]
    if resume and testing.journal and os.path.realpath(resume) == os.path.realpath(testing.journal):
        raise click.BadParameter(Message("{} is named twice", testing.journal), param_hint="--journal")
    documents = Documents.wanted(targets, kind, as_json, [*paths, *kept], language, Notation(notation))
    click.get_current_context().call_on_close(documents.close)
    if paths and intended is not None:
        raise click.UsageError("--intended goes with --fen, not with files")
    if seconds is not None and math.isnan(seconds):
        raise click.BadParameter("nan is not a time", param_hint="--time")
    found = _read_all(paths, genre, Stipulation.parse(stipulation) if stipulation else None, reading)
    language = file_language(next(filter(None, (getattr(entries, "language", None) for _, entries in found)), None))
    documents.language = language
    options = SolvingOptions(set_play, tries, refutations, variations, max_solutions, seconds, superfluous,
                             move_numbers, start_move, up_to_move)
    resources = SolvingResources(threads or None, hash_mb, nodes, resume, cluster, find_first)
    has_text = not as_json or documents.need_text
    form = PrintedForm(language if has_text else "en", printed_words(language, signs, documents.notation),
                       documents.notation, has_text, no_board, as_json, json_lines)
    run = SolvingRun(options, resources, RunOutput(form, documents), protection, testing, proof)
    sources: Sequence[Source] = found
    if fen is not None:
        rules = genre or find("orthodox")
        diagram = position_of(rules, fen).fen() if is_array(fen) else fen
        problem = Problem(rules, diagram, stipulation or "", intended=intended or "")
        sources = [("", [ProblemEntry(1, 1, problem)])]
    with rare_collections():
        run.run(sources)
    if json_lines:
        emit({"complete": run.complete} | (run.left() if run.unreached else {}) | run.tested())
    elif as_json:
        emit(run.document())
    for failure in documents.write(run.document, run.unreached):
        run.bad = True
        complain(failure)
    return run.status


def _diagram_in(arguments: Sequence[str]) -> tuple[str | None, str, str | None] | None:
    """Genre, FEN and stipulation in arguments that could be files; only the FEN is required. None if they are files.
    """
    if any(os.path.exists(argument) for argument in arguments):
        return None
    name, rest = None, arguments
    if len(arguments) > 1 and not _has_ranks(arguments[0]):
        name, *rest = arguments
    if len(rest) not in (1, 2) or not (_has_ranks(rest[0]) or name not in (None, "-") and is_array(rest[0])):
        return None
    return name, rest[0], rest[1] if len(rest) == 2 else None


def _has_ranks(argument: str) -> bool:
    """Whether an argument is a FEN, divided by slashes into ranks, rather than the path of a file.

    Full stops are those of file names, unless all ranks have the same number of squares.
    """
    ranks = argument.partition(" ")[0].split("/")
    return len(ranks) > 3 and all(ranks) and (not any("." in rank for rank in ranks)
                                              or len(set(map(_squares, ranks))) == 1)


def _squares(rank: str) -> int:
    """How many squares a rank of a FEN has."""
    return sum(int(found[1] or 1) for found in _CELL.finditer(rank))


def _asked(arguments: tuple[str, ...], genre: Genre | None, fen: str | None, stipulation: str | None) \
        -> tuple[tuple[str, ...], Genre | None, str | None, str | None]:
    """Files, genre, FEN and stipulation from arguments and options; UsageError if one is given twice or missing."""
    diagram = _diagram_in(arguments) if arguments else None
    if diagram:
        name, men, asked = diagram
        if genre and name is not None or fen is not None or stipulation is not None and asked is not None:
            raise click.UsageError("genre, FEN and stipulation are given twice")
        if asked is None and stipulation is None:
            raise click.UsageError("a diagram needs a stipulation")
        return (), find(name) if name is not None else genre, men, stipulation if asked is None else asked
    if any(map(_has_ranks, arguments)) and not any(map(os.path.exists, arguments)):
        raise click.UsageError("genre, FEN and stipulation must stand in this order")
    if bool(arguments) == (fen is not None):
        raise click.UsageError("give either files or --fen" if arguments
                               else "give a file, or genre, FEN and stipulation")
    if fen is not None and stipulation is None:
        raise click.UsageError("--fen needs --stipulation")
    return arguments, genre, fen, stipulation


def _read_all(paths: Sequence[str], genre: Genre | None, stipulation: Stipulation | None, reading: Reading) \
        -> list[tuple[str, files.Entries | OSError]]:
    """The problems of files, each with its path; genre and stipulation are for those that name none."""
    if not paths:
        return []
    from feerie.formats.entries import Defaults

    defaults = Defaults(genre or find_variant(""), stipulation)
    return [(path, _read(path, reading, defaults)) for path in paths]


def _read(path: str, reading: Reading, defaults: Defaults) -> files.Entries | OSError:
    """The problems of a file, or the error that it cannot be read."""
    try:
        return read(path, reading, defaults)
    except OSError as error:
        return error
