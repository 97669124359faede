"""Targets: positions to be reached, given whole or in part. The goals of proof games and of `a=>b`.

An unfinished diagram has signs in place of men, in a Setup and in a FEN:

    ?   unknown: nothing is said of the square, which may be empty
    ~   some man, of either side
    +   some white man
    -   some black man

A wall (`*` in a FEN) is not a square, so it is none of these.
"""
from __future__ import annotations

from functools import cached_property

from feerie.base.frozen import frozen
from feerie.rules.board import BLACK, WHITE
from feerie.rules.setup import Setup
from feerie.rules.unit import side_of

UNKNOWN, SOME_MAN, WHITE_MAN, BLACK_MAN = "?", "~", "+", "-"
SIGNS = UNKNOWN + SOME_MAN + WHITE_MAN + BLACK_MAN
"""All signs of unfinished diagrams."""


def admits(sign: str, man: str) -> bool:
    """Whether a square of which a diagram says `sign` (FEN letter, "" or one of SIGNS) may hold `man` ("" for none).

    A neutral man belongs to both sides.

    >>> admits("?", ""), admits("~", ""), admits("+", "(royal)N"), admits("-", "N"), admits("-", "=N"), admits("N", "N")
    (True, False, True, False, True, True)
    """
    if sign in (WHITE_MAN, BLACK_MAN):
        return man != "" and may_be_of(man, WHITE if sign == WHITE_MAN else BLACK)
    if sign == SOME_MAN:
        return man != ""
    return sign in (UNKNOWN, man)


def may_be_of(sign: str, side: int) -> bool:
    """Whether a square of which a diagram says `sign` may hold a man of a side, 0 White or 1 Black."""
    other = BLACK_MAN if side == WHITE else WHITE_MAN
    if sign in ("", other):
        return False
    return sign in SIGNS or sign[0] == "=" or side_of(sign) == side


@frozen
class Target:
    """A position to be reached.

    `men`: one entry per square number, as in Setup, where SIGNS may stand for men that are not known. `turn`: the side
    to move there, 0 White or 1 Black; None if the number of moves is open. `rights`: letters of castling rights that
    must be left; `flags`: letters of the genre's extra state that must be set. Others may be left or set too.
    """

    men: tuple[str, ...]
    turn: int | None = WHITE
    rights: str = ""
    flags: str = ""

    @cached_property
    def pieces(self) -> tuple[tuple[int, str], ...]:
        """The men that are known, as (square, FEN letter), in rising order of squares."""
        return tuple((square, man) for square, man in enumerate(self.men) if man and man not in SIGNS)

    @cached_property
    def is_finished(self) -> bool:
        """Whether every square is known."""
        return not any(man and man in SIGNS for man in self.men)

    def open_squares(self, side: int) -> tuple[int, ...]:
        """The squares on which the target lets a side have any man, in rising order."""
        signs = (UNKNOWN, SOME_MAN, BLACK_MAN if side else WHITE_MAN)
        return tuple(square for square, man in enumerate(self.men) if man and man in signs)

    @property
    def is_plain(self) -> bool:
        """Whether every square is known, and nothing else is required: the target is an ordinary diagram."""
        return self.is_finished and not self.rights and not self.flags

    def squares_of(self, sign: str) -> tuple[int, ...]:
        """The squares of all men of this FEN letter, or with this sign; "" for those that must be empty."""
        return tuple(square for square, man in enumerate(self.men) if man == sign)

    def is_reached_by(self, setup: Setup) -> bool:
        """Whether a position is the one wanted; the side to move, the clocks and a double step do not count."""
        return all(map(admits, self.men, setup.men)) and set(self.rights) <= set(setup.rights) \
            and set(self.flags) <= set(setup.flags)

    def fewest(self, side: int) -> int:
        """How many men of a side there are at least, 0 White or 1 Black."""
        known = sum(man.islower() == (side == BLACK) for _, man in self.pieces)
        return known + self.men.count(WHITE_MAN if side == WHITE else BLACK_MAN)

    def most(self, side: int) -> int:
        """How many men of a side there may be at most, 0 White or 1 Black."""
        return self.fewest(side) + self.men.count(SOME_MAN) + self.men.count(UNKNOWN)
