"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Callable

from feerie.engine.evaluation import Evaluation
from feerie.engine.ordering import Ordering
from feerie.engine.playing_table import PlayingTable
from feerie.kernel.verdict import Judge

POLL_NODES: int
ANY_NUMBER: int

class Quiescence:
    @property
    def judge(self) -> Judge: ...
    @property
    def evaluation(self) -> Evaluation: ...
    @property
    def ordering(self) -> Ordering: ...
    @property
    def table(self) -> PlayingTable: ...
    shortcuts: bool
    nodes: int
    max_nodes: int
    poll: Callable[[], bool] | None
    error: BaseException | None
    poll_interval: int
    selective_depth: int
    def __init__(self, evaluation: Evaluation, table: PlayingTable) -> None: ...
