"""`@frozen` makes a record of named fields that do not change: `dataclass(frozen=True)`, made in a third of the time.

A dataclass has six methods compiled for each class; of those of `@frozen` only `__init__` is the class's own. A command
that searches makes some fifty such classes before it begins, which was a seventh of all that it took.
"""
from __future__ import annotations

from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from typing import Any, NoReturn, TypeVar, dataclass_transform

Class = TypeVar("Class")

_with_fields = dataclass(init=False, repr=False, eq=False)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[Class]) -> type[Class]:
    """The class with `__init__`, `__repr__`, `__eq__` and `__hash__` by its fields, which can be set no more.

    `dataclasses.fields`, `replace` and `asdict` take it as they take a dataclass; so do defaults, `field` and
    `__post_init__`. A class that derives from it is `@frozen` as well.
    """
    _with_fields(cls)
    cls.__init__ = _init(cls)       # type: ignore[method-assign]
    for name, method in SHARED.items():
        setattr(cls, name, method)
    return cls


def _init(cls: type[Any]) -> Any:
    """The class's `__init__`, compiled from its fields."""
    known: dict[str, Any] = {"put": object.__setattr__, "MISSING": MISSING}
    takes, does = ["self"], []
    for each in fields(cls):
        name = value = each.name
        if each.default_factory is not MISSING:
            known[f"make_{name}"] = each.default_factory
            takes.append(f"{name}=MISSING")
            value = f"make_{name}() if {name} is MISSING else {name}"
        elif each.default is not MISSING:
            known[f"default_{name}"] = each.default
            takes.append(f"{name}=default_{name}")
        else:
            takes.append(name)
        does.append(f"    put(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        does.append("    self.__post_init__()")
    exec(f"def __init__({', '.join(takes)}):\n" + ("\n".join(does) or "    pass"), known)
    return known["__init__"]


def _refuse_to_set(self: Any, name: str, value: Any) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _compared(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, each.name) for each in fields(self) if each.compare)


def _equal(self: Any, other: object) -> Any:
    return _compared(self) == _compared(other) if other.__class__ is self.__class__ else NotImplemented


def _hashed(self: Any) -> int:
    return hash(_compared(self))


def _written(self: Any) -> str:
    told = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{self.__class__.__qualname__}({told})"


SHARED = {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete, "__eq__": _equal, "__hash__": _hashed,
          "__repr__": _written}
