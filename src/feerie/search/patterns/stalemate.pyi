"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import Any, final

from feerie.kernel.verdict import Judge
from feerie.search.patterns.base import Patterns
from feerie.search.patterns.king_zone import KingEnumeration
from feerie.search.patterns.men import TrackedMen
from feerie.search.patterns.refutation import Refutation

NEEDS: Any

class StalemateRefutation(Refutation): ...

class StalemateEnumeration(KingEnumeration):
    def __init__(self, men: TrackedMen, captures: StalemateRefutation) -> None: ...

@final
class StalematePatterns(Patterns):
    def __init__(self, judge: Judge, mating_side: int) -> None: ...
