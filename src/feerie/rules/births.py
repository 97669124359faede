"""Birthplaces: where men stood in the diagram, for rules that ask for it (`has_births`).

A man keeps its birthplace whatever becomes of it: as a promoted man, as one of another kind or side, and when it is
taken and put on the board again. A man that a rule puts on the board anew has none.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from feerie.rules.change import Stage

__all__ = ["Births", "births_after", "elsewhere"]

Births = Sequence[int | None]
"""By square where the man on it was born; None for a man without birthplace, and for no man."""


def births_after(births: Births, changes: Iterable[tuple[int, str, str, Stage]]) -> tuple[int | None, ...]:
    """The birthplaces after a move of which all changes are given in their order: square, men before and after ("" for
    none), stage.

    The stage says who arrives on a square: the man that moved, the partner of a king that castles or, at its rebirth,
    the man that was taken. Later, a man that is changed where it stands remains itself.
    """
    found = list(births)
    mover = other = None        # where the man that moved was born, and its partner or the man that it takes
    leaving = arriving = 0
    swung: int | None = None    # where the first of two kings that exchange places stood
    for square, before, after, stage in changes:
        if stage is Stage.REBIRTH and after:
            found[square] = other
        elif stage is Stage.ARRIVE and not after:
            if leaving:
                other = found[square]
            else:
                mover = found[square]
            leaving += 1
            found[square] = None
        elif stage is Stage.ARRIVE:
            if before:
                other = found[square]
            found[square] = other if arriving else mover
            arriving += 1
        elif stage is Stage.RETURN and not before:
            found[square] = mover
        elif stage is Stage.EXCHANGE and swung is None:
            swung = square
        elif stage is Stage.EXCHANGE and swung is not None:
            found[swung], found[square] = found[square], found[swung]
        elif not before or not after:
            if stage is Stage.RETURN:
                mover = found[square]
            found[square] = None
    return tuple(found)


def elsewhere(births: Births, men: Sequence[object]) -> tuple[tuple[int, int | None], ...]:
    """Those of some men, by square, that stand elsewhere than where they were born: squares and birthplaces."""
    return tuple((square, birth) for square, birth in enumerate(births) if men[square] and birth != square)
