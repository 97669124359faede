"""A batch of games: arrays of actions go in, arrays of planes, masks and rewards come out."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feerie import genres
from feerie.base.errors import ArgumentError, require_whole
from feerie.base.extras import missing
from feerie.env.fast_games import FastGames
from feerie.env.list_games import ListGames
from feerie.game.position import Position
from feerie.game.status import Outcome
from feerie.kernel.general_tables import takes_general_path
from feerie.rules.chess960 import castling_of, require_like
from feerie.rules.genre import Genre
from feerie.rules.unit import kind_texts

try:
    import numpy as np
except ImportError:
    raise ImportError(missing("numpy", "env")) from None

__all__ = ["Batch"]

Array = Any
"""A numpy.ndarray; numpy need not be installed where types are checked."""
Start = Position | str
MOST_GAMES, MOST_PLIES = 1 << 24, 30_000


class Batch:
    """`n` games of a genre, played at the same time; they have begun.

    `genre`: a Genre or its name. `seed`: of the random moves of `sample`; those of game i do not depend on how many
    games there are. `start`: a position or FEN with which the games begin, or one for each of them; None for the game
    array. `most_plies`: a game of this length is cut off, without a reward.

    A draw that a player may claim ends a game, as if it were claimed: in orthodox chess the third occurrence of a
    position, and fifty moves without a capture or pawn move. All else is as in Game.

    These arrays tell, after every change, one item a game; they are the same arrays every time. `turns`: the side to
    move, 0 White, 1 Black. `ended`: whether the game has ended. `cut`: whether it ended only by its length. `rewards`:
    a row of two, for White and for Black: 1 for a win, -1 for a loss, 0 otherwise.

    Raises GenreError, FenError or ArgumentError for arguments that make no sense, an illegal position among them, and
    MemoryError for more than there is memory for: a position of a game takes 108 bytes. Belongs to one thread at a
    time; others run while it computes.
    """

    def __init__(self, genre: Genre | str, n: int, seed: int = 0, *, start: Start | Sequence[Start] | None = None,
                 most_plies: int = 1024) -> None:
        self._make(genres.genre_of(genre), n, most_plies)
        require_whole(seed=seed)
        for i, position in enumerate(self._beginnings(start)):
            self._games.begin_with(i, position, _mixed(seed, i))
        self.reset()

    def _make(self, genre: Genre, n: int, most_plies: int) -> None:
        require_whole(n=n, most_plies=most_plies)
        for name, value, most in (("n", n, MOST_GAMES), ("most_plies", most_plies, MOST_PLIES)):
            if not 1 <= value <= most:
                raise ArgumentError("{} must be between {} and {}, and is {}", name, 1, most, value)
        self.genre, self.most_plies = genre, most_plies
        # In Chess960 a castling and a step of the king may have the same squares, and each game has its own.
        path = ListGames if takes_general_path(genre) or castling_of(genre) else FastGames
        self._games: Any = path(genre, n, most_plies)
        self._arrays = self._games.arrays
        self.turns: Array = np.zeros(n, np.uint8)
        self.ended: Array = np.zeros(n, np.bool_)
        self.cut: Array = np.zeros(n, np.bool_)
        self.rewards: Array = np.zeros((n, 2), np.float32)
        self._masks: Array = np.zeros((n, self.action_count), np.uint8)
        self._planes: Array = np.zeros((n, *self.plane_shape), np.uint8)
        self._sampled: Array = np.zeros(n, np.int32)
        self._all: Array = np.ones(n, np.uint8)
        self._reported: tuple[Array, ...] = (self.turns, self.ended.view(np.uint8), self.cut.view(np.uint8),
                                             self.rewards.reshape(-1))

    def _beginnings(self, start: Start | Sequence[Start] | None) -> list[Position]:
        """The position with which each game begins."""
        given = [start] * len(self) if start is None or isinstance(start, (Position, str)) else list(start)
        if len(given) != len(self):
            raise ArgumentError("there are {} games and {} positions to begin with", len(self), len(given))
        made: dict[Start | None, Position] = {}
        for each in given:
            if each not in made:
                position = made[each] = each if isinstance(each, Position) else Position(self.genre, each)
                require_like(position.genre, self.genre)
                if not position.is_valid():
                    raise ArgumentError("a game cannot begin with an illegal position: {}", position.fen())
        return [made[each] for each in given]

    def __len__(self) -> int:
        return len(self.turns)

    def __repr__(self) -> str:
        return f"<Batch {self.genre.name}: {len(self)} games, {int(self.ended.sum())} ended>"

    # -------------------------------------------------------------------------------------------- playing

    def reset(self, which: Array | None = None) -> None:
        """Begin anew the games that an array of booleans marks; without one, all of them."""
        self._arrays.reset(self._marked(which))
        self._report()

    def step(self, actions: Array) -> Array:
        """Play an action in each game, and return `ended`. What stands for a game that has ended is not read.

        Raises ArgumentError for an action that is not legal; then no game has moved.
        """
        actions = np.ascontiguousarray(actions, np.int32)
        if actions.shape != self.turns.shape:
            raise ArgumentError("there are {} games and {} actions", len(self), actions.size)
        bad = self._arrays.play(actions)
        if bad >= 0:
            raise ArgumentError("game {}: the action {} is not legal in {}", bad, int(actions[bad]), self.fen(bad))
        self._report()
        return self.ended

    def undo(self, which: Array | None = None) -> None:
        """Take back the last move of the games that are marked, or of all; a game that had ended goes on.

        Raises IndexError if one of them has no move to take back; then none is taken back.
        """
        if self._arrays.take_back(self._marked(which)) >= 0:
            raise IndexError("no move to take back")
        self._report()

    def sample(self) -> Array:
        """A random legal action for each game, 0 for those that have ended: always the same array."""
        self._arrays.sample(self._sampled)
        return self._sampled

    def take(self, which: Array, seed: int = 0) -> Batch:
        """A new batch of copies of some games, by number; a game may be named often, to try several moves in it."""
        chosen = np.ascontiguousarray(which, np.intp)
        if chosen.ndim != 1 or not chosen.size or chosen.min() < 0 or chosen.max() >= len(self):
            raise ArgumentError("games must be given by numbers from {} to {}", 0, len(self) - 1)
        made: Batch = self.__class__.__new__(self.__class__)
        made._make(self.genre, len(chosen), self.most_plies)
        made._games.take(self._games, chosen, [_mixed(seed, i) for i in range(len(chosen))])
        made._report()
        return made

    def _marked(self, which: Array | None) -> Array:
        if which is None:
            return self._all
        marks = np.ascontiguousarray(which, np.bool_)
        if marks.shape != self.turns.shape:
            raise ArgumentError("there are {} games and {} marks", len(self), marks.size)
        return marks.view(np.uint8)

    def _report(self) -> None:
        self._arrays.report(*self._reported)

    # ------------------------------------------------------------------------------------- what is seen

    @property
    def action_count(self) -> int:
        """How many actions there are: one more than the greatest."""
        count: int = self._games.size
        return count

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """Planes, ranks and files of the observation of one game."""
        return self._arrays.planes, self.genre.board.ranks, self.genre.board.files

    @property
    def plane_names(self) -> tuple[str, ...]:
        """What each plane shows."""
        men = kind_texts(self.genre)
        rights = [letter for letters in self._games.letters for letter in letters]
        return (*(f"own {man}" for man in men), *(f"other {man}" for man in men),
                *(f"right {letter}" for letter in rights), "en passant", "clock", "repetitions", "black", "board")

    def legal_mask(self, out: Array | None = None) -> Array:
        """A row for each game with True for its legal actions; none is legal in a game that has ended.

        `out`: an array of booleans or bytes to be filled; without one, it is the same array every time, in which only
        what was marked before is cleared.
        """
        masks = self._out(self._masks, out)
        self._arrays.fill_masks(masks.reshape(-1), out is None)
        return masks.view(np.bool_)

    def observe(self, out: Array | None = None) -> Array:
        """The planes of each game, as the side to move sees the board: `plane_names` says what they show.

        Ranks come first, from the mover's own. `out`: an array of bytes to be filled; without one, it is the same array
        every time.
        """
        planes = self._out(self._planes, out)
        self._arrays.fill_planes(planes.reshape(-1))
        return planes

    @staticmethod
    def _out(own: Array, out: Array | None) -> Array:
        if out is None:
            return own
        if out.shape != own.shape or out.dtype.itemsize != 1 or not out.flags.c_contiguous or not out.flags.writeable:
            raise ArgumentError("out must be a contiguous array of bytes of the shape {}", own.shape)
        return out.view(np.uint8)

    # -------------------------------------------------------------------------------------- single games

    def position(self, i: int) -> Position:
        """The position of game i."""
        position: Position = self._games.position(self._index(i))
        return position

    def fen(self, i: int) -> str:
        """The FEN of game i."""
        return self.position(i).fen()

    def outcome(self, i: int) -> Outcome | None:
        """How game i ended; None while it goes on, or if it was cut off."""
        outcome: Outcome | None = self._games.outcome(self._index(i))
        return outcome

    def ply(self, i: int) -> int:
        """How many moves have been played in game i."""
        ply: int = self._arrays.ply(self._index(i))
        return ply

    def legal_actions(self, i: int) -> Array:
        """The legal actions of game i, in rising order."""
        return np.sort(np.array(self._arrays.actions_of(self._index(i)), np.int32))

    def uci(self, i: int, action: int) -> str:
        """The UCI text of an action in game i; ArgumentError for a number that is no move."""
        text: str = self._games.uci(self._index(i), int(action))
        return text

    def action(self, i: int, move: str) -> int:
        """The action of a legal move of game i, in UCI, SAN or long notation; errors as in Position.parse."""
        uci = self.position(i).parse(move).uci()
        return next(int(action) for action in self.legal_actions(i) if self.uci(i, action) == uci)

    def _index(self, i: int) -> int:
        require_whole(i=i)
        if not 0 <= i < len(self):
            raise IndexError(f"no game {i}")
        return int(i)


def _mixed(seed: int, i: int) -> int:
    """The seed of game i, not 0: splitmix64 (Steele, Lea, Flood 2014), i steps after the seed."""
    full = (1 << 64) - 1
    word = seed + (i + 1) * 0x9E3779B97F4A7C15 & full
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & full
    word = (word ^ word >> 27) * 0x94D049BB133111EB & full
    return (word ^ word >> 31) or 1
