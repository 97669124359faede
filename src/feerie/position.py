"""Positions: immutable values with their legal moves, status and notation.

    >>> from feerie.genres import ROKAGOGO
    >>> position = Position(ROKAGOGO, "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1")
    >>> position.san(position.parse("d3f3"))
    'Kf3(Re3)+'
"""
from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from feerie import genres
from feerie.errors import IllegalMoveError
from feerie.kernel import perft
from feerie.kernel.packed_move import (
    move_kind,
    move_man,
    move_origin,
    move_partner,
    move_partner_man,
    move_result,
    move_target,
)
from feerie.kernel.tables import CASTLING, EN_PASSANT, LONG_BITS, QUIET_BITS
from feerie.kernel.verdict import Judge, PositionVerdict, compiled_rules
from feerie.notation import fen as fens
from feerie.notation import moves as texts
from feerie.notation.languages import Language
from feerie.rules.ending import MoveRule
from feerie.rules.genre import Genre
from feerie.rules.move import Move
from feerie.rules.setup import Setup

if TYPE_CHECKING:
    from feerie.explain import Explanation

__all__ = ["BLACK", "SIDES", "WHITE", "LegalMoves", "Outcome", "Position", "Reason", "Status"]

WHITE, BLACK = "white", "black"
SIDES = (WHITE, BLACK)
LONG_PERFT = 6


class Reason(Enum):
    """Why a game is over, or why a diagram is illegal."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    KING_RUN = "king run"
    REPETITION = "repetition"
    MOVE_RULE = "move rule"
    DEAD_MATERIAL = "dead material"
    TOO_MANY_KINGS = "too many kings"
    MISPLACED_MAN = "misplaced man"
    SIDE_NOT_TO_MOVE_IN_CHECK = "side not to move in check"
    UNPARRYABLE_CHECK = "unparryable check"


@dataclass(frozen=True)
class Outcome:
    """How a game ended: `winner` is "white", "black" or None for a draw."""

    reason: Reason
    winner: str | None = None

    @property
    def result(self) -> str:
        """ "1-0", "0-1" or "1/2-1/2"."""
        return {WHITE: "1-0", BLACK: "0-1", None: "1/2-1/2"}[self.winner]


@dataclass(frozen=True)
class Status:
    """What a position is: `word` is one of ok, check, mate, stalemate, win, draw, illegal.

    `winner`: "white", "black" or None. `reason`: why it is over or illegal, else None. `square` and `man`: the man
    that makes a diagram illegal, where it is one man, else None.
    """

    word: str
    winner: str | None = None
    reason: Reason | None = None
    square: str | None = None
    man: str | None = None


class MoveEffect(NamedTuple):
    """`man`: the letter of the man that moves; `captures`: whether a man stands on the target; `checks`: whether the
    other side is in check afterwards."""

    man: str
    captures: bool
    checks: bool


class LegalMoves(Collection[Move]):
    """The legal moves of a position; `in` takes moves and UCI texts."""

    def __init__(self, moves: Mapping[str, Move]) -> None:
        self._moves = moves

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves.values())

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Move):
            return self._moves.get(move.uci()) == move
        return move in self._moves

    def count(self) -> int:
        """How many there are."""
        return len(self._moves)

    def __repr__(self) -> str:
        return f"<LegalMoves ({', '.join(self._moves)})>"


class Position:
    """A position of a genre. Immutable: playing gives a new one. Squares are names, men FEN letters.

    `genre`: a Genre or its name. `fen`: FEN text or a Setup, None for the game array. GenreError or FenError where
    these make no sense; an illegal diagram is a Position too, without legal moves, and `status()` says why.
    """

    def __init__(self, genre: Genre | str, fen: str | Setup | None = None) -> None:
        genre = genres.find(genre) if isinstance(genre, str) else genre
        if fen is None:
            if genre.start is None:
                raise ValueError(f"{genre.name} has no game array: a FEN is needed")
            fen = genre.start
        setup = fens.parse(genre, fen) if isinstance(fen, str) else fen
        judge = Judge(compiled_rules(genre), 2)
        judge.load(setup)
        self._take(genre, judge, setup.halfmoves, setup.moves)

    def _take(self, genre: Genre, judge: Judge, halfmoves: int, moves: int) -> None:
        self._genre, self._judge, self._halfmoves, self._moves = genre, judge, halfmoves, moves

    @classmethod
    def _made(cls, genre: Genre, judge: Judge, halfmoves: int, moves: int) -> Position:
        position = cls.__new__(cls)
        position._take(genre, judge, halfmoves, moves)
        return position

    # ------------------------------------------------------------------------------------------ what it is

    @property
    def genre(self) -> Genre:
        """The rules."""
        return self._genre

    @property
    def halfmove_clock(self) -> int:
        """Single moves since the last capture or pawn move."""
        return self._halfmoves

    @property
    def fullmove_number(self) -> int:
        """The number of the move, raised after Black's."""
        return self._moves

    @property
    def setup(self) -> Setup:
        """The men and rights; the en-passant square only where a legal capture in passing exists."""
        return self._setup

    @cached_property
    def _setup(self) -> Setup:
        setup = self._judge.save(self.halfmove_clock, self.fullmove_number)
        if setup.en_passant is not None and not any(move_kind(code) == EN_PASSANT for code in self._judge.moves()):
            return replace(setup, en_passant=None)
        return setup

    @property
    def turn(self) -> str:
        """The side to move: "white" or "black"."""
        return SIDES[self._judge.turn]

    @property
    def ep_square(self) -> str | None:
        """The square just passed over by a double step, where a man stands ready to capture en passant, legally or not.

        None where there is none. `setup` and `fen()` show the square only where such a capture is legal.
        """
        square = self._judge.save().en_passant
        return None if square is None else self.genre.board.name(square)

    def fen(self) -> str:
        """The position as FEN; the en-passant square only where a legal capture in passing exists."""
        return fens.write(self.genre, self.setup)

    def man_at(self, square: str) -> str:
        """The FEN letter of the man on a square ("K" white, "k" black), "" for none."""
        return self._judge.man_at(self.genre.board.index(square))

    def men(self) -> dict[str, str]:
        """Square -> FEN letter of every man."""
        name = self.genre.board.name
        return {name(square): man for square, man in self.setup.pieces}

    def kings(self, side: str) -> tuple[str, ...]:
        """The squares of the kings of a side."""
        return tuple(self.genre.board.name(square) for square in self._judge.kings(SIDES.index(side)))

    def attackers(self, square: str, side: str | None = None) -> tuple[str, ...]:
        """The squares of the men (of one side, or of both) that attack a square; pinned men attack too."""
        target = self.genre.board.index(square)
        sides = (0, 1) if side is None else (SIDES.index(side),)
        found = sorted(origin for of in sides for origin in self._judge.attacks(of, target))
        return tuple(self.genre.board.name(origin) for origin in found)

    def is_attacked(self, square: str, side: str) -> bool:
        """Whether men of a side attack a square."""
        return bool(self.attackers(square, side))

    # -------------------------------------------------------------------------------------------- verdicts

    def status(self) -> Status:
        """What the position is to the side to move, by the doctrine of the genre."""
        return self._status

    @cached_property
    def _status(self) -> Status:
        illegal = self._misplaced()
        if illegal:
            return illegal
        verdict = self._judge.verdict()
        self._judge.release_list()
        if verdict is PositionVerdict.EXPOSED:
            return Status("illegal", None, Reason.SIDE_NOT_TO_MOVE_IN_CHECK)
        if verdict is PositionVerdict.UNPARRYABLE:
            return Status("illegal", None, Reason.UNPARRYABLE_CHECK)
        if verdict is PositionVerdict.RUN:
            run = self.genre.king_run
            assert run
            goals = (self.genre.board.name(goal) for goal in run.goals)
            winner = next(side for side, goal in zip(SIDES, goals, strict=True) if goal in self.kings(side))
            return Status("win", winner, Reason.KING_RUN)
        if verdict is PositionVerdict.MATE:
            return Status("mate", SIDES[self._judge.turn ^ 1], Reason.CHECKMATE)
        if verdict is PositionVerdict.STALEMATE:
            return Status("stalemate", None, Reason.STALEMATE)
        for ending in self.genre.endings:
            if isinstance(ending, MoveRule) and self.halfmove_clock >= ending.automatic:
                return Status("draw", None, Reason.MOVE_RULE)
        return Status("check" if verdict is PositionVerdict.CHECK else "ok")

    def _misplaced(self) -> Status | None:
        """The status of a diagram that is illegal by its men alone: too many kings, or a man where it cannot stand."""
        limit = self.genre.royalty.kings
        board = self.genre.board
        for side in (0, 1):
            kings = self._judge.kings(side)
            if limit is not None and len(kings) > limit:
                return Status("illegal", None, Reason.TOO_MANY_KINGS, board.name(kings[1]))
            for letter, squares in self._judge.rules.tables.forbidden[side].items():
                for square in squares:
                    if self._judge.man_at(square) == letter:
                        return Status("illegal", None, Reason.MISPLACED_MAN, board.name(square), letter)
        return None

    def is_valid(self) -> bool:
        """Whether the diagram is legal."""
        return self._status.word != "illegal"

    def is_check(self) -> bool:
        """Whether the side to move is in check by the doctrine of the genre."""
        return self._judge.in_check(self._judge.turn)

    def is_checkmate(self) -> bool:
        """Whether the side to move is mated."""
        return self._status.word == "mate"

    def is_stalemate(self) -> bool:
        """Whether the side to move is stalemated."""
        return self._status.word == "stalemate"

    def is_game_over(self) -> bool:
        """Whether the position by itself ends the game."""
        return self.outcome() is not None

    def outcome(self) -> Outcome | None:
        """How the position by itself ends the game, None where it does not (repetition is known to Game)."""
        status = self._status
        if status.word in ("mate", "win", "stalemate", "draw"):
            assert status.reason
            return Outcome(status.reason, status.winner)
        return None

    def checked_squares(self) -> tuple[str, ...]:
        """The squares of attacked kings of the side to move, where it is in check."""
        side = self.turn
        other = SIDES[self._judge.turn ^ 1]
        if not self.is_check():
            return ()
        return tuple(square for square in self.kings(side) if self.is_attacked(square, other))

    # ----------------------------------------------------------------------------------------------- moves

    @cached_property
    def _codes(self) -> dict[str, int]:
        """The legal moves, packed, by UCI text."""
        if self._status.word in ("illegal", "win", "draw"):
            return {}
        codes = self._judge.moves()
        self._judge.release_list()
        return dict(zip(map(self._judge.rules.tables.uci_texts.__getitem__, codes), codes))

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none in an illegal diagram or after the end."""
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> LegalMoves:
        return LegalMoves({uci: self._describe(code) for uci, code in self._codes.items()})

    def _describe(self, code: int) -> Move:
        """A packed move as a value."""
        tables = self._judge.rules.tables
        name, man_at = self.genre.board.name, self._judge.man_at
        origin, target, man, becomes = move_origin(code), move_target(code), move_man(code), move_result(code)
        kind, partner, was = move_kind(code), move_partner(code), move_partner_man(code)
        letters = tables.letters
        if kind >= CASTLING:
            family = tables.families[self._judge.turn][kind - CASTLING]
            to = family.castles[family.record[origin * 64 + partner]][3]
            return Move(man_at(origin), name(origin), name(target), letters[becomes] if becomes != was else None,
                        partner=(name(partner), name(to)), partner_man=man_at(partner), style=family.style)
        taken, captured = target, man_at(target)
        if kind == EN_PASSANT:
            taken = int(tables.double_step_to[self._judge.turn ^ 1][self._double_step_origin(target)])
            captured = man_at(taken)
        return Move(man_at(origin), name(origin), name(target), letters[becomes] if becomes != man else None,
                    captured or None, name(taken) if captured else None)

    def _double_step_origin(self, ep_square: int) -> int:
        """The origin of the double step that passed over the en passant square."""
        tables = self._judge.rules.tables
        by = self._judge.turn ^ 1
        return next(origin for origin in self.genre.board.squares if tables.double_step_over[by][origin] == ep_square
                    and self._judge.man_at(int(tables.double_step_to[by][origin])))

    def play(self, move: Move | str, language: str = "en") -> Position:
        """The position after a move: a Move, or a text in UCI, SAN or long form in a language; errors as in `parse`.

        >>> Position("orthodox").play("e4").play("Sg8-f6").play("b1c3").man_at("c3")
        'N'
        """
        return self._play(self._code(move, language))

    def _code(self, move: Move | str, language: str = "en") -> int:
        """A legal move, given as a value or as a text that `parse` reads, packed; errors as in `parse`."""
        if isinstance(move, str) and move not in self._codes:
            move = self.parse(move, language)
        code = self._codes.get(move if isinstance(move, str) else move.uci())
        if code is None:
            raise IllegalMoveError(f"{str(move)[:40]} is not legal in {self.fen()}")
        return code

    def _play(self, code: int) -> Position:
        described = self._describe(code)
        judge = self._judge.copy()
        judge.push(code)
        judge.drop_history()
        pawns = [man for man in (described.man, described.partner_man) if man and self.genre.man(man).promotion]
        return self._made(self.genre, judge, 0 if pawns or described.captured else self.halfmove_clock + 1,
                          self.fullmove_number + self._judge.turn)

    def pass_turn(self) -> Position:
        """The position after a null move: the other side is to move, and nothing can be captured en passant.

        As in python-chess, a null move is never refused. Where the side to move is in check, the new position is an
        illegal diagram, and its `status()` says so. The half-move clock stays as it is, for nothing has moved; the
        number of the move is raised after Black's null move.

        >>> Position("orthodox", "4k3/8/8/8/8/8/8/4K2R w K - 0 1").pass_turn().fen()
        '4k3/8/8/8/8/8/8/4K2R b K - 0 1'
        """
        judge = self._judge.copy()
        judge.pass_turn()
        judge.drop_history()
        return self._made(self.genre, judge, self.halfmove_clock, self.fullmove_number + self._judge.turn)

    def gives_check(self, move: Move | str) -> bool:
        """Whether a legal move leaves the other side in check; IllegalMoveError where it is not legal."""
        return self._judge.gives_check(self._code(move))

    def effects(self) -> dict[str, MoveEffect]:
        """What is easily said of each legal move, by UCI text."""
        judge, letters = self._judge, self._judge.rules.tables.letters
        return {uci: MoveEffect(letters[move_man(code)], judge.man_at(move_target(code)) != "",
                                judge.gives_check(code)) for uci, code in self._codes.items()}

    def sign_after(self, move: Move | str) -> str:
        """What a legal move leaves: "check", "mate", "stalemate", "win" or ""."""
        judge = self._judge
        judge.push(self._code(move))
        try:
            verdict = judge.verdict()
        finally:
            judge.pop()
            judge.release_list()
        return {PositionVerdict.CHECK: "check", PositionVerdict.MATE: "mate", PositionVerdict.STALEMATE: "stalemate",
                PositionVerdict.RUN: "win"}.get(verdict, "")

    # ----------------------------------------------------------------------------------------------- texts

    def san(self, move: Move | str, language: str | Language = "en", *, book_signs: bool = False) -> str:
        """A legal move in short notation: "Nf3", "0-0", "Kf3(Re3)+"."""
        return texts.san(self, self._move(move), language, book_signs)

    def pgn_san(self, move: Move | str) -> str:
        """A legal move as PGN writes it: English letters, the king's arrival only."""
        return texts.pgn_san(self, self._move(move))

    def long(self, move: Move | str, language: str | Language = "en", *, signs: bool = True) -> str:
        """A legal move in problemists' long notation: "Sg1-f3", "Kd3-f3/wRh3-e3 +"; `signs`: with its sign."""
        return texts.long(self, self._move(move), language, signs)

    def parse(self, text: str, language: str = "en") -> Move:
        """The legal move a text means: SAN, long form or UCI, in a language that is told, never guessed.

        InvalidMoveError, IllegalMoveError or AmbiguousMoveError otherwise.
        """
        return texts.parse(self, text, language)

    def _move(self, move: Move | str) -> Move:
        return self._describe(self._code(move))

    def explain(self, move: str, language: str | Language = "en") -> Explanation:
        """Rule by rule, why a move is legal or not; InvalidMoveError where the text is no move at all."""
        from feerie.explain import explain

        return explain(self, move, language)

    # --------------------------------------------------------------------------------------------- counting

    def perft(self, depth: int, *, threads: int = 1) -> int:
        """How many lines of `depth` legal moves there are; a line that ends sooner does not count."""
        if not self.is_valid():
            return 0 if depth else 1
        if depth < 1:
            return perft.count_leaves(self._judge, depth)
        return sum(self.divide(depth, threads=threads).values())

    def divide(self, depth: int, *, threads: int = 0, progress: Callable[[int, int], None] | None = None,
               found: dict[str, int] | None = None) -> dict[str, int]:
        """Perft by first move, UCI text -> number of lines; `threads` 0 for all cores.

        `progress`: called with how much is done, and of how much. `found`: a dict that holds what was counted
        when an exception (Ctrl-C) comes in between.
        """
        out = {} if found is None else found
        if not self._codes:
            return out
        judge = Judge(compiled_rules(self.genre, LONG_BITS if depth >= LONG_PERFT else QUIET_BITS), 2)
        judge.load(self.setup)
        counted: dict[int, int] = {}
        try:
            perft.divide(judge, depth, threads or os.cpu_count() or 1, progress, counted)
        finally:
            out.update((self._describe(code).uci(), leaves) for code, leaves in counted.items())
        return out

    # ---------------------------------------------------------------------------------------------- values

    @property
    def key(self) -> int:
        """The 64-bit Zobrist key of men, turn, rights that make a difference, and `ep_square`."""
        return self._judge.key

    def without_clocks(self) -> Position:
        """The same position with its clocks at the start: what is compared for repetition."""
        return self._made(self.genre, self._judge, 0, 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.genre == other.genre and self.setup == other.setup

    def __hash__(self) -> int:
        setup = self.setup
        return hash((self.genre.name, setup.men, setup.turn, setup.rights, setup.en_passant, setup.flags))

    def __repr__(self) -> str:
        return f"Position({self.genre.name!r}, {self.fen()!r})"

    def __str__(self) -> str:
        return fens.ascii(self.genre, self.setup)

    def __reduce__(self) -> tuple[type[Position], tuple[Genre, Setup]]:
        return Position, (self.genre, self.setup)
