"""Figures: how the men of a genre are drawn, each by its text in setups (rules/unit).

The six have figures of their own. A man that says so (`Man.drawn`) has one of these, turned; if several men of a genre
ask for the same, it belongs to the first. All others are discs with their letters. A neutral man is half white and half
black; a man with another trait has a badge.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from feerie.base.errors import ArgumentError
from feerie.base.frozen import frozen
from feerie.rules.genre import Man, Turned
from feerie.rules.trait import Trait
from feerie.rules.unit import unit_of
from feerie.views.pieces import BOX, silhouette, symbol

__all__ = ["CLIPS", "HALVES", "Figure", "figures_of", "turned_figures"]

HALVES: Mapping[str, str] = MappingProxyType({"feerie-left": f"M0 0h{BOX / 2}v{BOX}h-{BOX / 2}z",
                                              "feerie-right": f"M{BOX / 2} 0h{BOX / 2}v{BOX}h-{BOX / 2}z"})
"""What of a neutral man is white, and what is black: the clipping paths by their names."""
CLIPS = "".join(f'<clipPath id="{name}"><path d="{path}"/></clipPath>' for name, path in HALVES.items())
"""Their definitions."""
_BADGES: Mapping[Trait, tuple[str, str]] = MappingProxyType({
    Trait.ROYAL: ("37.5 37.5", "M-3.5 0h7M0 -3.5v7"),
    Trait.KAMIKAZE: ("7.5 37.5", "M-2.5 -2.5l5 5M2.5 -2.5l-5 5"),
    Trait.VOLAGE: ("37.5 7.5", "M-3.5 -2l3.5 4.5l3.5 -4.5"),
    Trait.FUNCTIONARY: ("7.5 22.5", "M-3 -2.5h6M-3 2.5h6M0 -2.5v5"),
    Trait.HALF_NEUTRAL: ("22.5 37.5", "M-3.5 0a3.5 3.5 0 0 1 7 0zM0 0v3.5"),
    Trait.UNCAPTURABLE: ("7.5 7.5", "M-3 -2.5h6v2.5l-3 3.5l-3 -3.5z"),
    Trait.PATROL: ("37.5 22.5", "M-3.5 0l3.5 -3l3.5 3l-3.5 3z"),
})
"""Where the badge of a trait is, and its sign: a king's cross, the sign of capture, a V for volage, a T for functionary
men, half a disc, a shield, and an eye."""


@frozen
class Figure:
    """The drawing of a man. `letter`: one of the six, or what is written on a disc; `colour`: "w", "b", or "n" for a
    neutral man; `degrees`: how far it is turned clockwise; `traits`: those for which it has a badge.
    """

    letter: str
    colour: str
    degrees: int = 0
    traits: tuple[Trait, ...] = ()

    @property
    def name(self) -> str:
        """The name of the drawing on its page."""
        return "-".join(["feerie", self.colour + self.letter, *([str(self.degrees)] if self.degrees else []),
                         *(trait.value for trait in self.traits)])

    @property
    def is_halved(self) -> bool:
        """Whether it is half white and half black."""
        return self.colour == "n"

    @property
    def written(self) -> str:
        """Its letters where there is no drawing: White's as capitals, a sign before those of a neutral man."""
        return {"w": self.letter, "b": self.letter.lower(), "n": f"={self.letter}"}[self.colour]

    def drawing(self) -> str:
        """The elements, for a box of BOX x BOX units; of a halved figure they refer to HALVES."""
        white, black = symbol(self.letter), symbol(self.letter.lower())
        if self.is_halved:
            left, right = HALVES
            whole = f'<g clip-path="url(#{left})">{white}</g><g clip-path="url(#{right})">{black}</g>'
        else:
            whole = white if self.colour == "w" else black
        return self._turned(whole) + "".join(map(_badge, self.traits))

    def halo(self, width: int) -> str:
        """A white rim of so many units, to lie behind the drawing."""
        path = silhouette(self.letter.lower() if self.colour == "b" else self.letter)
        return self._turned(f'<path d="{path}" fill="#fff" stroke="#fff" stroke-width="{width}" '
                            'stroke-linejoin="round"/>')

    def picture(self, width: int = BOX) -> str:
        """A drawing of its own, so many pixels wide."""
        clips = f"<defs>{CLIPS}</defs>" if self.is_halved else ""
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{width}" viewBox="0 0 {BOX} {BOX}">'
                f'{clips}{self.drawing()}</svg>')

    def _turned(self, drawing: str) -> str:
        middle = f"{BOX / 2} {BOX / 2}"
        return f'<g transform="rotate({self.degrees} {middle})">{drawing}</g>' if self.degrees else drawing


def figures_of(men: Iterable[Man], texts: Iterable[str]) -> dict[str, Figure]:
    """The figures of men by their texts; `men`: the kinds of the genre. ArgumentError for what is no such text.

    >>> figures_of((), ["N", "=b", "(royal).li"])["(royal).li"].name
    'feerie-bLI-royal'
    """
    turned = turned_figures(men)
    return {text: _figure(text, turned) for text in sorted(set(texts))}


def turned_figures(men: Iterable[Man]) -> dict[str, Turned]:
    """The turned figures by the letters of the men that have them."""
    found: dict[Turned, str] = {}
    for man in men:
        if man.drawn is not None:
            found.setdefault(man.drawn, man.letter)
    return {letter: turned for turned, letter in found.items()}


def _figure(text: str, turned: Mapping[str, Turned]) -> Figure:
    try:
        unit = unit_of(text)
    except ArgumentError:
        raise ArgumentError("no drawing for a man called {}", repr(text)) from None
    colour = "n" if Trait.NEUTRAL in unit.traits else "wb"[unit.side]
    traits = tuple(trait for trait in _BADGES if trait in unit.traits)
    if unit.letter in turned:
        return Figure(turned[unit.letter].figure, colour, turned[unit.letter].degrees, traits)
    return Figure(unit.letter, colour, 0, traits)


def _badge(trait: Trait) -> str:
    place, sign = _BADGES[trait]
    return (f'<g transform="translate({place})"><path d="M6.5 0a6.5 6.5 0 1 1-13 0 6.5 6.5 0 1 1 13 0z" fill="#fff" '
            f'stroke="#000" stroke-width="1"/><path d="{sign}" fill="none" stroke="#000" stroke-width="1.8" '
            'stroke-linecap="round"/></g>')
