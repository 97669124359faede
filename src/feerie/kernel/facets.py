"""Rules in Python that the general path calls as they are (rules/facet.py): what its hooks ask, in numbers of squares.

The hooks hold the interpreter's lock and may not raise, so they hand an error to the judge, which raises it as soon as
Python is reached again.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from feerie.base.errors import Message, in_one_line, message_of
from feerie.kernel.choices import Choices
from feerie.kernel.forms import COMPLETES, COMPLETES_ALL, plain_rules
from feerie.rules.births import Births
from feerie.rules.facet import METHODS, Men, Outcome, Rule, plain_arrivals, stage_of
from feerie.rules.genre import Genre, GenreError, Man
from feerie.rules.movement import Mode
from feerie.rules.scene import Passed, Played, Scene
from feerie.rules.trait import OwnTrait, Traits
from feerie.rules.unit import Unit

__all__ = ["Facets", "PlainWay", "failure"]


class PlainWay:
    """All that a man of a side does, by the plain methods; `admitted`: by square, where men may go to.

    `prey`: the text of the other side's king, of whom it is asked whether he could be taken elsewhere.
    """

    def __init__(self, genre: Genre, man: Man, side: int, admitted: Sequence[int]) -> None:
        self.board, self.man, self.side, self.admitted = genre.board, man, side, admitted
        self.prey = str(Unit(genre.royal.letter, side ^ 1))
        self._squares = frozenset(genre.board.squares)

    def struck(self, men: Men, square: int) -> int:
        """The squares, as bits, on which the man may take what stands there, whoever it is."""
        found = 0
        for (struck, target), mode in plain_arrivals(self.man.moves, self.board, men, square, self.side):
            self._check(struck, target)
            if mode != Mode.QUIET and (struck == target or not men[target]) and self.admitted[square] >> target & 1:
                found |= 1 << struck
        return found

    def moves(self, men: Men, square: int, quiets: int, prey: int) -> list[tuple[int, int]]:
        """Where the man goes, each with the square struck: without capture to one of `quiets`, or taking on `prey`."""
        found = dict[tuple[int, int], None]()
        for (struck, target), mode in plain_arrivals(self.man.moves, self.board, men, square, self.side):
            self._check(struck, target)
            if not self.admitted[square] >> target & 1:
                continue
            if mode != Mode.QUIET and prey >> struck & 1 and (struck == target or not men[target]) \
                    or mode != Mode.CAPTURE and struck == target and quiets >> target & 1:
                found[target, struck] = None
        return list(found)

    def steps(self, men: Men, square: int) -> int:
        """The squares, as bits, to which the man goes without capture, whatever stands there."""
        return sum({1 << target for (struck, target), mode in plain_arrivals(self.man.moves, self.board, men, square,
                                                                             self.side)
                    if mode != Mode.CAPTURE and struck == target and self.admitted[square] >> target & 1})

    def _check(self, struck: int, target: int) -> None:
        if not {struck, target} <= self._squares:
            raise GenreError("the moves of {} leave the board: {}", self.man.letter, repr((struck, target)))


class Facets:
    """The rules and traits in Python of a genre. `numbering`: what the player may choose, as numbers.

    `asks_python`: whether there is one, or a movement in Python (`has_plain_ways`): then no look-up says what decides
    about a capture.
    """

    def __init__(self, genre: Genre, traits: Sequence[Traits], numbering: Choices, has_plain_ways: bool) -> None:
        self.genre, self.board, self.numbering = genre, genre.board, numbering
        self._numbers: dict[str, tuple[int, int]] = {}
        by_traits = [[*plain_rules(genre),
                      *(trait.rule for trait in of if isinstance(trait, OwnTrait) and trait.rule)]
                     for of in traits]
        self.asks_python = any(by_traits) or has_plain_ways
        count = len(genre.men)
        (self._moves, self._captures, self._admits, self._choices, self._effects, self._leads, self._accepts,
         self._measures, self._goes_on, self._takes_from, self._places) = (
            [sorted((rule for rule in of if hasattr(rule, method)), key=stage_of) for of in by_traits
             for _ in range(count)] for method in METHODS)
        self._steps = [sorted((rule for rule in of if hasattr(rule, "admits_capture") or hasattr(rule, "effects")),
                              key=stage_of) for of in by_traits for _ in range(count)]
        self.asks_captures, self.has_effects = any(self._moves) or any(self._captures), any(self._effects)
        self.asks_arrivals, self.has_choices = any(self._admits), any(self._choices)
        self.takes_kings = any(getattr(rule, "takes_kings", False) for of in by_traits for rule in of)
        self.completes = max((COMPLETES_ALL if rule.absolute else COMPLETES for of in self._goes_on for rule in of),
                             default=0)
        self.prepares = any(self._takes_from)
        self.asks_moves, self.asks_leads = any(self._moves), any(self._leads)
        self.asks_accepts, self.measures = any(self._accepts), any(self._measures)
        self.mates_alone = genre.mates_alone

    def know(self, texts: Sequence[Sequence[str]], neutral: Sequence[bool]) -> None:
        """The men by their texts: species + 1, owners (bit 0 for White, bit 1 for Black)."""
        for side in (0, 1):
            for number, text in enumerate(texts[side]):
                self._numbers[text] = number + 1, 3 if neutral[number] else side + 1
        self._numbers[""] = 0, 0

    def moves(self, men: Men, passed: Passed | None, species: int, square: int, side: int) -> bool:
        """Whether the rules let the man of a species move at all."""
        scene = Scene(self.genre, men, passed)
        return all(rule.may_move(scene, square, side) for rule in self._moves[species])

    def captures(self, men: Men, passed: Passed | None, species: int, square: int, side: int, struck: int) -> int:
        """Those of the squares `struck`, as bits, on which the rules let the man of a species capture."""
        rules, found, scene = self._captures[species], 0, Scene(self.genre, men, passed)
        if not self.moves(men, passed, species, square, side):
            return 0
        for at in self.board.squares:
            if struck >> at & 1 and all(rule.may_capture(scene, square, side, at) for rule in rules):
                found |= 1 << at
        return found

    def played(self, before: Men, births: Births, men: Men, side: int, squares: tuple[int, int], struck: int | None,
               partner: tuple[int, int] | None) -> Played:
        """A move after which the men are `men`, but for its effects. `births`: of the men before, if rules ask for it.
        """
        origin, target = squares
        return Played(Scene(self.genre, before, births=births), side, origin, target, struck, partner,
                      target if men[target] else None)

    def admits(self, men: Men, species: int, played: Played) -> bool:
        """Whether rules let a man of a species make a capture, each asked after the effects of earlier stages."""
        return all(rule.admits_capture(scene, now) for rule, scene, now in self._stages(men, species, played, 0)
                   if hasattr(rule, "admits_capture"))

    def goes_on_to(self, men: Men, species: int, played: Played) -> int:
        """The squares, as bits, to which a man of a species that has captured goes on."""
        scene = Scene(self.genre, men)
        return sum(1 << square for rule in self._goes_on[species] for square in rule.goes_on_to(scene, played))

    def takes_from(self, men: Men, species: int, origin: int, side: int, struck: int) -> int:
        """The squares, as bits, to which a man of a species goes to take from there."""
        scene = Scene(self.genre, men)
        return sum(1 << square for rule in self._takes_from[species]
                   for square in rule.takes_from(scene, origin, side, struck))

    def choices(self, men: Men, species: int, played: Played) -> list[int]:
        """What may be chosen for the effects of a capture: species + 1, none for no choice. Where the player chooses
        squares: indices + 1 (choices.py), 0 for nowhere; none if there is no capture.
        """
        if self._places[species]:
            [(rule, scene, now)] = [each for each in self._stages(men, species, played, 0)
                                    if hasattr(each[0], "places")]
            return [0 if each.place is None else self.numbering.number(each.place, self._kind(each.choice)) + 1
                    for each in now.chosen(rule, scene)]
        return [self._numbers[text][0] for rule, scene, now in self._stages(men, species, played, 0)
                if hasattr(rule, "choices") for text in rule.choices(scene, now)]

    def _kind(self, text: str) -> int | None:
        """The number of the kind of a man by its text; None for none."""
        return (self._numbers[text][0] - 1) % len(self.genre.men) if text else None

    def effects(self, men: Men, species: int, played: Played, choice: int) -> list[tuple[int, int, int, int]]:
        """What the rules do after a move of a man of a species: squares, species + 1 and owners there, stages.

        `choice`: what is chosen, as of `choices`, 0 for none.
        """
        found = list[tuple[int, int, int, int]]()
        for rule, scene, now in self._stages(men, species, played, choice):
            for square, text in rule.effects(scene, now) if hasattr(rule, "effects") else ():
                if square not in self.board.squares or text not in self._numbers:
                    raise GenreError("{}: no effect puts {} on {}", type(rule).__name__, repr(text), repr(square))
                after = scene.with_men((square, text))
                if not getattr(rule, "moves_kings", getattr(rule, "revives", False)) and text != scene.men[square] \
                        and (scene.is_royal(square) or after.is_royal(square)):
                    raise GenreError("an effect takes or makes a royal man on {}", self.board.name(square))
                found.append((square, *self._numbers[text], stage_of(rule)))
        return found

    def _stages(self, men: Men, species: int, played: Played, choice: int) -> Iterator[tuple[Rule, Scene, Played]]:
        """The rules that admit captures or have effects, by stages, each with the men and the move as it finds them."""
        scene = Scene(self.genre, men)
        for rule in self._steps[species]:
            now = played
            if choice and hasattr(rule, "places"):
                now = self._chosen(rule, scene, played, choice - 1)
            elif choice and hasattr(rule, "choices"):
                texts = {self._numbers[text][0]: text for text in rule.choices(scene, played)}
                now = played._replace(choice=texts.get(choice, ""))
            yield rule, scene, now
            if not hasattr(rule, "effects"):
                continue
            lands = rule.lands(scene, now) if hasattr(rule, "lands") else played.mover
            scene, played = scene.with_men(*rule.effects(scene, now)), played._replace(mover=lands)

    def _chosen(self, rule: Rule, scene: Scene, played: Played, number: int) -> Played:
        """A move with what a rule lets the player choose by an index."""
        square, kind = self.numbering.at(number)
        there = played._replace(place=square)
        texts = rule.choices(scene, there) if hasattr(rule, "choices") and kind is not None else ()
        return there._replace(choice=next((text for text in texts if self._kind(text) == kind), ""))

    def may_lead(self, scene: Scene, species: int, played: Played) -> bool:
        """Whether the rules let a move of a man of a species lead to a scene."""
        return all(rule.may_lead_to(scene, played) for rule in self._leads[species])

    def accepts(self, species: int, side: int, outcome: int) -> bool:
        """Whether the rules accept the outcome of a move of a man of a species."""
        return all(rule.accepts(side, Outcome(outcome)) for rule in self._accepts[species])

    def greatest(self, found: Sequence[tuple[Scene, int, Played]]) -> list[int]:
        """The indices of those moves that have the greatest measure by each rule in turn: what they lead to, species of
        the mover, what was played."""
        kept = list(range(len(found)))
        for rule in dict.fromkeys(rule for _, species, _ in found for rule in self._measures[species]):
            measured = {index: rule.measure(scene, played) for index in kept
                        for scene, species, played in (found[index],)
                        if rule in self._measures[species] and played.side == rule.side}
            greatest = max(measured.values(), default=None)
            kept = [index for index in kept if index not in measured or measured[index] == greatest]
        return kept


def failure(error: Exception) -> GenreError:
    """What is raised for an error of a rule in Python."""
    if isinstance(error, GenreError):
        return error
    return GenreError("a rule in Python fails: {}", Message("{}: {}", type(error).__name__,
                                                           in_one_line(message_of(error))))
