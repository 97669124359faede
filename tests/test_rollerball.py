"""Rollerball: its tables, its positions in both readings, and the complete ending of king against king."""
from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from facts import DATA, Fact, facts

from feerie import Engine, Game, Position, Problem, solve
from feerie.apps.cli import main
from feerie.apps.web.games.answers import outcome_text
from feerie.genres import ROLLERBALL, ROLLERBALL_LITERAL
from feerie.genres.rollerball import arrow, is_outer
from feerie.kernel.verdict import Judge, PositionVerdict, compiled_rules
from feerie.problems.twins import Mirror, Rotate, Shift, Twin
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup

TABLES = json.loads((DATA / "rollerball_tables.json").read_text(encoding="utf-8"))
POSITIONS = facts("rollerball_positions")
KING_RUNS = json.loads((DATA / "king_runs.json").read_text(encoding="utf-8"))
RESULTS = {"white": "1-0", "black": "0-1", None: "*"}
BOARD = ROLLERBALL.board
FLOWS = {"left": (-1, 0), "up": (0, 1), "right": (1, 0), "down": (0, -1)}
Node = tuple[tuple[str, ...], str]


def rays(genre: Genre, letter: str, square: str, side: int) -> list[list[str]]:
    """The rays of a man, by names."""
    return sorted([BOARD.name(at) for at in ray] for movement, _ in genre.man(letter).moves
                  for ray in movement.rays(BOARD, BOARD.index(square), side))


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("square", TABLES["squares"])
def test_tables(square: str, side: int) -> None:
    table = TABLES["squares"][square]
    steps = {name: [[at] for at in table[name]] for name in ("rook_backward", "bishop_backward", "pawn", "king")}
    for genre, sideways in ((ROLLERBALL, "rook_sideways"), (ROLLERBALL_LITERAL, "rook_sideways_text_reading")):
        rook = [table["rook_forward"], *table[sideways], *steps["rook_backward"]]
        assert rays(genre, "R", square, side) == sorted(rook)
        assert rays(genre, "B", square, side) == sorted(table["bishop_forward"] + steps["bishop_backward"])
        assert rays(genre, "P", square, side) == sorted(steps["pawn"])
        assert rays(genre, "K", square, side) == sorted(steps["king"])
    assert arrow(BOARD.index(square)) == FLOWS[table["flow"]]
    assert is_outer(BOARD.index(square)) == (table["ring"] == "outer")


def test_board_goals_and_promotion() -> None:
    assert sorted(TABLES["squares"]) == sorted(BOARD.name(square) for square in BOARD.squares)
    for ring in ("outer_ring_clockwise", "inner_ring_clockwise"):
        assert all(TABLES["squares"][at]["ring"] == ring.split("_")[0] for at in TABLES[ring])
    run, zones = ROLLERBALL.king_run, ROLLERBALL.man("P").promotion
    start = Position(ROLLERBALL)
    assert run is not None and zones is not None
    for side, letter in enumerate("wb"):
        assert start.kings(("white", "black")[side]) == (TABLES["king_home"][letter],)
        assert BOARD.name(run.goals[side]) == TABLES["king_goal"][letter]
        assert [sorted(map(BOARD.name, gate)) for gate in run.gates[side]] == TABLES["gate"][letter]
        assert sorted(map(BOARD.name, zones.zones[side])) == TABLES["promotion"][letter]
    assert zones.to == ("R", "B")


@pytest.mark.parametrize("fact", POSITIONS, ids=lambda fact: fact["fen"])
def test_position(fact: Fact) -> None:
    position = Position(ROLLERBALL, fact["fen"])
    assert sorted(move.uci() for move in position.legal_moves) == fact["moves"]
    for genre, counts in ((ROLLERBALL, fact["perft"]), (ROLLERBALL_LITERAL, fact["perft_literal"])):
        at = Position(genre, fact["fen"])
        assert [at.perft(depth) for depth in range(1, len(counts) + 1)] == counts
    outcome = position.outcome()
    assert (outcome.result if outcome else None) == fact.get("result")
    assert (outcome.reason.value if outcome else None) == fact.get("reason")


GATES = [  # kings and flags, move, flags after it: white, through one's own gate, there and back, and elsewhere
    ("7/3k3/2***2/2***2/2***2/3K3/7 w - - -", "d2c2", "K"), ("7/3k3/2***2/2***2/2***2/3K3/7 w - - -", "d2c1", "K"),
    ("7/3k3/2***2/2***2/2***2/7/3K3 w - - k", "d1c2", "Kk"), ("7/3k3/2***2/2***2/2***2/7/3K3 w - - -", "d1d2", "-"),
    ("7/3k3/2***2/2***2/2***2/2K4/7 w - - K", "c2d2", "-"), ("7/3k3/2***2/2***2/2***2/2K4/7 w - - Kk", "c2d1", "k"),
    ("7/3k3/2***2/2***2/2***2/7/2K4 w - - K", "c1d2", "-"), ("7/3k3/2***2/2***2/2***2/7/2K4 w - - -", "c1d2", "-"),
    ("7/3k3/2***2/2***2/2***2/2K4/7 w - - K", "c2b2", "K"), ("7/3k3/2***2/2***2/2***2/4K2/7 w - - -", "e2d2", "-"),
    ("3K3/7/2***2/2***2/2***2/3k3/7 w - - -", "d7e6", "-"), ("4K2/7/2***2/2***2/2***2/3k3/7 w - - K", "e7f7", "K"),
    ("7/3k3/2***2/2***2/2***2/5K1/7 b - - -", "d6e6", "k"), ("7/3k3/2***2/2***2/2***2/5K1/7 b - - K", "d6e7", "Kk"),
    ("7/4k2/2***2/2***2/2***2/5K1/7 b - - k", "e6d7", "-"), ("7/4k2/2***2/2***2/2***2/5K1/7 b - - Kk", "e6f6", "Kk")]


@pytest.mark.parametrize(("fen", "move", "flags"), GATES)
def test_gate(fen: str, move: str, flags: str) -> None:
    assert Position(ROLLERBALL, fen).play(move).fen().split()[4] == flags


RUNS = [  # position, move, what it brings about; None for an illegal move
    ("7/2K4/2***2/2***2/2***2/7/5k1 w - - K", "c6d6", "win"), ("7/2K4/2***2/2***2/2***2/7/5k1 w - - k", "c6d6", "ok"),
    ("4K2/7/2***2/2***2/2***2/7/5k1 w - - K", "e7d6", "win"), ("7/2K4/2***2/2***2/2***2/7/5k1 w - - K", "c6d7", "ok"),
    ("7/2Kb3/2***2/2***2/2***2/7/5k1 w - - K", "c6d6", "win"),
    ("2r4/2Kb3/2***2/2***2/2***2/7/5k1 w - - K", "c6d6", "win"),
    ("3r3/2K4/2***2/2***2/2***2/7/5k1 w - - K", "c6d6", None), ("5K1/7/2***2/2***2/2***2/4k2/7 b - - k", "e2d2", "win"),
    ("5K1/7/2***2/2***2/2***2/4k2/7 b - - K", "e2d2", "ok"), ("7/2K4/2***2/2***2/2***2/4k2/7 w - - Kk", "c6d6", "win")]


@pytest.mark.parametrize(("fen", "move", "status"), RUNS)
def test_king_run(fen: str, move: str, status: str | None) -> None:
    position = Position(ROLLERBALL, fen)
    moves = [legal.uci() for legal in position.legal_moves]
    assert (move in moves) == (status is not None)
    if status is not None:
        after = position.play(move)
        assert after.status().word == status
        assert (status == "win") == (not after.legal_moves)
        assert status != "win" or position.san(move).endswith("#")


@pytest.mark.parametrize("fact", KING_RUNS["diagrams"], ids=lambda fact: fact["fen"])
def test_who_has_won_by_king_run(fact: Fact) -> None:
    position, winner = Position(ROLLERBALL, fact["fen"]), fact["winner"]
    status, result = position.status(), Game(ROLLERBALL, position).result()
    assert (status.word == "win", status.winner, result) == (winner is not None, winner, RESULTS[winner])
    assert bool(position.legal_moves) == (winner is None)
    if winner:
        verdict, goes_on, *rest = position.explain().text.splitlines()
        assert verdict.startswith(winner.capitalize()) and winner.capitalize() in goes_on
        assert len(rest) == 1 and {"white": "d6", "black": "d2"}[winner] in rest[0]


@pytest.mark.parametrize("fact", KING_RUNS["lines"], ids=lambda fact: fact["theme"])
def test_who_wins_a_line_by_king_run(fact: Fact) -> None:
    game, winner = Game(ROLLERBALL, fact["fen"], moves=fact["moves"].split()), fact["winner"]
    assert game.positions[-2].san(fact["moves"].split()[-1]) == fact["san"]
    assert game.pgn().rstrip().endswith(f"{fact['san']} {RESULTS[winner]}")
    reason = outcome.reason.value if (outcome := game.outcome()) else ""
    assert outcome_text(ROLLERBALL, game.result(), reason, "en").startswith(winner.capitalize()) if winner \
        else outcome is None
    score = Engine(hash_mb=1).search(game.positions[-2], depth=1).score
    assert score and (score.mate == 1) == (winner is not None)
    told = CliRunner().invoke(main, ["play-line", "rollerball", fact["fen"] or "-", *fact["moves"].split(), "--json"])
    assert json.loads(told.stdout)["winner"] == winner


def test_king_against_king() -> None:
    """917 won, 3720 drawn, 636 lost for the side to move, by retrograde analysis.

    Positions with Black to move are counted as seen from the other side of the board.
    """
    judge = Judge(compiled_rules(ROLLERBALL))
    after: dict[Node, list[Node]] = {}
    value: dict[Node, int] = {}
    for white in BOARD.squares:
        for black in BOARD.squares:
            for flags in ("", "K", "k", "Kk") if white != black else ():
                men = tuple("K" if at == white else "k" if at == black else "" for at in range(BOARD.size))
                judge.load(Setup(men, flags=flags))
                verdict = judge.verdict()
                if verdict is PositionVerdict.RUN:
                    value[men, flags] = -1  # for the side to move: the other king has run
                elif verdict is not PositionVerdict.EXPOSED:
                    after[men, flags] = [node_after(judge, code) for code in judge.moves()]
    waiting = set(after)
    while True:
        found = {}
        for node in waiting:
            values = [value.get(reply, 0) for reply in after[node]]
            if -1 in values:
                found[node] = 1
            elif values and set(values) == {1}:
                found[node] = -1
        if not found:
            break
        value |= found
        waiting -= set(found)
    values = [value.get(node, 0) for node in after]
    assert [values.count(result) for result in (1, 0, -1)] == [917, 3720, 636]


def node_after(judge: Judge, code: int) -> Node:
    """The position a move leads to, with the board turned round and the colours exchanged."""
    judge.push(code)
    setup = judge.save()
    judge.pop()
    return tuple(man.swapcase() for man in reversed(setup.men)), "".join(
        flag for flag in "Kk" if flag in setup.flags.swapcase())


@pytest.mark.parametrize(("twins", "warned"), [
    ([Twin((Mirror("a1h1"),))], "b"), ([Twin((Rotate(90),)), Twin((Rotate(180),)), Twin((Rotate(270),))], ""),
    ([Twin((Mirror("a1a8"),)), Twin((Mirror("a1h1"),), True), Twin((Rotate(90), Mirror("a1h8")))], "bd"),
    ([Twin((Mirror("a1h1"), Mirror("a8h1")))], ""), ([Twin((Shift("a1", "z9"),)), Twin((Mirror("a1h1"),))], "c")])
def test_twins_whose_men_run_the_other_way_round(twins: list[Twin], warned: str) -> None:
    problem = Problem("rollerball", "3b3/3k3/2***2/2***2/2***2/3K3/3BR2", "h#1.5", twins=twins)
    sentence = "twin {} is not an image of the diagram: rollerball is played in one direction, which stays as it is"
    assert problem.twins_against_the_flow == tuple(map(sentence.format, warned))
    solved = {label: len(solve(part).lines) for label, part in problem.parts() if isinstance(part, Problem)}
    assert {label for label, count in solved.items() if count != solved["a"]} == set(warned)
    assert not Problem("orthodox", "8/8/8/3k4/8/8/8/K1R5", "#2", twins=twins).twins_against_the_flow


@pytest.mark.parametrize(("language", "warning"), [
    ("en", "warning: {}: line 2: twin b is not an image of the diagram: rollerball is played in one direction"),
    ("fr", "avertissement\u00a0: {}\u00a0: ligne 2\u00a0: le jumeau b n’est pas une image du diagramme"),
    ("de", "Warnung: {}: Zeile 2: Zwilling b ist kein Bild des Diagramms: rollerball wird in einer Richtung gespielt")])
def test_the_solver_warns_of_such_twins(language: str, warning: str, tmp_path: Path) -> None:
    path = tmp_path / "ring.pop"
    path.write_text("BeginProblem\nCondition Rollerball\nForsyth 3b3/3k3/2***2/2***2/2***2/3K3/3BR2\n"
                    "Stipulation h#1.5\nTwin Mirror a1<-->h1\nEndProblem\n")
    done = CliRunner().invoke(main, ["solve", str(path), "--no-board", "--language", language])
    assert done.exit_code == 0 and warning.format(path) in done.stderr
