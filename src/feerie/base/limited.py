"""Files that are read whole, but only up to a size: a device that never ends, or a disk image, must not fill memory."""
from __future__ import annotations

import errno
from collections.abc import Iterator
from typing import IO, AnyStr, BinaryIO

from feerie.base.errors import Message

__all__ = ["MOST_INPUT_MEGABYTES", "limited", "limited_line", "limited_lines"]

MOST_INPUT_MEGABYTES = 256
"""Files that are larger are not read, unless that is asked for."""
LONGEST_LINE_MEGABYTES = 16


def limited(file: BinaryIO, megabytes: int = MOST_INPUT_MEGABYTES, name: str = "") -> bytes:
    """What is in an open file; OSError, which has its name, if that is more than so many megabytes."""
    data = file.read((megabytes << 20) + 1)
    if len(data) > megabytes << 20:
        raise OSError(errno.EFBIG, Message("it is larger than {} MB", megabytes), name)
    return data


def limited_line(file: IO[AnyStr], name: str = "") -> AnyStr:
    """The next line of an open file of any size; OSError, which has its name, for one of more than 16 megabytes."""
    most = LONGEST_LINE_MEGABYTES << 20
    if len(line := file.readline(most + 1)) > most:
        raise OSError(errno.EFBIG, Message("it has a line of more than {} MB", LONGEST_LINE_MEGABYTES), name)
    return line


def limited_lines(file: BinaryIO, name: str = "") -> Iterator[bytes]:
    """The lines of an open file of any size, each as by `limited_line`."""
    while line := limited_line(file, name):
        yield line
