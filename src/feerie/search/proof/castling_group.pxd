# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint8_t as u8
from feerie.kernel.bits cimport lowest, ONE
from feerie.kernel.compiled_rules cimport SQUARES
from feerie.search.proof.structs cimport ALL_MEN, IS_CAPTURED, CASTLING_KING, SIDE_LIMIT, TRANSPORT, UNREACHABLE
from feerie.search.proof.paths cimport Paths

cdef enum:
    PLACES = 65             # squares of a partner, and OFF_BOARD
    OFF_BOARD = 64          # it is captured, or there is none
    STATES = SQUARES * PLACES * PLACES
    GROUP_STEPS = 4096      # moves of a man of the group, at most

cdef struct Step:           # a move of a man of the group, and of its partner
    u64 path                # squares that must be empty, the target of a plain move among them
    u8 origin, partner, partner_to
    u8 castles              # 0: a plain move; 1, 2: with this partner; 3: with a man that is not of the group

@cython.final
cdef class CastlingGroup:
    cdef Paths paths
    cdef public bint applies
    cdef Py_ssize_t side
    cdef Py_ssize_t king                        # men
    cdef Py_ssize_t partner[2]                  # -1: none
    cdef u64 captured_on[2]                     # squares where the partner may be captured
    cdef Step *steps
    cdef Py_ssize_t step_count
    cdef Py_ssize_t first[3 * (SQUARES + 1)]    # [man of the group, target]: its first step
    cdef u8 *distance                           # by state
    cdef u32 *queue
    cdef u8 most                                # distances above it are not measured

    @cython.locals(man=Py_ssize_t, slot=Py_ssize_t, count=Py_ssize_t)
    cdef void choose(self, Py_ssize_t side, Py_ssize_t king) noexcept nogil
    @cython.locals(i=Py_ssize_t, edge=Py_ssize_t, found=bint)
    cdef bint _is_partner(self, Py_ssize_t man) noexcept nogil
    @cython.locals(slot=Py_ssize_t, square=Py_ssize_t, man=Py_ssize_t, i=Py_ssize_t, edge=Py_ssize_t)
    cdef void _list_steps(self) noexcept nogil
    @cython.locals(man=Py_ssize_t, slot=Py_ssize_t, i=Py_ssize_t, edge=Py_ssize_t, castling=Py_ssize_t, others=bint)
    cdef void _add_castlings(self, Py_ssize_t king_edge) noexcept nogil
    cdef void _add_step(self, u64 path, Py_ssize_t origin, Py_ssize_t castles, Py_ssize_t partner,
                        Py_ssize_t partner_to) noexcept nogil
    @cython.locals(i=Py_ssize_t, head=Py_ssize_t, tail=Py_ssize_t, state=Py_ssize_t)
    cdef void measure(self, int most) noexcept nogil
    @cython.locals(first=Py_ssize_t, second=Py_ssize_t, king=Py_ssize_t, tail=Py_ssize_t)
    cdef Py_ssize_t _add_goals(self) noexcept nogil
    @cython.locals(destinies=u32, destiny=Py_ssize_t, man=Py_ssize_t, found=u64)
    cdef u64 _goals(self, Py_ssize_t slot) noexcept nogil
    @cython.locals(king=Py_ssize_t, first=Py_ssize_t, second=Py_ssize_t, i=Py_ssize_t, places=u64, before=Py_ssize_t,
                   level=int)
    cdef Py_ssize_t _go_back(self, Py_ssize_t state, Py_ssize_t tail) noexcept nogil
    @cython.locals(state=Py_ssize_t, squares=u64)
    cdef Py_ssize_t _reach(self, Py_ssize_t king, Py_ssize_t first, Py_ssize_t second, int level,
                                  Py_ssize_t tail) noexcept nogil
