"""What a move does besides, as text: who is reborn, vanishes, goes on, or becomes another man.

    long, as Popeye prints it       short, as magazines do
    Sa1*b3[+wPb2]                   Sxb3(+Pb2)              a man appears
    Sa1*b3[+bPa1]                   Sxb3(+bPa1)             a man of the side that has taken one
    Rb1*b3[wRb3->h1]                Rxb3(Rh1)               a man goes on,
    kRb1*e3[wkRe3->Be1]             kRxe3(Be1)              perhaps as another
    Qa1*e5[-wQe5]                   Qxe5(-Qe5)              a man vanishes
    Rb1*b3=b                        Rxb3=b                  a man that moves becomes another: here it changes sides,
    0-0=B                           0-0=B                   here its kind
    Sb1-c3[f3=n]                    Sc3(f3=n)               any other man does
    Sb1*c3[+bPb1=S]                 Sxc3(+Pb1=S)            and a man that has just appeared or gone on
    Ra1-a2[Kh8<->Ke1]               Ra2(Kh8<->Ke1)          two men exchange places

The order is that of the changes.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from feerie.notation.languages import Language
from feerie.rules.change import Change, Stage
from feerie.rules.move import Move
from feerie.rules.trait import Trait
from feerie.rules.unit import unit_of

__all__ = ["Effect", "effects_of", "in_brackets", "marks", "with_return"]


class Effect(NamedTuple):
    """What becomes of one man (its text, as it was at first). `origin`: the square that it leaves, "" if it appears;
    `target`: where it stands then, "" if it vanishes; `becomes`: what it becomes there, one after another. `goes`:
    whether it goes on, perhaps to the square on which it stands; `arrives`: as what, if as another than it was;
    `other`: the man with which it exchanges places, "" for none.
    """

    origin: str
    target: str
    man: str
    becomes: tuple[str, ...] = ()
    goes: bool = False
    arrives: str = ""
    other: str = ""


def effects_of(changes: Iterable[Change], promoted: str | None = None, chosen_on_return: bool = True
               ) -> tuple[Effect, ...]:
    """The effects among the changes that a move makes, in their order.

    `promoted`: the man that was taken, if it may become another by the player's choice where it is put;
    `chosen_on_return`: or the man that goes on where it goes. Of a man that is crushed on the square of a rebirth
    nothing is told, nor of one that would go on but finds no place.
    """
    found: list[Effect] = []
    previous: Change | None = None
    told = [change for change in changes if change.stage > Stage.PROMOTE]
    for at, change in enumerate(told):
        if at and _exchanged(told[at - 1], change):
            found[-1] = Effect(told[at - 1].square, change.square, told[at - 1].before, other=change.before)
            previous = change
            continue
        if change.stage is Stage.RETURN and not change.after \
                and not any(following.stage is Stage.RETURN for following in told[at + 1:at + 2]):
            continue
        last = found[-1] if found else None
        again = previous is not None and (previous.square, previous.stage) == (change.square, change.stage)
        previous = change
        if change.stage is Stage.REBIRTH and change.after and not again:
            becomes: tuple[str, ...] = (change.after,) if promoted else ()
            found.append(Effect("", change.square, promoted or change.after, becomes))
        elif change.before and change.after and last is not None and last.target == change.square:
            found[-1] = last._replace(becomes=(*last.becomes, change.after))
        elif change.before and change.after:
            found.append(Effect(change.square, change.square, change.before, (change.after,)))
        elif change.before:
            found.append(Effect(change.square, "", change.before))
        elif last is not None and not last.target and (last.man == change.after or change.stage is Stage.RETURN):
            becomes, arrives = tuple[str, ...](), ""
            if last.man != change.after and promoted and chosen_on_return:
                becomes, promoted = (change.after,), None
            elif last.man != change.after:
                arrives = change.after
            found[-1] = last._replace(target=change.square, becomes=becomes, goes=True, arrives=arrives)
        else:
            found.append(Effect("", change.square, change.after))
    return tuple(found)


def _exchanged(first: Change, second: Change) -> bool:
    """Whether two changes exchange the places of two men."""
    return first.stage is second.stage is Stage.EXCHANGE and first.square != second.square


def with_return(changes: Sequence[Change], target: str) -> list[Change]:
    """The changes that a capture on `target` makes where a man that captures goes on to a square: where that is the one
    on which it stands, they do not tell, but print; what it becomes there, it becomes on its way.
    """
    before = [change for change in changes if change.stage < Stage.RETURN]
    rest = list(changes[len(before):])
    if any(change.stage is Stage.VANISH for change in changes) \
            or rest and rest[0].stage is Stage.RETURN and not (rest[0].before and rest[0].after):
        return list(changes)
    man = next(change.after for change in reversed(before) if change.square == target)
    arrives = man
    if rest and rest[0].stage is Stage.RETURN and unit_of(rest[0].after).letter != unit_of(man).letter:
        arrives = rest.pop(0).after
    return [*before, Change(target, man, "", Stage.RETURN), Change(target, "", arrives, Stage.RETURN), *rest]


def marks(effects: Sequence[Effect], move: Move, words: Language, is_long: bool) -> str:
    """What the men that move become where they arrive: "=B", "=b", "=B=b"."""
    return "".join(_becoming(effect, words, is_long) for effect in effects if _is_mark(effect, move, is_long))


def in_brackets(effects: Sequence[Effect], move: Move, words: Language, is_long: bool) -> list[str]:
    """All other effects, each as it stands in its brackets: "+wPb2"."""
    return [_text(effect, move, words, is_long) for effect in effects if not _is_mark(effect, move, is_long)]


def _is_mark(effect: Effect, move: Move, is_long: bool) -> bool:
    """Whether an effect is written without brackets; that a man goes on to its own square, only the long form says."""
    return effect.origin == effect.target and not (effect.goes and is_long) \
        and any(effect.target == arrival for _, arrival in move.displacements)


def _text(effect: Effect, move: Move, words: Language, is_long: bool) -> str:
    if effect.other:
        return f"{_letter(effect.other, words, is_long)}{effect.target}<->" \
               f"{_letter(effect.man, words, is_long)}{effect.origin}"
    if effect.origin == effect.target and not effect.goes:
        return effect.target + _becoming(effect, words, is_long)
    unit = unit_of(effect.man)
    man = words.with_colour(effect.man) if is_long else words.traits(unit.traits) + _letter(effect.man, words, is_long)
    if not is_long and not effect.origin and move.is_capture and Trait.NEUTRAL not in unit.traits \
            and unit.side == unit_of(move.man).side:
        man = words.colour_letters[unit.side] + man
    if not effect.target:
        return f"-{man}{effect.origin}"
    if not effect.origin:
        text = f"+{man}{effect.target}"
    else:
        arrives = ""
        if effect.arrives:
            new = unit_of(effect.arrives).traits - unit.traits
            arrives = words.traits(new) + _letter(effect.arrives, words, is_long)
        text = f"{man}{effect.origin}->{arrives}{effect.target}" if is_long else f"{arrives or man}{effect.target}"
    return text + _becoming(effect, words, is_long)


def _becoming(effect: Effect, words: Language, is_long: bool) -> str:
    """What a man becomes, step by step: another kind by its letter, a man of another side by the letter of its colour.
    """
    text, before = "", unit_of(effect.arrives or effect.man)
    for man in effect.becomes:
        after = unit_of(man)
        if after.letter != before.letter:
            text += "=" + (words.traits(after.traits) if is_long else "") + _letter(man, words, is_long)
        is_neutral = Trait.NEUTRAL in after.traits
        if (is_neutral, after.side) != (Trait.NEUTRAL in before.traits, before.side):
            text += "=" + (words.traits(frozenset({Trait.NEUTRAL})) if is_neutral else words.colour_letters[after.side])
            text += "h" * (is_long and Trait.HALF_NEUTRAL in after.traits)
        before = after
    return text


def _letter(man: str, words: Language, is_long: bool) -> str:
    return words.letter(man, problem=is_long)
