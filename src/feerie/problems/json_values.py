"""Values of JSON documents, checked for their types: an error names the value that is wrong."""
from __future__ import annotations

from typing import Any, TypeVar

from feerie.base.errors import Message, ProblemError

__all__ = ["texts", "typed", "wrong_kind"]

_Kind = TypeVar("_Kind", dict[str, Any], list[Any], str, bool)
_KINDS = {dict: Message("an object"), list: Message("a list"), str: Message("a text"), bool: Message("true or false")}


def wrong_kind(name: str, kind: type) -> ProblemError:
    """The error that what is called `name` is not of a kind: dict, list, str or bool."""
    return ProblemError("{} must be {}", name, _KINDS[kind])


def typed(value: Any, kind: type[_Kind], name: str) -> _Kind:
    """The value, if it is of a kind: dict, list, str or bool. Raises ProblemError otherwise."""
    if not isinstance(value, kind):
        raise wrong_kind(name, kind)
    return value


def texts(value: Any, name: str) -> list[str]:
    """The value, if it is a list of texts. Raises ProblemError otherwise."""
    items = typed(value, list, name)
    if not all(isinstance(item, str) for item in items):
        raise ProblemError("{} must be {}", name, Message("a list of texts"))
    return items
