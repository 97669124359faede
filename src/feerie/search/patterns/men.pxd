# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8
from feerie.kernel.packed_move cimport move_kind, move_origin, move_partner, move_partner_man, move_result, move_target
from feerie.kernel.bits cimport lowest, popcount, FULL, ONE
from feerie.kernel.compiled_rules cimport CASTLING, EN_PASSANT, MEN, SQUARES
from feerie.search.patterns.distances cimport NEAR, SIDE_MEN, SideView, least_moves, squares_between
from feerie.search.patterns.structs cimport ANY_KIND, NO_CAPTURES, NO_TARGET, Transport, target_kind, target_square

cdef enum:
    MAX_PLY = 160           # positions on the judge's stack in which men are tracked
    NO_MAN = 255            # in man_at: not a man that is tracked
    CAPTURED = 128          # in current_squares: the man has been captured

@cython.final
cdef class TrackedMen(SideView):
    cdef bint exposes[2]                    # whether the last move of the mating side, of the victim may leave its king attacked
    cdef Py_ssize_t mating_side_men         # men 0 to mating_side_men - 1 are the mating side's
    cdef Py_ssize_t man_count               # men but the victim's king, whose index it is
    cdef u8 man_at[MAX_PLY * SQUARES]       # [place on the judge's stack, square]: index of the man
    cdef bint castling_movable              # castlings may move men other than kings
    cdef u64 transportable                  # men (bits) that castlings may move, at once or later
    # where the men are now
    cdef bint located                       # the two below hold for the current live patterns
    cdef int current_squares[2 * SIDE_MEN]  # by man, or CAPTURED
    cdef int current_kinds[2 * SIDE_MEN]
    # the pattern under way
    cdef u16 target[2 * SIDE_MEN]           # by man
    cdef u64 captured                       # men of the victim (bits) that it leaves to be captured

    @cython.locals(side_kind=Py_ssize_t)
    cdef void note_castlings(self) noexcept
    @cython.locals(side=Py_ssize_t, i=Py_ssize_t, men=u64, king=u64)
    cdef bint number(self, Py_ssize_t p) noexcept nogil
    cdef void _number_man(self, Py_ssize_t p, Py_ssize_t square) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef void clear_targets(self, Py_ssize_t mating_side_moves, Py_ssize_t victim_moves) noexcept nogil
    @cython.locals(man=Py_ssize_t, men=u64, square=Py_ssize_t)
    cdef void locate(self, Py_ssize_t p) noexcept nogil
    @cython.locals(square=Py_ssize_t)
    cdef void track(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(side=Py_ssize_t)
    cdef Py_ssize_t captured_by(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(side_kind=Py_ssize_t, kind=Py_ssize_t, transition=Py_ssize_t, targets=u64, target=Py_ssize_t)
    cdef bint may_attack(self, Py_ssize_t man, Py_ssize_t square, Py_ssize_t moves, u64 through) noexcept nogil
    @cython.locals(side_kind=Py_ssize_t)
    cdef bint _can_be_transported(self, Py_ssize_t man, Py_ssize_t moves) noexcept nogil
    @cython.locals(goal=Py_ssize_t, at=Py_ssize_t, moves=int)
    cdef Transport transport(self, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t square,
                             Py_ssize_t target) noexcept nogil
    @cython.locals(side=Py_ssize_t, owner=Py_ssize_t, after=Transport, before=Transport)
    cdef Py_ssize_t more_transports(self, Py_ssize_t p, u32 move, Py_ssize_t target) noexcept nogil

cdef inline Py_ssize_t moves_to_target(TrackedMen men, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t square,
                                       Py_ssize_t target) noexcept nogil:
    cdef Py_ssize_t i
    if target_kind(target) == ANY_KIND:
        return least_moves(men, side, kind, square, target_square(target))
    i = (men.distances.transition_of[(side * MEN + kind) * MEN + target_kind(target)] * SQUARES + square) * SQUARES \
        + target_square(target)
    return men.distances.quiet_distance[i] if target & NO_CAPTURES else men.distances.distance[i]

cdef inline Py_ssize_t moves_to(TrackedMen men, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t square,
                                Py_ssize_t target) noexcept nogil:
    if kind == men.judge.royal:
        return men.distances.king_distance[(side * SQUARES + square) * SQUARES + target_square(target)]
    return moves_to_target(men, side, kind, square, target)

cdef inline bint is_on_target(TrackedMen men, Py_ssize_t man, Py_ssize_t target) noexcept nogil:
    return men.current_squares[man] == target_square(target) \
        and (target_kind(target) == ANY_KIND or target_kind(target) == men.current_kinds[man])
