# cython: language_level=3
# The tables of a genre for the general path as C structures. Arrays "by square" have SQUARES items.
cimport cython
from libc.stdint cimport uint64_t as u64, uint8_t as u8

from feerie.kernel.compiled_rules cimport FAMILIES, NONE, SQUARES, CompiledRules, Slot, u64_view, u8_view, slots_from

cdef enum:                  # the constants of general_tables.py; see there
    SPECIES = 63
    SIDE = 64               # places for the species of a side, and for keys of one square
    WAYS = 255
    RESTRAINTS = 8          # of restraints.py
    NOBODY = 254            #   where a kind is expected: none
    IF_EMPTY = 0            # a man strikes a square if those that decide are empty;
    IF_THESE = 1            #   if of them those `needed` are occupied;
    IF_ONE = 2              #   if one of them is occupied;
    IF_REACHED = 3          #   if the look-up says so
    AGAIN = 2               # how a way is made of another one

cdef struct Way:            # what a species of a side may do for one end
    Slot *slots             # by origin: the squares struck; those of the next segment follow SQUARES further on
    u64 *ever               # by origin: the squares struck on some board
    u64 *onto               # by square: the origins from which it is struck on some board
    u64 *deciding           # by square struck and origin: the squares that decide about it, both left out
    u8 *how                 #   how they do so: IF_EMPTY, IF_THESE, IF_ONE, IF_REACHED
    u64 *needed             #   of IF_THESE: those that must be occupied
    u8 *line                #   the number of the line, NONE where there are several
    u8 *landing             # by origin and square struck: where the man arrives; NULL where it arrives where it strikes
    int segments
    int plain               # the number of a way that is asked in Python, + 1; 0 for all others
    int made                # how it is made of the way `of`: 0 (not at all), general_tables.TWICE or AGAIN
    int of
    u64 onwards             #   the squares from which it goes on
    int first_part          # the first of the `part_count` ways that tell its lines apart; none where these do not meet,
    int part_count          #   or it does not matter

cdef struct Species:        # a species of a side
    int ways[8]             # numbers of its ways, the first `count` of them
    int modes[8]            #   what each is for: feerie.rules.movement.Mode
    int count
    int kind                # number of the man in the genre
    int royal, castles, en_passant, neutral
    int kamikaze, revives   # it vanishes by capturing; it is put on a place then
    int bends               # its moves have the length BENT
    int made                # its moves are made to see whether they are legal: it is neutral, or may become a king or
                            #   vanish as one
    u64 zone                # where it promotes
    u64 region              # where it may stand
    u8 becomes[SIDE]        # what it may become there, `choices` species
    int choices
    u8 *double_over         # by origin and target of a double step: the square passed over, NONE for others; en_passant only

cdef struct Demand:         # who is silent while watched, or must not be watched: see feerie.rules.observation
    int own                 # of the watch:
    u8 kinds[SIDE]          #   by kind, the kind that watches it; NONE for any, NOBODY for none
    int watched, still, kings, paralyses        # of a silence
    int checks              # of what must not be watched
    u64 concerns            #   the species (bits) that it silences
    int others              # of who can be taken: those of the capturer's side watch him, the capturer left out

cdef enum:
    NOWHERE = 0             # kinds of places, see forms.py: there is none,
    AT_HOME = 1             #   a square of the table `homes`,
    WHERE_LEFT = 2          #   that which the capturer left,
    BY_VECTOR = 3           #   as far beyond the square of the capture as the capturer went,
    BIRTHPLACE = 4          #   where the man was born,
    ANYWHERE = 5            #   what the player chooses: any empty square,
    CAGE = 6                #   one from which the man could not go anywhere,
    STEP = 7                #   one to which it would go from where it was taken
    REBORN = 0              # what is put on a place: the man taken,
    RETURNED = 1            #   the man that captured,
    IMMUNE = 2              #   nothing: the place of the man to be taken must be free,
    REVIVED = 3             #   or a kamikaze man that captured,
    BIRTH = 4               #   nothing: the place of a man must be free, or it does not move
    PLACINGS = 5
    COMPLETES_ALL = 2       # see `completes`
    SAFE_SWINGS = 2         # see `swings`:
    SWINGS_ON_CHECK = 3     #   after moves that leave the own king safe before; only after moves that give check before
    STAYS = 0               # how a man changes sides: not at all,
    TURNS = 1               #   to the other one, by moves that do so,
    PHASES = 2              #   by each of its moves, to both, or from both to the side that moves it

cdef struct Placing:        # see rules/effect.py
    int place
    u8 *homes               # by side, species (SIDE apart) and square of the capture; AT_HOME only
    int kings, crushes, clones, stays
    int others              # the place is that of the capturer, of what must be free as it stands before;
                            #   of what RETURNED or REVIVED it always is
    int turns               # the man comes back on the other side

cdef struct HomeSquare:     # see HomeRecord in general_tables.py
    u8 kind, owners, bit, needed

cdef class GeneralRules(CompiledRules):
    cdef HomeSquare homes[SQUARES]
    cdef Placing placings[PLACINGS]
    cdef u8 *recoloured     # by species: what it is when it has changed sides
    cdef u8 *sides_of       #   how it changes them: STAYS, TURNS, or PHASES
    cdef u8 *after_capture  #   what it becomes by a capture
    cdef u8 *after_quiet    #   by a move without
    cdef u8 *clones         #   the species from which its clones are numbered
    cdef u8 *reborn_kinds   #   what it is reborn as
    cdef u8 *revived_kinds  #   or what comes back of a kamikaze one
    cdef u64 *turning       # by side and origin: the squares on which its men change sides
    cdef u64 changing[2]    # by side: the squares on which its men become others
    cdef int recolours      # bit 0: by captures, bit 1: by other moves men change sides; bit 2: not by taking their like
    cdef int transmutes     # bit 0: men become others by their moves, bit 1: partners of castlings too
    cdef int form_choices
    cdef bint has_places    # the player chooses squares: a move has an index of these tables (choices.py)
    cdef int choice_count
    cdef u8 *choice_squares #   by index: the square,
    cdef u8 *choice_kinds   #   and the kind + 1 that a man becomes there, 0 if it stays what it is
    cdef u64 *first_choice  #   by square: the first index of men that promote there
    cdef u8 *kind_ranks     #   by kind: its number among those that men may become
    cdef u8 *ranked_kinds   #   and the other way round
    cdef Way *ways
    cdef Species species[2 * SIDE]      # those of White come first, those of Black SIDE further on
    cdef int species_count
    cdef u64 *strikers[2]   # by square: the squares from which some man of a side may ever strike it
    cdef u64 *men_keys      # Zobrist keys of men: by side, species (SIDE apart) and square
    cdef u64 *birth_keys    # Zobrist keys of birthplaces: by square and birthplace; NULL where men do not remember theirs
    cdef u64 partners[FAMILIES]         # kinds (bits) that may be partners in a castling
    cdef Demand silences[RESTRAINTS]    # the first `silence_count` of them
    cdef Demand unwatched[RESTRAINTS]   # the first `unwatched_count` of them
    cdef Demand shelters[RESTRAINTS]    # the first `shelter_count` of them: which men can be taken
    cdef int silence_count, unwatched_count, shelter_count
    cdef u64 spared         # species (bits) that are not taken, unless they are royal
    cdef int sole           # men take only what is all that they could take
    cdef int kings_safe     # kings are taken only by sides whose own kings nobody observes then
    cdef int woozled        # men take nothing if they and others observe each other: 1 of their side, 2 of the enemy's;
    cdef int aligned        #   nothing on the lines of those
    cdef int left_to_watchers           # men do not go where they could go as one of the kinds of their watchers
    cdef int like_for_like  # men take but their like and kings, kings take kings alone, and nothing is taken en passant
    cdef int linked         # men move only if a chain of men of their side that observe each other joins a king to them
    cdef u8 *assumed        # by species taken and another (SIDE apart), what its captor,
    cdef u8 *inherited      #   or its king, becomes; NULL where they become nothing so;
    cdef int assumes        #   its captor does where it arrives, not only where it goes on to (placings[RETURNED].clones)
    cdef u8 *left           # by side and species, the species + 1 that it leaves where it stood; NULL where none is left
    cdef u64 leaving        #   the squares on which it is left,
    cdef u64 *fronts        # by side, species, 0 or 1, and square: the squares to which a man that waits there would go,
                            #   or on which it would take; of cages only
    cdef int most_left      #   while its side has fewer such men
    cdef int completes      # 0; 1 if men that capture go on; 2 if those that take kings must be able to as well
    cdef u64 avoided[2]     #   by side: where men that promote do not stand in the middle or at the end of a capture
    cdef int prepares       # men that capture go before as what they take
    cdef u64 magic          # the squares on which men that are put there change sides
    cdef int swings[2]      # by side: whether kings exchange places after its moves; 0 for never, 1 for always
    cdef int contact        # bit 0: a man that has moved must touch another; bit 1: it must touch none; bit 2: as before
    cdef u64 *neighbours    # by square: those on which men touch one there
    cdef int accepted[2]    # by side: the outcomes (bits, feerie.rules.facet.Outcome) that its moves may have
    cdef int barred[2]      # by side: 1 if it makes no captures, 2 if no promotions, 3 if neither
    cdef int lengths[2]     # by side: 1 if it must play its longest moves, -1 if its shortest, else 0;
    cdef int captures[2]    #   1 if it must capture, else 0;
    cdef u64 forced[2]      #   the squares to which it must move if it can;
    cdef u8 *order[2]       #   by square what is added if a man that stands there moves
    cdef int files          # of the board

    @cython.locals(square=Py_ssize_t)
    cdef _add_homes(self)
    @cython.locals(i=Py_ssize_t)
    cdef _add_forms(self)
    @cython.locals(i=Py_ssize_t, start=Py_ssize_t)
    cdef _add_ways(self)
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t)
    cdef _add_species(self, Py_ssize_t side)
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t)
    cdef _add_restraints(self)
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t)
    cdef _add_shelters(self)
