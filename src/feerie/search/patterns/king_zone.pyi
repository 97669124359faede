"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.search.patterns.enumeration import Enumeration
from feerie.search.patterns.men import TrackedMen
from feerie.search.patterns.refutation import Refutation

@final
class KingZone:
    def __init__(self, men: TrackedMen) -> None: ...

class KingEnumeration(Enumeration):
    def __init__(self, men: TrackedMen, refutation: Refutation) -> None: ...
