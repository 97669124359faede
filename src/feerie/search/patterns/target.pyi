"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Sequence
from typing import final

from feerie.kernel.verdict import Judge
from feerie.search.patterns.base import Patterns
from feerie.search.patterns.enumeration import Enumeration
from feerie.search.patterns.men import TrackedMen

class TargetEnumeration(Enumeration):
    def __init__(self, men: TrackedMen, wanted: Sequence[int]) -> None: ...

@final
class TargetPatterns(Patterns):
    def __init__(self, judge: Judge, mating_side: int, wanted: Sequence[int]) -> None: ...
