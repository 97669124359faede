"""`feerie site`: the page as files for any web space."""
from __future__ import annotations

import shutil
import subprocess
import tarfile
import tempfile
from importlib.util import find_spec
from pathlib import Path

import click

from feerie.apps.shell.programs import Program
from feerie.apps.shell.run_language import run_language, wording
from feerie.apps.shell.terminal import DONE, emit, json_option, say
from feerie.base.extras import missing
from feerie.notation.languages import language

__all__ = ["site"]

NPM_SECONDS = 300


@click.command(cls=Program, short_help="Build a site: rules, board, diagrams, small problems.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--pyodide", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER",
              help="The unpacked npm package pyodide; fetched by npm if not given.")
@json_option
def site(folder: Path, pyodide: Path | None, as_json: bool) -> int:
    """Build a site into FOLDER, for any web space: it needs no server of its own.

    It has the rules with boards to try, a board for two players, `why`, diagrams, and small problems; Python runs in
    the visitor's browser (Pyodide). The engine and long solving need `feerie serve`.

    \b
    Example:
      feerie site public
    """
    from feerie.apps.web.learn.site_builder import SiteError

    if find_spec("markdown_it") is None:
        raise SiteError(missing("markdown_it", "web"))
    from feerie.apps.web.learn.site_builder import build

    with tempfile.TemporaryDirectory() as place:
        files = build(folder, pyodide or _fetched(Path(place)))
    size = sum((folder / name).stat().st_size for name in files)
    if as_json:
        emit({"folder": str(folder), "files": len(files), "bytes": size})
    else:
        say(wording("{}: {} files, {} MB", folder, len(files), language(run_language()).decimal(size / 1e6, 1)))
    return DONE


def _fetched(place: Path) -> Path:
    """The npm package, fetched by npm and unpacked into a folder; SiteError if that fails."""
    from feerie.apps.web.learn.site_builder import PYODIDE, SiteError

    npm = shutil.which("npm")
    if npm is None:
        raise SiteError("Pyodide is needed: --pyodide FOLDER (the npm package pyodide {}), or npm to fetch it", PYODIDE)
    try:
        subprocess.run([npm, "pack", "--silent", f"pyodide@{PYODIDE}"], cwd=place, check=True, capture_output=True,
                       timeout=NPM_SECONDS)
        with tarfile.open(next(place.glob("pyodide-*.tgz"))) as archive:
            archive.extractall(place, filter="data")
    except (OSError, subprocess.SubprocessError, StopIteration, tarfile.TarError) as error:
        raise SiteError("npm could not fetch pyodide {} ({}): --pyodide FOLDER", PYODIDE,
                        type(error).__name__) from None
    return place / "package"
