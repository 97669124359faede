"""What all tests share: comparisons that do not finish in time are counted, and named at the end of the run."""
from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NoReturn, Protocol

import pytest
from serving import Server

for _name in ("FEERIE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
    os.environ.pop(_name, None)
os.environ["LC_CTYPE"] = "C.UTF-8"      # no test depends on the machine's language; tests of languages set their own

LONGEST_NAME = 100
"""The most characters of an input in the name of a test."""
UNFINISHED = "not finished in time"
"""The key under which a test's report carries the names of such comparisons, also from pytest-xdist processes."""


class Unfinished(Protocol):
    """Skips the test because a comparison took longer than `seconds`."""

    def __call__(self, seconds: float) -> NoReturn: ...


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """Short names for tests with long inputs: a name goes into the environment of programs started by the test, where
    its length is limited.
    """
    if isinstance(val, (str, bytes)) and len(val) > LONGEST_NAME:
        return f"{val[:LONGEST_NAME]!s}..."
    return None


@pytest.fixture
def unfinished(request: pytest.FixtureRequest) -> Unfinished:
    """Count the test as a comparison that was not finished, and skip the rest of it."""
    def skip(seconds: float) -> NoReturn:
        why = f"more than {seconds:g} seconds"
        request.node.user_properties.append((UNFINISHED, why))
        pytest.skip(f"{UNFINISHED}: {why}")

    return skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of a module that do not kill it."""
    with Server(tmp_path_factory.mktemp("data")) as serving:
        yield serving


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The number of comparisons that were not finished, with their names."""
    found = [f"{report.nodeid}: {why}" for reports in terminalreporter.stats.values() for report in reports
             if getattr(report, "when", None) == "call"
             for key, why in report.user_properties if key == UNFINISHED]
    if found:
        terminalreporter.section(f"{len(found)} comparisons {UNFINISHED}")
        for line in sorted(found):
            terminalreporter.write_line(line)
