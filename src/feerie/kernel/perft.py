# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Perft: how many lines of legal moves of a given length a position has."""
from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import cython

from feerie.kernel.verdict import Judge

DEEPEST = 60


def walk(judge: Judge, p: int, n: int, depth: int, bulk: bool) -> int:
    """Leaves below frame p; with `bulk` the last moves are counted, not made."""
    if depth == 0:
        return 1
    if depth == 1 and bulk:
        return judge.count(p, n)
    total = 0
    end = judge.legal(p, n)
    for i in range(n, end):
        judge.make(p, p + 1, judge.list[i])
        total += walk(judge, p + 1, end, depth - 1, bulk) if depth > 1 else 1
    return total


def count_leaves(judge: Judge, depth: int, bulk: bool = True) -> int:
    """Perft of the position on top of a state; the interpreter is free for other threads meanwhile.

    ValueError for a depth below 0 or above DEEPEST.
    """
    if not 0 <= depth <= DEEPEST:
        raise ValueError(f"the depth must be between 0 and {DEEPEST}, not {depth}")
    if judge.ply + depth + 32 > judge.capacity:
        raise ValueError("the stack of positions is too small for this depth")
    judge.ensure_list()
    levels = depth
    whole = bulk
    with cython.nogil:
        total = walk(judge, judge.ply, 0, levels, whole)
    return total


def divide(judge: Judge, depth: int, threads: int = 1,
           progress: Callable[[int, int], None] | None = None) -> dict[int, int]:
    """Perft of `depth` by first move (move number -> leaves), the moves shared among threads.

    `progress` is called with the first moves done and their leaves. Ctrl-C stops between two subtrees.
    """
    moves = judge.moves()
    if depth < 1:
        raise ValueError("the depth must be at least 1")
    if depth == 1:
        return {move: 1 for move in moves}

    tasks: list[tuple[int, int | None]]
    if depth > 3:
        tasks = []
        for move in moves:
            judge.push(move)
            tasks.extend((move, reply) for reply in judge.moves())
            judge.pop()
    else:
        tasks = [(move, None) for move in moves]
    found = dict.fromkeys(moves, 0)

    def below(task: tuple[int, int | None]) -> tuple[int, int]:
        own = Judge(judge.program, depth + 8)
        own.copy_top(judge)
        own.push(task[0])
        if task[1] is not None:
            own.push(task[1])
        return task[0], count_leaves(own, depth - own.ply)

    with ThreadPoolExecutor(max_workers=max(1, threads)) as pool:
        try:
            for done, (move, leaves) in enumerate(pool.map(below, tasks), 1):
                found[move] += leaves
                if progress:
                    progress(done, leaves)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return found
