"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.kernel.verdict import Judge

@final
class UncoveredLines:
    def __init__(self, judge: Judge) -> None: ...
