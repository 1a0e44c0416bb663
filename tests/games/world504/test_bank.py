"""What the bank of random games notices: a payment or a move of a price left out, a Mark too much, a wrong income."""
from collections.abc import Iterator
from functools import cache

import pytest

from .bank import Bank
from .test_random_games import Played

GAMES = 18                          # of a world, until one comes to what a test is about; most often the first does
PAYMENTS = [("start", "391"), ("sealed_bids", "391"), ("trades", "391"), ("fixed_dividends", "391"), ("taxes", "391"),
            ("payouts", "914"), ("upkeep", "914"), ("duties", "914"), ("private_deals", "129"),
            ("market_closes", "129"), ("fresh_starts", "294")]
MOVES = [("by_trades", "391"), ("by_demand", "391"), ("by_rank", "391"), ("by_president", "914"), ("by_market", "129")]
played = cache(Played)


def banks(world: str, without: str = "") -> Iterator[Bank]:
    """The banks of some games of a world, which forget this payment, or this reason for prices to move."""
    kind = type("Forgetful", (Bank,), {without: lambda *_: ()})
    return (kind(played(world, number)) for number in range(GAMES))


@pytest.mark.parametrize(("payment", "world"), PAYMENTS)
def test_no_payment_of_companies_people_and_wars_can_be_left_out(payment, world):
    assert any(bank.astray().any() for bank in banks(world, without=payment))


@pytest.mark.parametrize(("reason", "world"), MOVES)
def test_no_reason_for_prices_to_move_can_be_left_out(reason, world):
    assert any(bank.wrong_prices().any() for bank in banks(world, without=reason))


@pytest.mark.parametrize("world", ["914", "391"])
def test_a_mark_too_much_is_noticed_in_every_account(world):
    bank = next(banks(world))
    assert bank.money.shape[1] == 5 + 2                 # companies, and the people of the first game
    assert not bank.astray().any()
    step = 1 + int((bank.low == bank.high).all(1).nonzero()[0][len(bank.low) // 2])
    for account in range(bank.money.shape[1]):
        bank.money[step:, account] += 1
        assert bank.astray().nonzero()[0].tolist() == [step - 1]
        bank.money[step:, account] -= 1


@pytest.mark.parametrize(("setting", "payment", "world"), [
    ("tile_income", "land_incomes", "247"), ("terrain_income", "land_incomes", "942"),
    ("tile_income", "land_incomes", "491"), ("prices", "duties", "914"), ("prices", "duties", "413")])
def test_an_income_other_than_land_or_goods_bring_is_noticed(setting, payment, world):
    assert any(notices_wrong_incomes(bank, setting, payment) for bank in banks(world))


def notices_wrong_incomes(bank: Bank, setting: str, payment: str) -> bool:
    """Whether all incomes are right, and are wrong where the printed numbers are a Mark higher."""
    assert not bank.wrong_incomes.any()
    bank.rules = {**bank.rules, setting: [1 + brings for brings in bank.rules[setting]]}
    getattr(bank, payment)()
    return bool(bank.wrong_incomes.any())
