"""Constants of compiled modules are written twice: in the .pxd for C and in the .py for uncompiled use. They agree."""
from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from pathlib import Path

import pytest
from facts import SOURCE, module_of

from feerie.search.questions import Finish, LinePlay

PXDS = sorted(path for path in SOURCE.rglob("*.pxd") if path.with_suffix(".py").exists())
CONST = re.compile(r'\s+const \w+ (?P<name>[A-Z]\w*) "(?P<value>\w+)"')
ENUM = re.compile(r"c?p?def enum\b.*:\s*(#.*)?$")
CIMPORT = re.compile(r"from (?P<module>feerie[\w.]*) cimport (?P<names>[^#\n]+)")

LIST_CONSTANTS = """
import importlib, json, sys
found = {}
for name in sys.argv[1:]:
    module = importlib.import_module(name)
    assert not (module.__file__ or "").endswith((".so", ".pyd")), f"{name} is compiled"
    found[name] = {key: int(value) for key, value in vars(module).items() if isinstance(value, int)}
print(json.dumps(found))
"""
"""Prints the integers among the globals of modules, by module."""


def expressions(text: str) -> Iterator[tuple[str, str | None]]:
    """The constants that a .pxd defines, with their values as expressions; None: one more than the one before."""
    inside = False
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if const := CONST.match(line):
            yield const["name"], re.sub(r"[uUlL]+$", "", const["value"])
        elif inside and line[0] == " ":
            for item in line.split("#")[0].split(","):
                name, _, value = item.partition("=")
                if name.strip() not in ("", "pass"):
                    yield name.strip(), value.strip() or None
        else:
            inside = bool(ENUM.match(line))


@cache
def defined(path: Path) -> dict[str, int]:
    """The constants that a .pxd defines, and for their values those that it cimports."""
    text = path.read_text(encoding="utf-8")
    values: dict[str, int] = {}
    known = dict(cimported(text)) if "cdef enum" in text else {}
    last = -1
    for name, expression in expressions(text):
        last = last + 1 if expression is None else eval(expression, {"__builtins__": {}}, {**known, **values})
        values[name] = last
    return values


def cimported(text: str) -> Iterator[tuple[str, int]]:
    """The constants that a .pxd cimports, under the names that they have there."""
    for found in CIMPORT.finditer(text):
        path = SOURCE.joinpath(*found["module"].split(".")[1:]).with_suffix(".pxd")
        if not path.exists():
            continue
        values = defined(path)
        for item in found["names"].split(","):
            name, _, alias = (word.strip() for word in item.partition(" as "))
            if name in values:
                yield alias or name, values[name]


def names_used(path: Path) -> set[str]:
    """The names that a module reads."""
    return {node.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Load)}


@pytest.fixture(scope="module")
def uncompiled(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, int]]:
    """The integers among the globals of every module with a .pxd, uncompiled, by module."""
    folder = tmp_path_factory.mktemp("uncompiled")
    shutil.copytree(SOURCE, folder / "feerie", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.c"))
    run = subprocess.run([sys.executable, "-c", LIST_CONSTANTS, *map(module_of, PXDS)], text=True, capture_output=True,
                         env={**os.environ, "PYTHONPATH": str(folder)}, check=False)
    assert run.returncode == 0, run.stderr
    found: dict[str, dict[str, int]] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize("words", [LinePlay, Finish])
def test_questions_have_the_numbers_of_compiled_searches(words: type[IntEnum]) -> None:
    numbers = {name: value for path in PXDS for name, value in defined(path).items() if "search" in path.parts}
    assert {word.name: int(word) for word in words}.items() <= numbers.items()


def test_reader_of_constants() -> None:
    text = ('cdef enum:\n    A = 2   # two\n    B, C = 1 << 4\n\ncdef extern from *:\n    const u64 D "0xFFull"\n'
            "cdef inline int f(int x):\n    y = 3\n    return y\n")
    assert list(expressions(text)) == [("A", "2"), ("B", None), ("C", "1 << 4"), ("D", "0xFF")]
    assert sum(len(defined(path)) for path in SOURCE.rglob("*.pxd")) > 90


@pytest.mark.parametrize("path", PXDS, ids=module_of)
def test_constants_are_the_same_uncompiled(path: Path, uncompiled: dict[str, dict[str, int]]) -> None:
    expected = {**dict(cimported(path.read_text(encoding="utf-8"))), **defined(path)}
    found = uncompiled[module_of(path)]
    used = names_used(path.with_suffix(".py"))
    missing = sorted(name for name in expected if name in used and name not in found)
    assert not missing, f"{missing} are used, but not defined uncompiled"
    different = {name: (value, found[name]) for name, value in expected.items() if found.get(name, value) != value}
    assert not different, f"{different}: in the .pxd, in the .py"


def assigned(path: Path) -> Iterator[tuple[str, int]]:
    """The constants in capitals that a module sets to an integer at its top level."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id.isupper():
            try:
                value = eval(ast.unparse(node.value), {"__builtins__": {}})
            except (NameError, TypeError):      # not a constant expression
                continue
            if isinstance(value, int):
                yield node.targets[0].id, value


def used_in_loops(path: Path) -> set[str]:
    """The names that a module reads again and again in a loop."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    repeated = [part for loop in nodes if isinstance(loop, ast.For | ast.While)
                for part in (*loop.body, *([loop.test] if isinstance(loop, ast.While) else []))]
    return {name.id for part in repeated for name in ast.walk(part) if isinstance(name, ast.Name)}


@pytest.mark.parametrize("path", PXDS, ids=module_of)
def test_loops_use_constants_of_c(path: Path) -> None:
    """A number that only Python knows makes a compiled loop as slow as Python."""
    module = path.with_suffix(".py")
    assert not used_in_loops(module) & {name for name, _ in assigned(module)}


def test_no_constant_has_two_values(uncompiled: dict[str, dict[str, int]]) -> None:
    values: dict[str, dict[int, str]] = defaultdict(dict)
    for path in SOURCE.rglob("*.pxd"):
        for name, value in defined(path).items():
            values[name][value] = module_of(path)
    for path in SOURCE.rglob("*.py"):
        for name, value in assigned(path):
            values[name][value] = module_of(path)
    for module, found in uncompiled.items():
        for name, value in found.items():
            if name.isupper():
                values[name][value] = module
    double = {name: found for name, found in values.items() if len(found) > 1 and name != "NEEDS"}
    assert not double, "\n".join(f"{name}: {found}" for name, found in double.items())
