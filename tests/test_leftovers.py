"""What a failing test leaves behind, open files and running processes, ends with it and fails no other test."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from facts import ROOT
from waiting import LINUX, PATIENCE

TESTS = '''
import gc
import subprocess
import sys
from pathlib import Path
from waiting import is_over

pids = []

def test_that_fails(tmp_path):
    file = (tmp_path / "open").open("w")
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    pids.append(process.pid)
    file.write("something")
    assert process is None

def test_after_it():
    gc.collect()
    assert [is_over(pid) for pid in pids] == [True]
'''


@pytest.mark.skipif(not LINUX, reason="looks into other processes")
def test_a_failing_test_fails_alone(tmp_path: Path) -> None:
    (tmp_path / "test_two.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "-p", "conftest", "-p",
               "no:cacheprovider", "-n0", str(tmp_path / "test_two.py")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "tests")})
    assert done.stdout.rstrip().splitlines()[-1].startswith("1 failed, 1 passed"), done.stdout + done.stderr
    assert "assert <Popen" in done.stdout, "the report is made before the frames are cleared"
