r"""Letters with accents as TeX has them, in the texts of Popeye's input files: `Gy"orgy`, `Ph\'enix`, `\v{S}achov\'a`.

The quotation mark is that of German TeX: it stands in a word, before a vowel or s. One at the beginning of a word
quotes.
"""
from __future__ import annotations

import re
from unicodedata import normalize

__all__ = ["from_tex"]

_ACCENTS = {'"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307",
            "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a"}
"""The combining letters of the commands that put an accent on the letter that follows."""
_LETTERS = {"ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "l": "ł",
            "L": "Ł", "i": "i", "j": "j"}
"""The letters that have commands of their own; those without a dot get it back with no accent on them."""
_OWN = "ss|ae|AE|oe|OE|aa|AA|[oOlLij]"
_COMMAND = re.compile(r"\\(?:([\"'`^~=.]) ?|([cvuHkr])(?=\{| |\\))(?: ?\{\\?([A-Za-z])\}| ?\\?([A-Za-z]))"
                      rf"|\{{\\({_OWN})\}}|\\({_OWN})(?:\{{\}}|(?![A-Za-z]) ?)")
_GERMAN = re.compile('(?<=[^\\W\\d_])"([aouAOUs])')


def from_tex(text: str) -> str:
    r"""A text with the letters that TeX's commands mean; other commands stay, those of letters that do not exist too.

    >>> from_tex('Gy"orgy P\\\'aros'), from_tex(r"\v{S}achov\'a, G\"ulke"), from_tex('Torsten Lin"s: "so"')
    ('György Páros', 'Šachová, Gülke', 'Torsten Linß: "so"')
    """
    return _GERMAN.sub(_umlaut, _COMMAND.sub(_letter, text))


def _letter(found: re.Match[str]) -> str:
    accent, letter, own = found[1] or found[2], found[3] or found[4], found[5] or found[6]
    meant = _LETTERS[own] if own else normalize("NFC", letter + _ACCENTS[accent])
    return meant if len(meant) == 1 else found[0]       # no language has such a letter


def _umlaut(found: re.Match[str]) -> str:
    return "ß" if found[1] == "s" else normalize("NFC", found[1] + _ACCENTS['"'])
