"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import Any

from feerie.engine.ordering import Ordering

class Endings(Ordering):
    def __init__(self, judge: Any, weights: Any) -> None: ...
