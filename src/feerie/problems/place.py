"""Where problems are: in which file, on which line, which part."""
from __future__ import annotations

from typing import Any

from feerie.base.frozen import frozen

__all__ = ["Place"]


@frozen
class Place:
    """Where a part, a problem or a file is.

    `file`: the path, None for a diagram on the command line; `number`: that of the problem in the file, None for the
    file itself; `line`: its first, None if it has none; `label`: "a" for a twin, or ""; `side`: for a duplex who
    begins, "white" or "black", or "". `no`: the number of the problem in the run, from 1; 0 where problems are not
    counted.
    """

    file: str | None = None
    number: int | None = None
    line: int | None = None
    label: str = ""
    side: str = ""
    no: int = 0

    def as_json(self) -> dict[str, Any]:
        """What a result of `feerie solve --json` begins with: "file", of a problem "number" and "line", "label"."""
        number = {} if self.number is None else {"number": self.number}
        line = {} if self.number is None and self.line is None else {"line": self.line}
        return {"file": self.file} | number | line | ({"label": self.label} if self.label else {})
