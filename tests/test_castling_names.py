"""Ordinary castling has its own name in every genre, and no other castling of the position has the same name."""
from __future__ import annotations

import re
from random import Random

import pytest

from feerie import IllegalMoveError, InvalidMoveError, Position, Problem, solve, text
from feerie.base.errors import ProblemError
from feerie.problems.stipulation import Stipulation

HOME = {("e1", "h1"): "0-0", ("e1", "a1"): "0-0-0", ("e8", "h8"): "0-0", ("e8", "a8"): "0-0-0"}
GENRES = ["roque", "rokagogo", "roque+siamois", "rokagogo+rex-multiplex", "roque+ultra-rex-multiplex"]


def positions(genre: str, number: int) -> list[Position]:
    """Positions with a king at home, rooks of its side in the corners, and other men elsewhere."""
    rng = Random(genre)
    found: list[Position] = []
    while len(found) < number:
        side = rng.randrange(2)
        king, rook = ("K", "R") if side == 0 else ("k", "r")
        rank = "1" if side == 0 else "8"
        men = {f"e{rank}": king}
        men |= {square: rook for square in (f"a{rank}", f"h{rank}") if rng.random() < 0.7}
        free = [file + row for file in "abcdefgh" for row in "234567"]
        rng.shuffle(free)
        men[free.pop()] = king.swapcase()
        for _ in range(rng.randrange(1, 6)):
            men[free.pop()] = rng.choice("RrBNPpn" + ("Kk" if "+" in genre else ""))
        rows = ["".join(men.get(f"{file}{row}", "1") for file in "abcdefgh") for row in range(8, 0, -1)]
        board = re.sub("1+", lambda run: str(len(run[0])), "/".join(rows))
        position = Position(genre, f"{board} {'wb'[side]} - - 0 1")
        if position.status().word != "illegal":
            found.append(position)
    return found


@pytest.mark.parametrize("genre", GENRES)
def test_only_ordinary_castling_has_its_name(genre: str) -> None:
    seen = 0
    for position in positions(genre, 150):
        for move in position.legal_moves:
            name = ""
            if move.partner and move.partner_man and move.partner_man.isupper() == move.man.isupper():
                own = move.partner_man in "Rr" and position.turn == ("white" if move.origin == "e1" else "black")
                name = HOME.get((move.origin, move.partner[0]), "") if own else ""
            short, pgn, long = position.san(move), position.pgn_san(move), position.long(move)
            written = short.rstrip("+#"), pgn.rstrip("+#"), long.split()[0]
            assert (written == (name, name.replace("0", "O"), name)) == bool(name), f"{position!r} {move} {written}"
            assert name or not short.startswith("0-0") and not pgn.startswith("O-O") and not long.startswith("0-0")
            if name and move.partner:
                seen += 1
                both = f"K{move.origin}-{move.target} (R{move.partner[0]}-{move.partner[1]})"
                assert position.parse(name) == position.parse(both) == position.parse(written[1]) == move
    assert seen > 20


def test_play_takes_what_push_takes() -> None:
    position = Position("rokagogo", "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1")
    after = position.play("d3f3")
    for written in ("Kf3(Re3)", "Kd3-f3/wRh3-e3 +", "1. Kf3 (Re3) †"):
        assert position.play(written) == after
        assert position.gives_check(written)
        assert position.san(written) == "Kf3(Re3)+"
    assert position.play("1. Rf3 (Te3) †", "fr") == after
    with pytest.raises(IllegalMoveError):
        position.play("Kd5")
    with pytest.raises(InvalidMoveError):
        position.play("nonsense")


def test_the_king_run_is_a_goal_in_words_and_tells_itself_from_mate() -> None:
    assert str(Stipulation.parse("king run 2")) == "run2" == str(Stipulation.parse("Run 2"))
    assert str(Stipulation.parse("h king run 1.5")) == "hrun1.5"
    with pytest.raises(ProblemError, match="orthodox has no king run"):
        Problem("orthodox", "7k/8/5KQ1/8/8/8/8/8", "run1")
    start = "7/2K4/2***2/2***2/2***2/7/4k2 w - - K 0 1"
    found = solve(Problem("rollerball", start, "run1"))
    assert found.keys == ("c6d6",) and found.is_sound
    assert "1.Kc6-d6 run !" in text(found)
    assert solve(Problem("rollerball", start, "#1")).keys == ()


def test_too_few_solutions_are_no_cooks() -> None:
    problem = Problem("orthodox", "7k/8/5K2/8/8/8/8/6Q1", "h#1", intended=5)
    found = solve(problem)
    assert 0 < found.count < 5 and "cooked" not in text(found) and "not sound" in text(found)
    many = solve(Problem("orthodox", "7k/8/5K2/8/8/8/8/R5R1", "#2", intended=1))
    assert many.count == 1 or "cooked" in text(many)
