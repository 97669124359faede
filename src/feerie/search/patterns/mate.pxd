# cython: language_level=3
cimport cython
from libc.stdint cimport uint32_t as u32
from feerie.kernel.bits cimport ONE
from feerie.kernel.compiled_rules cimport MEN, SQUARES
from feerie.search.patterns.base cimport Patterns
from feerie.search.patterns.distances cimport CHECKED, MAX_FLIGHTS, least_moves
from feerie.search.patterns.king_zone cimport KingEnumeration
from feerie.search.patterns.structs cimport ANY_KIND, NO_TARGET, Draft, block, make_target, target_square

cdef class MateEnumeration(KingEnumeration):
    @cython.locals(open_flights=u32, exclusions=Py_ssize_t, flight=Py_ssize_t, square=Py_ssize_t, blocking=Draft,
                   man=Py_ssize_t)
    cdef void _extend(self, Draft draft) noexcept nogil
    @cython.locals(side_kind=Py_ssize_t, first=Py_ssize_t, end=Py_ssize_t, transition=Py_ssize_t)
    cdef void _block(self, Py_ssize_t man, Py_ssize_t square, Draft draft) noexcept nogil
    @cython.locals(man=Py_ssize_t, target=int, square=Py_ssize_t, open_flights=u32, needless=bint)
    cdef bint _is_minimal(self, Draft draft) noexcept nogil

@cython.final
cdef class MatePatterns(Patterns):
    pass
