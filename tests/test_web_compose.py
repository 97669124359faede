"""Composing over the interface: setups, solving, collections, files."""
from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import tempfile
import threading
import time
from base64 import b64encode
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

import pytest
from serving import Server
from waiting import PATIENCE, until

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")
websockets = pytest.importorskip("websockets.sync.client")

from feerie import Position, Problem, ProblemError, solve
from feerie.apps.web.compose.drafts import draft_of, problem_of
from feerie.apps.web.compose.exports import EXPORTS
from feerie.apps.web.compose.imports import import_problems, read_apart
from feerie.apps.web.compose.problem_store import PROBLEM_UPGRADES, ProblemStore
from feerie.apps.web.compose.schemas import Draft, ImportAsked
from feerie.apps.web.compose.solution_answers import position_after, rows_after, solution_document
from feerie.apps.web.compose.solving_jobs import MOST_JOBS, SolvingJob, SolvingJobs
from feerie.apps.web.serving.database import StoreError
from feerie.apps.web.serving.refusal import RefusedError
from feerie.apps.web.serving.security import SecurityMiddleware, _is_costly
from feerie.apps.web.serving.texts import STATIC
from feerie.apps.web.serving.turns import Visitor
from feerie.formats import convert, files
from feerie.genres import GENRES
from feerie.notation import fen as fens
from feerie.problems.options import Options
from feerie.solving.tasks import task_for

DATA = Path(__file__).parent / "data"
ROKAGOGO: dict[str, Any] = {"genre": "rokagogo", "fen": "6B1/4P3/8/8/8/2pk4/2N5/4K2R w K - 0 1", "stipulation": "#2"}
ORLIK: dict[str, Any] = {"genre": "orthodox", "fen": "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q - 0 1", "stipulation": "#3"}
HELP: dict[str, Any] = {"genre": "orthodox", "fen": "8/8/8/8/8/1P1k1p2/7r/R3K2R w KQ - 0 1", "stipulation": "h#2",
                         "intended": "2", "author": ["A. Müller"], "source": "Die Schwalbe", "keywords": ["castling"]}
GAME: dict[str, Any] = {"genre": "orthodox", "fen": "rnb1kbnr/pppp1ppp/8/4p3/3q4/4KP2/PPPPP1PP/RNBQ1BNR w kq - 0 1",
                        "stipulation": "dia3.0", "author": ["N. D. Elkies"]}
LONG: dict[str, Any] = {"genre": "orthodox",
                         "fen": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                         "stipulation": "#6"}


def asked(server: Server, path: str, body: object = None, method: str = "", status: int = 200) -> Any:
    """The answer to a request that must have this status."""
    got, answer, _ = server.ask(path, body, method)
    assert got == status, answer
    return answer


def solved(server: Server, draft: dict[str, Any], **wishes: Any) -> tuple[str, Any]:
    """The address and the document of a solution, when the job has ended."""
    job = asked(server, "/api/solutions", {"draft": draft, **wishes}, status=201)["id"]
    with websockets.connect(live(server, job), origin=server.address) as socket:
        for message in socket:
            state = json.loads(message)["state"]
    assert state == "done"
    return f"/api/solutions/{job}", asked(server, f"/api/solutions/{job}")


def value_of(draft: dict[str, Any]) -> Problem:
    """The problem of a draft in JSON."""
    return problem_of(Draft.model_validate(draft))


def live(server: Server, job: str) -> str:
    """The address of a job's WebSocket."""
    return server.address.replace("http", "ws") + f"/api/solutions/{job}/live"


# ---------------------------------------------------------------------------------------------- the editor

@pytest.mark.parametrize("genre", [genre.name for genre in GENRES if genre.start])
def test_a_setup_is_read_and_written(server: Server, genre: str) -> None:
    position = Position(genre)
    shown = asked(server, "/api/setups", {"genre": genre, "fen": position.fen()})
    assert shown["fen"] == position.fen() and shown["men"] == position.men()
    assert {right["letter"] for right in shown["rights"] if right["held"]} == set(position.castling_rights)
    again = asked(server, "/api/setups", {"genre": genre, "men": shown["men"]})
    assert again["fen"].split()[:4] == position.fen().split()[:4]
    assert server.ask("/api/setups?" + urlencode({"genre": genre, "fen": position.fen()}))[1] == shown
    assert (shown["arrays"], shown["array"]) == ((960, 518) if genre == "chess960" else (0, None))


def test_arrays_by_their_numbers(server: Server) -> None:
    shown = server.ask("/api/setups?genre=chess960&fen=959&language=fr")[1]
    assert shown["array"] == 959 and shown["fen"].startswith("rkrnnqbb/")
    assert server.ask("/api/setups?genre=chess960&fen=960")[0] == 422
    opened = server.ask("/api/games", {"genre": "chess960", "fen": "7"})[1]
    game = server.ask(f"/api/games/{opened['id']}")[1]
    assert game["array"] == 7 and game["history"][0]["fen"] == Position("chess960", "7").fen()


def test_rights_flags_and_squares_passed_over(server: Server) -> None:
    men = {"e1": "K", "h1": "R", "e8": "k", "a8": "r", "d5": "p", "e5": "P"}
    shown = asked(server, "/api/setups", {"men": men, "denied": "q", "passed": "d6"})
    assert [(right["letter"], right["held"]) for right in shown["rights"]] == [("K", True), ("q", False)]
    assert shown["passable"] == ["d6"] and shown["fen"] == "r3k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1"
    shown = asked(server, "/api/setups", {"genre": "rollerball", "men": {"d1": "K", "d7": "k"}, "flags": "W"})
    extra = fens.parse(Position("rollerball").genre, shown["fen"]).flags
    assert [flag["letter"] for flag in shown["flags"] if flag["set"]] == list(extra)
    shown = asked(server, "/api/setups?language=fr", {"men": {"a1": "K", "c1": "K", "h8": "k"}})
    assert (shown["status"], shown["said"]) == ("illegal", "trop de Rois (Roi en c1)")
    for men in ({"d4": "K"}, {"a1": "Q"}, {"h1": "K"}):
        asked(server, "/api/setups", {"genre": "rollerball", "men": men}, status=422)


def test_men_traits_and_boards_of_the_dictionary(server: Server) -> None:
    fen = "7k/8/8/4?3/2=.NR5/8/6(royal)g1/K7 w - - 0 1"
    shown = asked(server, "/api/setups?language=fr", {"fen": fen})
    genre = shown["genre"]
    assert genre["name"] == "grasshopper+nightrider+neutral+royal" and genre["conditions"] == "orthodox"
    assert genre["title"] == "Sauterelle + noctambule + neutre + royal"
    assert shown["men"] == {"a1": "K", "h8": "k", "e5": "?", "c4": "=.NR", "g2": "(royal)g"} and shown["fen"] == fen
    assert genre["men"]["(royal)g"] == {"picture": "bQ-180-royal", "name": "Sauterelle, royal, Noirs"}
    assert genre["men"]["=.NR"] == {"picture": "nN-180", "name": "Noctambule, neutre"}
    assert [each["text"] for each in genre["traits"]] == ["=*", "(royal)*"]
    assert [each["text"] for each in genre["legend"]] == ["S = sauterelle", "N = noctambule", "neutre", "royal"]
    again = asked(server, "/api/setups", {"genre": genre["name"], "men": shown["men"]})
    assert again["fen"] == fen
    named = {"genre": "Löwe+holes:a1+Zylinder", "men": shown["men"]}
    assert asked(server, "/api/setups", named, status=422)["error"] == "'K' cannot stand on a1"
    fitting = asked(server, "/api/setups", {**named, "fitting": True})
    assert fitting["genre"]["name"] == "lion+holes:a1+cylinder" and fitting["men"] == {"h8": "k", "e5": "?"}
    assert [each["text"] for each in fitting["genre"]["legend"]] == ["LI = lion", "vertical cylinder"]


def test_pictures_of_men(server: Server) -> None:
    names = {each["picture"] for each in asked(server, "/api/setups", {"genre": "camel+neutral+royal"})["genre"]["men"]
             .values()}
    assert {"wK", "bK", "nN-90", "wN-90-royal", "bP"} <= names
    assert all(asked(server, f"/pictures/men/{name}.svg").startswith("<svg") for name in names)
    for name in ("xK", "wK-45", "wK-", "wKKK", "wK-royal-royal", "wK-noble", "w", "wk"):
        asked(server, f"/pictures/men/{name}.svg", status=404)


def test_elements_are_listed_and_the_nearest_is_named(server: Server) -> None:
    listed = asked(server, "/api/elements?language=de")
    [man] = [each for each in listed if each["name"] == "grasshopper"]
    assert (man["title"], man["family"], man["letter"]) == ("Grashüpfer", "Hüpfer", "G")
    assert "sauterelle" in man["words"] and "grasshopper" in man["words"]
    assert next(each for each in listed if each["name"] == "mirror-circe")["family"] == "Circe"
    titles = {each["name"]: each["title"] for each in listed}
    assert (titles["royal"], titles["cylinder"]) == ("königlich", "Zylinder")
    assert [each["name"] for each in listed[-3:]] == ["cylinder", "horizontal-cylinder", "torus"]
    for genre, near in (("grashopper", "grasshopper"), ("roque+noctanbule", "nightrider"), ("hols:a1", "holes:a1")):
        error = asked(server, "/api/setups", {"genre": genre}, status=422)["error"]
        assert error.endswith(f"(did you mean {near}?)"), error


def test_drafts_of_all_example_problems() -> None:
    tried = 0
    for path in sorted([*(DATA.parent.parent / "examples").glob("*.pop"), DATA / "problem_files" / "men.pop"]):
        for problem in files.problems(path):
            tried += 1
            again = problem_of(draft_of(problem))
            assert again == problem and repr(again.options) == repr(problem.options), path
    assert tried > 5


@pytest.mark.parametrize(("fen", "stipulation", "options"), [
    ("8/8/8/8/8/2pk4/2N5/4K2R b K -", "#2", {}), ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "#2", {}),
    ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", "h#2", {}), ("4k3/8/8/8/8/8/8/4K2R b - -", "h#2.5", {"white_to_play": True}),
    ("4k3/8/8/8/8/8/8/4K2R b - -", "s#3", {"duplex": True}),
    ("4k3/8/8/8/8/8/8/4K2R b - -", "#3", {"post_key_play": True}),
])
def test_drafts_keep_who_begins(fen: str, stipulation: str, options: dict[str, Any]) -> None:
    problem = Problem("orthodox", fen, stipulation, options=Options(**options))
    again = problem_of(draft_of(problem))
    assert again == problem and again.fen == problem.fen


def test_unfinished_diagrams_constraints_and_required_rights(server: Server) -> None:
    fen = "rnbqkbnr/pppp1ppp/8/4?3/8/5+2/PPPPPPP~/RNBQKB1R w - - 0 1"
    shown = asked(server, "/api/setups", {"fen": fen})
    assert shown["unfinished"] and shown["men"]["e5"] == "?" and shown["fen"].split()[0] == fen.split()[0]
    again = asked(server, "/api/setups", {"men": shown["men"], "denied": "KQkq"})
    assert again["fen"].split()[0] == fen.split()[0]
    for options, rights in (({}, ""), ({"required": True}, "kq")):
        problem = value_of({**GAME, **options, "constraints": ["e1 moves 2", "never e4"]})
        assert problem.diagram.rights == rights and problem.constraints.texts
        assert problem_of(draft_of(problem)) == problem
    unfinished = value_of({**GAME, "fen": fen, "stipulation": "dia1.5"})
    assert problem_of(draft_of(unfinished)) == unfinished
    kept = asked(server, "/api/problems", {"draft": draft_of(unfinished).model_dump()}, status=201)["id"]
    assert asked(server, f"/api/problems/{kept}")["setup"]["unfinished"]
    assert "<svg" in asked(server, f"/api/problems/{kept}/diagram.svg")
    asked(server, f"/api/problems/{kept}", None, "DELETE")


def test_a_draft_is_checked(server: Server) -> None:
    told = asked(server, "/api/problems/check?language=de", {**HELP, "twins": ["b) move d3 c3", "+c) remove f3"]})
    assert told["begins"] == "Schwarz am Zug" and [part["label"] for part in told["parts"]] == ["a", "b", "c"]
    assert told["parts"][1]["heading"].startswith("b) ")
    told = asked(server, "/api/problems/check?language=fr", {**HELP, "options": {"goal_is_end": True, "max_time": 9}})
    assert told["options"] == {"goal_is_end": "ButEstFin", "max_time": "MaxTemps"}
    for wrong in ({"stipulation": "#x"}, {"fen": "9/8"}, {"genre": "nonesuch"}, {"twins": ["b) jump a1"]},
                  {"options": {"nonesuch": True}}, {"options": {"defence": "many"}}, {"target": "8/8/8/8/8/8/8/8"}):
        assert server.ask("/api/problems/check", {**HELP, **wrong})[0] == 422, wrong


@pytest.mark.parametrize(("options", "code", "said"), [
    ({"max_time": "3"}, "en", "options.max_time must be a number"),
    ({"max_time": True}, "fr", "options.max_time doit être un nombre"),
    ({"duplex": 1}, "de", "options.duplex muss true oder false sein"),
    ({"duplex": None}, "en", "options.duplex must be true or false"),
    ({"castling_exclusive": "a1h1"}, "fr", "options.castling_exclusive doit être une liste de textes"),
    ({"start_move": [1.5]}, "de", "options.start_move muss eine Liste von Zahlen sein"),
    ({"non_trivial": [1]}, "en", "options.non_trivial must be a list of two numbers")])
def test_options_say_what_they_want(server: Server, options: dict[str, Any], code: str, said: str) -> None:
    told = asked(server, f"/api/problems/check?language={code}", {**HELP, "options": options}, status=422)
    assert told["error"] == said


def test_the_options_of_the_page_are_solved() -> None:
    code = (STATIC / "js" / "compose.js").read_text(encoding="utf-8")
    names = re.findall(r"'(\w+)'", "".join(re.findall(r"^const (?:SWITCHES|NUMBERS) = (.*);$", code, re.MULTILINE)))
    assert len(names) > 8
    for name in names:
        value = True if type(getattr(Options(), name)) is bool else 3
        for part in Problem("orthodox", HELP["fen"], "h#2", options=Options.of({name: value})).colours():
            assert task_for(part)


# -------------------------------------------------------------------------------------------------- solving

def moves_of(rows: list[dict[str, Any]]) -> set[str]:
    """The moves of rows, and of all below."""
    found = {item["line"][-1] for row in rows for item in row["items"] if "line" in item}
    return found.union(*(moves_of(row["rows"]) for row in rows))


def test_a_battle_is_solved(server: Server) -> None:
    address, shown = solved(server, ROKAGOGO)
    expected = solve(value_of(ROKAGOGO))
    [result] = shown["results"]
    rows = result["sections"][0]["rows"]
    assert tuple(row["items"][1]["line"][0] for row in rows) == expected.keys
    assert expected.tree and moves_of(rows) == {node.move for node in expected.tree if node.move}
    assert result["sound"] is True and result["told"].startswith("C+ ")
    french = asked(server, f"{address}?language=fr&notation=figurine")["results"][0]
    assert french["sections"][0]["rows"][0]["items"][1]["text"].startswith("e8=♖")


def test_every_move_leads_to_its_position(server: Server) -> None:
    address, shown = solved(server, ORLIK)
    rows = list(shown["results"][0]["sections"][0]["rows"])
    seen = 0
    while rows:
        row = rows.pop()
        rows += row["rows"]
        for item in row["items"]:
            if "line" not in item:
                continue
            at = asked(server, f"{address}/0/position?line={','.join(item['line'])}")
            position = Position("orthodox", ORLIK["fen"])
            for uci in item["line"]:
                if position.man_at(uci[:2]).isupper() != (position.turn == "white"):
                    position = position.pass_turn()
                position = position.play(uci)
            assert at["men"] == position.men()
            seen += 1
    assert seen > 5
    assert server.ask(f"{address}/0/position?line=a8a7")[0] == 422


def test_the_moves_of_all_example_problems_lead_to_their_positions(tmp_path: Path) -> None:
    """Direct, self, reflex, help and series play: the play before each move, replayed without the solver's help."""
    kinds, steps = set(), 0
    for path in sorted((DATA.parent.parent / "examples").glob("*.pop")):
        for problem in files.problems(path):
            job = SolvingJob(problem, Visitor(""), 60, quick=True)
            job.run(1, tmp_path, lambda: False)
            for part, result in zip(job.parts, solution_document(job, "en", "short")["results"], strict=True):
                asked_for = part.asked.problem
                assert asked_for
                shown = [(line, section["set"]) for section in result.get("sections", ())
                         for line in lines_of(section["rows"])]
                shown += [(items[-1]["line"], each["set"]) for each in result.get("lists", ())
                          for items in each["lines"]]
                for line, is_set_play in shown:
                    start = asked_for.set_play_start if is_set_play else asked_for.start
                    position = Position(asked_for.genre, start)
                    for uci in line:
                        if position.man_at(uci[:2]).isupper() != (position.turn == "white"):
                            position = position.pass_turn()
                        position = position.play(uci)
                    assert position_after(asked_for, line, is_set_play)[0].men() == position.men()
                    steps += 1
                kinds.add(asked_for.stipulation.play.name if shown else "")
    assert {"DIRECT", "SELF", "REFLEX", "HELP", "SERIES_REFLEX"} <= kinds and steps > 100


def lines_of(rows: list[dict[str, Any]]) -> list[list[str]]:
    """The lines of all moves of rows, and of all below."""
    return [item["line"] for row in rows for item in row["items"] if "line" in item] + [
        line for row in rows for line in lines_of(row["rows"])]


def test_set_play_and_tries(server: Server) -> None:
    draft = {"genre": "orthodox", "fen": "8/8/8/8/8/k1K5/8/1R6 w - - 0 1", "stipulation": "#3"}
    address, shown = solved(server, draft, set_play=True, tries=1)
    headings = [section["heading"] for section in shown["results"][0]["sections"]]
    assert headings == ["Set play", "Tries", "Solution"]
    row = shown["results"][0]["sections"][0]["rows"][0]
    line = [item["line"] for item in row["items"] if "line" in item][-1]
    after = asked(server, f"{address}/0/position?line={','.join(line)}&set_play=true")
    assert after["men"][line[-1][2:4]] in "kqrbnpKQRBNP"
    assert server.ask(f"{address}/0/rows?line=a1a2")[0] == 422


@pytest.mark.parametrize("options", [{}, {"post_key_play": True}])
def test_deep_play_is_asked_for_when_it_is_opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
                                                  options: dict[str, Any]) -> None:
    fen = "8/8/p4Q2/p1P5/P1p5/5p2/2k2P2/R3K3 w Q - 0 1" if options else ORLIK["fen"]
    job = SolvingJob(value_of({**ORLIK, "fen": fen, "options": options}), Visitor(""), 60, quick=False)
    job.run(1, tmp_path, lambda: False)
    solution = job.parts[0].solution
    assert solution and solution.tree
    monkeypatch.setattr("feerie.apps.web.compose.solution_answers.MOST_ROWS", 3)
    [section] = solution_document(job, "en", "long")["results"][0]["sections"]
    waiting, found, fetched = list(section["rows"]), set(), 0
    while waiting:
        row = waiting.pop()
        found |= moves_of([{**row, "rows": []}])
        waiting += row["rows"]
        if row["more"]:
            waiting += rows_after(solution, row["more"], False, "en", "long")
            fetched += 1
    assert fetched > 1 and found == {node.move for node in solution.tree if node.move}


def test_help_play_and_twins(server: Server) -> None:
    address, shown = solved(server, {**HELP, "twins": ["b) move d3 c3"]})
    first = shown["results"][0]["lists"][0]["lines"]
    expected = solve(value_of(HELP)).lines
    assert [tuple(items[-1]["line"]) for items in first] == list(expected)
    assert shown["results"][1]["heading"].startswith("b)")
    at = asked(server, f"{address}/1/position")
    assert at["men"]["c3"] == "k"


def test_studies_and_stipulations_in_words_are_kept_and_not_solved(server: Server) -> None:
    entry = "---\nalgebraic: {white: [Kf1, Sd3, Ph5], black: [Kh1, Ph2]}\nstipulation: 'Who plays #4?'\n"
    [kept] = asked(server, "/api/problems/import", {"text": entry}, status=201)["ids"]
    saved = asked(server, f"/api/problems/{kept}")
    assert saved["draft"]["stipulation"] == "'Who plays #4?'"
    for draft in (saved["draft"], {**saved["draft"], "stipulation": "+"}):
        _, found = solved(server, draft)
        [part] = found["results"]
        assert (part["verdict"], part["sound"]) == ("Kept, but not solved.", None)
        assert part["told"].endswith("not solved")
    told = asked(server, "/api/problems/check", saved["draft"])
    assert told["caption"].startswith("Who plays #4?") and not told["warnings"]
    slip = asked(server, "/api/problems/check", {**saved["draft"], "stipulation": "Who plays #4?"}, status=422)
    assert "is not a stipulation" in slip["error"]
    asked(server, f"/api/problems/{kept}", None, "DELETE")


def test_a_job_is_stopped_and_goes_on(server: Server) -> None:
    job = asked(server, "/api/solutions", {"draft": LONG}, status=201)["id"]
    with websockets.connect(live(server, job), origin=server.address) as socket:
        while json.loads(socket.recv(PATIENCE))["seconds"] < 0.5:
            pass
        asked(server, f"/api/solutions/{job}/stop", {})
        states = [json.loads(message)["state"] for message in socket]
    assert states[-1] == "stopped"
    assert asked(server, f"/api/solutions/{job}")["results"][0]["complete"] is False
    job = asked(server, "/api/solutions", {"draft": LONG}, status=201)["id"]
    with websockets.connect(live(server, job), origin=server.address) as socket:
        while (told := json.loads(socket.recv(PATIENCE)))["seconds"] < 0.3:
            pass
        assert told["resumed"]
    asked(server, f"/api/solutions/{job}/stop", {})


def test_jobs_end_with_the_browser_and_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = SolvingJobs(tmp_path, 1)
    here, neighbour = Visitor("here", "one"), Visitor("here", "two")
    begun = [jobs.begin(value_of(LONG), here, 60, quick=False)]
    begun[0].listen(1)
    begun += [jobs.begin(value_of(LONG), here, 60, quick=False) for _ in range(MOST_JOBS - 1)]
    with pytest.raises(RefusedError, match="too many jobs"):
        jobs.begin(value_of(LONG), here, 60, quick=False)
    jobs.begin(value_of(LONG), neighbour, 60, quick=True)
    monkeypatch.setattr("feerie.apps.web.compose.solving_jobs.GRACE", 0.1)
    until(lambda: all(job.is_over for job in begun[1:]))
    assert begun[0].state == "running"
    begun[0].stop()
    jobs.close()
    until(lambda: begun[0].is_over)
    assert [(job.state, job.error) for job in begun] == [("stopped", "")] * len(begun)


@pytest.mark.end_to_end
def test_long_jobs_give_way_to_those_that_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feerie.apps.web.compose.solving_jobs.SHARE", 0.2)
    monkeypatch.setattr("feerie.apps.web.compose.solving_jobs.MOST_RUNNING", 1)
    jobs = SolvingJobs(tmp_path, 1)
    first = jobs.begin(value_of(LONG), Visitor("class", "one"), 600, quick=False)
    first.listen(1)
    end = time.monotonic() + PATIENCE
    seen, shorts = set[str](), list[SolvingJob]()
    while not first.is_over:
        if not [short for short in shorts if not short.is_over]:
            shorts.append(jobs.begin(value_of(HELP), Visitor("class", "two"), 60, quick=False))
            shorts[-1].listen(1)
        seen.add(first.state)
        assert time.monotonic() < end
        time.sleep(0.01)
    jobs.close()
    assert first.state == "done" and first.resumed and {"waiting", "running"} <= seen
    assert len(shorts) > 2 and shorts[0].state == "done"
    solution = first.parts[0].solution
    assert solution is not None and solution.complete and solution.keys == solve(value_of(LONG), threads=1).keys


# -------------------------------------------------------------------------------------------------- keeping

def test_a_problem_is_kept_changed_and_found(server: Server) -> None:
    _, shown = solved(server, HELP)
    kept = asked(server, "/api/problems", {"draft": HELP, "solution": shown["id"]}, status=201)
    assert kept["tested"].startswith("C+ Féerie")
    found = asked(server, f"/api/problems/{kept['id']}")
    assert value_of({**found["draft"], "solution_text": ""}) == value_of(HELP)
    assert "0-0" in found["draft"]["solution_text"]
    for words in ("muller", "MÜLL", "schwalbe castl", "author:muller", "theme:castling", "stip:h#2", "genre:orthodox",
                  "h#2"):
        listed = asked(server, f"/api/problems?words={quote(words)}")["problems"]
        assert [each["id"] for each in listed] == [kept["id"]], words
    for words in ("title:muller", "stip:h#3", "nonesuch", "genre:roque"):
        assert not asked(server, f"/api/problems?words={quote(words)}")["problems"], words
    changed = {"draft": {**HELP, "title": "Zwilling"}, "revision": 1}
    assert asked(server, f"/api/problems/{kept['id']}", changed, "PUT")["revision"] == 2
    assert asked(server, f"/api/problems/{kept['id']}", changed, "PUT", 409)["code"] == "changed meanwhile"
    assert asked(server, "/api/problems?words=zwilling")["problems"][0]["tested"] == ""
    assert "<svg" in asked(server, f"/api/problems/{kept['id']}/diagram.svg")
    asked(server, f"/api/problems/{kept['id']}", None, "DELETE")
    asked(server, f"/api/problems/{kept['id']}", status=404)


def test_a_claim_of_another_problem_is_not_kept(server: Server) -> None:
    _, shown = solved(server, HELP)
    other = {**HELP, "fen": "8/8/8/8/8/1P1k1p2/6r1/R3K2R w KQ - 0 1"}
    kept = asked(server, "/api/problems", {"draft": other, "solution": shown["id"]}, status=201)
    assert kept["tested"] == ""


def test_collections(server: Server) -> None:
    made = asked(server, "/api/collections", {"name": "Türme"}, status=201)["id"]
    assert asked(server, "/api/collections", {"name": "Türme"}, status=409)["code"] == "collection exists"
    kept = asked(server, "/api/problems", {"draft": HELP, "collection": made}, status=201)["id"]
    listed = {each["id"]: each for each in asked(server, "/api/collections")}
    assert listed[made] == {"id": made, "name": "Türme", "count": 1} and listed[1]["name"] == ""
    assert asked(server, f"/api/collections/{made}", None, "DELETE", 409)["code"] == "collection not empty"
    asked(server, f"/api/problems/{kept}", None, "DELETE")
    asked(server, f"/api/collections/{made}", {"name": "Rooks"}, "PUT")
    asked(server, f"/api/collections/{made}", None, "DELETE")
    refused = asked(server, "/api/problems", {"draft": HELP, "collection": made}, status=404)
    assert refused["code"] == "no such collection"


@pytest.mark.end_to_end
def test_a_killed_server_loses_no_problem(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ids = set()
        for number in range(4):
            ids.add(asked(server, "/api/problems", {"draft": {**HELP, "title": f"No. {number}"}}, status=201)["id"])
        server.kill()
        server.start()
        assert {each["id"] for each in asked(server, "/api/problems")["problems"]} == ids


def test_search_without_full_text_finds_the_same(tmp_path: Path) -> None:
    store = ProblemStore(tmp_path / "problems.sqlite")
    assert store.has_full_text
    texts = [("Ångström, B.", "feenschach 1990", ("Rundlauf", "Grimshaw")), ("Émile X", "Rex Multiplex", ("Umnov",)),
             ("Jan van der Ven", "StrateGems 12", ("grimshaw",))]
    for author, source, themes in texts:
        draft = {**HELP, "author": [author], "source": source, "keywords": list(themes)}
        store.add([(value_of(draft), "")], 1)
    for words in ("angstrom", "grim", "theme:grim", "author:ven", "van ven", "emile", "12", "h#2", "source:rex", "rex"):
        store.has_full_text = True
        full = [row["id"] for row in store.search(words)]
        store.has_full_text = False
        assert [row["id"] for row in store.search(words)] == full and full, words
    store.close()


def test_upgrade_and_a_later_version(tmp_path: Path) -> None:
    path = tmp_path / "problems.sqlite"
    base = sqlite3.connect(path)
    base.executescript(PROBLEM_UPGRADES[0] + "PRAGMA user_version=1;")
    base.close()
    store = ProblemStore(path)
    [kept] = store.add([(value_of(HELP), "")], 1)
    assert store.find(kept).problem == value_of(HELP) and store.studies() == []
    store.close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version=99")
    base.close()
    with pytest.raises(StoreError, match="later version"):
        ProblemStore(path)


def test_threads_that_write_at_once(tmp_path: Path) -> None:
    store = ProblemStore(tmp_path / "problems.sqlite")
    problem = value_of(HELP)

    def write() -> None:
        for _ in range(10):
            store.add([(problem, "")], 1)
            store.search("muller")

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.search("muller", limit=100)) == 40
    store.close()


# ---------------------------------------------------------------------------------------------------- files

@pytest.mark.parametrize(("name", "package", "begin"), [
    ("png", "resvg_py", b"\x89PNG"), ("pdf", "typst", b"%PDF"), ("diagram.pdf", "typst", b"%PDF")])
def test_a_picture_is_written(server: Server, name: str, package: str, begin: bytes) -> None:
    pytest.importorskip(package)
    body = json.dumps({"draft": HELP, "format": name}).encode()
    request = Request(server.address + "/api/problems/export", body, {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        assert answer.read().startswith(begin)


def test_the_formats_on_offer(server: Server) -> None:
    found = asked(server, "/api/formats")
    assert list(found["titles"]) == found["problem"] == list(EXPORTS)
    assert [name for name, title in found["titles"].items() if not title] == ["diagram.pdf"]
    assert set(found["problem"]) - set(found["list"]) == {"svg", "png", "diagram.pdf", "txt"}


@pytest.mark.parametrize("name", [name for name in EXPORTS if name not in ("png", "pdf", "diagram.pdf")])
def test_a_problem_is_written(server: Server, name: str) -> None:
    draft = GAME if name == "proof-games" else HELP
    status, text, headers = server.ask("/api/problems/export", {"draft": draft, "format": name})
    assert status == 200 and "attachment" in headers["content-disposition"] and "x-lost" in headers
    if name in convert.FORMATS:
        given = text if isinstance(text, str) else json.dumps(text)
        [problem], complaints, _ = import_problems(ImportAsked(text=given, format=name))
        expected = value_of(draft)
        assert not complaints and problem.fen == expected.fen and problem.stipulation == expected.stipulation
        if "authors" not in json.loads(headers["x-lost"]):
            assert problem.author == expected.author or problem.author == ("Müller, A.",)
    else:
        assert name == "txt" or "<svg" in text or "<html" in text or "\\" in text


def test_files_in(server: Server) -> None:
    text = "4k3/8/8/8/8/8/8/4K2R w K - ; h#2\n8/8/8/8/8/2k5/7p/1K6 w - -\nnonsense\n"
    made = asked(server, "/api/problems/import", {"text": text, "stipulation": "ser-h=3"}, status=201)
    assert len(made["ids"]) == 2 and len(made["errors"]) == 1 and made["errors"][0].startswith("line 3")
    kept = asked(server, f"/api/problems/{made['ids'][1]}")
    assert kept["draft"]["stipulation"] == "ser-h=3"
    listed = asked(server, "/api/collections/1/file?format=popeye")
    assert listed.lower().startswith("beginproblem") and listed.lower().count("stipulation") >= 2
    assert server.ask("/api/collections/1/file?format=svg")[0] == 422
    assert server.ask("/api/problems/import", {"text": "no problem at all"})[0] == 422
    twin = ("BeginProblem\nForsyth 7k/8/5K2/8/8/8/8/6R1\nStip #2\nTwin Condition Masand\n"
            "NextProblem\nForsyth 7k/8/5K2/8/8/8/8/6R1\nStip h#2\nEndProblem\n")
    made = asked(server, "/api/problems/import", {"text": twin}, status=201)
    assert len(made["ids"]) == 1 and "Masand" in made["errors"][0]     # the others are read


def test_files_come_as_bytes_in_their_encoding(server: Server) -> None:
    text = "BeginProblem\nAuthor Иванов\nForsyth k7/8/1K6/8/8/8/8/7R\nStipulation #1\nEndProblem\n"
    data = b64encode(text.encode("cp1251")).decode()
    made = asked(server, "/api/problems/import", {"data": data, "encoding": "windows-1251"}, status=201)
    assert not made["errors"]
    assert asked(server, f"/api/problems/{made['ids'][0]}")["draft"]["author"] == ["Иванов"]
    made = asked(server, "/api/problems/import", {"data": data}, status=201)
    assert len(made["ids"]) == 1 and "Windows-1252" in made["errors"][0]
    assert server.ask("/api/problems/import", {"data": data, "encoding": "utf-8"})[0] == 422


def test_large_files_are_read_apart(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """More than requests may otherwise have; in a process whose end, whatever its reason, is told."""
    text = "4k3/8/8/8/8/8/8/4K2R w K - ; h#2\n" + "\n" * 400_000
    assert len(asked(server, "/api/problems/import", {"text": text}, status=201)["ids"]) == 1
    for ended, words in ((subprocess.CompletedProcess((), 1, b"", b"MemoryError"), "of memory"),
                         (subprocess.CompletedProcess((), -24, b"", b""), "takes more than")):
        monkeypatch.setattr(subprocess, "run", lambda *_, ended=ended, **__: ended)
        with pytest.raises(ProblemError, match=words):
            read_apart(ImportAsked(text="x"), "en")


def sent_file(server: Server, content: bytes, **how: object) -> tuple[int, list[dict[str, Any]]]:
    """Status and lines of the answer to a file that is sent as it is."""
    status, answer, _ = server.ask(f"/api/problems/import/file?{urlencode(how)}", content, "POST",
                                   {"Content-Type": "application/octet-stream"})
    return status, [json.loads(line) for line in answer.splitlines()] if status == 200 else [answer]


def test_a_file_is_read_part_by_part(server: Server, tmp_path: Path) -> None:
    """More problems than are read at a time, and more bytes than a request with a text may have."""
    collection = asked(server, "/api/collections", {"name": "large"}, status=201)["id"]
    line = b"4k3/8/8/8/8/8/8/4K2R w K - ; h#2\n"
    content = line * 700 + b"nonsense\n" + line * 700 + (b" " * 1023 + b"\n") * (45 << 10)
    status, told = sent_file(server, content, name="some.fen", collection=collection)
    assert status == 200 and [each["count"] for each in told] == [500, 999, 1400]
    assert [each["read"] for each in told] == [500, 1000, 1401]
    assert [len(each["errors"]) for each in told] == [0, 1, 0] and told[1]["errors"][0].startswith("line 701")
    listed = {each["id"]: each["count"] for each in asked(server, "/api/collections")}
    assert listed[collection] == 1400
    assert not list(Path(tempfile.gettempdir()).glob("feerie-problems-*"))


def test_a_file_that_cannot_be_read_is_refused(server: Server) -> None:
    assert sent_file(server, b"no problem at all")[0] == 422
    assert sent_file(server, b"x", format="exe")[0] == 422
    assert sent_file(server, b"")[0] == 422
    text = "BeginProblem\nAuthor Иванов\nForsyth k7/8/1K6/8/8/8/8/7R\nStipulation #1\nEndProblem\n"
    cyrillic = text.encode("cp1251")
    assert sent_file(server, cyrillic, encoding="utf-8")[0] == 422
    assert sent_file(server, cyrillic, encoding="windows-1251")[1] == [{"count": 1, "read": 1, "errors": []}]
    [told] = sent_file(server, b"4k3/8/8/8/8/8/8/4K2R w K - ; h#2\n", collection=99_999)[1]
    assert told["count"] == 0 and told["error"] == "no such collection"


# ---------------------------------------------------------------------------------------------- bad requests

@pytest.mark.parametrize(("path", "body"), [
    ("/api/setups", {"men": {"z9": "K"}}), ("/api/setups", {"men": {"a1": "KQ"}}), ("/api/setups", {"fen": "x" * 401}),
    ("/api/setups", {"men": {f"a{n}": "K" for n in range(100)}}), ("/api/setups", {"turn": "red"}),
    ("/api/setups", {"genre": "rokagogo+rollerball"}), ("/api/setups", {"nonesuch": 1}), ("/api/setups", [1]),
    ("/api/solutions", {"draft": {**HELP, "fen": "8/8/8/8/8/8/8/KKKKKKKK"}, "seconds": 0}),
    ("/api/solutions", {"draft": {**HELP, "stipulation": "h#99999999"}}),
    ("/api/solutions", {"draft": {**HELP, "twins": ["b) rotate 90"] * 61}}),
    ("/api/problems/check", {**HELP, "metadata": {"reprints": [{"name": 5}]}}),
    ("/api/problems/check", {**HELP, "metadata": {"nonesuch": {}}}),
    ("/api/problems/check", {**HELP, "options": {"defence": -1}}),
    ("/api/problems/check", {**HELP, "options": {"duplex": True, "half_duplex": True}}),
    ("/api/problems", {"draft": HELP, "collection": 0}), ("/api/problems", {"draft": HELP, "collection": 2**70}),
    ("/api/problems/export", {"draft": HELP, "format": "exe"}), ("/api/problems/export", {"draft": HELP, "format": ""}),
    ("/api/problems/import", {"text": "", "format": "fen"}), ("/api/problems/import", {"text": "x", "format": "exe"}),
    ("/api/problems/import", {"text": "[" * 100_000}), ("/api/collections", {"name": "  "}),
    ("/api/studies", {"fen": "9/9 w"}), ("/api/studies", {"pgn": "1. Zz9"}), ("/api/studies", {"genre": "x" * 121}),
])
def test_bad_requests_are_refused(server: Server, path: str, body: Any) -> None:
    assert server.ask(path, body)[0] in (404, 409, 422)


@pytest.mark.parametrize("path", [
    "/api/solutions/none", "/api/solutions/none/0/position", "/api/problems/none", "/api/studies/none",
    "/api/studies/none/position", "/api/collections/99/file?format=popeye", "/api/problems?offset=-1",
    "/api/problems?words=" + "x" * 300, "/api/collections/1/file?format=exe", "/api/solutions/x/y/position",
    f"/api/problems?collection={10**20}", f"/api/collections/{10**99}/file?format=popeye",
])
def test_bad_addresses_are_refused(server: Server, path: str) -> None:
    assert server.ask(path)[0] in (404, 409, 422)


@pytest.mark.parametrize("fen", ["8/8/8/8/8/8/8/8 w - -", "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK b - -",
                                 "PPPPPPPP/8/8/8/8/8/8/k6K w - -"])
def test_diagrams_that_are_no_positions(server: Server, fen: str) -> None:
    shown = asked(server, "/api/setups", {"fen": fen})
    assert shown["fen"].startswith(fen.split()[0])
    draft = {"genre": "orthodox", "fen": fen, "stipulation": "#2"}
    status, answer, _ = server.ask("/api/problems/check", draft)
    assert status in (200, 422), answer
    job = asked(server, "/api/solutions", {"draft": draft, "quick": True}, status=201)["id"]
    with websockets.connect(live(server, job), origin=server.address) as socket:
        states = [json.loads(message)["state"] for message in socket]
    assert states[-1] == "done"
    asked(server, f"/api/solutions/{job}")
    study = asked(server, "/api/studies", {"fen": fen}, status=201)["id"]
    assert asked(server, f"/api/studies/{study}/position")["men"] == shown["men"]


def test_costly_requests_are_limited() -> None:
    limit = SecurityMiddleware(lambda *_: None).costly  # type: ignore[arg-type]
    assert 400 <= sum(limit.allows("one") for _ in range(800)) < 440 and limit.allows("another")
    for path, method, costly in (("/api/solutions", "POST", True), ("/api/solutions/x", "GET", False),
                                 ("/api/collections/1/file", "GET", True), ("/api/setups", "POST", False)):
        assert _is_costly({"path": path, "method": method}) is costly


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_a_number_beyond_the_database_names_no_collection(server: Server, method: str) -> None:
    body = {"name": "x"} if method == "PUT" else None
    assert server.ask(f"/api/collections/{10**20}", body, method)[0] == 422


def test_large_files_are_read_a_part_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feerie.apps.web.compose.imports.MOST_IMPORTED", 2)
    text = "\n".join(["4k3/8/4K3/8/8/8/8/R7 w - -", "4k3/8/4K3/8/8/8/8/7R w - -", "nothing",
                      "7k/8/5K2/8/8/8/8/R7 w - -"])
    found: list[tuple[int, int]] = []
    skip: int | None = 0
    while skip is not None:
        problems, errors, skip = import_problems(ImportAsked(text=text, format="fen", stipulation="#1", skip=skip))
        found.append((len(problems), len(errors)))
    assert found == [(2, 0), (1, 1)]


def test_problems_are_found_by_their_men(tmp_path: Path) -> None:
    store = ProblemStore(tmp_path / "problems.sqlite")
    diagrams = ["4k3/8/4K3/8/8/8/8/R7 w - -", "4k3/8/4K3/8/8/8/8/7R w - -", "4k3/8/4K3/8/8/8/8/R6Q w - -",
                "4k3/8/4K3/8/8/8/8/R7 w - -", "8/3P3K/8/8/8/2=.NR3k1/8/8 w - -"]
    problems = [Problem("orthodox" if number < 4 else "nightrider+neutral", fen, "#1", author=[f"{9 - number}"])
                for number, fen in enumerate(diagrams)]
    names = store.add([(problem, "C+" * (number == 2)) for number, problem in enumerate(problems)], 1)

    def found(words: str = "", **asked: Any) -> list[int]:
        return [names.index(row["id"]) for row in store.search(words, 1, **asked)]

    assert found("men:KRk", order="added") == found("men:kRK", order="added") == [0, 1, 3]
    assert found("men:KP=.NRk") == [4] and found("men:KQ") == []
    assert found("double:yes", order="added") == [0, 3] and found("double:no", order="added") == [1, 2, 4]
    assert found("tested:yes") == [2] and len(found("tested:no")) == 4
    assert found(fen="4k3/8/4K3/8/8/8/8/R7", order="added") == [0, 2, 3] and found(fen="8/8/8/8/8/2=.NR5/8/8") == [4]
    assert found(order="author") == [4, 3, 2, 1, 0] and set(found(order="men")[:3]) == {0, 1, 3}
    assert all(len(found(order=order)) == 5 for order in ("changed", "source", "stipulation"))
    store.close()
