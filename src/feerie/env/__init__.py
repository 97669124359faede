"""Environments: many games at once for learning, and the classes of Gymnasium and PettingZoo (docs/environments.md).

    >>> from feerie.env import Batch        # needs the extra env
    >>> batch = Batch("rollerball", 2, seed=1)
    >>> batch.step(batch.sample()).tolist()
    [False, False]

`gymnasium_env` and `pettingzoo_env` need the extra rl.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from feerie.env.batch import Batch

__all__ = ["Batch"]


def __getattr__(name: str) -> Any:
    if name == "Batch":
        from feerie.env.batch import Batch
        return Batch
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
