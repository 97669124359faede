"""How large transposition tables are: initially, and at most, given the memory there is."""
from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache

from feerie.search.transposition import DEFAULT_ENTRIES, TranspositionTable, entries_for

__all__ = ["cgroup_limit", "entries_in", "table_of"]

ENTRY_BYTES = 16
FIRST_ENTRIES = 1 << 13
"""Entries at the beginning: 128 kilobytes."""
MOST_MEGABYTES = 1 << 30
"""More make no difference."""
MEMORY_SHARE = 4
"""By default a table takes one part in this many of the memory."""


def entries_in(megabytes: int | None) -> int:
    """The number of table entries that fit in the given megabytes; None: in a quarter of the memory.

    That is the machine's memory or, if it is less, the limit of the process's control group (container, service).
    """
    if megabytes is not None:
        return max(1, min(int(megabytes), MOST_MEGABYTES) * (1 << 20) // ENTRY_BYTES)
    limit = cgroup_limit()
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):       # not every system says how much memory there is
        memory = limit or DEFAULT_ENTRIES * ENTRY_BYTES * MEMORY_SHARE
    return max(1, min(memory, limit or memory) // MEMORY_SHARE // ENTRY_BYTES)


@cache
def cgroup_limit(root: str | os.PathLike[str] = "/") -> int | None:
    """The memory limit in bytes of this process's Linux control group and those above it; None if there is none.

    `root`: where proc and sys are found. Both versions of control groups are understood (man 7 cgroups). In a container
    the group's name may be that of the host; then the group that is mounted is meant. The answer is cached, because
    reading the files takes a tenth of the time of a small problem.
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


def table_of(plies: int, most: int, first: int | None = None) -> TranspositionTable:
    """A table for a problem of `plies` plies, with at most `first` entries at the beginning and at most `most` later.

    `first`: FIRST_ENTRIES if not given. It is small at first, because short searches should not pay for touching much
    memory.
    """
    return TranspositionTable(entries_for(plies, min(most, first or FIRST_ENTRIES)), entries_for(plies, most), most)
