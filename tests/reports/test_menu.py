"""The moves of a decision in few lines: every move is there, under a key, and the screen holds them."""
import random

import pytest

import games
from games.api import InputError
from reports.terminal.menu import Menu

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


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_menus_hold_all_moves_and_fit_the_screen(name, seats):
    for texts in menus(name, seats, 5):
        menu = Menu(texts)
        assert sorted(menu.texts) == sorted(texts)
        full = " ".join(shown(menu.lines(80)))
        assert all(f"{number}) " in full for number in range(1, len(texts) + 1))
        folded = shown(menu.lines(80, 7))
        assert len(folded) <= 7
        assert max(map(len, folded)) <= 80
