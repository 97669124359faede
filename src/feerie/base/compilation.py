"""Which modules are compiled. A build is whole: all of them are compiled, or none.

The compiled modules share structures of C. One of them uncompiled beside the others cannot see what they see, and
would answer wrongly without an error, so such a build is refused.
"""
from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES

from feerie.base.errors import Error

__all__ = ["INLINED", "BuildError", "compiled_modules", "is_compiled"]

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ("engine", "env", "kernel", "search", "tables")
"""The folders in which compiled modules are; each has its declarations, a .pxd, beside it."""
INLINED = frozenset(("feerie.kernel.general_move", "feerie.kernel.packed_move", "feerie.search.forced.prunings",
                     "feerie.search.patterns.structs", "feerie.search.proof.structs", "feerie.search.table_entry"))
"""Modules with declarations that the compiled modules have in themselves; as modules they are for Python."""
_NAMED = 3
"""How many modules an error names."""


class BuildError(Error, ImportError):
    """The installed package cannot be used: only some of its compiled modules are there."""


def compiled_modules() -> dict[str, bool]:
    """The modules that are meant to be compiled, in order of their names, and whether they are."""
    return dict(sorted(entry for folder in FOLDERS for entry in _modules_of(folder)))


def _modules_of(folder: str) -> Iterator[tuple[str, bool]]:
    """The modules of a folder of the package and of those below it."""
    try:
        with os.scandir(os.path.join(PACKAGE, folder)) as found:
            names = {entry.name for entry in found}
    except OSError:         # a package in an archive holds nothing that is compiled
        return
    for name in names:
        stem, suffix = os.path.splitext(name)
        if suffix == ".pxd" and f"{stem}.py" in names:
            module = f"feerie.{folder}.{stem}".replace("/", ".")
            if module not in INLINED:
                yield module, any(stem + ending in names for ending in EXTENSION_SUFFIXES)
        elif not suffix and not name.startswith("_"):
            yield from _modules_of(f"{folder}/{name}")


def is_compiled() -> bool:
    """Whether the compiled modules are compiled. Raises BuildError if only some of them are."""
    found = compiled_modules()
    missing = [name for name, is_built in found.items() if not is_built]
    if missing and len(missing) < len(found):
        named = ", ".join(missing[:_NAMED]) + (", ..." if len(missing) > _NAMED else "")
        raise BuildError("the package is compiled only in part and would answer wrongly ({} of {} modules are "
                         "missing: {}): install it again, with FEERIE_BUILD=plain if it cannot be compiled",
                         len(missing), len(found), named)
    return not missing and bool(found)
