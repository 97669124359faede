"""Help play in crowded positions: patterns charge last moves, parries and captures, and lose no solution by it.

Kings among their own men, pawns about to promote or to capture en passant, up to twelve men: there a pattern leaves
little to spend, and charging too much loses solutions.
"""
from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import feerie
from feerie.genres import ORTHODOX
from feerie.rules.genre import Genre, Man, Names
from feerie.rules.movement import ORTHOGONAL, Mode, Rider
from feerie.solving.help_task import HelpTask

SOLVED_QUICKLY = [
    ("8/8/knb5/npq5/rbr5/1P1K4/8/8", "ser-h#9", 1, 5_000),      # 16 million positions if less is charged
    ("8/p7/B7/7p/P3K1pr/7b/1p2p2p/6k1", "h=5", 1, 100_000),     # 7.8 million
    ("7k/1p3n2/5N2/8/8/8/p1p1P3/BbN4K", "h=5", 1, 1_000_000),   # more than 58 seconds
    ("8/8/3n4/1n2pkP1/2P1q1R1/3Bp1P1/4P3/1K6", "h#3", 1, 40_000),
    ("8/8/1p3Bn1/1pbpr1P1/2n2p2/3k1bR1/3r4/5K2", "h#3", 1, 25_000),     # 40,000 without men in the way
    ("B1k5/1bp5/8/8/3r4/8/2q2p1r/5Kn1", "h#7", 1, 60_000),      # 580,000 if men on a check's line stop its parries
    ("6r1/n6b/8/2k5/2p2p2/1B1p1r2/pr4p1/6K1", "ser-h#10", 0, 400_000),  # 18 million
    ("8/4p3/5p1k/4p3/4b3/1b1p4/3P1K2/8", "h#7", 1, 120_000),    # 500,000 to 4 million if patterns that drop all moves
    ("1k6/6p1/8/8/8/7p/7P/7K", "h#9", 1, 15_000),               #   count as useless, up to 1.4 million
    ("1Bk2B2/5K2/3R3B/8/8/8/3Q4/7q", "hs#3.5", 1376, 250_000),  # 457,000 without the table in the last moves
]
CASTLING = [
    ("5B2/2p1p3/1p2pp1b/5P1b/2p1k2q/6rp/p3B1P1/R3K3 b Q - 0 1", "h#3", 3, 50_000),      # 244,000 without plans
    ("r3k2r/8/3Pb3/2N5/8/7n/8/R3K2R b KQkq - 0 1", "h=3", 1, 4_000),        # 11,000
]
"""Problems with castling rights."""
STALEMATES = [
    ("roque", "N7/1P6/2B5/8/8/1K6/5k2/r7", "h=2.5", 12, 50_000),       # 1,070,000 without the filter of the last moves
    ("rokagogo", "1N3N2/8/8/8/5B2/1b4K1/8/2k5", "h=3", 1, 5_000),
    ("roque", "8/4n3/1r3r2/1Q2QR2/6k1/8/3K4/7B", "ser-=4", 37, 30_000),    # 916,000
]
"""Problems of castling genres that end in stalemate, as Popeye solves them."""
STIPULATIONS = ("h#2", "h=2", "h=2.5", "ser-h#3", "ser-h=3", "ser-=3", "hs#2", "hs#2.5", "reci-h#2",
                "reci-h#2.5", "reci-h=2")
LONG_ROOK = Man("H", ((Rider((*ORTHOGONAL, *((2 * x, 2 * y) for x, y in ORTHOGONAL))), Mode.BOTH),), name="long rook")
SEVERAL_WAYS = replace(ORTHODOX, name="several-ways", names=Names(en=("Several ways",)),
                       men=(*ORTHODOX.men, LONG_ROOK), castlings=(), extra_state=None)
"""Chess with a rook that may leap over every other square of its line: it has two paths to many squares."""
MOODS = {"smother": "pppnbrqPNBQRNR", "pawns": "ppppPPPPnbNB", "passing": "ppPPrB", "any": "pnbrqpQNBRQPQR"}


def crowded(rng: Random, most: int) -> str:
    """A diagram of four to `most` men, half of them near the black king."""
    mood = rng.choice(list(MOODS))
    file, rank = (rng.choice((0, 0, 1, 7, 7, 6, 3)), rng.choice((0, 7, 7, 1, 6, 0))) if mood in ("smother", "pawns") \
        else (rng.randrange(8), rng.randrange(8))
    men = {(file, rank): "k"}
    squares = [(x, y) for x in range(8) for y in range(8)]
    near = [(x, y) for x, y in squares if max(abs(x - file), abs(y - rank)) <= 2]
    far = [square for square in squares if square not in near]
    men[rng.choice(far)] = "K"
    for _ in range(rng.randint(2, most - 2)):
        man = rng.choice(MOODS[mood])
        square = rng.choice(near if rng.random() < 0.5 else squares)
        if square not in men and not (man in "Pp" and square[1] in (0, 7)):
            men[square] = man
    return f"{placement(men)} w - -"


def placement(men: dict[tuple[int, int], str]) -> str:
    """The first field of a FEN."""
    text = "/".join("".join(men.get((x, y), "1") for x in range(8)) for y in range(7, -1, -1))
    for run in range(8, 1, -1):
        text = text.replace("1" * run, str(run))
    return text


def compare(stipulation: str, wanted: int, seed: int, most: int, genre: Genre = ORTHODOX) -> int:
    """Solve random problems with and without shortcuts; returns how many had solutions."""
    rng, done, solved = Random(f"crowded {stipulation} {seed}"), 0, 0
    while done < wanted:
        try:
            diagram = crowded(rng, most)
            if genre is SEVERAL_WAYS:
                diagram = diagram.translate({ord("r"): "h", ord("R"): "H", ord("q"): "h"})
            problem = feerie.Problem(genre, diagram, stipulation)
            found = HelpTask(problem).alone().lines
        except feerie.Error:
            continue
        assert found == HelpTask(problem, shortcuts=False).alone().lines, problem
        done += 1
        solved += bool(found)
    return solved


@pytest.mark.parametrize(("fen", "stipulation", "count", "most"), [*SOLVED_QUICKLY, *CASTLING])
def test_few_positions_are_enough(fen: str, stipulation: str, count: int, most: int) -> None:
    solution = HelpTask(feerie.Problem("orthodox", fen if " " in fen else f"{fen} w - -", stipulation)).alone()
    assert solution.count == count
    assert solution.nodes < most


@pytest.mark.parametrize(("genre", "fen", "stipulation", "count", "most"), STALEMATES)
def test_few_positions_are_enough_before_a_stalemate(genre: str, fen: str, stipulation: str, count: int,
                                                     most: int) -> None:
    solution = HelpTask(feerie.Problem(genre, f"{fen} w - -", stipulation)).alone()
    assert solution.count == count
    assert solution.nodes < most


def test_a_pattern_whose_checker_is_covered_is_none() -> None:
    """After 1.Ke5 Re7 the rook guards through a man of its own side, and another man gives mate."""
    problem = feerie.Problem("orthodox", "8/R7/1p2Pp2/8/2K2k2/8/5Q2/4B3 w - -", "h#2")
    assert ("f4e5", "a7e7", "f6f5", "f2d4") in HelpTask(problem).alone().lines


def test_crowded_positions_have_the_same_lines() -> None:
    assert sum(compare(stipulation, 8, 1, 9) for stipulation in STIPULATIONS) > 5


def test_men_with_several_ways_lose_no_lines() -> None:
    """The lines asked for first were once lost: a man with two paths to a square was assumed to parry for certain, or
    not to be uncovered by a man that stands on both.
    """
    problem = feerie.Problem(SEVERAL_WAYS, "2hkB3/n4N1H/4N3/8/4p3/8/8/1H2K3 b - -", "h#2")
    assert ("d8e7", "b1b7", "e7e8", "h7h8") in HelpTask(problem).alone().lines
    problem = feerie.Problem(SEVERAL_WAYS, "4Bk2/6b1/8/8/5K2/8/8/5H2 w - -", "h#2.5")
    assert ("f1h1", "f8g8", "e8h5", "g8h7", "h5f7") in HelpTask(problem).alone().lines
    assert sum(compare(stipulation, 12, 3, 9, SEVERAL_WAYS) for stipulation in STIPULATIONS) > 5


def at_home(rng: Random, most: int) -> str:
    """A diagram in which a side, or both, may still castle: without a castling field, men at home have the rights."""
    men: dict[tuple[int, int], str] = {}
    for letters, rank in (("KR", 0), ("kr", 7)):
        if rng.random() < 0.75:
            men[4, rank] = letters[0]
            men.update({(file, rank): letters[1] for file in (0, 7) if rng.random() < 0.65})
        else:
            men[rng.choice([(x, y) for x in range(8) for y in range(1, 7) if (x, y) not in men])] = letters[0]
    for _ in range(rng.randint(1, max(1, most - len(men)))):
        square, man = (rng.randrange(8), rng.randrange(8)), rng.choice("qrbnppPQNBR")
        if square not in men and not (man in "Pp" and square[1] in (0, 7)):
            men[square] = man
    return placement(men)


def compare_castlings(stipulation: str, wanted: int, seed: int, most: int) -> int:
    """Solve random problems with castling rights with and without shortcuts; returns how many solutions castle."""
    rng, done, castled = Random(f"at home {stipulation} {seed}"), 0, 0
    while done < wanted:
        try:
            problem = feerie.Problem("orthodox", at_home(rng, most), stipulation)
            found = HelpTask(problem).alone().lines
        except feerie.Error:
            continue
        assert found == HelpTask(problem, shortcuts=False).alone().lines, problem
        done += 1
        castled += sum(move in ("e1g1", "e1c1", "e8g8", "e8c8") for line in found for move in line)
    return castled


def test_castlings_lose_no_lines() -> None:
    quick = (("h#2", 20, 7), ("ser-h#3", 10, 7), ("ser-#3", 10, 7), ("h=2", 6, 6))
    assert sum(compare_castlings(stipulation, wanted, 4, most) for stipulation, wanted, most in quick) > 1


@pytest.mark.long
@pytest.mark.parametrize("stipulation", [*STIPULATIONS, "h#2.5", "h#3", "ser-#3", "pser-h#3", "hr#2"])
def test_more_castlings_lose_no_lines(stipulation: str) -> None:
    compare_castlings(stipulation, 100, 5, 8)


@pytest.mark.long
@pytest.mark.parametrize("stipulation", STIPULATIONS)
def test_more_crowded_positions_have_the_same_lines(stipulation: str) -> None:
    compare(stipulation, 100, 2, 12)
