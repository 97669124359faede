"""Moves of a diagram, legal or not."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from feerie.rules.castling import Castling, CastlingFamily
from feerie.rules.facet import Rule
from feerie.rules.move import Move
from feerie.rules.scene import Played, Scene
from feerie.rules.unit import kind_text, letter_of

if TYPE_CHECKING:
    from feerie.why.what_if import WhatIf

__all__ = ["Attempt", "Effect", "Step"]


class Effect(NamedTuple):
    """A square that a rule has changed after a move, and the texts of the men before and after."""

    square: int
    before: str
    after: str


class Step(NamedTuple):
    """What a rule says of a move and has done after it: what its methods were asked, the squares that it changed, the
    move after that, and whether it allows the move.
    """

    rule: Rule
    scene: Scene
    played: Played
    effects: tuple[Effect, ...]
    after: Played
    allowed: bool

    @property
    def choices(self) -> Sequence[str]:
        """The texts of men among which the player chooses what one becomes that the rule puts on a square."""
        found: Sequence[str] = self.rule.choices(self.scene, self.played) if hasattr(self.rule, "choices") else ()
        return found

    @property
    def options(self) -> list[Played]:
        """The move with all that the rule lets the player choose; one alone if that is nothing."""
        return list(self.played.chosen(self.rule, self.scene))


class Attempt(NamedTuple):
    """A move, legal or not: the squares of its man, the text of that on arrival, the setup after it.

    `taken`: where a man is taken, None if none is. `new_checks`: the kings that it exposes to new checks, by their
    squares after it, and the men that give them; only of a move that is to free a king under Rex Multiplex. `castling`:
    if it is one, its family, its squares, and the partner's text on arrival; the man is the king then. `over`: if the
    man goes on to the target after it has captured, the square that UCI text names for that. `in_passing`: whether it
    takes en passant and does not go on.
    """

    origin: int
    target: int
    man: str
    after: WhatIf
    taken: int | None = None
    new_checks: Mapping[int, Sequence[int]] = MappingProxyType({})
    castling: tuple[CastlingFamily, Castling, str] | None = None
    over: int | None = None
    in_passing: bool = False

    def square_after(self, square: int) -> int:
        """Where a man that stood on a square, and has not been taken, stands after the move."""
        if square == self.origin:
            return self.target if self.after.played is None or self.after.played.mover is None \
                else self.after.played.mover
        return self.castling[1].partner_to if self.castling and square == self.castling[1].partner else square

    def measured(self, rule: Rule) -> int:
        """What a rule measures of it."""
        measure: int = rule.measure(self.after.scene, self.after.played)
        return measure

    def promotion(self, before: WhatIf) -> str | None:
        """The English letter of a promotion, the partner's if it is a castling; None if there is none."""
        square, man = (self.castling[1].partner, self.castling[2]) if self.castling else (self.origin, self.man)
        return letter_of(man) if man != before.men[square] else None

    def aside(self, before: WhatIf) -> int | None:
        """The square of the man taken, where two lines may lead to one square and UCI text says which; else None."""
        if self.over is not None:
            return self.over
        if before.preparation is not None:
            return None if self.taken == self.target or self.in_passing else self.taken
        tells = before.genre.board.wraps or before.genre.has_plain_movements
        aside = before.taken_aside(self.origin, self.target) if tells else ()
        return self.taken if self.taken in aside else None

    @property
    def chosen(self) -> str:
        """The English letter of what the player lets a man become that a rule puts on a square; "" for no choice."""
        assert self.after.played
        return letter_of(self.after.played.choice) if self.after.played.choice else ""

    @property
    def placed(self) -> int | None:
        """The square on which the player has a man put; None for nowhere."""
        assert self.after.played
        return self.after.played.place

    def move(self, before: WhatIf) -> Move:
        """It as a move."""
        name, promotion, aside = before.genre.board.name, self.promotion(before), self.aside(before)
        choice = f"@{name(aside)}" if aside is not None else ""
        becomes = kind_text(self.chosen).lower()
        if self.placed is not None:
            choice += f"@{name(self.placed)}{becomes}"
        elif becomes:
            choice = f"{choice if self.over is not None else ''}@{becomes}"
        found = Move(before.men[self.origin], name(self.origin), name(self.target),
                     kind_text(promotion) if promotion else None, choice=choice)
        if self.castling:
            family, castling, _ = self.castling
            return replace(found, partner=(name(castling.partner), name(castling.partner_to)),
                           partner_man=before.men[castling.partner], style=family.style)
        return found if self.taken is None else replace(found, captured=before.men[self.taken],
                                                        captured_on=name(self.taken),
                                                        goes_on=self.over is not None,
                                                        takes_aside=self.taken != self.target and self.over is None
                                                        and not self.in_passing)
