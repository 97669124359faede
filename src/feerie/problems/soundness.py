"""Soundness: whether a solution is what its author intended, and what composers note about it.

Duals are choices of the attacker after a defence:

promotion dual  the alternatives differ only in the promoted man.
minor dual      the variation ends sooner than the stipulation allows, or one alternative is a threat (the defence
                separates several threats only in part), or it is the last move of a problem in three moves or more.
major dual      any other.

Several threats of the key are reported separately. Duals in tries, in set play and after threats are ignored.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Any

from feerie.base.errors import wrong_type
from feerie.base.frozen import frozen
from feerie.game.position import Position
from feerie.notation.moves import squares_of
from feerie.problems.solution import PROGRAM, Node, Role, Solution, UciLine, short_lines
from feerie.problems.stipulation import Play

__all__ = ["Dual", "DualKind", "Flaw", "KeyRemark", "SetPlay", "Soundness", "Tested", "soundness"]

Answer = tuple[str, str]
"""A man (FEN letter) and its target square: moves of two rooks to the same square are the same answer."""


class Flaw(Enum):
    """Why a problem is not sound."""

    NO_SOLUTION = "no solution"
    COOKED = "cooked"
    """More keys or solutions than intended."""
    TOO_FEW = "too few"
    """Fewer solutions than intended, but some."""
    SHORT = "short"
    REFUTED = "refuted"
    """Post-key play: a defence refutes the diagram."""


class DualKind(Enum):
    """How serious a dual is."""

    MAJOR = "dual"
    MINOR = "minor dual"
    PROMOTION = "promotion dual"
    THREATS = "double threat"


class KeyRemark(Enum):
    """What composers object to in the only key."""

    CHECKS = "key checks"
    CAPTURES = "key captures"
    CASTLES = "key castles"
    PROMOTES = "key promotes"


class Tested(Enum):
    """How far a solution has been tested."""

    SOUND = "tested"
    """C+: a complete search found the intended solutions and no others."""
    CONSTRAINED = "constrained"
    """As SOUND or OPEN, but under an author's constraints, which is not C+."""
    OPEN = "tested if"
    """C+ if all solutions found are intended, which the problem does not say."""
    UNSOUND = "examined"
    """A complete search, but something is wrong, or nothing can be said (post-key play; a search limited by options to
    attacks that leave the defender little freedom; a problem with warnings).
    """
    PARTLY = "partial"
    KEPT = "kept"
    """Nothing was searched: a study, or a stipulation in words."""


@frozen
class Dual:
    """A dual. `line`: the moves from the diagram that lead to it; `moves`: the alternatives."""

    line: UciLine
    moves: tuple[str, ...]
    kind: DualKind


@frozen
class SetPlay:
    """The set play.

    `answered`: the number of defences with an answer, or of lines; `changed`: the number of defences answered
    differently after the key.
    """

    answered: int
    changed: int = 0


@frozen
class Soundness:
    """The report on the soundness of a solution.

    `cooks`: if there are too many, all keys or solutions, since the author's is not known; `surplus`: the number in
    excess; `missing`: the number lacking. `short`: keys or lines shorter than the stipulation.
    """

    solution: Solution
    tested: Tested
    flaws: tuple[Flaw, ...]
    intended: int | None
    cooks: Sequence[UciLine]
    surplus: int
    missing: int
    short: Sequence[UciLine]
    duals: tuple[Dual, ...]
    remarks: tuple[KeyRemark, ...]
    set_play: SetPlay | None
    program: str = PROGRAM["name"]
    version: str = PROGRAM["version"]

    @property
    def settings(self) -> dict[str, int | bool]:
        """The settings of the search that differ from the defaults.

        "set_play"; "refutations": the number a try may have; the limits "threat", "max_flights", and "non_trivial", the
        number of non-trivial defences allowed.
        """
        options = self.solution.problem.options
        found: dict[str, int | bool] = {"set_play": True} if options.set_play else {}
        if self.solution.tree and options.limits_defence:
            given = {"threat": options.threat, "max_flights": options.max_flights,
                     "non_trivial": options.non_trivial and options.non_trivial[0]}
            found |= {name: number for name, number in given.items() if number is not None}
        return found | ({"refutations": options.defence} if options.tries and self.solution.tree else {})

    @property
    def certificate(self) -> str | None:
        """"C+ Féerie 0.1.0" if a complete search found what is intended, else None."""
        return f"C+ {self.program} {self.version}" if self.tested is Tested.SOUND else None

    def as_json(self) -> dict[str, Any]:
        """The report as the command line prints it."""
        return self.as_document() | {"cooks": [list(line) for line in self.cooks],
                                     "short": [list(line) for line in self.short]}

    def as_document(self) -> dict[str, Any]:
        """The report as the command line prints it, with lines as they are: see Solution.as_document."""
        return {
            "sound": self.solution.is_sound, "complete": self.solution.complete, "tested": self.tested.value,
            "certificate": self.certificate, "program": self.program, "version": self.version,
            "settings": self.settings, "flaws": [flaw.value for flaw in self.flaws],
            "solutions": self.solution.count, "intended": self.intended,
            "cooks": self.cooks, "surplus": self.surplus, "missing": self.missing,
            "short": self.short,
            "duals": [{"line": list(dual.line), "moves": list(dual.moves), "kind": dual.kind.value}
                      for dual in self.duals],
            "remarks": [remark.value for remark in self.remarks],
            "set_play": {"answered": self.set_play.answered, "changed": self.set_play.changed}
            if self.set_play else None,
        }


def soundness(solution: Solution) -> Soundness:
    """The report on the soundness of a solution.

    >>> from feerie import Problem, solve
    >>> report = soundness(solve(Problem("orthodox", "k7/8/1K6/8/8/8/8/6RR", "#1")))
    >>> [flaw.value for flaw in report.flaws], report.cooks, report.surplus
    (['cooked'], (('g1g8',), ('h1h8',)), 1)
    """
    if not isinstance(solution, Solution):
        raise wrong_type("solution", "a Solution", solution)
    problem, tree = solution.problem, solution.tree
    wanted = problem.intended_solutions or (1 if tree else None)
    count = solution.count if wanted else 0
    surplus, missing = (max(0, count - wanted), max(0, wanted - count)) if wanted else (0, 0)
    short = _short(solution)
    if problem.is_post_key or problem.stipulation.is_kept:
        surplus = missing = 0
        flaws = [Flaw.REFUTED] if solution.complete and solution.is_refuted else []
    else:
        flaws = [flaw for flaw, holds in (
            (Flaw.NO_SOLUTION, solution.complete and not solution.has_more_than(0)), (Flaw.COOKED, surplus > 0),
            (Flaw.TOO_FEW, missing > 0 and count > 0 and solution.complete), (Flaw.SHORT, solution.short)) if holds]
    keys = tree.with_role(Role.KEY) if tree else ()
    duals = tuple(dual for key in keys for dual in _duals(problem.stipulation.moves, key, ()))
    return Soundness(solution, _tested(solution, bool(flaws)), tuple(flaws), problem.intended_solutions,
                     solution.solutions if surplus else (), surplus, missing if solution.complete else 0, short, duals,
                     tuple(_remarks(solution, keys[0])) if len(keys) == 1 else (), _set_play(solution))


def _tested(solution: Solution, has_flaws: bool) -> Tested:
    if not solution.complete or solution.problem.stipulation.is_kept:
        return Tested.KEPT if solution.complete else Tested.PARTLY
    problem = solution.problem
    if has_flaws or problem.is_post_key or problem.warnings or solution.tree and problem.options.limits_defence:
        return Tested.UNSOUND
    if problem.constraints:
        return Tested.CONSTRAINED
    return Tested.SOUND if solution.is_sound else Tested.OPEN


def _short(solution: Solution) -> Sequence[UciLine]:
    """The solutions shorter than the stipulation; for a battle the keys, if its variations are known."""
    stipulation = solution.problem.stipulation
    if not solution.short:
        return ()
    if solution.tree is None:
        return short_lines(solution.problem, solution.lines)
    if not solution.variations:
        return ()
    return tuple((str(key.move),) for key in solution.tree.with_role(Role.KEY) if key.length < stipulation.moves)


def _duals(moves: int, node: Node, line: UciLine) -> Iterator[Dual]:
    """The duals after a move of the attacker, in all variations."""
    line = (*line, str(node.move))
    threats = tuple(str(threat.move) for threat in node.with_role(Role.THREAT))
    if len(threats) > 1 and node.role is Role.KEY:
        yield Dual(line, threats, DualKind.THREATS)
    for defence in node.with_role(Role.VARIATION):
        answers = defence.with_role(Role.CONTINUATION)
        alternatives = tuple(str(answer.move) for answer in answers)
        after = (*line, str(defence.move))
        if len(alternatives) > 1:
            number = len(after) // 2 + 1
            if len({squares_of(move)[:2] for move in alternatives}) == 1:
                kind = DualKind.PROMOTION
            elif set(threats) & set(alternatives) or number - 1 + max(answer.length for answer in answers) < moves \
                    or number == moves > 2:
                kind = DualKind.MINOR
            else:
                kind = DualKind.MAJOR
            yield Dual(after, alternatives, kind)
        for answer in answers:
            yield from _duals(moves, answer, after)


def _remarks(solution: Solution, key: Node) -> Iterator[KeyRemark]:
    """The remarks about the only key."""
    if solution.problem.stipulation.moves == 1 and solution.problem.stipulation.play is Play.DIRECT:
        return
    position = Position(solution.problem.genre, solution.problem.start)
    move = next((move for move in position.legal_moves if move.uci() == key.move), None)
    if move is None:        # legal by its goal alone: a double mate at once
        return
    if position.gives_check(move):
        yield KeyRemark.CHECKS
    if move.is_capture:
        yield KeyRemark.CAPTURES
    if move.is_castling:
        yield KeyRemark.CASTLES
    if move.promotion:
        yield KeyRemark.PROMOTES


def _set_play(solution: Solution) -> SetPlay | None:
    if solution.tree is None:
        return SetPlay(len(solution.set_lines)) if solution.set_lines else None
    problem, tree = solution.problem, solution.tree
    shown = [node for node in tree.with_role(Role.SET_PLAY) if node.children]
    if not shown:
        return None
    answered = _answers(Position(problem.genre, problem.set_play_start), shown)
    keys = tree.with_role(Role.KEY)
    after: dict[str, set[Answer]] = {}
    if len(keys) == 1 and keys[0].with_role(Role.VARIATION):
        after = _answers(Position(problem.genre, problem.start).play(str(keys[0].move)),
                         keys[0].with_role(Role.VARIATION))
    return SetPlay(len(answered), sum(not answers & after.get(defence, answers)
                                      for defence, answers in answered.items()))


def _answers(position: Position, defences: Iterable[Node]) -> dict[str, set[Answer]]:
    """The answers to each defence."""
    found = {}
    for defence in defences:
        if not defence.children:
            continue
        after = position.play(str(defence.move))
        answers = [squares_of(str(answer.move)) for answer in defence.children]
        found[str(defence.move)] = {(after.man_at(origin), target + promotion) for origin, target, promotion in answers}
    return found
