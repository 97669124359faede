"""Lists of lines that take little memory: packed, and beyond some megabytes in a temporary file.

A search that finds lines adds them to a LineList. The lists of its jobs are joined (`joined`), and the solution gets
them sorted, without repetitions and as texts (`sorted_texts`). Short lists are plain tuples throughout.

Sorting is external: records are distributed by their first moves until each part fits in memory (Knuth, The Art of
Computer Programming, volume 3, section 5.4).
"""
from __future__ import annotations

import base64
import sys
import tempfile
import threading
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby, islice
from typing import IO, Any, NamedTuple, overload

__all__ = ["LineList", "Spill", "TextLines", "joined", "sorted_texts"]

Packed = tuple[int, ...]
"""A line of packed moves; none of them is 0."""

CHUNK_LINES = 1 << 14
"""Lines that are packed together."""
FEW_LINES = 1 << 10
"""Up to so many lines are a tuple."""
SORTED_LINES = 1 << 19
"""Lines that are sorted at once."""
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

    The file vanishes with this object. Where it cannot be written, they stay in memory. May be used by several threads.
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
                    raise OSError("the temporary file has been cut short")
                data += piece
            return data


class Chunk(NamedTuple):
    """Some packed lines: `lines` records of `width` moves, shorter lines filled up with 0; each goes after `prefix`."""

    spill: Spill
    kept: Kept
    width: int
    lines: int
    is_even: bool
    prefix: Packed

    def moves(self) -> array[int]:
        """The moves of all records."""
        words = array("I")
        words.frombytes(self.spill.read(self.kept))
        return words

    def __iter__(self) -> Iterator[Any]:
        records = zip(*[iter(self.moves())] * self.width, strict=True)
        if self.is_even:
            return (self.prefix + record for record in records) if self.prefix else iter(records)
        return (self.prefix + tuple(move for move in record if move) for record in records)


class LineList:
    """A list of lines of packed moves. Lines can be added at the end, and all after the first so many removed.

    `prefix`: moves that go before each line that is added.
    """

    def __init__(self, spill: Spill, prefix: Packed = ()) -> None:
        self._spill, self._prefix = spill, prefix
        self.chunks: list[Chunk] = []
        self._packed = 0
        self._last: list[Packed] = []       # lines not packed yet, without prefix

    def __len__(self) -> int:
        return self._packed + len(self._last)

    def __iter__(self) -> Iterator[Packed]:
        for chunk in self.chunks:
            yield from chunk
        for line in self._last:
            yield self._prefix + line

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (LineList, tuple)) and len(self) == len(other) and all(
            mine == yours for mine, yours in zip(self, other))

    __hash__ = None     # type: ignore[assignment]

    def append(self, line: Packed) -> None:
        """Add a line."""
        self._last.append(line)
        if len(self._last) >= CHUNK_LINES:
            self.pack()

    def extend(self, lines: LineList | Iterable[Packed]) -> None:
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
            kept = self._spill.keep(array("I", chain.from_iterable(lines)).tobytes())
            self.chunks.append(Chunk(self._spill, kept, width, len(lines), is_even, self._prefix))
            self._packed += len(lines)
            self._last = []

    def value(self) -> tuple[Packed, ...] | LineList:
        """The lines as a value that changes no more: a tuple, if there are few."""
        if len(self) <= FEW_LINES:
            return tuple(self)
        self.pack()
        return self

    def as_json(self) -> dict[str, Any]:
        """The list in JSON: of each chunk the numbers, and the moves as little-endian words in base64."""
        self.pack()
        return {"chunks": [[chunk.width, chunk.lines, chunk.is_even, list(chunk.prefix),
                            base64.b64encode(_swapped(chunk.moves(), "big").tobytes()).decode()]
                           for chunk in self.chunks]}

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> LineList:
        """The list that `as_json` wrote."""
        lines = cls(Spill())
        for width, count, is_even, prefix, text in document["chunks"]:
            words = array("I")
            words.frombytes(base64.b64decode(text))
            kept = lines._spill.keep(_swapped(words, "big").tobytes())
            lines.chunks.append(Chunk(lines._spill, kept, width, count, is_even, tuple(prefix)))
            lines._packed += count
        return lines

    def __reduce__(self) -> Any:
        return LineList.from_json, (self.as_json(),)


Lines = tuple[Packed, ...] | LineList


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


class TextLines(Sequence[tuple[str, ...]]):
    """Many lines of moves as texts, to be read only. It equals a tuple of the same lines, but has no hash.

    `texts`: those of all moves, "" first; `width`: moves of the longest line; `records`: the lines in pieces, each move
    as the index of its text in two bytes, most significant first.
    """

    PIECE = 1 << 12
    """Lines read at once."""

    def __init__(self, texts: Sequence[str], width: int, records: Iterable[bytes], spill: Spill) -> None:
        self._texts, self._width, self._spill = texts, width, spill
        size = 2 * width * self.PIECE
        self._pieces: list[Kept] = []
        self._count = 0
        rest = b""
        for data in records:
            data = rest + data
            whole = len(data) // size * size
            self._pieces += [spill.keep(data[start:start + size]) for start in range(0, whole, size)]
            rest = data[whole:]
            self._count += whole // (2 * width)
        self._pieces.append(spill.keep(rest))
        self._count += len(rest) // (2 * width)

    def __len__(self) -> int:
        return self._count

    def _read(self, number: int) -> Iterator[tuple[str, ...]]:
        """The lines of a piece."""
        words = array("H")
        words.frombytes(self._spill.read(self._pieces[number]))
        names = map(self._texts.__getitem__, _swapped(words, "little"))
        for line in zip(*[names] * self._width, strict=True):
            yield line if line[-1] else tuple(filter(None, line))

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        for number in range(len(self._pieces)):
            yield from self._read(number)

    @overload
    def __getitem__(self, index: int) -> tuple[str, ...]: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[str, ...], ...]: ...

    def __getitem__(self, index: int | slice) -> tuple[Any, ...]:
        if isinstance(index, slice):
            wanted = range(*index.indices(self._count))
            if wanted.step == 1 and wanted:
                begin = wanted.start // self.PIECE
                lines = chain.from_iterable(map(self._read, range(begin, len(self._pieces))))
                return tuple(islice(lines, wanted.start - begin * self.PIECE, wanted.stop - begin * self.PIECE))
            return tuple(self[number] for number in wanted)
        if not -self._count <= index < self._count:
            raise IndexError(index)
        number, place = divmod(index % self._count, self.PIECE)
        return next(islice(self._read(number), place, None))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (TextLines, tuple)) and len(self) == len(other) and all(
            mine == yours for mine, yours in zip(self, other))

    __hash__ = None     # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return tuple, (list(self),)


def sorted_texts(lines: LineList, text: Callable[[int], str]) -> TextLines:
    """The lines as texts, sorted, each once. `text`: of a packed move, less than 65,536 different ones."""
    moves: set[int] = set()
    for chunk in lines.chunks:
        moves.update(chunk.moves(), chunk.prefix)
    moves.discard(0)
    texts = ["", *sorted(set(map(text, moves)))]
    ranks = {name: rank for rank, name in enumerate(texts)}
    numbers = {move: ranks[text(move)] for move in moves} | {0: 0}
    width = max(len(chunk.prefix) + chunk.width for chunk in lines.chunks)
    spill = Spill()
    pieces = (_renumbered(chunk, width, numbers) for chunk in lines.chunks)
    return TextLines(texts, width, _sorted(pieces, len(lines), 2 * width, 0, spill), spill)


def _renumbered(chunk: Chunk, width: int, numbers: dict[int, int]) -> bytes:
    """The records of a chunk with other numbers for the moves, and filled up to `width` moves."""
    words: Iterable[int] = chunk.moves()
    if chunk.prefix or chunk.width < width:
        filled = (0,) * (width - len(chunk.prefix) - chunk.width)
        words = chain.from_iterable(chunk.prefix + record + filled
                                    for record in zip(*[iter(words)] * chunk.width, strict=True))
    return _swapped(array("H", map(numbers.__getitem__, words)), "little").tobytes()


def _sorted(pieces: Iterable[bytes], count: int, size: int, place: int, spill: Spill) -> Iterator[bytes]:
    """The records of some pieces, sorted and each once. They have `size` bytes, and agree in the first `place`."""
    if count <= SORTED_LINES or place == size:
        found: set[bytes] = set()
        for piece in pieces:
            found.update(_records(piece, size))
        yield b"".join(sorted(found))
        return
    parts: dict[bytes, list[Kept]] = {}
    counts: dict[bytes, int] = {}
    for piece in pieces:
        for key, group in groupby(sorted(set(_records(piece, size))), lambda record: record[place:place + 2]):
            data = b"".join(group)
            parts.setdefault(key, []).append(spill.keep(data))
            counts[key] = counts.get(key, 0) + len(data) // size
    for key in sorted(parts):
        yield from _sorted(map(spill.read, parts.pop(key)), counts[key], size, place + 2, spill)


def _records(data: bytes, size: int) -> list[bytes]:
    """The records of so many bytes."""
    return [data[start:start + size] for start in range(0, len(data), size)]


def _swapped(words: array[int], byteorder: str) -> array[int]:
    """The words with their bytes reversed on a machine of this byte order."""
    if sys.byteorder == byteorder:
        words.byteswap()
    return words
