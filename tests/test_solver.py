"""The solver: limits, refusals, and published solutions, read from tests/data/solutions.json and many_lines.json.

A case: the problem (genre, fen, stipulation), and what is known of its solution: keys or lines. "further" published
problems take long or await something; "beyond" names those whose rules are not part of this project.
"""
from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from conftest import Unfinished
from popeye_cases import SOLVED, Budget, parts_of
from waiting import works_within

import feerie
from feerie.apps.cli import main
from feerie.base.errors import ProblemError
from feerie.formats import files
from feerie.problems.options import Options
from feerie.problems.problem import Problem
from feerie.problems.solution import Role
from feerie.solving.solve import solve
from feerie.views.solution_text import text

FACTS = json.loads((Path(__file__).parent / "data" / "solutions.json").read_text()) | {"popeye": SOLVED}

MANY_LINES = json.loads((Path(__file__).parent / "data" / "many_lines.json").read_text())["facts"]

__all__ = ["FACTS", "parts_of"]

LIMIT = 120.0
"""CPU seconds for a published problem; one that takes longer is counted and named at the end of the run."""


@pytest.mark.parametrize("case", [
    pytest.param(case, id=f"{case['author']} {case['genre']} {case['stipulation']} {case['fen']}",
                 marks=[pytest.mark.long] if case.get("long") else [])
    for case in FACTS["published"] + FACTS["further"]])
def test_published_problems_are_sound(case: dict[str, Any], unfinished: Unfinished) -> None:
    """Solved as published."""
    problem = Problem(case["genre"], case["fen"], case["stipulation"], target=case.get("target"),
                      intended=case.get("intended", ""))
    solution = solve(problem, stop=Budget(LIMIT))
    if not solution.complete:
        unfinished(LIMIT)

    assert solution.is_sound
    if "keys" in case:
        assert case["keys"] == list(solution.keys)
    if "lines" in case:
        assert sorted(case["lines"]) == sorted(map(list, solution.lines))


@pytest.mark.parametrize("case", FACTS["hash"], ids=lambda case: case["fen"])
def test_state_belongs_to_the_position(case: dict[str, Any]) -> None:
    """Solutions that are lost if "this side has used its exchange" is left out of the hash key."""
    solution = solve(Problem("platzwechselrochade-popeye", case["fen"], case["stipulation"]))

    assert len(solution.lines) == case["solutions"]


@pytest.mark.parametrize("case", FACTS["passed"], ids=lambda case: case["fen"])
def test_a_square_passed_over_is_forgotten(case: dict[str, Any]) -> None:
    """If the other side passes, in set play and in series, a double step can no longer be answered."""
    solution = solve(Problem(case["genre"], case["fen"], case["stipulation"], options=Options(set_play=True)))

    assert list(solution.set_play) == case["set_play"]
    assert sorted(case["lines"]) == sorted(map(list, solution.lines))


@pytest.mark.parametrize("case", FACTS["complete"] + MANY_LINES,
                         ids=lambda case: f"{case['fen']} {case['stipulation']}")
def test_no_solution_is_missed(case: dict[str, Any]) -> None:
    """Many lines; play in which shortcuts lose solutions: Popeye's intelligent mode, its hash table, once our patterns.

    Popeye's plain search finds as many as are wanted; with several kings, which it does not know, ours does.
    """
    solution = solve(Problem(case.get("genre", "orthodox"), case["fen"], case["stipulation"]))

    assert len(solution.lines) == case["solutions"]


def test_roles_and_replay() -> None:
    """Every move of a tree is legal in its place, and every branch of a direct mate ends in mate."""
    case = next(case for case in FACTS["published"] if case["stipulation"] == "#3")
    solution = solve(Problem(case["genre"], case["fen"], case["stipulation"]))
    assert solution.tree is not None
    ends = 0
    stack = [(feerie.Position(case["genre"], solution.problem.start), node) for node in solution.tree.children]
    while stack:
        position, node = stack.pop()
        assert str(node.move) in map(str, position.legal_moves)
        after = position.play(str(node.move))
        if not node.children:
            assert after.is_checkmate()
            ends += 1
        stack += [(after, child) for child in node.children if child.role is not Role.THREAT]
    assert ends > 3


def test_a_limit_of_solutions_counts_set_play_apart() -> None:
    problem = Problem("orthodox", "n5Q1/8/8/8/6N1/K7/8/k7 b - -", "h#2", options=Options(set_play=True))
    everything, found = solve(problem), solve(problem, max_solutions=3)
    assert (len(found.lines), len(found.set_lines), found.complete) == (3, 3, False)
    assert set(found.set_lines) < set(everything.set_lines) and set(found.lines) < set(everything.lines)


def test_a_series_goes_on_where_the_other_side_is_forced() -> None:
    lines = solve(Problem("orthodox", "k7/P7/P7/8/8/7P/8/8 w - -", "ser-sx2")).lines
    assert set(lines) == {("h3h4", "a8a7"), ("h3h4", "h4h5", "a8a7")}


KEPT_ENTRY = "---\nalgebraic: {white: [Kf1, Sd3, Ph5], black: [Kh1, Ph2]}\nstipulation: %s\n"


@pytest.mark.parametrize(("words", "kept"), [("'+'", "+"), ("'='", "="), ("'Who plays #4?'", "'Who plays #4?'"),
                                             ("Rückgängig  machen", "'Rückgängig machen'")])
def test_studies_and_stipulations_in_words_are_kept_and_not_solved(words: str, kept: str, tmp_path: Path) -> None:
    (tmp_path / "some.yaml").write_text(KEPT_ENTRY % words + KEPT_ENTRY % "'#1'", encoding="utf-8")
    (tmp_path / "kept.yaml").write_text(KEPT_ENTRY % words, encoding="utf-8")
    done = CliRunner().invoke(main, ["solve", str(tmp_path / "some.yaml"), "--json", "--summary"])
    document = json.loads(done.stdout)
    found = [(result["problem"]["stipulation"], result["verdict"], result["sound"]) for result in document["results"]]
    assert found == [(kept, "kept", None), ("#1", None, True)] and document["complete"]
    assert not done.exit_code and [row["verdict"] for row in document["tested"]["rows"]] == ["kept", "sound"]
    (tmp_path / "found.json").write_text(done.stdout, encoding="utf-8")
    checked = CliRunner().invoke(main, ["verify", str(tmp_path / "found.json")])
    assert checked.exit_code == 0 and checked.stdout.startswith(f"nothing claimed: {kept}: ")
    told = CliRunner().invoke(main, ["solve", str(tmp_path / "some.yaml"), "--no-board", "--language", "en"]).stdout
    assert "kept, but not solved.\n" in told and "no solution" not in told
    for name, status in (("a.json", 0), ("a.pgn", 0), ("a.epd", 0), ("a.fen", 0), ("b.yaml", 0), ("b.olv", 0),
                         ("a.pop", 2)):
        done = CliRunner().invoke(main, ["convert", str(tmp_path / "kept.yaml"), "-o", str(tmp_path / name)])
        assert done.exit_code == status, done.stderr
        if not status:
            assert str(files.read(tmp_path / name)[0].get().stipulation) == kept
    for name in ("a.tex", "a.dia"):
        done = CliRunner().invoke(main, ["sheet", str(tmp_path / "kept.yaml"), "-o", str(tmp_path / name)])
        assert not done.exit_code and " ".join(words.strip("'").split())[:6] in (tmp_path / name).read_text("utf-8")


@pytest.mark.parametrize(("text", "words"), [("Last_move?", "not a stipulation"), ("'# 0'", "from 1 to 999"),
                                             ("'# 2.5'", "half moves"), ("h=", "missing")])
def test_a_slip_in_a_stipulation_is_not_kept(text: str, words: str) -> None:
    entry, = files.parse(KEPT_ENTRY % text)
    assert words in str(entry.error)


def test_limits_leave_partial_solutions() -> None:
    problem = Problem("orthodox", "7k/8/8/8/8/8/8/1R4QK b - -", "h#2")
    found = solve(problem, max_solutions=3)
    assert not found.complete and len(found.lines) == 3 and set(found.lines) < set(solve(problem).lines)
    endless = Problem("orthodox", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "#9")
    with works_within(5):
        timed = solve(endless, max_seconds=0.05)
    assert not timed.complete and timed.is_sound is None and timed.seconds >= 0.05
    stop = threading.Event()
    stop.set()
    stopped = solve(endless, stop=stop)
    assert not stopped.complete and stopped.is_sound is None and not stopped.keys
    assert "partial" in text(stopped) and "partial" in text(timed)


@pytest.mark.parametrize(("genre", "fen", "stipulation", "message"), [
    ("orthodox", "k7/8/8/8/8/8/8/RK6 w - -", "#1", "illegal"),
    ("orthodox", "kk6/8/8/8/8/8/8/1K6 w - -", "#1", "too many kings"),
    ("orthodox", "k7/8/8/8/8/8/8/PK6 w - -", "#1", "misplaced"),
    ("orthodox", "8/8/8/8/8/1k6/8/K7 w - -", "ct4", "not solved"),
])
def test_what_cannot_be_solved_is_refused(genre: str, fen: str, stipulation: str, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        solve(Problem(genre, fen, stipulation))
