"""Immune chess: a man can be taken only if its home square is free; Geneva chess: it can take only then.

Kings too with rex inclusive, an option of each condition (":rex").
"""
from __future__ import annotations

from feerie.rules.condition import Condition, rex_inclusive
from feerie.rules.effect import HomeFree, Immunity
from feerie.rules.genre import Names
from feerie.rules.home import ARRAY, BIRTHPLACE, BY_VECTOR, OF_FILE, Home, Opposite, Reflected, Struck

__all__ = ["IMMUNE"]

_PLAIN = (
    Condition("immune", (Immunity(ARRAY),), Names(("Immune chess",), ("Échecs immuns",), ("Immunschach",))),
    Condition("mirror-immune", (Immunity(Home(other_side=True)),),
              Names(("Mirror immune chess",), ("Échecs immuns miroir",), ("Spiegelimmunschach",))),
    Condition("file-immune", (Immunity(OF_FILE),),
              Names(("File immune chess",), ("Échecs immuns colonne",), ("Linienimmunschach",))),
    Condition("mirror-file-immune", (Immunity(Home(of_file=True, other_side=True)),),
              Names(("Mirror file immune chess",), ("Échecs immuns colonne miroir",), ("Spiegel-Linienimmunschach",))),
    Condition("symmetry-immune", (Immunity(Reflected(Struck())),),
              Names(("Symmetry immune chess",), ("Échecs immuns symétriques",), ("Symmetrieimmunschach",))),
    Condition("vertical-symmetry-immune", (Immunity(Reflected(Struck(), ranks=False)),),
              Names(("Vertical symmetry immune chess",), ("Échecs immuns symétriques verticaux",),
                    ("Vertikales Symmetrieimmunschach",))),
    Condition("horizontal-symmetry-immune", (Immunity(Reflected(Struck(), files=False)),),
              Names(("Horizontal symmetry immune chess",), ("Échecs immuns symétriques horizontaux",),
                    ("Horizontales Symmetrieimmunschach",))),
    Condition("antipodean-immune", (Immunity(Opposite()),),
              Names(("Antipodean immune chess",), ("Échecs immuns antipodes",), ("Antipodenimmunschach",))),
    Condition("diagram-immune", (Immunity(BIRTHPLACE),),
              Names(("Diagram immune chess",), ("Échecs immuns diagramme",), ("Diagrammimmunschach",))),
    Condition("equipollents-immune", (Immunity(BY_VECTOR),),
              Names(("Equipollents immune chess",), ("Échecs immuns équipollents",), ("Äquipollentes Immunschach",))),
)
_GENEVA = Condition("geneva", (HomeFree(ARRAY),),
                    Names(("Geneva chess", "Geneva"), ("Échecs de Genève",), ("Genfer Schach",)))
IMMUNE = (*(each for condition in _PLAIN for each in (condition, rex_inclusive(condition))), _GENEVA)
