"""Leapers: one step of a given length, whatever stands between."""
from __future__ import annotations

from feerie.rules.genre import Genders, Man, Names, Turned
from feerie.rules.movement import Leaper, Mode, Offset

__all__ = ["CAMEL", "ZEBRA"]


def leaps(files: int, ranks: int) -> tuple[Offset, ...]:
    """All steps that go so far one way and so far the other way."""
    ways = ((files, ranks), (ranks, files))
    return tuple(sorted({(x * right, y * up) for x, y in ways for right in (1, -1) for up in (1, -1)}))


CAMEL = Man("CA", ((Leaper(leaps(1, 3)), Mode.BOTH),), name="camel", names=Names(("camel",), ("chameau",), ("Kamel",)),
            popeye="CA", drawn=Turned("N", 90), genders=Genders(de="n"))
ZEBRA = Man("Z", ((Leaper(leaps(2, 3)), Mode.BOTH),), name="zebra", names=Names(("zebra",), ("zèbre",), ("Zebra",)),
            popeye="Z", drawn=Turned("N", 270), genders=Genders(de="n"))
