# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Outcomes of tables for searches, which ask without the interpreter's lock: all are in memory, two bits each."""
from __future__ import annotations

from collections.abc import Sequence

import cython

from feerie.tables.indexing import PositionIndex

if not cython.compiled:
    from feerie.kernel.compiled_rules import u8_view
    from feerie.kernel.plain import popcount
    from feerie.kernel.tables import NONE
    from feerie.tables.indexing import index_of
    from feerie.tables.retrograde import signature_of
    from feerie.tables.table_structs import Probed
    PROBED, NO_TABLE = 512, -1


class Prober:
    """Knows the outcomes of some tables: for each material its signature, the index of its table, the outcomes, and
    whether sides are exchanged in it. There may be PROBED of them.
    """

    def __init__(self, tables: Sequence[tuple[int, PositionIndex, bytearray, bool]]) -> None:
        self.references, self.count, self.men = list(tables), 0, 0
        if not cython.compiled:
            self.tables = [Probed() for _ in range(PROBED)]
        for signature, index, outcomes, exchanged in tables:
            self._add(signature, index, outcomes, exchanged)

    def _add(self, signature: int, index: PositionIndex, outcomes: bytearray, exchanged: bool) -> None:
        if cython.compiled:
            self.tables[self.count].scheme = cython.address(index.scheme)
        else:
            self.tables[self.count].scheme = index.scheme
        self.tables[self.count].outcomes = u8_view(outcomes, 0)
        self.tables[self.count].signature, self.tables[self.count].exchanged = signature, exchanged
        self.men = max(self.men, index.material.men)
        self.count += 1

    def outcome_at(self, frames: object, p: int) -> int:
        """DRAW, WIN or LOSS for the side to move at p, by the numbers of table_file.py; NO_TABLE if no table knows."""
        if popcount(frames[p].sides[0] | frames[p].sides[1]) > self.men or frames[p].ep_square != NONE:
            return NO_TABLE
        signature = signature_of(frames, p)
        for i in range(self.count):
            if self.tables[i].signature == signature:
                cell = index_of(self.tables[i].scheme, frames, p, self.tables[i].exchanged)
                return NO_TABLE if cell < 0 else self.tables[i].outcomes[cell >> 2] >> 2 * (cell & 3) & 3
        return NO_TABLE
