"""Diagrams as files: SVG, PNG by resvg, PDF by Typst.

    save(draw(position), "diagram.pdf")
"""
from __future__ import annotations

from pathlib import Path
from typing import Any

from feerie.base.errors import ArgumentError, Error, check_whole, require_path, wrong_type
from feerie.base.extras import load
from feerie.base.replacing import replace_file
from feerie.views.diagram import Diagram

__all__ = ["ImageError", "package", "pdf", "png", "save"]


class ImageError(Error, RuntimeError):
    """A diagram cannot be turned into an image: the package that does this is missing, or it failed."""


WIDEST = 10_000
"""Pixels: larger images might need more memory than there is, and that would end the process."""


def png(diagram: str, width: int | None = None) -> bytes:
    """The diagram as a PNG image, `width` pixels wide (None: its own size).

    A caption is set in a font of this computer, and left out if it has none. Raises ImageError if the package resvg-py
    is missing or cannot read the drawing.
    """
    _check_drawing(diagram)
    check_whole(width=width)
    if width is not None and not 1 <= width <= WIDEST:
        raise ArgumentError("a PNG image is 1 to {} pixels wide, not {}", WIDEST, repr(width))
    resvg = package("resvg_py", "resvg-py", "images")
    try:
        return bytes(resvg.svg_to_bytes(svg_string=str(diagram), width=width,
                                        skip_system_fonts="<text" not in diagram))
    except ValueError as error:
        raise ImageError("no PNG could be made: {}", error) from error


def pdf(diagram: str) -> bytes:
    """The diagram as a PDF page of its own size, in vectors.

    Raises ImageError if the package typst is missing or cannot read the drawing.
    """
    _check_drawing(diagram)
    typst = package("typst", "typst", "pdf")
    page = (b"#set page(width: auto, height: auto, margin: 0pt)\n#set document(date: none)\n"
            b'#image(bytes(sys.inputs.svg), format: "svg")')
    try:
        return bytes(typst.compile(page, format="pdf", sys_inputs={"svg": str(diagram)}))
    except RuntimeError as error:
        raise ImageError("no PDF could be made: {}", error) from error


def save(diagram: str, path: str | Path) -> None:
    """Write the diagram to a file in the format of its suffix: .svg, .png or .pdf.

    An old file is replaced when the new one is complete. Raises ArgumentError for any other suffix, ImageError as `png`
    and `pdf` do, and OSError if the file cannot be written.
    """
    if isinstance(path, Diagram):
        raise wrong_type("path", "the path of a file", path, "the diagram comes first")
    require_path(path=path)
    _check_drawing(diagram)
    path = Path(path)
    ending = path.suffix.lower()
    if ending == ".svg":
        content = str(diagram).encode()
    elif ending == ".png":
        content = png(diagram)
    elif ending == ".pdf":
        content = pdf(diagram)
    else:
        raise ArgumentError("a diagram is saved as .svg, .png or .pdf, not {}", repr(path.name))
    replace_file(path, [content])


def _check_drawing(diagram: str) -> None:
    """Raise TypeError for what is not the text of a drawing."""
    if not isinstance(diagram, str):
        raise wrong_type("diagram", "a drawing", diagram, "feerie.draw makes one")


def package(module: str, name: str, extra: str) -> Any:
    """An optional package. Raises ImageError, saying how to install it, if it is missing."""
    return load(module, name, extra, ImageError)
