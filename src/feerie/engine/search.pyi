"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Sequence
from typing import Any

from feerie.engine.evaluation import Evaluation
from feerie.engine.playing_table import PlayingTable
from feerie.engine.quiescence import Quiescence
from feerie.kernel.verdict import Judge

NEEDS: Any
MATE_SCORE: int
WON_SCORE: int
INFINITE_SCORE: int
DEEPEST: int

class Search(Quiescence):
    root_end: int
    root_depth: int
    def __init__(self, evaluation: Evaluation, table: PlayingTable) -> None: ...
    def set_reductions(self, least: float, divisor: float) -> None: ...
    def set_root(self, position: Judge, past: Sequence[int], quiet_plies: int, moves: Sequence[int]) -> None: ...
    def root_moves(self) -> list[int]: ...
    def line(self) -> list[int]: ...
    def search_root(self, depth: int, alpha: int, beta: int, first: int) -> int: ...
