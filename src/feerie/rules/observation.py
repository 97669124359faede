"""Who is silent: men that neither move nor capture, or do not capture, while others watch them."""
from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.facet import Compiled
from feerie.rules.home import Home
from feerie.rules.properties import NO_PROPERTY, Property
from feerie.rules.remark import At, Remark, Standing
from feerie.rules.scene import Played, Scene
from feerie.rules.trait import Trait
from feerie.rules.unit import letter_of

__all__ = ["ALIKE", "ENEMY", "OWN", "Few", "Homeless", "Joint", "Linked", "Shelter", "Silence", "Unwatched", "Watch"]


@frozen
class Watch:
    """A man is watched while a man of the other side (`own`: of its own side) observes it, for `alike` one of its kind.

    Observing is movement alone (`Scene.observes`): the observer may be pinned or silent. But one that is paralysed
    (`Silence.paralyses`) observes men of its own kind, or of one of a `cycle`, alone. Traits are no part of a kind. A
    man that may be taken en passant is observed by those who may take it. Both are rulings, Popeye's. `cycle`: letters
    of kinds, each of which is watched by men of the kind behind it alone, the last by those of the first; other kinds
    are watched by none.
    """

    alike: bool = False
    own: bool = False
    cycle: str = ""

    def watching(self, letter: str) -> str | None:
        """The kind of the men that watch those of a kind: its letter, "" for none, None for any."""
        if self.cycle:
            at = self.cycle.find(letter)
            return "" if at < 0 else self.cycle[(at + 1) % len(self.cycle)]
        return letter if self.alike else None

    def sees(self, scene: Scene, square: int, side: int) -> bool:
        """Whether the man on a square, as one of `side`, is watched."""
        return any(True for _ in self.watchers(scene, square, side))

    def watchers(self, scene: Scene, square: int, side: int) -> Iterator[int]:
        """The squares of the men that watch the one on a square, as one of `side`."""
        wanted, by = self.watching(letter_of(scene.men[square])), side if self.own else side ^ 1
        if wanted is None:
            return scene.able_observers(square, by)
        return (at for at in scene.observers(square, by) if letter_of(scene.men[at]) == wanted)


ALIKE, OWN, ENEMY = Watch(alike=True), Watch(own=True), Watch()
"""By an enemy man of the same kind, by any man of the own side, by any enemy man."""


@frozen
class Silence(Compiled):
    """Men that are watched (not `watched`: that are not) capture nothing and, if `still`, do not move at all.

    Royal men are free of it, unless `kings` is set; and all men without a `trait`, if there is one. A castling is a
    move of the king: its partner may be silent (a ruling, Popeye's).
    """

    watch: Watch
    watched: bool = True
    still: bool = True
    kings: bool = False
    trait: Trait | None = None

    @property
    def loses(self) -> Property:
        if not self.kings:
            return NO_PROPERTY
        return Property.FREE | Property.STEPS if self.still else Property.FREE

    @property
    def paralyses(self) -> bool:
        """Whether it takes from a man all that it observes, but for what it paralyses itself."""
        return self.still and self.watch.alike or bool(self.watch.cycle)

    @property
    def slot(self) -> Message | None:
        if self.trait:
            return None
        if self.still:
            return Message("which men are paralysed by their like" if self.watch.alike else "which men do not move")
        return Message("which men do not capture")

    def is_silent(self, scene: Scene, square: int, side: int) -> bool:
        """Whether this silences the man on a square, as one of `side`."""
        return scene.has(square, self.trait) and (self.kings or not scene.is_royal(square)) \
            and self.watch.sees(scene, square, side) == self.watched

    def may_move(self, scene: Scene, square: int, side: int) -> bool:
        return not self.still or not self.is_silent(scene, square, side)

    def why_may_move(self, scene: Scene, square: int, side: int) -> Iterator[Remark]:
        watchers = tuple((scene.men[at], at) for at in self.watch.watchers(scene, square, side))
        variant = "" if watchers and self.still else "watched" if watchers else "alone" if self.still else "unwatched"
        if not watchers and not self.watch.own:
            variant += " by the enemy"
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
            if self.watch.cycle:
                yield Remark("unwatched: one way", {"man": Standing(((scene.men[square], square),)),
                                                    "watchers": Standing(tuple((scene.men[at], at) for at in men[1:]))})
                return
            yield Remark("unwatched", {"watched": Standing(tuple((scene.men[at], at) for at in sorted(men)))})

    def _watched(self, scene: Scene) -> Iterator[tuple[int, int]]:
        """The men that are watched, each with the side whose man it is then."""
        return ((square, side) for square in scene.board.squares for side in (0, 1)
                if scene.belongs(square, side) and not scene.is_royal(square)
                and self.watch.sees(scene, square, side))


@frozen
class Shelter(Compiled):
    """Men are taken only while `watch` sees them or, if they must not be `watched`, while it does not: kings too.

    `among_kings`: this holds only of kings that would be taken by kings. A man that is taken en passant is seen by none
    (a ruling, Popeye's).
    """

    watch: Watch
    watched: bool = False
    among_kings: bool = False

    @property
    def loses(self) -> Property:
        return Property.FREE

    @property
    def slot(self) -> Message:
        return Message("which men can be taken")

    def may_capture(self, scene: Scene, square: int, side: int, struck: int) -> bool:
        if self.among_kings and not (scene.is_royal(square) and scene.is_royal(struck)):
            return True
        return bool(self._watchers(scene, square, side, struck)) == self.watched

    def _watchers(self, scene: Scene, square: int, side: int, struck: int) -> tuple[int, ...]:
        in_passing = scene.takes_in_passing(square, side, struck)
        return () if in_passing else tuple(self.watch.watchers(scene, struck, side ^ 1))

    def why_may_capture(self, scene: Scene, square: int, side: int, struck: int) -> Iterator[Remark]:
        watchers = tuple((scene.men[at], at) for at in self._watchers(scene, square, side, struck))
        yield Remark("sheltered: watched" if watchers else "sheltered",
                     {"man": Standing(((scene.men[struck], struck),)), "watchers": Standing(watchers)})


@frozen
class Linked(Compiled):
    """Men move only while a man of their side observes them that moves itself, or a king of theirs, in a chain: one
    that other rules let move and capture (a ruling, Popeye's).
    """

    asks_rules: ClassVar[bool] = True

    @property
    def loses(self) -> Property:
        return Property.FREE

    def may_move(self, scene: Scene, square: int, side: int) -> bool:
        reached, waiting, others = {square}, [square], scene.without(self)
        while waiting:
            at = waiting.pop()
            if scene.is_royal(at):
                return True
            found = {by for by in scene.observers(at, side) if others.may_capture(by, side, at)} - reached
            reached |= found
            waiting += found
        return False

    def why_may_move(self, scene: Scene, square: int, side: int) -> Iterator[Remark]:
        yield Remark("not linked", {"man": Standing(((scene.men[square], square),))})


@frozen
class Homeless(Compiled):
    """Men move only while the square that is their home, as seen from where they stand, is empty."""

    home: Home

    paralyses: ClassVar[bool] = True

    @property
    def loses(self) -> Property:
        return Property.FREE | Property.STEPS

    def may_move(self, scene: Scene, square: int, side: int) -> bool:
        home = self._home(scene, square, side)
        return home is None or not scene.men[home]

    def why_may_move(self, scene: Scene, square: int, side: int) -> Iterator[Remark]:
        home = self._home(scene, square, side)
        if home is not None:
            yield Remark("homeless", {"man": Standing(((scene.men[square], square),)), "home": At(home)})

    def _home(self, scene: Scene, square: int, side: int) -> int | None:
        return self.home.home(scene.genre, letter_of(scene.men[square]), side, square)


@frozen
class Few(Compiled):
    """Men take only if there is but one capture that they could make, along each of their lines; those of kings count.
    """

    @property
    def loses(self) -> Property:
        return Property.FREE

    def may_capture(self, scene: Scene, square: int, side: int, struck: int) -> bool:
        taken = self._captures(scene, square, side)
        return len(taken) == 1 or struck not in taken

    def why_may_capture(self, scene: Scene, square: int, side: int, struck: int) -> Iterator[Remark]:
        taken = self._captures(scene, square, side)
        yield Remark("few",
                     {"man": Standing(((scene.men[square], square),)),
                      "taken": Standing(tuple((scene.men[at], at) for at in dict.fromkeys(taken)))})

    def _captures(self, scene: Scene, square: int, side: int) -> list[int]:
        return [struck for struck, target in scene.captures(square, side)
                for _ in range(scene.count_lines(square, struck, side) if struck == target else 1)]


@frozen
class Joint(Compiled):
    """A man is taken only if several men could take it, for what other rules say of them, or one along several lines;
    en passant, if several could so (rulings, Popeye's).
    """

    asks_rules: ClassVar[bool] = True

    @property
    def loses(self) -> Property:
        return Property.FREE

    def may_capture(self, scene: Scene, square: int, side: int, struck: int) -> bool:
        if not scene.belongs(struck, side ^ 1):
            return True
        others = scene.without(self)
        in_passing = scene.takes_in_passing(square, side, struck)
        seen = scene if in_passing else Scene(scene.genre, scene.men)
        return not in_passing and seen.count_lines(square, struck, side) > 1 \
            or any(at != square and (not in_passing or scene.takes_in_passing(at, side, struck))
                   and others.may_capture(at, side, struck) for at in seen.observers(struck, side))

    def why_may_capture(self, scene: Scene, square: int, side: int, struck: int) -> Iterator[Remark]:
        yield Remark("alone against", {"man": Standing(((scene.men[square], square),)),
                                       "taken": Standing(((scene.men[struck], struck),))})
