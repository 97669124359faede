"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.search.patterns.men import TrackedMen
from feerie.search.patterns.refutation import Refutation

class Enumeration:
    def __init__(self, men: TrackedMen, refutation: Refutation | None) -> None: ...
