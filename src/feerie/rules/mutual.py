"""Observation that depends on who observes the observer: Woozles and Heffalumps, partial paralysis, Brunner chess.

Men that are paralysed by other rules observe nobody, but for partial paralysis (Popeye).
"""
from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import ClassVar

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.board import Board
from feerie.rules.facet import Compiled, plain_arrivals
from feerie.rules.movement import Mode
from feerie.rules.properties import Property
from feerie.rules.remark import Kind, Remark, Standing
from feerie.rules.scene import Played, Scene
from feerie.rules.unit import letter_of

__all__ = ["Aligned", "KingSafe", "LeftToWatchers", "Woozled"]


class _Mutual:
    """What rules share under which a man takes nothing while it and another one observe each other, one of its side or
    (not `own`) of the enemy's.
    """

    own: bool
    slot: ClassVar[Message] = Message("which men do not capture")
    loses: ClassVar[Property] = Property.FREE

    def may_capture(self, scene: Scene, square: int, side: int, struck: int) -> bool:
        return next(self._watchers(scene, square, side, struck), None) is None

    def why_may_capture(self, scene: Scene, square: int, side: int, struck: int) -> Iterator[Remark]:
        watchers = tuple((scene.men[at], at) for at in self._watchers(scene, square, side, struck))
        yield Remark("woozled", {"man": Standing(((scene.men[square], square),)), "watchers": Standing(watchers)})

    def _watchers(self, scene: Scene, square: int, side: int, struck: int) -> Iterator[int]:
        """The squares of the men that keep the one on a square from taking on another."""
        return (at for at in scene.able_observers(square, side if self.own else side ^ 1)
                if at != square and scene.observes(square, at, side)
                and self._concerns(scene, square, side, struck, at))

    def _concerns(self, scene: Scene, square: int, side: int, struck: int, at: int) -> bool:
        """Whether a capture is of those that the man on `at` forbids to one that it observes, and that observes it."""
        return True


@frozen
class Woozled(_Mutual, Compiled):
    """It takes nothing at all."""

    own: bool = True


@frozen
class Aligned(_Mutual, Compiled):
    """It takes nothing on the line of that man, either way."""

    own: bool = True

    asks_movements: ClassVar[bool] = True

    def _concerns(self, scene: Scene, square: int, side: int, struck: int, at: int) -> bool:
        step = _step(scene.board, square, at)
        targets = [target for taken, target in scene.captures(square, side) if taken == struck] or [struck]
        return any(_step(scene.board, square, target) in (step, (-step[0], -step[1])) for target in targets)


def _step(board: Board, origin: int, target: int) -> tuple[int, int]:
    """The smallest step from one square in the direction of another."""
    files, ranks = board.file(target) - board.file(origin), board.rank(target) - board.rank(origin)
    size = gcd(files, ranks)
    return (files // size, ranks // size) if size else (0, 0)


@frozen
class LeftToWatchers(Compiled):
    """A man that enemy men observe does not go where it could go, en passant too, if it were one of their kinds."""

    asks_movements: ClassVar[bool] = True
    loses: ClassVar[Property] = Property.FREE | Property.STEPS

    def may_lead_to(self, scene: Scene, played: Played) -> bool:
        return self._kind(played) is None

    def why_may_lead_to(self, scene: Scene, played: Played) -> Iterator[Remark]:
        found = self._kind(played)
        if found is not None:
            before = played.before
            yield Remark("left to watchers", {"man": Standing(((before.men[played.origin], played.origin),)),
                                              "kind": Kind(found[0]), "watchers": Standing((found,))})

    def _kind(self, played: Played) -> tuple[str, int] | None:
        """An enemy man that observes the one that moves, and as which it could make the move; None if there is none."""
        before, side = played.before, played.side
        for at in before.observers(played.origin, side ^ 1):
            if self._goes(played, letter_of(before.men[at])):
                return before.men[at], at
        return None

    def _goes(self, played: Played, letter: str) -> bool:
        before, side, man = played.before, played.side, played.before.genre.man(letter)
        if man.region and played.origin not in man.region[side]:
            return False
        return played.target in before.passing(man, played.origin, side) or any(target == played.target and (
            mode != Mode.QUIET and before.belongs(struck, side ^ 1) and (struck == target or not before.men[target])
            or mode != Mode.CAPTURE and struck == target and not before.men[target])
            for (struck, target), mode in plain_arrivals(man.moves, before.board, before.men, played.origin, side))


@frozen
class KingSafe(Compiled):
    """A king is in check only if the side that takes it is not in check itself then, its enemy's king being gone."""

    slot: ClassVar[Message] = Message("which checks count")
    loses: ClassVar[Property] = Property.FREE

    def may_lead_to(self, scene: Scene, played: Played) -> bool:
        return not self._takes_king(scene, played) or not self._attackers(scene, played)

    def why_may_lead_to(self, scene: Scene, played: Played) -> Iterator[Remark]:
        attackers = self._attackers(scene, played)
        kings = tuple((scene.men[at], at) for at in scene.kings(played.side))
        yield Remark("king left", {"king": Standing(kings), "attackers": Standing(attackers)})

    def _takes_king(self, scene: Scene, played: Played) -> bool:
        """Whether a king is taken, and gone: one that comes back was not in check."""
        enemy = played.side ^ 1
        return played.struck is not None and played.before.is_royal(played.struck) \
            and sum(1 for _ in scene.kings(enemy)) < sum(1 for _ in played.before.kings(enemy))

    def _attackers(self, scene: Scene, played: Played) -> tuple[tuple[str, int], ...]:
        return tuple((scene.men[at], at) for king in scene.kings(played.side)
                     for at in scene.able_observers(king, played.side ^ 1))
