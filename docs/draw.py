#!/usr/bin/env python3
"""Draws the diagrams of these pages: FIGURES says what they show, diagrams/<name>.svg is what comes out, and
diagrams/figures.json tells the page's lessons what is on them.

    docs/draw.py            draw them all anew
    docs/draw.py --check    only say which files are not up to date

The same figures always give the same bytes. tests/test_docs.py checks that the files are up to date.
"""
from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from feerie import Position, draw
from feerie.genres import ORTHODOX
from feerie.men import GRASSHOPPER, LEO, LION, MEN, NIGHTRIDER, PAO, VAO, ZEBRA, name_of_man, with_men
from feerie.rules.board import FILES, Board
from feerie.rules.genre import Genre, Man
from feerie.rules.literals import BoardStyle, SideName
from feerie.rules.trait import Trait
from feerie.rules.unit import kind_text
from feerie.views.diagram import Arrow

DIAGRAMS = Path(__file__).parent / "diagrams"
SIZE = 280
"""Pixels of the longer side of a board."""

GREEN, RED, YELLOW = "green", "red", "yellow"
RING = "7/7/2***2/2***2/2***2/7/7 w - - - 0 1"
"""Rollerball's board without men."""
ROQUE_PROBLEM = "4k3/8/2rpp1Nr/6n1/b1pp2K1/8/8/8 b - - 0 1"


def with_traits(*men: Man) -> Genre:
    """Orthodox chess with more men, of which some may be neutral or kamikazes."""
    return replace(with_men(ORTHODOX, men), traits=(frozenset({Trait.NEUTRAL}), frozenset({Trait.KAMIKAZE})))


@dataclass(frozen=True)
class Figure:
    """One diagram. `line`: moves (UCI) that are played first, the last of which is marked. `rules`: the genre itself
    if it has no name of its own.
    """

    name: str
    genre: str
    fen: str | None = None
    line: tuple[str, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    size: int = SIZE
    rings: bool = False
    style: BoardStyle = "print"
    orientation: SideName = "white"
    caption: str = ""
    legend: str = ""
    rules: Genre | None = None

    def svg(self) -> str:
        """The text of the drawing."""
        position, move = Position(self.rules or self.genre, self.fen), None
        for text in self.line:
            move = position.parse(text)
            position = position.play(move)
        check = () if self.fen == RING else None
        return draw(position, last_move=move, arrows=self.arrows, marks=self.marks, check=check, size=self.size,
                    rings=self.rings, style=self.style, orientation=self.orientation, caption=self.caption,
                    legend=self.legend)


def dictionary_board(man: Man) -> tuple[str, str]:
    """A diagram that shows how a man of the dictionary moves, and the square on which it stands."""
    text = kind_text(man.letter)
    if man.promotion:
        return f"8/8/8/8/8/3p4/3{text}4/8 w - -", "d2"
    return f"3r4/6p1/2Pppp2/8/1P1{text}2p1/3P1p2/1p3P1r/6r1 w - -", "d4"


def _dictionary(man: Man) -> Figure:
    """Where a man of the dictionary goes (dots), and what it takes (crosses)."""
    name, (fen, square) = name_of_man(man), dictionary_board(man)
    moves = [move for move in Position(name, fen).legal_moves if move.origin == square]
    marks = {move.target: "dot" for move in moves} | {move.captured_on: "cross" for move in moves if move.captured_on}
    return Figure(f"man-{name}", name, fen, marks=marks)


def _flow() -> tuple[Arrow, ...]:
    """An arrow from every square of the ring to the next one."""
    from feerie.genres.rollerball import RING as ring
    from feerie.genres.rollerball import arrow

    steps = ((square, ring.step(square, *arrow(square))) for square in ring.squares)
    return tuple((ring.name(square), ring.name(ahead)) for square, ahead in steps if ahead is not None)


def _ray(*names: str, colour: str = "") -> tuple[Arrow, ...]:
    """Arrows from square to square along a way."""
    return tuple((start, end, colour) if colour else (start, end) for start, end in pairwise(names))


FIGURES: tuple[Figure, ...] = (
    Figure("orthodox-castling", "orthodox", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
           arrows=(("e1", "g1"), ("h1", "f1", GREEN), ("e8", "c8"), ("a8", "d8", GREEN))),

    Figure("roque-a", "roque", "7b/8/5P2/8/4p3/6p1/1k6/4N2K w - - 0 1",
           arrows=(("h1", "f1"), ("e1", "g1"), ("h1", "f3", GREEN), ("e4", "g2", GREEN), ("g3", "h2", RED)),
           marks={"h2": "cross"}),
    Figure("roque-b", "roque", "7b/8/5P2/8/4p3/6p1/1k6/4N2K w - - 0 1", line=("h1f1",)),
    Figure("roque-furtive", "roque", "k7/8/8/8/7p/8/8/4K3 w - - 0 1",
           arrows=(("e1", "g3"), ("h4", "f2", GREEN), ("h4", "g3", RED))),
    Figure("roque-bakke", "roque", ROQUE_PROBLEM),

    Figure("rokagogo-a", "rokagogo", "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1",
           arrows=(("d3", "f3"), ("h3", "e3"), ("a4", "d4", RED)), marks={"d4": "cross", "c3": "cross"}),
    Figure("rokagogo-b", "rokagogo", "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1", line=("d3f3",)),
    Figure("rokagogo-mate", "rokagogo", "4R3/8/8/1N6/2B5/8/2k2P2/4K2R w - - 0 1", line=("e1e3",)),

    Figure("chess960-a", "chess960", "1r2k1r1/8/8/8/8/8/8/1RK2R2 w FBgb - 0 1",
           arrows=(("b1", "d1", GREEN), ("c1", "g1"))),
    Figure("chess960-b", "chess960", "1r2k1r1/8/8/8/8/8/8/1RK2R2 w FBgb - 0 1", line=("c1b1",)),

    Figure("platzwechselrochade-knight", "platzwechselrochade", "3rrr2/8/6N1/8/8/8/2K5/7k w - - 0 1",
           arrows=(("c2", "g6"), ("g6", "c2", GREEN)), marks={"d3": "cross", "e4": "cross", "f5": "cross"}),
    Figure("platzwechselrochade-promotion", "platzwechselrochade", "4K3/8/8/8/8/8/4P3/k7 w - - 0 1",
           line=("e8e2q",)),
    Figure("platzwechselrochade-stalemate", "platzwechselrochade", "8/8/p7/P4kbK/8/8/8/8 w - - 0 1",
           arrows=(("h5", "a5"), ("a5", "h5", GREEN))),

    Figure("platzwechselrochade-popeye-check", "platzwechselrochade-popeye", "r6k/8/8/8/8/8/8/K6N w - - Xx 0 1",
           line=("a1h1",)),

    Figure("rex-multiplex-a", "rex-multiplex", "k2R3k/3R4/8/8/8/8/8/7K b - - 0 1"),
    Figure("rex-multiplex-b", "rex-multiplex", "5k1k/8/5n2/8/2B5/8/3Q4/4RR1K w - - 0 1", line=("d2h6",),
           arrows=(("h8", "g7", RED), ("f6", "h7", RED))),
    Figure("rex-multiplex-c", "rex-multiplex", "5k2/5pp1/k7/3N4/8/K5Q1/8/8 w - - 0 1",
           marks={**dict.fromkeys(("d3", "g6", "g7", "b4", "c7"), "dot"), "b8": "cross", "d6": "cross"}),
    Figure("rex-multiplex-thoma", "rex-multiplex", "3qkb2/8/2K1K1Br/3P4/8/8/8/8 b - - 0 1",
           arrows=(("h6", "g6", RED),)),
    Figure("rex-multiplex-recursion", "rex-multiplex", "1K6/8/4R3/3K1k1k/8/8/4q3/8 w - - 0 1",
           arrows=(("e6", "e5", RED), ("e2", "e5", YELLOW))),

    Figure("ultra-rex-multiplex-a", "ultra-rex-multiplex", "r3r1k1/1b6/8/2k5/8/K7/4K3/6RK w - - 0 1",
           arrows=(("e2", "f3"), ("a3", "b3"), ("h1", "h2"))),
    Figure("ultra-rex-multiplex-promotion", "ultra-rex-multiplex", "r1k5/5P2/8/8/8/8/8/K7 w - - 0 1",
           line=("f7f8k",)),

    Figure("siamois-a", "siamois", "k3k3/8/5Q2/8/8/6B1/8/K6K w - - 0 1",
           marks={"a6": "dot", "c6": "dot", "h8": "dot"}),
    Figure("siamois-castling", "siamois", "r3k2r/8/8/8/k7/8/8/K5K1 b kq - 0 1",
           arrows=(("e8", "g8"), ("h8", "f8", GREEN), ("e8", "c8"), ("a8", "d8", GREEN))),

    Figure("rollerball-start", "rollerball", rings=True),
    Figure("rollerball-arrows", "rollerball", RING, arrows=_flow()),
    Figure("rollerball-rook", "rollerball", "7/7/2***2/2***2/2***2/7/1R5 w - - - 0 1",
           arrows=(("b1", "a1"), ("a1", "a7"), ("b1", "b7", GREEN), ("b1", "c1", YELLOW))),
    Figure("rollerball-sideways", "rollerball", "7/7/2***2/2***2/2***2/7/5R1 w - - - 0 1",
           arrows=(("f1", "f2", GREEN), ("f2", "f7", RED))),
    Figure("rollerball-bishop", "rollerball", "7/7/2***2/2***2/2***1B/7/7 w - - - 0 1",
           arrows=(*_ray("g3", "e1", "d2"), ("g3", "f4", YELLOW))),
    Figure("rollerball-point", "rollerball", "7/7/2***2/2***2/2***2/7/6B w - - - 0 1", arrows=_ray("g1", "f2", "e1")),
    Figure("rollerball-run", "rollerball", "7/7/2***2/2***2/2***1k/3K3/7 w - - - 0 1",
           arrows=_ray("d2", "c2", "b3", "b4", "b5", "c6", "d6"), marks={"d6": "circle"}),

    Figure("gallery-print", "roque", ROQUE_PROBLEM, caption="h#3"),
    Figure("gallery-hatched", "roque", ROQUE_PROBLEM, style="hatched"),
    Figure("gallery-board", "roque", ROQUE_PROBLEM, style="board"),
    Figure("gallery-black", "rollerball", orientation="black", rings=True, style="board"),
    Figure("gallery-marks", "orthodox", "7k/8/8/3N4/8/8/8/K7 w - - 0 1",
           marks={**dict.fromkeys(("b4", "b6", "c3", "c7", "e3", "e7", "f4"), "dot"), "f6": "cross", "h8": "circle"},
           arrows=(("d5", "f6", RED),)),
    Figure("gallery-men", "orthodox", "8/1G.pa.NR.va.LI.leZ/8/8/2=G=Q=R=B=N1/8/2(kamikaze)N2(kamikaze)r2/k6K w - - 0 1",
           legend="en", rules=with_traits(GRASSHOPPER, NIGHTRIDER, LION, PAO, VAO, LEO, ZEBRA)),
    Figure("gallery-cylinder", "orthodox", "3k4/8/2*5/8/4**2/8/1G6/4K3 w - - 0 1", legend="en",
           rules=replace(with_men(ORTHODOX, [GRASSHOPPER]), castlings=(),
                         board=replace(Board.with_walls(8, 8, "c6", "e4", "f4"), wraps=FILES))),
    Figure("gallery-exchange", "platzwechselrochade", "3rrr2/8/6N1/8/8/8/2K5/7k w - - 0 1", line=("c2g6",)),
)

LINES = {
    "orthodox": ("8/Q7/8/8/8/8/8/2k1K2R w K - 0 1", "a7f2 c1b1 e1g1"),
    "roque": (ROQUE_PROBLEM, "c6c5 g4g3 e8c6 g3f4 c6d5 g6e7"),
    "rokagogo": ("6B1/4P3/8/8/8/2pk4/2N5/4K2R w - - 0 1", "e7e8r d3c2 e1e3"),
    "chess960": ("4k1r1/8/8/8/8/8/8/1RK2R2 w FBg - 0 1", "f1f7 g8g7 c1b1"),
    "platzwechselrochade": (ROQUE_PROBLEM, "a4d1 g4f4 d1h5 f4g3 e8h5 g6f4"),
    "platzwechselrochade-popeye": ("r6k/8/8/8/8/8/8/K6N w - - Xx 0 1", "a1h1 a8a1"),
    "rex-multiplex": ("5k1k/8/5n2/8/2B5/8/3Q4/4RR1K w - - 0 1", "d2h6"),
    "ultra-rex-multiplex": ("r1k5/5P2/8/8/8/8/8/K7 w - - 0 1", "f7f8k c8d7 f8f7"),
    "siamois": ("k3k3/8/5Q2/8/8/6B1/8/K6K w - - 0 1", "f6c6"),
    "rollerball": (None, "c1b1 e7f7 b1a2 f7g6"),
    "rollerball-literal": ("7/7/2***2/2***2/2***1k/3K3/5R1 w - - - 0 1", "f1f4"),
}
"""A line of play for the page of each genre, to be followed move by move."""
FIGURES += tuple(Figure(f"line-{genre}-{number}", genre, fen, tuple(moves.split()[:number]), size=220)
                 for genre, (fen, moves) in LINES.items() for number in range(len(moves.split()) + 1))

FIGURES += tuple(map(_dictionary, MEN[:12]))        # one or a few of each family


def drawn() -> Iterator[tuple[Path, bytes]]:
    """The file of each figure, and what belongs into it; the file that lists them."""
    rows = [{"name": figure.name, "genre": figure.genre, "fen": figure.fen, "line": figure.line,
             "arrows": figure.arrows, "marks": dict(figure.marks)} for figure in FIGURES if figure.rules is None]
    yield DIAGRAMS / "figures.json", ("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n").encode()
    for figure in FIGURES:
        yield DIAGRAMS / f"{figure.name}.svg", (figure.svg() + "\n").encode()


def main(arguments: list[str]) -> int:
    """Write or check the files; 1 where some were not up to date."""
    stale = [path for path, content in drawn() if not path.exists() or path.read_bytes() != content]
    stale += [path for path in DIAGRAMS.glob("*.svg") if path.stem not in {figure.name for figure in FIGURES}]
    if "--check" in arguments:
        print("".join(f"not up to date: {path.name}\n" for path in stale), end="")
        return 1 if stale else 0
    DIAGRAMS.mkdir(exist_ok=True)
    for path in stale:
        path.unlink(missing_ok=True)
    for path, content in drawn():
        path.write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
