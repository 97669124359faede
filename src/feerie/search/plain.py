"""Stand-ins in Python for the C structures of the search modules, where these run uncompiled; see kernel/plain.py."""
from __future__ import annotations


class Entry:
    """See transposition.pxd."""

    lock = data = 0
