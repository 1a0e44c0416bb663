"""The moves of a decision in few lines: every move is there, under a key, and the screen holds them."""
import random
import re

import pytest

import games
from games.api import InputError
from reports.terminal.menu import Menu
from tests.whole import mostly_whole, widest

TAKE = ["take 1: church [die 3, 2 workers]", "take 3: pig 3 [die 3]", "take 3: bank [die 3]",
        "take 4: ship [die 3, 1 worker]", "take 2: castle [die 3, 1 worker]", "end turn"]
TABLES = [(name, seats) for name in games.names() for seats in games.load(name).seats]


def shown(lines) -> list[str]:
    return [line.plain for line in lines]


def menus(name: str, seats: int, every: int, most: int = 900):
    """The menus of a random game, one of so many decisions."""
    game, choice = games.load(name), random.Random(3)
    state = game.start(seats)
    for number in range(most):
        if state.is_terminal():
            return
        if state.is_chance_node():
            state.apply_action(state.keyed_chance(1))
            continue
        legal = state.legal_actions()
        if number % every == 0:
            yield [game.notation.action_text(state, action) for action in legal]
        state.apply_action(choice.choice(legal))


def test_what_moves_share_is_said_once():
    assert shown(Menu(TAKE).lines(80)) == [
        "take 3 [die 3]: 1) pig 3  2) bank",
        "take [die 3, 1 worker]: 3) 4: ship  4) 2: castle",
        "5) take 1: church [die 3, 2 workers]  6) end turn"]
    assert shown(Menu(["put own farmer on Castle", "put own farmer on Village", "put own monk on Ship",
                       "put own monk on Town Hall", "done"]).lines(80)) == [
        "put own farmer on: 1) Castle  2) Village", "put own monk on: 3) Ship  4) Town Hall", "5) done"]


def test_a_move_is_found_by_its_number():
    menu = Menu(TAKE)
    assert menu.numbered("2") == "take 3: bank [die 3]"
    assert menu.numbered("end") == "end"
    assert menu.beginning("TAKE  3") == ["take 3: pig 3 [die 3]", "take 3: bank [die 3]"]
    assert menu.beginning("") == []
    with pytest.raises(InputError, match="found 7, expected a number from 1 to 6"):
        menu.numbered("7")


def test_moves_that_are_numbers_have_them_as_their_keys():
    """Who typed 5 for city 5 once got city 9: the fifth of the list."""
    menu = Menu([f"capital city {n}" for n in (1, 2, 3, 8, 9)])
    assert shown(menu.lines(80)) == ["capital city: 1  2  3  8  9"]
    assert menu.numbered("9") == "capital city 9"
    for none in ("4", "5", "0"):
        with pytest.raises(InputError, match=f"found {none}, expected a number of the list, or a move as text"):
            menu.numbered(none)
    menu = Menu(["bid 0", "bid 5", "bid 10", "pass", "look at the cards"])
    assert shown(menu.lines(80)) == ["bid: 0  5  10", "11) pass  12) look at the cards"]
    assert [menu.numbered(each) for each in ("0", "10", "11")] == ["bid 0", "bid 10", "pass"]
    menu = Menu(["buy knowledge 7", "buy knowledge 15", "buy mine", "take 4: mine", "take 5: bank", "end turn"])
    assert sorted(menu.keys.values()) == [1, 2, 3, 4, 5, 6]
    assert "buy knowledge: 1) knowledge 7  2) knowledge 15" in shown(menu.lines(80))
    assert Menu(["0", "1", "2"]).keys == {"0": 0, "1": 1, "2": 2}


def test_numbers_of_two_kinds_stand_beside_a_word():
    menu = Menu(["bid 5", "bid 7", "pay 2", "pay 3"])
    assert shown(menu.lines(80)) == ["bid: 1) bid 5  2) bid 7", "pay: 3) pay 2  4) pay 3"]
    assert menu.numbered("2") == "bid 7"


def test_long_lists_fold_and_open():
    texts = [f"take {depot}: tile {n} [die {die}]" for depot in range(6) for n in range(3) for die in (1, 2)]
    menu = Menu([*texts, "end turn"])
    folded = shown(menu.lines(80, 4))
    assert len(folded) == 4
    assert folded[-2].endswith("... 36 in all, type take")
    assert folded[-1] == "37) end turn"
    opened = "\n".join(shown(menu.opened("take", 80)))
    assert all(f"{number}) " in opened for number in range(1, 37))
    assert "37)" not in opened


@pytest.mark.parametrize(("name", "seats"), mostly_whole(TABLES, widest))
def test_menus_hold_all_moves_and_fit_the_screen(name, seats):
    for texts in menus(name, seats, 5):
        menu = Menu(texts)
        assert sorted(menu.texts) == sorted(texts)
        full = " ".join(shown(menu.lines(80)))
        own = menu.own
        assert all(text.split(" ")[-1] == str(number) for text, number in own.items())
        assert all(re.search(rf"[ :]{number}( |$)", full) for number in own.values())
        assert all(f"{number}) " in full for text, number in menu.keys.items() if text not in own)
        assert len({*menu.keys.values()}) == len(texts)
        assert own or sorted(menu.keys.values()) == [*range(1, len(texts) + 1)]
        folded = shown(menu.lines(80, 7))
        assert len(folded) <= 7
        assert max(map(len, folded)) <= 80
