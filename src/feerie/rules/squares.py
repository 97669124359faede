"""Rules about some squares of the board: magic ones, forced ones, those on which a side promotes.

`squares` are their names. Those that are forced consequently have no compiled form: the kernel calls their methods.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.board import WHITE, SquareError
from feerie.rules.facet import Compiled, plain_arrivals, rules_of_going
from feerie.rules.genre import Genre, GenreError
from feerie.rules.movement import Mode
from feerie.rules.properties import Property
from feerie.rules.remark import At, Of, Remark
from feerie.rules.scene import Played, Scene
from feerie.rules.trait import Trait

__all__ = ["ConsequentlyForced", "Forced", "Magic", "PromotionSquares"]


def _numbers(genre: Genre, squares: tuple[str, ...]) -> frozenset[int]:
    """The numbers of squares; GenreError if the board lacks one."""
    try:
        return frozenset(map(genre.board.index, squares))
    except SquareError as error:
        raise GenreError("{}: {}", genre.name, error.args[0]) from None


@frozen
class _OnSquares:
    """What the rules share: some squares, which the board must have."""

    squares: tuple[str, ...]

    def adapt(self, genre: Genre) -> Genre:
        _numbers(genre, self.squares)
        return genre

    @property
    def framed(self) -> tuple[str, ...]:
        """The squares, for diagrams."""
        return self.squares

    def includes(self, scene: Scene, square: int) -> bool:
        """Whether a square is one of them."""
        return scene.board.name(square) in self.squares


@frozen
class Magic(_OnSquares, Compiled):
    """A man that is put on one of the squares, by its move or otherwise, changes sides.

    Royal and neutral men stay what they are (Popeye).
    """

    slot: ClassVar[Message] = Message("which squares are magic")
    regains: ClassVar[bool] = True
    loses: ClassVar[Property] = Property.STEADY_SIDE

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        moved = played.mover, played.partner[1] if played.partner else None
        for square in sorted(map(scene.board.index, self.squares)):
            man = scene.unit(square)
            if man and Trait.NEUTRAL not in man.traits and not scene.is_royal(square) \
                    and (square in moved or scene.men[square] != played.before.men[square]):
                yield square, str(replace(man, side=man.side ^ 1))


@frozen
class Forced(_OnSquares, Compiled):
    """A side must move to one of the squares if it can."""

    side: int

    loses: ClassVar[Property] = Property.FREE

    @property
    def slot(self) -> Message:
        return Message("which of its moves White must play" if self.side == WHITE
                       else "which of its moves Black must play")

    def measure(self, scene: Scene, played: Played) -> int:
        return int(self.includes(scene, played.target))

    def prefers(self, measure: int) -> str:
        return "forced"


@frozen
class ConsequentlyForced(_OnSquares):
    """A side may not move elsewhere while some man of it could go to one of the squares, its king safe or not.

    So the capture of a king elsewhere is none, and no check. Castlings are not counted (a ruling).
    """

    side: int

    loses: ClassVar[Property] = Property.FREE | Property.STEPS

    @property
    def slot(self) -> Message:
        return Message("which of its moves White must play" if self.side == WHITE
                       else "which of its moves Black must play")

    def may_lead_to(self, scene: Scene, played: Played) -> bool:
        return played.side != self.side or self.includes(scene, played.target) \
            or self._reached(played.before) is None

    def why_may_lead_to(self, scene: Scene, played: Played) -> Iterator[Remark]:
        target = self._reached(played.before)
        if target is not None:
            yield Remark("forced", {"side": Of(self.side), "target": At(target)})

    def _reached(self, scene: Scene) -> int | None:
        """One of the squares to which a man could go that rules let move, and take; None if there is none."""
        wanted = frozenset(map(scene.board.index, self.squares))
        for origin in scene.board.squares:
            if not scene.belongs(origin, self.side) or not scene.may_move(origin, self.side):
                continue
            taking = (target for struck, target in scene.captures(origin, self.side)
                      if scene.may_capture(origin, self.side, struck))
            found = next((target for target in (*taking, *self._quiet(scene, origin)) if target in wanted), None)
            if found is not None:
                return found
        return None

    def _quiet(self, scene: Scene, origin: int) -> Iterator[int]:
        moves = scene.genre.man(scene.men[origin]).moves
        return (target for (struck, target), mode in plain_arrivals(moves, scene.board, scene.men, origin, self.side)
                if mode != Mode.CAPTURE and struck == target and not scene.men[target]
                and all(rule.admits(scene.board, origin, target)
                        for rule in rules_of_going(scene.genre.rules, self.side)))


@frozen
class PromotionSquares(_OnSquares):
    """Men of a side promote on the squares alone; elsewhere on their last rank they stay what they are."""

    side: int

    loses: ClassVar[Property] = Property.PAWNS

    @property
    def forms(self) -> tuple[object, ...]:
        return ()

    @property
    def slot(self) -> Message:
        return Message("where White promotes" if self.side == WHITE else "where Black promotes")

    def adapt(self, genre: Genre) -> Genre:
        squares, last = _numbers(genre, self.squares), genre.board.rows(-1 if self.side == WHITE else 0)

        def of_side(zones: tuple[frozenset[int], frozenset[int]], mine: frozenset[int]
                    ) -> tuple[frozenset[int], frozenset[int]]:
            return (mine, zones[1]) if self.side == WHITE else (zones[0], mine)

        return replace(genre, men=tuple(
            replace(man, region=man.region and of_side(man.region, man.region[self.side] | last),
                    promotion=replace(man.promotion, zones=of_side(man.promotion.zones, squares)))
            if man.promotion else man for man in genre.men))
