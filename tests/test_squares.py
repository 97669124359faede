"""Learned values of men on squares: their files, what they are for, and where the engine uses them."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from facts import SOURCE

from feerie import Engine, EngineError, Position, find
from feerie.engine.net_inputs import NetInputs
from feerie.engine.squares import OLDER, men_hash, read_squares, squares_of
from feerie.engine.weights import Weights, weights_of
from feerie.genres import GENRES
from feerie.kernel.tables import MEN, SQUARES, tables_of

SHIPPED = sorted((SOURCE / "engine" / "nets").glob("*.squares"))
ORTHODOX = find("orthodox")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_values_won_their_matches(path: Path) -> None:
    """In every genre that uses them there was a match of at least 100 games, and all those games together were won."""
    learned = read_squares(path)
    users = [genre for genre in GENRES if squares_of(genre) == learned]
    names = {genre.name for genre in users} - {"chess960"}      # its men are those of orthodox chess
    assert users and names <= learned.match.keys()
    for result in learned.match.values():
        assert result["games"] >= 100 and result["score"] > 0.5
        assert result["won"] + result["drawn"] + result["lost"] == result["games"]
    total = sum(result["games"] for result in learned.match.values())
    score = sum(result["games"] * result["score"] for result in learned.match.values()) / total
    assert score - 0.5 > 1.96 * 0.5 / total ** 0.5      # no distribution of results has a greater error


def test_the_hash_tells_how_men_move() -> None:
    """Castlings and royalty make no difference to it, men that move differently do; combined genres have it too."""
    same = {men_hash(tables_of(find(name))) for name in ("orthodox", "roque", "siamois", "rokagogo+rex-multiplex")}
    assert len(same) == 1
    assert men_hash(tables_of(find("rollerball"))) not in same
    assert squares_of(find("rokagogo+rex-multiplex")) is not None
    assert squares_of(find("rollerball")) is None


def test_values_are_added_for_both_sides_alike() -> None:
    """White's man on a square gains what Black's does on the mirrored square; the tables alone stay as they are."""
    learned = squares_of(ORTHODOX)
    assert learned
    plain, taught = Weights(tables_of(ORTHODOX)), weights_of(ORTHODOX, learned=True)
    assert weights_of(ORTHODOX).mg == plain.mg != taught.mg
    mirror = NetInputs(tables_of(ORTHODOX)).mirror
    for kind, letter in enumerate(tables_of(ORTHODOX).letters):
        for square in ORTHODOX.board.squares:
            for side, at in ((0, square), (1, mirror[square])):
                index = (side * MEN + kind) * SQUARES + at
                assert taught.mg[index] - plain.mg[index] == learned.mg[letter][square]
                assert taught.eg[index] - plain.eg[index] == learned.eg[letter][square]


def test_the_engine_uses_them_unless_told_otherwise() -> None:
    """`evaluation="tables"` is the evaluation from the tables alone."""
    def searched(evaluation: str) -> tuple[Any, int]:
        found = Engine(hash_mb=1, evaluation=evaluation).search(Position("orthodox"), depth=4)
        return found.score, found.nodes

    assert searched("net") != searched("tables")
    assert searched("tables") == searched("tables")


@pytest.mark.parametrize("change", [
    {"format": "feerie-squares 0"}, {"men": 3}, {"mg": None}, {"eg": {"P": [0.5]}}, {"mg": {"P": [10 ** 6]}},
    {"mg": {"P": 3}}, {"mg": {"P": [True]}}, {"mg": {"P": [1] * 64}}, {"men": "0" * 16}, {"sha256": None}])
def test_damaged_files(change: dict[str, Any], tmp_path: Path) -> None:
    """Each damage is an EngineError that names the file."""
    document = json.loads(SHIPPED[0].read_text(encoding="utf-8"))
    path = tmp_path / "damaged.squares"
    path.write_text(json.dumps({**document, **change}), encoding="utf-8")
    with pytest.raises(EngineError, match=r"damaged\.squares"):
        read_squares(path)


@pytest.mark.parametrize("contents", [b"", b"\xff\xfe", b"[1]", b"[" * 100_000])
def test_files_that_are_no_values(contents: bytes, tmp_path: Path) -> None:
    """These are not accepted either."""
    path = tmp_path / "wrong.squares"
    path.write_bytes(contents)
    with pytest.raises(EngineError, match=r"wrong\.squares"):
        read_squares(path)
    with pytest.raises(EngineError, match=r"missing\.squares"):
        read_squares(tmp_path / "missing.squares")


def test_values_are_written_as_they_are_read(tmp_path: Path) -> None:
    """A file that is saved again is the same."""
    learned = read_squares(SHIPPED[0])
    learned.save(tmp_path / "copy.squares")
    assert read_squares(tmp_path / "copy.squares") == learned
    document = json.loads((tmp_path / "copy.squares").read_text(encoding="utf-8"))
    del document["sha256"]
    (tmp_path / "older.squares").write_text(json.dumps({**document, "format": OLDER}), encoding="utf-8")
    assert read_squares(tmp_path / "older.squares") == learned
