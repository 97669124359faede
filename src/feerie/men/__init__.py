"""Men of the dictionary of fairy chess, one family a file; `MEN` lists them all.

A genre takes men of the dictionary into itself with `with_men`, which says what pawns then promote to.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from feerie.men.angled import ANGLED
from feerie.men.argentinian import ARGENTINIAN
from feerie.men.bouncers import BOUNCERS
from feerie.men.chained import CHAINED
from feerie.men.chinese import CHINESE, LEO, MAO, PAO, VAO
from feerie.men.equihoppers import EQUIHOPPERS
from feerie.men.hoppers import GRASSHOPPER, HOPPERS, LION, NIGHTRIDER_HOPPER
from feerie.men.leapers import CAMEL, LEAPERS, ZEBRA
from feerie.men.locusts import LOCUST, LOCUSTS
from feerie.men.marine import MARINE
from feerie.men.pawns import BEROLINA_PAWN, PAWNS
from feerie.men.riders import NIGHTRIDER, RIDERS
from feerie.men.royal import ROYAL
from feerie.rules.castling import CastlingFamily
from feerie.rules.genre import Genre, GenreError, Man
from feerie.rules.on_board import on_board

__all__ = ["BEROLINA_PAWN", "CAMEL", "GRASSHOPPER", "LEO", "LION", "LOCUST", "MAO", "MEN", "NIGHTRIDER",
           "NIGHTRIDER_HOPPER", "PAO", "VAO", "ZEBRA", "name_of_man", "with_men"]

MEN: tuple[Man, ...] = (GRASSHOPPER, NIGHTRIDER, LION, NIGHTRIDER_HOPPER, PAO, VAO, LEO, MAO, CAMEL, ZEBRA, LOCUST,
                        BEROLINA_PAWN, *LEAPERS, *RIDERS, *HOPPERS, *ANGLED, *EQUIHOPPERS, *BOUNCERS, *CHINESE,
                        *ARGENTINIAN, *MARINE, *LOCUSTS, *PAWNS, *CHAINED, *ROYAL)


def with_men(genre: Genre, men: Iterable[Man]) -> Genre:
    """A genre with more men, which pawns may become too, those among the new men as well.

    That is the usual convention for problems: a pawn promotes to the men of the game and to those of the diagram. Men
    that promote themselves, and royal men, are nothing to promote to; the kinds of those in `ROYAL` are royal. Pawns of
    other kinds become what the pawns of the game become, kings among it where they do; but one that promotes to men of
    the dictionary keeps to these and the new men, and brings its own along, to which no other pawn promotes. A king
    that castles with several kinds of men castles with the new ones as well, with pawns among them if he does with the
    others. GenreError if a letter is taken.
    """
    men = tuple(men)
    taken = {man.letter: man for man in genre.men}
    for man in men:
        if man.letter in taken:
            raise GenreError("{} has a man with the letter {}: the {} cannot be added", genre.name, man.letter,
                             man.name)
    further = tuple(man.letter for man in men if not man.promotion and not man.royal and man not in ROYAL)
    own = {letter for man in men if man.promotion for letter in man.promotion.to} & {man.letter for man in MEN}
    added = (*men, *(man for man in MEN if man.letter in own and man not in men and man.letter not in taken))

    usual = next((man.promotion.to for man in reversed(genre.men) if man.promotion), ())    # the game comes last

    def promoting(man: Man) -> Man:
        promotion = man.promotion
        if promotion is None:
            return man
        to = promotion.to if man not in men or own.intersection(promotion.to) else usual or promotion.to
        return replace(man, promotion=replace(promotion, to=tuple(dict.fromkeys((*to, *further)))))

    def joined(family: CastlingFamily) -> CastlingFamily:
        with_pawns = any(genre.man(letter).promotion for letter in family.men)
        new = tuple(man.letter for man in added if with_pawns or not man.promotion)
        return replace(family, men=(*family.men, *new)) if len(family.men) > 1 else family  # type: ignore[type-var]

    royal = tuple(man.letter for man in men if man in ROYAL)
    made = replace(genre, name="+".join([genre.name, *map(name_of_man, men)]),
                   men=tuple(map(promoting, (*added, *genre.men))), castlings=tuple(map(joined, genre.castlings)),
                   royalty=replace(genre.royalty, kinds=(*genre.royalty.kinds, *royal)))
    return on_board(made, genre.board)


def name_of_man(man: Man) -> str:
    """What a man is called in the name of a genre: "grasshopper", "berolina-pawn", "hunter1:NB"."""
    name, colon, letters = man.name.partition(":")
    return name.lower().replace(" ", "-") + colon + letters
