"""Modules of JavaScript joined into one, so that a browser asks once instead of once for each.

Each module becomes a block, after the blocks of those that it imports (depth first, as ECMAScript evaluates them); what
it exports are the members of a constant. A variable that is exported, and may change, stands before all blocks. That
needs modules without cycles, written as ours are: an import is a statement that begins a line, and an export a
declaration of one name that does.
"""
from __future__ import annotations

import os
import re
from pathlib import Path

__all__ = ["JoinError", "joined"]

_IMPORT = re.compile(r"^import (?:\{(?P<names>[^{}]*)\}|\* as (?P<whole>\w+)) from '(?P<path>[^']+)';\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?P<kind>(?:async )?function\*?|class|const|let|var) (?P<name>[\w$]+)", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:[^*/]|\*(?!/)|/(?!\*))*+\*/[ \t]*)\n", re.MULTILINE)
_ELSEWHERE = re.compile(r"^(?:import|export)\b|\bimport\(", re.MULTILINE)


class JoinError(ValueError):
    """Modules that cannot be joined."""


def joined(entry: Path) -> str:
    """The module at a path and all that it imports as one text; JoinError if it is written in another way."""
    order: dict[Path, str] = {}
    _visit(Path(os.path.normpath(entry)), order, [])
    numbers = {path: number for number, path in enumerate(order)}
    exports = {path: {found["name"]: found["kind"] for found in _EXPORT.finditer(text)} for path, text in order.items()}
    changing = [name for names in exports.values() for name, kind in names.items() if kind == "let"]
    if len(set(changing)) < len(changing):
        raise JoinError(f"{entry}: two exported variables have one name")
    parts = [f"let {', '.join(changing)};\n"] if changing else []
    return "".join(parts + [_block(path, text, numbers, exports) for path, text in order.items()])


def _visit(path: Path, order: dict[Path, str], through: list[Path]) -> None:
    if path in through:
        raise JoinError(f"{path}: modules that import each other")
    if path not in order:
        text = path.read_text(encoding="utf-8")
        for found in _IMPORT.finditer(text):
            _visit(_imported(path, found), order, [*through, path])
        order[path] = text


def _imported(path: Path, found: re.Match[str]) -> Path:
    return Path(os.path.normpath(path.parent / found["path"]))


def _block(path: Path, text: str, numbers: dict[Path, int], exports: dict[Path, dict[str, str]]) -> str:
    imports = []
    for found in _IMPORT.finditer(text):
        origin = _imported(path, found)
        module, offered = f"$module{numbers[origin]}", exports[origin]
        if found["whole"]:
            imports.append(f"const {found['whole']} = {module};\n")
            continue
        names = dict(_names(each) for each in found["names"].split(",") if each.strip())
        if lacking := [name for name in names if name not in offered]:
            raise JoinError(f"{path}: {origin.name} does not export {lacking[0]}")
        fixed = [f"{name}: {own}" if name != own else name for name, own in names.items() if offered[name] != "let"]
        if any(name != own for name, own in names.items() if offered[name] == "let"):
            raise JoinError(f"{path}: an exported variable keeps its name")
        if fixed:
            imports.append(f"const {{ {', '.join(fixed)} }} = {module};\n")
    body = _EXPORT.sub(lambda found: found["name"] if found["kind"] == "let" else f"{found['kind']} {found['name']}",
                       _COMMENT.sub("", _IMPORT.sub("", text)))
    if _ELSEWHERE.search(body):
        raise JoinError(f"{path}: imports or exports something in a way that is not known")
    fixed = [name for name, kind in exports[path].items() if kind != "let"]
    end = f"Object.assign($module{numbers[path]}, {{ {', '.join(fixed)} }});\n" if fixed else ""
    return f"const $module{numbers[path]} = {{}};\n{{\n{''.join(imports)}{body}{end}}}\n"


def _names(words: str) -> tuple[str, str]:
    """The name that is imported, and what it is called in the module."""
    name, _, own = (each.strip() for each in words.strip().partition(" as "))
    return name, own or name
