"""Help and series play towards goals that concern the side's own king, or its last move alone, with bounds and without.

Double mates, counter-mates, auto-mates, double and auto-stalemates; reciprocal play whose two goals differ; captures en
passant, castlings, captures, target squares. The lines are those of a search without shortcuts.
"""
from __future__ import annotations

from random import Random

import pytest
from random_positions import CHESS_NAMES, GENRE_NAMES, Diagram

from feerie.base.errors import Error
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.solving.help_task import HelpTask

OWN_KING = ("h##1.5", "h##2", "h!#1.5", "h!#2", "h##!1.5", "h##!2", "ser-##3", "ser-h##2", "ser-!#3", "ser-h!#2",
            "h==1.5", "h==2", "h!=2", "ser-h==2", "ser-!=2", "exact-h##2")
RECIPROCAL = ("reci-h(=)#2", "reci-h(#)=2", "reci-h#2", "reci-h=2", "exact-reci-h(=)#2", "reci-h(+)#2")
LAST_MOVE = ("hep1.5", "hep2", "ser-hep2", "ser-ep2", "hsep2", "hrep2", "pser-hep2", "h001.5", "h002", "ser-h002",
             "ser-003", "hx1.5", "hzd61.5", "reci-hep2", "reci-h(ep)#2")


def kings_fen(rng: Random) -> str:
    """Two kings not far from each other, mostly at the edge, and men around them."""
    diagram = Diagram(rng, 8)
    edge = [square for square in diagram.squares if square[0] in "ah" or square[1] in "18"]
    diagram.put("k", edge if rng.random() < 0.7 else ())
    other = next(iter(diagram.men))
    reach = rng.choice((2, 2, 3, 4, 7))
    diagram.put("K", [square for square in diagram.squares if 1 < distance(square, other) <= reach])
    kings = list(diagram.men)
    near = [square for square in diagram.squares if min(distance(square, king) for king in kings) <= 2]
    for _ in range(rng.randint(3, 9)):
        letter = rng.choice("QRBNPPqrbnpp")
        squares = near if rng.random() < 0.7 else diagram.squares
        diagram.put(letter, [square for square in squares if letter not in "Pp" or square[1] not in "18"])
    return f"{diagram.field()} w - - 0 1"


def pawns_fen(rng: Random) -> str:
    """Kings and rooks where they may castle, and pawns that may capture each other en passant."""
    diagram = Diagram(rng, 8)
    for letter, home in (("K", ("e1",)), ("k", ("e8",))):
        diagram.put(letter, home if rng.random() < 0.4 else ())
    for letter, homes in (("R", ("a1", "h1")), ("r", ("a8", "h8"))):
        diagram.put(letter, homes if rng.random() < 0.6 else ())
    for letter, rank in (("P", "5"), ("p", "7"), ("P", "2"), ("p", "4"), ("P", "2"), ("p", "7")):
        if rng.random() < 0.6:
            diagram.put(letter, [square for square in diagram.squares if square[1] == rank])
    for _ in range(rng.randint(0, 3)):
        diagram.put(rng.choice("QBNqbn"))
    return f"{diagram.field()} w"


def distance(one: str, other: str) -> int:
    return max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1])))


def solved(genre: str, fen: str, stipulation: str, *, shortcuts: bool) -> Solution | None:
    try:
        return HelpTask(Problem(genre, fen, stipulation), shortcuts=shortcuts).alone()
    except Error:
        return None


def agree(genre: str, fen: str, stipulation: str) -> bool:
    """Compare the lines with and without shortcuts; returns whether there are any."""
    plain = solved(genre, fen, stipulation, shortcuts=False)
    if plain is None:
        return False
    quick = solved(genre, fen, stipulation, shortcuts=True)
    assert quick is not None and sorted(quick.lines) == sorted(plain.lines), (genre, fen, stipulation)
    return bool(plain.lines)


def compare(name: str, stipulations: tuple[str, ...], count: int) -> int:
    """Compare random problems of a genre; returns how many have lines."""
    rng = Random(f"{name} {stipulations[0]} own king")
    found = 0
    for _ in range(count):
        fen = pawns_fen(rng) if stipulations == LAST_MOVE else kings_fen(rng)
        found += agree(name, fen, rng.choice(stipulations))
    return found


@pytest.mark.parametrize("stipulations", [OWN_KING, RECIPROCAL, LAST_MOVE])
def test_bounds_lose_no_line(stipulations: tuple[str, ...]) -> None:
    assert compare("orthodox", stipulations, 60) > 2


@pytest.mark.long
@pytest.mark.parametrize("stipulations", [OWN_KING, RECIPROCAL, LAST_MOVE])
@pytest.mark.parametrize("genre", [name for name in GENRE_NAMES if name in CHESS_NAMES])
def test_bounds_lose_no_line_far(genre: str, stipulations: tuple[str, ...]) -> None:
    assert compare(genre, stipulations, 600) > 5


@pytest.mark.parametrize(("fen", "stipulation", "count"), [
    ("8/p5bk/6n1/5N1r/6K1/4P3/4BB2/3n4", "ser-h!#2", 5),       # a man leaves the square to which the king then goes
    ("8/8/6K1/1N6/1BQ5/3P1k2/B4r2/4b3", "h##3", 1),
    ("2n1k2r/8/2b5/8/8/5P1R/6P1/5K1n", "h==3.5", 0),
    ("8/8/4R2k/7p/8/8/3K2P1/5r2", "reci-h(=)#4", 0),
    ("3n4/2n5/4b3/2R5/7k/5r1R/8/4K2R", "hep3", 0),
    ("1B5k/1p3np1/2p1BP1P/N2p2b1/6bp/1P3PPP/2P5/4K1NR", "h#2.5", 564),
])
def test_lines_of_single_problems(fen: str, stipulation: str, count: int) -> None:
    solution = solved("orthodox", fen, stipulation, shortcuts=True)
    assert solution is not None and solution.count == count
    assert solution.nodes < 400_000
