"""Men on a board, as the plain methods of rules see them: whose they are, and what they observe.

Nothing here is compiled: it is the specification that compiled forms are compared with.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from feerie.rules.along import Arrival
from feerie.rules.facet import Rule, plain_arrivals, rules_of_going
from feerie.rules.movement import Mode
from feerie.rules.trait import Trait
from feerie.rules.unit import Unit, unit_of

if TYPE_CHECKING:
    from feerie.rules.births import Births
    from feerie.rules.board import Board
    from feerie.rules.genre import Genre, Man

__all__ = ["Passed", "Played", "Scene"]


class Passed(NamedTuple):
    """What may be taken en passant: the square that was passed, that of the man that passed, whose capture it is."""

    square: int
    passer: int
    by: int


class Scene:
    """An arrangement of men. `men`: their texts by square, "" for an empty one (rules/unit.py).

    `births`: where they were born, of men before a move (`Played.before`) if rules ask for it. `rules`: those that hold
    of the men, if not all of the genre.
    """

    def __init__(self, genre: Genre, men: Sequence[str], passed: Passed | None = None, births: Births = (),
                 rules: tuple[Rule, ...] | None = None) -> None:
        self.genre, self.men, self.passed, self.births = genre, men, passed, births
        self.rules = genre.rules if rules is None else rules

    @property
    def board(self) -> Board:
        return self.genre.board

    def unit(self, square: int) -> Unit | None:
        """The man on a square."""
        return unit_of(self.men[square]) if self.men[square] else None

    def belongs(self, square: int, side: int) -> bool:
        """Whether a man of a side stands on a square; a neutral one is of both sides."""
        unit = self.unit(square)
        return unit is not None and (unit.side == side or bool(unit.traits) and Trait.NEUTRAL in unit.traits)

    def has(self, square: int, trait: Trait | None) -> bool:
        """Whether a man with a trait stands on a square; None: with any, or with none."""
        unit = self.unit(square)
        return unit is not None and (trait is None or trait in unit.traits)

    def is_royal(self, square: int) -> bool:
        """Whether a royal man stands on a square."""
        unit = self.unit(square)
        return unit is not None and self.is_royal_unit(unit)

    def is_royal_unit(self, unit: Unit) -> bool:
        """Whether a man is royal."""
        return unit.letter in self.genre.royal_letters or bool(unit.traits) and Trait.ROYAL in unit.traits

    def kings(self, side: int) -> Iterator[int]:
        """The squares of the royal men of a side."""
        return (at for at, text in enumerate(self.men) if text and self.belongs(at, side) and self.is_royal(at))

    def observes(self, origin: int, square: int, side: int) -> bool:
        """Whether the man on `origin`, as one of `side`, could take on `square` by its movement alone: neither pins nor
        any rule is asked, and what stands there does not matter. What may be taken en passant can be taken so."""
        unit = self.unit(origin)
        if unit is None or origin == square:
            return False
        man = self.genre.man(unit.letter)
        return self.passed is not None and square == self.passed.passer and any(self.passing(man, origin, side)) \
            or any(struck == square and mode != Mode.QUIET for (struck, _), mode in self._arrivals(man, origin, side))

    def count_lines(self, origin: int, square: int, side: int) -> int:
        """Along how many lines the man on `origin`, as one of `side`, could take on `square` by its movement alone."""
        man = self.genre.man(self.men[origin])
        return sum(struck == square and mode != Mode.QUIET for (struck, _), mode in self._arrivals(man, origin, side))

    def _arrivals(self, man: Man, origin: int, side: int) -> Iterator[tuple[Arrival, Mode]]:
        """Where a man of a kind on `origin` arrives as one of a side, as far as rules of going admit it."""
        rules = list(rules_of_going(self.genre.rules, side))
        for (struck, target), mode in plain_arrivals(man.moves, self.board, self.men, origin, side):
            if (struck == target or not self.men[target]) \
                    and all(rule.admits(self.board, origin, target) for rule in rules):
                yield Arrival(struck, target), mode

    def passing(self, man: Man, origin: int, side: int) -> Iterator[int]:
        """Where a man of a kind on `origin` arrives as one of a side by taking en passant: what has passed a square is
        struck there, as if it stood there."""
        if self.passed and side == self.passed.by and man.en_passant:
            there = self.with_men((self.passed.square, self.men[self.passed.passer]))
            for (struck, target), mode in there._arrivals(man, origin, side):
                if struck == self.passed.square and mode == Mode.CAPTURE:
                    yield target

    def observers(self, square: int, by: int) -> Iterator[int]:
        """The squares of the men of a side that observe a square."""
        return (origin for origin, text in enumerate(self.men)
                if text and self.belongs(origin, by) and self.observes(origin, square, by))

    def able_observers(self, square: int, by: int) -> Iterator[int]:
        """Those of them that no rule paralyses."""
        return (at for at in self.observers(square, by) if not self.is_paralysed(at, by))

    def takes_in_passing(self, origin: int, side: int, struck: int) -> bool:
        """Whether the man on `origin`, as one of `side`, that takes on `struck` does so en passant."""
        unit = self.unit(origin)
        return self.passed is not None and struck == self.passed.passer and side == self.passed.by \
            and unit is not None and self.genre.man(unit.letter).en_passant \
            and not Scene(self.genre, self.men).observes(origin, struck, side)

    def captures(self, origin: int, side: int) -> Iterator[tuple[int, int]]:
        """The captures of the man on `origin` as one of `side` by its movement alone, kings' captures and those en
        passant too: where it takes, and where it arrives."""
        man = self.genre.man(self.men[origin])
        found = set[tuple[int, int]]()
        for (struck, target), mode in self._arrivals(man, origin, side):
            if mode != Mode.QUIET and struck != origin and self.belongs(struck, side ^ 1):
                found.add((struck, target))
        if self.passed:
            found |= {(self.passed.passer, target) for target in self.passing(man, origin, side)}
        return iter(sorted(found))

    def is_paralysed(self, square: int, side: int) -> bool:
        """Whether a rule paralyses the man on a square, as one of `side`."""
        return any(getattr(rule, "paralyses", False) and not rule.may_move(self, square, side) for rule in self.rules)

    def may_move(self, origin: int, side: int) -> bool:
        """Whether the rules let the man on `origin`, as one of `side`, move at all."""
        return all(rule.may_move(self, origin, side) for rule in self.rules if hasattr(rule, "may_move"))

    def may_capture(self, origin: int, side: int, struck: int) -> bool:
        """Whether the rules let the man on `origin`, as one of `side`, move and take on `struck`."""
        return self.may_move(origin, side) \
            and all(rule.may_capture(self, origin, side, struck) for rule in self.rules if hasattr(rule, "may_capture"))

    def without(self, rule: Rule) -> Scene:
        """The scene where a rule does not hold: what one asks others about, lest they ask one another for ever."""
        rest = tuple(other for other in self.rules if other != rule)
        return Scene(self.genre, self.men, self.passed, self.births, rest)

    def with_men(self, *changes: tuple[int, str]) -> Scene:
        """The scene with other men on some squares."""
        men = list(self.men)
        for square, text in changes:
            men[square] = text
        return Scene(self.genre, men, self.passed, self.births, self.rules)


class Played(NamedTuple):
    """A move of `side` that has been made but for its effects.

    `struck`: where a man was taken, None without a capture; `partner`: of a castling, where the partner stood and where
    it stands now; `before`: the men before the move. `mover`: where the man that moved stands now, after the effects of
    earlier stages; None if it is gone. `choice`: the text of what a man that is put on a square becomes there by the
    choice of the player, "" where there is none; `place`: the square, where the player chooses that, None for nowhere.
    """

    before: Scene
    side: int
    origin: int
    target: int
    struck: int | None = None
    partner: tuple[int, int] | None = None
    mover: int | None = None
    choice: str = ""
    place: int | None = None

    @property
    def moving(self) -> Unit:
        """The man that moved, as it was before."""
        unit = self.before.unit(self.origin)
        assert unit is not None
        return unit

    @property
    def captured(self) -> Unit | None:
        """The man that was taken."""
        return None if self.struck is None else self.before.unit(self.struck)

    def chosen(self, rule: Rule, scene: Scene) -> Iterator[Played]:
        """It with all that the player may choose for the effects of a rule, which finds these men; nothing if the rule
        has no place for a man and thereby does not admit the capture."""
        for place in rule.places(scene, self) if hasattr(rule, "places") else (self.place,):
            there = self._replace(place=place)
            for choice in (rule.choices(scene, there) if hasattr(rule, "choices") else ()) or ("",):
                yield there._replace(choice=choice)

    def birth_of(self, square: int) -> int | None:
        """Where the man was born that stood on a square before the move."""
        return self.before.births[square] if self.before.births else None
