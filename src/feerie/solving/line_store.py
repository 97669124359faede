"""Lists of lines that take little memory: packed, and beyond some megabytes in a temporary file.

A search that finds lines adds them to a LineList. The lists of its jobs are joined (`joined`), and the solution gets
them sorted, without repetitions and as texts (`sorted_lines`). Short lists are plain tuples throughout.
"""
from __future__ import annotations

import base64
import sys
import threading
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import IO, Any, NamedTuple, Protocol

from feerie.base.errors import Message

__all__ = ["Chunk", "Kept", "LineList", "Lines", "PackedLine", "Spill", "Store", "beyond", "joined", "swapped",
           "united"]

PackedLine = tuple[int, ...]
"""A line of packed moves; none of them is 0, except in jobs (PASS)."""

CHUNK_LINES = 1 << 14
"""Lines that are packed together."""
FEW_LINES = 1 << 10
"""Up to this many lines are a tuple."""
MEMORY_BYTES = 128 << 20
"""Bytes that a Spill keeps in memory."""
MOVE_BYTES = 4
if array("I").itemsize != MOVE_BYTES or array("H").itemsize != 2:
    raise ImportError("this machine's integers are not those of the files")


class Kept(NamedTuple):
    """Bytes that a Spill keeps: `data`, or where they are in its file."""

    data: bytes
    offset: int = 0
    size: int = 0


class Spill:
    """Keeps bytes: the first `most` in memory (None: MEMORY_BYTES), the others in a temporary file.

    The file is deleted with this object. If it cannot be written, bytes stay in memory. May be used by several threads.
    """

    def __init__(self, most: int | None = None) -> None:
        self._file: IO[bytes] | None = None
        self._left, self._end = MEMORY_BYTES if most is None else most, 0
        self._lock = threading.Lock()

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()

    def keep(self, data: bytes) -> Kept:
        """Keep bytes."""
        with self._lock:
            if len(data) <= self._left:
                self._left -= len(data)
                return Kept(data)
            try:
                if self._file is None:
                    import tempfile

                    self._file = tempfile.TemporaryFile(prefix="feerie-", buffering=0)   # noqa: SIM115
                self._file.seek(self._end)
                rest = memoryview(data)
                while rest:
                    rest = rest[self._file.write(rest):]
            except OSError:
                return Kept(data)
            kept = Kept(b"", self._end, len(data))
            self._end += len(data)
            return kept

    def read(self, kept: Kept) -> bytes:
        """The bytes that were kept. OSError if the file cannot be read."""
        if not kept.size:
            return kept.data
        with self._lock:
            assert self._file is not None
            self._file.seek(kept.offset)
            data = b""
            while len(data) < kept.size:
                piece = self._file.read(kept.size - len(data))
                if not piece:
                    raise OSError(Message("the temporary file has been cut short"))
                data += piece
            return data


class Store(Protocol):
    """Where bytes are kept."""

    def read(self, kept: Kept) -> bytes:
        """The bytes that were kept."""


class Chunk(NamedTuple):
    """Some packed lines: `lines` records of `width` moves, shorter lines padded with 0; each goes after `prefix`.

    `spill`: where their bytes are. `firsts`: how many lines begin with each first move.
    """

    spill: Store
    kept: Kept
    width: int
    lines: int
    is_even: bool
    prefix: PackedLine
    firsts: Mapping[int, int]

    @classmethod
    def keep(cls, spill: Spill, moves: array[int], width: int, is_even: bool, prefix: PackedLine) -> Chunk:
        """Keep records, given by all their moves."""
        lines = len(moves) // width
        return cls(spill, spill.keep(moves.tobytes()), width, lines, is_even, prefix,
                   {prefix[0]: lines} if prefix else dict(Counter(moves[::width])))

    def moves(self) -> array[int]:
        """The moves of all records."""
        words = array("I")
        words.frombytes(self.spill.read(self.kept))
        return words

    def records(self) -> Iterator[PackedLine]:
        """The lines, the shorter ones padded with 0."""
        records = zip(*[iter(self.moves())] * self.width, strict=True)
        return (self.prefix + record for record in records) if self.prefix else records

    def shorter_than(self, length: int) -> int:
        """How many of the lines have fewer than `length` moves; no line is built."""
        place = length - len(self.prefix) - 1
        if place < 0:
            return 0
        if place >= self.width:
            return self.lines
        return 0 if self.is_even else self.moves()[place::self.width].count(0)

    def __iter__(self) -> Iterator[Any]:
        return self.records() if self.is_even else (tuple(filter(None, record)) for record in self.records())


class LineList:
    """A list of different lines of packed moves. Lines can be added at the end, and all from a given number on removed.

    `prefix`: moves that go before each line that is added.
    """

    def __init__(self, spill: Spill, prefix: PackedLine = ()) -> None:
        self._spill, self._prefix = spill, prefix
        self.chunks: list[Chunk] = []
        self._packed = 0
        self._last: list[PackedLine] = []       # lines not packed yet, without prefix

    def __len__(self) -> int:
        return self._packed + len(self._last)

    def __iter__(self) -> Iterator[PackedLine]:
        for chunk in self.chunks:
            yield from chunk
        for line in self._last:
            yield self._prefix + line

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (LineList, tuple)) and len(self) == len(other) and all(
            mine == yours for mine, yours in zip(self, other))

    __hash__ = None     # type: ignore[assignment]

    def append(self, line: PackedLine) -> None:
        """Add a line."""
        self._last.append(line)
        if len(self._last) >= CHUNK_LINES:
            self.pack()

    def add_packed(self, data: bytes, width: int, is_even: bool) -> None:
        """Add lines, given by the words of all their moves: `width` for each line, shorter ones, of which there are
        some unless `is_even`, padded with 0."""
        self.pack()
        moves = array("I")
        moves.frombytes(data)
        self.chunks.append(Chunk.keep(self._spill, moves, width, is_even, self._prefix))
        self._packed += self.chunks[-1].lines

    def extend(self, lines: LineList | Iterable[PackedLine]) -> None:
        """Add lines, as they are; only to a list without prefix."""
        if isinstance(lines, LineList):
            self.pack()
            lines.pack()
            self.chunks += lines.chunks
            self._packed += len(lines)
        else:
            for line in lines:
                self.append(line)

    def __delitem__(self, rest: slice) -> None:
        """Remove the lines from `rest.start` on."""
        while self._packed > rest.start:
            chunk = self.chunks.pop()
            self._packed -= chunk.lines
            self._last = [line[len(chunk.prefix):] for line in chunk]
        del self._last[rest.start - self._packed:]

    def pack(self) -> None:
        """Pack the lines added last."""
        if self._last:
            width = max(map(len, self._last))
            is_even = min(map(len, self._last)) == width
            lines = self._last if is_even else [line + (0,) * (width - len(line)) for line in self._last]
            moves = array("I", chain.from_iterable(lines))
            self.chunks.append(Chunk.keep(self._spill, moves, width, is_even, self._prefix))
            self._packed += len(lines)
            self._last = []

    def shorter_than(self, length: int) -> int:
        """How many lines have fewer than `length` moves; no line is built."""
        self.pack()
        return sum(chunk.shorter_than(length) for chunk in self.chunks)

    def value(self) -> tuple[PackedLine, ...] | LineList:
        """The lines as a value that no longer changes: a tuple, if there are few."""
        if len(self) <= FEW_LINES:
            return tuple(self)
        self.pack()
        return self

    def as_json(self) -> dict[str, Any]:
        """The list in JSON: for each chunk the numbers, and the moves as little-endian words in base64."""
        self.pack()
        return {"chunks": [[chunk.width, chunk.lines, chunk.is_even, list(chunk.prefix),
                            base64.b64encode(swapped(chunk.moves(), "big").tobytes()).decode()]
                           for chunk in self.chunks]}

    @classmethod
    def with_lines(cls, lines: Iterable[PackedLine]) -> LineList:
        """A new list with these lines."""
        made = cls(Spill())
        made.extend(lines)
        return made

    @classmethod
    def of(cls, chunks: Iterable[Chunk]) -> LineList:
        """The list of these chunks."""
        lines = cls(Spill())
        lines.chunks += chunks
        lines._packed = sum(chunk.lines for chunk in lines.chunks)
        return lines

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> LineList:
        """The list that `as_json` wrote."""
        lines = cls(Spill())
        for width, count, is_even, prefix, text in document["chunks"]:
            words = array("I")
            words.frombytes(base64.b64decode(text))
            lines.chunks.append(Chunk.keep(lines._spill, swapped(words, "big"), width, is_even, tuple(prefix)))
            lines._packed += count
        return lines

    def __reduce__(self) -> Any:
        return LineList.from_json, (self.as_json(),)


Lines = tuple[PackedLine, ...] | LineList


def joined(spill: Spill, parts: Iterable[Lines], limit: int = 0) -> Lines:
    """The lines of several lists, one after another; at most `limit`, 0 for all."""
    whole = LineList(spill)
    for part in parts:
        whole.extend(part)
    if limit and len(whole) > limit:
        shortened = LineList(spill)
        shortened.extend(islice(whole, limit))
        whole = shortened
    return whole.value()


def united(earlier: Lines, later: Lines) -> Lines:
    """The lines of two lists without repetitions; each line occurs only once in its own list.

    A search finds lines in the same order every time, so as a rule the shorter list is the beginning of the longer one.
    """
    shorter, longer = sorted((earlier, later), key=len)
    if all(mine == yours for mine, yours in zip(shorter, longer)):
        return longer
    return joined(Spill(), (longer, LineList.with_lines(beyond(shorter, longer))))


def beyond(lines: Lines, known: Lines) -> Iterator[PackedLine]:
    """The lines that are not among the known ones."""
    if len(known) <= len(lines) and all(mine == yours for mine, yours in zip(known, lines)):
        return islice(lines, len(known), None)
    if len(known) < len(lines):
        few = {array("I", line).tobytes() for line in known}        # a quarter of the memory of tuples
        return (line for line in lines if array("I", line).tobytes() not in few)
    rest = dict.fromkeys(array("I", line).tobytes() for line in lines)
    for line in known:
        rest.pop(array("I", line).tobytes(), None)
    return (tuple(array("I", line)) for line in rest)


def swapped(words: array[int], byteorder: str) -> array[int]:
    """The words with their bytes reversed on a machine of this byte order."""
    if sys.byteorder == byteorder:
        words.byteswap()
    return words
