"""How positions and games show themselves in notebooks: a hook which drawing, a layer above, is registered with.

    register(lambda position, last_move: draw(position, last_move=last_move))
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:       # `import feerie` loads this module, and should load nothing else
    from feerie.rules.move import Move

__all__ = ["Drawer", "register", "svg"]

Drawer = Callable[[Any, "Move | None"], str]
"""Makes the text of an SVG drawing of a position, the last move marked (None: there is none)."""

_registered: list[Drawer] = []


def register(drawer: Drawer) -> None:
    """Draw with this from now on."""
    _registered[:] = [drawer]


def svg(position: object, last_move: Move | None = None) -> str | None:
    """The drawing of a position; None where nothing is registered that draws."""
    return _registered[0](position, last_move) if _registered else None
