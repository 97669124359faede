"""The report on a solution's soundness, as text in any of the languages."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from feerie.game.position import Position
from feerie.notation import moves
from feerie.notation.languages import Language, language
from feerie.problems.line import LinePlayer, UciLine
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.problems.soundness import DualKind, Soundness
from feerie.views.notations import Notation
from feerie.views.play import LineWriter, Ply, last_move, typeset

if TYPE_CHECKING:
    from feerie.solving.superfluous import Superfluous

__all__ = ["needless", "report"]

MAX_LISTED_DUALS = 8
"""The most items of one kind that are listed."""


def report(soundness: Soundness, code: str | Language = "en", notation: Notation = Notation.LONG,
           translate: Callable[[str], str] = str) -> str:
    """Flaws, remarks, and on the last line how far the problem is tested: "C+ Féerie 0.1.0".

    `translate`: puts the warnings of the problem, which are messages, into the language.
    """
    words = notation.words(code)
    return "\n".join([*_lines(soundness, words, notation, translate), _certificate(soundness, words)])


def needless(found: Superfluous, code: str = "en") -> str:
    """The men that can be removed without harm."""
    words = language(code)
    men = ", ".join(words.with_colour(man) + square for man, square in found.men)
    if not found.complete:
        return words.sentence("soundness: superfluous so far", men=men or words.sentence("soundness: nobody"),
                              done=found.tried, count=found.of)
    return words.sentence("soundness: superfluous", men=men) if men else words.sentence("soundness: all needed")


def _lines(soundness: Soundness, words: Language, notation: Notation,
           translate: Callable[[str], str]) -> Iterator[str]:
    solution, problem = soundness.solution, soundness.solution.problem
    for warning in problem.warnings:
        yield words.sentence("soundness: warning", text=translate(warning))
    if soundness.surplus:
        yield words.sentence("soundness: cooks", surplus=soundness.surplus,
                             moves=_named(_solutions(solution, soundness.cooks[:MAX_LISTED_DUALS], words, notation),
                                          words, solution.count))
    if soundness.missing and solution.count:
        yield words.sentence("soundness: too few", missing=soundness.missing)
    if soundness.short:
        yield words.sentence("soundness: short",
                             moves=_named(_solutions(solution, soundness.short[:MAX_LISTED_DUALS], words, notation),
                                          words, len(soundness.short)))
    for kind in DualKind:
        duals = [dual for dual in soundness.duals if dual.kind is kind]
        for dual in duals[:MAX_LISTED_DUALS]:
            position = _after(problem, dual.line)
            if kind is DualKind.THREATS:
                position = position.pass_turn()
            yield words.sentence(f"soundness: {kind.value}", line=_variation(problem, dual.line, words, notation),
                                 moves=_named([_told(position, move, words, notation) for move in dual.moves], words))
        if len(duals) > MAX_LISTED_DUALS:
            yield words.sentence("soundness: more", count=len(duals) - MAX_LISTED_DUALS)
    for remark in soundness.remarks:
        yield words.sentence(f"soundness: {remark.value}", move=_written(problem, solution.keys[:1], words, notation))
    if soundness.set_play and solution.tree:
        yield words.sentence("soundness: set play", count=soundness.set_play.answered,
                             changed=soundness.set_play.changed)
    elif soundness.set_play:
        yield words.sentence("soundness: set lines", count=soundness.set_play.answered)


def _named(texts: list[str], words: Language, count: int = 0) -> str:
    """The first texts as a list, and the number of the others; `count`: that of all, if `texts` are not all."""
    count = max(count, len(texts))
    left = count - MAX_LISTED_DUALS
    more = [words.sentence("soundness: more", count=left)] if left > 0 else []
    return ", ".join([*texts[:MAX_LISTED_DUALS], *more])


def _certificate(soundness: Soundness, words: Language) -> str:
    said = words.sentence(f"soundness: {soundness.tested.value}", program=soundness.program, version=soundness.version,
                          count=soundness.solution.count,
                          constraints=words.clauses(soundness.solution.problem.constraints.texts))
    settings = []
    if soundness.settings.get("set_play"):
        settings.append(words.sentence("soundness: set"))
    if soundness.settings.get("refutations"):
        settings.append(words.sentence("soundness: refutations", count=soundness.settings["refutations"]))
    for limit in ("threat", "max_flights", "non_trivial"):
        if limit in soundness.settings:
            settings.append(words.sentence(f"soundness: {limit.replace('_', ' ')}", count=soundness.settings[limit]))
    return said + (words.sentence("soundness: with", settings=", ".join(settings)) if settings else "")


def _after(problem: Problem, line: UciLine) -> Position:
    """The position after a line of a battle."""
    position = Position(problem.genre, problem.start)
    for move in line:
        position = position.play(move)
    return position


def _solutions(solution: Solution, lines: Sequence[UciLine], words: Language, notation: Notation) -> list[str]:
    """Keys as moves, lines of help and series play with the numbers of their moves."""
    if solution.tree is not None:
        return [_written(solution.problem, line, words, notation) for line in lines]
    writer, long = LineWriter(solution, words, notation), notation is Notation.LONG

    def told(ply: Ply) -> str:
        return ply.number + (f"{ply.text} {ply.sign}".rstrip() if long else typeset(ply.text, ply.sign))

    return [" ".join(map(told, writer.written(line).plies)) for line in lines]


def _variation(problem: Problem, line: UciLine, words: Language, notation: Notation) -> str:
    """A line of a battle with the numbers of its moves: "1.Qa2-a3 Kb8-a8", "1...Kb8-a8" after a key played before."""
    told, first = [], int(problem.is_post_key)
    for ply, move in enumerate(LinePlayer(problem).moves(line), first):
        number = f"{ply // 2 + 1}." if ply % 2 == 0 else "1..." if ply == first else ""
        told.append(number + _told(move.position, move.uci, words, notation))
    return " ".join(told)


def _written(problem: Problem, line: UciLine, words: Language, notation: Notation) -> str:
    """A line."""
    return " ".join(_told(move.position, move.uci, words, notation) for move in LinePlayer(problem).moves(line))


def _told(position: Position, uci: str, words: Language, notation: Notation) -> str:
    """A move; without a sign if only the goal makes it legal."""
    move, after = last_move(position, uci)
    if notation is Notation.LONG:
        return moves.long(position, move, words, signs=after.is_valid())
    state = position.sign_after(uci) if after.is_valid() else ""
    sign = words.long_win if state == "win" else words.signs.get(state, "")
    return typeset(notation.text(position, move, words), sign)
