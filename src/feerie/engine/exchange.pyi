"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.engine.evaluation import Evaluation

NEEDS: int

@final
class Exchange:
    def __init__(self, evaluation: Evaluation) -> None: ...
