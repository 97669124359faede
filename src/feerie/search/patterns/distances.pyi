"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.kernel.verdict import Judge
from feerie.rules.genre import Genre

@final
class Distances:
    has_castling: bool
    castles_with_enemy: bool
    castling_needs_rights: bool
    @property
    def has_uniform_lines(self) -> bool: ...
    def __init__(self, genre: Genre, rights: int) -> None: ...

def distances_of(genre: Genre, rights: int) -> Distances: ...

class SideView:
    judge: Judge
    distances: Distances
    mater: int
    def __init__(self, judge: Judge, mater: int) -> None: ...
