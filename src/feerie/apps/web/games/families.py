"""The families of the dictionary: which module of men or conditions an element is defined in."""
from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from types import ModuleType

from feerie import conditions, men
from feerie.men.elements import Elements
from feerie.rules.condition import Condition
from feerie.rules.genre import Man

__all__ = ["family_of", "kind_of"]


def kind_of(element: Elements) -> str:
    """What an element of the dictionary is: "condition", "man", "trait" or "board"."""
    return "condition" if element.conditions else "man" if element.men else "trait" if element.traits else "board"


def family_of(element: Elements) -> str:
    """The family of a condition or a man, "circe", "hoppers"; "" for a trait or a board."""
    for found, package in ((element.conditions, conditions), (element.men, men)):
        if found:
            return _families(package).get(found[0], "")
    return ""


@cache
def _families(package: ModuleType) -> dict[Condition | Man, str]:
    """Each man or condition with the name of the first module of a package that lists it."""
    found: dict[Condition | Man, str] = {}
    for info in pkgutil.iter_modules(package.__path__):
        for value in vars(import_module(f"{package.__name__}.{info.name}")).values():
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, (Man, Condition)) and info.name != "elements":
                    found.setdefault(each, info.name)
    return found
