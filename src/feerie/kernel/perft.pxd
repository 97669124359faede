# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64
from feerie.kernel.compiled_rules cimport MULTIPLEX
from feerie.kernel.move_generator cimport MARGIN
from feerie.kernel.verdict cimport Judge

@cython.locals(i=Py_ssize_t, end=Py_ssize_t, total=u64)
cdef u64 walk(Judge judge, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth, bint bulk) noexcept nogil
@cython.locals(total=u64, levels=Py_ssize_t, whole=bint)
cpdef count_leaves(Judge judge, Py_ssize_t depth, bint bulk=*)
