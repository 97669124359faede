"""The option --notation: how the moves of solutions are printed."""
from __future__ import annotations

import click
from click.core import ParameterSource

from feerie.apps.shell.terminal import words_of
from feerie.notation.languages import Language
from feerie.views.notations import Notation

__all__ = ["notation_option", "printed_words"]

notation_option = click.option("--notation", type=click.Choice([notation.value for notation in Notation]),
                               default="long", show_default=True,
                               help="How moves are printed: Sg1-f3 + as by Popeye, Sf3+ as in magazines, or with "
                               "figurines.")


def printed_words(language: str, signs: str, notation: Notation) -> Language:
    """The words that the options of a command choose: with the signs of the notation, unless --signs was given."""
    given = click.get_current_context().get_parameter_source("signs") is not ParameterSource.DEFAULT
    return words_of(language, signs) if given else notation.words(language)
