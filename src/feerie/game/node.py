"""Nodes: the moves of a game as a tree of variations.

A node holds a move, its comments, and the moves that were played or considered next. The first of these is the main
variation. The names are those of python-chess.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isfinite
from typing import TYPE_CHECKING, Any, NoReturn

from feerie.base.errors import ArgumentError, Error, check_number, check_whole, no_attribute, wrong_type
from feerie.game.foreign_names import OF_NODE
from feerie.game.position import Position, legal_move
from feerie.game.score import PovScore, Score
from feerie.notation import pgn
from feerie.rules.literals import EvaluationUnit
from feerie.rules.move import Move

__all__ = ["NULL_MOVE", "Node", "Row", "forget_position", "knows_position", "note_position", "tree_nodes", "tree_rows"]

NULL_MOVE = "0000"
"""A null move in UCI, "--" in PGN: the other side is to move, as in series play. Its node has no `move`."""


MOST_SECONDS = 3_600_000_000
"""No clock shows more."""


Row = tuple[int, str, str, str, tuple[int, ...]]
"""A node as it is pickled: number of the parent, UCI, comment, starting comment, NAGs."""


class Node:
    """A move in a tree of variations; the root has no move.

    `parent`: the node before; None for the root. `variations`: what follows, the main variation first. `comment`: the
    one after the move or, at the root, before the first move; `starting_comment`: the one before a variation that
    begins here.
    """

    __slots__ = ("_move", "_nags", "_position", "_uci", "comment", "parent", "starting_comment", "variations")

    def __init__(self, parent: Node | None, uci: str = "", position: Position | None = None,
                 move: Move | None = None) -> None:
        """For callers who know that the move is legal; others call `add_variation`."""
        self.parent, self.variations = parent, list[Node]()
        self.comment = self.starting_comment = ""
        self._uci, self._position, self._move = uci, position, move
        self._nags: set[int] | None = None

    # ------------------------------------------------------------------------------------------ what it is

    @property
    def position(self) -> Position:
        """The position after the move; for the root, the first position."""
        if self._position is None:
            waiting: list[Node] = []
            node = self
            while node._position is None:
                waiting.append(node)
                assert node.parent
                node = node.parent
            position = node._position
            for node in reversed(waiting):
                position = node._position = position.pass_turn() if node.is_null else position.play_on(node._uci)
        assert self._position
        return self._position

    def board(self) -> Position:
        """The same as `position`, under the name of python-chess; it is immutable, so nothing is copied."""
        return self.position

    @property
    def move(self) -> Move | None:
        """The move that led here; None for the root and for a null move."""
        if self._move is None and self.parent is not None and not self.is_null:
            self._move = legal_move(self.parent.position.beyond_move_rule(), self._uci)
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
        """Whether there are any NAGs."""
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
        """The move in short algebraic notation, "--" for a null move. Raises ArgumentError for the root."""
        if self.is_null:
            return pgn.NULL_TEXT
        if self.parent is None or self.move is None:
            raise ArgumentError("no move leads to the root")
        return self.parent.position.beyond_move_rule().san(self.move, language)

    def ply(self) -> int:
        """The number of plies since the start of the game, counting from the move number of the first position."""
        plies, node = 0, self
        while node.parent is not None:
            plies, node = plies + 1, node.parent
        start = node.position
        return 2 * (start.fullmove_number - 1) + start.turn.number + plies

    @property
    def root(self) -> Node:
        """The node of the first position."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    # -------------------------------------------------------------------------------------- where it leads

    def next(self) -> Node | None:
        """The next node of the main variation; None at its end."""
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
        """The nodes from the root to this one, both included."""
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
        """Whether this is the first variation of its parent; True for the root, False for a removed variation."""
        return self.parent is None or any(first is self for first in self.parent.variations[:1])

    def is_mainline(self) -> bool:
        """Whether this node is on the main line of the whole game."""
        return all(node.is_main_variation() for node in self.line())

    def has_variation(self, move: Move | str) -> bool:
        """Whether a move, given as a Move or in UCI, follows; `variation` accepts any notation."""
        return any(node.uci() == str(move) for node in self.variations)

    def variation(self, move: Move | str | Node | int) -> Node:
        """The node that follows by a move, given as a Move or a string, or by its number.

        Raises KeyError if the move does not follow, IndexError if there is no such number.
        """
        if isinstance(move, int):
            return self.variations[move]
        for node in self.variations:
            if node is move or (not isinstance(move, Node) and node.uci() == str(move)):
                return node
        if isinstance(move, str) and self.variations:
            try:
                return self.variation(self.position.beyond_move_rule().parse(move))
            except Error:
                pass
        raise KeyError(f"no variation begins with {move if isinstance(move, Move) else repr(move)}")

    # --------------------------------------------------------------------------------------------- editing

    def add_variation(self, move: Move | str, *, comment: str = "", starting_comment: str = "",
                      nags: Iterable[int] = (), language: str = "en") -> Node:
        """Add a move after the other variations, and return its node. Errors as in Position.parse and Position.play.

        The move rule forbids nothing here: records may go on after it.
        """
        before = self.position
        move = before.beyond_move_rule().parse(move, language) if isinstance(move, str) else move
        node = Node(self, "", before.play_on(move), move)
        node.comment, node.starting_comment = comment, starting_comment
        for nag in nags:
            node.nags.add(nag)
        self.variations.append(node)
        return node

    def add_null_move(self) -> Node:
        """Let the side to move pass, and return the node of the null move, which may exist already."""
        if self.has_variation(NULL_MOVE):
            return self.variation(NULL_MOVE)
        node = Node(self, NULL_MOVE, self.position.pass_turn())
        self.variations.append(node)
        return node

    def add_main_variation(self, move: Move | str, *, comment: str = "", nags: Iterable[int] = ()) -> Node:
        """Add a move as `add_variation` does, but before the other variations, and return its node."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return node

    def add_line(self, moves: Iterable[Move | str], *, comment: str = "", starting_comment: str = "",
                 nags: Iterable[int] = ()) -> Node:
        """Add moves one after another, and return the last node.

        `starting_comment` stands before the first move, `comment` and `nags` after the last; without moves they are not
        used.
        """
        node = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        if node is not self:
            node.comment, node.nags = comment, set(nags)
        return node

    def promote(self, move: Move | str | Node | int) -> None:
        """Move a variation one place up."""
        place = self.variations.index(self.variation(move))
        if place:
            self.variations.insert(place - 1, self.variations.pop(place))

    def promote_to_main(self, move: Move | str | Node | int) -> None:
        """Make a variation the main one."""
        self.variations.insert(0, self.variations.pop(self.variations.index(self.variation(move))))

    def demote(self, move: Move | str | Node | int) -> None:
        """Move a variation one place down."""
        place = self.variations.index(self.variation(move))
        self.variations.insert(place + 1, self.variations.pop(place))

    def remove_variation(self, move: Move | str | Node | int) -> None:
        """Remove a variation, with all that follows it, from the tree."""
        self.variations.remove(self.variation(move))

    # ---------------------------------------------------------------------------- what comments say to programs

    def commands(self) -> dict[str, str]:
        """The commands in the comment, name -> argument: {"clk": "0:01:30", "eval": "0.25"}."""
        return pgn.commands(self.comment)

    def text(self) -> str:
        """The comment without its commands."""
        return pgn.without_commands(self.comment)

    def clock(self) -> float | None:
        """The seconds left to the player after the move, from the command "clk"; None if it is not given."""
        return pgn.seconds(self.commands().get("clk", ""))

    def elapsed(self) -> float | None:
        """The seconds the move took, from the command "emt"; None if it is not given."""
        return pgn.seconds(self.commands().get("emt", ""))

    def evaluation(self) -> tuple[EvaluationUnit, float] | None:
        """The command "eval", from White's point of view: ("pawns", 0.25) or ("mate", -3); None if it is not given."""
        return pgn.evaluation(self.commands().get("eval", ""))

    def score(self) -> PovScore | None:
        """The command "eval" as a score, None if it is not given.

        >>> from feerie.game.game import Game
        >>> Game("orthodox", moves="1. e4 {[%eval 0.31,12]}").node.score().black()
        Score(centipawns=-31, mate=None)
        """
        found = self.evaluation()
        return None if found is None or found == ("mate", 0) else PovScore.of_white(*found)

    def arrows(self) -> list[tuple[str, str, str]]:
        """What the commands "cal" and "csl" draw, as (from, to, colour); a square has the same from and to. See `draw`.

        >>> from feerie.game.game import Game
        >>> game = Game("orthodox", moves="1. e4 {[%csl Rd5][%cal Ge4e5] space}")
        >>> game.node.arrows(), game.node.text()
        ([('d5', 'd5', 'red'), ('e4', 'e5', 'green')], 'space')
        """
        names = set(self.root.position.squares)
        return [arrow for arrow in pgn.arrows(self.comment) if names.issuperset(arrow[:2])]

    def set_arrows(self, arrows: Iterable[tuple[str, str] | tuple[str, str, str]]) -> None:
        """Write arrows and squares into the comment as the commands "cal" and "csl", replacing those it has.

        Colours are "green", the default, "red", "yellow" and "blue". Raises ArgumentError for others, and for more than
        a comment can hold; SquareError for what is not a square.
        """
        board, drawn = self.root.position.genre.board, list[tuple[str, str, str]]()
        for arrow in _arrows_given(arrows):
            origin, target, colour = (*arrow, "green")[:3]
            if colour not in pgn.ARROW_COLOURS.values():
                raise ArgumentError("the colour of an arrow in a comment is {}, not {}",
                                    ", ".join(pgn.ARROW_COLOURS.values()), repr(colour))
            drawn.append((board.name(board.index(origin)), board.name(board.index(target)), colour))
        for name, argument in pgn.arrow_commands(drawn).items():
            if argument and len(argument) > pgn.LONGEST_ARGUMENT:
                raise ArgumentError("{} arrows are more than a comment can hold", len(drawn))
            self.comment = pgn.with_command(self.comment, name, argument)

    def set_clock(self, seconds: float | None) -> None:
        """Write the seconds left to the player into the comment, as the command "clk"; None removes it."""
        self._set_time("clk", seconds)

    def set_elapsed(self, seconds: float | None) -> None:
        """Write the seconds the move took into the comment, as the command "emt"; None removes it."""
        self._set_time("emt", seconds)

    def set_evaluation(self, score: Score | PovScore | tuple[EvaluationUnit, float] | None,
                       depth: int | None = None) -> None:
        """Write an evaluation into the comment, as the command "eval"; None removes it.

        `score`: a Score found by a search of this node's position, from the point of view of the side to move there, a
        PovScore, or a pair as `evaluation` returns it, from White's. `depth`: of the search, in plies. Raises
        ArgumentError for mate 0: the game is over then, and its end says who has won.

        >>> from feerie.game.game import Game
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
            raise ArgumentError("an evaluation is a Score, ('pawns', number) or ('mate', moves), not {}", repr(score))
        text = f"#{int(value)}" if unit == "mate" else f"{value:.2f}"
        self.comment = pgn.with_command(self.comment, "eval", text if depth is None else f"{text},{depth}")

    def _for_white(self, score: Score | PovScore) -> tuple[EvaluationUnit, float]:
        """A score as `evaluation` returns it."""
        if not isinstance(score, (Score, PovScore)):
            raise wrong_type("score", "a Score, a pair of unit and number, or None", score)
        given = score if isinstance(score, PovScore) else PovScore(score, self.position.turn)
        if given.score.mate == 0:
            return "mate", 0
        white = given.white()
        return ("mate", white.mate) if white.mate is not None else ("pawns", (white.centipawns or 0) / 100)

    def _set_time(self, command: str, seconds: float | None) -> None:
        check_number(seconds=seconds)
        if seconds is not None and not 0 <= seconds < MOST_SECONDS:
            raise ArgumentError("seconds must be a number from 0 on, not {}", seconds)
        self.comment = pgn.with_command(self.comment, command, None if seconds is None else pgn.clock_time(seconds))

    if not TYPE_CHECKING:       # type checkers would otherwise accept any name, with type Any
        def __getattr__(self, name: str) -> NoReturn:
            raise no_attribute(self, name, OF_NODE)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled with its whole tree, however long; copies do the same."""
        root = self.root
        rows, numbers = tree_rows(root)
        return _restored, (root.position, rows, numbers[id(self)])

    def __repr__(self) -> str:
        return f"<Node {self.uci() or 'root'}, {len(self.variations)} variations>"


def knows_position(node: Node) -> bool:
    """Whether the position of a node need not be computed first."""
    return node._position is not None


def note_position(node: Node, position: Position) -> None:
    """Tell a node its position, so that it need not be computed."""
    node._position = position


def forget_position(node: Node) -> None:
    """Free the memory of move and position; both are computed again on demand."""
    if node.parent is not None:
        node._uci = node.uci()
        node._position = node._move = None


def tree_rows(root: Node) -> tuple[list[Row], dict[int, int]]:
    """The nodes of a tree as rows, the root first; and the number of each node by its identity."""
    nodes, numbers = [root], {id(root): 0}
    rows: list[Row] = [(-1, "", root.comment, "", ())]
    for node in nodes:
        for child in node.variations:
            numbers[id(child)] = len(nodes)
            nodes.append(child)
            rows.append((numbers[id(node)], child.uci(), child.comment, child.starting_comment,
                         tuple(sorted(child.nags)) if child.has_nags else ()))
    return rows, numbers


def tree_nodes(start: Position, rows: list[Row]) -> list[Node]:
    """The nodes of a tree that was pickled as rows."""
    nodes = [Node(None, "", start)]
    nodes[0].comment = rows[0][2]
    for parent, uci, comment, starting_comment, nags in rows[1:]:
        node = Node(nodes[parent], uci)
        node.comment, node.starting_comment = comment, starting_comment
        if nags:
            node.nags = set(nags)
        nodes[parent].variations.append(node)
        nodes.append(node)
    return nodes


def _restored(start: Position, rows: list[Row], number: int) -> Node:
    """A node restored with its tree."""
    return tree_nodes(start, rows)[number]


def _arrows_given(arrows: Iterable[tuple[str, str] | tuple[str, str, str]]) \
        -> Iterator[tuple[str, str] | tuple[str, str, str]]:
    """The arrows one by one. Raises TypeError or ArgumentError for what is not a list of arrows."""
    if isinstance(arrows, str) or not isinstance(arrows, Iterable):
        raise wrong_type("arrows", "a list of arrows", arrows)
    for arrow in arrows:
        if not isinstance(arrow, (tuple, list)) or len(arrow) not in (2, 3):
            raise ArgumentError("an arrow is (from, to) or (from, to, colour), not {}", repr(arrow))
        yield arrow
