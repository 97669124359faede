"""A search that is stopped, in whatever way, ends soon and prints what it has found."""
from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import PATIENCE, ends_within, until_at_work, until_used, works_within

import feerie
from feerie.apps.solving.run import MOST_AFTER_STOP

resource = pytest.importorskip("resource")       # not on every system

pytestmark = [pytest.mark.end_to_end, pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX does")]

MANY = ["--genre", "orthodox", "--fen", "7k/8/8/8/8/8/8/1R4QK", "--no-board"]


def start(*arguments: str) -> subprocess.Popen[str]:
    """A process of the command line; Ctrl-C reaches it even if its parent ignores that."""
    environment = {**os.environ, "PYTHONPATH": str(Path(feerie.__file__).parent.parent)}
    code = "import signal, sys\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n" \
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)\nfrom feerie.__main__ import main\nmain()"
    return subprocess.Popen([sys.executable, "-c", code, *arguments], env=environment, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_every_signal_stops_the_search(how: str) -> None:
    process = start("solve", *MANY[:3], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "--stipulation", "#9")
    assert process.stdout
    process.stdout.readline()       # the board: the search begins
    until_at_work(process.pid)
    process.send_signal(getattr(signal, how))
    out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1 and "partial" in out and not errors


POLLING = """
import signal
from feerie import Problem
from feerie.solving.solve import task_for
from feerie.solving.worker_pool import ThreadPool
problem = Problem("orthodox", "7k/8/5K2/8/8/8/8/6R1", "#2")
signal.signal(signal.SIGALRM, lambda *_: None)
with ThreadPool(task_for(problem, 0), 1, 1 << 10) as pool:
    for number in range(400):
        signal.setitimer(signal.ITIMER_REAL, 0.0047 + number * 1e-6)
        assert pool.next_report(0.005) is None
"""
"""Waits for reports, each with a signal that comes at about the time the wait is over."""


def test_a_signal_at_the_end_of_a_wait() -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(feerie.__file__).parent.parent)}
    subprocess.run([sys.executable, "-c", POLLING], env=environment, timeout=PATIENCE, check=True)


def test_a_stop_while_lines_are_printed() -> None:
    """The search is over, so this stop cuts the text: it ends at a whole line, and says that it is partial."""
    process = start("solve", *MANY, "--stipulation", "exact-h~2.5")
    assert process.stdout
    for _ in range(10):
        process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1 and not errors
    assert "partial" in out.rstrip().splitlines()[-1], out[-300:]


MILLIONS = ["--genre", "orthodox", "--fen", "1r4qk/8/8/8/8/8/8/1R4QK", "--no-board", "--stipulation", "exact-h~2.5"]
"""Some hundred thousand lines a second are found; to print all takes minutes."""
SOON = 5.0
"""Seconds of processor time; it usually takes less than one."""


@pytest.mark.sample(2)
@pytest.mark.parametrize("how", ["SIGTERM", "SIGHUP", "SIGINT"])
@pytest.mark.parametrize("output", [(), ("--json",)], ids=["text", "JSON"])
def test_a_stop_with_many_lines_counts_them(how: str, output: tuple[str, ...]) -> None:
    """In haste no line is printed, after Ctrl-C some thousands; the search has found many more, and it is said."""
    process = start("solve", *MILLIONS, *output, "--threads", "1")
    until_used(process.pid, 2.0)
    spent = processor_time(process.pid)
    process.send_signal(getattr(signal, how))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out, errors = process.communicate(timeout=60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert process.returncode == 1 and not errors
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime - spent < 2
    if output:
        [result] = json.loads(out)["results"]
        printed, left = len(result["lines"]), result["left_out"]
        assert result["soundness"]["solutions"] == printed + left
    else:
        printed = sum(line.startswith("  ") for line in out.splitlines())
        left = int(re.findall(r"(\d+) of them not printed", out)[0])
        assert ("--json-lines" in out) == (how == "SIGINT")
    assert printed <= MOST_AFTER_STOP and (printed > 9000) == (how == "SIGINT") and left > 20_000


def processor_time(pid: int) -> float:
    """The seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_limit_of_time_covers_printing() -> None:
    """All is found in less time than it takes to print it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out, errors = start("solve", *MILLIONS, "--time", "1", "--threads", "1").communicate(timeout=60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert "of them not printed" in out and not errors
    assert after.ru_utime - before.ru_utime < 4


@pytest.mark.parametrize("output", [(), ("--json-lines",)], ids=["text", "JSON lines"])
def test_what_was_found_is_printed_soon_and_a_second_stop_ends_it(output: tuple[str, ...]) -> None:
    process = start("solve", *MILLIONS, *output)
    assert process.stdout
    process.stdout.readline()       # the stipulation, or the first line: the search has begun
    if not output:
        until_used(process.pid, 0.5)        # and found something; JSON lines are printed as they are found
    with works_within(SOON, process.pid):
        process.send_signal(signal.SIGINT)
        assert len(process.stdout.read(10_000)) == 10_000
    with ends_within(SOON, process.pid):
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode in (1, -signal.SIGTERM) and errors.strip() in ("", "error: interrupted")


def test_a_limit_is_kept_and_json_is_streamed() -> None:
    """The document begins long before all lines are sorted and written; then a stop ends it at once."""
    process = start("solve", *MILLIONS, "--json", "--time", "0.4")
    assert process.stdout and json.loads(process.stdout.read(10_000).split('"lines": ')[1].split("]")[0] + "]]")
    with ends_within(SOON, process.pid):
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
    assert process.returncode in (1, -signal.SIGTERM)


def test_ctrl_c_while_the_program_is_loaded_is_quiet() -> None:
    code = "import builtins, sys\nload = builtins.__import__\n" \
        "def stopped(name, *rest, **more):\n    if name == 'feerie.apps.cli':\n        raise KeyboardInterrupt\n" \
        "    return load(name, *rest, **more)\nbuiltins.__import__ = stopped\nfrom feerie.__main__ import main\nmain()"
    environment = {**os.environ, "PYTHONPATH": str(Path(feerie.__file__).parent.parent)}
    process = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert process.returncode == 1 and process.stderr == "error: interrupted\n"


def test_lines_are_handed_over_as_they_are_found() -> None:
    """The first lines come long before the search is over; in the end all of them have come, each once."""
    process = start("solve", *MANY, "--stipulation", "exact-h~2", "--json-lines", "--threads", "2")
    out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0 and not errors
    *found, problem, result, last = map(json.loads, out.splitlines())
    lines = [tuple(line["moves"]) for line in found]
    assert problem["problem"]["problem"]["stipulation"] == "exact-h~2" and last == {"complete": True} and \
        sorted(lines) == [tuple(line) for line in result["result"]["lines"]]
    endless = start("solve", *MANY, "--stipulation", "exact-h~5", "--json-lines")
    assert endless.stdout and json.loads(endless.stdout.readline())["moves"]
    endless.kill()
    endless.communicate()
