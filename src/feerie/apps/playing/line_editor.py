"""Lines of input; at a terminal with editing, history and completion."""
from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TextIO

from feerie.apps.shell.terminal import say
from feerie.base.limited import limited_line

__all__ = ["LineEditor"]


class LineEditor:
    """Asks for lines on `out`.

    At a terminal lines are edited by readline, if Python has that module: arrow keys, history, completion with the Tab
    key. `complete` gives the words that the line so far may end with. Elsewhere each line is echoed as it is read.
    """

    def __init__(self, out: TextIO, complete: Callable[[str], list[str]]) -> None:
        self._out, self._complete = out, complete
        self._readline = _readline() if sys.stdin.isatty() and out is sys.stdout and out.isatty() else None
        self._choices: list[str] = []
        if self._readline is not None:
            self._readline.set_completer(self._choice)
            self._readline.set_completer_delims(" ")
            libedit = "libedit" in (self._readline.__doc__ or "")
            self._readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def ask(self, prompt: str) -> str | None:
        """A line without surrounding blanks; None at the end of the input."""
        if self._readline is not None:
            try:
                return input(prompt).strip()
            except EOFError:
                line = ""
        else:
            print(prompt, end="", file=self._out, flush=True)
            line = limited_line(sys.stdin, "-")
        if not line:
            say("", file=self._out)
            return None
        if not sys.stdin.isatty():
            say(line.strip(), file=self._out)
        return line.strip()

    def _choice(self, text: str, number: int) -> str | None:
        """The completion with a number, as readline asks for it; None after the last."""
        assert self._readline
        if not number:
            before = self._readline.get_line_buffer()[:self._readline.get_endidx()]
            self._choices = self._complete(before)
        return self._choices[number] if number < len(self._choices) else None


def _readline() -> Any:
    """The module readline, None where Python has none."""
    try:
        import readline
    except ImportError:
        return None
    return readline
