"""How much memory is used: the limits of control groups, and long lists of lines."""
from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import feerie
from feerie import Position, Problem, solve
from feerie.notation import control
from feerie.notation.control import json_pieces, json_text
from feerie.notation.languages import language
from feerie.problems.options import Options
from feerie.problems.soundness import soundness
from feerie.solving import line_store, sorted_lines, table_sizes
from feerie.solving.line_store import Kept, LineList, Spill, joined
from feerie.solving.sorted_lines import TextLines
from feerie.solving.table_sizes import ENTRY_BYTES, MEMORY_SHARE, cgroup_limit, entries_in
from feerie.views import solution_text

# ------------------------------------------------------------------------------------------- control groups

GROUPS = [
    ("2", "0::/\n", {"memory.max": "104857600"}, 100),
    ("2, no limit", "0::/a/b\n", {"memory.max": "max", "a/memory.max": "max"}, None),
    ("2, the least of all above", "0::/a/b\n", {"a/memory.max": "52428800", "a/b/memory.max": "104857600"}, 50),
    ("2, the host's name in a container", "0::/../../docker/x\n", {"memory.max": "104857600"}, 100),
    ("1", "5:cpu,cpuacct:/x\n4:memory:/x\n0::/\n", {"memory/x/memory.limit_in_bytes": "104857600"}, 100),
    ("1, in a container", "4:memory:/docker/x\n", {"memory/memory.limit_in_bytes": "104857600"}, 100),
    ("1, no limit", "4:memory:/\n", {"memory/memory.limit_in_bytes": "9223372036854771712"}, 9223372036854771712 >> 20),
    ("none", "", {}, None),
    ("nonsense", "x\n::\n0:\n0::/\n", {"memory.max": "-5"}, None),
]


@pytest.mark.parametrize(("groups", "files", "megabytes"), [case[1:] for case in GROUPS],
                         ids=[case[0] for case in GROUPS])
def test_limits_of_control_groups(groups: str, files: dict[str, str], megabytes: int | None, tmp_path: Path) -> None:
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/cgroup").write_text(groups, encoding="ascii")
    for name, text in files.items():
        path = tmp_path / "sys/fs/cgroup" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="ascii")
    limit = cgroup_limit(tmp_path)
    assert (limit and limit >> 20) == megabytes


def test_the_table_heeds_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_sizes, "cgroup_limit", lambda: 64 << 20)
    assert entries_in(None) == (64 << 20) // MEMORY_SHARE // ENTRY_BYTES
    monkeypatch.setattr(table_sizes, "cgroup_limit", lambda: 1 << 62)
    assert (16 << 20) // ENTRY_BYTES < entries_in(None) < 1 << 56


# ------------------------------------------------------------------------------------------------- lines

@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all limits so small that every path of the code is taken."""
    monkeypatch.setattr(line_store, "CHUNK_LINES", 7)
    monkeypatch.setattr(line_store, "FEW_LINES", 3)
    monkeypatch.setattr(sorted_lines, "SORTED_LINES", 20)
    monkeypatch.setattr(TextLines, "PIECE", 5)


def lines_at_random(count: int, seed: int) -> list[tuple[int, ...]]:
    rng = random.Random(seed)
    return [tuple(rng.choices(range(1, 9), k=rng.randint(1, 4))) for _ in range(count)]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("most", [0, 100, 1 << 20])
def test_lists_of_lines_are_lists(most: int) -> None:
    """Extended, shortened, joined, written and read, they equal what a list would be."""
    for seed in range(30):
        rng, spill, expected = random.Random(seed), Spill(most), []
        lists = []
        for prefix in (), (1, 2), ():
            mine, lines = LineList(spill, prefix), lines_at_random(rng.randint(0, 60), seed)
            for line in lines:
                mine.append(line)
            keep = rng.randint(0, 60)
            del mine[keep:]
            assert len(mine) == len(lines[:keep])
            expected += [prefix + line for line in lines[:keep]]
            lists.append(mine.value())
        whole = joined(spill, lists)
        assert list(whole) == expected
        assert list(pickle.loads(pickle.dumps(whole))) == expected
        assert isinstance(whole, tuple) == (len(expected) <= 3)
        assert tuple(joined(spill, lists, 10)) == tuple(expected[:10])
        if isinstance(whole, LineList):
            whole = LineList.with_lines(dict.fromkeys(whole))
            words = [str(number) * 2 for number in range(10)]
            wanted = tuple(sorted({tuple(words[move] for move in line) for line in expected}))
            found = TextLines(whole, words.__getitem__)
            assert found[:2] == wanted[:2] and found.first_moves == tuple(sorted({line[0] for line in wanted}))
            assert tuple(found) == wanted and found == wanted and len(found) == len(wanted)
            assert [found[number] for number in range(-len(wanted), len(wanted))] == [*wanted, *wanted]
            for part in slice(3, 9), slice(None, 4), slice(-3, None), slice(None, None, -2), slice(9, 3):
                assert found[part] == wanted[part]
            with pytest.raises(IndexError):
                found[len(wanted)]
            for length in range(7):
                assert found.shorter_than(length) == sum(len(line) < length for line in wanted)


def test_the_first_lines_are_there_before_the_last_are_sorted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_store, "CHUNK_LINES", 100)
    monkeypatch.setattr(sorted_lines, "SORTED_LINES", 500)
    rng = random.Random(7)
    expected = sorted({(first, *rng.choices(range(10, 90), k=3)) for first in range(10, 20) for _ in range(400)})
    lines = LineList(Spill())
    for line in sorted(expected, key=lambda line: (line[0] * 7 % 10, -line[1])):    # each first move in one place
        lines.append(line)
    read: list[Kept] = []
    keep = Spill.read
    monkeypatch.setattr(Spill, "read", lambda spill, kept: (read.append(kept), keep(spill, kept))[1])   # type: ignore
    found = TextLines(lines, str)
    assert found.first_moves == tuple(map(str, range(10, 20))) and len(found) == len(expected) and not read
    assert found.shorter_than(4) == 0 and not read
    assert next(iter(found)) == tuple(map(str, expected[0])) and len(read) <= 6
    assert list(found) == [tuple(map(str, line)) for line in dict.fromkeys(expected)]


@pytest.mark.usefixtures("small")
def test_a_full_disk_costs_memory_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**unused: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    lines = LineList(Spill(0))
    for line in lines_at_random(50, 1):
        lines.append(line)
    assert list(lines) == lines_at_random(50, 1)


@pytest.mark.parametrize(("fen", "stipulation"), [
    ("7k/8/8/8/8/8/Q7/K7", "exact-ser-~3"), ("6bk/8/8/8/8/8/8/KR6", "h~1.5"), ("6bk/8/8/8/8/8/8/KR6", "exact-h~2"),
    ("8/8/8/8/8/1k6/7r/K7", "ser-h=3"), ("8/8/8/8/2K5/8/2p5/k7", "pser-#3")])
def test_solutions_do_not_depend_on_where_lines_are_kept(fen: str, stipulation: str,
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem("orthodox", fen, stipulation)
    expected = tuple(solve(problem, threads=2).lines)
    for name, number in ("CHUNK_LINES", 50), ("FEW_LINES", 0), ("MEMORY_BYTES", 0):
        monkeypatch.setattr(line_store, name, number)
    monkeypatch.setattr(sorted_lines, "SORTED_LINES", 100)
    kept = solve(problem, threads=2)
    assert kept.lines == expected and kept.count == len(expected)
    assert kept.as_json()["lines"] == [list(line) for line in expected]
    assert soundness(kept).tested is soundness(solve(problem)).tested
    limited = solve(problem, threads=2, max_solutions=30)
    assert len(limited.lines) == min(30, len(expected)) and set(limited.lines) <= set(expected)


# ------------------------------------------------------------------------------------------------ output

@pytest.mark.parametrize(("genre", "fen", "stipulation"), [
    ("orthodox", "6bk/8/8/8/8/8/8/KR6", "h~1.5"), ("orthodox", "7k/8/8/8/8/8/P6P/R3K2R", "exact-h~1.5"),
    ("orthodox", "8/8/8/8/8/k7/7r/2K4R", "ser-h=3"), ("orthodox", "8/8/8/8/8/1K6/7Q/k7", "pser-#3"),
    ("orthodox", "k7/8/1K6/8/8/8/8/6QR", "phser-+2"), ("orthodox", "8/8/8/8/1p6/2k5/P6r/K7", "exact-ser-~2"),
    ("roque", "3k4/8/8/8/8/8/4P3/R3K2R", "exact-h~1.5"),
    ("platzwechselrochade", "8/8/8/3k4/8/8/3N4/3K2B1", "exact-h~1.5"), ("orthodox", "8/8/8/8/8/k1K5/7R/8", "h#1.5"),
    ("orthodox", "7k/5K2/8/8/8/8/6Q1/8", "h+1.5")])
def test_lines_are_written_as_each_would_be_alone(genre: str, fen: str, stipulation: str) -> None:
    """Lines that have moves in common share their text."""
    solution = solve(Problem(genre, fen, stipulation, options=Options(set_play=True)))
    for words in "en", language("fr").with_book_signs():
        alone = [text for line in solution.lines
                 for text in solution_text.lines(replace(solution, lines=(line,), set_lines=()), words)]
        assert alone and list(solution_text.lines(replace(solution, set_lines=()), words)) == alone
        alone = [text for line in solution.set_lines
                 for text in solution_text.lines(replace(solution, lines=(line,), set_lines=()), words)]
        assert len(alone) == len(solution.set_lines)


class Computed(Sequence[Any]):
    """A sequence that json does not know."""

    def __init__(self, *values: object) -> None:
        self.values = values

    def __len__(self) -> int:
        raise AssertionError("the number is not needed")

    def __getitem__(self, index: Any) -> Any:
        return self.values[index]

    def __iter__(self) -> Iterator[object]:
        return iter(self.values)


@pytest.mark.parametrize("batch", [1, 2, 3, 100])
def test_json_in_pieces_is_the_same_text(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "BATCH", batch)
    lines = [["e2e4", "\x1b[é"], [], [1, None, {"a": 2.5}]]
    plain = {"lines": lines, "none": [], "é": "\x9b\u2028", "deep": [{"x": lines, "later": {"y": lines[:1]}}]}
    streamed = {"lines": Computed(*lines), "none": Computed(), "é": "\x9b\u2028",
                "deep": [{"x": Computed(*lines), "later": lambda: {"y": Computed(*lines[:1])}}]}
    for ensure_ascii in True, False:
        text = json_text(plain, ensure_ascii=ensure_ascii)
        assert "".join(json_pieces(streamed, ensure_ascii=ensure_ascii)) == text
        assert "".join(json_pieces(plain, ensure_ascii=ensure_ascii)) == text
    with pytest.raises(TypeError):
        list(json_pieces({"a": {1, 2}}))


TEN_MILLION = ["--genre", "orthodox", "--no-board", "--stipulation", "exact-h~2.5", "--fen", "1rb3bk/8/8/8/8/8/8/1R4QK"]


SIGNS = {"text": b"  1.", "--json": b'["', "--json-lines": b'"moves": ['}
"""What occurs exactly once in each line of an output."""


def counted(output: str, *options: str) -> tuple[int, int, int]:
    """Solve in a process of its own: how many lines it printed, counted as they came, its memory in KB, its status."""
    code = "import sys, resource, atexit\nfrom feerie.__main__ import main\natexit.register(lambda: print(" \
        "resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr))\nmain()"
    environment = {**os.environ, "PYTHONPATH": str(Path(feerie.__file__).parent.parent)}
    command = [sys.executable, "-c", code, "solve", *TEN_MILLION, *([] if output == "text" else [output]), *options]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        sign, found, rest = SIGNS[output], 0, b""
        while data := process.stdout.read(1 << 20):
            data = rest + data
            found += data.count(sign)
            rest = data[-len(sign) + 1:]
        kilobytes = int(process.stderr.read())
    return found, kilobytes, process.returncode


def count_of_all() -> int:
    """The number of solutions."""
    count = Position("orthodox", f"{TEN_MILLION[-1]} w - - 0 1").perft(5)
    assert count > 10 ** 7
    return count


@pytest.mark.long
@pytest.mark.parametrize("output", SIGNS)
def test_ten_million_solutions_take_less_than_a_gigabyte(output: str) -> None:
    pytest.importorskip("resource")
    found, kilobytes, status = counted(output)
    assert found >= count_of_all() and status == 0 and kilobytes < 1_000_000


@pytest.mark.long
@pytest.mark.parametrize("output", SIGNS)
def test_ten_million_solutions_go_through_a_checkpoint(output: str, tmp_path: Path) -> None:
    """Stopped twice on the way, then to the end, and once more from what is finished."""
    pytest.importorskip("resource")
    before = 0
    for nodes in 3_000_000, 4_000_000, None, None:
        limit = [] if nodes is None else ["--max-nodes", str(nodes)]
        found, kilobytes, status = counted(output, "--resume", str(tmp_path / "kept"), *limit)
        print(output, limit, found, kilobytes, status, sum(file.stat().st_size for file in tmp_path.iterdir()))
        assert kilobytes < 1_000_000 and found >= before and status == (0 if nodes is None else 1)
        before = found
    assert before >= count_of_all()
