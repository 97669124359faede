"""Échecs à Rois siamois: several kings a side, mate of one is mate; no promotion to king."""
from __future__ import annotations

from dataclasses import replace

from feerie.genres.orthodox import ORTHODOX
from feerie.rules.genre import Names
from feerie.rules.royalty import Royalty

SIAMOIS = replace(
    ORTHODOX,
    name="siamois",
    names=Names(("Siamese kings", "Siamese chess"), ("Rois siamois", "Échecs à Rois siamois"),
                ("Siamesische Könige",)),
    royalty=Royalty.SIAMESE,
)
