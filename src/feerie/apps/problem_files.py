"""Problems from files, for commands that print them."""
from __future__ import annotations

import sys
from pathlib import Path

from feerie.errors import ProblemError
from feerie.formats import files
from feerie.formats.entries import Defaults
from feerie.problems.problem import Problem

__all__ = ["part_of", "read"]


def read(path: str, defaults: Defaults | None = None) -> files.Entries:
    """The problems of a file ("-" is standard input); OSError if it cannot be read."""
    data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    return files.Entries(files.decode(data), "" if path == "-" else path, defaults or Defaults())


def part_of(problem: Problem, label: str) -> Problem:
    """The part of a problem with a label, "b"; ProblemError if there is none or it cannot be built."""
    for name, part in problem.parts():
        if name == label:
            if isinstance(part, ProblemError):
                raise part
            return part
    raise ProblemError("the problem has no twin {})", label)
