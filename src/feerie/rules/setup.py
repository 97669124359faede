"""Setups: men on squares, turn, rights; any arrangement, legal or not."""
from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from feerie.base.frozen import frozen


@frozen
class Setup:
    """An arrangement of men as a FEN describes it.

    `men`: one entry per square number (walls included): the FEN letter of the man, upper case for White, lower for
    Black, "" for an empty square or a wall. `turn`: 0 White, 1 Black. `rights`: letters of the castling rights.
    `en_passant`: the square a pawn has just passed over, or None. `flags`: letters of the genre's extra state.
    `halfmoves`: plies since the last capture or pawn move. `moves`: number of the move, from 1. `births`: in genres
    whose men remember it (`Genre.has_births`), men that stand elsewhere than where they were born: their squares in
    rising order, each with the birthplace, None for a man that has none.
    """

    men: tuple[str, ...]
    turn: int = 0
    rights: str = ""
    en_passant: int | None = None
    flags: str = ""
    halfmoves: int = 0
    moves: int = 1
    births: tuple[tuple[int, int | None], ...] = ()

    @cached_property
    def pieces(self) -> tuple[tuple[int, str], ...]:
        """The men that are there, as (square, FEN letter), in rising order of squares."""
        return tuple((square, man) for square, man in enumerate(self.men) if man)

    def squares_of(self, man: str) -> tuple[int, ...]:
        """The squares of all men of this FEN letter ("K": the white kings)."""
        return tuple(square for square, letter in enumerate(self.men) if letter == man)

    @cached_property
    def birthplaces(self) -> tuple[int | None, ...]:
        """By square where the man on it was born; None for a man without birthplace, and where there is no man."""
        elsewhere = dict(self.births)
        return tuple(elsewhere.get(square, square) if man else None for square, man in enumerate(self.men))

    def births_for(self, men: Sequence[str]) -> tuple[tuple[int, int | None], ...]:
        """`births` for other men: those whose squares have changed are born where they stand."""
        return tuple((square, birth) for square, birth in self.births if men[square] == self.men[square] != "")
