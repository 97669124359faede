"""Oddities: a man, a trait and a rule of captures in Python, without any compiled form."""
from collections.abc import Iterator
from dataclasses import dataclass, replace

from feerie.genres import ORTHODOX
from feerie.rules.board import Board
from feerie.rules.facet import Men
from feerie.rules.genre import Man, Names
from feerie.rules.movement import QUEENWISE, Mode
from feerie.rules.scene import Played, Scene
from feerie.rules.trait import OwnTrait
from feerie.rules.unit import letter_of


@dataclass(frozen=True)
class OddLeaps:
    """Two squares along every line on which an odd number of men stand."""

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[int]:
        for step in QUEENWISE:
            line = board.ray(square, *step)
            if len(line) > 1 and sum(bool(men[at]) for at in line) % 2:
                yield line[1]


@dataclass(frozen=True)
class Brittle:
    """A man that has taken another is gone."""

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        if played.captured:
            yield played.target, ""


@dataclass(frozen=True)
class NoCannibals:
    """No man takes one of its own kind."""

    def may_capture(self, scene: Scene, square: int, side: int, struck: int) -> bool:
        return letter_of(scene.men[square]) != letter_of(scene.men[struck])


ODDITIES = replace(
    ORTHODOX,
    name="oddities",
    names=Names(en=("Oddities",)),
    men=(Man("O", ((OddLeaps(), Mode.BOTH),), name="odd leaper"), *ORTHODOX.men),
    traits=(frozenset({OwnTrait("brittle", Brittle())}),),
    rules=(NoCannibals(),),
    start=None,
)
