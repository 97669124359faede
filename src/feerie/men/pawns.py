"""Pawns of other kinds: they promote, step twice and capture en passant as pawns do."""
from __future__ import annotations

from feerie.base.frozen import frozen
from feerie.rules.board import CHESSBOARD, WHITE, Board, Ray
from feerie.rules.genre import Man, Names, Turned
from feerie.rules.movement import Mode, Offset
from feerie.rules.promotion import Promotion

__all__ = ["BEROLINA_PAWN"]


@frozen
class Ahead:
    """One step of each kind, as its side sees them; two from `double_rank` (counted from its first rank, 0)."""

    steps: tuple[Offset, ...]
    double_rank: int | None = None

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        ahead = 1 if side == WHITE else -1
        rank = board.rank(square) if side == WHITE else board.ranks - 1 - board.rank(square)
        most = 2 if rank == self.double_rank else 1
        return tuple(ray for files, ranks in self.steps if (ray := board.ray(square, files, ranks * ahead)[:most]))


_BETWEEN = CHESSBOARD.rows(*range(1, 7))
BEROLINA_PAWN = Man("BP", ((Ahead(((1, 1), (-1, 1)), 1), Mode.QUIET), (Ahead(((0, 1),)), Mode.CAPTURE)),
                    promotion=Promotion((CHESSBOARD.rows(-1), CHESSBOARD.rows(0)), ("Q", "R", "B", "N")),
                    region=(_BETWEEN, _BETWEEN), en_passant=True, name="Berolina pawn",
                    names=Names(("Berolina pawn",), ("pion Berolina",), ("Berolina-Bauer",)), popeye="BP",
                    drawn=Turned("P", 180))
