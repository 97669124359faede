"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge
from feerie.search.patterns.king_zone import KingZonePatterns

class MatePatterns(KingZonePatterns):
    def __init__(self, judge: Judge, mating_side: int, exposing: int = -1) -> None: ...
