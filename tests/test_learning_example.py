"""examples/learning/learn_rollerball.py: the values of moves, what is learned from them, and a game of the match."""
from __future__ import annotations

import importlib.util
from typing import Any

import pytest
from facts import ROOT

np: Any = pytest.importorskip("numpy", reason="learning needs numpy")

from feerie.env import Batch


def example() -> Any:
    """The program as a module."""
    path = ROOT / "examples" / "learning" / "learn_rollerball.py"
    spec = importlib.util.spec_from_file_location("learn_rollerball", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_moves_are_worth_what_stands_after_them() -> None:
    """As in copies of the games; a move that ends its game is worth its points."""
    program = example()
    starts = [None, "7/7/2***2/2***2/2***2/7/K1k4 w - - K 0 1", None, "B6/k1K4/2***2/2***2/2***2/7/7 w - - k 0 1"]
    batch = Batch("rollerball", 4, start=[start or Batch("rollerball", 1).fen(0) for start in starts])
    net = program.Net(program.inputs_of(batch).shape[1])
    before = [batch.fen(i) for i in range(4)]
    games, actions, values = program.tried(net, batch)
    assert [batch.fen(i) for i in range(4)] == before
    children = batch.take(games)
    ended = children.step(actions)
    points = children.rewards[np.arange(len(games)), children.turns ^ 1]
    expected = np.where(ended, points, -net.values(program.inputs_of(children)))
    assert np.allclose(values, expected, atol=1e-6)
    assert len(set(games)) == 4
    assert (program.best_of_each(games, values, 4) >= 0).all()


def test_lessons_lessen_the_error() -> None:
    program = example()
    net = program.Net(490)
    lessons = program.Lessons(net, 32)
    inputs, worth = lessons.play(0.1)
    assert (abs(worth) <= 1).all()
    errors = []
    for _ in range(20):
        errors.append(float(((net.values(inputs) - worth) ** 2).mean()))
        lessons.teach(inputs, worth)
    assert errors[-1] < errors[0] / 2


def test_a_game_of_the_match() -> None:
    program = example()
    assert sum(program.match(program.Net(490), "beginner", 1)) == 1
