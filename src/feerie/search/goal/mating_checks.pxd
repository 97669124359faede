# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64
from feerie.kernel.bits cimport ONE, lowest, popcount
from feerie.kernel.compiled_rules cimport (ATTACK_TABLES, FAMILIES, KING_MOVE_TABLE, MEN, MOVE_TABLES, SQUARES,
                                           reached_from)
from feerie.kernel.verdict cimport Judge
from feerie.search.goal.reach cimport Reach

cdef enum:
    FLIGHT_SETS = 64        # kept at most

@cython.final
cdef class MatingChecks:
    cdef Judge judge
    cdef Reach reach
    cdef bint free_castlings[2]             # by side: has it castlings from any squares?
    cdef u64 promotion_zone                 # squares where pawns of either side promote
    # set by collect_checks
    cdef u64 defenders                      # all the defender's men
    cdef u64 defenders_without_king
    cdef u64 flights                        # flight squares of the defender's king
    cdef u64 king_targets                   # squares next to it without a defender
    cdef Py_ssize_t victim                  # its square
    cdef u64 parrying_men                   # defenders that no rider could pin, without the king
    cdef u64 parry_path                     # set by has_parry
    cdef u64 kept_clear                     # squares that the attacker's quiet move must not enter
    cdef u64 must_stay                      # attackers that must not make it
    cdef u64 battery_squares                # where an attacker's man masks a line to the defender's king
    cdef u64 check_squares[MEN]             # by kind of attacker's man: squares from which it gives check
    cdef u64 flight_sets[FLIGHT_SETS]       # flights that remain after a check, each set once
    cdef Py_ssize_t flight_set_count
    cdef u64 line_squares                   # where men of the attacker's mask a line to that king, alone or not

    cdef u64 enemy_partners                 # defenders with which the attacker's king may castle
    cdef unsigned short partner_kinds[2 * FAMILIES]         # by family of castlings: the kinds of men (bits) that may
    cdef u64 screens                        # defenders next to their king on lines, seen from him
    cdef u64 only_screens                   # those that alone stand between him and a rider of the attacker's

    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, king=Py_ssize_t, origin=Py_ssize_t, bits=u64)
    cdef bint collect_checks(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t, origin=Py_ssize_t, bits=u64, seen=u64, between=u64, masks=u64)
    cdef void collect_check_squares(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t king) noexcept nogil
    @cython.locals(targets=u64)
    cdef bint add_checks_of_man(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t man, Py_ssize_t origin) noexcept nogil
    cdef inline bint has_right(self, Py_ssize_t p, Py_ssize_t f) noexcept nogil
    @cython.locals(us=Py_ssize_t, c=Py_ssize_t, king=Py_ssize_t)
    cdef bint add_castlings(self, Py_ssize_t p, Py_ssize_t f) noexcept nogil
    @cython.locals(us=Py_ssize_t, c=Py_ssize_t, king=Py_ssize_t, partner=Py_ssize_t, partners=u64)
    cdef bint add_free_castlings(self, Py_ssize_t p, Py_ssize_t f) noexcept nogil
    @cython.locals(us=Py_ssize_t, man=Py_ssize_t, remaining=u64)
    cdef bint add_castling(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t c, Py_ssize_t king, Py_ssize_t partner) noexcept nogil
    @cython.locals(king_to=Py_ssize_t, target=Py_ssize_t)
    cdef u64 flights_after_castling(self, Py_ssize_t us, Py_ssize_t man, Py_ssize_t f, Py_ssize_t c) noexcept nogil
    cdef inline bint castling_checks(self, Py_ssize_t man, Py_ssize_t king, Py_ssize_t partner, Py_ssize_t target) noexcept nogil
    @cython.locals(king=Py_ssize_t, f=Py_ssize_t, c=Py_ssize_t, partner=Py_ssize_t, partners=u64)
    cdef bint may_mate_by_castling(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t man, Py_ssize_t square) noexcept nogil
    @cython.locals(captured=bint)
    cdef bint castling_may_mate(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t man, Py_ssize_t square, Py_ssize_t f, Py_ssize_t c, Py_ssize_t king, Py_ssize_t partner) noexcept nogil
    @cython.locals(f=Py_ssize_t)
    cdef bint has_free_castlings(self, Py_ssize_t us)
    @cython.locals(target=Py_ssize_t, remaining=u64)
    cdef bint add_checks(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t man, Py_ssize_t origin, u64 targets) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef bint add_promotions(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t origin, u64 targets) noexcept nogil
    @cython.locals(own=u64, fixed=u64, occupied=u64, flights=u64, bits=u64, masks=u64, square=Py_ssize_t, i=Py_ssize_t)
    cdef bint add_sheltered_flights(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t man, Py_ssize_t origin, Py_ssize_t target) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline bint add_flight_set(self, u64 remaining) noexcept nogil
    @cython.locals(parrying_men=u64, own=u64, line=u64, blockers=u64, occupied=u64, square=Py_ssize_t)
    cdef bint is_harmless(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t man, Py_ssize_t origin, Py_ssize_t target, u64 moved) noexcept nogil
    @cython.locals(i=Py_ssize_t, origin=Py_ssize_t, origins=u64)
    cdef bint guards(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t square, u64 men) noexcept nogil
    @cython.locals(i=Py_ssize_t, origin=Py_ssize_t, origins=u64, between=u64, found=bint)
    cdef bint has_parry(self, Py_ssize_t p, Py_ssize_t them, Py_ssize_t square, u64 occupied, u64 men) noexcept nogil
    @cython.locals(side=Py_ssize_t, f=Py_ssize_t, i=Py_ssize_t, kinds=Py_ssize_t, at=Py_ssize_t)
    cdef list_partners(self)
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t)
    cdef void find_promotion_zone(self) noexcept nogil
