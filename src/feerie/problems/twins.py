"""Twins: changes of a diagram, its rules or its stipulation that make further parts of a problem.

A twin is a list of steps; a step is a frozen value that turns one problem into another. Squares are names ("a1"), men
are FEN letters ("N", "p").
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from feerie.base.errors import ProblemError
from feerie.genres import conditions_of, elements_of, with_elements, with_men_of
from feerie.men.elements import of_men
from feerie.problems.stipulation import Stipulation
from feerie.rules.board import Board, SquareError
from feerie.rules.genre import Genre, as_problem_error
from feerie.rules.goal import Aim
from feerie.rules.symmetry import swapped
from feerie.rules.unit import letter_of, of_other_side, unit_of

if TYPE_CHECKING:
    from feerie.problems.problem import Problem

__all__ = [
    "AddMan",
    "ChangeCondition",
    "ChangeStipulation",
    "ExchangeColours",
    "ExchangeMen",
    "Mirror",
    "MoveMan",
    "RemoveMan",
    "Rotate",
    "Shift",
    "Substitute",
    "Twin",
    "TwinStep",
    "Unreadable",
    "labels",
]

Map = Callable[[int, int], tuple[int, int]]
Arrows = frozenset[tuple[int, int]]
"""The direction in which a board is played, as of `Genre.arrows`."""


class TwinStep(Protocol):
    """One change: `apply` returns the changed problem, or raises ProblemError if the change is impossible."""

    def apply(self, problem: Problem) -> Problem: ...


@dataclass(frozen=True)
class Twin:
    """A further part of a problem: steps from the diagram or, if `continued`, from the part before."""

    steps: tuple[TwinStep, ...]
    continued: bool = False

    def apply(self, problem: Problem) -> Problem:
        """The problem after all steps in order; ProblemError if one is impossible."""
        for step in self.steps:
            problem = step.apply(problem)
        return problem

    def carried(self, board: Board, arrows: Arrows) -> Arrows:
        """Where arrows go that are turned and mirrored with the men."""
        for step in self.steps:
            if isinstance(step, (Rotate, Mirror)):
                move = step.map_of(board)
                image = {square: _image(board, square, move) for arrow in arrows for square in arrow}
                arrows = frozenset((image[origin], image[target]) for origin, target in arrows)
        return arrows


@dataclass(frozen=True)
class MoveMan:
    """The man on `origin` is moved to `target`; a man there is removed."""

    origin: str
    target: str

    def apply(self, problem: Problem) -> Problem:
        men = list(problem.diagram.men)
        origin, target = _man(problem, self.origin), _square(problem, self.target)
        men[origin], men[target] = "", men[origin]
        return _with_men(problem, men)


@dataclass(frozen=True)
class ExchangeMen:
    """Two men change places."""

    first: str
    second: str

    def apply(self, problem: Problem) -> Problem:
        men = list(problem.diagram.men)
        first, second = _man(problem, self.first), _man(problem, self.second)
        men[first], men[second] = men[second], men[first]
        return _with_men(problem, men)


@dataclass(frozen=True)
class AddMan:
    """A man (FEN letter, upper case for White) is added on a square; a man there is removed."""

    man: str
    square: str

    def apply(self, problem: Problem) -> Problem:
        men = list(problem.diagram.men)
        men[_square(problem, self.square)] = self.man
        return _with_men(problem, men)


@dataclass(frozen=True)
class RemoveMan:
    """The man on a square is removed."""

    square: str

    def apply(self, problem: Problem) -> Problem:
        men = list(problem.diagram.men)
        men[_man(problem, self.square)] = ""
        return _with_men(problem, men)


@dataclass(frozen=True)
class Substitute:
    """All men of one kind (its text as a white man), of both sides, become men of another kind; they keep traits."""

    old: str
    new: str

    def apply(self, problem: Problem) -> Problem:
        old, new = letter_of(self.old), letter_of(self.new)

        def exchanged(man: str) -> str:
            return str(replace(unit_of(man), letter=new)) if man and letter_of(man) == old else man

        return _with_men(problem, list(map(exchanged, problem.diagram.men)))


@dataclass(frozen=True)
class Rotate:
    """The position is rotated by 90, 180 or 270 degrees counter-clockwise: by 90 degrees a1 goes to h1."""

    degrees: int

    def __post_init__(self) -> None:
        if self.degrees not in (90, 180, 270):
            raise ProblemError("a position can be rotated by 90, 180 or 270 degrees, not {}", self.degrees)

    def apply(self, problem: Problem) -> Problem:
        return _transformed(problem, self.map_of(problem.genre.board))

    def map_of(self, board: Board) -> Map:
        """Where file and rank go; ProblemError on a board that cannot be turned so."""
        right, top = board.files - 1, board.ranks - 1
        if board.files != board.ranks and self.degrees != 180:
            raise ProblemError("only a square board can be rotated by 90 degrees")
        turned: dict[int, Map] = {90: lambda file, rank: (right - rank, file),
                                  180: lambda file, rank: (right - file, top - rank),
                                  270: lambda file, rank: (rank, top - file)}
        return turned[self.degrees]


@dataclass(frozen=True)
class Mirror:
    """The position is mirrored so that two corners change places: "a1h1", "a1a8", "a1h8" or "a8h1"."""

    corners: str

    def __post_init__(self) -> None:
        if self.corners not in ("a1h1", "a1a8", "a1h8", "a8h1"):
            raise ProblemError("a position can be mirrored a1h1, a1a8, a1h8 or a8h1, not {}", self.corners)

    def apply(self, problem: Problem) -> Problem:
        return _transformed(problem, self.map_of(problem.genre.board))

    def map_of(self, board: Board) -> Map:
        """Where file and rank go; ProblemError on a board that cannot be mirrored so."""
        right, top = board.files - 1, board.ranks - 1
        if board.files != board.ranks and self.corners in ("a1h8", "a8h1"):
            raise ProblemError("only a square board can be mirrored along a diagonal")
        mirrored: dict[str, Map] = {"a1h1": lambda file, rank: (right - file, rank),
                                    "a1a8": lambda file, rank: (file, top - rank),
                                    "a1h8": lambda file, rank: (right - rank, top - file),
                                    "a8h1": lambda file, rank: (rank, file)}
        return mirrored[self.corners]


@dataclass(frozen=True)
class Shift:
    """The whole position is shifted by the vector from `origin` to `target`; no man may leave the board."""

    origin: str
    target: str

    def apply(self, problem: Problem) -> Problem:
        board = problem.genre.board
        origin, target = _square(problem, self.origin), _square(problem, self.target)
        files = board.file(target) - board.file(origin)
        ranks = board.rank(target) - board.rank(origin)
        return _transformed(problem, lambda file, rank: (file + files, rank + ranks))


@dataclass(frozen=True)
class ExchangeColours:
    """White men become black and black men white ("Polish type"), with the state of the game that concerns them."""

    def apply(self, problem: Problem) -> Problem:
        genre, diagram = problem.genre, problem.diagram
        return _changed(problem, diagram=replace(
            diagram, men=tuple(map(of_other_side, diagram.men)), flags=swapped(diagram.flags, genre.flags),
            rights=swapped(_rights(problem, genre), genre.rights)))


@dataclass(frozen=True)
class ChangeStipulation:
    """Another stipulation."""

    stipulation: Stipulation

    def apply(self, problem: Problem) -> Problem:
        return _changed(problem, stipulation=self.stipulation)


@dataclass(frozen=True)
class ChangeCondition:
    """Other rules instead of those of the diagram."""

    genre: Genre

    def __repr__(self) -> str:
        """The genre by its name."""
        return f"ChangeCondition({self.genre.name!r})"

    def apply(self, problem: Problem) -> Problem:
        with as_problem_error():
            genre = with_men_of(self.genre, problem.diagram.men, problem.genre)
        if (genre.board.files, genre.board.ranks) != (problem.genre.board.files, problem.genre.board.ranks):
            raise ProblemError("a twin cannot change the board ({} to {})", problem.genre.name, genre.name)
        same = genre.extra_state == problem.genre.extra_state
        flags = problem.diagram.flags if same else genre.usual_flags
        diagram = replace(problem.diagram, flags=flags, rights=_rights(problem, genre))
        return _changed(problem, genre=genre, diagram=diagram)


@dataclass(frozen=True)
class Unreadable:
    """A twin that could not be read. `reason` says why, `line` where in the file, 0 if unknown."""

    reason: str
    line: int = 0

    def apply(self, problem: Problem) -> Problem:
        raise ProblemError(self.reason)


def labels() -> Iterator[str]:
    """The labels of the parts of a problem: "a" to "z", then "z1", "z2"..."""
    yield from "abcdefghijklmnopqrstuvwxyz"
    number = 0
    while True:
        number += 1
        yield f"z{number}"


def _square(problem: Problem, name: str) -> int:
    try:
        return problem.genre.board.index(name)
    except SquareError as error:
        raise ProblemError("twin: {}", error) from None


def _man(problem: Problem, name: str) -> int:
    """The number of a square with a man on it."""
    square = _square(problem, name)
    if not problem.diagram.men[square]:
        raise ProblemError("twin: {} is empty", name)
    return square


def _image(board: Board, square: int, move: Map) -> int:
    """Where a square goes, on the board."""
    file, rank = move(board.file(square), board.rank(square))
    return file + board.files * rank


def _transformed(problem: Problem, move: Map) -> Problem:
    board: Board = problem.genre.board
    men = [""] * board.size
    for square, man in problem.diagram.pieces:
        file, rank = move(board.file(square), board.rank(square))
        target = board.step(0, file, rank) if 0 <= file < board.files and 0 <= rank < board.ranks else None
        if target is None:
            raise ProblemError("twin: the man on {} would leave the board", board.name(square))
        men[target] = man
    return _with_men(problem, men)


def _with_men(problem: Problem, men: list[str]) -> Problem:
    """The problem with other men; all kings and rooks at home may castle again.

    Kinds that only the diagram before shows are left with it: pawns promote to men of the diagram.
    """
    rights = _rights(problem, problem.genre)
    genre = _with_kinds(problem.genre, problem.diagram.men, men)
    return _changed(problem, genre=genre, diagram=replace(problem.diagram, men=tuple(men), rights=rights,
                                                          births=problem.diagram.births_for(men)))


def _with_kinds(genre: Genre, before: Iterable[str], after: Iterable[str]) -> Genre:
    """The genre for the men after a change, with the elements that it had besides those of the men before."""
    old, new, had = of_men(before), of_men(after), elements_of(genre)
    if old == new:
        return genre
    kept = replace(had, men=tuple(man for man in had.men if man not in old.men),
                   traits=tuple(traits for traits in had.traits if traits not in old.traits))
    with as_problem_error():
        genre = with_elements(conditions_of(genre), kept + new)
    return genre


def _rights(problem: Problem, genre: Genre) -> str:
    """The castling rights of a changed diagram: all, or those required of one to be reached."""
    required = problem.diagram.rights
    return required if problem.stipulation.goal.aim is Aim.DIAGRAM else genre.rights


def _changed(problem: Problem, **changes: Any) -> Problem:
    """The problem with changes; an en passant square that they make impossible is removed."""
    try:
        return replace(problem, **changes)
    except ProblemError:
        diagram = changes.get("diagram", problem.diagram)
        if diagram.en_passant is None:
            raise
        return replace(problem, **{**changes, "diagram": replace(diagram, en_passant=None)})
