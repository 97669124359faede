"""What patterns are made of: targets, drafts, patterns, and what is left of them.

structs.pxd has the same as C structures and inlined functions for compiled modules; the classes here take their
place where the modules run uncompiled.

A *target* says where a man of a pattern must be, and as what. It is packed into 16 bits:

| bits | field        |                                                                                 |
|------|--------------|---------------------------------------------------------------------------------|
| 0-5  | square       |                                                                                 |
| 6-9  | kind         | the kind of man it must be there, or ANY_KIND                                   |
| 10   | BY_TRANSPORT | castlings take the man there (set in `Patterns.targets_by_man` only)            |
| 11   | NO_CAPTURES  | the man captures nothing on its way (see `Enumeration._exclude_captures`)       |

NO_TARGET (all bits set) is the target of a man the pattern does not need. TARGET_MASK keeps the bits that tell
targets, NO_TARGET included, from each other.
"""
from __future__ import annotations

from typing import Any

from feerie.kernel.packed_move import move_kind, move_origin, move_target
from feerie.kernel.plain import FULL, ONE
from feerie.kernel.tables import CASTLING, EN_PASSANT, MEN, SQUARES

ANY_KIND, NO_TARGET, BY_TRANSPORT, NO_CAPTURES, TARGET_MASK = 8, 0xFFFF, 1 << 10, 1 << 11, 4095


class Draft:
    """An unfinished pattern: what the targets set so far leave both sides to spend, and what they occupy. A value:
    never changed once it has been handed on, see `spend` and `block`.

    `mating_side_moves`, `victim_moves`: moves that no man of the pattern needs yet.
    `mating_side_castling_spare`, `victim_castling_spare`: moves of the side's kings that the pattern has paid for, each
    of which may be a castling, less the transports it has assigned. Below 0 where unspent moves must be castlings, too.
    `placed`: the squares of the targets, as bits. `blocked`: the flights (bits) that men of the victim block.
    """

    __slots__ = ("blocked", "mating_side_castling_spare", "mating_side_moves", "placed", "victim_castling_spare",
                 "victim_moves")

    def __init__(self, mating_side_moves: int, victim_moves: int, mating_side_castling_spare: int,
                 victim_castling_spare: int, placed: int, blocked: int) -> None:
        self.mating_side_moves, self.victim_moves = mating_side_moves, victim_moves
        self.mating_side_castling_spare, self.victim_castling_spare = mating_side_castling_spare, victim_castling_spare
        self.placed, self.blocked = placed, blocked


def spend(draft: Draft, by_mating_side: bool, moves: int, castlings: int) -> Draft:
    """The draft when one side has spent some of its moves and some of its castling spare.

    `castlings` below 0 adds castling spare.
    """
    if by_mating_side:
        return Draft(draft.mating_side_moves - moves, draft.victim_moves, draft.mating_side_castling_spare - castlings,
                     draft.victim_castling_spare, draft.placed, draft.blocked)
    return Draft(draft.mating_side_moves, draft.victim_moves - moves, draft.mating_side_castling_spare,
                 draft.victim_castling_spare - castlings, draft.placed, draft.blocked)


def block(draft: Draft, flights: int) -> Draft:
    """The draft with more flights (bits) blocked."""
    return Draft(draft.mating_side_moves, draft.victim_moves, draft.mating_side_castling_spare,
                 draft.victim_castling_spare, draft.placed, draft.blocked | flights)


class Pattern:
    """A pattern: the square of the victim's king and the target of each man (by its index).

    `men`: the men with a target; `placed`: the squares of their targets; `transported`: the men that castlings take to
    their targets. All are bits. `slack`, `castling_spare`, `pending`: as in a LivePattern, in the position it was
    listed for.
    """

    __slots__ = ("castling_spare", "king", "men", "pending", "placed", "slack", "target", "transported")

    def __init__(self) -> None:
        self.king, self.transported, self.target = 0, 0, [0] * SQUARES
        self.men = self.placed = self.pending = 0
        self.slack, self.castling_spare = [0, 0], [0, 0]


class Prospect:
    """A pattern, and the moves that each side can spare on the way to it. A value: never changed once made."""

    __slots__ = ("mating_side_slack", "pattern", "victim_slack")

    def __init__(self, pattern: Pattern, mating_side_slack: int, victim_slack: int) -> None:
        self.pattern, self.mating_side_slack, self.victim_slack = pattern, mating_side_slack, victim_slack


class Check:
    """The only check that a pattern gives: the square of the checking man, and those between it and the king (bits).

    `is_sure`: whether there is one; if not, the others say nothing.
    """

    __slots__ = ("between", "is_sure", "square")

    def __init__(self, between: int, square: int, is_sure: bool) -> None:
        self.between, self.square, self.is_sure = between, square, is_sure


class Plan:
    """A castling that lines may contain: of which side and by which right (a bit), and the squares of both men."""

    __slots__ = ("king", "king_to", "partner", "partner_to", "right", "side")

    def __init__(self) -> None:
        self.side = self.right = self.king = self.king_to = self.partner = self.partner_to = 0


class LivePattern:
    """A pattern that can still be reached, and the slack it leaves; [0] is the mating side's, [1] the victim's.

    `pattern`: its number. `slack`: moves of the side that no man of the pattern needs. `castling_spare`: as in a
    Draft, where castlings can transport men; elsewhere, in a list made by `advance`, the mover's is 1 if the last move
    lost slack or brought a man of the mating side's to its target, 2 if it brought one of the victim's there.
    `pending`: the castlings that its lines still contain, by their numbers among the plans from 1 on: the mating side's
    in the lower four bits, the victim's above; 0: none.
    """

    __slots__ = ("castling_spare", "pattern", "pending", "slack")

    def __init__(self) -> None:
        self.pattern, self.slack, self.castling_spare, self.pending = 0, [0, 0], [0, 0], 0


class UsefulSquares:
    """Two sets of squares (bits) of a live pattern: a move that loses slack leaves nothing of the pattern unless it is
    from or to a square of each, or moves several men. FULL where nothing is known."""

    __slots__ = ("first", "second")

    def __init__(self, first: int = FULL, second: int = FULL) -> None:
        self.first, self.second = first, second


class Transport:
    """What it costs a man to be taken to its target by castlings: moves of its own until they may take it, and how many
    moves, one or more of them castlings, after that. At least so many."""

    __slots__ = ("castlings", "moves")

    def __init__(self, moves: int, castlings: int) -> None:
        self.moves, self.castlings = moves, castlings


class Gain:
    """How much nearer a move brings its man to a target: in moves (`slack`) and in castling spare.

    `arrives`: it is there now; 1 if it is a man of the mating side's, 2 if the victim's. `serial`: the call of
    `advance` the entry was computed for; it is out of date for any other.
    """

    __slots__ = ("arrives", "castling_spare", "serial", "slack")

    def __init__(self) -> None:
        self.serial = self.slack = self.castling_spare = 0
        self.arrives = 0


def make_target(square: int, kind: int) -> int:
    """The target of a man that must be of a kind (or ANY_KIND) on a square."""
    return square | kind << 6


def target_square(target: int) -> int:
    """The square of a target."""
    return target & 63


def target_kind(target: int) -> int:
    """The kind of man of a target, or ANY_KIND."""
    return target >> 6 & 15


def pattern_at(patterns: list[Pattern], i: int) -> Pattern:
    """The pattern with a number."""
    return patterns[i]


def smaller_two(useful: UsefulSquares, squares: int) -> UsefulSquares:
    """The two smallest of three sets of squares: the useful squares and another set of which a move must touch one."""
    if squares.bit_count() < useful.first.bit_count():
        return UsefulSquares(squares, useful.first)
    if squares.bit_count() < useful.second.bit_count():
        return UsefulSquares(useful.first, squares)
    return useful


def after_idle_move(prospect: Prospect, by_mating_side: bool) -> Prospect:
    """The prospect after a move of one side that brings no man of the pattern nearer to its target."""
    return Prospect(prospect.pattern, prospect.mating_side_slack - by_mating_side,
                    prospect.victim_slack - (not by_mating_side))


def least_moves(view: Any, side: int, kind: int, square: int, goal: int) -> int:
    """The fewest moves that a man that is not transported, or a king, needs from one square to another, whatever it is
    there; FAR if it never gets there."""
    found: int = view.distances.min_distance[((side * MEN + kind) * SQUARES + square) * SQUARES + goal]
    return found


def squares_between(view: Any, side: int, kind: int, attacked: int, origin: int) -> int:
    """The squares between a man and a square it attacks on an empty board; none if there are several ways."""
    found: int = view.look_up_between(side, kind, attacked, origin)
    return found


def moves_to_target(men: Any, side: int, kind: int, square: int, target: int) -> int:
    """The fewest moves in which a man that is not transported, and is no king, can reach a target from a square."""
    if target_kind(target) == ANY_KIND:
        return least_moves(men, side, kind, square, target_square(target))
    i = (men.distances.transition_of[(side * MEN + kind) * MEN + target_kind(target)] * SQUARES + square) * SQUARES \
        + target_square(target)
    found: int = men.distances.quiet_distance[i] if target & NO_CAPTURES else men.distances.distance[i]
    return found


def moves_to(men: Any, side: int, kind: int, square: int, target: int) -> int:
    """The fewest moves that a man, or a king, needs to a target on an empty board."""
    if kind == men.judge.royal:
        found: int = men.distances.king_distance[(side * SQUARES + square) * SQUARES + target_square(target)]
        return found
    return moves_to_target(men, side, kind, square, target)


def is_on_target(men: Any, man: int, target: int) -> bool:
    """Whether a man is where its target is, and what it must be there."""
    is_there: bool = men.current_squares[man] == target_square(target)
    return is_there and (target_kind(target) == ANY_KIND or target_kind(target) == men.current_kinds[man])


def touched_squares(move: int) -> int:
    """The squares that a move goes from and to, as bits; FULL where it changes others, too."""
    if move_kind(move) >= CASTLING or move_kind(move) == EN_PASSANT:
        return FULL
    return ONE << move_origin(move) | ONE << move_target(move)
