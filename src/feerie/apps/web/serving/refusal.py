"""Requests that cannot be carried out now, and why."""
from __future__ import annotations

from feerie.base.errors import Error

__all__ = ["RefusedError"]


class RefusedError(Error, ValueError):
    """The request cannot be carried out now; `code` is the key of the page's sentence that says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
