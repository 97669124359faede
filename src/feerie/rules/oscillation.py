"""Oscillating kings: the two kings exchange places after the moves of a side."""
from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import ClassVar

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.board import WHITE
from feerie.rules.change import Stage
from feerie.rules.facet import Compiled
from feerie.rules.properties import Property
from feerie.rules.remark import Remark, Standing
from feerie.rules.scene import Played, Scene

__all__ = ["Oscillation", "Swings"]


class Swings(Enum):
    """When kings exchange places: after each move; after each move, which may not leave the own king attacked before
    they do; only after a move that gives check before they do.
    """

    ALWAYS = "a"
    SAFE = "b"
    CHECKS = "c"


@frozen
class Oscillation(Compiled):
    """After moves of a side its king and the enemy's exchange places, if there is one of each."""

    side: int
    when: Swings = Swings.ALWAYS

    stage: ClassVar[Stage] = Stage.EXCHANGE
    moves_kings: ClassVar[bool] = True
    loses: ClassVar[Property] = Property.FREE | Property.STEPS | Property.SMALL | Property.STEADY_SIDE \
        | Property.PLACES_ONE

    @property
    def slot(self) -> Message:
        return Message("where kings go after White’s moves" if self.side == WHITE
                       else "where kings go after Black’s moves")

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        kings = self._kings(scene)
        if played.side != self.side or not kings \
                or self.when is Swings.CHECKS and not self._is_attacked(scene, played.side ^ 1):
            return
        white, black = kings
        yield white, scene.men[black]
        yield black, scene.men[white]

    def admits_capture(self, scene: Scene, played: Played) -> bool:
        return self.when is not Swings.SAFE or played.side != self.side or not self._is_attacked(scene, played.side)

    def why_admits_capture(self, scene: Scene, played: Played) -> Iterator[Remark]:
        at = next(scene.kings(played.side))
        yield Remark("king left", {"king": Standing(((scene.men[at], at),)),
                                   "attackers": Standing(tuple((scene.men[square], square) for square in
                                                               scene.observers(at, played.side ^ 1)))})

    def may_lead_to(self, scene: Scene, played: Played) -> bool:
        return played.struck is not None or self.admits_capture(self._before(scene, played), played)

    def why_may_lead_to(self, scene: Scene, played: Played) -> Iterator[Remark]:
        yield from self.why_admits_capture(self._before(scene, played), played)

    def _before(self, scene: Scene, played: Played) -> Scene:
        """The scene before kings exchanged places by a move that took nothing."""
        if played.partner is None:
            scene = scene.with_men((played.origin, ""))
        kings = self._kings(scene)
        return scene.with_men((kings[0], scene.men[kings[1]]), (kings[1], scene.men[kings[0]])) if kings else scene

    def _kings(self, scene: Scene) -> tuple[int, int] | None:
        """The squares of White's king and Black's; None if a side has none."""
        found = [next(scene.kings(side), None) for side in (0, 1)]
        return None if found[0] is None or found[1] is None or found[0] == found[1] else (found[0], found[1])

    def _is_attacked(self, scene: Scene, side: int) -> bool:
        kings = self._kings(scene)
        return kings is not None and next(scene.observers(kings[side], side ^ 1), None) is not None
