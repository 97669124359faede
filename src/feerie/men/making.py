"""How the families write down a man of the dictionary."""
from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from feerie.base.frozen import frozen
from feerie.rules.along import Arrival, Line, LineMovement, lines_of
from feerie.rules.board import Board
from feerie.rules.facet import Men
from feerie.rules.genre import Genders, Man, Names, Turned
from feerie.rules.movement import Mode

__all__ = ["Asked", "both", "kept_lines", "made"]

Moves = tuple[tuple[Any, Mode], ...]


@frozen
class Asked:
    """A movement by lines for which look-ups have no room: it is asked in Python."""

    movement: LineMovement

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[Arrival]:
        occupied = frozenset(at for at, man in enumerate(men) if man)
        for line, along in kept_lines(self.movement, board, square, side):
            yield from along.arrivals(line, occupied)


@lru_cache(maxsize=1 << 11)
def kept_lines(movement: LineMovement, board: Board, square: int, side: int) -> tuple[Line, ...]:
    """`lines_of`, which is asked again and again where there are no look-ups."""
    return lines_of(movement, board, square, side)


def both(*movements: object) -> Moves:
    """Movements by which a man moves and captures."""
    return tuple((movement, Mode.BOTH) for movement in movements)


def made(letter: str, moves: Moves, names: str, drawn: str, genders: str = "mm", popeye: str = "", **rest: Any) -> Man:
    """A man: "name|nom|Name" in English, French and German, further names of a language behind "/"; "Q180" for a queen
    turned by 180 degrees, "" for a disc; genders in French and German; Popeye's word, if not its letter.
    """
    en, fr, de = (tuple(of.split("/")) for of in names.split("|"))
    return Man(letter, moves, name=en[0], names=Names(en, fr, de), popeye=popeye or letter,
               drawn=Turned(drawn[0], int(drawn[1:])) if drawn else None, genders=Genders(*genders), **rest)
