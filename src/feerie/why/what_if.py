"""Setups as they are or would be after a move, legal or not: who attacks what, and which checks are legal.

For positions that the kernel never reaches, since no legal move leads there. Slow and plain. Squares are numbers, men
FEN letters, sides 0 (White) and 1.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from feerie.game.position import Position
from feerie.kernel.judges import new_judge
from feerie.kernel.verdict import Judge, compiled_rules
from feerie.rules.board import Ray
from feerie.rules.castling import Castling, CastlingFamily, Partners
from feerie.rules.genre import Genre
from feerie.rules.move import Move
from feerie.rules.movement import Mode
from feerie.rules.royalty import RECURSION
from feerie.rules.setup import Setup

__all__ = ["Attempt", "WhatIf", "castlings_of", "choices", "is_double_step", "rays_of"]


@lru_cache(maxsize=1 << 13)
def rays_of(genre: Genre, man: str, square: int) -> tuple[tuple[Mode, Ray], ...]:
    """All rays of a man (FEN letter) from a square, each with its mode."""
    return tuple((mode, ray) for movement, mode in genre.man(man).moves
                 for ray in movement.rays(genre.board, square, 0 if man.isupper() else 1))


def is_double_step(genre: Genre, man: str, shift: int) -> bool:
    """Whether `shift` (target minus origin) is that of a double step of a man (FEN letter) that can be captured en
    passant."""
    return genre.man(man).en_passant and any(
        len(ray) == 2 and ray[1] - square == shift
        for square in genre.board.squares for _, ray in rays_of(genre, man, square))


@lru_cache(maxsize=64)
def castlings_of(genre: Genre, side: int) -> tuple[tuple[CastlingFamily, Mapping[int, tuple[Castling, ...]]], ...]:
    """The kinds of castling of a genre, each with its castlings by the king's square."""
    families = []
    for family in genre.castlings:
        found: dict[int, list[Castling]] = {square: [] for square in genre.board.squares}
        for castling in family.castlings(genre.board, side):
            found[castling.king].append(castling)
        families.append((family, MappingProxyType({king: tuple(of) for king, of in found.items()})))
    return tuple(families)


class Attempt(NamedTuple):
    """A move, legal or not: the squares of its man, the letter on arrival, the setup after it.

    `new_checks`: the kings that it exposes to new checks, by their squares after it, and the men that give them; only
    of a move that is to free a king under Rex Multiplex. `castling`: if it is one, its family, its squares, and the
    partner's letter on arrival; the man is the king then.
    """

    origin: int
    target: int
    man: str
    after: WhatIf
    new_checks: Mapping[int, Sequence[int]] = MappingProxyType({})
    castling: tuple[CastlingFamily, Castling, str] | None = None

    def square_after(self, square: int) -> int:
        """Where a man that stood on a square, and has not been taken, stands after the move."""
        if square == self.origin:
            return self.target
        return self.castling[1].partner_to if self.castling and square == self.castling[1].partner else square

    def promotion(self, before: WhatIf) -> str | None:
        """The English letter of a promotion, the partner's if it is a castling; None if there is none."""
        square, man = (self.castling[1].partner, self.castling[2]) if self.castling else (self.origin, self.man)
        return man.upper() if man != before.men[square] else None

    def move(self, before: WhatIf) -> Move:
        """It as a move."""
        name = before.genre.board.name
        taken = next((square for square, man in enumerate(before.men) if man and square != self.origin
                      and (square == self.target or not self.after.men[square])), None)
        found = Move(before.men[self.origin], name(self.origin), name(self.target), self.promotion(before))
        if self.castling:
            family, castling, _ = self.castling
            return replace(found, partner=(name(castling.partner), name(castling.partner_to)),
                           partner_man=before.men[castling.partner], style=family.style)
        return found if taken is None else replace(found, captured=before.men[taken], captured_on=name(taken))


class WhatIf:
    """A setup, as it is or would be, and who attacks what in it."""

    def __init__(self, genre: Genre, setup: Setup) -> None:
        self.genre, self.setup = genre, setup
        self.men = setup.men

    @classmethod
    def at(cls, position: Position) -> WhatIf:
        """A position, with the square that a double step has just passed even if no capture there is legal."""
        passed = position.ep_square
        square = None if passed is None else position.genre.board.index(passed)
        return cls(position.genre, replace(position.setup, en_passant=square))

    @cached_property
    def judge(self) -> Judge:
        """The kernel's view of it."""
        judge = new_judge(compiled_rules(self.genre), 2)
        judge.load(self.setup)
        return judge

    def attackers(self, square: int, by: int) -> list[int]:
        """The squares of the men of side `by` that attack a square."""
        return self.judge.attacks(by, square)

    def kings(self, side: int) -> list[int]:
        """The squares of the kings of a side."""
        return self.judge.kings(side)

    def attacked_kings(self, side: int) -> dict[int, list[int]]:
        """The attacked kings of a side and the men that attack them."""
        found = {king: self.attackers(king, side ^ 1) for king in self.kings(side)}
        return {king: attackers for king, attackers in found.items() if attackers}

    def is_own(self, square: int, side: int) -> bool:
        """Whether a man of a side stands on a square."""
        return bool(self.men[square]) and self.men[square].isupper() == (side == 0)

    def moved(self, displacements: Iterable[tuple[int, int, str]], captured: int | None = None,
              spent: str | None = None) -> WhatIf:
        """The setup after men have gone from squares to squares, arriving as these letters; king runs aside."""
        men, setup = list(self.men), self.setup
        moves = tuple(displacements)
        touched = {square for origin, target, _ in moves for square in (origin, target)}
        for origin, _, _ in moves:
            men[origin] = ""
        if captured is not None:
            men[captured] = ""
        for _, target, man in moves:
            men[target] = man
        rights = "".join(right for right in setup.rights if not touched & set(self.genre.home_rights[right]))
        flags = "".join(flag for flag in setup.flags if flag != spent)
        return WhatIf(self.genre, Setup(tuple(men), setup.turn ^ 1, rights, self._ep_square(moves), flags))

    def attempt(self, origin: int, target: int, man: str = "") -> Attempt:
        """A move of one man, whatever it leaves attacked; `man`: the letter on arrival, "" for the same."""
        moving = self.men[origin]
        return Attempt(origin, target, man or moving,
                       self.moved([(origin, target, man or moving)], self.taken(origin, target)))

    def taken(self, origin: int, target: int) -> int | None:
        """The square of the man that a move takes; None if it takes none."""
        return target if self.men[target] else self.captured_en_passant(self.men[origin], target)

    def without(self, square: int) -> WhatIf:
        """The same without the man on a square."""
        rest = (*self.men[:square], "", *self.men[square + 1:])
        return WhatIf(self.genre, replace(self.setup, men=rest, rights="", en_passant=None))

    def _ep_square(self, moves: Sequence[tuple[int, int, str]]) -> int | None:
        """The en passant square after a double step, else None."""
        origin, target, man = moves[0]
        if len(moves) == 1 and self.genre.man(man).en_passant:
            for mode, ray in rays_of(self.genre, man, origin):
                if mode is Mode.QUIET and len(ray) == 2 and ray[1] == target:
                    return ray[0]
        return None

    # ------------------------------------------------------------------- checks given, by Rex Multiplex

    def attempts(self, king: int) -> Iterator[Attempt]:
        """The moves after which this king is not attacked, whatever they do to other kings."""
        side = self.setup.turn
        one_man = (Attempt(origin, target, man, self.moved([(origin, target, man)], captured))
                   for origin, target, man, captured in self.one_man_moves())
        for attempt in chain(one_man, filter(self._castles_safely, self.castlings())):
            if not attempt.after.attackers(attempt.square_after(king), side ^ 1):
                yield attempt._replace(new_checks=self._new_checks(attempt))

    def _new_checks(self, attempt: Attempt) -> dict[int, list[int]]:
        """The kings that a move exposes to a new check, where they are then, and who gives these checks."""
        side = self.setup.turn
        stood = {attempt.square_after(square): square for square in self.kings(side)}
        found = {}
        for now in attempt.after.kings(side):
            old = set(self.attack_rays(stood[now], side ^ 1)) if now in stood else set()
            new = set(attempt.after.attack_rays(now, side ^ 1)) - old
            if new:
                found[now] = sorted({square for square, _ in new})
        return found

    def rescue(self, king: int, depth: int = 0) -> Attempt | None:
        """A move that saves this king.

        It may leave attacks on other kings but must not expose them to new ones, nor be an illegal check itself.
        """
        return next((attempt for attempt in self.attempts(king)
                     if not attempt.new_checks and attempt.after.check_is_legal(depth + 1)), None)

    def check_is_legal(self, depth: int = 0) -> bool:
        """Whether the check in which the side to move stands, if any, could legally be given."""
        side = self.setup.turn
        kings, attacked = self.kings(side), self.attacked_kings(side)
        if len(kings) < 2 or not attacked or depth > RECURSION or self._can_parry(depth):
            return True
        return len(attacked) == len(kings) and not any(self.rescue(king, depth) for king in kings)

    def _can_parry(self, depth: int) -> bool:
        """Whether the side to move has a legal move.

        A rescue may have left another king of the other side under its old check. The kernel's moves assume that the
        other side is not in check, so a move that leaves it there is tested as the check it is.
        """
        moves, enemy = self.judge.moves(), self.setup.turn ^ 1
        if len(self.kings(enemy)) < 2 or not self.attacked_kings(enemy):
            return bool(moves)
        return any(self._played(code).check_is_legal(depth + 1) for code in moves)

    def _played(self, code: int) -> WhatIf:
        """The setup after one of the kernel's moves."""
        judge = self.judge.copy()
        judge.push(code)
        return WhatIf(self.genre, judge.save())

    def attack_rays(self, square: int, by: int) -> dict[tuple[int, int], Ray]:
        """How a side attacks a square: (attacker's square, number of its ray) -> the squares up to the attacked one."""
        return {(origin, number): ray[:ray.index(square) + 1] for origin in self.attackers(square, by)
                for number, (mode, ray) in enumerate(rays_of(self.genre, self.men[origin], origin))
                if mode is not Mode.QUIET and square in ray and self.blocker(ray[:ray.index(square)]) is None}

    def paths_to(self, square: int, men: Iterable[int]) -> list[Ray]:
        """The free paths by which men on some squares reach another one, to go there or to attack, origins first."""
        found = ((origin, *ray[:ray.index(square) + 1]) for origin in men if self.men[origin]
                 for _, ray in rays_of(self.genre, self.men[origin], origin) if square in ray)
        return list(dict.fromkeys(way for way in found if self.blocker(way[1:-1]) is None))

    def blocker(self, path: Ray) -> int | None:
        """The square of the first man on a path; None if the path is free."""
        return next((square for square in path if self.men[square]), None)

    def one_man_moves(self) -> Iterator[tuple[int, int, str, int | None]]:
        """The moves of one man, whatever they leave attacked: origin, target, letter on arrival, square captured on."""
        side, men = self.setup.turn, self.men
        for origin, man in self.setup.pieces:
            if not self.is_own(origin, side):
                continue
            for mode, ray in rays_of(self.genre, man, origin):
                for target in ray:
                    taken = target if men[target] else None
                    if taken is None and mode is Mode.CAPTURE:
                        taken = self.captured_en_passant(man, target)
                    if (taken is None and mode is not Mode.CAPTURE) or (
                            taken is not None and mode is not Mode.QUIET
                            and self.is_own(taken, side ^ 1) and not self.genre.man(men[taken]).royal):
                        for letter in _arriving(self.genre, man, target):
                            yield origin, target, letter, taken
                    if men[target]:
                        break

    def castlings(self) -> Iterator[Attempt]:
        """Every castling of the side to move that has its partner, its right and a free path, whatever is attacked."""
        side, men = self.setup.turn, self.men
        for family, by_king in castlings_of(self.genre, side):
            for castling in (one for king in self.kings(side) for one in by_king[king]):
                if not self._is_conceivable(family, castling):
                    continue
                king, partner = men[castling.king], men[castling.partner]
                for letter in _arriving(self.genre, partner, castling.partner_to):
                    after = self.moved([(castling.king, castling.king_to, king),
                                        (castling.partner, castling.partner_to, letter)],
                                       spent=castling.right if family.spends_right else None)
                    yield Attempt(castling.king, castling.king_to, king, after, castling=(family, castling, letter))

    def _is_conceivable(self, family: CastlingFamily, castling: Castling) -> bool:
        """Whether a castling has its partner and its right, and the squares that must be empty are."""
        partner, own = self.men[castling.partner], self.is_own(castling.partner, self.setup.turn)
        return bool(partner) and partner.upper() in family.men and (own or not self.genre.man(partner).royal) \
            and (own or family.partners is Partners.EITHER) and not any(self.men[square] for square in castling.empty) \
            and (castling.right is None or castling.right in self.setup.rights + self.setup.flags)

    def _castles_safely(self, attempt: Attempt) -> bool:
        """Whether a castling fulfils its conditions for the king that castles, and its partner may stand where it goes.
        """
        assert attempt.castling
        family, castling, letter = attempt.castling
        side, region = self.setup.turn, self.genre.man(letter).region
        vacated = self.without(castling.king)
        return (region is None or castling.partner_to in region[0 if letter.isupper() else 1]) \
            and (family.in_check or not self.attackers(castling.king, side ^ 1)) \
            and not any(vacated.attackers(square, side ^ 1) for square in castling.safe - {castling.king}) \
            and not attempt.after.attackers(castling.king_to, side ^ 1)

    def captured_en_passant(self, man: str, target: int) -> int | None:
        """The square of the man that `man` would capture en passant by moving to `target`; None if there is none."""
        if target != self.setup.en_passant or not self.genre.man(man).en_passant:
            return None
        enemy = man.swapcase()
        for square in self.genre.board.squares:
            for mode, ray in rays_of(self.genre, enemy, square):
                if mode is Mode.QUIET and len(ray) == 2 and ray[0] == target and self.men[ray[1]] == enemy:
                    return ray[1]
        return None


def _arriving(genre: Genre, man: str, target: int) -> list[str]:
    """The letters a man may have on arriving on a square."""
    return [letter if man.isupper() else letter.lower() for letter in choices(genre, man, target)] or [man]


def choices(genre: Genre, man: str, target: int) -> tuple[str, ...]:
    """What a man must promote to on a square; () if it does not promote there."""
    promotion = genre.man(man).promotion
    return promotion.to if promotion and target in promotion.zones[0 if man.isupper() else 1] else ()
