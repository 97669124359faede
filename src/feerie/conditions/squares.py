"""Squares that the name of a condition lists: magic ones, forced ones, those on which a side promotes.

The ones in the list below are examples: other squares make the same condition.
"""
from __future__ import annotations

from feerie.rules.board import BLACK, WHITE
from feerie.rules.condition import Condition
from feerie.rules.genre import Names
from feerie.rules.squares import ConsequentlyForced, Forced, Magic, PromotionSquares

__all__ = ["SQUARES"]

_CENTRE = "d4", "d5", "e4", "e5"

SQUARES = (
    Condition("magic-squares:d4d5e4e5", (Magic(_CENTRE),), Names(
        ("magic squares", "magic square"), ("cases magiques", "case magique"), ("magische Felder",
                                                                                 "magisches Feld"))),
    Condition("promotion-squares:white:d5e5", (PromotionSquares(("d5", "e5"), WHITE),), Names(
        ("White promotion squares",), ("cases de promotion des Blancs", "cases de promotion blanches"),
        ("weiße Umwandlungsfelder", "weisse Umwandlungsfelder"))),
    Condition("promotion-squares:black:d4e4", (PromotionSquares(("d4", "e4"), BLACK),), Names(
        ("Black promotion squares",), ("cases de promotion des Noirs", "cases de promotion noires"),
        ("schwarze Umwandlungsfelder",))),
    Condition("forced-squares:white:d5e5", (Forced(("d5", "e5"), WHITE),), Names(
        ("White forced squares", "White forced square"), ("cases obligées des Blancs", "case obligée des Blancs",
                                                           "cases blanches obligées", "case blanche obligée"),
        ("weiße Zwangsfelder", "weisse Zwangsfelder", "weißes Zwangsfeld"))),
    Condition("forced-squares:black:d4e4", (Forced(("d4", "e4"), BLACK),), Names(
        ("Black forced squares", "Black forced square"), ("cases obligées des Noirs", "case obligée des Noirs",
                                                           "cases noires obligées", "case noire obligée"),
        ("schwarze Zwangsfelder", "schwarzes Zwangsfeld"))),
    Condition("consequent-forced-squares:white:d5e5", (ConsequentlyForced(("d5", "e5"), WHITE),), Names(
        ("White consequent forced squares",), ("cases obligées conséquentes des Blancs",
                                             "cases blanches obligées conséquentes"),
        ("weiße konsequente Zwangsfelder", "weisse konsequente Zwangsfelder"))),
    Condition("consequent-forced-squares:black:d4e4", (ConsequentlyForced(("d4", "e4"), BLACK),), Names(
        ("Black consequent forced squares",), ("cases obligées conséquentes des Noirs",
                                             "cases noires obligées conséquentes"),
        ("schwarze konsequente Zwangsfelder",))),
)
