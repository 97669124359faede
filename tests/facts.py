"""Where the facts are and how they are read: the runners test them, and whoever finds a bug adds one."""
from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import feerie
from feerie import Move
from feerie.kernel.tables import CASTLING
from feerie.kernel.verdict import Judge

TESTS = Path(__file__).parent
ROOT = TESTS.parent
SOURCE = ROOT / "src" / "feerie"
PACKAGE = Path(feerie.__file__).parent
"""The package that is tested: installed, or the source in place."""
DATA = TESTS / "data"
PERFT = DATA / "perft"

Fact = dict[str, Any]

_NEEDED = {"gymnasium_env.py": ("gymnasium",), "pettingzoo_env.py": ("gymnasium", "pettingzoo")}
"""Packages that the tests need not have, by the files that cannot be imported without them."""


def is_importable(path: Path) -> bool:
    """Whether what a file of the package needs is installed."""
    return all(find_spec(name) for name in _NEEDED.get(path.name, ()))


def module_of(path: Path) -> str:
    """The name of the module in a file of the package."""
    return ".".join(["feerie", *path.relative_to(SOURCE).with_suffix("").parts]).removesuffix(".__init__")


def modules_to_compile() -> list[str]:
    """The names of the modules that setup.py compiles."""
    tree = ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"))
    [names] = [ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign)
               and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "COMPILED"]
    return [f"feerie.{name.replace('/', '.')}" for name in names]


def facts(name: str) -> list[Fact]:
    """The facts of a file of data."""
    found: list[Fact] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))["facts"]
    return found


def long_text(move: Move) -> str:
    """A move as the facts write it: UCI, and for a castling of any kind the partner's squares: "d3f3/h3e3"."""
    return move.uci() + (f"/{move.partner[0]}{move.partner[1]}" if move.partner else "")


@dataclass
class PerftFact:
    """Counts of a position: depth -> leaves."""

    genre: str
    name: str
    epd: str
    leaves: dict[int, int] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.genre}: {self.name}"

    def up_to(self, limit: int) -> Iterator[tuple[int, int]]:
        """The depths and counts that are within a number of leaves."""
        return ((depth, leaves) for depth, leaves in self.leaves.items() if leaves <= limit)


def perft_facts() -> list[PerftFact]:
    """The facts of all files perft/<genre>.perft: blocks of lines "id", "epd" and "perft <depth> <leaves>"."""
    return [fact for path in sorted(PERFT.glob("*.perft")) for fact in read_perft(path)]


def read_perft(path: Path) -> list[PerftFact]:
    """The facts of one file; "#" begins a comment line."""
    found: list[PerftFact] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            found.append(PerftFact(path.stem, rest, ""))
        elif word == "epd":
            found[-1].epd = rest
        elif word == "perft":
            depth, leaves = rest.split()
            found[-1].leaves[int(depth)] = int(leaves)
        elif line and not line.startswith("#"):
            raise ValueError(f"{path.name}: not a line of a perft file: {line!r}")
    return found


def kernel_moves(judge: Judge) -> dict[str, int]:
    """The legal moves as the kernel itself lists them, written as in `long_text`: text -> the kernel's number."""
    tables = judge.rules.tables
    board = tables.genre.board
    found: dict[str, int] = {}
    for code in judge.moves():
        origin, target, man, becomes, kind, was = (code >> shift & mask for shift, mask in (
            (0, 63), (6, 63), (12, 7), (15, 7), (18, 7), (27, 7)))
        text = board.name(origin) + board.name(target)
        if becomes != (was if kind >= CASTLING else man):
            text += tables.letters[becomes].lower()
        if kind >= CASTLING:
            before = judge.save().men
            judge.push(code)
            after = judge.save().men
            judge.pop()
            reached = [at for at in board.squares if after[at] not in ("", before[at]) and at != target]
            if tables.uci(code)[:4] != text[:4]:        # in Chess960 neither man may have left its square
                text = tables.uci(code)
                reached = [at for at in (target - 1, target + 1) if after[at] == before[code >> 21 & 63]
                           and (target > at) == (board.file(target) == 6)]
            [arrival] = reached or [origin]
            text += f"/{board.name(code >> 21 & 63)}{board.name(arrival)}"
        assert text not in found, f"{text} is listed twice"
        found[text] = code
    return found
