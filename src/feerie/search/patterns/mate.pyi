"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.kernel.verdict import Judge
from feerie.search.patterns.base import Patterns
from feerie.search.patterns.king_zone import KingEnumeration

class MateEnumeration(KingEnumeration): ...

@final
class MatePatterns(Patterns):
    def __init__(self, judge: Judge, mating_side: int, exposing: int = -1) -> None: ...
