"""Rules B49-B53: the turn-order track, the final scoring, the winner. The numbers are those in the names."""
from __future__ import annotations

import pytest

from .positions import GAME, full, of, play, position, seat, settle, stage, started


def track(state) -> list[list[int]]:
    """Seats on each space of the turn-order track, bottom to top."""
    return GAME.notation.position_to_json(state)["track"]


def roll_on(state):
    """The dice of the round that begins: everyone a 1, the white die too."""
    while state.is_chance_node():
        play(state, {"roll": "roll 1 1", "roll-white": "white 1"}[stage(state)])
    return state


def over(*seats: dict, towers: list[list[int]] | None = None):
    """The game after the last action, a die left unused so that it gains nothing."""
    number = len(seats)
    ready = [*seats[:-1], seats[-1] | {"dice": [1, 0]}]
    state = position(*ready, phase="E", round=5, turn=number - 1, track=towers, pass_die="yes")
    play(state, "idle [die 1]")
    assert state.is_terminal()
    return state


def winner(state) -> int:
    shares = state.win_shares()
    assert sorted(shares) == [0.0] * (state.seats - 1) + [1.0]
    return shares.index(1.0)


# ---- the track -------------------------------------------------------------------------------


def test_b49_six_ships_reach_the_last_of_seven_spaces():
    """B49: everyone starts on space 0; each ship is one step."""
    assert track(started(3, start="0")) == [[2, 1, 0], [], [], [], [], [], []]
    duchy: dict[str, str] = {}
    state = None
    for n, (name, die) in enumerate({"d3": 2, "d2": 1, "d1": 6, "d5": 5, "d6": 4, "d7": 1}.items(), start=1):
        towers = [[1], *[[] for _ in range(n - 2)], [0]] if n > 1 else None
        state = position(seat(duchy, storage=["ship"], dice=(die,)), track=towers)
        play(state, f"place ship at {name} [die {die}]", "clear depot 1")
        duchy[name] = "ship"
        assert of(state).space == n
    assert track(state) == [[1], [], [], [], [], [], [0]]


def test_b50_highest_space_first_and_towers_from_the_top():
    """B50: the order is read off the track when a round begins."""
    state = position(*[seat(dice=(1,)) for _ in range(4)], order=(0, 1, 2, 3), turn=3, track=[[3], [0, 2], [], [1]])
    roll_on(play(state, "workers [die 1]"))
    assert state.raw()["order"] == [1, 2, 0, 3]


def test_b50_a_newcomer_goes_on_top_and_plays_first():
    """B50: among equal numbers of ships the last to arrive comes first; one who leaves lets the others sink."""
    ships = seat(storage=["ship"], dice=(2,))
    state = position(ships, ships, ships, track=[[2, 1, 0]])
    for expected in ([[2, 1], [0]], [[2], [0, 1]], [[], [0, 1, 2]]):
        play(state, "place ship at d3 [die 2]", "clear depot 1")
        assert track(state)[:2] == expected
    assert roll_on(state).raw()["order"][:3] == [2, 1, 0]
    state = position(seat(), ships, seat(dice=(1,)), turn=1, track=[[2, 1, 0]])
    play(state, "place ship at d3 [die 2]", "clear depot 1", "workers [die 1]")
    assert roll_on(state).raw()["order"][:3] == [1, 0, 2]


def test_b51_a_ship_changes_the_order_of_the_next_round_only():
    """B51: the order is fixed when a round begins; then the new first seat has the white die."""
    state = position(seat(dice=(1,)), seat(storage=["ship"], dice=(2,)), seat(dice=(1,)))
    play(state, "workers [die 1]", "place ship at d3 [die 2]", "clear depot 1")
    assert (state.raw()["order"][:3], state.current_player()) == ([0, 1, 2], 2)
    play(state, "workers [die 1]", "roll 1 2", "roll 1 2", "roll 1 2")
    assert (stage(state), state.raw()["actor"]) == ("roll-white", 1)
    play(state, "white 3")
    assert (state.raw()["order"][:3], state.current_player()) == ([1, 0, 2], 1)


# ---- the end ---------------------------------------------------------------------------------


def test_b52_goods_silver_and_pairs_of_workers():
    """B52: 1 point for each unsold goods tile, each silver and each full pair of workers."""
    state = over(seat(goods={"pink": 3, "red": 1}, sold={"brown": 5}, silver=3, workers=7, points={"sales": 10}),
                 seat())
    assert of(state).points == {"goods": 4, "silver": 3, "workers": 3, "sales": 10}
    assert of(state).score == 20
    assert of(state, 1).points == {}


def test_b52_stored_tiles_score_nothing():
    """B52: hex tiles in storage are of no worth."""
    state = over(seat(storage=["watchtower", "cow 4", "knowledge 25"], sold={"pink": 2}), seat())
    assert of(state).score == 0


def test_b52_mines_pay_before_the_final_scoring():
    """B52: the silver of the last phase end counts."""
    state = over(seat({"e3": "mine", "f2": "mine"} | {"d1": "knowledge 2"}, silver=1, workers=2), seat())
    assert of(state).points == {"silver": 3, "workers": 2}


def test_b52_nothing_of_it_counts_before_the_end():
    """B52: after an earlier phase there is no such scoring."""
    state = position(seat(goods={"pink": 3}, silver=3, workers=6), seat(dice=(1,)), phase="D", round=5, turn=1)
    assert of(settle(play(state, "workers [die 1]"))).score == 0


@pytest.mark.parametrize("better", range(3))
def test_b53_most_points_win(better):
    """B53: whatever the rest: here the winner's duchy has the fewest empty spaces."""
    almost = full(1, "e3", "f2", "g1")
    owners = [seat(almost if who == better else {}, points={"sales": 30 + (who == better)}) for who in range(3)]
    state = over(*owners)
    assert state.scores() == [30 + (who == better) for who in range(3)]
    assert winner(state) == better


@pytest.mark.parametrize("emptier", range(3))
def test_b53_of_equal_points_more_empty_spaces_win(emptier):
    """B53: more empty spaces, not fewer."""
    duchies = [{"d3": "ship"} if who == emptier else {"d3": "ship", "d5": "ship"} for who in range(3)]
    state = over(*[seat(duchy, points={"sales": 30}) for duchy in duchies])
    assert winner(state) == emptier


@pytest.mark.parametrize(("towers", "last"), (
    ([[2, 1, 0]], 2), ([[0, 1, 2]], 0), ([[0], [1, 2]], 0), ([[0, 1], [2]], 0), ([[], [2], [1, 0]], 2)))
def test_b53_still_equal_the_later_in_turn_order_wins(towers, last):
    """B53: as the track stands at the end."""
    assert winner(over(*[seat(points={"sales": 30}) for _ in range(3)], towers=towers)) == last


def test_b53_a_ship_of_the_last_round_counts_for_the_tie():
    """B53: the track, not the order of the last round."""
    state = position(seat({"d5": "ship"}, dice=()), seat(storage=["ship"], dice=(2,)), phase="E", round=5)
    assert state.raw()["order"][:2] == [0, 1]
    play(state, "end turn", "place ship at d3 [die 2]", "clear depot 1")
    assert (state.scores(), track(state)[:2]) == ([0, 0], [[0], [1]])
    assert winner(state) == 0
