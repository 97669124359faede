"""Journals: the reports of finished problems, one a line, from which a later run over many problems can continue.

The file is JSON lines: a head that says what it is, then {"identity", "limits", "report", "checksum"} for each part as
soon as it is solved. A line cut short because the process was killed is dropped; one that was changed is refused. The
file is valid for one version of the program; problems are found again by their identity, whatever file they are in and
wherever they stand there.
"""
from __future__ import annotations

import hashlib
import json
import os
import time
from contextlib import suppress
from typing import Any, NamedTuple, Self

from feerie import __version__
from feerie.base.checksum import checksum
from feerie.base.errors import CheckpointError
from feerie.base.replacing import naming
from feerie.problems.problem import Problem
from feerie.problems.report import PartReport
from feerie.solving.checkpoint import identity, try_lock

__all__ = ["Journal", "ReportLimits"]

KIND, FORMAT = "feerie journal", 2
SYNC_SECONDS = 1.0
"""What was written is put on the disk at least this often."""


class ReportLimits(NamedTuple):
    """The limits of the search that a report describes; None for none."""

    solutions: int | None = None
    seconds: float | None = None
    nodes: int | None = None


class Journal:
    """A journal file; it is made if it is not there.

    CheckpointError for a file that is not a journal, is damaged, of another version, or in use by another process: it
    is left as it is. OSError, with the name of the file, if it cannot be read or written. `found`: how many reports an
    earlier run left.
    """

    def __init__(self, path: str, limits: ReportLimits) -> None:
        self._path, self._limits = path, limits
        if os.path.exists(path) and not os.path.isfile(path):
            raise CheckpointError("{}: this is not a journal", path)
        self._file = open(path, "a+b")      # noqa: SIM115
        self._synced = time.monotonic()
        try:
            if not try_lock(self._file.fileno()):
                raise CheckpointError("{}: another process is using this journal", path)
            with naming(path):
                self._reports = self._read()
        except BaseException:
            with suppress(OSError):
                self._file.close()
            raise
        self.found = len(self._reports)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the file; all that was written is on the disk."""
        if not self._file.closed:
            with naming(self._path), self._file:
                os.fsync(self._file.fileno())

    def find(self, problem: Problem) -> PartReport | None:
        """The report of an earlier run on the same problem, if it was complete or had the same limits."""
        limits, report = self._reports.get(_identity(problem), (None, None))
        return report if report and (report.complete or limits == self._limits) else None

    def add(self, problem: Problem, report: PartReport) -> None:
        """Add the report of a part. OSError if it cannot be written."""
        entry = {"identity": _identity(problem), "limits": list(self._limits), "report": report.as_json()}
        self._write({**entry, "checksum": checksum(entry)})

    def _write(self, line: dict[str, Any]) -> None:
        with naming(self._path):
            self._file.write(json.dumps(line).encode() + b"\n")
            self._file.flush()
            if time.monotonic() - self._synced >= SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()

    def _read(self) -> dict[str, tuple[ReportLimits, PartReport]]:
        """The reports by identity; of several the last one."""
        self._file.seek(0)
        text = self._file.read()
        whole = text.rfind(b"\n") + 1
        head, *lines = text[:whole].splitlines() or [b""]
        if text and not whole and not _head().startswith(text):
            raise CheckpointError("{}: this is not a journal", self._path)
        if whole:
            self._check(head)
        if whole < len(text):
            self._file.truncate(whole)
        if not whole:
            self._file.write(_head())
            self._file.flush()
        reports = {}
        for number, line in enumerate(lines, 2):
            try:
                entry = json.loads(line)
                if entry.pop("checksum") != checksum(entry):
                    raise ValueError
                solutions, seconds, nodes = entry["limits"]
                report = PartReport.from_json(entry["report"])
                reports[entry["identity"]] = ReportLimits(solutions, seconds, nodes), report
            except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
                raise CheckpointError("{}: line {}: this journal is damaged", self._path, number) from None
        return reports

    def _check(self, head: bytes) -> None:
        try:
            document = json.loads(head)
        except (ValueError, RecursionError):
            document = None
        if not isinstance(document, dict) or document.get("kind") != KIND:
            raise CheckpointError("{}: this is not a journal", self._path)
        if document.get("format") == 1:
            raise CheckpointError("{}: this journal is of an older version, without checksums: begin another",
                                  self._path)
        if head + b"\n" != _head():
            raise CheckpointError("{}: this journal is of another version than {}", self._path, __version__)


def _head() -> bytes:
    return json.dumps({"kind": KIND, "format": FORMAT, "version": __version__}).encode() + b"\n"


def _identity(problem: Problem) -> str:
    """A short text that is the same for the same problem, intended solutions and stored solution."""
    text = json.dumps([identity(problem), problem.intended, problem.solution_text, list(problem.warnings)])
    return hashlib.sha256(text.encode()).hexdigest()[:32]
