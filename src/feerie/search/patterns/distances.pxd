# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint16_t as u16, uint8_t as u8
from feerie.kernel.bits cimport lowest, ONE
from feerie.kernel.state cimport BOTH, MEN, QUIET, ATTACK_TABLES, SQUARES
from feerie.kernel.verdict cimport Judge

cdef enum:
    ROLES = 128
    UNITS = 32              # men of a side at most
    CHECKED = 256           # bit of the king beside those of its flights
    FAR = 99
    ANY = 8                 # of no kind in particular
    NOWHERE = 128           # no role

@cython.final
cdef class Distances:
    cdef public bint castles, either, settled
    cdef int role_type[ROLES]
    cdef int role_start[2 * MEN + 1]
    cdef u8 role_of[2 * MEN * MEN]
    cdef u64 once[ROLES * SQUARES]                  # by role and square: targets of a move
    cdef u64 steps[2 * MEN * SQUARES]
    cdef u64 pushes[2 * MEN * SQUARES]
    cdef u8 distance[(ROLES + 1) * SQUARES * SQUARES]
    cdef u8 nearest[2 * MEN * SQUARES * SQUARES]    # by man and two squares, whatever it becomes
    cdef u64 king_once[2 * SQUARES]
    cdef u8 king_distance[2 * SQUARES * SQUARES]
    cdef u64 attack_origins[2 * MEN * SQUARES]
    cdef u64 threats[2 * MEN * SQUARES]
    cdef u16 zone_attacks[2 * MEN * SQUARES * SQUARES]
    cdef u64 attacks[2 * MEN * SQUARES]
    cdef u64 attacks_after_move[2 * MEN * SQUARES]
    cdef u64 zone[2 * SQUARES]
    cdef u8 flights[2 * SQUARES * 8]
    cdef int flight_count[2 * SQUARES]
    cdef u64 castling_transport[2 * MEN * SQUARES]
    cdef bint castling_movable[2 * MEN]
    cdef u8 turn[2 * MEN * SQUARES]

    @cython.locals(role=Py_ssize_t, side=Py_ssize_t, man=Py_ssize_t, kind=Py_ssize_t, square=Py_ssize_t, target=Py_ssize_t, later=Py_ssize_t, plain=Py_ssize_t, i=Py_ssize_t)
    cdef _learn_men(self, genre, tables)
    @cython.locals(target=Py_ssize_t, known=u64, passed=u64, reached=u64, gone=u64, cost=int)
    cdef _spread(self, Py_ssize_t role, Py_ssize_t square, u64 done, u64 waiting, Py_ssize_t plain, Py_ssize_t later, crowned)
    @cython.locals(best=int, role=Py_ssize_t)
    cdef void _note_nearest(self, Py_ssize_t man, Py_ssize_t square, Py_ssize_t target) noexcept
    @cython.locals(side=Py_ssize_t, number=Py_ssize_t, at=Py_ssize_t, target=Py_ssize_t, king_to=Py_ssize_t, partner_to=Py_ssize_t, king=Py_ssize_t, partner=Py_ssize_t, man=Py_ssize_t, owner=Py_ssize_t, square=Py_ssize_t)
    cdef _learn_kings(self, genre, tables, rights)
    @cython.locals(best=int, role=Py_ssize_t, target=Py_ssize_t)
    cdef void _note_turn(self, Py_ssize_t side, Py_ssize_t man, Py_ssize_t square) noexcept
    @cython.locals(base=Py_ssize_t, target=Py_ssize_t, known=u64, done=u64, reached=u64, cost=int)
    cdef void _spread_king(self, Py_ssize_t side, Py_ssize_t square) noexcept
    @cython.locals(side=Py_ssize_t, man=Py_ssize_t, other=Py_ssize_t, component=Py_ssize_t, square=Py_ssize_t, king=Py_ssize_t, base=Py_ssize_t, enemy=Py_ssize_t, flight=Py_ssize_t, role=Py_ssize_t, origin=Py_ssize_t, origins=u64, seen=u64)
    cdef _learn_sights(self, tables)
    cdef void _look_on(self, Py_ssize_t man, Py_ssize_t becomes, Py_ssize_t square, u64 targets) noexcept
    cdef void _aim(self, Py_ssize_t base, u64 origins, int bit) noexcept

cdef class SideView:
    cdef public Judge judge
    cdef public Distances distances
    cdef public Py_ssize_t mater
    cdef int squares[2 * UNITS]
    cdef int men[2 * UNITS]
    cdef int first_attack_table[2 * MEN]

    @cython.locals(i=Py_ssize_t)
    cdef inline u64 way(self, Py_ssize_t side, Py_ssize_t man, Py_ssize_t seen, Py_ssize_t origin) noexcept nogil
