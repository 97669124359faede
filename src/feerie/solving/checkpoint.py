"""Checkpoints: the finished jobs of some problems, in a file from which a later run can continue.

The file is one JSON document with a checksum. It is written beside the old one and then replaces it, so at any
moment one of the two is whole. It is valid for the problems and settings it was made for, and for one version of
the program, because move numbers and job names may change between versions. Lists of many lines are in a second file,
`NAME.lines`, so that they are neither written again each time nor read at once (`line_file`).

While a process works with a checkpoint the file is locked, where the system has such locks: each new file is locked
before it replaces the old one, and the first one is made only where there is none. A symbolic link is followed.
"""
from __future__ import annotations

import base64
import hashlib
import json
import os
import stat
import sys
import threading
import time
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

try:
    import fcntl
except ImportError:         # not on every system
    fcntl = None    # type: ignore[assignment]

from feerie import __version__
from feerie.base.errors import CheckpointError
from feerie.base.replacing import replace_file
from feerie.notation import fen
from feerie.problems.problem import Problem
from feerie.solving.jobs import Job, Value, Whole, decode, encode
from feerie.solving.line_file import LineFile
from feerie.solving.worker_pool import TableEntries

__all__ = ["Checkpoint", "CheckpointFile", "ProgressLog", "bytes_of", "entries_of", "identity",
           "remove_unused", "try_lock"]

KIND, FORMAT = "feerie checkpoint", 4
"""What the file says it is. FORMAT changes with the names of jobs, the encoding of values, or the layout."""
LINES = ".lines"
"""What the name of the file of lines ends with."""
SAVE_SECONDS = 1.0
"""Time between two saves, where they are quick."""
SAVE_SHARE = 0.1
"""The share of the time that saving should take at most."""
IDENTITY_DIGITS = 32


def identity(problem: Problem, limit: int = 0) -> str:
    """A short text that is the same for the same problem (without twins) and the same limit of solutions."""
    target = fen.write(problem.genre, problem.target) if problem.target else ""
    text = json.dumps([problem.genre.name, problem.fen, str(problem.stipulation), target, repr(problem.options), limit,
                       *problem.constraints.texts])
    return hashlib.sha256(text.encode()).hexdigest()[:IDENTITY_DIGITS]


def bytes_of(entries: TableEntries) -> bytes:
    """Entries of a transposition table as little-endian words."""
    words = entries[:]
    if sys.byteorder == "big":
        words.byteswap()
    return words.tobytes()


def entries_of(written: bytes) -> TableEntries:
    """The entries that `bytes_of` wrote."""
    words = array("Q", written)
    if sys.byteorder == "big":
        words.byteswap()
    return words


class ProgressLog:
    """The progress of one problem: the values of finished jobs by name, and the names of jobs that are split.

    For jobs that were stopped it keeps what they had found, so that a later run that is stopped sooner shows no less.
    `nodes`, `seconds`: positions played and time spent in this run and earlier ones; time counts inside `with`.
    `tables`: the most expensive entries of the workers' tables, which save the next run much searching.
    """

    def __init__(self, file: Checkpoint, saved: dict[str, Any] | None = None) -> None:
        saved = saved or {}
        self._file = file
        self._done: dict[str, Any] = saved.get("done", {})
        self._split: dict[str, None] = dict.fromkeys(saved.get("split", ()))
        self._partial: dict[str, Any] = saved.get("partial", {})
        self.nodes: int = saved.get("nodes", 0)
        written = saved.get("tables", [saved["table"]] if "table" in saved else [])     # earlier files have one table
        self.tables: Sequence[TableEntries] = [entries_of(base64.b64decode(table)) for table in written]
        self._spent: float = saved.get("seconds", 0.0)
        self._begun: float | None = None

    def __enter__(self) -> Self:
        self._begun = time.monotonic()
        return self

    def __exit__(self, *unused: object) -> None:
        self._spent, self._begun = self.seconds, None

    @property
    def seconds(self) -> float:
        """Wall time spent so far."""
        return self._spent + (0.0 if self._begun is None else time.monotonic() - self._begun)

    def find(self, job: Job) -> Value:
        """The value of a job; None if it is not finished."""
        return decode(self._done.get(job.name), self._file.lines.list_of)

    def is_split(self, job: Job) -> bool:
        """Whether a job has been split."""
        return job.name in self._split

    def keep(self, job: Job, value: Value, parts: Iterable[Job] = ()) -> None:
        """Keep the value of a finished job, and forget its `parts`, the jobs it was split into."""
        self._done[job.name] = encode(value)
        if isinstance(job, Whole):
            self.tables, self._partial = [], {}
        self._split.pop(job.name, None)
        self._partial.pop(job.name, None)
        self.forget(parts)

    def forget(self, jobs: Iterable[Job]) -> None:
        """Remove jobs that are not needed any more."""
        for job in jobs:
            self._done.pop(job.name, None)
            self._split.pop(job.name, None)
            self._partial.pop(job.name, None)

    def find_partial(self, job: Job) -> Value:
        """The lines a job had found when it was stopped; None for nothing."""
        return decode(self._partial.get(job.name), self._file.lines.list_of)

    def keep_partial(self, job: Job, value: Value) -> None:
        """Keep what a job had found when it was stopped."""
        self._partial[job.name] = encode(value)

    def split(self, job: Job) -> None:
        """Note that a job is split."""
        self._split[job.name] = None

    def count(self, nodes: int) -> None:
        """Add to the number of positions played."""
        self.nodes += nodes

    def is_due(self) -> bool:
        """Whether the checkpoint should be saved."""
        return self._file.is_due()

    def save_if_due(self) -> None:
        """Save the checkpoint if it is time to."""
        self._file.save_if_due()

    def as_json(self) -> dict[str, Any]:
        """The log as in the file, except for lists of many lines; table entries are words in base64."""
        return {"done": self._done, "split": list(self._split), "partial": self._partial, "nodes": self.nodes,
                "seconds": round(self.seconds, 3),
                "tables": [base64.b64encode(bytes_of(table)).decode() for table in self.tables]}


class Log(Protocol):
    """What a checkpoint keeps of one question."""

    def as_json(self) -> dict[str, Any]:
        """The log as in the file."""


L = TypeVar("L", bound=Log)


class CheckpointFile(ABC, Generic[L]):
    """A checkpoint file with a log for each question; `identities`: texts that tell the questions apart, in order.

    The file is read if there is one, otherwise made. CheckpointError for a file that is damaged, or of other
    problems, settings or another version, or in use by another process: it is left as it is. OSError if the file
    cannot be read or made. `close` ends the work with it.

    `renew`: a file that is damaged or of something else is replaced, unless somebody works with it. `lines`: where
    lists of many lines are.
    """

    MAX_SAVE_SECONDS = 20.0
    """The longest time between two saves, where saving takes long."""

    def __init__(self, path: str | os.PathLike[str], identities: Sequence[str], *, renew: bool = False) -> None:
        self._path, self._real = Path(path), Path(os.path.realpath(path))
        self._identities = list(identities)
        self._lock = threading.Lock()
        self._next_save = 0.0
        self._file: int | None = None       # the descriptor of the locked file
        self.lines = LineFile(f"{self._real}{LINES}")
        is_there = self._take()
        try:
            try:
                logs = self._read() if is_there else None      # what appears a moment later is another's
            except CheckpointError:
                if not renew:
                    raise
                logs, self.lines = None, LineFile(self.lines.path)
            self.is_new = logs is None
            self._logs = logs or [self.new_log() for _ in self._identities]
            if self.is_new:
                self._save(must_make=not is_there)
        except BaseException:
            self.close()
            raise

    @abstractmethod
    def new_log(self, saved: dict[str, Any] | None = None) -> L:
        """A log with what was saved of it."""

    def damage(self, path: str = "", detail: BaseException | None = None) -> CheckpointError:
        """The error for what cannot be in this file, or in another one that belongs to it, with what is wrong there."""
        if detail is None:
            return CheckpointError("{}: this checkpoint is damaged", self._path)
        return CheckpointError("{}: this checkpoint is damaged: {}: {}", self._path, path, detail)

    def close(self) -> None:
        """Release the file for other processes."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def remove(self) -> None:
        """Remove the file, and end the work with it. CheckpointError if another process has it; OSError if that fails.
        """
        try:
            self._take()
            _unlink(self._real)
        finally:
            self.close()

    def _take(self) -> bool:
        """Lock the file at the path unless it is locked already; False if there is none.

        CheckpointError if another process has it.
        """
        while fcntl is not None:
            try:
                found = os.stat(self._real)
                if self._file is not None and os.path.samestat(found, os.fstat(self._file)):
                    return True
                if not stat.S_ISREG(found.st_mode):
                    raise CheckpointError("{}: this is not a checkpoint", self._path)
                self.close()
                self._file = os.open(self._real, os.O_RDONLY | os.O_CLOEXEC)
            except FileNotFoundError:
                return False
            if not try_lock(self._file):
                self.close()
                raise CheckpointError("{}: another process is using this checkpoint", self._path)
        return self._real.exists()

    def progress_log(self, number: int) -> L:
        """The log of a question, by its number from 0."""
        return self._logs[number]

    def _read(self) -> list[L] | None:
        """The logs in the file; None if there is none."""
        try:
            return self._logs_in(self._real.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except UnicodeDecodeError:
            raise CheckpointError("{}: this is not a checkpoint", self._path) from None

    def _logs_in(self, text: str) -> list[L]:
        """The logs in the text of a file."""
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            document = None
        if not isinstance(document, dict) or document.get("kind") != KIND:
            if KIND in text[:100]:
                raise self.damage()
            raise CheckpointError("{}: this is not a checkpoint", self._path)
        if document.get("version") != __version__:
            raise CheckpointError("{}: this checkpoint is of version {}, not {}", self._path,
                                  _shown(document.get("version")), __version__)
        if document.get("format") != FORMAT:
            raise CheckpointError("{}: this checkpoint is of format {}, not {}", self._path,
                                  _shown(document.get("format")), FORMAT)
        if document.get("check") != _check(document):
            raise self.damage()
        if document["problems"] != self._identities:
            raise CheckpointError("{}: this checkpoint is of other problems or settings", self._path)
        try:
            self.lines.load(document["lines"]["order"], document["lines"]["blocks"])
        except ValueError as error:
            raise self.damage(self.lines.path, error) from None
        return [self.new_log(log) for log in document["logs"]]

    def _put(self, text: str, must_make: bool) -> None:
        """Replace the file, or make it if there is none, and keep the new one locked.

        CheckpointError if another process has it or, where it must be made, if it is there.
        """
        locked: list[int] = []

        def lock(file: int) -> None:
            if fcntl is not None:
                locked.append(os.dup(file))
                try_lock(locked[0])

        try:
            replace_file(self._real, [text.encode()], saved=lock, is_new=must_make or not self._take())
        except BaseException as error:
            for file in locked:
                os.close(file)
            if isinstance(error, FileExistsError):
                raise CheckpointError("{}: another process is using this checkpoint", self._path) from None
            if isinstance(error, OSError):
                raise OSError(error.errno, error.strerror, str(self._path)) from None
            raise
        self.close()
        self._file = locked[0] if locked else None

    def is_due(self) -> bool:
        """Whether the last save was long ago."""
        return time.monotonic() >= self._next_save

    def save_if_due(self) -> None:
        """Save the file if it is time to; where it cannot be written, that is ignored, and tried again later.

        CheckpointError if the file was removed, and another process works with a new one.
        """
        if self.is_due():
            try:
                self.save()
            except OSError:
                self._next_save = time.monotonic() + SAVE_SECONDS

    def save(self) -> None:
        """Save the file; it is on the disk when this returns. OSError, with the file's name, if that fails."""
        self._save()

    def _save(self, must_make: bool = False) -> None:
        with self._lock:
            begun = time.monotonic()
            document = {"kind": KIND, "format": FORMAT, "version": __version__, "problems": self._identities,
                        "logs": [log.as_json() for log in self._logs]}
            if not must_make:
                self._take()        # the lines too are written by one process only
            text = json.dumps(document, sort_keys=True, default=self.lines.reference)
            self.lines.sync()
            lines = json.dumps(self.lines.index(), sort_keys=True)
            self._put(f'{text[:-1]}, "lines": {lines}, "check": "{_checksum(text, lines)}"}}', must_make)
            now = time.monotonic()
            self._next_save = now + max(SAVE_SECONDS, min(self.MAX_SAVE_SECONDS, (now - begun) / SAVE_SHARE))


class Checkpoint(CheckpointFile[ProgressLog]):
    """The checkpoint of problems, each with a progress log; `identities`: those of `identity`."""

    def new_log(self, saved: dict[str, Any] | None = None) -> ProgressLog:
        """A progress log, with what was saved of it."""
        return ProgressLog(self, saved)


def remove_unused(path: Path) -> None:
    """Remove a checkpoint, whatever it holds, unless a process works with it. OSError if it cannot be removed."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        if try_lock(file) and os.path.samestat(os.stat(path), os.fstat(file)):
            _unlink(path)
    finally:
        os.close(file)


def _unlink(path: Path) -> None:
    """Remove a checkpoint, which must be locked, and its lines."""
    Path(f"{path}{LINES}").unlink(missing_ok=True)
    path.unlink(missing_ok=True)


def _check(document: dict[str, Any]) -> str:
    """The checksum of everything else in the document."""
    rest = {name: value for name, value in document.items() if name not in ("lines", "check")}
    return _checksum(json.dumps(rest, sort_keys=True), json.dumps(document.get("lines"), sort_keys=True))


def _checksum(text: str, lines: str) -> str:
    return hashlib.sha256((text + lines).encode()).hexdigest()


def _shown(value: object) -> str:
    """A value of a file for a message: short, and nothing that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in str(value)[:20])


def try_lock(file: int) -> bool:
    """Lock a file, given by its descriptor; False if another process has locked it.

    Where there are no locks it is left unlocked.
    """
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True
