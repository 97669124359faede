"""Boards and moves under the names of python-chess, on top of the package: for its own tests (python_chess_adapter.py).

Names, squares as numbers and bit sets are translated here; every rule is asked of the package. What the package does
not offer is missing here too. There is one liberty: where python-chess would list moves that leave the king attacked
("pseudo-legal"), which the package does not have, the legal ones stand here.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntFlag, auto
from typing import Any, Self

import feerie
from feerie import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, Reason
from feerie.notation import epd
from feerie.notation.variant_names import xboard_move
from feerie.rules.chess960 import array_number
from feerie.rules.side import Side

__all__ = ["BB_ALL", "BB_EMPTY", "BISHOP", "BLACK", "KING", "KNIGHT", "PAWN", "QUEEN", "ROOK", "SQUARES",
           "STARTING_BOARD_FEN", "STARTING_FEN", "WHITE", "AmbiguousMoveError", "Board", "IllegalMoveError",
           "InvalidMoveError", "LegalMoveGenerator", "Move", "Piece", "SquareSet", "Status", "name_of", "number_of"]

WHITE, BLACK = True, False
LETTERS = "pnbrqk"
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
SQUARES = range(64)
BB_EMPTY, BB_ALL = 0, 2 ** 64 - 1
STARTING_FEN = feerie.Position("orthodox").fen()
STARTING_BOARD_FEN = STARTING_FEN.split()[0]
EMPTY_FEN = "8/8/8/8/8/8/8/8 w - - 0 1"


def name_of(square: int) -> str:
    """The name of a square by its number: a1, b1, ... h8."""
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def number_of(name: str) -> int:
    """The number of a square."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def side_of(colour: bool) -> Side:
    """The side that python-chess calls True or False."""
    return Side.WHITE if colour else Side.BLACK


class Status(IntFlag):
    """Why a position is not valid."""

    VALID = 0
    NO_WHITE_KING = auto()
    NO_BLACK_KING = auto()
    TOO_MANY_KINGS = auto()
    BAD_CASTLING_RIGHTS = auto()
    INVALID_EP_SQUARE = auto()
    OPPOSITE_CHECK = auto()
    EMPTY = auto()
    TOO_MANY_CHECKERS = auto()
    IMPOSSIBLE_CHECK = auto()


OF_REASON = {Reason.TOO_MANY_KINGS: Status.TOO_MANY_KINGS, Reason.SIDE_NOT_TO_MOVE_IN_CHECK: Status.OPPOSITE_CHECK}
"""The statuses that the package knows too."""


class SquareSet:
    """A set of squares, equal to the number whose bits they are."""

    def __init__(self, squares: Any = ()) -> None:
        self.mask = squares if isinstance(squares, int) else sum(1 << number_of(square) for square in squares)

    def __contains__(self, square: int) -> bool:
        return bool(self.mask >> square & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __int__(self) -> int:
        return self.mask

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (int, SquareSet)) and self.mask == int(other)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Piece:
    """A man."""

    piece_type: int
    color: bool

    @classmethod
    def from_symbol(cls, symbol: str) -> Self:
        """By FEN letter."""
        return cls(LETTERS.index(symbol.lower()) + 1, symbol.isupper())

    def symbol(self) -> str:
        """The FEN letter."""
        letter = LETTERS[self.piece_type - 1]
        return letter.upper() if self.color else letter


@dataclass(frozen=True)
class Move:
    """Two squares and a promotion, without a position."""

    from_square: int
    to_square: int
    promotion: int | None = None

    @classmethod
    def from_uci(cls, text: str) -> Self:
        """Of a text in UCI; nothing is dropped in the package."""
        if text == "0000":
            return cls.null()
        if not (found := re.fullmatch("([a-h][1-8])([a-h][1-8])([pnbrqk]?)", text)):
            raise InvalidMoveError("not a move: {}", repr(text))
        origin, target, letter = found.groups()
        return cls(number_of(origin), number_of(target), LETTERS.index(letter) + 1 if letter else None)

    @classmethod
    def null(cls) -> Self:
        """The null move."""
        return cls(0, 0)

    def uci(self) -> str:
        """The text in UCI."""
        if not self:
            return "0000"
        return f"{name_of(self.from_square)}{name_of(self.to_square)}{LETTERS[(self.promotion or 0) - 1]}"[
            :5 if self.promotion else 4]

    xboard = __str__ = uci

    def __bool__(self) -> bool:
        return self.from_square != self.to_square


class LegalMoveGenerator:
    """The legal moves of a board."""

    def __init__(self, board: Any) -> None:
        self.board = board

    def __iter__(self) -> Iterator[Move]:
        return iter(self.board.generate_legal_moves())

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __contains__(self, move: Move) -> bool:
        return bool(self.board.is_legal(move))

    def count(self) -> int:
        """How many there are."""
        return len(self.board.position.legal_moves)

    def __repr__(self) -> str:
        return repr(self.board.position.legal_moves)


class Board:
    """A game under way, whose last position is on the board."""

    def __init__(self, fen: str | None = STARTING_FEN, *, chess960: bool = False) -> None:
        self._chess960 = chess960
        self.set_fen(fen or EMPTY_FEN)

    @classmethod
    def of(cls, position: feerie.Position) -> Self:
        """A board with a position of the package."""
        board = cls(chess960=position.genre.name == "chess960")
        board._begin(position)
        return board

    @property
    def position(self) -> feerie.Position:
        """The position of the package."""
        return self.game.position

    def _begin(self, position: feerie.Position) -> None:
        self.game = feerie.Game(position.genre, position)
        self.move_stack: list[Move] = []

    @property
    def chess960(self) -> bool:
        """Whether the game is Chess960."""
        return self._chess960

    @chess960.setter
    def chess960(self, chess960: bool) -> None:
        self._chess960 = chess960
        self.set_fen(self.fen())

    # -------------------------------------------------------------------------------------------- setting up

    @classmethod
    def empty(cls) -> Self:
        """A board without men."""
        return cls(None)

    def clear(self) -> None:
        """Remove everything."""
        self.set_fen(EMPTY_FEN)

    def set_fen(self, fen: str) -> None:
        """Set up a FEN."""
        self._begin(feerie.Position("chess960" if self._chess960 else "orthodox", fen))

    def set_board_fen(self, men: str) -> None:
        """Set up men and leave the rest as it is, as far as that is possible."""
        self.set_fen(" ".join([men, *self.fen().split()[1:3], "-", "0 1"]))

    def set_castling_fen(self, letters: str) -> None:
        """Give castling rights."""
        self._begin(self.position.replace(castling_rights=letters))

    @classmethod
    def from_chess960_pos(cls, number: int) -> Self:
        """An array of Chess960."""
        return cls.of(feerie.Position("chess960", str(number)))

    def set_chess960_pos(self, number: int) -> None:
        """Set up an array of Chess960."""
        self._chess960 = True
        self._begin(feerie.Position("chess960", str(number)))

    def chess960_pos(self) -> int | None:
        """The number of the array on the board."""
        return array_number(self.fen())

    @classmethod
    def from_epd(cls, text: str) -> tuple[Self, dict[str, Any]]:
        """A board, and the operations of an EPD."""
        board = cls()
        return board, board.set_epd(text)

    def set_epd(self, text: str) -> dict[str, Any]:
        """Set up an EPD; its operations, with moves as the package tells them from texts."""
        setup, operations = epd.parse(self.position.genre, text)
        position = feerie.Position(self.position.genre, setup)
        self._begin(position)
        read: dict[str, Any] = dict(operations)
        for opcode, operand in operations.items():
            if opcode in epd.MOVE_OPCODES and isinstance(operand, tuple):
                line = feerie.Game(position.genre, position)
                read[opcode] = [Move.from_uci((line.push(san) if opcode == "pv" else position.parse(san)).uci())
                                for san in operand]
        return read

    def epd(self, **operations: Any) -> str:
        """The position as an EPD."""
        given: dict[str, Any] = {}
        for opcode, operand in operations.items():
            if opcode == "pv":
                line = feerie.Game(self.position.genre, self.position)
                given[opcode] = [line.node.parent.position.pgn_san(played) for move in operand
                                 if (played := line.push(move.uci())) and line.node.parent]
            elif isinstance(operand, list):
                given[opcode] = [self._meant(move) for move in operand]
            else:
                given[opcode] = self._meant(operand) if isinstance(operand, Move) else operand
        return self.position.epd(**given)

    def set_piece_at(self, square: int, piece: Piece | None) -> None:
        """Put a man on a square."""
        self._begin(self.position.replace({name_of(square): piece.symbol() if piece else None}))

    def remove_piece_at(self, square: int) -> None:
        """Empty a square."""
        self.set_piece_at(square, None)

    def mirror(self) -> Self:
        """The board with the sides exchanged."""
        return self.of(self.position.mirror())

    def apply_mirror(self) -> None:
        """Exchange the sides."""
        self._begin(self.position.mirror())

    # ------------------------------------------------------------------------------------------ what it is

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.position == other.position

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return str(self.position)

    def fen(self) -> str:
        """The FEN."""
        return self.position.fen()

    def board_fen(self) -> str:
        """The men of the FEN."""
        return self.fen().split()[0]

    def shredder_fen(self) -> str:
        """The FEN with files as castling rights."""
        return self.position.shredder_fen()

    @property
    def turn(self) -> bool:
        """The side to move."""
        return self.position.turn == feerie.WHITE

    @property
    def ep_square(self) -> int | None:
        """The en passant square."""
        square = self.position.ep_square
        return None if square is None else number_of(square)

    @property
    def halfmove_clock(self) -> int:
        """The half-move clock."""
        return self.position.halfmove_clock

    @property
    def fullmove_number(self) -> int:
        """The move number."""
        return self.position.fullmove_number

    def piece_at(self, square: int) -> Piece | None:
        """The man on a square."""
        man = self.position.man_at(name_of(square))
        return Piece.from_symbol(man) if man else None

    def piece_type_at(self, square: int) -> int | None:
        """Its kind."""
        piece = self.piece_at(square)
        return piece.piece_type if piece else None

    def color_at(self, square: int) -> bool | None:
        """Its side."""
        piece = self.piece_at(square)
        return None if piece is None else piece.color

    @property
    def occupied(self) -> int:
        """The men, as bits."""
        return int(SquareSet(self.position.men()))

    def pieces(self, kind: int, colour: bool) -> SquareSet:
        """The squares of the men of a kind and side."""
        letter = Piece(kind, colour).symbol()
        return SquareSet(square for square, man in self.position.men().items() if man == letter)

    @property
    def occupied_co(self) -> list[int]:
        """The men of Black and of White, as bits."""
        return [int(SquareSet(square for square, man in self.position.men().items() if man.isupper() == colour))
                for colour in (BLACK, WHITE)]

    @property
    def rooks(self) -> int:
        """The rooks, as bits."""
        return int(self.pieces(ROOK, WHITE)) | int(self.pieces(ROOK, BLACK))

    @property
    def kings(self) -> int:
        """The kings, as bits."""
        return int(self.pieces(KING, WHITE)) | int(self.pieces(KING, BLACK))

    def king(self, colour: bool) -> int | None:
        """The square of the only king of a side."""
        kings = self.position.kings(side_of(colour))
        return number_of(kings[0]) if len(kings) == 1 else None

    @property
    def castling_rights(self) -> int:
        """The rooks that may castle, as bits."""
        letters = self.position.shredder_fen().split()[2]
        if letters == "-":
            return 0
        if not self._chess960:
            letters = letters.translate(str.maketrans("KQkq", "HAha"))
        return int(SquareSet(f"{letter.lower()}{1 if letter.isupper() else 8}" for letter in letters))

    @castling_rights.setter
    def castling_rights(self, rooks: int) -> None:
        names = [name_of(square) for square in SQUARES if rooks >> square & 1]
        letters = "".join(name[0].upper() if name[1] == "1" else name[0] for name in names)
        if not self._chess960:
            letters = letters.translate(str.maketrans("HAha", "KQkq"))
        self.set_castling_fen(letters)

    def clean_castling_rights(self) -> int:
        """The same: rights without king and rook do not exist in the package."""
        return self.castling_rights

    def _castling_files(self, colour: bool) -> list[int]:
        """On which files, counted from the king's, the rooks stand that may castle."""
        king, rooks = self.king(colour), self.castling_rights
        return [square - king for square in SQUARES
                if king is not None and rooks >> square & 1 and (square < 8) == colour]

    def has_castling_rights(self, colour: bool) -> bool:
        """Whether a side may castle."""
        return bool(self._castling_files(colour))

    def has_kingside_castling_rights(self, colour: bool) -> bool:
        """Whether a side may castle towards the h-file."""
        return any(file > 0 for file in self._castling_files(colour))

    def has_queenside_castling_rights(self, colour: bool) -> bool:
        """Whether a side may castle towards the a-file."""
        return any(file < 0 for file in self._castling_files(colour))

    def attackers(self, colour: bool, square: int) -> SquareSet:
        """The men that attack a square."""
        return SquareSet(self.position.attackers(name_of(square), side_of(colour)))

    def attacks(self, square: int) -> SquareSet:
        """What a man attacks."""
        return SquareSet(self.position.attacks(name_of(square)))

    def is_pinned(self, colour: bool, square: int) -> bool:
        """Whether a man is pinned."""
        return name_of(square) in self.position.pins(side_of(colour))

    # ------------------------------------------------------------------------------------------------ moves

    def _meant(self, move: Move) -> feerie.Move:
        """The legal move of the package. IllegalMoveError if it is none."""
        return self.position.parse(move.uci())

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal."""
        try:
            return self._meant(move) in self.position.legal_moves
        except (AmbiguousMoveError, IllegalMoveError, InvalidMoveError):
            return False

    @property
    def legal_moves(self) -> LegalMoveGenerator:
        """The legal moves."""
        return LegalMoveGenerator(self)

    def _moves(self, origins: int, targets: int) -> Iterator[tuple[Move, feerie.Move]]:
        for legal in self.position.legal_moves:
            move = Move.from_uci(legal.uci())
            target = number_of(legal.partner[0]) if legal.partner else move.to_square
            if origins >> move.from_square & 1 and targets >> target & 1:
                yield move, legal

    def generate_legal_moves(self, from_mask: int = BB_ALL, to_mask: int = BB_ALL) -> Iterator[Move]:
        """The legal moves from and to some squares; castling goes to the rook."""
        return (move for move, _ in self._moves(from_mask, to_mask))

    def generate_castling_moves(self, from_mask: int = BB_ALL, to_mask: int = BB_ALL) -> Iterator[Move]:
        """The castlings among them."""
        return (move for move, legal in self._moves(from_mask, to_mask) if legal.is_castling)

    def generate_legal_captures(self, from_mask: int = BB_ALL, to_mask: int = BB_ALL) -> Iterator[Move]:
        """The captures among them."""
        return (move for move, legal in self._moves(from_mask, to_mask) if legal.is_capture)

    def generate_legal_ep(self, from_mask: int = BB_ALL, to_mask: int = BB_ALL) -> Iterator[Move]:
        """The en passant captures among them."""
        return (move for move, legal in self._moves(from_mask, to_mask) if legal.is_en_passant)

    is_pseudo_legal, pseudo_legal_moves = is_legal, legal_moves
    generate_pseudo_legal_moves, generate_pseudo_legal_captures = generate_legal_moves, generate_legal_captures
    generate_pseudo_legal_ep = generate_legal_ep

    def has_legal_en_passant(self) -> bool:
        """Whether there are such captures."""
        return any(self.generate_legal_ep())

    def has_pseudo_legal_en_passant(self) -> bool:
        """Whether a pawn stands ready for one, legal or not."""
        return self.ep_square is not None

    def is_capture(self, move: Move) -> bool:
        """Whether a move takes."""
        return self.position.is_capture(self._meant(move))

    def is_en_passant(self, move: Move) -> bool:
        """Whether it takes en passant."""
        return self.position.is_en_passant(self._meant(move))

    def is_castling(self, move: Move) -> bool:
        """Whether it is a castling."""
        return self.position.is_castling(self._meant(move))

    def san(self, move: Move) -> str:
        """The move in SAN."""
        return self.position.pgn_san(self._meant(move))

    def lan(self, move: Move) -> str:
        """The move in long notation."""
        return self.position.long(self._meant(move))

    def xboard(self, move: Move) -> str:
        """The move as XBoard is told it."""
        return xboard_move(self._meant(move))

    def parse_san(self, text: str) -> Move:
        """The move of a text."""
        if text == "--":
            return Move.null()
        return Move.from_uci(self.position.parse(text).uci())

    parse_xboard = parse_uci = parse_san

    def find_move(self, origin: int, target: int, promotion: int | None = None) -> Move:
        """The legal move from a square to another."""
        return self.parse_san(Move(origin, target, promotion).uci())

    def variation_san(self, moves: list[Move]) -> str:
        """Moves as a record."""
        game = feerie.Game(self.position.genre, self.position, moves=[move.uci() for move in moves])
        return " ".join(game.pgn(headers=False).split()).removesuffix(game.result()).rstrip()

    def push(self, move: Move) -> None:
        """Play a move."""
        if move:
            move = Move.from_uci(self.game.push(move.uci()).uci())
        else:
            self.game.push_null()
        self.move_stack.append(move)

    def push_san(self, text: str) -> Move:
        """Play the move of a text."""
        self.push(self.parse_san(text))
        return self.peek()

    push_uci = push_san

    def pop(self) -> Move:
        """Take back the last move."""
        move = self.move_stack.pop()
        if move:
            self.game.pop()
        else:
            self.game.pop_null()
        return move

    def peek(self) -> Move:
        """The last move."""
        return self.move_stack[-1]

    def clear_stack(self) -> None:
        """Forget the moves."""
        self._begin(self.position)

    def ply(self) -> int:
        """The plies since the start of the game."""
        return self.game.node.ply()

    # --------------------------------------------------------------------------------------------- outcomes

    def status(self) -> Status:
        """Why the position is not valid."""
        status = self.position.status()
        return OF_REASON[status.reason] if status.reason in OF_REASON and not self.is_valid() else Status.VALID

    def is_valid(self) -> bool:
        """Whether the position is valid."""
        return self.position.is_valid()

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.position.is_check()

    def is_checkmate(self) -> bool:
        """Whether it is mated."""
        return self.position.is_checkmate()

    def is_stalemate(self) -> bool:
        """Whether it is stalemated."""
        return self.position.is_stalemate()

    def is_insufficient_material(self) -> bool:
        """Whether nobody can mate."""
        return self.position.is_insufficient_material()

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether the game is over."""
        return self.game.is_over(claim_draw=claim_draw)

    def result(self, *, claim_draw: bool = False) -> str:
        """The result of the game."""
        outcome = self.game.outcome(claim_draw=claim_draw)
        return outcome.result if outcome else "*"

    def _ends_by(self, reason: Reason, *, claim_draw: bool = True, announced: bool = True) -> bool:
        outcome = self.game.outcome(claim_draw=claim_draw, announced=announced)
        return outcome is not None and outcome.reason is reason

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position has occurred so often."""
        return self.game.repetitions() >= count

    def is_fivefold_repetition(self) -> bool:
        """Whether repetition has ended the game."""
        return self._ends_by(Reason.REPETITION, claim_draw=False)

    def is_fifty_moves(self) -> bool:
        """Whether the move rule can be claimed at once."""
        return self._ends_by(Reason.MOVE_RULE, announced=False)

    def can_claim_threefold_repetition(self) -> bool:
        """Whether a draw by repetition can be claimed."""
        return self._ends_by(Reason.REPETITION)

    def can_claim_fifty_moves(self) -> bool:
        """Whether a draw by the move rule can be claimed."""
        return self._ends_by(Reason.MOVE_RULE)

    def can_claim_draw(self) -> bool:
        """Whether a draw can be claimed."""
        return self.can_claim_threefold_repetition() or self.can_claim_fifty_moves()
