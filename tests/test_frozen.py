"""Frozen values behave as frozen dataclasses do."""
from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace
from inspect import signature
from typing import Any

import pytest

from feerie.base.frozen import frozen


class Body:
    """A class made twice, by either decorator."""

    number: int
    text: str = "x"
    names: tuple[str, ...] = ()
    list: list[int] = field(default_factory=list, compare=False)
    hidden: int = field(default=0, repr=False)

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError("negative")


BODY = {name: value for name, value in vars(Body).items() if name not in ("__dict__", "__weakref__")}
OURS: Any = frozen(type("Body", (), dict(BODY)))
THEIRS: Any = dataclass(frozen=True)(type("Body", (), dict(BODY)))


@frozen
class Base:
    """A class to inherit from."""

    a: int


@frozen
class Derived(Base):
    """A class that inherits."""

    b: int = 2


@frozen
class Empty:
    """A class without fields."""


@frozen
class ByIdentity:
    """A class with methods of its own."""

    a: int
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return "own"


@pytest.mark.parametrize("arguments", [(1,), (1, "y"), (1, "y", ("a",)), (1, "y", (), [3]), (1, "y", (), [4], 5)])
def test_same_as_dataclass(arguments: tuple[object, ...]) -> None:
    """Representation, hash, comparison, copies and fields are those of a frozen dataclass."""
    ours, theirs = OURS(*arguments), THEIRS(*arguments)
    assert repr(ours) == repr(theirs)
    assert hash(ours) == hash(theirs)
    assert asdict(ours) == asdict(theirs)
    assert [each.name for each in fields(ours)] == [each.name for each in fields(theirs)]
    for other in ((1,), (2,), (1, "y", (), [9])):
        assert (ours == OURS(*other)) == (theirs == THEIRS(*other))
    assert replace(ours, number=7).number == 7
    assert copy.deepcopy(ours) == ours != theirs


def test_arguments() -> None:
    """Arguments by name and position, defaults made afresh, missing and unknown ones refused."""
    assert OURS(text="z", number=3) == OURS(3, "z")
    assert OURS(1).list is not OURS(1).list
    assert list(signature(OURS).parameters) == list(signature(THEIRS).parameters)
    for wrong in ({}, {"number": 1, "none": 2}):
        with pytest.raises(TypeError):
            OURS(**wrong)
    with pytest.raises(ValueError, match="negative"):
        OURS(-1)


def test_frozen() -> None:
    """Fields can be neither assigned nor deleted."""
    made = Base(1)
    with pytest.raises(FrozenInstanceError):
        made.a = 2          # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del made.a
    assert made.a == 1


def test_classes() -> None:
    """Instances of subclasses are different; classes without fields and with own methods; instances can be pickled."""
    assert Derived(1) == Derived(1, 2) != Base(1)
    assert Base(1).__eq__(Derived(1)) is NotImplemented
    assert Empty() == Empty() and hash(Empty()) == hash(Empty()) and repr(Empty()) == "Empty()"
    assert ByIdentity(1) != ByIdentity(1) and repr(ByIdentity(1)) == "own"
    assert pickle.loads(pickle.dumps(Derived(3, 4))) == Derived(3, 4)
    match Derived(5, 6):
        case Derived(a, b):
            assert (a, b) == (5, 6)
    assert dataclasses.is_dataclass(Derived)
