"""What men become: chameleon chess and Norsk Sjakk, by each move; line chameleon, by the file; relegation, on a rank.

Glasgow chess: where pawns promote.
"""
from __future__ import annotations

from feerie.rules.becoming import Alternation, ByFile, LikeForLike
from feerie.rules.condition import Condition
from feerie.rules.effect import Degradation, Transmutation
from feerie.rules.genre import Names
from feerie.rules.promotion import PromotionRank

__all__ = ["KINDS"]

_CYCLE = "NBRQN"

KINDS = (
    Condition("chameleon-chess", (Transmutation(captures=_CYCLE, quiet=_CYCLE, promotes=True),),
              Names(("Chameleon chess",), ("Échecs caméléon",), ("Chamäleonschach",))),
    Condition("relegation", (Degradation(),),
              Names(("Relegation chess", "Relegation"), ("Relégation", "Dégradation"), ("Degradierung",))),
    Condition("norsk", (Alternation((("Q", "N"), ("R", "B"))), LikeForLike()),
              Names(("Norsk Sjakk",), ("Échecs norvégiens", "Norsk Sjakk"), ("Norsk Sjakk",))),
    Condition("line-chameleon", (ByFile(("R", "N", "B", "Q", "", "B", "N", "R")),),
              Names(("Line chameleon chess",), ("Échecs caméléon ligne",), ("Linienchamäleonschach",))),
    Condition("glasgow", (PromotionRank(),),
              Names(("Glasgow chess", "Glasgow"), ("Échecs de Glasgow",), ("Glasgowschach",))),
)
