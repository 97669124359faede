"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

DEFAULT_ENTRIES: int
MIN_ENTRIES: int
GROWTH: tuple[int, int]
def entries_for(plies: int, most: int = DEFAULT_ENTRIES) -> int: ...

@final
class TranspositionTable:
    entries: int
    def __init__(self, entries: int = DEFAULT_ENTRIES, largest: int = 0, most: int = 0) -> None: ...
    def export_deepest(self, most: int) -> list[tuple[int, int]]: ...
    def load(self, exported: list[tuple[int, int]]) -> None: ...
