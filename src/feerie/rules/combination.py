"""Genres that are several at once: every change that each of them makes to a genre that they have in common."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import reduce
from operator import or_
from typing import Any, TypeVar

from feerie.base.errors import Message
from feerie.rules.genre import Genre, GenreError, Man, Names
from feerie.rules.royalty import Doctrine, Royalty

__all__ = ["combine"]

PARTS = {"board": Message("the board"), "castlings": Message("the castlings"), "endings": Message("the endings"),
         "extra_state": Message("the extra state"), "arrows": Message("the arrows"),
         "officers": Message("the game array")}
"""What messages call the parts of a genre that only one of several may change, by field."""

T = TypeVar("T")


def combine(base: Genre, *genres: Genre) -> Genre:
    """The genre with every change that `genres` make to `base`.

    Men are combined by letter: those that a genre adds are added, and what it changes of one, or takes away, is changed
    or taken away. Of promotions only additions can be combined. Traits, rules in Python and royal kinds are united.
    GenreError, in one sentence, if two of them change the same thing in different ways.
    """
    changes: dict[str, tuple[Genre, Any]] = {}
    for genre in genres:
        for name, what in PARTS.items():
            if getattr(genre, name) != getattr(base, name):
                _change(changes, name, genre, getattr(genre, name), what)
    starts = [genre.start for genre in genres if genre.start != base.start]
    titles = ((" + ".join(genre.title(language.name) for genre in genres),) for language in fields(Names))
    return replace(base, name="+".join(genre.name for genre in genres), names=Names(*titles),
                   start=starts[0] if starts else base.start, men=_men(base, genres), royalty=_royalty(base, genres),
                   traits=_united([genre.traits for genre in (base, *genres)]),
                   rules=_united([genre.rules for genre in (base, *genres)]),
                   loses=reduce(or_, (genre.loses for genre in genres), base.loses),
                   **{name: value for name, (_, value) in changes.items()})


def _united(parts: Sequence[tuple[T, ...]]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(item for part in parts for item in part))


def _change(changes: dict[str, tuple[Genre, Any]], key: str, genre: Genre, value: object, what: str) -> None:
    other = changes.get(key)
    if other and other[1] != value:
        raise GenreError("{} and {} cannot be combined: both change {}", other[0].name, genre.name, what)
    changes[key] = (genre, value)


def _men(base: Genre, genres: Sequence[Genre]) -> tuple[Man, ...]:
    """The men of all genres. Those that are added stand before or behind the others as in their own genre."""
    of_base = {man.letter: man for man in base.men}
    changed: dict[str, tuple[Genre, Man | None]] = {}
    front: list[str] = []
    back: list[str] = []
    for genre in genres:
        own = {man.letter: man for man in genre.men}
        letters = list(own)
        for letter in dict.fromkeys([*letters, *of_base]):
            man, old = own.get(letter), of_base.get(letter)
            if man == old:
                continue
            if letter in changed and changed[letter][1] != man:
                other, before = changed[letter]
                man = _both(old, before, man)
                if man is None:
                    raise GenreError("{} and {} cannot be combined: both change {}" if old else
                                     "{} and {} cannot be combined: both have {} of their own", other.name, genre.name,
                                     Message("the man {}", letter))
            elif old is None and letter not in changed:
                is_front = not of_base.keys() & set(letters[:letters.index(letter)])
                (front if is_front else back).append(letter)
            changed[letter] = genre, man
    everything = {letter: changed[letter][1] if letter in changed else of_base[letter]
                  for letter in (*front, *of_base, *back)}
    return tuple(man for man in everything.values() if man is not None)


def _both(old: Man | None, first: Man | None, second: Man | None) -> Man | None:
    """A man with two changes that do no more than let it promote to more; None for any others."""
    if not (old and first and second and old.promotion and first.promotion and second.promotion):
        return None
    kept = set(old.promotion.to)
    if replace(first, promotion=old.promotion) != old or replace(second, promotion=old.promotion) != old \
            or first.promotion.zones != old.promotion.zones or second.promotion.zones != old.promotion.zones \
            or not kept <= {*first.promotion.to} & {*second.promotion.to}:
        return None
    return replace(old, promotion=replace(old.promotion, to=_united([first.promotion.to, second.promotion.to])))


def _royalty(base: Genre, genres: Sequence[Genre]) -> Royalty:
    """The royal kinds of all genres, and the rule of several kings that one of them has."""
    doctrines: dict[str, tuple[Genre, Doctrine]] = {}
    for genre in genres:
        if genre.royalty.doctrine is not base.royalty.doctrine:
            _change(doctrines, "royalty", genre, genre.royalty.doctrine, Message("the royalty"))
    doctrine = doctrines["royalty"][1] if doctrines else base.royalty.doctrine
    return Royalty(doctrine, _united([genre.royalty.kinds for genre in (base, *genres)]))
