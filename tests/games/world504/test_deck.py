"""The deck of privileges (R3.S.10): which cards it has, exact odds of every draw, and a key for every card."""
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any

import pytest

from games.packed import codes
from games.world504.setup import new_state
from games.world504.tables import PRIVILEGES

from .positions import STAGES, Raw, start

LAY_PRIVILEGES, = codes("world504", "LAY_PRIVILEGES")
WORLD = "123"
STEP_I = ["I(2)", "I(5)", "I(8)", "I(11)"]
DECK = [*STEP_I, "II(5)", "II(7)", "II(9)", "II(12)", "III(1)"]


def kinds(world: str, seats: int = 2) -> list[str]:
    """The kinds of the deck."""
    mask = new_state(seats, {"world": world}).rules_in_force()["kinds_in_deck"]
    return [card for n, card in enumerate(PRIVILEGES) if mask >> n & 1]


@cache
def begun(seats: int) -> Any:
    """A game at its first turn, not to be changed."""
    return start(WORLD, seats)


def drawing(seats: int, seen: Sequence[str] = (), extras: Sequence[int] = (0, 0, 0)) -> Any:
    """A state that draws a card of the opening row, after these were seen."""
    state = begun(seats).copy()
    raw: Raw = state.raw()
    raw["row"] = [0] * len(raw["row"])
    raw["drawn"] = [seen.count(card) for card in PRIVILEGES]
    raw.update(extras=list(extras), shown=2, stage=STAGES.index("draw-privilege"), round=0,
               phase=state.rules_in_force()["phases"].index(LAY_PRIVILEGES))
    state.load(raw)
    return state


def odds(state: Any) -> dict[str, float]:
    return {PRIVILEGES[card]: chance for card, chance in state.chance_outcomes()}


def whole_deck(seats: int, seed: int, seen: Sequence[str] = (), extras: Sequence[int] = (0, 0, 0)) -> Iterator[str]:
    """All cards that keys draw after those that were seen, in this sequence."""
    cards = list(seen)
    while True:
        state = drawing(seats, cards, extras)
        if not sum(copies(seats, extras).values()) - len(cards):
            return
        card = state.keyed_chance(seed)
        assert card in dict(state.chance_outcomes())
        cards.append(PRIVILEGES[card])
        yield PRIVILEGES[card]


def copies(seats: int, extras: Sequence[int]) -> Counter[str]:
    """Cards by step."""
    deck = Counter({"I": 4, "II": 4, "III": 1})
    if seats == 4:
        return Counter({step: 2 * n for step, n in deck.items()})
    return deck + Counter(dict(zip(deck, extras, strict=True)))


def step(card: str) -> str:
    return card.split("(")[0]


# ---- what is in the deck ----------------------------------------------------------------------------

def test_r3_s_10_the_printed_deck_of_world_123():
    assert kinds("123") == DECK


@pytest.mark.parametrize("seats,cards", [(2, 9), (3, 14), (4, 18)])
def test_r3_s_10_v6_cards_by_players(seats, cards):
    """V6: of 9 kinds 4 second cards are taken out with three players; four have 18 cards, two 9."""
    extras = start(WORLD, seats).raw()["extras"]
    assert sum(extras) == (5 if seats == 3 else 0)
    assert len(list(whole_deck(seats, 1, (), extras))) == cards


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r3_s_10_steps_lie_on_one_another(seats):
    found = [step(card) for card in whole_deck(seats, 3, (), (2, 2, 1) if seats == 3 else (0, 0, 0))]
    assert found == sorted(found)
    assert set(found) == {"I", "II", "III"}


# ---- second cards with three players ----------------------------------------------------------------

@pytest.mark.parametrize("world", ["123", "368", "638", "837", "356", "738"])
def test_r3_s_10_how_many_second_cards_of_a_step_are_left(world):
    """Against all ways to set half of the second cards aside, rounded down."""
    deck = kinds(world, 3)
    left = Counter(tuple(sum(step(card) == name for card in kept) for name in ("I", "II", "III"))
                   for kept in combinations(deck, len(deck) - len(deck) // 2))
    found: dict[tuple[int, ...], Fraction] = {}
    for path in paths(extras_of(world), Fraction(1)):
        found[path[0]] = found.get(path[0], Fraction(0)) + path[1]
    assert found == {extras: Fraction(n, sum(left.values())) for extras, n in left.items()}


def test_r3_s_10_second_cards_of_the_first_step_in_figures():
    assert dict(extras_of(WORLD).chance_outcomes()) == pytest.approx(
        {k: comb(4, k) * comb(5, 5 - k) / comb(9, 5) for k in range(5)})


def extras_of(world: str) -> Any:
    """The first chance node about second cards of a game of three."""
    state = new_state(3, {"world": world, "start": "1"})
    while state.raw()["stage"] != STAGES.index("extras") and state.raw()["stage"] != STAGES.index("draw-privilege"):
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def paths(state: Any, chance: Fraction) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Second cards left by step, with the chance of each way there."""
    if state.raw()["stage"] != STAGES.index("extras"):
        yield tuple(state.raw()["extras"]), chance
        return
    for outcome, odd in state.chance_outcomes():
        child = state.copy()
        child.apply_action(outcome)
        yield from paths(child, chance * Fraction(odd).limit_denominator(10 ** 7))


# ---- odds of a draw ---------------------------------------------------------------------------------

def by_enumeration(deck: Sequence[str], extras: int, seen: Sequence[str]) -> dict[str, Fraction]:
    """The odds of the next card: every set of second cards, weighed by how likely it shows the cards seen, in turn."""
    weights: Counter[str] = Counter()
    evidence = Fraction(0)
    for second in combinations(deck, extras):
        left = Counter(deck) + Counter(second)
        chance = Fraction(1)
        for card in seen:
            chance *= Fraction(left[card], sum(left.values()))
            left[card] -= 1
        evidence += chance
        if chance:
            for card, n in left.items():
                weights[card] += chance * Fraction(n, sum(left.values()))
    return {card: weight / evidence for card, weight in weights.items() if weight}


def possible(deck: Sequence[str], extras: int, most: int) -> Iterator[tuple[str, ...]]:
    """Every heap of cards that can have been seen, up to so many and leaving one."""
    for counts in product(range(3), repeat=len(deck)):
        if counts.count(2) <= extras and sum(counts) <= min(most, len(deck) + extras - 1):
            yield tuple(card for card, n in zip(deck, counts, strict=True) for _ in range(n))


@pytest.mark.parametrize("extras", range(5))
def test_r3_s_10_odds_with_three_players_are_those_of_all_sets_of_second_cards(extras):
    compared = 0
    for seen in possible(STEP_I, extras, 8):
        found = odds(drawing(3, seen, (extras, 0, 0)))
        expected = by_enumeration(STEP_I, extras, seen)
        assert found == pytest.approx({card: float(p) for card, p in expected.items()}, abs=1e-12), seen
        compared += 1
    assert compared >= 15


def test_r3_s_10_a_kind_seen_once_is_likelier_to_have_a_second_card_than_if_it_was_not():
    """By hand: of 4 kinds 2 have a second card; I(2) was seen. It has two with chance 2 * 3 / (2 * 3 + 3)."""
    found = odds(drawing(3, ["I(2)"], (2, 0, 0)))
    assert found["I(2)"] == pytest.approx(2 / 15)
    assert found["I(5)"] == pytest.approx(13 / 45)


@pytest.mark.parametrize("seats,each", [(2, 1), (4, 2)])
def test_r3_s_10_odds_with_two_and_four_players(seats, each):
    state = drawing(seats, ["I(2)"])
    left = Counter({card: each for card in STEP_I}) - Counter(["I(2)"])
    assert odds(state) == pytest.approx({card: n / (4 * each - 1) for card, n in left.items()})


def test_r3_s_10_the_next_step_follows_the_last_card_of_a_step():
    assert set(odds(drawing(2, STEP_I))) == {"II(5)", "II(7)", "II(9)", "II(12)"}
    assert odds(drawing(2, DECK[:8])) == {"III(1)": 1.0}
    assert set(odds(drawing(3, [*STEP_I, "I(2)"], (1, 3, 1)))) == {"II(5)", "II(7)", "II(9)", "II(12)"}


# ---- keys -------------------------------------------------------------------------------------------

def test_a_keyed_deck_has_the_cards_that_there_are():
    for seed in range(40):
        two, four = Counter(whole_deck(2, seed)), Counter(whole_deck(4, seed))
        assert two == Counter(DECK)
        assert four == Counter(2 * DECK)


def test_a_keyed_deck_of_three_has_one_card_of_each_kind_and_the_second_cards_that_are_left():
    seconds = Counter()
    for seed in range(60):
        state = extras_of(WORLD)
        while state.raw()["stage"] == STAGES.index("extras"):
            state.apply_action(state.keyed_chance(seed))
        extras = state.raw()["extras"]
        cards = Counter(whole_deck(3, seed, (), extras))
        assert set(cards) == set(DECK)
        assert max(cards.values()) <= 2
        twice = Counter(step(card) for card, n in cards.items() if n == 2)
        assert [twice[name] for name in ("I", "II", "III")] == extras
        seconds.update(card for card, n in cards.items() if n == 2)
    assert sum(seconds.values()) == 60 * 5
    assert all(15 <= seconds[card] <= 52 for card in DECK)


@pytest.mark.parametrize("seats,extras", [(2, (0, 0, 0)), (3, (2, 2, 1)), (4, (0, 0, 0))])
def test_a_card_taken_out_shifts_no_other(seats, extras):
    for seed in range(12):
        full = list(whole_deck(seats, seed, (), extras))
        for card in ("I(5)", "II(9)"):
            rest = list(full)
            rest.remove(card)
            assert list(whole_deck(seats, seed, [card], extras)) == rest
