"""Forms of the values of jobs: what a checkpoint may hold for a job of each kind.

Only a file that was changed by hand holds others.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from feerie.problems.solution import Node
from feerie.solving.line_store import LineList

__all__ = ["KEY", "LINE", "LINES", "NODE", "NODES", "NUMBER", "PARTS", "TRUTH", "Form", "each", "row"]

MOVES = range(1, 1 << 30)
"""Packed moves."""


class Form(NamedTuple):
    """A form of values. `fits`: whether a value has it."""

    fits: Callable[[Any], bool]


def each(form: Form) -> Form:
    """The form of a tuple of any length whose items have a form."""
    return Form(lambda value: isinstance(value, tuple) and all(map(form.fits, value)))


def row(*forms: Form) -> Form:
    """The form of a tuple whose items have these forms."""
    return Form(lambda value: isinstance(value, tuple) and len(value) == len(forms)
                and all(form.fits(item) for form, item in zip(forms, value, strict=True)))


def _is_node(value: Any) -> bool:
    waiting = [value]
    for node in waiting:
        if not isinstance(node, Node) or not TRUTH.fits(node.zugzwang) or not isinstance(node.children, tuple) \
                or not (node.move is None or isinstance(node.move, str)):
            return False
        waiting += node.children
    return True


TRUTH = Form(lambda value: isinstance(value, int) and value in (0, 1))
NUMBER = Form(lambda value: type(value) is int and 0 <= value < 1000)
"""A number of moves."""
KEY = Form(lambda value: type(value) is int and (value in MOVES or value in (0, -1)))
"""A packed move, 0 if there is none, -1 if there is one that is not known."""
LINE = each(Form(lambda value: type(value) is int and value in MOVES))
"""Packed moves."""
LINES = Form(lambda value: isinstance(value, LineList) or each(LINE).fits(value))
"""Lines of packed moves, few or many."""
PARTS = Form(lambda value: each(LINES).fits(value) and 1 <= len(value) <= 2)
"""The lines of actual play, and perhaps of set play."""
NODE = Form(_is_node)
"""A node of the tree of a solution, with all that follows it."""
NODES = each(NODE)
