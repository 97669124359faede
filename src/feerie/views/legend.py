"""The legend of a diagram: it names the men that are none of the six, each once, and where men with traits stand."""
from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import chain

from feerie.base.frozen import frozen
from feerie.men.elements import ROUND, TRAIT_NAMES
from feerie.notation.languages import Language
from feerie.notation.languages import language as language_of
from feerie.rules.board import Board
from feerie.rules.genre import FIGURES, Genre, Man, Names
from feerie.rules.setup import Setup
from feerie.rules.target import SIGNS
from feerie.rules.trait import OwnTrait, Trait, in_order
from feerie.rules.unit import Unit, unit_of
from feerie.views.figures import Figure, figures_of
from feerie.views.pieces import BOX

__all__ = ["Named", "board_name", "legend", "legend_html", "legend_lines", "letters_of", "trait_lines", "trait_name",
           "units"]

@frozen
class Named:
    """A kind of man in a legend: its drawing, what is printed for it in moves, its name."""

    figure: Figure
    letter: str
    name: str

    def __str__(self) -> str:
        return f"{self.letter} = {self.name}"


def legend(genre: Genre, setup: Setup, language: str | Language, *others: Setup, problem: bool = True) -> list[Named]:
    """The kinds on a diagram that are none of the six, in the order of the genre; without those that have no name.

    `others`: further diagrams, whose kinds are named, too. `problem`: with the letters that problemists use.
    """
    words, letters = language_of(language), letters_of(genre, language, problem=problem)
    present: dict[str, str] = {}
    for _, text, unit in chain.from_iterable(map(units, (setup, *others))):
        if unit.letter not in present or unit_of(present[unit.letter]).traits:
            present[unit.letter] = text
    figures = figures_of(genre.men, present.values())
    return [Named(figures[present[man.letter]], letters[man.letter], name) for man in genre.men
            if man.letter in present and (man.drawn or man.letter not in FIGURES) and (name := _name(man, words.code))]


def trait_lines(genre: Genre, setup: Setup, language: str | Language, *, problem: bool = True) -> list[str]:
    """For each trait but neutrality, which is seen, the men that have it: "royal: Ge4"."""
    words, letters = language_of(language), letters_of(genre, language, problem=problem)
    every = in_order(trait for _, _, unit in units(setup) for trait in unit.traits)
    found = {trait: ", ".join(letters[unit.letter] + genre.board.name(square) for square, _, unit in units(setup)
                              if trait in unit.traits) for trait in every if trait is not Trait.NEUTRAL}
    return [f"{trait_name(trait, language)}{words.colon} {men}" for trait, men in found.items() if men]


def legend_lines(genre: Genre, setup: Setup, language: str | Language, *others: Setup,
                 problem: bool = True) -> list[str]:
    """The whole legend in letters: one line for all kinds, those of other diagrams too, one for each trait.

    >>> from feerie.men import GRASSHOPPER, with_men
    >>> from feerie.genres import ORTHODOX
    >>> legend_lines(with_men(ORTHODOX, [GRASSHOPPER]), Setup(("G", "g", "K", *61 * [""])), "de")
    ['G = Grashüpfer']
    """
    kinds = ", ".join(map(str, legend(genre, setup, language, *others, problem=problem)))
    return [*([kinds] if kinds else []), *trait_lines(genre, setup, language, problem=problem)]


def legend_html(genre: Genre, setup: Setup, language: str | Language, *others: Setup, problem: bool = True
                ) -> Iterator[str]:
    """The whole legend as paragraphs, each kind with its figure, which the page must define."""
    for named in legend(genre, setup, language, *others, problem=problem):
        yield (f'<p class="legend"><svg width="24" height="24" viewBox="0 0 {BOX} {BOX}" aria-hidden="true" '
               f'style="vertical-align:middle"><use href="#{named.figure.name}"/></svg> {escape(str(named))}</p>\n')
    for line in trait_lines(genre, setup, language, problem=problem):
        yield f'<p class="legend">{escape(line)}</p>\n'


def trait_name(trait: Trait | OwnTrait, language: str | Language) -> str:
    """The name of a trait; one of a genre file has its own in all languages."""
    if isinstance(trait, OwnTrait):
        return trait.value
    return _first(TRAIT_NAMES[trait], language_of(language).code)


def board_name(board: Board, language: str | Language) -> str:
    """The name of a board on which lines go on at its edges; "" for any other, whose shape is seen."""
    return str(getattr(ROUND[board.wraps], language_of(language).code)[-1]) if board.wraps else ""


def letters_of(genre: Genre, language: str | Language, *, problem: bool = True) -> dict[str, str]:
    """What is printed for each man of a genre, by its letter.

    `problem`: with the letters that problemists use.
    """
    words = language_of(language, genre)
    return {man.letter: words.letter(man.letter, problem) for man in genre.men}


def units(setup: Setup) -> list[tuple[int, str, Unit]]:
    """The known men of a diagram: square, text, and the man of this text."""
    return [(square, text, unit_of(text)) for square, text in setup.pieces if text not in SIGNS]


def _name(man: Man, code: str) -> str:
    return _first(man.names, code) or man.name


def _first(names: Names, code: str) -> str:
    """The usual name in a language; "" if there is none."""
    return next(iter(getattr(names, code, ()) or names.en), "")
