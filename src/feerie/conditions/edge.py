"""Edge movers: the men of a side move to the edge of the board alone."""
from __future__ import annotations

from feerie.rules.board import BLACK, WHITE
from feerie.rules.condition import Condition
from feerie.rules.filters import Edge
from feerie.rules.genre import Names

__all__ = ["EDGE"]

EDGE = (
    Condition("edgemover:white", (Edge(WHITE),), Names(
        ("White edge mover",), ("coups au bord des Blancs", "coups au bord blancs"),
        ("weißer Randzüger", "weisser Randzüger"))),
    Condition("edgemover:black", (Edge(BLACK),), Names(
        ("edge mover", "Black edge mover"), ("coups au bord", "coups au bord des Noirs", "coups au bord noirs"),
        ("Randzüger", "schwarzer Randzüger"))),
)
