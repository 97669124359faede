"""Nodes: the moves of a game as a tree of variations.

A node is what stands after a move: the move, comments, and the moves that were played or considered next. The first of
these is the main variation. The names are those of python-chess.
"""
from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Protocol

from feerie.errors import ArgumentError, Error, check_number, check_whole, wrong_type
from feerie.notation import pgn
from feerie.position import WHITE, Position
from feerie.rules.move import Move

__all__ = ["NULL_MOVE", "Node"]

NULL_MOVE = "0000"
"""UCI of a null move, "--" in PGN: the other side is to move, as in series play. A node of it has no `move`."""


MOST_SECONDS = 3_600_000_000
"""No clock shows more."""


class _Score(Protocol):
    """A Score, as far as an evaluation needs one."""

    @property
    def centipawns(self) -> int | None: ...
    @property
    def mate(self) -> int | None: ...


class Node:
    """A move in a tree of variations; the root has none.

    `parent`: the node before, None for the root. `variations`: what follows, the main variation first. `comment`:
    behind the move, of the root before the first one; `starting_comment`: before a variation that begins here.
    """

    __slots__ = ("_move", "_nags", "_position", "_uci", "comment", "parent", "starting_comment", "variations")

    def __init__(self, parent: Node | None, uci: str = "", position: Position | None = None,
                 move: Move | None = None) -> None:
        """For those who know that the move is legal; others call `add_variation`."""
        self.parent, self.variations = parent, list[Node]()
        self.comment = self.starting_comment = ""
        self._uci, self._position, self._move = uci, position, move
        self._nags: set[int] | None = None

    # ------------------------------------------------------------------------------------------ what it is

    @property
    def position(self) -> Position:
        """The position after the move; of the root, at the start."""
        if self._position is None:
            waiting: list[Node] = []
            node = self
            while node._position is None:
                waiting.append(node)
                assert node.parent
                node = node.parent
            position = node._position
            for node in reversed(waiting):
                position = node._position = position.pass_turn() if node.is_null else position.play(node._uci)
        assert self._position
        return self._position

    def board(self) -> Position:
        """The same as `position`, as python-chess calls it; a value, so nothing is copied."""
        return self.position

    @property
    def move(self) -> Move | None:
        """The move that led here; None for the root, and where it was a null move."""
        if self._move is None and self.parent is not None and not self.is_null:
            self._move = self.parent.position._move(self._uci)
        return self._move

    @property
    def nags(self) -> set[int]:
        """Numeric annotation glyphs of the move: 1 for "!", 2 for "?", 14 for a slight advantage of White."""
        if self._nags is None:
            self._nags = set()
        return self._nags

    @nags.setter
    def nags(self, nags: Iterable[int]) -> None:
        self._nags = set(nags)

    @property
    def has_nags(self) -> bool:
        """Whether there are any."""
        return bool(self._nags)

    @property
    def is_null(self) -> bool:
        """Whether a null move led here; only annotations and solutions have such nodes."""
        return self._uci == NULL_MOVE

    def uci(self) -> str:
        """The move in UCI; "" for the root."""
        if not self._uci and self._move is not None:
            self._uci = self._move.uci()
        return self._uci

    def san(self, language: str = "en") -> str:
        """The move in short notation; ArgumentError for the root."""
        if self.parent is None or self.move is None:
            raise ArgumentError("no move leads to the root")
        return self.parent.position.san(self.move, language)

    def _forget(self) -> None:
        """Give back the memory of move and position; both are found anew when they are asked for."""
        if self.parent is not None:
            self._uci = self.uci()
            self._position = self._move = None

    def ply(self) -> int:
        """How many single moves have been played in all, by the number of the move in the first position."""
        plies, node = 0, self
        while node.parent is not None:
            plies, node = plies + 1, node.parent
        start = node.position
        return 2 * (start.fullmove_number - 1) + (start.turn != WHITE) + plies

    @property
    def root(self) -> Node:
        """The node of the first position."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    # -------------------------------------------------------------------------------------- where it leads

    def next(self) -> Node | None:
        """The next node of the main variation, None at its end."""
        return self.variations[0] if self.variations else None

    def end(self) -> Node:
        """The last node of the main variation."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Whether nothing follows."""
        return not self.variations

    def line(self) -> list[Node]:
        """The nodes from the root to this one, both with it."""
        nodes, node = [self], self
        while node.parent is not None:
            node = node.parent
            nodes.append(node)
        return nodes[::-1]

    def mainline(self) -> list[Node]:
        """The nodes of the main variation that follow this one."""
        nodes, node = list[Node](), self
        while node.variations:
            node = node.variations[0]
            nodes.append(node)
        return nodes

    def mainline_moves(self) -> list[Move]:
        """The moves of the main variation that follow this one."""
        return [node.move for node in self.mainline() if node.move]

    def is_main_variation(self) -> bool:
        """Whether it is the first of the variations of its parent; the root is, a variation that was removed is not."""
        return self.parent is None or any(first is self for first in self.parent.variations[:1])

    def is_mainline(self) -> bool:
        """Whether the main variation of the whole game passes here."""
        return all(node.is_main_variation() for node in self.line())

    def has_variation(self, move: Move | str) -> bool:
        """Whether a move, given as a value or in UCI, follows; `variation` finds it by any text."""
        return any(node.uci() == str(move) for node in self.variations)

    def variation(self, move: Move | str | Node | int) -> Node:
        """The node that follows by a move, given as a value or a text, or the one of a number.

        KeyError where the move does not follow, IndexError for a number there is not.
        """
        if isinstance(move, int):
            return self.variations[move]
        for node in self.variations:
            if node is move or (not isinstance(move, Node) and node.uci() == str(move)):
                return node
        if isinstance(move, str) and self.variations:
            try:
                return self.variation(self.position.parse(move))
            except Error:
                pass
        raise KeyError(f"no variation begins with {move if isinstance(move, Move) else repr(move)}")

    # --------------------------------------------------------------------------------------------- editing

    def add_variation(self, move: Move | str, *, comment: str = "", starting_comment: str = "",
                      nags: Iterable[int] = (), language: str = "en") -> Node:
        """Add a move behind the other variations, and give its node; errors as in Position.parse and Position.play."""
        before = self.position
        move = before.parse(move, language) if isinstance(move, str) else move
        node = Node(self, "", before.play(move), move)
        node.comment, node.starting_comment = comment, starting_comment
        for nag in nags:
            node.nags.add(nag)
        self.variations.append(node)
        return node

    def add_null_move(self) -> Node:
        """Let the side to move pass, and give the node of that, one that is there already if need be."""
        if self.has_variation(NULL_MOVE):
            return self.variation(NULL_MOVE)
        node = Node(self, NULL_MOVE, self.position.pass_turn())
        self.variations.append(node)
        return node

    def add_main_variation(self, move: Move | str, *, comment: str = "", nags: Iterable[int] = ()) -> Node:
        """The same as the first of the variations."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return node

    def add_line(self, moves: Iterable[Move | str]) -> Node:
        """Add moves one after another, and give the last node."""
        node = self
        for move in moves:
            node = node.add_variation(move)
        return node

    def promote(self, move: Move | str | Node | int) -> None:
        """Put a variation one place further up."""
        place = self.variations.index(self.variation(move))
        if place:
            self.variations.insert(place - 1, self.variations.pop(place))

    def promote_to_main(self, move: Move | str | Node | int) -> None:
        """Make a variation the main one."""
        self.variations.insert(0, self.variations.pop(self.variations.index(self.variation(move))))

    def demote(self, move: Move | str | Node | int) -> None:
        """Put a variation one place further down."""
        place = self.variations.index(self.variation(move))
        self.variations.insert(place + 1, self.variations.pop(place))

    def remove_variation(self, move: Move | str | Node | int) -> None:
        """Take a variation with all that follows out of the tree."""
        self.variations.remove(self.variation(move))

    # ---------------------------------------------------------------------------- what comments say to programs

    def commands(self) -> dict[str, str]:
        """The commands in the comment, name -> argument: {"clk": "0:01:30", "eval": "0.25"}."""
        return pgn.commands(self.comment)

    def text(self) -> str:
        """The comment without commands."""
        return pgn.without_commands(self.comment)

    def clock(self) -> float | None:
        """The seconds left to the player after the move, from the command "clk"; None where it is not given."""
        return pgn.seconds(self.commands().get("clk", ""))

    def elapsed(self) -> float | None:
        """The seconds the move took, from the command "emt"; None where it is not given."""
        return pgn.seconds(self.commands().get("emt", ""))

    def evaluation(self) -> tuple[str, float] | None:
        """The command "eval" for White: ("pawns", 0.25) or ("mate", -3), negative where Black is ahead; else None."""
        return pgn.evaluation(self.commands().get("eval", ""))

    def set_clock(self, seconds: float | None) -> None:
        """Write the seconds left to the player into the comment, as the command "clk"; None takes it out."""
        self._set_time("clk", seconds)

    def set_elapsed(self, seconds: float | None) -> None:
        """Write the seconds the move took into the comment, as the command "emt"; None takes it out."""
        self._set_time("emt", seconds)

    def set_evaluation(self, score: _Score | tuple[str, float] | None, depth: int | None = None) -> None:
        """Write an evaluation into the comment, as the command "eval"; None takes it out.

        `score`: a Score that a search of this node's position found, which is that of the side to move there, or what
        `evaluation` gives, for White. `depth`: of the search, in single moves. ArgumentError for mate 0: the game is
        over then, and its end says who has won.

        >>> from feerie.game import Game
        >>> node = Game("orthodox", moves="1. f3 e5 2. g4").node
        >>> node.set_evaluation(("mate", -1), depth=3)
        >>> node.comment, node.evaluation()
        ('[%eval #-1,3]', ('mate', -1))
        """
        check_whole(depth=depth)
        if score is None:
            self.comment = pgn.with_command(self.comment, "eval", None)
            return
        unit, value = score if isinstance(score, tuple) else self._for_white(score)
        check_number(score=value)
        if unit not in ("pawns", "mate") or not isfinite(value) or (unit == "mate" and not value):
            raise ArgumentError(f"an evaluation is a Score, ('pawns', number) or ('mate', moves), not {score!r}")
        text = f"#{int(value)}" if unit == "mate" else f"{value:.2f}"
        self.comment = pgn.with_command(self.comment, "eval", text if depth is None else f"{text},{depth}")

    def _for_white(self, score: _Score) -> tuple[str, float]:
        """A score of the side to move as `evaluation` gives it."""
        if not hasattr(score, "centipawns") or not hasattr(score, "mate"):
            raise wrong_type("score", "a Score, a pair of unit and number, or None", score)
        sign = 1 if self.position.turn == WHITE else -1
        if score.mate is not None:
            return "mate", sign * score.mate
        return "pawns", sign * (score.centipawns or 0) / 100

    def _set_time(self, command: str, seconds: float | None) -> None:
        check_number(seconds=seconds)
        if seconds is not None and not 0 <= seconds < MOST_SECONDS:
            raise ArgumentError(f"seconds must be a number from 0 on, not {seconds}")
        self.comment = pgn.with_command(self.comment, command, None if seconds is None else pgn.clock_time(seconds))

    def __repr__(self) -> str:
        return f"<Node {self.uci() or 'root'}, {len(self.variations)} variations>"
