"""Who is silent, what is forbidden, what must be chosen: compiled forms against the plain methods of the same rules."""
from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from certified import MOODS, Entry, scattered
from facts import Fact, facts

from feerie import Position, Problem
from feerie.conditions import CONDITIONS
from feerie.conditions.checkless import CHECKLESS
from feerie.conditions.grid import GRID
from feerie.conditions.koko import KOKO
from feerie.conditions.mummer import MUMMERS
from feerie.conditions.observation import OBSERVATION
from feerie.conditions.ultraschachzwang import ULTRASCHACHZWANG
from feerie.genres import GenreError, find
from feerie.problems.stipulation import Stipulation
from feerie.rules.condition import Condition
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup
from feerie.solving.solve import solve

MINE = (*OBSERVATION, *GRID, *KOKO, *CHECKLESS, *ULTRASCHACHZWANG, *MUMMERS)
NAMES = [condition.name for condition in MINE]
MORE = ("", "grasshopper", "neutral", "royal+camel", "kamikaze+locust", "berolina-pawn", "rokagogo", "roque",
        "platzwechselrochade-popeye", "rex-multiplex", "nightrider+neutral")
"""What positions have besides, by turns."""
STIPULATIONS = ("h#1.5", "#2", "ser-h#2", "s#1", "h=1.5", "r#1", "hs#1.5")


@dataclass(frozen=True)
class Plain:
    """A rule without its compiled form."""

    rule: Any

    def __getattr__(self, name: str) -> Any:
        if name == "forms" or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.rule, name)


def in_python(genre: Genre) -> Genre:
    """The genre with its rules called as they are."""
    return replace(genre, name=f"{genre.name} in Python", rules=tuple(map(Plain, genre.rules)))


def joined(*names: str) -> Genre:
    return find("+".join(filter(None, names)))


def random_setups(conditions: str, more: str, count: int) -> list[Setup]:
    """Positions with kings, some of them with castlings, promotions, captures en passant."""
    found: list[Setup] = []
    for number in range(40 * count):
        rng = Random(f"{conditions} {more} {number}")
        castling = next((name for name in more.split("+") if name in ("rokagogo", "roque")), "")
        plain = [name for name in more.split("+") if name not in ("rex-multiplex", "platzwechselrochade-popeye", castling)]
        entry = Entry("+".join([*filter(None, plain), *([castling] if castling else [])]) or "holes")
        diagram = scattered(rng, entry, "wb"[number % 2], MOODS[number % len(MOODS)], (3, 5, 7))
        if diagram is not None and not diagram.holes or diagram is not None and entry.name == "holes":
            found.append(replace(diagram, holes=()).setup)
        if len(found) == count:
            break
    return found


def seen(genre: Genre, setup: Setup) -> object:
    """What a position is: its status, legal moves with what they do, checks."""
    position = Position(genre, setup)
    return position.status(), sorted((move.uci(), position.gives_check(move), position.play(move).fen())
                                     for move in position.legal_moves)


QUICK = [(name, MORE[number % len(MORE)], 4) for number, name in enumerate(NAMES)]
LONG = [pytest.param(name, more, 30, marks=pytest.mark.long) for name in NAMES for more in MORE]


@pytest.mark.parametrize(("name", "more", "count"), [*QUICK, *LONG])
def test_the_compiled_form_is_the_rule(name: str, more: str, count: int) -> None:
    genre, bare = joined(more, name), joined(more)
    plain, matters = in_python(genre), 0
    for setup in random_setups(name, more, count):
        found = seen(genre, setup)
        assert found == seen(plain, setup), f"{genre.name}: {Position(genre, setup).fen()}"
        matters += found != seen(bare, setup)
    assert matters


PAIRS = [pair for pair in combinations(NAMES, 2)]


@pytest.mark.long
@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_pairs_are_the_rules_together(pair: tuple[str, str]) -> None:
    try:
        genre = joined(*pair)
    except GenreError as error:
        assert "cannot be combined" in str(error)
        return
    plain = in_python(genre)
    for setup in random_setups("+".join(pair), "", 12):
        assert seen(genre, setup) == seen(plain, setup), f"{genre.name}: {Position(genre, setup).fen()}"
