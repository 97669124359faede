"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.kernel.verdict import Judge

@final
class ForcedMates:
    @property
    def applicable(self) -> bool: ...
    def __init__(self, judge: Judge, attacker: int) -> None: ...
