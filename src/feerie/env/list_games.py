"""Many games of any genre, whose actions are the places of moves in the list of legal moves: slow, and right.

The genres of the general path have moves that an origin and a target do not tell apart, and more kinds of men than a
fixed numbering has room for. Here every game is a Game; the face is that of `Games`, which has the fast genres.
"""
from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from feerie.base.errors import ArgumentError
from feerie.game.game import Game
from feerie.game.position import Position
from feerie.game.status import Outcome
from feerie.rules.genre import Genre
from feerie.rules.unit import kind_texts

__all__ = ["MOST_ACTIONS", "ListGames"]

MOST_ACTIONS = 1024
"""The number of actions: a position may not have more legal moves."""


class ListGames:
    """`count` games of a genre, each of `most` plies at most. Arrays are flat, as those of Games are.

    Both sides see the board as White does: rules of all kinds may tell the sides apart.
    """

    def __init__(self, genre: Genre, count: int, most: int) -> None:
        self.genre, self.count, self.most, self.size = genre, count, most, MOST_ACTIONS
        self.kinds = kind_texts(genre), kind_texts(genre, 1)
        self.squares = genre.board.size
        self.letters = tuple(sorted(genre.rights, key=str.islower) + sorted(genre.flags, key=str.islower))
        self.planes = 2 * len(self.kinds[0]) + len(self.letters) + 5
        self.starts: list[Position | None] = [None] * count
        self.games: list[Game | None] = [None] * count
        self.random = [Random() for _ in range(count)]
        self.arrays = self

    def begin_with(self, i: int, position: Position, seed: int) -> None:
        """Let game i begin with a position; its random moves follow from the seed."""
        self.starts[i] = position
        self.random[i].seed(seed)

    def reset(self, which: Any) -> None:
        """Begin anew the games that are marked."""
        for i in range(self.count):
            if which[i]:
                self.games[i] = Game(self.genre, self.starts[i])

    def game(self, i: int) -> Game:
        """The game, which has begun."""
        game = self.games[i]
        assert game is not None
        return game

    def play(self, actions: Any) -> int:
        """Play an action in each game that goes on, or none at all: the first game in which it is not legal, else -1.
        """
        active = [i for i in range(self.count) if self.move_count(i)]
        bad = next((i for i in active if not 0 <= actions[i] < self.move_count(i)), -1)
        for i in active if bad < 0 else ():
            game = self.game(i)
            game.push(game.position.legal_moves[int(actions[i])])
        return bad

    def take_back(self, which: Any) -> int:
        """Take back the last move of each game that is marked, or none at all: the first game without one, else -1."""
        marked = [i for i in range(self.count) if which[i]]
        bad = next((i for i in marked if not len(self.game(i))), -1)
        for i in marked if bad < 0 else ():
            self.game(i).pop()
        return bad

    def take(self, other: ListGames, which: Sequence[int], seeds: Sequence[int]) -> None:
        """Make each game a copy of one of other games of the genre."""
        for i in range(self.count):
            game = other.game(which[i])
            self.starts[i] = game.start
            self.games[i] = Game(self.genre, game.start, moves=game.moves)
            self.random[i].seed(seeds[i])

    def outcome(self, i: int) -> Outcome | None:
        """How game i ended by the rules; draws that a player may claim count."""
        return self.game(i).outcome(claim_draw=True, announced=False)

    def is_cut(self, i: int) -> bool:
        """Whether game i ended only by its length."""
        return len(self.game(i)) >= self.most and self.outcome(i) is None

    def move_count(self, i: int) -> int:
        """How many legal moves game i has; 0 if it has ended. ArgumentError for more than MOST_ACTIONS."""
        if self.outcome(i) is not None or len(self.game(i)) >= self.most:
            return 0
        count = len(self.game(i).position.legal_moves)
        if count > MOST_ACTIONS:
            raise ArgumentError("game {} has {} legal moves; environments take {} at most", i, count, MOST_ACTIONS)
        return count

    def report(self, turns: Any, ended: Any, cut: Any, rewards: Any) -> None:
        """Whose turn it is, which games have ended, which of them only by their length, and the points of both sides.
        """
        for i in range(self.count):
            outcome = self.outcome(i)
            turns[i], cut[i] = self.game(i).position.turn.number, self.is_cut(i)
            ended[i] = cut[i] or outcome is not None
            winner = outcome.winner if outcome else None
            rewards[2 * i] = 0 if winner is None else 1 if winner.number == 0 else -1
            rewards[2 * i + 1] = -rewards[2 * i]

    def sample(self, actions: Any) -> None:
        """A random legal action for each game, 0 for those that have ended."""
        for i in range(self.count):
            count = self.move_count(i)
            actions[i] = self.random[i].randrange(count) if count else 0

    def fill_masks(self, masks: Any, own: bool) -> None:
        """A row of `size` bytes for each game: 1 for legal actions, 0 for others."""
        masks[:] = 0
        for i in range(self.count):
            masks[i * self.size:i * self.size + self.move_count(i)] = 1

    def fill_planes(self, planes: Any) -> None:
        """A row of `planes` times `squares` bytes for each game; what they mean is in batch.plane_names."""
        planes[:] = 0
        for i in range(self.count):
            start = i * self.planes * self.squares
            self._draw(i, planes[start:start + self.planes * self.squares])

    def _draw(self, i: int, row: Any) -> None:
        position, squares = self.game(i).position, self.squares
        us, setup = position.turn.number, position.setup
        for square, man in setup.pieces:
            for side in (0, 1):
                if man in self.kinds[side]:     # a neutral man is one of both
                    plane = self.kinds[side].index(man) + (len(self.kinds[0]) if side != us else 0)
                    row[plane * squares + square] = 1
        plane = 2 * len(self.kinds[0])
        for number, letter in enumerate(self.letters):
            held = setup.rights if number < len(self.genre.rights) else setup.flags
            row[plane * squares:(plane + 1) * squares] = letter in held
            plane += 1
        if setup.en_passant is not None:
            row[plane * squares + setup.en_passant] = 1
        values = min(position.halfmove_clock, 255), min(self.game(i).repetitions() - 1, 255), us
        for number, value in enumerate(values, plane + 1):
            row[number * squares:(number + 1) * squares] = value
        for square in self.genre.board.squares:
            row[(plane + 4) * squares + square] = 1

    def ply(self, i: int) -> int:
        """How many moves have been played in game i."""
        return len(self.game(i))

    def position(self, i: int) -> Position:
        """The position on top of game i."""
        return self.game(i).position

    def actions_of(self, i: int) -> list[int]:
        """The legal actions of game i."""
        return list(range(self.move_count(i)))

    def uci(self, i: int, action: int) -> str:
        """The UCI text of an action of game i; ArgumentError if it is not legal."""
        if not 0 <= action < self.move_count(i):
            raise ArgumentError("{} is not the number of a move", action)
        return self.game(i).position.legal_moves[action].uci()
