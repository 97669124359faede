"""No regular expression takes more than linear time, whatever the text.

Every expression of the package is found in its sources, and texts are made from its own parse tree: each part that
repeats is repeated thousands of times, after what precedes it and before what it cannot match.
"""
from __future__ import annotations

import ast
import importlib
import re
import re._constants as op  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from facts import is_importable

import feerie
from feerie import Error, Problem
from feerie.formats import convert
from feerie.formats.entries import Defaults, Diagram

PACKAGE = Path(feerie.__file__).parent
FLAGS_AT = {"compile": 1, "match": 2, "fullmatch": 2, "search": 2, "findall": 2, "finditer": 2, "sub": 4, "subn": 4,
            "split": 3}
"""The functions of `re` that take an expression, and the number of the argument that holds its flags."""
ANCHORED = {"match", "fullmatch"}
LENGTHS = (16, 20, 24, 28, 100, 1000, 16_000)
"""Characters, at least, of the texts; each is tried only if the one before took little time."""
PATIENCE = 0.1
"""Seconds of CPU. For the longest text a linear expression takes a millisecond, one of quadratic time a second."""
READING = 8.0
"""Seconds of CPU for a whole text of a few thousand characters: PyYAML takes one for a thousand open brackets."""
PROBLEM = Problem("orthodox", "k7/8/1K6/8/8/8/8/7R w - -", "#1")
PROOF_GAME = Problem("orthodox", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", "dia0.5")
FAILING = ("", "\0", "\n\0a")
SAMPLES = " \t\n\u00a0!\"#%'()*+,-./09:;<=>?@AZ[\\]_az{|}~éß\u2026\u2654\u0660"
"""One character at least of every class that expressions tell apart."""


class Expression(NamedTuple):
    """A regular expression. `where`: the module and line; `methods`: those that it is used with, none if unknown."""

    where: str
    pattern: re.Pattern[str]
    methods: frozenset[str]


class Names(dict[str, Any]):
    """The names that an expression may be written with: a module's, then texts of functions, then any word."""

    def __init__(self, module: object, source: ast.AST) -> None:
        super().__init__(vars(module))
        self.texts = {target.id: node.value for node in ast.walk(source) if isinstance(node, ast.Assign)
                      and isinstance(node.value, (ast.Constant, ast.JoinedStr)) for target in node.targets
                      if isinstance(target, ast.Name)}

    def __missing__(self, name: str) -> Any:
        return self.value(self.texts[name]) if name in self.texts else "word"

    def value(self, node: ast.expr) -> Any:
        """What an expression of Python is worth."""
        return eval(compile(ast.Expression(node), "", "eval"), {}, self)


def kept_in(value: object, depth: int = 0) -> Iterator[re.Pattern[str]]:
    """The expressions in a value of a module."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, (tuple, list, dict)) and depth < 3:
        for part in value.values() if isinstance(value, dict) else value:
            yield from kept_in(part, depth + 1)


@cache
def expressions() -> list[Expression]:
    """Every expression of the package: those that modules keep, and those written where they are used."""
    methods: dict[tuple[Path | None, str], set[str]] = defaultdict(set)
    kept: list[tuple[Path, str, re.Pattern[str]]] = []
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name == "__main__.py" or not is_importable(path):
            continue
        module = importlib.import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
                                         .removesuffix(".__init__"))
        source = ast.parse(path.read_text(encoding="utf-8"))
        kept += [(path, name, pattern) for name, value in vars(module).items() for pattern in kept_in(value)]
        for node in ast.walk(source):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(
                    node.func.value, ast.Name) and node.func.attr in FLAGS_AT:
                name, method = node.func.value.id, node.func.attr
                methods[path if name.startswith("_") else None, name].add(method)
                if name == "re" and method != "compile":
                    names = Names(module, source)
                    flags = [each.value for each in node.keywords if each.arg == "flags"] + node.args[FLAGS_AT[method]:]
                    pattern = names.value(node.args[0])
                    value = names.value(flags[0]) if flags else 0
                    found.append(Expression(f"{path.relative_to(PACKAGE)}:{node.lineno}",
                                            re.compile(pattern, value if isinstance(value, int) else 0),
                                            frozenset({method})))
    unique: dict[tuple[str, int], Expression] = {}
    for path, name, pattern in kept:
        key = pattern.pattern, pattern.flags
        before = unique.get(key, Expression(f"{path.relative_to(PACKAGE)} {name}", pattern, frozenset()))
        used = methods.get((path if name.startswith("_") else None, name), set())
        unique[key] = before._replace(methods=before.methods | used)
    return [*unique.values(), *found]


def parts(kind: Any, value: Any) -> list[Any]:
    """The expressions that a part of an expression is made of."""
    if kind is op.SUBPATTERN:
        return [value[3]]
    if kind is op.BRANCH:
        return list(value[1])
    if kind in (op.ASSERT, op.ASSERT_NOT):
        return [value[1]]
    return [value] if kind is op.ATOMIC_GROUP else []


def members(value: Any) -> list[str]:
    """The characters of SAMPLES, or the ends of ranges, that a class of characters holds."""
    written = parser.State()
    test = parser.SubPattern(written, [(op.IN, value)])
    holds = re._compiler.compile(test)  # type: ignore[attr-defined]
    ends = [chr(end) for kind, bounds in value if kind in (op.RANGE, op.LITERAL)
            for end in (bounds if kind is op.RANGE else (bounds,))]
    return [letter for letter in dict.fromkeys([*ends, *SAMPLES]) if holds.match(letter)]


def choices(kind: Any, value: Any) -> list[str]:
    """Some texts that one part of an expression matches; "" for what only looks at its surroundings."""
    if kind is op.LITERAL:
        return [chr(value)]
    if kind is op.NOT_LITERAL:
        return members([(op.NEGATE, None), (op.LITERAL, value)])
    if kind is op.ANY:
        return list("a \0")
    if kind is op.IN:
        return members(value)
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
        least, most, body = value
        texts = [text * max(1, least) for text in samples(body)] if most else []
        return texts + [""] * (least == 0)
    if kind in (op.SUBPATTERN, op.BRANCH, op.ATOMIC_GROUP):
        return [text for part in parts(kind, value) for text in samples(part)]
    return [""]


def samples(parsed: Any) -> list[str]:
    """Some texts that a sequence matches: each part takes each of its choices while the others take their first."""
    options = [choices(kind, value) or [""] for kind, value in parsed]
    first = [each[0] for each in options]
    least = ["" if "" in each else each[0] for each in options]
    found = ["".join(first), "".join(least)]
    for at, each in enumerate(options):
        for text in each[1:]:
            found += ["".join([*others[:at], text, *others[at + 1:]]) for others in (first, least)]
    return list(dict.fromkeys(found))[:24]


def repeats(parsed: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """What precedes each part that may be repeated at will, and each text that the part matches."""
    for kind, value in parsed:
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT) and value[1] > 50:
            yield from ((before, text) for text in samples(value[2]) if text)
        inner = [value[2]] if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT) else parts(kind, value)
        for part in inner:
            yield from repeats(part, before)
        before += (choices(kind, value) or [""])[0]


def pumped(pattern: re.Pattern[str]) -> set[tuple[str, str]]:
    """The beginnings of texts for an expression, and what is repeated after each."""
    found = set()
    for before, text in repeats(parser.parse(pattern.pattern, pattern.flags)):
        found |= {("", text), (before, text), ("", before + text), ("", text + before)}
    return found


def slowness(expression: Expression) -> str:
    """The first text for which an expression takes too long; "" if there is none."""
    anchored = expression.methods and expression.methods <= ANCHORED
    for before, text in sorted(pumped(expression.pattern)):
        for failing in FAILING:
            for length in LENGTHS:
                subject = before + text * (length // len(text) + 1) + failing
                begin = time.process_time()
                if anchored:
                    for method in expression.methods:
                        getattr(expression.pattern, method)(subject)
                else:
                    for _ in expression.pattern.finditer(subject):
                        pass
                if (taken := time.process_time() - begin) > PATIENCE:
                    return f"{before!r} + {text!r} * {length // len(text) + 1} + {failing!r}: {taken:.2f} s"
    return ""


def test_every_expression_is_found() -> None:
    """Those that are known to be there are found, with the methods they are used with."""
    found = {each.where: each for each in expressions()}
    assert len(found) > 150
    assert found["formats/yacpdb.py _ALIAS"].methods == {"search"}
    assert found["notation/epd.py _ITEM"].methods


@pytest.mark.parametrize("pattern", [r"(?:[%#].*|\s*)(?:\n(?:[%#].*|\s*))*", "(a|a)*b", "(?:x+y?)+$", r"(.*?)b(.*?)c"])
def test_slow_expressions_are_told(pattern: str) -> None:
    """The texts find what they are for."""
    assert slowness(Expression("", re.compile(pattern), frozenset({"fullmatch"})))


@pytest.mark.end_to_end
def test_no_expression_is_slow() -> None:
    """Twice as long a text takes about twice as long."""
    slow = {f"{each.where} {each.pattern.pattern!r}": why for each in expressions() if (why := slowness(each))}
    assert not slow, "\n".join(f"{where}: {why}" for where, why in slow.items())


@pytest.mark.parametrize("name", convert.FORMATS)
def test_readers_take_linear_time(name: str) -> None:
    """One character, many times, before an entry, after its first line and after it: the reader ends soon."""
    form = convert.FORMATS[name]
    content = Diagram(PROBLEM.genre, PROBLEM.diagram) if name in ("fen", "epd") else (
        PROOF_GAME if name == "proof-games" else PROBLEM)
    text = "".join(form.document(iter([form.write(content, "en")])))
    first = text.find("\n") + 1
    for letter in "\n\t >-#%|'\"[{(*&a1.=:\0":
        for place in (0, first, len(text)):
            for length in (24, 4000):
                begin = time.process_time()
                damaged = text[:place] + letter * length + text[place:]
                with suppress(Error):
                    convert.format_of(damaged)
                for _ in convert.read(damaged, form, Defaults()):
                    pass
                taken = time.process_time() - begin
                assert taken < READING, f"{length} times {letter!r} at {place}: {taken:.2f} s"
