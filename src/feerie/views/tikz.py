"""Diagrams for LaTeX: the drawings that `diagram.draw` makes, as pictures of the package TikZ.

Men are boxes, made once per document (`boxes`) and put on their squares, so a document of many diagrams compiles
quickly. No chess font is needed, and every board can be drawn.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from xml.etree import ElementTree

from feerie.views.diagram import definitions
from feerie.views.figures import HALVES, Figure
from feerie.views.pieces import BOX

__all__ = ["SQUARE", "box_name", "boxes", "picture"]

SQUARE = 18.0
"""Width of a square in points."""

_SCALE = SQUARE / BOX
_INHERITED = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "fill-rule")
_START = {"fill": "#000", "stroke": "none", "stroke-width": "1"}
_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)")
_MOVES = re.compile(r"(translate|scale|rotate)\(([^()]*)\)")
_ROMAN = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def box_name(identifier: str) -> str:
    """The name of the box of a drawing: letters only, as TeX wants them."""
    return "\\" + "".join(_ROMAN[int(sign)] if sign.isdigit() else sign for sign in identifier if sign.isalnum())


def boxes(figures: Iterable[Figure], style: str = "print") -> Iterator[str]:
    """The lines that make a box of each figure, to be placed before the document begins."""
    root = ElementTree.fromstring(f'<svg>{definitions(figures, style)}</svg>')
    for drawing in root.iter("g"):
        identifier = drawing.get("id")
        if identifier:
            name = box_name(identifier)
            yield f"\\newsavebox{name}\n\\sbox{name}{{\\begin{{tikzpicture}}[yscale=-1,scale={_SCALE:g}]%"
            yield f"\\path[use as bounding box] (0,0) rectangle ({BOX}pt,{BOX}pt);%"
            yield from (f"{line}%" for line in _elements(drawing, _START, _SCALE))
            yield "\\end{tikzpicture}}"


def picture(diagram: str) -> str:
    """A diagram as a TikZ picture; its men must be boxes, so it is drawn with `defined=False`."""
    root = ElementTree.fromstring(re.sub(r' xmlns(:\w+)?="[^"]*"', "", diagram).replace("xlink:href", "href"))
    board = root.find("g")
    assert board is not None
    # the drawing's own scale gives way to that of print
    [(_, factor)] = [found for found in _MOVES.findall(board.get("transform", "")) if found[0] == "scale"]
    shift = [value for kind, value in _MOVES.findall(board.get("transform", "")) if kind == "translate"]
    left, top = (float(value) / float(factor) for value in shift[0].split())
    width, height = (float(root.get(side, "0")) / float(factor) for side in ("width", "height"))
    lines = [f"\\begin{{tikzpicture}}[yscale=-1,scale={_SCALE:g}]",
             (f"\\path[use as bounding box] ({-left:.5g}pt,{-top:.5g}pt) rectangle "
              f"({width - left:.5g}pt,{height - top:.5g}pt);"),
             *_elements(board, _START, _SCALE), "\\end{tikzpicture}"]
    return "\n".join(lines)


def _elements(parent: ElementTree.Element, style: Mapping[str, str], scale: float) -> Iterator[str]:
    """The drawings inside an element. `scale`: that of everything around it, for line widths."""
    style = {**style, **{key: value for key in _INHERITED if (value := parent.get(key)) is not None}}
    for element in parent:
        own = {**style, **{key: value for key in _INHERITED if (value := element.get(key)) is not None}}
        shifts, factor = _placed(element)
        inside = []
        if element.tag == "g":
            inside = list(_elements(element, style, scale * factor))
            if clip := re.fullmatch(r"url\(#(.*)\)", element.get("clip-path", "")):
                inside = ["\\begin{scope}", f"\\clip svg {{{_spaced(HALVES[clip[1]])}}};", *inside, "\\end{scope}"]
        elif element.tag == "path":
            inside = [f"\\path[{_options(own, scale * factor)}] svg {{{_spaced(element.get('d', ''))}}};"]
        elif element.tag == "rect":
            x, y, width, height = (float(element.get(key, "0")) for key in ("x", "y", "width", "height"))
            inside = [(f"\\path[{_options(own, scale * factor)}] ({x:g}pt,{y:g}pt) rectangle "
                       f"({x + width:g}pt,{y + height:g}pt);")]
        elif element.tag == "use":
            name = box_name(element.get("href", "#").removeprefix("#"))
            inside = [(f"\\node[inner sep=0pt,anchor=north west] at ({element.get('x')}pt,{element.get('y')}pt) "
                       f"{{\\usebox{name}}};")]
        elif element.tag != "defs":
            raise ValueError(f"an element <{element.tag}> is not drawn in TikZ")
        if shifts and inside:
            yield "\\begin{scope}[" + ",".join(shifts) + "]"
            yield from inside
            yield "\\end{scope}"
        else:
            yield from inside


def _placed(element: ElementTree.Element) -> tuple[list[str], float]:
    """The options that move, turn and scale an element, and their scale factor."""
    options, factor = [], 1.0
    for kind, values in _MOVES.findall(element.get("transform", "")):
        numbers = [float(value) for value in values.split()]
        if kind == "translate":
            options.append(f"shift={{({numbers[0]:g}pt,{numbers[1]:g}pt)}}")
        elif kind == "rotate":
            options.append(f"rotate around={{{numbers[0]:g}:({numbers[1]:g}pt,{numbers[2]:g}pt)}}")
        else:
            options.append(f"scale={numbers[0]:g}")
            factor *= numbers[0]
    return options, factor


def _options(style: Mapping[str, str], scale: float) -> str:
    """Fill, line and joins as TikZ names them."""
    out = []
    if style["fill"] != "none":
        out += [f"fill={_colour(style['fill'])}"] + ["even odd rule"] * (style.get("fill-rule") == "evenodd")
    if style["stroke"] != "none":
        out += [f"draw={_colour(style['stroke'])}", f"line width={float(style['stroke-width']) * scale:.4g}pt"]
        caps = {"square": "rect"}
        if cap := style.get("stroke-linecap"):
            out.append(f"line cap={caps.get(cap, cap)}")
        if join := style.get("stroke-linejoin"):
            out.append(f"line join={join}")
    return ",".join(out)


def _colour(text: str) -> str:
    """A colour #rgb or #rrggbb for TikZ."""
    digits = text.removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    red, green, blue = (int(digits[at:at + 2], 16) for at in (0, 2, 4))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"


def _spaced(path: str) -> str:
    """A path with blanks between all its numbers and letters, as TikZ needs them."""
    return " ".join(_TOKEN.findall(path))
