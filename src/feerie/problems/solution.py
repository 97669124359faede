"""Solutions as values, independent of how they are printed.

Moves are in UCI, to be read in the positions in which they are played. The solution of a battle (#n, s#n, r#n) is a
tree of nodes with roles; that of help and series play is a list of lines.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property
from itertools import islice
from typing import Any

from feerie import __version__ as VERSION
from feerie.base.frozen import frozen
from feerie.game import display
from feerie.problems.line import LinePlayer, ManyLines, UciLine
from feerie.problems.problem import Problem
from feerie.problems.stipulation import Play

__all__ = [
    "PROGRAM",
    "Node",
    "Role",
    "Solution",
    "UciLine",
    "key_line",
    "least_length",
    "short_lines",
    "short_test",
]

PROGRAM = {"name": "Féerie", "version": VERSION}
"""The program that solved a problem."""


def short_test(problem: Problem) -> Callable[[UciLine], bool]:
    """A test whether a line of help or series play is shorter than asked for; parries of checks do not count.

    In a reciprocal series only the moves of the side that plays the series count, whoever reaches the goal.
    """
    least = least_length(problem)
    if least is not None:
        return lambda line: len(line) < least
    stipulation = problem.stipulation
    own_end = stipulation.play is Play.PARRY_SERIES_HELP_SELF

    def is_short(line: UciLine) -> bool:
        alone = _by_series(problem, line)
        return sum(alone) < stipulation.moves + own_end or bool(
            stipulation.introductory) and alone.index(True) < stipulation.introductory

    return is_short


def least_length(problem: Problem) -> int | None:
    """The least number of moves of a help or series line that is not short; None if that alone does not decide.

    0 if no line is short, as with an exact length.
    """
    stipulation = problem.stipulation
    if stipulation.shortest or stipulation.exact and not stipulation.introductory:
        return 0
    if stipulation.play.is_parry or stipulation.play is Play.SERIES_RECIPROCAL:
        return None
    return problem.plies - stipulation.play.is_reciprocal


class _ShortLines(Sequence[UciLine]):
    """The short ones among many lines, each found on demand; none of them is kept."""

    def __init__(self, problem: Problem, lines: Sequence[UciLine]) -> None:
        self._problem, self._lines = problem, lines

    def __iter__(self) -> Iterator[UciLine]:
        return filter(short_test(self._problem), self._lines)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    @cached_property
    def _count(self) -> int:
        least = least_length(self._problem)
        if least is not None and isinstance(self._lines, ManyLines):
            return self._lines.shorter_than(least)
        return sum(1 for _ in self)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice) and index.step is None and index.start is None and (index.stop or -1) > 0:
            return tuple(islice(self, index.stop))
        return tuple(self)[index]


def short_lines(problem: Problem, lines: Sequence[UciLine]) -> Sequence[UciLine]:
    """The lines of help and series play that belong to solutions shorter than the stipulation.

    In parry series without help a solution is as long as the longest of its lines. With an exact length there are none.
    """
    if least_length(problem) == 0:
        return ()
    if not problem.stipulation.play.is_fought:
        many = _ShortLines(problem, lines)
        return many if isinstance(lines, ManyLines) else tuple(many)
    solutions: dict[UciLine, list[UciLine]] = {}
    for line in lines:
        solutions.setdefault(key_line(problem, line), []).append(line)
    is_short = short_test(problem)
    return tuple(line for solution in solutions.values() if all(map(is_short, solution)) for line in solution)


def key_line(problem: Problem, line: UciLine) -> UciLine:
    """The part of a line by which solutions are distinguished: the whole line, except in parry series without help.

    There, all parries of a check, with what follows them, belong to one solution, and so do the last replies. What
    counts is the line up to the first move of the other side (after the introductory moves).
    """
    if not problem.stipulation.play.is_fought:
        return line
    alone = _by_series(problem, line)
    begins = alone.index(True)
    return line[:alone.index(False, begins)] if False in alone[begins:] else line


def _by_series(problem: Problem, line: UciLine) -> list[bool]:
    """For each move of a line of series play, whether the side that plays the series makes it."""
    side = problem.first_side ^ bool(problem.stipulation.introductory)
    return [move.side == side for move in LinePlayer(problem).moves(line)]


class Role(Enum):
    """The role of a move in the solution of a battle."""

    DIAGRAM = "diagram"
    """No move: the position before the first move."""
    SET_PLAY = "set play"
    """A defence in the diagram, as if the side that begins had passed."""
    TRY = "try"
    KEY = "key"
    THREAT = "threat"
    """What the attacker would do if the defender passed."""
    VARIATION = "variation"
    """A defence after which the goal is still forced, though not by the threat."""
    REFUTATION = "refutation"
    DUTY = "duty"
    """In reflex play a move of the attacker that reaches the goal and that he is obliged to play."""
    CONTINUATION = "continuation"
    """The attacker's answer to a defence; several equally short ones are duals."""


@frozen
class Node:
    """A move with its role and what follows. `zugzwang`: whether a move of the attacker threatens nothing."""

    move: str | None
    role: Role
    children: tuple[Node, ...] = ()
    zugzwang: bool = False

    def __iter__(self) -> Iterator[Node]:
        """This node and all below it, in the order of the play."""
        yield self
        for child in self.children:
            yield from child

    def with_role(self, *roles: Role) -> tuple[Node, ...]:
        """The children that have one of these roles."""
        return tuple(child for child in self.children if child.role in roles)

    @property
    def duals(self) -> int:
        """The number of continuations besides the first, here and below (except after threats)."""
        here = max(0, len(self.with_role(Role.CONTINUATION)) - 1) if self.role is Role.VARIATION else 0
        return here + sum(child.duals for child in self.children if child.role is not Role.THREAT)

    @property
    def length(self) -> int:
        """For a move of the attacker: the number of his moves in the play shown, this one included."""
        answers = [answer for child in self.children
                   for answer in ((child,) if child.role is Role.THREAT else child.with_role(Role.CONTINUATION))]
        return 1 + max((answer.length for answer in answers), default=0)

    def as_json(self) -> dict[str, Any]:
        """{"move", "role", "children": [...]}, with "zugzwang": true if it applies."""
        out: dict[str, Any] = {"move": self.move, "role": self.role.value,
                               "children": [child.as_json() for child in self.children]}
        if self.zugzwang:
            out["zugzwang"] = True
        return out


def _listed(texts: Sequence[str], most: int = 3) -> str:
    """The first few strings of a list, as text."""
    return ", ".join(texts[:most]) + (", ..." if len(texts) > most else "")


@frozen
class Solution:
    """The solution of a problem, as `solve` found it.

    `complete`: whether nothing stopped the search, so that these are all solutions. `tree`: the play of a battle,
    otherwise None. `lines`: the solutions of help and series play, sorted; `set_lines`: those of its set play; both are
    tuples or, if they are long, sequences that keep little in memory. `short`: whether some solution is shorter than
    the stipulation. `nodes`: positions searched, `seconds`: wall time. `variations`: whether the tree has the play
    after keys and tries; if not, it has only the refutations of tries. `left_out`: the number of solutions that were
    found and are not among the lines, see `shortened`. `undecided`: the number of first moves of a battle of which a
    search that was stopped does not know whether they solve.
    """

    problem: Problem
    complete: bool
    tree: Node | None = None
    lines: Sequence[UciLine] = ()
    set_lines: Sequence[UciLine] = ()
    short: bool = False
    nodes: int = 0
    seconds: float = 0.0
    variations: bool = True
    left_out: int = 0
    undecided: int = 0

    def __repr__(self) -> str:
        """One line: stipulation, rules, verdict, the first keys or the first line."""
        problem = self.problem
        verdict = {True: "sound", False: "unsound", None: ""}[self.is_sound]
        if isinstance(self.lines, ManyLines):
            found = f"{len(self.lines)} lines"
        elif self.tree:
            found = f"{'key' if len(self.keys) == 1 else 'keys'} {_listed(self.keys)}" if self.keys else "no key"
        else:
            found = f"{len(self.lines) or 'no'} {'line' if len(self.lines) < 2 else 'lines'}"
            found += f": {_listed([' '.join(line) for line in self.lines[:2]], 1)}" if self.lines else ""
        if problem.is_post_key or problem.stipulation.is_kept:
            found = "post-key play" if problem.is_post_key else "kept, not solved"
        parts = [found, verdict, "" if self.complete else "not complete"]
        return f"<Solution {problem.stipulation} {problem.genre.name}: {', '.join(filter(None, parts))}>"

    def __str__(self) -> str:
        """What `feerie solve --no-board` prints, in English."""
        return display.text(self) or repr(self)

    def _repr_html_(self) -> str | None:
        """The diagram, and the play as a collapsible tree, for notebooks; see `display`."""
        return display.html(self)

    def without_variations(self) -> Solution:
        """The solution with only its first moves and the refutations of tries; post-key play is kept."""
        if self.tree is None or self.problem.is_post_key:
            return self
        first = tuple(Node(node.move, node.role, node.with_role(Role.REFUTATION)) for node in self.tree.children)
        return replace(self, tree=replace(self.tree, children=first), variations=False)

    def shortened(self, most: int) -> Solution:
        """The solution with the first `most` lines, where they are so many that to print the others takes long."""
        if self.problem.stipulation.play.is_fought or not isinstance(self.lines, ManyLines) or len(self.lines) <= most:
            return self
        return replace(self, lines=self.lines[:most], left_out=len(self.lines) - most)

    def _first_moves(self, role: Role) -> tuple[str, ...]:
        return tuple(child.move for child in self.tree.with_role(role) if child.move) if self.tree else ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The first moves that solve: the keys of a battle, otherwise the first moves of the lines."""
        if self.tree:
            return self._first_moves(Role.KEY)
        if isinstance(self.lines, ManyLines):
            return self.lines.first_moves
        return tuple(dict.fromkeys(line[0] for line in self.lines))

    @property
    def tries(self) -> tuple[str, ...]:
        """The tries of a battle, if they were asked for."""
        return self._first_moves(Role.TRY)

    @property
    def set_play(self) -> Sequence[str | UciLine]:
        """The defences of the set play of a battle, or the lines of set play in help and series play."""
        return self._first_moves(Role.SET_PLAY) if self.tree else self.set_lines

    @cached_property
    def solutions(self) -> Sequence[UciLine]:
        """What counts as a solution: each key of a battle, otherwise each distinct key_line of the lines."""
        if self.tree:
            return tuple((key,) for key in self.keys)
        if not self.problem.stipulation.play.is_fought and isinstance(self.lines, ManyLines):
            return self.lines
        return tuple(dict.fromkeys(key_line(self.problem, line) for line in self.lines))

    @property
    def count(self) -> int:
        """The number of solutions."""
        return len(self.solutions) + self.left_out

    def has_more_than(self, number: int) -> bool:
        """Whether there are more solutions than `number`."""
        return self.count > number

    @property
    def is_sound(self) -> bool | None:
        """Whether the number of solutions is the intended one; None if that is unknown.

        A battle should have one key, unless another number is intended; post-key play is not judged. In help or series
        play, several solutions leave the question open if the problem gives no number.
        """
        if self.problem.is_post_key or self.problem.stipulation.is_kept:
            return None
        wanted = self.problem.intended_solutions
        if not self.complete:
            most = wanted or (1 if self.tree else None)
            return False if self.short or most is not None and self.has_more_than(most) else None
        if self.short or not self.has_more_than(0):
            return False
        if wanted is not None:
            return self.has_more_than(wanted - 1) and not self.has_more_than(wanted)
        is_one = not self.has_more_than(1)
        return is_one if self.tree or is_one else None

    @property
    def is_refuted(self) -> bool:
        """Whether a defence refutes the diagram of post-key play."""
        return self.tree is not None and self.problem.is_post_key and bool(self.tree.with_role(Role.REFUTATION))

    @property
    def verdict(self) -> str | None:
        """For play to a position, how far it was searched; "kept" for what is kept, not solved; otherwise None.

        "complete": all games asked for were found; "shortest proven": all of the least length, and no shorter one
        exists; "limit": the search was stopped.
        """
        if self.problem.stipulation.is_kept:
            return "kept"
        if self.problem.end is None:
            return None
        if not self.complete:
            return "limit"
        return "shortest proven" if self.problem.stipulation.shortest and self.has_more_than(0) else "complete"

    def as_json(self) -> dict[str, Any]:
        """The JSON form of the result, as the command line prints it."""
        return self.as_document() | {"lines": [list(line) for line in self.lines], "set_play": [
            list(entry) if isinstance(entry, tuple) else entry for entry in self.set_play]}

    def as_document(self) -> dict[str, Any]:
        """The JSON form with the lines as they are: many of them are a sequence that is computed while it is read."""
        return {
            "problem": self.problem.as_json(),
            "variations": self.variations,
            "complete": self.complete,
            "sound": self.is_sound,
            "verdict": self.verdict,
            "short": self.short,
            "keys": list(self.keys),
            "tries": list(self.tries),
            "set_play": self.set_play,
            "lines": self.lines,
            **({"left_out": self.left_out} if self.left_out else {}),
            **({"undecided": self.undecided} if self.undecided else {}),
            "tree": self.tree.as_json() if self.tree else {},
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "warnings": list(self.problem.warnings),
            "program": PROGRAM,
        }
