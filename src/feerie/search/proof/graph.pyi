"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.kernel.tables import CastlingRecord
from feerie.rules.genre import Genre

NEEDS: int
Edge = tuple[int, int, int, int, int]

@final
class MoveGraph:
    edge_count: int
    castling_count: int
    castles_with_enemy: bool
    def __init__(self, genre: Genre, rights: int) -> None: ...

def castling_name(castle: CastlingRecord) -> int: ...
def graph_of(genre: Genre, rights: int) -> MoveGraph: ...
