"""The rule of several kings once more, in plain Python: royal kinds, royal men, all doctrines, men of any kind.

It is written from the rules (docs/genres), knows no castling, double step or capture en passant, and asks where a man
arrives by the plain methods of its movements (`lines_of`, `arrivals`) alone.
"""
from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from feerie.rules.along import lines_of
from feerie.rules.board import CHESSBOARD
from feerie.rules.genre import Genre
from feerie.rules.movement import Mode
from feerie.rules.royalty import Doctrine
from feerie.rules.trait import Trait
from feerie.rules.unit import Unit, unit_of

DEEPEST = 6     # a question of Rex Multiplex nested deeper than this is answered with "legal"
Men = tuple[str, ...]


class Step(NamedTuple):
    """A move: from, to, which square is struck, what the man is then."""

    origin: int
    target: int
    struck: int
    becomes: str

    def uci(self, men: Men) -> str:
        promoted = self.becomes != men[self.origin]
        name = CHESSBOARD.name
        return name(self.origin) + name(self.target) + (self.becomes.lower() if promoted else "")


class Kings:
    """A position of a genre: men by square and the side to move."""

    def __init__(self, genre: Genre, men: Men, turn: int) -> None:
        self.genre, self.men, self.turn = genre, men, turn
        self.doctrine = genre.royalty.doctrine

    def _unit(self, square: int) -> Unit:
        return unit_of(self.men[square])

    def is_own(self, square: int, side: int) -> bool:
        return bool(self.men[square]) and self._unit(square).side == side

    def is_royal(self, square: int) -> bool:
        unit = self._unit(square)
        return unit.letter == "K" or unit.letter in self.genre.royalty.kinds or Trait.ROYAL in unit.traits

    def kings(self, side: int) -> list[int]:
        return [at for at, man in enumerate(self.men) if man and self.is_own(at, side) and self.is_royal(at)]

    def arrivals(self, square: int, side: int) -> Iterator[tuple[int, int, Mode, int]]:
        """Where a man arrives, what it strikes, for what end, on which of its lines."""
        occupied = {at for at, man in enumerate(self.men) if man}
        number = 0
        for movement, mode in self.genre.man(self._unit(square).letter).moves:
            for line, along in lines_of(movement, CHESSBOARD, square, side):
                number += 1
                for struck, target in along.arrivals(line, occupied):
                    yield target, struck, mode, number

    def attacks(self, square: int, by: int) -> set[tuple[int, int]]:
        """Who attacks a square, on which line."""
        return {(at, number) for at in range(64) if self.is_own(at, by)
                for _, struck, mode, number in self.arrivals(at, by) if struck == square and mode != Mode.QUIET}

    def steps(self) -> Iterator[Step]:
        """The moves of the side to move, whatever becomes of its kings; none takes a king."""
        for origin in range(64):
            if not self.is_own(origin, self.turn):
                continue
            unit = self._unit(origin)
            promotion = self.genre.man(unit.letter).promotion
            for target, struck, mode, _ in self.arrivals(origin, self.turn):
                takes = self.is_own(struck, self.turn ^ 1) and not self.is_royal(struck)
                if mode != Mode.QUIET and takes or mode != Mode.CAPTURE and struck == target and not self.men[target]:
                    if promotion and target in promotion.zones[self.turn]:
                        for letter in promotion.to:
                            yield Step(origin, target, struck, str(Unit(letter, self.turn, unit.traits)))
                    else:
                        yield Step(origin, target, struck, self.men[origin])

    def after(self, step: Step) -> Kings:
        men = list(self.men)
        men[step.origin] = men[step.struck] = ""
        men[step.target] = step.becomes
        return Kings(self.genre, tuple(men), self.turn ^ 1)

    def in_check(self, side: int) -> bool:
        attacked = [bool(self.attacks(king, side ^ 1)) for king in self.kings(side)]
        return bool(attacked) and (all(attacked) if self.doctrine is Doctrine.ULTRA else any(attacked))

    def legal(self, depth: int = 0) -> list[Step]:
        return [step for step in self.steps() if self.is_legal(step, depth)]

    def is_legal(self, step: Step, depth: int) -> bool:
        after = self.after(step)
        return not after.in_check(self.turn) and after.may_be_checked(depth)

    def may_be_checked(self, depth: int) -> bool:
        """Whether the side to move, if it is in check, may have been put into it."""
        if self.doctrine is not Doctrine.MULTIPLEX or len(self.kings(self.turn)) < 2 or not self.in_check(self.turn):
            return True
        return depth > DEEPEST or answered(self.genre, self.men, self.turn, depth)

    def every_king_is_mated(self, depth: int) -> bool:
        kings = self.kings(self.turn)
        return all(self.attacks(king, self.turn ^ 1) for king in kings) and not any(
            self.rescues(king, step, depth) for step in self.steps() for king in kings)

    def rescues(self, king: int, step: Step, depth: int) -> bool:
        after = self.after(step)
        now = step.target if king == step.origin else king
        if after.attacks(now, self.turn ^ 1):
            return False
        for other in after.kings(self.turn):
            was = step.origin if other == step.target else other
            before = self.attacks(was, self.turn ^ 1) if was in self.kings(self.turn) else set()
            if other != now and not after.attacks(other, self.turn ^ 1) <= before:
                return False
        return after.may_be_checked(depth + 1)

    def verdict(self) -> str:
        if self.in_check(self.turn ^ 1):
            return "exposed"
        if self.legal():
            return "check" if self.in_check(self.turn) else "ok"
        if not self.in_check(self.turn):
            return "stalemate"
        several = self.doctrine is Doctrine.MULTIPLEX and len(self.kings(self.turn)) > 1
        return "mate" if not several or self.every_king_is_mated(0) else "unparryable"


@cache
def answered(genre: Genre, men: Men, turn: int, depth: int) -> bool:
    """Whether a check to several kings can be parried, or mates them all; asked for each position once a depth."""
    position = Kings(genre, men, turn)
    return bool(position.legal(depth + 1)) or position.every_king_is_mated(depth)
