"""Battles solved without their variations: the same keys, tries and refutations, and the same verdict on lengths."""
from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import feerie
from feerie.apps.cli import main
from feerie.problems.options import Options

PROBLEMS = (
    ("orthodox", "8/8/8/8/3Q4/2N5/pp6/k1K3R1", "#2", Options(defence=1)),
    ("orthodox", "7k/3p3P/6K1/8/4N2N/8/8/8", "#3", Options(set_play=True)),
    ("rokagogo", "8/8/8/8/8/2k5/7R/K2Q3R", "#2", Options()),
    ("orthodox", "8/8/8/8/8/k7/2Q5/K7", "s#2", Options()),
    ("orthodox", "8/8/8/8/8/kpR5/p7/K7", "r#2", Options(defence=2)),
    ("orthodox", "7k/5K2/8/6Q1/8/8/8/8", "#2", Options(post_key_play=True)),
)


@pytest.mark.parametrize(("genre", "fen", "stipulation", "options"), PROBLEMS)
@pytest.mark.parametrize("threads", [1, 2])
def test_same_first_moves(genre: str, fen: str, stipulation: str, options: Options, threads: int) -> None:
    problem = feerie.Problem(genre, fen, stipulation, options=options)
    whole, keys = (feerie.solve(problem, threads=threads, variations=variations) for variations in (True, False))
    expected = whole.without_variations()
    assert replace(keys, nodes=0, seconds=0.0) == replace(expected, nodes=0, seconds=0.0)
    assert problem.is_post_key or not keys.variations
    assert problem.is_post_key or threads > 1 or keys.nodes <= whole.nodes      # threads may search the same part twice
    if keys.tree and not problem.is_post_key:
        assert not any(node.children for node in keys.tree.children if node.move in keys.keys)


def test_command_searches_no_variations(tmp_path: Path) -> None:
    file = tmp_path / "problem.pop"
    file.write_text("BeginProblem\nForsyth 8/8/8/8/3Q4/2S5/pp6/k1K3R1\nStipulation #3\nEndProblem\n", encoding="utf-8")
    results = {}
    for option in ("--variations", "--no-variations"):
        result = CliRunner().invoke(main, ["solve", "--json", "--threads", "1", option, str(file)])
        assert result.exit_code == 0, result.output
        [results[option]] = json.loads(result.output)["results"]
    keys, whole = results["--no-variations"], results["--variations"]
    assert keys["nodes"] < whole["nodes"]
    moves = [[child["move"] for child in found["tree"]["children"]] for found in (keys, whole)]
    assert moves[0] == moves[1]
