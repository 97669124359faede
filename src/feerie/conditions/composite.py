"""Captures of two parts: Take & Make, Make & Take.

An option of Take & Make: kings are attacked only by men that could go on if they took them (":absolute").
"""
from __future__ import annotations

from feerie.rules.completion import Completion, Preparation
from feerie.rules.condition import Condition
from feerie.rules.genre import Names

__all__ = ["COMPOSITE"]

COMPOSITE = (
    Condition("take-and-make", (Completion(),),
              Names(("Take & Make", "Take&Make"), ("Take & Make", "Take&Make"), ("Take & Make", "Take&Make"))),
    Condition("take-and-make:absolute", (Completion(absolute=True),),
              Names(("Take & Make absolute",), ("Take & Make absolu",), ("Take & Make absolut",))),
    Condition("make-and-take", (Preparation(),),
              Names(("Make & Take", "Make&Take"), ("Make & Take", "Make&Take"), ("Make & Take", "Make&Take"))),
)
