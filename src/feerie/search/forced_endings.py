# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The last moves of help-self-mates: after which moves of the mater may the victim force him to mate?

Two moves before the mate the mater moves, then the victim; then every move of the mater must mate (hs#, ser-hs#). The
victim's move either gives check or is quiet.

- A check must leave the mater's own king no flight, as if it mated, for a king's step mates only where it uncovers a
  line from a man of his to the victim's king (`king_may_uncover`). So the mate filter with the colours exchanged says
  which moves may come before it.
- A quiet move must leave the mater no quiet reply. A *standing reply* (see frontier.py) is here a quiet move that stays
  legal, and quiet, after one more move of another man of the mater that does not land on its way and one quiet move of
  the victim that does not land on it. Two of them that share no square refute all quiet moves, but the victim's king's,
  which are looked at by their targets.

What the proofs need of a genre is said in frontier.py and mate_filter.py; with castlings of the victim's, that put men
on two squares, or with the mater in check nothing is filtered.
"""
from __future__ import annotations

from typing import Any

import cython

from feerie.search.frontier import FrontierPruning
from feerie.search.mate_filter import MateFilter
from feerie.search.transposition import TranspositionTable

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.kernel.tables import ATTACK_TABLES, FAMILIES, MEN, NONE, PLAIN, SQUARES
    from feerie.search.patterns.structs import squares_between
    MAX_REPLIES, REPLIES_OF_A_MAN = 12, 2


class ForcedEndings(FrontierPruning):
    """A search that filters the mater's moves before he is forced to mate."""

    def __init__(self, judge: Any, goal: int, table: TranspositionTable, square: int = -1) -> None:
        super().__init__(judge, goal, table, square)
        self.closing, self.filters_closing = None, False
        self.reply_count = self.king_goals = self.reply_key = 0
        self.reply_ply, self.checks_only = -1, False
        if not cython.compiled:
            self.reply_origins, self.reply_paths = [0] * MAX_REPLIES, [0] * MAX_REPLIES
            self.reply_squares, self.reply_kings = [0] * MAX_REPLIES, [0] * MAX_REPLIES
            self.reached = [0] * (2 * ATTACK_TABLES)

    def filter_closing(self, mater: int) -> None:
        """Filter the moves of `mater` before the last ones, where genre and position allow it."""
        self.closing = MateFilter(self.judge, mater)
        self.filters_closing = self.can_prune and self.closing.applicable
        self.closing = MateFilter(self.judge, mater ^ 1)
        self.filters_closing = self.filters_closing and self.closing.applicable

    def keep_forcing(self, p: int, n: int, end: int) -> int:
        """Keep those of the mater's legal moves list[n:end] at p after which the victim may force mate; the new end."""
        us = self.judge.frames[p].turn
        self.reply_count, self.reply_ply, self.reply_key = 0, p, self.judge.frames[p].key
        if self.judge.in_check_at(p, us):
            return end
        if not self.may_castle(p, us ^ 1):
            self.find_quiet_replies(p, n, end)
        if self.king_may_uncover(p):
            return end
        self.closing.needs_check = False
        closeable = self.closing.mateable_squares(p, FULL)
        self.closing.needs_check = True
        if not closeable:
            return n
        mateable = self.closing.mateable_squares(p, closeable)
        if mateable:
            self.closing.find_kept_moves(p, n, end)
        own_king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us])
        kept = n
        for i in range(n, end):
            move = self.judge.list[i]
            king = move_target(move) if move_man(move) == self.judge.royal else own_king
            if closeable >> king & 1 and not self.is_met_quietly(p, move) or mateable and self.closing.keeps(move):
                self.judge.list[kept] = move
                kept += 1
        return kept

    def needs_check_now(self, p: int, move: int) -> bool:
        """Must the victim, to move at p after a move of the mater's, give check? Known only for moves that
        `keep_forcing` has listed last."""
        return self.reply_count > 1 and self.reply_ply == p - 1 \
            and self.judge.frames[p - 1].key == self.reply_key and self.is_met_quietly(p - 1, move)

    def may_castle(self, p: int, side: int) -> bool:
        """May a side, whose turn it is not, castle after the next move at p? False only where that is certain.

        It must have a right, where one is needed; without such rights, a man on a square that a partner may stand on.
        """
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[side])
        for f in range(side * FAMILIES, side * FAMILIES + self.judge.family_count):
            if not self.has_right(p, f):
                continue
            if self.judge.families[f].few or self.judge.families[f].either or self.judge.partner_men(p, f) \
                    & self.judge.families[f].partners[king] & self.judge.frames[p].sides[side]:
                return True
        return False

    # ---------------------------------------------------------------------------------- quiet moves of the victim

    def find_quiet_replies(self, p: int, n: int, end: int) -> None:
        """Collect the mater's standing replies among his legal moves list[n:end] at p, with what interferes with them.

        By reply: `reply_origins`; `reply_paths`, squares (bits) on which a man of the victim interferes;
        `reply_squares`, those on which another man of the mater does; `reply_kings`, those on which the victim's king
        must not stand for the reply to be legal and quiet.
        """
        us = self.judge.frames[p].turn
        them = us ^ 1
        men = self.judge.frames[p].sides[us]
        own_king = lowest(self.judge.frames[p].men[self.judge.royal] & men)
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[them])
        self.find_reached(p, them, True)
        self.find_reached(p, us, False)
        tied = self.lines_past_one(p, them, own_king, men) | self.lines_past_one(p, us, king, men)
        self.king_goals = self.closing.distances.zone[them * SQUARES + king] & ~(ONE << king)     # he does not castle
        self.reply_count, origin, of_a_man = 0, NONE, 0
        for i in range(n, end):
            move = self.judge.list[i]
            if move_kind(move) != PLAIN or move_man(move) != move_result(move) or move_man(move) == self.judge.royal \
                    or tied >> move_origin(move) & 1:
                continue
            of_a_man = of_a_man + 1 if move_origin(move) == origin else 0
            origin = move_origin(move)
            if of_a_man >= REPLIES_OF_A_MAN:
                continue
            attacked = self.closing.distances.attacks[(us * MEN + move_man(move)) * SQUARES + move_target(move)]
            path = 0 if attacked >> king & 1 else self.path_of(p, us, move, NONE)
            if not path:
                of_a_man -= 1
                continue
            self.reply_origins[self.reply_count] = origin
            self.reply_paths[self.reply_count] = path
            self.reply_squares[self.reply_count] = path | ONE << move_target(move)
            self.reply_kings[self.reply_count] = path | attacked
            self.reply_count += 1
            if self.reply_count == MAX_REPLIES:
                break
        if self.reply_count > 1:
            self.add_lines_to_goals(p, us, men)

    def add_lines_to_goals(self, p: int, us: int, men: int) -> None:
        """Add to `reply_kings` where the victim's king would be checked by a line that the reply leaves."""
        goals = self.king_goals
        while goals:
            goal = lowest(goals)
            goals &= goals - 1
            lines = self.lines_past_one(p, us, goal, men)
            for j in range(self.reply_count):
                if lines >> self.reply_origins[j] & 1:
                    self.reply_kings[j] |= ONE << goal

    def lines_past_one(self, p: int, by: int, square: int, occupied: int) -> int:
        """The squares on lines by which riders of `by` may attack a square, over two of the men `occupied` at most.

        The riders stand where `reached` says.
        """
        found = 0
        for i in range(by * ATTACK_TABLES + self.judge.leaping[by],
                       by * ATTACK_TABLES + self.judge.attack_table_count[by]):
            if not self.reached[i]:
                continue
            seen = 0
            for _ in range(3):
                seen = self.judge.look_up(self.judge.attack_tables[i].slots, square,
                                          self.judge.attack_tables[i].segments, occupied & ~seen)
            ends = seen & self.reached[i]
            while ends:
                found |= self.judge.attack_tables[i].between[square * SQUARES + lowest(ends)]
                ends &= ends - 1
        return found

    def find_reached(self, p: int, by: int, waits: bool) -> None:
        """Set `reached`, by attack table of `by`: where riders of it may stand after one move of `by`.

        `waits`: the other side moves first, and one man of it may leave a line. Castlings are left out.
        """
        tables = by * ATTACK_TABLES
        occupied = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        for i in range(tables, tables + self.judge.attack_table_count[by]):
            self.reached[i] = 0
        for kind in range(self.judge.kinds):
            men = self.judge.frames[p].men[kind] & self.judge.frames[p].sides[by]
            if not men or kind == self.judge.royal:
                continue
            squares = men
            while men:
                seen = self.attacks_from(by, kind, lowest(men), occupied)
                if waits:
                    seen = self.attacks_from(by, kind, lowest(men),
                                             occupied & ~(seen & self.judge.frames[p].sides[by ^ 1]))
                squares |= seen
                men &= men - 1
            self.add_reached(by, kind, squares)
            at = by * MEN + kind
            if waits:
                for transition in range(self.closing.distances.transition_start[at] + 1,
                                        self.closing.distances.transition_start[at + 1]):
                    men = self.judge.frames[p].men[kind] & self.judge.frames[p].sides[by]
                    while men:
                        self.add_reached(by, self.closing.distances.transition_kind[transition],
                                         self.closing.distances.move_targets[transition * SQUARES + lowest(men)])
                        men &= men - 1

    def add_reached(self, by: int, kind: int, squares: int) -> None:
        """Add squares where a man of a kind may stand to `reached`."""
        for i in range(by * ATTACK_TABLES + self.judge.leaping[by],
                       by * ATTACK_TABLES + self.judge.attack_table_count[by]):
            if self.judge.attack_tables[i].man == kind or self.judge.attack_tables[i].other == kind:
                self.reached[i] |= squares

    def is_met_quietly(self, p: int, move: int) -> bool:
        """Does after a move of the mater's at p, whatever quiet move the victim makes, one of the replies stand?

        The replies must be those of p. False for moves that are not plain, which change more than the proof allows for.
        """
        if move_kind(move) != PLAIN or move_man(move) != move_result(move):
            return False
        origin, target = move_origin(move), move_target(move)
        us = self.judge.frames[p].turn
        tied = 0
        if move_man(move) == self.judge.royal:
            tied = self.lines_past_one(p, us ^ 1, target, self.judge.frames[p].sides[us] & ~(ONE << origin))
        paths, kings = FULL, self.king_goals
        for j in range(self.reply_count):
            if self.reply_origins[j] != origin and not self.reply_squares[j] >> target & 1 \
                    and not tied >> self.reply_origins[j] & 1:
                paths &= self.reply_paths[j]
                kings &= self.reply_kings[j]
        return not paths and not kings

    # ---------------------------------------------------------------------------------- steps of the mater's king

    def king_may_uncover(self, p: int) -> bool:
        """May a step of the mater's king uncover a line to the victim's king, after a move of each side at p?"""
        us = self.judge.frames[p].turn
        own_king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us])
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us ^ 1])
        own_zone = self.closing.distances.king_targets[us * SQUARES + own_king] | ONE << own_king
        zone = self.closing.distances.king_targets[(us ^ 1) * SQUARES + king] | ONE << king
        while zone:
            goal = lowest(zone)
            zone &= zone - 1
            for kind in range(self.judge.kinds):
                if kind != self.judge.royal and self.has_line_over_king(p, us, kind, goal, own_king, own_zone):
                    return True
        return False

    def has_line_over_king(self, p: int, us: int, kind: int, goal: int, own_king: int, own_zone: int) -> bool:
        """May a man, of a kind now, attack the square `goal` from behind the mater's own king after one move?

        Either the king moves, to a square of `own_zone`, or the man.
        """
        men = self.judge.frames[p].men[kind] & self.judge.frames[p].sides[us]
        at = us * MEN + kind
        origins = men & self.closing.distances.attack_origins[at * SQUARES + goal]
        while origins:
            if squares_between(self.closing, us, kind, goal, lowest(origins)) & own_zone:
                return True
            origins &= origins - 1
        if not men:
            return False
        for transition in range(self.closing.distances.transition_start[at],
                                self.closing.distances.transition_start[at + 1]):
            arrival = self.closing.distances.transition_kind[transition]
            origins = self.closing.distances.attack_origins[(us * MEN + arrival) * SQUARES + goal]
            if not origins >> own_king & 1:
                continue
            reached = 0
            movers = men
            while movers:
                reached |= self.closing.distances.move_targets[transition * SQUARES + lowest(movers)]
                movers &= movers - 1
            origins &= reached
            while origins:
                if squares_between(self.closing, us, arrival, goal, lowest(origins)) >> own_king & 1:
                    return True
                origins &= origins - 1
        return False
