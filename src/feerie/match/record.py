"""The record of a match: a file of JSON lines from which it can be resumed.

The first line holds the settings that make a difference to the games; every other line holds a finished game and a
checksum of it. A last line that is cut short, because the program was killed while it wrote, is dropped.
"""
from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, BinaryIO

from feerie.base.checksum import checksum
from feerie.base.errors import Error
from feerie.base.replacing import naming
from feerie.match.referee import GameRecord

__all__ = ["MatchRecord", "RecordError"]

FORMAT, OLDER = "feerie match 2", "feerie match"
"""A record that is OLDER has no checksums, and gets none."""


class RecordError(Error, ValueError):
    """The file is not a record of this match."""


class MatchRecord:
    """The finished games of a match, kept in a file if there is a `path`.

    RecordError if the file is not the record of a match with these settings; it is then left unchanged. OSError, with
    its name, if it cannot be read or written.
    """

    def __init__(self, settings: Mapping[str, Any], path: str | None = None) -> None:
        self.games: dict[int, GameRecord] = {}
        self._file: BinaryIO | None = None
        self._path = path or ""
        self._has_checksums = True
        if path is None:
            return
        existed = os.path.exists(path) and os.path.getsize(path) > 0
        self._file = open(path, "r+b" if existed else "xb" if not os.path.exists(path) else "r+b")  # noqa: SIM115
        try:
            self._lock(path)
            if existed:
                self._read(settings, path)
            else:
                self._write({"format": FORMAT, "settings": dict(settings)})
        except BaseException:
            with suppress(OSError):
                self._file.close()
            raise

    def _lock(self, path: str) -> None:
        """RecordError if another process works with the file; systems without such locks do without."""
        try:
            import fcntl
        except ImportError:
            return
        assert self._file
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RecordError("{}: another process works with it", path) from None

    def _read(self, settings: Mapping[str, Any], path: str) -> None:
        assert self._file
        lines = self._file.read().split(b"\n")
        rest = lines.pop()      # "" if the last line is whole
        try:
            head = json.loads(lines[0])
            found = head["settings"] if head["format"] in (FORMAT, OLDER) else None
        except (ValueError, KeyError, TypeError, IndexError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise RecordError("{}: this is not a record of a match", path)
        self._has_checksums = head["format"] == FORMAT
        wanted = json.loads(json.dumps(dict(settings)))
        if found != wanted:
            different = sorted(key for key in {*found, *wanted} if found.get(key) != wanted.get(key))
            raise RecordError("{}: it belongs to a match with other settings ({})", path, ", ".join(different)[:200])
        for number, line in enumerate(lines[1:], 2):
            try:
                entry = json.loads(line)
                if self._has_checksums and entry["checksum"] != checksum(entry["game"]):
                    raise RecordError("{}, line {}: this game is damaged", path, number)
                record = GameRecord.read(entry["game"])
            except RecordError:
                raise
            except (ValueError, KeyError, TypeError, RecursionError):
                raise RecordError("{}, line {}: this is not a game", path, number) from None
            self.games[record.number] = record
        self._file.seek(-len(rest), os.SEEK_END)
        self._file.truncate()

    def add(self, record: GameRecord) -> None:
        """Add a finished game; it is in the file when this returns."""
        self.games[record.number] = record
        game = record.document()
        self._write({"game": game, "checksum": checksum(game)} if self._has_checksums else {"game": game})

    def _write(self, document: object) -> None:
        if self._file is not None:
            with naming(self._path):
                self._file.write(json.dumps(document).encode() + b"\n")
                self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            with naming(self._path):
                self._file.close()
