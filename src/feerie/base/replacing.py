"""Files that are replaced only when the new one is complete.

The new file is written beside the old one and then takes its place. When the disk is full or the program ends, the old
file is still there, whole, and nothing else is left.
"""
from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["check_writable", "naming", "replace_file"]


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Add the file's name to an OSError in the block: a full disk does not give it. A broken pipe stays as it is."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno is None:     # one of our own, whose text says it all
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def replace_file(path: str | os.PathLike[str], pieces: Iterable[bytes], *,
                 saved: Callable[[int], None] | None = None, is_new: bool = False) -> None:
    """Write a file; a symbolic link stays, and what it leads to is replaced. Devices are written to directly.

    `saved` is called with the descriptor of the new file before that takes its place. If it is given, the file is on
    the disk when this returns, and after a power failure the old or the new one is there, whole. `is_new`: the file
    must not exist; raises FileExistsError if it does. Raises OSError with the name of the file.
    """
    name = os.fspath(path)
    with naming(name):
        if not _is_plain(name):
            with open(name, "wb") as device:
                device.writelines(pieces)
            return
        temporary = _temporary(name)
        try:
            with temporary.open("wb") as file:
                file.writelines(pieces)
                if saved is not None:
                    file.flush()
                    os.fsync(file.fileno())
                    saved(file.fileno())
            temporary.chmod(_mode(name))
            if is_new:
                _place_new(temporary, os.path.realpath(name))
            else:
                temporary.replace(os.path.realpath(name))
            if saved is not None:
                _sync_folder(temporary.parent)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise


def _place_new(temporary: Path, name: str) -> None:
    """Give a file its name, which no other file may have yet."""
    try:
        os.link(temporary, name)
    except FileExistsError:
        raise
    except OSError:         # not every file system has links
        if os.path.exists(name):
            raise FileExistsError(17, os.strerror(17), name) from None
        temporary.replace(name)
    else:
        temporary.unlink()


def _sync_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk, if the system can."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise OSError, with the name of the file, if it could not be written."""
    name = os.fspath(path)
    with naming(name):
        plain = _is_plain(name)
        if os.path.exists(name) and not os.access(name, os.W_OK):
            raise PermissionError(13, os.strerror(13))
        if plain:
            _temporary(name).unlink()


def _is_plain(path: str) -> bool:
    """Whether a path is a regular file or does not exist yet; IsADirectoryError for a folder."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return True
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(21, os.strerror(21), path)
    return stat.S_ISREG(mode)


def _temporary(path: str) -> Path:
    """A new empty file in the folder of the file to be written."""
    import tempfile

    place = Path(os.path.realpath(path))
    number, name = tempfile.mkstemp(prefix=f".{place.name[:50]}.", dir=place.parent)
    os.close(number)
    return Path(name)


def _mode(path: str) -> int:
    """The permissions of the file: its own, or those of a new file."""
    with suppress(FileNotFoundError):
        return stat.S_IMODE(os.stat(path).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
