"""Pawns of other kinds: they promote, step twice and capture en passant as pawns do."""
from __future__ import annotations

from feerie.base.frozen import frozen
from feerie.men.chess import BETWEEN, PAWN
from feerie.men.making import both, made
from feerie.rules.along import Along, Glide, Hopper, Overtake
from feerie.rules.board import CHESSBOARD, WHITE, Board, Ray
from feerie.rules.genre import Man, Names, Turned
from feerie.rules.movement import DIAGONAL, KNIGHTWISE, ORTHOGONAL, Leaper, Mode, Offset, Rider, path
from feerie.rules.promotion import Promotion

__all__ = ["BEROLINA_PAWN", "PAWNS", "Ahead", "AheadFar", "Crossing", "Pushed"]


def _rank(board: Board, square: int, side: int) -> int:
    """The rank of a square, counted from the first of a side, 0."""
    return board.rank(square) if side == WHITE else board.ranks - 1 - board.rank(square)


@frozen
class Ahead:
    """One step of each kind, as its side sees them; two from `double_rank` (counted from its first rank, 0), none from
    ranks before `first_rank`.
    """

    steps: tuple[Offset, ...]
    double_rank: int | None = None
    first_rank: int = 0

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        ahead, rank = 1 if side == WHITE else -1, _rank(board, square, side)
        most = 0 if rank < self.first_rank else 2 if rank == self.double_rank else 1
        return tuple(ray for files, ranks in self.steps if (ray := board.ray(square, files, ranks * ahead)[:most]))


@frozen
class Pushed:
    """One step straight ahead, two from the second rank of its side, none from the first; nobody takes it en passant.
    """

    along: Along = Glide()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return Ahead(((0, 1),), 1, 1).rays(board, square, side)


@frozen
class AheadFar:
    """Any number of equal steps of each kind over empty squares, as its side sees them."""

    steps: tuple[Offset, ...]

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        ahead = 1 if side == WHITE else -1
        return tuple(ray for files, ranks in self.steps if (ray := board.ray(square, files, ranks * ahead)))


@frozen
class AheadOver:
    """Over an enemy man one step away, which is taken, to the square behind it; the steps as its side sees them, none
    from ranks before `first_rank` (see Ahead).
    """

    steps: tuple[Offset, ...]
    first_rank: int = 0
    along: Along = Overtake()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        ahead = 1 if side == WHITE else -1
        lines = (path(board, square, ((files, ranks * ahead),) * 2) for files, ranks in self.steps)
        return tuple(line for line in lines if line and _rank(board, square, side) >= self.first_rank)


@frozen
class Crossing:
    """One step straight ahead and, in the further half of the board, one sideways too."""

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        ahead = 1 if side == WHITE else -1
        is_over = (board.rank(square) >= board.ranks // 2) == (side == WHITE)
        steps = ((0, ahead), (1, 0), (-1, 0)) if is_over else ((0, ahead),)
        return tuple((at,) for step in steps if (at := board.step(square, *step)) is not None)


BEROLINA_PAWN = Man("BP", ((Ahead(((1, 1), (-1, 1)), 1), Mode.QUIET), (Ahead(((0, 1),)), Mode.CAPTURE)),
                    promotion=PAWN.promotion, region=(BETWEEN, BETWEEN), en_passant=True, name="Berolina pawn",
                    names=Names(("Berolina pawn",), ("pion Berolina",), ("Berolina-Bauer",)), popeye="BP",
                    drawn=Turned("P", 180))

_PAWN_CAPTURE = (Ahead(((1, 1), (-1, 1)), first_rank=1), Mode.CAPTURE)

PAWNS = (
    made("SP", ((AheadFar(((0, 1),)), Mode.QUIET), (AheadFar(((1, 1), (-1, 1))), Mode.CAPTURE)),
         "superpawn|superpion|Superbauer", "P90", promotion=PAWN.promotion, region=(BETWEEN, BETWEEN)),
    made("BS", ((AheadFar(((1, 1), (-1, 1))), Mode.QUIET), (AheadFar(((0, 1),)), Mode.CAPTURE)),
         "Berolina superpawn|superpion Berolina|Berolina-Superbauer", "P270", promotion=PAWN.promotion,
         region=(BETWEEN, BETWEEN)),
    made("PP", ((Ahead(((0, -1),), 6), Mode.QUIET), (Ahead(((1, -1), (-1, -1))), Mode.CAPTURE)),
         "reverse pawn|pion renversé|Reversbauer", "P180",
         promotion=Promotion((CHESSBOARD.rows(0), CHESSBOARD.rows(-1)), ("Q", "R", "B", "N")),
         region=(BETWEEN, BETWEEN), en_passant=True),
    made("CP", both(Crossing()), "Chinese pawn|pion chinois|chinesischer Bauer", "P270"),
    made("MP", ((Ahead(((0, 1),), 1, 1), Mode.QUIET), (AheadOver(((1, 1), (-1, 1)), 1), Mode.CAPTURE)),
         "marine pawn|pion marin|Marinebauer", "P90",
         promotion=Promotion((CHESSBOARD.rows(-1), CHESSBOARD.rows(0)), ("SI", "TR", "ND", "MS")),
         region=(BETWEEN, BETWEEN), en_passant=True),
    # By what it takes along ranks and files it takes nothing en passant: that is not for captures alone.
    made("MH", ((Hopper(ORTHOGONAL, Glide()), Mode.QUIET), (Hopper(ORTHOGONAL, Overtake()), Mode.BOTH),
                (AheadOver(((1, 1), (-1, 1))), Mode.CAPTURE)), "marine ship|bateau marin|Marineschiff", "R270", "mn",
         en_passant=True),
    made("DR", (*both(Leaper(KNIGHTWISE)), (Pushed(), Mode.QUIET), _PAWN_CAPTURE), "dragon|dragon|Drache", "N90",
         en_passant=True),
    made("GY", (*both(Rider(DIAGONAL)), (Pushed(), Mode.QUIET)), "gryphon|gryphon|Gryphon", "B180"),
    made("SH", (*both(Rider(ORTHOGONAL)), _PAWN_CAPTURE), "ship|bateau|Schiff", "R180", "mn", en_passant=True),
    made("DU", (), "dummy|pièce impuissante|Dummy", "K90", "fm"),
)
