"""What earlier versions have written opens."""
from __future__ import annotations

import base64
import pickle
import subprocess
import sys
import zlib
from pathlib import Path

from facts import ROOT, facts
from serving import Server

from feerie import Game

FILES = {fact["name"]: zlib.decompress(base64.b64decode("".join(fact["file"]))) for fact in facts("earlier_files")}


def test_a_pickled_game_opens() -> None:
    game = pickle.loads(FILES["game.pickle"])
    assert isinstance(game, Game) and game.genre.name == "rokagogo" and game.headers["White"] == "A"
    assert [move.uci() for move in game.moves] == ["e2e4", "e7e5", "g1f3"]


def test_a_checkpoint_has_all_that_was_found(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_bytes(FILES["checkpoint"])
    ran = subprocess.run([sys.executable, "-m", "feerie", "solve", "examples/rokagogo.pop", "--resume", str(kept)],
                         cwd=ROOT, capture_output=True, text=True, check=True)
    assert "1.e5-e6 !" in ran.stdout and "1.e7-e8=R !" in ran.stdout


def test_games_and_problems_of_the_page_open(tmp_path: Path) -> None:
    for name in ("games.sqlite", "problems.sqlite"):
        (tmp_path / name).write_bytes(FILES[name])
    with Server(tmp_path) as server:
        assert server.ask("/api/games/X7DFBYonoOfZAykK")[1]["history"][-1]["fen"] \
            == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        assert server.ask("/api/problems/F87AGQa4QIgk")[1]["draft"]["stipulation"] == "#2"
        assert server.ask("/api/studies/6N2pUT-9aee2")[1]["genre"]["name"] == "roque"
