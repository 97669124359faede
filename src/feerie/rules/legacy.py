"""What men leave behind: the kind of a man that is taken, for its king or for its capturer; a pawn where a man stood.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.board import Board
from feerie.rules.change import Stage
from feerie.rules.effect import with_royal_men
from feerie.rules.facet import Compiled
from feerie.rules.genre import Genre
from feerie.rules.properties import Property
from feerie.rules.remark import Kind, Remark
from feerie.rules.scene import Played, Scene
from feerie.rules.trait import Trait
from feerie.rules.unit import Unit

__all__ = ["Assumption", "Inheritance", "Sentries", "taking_over"]


def _is_royal(genre: Genre, man: Unit) -> bool:
    return Trait.ROYAL in man.traits or man.letter in genre.royal_letters


def taking_over(genre: Genre, man: Unit, captured: Unit) -> Unit:
    """A man that has become one of the kind that it took; none takes over a king's, and a king stays royal."""
    if _is_royal(genre, captured) or man.letter == captured.letter:
        return man
    royal = {Trait.ROYAL} if _is_royal(genre, man) else set[Trait]()
    return replace(man, letter=captured.letter, traits=man.traits | royal)


@frozen
class Assumption(Compiled):
    """A man that takes one of another kind becomes one of that kind; a king stays royal.

    So a pawn that takes a man where it promotes becomes nothing else.
    """

    stage: ClassVar[Stage] = Stage.TRANSMUTE
    loses: ClassVar[Property] = Property.STEADY_KIND
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
        captured = played.captured
        if man is None or played.mover is None or captured is None:
            return
        becomes = taking_over(scene.genre, man, captured)
        if becomes != man:
            yield played.mover, str(becomes)


@frozen
class Inheritance(Compiled):
    """When a side loses an officer its king becomes a royal man of that kind, with its traits.

    When it loses a pawn, it becomes a king again.
    """

    stage: ClassVar[Stage] = Stage.TRANSMUTE
    loses: ClassVar[Property] = Property.STEADY_KIND | Property.SMALL | Property.PLACES_ONE
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
                becomes = str(self.becomes(scene.genre, king, captured))
                if becomes != scene.men[square]:
                    yield square, becomes

    def becomes(self, genre: Genre, king: Unit, captured: Unit) -> Unit:
        """What a royal man is after its side has lost a man that is not royal."""
        own = king.traits & {Trait.NEUTRAL}
        if genre.man(captured.letter).is_pawn:
            return replace(king, letter="K", traits=own)
        return replace(king, letter=captured.letter, traits=own | captured.traits - {Trait.NEUTRAL} | {Trait.ROYAL})


@frozen
class Sentries(Compiled):
    """An officer, a king too, leaves a pawn of the side that moves it on the square that it leaves.

    It does not on the first and the last rank, nor if the side has `most` pawns already; a castling leaves none.
    """

    most: int = 8

    loses: ClassVar[Property] = Property.FEWER | Property.SMALL | Property.PLACES_ONE | Property.STEPS
    slot: ClassVar[Message] = Message("what men leave behind")

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        if played.partner or not self.leaves(scene.genre, played.moving.letter) or scene.men[played.origin] \
                or played.origin not in self.squares(scene.board):
            return
        pawn = str(self.left(played.side))
        if scene.men.count(pawn) < self.most:
            yield played.origin, pawn

    def leaves(self, genre: Genre, letter: str) -> bool:
        """Whether men of a kind leave something."""
        return not genre.man(letter).is_pawn

    def left(self, side: int) -> Unit:
        """What a man that a side moves leaves."""
        return Unit("P", side)

    def squares(self, board: Board) -> frozenset[int]:
        """Where men leave something."""
        return frozenset(board.squares) - frozenset(board.rows(0, -1))
