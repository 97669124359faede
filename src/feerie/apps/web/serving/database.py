"""Files of SQLite that a killed process cannot harm, with a schema that has a number and is upgraded.

The write-ahead log lets a process be killed at any moment without loss of what is committed (SQLite, "Write-Ahead
Logging"). With `synchronous=FULL` each commit waits for the disk, a few milliseconds, and survives a loss of power.
The number of the schema is the file's `user_version`.

A file that is removed while it is open lives on without a name until it is closed, and SQLite writes to it without an
error. What is written then would be lost at the end of the process, so the name is looked at before every use.
"""
from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from feerie.apps.shell.terminal import warn
from feerie.base.errors import Error, Message

__all__ = ["MEGABYTE", "Database", "Store", "StoreError", "StoreLimits", "remove_logs", "schema_version"]

_Identity = tuple[int, int] | None
"""Device and number of a file; None where there is none."""


MEGABYTE = 1_000_000
"""Bytes."""


@dataclass(frozen=True)
class StoreLimits:
    """How much a server stores: games, and megabytes of each of its files."""

    games: int = 100_000
    megabytes: int = 1000


class StoreError(Error, ValueError):
    """The file cannot be used."""


class Database:
    """A file, made or upgraded if need be. A block of it (`with`) has the `connection` for itself, in autocommit mode.

    Statement number n of `upgrades` makes a file of version n + 1 out of one of version n. StoreError where the file
    is not one of ours, or is of a later version.

    Where the file has been removed, or its write-ahead log, a block first writes it again with all its contents and
    says so on standard error. Where another file has its name, or it cannot be written again, sqlite3.OperationalError:
    nothing can be kept.
    """

    def __init__(self, path: Path, upgrades: Sequence[str]) -> None:
        self.path, self._upgrades = path, upgrades
        self._lock = threading.Lock()
        self._warned = ""
        self.connection = _opened(path, upgrades)
        self._identities = self._found()

    def __enter__(self) -> sqlite3.Connection:
        self._lock.acquire()
        try:
            self._check()
        except BaseException:
            self._lock.release()
            raise
        return self.connection

    def __exit__(self, *unused: object) -> None:
        self._lock.release()

    def check(self) -> None:
        """Write the file again if it has been removed; errors as of a block."""
        with self:
            pass

    def close(self) -> None:
        """Close the file, written again if it has been removed."""
        with suppress(sqlite3.Error):
            self.check()
        with self._lock:
            self.connection.close()

    # ------------------------------------------------------------------------------------------ a file that is gone

    def _beside(self, suffix: str) -> Path:
        return self.path.with_name(self.path.name + suffix)

    def _found(self) -> tuple[_Identity, _Identity]:
        """The files that have the names of the database and of its write-ahead log now."""
        return _identity(self.path), _identity(self._beside("-wal"))

    def _check(self) -> None:
        found = self._found()
        database = found[0]
        if found == self._identities:
            return
        if self._identities == (database, None):        # the log is made when it is first needed
            self._identities = found
        elif database not in (None, self._identities[0]):
            self._fail(Message("{} was replaced while the server was running; start the server again", self.path.name))
        else:
            try:
                self._write_again()
            except (sqlite3.Error, OSError, StoreError) as error:
                self._fail(Message("{} was removed while the server was running, and cannot be written again: {}",
                                   self.path.name, error))
            self._warned = ""
            warn(Message("{} was removed while the server was running; it has been written again, nothing is lost",
                         self.path))

    def _fail(self, message: str) -> NoReturn:
        """Refuse; on standard error the reason is said once."""
        if message != self._warned:
            self._warned = message
            warn(message)
        raise sqlite3.OperationalError(message)

    def _write_again(self) -> None:
        """Write what the open connection still reads to a new file of the same name, and go on with that."""
        copy = self._beside("-copy")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        copy.unlink(missing_ok=True)
        self.connection.execute("VACUUM INTO ?", (str(copy),))
        with copy.open("rb+") as file:
            os.fsync(file.fileno())
        remove_logs(self.path)                  # of the file that is gone: they do not belong to the copy
        copy.replace(self.path)
        gone, self.connection = self.connection, _opened(self.path, self._upgrades)
        self._identities = self._found()
        gone.close()


class Store:
    """What is kept in a Database; StoreError as there. Safe to use from any thread, in blocks of `_file`."""

    def __init__(self, path: Path, upgrades: Sequence[str], limits: StoreLimits | None = None) -> None:
        self._file, self.limits = Database(path, upgrades), limits or StoreLimits()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def check(self) -> None:
        """Write the file again if it has been removed; sqlite3.OperationalError where that cannot be done."""
        self._file.check()

    def _is_full(self) -> bool:
        """Whether the file holds as many bytes as it may; pages that are free again are not counted."""
        pages, free, size = (int(self._base.execute(f"PRAGMA {name}").fetchone()[0])
                             for name in ("page_count", "freelist_count", "page_size"))
        return (pages - free) * size >= self.limits.megabytes * MEGABYTE

    @property
    def _base(self) -> sqlite3.Connection:
        return self._file.connection


def _identity(path: Path) -> _Identity:
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise sqlite3.OperationalError(f"{path.name}: {error.strerror}") from None
    return found.st_dev, found.st_ino


def _opened(path: Path, upgrades: Sequence[str]) -> sqlite3.Connection:
    """A connection to a file, made or upgraded if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with ExitStack() as unused:
        try:
            base = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
            unused.callback(base.close)
            base.execute("PRAGMA journal_mode=WAL")
            base.execute("PRAGMA synchronous=FULL")
            base.execute("PRAGMA temp_store=MEMORY")
            _upgrade(base, path, upgrades)
        except sqlite3.Error as error:
            raise StoreError("{}: {}", path, error) from None
        unused.pop_all()
    return base


def schema_version(base: sqlite3.Connection, path: Path, latest: int) -> int:
    """The number of the schema of the file at a path; StoreError if it is later than the latest that is known."""
    version: int = base.execute("PRAGMA user_version").fetchone()[0]
    if version > latest:
        raise StoreError("{} was written by a later version of feerie (schema {}, known up to {})", path, version,
                         latest)
    return version


def remove_logs(path: Path) -> None:
    """Remove the write-ahead log of a file, if there is one, and the index of the log."""
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _upgrade(base: sqlite3.Connection, path: Path, upgrades: Sequence[str]) -> None:
    version = schema_version(base, path, len(upgrades))
    for number, script in enumerate(upgrades[version:], version + 1):
        base.executescript(f"BEGIN IMMEDIATE;{script}PRAGMA user_version={number};COMMIT;")
