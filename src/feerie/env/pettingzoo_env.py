"""A game for two learners, as an environment of PettingZoo.

    >>> from feerie.env.pettingzoo_env import env
    >>> game = env("rollerball")
    >>> game.reset(seed=1)
    >>> observation, reward, termination, truncation, info = game.last()
    >>> sorted(observation)
    ['action_mask', 'observation']

The agents are "player_0", who has White, and "player_1". An observation is the planes and the mask of Batch, from the
side to move; the mask of the agent that is not to move is empty.
"""
from __future__ import annotations

from typing import Any

from feerie.base.extras import missing
from feerie.env.batch import Batch, Start
from feerie.rules.genre import Genre

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
except ImportError as error:
    raise ImportError(missing(error.name or "pettingzoo", "rl")) from None

__all__ = ["GameEnv", "env"]

AGENTS = "player_0", "player_1"
"""White and Black, as PettingZoo names agents."""


def env(genre: Genre | str, **options: Any) -> Any:
    """A GameEnv in PettingZoo's usual wrappers: an illegal action loses the game, its agent getting -1.

    `options`: those of GameEnv.
    """
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(
        TerminateIllegalWrapper(GameEnv(genre, **options), illegal_reward=-1)))


class GameEnv(AECEnv):
    """A game of a genre, from the game array or `start`; one of `most_plies` is truncated. Arguments as of Batch."""

    metadata = {"name": "feerie_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, genre: Genre | str, *, start: Start | None = None, most_plies: int = 1024,
                 render_mode: str | None = None) -> None:
        super().__init__()
        self.batch = Batch(genre, 1, start=start, most_plies=most_plies)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        shape = self.batch.plane_shape
        self._observation_space = spaces.Dict({
            "observation": spaces.Box(0, 255, shape, np.uint8),
            "action_mask": spaces.Box(0, 1, (self.batch.action_count,), np.int8)})
        self._action_spaces = {agent: spaces.Discrete(self.batch.action_count) for agent in AGENTS}
        self._begin()

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees."""
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self._action_spaces[agent]

    def _begin(self) -> None:
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[self.batch.turns[0]]
        self.rewards, self._cumulative_rewards = (dict.fromkeys(AGENTS, 0.0) for _ in range(2))
        self.terminations, self.truncations = (dict.fromkeys(AGENTS, False) for _ in range(2))
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew. Nothing in a game is random, so the seed does not matter."""
        self.batch.reset()
        self._begin()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: the planes, and the mask of its legal actions."""
        mask = self.batch.legal_mask()[0].astype(np.int8)
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": self.batch.observe()[0].copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is, None if its game is over. ArgumentError if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.batch.step([action])
        ended, cut = bool(self.batch.ended[0]), bool(self.batch.cut[0])
        for number, name in enumerate(AGENTS):
            self.rewards[name] = float(self.batch.rewards[0, number])
            self.terminations[name], self.truncations[name] = ended and not cut, cut
        self.agent_selection = AGENTS[self.batch.turns[0]]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text, in the render mode "ansi"."""
        return str(self.batch.position(0)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is to be closed."""
