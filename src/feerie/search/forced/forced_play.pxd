# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport FULL
from feerie.kernel.compiled_rules cimport CASTLING
from feerie.kernel.packed_move cimport move_kind, move_man, move_partner_man, move_result
from feerie.kernel.verdict cimport Judge
from feerie.search.forced.forced cimport DIRECT, REFLEX, SQUARES_OF_MOVE, ForcedSearch
from feerie.search.forced.proof_numbers cimport ProofNumberSearch
from feerie.search.goal.goal_search cimport GoalSearch
from feerie.search.table_entry cimport loss_entry

cdef enum:
    LEAF = 0                # in place of a record: nothing follows,
    REFUTES = 1             #   a defence that prevents the goal,
    HIDDEN = 2              #   a defence that is not worth showing
    FIRST_RECORD = 3        # index of the first record
    FIRST_WORDS = 1 << 10   # words there is room for at first
    FIRST_NOTES = 1 << 8    # places for notes at first; a power of two
    LENGTH_SHIFT = 1        # what a key depends on besides the position: whose move it is, length, allowance
    ALLOWANCE_SHIFT = 16

cdef extern from *:
    const u64 PLAY_HASH "0x9E3779B97F4A7C15ULL"     # spreads the rest over keys (golden ratio)

cdef struct Note:           # where the play of a position is
    u64 key
    u32 record              # 0 while the note is free

@cython.final
cdef class ForcedPlay:
    cdef readonly ForcedSearch search
    cdef GoalSearch goals                       # that of `search`
    cdef ProofNumberSearch decider              # or None
    cdef readonly Judge judge
    cdef bint no_threat, no_short_variations
    cdef u32 *words
    cdef Py_ssize_t size, handed, room          # words in use, handed over, and there is room for
    cdef Note *notes                            # by the last bits of keys
    cdef Py_ssize_t note_count, note_mask
    cdef Py_ssize_t least                       # set by threats_at
    cdef bint zugzwang

    # what is kept
    cdef u64 key_at(self, Py_ssize_t p, Py_ssize_t length, bint attacks) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef u32 noted(self, u64 key) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void note(self, u64 key, u32 record) noexcept nogil
    @cython.locals(old="Note *", notes="Note *", count=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t)
    cdef bint has_enlarged_notes(self) noexcept nogil
    @cython.locals(room=Py_ssize_t)
    cdef bint makes_room(self, Py_ssize_t count) noexcept nogil
    cdef void add(self, Py_ssize_t start, Py_ssize_t count) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, move=u32, after=u32)
    cdef void sort(self, Py_ssize_t n, Py_ssize_t end, Py_ssize_t shift) noexcept nogil
    @cython.locals(key=u64, other=u32, i=Py_ssize_t)
    cdef u32 shared(self, u32 record) noexcept nogil
    @cython.locals(start=Py_ssize_t)
    cpdef bytes hand_over(self)
    cpdef clear(self)

    # the position at a frame
    @cython.locals(key=u64, record=u32, allowance=Py_ssize_t)
    cdef u32 play_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(threats=u32, least=Py_ssize_t, zugzwang=bint, end=Py_ssize_t, spare=Py_ssize_t, kept=Py_ssize_t, i=Py_ssize_t, record=u32)
    cdef u32 build_play(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(short=Py_ssize_t, threats=u32)
    cdef u32 threats_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    cdef bint cannot_threaten_at(self, Py_ssize_t p, Py_ssize_t length) noexcept nogil
    @cython.locals(end=Py_ssize_t, kept=Py_ssize_t, i=Py_ssize_t)
    cdef Py_ssize_t replies_at(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(tried=bint, short=Py_ssize_t)
    cdef u32 defence_at(self, Py_ssize_t p, Py_ssize_t n, u32 reply, Py_ssize_t length, u32 threats, Py_ssize_t least) noexcept nogil
    @cython.locals(short=Py_ssize_t)
    cdef Py_ssize_t shortest_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(key=u64, record=u32, end=Py_ssize_t, i=Py_ssize_t)
    cdef u32 continuations_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    cdef bint has_reached_at(self, Py_ssize_t p, Py_ssize_t n, u32 move) noexcept nogil
    @cython.locals(end=Py_ssize_t, i=Py_ssize_t, move=u32)
    cdef bint all_work(self, Py_ssize_t p, Py_ssize_t n, u32 threats, Py_ssize_t least) noexcept nogil
    cdef Py_ssize_t attacks_at(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(similar=u32, i=Py_ssize_t)
    cdef u32 same_move(self, Py_ssize_t n, Py_ssize_t end, u32 move) noexcept nogil
    @cython.locals(was=int)
    cdef int promotion(self, u32 move) noexcept nogil

    # the current position
    @cython.locals(record=u32)
    cpdef u32 play(self, Py_ssize_t length) except? 0
    @cython.locals(record=u32)
    cpdef tuple threats(self, Py_ssize_t length)
    @cython.locals(first=u32, record=u32, i=Py_ssize_t)
    cpdef u32 defence(self, u32 reply, Py_ssize_t length, threats, Py_ssize_t least) except? 0
    cpdef bint cannot_threaten(self, Py_ssize_t length)
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t)
    cpdef list replies(self)
    cpdef u32 still_legal(self, u32 move)
