"""Whether the attacker can force the goal against every defence: a plain AND/OR search that tries listed moves first.

Lengths are counted in moves of the attacker, the move in question included. The definitions:

direct    the attacker reaches the goal.
self      the attacker forces the defender to reach it.
semi-reflex   as self, but the defender must reach the goal whenever he can.
reflex    as semi-reflex, but the attacker too must reach the goal whenever he can, and then fails.
exact     shorter play does not count.

Limits: after the attacker's first of `length` moves, if it gives no check and he has `threat` or more moves left, he
must be able to force the goal in `threat` moves after a null move of the defender; if he has two or more left, the
defender's king must have no more than `flights` moves.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator

from feerie.game.position import Position
from feerie.problems.stipulation import Play
from feerie.rules.genre import Genre
from feerie.rules.trait import Trait
from feerie.rules.unit import unit_of
from feerie.verification.referee import Referee

__all__ = ["Forcing"]


class Forcing:
    """A search with move-ordering hints.

    `hints`: by key of a position with the attacker to move, moves to try first there. `threats`: by key of a position
    after a move of the attacker, moves to try first after any defence.
    """

    def __init__(self, referee: Referee, play: Play, exact: bool, threat: int | None = None,
                 flights: int | None = None, either: bool = False) -> None:
        self.referee, self.play, self.exact, self.threat, self.flights = referee, play, exact, threat, flights
        self.reaches = self.is_direct or either and play is not Play.REFLEX
        """Whether the attacker may reach the goal: in direct play, or by an option except in reflex play."""
        self.hints: dict[int, list[str]] = {}
        self.threats: dict[int, list[str]] = {}
        self._known: dict[tuple[int, int], bool] = {}
        self._refutations: dict[tuple[int, int], str] = {}
        self._best: dict[int, str] = {}

    @property
    def is_direct(self) -> bool:
        """Whether the attacker is the one to reach the goal."""
        return self.play is Play.DIRECT

    @property
    def has_duties(self) -> bool:
        """Whether the defender must reach the goal if he can."""
        return self.play in (Play.REFLEX, Play.SEMI_REFLEX)

    def attacks(self, position: Position) -> list[str]:
        """The attacker's moves; none if he has to reach the goal himself in reflex play, which fails."""
        if self.play is Play.REFLEX and self.referee.goals(position):
            return []
        return self.referee.options(position)

    def replies(self, position: Position) -> list[str]:
        """The defender's moves; if he must reach the goal, only those that do."""
        if self.has_duties and self.referee.goals(position):
            return list(self.referee.goals(position))
        return self.referee.options(position)

    def wins(self, position: Position, length: int, first: Iterable[str] = ()) -> bool:
        """Whether the attacker, to move, can force the goal in at most (exact play: exactly) `length` moves."""
        if length < 1:
            return False
        key = (position.key, length)
        if key not in self._known:
            self._known[key] = self._wins(position, length, first)
        return self._known[key]

    def _wins(self, position: Position, length: int, first: Iterable[str]) -> bool:
        attacks = self.attacks(position)
        if self.is_direct and length == 1:
            return bool(self.referee.goals(position))
        legal = set(attacks)
        preferred = [*self.hints.get(position.key, ()), *first, self._best.get(length, "")]
        tried = [move for move in dict.fromkeys(preferred) if move in legal]
        if any(self.forces(position, move, length) for move in tried):
            return True
        if not self.exact and self.wins(position, length - 1):
            return True
        for move in attacks:
            if move not in tried and self.forces(position, move, length):
                self._best[length] = move
                return True
        return False

    def forces(self, position: Position, move: str, length: int) -> bool:
        """Whether a legal move of the attacker, the first of `length`, forces the goal."""
        if length < 1:
            return False
        if self.reaches and move in self.referee.goals(position):
            return length == 1 or not self.exact
        if self.is_direct and length == 1:
            return False
        return self.forced(self.referee.play(position, move), length)

    def forced(self, position: Position, length: int) -> bool:
        """Whether the goal is forced, the defender to move, after the first of `length` moves (not a goal itself)."""
        if length < (2 if self.is_direct else 1):
            return False
        if self.has_duties:
            if self.referee.goals(position):
                return length == 1 or not self.exact
            if length == 1:
                return False
        if not self.is_within_limits(position, length):
            return False
        replies = self.replies(position)
        key = (position.key, length)
        known = self._refutations.get(key)
        if known:
            return False
        threats = self.threats.get(position.key, ())
        for reply in replies:
            if not self.holds(position, reply, length, threats):
                self._refutations[key] = reply
                return False
        return bool(replies)

    def is_within_limits(self, position: Position, length: int) -> bool:
        """Whether the limits hold, the defender to move after the first of `length` moves."""
        if self.has_duties and self.referee.goals(position):
            return True
        if not self.has_few_flights(position, length):
            return False
        if self.threat is None or length <= self.threat or position.is_check():
            return True
        return self.wins(self.referee.passed(position), self.threat)

    def has_few_flights(self, position: Position, length: int) -> bool:
        """Whether the defender's king has no more moves than allowed; True if the attacker has one move left."""
        if self.flights is None or length <= 2:
            return True
        return sum(_is_royal(move.man, position.genre) for move in position.legal_moves) <= self.flights


    def holds(self, position: Position, reply: str, length: int, first: Iterable[str] = ()) -> bool:
        """Whether the goal is still forced after one defence to the attacker's first of `length` moves."""
        if not self.is_direct and reply in self.referee.goals(position):
            return length == 1 or not self.exact
        return length > 1 and self.wins(self.referee.play(position, reply), length - 1, first)

    def refutations(self, position: Position, length: int) -> Iterator[str]:
        """The defences that refute the attacker's first of `length` moves."""
        return (reply for reply in self.replies(position) if not self.holds(position, reply, length))

    def shortest(self, position: Position, length: int) -> int:
        """The smallest number of moves, up to `length`, in which the attacker to move forces the goal; 0 for none.

        In exact play only `length` counts.
        """
        shortest = length if self.exact else 1
        return next((moves for moves in range(shortest, length + 1) if self.wins(position, moves)), 0)


def _is_royal(man: str, genre: Genre) -> bool:
    """Whether a man is checked and mated."""
    unit = unit_of(man)
    return unit.letter == genre.royal.letter or Trait.ROYAL in unit.traits
