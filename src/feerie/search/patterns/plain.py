"""Stand-ins in Python for the C structures of the pattern modules, where these run uncompiled; see kernel/plain.py."""
from __future__ import annotations


class Pattern:
    """See base.pxd."""

    def __init__(self) -> None:
        self.king, self.jumpers, self.target = 0, 0, [0] * 64


class LivePattern:
    """See base.pxd."""

    def __init__(self) -> None:
        self.pattern, self.slack, self.spare = 0, [0, 0], [0, 0]


class Gain:
    """See base.pxd."""

    call = slack = spare = 0
