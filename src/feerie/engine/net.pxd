# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, int16_t as i16, int32_t as i32, int64_t as i64, uintptr_t
from feerie.kernel.bits cimport lowest, popcount
from feerie.kernel.compiled_rules cimport SQUARES
from feerie.kernel.verdict cimport Judge

# GCC compiles the functions at the end of this file twice, for any processor and for those with AVX2, and the loader
# chooses ("function multiversioning"). The names are those that Cython gives these functions;
# tests/test_checked_builds.py checks that they still match.
cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) \\
        && !defined(__SANITIZE_ADDRESS__)
    #define FEERIE_CLONED __attribute__((target_clones("avx2", "default")))
    static FEERIE_CLONED void __pyx_f_6feerie_6engine_3net_add_difference(
        int16_t *, Py_ssize_t, Py_ssize_t, int16_t *, Py_ssize_t, Py_ssize_t, Py_ssize_t);
    static FEERIE_CLONED void __pyx_f_6feerie_6engine_3net_add_differences(
        int16_t *, Py_ssize_t, Py_ssize_t, int16_t *, Py_ssize_t, Py_ssize_t, Py_ssize_t, Py_ssize_t);
    static FEERIE_CLONED int32_t __pyx_f_6feerie_6engine_3net_propagate(
        int16_t *, Py_ssize_t, int16_t *, Py_ssize_t, Py_ssize_t);
    #endif
    """

cdef enum:
    BLOCK = 64                      # hidden units summed up at a time
    MOST_HIDDEN = 256
    MOST_OUTPUTS = 16               # buckets times views
    SLOTS = 9                       # kinds of men and the king with its run flag set
    ACTIVE = 255                    # the largest output of a hidden unit
    OUTPUT_SHIFT = 13
    MOST = 20000                    # centipawns
    FULL_BOARD = 32                 # NET_MEN
    LINE = 160                      # frames whose sums are kept, those of a search
    CHANGES = 128                   # the most inputs listed for a view

cdef inline i16 *net_aligned(i16 *allocation) noexcept nogil:
    return <i16 *> ((<uintptr_t> allocation + 63) & ~(<uintptr_t> 63))

@cython.final
cdef class Net:
    cdef readonly object file
    cdef readonly Py_ssize_t hidden, views, buckets
    cdef i16 *allocation
    cdef i16 *rows                  # by enemy (0 own, 1 enemy man), slot and square as a side sees it
    cdef i16 biases[MOST_HIDDEN]
    cdef i16 output[MOST_OUTPUTS * MOST_HIDDEN]
    cdef i32 output_biases[MOST_OUTPUTS]
    cdef int mirror[4 * SQUARES]    # the square as a side sees it: by view and square, then the same with files flipped
    cdef int zone_at[2 * SQUARES]   # by view and the own king's square: see Accumulator.zone
    cdef Py_ssize_t kinds, royal
    cdef bint flagged, zoned

    @cython.locals(row=Py_ssize_t, j=Py_ssize_t)
    cdef _fill(self, inputs)
    @cython.locals(zone=Py_ssize_t, j=Py_ssize_t, square=Py_ssize_t, slot=Py_ssize_t, bucket=Py_ssize_t, outputs=Py_ssize_t, weight=int, least=int, greatest=int, low=int, high=int, product=int, most=i64)
    cdef _check_bounds(self, Py_ssize_t zones)
    cpdef int evaluation_of(self, Judge judge)

@cython.final
cdef class Accumulator:
    cdef Net net
    cdef Py_ssize_t hidden
    cdef i16 *allocation
    cdef i16 *sums                  # by view, frame and hidden unit
    cdef u64 keys[2 * LINE]         # by view and frame: of the position whose sums stand there
    cdef int came[2 * CHANGES]      # rows of the inputs to be added; those of a second view from CHANGES on
    cdef int went[2 * CHANGES]      # and subtracted
    cdef Py_ssize_t came_count, went_count
    cdef Py_ssize_t zones[2]        # by view: the zones for which inputs are listed

    cpdef int evaluation_of(self, Judge judge)
    cpdef int evaluation_at(self, Judge judge, Py_ssize_t p)
    cdef int evaluate(self, Judge judge, Py_ssize_t p) noexcept nogil
    @cython.locals(start=Py_ssize_t, q=Py_ssize_t, reached=Py_ssize_t, kept=bint, kept_other=bint)
    cdef void bring(self, Judge judge, Py_ssize_t p, Py_ssize_t view) noexcept nogil
    @cython.locals(kings=u64)
    cdef inline Py_ssize_t zone(self, Judge judge, Py_ssize_t p, Py_ssize_t view) noexcept nogil
    cdef inline void find_zones(self, Judge judge, Py_ssize_t p) noexcept nogil
    @cython.locals(kind=Py_ssize_t, square=Py_ssize_t, men=u64, before=u64, turned=u64, came=u64, went=u64)
    cdef void list_changes(self, Judge judge, Py_ssize_t q, Py_ssize_t p, Py_ssize_t view) noexcept nogil
    @cython.locals(side=Py_ssize_t, slot=Py_ssize_t, other=Py_ssize_t)
    cdef void list_flagged(self, Judge judge, Py_ssize_t q, Py_ssize_t p, Py_ssize_t view) noexcept nogil
    @cython.locals(came=u64, went=u64)
    cdef inline void list_men(self, Py_ssize_t side, Py_ssize_t slot, Py_ssize_t other, u64 men, u64 before, Py_ssize_t view) noexcept nogil
    cdef inline void list_came(self, Py_ssize_t side, Py_ssize_t slot, Py_ssize_t square, Py_ssize_t view) noexcept nogil
    cdef inline void list_went(self, Py_ssize_t side, Py_ssize_t slot, Py_ssize_t square, Py_ssize_t view) noexcept nogil
    @cython.locals(zone=Py_ssize_t)
    cdef inline int row(self, Py_ssize_t enemy, Py_ssize_t slot, Py_ssize_t view, Py_ssize_t square) noexcept nogil
    @cython.locals(other=Py_ssize_t)
    cdef void sum_up(self, Judge judge, Py_ssize_t p, Py_ssize_t view, Py_ssize_t at) noexcept nogil
    @cython.locals(kind=Py_ssize_t, side=Py_ssize_t, slot=Py_ssize_t)
    cdef void list_all(self, Judge judge, Py_ssize_t p, Py_ssize_t view) noexcept nogil
    @cython.locals(start=Py_ssize_t, j=Py_ssize_t)
    cdef void combine_all(self, Py_ssize_t view, Py_ssize_t at, Py_ssize_t listed) noexcept nogil
    @cython.locals(block=i16[BLOCK], source=Py_ssize_t, target=Py_ssize_t, end=Py_ssize_t, unit=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, a=Py_ssize_t, b=Py_ssize_t, c=Py_ssize_t)
    cdef void combine(self, Py_ssize_t view, Py_ssize_t q, Py_ssize_t p, Py_ssize_t listed) noexcept nogil
    @cython.locals(us=Py_ssize_t, bucket=Py_ssize_t, view=Py_ssize_t, total=i32)
    cdef int value(self, Judge judge, Py_ssize_t p, Py_ssize_t at) noexcept nogil

@cython.locals(end=Py_ssize_t, j=Py_ssize_t)
cdef void add_difference(i16 *sums, Py_ssize_t source, Py_ssize_t target, i16 *rows, Py_ssize_t a, Py_ssize_t b, Py_ssize_t hidden) noexcept nogil
@cython.locals(end=Py_ssize_t, j=Py_ssize_t)
cdef void add_differences(i16 *sums, Py_ssize_t source, Py_ssize_t target, i16 *rows, Py_ssize_t a, Py_ssize_t b, Py_ssize_t c, Py_ssize_t hidden) noexcept nogil
@cython.locals(end=Py_ssize_t, j=Py_ssize_t, x=i16, product=i16, total=i32)
cdef i32 propagate(i16 *sums, Py_ssize_t start, i16 *weights, Py_ssize_t output, Py_ssize_t hidden) noexcept nogil
