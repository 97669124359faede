"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Sequence

from feerie.engine.evaluation import Evaluation
from feerie.engine.playing_table import PlayingTable
from feerie.engine.search import Search
from feerie.engine.weights import Weights
from feerie.kernel.verdict import Judge

SEEDS: int
MEASURED_REDUCTIONS: tuple[float, float]

class FallibleEvaluation(Evaluation):
    def __init__(self, judge: Judge, weights: Weights, inaccuracy: int, seed: int) -> None: ...

class FallibleSearch(Search):
    def __init__(
        self,
        judge: Judge,
        weights: Weights,
        table: PlayingTable,
        inaccuracy: int,
        oversight: int,
        seed: int,
    ) -> None: ...
    def set_seed(self, seed: int) -> None: ...
    def set_root(self, position: Judge, past: Sequence[int], quiet_plies: int, moves: Sequence[int]) -> None: ...
