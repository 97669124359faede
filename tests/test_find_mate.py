"""One forced mate: facts, and random comparison with a plain search of every genre, goal and play.

A proof found must convince the checker, which shares nothing with the searches.
"""
from __future__ import annotations

import copy
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from facts import Fact, facts
from random_positions import CHESS_NAMES, GENRE_NAMES, Diagram, random_fen
from reference import ROLLERBALL_GENRES, ROYALTY_GENRES
from test_shortcuts import promotion_fen, selfmate_fen
from waiting import PATIENCE, until_used

import feerie
from feerie import ForcedMate, Position, ProblemError, find_mate
from feerie.apps.cli import main
from feerie.base.errors import CheckpointError, Error
from feerie.kernel.verdict import Judge, compiled_rules
from feerie.problems.forced_mate import LONGEST_MATE, MateVerdict, main_line, mate_problem
from feerie.rules.goal import Aim
from feerie.rules.literals import MateGoal, MatePlay
from feerie.search.forced.forced import ForcedSearch
from feerie.search.questions import SearchGoal
from feerie.search.transposition import TranspositionTable
from feerie.solving.mate_checkpoint import MateCheckpoint
from feerie.verification.claim_reader import ProofClaims, read
from feerie.verification.verify import verify

FACTS = facts("mates")
GOALS: dict[MateGoal, Aim] = {"mate": Aim.MATE, "stalemate": Aim.STALEMATE, "run": Aim.KING_RUN}
PLAYS: tuple[MatePlay, ...] = ("direct", "self")
DEEP = ("orthodox", "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1")
"""Loyd's Excelsior, a mate in five."""


def checked(found: ForcedMate) -> str:
    """The verdict of the checker on the document of a mate."""
    [claims] = read(json.dumps(found.as_json()))
    assert isinstance(claims, ProofClaims)
    return verify(claims, max_nodes=None).verdict.value


def plain_length(position: Position, moves: int, goal: MateGoal, play: MatePlay) -> int:
    """The shortest length up to `moves` that a search without pruning finds; 0 for none."""
    judge = Judge(compiled_rules(position.genre), 2 * moves + 8)
    judge.load(position.setup)
    number = GOALS[goal].number
    assert number is not None
    search = ForcedSearch(judge, SearchGoal(number), PLAYS.index(play), TranspositionTable(1 << 12), shortcuts=False)
    return next((length for length in range(1, moves + 1) if search.attacker_wins(length)), 0)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact['genre']} {fact['play']} {fact['goal']} {fact['fen']}")
def test_facts(fact: Fact) -> None:
    position = Position(fact["genre"], fact["fen"])
    asked = {"goal": fact["goal"], "play": fact["play"]}
    found = find_mate(position, fact["moves"], shortest=True, **asked)
    assert (found.moves, found.complete, found.asked) == (fact["mate"], True, fact["moves"])
    if fact["mate"] is None:
        assert (found.verdict, found.tree, found.refuted) == (MateVerdict.NONE, None, fact["moves"])
        return
    assert found.verdict is MateVerdict.FOUND and found.is_shortest and found
    assert found.line[0] in fact["keys"] and found.tree is not None
    assert checked(find_mate(position, fact["mate"], **asked)) == "confirmed"
    assert find_mate(position, fact["mate"] - 1, **asked).verdict is MateVerdict.NONE if fact["mate"] > 1 else True


def test_facts_have_every_goal_and_play() -> None:
    found = {(fact["goal"], fact["play"]) for fact in FACTS if fact["mate"]}
    assert found == {(goal, play) for goal in GOALS for play in PLAYS}
    assert any(fact["mate"] is None for fact in FACTS)


# ----------------------------------------------------------------------------------- random comparison

def mating_fen(rng: Random, genre: str) -> str:
    """A king at the edge, few men of his own, and men that may mate him."""
    ring = genre in ROLLERBALL_GENRES
    diagram = Diagram(rng, 7 if ring else 8)
    edge = [square for square in diagram.squares if ring or square[0] in "ah" or square[1] in "18"]
    middle = diagram.rank(2, 3, 4, 5, 6, 7)
    several = any(royalty in genre for royalty in ROYALTY_GENRES)
    for king, squares in (("k", edge), ("K", diagram.squares)):
        diagram.put(king, squares)
        if several and rng.random() < 0.4:
            diagram.put(king, squares)
    for man in rng.choices("RRB" if ring else "QQRRBNN", k=rng.randint(1, 4)):
        diagram.put(man)
    for man in rng.choices("rb" if ring else "qrbnpppp", k=rng.choice((0, 0, 1, 1, 2, 3, 5))):
        diagram.put(man, middle if man == "p" else ())
    return f"{diagram.field()} w - - 0 1"


def random_position(rng: Random, genre: str, play: str) -> Position | None:
    """A random position in which something may be forced; None if it is illegal."""
    makers: list[Callable[[], str]] = [lambda: mating_fen(rng, genre), lambda: random_fen(rng, genre)]
    if genre in CHESS_NAMES:
        makers += [lambda: selfmate_fen(rng)] * 2 if play == "self" else [lambda: promotion_fen(rng)]
    try:
        position = Position(genre, rng.choice(makers)())
    except Error:
        return None
    return None if position.status().word == "illegal" else position


def compare(rng: Random, genre: str, longest: int) -> bool:
    """Ask for a goal in a random position, and compare; returns whether it is forced."""
    goals = list(GOALS) if feerie.find(genre).king_run else list(GOALS)[:2]
    goal, play = rng.choice(goals), rng.choice(PLAYS)
    position = random_position(rng, genre, play)
    if position is None:
        return False
    moves = rng.randint(1, longest if len(position.legal_moves) < 20 else 2)
    plain = plain_length(position, moves, goal, play)
    shortest = rng.random() < 0.5
    found = find_mate(position, moves, goal=goal, play=play, shortest=shortest)
    what = f"{genre} {position.fen()} {goal} {play} {moves}"
    assert found.complete, what
    assert (found.moves is not None) == bool(plain), what
    if found.moves is None:
        assert found.refuted == moves, what
        return False
    assert plain <= found.moves <= moves and found.refuted < plain, what
    assert found.moves == plain or not shortest, what
    assert checked(found) == "confirmed", what
    assert found.tree is not None and main_line(found.tree) == found.line, what
    assert len(found.line) == 2 * found.moves - (play == "direct") or not shortest, what
    return True


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_what_is_forced_is_found(genre: str) -> None:
    rng = Random(f"{genre} mates")
    forced = [compare(rng, genre, 2) for _ in range(40)]
    assert any(forced) or any(compare(rng, genre, 2) for _ in range(1000))


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_what_is_forced_is_found_far(genre: str) -> None:
    rng = Random(f"{genre} mates far")
    assert sum(compare(rng, genre, 3) for _ in range(1500)) > 5


# ------------------------------------------------------------------------------------- lengths and limits

def test_without_a_number_it_deepens_to_the_shortest() -> None:
    improvements: list[ForcedMate] = []
    found = find_mate(Position(*DEEP), improved=improvements.append)
    lengths = [mate.moves for mate in improvements]
    assert lengths == sorted(set(lengths), reverse=True, key=lambda moves: moves or 0)
    assert (found.moves, found.is_shortest, found.complete) == (5, True, True)
    assert all(mate.line and not mate.complete for mate in improvements)
    assert found.line[0] == "b2b4"


@pytest.mark.parametrize("limits", [{"max_nodes": 2000}, {"max_seconds": 0.0}])
def test_limits_leave_it_undecided(limits: dict[str, Any]) -> None:
    found = find_mate(Position(*DEEP), 5, **limits)
    assert (found.moves, found.verdict, found.complete) == (None, MateVerdict.UNDECIDED, False)
    assert not found and found.tree is None and found.line == ()
    assert found.nodes < 3000


def test_a_stop_ends_an_endless_search() -> None:
    stop = threading.Event()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    found = find_mate(Position("orthodox", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), stop=stop)
    assert (found.verdict, found.complete) == (MateVerdict.UNDECIDED, False)
    assert found.problem is None


def test_two_kings_never_mate() -> None:
    found = find_mate(Position("orthodox", "8/8/4k3/8/8/3K4/8/8 w - -"))
    assert (found.verdict, found.refuted, found.complete) == (MateVerdict.NONE, LONGEST_MATE, True)


@pytest.mark.parametrize("clock", [148, 149, 150])
def test_the_move_rule_is_no_rule_of_mates(clock: int) -> None:
    position = Position("orthodox", f"7k/8/5K2/8/8/8/8/6R1 w - - {clock} 90")
    found = find_mate(position, 2)
    assert found.line == ("f6f7", "h8h7", "g1h1") and checked(found) == "confirmed"
    is_over = position.is_game_over()       # in a game, which is what an engine plays
    assert is_over == (clock >= 150)
    assert len(feerie.Engine(hash_mb=1).search(position, mate=2).lines) == (0 if is_over else 1)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as POSIX does")
def test_ctrl_c_ends_it() -> None:
    """Even if it comes while compiled code raises an exception of its own."""
    def interrupt() -> None:
        until_used(os.getpid(), 0.5)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for moves in (None, 30):
            sender = threading.Thread(target=interrupt)
            sender.start()
            with pytest.raises(KeyboardInterrupt):
                find_mate(Position("orthodox"), moves, max_seconds=PATIENCE)
            sender.join()
    finally:
        signal.signal(signal.SIGINT, before)


def test_small_tables_forget_but_do_not_err() -> None:
    position = Position("orthodox", "4k3/1pp2pp1/8/b1B1pB2/rp6/p5N1/3R4/R2bK3 w Q - 0 1")
    found = find_mate(position, hash_mb=1)
    assert found.moves == 6 and checked(find_mate(position, 6, hash_mb=1)) == "confirmed"


def test_the_complete_search_goes_on_from_it() -> None:
    problem = feerie.Problem(*DEEP, "#5")
    lines: list[Any] = []
    first = feerie.solve(problem, find=True, max_solutions=1, threads=1, found=lines.extend)
    assert first.keys == ("b2b4",) and lines[0][1][0] == "b2b4"
    problem = feerie.Problem("orthodox", "r3k3/2Qp3R/1p6/1b2K3/4p3/8/5p2/8", "#4")
    assert feerie.solve(problem, find=True).tree == feerie.solve(problem).tree
    helpmate = feerie.Problem("orthodox", "6q1/8/8/8/3q3k/8/4K3/5Q2 w - - 0 1", "h#2")
    assert feerie.solve(helpmate, find=True).lines == feerie.solve(helpmate).lines


@pytest.mark.parametrize(("moves", "more"), [(0, {}), (LONGEST_MATE + 1, {}), (2, {"goal": "check"}),
                                             (2, {"play": "help"})])
def test_bad_arguments(moves: int, more: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"goal|moves"):
        find_mate(Position(*DEEP), moves, **more)       # type: ignore[arg-type]


def test_an_illegal_position_is_refused() -> None:
    with pytest.raises(ProblemError, match="illegal"):
        find_mate(Position("orthodox", "4k3/4R3/8/8/8/8/8/4K3 w - -"), 2)
    with pytest.raises(TypeError, match="Position"):
        find_mate("4k3/8/8/8/8/8/8/4K3 w - -", 2)   # type: ignore[arg-type]


@pytest.mark.parametrize("moves", [6, 30])
def test_black_to_move_and_its_en_passant(moves: int) -> None:
    position = Position("orthodox", "8/8/8/6q1/3pPp2/2k5/8/3K4 b - e3 0 1")
    found = find_mate(position, moves)
    assert found.moves is not None and found.moves <= 6
    assert found.problem is not None and found.problem.fen.split()[1] == "b"
    assert checked(found) == "confirmed"


# ------------------------------------------------------------------------------------------- the checker

def document() -> dict[str, Any]:
    return find_mate(Position("orthodox", "8/5P2/5Q2/8/1P3q2/4B2k/4K3/8 w - - 0 1"), 3).as_json()


def _cut_reply(found: dict[str, Any]) -> None:
    found["tree"]["children"][0]["children"].pop()


def _cut_answer(found: dict[str, Any]) -> None:
    found["tree"]["children"][0]["children"][0]["children"].clear()


def _two_answers(found: dict[str, Any]) -> None:
    answers = found["tree"]["children"][0]["children"][0]["children"]
    answers.append(copy.deepcopy(answers[0]))


def _other_key(found: dict[str, Any]) -> None:
    found["tree"]["children"][0]["move"] = "b4b5"


def _too_short(found: dict[str, Any]) -> None:
    found["mate"], found["problem"]["stipulation"] = 2, "#2"


def _shorter_exists(found: dict[str, Any]) -> None:
    found["none_within"] = 3


def _other_line(found: dict[str, Any]) -> None:
    found["line"] = found["line"][:-1]


def _reply_twice(found: dict[str, Any]) -> None:
    replies = found["tree"]["children"][0]["children"]
    replies.append(copy.deepcopy(replies[0]))


FORGERIES = (_cut_reply, _cut_answer, _two_answers, _other_key, _too_short, _shorter_exists, _other_line, _reply_twice)


@pytest.mark.parametrize("forge", FORGERIES)
def test_forged_proofs_are_refuted(forge: Callable[[dict[str, Any]], None]) -> None:
    found = document()
    [claims] = read(json.dumps(found))
    assert isinstance(claims, ProofClaims) and verify(claims).verdict.value == "confirmed"
    forge(found)
    [claims] = read(json.dumps(found))
    assert isinstance(claims, ProofClaims) and verify(claims).verdict.value == "refuted"


@pytest.mark.parametrize(("name", "value"), [("mate", "four"), ("mate", 5), ("tree", {}), ("tree", []), ("line", 3),
                                             ("none_within", None), ("problem", [])])
def test_documents_that_are_none(name: str, value: Any) -> None:
    found = document()
    found[name] = value
    with pytest.raises(ProblemError):
        read(json.dumps(found))


# -------------------------------------------------------------------------------------- the command line

def run(*arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of `feerie mate`."""
    result = CliRunner().invoke(main, ["mate", *arguments], standalone_mode=False)
    assert result.exception is None, result.exception
    return int(result.return_value), result.stdout, result.stderr


SHORT = ("orthodox", "7k/p7/P4K2/8/8/8/8/6R1 w - -")


@pytest.mark.parametrize(("more", "status", "last"), [
    (("2",), 0, "mate found: #2"), (("2", "--shortest"), 0, "mate found: #2, none in fewer moves"),
    ((), 0, "mate found: #2, none in fewer moves"), (("1",), 0, "none within 1"),
    (("1", "--language", "fr"), 0, "rien en 1 coup ou moins"), (("2", "--language", "de"), 0, "Matt gefunden: #2"),
    (("3", "--self", "--nodes", "50"), 1, "undecided"),
    (("1", "--goal", "stalemate"), 0, "stalemate found: =1, none in fewer moves"),
])
def test_the_command(more: tuple[str, ...], status: int, last: str) -> None:
    found, out, err = run(*SHORT, *more)
    assert (found, out.splitlines()[-1], err) == (status, last, "")


RUN = ("rollerball", "6b/1Kr4/2***2/2***2/2***2/1k5/7 w - - K")


@pytest.mark.parametrize(("more", "last"), [
    (("2",), "king run found: run2"), (("1",), "none within 1"), (("2", "--self"), "none within 2"),
    (("2", "--language", "fr"), "course du Roi trouvée\u00a0: run2"),
    (("2", "--language", "de"), "Königslauf gefunden: run2"),
])
def test_a_king_run(more: tuple[str, ...], last: str) -> None:
    status, out, err = run(*RUN, *more, "--goal", "run")
    assert (status, out.splitlines()[-1], err) == (0, last, "")


def test_a_king_run_is_its_own_goal() -> None:
    """A win by a run is no mate, and there is none where the king has no right to it."""
    assert find_mate(Position(*RUN), 2).verdict is MateVerdict.NONE
    without_flag = find_mate(Position(RUN[0], RUN[1].replace(" K", " -")), goal="run")
    assert (without_flag.verdict, without_flag.refuted) == (MateVerdict.NONE, LONGEST_MATE)
    with pytest.raises(ProblemError, match="no king run"):
        find_mate(Position(*SHORT), 2, goal="run")


def test_all_runs_are_looked_for_after_one() -> None:
    problem = feerie.Problem("rollerball", "7/Krb4/2***2/2***2/2***2/3k3/1RPb3 w - - K 0 1", "run3")
    lines: list[Any] = []
    found = feerie.solve(problem, find=True, threads=1, found=lines.extend)
    assert found.tree == feerie.solve(problem, threads=1).tree and lines[0][1][0] == "a6b6"


def test_the_document_of_the_command() -> None:
    status, out, _ = run(*SHORT, "2", "--json")
    found = json.loads(out)
    assert status == 0 and (found["mate"], found["verdict"]) == (2, "mate found")
    assert found["line"] == ["f6f7", "h8h7", "g1h1"] and found["complete"]
    status, out, _ = run(*SHORT, "1", "--json")
    found = json.loads(out)
    assert (found["mate"], found["line"], found["verdict"]) == (None, [], "none within n")
    status, out, _ = run(*DEEP, "5", "--nodes", "1000", "--json")
    assert status == 1 and json.loads(out)["verdict"] == "undecided"


@pytest.mark.parametrize("arguments", [
    ("orthodox",), ("nonsense", "-", "2"), (*SHORT, "0"), (*SHORT, "two"), (*SHORT, "2", "--goal", "check"),
    ("orthodox", "8/8 w", "2"), ("orthodox", "4k3/4R3/8/8/8/8/8/4K3 w - -", "2"), (*SHORT, "--time", "nan"),
    (*SHORT, "--time", "-1"), (*SHORT, "2", "3"), (*SHORT, "2", "--goal", "run"),
])
def test_bad_input(arguments: tuple[str, ...]) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "") and err.startswith("error: ") and err.count("\n") == 1


def test_mate_problems() -> None:
    assert str(mate_problem(Position(*SHORT), 3, "stalemate", "self").stipulation) == "s=3"


# ------------------------------------------------------------------------------------------- checkpoints

LONG = ("orthodox", "8/8/8/8/8/2k5/8/K6R w - - 0 1")
"""King and rook: the mate takes more than ten moves."""
NEVER = ("orthodox", "8/8/8/8/8/2k5/8/K5NN w - - 0 1")
"""Two knights force no mate."""


@pytest.mark.end_to_end
@pytest.mark.parametrize(("diagram", "moves", "more"), [
    (DEEP, 5, {"shortest": True}), (DEEP, None, {}), (LONG, 8, {}),
    (("orthodox", "8/4B3/3Rp2p/2Nbk1pP/1Qp2pKn/1N3P1P/3R4/8 w - - 0 1"), 4, {"play": "self"}),
])
def test_a_search_goes_on_where_it_was_stopped(diagram: tuple[str, str], moves: int | None, more: dict[str, Any],
                                               tmp_path: Path) -> None:
    position, path, parts = Position(*diagram), tmp_path / "kept", 0
    whole = find_mate(position, moves, **more)
    found = find_mate(position, moves, max_nodes=whole.nodes // 4, checkpoint=path, **more)
    assert not found.complete
    while not found.complete:
        parts += 1
        assert parts < 9
        found = find_mate(position, moves, max_nodes=whole.nodes // 4, checkpoint=path, **more)
    assert (found.moves, found.refuted, found.verdict) == (whole.moves, whole.refuted, whole.verdict)
    assert whole.nodes // 2 < found.nodes <= 1.5 * whole.nodes + 50_000, "positions of all parts, and few more"
    if found.moves:
        assert checked(found) == "confirmed"
    again = find_mate(position, moves, checkpoint=path, **more)
    assert (again.complete, again.moves, again.refuted) == (True, whole.moves, whole.refuted)
    assert again.nodes - found.nodes < 0.1 * whole.nodes + 20_000


@pytest.mark.parametrize("other", [
    (DEEP, 4, {}), (DEEP, None, {}), (DEEP, 5, {"goal": "stalemate"}), (DEEP, 5, {"play": "self"}),
    (DEEP, 5, {"shortest": True}), (LONG, 5, {}), (("siamois", DEEP[1]), 5, {}),
])
def test_a_checkpoint_of_another_question_is_refused(other: tuple[tuple[str, str], int | None, dict[str, Any]],
                                                     tmp_path: Path) -> None:
    path = tmp_path / "kept"
    find_mate(Position(*DEEP), 5, max_nodes=20_000, checkpoint=path)
    whole, (diagram, moves, more) = path.read_bytes(), other
    with pytest.raises(CheckpointError, match="kept: this checkpoint is of other problems or settings"):
        find_mate(Position(*diagram), moves, checkpoint=path, **more)
    with pytest.raises(CheckpointError, match="of other problems"):
        feerie.solve(feerie.Problem(*DEEP, "#5"), checkpoint=path)
    assert path.read_bytes() == whole


@pytest.mark.end_to_end
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.sample(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_command_goes_on_after_a_signal(number: int, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    command = [sys.executable, "-m", "feerie", "mate", *NEVER, "--json", "--resume", str(path)]
    seen = []
    for _ in range(2):
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        until_used(process.pid, 2)
        process.send_signal(number)
        document = json.loads(process.communicate()[0])
        assert process.returncode == 1 and not document["complete"]
        seen.append(document["nodes"])
    assert seen[1] > seen[0] > 0
    status, _, err = run(*NEVER, "39", "--resume", str(path))
    assert (status, err) == (2, f"error: {path}: this checkpoint is of other problems or settings\n")


def test_a_checkpoint_that_cannot_be_saved_loses_no_mate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: MateCheckpoint) -> None:
        raise OSError(28, "No space left on device", "kept")

    monkeypatch.setattr(MateCheckpoint, "save", full)
    status, out, err = run(*SHORT, "2", "--resume", str(tmp_path / "kept"))
    assert status == 2 and "mate found: #2" in out and err == "error: kept: No space left on device\n"
