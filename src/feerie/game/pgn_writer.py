"""Movetexts written: the numbers, moves, signs, comments and variations of a tree of nodes."""
from __future__ import annotations

from feerie.base.errors import wrong_type
from feerie.game.node import Node
from feerie.game.node_walk import NodeWalk

__all__ = ["words"]


def words(walk: NodeWalk, *, comments: bool = True, variations: bool = True) -> list[str]:
    """The words of a movetext: numbers, moves, NAGs, comments, brackets, not the result; without `comments` no NAGs.

    `walk`: one through the tree, from its root on.
    """
    return _Writer(walk, comments, variations).write()


class _Writer:
    """Writes one movetext."""

    def __init__(self, walk: NodeWalk, comments: bool, variations: bool) -> None:
        self._walk, self._comments, self._variations = walk, comments, variations
        self._first_ply = walk.nodes[0].ply()
        self._words: list[str] = []
        self._numbered = False

    def write(self) -> list[str]:
        """The words."""
        root = self._walk.nodes[0]
        if self._comments and root.comment:
            self._words.append(_comment(root.comment))
        todo: list[tuple[str, Node, int]] = [("", root, 0)]
        while todo:
            bracket, node, depth = todo.pop()
            if bracket:
                self._words.append(bracket)
                self._numbered = False
            if bracket == "(":
                self._move(node, depth)
            if bracket != ")":
                todo += self._main_line(node, depth)
        return self._words

    def _main_line(self, node: Node, depth: int) -> list[tuple[str, Node, int]]:
        """Write what follows a node so many moves from the root, up to a move that has alternatives.

        Give what is to be written behind that, the last first: "" for what follows a node, "(" for a variation that it
        begins, ")" for its end.
        """
        todo: list[tuple[str, Node, int]] = []
        while not todo and node.variations:
            following = node.variations
            node, depth = following[0], depth + 1
            self._move(node, depth)
            if self._variations and len(following) > 1:
                todo.append(("", node, depth))
                for other in reversed(following[1:]):
                    todo += (")", other, depth), ("(", other, depth)
        return todo

    def _move(self, node: Node, depth: int) -> None:
        """Number, move, NAGs, comments; Black's move has a number unless White's stands right before it."""
        words, comments, ply = self._words, self._comments, self._first_ply + depth - 1
        if comments and node.starting_comment:
            words.append(_comment(node.starting_comment))
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        elif not self._numbered:
            words.append(f"{ply // 2 + 1}...")
        assert node.parent
        self._walk.go(node.parent, depth - 1)
        words.append(self._walk.step(node))
        self._numbered = True
        if comments and node.has_nags:
            words += (f"${nag}" for nag in sorted(node.nags))
        if comments and node.comment:
            words.append(_comment(node.comment))
            self._numbered = False


def _comment(text: str) -> str:
    """A comment in braces; one in which braces stand goes to the end of the line."""
    if not isinstance(text, str):
        raise wrong_type("comment", "a text", text)
    written = " ".join(text.splitlines())
    return f"; {written}" if "{" in written or "}" in written else f"{{{written}}}"
