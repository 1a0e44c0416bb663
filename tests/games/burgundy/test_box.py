"""Positions against the box: what does not add up is refused with the difference, and taken on trust."""
import random

import pytest

from games.burgundy import notation
from tests.games import spoiling
from tests.games.burgundy.positions import GAME, started
from tests.games.burgundy.test_bad_positions import MIDGAME
from tests.games.burgundy.test_random_games import Played
from tests.games.spoiling import GONE, edited

SUPPLIES = ("supply", "dark", "goods_supply")
OPENING = notation.position_to_json(started(2, 1))
MINE, HIS = MIDGAME["players"][0], MIDGAME["players"][1]


def less(counts, name):
    """The counts without one of these."""
    return {**counts, name: counts[name] - 1}


def more(counts, name):
    """The counts with one more."""
    return {**counts, name: counts.get(name, 0) + 1}


MISCOUNTS = [       # changes to the mid-game position, words of the message
    ([("supply", {})], ["supply: found 0 building tiles face down, 28 too few; expected 28",
                        "of 40 to draw 12 have come to the depots by phase C"]),
    ([("supply", more(MIDGAME["supply"], "ship"))], ["supply: found 15 ship tiles face down, 1 too many; expected 14"]),
    ([("supply", less(MIDGAME["supply"], "bank"))], ["supply: found 27 building tiles face down, 1 too few"]),
    ([("dark", {})], ["dark: found 0 black-backed tiles face down, 28 too few; expected 28", "of 40 in the"]),
    ([("dark", less(MIDGAME["dark"], "ship"))], ["dark: found 27 black-backed tiles face down, 1 too few"]),
    ([("goods_supply", {})], ["goods: found 3 turquoise tiles in all, 4 too few; expected 7"]),
    ([("players.0.goods", less(MINE["goods"], "red"))], ["goods: found 6 red tiles in all, 1 too few; expected 7"]),
    ([("players.1.sold", more(HIS["sold"], "red"))], ["goods: found 8 red tiles in all, 1 too many; expected 7",
                                                      "sold ones stay", "1 sold"]),
    ([("coming.4", None), ("goods_supply", more(MIDGAME["goods_supply"], "pink"))],
     ["goods_supply: found 22 goods face down, 1 too many; expected 21"]),
    ([("players.1.storage", ["knowledge 10"])],
     ["players: found 2 'knowledge 10' in all, 1 too many; expected at most 1", "2 with players[1]"]),
    ([("supply.castle", 12)], ["depots and supply: found 13 'castle', 1 too many; expected at most 12",
                               "besides 2 start castles", "1 in depots, 12 in supply"]),
    ([("dark.ship", 7)], ["black and dark: found 7 'ship', 1 too many; expected at most 6"]),
]


@pytest.mark.parametrize("changes, words", MISCOUNTS)
def test_what_does_not_add_up_is_refused_with_the_difference_and_taken_on_trust(changes, words):
    message = spoiling.miscount(notation, edited(MIDGAME, *changes))
    for word in words:
        assert word in message


def test_tiles_cannot_be_gone_from_the_depots_before_a_turn_can_have_taken_them():
    message = spoiling.miscount(notation, edited(OPENING, ("depots.1.tiles", [None] * 4)))
    assert "depots and black: found 14 tiles, 2 too few; expected at least 16" in message
    assert "16 spaces were filled in phase A, and no more than 0 tiles can be taken yet" in message


def test_what_is_taken_in_the_first_turn_is_in_storage_or_the_duchy():
    state = started(2, 1)
    taken = next(text for text in map(state_text(state), state.legal_actions()) if text.startswith("take"))
    state.apply_action(notation.parse_action(state, taken))
    document = notation.position_to_json(state)
    seat = document["actor"]
    message = spoiling.miscount(notation, edited(document, (f"players.{seat}.storage", [])))
    assert "players: found 0 tiles taken in all, 1 too few; expected at least 1" in message


def state_text(state):
    """The text of each action."""
    return lambda action: notation.action_text(state, action)


def test_drawn_boards_differ():
    state = started(3, 4, boards="random")
    document = notation.position_to_json(state)
    for seat in (1, 2):
        spoilt = edited(document, (f"players.{seat}.board", document["players"][0]["board"]),
                        (f"players.{seat}.castle", document["players"][0]["castle"]),
                        (f"players.{seat}.duchy", document["players"][0]["duchy"]))
        message = spoiling.miscount(notation, spoilt)
        assert f"players[{seat}].board: found {document['players'][0]['board']}, which players[0] has too" in message
    notation.position_from_json(edited(spoilt, ("options.distinct", "no")))


def test_goods_still_to_come_this_phase_lie_on_their_rounds():
    message = spoiling.refusal(notation, edited(
        MIDGAME, ("coming.4", None), ("depots.1.goods", more(MIDGAME["depots"]["1"]["goods"], "pink"))))
    assert "coming[4]: found null, expected a goods colour" in message


# ---- what is left out ------------------------------------------------------------------------


def test_supplies_left_out_are_what_is_nowhere_else():
    whole = notation.position_from_json(OPENING)
    assert notation.position_from_json(edited(OPENING, *((key, GONE) for key in SUPPLIES))) == whole


def test_after_phase_a_what_was_cleared_away_is_missing_evenly():
    state = notation.position_from_json(edited(MIDGAME, *((key, GONE) for key in SUPPLIES)))
    document = notation.position_to_json(state)
    assert document["goods_supply"] == MIDGAME["goods_supply"]
    for key in ("supply", "dark"):
        assert sum(document[key].values()) == sum(MIDGAME[key].values())
    assert [document["supply"][name] for name in ("castle", "mine", "ship")] == [9, 7, 14]
    assert "knowledge 10" not in document["supply"]         # a seat has it
    assert 12 <= sum(name.startswith("knowledge") for name in document["supply"]) <= 14


def test_a_duplicate_is_found_where_supplies_are_left_out():
    message = spoiling.miscount(notation, edited(
        MIDGAME, *((key, GONE) for key in SUPPLIES), ("players.1.storage", ["knowledge 10"])))
    assert "found 2 'knowledge 10'" in message


def test_blanks_cannot_be_guessed():
    document = notation.position_to_json(started(2, 1, without="bank"))
    message = spoiling.refusal(notation, edited(document, ("supply", GONE)))
    assert "supply: found no such key, expected it there" in message
    assert notation.position_from_json(edited(document, ("goods_supply", GONE))) == \
        notation.position_from_json(document)


# ---- games -----------------------------------------------------------------------------------


def test_every_position_of_a_game_adds_up():
    for number in range(12):
        game = Played(number)
        game.comes_back_from_json(every=13)


def test_one_tile_or_good_more_or_less_face_down_is_found_in_every_position():
    rng = random.Random(5)
    for number in range(20, 26):
        game = Played(number)
        state = GAME.start(game.seats, game.options)
        for step, action in enumerate(game.actions):
            if step % 29 == number % 29:
                document = notation.position_to_json(state)
                key = rng.choice([key for key in SUPPLIES if document[key]])
                name = rng.choice(sorted(document[key]))
                spoilt = (more if rng.random() < 0.5 else less)(document[key], name)
                spoiling.refusal(notation, {**document, key: spoilt})
            state.apply_action(action)
