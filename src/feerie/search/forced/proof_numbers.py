# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Proof-number search for one forced goal: can it be forced in at most a given number of moves, and by which move?

The algorithm is depth-first proof-number search (df-pn: Nagai, "Df-pn Algorithm for Searching AND/OR Trees and its
Applications", thesis, Tokyo 2002; proof numbers: Allis 1994; a survey: Kishimoto, Winands, Müller and Saito,
"Game-Tree Search Using Proof Numbers: The First Twenty Years", ICGA Journal 35(3), 2012), with these refinements:

- The depth is limited: a *length* is a number of the attacker's moves, and each node is searched for a goal in at most
  the length that is left. So no line repeats a position with the same length left: what is known of a node does not
  depend on the way to it, and there is no graph-history interaction. Numbers are kept by position and length; proofs
  and refutations by position, with the length for which they hold, and count for smaller and greater lengths too.
- Thresholds leave a child a quarter more than the second best has (the 1 + epsilon trick: Pawlewicz and Lew,
  "Improving Depth-First PN-Search: 1 + epsilon Trick", 2006), so that the search returns to the same nodes less often.
- A new node's numbers come from mobility: a proof number is the number of replies, so that checks, and moves that
  take flights, come first by themselves; a disproof number counts the attacker's moves.
- Where the attacker is to move, disproof numbers are not added up: the greatest counts, and one for each other move
  that is undecided (Ueda, Hashimoto, Hashimoto and Iida, "Weak Proof-Number Search", Computers and Games 2008). His
  moves lead to much the same positions, in which one refutation does for many.
- Leaves are decided by ForcedSearch. To find one goal they are small: two moves in a direct mate, otherwise one. When
  a node is expanded, replies that allow the goal in one move are at once distinguished from the others. To decide
  moves of which most force nothing, leaves of DECIDING_LEAF moves are better: a refutation needs one reply to each
  move, and ForcedSearch need not make the others.

Play is direct or self and the goal mate or stalemate, as in the ForcedSearch that a ProofNumberSearch uses. The two
share a table, so each knows what the other has proved.

Numbers are kept as phi and delta: from the point of view of the side to move, how much remains to be done to prove its
success, and its failure. For the attacker phi is the proof number, for the defender the disproof number.
"""
from __future__ import annotations

import cython

from feerie.search.forced.forced import ForcedSearch
from feerie.search.transposition import TranspositionTable

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import FULL, u64
    from feerie.search.goal.goal_search import GOAL_MATE
    from feerie.search.search_structs import Child
    from feerie.search.table_entry import entry_move, loss_length, win_length
    DIRECT, SELF = 0, 1
    DECIDED, NUMBER_MASK, MOST_EFFORT, EFFORT_SHIFT, SLACK_SHIFT = 60000, 0xFFFF, 0xFFFF, 4, 2
    FIRST_CHILDREN, LENGTH_HASH = 4096, 0x9E3779B97F4A7C15

DECIDING_LEAF = 4
"""The length of leaves for questions that are mostly to be refuted."""


class ProofNumberSearch:
    """Asks what the attacker, to move in the current position of a judge, can force.

    `forced` answers at the leaves, and has judge, goal, play, the count of moves made and its limit; its table keeps
    proofs and refutations. `numbers`: a table for phi and delta; tables may be shared by several searches with the same
    goal and play. `leaf`: the greatest length that `forced` decides, if it is more than the least.

    Methods that take a frame `p` belong to the compiled recursion; `n` is the first free index of the move list, `c`
    that of the children. Their answers are void once the judge is stopped.
    """

    def __init__(self, forced: ForcedSearch, numbers: TranspositionTable, leaf: int = 1) -> None:
        self.forced, self.goals, self.judge = forced, forced.goals, forced.judge
        self.table, self.numbers = forced.table, numbers
        self.leaf = max(leaf, 2 if forced.play == DIRECT and forced.goal == GOAL_MATE else 1)
        self.room = 0
        if not cython.compiled:
            self.children = []

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.children)

    def reserve(self, c: int) -> bool:
        """Make room for `c` children; False, and the judge is stopped, where there is no memory."""
        if c <= self.room:
            return True
        size = 2 * c + FIRST_CHILDREN
        if cython.compiled:
            grown = realloc(self.children, size * cython.sizeof(Child))
            if not grown:
                self.judge.out_of_memory = self.judge.stopped = True
                return False
            self.children = cython.cast(cython.pointer(Child), grown)
        else:
            self.children.extend(Child() for _ in range(size - self.room))
        self.room = size
        return True

    # ----------------------------------------------------------------------------------------- the recursion

    def search_node(self, p: int, n: int, c: int, length: int, attacks: bool, most_phi: int, most_delta: int) -> None:
        """Search the node at p until phi or delta reaches its threshold; sets `phi`, `delta` and `length`.

        `attacks`: the attacker is to move and has `length` moves left; else the defender, after the first of `length`
        moves, which has not reached the goal.
        """
        if self.goals.nodes >= self.goals.node_limit:
            self.judge.stopped = True
        if self.judge.stopped:
            return
        before = self.goals.nodes
        key = self.judge.frames[p].key
        left = length if attacks else length - 1
        end = self.expand(p, n, c, length, attacks)
        while not self.judge.stopped:
            self.weigh(c, end, attacks)
            best = self.best
            if self.phi >= most_phi or self.delta >= most_delta or not self.phi or not self.delta:
                break
            child_phi = DECIDED
            if most_delta < DECIDED:
                child_phi = most_delta - self.others if attacks else most_delta - self.delta + self.children[best].phi
            child_delta = self.limit_for(most_phi)
            self.judge.make(p, p + 1, self.children[best].move)
            self.goals.nodes += 1
            if left <= self.leaf:
                self.decide_leaf(p + 1, n, self.children[best].move, left, not attacks)
            else:
                self.search_node(p + 1, n, end, left, not attacks, child_phi, child_delta)
            self.children[best].phi = self.phi
            self.children[best].delta = self.delta
            self.children[best].length = self.length
        if not self.judge.stopped:
            self.store(key, c, end, length, attacks, self.goals.nodes - before)

    def weigh(self, c: int, end: int, attacks: bool) -> None:
        """Set phi and delta of the node with these children, its `best` child, and the delta of the `second` best.

        The attacker's delta is the greatest phi of the children, and one for each of the `others` that are undecided.
        """
        self.best = c
        self.phi = self.second = DECIDED
        total = most = count = 0
        for i in range(c, end):
            if self.children[i].delta < self.phi:
                self.second = self.phi
                self.phi = self.children[i].delta
                self.best = i
            elif self.children[i].delta < self.second:
                self.second = self.children[i].delta
            total += self.children[i].phi
            count += self.children[i].phi != 0
            if self.children[i].phi > most:
                most = self.children[i].phi
        if attacks and count:
            self.others = count - 1
            total = most + self.others
        if not self.phi:
            total = DECIDED
        elif self.phi == DECIDED:
            total = 0
        elif total >= DECIDED:
            total = DECIDED - 1
        self.delta = total

    def limit_for(self, most_phi: int) -> int:
        """The delta up to which the best child is searched."""
        limit = self.second + 1 + (self.second >> SLACK_SHIFT)
        return limit if limit < most_phi else most_phi

    def store(self, key: int, c: int, end: int, length: int, attacks: bool, effort: int) -> None:
        """Store what `weigh` last found out about a node; where the goal is forced, sets `length`."""
        self.length = 0
        if self.phi and self.delta:
            effort >>= EFFORT_SHIFT
            self.numbers.store(key ^ length * LENGTH_HASH & FULL, (effort if effort < MOST_EFFORT else MOST_EFFORT)
                               | cython.cast(u64, self.phi) << 32 | cython.cast(u64, self.delta) << 48)
        elif attacks and not self.phi:
            self.length = self.children[self.best].length
            self.table.store_win(key, self.length, self.children[self.best].move)
        elif not attacks and not self.delta:
            for i in range(c, end):
                if self.children[i].length >= self.length:
                    self.length = self.children[i].length + 1
            self.table.store_win(key, self.length, 0)
        else:
            self.table.store_loss(key, length, 0 if attacks else self.children[self.best].move)

    # ------------------------------------------------------------------------------------------ new nodes

    def expand(self, p: int, n: int, c: int, length: int, attacks: bool) -> int:
        """Write the children of the node at p from children[c] on; the index after the last.

        Ends with the first child that decides the node.
        """
        end = self.judge.list_legal(p, n)
        count = end - n
        if self.judge.stopped or not self.reserve(c + count):
            return c
        for i in range(count):
            self.judge.make(p, p + 1, self.judge.list[n + i])
            self.goals.nodes += 1
            self.children[c + i].move = self.judge.list[n + i]
            self.children[c + i].key = self.judge.frames[p + 1].key
            if attacks:
                self.assess_attack(p + 1, end, c + i, length)
            else:
                self.assess_defence(p + 1, end, c + i, length)
            if self.judge.stopped:
                return c
            if not self.children[c + i].delta:
                return c + i + 1
        return end - n + c

    def assess_attack(self, p: int, n: int, c: int, length: int) -> None:
        """Set the numbers of children[c] after the attacker's move to p, the first of `length`."""
        if self.is_known(c, length, False):
            return
        replies = self.judge.count_legal(p, n)
        if not replies:
            self.decide(c, False, self.forced.play == DIRECT
                        and self.goals.is_reached_at(p, n, self.children[c].move), 1)
        elif length == 1 and self.forced.play == DIRECT:
            self.decide(c, False, False, 0)
        else:
            self.children[c].phi = 1
            self.children[c].delta = replies
            self.children[c].length = 0

    def assess_defence(self, p: int, n: int, c: int, length: int) -> None:
        """Set the numbers of children[c] after the defender's reply to p; the attacker has `length` - 1 moves left."""
        if self.forced.play == SELF and self.goals.is_reached_at(p, n, self.children[c].move):
            self.decide(c, True, True, 0)
        elif length == 1 or self.forced.is_run_too_far(p, length - 1):
            self.decide(c, True, False, 0)
        elif self.is_known(c, length - 1, True):
            return
        elif self.forced.attacker_wins_at(p, n, 1):
            self.decide(c, True, True, 1)
        elif length == 2:
            self.decide(c, True, False, 0)
        else:
            self.children[c].phi = 1
            self.children[c].delta = 1 + self.judge.count_legal(p, n)
            self.children[c].length = 0

    def is_known(self, c: int, length: int, attacks: bool) -> bool:
        """Set the numbers of children[c] if the tables have them; do they?"""
        known = self.table.probe(self.children[c].key)
        proved = win_length(known)
        refuted = loss_length(known)
        if proved and proved <= length:
            self.decide(c, attacks, True, proved)
            return True
        if refuted >= length:
            self.decide(c, attacks, False, 0)
            return True
        known = self.numbers.probe(self.children[c].key ^ length * LENGTH_HASH & FULL)
        self.children[c].phi = known >> 32 & NUMBER_MASK
        self.children[c].delta = known >> 48
        self.children[c].length = 0
        return known != 0

    def decide(self, c: int, attacks: bool, forced: bool, length: int) -> None:
        """Set the numbers of children[c], in which the goal is forced in `length` moves or is not."""
        self.children[c].phi = 0 if attacks == forced else DECIDED
        self.children[c].delta = DECIDED if attacks == forced else 0
        self.children[c].length = length if forced else 0

    def decide_leaf(self, p: int, n: int, move: int, length: int, attacks: bool) -> None:
        """Search the node at p, to which `move` led, by ForcedSearch; sets `phi`, `delta` and `length`."""
        forced = self.forced.attacker_wins_at(p, n, length) if attacks \
            else self.forced.forces_goal_at(p, n, move, length, True)
        self.phi = 0 if attacks == forced else DECIDED
        self.delta = DECIDED if attacks == forced else 0
        self.length = length if forced else 0

    # ------------------------------------------------------------------- questions about the current position

    def prove_at(self, p: int, n: int, length: int) -> int:
        """`prove` for the position at p, without the interpreter's lock."""
        proved = win_length(self.table.probe(self.judge.frames[p].key))
        if proved and proved <= length:
            return proved
        for short in range(1, min(length, self.leaf) + 1):
            if self.forced.attacker_wins_at(p, n, short):
                return short
        if length <= self.leaf or loss_length(self.table.probe(self.judge.frames[p].key)) >= length:
            return -1
        self.search_node(p, n, 0, length, True, DECIDED, DECIDED)
        return self.length if not self.phi else -1

    def attacker_wins_at(self, p: int, n: int, length: int) -> bool:
        """Can the attacker, to move at p, force the goal in `length` moves?"""
        if length <= self.leaf:
            return self.forced.attacker_wins_at(p, n, length)
        return self.prove_at(p, n, length) > 0

    def forces_goal_at(self, p: int, n: int, move: int, length: int) -> bool:
        """Has the attacker's move that led to p, the first of `length`, forced the goal?"""
        if length <= self.leaf or not self.judge.count_legal(p, n) \
                or self.forced.play == DIRECT and self.goals.is_reached_at(p, n, move):
            return self.forced.forces_goal_at(p, n, move, length, True)
        known = self.table.probe(self.judge.frames[p].key)
        if loss_length(known) >= length:
            return False
        if win_length(known) and win_length(known) <= length:
            return True
        self.search_node(p, n, 0, length, False, DECIDED, DECIDED)
        return not self.delta

    def winning_moves_at(self, p: int, n: int, length: int) -> int:
        """List the moves at p that force the goal in `length`, from list[n] on; the index after the last."""
        if length <= self.leaf:
            return self.forced.winning_moves_at(p, n, length)
        end = self.judge.list_legal(p, n)
        kept = n
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.goals.nodes += 1
            if self.forces_goal_at(p + 1, end, self.judge.list[i], length):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        return kept

    def prove(self, length: int) -> int:
        """The number of moves, at most `length`, in which the attacker, to move, can force the goal; -1 if he cannot.

        It need not be the smallest number. Raises Stopped if the judge was stopped; what was found out is in the
        tables, and asking the same again goes on from there.
        """
        self.judge.ensure_list()
        with cython.nogil:
            found = self.prove_at(self.judge.ply, 0, length)
        self.forced.raise_if_stopped()
        return found

    def attacker_wins(self, length: int) -> bool:
        """Can the attacker, to move, force the goal in `length` moves?"""
        return self.prove(length) > 0

    def forces_goal(self, move: int, length: int) -> bool:
        """Has the attacker's last move, the first of `length`, forced the goal?"""
        self.judge.ensure_list()
        with cython.nogil:
            found = self.forces_goal_at(self.judge.ply, 0, move, length)
        self.forced.raise_if_stopped()
        return found

    def winning_move(self, length: int) -> int:
        """A move that forces the goal in at most `length` moves; `prove` must have returned that number here.

        0 if the table has lost it.
        """
        self.judge.ensure_list()
        found = self.table.probe(self.judge.frames[self.judge.ply].key)
        move = entry_move(found) if win_length(found) and win_length(found) <= length else 0
        end = self.judge.list_legal(self.judge.ply, 0)
        for i in range(end):
            if self.judge.list[i] == move:
                return move
        moves = self.forced.winning_moves(min(length, self.leaf))
        return moves[0] if moves else 0
