"""How the families write down a man of the dictionary."""
from __future__ import annotations

from typing import Any

from feerie.rules.genre import Genders, Man, Names, Turned
from feerie.rules.movement import Mode

__all__ = ["both", "made"]

Moves = tuple[tuple[Any, Mode], ...]


def both(*movements: object) -> Moves:
    """Movements by which a man moves and captures."""
    return tuple((movement, Mode.BOTH) for movement in movements)


def made(letter: str, moves: Moves, names: str, drawn: str, genders: str = "mm", popeye: str = "", **rest: Any) -> Man:
    """A man: "name|nom|Name" in English, French and German, further names of a language behind "/"; "Q180" for a queen
    turned by 180 degrees, "" for a disc; genders in French and German; Popeye's word, if not its letter.
    """
    en, fr, de = (tuple(of.split("/")) for of in names.split("|"))
    return Man(letter, moves, name=en[0], names=Names(en, fr, de), popeye=popeye or letter,
               drawn=Turned(drawn[0], int(drawn[1:])) if drawn else None, genders=Genders(*genders), **rest)
