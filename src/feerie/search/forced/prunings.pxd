# cython: language_level=3
# The bits of `Prunings` for compiled modules; see prunings.py.

cdef enum:
    DROP_EVADED = 1
    PRUNE_SLOW = 2
    PRUNE_REFUTED = 4
    PRUNE_MET = 8
    FILTER_MATES = 16
    PRUNE_UNMATED = 32
