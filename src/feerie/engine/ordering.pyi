"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import Any

from feerie.engine.exchange import Exchange

class Ordering(Exchange):
    shortcuts: bool
    def __init__(self, judge: Any, weights: Any) -> None: ...
    def forget(self) -> None: ...
