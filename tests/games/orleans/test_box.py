"""Positions against the box: what does not add up is refused with the difference, and taken on trust."""
import random

import pytest

from games.orleans import notation
from tests.games import spoiling
from tests.games.orleans.test_bad_positions import ENDGAME, MIDGAME, OPENING
from tests.games.orleans.test_random_games import Played
from tests.games.spoiling import GONE

SUPPLIES = ("supply", "goods_market", "technology", "tiles")

MISCOUNTS = [       # changes to the mid-game position, words of the message
    # followers
    ([("supply", {})],
     ["supply.farmer: found 7 neutral farmers in all, 9 too few; expected 16: so many with 4 seats (7 with players)"]),
    ([("supply.monk", 14)],
     ["monk: found 15 neutral monks in all, 1 too many; expected 14", "14 in the supply, 1 with players"]),
    ([("players.1.bag.monk", 2)], ["monk: found 15 neutral monks in all, 1 too many", "2 with players"]),
    ([("players.0.market.scholar", GONE)], ["scholar: found 13 neutral scholars in all, 1 too few; expected 14"]),
    ([("players.0.bag.own farmer", 2)], ["players[0]: found 2 'own farmer', 1 too many; expected 1", "2 in the bag"]),
    ([("players.0.bag.own farmer", GONE)], ["players[0]: found 0 'own farmer', 1 too few; expected 1"]),
    ([("players.0.tracks.scholar", 0), ("players.1.tracks.scholar", 0)],
     ["supply.scholar: found 7 scholars, 4 too few; expected at least 11", "of 14 only 3 can be recruited"]),
    # goods
    ([("goods_market", {})], ["goods: found 17 grain in all, 7 too few; expected 24", "12 on routes, 5 with players"]),
    ([("goods_market.grain", 8)], ["goods: found 25 grain in all, 1 too many; expected 24",
                                   "8 on the market, 12 on routes, 5 with players"]),
    ([("players.0.goods.wool", 1)], ["goods: found 14 wool in all, 1 too few; expected 15"]),
    # technology
    ([("technology", 11)], ["technology: found 11 tiles in the stack besides 6 kept or placed, 1 too many",
                            "expected at most 10"]),
    ([("technology", 9)], ["technology: found 9 tiles in the stack, 1 too few; expected 10: of 16 6 were taken"]),
    # place tiles
    ([("players.1.tiles", {"Brewery": [None]})],
     ["players[1].tiles: found 1 place tile, 1 too many; expected at most 0"]),
    ([("tiles", [*MIDGAME["tiles"], "Hospital"])],
     ["players[2].tiles: found 2 'Hospital', 1 too many", "tiles has it too"]),
    ([("tiles", MIDGAME["tiles"][1:])], ["place tiles on display, 1 too few", "steps on trader tracks took one each"]),
    ([("players.0.tiles", {"School": []})], ["players[3].tiles: found 2 'School', 1 too many; expected 1"]),
    ([("options", {"without": "School"})],
     ["players[3].tiles: found 1 'School', 1 too many; expected 0", "option without"]),
    # stations
    ([("players.0.stock", 10)],
     ["players[0].stock: found 10 stations besides 1 built, 1 too many; expected at most 9"]),
    ([("options", {"coins": "20"})], ["coins together", "too many; expected at most 20: option coins sets that limit"]),
    # citizens
    ([("players.0.citizens", 1)], ["citizens: found 15 citizens, 1 too many; expected 14",
                                   "13 still there, 2 with players"]),
    ([("citizens", ["development 1", *MIDGAME["citizens"][1:]])], ["citizens: found 'development 1' still there"]),
    ([("citizens", MIDGAME["citizens"][:-1]), ("players.0.citizens", 1)], ["'most stations' missing", "it there"]),
    ([("deeds.Papal Conclave", {"knight": 1, "monk": 2}), ("supply.monk", 11)],
     ["'Papal Conclave' still there", "it taken"]),
    ([("players.0.tracks.knight", 4)], ["'knight' still there", "it taken"]),
]


@pytest.mark.parametrize("changes, words", MISCOUNTS)
def test_what_does_not_add_up_is_refused_with_the_difference_and_taken_on_trust(changes, words):
    message = spoiling.miscount(notation, spoiling.edited(MIDGAME, *changes))
    for word in words:
        assert word in message


def test_goods_taken_out_unseen_are_out_of_the_game():
    game = Played(4)                    # two seats
    state = game.game.start(2)
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(1))
    document = notation.position_to_json(state)
    assert sum(document["out_of_game"]["goods"].values()) == 12
    assert notation.position_from_json(spoiling.edited(document, ("out_of_game", GONE))) == state
    market = {good: count + document["out_of_game"]["goods"].get(good, 0) for good, count
              in {"grain": 0, "cheese": 0, "wine": 0, "wool": 0, "brocade": 0, **document["goods_market"]}.items()}
    message = spoiling.miscount(notation, spoiling.edited(document, ("goods_market", market), ("out_of_game", GONE)))
    assert "out_of_game.goods: found 0 goods, 12 too few; expected at least 12: 2 seats take so many out" in message


@pytest.mark.parametrize("document", [OPENING, MIDGAME, ENDGAME])
def test_supplies_left_out_are_what_is_nowhere_else(document):
    whole = notation.position_from_json(document)
    assert notation.position_from_json(spoiling.edited(document, *((key, GONE) for key in SUPPLIES))) == whole


def test_every_position_of_a_game_adds_up():
    for number in range(8):
        Played(number).comes_back_from_json(every=41)


def test_one_follower_or_good_more_or_less_is_found_in_every_position():
    rng = random.Random(5)
    for number in range(20, 25):
        game = Played(number)
        state = game.game.start(game.seats, game.options)
        for step, action in enumerate(game.actions):
            if step % 97 == number % 97:
                document = notation.position_to_json(state)
                key = rng.choice([key for key in ("supply", "goods_market") if document[key]])
                name = rng.choice(sorted(document[key]))
                counts = {**document[key], name: document[key][name] + rng.choice([-1, 1])}
                spoiling.refusal(notation, {**document, key: counts})
            state.apply_action(action)
