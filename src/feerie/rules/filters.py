"""Filters on single moves: where a man may go to, and what must stand beside it there."""
from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.board import Board
from feerie.rules.facet import Compiled, InTables
from feerie.rules.movement import QUEENWISE
from feerie.rules.properties import Property
from feerie.rules.remark import At, Of, Remark, Standing
from feerie.rules.scene import Played, Scene

__all__ = ["Barred", "Blocks", "Contact", "Edge", "Shades"]


@frozen
class Blocks(InTables):
    """The board is divided into blocks of equal size, which a move must leave."""

    files: int = 2
    ranks: int = 2

    @property
    def slot(self) -> Message:
        return Message("how the board is divided")

    def admits(self, board: Board, origin: int, target: int) -> bool:
        return self.part(board, origin) != self.part(board, target)

    def part(self, board: Board, square: int) -> tuple[int, int]:
        """The block of a square."""
        return board.file(square) // self.files, board.rank(square) // self.ranks

    def why_admits(self, board: Board, origin: int, target: int) -> Iterator[Remark]:
        yield Remark("block left", {"origin": At(origin), "target": At(target)})


@frozen
class Shades(InTables):
    """A move leads to a square of the same colour, or (not `alike`) of the other one. A castling counts as the moves of
    both men.
    """

    alike: bool = True
    binds_partners: ClassVar[bool] = True

    @property
    def slot(self) -> Message:
        return Message("which colours squares have that a move joins")

    def admits(self, board: Board, origin: int, target: int) -> bool:
        return (board.shade(origin) == board.shade(target)) == self.alike

    def why_admits(self, board: Board, origin: int, target: int) -> Iterator[Remark]:
        yield Remark("shade: other" if self.alike else "shade: same", {"origin": At(origin), "target": At(target)})


@frozen
class Edge(InTables):
    """The men of a side move to the edge of the board alone."""

    side: int

    def admits(self, board: Board, origin: int, target: int) -> bool:
        return board.file(target) in (0, board.files - 1) or board.rank(target) in (0, board.ranks - 1)

    def why_admits(self, board: Board, origin: int, target: int) -> Iterator[Remark]:
        yield Remark("edge", {"side": Of(self.side), "target": At(target)})


@frozen
class Barred(Compiled):
    """A side, or each (None), makes no captures, or no promotions. Kings are in check all the same: this forbids no
    capture that costs the other side a king. A pawn that a move puts where it promotes stays one (a ruling, Popeye's).
    """

    side: int | None
    captures: bool = False
    promotions: bool = False

    @property
    def loses(self) -> Property:
        return Property.FREE

    def binds(self, side: int) -> bool:
        """Whether a side is bound by this."""
        return self.side in (None, side)

    def bars_promotions(self, side: int) -> bool:
        """Whether moves of a side promote no man, by their effects either."""
        return self.promotions and self.binds(side)

    def may_lead_to(self, scene: Scene, played: Played) -> bool:
        if not self.binds(played.side) or _costs_king(scene, played):
            return True
        return not (self.captures and played.struck is not None or self.promotions and self._promotes(scene, played))

    def why_may_lead_to(self, scene: Scene, played: Played) -> Iterator[Remark]:
        yield Remark("barred: captures" if self.captures else "barred: promotions", {"side": Of(played.side)})

    def _promotes(self, scene: Scene, played: Played) -> bool:
        promotion = scene.genre.man(played.moving.letter).promotion
        return promotion is not None and played.target in promotion.zones[played.side]


def _costs_king(scene: Scene, played: Played) -> bool:
    """Whether a king is taken that does not come back."""
    if played.struck is None or not played.before.is_royal(played.struck):
        return False
    now, before = (sum(men.is_royal(at) and men.belongs(at, played.side ^ 1) for at in men.board.squares)
                   for men in (scene, played.before))
    return now < before


@frozen
class Contact(Compiled):
    """A man that has moved must touch another, or (not `touching`) none: stand on a square next to it. One that is gone
    by its move need not. `kept`: it must touch another just if it did before; `across`: it touches only men of other
    blocks of the board.
    """

    touching: bool = True
    kept: bool = False
    across: Blocks | None = None

    @property
    def loses(self) -> Property:
        return Property.FREE | Property.STEPS if self.kept or self.across else Property.FREE

    @property
    def slot(self) -> Message:
        return Message("what a man that has moved must touch")

    def may_lead_to(self, scene: Scene, played: Played) -> bool:
        if played.mover is None:
            return True
        return bool(self._touched(scene, played.mover)) == self._touches(played)

    def why_may_lead_to(self, scene: Scene, played: Played) -> Iterator[Remark]:
        square = played.mover
        if square is not None:
            touched = self._touched(scene, square)
            yield Remark("contact: touches" if touched else "contact",
                         {"man": Standing(((scene.men[square], square),)),
                          "touched": Standing(tuple((scene.men[at], at) for at in touched))})

    def neighbours(self, board: Board, square: int) -> list[int]:
        """The squares on which men touch one that stands on a square."""
        steps = (board.step(square, *step) for step in QUEENWISE)
        return [at for at in steps if at is not None and at != square
                and (self.across is None or self.across.admits(board, square, at))]

    def _touches(self, played: Played) -> bool:
        """Whether a man that has moved must touch another."""
        return bool(self._touched(played.before, played.origin)) if self.kept else self.touching

    def _touched(self, scene: Scene, square: int) -> list[int]:
        """The squares next to one on which men stand."""
        return [at for at in self.neighbours(scene.board, square) if scene.men[at]]
