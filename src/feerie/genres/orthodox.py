"""Orthodox chess, castling included; the other genres on eight by eight squares are changes of it."""
from __future__ import annotations

from feerie.rules.board import CHESSBOARD
from feerie.rules.castling import ORTHODOX_CASTLING
from feerie.rules.ending import DeadMaterial, MoveRule, Repetition
from feerie.rules.genre import Genre, Man, Names
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

BETWEEN = CHESSBOARD.rows(*range(1, 7))

PAWN = Man("P", ((PawnAdvance(), Mode.QUIET), (PawnCapture(), Mode.CAPTURE)), en_passant=True,
           promotion=Promotion((CHESSBOARD.rows(-1), CHESSBOARD.rows(0)), ("Q", "R", "B", "N")),
           region=(BETWEEN, BETWEEN))
KNIGHT = Man("N", ((Leaper(KNIGHTWISE), Mode.BOTH),))
BISHOP = Man("B", ((Rider(DIAGONAL), Mode.BOTH),))
ROOK = Man("R", ((Rider(ORTHOGONAL), Mode.BOTH),))
QUEEN = Man("Q", ((Rider(DIAGONAL), Mode.BOTH), (Rider(ORTHOGONAL), Mode.BOTH)))
KING = Man("K", ((Leaper(QUEENWISE), Mode.BOTH),), royal=True)

ORTHODOX = Genre(
    name="orthodox",
    names=Names(("Orthodox chess", "chess", "standard"), ("Échecs orthodoxes", "échecs", "orthodoxe"),
                ("Orthodoxes Schach", "Schach", "orthodox")),
    men=(PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING),
    start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    castlings=(ORTHODOX_CASTLING,),
    endings=(Repetition(automatic=5, claim=3), MoveRule(automatic=150, claim=100), DeadMaterial()),
)
