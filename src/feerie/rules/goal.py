"""Goals of problems: their signs, numbers and properties. Every other list of goals is derived from this one.

To add a goal: an entry in `Aim`, with the next number; a constant of that name and number in
`search/goal/goal_search.pxd` and its test in `GoalSearch.is_reached_at`; the checker's own test in
`verification/referee.py`.
"""
from __future__ import annotations

from enum import Enum
from typing import Self

from feerie.base.frozen import frozen

__all__ = ["Aim"]


@frozen
class _Traits:
    """The properties of a goal; see Aim."""

    sign: str
    number: int | None = None
    has_square: bool = False
    is_position: bool = False
    exposes_king: bool = False
    mark: str | None = None
    marks_check: bool = True


class Aim(Enum):
    """Kinds of goals. The value is the sign in a stipulation, that of Popeye's input language; Popeye has no king run.

    `number`: the search's number, from 0, None for goals that are not solved. `has_square`: the goal names a square.
    `is_position`: the goal is a given position, the diagram (DIAGRAM) or a second one (POSITION). `exposes_king`: only
    moves that leave their own king attacked reach it, and the goal makes them legal. `mark`: what is printed after the
    move that reaches the goal, None for the usual sign of check, mate or stalemate; `marks_check`: a check is marked
    as well.
    """

    number: int | None
    has_square: bool
    is_position: bool
    exposes_king: bool
    mark: str | None
    marks_check: bool

    def __new__(cls, entry: _Traits) -> Self:
        aim = object.__new__(cls)
        aim._value_ = entry.sign
        aim.number, aim.has_square, aim.is_position = entry.number, entry.has_square, entry.is_position
        aim.exposes_king, aim.mark, aim.marks_check = entry.exposes_king, entry.mark, entry.marks_check
        return aim

    MATE = _Traits("#", 0)
    STALEMATE = _Traits("=", 1)
    DOUBLE_MATE = _Traits("##", 5, exposes_king=True, mark="##", marks_check=False)
    COUNTER_MATE = _Traits("##!", 13, exposes_king=True, mark="##!", marks_check=False)
    AUTO_MATE = _Traits("!#", 14, exposes_king=True, mark="!#")
    DOUBLE_STALEMATE = _Traits("==", 3, mark="==", marks_check=False)
    AUTO_STALEMATE = _Traits("!=", 4, mark="!=", marks_check=False)
    MATE_OR_STALEMATE = _Traits("#=", 2, mark="#=", marks_check=False)
    CHECK = _Traits("+", 6, mark="")
    CAPTURE = _Traits("x", 7, mark="x")
    WIN_PIECE = _Traits("%")
    TARGET = _Traits("z", 8, has_square=True, mark="z")
    CASTLING = _Traits("00", 10, mark="")
    EN_PASSANT = _Traits("ep", 11, mark="")
    ANY_MOVE = _Traits("~", 9, mark="")
    CIRCUIT = _Traits("ct")
    CIRCUIT_BY_REBIRTH = _Traits("ctr")
    EXCHANGE = _Traits("<>")
    EXCHANGE_BY_REBIRTH = _Traits("<>r")
    CHESS81 = _Traits("c81")
    KISS = _Traits("k", has_square=True)
    DIAGRAM = _Traits("dia", is_position=True, mark="dia")
    POSITION = _Traits("a=>b", 12, is_position=True, mark="a=>b")
    KING_RUN = _Traits("run", 15)
