"""What a move of the solver's is worth: it solves, it is on the way, or it fails, and by what.

In direct and self play (*battles*) the board defends: each move is tested by the solver as the key of what is left, and
answered by the defence that holds out longest, or by a refutation. In help and series play all lines are known, and one
is followed; nothing is said before the line has ended, unless the board makes the moves of the side that helps.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from feerie.apps.web.serving.refusal import RefusedError
from feerie.apps.web.solve.play import after, length, mating_side, side_of_ply
from feerie.base.compilation import is_compiled
from feerie.base.errors import IllegalMoveError
from feerie.game.position import Position
from feerie.problems.options import Options
from feerie.problems.problem import Problem
from feerie.problems.solution import Node, Role, Solution, UciLine
from feerie.problems.stipulation import Play
from feerie.solving.solve import solve

__all__ = ["Found", "Hint", "Verdict", "begin", "hint_for", "judge", "solutions_of"]

Found = Sequence[Sequence[str]]
"""The solutions that have been found already, as lines; in battles their first moves suffice."""
SECONDS = 5.0 if is_compiled() else 60.0
"""The longest that the solver takes for an answer."""
EXERCISE_HASH_MB = 8
MOST_EXERCISE_LINES = 500
State = Literal["begun", "right", "open", "wrong", "solved"]


@dataclass(frozen=True)
class Verdict:
    """What a move leads to. `line`: with the move, and the board's answer; `state`: "open" where nothing is said yet;
    `reason`: the key of a sentence, whose `values` are moves (UCI, with the length of the line before it) or numbers.
    """

    line: UciLine
    state: State
    reason: str = ""
    values: dict[str, tuple[int, str] | int] = field(default_factory=dict)


@dataclass(frozen=True)
class Hint:
    """The next move of a solution. `back`: how many moves have to be taken back first; then there is no move."""

    move: str = ""
    back: int = 0


def solutions_of(problem: Problem) -> Sequence[UciLine]:
    """The solutions of an exercise: the keys of a battle, or the lines; RefusedError if that takes too long."""
    if problem.stipulation.play.is_battle:
        return tuple((key,) for key in _solved(problem, False).keys)
    return tuple(_solved(problem, True).lines)


def begin(problem: Problem, *, helped: bool, found: Found = ()) -> Verdict:
    """The line before the solver's first move; `helped`: the board makes the moves of the side that does not mate."""
    return _continued(problem, (), helped=helped, found=found) or Verdict((), "begun")


def judge(problem: Problem, line: UciLine, *, helped: bool, found: Found = ()) -> Verdict:
    """What the last move of a line is worth, which the solver has made."""
    after(problem, line)        # IllegalMoveError
    if problem.stipulation.play.is_battle and len(line) % 2 == 0:
        raise IllegalMoveError("not a legal move: {}", line[-1])
    return _fought(problem, line) if problem.stipulation.play.is_battle else _joined(problem, line, helped, found)


def hint_for(problem: Problem, line: UciLine, found: Found = ()) -> Hint:
    """What to play after a line, for a solution that has not been found yet if there is one."""
    if problem.stipulation.play.is_battle:
        keys = _keys(problem, after(problem, line), _left(problem, line))
        tried = {each[0] for each in found if each}
        fresh = [key for key in keys if line or key not in tried]
        return Hint((fresh or keys)[0]) if keys else Hint(back=1)
    known, lines = {tuple(each) for each in found}, solutions_of(problem)
    for wanted in ([each for each in lines if each not in known], lines):
        fitting = [each for each in wanted if each[:len(line)] == line and len(each) > len(line)]
        if fitting:
            return Hint(fitting[0][len(line)])
    shared = max((_shared(each, line) for each in lines), default=0)
    return Hint(back=len(line) - shared)


# ---------------------------------------------------------------------------------------------------- battles

def _left(problem: Problem, line: UciLine) -> int:
    """How many moves the attacker has before the last one of a line, which is the defender's or none."""
    return problem.stipulation.moves - len(line) // 2


def _fought(problem: Problem, line: UciLine) -> Verdict:
    before, move = line[:-1], line[-1]
    position, left = after(problem, before), _left(problem, before)
    is_self = problem.stipulation.play is Play.SELF
    if not is_self and move in _keys(problem, position, 1):
        return Verdict(line, "solved")
    reached = position.play(move)
    tried = (len(before), move)
    answers = [each.uci() for each in reached.legal_moves]
    if not answers:
        return Verdict(line, "wrong", "trial: mates" if reached.is_checkmate() else "trial: no moves", {"move": tried})
    if left == 1 and not is_self:
        if not reached.is_check():
            return Verdict(line, "wrong", "trial: no check", {"move": tried})
        reply = answers[0]
        return Verdict((*line, reply), "wrong", "trial: answered", {"move": tried, "reply": (len(line), reply)})
    tree = _tree(_post_key(problem, reached, left))
    refutations = tree.with_role(Role.REFUTATION)
    if refutations:
        reply = str(refutations[0].move)
        reason = "trial: refuted" if len(refutations) == 1 else "trial: refuted by several"
        return Verdict((*line, reply), "wrong", reason,
                       {"move": tried, "reply": (len(line), reply), "count": len(refutations)})
    defences = sorted(tree.with_role(Role.VARIATION), key=_endurance)
    reply = str(defences[0].move) if defences else answers[0]
    is_mated = is_self and (left == 1 or bool(defences) and not defences[0].with_role(Role.CONTINUATION))
    return Verdict((*line, reply), "solved" if is_mated else "right")


def _endurance(defence: Node) -> tuple[int, int, str]:
    """The order of defences: those that hold out longest first, then those with a single answer."""
    answers = defence.with_role(Role.CONTINUATION)
    return -max((answer.length for answer in answers), default=0), len(answers), str(defence.move)


def _post_key(problem: Problem, reached: Position, left: int) -> Problem:
    """What is left after the attacker's move: the defender begins, and `left` counts that move too."""
    options = Options(post_key_play=True, half_duplex=problem.options.half_duplex)
    return Problem(problem.genre, reached.setup, replace(problem.stipulation, moves=left), options=options)


def _keys(problem: Problem, position: Position, moves: int) -> tuple[str, ...]:
    """The attacker's moves that reach the goal in so many moves at most."""
    asked = Problem(problem.genre, position.setup, replace(problem.stipulation, moves=moves),
                    options=Options(half_duplex=problem.options.half_duplex))
    return _solved(asked, False).keys


# --------------------------------------------------------------------------------------------- help and series

def _joined(problem: Problem, line: UciLine, helped: bool, found: Found) -> Verdict:
    lines = solutions_of(problem)
    if line in lines:
        return Verdict(line, "solved")
    if len(line) == length(problem):
        return _missed(problem, line)
    if continued := _continued(problem, line, helped=helped, found=found):
        return continued
    if _is_helpers(problem, len(line), helped):
        return Verdict(line, "wrong", "trial: astray", {"move": (len(line) - 1, line[-1])})
    return Verdict(line, "open")


def _continued(problem: Problem, line: UciLine, *, helped: bool, found: Found) -> Verdict | None:
    """The line with the helper's move; None if it is not the helper's turn, or nothing he plays leads on."""
    if not _is_helpers(problem, len(line), helped):
        return None
    known = {tuple(each) for each in found}
    fitting = [each for each in solutions_of(problem) if each[:len(line)] == line]
    fitting.sort(key=lambda each: each in known)
    return Verdict(fitting[0][:len(line) + 1], "right" if line else "begun") if fitting else None


def _is_helpers(problem: Problem, ply: int, helped: bool) -> bool:
    """Whether the board makes a move: in help play, where that is wanted, those of the side that does not mate."""
    return helped and problem.stipulation.play is Play.HELP and side_of_ply(problem, ply) != mating_side(problem)


def _missed(problem: Problem, line: UciLine) -> Verdict:
    """Why the end of a line is no mate."""
    position, tried = after(problem, line), (len(line) - 1, line[-1])
    if not position.is_check():
        return Verdict(line, "wrong", "trial: no check", {"move": tried})
    reply = next((move.uci() for move in position.legal_moves), "")
    if not reply:
        return Verdict(line, "wrong", "trial: no moves", {"move": tried})
    return Verdict(line, "wrong", "trial: answered", {"move": tried, "reply": (len(line), reply)})


def _shared(one: UciLine, other: UciLine) -> int:
    """How many moves two lines have in common at their beginning."""
    return next((at for at, (own, its) in enumerate(zip(one, other, strict=False)) if own != its),
                min(len(one), len(other)))


# -------------------------------------------------------------------------------------------------- the solver

@lru_cache(maxsize=512)
def _solved(problem: Problem, variations: bool) -> Solution:
    """The whole solution; RefusedError if that takes too long."""
    found = solve(problem, threads=1, hash_mb=EXERCISE_HASH_MB, max_seconds=SECONDS, variations=variations,
                  max_solutions=0 if problem.stipulation.play.is_battle else MOST_EXERCISE_LINES)
    if not found.complete:
        raise RefusedError("trial: too long")
    return found


def _tree(problem: Problem) -> Node:
    tree = _solved(problem, True).tree
    assert tree is not None
    return tree
