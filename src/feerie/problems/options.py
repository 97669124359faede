"""Options: how a problem is to be solved and printed, in addition to its stipulation."""
from __future__ import annotations

from dataclasses import fields
from typing import Any

from feerie.errors import ProblemError, require_whole, wrong_type
from feerie.frozen import frozen

__all__ = ["Options"]


@frozen
class Options:
    """What is asked in addition to the stipulation. Numbers are from 1; None and 0 mean that the option is not set.

    What is shown:

    `set_play`          the play after a null move of the side that begins
    `defence`           tries with at most so many refutations; 1 is the usual "with tries"
    `avoid_trivial_tries`   no tries that give check
    `variations`        the play after the key, with threats
    `no_threat`         variations without threats
    `no_short_variations`   no variations that end early
    `post_key_play`     the diagram shows the position after the key; the defender begins

    What is solved:

    `duplex`            also with the colours exchanged
    `half_duplex`       only with the colours exchanged: Black takes White's part
    `white_to_play`     help play that Black would begin is half a move shorter; `a=>b` is begun by White
    `threat`            n: an attack with n moves or more to follow fails unless it checks or, if the defender passes,
                        forces the goal in n moves
    `max_flights`       n: an attack with two moves or more to follow fails if it leaves the king more than n moves
    `non_trivial`       (m, n): a defence is trivial if it loses in n moves (self play) or n + 1 moves (other play); an
                        attack with more than n moves to follow may leave one non-trivial defence, and all attacks of
                        a line together m more
    `quodlibet`         in self and semi-reflex play the attacker may reach the goal himself
    `mates_in_1`        in self and reflex play defences that reach the goal at once are always shown
    `keep_mating_piece`     play ends when the side that is to mate has only kings left; this loses no mate
    `goal_is_end`, `null_moves`     as in Popeye's manual
    `no_white_king`, `no_black_king`    the side may be without a king
    `no_castling`       home squares of the rooks ("a1") that may not castle although they stand at home
    `castling_exclusive`    pairs of rooks ("a1h8") of which only one may have kept its right

    How it is solved:

    `max_solutions`, `max_time` (seconds), `stop_on_short_solutions`
    `intelligent`       target positions first; `solutions_per_target`: at most so many for each
    `move_numbers`      show the number of each first move; `start_move`, `up_to_move`: only this range (numbers of
                        the first move, and of those after it)
    `no_board`          no diagram
    `other`             words that matter only to other programs, as in Popeye's English, with their numbers

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
            _check_type(name, value)
            numbers = value if isinstance(value, tuple) else (value,)
            if any(isinstance(number, int) and number < 0 for number in numbers):
                raise ProblemError(f"the option {name} needs a number from 0, not {value}")

    def __repr__(self) -> str:
        """Only what differs from the defaults."""
        given = (f"{item.name}={getattr(self, item.name)!r}" for item in fields(self)
                 if getattr(self, item.name) != item.default)
        return f"Options({', '.join(given)})"

    @classmethod
    def of(cls, data: dict[str, Any], where: str = "options") -> Options:
        """The options of a JSON object, name -> value; ProblemError, with the place, for anything else."""
        kinds = {item.name: str(item.type) for item in fields(cls)}
        given: dict[str, Any] = {}
        for name, value in data.items():
            if name not in kinds:
                raise ProblemError(f"{where}: there is no option {name[:30]!r}")
            if not _fits(value, kinds[name]):
                raise ProblemError(f"{where}.{name} has a value of the wrong type")
            given[name] = tuple(value) if isinstance(value, list) else value
        return cls(**given)

    @property
    def limits_defence(self) -> bool:
        """Whether attacks that leave the defender much freedom are ignored, so that solutions may be missed."""
        return (self.threat, self.max_flights, self.non_trivial) != (None, None, None)

    @property
    def tries(self) -> bool:
        """Whether tries are asked for."""
        return self.defence > 0


_KINDS = {item.name: str(item.type) for item in fields(Options)}


def _check_type(name: str, value: object) -> None:
    """TypeError for the value of an option that is of a wrong type."""
    kind = _KINDS[name]
    if kind == "bool":
        if not isinstance(value, bool):
            raise wrong_type(name, "True or False", value)
    elif not kind.startswith("tuple"):
        require_whole(**{name: value})
    else:
        item = str if "str" in kind else int
        if not isinstance(value, tuple) or not all(isinstance(part, item) for part in value):
            raise wrong_type(name, f"a tuple of {'texts' if item is str else 'whole numbers'}", value)
        if "..." not in kind and len(value) != 2:
            raise ProblemError(f"the option {name} needs two numbers, not {len(value)}")


def _fits(value: Any, kind: str) -> bool:
    """Whether a JSON value fits an option whose type is written `kind`."""
    if not kind.startswith("tuple"):
        return type(value) is (bool if kind == "bool" else int)
    item = str if "str" in kind else int
    return isinstance(value, list) and all(type(part) is item for part in value) and ("..." in kind or len(value) == 2)
