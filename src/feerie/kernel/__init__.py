"""The compiled rules: a genre's tables and the states that use them."""
from __future__ import annotations

from importlib.util import find_spec

_SPEC = find_spec("feerie.kernel.lookup")
if _SPEC is not None and (_SPEC.origin or "").endswith(".py"):
    from feerie.kernel.plain import supply_cython

    supply_cython()
