"""The six men of chess."""
from __future__ import annotations

from feerie.rules.board import CHESSBOARD
from feerie.rules.genre import Man
from feerie.rules.movement import (
    DIAGONAL,
    KNIGHTWISE,
    ORTHOGONAL,
    QUEENWISE,
    Leaper,
    Mode,
    PawnAdvance,
    PawnCapture,
    Rider,
)
from feerie.rules.promotion import Promotion

__all__ = ["BETWEEN", "BISHOP", "CHESSMEN", "KING", "KNIGHT", "PAWN", "QUEEN", "ROOK"]

BETWEEN = CHESSBOARD.rows(*range(1, 7))

PAWN = Man("P", ((PawnAdvance(), Mode.QUIET), (PawnCapture(), Mode.CAPTURE)), en_passant=True,
           promotion=Promotion((CHESSBOARD.rows(-1), CHESSBOARD.rows(0)), ("Q", "R", "B", "N")),
           region=(BETWEEN, BETWEEN))
KNIGHT = Man("N", ((Leaper(KNIGHTWISE), Mode.BOTH),))
BISHOP = Man("B", ((Rider(DIAGONAL), Mode.BOTH),))
ROOK = Man("R", ((Rider(ORTHOGONAL), Mode.BOTH),))
QUEEN = Man("Q", ((Rider(DIAGONAL), Mode.BOTH), (Rider(ORTHOGONAL), Mode.BOTH)))
KING = Man("K", ((Leaper(QUEENWISE), Mode.BOTH),), royal=True)

CHESSMEN = (PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING)
"""All of them, weakest first."""
