"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import Any, final

from feerie.engine.evaluation import Evaluation

NEEDS: Any

@final
class Endings:
    @property
    def past_count(self) -> int: ...
    def __init__(self, evaluation: Evaluation) -> None: ...
