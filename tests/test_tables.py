"""Endgame tables: published numbers, every position judged again by its moves, forward search, and what asks them."""
from __future__ import annotations

import json
import pickle
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from click.testing import CliRunner
from facts import DATA, Fact, facts
from random_positions import GENRE_NAMES

from feerie import Engine, Game, Position, Problem, find_mate, genres, solve, text
from feerie.apps.cli import main
from feerie.base.errors import ArgumentError
from feerie.game.tables import SHIPPED, Material, TablePart, TableResult, Tables
from feerie.kernel.judges import new_judge
from feerie.kernel.verdict import compiled_rules
from feerie.rules.literals import MateGoal
from feerie.tables.indexing import PositionIndex
from feerie.tables.making import has_tables
from feerie.tables.table_file import TableFile, TableFileError, rules_digest

LONG = json.loads((DATA / "tables.json").read_text(encoding="utf-8"))["long"]
SEARCHED = 3
"""The longest mates that are compared with forward search."""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    yield Tables(tmp_path_factory.mktemp("tables"))


def longest(about: dict[str, Any]) -> int:
    """The moves of the longest win of either side."""
    return (max((entry["plies"] for entry in about["longest"] if entry["outcome"] == "win"), default=-1) + 1) // 2


@pytest.mark.parametrize("fact", facts("tables"), ids=lambda fact: f"{fact['genre']} {fact['men']}")
def test_published_numbers(tables: Tables, fact: Fact) -> None:
    tables.make(fact["genre"], fact["men"])
    material = Material.parse(genres.find(fact["genre"]), fact["men"])
    about = tables.about(material)
    assert about is not None
    assert (about["draws_wins_losses"]["white"], about["draws_wins_losses"]["black"]) == (fact["white"], fact["black"])
    assert longest(about) == fact["longest"]
    assert sum(about["zugzwangs"].values()) == fact.get("zugzwangs", sum(about["zugzwangs"].values()))
    assert tables.find_error(material) is None
    for entry in about["longest"]:
        result = tables.probe(Position(fact["genre"], entry["fen"]))
        assert result is not None
        assert (result.outcome, result.plies) == (entry["outcome"], entry["plies"])


@pytest.mark.long
@pytest.mark.parametrize("fact", LONG, ids=lambda fact: f"{fact['genre']} {fact['men']}")
def test_published_numbers_of_four_men(tables: Tables, fact: Fact) -> None:
    tables.make(fact["genre"], fact["men"])
    material = Material.parse(genres.find(fact["genre"]), fact["men"])
    about = tables.about(material)
    assert about is not None
    assert longest(about) == fact["longest"]
    assert tables.find_error(material) is None


@pytest.mark.parametrize("genre, men", [("orthodox", "KP-K"), ("platzwechselrochade", "KR-K"), ("rollerball", "KP-K"),
                                        ("ultra-rex-multiplex", "KK-K")])
def test_forward_search_agrees(tables: Tables, genre: str, men: str) -> None:
    tables.make(genre, men)
    drawn = random.Random(f"{genre} {men}")
    index = PositionIndex(compiled_rules(genres.find(genre)), Material.parse(genres.find(genre), men).canonical)
    judge = new_judge(compiled_rules(genres.find(genre)), 2)
    goal: MateGoal = "run" if genres.find(genre).king_run else "mate"
    compared = 0
    while compared < 30:
        if not index.put(judge, drawn.randrange(index.size)):
            continue
        position = Position(genre, judge.save())
        if not position.is_valid() or position.is_game_over():
            continue
        result = tables.probe(position)
        assert result is not None
        moves = result.moves or 0
        is_short = result.outcome == "win" and moves <= SEARCHED
        if genre != "rollerball":
            found = find_mate(position, SEARCHED, goal=goal, shortest=True)
            assert found.moves == (moves if is_short else None), position.fen()
        else:
            searched = Engine(hash_mb=1).search(position, mate=SEARCHED)
            assert bool(searched.lines) == is_short, position.fen()
        compared += 1


def test_what_no_table_knows(tables: Tables) -> None:
    """A castling right, and men without a table."""
    tables.make("orthodox", "KR-K")
    right, without = (Position("orthodox", f"4k3/8/8/8/8/8/8/4K2R w {rights} - 0 1") for rights in ("K", "-"))
    assert (tables.probe(right), tables.probe(without)) == (None, TableResult("win", 11))
    assert tables.moves(right) == [] == tables.line(right)
    assert tables.probe(Position("orthodox", "4k3/8/8/8/8/8/8/R3K2R w - -")) is None
    assert tables.probe(Position("circe", "4k3/8/8/8/8/8/8/4K2R w - -")) is None


@pytest.mark.parametrize("fen, result", [
    ("8/8/8/8/8/2k5/8/KQ6 w - -", TableResult("win", 6)),
    ("kq6/8/2K5/8/8/8/8/8 b - -", TableResult("win", 6)),        # sides exchanged
    ("7k/6Q1/6K1/8/8/8/8/8 b - -", TableResult("loss", 0)),
    ("7k/5Q2/6K1/8/8/8/8/8 b - -", TableResult("draw")),
    ("8/8/8/8/8/8/2k5/K1Q5 b - -", TableResult("draw")),
])
def test_probe(tables: Tables, fen: str, result: TableResult) -> None:
    tables.make("orthodox", "KQ-K")
    assert tables.probe(Position("orthodox", fen)) == result


def test_results_are_ordered() -> None:
    assert TableResult("win", 2) > TableResult("win", 5) > TableResult("draw") > TableResult("loss", 9) \
        > TableResult("loss", 1)


@pytest.mark.end_to_end
def test_an_interrupted_table_goes_on(tables: Tables, tmp_path: Path) -> None:
    stop, seen = Event(), list[float]()

    def interrupt(name: str, done: float) -> None:
        seen.append(done)
        if name == "KP-K" and (len(seen) % 7 == 0):
            stop.set()

    other, stops = Tables(tmp_path), 0
    other.make("orthodox", "KQ-K")
    while True:
        try:
            made = other.make("orthodox", "KP-K", stop=stop, progress=interrupt)
            break
        except TablePart:
            stops += 1
            stop.clear()
    assert stops > 2
    tables.make("orthodox", "KP-K")
    assert made[-1].path.read_bytes() == (tables.folder / "orthodox" / "KP-K.table").read_bytes()
    assert not list(tmp_path.glob("**/*.part"))


def test_processes_share_the_work(tmp_path: Path) -> None:
    """Each table is made once; locks are those of processes, which threads with files of their own are for them."""
    materials = [Material.parse(genres.find("rollerball"), men) for men in ("KR-K", "KB-K")]
    with ThreadPoolExecutor(2) as threads:
        shares = list(threads.map(lambda number: Tables(tmp_path).make("rollerball", materials[::number]), (1, -1)))
    assert sorted(made.material.name for share in shares for made in share if not made.was_there) \
        == ["K-K", "KB-K", "KR-K"]
    assert all(len(share) == 3 for share in shares)
    assert {path.suffix for path in (tmp_path / "rollerball").iterdir()} == {".table"}


def test_waiting_for_another_process_can_be_stopped(tmp_path: Path) -> None:
    fcntl, stop = pytest.importorskip("fcntl"), Event()
    (tmp_path / "rollerball").mkdir()
    stop.set()
    with (tmp_path / "rollerball" / "K-K.lock").open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(TablePart):
            Tables(tmp_path).make("rollerball", "KR-K", stop=stop)
    assert [made.was_there for made in Tables(tmp_path).make("rollerball", "K-K")] == [False]


def test_the_engine_comes_nearer_to_the_win_with_every_move() -> None:
    """King and bishop against king in Rollerball, from won positions drawn at random: so each is won in 90 moves."""
    tables, drawn, seen = Tables(), random.Random(3), 0
    genre = genres.find("rollerball")
    index = PositionIndex(compiled_rules(genre), Material.parse(genre, "KB-K"))
    judge, engine = new_judge(compiled_rules(genre), 2), Engine(hash_mb=1, tables=tables)
    while seen < 60:
        if not index.put(judge, drawn.randrange(index.size)):
            continue
        position = Position(genre, judge.save())
        result = tables.probe(position)
        if result is None or result.outcome != "win" or not result.moves:
            continue
        best = engine.search(position, nodes=1).best
        assert best is not None
        assert tables.probe(position.play(best)) == TableResult("loss", result.moves - 1)
        assert result.moves <= 90
        seen += 1


@pytest.mark.parametrize("genre, men, said", [
    ("circe", "KR-K", "there are no tables for circe"),
    ("grasshopper", "KR-K", "there are no tables for grasshopper"),
    ("orthodox", "KX-K", "there is no man X in orthodox"),
    ("orthodox", "KR", "is not the men of two sides"),
    ("orthodox", "KR-R", "each side needs a king"),
    ("orthodox", "KK-K", "more kings than orthodox has"),
    ("orthodox", "KNNNNNNN-K", "more than 6 men alike"),
])
def test_what_has_no_table(tables: Tables, genre: str, men: str, said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        tables.make(genre, men)


def test_memory_is_bounded(tables: Tables) -> None:
    with pytest.raises(ArgumentError, match="memory"):
        tables.make("orthodox", "KRR-K", memory=1000)


def test_every_first_genre_has_tables() -> None:
    assert all(has_tables(genres.find(name)) for name in GENRE_NAMES)


def test_a_damaged_file(tables: Tables, tmp_path: Path) -> None:
    tables.make("orthodox", "KQ-K")
    whole = (tables.folder / "orthodox" / "KQ-K.table").read_bytes()
    (tmp_path / "orthodox").mkdir()
    path, position = tmp_path / "orthodox" / "KQ-K.table", Position("orthodox", "8/8/8/8/8/2k5/8/KQ6 w - -")
    middle = len(whole) // 2
    for damaged in (b"", b"table", whole[:-1], whole[:middle] + bytes(40) + whole[middle + 40:],
                    whole.replace(rules_digest(position.genre).encode(), b"0" * 16)):
        path.write_bytes(damaged)
        with pytest.raises(TableFileError):
            for block in TableFile(path).outcomes():
                assert block
            Tables(tmp_path).make("orthodox", "KQ-K")
            TableFile(path).values()


@pytest.mark.parametrize("name", ["orthodox", "rollerball"])
def test_the_tables_of_the_package(name: str) -> None:
    """They are of the rules as they are, and checked as any others; scripts/write-tables makes them."""
    genre = genres.find(name)
    found = {path.stem for path in (SHIPPED / name).glob("*.table")}
    assert found == {material.name for men in (2, 3) for material in Material.all_of(genre, men)}
    assert all(Tables(SHIPPED).find_error(Material.parse(genre, name)) is None for name in found)


def test_tables_can_be_pickled(tables: Tables) -> None:
    assert pickle.loads(pickle.dumps(tables)).folder == tables.folder


# --------------------------------------------------------------------------------------------- what asks them

def test_the_engine_wins_by_the_tables() -> None:
    """King and bishop against king in Rollerball, from the longest win: 90 moves."""
    about = Tables().about(Material.parse(genres.find("rollerball"), "KB-K"))
    assert about is not None
    game, engine = Game("rollerball", about["longest"][0]["fen"]), Engine(hash_mb=1, tables=Tables())
    while not game.is_over():
        found = engine.search(game, nodes=1)
        assert found.best is not None
        game.push(found.best)
    outcome = game.outcome()
    assert outcome is not None
    assert (len(game.moves), outcome.winner) == (179, "white")


def test_searches_ask_the_tables() -> None:
    """That the capture of the rook leads to a won ending is seen at depth 2, and by the tables alone."""
    position = Position("rollerball", "6k/7/2***2/2***2/r1***2/7/R4K1 w - - - 0 1")
    scores = [Engine(hash_mb=1, tables=known).search(position, depth=2).lines[0].score.centipawns
              for known in (Tables(), None)]
    assert scores[0] == 19999
    assert scores[1] is not None
    assert scores[1] < 2000


def test_a_drawn_root_is_played_without_error(tables: Tables) -> None:
    tables.make("orthodox", "KP-K")
    position = Position("orthodox", "4k3/8/8/8/4P3/4K3/8/8 b - - 0 1")
    result = tables.probe(position)
    assert result is not None
    best = Engine(hash_mb=1, tables=tables).search(position, depth=1).best
    assert best is not None
    after = tables.probe(position.play(best))
    assert after is not None
    assert after.before.outcome == result.outcome


def run(*arguments: str) -> str:
    """What a command prints."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments]).output


def test_the_command(tables: Tables) -> None:
    document = json.loads(run("tables", "orthodox", "KQK", "--folder", str(tables.folder), "--check", "--json"))
    assert [(one["material"], one["error"]) for one in document["tables"]] == [("K-K", None), ("KQ-K", None)]
    said = run("tables", "orthodox", "--folder", str(tables.folder), "--fen", "8/8/8/8/8/2k5/8/KQ6 w - -")
    assert said.splitlines()[:2] == ["the table: won in 6", "  Qe4      won in 6"]


def test_other_commands_ask_the_tables() -> None:
    fen = "B6/k1K4/2***2/2***2/2***2/7/7 w - - k 0 1"
    assert "the table: won in 90" in run("why", "rollerball", fen)
    assert json.loads(run("why", "rollerball", fen, "--json"))["table"] == {"outcome": "win", "moves": 90}
    lost = "7/7/k1***2/2***2/2***2/2B4/2K4 b - - - 0 1"
    assert json.loads(run("mate", "rollerball", lost, "--json"))["verdict"] == "none within n"
    assert json.loads(run("analyse", "rollerball", fen, "--json"))["lines"][0]["score"] == {"mate": 90}


def test_a_study_gets_a_verdict() -> None:
    problem = Problem("rollerball", "B6/k1K4/2***2/2***2/2***2/7/7 w - - k 0 1", "+")
    assert "the table: won in 90 (Bc7)" in text(solve(problem))
