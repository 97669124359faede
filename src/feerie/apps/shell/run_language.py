"""The language of a run of `feerie`: that of --language, of the input file, of FEERIE_LANGUAGE, of the system, English.

JSON is for programs: with --json only --language counts. The language is known before the options are parsed, so that
help and errors about options are in it too; `file_language` changes it when a file names its own.
"""
from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from feerie.apps.shell.catalogue import Catalogue, catalogue
from feerie.base.frozen import frozen
from feerie.notation.languages import LANGUAGES

__all__ = [
    "VARIABLE",
    "chosen",
    "file_language",
    "of_environment",
    "run_language",
    "speaking",
    "translated",
    "wording",
    "words",
]

VARIABLE = "FEERIE_LANGUAGE"
SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that set the language of messages (POSIX); the first that is set counts."""
JSON = ("--json", "--json-lines")


@frozen
class Choice:
    """The language of a run, and whether it is final or a file may change it."""

    code: str
    is_final: bool = False


_CHOICE: ContextVar[Choice | None] = ContextVar("language of the run", default=None)


def of_environment(environment: Mapping[str, str]) -> str:
    """The language of the environment.

    >>> of_environment({"LANG": "fr_CH.UTF-8"}), of_environment({"LANG": "fr_FR", "LC_ALL": "C"})
    ('fr', 'en')
    """
    own = environment.get(VARIABLE, "").strip().lower()[:2]
    if own in LANGUAGES:
        return own
    named = next((environment[name] for name in SYSTEM if environment.get(name)), "").lower()
    code = named.replace("-", "_").partition(".")[0].partition("_")[0].partition("@")[0]
    return code if code in LANGUAGES else "en"


def chosen(arguments: Sequence[str], environment: Mapping[str, str]) -> Choice:
    """The language of a command line.

    >>> chosen(["solve", "--language", "fr", "x.pop"], {}), chosen(["moves", "roque", "--json"], {"LANG": "fr_FR"})
    (Choice(code='fr', is_final=True), Choice(code='en', is_final=True))
    """
    own = list(arguments)[:list(arguments).index("--")] if "--" in arguments else list(arguments)
    for before, argument in zip(["", *own], own):
        value = argument if before == "--language" else argument.removeprefix("--language=")
        if value.lower() in LANGUAGES and (before == "--language" or argument != value):
            return Choice(value.lower(), is_final=True)
    if any(option in own for option in JSON):
        return Choice("en", is_final=True)
    return Choice(of_environment(environment))


@contextmanager
def speaking(arguments: Sequence[str]) -> Iterator[None]:
    """A block in which the language of the run is that of a command line."""
    token = _CHOICE.set(chosen(arguments, os.environ))
    try:
        yield
    finally:
        _CHOICE.reset(token)


def run_language() -> str:
    """The language of the run; outside a run, and in threads, that of the environment."""
    choice = _CHOICE.get()
    return choice.code if choice else of_environment(os.environ)


def file_language(code: str | None) -> str:
    """The language of the run now that the language of its input file, if it has one, is known."""
    choice = _CHOICE.get()
    if code is not None and choice is not None and not choice.is_final:
        _CHOICE.set(Choice(code, is_final=True))
    return run_language()


def _catalogue() -> Catalogue:
    return catalogue(run_language())


def wording(text: str, *values: object) -> str:
    """A text of the command line in the language of the run, with its placeholders filled."""
    return _catalogue().text(text, *values)


def translated(message: str) -> str:
    """An English message, such as that of an exception, in the language of the run."""
    return _catalogue().message(message)


def words(text: str) -> str:
    """A text in which names of arguments, such as FILE, are in the language of the run."""
    return _catalogue().words(text)
