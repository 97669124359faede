"""The texts of the command line in French and German: help, errors, progress.

As with GNU gettext, the English text stands where it is used and is the key; `texts/fr.po` and `texts/de.po` hold the
translations. A text has placeholders, "{}"; a translation numbers them where their order differs: "{1} {0}".

The messages of exceptions are in English because the library knows no locale. They are translated when the command
line prints them: the catalogue finds the text that gives the message when its placeholders are filled, and takes their
values from the message. A placeholder in a translation says what kind of value it takes if the value is to be
translated too: "{0:message}" a message, "{0:phrase}" part of one, "{0:reason}" the reason of a status, "{0:option}" an
option of a problem, "{0:word}" names of arguments such as FILE.
"{1:coup|coups}" is the singular or the plural that goes with the number in that placeholder.
"""
from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from feerie.notation.languages import Counted, LanguageError
from feerie.notation.languages import language as language_of

__all__ = ["Catalogue", "catalogue", "read_po"]

FEW_LETTERS = 5
PLURAL = 2
"""Stands for a value that should be a number and is not."""
_PLACE = re.compile(r"\{\}")
_TRANSLATED_PLACE = re.compile(r"\{(\d*):?([^{}]*)\}")
_AROUND = re.compile(r"\{\}(,? [a-z]+ \{\}|: [a-z]+ \{\})?(: |\) )")
"""How texts that say where something is wrong begin: "{}: ", "{}, line {}: "."""
_QUOTED = re.compile(r"(?<!\w)'[^']*'(?!\w)|\"[^\"]*\"")
_QUOTE = re.compile(r"(?<!\w)'|'(?!\w)|\"")
_NAME = re.compile(r"[A-Z]{2,}(?: [A-Z]{2,})*")


class Catalogue:
    """The translations into one language, by English text. English itself has an empty one."""

    def __init__(self, code: str, texts: Mapping[str, str]) -> None:
        self.code, self.texts = code, texts
        places = [text for text in texts if "{}" in text]
        self._phrases = sorted(places, key=_rank)
        self._patterns = [text for text in self._phrases if not _is_phrase(text)]

    def text(self, text: str, *values: object) -> str:
        """A text with its placeholders filled; the English one where there is no translation."""
        return self.texts.get(text, text).format(*(_Place(value, self) for value in values))

    def message(self, message: str) -> str:
        """The translation of an English message with its placeholders filled; the message itself if there is none."""
        return self._filled(message, self._patterns)

    def phrase(self, phrase: str) -> str:
        """The same for part of a message, "king to e4"; texts of few letters are tried too."""
        return self._filled(phrase, self._phrases)

    def find(self, message: str) -> tuple[str, tuple[str, ...]] | None:
        """The text that gives a phrase or a message, and the values of its placeholders; None where there is none."""
        return _found(message, self.texts, self._phrases)

    def _filled(self, message: str, patterns: Sequence[str]) -> str:
        found = _found(message, self.texts, patterns)
        return message if found is None else self.text(found[0], *found[1])

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


def _rank(text: str) -> tuple[bool, bool, int]:
    """The order in which texts are tried: first those that enclose a message, then the text with the most letters."""
    begins_open = text.startswith("{}")
    return begins_open, begins_open and not _AROUND.match(text), -len(_PLACE.sub("", text))


def _is_phrase(text: str) -> bool:
    """Whether a text has too few letters to be told apart from others: "{} to {}"."""
    return 0 < sum(letter.isalpha() for letter in text) < FEW_LETTERS and ": " not in text


def _found(message: str, texts: Mapping[str, str], patterns: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """The text that gives a message, and its values: the first that leaves no part of the message in doubt, else any.

    In doubt is a value that another text gives too, or one with half a pair of brackets or quotation marks: "{}) {}"
    does not give "rank 1 ('X') has ...".
    """
    if message in texts:
        return message, ()
    unsure = halved = None
    for text in patterns:
        filled = _matched(text, message)
        if filled is None:
            continue
        if any(_is_half(value) for value in filled):
            halved = halved or (text, filled)
            continue
        if _AROUND.fullmatch(text.removesuffix("{}")):      # a colon may stand in the message itself
            is_sure = _found(filled[-1], texts, [text for text in patterns if not _is_phrase(text)]) is not None
            if is_sure and (fuller := _fuller(message, filled[-1], patterns)):
                return fuller
        else:
            is_sure = not any(_gives_part(value, patterns) for value in _untranslated(texts[text], filled))
        if is_sure:
            return text, filled
        unsure = unsure or (text, filled)
    return unsure or halved


def _fuller(message: str, last: str, patterns: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """A text with words of its own, "{} cannot be started: {}", that gives a message with the same last value."""
    for text in patterns:
        if text.endswith(": {}") and not _AROUND.fullmatch(text.removesuffix("{}")):
            filled = _matched(text, message)
            if filled is not None and filled[-1] == last and not any(_is_half(value) for value in filled):
                return text, filled
    return None


def _is_half(value: str) -> bool:
    """Whether a value has half a pair of brackets or quotation marks, apart from what it quotes."""
    rest = _QUOTED.sub("", value)
    return rest.count("(") != rest.count(")") or _QUOTE.search(rest) is not None


def _untranslated(translation: str, filled: Sequence[str]) -> Iterator[str]:
    """The values of those placeholders of a translation that are not translated."""
    for at, (number, form) in enumerate(_TRANSLATED_PLACE.findall(translation)):
        if not form:
            yield filled[int(number) if number else at]


def _gives_part(value: str, patterns: Sequence[str]) -> bool:
    """Whether the value of a placeholder has several parts itself: "e1 to e3" in "king from e1 to e3"."""
    return " " in value and not _QUOTED.fullmatch(value) and any(
        _matched(text, value) for text in patterns if text.count("{}") > 1)


class _Place(str):
    """The value of a placeholder, formatted as the placeholder asks: as a message, as a reason, or as it is."""

    __slots__ = ("_catalogue",)
    _catalogue: Catalogue

    def __new__(cls, value: object, catalogue: Catalogue) -> _Place:
        made = super().__new__(cls, value)
        made._catalogue = catalogue
        return made

    def __format__(self, form: str) -> str:
        if "|" in form:
            number = int(self) if self.isdecimal() else PLURAL
            return format(Counted(number, language_of(self._catalogue.code)), form)
        translate = {"message": self._catalogue.message, "phrase": self._catalogue.phrase,
                     "reason": self._catalogue.reason, "word": self._catalogue.words,
                     "option": self._catalogue.option}
        return translate[form](str(self)) if form in translate else format(str(self), form)


def _matched(text: str, message: str) -> tuple[str, ...] | None:
    """The values of a text's placeholders in a message; None if the message does not come from that text."""
    first, *others = text.split("{}")
    if not message.startswith(first) or not message.endswith(others[-1]):
        return None
    quoting, plain = _expressions(text)
    found = quoting.fullmatch(message) or plain.fullmatch(message)
    return found.groups() if found else None


@cache
def _expressions(text: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What matches a text: with values that do not end within quotation marks, and with any values."""
    parts = [re.escape(part) for part in text.split("{}")]
    quoted = _QUOTED.pattern
    return (re.compile(f"((?:{quoted}|(?!{quoted}).)*?)".join(parts), re.DOTALL),
            re.compile("(.*?)".join(parts), re.DOTALL))


@cache
def catalogue(code: str) -> Catalogue:
    """The catalogue of a language: "en", "fr" or "de"; LanguageError for any other."""
    language_of(code)
    if code == "en":
        return Catalogue(code, {})
    from importlib.resources import files  # slow to import, and English does not need it

    lines = files("feerie.apps").joinpath("texts", f"{code}.po").read_text("utf-8").splitlines()
    return Catalogue(code, {text: translation for text, translation in read_po(lines) if text and translation})


def read_po(lines: list[str]) -> Iterator[tuple[str, str]]:
    """The texts and translations of a PO file without plural forms and contexts; comments are skipped."""
    entry = {"msgid": "", "msgstr": ""}
    field = ""
    for line in [*lines, "msgid"]:
        word, _, rest = line.partition(" ")
        if word == "msgid":
            if field:
                yield entry["msgid"], entry["msgstr"]
            entry = {"msgid": "", "msgstr": ""}
        if word in entry:
            field, line = word, rest
        if field and line.startswith('"'):
            entry[field] += ast.literal_eval(line)
