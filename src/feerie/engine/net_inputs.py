"""What a learned net sees of a position: which men stand where, from the mover's point of view.

An input is one kind of man, own or enemy, on one square; a king whose run flag is set is a kind of its own. There may
be separate inputs for each of several zones in which the own king stands, and the files may be flipped if it stands on
one half of the board, so that it is always seen on the other. A symmetry of the genre turns Black's point of view into
White's, so that a position and its mirror image have the same inputs.
"""
from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from feerie.base.errors import EngineError
from feerie.kernel.tables import Tables, tables_of
from feerie.rules.castling import Chess960Castling, HomeCastling
from feerie.rules.genre import Genre
from feerie.rules.royalty import Royalty
from feerie.rules.symmetry import exchange_of_men


class NetInputs:
    """The numbering of the inputs of a genre.

    `king_zones`: by square in rising order, as the mover sees it, the number of the zone of an own king there, or
    ~number if the files are flipped; empty for a single zone. A side with no king or several is in zone 0. `slots`: the
    number of kinds of men distinguished, with the king whose run flag is set as the last if the genre has a king run.
    `squares`: the squares of the board in rising order. `mirror`: by square, the square that is to Black what the
    square is to White. `turned`: by square, its place when the files are flipped. EngineError for a genre in which no
    symmetry exchanges the colours.
    """

    def __init__(self, tables: Tables, king_zones: Sequence[int] = ()) -> None:
        genre = tables.genre
        self.squares = genre.board.squares
        self.flagged = genre.king_run is not None
        self.slots = len(tables.letters) + self.flagged
        self.king_zones = king_zones
        self.zones = max((max(zone, ~zone) + 1 for zone in king_zones), default=1)
        self.per_zone = 2 * self.slots * len(self.squares)
        self.count = self.zones * self.per_zone
        image = exchange_of_men(genre)
        if image is None:
            raise EngineError("{}: no symmetry turns White's moves into Black's", genre.name)
        self.mirror = {square: image[square] for square in self.squares}
        self._index = {square: number for number, square in enumerate(self.squares)}
        files = genre.board.files
        self.turned = {square: square + files - 1 - 2 * (square % files) for square in self.squares}
        if king_zones and (len(king_zones) != len(self.squares)
                           or min(king_zones) < 0 and set(self.turned.values()) != set(self.squares)):
            raise EngineError("{}: these zones of the king are not for its board", genre.name)

    def number(self, enemy: bool, slot: int, square: int, zone: int = 0) -> int:
        """The number of an input; `square` as the mover sees it: mirrored for Black."""
        return zone * self.per_zone + (enemy * self.slots + slot) * len(self.squares) + self._index[square]

    def zone_of(self, square: int) -> int:
        """The zone of an own king on a square."""
        zone = self.king_zones[self._index[square]] if self.king_zones else 0
        return max(zone, ~zone)

    def turns(self, square: int) -> bool:
        """Whether the files are flipped for an own king on a square."""
        return bool(self.king_zones) and self.king_zones[self._index[square]] < 0


NO_RULES = {"name", "names", "genders", "popeye", "drawn", "start", "arrows", "loses"}
"""Fields of values of the rules that say what something is called and how it is drawn, or follow from others."""
ADDED = {"halves", "officers", "rules", "traits", "wraps"}
"""Fields that are younger than the first nets. At their defaults they are no part of a hash, to which nets are bound. A
field that is added to the values of genres with nets is added here."""


@lru_cache(maxsize=32)
def rules_hash(genre: Genre) -> str:
    """16 hexadecimal digits that identify the rules of a genre, whatever its name, start and appearance."""
    tables = tables_of(genre)
    rays = [[(mode, component) for mode, component in tables.rays_of(man, side)]
            for man in genre.men for side in (0, 1)]
    rules = {name: plain(getattr(genre, name)) for name in _told(genre)}
    text = json.dumps([rules, plain(rays)], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _told(value: Any) -> list[str]:
    """The fields of a value of the rules that are part of a hash."""
    return [item.name for item in fields(value) if item.name not in NO_RULES
            and (item.name not in ADDED or getattr(value, item.name) != item.default)]


def plain(value: Any) -> Any:
    """A value of the rules as lists, strings and numbers, in a fixed order."""
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if type(value) in (int, str):       # most values are; an IntEnum has a name
        return value
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Royalty) and not value.kinds:
        return value.doctrine.name
    if isinstance(value, Chess960Castling):     # where king and rooks start makes no difference to a net
        value = HomeCastling(value.wings, value.men)
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, *(plain(getattr(value, name)) for name in _told(value))]
    if isinstance(value, (frozenset, set)):
        return sorted(value)
    return value
