"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import Any

from feerie.kernel.verdict import Judge

class Evaluation:
    @property
    def judge(self) -> Judge: ...
    @property
    def weights(self) -> Any: ...
    def __init__(self, judge: Any, weights: Any) -> None: ...
