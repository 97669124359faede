"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import Any, final

from feerie.kernel.verdict import Judge

NEEDS: Any

@final
class Reach:
    def __init__(self, judge: Judge) -> None: ...
