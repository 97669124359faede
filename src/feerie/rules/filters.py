"""Filters on single moves: where a man may go to, and what must stand beside it there."""
from __future__ import annotations

from collections.abc import Iterator

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.board import Board
from feerie.rules.facet import Compiled, Rule
from feerie.rules.movement import QUEENWISE
from feerie.rules.properties import NO_PROPERTY, Property
from feerie.rules.remark import At, Remark, Standing
from feerie.rules.scene import Played, Scene

__all__ = ["Blocks", "Contact"]


@frozen
class Blocks:
    """The board is divided into blocks of equal size, which a move must leave."""

    files: int = 2
    ranks: int = 2

    @property
    def forms(self) -> tuple[Rule, ...]:
        return ()

    @property
    def loses(self) -> Property:
        return NO_PROPERTY

    @property
    def slot(self) -> Message:
        return Message("how the board is divided")

    def admits(self, board: Board, origin: int, target: int) -> bool:
        return self._block(board, origin) != self._block(board, target)

    def _block(self, board: Board, square: int) -> tuple[int, int]:
        return board.file(square) // self.files, board.rank(square) // self.ranks

    def why_admits(self, board: Board, origin: int, target: int) -> Iterator[Remark]:
        yield Remark("block left", {"origin": At(origin), "target": At(target)})


@frozen
class Contact(Compiled):
    """A man that has moved must touch another, or (not `touching`) none: stand on a square next to it. One that is gone
    by its move need not.
    """

    touching: bool = True

    @property
    def loses(self) -> Property:
        return Property.FREE

    @property
    def slot(self) -> Message:
        return Message("what a man that has moved must touch")

    def may_lead_to(self, scene: Scene, played: Played) -> bool:
        if played.mover is None:
            return True
        return bool(self._touched(scene, played.mover)) == self.touching

    def why_may_lead_to(self, scene: Scene, played: Played) -> Iterator[Remark]:
        square = played.mover
        if square is not None:
            touched = self._touched(scene, square)
            yield Remark("contact: touches" if touched else "contact",
                         {"man": Standing(((scene.men[square], square),)),
                          "touched": Standing(tuple((scene.men[at], at) for at in touched))})

    def _touched(self, scene: Scene, square: int) -> list[int]:
        """The squares next to one on which men stand."""
        steps = (scene.board.step(square, *step) for step in QUEENWISE)
        return [at for at in steps if at is not None and scene.men[at]]
