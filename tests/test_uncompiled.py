"""The kernel's modules uncompiled give the same answers, with Cython installed or not."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from answers import Question, answer
from facts import SOURCE, TESTS, perft_facts
from random_positions import GENRE_NAMES, random_game

from feerie.kernel.state import COMPILED


def questions(games: int, leaves: int) -> list[Question]:
    """The perft facts as deep as `leaves` allow, and the ends of some random games of every genre."""
    asked = [(fact.genre, fact.epd, max((depth for depth, _ in fact.up_to(leaves)), default=1))
             for fact in perft_facts()]
    for genre in GENRE_NAMES:
        rng = Random(f"{genre} uncompiled")
        for _ in range(games):
            *_, (ref, _) = random_game(rng, genre, 2)
            asked.append((genre, ref.fen(), 1))
    return asked


def answers_of_the_sources(asked: list[Question], folder: Path, *options: str) -> dict[str, Any]:
    """What a copy of the package without compiled modules says."""
    shutil.copytree(SOURCE, folder / "feerie", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.c"))
    run = subprocess.run([sys.executable, str(TESTS / "answers.py"), *options], input=json.dumps(asked), text=True,
                         capture_output=True, env={**os.environ, "PYTHONPATH": str(folder)}, check=False)
    assert run.returncode == 0, run.stderr
    answers: dict[str, Any] = json.loads(run.stdout)
    return answers


def compare(asked: list[Question], folder: Path, *options: str) -> dict[str, Any]:
    """Compare the answers of the two builds one by one."""
    found = answers_of_the_sources(asked, folder, *options)
    assert not found["compiled"]
    for question, theirs in zip(asked, found["answers"], strict=True):
        assert json.loads(json.dumps(answer(*question))) == theirs, question
    return found


@pytest.mark.skipif(not COMPILED, reason="the package is not compiled here")
def test_uncompiled_gives_the_same_answers(tmp_path: Path) -> None:
    compare(questions(games=4, leaves=600), tmp_path)


def test_uncompiled_needs_no_cython(tmp_path: Path) -> None:
    found = compare([(genre, fen, depth) for genre, fen, depth in questions(games=0, leaves=50) if "+" not in genre],
                    tmp_path, "--without-cython")
    assert not found["cython"]


@pytest.mark.long
def test_uncompiled_gives_the_same_answers_far(tmp_path: Path) -> None:
    compare(questions(games=150, leaves=50_000), tmp_path)
