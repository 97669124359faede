"""Circe: a man that is taken comes back. Kings do too with rex inclusive, an option of each condition (":rex")."""
from __future__ import annotations

from dataclasses import replace

from feerie.rules.condition import Condition
from feerie.rules.effect import Rebirth
from feerie.rules.genre import Names
from feerie.rules.home import ARRAY, BY_VECTOR, LEFT, OF_FILE, Home

__all__ = ["CIRCE"]

_PLAIN = (
    Condition("circe", (Rebirth(ARRAY),), Names(("Circe",), ("Circé",), ("Circe",))),
    Condition("mirror-circe", (Rebirth(Home(other_side=True)),),
              Names(("Mirror Circe", "Malefic Circe"), ("Circé miroir", "Circé maléfiques"), ("Spiegelcirce",))),
    Condition("file-circe", (Rebirth(OF_FILE),),
              Names(("File Circe",), ("Circé colonne",), ("Liniencirce", "File-Circe"))),
    Condition("pwc", (Rebirth(LEFT),),
              Names(("PWC", "Circe Exchange"), ("Circé échange",), ("Platzwechselcirce",))),
    Condition("clone-circe", (Rebirth(ARRAY, clones=True),),
              Names(("Clone Circe", "Circe Clone"), ("Circé clone",), ("Klon-Circe",))),
    Condition("equipollents-circe", (Rebirth(BY_VECTOR),),
              Names(("Equipollents Circe", "Circe Equipollents"), ("Circé équipollents",), ("Äquipollentes Circe",))),
    Condition("assassin-circe", (Rebirth(ARRAY, crushes=True),),
              Names(("Assassin Circe", "Circe Assassin"), ("Circé assassins", "Circé assassin"), ("Assassinencirce",))),
)


def _rex_inclusive(condition: Condition) -> Condition:
    """The condition with kings that come back."""
    def with_option(names: tuple[str, ...], option: str) -> tuple[str, ...]:
        return tuple(f"{name} {option}" for name in names)

    names = Names(with_option(condition.names.en, "rex inclusive"), with_option(condition.names.fr, "rex inclus"),
                  with_option(condition.names.de, "rex inklusiv"))
    rules = tuple(replace(rule, kings=True) for rule in condition.rules)
    return Condition(f"{condition.name}:rex", rules, names)


CIRCE = tuple(each for condition in _PLAIN for each in (condition, _rex_inclusive(condition)))
