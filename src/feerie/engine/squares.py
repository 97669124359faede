"""Learned values of men on squares: what is added to those that weights.py derives from the tables of a genre.

A file is one JSON document with these members:

| name  | contents                                                                                                  |
|-------|-----------------------------------------------------------------------------------------------------------|
| format| FORMAT, or OLDER, in which there is no digest                                                              |
| men   | men_hash of the genres it is for: those whose men move and promote alike on the same board               |
| mg, eg| by the letter of a man, centipawns by square as White sees it, in the opening and in the ending           |
| sha256| of men, mg and eg, as JSON                                                                                |
| data  | what they were learned from                                                                               |
| match | by name of a genre, the match that admitted them there: games, score, Elo points, conditions              |
"""
from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from feerie.base.errors import EngineError, system_reason
from feerie.engine.net_inputs import plain
from feerie.kernel.tables import Tables, tables_of
from feerie.rules.genre import Genre

FORMAT, OLDER = "feerie-squares 2", "feerie-squares 1"
MOST_WORTH = 2000
"""No value of a file is greater."""
LARGEST_FILE = 1 << 20
"""Bytes."""


@dataclass(frozen=True)
class LearnedSquares:
    """The contents of a file, see above; `mg` and `eg` hold a list by square for each kind of man."""

    men: str
    mg: dict[str, list[int]]
    eg: dict[str, list[int]]
    data: dict[str, Any]
    match: dict[str, Any]

    def save(self, path: Path) -> None:
        """Write them to a file."""
        document = {"format": FORMAT, "men": self.men, "data": self.data, "match": self.match,
                    "mg": self.mg, "eg": self.eg, "sha256": _digest(self.men, self.mg, self.eg)}
        path.write_text(json.dumps(document, sort_keys=True) + "\n", encoding="utf-8")


def men_hash(tables: Tables) -> str:
    """16 hexadecimal digits that identify the board, how men move on it and where they promote.

    How they castle, what they promote to, how many kings there are and how the game is won make no difference.
    """
    genre = tables.genre
    men = [[man.letter, plain(man.promotion.zones) if man.promotion else None, plain(man.region),
            [plain([(mode, component) for mode, component in tables.rays_of(man, side)]) for side in (0, 1)]]
           for man in genre.men]
    text = json.dumps([genre.board.files, genre.board.squares, men], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_squares(path: Path) -> LearnedSquares:
    """The values in a file; EngineError if it holds none."""
    try:
        with path.open("rb") as file:
            document = json.loads(file.read(LARGEST_FILE))
    except OSError as error:
        raise EngineError("{}: {}", path, system_reason(error)) from None
    except (ValueError, RecursionError):
        raise EngineError("{}: no learned values of squares: not JSON", path) from None
    if not isinstance(document, dict) or document.get("format") not in (FORMAT, OLDER) \
            or not isinstance(document.get("men"), str):
        raise EngineError("{}: no learned values of squares: the format is not {}", path, repr(FORMAT))
    for part in ("mg", "eg"):
        if not isinstance(document.get(part), dict) or not all(map(_is_board, document[part].values())):
            raise EngineError("{}: damaged: {} must hold a list of whole numbers for each kind of man", path, part)
    if document["format"] == FORMAT and document.get("sha256") != _digest(document["men"], document["mg"],
                                                                          document["eg"]):
        raise EngineError("{}: damaged: the values are not those of its sha256", path)
    return LearnedSquares(document["men"], document["mg"], document["eg"], document.get("data") or {},
                          document.get("match") or {})


def _digest(men: str, mg: dict[str, list[int]], eg: dict[str, list[int]]) -> str:
    """The digest of what a file says about squares, and for which men."""
    return hashlib.sha256(json.dumps([men, mg, eg], sort_keys=True).encode()).hexdigest()


def _is_board(values: Any) -> bool:
    return isinstance(values, list) and all(type(value) is int and abs(value) <= MOST_WORTH for value in values)


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Path]:
    """The files of the package, by the hash of the men each is for; errors as read_squares."""
    folder = Path(str(resources.files("feerie.engine"))) / "nets"
    return {read_squares(path).men: path for path in sorted(folder.glob("*.squares"))}


@lru_cache(maxsize=32)
def squares_of(genre: Genre) -> LearnedSquares | None:
    """What has been learned for genres whose men move like those of this one, None if there is nothing."""
    shipped = _shipped()
    path = shipped.get(men_hash(tables_of(genre))) if shipped else None
    return read_squares(path) if path else None
