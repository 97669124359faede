# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8, int32_t as i32, int64_t as i64

from feerie.kernel.bits cimport lowest, popcount, ONE
from feerie.kernel.compiled_rules cimport (FAMILIES, MEN, MULTIPLEX, NONE, PLAIN, SQUARES, CompiledRules,
                                           i32_view, u8_view, u16_view, u64_view)
from feerie.kernel.move_generator cimport Frame
from feerie.kernel.packed_move cimport move_kind, move_man, move_result, move_target
from feerie.kernel.verdict cimport VERDICT_UNPARRYABLE, Judge
from feerie.tables.indexing cimport IndexScheme, PositionIndex, index_in_image, index_of, place_cell

cdef enum:
    TABLE_PARTS = 128
    UNKNOWN = 0             # values of positions: see NO_POSITION in retrograde.py
    INVALID = 1
    DRAWN = 1               # what is said of a position of another table
    JUDGED = 2
    NO_DISTANCE = 65535

cdef struct Part:           # a table that moves lead to
    IndexScheme *scheme
    u16 *values
    u64 signature
    Py_ssize_t exchanged

@cython.locals(found=u64, count=u64, kind=Py_ssize_t)
cdef u64 signature_of(Frame *frames, Py_ssize_t p) noexcept nogil

cdef class Retrograde:
    cdef Judge judge
    cdef public PositionIndex index
    cdef readonly object values_array, counters_array
    cdef list references
    cdef public dict deferred       # by distance: positions to be judged again then
    cdef IndexScheme *own
    cdef u64 own_signature
    cdef Part parts[TABLE_PARTS]
    cdef Py_ssize_t part_count
    cdef u16 *values
    cdef u8 *counters               # moves that may yet turn out to lose; 0: it can no longer be lost so
    cdef i32 *starts                # by side, kind and square: origins[starts[i]:starts[i + 1]]
    cdef u8 *origins
    cdef u64 *masks                 #   the squares that must be empty, the origin among them
    cdef i32 castle_starts[2 * FAMILIES * SQUARES + 1]   # by family and king's square: castles[...]
    cdef u16 *castles
    cdef bint exact                 # a move is legal if the position after it is
    cdef public Py_ssize_t highest  # the largest distance seen
    cdef public Py_ssize_t strays   # moves to positions that are none: must be 0
    cdef Py_ssize_t waiting, due

    @cython.locals(i=Py_ssize_t)
    cdef _add_part(self, u64 signature, PositionIndex other, values, bint exchanged)
    @cython.locals(f=Py_ssize_t, square=Py_ssize_t)
    cdef _list_castlings(self, tables)
    @cython.locals(i=Py_ssize_t, us=Py_ssize_t, signature=u64, cell=i64, value=Py_ssize_t)
    cdef Py_ssize_t value_after(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t done) noexcept nogil
    @cython.locals(cell=i64, value=Py_ssize_t)
    cdef inline Py_ssize_t own_value(self, Py_ssize_t p, Py_ssize_t done) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, best=Py_ssize_t, worst=Py_ssize_t, waiting=Py_ssize_t, drawn=bint, value=Py_ssize_t, move=u32)
    cdef Py_ssize_t judged(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t done) noexcept nogil
    cdef void keep(self, u64 cell, Py_ssize_t value) noexcept nogil
    @cython.locals(us=Py_ssize_t, winner=Py_ssize_t)
    cdef bint is_position(self, u64 cell) noexcept nogil
    @cython.locals(first=u64, last=u64)
    cpdef begin(self, u64 start, u64 end)
    @cython.locals(cell=u64)
    cdef void begin_cells(self, u64 start, u64 end) noexcept nogil
    cdef void judge_again(self, u64 cell, Py_ssize_t done) noexcept nogil
    @cython.locals(first=u64, last=u64, d=Py_ssize_t)
    cpdef take_back(self, Py_ssize_t distance, u64 start, u64 end)
    @cython.locals(cell=u64)
    cdef void take_back_cells(self, Py_ssize_t d, u64 start, u64 end) noexcept nogil
    @cython.locals(cell=u64)
    cpdef finish(self, Py_ssize_t distance)
    @cython.locals(frames="Frame *", us=Py_ssize_t, g=Py_ssize_t, kind=Py_ssize_t, target=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, occupied=u64, men=u64, seen=u64)
    cdef void take_back_men(self, Py_ssize_t d) noexcept nogil
    @cython.locals(frames="Frame *", us=Py_ssize_t, i=u64, bits=u64, exact=bint)
    cdef void step_back(self, Py_ssize_t kind, Py_ssize_t origin, Py_ssize_t target, Py_ssize_t d) noexcept nogil
    cdef inline u8 flags_after(self, u8 rights, Py_ssize_t us, u64 leaving, u64 arriving) noexcept nogil
    @cython.locals(us=Py_ssize_t, f=Py_ssize_t, king=Py_ssize_t, i=Py_ssize_t, kings=u64)
    cdef void take_back_castlings(self, Py_ssize_t d) noexcept nogil
    @cython.locals(frames="Frame *", us=Py_ssize_t, owner=Py_ssize_t, kind=Py_ssize_t, i=u64, occupied=u64, king=u64, partner=u64, king_to=u64, partner_to=u64)
    cdef void uncastle(self, Py_ssize_t f, Py_ssize_t c, Py_ssize_t d) noexcept nogil
    @cython.locals(value=Py_ssize_t)
    cdef void note_before(self, i64 cell, bint exact, Py_ssize_t d) noexcept nogil
    @cython.locals(king=Py_ssize_t, place=Py_ssize_t, i=Py_ssize_t)
    cdef void reach_back(self, bint exact, Py_ssize_t d) noexcept nogil
    @cython.locals(first=u64, last=u64, found=i64)
    cpdef find_error(self, u64 start, u64 end)
    @cython.locals(cell=u64, value=Py_ssize_t, again=Py_ssize_t)
    cdef i64 first_error(self, u64 start, u64 end) noexcept nogil
