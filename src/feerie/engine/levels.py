"""Eight levels of play, from a beginner to the full strength of the engine.

A level limits how deep the search goes and how accurate it is (see fallible.py). A match of each level against the one
below is in docs/playing.md.

    >>> find_level("club").number, find_level(8).name
    (4, 'full')
"""
from __future__ import annotations

from dataclasses import dataclass

from feerie.base.errors import ArgumentError

__all__ = ["LEVELS", "Level", "find_level", "level_of_elo"]


@dataclass(frozen=True, slots=True)
class Level:
    """A strength.

    `depth`: the last iteration of a search, in plies, and `nodes`: the positions visited, None for no limit of its own.
    `inaccuracy`: the most by which a position is misjudged, in centipawns. `oversight`: the chance, per mille, that a
    quiet move is overlooked. `elo`: in orthodox chess, on the scale of docs/playing.md; None for full strength, which
    depends on the time.
    """

    number: int
    name: str
    depth: int | None = None
    nodes: int | None = None
    inaccuracy: int = 0
    oversight: int = 0
    elo: int | None = None

    @property
    def errs(self) -> bool:
        """Whether it misjudges or overlooks anything."""
        return self.inaccuracy > 0 or self.oversight > 0


LEVELS = (
    Level(1, "beginner", depth=1, nodes=2_000, inaccuracy=280, oversight=420, elo=820),
    Level(2, "novice", depth=2, nodes=2_000, inaccuracy=210, oversight=340, elo=950),
    Level(3, "casual", depth=3, nodes=4_000, inaccuracy=142, oversight=228, elo=1190),
    Level(4, "club", depth=4, nodes=8_000, inaccuracy=92, oversight=122, elo=1330),
    Level(5, "strong", depth=5, nodes=16_000, inaccuracy=60, oversight=68, elo=1480),
    Level(6, "expert", depth=7, nodes=16_000, inaccuracy=54, oversight=50, elo=1600),
    Level(7, "master", depth=10, nodes=20_000, inaccuracy=32, oversight=14, elo=1800),
    Level(8, "full"),
)
"""All levels, the weakest first."""


def find_level(level: str | int | Level) -> Level:
    """The level with a name or a number from 1 to 8, which may be a string; ArgumentError if there is none."""
    if isinstance(level, Level):
        return level
    text = str(level).strip().lower()
    for known in LEVELS:
        if text in (known.name, str(known.number)):
            return known
    names = ", ".join(f"{known.number} {known.name}" for known in LEVELS)
    raise ArgumentError("no such level: {} (known: {})", repr(str(level)[:40]), names)


def level_of_elo(elo: int) -> Level:
    """The level below full strength whose Elo number is nearest, the weaker of two equally near."""
    return min((level for level in LEVELS if level.elo is not None), key=lambda level: abs((level.elo or 0) - elo))
