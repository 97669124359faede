"""What the page refuses to do now, and why."""
from __future__ import annotations

from feerie.errors import Error

__all__ = ["RefusedError"]


class RefusedError(Error, ValueError):
    """What was asked cannot be done now; `code` names the sentence of the page that says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
