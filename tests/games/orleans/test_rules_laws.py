"""Rules 82 to 87: what stays the same, shown in one game each; random games hold them after every action."""
from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from . import facts
from .positions import GAME, table


@cache
def course(seats: int) -> list[dict]:
    """A game by the light heuristics, told in words after every action."""
    state = GAME.start(seats, {})
    seen = [table(state)]
    while not state.is_terminal():
        state.apply_action(state.keyed_chance(4) if state.is_chance_node() else state.weighted_action(4, len(seen)))
        seen.append(table(state))
    return seen


def of_all(words: dict, what: str) -> Counter[str]:
    """Sum over the seats of their counts."""
    return sum((Counter(seat[what]) for seat in words["seats"]), Counter())


@pytest.mark.parametrize("seats", (2, 3, 4, 5))
def test_r82_goods(seats):
    """82: owned, on routes, on the market and removed are 90 always."""
    for words in course(seats):
        goods = of_all(words, "goods") + Counter(words["routes"].values())
        assert goods + Counter(words["goods"]) + Counter(words["gone"]) == facts.GOODS


@pytest.mark.parametrize("seats", (2, 3, 4, 5))
def test_r83_followers(seats):
    """83: of each profession, neutral ones in the supply, bags, on boards, deeds and out of the game are constant."""
    for words in course(seats):
        found = of_all(words, "bag") + of_all(words, "market") + Counter(words["supply"]) + Counter(words["lost"])
        found += Counter(words["hand"])
        for seat in words["seats"]:
            found += Counter(what for row in seat["places"].values() for what in row if what in facts.KINDS)
        for deed, (spaces, _) in facts.DEEDS.items():
            found += Counter(spaces) - Counter(words["deeds"].get(deed, {}))
        own = dict.fromkeys((f"own {word}" for word in facts.STARTERS), seats)
        assert found == dict(zip(facts.PROFESSIONS, facts.SUPPLY[seats], strict=True)) | own


@pytest.mark.parametrize("seats", (2, 3, 4, 5))
def test_r84_citizens(seats):
    """84: fourteen in sum."""
    for words in course(seats):
        assert sum(seat["citizens"] for seat in words["seats"]) + len(words["citizens"]) == 14


@pytest.mark.parametrize("seats", (2, 3, 4, 5))
def test_r85_stations(seats):
    """85: at most 22 outside Orléans, one in each town."""
    for words in course(seats):
        towns = Counter(town for seat in words["seats"] for town in seat["stations"] if town != facts.HOME)
        assert towns.total() <= 22
        assert max(towns.values(), default=1) == 1


@pytest.mark.parametrize("seats", (2, 3, 4, 5))
def test_r86_tracks(seats):
    """86: no marker beyond 8 on the farmer track, 5 on the others."""
    for words in course(seats):
        for seat in words["seats"]:
            assert all(step <= (8 if track == "farmer" else 5) for track, step in seat["tracks"].items())


@pytest.mark.parametrize("seats", (2, 3, 4, 5))
def test_r87_events(seats):
    """87: round 1 is Pilgrimage, and after round 18 each event has occurred three times."""
    events = {words["round"]: words["event"] for words in course(seats)
              if words["phase"] >= 3 and words["stage"] != "reveal"}
    assert events[1] == "Pilgrimage"
    assert Counter(events.values()) == dict.fromkeys(facts.EVENTS, 3)
