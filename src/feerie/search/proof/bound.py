# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""An admissible lower bound on the moves each side still needs to reach a given position, updated move by move.

`begin` deduces once what holds for all games from a position (`Deduction`); from there on men are followed by name.
`advance` says whether a move leaves a game possible at all. Only the side that has moved, and one that has lost a man,
is recomputed, and what was computed for a placing of its men is remembered.

The bound of a side is the least total distance of its men to destinies, found by minimum-cost matching. A castling
moves two men in one move, the king's. So the king's moves are counted by the number of castlings among them, and its
partners' transports are priced: where j transports are made, the other men need at least A(c) - j * c moves, with A(c)
the least total distance when a transport costs c, for each c (Lagrangian relaxation: Held and Karp 1971). A game is
possible only if the kings can make as many castlings as the transports need; where castlings take men of the other
side as partners, both kings together.
"""
from __future__ import annotations

from collections.abc import Sequence

import cython

from feerie.kernel.verdict import Judge
from feerie.search.proof.cost_tables import CostTables
from feerie.search.proof.limits import PathLimits
from feerie.search.proof.matching import Matching

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free, malloc  # type: ignore[import-not-found]
else:
    from feerie.kernel.packed_move import move_kind, move_origin, move_partner, move_target
    from feerie.kernel.plain import FULL, SPREAD, lowest, popcount
    from feerie.kernel.tables import CASTLING, EN_PASSANT, SQUARES
    from feerie.search.proof.castling_group import OFF_BOARD, PLACES
    from feerie.search.proof.castling_prices import UNIT
    from feerie.search.proof.cost_tables import BESIDE_GROUP, CAPTURE_COUNT, MOST_CASTLINGS, NO_TRANSPORT, PRICED
    from feerie.search.proof.pair_deductions import PAIR_SIZE
    from feerie.search.proof.proof_structs import COSTS, NO_MAN, BoundFrame, Memo
    from feerie.search.proof.structs import (
        ALL_MEN,
        DESTINIES,
        EARLY_TABLES,
        GRAPH_NODES,
        IMPOSSIBLE,
        IS_CAPTURED,
        NO_CASTLING,
        NO_REQUIRED_MOVE,
        OPEN_CASE,
        SIDE_LIMIT,
        TO_CAPTURE,
        TO_CASTLE,
        UNREACHABLE,
        USE_ASSIGNMENT,
        USE_CAPTURES,
        USE_CASTLINGS,
        USE_TRIPLES,
        USE_VICTIMS,
    )
    PLIES, TOO_FEW, TRIPLES, OPEN_SLACK, LATE_TABLES = 256, -99, 1 << 15, 99, 2000


class ProofBound:
    """The bound for the positions of a judge and the men `wanted`: squares (bits) at 2 * kind + side.

    `bounds`: which are used, see structs. `previous`: a bound that follows the moves up to the position where this one
    is begun, None for the first; `level`: how many came before. `rights`: the castling rights where the first is begun,
    -1 for those of the position on top. `applicable`: False if a side has too many men. The genre must
    be one whose men `can_be_followed` (graph.py).
    `spare` of a position, by side: castlings that the side can make beyond those that its men need as transports,
    TOO_FEW if its moves do not suffice; below 0 where it needs castlings of the other side.
    """

    def __init__(self, judge: Judge, wanted: Sequence[int], bounds: int, previous: ProofBound | None = None,
                 rights: int = -1) -> None:
        self.judge, self.bounds, self.previous = judge, bounds, previous
        self.level = 0 if previous is None else self.previous.level + 1
        self.tables = CostTables(judge, wanted, bounds, None if previous is None else self.previous.tables, rights)
        self.deduction = self.tables.deduction
        self.paths, self.pairs = self.deduction.paths, self.deduction.pairs
        self.matching = Matching()
        self.applicable = self.feasible = True
        self.begun_at, self.generation, self.advances = -1, 0, 0
        if cython.compiled:
            self.frames = cython.cast(cython.pointer(BoundFrame), calloc(PLIES, cython.sizeof(BoundFrame)))
            self.memo = cython.cast(cython.pointer(Memo), calloc(TRIPLES, cython.sizeof(Memo)))
            if not self.frames or not self.memo:
                raise MemoryError
        else:
            self.frames, self.memo = [BoundFrame() for _ in range(PLIES)], [Memo() for _ in range(TRIPLES)]
        if self.previous is None:
            self._make_keys()
        else:
            self.man_keys = self.previous.man_keys

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.frames)
            free(self.memo)
            free(self.own_keys)

    def _make_keys(self) -> int:
        """Make random keys of men on squares: xorshift64* (Vigna 2014). Returns 0."""
        if cython.compiled:
            self.own_keys = cython.cast(cython.pointer(u64), malloc(ALL_MEN * GRAPH_NODES * 8))
            if not self.own_keys:
                raise MemoryError
            self.man_keys = self.own_keys
        else:
            self.man_keys = [0] * (ALL_MEN * GRAPH_NODES)
        state = SPREAD
        for i in range(ALL_MEN * GRAPH_NODES):
            state ^= state >> 12
            state ^= (state << 25) & FULL
            state ^= state >> 27
            self.man_keys[i] = state * SPREAD & FULL
        return 0

    def cases_of(self, side: int) -> list[int]:
        """After `begin`: the castlings that a side may make, and NO_CASTLING; none if they cannot be told apart.

        They can where rights say that king and partner have not moved; then a side castles once at most.
        """
        if not self.feasible or not self.applicable or self.paths.graph.castles_with_enemy:
            return []
        found = [NO_CASTLING]
        for i in range(self.paths.graph.castling_count):
            if self.paths.graph.castling_side[i] == side and self.paths.king_castles[i] \
                    and self.paths.partner_castles[i]:
                if not self.paths.graph.unmoved[side]:
                    return []
                found.append(i)
        return found

    def set_cases(self, white: int, black: int) -> None:
        """Before the first `begin`, for a long search: follow only games with these castlings; see `cases_of`."""
        self.paths.cases[0], self.paths.cases[1] = white, black
        if self.paths.graph.castles_with_enemy:
            self.tables.improves_prices = True
            return
        self.pairs.be_thorough()
        self.tables.triples = self.pairs.triples

    def leave_open(self, white: int, black: int) -> None:
        """Before the first `begin`: the target is unfinished; see `Paths.leave_open`."""
        self.paths.leave_open(white, black)

    def set_limits(self, limits: PathLimits) -> None:
        """Let the author's limits narrow what is found at the bottom of the judge's stack."""
        self.paths.limits = limits

    def begin(self, p: int, white_moves: int, black_moves: int) -> bool:
        """Deduce what holds for all games from p with at most the given moves; False if there are none."""
        if self.previous is None and self.begun_at == p and self.begun_key == self.judge.frames[p].key \
                and self.begun_white == white_moves and self.begun_black == black_moves:
            return self.feasible        # a later bound depends on which men came to p, too
        self.begun_at, self.begun_key = p, self.judge.frames[p].key
        self.begun_white, self.begun_black = white_moves, black_moves
        if self.previous is None:
            self.paths.uses_limits = self.paths.limits is not None and p == 0
            self.feasible = self.deduction.run(p, white_moves, black_moves, None)
        else:
            for square in range(SQUARES):
                self.paths.former_at[square] = self.previous.frames[p].man_at[square]
            self.paths.former_open[0] = self.previous.frames[p].open[0]
            self.paths.former_open[1] = self.previous.frames[p].open[1]
            self.feasible = self.deduction.run(p, white_moves, black_moves, self.previous.deduction)
            if self.tables.pair_tables is not None and not self.tables.pair_tables.made:
                self.tables.pair_tables.make()
        self.applicable = self.paths.fits
        if self.feasible and self.applicable:
            self.generation += 1
            self.advances = 0
            self.tables.prepare()
            self.tables.find_groups()
            self.tables.pair_up()
            for side in range(2):
                if not self.tables.has_group[side]:
                    self.tables.price_transports(side)
            self.tables.set_prices()
            self._fill_first_frame(p)
            self.frames[p].spare[0] = self._spare(p, 0, white_moves)
            self.frames[p].spare[1] = self._spare(p, 1, black_moves)
            self.feasible = self._is_possible(p) and self._is_paid(p, white_moves + black_moves)
        return self.feasible

    def _group_moves(self, p: int, side: int) -> int:
        """The moves that the men of a side's castling group need together."""
        first, second = self._place(p, self.tables.partner[2 * side]), self._place(p, self.tables.partner[2 * side + 1])
        state = (self.frames[p].node[self.tables.only_king[side]] % SQUARES * PLACES + first) * PLACES + second
        return self.tables.black_group.distance[state] if side else self.tables.white_group.distance[state]

    def _place(self, p: int, man: int) -> int:
        """The square of a man of a group, OFF_BOARD where it is captured or there is none."""
        if man < 0 or not self.frames[p].alive[man // SIDE_LIMIT] >> man % SIDE_LIMIT & 1:
            return OFF_BOARD
        return self.frames[p].node[man] % SQUARES

    def _fill_first_frame(self, p: int) -> None:
        """Set where the men of p are, and what they need."""
        if self.previous is None:
            self.frames[p].path_key = SPREAD if self.paths.uses_limits else 0
        else:
            self.frames[p].path_key = self.previous.frames[p].path_key
        for i in range(SQUARES):
            self.frames[p].man_at[i] = NO_MAN
        for side in range(2):
            self.frames[p].alive[side] = (1 << self.paths.men_count[side]) - 1
            self.frames[p].key[side] = self.frames[p].open[side] = 0
            for price in range(COSTS):
                self.frames[p].fixed_cost[side * COSTS + price] = 0
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                node = self.paths.home[man]
                self.frames[p].man_at[node % SQUARES] = man
                self.frames[p].node[man] = node
                if self.paths.required_move[man] != NO_REQUIRED_MOVE:
                    self.frames[p].open[side] |= 1 << man % SIDE_LIMIT
            for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                if self.tables.pair_of[man] < 0 or man == self.pairs.pair_first[self.tables.pair_of[man]]:
                    self._add_man(p, man, 1)

    def advance(self, p: int, move: int, our_moves: int, their_moves: int) -> bool:
        """Follow a move from p to p + 1, where it is made; False if no game with that many moves left continues so."""
        us = self.judge.frames[p].turn
        them = us ^ 1
        mover = self.frames[p].man_at[move_origin(move)]
        enemy_too = False
        if cython.compiled:
            self.frames[p + 1] = self.frames[p]
        else:
            self.frames[p + 1].copy(self.frames[p])
        if move_kind(move) >= CASTLING:
            partner = self.frames[p].man_at[move_partner(move)]
            goal = self.judge.partner_target(us, move)
            enemy_too = partner // SIDE_LIMIT != us
            if not self._may_castle(p, mover, partner):
                return False
            self.frames[p + 1].man_at[move_origin(move)] = self.frames[p + 1].man_at[move_partner(move)] = NO_MAN
            self.frames[p + 1].man_at[goal] = partner
            if not self._move_man(p + 1, partner, self.judge.kind_after(move) * SQUARES + goal) \
                    or not self._move_man(p + 1, mover, self.paths.graph.royal * SQUARES + move_target(move)):
                return False
        else:
            square = self.judge.frames[p].ep_pawn if move_kind(move) == EN_PASSANT else move_target(move)
            if self.judge.frames[p].sides[them] >> square & 1:
                enemy_too = True
                if not self._remove_man(p + 1, self.frames[p].man_at[square], square) \
                        or not self._fulfil_capture(p + 1, mover, self.frames[p].man_at[square]):
                    return False
            self.frames[p + 1].man_at[move_origin(move)] = NO_MAN
            if not self._move_man(p + 1, mover, self.judge.kind_after(move) * SQUARES + move_target(move)):
                return False
        self.frames[p + 1].man_at[move_target(move)] = mover
        if self.tables.triples is not None and not (self._can_stand(p + 1, mover) and (
                move_kind(move) < CASTLING or self._can_stand(p + 1, partner))):
            return False
        if popcount(self.frames[p + 1].alive[them]) - self.paths.target_count[them] > our_moves \
                and not self.paths.unfinished:
            return False
        self.frames[p + 1].spare[us] = self._spare(p + 1, us, our_moves)
        if enemy_too:
            self.frames[p + 1].spare[them] = self._spare(p + 1, them, their_moves)
        if (self.paths.cases[0] >= 0 or self.paths.cases[1] >= 0) and not self._keeps_rights(p + 1):
            return False
        return self._is_possible(p + 1) and self._is_paid(p + 1, our_moves + their_moves) \
            and (self.tables.pair_tables is None or self._can_pass(p + 1, mover))

    def waste(self, p: int, move: int) -> int:
        """How far a move at p, made by a man that is followed, seems to lead from the target.

        0 where it brings its man nearer to some destiny, captures or castles; 1 where its man is as near as before, and
        2 where it is farther. Only a guess by which moves are ordered.
        """
        if move_kind(move) >= CASTLING or self.judge.frames[p].sides[self.judge.frames[p].turn ^ 1] \
                >> move_target(move) & 1:
            return 0
        man = self.frames[p].man_at[move_origin(move)]
        before = self._nearest(p, man, self.frames[p].node[man])
        after = self._nearest(p, man, self.judge.kind_after(move) * SQUARES + move_target(move))
        return 0 if after < before else 1 if after == before else 2

    def _nearest(self, p: int, man: int, node: int) -> int:
        """The fewest moves that a man on a node needs to any of its destinies."""
        best = UNREACHABLE
        is_open = self._is_open(p, man)
        destinies = self.paths.destinies[man]
        while destinies:
            place = (man * DESTINIES + lowest(destinies)) * GRAPH_NODES + node
            destinies &= destinies - 1
            best = min(best, self.paths.open_back[place] if is_open else self.paths.back[place])
        return best

    def _can_stand(self, p: int, man: int) -> bool:
        """Can all men of pairs with a man stand where they are?"""
        row = (self.tables.first_man[man] * SQUARES + self.frames[p].node[man] % SQUARES) * ALL_MEN
        others = self.tables.triples.known[self.tables.first_man[man]]
        while others:
            other = self.tables.man_of[lowest(others)]
            if other >= 0 and not self.tables.triples.joint[row + lowest(others)] >> (
                    self.frames[p].node[other] % SQUARES) & 1:
                return False
            others &= others - 1
        return True

    def _may_castle(self, p: int, king: int, partner: int) -> bool:
        """Is a castling the one of its side's case? Then king and partner have made their required move at p + 1."""
        side = king // SIDE_LIMIT
        if self.paths.cases[side] == OPEN_CASE:
            return True
        if not self._is_open(p, king) or not self._is_open(p, partner) \
                or self.paths.required_move[king] != TO_CASTLE \
                or self.paths.required_move[partner] != TO_CASTLE:
            return False
        self._fulfil(p + 1, king)
        self._fulfil(p + 1, partner)
        return True

    def _fulfil_capture(self, p: int, captor: int, victim: int) -> bool:
        """Note who has captured a man; False if only another man may."""
        if self.paths.captor[victim] < 0:
            return True
        if self.paths.captor[victim] != captor:
            return False
        if self._is_open(p, captor) and self.paths.required_move[captor] == TO_CAPTURE \
                and self.paths.required_object[captor] == victim:
            self._fulfil(p, captor)
        return True

    def path_key(self, p: int) -> int:
        """A key of what the men with limits have done up to p: where keys differ, games may go on differently."""
        return self.frames[p].path_key

    def _is_open(self, p: int, man: int) -> bool:
        """Has a man a required move that is not made yet?"""
        return self.frames[p].open[man // SIDE_LIMIT] >> man % SIDE_LIMIT & 1

    def _fulfil(self, p: int, man: int) -> None:
        """Note that a man has made its required move."""
        if self._is_open(p, man):
            self._add_man(p, man, -1)
            self.frames[p].open[man // SIDE_LIMIT] &= ~(1 << man % SIDE_LIMIT)
            self._add_man(p, man, 1)

    def _keeps_rights(self, p: int) -> bool:
        """Have all sides that are yet to castle the right to do so?"""
        for side in range(2):
            if self.paths.cases[side] >= 0 and not self.judge.frames[p].rights \
                    & self.paths.graph.castling_right[self.paths.cases[side]]:
                for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
                    if self._is_open(p, man) and self.paths.required_move[man] == TO_CASTLE:
                        return False
        return True

    def _can_pass(self, p: int, man: int) -> bool:
        """Are there enough moves for each pair of a man with another that stands in its way?

        The tables are made once the search turns out not to be short; a trial counts as short.
        """
        if not self.tables.pair_tables.made:
            self.advances += 1
            if self.advances < LATE_TABLES and not self.bounds & EARLY_TABLES or self.previous is not None \
                    or self.tables.triples is None and self.bounds & USE_TRIPLES:
                return True
            self.tables.pair_tables.make()
        side = man // SIDE_LIMIT
        row = self.tables.first_man[man]
        cost = self._cost_alone(p, man)
        square = self.frames[p].node[man] % SQUARES
        for i in range(row * ALL_MEN, row * ALL_MEN + self.tables.pair_tables.count[row]):
            other = self.tables.man_of[self.tables.pair_tables.other[i]]
            if other < 0 or self.tables.pair_of[man] >= 0 and self.tables.pair_of[man] == self.tables.pair_of[other]:
                continue
            place = self.frames[p].node[other] % SQUARES
            if row < self.tables.pair_tables.other[i]:
                excess = self.tables.pair_tables.tables[self.tables.pair_tables.place[i] + square * SQUARES + place]
            else:
                excess = self.tables.pair_tables.tables[self.tables.pair_tables.place[i] + place * SQUARES + square]
            excess -= cost + self._cost_alone(p, other)
            if excess <= 0:
                continue
            excess -= self.frames[p].slack[side] + self._excess_counted(p, man) + self._excess_counted(p, other)
            if excess > 0 and (other // SIDE_LIMIT == side or excess > self.frames[p].slack[side ^ 1]):
                return False
        return True

    def _cost_alone(self, p: int, man: int) -> int:
        """The moves that a man with one destiny on the board needs if no other man that moves is in its way."""
        place = (man * DESTINIES + lowest(self.paths.destinies[man])) * GRAPH_NODES + self.frames[p].node[man]
        return self.paths.open_back[place] if self._is_open(p, man) else self.paths.back[place]

    def _excess_counted(self, p: int, man: int) -> int:
        """At most this many moves are counted for a man's pair or castling group beyond what its men need alone."""
        side = man // SIDE_LIMIT
        if self.tables.pair_of[man] >= 0:
            first = self.pairs.pair_first[self.tables.pair_of[man]]
            second = self.pairs.pair_second[self.tables.pair_of[man]]
            return self.pairs.pair_tables[
                self.tables.pair_of[man] * PAIR_SIZE + self.frames[p].node[first] % SQUARES * SQUARES
                + self.frames[p].node[second] % SQUARES] - self._cost_alone(p, first) - self._cost_alone(p, second)
        if self.tables.has_group[side] and (man == self.tables.only_king[side] or man == self.tables.partner[2 * side]
                                     or man == self.tables.partner[2 * side + 1]):
            return self._group_moves(p, side) - self._cost_alone(p, man)
        return 0

    def _is_possible(self, p: int) -> bool:
        """Do the moves and castlings of both sides suffice?"""
        if self.frames[p].spare[0] == TOO_FEW or self.frames[p].spare[1] == TOO_FEW:
            return False
        if self.paths.graph.castles_with_enemy:
            return self.frames[p].spare[0] + self.frames[p].spare[1] >= 0
        return self.frames[p].spare[0] >= 0 and self.frames[p].spare[1] >= 0

    def _is_paid(self, p: int, moves: int) -> bool:
        """Are `moves` moves of both sides enough where castlings have prices?"""
        if not self.tables.priced:
            return True
        return self.frames[p].paid[0] + self.frames[p].paid[1] \
            + self.tables.prices.king_distance[self.frames[p].node[self.tables.only_king[0]]] \
            + self.tables.prices.king_distance[GRAPH_NODES + self.frames[p].node[self.tables.only_king[1]]] \
            <= UNIT * moves

    def _add_man(self, p: int, man: int, sign: int) -> None:
        """Add (1) or take away (-1) what a man needs to or from the sums of its side."""
        side = man // SIDE_LIMIT
        node = self.frames[p].node[man]
        destiny = self.tables.only_destiny[man]
        is_open = self._is_open(p, man)
        if man == self.tables.only_king[side]:
            return
        if self.tables.pair_of[man] >= 0:
            self._add_pair(p, self.tables.pair_of[man], sign)
            return
        if destiny < 0:
            self.frames[p].key[side] ^= self.man_keys[man * GRAPH_NODES + node] * (SPREAD if is_open else 1) & FULL
            return
        for price in range(0 if self.tables.transports else NO_TRANSPORT, COSTS):
            self.frames[p].fixed_cost[side * COSTS + price] += sign * self.tables.cost_of(
                man, destiny, node, price, is_open)

    def _add_pair(self, p: int, pair: int, sign: int) -> None:
        """Add (1) or take away (-1) what a pair needs to or from the sums of its side."""
        first, second = self.pairs.pair_first[pair], self.pairs.pair_second[pair]
        base = first // SIDE_LIMIT * COSTS
        needed = self.pairs.pair_tables[pair * PAIR_SIZE + self.frames[p].node[first] % SQUARES * SQUARES
                                            + self.frames[p].node[second] % SQUARES]
        self.frames[p].fixed_cost[base + NO_TRANSPORT] += sign * needed
        self.frames[p].fixed_cost[base + BESIDE_GROUP] += sign * needed
        if self.tables.counts_captures:
            self.frames[p].fixed_cost[base + CAPTURE_COUNT] += sign * (
                self._least_captures(first, self.frames[p].node[first])
                + self._least_captures(second, self.frames[p].node[second]))

    def _least_captures(self, man: int, node: int) -> int:
        """The captures that a man needs to the destiny for which it needs fewest."""
        best = UNREACHABLE
        destinies = self.paths.destinies[man]
        while destinies:
            destiny = lowest(destinies)
            destinies &= destinies - 1
            best = min(best, self.paths.capture_back[(man * DESTINIES + destiny) * GRAPH_NODES + node])
        return best

    def _move_man(self, p: int, man: int, node: int) -> bool:
        """Move a man to a node; False if it may not be there."""
        if not self.tables.allowed[man * GRAPH_NODES + node]:
            return False
        if self.paths.limited[man]:
            self._note_step(p, man, node)
        self._add_man(p, man, -1)
        self.frames[p].node[man] = node
        self._add_man(p, man, 1)
        return True

    def _note_step(self, p: int, man: int, node: int) -> None:
        """Note in `path_key` that a man with limits goes to a node, or is captured (GRAPH_NODES - 1)."""
        row = self.tables.first_man[man] * GRAPH_NODES
        step = self.man_keys[row + self.frames[p].node[man]] ^ (self.man_keys[row + node] >> 7)
        self.frames[p].path_key = self.frames[p].path_key + step * SPREAD & FULL

    def _remove_man(self, p: int, man: int, square: int) -> bool:
        """Remove a man that is captured on a square; False if that must not be."""
        side = man // SIDE_LIMIT
        if not self.paths.destinies[man] >> IS_CAPTURED & 1 \
                or self._is_open(p, man) \
                or self.bounds & USE_VICTIMS and not self.paths.victim_squares[man] >> square & 1:
            return False
        if self.paths.limited[man]:
            self._note_step(p, man, GRAPH_NODES - 1)
        self._add_man(p, man, -1)
        self.frames[p].alive[side] &= ~(1 << man % SIDE_LIMIT)
        self.frames[p].man_at[square] = NO_MAN
        return True

    def _spare(self, p: int, side: int, moves: int) -> int:
        """The castlings that a side with `moves` moves can make beyond those its men need, or TOO_FEW."""
        surplus = popcount(self.frames[p].alive[side]) - self.paths.target_count[side]
        captures = popcount(self.frames[p].alive[side ^ 1]) - self.paths.target_count[side ^ 1]
        if surplus < 0 or captures < 0:
            return TOO_FEW
        if not self.bounds & USE_ASSIGNMENT:
            self.frames[p].slack[side] = OPEN_SLACK
            return 0
        i = self._remember_costs(p, side, surplus)
        base = side * COSTS
        self.frames[p].slack[side] = OPEN_SLACK
        if self.tables.counts_captures and self.bounds & USE_CAPTURES \
                and self.memo[i].cost[CAPTURE_COUNT] + self.frames[p].fixed_cost[base + CAPTURE_COUNT] > captures:
            return TOO_FEW
        if self.tables.has_group[side]:
            rest = moves - self.memo[i].cost[BESIDE_GROUP] - self.frames[p].fixed_cost[base + BESIDE_GROUP] \
                - self._group_moves(p, side)
            self.frames[p].slack[side] = rest
            return 0 if rest >= 0 else TOO_FEW
        self.frames[p].paid[side] = self.memo[i].cost[PRICED] + self.frames[p].fixed_cost[base + PRICED]
        kept = self.memo[i].cost[NO_TRANSPORT] + self.frames[p].fixed_cost[base + NO_TRANSPORT]
        unmoved = self.memo[i].cost[0] + self.frames[p].fixed_cost[base] if self.tables.transports else kept
        best, most = TOO_FEW, min(moves, self._most_castlings(p, side))
        if not self.tables.transports and not most:
            self.frames[p].slack[side] = moves - self._king_moves(p, side, 0) - kept
        for castlings in range(most + 1):
            rest = moves - self._king_moves(p, side, castlings)
            if kept <= rest:
                best = max(best, castlings)
            elif self.tables.transports and unmoved <= rest:
                needed = max(1, self.memo[i].cost[1] + self.frames[p].fixed_cost[base + 1] - rest)
                needed = max(needed, (self.memo[i].cost[2] + self.frames[p].fixed_cost[base + 2] - rest + 1) // 2)
                best = max(best, castlings - needed)
        if most == MOST_CASTLINGS and unmoved + most < moves:
            best = -TOO_FEW
        if best != TOO_FEW and not self.bounds & USE_CASTLINGS:
            best = -TOO_FEW
        return best

    def _king_moves(self, p: int, side: int, castlings: int) -> int:
        """The moves a side's king needs with this many castlings among them; 0 where kings are matched like other men.
        """
        king = self.tables.only_king[side]
        if king < 0:
            return 0
        return self.tables.king_distance[(side * (MOST_CASTLINGS + 1) + castlings) * GRAPH_NODES
                                         + self.frames[p].node[king]]

    def _most_castlings(self, p: int, side: int) -> int:
        """How many castlings a side can still make: none, one, or MOST_CASTLINGS for any number."""
        if not self.tables.castles[side] or self.paths.graph.needs_rights[side] \
                and not self.judge.frames[p].rights & self.paths.graph.rights[side]:
            return 0
        return 1 if self.paths.graph.once[side] else MOST_CASTLINGS

    def _remember_costs(self, p: int, side: int, surplus: int) -> int:
        """The place in `memo` of what the men of a side with several destinies need; found, or computed now."""
        key = self.frames[p].key[side] ^ (self.man_keys[side * GRAPH_NODES + surplus] + self.generation) * SPREAD & FULL
        i = key >> 40 & TRIPLES - 1
        if self.memo[i].key != key:
            self.memo[i].key = key
            for price in range(COSTS):
                if price == CAPTURE_COUNT and not self.tables.counts_captures \
                        or price == PRICED and not self.tables.priced \
                        or not self.tables.transports and price < NO_TRANSPORT \
                        or price != CAPTURE_COUNT and self.tables.has_group[side] != (price == BESIDE_GROUP):
                    self.memo[i].cost[price] = 0
                else:
                    self.memo[i].cost[price] = self._matched(p, side, price, surplus)
        return i

    def _matched(self, p: int, side: int, price: int, surplus: int) -> int:
        """The least total cost of the men of a side with several destinies."""
        size, columns = 0, popcount(self.tables.free_targets[side])
        men = self.frames[p].alive[side]
        while men:
            man = side * SIDE_LIMIT + lowest(men)
            men &= men - 1
            if self.tables.only_destiny[man] == IS_CAPTURED:
                surplus -= 1
            if self.tables.only_destiny[man] >= 0 or self.tables.pair_of[man] >= 0:
                continue
            targets = self.tables.free_targets[side]
            i = size * SIDE_LIMIT
            while targets:
                destiny = lowest(targets)
                targets &= targets - 1
                self.matching.cost[i] = IMPOSSIBLE
                if self.paths.destinies[man] >> destiny & 1:
                    self.matching.cost[i] = self.tables.cost_of(
                        man, destiny, self.frames[p].node[man], price, self._is_open(p, man))
                i += 1
            distance = IMPOSSIBLE
            if self.paths.destinies[man] >> IS_CAPTURED & 1:
                distance = self.tables.cost_of(man, IS_CAPTURED, self.frames[p].node[man], price, self._is_open(p, man))
            while i < (size + 1) * SIDE_LIMIT:
                self.matching.cost[i] = distance
                i += 1
            size += 1
        if surplus < 0 or columns + surplus != size:
            return IMPOSSIBLE
        return self.matching.solve(size)
