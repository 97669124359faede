"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import Any

from feerie.engine.endings import Endings
from feerie.engine.playing_table import PlayingTable

POLL_NODES: int
ANY_NUMBER: int

class Quiescence(Endings):
    @property
    def table(self) -> PlayingTable: ...
    nodes: int
    max_nodes: int
    poll: Any
    error: Any
    poll_interval: int
    selective_depth: int
    def __init__(self, judge: Any, weights: Any, table: Any) -> None: ...
