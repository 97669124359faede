"""What the rules of a genre forbid and demand, as numbers for the general path: who is silent, which positions no move
may lead to, where a man may go, what must be chosen. Rules in Python (rules/facet.py) are not among them.
"""
from __future__ import annotations

from array import array
from functools import lru_cache
from typing import Any

from feerie.kernel.forms import compiled_forms
from feerie.kernel.tables import SQUARES, mask_of
from feerie.rules.board import Board
from feerie.rules.choice import Accepted, Length
from feerie.rules.facet import Outcome
from feerie.rules.filters import Contact
from feerie.rules.genre import Genre, GenreError
from feerie.rules.movement import QUEENWISE
from feerie.rules.observation import Silence, Unwatched

__all__ = ["ANY_OUTCOME", "RESTRAINTS", "Restraints"]

RESTRAINTS = 8
"""The most silences of a genre, and the most demands of watches on a position."""
ANY_OUTCOME = int(Outcome.QUIET | Outcome.CHECK | Outcome.MATE)


class Restraints:
    """The compiled forms of a genre's rules that forbid and demand; for the fields see general_rules.pxd.

    `blocks`: rules that say where men may go. `pairs_alike`: whether men of the other side matter only where they are
    watched by their like. GenreError for too many.
    """

    def __init__(self, genre: Genre) -> None:
        self.genre = genre
        forms = compiled_forms(genre)
        self.silences = self._of(Silence, forms)
        self.unwatched = self._of(Unwatched, forms)
        self.blocks = [rule for rule in genre.rules if hasattr(rule, "admits")]
        self.contact = 0
        for contact in self._of(Contact, forms):
            self.contact |= 1 if contact.touching else 2
        self.accepted, self.lengths = [ANY_OUTCOME, ANY_OUTCOME], [0, 0]
        for form in forms:
            for side in (0, 1):
                if isinstance(form, Accepted) and form.side in (None, side):
                    self.accepted[side] &= int(form.outcomes)
                if isinstance(form, Length) and form.side == side:
                    self.lengths[side] = -1 if form.shortest else 1
        self.neighbours = neighbours_of(genre.board)
        self.pairs_alike = all(watching.watch.alike or watching.watch.own for watching in self.silences) \
            and all(watching.watch.alike for watching in self.unwatched)

    def _of(self, kind: type, forms: list[Any]) -> list[Any]:
        found = [form for form in forms if isinstance(form, kind)]
        if len(found) > RESTRAINTS:
            raise GenreError("{}: more than {} rules of one form", self.genre.name, RESTRAINTS)
        return found


@lru_cache(maxsize=32)
def neighbours_of(board: Board) -> array[int]:
    """By square: the squares next to it."""
    found, squares = array("Q", bytes(8 * SQUARES)), set(board.squares)
    for square in squares:
        steps = (board.step(square, *step) for step in QUEENWISE)
        found[square] = mask_of(at for at in steps if at is not None and at != square)
    return found
