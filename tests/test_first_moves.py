"""First moves by their numbers: parts of the list are solved, and a search tells which of them it has come to."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from facts import DATA, PACKAGE
from test_verification import claims_of
from waiting import PATIENCE

from feerie import Options, Problem, ProblemError, Solution, solve, text
from feerie.kernel.state import COMPILED
from feerie.solving.forced_task import ForcedTask
from feerie.solving.limits import FirstMove
from feerie.verification.claims import CheckResult
from feerie.verification.verify import verify

FACTS: dict[str, list[dict[str, Any]]] = json.loads((DATA / "first_moves.json").read_text(encoding="utf-8"))


def problem_of(fact: dict[str, Any], **options: Any) -> Problem:
    return Problem("orthodox", fact["fen"], fact["stipulation"], target=fact.get("target"),
                   options=Options.of(fact["options"] | options))


def found(solution: Solution) -> list[str]:
    """What is found after first moves: lines, or keys and tries with their play."""
    nodes = [node for node in solution.tree.children if node.move] if solution.tree else []
    return sorted([*map(str, solution.lines), *(str(node) for node in nodes if node.role.value in ("key", "try"))])


@pytest.mark.parametrize("fact", FACTS["problems"], ids=lambda fact: fact["about"])
def test_the_parts_of_the_list_give_the_whole(fact: dict[str, Any]) -> None:
    count = fact["moves"]
    whole = solve(problem_of(fact))
    assert whole.complete and found(whole)
    assert solve(problem_of(fact, start_move=[1], up_to_move=[count])).complete
    for last in (1, count // 2, count - 1):
        parts = [solve(problem_of(fact, up_to_move=[last])), solve(problem_of(fact, start_move=[last + 1]), threads=1)]
        assert sorted(found(parts[0]) + found(parts[1])) == found(whole)
        assert not any(part.complete or part.is_sound for part in parts)
        for part in parts:
            assert verify(claims_of(part.as_json())).verdict is CheckResult.CONFIRMED


@pytest.fixture
def by_proof_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Direct problems are decided by proof numbers, however short they are."""
    defaults = ForcedTask.__init__.__kwdefaults__
    assert defaults
    monkeypatch.setitem(defaults, "proved_from", 1)


@pytest.mark.usefixtures("by_proof_numbers")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("fact", FACTS["proved"], ids=lambda fact: fact["about"])
def test_proof_numbers_decide_a_part_of_the_list(fact: dict[str, Any], threads: int) -> None:
    numbers = range(fact["from"], fact["to"] + 1)
    told: list[FirstMove] = []
    problem = problem_of(fact, start_move=[fact["from"]], up_to_move=[fact["to"]], move_numbers=True)
    assert ForcedTask(problem).proves
    part = solve(problem, threads=threads, at_move=told.append)
    assert (list(part.keys), list(part.tries)) == (fact["keys"], fact["tries"])
    assert (part.complete, part.is_sound, part.undecided) == (False, False if len(fact["keys"]) > 1 else None, 0)
    assert {(move.number, move.of) for move in told} == {(number, fact["moves"]) for number in numbers}
    parts = [part, *(solve(problem_of(fact, **options), threads=threads) for options in (
        {"up_to_move": [fact["from"] - 1]}, {"start_move": [fact["to"] + 1]}))]
    whole = solve(problem_of(fact))
    assert sorted(move for part in parts for move in found(part)) == found(whole)


@pytest.mark.parametrize("fact", FACTS["stopped"], ids=lambda fact: fact["about"])
def test_a_stopped_search_tells_how_many_are_undecided(fact: dict[str, Any]) -> None:
    solution = solve(problem_of(fact), threads=1, max_nodes=fact["nodes"])
    assert (list(solution.keys), solution.undecided, solution.complete) == (fact["keys"], fact["undecided"], False)
    assert solution.as_json().get("undecided", 0) == fact["undecided"]
    for language, said in fact["said"].items():
        assert text(solution, language).endswith(said)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("fact", FACTS["problems"], ids=lambda fact: fact["about"])
def test_the_search_tells_where_it_is(fact: dict[str, Any], threads: int) -> None:
    told: list[FirstMove] = []
    whole = solve(problem_of(fact, move_numbers=True), threads=threads, at_move=told.append)
    assert found(whole) == found(solve(problem_of(fact)))
    first = told[:next((at for at in range(1, len(told)) if told[at].number <= told[at - 1].number), len(told))]
    assert first and all(move.of == fact["moves"] for move in told)
    assert [move.uci for move in first] == sorted(move.uci for move in first)
    assert {*whole.keys, *whole.tries} <= {move.uci for move in told}
    assert all(move in first for move in told), "tries come after keys"


@pytest.mark.parametrize("fact", FACTS["ranges"], ids=lambda fact: fact["about"])
def test_ranges(fact: dict[str, Any]) -> None:
    solution = solve(problem_of(fact))
    shown = len(solution.set_lines) if solution.tree is None else len(solution.set_play)
    assert (list(solution.keys), shown, solution.complete) == (fact["keys"], fact["set_play"], False)


@pytest.mark.parametrize("options", [{"start_move": [3, 2]}, {"up_to_move": [1], "post_key_play": True}])
def test_other_numbers_are_refused(options: dict[str, Any]) -> None:
    fact = {"fen": "7k/8/5K2/8/8/8/8/6R1 w - -", "stipulation": "#2", "options": options}
    with pytest.raises(ProblemError, match="MoveNumber is solved by this version only for first moves"):
        solve(problem_of(fact))


@pytest.mark.skipif(os.name == "nt" or not COMPILED, reason="needs a pseudo-terminal, and a search that takes a while")
def test_a_terminal_shows_it(tmp_path: Path) -> None:
    import pty

    terminal, end = pty.openpty()
    command = [sys.executable, "-m", "feerie", "solve", "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
               "--stipulation", "h#5", "--no-board", "--threads", "1"]
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "TERM": "xterm", "COLUMNS": "100"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=end)
    os.close(end)
    shown = ""
    while "first move 1 of 20: a7-a5" not in shown:
        shown += os.read(terminal, 1000).decode()       # raises OSError at the end
    process.kill()
    process.wait(PATIENCE)
    os.close(terminal)
