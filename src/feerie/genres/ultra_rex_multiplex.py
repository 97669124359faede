"""Échecs Ultra Rex Multiplex: several kings a side, in check only when all of them are attacked."""
from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from feerie.genres.rex_multiplex import REX_MULTIPLEX
from feerie.rules.royalty import Royalty

ULTRA_REX_MULTIPLEX = replace(
    REX_MULTIPLEX,
    name="ultra-rex-multiplex",
    names=MappingProxyType({"en": ("Ultra Rex Multiplex",), "fr": ("Échecs Ultra Rex Multiplex", "Ultra Rex Multiplex"),
                            "de": ("Ultra Rex Multiplex",)}),
    royalty=Royalty.ULTRA,
)
