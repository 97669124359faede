"""The problems to solve oneself: each is sound, and the board defends, refutes and hints as the solver says."""
from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from serving import Server

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

import feerie
from feerie.apps.web.games.answers import View
from feerie.apps.web.serving.refusal import RefusedError
from feerie.apps.web.solve import verdicts
from feerie.apps.web.solve.difficulty import Measure, measure
from feerie.apps.web.solve.documents import hint_document, verdict_document
from feerie.apps.web.solve.exercise_documents import exercise_document
from feerie.apps.web.solve.exercises import Exercise, is_offered, own_exercises
from feerie.apps.web.solve.play import after, moves_of
from feerie.notation.languages import LANGUAGES
from feerie.problems.options import Options
from feerie.solving.solve import solve

FILE = Path(verdicts.__file__).with_name("exercises.json")
ROWS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
FACTS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "exercises.json").read_text(
    encoding="utf-8"))["facts"]
SAMPLE = ROWS[::9]
FIRST = [genre.name for genre in feerie.genres.GENRES if genre.name not in (
    "chess960", "platzwechselrochade-popeye", "rollerball-literal")]


def names(rows: list[dict[str, Any]]) -> list[str]:
    """The names of tests of problems."""
    return [f"{row['genre']} {row['stipulation']} {row['id']}" for row in rows]


def sound(row: dict[str, Any]) -> None:
    """A problem has as many solutions as it says, none shorter, and the counts and the grade that it says."""
    problem = feerie.Problem(row["genre"], row["fen"], row["stipulation"], options=Options(defence=1))
    solution = solve(problem, threads=1, hash_mb=8)
    assert solution.complete and not solution.short
    assert len(solution.solutions) == row["solutions"] == len(solution.keys)
    assert is_offered(problem) and not problem.warnings
    counted = measure(solution)
    assert (counted.tries, counted.key) == (row["tries"], row["key"])
    assert counted.nodes == row["nodes"]


@pytest.mark.parametrize("row", SAMPLE, ids=names(SAMPLE))
def test_some_are_sound(row: dict[str, Any]) -> None:
    sound(row)


@pytest.mark.long
@pytest.mark.parametrize("row", ROWS, ids=names(ROWS))
def test_all_are_sound(row: dict[str, Any]) -> None:
    sound(row)


def test_what_there_is() -> None:
    assert len(ROWS) >= 150
    assert len(own_exercises()) == len(ROWS) == len({(row["genre"], row["fen"], row["stipulation"]) for row in ROWS})
    counts = Counter(row["genre"] for row in ROWS)
    assert all(counts[genre] >= 8 for genre in FIRST), counts
    assert len(counts) >= 15
    assert {row["grade"] for row in ROWS} == {1, 2, 3, 4, 5}
    assert {row["stipulation"] for row in ROWS} >= {"#2", "#3", "h#2", "h#2.5", "s#2", "ser-#3", "ser-h#3"}
    for row in ROWS:
        is_battle = row["stipulation"][0] in "#s" and not row["stipulation"].startswith("ser")
        assert Measure(row["nodes"], row["tries"], row["key"]).grade(is_battle=is_battle) == row["grade"], row


# ------------------------------------------------------------------------------------------------------ the board

def exercise_of(fact: dict[str, Any]) -> Exercise:
    """The exercise of a fact."""
    return Exercise("fact", feerie.Problem(fact["genre"], fact["fen"], fact["stipulation"],
                                           intended=fact.get("intended", "")))


@pytest.mark.parametrize("fact", FACTS, ids=[fact["id"] for fact in FACTS])
def test_what_a_move_is_worth(fact: dict[str, Any]) -> None:
    exercise, view = exercise_of(fact), View("en", "short")
    for line, expected in fact["lines"].items():
        words = tuple(line.split())
        verdict = verdicts.judge(exercise.problem, words, helped=fact.get("helped", False))
        found = verdict_document(exercise, verdict, (), view)
        assert (found["state"], found["said"]) == tuple(expected[:2]), line
        if len(expected) > 2:
            assert " ".join(found["line"]) == expected[2], line
    for line, expected in fact.get("hints", {}).items():
        words = tuple(line.split())
        hint = verdicts.hint_for(exercise.problem, words)
        assert [hint_document(exercise.problem, words, hint, step, view)["said"] for step in (1, 2, 3)] == expected
    for line in fact.get("illegal", ()):
        with pytest.raises(feerie.IllegalMoveError):
            after(exercise.problem, tuple(line.split()))


@pytest.mark.parametrize("row", SAMPLE, ids=names(SAMPLE))
def test_hints_lead_to_the_end(row: dict[str, Any]) -> None:
    exercise = own_exercises()[row["id"]]
    problem = exercise.problem
    for helped in (False, True):
        line = verdicts.begin(problem, helped=helped).line
        state = "begun"
        while state != "solved":
            hint = verdicts.hint_for(problem, line)
            assert hint.move in {move.uci() for move in moves_of(problem, after(problem, line), len(line))}
            verdict = verdicts.judge(problem, (*line, hint.move), helped=helped)
            line, state = verdict.line, verdict.state
            assert state in ("right", "open", "solved"), (line, verdict)
            assert len(line) <= problem.plies


@pytest.mark.parametrize("row", SAMPLE[::4], ids=names(SAMPLE[::4]))
def test_only_what_solves_is_right(row: dict[str, Any]) -> None:
    exercise = own_exercises()[row["id"]]
    problem = exercise.problem
    if not problem.stipulation.play.is_battle:
        pytest.skip("nothing is said at the first move")
    right = []
    for move in moves_of(problem, after(problem, ()), 0):
        verdict = verdicts.judge(problem, (move.uci(),), helped=False)
        said = verdict_document(exercise, verdict, (), View("de", "long"))["said"]
        assert bool(said) == (verdict.state == "wrong")
        if verdict.state == "right":
            right.append((move.uci(),))
    assert right == list(verdicts.solutions_of(problem))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_is_said_in_words(language: str) -> None:
    for stipulation in ("#2", "s#2", "h#2", "h#2.5", "ser-#3", "ser-h#3"):
        row = next(row for row in ROWS if row["stipulation"] == stipulation)
        said = exercise_document(own_exercises()[row["id"]], View(language, "short"))["task"]
        assert "{" not in said and ("2½" in said) == (stipulation == "h#2.5")


def test_what_is_not_offered() -> None:
    fen = "8/8/8/8/8/1K6/8/k6Q w - -"
    for stipulation in ("#5", "=2", "r#2", "dia4", "hs#3", "exact-#2"):
        try:
            problem = feerie.Problem("orthodox", fen, stipulation)
        except feerie.Error:
            continue
        assert not is_offered(problem), stipulation
    for options in (Options(duplex=True), Options(post_key_play=True), Options(max_flights=1)):
        assert not is_offered(feerie.Problem("orthodox", fen, "#2", options=options))
    assert is_offered(feerie.Problem("orthodox", fen, "#2", options=Options(set_play=True, defence=2)))


def test_a_problem_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "SECONDS", 0.01)
    problem = feerie.Problem("orthodox", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq -", "h#4")
    with pytest.raises(RefusedError, match="too long"):
        verdicts.solutions_of(problem)


# -------------------------------------------------------------------------------------------------- the interface

def test_a_problem_by_the_interface(server: Server) -> None:
    listed = server.ask("/api/exercises?language=fr")[1]["exercises"]
    assert [each["id"] for each in listed] == [row["id"] for row in ROWS]
    ids = [each["id"] for each in listed[:3]]
    drawn = server.ask(f"/api/exercises/diagrams?ids={','.join(ids)}")[1]
    assert list(drawn["diagrams"]) == ids and drawn["definitions"].startswith("<defs>")
    row = next(row for row in ROWS if row["stipulation"] == "#2" and row["genre"] == "orthodox")
    address = f"/api/exercises/{row['id']}"
    shown = server.ask(f"{address}?language=de")[1]
    assert shown["task"].startswith("Matt in 2: Weiß") and shown["count"] == 1 and not shown["helps"]
    begun = server.ask(f"{address}/line", {})[1]
    assert begun["state"] == "begun" and begun["destinations"]
    status, refused, _ = server.ask(f"{address}/line", {"move": "a1a9"})
    assert status == 422 and refused["error"]
    hint = server.ask(f"{address}/hint", {"step": 3})[1]
    status, played, _ = server.ask(f"{address}/line", {"move": hint["square"] + hint["target"]})
    assert status == 200 and played["state"] == "right" and len(played["line"]) == 2
    assert server.ask(f"{address}/why", {"move": hint["square"] + hint["target"]})[1]["legal"]
    assert server.ask("/api/exercises/none")[0] == 404
    assert server.ask(f"{address}/line", {"line": ["a1a1"], "move": "e4"})[0] == 422
    assert server.ask(f"{address}/line", {"line": ["a1a2"] * 25})[0] == 422


def test_saved_problems_are_offered(server: Server) -> None:
    for genre, fen, stipulation in (("orthodox", "4k3/8/2R5/8/8/3R4/1K6/8 w - -", "#2"),
                                    ("orthodox", "4k3/8/2R5/8/8/3R4/1K6/8 w - -", "r#2")):
        draft = {"genre": genre, "fen": fen, "stipulation": stipulation, "author": ["A. B."]}
        assert server.ask("/api/problems", {"draft": draft})[0] == 201
    found = server.ask("/api/exercises?collection=1")[1]
    assert [(each["stipulation"], each["grade"], each["author"]) for each in found["exercises"]] == [
        ("#2", 0, "A. B.")] and found["next"] is None
    name = found["exercises"][0]["id"]
    assert server.ask(f"/api/exercises/{name}/line", {"move": "Rc7"})[1]["state"] == "right"
    other = next(each["id"] for each in server.ask("/api/problems?collection=1")[1]["problems"] if each["id"] != name)
    status, refused, _ = server.ask(f"/api/exercises/{other}")
    assert (status, refused["code"]) == (409, "not offered")
