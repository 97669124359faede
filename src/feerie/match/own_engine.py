"""Our engine as a player."""
from __future__ import annotations

from collections.abc import Mapping

import feerie
from feerie.match.player import Player, PlayerError
from feerie.rules.genre import Genre

__all__ = ["OWN_OPTIONS", "OwnEngine"]

OWN_OPTIONS = ("level", "threads", "hash")


class OwnEngine(Player):
    """Plays by our own search, in this process. Each game begins with an empty table."""

    def __init__(self, genre: Genre, options: Mapping[str, str]) -> None:
        super().__init__(genre)
        if not hasattr(feerie, "Engine"):
            raise PlayerError("this version has no engine")
