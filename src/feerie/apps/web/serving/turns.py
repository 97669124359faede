"""Who asks for work that takes long, how much each may ask for, and who is next."""
from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["Turns", "Visitor", "may_ask"]

Work = TypeVar("Work")


@dataclass(frozen=True)
class Visitor:
    """A client's address, and one of the browsers behind it, by the name that it gives itself.

    A school class is one client with many browsers. As names can be invented, what protects the server is counted by
    client; what protects the browsers of a class from one another is counted by name.
    """

    client: str
    browser: str = ""


def may_ask(visitor: Visitor, asked: Iterable[Visitor], of_browser: int, of_client: int) -> bool:
    """Whether a visitor may ask for one more; `asked`: who has asked for each that has not ended."""
    known = list(asked)
    return known.count(visitor) < of_browser and sum(each.client == visitor.client for each in known) < of_client


class Turns(Generic[Work]):
    """Work that waits: clients have turns, and so have the browsers of a client in its turns. Not safe for threads."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[Work]]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, visitor: Visitor, work: Work) -> None:
        """Let work of a visitor wait."""
        self._waiting.setdefault(visitor.client, OrderedDict()).setdefault(visitor.browser, deque()).append(work)
        self._count += 1

    def take(self) -> Work | None:
        """The oldest work of the browser whose last turn was longest ago, of the client of which that is true; None if
        nothing waits."""
        if not self._waiting:
            return None
        self._count -= 1
        client, browsers = self._waiting.popitem(last=False)
        browser, work = browsers.popitem(last=False)
        first = work.popleft()
        if work:
            browsers[browser] = work
        if browsers:
            self._waiting[client] = browsers
        return first
