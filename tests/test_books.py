"""Books of Polyglot and tables of Syzygy: read by python-chess, played by the engine."""
from __future__ import annotations

import os
import pickle
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from struct import pack
from typing import Any

import chess
import chess.polyglot
import chess.syzygy
import pytest

import feerie
from feerie import ArgumentError, Engine, Game, Position, Score
from feerie.apps import cli
from feerie.game.book import Book, BookError
from feerie.game.syzygy import Syzygy, SyzygyError, SyzygyResult
from feerie.game.tables import Tables
from feerie.kernel.state import COMPILED
from feerie.match.own_engine import OwnEngine
from feerie.match.player import PlayerError

pytestmark = pytest.mark.skipif(not COMPILED, reason="searches and tables take long uncompiled")

CASTLING = Position("orthodox", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")


def entry(position: Position, uci: str, weight: int) -> bytes:
    """A line of a book, by the description of the format."""
    origin, target = (8 * (int(square[1]) - 1) + "abcdefgh".index(square[0]) for square in (uci[:2], uci[2:4]))
    piece = "_nbrq".index(uci[4:5] or "_")
    key = chess.polyglot.zobrist_hash(chess.Board(position.fen()))
    return pack(">QHHI", key, piece << 12 | origin << 6 | target, weight, 0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A small book, with a move that is not legal, one of weight 0, and a castling as Polyglot writes it."""
    start = Position("orthodox")
    lines = [entry(start, "e2e4", 3), entry(start, "d2d4", 1), entry(start, "e2e5", 9), entry(start, "a2a3", 0),
             entry(CASTLING, "e1h1", 2), entry(start.play("e4"), "c7c5", 1)]
    path = tmp_path / "small.bin"
    path.write_bytes(b"".join(sorted(lines)))
    return path


def test_a_book_is_read(file: Path) -> None:
    with Book(file, seed=1) as book:
        assert [(entry.move.uci(), entry.weight) for entry in book.entries(Position("orthodox"))] == [
            ("e2e4", 3), ("d2d4", 1)]
        castling = book.choose(CASTLING)
        assert castling is not None and castling.is_castling and castling.uci() == "e1g1"
        assert book.choose(Position("rokagogo")) is None and book.choose(CASTLING.play("Ke2")) is None
        chosen = Counter(str(book.choose(Position("orthodox"))) for _ in range(400))
        assert set(chosen) == {"e2e4", "d2d4"} and 250 < chosen["e2e4"] < 350
        same = pickle.loads(pickle.dumps(book))
        assert same.entries(CASTLING) == book.entries(CASTLING)
        same.close()


def test_programs_of_xboard_play_from_a_book(file: Path) -> None:
    with feerie.XboardEngine([sys.executable, "-m", "feerie", "xboard"], {"Book": str(file)}) as engine:
        game = Game("orthodox", moves="e4")
        assert engine.search(game, seconds=5).best == game.position.parse("c5")


def test_what_is_no_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for content in (b"", b"nothing"):
        (tmp_path / "x.bin").write_bytes(content)
        with pytest.raises(BookError, match="not a book of Polyglot"):
            Book(tmp_path / "x.bin")
    with pytest.raises(OSError):
        Book(tmp_path / "missing.bin")
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(BookError, match=r"feerie\[books\]"):
        Book(tmp_path / "x.bin")
    with pytest.raises(SyzygyError, match=r"feerie\[books\]"):
        Syzygy(tmp_path)


def test_the_engine_plays_from_a_book(file: Path) -> None:
    with Book(file, seed=1) as book:
        engine = Engine(hash_mb=1, book=book)
        game = Game("orthodox", moves="e4")
        found = engine.search(game, seconds=5)
        assert found.best == game.position.parse("c5") and (found.depth, found.score) == (0, Score(0))
        assert engine.search(game, depth=1, moves=["a6"]).depth == 1
        assert len(engine.search(game, depth=1, multipv=2).lines) == 2
        assert next(engine.iterate(game)).depth == 1
        assert engine.search(game.position.play("a6"), depth=1).depth == 1
    with pytest.raises(TypeError, match="a Book or None"):
        Engine(book="small.bin")        # type: ignore[arg-type]
    player = OwnEngine(feerie.find("orthodox"), {"book": str(file)})
    player.begin(1)
    player.close()
    with pytest.raises(PlayerError):
        OwnEngine(feerie.find("orthodox"), {"book": "nowhere.bin"})


def test_commands(file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", iter(()))
    for arguments, message in ((["play", "orthodox", "--book", str(file) + "x"], "does not exist"),
                               (["analyse", "orthodox", "--syzygy", "nowhere"], "'nowhere' is not a folder"),
                               (["analyse", "orthodox", "--syzygy", str(file.parent)], "there are no Syzygy tables")):
        with pytest.raises(SystemExit) as end:
            cli.main(arguments)
        assert end.value.code == 2 and message in capsys.readouterr().err


# Syzygy

class FakeTablebase:
    """What python-chess answers, made from our tables of queen against king, where nothing is taken before mate."""

    tables: Tables

    def add_directory(self, folder: str) -> int:
        return len(list(Path(folder).glob("*.rtbw")))

    def probe_wdl(self, board: chess.Board) -> int:
        return {"win": 2, "draw": 0, "loss": -2}[self._found(board).outcome]

    def probe_dtz(self, board: chess.Board) -> int:
        found = self._found(board)
        return (found.plies or 0) * (1 if found.outcome == "win" else -1)

    def _found(self, board: chess.Board) -> Any:
        found = self.tables.probe(Position("orthodox", board.fen()))
        if found is None:
            raise chess.syzygy.MissingTableError("no such table")
        return found

    def close(self) -> None:
        """Nothing to close."""


@pytest.fixture
def syzygy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Syzygy, Tables]]:
    """Tables of queen against king as Syzygy's, and as ours."""
    tables = Tables(tmp_path)
    tables.make("orthodox", "KQ-K")
    (tmp_path / "KQvK.rtbw").touch()
    monkeypatch.setattr(chess.syzygy, "Tablebase", type("Fake", (FakeTablebase,), {"tables": tables}))
    yield Syzygy(tmp_path), tables


def test_syzygy_is_asked_and_played(syzygy: tuple[Syzygy, Tables]) -> None:
    asked, tables = syzygy
    position = Position("orthodox", "8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
    assert asked.probe(position) == SyzygyResult("win", 11)
    for other in ("8/8/8/8/8/2k5/8/KRR5 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"):
        assert asked.probe(Position("orthodox", other)) is None and asked.moves(Position("orthodox", other)) == []
    assert asked.probe(Position("rokagogo", position.fen())) is None
    best, result = asked.moves(position)[0]
    assert result == SyzygyResult("win", 11) and tables.moves(position)[0][1].moves == 6
    assert SyzygyResult("loss", 2) < SyzygyResult("loss", 4) < SyzygyResult("draw") < SyzygyResult("win", 4)
    engine = Engine(hash_mb=1, syzygy=asked)
    found = engine.search(position, nodes=10)
    assert found.best is not None and found.score == Score(20_000 - 11) and found.nodes == 0
    game = Game("orthodox", position)
    while not game.is_over():
        move = engine.search(game, nodes=10).best
        assert move is not None
        game.push(move)
    assert game.position.is_checkmate() and len(game) == 11 and best in position.legal_moves


def test_wins_too_late_are_draws(syzygy: tuple[Syzygy, Tables], monkeypatch: pytest.MonkeyPatch) -> None:
    asked, _ = syzygy
    monkeypatch.setattr(FakeTablebase, "probe_wdl", lambda self, board: 1)
    assert asked.probe(Position("orthodox", "8/8/8/8/8/2k5/8/KQ6 w - - 0 1")) == SyzygyResult("draw")


def test_folders_without_tables(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="no Syzygy tables"):
        Syzygy(tmp_path)
    with pytest.raises(ArgumentError, match="not a folder"):
        Syzygy(f"{tmp_path}{os.pathsep}nowhere")
    with pytest.raises(TypeError):
        Syzygy(7)       # type: ignore[arg-type]


@pytest.mark.skipif("FEERIE_SYZYGY" not in os.environ, reason="FEERIE_SYZYGY names no folder of KQvK and KRvK")
@pytest.mark.parametrize("men", ["KQ-K", "KR-K"])
def test_syzygy_agrees_with_our_tables(tmp_path: Path, men: str) -> None:
    tables, asked, random = Tables(tmp_path), Syzygy(os.environ["FEERIE_SYZYGY"]), Random(men)
    tables.make("orthodox", men)
    compared = 0
    while compared < 40:
        board = dict(zip(random.sample(Position("orthodox").squares, 3), ("K", men[1], "k"), strict=True))
        empty = Position("orthodox", "8/8/8/8/8/8/8/8 w - - 0 1")
        position = empty.replace(board, turn=random.choice(("white", "black")))
        ours, theirs = tables.probe(position), asked.probe(position)
        if ours is None or not position.is_valid():
            continue
        compared += 1
        assert theirs is not None and theirs.outcome == ours.outcome, position.fen()
        if position.legal_moves and ours.outcome == "win":
            assert asked.moves(position)[0][1].outcome == "win"
    asked.close()
