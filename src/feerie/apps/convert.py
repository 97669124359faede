"""`feerie convert`: files of problems turned from one format into another."""
from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import dedent
from typing import Any

import click
from click.core import ParameterSource

from feerie.apps.shell.candidates import genre_names
from feerie.apps.shell.problem_files import reading_options, text_of
from feerie.apps.shell.programs import Program
from feerie.apps.shell.run_language import file_language
from feerie.apps.shell.terminal import (
    BAD,
    DONE,
    Bar,
    complain,
    emit,
    file_error,
    find_genre,
    genre_file_option,
    json_option,
    language_option,
    pour,
    say,
)
from feerie.apps.solving.entry_messages import EntryMessages
from feerie.base.errors import Error, Message, ProblemError, line_of
from feerie.base.replacing import check_writable, replace_file
from feerie.formats import convert as formats
from feerie.formats import popeye
from feerie.formats.convert import FORMATS, Format, format_by_suffix
from feerie.formats.decoding import Reading
from feerie.formats.entries import Defaults, Entry, unquoted
from feerie.genres import find_variant
from feerie.notation.languages import Language
from feerie.notation.languages import language as language_of
from feerie.problems.place import Place
from feerie.problems.solution import Solution
from feerie.problems.stipulation import Stipulation
from feerie.rules.genre import Genre
from feerie.verification.claim_reader import Claims
from feerie.verification.claim_reader import read as read_claims
from feerie.views.solution_text import play

__all__ = ["convert"]

_NAMES = ", ".join(FORMATS)


@click.command(cls=Program, short_help="Turn files of problems into another format.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(dir_okay=False, allow_dash=True))
@click.option("-o", "--output", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True),
              help="The file to write; standard output (with --to) if not given.")
@click.option("--to", "to", type=click.Choice([*FORMATS]), help="The format to write; that of the suffix if not given.")
@click.option("--from", "given", type=click.Choice([*FORMATS]), help="The format to read; seen from the file if not "
              "given.")
@genre_file_option
@reading_options
@click.option("--genre", callback=find_genre, shell_complete=genre_names, metavar="GENRE",
              help="The rules of positions and games that name none.")
@click.option("--stipulation", metavar="TEXT", help="Makes problems of positions without a stipulation.")
@language_option
@json_option
def convert(files: tuple[str, ...], output: str | None, to: str | None, given: str | None, genre: Genre | None,
            stipulation: str | None, reading: Reading, language: str, as_json: bool) -> int:
    """Turn files of problems ("-" is standard input) into another format: popeye, yacpdb, olive (.olv),
    proof-games (.pg), fen, epd, pgn or json.

    What was written is read again: what the format does not hold is named on standard error, entry by entry. An entry
    that cannot be read or written is an error, and the others are converted; the exit status is then 2. --language is
    that of Popeye's words and of the messages; without it Popeye's words are in the language of the input file.

    \b
    Examples:
      feerie convert examples/roque.pop examples/orthodox.yaml -o problems.olv
      feerie convert examples/rokagogo.pop --to epd
    """
    path = output or "-"
    form = _target(path, to, files, as_json)
    asked = None if stipulation is None else Stipulation.parse(stipulation)
    sources = [(name, _text(name, reading)) for name in files]
    spoken = next(filter(None, (popeye.language(unquoted(text)) for _, text in sources if isinstance(text, str))), None)
    is_chosen = click.get_current_context().get_parameter_source("language") is ParameterSource.COMMANDLINE
    written = language if is_chosen else spoken or "en"     # a file does not depend on the machine's language
    work = _Conversion(form, language_of(file_language(spoken)), written,
                       Defaults(genre or find_variant(""), asked, _solution_text))
    with work.messages:
        for name, source in sources:
            work.add_file(name, source, FORMATS[given] if given else None)
    if work.texts:
        _write(path, (text.encode("utf-8", "backslashreplace") for text in form.document(iter(work.texts), written)))
    elif not work.failed:
        complain("there is nothing to convert")
        return BAD
    if as_json:
        emit({"format": form.name, "file": path if work.texts else None, "read": work.read,
              "written": len(work.texts), "failed": work.failed, "lost": work.lost, "warnings": work.warnings})
    elif path != "-" and work.texts:
        say(work.words.sentence("convert: written", path=path, written=len(work.texts), read=work.read,
                                form=form.name))
    return BAD if work.failed else DONE


def _text(path: str, reading: Reading) -> str | OSError:
    """The text of a file, or the error that it cannot be read."""
    try:
        return text_of(path, reading)
    except OSError as error:
        return error


def _target(path: str, name: str | None, files: Sequence[str], as_json: bool) -> Format:
    """The format to write; click's UsageError, or OSError, if the file cannot be written."""
    form = FORMATS[name] if name else format_by_suffix(path)
    if form is None:
        where = Message("standard output has no suffix") if path == "-" else \
            Message("the suffix of {} is none of a format", path)
        raise click.UsageError(Message("{}: name one with --to ({})", where, _NAMES))
    if path == "-":
        if as_json:
            raise click.UsageError("--json writes to standard output already: give a file with -o")
        return form
    if os.path.realpath(path) in {os.path.realpath(name) for name in files if name != "-"}:
        raise click.BadParameter(Message("{} is read, too", path), param_hint="-o")
    check_writable(path)
    return form


def _write(path: str, pieces: Iterator[bytes]) -> None:
    if path == "-":
        pour(pieces)
    else:
        replace_file(path, pieces)


@dataclass
class _Conversion:
    """What has been converted so far. `texts`: the entries in their new format; `read`: number of entries in the files.

    `words`: of messages; `language`: of the words that the format writes.
    `failed`, `lost`, `warnings`: the JSON of what is reported; each item has the place of its entry.
    """

    form: Format
    words: Language
    language: str
    defaults: Defaults
    texts: list[str] = field(default_factory=list)
    read: int = 0
    failed: list[dict[str, Any]] = field(default_factory=list)
    lost: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[dict[str, Any]] = field(default_factory=list)
    messages: EntryMessages = field(default_factory=EntryMessages)

    def add_file(self, path: str, text: str | OSError, form: Format | None) -> None:
        """Convert the entries of a file, read in the given format or in the one it seems to have."""
        if isinstance(text, OSError):
            self.fail(Place(path), file_error(text))
            return
        try:
            form = form or formats.format_of(text, path)
        except ProblemError as error:
            self.fail(Place(path, line=1), str(error))
            return
        lines = text.count("\n") + 1
        with Bar(path) as bar:
            for entry in formats.read(text, form, self.defaults):
                self.add(entry, Place(path, entry.number, entry.line))
                bar(min(entry.line, lines), lines)

    def add(self, entry: Entry, place: Place) -> None:
        """Convert an entry, and report what is wrong with it."""
        self.read += 1
        try:
            content = entry.get()
            written = formats.write(content, self.form, self.language)
        except Error as error:
            self.fail(place, str(error))
            return
        self.texts.append(written.text)
        for warning in content.unread:
            self.warnings.append({**place.as_json(), "warning": warning})
            self.messages.warn(_located(place, warning))
        if written.lost:
            self.lost.append({**place.as_json(), "fields": list(written.lost)})
            fields = ", ".join(self.words.sentence(f"field: {name}") for name in written.lost)
            self.messages.warn(_located(place, Message("{} does not hold: {}", self.form.name, fields)))

    def fail(self, place: Place, message: str) -> None:
        """Report an entry or a file that cannot be converted."""
        self.failed.append({**place.as_json(), "error": message})
        self.messages.error(_located(place, message))


def _located(place: Place, message: str) -> str:
    """A message with file, line and number of its entry; a message about a file that cannot be opened has them."""
    if place.line is None:
        return message
    line, said = line_of(message) or (place.line, message)
    if place.number is not None:
        said = Message("problem {}: {}", place.number, said)
    return Message("{}: {}", place.file, Message("line {}: {}", line, said))


def _solution_text(result: dict[str, Any]) -> str:
    """The play in a result of `feerie solve --json`, as Popeye writes it; ProblemError if it is not such a result."""
    (claims,) = read_claims(json.dumps(result))
    if not isinstance(claims, Claims):
        return ""
    lines = () if claims.tree else tuple(line for line in claims.set_play if isinstance(line, tuple))
    solution = Solution(claims.problem, claims.complete, claims.tree, claims.lines, lines, short=claims.short,
                        variations=claims.variations)
    return dedent(play(solution, "en"))
