"""A `@frozen` class does what a `dataclass(frozen=True)` of the same fields does."""
import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace

import pytest

from games.frozen import frozen


class Plain:
    """Fields of every kind."""

    name: str
    count: int = 3
    tags: list[str] = field(default_factory=list)
    note: str = field(default="", compare=False)
    secret: str = field(default="s", repr=False)

    def __post_init__(self) -> None:
        if self.count < 0:
            raise ValueError("a count below 0")


Ours = frozen(type("Plain", (), dict(vars(Plain))))
Theirs = dataclass(frozen=True)(type("Plain", (), dict(vars(Plain))))


@frozen
class Base:
    left: int


@frozen
class Derived(Base):
    right: int = 2


def test_what_is_made_and_written_is_the_same():
    for given in (("a",), ("a", 4), ("a", 4, ["x"], "n", "t")):
        one, other = Ours(*given), Theirs(*given)
        assert repr(one) == repr(other)
        assert asdict(one) == asdict(other)
    assert repr(Ours(name="a", note="n")) == repr(Theirs(name="a", note="n"))
    assert [each.name for each in fields(Ours)] == [each.name for each in fields(Theirs)]
    for made in (Ours, Theirs):
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
            made()
        with pytest.raises(TypeError, match="unexpected keyword argument 'nme'"):
            made(nme="a")
        with pytest.raises(ValueError, match="a count below 0"):
            made("a", -1)


def test_a_list_by_default_is_each_ones_own():
    one, other = Ours("a"), Ours("a")
    one.tags.append("x")
    assert other.tags == []


def test_equal_are_those_of_one_class_with_equal_fields_that_are_compared():
    assert Ours("a", note="n") == Ours("a", note="m")
    assert Ours("a") != Ours("b")
    assert Ours("a") != Theirs("a")
    assert Base(1) != Derived(1)
    assert len({Derived(1), Derived(1, 2), Derived(1, 3)}) == 2
    assert hash(Derived(1)) == hash((1, 2))


def test_nothing_can_be_set_or_deleted():
    one = Derived(1)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'left'"):
        one.left = 2
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'right'"):
        del one.right
    assert one == Derived(1)


def test_it_is_replaced_and_pickled_as_a_dataclass_is():
    assert replace(Derived(1), left=5) == Derived(5)
    with pytest.raises(ValueError, match="a count below 0"):
        replace(Ours("a"), count=-1)
    assert pickle.loads(pickle.dumps(Derived(1, 7))) == Derived(1, 7)
