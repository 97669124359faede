"""The kernel's modules uncompiled give the same answers, with Cython installed or not."""
from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from answers import ProblemQuestion, Question, answer, solved
from facts import PACKAGE, ROOT, SOURCE, TESTS, perft_facts
from random_positions import COMBINATIONS, GENRE_NAMES, random_game

from feerie.kernel.state import COMPILED

pytestmark = pytest.mark.end_to_end

FEW = (*(genre for genre in GENRE_NAMES if "+" not in genre), *COMBINATIONS[::5])
"""Every genre alone, and some combinations: making the tables takes long without compiled modules."""

PROBLEMS: tuple[ProblemQuestion, ...] = (
    ("orthodox", "8/R7/8/R4K1k/8/8/1r6/8 w - - 0 1", "#3", None),
    ("orthodox", "5q2/8/8/3nq3/8/1k6/8/2K5 w - - 0 1", "r#2", None),
    ("orthodox", "4N3/8/8/4Q3/2R2Q2/kBbRN3/rp6/1K6 w - - 0 1", "s#2", None),
    ("orthodox", "8/8/8/8/8/kq3R2/B1b5/K6R w - - 0 1", "semi-r#2", None),
    ("rokagogo", "6q1/8/8/K1k5/8/8/1B6/8 b - - 0 1", "#2", None),
    ("rex-multiplex", "6k1/B7/7K/K1K5/3R4/8/8/8 w - - 0 1", "h#1.5", None),
    ("orthodox", "K1k5/RR6/1qr5/8/8/R7/8/8 w - - 0 1", "ser-s#2", None),
    ("orthodox", "4K3/2R5/8/q7/1Q6/8/8/7k w - - 0 1", "pser-#2", None),
    ("siamois", "8/4k3/6Pk/8/8/8/1K6/2N3N1 w - - 0 1", "h#1.5", None),
    ("rex-multiplex", "1k6/8/1k6/4N3/3K4/R7/2Q5/8 w - - 0 1", "h#1.5", None),
    ("ultra-rex-multiplex", "8/6k1/2Q5/6Kk/8/8/3P4/1Q6 w - - 0 1", "h#1.5", None),
    ("orthodox", "rnbqkbnr/ppp2ppp/3pp3/8/8/1PP5/P2PPPPP/RNB1KBNR", "exact-dia4", None),
    ("orthodox", "r2qkbnr/ppp1pppp/2np4/8/8/P1P5/1P1PPPPP/RNBQKBNR", "exact-dia5", None),
)
"""Forced play, and play without patterns."""
PATTERN_PROBLEMS: tuple[ProblemQuestion, ...] = (
    ("orthodox", "6q1/8/8/8/3q3k/8/4K3/5Q2 w - - 0 1", "h#2", None),
    ("orthodox", "2b4b/8/2KQ4/8/8/8/1k6/8 b - - 0 1", "ser-h#3", None),
    ("orthodox", "5K2/8/8/8/r7/4n3/7k/2R5 b - - 0 1", "hr#2", None),
    ("orthodox", "8/8/5R2/4Q3/8/p6R/P1P5/K1k5 w - - 0 1", "hs#2", None),
    ("orthodox", "4K3/2P5/8/2k5/5B2/8/8/8 w - - 0 1", "h=2", None),
    ("orthodox", "4n3/8/7K/rn6/8/8/8/3k4 b - - 0 1", "ser-=3", None),
    ("orthodox", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "a=>b2", "r3k3/8/8/R7/2r5/8/8/4K2R b Kq - 4 3"),
    ("roque", "r3k2r/8/8/8/2K5/8/8/7R w k - 0 1", "h#2", None),
    ("rokagogo", "r3k2r/8/1K6/8/8/8/8/R6R b k - 0 1", "h#1.5", None),
    ("rokagogo", "8/8/8/6k1/8/4Q3/8/4K3 b - - 0 1", "h=2", None),
    ("rokagogo", "r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1", "a=>b2", "2r4r/3k4/1R6/8/8/8/8/R3K3 b - - 4 3"),
    ("platzwechselrochade", "8/3K4/8/bQ6/2P5/8/6k1/8 b - - 0 1", "h#1.5", None),
    ("platzwechselrochade-popeye", "8/2r4P/k7/8/8/3Q4/8/1K6 b - - x 0 1", "h#2", None),
    ("rollerball", "3P3/6b/B1***k1/2***2/2***2/K6/7 w - - Kk 0 1", "h#2", None),
)
"""Help and series play in which patterns of mates, stalemates and positions save most of the nodes."""


def count_men(fen: str) -> int:
    """The men of a diagram."""
    return sum(letter.isalpha() for letter in fen.split()[0])


def questions(games: int, leaves: int, genres: Sequence[str] = GENRE_NAMES, men: int = 64) -> list[Question]:
    """The perft facts of genres with at most `men` men, as deep as `leaves` allows, and the ends of some random games
    of each genre.
    """
    asked = [(fact.genre, fact.epd, max((depth for depth, _ in fact.up_to(leaves)), default=1))
             for fact in perft_facts() if fact.genre in genres and count_men(fact.epd) <= men]
    for genre in genres:
        rng = Random(f"{genre} uncompiled")
        for _ in range(games):
            *_, (ref, _) = random_game(rng, genre, 2)
            asked.append((genre, ref.fen(), 1))
    return asked


def answers_of_the_sources(asked: list[Question], problems: Sequence[ProblemQuestion], folder: Path,
                           *options: str) -> dict[str, Any]:
    """What a copy of the package without compiled modules says."""
    shutil.copytree(SOURCE, folder / "feerie", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.c"))
    run = subprocess.run([sys.executable, str(TESTS / "answers.py"), *options], text=True, capture_output=True,
                         input=json.dumps({"positions": asked, "problems": problems}),
                         env={**os.environ, "PYTHONPATH": str(folder)}, check=False)
    assert run.returncode == 0, run.stderr
    answers: dict[str, Any] = json.loads(run.stdout)
    return answers


def compare(asked: list[Question], folder: Path, *options: str) -> dict[str, Any]:
    """Compare the answers of the two builds one by one."""
    found = answers_of_the_sources(asked, (), folder, *options)
    assert not found["compiled"]
    for question, theirs in zip(asked, found["answers"], strict=True):
        assert json.loads(json.dumps(answer(*question))) == theirs, question
    return found


@pytest.mark.skipif(not COMPILED, reason="the package is not compiled here")
def test_uncompiled_gives_the_same_answers(tmp_path: Path) -> None:
    compare(questions(games=4, leaves=600, genres=FEW, men=32), tmp_path)


@pytest.mark.skipif(not COMPILED, reason="the package is not compiled here")
def test_uncompiled_solves_the_same(tmp_path: Path) -> None:
    """Solutions and numbers of nodes are the same."""
    problems = (*PROBLEMS, *PATTERN_PROBLEMS)
    found = answers_of_the_sources([], problems, tmp_path)
    assert not found["compiled"]
    for problem, theirs in zip(problems, found["solutions"], strict=True):
        ours = solved(*problem)
        assert ours["keys"], problem
        assert json.loads(json.dumps(ours)) == theirs, problem


@pytest.mark.parametrize("problem", PATTERN_PROBLEMS, ids=lambda problem: f"{problem[0]} {problem[2]}")
@pytest.mark.skipif(not COMPILED, reason="takes long without patterns")
def test_patterns_matter_in_the_problems_compared(problem: ProblemQuestion) -> None:
    pruned, plain = solved(*problem), solved(*problem, shortcuts=False)
    assert 10 * pruned.pop("nodes") < plain.pop("nodes")
    assert pruned == plain


def test_uncompiled_needs_no_cython(tmp_path: Path) -> None:
    found = compare(questions(games=0, leaves=50, genres=("orthodox", "roque", "rollerball")), tmp_path,
                    "--without-cython")
    assert not found["cython"]


@pytest.mark.long
def test_uncompiled_gives_the_same_answers_far(tmp_path: Path) -> None:
    compare(questions(games=150, leaves=50_000), tmp_path)


def build(folder: Path, *modules: str, compiler: str) -> subprocess.CompletedProcess[str]:
    """Runs setup.py on a copy of the sources, with some of its modules and a C compiler."""
    pytest.importorskip("Cython")
    if not (folder / "src").exists():
        script = (ROOT / "setup.py").read_text(encoding="utf-8")
        first, _, rest = script.partition("COMPILED = (")
        (folder / "setup.py").write_text(f"{first}COMPILED = {modules!r}{rest.partition(')')[2]}", encoding="utf-8")
        shutil.copy(ROOT / "pyproject.toml", folder)
        for name in ("README.md", "LICENSE"):
            (folder / name).touch()
        shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__",
                                                                                   "*.egg-info"))
    return subprocess.run([sys.executable, "setup.py", "build_ext", "--build-lib", "built"], cwd=folder,
                          env={**os.environ, "CC": compiler, "FEERIE_BUILD": "fast"}, capture_output=True, text=True,
                          check=False)


def test_without_a_compiler_nothing_is_compiled(tmp_path: Path) -> None:
    """The compiler is looked for before Cython begins."""
    done = build(tmp_path, "kernel/lookup", compiler=str(tmp_path / "no-compiler"))
    assert done.returncode == 0 and "there is no C compiler" in done.stderr, done.stdout + done.stderr
    assert not list(tmp_path.glob("built/**/lookup.*so")) and not list(tmp_path.glob("build/cython/**/*.c"))


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt" or not shutil.which("cc"), reason="needs a C compiler and a shell")
def test_if_one_module_fails_none_is_compiled(tmp_path: Path) -> None:
    """And what Cython has made is not made again unless something has changed, whatever the times of files say."""
    failing = tmp_path / "failing-cc"
    failing.write_text('#!/bin/sh\ncase "$*" in *distances*) exit 1;; esac\nexec cc "$@"\n', encoding="utf-8")
    failing.chmod(0o755)
    modules = "kernel/lookup", "search/patterns/distances"
    done = build(tmp_path, *modules, compiler=str(failing))
    assert done.returncode == 0 and "so none is" in done.stderr, done.stdout + done.stderr
    assert "Cythonizing" in done.stdout and list(tmp_path.glob("build/**/lookup.o"))
    assert not list(tmp_path.glob("built/**/*.so"))
    for path in (tmp_path / "src").rglob("*.pxd"):
        os.utime(path)
    assert "Cythonizing" not in build(tmp_path, *modules, compiler=str(failing)).stdout


@pytest.mark.skipif(not COMPILED, reason="the package is not compiled here")
def test_a_package_that_is_compiled_in_part_is_refused(tmp_path: Path) -> None:
    """At once, and with the cure: without kernel/lookup alone it used to count wrong numbers of moves."""
    copy = tmp_path / "feerie"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "lookup.*so", "lookup.*pyd"))
    for arguments in (["-m", "feerie", "doctor"], ["-c", "import feerie; feerie.Position('orthodox').perft(3)"]):
        done = subprocess.run([sys.executable, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False,
                              env={**os.environ, "PYTHONPATH": str(tmp_path)})
        assert done.returncode == (2 if "-m" in arguments else 1) and not done.stdout
        assert "compiled only in part" in done.stderr and "feerie.kernel.lookup" in done.stderr
        assert "FEERIE_BUILD=plain" in done.stderr and ("Traceback" in done.stderr) is ("-c" in arguments)


def test_pip_can_tell_that_a_python_is_too_old() -> None:
    """An older Python reads setup.py as far as its name and the versions it needs."""
    new = {"tomllib"}
    for node in ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"), feature_version=(3, 9)).body:
        assert not (isinstance(node, ast.Import) and new & {name.name for name in node.names})
