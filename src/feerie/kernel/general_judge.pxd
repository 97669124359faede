# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint8_t as u8

from feerie.kernel.bits cimport lowest, popcount, FULL, ONE
from feerie.kernel.compiled_rules cimport (
    CAPTURE, CASTLING, EN_PASSANT, FAMILIES, MEN, MULTIPLEX, NONE, PLAIN, QUIET, SQUARES, ULTRA, reached_from)
from feerie.kernel.general_move cimport (ASIDE_BIT, CHOICE_BIT, PROMOTION_BIT, ZEROING_BIT, becomes_of, choice_of,
                                         index_of, names_choice_by_becomes, square_aside, with_choice, with_index)
from feerie.kernel.general_rules cimport (AGAIN, ANYWHERE, AT_HOME, BIRTH, BIRTHPLACE, CAGE, COMPLETES_ALL, SAFE_SWINGS, SWINGS_ON_CHECK, IF_EMPTY, IF_ONE, IF_THESE,
                                          IMMUNE, NOBODY, NOWHERE, STEP, PHASES, REBORN, RETURNED, REVIVED, SIDE, TURNS, WHERE_LEFT, Demand,
                                          GeneralRules, HomeSquare, Placing, Species, Way)
from feerie.kernel.move_generator cimport LISTED, Frame
from feerie.kernel.packed_move cimport move_kind, move_origin, move_partner, move_target
from feerie.kernel.state cimport State
from feerie.kernel.verdict cimport MAY_CHECK, RECURSION, Judge

cdef extern from * nogil:
    """
    #if defined(FEERIE_CHECKED)
    #define feerie_is_checked() 1
    #else
    #define feerie_is_checked() 0
    #endif
    """
    bint is_checked "feerie_is_checked" ()      # a build with checks: see setup.py

ctypedef u32 *p_u32

cdef enum:
    MOST_CHANGES = 80
    MOST_WATCHES = 256
    FLIGHTS = 3
    UNKNOWN = 0             # whether a move may give check and take some flights: see keep_before_mate
    TAKEN = 1
    LEFT = 2
    LINKS = 1               # rules that ask what others say of a man: see let_take
    OTHERS = 2
    ARRIVE = 0              # feerie.rules.change.Stage
    VANISH = 1
    PROMOTE = 2
    TRANSMUTE = 3
    RETURN = 4
    RECOLOUR = 5
    EXCHANGE = 6
    REBIRTH = 7
    EFFECT = 8
    MOST_CAPTURES = 4096
    MOST_CHOICES = 4096     # for the effects of a capture
    PLACES_RESERVE = 4      # how often more moves there may be where the player chooses squares
    OUTCOME_QUIET = 1       # feerie.rules.facet.Outcome
    OUTCOME_CHECK = 2
    OUTCOME_MATE = 4
    ANY_OUTCOME = 7
    BENT = 6                # feerie.rules.choice

cdef struct Board:          # the men of a position: what frames of the general path have besides
    u8 men[SQUARES]         # by square: species + 1, 0 where there is none

cdef struct BirthBoard:     # where the men of a position were born: feerie.rules.births
    u8 of[SQUARES]          # by square, NONE for nowhere and for no man

cdef struct SquareChange:         # what a move does to one square
    u8 square, before, after            # species + 1, 0 for none
    u8 owners_before, owners_after      # bit 0 for White, bit 1 for Black
    u8 stage

cdef struct Watch:          # a way by which an enemy man may strike a king on some board
    u64 deciding            # the squares that decide about it: see Way
    u8 way, origin, king    # squares of the man and of the king
    u8 strikes              # whether it does so now

cdef struct Flight:         # a square to which a king could go
    u64 deciding            # the squares that decide about that: see find_flights
    u8 square

cdef class GeneralJudge(Judge):
    cdef Board *boards
    cdef BirthBoard *births             # NULL unless men remember where they were born (`has_births`)
    cdef bint has_births
    cdef u64 *birth_keys
    cdef Way *ways
    cdef Species *species
    cdef u64 *men_keys
    cdef u64 **strikers
    cdef u64 *partners
    cdef u64 zones[2]                   # by side: where men promote
    cdef SquareChange changes[MOST_CHANGES]   # set by find_changes: what the last move that was made does
    cdef Py_ssize_t change_count
    cdef Watch watches[MOST_WATCHES]    # set by find_sensitive, the first `watch_count` of them
    cdef Py_ssize_t watch_count
    cdef u64 sensitive, checking        #   with these
    cdef u64 changed                    # set by man_moves
    cdef Flight flights[FLIGHTS]        # set by find_flights, the first `flight_count` of them
    cdef Py_ssize_t flight_count
    cdef bint leaves_flights            # has the genre what list_mating needs?
    cdef bint foresees_mates            #   what keep_before_mate needs?
    cdef bint loosely                   # are flights those squares that no man strikes at all?
    cdef bint strays                    # where not all that decides about a check is known, or it may be no check
    cdef bint pairs                     # whether it matters who watches an enemy man of its kind
    cdef u8 refuting[1 << FLIGHTS]      # set by keep_before_mate, by flights as bits
    cdef Demand *silences
    cdef Demand *unwatched
    cdef Demand *shelters
    cdef int silence_count, unwatched_count, shelter_count, contact, files
    cdef u8 file_of[SQUARES]            # of squares
    cdef u8 rank_of[SQUARES]
    cdef int woozled, aligned           # see general_rules.pxd
    cdef bint sole, linked, kings_safe, left_to_watchers, like_for_like
    cdef u64 spared
    cdef bint asks_each                 # whether captures depend on what is taken; or
    cdef bint asks_takings              # whether captures depend on who else could make them, or what else could be taken
    cdef bint asks_stands               # whether men stand fast: for their place of birth, or for lack of a link
    cdef u64 *neighbours
    cdef int accepted[2]
    cdef int lengths[2]
    cdef int captures[2]
    cdef u64 forced[2]
    cdef u8 *order[2]
    cdef bint prefers[2]                # by side: whether it must play those of its moves of the greatest measure
    cdef int barred[2]
    cdef bint guarded                   # whether rules forbid captures, or that a man moves at all
    cdef bint blinds                    # whether men that are paralysed watch nobody but their like
    cdef bint restrained                # whether men are silent, or must have contact
    cdef bint filtered                  # whether rules forbid moves for what they lead to,
    cdef bint checks_filtered           #   captures of kings
    cdef u64 pairs_key, pair_squares    # set by find_pairs for the position of this key
    cdef bint pairs_known
    cdef bint mates_alone               # whether a move that mates is legal only where no other does
    cdef bint limited[2]                # by side: whether moves may be illegal for their outcome
    cdef bint chooses[2]                #   for that or their length
    cdef Py_ssize_t nesting             # how many moves whose outcome is being asked lead to the position
    cdef bint parries                   # whether moves are asked for that parry a check: see keep_accepted
    cdef Py_ssize_t spare               # a frame that no search reaches; nor does one reach the frame after it
    cdef bint everywhere                # whether any square may decide about a check: a rule does not say which do
    cdef bint asks_captures             # whether rules in Python forbid captures,
    cdef bint plain_effects, plain_arrivals, plain_choices      #   have effects, ...
    cdef bint asks_moves, asks_leads, asks_accepts, measures    #   forbid moves, choose among them
    cdef bint has_forms, has_effects    # whether compiled forms have effects; these, or rules in Python
    cdef Placing *placings              # of compiled forms: see general_rules.pxd
    cdef u8 *assumed
    cdef u8 *inherited
    cdef int assumes
    cdef u8 *left
    cdef u64 leaving
    cdef int most_left
    cdef bint leaves_men                # whether men leave others where they stood
    cdef u8 *recoloured
    cdef u8 *sides_of
    cdef u8 *after_capture
    cdef u8 *after_quiet
    cdef u8 *clones
    cdef u8 *reborn_kinds
    cdef u8 *revived_kinds
    cdef u64 *turning
    cdef u64 changing[2]
    cdef int recolours, transmutes
    cdef u64 board_squares
    cdef bint in_python                 # these, or movements in Python
    cdef bint asks_arrivals, has_choices    # whether captures depend on what comes of them, leave choices
    cdef bint singly                    # whether rules look at each capture by itself
    cdef bint saves_kings, by_effects, risks_kings   # whether kings that are taken may come back; kings may fall by effects
    cdef bint takes_kings, hunts        # whether one of these holds; see `hunted`
    cdef int completes                  # see general_rules.pxd
    cdef u64 avoided[2]
    cdef int swings[2]                  # see general_rules.pxd
    cdef u64 magic                      # the same
    cdef bint oscillates                # whether kings exchange places after some moves
    cdef bint exposes                   # see add_swing
    cdef bint prepares, plain_completes, plain_prepares         # the last two: by rules in Python
    cdef bint loud, turns_quiet         # whether captures have effects; other moves have
    cdef bint regains                   # whether effects give castling rights
    cdef HomeSquare *homes
    cdef int choices[MOST_CHOICES]      # set by find_choices
    cdef bint has_places                # the player chooses squares: see general_rules.pxd
    cdef int choice_count
    cdef u8 *choice_squares
    cdef u8 *choice_kinds
    cdef u64 *first_choice
    cdef u8 *kind_ranks
    cdef u8 *ranked_kinds
    cdef u64 *fronts
    cdef u32 scratch[MOST_CAPTURES]     # a list of moves for `hunted`
    cdef object failed                  # the error of such a rule, None if there was none

    @cython.locals(p=Py_ssize_t, kind=Py_ssize_t)
    cdef _poison(self)
    @cython.locals(side=Py_ssize_t, s=Py_ssize_t)
    cdef _copy_general(self, GeneralRules rules)
    cdef _copy_parts(self, GeneralRules rules)
    @cython.locals(side=Py_ssize_t, i=Py_ssize_t, square=Py_ssize_t)
    cdef _copy_restraints(self, GeneralRules rules)
    cdef _copy_effects(self, GeneralRules rules)
    @cython.locals(i=Py_ssize_t, paralyses=bint, asks=bint, several=bint)
    cdef _find_blinds(self)
    cdef inline u64 reach(self, Py_ssize_t p, Py_ssize_t way, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(of=Py_ssize_t, again=bint, onwards=u64, first=u64, found=u64, left=u64, ends=u64)
    cdef u64 made_reach(self, Py_ssize_t p, Py_ssize_t way, Py_ssize_t square, u64 occupied) noexcept nogil
    cdef inline Py_ssize_t species_on(self, Py_ssize_t p, Py_ssize_t side, Py_ssize_t square) noexcept nogil
    cdef inline u8 owners_on(self, Py_ssize_t p, Py_ssize_t square) noexcept nogil
    @cython.locals(at=Py_ssize_t, found=u64, how=int)
    cdef inline bint strikes(self, Py_ssize_t p, Py_ssize_t way, Py_ssize_t origin, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(found=u64, men=u64, origin=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t, w=Py_ssize_t)
    cdef u64 strikers_of(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square, u64 occupied, u64 without, bint one) noexcept nogil
    cdef inline u64 permitted(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, u64 struck, u64 occupied) noexcept nogil
    @cython.locals(target=Py_ssize_t, ends=u64)
    cdef bint threatens(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t way, Py_ssize_t origin, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(s=Py_ssize_t, i=Py_ssize_t, promotes=bint, becomes=Py_ssize_t)
    cdef bint succeeds(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t target, Py_ssize_t square, u64 occupied) noexcept nogil
    cdef inline bint promotes_by(self, Py_ssize_t s, Py_ssize_t target) noexcept nogil
    cdef inline bint takes(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t target, Py_ssize_t struck, Py_ssize_t becomes, u64 occupied) noexcept nogil
    @cython.locals(man=Py_ssize_t, s=Py_ssize_t, captor=Py_ssize_t, square=Py_ssize_t)
    cdef bint comes_back(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t target, Py_ssize_t struck, Py_ssize_t becomes, u64 occupied) noexcept nogil
    cdef inline Py_ssize_t ends_on(self, Py_ssize_t p, Py_ssize_t s, Py_ssize_t origin, Py_ssize_t target, Py_ssize_t struck, Py_ssize_t becomes) noexcept nogil
    cdef inline Py_ssize_t taken_as(self, Py_ssize_t p, Py_ssize_t s, Py_ssize_t target, Py_ssize_t struck, Py_ssize_t becomes) noexcept nogil
    cdef inline Py_ssize_t reborn_as(self, Py_ssize_t side, Py_ssize_t species, Py_ssize_t mover) noexcept nogil
    @cython.locals(reborn=Py_ssize_t)
    cdef Py_ssize_t reborn_on(self, Py_ssize_t p, Py_ssize_t side, Py_ssize_t species, Py_ssize_t mover, Py_ssize_t captor, Py_ssize_t origin, Py_ssize_t target, Py_ssize_t struck) noexcept nogil
    @cython.locals(found=u64, target=Py_ssize_t, s=Py_ssize_t, count=Py_ssize_t, i=Py_ssize_t, becomes=Py_ssize_t, place=Py_ssize_t, man=Py_ssize_t, captor=Py_ssize_t)
    cdef u64 guards_on(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t way, Py_ssize_t origin, Py_ssize_t square) noexcept nogil
    @cython.locals(taken=Py_ssize_t, s=Py_ssize_t)
    cdef bint takes_over(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t struck, Py_ssize_t becomes) noexcept nogil
    @cython.locals(s=Py_ssize_t, square=Py_ssize_t)
    cdef bint arrives(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t target, Py_ssize_t struck, Py_ssize_t becomes, u64 occupied) noexcept nogil
    @cython.locals(file=Py_ssize_t, rank=Py_ssize_t)
    cdef inline Py_ssize_t place_of(self, Py_ssize_t p, Py_ssize_t k, Py_ssize_t s, Py_ssize_t origin, Py_ssize_t target, Py_ssize_t struck) noexcept nogil
    @cython.locals(kings=u64)
    cdef void find_sensitive(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    cdef void find_strikes(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(men=u64, kings=u64, occupied=u64, king=Py_ssize_t, origin=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t, w=Py_ssize_t, count=Py_ssize_t)
    cdef void find_watches(self, Py_ssize_t p, Py_ssize_t us, bint guarded) noexcept nogil
    @cython.locals(us=Py_ssize_t, occupied=u64, struck=u64, targets=u64, s=Py_ssize_t, i=Py_ssize_t, w=Py_ssize_t, code=u32)
    cdef Py_ssize_t man_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t origin, u64 quiets, u64 prey, u64 mask) noexcept nogil
    @cython.locals(square=Py_ssize_t)
    cdef inline Py_ssize_t add_targets(self, Py_ssize_t n, Py_ssize_t s, u32 code, u64 targets, u64 occupied) noexcept nogil
    @cython.locals(us=Py_ssize_t, s=Py_ssize_t, targets=u64)
    cdef Py_ssize_t captures_in_passing(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t w, Py_ssize_t origin, u32 code, u64 occupied) noexcept nogil
    @cython.locals(s=Py_ssize_t, square=Py_ssize_t, target=Py_ssize_t, aside=u32)
    cdef Py_ssize_t captures_singly(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t w, Py_ssize_t origin, u32 code, u64 struck) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline Py_ssize_t add_arrival(self, Py_ssize_t n, Py_ssize_t s, u32 code, Py_ssize_t target, bint captures) noexcept nogil
    cdef inline Py_ssize_t add_capture(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t s, u32 code, Py_ssize_t target, Py_ssize_t struck) noexcept nogil
    @cython.locals(squares=u64)
    cdef Py_ssize_t add_completed(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t s, u32 code, Py_ssize_t target, Py_ssize_t struck) noexcept nogil
    @cython.locals(found=u64)
    cdef u64 completions(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t target, Py_ssize_t struck, u64 occupied) noexcept nogil
    @cython.locals(found=u64, i=Py_ssize_t, w=Py_ssize_t)
    cdef u64 steps_of(self, Py_ssize_t p, Py_ssize_t s, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(us=Py_ssize_t, s=Py_ssize_t, struck=Py_ssize_t, target=Py_ssize_t, occupied=u64, plainly=u64, targets=u64, aside=u32)
    cdef Py_ssize_t prepared_captures(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t origin, u32 code, u64 prey) noexcept nogil
    @cython.locals(found=u64, squares=u64, there=u64, targets=u64, s=Py_ssize_t, at=Py_ssize_t, i=Py_ssize_t, w=Py_ssize_t)
    cdef u64 prepared(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t square, u64 occupied, bint in_passing) noexcept nogil
    cdef inline bint strikes_from(self, Py_ssize_t p, Py_ssize_t way, Py_ssize_t origin, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(found=u64, men=u64, targets=u64, origin=Py_ssize_t)
    cdef u64 strikers_prepared(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square, u64 occupied, u64 without, bint one) noexcept nogil
    @cython.locals(start=Py_ssize_t, kept=Py_ssize_t, us=Py_ssize_t, origin=Py_ssize_t, i=Py_ssize_t, occupied=u64, move=u32)
    cdef Py_ssize_t add_allowed(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t s, u32 code, Py_ssize_t target, Py_ssize_t struck) noexcept nogil
    @cython.locals(i=Py_ssize_t, chosen=u32)
    cdef Py_ssize_t add_choices(self, Py_ssize_t p, Py_ssize_t n, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, back=bint)
    cdef Py_ssize_t find_choices(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, target=Py_ssize_t, struck=Py_ssize_t, returning=bint, place=int, occupied=u64, man=u8, s=Py_ssize_t, i=Py_ssize_t, count=Py_ssize_t, squares=u64, square=Py_ssize_t, promotes=bint, reborn=Py_ssize_t)
    cdef Py_ssize_t find_places(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(targets=u64, target=Py_ssize_t, kings=u64, neutral=bint, guarded=bint)
    cdef bint is_caged(self, Py_ssize_t p, Py_ssize_t s, Py_ssize_t square, u64 occupied) noexcept nogil
    cdef inline u32 with_place(self, u32 move, u32 index) noexcept nogil
    cdef inline int chosen_by(self, u32 move) noexcept nogil
    cdef inline Py_ssize_t chosen_square(self, u32 move) noexcept nogil
    @cython.locals(kind=Py_ssize_t)
    cdef inline u8 chosen_as(self, u32 move, u8 man) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline u8 as_kind(self, u8 man, Py_ssize_t kind) noexcept nogil
    @cython.locals(i=Py_ssize_t, lost=Py_ssize_t)
    cdef bint costs_king(self, Py_ssize_t p, u32 move, Py_ssize_t side) noexcept nogil
    @cython.locals(men=u64, prey=u64, end=Py_ssize_t, i=Py_ssize_t, turn=u8, ep_square=u8, found=bint, moves=p_u32)
    cdef bint hunted(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(prey=u64)
    cdef inline u64 prey_of(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(men=u64)
    cdef Py_ssize_t pseudo(self, Py_ssize_t p, Py_ssize_t n, u64 quiets, u64 prey) noexcept nogil
    @cython.locals(prey=u64)
    cdef Py_ssize_t ordinary(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef inline u64 touched_by(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef inline Py_ssize_t struck_by(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline bint withstands(self, Py_ssize_t p, Py_ssize_t us, u64 touched, u64 gone, Py_ssize_t left, u64 occupied) noexcept nogil
    @cython.locals(s=Py_ssize_t, us=Py_ssize_t, touched=u64, occupied=u64, taken=u64)
    cdef bint is_safe(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef inline bint has_effects_at(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, square=Py_ssize_t, kings=u64, occupied=u64, touched=u64)
    cdef bint is_safe_by_changes(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, f=Py_ssize_t, kings=u64, touched=u64)
    cdef bint may_decide(self, Py_ssize_t p, u32 move, u64 deciding, Py_ssize_t flights) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef bint strikes_after(self, Py_ssize_t us, u64 squares) noexcept nogil
    @cython.locals(kept=Py_ssize_t, i=Py_ssize_t)
    cdef Py_ssize_t keep_safe(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(found=u64)
    cdef inline u64 squares_to_check(self, Py_ssize_t s, u64 kings) noexcept nogil
    @cython.locals(i=Py_ssize_t, found=u64)
    cdef inline u64 squares_onto(self, Py_ssize_t s, u64 kings) noexcept nogil
    @cython.locals(us=Py_ssize_t, origin=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t, start=Py_ssize_t, quiets=u64, prey=u64, tested=bint)
    cdef Py_ssize_t safe_moves(self, Py_ssize_t p, Py_ssize_t n, u64 men, bint one) noexcept nogil
    @cython.locals(us=Py_ssize_t, origin=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t, start=Py_ssize_t, kept=Py_ssize_t, men=u64, quiets=u64, prey=u64, kings=u64, mask=u64, pairing=u64)
    cdef Py_ssize_t decisive_moves(self, Py_ssize_t p, Py_ssize_t n, u64 deciding) noexcept nogil
    @cython.locals(us=Py_ssize_t, king=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t, w=Py_ssize_t, square=Py_ssize_t, kings=u64, shown=u64, occupied=u64, prey=u64, targets=u64, near=u64)
    cdef void find_flights(self, Py_ssize_t p, bint loosely) noexcept nogil
    @cython.locals(own=u64)
    cdef u64 shown_squares(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t king) noexcept nogil
    @cython.locals(kings=u64)
    cdef u64 squares_of_checks(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t king) noexcept nogil
    cdef bint may_leave(self, Py_ssize_t p, Py_ssize_t square) noexcept nogil
    @cython.locals(found=u64, men=u64, other=Py_ssize_t, like=Py_ssize_t, i=Py_ssize_t)
    cdef u64 pairing_squares(self, Py_ssize_t p, Py_ssize_t side, Py_ssize_t s) noexcept nogil
    @cython.locals(found=u64, men=u64, origin=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t, w=Py_ssize_t)
    cdef u64 deciding_about(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square) noexcept nogil
    @cython.locals(us=Py_ssize_t, f=Py_ssize_t)
    cdef Py_ssize_t all_castlings(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t, move=u32, code=u32, promoting=bint, stays=bint)
    cdef Py_ssize_t add_castling(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t f, Py_ssize_t c, Py_ssize_t king, Py_ssize_t partner, bint tested) noexcept nogil
    cdef bint is_in_danger_on(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t king, Py_ssize_t square) noexcept nogil
    @cython.locals(us=Py_ssize_t, several=bint, bits=u64, home=u64, square=Py_ssize_t, right=int)
    cdef bint may_castle(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t c, Py_ssize_t king) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline void change(self, Py_ssize_t square, u8 before, u8 owners_before, u8 after, u8 owners_after, u8 stage) noexcept nogil
    cdef void find_changes(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, white=Py_ssize_t, black=Py_ssize_t)
    cdef void add_swing(self, Py_ssize_t p) noexcept nogil
    @cython.locals(before=u8, owners=int, after=u8, owners_of_after=int)
    cdef void add_exchange(self, Py_ssize_t p, Py_ssize_t first, Py_ssize_t second) noexcept nogil
    @cython.locals(kings=u64, i=Py_ssize_t, bit=u64)
    cdef Py_ssize_t king_after(self, Py_ssize_t p, Py_ssize_t side) noexcept nogil
    @cython.locals(d=Py_ssize_t, occupied=u64)
    cdef bint is_attacked_after(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square) noexcept nogil
    @cython.locals(us=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, struck=Py_ssize_t, at=Py_ssize_t, last=Py_ssize_t, square=Py_ssize_t, captor=Py_ssize_t, castles=bint, captured=u8, man=u8, owners=u8, becomes=u8, occupied=u64)
    cdef void add_forms(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(man=u8, becomes=u8)
    cdef u8 assume(self, Py_ssize_t i, u8 captured) noexcept nogil
    @cython.locals(side=Py_ssize_t, kings=u64, i=Py_ssize_t, square=Py_ssize_t, man=u8, owners=u8, becomes=u8)
    cdef void add_inheritance(self, Py_ssize_t p, Py_ssize_t captured) noexcept nogil
    @cython.locals(us=Py_ssize_t, origin=Py_ssize_t, man=u8, men=u64, i=Py_ssize_t, square=Py_ssize_t, count=int)
    cdef void add_left_man(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(squares=u64, i=Py_ssize_t, square=Py_ssize_t, man=u8, owners=u8)
    cdef void add_magic(self, Py_ssize_t p) noexcept nogil
    @cython.locals(found=u8, i=Py_ssize_t)
    cdef u8 man_after(self, Py_ssize_t p, Py_ssize_t square) noexcept nogil
    @cython.locals(found=u8, i=Py_ssize_t)
    cdef u8 owners_after(self, Py_ssize_t p, Py_ssize_t square) noexcept nogil
    @cython.locals(us=Py_ssize_t, becomes=u8, square=Py_ssize_t, s=Py_ssize_t, turns=bint, owners=int)
    cdef Py_ssize_t add_revival(self, Py_ssize_t p, u32 move, Py_ssize_t at, u8 man, Py_ssize_t struck, u64 occupied) noexcept nogil
    cdef bint turns_sides(self, Py_ssize_t us, Py_ssize_t origin, Py_ssize_t at, Py_ssize_t man, Py_ssize_t captured) noexcept nogil
    cdef u8 sides_after(self, Py_ssize_t us, Py_ssize_t man, u8 owners) noexcept nogil
    @cython.locals(man=u8, becomes=u8)
    cdef u8 transmute(self, Py_ssize_t i, bint captures, Py_ssize_t us) noexcept nogil
    @cython.locals(us=Py_ssize_t, s=Py_ssize_t, mover=Py_ssize_t, square=Py_ssize_t, i=Py_ssize_t, before=u8, owners_before=u8)
    cdef void add_rebirth(self, Py_ssize_t p, u32 move, u8 man, u8 owners, Py_ssize_t captor, Py_ssize_t struck, u64 occupied) noexcept nogil
    @cython.locals(us=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, struck=Py_ssize_t, species=u8, becomes=u8, captured=u8, owners=u8, victims=u8)
    cdef void find_displacement(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, f=Py_ssize_t, c=Py_ssize_t, king=Py_ssize_t, partner=Py_ssize_t, species=u8, was=u8, owners=u8, owner=u8)
    cdef void find_castling(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(key=u64)
    cdef inline u64 man_key(self, Py_ssize_t species, u8 owners, Py_ssize_t square) noexcept nogil
    @cython.locals(i=Py_ssize_t, square=Py_ssize_t, bit=u64, key=u64, royals=u64, sides0=u64, sides1=u64)
    cdef u64 apply_changes(self, Py_ssize_t d, u64 key) noexcept nogil
    @cython.locals(i=Py_ssize_t, square=Py_ssize_t, stage=u8, birth=u8, mover=u8, other=u8, swung=u8, leaving=int, arriving=int, key=u64)
    cdef u64 carry_births(self, Py_ssize_t d) noexcept nogil
    cdef inline u64 birth_key(self, Py_ssize_t square, Py_ssize_t birth) noexcept nogil
    @cython.locals(us=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, s=Py_ssize_t, f=Py_ssize_t, i=Py_ssize_t, key=u64, rights=u8)
    cdef void make(self, Py_ssize_t p, Py_ssize_t d, u32 move) noexcept nogil
    @cython.locals(men=u64, origin=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t)
    cdef bint awaits_on(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t ep_square) noexcept nogil
    @cython.locals(squares=u64)
    cdef bint awaits_en_passant(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(found=u64, ep_square=Py_ssize_t, ep_pawn=Py_ssize_t, apart=Py_ssize_t)
    cdef inline u64 passed_squares(self, Py_ssize_t p) noexcept nogil
    @cython.locals(found=u64, squares=u64, square=Py_ssize_t)
    cdef u64 passing(self, Py_ssize_t p, Py_ssize_t way, Py_ssize_t origin, u64 occupied) noexcept nogil

    # What is forbidden, what must be chosen:
    @cython.locals(by=Py_ssize_t, blind=u64)
    cdef bint is_watched(self, Py_ssize_t p, Py_ssize_t side, Py_ssize_t square, u64 occupied, bint own, int kind) noexcept nogil
    @cython.locals(men=u64, other=Py_ssize_t, s=Py_ssize_t)
    cdef bint is_observed(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square, u64 occupied, int kind, u64 without, bint in_passing) noexcept nogil
    @cython.locals(found=u64, men=u64, square=Py_ssize_t, i=Py_ssize_t)
    cdef u64 paralysed(self, Py_ssize_t p, Py_ssize_t by, u64 occupied) noexcept nogil
    @cython.locals(s=Py_ssize_t)
    cdef bint is_silenced(self, Py_ssize_t p, Py_ssize_t i, Py_ssize_t side, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(s=Py_ssize_t, i=Py_ssize_t, w=Py_ssize_t)
    cdef inline bint observes(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t square, u64 occupied) noexcept nogil
    cdef bint observes_in_passing(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t square, u64 occupied) noexcept nogil
    cdef bint strikes_in_passing(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(found=int, i=Py_ssize_t, w=Py_ssize_t, part=Py_ssize_t)
    cdef int count_lines(self, Py_ssize_t p, Py_ssize_t s, Py_ssize_t origin, Py_ssize_t square, u64 occupied) noexcept nogil
    cdef bint takes_in_passing(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t square, u64 occupied) noexcept nogil
    cdef bint stands_fast(self, Py_ssize_t p, Py_ssize_t side, Py_ssize_t square, u64 occupied, int without) noexcept nogil
    @cython.locals(place=Py_ssize_t)
    cdef bint is_at_home(self, Py_ssize_t p, Py_ssize_t side, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(found=u64)
    cdef inline u64 observers_near(self, Py_ssize_t p, Py_ssize_t side, Py_ssize_t square) noexcept nogil
    @cython.locals(found=u64, men=u64, side=Py_ssize_t, other=Py_ssize_t)
    cdef u64 mutual_watchers(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, u64 occupied, int whose, bint one) noexcept nogil
    @cython.locals(found=u64, watchers=u64, square=Py_ssize_t)
    cdef u64 off_lines(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, u64 struck, u64 occupied) noexcept nogil
    @cython.locals(found=u64, s=Py_ssize_t, i=Py_ssize_t, w=Py_ssize_t, in_passing=bint)
    cdef u64 arrivals_by(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(others=u64, target=Py_ssize_t, other=Py_ssize_t, files=Py_ssize_t, ranks=Py_ssize_t)
    cdef bint are_aligned(self, Py_ssize_t origin, u64 targets, u64 men) noexcept nogil
    @cython.locals(origin=Py_ssize_t, target=Py_ssize_t, occupied=u64, men=u64, other=Py_ssize_t, kind=Py_ssize_t)
    cdef bint is_left_to_watchers(self, Py_ssize_t p, Py_ssize_t us, u32 move) noexcept nogil
    @cython.locals(enemies=u64, occupied=u64, struck=u64, i=Py_ssize_t, w=Py_ssize_t, in_passing=bint)
    cdef bint goes_as(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t s, Py_ssize_t origin, Py_ssize_t target) noexcept nogil
    cdef bint sees(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(reached=u64, waiting=u64, kings=u64, men=u64, at=Py_ssize_t, other=Py_ssize_t)
    cdef bint is_linked(self, Py_ssize_t p, Py_ssize_t side, Py_ssize_t square, u64 occupied, int without) noexcept nogil
    @cython.locals(found=u64, square=Py_ssize_t)
    cdef u64 let_take(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, u64 struck, u64 occupied, int without) noexcept nogil
    @cython.locals(s=Py_ssize_t, taker=Py_ssize_t, i=Py_ssize_t, in_passing=bint, found=bint)
    cdef bint is_takeable(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t square, u64 occupied, int without) noexcept nogil
    @cython.locals(men=u64, aim=Py_ssize_t, other=Py_ssize_t)
    cdef bint is_taken_by_others(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t square, u64 occupied, bint in_passing, int without) noexcept nogil
    @cython.locals(part=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, w=Py_ssize_t, other=Py_ssize_t, square=Py_ssize_t, count=Py_ssize_t, enemies=u64, taken=u64, struck=u64, passing=u64, known=bint)
    cdef Py_ssize_t count_takings(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, u64 occupied) noexcept nogil
    cdef inline Py_ssize_t taker_at(self, Py_ssize_t p) noexcept nogil
    @cython.locals(watched=bint, i=Py_ssize_t)
    cdef void null_move(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef bint is_silent(self, Py_ssize_t p, Py_ssize_t side, Py_ssize_t square, u64 occupied, bint moving) noexcept nogil
    cdef bint is_motionless(self, Py_ssize_t p, Py_ssize_t side, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t, square=Py_ssize_t, men=u64, occupied=u64)
    cdef bint is_unwatched(self, Py_ssize_t p, bint asks_checks) noexcept nogil
    cdef inline bint has_contact(self, Py_ssize_t p, Py_ssize_t origin, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(us=Py_ssize_t)
    cdef bint is_barred(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, s=Py_ssize_t, target=Py_ssize_t, touched=u64, occupied=u64, kind=int, men=u64, other=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, w=Py_ssize_t)
    cdef bint stays_unwatched(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(occupied=u64, men=u64, side=Py_ssize_t, square=Py_ssize_t, kind=int, i=Py_ssize_t)
    cdef void find_pairs(self, Py_ssize_t p) noexcept nogil
    @cython.locals(found=u64, square=Py_ssize_t)
    cdef u64 of_kind(self, Py_ssize_t p, Py_ssize_t side, u64 squares, int kind) noexcept nogil
    @cython.locals(found=u64, men=u64, other=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t)
    cdef u64 deciding_about_kind(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square, int kind) noexcept nogil
    @cython.locals(found=u64, kind=int, side=Py_ssize_t, i=Py_ssize_t)
    cdef u64 restraints_on(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t square) noexcept nogil
    @cython.locals(found=u64, men=u64, whose=int, side=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t, other=Py_ssize_t)
    cdef u64 mutual_squares(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t square) noexcept nogil
    @cython.locals(found=u64, side=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t, place=Py_ssize_t)
    cdef u64 stands_and_takings_on(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t square) noexcept nogil
    @cython.locals(found=u64, struck=u64, square=Py_ssize_t)
    cdef u64 squares_about(self, Py_ssize_t way, Py_ssize_t origin) noexcept nogil
    @cython.locals(found=u64, s=Py_ssize_t, i=Py_ssize_t)
    cdef u64 watching_squares(self, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t square) noexcept nogil
    @cython.locals(i=Py_ssize_t, at=Py_ssize_t)
    cdef Py_ssize_t mover_after(self, u32 move) noexcept nogil
    cdef Py_ssize_t arrives_on(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef bint takes_king(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef bint has_kings(self, Py_ssize_t p, Py_ssize_t d, Py_ssize_t side) noexcept nogil
    @cython.locals(kings=u64, occupied=u64, blind=u64, square=Py_ssize_t)
    cdef bint has_observed_king(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(mover=Py_ssize_t)
    cdef bint may_lead(self, Py_ssize_t p, Py_ssize_t d, Py_ssize_t us, u32 move, bint asks_checks) noexcept nogil
    cdef bint allows_move(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(move=u32, turn=u8, found=bint)
    cdef bint allows_capture(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t target, Py_ssize_t square, Py_ssize_t becomes) noexcept nogil
    @cython.locals(us=Py_ssize_t)
    cdef Py_ssize_t choose(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t, move=u32, outcome=int, mates=Py_ssize_t)
    cdef Py_ssize_t keep_accepted(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t)
    cdef Py_ssize_t keep_lone_mate(self, Py_ssize_t n, Py_ssize_t end, Py_ssize_t mates) noexcept nogil
    @cython.locals(us=Py_ssize_t, end=Py_ssize_t, i=Py_ssize_t, move=u32, outcome=int, mates=Py_ssize_t)
    cdef bint has_accepted(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t)
    cdef void mark_checks(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t)
    cdef int outcome_of(self, Py_ssize_t p, Py_ssize_t n, u32 move, bint checks) noexcept nogil
    @cython.locals(us=Py_ssize_t)
    cdef bint is_accepted(self, Py_ssize_t p, u32 move, int outcome) noexcept nogil
    @cython.locals(mates=bint)
    cdef bint is_mate_after(self, Py_ssize_t p, Py_ssize_t n, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t, move=u32, best=int, measure=int)
    cdef Py_ssize_t keep_preferred(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, bint unsafe) noexcept nogil
    @cython.locals(us=Py_ssize_t, found=int)
    cdef int measure_of(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(s=Py_ssize_t, found=int, other=int, product=int, root=int)
    cdef int length_of(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(files=int, ranks=int)
    cdef inline int squared(self, Py_ssize_t origin, Py_ssize_t target) noexcept nogil

    # What the fast path does otherwise:
    cdef void copy_frame(self, Py_ssize_t p, Py_ssize_t d) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef Py_ssize_t make_each(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(i=Py_ssize_t, total=Py_ssize_t)
    cdef Py_ssize_t count_after_each(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, own=u64, kings=u64, bits=u64, among=u64, king=Py_ssize_t, partner=Py_ssize_t, c=Py_ssize_t, kind=Py_ssize_t)
    cdef Py_ssize_t castlings(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t n, bint tested, int task) noexcept nogil
    cdef Py_ssize_t list_moves(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t pseudo_legal(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t, kings=u64, end=Py_ssize_t, kept=Py_ssize_t, i=Py_ssize_t)
    cdef Py_ssize_t list_legal(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t)
    cdef Py_ssize_t list_preferred(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t count_legal(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(men=u64, kings=u64)
    cdef bint has_safe_move(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t)
    cdef bint is_checkmate_at(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(before=bint, found=bint)
    cdef bint has_parry(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t, before=bint, end=Py_ssize_t, kept=Py_ssize_t, i=Py_ssize_t, found=bint)
    cdef bint can_parry(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth, bint unexposed) noexcept nogil
    @cython.locals(us=Py_ssize_t, before=bint)
    cdef Py_ssize_t keep_parries(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, origin=Py_ssize_t, end=Py_ssize_t, i=Py_ssize_t, prey=u64)
    cdef bint is_legal_at(self, Py_ssize_t p, Py_ssize_t n, u32 move) noexcept nogil
    @cython.locals(first=Py_ssize_t, i=Py_ssize_t, move=u32)
    cdef Py_ssize_t checks_to_front(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, origin=Py_ssize_t, struck=Py_ssize_t, s=Py_ssize_t, owners=u8, key=u64, birth=u8)
    cdef u64 key_after(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef bint has_legal(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t list_checks(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t list_mating(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t, end=Py_ssize_t)
    cdef Py_ssize_t list_decisive(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, kept=Py_ssize_t, move=u32)
    cdef Py_ssize_t keep_before_mate(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, s=Py_ssize_t, f=Py_ssize_t, becomes=Py_ssize_t, touched=u64, men=u64, flights=int)
    cdef bint may_precede_mate(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, origin=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t, w=Py_ssize_t, f=Py_ssize_t, square=Py_ssize_t, kings=u64, deciding=u64, men=u64, mask=u64, struck=u64, pairing=u64)
    cdef bint may_take_flights(self, Py_ssize_t p, int flights) noexcept nogil
    @cython.locals(us=Py_ssize_t, s=Py_ssize_t, f=Py_ssize_t, place=Py_ssize_t, kings=u64, touched=u64, stands=u64, turned=u64, reborn=Py_ssize_t)
    cdef bint may_take_flights_by_capture(self, Py_ssize_t p, int flights, Py_ssize_t origin, Py_ssize_t square, Py_ssize_t taken) noexcept nogil
    @cython.locals(f=Py_ssize_t)
    cdef bint may_castle_at(self, Py_ssize_t p, Py_ssize_t side) noexcept nogil
    @cython.locals(us=Py_ssize_t, s=Py_ssize_t, kings=u64)
    cdef bint may_give_check(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, occupied=u64, prey=u64, end=Py_ssize_t, kept=Py_ssize_t, i=Py_ssize_t, move=u32)
    cdef Py_ssize_t list_noisy(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t, end=Py_ssize_t, kept=Py_ssize_t, i=Py_ssize_t)
    cdef Py_ssize_t add_quiet_checks(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef bint attacked_at(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square) noexcept nogil
    cdef u64 attackers(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square) noexcept nogil
    @cython.locals(kings=u64, found=bint)
    cdef bint safe(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    cdef bint has_safe_king_step(self, Py_ssize_t p) noexcept nogil
    cdef void compute_check_info(self, Py_ssize_t p) noexcept nogil
    cdef Py_ssize_t generate_checks(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t king_before(self, Py_ssize_t p, u32 move, Py_ssize_t king) noexcept nogil
    @cython.locals(men=u64, occupied=u64, origin=Py_ssize_t, s=Py_ssize_t, i=Py_ssize_t, w=Py_ssize_t, found=int, part=Py_ssize_t)
    cdef int attack_pairs(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square, u32 *out) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, end=Py_ssize_t, kings=u64, prey=u64)
    cdef bint mated(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef bint is_capture_at(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef Py_ssize_t kind_after(self, u32 move) noexcept nogil
    @cython.locals(found=u64, bits=u64, square=Py_ssize_t)
    cdef u64 men_at(self, Py_ssize_t p, Py_ssize_t kind, Py_ssize_t side) noexcept nogil
    @cython.locals(us=u64, found=u64, square=Py_ssize_t, was=u64)
    cdef u64 extended(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(side=Py_ssize_t, bits=u64, key=u64, square=Py_ssize_t)
    cdef u64 full_key(self, Py_ssize_t p) noexcept nogil
    @cython.locals(number=Py_ssize_t, square=Py_ssize_t, bit=u64, rights=u8, side=Py_ssize_t)
    cpdef load(self, setup)
    @cython.locals(origin=Py_ssize_t, at=Py_ssize_t, s=Py_ssize_t, occupied=u64)
    cdef _load_ep_square(self, Py_ssize_t ep_square, Py_ssize_t by)
    @cython.locals(p=Py_ssize_t)
    cpdef str man_at(self, Py_ssize_t square)
    cdef str _text(self, int number, int owners)
    @cython.locals(square=Py_ssize_t)
    cdef list _men_by_square(self, Py_ssize_t size, tuple letters)
    cpdef u64 men_of(self, Py_ssize_t kind, Py_ssize_t side)
    @cython.locals(square=Py_ssize_t, source=GeneralJudge, p=Py_ssize_t)
    cpdef bint has_same_men(self, State other)
    cpdef restore(self, bytes snapshot)
    @cython.locals(source=GeneralJudge, p=Py_ssize_t)
    cpdef copy_from(self, State other)
    @cython.locals(p=Py_ssize_t, by=Py_ssize_t, i=Py_ssize_t, king=Py_ssize_t, kings=u64, found=u64)
    cpdef list pinners(self, Py_ssize_t square)
    @cython.locals(i=Py_ssize_t)
    cpdef list changes_of(self, u32 move)

    # Rules in Python, asked with the interpreter's lock:
    @cython.locals(square=Py_ssize_t)
    cdef list men_texts(self, Py_ssize_t p, u64 occupied, object thought=*)
    @cython.locals(square=Py_ssize_t, birth=int)
    cdef list births_at(self, Py_ssize_t p)
    cdef fail(self, error)
    @cython.locals(square=Py_ssize_t)
    cdef object _struck(self, Py_ssize_t p, u32 move)
    cdef object _castled(self, Py_ssize_t p, u32 move)
    @cython.locals(found=u64)
    cdef u64 plain_struck(self, Py_ssize_t p, Py_ssize_t way, Py_ssize_t square, u64 occupied) noexcept with gil
    @cython.locals(us=Py_ssize_t, s=Py_ssize_t, occupied=u64, zeroing=u32, at=Py_ssize_t, taken=Py_ssize_t, code=u32, captures=bint)
    cdef Py_ssize_t plain_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t way, Py_ssize_t origin, u64 quiets, u64 prey) noexcept with gil
    @cython.locals(found=u64)
    cdef u64 allowed(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, u64 struck, u64 occupied) noexcept with gil
    @cython.locals(found=u64)
    cdef u64 plain_steps(self, Py_ssize_t p, Py_ssize_t way, Py_ssize_t square, u64 occupied) noexcept with gil
    @cython.locals(found=u64)
    cdef u64 plain_completions(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t target, Py_ssize_t struck, u64 occupied) noexcept with gil
    @cython.locals(found=u64)
    cdef u64 plain_preparations(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t square, u64 occupied) noexcept with gil
    cdef bint plain_arrives(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t origin, Py_ssize_t target, Py_ssize_t struck, Py_ssize_t becomes, u64 occupied) noexcept with gil
    cdef str man_at_frame(self, Py_ssize_t p, Py_ssize_t square)
    cdef object _passed(self, Py_ssize_t p)
    cdef object _scene(self, Py_ssize_t p)
    cdef object _led(self, Py_ssize_t p, Py_ssize_t us, u32 move, Py_ssize_t mover)
    cdef bint plain_motionless(self, Py_ssize_t p, Py_ssize_t side, Py_ssize_t square, u64 occupied) noexcept with gil
    cdef bint plain_may_lead(self, Py_ssize_t p, Py_ssize_t d, Py_ssize_t us, u32 move, Py_ssize_t mover) noexcept with gil
    cdef bint plain_accepts(self, Py_ssize_t p, u32 move, int outcome) noexcept with gil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, at=Py_ssize_t)
    cdef Py_ssize_t plain_greatest(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept with gil
    @cython.locals(i=Py_ssize_t, at=Py_ssize_t)
    cdef object _played(self, Py_ssize_t p, u32 move)
    @cython.locals(i=Py_ssize_t, count=Py_ssize_t)
    cdef Py_ssize_t ask_choices(self, Py_ssize_t p, u32 move) noexcept with gil
    @cython.locals(i=Py_ssize_t, square=Py_ssize_t, before=u8, owners_before=u8, after=u8, owners=u8, stage=u8)
    cdef void add_effects(self, Py_ssize_t p, u32 move) noexcept with gil
