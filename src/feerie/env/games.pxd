# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8, int32_t as i32
from feerie.kernel.bits cimport lowest, popcount, FULL, ONE, SPREAD
from feerie.kernel.compiled_rules cimport CASTLING, EN_PASSANT, MEN, MULTIPLEX, NONE, SQUARES
from feerie.kernel.dead_men cimport DeadMen
from feerie.kernel.move_generator cimport MAX_MOVES, SET, Frame, MoveSet, gather_moves, move_of
from feerie.kernel.packed_move cimport (move_kind, move_man, move_origin, move_partner_man, move_result, move_target)
from feerie.kernel.verdict cimport VERDICT_MATE, Judge

cdef enum:
    STORED = 64             # sets of moves of a position that are kept; of one with more, they are gathered again
    RIGHTS = 16             # planes of rights and flags
    ACTIONS = 4096          # see numbering.PLAIN_ACTIONS
    GOING_ON = 0            # how a game ended: batch.REASONS
    CHECKMATE = 1
    STALEMATE = 2
    KING_RUN = 3
    REPETITION = 4
    MOVE_RULE = 5
    DEAD_MATERIAL = 6
    CUT = 7
    NO_WINNER = 2           # in place of a side

cdef extern from *:
    const u32 NO_MOVE "0xFFFFFFFFu"

cdef inline bint keeps_kind(u32 move) noexcept nogil:
    """Whether the man that moves, or the partner of a castling, remains what it is; games.py has the same."""
    return move_result(move) == (move_partner_man(move) if move_kind(move) >= CASTLING else move_man(move))

@cython.final
cdef class Games:
    cdef Judge judge
    cdef DeadMen dead
    cdef readonly Py_ssize_t count, most        # games; plies of a game
    cdef readonly Py_ssize_t planes, squares    # of one observation
    cdef Py_ssize_t places                      # of a game in the arrays below: most + 1
    cdef Py_ssize_t kinds, size                 # kinds of men; actions
    cdef Py_ssize_t repetition, move_rule       # the occurrence, and the plies, that are a draw; 0 for none
    cdef u32 pawns                              # kinds (bits) whose moves reset the clock
    cdef u8 board[SQUARES]                      # 1 for squares that exist
    cdef u8 turned[2 * SQUARES]                 # by side and square: the square as the side sees it
    cdef u16 pairs[ACTIONS]                     # by origin x 64 + target: see numbering.Numbering
    cdef u8 ranks[MEN]                          # by kind: its place among those that men become
    cdef Py_ssize_t choices                     # how many of these there are
    cdef u8 rights[2 * RIGHTS]                      # by side and number of the plane: a bit of rights and flags
    cdef Py_ssize_t right_count
    cdef Frame *frames                          # by game and ply
    cdef u64 *keys                              #   Zobrist keys, of an en passant square only if it can be used
    cdef u16 *clocks                            #   plies without a capture or pawn move
    cdef u16 *quiet                             #   plies without a capture
    cdef Frame *tops                            # by game: the position on top
    cdef Frame *starts                          #   the one with which it begins
    cdef u16 *start_clocks
    cdef u32 *chosen                            #   the move about to be played
    cdef u64 *seeds
    cdef MoveSet *sets                          #   STORED sets of legal moves
    cdef MoveSet *spare                         # the sets of one position that has more: see ready
    cdef u32 found                              # by the last `unpack`: how many moves there are
    cdef bint en_passant                        #   whether one captures en passant
    cdef u32 *set_counts                        #   how many sets there are; 0 at the end of a game
    cdef u32 *counts                            #   how many legal moves they hold
    cdef u64 *marked                            #   origins of the actions below ACTIONS that fill_masks has marked last
    cdef u8 *marked_choices                     #   whether it has marked others
    cdef u16 *plies
    cdef u16 *occurrences                       #   of the position on top
    cdef u8 *reasons
    cdef u8 *winners

    @cython.locals(places=Py_ssize_t)
    cdef _allocate(self)
    cdef _check_memory(self)
    @cython.locals(right=Py_ssize_t, square=Py_ssize_t)
    cdef _copy_numbering(self, numbering)
    cpdef begin_with(self, Py_ssize_t i, Judge judge, int clock)
    cpdef sow(self, Py_ssize_t i, u64 seed)
    @cython.locals(i=Py_ssize_t)
    cpdef reset(self, const u8[::1] which)
    @cython.locals(i=Py_ssize_t, bad=Py_ssize_t)
    cpdef Py_ssize_t play(self, const i32[::1] actions) except -2
    @cython.locals(i=Py_ssize_t, bad=Py_ssize_t)
    cpdef Py_ssize_t take_back(self, const u8[::1] which) except -2
    @cython.locals(i=Py_ssize_t)
    cpdef report(self, u8[::1] turns, u8[::1] ended, u8[::1] cut, float[::1] rewards)
    @cython.locals(i=Py_ssize_t)
    cpdef sample(self, i32[::1] actions)
    @cython.locals(i=Py_ssize_t, again=bint)
    cpdef fill_masks(self, u8[::1] masks, bint own)
    @cython.locals(i=Py_ssize_t)
    cpdef fill_planes(self, u8[::1] planes)
    @cython.locals(i=Py_ssize_t)
    cpdef take(self, Games other, const Py_ssize_t[::1] which)
    cpdef load_top(self, Py_ssize_t i, Judge judge)
    @cython.locals(k=Py_ssize_t)
    cpdef list actions_of(self, Py_ssize_t i)
    cpdef int move_count(self, Py_ssize_t i)
    cpdef int ply(self, Py_ssize_t i)
    cpdef int clock(self, Py_ssize_t i)
    cpdef int reason(self, Py_ssize_t i)
    cpdef int winner(self, Py_ssize_t i)

    cdef inline void lay(self, Frame *frames, Py_ssize_t at) noexcept nogil
    @cython.locals(at=Py_ssize_t)
    cdef void begin(self, Py_ssize_t i) noexcept nogil
    @cython.locals(at=Py_ssize_t, winner=Py_ssize_t, count=Py_ssize_t, key=u64)
    cdef void settle(self, Py_ssize_t i, Py_ssize_t p) noexcept nogil
    @cython.locals(end=Py_ssize_t, k=Py_ssize_t, n=Py_ssize_t, found=u32, code=u32, shift=int, targets=u64, high=u64, moves="u32 *")
    cdef inline Py_ssize_t unpack(self, Py_ssize_t p, MoveSet *sets, Py_ssize_t first, Py_ssize_t room) noexcept nogil
    cdef inline int draw_at(self, Py_ssize_t i, Py_ssize_t at, Py_ssize_t p) noexcept nogil
    @cython.locals(back=Py_ssize_t, found=Py_ssize_t, last=Py_ssize_t, key=u64, keys="u64 *")
    cdef inline Py_ssize_t occurrences_at(self, Py_ssize_t at) noexcept nogil
    cdef inline void finish(self, Py_ssize_t i, int reason, Py_ssize_t winner) noexcept nogil
    cdef inline void ready(self, Py_ssize_t i) noexcept nogil
    @cython.locals(sets="MoveSet *", k=Py_ssize_t, bits=u64)
    cdef inline u32 move_at(self, Py_ssize_t i, Py_ssize_t number) noexcept nogil
    @cython.locals(pair=Py_ssize_t)
    cdef inline Py_ssize_t action_of(self, u32 move, Py_ssize_t us) noexcept nogil
    @cython.locals(k=Py_ssize_t, first=Py_ssize_t, us=Py_ssize_t, number=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, sets="MoveSet *")
    cdef u32 find(self, Py_ssize_t i, Py_ssize_t action) noexcept nogil
    @cython.locals(at=Py_ssize_t, them=Py_ssize_t, taken=bint, zeroing=bint)
    cdef inline void advance(self, Py_ssize_t i, u32 move) noexcept nogil
    @cython.locals(seed=u64)
    cdef inline u64 random(self, Py_ssize_t i) noexcept nogil
    @cython.locals(at=Py_ssize_t, other_at=Py_ssize_t, plies=Py_ssize_t, k=Py_ssize_t)
    cdef void copy_game(self, Py_ssize_t i, Games other, Py_ssize_t j) noexcept nogil
    cdef Py_ssize_t choice_of(self, u32 move, Py_ssize_t pair) noexcept nogil
    @cython.locals(k=Py_ssize_t, first=Py_ssize_t, side=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, shift=Py_ssize_t, marked=u64, bits=u64, choices=bint, turned="u8 *", sets="MoveSet *")
    cdef inline void mask(self, Py_ssize_t i, u8 *row, bint own) noexcept nogil
    cdef inline void unmark(self, u8 *row, u64 origins, bint choices) noexcept nogil
    cdef inline void zero(self, u8 *row, Py_ssize_t start, Py_ssize_t count) noexcept nogil
    @cython.locals(at=Py_ssize_t, us=Py_ssize_t, kind=Py_ssize_t, side=Py_ssize_t, plane=Py_ssize_t, right=Py_ssize_t, squares=Py_ssize_t, bits=u64, turned="u8 *")
    cdef inline void draw(self, Py_ssize_t i, u8 *row) noexcept nogil
    cdef inline void fill(self, u8 *row, Py_ssize_t plane, int value) noexcept nogil
