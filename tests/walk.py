"""Prints the walk of `feerie solve ARGUMENTS` through an uncompiled package: python walk.py ARGUMENTS.

A module is entered when the first of its functions runs; what runs while modules are imported does not count.
"""
from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from types import FrameType

import feerie
from feerie.apps.cli import main

ROOT = str(Path(feerie.__file__).parent) + os.sep
importing = threading.local()
modules: dict[str, None] = {}


def note(frame: FrameType, event: str, _: object) -> None:
    """Note the module of a function that is called."""
    code = frame.f_code
    if code.co_name == "<module>":
        importing.depth = getattr(importing, "depth", 0) + {"call": 1, "return": -1}.get(event, 0)
    elif event == "call" and code.co_filename.startswith(ROOT) and not getattr(importing, "depth", 0):
        modules.setdefault(code.co_filename.removeprefix(ROOT))


threading.setprofile(note)
sys.setprofile(note)
try:
    main(["solve", *sys.argv[1:]])
except SystemExit as end:
    sys.setprofile(None)
    threading.setprofile(None)
    json.dump({"status": end.code, "modules": list(modules)}, sys.stderr)
