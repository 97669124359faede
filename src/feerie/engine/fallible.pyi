"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Sequence
from typing import Any

from feerie.engine.search import Search

SEEDS: int
MEASURED_REDUCTIONS: tuple[float, float]

class FallibleSearch(Search):
    inaccuracy: int
    oversight: int
    seed: int
    def __init__(self, judge: Any, weights: Any, table: Any, inaccuracy: int, oversight: int, seed: int) -> None: ...
    def set_root(self, position: Any, past: Sequence[int], quiet_plies: int, moves: Sequence[int]) -> None: ...
