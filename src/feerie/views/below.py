"""What stands below the board of a drawing: its caption, and the legend of its men. Lengths are pixels."""
from __future__ import annotations

import textwrap
from collections.abc import Sequence
from xml.sax.saxutils import escape

from feerie.base.frozen import frozen
from feerie.views.arrows import brief
from feerie.views.pieces import BOX

__all__ = ["CAPTION_FONTS", "Below", "Explained", "caption_below", "legend_below", "printable"]

CAPTION_FONTS = ("Georgia", "Times New Roman", "Liberation Serif", "DejaVu Serif")
"""The fonts of captions: the first that this computer has, or any other font with serifs."""
_FONTS = ", ".join([*(f"'{font}'" if " " in font else font for font in CAPTION_FONTS), "serif"])

Explained = tuple[str, str]
"""A line of a legend: the name of the drawing that stands before it, or "", and its text."""


@frozen
class Below:
    """The place below a board. `left`, `middle`: of the board; `top`: the height of what is above; `width`: that of the
    page; `cell`: that of a square; `colour`: of the letters.
    """

    left: float
    middle: float
    top: int
    width: int
    cell: int
    colour: str

    @property
    def letter(self) -> int:
        """The size of the letters."""
        return max(8, round(self.cell * 0.36))


def printable(text: str) -> str:
    """A text without control and formatting characters."""
    return "".join(sign for sign in text if sign.isprintable() or sign.isspace())


def caption_below(place: Below, caption: str) -> tuple[str, int]:
    """The elements of a caption, and its height; nothing for ""."""
    letter = place.letter
    fits = max(12, int(place.width / (letter * 0.52)))
    lines = [part for line in printable(caption).splitlines() for part in textwrap.wrap(line, fits)]
    if not lines:
        return "", 0
    written = "".join(f'<text x="{brief(place.middle)}" y="{brief(place.top + letter * (0.9 + 1.3 * at))}">'
                      f'{escape(line)}</text>' for at, line in enumerate(lines))
    return (f'<g class="feerie-caption" font-family="{_FONTS}" font-size="{letter}" text-anchor="middle" '
            f'fill="{place.colour}">{written}</g>'), round(letter * (0.6 + 1.3 * len(lines)))


def legend_below(place: Below, lines: Sequence[Explained]) -> tuple[str, int]:
    """The elements of a legend, and its height; nothing without lines."""
    if not lines:
        return "", 0
    letter = place.letter
    written = "".join(_line(place, name, line, place.top + letter * 1.6 * at) for at, (name, line) in enumerate(lines))
    return (f'<g class="feerie-legend" font-family="{_FONTS}" font-size="{letter}" fill="{place.colour}">{written}</g>',
            round(letter * (0.6 + 1.6 * len(lines))))


def _line(place: Below, name: str, line: str, top: float) -> str:
    """A line of the legend, with its drawing."""
    letter, wide = place.letter, place.letter * 1.5
    drawn = (f'<g transform="translate({brief(place.left)} {brief(top)}) scale({wide / BOX:.5g})">'
             f'<use xlink:href="#{name}" x="0" y="0"/></g>') if name else ""
    x = place.left + (wide + letter * 0.3 if name else 0)
    return f'{drawn}<text x="{brief(x)}" y="{brief(top + letter * 1.1)}">{escape(line)}</text>'
