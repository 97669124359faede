"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Sequence
from typing import final

@final
class Limits:
    def __init__(self, never: int) -> None: ...
    def add(
        self,
        square: int,
        path: Sequence[int] | None,
        captured: bool | None,
        on: int | None,
        by: int | None,
    ) -> None: ...
