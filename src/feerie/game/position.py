"""Positions: immutable values with their legal moves, status and notation.

    >>> from feerie.genres import ROKAGOGO
    >>> position = Position(ROKAGOGO, "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1")
    >>> position.san(position.parse("d3f3"))
    'Kf3(Re3)+'
"""
from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from feerie import genres
from feerie.base.errors import (
    ArgumentError,
    IllegalMoveError,
    check_callable,
    check_whole,
    no_attribute,
    require_whole,
    wrong_type,
)
from feerie.game import display
from feerie.game.explanation import Explanation
from feerie.game.foreign_names import OF_POSITION
from feerie.game.legal_moves import LegalMoves, move_values
from feerie.game.status import Outcome, Reason, Status, StatusWord
from feerie.kernel import perft
from feerie.kernel.compiled_rules import CompiledRules
from feerie.kernel.dead_material import bound_men
from feerie.kernel.general_judge import GeneralJudge
from feerie.kernel.general_tables import takes_general_path
from feerie.kernel.judges import new_judge
from feerie.kernel.packed_move import PACKED, extended_side, move_kind
from feerie.kernel.tables import EN_PASSANT, LARGE_TABLE_BITS, SMALL_TABLE_BITS, mask_of
from feerie.kernel.verdict import Judge, PositionVerdict, compiled_rules
from feerie.notation import effects
from feerie.notation import fen as fens
from feerie.notation import moves as texts
from feerie.notation.effects import Effect
from feerie.notation.languages import Language
from feerie.notation.languages import language as language_of
from feerie.rules.ending import DeadMaterial
from feerie.rules.genre import Genre
from feerie.rules.literals import SideName
from feerie.rules.move import Move
from feerie.rules.setup import Setup
from feerie.rules.side import SIDES, Side
from feerie.rules.symmetry import exchanged
from feerie.rules.unit import kind_texts

__all__ = ["LegalMoves", "Outcome", "Position", "Reason", "Status", "effective_key",
           "forget_moves", "judge_of", "legal_move", "moves_of_line", "packed_move", "position_of"]

LONG_PERFT = 6
OK, CHECK = Status(StatusWord.OK), Status(StatusWord.CHECK)
SIGNS = {PositionVerdict.CHECK: "check", PositionVerdict.MATE: "mate", PositionVerdict.STALEMATE: "stalemate",
         PositionVerdict.RUN: "win"}
"""What Position.sign_after says of verdicts."""


@lru_cache(maxsize=64)
def _bound(genre: Genre, side: int) -> tuple[tuple[int, str, int], ...]:
    """The men of a side that cannot stand everywhere: their numbers, their texts, and as bits the other squares."""
    men = ((kind, letter, genre.men[kind % len(genre.men)]) for kind, letter in enumerate(kind_texts(genre, side)))
    return tuple((kind, letter, ~mask_of(man.region[side])) for kind, letter, man in men if man.region)


def _squares(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


class _Threads(threading.local):
    """The judge on which positions are put to be asked, one for each thread: it takes a hundred times their memory."""

    judge: Judge | None = None

    def judge_for(self, rules: CompiledRules) -> Judge:
        """The judge of this thread, for the rules of a genre."""
        if self.judge is None or self.judge.rules is not rules:
            self.judge = new_judge(rules, 2)
        return self.judge


_threads = _Threads()


class Position:
    """A position of a genre. Immutable: `play` returns a new one. Squares are given by name, men by FEN letter.

    `genre`: a Genre or its name. `fen`: a FEN or a Setup; None for the game array. Raises GenreError or FenError if
    these make no sense. An illegal diagram is a Position too: it has no legal moves, and `status()` says why.
    """

    def __init__(self, genre: Genre | str, fen: str | Setup | None = None) -> None:
        genre = genres.genre_of(genre)
        if fen is None:
            if genre.start is None:
                raise ArgumentError("{} has no game array: a FEN is needed", genre.name)
            fen = genre.start
        if not isinstance(fen, (str, Setup)):
            raise wrong_type("fen", "a FEN, a Setup or None", fen)
        genre = fens.placed(genre, fen)
        setup = fens.parse(genre, fen) if isinstance(fen, str) else fens.checked(genre, fen)
        self._genre, self._values = genre, move_values(genre)
        judge = _threads.judge_for(self._values.rules)
        judge.load(setup)
        self._snapshot, self._halfmoves, self._moves = judge.snapshot(), setup.halfmoves, setup.moves

    def _with(self, snapshot: Any, halfmoves: int, moves: int) -> Position:
        """Another position of the same genre."""
        position = self.__class__.__new__(self.__class__)
        position._genre, position._values = self._genre, self._values
        position._snapshot, position._halfmoves, position._moves = snapshot, halfmoves, moves
        return position

    @property
    def _judge(self) -> Judge:
        """A judge with the position on top, to be asked at once: all positions of a genre share it, in each thread."""
        judge = _threads.judge_for(self._values.rules)
        judge.restore(self._snapshot)
        return judge

    # ------------------------------------------------------------------------------------------ what it is

    @property
    def genre(self) -> Genre:
        """The genre whose rules apply."""
        return self._genre

    @property
    def halfmove_clock(self) -> int:
        """The half-move clock: plies since the last capture or pawn move."""
        return self._halfmoves

    @property
    def fullmove_number(self) -> int:
        """The move number, which goes up after Black's move."""
        return self._moves

    @property
    def setup(self) -> Setup:
        """The men and rights; the en passant square is included only if there is a legal en passant capture."""
        return self._setup

    @cached_property
    def _setup(self) -> Setup:
        setup = self._judge.save(self.halfmove_clock, self.fullmove_number)
        if setup.en_passant is not None and not self._has_en_passant:
            return replace(setup, en_passant=None)
        return setup

    @cached_property
    def _has_en_passant(self) -> bool:
        """Whether there is a legal en passant capture."""
        if self._judge.ep_square is None:
            return False
        return any(move_kind(move) == EN_PASSANT for move in self._judge.moves())

    @property
    def turn(self) -> Side:
        """The side to move: "white" or "black"."""
        return SIDES[self._judge.turn]

    @property
    def ep_square(self) -> str | None:
        """The square just passed over by a double step, if a man stands ready to capture en passant, legally or not.

        None if there is none. `setup` and `fen()` show the square only if such a capture is legal.
        """
        square = self._judge.ep_square
        return None if square is None else self.genre.board.name(square)

    @property
    def castling_rights(self) -> str:
        """The letters of the castling rights, as in a FEN: "KQkq"; "" for none."""
        return self.setup.rights

    def fen(self) -> str:
        """The position as a FEN; the en passant square is included only if there is a legal en passant capture."""
        return fens.write(self.genre, self.setup)

    def shredder_fen(self) -> str:
        """The FEN with the files of the rooks as castling rights in Chess960, "HAha"; elsewhere as `fen()`."""
        return fens.write(self.genre, self.setup, shredder=True)

    def epd(self, **operations: object) -> str:
        """The position as EPD: the FEN without its clocks, then the operations, given as `opcode=operand`.

        An operand is a Move, a string, a number, several of these, or None. Raises PgnError for an impossible opcode.

        >>> position = Position("orthodox", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
        >>> position.epd(bm=position.parse("Ra8+"), ce=500)
        '4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+; ce 500;'
        """
        from feerie.notation import epd

        return epd.write(self.genre, self.setup, epd.with_move_texts(self, operations))

    def man_at(self, square: str) -> str:
        """The FEN letter of the man on a square ("K" white, "k" black); "" if the square is empty."""
        return self._judge.man_at(self.genre.board.index(square))

    @property
    def squares(self) -> tuple[str, ...]:
        """The squares of the board, from a1 on, rank by rank; the hole of a board is left out.

        >>> position = Position("rollerball")
        >>> len(position.squares), [square for square in position.squares if position.man_at(square) == "K"]
        (40, ['d2'])
        """
        board = self.genre.board
        return tuple(board.name(square) for square in board.squares)

    def men(self) -> dict[str, str]:
        """All men, as a dict from square to FEN letter."""
        return {square: man for square, man in zip(self._genre.board.names, self._setup.men) if man}

    def kings(self, side: SideName) -> tuple[str, ...]:
        """The squares of the kings of a side."""
        return tuple(self.genre.board.name(square) for square in self._judge.kings(_side(side)))

    def attackers(self, square: str, side: SideName | None = None) -> tuple[str, ...]:
        """The squares of the men (of one side, or of both) that attack a square; pinned men count."""
        target = self.genre.board.index(square)
        sides = (0, 1) if side is None else (_side(side),)
        return self._names(dict.fromkeys(origin for of in sides for origin in self._judge.attacks(of, target)))

    def attacks(self, square: str) -> tuple[str, ...]:
        """The squares that the man on a square attacks, pinned or not, own men's included; () for an empty square.

        >>> Position("orthodox").attacks("g1")
        ('e2', 'f3', 'h3')
        """
        origin = self.genre.board.index(square)
        man = self._judge.man_at(origin)
        if not man:
            return ()
        side = int(man.islower())
        return self._names(target for target in self.genre.board.squares
                           if origin in self._judge.attacks(side, target))

    def is_attacked(self, square: str, side: SideName) -> bool:
        """Whether men of a side attack a square."""
        return bool(self.attackers(square, side))

    # -------------------------------------------------------------------------------------------- verdicts

    def status(self) -> Status:
        """The status of the position for the side to move, under the doctrine of the genre."""
        return self._status

    @cached_property
    def _status(self) -> Status:
        if self._misplaced:
            return self._misplaced
        verdict, _ = self._survey
        if verdict is PositionVerdict.EXPOSED:
            return Status(StatusWord.ILLEGAL, None, Reason.SIDE_NOT_TO_MOVE_IN_CHECK)
        if verdict is PositionVerdict.UNPARRYABLE:
            return Status(StatusWord.ILLEGAL, None, Reason.UNPARRYABLE_CHECK)
        if verdict is PositionVerdict.RUN:
            winner = self._judge.run_winner()
            assert winner is not None
            return Status(StatusWord.WIN, SIDES[winner], Reason.KING_RUN)
        if verdict is PositionVerdict.MATE:
            return Status(StatusWord.MATE, self.turn.other, Reason.CHECKMATE)
        if verdict is PositionVerdict.STALEMATE:
            return Status(StatusWord.STALEMATE, None, Reason.STALEMATE)
        if self._is_drawn_by_move_rule():
            return Status(StatusWord.DRAW, None, Reason.MOVE_RULE)
        return CHECK if verdict is PositionVerdict.CHECK else OK

    def _is_drawn_by_move_rule(self) -> bool:
        rule = self._genre.move_rule
        return rule is not None and self._halfmoves >= rule.automatic

    @cached_property
    def _survey(self) -> tuple[PositionVerdict, list[int]]:
        """The kernel's verdict, and the moves that are legal if nothing else ends the game, extended."""
        return self._judge.survey()

    @cached_property
    def _misplaced(self) -> Status | None:
        """The status of a diagram made illegal by its men alone: too many kings, or a man where it cannot stand."""
        limit = self.genre.royalty.kings
        board, judge = self.genre.board, self._judge
        for side in (0, 1):
            kings = judge.kings(side)
            if limit is not None and len(kings) > limit:
                return Status(StatusWord.ILLEGAL, None, Reason.TOO_MANY_KINGS, board.name(kings[1]))
            for kind, letter, outside in _bound(self.genre, side):
                strayed = judge.men_of(kind, side) & outside
                if strayed:
                    square = (strayed & -strayed).bit_length() - 1
                    return Status(StatusWord.ILLEGAL, None, Reason.MISPLACED_MAN, board.name(square), letter)
        return None

    def is_valid(self) -> bool:
        """Whether the diagram is legal."""
        return self._status.word != StatusWord.ILLEGAL

    def is_check(self) -> bool:
        """Whether the side to move is in check under the doctrine of the genre."""
        return self._judge.in_check(self._judge.turn)

    def is_checkmate(self) -> bool:
        """Whether the side to move is checkmated."""
        return self._status.word == StatusWord.MATE

    def is_stalemate(self) -> bool:
        """Whether the side to move is stalemated."""
        return self._status.word == StatusWord.STALEMATE

    def is_game_over(self) -> bool:
        """Whether the game is over by the position alone, dead material aside; see `outcome` and Game.outcome."""
        return self.outcome() is not None

    def outcome(self) -> Outcome | None:
        """How the position alone ends the game; None if it does not. Game has the draws by repetition and by dead
        material, which do not concern problems.
        """
        status = self._status
        if status.word in (StatusWord.MATE, StatusWord.WIN, StatusWord.STALEMATE, StatusWord.DRAW):
            assert status.reason
            return Outcome(status.reason, status.winner)
        return None

    def is_insufficient_material(self) -> bool:
        """Whether the men left cannot mate, in a genre where this is a draw: a king each and at most one minor man, or
        men that never leave squares of one colour and cannot mate there, as the tables of the genre prove.

        `outcome()` leaves this draw to Game, as it does repetition: a problem may have so few men.

        >>> Position("orthodox", "7K/8/8/7B/1k6/3B4/8/8 w - -").is_insufficient_material()
        True
        """
        ending = next((ending for ending in self._genre.endings if isinstance(ending, DeadMaterial)), None)
        judge, kinds = self._judge, range(len(self._genre.men))
        if ending is None or any(len(judge.kings(side)) != 1 for side in (0, 1)):
            return False
        men = {kind: squares for kind in kinds if not self._genre.men[kind].royal
               and (squares := judge.men_of(kind, 0) | judge.men_of(kind, 1))}
        king = self._genre.men.index(self._genre.royal)
        if sum(squares.bit_count() for squares in (*men.values(), judge.men_of(king, 0), judge.men_of(king, 1))
               ) != judge.man_count():
            return False        # men have traits
        if judge.man_count() <= 3:
            return all(self._genre.men[kind].letter in ending.minors for kind in men)
        return not takes_general_path(self._genre) and any(
            men.keys() <= bound.kinds and not any(squares & ~bound.squares for squares in men.values())
            for bound in bound_men(self._genre))

    def checked_squares(self) -> tuple[str, ...]:
        """The squares of the attacked kings of the side to move; empty if it is not in check."""
        side = self.turn
        other = self.turn.other
        if not self.is_check():
            return ()
        return tuple(square for square in self.kings(side) if self.is_attacked(square, other))

    def checkers(self) -> tuple[str, ...]:
        """The squares of the men that attack kings of the side to move; empty if it is not in check.

        >>> Position("orthodox", "4k3/8/8/8/8/3n4/8/r3K3 w - -").checkers()
        ('a1', 'd3')
        """
        other = self.turn.other
        found = {origin for square in self.checked_squares() for origin in self.attackers(square, other)}
        return self._names(self.genre.board.index(origin) for origin in found)

    def pins(self, side: SideName | None = None) -> dict[str, tuple[str, ...]]:
        """The pinned men of a side (by default the side to move): a dict from square to the squares of the pinners.

        A man is pinned if an enemy man that does not attack a king of its side would do so without it. It may move
        along the line of the pin; genres with several kings may allow it more.

        >>> Position("orthodox", "4r2k/8/8/8/1b6/2N5/4R3/4K3 w - -").pins()
        {'e2': ('e8',), 'c3': ('b4',)}
        """
        number = self._judge.turn if side is None else _side(side)
        found = {square: self._judge.pinners(square)
                 for kind in range(len(kind_texts(self.genre)))
                 for square in _squares(self._judge.men_of(kind, number))}
        return {self.genre.board.name(square): self._names(found[square]) for square in sorted(found) if found[square]}

    def is_pinned(self, square: str) -> bool:
        """Whether the man on a square is pinned; False if the square is empty."""
        number = self.genre.board.index(square)
        return bool(self._judge.man_at(number) and self._judge.pinners(number))

    def _names(self, squares: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.genre.board.name(square) for square in sorted(squares))

    # ----------------------------------------------------------------------------------------------- moves

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none in an illegal diagram or once the game is over."""
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> LegalMoves:
        if self._misplaced or self._is_drawn_by_move_rule():
            return LegalMoves((), self._values)
        return LegalMoves(self._survey[1], self._values)

    def play(self, move: Move | str, language: str = "en") -> Position:
        """The position after a move: a Move, or a string in UCI, SAN or long notation. Raises the errors of `parse`.

        >>> Position("orthodox").play("e4").play("Sg8-f6").play("b1c3").man_at("c3")
        'N'
        """
        if language != "en":
            language_of(language)       # UCI is read without it
        number = self._number(move, language)
        judge = self._judge
        judge.push(number & PACKED)
        after = self._with(judge.snapshot(), 0 if self._values.is_zeroing(number) else self._halfmoves + 1,
                           self._moves + extended_side(number))
        after._misplaced = None     # no legal move puts a man where it cannot stand
        return after

    def _number(self, move: Move | str, language: str = "en") -> int:
        """The extended number of a legal move, given as a Move or a string that `parse` reads; errors as in `parse`."""
        number = self._legal_moves.number(move)
        if number is None and isinstance(move, str):
            move = self.parse(move, language)
            number = self._legal_moves.number(move)
        if number is None and not isinstance(move, Move):
            raise wrong_type("move", "a Move or a text", move)
        if number is None:
            raise self._refusal(IllegalMoveError("{} is not legal in {}", str(move)[:40], self.fen()))
        return number

    def pass_turn(self) -> Position:
        """The position after a null move: the other side is to move, and nothing can be captured en passant.

        As in python-chess, a null move is never refused. If the side to move is in check, the new position is an
        illegal diagram, and its `status()` says so. The half-move clock stays as it is, as nothing has moved; the move
        number goes up after Black's null move.

        >>> Position("orthodox", "4k3/8/8/8/8/8/8/4K2R w K - 0 1").pass_turn().fen()
        '4k3/8/8/8/8/8/8/4K2R b K - 0 1'
        """
        judge = self._judge
        turn = judge.turn
        judge.pass_turn()
        return self._with(judge.snapshot(), self._halfmoves, self._moves + turn)

    def can_pass(self) -> bool:
        """Whether the side to move may pass in a game with null moves: play goes on, and it is not in check.

        >>> Position("orthodox").can_pass(), Position("orthodox", "4k3/8/8/8/8/8/8/4KR1r w - - 0 1").can_pass()
        (True, True)
        >>> Position("orthodox", "4k3/8/8/8/8/8/8/4K2r w - - 0 1").can_pass()
        False
        """
        return not self.is_game_over() and self.pass_turn().is_valid()

    def check_pass(self) -> None:
        """Raise IllegalMoveError, which says why, if the side to move may not pass."""
        if outcome := self.outcome():
            raise IllegalMoveError("the game is over ({})", outcome.reason.value)
        if not self.can_pass():
            raise IllegalMoveError("the side to move is in check and cannot pass")

    def is_capture(self, move: Move | str) -> bool:
        """Whether a legal move is a capture, en passant included. Raises the errors of `play`."""
        return self._move(move).is_capture

    def is_castling(self, move: Move | str) -> bool:
        """Whether a legal move is castling, in which two men move. Raises the errors of `play`."""
        return self._move(move).is_castling

    def is_en_passant(self, move: Move | str) -> bool:
        """Whether a legal move is an en passant capture. Raises the errors of `play`."""
        return self._move(move).is_en_passant

    def gives_check(self, move: Move | str) -> bool:
        """Whether a move leaves the other side in check. Raises IllegalMoveError if it is not legal."""
        number = self._number(move)
        return self._judge.gives_check(number & PACKED)

    def sign_after(self, move: Move | str) -> str:
        """What a legal move brings about: "check", "mate", "stalemate", "win" or ""."""
        number = self._number(move)
        return SIGNS.get(self._judge.verdict_after(number & PACKED), "")

    def effects_of(self, move: Move | str) -> tuple[Effect, ...]:
        """What a move does besides, by the rules of the genre: what becomes of which man (notation/effects.py).

        Nothing for a move that is not legal: only the goal of a problem may make it so.
        """
        number = self.legal_moves.number(move) if self.genre.has_effects else None
        judge = self._judge
        if number is None or not isinstance(judge, GeneralJudge):
            return ()
        value, changes = self._values[number], judge.changes_of(number & PACKED)
        if value.is_capture and self.genre.goes_on(value.man):
            changes = effects.with_return(changes, value.target)
        return effects.effects_of(changes, value.captured if value.choice else None, self.genre.promotes_on_return)

    # ----------------------------------------------------------------------------------------------- texts

    def san(self, move: Move | str, language: str | Language = "en", *, book_signs: bool = False) -> str:
        """A legal move in short algebraic notation: "Nf3", "0-0", "Kf3(Re3)+"."""
        return texts.san(self, self._move(move), language, book_signs)

    def pgn_san(self, move: Move | str) -> str:
        """A legal move as PGN writes it: English letters, and only the king's arrival square."""
        return texts.pgn_san(self, self._move(move))

    def long(self, move: Move | str, language: str | Language = "en", *, signs: bool = True) -> str:
        """A legal move in problemists' long notation: "Sg1-f3", "Kd3-f3/wRh3-e3 +"; `signs`: with its sign."""
        return texts.long(self, self._move(move), language, signs)

    def parse(self, text: str, language: str = "en") -> Move:
        """The legal move a string stands for: SAN, long notation or UCI, in a language that is given, never guessed.

        Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError otherwise; if the game is over, IllegalMoveError
        says so, and why.
        """
        if not isinstance(text, str):
            raise wrong_type("text", "the text of a move", text)
        try:
            return texts.parse(self, text, language)
        except IllegalMoveError as error:
            raise self._refusal(error) from None

    def _refusal(self, error: IllegalMoveError) -> IllegalMoveError:
        """The error for a move that is not legal; if the game is over, it gives that as the reason."""
        outcome = self.outcome()
        return IllegalMoveError("the game is over ({})", outcome.reason.value) if outcome else error

    def _move(self, move: Move | str) -> Move:
        return self._values[self._number(move)]

    def explain(self, move: Move | str | None = None, language: str | Language = "en") -> Explanation:
        """Why a move is legal or not; without a move, what the position is and why. Errors as in `explain.explain`."""
        return display.explanation(self, move, language)

    # --------------------------------------------------------------------------------------------- counting

    def perft(self, depth: int, *, threads: int = 1) -> int:
        """The number of lines of exactly `depth` legal moves; a line that ends sooner does not count."""
        _check_perft(depth, threads, 0)
        if not self.is_valid():
            return 0 if depth else 1
        if depth < 1:
            return perft.count_leaves(judge_of(self), depth)
        return sum(self.divide(depth, threads=threads).values())

    def divide(self, depth: int, *, threads: int = 0, progress: Callable[[int, int], None] | None = None,
               found: dict[str, int] | None = None) -> dict[str, int]:
        """Perft by first move, as a dict from UCI to number of lines; `threads` is 0 for all cores.

        `progress`: called with the amount done and the total. `found`: a dict to fill; it keeps what was counted if an
        exception (Ctrl-C) interrupts the count.
        """
        _check_perft(depth, threads, 1)
        check_callable(progress=progress)
        out = {} if found is None else found
        if not self.legal_moves:
            return out
        judge = new_judge(compiled_rules(self.genre, LARGE_TABLE_BITS if depth >= LONG_PERFT else SMALL_TABLE_BITS), 2)
        judge.load(self.setup)
        counted: dict[int, int] = {}
        try:
            perft.divide(judge, depth, threads or os.cpu_count() or 1, progress, counted)
        finally:
            uci = self.legal_moves.packed()
            out.update((uci[move], leaves) for move, leaves in counted.items())
        return out

    # ---------------------------------------------------------------------------------------------- values

    @property
    def key(self) -> int:
        """The 64-bit Zobrist key of the men, the turn, the rights that make a difference, and `ep_square`."""
        return self._judge.key

    def without_clocks(self) -> Position:
        """The same position with its clocks reset: what is compared for repetition."""
        return self._with_clocks(0, 1)

    def without_move_rule(self) -> Position:
        """The same position with its half-move clock at 0: the move rule does not apply to problems and forced mates.

        >>> Position("orthodox", "7k/8/5K2/8/8/8/8/6R1 w - - 99 90").without_move_rule().fen()
        '7k/8/5K2/8/8/8/8/6R1 w - - 0 90'
        """
        return self._with_clocks(0, self._moves)

    def beyond_move_rule(self) -> Position:
        """The position itself or, if the move rule has ended the game, without that rule: records may go on.

        >>> drawn = Position("orthodox", "7k/8/5K2/8/8/8/8/6R1 w - - 150 90")
        >>> len(drawn.legal_moves), len(drawn.beyond_move_rule().legal_moves)
        (0, 21)
        """
        return self.without_move_rule() if self._is_drawn_by_move_rule() else self

    def play_on(self, move: Move | str) -> Position:
        """Like `play`, but possible even after the move rule has ended the game, as in Game.push and records.

        >>> Position("orthodox", "7k/8/5K2/8/8/8/8/6R1 w - - 150 90").play_on("g1g2").fen()
        '7k/8/5K2/8/8/8/6R1/8 b - - 151 90'
        """
        if not self._is_drawn_by_move_rule():
            return self.play(move)
        after = self.without_move_rule().play(move)
        return after._with_clocks(self._halfmoves + 1, after._moves) if after._halfmoves else after

    def _with_clocks(self, halfmoves: int, moves: int) -> Position:
        same = self._with(self._snapshot, halfmoves, moves)
        same._has_en_passant, same._effective_key = self._has_en_passant, self._effective_key
        return same

    def replace(self, men: Mapping[str, str | None] = MappingProxyType({}), *, turn: SideName | None = None,
                castling_rights: str | None = None, ep_square: str | None = None, halfmove_clock: int | None = None,
                fullmove_number: int | None = None) -> Position:
        """Another position with some things changed, as in a board editor; whether it is legal, `status()` says.

        `men`: a dict from square to the FEN letter of the man to put there, None or "" to clear the square. `turn`:
        "white" or "black". `castling_rights`: letters, "" for none. What is not given stays as it is, except what has
        become impossible: rights whose king or rook is gone and, if men or turn change, the en passant square. Raises
        ArgumentError, SquareError, FenError or TypeError for what is not a man, side, square, right or number.

        >>> position = Position("orthodox").replace({"d1": None, "e8": None, "e5": "k"}, turn="black")
        >>> position.fen()
        'rnbq1bnr/pppppppp/8/4k3/8/8/PPPPPPPP/RNB1KBNR b KQ - 0 1'
        """
        if not isinstance(men, Mapping):
            raise wrong_type("men", "a dict, square to FEN letter", men)
        for name, text in (("castling_rights", castling_rights), ("ep_square", ep_square)):
            if not (text is None or isinstance(text, str)):
                raise wrong_type(name, "a text or None", text)
        check_whole(halfmove_clock=halfmove_clock, fullmove_number=fullmove_number)
        placed = list(self.setup.men)
        for square, man in men.items():
            placed[self.genre.board.index(square)] = man or ""
        changed = fens.checked(self.genre, replace(self.setup, men=tuple(placed), births=self.setup.births_for(placed)))
        fields = fens.write(self.genre, changed).split(" ")
        if men or turn is not None:
            fields[3] = "-"
        given = (1, None if turn is None else "wb"[_side(turn)]), (2, castling_rights), (3, ep_square), \
            (-2, halfmove_clock), (-1, fullmove_number)
        for place, value in given:
            if value is not None:
                fields[place] = str(value) or "-"
        return self.__class__(self.genre, " ".join(fields))

    __replace__ = replace       # copy.replace

    def mirror(self) -> Position:
        """The same position with the sides exchanged: colours, side to move, rights and squares.

        On the chessboard the first rank becomes the last one. A ring on which men run one way round is turned by half a
        turn. Raises ArgumentError in a genre whose sides have different rules.

        >>> Position("orthodox", "4k3/8/8/8/4P3/8/8/4K2R b K - 3 7").mirror().fen()
        '4k2r/8/8/4p3/8/8/8/4K3 w k - 3 7'
        """
        return Position(self.genre, exchanged(self.genre, self.setup))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._effective_key == other._effective_key \
            and (self._halfmoves, self._moves) == (other._halfmoves, other._moves) \
            and (self._genre is other._genre or self._genre == other._genre) \
            and judge_of(self).has_same_men(other._judge) and (
                (self._has_en_passant and self.ep_square) == (other._has_en_passant and other.ep_square))

    def __hash__(self) -> int:
        return self._effective_key

    @cached_property
    def _effective_key(self) -> int:
        has_en_passant = self._has_en_passant
        return effective_key(self._judge, has_en_passant)

    if not TYPE_CHECKING:       # type checkers would otherwise accept any name, with type Any
        def __getattr__(self, name: str) -> NoReturn:
            raise no_attribute(self, name, OF_POSITION)

    def __repr__(self) -> str:
        return f"Position({self.genre.name!r}, {self.fen()!r})"

    def _repr_svg_(self) -> str | None:
        """The diagram, for notebooks; None if nothing that draws is registered (see `display`)."""
        return display.svg(self)

    def __str__(self) -> str:
        return fens.ascii(self.genre, self.setup)

    def __reduce__(self) -> tuple[type[Position], tuple[Genre, str]]:
        return Position, (self._genre, self.fen())


def judge_of(position: Position) -> Judge:
    """A judge with a position on top."""
    return position._judge.copy()


def packed_move(position: Position, move: Move | str) -> int:
    """A legal move of a position, packed. Raises the errors of `Position.play`."""
    return position._number(move) & PACKED


def legal_move(position: Position, uci: str) -> Move:
    """A legal move of a position, given in UCI. Raises the errors of `Position.play`."""
    return position._move(uci)


def moves_of_line(position: Position, line: Iterable[int]) -> tuple[Move, ...]:
    """A line of packed moves, each legal after those before it, as Move values."""
    judge, moves = judge_of(position), []
    for move in line:
        moves.append(position._values[judge.extended_move(move)])
        judge = judge.child(move)
    return tuple(moves)


def position_of(judge: Judge, start: Position, halfmoves: int, moves: int) -> Position:
    """The position on top of a judge of the genre of `start`, with its clock and move number."""
    return start._with(judge.snapshot(), halfmoves, moves)


def forget_moves(position: Position) -> None:
    """Free what a position can compute again on demand: for long histories."""
    for name in ("_legal_moves", "_survey", "_setup"):
        vars(position).pop(name, None)


def effective_key(judge: Judge, has_en_passant: bool) -> int:
    """The key of the position on top, with the en passant square only if such a capture is legal there: equal in equal
    positions."""
    return hash(judge.key if has_en_passant else judge.key_without_ep)


def _check_perft(depth: int, threads: int, least: int) -> None:
    """Raise TypeError or ArgumentError for what perft cannot take."""
    require_whole(depth=depth, threads=threads)
    if not least <= depth <= perft.MAX_PERFT_DEPTH:
        raise ArgumentError("the depth must be between {} and {}, not {}", least, perft.MAX_PERFT_DEPTH, depth)
    if threads < 0:
        raise ArgumentError("{} must not be negative, and is {}", "threads", threads)


def _side(side: str) -> int:
    """The number of a side, 0 white or 1 black; ArgumentError for anything else."""
    if side not in SIDES:
        raise ArgumentError("side must be 'white' or 'black', not {}", repr(side))
    return Side(side).number
