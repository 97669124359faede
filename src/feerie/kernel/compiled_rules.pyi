"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.tables import Tables
from feerie.rules.royalty import Royalty

DOCTRINES: tuple[Royalty, ...]

class CompiledRules:
    tables: Tables
    @property
    def properties(self) -> int: ...
    def __init__(self, tables: Tables) -> None: ...
