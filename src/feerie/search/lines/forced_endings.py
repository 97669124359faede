# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The last moves of help-self-mates: after which moves of the mating side may the victim force him to mate?

Two moves before the mate the mating side moves, then the victim; then every move of the mating side must mate (hs#,
ser-hs#). The victim's move either gives check or is quiet.

- A check must leave the mating side's own king no flight, as if it mated, for a king's step mates only where it
  uncovers a line from a man of his to the victim's king (uncovered_lines.py). So the mate filter with the colours
  exchanged says which moves may come before it.
- A quiet move must leave the mating side no quiet reply. A *standing reply* (see standing_replies.py) is here a quiet
  move that stays legal, and quiet, after one more move of another man of the mating side that does not land on its way
  and one quiet move of the victim that does not land on it. Taking a move back is such a reply, too: the mating side's
  men then stand as they did; and so is a step of his king to a square that no man of the victim's attacks by then.
  Replies that share no square on which a man of the victim's interferes refute all quiet moves except those of the
  victim's king, which are tested by their targets, and castlings, which are tested by where they put men. Where that
  leaves few of the victim's moves, they are tested after the mating side's move is made: can the victim make them
  (`cannot_interfere`)?

The proofs require of a genre what `NEEDS` says; with the mating side in check nothing is filtered.
"""
from __future__ import annotations

import cython

from feerie.rules.properties import Property
from feerie.search.filters.mate_filter import MateFilter
from feerie.search.filters.mateable_squares import NEEDS as NEEDS_OF_KING
from feerie.search.goal.frontier import FrontierPruning
from feerie.search.goal.goal_search import GoalSearch
from feerie.search.goal.standing_replies import NEEDS as NEEDS_OF_REPLIES
from feerie.search.lines.uncovered_lines import UncoveredLines

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import FULL, ONE, lowest, popcount, reached_from
    from feerie.kernel.tables import ATTACK_TABLES, FAMILIES, MEN, NONE, PLAIN, SQUARES
    MAX_REPLIES, REPLIES_OF_A_MAN, MAX_KING_REPLIES, MAX_KING_TARGETS, MAX_MET = 16, 4, 4, 64, 256
    ALL_REPLIES = MAX_REPLIES + MAX_KING_REPLIES

NEEDS = NEEDS_OF_REPLIES | NEEDS_OF_KING | Property.SAME_LINE


class ForcedEndings:
    """Filters the mating side's moves before he is forced to mate, where `filters_closing` says so."""

    def __init__(self, goals: GoalSearch, frontier: FrontierPruning) -> None:
        self.judge, self.goals = goals.judge, goals
        self.reach, self.replies, self.flights = frontier.reach, frontier.replies, frontier.flights
        self.uncovered_lines = UncoveredLines(goals.judge)
        self.closing: MateFilter | None = None
        self.filters_closing = False
        self.reply_count = self.castling_count = self.king_goals = self.reply_key = self.tied = self.free_goals = 0
        self.victim_targets = self.direct_targets = self.promotion_targets = 0
        self.reply_ply, self.closing_move, self.met_count = -1, 0, 0
        self.is_closeable, self.men_replies = True, 0
        if not cython.compiled:
            self.reply_origins, self.reply_paths = [0] * ALL_REPLIES, [0] * ALL_REPLIES
            self.reply_squares, self.reply_kings = [0] * ALL_REPLIES, [0] * ALL_REPLIES
            self.targets_by_kind = [0] * MEN
            self.castling_replies, self.castling_kings = [0] * MAX_KING_TARGETS, [0] * MAX_KING_TARGETS
            self.castling_arrivals, self.castling_ties = [0] * MAX_KING_TARGETS, [0] * MAX_KING_TARGETS
            self.castling_crossings = [0] * MAX_KING_TARGETS
            self.goal_lines = [0] * SQUARES
            self.reached = [0] * (2 * ATTACK_TABLES)
            self.met_moves = [0] * MAX_MET

    def filter_closing(self, mating_side: int) -> None:
        """Filter the moves of `mating_side` before the last ones, where genre and position allow it."""
        self.closing = MateFilter(self.judge, mating_side)
        self.filters_closing = self.judge.has(NEEDS) and self.closing.applicable
        self.closing = self.uncovered_lines.closing = MateFilter(self.judge, mating_side ^ 1)
        self.filters_closing = self.filters_closing and self.closing.applicable

    def keep_forcing(self, p: int, n: int, end: int) -> int:
        """Keep those of the mating side's legal moves list[n:end] at p after which the victim may force mate; the new
        end.
        """
        us = self.judge.frames[p].turn
        self.reply_ply = -1
        if self.judge.in_check_at(p, us):
            return end
        self.uncovered_lines.find_uncovering(p)
        mateable = closeable = 0
        if self.is_closeable or self.closeable_squares(p, 0):
            mateable = self.closing.mateable_squares(p, FULL)
            closeable = mateable if mateable else self.closeable_squares(p, 0)
        self.is_closeable = closeable != 0
        if mateable:
            self.closing.find_kept_moves(p, n, end)
        if closeable:
            self.find_quiet_replies(p, n, end)
            self.reply_ply, self.reply_key = p, self.judge.frames[p].key
        own_king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us])
        kept = n
        self.met_count = 0
        for i in range(n, end):
            move = self.judge.list[i]
            king = move_target(move) if move_man(move) == self.judge.royal else own_king
            checks = closeable != 0 and self.is_met_quietly(p, move)
            if not checks and closeable and closeable == mateable and not closeable >> king & 1:
                closeable = self.closeable_squares(p, mateable)
            if closeable >> king & 1 and not checks or mateable and self.closing.keeps(move) \
                    or self.uncovered_lines.uncovers(p, move, king, checks):
                if checks and self.met_count < MAX_MET:
                    self.met_moves[self.met_count] = move
                    self.met_count += 1
                self.judge.list[kept] = move
                kept += 1
        return kept

    def closeable_squares(self, p: int, mateable: int) -> int:
        """The squares on which the mating side's king may be left without a flight at p, `mateable` those with a
        check.
        """
        self.closing.needs_check = False
        found = mateable | self.closing.mateable_squares(p, ~mateable & FULL)
        self.closing.needs_check = True
        self.closing.mateable = mateable
        return found

    def needs_check_now(self, p: int, move: int) -> bool:
        """Must the victim, to move at p after a move of the mating side's, give check? Known only for moves that the
        last call of `keep_forcing` kept."""
        self.closing_move = move
        if self.reply_ply != p - 1 or self.judge.frames[p - 1].key != self.reply_key:
            return False
        i = 0
        while i < self.met_count and self.met_moves[i] != move:
            i += 1
        return i < self.met_count

    def closing_checks(self, p: int, n: int) -> int:
        """List, from list[n] on, the victim's checks at p that may leave the mating side only mates; returns the end.

        For use after a move of the mating side's for which `needs_check_now` has just said that the victim must give
        check.
        """
        us = self.judge.frames[p].turn
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us ^ 1])
        end = self.goals.goal_candidates(p, n)
        if self.uncovered_lines.uncovers(p - 1, self.closing_move, king, True):
            return end
        return self.flights.drop_evaded_checks(p, n, end)

    # ---------------------------------------------------------------------------------- quiet moves of the victim

    def find_quiet_replies(self, p: int, n: int, end: int) -> None:
        """Collect the mating side's standing replies among his legal moves list[n:end] at p, with what interferes with
        them.

        By reply: `reply_origins`; `reply_paths`, squares (bits) on which a man of the victim interferes;
        `reply_squares`, those on which another man of the mating side does; `reply_kings`, those on which the victim's
        king must not stand for the reply to be legal and quiet. `free_goals`: where he can step to now.
        """
        us = self.judge.frames[p].turn
        them = us ^ 1
        men = self.judge.frames[p].sides[us]
        own_king = lowest(self.judge.frames[p].men[self.judge.royal] & men)
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[them])
        self.victim_targets = self.direct_targets = self.promotion_targets = 0
        self.find_reached(p, them, True)
        self.find_reached(p, us, False)
        tied = self.tied = self.lines_past_one(them, own_king, men) | self.lines_past_one(us, king, men)
        self.king_goals = self.closing.distances.zone[them * SQUARES + king] & ~(ONE << king)
        occupied = men | self.judge.frames[p].sides[them]
        self.free_goals = self.king_goals & ~(self.judge.frames[p].sides[them]
                                              | self.judge.attacked_squares(p, us, occupied ^ ONE << king))
        self.reply_count, self.castling_count, origin, of_a_man = 0, 0, NONE, 0
        paths, kings = FULL, FULL
        for i in range(n, end):
            move = self.judge.list[i]
            if move_kind(move) != PLAIN or move_man(move) != move_result(move) or move_man(move) == self.judge.royal \
                    or tied >> move_origin(move) & 1:
                continue
            if move_origin(move) != origin:
                origin, of_a_man = move_origin(move), 0
                paths, kings = self.victim_targets, self.king_goals
            if of_a_man == REPLIES_OF_A_MAN:
                continue
            attacked = self.closing.distances.attacks[(us * MEN + move_man(move)) * SQUARES + move_target(move)]
            path = 0 if attacked >> king & 1 else self.replies.path_of(p, us, move, NONE)
            if not path or of_a_man and not paths & ~path and not kings & ~(path | attacked):
                continue
            of_a_man += 1
            paths &= path
            kings &= path | attacked
            self.reply_origins[self.reply_count] = origin
            self.reply_paths[self.reply_count] = path
            self.reply_squares[self.reply_count] = path | ONE << move_target(move)
            self.reply_kings[self.reply_count] = path | attacked
            self.reply_count += 1
            if self.reply_count == MAX_REPLIES:
                break
        self.men_replies = self.reply_count
        if not tied >> own_king & 1:
            self.add_king_replies(p, n, end, own_king)
        self.add_lines_to_goals(p, us, men)
        if self.closing.distances.has_castling:
            self.find_replies_to_castlings(p, king)

    def add_king_replies(self, p: int, n: int, end: int, own_king: int) -> None:
        """Add steps of the mating side's king, among his legal moves list[n:end] at p, to the standing replies.

        A man of the victim's interferes on squares from which it attacks the target, if no line is blocked; and where
        it stands now, on a line on which at most one man of the mating side's stands besides the king.
        """
        us = self.judge.frames[p].turn
        men = self.judge.frames[p].sides[us] & ~(ONE << own_king)
        steps = MAX_KING_REPLIES
        for i in range(n, end):
            move = self.judge.list[i]
            if move_man(move) != self.judge.royal or move_kind(move) != PLAIN or not steps:
                continue
            target = move_target(move)
            path = self.attackers_of_step(p, us ^ 1, target, men)
            if not path:
                continue
            steps -= 1
            self.reply_origins[self.reply_count] = own_king
            self.reply_paths[self.reply_count] = path
            self.reply_squares[self.reply_count] = ONE << target
            self.reply_kings[self.reply_count] = ONE << target | self.closing.distances.attack_origins[
                ((us ^ 1) * MEN + self.judge.royal) * SQUARES + target]
            self.reply_count += 1

    def attackers_of_step(self, p: int, by: int, target: int, men: int) -> int:
        """The squares on which men of `by` other than the king would attack a target of the other king, and the target;
        0 if one may attack it from where it stands, after one move of each side. `men`: the other side's without the
        king."""
        found = ONE << target | self.promotion_targets
        for kind in range(self.judge.kinds):
            if kind == self.judge.royal or not self.judge.frames[p].men[kind] & self.judge.frames[p].sides[by]:
                continue
            origins = self.closing.distances.attack_origins[(by * MEN + kind) * SQUARES + target]
            found |= origins & self.targets_by_kind[kind]
            standing = origins & self.judge.frames[p].men[kind] & self.judge.frames[p].sides[by] & ~(ONE << target)
            while standing:
                line = self.closing.distances.lines[target * SQUARES + lowest(standing)]
                if popcount(line & men) <= 1:
                    return 0
                standing &= standing - 1
        return found

    def add_lines_to_goals(self, p: int, us: int, men: int) -> None:
        """Add to `reply_kings` where the victim's king would be checked by a line that the reply leaves."""
        goals = self.king_goals
        while goals:
            goal = lowest(goals)
            goals &= goals - 1
            lines = self.goal_lines[goal] = self.lines_past_one(us, goal, men)
            for j in range(self.reply_count):
                if lines >> self.reply_origins[j] & 1:
                    self.reply_kings[j] |= ONE << goal

    def find_replies_to_castlings(self, p: int, king: int) -> None:
        """Find which standing replies hold against each castling of the victim's king that may come after a move at p.

        By the king's target `castling_kings`: `castling_replies`, the replies (bits) that hold against all castlings
        that take him there; `castling_arrivals`, the squares on which they put men; `castling_ties`, squares that a
        reply may leave only with a check, or illegally; `castling_crossings`, squares that must not be attacked for any
        of these castlings.
        """
        us = self.judge.frames[p].turn
        for f in range((us ^ 1) * FAMILIES, (us ^ 1) * FAMILIES + self.judge.family_count):
            partners = self.uncovered_lines.possible_partners(p, f, king)
            while partners:
                partner = lowest(partners)
                partners &= partners - 1
                c = self.judge.families[f].record[king * SQUARES + partner]
                if not self.uncovered_lines.may_castle_next(p, f, c):
                    continue
                target = self.judge.families[f].castles[c].king_to
                i = 0
                while i < self.castling_count and self.castling_kings[i] != target:
                    i += 1
                if i == self.castling_count:
                    self.castling_count += 1
                    self.castling_kings[i] = target
                    self.castling_arrivals[i] = ONE << target
                    self.castling_crossings[i] = FULL
                    self.castling_ties[i] = self.lines_past_one(us, target, self.judge.frames[p].sides[us])
                self.castling_arrivals[i] |= ONE << self.judge.families[f].castles[c].partner_to
                self.castling_ties[i] |= self.ties_of_partner(p, f, c, partner)
                self.castling_crossings[i] &= self.judge.families[f].castles[c].safe
        for i in range(self.castling_count):
            self.castling_replies[i] = 0
            for j in range(self.men_replies):
                if not self.reply_squares[j] & self.castling_arrivals[i] \
                        and not self.reply_kings[j] >> self.castling_kings[i] & 1 \
                        and not self.castling_ties[i] >> self.reply_origins[j] & 1:
                    self.castling_replies[i] |= 1 << j

    def ties_of_partner(self, p: int, f: int, c: int, partner: int) -> int:
        """The squares that no reply may leave after castling c of family f with a man on a square; FULL if none holds.

        That is so whichever plain move of another man of the mating side's, not his king, comes before it. The partner
        may be a man of the mating side's, perhaps one that has just moved.
        """
        us = self.judge.frames[p].turn
        them = us ^ 1
        men = self.judge.frames[p].sides[us]
        own_king = lowest(self.judge.frames[p].men[self.judge.royal] & men)
        king_to = self.judge.families[f].castles[c].king_to
        partner_to = self.judge.families[f].castles[c].partner_to
        if self.judge.frames[p].sides[them] >> partner & 1:
            kind = self.judge.kind_at(p, ONE << partner)
            if self.judge.families[f].castles[c].promotes >> kind & 1:
                return FULL
            if self.closing.distances.attacks[(them * MEN + kind) * SQUARES + partner_to] >> own_king & 1:
                return self.closing.distances.lines[own_king * SQUARES + partner_to]
            return 0
        # a third man of the mating side's may leave a line, and one may come to another
        if self.closing.distances.lines[king_to * SQUARES + partner_to] or men >> partner & 1 \
                and (self.lines_past_one(them, own_king, 0) | self.lines_past_one(us, king_to, 0)) >> partner & 1:
            return FULL
        return ONE << partner

    def lines_past_one(self, by: int, square: int, occupied: int) -> int:
        """The squares on lines by which riders of `by` may attack a square, over at most two of the men `occupied`.

        The riders stand where `reached` says.
        """
        found = 0
        for i in range(by * ATTACK_TABLES + self.judge.leaping[by],
                       by * ATTACK_TABLES + self.judge.attack_table_count[by]):
            if not self.reached[i]:
                continue
            seen = 0
            for _ in range(3):
                seen = reached_from(self.judge.attack_tables[i].slots, square,
                                    self.judge.attack_tables[i].segments, occupied & ~seen)
            ends = seen & self.reached[i]
            while ends:
                found |= self.judge.attack_tables[i].between[square * SQUARES + lowest(ends)]
                ends &= ends - 1
        return found

    def find_reached(self, p: int, by: int, waits: bool) -> None:
        """Set `reached`, by attack table of `by`: where riders of it may stand after one move of `by`.

        `waits`: the other side moves first, and one of its men may leave a line; then `victim_targets` gets the squares
        that men of `by` may move to (`targets_by_kind`: by kind), `direct_targets` those that they attack now, and
        `promotion_targets` those on which they may promote. Castlings are left out.
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
                seen = self.reach.attacks_from(by, kind, lowest(men), occupied)
                if waits:
                    self.direct_targets |= seen
                    seen = self.reach.attacks_from(by, kind, lowest(men),
                                             occupied & ~(seen & self.judge.frames[p].sides[by ^ 1]))
                squares |= seen
                men &= men - 1
            self.add_reached(by, kind, squares)
            at = by * MEN + kind
            if waits:
                if kind == self.judge.ep_man:
                    squares |= self.targets_of_pawns(p, by)
                self.victim_targets |= squares
                self.targets_by_kind[kind] = squares
                for transition in range(self.closing.distances.transition_start[at] + 1,
                                        self.closing.distances.transition_start[at + 1]):
                    men = self.judge.frames[p].men[kind] & self.judge.frames[p].sides[by]
                    while men:
                        squares = self.closing.distances.move_targets[transition * SQUARES + lowest(men)]
                        self.promotion_targets |= squares
                        self.add_reached(by, self.closing.distances.transition_kind[transition], squares)
                        men &= men - 1

    def targets_of_pawns(self, p: int, by: int) -> int:
        """The squares that pawns of a side may go to, on an empty board or by captures."""
        at = by * MEN + self.judge.ep_man
        found = 0
        for transition in range(self.closing.distances.transition_start[at],
                                self.closing.distances.transition_start[at + 1]):
            men = self.judge.frames[p].men[self.judge.ep_man] & self.judge.frames[p].sides[by]
            while men:
                found |= self.closing.distances.move_targets[transition * SQUARES + lowest(men)]
                men &= men - 1
        return found

    def add_reached(self, by: int, kind: int, squares: int) -> None:
        """Add squares where a man of a kind may stand to `reached`."""
        for i in range(by * ATTACK_TABLES + self.judge.leaping[by],
                       by * ATTACK_TABLES + self.judge.attack_table_count[by]):
            if self.judge.attack_tables[i].man == kind or self.judge.attack_tables[i].other == kind:
                self.reached[i] |= squares

    def is_met_quietly(self, p: int, move: int) -> bool:
        """After a move of the mating side's at p, does one of the replies stand whatever quiet move the victim makes?

        The replies must be those of p; taking the move back is one, too. False for moves that are not plain, which
        change more than the proof allows for.
        """
        if move_kind(move) != PLAIN or move_man(move) != move_result(move):
            return False
        origin, target = move_origin(move), move_target(move)
        us = self.judge.frames[p].turn
        tied = 0
        if move_man(move) == self.judge.royal:
            tied = self.lines_past_one(us ^ 1, target, self.judge.frames[p].sides[us] & ~(ONE << origin))
        paths, kings, standing = self.victim_targets, self.king_goals, 0
        for j in range(self.reply_count):
            if self.reply_origins[j] != origin and not self.reply_squares[j] >> target & 1 \
                    and not tied >> self.reply_origins[j] & 1:
                paths &= self.reply_paths[j]
                kings &= self.reply_kings[j]
                standing |= 1 << j
        back = self.path_back(p, move)
        if back:
            paths &= back
            kings &= self.kings_against_return(us, move, back)
        elif not standing:
            return False
        if self.castling_count and move_man(move) == self.judge.royal and self.closing.distances.castles_with_enemy:
            return False
        castlings = 0
        for j in range(self.castling_count):
            replies = self.castling_replies[j] & standing
            if replies and move_man(move) == self.judge.royal:
                replies = self.untied_replies(replies, target, self.castling_arrivals[j])
            if not replies and not (
                    back and not back & self.castling_arrivals[j] and not self.castling_ties[j] >> target & 1
                    and not self.closing.distances.attacks[(us * MEN + move_man(move)) * SQUARES + origin]
                    >> self.castling_kings[j] & 1):
                castlings |= ONE << j
        if not paths and not kings and not castlings:
            return True
        occupied = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        return not paths & self.direct_targets \
            and not kings & self.free_goals & ~self.reach.attacks_from(us, move_man(move), target, occupied) \
            and self.cannot_interfere(p, move, paths, kings, castlings)

    def untied_replies(self, replies: int, king: int, arrivals: int) -> int:
        """Those of `replies` (bits) whose man is on no line from the mating side's king on a square to one of
        `arrivals`.
        """
        lines = 0
        while arrivals:
            lines |= self.closing.distances.lines[king * SQUARES + lowest(arrivals)]
            arrivals &= arrivals - 1
        for j in range(self.reply_count):
            if lines >> self.reply_origins[j] & 1:
                replies &= ~(ONE << j)
        return replies

    def cannot_interfere(self, p: int, move: int, paths: int, kings: int, castlings: int) -> bool:
        """Is the victim unable, after a move of the mating side's at p, to move a man to one of the squares `paths`,
        his king to one of `kings`, or to make one of the castlings (bits, by the king's target)? Makes the move at p +
        1.
        """
        us = self.judge.frames[p].turn
        them = us ^ 1
        self.judge.make(p, p + 1, move)
        men = self.judge.frames[p + 1].sides[them]
        king = self.judge.frames[p + 1].men[self.judge.royal] & men
        occupied = self.judge.frames[p + 1].sides[us] | men
        attacked = self.judge.attacked_squares(p + 1, us, occupied ^ king)
        if kings & ~(attacked | men):
            return False
        for j in range(self.castling_count):
            if castlings >> j & 1 and not self.castling_crossings[j] & attacked and (
                    self.closing.distances.castles_with_enemy or not self.judge.attacked_squares(
                        p + 1, us, occupied ^ king | self.castling_arrivals[j]) >> self.castling_kings[j] & 1):
                return False        # an enemy partner would no longer attack the king's target
        return not paths or not paths & self.targets_of_men(p + 1, them, occupied)

    def targets_of_men(self, p: int, side: int, occupied: int) -> int:
        """The squares that men of a side other than its king may move to at p, castlings left out; perhaps more."""
        found = 0
        for kind in range(self.judge.kinds):
            men = self.judge.frames[p].men[kind] & self.judge.frames[p].sides[side]
            if kind == self.judge.royal:
                continue
            found |= men
            while men:
                found |= self.reach.attacks_from(side, kind, lowest(men), occupied)
                men &= men - 1
        return found | self.targets_of_pawns(p, side)

    def path_back(self, p: int, move: int) -> int:
        """The squares on which the victim's men interfere with taking back a move of the mating side's at p; 0 where
        that may not be a legal, quiet reply.

        After it the mating side's men stand as before. So the victim's king is attacked only where a move of his, or of
        a man before him, has opened a line. A line to either king that the moved man had closed may be opened, too.
        """
        man, origin, target = move_man(move), move_origin(move), move_target(move)
        us = self.judge.frames[p].turn
        occupied = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        if man == self.judge.royal or man == self.judge.ep_man or (occupied | self.tied) >> target & 1 \
                or not self.closing.distances.attacks[(us * MEN + man) * SQUARES + target] >> origin & 1:
            return 0
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us ^ 1])
        between = self.closing.distances.lines[origin * SQUARES + target]
        if between & occupied:
            return 0
        if self.closing.distances.attacks[(us * MEN + man) * SQUARES + origin] >> king & 1:
            blockers = self.closing.distances.lines[king * SQUARES + origin] & occupied
            if not blockers & self.judge.frames[p].sides[us] and popcount(blockers) < 2:
                return 0
        return between | ONE << origin | ONE << target

    def kings_against_return(self, us: int, move: int, back: int) -> int:
        """Those of `king_goals` where the victim's king would make taking back a move of the mating side's illegal, or
        a check; `back`: see `path_back`.
        """
        found = back | self.closing.distances.attacks[(us * MEN + move_man(move)) * SQUARES + move_origin(move)]
        goals = self.king_goals & ~found
        while goals:
            goal = lowest(goals)
            goals &= goals - 1
            if self.goal_lines[goal] >> move_target(move) & 1:
                found |= ONE << goal
        return found
