"""Making tables: in which order, with how much memory, and how an interrupted one goes on."""
from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

from feerie.base.errors import ArgumentError
from feerie.base.replacing import replace_file
from feerie.kernel.general_tables import takes_general_path
from feerie.kernel.state import COMPILED
from feerie.kernel.tables import tables_of
from feerie.kernel.verdict import compiled_rules
from feerie.rules.genre import Genre
from feerie.tables.indexing import MOST_ALIKE, PositionIndex
from feerie.tables.material import Material
from feerie.tables.packing import Tally
from feerie.tables.retrograde import NEEDS, Retrograde
from feerie.tables.table_file import TableFile, TableFileError, rules_digest, write_table

try:
    import fcntl
except ImportError:     # not on every system; there, tables are not shared out
    fcntl = None    # type: ignore[assignment]

__all__ = ["Made", "Maker", "TablePart", "check_genre", "check_table", "claim", "has_tables", "make_table",
           "make_tables", "open_table", "path_of", "tables_needed"]

CHUNK = 1 << 18 if COMPILED else 1 << 10
"""Cells between two looks whether to stop."""
SAVED_EVERY = 600.0
"""Seconds between two states saved of a table in the making."""
WAIT_FOR_OTHERS = 0.5
"""Seconds between two looks whether another process has made a table."""
CELL_BYTES = 3
"""Memory for each position of the table that is made; those that it needs take two."""
PART_MAGIC = b"feerie table in the making 1\n"

Progress = Callable[[str, float], None]
"""The table, and how much of its first step or, from 1 on, how many plies are done."""


@dataclass(frozen=True)
class Made:
    """A table that was made: its file, the seconds, and whether it was there already."""

    material: Material
    path: Path
    seconds: float = 0.0
    was_there: bool = False


Maker = Callable[[Material], Made | None]
"""Makes a table whose next ones are there; None if it is still in the making, here or elsewhere: asked again soon."""


class TablePart(Exception):
    """The work was stopped; what is done of the table is in a file beside it."""


def has_tables(genre: Genre) -> bool:
    """Whether positions of a genre can be tabulated."""
    return not takes_general_path(genre) and not ~tables_of(genre).properties & NEEDS


def check_genre(genre: Genre) -> None:
    """ArgumentError, with the reason, for a genre whose positions cannot be tabulated."""
    if not has_tables(genre):
        raise ArgumentError("there are no tables for {}: they need men that move along lines, keep their kind and "
                            "side, and change nothing else", genre.name)


def path_of(folder: Path, material: Material) -> Path:
    """Where the table of a canonical material is in a folder of tables."""
    return folder / re.sub(r"[^\w+-]", "_", material.genre.name) / f"{material.name}.table"


def tables_needed(materials: Iterable[Material]) -> list[Material]:
    """Some materials of a genre and all that their tables are made from, these first; ArgumentError if there can be no
    such table.
    """
    needed: dict[Material, None] = {}
    for material in materials:
        check_genre(material.genre)
        if max(map(max, material.counts)) > MOST_ALIKE:
            raise ArgumentError("{}: more than {} men alike", material.name, MOST_ALIKE)
        needed.update(dict.fromkeys(material.needed))
    return list(needed)


def make_tables(materials: Iterable[Material], folder: Path, *, memory: int | None = None, stop: Event | None = None,
                progress: Progress | None = None, maker: Maker | None = None) -> list[Made]:
    """Make the tables of some materials of a genre, and those that they need, in a folder; those there are are kept.

    Several processes, also on several machines, may do this at the same time in one folder: each takes tables that no
    other one is making, and waits for those that it needs. `memory`: bytes that a table may take. `maker`: makes each
    table, this process if it is not given. ArgumentError if a table takes more, or if there can be no such table;
    TablePart if `stop` was set: called again, this goes on where it was.
    """
    needed, made = tables_needed(materials), dict[Material, Made]()
    stop, progress = stop or Event(), progress or (lambda name, done: None)
    while len(made) < len(needed):
        before = len(made)
        for material in needed:
            if material not in made and made.keys() >= {other.canonical for other in material.next}:
                found = maker(material) if maker else make_table(material, folder, memory, stop, progress)
                if found is not None:
                    made[material] = found
        if len(made) == before and stop.wait(WAIT_FOR_OTHERS):
            raise TablePart
    return [made[material] for material in needed]


def make_table(material: Material, folder: Path, memory: int | None, stop: Event, progress: Progress) -> Made | None:
    """Make the table of a canonical material, unless it is there, from those in the folder that its moves lead to; None
    if another process is making it. For the rest see make_tables.
    """
    path = path_of(folder, material)
    if not path.exists():
        began = time.monotonic()
        with claim(path) as is_ours:
            if not is_ours:
                return None
            if not path.exists():
                _Making(material, folder, memory, stop, progress).run()
                return Made(material, path, time.monotonic() - began)
    open_table(path, material).close()
    return Made(material, path, was_there=True)


@contextmanager
def claim(path: Path) -> Iterator[bool]:
    """Whether no other process makes the table with this path: a locked file beside it, which ends with the process. It
    is removed if all went well.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = path.with_suffix(".lock")
    with lock.open("ab") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                yield False
                return
        yield True
        lock.unlink(missing_ok=True)


def open_table(path: Path, material: Material) -> TableFile:
    """A table in a file; TableFileError if it was made for other men or rules."""
    file = TableFile(path)
    if file.about.get("material") != material.name or file.about.get("rules") != rules_digest(material.genre):
        raise TableFileError("{} was made by other rules", str(path))
    return file


def check_table(material: Material, folder: Path, *, stop: Event | None = None,
                progress: Progress | None = None) -> int:
    """Judge every position of a table by its legal moves and the tables that they lead to; the number of the first one
    that is wrong, -1 for none. TablePart if it was stopped.
    """
    material = material.canonical
    making = _Making(material, folder, None, stop or Event(), progress or (lambda name, done: None))
    making.retrograde.values_array[:] = open_table(path_of(folder, material), material).values()
    for start in range(0, making.index.size, CHUNK):
        end = min(making.index.size, start + CHUNK)
        found = making.retrograde.find_error(start, end)
        if found >= 0:
            return found
        making.progress(material.name, end / making.index.size)
        if making.stop.is_set():
            raise TablePart
    return -1


class _Making:
    """One table in the making."""

    def __init__(self, material: Material, folder: Path, memory: int | None, stop: Event, progress: Progress) -> None:
        self.material, self.path, self.stop, self.progress = material, path_of(folder, material), stop, progress
        self.part = self.path.with_suffix(".part")
        rules = compiled_rules(material.genre)
        self.index = PositionIndex(rules, material)
        files = {other: open_table(path_of(folder, other), other)
                 for other in dict.fromkeys(other.canonical for other in material.next)}
        wanted = CELL_BYTES * self.index.size + 2 * sum(file.cells for file in files.values())
        if memory is not None and wanted > memory:
            raise ArgumentError("{} takes {} MB of memory, more than the {} MB allowed", material.name,
                                -(-wanted // 1_000_000), memory // 1_000_000)
        known = {other: (PositionIndex(rules, other), file.values()) for other, file in files.items()}
        self.retrograde = Retrograde(rules, self.index, [(other.signature, *known[other.canonical],
                                                          other.canonical != other) for other in material.next])
        self.begun, self.distance = 0, 0
        self.saved = time.monotonic()

    def run(self) -> None:
        """Make the table and write it; TablePart if it was stopped."""
        if self.part.exists():
            self._load()
        size, retrograde = self.index.size, self.retrograde
        while self.begun < size:
            end = min(size, self.begun + CHUNK)
            retrograde.begin(self.begun, end)
            self.begun = end
            self._pause(end / size)
        while self.distance <= max(retrograde.highest, *retrograde.deferred, -1):
            for start in range(0, size, CHUNK):
                retrograde.take_back(self.distance, start, min(size, start + CHUNK))
                self._pause(1.0 + self.distance)
            retrograde.finish(self.distance)
            self.distance += 1
        if retrograde.strays:
            raise RuntimeError(f"{self.material.name}: {retrograde.strays} moves lead to no position")
        write_table(self.path, self._about(), retrograde.values_array, (retrograde.highest + 1) // 2)
        self.part.unlink(missing_ok=True)

    def _pause(self, done: float) -> None:
        """Say what is done; keep it from time to time, and before an end."""
        self.progress(self.material.name, done)
        stopped = self.stop.is_set()
        if stopped or time.monotonic() - self.saved > SAVED_EVERY:
            self._save()
        if stopped:
            raise TablePart

    def _about(self) -> dict[str, Any]:
        """What the file says of the table, with its results."""
        tally = Tally(self.index)
        for start in range(0, self.index.size, CHUNK):
            tally.add(self.retrograde.values_array, start, min(CHUNK, self.index.size - start))
        white, black = tally.counts[:3], tally.counts[3:]
        return {"genre": self.material.genre.name, "material": self.material.name,
                "rules": rules_digest(self.material.genre),
                "draws_wins_losses": {"white": white, "black": black},
                "longest": [{"turn": turn, "outcome": outcome, "plies": plies, "cell": cell}
                            for turn, outcome, cell, plies in zip(("white", "white", "black", "black"),
                                                                  ("win", "loss", "win", "loss"),
                                                                  tally.longest[::2], tally.longest[1::2], strict=True)
                            if cell >= 0],
                "zugzwangs": dict(zip(("white", "black", "both"), tally.zugzwangs, strict=True))}

    def _save(self) -> None:
        """Write the state of the work."""
        retrograde = self.retrograde
        head = json.dumps({"rules": rules_digest(self.material.genre), "material": self.material.name,
                           "begun": self.begun, "distance": self.distance, "highest": retrograde.highest,
                           "deferred": {str(at): cells for at, cells in retrograde.deferred.items()}})
        replace_file(self.part, [PART_MAGIC, head.encode() + b"\n", retrograde.counters_array,
                                 retrograde.values_array])
        self.saved = time.monotonic()

    def _load(self) -> None:
        """Go on where a run before this one was stopped, unless the file is of other rules, or damaged."""
        retrograde = self.retrograde
        with self.part.open("rb") as file:
            magic, line = file.readline(), file.readline()
            if magic != PART_MAGIC or self.part.stat().st_size != len(magic + line) + CELL_BYTES * self.index.size:
                return
            head = json.loads(line)
            if head["rules"] != rules_digest(self.material.genre) or head["material"] != self.material.name:
                return
            self.begun, self.distance, retrograde.highest = head["begun"], head["distance"], head["highest"]
            retrograde.deferred = {int(at): cells for at, cells in head["deferred"].items()}
            file.readinto(retrograde.counters_array)
            file.readinto(retrograde.values_array.cast("B"))
