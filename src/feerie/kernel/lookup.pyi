"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from array import array
from typing import Any, final

END: int
SQUARES: int

@final
class LookupTables:
    tables: list[array[int]]
    size: int
    def __init__(self) -> None: ...
    def add(self, mask: int, rays: Any) -> tuple[int, int, int]: ...
    def joined(self) -> array[int]: ...

def fill_attacks(component: Any, base: int, masks: Any, between: Any, ray_index: Any) -> None: ...
def is_mutual(base: int, reach: Any, between: Any) -> bool: ...
