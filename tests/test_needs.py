"""Properties of genres, and what searches need of them.

A property is taken from a genre by decree: no solution changes, since every search is right without any. The other way
round, a search that forgets one of its needs solves a problem wrongly in a genre that lacks the property.
"""
from __future__ import annotations

import ast
import json
import zlib
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
import test_own_men
from certified import FAMILIES, problems, read_problem
from facts import DATA, SOURCE, Fact, facts, module_of
from random_positions import random_fen
from test_own_men import solved

from feerie.base.errors import Error
from feerie.genres import GENRES
from feerie.kernel.tables import tables_of
from feerie.problems.problem import Problem
from feerie.rules.combination import combine
from feerie.rules.genre import Genre
from feerie.rules.properties import EVERY_PROPERTY, NO_PROPERTY, Property

KNOWN = {**{genre.name: genre for genre in GENRES}, **test_own_men.GENRES}
OF_TABLES = {"attack_tables", "move_tables", "men", "king_to", "check_mask", "king_check_mask", "pin_mask"}
"""Members of a judge and of its frames that hold only with `Property.LINES`."""
MODULES = sorted((SOURCE / "search").rglob("*.py"))
ENGINE = sorted(path for path in (SOURCE / "engine").glob("*.py") if path.with_suffix(".pxd").exists()
                and path.stem != "net")
"""The compiled modules of the engine, but for the net: the evaluation asks before it is used."""
MOST_MEN = 8
LAYERS = "feerie.search.", "feerie.engine."


def properties(genre: Genre) -> Property:
    return tables_of(genre).properties


def needs_of(path: Path) -> Property:
    return Property(getattr(import_module(module_of(path)), "NEEDS", NO_PROPERTY))


ASKING = [path for path in MODULES if ".has(NEEDS)" in path.read_text(encoding="utf-8")]
NEEDED = json.loads((DATA / "needs.json").read_text(encoding="utf-8"))
EVERY = Property(sum(Property))


def random_problem(rng: Random, genre: Genre) -> Problem | None:
    """A problem with few men; None if what was made is illegal."""
    if genre.name in test_own_men.GENRES:
        return test_own_men.random_problem(rng, genre)
    fen = random_fen(rng, genre.name)
    if sum(letter.isalpha() for letter in fen.split()[0]) > MOST_MEN:
        return None
    try:
        problem = Problem(genre, fen, rng.choice(test_own_men.STIPULATIONS))
        solved(problem, shortcuts=True)
    except Error:
        return None
    return problem


def answer(problem: Problem, genre: Genre, *, shortcuts: bool = True) -> object:
    """What a solution under other rules says."""
    solution = solved(replace(problem, genre=genre), shortcuts=shortcuts)
    return solution.tree, sorted(solution.lines)


@pytest.mark.parametrize("fact", facts("properties"), ids=lambda fact: fact["genre"])
def test_properties_follow_from_the_rules(fact: Fact) -> None:
    found = properties(KNOWN[fact["genre"]])
    assert [each.name for each in Property if each not in found] == fact["lost"]


def test_the_properties_of_every_genre_are_facts() -> None:
    assert {fact["genre"] for fact in facts("properties")} == KNOWN.keys()


def test_a_genre_may_say_what_its_rules_do_not_keep() -> None:
    bent = replace(KNOWN["orthodox"], loses=Property.FREE)
    assert properties(bent) == properties(KNOWN["orthodox"]) & ~Property.FREE
    assert properties(combine(KNOWN["orthodox"], bent, KNOWN["rokagogo"])) == properties(bent)


@pytest.mark.parametrize("count", [pytest.param(3), pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize("taken", [*Property, EVERY_PROPERTY], ids=lambda taken: taken.name or "all")
def test_no_solution_depends_on_a_property(taken: Property, count: int) -> None:
    rng = Random(zlib.crc32(str(int(taken)).encode()) + count)
    compared = 0
    for genre in KNOWN.values():
        for _ in range(count if taken & properties(genre) else 0):
            problem = random_problem(rng, genre)
            if problem is not None:
                assert answer(problem, genre) == answer(problem, replace(genre, loses=taken)), problem
                compared += 1
    assert compared > count


@pytest.mark.parametrize("count", [pytest.param(1), pytest.param(160, marks=pytest.mark.long)])
@pytest.mark.parametrize(("first", "family"), list(enumerate(FAMILIES)), ids=str)
def test_genres_with_men_and_traits_are_solved_as_without_shortcuts(first: int, family: str, count: int) -> None:
    """They lack lines, and those with traits steady sides, small moves or one king. Each family begins with another
    stipulation.
    """
    for made in problems(family, count, first, first + count):
        problem = read_problem(made)
        assert answer(problem, problem.genre) == answer(problem, problem.genre, shortcuts=False), made.text


def needs_of_imported(path: Path) -> Property:
    """The needs of a module and of the modules of searches that it is made from."""
    waiting, found, seen = [path], NO_PROPERTY, set[Path]()
    while waiting:
        each = waiting.pop()
        seen.add(each)
        found |= needs_of(each)
        for node in ast.walk(ast.parse(each.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(LAYERS):
                imported = SOURCE.joinpath(*(node.module or "").split(".")[1:]).with_suffix(".py")
                waiting += [imported] if imported not in seen else []
    return found


@pytest.mark.parametrize("path", [path for path in [*MODULES, *ENGINE] if "structs" not in path.stem],
                         ids=lambda path: path.stem)
def test_searches_that_read_tables_need_lines(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    reads = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & OF_TABLES
    assert not reads or Property.LINES in needs_of_imported(path), f"{', '.join(sorted(reads))} without needing LINES"


def words_of(path: Path) -> Property:
    """The properties that a module's line NEEDS names itself."""
    lines = (node.value for node in ast.parse(path.read_text(encoding="utf-8")).body
             if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "NEEDS")
    return Property(sum({Property[node.attr] for line in lines for node in ast.walk(line)
                         if isinstance(node, ast.Attribute)}))


@pytest.mark.parametrize("fact", facts("needs"), ids=lambda fact: f"{fact['module']}-{fact['need']}")
def test_every_need_is_needed(fact: Fact, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it, a genre that lacks the property is solved wrongly."""
    genre, need = KNOWN[fact["genre"]], Property[fact["need"]]
    problem = Problem(genre, fact["fen"], fact["stipulation"])
    plain = answer(problem, genre, shortcuts=False)
    assert need not in properties(genre) and answer(problem, genre) == plain
    module = import_module(f"feerie.{fact['module']}")
    monkeypatch.setattr(module, "NEEDS", module.NEEDS & ~need)
    assert answer(problem, genre) != plain


def test_needs_that_a_genre_lacks_are_tested() -> None:
    tested = [(fact["module"], fact["need"]) for fact in NEEDED["facts"]]
    lacking = {need for genre in KNOWN.values() for need in ~properties(genre) & EVERY}
    assert sorted(tested) == sorted((module_of(path).removeprefix("feerie."), need.name) for path in ASKING
                                    for need in words_of(path) if need in lacking)
