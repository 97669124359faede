"""Where programs keep a user's data."""
from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["user_data"]


def user_data() -> Path:
    """The folder where programs keep a user's data, by the conventions of the system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "feerie"
