"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Callable

from feerie.engine.endings import Endings
from feerie.engine.playing_table import PlayingTable
from feerie.engine.weights import Weights
from feerie.kernel.verdict import Judge

POLL_NODES: int
ANY_NUMBER: int

class Quiescence(Endings):
    @property
    def table(self) -> PlayingTable: ...
    nodes: int
    max_nodes: int
    poll: Callable[[], bool] | None
    error: BaseException | None
    poll_interval: int
    selective_depth: int
    def __init__(self, judge: Judge, weights: Weights, table: PlayingTable) -> None: ...
