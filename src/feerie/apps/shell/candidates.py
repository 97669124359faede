"""Completions that click does not know: names of genres, and files of a kind."""
from __future__ import annotations

import os
from collections.abc import Callable

import click
from click.shell_completion import CompletionItem

from feerie import genres
from feerie.base.errors import Error
from feerie.men.elements import known_elements

__all__ = ["PROBLEMS", "existing_files", "genre_names", "output_files"]

Offer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

PROBLEMS = ("pop", "inp", "txt", "yaml", "yml")
"""Usual suffixes of problem files; files with any other are read too."""


def genre_names(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The genres whose names begin like this, and elements of the dictionary once something has been begun; after a
    "+", those that can be combined with the names before it.
    """
    before, plus, begun = incomplete.rpartition("+")
    titles = {genre.name: genre.title("en") for genre in genres.GENRES}
    if begun:
        titles |= {found.names[0]: found.titles("en")[0] for found in known_elements()}
    return [CompletionItem(before + plus + name, help=title) for name, title in titles.items()
            if name.startswith(begun.casefold()) and (not plus or _is_combination(before + plus + name))]


def _is_combination(name: str) -> bool:
    """Whether names joined with "+" make a genre that has as many parts."""
    try:
        return genres.find(name).name.count("+") == name.count("+")
    except Error:
        return False


def existing_files(*suffixes: str) -> Offer:
    """Existing files with one of the suffixes (without a dot), and folders; any file where there is none of these."""
    def offer(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        folder, name = os.path.split(incomplete)
        try:
            names = sorted(entry.name for entry in os.scandir(folder or ".") if entry.name.startswith(name)
                           and entry.is_file() and entry.name.rpartition(".")[2].lower() in suffixes)
        except OSError:
            names = []
        if not names:
            return [CompletionItem(incomplete, type="file")]
        return [*(CompletionItem(os.path.join(folder, found)) for found in names),
                CompletionItem(incomplete, type="dir")]

    return offer


def output_files(*suffixes: str) -> Offer:
    """What has been typed, with each suffix (without a dot) that an output file may have, and existing files."""
    def offer(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        stem, dot, begun = incomplete.rpartition(".")
        name = stem if dot and stem and os.sep not in begun else incomplete
        endings = [suffix for suffix in suffixes if name != stem or suffix.startswith(begun.lower())]
        named = os.path.basename(name) not in ("", ".", "..")
        return [*(CompletionItem(f"{name}.{suffix}") for suffix in endings if named),
                CompletionItem(incomplete, type="file")]

    return offer
