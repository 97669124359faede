"""Setups as they are or would be after a move, legal or not: who attacks what, and which checks are legal.

For positions that the kernel never reaches, since no legal move leads there. Slow and plain: all of it is worked out
from the movements themselves. Squares are numbers, men their texts in setups, sides 0 (White) and 1. A neutral man is
one of either side.
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
from feerie.rules.along import RIDE, Along, Arrival, Course, course_of, lines_of
from feerie.rules.board import Ray
from feerie.rules.castling import Castling, CastlingFamily, Partners
from feerie.rules.genre import Genre
from feerie.rules.move import Move
from feerie.rules.movement import Mode
from feerie.rules.royalty import RECURSION
from feerie.rules.setup import Setup
from feerie.rules.trait import Trait, Traits
from feerie.rules.unit import Unit, kind_text, letter_of, side_of, unit_of

__all__ = ["Attack", "Attempt", "Way", "WhatIf", "castlings_of", "choices", "is_double_step", "is_royal", "traits_of",
           "ways_of", "ways_over"]


class Way(NamedTuple):
    """A line of a man: its number among the lines of this man, what it is for, its squares, how the man goes along it.
    """

    number: int
    mode: Mode
    line: Ray
    along: Along

    def course(self, occupied: frozenset[int], target: int) -> Course | None:
        """How the man goes to a square of the line, or what keeps it from going there; None if nothing leads there."""
        return course_of(self.along, self.line, occupied, target)


@lru_cache(maxsize=1 << 13)
def ways_of(genre: Genre, letter: str, square: int, side: int) -> tuple[Way, ...]:
    """All lines of a man of a side, by its letter, from a square."""
    lines = ((mode, line) for movement, mode in genre.man(letter).moves
             for line in lines_of(movement, genre.board, square, side))
    return tuple(Way(number, mode, *line) for number, (mode, line) in enumerate(lines))


@lru_cache(maxsize=1 << 13)
def ways_over(genre: Genre, letter: str, square: int, side: int) -> Mapping[int, tuple[Way, ...]]:
    """The lines of a man of a side from a square, by the squares on them."""
    found: dict[int, list[Way]] = {}
    for way in ways_of(genre, letter, square, side):
        for at in way.line:
            found.setdefault(at, []).append(way)
    return MappingProxyType({at: tuple(ways) for at, ways in found.items()})


def traits_of(man: str) -> Traits:
    """The traits of a man."""
    return unit_of(man).traits if len(man) > 1 else frozenset()


def is_royal(genre: Genre, man: str) -> bool:
    """Whether a man is a king or another royal man."""
    return letter_of(man) in genre.royal_letters or Trait.ROYAL in traits_of(man)


def is_double_step(genre: Genre, man: str, side: int, shift: int) -> bool:
    """Whether `shift` (target minus origin) is that of a double step of a man that can be captured en passant."""
    return genre.man(man).en_passant and any(
        len(way.line) == 2 and way.line[1] - square == shift
        for square in genre.board.squares for way in ways_of(genre, letter_of(man), square, side))


@lru_cache(maxsize=1 << 10)
def _double_steps(genre: Genre, side: int, passed: int) -> tuple[tuple[int, str], ...]:
    """The double steps of a side over a square: where they end, and the letter of the man."""
    found = {(way.line[1], man.letter) for man in genre.men if man.en_passant for square in genre.board.squares
             for way in ways_of(genre, man.letter, square, side) if _is_double(way) and way.line[0] == passed}
    return tuple(sorted(found))


def _is_double(way: Way) -> bool:
    """Whether a line of a man that may be captured en passant has a double step at its end."""
    return way.mode is Mode.QUIET and way.along == RIDE and len(way.line) == 2


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


class Attack(NamedTuple):
    """How a man attacks a square: the squares of its line up to that one, where it would arrive, whom it passes over.
    """

    path: Ray
    arrival: int
    hurdles: Ray = ()

    def needs_empty(self, square: int) -> bool:
        """Whether the attack needs a square to be empty."""
        return square in self.path[:-1] and square not in self.hurdles or square == self.arrival != self.path[-1]


class Attempt(NamedTuple):
    """A move, legal or not: the squares of its man, the text of that on arrival, the setup after it.

    `taken`: where a man is taken, None if none is. `new_checks`: the kings that it exposes to new checks, by their
    squares after it, and the men that give them; only of a move that is to free a king under Rex Multiplex. `castling`:
    if it is one, its family, its squares, and the partner's text on arrival; the man is the king then.
    """

    origin: int
    target: int
    man: str
    after: WhatIf
    taken: int | None = None
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
        return letter_of(man) if man != before.men[square] else None

    def choice(self, before: WhatIf) -> int | None:
        """The square of the man taken, where two lines may lead to one square and UCI text says which; else None."""
        aside = before.taken_aside(self.origin, self.target) if before.genre.board.wraps else ()
        return self.taken if self.taken in aside else None

    def move(self, before: WhatIf) -> Move:
        """It as a move."""
        name, promotion, choice = before.genre.board.name, self.promotion(before), self.choice(before)
        found = Move(before.men[self.origin], name(self.origin), name(self.target),
                     kind_text(promotion) if promotion else None, choice="" if choice is None else f"@{name(choice)}")
        if self.castling:
            family, castling, _ = self.castling
            return replace(found, partner=(name(castling.partner), name(castling.partner_to)),
                           partner_man=before.men[castling.partner], style=family.style)
        return found if self.taken is None else replace(found, captured=before.men[self.taken],
                                                        captured_on=name(self.taken))


class WhatIf:
    """A setup, as it is or would be, and who attacks what in it.

    `stepped`: where the man stands that has just made the double step over the en passant square, if that is known.
    """

    def __init__(self, genre: Genre, setup: Setup, stepped: int | None = None) -> None:
        self.genre, self.setup, self.stepped = genre, setup, stepped
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

    @cached_property
    def occupied(self) -> frozenset[int]:
        """The squares on which men stand."""
        return frozenset(square for square, _ in self.setup.pieces)

    # ------------------------------------------------------------------------------------ whose men, and where they go

    def is_own(self, square: int, side: int) -> bool:
        """Whether a man stands on a square that a side may move."""
        man = self.men[square]
        return bool(man) and (man[0] == "=" or side_of(man) == side)

    def ways(self, origin: int, side: int) -> tuple[Way, ...]:
        """The lines of the man on a square, moved by a side."""
        return ways_of(self.genre, letter_of(self.men[origin]), origin, side)

    def ways_to(self, origin: int, target: int, side: int) -> tuple[Way, ...]:
        """The lines of the man on a square, moved by a side, on which another square lies."""
        return ways_over(self.genre, letter_of(self.men[origin]), origin, side).get(target, ())

    def arrivals(self, origin: int, side: int) -> Iterator[tuple[Way, Arrival]]:
        """Where the lines of the man on a square lead it as the men stand, whoever stands there."""
        for way in self.ways(origin, side):
            for arrival in way.along.arrivals(way.line, self.occupied):
                yield way, arrival

    def taken_aside(self, origin: int, target: int) -> tuple[int, ...]:
        """The squares of the men that the man on a square would take on its way to another one, without going there."""
        return tuple(course.struck for way in self.ways_to(origin, target, self.setup.turn)
                     if (course := way.course(self.occupied, target)) and course.obstacle is None
                     and course.struck is not None and course.struck != target)

    # --------------------------------------------------------------------------------------------------- attacks

    def attacks_on(self, square: int, by: int) -> dict[tuple[int, int], Attack]:
        """How a side attacks a square: (attacker's square, number of its line) -> the attack."""
        found = {}
        for origin, man in self.setup.pieces:
            if not self.is_own(origin, by):
                continue
            for way in ways_over(self.genre, letter_of(man), origin, by).get(square, ()):
                if way.mode is not Mode.QUIET and (attack := self._attack(way, square)):
                    found[origin, way.number] = attack
        return found

    def _attack(self, way: Way, square: int) -> Attack | None:
        """The attack along a line on one of its squares, as if a man stood there; None if there is none."""
        occupied = self.occupied | {square}
        for struck, target in way.along.arrivals(way.line, occupied):
            if struck == square:
                course = way.course(occupied, target)
                hurdles = course.passed if course and struck == target else ()
                return Attack(way.line[:way.line.index(square) + 1], target, hurdles)
        return None

    def attackers(self, square: int, by: int) -> list[int]:
        """The squares of the men of side `by` that attack a square."""
        return sorted({origin for origin, _ in self.attacks_on(square, by)})

    def kings(self, side: int) -> list[int]:
        """The squares of the kings of a side, and of its other royal men."""
        return [square for square, man in self.setup.pieces if self.is_own(square, side) and is_royal(self.genre, man)]

    def attacked_kings(self, side: int) -> dict[int, list[int]]:
        """The attacked kings of a side and the men that attack them.

        A royal pawn that has just made a double step is attacked by those that could take it en passant.
        """
        found = {king: self.attackers(king, side ^ 1) for king in self.kings(side)}
        passed = self.setup.en_passant
        if self.setup.turn != side and passed is not None and self.captured_en_passant(passed) in found:
            taking = [origin for origin in self.attackers(passed, side ^ 1)
                      if self.genre.man(self.men[origin]).en_passant]
            king = self.captured_en_passant(passed)
            assert king is not None
            found[king] = sorted({*found[king], *taking})
        return {king: attackers for king, attackers in found.items() if attackers}

    def paths_to(self, square: int, men: Iterable[int]) -> list[Ray]:
        """The free paths by which men on some squares reach another one, to go there or to attack, origins first."""
        found = ((origin, *way.line[:way.line.index(square) + 1]) for origin in men if self.men[origin]
                 for side in (0, 1) if self.is_own(origin, side)
                 for way, arrival in self.arrivals(origin, side) if square in arrival)
        return list(dict.fromkeys(found))

    def blocker(self, path: Ray) -> int | None:
        """The square of the first man on a path; None if the path is free."""
        return next((square for square in path if self.men[square]), None)

    # ------------------------------------------------------------------------------------------------- moves

    def moved(self, displacements: Iterable[tuple[int, int, str]], captured: int | None = None,
              spent: str | None = None) -> WhatIf:
        """The setup after men have gone from squares to squares, arriving as these texts ("": gone); king runs aside.
        """
        men, setup = list(self.men), self.setup
        moves = tuple(displacements)
        touched = {square for origin, target, _ in moves for square in (origin, target)} | {captured}
        for origin, _, _ in moves:
            men[origin] = ""
        if captured is not None:
            men[captured] = ""
        for _, target, man in moves:
            men[target] = man
        rights = "".join(right for right in setup.rights if not touched & set(self.genre.right_squares[right]))
        flags = "".join(flag for flag in setup.flags if flag != spent)
        passed = self._ep_square(moves)
        return WhatIf(self.genre, Setup(tuple(men), setup.turn ^ 1, rights, passed, flags),
                      None if passed is None else moves[0][1])

    def attempt(self, origin: int, target: int, man: str = "", taken: int | None = None) -> Attempt:
        """A move of one man, whatever it leaves attacked; `man`: its text on arrival, "" for the same.

        A kamikaze man that takes another one is gone at the end.
        """
        arrived = man or self.men[origin]
        gone = taken is not None and Trait.KAMIKAZE in traits_of(arrived)
        return Attempt(origin, target, arrived, self.moved([(origin, target, "" if gone else arrived)], taken), taken)

    def without(self, square: int) -> WhatIf:
        """The same without the man on a square."""
        rest = (*self.men[:square], "", *self.men[square + 1:])
        return WhatIf(self.genre, replace(self.setup, men=rest, rights="", en_passant=None))

    def _ep_square(self, moves: Sequence[tuple[int, int, str]]) -> int | None:
        """The en passant square after a double step, else None."""
        origin, target, _ = moves[0]
        if len(moves) == 1 and self.genre.man(self.men[origin]).en_passant:
            for way in self.ways(origin, self.setup.turn):
                if _is_double(way) and way.line[1] == target:
                    return way.line[0]
        return None

    def captured_en_passant(self, target: int) -> int | None:
        """The square of the man that would be captured en passant by a move to `target`; None if there is none."""
        if target != self.setup.en_passant:
            return None
        if self.stepped is not None:
            return self.stepped
        enemy = self.setup.turn ^ 1
        return max((square for square, letter in _double_steps(self.genre, enemy, target)
                    if self.is_own(square, enemy) and letter_of(self.men[square]) == letter), default=None)

    def taken_en_passant(self, man: str, mode: Mode, target: int) -> int | None:
        """The square of the man that `man` would capture en passant on an empty square; None if it takes none."""
        return self.captured_en_passant(target) if mode is Mode.CAPTURE and self.genre.man(man).en_passant else None

    def goings(self, origin: int, side: int) -> tuple[tuple[int, int | None], ...]:
        """Where the man on a square may go, and where it takes what then, whoever stands there; None if it takes none.
        """
        found: dict[tuple[int, int | None], None] = {}
        for way, (struck, target) in self.arrivals(origin, side):
            taken = struck if self.men[struck] else self.taken_en_passant(self.men[origin], way.mode, target)
            if way.mode is not (Mode.CAPTURE if taken is None else Mode.QUIET):
                found[target, taken] = None
        return tuple(found)

    def may_take(self, square: int, side: int) -> bool:
        """Whether a man stands on a square that a side may take."""
        return self.is_own(square, side ^ 1) and not is_royal(self.genre, self.men[square])

    def one_man_moves(self, *, of_kings: bool = False) -> Iterator[Attempt]:
        """The moves of one man, whatever they leave attacked; `of_kings`: instead those that would take a king."""
        side = self.setup.turn
        kings = self.kings(side ^ 1)
        for origin, man in self.setup.pieces:
            for target, taken in self.goings(origin, side) if self.is_own(origin, side) else ():
                if (taken in kings) == of_kings and (taken is None or self.is_own(taken, side ^ 1)):
                    for text in arriving(self.genre, man, target, side, taken is not None):
                        yield self.attempt(origin, target, text, taken)

    # ------------------------------------------------------------------- checks given, by Rex Multiplex

    def attempts(self, king: int) -> Iterator[Attempt]:
        """The moves after which this king is not attacked, whatever they do to other kings."""
        side = self.setup.turn
        for attempt in chain(self.one_man_moves(), filter(self._castles_safely, self.castlings())):
            if not attempt.after.attackers(attempt.square_after(king), side ^ 1):
                yield attempt._replace(new_checks=self._new_checks(attempt))

    def _new_checks(self, attempt: Attempt) -> dict[int, list[int]]:
        """The kings that a move exposes to a new check, where they are then, and who gives these checks."""
        side = self.setup.turn
        stood = {attempt.square_after(square): square for square in self.kings(side)}
        found = {}
        for now in attempt.after.kings(side):
            old = set(self.attacks_on(stood[now], side ^ 1)) if now in stood else set()
            new = set(attempt.after.attacks_on(now, side ^ 1)) - old
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

    def castlings(self) -> Iterator[Attempt]:
        """Every castling of the side to move that has its partner, its right and a free path, whatever is attacked."""
        side, men = self.setup.turn, self.men
        for family, by_king in castlings_of(self.genre, side):
            kings = (king for king in self.kings(side) if self.genre.man(men[king]).royal)
            for castling in (one for king in kings for one in by_king[king]):
                if not self._is_conceivable(family, castling):
                    continue
                king, partner = men[castling.king], men[castling.partner]
                owner = side if self.is_own(castling.partner, side) else side ^ 1
                for text in arriving(self.genre, partner, castling.partner_to, owner):
                    after = self.moved([(castling.king, castling.king_to, king),
                                        (castling.partner, castling.partner_to, text)],
                                       spent=castling.right if family.spends_right else None)
                    yield Attempt(castling.king, castling.king_to, king, after, castling=(family, castling, text))

    def _is_conceivable(self, family: CastlingFamily, castling: Castling) -> bool:
        """Whether a castling has its partner and its right, and the squares that must be empty are."""
        partner, own = self.men[castling.partner], self.is_own(castling.partner, self.setup.turn)
        return bool(partner) and letter_of(partner) in family.men and (own or not self.genre.man(partner).royal) \
            and (own or family.partners is Partners.EITHER) and not any(self.men[square] for square in castling.empty) \
            and (castling.right is None or castling.right in self.setup.rights + self.setup.flags)

    def _castles_safely(self, attempt: Attempt) -> bool:
        """Whether a castling fulfils its conditions for the king that castles, and its partner may stand where it goes.
        """
        assert attempt.castling
        family, castling, text = attempt.castling
        side, region = self.setup.turn, self.genre.man(text).region
        vacated = self.without(castling.king)
        return (region is None or castling.partner_to in region[side_of(text)]) \
            and (family.in_check or not self.attackers(castling.king, side ^ 1)) \
            and not any(vacated.attackers(square, side ^ 1) for square in castling.safe - {castling.king}) \
            and not attempt.after.attackers(castling.king_to, side ^ 1)


def arriving(genre: Genre, man: str, target: int, side: int, captures: bool = False) -> list[str]:
    """The texts that a man, moved by a side, may have on arriving on a square."""
    return [promoted(man, letter) for letter in choices(genre, man, target, side, captures)] or [man]


@lru_cache(maxsize=1 << 10)
def promoted(man: str, letter: str) -> str:
    """The text of what a man becomes, with its side and its traits."""
    unit = unit_of(man)
    return str(Unit(letter, unit.side, unit.traits))


def choices(genre: Genre, man: str, target: int, side: int, captures: bool = False) -> tuple[str, ...]:
    """What a man, moved by a side, must promote to on a square; () if it does not promote there.

    A kamikaze man that takes another one is gone before it could promote.
    """
    promotion = genre.man(man).promotion
    if promotion is None or target not in promotion.zones[side] or captures and Trait.KAMIKAZE in traits_of(man):
        return ()
    return promotion.to
