# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""A stack of positions: setups are put on it and read from it, moves are played and taken back.

This is what Python code uses of the move generator. Questions are about the position on top.
"""
from __future__ import annotations

from typing import Any

import cython

from feerie.kernel.move_generator import MoveGenerator
from feerie.rules.setup import Setup

if cython.compiled:
    from cython.cimports.libc.string import memcpy  # type: ignore[import-not-found]
else:
    from feerie.kernel.move_generator import MARGIN
    from feerie.kernel.plain import ONE, Frame, lowest, popcount
    from feerie.kernel.tables import MEN, NONE, SQUARES

COMPILED: bool = cython.compiled


class State(MoveGenerator):
    """A stack of positions of one genre, `capacity` moves deep. Not to be shared between threads.

    The positions are in `frames`; frame `ply` is the top, and the frames above it are free for trying moves. Methods
    that take the number of a frame are for compiled code.
    """

    def full_key(self, p: int) -> int:
        """The Zobrist key of the position at p, computed from scratch."""
        key = self.right_keys[self.frames[p].rights]
        if self.frames[p].turn:
            key ^= self.turn_key
        if self.frames[p].ep_square != NONE:
            key ^= self.ep_keys[self.frames[p].ep_square]
        for i in range(self.kinds):
            for side in range(2):
                bits = self.frames[p].men[i] & self.frames[p].sides[side]
                while bits:
                    key ^= self.keys[(side * MEN + i) * SQUARES + lowest(bits)]
                    bits &= bits - 1
        return key

    def load(self, setup: Setup) -> None:
        """Empty the stack and put a setup on it."""
        tables = self.rules.tables
        self.ply = 0
        for i in range(MEN):
            self.frames[0].men[i] = 0
        self.frames[0].sides[0] = self.frames[0].sides[1] = 0
        for square, letter in setup.pieces:
            number: int = tables.numbers[letter.upper()]
            side: int = 0 if letter.isupper() else 1
            bit: int = ONE << square
            self.frames[0].men[number] |= bit
            self.frames[0].sides[side] |= bit
        rights: int = 0
        for letter in setup.rights:
            rights |= tables.right_bits.get(letter, 0)
        for letter in setup.flags:
            rights |= tables.flag_bits[letter]
        self.frames[0].turn, self.frames[0].rights = setup.turn, rights
        self.frames[0].ep_square = self.frames[0].ep_pawn = NONE
        if setup.en_passant is not None:
            self._load_ep_square(setup.en_passant, setup.turn ^ 1)
        self.frames[0].key = self.full_key(0)

    def _load_ep_square(self, ep_square: int, by: int) -> None:
        """Set the en passant square, over which a man of `by` has just passed, if some man stands ready to capture."""
        tables = self.rules.tables
        us = by ^ 1
        for origin in range(SQUARES):
            if tables.double_step_over[by][origin] == ep_square:
                ep_pawn: int = tables.double_step_to[by][origin]
                if not self.frames[0].men[self.ep_man] >> ep_pawn & 1:
                    continue
                if self.ep_origins[us][ep_square] & self.frames[0].men[self.ep_man] & self.frames[0].sides[us]:
                    self.frames[0].ep_square, self.frames[0].ep_pawn = ep_square, ep_pawn

    def save(self, halfmoves: int = 0, moves: int = 1) -> Setup:
        """The position on top as a setup. The en passant square is left out unless some man stands ready to capture."""
        tables = self.rules.tables
        p = self.ply
        men = self._men_by_square(tables.genre.board.size, tables.letters)
        held: int = self.frames[p].rights
        rights = tables.genre.without_implied("".join(letter for letter, bits in tables.right_bits.items()
                                                      if held & bits == bits))
        flags = "".join(letter for letter, bit in tables.flag_bits.items() if self.frames[p].rights & bit)
        ep_square = None if self.frames[p].ep_square == NONE else int(self.frames[p].ep_square)
        return Setup(tuple(men), self.frames[p].turn, rights, ep_square, flags, halfmoves, moves)

    def _men_by_square(self, size: int, letters: tuple[str, ...]) -> list[str]:
        """The FEN letters of the men of the position on top, "" for an empty square."""
        men = [""] * size
        for i in range(self.kinds):
            for side in range(2):
                letter: str = letters[i].lower() if side else letters[i]
                bits = self.frames[self.ply].men[i] & self.frames[self.ply].sides[side]
                while bits:
                    men[lowest(bits)] = letter
                    bits &= bits - 1
        return men

    def man_at(self, square: int) -> str:
        """The FEN letter of the man on a square, "" if there is none."""
        tables = self.rules.tables
        p = self.ply
        for i in range(self.kinds):
            if self.frames[p].men[i] >> square & 1:
                letter: str = tables.letters[i]
                return letter if self.frames[p].sides[0] >> square & 1 else letter.lower()
        return ""

    def men_of(self, kind: int, side: int) -> int:
        """The squares of the men of a kind and a side, as bits."""
        return self.frames[self.ply].men[kind] & self.frames[self.ply].sides[side]

    def man_count(self) -> int:
        """How many men there are."""
        return popcount(self.frames[self.ply].sides[0]) + popcount(self.frames[self.ply].sides[1])

    def has_same_men(self, other: State) -> bool:
        """Whether another state of the same genre has the same men, turn, and rights and flags that make a difference.

        Rights that make none have the same key, as in the Zobrist key of the position.
        """
        p = other.ply
        for i in range(MEN):
            if self.frames[self.ply].men[i] != other.frames[p].men[i]:
                return False
        return bool(self.frames[self.ply].sides[0] == other.frames[p].sides[0]
                    and self.frames[self.ply].sides[1] == other.frames[p].sides[1]
                    and self.frames[self.ply].turn == other.frames[p].turn
                    and self.right_keys[self.frames[self.ply].rights] == self.right_keys[other.frames[p].rights])

    def snapshot(self) -> Any:
        """The position on top as a small value, which `restore` of any state of the same genre takes."""
        if cython.compiled:
            snapshot = cython.cast(cython.p_char, cython.address(self.frames[self.ply]))[:cython.sizeof(Frame)]
        else:
            snapshot = Frame()
            snapshot.copy(self.frames[self.ply])
        return snapshot

    def restore(self, snapshot: Any) -> None:
        """Empty the stack and put the position of a snapshot on it."""
        self.ply, self.stopped, self.out_of_memory = 0, False, False
        if cython.compiled:
            memcpy(cython.address(self.frames[0]), cython.cast(cython.p_char, snapshot), cython.sizeof(Frame))
        else:
            self.frames[0].copy(snapshot)

    def copy_from(self, other: State) -> None:
        """Empty the stack and put the top position of another state of the same genre on it."""
        p = other.ply
        self.ply = 0
        if cython.compiled:
            self.frames[0] = other.frames[p]
        else:
            self.frames[0].copy(other.frames[p])

    def push(self, move: int) -> None:
        """Play a legal move in the position on top; IndexError if the stack is full."""
        if self.ply + MARGIN >= self.capacity:
            raise IndexError("the stack of positions is full")
        self.make(self.ply, self.ply + 1, move)
        self.ply += 1

    def pass_turn(self) -> None:
        """Play a null move, which pop takes back; IndexError if the stack is full."""
        if self.ply + MARGIN >= self.capacity:
            raise IndexError("the stack of positions is full")
        self.copy_frame(self.ply, self.ply + 1)
        self.ply += 1
        self.null_move(self.ply)

    def drop_to(self, ply: int) -> None:
        """Take back the moves made from this number of moves on."""
        if not 0 <= ply <= self.ply:
            raise IndexError("no move to take back")
        self.ply = ply

    def drop_history(self) -> None:
        """Forget the positions below the top one, which becomes the bottom of the stack."""
        self.copy_from(self)

    def pop(self) -> None:
        """Take the last move back; IndexError if there is none."""
        if not self.ply:
            raise IndexError("no move to take back")
        self.ply -= 1

    @property
    def turn(self) -> int:
        """The side to move of the position on top: 0 White, 1 Black."""
        return int(self.frames[self.ply].turn)

    @property
    def key(self) -> int:
        """The Zobrist key of the position on top."""
        return self.frames[self.ply].key

    @property
    def ep_square(self) -> int | None:
        """The en passant square of the position on top, if a man stands ready to capture there; else None."""
        return None if self.frames[self.ply].ep_square == NONE else int(self.frames[self.ply].ep_square)

    @property
    def key_without_ep(self) -> int:
        """The Zobrist key of the position on top without its en passant square."""
        key = self.frames[self.ply].key
        if self.frames[self.ply].ep_square != NONE:
            key ^= self.ep_keys[self.frames[self.ply].ep_square]
        return key

    def attacks(self, side: int, square: int) -> list[int]:
        """The squares of the men of a side that attack a square."""
        found = self.attackers(self.ply, side, square)
        return [i for i in range(SQUARES) if found >> i & 1]

    def kings(self, side: int) -> list[int]:
        """Squares of the kings of a side."""
        found = self.frames[self.ply].men[self.royal] & self.frames[self.ply].sides[side]
        return [i for i in range(SQUARES) if found >> i & 1]

    def in_check(self, side: int) -> bool:
        """Whether a side is in check by its royalty doctrine."""
        return bool(self.in_check_at(self.ply, side))

    def recomputed_key(self) -> int:
        """The Zobrist key computed from scratch: what `key` must be (for tests)."""
        return self.full_key(self.ply)
