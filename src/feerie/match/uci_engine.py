"""A UCI program as an engine: searches, analyses that are shown as they grow, several lines.

Source: as in `uci_player`.
"""
from __future__ import annotations

from collections.abc import Generator, Sequence

from feerie.base.errors import EngineError, Error
from feerie.game.analysis import Analysis, Limit, Line
from feerie.game.position import Position
from feerie.match.program_engine import ProgramEngine, ProgramRun, Question, illegal, moves_read, next_words, result
from feerie.match.program_player import READY_SECONDS, ProgramPlayer
from feerie.match.uci_info import before_text, number_after, score_of
from feerie.match.uci_player import UciPlayer
from feerie.notation.moves import parse_uci
from feerie.rules.genre import Genre
from feerie.rules.move import Move

__all__ = ["UciEngine"]

class UciEngine(ProgramEngine):
    """A UCI program that is asked for the best move, with the methods of `Engine`.

    `options` as in a match: UCI_Elo sets UCI_LimitStrength unless that is given too. EngineError if several lines are
    asked for and the program has no option MultiPV.
    """

    def _new_player(self, genre: Genre) -> ProgramPlayer:
        return UciPlayer(genre, self.command, self.options)

    def _check(self, question: Question) -> None:
        return

    def _ask(self, player: ProgramPlayer, run: ProgramRun) -> Generator[Analysis, None, None]:
        assert isinstance(player, UciPlayer)
        question, process = run.question, player.running
        if question.multipv > 1 and not player.has_option("MultiPV"):
            raise EngineError("{} has no option {}", repr(self.command[0]), repr("MultiPV"))
        if player.has_option("MultiPV"):
            process.send(f"setoption name MultiPV value {question.multipv}")
        process.send("isready")
        process.wait_for("readyok", READY_SECONDS)
        process.send(_position(question))
        process.send(_go(question))
        run.begin(lambda: process.send("stop"))
        lines = _Lines(question)
        while not self._is_end(words := next_words(process, run)):
            if words[:1] == ["info"] and (shown := lines.take(before_text(words))):
                yield shown
        text = words[1].lower() if len(words) > 1 else ""
        try:
            best = parse_uci(question.position, text)
        except Error:
            raise illegal(text) from None
        yield result(question, lines.last(), best, run.elapsed())


    def _is_end(self, words: list[str]) -> bool:
        return words[:1] == ["bestmove"]


def _position(question: Question) -> str:
    moves = " ".join(move.uci() for move in question.game.moves)
    return f"position fen {question.game.start.fen()}{f' moves {moves}' if moves else ''}"


def _go(question: Question) -> str:
    limit = question.limit
    words = ["go"]
    if limit.clock:
        clock = limit.clock
        seconds, increment = max(1, int(1000 * clock.seconds)), int(1000 * clock.increment)
        words += [f"wtime {seconds} btime {seconds} winc {increment} binc {increment}"]
        words += [f"movestogo {clock.moves}"] if clock.moves else []
    if limit.seconds is not None:
        words += [f"movetime {max(1, int(1000 * limit.seconds))}"]
    words += [f"{name} {value}" for name, value in (("depth", limit.depth), ("nodes", limit.nodes),
                                                    ("mate", limit.mate)) if value is not None]
    if limit == Limit():
        words += ["infinite"]
    if question.moves is not None:
        words += ["searchmoves", *(move.uci() for move in question.moves)]
    return " ".join(words)


class _Lines:
    """The lines that a program has shown: of an iteration as many as it was asked for, the best one first."""

    def __init__(self, question: Question) -> None:
        self._position: Position = question.position
        self._wanted = min(question.multipv, len(question.moves or question.position.legal_moves))
        self._lines: dict[int, Line] = {}
        self._numbers: dict[str, int] = {}
        self._last: Analysis | None = None

    def take(self, words: Sequence[str]) -> Analysis | None:
        """Note an `info`; what it completes, None if lines of the iteration are still to come."""
        for name in ("depth", "seldepth", "nodes", "time", "hashfull"):
            if (value := number_after(words, name)) is not None:
                self._numbers[name] = value
        score, moves = score_of(words), self._moves(words)
        if score is None or not moves:
            return None
        place = number_after(words, "multipv") or 1
        if place == 1:
            self._lines.clear()
        self._lines[place] = Line(score, moves, self._position)
        if list(self._lines) == list(range(1, len(self._lines) + 1)):
            self._last = self._analysis()
            return self._last if place >= self._wanted else None
        return None

    def last(self) -> Analysis | None:
        """What was shown last, with the numbers told since then; None if there was no line."""
        return self._last and Analysis(self._last.lines, self._last.depth, self._last.selective_depth,
                                       self._numbers.get("nodes", 0), 0.0, self._numbers.get("hashfull", 0))

    def _analysis(self) -> Analysis:
        numbers = self._numbers
        depth = numbers.get("depth", 0)
        return Analysis(tuple(self._lines.values()), depth, numbers.get("seldepth", depth), numbers.get("nodes", 0),
                        numbers.get("time", 0) / 1000, numbers.get("hashfull", 0))

    def _moves(self, words: Sequence[str]) -> tuple[Move, ...]:
        if "pv" not in words:
            return ()
        return moves_read(self._position, words[words.index("pv") + 1:], parse_uci)
