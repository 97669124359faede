"""How a game ends besides mate and stalemate, which every genre has."""
from __future__ import annotations

from typing import ClassVar

from feerie.base.frozen import frozen
from feerie.rules.properties import NO_PROPERTY, Property

Squares = frozenset[int]


@frozen
class KingRun:
    """A king that arrives on its goal with its run flag set wins at once.

    `goals[s]`: the goal of side s. `gates[s]`: two sets of squares; a king step from the first set to the
    second sets the flag of side s, a step back clears it. `flags[s]` is the flag's letter in the FEN.
    """

    loses: ClassVar[Property] = Property.ONE_GOAL

    goals: tuple[int, int]
    gates: tuple[tuple[Squares, Squares], tuple[Squares, Squares]]
    flags: tuple[str, str] = ("K", "k")


@frozen
class Repetition:
    """A draw by recurring positions: at once at the `automatic`th occurrence, on claim at the `claim`th."""

    loses: ClassVar[Property] = NO_PROPERTY

    automatic: int
    claim: int | None = None


@frozen
class MoveRule:
    """A draw by moves without capture or pawn move, counted in plies."""

    loses: ClassVar[Property] = NO_PROPERTY

    automatic: int
    claim: int | None = None


@frozen
class DeadMaterial:
    """A draw as soon as nothing more than a king each and one man of `minors` is left, or a king each and men that the
    tables of the genre prove unable to mate (feerie.kernel.dead_material).
    """

    loses: ClassVar[Property] = NO_PROPERTY

    minors: tuple[str, ...] = ("B", "N")


Ending = KingRun | Repetition | MoveRule | DeadMaterial
