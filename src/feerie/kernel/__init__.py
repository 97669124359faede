"""The compiled rules: a genre's tables and the states that walk them."""
from __future__ import annotations

from feerie.kernel.plain import supply_cython

supply_cython()
