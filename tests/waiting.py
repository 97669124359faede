"""Waiting for what happens, and measuring work, however busy the machine is.

No test may fail because other work keeps the processors busy, so tests know two kinds of limits only:

- they wait for an event, and give up after `PATIENCE`, which is long: that something never comes is what fails;
- where something has to be quick, they measure the processor time that it takes, here or in another process.
"""
from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 300.0
"""Seconds after which what is waited for is taken never to come."""
LINUX = sys.platform == "linux"
"""Whether other processes can be looked into."""


def until(happened: Callable[[], object], what: str = "what is waited for", every: float = 0.02) -> None:
    """Wait until something holds, and look at it so often (seconds); AssertionError if it never does."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, f"{what} does not come"
        time.sleep(every)


# ---------------------------------------------------------------------------------------- other processes

def used(pid: int) -> float:
    """The processor time of a running process, its threads included, in seconds; the time elsewhere than on Linux."""
    return time.clock_gettime((~pid << 3) | 2) if LINUX else time.monotonic()       # as clock_getcpuclockid(3)


def until_used(pid: int, seconds: float) -> None:
    """Wait until a process has used so much processor time from now on, or has ended."""
    enough = used(pid) + seconds
    until(lambda: is_over(pid) or used(pid) >= enough, f"{seconds} s of work")


def until_at_work(pid: int, seconds: float = 0.3) -> None:
    """Wait until a process is loaded, works in a thread of its own, and has done so for some processor time."""
    if LINUX:
        until(lambda: is_over(pid) or len(_states(pid)) > 1, "a thread")
    else:
        time.sleep(2.0)
    until_used(pid, seconds)


def until_idle(pid: int) -> None:
    """Wait until a process itself waits, as it does at a prompt."""
    if not LINUX:
        time.sleep(0.5)
        return
    before = -1.0

    def is_idle() -> bool:
        nonlocal before
        last, before = before, used(pid)
        return before == last and set(_states(pid)) == {"S"}

    until(is_idle, "a time without work")


def is_over(pid: int) -> bool:
    """Whether a process has ended, waited for or not; never where that cannot be seen."""
    return LINUX and set(_states(pid)) <= {"Z", "X"}


def _states(pid: int) -> list[str]:
    """The states of the threads of a process, in the letters of proc(5); none if it has been waited for."""
    try:
        return [(task / "stat").read_text().rpartition(")")[2].split()[0]
                for task in Path(f"/proc/{pid}/task").iterdir()]
    except (FileNotFoundError, ProcessLookupError):
        return []


# -------------------------------------------------------------------------------------- limits of work

@contextmanager
def works_within(seconds: float, pid: int | None = None) -> Iterator[None]:
    """This block takes no more processor time than this: of another process, which goes on, or of this one."""
    def now() -> float:
        return time.process_time() if pid is None else used(pid)

    before = now()
    yield
    taken = now() - before
    assert taken <= seconds, f"{taken:.2f} s of work instead of {seconds} s"


@contextmanager
def ends_within(seconds: float, pid: int) -> Iterator[None]:
    """In this block a process, and no other child, ends and is waited for: it takes no more processor time than this.

    It is measured on Linux only.
    """
    before = used(pid) + _used_by_children() if LINUX else 0.0
    yield
    if LINUX:
        assert not _states(pid), "it has not ended"
        taken = _used_by_children() - before
        assert taken <= seconds, f"{taken:.2f} s of work until it ends instead of {seconds} s"


def _used_by_children() -> float:
    """The processor time of all children that have been waited for."""
    import resource  # not on Windows

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
