# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Mate patterns: the ways in which a king can be mated in a given number of moves of each side.

A pattern has the square of the king, a man that checks it, and for each flight a man of its own that blocks it or a
man of the mating side that guards it. Every mate of a single king contains such a pattern, whatever rules the other men
move by. A pattern need not be a mate: the king may be able to castle out of check, or a man to interpose. There are
never fewer patterns than mates, so the bound is admissible.

A man that may promote is named as the kind it finally is, whether it blocks or attacks. That makes more patterns, but a
block that would parry the mate, or attack the other king, is recognised at once: mostly only knights and bishops are
left of a pawn's promotions, and these take longer. This requires a genre in which men change their kind by promotion
alone (`Distances` counts its moves); where castlings move men, blocks are of any kind.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.patterns.base import Patterns
from feerie.search.patterns.king_zone import KingEnumeration
from feerie.search.patterns.mate_refutation import MateRefutation

if not cython.compiled:
    from feerie.kernel.plain import ONE
    from feerie.kernel.tables import MEN, SQUARES
    from feerie.search.patterns.structs import (
        ANY_KIND,
        NO_TARGET,
        Draft,
        block,
        least_moves,
        make_target,
        target_square,
    )
    CHECKED, MAX_FLIGHTS = 256, 8


class MateEnumeration(KingEnumeration):
    """Lists patterns in which the king is checked, and each flight blocked or guarded."""

    def _extend(self, draft: Draft) -> None:
        if self._count_step():
            return
        open_flights = self.zone.unguarded((self.zone.all_flights | CHECKED) & ~draft.blocked, draft.placed)
        if not open_flights:
            # transports make long lists; only then is it worthwhile to keep needless men out of patterns
            if not self.men.castling_movable or self._is_minimal(draft):
                self._add_pattern(draft)
            return
        if self.zone.are_unaffordable(open_flights, draft):
            return
        exclusions = self.exclusion_count
        if open_flights & CHECKED:
            self._guard(MAX_FLIGHTS, draft)
            self._undo_exclusions(exclusions)
            return
        flight = self.zone.most_expensive_flight(open_flights)
        square = self.zone.flight_square(flight)
        if not draft.placed >> square & 1:
            blocking = block(draft, 1 << flight)
            for man in range(self.men.mating_side_men, self.men.man_count):
                if self.men.target[man] == NO_TARGET:
                    self._block(man, square, blocking)
        self._guard(flight, draft)
        self._undo_exclusions(exclusions)

    def _block(self, man: int, square: int, draft: Draft) -> None:
        """Extend the pattern by a man of the victim on a flight.

        A man that may promote on its way is tried as each kind that it may be there: most of these parry the mate, and
        the others are further away. What castlings move or promote is tried as any kind.
        """
        side_kind = (self.men.mating_side ^ 1) * MEN + self.men.man_kinds[man]
        first, end = self.men.distances.transition_start[side_kind], self.men.distances.transition_start[side_kind + 1]
        if self.men.castling_movable or end - first <= 1:
            self._assign(man, make_target(square, ANY_KIND),
                         least_moves(self.men, self.men.mating_side ^ 1, self.men.man_kinds[man],
                                     self.men.man_squares[man], square), draft)
            return
        for transition in range(first, end):
            self._assign(man, make_target(square, self.men.distances.transition_kind[transition]),
                         self.men.distances.distance[
                             (transition * SQUARES + self.men.man_squares[man]) * SQUARES + square], draft)

    def _is_minimal(self, draft: Draft) -> bool:
        """Whether the pattern needs each of its men; if not, a pattern without the needless man is listed, too."""
        for man in range(self.men.man_count):
            target = self.men.target[man]
            if target == NO_TARGET:
                continue
            square = target_square(target)
            open_flights = (self.zone.all_flights | CHECKED) & ~draft.blocked
            if man >= self.men.mating_side_men:
                open_flights |= self.zone.flight_bit(square)
            self.men.target[man] = NO_TARGET
            needless = not self.zone.unguarded(open_flights, draft.placed & ~(ONE << square))
            self.men.target[man] = target
            if needless:
                return False
        return True


class MatePatterns(Patterns):
    """Patterns of mates by `mating_side`.

    `exposing`: the side whose last move leaves its own king mated (double mate, counter-mate, auto-mate), -1 if there
    is none. If that is the victim, his king may be in check before.
    """

    def __init__(self, judge: Judge, mating_side: int, exposing: int = -1) -> None:
        super().__init__(judge, mating_side)
        if exposing >= 0:
            self.men.exposes[0 if exposing == mating_side else 1] = True
        self.refutation = MateRefutation(self.men)
        self.enumeration = MateEnumeration(self.men, self.refutation)
