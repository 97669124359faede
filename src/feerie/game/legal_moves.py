"""The legal moves of a position: kept as packed moves, made into Move values on demand.

    >>> from feerie.game.position import Position
    >>> moves = Position("orthodox", "7k/8/8/8/8/8/8/K5R1 w - -").legal_moves
    >>> len(moves), "g1g8" in moves, moves[0].uci()
    (16, True, 'g1b1')
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, overload

from feerie.base.errors import Message
from feerie.kernel.compiled_rules import CompiledRules
from feerie.kernel.general_move import is_zeroing
from feerie.kernel.general_tables import GeneralTables
from feerie.kernel.packed_move import (
    MAN_BITS,
    PACKED,
    TARGET_BITS,
    extended_captured,
    extended_captured_on,
    extended_is_capture,
    extended_partner_side,
    extended_side,
    move_kind,
    move_man,
    move_origin,
    move_partner,
    move_partner_man,
    move_result,
    move_target,
)
from feerie.kernel.tables import CASTLING, MoveText
from feerie.kernel.verdict import compiled_rules
from feerie.notation.moves import pgn_unsigned, squares_of
from feerie.rules.genre import Genre
from feerie.rules.move import Move

__all__ = ["LegalMoves", "MoveValues", "move_values"]

ARRIVAL = TARGET_BITS | MAN_BITS
"""The bits of a packed move that say which kind of man goes to which square."""
GENERAL_ARRIVAL = TARGET_BITS | 63 << 52
"""The same of an extended move of the general path."""
MOST_VALUES = 50_000
"""The number of values kept for a genre; beyond it, all are dropped and made again."""


class MoveValues(dict[int, Move]):
    """The moves of a genre as Move values, by extended move (see packed_move); each is made when first needed.

    `genre`: the genre, `rules`: its rules in compiled form. `uci`: the UCI texts of the moves. `pgn`: those of PGN
    without signs, where no other man of the kind can go to the square. `ends`: UCI text -> the bits of its origin and
    target in a packed move. `arrival`: the bits of an extended move that say which kind of man goes to which square.
    """

    def __init__(self, genre: Genre, rules: CompiledRules) -> None:
        super().__init__()
        self.genre, self.rules = genre, rules
        self._numbers: dict[int, int] = {}
        self.uci = _Texts(self, Move.uci)
        self.pgn = _Texts(self, lambda move: pgn_unsigned(genre, move, ()))
        self.ends = _Ends(genre)
        self._tables = tables = rules.tables
        self.arrival = GENERAL_ARRIVAL if isinstance(tables, GeneralTables) else ARRIVAL
        self._general = tables if isinstance(tables, GeneralTables) else None
        self._names = tuple(genre.board.name(square) for square in range(genre.board.size))
        self._letters = tables.letters, tuple(letter.lower() for letter in tables.letters)
        self._pawns = sum(1 << number for number, man in enumerate(genre.men) if man.promotion)

    def __missing__(self, number: int) -> Move:
        if len(self) >= MOST_VALUES:
            self.forget()
        move = self[number] = self._made(number) if self._general is None else self._general.move_of(number)
        self._numbers[id(move)] = number
        return move

    def forget(self) -> None:
        """Drop all values."""
        self._numbers.clear()
        self.uci.clear()
        self.pgn.clear()
        self.ends.clear()
        self.clear()

    def number(self, move: Move) -> int | None:
        """The extended move of a value that is kept here, found by its identity; None for others, even equal ones."""
        number = self._numbers.get(id(move))
        return number if number is not None and self.get(number) is move else None

    def is_zeroing(self, number: int) -> bool:
        """Whether a move resets the half-move clock: it takes a man, or a man that can promote moves or castles along.

        Works for a packed move too, unless that takes a man.
        """
        if self._general is not None:
            return extended_is_capture(number) or is_zeroing(number)
        return bool(extended_is_capture(number) or self._pawns >> move_man(number) & 1
                    or (move_kind(number) >= CASTLING and self._pawns >> move_partner_man(number) & 1))

    def _made(self, number: int) -> Move:
        side, kind, names = extended_side(number), move_kind(number), self._names
        origin, target, man, becomes = move_origin(number), move_target(number), move_man(number), move_result(number)
        letters, capitals = self._letters[side], self._letters[0]
        if kind >= CASTLING:
            partner, was = move_partner(number), move_partner_man(number)
            family = self._tables.families[side][kind - CASTLING]
            to = family.castles[family.record[origin * 64 + partner]].partner_to
            return Move(letters[man], names[origin], names[target], capitals[becomes] if becomes != was else None,
                        partner=(names[partner], names[to]),
                        partner_man=self._letters[extended_partner_side(number)][was], style=family.style)
        captured = on = None
        if extended_is_capture(number):
            captured, on = self._letters[side ^ 1][extended_captured(number)], names[extended_captured_on(number)]
        return Move(letters[man], names[origin], names[target], capitals[becomes] if becomes != man else None,
                    captured, on)


class _Texts(dict[int, str]):
    """A text of each move of a genre, by extended move."""

    def __init__(self, values: MoveValues, write: Callable[[Move], str]) -> None:
        super().__init__()
        self._values, self._write = values, write

    def __missing__(self, number: int) -> str:
        text = self._write(self._values[number])        # the value first: it may clear all texts
        self[number] = text
        return text


class _Ends(dict[str, int]):
    """The bits of the squares of a UCI text in a packed move; errors as of `squares_of` and `Board.index`."""

    def __init__(self, genre: Genre) -> None:
        super().__init__()
        self._board = genre.board

    def __missing__(self, uci: str) -> int:
        origin, target, _ = squares_of(uci)
        ends = self[uci] = self._board.index(origin) | self._board.index(target) << 6
        return ends


@lru_cache(maxsize=32)
def move_values(genre: Genre) -> MoveValues:
    """The values of the moves of a genre."""
    return MoveValues(genre, compiled_rules(genre))


class LegalMoves(Sequence[Move]):
    """The legal moves of a position, a sequence in the order of generation; `in` accepts a Move or a UCI string.

    `numbers`: the extended moves.
    """

    __slots__ = ("_values", "numbers")

    def __init__(self, numbers: Sequence[int], values: MoveValues) -> None:
        self.numbers, self._values = numbers, values

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Move]:
        return map(self._values.__getitem__, self.numbers)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self._values[number] for number in self.numbers[index]]
        return self._values[self.numbers[index]]

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Move):
            number = self.number(move)
            return number is not None and self._values[number] == move
        return isinstance(move, str) and self.number(move) is not None

    def number(self, move: Move | str) -> int | None:
        """The extended move of the legal move that is `move` or has its UCI text; None if there is none."""
        if isinstance(move, Move):
            number = self._values.number(move)
            if number in self.numbers:
                return number
            move = move.uci()
        if isinstance(move, MoveText):
            for number in self.numbers:
                if number & PACKED == move.packed:
                    return number
        uci = self._values.uci
        for number in self.numbers:
            if uci[number] == move:
                return number
        return None

    def ambiguous_with(self, move: Move) -> list[Move]:
        """The other moves that bring a man of the same kind to the same square; `move` itself need not be legal."""
        number = self.number(move)
        if number is None:
            return [other for other in self if other.target == move.target and other.man == move.man]
        mask = self._values.arrival
        return [self._values[other] for other in self.numbers if other & mask == number & mask and other != number]

    def packed(self) -> dict[int, str]:
        """The moves in UCI, by packed move."""
        return {number & PACKED: self._values.uci[number] for number in self.numbers}

    def __eq__(self, other: object) -> bool:
        """Whether these are the same moves in the same order."""
        if not isinstance(other, LegalMoves):
            return NotImplemented
        if self._values is other._values:
            return list(self.numbers) == list(other.numbers)
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def count(self, value: Any = None) -> int:
        """The number of moves; for a given move, 1 or 0."""
        return len(self) if value is None else int(value in self)

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The index of a move, given as a Move or in UCI. Raises ValueError if it is not there."""
        number = self.number(value) if value in self else None
        if number is not None:
            place = list(self.numbers).index(number)
            if place in range(*slice(start, stop).indices(len(self))):
                return place
        shown = value.uci() if isinstance(value, Move) else repr(value)
        raise ValueError(Message("{} is not one of these moves", shown))

    def __reduce__(self) -> tuple[Callable[..., LegalMoves], tuple[Genre, tuple[int, ...]]]:
        """For pickling and copies: the numbers; the values are made again."""
        return _restored, (self._values.genre, tuple(self.numbers))

    def __repr__(self) -> str:
        return f"<LegalMoves ({', '.join(move.uci() for move in self)})>"


def _restored(genre: Genre, numbers: tuple[int, ...]) -> LegalMoves:
    return LegalMoves(numbers, move_values(genre))
