"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Sequence

from feerie.kernel.verdict import Judge
from feerie.search.proof.man_graphs import ManGraphs

class Ways(ManGraphs):
    def __init__(self, judge: Judge, wanted: Sequence[int], bounds: int, rights: int = -1) -> None: ...
    def leave_open(self, white: int, black: int) -> None: ...
