# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Perft: how many lines of legal moves of a given length a position has."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import cython

from feerie.base.errors import Message
from feerie.kernel.verdict import Judge

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

MAX_PERFT_DEPTH = 60
POLL = 0.1

Progress = Callable[[int, int], None]

if not cython.compiled:
    from feerie.kernel.compiled_rules import MULTIPLEX
    from feerie.kernel.move_generator import MARGIN


def walk(judge: Judge, p: int, n: int, depth: int, bulk: bool) -> int:
    """Leaves below frame p; with `bulk` the last moves are counted, not made.

    The two lowest plies are one call, unless legal moves must pass more tests than those of MoveGenerator.generate.
    """
    if depth == 0 or judge.stopped:
        return 1
    if depth == 1 and bulk:
        return judge.count_legal(p, n)
    end = judge.list_legal(p, n)
    if depth == 1:
        return judge.make_each(p, n, end)
    if depth == 2 and bulk and judge.doctrine != MULTIPLEX:
        return judge.count_after_each(p, n, end)
    total = 0
    for i in range(n, end):
        judge.make(p, p + 1, judge.list[i])
        total += walk(judge, p + 1, end, depth - 1, bulk)
    return total


def count_leaves(judge: Judge, depth: int, bulk: bool = True) -> int:
    """Perft of the position on top of a state; the interpreter is free for other threads meanwhile.

    ValueError for a depth below 0 or above MAX_PERFT_DEPTH, MemoryError if the list of moves cannot grow.
    """
    if not 0 <= depth <= MAX_PERFT_DEPTH:
        raise ValueError(Message("the depth must be between {} and {}, not {}", 0, MAX_PERFT_DEPTH, depth))
    if judge.ply + depth + MARGIN > judge.capacity:
        raise ValueError("the stack of positions is too small for this depth")
    judge.ensure_list()
    levels = depth
    whole = bulk
    with cython.nogil:
        total = walk(judge, judge.ply, 0, levels, whole)
    if judge.out_of_memory:
        raise MemoryError
    judge.raise_failure()
    return total


def divide(judge: Judge, depth: int, threads: int = 1,
           progress: Progress | None = None, found: dict[int, int] | None = None) -> dict[int, int]:
    """Perft of `depth` by first move (move number -> leaves), the work shared among threads if any can be started.

    `progress` is called with how much is done, and of how much. An exception in between, Ctrl-C too, stops all
    threads at once; `found`, if given, then holds what has been counted so far: the moves that were begun, the last of
    which may not be counted in full.
    """
    from concurrent.futures import ThreadPoolExecutor

    if not 1 <= depth <= MAX_PERFT_DEPTH:
        raise ValueError(Message("the depth must be between {} and {}, not {}", 1, MAX_PERFT_DEPTH, depth))
    moves = judge.moves()
    found = {} if found is None else found
    if depth == 1:
        found.update(dict.fromkeys(moves, 1))
        return found
    tasks = [(move,) for move in moves]
    if depth > 3:
        tasks = [(*task, reply) for task in tasks for reply in _replies(judge, task[0])]
    found.update(dict.fromkeys(moves, 0))
    judges = [type(judge)(judge.rules, depth + 1) for _ in range(max(1, threads))]
    idle = list(judges)
    last = -1

    def below(task: tuple[int, ...]) -> tuple[int, int]:
        own = idle.pop()
        own.copy_from(judge)
        for move in task:
            own.push(move)
        leaves = count_leaves(own, depth - own.ply)
        idle.append(own)
        return task[0], leaves

    with ThreadPoolExecutor(max_workers=len(judges)) as pool:
        try:
            for done, (move, leaves) in enumerate(_results(pool, below, tasks), 1):
                last = moves.index(move)
                found[move] += leaves
                if progress:
                    progress(done, len(tasks))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for own in judges:
                own.stopped = True
            for move in moves[last + 1:]:
                del found[move]
            raise
    return found


def _results(pool: ThreadPoolExecutor, below: Callable[[tuple[int, ...]], tuple[int, int]],
             tasks: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, int]]:
    """The results of the tasks in their order, counted by the pool, or here if no thread can be started."""
    from concurrent.futures import wait

    try:
        futures = [pool.submit(below, task) for task in tasks]
    except RuntimeError:
        pool.shutdown(cancel_futures=True)
        yield from map(below, tasks)
        return
    for future in futures:
        while not future.done():        # waiting without a timeout, this thread might never notice Ctrl-C
            wait((future,), timeout=POLL)
        yield future.result()


def _replies(judge: Judge, move: int) -> list[int]:
    judge.push(move)
    replies = judge.moves()
    judge.pop()
    return replies
