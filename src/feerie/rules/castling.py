"""Castling of every kind: a king and a partner move at the same time, nothing is captured.

One `Castling` is one such move on given squares. A family (orthodox castling, castling along lines, exchange)
is a frozen value that lists its castlings for a board and a side.
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from typing import NamedTuple, Protocol

from feerie.base.frozen import frozen
from feerie.rules.board import Board, SquareError
from feerie.rules.movement import Offset


class Castling(NamedTuple):
    """One castling: two displacements and what they need. Squares are numbers.

    The king may not be attacked on any of `safe`, tested with the king's own square vacated and the partner at
    home, nor at the end of the move; all squares of `empty` are empty. `right` is the letter of the castling
    right it needs, None if it needs none.
    """

    king: int
    king_to: int
    partner: int
    partner_to: int
    empty: frozenset[int]
    safe: frozenset[int]
    right: str | None = None


class Partners(Enum):
    """Whose men may be partners."""

    OWN = "own"
    EITHER = "either"


class Style(Enum):
    """How a castling is written: "0-0" by the right's wing, "Kf3(Re3)", or "Kc2<->Rg6".

    `KING_TAKES_ROOK`: "0-0" too, but in UCI the king goes to the partner's square: the king's own squares may be those
    of a plain move, or one and the same.
    """

    WING = "wing"
    KING_TAKES_ROOK = "king takes rook"
    ARRIVALS = "arrivals"
    EXCHANGE = "exchange"


class CastlingFamily(Protocol):
    """A kind of castling.

    `men`: letters of the men that may be partners; `partners`: whose; `in_check`: also legal for an attacked
    king; `spends_right`: a castling uses up its right (orthodox rights are lost by the moves of the men anyway);
    `right_implies_home`: every castling needs a right, which exists only while king and partner stand on the
    squares of that castling, so that this need not be checked (the kernel's fast path).
    Castlings of a family are distinguished by the squares of king and partner. A partner never arrives on a
    square outside its region, and promotes at once in its promotion zone.
    """

    @property
    def men(self) -> tuple[str, ...]: ...
    @property
    def partners(self) -> Partners: ...
    @property
    def style(self) -> Style: ...
    @property
    def in_check(self) -> bool: ...
    @property
    def spends_right(self) -> bool: ...
    @property
    def right_implies_home(self) -> bool: ...

    def castlings(self, board: Board, side: int) -> Iterator[Castling]: ...


@frozen
class HomeCastling:
    """Orthodox castling: king and rook on their home squares, each wing with its right.

    `wings[side]`: (right's letter, king from, king to, rook from, rook to) for each wing, by name. `men`: the letter of
    the rook, which may be that of any one man.
    """

    wings: tuple[tuple[tuple[str, str, str, str, str], ...], ...]
    men: tuple[str, ...] = ("R",)
    partners: Partners = Partners.OWN
    style: Style = Style.WING
    in_check: bool = False
    spends_right: bool = False
    right_implies_home: bool = True

    def homes(self, board: Board) -> dict[str, tuple[int, int]]:
        """For each right, the home squares of king and rook; rights whose squares the board lacks are left out."""
        found = {}
        for right, king, _, rook, _ in (wing for wings in self.wings for wing in wings):
            with suppress(SquareError):
                found[right] = board.index(king), board.index(rook)
        return found

    def castlings(self, board: Board, side: int) -> Iterator[Castling]:
        homes = self.homes(board)
        for right, *names in self.wings[side]:
            king, king_to, rook, rook_to = (board.index(name) for name in names)
            king, rook = homes[right]
            crossed = _between(king, king_to) | {king, king_to}
            passed = _between(king, rook) | crossed | _between(rook, rook_to) | {rook_to}
            yield Castling(king, king_to, rook, rook_to, passed - {king, rook}, crossed, right)


def _between(one: int, other: int) -> frozenset[int]:
    """The squares between two squares of a rank."""
    return frozenset(range(min(one, other) + 1, max(one, other)))


@frozen
class Chess960Castling(HomeCastling):
    """Castling of Chess960: king and rook start anywhere on their rank, and go to the squares of `wings`.

    `starts`: where they stand in one game, (right, king, rook) by name, for the rights of which this is not where
    `wings` has them. A position says so by its rights (rules/chess960.py).
    """

    style: Style = Style.KING_TAKES_ROOK
    starts: tuple[tuple[str, str, str], ...] = ()

    def homes(self, board: Board) -> dict[str, tuple[int, int]]:
        """For each right, the squares where king and rook start."""
        return super().homes(board) | {right: (board.index(king), board.index(rook))
                                       for right, king, rook in self.starts}


ORTHODOX_CASTLING = HomeCastling(((("K", "e1", "g1", "h1", "f1"), ("Q", "e1", "c1", "a1", "d1")),
                                  (("k", "e8", "g8", "h8", "f8"), ("q", "e8", "c8", "a8", "d8"))))
CHESS960_CASTLING = Chess960Castling(ORTHODOX_CASTLING.wings)


@frozen
class LineCastling:
    """The king goes two squares towards a partner three or more squares away, which hops to the crossed square."""

    directions: tuple[Offset, ...]
    men: tuple[str, ...]
    partners: Partners = Partners.OWN
    style: Style = Style.ARRIVALS
    in_check: bool = False
    spends_right: bool = False
    right_implies_home: bool = False

    def castlings(self, board: Board, side: int) -> Iterator[Castling]:
        for king in board.squares:
            for direction in self.directions:
                ray = board.ray(king, *direction)
                for far in range(2, len(ray)):
                    yield Castling(king, ray[1], ray[far], ray[0], frozenset(ray[:far]), frozenset((king, ray[0])))


@frozen
class Exchange:
    """King and own man change places, wherever they stand.

    `rights[side]`: the letter of the right that a side spends on it, None if the number is not limited.
    """

    men: tuple[str, ...]
    rights: tuple[str | None, str | None] = (None, None)
    in_check: bool = False
    partners: Partners = Partners.OWN
    style: Style = Style.EXCHANGE
    right_implies_home: bool = False

    @property
    def spends_right(self) -> bool:
        return self.rights != (None, None)

    def castlings(self, board: Board, side: int) -> Iterator[Castling]:
        nothing: frozenset[int] = frozenset()
        for king in board.squares:
            safe = nothing if self.in_check else frozenset((king,))
            for partner in board.squares:
                if partner != king:
                    yield Castling(king, partner, partner, king, nothing, safe, self.rights[side])
