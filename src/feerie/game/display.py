"""How values are displayed and explained: hooks with which layers above are registered.

    register(lambda position, last_move, arrows: draw(position, last_move=last_move, arrows=arrows))
    register_views(text=full_text, html=notebook_html)
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:       # `import feerie` loads this module, and should load nothing else
    from feerie.game.explanation import Explanation
    from feerie.rules.move import Move

__all__ = ["Drawer", "Explainer", "View", "explanation", "html", "register", "register_explainer", "register_views",
           "svg", "text"]

Drawer = Callable[[Any, "Move | None", Sequence[tuple[str, str, str]]], str]
"""Draws a position as SVG text, with the last move marked (None: there is none) and with arrows."""
View = Callable[[Any], str]
"""Makes the text or the HTML by which a solution, a problem or an analysis is displayed."""

Explainer = Callable[[Any, Any, Any], "Explanation"]
"""Explains a move of a position, or without one the position, in a language: why/explain.py."""

_registered: list[Drawer] = []
_explainers: list[Explainer] = []
_views: dict[str, View] = {}


def register(drawer: Drawer) -> None:
    """Draw with this function from now on."""
    _registered[:] = [drawer]


def register_views(*, text: View, html: View) -> None:
    """Display values with these functions from now on."""
    _views.update(text=text, html=html)


def register_explainer(explainer: Explainer) -> None:
    """Explain with this function from now on."""
    _explainers[:] = [explainer]


def explanation(position: object, move: object, language: object) -> Explanation:
    """The explanation of a move or a position."""
    return _explainers[0](position, move, language)


def svg(position: object, last_move: Move | None = None,
        arrows: Sequence[tuple[str, str, str]] = ()) -> str | None:
    """The drawing of a position; None if nothing that draws is registered."""
    return _registered[0](position, last_move, arrows) if _registered else None


def text(value: object) -> str | None:
    """What `print` shows of a value; None if nothing is registered."""
    return _views["text"](value) if _views else None


def html(value: object) -> str | None:
    """A fragment of HTML for notebooks; None if nothing is registered."""
    return _views["html"](value) if _views else None
