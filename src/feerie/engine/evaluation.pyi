"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import Any

from feerie.engine.net import Net
from feerie.engine.weights import Weights
from feerie.kernel.verdict import Judge

NEEDS: Any
NEEDS_OF_SUMS: int

class Evaluation:
    @property
    def judge(self) -> Judge: ...
    @property
    def weights(self) -> Weights: ...
    plain_castlings: bool
    def __init__(self, judge: Judge, weights: Weights) -> None: ...
    def use_net(self, net: Net | None) -> None: ...
    def score_of(self, position: Judge) -> int: ...
