"""Men of the dictionary of fairy chess, one family a file; `MEN` lists them all.

A genre takes men of the dictionary into itself with `with_men`, which says what pawns then promote to.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from feerie.men.chinese import LEO, MAO, PAO, VAO
from feerie.men.hoppers import GRASSHOPPER, LION, NIGHTRIDER_HOPPER
from feerie.men.leapers import CAMEL, ZEBRA
from feerie.men.locusts import LOCUST
from feerie.men.pawns import BEROLINA_PAWN
from feerie.men.riders import NIGHTRIDER
from feerie.rules.genre import Genre, Man

__all__ = ["BEROLINA_PAWN", "CAMEL", "GRASSHOPPER", "LEO", "LION", "LOCUST", "MAO", "MEN", "NIGHTRIDER",
           "NIGHTRIDER_HOPPER", "PAO", "VAO", "ZEBRA", "name_of_man", "with_men"]

MEN: tuple[Man, ...] = (GRASSHOPPER, NIGHTRIDER, LION, NIGHTRIDER_HOPPER, PAO, VAO, LEO, MAO, CAMEL, ZEBRA, LOCUST,
                        BEROLINA_PAWN)


def with_men(genre: Genre, men: Iterable[Man]) -> Genre:
    """A genre with more men, which pawns may become too, those among the new men as well.

    That is the usual convention for problems: a pawn promotes to the men of the game and to those of the diagram. Men
    that promote themselves, and royal men, are nothing to promote to.
    """
    men = tuple(men)
    further = tuple(man.letter for man in men if not man.promotion and not man.royal)

    def promoting(man: Man) -> Man:
        promotion = man.promotion
        return replace(man, promotion=replace(promotion, to=(*promotion.to, *further))) if promotion else man

    return replace(genre, name="+".join([genre.name, *map(name_of_man, men)]),
                   men=tuple(map(promoting, (*men, *genre.men))))


def name_of_man(man: Man) -> str:
    """What a man is called in the name of a genre: "grasshopper", "berolina-pawn"."""
    return man.name.lower().replace(" ", "-")
