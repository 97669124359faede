"""The tester's mode of `feerie solve`: stored solutions, journals, the progress line.

Facts in data/stored_solutions.json: a `problem`, a printed solution (`stored`, by lines; several are the output of
Popeye itself), and the result of comparing the solution with it; numbers and lists that are not named are 0 and empty.
What the command prints is among the facts of the command line, data/cli/solve_tester.json.
"""
from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from facts import ROOT, facts
from waiting import PATIENCE, until

import feerie
from feerie.apps.cli import main
from feerie.apps.shell.terminal import Stop
from feerie.apps.solving.progress_line import ProgressLine
from feerie.apps.solving.reading import Reading
from feerie.apps.solving.run import SolvingRun
from feerie.base.errors import CheckpointError
from feerie.formats import files
from feerie.formats.popeye.writer import write
from feerie.formats.printed_solution import divide, read
from feerie.notation.languages import LANGUAGES
from feerie.notation.languages import language as language_of
from feerie.problems.comparison import Agreement, compare
from feerie.problems.options import Options
from feerie.problems.problem import Problem
from feerie.problems.report import COLUMNS, PartReport, Verdict
from feerie.problems.solution import Solution
from feerie.problems.soundness import Flaw
from feerie.solving.journal import Journal, ReportLimits

KINDS = ("missing", "extra", "dual")
STORED = facts("stored_solutions")
NO_LIMITS = ReportLimits()


def problem_of(fact: dict[str, Any]) -> Problem:
    """The problem of a fact."""
    return Problem(fact["genre"], fact["fen"], fact["stipulation"], target=fact.get("target"),
                   options=Options(**fact.get("options", {})))


def solved(problem: Problem) -> Solution:
    return feerie.solve(problem, threads=1)


def run(*arguments: str) -> Any:
    """The result of `feerie solve`."""
    return CliRunner().invoke(main, ["solve", *arguments])


# -------------------------------------------------------------------------------------------- stored solutions

@pytest.mark.parametrize("fact", STORED, ids=lambda fact: fact["about"])
def test_a_stored_solution(fact: dict[str, Any]) -> None:
    problem = problem_of(fact["problem"])
    parts = read(divide("\n".join(fact["stored"]))[-1], problem.stipulation.introductory)
    found = compare(solved(problem), parts[0]).as_json() if parts else {
        "agreement": Agreement.UNREAD.value}
    assert found["agreement"] == fact["agreement"], found
    for kind in KINDS:
        assert found.get(kind, 0) == fact.get(kind, 0), found
        if f"{kind}_lines" in fact:
            assert found[f"{kind}_lines"] == fact[f"{kind}_lines"]
    assert found.get("unread", []) == fact.get("unread", [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fact", [fact for fact in STORED if fact["agreement"] == "same"],
                         ids=lambda fact: fact["about"])
def test_what_is_printed_is_the_same_when_it_is_read(fact: dict[str, Any], language: str) -> None:
    solution = solved(problem_of(fact["problem"]))
    [part] = read(feerie.text(solution, language), solution.problem.stipulation.introductory)
    assert compare(solution, part).agreement is Agreement.SAME


@pytest.mark.parametrize("fact", [fact for fact in STORED if fact["agreement"] == "same"
                                  and fact["problem"]["stipulation"] != "#1"], ids=lambda fact: fact["about"])
def test_another_diagram_has_another_solution(fact: dict[str, Any]) -> None:
    other = Problem("orthodox", "k7/8/1K6/8/8/8/8/6RR", "#1")
    [part] = read("\n".join(fact["stored"]))
    assert compare(solved(other), part).agreement is not Agreement.SAME


def test_a_title_after_a_solution_belongs_to_the_next_problem() -> None:
    board = "+---a---b---+\n|           |\n8   .   .   8\n+---a---b---+\n"
    output = (f"{board}  h#1\n\n  1.Ka8-b8 Rh1-h8 #\n\nsolution finished. Time = 0.006 s\n\n  a) 1.Qb2 is no key\n\n"
              f"{board}  #1\n\n   1.Rh1-h8 # !\n\nsolution finished.\n\n{board}  #2\n\n   1.Rh1-h7 ! thre")
    first, second = divide(output)
    assert [part.label for part in read(first)] == [""] and [move.text for move in read(second)[0].moves] == ["Rh1-h8"]


def test_twins_are_told_apart_by_their_labels() -> None:
    problem = files.read(ROOT / "examples" / "orthodox.yaml")[2].get()
    stored = {part.label: part for part in read(problem.solution_text)}
    (_, first), (_, second) = problem.twins_applied()
    assert compare(solved(first), stored["a"]).agreement is Agreement.SAME
    assert compare(solved(second), stored["b"]).agreement is Agreement.SAME
    assert compare(solved(first), stored["b"]).agreement is not Agreement.SAME


def test_a_stopped_search_misses_nothing() -> None:
    problem = files.read(ROOT / "examples" / "orthodox.yaml")[1].get()
    [part] = read(problem.solution_text)
    partial = feerie.solve(problem, threads=1, max_solutions=1)
    found = compare(partial, part)
    assert not partial.complete and found.agreement is Agreement.OPEN and not found.missing.count


def test_a_series_of_either_side() -> None:
    """In the output of Popeye 4.104 for ser-#6, duplex, the first move of each line says whose it is."""
    problem = Problem("orthodox", "kr6/1R6/8/8/8/8/8/5K2", "ser-#6", options=Options(duplex=True))
    [stored] = read("1.Kf1-e2 2.Ke2-d3 3.Kd3-c4 4.Kc4-b5 5.Kb5-a6 6.Rb7-a7 #\n"
                    "1.Ka8*b7 2.Kb7-c6 3.Kc6-d5 4.Kd5-e4 5.Ke4-f3 6.Rb8-b1 #\n")
    assert [compare(solved(side), stored, is_duplex=True).agreement for side in problem.colours()] == [
        Agreement.SAME] * 2


def test_a_duplex_in_german() -> None:
    """In French neither line can be read, from its first move on, and seems to be the other side's."""
    problem = Problem("isardam", "2K5/5k2/8/8/8/1q6/8/2Q5", "h#2", options=Options(duplex=True))
    [stored] = read("1.Kf7-e7 Dc1-c7 +   2.Db3-f7 Kc8-d8 #\n\n1.Kc8-d7 Db3-h3 +   2.Dc1-c8 Kf7-e7 #\n")
    assert [compare(solved(side), stored, is_duplex=True).agreement for side in problem.colours()] == [
        Agreement.SAME] * 2


@pytest.mark.parametrize("text", ["", "(((", "1.", "1...", "a)\nb)", "1.a1 " * 5000, "0.e4", "999.e4 e5", "\x00",
                                  "1.e4 (1.d4 (1.c4)", "1.Kx" * 99])
def test_any_text_can_be_compared(text: str) -> None:
    solution = solved(Problem("orthodox", "k7/8/1K6/8/8/8/8/6RR", "#1"))
    for part in read(text):
        assert compare(solution, part).agreement is not Agreement.SAME


def test_solutions_of_another_file(tmp_path: Path) -> None:
    popeye = [fact for fact in STORED if fact["about"].startswith("the output of Popeye")][1:]
    problems, stored = tmp_path / "problems.pop", tmp_path / "stored.txt"
    problems.write_text(write(*(problem_of(fact["problem"]) for fact in popeye)), encoding="utf-8")
    stored.write_text("\n\n".join("\n".join(fact["stored"]) for fact in popeye), encoding="utf-8")
    found = [json.loads(run(str(problems), "--stored", str(stored), "--json").stdout)["tested"]["rows"]]
    stored.write_text("\n\n".join("\n".join(fact["stored"]) for fact in popeye[1:] + popeye[:1]), encoding="utf-8")
    found += [json.loads(run(str(problems), "--stored", str(stored), "--json").stdout)["tested"]["rows"]]
    stored.write_text("\n\n".join("\n".join(fact["stored"]) for fact in popeye[:-1]), encoding="utf-8")
    fewer = run(str(problems), "--stored", str(stored), "--json")
    assert [row["stored"] for row in json.loads(fewer.stdout)["tested"]["rows"]] == ["same"] * (len(popeye) - 1) + [""]
    assert f"the problems are {len(popeye)}, the solutions {len(popeye) - 1}" in fewer.stderr and not fewer.exit_code
    assert [row["stored"] for row in found[0]] == ["same"] * len(popeye)
    assert not [row for row in found[1] if row["stored"] == "same"]


def test_games_of_another_file(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_text('[Event "a"]\n[Result "*"]\n\n1. Kb8 O-O 2. g2 Rf8# *\n\n[Event "b"]\n\n1. Rf2 (1. Kc2\n'
                     'Ra2+ 2. Kc1 O-O#) O-O-O+ 2. Ke2 Re1# *\n\n[Event "c"]\n\n1. a6 Bg3 2. O-O-O Nb6# *\n',
                     encoding="utf-8")
    command = [str(ROOT / "examples" / "orthodox.yaml"), "--stored", str(games), "--json"]
    rows = json.loads(run(*command).stdout)["tested"]["rows"]
    assert [row["stored"] for row in rows] == ["same", "same", "same", ""]
    games.write_text(games.read_text(encoding="utf-8") + '\n[Event "d"]\n\n1. e4 *\n', encoding="utf-8")
    result = run(*command)
    assert result.exit_code == 2 and result.stderr.endswith("the problems are 3, the solutions 4\n")


# ---------------------------------------------------------------------------------------------- rows and tables

def test_every_verdict_and_flaw_has_its_words() -> None:
    for words in LANGUAGES.values():
        for text in [*Verdict, *Flaw]:
            assert words.sentence(f"report: {text.value}")
        for agreement in Agreement:
            assert words.sentence(f"report: {'stored open' if agreement is Agreement.OPEN else agreement.value}")


def test_a_row_is_read_back() -> None:
    row = PartReport(3, "a.yaml", 2, 14, "b", "", verdict=Verdict.UNSOUND, flaws=("cooked", "short"), intended=2)
    assert PartReport.from_json(json.loads(json.dumps(row.as_json()))) == row
    assert len(row.cells()) == len(COLUMNS) and row.name == "3b"


def test_the_table_of_csv_is_that_of_json(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    result = run(str(ROOT / "examples" / "orthodox.yaml"), "--json", "--summary", "-o", str(table))
    rows = json.loads(result.stdout)["tested"]["rows"]
    read_back = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))
    assert [row["label"] for row in read_back] == ["", "", "a", "b"]
    for row, cells in zip(rows, read_back, strict=True):
        assert tuple(cells) == COLUMNS
        for name in ("no", "fen", "verdict", "stored", "nodes", "seconds", "author"):
            assert cells[name] == str(row[name])


def test_the_comparison_is_in_json() -> None:
    result = run(str(ROOT / "examples" / "orthodox.yaml"), "--json-lines", "--check")
    documents = [json.loads(line) for line in result.stdout.splitlines()]
    found = [document["result"]["comparison"]["agreement"] for document in documents if "result" in document]
    assert found == ["same"] * 4 and documents[-1]["tested"]["verdicts"]["sound"] == 4


# -------------------------------------------------------------------------------------------------- journals

def many(count: int, path: Path) -> Path:
    """A file of `count` different small problems: rooks that mate, some of them cooked, some without solution."""
    files_of_rook, lines = "cdefgh", []
    for number in range(count):
        file, rank = files_of_rook[number % 6], 1 + number // 6 % 6
        more = f", R{files_of_rook[(number + 1) % 6]}{rank}" if number % 7 == 3 else ""
        king = "b5" if number % 11 == 5 else "b6"
        lines.append(f"---\nalgebraic: {{white: [K{king}, R{file}{rank}{more}], black: [Ka8]}}\n"
                     f"stipulation: \"#1\"\nsolution: \"1.R{file}{rank}-{file}8 # ! {{{number}}}\"\n")
    path.write_text("".join(lines), encoding="utf-8")
    return path


def rows_of(text: str) -> list[dict[str, Any]]:
    """The rows of a JSON document, without what changes from run to run."""
    rows: list[dict[str, Any]] = json.loads(text)["tested"]["rows"]
    return [{name: value for name, value in row.items() if name not in ("nodes", "seconds")} for row in rows]


def kill_and_resume(count: int, after: int, tmp_path: Path) -> None:
    """A run killed when its journal has `after` lines resumes, and ends with the table of one that was not killed."""
    path, journal = many(count, tmp_path / "many.yaml"), tmp_path / "journal"
    command = [sys.executable, "-m", "feerie", "solve", str(path), "--journal", str(journal), "--json", "--threads",
               "1"]
    environment = {**os.environ, "PYTHONPATH": str(Path(feerie.__file__).parent.parent)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    until(lambda: journal.exists() and journal.read_bytes().count(b"\n") >= after, every=0.005)
    assert process.poll() is None, "it was finished before it could be killed"
    process.send_signal(signal.SIGKILL)
    process.wait()
    noted = journal.read_bytes().count(b"\n") - 1
    assert after - 1 <= noted < count
    whole = run(str(path), "--summary", "--json", "--threads", "1")
    resumed = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert resumed.returncode == 0, resumed.stderr
    assert rows_of(resumed.stdout) == rows_of(whole.stdout)
    assert len(json.loads(resumed.stdout)["results"]) == count - noted
    last = run(str(path), "--journal", str(journal), "--only", "none")
    assert f"{count} parts from an earlier run" in last.stdout
    assert run(str(path), "--journal", str(journal), "--check", "--json").exit_code == 3


@pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")
def test_a_run_that_was_killed_goes_on_to_the_same_table(tmp_path: Path) -> None:
    kill_and_resume(60, 12, tmp_path)


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")
def test_a_thousand_problems(tmp_path: Path) -> None:
    kill_and_resume(1000, 500, tmp_path)


def report_of(problem: Problem, **values: Any) -> PartReport:
    return PartReport(1, None, 1, 1, "", "", fen=problem.fen, verdict=Verdict.SOUND, **values)


def test_a_line_that_was_cut_short_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    first, second = (Problem("orthodox", f"k7/8/1K6/8/8/8/8/6{man}1", "#1") for man in "RQ")
    with Journal(str(path), NO_LIMITS) as journal:
        journal.add(first, report_of(first))
        journal.add(second, report_of(second))
    path.write_bytes(path.read_bytes()[:-20])
    with Journal(str(path), NO_LIMITS) as journal:
        assert journal.find(first) == report_of(first) and journal.find(second) is None
        journal.add(second, report_of(second))
    with Journal(str(path), NO_LIMITS) as journal:
        assert journal.found == 2 and journal.find(second) == report_of(second)


@pytest.mark.parametrize(("before", "after"), [("sound", "unsound"), ("#1", "#2"), ('"checksum": "', '"checksum": "0')])
def test_a_line_that_was_changed_is_refused(before: str, after: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    problem = Problem("orthodox", "k7/8/1K6/8/8/8/8/6R1", "#1")
    with Journal(str(path), ReportLimits(seconds=0.1)) as journal:
        journal.add(problem, report_of(problem, stipulation="#1"))
    with Journal(str(path), NO_LIMITS) as journal:
        assert journal.found == 1
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    with pytest.raises(CheckpointError, match="line 2: this journal is damaged"):
        Journal(str(path), NO_LIMITS)


def test_what_a_limit_stopped_is_done_again_with_another_limit(tmp_path: Path) -> None:
    path = str(tmp_path / "journal")
    problem = Problem("orthodox", "k7/8/1K6/8/8/8/8/6R1", "#1")
    with Journal(path, ReportLimits(seconds=1.0)) as journal:
        journal.add(problem, report_of(problem, complete=False))
    with Journal(path, ReportLimits(seconds=1.0)) as journal:
        assert journal.find(problem)
    with Journal(path, ReportLimits(seconds=2.0)) as journal:
        assert journal.find(problem) is None


def test_another_stored_solution_is_another_problem(tmp_path: Path) -> None:
    path = str(tmp_path / "journal")
    one, other = (Problem("orthodox", "k7/8/1K6/8/8/8/8/6R1", "#1", solution_text=text) for text in ("1.Rg8 #", ""))
    with Journal(path, NO_LIMITS) as journal:
        journal.add(one, report_of(one))
    with Journal(path, NO_LIMITS) as journal:
        assert journal.find(one) and journal.find(other) is None


@pytest.mark.parametrize(("text", "message"), [
    ("my notes\n", "not a journal"), ("my notes", "not a journal"), ("[]\n", "not a journal"),
    ('{"kind": "feerie journal", "format": 1, "version": "0"}\n', "older version, without checksums"),
    ('{"kind": "feerie journal", "format": 2, "version": "0"}\n', "another version"),
    ("HEAD{}\n", "line 2: this journal is damaged"), ("HEAD\x00\n{}\n", "line 2: this journal is damaged")])
def test_a_file_that_is_no_journal_is_refused_and_left(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(str(path), NO_LIMITS):
        pass
    text = text.replace("HEAD", path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CheckpointError, match=message):
        Journal(str(path), NO_LIMITS)
    assert path.read_text(encoding="utf-8") == text


def test_a_device_is_no_journal() -> None:
    with pytest.raises(CheckpointError, match="not a journal"):
        Journal(os.devnull, NO_LIMITS)


@pytest.mark.skipif(os.name == "nt", reason="locks are those of POSIX")
def test_two_processes_do_not_share_a_journal(tmp_path: Path) -> None:
    path = str(tmp_path / "journal")
    with Journal(path, NO_LIMITS), pytest.raises(CheckpointError, match="another process"):
        Journal(path, NO_LIMITS)


# -------------------------------------------------------------------------------------------------- progress

class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_line_of_progress_names_what_is_done_and_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    stream = Terminal()
    line = ProgressLine(1000, lambda done: f"{done} of 1000", stream)
    line.advance()
    assert stream.getvalue() == ""
    for _ in range(299):
        now += 0.1
        line.advance()
    now += 1
    line(0, 1)
    assert stream.getvalue().endswith("\r300 of 1000, about 70 s left")
    line.clear()
    assert stream.getvalue().endswith("\r" + " " * len("300 of 1000, about 70 s left") + "\r")
    line = ProgressLine(1000, str, stream := Terminal())
    stream.isatty = lambda: False       # type: ignore[method-assign]
    line = ProgressLine(1000, str, stream)
    now += 10
    line.advance()
    assert stream.getvalue() == ""


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
def test_a_terminal_shows_one_line_for_all_problems(tmp_path: Path) -> None:
    path = many(2000, tmp_path / "many.yaml")
    environment = {**os.environ, "PYTHONPATH": str(Path(feerie.__file__).parent.parent)}
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "feerie", "solve", str(path), "--only", "none", "--threads", "1"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown, stopped = b"", False
    while select.select([ours], [], [], PATIENCE)[0]:
        try:
            shown += os.read(ours, 65536)
        except OSError:
            break
        if not stopped and re.search(rb"\d+ of 2000 problems, \d+ not sound", shown):
            stopped = True
            process.send_signal(signal.SIGINT)
    assert process.stdout
    out = process.stdout.read().decode()
    assert re.search(rb"\d+ of 2000 problems, \d+ not sound", shown) and b"\n" not in shown
    assert process.wait() == 1 and out.startswith("problems: ")
    process.stdout.close()
    os.close(ours)


# ------------------------------------------------------------------------------------------- runs that are cut

def cut(monkeypatch: pytest.MonkeyPatch, after: int, *arguments: str, counting: float = 60) -> tuple[Any, float]:
    """A run that is stopped, as by Ctrl-C, when it has solved `after` parts; and the processor time from then on.

    `counting`: seconds it may take to count what it has not reached.
    """
    stop, solved = Stop(), []
    find = SolvingRun.find

    def found(*given: Any, **more: Any) -> Solution:
        solution = find(*given, **more)
        solved.append(time.process_time())
        if len(solved) == after:
            stop.set()
        return solution

    with monkeypatch.context() as patched:
        patched.setattr("feerie.apps.solving.run.interruptible", lambda: nullcontext(stop))
        patched.setattr(SolvingRun, "find", found)
        patched.setattr(Reading, "COUNTING_SECONDS", counting)
        result = run(*arguments, "--threads", "1", "--no-board")
    assert len(solved) == after
    return result, time.process_time() - solved[-1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", [["--only", "none"], []], ids=["tester", "text"])
def test_a_run_that_was_cut_says_how_much_it_did_not_reach(
        language: str, options: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = many(60, tmp_path / "many.yaml")
    result, _ = cut(monkeypatch, 12, str(path), *options, "--language", language)
    assert result.exit_code == 1
    said = language_of(language).sentence("report: left", count=48)
    assert said in result.stdout.splitlines() and "48" in said
    whole = run(str(path), *options, "--language", language, "--threads", "1")
    assert whole.exit_code == 0 and said[:5] not in whole.stdout


def test_documents_count_what_a_run_did_not_reach(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = many(60, tmp_path / "many.yaml")
    kinds = ["html", "tex", "dia", "txt", "csv", "json"]
    outputs = [part for kind in kinds for part in ("-o", str(tmp_path / f"many.{kind}"))]
    result, _ = cut(monkeypatch, 12, str(path), *outputs)
    assert result.exit_code == 1
    said = language_of("en").sentence("report: left", count=48)
    for kind in kinds[:4]:
        assert (tmp_path / f"many.{kind}").read_text(encoding="utf-8").count(said[1:]) == 1, kind
    document = json.loads((tmp_path / "many.json").read_text(encoding="utf-8"))
    assert document["unreached"] == {"file": str(path), "number": 13, "line": 50, "problems": 48, "exact": True}
    *_, last = csv.DictReader(io.StringIO((tmp_path / "many.csv").read_text(encoding="utf-8")))
    assert (last["verdict"], last["complete"], last["number"], last["error"]) == ("unreached", "no", "13", said)
    whole = run(str(path), "--json", "--threads", "1")
    assert json.loads(whole.stdout)["unreached"] is None


def test_twins_that_were_not_reached_are_rows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "twins.yaml"
    path.write_text("---\nalgebraic: {white: [Kb6, Rg1], black: [Ka8, Ph7]}\nstipulation: h#1\n"
                    "twins: {b: Remove h7, c: Move h7 h6}\n" * 2, encoding="utf-8")
    result, _ = cut(monkeypatch, 1, str(path), "--summary", "--json")
    document = json.loads(result.stdout)
    rows = document["tested"]["rows"]
    assert [(row["label"], row["verdict"]) for row in rows[1:]] == [("b", "unreached"), ("c", "unreached")]
    assert document["tested"]["verdicts"]["unreached"] == 2 and document["unreached"]["problems"] == 1


def test_a_run_that_was_cut_stops_reading(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """To read all of it takes longer than to solve a few; how many are left is then estimated by the lines."""
    path = tmp_path / "many.pop"
    block = "Author X\nPieces White Kf6 Rg1 Pa2 Black Kh8 Pa7\nStipulation #2\n"
    path.write_text(f"BeginProblem\n{f'NextProblem{chr(10)}'.join([block] * 20_000)}EndProblem\n", encoding="utf-8")
    result, seconds = cut(monkeypatch, 3, str(path), "--only", "none", "--json", counting=0.3)
    unreached = json.loads(result.stdout)["unreached"]
    assert seconds < 3 and not unreached["exact"] and 19_000 < unreached["problems"] < 21_000
