"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.search.patterns.men import TrackedMen

@final
class CastlingPlans:
    def __init__(self, men: TrackedMen) -> None: ...
