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
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import islice, product
from typing import Any

from feerie.base.errors import Error
from feerie.game.position import Position
from feerie.notation.languages import LANGUAGES
from feerie.notation.moves import fitting
from feerie.problems.problem import Problem
from feerie.problems.solution import Node, Role, Solution, UciLine
from feerie.problems.stored_solution import StoredMove, StoredPart

__all__ = ["Agreement", "Comparison", "compare"]

MAX_READINGS = 64
"""The most readings that are tried of a line whose moves are ambiguous."""
MAX_KEPT = 20
"""The most differences of one kind that are kept; all are counted."""
_SQUARES = re.compile(r"[^\W\d_]?([a-z][1-9]\d?)[-*x:]([a-z][1-9]\d?)")
_ORIGIN_FIRST = re.compile(r"^([a-z]|[1-9]\d?)([^\W\d_a-z])(?=[x:*]?[a-z][1-9])")
_CAPTURE = re.compile(r"(?<=\w)[x:*](?=[a-z][1-9])")


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
    lines: list[UciLine] = field(default_factory=list)

    def add(self, line: UciLine) -> None:
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

    What was found is extra only if the text that might name it could be read.

    `is_duplex`: lines that the other side would begin are skipped, so that in no language all need be read.
    """
    best: Comparison | None = None
    for language in LANGUAGES:
        found = _Comparer(solution, language, is_duplex).compare(stored)
        if best is None or (found.read, -len(found.unread)) > (best.read, -len(best.unread)):
            best = found
        if not best.unread and not is_duplex:
            break
    assert best
    return best


class _Comparer:
    """Compares one solution with a stored one that is written in one language."""

    def __init__(self, solution: Solution, language: str, is_duplex: bool) -> None:
        self.solution, self.language, self.is_duplex = solution, language, is_duplex
        self.is_partial = False
        self.problem: Problem = solution.problem
        self.found = Comparison(complete=solution.complete)

    def compare(self, stored: StoredPart) -> Comparison:
        """The comparison."""
        self.found.may_be_empty = self.is_duplex or stored.is_none
        self.is_partial = stored.is_partial
        if self.solution.tree is None:
            self.compare_lines(stored)
        else:
            self.compare_tree(stored, self.solution.tree)
        return self.found

    # ------------------------------------------------------------------------------------------ help and series play

    def compare_lines(self, stored: StoredPart) -> None:
        """Compare the lines of help and series play."""
        solutions: set[UciLine] = set()
        set_lines: set[UciLine] = set()
        for line in stored.lines():
            if any(move.is_any for move in line):
                continue
            if line[-1].is_duty:
                self.found.may_be_empty = True      # a mate that reflex play forces is no solution
                continue
            is_set_play, meant = self.line(line)
            if meant:
                (set_lines if is_set_play else solutions).update(meant)
                self.found.read += 1
        if self.found.read or self.found.may_be_empty and not self.found.unread:
            self.match(solutions, self.solution.lines)
        if set_lines and self.problem.options.set_play:
            self.match(set_lines, self.solution.set_lines)

    def match(self, stored: set[UciLine], found: Iterable[UciLine]) -> None:
        """Compare lines with those that were found."""
        seen, has_all = set(), not self.is_partial and not self.found.unread
        for line in found:
            if line in stored:
                seen.add(line)
            elif has_all:
                self.found.extra.add(line)
        if self.solution.complete:
            for line in sorted(stored - seen):
                self.found.missing.add(line)

    def line(self, line: Sequence[StoredMove]) -> tuple[bool, set[UciLine]]:
        """Whether a stored line is set play, and the lines that are meant; none if it cannot be read."""
        problem = self.problem
        late = problem.stipulation.half and not problem.stipulation.goal.aim.is_position
        is_set_play = (line[0].place % 2 == 1) != late
        orders = (True, False) if is_set_play else (False, True)
        furthest = 0
        for set_play in orders:
            reader = _LineReader(problem, set_play, self.language, self.is_duplex)
            meant = {self.reading(readings, set_play) for text in _without_lists(line)
                     if (readings := list(islice(reader.readings(text), MAX_READINGS)))}
            if meant:
                return set_play, meant
            if set_play == is_set_play:
                furthest = reader.furthest
        if not (self.is_duplex and furthest == 0):
            self.found.unread.append(line[min(furthest, len(line) - 1)].numbered)
        return is_set_play, set()

    def reading(self, readings: list[UciLine], is_set_play: bool) -> UciLine:
        """That reading of an ambiguous line which was found, if there is one."""
        known = set(readings) & self.lines_known(is_set_play)
        return min(known) if known else readings[0]

    def lines_known(self, is_set_play: bool) -> set[UciLine]:
        """The first of the lines that were found."""
        return self._first_set_lines if is_set_play else self._first_lines

    @cached_property
    def _first_lines(self) -> set[UciLine]:
        return set(islice(self.solution.lines, 10_000))

    @cached_property
    def _first_set_lines(self) -> set[UciLine]:
        return set(islice(self.solution.set_lines, 10_000))

    # ----------------------------------------------------------------------------------- direct, self and reflex play

    def compare_tree(self, stored: StoredPart, tree: Node) -> None:
        """Compare keys, tries, set play and variations."""
        problem = self.problem
        start = Position(problem.genre, problem.start)
        if problem.is_post_key:
            self.compare_replies(stored.moves, start, tree, ())
            return
        keys: set[str] = set()
        first_read, all_read = False, not self.is_partial
        for move in stored.moves:
            if move.place % 2:
                self.compare_set_play(move, tree)
            elif move.is_duty:
                self.compare_duty(start, move, tree)
            elif not move.is_any:
                read = self.compare_first(start, move, tree, keys)
                first_read, all_read = first_read or read, all_read and read
        if all_read and (first_read or self.found.may_be_empty):
            for key in self.solution.keys:
                if key not in keys:
                    self.found.extra.add((key,))

    def compare_first(self, start: Position, move: StoredMove, tree: Node, keys: set[str]) -> bool:
        """Compare a first move, or several, and what follows; keys are added to `keys`. Whether all could be read."""
        shown = tree.with_role(Role.KEY, Role.TRY)
        meant, is_read = self.meant(start, move, shown, is_first=True)
        for uci in meant:
            node = next((node for node in shown if node.move == uci), None)
            if move.is_try:
                self.compare_try(move, uci, node)
                continue
            keys.add(uci)
            if node and node.role is Role.KEY:
                if self.solution.variations and move.children:
                    self.compare_replies(move.children, start.play(uci), node, (uci,))
            elif self.solution.complete:
                self.found.missing.add((uci,))
        return is_read

    def compare_set_play(self, move: StoredMove, tree: Node) -> None:
        """Compare a defence of the set play with its answers."""
        shown = tree.with_role(Role.SET_PLAY)
        if not self.problem.options.set_play or not shown:
            return
        start = Position(self.problem.genre, self.problem.set_play_start)
        for uci in self.meant(start, move, shown)[0]:
            node = next((node for node in shown if node.move == uci), None)
            if node and node.children:
                self.compare_answers(move.children, start.play(uci), node.children, (uci,))

    def compare_duty(self, start: Position, move: StoredMove, tree: Node) -> None:
        """Compare a mate that reflex play forces."""
        shown = tree.with_role(Role.DUTY)
        for uci in self.meant(start, move, shown)[0]:
            if self.solution.complete and all(node.move != uci for node in shown):
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
        refutations = node.with_role(Role.REFUTATION)
        stored: set[str] = set()
        all_read = True
        for child in move.children:
            if child.place == move.place + 1 and not child.children:
                meant, is_read = self.meant(after, child, refutations)
                stored.update(meant)
                all_read = all_read and is_read
        if stored:
            self.differ(stored, {str(child.move) for child in refutations}, (uci,), self.found.extra, all_read)

    def compare_replies(self, stored: Sequence[StoredMove], position: Position, node: Node, path: UciLine) -> None:
        """Compare threats and variations after a move of the attacker; the defender is to move."""
        threats = node.with_role(Role.THREAT)
        answers = [move for move in stored if move.place % 2 == 0]
        if answers and threats:
            self.compare_answers(answers, position.pass_turn(), threats, path)
        variations = node.with_role(Role.VARIATION)
        shown = {str(child.move): child for child in variations}
        defences, _ = self.moves((move for move in stored if move.place % 2), position, variations)
        for uci, following in defences.items():
            if uci in shown and following:
                self.compare_answers(following, position.play(uci), shown[uci].with_role(Role.CONTINUATION),
                                     (*path, uci))

    def compare_answers(self, stored: Sequence[StoredMove], position: Position, found: Sequence[Node],
                        path: UciLine) -> None:
        """Compare the attacker's answers to a defence, or his threats, and what follows them."""
        known = {str(node.move): node for node in found}
        read, all_read = self.moves((move for move in stored if move.place % 2 == 0), position, found)
        if not read or not known:
            return
        self.differ(set(read), set(known), path, self.found.dual, all_read)
        for uci, following in read.items():
            if uci in known and following:
                self.compare_replies(following, position.play(uci), known[uci], (*path, uci))

    def differ(self, stored: set[str], found: set[str], path: UciLine, more: _Differences, all_read: bool) -> None:
        """Note what is stored and not found as missing, and what is found and not stored as `more`.

        `all_read`: whether all that is stored could be read. A promotion to rook or bishop is no more than the one to
        queen, with which printed solutions mean all.
        """
        if self.solution.complete:
            for move in sorted(stored - found):
                self.found.missing.add((*path, move))
        for move in sorted(found - stored) if all_read and not self.is_partial else ():
            if not (move[-1] in "rb" and move[:-1] + "q" in stored):
                more.add((*path, move))

    def moves(self, stored: Iterable[StoredMove], position: Position, known: Sequence[Node]
              ) -> tuple[dict[str, list[StoredMove]], bool]:
        """The moves that are meant, each with all that is stored to follow it; and whether all could be read."""
        found: dict[str, list[StoredMove]] = {}
        all_read = True
        for move in stored:
            if move.is_try:
                continue
            meant, is_read = self.meant(position, move, known)
            all_read = all_read and is_read
            for uci in meant:
                found.setdefault(uci, []).extend(move.children)
        return found, all_read

    def meant(self, position: Position, move: StoredMove, known: Sequence[Node], *, is_first: bool = False
              ) -> tuple[list[str], bool]:
        """The moves that are meant, and whether all could be read: several if the text is a list of moves.

        Of the moves that a text may name, one that was found (`known`) is preferred. Such a move may be legal by its
        goal alone. If some moves of a list were found, the others belong to other defences of a list before it.
        """
        if move.is_any:
            return [], False
        names = {str(node.move) for node in known}
        found: list[str] = []
        whole = _meant(position, move.text, self.language)
        texts = [text for text in ([move.text] if whole else move.alternatives) if "~" not in text]
        for text in texts:
            moves = whole or _loosely_meant(position, text, self.language) or text is not texts[0] and _meant(
                position, move.letter + text, self.language) or []
            squares = _SQUARES.fullmatch(text)
            if not moves and squares and squares[1] + squares[2] in names:
                moves = [squares[1] + squares[2]]
            if len(moves) > 1:
                moves = [uci for uci in moves if uci in names]
            found += moves if len(moves) == 1 else []
        self.found.read += len(found)
        if len(found) < len(texts) and not (is_first and self.is_duplex):
            self.found.unread.append(move.numbered)
        if len(texts) > 1 and not names.isdisjoint(found):
            found = [uci for uci in found if uci in names]
        return found, len(found) == len(move.alternatives)


class _LineReader:
    """Finds the moves that a stored line means. `furthest`: the most moves that could be read.

    `is_duplex`: a line whose first move is the other side's does not begin with a null move.
    """

    def __init__(self, problem: Problem, is_set_play: bool, language: str, is_duplex: bool) -> None:
        self.start = Position(problem.genre, problem.set_play_start if is_set_play else problem.start)
        stipulation = problem.stipulation
        self.passes = stipulation.play.is_series or stipulation.play.is_parry or stipulation.introductory > 0
        self.language, self.is_duplex = language, is_duplex
        self.furthest = 0

    def readings(self, line: Sequence[StoredMove]) -> Iterator[UciLine]:
        """All meanings of the line. The last move may be legal by its goal alone: then its squares say what it is."""
        waiting: list[tuple[UciLine, Position]] = [((), self.start)]
        while waiting:
            moves, position = waiting.pop()
            self.furthest = max(self.furthest, len(moves))
            if len(moves) == len(line):
                yield moves
                continue
            stored, is_last = line[len(moves)], len(moves) + 1 == len(line)
            fits = [(before, uci) for before in self.positions(position)
                    for uci in _loosely_meant(before, stored.text, self.language)]
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


def _without_lists(line: Sequence[StoredMove]) -> Iterator[Sequence[StoredMove]]:
    """A line, and if it contains lists of moves, the lines that it stands for."""
    yield line
    choices = [move.alternatives for move in line]
    if any(len(texts) > 1 for texts in choices):
        for texts in islice(product(*choices), MAX_READINGS):
            yield [replace(move, text=text) for move, text in zip(line, texts, strict=True)]


def _loosely_meant(position: Position, text: str, language: str) -> list[str]:
    """The moves that a text may mean if it tells the origin before the man ("dRb4", "5Sf4"), or a capture wrongly.

    After a list of defences the same text stands for captures and other moves.
    """
    plain = _ORIGIN_FIRST.sub(r"\2\1", text)
    return (_meant(position, text, language) or _meant(position, plain, language)
            or _meant(position, _CAPTURE.sub("", plain), language))


def _meant(position: Position, text: str, language: str) -> list[str]:
    """The moves that a text may mean, in UCI."""
    try:
        return [found.uci() for found in fitting(position, text, language)]
    except Error:
        return []
