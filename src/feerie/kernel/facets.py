"""Rules in Python that the general path calls as they are (rules/facet.py): what its hooks ask, in numbers of squares.

The hooks hold the interpreter's lock and may not raise, so they hand an error to the judge, which raises it as soon as
Python is reached again.
"""
from __future__ import annotations

from collections.abc import Sequence

from feerie.base.errors import Message, in_one_line, message_of
from feerie.rules.board import Board
from feerie.rules.facet import METHODS, Men, Outcome, plain_arrivals
from feerie.rules.genre import Genre, GenreError, Man
from feerie.rules.movement import Mode
from feerie.rules.scene import Played, Scene
from feerie.rules.trait import OwnTrait, Traits

__all__ = ["Facets", "PlainWay", "failure"]


class PlainWay:
    """All that a man of a side does, by the plain methods."""

    def __init__(self, board: Board, man: Man, side: int) -> None:
        self.board, self.man, self.side = board, man, side
        self._squares = frozenset(board.squares)

    def struck(self, men: Men, square: int) -> int:
        """The squares, as bits, on which the man may take what stands there, whoever it is."""
        found = 0
        for (struck, target), mode in plain_arrivals(self.man.moves, self.board, men, square, self.side):
            self._check(struck, target)
            if mode != Mode.QUIET and (struck == target or not men[target]):
                found |= 1 << struck
        return found

    def moves(self, men: Men, square: int, quiets: int, prey: int) -> list[tuple[int, int]]:
        """Where the man goes, each with the square struck: without capture to one of `quiets`, or taking on `prey`."""
        found = dict[tuple[int, int], None]()
        for (struck, target), mode in plain_arrivals(self.man.moves, self.board, men, square, self.side):
            self._check(struck, target)
            if mode != Mode.QUIET and prey >> struck & 1 and (struck == target or not men[target]) \
                    or mode != Mode.CAPTURE and struck == target and quiets >> target & 1:
                found[target, struck] = None
        return list(found)

    def _check(self, struck: int, target: int) -> None:
        if not {struck, target} <= self._squares:
            raise GenreError("the moves of {} leave the board: {}", self.man.letter, repr((struck, target)))


class Facets:
    """The rules and traits in Python of a genre. `texts`: its men by side and species."""

    def __init__(self, genre: Genre, traits: Sequence[Traits]) -> None:
        self.genre, self.board = genre, genre.board
        self._numbers: dict[str, tuple[int, int]] = {}
        by_traits = [[*(rule for rule in genre.rules if not hasattr(rule, "forms")),
                      *(trait.rule for trait in of if isinstance(trait, OwnTrait) and trait.rule)]
                     for of in traits]
        count = len(genre.men)
        self._moves, self._captures, self._effects, self._allows, self._accepts, self._measures = (
            [[rule for rule in of if hasattr(rule, method)] for of in by_traits for _ in range(count)]
            for method in METHODS)
        self.asks_moves, self.asks_captures, self.has_effects = map(any, (self._moves, self._captures, self._effects))
        self.asks_allows, self.asks_accepts, self.measures = map(any, (self._allows, self._accepts, self._measures))

    def know(self, texts: Sequence[Sequence[str]], neutral: Sequence[bool]) -> None:
        """The men by their texts: species + 1, owners (bit 0 for White, bit 1 for Black)."""
        for side in (0, 1):
            for number, text in enumerate(texts[side]):
                self._numbers[text] = number + 1, 3 if neutral[number] else side + 1
        self._numbers[""] = 0, 0

    def moves(self, men: Men, species: int, square: int, side: int) -> bool:
        """Whether the rules let the man of a species move at all."""
        scene = Scene(self.genre, men)
        return all(rule.may_move(scene, square, side) for rule in self._moves[species])

    def captures(self, men: Men, species: int, square: int, side: int, struck: int) -> int:
        """Those of the squares `struck`, as bits, on which the rules let the man of a species capture."""
        rules, found, scene = self._captures[species], 0, Scene(self.genre, men)
        if not self.moves(men, species, square, side):
            return 0
        for at in self.board.squares:
            if struck >> at & 1 and all(rule.may_capture(scene, square, side, at) for rule in rules):
                found |= 1 << at
        return found

    def effects(self, before: Men, men: Men, species: int, side: int, squares: tuple[int, int], struck: int | None,
                partner: tuple[int, int] | None) -> list[tuple[int, int, int]]:
        """What the rules do after a move of a man of a species: squares, species + 1 and owners there afterwards."""
        scene, played = Scene(self.genre, men), Played(Scene(self.genre, before), side, *squares, struck, partner)
        found = dict[int, str]()
        for rule in self._effects[species]:
            for square, text in rule.effects(scene, played):
                if square not in self.board.squares or text not in self._numbers:
                    raise GenreError("{}: no effect puts {} on {}", type(rule).__name__, repr(text), repr(square))
                found[square] = text
        return [(square, *self._numbers[text]) for square, text in found.items()]

    def allows(self, before: Men, men: Men, species: int, side: int, squares: tuple[int, int], struck: int | None,
               partner: tuple[int, int] | None) -> bool:
        """Whether the rules allow a move of a man of a species; `men`: those after it and its effects."""
        scene, played = Scene(self.genre, men), Played(Scene(self.genre, before), side, *squares, struck, partner)
        return all(rule.allows(scene, played) for rule in self._allows[species])

    def accepts(self, species: int, side: int, outcome: int) -> bool:
        """Whether the rules accept the outcome of a move of a man of a species."""
        return all(rule.accepts(side, Outcome(outcome)) for rule in self._accepts[species])

    def greatest(self, played: Sequence[tuple[int, Men, Played]]) -> list[int]:
        """The indices of those moves that have the greatest measure by each rule in turn: species of the mover, men
        after the move, what was played."""
        kept = list(range(len(played)))
        for rule in dict.fromkeys(rule for species, _, _ in played for rule in self._measures[species]):
            found = {index: rule.measure(Scene(self.genre, men), move) for index in kept
                     for species, men, move in (played[index],)
                     if rule in self._measures[species] and move.side == rule.side}
            greatest = max(found.values(), default=None)
            kept = [index for index in kept if index not in found or found[index] == greatest]
        return kept


def failure(error: Exception) -> GenreError:
    """What is raised for an error of a rule in Python."""
    if isinstance(error, GenreError):
        return error
    return GenreError("a rule in Python fails: {}", Message("{}: {}", type(error).__name__,
                                                           in_one_line(message_of(error))))
