"""Forcing: can the attacker force the goal against every defence? Plain search, helped by the moves of a document.

Lengths are moves of the attacker, the one in question included. The definitions:

direct    the attacker reaches the goal.
self      he makes the defender reach it.
semi-reflex   as self, and the defender must reach the goal whenever he can.
reflex    as semi-reflex, and the attacker must not be able to reach the goal himself when it is his turn.
exact     what ends sooner does not count.

Limits: after the attacker's first of `length` moves, if it is no check and `threat` or more are left to him, he must
be able to force the goal in `threat` moves if the defender passes; and if two or more are left, the defender's king must
not have more than `flights` moves.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator

from feerie.position import Position
from feerie.problems.stipulation import Play
from feerie.verification.referee import Referee

__all__ = ["Forcing"]


class Forcing:
    """Answers questions about positions. `hints`: of a position with the attacker to move, what to try first there.

    `threats`: of a position after an attacker's move, what to try first after any defence.
    """

    def __init__(self, referee: Referee, play: Play, exact: bool, threat: int | None = None,
                 flights: int | None = None, either: bool = False) -> None:
        self.referee, self.play, self.exact, self.threat, self.flights = referee, play, exact, threat, flights
        self.reaches = self.is_direct or either and play is not Play.REFLEX
        """Whether the attacker may reach the goal himself: in direct play, or by an option unless a duty forbids it."""
        self.hints: dict[int, list[str]] = {}
        self.threats: dict[int, list[str]] = {}
        self._known: dict[tuple[int, int], bool] = {}
        self._refutations: dict[tuple[int, int], str] = {}
        self._best: dict[int, str] = {}

    @property
    def is_direct(self) -> bool:
        """Whether the attacker is to reach the goal himself."""
        return self.play is Play.DIRECT

    @property
    def has_duties(self) -> bool:
        """Whether the defender must reach the goal where he can."""
        return self.play in (Play.REFLEX, Play.SEMI_REFLEX)

    def attacks(self, position: Position) -> list[str]:
        """The attacker's moves; none where he must reach the goal himself, which he must not."""
        if self.play is Play.REFLEX and self.referee.goals(position):
            return []
        return self.referee.options(position)

    def replies(self, position: Position) -> list[str]:
        """The defender's moves, those that reach the goal only where he must."""
        if self.has_duties and self.referee.goals(position):
            return list(self.referee.goals(position))
        return self.referee.options(position)

    def wins(self, position: Position, length: int, first: Iterable[str] = ()) -> bool:
        """Can the attacker, to move, force the goal in `length` moves at most (exactly, where play is exact)?"""
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
        """Does a legal move of the attacker, the first of `length`, force the goal?"""
        if length < 1:
            return False
        if self.reaches and move in self.referee.goals(position):
            return length == 1 or not self.exact
        if self.is_direct and length == 1:
            return False
        return self.forced(self.referee.play(position, move), length)

    def forced(self, position: Position, length: int) -> bool:
        """Is the goal forced, the defender to move, after the first of `length` moves has not reached it?"""
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
        """Whether the defender, to move after the first of `length` moves, has no more freedom than is allowed."""
        if self.has_duties and self.referee.goals(position):
            return True
        if not self.has_few_flights(position, length):
            return False
        if self.threat is None or length <= self.threat or position.is_check():
            return True
        return self.wins(self.referee.passed(position), self.threat)

    def has_few_flights(self, position: Position, length: int) -> bool:
        """Whether the defender's king has no more moves than is allowed; with one move left nothing is asked."""
        if self.flights is None or length <= 2:
            return True
        return sum(move.man.upper() == position.genre.royal.letter for move in position.legal_moves) <= self.flights

    def holds(self, position: Position, reply: str, length: int, first: Iterable[str] = ()) -> bool:
        """Is the goal still forced after one defence, the attacker's first of `length` moves being made?"""
        if not self.is_direct and reply in self.referee.goals(position):
            return length == 1 or not self.exact
        return length > 1 and self.wins(self.referee.play(position, reply), length - 1, first)

    def refutations(self, position: Position, length: int) -> Iterator[str]:
        """The defences that refute the attacker's first of `length` moves."""
        return (reply for reply in self.replies(position) if not self.holds(position, reply, length))

    def shortest(self, position: Position, length: int) -> int:
        """The smallest number of moves, up to `length`, in which the attacker to move forces the goal; 0 for none."""
        return next((moves for moves in range(1, length + 1) if self.wins(position, moves)), 0)
