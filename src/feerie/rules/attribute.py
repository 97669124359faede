"""What men do for a trait alone: half-neutral men, which change sides in phases, and men that cannot be taken.

For other traits rules that hold of all men elsewhere hold of those that have it (men/attributes.py).
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from feerie.base.frozen import frozen
from feerie.rules.board import WHITE
from feerie.rules.change import Stage
from feerie.rules.facet import Compiled
from feerie.rules.genre import Genre
from feerie.rules.properties import Property
from feerie.rules.remark import Remark, Standing
from feerie.rules.scene import Played, Scene
from feerie.rules.trait import Trait

__all__ = ["Phases", "Spared"]


@frozen
class Phases(Compiled):
    """A half-neutral man that moves becomes neutral; one that is neutral, a man of the side that moves it. Royal men,
    and the partners of castlings, stay what they are.
    """

    stage: ClassVar[Stage] = Stage.RECOLOUR
    regains: ClassVar[bool] = True
    loses: ClassVar[Property] = Property.LINES | Property.STEADY_SIDE

    def adapt(self, genre: Genre) -> Genre:
        others = (traits ^ {Trait.NEUTRAL} for traits in genre.traits if Trait.HALF_NEUTRAL in traits)
        return replace(genre, traits=tuple(dict.fromkeys((*genre.traits, *others))))

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        at = played.mover
        man = None if at is None or played.partner or scene.is_royal(at) else scene.unit(at)
        if at is not None and man and Trait.HALF_NEUTRAL in man.traits:
            side = played.side if Trait.NEUTRAL in man.traits else WHITE
            yield at, str(replace(man, side=side, traits=man.traits ^ {Trait.NEUTRAL}))


@frozen
class Spared(Compiled):
    """Men with a trait are not taken, en passant neither; but royal ones are in check as others are (Popeye)."""

    trait: Trait

    loses: ClassVar[Property] = Property.FREE

    def may_capture(self, scene: Scene, square: int, side: int, struck: int) -> bool:
        return scene.is_royal(struck) or not scene.men[struck] or not scene.has(struck, self.trait)

    def why_may_capture(self, scene: Scene, square: int, side: int, struck: int) -> Iterator[Remark]:
        yield Remark("spared", {"man": Standing(((scene.men[struck], struck),))})
