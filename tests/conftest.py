"""What all tests share: comparisons that do not finish in time are counted, and named at the end of the run."""
from __future__ import annotations

import os
from typing import Any, NoReturn, Protocol

import pytest

for _name in ("FEERIE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
    os.environ.pop(_name, None)
os.environ["LC_CTYPE"] = "C.UTF-8"      # no test depends on the machine's language; tests of languages set their own

UNFINISHED = "not finished in time"
"""The key under which a test's report carries the names of such comparisons, also from processes of pytest-xdist."""


class Unfinished(Protocol):
    """Skips the test because a comparison took longer than so many seconds."""

    def __call__(self, seconds: float) -> NoReturn: ...


@pytest.fixture
def unfinished(request: pytest.FixtureRequest) -> Unfinished:
    """Count the test as a comparison that was not finished, and skip the rest of it."""
    def skip(seconds: float) -> NoReturn:
        why = f"more than {seconds:g} seconds"
        request.node.user_properties.append((UNFINISHED, why))
        pytest.skip(f"{UNFINISHED}: {why}")

    return skip


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The number of comparisons that were not finished, with their names."""
    found = [f"{report.nodeid}: {why}" for reports in terminalreporter.stats.values() for report in reports
             if getattr(report, "when", None) == "call"
             for key, why in report.user_properties if key == UNFINISHED]
    if found:
        terminalreporter.section(f"{len(found)} comparisons {UNFINISHED}")
        for line in sorted(found):
            terminalreporter.write_line(line)
