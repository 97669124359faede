"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge
from feerie.search.patterns.distances import SideView

NEEDS: int

class MateableSquares(SideView):
    @property
    def applicable(self) -> bool: ...
    def __init__(self, judge: Judge, mating_side: int) -> None: ...
