"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.kernel.verdict import Judge
from feerie.search.filters.mateable_squares import MateableSquares

@final
class MateFilter(MateableSquares):
    def __init__(self, judge: Judge, mating_side: int) -> None: ...
