"""Positions and games are displayed in notebooks, through a hook with which the layers above are registered."""
from __future__ import annotations

import subprocess
import sys

import pytest

from feerie import Game, Position, draw
from feerie.game import display


def test_positions_and_games_are_drawn() -> None:
    game = Game("rollerball", moves="c1b1")
    assert game._repr_svg_() == draw(game.position, last_move=game.peek())
    position = Position("orthodox")
    assert position._repr_svg_() == draw(position)


def test_without_a_drawer_there_is_no_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "_registered", [])
    assert display.svg(Position("orthodox")) is None
    display.register(lambda position, last_move, arrows: f"{position.fen()[:3]} {last_move}")
    assert Position("orthodox")._repr_svg_() == "rnb None"


def test_the_views_are_loaded_when_they_are_needed() -> None:
    code = ("import sys, feerie; p = feerie.Position('orthodox');"
            "loaded = lambda: 'feerie.views.diagram' in sys.modules;"
            "print(loaded(), p._repr_svg_()[:4], loaded())")
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.split() == ["False", "<svg", "True"]
