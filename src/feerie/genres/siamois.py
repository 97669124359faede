"""Échecs à Rois siamois: several kings a side, mate of one is mate; no promotion to king."""
from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from feerie.genres.orthodox import ORTHODOX
from feerie.rules.royalty import Royalty

SIAMOIS = replace(
    ORTHODOX,
    name="siamois",
    names=MappingProxyType({"en": ("Siamese kings", "Siamese chess"),
                            "fr": ("Rois siamois", "Échecs à Rois siamois"),
                            "de": ("Siamesische Könige",)}),
    royalty=Royalty.SIAMESE,
)
