"""The compiled rules: a genre's tables and the states that use them."""
from __future__ import annotations

from feerie.base.compilation import is_compiled

if not is_compiled():
    from feerie.kernel.plain import supply_cython

    supply_cython()
