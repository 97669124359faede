"""The texts of the command line in other languages: help, errors, progress.

As with GNU gettext, the English text stands where it is used and is the key; `texts/*.po`, a file a language, hold the
translations. A text has placeholders, "{}"; a translation numbers them where their order differs: "{1} {0}".

What an exception says is a `feerie.base.errors.Message`: it is English, because the library knows no locale, and knows
the text and the values it was made of. When the command line or the page shows it, the catalogue translates the text
and puts the values in; a value that is a message itself is translated first.

A placeholder in a translation says what kind of value it takes if the value is neither left as it is nor a message:
"{0:reason}" the reason of a status, "{0:option}" an option of a problem, "{0:word}" names of arguments such as FILE.
"{1:coup|coups}" is the singular or the plural that goes with the number in that placeholder.

A text of the page has its key as its context, `msgctxt`: equal texts may differ in another language.
"""
from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache

from feerie.base.errors import Message
from feerie.notation.languages import Counted, LanguageError
from feerie.notation.languages import language as language_of

__all__ = ["Catalogue", "catalogue", "read_po"]

PLURAL = 2
"""Stands for a value that should be a number and is not."""
_NAME = re.compile(r"[A-Z]{2,}(?: [A-Z]{2,})*")


class Catalogue:
    """The translations into one language, by English text, and those that are `keyed`. English itself has none."""

    def __init__(self, code: str, texts: Mapping[str, str], keyed: Mapping[str, str]) -> None:
        self.code, self.texts, self.keyed = code, texts, keyed

    def text(self, text: str, *values: object) -> str:
        """A text with its placeholders filled; the English one where there is no translation."""
        translation = self.texts.get(text, text)
        return translation.format(*(_Filling(value, self) for value in values)) if values else translation

    def message(self, message: str) -> str:
        """The translation of a message and of the messages among its values; another string counts as a text."""
        return self.text(message.text, *message.values) if isinstance(message, Message) else self.text(message)

    def reason(self, reason: str) -> str:
        """The reason of a status, "checkmate", in this language."""
        try:
            return language_of(self.code).word(f"reason: {reason}")
        except LanguageError:
            return self.message(reason)

    def option(self, name: str) -> str:
        """An option of a problem as Popeye calls it in this language."""
        from feerie.formats.popeye.words import option_word

        return option_word(name, self.code)

    def words(self, text: str) -> str:
        """A text in which names of arguments, such as FILE, are those of this language."""
        return _NAME.sub(lambda name: self.texts.get(name[0]) or " ".join(
            self.texts.get(word, word) for word in name[0].split(" ")), text)


class _Filling(str):
    """The value of a placeholder, formatted as the placeholder asks: as a message, as a reason, or as it is."""

    __slots__ = ("_catalogue",)
    _catalogue: Catalogue

    def __new__(cls, value: object, catalogue: Catalogue) -> _Filling:
        made = super().__new__(cls, catalogue.message(value) if isinstance(value, Message) else value)
        made._catalogue = catalogue
        return made

    def __format__(self, form: str) -> str:
        if "|" in form:
            number = int(self) if self.isdecimal() else PLURAL
            return format(Counted(number, language_of(self._catalogue.code)), form)
        translate = {"reason": self._catalogue.reason, "word": self._catalogue.words,
                     "option": self._catalogue.option}
        return translate[form](str(self)) if form in translate else format(str(self), form)


@cache
def catalogue(code: str) -> Catalogue:
    """The catalogue of a language by its code, "fr"; LanguageError for an unknown one."""
    words = language_of(code)
    if code == "en":
        return Catalogue(code, {}, {})
    from importlib.resources import files  # slow to import, and English does not need it

    lines = files("feerie.apps").joinpath("texts", f"{code}.po").read_text("utf-8").splitlines()
    texts: dict[str, str] = {}
    keyed: dict[str, str] = {}
    for key, text, translation in read_po(lines):
        if text and translation:
            (keyed if key else texts)[key or text] = words.typeset(translation)
    return Catalogue(code, texts, keyed)


def read_po(lines: list[str]) -> Iterator[tuple[str, str, str]]:
    """The contexts, texts and translations of a PO file without plural forms; "" for no context. Comments are skipped.
    """
    entry = dict.fromkeys(("msgctxt", "msgid", "msgstr"), "")
    field = ""
    for line in [*lines, "msgctxt"]:
        word, _, rest = line.partition(" ")
        if word == "msgctxt" or word == "msgid" and field != "msgctxt":
            if field:
                yield entry["msgctxt"], entry["msgid"], entry["msgstr"]
            entry = dict.fromkeys(entry, "")
        if word in entry:
            field, line = word, rest
        if field and line.startswith('"'):
            entry[field] += ast.literal_eval(line)
