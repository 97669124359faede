"""Circe: a man that is taken comes back, and so does a kamikaze man that takes. Kings do too with rex inclusive, an
option of each condition (":rex").
"""
from __future__ import annotations

from feerie.rules.condition import Condition, rex_inclusive
from feerie.rules.effect import Rebirth, Revival
from feerie.rules.genre import Names
from feerie.rules.home import (
    ARRAY,
    BIRTHPLACE,
    BY_VECTOR,
    LEFT,
    OF_FILE,
    OF_RANK,
    Home,
    Opposite,
    Place,
    Reflected,
    Struck,
)
from feerie.rules.placement import ChosenRebirth, Where

__all__ = ["CIRCE"]


def _back(place: Place, *, clones: bool = False, chain: str = "", turns: bool = False) -> tuple[Rebirth, Revival]:
    """Men that are taken, and kamikaze men that take, come back on a place."""
    return Rebirth(place, clones=clones, chain=chain, turns=turns), \
        Revival(place, clones=clones, chain=chain, turns=turns)


_PLAIN = (
    Condition("circe", _back(ARRAY), Names(("Circe",), ("Circé",), ("Circe",))),
    Condition("mirror-circe", _back(Home(other_side=True)),
              Names(("Mirror Circe", "Malefic Circe"), ("Circé miroir", "Circé maléfiques"), ("Spiegelcirce",))),
    Condition("file-circe", _back(OF_FILE),
              Names(("File Circe",), ("Circé colonne",), ("Liniencirce", "File-Circe"))),
    Condition("mirror-file-circe", _back(Home(of_file=True, other_side=True)),
              Names(("Mirror File Circe", "File Circe Mirror"), ("Circé colonne miroir", "Circé colonne maléfiques"),
                    ("Spiegel-Liniencirce",))),
    Condition("rank-circe", _back(OF_RANK),
              Names(("Rank Circe", "Circe Rank"), ("Circé rangée",), ("Reihencirce",))),
    Condition("symmetry-circe", _back(Reflected(Struck())),
              Names(("Symmetry Circe", "Circe Symmetry"), ("Circé symétriques", "Circé symétrique"),
                    ("Symmetriecirce",))),
    Condition("vertical-symmetry-circe", _back(Reflected(Struck(), ranks=False)),
              Names(("Vertical Symmetry Circe",), ("Circé symétriques verticaux", "Circé symétrique vertical"),
                    ("Vertikales Symmetriecirce",))),
    Condition("horizontal-symmetry-circe", _back(Reflected(Struck(), files=False)),
              Names(("Horizontal Symmetry Circe",), ("Circé symétriques horizontaux", "Circé symétrique horizontal"),
                    ("Horizontales Symmetriecirce",))),
    Condition("antipodean-circe", _back(Opposite()),
              Names(("Antipodean Circe", "Circe Antipodes"), ("Circé antipodes", "Circé antipodaux"),
                    ("Antipodencirce",))),
    Condition("diametral-circe", _back(Reflected(ARRAY)),
              Names(("Diametral Circe", "Circe Diametral"), ("Circé diamétraux", "Circé diamétral"),
                    ("Diametralcirce",))),
    Condition("vertical-mirror-circe", _back(Reflected(ARRAY, ranks=False)),
              Names(("Vertical Mirror Circe",), ("Circé miroir vertical", "Circé maléfiques verticaux"),
                    ("Vertikales Spiegelcirce",))),
    Condition("pwc", _back(LEFT),
              Names(("PWC", "Circe Exchange"), ("Circé échange",), ("Platzwechselcirce",))),
    Condition("diagram-circe", _back(BIRTHPLACE),
              Names(("Diagram Circe", "Circe Diagram"), ("Circé diagramme",), ("Diagrammcirce", "Diagramm-Circe"))),
    Condition("clone-circe", _back(ARRAY, clones=True),
              Names(("Clone Circe", "Circe Clone"), ("Circé clone",), ("Klon-Circe",))),
    Condition("mirror-clone-circe", _back(Home(other_side=True), clones=True),
              Names(("Mirror Clone Circe", "Clone Circe Mirror"), ("Circé clone miroir", "Circé clone maléfiques"),
                    ("Spiegel-Klon-Circe",))),
    Condition("equipollents-circe", _back(BY_VECTOR),
              Names(("Equipollents Circe", "Circe Equipollents"), ("Circé équipollents",), ("Äquipollentes Circe",))),
    Condition("couscous-circe", (Rebirth(ARRAY, of_capturer=True), Revival(ARRAY)),
              Names(("Couscous Circe", "Circe Couscous"), ("Circé couscous",), ("Couscouscirce",))),
    Condition("mirror-couscous-circe", (Rebirth(Home(other_side=True), of_capturer=True),
                                        Revival(Home(other_side=True))),
              Names(("Mirror Couscous Circe",), ("Circé couscous miroir", "Circé couscous maléfiques"),
                    ("Spiegel-Couscouscirce",))),
    Condition("chameleon-circe", _back(ARRAY, chain="NBRQN"),
              Names(("Chameleon Circe", "Circe Chameleon"), ("Circé caméléon",), ("Chamäleoncirce",))),
    Condition("assassin-circe", (Rebirth(ARRAY, crushes=True), Revival(ARRAY)),
              Names(("Assassin Circe", "Circe Assassin"), ("Circé assassins", "Circé assassin"), ("Assassinencirce",))),
)
_TURNING = (
    Condition("turncoats-circe", _back(ARRAY, turns=True),
              Names(("Turncoats Circe", "Circe Turncoats"), ("Circé Turncoats",), ("Turncoats-Circe",))),
    Condition("double-agents-circe", _back(Home(other_side=True), turns=True),
              Names(("Double Agents Circe", "Circe Double Agents"), ("Circé agents doubles", "Circé espions doubles"),
                    ("Doppelagentencirce",))),
)
"""Kings do not come back here."""


_CHOSEN = (
    Condition("super-circe", (ChosenRebirth(Where.ANYWHERE),),
              Names(("Super-Circe", "Super Circe", "Circe Super"), ("Super-Circé", "Supercircé"), ("Super-Circe",))),
    Condition("cage-circe", (ChosenRebirth(Where.CAGE),),
              Names(("Cage Circe", "Circe Cage"), ("Circé cage",), ("Käfigcirce",))),
    Condition("take-and-make-circe", (ChosenRebirth(Where.STEP),),
              Names(("Take & Make Circe", "Circe Take&Make", "Anti-Take & Make"),
                    ("Circé Take & Make", "Circé Take&Make"), ("Take-&-Make-Circe", "Circe Take&Make"))),
)
"""Kamikaze men and kings do not come back here."""

CIRCE = (*(each for condition in _PLAIN for each in (condition, rex_inclusive(condition))), *_TURNING, *_CHOSEN)
