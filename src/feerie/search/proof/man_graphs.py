# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The moves that each man may still make, as a graph of its own, and breadth-first search in it.

Distances are numbers of moves, where what castlings do with their partners is free, or numbers of captures. They are
measured at the nodes that a man's moves reach, in `work`.
"""
from __future__ import annotations

from collections.abc import MutableSequence

import cython

from feerie.kernel.verdict import Judge
from feerie.search.proof.graph import graph_of

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free, malloc  # type: ignore[import-not-found]
else:
    from feerie.search.proof.structs import ALL_MEN, GRAPH_NODES, QUIET_MOVE, SIDE_LIMIT, TRANSPORT, UNREACHABLE
    FRESH = 255


class ManGraphs:
    """The graphs of the men of a judge's position; `rights`: those of castlings, -1 for the rights of that position."""

    def __init__(self, judge: Judge, rights: int) -> None:
        self.judge = judge
        self.graph = graph_of(judge.rules.tables.genre,
                              int(self.judge.frames[self.judge.ply].rights) if rights < 0 else rights)
        self.most_edges = self.graph.edge_count
        if cython.compiled:
            self.alive = cython.cast(cython.pointer(u8), calloc(ALL_MEN * self.most_edges + 1, 1))
            self.edges = cython.cast(cython.pointer(u32), malloc((ALL_MEN * self.most_edges + 1) * 4))
            if not self.alive or not self.edges:
                raise MemoryError
        else:
            self.alive = [0] * (ALL_MEN * self.most_edges + 1)
            self.edges = [0] * (ALL_MEN * self.most_edges + 1)
            self.edge_count, self.home, self.nodes = [0] * ALL_MEN, [0] * ALL_MEN, [0] * GRAPH_NODES
            self.work, self.queue, self.later = [0] * GRAPH_NODES, [0] * (2 * GRAPH_NODES), [0] * (2 * GRAPH_NODES)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.alive)
            free(self.edges)

    def _collect(self, man: int, most: int) -> None:
        """List the moves that a man can make on an empty board within `most` moves from home."""
        side = man // SIDE_LIMIT
        for edge in range(self.most_edges):
            self.alive[man * self.most_edges + edge] = 0
        for node in range(GRAPH_NODES):
            self.work[node] = UNREACHABLE
        self.edge_count[man] = 0
        self.work[self.home[man]] = self.queue_end = self.later_end = 0
        node = self.home[man]
        level = 0
        while node >= 0:
            row = side * (GRAPH_NODES + 1) + node
            for edge in range(self.graph.first_leaving[row], self.graph.first_leaving[row + 1]):
                cost = level + (not self.graph.flags[edge] & TRANSPORT)
                if cost > most:
                    continue
                if not self.alive[man * self.most_edges + edge]:
                    self.alive[man * self.most_edges + edge] = 1
                    self.edges[man * self.most_edges + self.edge_count[man]] = edge
                    self.edge_count[man] += 1
                if self.work[self.graph.target[edge]] > cost:
                    self.work[self.graph.target[edge]] = cost
                    if cost == level:
                        self.queue[self.queue_end] = self.graph.target[edge]
                        self.queue_end += 1
                    else:
                        self.later[self.later_end] = self.graph.target[edge]
                        self.later_end += 1
            node = -1
            while node < 0 and (self.queue_end or self.later_end):
                if not self.queue_end:
                    level += 1
                    while self.later_end:
                        self.later_end -= 1
                        self.queue[self.queue_end] = self.later[self.later_end]
                        self.queue_end += 1
                self.queue_end -= 1
                node = self.queue[self.queue_end]
                if self.work[node] != level:
                    node = -1

    def _list_nodes(self, man: int) -> bool:
        """List the nodes that a man's moves reach, to measure distances there; are some of these moves captures only?
        """
        captures = False
        self.node_count = 1
        self.nodes[0] = self.home[man]
        self.work[self.home[man]] = FRESH
        for i in range(self.edge_count[man]):
            node = self.graph.target[self.edges[man * self.most_edges + i]]
            captures = captures or not self.graph.flags[self.edges[man * self.most_edges + i]] & QUIET_MOVE
            if self.work[node] != FRESH:
                self.work[node] = FRESH
                self.nodes[self.node_count] = node
                self.node_count += 1
        return captures

    def _is_listed(self, node: int) -> bool:
        """Is a node one of those that the moves of the man being measured reach?"""
        listed = False
        for i in range(self.node_count):
            listed = listed or self.nodes[i] == node
        return listed

    def _clear(self) -> None:
        """Set all distances to UNREACHABLE, without sources."""
        self.queue_end = 0
        for i in range(self.node_count):
            self.work[self.nodes[i]] = UNREACHABLE

    def _add_source(self, node: int) -> None:
        """Set distance 0 at a node."""
        self.work[node] = 0
        self.queue[self.queue_end] = node
        self.queue_end += 1

    def _store(self, table: MutableSequence[int], start: int) -> None:
        """Copy the distances of all listed nodes into a table, from a place on."""
        for i in range(self.node_count):
            table[start + self.nodes[i]] = self.work[self.nodes[i]]

    def _store_no_captures(self, table: MutableSequence[int], start: int) -> None:
        """Store the distances by captures, 0 or UNREACHABLE, of a man that needs none and whose distances by moves are
        set.
        """
        for i in range(self.node_count):
            table[start + self.nodes[i]] = UNREACHABLE if self.work[self.nodes[i]] == UNREACHABLE else 0

    def _relax(self, man: int, forward: bool, by_captures: bool) -> None:
        """Fill `work` with distances from the sources, by breadth-first search with edges of cost 0 or 1.

        `forward`: along the moves, else against them; `by_captures`: count captures instead of moves.
        """
        self.later_end = level = 0
        while self.queue_end:
            self._relax_queue(man, level, forward, by_captures)
            level += 1
            for i in range(self.later_end):
                if self.work[self.later[i]] == level:
                    self.queue[self.queue_end] = self.later[i]
                    self.queue_end += 1
            self.later_end = 0

    def _relax_levels(self, man: int, forward: bool, by_captures: bool) -> None:
        """Lower `work` to distances from what it holds: as `_relax`, from sources at several distances."""
        level = 0
        while level < UNREACHABLE:
            again, self.queue_end = UNREACHABLE, 0
            for i in range(self.node_count):
                node = self.nodes[i]
                if self.work[node] == level:
                    self.queue[self.queue_end] = node
                    self.queue_end += 1
                elif self.work[node] > level:
                    again = min(again, self.work[node])
            if not self.queue_end:
                level = again
                continue
            self.later_end = 0
            self._relax_queue(man, level, forward, by_captures)
            level += 1

    def _relax_queue(self, man: int, level: int, forward: bool, by_captures: bool) -> None:
        """Process the nodes of the queue that are at distance `level`, and those that join it meanwhile."""
        while self.queue_end:
            self.queue_end -= 1
            node = self.queue[self.queue_end]
            if self.work[node] == level:
                self._relax_node(man, node, level, forward, by_captures)

    def _relax_node(self, man: int, node: int, level: int, forward: bool, by_captures: bool) -> None:
        """Process the edges of a node at distance `level`. A node enters each of the two queues at most once."""
        side = man // SIDE_LIMIT
        row = side * (GRAPH_NODES + 1) + node
        i = self.graph.first_leaving[row] if forward else self.graph.first_entering[row]
        end = self.graph.first_leaving[row + 1] if forward else self.graph.first_entering[row + 1]
        self.effort += end - i
        for place in range(i, end):
            edge = place if forward else self.graph.entering[place]
            if not self.alive[man * self.most_edges + edge]:
                continue
            if by_captures:
                cost = level + (not self.graph.flags[edge] & QUIET_MOVE)
            else:
                cost = level + (not self.graph.flags[edge] & TRANSPORT)
            reached = self.graph.target[edge] if forward else self.graph.origin[edge]
            if self.work[reached] <= cost:
                continue
            self.work[reached] = cost
            if cost == level:
                self.queue[self.queue_end] = reached
                self.queue_end += 1
            else:
                self.later[self.later_end] = reached
                self.later_end += 1
