"""What must not go unreported: doubtful problems, control characters, full disks, stopped counts, empty documents."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from waiting import PATIENCE, until_at_work

import feerie
from feerie import Problem, solve
from feerie.apps.cli import main
from feerie.base.errors import ProblemError
from feerie.base.replacing import replace_file
from feerie.formats import files, yacpdb
from feerie.formats.position_list import is_position
from feerie.notation.control import json_text, printable
from feerie.problems.options import Options
from feerie.problems.soundness import soundness
from feerie.views import images

GOOD = '{"white": ["Kb6", "Rh1"], "black": ["Ka8"]}'
PIECES = "Pieces White Kb6 Rh1 Black Ka8\nStipulation #1"
ENTRY = f'stipulation: "#1"\nalgebraic: {GOOD}\n'
POSIX = pytest.mark.skipif(os.name == "nt", reason="signals and devices are those of POSIX")


def run(*arguments: str, stdin: str = "") -> Any:
    """The result of a command."""
    result = CliRunner().invoke(main, list(arguments), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def process(*arguments: str, **how: Any) -> subprocess.Popen[str]:
    """A command in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(Path(feerie.__file__).parent.parent)}
    return subprocess.Popen([sys.executable, "-m", "feerie", *arguments], env=environment, text=True, **how)


# ------------------------------------------------------------------------------------------------ problems

@pytest.mark.parametrize(("extra", "warning"), [
    ("", ""), ("optionz: [Duplex]\n", "line 3: the field 'optionz' is unknown and was ignored (did you mean options?)"),
    ("keywords: [Phoenix]\nreprints: []\n", ""), ("source: {name: S, options: [Circe]}\n",
     "line 3: the field 'options' is unknown and was ignored")])
def test_a_field_that_is_not_understood_is_named_and_denies_the_certificate(extra: str, warning: str) -> None:
    result = run("solve", "-", "--json", stdin=ENTRY + extra)
    (found,) = json.loads(result.stdout)["results"]
    assert result.exit_code == 0 and found["warnings"] == ([warning] if warning else [])
    assert result.stderr == (f"warning: -: {warning}\n" if warning else "")
    assert (found["soundness"]["certificate"] is None) == bool(warning)
    printed = run("solve", "-", stdin=ENTRY + extra).stdout
    assert ("C+" in printed) != bool(warning) and warning in printed


def test_a_missing_king_is_named_where_it_is_needed() -> None:
    def warnings(fen: str, stipulation: str, genre: str = "orthodox", **options: Any) -> tuple[str, ...]:
        return Problem(genre, fen, stipulation, options=Options(**options)).warnings

    lone, pawns = "8/8/8/8/8/8/8/K6R", "8/8/8/8/8/8/p7/7R"
    assert warnings(lone, "#1") == ("Black has no king, and #1 needs one",)
    assert warnings(lone, "h+2") and warnings(lone, "ser-##3") and warnings(lone, "reci-h#2")
    assert not warnings(lone, "#1", no_black_king=True) and not warnings(lone, "h=2") and not warnings(lone, "s#2")
    assert warnings(lone, "h#2", half_duplex=True) == () and warnings(lone, "s#2", half_duplex=True)
    with pytest.raises(ProblemError, match="White has no king in the diagram, and 1 king at the start"):
        warnings(pawns, "dia4")
    assert not warnings("????????/8/8/8/8/5N2/8/7+", "dia1.5"), "kings may stand on unknown squares"
    assert warnings(pawns, "#2") and not warnings(pawns, "#2", "rex-multiplex")
    solution = solve(Problem("orthodox", lone, "#1"))
    assert soundness(solution).certificate is None and "C+" not in feerie.html(solution)
    doubtful = Problem("orthodox", "k7/8/1K6/8/8/8/8/7R", "#1", unread=["what is this?"])
    assert doubtful == Problem("orthodox", "k7/8/1K6/8/8/8/8/7R", "#1") and doubtful.warnings == ("what is this?",)
    assert "C+" not in feerie.html(solve(doubtful)) and solve(doubtful).as_json()["warnings"] == ["what is this?"]


def test_a_failing_twin_does_not_lose_the_later_ones(tmp_path: Path) -> None:
    text = ENTRY + "twins: {b: Move a1 a2, c: Move h1 g1, d: Castle, e: Add white Qd1, f: Continued Remove a8}\n"
    page = tmp_path / "page.html"
    (tmp_path / "twins.yaml").write_text(text)
    result = run("solve", str(tmp_path / "twins.yaml"), "--json", "-o", str(page))
    found = json.loads(result.stdout)["results"]
    assert result.exit_code == 2 and [(part["label"], "error" in part) for part in found] == [
        ("a", False), ("b", True), ("c", False), ("d", True), ("e", False), ("f", False)]
    assert "line 3: d) 'Castle' is not a change that a twin can make" in found[3]["error"]
    assert result.stderr.splitlines()[0] == f"error: {tmp_path / 'twins.yaml'}: line 1: b) twin: a1 is empty"
    assert "f) Black has no king" in result.stderr and "a1 is empty" in page.read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------------- terminals

ESCAPE = "\x1b]0;title\x07\x1b[2J\x9b31m\u202e"


def test_escape_sequences_do_not_reach_the_terminal(tmp_path: Path) -> None:
    assert printable("a\tb\nc" + ESCAPE) == "a\tb\nc\\x1b]0;title\\x07\\x1b[2J\\x9b31m\\u202e"
    assert json.loads(json_text([ESCAPE, "é"])) == [ESCAPE, "é"] and "é" in json_text("é")
    pop = tmp_path / "a.pop"
    pop.write_text(f"BeginProblem\nAuthor A{ESCAPE}\nTitle T{ESCAPE}\nRemark {ESCAPE}\nPieces White Kb6 Rh1 Black Ka8\n"
                   f"Stipulation #1\nTwin {ESCAPE}\nNextProblem\n{ESCAPE}\nEndProblem\n", encoding="utf-8")
    (tmp_path / "a.yaml").write_text(ENTRY + r'authors: ["\e[2J"]' + '\n"\\e[2J": x\n')
    for path in (pop, tmp_path / "a.yaml"):
        for more in ([], ["--json"], ["--format", "html"], ["--format", "tex"], ["--format", "txt"]):
            result = run("solve", str(path), *more)
            assert not set("\x1b\x07\x9b\u202e") & set(result.stdout + result.stderr), more
    for arguments in (["moves", "orthodox", ESCAPE], ["why", "orthodox", "-", ESCAPE], ["solve", f"no{ESCAPE}"],
                      ["moves", ESCAPE], ["draw", "orthodox", "--caption", ESCAPE], [ESCAPE], ["solve", ESCAPE],
                      ["draw", "orthodox", "--mark", f"e4:{ESCAPE}"], ["play", "orthodox", "--genre", ESCAPE]):
        result = run(*arguments)
        assert not set("\x1b\x07\x9b\u202e") & set(result.stdout + result.stderr), arguments


@POSIX
@pytest.mark.parametrize("command", ["convert --to popeye", "convert --to pgn", "solve --format csv"])
def test_a_document_on_a_terminal_does_not_command_it(command: str, tmp_path: Path) -> None:
    import pty

    (tmp_path / "a.pop").write_text(f"BeginProblem\nAuthor \x1b]0;x\x07\n{PIECES}\nEndProblem\n")
    terminal, end = pty.openpty()
    assert process(*command.split(), str(tmp_path / "a.pop"), stdout=end, stderr=subprocess.DEVNULL).wait(PATIENCE) == 0
    os.close(end)
    with open(terminal, "rb", buffering=0) as printed:
        shown = printed.read(100_000) or b""
    assert b"\\x1b]0;x\\x07" in shown and b"\x1b" not in shown and b"\\x0d" not in shown
    piped = process(*command.split(), str(tmp_path / "a.pop"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert "\x1b]0;x\x07" in piped.communicate(timeout=PATIENCE)[0]


@POSIX
@pytest.mark.parametrize("arguments", [["moves", "orthodox", "x"], ["solve", "no.pop"], ["bogus"], ["solve", "--bogus"],
                                       ["draw", "orthodox", "-o", "/no/such/folder/a.svg"], ["verify", "no.json"]])
def test_bad_input_is_told_by_the_status_where_nothing_can_be_written(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        assert process(*arguments, stderr=full, stdout=subprocess.DEVNULL).wait(PATIENCE) == 2
        assert process(*arguments, stderr=full, stdout=full).wait(PATIENCE) == 2


@POSIX
def test_a_stopped_count_is_marked() -> None:
    for more in ([], ["--json"]):
        counting = process("perft", "orthodox", "12", "--divide", *more, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        until_at_work(counting.pid)
        counting.send_signal(signal.SIGINT)
        printed, _ = counting.communicate(timeout=PATIENCE)
        assert counting.returncode == 1
        if more:
            assert json.loads(printed)["complete"] is False and len(json.loads(printed)["divide"]) < 20
        else:
            assert "partial: stopped in first move " in printed.splitlines()[-1] and " of 20" in printed


# -------------------------------------------------------------------------------------------------- documents

@pytest.mark.parametrize("results", [[], [{"file": "a.pop", "error": "no such file"}]])
def test_a_document_without_claims_is_not_confirmed(results: list[Any]) -> None:
    text = json.dumps({"results": results})
    found = run("verify", "-", stdin=text)
    assert found.exit_code == 1 and "Confirmed" not in found.stdout and "Nothing to check" in found.stdout
    document = json.loads(run("verify", "-", "--json", stdin=text).stdout)
    assert (document["verdict"], document["complete"]) == ("partly", False)


def test_files_are_replaced_when_the_new_one_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> Any:
        yield b"half"
        raise OSError(28, "No space left on device")

    old, link = tmp_path / "old.svg", tmp_path / "link.svg"
    old.write_text("precious")
    link.symlink_to(old)
    with pytest.raises(OSError, match=r"No space left on device: .*link\.svg"):
        replace_file(link, full())
    assert old.read_text() == "precious" and sorted(path.name for path in tmp_path.iterdir()) == ["link.svg", "old.svg"]
    replace_file(link, [b"new"])
    assert link.is_symlink() and old.read_text() == "new"

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    old.write_text("precious")
    monkeypatch.setattr(images, "replace_file", broken)
    assert run("draw", "orthodox", "-o", str(old)).exit_code == 2 and old.read_text() == "precious"


@pytest.mark.parametrize("command", ["solve", "convert --to yacpdb", "sheet -o a.tex", "draw -o a.svg"])
def test_of_very_many_faults_the_first_are_told(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.fen").write_text("8/8/8/8/8/8/8/9\n" * 130)
    result = run(*command.split(), "bad.fen")
    errors = [line for line in result.stderr.splitlines() if line.startswith("error: bad.fen: ")]
    assert result.exit_code == 2 and len(errors) == 100 and "note: errors that are not shown: 30\n" in result.stderr


@pytest.mark.parametrize("arguments", [
    ["--journal", "kept", "-o", "kept", "--format", "json"], ["--resume", "./kept", "-o", "kept", "--format", "json"],
    ["--resume", "kept", "-o", "kept.lines", "--format", "json"], ["--resume", "kept", "--journal", "./kept"]])
def test_what_is_kept_is_not_overwritten(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("solve", "-", *arguments, stdin=ENTRY)
    assert result.exit_code == 2 and "is named twice" in result.stderr and not [*tmp_path.iterdir()]


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="needs symbolic links")
@pytest.mark.parametrize("command", ["solve", "convert --to fen", "sheet -o a.tex", "verify"])
def test_a_link_that_leads_to_itself_is_one_line(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    result = run(*command.split(), "loop")
    assert result.exit_code == 2 and result.stderr.startswith("error: loop: ")


@POSIX
@pytest.mark.parametrize("arguments", [
    ["solve", "-", "--journal", "kept"], ["match", "random", "random", "--genre", "orthodox", "--resume", "kept"],
    ["match", "random", "random", "--genre", "orthodox", "-o", "kept"]])
def test_a_full_disk_is_told_with_the_name_of_the_file(arguments: list[str], tmp_path: Path) -> None:
    import resource

    running = process(*arguments, "--language", "en", cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                      stderr=subprocess.PIPE, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
    assert running.communicate(ENTRY, timeout=PATIENCE)[1] == "error: kept: File too large\n"
    assert running.returncode == 2


@pytest.mark.parametrize(("text", "most"), [
    ("beginproblem option " + "try " * 10_000, 5), ("beginproblem\n" + "a " * 20_000, 5),
    ("BeginProblem\n" + "Stipulation h#2\nPieces White Kd3 Rb1h3 Black Ka8 Pa2 Sb5\nNextProblem\n" * 600, 5),
    ("beginproblem pieces white " + "ka1 " * 10_000, 5), ("beginproblem\n" + "remark x\n" * 4_000, 12),
    ("beginproblem twin " + "exchange a1 a2 " * 2_000, 25), (f"- {ENTRY}".replace("\na", "\n  a") * 200, 10)],
    ids=range(7))
def test_a_text_is_read_entry_by_entry(text: str, most: int) -> None:
    assert len(files.parse(text[:2000]))
    tracemalloc.start()
    number = sum(1 for _ in files.Entries(text))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert number and peak < most * len(text) + 100_000, f"{peak / len(text):.1f} bytes a letter"


def test_an_entry_that_is_too_long_is_refused() -> None:
    (found,) = yacpdb.parse("stipulation: '#2'\nsolution: " + "a" * yacpdb.LONGEST_ENTRY)
    assert str(found.error) == "line 1: the entry is longer than 1000000 letters"


_TENFOLD = "\n".join(f"  - &{name} [{', '.join([f'*{before}'] * 10)}]" for before, name in zip("abcdefgh", "bcdefghi"))


@pytest.mark.parametrize("field", ["constraints: [*i]", "keywords: [*i]", "unknown: {x: *i}", "comments: *i"])
def test_aliases_do_not_make_an_entry_endless(field: str) -> None:
    (found,) = yacpdb.parse(f"{ENTRY}\nash:\n  - &a x\n{_TENFOLD}\n{field}")
    assert str(found.error) == "line 1: the entry is longer than 1000000 letters"


@pytest.mark.parametrize("field", ["constraints: &a [*a]", "constraints: &a {n: *a}", "unknown: &a [{x: [*a]}]"])
def test_an_entry_that_contains_itself_is_refused(field: str) -> None:
    (found,) = yacpdb.parse(f"{ENTRY}\n{field}")
    assert str(found.error) == "line 1: this is not YAML (it is nested too deeply)"


@pytest.mark.parametrize("text", ["8/" * 100_000, "8" * 100_000, "/" * 100_000, "8//" * 100_000 + " x"])
def test_a_long_line_is_soon_seen_to_be_a_position_or_none(text: str) -> None:
    began = time.thread_time()
    assert is_position(text) is False and time.thread_time() - began < 1


@pytest.mark.parametrize("stipulation", ["h#151", "ser-#301", "dia100.5", "pser-#151"])
def test_play_that_is_too_long_for_the_searches_is_refused(stipulation: str) -> None:
    with pytest.raises(ProblemError, match=r"more than [23]00 single moves"):
        solve(Problem("orthodox", "7k/8/5K2/8/8/8/8/1Q6", stipulation), max_seconds=1)


@pytest.mark.parametrize("stipulation", ["h#149", "ser-h#160", "ser-#290", "ser-h=290", "pser-h#140", "dia64", "#150"])
@pytest.mark.parametrize("threads", [1, 2])
def test_play_of_many_moves_is_searched(stipulation: str, threads: int) -> None:
    """Men are tracked, and statistics kept, only up to some length: longer searches once wrote past their end."""
    solve(Problem("orthodox", "7k/8/5K2/8/8/8/8/1Q6", stipulation), threads=threads, max_seconds=0.3, max_solutions=3)


def test_a_limit_beyond_all_lines_is_none() -> None:
    assert solve(Problem("orthodox", "7k/8/5K2/8/8/8/8/1Q6", "h#2"), max_solutions=10**40).complete
