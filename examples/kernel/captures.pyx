# cython: language_level=3
"""The kernel from C: how many of the lines of a length end with a capture. Needs Cython and a C compiler.

    cythonize -i examples/kernel/captures.pyx

The .pxd files of feerie.kernel are installed with the package and declare all that this module uses.
"""
from libc.stdint cimport uint64_t

from feerie.kernel.verdict cimport Judge


cdef uint64_t captures_below(Judge judge, Py_ssize_t p, Py_ssize_t n, int depth) noexcept nogil:
    """The same below frame p; the moves are listed from list[n] on."""
    cdef Py_ssize_t i, end = judge.list_legal(p, n)
    cdef uint64_t total = 0
    for i in range(n, end):
        if depth == 1:
            total += judge.is_capture_at(p, judge.list[i])
        else:
            judge.make(p, p + 1, judge.list[i])
            total += captures_below(judge, p + 1, end, depth - 1)
    return total


def captures(Judge judge, int depth):
    """The number of lines of `depth` legal moves, from the position on top of a judge, whose last move is a capture."""
    cdef uint64_t total
    if judge.ply + depth >= judge.capacity:
        raise ValueError("the stack of positions is too small for this depth")
    judge.ensure_list()
    with nogil:
        total = captures_below(judge, judge.ply, 0, depth)
    return total
