"""The shared transposition table of a group of workers: it starts small and grows with use."""
from __future__ import annotations

import os
from collections.abc import Iterator

from feerie.search.transposition import DEFAULT_ENTRIES, TranspositionTable, entries_for

__all__ = ["GrowingTable", "cgroup_limit", "entries_in"]

ENTRY_BYTES = 16
MEMORY_SHARE = 4
"""By default a table takes one part in so many of the memory."""


def entries_in(megabytes: int | None) -> int:
    """The number of table entries that fit in so many megabytes; None: in a quarter of the memory.

    That is the machine's memory or, if it is less, the limit of the process's control group (container, service).
    """
    if megabytes is not None:
        return max(1, megabytes * (1 << 20) // ENTRY_BYTES)
    limit = cgroup_limit()
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):       # not every system says how much memory there is
        memory = limit or DEFAULT_ENTRIES * ENTRY_BYTES * MEMORY_SHARE
    return max(1, min(memory, limit or memory) // MEMORY_SHARE // ENTRY_BYTES)


def cgroup_limit(root: str | os.PathLike[str] = "/") -> int | None:
    """The memory limit in bytes of this process's Linux control group and those above it; None if there is none.

    `root`: where proc and sys are found. Both versions of control groups are understood (man 7 cgroups). In a container
    the group's name may be that of the host; then the group that is mounted is meant.
    """
    try:
        with open(os.path.join(root, "proc/self/cgroup"), encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:
        return None
    limits: list[int] = []
    for line in lines:
        number, _, rest = line.partition(":")
        controllers, _, name = rest.partition(":")
        if number == "0" and not controllers:
            limits += _limits(os.path.join(root, "sys/fs/cgroup"), name, "memory.max")
        elif "memory" in controllers.split(","):
            limits += _limits(os.path.join(root, "sys/fs/cgroup/memory"), name, "memory.limit_in_bytes")
    return min(limits, default=None)


def _limits(mount: str, name: str, file: str) -> Iterator[int]:
    """The limits of the control group of this name and of all above it."""
    names = [part for part in name.split("/") if part not in ("", ".")]
    for depth in range(len(names), -1, -1):
        try:
            with open(os.path.join(mount, *names[:depth], file), encoding="ascii") as opened:
                text = opened.read().strip()
        except (OSError, ValueError):
            continue
        if text.isdigit() and int(text) > 0:        # "max": no limit
            yield int(text)


class GrowingTable:
    """A transposition table that is replaced by a larger one when the search fills it.

    Initializing and touching a large table costs time, which short searches should not pay. `plies`: of the problem;
    `most`: entries that old and new table may have together while one is copied to the other.
    """

    FIRST = 1 << 17
    """Entries at the beginning: two megabytes."""
    NODES_PER_ENTRY = 4
    """The table is too small when more than this many positions per entry were played."""
    FACTORS = (4, 2)
    """The next table is larger by the first of these factors for which there is room."""
    LOADED_NODES_PER_ENTRY = 16
    """Entries of an earlier run count as so many positions: they are the costly ones among many more."""
    JOB_NODES_PER_ENTRY = 12
    """A job that plays more positions per entry than this is worth beginning again with a larger table."""

    def __init__(self, plies: int, most: int) -> None:
        self.table = TranspositionTable(entries_for(plies, min(most, self.FIRST)))
        self._largest, self._most = entries_for(plies, most), most

    def job_nodes(self) -> int | None:
        """Positions after which a job should be begun again with a larger table; None if there can be none."""
        return self.JOB_NODES_PER_ENTRY * self.table.entries if self._next_size() else None

    def grow(self, nodes: int) -> bool:
        """Replace the table by a larger copy if it is too small after `nodes` positions; returns whether it was."""
        if nodes <= self.NODES_PER_ENTRY * self.table.entries or not self._next_size():
            return False
        try:
            table = TranspositionTable(self._next_size())
        except MemoryError:
            self._most = 0
            return False
        table.copy_from(self.table)
        self.table = table
        return True

    def load(self, entries: list[tuple[int, int]]) -> None:
        """Add entries of another table; first makes the table as large as they need."""
        while self.grow(self.LOADED_NODES_PER_ENTRY * len(entries)):
            pass
        self.table.load(entries)

    def _next_size(self) -> int:
        """The number of entries of the next table, 0 if there is no room for one."""
        sizes = (factor * self.table.entries for factor in self.FACTORS)
        return next((entries for entries in sizes
                     if entries <= self._largest and entries + self.table.entries <= self._most), 0)
