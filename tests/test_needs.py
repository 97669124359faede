"""Properties of genres, and what searches need of them.

A property is taken from a genre by decree: no solution changes, since every search is right without any. The other way
round, a search that forgets one of its needs solves a problem wrongly in a genre that lacks the property.
"""
from __future__ import annotations

import ast
import json
import zlib
from dataclasses import replace
from functools import reduce
from importlib import import_module
from operator import or_
from pathlib import Path
from random import Random

import pytest
import test_own_men
from certified import (
    CONDITION_ENTRIES,
    FAMILIES,
    FAMILIES_OF_CONDITIONS,
    STIPULATIONS,
    Entry,
    pairs,
    problems,
    read_problem,
    scattered,
    with_more,
)
from facts import DATA, SOURCE, Fact, facts, module_of
from random_positions import random_fen
from test_own_men import solved

from feerie import Position
from feerie.base.errors import Error
from feerie.genres import GENRES, find
from feerie.kernel.general_tables import general_tables_of, takes_general_path
from feerie.kernel.tables import tables_of
from feerie.problems.problem import Problem
from feerie.rules.combination import combine
from feerie.rules.genre import Genre
from feerie.rules.properties import EVERY_PROPERTY, NO_PROPERTY, Property

KNOWN = {**{genre.name: genre for genre in GENRES}, **test_own_men.GENRES}
PAIRS = tuple(entry.name for entry in pairs(200))
KINDS = (("#2", "=2", "+2", "s#2", "s=2", "r#2", "semi-r#2"),
         ("h#1.5", "h#2", "h=1.5", "h==1.5", "h##1.5", "hs#2", "hr#2", "reci-h#2"),
         ("ser-#3", "ser-h#3", "ser-h=2", "ser-=3", "pser-#3", "ser-s#2"),
         ("a=>b1.5", "a=>b2", "ser-a=>b2"))
"""Stipulations of forced play, help play and series, and to a position."""
OF_TABLES = {"attack_tables", "move_tables", "men", "king_to", "check_mask", "king_check_mask", "pin_mask"}
"""Members of a judge and of its frames that hold only with `Property.LINES`."""
MODULES = sorted((SOURCE / "search").rglob("*.py"))
ENGINE = sorted(path for path in (SOURCE / "engine").glob("*.py") if path.with_suffix(".pxd").exists()
                and path.stem != "net")
"""The compiled modules of the engine, but for the net: the evaluation asks before it is used."""
MOST_MEN = 8
LAYERS = "feerie.search.", "feerie.engine."


def properties(genre: Genre) -> Property:
    return (general_tables_of if takes_general_path(genre) else tables_of)(genre).properties


def needs_of(path: Path) -> Property:
    lines = vars(import_module(module_of(path))).items()
    return reduce(or_, (needs for name, needs in lines if name.startswith("NEEDS")), NO_PROPERTY)


ASKING = [path for path in (*MODULES, SOURCE / "kernel" / "general_judge.py")
          if ".has(NEEDS" in path.read_text(encoding="utf-8")]
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


def named(name: str) -> Genre:
    return KNOWN.get(name) or find(name)


def random_problem_of(rng: Random, name: str, stipulation: str) -> Problem | None:
    """A problem under conditions with few men, in a quarter of them a man or a trait of the dictionary; None if what
    was made is illegal. A position to be reached is that after random moves.
    """
    entry, mood = Entry(name), rng.choice(("hunt", "hunt", "plain", "castling", "promotion", "en passant"))
    entry = with_more(rng, entry) if rng.random() < 0.25 else entry
    made = scattered(rng, entry, rng.choice("wb"), mood, (0, 1, 2, 3, 4))
    if made is None or len(made.men) > MOST_MEN:
        return None
    position, target = Position(made.genre, made.setup), None
    if not position.is_valid():
        return None
    if "=>" in stipulation:
        series, end = stipulation.startswith("ser"), position
        for _ in range(int(stipulation[-1]) if series else int(2 * float(stipulation[4:]))):
            moves = list(end.legal_moves)
            if not moves or series and end != position and end.is_check():
                return None
            end = end.play(rng.choice(moves))
            end = end.pass_turn() if series and not end.is_check() else end
        target = end.fen().split()[0]
    try:
        problem = Problem(made.genre, position.fen(), stipulation, target=target)
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
    found = properties(named(fact["genre"]))
    assert [each.name for each in Property if each not in found] == fact["lost"]


def test_the_properties_of_every_genre_are_facts() -> None:
    assert {fact["genre"] for fact in facts("properties")} == KNOWN.keys() | set(CONDITION_ENTRIES)


def test_a_genre_may_say_what_its_rules_do_not_keep() -> None:
    bent = replace(KNOWN["orthodox"], loses=Property.FREE)
    assert properties(bent) == properties(KNOWN["orthodox"]) & ~Property.FREE
    assert properties(combine(KNOWN["orthodox"], bent, KNOWN["rokagogo"])) == properties(bent)


@pytest.mark.parametrize("count", [pytest.param(1), pytest.param(60, marks=pytest.mark.long)])
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


@pytest.mark.sample(20)
@pytest.mark.parametrize("count", [pytest.param(1), pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize(("first", "family"), list(enumerate((*FAMILIES, *FAMILIES_OF_CONDITIONS))), ids=str)
def test_genres_with_elements_are_solved_as_without_shortcuts(first: int, family: str, count: int) -> None:
    """They lack lines, and those with traits and conditions more. Each family begins with another stipulation, and with
    a diagram that need not have a solution.
    """
    start = len(STIPULATIONS) + first % len(STIPULATIONS)
    for made in problems(family, count, start, start + count):
        problem = read_problem(made)
        assert answer(problem, problem.genre) == answer(problem, problem.genre, shortcuts=False), made.text


@pytest.mark.sample(50)
@pytest.mark.parametrize(("name", "count"), [
    *((name, 1) for name in (*CONDITION_ENTRIES, *PAIRS[::20])),
    *(pytest.param(name, 20, marks=pytest.mark.long) for name in (*CONDITION_ENTRIES, *PAIRS))])
def test_conditions_are_solved_as_without_shortcuts(name: str, count: int) -> None:
    """Conditions and pairs of them, in all kinds of play."""
    rng, found = Random(zlib.crc32(name.encode()) + count), 0
    while found < count:
        problem = random_problem_of(rng, name, rng.choice(rng.choice(KINDS)))
        if problem is not None:
            found += 1
            assert answer(problem, problem.genre) == answer(problem, problem.genre, shortcuts=False), problem


@pytest.mark.parametrize(("genre", "diagram", "game"), [
    ("anti-andernach", "rnbqkbnr/pppppppp/8/8/8/4p3/PPPP1PPP/RNBQKBNR", "dia0.5"),
    ("clone-circe", "rnbqkbpr/pppppppp/8/8/4N3/8/PPPP1PPP/R1BQKB1R", "dia2"),
])
def test_numbers_of_men_rule_nothing_out_where_they_change(genre: str, diagram: str, game: str) -> None:
    assert Problem(genre, diagram, game).end


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


def words_of(path: Path) -> dict[str, Property]:
    """The properties that each line NEEDS of a module names itself."""
    lines = ((node.targets[0].id, node.value) for node in ast.parse(path.read_text(encoding="utf-8")).body
             if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
             and node.targets[0].id.startswith("NEEDS"))
    return {name: Property(sum({Property[node.attr] for node in ast.walk(line) if isinstance(node, ast.Attribute)}))
            for name, line in lines}


@pytest.mark.parametrize("fact", facts("needs"), ids=lambda fact: f"{fact['module']}-{fact['need']}")
def test_every_need_is_needed(fact: Fact, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it, a genre that lacks the property is solved wrongly."""
    genre, need, name = named(fact["genre"]), Property[fact["need"]], fact.get("line", "NEEDS")
    problem = Problem(genre, fact["fen"], fact["stipulation"], target=fact.get("target"))
    plain = answer(problem, genre, shortcuts=False)
    assert need not in properties(genre) and answer(problem, genre) == plain
    module = import_module(f"feerie.{fact['module']}")
    monkeypatch.setattr(module, name, getattr(module, name) & ~need)
    assert answer(problem, genre) != plain


def test_needs_that_a_genre_lacks_are_tested() -> None:
    """Every word that some genre lacks, while it has the others of the line: else they switch off what needs it. LINES
    is another matter: see test_searches_that_read_tables_need_lines.
    """
    tested = {(fact["module"], fact.get("line", "NEEDS"), fact["need"]) for fact in NEEDED["facts"]}
    lost = {~properties(genre) & EVERY for genre in (*KNOWN.values(), *map(find, CONDITION_ENTRIES))}
    for path in ASKING:
        for name, words in words_of(path).items():
            module = import_module(module_of(path))
            assert {(module_of(path).removeprefix("feerie."), name, need.name) for need in words
                    if need is not Property.LINES and any(each & getattr(module, name) == need for each in lost)} \
                <= tested
