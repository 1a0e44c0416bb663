"""Positions with shares that cannot be: refused in one or two lines with place, found and expected."""
import json

import pytest

from games.api import InputError
from games.world504.notation import position_from_json
from tests.games.world504.moments import example

COMPANY, PRIVATE = "936", "789"


def edited(world, change):
    document = json.loads(json.dumps(example(world)))
    change(document)
    return document


def refusal(document, trust=False):
    with pytest.raises(InputError) as found:
        position_from_json(document, trust)
    message = str(found.value)
    assert message.count("\n") <= 1
    return message


def set_shares(seat, company, count):
    return lambda document: document["players"][seat]["shares"].update({company: count})


def test_the_examples_are_taken_as_they_are():
    for world in (COMPANY, PRIVATE, "391"):
        position_from_json(example(world))


def test_six_shares_in_one_hand():
    message = refusal(edited(COMPANY, set_shares(0, "orange", 6)))
    assert message.startswith("players[0].shares.orange: found 6, expected at most 5, half of a company")


def test_eleven_shares_of_a_company():
    def change(document):
        document["companies"]["green"]["board"] = 8
    message = refusal(edited(COMPANY, change))
    assert "companies.green: found 11 shares of green in all, 1 too many; expected at most 10" in message


def test_two_presidents():
    def change(document):
        document["companies"]["green"]["president"] = [0, 1]
    assert "companies.green.president: found a list of 2, expected a seat" in refusal(edited(COMPANY, change))


def test_a_president_with_fewer_shares_than_another_seat():
    def change(document):
        document["companies"]["white"]["president"] = 1
    message = refusal(edited(COMPANY, change))
    assert message == "companies.white.president: found seat 1 with 2 shares, expected seat 0, who has 4"


def test_a_president_without_the_presidents_card():
    def change(document):
        document["players"][1]["shares"]["green"] = 1
        document["companies"]["green"]["board"] = 9
    message = refusal(edited(COMPANY, change))
    assert message == "companies.green.president: found seat 1 with 1 share, expected a seat with 2 shares or more"


@pytest.mark.parametrize("price", [0, 45, 150, -10, "40", True])
def test_a_price_off_the_track(price):
    def change(document):
        document["companies"]["green"]["price"] = price
        document["market"] = ["green", "orange", "white", "purple", "blue"]
    assert "companies.green.price: found" in refusal(edited(COMPANY, change))
    def private(document):
        document["players"][0]["price"] = price
    assert "players[0].price: found" in refusal(edited(PRIVATE, private))


def test_markers_out_of_order():
    def change(document):
        document["market"].reverse()
    assert "market: found" in refusal(edited(COMPANY, change))


def test_pieces_of_a_company_that_is_not_founded():
    def change(document):
        del document["companies"]["green"]["president"]
    message = refusal(edited(COMPANY, change))
    assert "order: found" in message or "companies.green: found" in message


def test_a_company_without_a_president_that_has_nothing_but_its_place():
    def change(document):
        document["companies"]["orange"] = {"capital": "city 7"}
        document["order"] = ["white", "purple", "blue", "green", "orange"]
        document.pop("place")
        for player in document["players"]:
            player["shares"].pop("orange", None)
    message = refusal(edited(COMPANY, change))
    assert message.startswith("companies.orange: found pieces without a president, expected a president")


def test_an_actor_that_is_no_company():
    def change(document):
        document["actor"] = 0
    assert refusal(edited(COMPANY, change)).startswith("actor: found 0, expected null or a company: green, white")


def test_companies_left_out():
    def change(document):
        del document["companies"]
    assert "companies" in refusal(edited(COMPANY, change))


def test_a_share_round_that_goes_on_in_another_phase():
    def change(document):
        document["quit"] = [1]
    assert refusal(edited(COMPANY, change)).startswith("quit: found something of a share round, expected none")


def test_a_trader_that_has_quit():
    def change(document):
        document["quit"] = [document["actor"]]
    assert refusal(edited("391", change)).startswith("actor: found 0, expected a seat that has not quit")


def test_a_presidents_card_that_was_sold():
    assert "players[0].shares.seat 0: found 1, expected 2 or more" in refusal(
        edited(PRIVATE, set_shares(0, "seat 0", 1)))


def test_more_than_ten_shares_of_a_private_company():
    message = refusal(edited(PRIVATE, set_shares(1, "seat 0", 3)))
    assert message.startswith("players[0]: found 13 shares of seat 0 in all, 3 too many; expected at most 10")


# ---- what no share round leads to -------------------------------------------------------------------

def set_company(company, **fields):
    return lambda document: document["companies"].update({company: {**document["companies"][company], **fields}})


def test_r9_sr_12_more_than_half_of_a_company_in_the_bank_at_top_i():
    message = refusal(edited(COMPANY, set_company("green", board=0)), trust=True)
    assert message == "companies.green: found 7 shares in the bank, expected at most 5, half of a company"


@pytest.mark.parametrize("board", [0, 8])
def test_r9_s_4_a_company_that_is_not_founded_without_all_its_shares_at_top_i(board):
    def change(document):
        document["companies"]["green"] = {"board": board}
        for player in document["players"]:
            player["shares"].pop("green", None)
        for line in ("order", "market"):
            document[line] = ["orange", "white", "purple", "blue", "green"]
    message = refusal(edited(COMPANY, change), trust=True)
    assert message == f"companies.green.board: found {board}, expected 10, as it is not founded"


@pytest.mark.parametrize("company", ["purple", "green"])
def test_r9_s_5_shares_on_a_board_at_top_ii(company):
    document = edited("391", lambda document: document["companies"].setdefault(company, {}).update(board=5))
    assert refusal(document).startswith(f"companies.{company}.board: found 5, expected 0: the bank has them here")


@pytest.mark.parametrize(("passes", "gone", "words"), [(4, [], "expected less than 4"), (2, [1], "somebody has quit")])
def test_r9_sr_3_passes_with_which_the_share_round_were_over_or_after_which_nobody_passes(passes, gone, words):
    document = edited("391", lambda document: document.update(passes=passes, quit=gone))
    message = refusal(document)
    assert message.startswith(f"passes: found {passes}")
    assert words in message


def test_r9_sr_2_a_company_that_one_seat_has_both_bought_and_sold():
    def change(document):
        document.update(bought=[["orange"], [], [], []], sold=[["orange"], [], [], []], traded={"orange": 1})
    assert refusal(edited("391", change)).startswith("sold[0]: found 'orange', expected no company")


@pytest.mark.parametrize(("bought", "traded"), [([], 7), ([0], 0), ([0, 1], 1)])
def test_shares_that_were_traded_but_not_by_who_has_bought(bought, traded):
    def change(document):
        document.update(bought=[["purple"] if seat in bought else [] for seat in range(4)], traded={"purple": traded})
    assert refusal(edited("391", change)).startswith(f"traded.purple: found {traded}, expected")


def test_r9_sr_8_a_company_that_is_not_founded_is_not_sheltered():
    document = edited("391", lambda document: document.update(sheltered=["green"]))
    assert refusal(document).startswith("sheltered: found 'green', expected companies that are founded")


def test_what_was_sold_in_a_turn_without_having_been_sold_in_the_share_round():
    document = edited("391", lambda document: document.update(turn={"sold": ["purple"]}))
    assert refusal(document).startswith("turn.sold: found 'purple', expected companies that seat")
