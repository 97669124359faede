"""Problems from files, for commands that print them, and the options that say how files are read."""
from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from feerie.apps.shell.terminal import warn
from feerie.base.errors import Message, ProblemError
from feerie.base.limited import MOST_INPUT_MEGABYTES
from feerie.formats.decoding import Reading
from feerie.problems.problem import Problem

if TYPE_CHECKING:
    from feerie.formats.entries import Defaults
    from feerie.formats.files import Entries

__all__ = ["part_of", "read", "reading_options", "text_of"]


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options --encoding and --max-input; the command gets one value, `reading`."""
    @click.option("--encoding", metavar="NAME", default="", help="The encoding of the files: utf-8, cp1251, utf-16...; "
                  "recognised if not given.")
    @click.option("--max-input", "megabytes", type=click.IntRange(1, 1 << 20), default=MOST_INPUT_MEGABYTES,
                  metavar="MB", show_default=True, help="The largest file that is read.")
    @wraps(command)
    def reads(*, encoding: str, megabytes: int, **others: Any) -> Any:
        return command(reading=Reading(encoding, megabytes), **others)

    return reads


def text_of(path: str, reading: Reading) -> str:
    """The text of a file ("-" is standard input), with a warning if its encoding was guessed.

    OSError if it cannot be read or is too large, ProblemError if it is not in the encoding that was given.
    """
    try:
        text, doubt = reading.stream(sys.stdin.buffer, path) if path == "-" else reading.file(path)
    except ProblemError as error:
        raise ProblemError("{}: {}", path, error) from None
    if doubt:
        warn(Message("{}: {} (--encoding)", path, doubt))
    return text


def read(path: str, reading: Reading, defaults: Defaults | None = None) -> Entries:
    """The problems of a file; errors and warnings as of `text_of`."""
    from feerie.formats.entries import Defaults
    from feerie.formats.files import Entries

    return Entries(text_of(path, reading), "" if path == "-" else path, defaults or Defaults())


def part_of(problem: Problem, label: str) -> Problem:
    """The part of a problem with a label, "b"; ProblemError if there is none or it cannot be built."""
    for name, part in problem.parts():
        if name == label:
            if isinstance(part, ProblemError):
                raise part
            return part
    raise ProblemError("the problem has no twin {})", label)
