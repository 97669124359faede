"""Einstein: men gain a step of the ladder of kinds by capturing, and lose one by moving without."""
from __future__ import annotations

from feerie.rules.condition import Condition
from feerie.rules.effect import Transmutation
from feerie.rules.genre import Names

__all__ = ["EINSTEIN"]

_UP, _DOWN = "PNBRQ", "QRBNP"

EINSTEIN = (
    Condition("einstein", (Transmutation(captures=_UP, quiet=_DOWN),),
              Names(("Einstein chess", "Einstein"), ("Échecs d’Einstein",), ("Einsteinschach",))),
    Condition("reverse-einstein", (Transmutation(captures=_DOWN, quiet=_UP),),
              Names(("Reverse Einstein chess", "Reverse Einstein"), ("Échecs d’Einstein inverses",),
                    ("Umgekehrtes Einsteinschach",))),
    Condition("anti-einstein", (Transmutation(quiet=_DOWN),),
              Names(("Anti-Einstein chess", "Anti-Einstein"), ("Échecs Anti-Einstein",), ("Anti-Einsteinschach",))),
)
