"""The play that a proof-number search has proved, as a line: against the defence that lasts longest as far as known."""
from __future__ import annotations

from feerie.search.forced.forced import ForcedSearch
from feerie.search.forced.proof_numbers import ProofNumberSearch

__all__ = ["proved_line", "winning_move"]


def winning_move(search: ProofNumberSearch, length: int) -> int:
    """A move that forces the goal in at most `length` moves, as `prove` has found; found again if it was lost."""
    return int(search.winning_move(length) or (search.prove(length) and search.winning_move(length)))


def proved_line(search: ProofNumberSearch, forced: ForcedSearch, length: int, first: int = 0, *,
                is_direct: bool = True) -> list[int]:
    """The packed moves of a goal in at most `length` moves, which `prove` has found, from the position of `forced` on.

    `first`: the first of them, 0 for any that wins. `is_direct`: the attacker reaches the goal, not the defender.
    Stopped if the judge is stopped; its moves are not taken back then.
    """
    judge, line = forced.judge, list[int]()
    while length:
        move = first if first and not line else winning_move(search, length)
        line.append(move)
        judge.push(move)
        reply, length = _longest_reply(search, forced, move, length, is_direct=is_direct)
        if reply:
            line.append(reply)
            judge.push(reply)
    for _ in line:
        judge.pop()
    return line


def _longest_reply(search: ProofNumberSearch, forced: ForcedSearch, move: int, length: int, *,
                   is_direct: bool) -> tuple[int, int]:
    """The reply to the attacker's move after which most moves are needed, 0 for none, and their number."""
    best = 0, 0
    judge = forced.judge
    if is_direct and forced.is_reached(move):
        return best
    for reply in judge.moves():
        judge.push(reply)
        left = 0 if not is_direct and forced.is_reached(reply) else int(search.prove(length - 1))
        judge.pop()
        if not best[0] or left > best[1]:
            best = reply, left
    return best
