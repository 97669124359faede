"""Boards: squares, names, steps; any rectangle with or without walls.

A square is an integer, `file + files * rank`, counted from a1; walls have numbers too, so that the number
of a square never depends on the holes. Names ("a1") are the public form.
"""
from __future__ import annotations

from enum import Enum
from functools import cached_property

from feerie.base.errors import Error, wrong_type
from feerie.base.frozen import frozen

Ray = tuple[int, ...]
"""The squares a man meets one after another on one of its ways out of a square."""

WHITE, BLACK = 0, 1

SQUARE_NAME = "[a-z][1-9][0-9]?"
"""The pattern of the name of a square, on any board."""


class Wrap(Enum):
    """What is joined on a board without edges on two sides."""

    FILES = "files"
    """The first file and the last one are neighbours: a vertical cylinder."""
    RANKS = "ranks"
    """The first rank and the last one are: a horizontal cylinder."""
    BOTH = "both"
    """Both are: a torus."""


FILES, RANKS, BOTH = Wrap.FILES, Wrap.RANKS, Wrap.BOTH


def uci_text(origin: str, target: str, promotion: str | None = None) -> str:
    """The UCI text of a move between two squares, by their names; `promotion`: a letter, None or "" for none.

    >>> uci_text("a7", "a8", "Q")
    'a7a8q'
    """
    return origin + target + (promotion or "").lower()


class SquareError(Error, ValueError):
    """The text names no square of this board."""


@frozen
class Board:
    """A board of `files` x `ranks` squares (at most 26 files), of which those in `walls` do not exist.

    `wraps`: what is joined. A line that comes back to the square where it began ends before it.
    """

    files: int
    ranks: int
    walls: frozenset[int] = frozenset()
    wraps: Wrap | None = None

    @classmethod
    def with_walls(cls, files: int, ranks: int, *names: str) -> Board:
        """The board without the squares `names`."""
        plain = cls(files, ranks)
        return cls(files, ranks, frozenset(plain.index(name) for name in names))

    @property
    def size(self) -> int:
        """How many square numbers there are, walls included."""
        return self.files * self.ranks

    @property
    def joins_files(self) -> bool:
        """Whether the first file and the last one are neighbours."""
        return self.wraps in (FILES, BOTH)

    @property
    def joins_ranks(self) -> bool:
        """Whether the first rank and the last one are neighbours."""
        return self.wraps in (RANKS, BOTH)

    @cached_property
    def squares(self) -> tuple[int, ...]:
        """The squares that exist, in rising order."""
        return tuple(square for square in range(self.size) if square not in self.walls)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all square numbers, those of walls included."""
        return tuple(chr(97 + square % self.files) + str(square // self.files + 1) for square in range(self.size))

    @cached_property
    def _indexes(self) -> dict[str, int]:
        return {self.names[square]: square for square in self.squares}

    def name(self, square: int) -> str:
        """The name of a square: 0 -> "a1"."""
        return self.names[square]

    def index(self, name: str) -> int:
        """The number of the square called `name`; SquareError if there is none."""
        square = self._indexes.get(name) if isinstance(name, str) else None
        if square is None:
            if not isinstance(name, str):
                raise wrong_type("square", "the name of a square", name)
            last = self.names[-1]
            raise SquareError("{} is not a square of this board (a1 to {}, less its hole)" if self.walls else
                              "{} is not a square of this board (a1 to {})", repr(name), last)
        return square

    def uci(self, origin: int, target: int, promotion: str | None = None) -> str:
        """The UCI text of a move between two squares; `promotion`: a letter, None or "" for none."""
        return uci_text(self.name(origin), self.name(target), promotion)

    def file(self, square: int) -> int:
        """The file of a square, 0 for a."""
        return square % self.files

    def rank(self, square: int) -> int:
        """The rank of a square, 0 for the first."""
        return square // self.files

    def shade(self, square: int) -> int:
        """The colour of a square: 0 for that of the first one."""
        return (self.file(square) + self.rank(square)) % 2

    def step(self, square: int, files: int, ranks: int) -> int | None:
        """The square this many files to the right and ranks up; None off the board or in a wall."""
        file, rank = square % self.files + files, square // self.files + ranks
        if self.joins_files:
            file %= self.files
        if self.joins_ranks:
            rank %= self.ranks
        if not (0 <= file < self.files and 0 <= rank < self.ranks):
            return None
        target = file + self.files * rank
        return None if target in self.walls else target

    def is_at_edge(self, square: int) -> bool:
        """Whether a square is on the first or the last file or rank."""
        return self.file(square) in (0, self.files - 1) or self.rank(square) in (0, self.ranks - 1)

    def crosses_edge(self, origin: int, target: int) -> bool:
        """Whether a step between two squares, of less than half the board, crosses the edge of a cylinder or torus."""
        return self.joins_files and abs(self.file(target) - self.file(origin)) > self.files // 2 \
            or self.joins_ranks and abs(self.rank(target) - self.rank(origin)) > self.ranks // 2

    def ray(self, square: int, files: int, ranks: int) -> Ray:
        """All squares in equal steps from a square to the edge or a wall; ValueError for a step of no squares."""
        key = square, files, ranks
        if key not in self._rays:
            self._rays[key] = self._ray(square, files, ranks)
        return self._rays[key]

    @cached_property
    def _rays(self) -> dict[tuple[int, int, int], Ray]:
        return {}

    def _ray(self, square: int, files: int, ranks: int) -> Ray:
        if not files and not ranks:
            raise ValueError("a ray has no direction: its step is (0, 0)")
        out: list[int] = []
        at = self.step(square, files, ranks)
        while at is not None and at != square:
            out.append(at)
            at = self.step(at, files, ranks)
        return tuple(out)

    def rows(self, *ranks: int) -> frozenset[int]:
        """The squares of these ranks, 0 for the first; negative numbers count from the last."""
        wanted = {rank % self.ranks for rank in ranks}
        return frozenset(square for square in self.squares if self.rank(square) in wanted)


CHESSBOARD = Board(8, 8)
