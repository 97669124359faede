"""Options: how to solve and print a problem, in addition to its stipulation."""
from __future__ import annotations

from dataclasses import fields
from types import NoneType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from feerie.base.errors import Message, ProblemError, require_whole, wrong_type
from feerie.base.frozen import frozen

__all__ = ["Options"]


@frozen
class Options:
    """What is asked for in addition to the stipulation. Numbers begin at 1; None and 0 mean that an option is not set.

    What is shown:

    `set_play`          the play after a null move of the side that begins
    `defence`           tries with at most this many refutations; 1 is the usual "with tries"
    `avoid_trivial_tries`   no tries that give check
    `variations`        the play after the key, with threats
    `no_threat`         variations without threats
    `no_short_variations`   no variations that end early
    `post_key_play`     the diagram shows the position after the key; the defender begins

    What is solved:

    `duplex`            also with the colours exchanged
    `half_duplex`       only with the colours exchanged: Black takes White's part
    `of_defender`       conditions of one side ("maximummer") that are the defender's: with the colours exchanged by
                        `duplex`, the other side has them
    `white_to_play`     help play of whole moves is half a move shorter, and the other side begins: White in `h#`,
                        Black in `hs#`; `a=>b` is begun by White
    `threat`            n: an attack with n moves or more to follow fails unless it checks or, if the defender passes,
                        forces the goal in n moves
    `max_flights`       n: an attack with two moves or more to follow fails if it leaves the king more than n moves
    `non_trivial`       (m, n): a defence is trivial if it loses in n moves (self play) or n + 1 moves (other play); an
                        attack with more than n moves to follow may leave one non-trivial defence, and all attacks of
                        a line together m more
    `quodlibet`         in self and semi-reflex play the attacker may reach the goal himself
    `mates_in_1`        in self and reflex play, defences that reach the goal at once are always shown
    `keep_mating_piece`     play ends when the side that is to mate has only kings left; this loses no mate
    `goal_is_end`, `null_moves`     as in Popeye's manual
    `no_white_king`, `no_black_king`    the side may be without a king
    `no_castling`       home squares of the rooks ("a1") that may not castle although they stand at home
    `castling_exclusive`    pairs of rooks ("a1h8") of which only one may have kept its right

    How it is solved:

    `max_solutions`, `max_time` (seconds), `stop_on_short_solutions`
    `intelligent`       target positions first; `solutions_per_target`: at most this many for each
    `move_numbers`      show the number of each first move; `start_move`, `up_to_move`: only this range (numbers of
                        the first move, and of those after it, which only Popeye heeds)
    `no_board`          no diagram
    `other`             words that matter only to other programs, in Popeye's English, with their numbers

    >>> Options(set_play=True, defence=1).duplex
    False
    """

    set_play: bool = False
    defence: int = 0
    avoid_trivial_tries: bool = False
    variations: bool = False
    no_threat: bool = False
    no_short_variations: bool = False
    post_key_play: bool = False
    duplex: bool = False
    half_duplex: bool = False
    of_defender: tuple[str, ...] = ()
    white_to_play: bool = False
    threat: int | None = None
    max_flights: int | None = None
    non_trivial: tuple[int, int] | None = None
    keep_mating_piece: bool = False
    quodlibet: bool = False
    goal_is_end: bool = False
    mates_in_1: bool = False
    null_moves: bool = False
    no_white_king: bool = False
    no_black_king: bool = False
    no_castling: tuple[str, ...] = ()
    castling_exclusive: tuple[str, ...] = ()
    max_solutions: int | None = None
    max_time: int | None = None
    stop_on_short_solutions: bool = False
    intelligent: bool = False
    solutions_per_target: int | None = None
    move_numbers: bool = False
    start_move: tuple[int, ...] = ()
    up_to_move: tuple[int, ...] = ()
    no_board: bool = False
    other: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.duplex and self.half_duplex:
            raise ProblemError("the options duplex and half-duplex exclude each other")
        for name, value in vars(self).items():
            if value is False or value is None or value == ():      # most are
                continue
            _KINDS[name].check(name, value)
            numbers = value if isinstance(value, tuple) else (value,)
            if any(isinstance(number, int) and number < 0 for number in numbers):
                raise ProblemError("the option {} needs a number from 0, not {}", name, value)

    def __repr__(self) -> str:
        """Only what differs from the defaults."""
        given = (f"{item.name}={getattr(self, item.name)!r}" for item in fields(self)
                 if getattr(self, item.name) != item.default)
        return f"Options({', '.join(given)})"

    @classmethod
    def of(cls, data: dict[str, Any], where: str = "options") -> Options:
        """The options of a JSON object, name -> value. Raises ProblemError, with the place, for anything else."""
        given: dict[str, Any] = {}
        for name, value in data.items():
            if name not in _KINDS:
                raise ProblemError("{}: there is no option {}", where, repr(name[:30]))
            if not _KINDS[name].fits_json(value):
                raise ProblemError("{}.{} must be {}", where, name, _KINDS[name].in_json)
            given[name] = tuple(value) if isinstance(value, list) else value
        return cls(**given)

    def as_json(self) -> dict[str, Any]:
        """The options that differ from the defaults, name -> value; `of` reads them."""
        given = {item.name: getattr(self, item.name) for item in fields(self)
                 if getattr(self, item.name) != item.default}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}

    @property
    def limits_defence(self) -> bool:
        """Whether attacks that leave the defender much freedom are ignored, so solutions may be missed."""
        return (self.threat, self.max_flights, self.non_trivial) != (None, None, None)

    @property
    def first_moves(self) -> slice:
        """Which of the first moves are searched, by their places in the list of all."""
        return slice(max(0, self.start_move[0] - 1) if self.start_move else 0,
                     self.up_to_move[0] if self.up_to_move else None)

    @property
    def chooses_moves(self) -> bool:
        """Whether a part of the first moves is asked for."""
        return bool(self.start_move or self.up_to_move)

    @property
    def tries(self) -> bool:
        """Whether tries are asked for."""
        return self.defence > 0


class _Kind(NamedTuple):
    """What an option may hold: a value of the type `item`, or a tuple of such values.

    `length`: that of the tuple, 0 for any; None if the option is a single value.
    """

    item: type
    length: int | None

    @classmethod
    def of(cls, annotation: Any) -> _Kind:
        """From the annotation of a field: X, X | None, tuple[X, ...], tuple[X, X] or tuple[X, X] | None."""
        if NoneType in get_args(annotation):
            annotation, = (part for part in get_args(annotation) if part is not NoneType)
        if get_origin(annotation) is not tuple:
            return cls(annotation, None)
        parts = get_args(annotation)
        return cls(parts[0], 0 if Ellipsis in parts else len(parts))

    def check(self, name: str, value: object) -> None:
        """Raise TypeError if the value of an option has the wrong type."""
        if self.length is None:
            self._check_item(name, value)
            return
        if not isinstance(value, tuple):
            raise wrong_type(name, f"a tuple of {'texts' if self.item is str else 'whole numbers'}", value)
        for place, part in enumerate(value):
            self._check_item(f"{name}[{place}]", part)
        if self.length and len(value) != self.length:
            raise ProblemError("the option {} needs {} numbers, not {}", name, self.length, len(value))

    def _check_item(self, name: str, value: object) -> None:
        if self.item is int:
            require_whole(**{name: value})
        elif not isinstance(value, self.item):
            raise wrong_type(name, "a text" if self.item is str else "True or False", value)

    @property
    def in_json(self) -> Message:
        """What a JSON value of this kind is, in words."""
        if self.length is None:
            return Message("true or false" if self.item is bool else "a number")
        if self.item is str:
            return Message("a list of texts")
        return Message("a list of two numbers" if self.length == 2 else "a list of numbers")

    def fits_json(self, value: object) -> bool:
        """Whether a JSON value is of this kind; lists stand for tuples."""
        if self.length is None:
            return type(value) is self.item
        return isinstance(value, list) and all(type(part) is self.item for part in value) \
            and self.length in (0, len(value))


_KINDS = {name: _Kind.of(annotation) for name, annotation in get_type_hints(Options).items()}
