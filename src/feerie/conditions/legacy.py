"""What men leave behind: their kind to a capturer (Frankfurt) or to their king (Kobul), a pawn (Sentinelles)."""
from __future__ import annotations

from feerie.rules.condition import Condition
from feerie.rules.genre import Names
from feerie.rules.legacy import Assumption, Inheritance, Sentries

__all__ = ["LEGACY"]

LEGACY = (
    Condition("frankfurt", (Assumption(),),
              Names(("Frankfurt chess", "Frankfurt"), ("Échecs de Francfort",), ("Frankfurtschach", "Frankfurt"))),
    Condition("kobul-kings", (Inheritance(),),
              Names(("Kobul Kings",), ("Rois Kobul",), ("Kobulkönige",))),
    Condition("sentinelles", (Sentries(),),
              Names(("Sentinelles",), ("Échecs Sentinelles", "Sentinelles"), ("Sentinelles",))),
)
