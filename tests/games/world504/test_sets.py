"""Sets of goods are worth what the best division of them is worth, found by trying all (R8.3H.2, R8.3H.3, R8.F.1)."""
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from games.world504.tables import RULES

from .positions import give, loaded, start

POINTS, INCOME = RULES["sets"]["points"], RULES["sets"]["income"]
Heap = tuple[int, ...]


@cache
def divided(goods: Heap, room: int, worth: tuple[int, ...]) -> int:
    """The best sets of at most `room` of these goods, without exchanges: every first set is tried."""
    best = 0
    kinds = [g for g in range(5) if goods[g]]
    for size in range(1, min(len(kinds), room) + 1):
        for chosen in combinations(kinds, size):
            rest = tuple(n - (g in chosen) for g, n in enumerate(goods))
            best = max(best, worth[size] + divided(rest, room - size, worth))
    return best


@cache
def after_exchanges(goods: Heap) -> frozenset[Heap]:
    """All heaps that exchanges of two goods for another kind lead to."""
    found = {goods}
    for a, b, taken in product(range(5), repeat=3):
        rest = [n - (g == a) - (g == b) for g, n in enumerate(goods)]
        if taken not in (a, b) and min(rest) >= 0:
            rest[taken] += 1
            found |= after_exchanges(tuple(rest))
    return frozenset(found)


def heaps(count: int, most: int) -> list[Heap]:
    """Random heaps of at most so many goods, few kinds and many."""
    random, found = Random(504), []
    for n in range(count):
        goods, kinds = [0] * 5, random.sample(range(5), 1 + n % 5)
        for _ in range(random.randint(1, most)):
            goods[random.choice(kinds)] += 1
        found.append(tuple(goods))
    return found


@pytest.mark.parametrize("cities", range(1, 7))
def test_r8_f_1_the_best_sets_after_exchanges(cities):
    raw = start("867").raw()
    capital = raw["owner"][0]["capital"]
    give(raw, 0, settled=[t for t in raw["city_at"] if t != capital][:cities - 1])
    for goods in heaps(150, 8):
        raw["owner"][0]["goods"] = list(goods)
        best = max(divided(heap, cities + 1, tuple(POINTS)) for heap in after_exchanges(goods))
        assert loaded("867", raw).sources()[0]["stored goods"] == best, goods


@pytest.mark.parametrize("exchange", ["yes", "no"])
def test_r8_f_2_the_best_sets_of_goods_on_trading_houses(exchange):
    raw = start("861").raw()
    for goods in heaps(150, 8):
        kinds = [g for g, n in enumerate(goods) for _ in range(n)]
        raw["owner"][0]["house"] = [[1 + g for g in kinds[city::10]] + [0] * (3 - len(kinds[city::10]))
                                    for city in range(10)]
        open_to = after_exchanges(goods) if exchange == "yes" else [goods]
        best = max(divided(heap, 8, tuple(POINTS)) for heap in open_to)
        state = loaded("861", raw, exchange_at_end=exchange)
        assert state.sources()[0]["stored goods"] == best, goods


def test_r8_3h_4_the_best_sets_of_all_goods_on_trading_houses():
    raw = start("681").raw()
    for goods in heaps(200, 10):
        kinds = [g for g, n in enumerate(goods) for _ in range(n)]
        raw["owner"][0]["house"] = [[1 + g for g in kinds[city::10]] + [0] * (3 - len(kinds[city::10]))
                                    for city in range(10)]
        assert loaded("681", raw).income_terms(0)["sets of goods"] == divided(goods, 10, tuple(INCOME)), goods
