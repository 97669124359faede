"""What all tests share: comparisons that do not finish in time are counted, and named at the end of the run."""
from __future__ import annotations

import gc
import os
import signal
import subprocess
import traceback
import warnings
import weakref
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from functools import wraps
from typing import Any, NoReturn, Protocol

import pytest
from serving import Server

for _name in ("FEERIE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
    os.environ.pop(_name, None)
os.environ["FEERIE_TABLES"] = os.devnull        # nor on the tables that are on it, those of the package aside
os.environ["LC_CTYPE"] = "C.UTF-8"      # no test depends on the machine's language; tests of languages set their own

gc.disable()        # until the tests are collected
signal.signal(signal.SIGINT, signal.default_int_handler)    # what runs in the background inherits that it is ignored

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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the cases of a test marked `sample(n)`, n that lie evenly apart are quick; the others are `long`.

    What needs a browser is `end_to_end`.
    """
    samples: dict[str, list[tuple[pytest.Item, int]]] = {}
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("end_to_end")
        mark = item.get_closest_marker("sample")
        if mark and not item.get_closest_marker("long"):
            samples.setdefault(item.nodeid.partition("[")[0], []).append((item, *mark.args))
    for cases in samples.values():
        for number, (item, size) in enumerate(cases):
            if number and number * size // len(cases) == (number - 1) * size // len(cases):
                item.add_marker("long")


def pytest_collection_finish() -> None:
    """The thousands of tests are no garbage: collections of garbage in them and after them need not look at them."""
    gc.enable()
    gc.freeze()


# ------------------------------------------------------------------------------- what a failing test leaves behind

_started: weakref.WeakSet[subprocess.Popen[Any]] = weakref.WeakSet()


def _noting(begin: Callable[..., None]) -> Callable[..., None]:
    @wraps(begin)
    def noted(process: subprocess.Popen[Any], *arguments: Any, **options: Any) -> None:
        begin(process, *arguments, **options)
        _started.add(process)

    return noted


subprocess.Popen.__init__ = _noting(subprocess.Popen.__init__)  # type: ignore[method-assign]


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Kill the processes that a failing test has started: they would keep the processors busy."""
    before = set(_started)
    try:
        return (yield)
    except BaseException:
        for process in set(_started) - before:
            process.kill()
            with suppress(Exception), process:      # closes its pipes
                pass
        raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Free what a failing test has opened as soon as its report is made: otherwise another test is blamed for it."""
    report = yield
    if report.failed and call.excinfo and not item.config.getoption("usepdb"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            traceback.clear_frames(call.excinfo.tb)
            for frame, _ in traceback.walk_tb(call.excinfo.tb):
                len(frame.f_locals)         # until Python 3.13 a copy, which is now brought up to date: emptied
            gc.collect()
    return report


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
