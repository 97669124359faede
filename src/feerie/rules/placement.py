"""Men that a capture puts on a square which the player chooses: Super-Circe, Circe Cage, Circe Take & Make, and, of the
men that capture, Anti-Super-Circe.

What the player chooses from is said by `places` of a rule (rules/facet.py), what the man becomes there by `choices`.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import ClassVar

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.board import WHITE
from feerie.rules.change import Stage
from feerie.rules.completion import steps
from feerie.rules.effect import Rebirth, Return, promotions, with_men_anywhere
from feerie.rules.facet import Compiled, plain_arrivals
from feerie.rules.genre import Genre, GenreError
from feerie.rules.movement import Mode
from feerie.rules.properties import Property
from feerie.rules.remark import At, Kind, Remark
from feerie.rules.scene import Played, Scene
from feerie.rules.trait import Trait
from feerie.rules.unit import Unit, unit_of

__all__ = ["ChosenRebirth", "ChosenReturn", "Where"]


class Where(Enum):
    """From which empty squares the player chooses, and what happens where there is none."""

    ANYWHERE = "anywhere"
    """Any; or the man is not put anywhere."""
    CAGE = "cage"
    """Those from which it could not go anywhere without capture, as what it is then, and leave no king of its side
    attacked; where there are none, it is gone. A pawn goes on from the first rank of its side, and is in no cage where
    it could take a king from there.
    """
    STEP = "step"
    """Those to which it would go, without capture, from where it was taken; where there are none, it is not taken."""


def _adapted(genre: Genre, *, waiting: bool = True) -> Genre:
    """The genre where a rule lets the player choose a square, and pawns may stand on the first rank of their side
    (`waiting`: without going on from there); GenreError where a move has no room for it.
    """
    choosing = ("choices", "goes_on_to", "takes_from")
    if sum(any(hasattr(rule, method) for method in choosing) for rule in genre.rules) > 1:
        raise GenreError("{}: of one capture the player chooses one square and what a man becomes there", genre.name)
    return with_men_anywhere(genre, waiting=waiting)


def _is_caged(scene: Scene, square: int, man: Unit, side: int) -> bool:
    """Whether a man of a side could not go anywhere from a square without leaving a king of its side attacked."""
    moves = scene.genre.man(man.letter).moves
    if scene.genre.man(man.letter).promotion and square in scene.board.rows(0 if side == WHITE else -1) and any(
            mode != Mode.QUIET and scene.belongs(struck, side ^ 1) and scene.is_royal(struck)
            for (struck, _), mode in plain_arrivals(moves, scene.board, scene.men, square, side)):
        return False
    for target in steps(scene, square, man, side, moves):
        after = scene.with_men((target, str(man)))
        kings = (square for square in scene.board.squares if after.belongs(square, side) and after.is_royal(square))
        if not any(after.observes(origin, king, side ^ 1) for king in kings for origin in scene.board.squares
                   if after.belongs(origin, side ^ 1)):
            return False
    return True


@frozen
class ChosenRebirth(Compiled):
    """A man that is taken, but for royal men, is put on a square that the capturing side chooses (`where`), and becomes
    what that side chooses if it promotes there.
    """

    where: Where

    stage: ClassVar[Stage] = Stage.REBIRTH
    slot: ClassVar[Message] = Rebirth.slot
    regains: ClassVar[bool] = True
    loses: ClassVar[Property] = Property.LINES | Property.FEWER | Property.SMALL | Property.PLACES_ONE

    def adapt(self, genre: Genre) -> Genre:
        return _adapted(genre, waiting=self.where is not Where.CAGE)

    def places(self, scene: Scene, played: Played) -> Sequence[int | None]:
        man = played.captured
        if man is None or scene.is_royal_unit(man):
            return (None,)
        squares = [square for square in scene.board.squares
                   if not scene.men[square] and self._forms(scene, played, man, square)]
        if self.where is Where.ANYWHERE:
            return (None, *squares)
        return squares or (None,) if self.where is Where.CAGE else squares

    def _forms(self, scene: Scene, played: Played, man: Unit, square: int) -> tuple[str, ...]:
        """What the man may be put on an empty square as: itself, or what it promotes to; nothing if not there."""
        side = played.side ^ 1
        forms = promotions(scene, played, man, side, square) or (str(man),)
        if self.where is Where.CAGE:
            return tuple(form for form in forms if _is_caged(scene, square, unit_of(form), side))
        if self.where is Where.STEP:
            assert played.struck is not None
            return forms if square in set(steps(scene, played.struck, man, side)) else ()
        return forms

    def choices(self, scene: Scene, played: Played) -> Sequence[str]:
        man = played.captured
        if man is None or played.place is None:
            return ()
        forms = self._forms(scene, played, man, played.place)
        return () if forms == (str(man),) else forms

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        if played.place is not None:
            yield played.place, played.choice or str(played.captured)

    def admits_capture(self, scene: Scene, played: Played) -> bool:
        return self.where is not Where.STEP or bool(self.places(scene, played))

    def why_admits_capture(self, scene: Scene, played: Played) -> Iterator[Remark]:
        assert played.struck is not None
        yield Remark("placed: none", {"man": Kind(played.before.men[played.struck]), "origin": At(played.struck)})

    def why_effects(self, scene: Scene, played: Played) -> Iterator[Remark]:
        man = played.captured
        if man is None or played.place is not None or scene.is_royal_unit(man) or played.struck is None:
            return
        if self.where is Where.ANYWHERE or self.where is Where.CAGE and self.places(scene, played) == (None,):
            yield Remark("reborn: left off" if self.where is Where.ANYWHERE else "reborn: no cage",
                         {"captured": Kind(str(man)), "origin": At(played.struck)})


@frozen
class ChosenReturn(Compiled):
    """A man that captures, a king too, goes on to an empty square that its side chooses, perhaps that of the capture. A
    promotion comes before; where it goes on to, a man may promote as well. None that is kamikaze does.
    """

    stage: ClassVar[Stage] = Stage.RETURN
    slot: ClassVar[Message] = Return.slot
    regains: ClassVar[bool] = True
    loses: ClassVar[Property] = Property.LINES | Property.SMALL
    moves_kings: ClassVar[bool] = True

    def adapt(self, genre: Genre) -> Genre:
        return _adapted(genre)

    def goes_on(self, man: Unit) -> bool:
        return Trait.KAMIKAZE not in man.traits

    def places(self, scene: Scene, played: Played) -> Sequence[int | None]:
        man = None if played.mover is None or played.struck is None else scene.unit(played.mover)
        if man is None or not self.goes_on(man):
            return (None,)
        return [square for square in scene.board.squares if not scene.men[square] or square == played.mover]

    def lands(self, scene: Scene, played: Played) -> int | None:
        return played.mover if played.place is None else played.place

    def choices(self, scene: Scene, played: Played) -> Sequence[str]:
        if played.mover is None or played.place in (None, played.mover):
            return ()
        man = scene.unit(played.mover)
        assert man is not None
        return promotions(scene, played, man, played.side, played.place)

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        if played.mover is not None and played.place not in (None, played.mover):
            assert played.place is not None
            yield played.mover, ""
            yield played.place, played.choice or scene.men[played.mover]

