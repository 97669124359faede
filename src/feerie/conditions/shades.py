"""Monochromatic and bichromatic chess: moves between squares of one colour, or of two."""
from __future__ import annotations

from feerie.rules.condition import Condition
from feerie.rules.filters import Shades
from feerie.rules.genre import Names

__all__ = ["SHADES"]

SHADES = (
    Condition("monochromatic", (Shades(),), Names(
        ("monochromatic chess", "monochrom"), ("échecs monochromatiques",), ("Monochromes Schach",))),
    Condition("bichromatic", (Shades(alike=False),), Names(
        ("bichromatic chess", "bichrom"), ("échecs bichromatiques",), ("Bichromes Schach",))),
)
