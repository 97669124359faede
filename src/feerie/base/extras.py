"""The optional packages: which extra installs them, and what each is for.

pyproject.toml declares the same extras with their versions; a test compares the two.
"""
from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

from feerie.base.errors import Error, Message

__all__ = ["EXTRAS", "Extra", "load", "missing"]


@dataclass(frozen=True)
class Extra:
    """An extra: its name, its purpose, and its packages, each as the module to import and the name to install."""

    name: str
    purpose: str
    packages: tuple[tuple[str, str], ...]


EXTRAS = (
    Extra("images", Message("diagrams as PNG"), (("resvg_py", "resvg-py"),)),
    Extra("pdf", Message("diagrams and sheets as PDF"), (("typst", "typst"),)),
    Extra("cluster", Message("solving on several machines"), (("distributed", "distributed"),)),
    Extra("web", Message("the page: feerie serve"),
          (("fastapi", "fastapi"), ("uvicorn", "uvicorn"), ("websockets", "websockets"),
           ("markdown_it", "markdown-it-py"))),
    Extra("books", Message("opening books of Polyglot and endgame tables of Syzygy"), (("chess", "chess"),)),
    Extra("env", Message("many games at once, for learning"), (("numpy", "numpy"),)),
    Extra("rl", Message("environments of Gymnasium and PettingZoo"),
          (("numpy", "numpy"), ("gymnasium", "gymnasium"), ("pettingzoo", "pettingzoo"))),
)
"""The extras for users, in the order in which they are shown."""


def missing(package: str, extra: str) -> Message:
    """How to install a missing package, also in a checkout of the source."""
    return Message('this needs the package {}: pip install "feerie[{}]", in a checkout: pip install ".[{}]"', package,
                   extra, extra)


def load(module: str, package: str, extra: str, error: type[Error]) -> Any:
    """A module of an optional package; an `error` that says how to install it if it is missing."""
    try:
        return importlib.import_module(module)
    except ImportError as reason:
        raise error(missing(package, extra)) from reason
