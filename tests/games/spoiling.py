"""Good positions spoilt, by hand and at random: each is refused in words, or is still one that can be played."""
from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from games.api import InputError, Notation
from games.checking import Miscount
from tests.whole import amount

GONE = object()         # as a new value: the key is taken out
NO_POSITIONS = (None, True, 0, 1.5, "", [], [[]], {}, {"format": 1}, {1: 2}, {"": ""})
ODD = ("\ud800", "\x00", None, True, False, 0, 1, 2, 7, -1, 255, 65536, 10**40, 1.5, float("nan"), float("inf"))
MOST = 450              # characters of a refusal
STEPS = 6000            # no game here is longer


def tried(examples: int) -> settings:
    """As many examples, or a tenth of them in `make test`; the same in every run."""
    return settings(max_examples=amount(examples, few=examples // 10), deadline=None, derandomize=True,
                    suppress_health_check=list(HealthCheck))


def edited(document: Any, *changes: tuple[str, Any]) -> Any:
    """A copy with values replaced: (path with dots, new value) pairs."""
    document = copy.deepcopy(document)
    for path, value in changes:
        *way, last = path.split(".")
        at = document
        for step in way:
            at = at[int(step) if isinstance(at, list) else step]
        if value is GONE:
            del at[last]
        else:
            at[int(last) if isinstance(at, list) else last] = value
    return document


def checked(message: str) -> str:
    """The message, which is printable, short, on one or two lines, and says what would be right."""
    assert 10 < len(message) < MOST
    assert message.count("\n") <= 1
    assert message.replace("\n", "").isprintable()
    assert "expected" in message or "did you mean" in message
    return message


def refusal(notation: Notation, document: Any) -> str:
    """The message with which a document is refused."""
    with pytest.raises(InputError) as refused:
        notation.position_from_json(document)
    return checked(str(refused.value))


def miscount(notation: Notation, document: Any) -> str:
    """The message with which a document is refused that does not add up; on trust it is taken and can be played."""
    with pytest.raises(Miscount) as refused:
        notation.position_from_json(document)
    refused_or_played(notation, document, trust=True)
    notation.position_from_json(document, trust=True)
    return checked(str(refused.value))


def nested_without_end(notation: Notation, document: Any, key: str) -> None:
    """Lists in lists are refused, as a document and as a value in one, without recursion through them."""
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert "a list of 1" in refusal(notation, {**document, key: deep})
    assert "a list of 1" in refusal(notation, deep)
    while deep:         # taken apart by hand: the interpreter would do it by recursion
        deep = deep.pop()


def values(words: Sequence[str]) -> st.SearchStrategy[Any]:
    """JSON values, many of which some field could hold."""
    return st.recursive(
        st.sampled_from([*words, *ODD]) | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
        max_leaves=6)


def documents(words: Sequence[str], keys: Sequence[str]) -> st.SearchStrategy[Any]:
    """JSON values, some of them objects with keys of a position."""
    return values(words) | st.dictionaries(st.sampled_from(keys), values(words), max_size=25)


def ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Ways to all values inside a document."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inside:
        yield (*way, key)
        yield from ways(below, (*way, key))


@st.composite
def spoilt(draw: st.DrawFn, good: Sequence[Any], words: Sequence[str], moments: Mapping[str, Sequence[Any]]) -> Any:
    """A good document after one to three changes anywhere in it.

    `moments`: keys that say where in the game it is, and their values; one change puts it elsewhere.
    """
    document = copy.deepcopy(draw(st.sampled_from(good)))
    for _ in range(draw(st.integers(1, 3))):
        way = draw(st.sampled_from(list(ways(document))))
        at = document
        for step in way[:-1]:
            at = at[step]
        kind, new = draw(st.sampled_from(["replace", "count", "count", "remove", "add", "turn"])), draw(values(words))
        if kind == "remove":
            del at[way[-1]]
        elif kind == "count" and type(at[way[-1]]) is int:
            at[way[-1]] += draw(st.sampled_from([-1, 1]))
        elif kind == "add" and isinstance(at, list):
            at.append(new)
        elif kind == "add":
            at[draw(st.sampled_from([word for word in (*words, *ODD) if isinstance(word, str)]))] = new
        elif kind == "turn" and isinstance(at, list):
            at.reverse()
        elif kind == "turn":
            document |= {key: draw(st.sampled_from(others)) for key, others in moments.items()}
        else:
            at[way[-1]] = new
        if not list(ways(document)):
            break
    return document


def refused_or_played(notation: Notation, document: Any, trust: bool = False) -> None:
    """A document is refused in words, or is a position that comes back from JSON and can be played to the end."""
    try:
        state = notation.position_from_json(document, trust)
    except InputError as error:
        checked(str(error))
        return
    assert notation.position_from_json(json.loads(json.dumps(notation.position_to_json(state))), trust) == state
    draw = random.Random(1)
    for number in range(STEPS):
        if state.is_terminal():
            return
        assert state.legal_actions()
        state.apply_action(
            state.sample_chance(1, number) if state.is_chance_node() else draw.choice(state.legal_actions())
        )
    pytest.fail("the game did not end")
