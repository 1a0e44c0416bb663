"""Rows of settings.csv that no other test would miss (bench/proofs/worlds_spoilt.py leaves out one after the other)."""
import pytest

from games.api import InputError
from games.packed import codes
from games.world504.conditions import atoms_of
from games.world504.notation import position_from_json, position_to_json
from games.world504.phases import phases

from .positions import NOBODY, NOWHERE, SLOTS, STAGES, give, lay, loaded, make, start
from .terrains import settle


@pytest.mark.parametrize(("world", "may"), [("126", True), ("236", True), ("176", False), ("136", False)])
def test_r2_3a_1_two_may_have_one_capital_where_it_can_be_moved(world, may):
    document = position_to_json(start(world))
    document["players"][1]["capital"] = document["players"][0]["capital"]
    if may:
        owner = position_from_json(document, trust=True).raw()["owner"]
        assert owner[0]["capital"] == owner[1]["capital"]
    else:
        with pytest.raises(InputError, match=r"players\[1\].capital: found 'city .*', expected another city"):
            position_from_json(document, trust=True)


@pytest.mark.parametrize("world", ["627", "637", "687"])
def test_r7_3d_4_at_top_iii_with_roads_at_top_i_only_connected_tiles_count(world):
    raw = start(world).raw()
    forest, _ = settle(raw, 0, forest=1, field=1)
    raw["owner"][0]["linked"] = 1 << forest
    assert loaded(world, raw).sources()[0]["majorities"] == 5


@pytest.mark.parametrize(("world", "building"), [("783", "plant"), ("768", "road"), ("736", "factory")])
def test_r7_5_4_g16_what_stood_on_a_removed_settlement_is_nobodys(world, building):
    """Module 7 at TOP I removes settlements, so that plants, roads and factories lose their owners without module 2."""
    raw = start(world).raw()
    capital = raw["owner"][0]["capital"]
    raw.update(round=3, order=[0, 1, 2, 3, 4], to_remove=1)
    city = raw["city_at"][3]
    lost = city if building == "factory" else next(t for t in raw["near"][capital] if t != NOWHERE)
    if building != "factory":
        make(raw, lost, "meadow")
    give(raw, 0, settled=[lost], gain=4)
    if building == "plant":
        raw["plant"][lost] = 1
    elif building == "road":
        lay(raw, 0, capital, lost)
    else:
        raw["factory"][3] = [1, 2, 0]
    raw.update(phase=2 * SLOTS + phases(atoms_of(world))["turn"].index("score-card"), stage=STAGES.index("remove"),
               place=0, actor=0)
    state = loaded(world, raw)
    state.apply_action(codes("world504", "A_REMOVE_SETTLEMENT")[0] + lost)
    after = state.raw()
    assert after["owner"][0]["settled"] == 0
    assert after["plant"][lost] == (1 + 8 * NOBODY if building == "plant" else 0)
    assert sum(after["neutral"]) == (building == "road")
    assert after["owner"][0]["road"][capital] == 0
    assert after["factory"][3] == ([1 + NOBODY, 2, 0] if building == "factory" else [0, 0, 0])


@pytest.mark.parametrize(("world", "may"), [("386", True), ("832", True), ("863", False)])
def test_r3_s_12_factories_stand_in_worlds_with_privileges_at_top_i_or_ii(world, may):
    raw = start(world).raw()
    raw["factory"][2] = [1, 0, 0]
    document = position_to_json(loaded(world, raw))
    if may:
        assert position_from_json(document, trust=True).raw()["factory"][2] == [1, 0, 0]
    else:
        with pytest.raises(InputError, match="no factories"):
            position_from_json(document, trust=True)
