"""The play of a solution, independent of any output format: every view prints the same moves, numbers and marks.

The play of a battle is a tree of branches, help and series play are lines of plies. Texts are computed on demand, so a
long solution is never held in memory as text. Moves are in any of the notations; check and goal signs are separate.

    PrintedSolution(solution, "fr").attacks[0].text    "e7-e8=T"
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from feerie.game.position import Position, legal_move
from feerie.kernel.general_tables import takes_general_path
from feerie.notation.languages import Language
from feerie.notation.moves import squares_of
from feerie.problems.line import LineMove, LinePlayer
from feerie.problems.problem import Problem
from feerie.problems.solution import Node, Role, Solution, UciLine, short_lines, short_test
from feerie.problems.stipulation import Goal, Play
from feerie.rules.goal import Aim
from feerie.rules.move import Move
from feerie.rules.unit import letter_of, unit_of
from feerie.views.notations import Notation
from feerie.why.what_if import WhatIf

__all__ = ["Branch", "LineWriter", "Passage", "Ply", "PrintedLine", "PrintedSolution", "Span", "WrittenLine",
           "last_move", "passage", "unbroken"]

REMEMBERED = 10_000
"""The number of written moves of lines kept for later lines."""
_CAPTURE = re.compile(r"\*|x(?=[a-z][0-9])")
Numbers = tuple[str, str]
"""What precedes a move of a line: the number of a move that is left out ("1... ...", or ""), and its own."""


class Span(NamedTuple):
    """A piece of a printed line in one style. `kind`: "number", "move", "mark" (! and ?), "word" or "badge"."""

    kind: str
    text: str


class Ply(NamedTuple):
    """A move of one side as a line shows it: its number ("1.", "1...", "" for the second of a pair), text and sign.

    A ply that is left out has a number only.
    """

    number: str
    text: str
    sign: str


class WrittenLine(NamedTuple):
    """A line of help or series play. `is_short`: shorter than the stipulation; `before`: the position before its last
    move."""

    plies: tuple[Ply, ...]
    moves: UciLine
    is_short: bool = False
    before: Position | None = None

    def spans(self, words: Language) -> Iterator[Span]:
        """The line as it is printed."""
        for ply in self.plies:
            if ply.number:
                yield Span("number", ply.number)
            if ply.text:
                yield Span("move", typeset(ply.text, ply.sign))
        if self.is_short:
            yield Span("badge", words.word("short"))


class PrintedLine(NamedTuple):
    """A printed line of any play. `level`: how deep it is indented, from 0; -1 for a heading."""

    level: int
    spans: tuple[Span, ...]


class PrintedSolution:
    """The play of a solution in a language and a notation, as branches (battles) or as lines."""

    def __init__(self, solution: Solution, code: str | Language = "en", notation: Notation = Notation.LONG) -> None:
        self.solution, self.problem = solution, solution.problem
        self.words, self.notation = notation.words(code), notation

    # ----------------------------------------------------------------------------------------- battles

    @property
    def set_play(self) -> tuple[Branch, ...]:
        """The defences of the set play of a battle."""
        tree = self.solution.tree
        nodes = tree.with_role(Role.SET_PLAY) if tree else ()
        if not nodes:
            return ()
        before = Position(self.problem.genre, self.problem.set_play_start)
        return tuple(Branch(self, before, node, 1, False) for node in nodes)

    @property
    def attacks(self) -> tuple[Branch, ...]:
        """Tries and keys with all that follows; for post-key play the diagram, a branch without a move."""
        tree = self.solution.tree
        if tree is None:
            return ()
        start = Position(self.problem.genre, self.problem.start)
        if self.problem.is_post_key:
            return (Branch(self, start, tree, 1, True),)
        return tuple(Branch(self, start, node, 1, True) for node in tree.with_role(Role.TRY, Role.DUTY, Role.KEY))

    # ------------------------------------------------------------------------------------------- lines

    def set_lines(self) -> Iterator[WrittenLine]:
        """The lines of set play of help and series play."""
        return map(LineWriter(self.solution, self.words, self.notation, is_set_play=True).written,
                   self.solution.set_lines)

    def lines(self) -> Iterator[WrittenLine]:
        """The lines of help and series play."""
        return map(LineWriter(self.solution, self.words, self.notation).written, self.solution.lines)

    # ----------------------------------------------------------------------------------------- printing

    def printed_lines(self) -> Iterator[PrintedLine]:
        """All play as printed lines, with headings if there is set play or a try."""
        if self.solution.tree is None:
            if self.solution.set_lines:
                yield self._heading("set play")
                yield from (PrintedLine(0, tuple(line.spans(self.words))) for line in self.set_lines())
                yield self._heading("solution")
            yield from (PrintedLine(0, tuple(line.spans(self.words))) for line in self.lines())
            return
        sections = [("set play", self.set_play), ("tries", self._attacks(Role.TRY)),
                    ("solution", self._attacks(Role.DUTY, Role.KEY, Role.DIAGRAM))]
        for heading, branches in sections:
            if branches and (heading != "solution" or any(found for _, found in sections[:2])):
                yield self._heading(heading)
            for branch in branches:
                yield from _printed(branch, 0)

    def _attacks(self, *roles: Role) -> tuple[Branch, ...]:
        return tuple(branch for branch in self.attacks if branch.node.role in roles)

    def _heading(self, word: str) -> PrintedLine:
        return PrintedLine(-1, (Span("word", self.words.word(word)),))


class Branch:
    """A move of a battle and what follows. `position`: before the move; `number`: that of the move, from 1.

    `attacks`: whether it is a move of the attacker. `is_dual`: one of several answers to a defence.
    """

    def __init__(self, solution: PrintedSolution, position: Position, node: Node, number: int, attacks: bool,
                 is_dual: bool = False) -> None:
        self.printed, self.position, self.node = solution, position, node
        self.number, self.attacks, self.is_dual = number, attacks, is_dual

    @property
    def role(self) -> Role:
        """The role of the move in the solution."""
        return self.node.role

    @property
    def label(self) -> str:
        """The number as printed: "2." or "2..."."""
        return f"{self.number}{'.' if self.attacks else '...'}"

    @cached_property
    def _written(self) -> tuple[str, str]:
        assert self.node.move is not None
        problem = self.printed.problem
        is_direct = problem.stipulation.play is Play.DIRECT
        refutes = self.role is Role.REFUTATION and not problem.stipulation.exact    # exact: it may come too soon
        is_leaf = not self.node.children
        may_reach_goal = problem.options.quodlibet and problem.stipulation.play is not Play.REFLEX
        ends = self.role is Role.DUTY or (is_leaf and self.attacks == is_direct and not refutes) or (
            may_reach_goal and self.attacks and is_leaf and not self.node.zugzwang and self.printed.solution.variations)
        return _written(self.position, self.node.move, self.printed.words, self.printed.notation,
                        problem if ends else None)

    @property
    def text(self) -> str:
        """The move without its sign; "" for the diagram of post-key play."""
        return self._written[0] if self.node.move else ""

    @property
    def sign(self) -> str:
        """The sign of check, mate or the goal reached; or ""."""
        return self._written[1] if self.node.move else ""

    @property
    def mark(self) -> str:
        """ "!" for keys and refutations, "?" for tries, "?!?" for what reflex play forces, "" for others."""
        return {Role.KEY: "!", Role.TRY: "?", Role.REFUTATION: "!", Role.DUTY: "?!?"}.get(self.role, "")

    @property
    def remark(self) -> str:
        """The remark after a move of the attacker: "threat", "zugzwang" or ""."""
        if self.node.with_role(Role.THREAT):
            return "threat"
        return "zugzwang" if self.node.zugzwang else ""

    @cached_property
    def after(self) -> Position:
        """The position after the move."""
        return last_move(self.position, self.node.move)[1] if self.node.move else self.position

    @property
    def is_short(self) -> bool:
        """Whether it is a key that solves in fewer moves than the stipulation."""
        solution = self.printed.solution
        return (self.role is Role.KEY and solution.short and solution.variations
                and self.node.length < self.printed.problem.stipulation.moves)

    def children(self, *roles: Role) -> tuple[Branch, ...]:
        """What follows, in the order of the solution; only branches with these roles, if any are given."""
        nodes = self.node.with_role(*roles) if roles else self.node.children
        if not nodes:
            return ()
        duals = not self.attacks and len(self.node.with_role(Role.CONTINUATION)) > 1
        passed = self.after.pass_turn() if self.attacks and self.remark == "threat" else self.after
        return tuple(Branch(self.printed, passed if node.role is Role.THREAT else self.after, node,
                            self.number + (not self.attacks or node.role is Role.THREAT),
                            not self.attacks or node.role is Role.THREAT, duals and node.role is Role.CONTINUATION)
                     for node in nodes)


class Passage(NamedTuple):
    """Consecutive moves that are printed on one line, because none has an alternative, and what follows.

    `threats`: threats of the last move, if all have a single move; `refutations`: those of a try; both are printed on
    the same line. `rest`: the branches printed below.
    """

    moves: tuple[Branch, ...]
    threats: tuple[Branch, ...]
    refutations: tuple[Branch, ...]
    rest: tuple[Branch, ...]

    def spans(self) -> Iterator[Span]:
        """The line as it is printed."""
        return (span for span, _ in self.pieces())

    def pieces(self) -> Iterator[tuple[Span, Branch | None]]:
        """The spans of the line, those of a move each with its branch."""
        words = self.moves[0].printed.words
        previous: Branch | None = None
        for branch in self.moves:
            if previous is None and branch.role is Role.THREAT:
                yield Span("word", words.word("threat") + words.colon), None
            if branch.text:
                goes_on = previous is not None and previous.number == branch.number and not previous.remark
                yield from _move_pieces(branch, words, numbered=not goes_on)
            if branch.remark == "zugzwang":
                yield Span("word", words.word("zugzwang")), None
            previous = branch
        for word, beside in ((words.word("threat") + words.colon, self.threats), (words.word("but"), self.refutations)):
            for at, branch in enumerate(beside):
                yield (Span("mark", ",") if at else Span("word", word)), None
                yield from _move_pieces(branch, words)
                for duty in branch.children(Role.DUTY):
                    yield from _move_pieces(duty, words)


def passage(branch: Branch) -> Passage:
    """The passage that begins with a branch.

    A single answer is printed on the line of its defence, and a single defence on the line of its attack, except after
    a first move.
    """
    moves = [branch]
    while len(moves[-1].node.children) == 1:
        [following] = moves[-1].children()
        if following.role is not Role.CONTINUATION and (following.role is not Role.VARIATION or moves == [branch]):
            break
        moves.append(following)
    last = moves[-1]
    threats, refutations = last.children(Role.THREAT), last.children(Role.REFUTATION)
    if any(threat.node.children for threat in threats):
        threats = ()
    beside = () if threats else (Role.THREAT,)
    rest = last.children(*beside, Role.SET_PLAY, Role.VARIATION, Role.CONTINUATION)
    return Passage(tuple(moves), threats, refutations, rest if last.role is not Role.DIAGRAM else
                   last.children(*beside, Role.VARIATION))


def unbroken(spans: Iterable[Span]) -> Iterator[list[Span]]:
    """The spans of a line in groups without a line break: a move with its number and its mark."""
    group: list[Span] = []
    for span in spans:
        if group and not (span.kind == "mark" or group[-1].kind == "number" and span.kind == "move"):
            yield group
            group = []
        group.append(span)
    if group:
        yield group


def typeset(text: str, sign: str) -> str:
    """A move with its sign, with × for a capture and ↔ for an exchange."""
    gap = " " if sign[:1].isalnum() else ""
    return _CAPTURE.sub("×", text.replace("<->", "↔")) + gap + sign


def _move_pieces(branch: Branch, words: Language, *, numbered: bool = True) -> Iterator[tuple[Span, Branch]]:
    if numbered:
        yield Span("number", branch.label), branch
    yield Span("move", typeset(branch.text, branch.sign)), branch
    if branch.mark:
        yield Span("mark", branch.mark), branch
    if branch.is_dual or branch.is_short:
        yield Span("badge", words.word("dual" if branch.is_dual else "short")), branch


def _printed(branch: Branch, level: int) -> Iterator[PrintedLine]:
    part = passage(branch)
    spans = tuple(part.spans())
    if spans:
        yield PrintedLine(level, spans)
    for following in part.rest:
        yield from _printed(following, level + bool(spans))


# ------------------------------------------------------------------------------------------------- lines

def _introductory(problem: Problem, sides: Sequence[int]) -> int:
    """The number of introductory moves of a line: they end where the same side does not move again."""
    if not problem.stipulation.introductory:
        return 0
    return next((number for number in range(1, len(sides)) if sides[number] != sides[number - 1]), len(sides))


def _series_numbers(problem: Problem, sides: Sequence[int], is_set_play: bool) -> Iterator[Numbers]:
    """The numbers of a line of series play: one for each move of the side that moves alone, none for the answers.

    Introductory moves are numbered separately.
    """
    introductory, count = _introductory(problem, sides), 0
    alone = sides[0]
    for ply, side in enumerate(sides):
        if ply == introductory > 0:
            alone, count = side, 0
        answers = side != alone
        count += not answers
        yield "", "" if answers else "1..." if is_set_play else f"{count}."


def _help_numbers(problem: Problem, sides: Sequence[int], is_set_play: bool) -> Iterator[Numbers]:
    """The numbers of a line of help play: one before each pair of moves, "1..." for a first half that is left out.

    Introductory moves are numbered one by one before the others.
    """
    introductory = _introductory(problem, sides)
    for ply in range(introductory):
        yield "", "1..." if is_set_play else f"{ply + 1}."
    skipped = (problem.plies - problem.stipulation.introductory) % 2 + is_set_play
    if problem.stipulation.play in (Play.A_TO_B, Play.PROOF):       # begun by White, or by either side
        skipped = 0
    for ply in range(skipped, skipped + len(sides) - introductory):
        number = f"{ply // 2 + 1}." if ply % 2 == 0 else "1..." if ply == skipped else ""
        yield "1... ..." if ply == skipped == 2 else "", number


class LineNumbers:
    """The numbers of the lines of a problem, in its set play or in the solution."""

    def __init__(self, problem: Problem, *, is_set_play: bool) -> None:
        self.problem, self.is_set_play = problem, is_set_play
        stipulation = problem.stipulation
        self._numbers = _series_numbers if stipulation.play.is_series else _help_numbers
        self._by_sides = stipulation.play.is_series or bool(stipulation.introductory)
        self._known: dict[tuple[int, ...] | int, list[Numbers]] = {}     # by the sides, or by their number

    def of(self, length: int, sides: Callable[[], Iterable[int]]) -> list[Numbers]:
        """What precedes each move of a line; `sides`: who makes each, 0 White or 1 Black, if that matters."""
        key = tuple(sides()) if self._by_sides else length
        found = self._known.get(key)
        if found is None:
            asked = key if isinstance(key, tuple) else [0] * length
            found = self._known[key] = list(self._numbers(self.problem, asked, self.is_set_play))
        return found


def common(one: UciLine, other: UciLine) -> int:
    """The number of moves two lines have in common at their beginning, their last moves left out."""
    same = min(len(one), len(other)) - 1
    while same > 0 and one[:same] != other[:same]:
        same -= 1
    return max(same, 0)


class LineWriter:
    """Writes lines one after another; what a line has in common with the previous one is written once."""

    def __init__(self, solution: Solution, words: Language, notation: Notation = Notation.LONG, *,
                 is_set_play: bool = False) -> None:
        self.problem = solution.problem
        self._player = LinePlayer(self.problem, is_set_play=is_set_play)
        self._writer = _MoveWriter(self.problem, words, notation)
        self._numbers = LineNumbers(self.problem, is_set_play=is_set_play)
        self._is_short = _short_test(solution) if solution.short and not is_set_play else None
        self._moves: list[LineMove] = []
        self._texts: list[tuple[str, str]] = []     # of all moves of the previous line
        self._before: UciLine = ()

    def written(self, line: UciLine) -> WrittenLine:
        """A line as it is printed."""
        same = common(self._before, line)
        moves, texts = self._moves, self._texts
        moves[same:] = self._player.moves(line, moves[:same])
        texts[same:] = [self._writer.written(move, is_last=move is moves[-1]) for move in moves[same:]]
        self._before = line
        plies: list[Ply] = []
        numbers = self._numbers.of(len(moves), lambda: (move.side for move in moves))
        for text, (omitted, number) in zip(texts, numbers, strict=True):
            if omitted:
                plies.append(Ply(omitted, "", ""))
            plies.append(Ply(number, *text))
        is_short = self._is_short is not None and self._is_short(line)
        return WrittenLine(tuple(plies), line, is_short, moves[-1].position)


def _short_test(solution: Solution) -> Callable[[UciLine], bool]:
    """A test whether a line belongs to a solution that is shorter than the stipulation."""
    problem = solution.problem
    if problem.stipulation.play.is_fought:
        return set(short_lines(problem, solution.lines)).__contains__
    return short_test(problem)


class _MoveWriter:
    """Writes the moves of lines; a move that many lines share is written once."""

    def __init__(self, problem: Problem, words: Language, notation: Notation) -> None:
        self.problem, self.words, self.notation = problem, words, notation
        self.known: dict[tuple[int, str], tuple[str, str]] = {}

    def written(self, move: LineMove, *, is_last: bool) -> tuple[str, str]:
        """The text and the sign of a move."""
        if is_last:
            return self._move(move.position, move.uci, goal_of(self.problem, move.side).aim)
        key = move.position.key, move.uci
        known = self.known.get(key)
        if known is None:
            if len(self.known) >= REMEMBERED:
                self.known.clear()
            known = self.known[key] = self._move(move.position, move.uci, Aim.ANY_MOVE)
        return known

    def _move(self, position: Position, uci: str, aim: Aim) -> tuple[str, str]:
        """The text and the sign of a move that reaches a goal."""
        if position.legal_moves.number(uci) is None:    # only the goal makes it legal
            return _written(position, uci, self.words, self.notation, self.problem)
        if self.notation is Notation.LONG:
            text = position.long(uci, self.words, signs=False)
        else:
            text = self.notation.text(position, legal_move(position, uci), self.words)
        checks = aim.mark is not None and aim.marks_check and position.gives_check(uci)
        return text, sign_of(aim, self.words, "" if aim.mark is not None else position.sign_after(uci), checks=checks)


def sign_of(aim: Aim, words: Language, state: str, *, checks: bool) -> str:
    """The sign of a move that reaches a goal. `state`: what it brings about, as Position.sign_after says; `checks`:
    whether it gives check.
    """
    if aim.mark is None:
        return words.long_win if state == "win" else words.signs.get(state, "")
    return f"{words.signs['check']} {aim.mark}".strip() if checks and aim.marks_check else aim.mark


def _written(position: Position, uci: str, words: Language, notation: Notation,
             problem: Problem | None) -> tuple[str, str]:
    """A move and its sign; `problem`: given if the move reaches the goal of this problem."""
    aim = goal_of(problem, position.turn.number).aim if problem else Aim.ANY_MOVE
    if aim.mark is None:
        return (notation.text(position, legal_move(position, uci), words),
                sign_of(aim, words, position.sign_after(uci), checks=False))
    move, after = last_move(position, uci)
    return notation.text(position, move, words), sign_of(aim, words, "", checks=after.is_check())


def goal_of(problem: Problem, side: int) -> Goal:
    """The goal of the side, 0 White or 1 Black, that makes the last move; in reciprocal play each may have its own."""
    stipulation = problem.stipulation
    if stipulation.own_goal is None or side == stipulation.goal_side ^ problem.attacker:
        return stipulation.goal
    return stipulation.own_goal


def last_move(position: Position, uci: str) -> tuple[Move, Position]:
    """The last move of a line and the position after it; only the goal may make it legal, as in double mate."""
    if position.legal_moves.number(uci) is not None:
        return legal_move(position, uci), position.play(uci)
    if takes_general_path(position.genre):
        return _put(position, uci)
    origin, target, promotion = squares_of(uci)
    board, man, before = position.genre.board, position.man_at(origin), WhatIf.at(position)
    squares = board.index(origin), board.index(target)
    taken = before.taken(*squares)
    captured = (None, None) if taken is None else (before.men[taken], board.name(taken))
    after = before.attempt(*squares, promotion.upper() if man.isupper() else promotion).after
    return Move(man, origin, target, promotion.upper() or None, *captured), \
        Position(position.genre, replace(after.setup, rights="", en_passant=None))


def _put(position: Position, uci: str) -> tuple[Move, Position]:
    """A move that takes a man on its target, of men that `WhatIf` does not know, and the position after it."""
    origin, target, promotion = squares_of(uci)
    man, captured = position.man_at(origin), position.man_at(target) or None
    move = Move(man, origin, target, promotion.upper() or None, captured, target if captured else None)
    index, men = position.genre.board.index, list(position.setup.men)
    unit = unit_of(man)
    men[index(origin)] = ""
    men[index(target)] = str(replace(unit, letter=letter_of(promotion or man)))
    setup = replace(position.setup, men=tuple(men), turn=1 - position.setup.turn, rights="", en_passant=None)
    return move, Position(position.genre, setup)
