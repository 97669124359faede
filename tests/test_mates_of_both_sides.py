"""Double mates, counter-mates and auto-mates under Rex Multiplex, where a castling out of check may save a king.

The moves that reach these goals are those that a brute force finds with the reference's rules.
"""
from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from random_positions import Diagram
from reference import Ref, other, reference

from feerie import Error, Position, Problem, solve

GENRE = "platzwechselrochade-popeye+rex-multiplex"
SEEDS: tuple[tuple[str, str, list[str] | None], ...] = (
    ("8/1Q3qK1/2Q3R1/5n1k/7k/rbP5/p5Q1/3q4", "!#", ["g2g5"]),       # a reply leaves a check that cannot be parried
    ("K2k3b/7q/r1Rr1k2/4k3/6R1/7Q/8/8", "!#", []),
    ("Q7/3r4/8/8/2n4k/1bP5/B7/K2q4", "!#", []),
    ("1Q6/8/1b6/8/r3k1rk/KPR5/2q5/N7", "!#", []),
    ("K2k3b/1r5q/r1Rr1k2/4n3/6R1/7Q/8/8", "!#", ["a8b8", "c6c2", "c6c4", "c6c8"]),
    ("5nkk/4qqr1/pr2QKQ1/8/8/bp5r/7P/4q3", "##!", []),
    ("5nkk/5qrp/1r3PQK/4p3/1n2P3/1Q4qr/3b3P/4q3", "##!", []),
    ("kk2N3/b7/Q1K1r2N/2QP2p1/8/8/6P1/B1R2B2", "##", None),
    ("3q1kN1/6p1/r5KQ/5p2/8/3R4/Q2r4/8", "##", None))
"""Diagrams, goals and the moves that reach them; castlings decide about most."""


def king_captures(ref: Ref) -> Iterator[Ref]:
    for king in ref._kings(other(ref.side)):
        for origin, _ in ref._attacks(ref.board, king, ref.side):
            board = {**ref.board, king: ref.board[origin]}
            del board[origin]
            yield Ref(ref.genre, board, other(ref.side), frozenset(), None, ref.extra, 0, 1)


def is_mated(ref: Ref) -> bool:
    """Whether the side to move is mated, though the other side may be in check, too."""
    return ref._in_check(ref.side) and not any(ref._is_legal(move, 0) for move in ref._candidates()) \
        and all(after._in_check(ref.side) for after in king_captures(ref)) \
        and (len(ref._kings(ref.side)) < 2 or ref._every_king_is_mated(1))


def reaching(goal: str, ref: Ref) -> list[str]:
    """The moves of one man that reach the goal."""
    if goal == "##" and not ref._legal_moves() or goal == "##!" and not is_mated(ref):
        return []
    found = []
    for move in ref._one_man_moves():
        after = ref._after(move)
        turned = Ref(after.genre, after.board, ref.side, after.rights, None, after.extra, 0, 1)
        if is_mated(turned) and (goal == "!#" or is_mated(after)):
            found.append(move.uci)
    return sorted(found)


def check(men: str, goal: str) -> bool:
    """Compare the moves of a diagram that reach a goal; whether there are any."""
    try:
        position = Position(GENRE, f"{men} w - - Xx 0 1")
        problem = Problem(GENRE, position.fen(), f"{goal}1")
    except Error:
        return False
    if not position.is_valid():
        return False
    wanted = reaching(goal, reference(GENRE, position.fen()))
    assert sorted(solve(problem, threads=1, variations=False).keys) == wanted, (position.fen(), goal)
    return bool(wanted)


def changed(rng: Random, men: str) -> str:
    """A diagram with one to three of its men taken away, moved or added."""
    diagram, ranks = Diagram(rng, 8), men.split("/")
    for rank, row in zip("87654321", ranks):
        cells = "".join("." * int(letter) if letter.isdigit() else letter for letter in row)
        diagram.men.update((file + rank, man) for file, man in zip("abcdefgh", cells) if man != ".")
    for _ in range(rng.randint(1, 3)):
        man = diagram.men.pop(rng.choice(list(diagram.men)))
        letter = rng.choice((man, man, rng.choice("QRBNPqrbnpKk")))
        if rng.random() < 0.7 or man in "Kk":
            diagram.put(letter, [square for square in diagram.squares if square[1] in "234567"])
    return diagram.field()


@pytest.mark.parametrize(("men", "goal", "moves"), SEEDS)
def test_castlings_save_kings_of_both_sides(men: str, goal: str, moves: list[str] | None) -> None:
    found = solve(Problem(GENRE, f"{men} w - - Xx", f"{goal}1"), threads=1).keys
    assert sorted(found) == reaching(goal, reference(GENRE, f"{men} w - - Xx 0 1"))
    assert moves is None or list(found) == moves
    rng = Random(f"{men} both mated")
    for _ in range(6):
        check(changed(rng, men), goal)


@pytest.mark.long
def test_castlings_save_kings_of_both_sides_far() -> None:
    rng, known, found = Random("both mated"), [(men, goal) for men, goal, _ in SEEDS], 0
    for _ in range(400):
        men, goal = rng.choice(known)
        men = changed(rng, men)
        if check(men, goal):
            found += 1
            known.append((men, goal))
    assert found > 20
