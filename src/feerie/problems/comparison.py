"""A solution compared with the one that a file stores: the same, or what is missing, extra or dual.

missing  stored, but not found: a key, a line, a refutation or an answer to a defence that does not work.
extra    found, but not stored: a key, a line, or a refutation of a stored try.
dual     after a defence stored with its answer, or where threats are stored, more was found than is stored.

Printed solutions are often abridged. So variations and tries that are not stored make no difference, nor does a stored
defence that the solution does not show because the threats answer it. Set play is compared if both have it.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import islice
from typing import Any

from feerie.errors import Error
from feerie.notation.languages import LANGUAGES
from feerie.notation.moves import fitting
from feerie.position import Position
from feerie.problems.problem import Problem
from feerie.problems.solution import Line, Node, Role, Solution
from feerie.problems.stipulation import Play
from feerie.problems.stored_solution import StoredMove, StoredPart

__all__ = ["Agreement", "Comparison", "compare"]

MAX_READINGS = 64
"""The most readings that are tried of a line whose moves are ambiguous."""
MAX_KEPT = 20
"""The most differences of one kind that are kept; all are counted."""
_SQUARES = re.compile(r"[^\W\d_]?([a-z][1-9]\d?)[-*x:]([a-z][1-9]\d?)")


class Agreement(Enum):
    """How a solution agrees with the stored one."""

    SAME = "same"
    DIFFERENT = "different"
    OPEN = "open"
    """No difference so far, but the search was stopped."""
    PARTLY = "partly read"
    """No difference, but some of the stored solution could not be read."""
    UNREAD = "not read"
    """Nothing of it could be read."""


@dataclass
class _Differences:
    """Differences of one kind: their number, and the first of them as lines in UCI."""

    count: int = 0
    lines: list[Line] = field(default_factory=list)

    def add(self, line: Line) -> None:
        self.count += 1
        if len(self.lines) < MAX_KEPT:
            self.lines.append(line)


@dataclass
class Comparison:
    """What a comparison found.

    `unread`: stored moves that could not be read; `read`: the number of lines or moves that could. `may_be_empty`:
    whether a part without moves means that there is no solution.
    """

    missing: _Differences = field(default_factory=_Differences)
    extra: _Differences = field(default_factory=_Differences)
    dual: _Differences = field(default_factory=_Differences)
    unread: list[str] = field(default_factory=list)
    read: int = 0
    complete: bool = True
    may_be_empty: bool = False

    @property
    def agreement(self) -> Agreement:
        """The result."""
        if not self.read and (self.unread or not self.may_be_empty):
            return Agreement.UNREAD
        if self.missing.count or self.extra.count or self.dual.count:
            return Agreement.DIFFERENT
        if self.unread:
            return Agreement.PARTLY
        return Agreement.SAME if self.complete else Agreement.OPEN

    def as_json(self) -> dict[str, Any]:
        """{"agreement", "missing", "extra", "dual", "missing_lines", ..., "unread"}: numbers, the first lines in UCI.
        """
        kinds = {"missing": self.missing, "extra": self.extra, "dual": self.dual}
        return {"agreement": self.agreement.value, **{name: kind.count for name, kind in kinds.items()},
                **{f"{name}_lines": [list(line) for line in kind.lines] for name, kind in kinds.items()},
                "unread": self.unread[:MAX_KEPT]}


def compare(solution: Solution, stored: StoredPart, *, is_duplex: bool = False) -> Comparison:
    """The comparison of a solution with the stored one, in the language in which most of its moves can be read.

    `is_duplex`: lines that the other side would begin are skipped.
    """
    best: Comparison | None = None
    for language in LANGUAGES:
        found = _Comparer(solution, language, is_duplex).compare(stored)
        if best is None or len(found.unread) < len(best.unread):
            best = found
        if not best.unread:
            break
    assert best
    return best


class _Comparer:
    """Compares one solution with a stored one that is written in one language."""

    def __init__(self, solution: Solution, language: str, is_duplex: bool) -> None:
        self.solution, self.language, self.is_duplex = solution, language, is_duplex
        self.problem: Problem = solution.problem
        self.found = Comparison(complete=solution.complete)

    def compare(self, stored: StoredPart) -> Comparison:
        """The comparison."""
        self.found.may_be_empty = self.is_duplex or stored.is_none
        if self.solution.tree is None:
            self.compare_lines(stored)
        else:
            self.compare_tree(stored, self.solution.tree)
        return self.found

    # ------------------------------------------------------------------------------------------ help and series play

    def compare_lines(self, stored: StoredPart) -> None:
        """Compare the lines of help and series play."""
        solutions: set[Line] = set()
        set_lines: set[Line] = set()
        for line in stored.lines():
            is_set_play, meant = self.line(line)
            if meant is not None:
                (set_lines if is_set_play else solutions).add(meant)
                self.found.read += 1
        if self.found.read or self.found.may_be_empty and not self.found.unread:
            self.match(solutions, self.solution.lines)
        if set_lines and self.problem.options.set_play:
            self.match(set_lines, self.solution.set_lines)

    def match(self, stored: set[Line], found: Iterable[Line]) -> None:
        """Compare lines with those that were found."""
        seen = set()
        for line in found:
            if line in stored:
                seen.add(line)
            else:
                self.found.extra.add(line)
        if self.solution.complete:
            for line in sorted(stored - seen):
                self.found.missing.add(line)

    def line(self, line: Sequence[StoredMove]) -> tuple[bool, Line | None]:
        """Whether a stored line is set play, and its moves; None for the moves if it cannot be read."""
        problem = self.problem
        helped = problem.stipulation.play in (Play.HELP, Play.RECIPROCAL)
        late = helped and problem.plies % 2 == 1
        is_set_play = (line[0].place % 2 == 1) != late
        orders = (True, False) if is_set_play else (False, True)
        furthest = 0
        for set_play in orders:
            reader = _LineReader(problem, set_play, self.language, self.is_duplex)
            readings = list(islice(reader.readings(line), MAX_READINGS))
            if readings:
                known = set(readings) & self.lines_known(set_play)
                return set_play, min(known) if known else readings[0]
            if set_play == is_set_play:
                furthest = reader.furthest
        if not (self.is_duplex and furthest == 0):
            self.found.unread.append(line[min(furthest, len(line) - 1)].numbered)
        return is_set_play, None

    def lines_known(self, is_set_play: bool) -> set[Line]:
        """The first of the lines that were found."""
        return self._first_set_lines if is_set_play else self._first_lines

    @cached_property
    def _first_lines(self) -> set[Line]:
        return set(islice(self.solution.lines, 10_000))

    @cached_property
    def _first_set_lines(self) -> set[Line]:
        return set(islice(self.solution.set_lines, 10_000))

    # ----------------------------------------------------------------------------------- direct, self and reflex play

    def compare_tree(self, stored: StoredPart, tree: Node) -> None:
        """Compare keys, tries, set play and variations."""
        problem = self.problem
        start = Position(problem.genre, problem.start)
        if problem.is_post_key:
            self.compare_replies(stored.moves, start, tree, ())
            return
        keys, none_read = set(), True
        for move in stored.moves:
            if move.place % 2:
                self.compare_set_play(move, tree)
                continue
            if move.is_duty:
                self.compare_duty(start, move, tree)
                continue
            uci = self.uci(start, move, tree.with_role(Role.KEY, Role.TRY), is_first=True)
            if uci is None:
                continue
            none_read = False
            node = next((node for node in tree.with_role(Role.KEY, Role.TRY) if node.move == uci), None)
            if move.is_try:
                self.compare_try(move, uci, node)
            else:
                keys.add(uci)
                if node and node.role is Role.KEY:
                    if self.solution.variations and move.children:
                        self.compare_replies(move.children, start.play(uci), node, (uci,))
                elif self.solution.complete:
                    self.found.missing.add((uci,))
        if not none_read or self.found.may_be_empty and not self.found.unread:
            for key in self.solution.keys:
                if key not in keys:
                    self.found.extra.add((key,))

    def compare_set_play(self, move: StoredMove, tree: Node) -> None:
        """Compare a defence of the set play with its answers."""
        shown = tree.with_role(Role.SET_PLAY)
        if not self.problem.options.set_play or not shown:
            return
        start = Position(self.problem.genre, self.problem.set_play_start)
        uci = self.uci(start, move)
        node = next((node for node in shown if node.move == uci), None)
        if uci and node and node.children:
            self.compare_answers(move.children, start.play(uci), node.children, (uci,))

    def compare_duty(self, start: Position, move: StoredMove, tree: Node) -> None:
        """Compare a mate that reflex play forces."""
        uci = self.uci(start, move)
        if uci and self.solution.complete and not any(node.move == uci for node in tree.with_role(Role.DUTY)):
            self.found.missing.add((uci,))

    def compare_try(self, move: StoredMove, uci: str, node: Node | None) -> None:
        """Compare a stored try: one that solves is an extra key, which is reported elsewhere."""
        if node is None:
            if self.solution.complete and self.problem.options.tries:
                self.found.missing.add((uci,))
            return
        if node.role is Role.KEY:
            return
        after = Position(self.problem.genre, self.problem.start).play(uci)
        refutations = {str(child.move) for child in node.with_role(Role.REFUTATION)}
        stored = {found for child in move.children if child.place == move.place + 1 and not child.children
                  and (found := self.uci(after, child))}
        if stored:
            self.differ(stored, refutations, (uci,), self.found.extra)

    def compare_replies(self, stored: Sequence[StoredMove], position: Position, node: Node, path: Line) -> None:
        """Compare threats and variations after a move of the attacker; the defender is to move."""
        threats = {str(threat.move): threat for threat in node.with_role(Role.THREAT)}
        answers = [move for move in stored if move.place % 2 == 0]
        if answers and threats:
            self.compare_answers(answers, position.pass_turn(), tuple(threats.values()), path)
        for defence in (move for move in stored if move.place % 2):
            uci = self.uci(position, defence)
            shown = next((child for child in node.with_role(Role.VARIATION) if child.move == uci), None)
            if uci is not None and shown is not None and defence.children:
                self.compare_answers(defence.children, position.play(uci), shown.with_role(Role.CONTINUATION),
                                     (*path, uci))

    def compare_answers(self, stored: Sequence[StoredMove], position: Position, found: Sequence[Node],
                        path: Line) -> None:
        """Compare the attacker's answers to a defence, or his threats, and what follows them."""
        known = {str(node.move): node for node in found}
        read = {}
        for move in stored:
            if move.place % 2 == 0 and (uci := self.uci(position, move)):
                read[uci] = move
        if not read or not known:
            return
        self.differ(set(read), set(known), path, self.found.dual)
        for uci, move in read.items():
            if uci in known and move.children:
                self.compare_replies(move.children, position.play(uci), known[uci], (*path, uci))

    def differ(self, stored: set[str], found: set[str], path: Line, more: _Differences) -> None:
        """Note what is stored and not found as missing, and what is found and not stored as `more`."""
        if self.solution.complete:
            for move in sorted(stored - found):
                self.found.missing.add((*path, move))
        for move in sorted(found - stored):
            more.add((*path, move))

    def uci(self, position: Position, move: StoredMove, known: Sequence[Node] = (), *, is_first: bool = False
            ) -> str | None:
        """The move that is meant; None if it cannot be read.

        It may be legal by its goal alone: `known` says which moves are.
        """
        meant = _meant(position, move, self.language)
        squares = _SQUARES.fullmatch(move.text)
        if not meant and squares:
            meant = [str(node.move) for node in known if node.move == squares[1] + squares[2]]
        if len(meant) == 1:
            self.found.read += 1
            return meant[0]
        if not (is_first and self.is_duplex):
            self.found.unread.append(move.numbered)
        return None


class _LineReader:
    """Finds the moves that a stored line means. `furthest`: the most moves that could be read.

    `is_duplex`: a line whose first move is the other side's does not begin with a null move.
    """

    def __init__(self, problem: Problem, is_set_play: bool, language: str, is_duplex: bool) -> None:
        self.start = Position(problem.genre, problem.set_play_start if is_set_play else problem.start)
        self.passes = problem.stipulation.play.is_series or problem.stipulation.play.is_parry
        self.language, self.is_duplex = language, is_duplex
        self.furthest = 0

    def readings(self, line: Sequence[StoredMove]) -> Iterator[Line]:
        """All meanings of the line. The last move may be legal by its goal alone: then its squares say what it is."""
        waiting: list[tuple[Line, Position]] = [((), self.start)]
        while waiting:
            moves, position = waiting.pop()
            self.furthest = max(self.furthest, len(moves))
            if len(moves) == len(line):
                yield moves
                continue
            stored, is_last = line[len(moves)], len(moves) + 1 == len(line)
            fits = [(before, uci) for before in self.positions(position)
                    for uci in _meant(before, stored, self.language)]
            if is_last:
                squares = _SQUARES.fullmatch(stored.text)
                yield from ((*moves, uci) for _, uci in fits)
                if not fits and squares and position.man_at(squares[1]):
                    yield (*moves, squares[1] + squares[2])
                continue
            waiting.extend(((*moves, uci), before.play(uci)) for before, uci in reversed(fits))

    def positions(self, position: Position) -> Iterator[Position]:
        """The position and, in series play, the one after a null move."""
        yield position
        if self.passes and not (self.is_duplex and position is self.start):
            yield position.pass_turn()


def _meant(position: Position, move: StoredMove, language: str) -> list[str]:
    """The moves that a text may mean, in UCI."""
    try:
        return [found.uci() for found in fitting(position, move.text, language)]
    except Error:
        return []
