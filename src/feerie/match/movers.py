"""Players who do not search: a random mover and a one-ply mover."""
from __future__ import annotations

import random
import threading
from collections.abc import Mapping
from functools import lru_cache
from statistics import fmean

from feerie.engine.general_weights import arrivals
from feerie.engine.weights import Scale
from feerie.game.game import Game
from feerie.game.position import Position
from feerie.match.player import Allowance, Choice, Player
from feerie.rules.along import RIDE, lines_of
from feerie.rules.genre import Genre, Man
from feerie.rules.move import Move
from feerie.rules.unit import letter_of

__all__ = ["OnePlyMover", "RandomMover", "mobility_values"]


class RandomMover(Player):
    """Every legal move is as likely as any other. The same seed and number of the game give the same moves."""

    def __init__(self, genre: Genre, seed: str) -> None:
        super().__init__(genre)
        self._seed = seed
        self._chance = random.Random(seed)

    def begin(self, number: int) -> None:
        """The moves of a game depend only on the seed, the number, and the moves of the other player."""
        self._chance = random.Random(f"{self._seed}:{number}")

    def choose(self, game: Game, allowance: Allowance, stop: threading.Event) -> Choice:
        """One of the legal moves."""
        return Choice(self._chance.choice(sorted(move.uci() for move in game.position.legal_moves)))


class OnePlyMover(RandomMover):
    """Looks at its own moves only: ends the game if it can, else takes and promotes for the most material.

    Among equal moves it chooses at random; moves that stalemate come last. The values of the men are `mobility_values`.
    """

    def __init__(self, genre: Genre, seed: str) -> None:
        super().__init__(genre, seed)
        self._values = mobility_values(genre)

    def choose(self, game: Game, allowance: Allowance, stop: threading.Event) -> Choice:
        """A move of the highest value."""
        position = game.position
        values = {move.uci(): self._value(position, move) for move in position.legal_moves}
        best = max(values.values())
        return Choice(self._chance.choice(sorted(uci for uci, value in values.items() if value == best)),
                      len(values))

    def _value(self, position: Position, move: Move) -> float:
        sign = position.sign_after(move)
        if sign in ("mate", "win"):
            return float("inf")
        if sign == "stalemate":
            return float("-inf")
        gain = self._values[letter_of(move.captured)] if move.captured else 0.0
        if not move.promotion:
            return gain
        return gain + self._values[letter_of(move.promotion)] - self._values[letter_of(move.partner_man or move.man)]


@lru_cache(maxsize=64)
def mobility_values(genre: Genre) -> Mapping[str, float]:
    """What the men are worth, by letter: the mean number of squares that a man can go to on the empty board.

    Men that need others to go anywhere are counted as if each square were empty with the probability of the engine's
    `Scale`.
    """
    return {man.letter: fmean(_reached(genre, man, side, origin) for side in (0, 1)
                              for origin in sorted(man.region[side] if man.region else genre.board.squares))
            for man in genre.men}


def _reached(genre: Genre, man: Man, side: int, origin: int) -> float:
    """The number of squares that a man can go to from a square."""
    lines = [line for movement, _ in man.moves for line in lines_of(movement, genre.board, origin, side)]
    return len({square for line, along in lines if along == RIDE for square in line}) + sum(
        sum(arrivals(along, len(line), Scale.empty)) for line, along in lines if along != RIDE)
