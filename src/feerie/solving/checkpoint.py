"""Checkpoints: what is finished of the work on some problems, in a file, so that a later run can go on from there.

The file is one JSON document with a checksum, written anew beside itself and then put in its place, so that at any
trial_seconds the old or the new one is whole. It belongs to the problems and settings it was begun with and to the program's
version: moves and jobs are numbers and names of this version.
"""
from __future__ import annotations

import base64
import hashlib
import json
import os
import sys
import threading
import time
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Self

from feerie import __version__
from feerie.errors import CheckpointError
from feerie.notation import fen
from feerie.problems.problem import Problem
from feerie.solving.jobs import WHOLE, Job, Value, decode, encode

__all__ = ["Checkpoint", "ProgressLog", "identity"]

KIND, FORMAT = "feerie checkpoint", 1
INTERVAL, LONGEST = 10.0, 20.0
"""Seconds between two writings, and where writing takes long."""
SHARE = 0.1
"""The most of the time that writing should take."""


def identity(problem: Problem, limit: int = 0) -> str:
    """A short text that is the same for the same problem without twins, asked in the same way."""
    target = fen.write(problem.genre, problem.target) if problem.target else ""
    text = json.dumps([problem.genre.name, problem.fen, str(problem.stipulation), target, repr(problem.options), limit])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class ProgressLog:
    """What is finished of one problem: values of jobs by their names, and the jobs that are split.

    `nodes`, `seconds`: what the work has cost in this and earlier runs; time counts inside `with`. `known`: some of
    what the searches' memory knows of positions (keys and words), without which much would be found out again.
    """

    def __init__(self, home: Checkpoint, kept: dict[str, Any] | None = None) -> None:
        kept = kept or {}
        self._home = home
        self._done: dict[str, Any] = kept.get("done", {})
        self._split: dict[str, None] = dict.fromkeys(kept.get("split", ()))
        self.nodes: int = kept.get("nodes", 0)
        words = array("Q", base64.b64decode(kept.get("known", "")))
        if sys.byteorder == "big":
            words.byteswap()
        self.known: list[tuple[int, int]] = list(zip(words[::2], words[1::2]))
        self._spent: float = kept.get("seconds", 0.0)
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
        """The value of a job, None if it is not known."""
        return decode(self._done.get(job.name))

    def is_split(self, job: Job) -> bool:
        """Whether smaller jobs are being done in a job's place."""
        return job.name in self._split

    def keep(self, job: Job, value: Value, parts: Iterable[Job] = ()) -> None:
        """A job is done; so nothing need be known of those it was split into."""
        self._done[job.name] = encode(value)
        if job == WHOLE:
            self.known = []
        self._split.pop(job.name, None)
        self.forget(parts)

    def forget(self, jobs: Iterable[Job]) -> None:
        """These jobs are needed no more."""
        for job in jobs:
            self._done.pop(job.name, None)
            self._split.pop(job.name, None)

    def split(self, job: Job) -> None:
        """A job is done by smaller ones."""
        self._split[job.name] = None

    def count(self, nodes: int) -> None:
        """So many more positions were played."""
        self.nodes += nodes

    def is_due(self) -> bool:
        """Whether the file should be written."""
        return self._home.is_due()

    def save_sometimes(self) -> None:
        """Write the file, if the last time was long ago."""
        self._home.save_sometimes()

    def as_json(self) -> dict[str, Any]:
        """What the file holds of it."""
        words = array("Q", (word for pair in self.known for word in pair))
        if sys.byteorder == "big":
            words.byteswap()
        return {"done": self._done, "split": list(self._split), "nodes": self.nodes,
                "seconds": round(self.seconds, 3), "known": base64.b64encode(words.tobytes()).decode()}


class Checkpoint:
    """The ledgers of problems, by their `identity` texts, in a file; made where there is none, else read.

    CheckpointError for a file that is damaged, or of other problems, settings or another version; OSError where it
    cannot be read or made. Such a file is never written to.
    """

    def __init__(self, path: str | os.PathLike[str], identities: Sequence[str]) -> None:
        self._path = Path(path)
        self._identities = list(identities)
        self._lock = threading.Lock()
        self._next = 0.0
        try:
            text: str | None = self._path.read_text(encoding="utf-8")
        except FileNotFoundError:
            text = None
        except UnicodeDecodeError:
            raise CheckpointError(f"{self._path}: this is no checkpoint") from None
        kept = [None] * len(self._identities) if text is None else self._read(text)
        self._ledgers = [ProgressLog(self, parts) for parts in kept]
        self.is_new = text is None
        if self.is_new:
            self.save()

    def progress_log(self, number: int) -> ProgressLog:
        """What is finished of a problem; they are numbered from 0."""
        return self._ledgers[number]

    def _read(self, text: str) -> list[Any]:
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            document = None
        if not isinstance(document, dict) or document.get("kind") != KIND:
            known = KIND in text[:100]
            raise CheckpointError(f"{self._path}: this checkpoint is damaged" if known else
                                  f"{self._path}: this is no checkpoint")
        if (document.get("format"), document.get("version")) != (FORMAT, __version__):
            raise CheckpointError(f"{self._path}: this checkpoint is of version {document.get('version')}, "
                                  f"not {__version__}")
        if document.get("check") != _check(document):
            raise CheckpointError(f"{self._path}: this checkpoint is damaged")
        if document["problems"] != self._identities:
            raise CheckpointError(f"{self._path}: this checkpoint is of other problems or settings")
        ledgers: list[Any] = document["ledgers"]
        return ledgers

    def is_due(self) -> bool:
        """Whether the last writing was long ago."""
        return time.monotonic() >= self._next

    def save_sometimes(self) -> None:
        """Write the file if the last time was long ago; that it cannot be written now is no reason to stop."""
        if self.is_due():
            try:
                self.save()
            except OSError:
                self._next = time.monotonic() + INTERVAL

    def save(self) -> None:
        """Write the file; when this returns it is on the disk."""
        with self._lock:
            begun = time.monotonic()
            document: dict[str, Any] = {"kind": KIND, "format": FORMAT, "version": __version__,
                                        "problems": self._identities,
                                        "ledgers": [progress_log.as_json() for progress_log in self._ledgers]}
            document["check"] = _check(document)
            _replace(self._path, json.dumps(document))
            now = time.monotonic()
            self._next = now + max(INTERVAL, min(LONGEST, (now - begun) / SHARE))


def _check(document: dict[str, Any]) -> str:
    """The checksum of all the rest."""
    rest = {name: value for name, value in document.items() if name != "check"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def _replace(path: Path, text: str) -> None:
    """Put a text in the place of a file, so that after a loss of power one of the two is there."""
    fresh = path.with_name(path.name + ".new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
