"""What the rules of a genre forbid and demand, as numbers for the general path: who is silent, which positions no move
may lead to, where a man may go, what must be chosen. Rules in Python (rules/facet.py) are not among them.
"""
from __future__ import annotations

from array import array
from functools import lru_cache
from typing import Any, NamedTuple

from feerie.kernel.forms import compiled_forms
from feerie.kernel.tables import NONE, SQUARES, mask_of
from feerie.rules.attribute import Spared
from feerie.rules.becoming import LikeForLike
from feerie.rules.board import Board
from feerie.rules.choice import Accepted, Captures, Length, Order, Preference
from feerie.rules.facet import Outcome
from feerie.rules.filters import Barred, Contact
from feerie.rules.genre import Genre, GenreError
from feerie.rules.mutual import Aligned, KingSafe, LeftToWatchers, Woozled
from feerie.rules.observation import ENEMY, Few, Joint, Linked, Shelter, Silence, Unwatched, Watch
from feerie.rules.squares import Forced

__all__ = ["ANY_OUTCOME", "NOBODY", "RESTRAINTS", "Restraints"]

NOBODY = NONE - 1
"""Where a kind is expected: none."""

RESTRAINTS = 8
"""The most rules of one form: silences, demands of watches on a position, and those that say who can be taken."""
ANY_OUTCOME = int(Outcome.QUIET | Outcome.CHECK | Outcome.MATE)


class ShelterRecord(NamedTuple):
    """Which men can be taken; for the fields see Demand in general_rules.pxd."""

    watch: Watch
    watched: bool
    kings: bool
    others: bool


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
        self.shelters = [ShelterRecord(form.watch, form.watched, form.among_kings, others=False)
                         for form in self._of(Shelter, forms)]
        self.shelters += [ShelterRecord(ENEMY, watched=True, kings=False, others=True) for _ in self._of(Joint, forms)]
        self.spared = self._of(Spared, forms)
        self.sole, self.linked = bool(self._of(Few, forms)), bool(self._of(Linked, forms))
        self.kings_safe = bool(self._of(KingSafe, forms))
        self.woozled = sum({1 if form.own else 2 for form in self._of(Woozled, forms)})
        self.aligned = sum({1 if form.own else 2 for form in self._of(Aligned, forms)})
        self.left_to_watchers = bool(self._of(LeftToWatchers, forms))
        self.like_for_like = bool(self._of(LikeForLike, forms))
        self.blocks = [rule for rule in genre.rules if hasattr(rule, "admits")]
        self.contact, self.neighbours = 0, array("Q", bytes(8 * SQUARES))
        for contact in self._of(Contact, forms):
            self.contact = 4 if contact.kept else 1 if contact.touching else 2
            self.neighbours = neighbours_of(genre.board, contact)
        self.accepted, self.barred = [ANY_OUTCOME, ANY_OUTCOME], [0, 0]
        self.forced = [0, 0]
        self.lengths, self.captures, self.order = [0, 0], [0, 0], [array("B", bytes(SQUARES)) for _ in range(2)]
        for form in forms:
            for side in (0, 1):
                if isinstance(form, Accepted) and form.side in (None, side):
                    self.accepted[side] &= int(form.outcomes)
                if isinstance(form, Barred) and form.binds(side):
                    self.barred[side] |= form.captures + 2 * form.promotions
                if isinstance(form, Preference | Forced) and form.side == side:
                    self._add_preference(form)
        self.pairs_alike = all(watching.watch.alike or watching.watch.own for watching in self.silences) \
            and all(watching.watch.alike for watching in self.unwatched)

    def _add_preference(self, form: Preference | Forced) -> None:
        match form:
            case Length():
                self.lengths[form.side] = -1 if form.shortest else 1
            case Forced():
                self.forced[form.side] = mask_of(map(self.genre.board.index, form.squares))
            case Captures():
                self.captures[form.side] = 1
            case Order():
                for square in range(self.genre.board.size):
                    self.order[form.side][square] = SQUARES - form.place(self.genre.board, square)

    def watching(self, watch: Watch) -> array[int]:
        """By kind: the kind whose men watch it, NONE for any, NOBODY for none."""
        letters = [man.letter for man in self.genre.men]
        wanted = map(watch.watching, letters)
        return array("B", (NONE if letter is None else letters.index(letter) if letter in letters else NOBODY
                           for letter in wanted))

    def _of(self, kind: type, forms: list[Any]) -> list[Any]:
        found = [form for form in forms if isinstance(form, kind)]
        if len(found) > RESTRAINTS:
            raise GenreError("{}: more than {} rules of one form", self.genre.name, RESTRAINTS)
        return found


@lru_cache(maxsize=32)
def neighbours_of(board: Board, contact: Contact) -> array[int]:
    """By square: those on which men touch one that stands there."""
    found = array("Q", bytes(8 * SQUARES))
    for square in board.squares:
        found[square] = mask_of(contact.neighbours(board, square))
    return found
