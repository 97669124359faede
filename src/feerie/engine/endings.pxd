# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64
from feerie.engine.evaluation cimport Evaluation, SearchNode
from feerie.kernel.compiled_rules cimport NONE
from feerie.kernel.dead_men cimport DeadMen
from feerie.kernel.verdict cimport Judge
from feerie.tables.prober cimport NO_TABLE, Prober

cdef enum:
    MATE = 32000
    NO_SCORE = 32767
    TABLE_WIN = 20000               # the score of a win by an endgame table, less the plies to it
    PAST = 256                      # positions before the root that count for repetition

@cython.final
cdef class Endings:
    cdef Judge judge
    cdef Evaluation evaluation          # which owns the nodes
    cdef SearchNode *nodes_at
    cdef DeadMen dead
    cdef bint has_runs
    cdef u64 past[PAST]
    cdef readonly Py_ssize_t past_count
    cdef Py_ssize_t repetition          # the occurrence of a position that is a draw, 0 for none
    cdef Py_ssize_t move_rule           # plies without progress that are a draw, 0 for none
    cdef Prober prober                  # the endgame tables
    cdef bint probes                    # there are some
    cdef bint only_draws                # that say which positions are drawn, and nothing of others

    @cython.locals(i=Py_ssize_t)
    cdef set_past(self, past)
    cpdef set_prober(self, Prober prober, bint only_draws=*)
    @cython.locals(outcome=int)
    cdef Py_ssize_t table_score(self, Py_ssize_t p) noexcept nogil
    cdef bint run_is_near(self, Py_ssize_t p) noexcept nogil
    @cython.locals(winner=Py_ssize_t)
    cdef Py_ssize_t run_result(self, Py_ssize_t p) noexcept nogil
    cdef Py_ssize_t without_moves(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(i=Py_ssize_t, found=Py_ssize_t, key=u64, last=Py_ssize_t)
    cdef bint repeats(self, Py_ssize_t p) noexcept nogil
    cdef bint drawn(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
