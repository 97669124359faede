"""Artwork of the diagrams: the men and the lettering, as SVG.

The six men are the set of Colin M. L. Burnett ("Cburnett", Wikimedia Commons, from 2006), which he licenses under
the GNU General Public License version 2 or later, a BSD licence, and the GNU Free Documentation License with
CC BY-SA 3.0, at the user's choice; here they are used under the GPL. The shapes are his; changes: markup made
compact, circles written as paths, light lines of the black men pure white. The lettering is drawn for this
package. See docs/artwork.md.

Men are drawn in a box of 45 x 45 units, letters in strokes 10 units high (to the baseline; tails go on to 13).
"""
from __future__ import annotations

import re

from feerie.base.errors import ArgumentError

__all__ = ["BOX", "GLYPHS", "MEN", "lettering", "silhouette", "symbol"]

BOX = 45
"""Width and height of the box a man is drawn in: one square of the board."""

_BISHOP = (
    "M9 36c3.39-.97 10.11.43 13.5-2 3.39 2.43 10.11 1.03 13.5 2 0 0 1.65.54 3 2-.68.97-1.65.99-3 .5-3.39-.97-10.11.46"
    "-13.5-1-3.39 1.46-10.11.03-13.5 1-1.354.49-2.323.47-3-.5 1.354-1.94 3-2 3-2z"
    "M15 32c2.5 2.5 12.5 2.5 15 0 .5-1.5 0-2 0-2 0-2.5-2.5-4-2.5-4 5.5-1.5 6-11.5-5-15.5-11 4-10.5 14-5 15.5 0 0-2.5 "
    "1.5-2.5 4 0 0-.5.5 0 2zM25 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 1 1 5 0z"
)
_BISHOP_LINES = "M17.5 26h10M15 30h15m-7.5-14.5v5M20 18h5"
_KING_HEAD = "M22.5 25s4.5-7.5 3-10.5c0 0-1-2.5-3-2.5s-3 2.5-3 2.5c-1.5 3 3 10.5 3 10.5"
_KING_BODY = ("M11.5 37c5.5 3.5 15.5 3.5 21 0v-7s9-4.5 6-10.5c-4-6.5-13.5-3.5-16 4V27v-3.5c-3.5-7.5-13-10.5-16-4"
              "-3 6 5 10 5 10V37z")
_KING_CROSS = "M22.5 11.63V6M20 8h5"
_KING_LINES = "M11.5 30c5.5-3 15.5-3 21 0m-21 3.5c5.5-3 15.5-3 21 0m-21 3.5c5.5-3 15.5-3 21 0"
_KNIGHT_NECK = "M22 10c10.5 1 16.5 8 16 29H15c0-9 10-6.5 8-21"
_KNIGHT_HEAD = ("M24 18c.38 2.91-5.55 7.37-8 9-3 2-2.82 4.34-5 4-1.042-.94 1.41-3.04 0-3-1 0 .19 1.23-1 2-1 0-4.003 1-4"
                "-4 0-2 6-12 6-12s1.89-1.9 2-3.5c-.73-.994-.5-2-.5-3 1-1 3 2.5 3 2.5h2s.78-1.992 2.5-3c1 0 1 3 1 3")
_KNIGHT_EYES = ("M9.5 25.5a.5.5 0 1 1-1 0 .5.5 0 1 1 1 0zm5.433-9.75a.5 1.5 30 1 1-.866-.5.5 1.5 30 1 1 .866.5z")
_PAWN = ("M22.5 9c-2.21 0-4 1.79-4 4 0 .89.29 1.71.78 2.38C17.33 16.5 16 18.59 16 21c0 2.03.94 3.84 2.41 5.03-3 1.06"
         "-7.41 5.55-7.41 13.47h23c0-7.92-4.41-12.41-7.41-13.47 1.47-1.19 2.41-3 2.41-5.03 0-2.41-1.33-4.5-3.28-5.62"
         ".49-.67.78-1.49.78-2.38 0-2.21-1.79-4-4-4z")
_QUEEN_BASE = ("M9 26c0 2 1.5 2 2.5 4 1 1.5 1 1 .5 3.5-1.5 1-1.5 2.5-1.5 2.5-1.5 1.5.5 2.5.5 2.5 6.5 1 16.5 1 23 0 0 0"
               " 1.5-1 0-2.5 0 0 .5-1.5-1-2.5-.5-2.5-.5-2 .5-3.5 1-2 2.5-2 2.5-4-8.5-1.5-18.5-1.5-27 0z")

MEN: dict[str, str] = {
    "K": f'<path d="{_KING_CROSS}" stroke-linejoin="miter"/>'
         f'<path d="{_KING_HEAD}" stroke-linecap="butt" stroke-linejoin="miter"/>'
         f'<path d="{_KING_BODY}"/>'
         f'<path d="{_KING_LINES}" fill="none"/>',
    "k": f'<path d="{_KING_CROSS}" stroke-linejoin="miter"/>'
         f'<path d="{_KING_HEAD}" stroke-linecap="butt" stroke-linejoin="miter"/>'
         f'<path d="{_KING_BODY}"/>'
         '<path d="M32 29.5s8.5-4 6.03-9.65C34.15 14 25 18 22.5 24.5l.01 2.1-.01-2.1C20 18 9.906 14 6.997 19.85c-2.497 '
         f'5.65 4.853 9 4.853 9{_KING_LINES}" fill="none" stroke="#fff"/>',
    "Q": '<path d="M8 12a2 2 0 1 1-4 0 2 2 0 1 1 4 0zm16.5-4.5a2 2 0 1 1-4 0 2 2 0 1 1 4 0zM41 12a2 2 0 1 1-4 0 2 2 0 '
         '1 1 4 0zM16 8.5a2 2 0 1 1-4 0 2 2 0 1 1 4 0zM33 9a2 2 0 1 1-4 0 2 2 0 1 1 4 0z"/>'
         '<path d="M9 26c8.5-1.5 21-1.5 27 0l2-12-7 11V11l-5.5 13.5-3-15-3 15-5.5-14V25L7 14l2 12z'
         f'{_QUEEN_BASE}" stroke-linecap="butt"/>'
         '<path d="M11.5 30c3.5-1 18.5-1 22 0M12 33.5c6-1 15-1 21 0" fill="none"/>',
    "q": '<path d="M8.75 12a2.75 2.75 0 1 1-5.5 0 2.75 2.75 0 1 1 5.5 0zm8-3a2.75 2.75 0 1 1-5.5 0 2.75 2.75 0 1 1 5.5 '
         '0zm8.5-1a2.75 2.75 0 1 1-5.5 0 2.75 2.75 0 1 1 5.5 0zm8.5 1a2.75 2.75 0 1 1-5.5 0 2.75 2.75 0 1 1 5.5 0zm8 '
         '3a2.75 2.75 0 1 1-5.5 0 2.75 2.75 0 1 1 5.5 0z" stroke="none"/>'
         '<path d="M9 26c8.5-1.5 21-1.5 27 0l2.5-12.5L31 25l-.3-14.1-5.2 13.6-3-14.5-3 14.5-5.2-13.6L14 25 6.5 13.5z'
         f'{_QUEEN_BASE}" stroke-linecap="butt"/>'
         '<path d="M11 38.5a35 35 0 0 0 23 0" fill="none" stroke-linecap="butt"/>'
         '<path d="M11 29a35 35 0 0 1 23 0m-21.5 2.5h20m-21 3a35 35 0 0 0 22 0m-23 3a35 35 0 0 0 24 0" fill="none" '
         'stroke="#fff"/>',
    "R": '<path d="M9 39h27v-3H9v3zm3-3v-4h21v4H12zm-1-22V9h4v2h5V9h5v2h5V9h4v5" stroke-linecap="butt"/>'
         '<path d="M34 14l-3 3H14l-3-3"/>'
         '<path d="M31 17v12.5H14V17" stroke-linecap="butt" stroke-linejoin="miter"/>'
         '<path d="M31 29.5l1.5 2.5h-20l1.5-2.5"/>'
         '<path d="M11 14h23" fill="none" stroke-linejoin="miter"/>',
    "r": '<path d="M9 39h27v-3H9v3zm3.5-7l1.5-2.5h17l1.5 2.5h-20zm-.5 4v-4h21v4H12z" stroke-linecap="butt"/>'
         '<path d="M14 29.5v-13h17v13H14z" stroke-linecap="butt" stroke-linejoin="miter"/>'
         '<path d="M14 16.5L11 14h23l-3 2.5H14zM11 14V9h4v2h5V9h5v2h5V9h4v5H11z" stroke-linecap="butt"/>'
         '<path d="M12 35.5h21m-20-4h19m-18-2h17m-17-13h17M11 14h23" fill="none" stroke="#fff" stroke-width="1" '
         'stroke-linejoin="miter"/>',
    "B": f'<path d="{_BISHOP}" stroke-linecap="butt"/>'
         f'<path d="{_BISHOP_LINES}" fill="none" stroke-linejoin="miter"/>',
    "b": f'<path d="{_BISHOP}" stroke-linecap="butt"/>'
         f'<path d="{_BISHOP_LINES}" fill="none" stroke="#fff" stroke-linejoin="miter"/>',
    "N": f'<path d="{_KNIGHT_NECK}"/><path d="{_KNIGHT_HEAD}"/><path d="{_KNIGHT_EYES}" fill="#000"/>',
    "n": f'<path d="{_KNIGHT_NECK}"/><path d="{_KNIGHT_HEAD}"/><path d="{_KNIGHT_EYES}" fill="#fff" stroke="#fff"/>'
         '<path d="M24.55 10.4l-.45 1.45.5.15c3.15 1 5.65 2.49 7.9 6.75S35.75 29.06 35.25 39l-.05.5h2.25l.05-.5c.5'
         '-10.06-.88-16.85-3.25-21.34-2.37-4.49-5.79-6.64-9.19-7.16l-.51-.1z" fill="#fff" stroke="none"/>',
    "P": f'<path d="{_PAWN}" stroke-linejoin="miter"/>',
    "p": f'<path d="{_PAWN}" stroke-linejoin="miter"/>',
}
"""The contents of the group of each man, by FEN letter; fill and stroke are those of `symbol` if not given."""

_OVAL = "M5 6.5a2.5 3.5 0 1 1-5 0 2.5 3.5 0 1 1 5 0z"

GLYPHS: dict[str, tuple[float, str]] = {
    "a": (5, _OVAL + "M5 3v7"),
    "b": (5, _OVAL + "M0 0v10"),
    "c": (4.6, "M4.6 4.26a2.6 3.5 0 1 0 0 4.48"),
    "d": (5, _OVAL + "M5 0v10"),
    "e": (5, "M0 6.5h5a2.5 3.5 0 1 0-.5 2.1"),
    "f": (4, "M1.5 10V2.2A2.2 2.2 0 0 1 4 0M0 3.5h3.8"),
    "g": (5, _OVAL + "M5 3v7.5a2.5 2.5 0 0 1-4.7 1.2"),
    "h": (5, "M0 0v10M0 5.5a2.5 2.5 0 0 1 5 0V10"),
    "i": (1, "M.5 3v7M.5.5v.01"),
    "j": (2.5, "M2 3v8a2 2 0 0 1-2 2M2 .5v.01"),
    "k": (5, "M0 0v10M4.5 3L0 7.2M1.7 5.6L5 10"),
    "l": (2, "M0 0v8a2 2 0 0 0 2 2"),
    "m": (8, "M0 3v7M0 5.25a2 2.25 0 0 1 4 0V10M4 5.25a2 2.25 0 0 1 4 0V10"),
    "n": (5, "M0 3v7M0 5.5a2.5 2.5 0 0 1 5 0V10"),
    "o": (5, _OVAL),
    "p": (5, _OVAL + "M0 3v10"),
    "q": (5, _OVAL + "M5 3v10"),
    "r": (3.3, "M0 3v7M0 5.5a2.7 2.5 0 0 1 3.3-2.4"),
    "s": (4.7, ("M4.4 4.3C3.9 3.4 3.3 3 2.4 3 1.2 3 .4 3.7.4 4.7c0 1.2 1 1.5 2.1 1.8s2.2.7 2.2 1.9c0 1-.9 1.6-2.2 1.6"
               "C1.4 10 .5 9.5 0 8.6")),
    "t": (4, "M1.5.8v7A2 2 0 0 0 4 9.9M0 3.3h3.8"),
    "u": (5, "M0 3v4.5a2.5 2.5 0 0 0 5 0V3M5 3v7"),
    "v": (5, "M0 3l2.5 7L5 3"),
    "w": (8, "M0 3l2 7 2-6.5L6 10l2-7"),
    "x": (5, "M0 3l5 7M5 3l-5 7"),
    "y": (5, "M0 3l2.6 6.8M5 3l-3.2 8.7A2 2 0 0 1 0 13"),
    "z": (5, "M0 3h4.8L0 10h5"),
    "A": (7, "M0 10L3.5 0 7 10M1.2 6.6h4.6"),
    "B": (6, "M0 0v10h3.4a2.65 2.65 0 0 0 0-5.3H0h3a2.35 2.35 0 0 0 0-4.7z"),
    "C": (6.5, "M6.5 2.04a3.6 5 0 1 0 0 5.92"),
    "D": (6.5, "M0 0v10h2.5a4 5 0 0 0 0-10z"),
    "E": (5, "M5 0H0v10h5M0 4.8h4.2"),
    "F": (5, "M5 0H0v10M0 4.8h4.2"),
    "G": (7.1, "M6.5 2.04a3.6 5 0 1 0 .6 4.13V5.4H4.2"),
    "H": (6, "M0 0v10M6 0v10M0 4.9h6"),
    "I": (1, "M.5 0v10"),
    "J": (4, "M4 0v7a2 3 0 0 1-4 0"),
    "K": (6.2, "M0 0v10M6 0L0 6M2.2 3.9l4 6.1"),
    "L": (5, "M0 0v10h5"),
    "M": (7.5, "M0 10V0l3.75 6L7.5 0v10"),
    "N": (6, "M0 10V0l6 10V0"),
    "O": (7.2, "M7.2 5A3.6 5 0 1 1 0 5a3.6 5 0 1 1 7.2 0z"),
    "P": (6, "M0 10V0h3.2a2.8 2.8 0 0 1 0 5.6H0"),
    "Q": (7.2, "M7.2 5A3.6 5 0 1 1 0 5a3.6 5 0 1 1 7.2 0zM4.6 7.2l2.8 3.2"),
    "R": (6, "M0 10V0h3.2a2.8 2.8 0 0 1 0 5.6H0M3 5.6L6 10"),
    "S": (6, ("M5.6 1.9C5.1.7 4.1 0 2.9 0 1.3 0 .3 1 .3 2.4c0 1.6 1.3 2.1 2.7 2.5s2.9.9 2.9 2.6C5.9 9 4.7 10 3 10 "
             "1.5 10 .4 9.3 0 8")),
    "T": (6, "M0 0h6M3 0v10"),
    "U": (6, "M0 0v7a3 3 0 0 0 6 0V0"),
    "V": (6.8, "M0 0l3.4 10L6.8 0"),
    "W": (9.6, "M0 0l2.4 10 2.4-9 2.4 9L9.6 0"),
    "X": (6.2, "M0 0l6.2 10M6.2 0L0 10"),
    "Y": (6.4, "M0 0l3.2 5.2L6.4 0M3.2 5.2V10"),
    "Z": (6.2, "M0 0h6L0 10h6.2"),
    "0": (5.6, "M5.6 5A2.8 5 0 1 1 0 5a2.8 5 0 1 1 5.6 0z"),
    "1": (2.9, "M0 2.1L2.4 0v10"),
    "2": (5.4, "M.2 2.6a2.6 2.6 0 1 1 4.6 1.7L0 10h5.4"),
    "3": (5.1, "M.2 1.6a2.4 2.4 0 1 1 2.3 3.2h-.7.7A2.6 2.6 0 1 1 0 8.2"),
    "4": (5.6, "M4.2 10V0L0 7h5.6"),
    "5": (5.5, "M5 0H1L.6 4.5a3 3 0 1 1-.6 4"),
    "6": (5.5, "M4.4 0C1.8 1.2 0 4 0 7a2.75 3 0 1 0 5.5 0A2.75 3 0 1 0 0 7"),
    "7": (5.4, "M0 0h5.4L1.8 10"),
    "8": (5.4, "M5 2.4a2.3 2.4 0 1 1-4.6 0 2.3 2.4 0 1 1 4.6 0zM5.4 7.4a2.7 2.6 0 1 1-5.4 0 2.7 2.6 0 1 1 5.4 0z"),
    "9": (5.5, "M1.1 10C3.7 8.8 5.5 6 5.5 3A2.75 3 0 1 0 0 3a2.75 3 0 1 0 5.5 0"),
    "+": (6, "M0 5h6M3 2v6"),
    "-": (4, "M0 5.5h4"),
    "=": (5, "M0 3.8h5M0 7h5"),
    "?": (4.6, "M0 2.2a2.3 2.3 0 1 1 3.6 1.9Q2.3 5 2.3 7M2.3 9.9v.01"),
    "!": (1, "M.5 0v7M.5 9.9v.01"),
    "~": (6, "M0 6a1.6 1.6 0 0 1 3-.8 1.6 1.6 0 0 0 3-.8"),
}
"""Width and path of each letter, digit and sign, to be stroked with round ends."""

_GAP = 2.6


def lettering(text: str, x: float, y: float, scale: float = 1) -> str:
    """The text as paths without stroke colour, centred on x, its top at y; 10 * `scale` units high.

    Raises ArgumentError if a character has no drawing.
    """
    unknown = sorted(set(text) - set(GLYPHS))
    if unknown:
        raise ArgumentError("no letter is drawn for {} (in {})", repr(unknown[0]), repr(text))
    at = x - scale * (sum(GLYPHS[letter][0] for letter in text) + _GAP * (len(text) - 1)) / 2
    out = []
    for letter in text:
        width, path = GLYPHS[letter]
        size = f" scale({scale:g})" if scale != 1 else ""
        out.append(f'<path transform="translate({at:.5g} {y:.5g}){size}" d="{path}"/>')
        at += scale * (width + _GAP)
    return "".join(out)


def symbol(man: str) -> str:
    """The drawing of a man by its letter of one or two characters, upper case for White: elements for a box of 45 x 45
    units.

    A man without artwork is a disc with its letter. Raises ArgumentError if that is not one from A to Z, perhaps with
    another or a digit.
    """
    if not re.fullmatch("[A-Za-z][A-Za-z0-9]?", man):
        raise ArgumentError("no drawing for a man called {}", repr(man))
    paper, ink = ("#fff", "#000") if man[0].isupper() else ("#000", "#fff")
    inside = MEN.get(man)
    if inside is None:
        top, scale = (14.5, 1.6) if len(man) == 1 else (16, 1.3)
        inside = (f'<path d="M38 22.5a15.5 15.5 0 1 1-31 0 15.5 15.5 0 1 1 31 0z"/><g fill="none" stroke="{ink}">'
                  f'{lettering(man.upper(), 22.5, top, scale)}</g>')
    return (f'<g fill="{paper}" fill-rule="evenodd" stroke="#000" stroke-width="1.5" stroke-linecap="round" '
            f'stroke-linejoin="round">{inside}</g>')


def silhouette(man: str) -> str:
    """The path of everything drawn for a man, for a halo behind it."""
    return "".join(re.findall(r'<path d="([^"]*)"', symbol(man)))
