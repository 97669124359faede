"""Files of tables: a line of JSON that says what is in it, and blocks of compressed cells, read by memory map.

    feerie table 1\\n   {"genre": ...}\\n   offsets of the blocks, 8 bytes each   blocks

First come the blocks of the outcomes, two bits a position, then those of the moves to mate, a byte or two each; the
offsets count from the end of their list, and the last one is where the last block ends. Each block is compressed by
itself (zlib, which has a checksum), so that a probe reads two of them.
"""
from __future__ import annotations

import json
import mmap
import os
import sys
import zlib
from array import array
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from feerie.base.errors import Error
from feerie.base.replacing import replace_file
from feerie.rules.genre import Genre
from feerie.tables.packing import pack, unpack

__all__ = ["DRAW", "LOSS", "TABLE_BLOCK", "WIN", "TableFile", "TableFileError", "rules_digest", "write_table"]

MAGIC = b"feerie table 1\n"
TABLE_BLOCK = 1 << 15
"""Cells in a block."""
NARROW = 255
"""The most moves to mate that a byte holds."""
LEVEL = 9
DRAW, WIN, LOSS = 0, 1, 2
"""Outcomes for the side to move."""
KEPT_BLOCKS = 64
"""Blocks of a file that stay decompressed."""


class TableFileError(Error, ValueError):
    """A file is no table, is damaged, or has been made by other rules."""


def rules_digest(genre: Genre) -> str:
    """A short text that differs if the rules of two genres of one name do."""
    board = genre.board
    facts: list[Any] = [board.files, board.ranks, sorted(board.walls), genre.royalty.doctrine.value]
    for man in genre.men:
        zones = (man.region, man.promotion.zones if man.promotion else None)
        facts += [man.letter, man.royal, man.en_passant, man.promotion.to if man.promotion else None,
                  [[sorted(of) for of in zone] if zone else None for zone in zones]]
        facts += [[int(mode), side, square, sorted(movement.rays(board, square, side))]
                  for movement, mode in man.moves for side in (0, 1) for square in board.squares]
    facts += [sorted(repr((one.king, one.king_to, one.partner, one.partner_to, sorted(one.empty), sorted(one.safe),
                           one.right)) for one in family.castlings(board, side))
              for family in genre.castlings for side in (0, 1)]
    run = genre.king_run
    facts += [run.goals, [[sorted(gate) for gate in gates] for gates in run.gates]] if run else []
    import hashlib

    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


def write_table(path: str | os.PathLike[str], about: dict[str, Any], values: array[int], longest: int) -> None:
    """Write the values that Retrograde has found; `about` is what else the first line says."""
    blocks: tuple[list[bytes], list[bytes]] = ([], [])
    for start in range(0, len(values), TABLE_BLOCK):
        count = min(TABLE_BLOCK, len(values) - start)
        outcomes = bytearray(-(-count // 4))
        moves = array("B" if longest <= NARROW else "H", [0]) * count
        pack(values, start, count, outcomes, moves)
        if moves.itemsize == 2 and sys.byteorder == "big":
            moves.byteswap()
        blocks[0].append(zlib.compress(outcomes, LEVEL))
        blocks[1].append(zlib.compress(moves.tobytes(), LEVEL))
    offsets, end = array("Q", [0]), 0
    for block in (*blocks[0], *blocks[1]):
        end += len(block)
        offsets.append(end)
    if sys.byteorder == "big":
        offsets.byteswap()
    head = json.dumps({**about, "cells": len(values), "bytes_of_moves": 1 if longest <= NARROW else 2})
    replace_file(path, [MAGIC, head.encode() + b"\n", offsets.tobytes(), *blocks[0], *blocks[1]])


class TableFile:
    """A table in a file. `about`: what its first line says. TableFileError for a file that is none; OSError."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        with self.path.open("rb") as file:
            try:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except ValueError:
                raise TableFileError("{} is not a table", str(path)) from None
        end = self._bytes.find(b"\n", len(MAGIC))
        try:
            if self._bytes[:len(MAGIC)] != MAGIC:
                raise ValueError
            self.about: dict[str, Any] = json.loads(self._bytes[len(MAGIC):end])
            self.cells, self._width = int(self.about["cells"]), int(self.about["bytes_of_moves"])
            self._blocks = -(-self.cells // TABLE_BLOCK)
            self._first = end + 1 + 8 * (2 * self._blocks + 1)
            self._offsets = array("Q", self._bytes[end + 1:self._first])
            if sys.byteorder == "big":
                self._offsets.byteswap()
            if self._first + self._offsets[2 * self._blocks] != len(self._bytes) or self._width not in (1, 2):
                raise ValueError
        except (ValueError, KeyError, TypeError, IndexError):
            raise TableFileError("{} is not a table", str(path)) from None
        self._kept: OrderedDict[int, bytes] = OrderedDict()

    def close(self) -> None:
        """Close the file; it cannot be asked any more."""
        self._bytes.close()

    def _block(self, number: int) -> bytes:
        kept = self._kept.get(number)
        if kept is None:
            start, end = self._offsets[number], self._offsets[number + 1]
            try:
                kept = zlib.decompress(self._bytes[self._first + start:self._first + end])
            except zlib.error:
                raise TableFileError("{} is damaged", str(self.path)) from None
            self._kept[number] = kept
            if len(self._kept) > KEPT_BLOCKS:
                self._kept.popitem(last=False)
        return kept

    def outcome(self, cell: int) -> int:
        """DRAW, WIN or LOSS of a position, by its number."""
        block, at = divmod(cell, TABLE_BLOCK)
        return self._block(block)[at >> 2] >> 2 * (at & 3) & 3

    def moves(self, cell: int) -> int:
        """The moves to mate of a position that is decided, by its number."""
        block, at = divmod(cell, TABLE_BLOCK)
        found = self._block(self._blocks + block)
        return int.from_bytes(found[at * self._width:(at + 1) * self._width], "little")

    def outcomes(self) -> Iterable[bytes]:
        """All outcomes, four in a byte."""
        return (self._block(number) for number in range(self._blocks))

    def values(self) -> array[int]:
        """All values, as Retrograde has them, but that draws and what is no position are one."""
        found = array("H", [0]) * self.cells
        for number in range(self._blocks):
            moves = array("B" if self._width == 1 else "H", self._block(self._blocks + number))
            if self._width == 2 and sys.byteorder == "big":
                moves.byteswap()
            unpack(bytearray(self._block(number)), moves, found, number * TABLE_BLOCK)
        return found
