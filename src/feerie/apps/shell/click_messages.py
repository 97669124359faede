"""What click says about wrong arguments, as messages: the one place where its sentences are recognised."""
from __future__ import annotations

import re
from collections.abc import Sequence

import click

from feerie.base.errors import Message
from feerie.notation.control import one_line

__all__ = ["click_message"]

TEXTS = (
    "no such option {}. (Did you mean one of: {}?)",
    "no such option {}. Did you mean {}?",
    "no such option: {} (Possible options: {})",
    "no such option: {} Did you mean {}?",
    "no such option: {}",
    "no such option {}",
    "no such command {}. (Did you mean one of: {}?)",
    "no such command {}. Did you mean {}?",
    "no such command {}",
    "missing argument {}. {}",
    "missing argument {}",
    "missing option {}. {}",
    "missing option {}",
    "missing command",
    "Choose from:{}",
    "choose from:{}",
    "invalid value for {}: {}",
    "invalid value: {}",
    "got unexpected extra arguments ({})",
    "got unexpected extra argument ({})",
    "option {} requires an argument",
    "option {} requires {} arguments",
    "option {} does not take a value",
    "could not open file {}: {}",
    "{} is not one of {}",
    "{} is not in the range {}",
    "{} is not a whole number",
    "{} is not a number",
    "{} is not a valid boolean",
    "File {} does not exist",
    "Directory {} does not exist",
    "Path {} does not exist",
    "File {} is a directory",
    "Directory {} is a file",
    "File {} is not readable",
    "File {} is not writable",
)
"""The sentences of several versions of click, each before those whose beginning it shares."""
NUMBERS = {"integer": "is not a whole number", "float": "is not a number"}
_TYPE_OF_NUMBER = re.compile("is not a valid (integer|float)(?: range)?$")
_SENTENCES = ("invalid value", "missing ", "could not open file")
"""How sentences begin whose last value is a sentence too, of another kind."""


def click_message(error: click.ClickException) -> Message:
    """What an exception of click says, in the style of other messages: lower-case first letter, no full stop."""
    said = _in_style(error.format_message())
    if not isinstance(error.message, Message):
        return _recognised(said)
    if isinstance(error, click.BadParameter) and said.endswith(f": {error.message}"):
        return _recognised(said, error.message)
    return error.message


def _in_style(said: str) -> str:
    said = one_line(said).removesuffix(".")
    said = _TYPE_OF_NUMBER.sub(lambda found: NUMBERS[found[1]], said)
    return said[:1].lower() + said[1:]


def _recognised(said: str, last: Message | None = None, texts: Sequence[str] = TEXTS) -> Message:
    """The message that a sentence is, one of some texts; `last`: its last value, if that is known."""
    for text in texts:
        values: list[str] | None = _values(text, said if last is None else said.removesuffix(last))
        if values is not None:
            if text.startswith(_SENTENCES) and text.endswith((": {}", ". {}")):
                inner = [each for each in TEXTS if not each.startswith(_SENTENCES)]
                values[-1] = last or _recognised(values[-1], texts=inner)
            return Message(text, *values)
    return Message(said)


def _values(text: str, said: str) -> list[str] | None:
    """What stands in a sentence for each placeholder of a text, each as short as may be; None for another sentence."""
    first, *rest = text.split("{}")
    if not rest:
        return [] if said == first else None
    if not said.startswith(first):
        return None
    values, at = [], len(first)
    for part in rest[:-1]:
        end = said.find(part, at)
        if end < 0:
            return None
        values.append(said[at:end])
        at = end + len(part)
    end = len(said) - len(rest[-1])
    return [*values, said[at:end]] if at <= end and said.endswith(rest[-1]) else None
