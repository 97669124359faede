# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32

cdef enum:
    FIRST_ROOM = 1 << 13        # numbers in a list at first; it must hold a line
    MOST_ROOM = 1 << 20         #   and at most: four megabytes
    MOST_TUPLES = 64            # more lines are handed over packed
    NOTED_POSITIONS = 1 << 14   # positions for which it is noted how lines continue; a power of two

cdef struct Continuations:      # how lines continue from a position
    u64 key                     # of the position with a number of moves left
    u32 start, end              # all lines from there on are moves[start:end]:
    u32 count                   #   this many,
    u32 depth                   #   which have reached it after this many moves
    u64 generation

@cython.final
cdef class LineRecords:
    cdef u32 *moves
    cdef Py_ssize_t size, handed, room
    cdef u64 generation
    cdef bint knows_any         # is there anything noted?
    cdef Continuations *memo    # by the last bits of keys; NULL until it is used
    @cython.locals(room=Py_ssize_t)
    cdef bint makes_room(self, Py_ssize_t size) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void add(self, u32 *line, Py_ssize_t depth) noexcept nogil
    cdef void clear(self) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, end=Py_ssize_t, count=Py_ssize_t, width=Py_ssize_t, least=Py_ssize_t)
    cdef hand_over(self, lines)
    @cython.locals(words="u32 *", i=Py_ssize_t, j=Py_ssize_t)
    cdef bytes _packed(self, Py_ssize_t count, Py_ssize_t width)
    cdef bint _makes_memo(self) noexcept nogil
    @cython.locals(slot=Py_ssize_t)
    cdef void note(self, u64 key, Py_ssize_t start, u64 generation, Py_ssize_t depth, Py_ssize_t count) noexcept nogil
    @cython.locals(slot=Py_ssize_t, count=Py_ssize_t, own=Py_ssize_t, at=Py_ssize_t, length=Py_ssize_t, i=Py_ssize_t)
    cdef Py_ssize_t copy(self, u64 key, u32 *line, Py_ssize_t depth, Py_ssize_t most) noexcept nogil
