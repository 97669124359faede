"""Why a proof game goes as it does, or why there is none: lower bounds, spare moves, and the ways of the men."""
from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import Enum
from itertools import islice
from typing import Any

from feerie.kernel.tables import SQUARES
from feerie.problems.journeys import Journey, journeys
from feerie.problems.line import LinePlayer
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.rules.board import BLACK, WHITE
from feerie.rules.castling import HomeCastling
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup
from feerie.rules.target import Target
from feerie.search.proof.bound import ProofBound
from feerie.search.proof.graph import can_be_followed
from feerie.search.proof.structs import UNREACHABLE, Bounds
from feerie.solving.task import Task

__all__ = ["NoGame", "ProofExplanation", "Prospect", "ProspectEnd", "SideBound", "WhyNot", "explain_proof"]

MOST_JOURNEYS = 10
"""The ways of the men are given for at most this many lines."""
ENOUGH = 60
"""Moves that suffice for the other side while the least number of one side is looked for."""
ANY_NUMBER = UNREACHABLE - 1
"""Moves of a side: more than all its men need together on their shortest ways, if these exist."""


class NoGame(Enum):
    """Why no game leads to a position, as a reason that can be said in a sentence."""

    LOST = "lost"
    """A side has lost more men than the other one has moves."""
    PROMOTED = "promoted"
    """A side has more promoted men than pawns are missing."""
    UNREACHABLE = "unreachable"
    """No man of a side can become the man on a square, wherever the others are."""
    LEAST = "least"
    """A side needs more moves than it has."""
    PARITY = "parity"
    """A side's men cannot make exactly the number of moves that it has."""
    NEVER = "never"
    """The deductions leave no game, however long."""
    EXCLUDED = "excluded"
    """The deductions before the search leave no game of this length."""
    CONSTRAINED = "constrained"
    """Every game of this length was searched, and none keeps to the author's constraints."""
    SEARCHED = "searched"
    """Every game of this length was searched."""


@dataclass(frozen=True)
class WhyNot:
    """A reason. `side`: whose men it is about, 0 White or 1 Black, None for both. `values`: what its sentence names."""

    reason: NoGame
    side: int | None = None
    values: tuple[tuple[str, str | int], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """{"reason", "side", and the values by name}."""
        side = None if self.side is None else ("white", "black")[self.side]
        return {"reason": self.reason.value, "side": side, **dict(self.values)}


@dataclass(frozen=True)
class SideBound:
    """The moves of a side. `least`: a lower bound, None if none is known; `moves`: those it has, None if that is open.
    """

    least: int | None
    moves: int | None

    @property
    def spare(self) -> int | None:
        """The moves that its men do not need for their ways; None if that is not known."""
        return None if self.least is None or self.moves is None else self.moves - self.least


@dataclass(frozen=True)
class ProspectEnd:
    """What may become of a man.

    `square`: where it stands at the end, `man`: as what (FEN letter); both None if it is taken, or stands where the
    target leaves that open. `least`, `most`: the moves it makes until then.
    """

    square: str | None
    man: str | None
    least: int
    most: int


@dataclass(frozen=True)
class Prospect:
    """What the deductions before the search leave to a man. `home`: where it starts; `man`: its FEN letter."""

    home: str
    man: str
    ends: tuple[ProspectEnd, ...]


@dataclass(frozen=True)
class ProofExplanation:
    """The explanation of a proof game.

    `bounds`: of White and Black. `why_not`: why there is no game, None where there is one, or where that is open.
    `journeys`: for each line, at most MOST_JOURNEYS, what becomes of the men. `prospects`: where the search was stopped
    before it found a line, what is known of the men that may move or be taken.
    """

    bounds: tuple[SideBound, SideBound]
    why_not: WhyNot | None
    journeys: tuple[tuple[Journey, ...], ...]
    prospects: tuple[Prospect, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """{"bounds": {"white", "black"}, "why_not", "journeys", "prospects"}.

        Men that neither move nor are taken are left out.
        """
        sides = {name: {"least": bound.least, "moves": bound.moves, "spare": bound.spare}
                 for name, bound in zip(("white", "black"), self.bounds, strict=True)}
        told = [[{"home": journey.home, "man": journey.man, "becomes": journey.becomes,
                  "squares": list(journey.squares), "moves": journey.moves, "captured_on": journey.captured_on,
                  "captured_by": journey.captured_by} for journey in line if journey.squares or journey.captured_on]
                for line in self.journeys]
        return {"bounds": sides, "why_not": self.why_not.as_json() if self.why_not else None, "journeys": told,
                "prospects": [asdict(prospect) for prospect in self.prospects]}


def explain_proof(solution: Solution) -> ProofExplanation | None:
    """The explanation of a solution of play to a position; None for other play, and where men do not simply move along
    their rays, since then it is not known how many moves they need.
    """
    problem = solution.problem
    if problem.end is None or not can_be_followed(Task.judge(problem, problem.start)):
        return None
    moves = _moves(problem, problem.plies)
    least = _least(problem, problem.end)
    bounds = SideBound(least[WHITE], moves[WHITE]), SideBound(least[BLACK], moves[BLACK])
    why_not = None
    if solution.complete and not solution.has_more_than(0):
        why_not = next(_reasons(problem, problem.end, bounds))
    player = LinePlayer(problem)
    told = tuple(journeys(player, line) for line in islice(solution.lines, MOST_JOURNEYS))
    stopped = not told and why_not is None and moves[WHITE] is not None
    return ProofExplanation(bounds, why_not, told, _prospects(problem, problem.end, moves) if stopped else ())


def _moves(problem: Problem, plies: int) -> tuple[int | None, int | None]:
    """How many moves each side has in a game of `plies` plies; None where the length is open."""
    if problem.stipulation.shortest:
        return None, None
    first = problem.first_side
    if problem.stipulation.play.is_series:
        return (plies, 0) if first == WHITE else (0, plies)
    counts = (plies + 1) // 2, plies // 2
    return counts if first == WHITE else (counts[1], counts[0])


def _bound(problem: Problem, target: Target) -> ProofBound:
    """The solver's bound at the start."""
    judge = Task.judge(problem, problem.start)
    numbers, wanted = judge.rules.tables.numbers, [0] * (2 * len(problem.genre.men))
    for square, man in target.pieces:
        wanted[2 * numbers[man.upper()] + man.islower()] |= 1 << square
    bound = ProofBound(judge, wanted, int(Bounds.ALL))
    if not target.is_finished:
        bound.leave_open(*(sum(1 << square for square in target.open_squares(side)) for side in (WHITE, BLACK)))
    return bound


def _prospects(problem: Problem, target: Target, moves: tuple[int | None, int | None]) -> tuple[Prospect, ...]:
    """What is known of the men before the search; empty where nothing is."""
    bound = _bound(problem, target)
    bound.deduction.has_given_moves = problem.stipulation.exact
    most = moves[WHITE] or 0, moves[BLACK] or 0
    if not bound.begin(0, *most) or not bound.applicable:
        return ()
    genre = problem.genre
    letters = Task.judge(problem, problem.start).rules.tables.letters

    def named(node: int, side: int) -> tuple[str, str]:
        letter = letters[node // SQUARES]
        return genre.board.name(node % SQUARES), letter.lower() if side else letter

    found = []
    for side, home, ends, squares, _ in bound.deduction.facts():
        square, man = named(home, side)
        if squares & (squares - 1) or any(node != home for node, _, _ in ends):
            found.append(Prospect(square, man, tuple(
                _end(named(node, side) if node >= 0 else None, least, min(budget, most[side]))
                for node, least, budget in ends)))
    return tuple(found)


def _end(place: tuple[str, str] | None, least: int, most: int) -> ProspectEnd:
    square, man = place or (None, None)
    return ProspectEnd(square, man, least, most)


def _least(problem: Problem, target: Target) -> tuple[int | None, int | None]:
    """The least number of moves of each side, by bisection; None where even ENOUGH moves do not suffice."""
    bound = _bound(problem, target)
    found: list[int | None] = []
    for side in (WHITE, BLACK):
        low, high = 0, ENOUGH + 1
        while low < high:
            middle = (low + high) // 2
            possible = bound.begin(0, middle, ENOUGH) if side == WHITE else bound.begin(0, ENOUGH, middle)
            if not bound.applicable:
                return None, None
            low, high = (low, middle) if possible else (middle + 1, high)
        found.append(low if low <= ENOUGH else None)
    return found[WHITE], found[BLACK]


def _reasons(problem: Problem, target: Target, bounds: tuple[SideBound, SideBound]) -> Iterator[WhyNot]:
    """The reasons why there is no game, the plainest first; there is always one."""
    genre, start = problem.genre, problem.start
    for side in (WHITE, BLACK):
        lost = sum(man.isupper() == (side == WHITE) for _, man in start.pieces) - target.most(side)
        other = bounds[1 - side].moves
        if other is not None and lost > other:
            yield WhyNot(NoGame.LOST, side, (("count", lost), ("moves", other)))
    for side in (WHITE, BLACK):
        yield from _promotions(genre, start, target, side)
    for side in (WHITE, BLACK):
        reached = _reachable(genre, start, side)
        for square, man in target.pieces:
            if reached is not None and man.isupper() == (side == WHITE) and (man.upper(), square) not in reached:
                yield WhyNot(NoGame.UNREACHABLE, side, (("man", man), ("square", genre.board.name(square))))
    for side, bound in enumerate(bounds):
        if bound.least is not None and bound.moves is not None and bound.least > bound.moves:
            yield WhyNot(NoGame.LEAST, side, (("least", bound.least), ("moves", bound.moves)))
    if _is_impossible(problem, target):
        yield WhyNot(NoGame.NEVER)
    if not problem.stipulation.shortest:
        yield from _deduced(problem, target)
    yield WhyNot(NoGame.CONSTRAINED if problem.constraints else NoGame.SEARCHED)


def _is_impossible(problem: Problem, target: Target) -> bool:
    """Whether deductions leave no game to the diagram of any length. They do not know the author's constraints."""
    bound = _bound(problem, target)
    if problem.stipulation.play.is_series:
        white, black = (ANY_NUMBER, 0) if problem.first_side == WHITE else (0, ANY_NUMBER)
    else:
        white = black = ANY_NUMBER
    return not bound.begin(0, white, black) and bound.applicable


def _deduced(problem: Problem, target: Target) -> Iterator[WhyNot]:
    """Deductions that leave no game of any length that the stipulation allows."""
    proof, reason = _bound(problem, target), WhyNot(NoGame.EXCLUDED)
    proof.deduction.has_given_moves = True
    step = problem.plies if problem.stipulation.exact else 1 if problem.stipulation.play.is_series else 2
    for plies in range(problem.plies, 0, -step):
        white, black = _moves(problem, plies)
        if proof.begin(0, white or 0, black or 0) or not proof.applicable:
            return
        side = proof.deduction.refuted_by_parity
        if side >= 0 and reason.reason is NoGame.EXCLUDED:
            reason = WhyNot(NoGame.PARITY, side, (("moves", (white, black)[side] or 0),))
    yield reason


def _promotions(genre: Genre, start: Setup, target: Target, side: int) -> Iterator[WhyNot]:
    """More new men of the kinds that pawns promote to than there are pawns missing."""
    def count(letter: str) -> tuple[int, int]:
        name = letter if side == WHITE else letter.lower()
        return len(start.squares_of(name)), len(target.squares_of(name))

    promoting = [man for man in genre.men if man.promotion is not None]
    missing = sum(before - now for before, now in (count(man.letter) for man in promoting))
    more = sum(max(0, now - before) for before, now in (
        count(man.letter) for man in genre.men if man.promotion is None))
    if more > missing:
        yield WhyNot(NoGame.PROMOTED, side, (("count", more), ("pawns", missing)))


def _reachable(genre: Genre, start: Setup, side: int) -> set[tuple[str, int]] | None:
    """The men (letter, square) that men of a side can become alone on the board, capturing as they like.

    None where castlings carry men anywhere: then nothing is known.
    """
    if any(not isinstance(family, HomeCastling) for family in genre.castlings):
        return None
    begun = {(man.upper(), square) for square, man in start.pieces if man.isupper() == (side == WHITE)}
    for family in genre.castlings:
        for castling in family.castlings(genre.board, side):
            begun |= {(genre.royal.letter, castling.king_to), ("R", castling.partner_to)}
    found, queue = set(begun), deque(begun)
    while queue:
        letter, square = queue.popleft()
        for after in _steps(genre, letter, square, side):
            if after not in found:
                found.add(after)
                queue.append(after)
    return found


def _steps(genre: Genre, letter: str, square: int, side: int) -> Iterator[tuple[str, int]]:
    """What a man can be after one move on a board where nothing is in its way."""
    man = genre.man(letter)
    if man.region is not None and square not in man.region[side]:
        return
    for movement, _ in man.moves:
        for ray in movement.rays(genre.board, square, side):
            for arrival in ray:
                zone = man.promotion.zones[side] if man.promotion else frozenset()
                if man.promotion and arrival in zone:
                    yield from ((becomes, arrival) for becomes in man.promotion.to)
                elif man.region is None or arrival in man.region[side]:
                    yield letter, arrival
