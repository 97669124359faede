"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.kernel.verdict import Judge
from feerie.rules.genre import Genre

NEEDS: int

@final
class Distances:
    has_castling: bool
    castles_with_enemy: bool
    castling_needs_rights: bool
    @property
    def has_uniform_lines(self) -> bool: ...
    def __init__(self, genre: Genre, rights: int, castling_sides: int) -> None: ...
    def may_become(self, side: int, kind: int, squares: int, kinds: set[int], moves: int) -> bool: ...

def distances_of(genre: Genre, rights: int, castling_sides: int = 3) -> Distances: ...
def sides_that_may_castle(judge: Judge, moves: int) -> int: ...

class SideView:
    judge: Judge
    distances: Distances
    mating_side: int
    def __init__(self, judge: Judge, mating_side: int) -> None: ...
    def limit_castlings(self, sides: int) -> None: ...
