"""A walk through a tree of nodes on one stack of the kernel: what is asked of many nodes without their positions."""
from __future__ import annotations

from feerie.base.errors import IllegalMoveError
from feerie.game.game_line import NULL_NUMBER, GameLine
from feerie.game.legal_moves import ARRIVAL, move_values
from feerie.game.node import Node
from feerie.game.position import SIGNS, Position, effective_key, position_of
from feerie.kernel.packed_move import ORIGIN_BITS, PACKED, TARGET_BITS, move_kind
from feerie.kernel.tables import EN_PASSANT
from feerie.kernel.verdict import PositionVerdict
from feerie.notation.moves import pgn_sign, pgn_unsigned
from feerie.notation.pgn import NULL_TEXT

__all__ = ["NodeWalk"]

SIGNS_OF_PGN = {verdict: pgn_sign(SIGNS.get(verdict, "")) for verdict in PositionVerdict}
ENDS = ORIGIN_BITS | TARGET_BITS


class NodeWalk:
    """A walk that begins at a root, whose moves are legal; `go` leads on and back.

    `nodes`: those from the root to the place of the walk. `keys`: the hashes of their positions.
    """

    def __init__(self, root: Node) -> None:
        self._genre = root.position.genre
        self._values = move_values(self._genre)
        self._line = GameLine(self._genre)
        self._line.start(root.position)
        self.nodes, self.keys = [root], [hash(root.position)]
        self._numbers: list[int] = []
        self._legal = [self._line.judge.survey()[1]]

    def go(self, node: Node, depth: int) -> None:
        """Walk to a node, so many moves from the root; IllegalMoveError where no legal moves lead there."""
        nodes, ahead = self.nodes, list[Node]()
        while depth >= len(nodes) or nodes[depth] is not node:
            ahead.append(node)
            assert node.parent
            node, depth = node.parent, depth - 1
        while len(nodes) > depth + 1:
            self._line.pop()
            for of_line in (nodes, self.keys, self._numbers, self._legal):
                of_line.pop()
        for node in reversed(ahead):
            self.step(node)

    def step(self, node: Node) -> str:
        """Walk to a node that follows, and give its move as PGN writes it; IllegalMoveError where it is not legal."""
        if node.is_null:
            number, text = NULL_NUMBER, NULL_TEXT
        else:
            number, text = self._move(node.uci())
        self._line.again(number & PACKED)
        verdict, legal = self._line.judge.survey()
        self.nodes.append(node)
        self._numbers.append(number)
        self._legal.append(legal)
        self.keys.append(self._key(legal))
        return text + SIGNS_OF_PGN[verdict] if number else text

    def position(self) -> Position:
        """The position where the walk is."""
        start = self.nodes[0].position
        halfmoves, moves, turn = start.halfmove_clock, start.fullmove_number, start.turn.number
        for number in self._numbers:
            if number:
                halfmoves = 0 if self._values.is_zeroing(number) else halfmoves + 1
            moves, turn = moves + turn, turn ^ 1
        return position_of(self._line.judge, start, halfmoves, moves)

    def _key(self, legal: list[int]) -> int:
        """The hash of the position that has these legal moves."""
        judge = self._line.judge
        return effective_key(judge, judge.ep_square is not None
                             and any(move_kind(number) == EN_PASSANT for number in legal))

    def _move(self, uci: str) -> tuple[int, str]:
        """A move, extended, and its text without a sign."""
        values, ends = self._values, self._values.ends[uci]
        target = ends & TARGET_BITS
        arriving = [number for number in self._legal[-1] if number & TARGET_BITS == target]
        found = [number for number in arriving if number & ENDS == ends]
        if len(found) != 1:
            found = [number for number in found or self._legal[-1] if values.uci[number] == uci]
            if not found:
                raise IllegalMoveError("{} is not legal in {}", uci, self.position().fen())
        number = found[0]
        if len(arriving) > 1:
            ambiguous = [other for other in arriving if other & ARRIVAL == number & ARRIVAL and other != number]
            if ambiguous:
                return number, pgn_unsigned(self._genre, values[number], [values[other] for other in ambiguous])
        return number, values.pgn[number]
