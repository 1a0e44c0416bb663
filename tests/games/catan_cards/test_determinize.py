"""Dealing what a seat does not know: exactly as likely as counting cards says, and from nothing but what it knows."""
from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, isclose, prod, sqrt
from typing import Any

import pytest

import games
from tests.whole import mostly_whole

from .counting import Table, every_deal, packed, posterior
from .positions import told

GAME = games.load("catan_cards")
ALL_WORDS = ("draw", "draw", "turn", "take", "take", "show", "show", "move", "move", "give", "look", "shuffle",
             "shuffle")


def numbers(cards: Any) -> list[int]:
    return [list(cards).count(k) for k in range(5)]


def state_of(table: Table, me: int) -> Any:
    """A compiled state in which seat `me` has counted nothing since the deal and has the whole log before it."""
    seats = len(table.hands)
    state = GAME.start(seats, {"start": "0"})
    raw = state.raw()
    for s, hand in enumerate(table.hands):
        raw["seat"][s]["hand"] = numbers(hand)
    raw["pile"], raw["discard"], raw["market"] = map(numbers, (table.pile, table.discard, table.market))
    raw["log"] = packed(table.events)
    raw["stage"] = 9
    unseen = numbers(table.deck)
    for kind in table.dealt[me]:
        unseen[kind] -= 1
    for i in range(seats):
        raw["since"][i] = 0 if i == me else len(raw["log"])
        raw["count"][i] = {"known": [[0] * 5 for _ in range(5)], "older": [0] * 5, "old": [0] * 5, "unseen": unseen}
    state.load(raw)
    return state


def ways(heap: list[int], n: int) -> list[tuple[tuple[int, ...], Fraction]]:
    """Hands of n cards from a heap, with their probabilities."""
    total = comb(sum(heap), n)
    found = []
    for hand in product(*(range(min(k, n) + 1) for k in heap)):
        if sum(hand) == n:
            w = 1
            for k, h in zip(heap, hand, strict=True):
                w *= comb(k, h)
            found.append((hand, Fraction(w, total)))
    return found


def counted(state: Any, me: int) -> dict[Any, float]:
    """How likely the hands lie by the compiled count."""
    raw, seats = state.raw(), state.seats
    sizes = [sum(raw["seat"][s]["hand"]) for s in range(seats)]
    found: dict[Any, float] = {}

    def go(j: int, count: dict[str, Any], heaps: list[list[int]], hands: list[Any], p: float) -> None:
        if j == seats - 1:
            kinds = [()] * seats
            for other, hand in enumerate(hands):
                kinds[(me + 1 + other) % seats] = tuple(k for k in range(5) for _ in range(hand[k]))
            kinds[me] = tuple(k for k in range(5) for _ in range(raw["seat"][me]["hand"][k]))
            found[tuple(kinds)] = found.get(tuple(kinds), 0.0) + p
            return
        known, older = count["known"][j], [older[j] for older in count["older"]]
        fresh = sizes[(me + 1 + j) % seats] - sum(known) - sum(older)
        for parts in product(*(ways(heap, n) for heap, n in zip(heaps, [*older, fresh], strict=True))):
            hand = [sum(c) for c in zip(known, *(part for part, _ in parts), strict=True)]
            rests = [[a - b for a, b in zip(heap, part, strict=True)]
                     for heap, (part, _) in zip(heaps, parts, strict=True)]
            go(j + 1, count, rests, [*hands, hand], p * float(prod(chance for _, chance in parts)))

    for weight, count in state.cases(me):
        go(0, count, [*count["old"], count["unseen"]], [], weight)
    return found


def shuffles(events: list[Any]) -> int:
    return sum(event[0] == "shuffle" for event in events)


@pytest.mark.parametrize("seats", (2, 3, 4))
@pytest.mark.parametrize("seed", mostly_whole(range(25), range(5).__contains__))
def test_the_count_is_the_posterior(seats, seed):
    """Small decks of three kinds, events at random."""
    table = Table(seats, (0, 0, 2, 2, 2, 4, 4, 4) if seats < 4 else (0, 2, 2, 2, 4, 4, 4),
                  1 + seed % 2 if seats < 4 else 1, seed)
    while len(table.events) < 13:
        table.step(ALL_WORDS)
    compare_all_seats(table)


@pytest.mark.parametrize("seats", (3, 4))
@pytest.mark.parametrize("seed", mostly_whole(range(8), range(2).__contains__))
def test_the_count_is_the_posterior_up_to_the_third_shuffle(seats, seed):
    """Cards drawn before it and never seen are kept apart by the shuffles since."""
    table = Table(seats, (0, 0, 2, 2, 4, 4)[seats - 3:], 1, 200 + seed)
    while shuffles(table.events) < 4:
        table.step(("draw", "draw", "draw", *ALL_WORDS, "show"))
    table.events.pop()
    assert shuffles(table.events) == 3
    compare_all_seats(table)


def compare_all_seats(table: Table) -> None:
    """What each seat has counted at the end of these events, against all deals that it thinks possible."""
    table = replayed(table)
    for me in range(len(table.hands)):
        deals = every_deal(table.deck, [len(h) for h in table.dealt], me, tuple(table.dealt[me]))
        expected = posterior(deals, table.events, me)
        found = counted(state_of(table, me), me)
        assert set(found) == set(expected)
        for kinds, p in expected.items():
            assert isclose(found[kinds], float(p), abs_tol=1e-9), (table.events, me)


def replayed(table: Table) -> Table:
    """The table as its events leave it."""
    again = Table.__new__(Table)
    again.deck, again.dealt, again.events = table.deck, table.dealt, table.events
    again.hands = [list(hand) for hand in table.dealt]
    again.pile, again.market, again.discard = list(table.deck), [], []
    for hand in again.hands:
        for kind in hand:
            again.pile.remove(kind)
    for word, a, b, kind, cards in table.events:
        if word in ("draw", "turn"):
            again.pile.remove(kind)
        if word == "take":
            again.market.remove(kind)
        if word in ("show", "move", "give"):
            again.hands[a].remove(kind)
        if word in ("draw", "take"):
            again.hands[a].append(kind)
        if word in ("move", "give"):
            again.hands[b].append(kind)
        if word == "turn":
            again.market.append(kind)
        if word == "show":
            again.discard.append(kind)
        if word == "shuffle":
            again.pile, again.discard = list(cards), []
    return again


@pytest.mark.parametrize("seed", range(3))
def test_deals_are_drawn_as_likely_as_the_count_says(seed):
    """6,000 deals of a seat against its posterior: no hand is off by five standard errors."""
    table = Table(3, (0, 0, 2, 2, 2, 4, 4, 4, 4), 2, 100 + seed)
    while len(table.events) < 8:
        table.step(("draw", "turn", "take", "show", "move", "move", "give"))
    state, n = state_of(table, 0), 6_000
    expected = counted(state, 0)
    found: Counter[Any] = Counter()
    for k in range(n):
        dealt = state.copy()
        dealt.resample(0, k)
        hands = [dealt.raw()["seat"][s]["hand"] for s in range(3)]
        found[tuple(tuple(k for k in range(5) for _ in range(hand[k])) for hand in hands)] += 1
    assert set(found) <= set(expected)
    for kinds, p in expected.items():
        assert abs(found[kinds] - n * p) < 5 * sqrt(n * p * (1 - p)) + 1e-9


def games_under_way(seats: int, seed: int, every: int = 5, options: dict[str, str] | None = None) -> Any:
    """Positions of a game of weighted choices at which a seat is to act."""
    state, step = GAME.start(seats, options), 0
    while not state.is_terminal():
        step += 1
        if state.is_chance_node():
            state.apply_action(state.sample_chance(seed, step))
        else:
            if step % every == 0:
                yield step, state
            state.apply_action(state.weighted_action(seed, step))


@pytest.mark.parametrize("seats", mostly_whole((2, 3, 4, 6), (2, 3).__contains__))
def test_a_deal_hangs_on_what_the_seat_knows_and_on_the_stream_only(seats):
    """Hidden hands permuted within the information set: the same key, the same legal moves, the same deals."""
    for step, state in games_under_way(seats, seed=31 + seats, every=5 if seats < 4 else 50):
        for seat in {state.current_player(), (step % seats)}:
            other = state.copy()
            other.resample(seat, 1_000 + step)
            assert other.information_state_key(seat) == state.information_state_key(seat)
            for number in range(2):
                one, two = state.copy(), other.copy()
                one.resample(seat, number)
                two.resample(seat, number)
                assert one == two
        assert other.legal_actions()
        if step > 700:                  # later with 6 seats each question takes a second
            break


@pytest.mark.parametrize("seats", mostly_whole((2, 3, 4), (2, 3).__contains__))
def test_what_really_lies_hidden_is_always_possible(seats):
    """In played games the true hands are among those that a seat thinks possible."""
    for _, state in games_under_way(seats, seed=7 + seats, every=18 if seats < 4 else 90):
        raw = state.raw()
        for seat in range(seats):
            assert any(possible(raw, count, seat, seats) for _, count in state.cases(seat))


def possible(raw: dict[str, Any], count: dict[str, Any], seat: int, seats: int) -> bool:
    rests = []
    for j in range(seats - 1):
        hand = raw["seat"][(seat + 1 + j) % seats]["hand"]
        rests.append([h - k for h, k in zip(hand, count["known"][j], strict=True)])
        if min(rests[-1]) < 0 or sum(rests[-1]) < sum(older[j] for older in count["older"]):
            return False
    hidden = [sum(c) for c in zip(raw["pile"], *rests, strict=True)]
    return hidden == [sum(c) for c in zip(*count["old"], count["unseen"], strict=True)]


@pytest.mark.parametrize("seats", mostly_whole((4, 6), (4).__eq__))
def test_a_log_keeps_all_of_a_long_game(seats):
    """However many cards pass in secret, nothing is given up; and all of it comes back from a document."""
    luck, lines = random.Random(5), list[str]()
    state, step = GAME.start(seats), 0
    while len(lines) <= 500:
        step += 1
        if state.is_chance_node():
            state.apply_action(state.sample_chance(8, step))
            continue
        fellow = [a for a in state.legal_actions() if 48 < a < 144]
        state.apply_action(luck.choice(fellow) if fellow else state.weighted_action(8, step))
        if step % 20 == 0:
            before, lines = lines, told(state).get("log", [])
            assert lines[:len(before)][:-1] == before[:-1]      # the last line may have got a second card
    again = GAME.notation.position_from_json(told(state))
    assert again == state
    assert told(again) == told(state)
    assert state.thinks_possible(step % seats)
