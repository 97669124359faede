"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.kernel.verdict import Judge
from feerie.search.patterns.distances import SideView

@final
class TrackedMen(SideView):
    def __init__(self, judge: Judge, mating_side: int) -> None: ...
    def limit_castlings(self, sides: int) -> None: ...
