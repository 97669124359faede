"""Facets without a compiled form: movements, traits and rules that a genre file writes in Python.

The kernel calls them as they are, for every man and every position: right, and slow. None of the properties that
searches rely on is taken for granted, unless the facet says so by a `loses` of its own.

A *movement* of a `Man` has a method `moves`, see `PlainMovement`. An item of `Genre.rules` and a trait (`OwnTrait`)
have some of these methods:

    admits(board, origin, target)             whether any man may go from one square to another, or observe by that
    may_move(scene, square, side)             whether the man on `square` may do anything at all as one of `side`
    may_capture(scene, square, side, struck)  whether the man of `side` on `square` may take on `struck`
    admits_capture(scene, played)             whether a capture that has been made is one; later stages have yet to come
    choices(scene, played)                    what a man that its effects put on a square may become there: texts of
                                              men, among which the player chooses (`played.choice`); none for no choice
    places(scene, played)                     the squares on one of which its effects put a man, among which the player
                                              chooses (`played.place`), None for nowhere; the capture is none where
                                              there are none; `choices` are then asked for each square
    effects(scene, played)                    squares and the men that stand there afterwards
    may_lead_to(scene, played)                whether a move may lead to a scene: the men after it and its effects
    accepts(side, outcome)                    whether a move of `side` may have this outcome (`Outcome`)
    measure(scene, played)                    a number: only moves of the greatest are legal
    lands(scene, played)                      where the man that moved stands after these effects; None if it is gone
    goes_on_to(scene, played)                 the squares to which a man goes on that has captured, which the player
                                              chooses from; the capture is none where there are none
    takes_from(scene, origin, side, struck)   the squares to which the man of `side` on `origin` goes to take on
                                              `struck` from there
    goes_on(man)                              whether a man that captures goes on to a square, perhaps its own: of
                                              rules with that stage
    adapt(genre)                              the genre with men as this rule has them

`admits` is a method of rules alone, and known before the game; a rule with `admits` and a `side` binds that side alone,
and with `binds_partners` the partner of a king that castles is asked about as well. The others of a rule are asked
about every man, those of a trait about men that have it (of a castling: about the king, whose move it is). Check is a
capture like any other: `may_move`, `may_capture`, `admits_capture` and `may_lead_to` are asked about the capture of the
king, too. `effects` are asked for after each move: pairs of a square and the text of a man, or "" for none, where the
move changes more than where the mover left, took and arrived. `scene` are the men after the move, promotions included
(rules/scene.py), and after the effects of earlier stages: rules have a `stage` (rules/change.py), and those without
come last. Without `lands` a man stays where it is. Effects take no royal man and make none, but for those of a rule
with `moves_kings`. With `takes_kings` a king is in check just if a capture would leave its side with a royal man less,
and may be taken otherwise. With `revives` kamikaze men that capture, royal ones too, do not vanish before the effects
of the rule. With `regains` a king or rook that an effect puts on its home square may castle again. With `has_births`
positions tell where each man was born, and so does `played.birth_of` (rules/births.py). With `paralyses` a man that
`may_move` refuses observes nothing for other rules. Where `bars_promotions(side)` is true, effects of moves of a side
leave no choice of what a man becomes. With `mates_alone` a move that mates is legal only where it is the only one,
among those that are legal but for this and for the measures.

Sides can be exchanged (rules/symmetry.py) under a rule of both sides, or of each, unless it is `oriented`: it tells
squares apart that the exchange takes to one another.

Of the moves that all this leaves, and that leave no king attacked, those remain whose outcome every rule accepts, and
then those of the greatest measure. A rule that measures has a `side`, whose moves it measures. None of this decides
about check: a king is attacked though its capture might not be the move of the greatest measure.

For explanations each method may have a companion of the same arguments whose name begins with `why_`: `why_may_move`
and so on (rules/remark.py).

A rule of the package also has `forms`, values that the kernel turns into tables: then its methods are not called, but
are the specification that the tables are compared with. One with `asks_rules` asks what others say of a man: its forms
serve where all others that say so have forms. The forms of one with `asks_movements` serve where no movement is in
Python.

Diagrams show two things of a rule: lines between squares whose `part(board, square)` is not the same, and frames on
the squares, by name, of `framed`.

A rule may have a `slot`, a Message that says what it decides alone ("where a captured man is reborn"): two rules of one
slot cannot be combined.

Texts of men are "" where there is none (rules/unit.py), `side` is 0 for White and 1 for Black, and squares are numbers,
as on `Board`.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntFlag
from typing import Any, Protocol

from feerie.rules.along import Arrival, lines_of
from feerie.rules.board import Board
from feerie.rules.change import Stage
from feerie.rules.movement import Mode
from feerie.rules.properties import NO_PROPERTY, Property

__all__ = ["METHODS", "Compiled", "InTables", "Men", "Outcome", "PlainMovement", "Rule", "has_plain_movement",
           "is_plain_movement", "plain_arrivals", "rules_of_going", "stage_of"]

Men = Sequence[str]
"""The texts of men by square, "" for an empty one."""


class PlainMovement(Protocol):
    """Where a man of `side` on `square` arrives: squares, or an Arrival where it takes elsewhere than it arrives.

    Neither whether a square is empty, nor whose man is taken, is asked here; a man never arrives on another than the
    one that it takes.
    """

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterable[int | Arrival]: ...


Rule = Any
"""A rule of a genre in Python: a frozen value with some of `METHODS`."""

METHODS = ("may_move", "may_capture", "admits_capture", "choices", "effects", "may_lead_to", "accepts", "measure",
           "goes_on_to", "takes_from", "places")
"""What is asked about a position; besides, rules have `admits` and `adapt`, which tables are made with."""


class InTables:
    """A rule that is in the tables of the movements: nothing of it is left to be asked, and no property is lost."""

    @property
    def forms(self) -> tuple[Rule, ...]:
        return ()

    @property
    def loses(self) -> Property:
        return NO_PROPERTY


class Compiled:
    """A rule that is its own compiled form: the kernel knows its type."""

    @property
    def forms(self) -> tuple[Rule, ...]:
        return (self,)


class Outcome(IntFlag):
    """What a move does to the other side; or a set of such outcomes."""

    QUIET = 1
    """It gives no check."""
    CHECK = 2
    """It gives check without mating."""
    MATE = 4


def stage_of(rule: Rule) -> Stage:
    """When in a move a rule has its effects."""
    return Stage(getattr(rule, "stage", Stage.EFFECT))


def rules_of_going(rules: Iterable[Rule], side: int) -> Iterator[Rule]:
    """Those of some rules that say where men of a side may go to."""
    return (rule for rule in rules if hasattr(rule, "admits") and getattr(rule, "side", side) in (side, None))


def is_plain_movement(movement: object) -> bool:
    """Whether a movement has no compiled form."""
    return hasattr(movement, "moves") and not hasattr(movement, "rays") and not hasattr(movement, "along")


def has_plain_movement(moves: Iterable[tuple[Any, Mode]]) -> bool:
    """Whether one of the movements of a man has no compiled form: then the plain methods are asked for all of them."""
    return any(is_plain_movement(movement) for movement, _ in moves)


def plain_arrivals(moves: Iterable[tuple[Any, Mode]], board: Board, men: Men, square: int, side: int
                   ) -> Iterator[tuple[Arrival, Mode]]:
    """Where a man arrives, with what each of its movements is for, by the plain methods of movements of any form."""
    occupied: set[int] | None = None
    for movement, mode in moves:
        if is_plain_movement(movement):
            for arrival in movement.moves(board, men, square, side):
                yield arrival if isinstance(arrival, Arrival) else Arrival(arrival, arrival), mode
            continue
        if occupied is None:
            occupied = {at for at, man in enumerate(men) if man}
        for line, along in lines_of(movement, board, square, side):
            for arrival in along.arrivals(line, occupied):
                yield arrival, mode
