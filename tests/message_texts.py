"""The texts that the code gives to errors and messages, from its syntax: each needs a translation."""
from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from facts import SOURCE

MAKERS = {"Message": 0, "_error": 1, "UsageError": 0, "BadParameter": 0, "complain": 0, "warn": 0, "wording": 0,
          "error_message": 0, "conjoined": 1, "HTTPException": 1}
"""Functions besides errors that take a text, and the place of the text among their arguments."""
TAKES_NO_VALUES = {"UsageError", "BadParameter", "complain", "warn", "error_message", "conjoined", "HTTPException"}
NO_TEXT = {"RefusedError"}
"""Errors made with the key of a sentence of the page."""
PROTOCOLS = {"apps/protocols/uci.py", "apps/protocols/xboard.py", "apps/protocols/xboard_limits.py",
             "apps/protocols/dialogue.py"}
"""Modules whose errors are answers of a protocol, in English for all programs."""


@dataclass(frozen=True)
class Use:
    """A place where a text is used: the module, the line, and how many values it gets; None if that is not known."""

    module: str
    line: int
    values: int | None


@cache
def trees() -> dict[str, ast.Module]:
    """The syntax of all modules, by path in the package."""
    return {path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
            for path in sorted(SOURCE.rglob("*.py"))}


def _name(node: ast.expr) -> str:
    return ast.unparse(node).split(".")[-1]


@cache
def error_classes() -> frozenset[str]:
    """The names of Error and of all classes derived from it that take a text."""
    bases = {node.name: {_name(base) for base in node.bases} for tree in trees().values() for node in ast.walk(tree)
             if isinstance(node, ast.ClassDef)}
    found = {"Error"}
    while more := {name for name, names in bases.items() if names & found} - found:
        found |= more
    return frozenset(found - NO_TEXT)


def calls(tree: ast.Module) -> Iterator[tuple[ast.Call, int]]:
    """The calls that take a text, and its place among the arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value)
                                               in ("self", "warnings")):
            name = _name(node.func)
            at = 0 if name in error_classes() or ast.unparse(node.func) == "type(error)" else MAKERS.get(name)
            if at is not None and len(node.args) > at:
                yield node, at


def literals(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may be, as far as it has them itself."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (text for each in (node.body, node.orelse) for text in literals(each))
    elif isinstance(node, ast.BoolOp):
        yield from (text for each in node.values for text in literals(each))


@cache
def uses() -> dict[str, list[Use]]:
    """Every text with words that is given to an error or a message, and where."""
    found: dict[str, list[Use]] = {}
    for module, tree in trees().items():
        for call, at in calls(tree):
            rest = call.args[at + 1:]
            is_open = _name(call.func) in TAKES_NO_VALUES or any(isinstance(each, ast.Starred) for each in rest)
            for text in literals(call.args[at]):
                found.setdefault(text, []).append(Use(module, call.lineno, None if is_open else len(rest)))
    return found


def constants() -> set[str]:
    """All strings in the code."""
    return {node.value for tree in trees().values() for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)}
