"""A program of the XBoard protocol as an engine. Source: as in `xboard_player`."""
from __future__ import annotations

import re
from collections.abc import Generator

from feerie.base.errors import ArgumentError, Error
from feerie.game.analysis import Analysis, Limit, Line, Score
from feerie.game.position import Position
from feerie.match.player import Allowance
from feerie.match.program_engine import ProgramEngine, ProgramRun, Question, illegal, moves_read, next_words, result
from feerie.match.program_player import READY_SECONDS, ProgramPlayer
from feerie.match.xboard_player import XboardPlayer
from feerie.rules.genre import Genre

__all__ = ["XboardEngine"]

MATE_SHOWN = 100_000
"""A score of MATE_SHOWN + n is a mate in n moves (section 10 of the description)."""
ANY_DEPTH = 99
UNLIMITED = 86_400
"""Seconds for a search that is not limited by time."""
_SHOWN = re.compile(r"(\d{1,4})\S? +(-?\d{1,9}) +(\d{1,12}) +(\d{1,18})(?: +(.*))?")
_MOVE_NUMBER = re.compile(r"\d+\.+")


class XboardEngine(ProgramEngine):
    """A program of the XBoard protocol that is asked for the best move, with the methods of `Engine`.

    The protocol has limits by time and depth, and one line: ArgumentError for nodes, mate, more lines, or some moves
    only. A program that shows no line plays a move all the same.
    """

    def _new_player(self, genre: Genre) -> ProgramPlayer:
        return XboardPlayer(genre, self.command, self.options)

    def _check(self, question: Question) -> None:
        limit = question.limit
        if limit.nodes is not None or limit.mate is not None or question.multipv > 1 or question.moves is not None:
            raise ArgumentError("the XBoard protocol has limits by time and depth, and one line")

    def _ask(self, player: ProgramPlayer, run: ProgramRun) -> Generator[Analysis, None, None]:
        assert isinstance(player, XboardPlayer)
        question = run.question
        player.begin(1)
        process = player.running
        if question.limit.seconds is None and not question.limit.clock:
            process.send(f"st {UNLIMITED}")         # what an earlier search was given would hold on
        player.prepare(question.game, _allowance(question.limit))
        process.send("post")
        process.send("go")
        run.begin(lambda: process.send("?"))
        last = None
        while not self._is_end(words := next_words(process, run)):
            if shown := _shown(question.position, " ".join(words)):
                last = shown
                yield shown
            if question.limit.seconds is not None and run.elapsed() > question.limit.seconds and not run.stopped:
                run.stop()
        process.send("force")
        text = words[-1] if words[1:2] == ["..."] else words[1]
        try:
            best = question.position.parse(text)
        except Error:
            raise illegal(text) from None
        yield result(question, last, best, run.elapsed())

    def _is_end(self, words: list[str]) -> bool:
        return (words[:1] == ["move"] and len(words) > 1) or (len(words) == 3 and words[1] == "...")


def _allowance(limit: Limit) -> Allowance:
    """The limits as the players have them; without one, the deepest search."""
    if limit.clock:
        return Allowance(READY_SECONDS, clocks=(limit.clock, limit.clock))
    if limit.depth is not None or limit.seconds is None:
        return Allowance(READY_SECONDS, depth=limit.depth or ANY_DEPTH)
    return Allowance(READY_SECONDS, seconds=limit.seconds)


def _shown(position: Position, line: str) -> Analysis | None:
    """What a line of thinking says: depth, score, hundredths of a second, nodes, moves; None for other lines."""
    found = _SHOWN.fullmatch(line)
    if found is None:
        return None
    depth, value, time, nodes = (int(found[number]) for number in range(1, 5))
    texts = [word for word in (found[5] or "").split() if not _MOVE_NUMBER.fullmatch(word)]
    moves = moves_read(position, texts, lambda where, text: where.parse(text))
    score = Score(value) if abs(value) <= MATE_SHOWN else \
        Score(mate=value - MATE_SHOWN if value > 0 else value + MATE_SHOWN)
    return Analysis((Line(score, moves, position),), depth, depth, nodes, time / 100) if moves else None
