"""Solutions as text, the way composers print them, in any of the languages.

    1.Qa7-f2 ! threat:                        1.Kc8-b8 0-0   2.g3-g2 Rf1-f8 #
           2.0-0 #
       1...Kc1-b1
           2.Qf2-c2 #
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from feerie.errors import IllegalMoveError
from feerie.notation import moves as texts
from feerie.notation.languages import Language, language
from feerie.position import Position
from feerie.problems.problem import Problem
from feerie.problems.solution import Line, Node, Role, Solution
from feerie.problems.stipulation import Aim, Play
from feerie.rules.move import Move

__all__ = ["play", "text", "verdict"]

ENDS = (Aim.DOUBLE_MATE, Aim.DOUBLE_STALEMATE, Aim.AUTO_STALEMATE, Aim.MATE_OR_STALEMATE)
"""Goals whose sign is written behind the move that reaches them in the place of what the move leaves."""
SIGNS = {Aim.CAPTURE: " x", Aim.TARGET: " z", Aim.POSITION: " a=>b", Aim.DIAGRAM: " dia", Aim.CHECK: "",
         Aim.CASTLING: "", Aim.EN_PASSANT: "", Aim.ANY_MOVE: ""}
"""Goals that do not end the game: behind the move stands whether it gives check, and this. The others, mate and
stalemate, show by themselves."""


def text(solution: Solution, language: str = "en") -> str:
    """The play and, on the last line, the verdict."""
    played = play(solution, language)
    return (played + "\n\n" if played else "") + verdict(solution, language)


def play(solution: Solution, language: str = "en") -> str:
    """All play of a solution, one line of moves a line; "" where there is none."""
    words = _words(language)
    if solution.tree is None:
        return "\n".join(_lines(solution, words))
    writer = _TreeWriter(words, solution.problem)
    start = Position(solution.problem.genre, solution.problem.start)
    blocks = []
    set_play = solution.tree.with_role(Role.SET_PLAY)
    if set_play:
        before = Position(solution.problem.genre, solution.problem.set_play_start)
        blocks.append("\n".join(writer.defences(before, set_play, 1)))
    if solution.problem.is_post_key:
        blocks.append("\n".join([writer.remark(solution.tree), *writer.after(start, solution.tree, 1)]))
    else:
        blocks += ["\n".join(writer.attack(start, node, 1))
                   for node in solution.tree.with_role(Role.TRY, Role.KEY)]
        blocks.append("\n".join(writer.duties(start, solution.tree, 1)))
    return "\n\n".join(block for block in blocks if block)


def verdict(solution: Solution, language: str = "en") -> str:
    """Whether the problem is sound, in a few words."""
    words = _words(language)
    key = "solutions" if solution.tree is None else "keys"
    if solution.problem.is_post_key:
        key, said = "", ""
    elif solution.count == 0:
        said = words.sentence("no solution")
    else:
        said = words.sentence(f"one {key[:-1]}" if solution.count == 1 else key, count=solution.count)
    parts = [said] if said else []
    wanted = solution.problem.intended_solutions
    if wanted is not None and wanted != solution.count:
        parts.append(words.sentence("intended", count=wanted))
    if solution.short:
        parts.append(words.sentence("short"))
    if not solution.complete:
        parts.append(words.sentence("partial"))
    if solution.complete and solution.is_sound is not None:
        parts.insert(0, words.word("sound" if solution.is_sound else "cooked" if solution.count else "unsound"))
    return ", ".join(parts) + "." if parts else words.sentence("finished")


def _words(code: str) -> Language:
    return language(code)


def _lines(solution: Solution, words: Language) -> Iterator[str]:
    """Help and series play: set play first."""
    problem = solution.problem
    if solution.set_lines:
        for line in solution.set_lines:
            yield _line(problem, Position(problem.genre, problem.set_play_start), line, words, set_play=True)
        yield ""
    for line in solution.lines:
        yield _line(problem, Position(problem.genre, problem.start), line, words, set_play=False)


def _line(problem: Problem, position: Position, line: Line, words: Language, *, set_play: bool) -> str:
    """A line of moves with its numbers.

    In help play a number stands before each pair of moves; where the first half of the first pair is left out,
    "1..." stands for it. In series play a number stands before each move of the series, and before each of the
    introductory moves.
    """
    introduced = problem.stipulation.introductory
    parts = list(_series(problem, position, line[:introduced], words))
    for uci in line[:introduced]:
        position = (position if _is_his(position, uci) else _passed(position)).play(uci)
    rest = line[introduced:]
    if not problem.stipulation.play.is_series:
        parts += _pairs(problem, position, rest, words, problem.plies % 2 + set_play)
    elif set_play:      # the set play of a series is its last move
        parts.append(f"   1...{_written(position, rest[0], words, problem)}")
    else:
        parts += _series(problem, position, rest, words)
    return "  " + "".join(parts).strip()


def _series(problem: Problem, position: Position, line: Line, words: Language) -> Iterator[str]:
    """The moves of a side that moves alone, with numbers, and what the other side answers."""
    number = 0
    for ply, uci in enumerate(line):
        answers = ply > 0 and _is_his(position, uci)
        if not answers:
            number += 1
            position = position if _is_his(position, uci) else _passed(position)
        last = ply + 1 == len(line)
        written = _written(position, uci, words, problem if last else None)
        yield f" {written}" if answers else f"   {number}.{written}"
        if not last:
            position = position.play(uci)


def _pairs(problem: Problem, position: Position, line: Line, words: Language, skipped: int) -> Iterator[str]:
    """The moves of both sides in turn, with numbers; so many halves of the first pair are left out."""
    yield ("", "   1...", "   1... ...")[skipped]
    for ply, uci in enumerate(line, skipped):
        last = ply - skipped + 1 == len(line)
        written = _written(position, uci, words, problem if last else None)
        begins = ply % 2 == 0 and (ply > 0 or not skipped)
        yield (f"   {ply // 2 + 1}." if begins else " " if ply > skipped else "") + written
        if not last:
            position = position.play(uci)


def _is_his(position: Position, uci: str) -> bool:
    """Does the man that moves belong to the side to move?"""
    return position.man_at(uci[:2]).isupper() == (position.turn == "white")


def _written(position: Position, uci: str, words: Language, problem: Problem | None) -> str:
    """A move in long form; with the sign of the goal where it is the one that reaches the goal of a problem."""
    aim = problem.stipulation.goal.aim if problem else Aim.MATE
    if aim not in ENDS and aim not in SIGNS:
        return position.long(uci, words.code)
    sign = f" {aim.value}" if aim in ENDS else SIGNS[aim]
    try:
        move = position.parse(uci)
        if aim in SIGNS and position.gives_check(move):
            sign = f" {words.signs['check']}{sign}"
    except IllegalMoveError:        # the last move of a double mate may leave the own king attacked
        captured = position.man_at(uci[2:4])
        move = Move(position.man_at(uci[:2]), uci[:2], uci[2:4], uci[4:].upper() or None, captured or None,
                    uci[2:4] if captured else None)
    return f"{texts.long(position, move, words.code, signs=False)}{sign}"


def _passed(position: Position) -> Position:
    """The position with the other side to move."""
    setup = position.setup
    return Position(position.genre, replace(setup, turn=setup.turn ^ 1, en_passant=None))


class _TreeWriter:
    """Writes nodes with their moves numbered and indented as Popeye does: its text is read by other programs."""

    def __init__(self, words: Language, problem: Problem) -> None:
        self.words, self.problem = words, problem
        self.direct = problem.stipulation.play is Play.DIRECT

    def written(self, position: Position, node: Node, attacks: bool) -> str:
        """The node's move; with the sign of the goal where it is reached."""
        assert node.move is not None
        ends = not node.children and attacks == self.direct and node.role is not Role.REFUTATION
        return _written(position, node.move, self.words, self.problem if ends else None)

    def attack(self, position: Position, node: Node, number: int) -> Iterator[str]:
        """An attacker's move and all that follows it."""
        assert node.move is not None
        sign = {Role.KEY: " !", Role.TRY: " ?"}.get(node.role, "")
        indent = 3 if number == 1 else 8 * number - 6
        yield f"{' ' * indent}{number}.{self.written(position, node, True)}{sign}{self.remark(node)}"
        if node.children:
            yield from self.after(position.play(node.move), node, number)

    def remark(self, node: Node) -> str:
        """What stands behind a move that threatens something, or nothing."""
        if node.with_role(Role.THREAT):
            return f" {self.words.word('threat')}:"
        return f" {self.words.word('zugzwang')}." if node.zugzwang else ""

    def after(self, position: Position, node: Node, number: int) -> Iterator[str]:
        """Threats, defences with their answers, and refutations."""
        threats = node.with_role(Role.THREAT)
        if threats:
            passed = _passed(position)
            for threat in threats:
                yield from self.attack(passed, threat, number + 1)
        yield from self.defences(position, node.with_role(Role.VARIATION), number)
        refutations = node.with_role(Role.REFUTATION)
        if refutations:
            yield f"    {self.words.word('but')}"
            for refutation in refutations:
                yield f"      {number}...{self.written(position, refutation, False)} !"
                if refutation.children:
                    yield from self.duties(position.play(refutation.move or ""), refutation, number + 1)

    def duties(self, position: Position, node: Node, number: int) -> Iterator[str]:
        """What reflex play forces the attacker to after a move, or at the start."""
        for duty in node.with_role(Role.DUTY):
            written = _written(position, duty.move or "", self.words, self.problem)
            yield f"{' ' * (3 if number == 1 else 8 * number - 6)}{number}.{written} ?!?"

    def defences(self, position: Position, nodes: tuple[Node, ...], number: int) -> Iterator[str]:
        """Defences and the answers to them."""
        for node in nodes:
            assert node.move is not None
            yield f"{' ' * (8 * number - 2)}{number}...{self.written(position, node, False)}"
            for answer in node.children:
                yield from self.attack(position.play(node.move), answer, number + 1)
