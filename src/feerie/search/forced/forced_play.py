# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The play of forced problems as a solution shows it: threats, defences worth showing, and all shortest continuations.

What follows a position does not depend on the moves before it. So it is found once and kept as a *record*, and the play
is a graph without cycles in which records name other records (memoization: D. Michie, "'Memo' functions and machine
learning", Nature 218, 1968). Many lines of a problem transpose into the same positions.

Records are rows of numbers in `words`, named by the index of their first:

- *play* after a move of the attacker: the record of the threats, whether it is zugzwang, the number of defences, the
  defences as packed moves, and for each defence the record of the continuations, or LEAF or REFUTES;
- *continuations*, or threats: the number of moves, the attacker's moves, and for each the record of the play after it,
  or LEAF.

LEAF: nothing follows, because the goal is reached. REFUTES: the defence prevents the goal. Moves are in the order of
their numbers, so that equal play has equal words; it has one record, though positions differ ("hash consing":
A. P. Ershov, "On programming of arithmetic operations", Communications of the ACM 1(8), 1958).
"""
from __future__ import annotations

from collections.abc import Sequence

import cython

from feerie.search.forced.forced import ForcedSearch
from feerie.search.forced.proof_numbers import ProofNumberSearch

if cython.compiled:
    from cython.cimports.feerie.kernel.memory import has_grown  # type: ignore[import-not-found]
    from cython.cimports.libc.stdlib import calloc, free, malloc  # type: ignore[import-not-found]
    from cython.cimports.libc.string import memcpy, memset  # type: ignore[import-not-found]
else:
    from array import array

    from feerie.kernel.packed_move import move_kind, move_man, move_partner_man, move_result
    from feerie.kernel.plain import FULL
    from feerie.kernel.tables import CASTLING
    from feerie.search.search_structs import Note
    from feerie.search.table_entry import loss_entry
    DIRECT, REFLEX, SQUARES_OF_MOVE = 0, 2, 0xFFF
    LEAF, REFUTES, HIDDEN, FIRST_RECORD = 0, 1, 2, 3
    FIRST_WORDS, FIRST_NOTES, ALLOWANCE_SHIFT, LENGTH_SHIFT = 1 << 10, 1 << 8, 16, 1
    PLAY_HASH = 0x9E3779B97F4A7C15


class ForcedPlay:
    """Records of the play after positions on the board of a search's judge.

    `no_threat`: a move of the attacker threatens nothing that is to be shown. `no_short_variations`: defences are not
    shown after which the goal is reached sooner than in the moves that are left. `decider`: answers long questions in
    place of the search, None for none. Without the search's `shortcuts` nothing is kept, and all is found by the
    plainest questions: slow, for tests.

    Methods `x_at` belong to the compiled recursion: they take the frame `p` and the first free index `n` of the move
    list. Their answers are void once the judge is stopped. Methods `x` ask about the current position, release the
    interpreter's lock and raise Stopped; records that are complete by then are kept.
    """

    def __init__(self, search: ForcedSearch, no_threat: bool = False, no_short_variations: bool = False,
                 decider: ProofNumberSearch | None = None) -> None:
        self.search, self.goals, self.judge, self.decider = search, search.goals, search.judge, decider
        self.no_threat, self.no_short_variations = no_threat, no_short_variations
        self.size = self.handed = FIRST_RECORD
        self.room, self.note_count, self.note_mask = FIRST_WORDS, 0, FIRST_NOTES - 1
        self.least, self.zugzwang = 0, False
        if cython.compiled:
            self.words = cython.cast(cython.pointer(u32), malloc(FIRST_WORDS * cython.sizeof(u32)))
            self.notes = cython.cast(cython.pointer(Note), calloc(FIRST_NOTES, cython.sizeof(Note)))
            if not self.words or not self.notes:
                raise MemoryError
        else:
            self.words, self.notes = array("I", bytes(4 * FIRST_WORDS)), [Note() for _ in range(FIRST_NOTES)]
        for i in range(FIRST_RECORD):
            self.words[i] = 0

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.words)
            free(self.notes)

    # ---------------------------------------------------------------------------------------- what is kept

    def key_at(self, p: int, length: int, attacks: bool) -> int:
        """A key for the position at p with what else its play depends on; `attacks`: is the attacker to move?"""
        return self.judge.frames[p].key ^ PLAY_HASH * (
            (self.search.allowance << ALLOWANCE_SHIFT) + (length << LENGTH_SHIFT) + attacks) & FULL

    def noted(self, key: int) -> int:
        """The record noted for a key, 0 for none. Collisions are resolved by linear probing."""
        i = key & self.note_mask
        while self.notes[i].record:
            if self.notes[i].key == key:
                return self.notes[i].record
            i = i + 1 & self.note_mask
        return 0

    def note(self, key: int, record: int) -> None:
        """Note the record of a key that has none; without memory for it, or without `shortcuts`, nothing is noted."""
        if not self.search.shortcuts or 2 * self.note_count > self.note_mask and not self.has_enlarged_notes():
            return
        i = key & self.note_mask
        while self.notes[i].record:
            i = i + 1 & self.note_mask
        self.notes[i].key, self.notes[i].record = key, record
        self.note_count += 1

    def has_enlarged_notes(self) -> bool:
        """Give the notes four times the room; False, with nothing changed, if there is no memory."""
        old, count = self.notes, self.note_mask + 1
        if cython.compiled:
            notes = cython.cast(cython.pointer(Note), calloc(4 * count, cython.sizeof(Note)))
            if not notes:
                return False
        else:
            notes = [Note() for _ in range(4 * count)]
        self.notes, self.note_mask = notes, 4 * count - 1
        for j in range(count):
            if old[j].record:
                i = old[j].key & self.note_mask
                while notes[i].record:
                    i = i + 1 & self.note_mask
                notes[i].key, notes[i].record = old[j].key, old[j].record
        if cython.compiled:
            free(old)
        return True

    def makes_room(self, count: int) -> bool:
        """Is there room for `count` more words? If not, and there is no memory for them, the judge is stopped."""
        if self.size + count <= self.room:
            return True
        room = 2 * (self.size + count)
        if cython.compiled:
            if not has_grown(cython.cast(cython.pointer(cython.p_void), cython.address(self.words)),
                             room * cython.sizeof(u32)):
                self.judge.out_of_memory = self.judge.stopped = True
                return False
        else:
            self.words.extend(array("I", bytes(4 * (room - self.room))))
        self.room = room
        return True

    def add(self, start: int, count: int) -> None:
        """Add list[start:start + count] to the words; there must be room."""
        if cython.compiled:
            memcpy(self.words + self.size, self.judge.list + start, count * cython.sizeof(u32))
        else:
            self.words[self.size:self.size + count] = self.judge.list[start:start + count]
        self.size += count

    def sort(self, n: int, end: int, shift: int) -> None:
        """Sort the moves list[n:end] by their numbers, and what belongs to each, `shift` places behind it, with it."""
        for i in range(n + 1, end):
            move, after = self.judge.list[i], self.judge.list[i + shift]
            j = i
            while j > n and self.judge.list[j - 1] > move:
                self.judge.list[j], self.judge.list[j + shift] = self.judge.list[j - 1], self.judge.list[j - 1 + shift]
                j -= 1
            self.judge.list[j], self.judge.list[j + shift] = move, after

    def shared(self, record: int) -> int:
        """The latest record, or an earlier one with the same words, in place of which it is then taken back."""
        key = self.size - record
        for i in range(record, self.size):
            key = (key ^ self.words[i]) * PLAY_HASH & FULL
            key ^= key >> 29
        other = self.noted(key)
        if not other:
            self.note(key, record)
            return record
        for i in range(self.size - record):
            if self.words[other + i] != self.words[record + i]:
                return record
        self.size = record
        return other

    def hand_over(self) -> bytes:
        """The words added since the last time, as native numbers of four bytes; at first those from FIRST_RECORD on."""
        start, self.handed = self.handed, self.size
        if cython.compiled:
            return cython.cast(cython.p_char, self.words + start)[:(self.size - start) * cython.sizeof(u32)]
        return self.words[start:self.size].tobytes()

    def clear(self) -> None:
        """Forget all records."""
        self.size = self.handed = FIRST_RECORD
        self.note_count = 0
        if cython.compiled:
            memset(self.notes, 0, (self.note_mask + 1) * cython.sizeof(Note))
        else:
            self.notes = [Note() for _ in range(self.note_mask + 1)]

    # ------------------------------------------------------------------------------------- the recursion

    def play_at(self, p: int, n: int, length: int) -> int:
        """The play after the attacker's move that led to p, the first of `length`; the goal is not reached at p."""
        key = self.key_at(p, length, False)
        record = self.noted(key)
        if record:
            return record
        allowance = self.search.allowance
        if self.search.is_limited_by_allowance(length):
            self.search.allowance += 1 - self.search.count_non_trivial(p, n)
        record = self.build_play(p, n, length)
        self.search.allowance = allowance
        if self.judge.stopped:
            return LEAF
        self.note(key, record)
        return record

    def build_play(self, p: int, n: int, length: int) -> int:
        """A new record of the play after the attacker's move that led to p, the first of `length`."""
        threats = self.threats_at(p, n, length)
        least, zugzwang = self.least, self.zugzwang
        if self.judge.stopped or n + self.judge.list_reserve > self.judge.list_size and not self.judge.grow_list(n):
            return LEAF
        end = self.replies_at(p, n)
        spare, kept = 2 * end - n, n
        for i in range(n, end):
            record = self.defence_at(p, spare, self.judge.list[i], length, threats, least)
            if self.judge.stopped:
                return LEAF
            if record != HIDDEN:
                self.judge.list[kept], self.judge.list[end + kept - n] = self.judge.list[i], record
                kept += 1
        self.sort(n, kept, end - n)
        if not self.makes_room(3 + 2 * (kept - n)):
            return LEAF
        record = self.size
        self.words[record], self.words[record + 1], self.words[record + 2] = threats, zugzwang, kept - n
        self.size += 3
        self.add(n, kept - n)
        self.add(end, kept - n)
        return self.shared(record)

    def threats_at(self, p: int, n: int, length: int) -> int:
        """The record of the shortest threats of the attacker's move that led to p, the first of `length`.

        LEAF if there are none: where there cannot be any, or in zugzwang, where the attacker could not force the goal
        in time if the defender passed. Sets `least`, the length of the threats, and `zugzwang`.
        """
        self.least, self.zugzwang = 0, False
        if self.cannot_threaten_at(p, length):
            return LEAF
        self.judge.copy_frame(p, p + 1)
        self.judge.null_move(p + 1)
        short = self.shortest_at(p + 1, n, length - 1)
        threats = self.continuations_at(p + 1, n, short) if short else LEAF
        self.least, self.zugzwang = short, not short
        return threats

    def cannot_threaten_at(self, p: int, length: int) -> bool:
        """Has the attacker's move that led to p, the first of `length`, no threats to show?

        That is so for the last move, for a check, and with `no_threat`.
        """
        return length == 1 or self.no_threat or self.judge.in_check_at(p, self.judge.frames[p].turn)

    def replies_at(self, p: int, n: int) -> int:
        """List the defender's moves at p from list[n] on; in reflex play, if some reach the goal, only those."""
        if self.search.play >= REFLEX:
            end = self.goals.goal_candidates(p, n)
            kept = n
            for i in range(n, end):
                self.judge.make(p, p + 1, self.judge.list[i])
                self.goals.nodes += 1
                if self.goals.is_reached_at(p + 1, end, self.judge.list[i]):
                    self.judge.list[kept] = self.judge.list[i]
                    kept += 1
            if kept > n:
                return kept
        return self.judge.list_legal(p, n) if self.search.play == DIRECT else self.goals.goal_side_moves_at(p, n)

    def defence_at(self, p: int, n: int, reply: int, length: int, threats: int, least: int) -> int:
        """The record of the continuations after a reply at p to the attacker's first of `length` moves.

        LEAF if the reply reaches the goal, REFUTES if it prevents it, HIDDEN if it is not worth showing: all `threats`
        still work, in `least` moves, or the attacker needs fewer. `least` is 0 if there are none.
        """
        self.judge.make(p, p + 1, reply)
        self.goals.nodes += 1
        if self.search.play != DIRECT and self.goals.is_reached_at(p + 1, n, reply):
            return REFUTES if self.search.exact and length > 1 else LEAF
        # if all threats work, the reply is not worth showing even if something shorter does
        tried = least > 0 and self.search.shortcuts and self.search.play != REFLEX
        if tried and self.all_work(p + 1, n, threats, least):
            return HIDDEN
        short = self.shortest_at(p + 1, n, length - 1)
        if not short:
            return REFUTES if length > 1 else HIDDEN
        if short < least or self.no_short_variations and short < length - 1:
            return HIDDEN
        if short == least and not tried and self.all_work(p + 1, n, threats, least):
            return HIDDEN
        return self.continuations_at(p + 1, n, short)

    def shortest_at(self, p: int, n: int, length: int) -> int:
        """The smallest number of moves, up to `length`, in which the attacker, to move at p, can win; 0 for none.

        In direct play all mates in one are found together, to be kept: they are needed if there is one.
        """
        if self.search.play != DIRECT or not self.search.shortcuts or self.search.non_trivial >= 0 \
                or not length or length > 1 and self.search.exact:
            return self.search.shortest_win_at(p, n, length)
        if self.search.small_table.probe(self.judge.frames[p].key) != loss_entry(1):
            if self.continuations_at(p, n, 1):
                return 1
            if not self.judge.stopped:
                self.search.small_table.store(self.judge.frames[p].key, loss_entry(1))
        for short in range(2, length + 1):
            if self.search.attacker_wins_at(p, n, short) if self.decider is None \
                    else self.decider.attacker_wins_at(p, n, short):
                return short
        return 0

    def continuations_at(self, p: int, n: int, length: int) -> int:
        """The record of the attacker's moves at p that force the goal in `length` moves; LEAF if there are none."""
        key = self.key_at(p, length, True)
        record = self.noted(key)
        if record:
            return record
        end = self.search.winning_moves_at(p, n, length) if self.decider is None \
            else self.decider.winning_moves_at(p, n, length)
        if self.judge.stopped or n + self.judge.list_reserve > self.judge.list_size and not self.judge.grow_list(n):
            return LEAF
        if end == n:
            return LEAF
        for i in range(n, end):
            record = LEAF
            if length > 1 or self.search.play != DIRECT:
                self.judge.make(p, p + 1, self.judge.list[i])
                self.goals.nodes += 1
                if not self.has_reached_at(p + 1, 2 * end - n, self.judge.list[i]):
                    record = self.play_at(p + 1, 2 * end - n, length)
                if self.judge.stopped:
                    return LEAF
            self.judge.list[end + i - n] = record
        self.sort(n, end, end - n)
        if not self.makes_room(1 + 2 * (end - n)):
            return LEAF
        record = self.size
        self.words[record] = end - n
        self.size += 1
        self.add(n, 2 * (end - n))
        record = self.shared(record)
        self.note(key, record)
        return record

    def has_reached_at(self, p: int, n: int, move: int) -> bool:
        """Has the attacker's move that led to p reached the goal, where he is the one to reach it?"""
        return (self.search.play == DIRECT or self.search.quodlibet) and self.goals.is_reached_at(p, n, move)

    def all_work(self, p: int, n: int, threats: int, least: int) -> bool:
        """Are all threats of a record still legal at p, and do they still force the goal in `least` moves?"""
        end = self.attacks_at(p, n)
        for i in range(threats + 1, threats + 1 + self.words[threats]):
            move = self.same_move(n, end, self.words[i])
            if not move:
                return False
            self.judge.make(p, p + 1, move)
            self.goals.nodes += 1
            if not (self.search.forces_goal_at(p + 1, end, move, least, True) if self.decider is None
                    else self.decider.forces_goal_at(p + 1, end, move, least)):
                return False
        return True

    def attacks_at(self, p: int, n: int) -> int:
        """List the attacker's moves at p from list[n] on; the index after the last."""
        return self.goals.goal_side_moves_at(p, n) if self.search.play == DIRECT else self.judge.list_legal(p, n)

    def same_move(self, n: int, end: int, move: int) -> int:
        """The move of list[n:end] that has the same UCI text as a move of another position; 0 if there is none."""
        similar = 0
        for i in range(n, end):
            if self.judge.list[i] == move:
                return move
            if not similar and not (self.judge.list[i] ^ move) & SQUARES_OF_MOVE \
                    and self.promotion(self.judge.list[i]) == self.promotion(move):
                similar = self.judge.list[i]
        return similar

    def promotion(self, move: int) -> int:
        """What a man, of a castling the partner, becomes by a move; -1 if it stays what it is."""
        was = move_partner_man(move) if move_kind(move) >= CASTLING else move_man(move)
        return move_result(move) if move_result(move) != was else -1

    # ------------------------------------------------------------------- questions about the current position

    def play(self, length: int) -> int:
        """The record of the play after the attacker's last move, the first of `length`, which has not reached the goal.
        """
        self.judge.ensure_list()
        with cython.nogil:
            record = self.play_at(self.judge.ply, 0, length)
        self.search.raise_if_stopped()
        return record

    def threats(self, length: int) -> tuple[int, int, bool]:
        """The record of the shortest threats of the attacker's last move, the first of `length`; the length of the
        threats, 0 for none; and whether it is zugzwang."""
        self.judge.ensure_list()
        with cython.nogil:
            record = self.threats_at(self.judge.ply, 0, length)
        self.search.raise_if_stopped()
        return record, self.least, self.zugzwang

    def defence(self, reply: int, length: int, threats: Sequence[int], least: int) -> int:
        """The record of the continuations after a reply to the attacker's last move, the first of `length`.

        `threats`: his threats, which force the goal in `least` moves; `least` is 0 if there are none. LEAF, REFUTES and
        HIDDEN: as in `defence_at`.
        """
        self.judge.ensure_list()
        if not self.makes_room(1 + len(threats)):
            raise MemoryError
        first = self.size
        self.words[first] = len(threats)
        for i, move in enumerate(threats):
            self.words[first + 1 + i] = move
        self.size += 1 + len(threats)
        with cython.nogil:
            record = self.defence_at(self.judge.ply, 0, reply, length, first, least)
        self.search.raise_if_stopped()
        return record

    def cannot_threaten(self, length: int) -> bool:
        """Has the attacker's last move, the first of `length`, no threats to show?"""
        return self.cannot_threaten_at(self.judge.ply, length)

    def replies(self) -> list[int]:
        """The defender's moves; in reflex play, if some reach the goal, only those."""
        self.judge.ensure_list()
        end = self.replies_at(self.judge.ply, 0)
        return [self.judge.list[i] for i in range(end)]

    def still_legal(self, move: int) -> int:
        """The attacker's legal move that has the same UCI text as a move of another position; 0 if there is none."""
        self.judge.ensure_list()
        return self.same_move(0, self.attacks_at(self.judge.ply, 0), move)
