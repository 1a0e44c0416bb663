"""The log of uncertain moves: it tells what happened to cards, and leads to the same count as counting at once."""
from __future__ import annotations

import random
from collections import Counter
from math import isclose
from typing import Any

import pytest

from games.catan_cards.knowledge import log_text
from games.catan_cards.names import KINDS

from .counting import packed
from .test_determinize import GAME, games_under_way


@pytest.mark.parametrize("options", ({}, {"given_back": "open", "library_look": "open"}, {"reshuffle": "at_once"}))
@pytest.mark.parametrize("seats", (3, 4))
def test_the_log_tells_every_move_of_a_card(seats, options):
    """Played again over the cards as they lay, the log leads to the cards as they lie. (All seats need it here.)"""
    words: Counter[str] = Counter()
    for step, state in games_under_way(seats, 50 + seats, every=6, options=options):
        raw = state.raw()
        raw["log"], raw["since"] = packed([("look", 0, 1, 0, ())]), [0] * 6
        state = state.copy()
        state.load(raw)
        hands = [list(p["hand"]) for p in raw["seat"][:seats]]
        pile = list(raw["pile"])
        for number in range(60):
            before = state.raw()
            if state.is_terminal() or len(before["log"]) > 25:
                break
            state.apply_action(
                state.sample_chance(step, number) if state.is_chance_node() else state.weighted_action(step, number)
            )
        if state.is_terminal():
            continue
        after = state.raw()
        for line in log_text(after["log"], 0, None)[1:]:
            words[line.split()[0]] += 1
            pile = moved(line.split(), hands, pile)
        assert hands == [p["hand"] for p in after["seat"][:seats]]
        assert pile == after["pile"]
    assert set(words) >= {"draw", "turn", "take", "show", "move", "shuffle"}


def moved(words: list[str], hands: list[list[int]], pile: list[int]) -> list[int]:
    """Carry out one line of the log on hands and pile; the pile."""
    verb, rest = words[0], words[1:]
    kinds = [KINDS.index(word) for word in rest if word in KINDS]
    if verb == "shuffle":
        assert not sum(pile)
        return [int(dict(zip(rest[1::2], rest[::2], strict=True)).get(name, 0)) for name in KINDS]
    for kind in kinds if verb != "look" else []:
        if verb in ("draw", "turn"):
            pile[kind] -= 1
        if verb in ("draw", "take"):
            hands[int(rest[0])][kind] += 1
        if verb in ("show", "move", "give"):
            hands[int(rest[0])][kind] -= 1
        if verb in ("move", "give"):
            hands[int(rest[1])][kind] += 1
    return pile


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_what_is_counted_at_once_is_what_the_log_leads_to(seats):
    """Certain events are counted as they happen; weighed afterwards from a log, they give the same cases."""
    compared = 0
    for step, state in games_under_way(seats, 70 + seats, every=4):
        direct, logged = state.copy(), state.copy()
        direct.load({**state.raw(), "log": [], "since": [0] * 6})
        direct.settle_counts(255)
        look = packed([("look", 0, 1, 0, ())])      # it is nothing to seats other than 1
        logged.load({**direct.raw(), "log": look, "since": [0] * 6})
        for number in range(12):
            if direct.is_terminal() or len(logged.raw()["log"]) > 30:
                break
            chosen = (
                direct.sample_chance(step, number) if direct.is_chance_node() else direct.weighted_action(step, number)
            )
            direct.apply_action(chosen)
            logged.apply_action(chosen)
        if direct.is_terminal():
            continue
        for seat in range(seats):
            if seat != 1:
                one, two = summed(direct.cases(seat)), summed(logged.cases(seat))
                assert one.keys() == two.keys()
                assert all(isclose(one[k], two[k], abs_tol=1e-9) for k in one)
                compared += 1
    assert compared > 20


@pytest.mark.parametrize("seats", (2, 3, 4, 5, 6))
def test_what_is_packed_is_read_again(seats):
    """Events in any order, likely ones and others, and hands and piles between them."""
    luck = random.Random(seats)
    for _ in range(30):
        events: list[Any] = []
        for _ in range(luck.randint(1, 70 // seats)):
            word = luck.choice(("draw", "turn", "take", "show", "move", "give", "look", "shuffle"))
            a, b = luck.sample(range(seats), 2)
            two = {"move": b, "give": b, "look": luck.choice((b, 7))}.get(word, a)
            cards = tuple(luck.choices(range(5), k=luck.randint(1, 12)))
            event = (word, 0 if word in ("turn", "shuffle") else a, 0 if word in ("turn", "shuffle") else two,
                     luck.randrange(5), cards)
            events += [event] * luck.choice((1, 1, 2, 3))
        state = GAME.start(seats, {"start": "0"})
        raw = {**state.raw(), "log": packed(events), "since": [0] * 6}
        state.load(raw)
        assert flat(state.raw()["log"]) == flat(raw["log"])


def flat(log: list[list[Any]]) -> list[tuple[Any, ...]]:
    """One entry a card; the order of two that the same seats moved does not matter."""
    found: list[tuple[Any, ...]] = []
    for number, a, b, cards in log:
        found += [(number, a, b, tuple(cards))] if len(cards) == 5 else [(number, a, b, card) for card in cards]
    runs: list[list[tuple[Any, ...]]] = []
    for entry in found:
        if runs and runs[-1][-1][:3] == entry[:3] and not isinstance(entry[3], tuple):
            runs[-1].append(entry)
        else:
            runs.append([entry])
    return [entry for run in runs for entry in sorted(run)]


def summed(cases: list[tuple[float, dict[str, Any]]]) -> dict[str, float]:
    found: dict[str, float] = {}
    for weight, count in cases:
        found[str(count)] = found.get(str(count), 0.0) + weight
    return found
