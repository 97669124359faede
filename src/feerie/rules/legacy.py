"""What men leave behind: the kind of a man that is taken, for its king or for its capturer; a pawn where a man stood.

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
from feerie.rules.remark import Kind, Remark
from feerie.rules.scene import Played, Scene
from feerie.rules.trait import Trait
from feerie.rules.unit import Unit

__all__ = ["Assumption", "Inheritance", "Sentries"]


def _is_pawn(genre: Genre, man: Unit) -> bool:
    return genre.man(man.letter).promotion is not None


@frozen
class Assumption:
    """A man that takes one of another kind becomes one of that kind; a king stays royal.

    So a pawn that takes a man where it promotes becomes nothing else.
    """

    stage: ClassVar[Stage] = Stage.TRANSMUTE
    slot: ClassVar[Message] = Message("what a man becomes by its move")
    moves_kings: ClassVar[bool] = True

    def adapt(self, genre: Genre) -> Genre:
        return with_royal_men(genre)

    def _kind(self, scene: Scene, played: Played) -> str:
        """The kind of what was taken, "" if none is taken over."""
        captured = played.captured
        return "" if captured is None or scene.is_royal_unit(captured) else captured.letter

    def admits_capture(self, scene: Scene, played: Played) -> bool:
        man, kind = scene.unit(played.target), self._kind(scene, played)
        return man is None or not kind or man.letter in (played.moving.letter, kind)

    def why_admits_capture(self, scene: Scene, played: Played) -> Iterator[Remark]:
        yield Remark("takes over", {"man": Kind(str(played.moving)), "captured": Kind(str(played.captured))})

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        man = None if played.mover is None else scene.unit(played.mover)
        kind = self._kind(scene, played)
        if man is None or played.mover is None or not kind or man.letter == kind:
            return
        royal = {Trait.ROYAL} if scene.is_royal_unit(man) else set[Trait]()
        yield played.mover, str(replace(man, letter=kind, traits=man.traits | royal))


@frozen
class Inheritance:
    """When a side loses an officer its king becomes a royal man of that kind, with its traits.

    When it loses a pawn, it becomes a king again.
    """

    stage: ClassVar[Stage] = Stage.TRANSMUTE
    slot: ClassVar[Message] = Message("what becomes of the king whose side loses a man")
    moves_kings: ClassVar[bool] = True

    def adapt(self, genre: Genre) -> Genre:
        return with_royal_men(genre)

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        captured = played.captured
        if captured is None or scene.is_royal_unit(captured):
            return
        side = played.side ^ 1
        for square in scene.board.squares:
            king = scene.unit(square)
            if king and scene.is_royal(square) and scene.belongs(square, side):
                own = king.traits & {Trait.NEUTRAL}
                taken_over = captured.traits - {Trait.NEUTRAL} | {Trait.ROYAL}
                becomes = str(replace(king, letter="K", traits=own) if _is_pawn(scene.genre, captured) else
                              replace(king, letter=captured.letter, traits=own | taken_over))
                if becomes != scene.men[square]:
                    yield square, becomes


@frozen
class Sentries:
    """An officer, a king too, leaves a pawn of the side that moves it on the square that it leaves.

    It does not on the first and the last rank, nor if the side has `most` pawns already; a castling leaves none.
    """

    most: int = 8

    slot: ClassVar[Message] = Message("what men leave behind")

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        man = played.moving
        if played.partner or _is_pawn(scene.genre, man) or scene.men[played.origin] \
                or played.origin in scene.board.rows(0, -1):
            return
        pawn = Unit("P", played.side)
        if scene.men.count(str(pawn)) < self.most:
            yield played.origin, str(pawn)
