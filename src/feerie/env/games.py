# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Many games of one genre of the fast path, in arrays: steps, masks and planes without the interpreter.

A game is a row of positions (frames), one for each ply, so that moves can be taken back and repetitions be seen. The
legal moves of the position on top are kept with it, as sets: they say whether the game goes on, which actions are
legal, and which move is meant by one. One judge serves all games; the positions are copied to it and back.

Python passes flat arrays, which are filled in place while other threads run. Games belong to one thread at a time.
"""
from __future__ import annotations

from typing import Any

import cython

from feerie.env.numbering import Numbering
from feerie.kernel.dead_men import DeadMen
from feerie.kernel.verdict import Judge
from feerie.rules.ending import MoveRule, Repetition

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
    from cython.cimports.libc.string import memcpy, memset  # type: ignore[import-not-found]
else:
    from feerie.kernel.compiled_rules import MULTIPLEX
    from feerie.kernel.move_generator import gather_moves
    from feerie.kernel.packed_move import (
        move_kind,
        move_man,
        move_origin,
        move_partner_man,
        move_result,
        move_target,
    )
    from feerie.kernel.plain import FULL, ONE, SPREAD, Frame, MoveSet, lowest, move_of, popcount
    from feerie.kernel.tables import CASTLING, EN_PASSANT, MEN, NONE, SQUARES
    from feerie.kernel.verdict import VERDICT_MATE
    STORED, ACTIONS, NO_WINNER, NO_MOVE, RIGHTS, MAX_MOVES, SET = 64, 4096, 2, 0xFFFFFFFF, 16, 8192, 1 << 30
    GOING_ON, CHECKMATE, STALEMATE, KING_RUN, REPETITION, MOVE_RULE, DEAD_MATERIAL, CUT = range(8)

    def keeps_kind(move: int) -> bool:
        """Whether the man that moves, or the partner of a castling, remains what it is."""
        return move_result(move) == (move_partner_man(move) if move_kind(move) >= CASTLING else move_man(move))


class Games:
    """`count` games, each of `most` plies at most. Every game needs a beginning (`begin_with`) and then a `reset`.

    Sides are numbers. `planes`, `squares`: the shape of one observation; walls of the board count as squares.
    """

    def __init__(self, judge: Judge, numbering: Numbering, count: int, most: int) -> None:
        tables = judge.rules.tables
        self.judge, self.dead, self.count, self.most = judge, DeadMen(judge), count, most
        self.places, self.kinds, self.squares = most + 1, len(tables.genre.men), tables.genre.board.size
        self.repetition = self.move_rule = 0
        for ending in tables.genre.endings:
            if isinstance(ending, Repetition):
                self.repetition = ending.claim or ending.automatic
            elif isinstance(ending, MoveRule):
                self.move_rule = ending.claim or ending.automatic
        self.pawns = sum(1 << kind for kind, man in enumerate(tables.genre.men) if man.promotion)
        if not cython.compiled:
            self.turned, self.pairs, self.ranks, self.rights = [0] * (2 * SQUARES), [0] * ACTIONS, [0] * MEN, \
                [0] * (2 * RIGHTS)
            self.board = [0] * SQUARES
        for square in tables.genre.board.squares:
            self.board[square] = 1
        self._copy_numbering(numbering)
        self.planes = 2 * self.kinds + self.right_count + 5
        judge.ensure_list()
        self._allocate()

    def _copy_numbering(self, numbering: Numbering) -> None:
        """The numbers of actions, and the bits of each plane of rights."""
        self.size, self.choices = numbering.size, len(numbering.kinds)
        for square in range(SQUARES):
            self.turned[square], self.turned[SQUARES + square] = square, numbering.seen(square, 1)
        for pair, number in numbering.pairs.items():
            self.pairs[pair[0] * 64 + pair[1]] = number
        for number, kind in enumerate(numbering.kinds):
            self.ranks[kind] = number
        planes = right_planes(numbering)
        for right, (_, white, black) in enumerate(planes):
            self.rights[right], self.rights[RIGHTS + right] = white, black
        self.right_count = len(planes)

    def _allocate(self) -> None:
        places = self.count * self.places
        if cython.compiled:
            self.frames = cython.cast(cython.pointer(Frame), calloc(places, cython.sizeof(Frame)))
            self.keys = cython.cast(cython.pointer(u64), calloc(places, cython.sizeof(u64)))
            self.clocks = cython.cast(cython.pointer(u16), calloc(places, cython.sizeof(u16)))
            self.quiet = cython.cast(cython.pointer(u16), calloc(places, cython.sizeof(u16)))
            self.tops = cython.cast(cython.pointer(Frame), calloc(self.count, cython.sizeof(Frame)))
            self.starts = cython.cast(cython.pointer(Frame), calloc(self.count, cython.sizeof(Frame)))
            self.start_clocks = cython.cast(cython.pointer(u16), calloc(self.count, cython.sizeof(u16)))
            self.chosen = cython.cast(cython.pointer(u32), calloc(self.count, cython.sizeof(u32)))
            self.seeds = cython.cast(cython.pointer(u64), calloc(self.count, cython.sizeof(u64)))
            self.sets = cython.cast(cython.pointer(MoveSet), calloc(self.count * STORED, cython.sizeof(MoveSet)))
            self.spare = cython.cast(cython.pointer(MoveSet), calloc(MAX_MOVES, cython.sizeof(MoveSet)))
            self.set_counts = cython.cast(cython.pointer(u32), calloc(self.count, cython.sizeof(u32)))
            self.counts = cython.cast(cython.pointer(u32), calloc(self.count, cython.sizeof(u32)))
            self.marked = cython.cast(cython.pointer(u64), calloc(self.count, cython.sizeof(u64)))
            self.marked_choices = cython.cast(cython.pointer(u8), calloc(self.count, 1))
            self.plies = cython.cast(cython.pointer(u16), calloc(self.count, cython.sizeof(u16)))
            self.occurrences = cython.cast(cython.pointer(u16), calloc(self.count, cython.sizeof(u16)))
            self.reasons = cython.cast(cython.pointer(u8), calloc(self.count, 1))
            self.winners = cython.cast(cython.pointer(u8), calloc(self.count, 1))
            if not (self.frames and self.keys and self.clocks and self.quiet and self.tops and self.starts
                    and self.start_clocks and self.chosen and self.seeds and self.sets and self.spare
                    and self.set_counts and self.counts and self.marked and self.marked_choices and self.plies
                    and self.occurrences and self.reasons and self.winners):
                raise MemoryError
        else:
            self.frames = [Frame() for _ in range(places)]
            self.tops, self.starts = ([Frame() for _ in range(self.count)] for _ in range(2))
            self.keys, self.clocks, self.quiet = [0] * places, [0] * places, [0] * places
            self.sets = [MoveSet() for _ in range(self.count * STORED)]
            self.spare = [MoveSet() for _ in range(MAX_MOVES)]
            for name in ("start_clocks", "chosen", "seeds", "set_counts", "counts", "marked", "marked_choices", "plies",
                         "occurrences", "reasons", "winners"):
                setattr(self, name, [0] * self.count)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.frames)
            free(self.tops)
            free(self.keys)
            free(self.clocks)
            free(self.quiet)
            free(self.starts)
            free(self.start_clocks)
            free(self.chosen)
            free(self.seeds)
            free(self.sets)
            free(self.spare)
            free(self.set_counts)
            free(self.counts)
            free(self.marked)
            free(self.marked_choices)
            free(self.plies)
            free(self.occurrences)
            free(self.reasons)
            free(self.winners)

    # ------------------------------------------------------------------------------------------ for Python

    def begin_with(self, i: int, judge: Judge, clock: int) -> None:
        """Let game i begin with the position on top of a judge."""
        self.judge.copy_from(judge)
        if cython.compiled:
            self.starts[i] = self.judge.frames[0]
        else:
            self.starts[i].copy(self.judge.frames[0])
        self.start_clocks[i] = clock

    def sow(self, i: int, seed: int) -> None:
        """Let the random moves of game i follow from a seed, which is not 0."""
        self.seeds[i] = seed

    def reset(self, which: Any) -> None:
        """Begin anew the games that are marked."""
        with cython.nogil:
            for i in range(self.count):
                if which[i]:
                    self.begin(i)
        self._check_memory()

    def play(self, actions: Any) -> int:
        """Play an action in each game that goes on, or none at all: the first game in which it is not legal, else -1.

        What stands for a game that has ended does not matter.
        """
        bad: int = -1
        with cython.nogil:
            for i in range(self.count):
                if self.counts[i]:
                    self.chosen[i] = self.find(i, actions[i])
                    if self.chosen[i] == NO_MOVE:
                        bad = i
                        break
            if bad < 0:
                for i in range(self.count):
                    if self.counts[i]:
                        self.advance(i, self.chosen[i])
        self._check_memory()
        return bad

    def take_back(self, which: Any) -> int:
        """Take back the last move of each game that is marked, or none at all: the first game without one, else -1."""
        bad: int = -1
        with cython.nogil:
            for i in range(self.count):
                if which[i] and not self.plies[i]:
                    bad = i
                    break
            if bad < 0:
                for i in range(self.count):
                    if which[i]:
                        self.plies[i] -= 1
                        self.lay(self.frames, i * self.places + self.plies[i])
                        self.settle(i, 0)
        self._check_memory()
        return bad

    def report(self, turns: Any, ended: Any, cut: Any, rewards: Any) -> None:
        """Whose turn it is, which games have ended, which of them only by their length, and the points of both sides.
        """
        with cython.nogil:
            for i in range(self.count):
                turns[i] = self.tops[i].turn
                ended[i] = self.reasons[i] != GOING_ON
                cut[i] = self.reasons[i] == CUT
                rewards[2 * i] = rewards[2 * i + 1] = 0
                if self.winners[i] != NO_WINNER:
                    rewards[2 * i + self.winners[i]] = 1
                    rewards[2 * i + 1 - self.winners[i]] = -1

    def sample(self, actions: Any) -> None:
        """A random legal action for each game, 0 for those that have ended."""
        with cython.nogil:
            for i in range(self.count):
                actions[i] = 0
                if self.counts[i]:
                    self.ready(i)
                    actions[i] = self.action_of(self.move_at(i, (self.random(i) >> 32) % self.counts[i]),
                                                self.tops[i].turn)

    def fill_masks(self, masks: Any, own: bool) -> None:
        """A row of `size` bytes for each game: 1 for legal actions, 0 for others.

        `own`: the array is the same every time and was zero at first, so that only what was marked is to be cleared.
        """
        again: bool = own
        with cython.nogil:
            for i in range(self.count):
                if cython.compiled:
                    self.mask(i, cython.address(masks[i * self.size]), again)
                else:
                    self.mask(i, masks[i * self.size:(i + 1) * self.size], again)

    def fill_planes(self, planes: Any) -> None:
        """A row of `planes` times `squares` bytes for each game; what they mean is in batch.plane_names."""
        with cython.nogil:
            for i in range(self.count):
                if cython.compiled:
                    self.draw(i, cython.address(planes[i * self.planes * self.squares]))
                else:
                    self.draw(i, planes[i * self.planes * self.squares:(i + 1) * self.planes * self.squares])

    def take(self, other: Games, which: Any) -> None:
        """Make each game a copy of one of other games of the genre, which have not more plies; seeds are not copied."""
        with cython.nogil:
            for i in range(self.count):
                self.copy_game(i, other, which[i])

    def load_top(self, i: int, judge: Judge) -> None:
        """Put the position on top of game i on a judge of the genre."""
        self.lay(self.tops, i)
        self.judge.ply = 0
        judge.copy_from(self.judge)

    def actions_of(self, i: int) -> list[int]:
        """The legal actions of game i, in no particular order."""
        found: list[int] = []
        self.ready(i)
        for k in range(self.counts[i]):
            found.append(self.action_of(self.move_at(i, k), self.tops[i].turn))
        return found

    def move_count(self, i: int) -> int:
        """How many legal moves game i has; 0 if it has ended."""
        return self.counts[i]

    def ply(self, i: int) -> int:
        """How many moves have been played in game i."""
        return self.plies[i]

    def clock(self, i: int) -> int:
        """The half-move clock of game i."""
        return self.clocks[i * self.places + self.plies[i]]

    def reason(self, i: int) -> int:
        """How game i ended, a number of batch.REASONS."""
        return self.reasons[i]

    def winner(self, i: int) -> int:
        """Who won game i: 0 White, 1 Black, 2 nobody, or not yet."""
        return self.winners[i]

    def _check_memory(self) -> None:
        if self.judge.out_of_memory:
            raise MemoryError

    # ------------------------------------------------------------------------------------------ single games

    def lay(self, frames: Any, at: int) -> None:
        """Copy a position to the judge, as frame 0."""
        if cython.compiled:
            self.judge.frames[0] = frames[at]
        else:
            self.judge.frames[0].copy(frames[at])

    def begin(self, i: int) -> None:
        """Put game i back to its beginning."""
        at = i * self.places
        self.lay(self.starts, i)
        self.clocks[at], self.quiet[at], self.plies[i] = self.start_clocks[i], 0, 0
        self.settle(i, 0)

    def settle(self, i: int, p: int) -> None:
        """Let frame p of the judge be the position on top of game i: gather its moves, and see whether the game ends.
        """
        at = i * self.places + self.plies[i]
        if cython.compiled:
            self.frames[at] = self.tops[i] = self.judge.frames[p]
        else:
            self.frames[at].copy(self.judge.frames[p])
            self.tops[i].copy(self.judge.frames[p])
        self.finish(i, GOING_ON, NO_WINNER)
        winner = self.judge.run_winner_at(p)
        if winner != NONE:
            self.finish(i, KING_RUN, winner)
            return
        count = self.unpack(p, self.sets, i * STORED, STORED)
        key = self.judge.frames[p].key
        if self.judge.frames[p].ep_square != NONE and not self.en_passant:
            key ^= self.judge.ep_keys[self.judge.frames[p].ep_square]
        self.keys[at] = key
        if not count:
            if self.judge.verdict_with_moves(p, 0, 0) == VERDICT_MATE:
                self.finish(i, CHECKMATE, self.judge.frames[p].turn ^ 1)
            else:
                self.finish(i, STALEMATE, NO_WINNER)
            return
        self.reasons[i] = self.draw_at(i, at, p)
        if self.reasons[i] == GOING_ON:
            self.counts[i], self.set_counts[i] = self.found, count

    def unpack(self, p: int, sets: Any, first: int, room: int) -> int:
        """Put the legal moves at p of the judge into sets[first:first + room], and return how many sets there are.

        Those for which there is no room are only counted. Sets `found` and `en_passant` too.
        """
        end = self.judge.list_legal(p, 0) if self.judge.doctrine == MULTIPLEX else gather_moves(self.judge, p, 0)
        moves, k, n, found = self.judge.list, 0, 0, 0
        self.en_passant = False
        while k < end:
            code, shift = moves[k], 0
            if code & SET:
                high = moves[k + 2]
                targets, code, shift = moves[k + 1] | high << 32, code ^ SET, moves[k + 3] - SQUARES
                k += 4
            else:
                targets, code = ONE << move_target(code), code & ~(63 << 6)
                self.en_passant |= move_kind(code) == EN_PASSANT
                k += 1
            found += popcount(targets)
            if n < room:
                sets[first + n].targets, sets[first + n].code, sets[first + n].shift = targets, code, shift
            n += 1
        self.found = found
        return n

    def draw_at(self, i: int, at: int, p: int) -> int:
        """Why a position with legal moves, frame p of the judge, ends game i in a draw; GOING_ON if it does not.

        Whether the men can mate changes only by captures and promotions, which are moves after which the clock is 0.
        """
        self.occurrences[i] = self.occurrences_at(at)
        if self.repetition and self.occurrences[i] >= self.repetition:
            return REPETITION
        if self.move_rule and self.clocks[at] >= self.move_rule:
            return MOVE_RULE
        if (not self.clocks[at] or not self.plies[i]) and self.dead.is_dead(p):
            return DEAD_MATERIAL
        return CUT if self.plies[i] >= self.most else GOING_ON

    def occurrences_at(self, at: int) -> int:
        """How often a position has occurred, this time included. Before the last capture it cannot have."""
        keys, key, last = self.keys, self.keys[at], self.quiet[at]
        found = 1
        for back in range(4, last + 1, 2):
            if keys[at - back] == key:
                found += 1
        return found

    def finish(self, i: int, reason: int, winner: int) -> None:
        """Note how game i ended; for GOING_ON too, its moves are none so far."""
        self.reasons[i], self.winners[i], self.occurrences[i] = reason, winner, 1
        self.counts[i] = self.set_counts[i] = 0

    def ready(self, i: int) -> None:
        """Make the sets of moves of game i ready: those that are not kept are gathered again."""
        if self.set_counts[i] > STORED:
            self.lay(self.tops, i)
            self.unpack(0, self.spare, 0, MAX_MOVES)

    def move_at(self, i: int, number: int) -> int:
        """A legal move of game i, which is `ready`, by its number: below `counts`."""
        sets, k = self.sets, i * STORED
        if self.set_counts[i] > STORED:
            sets, k = self.spare, 0
        while number >= popcount(sets[k].targets):
            number -= popcount(sets[k].targets)
            k += 1
        bits = sets[k].targets
        while number:
            bits &= bits - 1
            number -= 1
        return move_of(sets, k, lowest(bits))

    def action_of(self, move: int, us: int) -> int:
        """The action of a packed move of a side: see numbering.Numbering.number."""
        pair = self.turned[us * SQUARES + move_origin(move)] * 64 + self.turned[us * SQUARES + move_target(move)]
        return pair if keeps_kind(move) else self.choice_of(move, pair)

    def choice_of(self, move: int, pair: int) -> int:
        """The action of a move by which a man becomes another; `pair`: origin x 64 + target."""
        return ACTIONS + self.pairs[pair] * self.choices + self.ranks[move_result(move)]

    def find(self, i: int, action: int) -> int:
        """The legal move of game i that has this action; NO_MOVE if there is none."""
        us = self.tops[i].turn
        self.ready(i)
        if not 0 <= action < ACTIONS:
            for number in range(self.counts[i]):
                if self.action_of(self.move_at(i, number), us) == action:
                    return self.move_at(i, number)
            return NO_MOVE
        origin, target = self.turned[us * SQUARES + (action >> 6)], self.turned[us * SQUARES + (action & 63)]
        sets, first = self.sets, i * STORED
        if self.set_counts[i] > STORED:
            sets, first = self.spare, 0
        for k in range(first, first + self.set_counts[i]):
            if sets[k].targets >> target & 1 and keeps_kind(sets[k].code) \
                    and move_origin(move_of(sets, k, target)) == origin:
                return move_of(sets, k, target)
        return NO_MOVE

    def advance(self, i: int, move: int) -> None:
        """Play a legal move in game i."""
        at = i * self.places + self.plies[i]
        self.lay(self.tops, i)
        self.judge.make(0, 1, move)
        them = self.judge.frames[1].turn
        taken = move_kind(move) < CASTLING and self.judge.frames[0].sides[them] != self.judge.frames[1].sides[them]
        zeroing = taken or self.pawns >> move_man(move) & 1 != 0 \
            or (move_kind(move) >= CASTLING and self.pawns >> move_partner_man(move) & 1 != 0)
        self.clocks[at + 1] = 0 if zeroing else self.clocks[at] + 1
        self.quiet[at + 1] = 0 if taken else self.quiet[at] + 1
        self.plies[i] += 1
        self.settle(i, 1)

    def random(self, i: int) -> int:
        """The next number of the generator xorshift64* (Vigna 2014) of game i."""
        seed = self.seeds[i]
        seed ^= seed >> 12
        seed ^= seed << 25 & FULL
        seed ^= seed >> 27
        self.seeds[i] = seed
        return seed * SPREAD & FULL

    def copy_game(self, i: int, other: Games, j: int) -> None:
        """Make game i a copy of game j of other games."""
        at, other_at = i * self.places, j * other.places
        plies = other.plies[j]
        if cython.compiled:
            memcpy(self.frames + at, other.frames + other_at, (plies + 1) * cython.sizeof(Frame))
            memcpy(self.keys + at, other.keys + other_at, (plies + 1) * cython.sizeof(u64))
            memcpy(self.sets + i * STORED, other.sets + j * STORED, STORED * cython.sizeof(MoveSet))
            self.starts[i], self.tops[i] = other.starts[j], other.tops[j]
        else:
            for k in range(plies + 1):
                self.frames[at + k].copy(other.frames[other_at + k])
            self.keys[at:at + plies + 1] = other.keys[other_at:other_at + plies + 1]
            for k in range(STORED):
                mine, its = self.sets[i * STORED + k], other.sets[j * STORED + k]
                mine.targets, mine.code, mine.shift = its.targets, its.code, its.shift
            self.starts[i].copy(other.starts[j])
            self.tops[i].copy(other.tops[j])
        for k in range(plies + 1):
            self.clocks[at + k], self.quiet[at + k] = other.clocks[other_at + k], other.quiet[other_at + k]
        self.start_clocks[i], self.plies[i], self.counts[i] = other.start_clocks[j], plies, other.counts[j]
        self.reasons[i], self.winners[i], self.set_counts[i] = other.reasons[j], other.winners[j], other.set_counts[j]
        self.occurrences[i] = other.occurrences[j]

    # --------------------------------------------------------------------------------------- what is seen

    def mask(self, i: int, row: Any, own: bool) -> None:
        """Fill one row of `fill_masks`. What is read in a loop is a local variable: bytes may overlap with anything."""
        turned, side, marked, choices = self.turned, self.tops[i].turn * SQUARES, 0, False
        if own:
            self.unmark(row, self.marked[i], self.marked_choices[i])
        else:
            self.zero(row, 0, self.size)
        self.ready(i)
        sets, first = self.sets, i * STORED
        if self.set_counts[i] > STORED:
            sets, first = self.spare, 0
        for k in range(first, first + self.set_counts[i]):
            bits, shift = sets[k].targets, sets[k].shift
            if not keeps_kind(sets[k].code):
                choices = True
                while bits:
                    row[self.action_of(move_of(sets, k, lowest(bits)), side // SQUARES)] = 1
                    bits &= bits - 1
            elif shift:
                while bits:
                    target = lowest(bits)
                    bits &= bits - 1
                    origin = turned[side + target - shift]
                    marked |= ONE << origin
                    row[origin * 64 + turned[side + target]] = 1
            else:
                origin = turned[side + move_origin(sets[k].code)]
                marked |= ONE << origin
                while bits:
                    row[origin * 64 + turned[side + lowest(bits)]] = 1
                    bits &= bits - 1
        if own:
            self.marked[i], self.marked_choices[i] = marked, choices

    def unmark(self, row: Any, origins: int, choices: bool) -> None:
        """Clear the actions of a row of which some may be marked: those from the origins, and those from ACTIONS on."""
        while origins:
            self.zero(row, lowest(origins) * 64, 64)
            origins &= origins - 1
        if choices:
            self.zero(row, ACTIONS, self.size - ACTIONS)

    def zero(self, row: Any, start: int, count: int) -> None:
        """Clear some bytes of a row."""
        if cython.compiled:
            memset(row + start, 0, count)
        else:
            row[start:start + count] = 0

    def draw(self, i: int, row: Any) -> None:
        """Fill one row of `fill_planes`."""
        at = i * self.places + self.plies[i]
        us = self.tops[i].turn
        if cython.compiled:
            memset(row, 0, self.planes * self.squares)
        else:
            row[:] = 0
        turned, squares, plane = self.turned, self.squares, 0
        for side in range(2):
            for kind in range(self.kinds):
                bits = self.tops[i].men[kind] & self.tops[i].sides[us ^ side]
                while bits:
                    row[plane * squares + turned[us * SQUARES + lowest(bits)]] = 1
                    bits &= bits - 1
                plane += 1
        for right in range(self.right_count):
            if self.tops[i].rights & self.rights[us * RIGHTS + right]:
                self.fill(row, plane + right, 1)
        plane += self.right_count
        if self.tops[i].ep_square != NONE and self.keys[at] == self.tops[i].key:
            row[plane * self.squares + self.turned[us * SQUARES + self.tops[i].ep_square]] = 1
        if self.clocks[at]:
            self.fill(row, plane + 1, min(self.clocks[at], 255))
        if self.occurrences[i] > 1:
            self.fill(row, plane + 2, min(self.occurrences[i] - 1, 255))
        if us:
            self.fill(row, plane + 3, 1)
        if cython.compiled:
            memcpy(row + (plane + 4) * squares, self.board, squares)
        else:
            row[(plane + 4) * squares:(plane + 5) * squares] = self.board[:squares]

    def fill(self, row: Any, plane: int, value: int) -> None:
        """Give every square of a plane a value."""
        if cython.compiled:
            memset(row + plane * self.squares, value, self.squares)
        else:
            row[plane * self.squares:(plane + 1) * self.squares] = value


def right_planes(numbering: Numbering) -> list[tuple[str, int, int]]:
    """The planes of castling rights and flags, White's first as White sees them: the letter, and the bit that White
    sees there, and Black.
    """
    found = []
    for bits in (numbering.tables.right_bits, numbering.tables.flag_bits):
        for letter in sorted(bits, key=str.islower):
            found.append((letter, bits[letter], bits[letter.swapcase() if numbering.image else letter]))
    return found
