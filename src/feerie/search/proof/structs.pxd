# cython: language_level=3
# The constants of structs.py for compiled modules; see there.

cdef enum:
    SIDE_LIMIT = 16         # men of a side, at most
    ALL_MEN = 32            # of both sides: man i of a side is 16 * side + i
    GRAPH_NODES = 512       # kinds of men times squares
    DESTINIES = 17          # targets of a side, and IS_CAPTURED
    IS_CAPTURED = 16
    UNREACHABLE = 200       # distance to what is never reached
    IMPOSSIBLE = 1000       # cost of an assignment that is not possible, or more
    QUIET_MOVE = 1          # bits of an edge: a move without capture; a capture;
    CAPTURING = 2
    CASTLING_KING = 4       #   a castling's king; its partner, which makes no move of its own
    TRANSPORT = 8
    USE_ASSIGNMENT = 1      # bits of `Bounds`
    USE_CAPTURES = 2
    USE_REGIONS = 4
    USE_OBSTRUCTION = 8
    USE_VICTIMS = 16
    USE_KING_ATTACKS = 32
    USE_CASTLINGS = 64
    USE_PAIRS = 128
    EARLY_TABLES = 256
    USE_CAPTORS = 512
    USE_CASES = 1024
    USE_TRIPLES = 2048
    USE_PRICES = 4096
    USE_PARITY = 8192
    NO_REQUIRED_MOVE = 0    # what a man is required to make: nothing, a castling, the capture of a man
    TO_CASTLE = 1
    TO_CAPTURE = 2
    OPEN_CASE = -2          # cases of a side: not told apart, it does not castle, else the castling that it makes
    NO_CASTLING = -1
