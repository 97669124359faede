"""What all players that are programs have in common, whatever protocol they speak."""
from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from feerie.match.player import Failure, Fault, Player
from feerie.match.process import EngineProcess
from feerie.rules.genre import Genre

__all__ = ["POLL_SECONDS", "READY_SECONDS", "START_SECONDS", "CpuWatch", "ProgramPlayer"]

START_SECONDS = 10.0
"""How long a program may take to answer when it is started."""
READY_SECONDS = 60.0
"""How long a program may take to get ready for a game: large tables take time."""
POLL_SECONDS = 0.004
"""Between two checks of the processor time of a program that is limited by it."""
IDLE_SECONDS = 0.5
"""A program that has used no processor time for this long has ended its search."""


class ProgramPlayer(Player):
    """Plays by a program, which may be started several times. `command`: with its arguments; `options`: by name."""

    def __init__(self, genre: Genre, command: Sequence[str], options: Mapping[str, str]) -> None:
        super().__init__(genre)
        self._command, self._options = tuple(command), dict(options)
        self._process: EngineProcess | None = None
        self._earlier_cpu = 0.0

    @property
    def running(self) -> EngineProcess:
        """The program; Failure if it has ended."""
        if self._process is None:
            raise Failure(Fault.DIED)
        return self._process

    def cpu_seconds(self) -> float:
        """The processor time of the program, over all its starts."""
        return self._earlier_cpu + (self._process.cpu_seconds() if self._process else 0.0)

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.close()
            self._earlier_cpu += self._process.cpu_seconds()
            self._process = None


class CpuWatch:
    """Tells when a program has used up its processor time for a move, or no longer uses any."""

    def __init__(self, process: EngineProcess, cpu: float | None) -> None:
        self._process, self._cpu = process, cpu
        self._begin = self._last = process.cpu_seconds()
        self._changed = time.monotonic()
        self.is_over = cpu is None

    def has_ended(self) -> bool:
        """Whether the search must be stopped now."""
        assert self._cpu is not None
        used, now = self._process.cpu_seconds(), time.monotonic()
        if used - self._last > 1e-4:
            self._last, self._changed = used, now
        self.is_over = used - self._begin >= self._cpu or now - self._changed > IDLE_SECONDS
        return self.is_over
