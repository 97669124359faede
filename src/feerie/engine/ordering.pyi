"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.engine.exchange import Exchange
from feerie.engine.weights import Weights
from feerie.kernel.verdict import Judge

class Ordering(Exchange):
    shortcuts: bool
    def __init__(self, judge: Judge, weights: Weights) -> None: ...
    def forget(self) -> None: ...
