"""The declarations of the kernel serve other compiled modules: the example is compiled and counts right."""
from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from facts import ROOT

import feerie
from feerie.kernel.state import COMPILED

COUNT = """
import feerie
from captures import captures
from feerie.game.position import judge_of
from feerie.kernel.judges import new_judge

for genre, depth in (("orthodox", 4), ("rollerball", 3), ("circe", 3)):
    position = feerie.Position(genre)
    judge = new_judge(judge_of(position).rules, 8)
    judge.copy_from(judge_of(position))
    print(captures(judge, depth))
"""


@pytest.mark.end_to_end
@pytest.mark.skipif(not COMPILED or not shutil.which("cc"), reason="needs the compiled kernel and a C compiler")
def test_an_example_in_c(tmp_path: Path) -> None:
    pytest.importorskip("Cython")
    shutil.copy(ROOT / "examples" / "kernel" / "captures.pyx", tmp_path)
    build = subprocess.run([sys.executable, "-c", "import sys; from Cython.Build.Cythonize import main; "
                            "main(['-i', '-q', 'captures.pyx'])"], cwd=tmp_path, capture_output=True, text=True)
    assert build.returncode == 0, build.stdout + build.stderr
    found = subprocess.run([sys.executable, "-c", COUNT], cwd=tmp_path, capture_output=True, text=True, check=True)
    orthodox, rollerball, circe = map(int, found.stdout.split())
    assert (orthodox, circe) == (1576, 34)      # Chess Programming Wiki, "Perft Results"; in Circe the same
    assert rollerball == captures_of(feerie.Position("rollerball"), 3)


def captures_of(position: feerie.Position, depth: int) -> int:
    """The same, by positions of the library."""
    moves = position.legal_moves
    return sum(move.is_capture for move in moves) if depth == 1 \
        else sum(captures_of(position.play(move), depth - 1) for move in moves)
