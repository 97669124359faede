"""`feerie sheet`: the problems of files as a sheet of diagrams, with or without solutions."""
from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from feerie.apps.shell.candidates import PROBLEMS, existing_files, output_files
from feerie.apps.shell.notation_option import notation_option
from feerie.apps.shell.problem_files import read, reading_options
from feerie.apps.shell.programs import Program
from feerie.apps.shell.run_language import file_language, run_language, translated
from feerie.apps.shell.terminal import (
    BAD,
    DONE,
    PARTLY,
    Bar,
    emit,
    file_error,
    genre_file_option,
    interruptible,
    json_option,
    language_option,
)
from feerie.apps.solving.entry_messages import EntryMessages, located
from feerie.apps.solving.output_formats import SHEETS, Content, format_of
from feerie.base.errors import Error, Message, ProblemError, at_line, message_of
from feerie.base.replacing import check_writable, replace_file
from feerie.formats.decoding import Reading
from feerie.formats.entries import Defaults
from feerie.problems.place import Place
from feerie.problems.problem import Problem
from feerie.problems.stipulation import Stipulation
from feerie.views.layout import MAX_COLUMNS, PAPERS, Layout, Placement
from feerie.views.notations import Notation

if TYPE_CHECKING:
    import threading

    from feerie.problems.parts import Solved

__all__ = ["sheet"]


@click.command(cls=Program, short_help="Print diagrams of problem files on a sheet.")
@genre_file_option
@reading_options
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=click.Path(dir_okay=False, allow_dash=True),
                shell_complete=existing_files(*PROBLEMS))
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False), metavar="FILE",
              shell_complete=output_files(*SHEETS),
              help="The sheet: .pdf, .tex (LaTeX with drawn boards) or .dia (LaTeX for diagram.sty).")
@click.option("--format", "kind", type=click.Choice(list(SHEETS)), help="The format, whatever the file is called.")
@click.option("--solutions", "placement", type=click.Choice([place.value for place in Placement]), default="none",
              show_default=True, help="Solve the problems, and print the solutions after all diagrams, there on a new "
                                      "page, or below each diagram.")
@click.option("--stipulation", "given", metavar="TEXT", help="Makes problems of positions without a stipulation.")
@click.option("--title", help="The heading of the sheet.")
@click.option("--columns", type=click.IntRange(1, MAX_COLUMNS), help="Problems in a row; two or three if not given.")
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True, help="The paper.")
@click.option("--time", "seconds", type=click.FloatRange(0), metavar="SECONDS",
              help="Stop solving each problem after this time.")
@language_option
@notation_option
@json_option
def sheet(paths: tuple[str, ...], output: str, kind: str | None, placement: str, given: str | None, title: str | None,
          columns: int | None, paper: str, seconds: float | None, reading: Reading, language: str, notation: str,
          as_json: bool) -> int:
    """Print the diagrams of problem files on a sheet, without their solutions or with them.

    A problem that cannot be read or solved is reported on standard error, and the others are printed.

    \b
    Examples:
      feerie sheet examples/rokagogo.pop -o diagrams.pdf --title "Rokagogo"
      feerie sheet examples/rokagogo.pop -o sheet.pdf --solutions apart --notation figurine
    """
    form = SHEETS.get(kind) if kind else format_of(Path(output).suffix.removeprefix("."))
    if form is None or not form.is_sheet:
        raise click.BadParameter(Message("{} does not end in {}: give --format", output,
                                         ", ".join(f".{name}" for name in SHEETS)), param_hint="-o")
    if any(path != "-" and os.path.realpath(path) == os.path.realpath(output) for path in paths):
        raise click.BadParameter(Message("{} is read too", output), param_hint="-o")
    form.check()
    check_writable(output)
    layout = Layout(title, columns, paper, Placement(placement), Notation(notation))
    with EntryMessages() as messages:       # while files are read, Ctrl-C ends the program: there is nothing to print
        problems, written = _problems(paths, reading, messages,
                                      Defaults(stipulation=Stipulation.parse(given) if given else None))
        language = file_language(written)
        with interruptible() as stop:
            entries = [_solved(place, problem, layout, messages, seconds, stop) for place, problem in problems]
    complete = all(part.solution.complete for entry in entries for part in entry.parts) and not stop.is_set()
    replace_file(output, form.encoded(Content(lambda: entries, language, layout=layout)))
    if as_json:
        emit({"file": output, "bytes": Path(output).stat().st_size, "problems": len(entries), "complete": complete})
    return BAD if messages.has_errors else DONE if complete else PARTLY


def _problems(paths: Sequence[str], reading: Reading, messages: EntryMessages, defaults: Defaults
              ) -> tuple[list[tuple[Place, Problem]], str | None]:
    """The problems of files with their places, and the language of the first file that has one.

    Problems that could not be read, and what was not understood of others, are reported.
    """
    found, written = [], None
    for path in paths:
        try:
            entries = read(path, reading, defaults)
            written = written or entries.language
            for entry in entries:
                place = Place(path, entry.number, entry.line)
                try:
                    problem = entry.get()
                except Error as error:
                    messages.error(Message("{}: {}", path, at_line(entry.line, message_of(error))))
                    continue
                found.append((place, problem))
                for warning in problem.unread + problem.twins_against_the_flow:
                    messages.warn(located(place, warning))
        except OSError as error:
            messages.error(file_error(error))
    if not found:
        raise ProblemError("no problem could be read")
    return found, written


def _solved(place: Place, problem: Problem, layout: Layout, messages: EntryMessages, seconds: float | None,
            stop: threading.Event) -> Solved:
    """A problem with the solutions of its parts, if they are to be printed; parts without one are reported."""
    from feerie.notation.languages import language as language_of
    from feerie.problems.parts import Part, Solved, parts_of

    if layout.placement is Placement.NONE:
        return Solved(problem)
    from feerie.solving.solve import solve

    parts: list[Part] = []
    errors: dict[tuple[str, str], str] = {}     # by label and message: an error of both sides is reported once

    for part in parts_of(problem):
        if stop.is_set():
            return Solved(problem, tuple(parts), language_of(run_language()).sentence("partial"))
        try:
            asked = part.get()
            with Bar(str(asked.stipulation)) as bar:
                solution = solve(asked, max_seconds=seconds, progress=bar, stop=stop)
        except Error as error:
            if (part.label, str(error)) not in errors:
                messages.error(located(replace(place, label=part.label), str(error)))
                errors[part.label, str(error)] = translated(str(error))
        else:
            parts.append(Part(solution, part.label, part.is_duplex))
    return Solved(problem, tuple(parts), "; ".join(errors.values()))
