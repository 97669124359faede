"""The crew: workers that do the units of one problem, and the foreman who hands them out.

The foreman walks the plans: units wait in the order of their places in the tree of plans, idle hands take the first.
When hands are idle and nothing waits, the unit that has run longest is interrupted and split; what it has found out is
in the hands' common memory, so little is done twice. So is a unit that has run long where there is a checkpoint,
which only knows what is finished. Which hand does what, and what is split, changes times, not values.
"""
from __future__ import annotations

import heapq
import itertools
import queue
import threading
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple, Protocol, Self

from feerie.problems.checkpoint import Ledger
from feerie.problems.memory import Memory, places_for
from feerie.problems.task import Task
from feerie.problems.units import WHOLE, Batch, Desk, Outcome, Plan, Unit, Value

__all__ = ["Flag", "Foreman", "Hands", "Limits", "Progress", "Report", "Shelf", "Threads"]

Known = list[tuple[int, int]]
"""What memories know of positions, some of it."""

Progress = Callable[[float, float], None]
"""Called with how much is done, and of how much: an estimate."""

POLL, SHORT_POLL = 0.05, 0.005
"""Seconds between two looks at limits, and where limits, idle hands or the trial of the whole ask for more haste."""


class Flag(Protocol):
    """What can tell a search to stop: threading.Event, for one."""

    def is_set(self) -> bool: ...


class Report(NamedTuple):
    """What a hand says of the unit of that number; `error`: what went wrong instead."""

    number: int
    outcome: Outcome | None = None
    error: BaseException | None = None


class Hands(Protocol):
    """Those who do units. `patience`: seconds a unit may take before idle hands ask for a part of it;
    `moment`: seconds the whole problem is tried as one unit before it is split at all."""

    patience: float
    moment: float

    def idle(self) -> int:
        """How many more units could be done at this moment."""

    def give(self, number: int, unit: Unit) -> None:
        """Have a unit done."""

    def interrupt(self, number: int) -> None:
        """Have a unit ended soon; it is reported all the same."""

    def report(self, timeout: float) -> Report | None:
        """The next report, if one comes in time."""

    def cramped(self) -> bool:
        """Whether hands that work on would do better if their units were split."""

    def nodes(self) -> int:
        """Positions played so far, as far as known."""

    def learn(self, known: Known) -> None:
        """Know what others told of positions."""

    def tell(self) -> Known:
        """What is dearest of what is known of positions."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *unused: object) -> None:
        """Let the hands go."""


class Limits(NamedTuple):
    """When to stop: after so many seconds, about so many positions, or when told to."""

    seconds: float | None = None
    nodes: int | None = None
    stop: Flag | None = None


# ------------------------------------------------------------------------------------------------- threads

class Shelf:
    """A memory of `most` positions at most, which begins small and is replaced by larger ones as it is used.

    Memory that is touched costs time.
    """

    FIRST = 1 << 17
    """Positions there is room for at the beginning: two megabytes."""
    FILLED = 4
    """A memory is too small when so many times its places were played."""

    def __init__(self, plies: int, most: int) -> None:
        self.memory = Memory(places_for(plies, min(most, self.FIRST)))
        self._room, self._most = places_for(plies, most), most

    def is_small(self, nodes: int) -> bool:
        """Whether it should be replaced now that so many positions were played."""
        return nodes > self.FILLED * self.memory.places and self._larger() > 0

    def grow(self, nodes: int) -> None:
        """Replace it, if it is small."""
        if self.is_small(nodes):
            try:
                memory = Memory(self._larger())
            except MemoryError:
                self._most = 0
                return
            memory.absorb(self.memory)
            self.memory = memory

    def _larger(self) -> int:
        """The size of the next memory, 0 for none: both must find room while what is known moves over."""
        sizes = (factor * self.memory.places for factor in (4, 2))
        return next((places for places in sizes
                     if places <= self._room and places + self.memory.places <= self._most), 0)


class Threads:
    """Hands that are threads of this process, each with a desk, all with one memory of `most` positions at most.

    They are hired when there is work for them, all but the first after a moment.
    """

    TOLD = 1 << 16
    """How many positions are told of at most: a megabyte."""
    patience = 0.1
    moment = 0.02

    def __init__(self, task: Task, count: int, most: int) -> None:
        self._task, self._count = task, count
        self._shelf = Shelf(task.problem.plies, most)
        self._reports: queue.SimpleQueue[Report] = queue.SimpleQueue()
        self._hands: list[_Hand] = []
        self._begun = time.monotonic()
        self._busy: dict[int, _Hand] = {}

    def idle(self) -> int:
        """Those hired and idle, and after a moment those who could be hired."""
        late = time.monotonic() - self._begun > self.moment
        return (self._count if late else max(1, len(self._hands))) - len(self._busy)

    def give(self, number: int, unit: Unit) -> None:
        """Have a unit done."""
        self._shelf.grow(self.nodes())
        memory = self._shelf.memory
        hand = next((hand for hand in self._hands if hand not in self._busy.values()), None)
        if hand is None:
            hand = _Hand(self._task, memory, self._reports)
            self._hands.append(hand)
        self._busy[number] = hand
        hand.inbox.put((number, unit, memory))

    def cramped(self) -> bool:
        """Whether a larger memory is wanted; hands take it when they begin a unit."""
        return self._shelf.is_small(self.nodes())

    def interrupt(self, number: int) -> None:
        """Have a unit ended soon."""
        if number in self._busy:
            self._busy[number].interrupt(number)

    def report(self, timeout: float) -> Report | None:
        """The next report, if one comes in time."""
        try:
            report = self._reports.get(timeout=timeout)
        except queue.Empty:
            return None
        del self._busy[report.number]
        return report

    def nodes(self) -> int:
        """Positions played so far."""
        return sum(hand.nodes() for hand in self._hands)

    def learn(self, known: Known) -> None:
        """Know what another run told of positions."""
        self._shelf.memory.learn(known)

    def tell(self) -> Known:
        """What took longest of what is known of positions."""
        return self._shelf.memory.dearest(self.TOLD)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        """Let the hands go; what they do is void."""
        for number, hand in list(self._busy.items()):
            hand.interrupt(number)
        for hand in self._hands:
            hand.inbox.put(None)
        for hand in self._hands:
            hand.join(timeout=1)


class _Hand(threading.Thread):
    """A thread that does one unit after another at its desk."""

    def __init__(self, task: Task, memory: Memory, reports: queue.SimpleQueue[Report]) -> None:
        super().__init__(name="feerie solver", daemon=True)
        self.inbox: queue.SimpleQueue[tuple[int, Unit, Memory] | None] = queue.SimpleQueue()
        self._desk: Desk = task.desk(memory)
        self._reports = reports
        self._number = self._unwanted = 0
        self._lock = threading.Lock()
        self.start()

    def run(self) -> None:
        """Work until there is None to do."""
        for number, unit, memory in iter(self.inbox.get, None):
            with self._lock:
                self._number = number
                self._desk.ready(memory)
                if number == self._unwanted:
                    self._desk.stop()
            try:
                report = Report(number, self._desk.work(unit))
            except Exception as error:
                report = Report(number, error=error)
            with self._lock:
                self._number = 0
            self._reports.put(report)

    def interrupt(self, number: int) -> None:
        """End the unit of that number, if it is not done; or when it is begun."""
        with self._lock:
            self._unwanted = number
            if self._number == number:
                self._desk.stop()

    def nodes(self) -> int:
        """Positions played so far."""
        return self._desk.nodes


# ------------------------------------------------------------------------------------------------- foreman

class _Share:
    """A unit in the tree of plans, with its plan where it is split."""

    def __init__(self, unit: Unit, parent: _Share | None = None, place: int = 0) -> None:
        self.unit, self.parent, self.place = unit, parent, place
        self.batches = 0
        self.path: tuple[int, ...] = (*parent.path, parent.batches, place) if parent else ()
        self.plan: Plan | None = None
        self.batch: Batch | None = None
        self.children: list[_Share] = []        # of this batch
        self.made: list[_Share] = []            # of all batches
        self.values: list[Value] = []           # of this batch
        self.value: Value = None
        self.before = 0.0                       # how far the plan was before this batch
        self.number = 0                         # while a hand has it
        self.since = 0.0
        self.interrupted = self.due = False
        self.over = False                       # has its value, or needs none any more

    def take(self, batch: Batch) -> None:
        """Its plan's next batch."""
        if self.batch is not None:
            self.before = max(self.before, min(1.0, self.batch.until))
        self.batch = batch
        self.batches += 1
        self.children = [_Share(unit, self, place) for place, unit in enumerate(batch.units)]
        self.made += self.children
        self.values = [None] * len(batch.units)

    def __lt__(self, other: _Share) -> bool:
        return self.path < other.path

    def part_done(self) -> float:
        """The estimated part of its work that is done."""
        if self.over:
            return 1.0
        if self.batch is None or not self.children:
            return self.before
        done = sum(child.part_done() for child in self.children) / len(self.children)
        return self.before + max(0.0, self.batch.until - self.before) * done

    def below(self) -> Iterator[_Share]:
        """All shares of the tree under this one that are not over."""
        for child in self.children:
            if not child.over:
                yield child
                yield from child.below()


class Foreman:
    """Has one problem solved: `run` gives the value of the whole, None where nothing is known.

    `complete` then says whether nothing was left out. `ledger`: what is finished, kept for a later run.
    """

    NOTING = 0.05
    """The most of the time that looking through the memory may take."""
    BUDGET = 4.0
    """Seconds a unit may take before it is split so that a checkpoint can keep parts of it."""

    def __init__(self, task: Task, hands: Hands, ledger: Ledger | None = None, limits: Limits = Limits(),
                 progress: Progress | None = None) -> None:
        self._task, self._hands, self._ledger, self._limits, self._progress = task, hands, ledger, limits, progress
        self._known: dict[Unit, Value] = {}     # what was found before the whole was split
        self.complete = True
        self._root = _Share(WHOLE)
        self._ready: list[_Share] = []
        self._due: list[_Share] = []            # whose plans may go on
        self._given: dict[int, _Share] = {}
        self._numbers = itertools.count(1)
        self._shown, self._next_look, self._next_note = 0.0, 0.0, 0.0
        self._begun = time.monotonic()

    def run(self) -> Value:
        """Solve. KeyboardInterrupt stops it as a limit does, a second one at once."""
        if self._ledger is not None and self._ledger.known:
            self._hands.learn(self._ledger.known)
        self._admit(self._root)
        while True:
            try:
                self._go_on()
                if self._root.over:
                    self.complete = True        # the last unit came in together with the limit
                    return self._root.value
                if not self.complete and not self._given:
                    self._note()
                    return self._finish(self._root)
                self._step()
            except KeyboardInterrupt:
                if not self.complete:
                    raise
                self._stop()

    def _step(self) -> None:
        while self.complete and self._ready and self._hands.idle() > 0:
            share = heapq.heappop(self._ready)
            if not share.over and not share.plan:
                share.number, share.since, share.interrupted = next(self._numbers), time.monotonic(), False
                self._given[share.number] = share
                self._hands.give(share.number, share.unit)
        hurried = self._limits.nodes is not None or self._hands.idle() > 0 or self._root.number in self._given
        report = self._hands.report(SHORT_POLL if hurried else POLL)
        while report is not None:
            self._take(report)
            report = self._hands.report(0)
        self._look()

    def _take(self, report: Report) -> None:
        """What a hand reports."""
        share = self._given.pop(report.number)
        if report.error is not None:
            raise report.error
        assert report.outcome is not None
        value, nodes, done = report.outcome
        if self._ledger is not None:
            self._ledger.count(nodes)
        if share.over:
            return
        if done:
            self._settle(share, value)
        elif share is self._root:
            self._known = value or {}
            self._open(share)
        elif not self.complete:
            share.value = value
        elif self._desk.can_split(share.unit):
            self._open(share)
        else:
            self._await(share)

    def _look(self) -> None:
        """Limits, long units, progress."""
        now = time.monotonic()
        waits = self._limits.nodes is None and not self._hands.idle() and self._root.number not in self._given
        if self._next_look > now and waits:
            return
        self._next_look = now + POLL
        if self.complete and self._is_limit_reached(now):
            self._stop()
        if self._ledger is not None and self._ledger.is_due():
            if now > self._next_note and not self._root.over:
                self._note()
            self._ledger.save_sometimes()
        if not self.complete:
            return
        running = [share for share in self._given.values() if not share.interrupted and not share.over
                   and self._desk.can_split(share.unit)]
        running.sort(key=lambda share: share.since)
        wanted = 0 if self._ready else self._hands.idle() - sum(share.interrupted for share in self._given.values())
        if self._root.number in self._given and now - self._root.since > self._hands.moment and running:
            self._interrupt(self._root)
            return
        keep_parts = self._ledger is not None or self._hands.cramped()
        for share in running:
            age = now - share.since
            if (wanted > 0 and age > self._hands.patience) or (keep_parts and age > self.BUDGET):
                wanted -= 1
                self._interrupt(share)
        if self._progress is not None and not self._root.over:
            self._shown = max(self._shown, self._root.part_done())
            self._progress(self._shown, 1.0)

    def _note(self) -> None:
        """Have the ledger keep what is known of positions: not too often, a large memory takes long to look through."""
        if self._ledger is not None:
            begun = time.monotonic()
            self._ledger.known = self._hands.tell()
            now = time.monotonic()
            self._next_note = now + (now - begun) / self.NOTING

    def _interrupt(self, share: _Share) -> None:
        share.interrupted = True
        self._hands.interrupt(share.number)

    def _is_limit_reached(self, now: float) -> bool:
        limits = self._limits
        return (limits.seconds is not None and now - self._begun > limits.seconds
                or limits.nodes is not None and self._hands.nodes() >= limits.nodes
                or limits.stop is not None and limits.stop.is_set())

    # ------------------------------------------------------------------------------------ the tree of plans

    @cached_property
    def _desk(self) -> Desk:
        """Where plans are made."""
        return self._task.desk(Memory(1 << 8))

    def _open(self, share: _Share) -> None:
        """Split a unit by its plan."""
        if self._ledger is not None:
            self._ledger.split(share.unit)
        share.plan = self._desk.plan(share.unit)
        self._due.append(share)

    def _go_on(self) -> None:
        """Let all plans go on whose batches are done."""
        while self._due:
            share = self._due.pop()
            if share.over or share.plan is None:
                continue
            self._drop(share)
            share.due = False
            try:
                batch = share.plan.send(share.values if share.batch else None)  # type: ignore[arg-type]
            except StopIteration as end:
                self._settle(share, end.value)
                continue
            share.take(batch)
            for child in share.children:
                self._admit(child)
            self._check(share)

    def _check(self, share: _Share) -> None:
        """Its plan may go on if its batch is done."""
        assert share.batch is not None
        done = all(child.over for child in share.children) or share.batch.enough(share.values)
        if done and not share.due:
            share.due = True
            self._due.append(share)

    def _admit(self, share: _Share) -> None:
        """A new unit: known already, known to be long, or to be done."""
        known = self._ledger.find(share.unit) if self._ledger is not None else None
        if known is not None:
            self._settle(share, known, new=False)
        elif share.unit in self._known:
            self._settle(share, self._known[share.unit])
        elif self._ledger is not None and self._ledger.is_split(share.unit):
            self._open(share)
        else:
            self._await(share)

    def _await(self, share: _Share) -> None:
        heapq.heappush(self._ready, share)

    def _settle(self, share: _Share, value: Value, new: bool = True) -> None:
        """A unit has its value; so the plan it belongs to may go on."""
        share.over = True
        share.value = value
        if self._ledger is not None and new:
            self._ledger.keep(share.unit, value, [child.unit for child in share.made])
        share.plan, share.children, share.made, share.values = None, [], [], []     # long searches have many
        parent = share.parent
        if parent is not None and not parent.over:
            parent.values[share.place] = value
            self._check(parent)

    def _drop(self, parent: _Share) -> None:
        """Nothing below needs to be done any more."""
        for share in list(parent.below()):
            share.over = True
            if share.number in self._given:
                self._hands.interrupt(share.number)
            if share.plan is not None:
                share.plan.close()
                if self._ledger is not None:
                    self._ledger.forget([child.unit for child in share.made])

    def _stop(self) -> None:
        """Have everything ended."""
        self.complete = False
        for number in self._given:
            self._hands.interrupt(number)

    def _finish(self, share: _Share) -> Value:
        """What can be said of a unit that was stopped: its plan goes on with what is known."""
        if share.over or share.plan is None or share.batch is None:
            return share.value
        values = [self._finish(child) for child in share.children]
        try:
            while True:
                batch = share.plan.send(values)
                values = [None] * len(batch.units)
        except StopIteration as end:
            return end.value
