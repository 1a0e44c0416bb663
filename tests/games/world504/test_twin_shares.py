"""Module 9 on the slow side (twin_shares.py, twin_dividends.py): the rulebook's examples, and games to their end."""
import random
from collections import Counter

import pytest

from .twin import Twin


def founded(world, seats, holders):
    """A game whose companies are founded; `holders` tells for each company who is president."""
    game = Twin(world, seats, start=0)
    for company, seat in enumerate(holders):
        game.founded.append(company)
        game.owners[company].agent = seat
        game.price[company] = 20
        game.lay_marker(company)
    return game


def test_pay_out_leaves_the_company_the_rest():           # V49
    game = founded("968", 2, [0])
    game.people[0].shares[0], game.people[0].money, game.owners[0].income, game.round = 5, 0, 68, 5
    game.unsold[0] = 5
    course = game.pay_out(game.owners[0])
    assert next(course).moves == ["pay out"]
    with pytest.raises(StopIteration):
        course.send("pay out")
    assert (game.people[0].money, game.owners[0].money, game.price[0]) == (30, 38, 30)


def test_assets_are_money_and_shares():                   # V50
    game = founded("968", 2, [0, 0, 0, 0])
    game.people[0].money, game.people[0].shares = 75, Counter({0: 3, 3: 2})
    game.people[1].money, game.people[1].shares = 0, Counter()
    game.price |= {0: 70, 3: 90}
    assert game.result() == ([465, 0], [1, 0])


@pytest.mark.parametrize("world, seats, points, bonus", [
    ("598", 2, [43, 38, 38], [5, 3, 3]),                  # V51
    ("589", 4, [9, 7, 7, 1], [4, 2, 2, 0]),               # V52
    ("589", 2, [4, 4], [2, 2]),
])
def test_bonus_by_rank(world, seats, points, bonus):
    game = founded(world, seats, [0] * len(points)) if world == "598" else Twin(world, seats)
    for owner, own in zip(game.owners, points):
        owner.collected["exploring"] = own
    worth = game.points_with_bonus(range(len(points)))
    assert [worth[i] - own for i, own in enumerate(points)] == bonus


def test_money_at_the_start():                            # V54, R9.S.2, R9.S.4, R3.S.5
    for world, seats, companies, people in [("192", 2, [200, 150, 150, 100, 100], 300), ("913", 3, [0] * 5, 220)]:
        game = Twin(world, seats)
        while game.player() == "chance":
            game.play(game.moves()[0])
        assert [owner.money for owner in game.owners] == companies
        assert [person.money for person in game.people] == [people] * seats


@pytest.mark.parametrize("incomes, changes", [
    ([60, 40, 40, 20], [10, 0, 0, -10]), ([60, 60, 40, 20], [10, 10, 0, -10]), ([60, 50, 20, 20], [10, 10, -10, -10]),
    ([60], [0]), ([60, 50], [10, 0]),
])
def test_prices_follow_incomes(incomes, changes):         # R9.4.4, U59
    game = founded("592", 2, [0] * len(incomes))
    for owner, income in zip(game.owners, incomes):
        owner.income = income
        game.price[owner.seat] = 50
    game.order = game.in_price_order()
    game.move_prices_by_income()
    assert [game.price[company] - 50 for company in range(len(incomes))] == changes


@pytest.mark.parametrize("world, seats", [("962", 2), ("917", 4), ("396", 3), ("897", 2), ("739", 4), ("829", 3)])
def test_games_come_to_their_end(world, seats):
    rng, game = random.Random(9), Twin(world, seats, max_rounds=6)
    while game.player() != "over":
        game.play(rng.choice(game.moves()))
        for company in range(5 if game.companies else 0):
            held = sum(person.shares[company] for person in game.people)
            assert held + game.unsold[company] + game.bank[company] == 10
    assert sum(game.result()[1]) == 1
    if "9.I" in game.pages:
        assert (game.round, game.share_rounds, game.capped) == (5, 4, False)
