"""Documents that `feerie solve` writes to files: what kind each is, whether it can be written, and writing it.

Whether a file can be written is found out before anything is solved. A file is replaced when the new one is
complete, so that neither it nor what was solved is lost when the disk is full.
"""
from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from feerie.views.document import Solved

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Output", "outputs_of"]

ENDINGS = {".html": "html", ".htm": "html", ".tex": "tex", ".pdf": "pdf", ".json": "json", ".txt": "txt"}


def outputs_of(paths: Sequence[str], kind: str | None, as_json: bool, inputs: Sequence[str]) -> list[Output]:
    """What is to be written, "-" for standard output; an error of click's, OSError or Error where that cannot be.

    `kind`: for all files, None where their endings tell; `as_json`: standard output has its document already;
    `inputs`: files that must not be overwritten.
    """
    outputs = [Output(path, kind or _kind(path)) for path in (paths or (("-",) if kind else ()))]
    if as_json and any(output.path == "-" for output in outputs):
        raise click.UsageError("--json writes to standard output already: give a file with -o")
    taken = {os.path.realpath(path) for path in inputs if path != "-"}
    for output in outputs:
        place = output.path if output.path == "-" else os.path.realpath(output.path)
        if place in taken:
            raise click.BadParameter(f"{output.path} is named twice", param_hint="-o")
        taken.add(place)
        output.check()
    return outputs


def _kind(path: str) -> str:
    """What a file is by its ending."""
    ending = os.path.splitext(path)[1].lower()
    if ending not in ENDINGS:
        raise click.BadParameter(f"{path} does not end in .html, .tex, .pdf, .json, .txt: give --format",
                                 param_hint="-o")
    return ENDINGS[ending]


@dataclass(frozen=True)
class Output:
    """A document to be written. `path`: "-" for standard output; `kind`: one of the values of ENDINGS."""

    path: str
    kind: str

    def check(self) -> None:
        """OSError where it could not be written, ImageError where a package is missing that it needs."""
        if self.kind == "pdf":
            from feerie.views.diagram import package

            package("typst", "typst", "pdf")
        if self.path == "-":
            return
        try:
            if self._is_plain():
                if os.path.exists(self.path) and not os.access(self.path, os.W_OK):
                    raise PermissionError(13, os.strerror(13))
                self._temporary().unlink()
            elif not os.access(self.path, os.W_OK):
                raise PermissionError(13, os.strerror(13))
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.path) from None

    def write(self, solved: list[Solved], texts: list[str], document: Callable[[], dict[str, Any]],
              language: str) -> None:
        """Write it; OSError and ImageError where that fails."""
        content = self._content(solved, texts, document, language)
        if self.path == "-":
            sys.stdout.flush()
            for part in content:
                sys.stdout.buffer.write(part)
            sys.stdout.buffer.flush()
            return
        try:
            if not self._is_plain():
                with open(self.path, "wb") as device:
                    device.writelines(content)
                return
            temporary = self._temporary()
            try:
                with temporary.open("wb") as file:
                    file.writelines(content)
                temporary.chmod(self._mode())
                temporary.replace(os.path.realpath(self.path))
            except BaseException:
                with suppress(OSError):
                    temporary.unlink()
                raise
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.path) from None

    def _content(self, solved: list[Solved], texts: list[str], document: Callable[[], dict[str, Any]],
                 language: str) -> Iterable[bytes]:
        """The document in pieces, none of them needed before the others are written."""
        if self.kind == "pdf":
            from feerie.views.sheet import sheet

            return [sheet(solved, language)]
        return (piece.encode("utf-8", "backslashreplace") for piece in self._pieces(solved, texts, document, language))

    def _pieces(self, solved: list[Solved], texts: list[str], document: Callable[[], dict[str, Any]],
                language: str) -> Iterator[str]:
        if self.kind == "html":
            from feerie.views import solution_html

            yield from solution_html.pieces(solved, language)
        elif self.kind == "tex":
            from feerie.views import solution_latex

            yield from solution_latex.pieces(solved, language)
        elif self.kind == "json":
            import json

            yield json.dumps(document(), ensure_ascii=False) + "\n"
        else:
            yield from ("\n" * bool(at) + text + "\n" for at, text in enumerate(texts))

    def _is_plain(self) -> bool:
        """Whether it is a file, or is to be one, and not a device."""
        try:
            mode = os.stat(self.path).st_mode
        except FileNotFoundError:
            return True
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(21, os.strerror(21), self.path)
        return stat.S_ISREG(mode)

    def _temporary(self) -> Path:
        """A new empty file beside the file to be written."""
        import tempfile
        from pathlib import Path

        place = Path(os.path.realpath(self.path))
        number, name = tempfile.mkstemp(prefix=f".{place.name[:100]}.", dir=place.parent)
        os.close(number)
        return Path(name)

    def _mode(self) -> int:
        """The rights of the file: those it has, or those a new one gets."""
        with suppress(FileNotFoundError):
            return stat.S_IMODE(os.stat(self.path).st_mode)
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
