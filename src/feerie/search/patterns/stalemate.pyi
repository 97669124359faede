"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import Any

from feerie.kernel.verdict import Judge
from feerie.search.patterns.king_zone import KingZonePatterns

NEEDS: Any

class StalematePatterns(KingZonePatterns):
    def __init__(self, judge: Judge, mating_side: int) -> None: ...
