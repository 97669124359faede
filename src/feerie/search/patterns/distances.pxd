# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint16_t as u16, uint8_t as u8
from feerie.kernel.bits cimport lowest, ONE
from feerie.kernel.compiled_rules cimport ATTACK_TABLES, CAPTURE, MEN, QUIET, SQUARES
from feerie.kernel.verdict cimport Judge

cdef enum:
    TRANSITIONS = 128       # of both sides together, at most
    NO_TRANSITION = 128     # in transition_of: a man never becomes that kind
    SIDE_MEN = 32           # men of a side, at most
    MAX_FLIGHTS = 8         # squares next to a king, at most
    CHECKED = 256           # bit of the king's square in a king zone; bits 0 to 7 are its flights
    FAR = 99                # distance to what is never reached
    NEAR = 8                # moves below which `within` knows what is reached

@cython.final
cdef class Distances:
    cdef public bint has_castling, castles_with_enemy, castling_needs_rights
    cdef int transition_kind[TRANSITIONS]
    cdef int transition_start[2 * MEN + 1]
    cdef u8 transition_of[2 * MEN * MEN]
    cdef u64 move_targets[TRANSITIONS * SQUARES]
    cdef u64 first_squares[2 * MEN * SQUARES]
    cdef u64 quiet_first_squares[2 * MEN * SQUARES]
    cdef u8 distance[(TRANSITIONS + 1) * SQUARES * SQUARES]
    cdef u64 within[TRANSITIONS * SQUARES * NEAR]
    cdef u8 min_distance[2 * MEN * SQUARES * SQUARES]
    cdef u64 king_targets[2 * SQUARES]
    cdef u8 king_distance[2 * SQUARES * SQUARES]
    cdef u64 attack_origins[2 * MEN * SQUARES]
    cdef u64 threats[2 * MEN * SQUARES]
    cdef u16 zone_attacks[2 * MEN * SQUARES * SQUARES]
    cdef u64 attacks[2 * MEN * SQUARES]
    cdef u64 attacks_after_move[2 * MEN * SQUARES]
    cdef u64 zone[2 * SQUARES]
    cdef u64 lines[SQUARES * SQUARES]
    cdef u64 behind[SQUARES * SQUARES]
    cdef readonly bint has_uniform_lines
    cdef u8 flights[2 * SQUARES * MAX_FLIGHTS]
    cdef int flight_count[2 * SQUARES]
    cdef u64 castling_transport[2 * MEN * SQUARES]
    cdef bint castling_movable[2 * MEN]
    cdef bint moves_unalike[2 * MEN]
    cdef u8 moves_until_transportable[2 * MEN * SQUARES]
    cdef u64 quiet_targets[TRANSITIONS * SQUARES]
    cdef u8 quiet_distance[(TRANSITIONS + 1) * SQUARES * SQUARES]
    cdef bint captures_apart[2 * MEN]

    @cython.locals(transition=Py_ssize_t, side=Py_ssize_t, kind=Py_ssize_t, i=Py_ssize_t)
    cdef _fill_transitions(self, genre, tables)
    @cython.locals(side_kind=Py_ssize_t, transition=Py_ssize_t, square=Py_ssize_t, target=Py_ssize_t)
    cdef void _fill_distances(self) noexcept
    @cython.locals(plain=Py_ssize_t, later=Py_ssize_t, base=Py_ssize_t, target=Py_ssize_t, arrived=u64, unpromoted=u64,
                   seen=u64, seen_unpromoted=u64, reached=u64, stepped=u64, cost=int)
    cdef void _breadth_first(self, u64 *move_targets, u8 *distance, Py_ssize_t side_kind, Py_ssize_t transition,
                             Py_ssize_t square) noexcept
    @cython.locals(base=Py_ssize_t, target=Py_ssize_t)
    cdef void _fill_quiet(self, Py_ssize_t side_kind, Py_ssize_t transition, Py_ssize_t square) noexcept
    @cython.locals(target=Py_ssize_t, moves=Py_ssize_t)
    cdef void _fill_within(self, Py_ssize_t i) noexcept
    @cython.locals(best=int, transition=Py_ssize_t)
    cdef void _fill_min_distance(self, Py_ssize_t side_kind, Py_ssize_t square, Py_ssize_t target) noexcept
    @cython.locals(side=Py_ssize_t, square=Py_ssize_t, flight=Py_ssize_t, target=Py_ssize_t, side_kind=Py_ssize_t,
                   royal=Py_ssize_t)
    cdef _fill_kings(self, genre, tables, rights, int castling_sides)
    @cython.locals(king_to=Py_ssize_t, partner_to=Py_ssize_t, king=Py_ssize_t, partner=Py_ssize_t, kind=Py_ssize_t,
                   owner=Py_ssize_t)
    cdef _add_castlings(self, genre, tables, Py_ssize_t side, rights)
    @cython.locals(best=int, transition=Py_ssize_t, target=Py_ssize_t)
    cdef void _fill_moves_until_transportable(self, Py_ssize_t side, Py_ssize_t side_kind, Py_ssize_t square) noexcept
    @cython.locals(base=Py_ssize_t, target=Py_ssize_t, seen=u64, arrived=u64, reached=u64, cost=int)
    cdef void _breadth_first_king(self, Py_ssize_t side, Py_ssize_t square) noexcept
    @cython.locals(side=Py_ssize_t, kind=Py_ssize_t, other=Py_ssize_t, component=Py_ssize_t, square=Py_ssize_t)
    cdef _fill_attack_origins(self, tables)
    @cython.locals(component=Py_ssize_t, square=Py_ssize_t, at=Py_ssize_t, origins=u64, line=u64)
    cdef _fill_lines(self, tables, u64[::1] reach, u64[::1] between)
    @cython.locals(side=Py_ssize_t, side_kind=Py_ssize_t, transition=Py_ssize_t, square=Py_ssize_t, origin=Py_ssize_t,
                   origins=u64)
    cdef void _fill_threats(self) noexcept
    @cython.locals(side_kind=Py_ssize_t, king=Py_ssize_t, base=Py_ssize_t, zone=Py_ssize_t, flight=Py_ssize_t,
                   square=Py_ssize_t, origins=u64)
    cdef void _fill_zone_attacks(self) noexcept
    cdef void _mark_zone_attack(self, Py_ssize_t base, u64 origins, int bit) noexcept
    @cython.locals(side=Py_ssize_t, king=Py_ssize_t, side_kind=Py_ssize_t, transition=Py_ssize_t, square=Py_ssize_t)
    cdef _fill_attacks_after_move(self, royal)
    cdef void _add_attacks_after_move(self, Py_ssize_t side_kind, Py_ssize_t result, Py_ssize_t square,
                                      u64 targets) noexcept

@cython.locals(p=Py_ssize_t, rights=int, found=int, side=Py_ssize_t, owner=Py_ssize_t, kind=Py_ssize_t, squares=u64)
cpdef int sides_that_may_castle(Judge judge, Py_ssize_t moves) except -1

cdef class SideView:
    cdef public Judge judge
    cdef public Distances distances
    cdef public Py_ssize_t mating_side
    cdef int man_squares[2 * SIDE_MEN]
    cdef int man_kinds[2 * SIDE_MEN]
    cdef int first_attack_table[2 * MEN]

    @cython.locals(i=Py_ssize_t)
    cdef u64 look_up_between(self, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t attacked,
                             Py_ssize_t origin) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline bint has_several_paths(self, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t attacked,
                                      Py_ssize_t origin) noexcept nogil

cdef inline Py_ssize_t least_moves(SideView view, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t square,
                                   Py_ssize_t goal) noexcept nogil:
    return view.distances.min_distance[((side * MEN + kind) * SQUARES + square) * SQUARES + goal]

cdef inline u64 squares_between(SideView view, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t attacked,
                                Py_ssize_t origin) noexcept nogil:
    if not view.distances.has_uniform_lines:
        return view.look_up_between(side, kind, attacked, origin)
    if not view.distances.attack_origins[(side * MEN + kind) * SQUARES + attacked] >> origin & 1:
        return 0
    return view.distances.lines[attacked * SQUARES + origin]
