"""Checkpoints cost little: a search that is killed once and resumed costs at most half as much again in all.

Times are those of the processor, since other processes may run at the same time.
"""
from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE

import feerie
from feerie.base.errors import CheckpointError
from feerie.base.replacing import replace_file
from feerie.problems.problem import Problem
from feerie.solving import checkpoint, line_store
from feerie.solving.checkpoint import Checkpoint, identity
from feerie.solving.help_task import HelpTask
from feerie.solving.line_file import LineFile
from feerie.solving.line_store import LineList, beyond, united
from feerie.solving.solve import solve

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and locks are those of POSIX")

FACTS = json.loads((Path(__file__).parent / "data" / "control.json").read_text(encoding="utf-8"))
KILLS = int(os.environ.get("FEERIE_KILLS", "20"))
"""How often each search is killed."""


def start(fact: dict[str, Any], *options: str) -> subprocess.Popen[bytes]:
    """A process of the command line that solves a problem."""
    environment = {**os.environ, "PYTHONPATH": str(Path(feerie.__file__).parent.parent)}
    command = ["solve", "--genre", fact["genre"], "--fen", fact["fen"], "--stipulation", fact["stipulation"], "--json",
               "--threads", "2", *options]
    return subprocess.Popen([sys.executable, "-m", "feerie", *command], env=environment,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def end(process: subprocess.Popen[bytes]) -> tuple[Any, float]:
    """What a process found, None if it was killed, and its processor time."""
    assert process.stdout and process.stderr
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    process.stderr.close()
    was_killed = process.returncode == -signal.SIGKILL      # perhaps in the middle of its output
    [result] = json.loads(out)["results"] if out and not was_killed else [None]
    changing = ("nodes", "seconds")
    return result and {name: value for name, value in result.items() if name not in changing}, \
        usage.ru_utime + usage.ru_stime


def kill(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Kill a process when it has used `seconds` of processor time, if it ever does."""
    times, per_second = Path(f"/proc/{process.pid}/stat"), os.sysconf("SC_CLK_TCK")
    with suppress(OSError):
        while process.returncode is None:
            fields = times.read_text().rpartition(")")[2].split()
            if fields[0] == "Z":        # it has ended by itself
                break
            if (int(fields[11]) + int(fields[12])) / per_second >= seconds:
                os.kill(process.pid, signal.SIGKILL)
                break
            time.sleep(0.01)


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor times are read from /proc")
@pytest.mark.parametrize("fact", FACTS["resumed"], ids=lambda fact: fact["name"])
def test_a_kill_costs_at_most_half_as_much_again(fact: dict[str, Any], tmp_path: Path) -> None:
    whole, cost = end(start(fact))
    chance, ratios = random.Random(fact["name"]), []
    for number in range(KILLS):
        kept = tmp_path / f"{number}.json"
        process = start(fact, "--resume", str(kept))
        killer = threading.Thread(target=kill, args=[process, chance.uniform(0.05, 0.95) * cost])
        killer.start()
        first, before = end(process)
        killer.join()
        last, after = end(start(fact, "--resume", str(kept)))
        assert last == whole
        ratios.append((before + (0.0 if first else after)) / cost)
        print(f"{fact['name']}: {cost:.1f} s of processor; {before:.1f} + {after:.1f} s: {ratios[-1]:.2f}", flush=True)
    assert max(ratios) <= 1.5, ratios


# --------------------------------------------------------------------------------------------- the file

PROBLEM = Problem("orthodox", "k7/8/1K6/8/8/8/8/6RR", "h#2")
NAMES = [identity(PROBLEM)]


def test_a_second_process_is_told(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    first = Checkpoint(path, NAMES)
    with pytest.raises(CheckpointError, match="another process is using this checkpoint"):
        Checkpoint(path, NAMES)
    first.save()
    with pytest.raises(CheckpointError, match="another process is using this checkpoint"):
        Checkpoint(path, NAMES)
    first.close()
    second = Checkpoint(path, NAMES)
    with pytest.raises(CheckpointError, match="another process"):
        first.save()
    second.close()
    assert [*tmp_path.iterdir()] == [path]


def test_a_symbolic_link_is_followed(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "folder" / "link"
    link.parent.mkdir()
    link.symlink_to(real)
    for _ in range(2):
        assert solve(PROBLEM, checkpoint=link).complete
    assert link.is_symlink() and real.is_file() and not real.is_symlink()
    assert [*link.parent.iterdir()] == [link]


def test_a_save_that_fails_names_the_file_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept"
    file = Checkpoint(path, NAMES)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device") as failure:
        file.save()
    assert failure.value.filename == str(path)
    assert [*tmp_path.iterdir()] == [path] and path.read_bytes() == before
    file.close()


def test_wrong_content_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    wrong: list[dict[str, Any]] = [{"version": "\x1b[2J\n" * 9}, {"format": ["x" * 99]}, {"problems": {}}]
    for changes in wrong:
        document = {"kind": checkpoint.KIND, "format": checkpoint.FORMAT, "version": feerie.__version__,
                    "problems": NAMES, "logs": [{}], **changes}
        path.write_text(json.dumps({**document, "check": checkpoint._check(document)}))
        with pytest.raises(CheckpointError) as failure:
            Checkpoint(path, NAMES)
        assert str(failure.value).isprintable() and len(str(failure.value)) < 120 + len(str(path))


def test_partial_results_do_not_shrink(tmp_path: Path) -> None:
    """A later run that is stopped at once still has the lines that an earlier one had found."""
    problem = Problem("orthodox", "7k/8/8/8/8/8/8/1R4QK", "exact-h~3.5")
    first = solve(problem, checkpoint=tmp_path / "kept", max_nodes=20_000, threads=1)
    again = solve(problem, checkpoint=tmp_path / "kept", max_nodes=1, threads=1)
    assert not first.complete and not again.complete
    assert first.lines and set(again.lines) >= set(first.lines)


# ------------------------------------------------------------------------------------- several jobs, one checkpoint

def test_of_two_that_make_a_checkpoint_one_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens between checking whether the file exists and creating it."""
    path, others = tmp_path / "kept", list[Checkpoint]()

    def be_second(*pieces: Any, **how: Any) -> None:
        monkeypatch.setattr(checkpoint, "replace_file", replace_file)
        others.append(Checkpoint(path, NAMES))
        replace_file(*pieces, **how)

    monkeypatch.setattr(checkpoint, "replace_file", be_second)
    with pytest.raises(CheckpointError, match="another process is using this checkpoint"):
        Checkpoint(path, NAMES)
    others[0].save()
    assert [*tmp_path.iterdir()] == [path]


def test_jobs_that_renew_and_remove_one_checkpoint_do_not_meet(tmp_path: Path) -> None:
    """Each has exclusive use of it while saving, whether it begins with a good file, a damaged one, or none."""
    path, alone = tmp_path / "kept", threading.Lock()
    until, failed, had = time.monotonic() + PATIENCE, list[BaseException](), [0, 0]

    def work(seed: int) -> None:
        chance = random.Random(seed)
        while had[0] < 40 and not failed and time.monotonic() < until:
            try:
                file = Checkpoint(path, NAMES, renew=True)
            except CheckpointError:
                had[1] += 1
                continue
            try:
                assert alone.acquire(blocking=False)
                for _ in range(chance.randint(0, 3)):
                    file.save()
                if chance.random() < 0.3:
                    path.write_text("damaged")      # the same file, which stays locked
                had[0] += 1
                alone.release()
                if chance.random() < 0.5:
                    file.remove()
            except BaseException as error:
                failed.append(error)
            finally:
                file.close()

    threads = [threading.Thread(target=work, args=[seed]) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed and had[0] >= 40 and had[1], (failed, had)


def test_a_checkpoint_in_use_is_not_removed(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    file = Checkpoint(path, NAMES)
    checkpoint.remove_unused(path)
    assert path.exists()
    file.save()
    file.close()
    checkpoint.remove_unused(path)
    assert not [*tmp_path.iterdir()]


def test_a_checkpoint_that_another_process_has_made_anew_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    first = Checkpoint(path, NAMES)
    path.unlink()
    second = Checkpoint(path, NAMES)
    first._next_save = 0.0
    with pytest.raises(CheckpointError, match="another process is using this checkpoint"):
        first.save_if_due()
    second.save()
    second.close()


# ------------------------------------------------------------------------------------------------- many lines

MANY = Problem("orthodox", "6bk/8/8/8/8/8/8/KR6", "exact-h~2")
MORE = Problem("orthodox", "5rbk/8/8/8/8/8/8/KR6", "exact-h~2")


@pytest.fixture
def few_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists of some lines are in files, and jobs are split soon."""
    for name, number in ("CHUNK_LINES", 50), ("FEW_LINES", 20), ("MEMORY_BYTES", 0):
        monkeypatch.setattr(line_store, name, number)
    monkeypatch.setattr(HelpTask, "job_nodes", 200)
    monkeypatch.setattr(checkpoint, "SAVE_SECONDS", 0.0)
    monkeypatch.setattr(checkpoint, "SAVE_SHARE", 1.0)


@pytest.mark.end_to_end
@pytest.mark.usefixtures("few_in_memory")
def test_many_lines_are_kept_beside_the_checkpoint(tmp_path: Path) -> None:
    path, beside = tmp_path / "kept", tmp_path / "kept.lines"
    whole, before = set(solve(MORE, threads=1).lines), set[Any]()
    for number in range(1, 100):
        some = solve(MORE, checkpoint=path, max_nodes=15_000 if number % 3 else 1, threads=1 + number % 2)
        assert before <= set(some.lines) <= whole and len(set(some.lines)) == len(some.lines)
        before = set(some.lines)
        if some.complete:
            break
    assert number > 3 and before == whole
    assert sorted(tmp_path.iterdir()) == [path, beside]
    size = beside.stat().st_size
    again = solve(MORE, checkpoint=path)
    assert set(again.lines) == whole and beside.stat().st_size == size < 3 * sum(4 * len(line) for line in whole)
    assert path.stat().st_size < size


@pytest.mark.usefixtures("few_in_memory")
def test_lines_that_are_damaged_or_missing_are_one_line(tmp_path: Path) -> None:
    path, beside = tmp_path / "kept", tmp_path / "kept.lines"
    assert solve(MANY, checkpoint=path).complete
    good = beside.read_bytes()
    complete = solve(MANY).lines
    beside.write_bytes(good + b"torn")
    assert solve(MANY, checkpoint=path).lines == complete
    for damaged in good[:-1], good[:50] + b"x" + good[51:], b"x" + good[1:], b"":
        beside.write_bytes(damaged)
        with pytest.raises(CheckpointError, match=r"this checkpoint is damaged: .*kept\.lines: ") as failure:
            solve(MANY, checkpoint=path)
        assert str(failure.value).isprintable() and beside.read_bytes() == damaged
    beside.unlink()
    with pytest.raises(CheckpointError, match=r"kept\.lines: the file is missing"):
        solve(MANY, checkpoint=path)


@pytest.mark.usefixtures("few_in_memory")
def test_a_file_of_somebody_else_is_not_touched(tmp_path: Path) -> None:
    path, beside = tmp_path / "kept", tmp_path / "kept.lines"
    beside.write_text("my own lines")
    with pytest.raises(OSError, match="not a file of lines") as failure:
        solve(MANY, checkpoint=path)
    assert failure.value.filename == str(beside) and beside.read_text() == "my own lines"


@pytest.mark.usefixtures("few_in_memory")
def test_lines_that_cannot_be_written_leave_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, beside = tmp_path / "kept", tmp_path / "kept.lines"

    def full(file: LineFile, data: bytes) -> None:
        file._make()
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(LineFile, "_write", full)
        with pytest.raises(OSError, match="No space left on device") as failure:
            solve(MANY, checkpoint=path)
    assert failure.value.filename == str(beside) and [*tmp_path.iterdir()] == [path]
    assert solve(MANY, checkpoint=path).complete


@pytest.mark.parametrize("seed", range(20))
def test_lists_are_united(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_store, "FEW_LINES", 3)
    chance = random.Random(seed)
    every = [(first, second) for first in range(1, 9) for second in range(1, 9)]
    for _ in range(20):
        one = tuple(chance.sample(every, chance.randint(0, 12)))
        other = one[:chance.randint(0, 12)] if chance.random() < 0.5 else tuple(chance.sample(every, 9))
        for first, second in (one, other), (other, one):
            kept = [LineList.with_lines(lines).value() for lines in (first, second)]
            together = list(united(*kept))
            assert len(together) == len(set(together)) and set(together) == {*first, *second}
            assert list(beyond(*kept)) == [line for line in first if line not in second]
