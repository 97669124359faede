"""Waiting for other processes by what they have done, not by the clock: other work may keep the processors busy."""
from __future__ import annotations

import sys
import time

PATIENCE = 120.0


def until_used(pid: int, seconds: float) -> None:
    """Wait until a process, its threads included, has used `seconds` of processor time."""
    if sys.platform != "linux":
        time.sleep(2 * seconds)
        return
    clock = (~pid << 3) | 2     # the one that clock_getcpuclockid(3) gives
    end = time.monotonic() + PATIENCE
    while time.clock_gettime(clock) < seconds and time.monotonic() < end:
        time.sleep(0.02)
