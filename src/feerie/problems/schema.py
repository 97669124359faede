"""The JSON Schema of solutions, read from solution.schema.json in this folder."""
from __future__ import annotations

import json
from importlib import resources
from typing import Any

__all__ = ["schema"]


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of the documents of `feerie solve --json`; "#/$defs/result" is that of one solution.

    >>> schema()["$defs"]["result"]["title"]
    'The solution of a problem, or of one part of it'
    """
    text = resources.files("feerie.problems").joinpath("solution.schema.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document
