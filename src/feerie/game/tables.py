"""Endgame tables asked about positions: who wins, in how many moves, and by which.

    >>> from tempfile import TemporaryDirectory
    >>> from feerie.game.position import Position
    >>> with TemporaryDirectory() as folder:
    ...     tables = Tables(folder)
    ...     made = tables.make("orthodox", "KQ-K")
    ...     tables.probe(Position("orthodox", "8/8/8/8/8/2k5/8/KQ6 w - -"))
    TableResult(outcome='win', moves=6)
"""
from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, total_ordering
from pathlib import Path
from threading import Event, Lock
from typing import Any

from feerie import genres
from feerie.base.errors import wrong_type
from feerie.base.user_folder import user_data
from feerie.game.position import Position, judge_of, position_of
from feerie.game.score import Score
from feerie.kernel.judges import new_judge
from feerie.kernel.verdict import compiled_rules
from feerie.notation.languages import Language
from feerie.notation.languages import language as language_of
from feerie.rules.genre import Genre
from feerie.rules.move import Move
from feerie.tables.indexing import PositionIndex
from feerie.tables.making import Made, Progress, TablePart, check_table, has_tables, make_tables, open_table, path_of
from feerie.tables.material import Material
from feerie.tables.prober import Prober
from feerie.tables.table_file import DRAW, WIN, TableFile

__all__ = ["Made", "Material", "TablePart", "TableResult", "Tables", "tables_folder"]

SHIPPED = Path(__file__).resolve().parent.parent / "tables" / "shipped"
"""The tables of the package."""
MOST_PROBED = 250
"""Tables that `prober` loads."""
_VALUES = {"win": 1, "draw": 0, "loss": -1}


def tables_folder() -> Path:
    """Where tables are kept if no folder is given: the variable FEERIE_TABLES, or the folder of the user's data."""
    given = os.environ.get("FEERIE_TABLES")
    return Path(given) if given else user_data() / "tables"


@total_ordering
@dataclass(frozen=True, slots=True)
class TableResult:
    """What a table says of a position: `outcome` for the side to move, "win", "draw" or "loss".

    `moves`: those of the winning side up to mate or the end of a king run, against the longest resistance; None in a
    draw, 0 for a side that has lost already. Results are ordered as players think of them: the sooner won the better,
    the later lost.
    """

    outcome: str
    moves: int | None = None

    def __lt__(self, other: TableResult) -> bool:
        return self._rank < other._rank if isinstance(other, TableResult) else NotImplemented

    @property
    def _rank(self) -> tuple[int, int]:
        value = _VALUES[self.outcome]
        return value, -value * (self.moves or 0)

    @property
    def score(self) -> Score:
        """As a score: moves to mate, or a draw."""
        return Score(0) if self.moves is None else Score(mate=self.moves if self.outcome == "win" else -self.moves)

    @property
    def plies(self) -> int | None:
        """The half-moves to the end; None in a draw."""
        return None if self.moves is None else 2 * self.moves - (self.outcome == "win")

    def text(self, language: str | Language = "en") -> str:
        """In words: "won in 23", "drawn".

        >>> TableResult("loss", 4).text("de")
        'verloren in 4'
        """
        return language_of(language).sentence(f"table: {self.outcome}", moves=self.moves)

    @property
    def before(self) -> TableResult:
        """What the move is that leads to a position with this result, for the side that makes it."""
        if self.outcome == "draw":
            return self
        moves = self.moves or 0
        return TableResult("loss", moves) if self.outcome == "win" else TableResult("win", moves + 1)


class Tables:
    """The tables of a folder, and those of the package. They may be used from several threads.

    `folder`: where `make` puts tables; tables_folder() if it is not given. Raises TableFileError if a table that is
    asked is damaged, or was made by other rules.
    """

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        if folder is not None and not isinstance(folder, (str, os.PathLike)):
            raise wrong_type("folder", "a path", folder)
        self.folder = tables_folder() if folder is None else Path(folder)
        self._known: dict[Material, tuple[PositionIndex, TableFile] | None] = {}
        self._lock = Lock()

    def __repr__(self) -> str:
        return f"<Tables {str(self.folder)!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied or pickled, it knows its folder."""
        return type(self), (self.folder,)

    def make(self, genre: Genre | str, material: str | Material | Iterable[Material], *, memory: int | None = None,
             stop: Event | None = None, progress: Progress | None = None) -> list[Made]:
        """Make the table of some men, "KB-K", or several, and all that they need; those that are there are kept.

        Other processes that do so with this folder share the work, table by table. `memory`: bytes that one may take.
        `stop`, set from another thread, ends it with TablePart; the next call goes on from there. ArgumentError if
        there can be no such table.
        """
        if isinstance(material, str):
            material = Material.parse(genres.genre_of(genre), material)
        materials = [material] if isinstance(material, Material) else material
        made = make_tables(materials, self.folder, memory=memory, stop=stop, progress=progress)
        with self._lock:
            self._known.clear()
        return made

    def has(self, position: Position) -> bool:
        """Whether there is a table of the men of a position."""
        return self._found(material_of(position)) is not None

    def about(self, material: Material) -> dict[str, Any] | None:
        """What the table of a material says of itself, see docs/tables.md; None if it is not there."""
        found = self._found(material)
        if found is None:
            return None
        about = dict(found[1].about)
        about["longest"] = [{**longest, "fen": self._position(found[0], longest["cell"]).fen()}
                            for longest in about["longest"]]
        return about

    def find_error(self, material: Material, *, stop: Event | None = None) -> str | None:
        """Judge every position of a table of the folder by its legal moves: the FEN of one that is wrong, None if all
        are right. OSError if a table is not there.
        """
        cell = check_table(material, self.folder, stop=stop)
        if cell < 0:
            return None
        canonical = material.canonical
        return self._position(PositionIndex(compiled_rules(canonical.genre), canonical), cell).fen()

    def prober(self, genre: Genre) -> Prober | None:
        """The outcomes of all tables of a genre in memory, for searches; None if there are none."""
        if not has_tables(genre):
            return None
        folders = (path_of(folder, Material.all_of(genre, 2)[0]).parent for folder in (self.folder, SHIPPED))
        names = {path.stem for folder in folders for path in folder.glob("*.table")}
        tables = []
        for name in sorted(names)[:MOST_PROBED]:
            found = self._found(material := Material.parse(genre, name))
            if found is not None:
                outcomes = bytearray().join(found[1].outcomes())
                tables += [(of.signature, found[0], outcomes, of != material)
                           for of in dict.fromkeys((material, material.turned)) if of.canonical == material]
        return Prober(tables) if tables else None

    def probe(self, position: Position) -> TableResult | None:
        """What the position is worth; None if no table knows: it is not there, or a castling right is left, or the
        diagram is illegal. Draws by repetition and by the number of moves do not count.
        """
        if not isinstance(position, Position):
            raise wrong_type("position", "a Position", position)
        if not has_tables(position.genre) or not position.is_valid():
            return None
        position = position.without_move_rule()
        outcome = position.outcome()
        if outcome is not None:
            if outcome.winner is None:
                return TableResult("draw")
            return TableResult("loss" if outcome.winner != position.turn else "win", 0)
        found = self._found(material_of(position))
        if found is None:
            return None
        if position.ep_square is not None:
            return max((result for _, result in self._results(position)), default=None)
        index, file = found
        judge = judge_of(position)
        cell = index.number(judge, index.material != material_of(position))
        if cell < 0:
            return None
        value = file.outcome(cell)
        if value == DRAW:
            return TableResult("draw")
        return TableResult("win" if value == WIN else "loss", file.moves(cell))

    def moves(self, position: Position) -> list[tuple[Move, TableResult]]:
        """The legal moves and what they are worth to the side that makes them, the best first; [] if no table knows."""
        if self.probe(position) is None:
            return []
        return sorted(self._results(position), key=lambda item: item[1], reverse=True)

    def line(self, position: Position, most: int | None = None) -> list[Move]:
        """The moves of best play up to mate, `most` of them at most; [] for a draw, and if no table knows."""
        found: list[Move] = []
        position = position.without_move_rule()
        while len(found) != most and (result := self.probe(position)) and result.moves:
            move = self.moves(position)[0][0]
            found.append(move)
            position = position.play(move)
        return found

    def _results(self, position: Position) -> list[tuple[Move, TableResult]]:
        """The moves with their results, where all are known."""
        results = []
        for move in position.legal_moves:
            result = self.probe(position.play(move))
            if result is None:
                return []
            results.append((move, result.before))
        return results

    def _found(self, material: Material) -> tuple[PositionIndex, TableFile] | None:
        """The table of a material, which may have its sides exchanged."""
        material = material.canonical
        with self._lock:
            if material not in self._known:
                paths = (path_of(folder, material) for folder in (self.folder, SHIPPED))
                path = next((path for path in paths if path.exists()), None)
                self._known[material] = None if path is None else (
                    PositionIndex(compiled_rules(material.genre), material), open_table(path, material))
            return self._known[material]

    def _position(self, index: PositionIndex, cell: int) -> Position:
        """The position with a number."""
        judge = new_judge(compiled_rules(index.material.genre), 2)
        index.put(judge, cell)
        start = Position(index.material.genre, judge.save())
        return position_of(judge, start, 0, 1)


@lru_cache(maxsize=8)
def shipped_prober(genre: Genre) -> Prober | None:
    """The outcomes of the tables of the package for a genre; None if there are none."""
    return Tables(SHIPPED).prober(genre)


def material_of(position: Position) -> Material:
    """The men of a position."""
    genre, letters = position.genre, list(position.men().values())
    white, black = ([letters.count(man.letter) for man in genre.men],
                    [letters.count(man.letter.lower()) for man in genre.men])
    return Material(genre, (tuple(white), tuple(black)))
