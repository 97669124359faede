"""Many lines as texts: sorted, and the first of them at once.

Sorting is external: records are distributed by their first moves until each part fits in memory (Knuth, The Art of
Computer Programming, volume 3, section 5.4). The parts are sorted in their order when they are asked for, so that the
first lines are there before the last are sorted.
"""
from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain, islice
from typing import Any, NamedTuple, overload

from feerie.problems.line import ManyLines, UciLine
from feerie.solving.line_store import Chunk, Kept, LineList, PackedLine, Spill, swapped

__all__ = ["TextLines"]

SORTED_LINES = 1 << 17
"""Lines that are sorted at once."""

Text = Callable[[int], str]
"""The text of a packed move."""
Path = tuple[Collection[int], ...]
"""The moves with which lines begin: at each place one of several."""


class Block(NamedTuple):
    """Sorted lines. `texts`: those of all their moves, "" first; `width`: moves of the longest line.

    `records`: the lines, each move as its index in two bytes, most significant first; shorter lines are padded with 0.
    """

    texts: list[str]
    width: int
    records: list[bytes]


class Piece(NamedTuple):
    """A part of a block that is read at once. `end`: the number of its last line, from 1."""

    texts: list[str]
    width: int
    kept: Kept
    end: int


class Part(NamedTuple):
    """A chunk in which lines that begin with a path are looked for. `common`: the number of first places of the path
    that all its lines match."""

    chunk: Chunk
    common: int


class TextLines(ManyLines):
    """The lines of a list as texts, sorted; to be read only. Equals a tuple of the same lines; has no hash.

    No two lines of the list have the same text. `text`: of a packed move, fewer than 65,536 different ones. Lines are
    sorted when they are reached for the first time; their number is known before. Used by one thread at a time.
    """

    PIECE = 1 << 12
    """Lines read at once."""

    def __init__(self, lines: LineList, text: Text) -> None:
        lines.pack()
        chunks = list(lines.chunks)
        self._lines = lines
        self._first_moves = tuple(sorted({text(move) for chunk in chunks for move in chunk.firsts}))
        self._blocks = _blocks([Part(chunk, 0) for chunk in chunks], text, (), [chunk.firsts for chunk in chunks])
        self._spill = Spill()
        self._pieces: list[Piece] = []

    @property
    def first_moves(self) -> tuple[str, ...]:
        """The different first moves, sorted."""
        return self._first_moves

    def _sort_more(self) -> bool:
        """Sort the next lines; whether there were any."""
        block = next(self._blocks, None)
        if block is None:
            return False
        count = self._pieces[-1].end if self._pieces else 0
        for start in range(0, len(block.records), self.PIECE):
            records = block.records[start:start + self.PIECE]
            count += len(records)
            self._pieces.append(Piece(block.texts, block.width, self._spill.keep(b"".join(records)), count))
        return True

    def _read(self, piece: Piece) -> Iterator[UciLine]:
        """The lines of a piece."""
        words = array("H")
        words.frombytes(self._spill.read(piece.kept))
        names = map(piece.texts.__getitem__, swapped(words, "little"))
        for line in zip(*[names] * piece.width, strict=True):
            yield line if line[-1] else tuple(filter(None, line))

    def __len__(self) -> int:
        return len(self._lines)

    def shorter_than(self, length: int) -> int:
        """How many lines have fewer moves."""
        return self._lines.shorter_than(length)

    def __iter__(self) -> Iterator[UciLine]:
        return self._lines_of_pieces(0)

    def _lines_of_pieces(self, number: int) -> Iterator[UciLine]:
        """The lines from a piece on."""
        while number < len(self._pieces) or self._sort_more():
            yield from self._read(self._pieces[number])
            number += 1

    def _from(self, start: int) -> Iterator[UciLine]:
        """The lines from a number on; there are that many."""
        while (self._pieces[-1].end if self._pieces else 0) <= start:
            self._sort_more()
        first = bisect_right(self._pieces, start, key=lambda piece: piece.end)
        before = self._pieces[first - 1].end if first else 0
        return islice(self._lines_of_pieces(first), start - before, None)

    @overload
    def __getitem__(self, index: int) -> UciLine: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[UciLine, ...]: ...

    def __getitem__(self, index: int | slice) -> tuple[Any, ...]:
        if isinstance(index, slice):
            if index.step in (None, 1) and min(index.start or 0, -1 if index.stop is None else index.stop) >= 0:
                return tuple(islice(self, index.start, index.stop))         # no need to know how many there are
            wanted = range(*index.indices(len(self)))
            if wanted.step == 1 and wanted:
                return tuple(islice(self._from(wanted.start), len(wanted)))
            return tuple(self[number] for number in wanted)
        count = len(self)
        if not -count <= index < count:
            raise IndexError(index)
        return next(self._from(index % count))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (TextLines, tuple)) and len(self) == len(other) and all(
            mine == yours for mine, yours in zip(self, other))

    __hash__ = None     # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return tuple, (list(self),)


def _blocks(parts: list[Part], text: Text, path: Path, counts: list[Mapping[int, int]]) -> Iterator[Block]:
    """The lines in parts of some chunks that begin with a path, in their order.

    `counts`: for each chunk how many of these lines have each move next; 0 where they end.
    """
    moves: dict[str, set[int]] = {}     # "" for lines that end here
    sizes: Counter[str] = Counter()
    for of_chunk in counts:
        for move, size in of_chunk.items():
            name = text(move) if move else ""
            moves.setdefault(name, set()).add(move)
            sizes[name] += size
    together: set[int] = set()          # moves of which the lines are sorted together
    size = 0
    for name in sorted(moves):
        if together and size + sizes[name] > SORTED_LINES:
            yield _block(parts, text, (*path, together), counts)
            together, size = set(), 0
        if name and sizes[name] > SORTED_LINES:
            longer = (*path, moves[name])
            within = [_narrowed(part, len(path), of_chunk.keys() <= moves[name])
                      for part, of_chunk in zip(parts, counts) if not moves[name].isdisjoint(of_chunk)]
            yield from _blocks(within, text, longer, [_next_moves(part, longer) for part in within])
        else:
            together = together | moves[name]
            size += sizes[name]
    if together:
        yield _block(parts, text, (*path, together), counts)


def _narrowed(part: Part, place: int, have_all: bool) -> Part:
    """A part for a path that is longer by the place of this number; `have_all`: whether all its lines match there."""
    return Part(part.chunk, place + 1) if have_all and part.common == place else part


def _next_moves(part: Part, path: Path) -> Mapping[int, int]:
    """How many lines of a part that begin with a path have each move next; 0 where they end."""
    chunk, place = part.chunk, len(path)
    ends = place >= len(chunk.prefix) + chunk.width
    if part.common < place:
        if ends:
            return {0: sum(1 for _ in _beginning_with(part, path))}
        return Counter(record[place] for record in _beginning_with(part, path))
    if ends:
        return {0: chunk.lines}
    if place < len(chunk.prefix):
        return {chunk.prefix[place]: chunk.lines}
    return Counter(chunk.moves()[place - len(chunk.prefix)::chunk.width])


def _beginning_with(part: Part, path: Path) -> Iterator[PackedLine]:
    """The lines of a part that begin with a path, padded with 0."""
    records: Iterator[PackedLine] = part.chunk.records()
    for place in range(part.common, min(len(path), len(part.chunk.prefix) + part.chunk.width)):
        records = _with_move(records, place, path[place])
    return records


def _with_move(records: Iterator[PackedLine], place: int, wanted: Collection[int]) -> Iterator[PackedLine]:
    """Those of the lines that have one of these moves at a place."""
    return (record for record in records if record[place] in wanted)


def _block(parts: list[Part], text: Text, path: Path, counts: list[Mapping[int, int]]) -> Block:
    """The lines that begin with a path, sorted. `counts`: for each chunk how many lines have each move in the path's
    last place."""
    last = path[-1]
    found: list[tuple[int, array[int]]] = []        # the moves of a record, and all records
    for part, of_chunk in zip(parts, counts):
        chunk = part.chunk
        size = sum(number for move, number in of_chunk.items() if move in last)
        if not size:
            continue
        if size == chunk.lines and not chunk.prefix:
            found.append((chunk.width, chunk.moves()))
        else:
            found.append((len(chunk.prefix) + chunk.width, array("I", chain.from_iterable(
                _beginning_with(part, path)))))
    moves: set[int] = set()
    for _, words in found:
        moves.update(words)
    moves.discard(0)
    ordered = sorted(moves, key=lambda move: (text(move), move))    # of one position, no two moves have the same text
    texts = ["", *map(text, ordered)]
    numbers = {move: rank for rank, move in enumerate(ordered, 1)} | {0: 0}
    width = max(width for width, _ in found)
    records: list[bytes] = []
    for own, words in found:
        filled = bytes(2 * (width - own))
        data = swapped(array("H", map(numbers.__getitem__, words)), "little").tobytes()
        records.extend(data[start:start + 2 * own] + filled for start in range(0, len(data), 2 * own))
    records.sort()
    return Block(texts, width, records)
