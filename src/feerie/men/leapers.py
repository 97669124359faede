"""Leapers: one step of a given length, whatever stands between."""
from __future__ import annotations

from feerie.men.making import both, made
from feerie.rules.genre import Genders, Man, Names, Turned
from feerie.rules.movement import Leaper, Mode, leaps

__all__ = ["CAMEL", "LEAPERS", "ZEBRA"]

CAMEL = Man("CA", ((Leaper(leaps(1, 3)), Mode.BOTH),), name="camel", names=Names(("camel",), ("chameau",), ("Kamel",)),
            popeye="CA", drawn=Turned("N", 90), genders=Genders(de="n"))
ZEBRA = Man("Z", ((Leaper(leaps(2, 3)), Mode.BOTH),), name="zebra", names=Names(("zebra",), ("zèbre",), ("Zebra",)),
            popeye="Z", drawn=Turned("N", 270), genders=Genders(de="n"))


def _leaper(letter: str, lengths: str, names: str, drawn: str, genders: str = "mm", popeye: str = "") -> Man:
    """A leaper by its lengths: "13 23" for (1,3) and (2,3)."""
    steps = (step for of in lengths.split() for step in leaps(int(of[0]), int(of[1])))
    return made(letter, both(Leaper(tuple(steps))), names, drawn, genders, popeye)


LEAPERS = (
    _leaper("WE", "01", "wazir|vizir|Wesir", "R180"),
    _leaper("FE", "11", "fers|fers|Fers", "B90"),
    _leaper("DA", "02", "dabbaba|dabbaba|Dabbaba", "R270", "fm"),
    _leaper("AL", "22", "alfil|alfil|Alfil", "B270"),
    _leaper("GI", "14", "giraffe|girafe|Giraffe", "B90", "ff"),
    _leaper("AN", "34", "antelope|antilope|Antilope", "B270", "ff"),
    _leaper("A5", "15", "ibis/1,5-leaper|ibis/bondisseur 1,5|Ibis/1,5-Springer", "B180", popeye="15"),
    _leaper("A6", "16", "flamingo/1,6-leaper|flamant/bondisseur 1,6|Flamingo/1,6-Springer", "Q90", popeye="16"),
    _leaper("B4", "24", "lancer/2,4-leaper|lancier/bondisseur 2,4|Lancer/2,4-Springer", "N90", popeye="24"),
    _leaper("B5", "25", "corsair/2,5-leaper|corsaire/bondisseur 2,5|Korsar/2,5-Springer", "B270", popeye="25"),
    _leaper("C5", "35", "3,5-leaper|bondisseur 3,5|3,5-Springer", "N90", popeye="35"),
    _leaper("C6", "36", "3,6-leaper|bondisseur 3,6|3,6-Springer", "N270", popeye="36"),
    _leaper("C7", "37", "3,7-leaper|bondisseur 3,7|3,7-Springer", "B270", popeye="37"),
    _leaper("BU", "05 34", "root-25-leaper|bucéphale|Wurzel-25-Springer", "B180"),
    _leaper("RF", "17 55", "root-50-leaper|bondisseur racine de 50|Wurzel-50-Springer", "R180"),
    _leaper("GN", "12 13", "gnu|gnou|Gnu", "B270", "mn"),
    _leaper("OK", "12 23", "okapi|okapi|Okapi", "B90", "mn"),
    _leaper("BI", "13 23", "bison|bison|Bison", "N180", "mm"),
    _leaper("ZE", "13 14", "zebu|zébu|Zebu", "N270", "mn"),
    _leaper("SQ", "02 12 22", "squirrel|écureuil|Eichhörnchen", "N270", "mn"),
    _leaper("EK", "01 11", "erlking|roi des elfes|Erlkönig", "R270"),
)
