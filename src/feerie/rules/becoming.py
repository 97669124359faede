"""What men become by what they take, where they go, or in turn with another kind: Clone Anticirce, Norsk Sjakk.

Line chameleon has no compiled form: the kernel calls its methods.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.change import Stage
from feerie.rules.effect import Return, with_royal_men
from feerie.rules.facet import Compiled
from feerie.rules.genre import Genre
from feerie.rules.home import Capture, Place
from feerie.rules.legacy import taking_over
from feerie.rules.properties import Property
from feerie.rules.remark import At, Fact, Kind, Remark, Standing
from feerie.rules.scene import Played, Scene
from feerie.rules.trait import Trait
from feerie.rules.unit import Unit, letter_of

__all__ = ["Alternation", "ByFile", "LikeForLike", "ReturnAsTaken"]


class _ByMove:
    """What rules share under which a man that moves becomes one of another kind."""

    stage: ClassVar[Stage] = Stage.TRANSMUTE
    slot: ClassVar[Message] = Message("what a man becomes by its move")
    regains: ClassVar[bool] = True
    moves_kings: ClassVar[bool] = True
    loses: ClassVar[Property] = Property.STEADY_KIND

    def adapt(self, genre: Genre) -> Genre:
        return with_royal_men(genre) if any(Trait.ROYAL in traits for traits in genre.traits) else genre


@frozen
class Alternation(_ByMove, Compiled):
    """A man that moves becomes the other of a pair of kinds, the partner of a castling too; not one that promotes."""

    pairs: tuple[tuple[str, str], ...]

    def other(self, letter: str) -> str:
        """What a man becomes."""
        return next((one if letter == two else two for one, two in self.pairs if letter in (one, two)), letter)

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        was = played.partner and played.before.unit(played.partner[0])
        for square, before in ((played.mover, played.moving), (played.partner[1] if played.partner else None, was)):
            man = None if square is None else scene.unit(square)
            if square is None or not man or not before or man.letter != before.letter:
                continue
            if (letter := self.other(man.letter)) != man.letter:
                yield square, str(replace(man, letter=letter))


@frozen
class ByFile(_ByMove):
    """A man of one of the kinds that moves becomes the one of the file on which it arrives; where that has none it
    stays what it is, and so does the partner of a castling. `kinds`: by file, "" for none.
    """

    kinds: tuple[str, ...]

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        square = played.mover
        man = None if square is None else scene.unit(square)
        if square is None or not man or man.letter not in self.kinds:
            return
        kind = self.kinds[scene.board.file(square) % len(self.kinds)]
        if kind not in ("", man.letter):
            yield square, str(replace(man, letter=kind))


@frozen
class LikeForLike(Compiled):
    """Men take men of their own kind alone, none en passant (Popeye), and royal men take none; but any man gives check,
    and is a link in central chess (Popeye).
    """

    slot: ClassVar[Message] = Message("which men can be taken")
    loses: ClassVar[Property] = Property.FREE

    def may_capture(self, scene: Scene, square: int, side: int, struck: int) -> bool:
        if scene.is_royal(struck) or not scene.belongs(struck, side ^ 1):
            return True
        if scene.takes_in_passing(square, side, struck):
            return False
        return not scene.is_royal(square) and letter_of(scene.men[square]) == letter_of(scene.men[struck])

    def why_may_capture(self, scene: Scene, square: int, side: int, struck: int) -> Iterator[Remark]:
        yield Remark("unlike", {"man": Standing(((scene.men[square], square),)),
                                "taken": Standing(((scene.men[struck], struck),))})


@frozen
class ReturnAsTaken(Compiled):
    """A man that captures, a king too, becomes one of the kind that it takes and goes on to its `place`, as in
    Anticirce; one that takes a royal man stays what it is. `stays`: it may also capture on its place itself. A king
    stays royal; kamikaze men vanish as ever.
    """

    place: Place
    stays: bool = True

    stage: ClassVar[Stage] = Stage.RETURN
    slot: ClassVar[Message] = Return.slot
    regains: ClassVar[bool] = True
    moves_kings: ClassVar[bool] = True
    loses: ClassVar[Property] = Property.STEADY_KIND

    def adapt(self, genre: Genre) -> Genre:
        return with_royal_men(Return(self.place).adapt(genre))

    def goes_on(self, man: Unit) -> bool:
        return Trait.KAMIKAZE not in man.traits

    def _arrives(self, scene: Scene, played: Played) -> Unit | None:
        """The man that goes on, as it arrives; None if none does."""
        man, captured = None if played.mover is None else scene.unit(played.mover), played.captured
        if man is None or captured is None or not self.goes_on(man):
            return None
        return taking_over(scene.genre, man, captured)

    def _home(self, scene: Scene, played: Played, man: Unit) -> int | None:
        assert played.struck is not None
        return self.place.square(scene.genre, man.letter, played.side,
                                 Capture(played.origin, played.target, played.struck))

    def lands(self, scene: Scene, played: Played) -> int | None:
        man = self._arrives(scene, played)
        if man is None:
            return played.mover
        square = self._home(scene, played, man)
        if square == played.mover:
            return square if self.stays else None
        return None if square is None or scene.men[square] else square

    def admits_capture(self, scene: Scene, played: Played) -> bool:
        return played.mover is None or self.lands(scene, played) is not None

    def why_admits_capture(self, scene: Scene, played: Played) -> Iterator[Remark]:
        if man := self._arrives(scene, played):
            square = self._home(scene, played, man)
            facts: dict[str, Fact] = {"man": Kind(str(man))}
            if square is None:
                yield Remark("home free: nowhere", facts)
            else:
                yield Remark("home free: own" if square == played.target else "home free",
                             {**facts, "square": At(square)})

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        man, square = self._arrives(scene, played), self.lands(scene, played)
        if man is not None and played.mover is not None and square is not None \
                and (square != played.mover or str(man) != scene.men[square]):
            yield played.mover, ""
            yield square, str(man)
