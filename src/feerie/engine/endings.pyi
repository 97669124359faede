"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.engine.ordering import Ordering
from feerie.engine.weights import Weights
from feerie.kernel.verdict import Judge

class Endings(Ordering):
    def __init__(self, judge: Judge, weights: Weights) -> None: ...
