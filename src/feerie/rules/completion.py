"""Captures of two parts, one of them a step that the man makes as the man that it takes would: before, or after."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.board import Board
from feerie.rules.facet import Compiled, plain_arrivals, rules_of_going
from feerie.rules.genre import Genre, GenreError
from feerie.rules.movement import Mode, Movement
from feerie.rules.observation import Few
from feerie.rules.properties import Property
from feerie.rules.royalty import Doctrine
from feerie.rules.scene import Played, Scene
from feerie.rules.unit import Unit

__all__ = ["Completion", "Preparation", "first_rank", "steps"]


def steps(scene: Scene, square: int, man: Unit, side: int, moves: Sequence[tuple[Movement, Mode]] = ()
          ) -> Iterator[int]:
    """Where a man like `man`, of a side, goes from a square without capture, whatever stands there. `moves`: other
    movements than it has."""
    for (struck, target), mode in plain_arrivals(moves or scene.genre.man(man.letter).moves, scene.board, scene.men,
                                                 square, side):
        if mode is not Mode.CAPTURE and struck == target and not scene.men[target] and all(
                rule.admits(scene.board, square, target) for rule in rules_of_going(scene.genre.rules, side)):
            yield target


def _promotes(scene: Scene, man: Unit) -> bool:
    return scene.genre.man(man.letter).promotion is not None


def first_rank(board: Board, side: int) -> frozenset[int]:
    """The squares on which men of a side that promote do not stand in the middle or at the end of a capture."""
    return board.rows(0 if side == 0 else -1)


@frozen
class Completion(Compiled):
    """A man that captures goes on, without capture, as the man would that it took there; a capture after which it
    cannot is none. A man that promotes does not go on to the first rank of its side.

    It is no matter whether the man that takes a king could go on, unless `absolute`.
    """

    absolute: bool = False

    slot: ClassVar[Message] = Message("how a capture begins or ends")
    loses: ClassVar[Property] = Property.SMALL | Property.RAYS

    def adapt(self, genre: Genre) -> Genre:
        if any(hasattr(rule, "admits") and getattr(rule, "side", None) is not None for rule in genre.rules):
            raise GenreError("{}: the men of one side cannot be kept from squares where captures go on", genre.name)
        return genre

    def goes_on_to(self, scene: Scene, played: Played) -> frozenset[int]:
        """The squares to which the man may go on that has just captured, and stands where it took, in `scene`."""
        assert played.captured
        found = frozenset(steps(scene, played.target, played.captured, played.side ^ 1))
        return found - first_rank(scene.board, played.side) if _promotes(scene, played.moving) else found


@frozen
class Preparation(Compiled):
    """A man that captures first goes, without capture, as the man would that it takes, and takes from there by its own
    movement. Where it passes is not told of a move. A man that promotes does not pass the first rank of its side, and
    none makes a step there as a man of that side would that promotes.
    """

    slot: ClassVar[Message] = Completion.slot
    loses: ClassVar[Property] = Property.STEPS | Property.RAYS

    def adapt(self, genre: Genre) -> Genre:
        if genre.royalty.doctrine is not Doctrine.ONE_KING:
            raise GenreError("{}: where captures are prepared, a side has one king", genre.name)
        if any(isinstance(rule, Few) for rule in genre.rules):
            raise GenreError("{}: where captures are prepared, no rule counts what a man could take", genre.name)
        return genre

    def takes_from(self, scene: Scene, origin: int, side: int, struck: int) -> frozenset[int]:
        """The squares from which the man of a side on `origin` may take what stands on a square."""
        man, mover = scene.unit(struck), scene.unit(origin)
        if man is None or mover is None or _promotes(scene, man) and origin in first_rank(scene.board, side ^ 1):
            return frozenset()
        found = frozenset(steps(scene, origin, man, side ^ 1))
        return found - first_rank(scene.board, side) if _promotes(scene, mover) else found
