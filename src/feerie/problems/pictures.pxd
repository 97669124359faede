# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8
from feerie.kernel.bits cimport lowest, popcount, FULL, ONE
from feerie.kernel.state cimport CAPTURE, FAMILIES, MEN, QUIET, SIGHTS, SQUARES, STEPS
from feerie.kernel.verdict cimport Judge

cdef enum:
    COSTS = 8               # moves of a side that distances are counted to, less one
    ROLES = 128
    UNITS = 32              # men of a side in a picture at most
    CHECKED = 256           # bit of the king beside those of its flights
    FAR = 99
    JUMPY = 3               # with more moves than that castlings may take men anywhere
    TRIALS = 1000           # so many steps, then a picture is taken for possible

@cython.final
cdef class PictureTables:
    cdef public bint castles
    cdef int role_type[ROLES]
    cdef int role_start[2 * MEN + 1]
    cdef u64 within[ROLES * SQUARES * COSTS]
    cdef u8 distance[2 * MEN * SQUARES * SQUARES]
    cdef u64 king_within[2 * SQUARES * COSTS]
    cdef u64 seen_from[2 * MEN * SQUARES]
    cdef u16 aims[2 * MEN * SQUARES * SQUARES]
    cdef u8 flights[2 * SQUARES * 8]
    cdef int flight_count[2 * SQUARES]
    cdef u64 jumps[2 * MEN * SQUARES]
    cdef u64 landings[2 * SQUARES * COSTS]
    cdef bint jumping[2 * MEN]

    @cython.locals(role=Py_ssize_t, side=Py_ssize_t, man=Py_ssize_t, number=Py_ssize_t, at=Py_ssize_t, square_mask=u64, partner_to=Py_ssize_t, king_to=Py_ssize_t, owner=Py_ssize_t, partner=Py_ssize_t)
    cdef _learn_moves(self, genre, tables, rights)
    @cython.locals(square=Py_ssize_t, cost=Py_ssize_t, reached=u64, step=u64)
    cdef _spread(self, Py_ssize_t role, bint same, plain, crowned, Py_ssize_t later)
    @cython.locals(square=Py_ssize_t, cost=Py_ssize_t, target=Py_ssize_t, reached=u64, landed=u64, step=u64)
    cdef _spread_king(self, Py_ssize_t side, once, lands)
    @cython.locals(side=Py_ssize_t, man=Py_ssize_t, other=Py_ssize_t, component=Py_ssize_t, square=Py_ssize_t, king=Py_ssize_t, base=Py_ssize_t, enemy=Py_ssize_t, flight=Py_ssize_t, reach=u64)
    cdef _learn_sights(self, tables)
    @cython.locals(man=Py_ssize_t, square=Py_ssize_t, target=Py_ssize_t, role=Py_ssize_t, cost=Py_ssize_t, reached=u64)
    cdef _learn_distances(self)
    cdef void _aim(self, Py_ssize_t base, u64 origins, int bit) noexcept

@cython.final
cdef class Pictures:
    cdef public Judge judge
    cdef public PictureTables tables
    cdef public bint fits
    cdef public Py_ssize_t mater
    cdef Py_ssize_t units
    cdef int squares[UNITS]
    cdef int men[UNITS]
    cdef u32 seen[UNITS]
    cdef int block_square[SQUARES]
    cdef int block_man[SQUARES]
    cdef int block_count
    cdef u32 full, free
    cdef int cost[8]
    cdef u64 near[UNITS]    # where a castling can take each man of the mater; and two moves, one a castling
    cdef u64 two[UNITS]
    cdef u64 block_near, block_two
    cdef bint jumping, blocks_jump
    cdef int trials
    cdef u64 openers[9]
    cdef u64 places[MEN]    # where men help in a picture, where no move is to be lost
    cdef u64 among
    cdef int first_sight[2 * MEN]
    cdef bint open          # any move but the king's may do
    cdef u64 leave, reach   # moves from and to these squares may
    cdef u64 flee           # the king's moves to these squares may
    cdef Py_ssize_t king

    @cython.locals(mater=Py_ssize_t, victim=Py_ssize_t, king=Py_ssize_t, square=Py_ssize_t, unit=Py_ssize_t, cost=Py_ssize_t, found=u64, reach=u64, bits=u64)
    cdef u64 kings(self, Py_ssize_t p, Py_ssize_t own, Py_ssize_t other, u64 among) noexcept nogil
    @cython.locals(mates=bint, king=Py_ssize_t, at=Py_ssize_t, flight=Py_ssize_t, square=Py_ssize_t, man=Py_ssize_t)
    cdef bint tight(self, Py_ssize_t p, Py_ssize_t own, Py_ssize_t other, u64 kings) noexcept nogil
    @cython.locals(origin=Py_ssize_t, target=Py_ssize_t, man=Py_ssize_t, becomes=Py_ssize_t, places=u64, cost=Py_ssize_t, role=Py_ssize_t, was=Py_ssize_t)
    cdef bint helps(self, Py_ssize_t side, u32 move) noexcept nogil
    @cython.locals(mater=Py_ssize_t, lands=u64, unit=Py_ssize_t, men=u64, square=Py_ssize_t, man=Py_ssize_t, near=u64)
    cdef void _learn_jumps(self, Py_ssize_t p, Py_ssize_t victim, Py_ssize_t king, Py_ssize_t own, Py_ssize_t other) noexcept nogil
    @cython.locals(square=Py_ssize_t, role=Py_ssize_t, found=u64)
    cdef u64 _around(self, Py_ssize_t side, Py_ssize_t man, u64 squares) noexcept nogil
    @cython.locals(bits=u64, man=Py_ssize_t)
    cdef void _learn_blocks(self, Py_ssize_t p, Py_ssize_t victim) noexcept nogil
    @cython.locals(mater=Py_ssize_t, victim=Py_ssize_t, at=Py_ssize_t, static=u32, unit=Py_ssize_t, flight=Py_ssize_t, square=Py_ssize_t, block=Py_ssize_t, far=int)
    cdef bint _pictured(self, Py_ssize_t king, Py_ssize_t own, Py_ssize_t other, Py_ssize_t spent) noexcept nogil
    @cython.locals(unit=Py_ssize_t, unseen=u32, need=u32, bits=u32, spent=int, total=int, worst=int, dearest=int, flight=int, square=Py_ssize_t)
    cdef bint _covered(self, Py_ssize_t king, Py_ssize_t own, Py_ssize_t other, Py_ssize_t jumped, Py_ssize_t castled, u32 moved, u32 seen, u32 forced) noexcept nogil
    @cython.locals(victim=Py_ssize_t, at=Py_ssize_t, square=Py_ssize_t, rest=u32, bits=u32, block=Py_ssize_t, far=int, paid=int)
    cdef bint _blocked(self, Py_ssize_t king, u32 flights, u64 used, int left) noexcept nogil
    @cython.locals(mater=Py_ssize_t, at=Py_ssize_t, square=Py_ssize_t, unit=Py_ssize_t, man=Py_ssize_t, here=Py_ssize_t, role=Py_ssize_t, kind=Py_ssize_t, target=Py_ssize_t, targets=u64, sights=u64, left=Py_ssize_t, paid=Py_ssize_t)
    cdef bint _placed(self, Py_ssize_t king, Py_ssize_t own, Py_ssize_t other, Py_ssize_t jumped, Py_ssize_t castled, u32 moved, u32 seen, u32 forced, u32 wanted) noexcept nogil
    @cython.locals(mater=Py_ssize_t, victim=Py_ssize_t, royal=u64, king=Py_ssize_t, occupied=u64, others=u64, bits=u64, target=Py_ssize_t, i=Py_ssize_t, kept=Py_ssize_t)
    cdef Py_ssize_t last(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, u64 kings) noexcept nogil
    cdef inline bint useful(self, u32 move) noexcept nogil
    @cython.locals(man=Py_ssize_t, role=Py_ssize_t)
    cdef bint sees_after(self, Py_ssize_t unit, Py_ssize_t king) noexcept nogil
    @cython.locals(men=u64, bits=u64, man=Py_ssize_t)
    cdef void count_units(self, Py_ssize_t p) noexcept nogil
    @cython.locals(mater=Py_ssize_t, shields=u64, between=u64, unit=Py_ssize_t, found=bint, origin=Py_ssize_t, targets=u64, s=Py_ssize_t)
    cdef bint mates(self, Py_ssize_t p, Py_ssize_t king, u64 occupied, u64 others, bint moves) noexcept nogil
    @cython.locals(mater=Py_ssize_t, origin=Py_ssize_t, man=Py_ssize_t, own=u64, targets=u64, zone=u64, reached=u64, i=Py_ssize_t, found=bint, target=Py_ssize_t, stand_in=u64, blockers=u64)
    cdef bint step_mates(self, Py_ssize_t p, Py_ssize_t unit, Py_ssize_t s, Py_ssize_t king, u64 occupied, u64 others, bint moves, bint shield) noexcept nogil
    @cython.locals(mater=Py_ssize_t, origin=Py_ssize_t, own=u64, found=bint, f=Py_ssize_t, partners=u64, partner=Py_ssize_t, c=Py_ssize_t, blockers=u64, king_to=Py_ssize_t, partner_to=Py_ssize_t, uncovers=bint, kind=Py_ssize_t, role=Py_ssize_t, becomes=Py_ssize_t)
    cdef bint castling_mates(self, Py_ssize_t p, Py_ssize_t unit, Py_ssize_t king, u64 occupied, u64 others, bint moves, u64 shields) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline u64 way(self, Py_ssize_t side, Py_ssize_t man, Py_ssize_t seen, Py_ssize_t origin) noexcept nogil
    @cython.locals(mater=Py_ssize_t, at=Py_ssize_t, full=u32, arrived=u64, covered=u32, flight=Py_ssize_t, other=Py_ssize_t, square=Py_ssize_t, man=Py_ssize_t, bits=u32, between=u64, need=u32, leaving=u64, found=bint, candidates=u64, left=u64, rest=u32)
    cdef bint fits_mate(self, Py_ssize_t unit, Py_ssize_t target, Py_ssize_t kind, u64 partner, Py_ssize_t partner_to, Py_ssize_t becomes, Py_ssize_t king, u64 occupied, u64 others, bint moves, u64 blockers, u64 stand_in) noexcept nogil
