# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Replays lines of moves given as UCI texts: what each move is, and what the position after it is.

For the solutions of help and series play: there may be millions of lines, sorted, so that each line begins like the one
before it.
"""
from __future__ import annotations

from collections.abc import Sequence

from feerie.kernel.verdict import VERDICTS, Judge, PositionVerdict

__all__ = ["Replay", "gives_check", "verdict_after"]

VERDICT_SHIFT, CHECK_SHIFT = 48, 51
SHORT_LINE = 30
"""Moves for which there is room from the start."""


def verdict_after(played: int) -> PositionVerdict:
    """The verdict on the position after a move of Replay.moves."""
    return VERDICTS[played >> VERDICT_SHIFT & 7]


def gives_check(played: int) -> bool:
    """Whether a move of Replay.moves gives check."""
    return bool(played >> CHECK_SHIFT & 1)


class Replay:
    """Replays lines of one position, the one on top of a judge; not to be shared between threads."""

    def __init__(self, judge: Judge) -> None:
        self.judge = type(judge)(judge.rules, 2 * SHORT_LINE)
        self.judge.copy_from(judge)
        self.texts = judge.rules.tables.uci_texts
        self.longest, self.frames = SHORT_LINE, []
        self.found: dict[str, int] = {}     # packed moves by their texts, as they were found last

    def moves(self, line: Sequence[str], same: int) -> list[int]:
        """The moves of a line from number `same` on, counted from 0; the last line must have begun with those before.

        Each is an extended move (see packed_move), with what verdict_after and gives_check read in higher bits. A null
        move is made before a move that only the other side may make, as in series play. The list ends before the first
        move that is not legal for either side.
        """
        found: list[int] = []
        if len(line) > self.longest:
            self._make_room(len(line))
            return self.moves(line, 0)[same:]
        del self.frames[same:]
        self.judge.ensure_list()
        for number in range(same, len(line)):
            text = line[number]
            p = self.frames[number - 1] + 1 if number else 0
            move = self.find(p, text)
            if not move:
                self.judge.copy_frame(p, p + 1)
                p += 1
                self.judge.null_move(p)
                move = self.find(p, text)
                if not move:
                    break
            self.frames.append(p)
            self.judge.make(p, p + 1, move)
            verdict = self.judge.verdict_at(p + 1, 0)
            checks = self.judge.in_check_at(p + 1, self.judge.frames[p + 1].turn)
            found.append(self.judge.extended(p, move) | verdict << VERDICT_SHIFT | checks << CHECK_SHIFT)
        self.judge.release_list()
        return found

    def find(self, p: int, text: str) -> int:
        """The legal move at p that has this text, 0 if there is none."""
        if self.judge.run_flags[0] and self.judge.king_run_won(p):
            return 0
        end = self.judge.list_legal(p, 0)
        if self.judge.out_of_memory:
            raise MemoryError
        found = self.found.get(text, 0)
        for i in range(end):
            if self.judge.list[i] == found:
                return found
        for i in range(end):
            if self.texts[self.judge.list[i]] == text:
                self.found[text] = self.judge.list[i]
                return self.judge.list[i]
        return 0

    def _make_room(self, longest: int) -> None:
        """Make room for lines of this many moves, with a null move before each."""
        self.judge.ply = 0
        judge = type(self.judge)(self.judge.rules, 2 * longest)
        judge.copy_from(self.judge)
        self.judge, self.longest, self.frames = judge, longest, []
