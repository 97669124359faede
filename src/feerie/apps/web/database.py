"""Files of SQLite that a killed process cannot harm, with a schema that has a number and is upgraded.

The write-ahead log lets a process be killed at any moment without loss of what is committed (SQLite, "Write-Ahead
Logging"). With `synchronous=FULL` each commit waits for the disk, a few milliseconds, and survives a loss of power.
The number of the schema is the file's `user_version`.
"""
from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from feerie.errors import Error

__all__ = ["StoreError", "opened"]


class StoreError(Error, ValueError):
    """The file cannot be used."""


def opened(path: Path, upgrades: Sequence[str]) -> sqlite3.Connection:
    """A connection to a file, made or upgraded if need be, in autocommit mode, for use from any one thread at a time.

    Statement number n of `upgrades` makes a file of version n + 1 out of one of version n. StoreError where the file
    is none of ours, or of a later version.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with ExitStack() as unused:
        try:
            base = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
            unused.callback(base.close)
            base.execute("PRAGMA journal_mode=WAL")
            base.execute("PRAGMA synchronous=FULL")
            _upgrade(base, path, upgrades)
        except sqlite3.Error as error:
            raise StoreError(f"{path}: {error}") from None
        unused.pop_all()
    return base


def _upgrade(base: sqlite3.Connection, path: Path, upgrades: Sequence[str]) -> None:
    version = base.execute("PRAGMA user_version").fetchone()[0]
    if version > len(upgrades):
        raise StoreError(f"{path} was written by a later version of feerie "
                         f"(schema {version}, known up to {len(upgrades)})")
    for number, script in enumerate(upgrades[version:], version + 1):
        base.executescript(f"BEGIN IMMEDIATE;{script}PRAGMA user_version={number};COMMIT;")
