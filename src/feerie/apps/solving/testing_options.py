"""The options of `feerie solve` that turn on the tester's mode; `tester` is loaded only if one of them is given."""
from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from feerie.base.frozen import frozen

__all__ = ["SELECTIONS", "UNSOUND", "Testing", "testing_options"]

UNSOUND = 3
"""The exit status with --check if something is not sound."""

SELECTIONS = ("unsound", "doubtful", "different", "none")
"""What --only can choose."""


@frozen
class Testing:
    """The options of the tester's mode. `only`: some of SELECTIONS, none to show all; `stored`, `journal`: paths."""

    check: bool = False
    summary: bool = False
    only: tuple[str, ...] = ()
    journal: str | None = None
    stored: str | None = None

    @property
    def is_on(self) -> bool:
        """Whether one of them is given."""
        return bool(self.check or self.summary or self.only or self.journal or self.stored)


def testing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options --summary, --check, --only, --stored and --journal; the command gets one value, `testing`."""
    @click.option("--summary", is_flag=True, help="Number the problems, compare with the solutions in the file, say "
                  "time and positions, and end with a table.")
    @click.option("--check", is_flag=True, help="As --summary, with exit status 3 if something is not sound.")
    @click.option("--only", multiple=True, type=click.Choice(SELECTIONS), help="As --summary, showing only what "
                  "is not sound; not known to be sound; not as in the file; or the summary alone. May be repeated.")
    @click.option("--stored", type=click.Path(exists=True, dir_okay=False), metavar="FILE", help="As --summary; "
                  "compare with the solutions in this file: Popeye's output, or PGN, problem after problem.")
    @click.option("--journal", type=click.Path(dir_okay=False), metavar="FILE", help="As --summary; note finished "
                  "problems in this file, and pass over those it has.")
    @wraps(command)
    def tested(*, check: bool, summary: bool, only: tuple[str, ...], journal: str | None, stored: str | None,
               **others: Any) -> Any:
        return command(testing=Testing(check, summary, only, journal, stored), **others)

    return tested
