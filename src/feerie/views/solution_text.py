"""Solutions as text, the way composers print them, in any of the languages.

    1.Qa7-f2 ! threat:                        1.Kc8-b8 0-0   2.g3-g2 Rf1-f8 #
           2.0-0 #
       1...Kc1-b1
           2.Qf2-c2 #
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator

from feerie.errors import wrong_type
from feerie.notation.languages import Language
from feerie.notation.languages import language as language_of
from feerie.position import Position
from feerie.problems.solution import Line, Role, Solution
from feerie.views.notations import Notation
from feerie.views.play import Branch, LineWriter, PrintedLine, PrintedSolution, WrittenLine, unbroken

__all__ = ["lines", "play", "text", "verdict"]

REMEMBERED = 10_000
"""Of how many positions the written last moves are kept for later lines."""


def text(solution: Solution, language: str | Language = "en", *, notation: str | Notation = Notation.LONG) -> str:
    """The play and, on the last line, the verdict. `notation`: "long", "short" or "figurine"."""
    if not isinstance(solution, Solution):
        raise wrong_type("solution", "a Solution", solution)
    played = play(solution, language, Notation(notation))
    return (played + "\n\n" if played else "") + verdict(solution, language)


def play(solution: Solution, language: str | Language = "en", notation: Notation = Notation.LONG) -> str:
    """All play of a solution as lines of text; "" if there is none."""
    return "\n".join(lines(solution, language, notation))


def lines(solution: Solution, language: str | Language = "en", notation: Notation = Notation.LONG) -> Iterator[str]:
    """The lines of `play` one after another, each computed when it is asked for.

    Long notation is laid out as by Popeye, the others as in print: what has no alternative stands on one line.
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


def _printed(line: PrintedLine, colon: str) -> str:
    """A line as it is printed, indented by two blanks a level."""
    if line.level < 0:
        return line.spans[0].text.capitalize() + colon
    groups = ("".join(f" ({span.text})" if span.kind == "badge" else span.text for span in group).strip()
              for group in unbroken(line.spans))
    return "  " * (line.level + 1) + " ".join(groups)


def verdict(solution: Solution, language: str | Language = "en") -> str:
    """The verdict on soundness in a few words."""
    words = language_of(language)
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
    if solution.verdict is not None:
        parts.append(words.sentence(f"proof: {solution.verdict}"))
    elif not solution.complete:
        parts.append(words.sentence("partial"))
    if solution.complete and solution.is_sound is not None:
        cooked = solution.short or wanted is None or solution.count > wanted
        parts.insert(0, words.word("sound" if solution.is_sound else "insoluble" if solution.count == 0
                                   else "cooked" if cooked else "unsound"))
    return ", ".join(parts) + "." if parts else words.sentence("finished")


def _lines(written: PrintedSolution) -> Iterator[str]:
    """Help and series play: set play first."""
    solution = written.solution
    if solution.set_lines:
        yield from _line_texts(solution.set_lines, LineWriter(solution, written.words, is_set_play=True))
        yield ""
    yield from _line_texts(solution.lines, LineWriter(solution, written.words))


def _line_texts(lines: Iterable[Line], writer: LineWriter) -> Iterator[str]:
    """Lines of moves with their numbers. Of lines that differ in their last move only, that move alone is written."""
    before: Line | None = None
    head = ""                               # the text up to the last move
    position: Position | None = None        # before the last move
    ends: dict[str, str] = {}               # the texts of last moves from there
    known: dict[int, dict[str, str]] = {}
    for line in lines:
        if line[:-1] == before:
            if not ends and position is not None:
                if len(known) >= REMEMBERED:
                    known.clear()
                ends = known.get(position.key, ends)
                if not ends:
                    ends = known[position.key] = {
                        uci: _signed(*written) for uci, written in writer.endings(position).items()}
            end = ends.get(line[-1])
            if end is not None:
                yield head + end
                continue
        whole = writer.written(line)
        before, position, ends = line[:-1], whole.before, {}
        head = _beginning(whole)
        yield head + _signed(whole.plies[-1].text, whole.plies[-1].sign)


def _beginning(line: WrittenLine) -> str:
    """A line with its numbers, three spaces before each, up to its last move."""
    parts = []
    for ply in line.plies:
        parts += ["   " + ply.number if ply.number else " ", _signed(ply.text, ply.sign)]
    return "  " + "".join(parts[:-1]).lstrip().replace("1... ...   ", "1...  ...  ")


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
