"""A game for one learner against an opponent, as an environment of Gymnasium.

    >>> from feerie.env.gymnasium_env import OpponentEnv
    >>> game = OpponentEnv("rollerball", opponent="casual", side="white")
    >>> planes, info = game.reset(seed=1)
    >>> planes.shape, int(info["action_mask"].sum())
    ((15, 7, 7), 7)
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feerie.base.errors import ArgumentError
from feerie.base.extras import missing
from feerie.env.batch import Batch, Start
from feerie.game.engine import Engine
from feerie.game.position import Position
from feerie.rules.genre import Genre

try:
    import numpy as np
    from gymnasium import Env, spaces
except ImportError as error:
    raise ImportError(missing(error.name or "gymnasium", "rl")) from None

__all__ = ["OpponentEnv"]

Opponent = Callable[[Position], str]
MOST_DEPTH = 10
"""Plies that a level looks ahead at most; all but full strength look less far."""


class OpponentEnv(Env):
    """A game of a genre from the side of the learner; the opponent's replies are part of each step.

    `opponent`: "random", the name or number of a level of the engine (feerie.engine.levels), or a function from a
    position to the UCI text of a move. `side`: the learner's, "white", "black", or "random". Others: see Batch.

    An observation is the planes of Batch; `info["action_mask"]` marks the legal actions. The reward is 1 for a win, -1
    for a loss, 0 otherwise. An illegal action loses the game.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(self, genre: Genre | str, *, opponent: str | int | Opponent = "random",
                 side: str = "random", start: Start | None = None, most_plies: int = 1024,
                 render_mode: str | None = None) -> None:
        if side not in ("white", "black", "random"):
            raise ArgumentError("side must be 'white', 'black' or 'random', not {}", repr(side))
        self.batch = Batch(genre, 1, start=start, most_plies=most_plies)
        self.render_mode, self._wanted, self._side, self._lost = render_mode, side, 0, False
        self._opponent: Opponent | None = None
        self._engine: Engine | None = None
        if callable(opponent):
            self._opponent = opponent
        elif opponent != "random":
            self._engine = Engine(hash_mb=1, level=opponent)
        self.action_space = spaces.Discrete(self.batch.action_count)
        self.observation_space = spaces.Box(0, 255, self.batch.plane_shape, np.uint8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin anew. The seed is that of a random side and of the opponent."""
        super().reset(seed=seed)
        self.batch.reset()
        self._lost = False
        if self._engine:
            self._engine.seed = int(self.np_random.integers(1 << 31))
        self._side = int(self.np_random.integers(2)) if self._wanted == "random" else int(self._wanted == "black")
        self._reply()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action and the opponent's reply."""
        if self._lost or self.batch.ended[0] or not self.batch.legal_mask()[0, int(action)]:
            self._lost = True
            return self._seen()[0], -1.0, True, False, self._seen()[1]
        self.batch.step([int(action)])
        self._reply()
        cut = bool(self.batch.cut[0])
        planes, info = self._seen()
        return planes, float(self.batch.rewards[0, self._side]), bool(self.batch.ended[0]) and not cut, cut, info

    def _reply(self) -> None:
        """Let the opponent move, if it is its turn and the game goes on."""
        if self.batch.ended[0] or self.batch.turns[0] == self._side:
            return
        if self._engine:
            best = self._engine.search(self.batch.position(0), depth=MOST_DEPTH).best
            assert best is not None
            action = self.batch.action(0, best.uci())
        elif self._opponent:
            action = self.batch.action(0, self._opponent(self.batch.position(0)))
        else:
            action = self.np_random.choice(self.batch.legal_actions(0))
        self.batch.step([action])

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        return self.batch.observe()[0].copy(), {"action_mask": self.batch.legal_mask()[0].astype(np.int8)}

    def render(self) -> str | None:
        """The board as text, in the render mode "ansi"."""
        return str(self.batch.position(0)) if self.render_mode == "ansi" else None
