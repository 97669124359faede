"""What is installed and handed on: type checkers find the stubs of compiled modules, which no repository keeps."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from facts import ROOT, modules_to_compile

pytestmark = pytest.mark.end_to_end

CALLER = """
import feerie
from feerie.engine.search import Search
from feerie.kernel.verdict import Judge, compiled_rules

judge: Judge = Judge(compiled_rules(feerie.Position("orthodox").genre), 2)
reveal_type(judge.ply)
reveal_type(Search)
reveal_type(feerie.solve(feerie.Problem("orthodox", "8/8/8/8/8/2k5/8/K2Q4 w - -", "#2")).keys)
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel and a source distribution, made from sources without stubs."""
    folder = tmp_path_factory.mktemp("package")
    for name in ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "docs/man/feerie.1",
                 "scripts/write-stubs"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "src", folder / "src",
                    ignore=shutil.ignore_patterns("*.so", "*.pyd", "*.pyi", "__pycache__", "*.egg-info"))
    subprocess.run([sys.executable, "setup.py", "-q", "sdist", "bdist_wheel"], cwd=folder, check=True,
                   env={**os.environ, "FEERIE_BUILD": "plain"}, capture_output=True)
    return folder / "dist"


def test_stubs_and_magic_numbers_are_in_wheel_and_archive(packages: Path) -> None:
    made = {f"{name.replace('.', '/')}.pyi" for name in modules_to_compile()} | {"feerie/kernel/magics.bin"}
    [wheel], [archive] = packages.glob("*.whl"), packages.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as file:
        assert {name for name in file.namelist() if name.endswith((".pyi", ".bin"))} == made
    with tarfile.open(archive) as file:
        assert {name.partition("/src/")[2] for name in file.getnames() if name.endswith((".pyi", ".bin"))} == made


@pytest.mark.long
def test_types_are_known_where_it_is_installed(packages: Path, tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    venv.create(tmp_path / "venv")
    program = Path(sysconfig.get_path("scripts", "venv", {"base": str(tmp_path / "venv")}), "python")
    [wheel] = packages.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(sysconfig.get_path("purelib", "venv", {"base": str(tmp_path / "venv")}))
    (tmp_path / "caller.py").write_text(CALLER, encoding="utf-8")
    check = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--python-executable", str(program), "caller.py"],
                           cwd=tmp_path, capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stdout + check.stderr
    kinds = [line.partition('Revealed type is "')[2] for line in check.stdout.splitlines() if "Revealed" in line]
    assert len(kinds) == 3 and not [kind for kind in kinds if "Any" in kind], kinds
