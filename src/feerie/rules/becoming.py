"""What men become by where they go, or in turn with another kind: Norsk Sjakk, line chameleon chess.

These rules have no compiled form: the kernel calls their methods.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.change import Stage
from feerie.rules.effect import with_royal_men
from feerie.rules.genre import Genre
from feerie.rules.properties import Property
from feerie.rules.remark import Remark, Standing
from feerie.rules.scene import Played, Scene
from feerie.rules.trait import Trait
from feerie.rules.unit import letter_of

__all__ = ["Alternation", "ByFile", "LikeForLike"]


@frozen
class Alternation:
    """A man that moves becomes the other of a pair of kinds, the partner of a castling too; not one that promotes."""

    pairs: tuple[str, ...]

    stage: ClassVar[Stage] = Stage.TRANSMUTE
    slot: ClassVar[Message] = Message("what a man becomes by its move")
    regains: ClassVar[bool] = True
    moves_kings: ClassVar[bool] = True
    loses: ClassVar[Property] = Property.STEADY_KIND

    def adapt(self, genre: Genre) -> Genre:
        return with_royal_men(genre) if any(Trait.ROYAL in traits for traits in genre.traits) else genre

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        others = {kind: other for pair in self.pairs for kind, other in (pair, pair[::-1])}
        if played.mover is not None and letter_of(scene.men[played.mover]) != played.moving.letter:
            return
        for square in (played.mover, played.partner[1] if played.partner else None):
            man = None if square is None else scene.unit(square)
            if square is not None and man and man.letter in others:
                yield square, str(replace(man, letter=others[man.letter]))


@frozen
class ByFile:
    """A man of one of the kinds that moves becomes the one of the file on which it arrives; where that has none it
    stays what it is, and so does the partner of a castling. `kinds`: by file, "" for none.
    """

    kinds: tuple[str, ...]

    stage: ClassVar[Stage] = Stage.TRANSMUTE
    slot: ClassVar[Message] = Message("what a man becomes by its move")
    regains: ClassVar[bool] = True
    moves_kings: ClassVar[bool] = True
    loses: ClassVar[Property] = Property.STEADY_KIND

    def adapt(self, genre: Genre) -> Genre:
        return with_royal_men(genre) if any(Trait.ROYAL in traits for traits in genre.traits) else genre

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        square = played.mover
        man = None if square is None else scene.unit(square)
        if square is None or not man or man.letter not in self.kinds:
            return
        kind = self.kinds[scene.board.file(square) % len(self.kinds)]
        if kind not in ("", man.letter):
            yield square, str(replace(man, letter=kind))


@frozen
class LikeForLike:
    """Men take men of their own kind alone, none en passant (Popeye), and royal men take none; but any man gives check.
    """

    slot: ClassVar[Message] = Message("which men can be taken")
    loses: ClassVar[Property] = Property.FREE

    def may_capture(self, scene: Scene, square: int, side: int, struck: int) -> bool:
        if scene.is_royal(struck):
            return True
        if scene.takes_in_passing(square, side, struck):
            return False
        return not scene.is_royal(square) and letter_of(scene.men[square]) == letter_of(scene.men[struck])

    def why_may_capture(self, scene: Scene, square: int, side: int, struck: int) -> Iterator[Remark]:
        yield Remark("unlike", {"man": Standing(((scene.men[square], square),)),
                                "taken": Standing(((scene.men[struck], struck),))})
