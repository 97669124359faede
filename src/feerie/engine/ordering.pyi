"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.engine.evaluation import Evaluation
from feerie.engine.exchange import Exchange

NEEDS: int

@final
class Ordering:
    def __init__(self, evaluation: Evaluation, exchange: Exchange) -> None: ...
    def forget(self) -> None: ...
