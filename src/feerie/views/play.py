"""The play of a solution in neutral pieces: each view writes the same moves, numbers and marks in its own way.

Battles are branches, help and series play lines of halves; texts are made when they are asked for, so that a long
solution never stands in memory as text. Moves are in problemists' long form, without the sign, which stands apart.

    Play(solution, "fr").attacks[0].text    "e7-e8=T"
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from feerie.errors import IllegalMoveError
from feerie.notation import moves as texts
from feerie.notation.languages import Language, language
from feerie.position import SIDES, Position
from feerie.problems.problem import Problem
from feerie.problems.solution import Line, Node, Role, Solution, is_short
from feerie.problems.stipulation import Aim, Goal
from feerie.problems.stipulation import Play as Kind
from feerie.rules.move import Move

__all__ = ["Branch", "Half", "Passage", "Play", "Run", "Verse", "WrittenLine", "last_move", "passage"]

ENDS = (Aim.DOUBLE_MATE, Aim.COUNTER_MATE, Aim.DOUBLE_STALEMATE, Aim.AUTO_STALEMATE, Aim.MATE_OR_STALEMATE)
"""Goals whose sign is written behind the move that reaches them, in the place of what the move leaves."""
SIGNS = {Aim.CAPTURE: "x", Aim.TARGET: "z", Aim.POSITION: "a=>b", Aim.DIAGRAM: "dia", Aim.CHECK: "",
         Aim.CASTLING: "", Aim.EN_PASSANT: "", Aim.ANY_MOVE: "", Aim.AUTO_MATE: "!#"}
"""Goals that do not end the game: behind the move stands whether it gives check, and this; so it is with moves that
reach no goal. The others, mate and stalemate, show by themselves."""

REMEMBERED = 200_000
"""So many moves of lines are kept as they were written, for the lines that follow."""


class Run(NamedTuple):
    """A few words of a printed line. `kind`: "number", "move", "mark" (! and ?), "word" or "badge"."""

    kind: str
    text: str


class Half(NamedTuple):
    """A single move of a line: what stands before it ("1.", "1...", "" for a second half), the move and its sign.

    A half that is left out has no text: its number is all there is of it.
    """

    number: str
    text: str
    sign: str


class WrittenLine(NamedTuple):
    """A line of help or series play. `is_short`: it is shorter than the stipulation says; `before`: the position
    before its last move."""

    halves: tuple[Half, ...]
    moves: Line
    is_short: bool = False
    before: Position | None = None

    def runs(self, words: Language) -> Iterator[Run]:
        """The line as it is printed."""
        for half in self.halves:
            if half.number:
                yield Run("number", half.number)
            if half.text:
                yield Run("move", typeset(half.text, half.sign))
        if self.is_short:
            yield Run("badge", words.word("short"))


class Verse(NamedTuple):
    """A printed line of any play: how deep it is indented, and its words. A level of -1 is a heading."""

    level: int
    runs: tuple[Run, ...]


class Play:
    """The play of a solution in a language."""

    def __init__(self, solution: Solution, code: str = "en") -> None:
        self.solution, self.problem, self.words = solution, solution.problem, language(code)

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
        """Tries and keys with all that follows; of post-key play the diagram, a branch without a move."""
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
        return self._lines(self.solution.set_lines, is_set_play=True)

    def lines(self) -> Iterator[WrittenLine]:
        """The lines of help and series play."""
        return self._lines(self.solution.lines, is_set_play=False)

    def _lines(self, lines: tuple[Line, ...], *, is_set_play: bool) -> Iterator[WrittenLine]:
        problem = self.problem
        start = Position(problem.genre, problem.set_play_start if is_set_play else problem.start)
        steps = _Steps(problem, self.words)
        for line in lines:
            halves, position, count, alone = [], start, 0, start.turn
            introduces, pairs = bool(problem.stipulation.introductory), _pairs(problem, line, is_set_play)
            for ply, uci in enumerate(line):
                his = _is_his(position, uci)
                begins = introduces and his and ply > 0
                introduces = introduces and not begins
                count = 0 if begins else count
                if introduces or problem.stipulation.play.is_series:
                    position = position if his else steps.passed(position)
                    alone = position.turn if ply == 0 or begins else alone
                    answers = position.turn != alone
                    count += not answers
                    before, number = "", "" if answers else "1..." if is_set_play else f"{count}."
                else:
                    before, number = next(pairs)
                halves += [Half(before, "", "")] if before else []
                text, sign, after = steps.step(position, uci, last=ply + 1 == len(line))
                halves.append(Half(number, text, sign))
                position = after or position
            yield WrittenLine(tuple(halves), line, not is_set_play and is_short(problem, line), position)

    # ----------------------------------------------------------------------------------------- printing

    def verses(self) -> Iterator[Verse]:
        """All play as printed lines, with headings where there is more than the solution itself."""
        if self.solution.tree is None:
            if self.solution.set_lines:
                yield self._heading("set play")
                yield from (Verse(0, tuple(line.runs(self.words))) for line in self.set_lines())
                yield self._heading("solution")
            yield from (Verse(0, tuple(line.runs(self.words))) for line in self.lines())
            return
        sections = [("set play", self.set_play), ("tries", self._attacks(Role.TRY)),
                    ("solution", self._attacks(Role.DUTY, Role.KEY, Role.DIAGRAM))]
        for heading, branches in sections:
            if branches and (heading != "solution" or any(found for _, found in sections[:2])):
                yield self._heading(heading)
            for branch in branches:
                yield from _verses(branch, 0)

    def _attacks(self, *roles: Role) -> tuple[Branch, ...]:
        return tuple(branch for branch in self.attacks if branch.node.role in roles)

    def _heading(self, word: str) -> Verse:
        return Verse(-1, (Run("word", self.words.word(word)),))


class Branch:
    """A move of a battle and what follows it. `position`: before the move; `number`: of the move, from 1.

    `attacks`: the attacker's move, or the defender's. `is_dual`: one of several answers to a defence.
    """

    def __init__(self, play: Play, position: Position, node: Node, number: int, attacks: bool,
                 is_dual: bool = False) -> None:
        self.play, self.position, self.node = play, position, node
        self.number, self.attacks, self.is_dual = number, attacks, is_dual

    @property
    def role(self) -> Role:
        """What the move is in the solution."""
        return self.node.role

    @property
    def label(self) -> str:
        """The number as it is written: "2." or "2..."."""
        return f"{self.number}{'.' if self.attacks else '...'}"

    @cached_property
    def _written(self) -> tuple[str, str]:
        assert self.node.move is not None
        problem = self.play.problem
        is_direct = problem.stipulation.play is Kind.DIRECT
        refutes = self.role is Role.REFUTATION and not problem.stipulation.exact    # exact: it may come too soon
        ends = self.role is Role.DUTY or (not self.node.children and self.attacks == is_direct and not refutes) or (
            problem.options.quodlibet and problem.stipulation.play is not Kind.REFLEX and self.attacks and not self.node.children and not self.node.zugzwang
            and self.play.solution.variations)
        return _written(self.position, self.node.move, self.play.words, problem if ends else None)

    @property
    def text(self) -> str:
        """The move, without its sign; "" of the diagram that post-key play begins with."""
        return self._written[0] if self.node.move else ""

    @property
    def sign(self) -> str:
        """The sign behind the move: of check, mate, or the goal that is reached; or ""."""
        return self._written[1] if self.node.move else ""

    @property
    def mark(self) -> str:
        """ "!" of keys and refutations, "?" of tries, "?!?" of what reflex play forces, "" of others."""
        return {Role.KEY: "!", Role.TRY: "?", Role.REFUTATION: "!", Role.DUTY: "?!?"}.get(self.role, "")

    @property
    def remark(self) -> str:
        """The key of the word behind a move that threatens something, or nothing: "threat", "zugzwang" or ""."""
        if self.node.with_role(Role.THREAT):
            return "threat"
        return "zugzwang" if self.node.zugzwang else ""

    @cached_property
    def after(self) -> Position:
        """The position after the move."""
        return last_move(self.position, self.node.move)[1] if self.node.move else self.position

    @property
    def is_short(self) -> bool:
        """Whether it is a key that solves in fewer moves than the stipulation says."""
        solution = self.play.solution
        return (self.role is Role.KEY and solution.short and solution.variations
                and _length(self.node) < self.play.problem.stipulation.moves)

    def children(self, *roles: Role) -> tuple[Branch, ...]:
        """What follows, in the order of the solution; of these roles only, where any are given."""
        nodes = self.node.with_role(*roles) if roles else self.node.children
        if not nodes:
            return ()
        duals = not self.attacks and len(self.node.with_role(Role.CONTINUATION)) > 1
        passed = self.after.pass_turn() if self.attacks and self.remark == "threat" else self.after
        return tuple(Branch(self.play, passed if node.role is Role.THREAT else self.after, node,
                            self.number + (not self.attacks or node.role is Role.THREAT),
                            not self.attacks or node.role is Role.THREAT, duals and node.role is Role.CONTINUATION)
                     for node in nodes)


class Passage(NamedTuple):
    """Branches that are printed on one line, because there is no choice between them, and what follows them.

    `threats`: those of the last move that are no longer than a move each; `refutations`: of a try; both stand on
    the same line. `rest`: what branches off below.
    """

    moves: tuple[Branch, ...]
    threats: tuple[Branch, ...]
    refutations: tuple[Branch, ...]
    rest: tuple[Branch, ...]

    def runs(self) -> Iterator[Run]:
        """The line as it is printed."""
        words = self.moves[0].play.words
        previous: Branch | None = None
        for branch in self.moves:
            if previous is None and branch.role is Role.THREAT:
                yield Run("word", f"{words.word('threat')}:")
            if branch.text:
                goes_on = previous is not None and previous.number == branch.number and not previous.remark
                yield from _move_runs(branch, words, numbered=not goes_on)
            if branch.remark == "zugzwang":
                yield Run("word", words.word("zugzwang"))
            previous = branch
        for word, beside in ((f"{words.word('threat')}:", self.threats), (words.word("but"), self.refutations)):
            for at, branch in enumerate(beside):
                yield Run("mark", ",") if at else Run("word", word)
                yield from _move_runs(branch, words)
                for duty in branch.children(Role.DUTY):
                    yield from _move_runs(duty, words)


def passage(branch: Branch) -> Passage:
    """The passage that begins with a branch.

    A sole answer stands on the line of its defence, and a sole defence on the line of its attack, but not behind
    first moves.
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


def typeset(text: str, sign: str) -> str:
    """A move with its sign, and with the signs of print for a capture and an exchange."""
    gap = " " if sign[:1].isalnum() else ""
    return text.replace("<->", "↔").replace("*", "×") + gap + sign


def _length(node: Node) -> int:
    """How many moves the attacker needs, his move of the node the first."""
    after = [_length(threat) for threat in node.with_role(Role.THREAT)]
    after += [_length(answer) for defence in node.with_role(Role.VARIATION) for answer in defence.children]
    return 1 + max(after, default=0)


def _move_runs(branch: Branch, words: Language, *, numbered: bool = True) -> Iterator[Run]:
    if numbered:
        yield Run("number", branch.label)
    yield Run("move", typeset(branch.text, branch.sign))
    if branch.mark:
        yield Run("mark", branch.mark)
    if branch.is_dual or branch.is_short:
        yield Run("badge", words.word("dual" if branch.is_dual else "short"))


def _verses(branch: Branch, level: int) -> Iterator[Verse]:
    part = passage(branch)
    runs = tuple(part.runs())
    if runs:
        yield Verse(level, runs)
    for following in part.rest:
        yield from _verses(following, level + bool(runs))


# ------------------------------------------------------------------------------------------------- lines

def _pairs(problem: Problem, line: Line, is_set_play: bool) -> Iterator[tuple[str, str]]:
    """The numbers of help play: of a half that is left out before the move, and the move's own.

    A number stands before each pair of moves; "1..." stands for a first half that is left out.
    """
    skipped = (problem.plies - problem.stipulation.introductory) % 2 + is_set_play
    if problem.stipulation.play is Kind.A_TO_B:     # whoever begins
        skipped = 0
    for ply, _ in enumerate(line, skipped):
        number = f"{ply // 2 + 1}." if ply % 2 == 0 else "1..." if ply == skipped else ""
        yield "1... ..." if ply == skipped == 2 else "", number


def _is_his(position: Position, uci: str) -> bool:
    """Does the man that moves belong to the side to move? In a series, where one side moves again and again, not."""
    return position.man_at(uci[:2]).isupper() == (position.turn == "white")


class _Steps:
    """Writes moves of lines; what many lines have in common is written once."""

    def __init__(self, problem: Problem, words: Language) -> None:
        self.problem, self.words = problem, words
        self.known: dict[tuple[int, str], tuple[str, str, Position]] = {}
        self.turned: dict[int, Position] = {}

    def step(self, position: Position, uci: str, *, last: bool) -> tuple[str, str, Position | None]:
        """A move's text and sign, and the position after it: None after the last, which may be no legal one."""
        if last:
            return (*_written(position, uci, self.words, self.problem), None)
        key = (position.key, uci)
        known = self.known.get(key)
        if known is None:
            known = *_written(position, uci, self.words, None), position.play(uci)
            if len(self.known) >= REMEMBERED:
                self.known.clear()
            self.known[key] = known
        return known

    def passed(self, position: Position) -> Position:
        """The position with the other side to move."""
        turned = self.turned.get(position.key)
        if turned is None:
            if len(self.turned) >= REMEMBERED:
                self.turned.clear()
            turned = self.turned[position.key] = position.pass_turn()
        return turned


def _written(position: Position, uci: str, words: Language, problem: Problem | None) -> tuple[str, str]:
    """A move in long form and its sign: that of the goal where it is the one that reaches the goal of a problem."""
    aim = _goal(problem, position).aim if problem else Aim.ANY_MOVE
    if aim not in ENDS and aim not in SIGNS:
        text, _, sign = position.long(uci, words.code).partition(" ")
        if sign.startswith("ep."):
            text, sign = f"{text} ep.", sign[3:].strip()
        return text, sign
    move, after = last_move(position, uci)
    sign = aim.value
    if aim in SIGNS:
        sign = f"{words.signs['check'] if after.is_check() else ''} {SIGNS[aim]}".strip()
    return texts.long(position, move, words.code, signs=False), sign


def _goal(problem: Problem, position: Position) -> Goal:
    """The goal that the side to move reaches with the last move: in reciprocal play Black's own, if it is he."""
    stipulation = problem.stipulation
    if stipulation.own_goal is None or position.turn == SIDES[stipulation.goal_side ^ problem.attacker]:
        return stipulation.goal
    return stipulation.own_goal


def last_move(position: Position, uci: str) -> tuple[Move, Position]:
    """The last move of a line and the position after it: of one man, if it is legal by its goal alone (double mate)."""
    try:
        return position.parse(uci), position.play(uci)
    except IllegalMoveError:
        man, taken = position.man_at(uci[:2]), uci[2:4]
    if man in "Pp" and uci[0] != uci[2] and not position.man_at(taken):
        taken = uci[2] + uci[1]     # in passing
    captured = position.man_at(taken) or None
    move = Move(man, uci[:2], uci[2:4], uci[4:].upper() or None, captured, taken if captured else None)
    index, men = position.genre.board.index, list(position.setup.men)
    becomes = move.promotion or man
    men[index(taken)], men[index(move.origin)] = "", ""
    men[index(move.target)] = becomes if man.isupper() else becomes.lower()
    setup = replace(position.setup, men=tuple(men), turn=1 - position.setup.turn, rights="", en_passant=None)
    return move, Position(position.genre, setup)

