"""How moves are printed: in long notation, as Popeye does, or in short or figurine notation, as magazines do.

Short and figurine notation have the problemists' letters (S for the knight in English), no blank before a sign, both
arrival squares of a castling, and the signs that magazines in the language use: "1.Rf3(Te3)†" in French.
"""
from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import lru_cache
from typing import Never

from feerie.base.errors import ArgumentError
from feerie.game.position import Position
from feerie.notation import moves
from feerie.notation.languages import FIGURINES, IN_CLOSE_BRACKETS, Language, language
from feerie.rules.move import Move

__all__ = ["Notation"]


class Notation(Enum):
    """A notation of moves: LONG "Sg1-f3 +", SHORT "Sf3+", FIGURINE "♘f3+"."""

    LONG = "long"
    SHORT = "short"
    FIGURINE = "figurine"

    @classmethod
    def _missing_(cls, value: object) -> Never:
        raise ArgumentError("no notation is called {} (known: {})", repr(value), ", ".join(each.value for each in cls))

    def words(self, code: str | Language) -> Language:
        """The words and signs of a language in this notation; a Language keeps its own signs."""
        words = language(code)
        return words if self is Notation.LONG or isinstance(code, Language) else _with_printed_signs(words)

    def text(self, position: Position, move: Move, words: Language) -> str:
        """A move without its sign. It need not be legal: only the goal of a problem may make it so."""
        if self is Notation.LONG:
            return moves.long(position, move, words, signs=False)
        written = moves.san(position, move, _lettered(words, self is Notation.FIGURINE), signs=False)
        return written + " e.p." if move.is_en_passant else written


@lru_cache(maxsize=16)
def _with_printed_signs(words: Language) -> Language:
    return replace(words, signs=words.printed_signs, arrivals=IN_CLOSE_BRACKETS)


@lru_cache(maxsize=16)
def _lettered(words: Language, figurines: bool) -> Language:
    """The language with problemists' letters, or with figurines (of men that have one), in short notation."""
    letters = "".join(FIGURINES.get(man, letter) for man, letter in zip(words.letters, words.problem, strict=True)) \
        if figurines else words.problem
    return replace(words, game=letters)
