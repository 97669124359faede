"""The checker of solutions confirms what the solver and Popeye print, and refutes what is wrong.

tests/data/verification.json: `problems` of every kind, whose solutions by the solver must be confirmed in full;
`printed`: Popeye's solutions, as in solutions.json, of kinds that the solver need not know;
`wrong`: documents with one thing that is wrong, with the claim that must be refuted and the reason.
"""
from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from facts import DATA, SOURCE
from mutations import mutated
from popeye_documents import document as popeye_document
from test_architecture import imports, parsed
from test_solver import FACTS as SOLUTIONS
from test_solver import parts_of

from feerie import Options, Problem, solve
from feerie.base.errors import Error, Message, ProblemError
from feerie.problems.stipulation import Stipulation
from feerie.verification.claim_reader import Claims, Unsolved, read
from feerie.verification.claims import CheckResult, Claim, RefutationReason, Verification
from feerie.verification.verify import verify

FACTS = json.loads((DATA / "verification.json").read_text(encoding="utf-8"))
MODULES_BY_NAME = {".".join(["feerie", *path.relative_to(SOURCE).with_suffix("").parts]).removesuffix(".__init__"): path
                   for path in SOURCE.rglob("*.py")}
ALLOWED = re.compile(r"feerie(\.(base|rules|conditions|men|genres|kernel|notation|game|why|problems|verification)"
                     r"(\.\w+)*)?")
"""The modules that the checker may import: values, notation, positions, and the kernel. No search, no solver."""


def problem_of(fact: dict[str, Any]) -> Problem:
    """The problem of a fact, as a document states it."""
    claims = claims_of({"problem": fact, "complete": False, "sound": None, "keys": [], "tries": [], "set_play": [],
                        "lines": [], "tree": {"move": None, "role": "diagram", "children": []} if battle(fact) else {}})
    return claims.problem


def battle(fact: dict[str, Any]) -> bool:
    """Whether a fact is about a battle."""
    return Stipulation.parse(fact["stipulation"]).play.is_battle


def claims_of(document: dict[str, Any]) -> Claims:
    """The claims of one result."""
    [claims] = read(json.dumps({"results": [document]}))
    assert isinstance(claims, Claims)
    return claims


@cache
def documents() -> list[dict[str, Any]]:
    """The solver's documents of all problems of the facts."""
    return [solve(problem_of(fact)).as_json() for fact in FACTS["problems"]]


def refuted(found: Verification) -> set[tuple[str, str]]:
    """The refuted kinds of claims, with the reasons."""
    return {(claim.value, fault.reason.value) for claim, finding in found.findings.items() for fault in finding.faults}


@pytest.mark.parametrize("number", range(len(FACTS["problems"])), ids=lambda number: " ".join(
    FACTS["problems"][number][name] for name in ("stipulation", "genre", "fen")))
def test_what_the_solver_prints_is_confirmed(number: int) -> None:
    document = documents()[number]
    found = verify(claims_of(document))
    assert not refuted(found)
    assert found.verdict is CheckResult.CONFIRMED
    assert document["keys"] or document["tree"], "a fact that says little"


@pytest.mark.parametrize("fact", FACTS["wrong"], ids=lambda fact: f"{fact['claim']}: {fact['reason']}")
def test_what_is_wrong_is_refuted(fact: dict[str, Any]) -> None:
    found = verify(claims_of(fact["document"]))
    assert (fact["claim"], fact["reason"]) in refuted(found)
    assert found.verdict is CheckResult.REFUTED


def test_every_reason_has_its_fact() -> None:
    assert {reason.value for reason in RefutationReason} <= {fact["reason"] for fact in FACTS["wrong"]}


def survives(rng: Random) -> tuple[str, str] | None:
    """Change a document and check it; the name of the change and, if it was not noticed, why that is right."""
    made = mutated(rng, rng.choice(documents()))
    if made is None:
        return None
    name, document = made
    try:
        claims = claims_of(document)
    except ProblemError:
        return name, ""
    found = verify(claims, max_nodes=15_000)
    if found.verdict is CheckResult.REFUTED:
        return name, ""
    if found.verdict is CheckResult.PARTLY:
        return name, "not checked in full"
    try:
        other = solve(claims.problem, max_seconds=10).as_json()
    except Error as error:
        return name, f"NOT NOTICED, though unsolvable: {error}"
    same = all(other[key] == document[key] for key in ("sound", "short", "keys", "tries", "set_play", "lines", "tree"))
    return name, "the same solution" if same else f"NOT NOTICED: {json.dumps(document)}"


def mutation_test(seed: int, times: int) -> tuple[Counter[str], Counter[str]]:
    """The number of changes of each kind that were noticed, and what survived."""
    rng, noticed, survived = Random(seed), Counter[str](), Counter[str]()
    for _ in range(times):
        result = survives(rng)
        if result:
            (survived if result[1] else noticed)[f"{result[0]}: {result[1]}" if result[1] else result[0]] += 1
    return noticed, survived


def test_changes_are_noticed() -> None:
    """What is still confirmed is what the solver finds for the changed problem: nothing wrong is confirmed."""
    noticed, survived = mutation_test(3, 50)
    assert not [change for change in survived if "NOT NOTICED" in change], survived
    assert noticed.total() > 5 * survived.total()
    assert len(noticed) > 8


@pytest.mark.long
def test_many_changes_are_noticed() -> None:
    noticed, survived = mutation_test(4, 10_000)
    assert not [change for change in survived if "NOT NOTICED" in change], survived
    assert noticed.total() > 5 * survived.total()


def tells_all(case: dict[str, Any]) -> bool:
    """Whether Popeye's text is one list of moves: no twins, and set play or post-key play as trees only."""
    options = set(case.get("options", ()))
    return not case.get("long") and not case.get("twins") and (
        not {"SetPlay", "PostKeyPlay"} & options or battle(case) and "Variations" in options)


PRINTED = [case for case in SOLUTIONS["popeye"] + FACTS["printed"] if tells_all(case)]
UNSAID = {(Claim.SOUND.value, RefutationReason.SHORT.value)}
"""What Popeye does not say about a battle without variations: lengths."""


@pytest.mark.parametrize("case", PRINTED, ids=lambda case: case["id"])
def test_what_popeye_prints_is_not_refuted(case: dict[str, Any]) -> None:
    parts = parts_of(case)
    if len(parts) > 1:
        pytest.skip("a duplex")
    variations = "Variations" in case.get("options", ())
    written = popeye_document(parts[0], case["printed"], variations=variations)
    found = verify(claims_of(written), max_nodes=2000)
    assert not refuted(found) - (UNSAID if battle(case) and not variations else set())
    assert found.findings[Claim.LISTS].confirmed


def imported_by(path: Path) -> set[str]:
    """The modules of the package that a file imports anywhere, even inside functions; not for type checking only."""
    found: set[str] = set()
    for module, name in imports(parsed(path)):
        if module.split(".")[0] == "feerie":
            found |= {module, f"{module}.{name}"} & set(MODULES_BY_NAME)
    return found


def needed_by(folder: str) -> set[str]:
    """The modules that those of a folder import, directly or through others."""
    waiting = {name for name in MODULES_BY_NAME if name.startswith(f"feerie.{folder}")}
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting |= imported_by(MODULES_BY_NAME[name]) - found
    return found


def test_the_checker_shares_nothing_with_the_solver() -> None:
    needed = needed_by("verification")
    assert {"feerie.game.position", "feerie.problems.problem", "feerie.verification.forcing"} <= needed
    foreign = {name for name in needed if not ALLOWED.fullmatch(name)}
    assert not foreign, f"the checker needs {', '.join(sorted(foreign))}"
    assert {name for name in needed_by("solving") if not ALLOWED.fullmatch(name)}, "the test finds nothing"


def test_the_checker_runs_without_the_solver() -> None:
    code = "import sys, feerie.verification.verify; print(*(name for name in sys.modules if name.startswith('feerie')))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not [name for name in loaded if not ALLOWED.fullmatch(name)]


def test_limits_leave_claims_unchecked() -> None:
    document = solve(Problem("orthodox", "8/8/8/8/8/1k5q/8/K7", "h#3", options=Options(half_duplex=True))).as_json()
    found = verify(claims_of(document), max_nodes=100)
    assert found.verdict is CheckResult.PARTLY and not found.is_complete
    assert found.findings[Claim.COMPLETE].unchecked == 1 and found.findings[Claim.COMPLETE].why == "budget"
    stop = threading.Event()
    stop.set()
    assert not verify(claims_of(document), stop=stop).is_complete
    assert not verify(claims_of(document), max_seconds=0).is_complete


def test_play_that_is_not_known_is_not_checked() -> None:
    document = {"problem": {"genre": "orthodox", "fen": "8/8/8/8/8/1k6/8/K7 w - - 0 1", "stipulation": "ser-ct3"},
                "complete": True, "sound": False, "keys": [], "tries": [], "set_play": [], "lines": [], "tree": {}}
    found = verify(claims_of(document))
    assert found.verdict is CheckResult.PARTLY and found.findings[Claim.COMPLETE].why == "unknown"


def test_a_way_from_one_position_to_another() -> None:
    problem = Problem("orthodox", "8/8/8/8/8/8/4k3/K7", "a=>b1", target="8/8/8/8/8/4k3/8/1K6")
    document = solve(problem).as_json()
    assert document["lines"] == [["e2e3", "a1b1"]]
    assert verify(claims_of(document)).verdict is CheckResult.CONFIRMED
    document["problem"]["target"] = "8/8/8/8/8/4k3/8/2K5"
    assert ("goal", "no goal") in refuted(verify(claims_of(document)))


def test_a_man_with_traits_is_a_mating_piece() -> None:
    """With "keep mating piece" moves that leave only kings are no tries; a queen with traits is none."""
    options = Options(defence=1, keep_mating_piece=True)
    problem = Problem("kamikaze", "8/(kamikaze)Q7/8/1k1K4/8/8/8/8 w - -", "#2", options=options)
    solution = solve(problem)
    assert len(solution.tries) == 2
    assert verify(claims_of(solution.as_json())).verdict is CheckResult.CONFIRMED


def test_documents_hold_what_is_needed_to_read_them_again() -> None:
    options = Options(set_play=True, defence=2, no_castling=("a1",), half_duplex=True)
    problem = Problem("orthodox", "4k3/8/8/8/8/8/8/R3K2R", "#2", options=options, intended="1")
    again = claims_of(solve(problem).as_json()).problem
    assert (again.options, again.fen, again.intended) == (problem.options, problem.fen, problem.intended)


@pytest.mark.parametrize(("option", "value"), [
    ("defence", []), ("defence", True), ("set_play", 1), ("threat", [1]), ("non_trivial", [1]), ("no_castling", [1]),
    ("start_move", ["x"]), ("other", "x"), ("defence", -1), ("unheard_of", 1),
])
def test_options_of_the_wrong_type_are_errors(option: str, value: Any) -> None:
    document = json.loads(json.dumps(solve(Problem("orthodox", "4k3/8/8/8/8/8/8/R3K2R", "#2")).as_json()))
    document["problem"]["options"] = {option: value}
    with pytest.raises(ProblemError, match=option):
        read(json.dumps({"results": [document]}))


def test_problems_without_a_solution_claim_nothing() -> None:
    assert read('{"results": [{"file": "x", "error": "no such file"}]}') == [Unsolved("no such file")]


def test_reasons_keep_what_they_are_translated_by() -> None:
    reason = Message("{}: {}", "b", Message("the diagram is illegal: {}", "side not to move in check"))
    entry: dict[str, Any] = {"file": "x", "error": reason, "message": reason.as_json()}
    [found] = read(json.dumps({"results": [entry]}))
    assert isinstance(found, Unsolved) and isinstance(found.error, Message)
    assert (found.error.text, found.error.values) == ("{}: {}", reason.values)
    inner = found.error.values[1]
    assert isinstance(inner, Message) and inner.text == "the diagram is illegal: {}"
    others: list[Any] = [{"text": "{:>9999999}", "values": ["b"]}, {"text": "{} {}", "values": ["b"]}, [], None,
                         {"text": "other", "values": []}, {"text": "{}", "values": [5]},
                         {"text": "{}", "values": [{"text": 3}]}]
    for wrong in others:
        [found] = read(json.dumps({"results": [{**entry, "message": wrong}]}))
        assert isinstance(found, Unsolved) and not isinstance(found.error, Message) and found.error == str(reason)


def spoiled(rng: Random, value: Any) -> Any:
    """A JSON value with something in it replaced, left out or doubled."""
    if rng.random() < 0.2 or not isinstance(value, (dict, list)) or not value:
        return rng.choice([None, True, -1, 10 ** 30, 1.5, "", "x", "e2e4", "#2", [], {}, [[]], [value], {"x": value}])
    value = value.copy()
    at = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
    if rng.random() < 0.15:
        value.pop(at)
    else:
        value[at] = spoiled(rng, value[at])
    return value


def fuzz(seed: int, times: int) -> int:
    """Read spoiled documents and check those that can be read; returns how many could not."""
    rng, errors = Random(seed), 0
    for _ in range(times):
        text = json.dumps({"results": [spoiled(rng, rng.choice(documents()))]})
        if rng.random() < 0.2:
            text = text[:rng.randrange(len(text))]
        try:
            for claims in read(text):
                if isinstance(claims, Claims):
                    verify(claims, max_nodes=300)
        except ProblemError as error:
            errors += 1
            assert len(str(error)) < 500 and "\n" not in str(error)
    return errors


def test_spoiled_documents_are_errors_in_one_line() -> None:
    assert fuzz(1, 400) > 200


@pytest.mark.long
def test_many_spoiled_documents_are_errors_in_one_line() -> None:
    assert fuzz(2, 100_000) > 50_000
