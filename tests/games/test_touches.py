"""What moves touch, in the order of a hand: some of each game by name."""
import json
from pathlib import Path

import pytest

import games

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.mark.parametrize(("example", "move", "ids"), [
    ("burgundy-midgame", "take 6: church [die 6]", "seat-1-die-6 depot-6-2 seat-1-storage-3"),
    ("burgundy-midgame", "place ship at d1 [die 1, 1 worker]",
     "seat-1-die-1 seat-1-workers seat-1-stored-ship seat-1-space-d1"),
    ("burgundy-midgame", "sell turquoise [die 1]", "seat-1-die-1 seat-1-goods-turquoise seat-1-sold"),
    ("burgundy-midgame", "buy city-hall", "seat-1-silver depot-black-2 seat-1-storage-3"),
    ("burgundy-four-seats", "take 2: knowledge 10 [die 2]", "seat-2-die-2-no-2 depot-2-1 seat-2-storage-2"),
    ("burgundy-ship", "clear depots 3+4", "depot-3 depot-4"),
    ("orleans-opening", "put own boatman on Town Hall any", "seat-0-market-own-boatman seat-0-town-hall-1"),
    ("orleans-midgame", "use Village: boatman", "seat-2-village supply-boatman"),
    ("orleans-midgame", "use Wagon: r05 to Chartres", "seat-2-wagon route-r05 seat-2-merchant town-chartres"),
    ("orleans-midgame", "pass", "turn"),
    ("catan-cards-midgame", "trade 2 with market", "market market"),
    ("catan-cards-midgame", "trade 2 with seat 1", "seat-1-hand seat-1-hand"),
    ("backgammon-midgame", "13/10", "seat-1-die-3 point-12 point-15"),
    ("connect-four-choice", "e1", "cell-e1"),
    ("pig-endgame", "hold", "pot seat-0"),
    ("kuhn-poker-bluff", "fold", "seat-0-card"),
    ("kuhn-poker-bluff", "call", "pot"),
    ("leduc-poker-board", "raise", "seat-1-chips pot"),
])
def test_a_move_touches_things_in_the_order_of_a_hand(example, move, ids):
    document = json.loads((EXAMPLES / f"{example}.json").read_text(encoding="utf-8"))
    game = games.load(document["game"])
    state = game.notation.position_from_json(document)
    assert list(game.touches(state, game.notation.parse_action(state, move))) == ids.split()


@pytest.mark.parametrize(("name", "stage", "outcome", "ids"), [
    ("burgundy", "fill-depot", "tile market", "supply-market depot-1-2"),
    ("burgundy", "fill-black", "tile warehouse", "supply-warehouse depot-black-1"),
    ("burgundy", "roll", "roll 1 4", "seat-0-dice"),
    ("orleans", "map-good", "goods wine", "market-wine route-r01-1"),
    ("orleans", "draw", "draw own boatman", "seat-1-bag-own-boatman seat-1-market"),
    ("orleans", "reveal", "event Taxes", "hourglass-a-taxes"),
    ("catan_cards", "setup", "card ore", "pile-ore market"),
    ("catan_cards", "card", "card ore", "pile-ore seat-0-hand")])
def test_an_outcome_touches_what_is_drawn_and_where_it_goes(name, stage, outcome, ids):
    game = games.load(name)
    state = game.start(2)
    while True:
        if state.is_chance_node():
            texts = {game.notation.action_text(state, action): action for action in state.legal_actions()}
            document = game.notation.position_to_json(state)
            if document["stage"] == stage and outcome in texts:
                break
        state.apply_action(state.legal_actions()[0])
    assert list(game.touches(state, texts[outcome])) == ids.split()


@pytest.mark.parametrize("name", games.names())
def test_the_colours_of_seats_are_those_of_their_picture(name):
    game = games.load(name)
    for seats in (game.seats[0], game.seats[-1]):
        state = game.start(seats)
        for _ in range(40):         # in some games a seat shows its colour by its first move
            if not state.is_terminal():
                state.apply_action(state.keyed_chance(1) if state.is_chance_node() else state.legal_actions()[0])
        colours = game.colours(state)
        assert len(set(colours)) == len(colours) in (0, seats)
        picture = game.render.svg(state)
        assert all(colour in picture for colour in colours)


def test_seats_have_no_colours_where_companies_own_the_board():
    game = games.load("world504")
    assert game.colours(game.start(2, {"world": "945"})) == ()
    assert len(game.colours(game.start(3, {"world": "867"}))) == 3
