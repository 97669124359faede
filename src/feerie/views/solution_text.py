"""Solutions as text, the way composers print them, in any of the languages.

    1.Qa7-f2 ! threat:                        1.Kc8-b8 0-0   2.g3-g2 Rf1-f8 #
           2.0-0 #
       1...Kc1-b1
           2.Qf2-c2 #
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from feerie.base.errors import wrong_type
from feerie.game.legal_moves import move_values
from feerie.game.position import SIGNS, Position
from feerie.game.tables import Tables
from feerie.kernel.packed_move import EXTENDED, extended_side, followed_gives_check, followed_verdict
from feerie.kernel.verdict import VERDICTS
from feerie.notation.languages import Language
from feerie.notation.languages import language as language_of
from feerie.notation.moves import bare_long
from feerie.problems.line import Replay
from feerie.problems.problem import Problem
from feerie.problems.solution import Role, Solution, UciLine
from feerie.rules.goal import Aim
from feerie.rules.literals import NotationName
from feerie.rules.trait import Trait
from feerie.views.notations import Notation
from feerie.views.play import (
    Branch,
    LineNumbers,
    LineWriter,
    Numbers,
    PrintedLine,
    PrintedSolution,
    common,
    goal_of,
    sign_of,
    unbroken,
)

__all__ = ["GrowingPlay", "lines", "play", "text", "verdict"]

MOST_WRITTEN = 100_000
"""The number of written moves kept for later lines."""


def text(solution: Solution, language: str | Language = "en", *,
         notation: NotationName | Notation = Notation.LONG) -> str:
    """A solution as text: its play and, on the last line, the verdict.

    `notation`: that of the moves, "long", "short" or "figurine".
    """
    if not isinstance(solution, Solution):
        raise wrong_type("solution", "a Solution", solution)
    played = play(solution, language, Notation(notation))
    return (played + "\n\n" if played else "") + verdict(solution, language)


def play(solution: Solution, language: str | Language = "en", notation: Notation = Notation.LONG) -> str:
    """All play of a solution as lines of text; "" if there is none."""
    return "\n".join(lines(solution, language, notation))


def lines(solution: Solution, language: str | Language = "en", notation: Notation = Notation.LONG) -> Iterator[str]:
    """The lines of `play` one after another, each computed on demand.

    Long notation is laid out as by Popeye, the others as in print: moves without alternatives are on one line.
    """
    written = PrintedSolution(solution, language, notation)
    if notation is not Notation.LONG:
        yield from (_printed(line, written.words.colon) for line in written.printed_lines())
        return
    if solution.tree is None:
        yield from _lines(written)
        return
    begun = False
    for block in (_defences(written.set_play, written.words),
                  *(_attack(branch, written.words) for branch in written.attacks)):
        for at, line in enumerate(block):
            if at == 0 and begun:
                yield ""
            begun = True
            yield line


class GrowingPlay:
    """The play of a help or series problem as text while its lines become known in order: the beginning of `lines`.

    Not for parry series without help, where later lines decide which ones are called short.
    """

    def __init__(self, problem: Problem, language: str | Language = "en", notation: Notation = Notation.LONG) -> None:
        self._solution = Solution(problem, complete=False, short=not problem.stipulation.play.is_fought)
        self._notation, self._words = notation, notation.words(language)
        self._is_set_play = False
        self._text: Callable[[UciLine], str] | None = None         # of a line in the present part

    def texts(self, lines: Iterable[tuple[bool, UciLine]]) -> Iterator[str]:
        """The text of the next lines; of each line whether it is set play, and its moves."""
        is_long = self._notation is Notation.LONG
        for is_set_play, line in lines:
            if self._text is None or is_set_play != self._is_set_play:
                if is_long and self._text is not None:
                    yield ""
                elif not is_long and (is_set_play or self._text is not None):
                    yield _heading(self._words.word("set play" if is_set_play else "solution"), self._words.colon)
                self._is_set_play, self._text = is_set_play, self._writer(is_set_play)
            yield self._text(line)

    def _writer(self, is_set_play: bool) -> Callable[[UciLine], str]:
        """A function that writes the lines of a part."""
        if self._notation is Notation.LONG:
            return _LongLines(self._solution, self._words, is_set_play=is_set_play).text
        writer = LineWriter(self._solution, self._words, self._notation, is_set_play=is_set_play)
        return lambda line: _printed(PrintedLine(0, tuple(writer.written(line).spans(self._words))), "")


def _heading(word: str, colon: str) -> str:
    return word.capitalize() + colon


def _printed(line: PrintedLine, colon: str) -> str:
    """A line as printed, indented by two blanks a level."""
    if line.level < 0:
        return _heading(line.spans[0].text, colon)
    groups = ("".join(f" ({span.text})" if span.kind == "badge" else span.text for span in group).strip()
              for group in unbroken(line.spans))
    return "  " * (line.level + 1) + " ".join(groups)


def _verdict_on_study(problem: Problem, words: Language) -> str:
    """What endgame tables say of a study, with the moves that are no worse; "" if it is none, or they do not know."""
    if problem.stipulation.words not in ("+", "="):
        return ""
    position = Position(problem.genre, problem.start)
    moves = Tables().moves(position)
    if not moves:
        return ""
    outcome = moves[0][1].outcome
    said = words.sentence("the table", said=moves[0][1].text(words))
    return f"{said} ({', '.join(position.san(move, words) for move, result in moves if result.outcome == outcome)})"


def verdict(solution: Solution, language: str | Language = "en") -> str:
    """The verdict on soundness in a few words."""
    words = language_of(language)
    if solution.problem.stipulation.is_kept:
        return _verdict_on_study(solution.problem, words) or words.sentence("kept")
    key = "solutions" if solution.tree is None else "keys"
    is_judged = solution.is_sound is not None
    if solution.problem.is_post_key:
        key, said = "", ""
    elif is_judged and not solution.is_sound and solution.count == 0:
        said = ""                   # the judgement says it
    elif solution.count == 0:
        said = words.sentence("no solution")
    else:
        said = words.sentence(f"one {key[:-1]}" if solution.count == 1 else key, count=solution.count)
    parts = [said] if said else []
    wanted = solution.problem.intended_solutions
    if wanted is not None and wanted != solution.count:
        parts.append(words.sentence("intended", count=wanted))
    if solution.left_out:
        parts.append(words.sentence("left out", count=solution.left_out))
    if solution.short:
        parts.append(words.sentence("short"))
    if solution.verdict is not None:
        parts.append(words.sentence(f"proof: {solution.verdict}"))
    elif not solution.complete:
        parts.append(words.sentence("some first moves" if solution.problem.options.chooses_moves else "partial"))
    if solution.undecided:
        parts.append(words.sentence("undecided", count=solution.undecided))
    if is_judged:
        cooked = solution.short or wanted is None or solution.count > wanted
        parts.insert(0, words.word("sound" if solution.is_sound else "insoluble" if solution.count == 0
                                   else "cooked" if cooked else "unsound"))
    if solution.complete and solution.is_refuted:
        parts.append(words.sentence("post-key play refuted"))
    return ", ".join(parts) + "." if parts else words.sentence("finished")


def _lines(written: PrintedSolution) -> Iterator[str]:
    """Help and series play: set play first."""
    solution = written.solution
    if solution.set_lines:
        yield from map(_LongLines(solution, written.words, is_set_play=True).text, solution.set_lines)
        yield ""
    yield from map(_LongLines(solution, written.words).text, solution.lines)


class _LongLines:
    """Writes lines in long notation one after another; what a line has in common with the previous one is written once.

    There may be millions of lines, so it does without positions, except where a last move may be legal by its goal
    alone, where there may be neutral men, and where rules have effects.
    """

    def __init__(self, solution: Solution, words: Language, *, is_set_play: bool = False) -> None:
        self.problem, genre = solution.problem, solution.problem.genre
        self._words = language_of(words, genre)
        self._replay = Replay(self.problem, is_set_play=is_set_play)
        self._values = move_values(genre)
        self._numbers = LineNumbers(self.problem, is_set_play=is_set_play)
        self._writer = LineWriter(solution, words, is_set_play=is_set_play)
        self._aims = [goal_of(self.problem, side).aim for side in (0, 1)]
        self._by_positions = genre.has_effects or any(aim.exposes_king for aim in self._aims) \
            or any(Trait.NEUTRAL in traits for traits in genre.traits)      # they do not show whose move it is
        self._before: UciLine = ()
        self._played: list[int] = []
        self._heads = [""]                          # the previous line, up to each of its moves
        self._known: dict[int, str] = {}            # moves with their signs, by what Replay says of them
        self._last: dict[int, str] = {}             # as last moves

    def text(self, line: UciLine) -> str:
        """A line with its numbers, three spaces before each."""
        same = common(self._before, line)
        played, heads = self._played, self._heads
        following = None if self._by_positions else self._replay.moves(line, same)
        if following is None:
            return self._written(line)
        played[same:] = following
        self._before = line
        numbers = self._numbers.of(len(line), lambda: map(extended_side, played))
        last = len(line) - 1
        del heads[same + 1:]
        for number, move in enumerate(played[same:last], same):
            text = self._known.get(move)
            heads.append(_after(heads[-1], numbers[number]) + (self._text(move) if text is None else text))
        end = self._last.get(played[last])
        return _after(heads[last], numbers[last]) + (self._last_text(played[last]) if end is None else end)

    def _text(self, move: int) -> str:
        """A move with its sign."""
        if len(self._known) >= MOST_WRITTEN:
            self._known.clear()
        text = self._known[move] = self._signed(move, Aim.ANY_MOVE)
        return text

    def _last_text(self, move: int) -> str:
        """A last move with its sign."""
        if len(self._last) >= MOST_WRITTEN:
            self._last.clear()
        text = self._last[move] = self._signed(move, self._aims[extended_side(move)])
        return text

    def _signed(self, move: int, aim: Aim) -> str:
        state = SIGNS.get(VERDICTS[followed_verdict(move)], "")
        sign = sign_of(aim, self._words, state, checks=followed_gives_check(move))
        return _signed(bare_long(self.problem.genre, self._values[move & EXTENDED], self._words), sign)

    def _written(self, line: UciLine) -> str:
        """A line by its positions."""
        self._before = ()
        return _indented("".join([f"   {number}{_signed(move, sign)}" if number else f" {_signed(move, sign)}"
                                  for number, move, sign in self._writer.written(line).plies]))


def _after(text: str, numbers: Numbers) -> str:
    """The beginning of a line with what precedes the next move."""
    omitted, number = numbers
    if text:
        return f"{text}   {number}" if number else f"{text} "
    return _indented(f"{omitted}   {number}" if omitted else number)


def _indented(line: str) -> str:
    return "  " + line.lstrip().replace("1... ...   ", "1...  ...  ")


def _signed(move: str, sign: str) -> str:
    return f"{move} {sign}" if sign else move


# Moves are indented as by Popeye, whose output other programs read.

def _attack(branch: Branch, words: Language) -> Iterator[str]:
    """A move of the attacker and what follows; for the diagram of post-key play only what follows."""
    remark = {"threat": f" {words.word('threat')}{words.colon}", "zugzwang": f" {words.word('zugzwang')}.",
              "": ""}[branch.remark]
    if branch.role is Role.DIAGRAM:
        yield remark
    else:
        indent = " " * (3 if branch.number == 1 else 8 * branch.number - 6)
        mark = branch.mark and f" {branch.mark}"
        yield f"{indent}{branch.label}{_signed(branch.text, branch.sign)}{mark}{remark}"
    for threat in branch.children(Role.THREAT):
        yield from _attack(threat, words)
    yield from _defences(branch.children(Role.VARIATION), words)
    refutations = branch.children(Role.REFUTATION)
    if refutations and branch.role is not Role.DIAGRAM:
        yield f"    {words.word('but')}"
    for refutation in refutations:
        written = f"      {refutation.label}{_signed(refutation.text, refutation.sign)}"
        if branch.role is Role.DIAGRAM:
            yield from (written, f"        {words.word('refutes')}.")
        else:
            yield f"{written} {refutation.mark}"
        for duty in refutation.children(Role.DUTY):
            yield from _attack(duty, words)


def _defences(branches: tuple[Branch, ...], words: Language) -> Iterator[str]:
    """Defences and the answers to them."""
    for branch in branches:
        yield f"{' ' * (8 * branch.number - 2)}{branch.label}{_signed(branch.text, branch.sign)}"
        for answer in branch.children():
            yield from _attack(answer, words)
