"""Error messages in the language of the page that asks."""
from __future__ import annotations

from collections.abc import Mapping

from feerie.apps.shell.catalogue import catalogue
from feerie.base.errors import message_of
from feerie.notation.languages import LANGUAGES

__all__ = ["error_message", "language_of"]

LONGEST_ERROR = 1000
"""Characters in a message."""


def language_of(query: Mapping[str, str], headers: Mapping[str, str]) -> str:
    """The language of a request: the one in its address, else the first in its header Accept-Language, else English."""
    for wished in (query.get("language", ""), headers.get("accept-language", "")):
        if wished[:2].lower() in LANGUAGES:
            return wished[:2].lower()
    return "en"


def error_message(error: Exception | str, language: str) -> str:
    """The message of an error in a language; as it is if there is no translation."""
    said = message_of(error) if isinstance(error, Exception) else error
    return catalogue(language).message(said)[:LONGEST_ERROR]
