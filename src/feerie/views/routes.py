"""What a diagram may show of moves: the path of a man with its rebounds, a castling in two steps, where a man may go.

The paths are the rays of the genre's movements, so they bend where the men of the genre do.
"""
from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from feerie.base.errors import ArgumentError
from feerie.game.position import Position
from feerie.game.status_text import illegality
from feerie.rules.along import lines_of
from feerie.rules.move import Move
from feerie.rules.trait import Trait
from feerie.rules.unit import unit_of
from feerie.views.arrows import Route

__all__ = ["moves_of", "route", "steps"]


def route(position: Position, origin: str, target: str) -> tuple[str, ...]:
    """The squares at which the path of the man from `origin` to `target` begins, bends and ends.

    It is straight if no movement of that man leads there. Raises SquareError for what is not a square.
    """
    board, man = position.genre.board, position.man_at(origin)
    start, end = board.index(origin), board.index(target)
    unit = unit_of(man) if man else None
    rays = [ray for movement, _ in position.genre.man(unit.letter).moves
            for ray, _ in lines_of(movement, board, start, unit.side) if end in ray] if unit else []
    if not rays:
        return origin, target
    ways = [(start, *ray[:ray.index(end) + 1]) for ray in rays]
    men = position.setup.men
    way = min(ways, key=lambda squares: (any(men[square] for square in squares[1:-1]), len(squares)))
    places = [(board.file(square), board.rank(square)) for square in way]
    headings = [(files - before[0], ranks - before[1]) for before, (files, ranks) in pairwise(places)]
    bends = [at for at in range(1, len(headings)) if headings[at] != headings[at - 1]]
    return tuple(board.name(way[at]) for at in (0, *bends, len(way) - 1))


def steps(position: Position, move: Move) -> tuple[Route, ...]:
    """Arrows for a legal move: its path or, for a castling, the king's and the partner's, numbered."""
    if move.partner is None:
        return (Route(route(position, move.origin, move.target)),)
    return tuple(Route(squares, number=str(number)) for number, squares in enumerate(move.displacements, 1))


def moves_of(position: Position, square: str) -> dict[str, str]:
    """Marks for the squares that the man on a square may legally go to, whichever side is to move; it moves a neutral
    man.

    Dots, and circles round what it may take. Raises ArgumentError if the square is empty, or if the diagram is illegal
    with the man's side to move.
    """
    man = position.man_at(square)
    if not man:
        raise ArgumentError("no man stands on {}", square)
    unit = unit_of(man)
    turn = position.setup.turn if Trait.NEUTRAL in unit.traits else unit.side
    if position.setup.turn != turn:
        position = Position(position.genre, replace(position.setup, turn=turn, en_passant=None))
    if not position.is_valid():
        raise ArgumentError("nobody may move: the diagram is illegal: {}", illegality(position))
    return {move.target: "circle" if move.captured_on == move.target else "dot"
            for move in position.legal_moves if move.origin == square}
