# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64
from feerie.engine.evaluation cimport Evaluation, SearchNode
from feerie.kernel.bits cimport popcount
from feerie.kernel.compiled_rules cimport NONE
from feerie.kernel.verdict cimport Judge
from feerie.tables.prober cimport NO_TABLE, Prober

cdef enum:
    MATE = 32000
    NO_SCORE = 32767
    TABLE_WIN = 20000               # the score of a win by an endgame table, less the plies to it
    PAST = 256                      # positions before the root that count for repetition
    PARTS = 8                       # most parts of the board to which men are bound

@cython.final
cdef class Endings:
    cdef Judge judge
    cdef Evaluation evaluation          # which owns the nodes
    cdef SearchNode *nodes_at
    cdef Py_ssize_t kinds, royal, king  # royal: of frames; king: the kind of man
    cdef bint has_runs
    cdef u64 past[PAST]
    cdef readonly Py_ssize_t past_count
    cdef Py_ssize_t repetition          # the occurrence of a position that is a draw, 0 for none
    cdef Py_ssize_t move_rule           # plies without progress that are a draw, 0 for none
    cdef u64 minors                     # dead material: kinds (bits) that cannot win alone
    cdef bint has_dead_material
    cdef Py_ssize_t part_count          # parts of the board in which bound men cannot mate, see kernel/dead_material
    cdef u64 part_squares[PARTS]
    cdef int part_kinds[PARTS]          # a bit for each kind that is bound to it
    cdef Prober prober                  # the endgame tables
    cdef bint probes                    # there are some

    @cython.locals(i=Py_ssize_t)
    cdef set_past(self, past)
    cpdef set_prober(self, Prober prober)
    @cython.locals(outcome=int)
    cdef Py_ssize_t table_score(self, Py_ssize_t p) noexcept nogil
    cdef bint run_is_near(self, Py_ssize_t p) noexcept nogil
    @cython.locals(winner=Py_ssize_t)
    cdef Py_ssize_t run_result(self, Py_ssize_t p) noexcept nogil
    cdef Py_ssize_t without_moves(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(kind=Py_ssize_t, i=Py_ssize_t, men=u64, kings=u64, rest=u64)
    cdef bint is_dead(self, Py_ssize_t p) noexcept nogil
    cdef u64 men_of(self, Py_ssize_t p, Py_ssize_t kind) noexcept nogil
    @cython.locals(i=Py_ssize_t, found=Py_ssize_t, key=u64, last=Py_ssize_t)
    cdef bint repeats(self, Py_ssize_t p) noexcept nogil
    cdef bint drawn(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
