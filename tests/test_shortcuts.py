"""Pruning and move ordering change no solution of forced play.

Searches with and without shortcuts find the same solutions, and their keys are those of a plain solver over the slow
reference, which shares nothing with the package.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from random_positions import CHESS_NAMES, GENRE_NAMES, Diagram, random_fen
from reference import Ref, reference

from feerie.base.errors import Error
from feerie.problems.options import Options
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.solving.forced_task import ForcedTask

STIPULATIONS = ("#2", "#3", "s#1", "s#2", "s#3", "r#2", "semi-r#2", "=2", "s=2", "+2", "==2", "!=2", "exact-#2",
                "exact-s#2", "exact-r#2")
MOST_MEN = {1: 24, 2: 16, 3: 9}
CORNERS = ("a1", "b1", "g1", "h1", "a2", "h2", "h7", "a8", "h8")


def solved(problem: Problem, *, shortcuts: bool) -> Solution:
    return ForcedTask(problem, shortcuts=shortcuts).alone()


def random_problem(rng: Random, genre: str, stipulation: str, most: int = 0) -> Problem | None:
    """A random problem with few enough men; None if the position is illegal or has too many."""
    forced = stipulation.startswith("s") and genre in CHESS_NAMES and rng.random() < 0.6
    fen = selfmate_fen(rng) if forced else random_fen(rng, genre)
    men = sum(letter.isalpha() for letter in fen.split()[0])
    if men > (most or MOST_MEN[int(stipulation[-1])]):
        return None
    try:
        options = Options(defence=rng.choice((0, 1)), set_play=rng.random() < 0.3)
        problem = Problem(genre, fen, stipulation, options=options)
        ForcedTask(problem)
    except Error:
        return None
    return problem


def selfmate_fen(rng: Random) -> str:
    """A king in a corner with men of both sides around it, and attackers that may force the defender."""
    diagram = Diagram(rng, 8)
    diagram.put("K", CORNERS)
    king = next(iter(diagram.men))
    near = [square for square in diagram.squares
            if max(abs(ord(square[0]) - ord(king[0])), abs(int(square[1]) - int(king[1]))) <= 2]
    diagram.put("k", near if rng.random() < 0.5 else ())
    inside = [square for square in near if square[1] not in "18"]
    for letters, least, most, squares in (("PPNBR", 0, 3, inside), ("rbnqp", 1, 3, inside), ("QQRRBN", 2, 5, ())):
        for _ in range(rng.randint(least, most)):
            diagram.put(rng.choice(letters), squares)
    return f"{diagram.field()} w - - 0 1"


def promotion_fen(rng: Random) -> str:
    """A king at the edge, and pawns that mate by promoting, at once or one move later."""
    diagram = Diagram(rng, 8)
    high = [square for square in diagram.squares if square[1] in "78"]
    diagram.put("k", [square for square in high if square[1] == "8"] if rng.random() < 0.7 else high)
    diagram.put("K", [square for square in diagram.squares if square[1] in "3567"])
    for letters, least, most, ranks in (("P", 1, 2, "67"), ("PNBR", 0, 2, "23456"), ("pppnbr", 1, 4, "234567")):
        for _ in range(rng.randint(least, most)):
            diagram.put(rng.choice(letters), [square for square in diagram.squares if square[1] in ranks])
    return f"{diagram.field()} w - - 0 1"


def compare(rng: Random, genre: str, stipulation: str) -> bool:
    """Solve a random problem with and without shortcuts; False if none was made."""
    problem = random_problem(rng, genre, stipulation)
    if problem is None:
        return False
    agree(problem)
    return True


def agree(problem: Problem) -> None:
    """Solve a problem with and without shortcuts; the solutions must be equal."""
    quick, plain = solved(problem, shortcuts=True), solved(problem, shortcuts=False)
    assert (quick.tree, quick.short) == (plain.tree, plain.short), problem


def compare_promotions(rng: Random, genre: str) -> bool:
    """`compare` for a mate in three with pawns about to promote; returns whether it has a key."""
    try:
        problem = Problem(genre, promotion_fen(rng), "#3", options=Options(defence=1))
        ForcedTask(problem)
    except Error:
        return False
    agree(problem)
    return bool(solved(problem, shortcuts=True).keys)


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_shortcuts_change_no_solution(genre: str) -> None:
    rng = Random(f"{genre} shortcuts")
    assert sum(compare(rng, genre, rng.choice(STIPULATIONS)) for _ in range(40)) > 4


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRE_NAMES)
@pytest.mark.parametrize("stipulation", STIPULATIONS)
def test_shortcuts_change_no_solution_far(genre: str, stipulation: str) -> None:
    rng = Random(f"{genre} {stipulation} shortcuts far")
    assert sum(compare(rng, genre, stipulation) for _ in range(400)) > 20


@pytest.mark.parametrize(("fen", "stipulation"), [
    ("8/4p3/8/3P4/2p5/8/1p1P2k1/4K3 b - - 0 1", "#3"),      # a pawn that waits before it mates by promoting
    ("5k2/1P3P1K/3p4/8/8/8/2B5/8 w - - 0 1", "#3"),
    ("r7/8/P7/K4R2/1Q6/8/8/k7 w - - 0 1", "#3"),            # a king that captures and leaves his rook a square to mate
    ("8/3k4/6Q1/8/8/qbp5/R4Q2/K7 w - - 0 1", "exact-r#2"),  # reflex duties, which refute at any length
])
def test_shortcuts_change_no_solution_that_they_once_did(fen: str, stipulation: str) -> None:
    agree(Problem("orthodox", fen, stipulation, options=Options(defence=1)))


@pytest.mark.parametrize(("genre", "fen"), [
    ("platzwechselrochade+ultra-rex-multiplex", "6K1/8/6kp/8/7B/6N1/5P2/8 w - - 0 1"),  # kings that approach kings
    ("rokagogo+ultra-rex-multiplex", "7N/8/8/5K2/8/k2K4/8/5B2 w - - 0 1"),
    ("orthodox", "8/7B/2R5/4Nr1p/4kb1Q/8/1B6/4K2R w - - 0 1"),      # the attacker's king leaves a square to his rook
])
def test_shortcuts_lose_no_line_where_kings_matter(genre: str, fen: str) -> None:
    agree(Problem(genre, fen, "#3" if fen[0] != "7" else "exact-#2", options=Options(defence=1)))


def test_shortcuts_miss_no_promotion() -> None:
    rng = Random("promotions")
    assert sum(compare_promotions(rng, "orthodox") for _ in range(300)) > 10


@pytest.mark.long
@pytest.mark.parametrize("genre", CHESS_NAMES)
def test_shortcuts_miss_no_promotion_far(genre: str) -> None:
    rng = Random(f"{genre} promotions far")
    assert sum(compare_promotions(rng, genre) for _ in range(4000)) > 100


# ------------------------------------------------------------------------- a plain solver on the reference

def mates(ref: Ref, length: int) -> bool:
    """Whether the attacker, to move, can force mate in `length`."""
    return any(mates_by(ref.play(move), length) for move in ref.moves())


def mates_by(ref: Ref, length: int) -> bool:
    """Whether the attacker's move just played, the first of `length`, forces mate."""
    if ref.status() == "mate":
        return True
    replies = ref.moves()
    return length > 1 and bool(replies) and all(mates(ref.play(move), length - 1) for move in replies)


def selfmates_by(ref: Ref, length: int) -> bool:
    """Whether the attacker's move just played, the first of `length`, forces the defender to mate."""
    after = [ref.play(move) for move in ref.moves()]
    return bool(after) and all(
        end.status() == "mate" or length > 1 and any(selfmates_by(end.play(move), length - 1) for move in end.moves())
        for end in after)


def reflex_mates_by(ref: Ref, length: int, duty: bool) -> bool:
    """`selfmates_by` for semi-reflex play, where the defender must mate if he can; `duty`: so must the attacker."""
    after = [ref.play(move) for move in ref.moves()]
    if any(end.status() == "mate" for end in after):
        return True
    return length > 1 and bool(after) and all(any(reflex_goes_on(end, length - 1, duty)) for end in after)


def reflex_goes_on(ref: Ref, length: int, duty: bool) -> list[bool]:
    """For each of the attacker's moves whether it forces the goal; empty if his duty is to mate."""
    ends = [ref.play(move) for move in ref.moves()]
    if duty and any(end.status() == "mate" for end in ends):
        return []
    return [reflex_mates_by(end, length, duty) for end in ends]


PLAIN: dict[str, Callable[[Ref, int], bool]] = {
    "#": mates_by, "s#": selfmates_by, "r#": partial(reflex_mates_by, duty=True),
    "semi-r#": partial(reflex_mates_by, duty=False)}


def check_keys(rng: Random, genre: str, stipulation: str, most: int) -> bool:
    """Compare the keys of a random problem with those of the plain solver; False if no problem was made."""
    problem = random_problem(rng, genre, stipulation, most)
    if problem is None:
        return False
    name, length = stipulation[:-1], int(stipulation[-1])
    ref = reference(genre, problem.fen if len(problem.fen.split()) > 4 else f"{problem.fen} 0 1")
    if name == "r#" and any(ref.play(move).status() == "mate" for move in ref.moves()):
        expected: list[str] = []
    else:
        expected = sorted({move for move in ref.moves() if PLAIN[name](ref.play(move), length)})
    assert sorted(solved(problem, shortcuts=True).keys) == expected, (genre, problem.fen, stipulation)
    return True


@pytest.mark.parametrize("genre", ["orthodox", "roque", "rokagogo", "platzwechselrochade", "siamois", "rollerball"])
def test_keys_are_those_of_a_plain_solver(genre: str) -> None:
    rng = Random(f"{genre} plain solver")
    assert sum(check_keys(rng, genre, rng.choice(("s#1", "r#1", "#2")), 5) for _ in range(40)) > 2


@pytest.mark.long
@pytest.mark.parametrize("genre", [genre for genre in GENRE_NAMES if "+" not in genre])
@pytest.mark.parametrize("stipulation", ["#2", "s#1", "s#2", "r#2", "semi-r#2"])
def test_keys_are_those_of_a_plain_solver_far(genre: str, stipulation: str) -> None:
    rng = Random(f"{genre} {stipulation} plain solver far")
    tries, most = (200, 7) if stipulation in ("#2", "s#1") else (90, 6)     # the plain solver takes its time
    assert sum(check_keys(rng, genre, stipulation, most) for _ in range(tries)) > 2
