"""The optional packages: which extra installs them, and what each is for.

pyproject.toml declares the same extras with their versions; a test compares the two.
"""
from __future__ import annotations

from dataclasses import dataclass

__all__ = ["EXTRAS", "Extra", "missing"]


@dataclass(frozen=True)
class Extra:
    """An extra: its name, its purpose, and its packages, each as the module to import and the name to install."""

    name: str
    purpose: str
    packages: tuple[tuple[str, str], ...]


EXTRAS = (
    Extra("images", "diagrams as PNG", (("resvg_py", "resvg-py"),)),
    Extra("pdf", "diagrams and sheets as PDF", (("typst", "typst"),)),
    Extra("cluster", "solving on several machines", (("distributed", "distributed"),)),
    Extra("web", "the page: feerie serve",
          (("fastapi", "fastapi"), ("uvicorn", "uvicorn"), ("websockets", "websockets"),
           ("markdown_it", "markdown-it-py"))),
)
"""The extras for users, in the order in which they are shown."""


def missing(package: str, extra: str) -> str:
    """How to install a missing package, also in a checkout of the source."""
    return f'this needs the package {package}: pip install "feerie[{extra}]", in a checkout: pip install ".[{extra}]"'
