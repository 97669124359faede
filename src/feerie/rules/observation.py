"""Who is silent: men that neither move nor capture, or do not capture, while others watch them."""
from __future__ import annotations

from collections.abc import Iterator

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.facet import Compiled
from feerie.rules.properties import NO_PROPERTY, Property
from feerie.rules.remark import Remark, Standing
from feerie.rules.scene import Played, Scene
from feerie.rules.unit import letter_of

__all__ = ["ALIKE", "OWN", "Silence", "Unwatched", "Watch"]


@frozen
class Watch:
    """A man is watched while a man of the other side (`own`: of its own side) observes it, for `alike` one of its kind.

    Observing is movement alone (`Scene.observes`): the observer may be pinned or silent. Traits are no part of a kind.
    A man that may be taken en passant is observed by those who may take it (a ruling, Popeye's).
    """

    alike: bool = False
    own: bool = False

    def sees(self, scene: Scene, square: int, side: int) -> bool:
        """Whether the man on a square, as one of `side`, is watched."""
        return any(True for _ in self.watchers(scene, square, side))

    def watchers(self, scene: Scene, square: int, side: int) -> Iterator[int]:
        """The squares of the men that watch the one on a square, as one of `side`."""
        letter = letter_of(scene.men[square])
        return (at for at in scene.observers(square, side if self.own else side ^ 1)
                if not self.alike or letter_of(scene.men[at]) == letter)


ALIKE, OWN = Watch(alike=True), Watch(own=True)
"""By an enemy man of the same kind, by any man of the own side."""


@frozen
class Silence(Compiled):
    """Men that are watched (not `watched`: that are not) capture nothing and, if `still`, do not move at all.

    Royal men are free of it, unless `kings` is set. A castling is a move of the king: its partner may be silent (a
    ruling, Popeye's).
    """

    watch: Watch
    watched: bool = True
    still: bool = True
    kings: bool = False

    @property
    def loses(self) -> Property:
        if not self.kings:
            return NO_PROPERTY
        return Property.FREE | Property.STEPS if self.still else Property.FREE

    @property
    def slot(self) -> Message:
        if self.still:
            return Message("which men are paralysed by their like" if self.watch.alike else "which men do not move")
        return Message("which men do not capture")

    def is_silent(self, scene: Scene, square: int, side: int) -> bool:
        """Whether this silences the man on a square, as one of `side`."""
        return (self.kings or not scene.is_royal(square)) and self.watch.sees(scene, square, side) == self.watched

    def may_move(self, scene: Scene, square: int, side: int) -> bool:
        return not self.still or not self.is_silent(scene, square, side)

    def why_may_move(self, scene: Scene, square: int, side: int) -> Iterator[Remark]:
        watchers = tuple((scene.men[at], at) for at in self.watch.watchers(scene, square, side))
        variant = "" if watchers and self.still else "watched" if watchers else "alone" if self.still else "unwatched"
        yield Remark(f"paralysed: {variant}" if variant else "paralysed",
                     {"man": Standing(((scene.men[square], square),)), "watchers": Standing(watchers)})

    def may_capture(self, scene: Scene, square: int, side: int, struck: int) -> bool:
        return not self.is_silent(scene, square, side)

    def why_may_capture(self, scene: Scene, square: int, side: int, struck: int) -> Iterator[Remark]:
        return self.why_may_move(scene, square, side)


@frozen
class Unwatched(Compiled):
    """No move may leave a man watched. `checks`: so it is with the capture of a king, which else is no check.

    Royal men may be watched.
    """

    watch: Watch
    checks: bool = True

    @property
    def loses(self) -> Property:
        return Property.FREE

    @property
    def slot(self) -> Message:
        return Message("which checks count")

    def may_lead_to(self, scene: Scene, played: Played) -> bool:
        if not self.checks and played.struck is not None and played.before.is_royal(played.struck):
            return True
        return next(self._watched(scene), None) is None

    def why_may_lead_to(self, scene: Scene, played: Played) -> Iterator[Remark]:
        found = next(self._watched(scene), None)
        if found is not None:
            square, side = found
            men = (square, *self.watch.watchers(scene, square, side))
            yield Remark("unwatched", {"watched": Standing(tuple((scene.men[at], at) for at in sorted(men)))})

    def _watched(self, scene: Scene) -> Iterator[tuple[int, int]]:
        """The men that are watched, each with the side whose man it is then."""
        return ((square, side) for square in scene.board.squares for side in (0, 1)
                if scene.belongs(square, side) and not scene.is_royal(square)
                and self.watch.sees(scene, square, side))
