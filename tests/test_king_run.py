"""Wins by king run: the bound on the moves still needed changes no solution, and is what a king needs."""
from __future__ import annotations

from random import Random

import pytest
from random_positions import WHITE_PAWNS, Diagram

from feerie.base.errors import FenError, ProblemError
from feerie.game.position import Position
from feerie.genres import ROLLERBALL, find
from feerie.kernel.king_run import NO_RUN, run_index, run_steps
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.solving.forced_task import ForcedTask
from feerie.solving.help_task import HelpTask
from feerie.solving.solve import solve

STIPULATIONS = ("run2", "run3", "srun2", "rrun2", "exact-run3", "hrun2.5", "hrun3", "hsrun2", "hrrun2", "reci-hrun2",
                "ser-run4", "ser-hrun4", "ser-srun3", "pser-run3")
NEAR = ("c6", "c7", "d6", "d7", "e6", "e7", "c1", "c2", "d1", "d2", "e1", "e2")
"""Squares by the gates and the goals."""
BLACK_PAWNS = tuple(f"{'gfedcba'['abcdefg'.index(square[0])]}{8 - int(square[1])}" for square in WHITE_PAWNS)


def random_run(rng: Random) -> str:
    """A position with three to six men, kings near their goals, and flags set at random."""
    diagram = Diagram(rng, 7)
    for king in "Kk":
        diagram.put(king, NEAR if rng.random() < 0.6 else ())
    for _ in range(rng.randint(1, 4)):
        man = rng.choice("RBPrbp")
        diagram.put(man, WHITE_PAWNS if man == "P" else BLACK_PAWNS if man == "p" else ())
    flags = "".join(flag for flag in "Kk" if rng.random() < 0.5)
    return f"{diagram.field()} w - - {flags or '-'} 0 1"


def solved(problem: Problem, *, shortcuts: bool) -> Solution:
    task = ForcedTask if problem.stipulation.play.is_battle else HelpTask
    return task(problem, shortcuts=shortcuts).alone()


def compare(genre: str, stipulation: str, seed: str, count: int) -> None:
    """Check that solutions with and without shortcuts are the same."""
    rng = Random(seed)
    while count:
        try:
            problem = Problem(genre, random_run(rng), stipulation)
            plain = solved(problem, shortcuts=False)
        except (FenError, ProblemError):
            continue
        quick = solved(problem, shortcuts=True)
        assert (quick.tree, quick.lines, quick.short) == (plain.tree, plain.lines, plain.short), problem.fen
        count -= 1


@pytest.mark.parametrize("stipulation", STIPULATIONS)
def test_the_bound_changes_no_solution(stipulation: str) -> None:
    compare("rollerball", stipulation, f"run {stipulation}", 25)


@pytest.mark.long
@pytest.mark.parametrize("genre", ["rollerball", "rollerball-literal"])
@pytest.mark.parametrize("stipulation", STIPULATIONS)
def test_the_bound_changes_no_solution_far(genre: str, stipulation: str) -> None:
    compare(genre, stipulation, f"far {genre} {stipulation}", 40)


def test_a_lone_king_needs_what_the_bound_says() -> None:
    steps = run_steps(ROLLERBALL)
    for name in ("d7", "c6", "e6", "d1", "c1", "a4", "g4"):
        for flag in (False, True):
            least = steps[run_index(0, flag, ROLLERBALL.board.index(name))]
            start = Position("rollerball").replace(dict.fromkeys(Position("rollerball").men()))
            start = start.replace({name: "K"})
            fen = start.fen().replace(" - - - ", f" - - {'K' if flag else '-'} ")
            found = solve(Problem("rollerball", fen, f"ser-run{least}"), threads=1)
            assert found.lines and not found.short, (name, flag, least)


def test_genres_without_a_run_have_no_steps() -> None:
    assert set(run_steps(find("orthodox"))) == {NO_RUN}


def test_a_long_run_from_the_array_is_short_work() -> None:
    solution = solve(Problem("rollerball", Position("rollerball").fen(), "hrun5"), threads=1, max_nodes=100_000)
    assert solution.complete and not solution.lines
