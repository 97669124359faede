"""Rollerball (Jean-Louis Cazaux, 1998): a ring round a hole, men running clockwise and rebounding.

Every square has one forward direction, its arrow, the same for both colours; a corner has already turned.
All movement is invariant under quarter turns of the board.
"""
from __future__ import annotations

from feerie.base.frozen import frozen
from feerie.rules.board import Board, Ray
from feerie.rules.ending import KingRun, Repetition
from feerie.rules.genre import ExtraState, Genre, Man, Names
from feerie.rules.movement import DIAGONAL, ORTHOGONAL, QUEENWISE, Leaper, Mode, Offset, RayKind, RayRule
from feerie.rules.promotion import Promotion

RING = Board.with_walls(7, 7, "c3", "d3", "e3", "c4", "d4", "e4", "c5", "d5", "e5")
LAST = RING.files - 1


def arrow(square: int) -> Offset:
    """The forward direction of a square."""
    file, rank = RING.file(square), RING.rank(square)
    if rank <= 1 and rank < file <= LAST - rank:
        return -1, 0
    if file <= 1 and rank < LAST - file:
        return 0, 1
    if rank >= LAST - 1 and LAST - rank <= file < rank:
        return 1, 0
    return 0, -1


def is_outer(square: int) -> bool:
    """Whether a square lies on the outer of the two rings."""
    return RING.file(square) in (0, LAST) or RING.rank(square) in (0, LAST)


def is_corner(square: int) -> bool:
    """Whether a square is a corner of the board."""
    return RING.file(square) in (0, LAST) and RING.rank(square) in (0, LAST)


def _ahead(direction: Offset, forward: Offset) -> int:
    """How far a direction goes forward: 1, 0 or -1."""
    return direction[0] * forward[0] + direction[1] * forward[1]


@frozen
class RookRun:
    """Forward along the arrow with one rebound in an outer corner; one step back; sideways off the ring.

    `against_arrows`: sideways lines against the arrows reach any distance instead of one step.
    """

    against_arrows: bool = False

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        rays = [self._forward(board, square), self._backward(square)]
        for direction in ORTHOGONAL:
            if self._is_sideways(board, square, direction):
                ray = board.ray(square, *direction)
                against = any(_ahead(direction, arrow(target)) < 0 for target in ray)
                rays.append(ray[:1] if against and not self.against_arrows else ray)
        return tuple(ray for ray in rays if ray)

    def ray_rules(self, board: Board, square: int, side: int) -> tuple[RayRule, ...]:
        run = self._forward(board, square)
        straight = board.ray(square, *arrow(square))
        rules = [RayRule(RayKind.FORWARD, straight)]
        if len(run) > len(straight):
            rules.append(RayRule(RayKind.REBOUND, run[len(straight):], board.ray(run[-1], *arrow(run[-1]))))
        for back in self._backward(square):
            line = board.ray(square, board.file(back) - board.file(square), board.rank(back) - board.rank(square))
            rules.append(RayRule(RayKind.BACKWARD, line[:1], line[1:]))
        for direction in ORTHOGONAL:
            if self._is_sideways(board, square, direction):
                line = board.ray(square, *direction)
                against = any(_ahead(direction, arrow(target)) < 0 for target in line)
                given = line[:1] if against and not self.against_arrows else line
                rules.append(RayRule(RayKind.AGAINST_ARROWS if against and len(line) > 1 else RayKind.SIDEWAYS, given,
                                     line[len(given):]))
        return tuple(rules)

    @staticmethod
    def _forward(board: Board, square: int) -> Ray:
        ray = board.ray(square, *arrow(square))
        if ray and is_outer(square) and is_corner(ray[-1]):
            ray += board.ray(ray[-1], *arrow(ray[-1]))
        return ray

    @staticmethod
    def _backward(square: int) -> Ray:
        previous = (at for at in RING.squares
                    if is_outer(at) == is_outer(square) and RING.step(at, *arrow(at)) == square)
        return tuple(previous)[:1]

    @staticmethod
    def _is_sideways(board: Board, square: int, direction: Offset) -> bool:
        target = board.step(square, *direction)
        return target is not None and is_outer(target) != is_outer(square)


@frozen
class BishopRun:
    """The two forward diagonals with one rebound off an edge or the hole; one step on the backward diagonals."""

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        forward = arrow(square)
        rays = [self._forward(board, square, direction) if _ahead(direction, forward) > 0
                else board.ray(square, *direction)[:1] for direction in DIAGONAL]
        return tuple(ray for ray in rays if ray)

    def ray_rules(self, board: Board, square: int, side: int) -> tuple[RayRule, ...]:
        rules = []
        for direction in DIAGONAL:
            line = board.ray(square, *direction)
            if _ahead(direction, arrow(square)) > 0:
                rules += [RayRule(RayKind.FORWARD, line),
                          RayRule(RayKind.REBOUND, self._forward(board, square, direction)[len(line):])]
            else:
                rules.append(RayRule(RayKind.BACKWARD, line[:1], line[1:]))
        return tuple(rule for rule in rules if rule.given)

    @staticmethod
    def _forward(board: Board, square: int, direction: Offset) -> Ray:
        ray = board.ray(square, *direction)
        if not ray:
            return ()
        wall, (files, ranks) = ray[-1], direction
        side_wall = board.step(wall, files, 0) is None
        end_wall = board.step(wall, 0, ranks) is None
        if side_wall != end_wall:
            turned = (-files, ranks) if side_wall else (files, -ranks)
        else:
            turned = next(turn for turn in ((-files, ranks), (files, -ranks)) if _ahead(turn, arrow(wall)) > 0)
        return ray + board.ray(wall, *turned)


@frozen
class PawnStep:
    """One step along the arrow or on one of the two forward diagonals."""

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        forward = arrow(square)
        targets = (board.step(square, *direction) for direction in QUEENWISE if _ahead(direction, forward) > 0)
        return tuple((target,) for target in targets if target is not None)

    def ray_rules(self, board: Board, square: int, side: int) -> tuple[RayRule, ...]:
        lines = (board.ray(square, *direction) for direction in QUEENWISE if _ahead(direction, arrow(square)) > 0)
        return tuple(RayRule(RayKind.ONE_STEP, line[:1], line[1:]) for line in lines if line)


def _squares(names: str) -> frozenset[int]:
    return frozenset(RING.index(name) for name in names.split())


def _turned(squares: frozenset[int]) -> frozenset[int]:
    """The same squares seen from the other side of the board."""
    return frozenset(RING.size - 1 - square for square in squares)


WHITE_PAWNS = _squares("a1 a2 a3 a4 a5 a6 a7 b1 b2 b3 b4 b5 b6 b7 c1 c2 c6 c7 d6 d7")
PROMOTION = _squares("e6 e7")
GATE = (_squares("d1 d2"), _squares("c1 c2"))
GOAL = RING.index("d6")

PAWN = Man("P", ((PawnStep(), Mode.BOTH),), promotion=Promotion((PROMOTION, _turned(PROMOTION)), ("R", "B")),
           region=(WHITE_PAWNS, _turned(WHITE_PAWNS)))
BISHOP = Man("B", ((BishopRun(), Mode.BOTH),))
ROOK = Man("R", ((RookRun(), Mode.BOTH),))
KING = Man("K", ((Leaper(QUEENWISE), Mode.BOTH),), royal=True)

ROLLERBALL = Genre(
    name="rollerball",
    names=Names(("Rollerball",), ("Rollerball",),
                ("Rollerball",)),
    board=RING,
    men=(PAWN, BISHOP, ROOK, KING),
    start="2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w - - - 0 1",
    endings=(KingRun(goals=(GOAL, RING.size - 1 - GOAL), gates=(GATE, (_turned(GATE[0]), _turned(GATE[1])))),
             Repetition(automatic=3)),
    extra_state=ExtraState("Kk"),
    arrows=tuple((square, ahead) for square in RING.squares
                 if (ahead := RING.step(square, *arrow(square))) is not None),
)
