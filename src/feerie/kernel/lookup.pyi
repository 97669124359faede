"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from array import array
from collections.abc import Iterable, Sequence
from typing import final

from feerie.rules.board import Ray

END: int
SQUARES: int

@final
class LookupTables:
    tables: list[array[int]]
    size: int
    def __init__(self) -> None: ...
    def add(self, mask: int, rays: Iterable[Ray]) -> tuple[int, int, int]: ...
    def add_lines(self, mask: int, lines: Iterable[Ray], patterns: Iterable[Iterable[int]]) -> tuple[int, int, int]: ...
    def joined(self) -> array[int]: ...

def fill_attacks(
    component: Iterable[Sequence[Ray]],
    base: int,
    masks: tuple[array[int], ...],
    between: array[int],
    ray_index: array[int],
) -> None: ...
def have_same_lines(components: Sequence[int], reach: array[int], between: array[int]) -> bool: ...
def is_mutual(base: int, reach: array[int], between: array[int]) -> bool: ...
