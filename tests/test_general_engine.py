"""The engine on the general path: mates that the solver finds (data/general_engine.json), games, matches, dialogues."""
from __future__ import annotations

import json
import re
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from dialogues import Program
from facts import Fact, facts
from some_men import OLDEST

from feerie import Engine, Game, Position, Problem, solve
from feerie.apps import cli
from feerie.base.errors import Error
from feerie.conditions import CONDITIONS
from feerie.genres import find
from feerie.kernel.state import COMPILED
from feerie.match.player import Fault
from feerie.men import name_of_man
from feerie.rules.properties import Property
from feerie.rules.setup import Setup
from feerie.rules.unit import kind_texts

needs_speed = pytest.mark.skipif(not COMPILED, reason="searches take long uncompiled")
MEN_NAMES = [name_of_man(man) for man in OLDEST]
MIXTURES = ("lion+mao+neutral", "grasshopper+royal", "locust+kamikaze", "nightrider+cylinder", "pao+holes:c3d5",
            "rokagogo+grasshopper", "rex-multiplex+zebra", "leo+neutral+royal+kamikaze")
CONDITION_NAMES = [condition.name for condition in CONDITIONS]
SOME_CONDITIONS = ("circe", "anticirce:cheylan", "immune", "andernach", "reverse-einstein", "madrasi:rex", "koko",
                   "checkless", "maximummer:black")


def random_position(rng: Random, name: str, most: int = 6) -> Position:
    """A legal position with few men, at least one of which orthodox chess does not have."""
    genre = find(name)
    men = [text for side in (0, 1) for text in kind_texts(genre, side) if not genre.man(text).royal]
    while True:
        board = [""] * genre.board.size
        squares = rng.sample(genre.board.squares, rng.randint(4, most))
        for square, text in zip(squares, ["K", "k", *(rng.choice(men) for _ in squares[2:])], strict=True):
            board[square] = text
        try:
            position = Position(genre, Setup(tuple(board), rng.randint(0, 1)))
        except Error:
            continue
        if position.is_valid() and position.legal_moves:
            return position


@needs_speed
@pytest.mark.parametrize("fact", facts("general_engine"), ids=lambda fact: fact["genre"])
def test_mates(fact: Fact) -> None:
    """A diagram with a mate in two moves: the keys are known from the solver, and the engine finds one soon."""
    position = Position(fact["genre"], fact["fen"])
    solution = solve(Problem(fact["genre"], fact["fen"], "#2"))
    assert solution.complete and sorted({str(key) for key in solution.keys}) == fact["keys"]
    found = next(found for found in Engine(hash_mb=1).iterate(position, depth=9) if str(found.score) == "#2")
    assert found.best and found.best.uci() in fact["keys"]
    for move in found.pv:
        position = position.play(move)
    assert position.is_checkmate()


@needs_speed
@pytest.mark.parametrize(("name", "count"), [
    *((name, 6) for name in (*MEN_NAMES, *MIXTURES, *SOME_CONDITIONS)),
    *(pytest.param(name, 100, marks=pytest.mark.long) for name in (*MEN_NAMES, *MIXTURES, *CONDITION_NAMES))])
def test_every_mate_and_no_other_is_found(name: str, count: int) -> None:
    """Without pruning three plies are enough for a mate in two moves, if and only if the solver finds one."""
    rng = Random(zlib.crc32(name.encode()) + count)
    engine = Engine(hash_mb=1)
    engine.shortcuts = False
    for _ in range(count):
        position = random_position(rng, name)
        engine.clear()
        score = engine.search(position, depth=3).score
        proved = engine.search(position, mate=2).score
        assert score and (score.mate in (1, 2)) == (proved is not None), position
        assert proved is None or score.mate == proved.mate, position


def array_with(name: str) -> str:
    """The game array with men of the genre in place of both queens and the knights of the queen's side."""
    man = f".{letter}" if len(letter := find(name).men[0].letter) > 1 else letter
    if find(name).men[0].promotion:
        return f"rnbqkbnr/{8 * man.lower()}/8/8/8/8/{8 * man}/RNBQKBNR w KQkq - 0 1"
    return f"r{man.lower()}b{man.lower()}kbnr/pppppppp/8/8/8/8/PPPPPPPP/R{man}B{man}KBNR w KQkq - 0 1"


@needs_speed
@pytest.mark.parametrize("count", [pytest.param(2), pytest.param(20, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", MEN_NAMES)
def test_a_random_mover_is_mated(name: str, count: int) -> None:
    """By either side, and every move is legal."""
    rng, engine = Random(zlib.crc32(name.encode()) + count), Engine(hash_mb=1)
    for number in range(count):
        game, side = Game(name, array_with(name)), ("white", "black")[number % 2]
        while not game.outcome():
            moves = sorted(move.uci() for move in game.position.legal_moves)
            found = engine.search(game, nodes=1000).best if game.position.turn == side else None
            game.push(found.uci() if found else rng.choice(moves))
            assert game.moves[-1].uci() in moves
        outcome = game.outcome()
        assert outcome and outcome.winner == side and len(game) < 240, game


@needs_speed
@pytest.mark.parametrize(("name", "nodes"), [
    *((name, 300) for name in SOME_CONDITIONS[::3]),
    *(pytest.param(name, 1000, marks=pytest.mark.long) for name in CONDITION_NAMES)])
def test_a_game_under_a_condition(name: str, nodes: int) -> None:
    """Where men come back it need not end: then 500 half-moves of it."""
    game, engine = Game(name), Engine(hash_mb=1)
    while not game.outcome() and len(game) < 500:
        best = engine.search(game, nodes=nodes).best
        assert best and best in game.position.legal_moves
        game.push(best.uci())


@pytest.mark.parametrize(("name", "fen", "depth"), [
    ("clone-circe:rex", "K7/1Q6/N6q/8/3Q4/8/8/2k3B1 b - - 0 1", 3),
    ("lion+mao+neutral", "1=.MA5.li/8/8/8/1=Q=.LI1k1K1/8/8/8 w - - 0 1", 1)])
def test_captures_and_checks_that_do_not_end(name: str, fen: str, depth: int) -> None:
    """A man that comes back can be taken again and again; both sides check with neutral men."""
    assert Engine(hash_mb=1).search(Position(name, fen), depth=depth, nodes=30000).nodes < 30000


@needs_speed
@pytest.mark.parametrize("name", [*MIXTURES, *(f"{name}+neutral" for name in SOME_CONDITIONS)])
def test_the_first_iteration_ends(name: str) -> None:
    rng = Random(f"checks {name}")
    for position in (random_position(rng, name, 7) for _ in range(4)):
        assert Engine(hash_mb=1).search(position, depth=1, nodes=30000).nodes < 30000, position


@needs_speed
@pytest.mark.parametrize("name", [*MEN_NAMES, *MIXTURES])
def test_levels_and_several_lines(name: str) -> None:
    """The weakest level plays legal moves, the same ones with the same seed; lines are legal move by move."""
    position = random_position(Random(zlib.crc32(name.encode())), name)
    first, again = (Engine(hash_mb=1, level=1, seed=5).search(position) for _ in range(2))
    assert first.best in position.legal_moves and (first.best, first.nodes) == (again.best, again.nodes)
    lines = Engine(hash_mb=1).search(position, depth=4, multipv=3).lines
    assert len(lines) == min(3, len(position.legal_moves))
    for line in lines:
        after = position
        for move in line.moves:
            after = after.play(move)


@needs_speed
@pytest.mark.parametrize("taken", [*Property, Property(0)], ids=lambda taken: taken.name or "none")
def test_no_mate_depends_on_a_property(taken: Property) -> None:
    """Nor on the path: orthodox diagrams are mated by the general one, too."""
    for fact in facts("general_engine")[::4]:
        position = Position(replace(find(fact["genre"]), loses=taken), fact["fen"])
        assert any(str(found.score) == "#2" for found in Engine(hash_mb=1).iterate(position, depth=9)), fact


def test_colours_are_alike() -> None:
    """The same position with the colours exchanged is worth the same to the side to move."""
    fen = "r3k2r/pp.le2ppp/2g5/3=N4/4(kamikaze)b3/2G5/PPP2PPP/R2.LEK2R w KQkq - 0 1"
    board, _, rights, *rest = fen.split()
    mirrored = " ".join(("/".join(reversed(exchanged(board).split("/"))), "b", rights.swapcase(), *rest))
    scores = {Engine(hash_mb=1).search(Position("grasshopper+leo+neutral+kamikaze", each), depth=2).score
              for each in (fen, mirrored)}
    assert len(scores) == 1


def exchanged(board: str) -> str:
    """A board in the other colours."""
    return "/".join("".join(re.sub("[A-Za-z.]+", lambda found: found[0].swapcase(), part)
                            if not part.startswith("(") else part for part in re.split(r"(\([a-z]+\))", rank))
                    for rank in board.split("/")).replace("=n", "=N")


@pytest.mark.parametrize(("name", "fen", "dead"), [
    ("grasshopper", "4k3/8/8/8/8/8/8/4K3 w - -", True),
    ("grasshopper", "4k3/8/8/8/8/8/8/4K2N w - -", True),
    ("grasshopper", "4k3/8/8/8/8/8/8/4K2G w - -", False),
    ("neutral", "4k3/8/8/8/8/8/8/4K2=N w - -", False),
    ("royal", "4k3/8/8/8/8/8/8/(royal)N7 w - -", False),
    ("cylinder", "4k3/8/8/8/8/8/8/4K2N w - -", False),
    ("cylinder", "4k3/8/8/8/8/8/8/4K3 w - -", True),
    ("holes:a1", "4k3/8/8/8/8/8/8/*3K2B w - -", False),
    ("grasshopper", "4k3/8/8/8/8/8/B7/2B1K3 w - -", False),
    ("grid", "4k3/8/8/8/8/8/8/4K2N w - -", False),
    ("reverse-einstein", "4k3/8/8/8/8/8/8/4K2B w - -", False),
])
def test_dead_material_needs_a_proof(name: str, fen: str, dead: bool) -> None:
    game = Game(name, fen)
    assert game.position.is_insufficient_material() == dead == (game.outcome() is not None)
    score = Engine(hash_mb=1).search(game.position, depth=3).score
    assert score and (score.centipawns == 0) == dead


def test_repetition_and_the_move_rule() -> None:
    game = Game("grasshopper", "4k3/8/8/8/8/8/6g1/3GK3 w - - 0 1")
    for text in 3 * ["e1f1", "e8f8", "f1e1", "f8e8"]:
        game.push(text)
    assert game.outcome(claim_draw=True) is not None
    tired = Position("grasshopper", "4k3/8/8/8/8/8/6g1/3GK3 w - - 149 90")
    score = Engine(hash_mb=1).search(tired, depth=2).score
    assert score and score.centipawns == 0


@needs_speed
def test_the_programs_play() -> None:
    """UCI from end to end, a game of the engine against itself from the array."""
    program, game = Program("uci", "--genre", "grasshopper"), Game("grasshopper")
    while not game.outcome() and len(game) < 24:
        moves = " ".join(move.uci() for move in game.moves)
        program.send(f"position startpos{' moves ' + moves if moves else ''}")
        program.send("go nodes 500")
        game.push(program.until("bestmove ...")[-1].split()[1])
    assert program.end()[::2] == (0, "")


@needs_speed
def test_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Openings are made from the array, or read from a file with men of the genre."""
    openings = tmp_path / "openings.txt"
    openings.write_text(array_with("lion") + "\n", encoding="utf-8")
    program = f'uci:"{sys.executable}" -m feerie uci,UCI_Variant=grasshopper'
    for arguments in (["oneply", "--genre", "grasshopper"], ["random", "--genre", "lion", "--openings", str(openings)],
                      [program, "--genre", "grasshopper", "--max-moves", "8"]):
        status = cli.main(["match", "feerie", *arguments, "--games", "2", "--nodes", "300", "--json"],
                          standalone_mode=False)
        found = json.loads(capsys.readouterr().out)
        assert status == 0 and found["wins"] + found["draws"] + found["losses"] == 2
        assert not {game["reason"] for game in found["games"]} & {fault.value for fault in Fault}
