"""The lines of a checkpoint in a file beside it: added as they are found, and read again as a stream.

The file consists of a head and of blocks, each the moves of some lines in the byte order of the machine. Blocks are
only added, and equal ones are kept once. The checkpoint says which blocks there are: what follows them was written by a
run that was killed before it had saved its checkpoint, and is overwritten by the next block.
"""
from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from feerie.base.errors import Message
from feerie.base.replacing import naming
from feerie.solving.line_store import Chunk, Kept, LineList

__all__ = ["LineFile"]

HEAD = b"feerie lines 1\n"
DIGEST_BYTES = 16

Index = Sequence[Sequence[Any]]
"""For each block, its size in bytes and its digest."""


class LineFile:
    """The lines beside a checkpoint; `path`: their file, which is made when there are lines to be kept.

    May be used by several threads. The file is open as long as there is a list whose lines it has.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._file: IO[bytes] | None = None
        self._index: list[tuple[int, str]] = []
        self._offsets: list[int] = []
        self._numbers: dict[str | int, int] = {}        # of a block, by its digest and by its offset
        self._references: dict[int, tuple[Chunk, list[Any]]] = {}   # by the identity of the chunk, which stays alive
        self._end = len(HEAD)
        self._lock = threading.Lock()

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()

    # --------------------------------------------------------------------------------------------- from the file

    def load(self, order: str, index: Index) -> None:
        """Take up the blocks that a checkpoint knows, written in a byte order.

        ValueError if they are not there; OSError if the file cannot be read.
        """
        if not index:
            return
        if order != sys.byteorder:
            raise ValueError(Message("written on a machine of another byte order"))
        with naming(self.path):
            self._load(index)

    def _load(self, index: Index) -> None:
        try:
            self._file = open(self.path, "r+b", buffering=0)    # noqa: SIM115
        except FileNotFoundError:
            raise ValueError(Message("the file is missing")) from None
        if self._bytes(0, len(HEAD)) != HEAD:
            raise ValueError(Message("the file has another head"))
        if len(HEAD) + sum(size for size, _ in index) > os.fstat(self._file.fileno()).st_size:
            raise ValueError(Message("this file has been cut short"))
        for size, digest in index:
            if _digest(self._bytes(self._end, size)) != digest:
                raise ValueError(Message("a block has changed"))
            self._register(size, digest)

    def list_of(self, reference: dict[str, Any]) -> LineList:
        """The list to which `reference` refers."""
        chunks = []
        for width, lines, is_even, prefix, number, firsts in reference["chunks"]:
            kept = Kept(b"", self._offsets[number], self._index[number][0])
            chunks.append(Chunk(self, kept, width, lines, is_even, tuple(prefix), dict(map(tuple, firsts))))
        return LineList.of(chunks)

    def read(self, kept: Kept) -> bytes:
        """The bytes of a block. OSError if the file cannot be read."""
        data = self._bytes(kept.offset, kept.size)
        if len(data) < kept.size:
            raise OSError(Message("{}: this file has been cut short", self.path))
        return data

    def _bytes(self, offset: int, size: int) -> bytes:
        """The bytes at a place, fewer at the end of the file."""
        assert self._file is not None
        data = b""
        with self._lock:
            self._file.seek(offset)
            while len(data) < size and (piece := self._file.read(size - len(data))):
                data += piece
        return data

    # ----------------------------------------------------------------------------------------------- to the file

    def reference(self, lines: object) -> dict[str, Any]:
        """What a checkpoint writes in the place of a list, whose lines are added to the file. TypeError for others.

        OSError, with the name of the file, where it cannot be written.
        """
        if not isinstance(lines, LineList):
            raise TypeError(f"a checkpoint does not keep a {type(lines).__name__}")
        lines.pack()
        return {"chunks": [self._refer(chunk) for chunk in lines.chunks]}

    def index(self) -> dict[str, Any]:
        """The blocks for the checkpoint, and their byte order."""
        return {"order": sys.byteorder, "blocks": [list(block) for block in self._index]}

    def sync(self) -> None:
        """All that was added is on the disk when this returns."""
        if self._file is not None:
            with naming(self.path):
                os.fsync(self._file.fileno())

    def _refer(self, chunk: Chunk) -> list[Any]:
        _, known = self._references.get(id(chunk), (None, None))
        if known is None:
            number = self._numbers[chunk.kept.offset] if chunk.spill is self else \
                self._add(chunk.spill.read(chunk.kept))
            known = [chunk.width, chunk.lines, chunk.is_even, list(chunk.prefix), number,
                     [list(pair) for pair in chunk.firsts.items()]]
            self._references[id(chunk)] = chunk, known
        return known

    def _add(self, data: bytes) -> int:
        """The number of a block, which is written unless the file has it."""
        digest = _digest(data)
        if digest not in self._numbers:
            try:
                self._write(data)
            except OSError as error:
                self._take_back()
                raise OSError(error.errno, error.strerror, self.path) from None
            self._register(len(data), digest)
        return self._numbers[digest]

    def _write(self, data: bytes) -> None:
        if self._file is None:
            self._make()
        assert self._file is not None
        with self._lock:
            self._file.seek(self._end)
            rest = memoryview(data)
            while rest:
                rest = rest[self._file.write(rest):]

    def _make(self) -> None:
        """Make the file; one that an earlier run has left is removed, any other is an error."""
        with suppress(FileNotFoundError):
            with open(self.path, "rb") as other:
                if other.read(len(HEAD)) not in (b"", HEAD):
                    raise FileExistsError(17, "this file already exists and is not a file of lines")
            os.unlink(self.path)
        self._file = open(self.path, "x+b", buffering=0)        # noqa: SIM115
        self._file.write(HEAD)

    def _take_back(self) -> None:
        """Remove what was written in part."""
        with suppress(OSError):
            if self._file is not None and self._index:
                self._file.truncate(self._end)
            elif self._file is not None:
                self._file.close()
                self._file = None
                os.unlink(self.path)

    def _register(self, size: int, digest: str) -> None:
        self._numbers[digest] = self._numbers[self._end] = len(self._index)
        self._index.append((size, digest))
        self._offsets.append(self._end)
        self._end += size


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).hexdigest()
