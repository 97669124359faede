"""`feerie doctor`: what it says, and its exit status, if something is missing or broken."""
from __future__ import annotations

import importlib
import json
import subprocess
import sys
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from typing import Any

import pytest
from click.testing import CliRunner, Result
from facts import PACKAGE, ROOT, modules_to_compile

from feerie.apps import doctor as module
from feerie.apps.cli import main
from feerie.base.extras import EXTRAS
from feerie.kernel.state import COMPILED

FOR_DEVELOPERS = {"learn", "lint", "test", "docs"}


def run(*arguments: str) -> Result:
    """The result of the command."""
    result = CliRunner().invoke(main, ["doctor", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def document(*arguments: str) -> Any:
    """The JSON document without speeds."""
    return json.loads(run("--seconds", "0", "--json", *arguments).stdout)


@pytest.mark.skipif(not COMPILED, reason="says that it is not compiled")
def test_here_everything_works() -> None:
    result = run("--seconds", "0.05")
    assert result.exit_code == 0 and result.stdout.endswith("everything works\n") and result.stderr == ""
    speeds = [float(line.split(": ")[1].split()[0]) for line in result.stdout.splitlines() if line[:6] == "speed,"]
    assert len(speeds) == 3 and all(speed > 0 for speed in speeds)


def test_the_document() -> None:
    found = document()
    built = {path.parent / path.name.split(".")[0] for path in PACKAGE.rglob("*")
             if path.name.endswith(tuple(EXTENSION_SUFFIXES))}
    assert found["compiled"] == {
        name: PACKAGE.parent.joinpath(*name.split(".")) in built for name in modules_to_compile()}
    assert found["python"]["version"] == ".".join(map(str, sys.version_info[:3])) and found["speed"] == {}
    assert found["sqlite"] and found["threads"] and found["counts"] and found["complete"]
    assert found["extras"].keys() == {extra.name for extra in EXTRAS}


def test_the_count_is_the_known_one() -> None:
    facts = (ROOT / "tests" / "data" / "perft" / "orthodox.perft").read_text()
    depth, lines = module.COUNTED
    assert f"perft {depth} {lines}\n" in facts


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def without_typst(name: str, package: str | None = None) -> Any:
        if name == "typst":
            raise ImportError(name)
        return real(name, package)

    monkeypatch.setattr(importlib, "import_module", without_typst)
    assert document()["extras"]["pdf"] == {"for": "diagrams and sheets as PDF", "packages": {"typst": None}}
    result = run("--seconds", "0")
    assert 'typst missing: pip install "feerie[pdf]", in a checkout: pip install ".[pdf]"' in result.stdout
    assert result.exit_code == (0 if COMPILED else 1)


@pytest.mark.parametrize(("name", "answer", "status", "trouble"), [
    ("compiled_modules", {"feerie.kernel.state": False, "feerie.kernel.perft": True}, 1,
     "not compiled: feerie.kernel.state;"),
    ("_counts", False, 2, "move generation gives wrong numbers"),
    ("_threads", False, 2, "threads do not work"),
    ("_is_writable", False, 2, "no file can be written in "),
])
def test_exit_status(monkeypatch: pytest.MonkeyPatch, name: str, answer: Any, status: int, trouble: str) -> None:
    monkeypatch.setattr(module, name, lambda *_: answer)
    result = run("--seconds", "0")
    assert result.exit_code == status and f"trouble: {trouble}" in result.stdout


def test_wrong_numbers_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COUNTED", (2, 401))
    found = document()
    assert not found["counts"] and found["verdict"] == "broken"


def test_extras_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {name: {package.split(">")[0] for package in packages}
                for name, packages in project["optional-dependencies"].items() if name not in FOR_DEVELOPERS}
    assert declared == {extra.name: {name for _, name in extra.packages} for extra in EXTRAS}


def test_the_manual_page_is_up_to_date() -> None:
    check = subprocess.run([sys.executable, str(ROOT / "scripts" / "write-man"), "--check"], capture_output=True,
                           text=True, check=False)
    assert check.returncode == 0, f"run scripts/write-man:\n{check.stdout}{check.stderr}"
