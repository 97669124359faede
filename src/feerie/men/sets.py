"""Sets of men under one name: Chinese chess and others, where pawns promote to certain men of the dictionary.

A set is no element of its own: a genre with a set is named by its men, its rule of promotion and its game array.
"""
from __future__ import annotations

from feerie.base.frozen import frozen
from feerie.rules.genre import Names

__all__ = ["SETS", "ManSet"]


@frozen
class ManSet:
    """Men by their letters. `promotion`: what alone men promote to then; none for these and the men of the game.
    `array`: what stands in the game array, and is at home, in place of queen, rooks, bishops and knights; none for
    these.
    """

    name: str
    letters: tuple[str, ...]
    promotion: tuple[str, ...]
    array: tuple[str, ...]
    names: Names


def _alone(name: str, letters: str, names: Names) -> ManSet:
    return ManSet(name, tuple(letters.split()), tuple(letters.split()), tuple(letters.split()), names)


SETS = (
    ManSet("chinese-chess", ("LE", "PA", "VA", "MA"), (), (), Names(
        ("Chinese chess",), ("Échecs chinois",), ("Chinesisches Schach",))),
    _alone("leo-family", "LE PA VA MA", Names(("Leo family",), ("Famille du lion chinois",), ("Leofamilie",))),
    _alone("marine-chess", "SI TR ND MS", Names(("Marine chess",), ("Échecs marins",), ("Marineschach",))),
    _alone("argentinian-chess", "SE FA LO SA", Names(
        ("Argentinian chess",), ("Échecs argentins",), ("Argentinisches Schach",))),
    ManSet("cavalier-majeur", ("NR",), ("Q", "R", "B", "NR"), ("Q", "R", "B", "NR"), Names(
        ("Cavalier majeur",), ("Cavalier majeur",), ("Cavalier majeur",))),
)
