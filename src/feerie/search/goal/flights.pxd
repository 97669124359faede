# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.bits cimport ONE, lowest
from feerie.kernel.compiled_rules cimport ATTACK_TABLES, KING_MOVE_TABLE, MULTIPLEX, PLAIN, SQUARES, ULTRA, reached_from
from feerie.kernel.verdict cimport Judge
from feerie.search.goal.reach cimport Reach

@cython.final
cdef class FlightTest:
    cdef Judge judge
    cdef Reach reach
    # set by collect_cover
    cdef u64 covers[SQUARES]                # by the square of an attacker's man: the king's steps that it attacks
    cdef u64 covered                        # the king's steps that are attacked
    cdef u64 covered_twice                  # by two men or more
    cdef u64 seen_by_riders

    @cython.locals(us=Py_ssize_t, kings=u64, own=u64)
    cdef Py_ssize_t drop_evaded_checks(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(zone=u64, occupied=u64, kept=Py_ssize_t, i=Py_ssize_t)
    cdef Py_ssize_t drop_checks_evaded_by(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t king, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(bits=u64, seen=u64, origin=Py_ssize_t, i=Py_ssize_t)
    cdef inline void collect_cover(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t king, u64 zone, u64 occupied) noexcept nogil
    @cython.locals(origin=Py_ssize_t, flights=u64)
    cdef inline bint leaves_flight(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t king, u64 zone, u64 occupied, u32 move) noexcept nogil
    @cython.locals(seen=u64, bits=u64, i=Py_ssize_t)
    cdef u64 attacked_by_riders(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t king, u64 occupied, u64 men) noexcept nogil
