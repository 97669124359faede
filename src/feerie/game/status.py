"""The status of a position: check, mate, over, illegal, and why."""
from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from feerie.base.frozen import frozen
from feerie.rules.literals import Result
from feerie.rules.side import SIDES, Side, Word

__all__ = ["BLACK", "WHITE", "Outcome", "Reason", "Status", "StatusWord", "other_side", "result_of", "winner_of"]

WHITE, BLACK = SIDES
"""The sides by their public names, `feerie.WHITE`; the package says `Side.WHITE`."""
_RESULTS: Mapping[Side | None, Result] = {Side.WHITE: "1-0", Side.BLACK: "0-1", None: "1/2-1/2"}
"""How records write the result, by the winner."""


def other_side(side: str) -> Side:
    """The other side."""
    return Side(side).other


def result_of(winner: Side | None) -> Result:
    """ "1-0" or "0-1" for the side that wins, "1/2-1/2" if neither does."""
    return _RESULTS[winner]


def winner_of(result: str) -> Side | None:
    """The side that has won by a result; None for a draw, and while the game goes on ("*")."""
    return next((winner for winner, written in _RESULTS.items() if written == result), None)


class Reason(Enum):
    """Why a game is over, or why a diagram is illegal."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    KING_RUN = "king run"
    REPETITION = "repetition"
    MOVE_RULE = "move rule"
    DEAD_MATERIAL = "dead material"
    TOO_MANY_KINGS = "too many kings"
    MISPLACED_MAN = "misplaced man"
    SIDE_NOT_TO_MOVE_IN_CHECK = "side not to move in check"
    UNPARRYABLE_CHECK = "unparryable check"


@frozen
class Outcome:
    """How a game ended: `winner` is "white", "black" or None for a draw."""

    reason: Reason
    winner: Side | None = None

    @property
    def result(self) -> Result:
        """ "1-0", "0-1" or "1/2-1/2"."""
        return result_of(self.winner)


class StatusWord(Word):
    """What a position is to the side to move."""

    OK = "ok"
    CHECK = "check"
    MATE = "mate"
    STALEMATE = "stalemate"
    WIN = "win"
    DRAW = "draw"
    ILLEGAL = "illegal"


@frozen
class Status:
    """The status of a position: `word` says which it is.

    `winner`: "white", "black" or None. `reason`: why the game is over or the diagram illegal, else None. `square` and
    `man`: the man that makes a diagram illegal, if it is a single man, else None.
    """

    word: StatusWord
    winner: Side | None = None
    reason: Reason | None = None
    square: str | None = None
    man: str | None = None
