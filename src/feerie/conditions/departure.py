"""Mars Circe: men, kings too, capture from their squares of the game array."""
from __future__ import annotations

from feerie.rules.condition import Condition
from feerie.rules.departure import Departure
from feerie.rules.genre import Names
from feerie.rules.home import ARRAY

__all__ = ["DEPARTURE"]

DEPARTURE = (
    Condition("mars-circe", (Departure(ARRAY),), Names(("Mars Circe",), ("Circé martien",), ("Mars-Circe",))),
)
