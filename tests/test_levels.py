"""The levels of the engine: they err, always in the same places, the less the stronger they are, in every genre."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from dialogues import Program
from facts import DATA, SOURCE

from feerie import Analysis, ArgumentError, Engine, Game, Position
from feerie.apps import cli
from feerie.engine.levels import LEVELS, find_level, level_of_elo
from feerie.genres import GENRES
from feerie.kernel.state import COMPILED

FACTS: dict[str, list[Any]] = json.loads((DATA / "levels.json").read_text(encoding="utf-8"))
SEEDS = 30
MIDDLE_GAME = "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNBQK2R w KQkq - 0 6"
needs_speed = pytest.mark.skipif(not COMPILED, reason="searches take long uncompiled")


def found(analysis: Analysis) -> tuple[object, ...]:
    """What two equal searches have in common."""
    return analysis.nodes, str(analysis.score), [move.uci() for move in analysis.pv]


@pytest.mark.parametrize(("name", "number"), FACTS["names"])
def test_levels_have_names_and_numbers(name: str | int, number: int) -> None:
    assert find_level(name).number == number and Engine(hash_mb=1, level=name).level is LEVELS[number - 1]


@pytest.mark.parametrize("name", FACTS["no_names"])
def test_no_such_level(name: str | int) -> None:
    with pytest.raises(ArgumentError, match=r"no such level: .* 8 full"):
        Engine(hash_mb=1, level=name)


def test_levels_grow() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 9)) and not LEVELS[-1].errs
    for below, above in pairwise(LEVELS[:-1]):
        assert below.inaccuracy > above.inaccuracy and below.oversight > above.oversight
        assert (below.depth or 0) < (above.depth or 0) and (below.nodes or 0) <= (above.nodes or 0)
        assert level_of_elo(below.elo or 0) is below and (below.elo or 0) < (above.elo or 0)
    assert level_of_elo(0) is LEVELS[0] and level_of_elo(9999) is LEVELS[-2]


def test_full_strength_is_no_level() -> None:
    position = Position("orthodox", MIDDLE_GAME)
    plain, full = (Engine(hash_mb=1, level=level).search(position, depth=4) for level in (None, "full"))
    assert found(plain) == found(full)


def test_errors_belong_to_the_seed_and_the_position() -> None:
    position = Position("orthodox", MIDDLE_GAME)
    same = [found(Engine(hash_mb=1, level="casual", seed=7).search(position)) for _ in range(2)]
    assert same[0] == same[1]
    engine = Engine(hash_mb=1, level="casual", seed=7)
    assert engine.seed == 7 and found(engine.search(position)) == same[0]
    engine.clear()
    assert engine.seed == 7 and found(engine.search(position)) == same[0]
    others = set()
    for seed in range(10):
        engine.seed = seed
        others.add(str(engine.search(position).score))
    assert len(others) > 5
    unseeded = Engine(hash_mb=1, level="casual")
    before = unseeded.seed
    unseeded.clear()
    assert unseeded.seed != before


def test_limits_of_a_level_and_of_a_search_both_hold() -> None:
    for level in LEVELS[:-1]:
        analysis = Engine(hash_mb=1, level=level, seed=1).search(Position("rollerball"), nodes=3000)
        assert analysis.depth <= (level.depth or 0) and analysis.nodes <= min(level.nodes or 0, 3000)
    assert Engine(hash_mb=1, level=5, seed=1).search(Position("rollerball"), depth=2).depth == 2
    mate = Position("orthodox", "6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1")
    assert str(Engine(hash_mb=1, level=1, seed=1).search(mate, mate=1).score) == "#1"


@needs_speed
@pytest.mark.parametrize("fact", FACTS["seen"], ids=lambda fact: fact["about"])
def test_the_stronger_the_more_is_seen(fact: dict[str, str]) -> None:
    """How often the move is found, by SEEDS players of a level: mostly at every level, almost always at the top."""
    position, counts = Position(fact["genre"], fact["fen"]), []
    for level in LEVELS[:-1]:
        engine, count = Engine(hash_mb=1, level=level, seed=0), 0
        for seed in range(SEEDS):
            engine.seed = seed
            best = engine.search(position).best
            count += best is not None and best.uci() == fact["move"]
        counts.append(count)
    assert counts[0] >= SEEDS // 2 and counts[-1] >= SEEDS - 1, counts
    assert counts[0] < counts[-1], counts
    assert all(above >= below - 2 for below, above in pairwise(counts)), counts


@needs_speed
@pytest.mark.parametrize("genre", [*(genre.name for genre in GENRES), "rokagogo+rex-multiplex", "roque+siamois"])
def test_every_genre_has_levels(genre: str) -> None:
    game = Game(genre)
    engines = [Engine(hash_mb=1, level=level, seed=3) for level in (1, 4)]
    for ply in range(24):
        if game.is_over():
            break
        best = engines[ply % 2].search(game).best
        assert best is not None and best in game.position.legal_moves
        game.push(best)


@needs_speed
@pytest.mark.parametrize("genre", ["orthodox", "rollerball", "rokagogo"])
def test_two_levels_are_far_apart(genre: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A small match; those of docs/playing.md are longer."""
    arguments = ["match", "feerie:level=casual,hash=1", "feerie:level=beginner,hash=1", "--genre", genre,
                 "--games", "10", "--quiet", "--json"]
    assert cli.main(arguments, standalone_mode=False) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["wins"] + document["draws"] / 2 >= 7, document


def test_a_match_with_no_such_level_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "feerie:level=nobody", "random", "--genre", "rollerball", "--games", "2"]
    assert cli.main(arguments, standalone_mode=False) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and "no such level: 'nobody'" in error and error.count("\n") == 1


DIALOGUES = {
    "uci": ["> uci", "<* option name Level type combo default full var beginner ... var full",
            "< option name UCI_LimitStrength type check default false",
            "< option name UCI_Elo type spin default ... min ... max ...", "<* uciok",
            "> setoption name Level value nobody", "<* info string error: no such level: 'nobody' ...",
            "> setoption name Level value casual", "> position startpos", "> go movetime 60000", "<* info depth 3 ...",
            "<* bestmove ...",
            "> setoption name UCI_LimitStrength value true", "> setoption name UCI_Elo value 820", "> go infinite",
            "<* info depth 1 ...", "> stop", "<* bestmove ...",
            "> setoption name UCI_AnalyseMode value true", "> go depth 4", "<* info depth 4 ...", "<* bestmove ..."],
    "xboard": ["> xboard", "> protover 2", '<* feature option="Level -combo beginner /// ... /// *full"',
               "> option Level=novice", "> st 60", "> usermove e2e4", "<* move ...", "> option Level=nobody",
               "<* Error (no such level: 'nobody' ...", "> option Colour=red",
               "<* Error (no option is called 'Colour')..."],
}


@pytest.mark.parametrize("protocol", DIALOGUES)
def test_levels_in_the_protocols(protocol: str) -> None:
    program = Program(protocol)
    program.talk(DIALOGUES[protocol])
    status, _, errors = program.end()
    assert status == 0 and not errors


@pytest.mark.skipif(not COMPILED, reason="the package is not compiled here")
def test_uncompiled_errs_the_same(tmp_path: Path) -> None:
    shutil.copytree(SOURCE, tmp_path / "feerie", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.c"))
    program = ("import json\nfrom feerie import Engine, Position\nfrom feerie.kernel.state import COMPILED\n"
               "assert not COMPILED\n"
               "print(json.dumps([[found.nodes, str(found.score), [move.uci() for move in found.pv]] for found in (\n"
               "    Engine(hash_mb=1, level=level, seed=11).search(Position(genre))\n"
               "    for level in (1, 3) for genre in ('orthodox', 'rollerball'))]))")
    run = subprocess.run([sys.executable, "-c", program], text=True, capture_output=True, check=False,
                         env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == [list(found(Engine(hash_mb=1, level=level, seed=11).search(Position(genre))))
                                      for level in (1, 3) for genre in ("orthodox", "rollerball")]
