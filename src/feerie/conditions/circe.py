"""Circe: a man that is taken comes back. Kings do too with rex inclusive, an option of each condition (":rex")."""
from __future__ import annotations

from dataclasses import replace

from feerie.rules.condition import Condition
from feerie.rules.effect import Rebirth
from feerie.rules.genre import Names
from feerie.rules.home import ARRAY, BY_VECTOR, LEFT, OF_FILE, OF_RANK, Home, Opposite, Reflected, Struck

__all__ = ["CIRCE"]

_PLAIN = (
    Condition("circe", (Rebirth(ARRAY),), Names(("Circe",), ("Circé",), ("Circe",))),
    Condition("mirror-circe", (Rebirth(Home(other_side=True)),),
              Names(("Mirror Circe", "Malefic Circe"), ("Circé miroir", "Circé maléfiques"), ("Spiegelcirce",))),
    Condition("file-circe", (Rebirth(OF_FILE),),
              Names(("File Circe",), ("Circé colonne",), ("Liniencirce", "File-Circe"))),
    Condition("mirror-file-circe", (Rebirth(Home(of_file=True, other_side=True)),),
              Names(("Mirror File Circe", "File Circe Mirror"), ("Circé colonne miroir", "Circé colonne maléfiques"),
                    ("Spiegel-Liniencirce",))),
    Condition("rank-circe", (Rebirth(OF_RANK),),
              Names(("Rank Circe", "Circe Rank"), ("Circé rangée",), ("Reihencirce",))),
    Condition("symmetry-circe", (Rebirth(Reflected(Struck())),),
              Names(("Symmetry Circe", "Circe Symmetry"), ("Circé symétriques", "Circé symétrique"),
                    ("Symmetriecirce",))),
    Condition("vertical-symmetry-circe", (Rebirth(Reflected(Struck(), ranks=False)),),
              Names(("Vertical Symmetry Circe",), ("Circé symétriques verticaux", "Circé symétrique vertical"),
                    ("Vertikales Symmetriecirce",))),
    Condition("horizontal-symmetry-circe", (Rebirth(Reflected(Struck(), files=False)),),
              Names(("Horizontal Symmetry Circe",), ("Circé symétriques horizontaux", "Circé symétrique horizontal"),
                    ("Horizontales Symmetriecirce",))),
    Condition("antipodean-circe", (Rebirth(Opposite()),),
              Names(("Antipodean Circe", "Circe Antipodes"), ("Circé antipodes", "Circé antipodaux"),
                    ("Antipodencirce",))),
    Condition("diametral-circe", (Rebirth(Reflected(ARRAY)),),
              Names(("Diametral Circe", "Circe Diametral"), ("Circé diamétraux", "Circé diamétral"),
                    ("Diametralcirce",))),
    Condition("vertical-mirror-circe", (Rebirth(Reflected(ARRAY, ranks=False)),),
              Names(("Vertical Mirror Circe",), ("Circé miroir vertical", "Circé maléfiques verticaux"),
                    ("Vertikales Spiegelcirce",))),
    Condition("pwc", (Rebirth(LEFT),),
              Names(("PWC", "Circe Exchange"), ("Circé échange",), ("Platzwechselcirce",))),
    Condition("clone-circe", (Rebirth(ARRAY, clones=True),),
              Names(("Clone Circe", "Circe Clone"), ("Circé clone",), ("Klon-Circe",))),
    Condition("mirror-clone-circe", (Rebirth(Home(other_side=True), clones=True),),
              Names(("Mirror Clone Circe", "Clone Circe Mirror"), ("Circé clone miroir", "Circé clone maléfiques"),
                    ("Spiegel-Klon-Circe",))),
    Condition("equipollents-circe", (Rebirth(BY_VECTOR),),
              Names(("Equipollents Circe", "Circe Equipollents"), ("Circé équipollents",), ("Äquipollentes Circe",))),
    Condition("couscous-circe", (Rebirth(ARRAY, of_capturer=True),),
              Names(("Couscous Circe", "Circe Couscous"), ("Circé couscous",), ("Couscouscirce",))),
    Condition("mirror-couscous-circe", (Rebirth(Home(other_side=True), of_capturer=True),),
              Names(("Mirror Couscous Circe",), ("Circé couscous miroir", "Circé couscous maléfiques"),
                    ("Spiegel-Couscouscirce",))),
    Condition("chameleon-circe", (Rebirth(ARRAY, chain="NBRQN"),),
              Names(("Chameleon Circe", "Circe Chameleon"), ("Circé caméléon",), ("Chamäleoncirce",))),
    Condition("assassin-circe", (Rebirth(ARRAY, crushes=True),),
              Names(("Assassin Circe", "Circe Assassin"), ("Circé assassins", "Circé assassin"), ("Assassinencirce",))),
)
_TURNING = (
    Condition("turncoats-circe", (Rebirth(ARRAY, turns=True),),
              Names(("Turncoats Circe", "Circe Turncoats"), ("Circé Turncoats",), ("Turncoats-Circe",))),
    Condition("double-agents-circe", (Rebirth(Home(other_side=True), turns=True),),
              Names(("Double Agents Circe", "Circe Double Agents"), ("Circé agents doubles", "Circé espions doubles"),
                    ("Doppelagentencirce",))),
)
"""Kings do not come back here."""


def _rex_inclusive(condition: Condition) -> Condition:
    """The condition with kings that come back."""
    def with_option(names: tuple[str, ...], option: str) -> tuple[str, ...]:
        return tuple(f"{name} {option}" for name in names)

    names = Names(with_option(condition.names.en, "rex inclusive"), with_option(condition.names.fr, "rex inclus"),
                  with_option(condition.names.de, "rex inklusiv"))
    rules = tuple(replace(rule, kings=True) for rule in condition.rules)
    return Condition(f"{condition.name}:rex", rules, names)


CIRCE = (*(each for condition in _PLAIN for each in (condition, _rex_inclusive(condition))), *_TURNING)
