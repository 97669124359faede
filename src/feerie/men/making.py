"""How the families write down a man of the dictionary."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from feerie.base.frozen import frozen
from feerie.rules.along import Arrival, LineMovement, kept_lines
from feerie.rules.board import Board
from feerie.rules.facet import Men
from feerie.rules.genre import Genders, Man, Names, Turned
from feerie.rules.movement import Mode
from feerie.rules.properties import Property

__all__ = ["Asked", "both", "made"]

Moves = tuple[tuple[Any, Mode], ...]


@frozen
class Asked:
    """A movement by lines for which look-ups have no room: it is asked in Python."""

    movement: LineMovement
    loses: ClassVar[Property] = Property.LINES

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[Arrival]:
        occupied = frozenset(at for at, man in enumerate(men) if man)
        for line, along in kept_lines(self.movement, board, square, side):
            yield from along.arrivals(line, occupied)


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
