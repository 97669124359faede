"""Who is silent, what is forbidden, what must be chosen: compiled forms against the plain methods of the same rules.
Stored answers of Popeye's.
"""
from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count, islice
from random import Random

import pytest
from certified import MOODS, Entry, answer, scattered
from facts import Fact, facts
from plain_rules import in_plain
from test_own_men import solved

from feerie import Error, Position
from feerie.conditions.barred import BARRED
from feerie.conditions.checkless import CHECKLESS
from feerie.conditions.edge import EDGE
from feerie.conditions.grid import GRID
from feerie.conditions.koko import KOKO
from feerie.conditions.mummer import MUMMERS
from feerie.conditions.mutual import MUTUAL
from feerie.conditions.obligation import OBLIGATION
from feerie.conditions.observation import OBSERVATION
from feerie.conditions.shades import SHADES
from feerie.conditions.shelter import SHELTER
from feerie.conditions.ultraschachzwang import ULTRASCHACHZWANG
from feerie.genres import GenreError, find
from feerie.notation import fen
from feerie.problems.problem import Problem
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup

NAMES = [condition.name for family in (OBSERVATION, SHELTER, GRID, SHADES, EDGE, KOKO, BARRED, CHECKLESS,
                                       ULTRASCHACHZWANG, MUMMERS, OBLIGATION, MUTUAL) for condition in family]
MEN = ("camel", "grasshopper+neutral", "royal+camel", "kamikaze+locust", "berolina-pawn", "rokagogo+camel",
       "roque+lion", "nightrider+neutral")
"""What positions have besides, by turns."""
COMPARED = [name for name in NAMES if not find(name).mates_alone]
"""Those with a second form; the other one is compared with what explanations say."""
STIPULATIONS = ("h#1.5", "#2", "ser-h#2", "s#1", "h=1.5", "r#1", "hs#1.5")


def random_setups(seed: str, men: str) -> Iterator[Setup]:
    """Positions of which some have castlings, promotions, captures en passant."""
    for number in count():
        mood = MOODS[number // 2 % len(MOODS)]
        diagram = scattered(Random(f"{seed} {men} {number}"), Entry(men), "wb"[number % 2], mood, (3, 5, 7))
        if diagram is not None:
            yield diagram.setup


def seen(genre: Genre, setup: Setup) -> object:
    """What a position is: its status, and its legal moves with what they lead to."""
    position = Position(genre, setup)
    return position.status(), sorted((move.uci(), position.gives_check(move), position.play(move).fen())
                                     for move in position.legal_moves)


QUICK = [(name, MEN[number % len(MEN)], 3) for number, name in enumerate(COMPARED)]
LONG = [pytest.param(name, men, 30, marks=pytest.mark.long) for name in COMPARED for men in MEN]


@pytest.mark.parametrize(("name", "men", "wanted"), [*QUICK, *LONG])
def test_the_compiled_form_is_the_rule(name: str, men: str, wanted: int) -> None:
    genre, found = find(f"{men}+{name}"), 0
    for setup in islice(random_setups(name, men), 100 * wanted):
        here = seen(genre, setup)
        if here == seen(find(men), setup):
            continue
        assert here == seen(in_plain(genre), setup), f"{genre.name}: {fen.write(genre, setup)}"
        found += 1
        if found == wanted:
            return
    raise LookupError(f"{genre.name}: {found} positions in which the rule matters")


def test_a_man_observes_en_passant_what_it_can_never_strike() -> None:
    """The neutral pawn on d5 is linked to the king by the pawn on e5, which takes it on d6 alone."""
    genre = find("central+neutral+monochromatic")
    for each in (genre, in_plain(genre)):
        after = Position(each, "2k5/3=P4/2n5/4P3/3K4/8/8/8 b - -").play("d7d5")
        for position in (after, Position(each, after.fen())):
            assert "d5c6" in map(str, position.legal_moves)


@pytest.mark.long
@pytest.mark.parametrize("pair", list(combinations(COMPARED, 2)), ids="+".join)
def test_pairs_are_the_rules_together(pair: tuple[str, str]) -> None:
    try:
        genre = find("camel+" + "+".join(pair))
    except GenreError as error:
        assert "cannot be combined" in str(error)
        return
    for setup in islice(random_setups("+".join(pair), "camel"), 16):
        assert seen(genre, setup) == seen(in_plain(genre), setup), f"{genre.name}: {fen.write(genre, setup)}"


@pytest.mark.parametrize("wanted", [pytest.param(3), pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize(("number", "name"), list(enumerate(NAMES)), ids=str)
def test_no_shortcut_changes_a_solution(number: int, name: str, wanted: int) -> None:
    men = MEN[number % len(MEN)]
    genre, compared = find(f"{men}+{name}"), 0
    for index, setup in enumerate(random_setups(f"{name} solutions", men)):
        try:
            problem = Problem(genre, fen.write(genre, setup), STIPULATIONS[(number + index) % len(STIPULATIONS)])
            quick, plain = (solved(problem, shortcuts=shortcuts) for shortcuts in (True, False))
        except Error:
            continue
        assert quick.tree == plain.tree and sorted(quick.lines) == sorted(plain.lines), problem
        compared += 1
        if compared == wanted:
            break


@pytest.mark.parametrize("fact", facts("silence"), ids=lambda fact: f"{fact['genre']}-{fact['fen']}")
def test_moves_and_checks_are_those_popeye_prints(fact: Fact) -> None:
    genre = find(fact["genre"])
    found = answer(genre, fen.parse(genre, fact["fen"]))
    assert "; ".join(text + " +" * is_check for text, is_check in found) == fact["moves"]
