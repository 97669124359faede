"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import NamedTuple, final

from feerie.kernel.tables import CastlingRecord
from feerie.rules.genre import Genre

NEEDS: int

class Edge(NamedTuple):
    origin: int
    target: int
    path: int
    flags: int
    castling: int

@final
class MoveGraph:
    edge_count: int
    castling_count: int
    castles_with_enemy: bool
    def __init__(self, genre: Genre, rights: int) -> None: ...

def castling_name(castle: CastlingRecord) -> int: ...
def graph_of(genre: Genre, rights: int) -> MoveGraph: ...
