"""Games and their records under the names of python-chess, on top of the package: for its own tests."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Self, TextIO
from weakref import WeakKeyDictionary

from python_chess_board import Board, Move, name_of, number_of, side_of

import feerie

__all__ = ["NAG_BRILLIANT_MOVE", "NAG_DUBIOUS_MOVE", "NAG_MISTAKE", "Arrow", "ChildNode", "Cp", "FileExporter",
           "Game", "GameNode", "Mate", "PovScore", "StringExporter", "read_game"]

NAG_MISTAKE, NAG_BRILLIANT_MOVE, NAG_DUBIOUS_MOVE = 2, 3, 6


class Score:
    """A score: centipawns or moves to mate."""

    def __init__(self, score: feerie.Score) -> None:
        self.held = score

    def score(self) -> int | None:
        """Centipawns."""
        return self.held.centipawns

    cp = property(score)

    def mate(self) -> int | None:
        """Moves to mate."""
        return self.held.mate


def Cp(centipawns: int) -> Score:
    """A score in centipawns."""
    return Score(feerie.Score(centipawns))


def Mate(moves: int) -> Score:
    """A score in moves to mate."""
    return Score(feerie.Score(mate=moves))


class PovScore:
    """A score and whose it is."""

    def __init__(self, score: Score, turn: bool) -> None:
        self.held = feerie.PovScore(score.held, side_of(turn))

    def white(self) -> Score:
        """As White sees it."""
        return Score(self.held.white())


@dataclass
class Arrow:
    """An arrow, or a square if both ends are the same."""

    tail: int
    head: int
    color: str = "green"


class GameNode:
    """A node of the package."""

    def __init__(self, node: feerie.Node) -> None:
        self.node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameNode) and self.node is other.node

    __hash__ = None  # type: ignore[assignment]

    def root(self) -> GameNode:
        """The first node."""
        return GameNode(self.node.root)

    @property
    def parent(self) -> GameNode | None:
        """The node before."""
        return GameNode(self.node.parent) if self.node.parent else None

    @property
    def move(self) -> Move:
        """The move that led here."""
        return Move.from_uci(self.node.uci())

    def uci(self) -> str:
        """It in UCI."""
        return self.node.uci()

    def san(self) -> str:
        """It in SAN."""
        return self.node.san()

    def board(self) -> Board:
        """The position."""
        return Board.of(self.node.position)

    def turn(self) -> bool:
        """The side to move."""
        return self.node.position.turn == feerie.WHITE

    @property
    def variations(self) -> list[ChildNode]:
        """What follows."""
        return [ChildNode(node) for node in self.node.variations]

    def __getitem__(self, number: int) -> ChildNode:
        return self.variation(number)

    def variation(self, move: Move | int) -> ChildNode:
        """What follows by a move or number."""
        return ChildNode(self.node.variation(move.uci() if isinstance(move, Move) else move))

    def has_variation(self, move: Move) -> bool:
        """Whether a move follows."""
        return self.node.has_variation(move.uci())

    def next(self) -> GameNode | None:
        """What follows first."""
        return self.variations[0] if self.variations else None

    def end(self) -> GameNode:
        """The last node."""
        return ChildNode(self.node.end())

    def is_end(self) -> bool:
        """Whether nothing follows."""
        return self.node.is_end()

    def is_mainline(self) -> bool:
        """Whether the game was played so."""
        return self.node.is_mainline()

    def is_main_variation(self) -> bool:
        """Whether it is the first variation."""
        return self.node.is_main_variation()

    def starts_variation(self) -> bool:
        """Whether it is another one."""
        return not self.node.is_main_variation()

    def mainline_moves(self) -> list[Move]:
        """The moves that follow."""
        return [Move.from_uci(move.uci()) for move in self.node.mainline_moves()]

    # --------------------------------------------------------------------------------------------- editing

    def add_variation(self, move: Move, *, comment: str = "", starting_comment: str = "",
                      nags: Iterable[int] = ()) -> ChildNode:
        """Add a move."""
        return ChildNode(self.node.add_variation(move.uci(), comment=comment, starting_comment=starting_comment,
                                                 nags=nags))

    def add_main_variation(self, move: Move, *, comment: str = "", nags: Iterable[int] = ()) -> ChildNode:
        """Add a move before the others."""
        return ChildNode(self.node.add_main_variation(move.uci(), comment=comment, nags=nags))

    def add_line(self, moves: Iterable[Move], **annotations: Any) -> ChildNode:
        """Add moves one after another."""
        return ChildNode(self.node.add_line([move.uci() for move in moves], **annotations))

    def _variation(self, move: Move | GameNode | int) -> feerie.Node | str | int:
        return move.uci() if isinstance(move, Move) else move.node if isinstance(move, GameNode) else move

    def promote(self, move: Move | GameNode | int) -> None:
        """One place up."""
        self.node.promote(self._variation(move))

    def promote_to_main(self, move: Move | GameNode | int) -> None:
        """To the first place."""
        self.node.promote_to_main(self._variation(move))

    def demote(self, move: Move | GameNode | int) -> None:
        """One place down."""
        self.node.demote(self._variation(move))

    @property
    def nags(self) -> set[int]:
        """The glyphs."""
        return self.node.nags

    @property
    def comment(self) -> str:
        """The comment."""
        return self.node.comment

    @comment.setter
    def comment(self, comment: str) -> None:
        self.node.comment = comment

    @property
    def starting_comment(self) -> str:
        """The comment before."""
        return self.node.starting_comment

    @starting_comment.setter
    def starting_comment(self, comment: str) -> None:
        self.node.starting_comment = comment

    def clock(self) -> float | None:
        """The seconds left."""
        return self.node.clock()

    def set_clock(self, seconds: float | None) -> None:
        """Write them."""
        self.node.set_clock(seconds)

    def emt(self) -> float | None:
        """The seconds taken."""
        return self.node.elapsed()

    def set_emt(self, seconds: float | None) -> None:
        """Write them."""
        self.node.set_elapsed(seconds)

    def eval(self) -> PovScore | None:
        """The evaluation."""
        found = self.node.score()
        return PovScore(Score(found.score), found.turn == feerie.WHITE) if found else None

    def set_eval(self, score: PovScore | None, depth: int | None = None) -> None:
        """Write it."""
        self.node.set_evaluation(score.held if score else None, depth)

    def arrows(self) -> list[Arrow]:
        """The arrows."""
        return [Arrow(number_of(tail), number_of(head), colour) for tail, head, colour in self.node.arrows()]

    def set_arrows(self, arrows: Iterable[Arrow | tuple[int, int]]) -> None:
        """Write them."""
        given = [arrow if isinstance(arrow, Arrow) else Arrow(*arrow) for arrow in arrows]
        self.node.set_arrows((name_of(arrow.tail), name_of(arrow.head), arrow.color) for arrow in given)


class ChildNode(GameNode):
    """A node after the first."""


class Game(GameNode):
    """A game, as its first node."""

    def __init__(self, game: feerie.Game | feerie.ForeignGame | None = None) -> None:
        self.game = feerie.Game("orthodox") if game is None else game
        self.errors = getattr(self.game, "errors", [])
        if isinstance(self.game, feerie.Game):
            super().__init__(self.game.root)

    @property
    def headers(self) -> dict[str, str]:
        """The headers."""
        return self.game.headers

    @classmethod
    def without_tag_roster(cls) -> Self:
        """A game without headers."""
        game = cls()
        game.headers.clear()
        return game

    @classmethod
    def from_board(cls, board: Board) -> Self:
        """The game on a board."""
        return cls(board.game)

    def setup(self, board: Board | str) -> None:
        """Begin from a position, of Chess960 if it is none of orthodox chess."""
        position = board.position if isinstance(board, Board) else _position(board)
        self.__init__(feerie.Game(position.genre, position))  # type: ignore[misc]

    def accept(self, exporter: StringExporter) -> str:
        """Write the game."""
        if not isinstance(exporter, StringExporter):
            raise NotImplementedError("the package has no visitors")
        return exporter.write(self)

    def __str__(self) -> str:
        return StringExporter().write(self)


def _position(fen: str) -> feerie.Position:
    try:
        return Board(fen).position
    except feerie.FenError:
        return Board(fen, chess960=True).position


class StringExporter:
    """Writes a game."""

    def __init__(self, *, headers: bool = True, comments: bool = True, variations: bool = True) -> None:
        self.options = {"headers": headers, "comments": comments, "variations": variations}
        self.text = ""

    def write(self, game: Game) -> str:
        """The text of a game."""
        options = self.options if isinstance(game.game, feerie.Game) else {}
        self.text = game.game.pgn(**options).removesuffix("\n")
        return self.text

    def __str__(self) -> str:
        return self.text


class FileExporter(StringExporter):
    """Writes a game to a file."""

    def __init__(self, file: TextIO, **options: bool) -> None:
        super().__init__(**options)
        self.file = file

    def write(self, game: Game) -> str:
        """Write a game, and an empty line."""
        text = super().write(game)
        self.file.write(text + "\n\n")
        return text


_under_way: WeakKeyDictionary[TextIO, Iterator[feerie.Game | feerie.ForeignGame]] = WeakKeyDictionary()


def read_game(file: TextIO, **options: Any) -> Game | None:
    """The next game of a file."""
    if options:
        raise NotImplementedError("the package has no visitors")
    if file not in _under_way:
        _under_way[file] = feerie.read_pgn(file)
    game = next(_under_way[file], None)
    return None if game is None else Game(game)
