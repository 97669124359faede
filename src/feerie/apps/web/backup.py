"""Copies of the server's files, made while it runs, and put back while it does not.

A file of SQLite must not be copied as such: beside it lies a write-ahead log with what was written last, which a copy
of the file alone lacks, and which undoes what is put in the file's place. SQLite copies both together ("Online Backup
API").
"""
from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from feerie.apps.web.compose.problem_store import PROBLEM_UPGRADES
from feerie.apps.web.games.game_store import UPGRADES
from feerie.apps.web.serving.database import StoreError, remove_logs, schema_version

__all__ = ["back_up", "restore"]

_FILES = {"games.sqlite": len(UPGRADES), "problems.sqlite": len(PROBLEM_UPGRADES)}
"""The files, and the latest version of the schema of each."""
_WAIT = 2.0
"""Seconds to wait for a server that is writing."""


def back_up(data: Path, folder: Path) -> list[Path]:
    """Copy the files of a data folder into another folder, each as it is at one moment; returns the copies.

    Copies that are there already are replaced when the new ones are complete. StoreError where there is nothing to
    copy, or it cannot be written.
    """
    copies = []
    for name in _found(data):
        copy = folder / name
        with _failing(copy):
            folder.mkdir(parents=True, exist_ok=True)
            new = copy.with_name(f"{name}-new")
            new.unlink(missing_ok=True)
            with closing(_reading(data / name)) as source, closing(sqlite3.connect(new)) as target:
                source.backup(target)
                target.execute("PRAGMA journal_mode=DELETE")        # one file, without a log
            new.replace(copy)
        copies.append(copy)
    return copies


def restore(folder: Path, data: Path) -> list[Path]:
    """Put copies back into a data folder; returns the files there. What they held is lost, except that a file that
    cannot be read is kept under another name.

    StoreError where a copy is damaged, or a server is using the files: nothing is changed then.
    """
    names = _found(folder)
    for name in names:
        with closing(_checked(folder / name, _FILES[name])):
            pass
    data.mkdir(parents=True, exist_ok=True)
    for name in names:
        with _failing(data / name):
            _set_free(data / name)
    for name in names:
        with _failing(data / name), closing(_reading(folder / name)) as source, \
                closing(sqlite3.connect(data / name, timeout=_WAIT)) as target:
            source.backup(target)
    return [data / name for name in names]


def _found(folder: Path) -> list[str]:
    names = [name for name in _FILES if (folder / name).is_file()]
    if not names:
        raise StoreError("{} holds no file of games or problems", folder)
    return names


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_WAIT)


def _checked(path: Path, latest: int) -> sqlite3.Connection:
    """A copy that is ours and whole."""
    with _failing(path):
        connection = _reading(path)
        found = connection.execute("PRAGMA quick_check").fetchone()[0]
        if found != "ok":
            raise StoreError("{}: {}", path, found)
        if schema_version(connection, path, latest) == 0:
            raise StoreError("{} is not a complete copy of the server's file", path)
    return connection


def _set_free(path: Path) -> None:
    """Put what is in the log into the file, which shows whether anybody else uses it; a file that cannot be read is put
    aside with its log."""
    if not path.exists():
        remove_logs(path)
        return
    try:
        with closing(sqlite3.connect(path, timeout=_WAIT, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise StoreError("{} is in use: stop the server first", path) from None
        raise
    except sqlite3.DatabaseError:
        path.replace(path.with_name(f"{path.name}-damaged"))
        remove_logs(path)


@contextmanager
def _failing(path: Path) -> Iterator[None]:
    """A block in which errors of SQLite and of the system are those of a file."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreError("{}: {}", path, error) from None
