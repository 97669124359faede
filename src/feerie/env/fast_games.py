"""Games of a genre of the fast path: the compiled `arrays`, and what values of the library say of them."""
from __future__ import annotations

from collections.abc import Sequence

from feerie.env.games import Games, right_planes
from feerie.env.numbering import numbering_of
from feerie.game.position import Position, judge_of, position_of
from feerie.game.status import Outcome, Reason
from feerie.kernel.judges import new_judge
from feerie.kernel.verdict import compiled_rules
from feerie.rules.genre import Genre
from feerie.rules.side import SIDES

__all__ = ["FastGames"]

REASONS = (None, Reason.CHECKMATE, Reason.STALEMATE, Reason.KING_RUN, Reason.REPETITION, Reason.MOVE_RULE,
           Reason.DEAD_MATERIAL, None)
"""By the numbers of games.pxd; a game that was cut off has no reason."""
LONGEST_CLOCK = 30_000


class FastGames:
    """`count` games of a genre of the fast path, each of `most` plies at most."""

    def __init__(self, genre: Genre, count: int, most: int) -> None:
        self.genre, self.numbering = genre, numbering_of(genre)
        self.size = self.numbering.size
        rules = compiled_rules(genre)
        self.arrays = Games(new_judge(rules, 2), self.numbering, count, most)
        self.letters = tuple(letter for letter, *_ in right_planes(self.numbering))
        self._judge = new_judge(rules, 2)
        self._starts: list[Position | None] = [None] * count

    def begin_with(self, i: int, position: Position, seed: int) -> None:
        """Let game i begin with a position; its random moves follow from the seed."""
        self._starts[i] = position
        self.arrays.begin_with(i, judge_of(position), min(position.halfmove_clock, LONGEST_CLOCK))
        self.arrays.sow(i, seed)

    def take(self, other: FastGames, which: Sequence[int], seeds: Sequence[int]) -> None:
        """Make each game a copy of one of other games of the genre."""
        self._starts = [other._starts[i] for i in which]
        self.arrays.take(other.arrays, which)
        for i, seed in enumerate(seeds):
            self.arrays.sow(i, seed)

    def position(self, i: int) -> Position:
        """The position on top of game i."""
        start = self._starts[i]
        assert start is not None
        self.arrays.load_top(i, self._judge)
        moves = start.fullmove_number + (self.arrays.ply(i) + start.turn.number) // 2
        return position_of(self._judge, start, self.arrays.clock(i), moves)

    def outcome(self, i: int) -> Outcome | None:
        """How game i ended by the rules."""
        reason, winner = REASONS[self.arrays.reason(i)], self.arrays.winner(i)
        return None if reason is None else Outcome(reason, SIDES[winner] if winner < 2 else None)

    def uci(self, i: int, action: int) -> str:
        """The UCI text of an action of the side to move in game i; ArgumentError for a number that is no move."""
        return self.numbering.uci(action, self._side(i))

    def _side(self, i: int) -> int:
        self.arrays.load_top(i, self._judge)
        return self._judge.turn
