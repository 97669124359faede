from dataclasses import replace

from feerie.genres import ORTHODOX
from feerie.rules.board import CHESSBOARD
from feerie.rules.castling import LineCastling
from feerie.rules.ending import KingRun
from feerie.rules.genre import ExtraState, Man, Names
from feerie.rules.movement import DIAGONAL, KNIGHTWISE, Mode, Rider

NIGHTRIDER = Man("H", ((Rider(KNIGHTWISE), Mode.BOTH),), name="nightrider")
MIDDLE = CHESSBOARD.rows(3), CHESSBOARD.rows(4)
CAVALCADE = replace(
    ORTHODOX,
    name="cavalcade",
    names=Names(en=("Cavalcade",), fr=("Cavalcade",), de=("Kavalkade",)),
    men=(*ORTHODOX.men, NIGHTRIDER),
    start="rhbqkbhr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKBHR w - - - 0 1",
    castlings=(LineCastling(DIAGONAL, ("B", "H")),),
    endings=(KingRun(goals=(CHESSBOARD.index("e8"), CHESSBOARD.index("e1")), gates=(MIDDLE, MIDDLE[::-1])),),
    extra_state=ExtraState("Kk"),
)
