"""Checkpoints of searches for one forced mate: what is known of its lengths, and the costliest entries of both tables.

A search that goes on from one need not ask again what was answered, and finds the proofs, refutations and proof numbers
that took longest where it left them. Entries of little effort are not kept: they are soon found again.
"""
from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Sequence
from typing import Any

from feerie.game.position import Position
from feerie.problems.forced_mate import LONGEST_MATE, mate_problem
from feerie.search.transposition import TranspositionTable
from feerie.solving.checkpoint import CheckpointFile, bytes_of, entries_of, identity
from feerie.solving.length_bounds import LengthBounds

__all__ = ["MateCheckpoint", "MateLog", "mate_identity"]

MOST_ENTRIES = 1 << 19
"""Of each table: eight megabytes, before compression."""
FAST = 1
"""The level of compression: keys are random, only the data become shorter."""


def mate_identity(position: Position, moves: int | None, goal: str, play: str, shortest: bool) -> str:
    """A short text that is the same for the same question (see find_mate), and for nothing else."""
    problem = mate_problem(position.without_move_rule(), moves or LONGEST_MATE, goal, play)
    text = json.dumps(["mate", identity(problem), moves, shortest or moves is None])
    return hashlib.sha256(text.encode()).hexdigest()[:len(identity(problem))]


class MateLog:
    """The progress of one search, which `attach` tells where its tables are.

    `refuted`, `found`, `round`: see LengthBounds. `nodes`, `seconds`: positions searched and time spent so far, in
    earlier runs too.
    """

    def __init__(self, file: MateCheckpoint, saved: dict[str, Any] | None = None) -> None:
        saved = saved or {"refuted": 0, "found": None, "round": 0, "nodes": 0, "seconds": 0.0, "tables": ["", ""]}
        self._file = file
        self.refuted: int = saved["refuted"]
        self.found: int | None = saved["found"]
        self.round: int = saved["round"]
        self.nodes: int = saved["nodes"]
        self.seconds: float = saved["seconds"]
        self._saved = [entries_of(zlib.decompress(base64.b64decode(table)) if table else b"")
                       for table in saved["tables"]]
        self._tables: Sequence[TranspositionTable] = ()

    def attach(self, tables: Sequence[TranspositionTable]) -> None:
        """Load the entries that were kept into the tables of a search, and keep those that are there later."""
        for table, entries in zip(tables, self._saved, strict=True):
            table.load(entries)
        self._tables, self._saved = tables, []

    def keep(self, bounds: LengthBounds, nodes: int, seconds: float) -> None:
        """Note how far the search has come, in all runs together."""
        self.refuted, self.found, self.round = bounds.refuted, bounds.found, bounds.round
        self.nodes, self.seconds = nodes, seconds

    def is_due(self) -> bool:
        """Whether the checkpoint should be saved."""
        return self._file.is_due()

    def save_if_due(self) -> None:
        """Save the checkpoint if it is time to."""
        self._file.save_if_due()

    def as_json(self) -> dict[str, Any]:
        """The log as in the file."""
        entries = [table.export_deepest(MOST_ENTRIES) for table in self._tables] or self._saved
        return {"refuted": self.refuted, "found": self.found, "round": self.round, "nodes": self.nodes,
                "seconds": round(self.seconds, 3),
                "tables": [base64.b64encode(zlib.compress(bytes_of(kept), FAST)).decode() for kept in entries]}


class MateCheckpoint(CheckpointFile[MateLog]):
    """The checkpoint of one search; `identities`: one text, that of `mate_identity`."""

    MAX_SAVE_SECONDS = 60.0

    def new_log(self, saved: dict[str, Any] | None = None) -> MateLog:
        """The log of the search, with what was saved of it."""
        return MateLog(self, saved)
